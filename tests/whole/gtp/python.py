"""Uses the package of Python as its users do. tests/whole/gtp/python.rs runs it with src/gtp/python, and
.ci/try-wheel with an installed wheel."""
import unittest
from pathlib import Path

from mustplay import Engine, EngineError, match, solve, verify


class Games(unittest.TestCase):
    def test_a_game_is_played_and_analysed(self) -> None:
        with Engine(size=(6, 5), seed=1) as engine:
            engine.play("black", "b4")
            moves = engine.analyze("white", seconds=0.3)
            self.assertGreater(moves[0].visits, 0)
            self.assertEqual(moves[0].cell, moves[0].line[0])
            self.assertTrue(all(0 <= move.win_rate <= 1 for move in moves))
            self.assertEqual(len({move.cell for move in moves}), len(moves))
            engine.set(max_nodes=50)
            cell = engine.genmove("white", seconds=0.2)
            self.assertIn(f"last {cell}", engine.command("showboard"))
            engine.undo()
            engine.undo()
            self.assertNotIn("last", engine.command("showboard"))

    def test_refusals_are_errors_and_the_game_goes_on(self) -> None:
        with Engine(size=5) as engine:
            engine.play("black", "a1")
            with self.assertRaisesRegex(EngineError, "occupied"):
                engine.play("white", "a1")
            with self.assertRaisesRegex(EngineError, "unknown command"):
                engine.command("dance")
            with self.assertRaises(ValueError):
                engine.command("play white b1\nplay black b2")
            engine.clear()
            self.assertEqual(engine.solve("black"), "black")

    def test_a_program_that_ends_says_why(self) -> None:
        with Engine(size=99) as engine:
            with self.assertRaisesRegex(EngineError, "unacceptable size"):
                engine.command("name")
        with Engine(size=5) as engine:
            engine.command("quit")
            with self.assertRaisesRegex(EngineError, "has ended"):
                engine.command("name")
        engine.close()
        with self.assertRaises(FileNotFoundError):
            Engine(program="no/such/program")


class Proofs(unittest.TestCase):
    def test_what_is_solved_can_be_verified(self) -> None:
        solution = solve(["a2", "b3"], size=5, certificate="proof.json")
        self.assertEqual(solution.winner, "black")
        proved = verify("proof.json")
        self.assertEqual((proved.winner, proved.black, proved.white), ("black", ("a2",), ("b3",)))
        text = Path("proof.json").read_text().replace('"winner":"black"', '"winner":"white"')
        Path("false.json").write_text(text)
        with self.assertRaises(EngineError):
            verify("false.json")

    def test_limits_and_refusals(self) -> None:
        self.assertIsNone(solve(size=11, seconds=0.1).winner)
        with self.assertRaisesRegex(EngineError, "occupied"):
            solve(["a2", "a2"], size=5)
        with self.assertRaisesRegex(EngineError, "cannot read"):
            verify("missing.json")

    def test_matches_are_counted(self) -> None:
        found = match("first", "random", size=4, games=4, arguments=["--seed", "1"])
        self.assertEqual(found["games"], 4)
        with self.assertRaisesRegex(EngineError, "unknown name"):
            match("first", "rondam", size=4, games=4)


if __name__ == "__main__":
    unittest.main()
