//! The reviewer: proves or estimates each position of a game.

use super::position::{Ply, ReviewedPosition, positions_of};
use super::verdict::{Review, ReviewedMove, SwapVerdict};
use crate::base::instant::Instant;
use crate::hex::Game;
use crate::hex::format::link_at;
use crate::hex::{Board, BoardSize, Colour, Move};
use crate::solver::Fact;
use crate::teach::explain::{AnyExplainer, Estimate, Win, explainer};
use crate::think::{Budget, Observer, Until, WorkKind};
use std::time::Duration;

/// A position may take one part in so many of the time left for proofs: those where proofs begin to
/// fail get most.
const SHARES: u32 = 8;

/// Kinds of work, each with its own time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Proof,
    SecondTry,
    Estimate,
}

/// The next step of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReviewStep {
    /// Prove the positions below this one, the last first.
    Prove(usize),
    /// Prove the positions after the moves from this one on again, where they are open although
    /// the position before is proved: later proofs may settle them.
    Again(usize),
    /// Evaluate the positions from this one on.
    Evaluate(usize),
    Done,
}

/// Reviews a game, step by step.
pub struct Reviewer {
    size: BoardSize,
    positions: Vec<ReviewedPosition>,
    plies: Vec<Ply>,
    /// A link to the position after each.
    links: Vec<String>,
    resigned: Option<Colour>,
    winner: Option<Colour>,
    recorded: Option<(Colour, String)>,
    budget: Budget,
    /// Time left for each kind of work; unused time goes to the next kind.
    left: [Duration; 3],
    next: ReviewStep,
    done: usize,
    started: Instant,
    explainer: Box<dyn AnyExplainer>,
}

impl Reviewer {
    /// A review of a game's main line that has not begun. The time of its budget is for the whole
    /// game, half for proofs, half for estimates; what there is no time for stays open. Nodes count
    /// for each position of the game, and for its proof and its estimate: then the review is
    /// reproducible.
    pub fn new(game: &Game, budget: Budget) -> Self {
        let (positions, plies) = positions_of(game);
        let links = plies.iter().map(|ply| link_at(game, Some(ply.event + 1)));
        let links = links.collect();
        let outcome = game.outcome();
        let resigned = outcome.filter(|outcome| outcome.by_resignation);
        let time = budget.time.unwrap_or_default();
        Self {
            size: game.size(),
            next: ReviewStep::Prove(positions.len()),
            positions,
            plies,
            links,
            resigned: resigned.map(|outcome| !outcome.winner),
            winner: outcome.map(|outcome| outcome.winner),
            recorded: game.recorded_result().filter(|_| outcome.is_none()),
            budget,
            left: [time * 2 / 5, time / 10, time / 2],
            done: 0,
            started: Instant::now(),
            explainer: explainer(game.size()),
        }
    }

    /// Takes estimates from elsewhere for the positions of the game; those take no time then.
    pub fn know(&mut self, mut known: impl FnMut(&Board) -> Option<Estimate>) {
        for position in &mut self.positions {
            position.known = known(&position.board);
        }
    }

    /// What the review itself found so far about the positions of the game: what the solver proved,
    /// and estimates.
    pub fn found(
        &self,
    ) -> (
        impl Iterator<Item = &Fact>,
        impl Iterator<Item = (&Board, &Estimate)>,
    ) {
        let wins = self.positions.iter().filter_map(|one| one.win.as_ref());
        let facts = wins.filter_map(|win| win.fact.as_deref());
        let own = self.positions.iter().filter(|one| one.known.is_none());
        let estimates = own.filter_map(|one| Some((&one.board, one.estimate.as_ref()?)));
        (facts, estimates)
    }

    /// How many steps there are; one ends each kind of work.
    pub fn steps(&self) -> usize {
        2 * self.positions.len() + self.plies.len() + 3
    }

    /// How many of them are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Does a step; false if there was none left. After the observer stops the review no step is
    /// left.
    pub fn step(&mut self, observer: &dyn Observer) -> bool {
        if observer.should_stop(WorkKind::Limited) {
            self.next = ReviewStep::Done;
        }
        self.next = match self.next {
            ReviewStep::Prove(0) => {
                self.pass_on(Stage::Proof, Stage::SecondTry);
                ReviewStep::Again(0)
            }
            ReviewStep::Prove(state) => {
                self.prove(state - 1, Stage::Proof, observer);
                ReviewStep::Prove(state - 1)
            }
            ReviewStep::Again(ply) if ply == self.plies.len() => {
                self.pass_on(Stage::SecondTry, Stage::Estimate);
                ReviewStep::Evaluate(0)
            }
            ReviewStep::Again(ply) => {
                self.prove_again(ply, observer);
                ReviewStep::Again(ply + 1)
            }
            ReviewStep::Evaluate(state) if state == self.positions.len() => ReviewStep::Done,
            ReviewStep::Evaluate(state) => {
                self.evaluate(state, observer);
                ReviewStep::Evaluate(state + 1)
            }
            ReviewStep::Done => return false,
        };
        self.done += 1;
        true
    }

    /// Does all remaining steps.
    pub fn finish(mut self, observer: &dyn Observer) -> Review {
        while self.step(observer) {}
        self.review()
    }

    /// The review so far.
    pub fn review(&self) -> Review {
        let plies = self.plies.iter().enumerate();
        let moves: Vec<ReviewedMove> = plies
            .map(|(place, ply)| {
                let [before, after] = [ply.before, ply.after].map(|state| &self.positions[state]);
                let link = self.links[place].clone();
                ReviewedMove::new(place + 1, *ply, before, after, link)
            })
            .collect();
        Review {
            size: self.size,
            start: self.positions[0].board,
            swap: self.swap(),
            decided: self.decided(),
            moves,
            resigned: self.resigned,
            winner: self.winner,
            recorded: self.recorded.clone(),
            time: self.started.elapsed(),
        }
    }

    /// The budget of one position: one of so many parts of the time left.
    fn budget(&self, kind: Stage, shares: u32) -> Budget {
        let left = self.left[kind as usize];
        Budget {
            time: self.budget.time.map(|_| left / shares.max(1)),
            ..self.budget
        }
    }

    fn spend(&mut self, kind: Stage, start: Instant) {
        let left = &mut self.left[kind as usize];
        *left = left.saturating_sub(start.elapsed());
    }

    /// Gives the unused time to the next kind of work.
    fn pass_on(&mut self, from: Stage, to: Stage) {
        let left = std::mem::take(&mut self.left[from as usize]);
        self.left[to as usize] += left;
    }

    fn prove(&mut self, state: usize, kind: Stage, observer: &dyn Observer) {
        if self.positions[state].win.is_some() {
            return;
        }
        if let Some(win) = self.inherited(state) {
            self.positions[state].win = Some(win);
            return;
        }
        let (start, budget) = (Instant::now(), self.budget(kind, SHARES));
        if budget.time.is_some_and(|time| time.is_zero()) {
            return;
        }
        // Not even the connections of a position take longer than there is time for all proofs.
        let until = budget.time.and(start.checked_add(self.left[kind as usize]));
        let observer = &Until { observer, until };
        let ply = self.plies.iter().find(|ply| ply.after == state);
        let came = ply.and_then(|ply| Some((&self.positions[ply.before], ply.mv.cell()?)));
        let came = came.filter(|(before, _)| before.board.winner().is_none());
        let explainer = &mut self.explainer;
        let win = match came {
            Some((before, cell)) => {
                explainer.prove_after(&before.board, cell, before.win.as_ref(), budget, observer)
            }
            None => explainer.prove(&self.positions[state].board, budget, observer),
        };
        self.positions[state].win = win;
        self.spend(kind, start);
    }

    /// A win by the move of the game, if the position after it is won.
    fn inherited(&self, state: usize) -> Option<Win> {
        let ply = self.plies.iter().find(|ply| ply.before == state)?;
        let win = self.positions[ply.after].win.as_ref()?;
        let cell = ply.mv.cell().filter(|_| win.winner == ply.colour)?;
        let mut line = vec![cell];
        line.extend(&win.line);
        Some(Win {
            best: Some(cell),
            carrier: win.carrier.with(cell),
            line,
            fact: None,
            ..win.clone()
        })
    }

    /// Tries again to prove an open position that follows a proved one. The solver's results for
    /// the one before help: if the mover was lost there, the position is won already.
    fn prove_again(&mut self, ply: usize, observer: &dyn Observer) {
        let Ply { before, after, .. } = self.plies[ply];
        if self.positions[before].win.is_some() {
            self.prove(after, Stage::SecondTry, observer);
        }
    }

    fn evaluate(&mut self, state: usize, observer: &dyn Observer) {
        let open = |state: &&ReviewedPosition| state.win.is_none() && state.known.is_none();
        if !open(&&self.positions[state]) {
            let position = &mut self.positions[state];
            position.estimate = position.known.clone().filter(|_| position.win.is_none());
            return;
        }
        let shares = self.positions[state..].iter().filter(open).count() as u32;
        let start = Instant::now();
        let budget = self.budget(Stage::Estimate, shares);
        if budget.time.is_some_and(|time| time.is_zero()) {
            return;
        }
        let left = self.left[Stage::Estimate as usize];
        let until = budget.time.and(start.checked_add(left));
        let observer = &Until { observer, until };
        let board = self.positions[state].board;
        let thought = self.explainer.estimate(&board, budget, observer);
        self.positions[state].win = thought.win;
        self.positions[state].estimate = thought.estimate;
        self.spend(Stage::Estimate, start);
    }

    /// The number of the first move from which on the winner of the last position is proved to win
    /// each.
    fn decided(&self) -> Option<(usize, Colour)> {
        let winner = self.positions.last()?.win.as_ref()?.winner;
        let wins = |state: usize| {
            let win = self.positions[state].win.as_ref();
            win.is_some_and(|win| win.winner == winner)
        };
        let plies = self.plies.iter().enumerate().rev();
        let mut run = plies.take_while(|(_, ply)| wins(ply.after));
        let (mut first, ply) = run.by_ref().last()?;
        // The position before the first move may be won already.
        first += usize::from(!(first == 0 && wins(ply.before)));
        Some((first, winner))
    }

    /// Whether it was, or would have been, right to swap.
    fn swap(&self) -> Option<SwapVerdict> {
        let ply = self.plies.get(1)?;
        let first = self.plies[0].mv.cell()?;
        let state = &self.positions[ply.before];
        let alone = state.board.empty().len() + 1 == self.size.cells();
        let fits = alone && self.plies[0].colour == Colour::Black && ply.colour == Colour::White;
        fits.then(|| SwapVerdict::new(first, ply.mv == Move::Swap, state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Cell, Position, SwapStyle};
    use crate::teach::review::MoveVerdict;
    use crate::teach::truth::{Truth, open_positions};
    use crate::think::NoObserver;

    const BUDGET: Budget = Budget::nodes(400);

    struct Stop;

    impl Observer for Stop {
        fn should_stop(&self, _work: WorkKind) -> bool {
            true
        }
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::new(BoardSize::new(3, 3).expect("in range"));
        for name in moves.split(' ') {
            let mv = match name {
                "swap" => Move::Swap,
                "pass" => Move::Pass,
                name => Move::Place(game.size().read(name).expect("a cell")),
            };
            let colour = game.to_move();
            game.play(colour, mv, SwapStyle::Pieces).expect("legal");
        }
        game
    }

    /// On a small board everything is proved: the verdicts are those of exhaustive play.
    #[test]
    fn verdicts_are_true() {
        let mut truth = Truth::default();
        let mut seen = [0; 3];
        for start in open_positions(3, 3, 12) {
            let mut game = Game::from_board(start.resize());
            // The first cell, or the last, in turn.
            while game.outcome().is_none() {
                let mut cells = game.board().empty().iter();
                let cell: Option<Cell> = match game.events().count() % 2 {
                    0 => cells.next(),
                    _ => cells.last(),
                };
                game.place(game.to_move(), cell.expect("a cell"))
                    .expect("legal");
            }
            let review = Reviewer::new(&game, BUDGET).finish(&NoObserver);
            for (one, [before, after]) in review.moves.iter().zip(game.boards()) {
                let winners = [before, after].map(|board| {
                    let position: Position<1> = board.resize();
                    truth.winner(&position) == one.colour
                });
                let (verdict, kind) = match winners {
                    [true, true] => (MoveVerdict::Wins, 0),
                    [true, false] => (MoveVerdict::Throws, 1),
                    _ => (MoveVerdict::Lost, 2),
                };
                if one.verdict != MoveVerdict::Opening {
                    seen[kind] += 1;
                    assert_eq!(one.verdict, verdict, "{before:?} {one:?}");
                }
            }
            let last = review.winner.expect("it is over");
            let decided = review.decided.expect("the end is");
            assert_eq!(decided.1, last);
            let after = game.boards().skip(decided.0.saturating_sub(1));
            for [_, after] in after {
                assert_eq!(truth.winner(&after.resize()), last);
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    #[test]
    fn a_review_that_is_stopped_proves_nothing() {
        let mut reviewer = Reviewer::new(&game("b2 a1"), BUDGET);
        assert!(!reviewer.step(&Stop) && reviewer.done() == 0);
        let review = reviewer.review();
        assert!(review.moves.iter().all(|one| one.after.share.is_none()));
        assert_eq!((review.moves.len(), review.decided), (2, None));
    }

    #[test]
    fn a_review_without_time_leaves_everything_open() {
        let reviewer = Reviewer::new(&game("b2 a1 c1"), Budget::time(Duration::ZERO));
        let review = reviewer.finish(&NoObserver);
        assert_eq!(review.moves.len(), 3);
        assert!(review.moves.iter().all(|one| one.after.share.is_none()));
    }

    #[test]
    fn all_steps_are_announced() {
        let mut reviewer = Reviewer::new(&game("b2 a1 c1"), BUDGET);
        let steps = reviewer.steps();
        while reviewer.step(&NoObserver) {}
        assert_eq!(reviewer.done(), steps);
    }

    #[test]
    fn unused_time_goes_to_the_next_kind_of_work() {
        let ten_seconds = Budget::time(Duration::from_secs(10));
        let mut reviewer = Reviewer::new(&game("b2 a1"), ten_seconds);
        assert_eq!(reviewer.left, [4, 1, 5].map(Duration::from_secs));
        let part = reviewer.budget(Stage::Proof, SHARES).time;
        assert_eq!(part, Some(Duration::from_millis(500)));
        reviewer.pass_on(Stage::Proof, Stage::SecondTry);
        reviewer.pass_on(Stage::SecondTry, Stage::Estimate);
        assert_eq!(reviewer.left, [0, 0, 10].map(Duration::from_secs));
        assert_eq!(
            Reviewer::new(&game("b2"), BUDGET)
                .budget(Stage::Proof, 8)
                .time,
            None
        );
    }

    #[test]
    fn a_swap_is_reviewed_where_there_might_have_been_one() {
        let swap = |moves: &str| Reviewer::new(&game(moves), BUDGET).finish(&NoObserver).swap;
        let taken = swap("b2 swap").expect("a swap");
        assert!(taken.swapped && taken.proved && taken.is_right() == Some(true));
        let left = swap("b2 a1").expect("a first stone");
        assert!(!left.swapped && left.is_right() == Some(false));
        assert_eq!(swap("b2"), None);
        assert_eq!(swap("pass b2 a1"), None);
    }
}
