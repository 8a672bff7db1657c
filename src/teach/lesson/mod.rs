//! A first lesson: the rules, the bridge, the edge template, the ladder and the swap, in six steps
//! ([`LESSON`]).
//!
//! A step is a small position with a task, which is always to make a move that wins. The solver
//! judges every move ([`Attempt::judge`]): a winning one is right, and a losing one is answered by
//! its refutation. The answers, replies and claims of the table are proved by a test.
//!
//! ```
//! use mustplay::teach::lesson::{Attempt, LESSON};
//! use mustplay::think::NoObserver;
//!
//! let step = &LESSON[1];
//! let mut attempt = Attempt::new(step);
//! for (name, right) in [("e5", false), ("b3", true)] {
//!     let verdict = attempt.judge(step.read(name).unwrap(), &NoObserver)?;
//!     assert_eq!(verdict.right, right);
//! }
//! # Ok::<(), mustplay::teach::lesson::NotJudged>(())
//! ```

mod steps;

pub use steps::{LESSON, LessonStep, LessonTurn};

use crate::hex::{AnyCells, Board, Cell, Colour, Game, IllegalPlay, Move, SwapStyle};
use crate::player::{KnownOpening, known_openings};
use crate::solver::{ProveOptions, solver};
use crate::think::{Limits, Observer};

/// The memory of the solver.
const MEMORY: usize = 4 << 20;

/// A step and the moves made in it.
#[derive(Clone)]
pub struct Attempt {
    step: &'static LessonStep,
    game: Game,
    /// The turns that are left.
    turns: &'static [LessonTurn],
}

/// The judgement of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether it wins.
    pub right: bool,
    /// What there is to say.
    pub words: String,
    /// The answer of the other side: to a wrong move its refutation, to a right one what it tries
    /// next, if the step goes on.
    pub reply: Option<Cell>,
    /// The cells to mark: those that the winner still needs, where a move is wrong or a step ends;
    /// after the swap the first stones to take over.
    pub cells: AnyCells,
}

/// Why a move is not judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotJudged {
    /// It is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalPlay),
    /// It is a pass or a resignation.
    #[error("only a stone or a swap is a move of the lesson")]
    NoAnswer,
    /// The step is done.
    #[error("the step is done")]
    Done,
    /// The observer stopped the solver.
    #[error("stopped")]
    Stopped,
}

/// The winner of a position, with what shows it.
struct Proved {
    winner: Colour,
    /// A winning move of the side to move, if it wins.
    best: Option<Cell>,
    /// Cells that the winner needs, after that move.
    cells: AnyCells,
}

/// The options of the solver.
fn options() -> ProveOptions {
    ProveOptions {
        table_bytes: MEMORY,
        ..ProveOptions::default()
    }
}

/// Proves who wins. `None` if the observer stops it.
fn prove(board: &Board, observer: &dyn Observer) -> Option<Proved> {
    if let Some(winner) = board.winner() {
        return Some(Proved {
            winner,
            best: None,
            cells: AnyCells::EMPTY,
        });
    }
    let mut solver = solver(board.size(), options());
    let proof = solver.solve(board, Limits::default(), observer);
    let winner = proof.winner?;
    let best = proof.best.filter(|_| winner == board.to_move());
    let mut after = *board;
    if let Some(best) = best {
        after.play(best);
    }
    // The solver may name more cells than the win needs.
    let mut cells = best.into_iter().fold(proof.carrier, AnyCells::without);
    for cell in cells {
        let fewer = only(&after, winner, cells.without(cell));
        let still = match fewer.winner() {
            Some(winner) => winner,
            None => solver.solve(&fewer, Limits::default(), observer).winner?,
        };
        if still == winner {
            cells = cells.without(cell);
        }
    }
    Some(Proved {
        winner,
        best,
        cells,
    })
}

/// The position if a side's opponent has all empty cells but these.
fn only(board: &Board, side: Colour, cells: AnyCells) -> Board {
    let mut alone = *board;
    for cell in board.empty() - cells {
        alone.place(!side, cell);
    }
    alone
}

impl Attempt {
    /// The start of a step.
    pub fn new(step: &'static LessonStep) -> Self {
        Self {
            step,
            game: step.game(),
            turns: step.turns,
        }
    }

    /// A step after these moves of both sides, which were judged before.
    pub fn after(step: &'static LessonStep, moves: &[Move]) -> Result<Self, IllegalPlay> {
        let mut attempt = Self::new(step);
        for pair in moves.chunks(2) {
            for &mv in pair {
                attempt.play(mv)?;
            }
            attempt.next_turn(pair[0]);
        }
        Ok(attempt)
    }

    /// The step.
    pub fn step(&self) -> &'static LessonStep {
        self.step
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The stone to show as the last one.
    pub fn last(&self) -> Option<Cell> {
        self.game.last_stone().or_else(|| self.step.last())
    }

    /// Whether the task is done.
    pub fn is_done(&self) -> bool {
        self.turns.is_empty()
    }

    /// The expected move.
    pub fn answer(&self) -> Option<Move> {
        self.step.read(self.turns.first()?.answer)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalPlay> {
        self.game.play(self.game.to_move(), mv, SwapStyle::Pieces)
    }

    /// Goes on to the next turn after a right move; another one than the expected ends the step.
    fn next_turn(&mut self, mv: Move) -> Option<&'static LessonTurn> {
        let expected = self.answer() == Some(mv);
        let (turn, rest) = self.turns.split_first()?;
        self.turns = if expected { rest } else { &[] };
        // What is said about the only answer holds for all that win.
        (expected || self.step.turns.len() == 1).then_some(turn)
    }

    /// Judges a move. A right one is made, with the reply of the other side; a wrong one is not.
    pub fn judge(&mut self, mv: Move, observer: &dyn Observer) -> Result<Verdict, NotJudged> {
        if self.is_done() {
            return Err(NotJudged::Done);
        }
        if matches!(mv, Move::Pass | Move::Resign) {
            return Err(NotJudged::NoAnswer);
        }
        let mover = self.game.to_move();
        let mut tried = self.clone();
        tried.play(mv)?;
        let proved = prove(tried.board(), observer).ok_or(NotJudged::Stopped)?;
        if proved.winner != mover {
            return Ok(self.refuted(mv, &proved));
        }
        let turn = tried.next_turn(mv);
        let reply = turn.and_then(|turn| self.step.read(turn.reply?)?.cell());
        let reply = reply.filter(|&reply| tried.play(Move::Place(reply)).is_ok());
        let words = turn.map_or_else(
            || format!("{} wins too.", mv.name(self.game.size())),
            |turn| turn.words.to_owned(),
        );
        let cells = match mv {
            Move::Swap => strong_stones(self.board()),
            _ if tried.is_done() => proved.cells,
            _ => AnyCells::EMPTY,
        };
        *self = tried;
        Ok(Verdict {
            right: true,
            words,
            reply,
            cells,
        })
    }

    /// The answer to a wrong move.
    fn refuted(&self, mv: Move, proved: &Proved) -> Verdict {
        let size = self.game.size();
        let name = mv.name(size);
        let answer = proved.best.map_or(String::new(), |best| {
            let winner = proved.winner.title();
            format!(": {winner} answers {} and wins", size.name(best))
        });
        Verdict {
            right: false,
            words: format!("{name} loses{answer}. {}", self.step.advice),
            reply: proved.best,
            cells: proved.best.into_iter().fold(proved.cells, AnyCells::with),
        }
    }
}

/// The first stones that win on the board of this position.
fn strong_stones(board: &Board) -> AnyCells {
    let size = board.size();
    let known = known_openings(size).unwrap_or_default();
    let strong = size
        .all()
        .zip(known)
        .filter(|(_, known)| *known == KnownOpening::Winner(Colour::Black));
    strong.map(|(cell, _)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate;
    use crate::player::FAIR;
    use crate::think::NoObserver;

    fn cells(step: &LessonStep, names: &str) -> AnyCells {
        let names = names.split_whitespace();
        let cells = names.map(|name| step.read(name).and_then(Move::cell).expect("a cell"));
        cells.collect()
    }

    /// The winner, by a certificate that is checked without the solver.
    fn certified(board: &Board) -> Colour {
        if let Some(winner) = board.winner() {
            return winner;
        }
        let mut solver = solver(board.size(), options());
        let certificate = solver.certify(board, Limits::default(), &NoObserver);
        let certificate = certificate.expect("solved");
        certificate::check(&certificate).expect("a proof").winner
    }

    /// The moves that win, each of them and each other one certified.
    fn winning(board: &Board) -> AnyCells {
        let wins = |&cell: &Cell| {
            let mut after = *board;
            after.play(cell);
            certified(&after) == board.to_move()
        };
        board.empty().iter().filter(wins).collect()
    }

    /// Whether a side wins although all other empty cells are the opponent's and that one moves.
    fn suffices(board: &Board, winner: Colour, cells: AnyCells) -> bool {
        let mut alone = only(board, winner, cells);
        alone.set_to_move(!winner);
        certified(&alone) == winner
    }

    /// In every position of the lesson exactly the expected move wins; in the template another one
    /// does too. Every other move is refuted by the reply that is shown, and the cells that are
    /// shown suffice.
    #[test]
    fn every_answer_is_proved() {
        for step in &LESSON {
            let mut attempt = Attempt::new(step);
            let mover = attempt.board().to_move();
            for turn in step.turns {
                let board = *attempt.board();
                let expected = step.read(turn.answer).expect("a move");
                assert_eq!(board.to_move(), mover);
                let right = match (step.title, expected) {
                    ("The edge template", _) => cells(step, "c4 d4"),
                    (_, Move::Place(cell)) => AnyCells::EMPTY.with(cell),
                    _ => AnyCells::EMPTY,
                };
                assert_eq!(winning(&board), right, "{}\n{board:?}", step.title);
                for cell in board.empty() {
                    let mut tried = attempt.clone();
                    let verdict = tried.judge(Move::Place(cell), &NoObserver);
                    let verdict = verdict.expect("legal");
                    assert_eq!(verdict.right, right.contains(cell), "{}", verdict.words);
                    let mut after = board;
                    after.play(cell);
                    if !verdict.right {
                        let reply = verdict.reply.expect("a refutation");
                        after.play(reply);
                        assert_eq!(certified(&after), !mover, "{}", verdict.words);
                        let left = verdict.cells.without(reply);
                        assert!(suffices(&after, !mover, left), "{}", verdict.words);
                        assert!(verdict.words.contains(&step.game().size().name(reply)));
                        assert_eq!(tried.board(), &board);
                    } else if tried.is_done() {
                        assert!(suffices(&after, mover, verdict.cells), "{board:?}");
                    }
                }
                assert_eq!(attempt.answer(), Some(expected));
                let verdict = attempt.judge(expected, &NoObserver).expect("legal");
                assert!(verdict.right && verdict.words == turn.words);
                let reply = turn.reply.map(|name| step.read(name).and_then(Move::cell));
                assert_eq!(verdict.reply, reply.flatten());
            }
            assert!(attempt.is_done());
            assert_eq!(certified(attempt.board()), mover);
            let again = attempt.judge(Move::Pass, &NoObserver);
            assert_eq!(again, Err(NotJudged::Done));
        }
    }

    /// The steps as they are at their start, and the cells that are marked at their end.
    fn ends() -> Vec<(Board, Board, AnyCells)> {
        let steps = LESSON.iter().map(|step| {
            let mut attempt = Attempt::new(step);
            let mut last = AnyCells::EMPTY;
            while let Some(answer) = attempt.answer() {
                last = attempt.judge(answer, &NoObserver).expect("legal").cells;
            }
            (*step.game().board(), *attempt.board(), last)
        });
        steps.collect()
    }

    /// What else the texts say.
    #[test]
    fn every_claim_is_proved() {
        use Colour::{Black, White};
        let ends = ends();
        let [goal, bridge, building, template, ladder, swap] = &LESSON;
        let list = |step: &LessonStep, names: &str| cells(step, names);

        // Who plays the one cell that is left connects the edges.
        let mut other = ends[0].0;
        assert_eq!(ends[0].1.winner(), Some(Black));
        other.place(White, list(goal, "c3").first().expect("a cell"));
        assert_eq!(other.winner(), Some(White));

        // The two stones have no other common neighbours.
        let around = |name: &str| {
            let cell = list(bridge, name).first().expect("a cell");
            ends[1].0.geometry().neighbours(cell)
        };
        let common = around("c2") & around("b4");
        assert_eq!(common, list(bridge, "b3 c3"));
        assert_eq!(ends[1].1.winner(), Some(Black));

        // Six cells, which are three bridges.
        assert_eq!(ends[2].2, list(building, "c1 d1 b3 c3 a5 b5"));

        // White moved first in the template, and it was enough.
        let mut before = ends[3].0;
        let marked: AnyCells = template.marked().collect();
        assert_eq!(template.last(), list(template, "b4").first());
        before.clear(list(template, "b4").first().expect("a cell"));
        assert!(suffices(&before, Black, marked));

        // The ladder: c6 and d6 are threats, both ways lead down, and f5 is needed.
        let mut alone = ends[4].0;
        alone.clear(list(ladder, "f5").first().expect("a cell"));
        assert!(winning(&alone).is_empty());
        assert_eq!(ends[4].2, list(ladder, "c1 d1 b3 c3"));
        let played = |names: &str| {
            let moves = names.split_whitespace().map(|name| ladder.read(name));
            let moves: Vec<Move> = moves.collect::<Option<_>>().expect("moves");
            *Attempt::after(ladder, &moves).expect("legal").board()
        };
        assert!(winning(&played("c5 b1")).contains(list(ladder, "c6").first().expect("a cell")));
        assert!(certified(&played("c5 c6 d5 d6 e5 f6 e6")) == Black);

        // The swap: the map is proved, and a3 is nearly even.
        for cell in swap.game().size().all() {
            let mut board = Board::new(swap.game().size());
            board.play(cell);
            assert_eq!(ends[5].2.contains(cell), certified(&board) == Black);
        }
        assert_eq!(ends[5].1.stones(White), list(swap, "b4"));
        let large = crate::hex::BoardSize::USUAL;
        let a3 = large.read("a3").expect("a cell");
        let known = known_openings(large).expect("an estimate");
        let KnownOpening::Estimate(value) = known[a3.index()] else {
            panic!("not proved");
        };
        assert!(value.abs() <= f64::from(FAIR) / 1000.0, "{value}");
    }

    /// An attempt is taken up again by its moves.
    #[test]
    fn an_attempt_goes_on_after_its_moves() {
        let step = &LESSON[4];
        let moves = ["c5", "c6", "d5", "d6"].map(|name| step.read(name).expect("a move"));
        let attempt = Attempt::after(step, &moves).expect("legal");
        assert_eq!(attempt.answer(), step.read("e5"));
        assert_eq!(attempt.last(), step.read("d6").and_then(Move::cell));
        let twice = [moves[0], moves[0]];
        assert!(Attempt::after(step, &twice).is_err());
        let mut first = Attempt::new(step);
        let swap = first.judge(Move::Swap, &NoObserver);
        assert_eq!(swap, Err(NotJudged::Illegal(IllegalPlay::NoSwapNow)));
        let resigned = first.judge(Move::Resign, &NoObserver);
        assert_eq!(resigned, Err(NotJudged::NoAnswer));
    }

    /// A step fits a phone and a terminal, and its texts are short.
    #[test]
    fn steps_are_short() {
        for step in &LESSON {
            assert!((5..=7).contains(&step.game().size().width()));
            assert!(step.text.len() < 300, "{}", step.text);
            for words in step.turns.iter().map(|turn| turn.words) {
                assert!(words.len() < 300 && words.ends_with('.'), "{words}");
            }
            // The page writes the names of its edges in place of "the top" alone.
            let all = [step.text, step.task, step.advice].join(" ");
            assert!(!all.contains("the top and") && !all.contains(" edge edge"));
        }
    }
}
