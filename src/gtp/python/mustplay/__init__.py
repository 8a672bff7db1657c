"""The Hex engine mustplay: games and analysis over GTP, and its solver, checker and matches.

Cells are named as on the board, a1 in the first column and row; colours are "black", whose edges are
top and bottom, and "white". Black moves first.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

__all__ = ["Colour", "Engine", "EngineError", "Move", "Solution", "Verified", "match", "program_path", "solve", "verify"]

Colour = Literal["black", "white"]


class EngineError(Exception):
    """What the program refused, in its words, or that it has ended."""


@dataclass(frozen=True)
class Move:
    """A move as a search sees it, for the side that makes it."""

    cell: str
    visits: int
    win_rate: float
    """An estimate, from 0 to 1. Only 0 and 1 may be proved: see `solve`."""
    prior: float | None
    """What the network thought of it before the search."""
    line: tuple[str, ...]
    """How the game would go on, the move first."""


@dataclass(frozen=True)
class Solution:
    """The result of the solver."""

    winner: Colour | None
    """None if its limit came first."""
    best: str | None
    """A winning move, if the side to move wins."""
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Verified:
    """What a certificate proves."""

    width: int
    height: int
    black: tuple[str, ...]
    white: tuple[str, ...]
    to_move: Colour
    winner: Colour
    claims: int


def program_path() -> str:
    """The path of the program: that of MUSTPLAY, of this environment, or of the path."""
    named = os.environ.get("MUSTPLAY")
    if named:
        return named
    file = "mustplay.exe" if sys.platform == "win32" else "mustplay"
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        path = Path(sysconfig.get_path("scripts", scheme)) / file
        if path.is_file():
            return str(path)
    found = shutil.which("mustplay")
    if found is None:
        raise FileNotFoundError("there is no program mustplay: reinstall the package, or name it in MUSTPLAY")
    return found


class Engine:
    """A game with the program, over GTP. It ends with the block of `with`, or by `close`."""

    def __init__(
        self,
        size: int | tuple[int, int] = 11,
        *,
        player: str | None = None,
        seed: int | None = None,
        arguments: Iterable[str] = (),
        program: str | None = None,
    ) -> None:
        """A game on a board of this size, or width and height, by a player such as "mustplay:max_time=2"."""
        words = [program or program_path(), "--size", _size(size)]
        if player is not None:
            words += ["--player", player]
        if seed is not None:
            words += ["--seed", str(seed)]
        words += arguments
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        # What it says on stderr is read, or it would wait, and kept for the error if it ends.
        self._said: deque[str] = deque(maxlen=20)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program."""
        if self._process.poll() is None:
            try:
                self._stdin.close()
                self._process.wait(timeout=5)
            except (OSError, subprocess.TimeoutExpired):
                self._process.kill()
                self._process.wait()
        self._listener.join(timeout=5)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass

    def command(self, line: str) -> str:
        """Sends a command, in one line, and returns its answer."""
        self._send(line)
        return self._answer(self._first_line())

    def play(self, colour: Colour, cell: str) -> None:
        """Makes a move."""
        self.command(f"play {colour} {cell}")

    def undo(self) -> None:
        """Takes the last move back."""
        self.command("undo")

    def clear(self) -> None:
        """Begins a new game."""
        self.command("clear_board")

    def set(self, **options: object) -> None:
        """Sets options of the player: `engine.set(max_time=2, threads=2)`."""
        for name, value in options.items():
            if isinstance(value, bool):
                value = int(value)
            self.command(f"param_player {name} {value}")

    def genmove(self, colour: Colour, *, seconds: float | None = None) -> str:
        """Has the program make a move, in so many seconds at most, and returns it."""
        if seconds is not None:
            self.set(max_time=seconds)
        return self.command(f"genmove {colour}")

    def analyze(self, colour: Colour | None = None, *, seconds: float = 1.0) -> list[Move]:
        """Searches for so many seconds and returns the moves, the best first."""
        period = max(1, min(20, round(seconds * 50)))
        self._send(" ".join(filter(None, ["kata-analyze", colour, str(period)])))
        first = self._first_line()
        if first.startswith("?"):
            self._answer(first)
        # An empty line ends the search; what it has found is in the last line.
        timer = threading.Timer(seconds, lambda: self._send(""))
        timer.daemon = True
        timer.start()
        last = ""
        try:
            while (line := self._line()).strip():
                if line.startswith("info"):
                    last = line
        finally:
            timer.cancel()
            timer.join()
        return [_move(part.split()) for part in last.split("info ") if part.strip()]

    def solve(self, colour: Colour) -> Colour | None:
        """Who wins with this side to move, by the solver; None if a limit came first."""
        winner = self.command(f"dfpn-solve-state {colour}")
        return winner if winner in ("black", "white") else None  # type: ignore[return-value]

    @property
    def _stdin(self) -> IO[str]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _listen(self) -> None:
        assert self._process.stderr is not None
        try:
            for line in self._process.stderr:
                self._said.append(line.rstrip())
        except ValueError:
            pass

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError("a command is one line")
        try:
            self._stdin.write(line + "\n")
            self._stdin.flush()
        except (OSError, ValueError) as error:
            raise self._ended() from error

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise self._ended()
        return line.rstrip("\r\n")

    def _first_line(self) -> str:
        while not (line := self._line()).startswith(("=", "?")):
            pass
        return line

    def _answer(self, first: str) -> str:
        lines = [first[1:].strip()]
        while (line := self._line()) != "":
            lines.append(line)
        answer = "\n".join(lines).strip("\n")
        if first.startswith("?"):
            raise EngineError(answer)
        return answer

    def _ended(self) -> EngineError:
        self._listener.join(timeout=1)
        return EngineError("\n".join(self._said) or "mustplay has ended")


def solve(
    moves: Iterable[str] = (),
    *,
    size: int | tuple[int, int] = 11,
    seconds: float | None = None,
    options: Mapping[str, object] | None = None,
    certificate: str | os.PathLike[str] | None = None,
) -> Solution:
    """Solves the position after these moves, Black's first, and writes a certificate if a file is named."""
    width, height = _sides(size)
    nodes = "".join(f";{'BW'[index % 2]}[{cell}]" for index, cell in enumerate(moves))
    words = ["solve", "-", "--json"]
    if seconds is not None:
        words += ["--time", str(seconds)]
    if options:
        words += ["--options", ",".join(f"{name}={value}" for name, value in options.items())]
    if certificate is not None:
        words += ["--certificate", os.fspath(certificate)]
    found = _json(words, f"(;FF[4]GM[11]SZ[{width}:{height}]{nodes})")
    winner = found["winner"]
    return Solution(winner if winner in ("black", "white") else None, found["best"], found["nodes"], found["seconds"])


def verify(certificate: str | os.PathLike[str]) -> Verified:
    """Checks a certificate by the program, which trusts nothing in it, and says what it proves."""
    found = _json(["verify", os.fspath(certificate), "--json"])
    stones = [tuple(found[colour]) for colour in ("black", "white")]
    return Verified(
        found["width"], found["height"], stones[0], stones[1], found["to_move"], found["winner"], found["claims"]
    )


def match(
    *engines: str,
    size: int | tuple[int, int] = 11,
    games: int | None = None,
    arguments: Iterable[str] = (),
) -> dict[str, Any]:
    """Plays engines against each other, named as for `mustplay match`, and returns its JSON."""
    words = ["match", *engines, "--size", _size(size), "--json"]
    if games is not None:
        words += ["--games", str(games)]
    return _json([*words, *arguments])


def _json(words: list[str], text: str = "") -> dict[str, Any]:
    done = subprocess.run([program_path(), *words], capture_output=True, encoding="utf-8", input=text)
    # What is refused prints nothing; a result that was not reached is JSON, whatever the exit code.
    try:
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        raise EngineError(done.stderr.strip() or f"mustplay ended with {done.returncode}") from None
    return found


def _sides(size: int | tuple[int, int]) -> tuple[int, int]:
    return (size, size) if isinstance(size, int) else size


def _size(size: int | tuple[int, int]) -> str:
    return "x".join(map(str, _sides(size)))


def _move(words: list[str]) -> Move:
    at = words.index("pv")
    fields = dict(zip(words[:at:2], words[1:at:2]))
    prior = fields.get("prior")
    return Move(
        fields["move"],
        int(fields["visits"]),
        float(fields["winrate"]),
        None if prior is None else float(prior),
        tuple(words[at + 1 :]),
    )
