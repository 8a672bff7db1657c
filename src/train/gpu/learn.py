#!/usr/bin/env python3
"""Self-play and learning of the network of stones on one GPU, in JAX.

    learn.py --from NETWORK.bin --out NEW.bin --seconds 540 --log LOG.jsonl
    learn.py --from NETWORK.bin --judge 11: 11:"a10 f6"     value and likeliest moves of positions

Thousands of games on boards of all sizes run side by side. Most moves are drawn from the bare
policy. Some are searched (Gumbel search of Danihelka et al. 2022, by mctx) and become training
data, with the targets of `mustplay learn rounds`: an improved policy, its fourth root, the reply,
the owners of cells at the end, and a value made of later values and the result.

Networks have the format of the engine. src/train/manual.md describes a run. It needs jax and mctx.
On a CPU it is slow: try --games 64 --visits 8 --sizes 3:1,4:1 --chunk 16 --searched 4 --batch 64."""
import argparse
import json
import time

import jax
import jax.numpy as jnp
import numpy as np

from descent import learn, new_learner
from game import empty_board, free_cells, judge, play
from measure import calibrate, duel
from network import Shape, random_weights, read, split, write
from self_play import drawn, label, openings, quick_step, searched_step

SECONDS_BETWEEN_DUELS = 60


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(name, kind, default, text, **more):
        parser.add_argument(name, type=kind, default=default, help=f"{text} ({default})", **more)

    parser.add_argument("--from", dest="start", required=True, metavar="NETWORK",
                        help="a network, or random:CHANNELSxBLOCKS")
    parser.add_argument("--judge", nargs="*", metavar="SIZE:MOVES",
                        help="print value and likeliest moves after these moves, and stop")
    parser.add_argument("--out", metavar="NETWORK", help="where to write the new network")
    add("--log", str, "learn.jsonl", "log, a line per round")
    add("--seconds", float, 540.0, "time for all, compiling included")
    add("--rounds", int, 10**9, "most rounds")
    add("--sizes", str, "6:1,7:1,8:1,9:2,10:1,11:7,12:1,13:4,14:2", "board sizes and their weights")
    add("--games", int, 4096, "games side by side")
    add("--chunk", int, 64, "moves of each game in a round")
    add("--searched", int, 16, "how many of them are searched")
    add("--visits", int, 32, "visits of a search")
    add("--considered", int, 16, "moves that a search begins with")
    add("--window", int, 8, "rounds whose positions are learned")
    add("--passes", float, 3.0, "how often a position is learned, on average")
    add("--batch", int, 1024, "positions per step")
    add("--rate", float, 0.0006, "highest learning rate")
    add("--last-rate", float, 0.05, "the last one, as a share of the highest")
    add("--decay", float, 0.01, "weight decay per step at learning rate 1")
    add("--sparsity", float, 0.0, "weight in the loss of activations that are not zero")
    add("--later", float, 0.75, "share of later values and results in the value target")
    add("--flatten", float, 1.0, "factor for the logits of the first policy")
    add("--duels", int, 1024, "openings of the games against the first network")
    add("--seed", int, 0, "random seed")
    return parser.parse_args()


class Run:
    """Self-play and learning in turns."""

    def __init__(self, options, shape, free):
        self.options, self.shape, self.begin = options, shape, time.time()
        pairs = (one.split(":") for one in options.sizes.split(","))
        self.sizes = tuple((int(size), float(weight)) for size, weight in pairs)
        self.side = max(size for size, _ in self.sizes) + 2
        self.first = jnp.asarray(free)
        free = np.array(free)
        split(shape, free)[0]["heads"][0] *= options.flatten
        self.learner = new_learner(jnp.asarray(free))
        self.key = jax.random.key(options.seed)
        self.random = np.random.default_rng(options.seed)
        self.before, self.window = None, []
        self.draw_openings()
        self.game = drawn(jax.random.split(self.next_key()), self.pool, options.games)
        self.ranges = self.calibrated()

    def next_key(self):
        self.key, key = jax.random.split(self.key)
        return key

    def spent(self):
        return time.time() - self.begin

    def draw_openings(self):
        self.pool = openings(self.shape, self.learner.mean, self.next_key(), self.side,
                             4 * self.options.games, self.sizes)

    def play(self):
        """Plays a chunk of moves, some of them by a search; returns the number of games that end."""
        options = self.options
        searched = np.sort(self.random.permutation(options.chunk)[:options.searched])
        steps, policies = [], []
        for move in range(options.chunk):
            now = self.shape, self.learner.mean, self.next_key(), self.game, self.pool, self.side
            if move in searched:
                self.game, step, policy = searched_step(*now, options.visits, options.considered)
                policies.append(policy)
            else:
                self.game, step = quick_step(*now)
            steps.append(step)
        steps = jax.tree.map(lambda *x: jnp.stack(x), *steps)
        before, self.before = self.before, (steps, searched, jnp.stack(policies))
        if before is not None:
            # What follows after the chunk before is known by now.
            both = jax.tree.map(lambda a, b: jnp.concatenate([a, b]), before[0], steps)
            self.window.append(label(both, *before[1:], options.later, self.side))
            self.window = self.window[-options.window:]
        return int(jnp.sum(steps.ends))

    def learn(self):
        """Learns from the window; returns the losses."""
        options, window = self.options, self.window
        if not window:
            return {}
        # At first the window holds the same chunks several times.
        samples = [window[index % len(window)] for index in range(options.window)]
        samples = jax.tree.map(lambda *x: jnp.concatenate(x), *samples)
        updates = max(1, int(options.passes * options.searched * options.games / options.batch))
        fall = 0.5 * (1 + np.cos(np.pi * min(1.0, self.spent() / options.seconds)))
        rate = options.rate * (options.last_rate + (1 - options.last_rate) * fall)
        self.learner, losses = learn(self.shape, self.learner, samples, self.next_key(), rate,
                                     self.side, options.batch, updates, options.decay,
                                     self.ranges, options.sparsity)
        return {name: float(loss) for name, loss in losses.items()}

    def duel(self):
        """The share of games that the new network wins against the first one, on one board."""
        board = 11 if self.side >= 13 else self.side - 2
        return float(duel(self.shape, self.learner.mean, self.first, self.next_key(), self.side,
                          ((board, 1.0),), self.options.duels))

    def calibrated(self):
        boards = jax.tree.map(lambda x: x[:256], self.game.board)
        return calibrate(self.shape, self.learner.mean, boards, self.side)

    def save(self):
        if self.options.out:
            free = np.asarray(self.learner.mean)
            write(self.options.out, self.shape, self.calibrated(), free)


def run(options, shape, free, log):
    def say(**what):
        rounded = {key: round(x, 5) if isinstance(x, float) else x for key, x in what.items()}
        for file in (log, None):
            print(json.dumps(rounded), file=file, flush=True)

    one = Run(options, shape, free)
    say(device=str(jax.devices()[0]), shape=f"{shape.channels}x{shape.blocks}", options=vars(options))
    games, rounds, last_duel = 0, 0, 0.0
    while one.spent() < options.seconds and rounds < options.rounds:
        rounds += 1
        start = one.spent()
        games += one.play()
        played = one.spent() - start
        losses = one.learn()
        learned = one.spent() - start - played
        one.draw_openings()
        if one.spent() - last_duel > SECONDS_BETWEEN_DUELS:
            last_duel = one.spent()
            losses["duel"] = one.duel()
            one.save()
        positions = rounds * options.searched * options.games
        say(round=rounds, seconds=one.spent(), positions=positions, games=games, play=played,
            learn=learned, **losses)
    one.save()
    say(end=one.spent(), duel=one.duel(), steps=int(one.learner.steps))


def judge_games(shape, free, games):
    """Prints value and likeliest moves after the moves of each game, `SIZE:MOVES`."""
    for text in games:
        size, moves = text.split(":")
        size, side = int(size), int(size) + 2
        board, white = empty_board(size, side), False
        for move in moves.split():
            column, row = ord(move[0]) - ord("a") + 1, int(move[1:])
            if not (1 <= column <= size and 1 <= row <= size):
                raise ValueError(f"{move} is not a cell of {size}x{size}")
            if white:
                column, row = row, column
            if not free_cells(board, side)[row * side + column]:
                raise ValueError(f"{move} is taken")
            board, _, _ = play(board, row * side + column, side)
            white = not white
        boards = jax.tree.map(lambda x: x[None], board)
        logits, value, _ = judge(shape, jnp.asarray(free), boards, side)
        shares = np.asarray(jax.nn.softmax(logits[0]))
        names = []
        for index in np.argsort(-shares)[:5]:
            row, column = divmod(int(index), side)
            if white:
                column, row = row, column
            names.append(f"{chr(ord('a') + column - 1)}{row} {shares[index]:.3f}")
        print(f"{text} win {(float(value[0]) + 1) / 2:.4f}; {', '.join(names)}")


def first_network(chosen):
    if not chosen.start.startswith("random:"):
        shape, _, free = read(chosen.start)
        return shape, free
    shape = Shape(*map(int, chosen.start.removeprefix("random:").split("x")))
    if shape.channels % 32 or shape.channels < 32 or shape.blocks < 1:
        raise ValueError(f"{chosen.start}: channels are a multiple of 32, blocks at least 1")
    return shape, random_weights(shape, chosen.seed)


def main():
    chosen = options()
    try:
        shape, free = first_network(chosen)
        if chosen.judge is not None:
            judge_games(shape, free, chosen.judge)
    except (OSError, TypeError, ValueError) as error:
        raise SystemExit(f"learn.py: {error}") from error
    if chosen.judge is None:
        with open(chosen.log, "a") as log:
            run(chosen, shape, free, log)


if __name__ == "__main__":
    main()
