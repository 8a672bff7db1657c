//! Explains positions: first by connections, then by the solver, at last by a tree search.

use super::estimate::{SearchResult, search_open};
use super::explanation::{Explanation, MoveExplanation, MoveHint};
use super::mustplay::Mustplay;
use super::win::{Proof, Win, nearest_home};
use crate::hex::{BoardSize, Cell, CellSet, Chains, Colour, IllegalMove, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions, Recipe};
use crate::knowledge::connect::Connections;
use crate::knowledge::evaluate::longest_resistance;
use crate::search::tree::{TreeOptions, TreeSearch};
use crate::solver::{Fact, ProofResult, ProveOptions, Solver};
use crate::think::{Budget, Limits, Observer, Until};
use std::sync::Arc;

/// Bytes of the solver's table and of the search's tree.
const MEMORY: usize = 96_000_000;

/// Positions that the solver searches in a moment.
const MOMENT: u32 = 100;

/// What explains rests on these.
const OPTIONS: AnalysisOptions = Recipe::Thorough.options();

/// Explains positions of one size. What its solver and its search find out stays.
///
/// Of the time of an explanation connections take up to a half; half of the rest goes to the proof,
/// and what is then left, if there is none, to the estimate. Nodes count for each of both (positions
/// for the solver, visits for the search). Without either the work goes on until the observer stops
/// it.
pub struct Explainer<const W: usize> {
    solver: Solver<W>,
    search: Option<TreeSearch<W>>,
}

/// What the solver proved of a position, if that took it more than a moment.
fn fact<const W: usize>(
    position: &Position<W>,
    winner: Colour,
    verdict: &ProofResult<W>,
) -> Option<Box<Fact>> {
    let work = u32::try_from(verdict.nodes).unwrap_or(u32::MAX);
    let fact = || {
        let carrier = verdict.carrier.resize();
        Fact::of_result(&position.resize(), winner, carrier, None, work)
    };
    (work >= MOMENT).then(|| Box::new(fact()))
}

/// What connections show of a position.
struct FromConnections {
    win: Option<Win>,
    mustplay: Option<Mustplay>,
}

impl<const W: usize> Explainer<W> {
    /// An explainer that has explained nothing yet.
    pub fn new(size: BoardSize) -> Self {
        let options = ProveOptions {
            table_bytes: MEMORY,
            ..ProveOptions::default()
        };
        Self {
            solver: Solver::new(size, options),
            search: None,
        }
    }

    /// Explains a position.
    pub fn explain(
        &mut self,
        position: &Position<W>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Explanation {
        self.explain_within(position, None, budget.from_now(), observer)
    }

    /// Explains a position, which may have come about by a move from another.
    fn explain_within(
        &mut self,
        position: &Position<W>,
        before: Option<(&Position<W>, Cell)>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Explanation {
        let seen = by_connections(position, &limits.half().end(observer));
        let win = seen
            .win
            .or_else(|| by_kept_connections(before?, &limits.half().end(observer)))
            .or_else(|| self.prove_by_solver(position, limits.half(), observer));
        let is_open = win.is_none();
        let mut explanation = Explanation {
            size: position.size(),
            to_move: position.to_move(),
            win,
            mustplay: seen.mustplay,
            estimate: None,
        };
        if is_open {
            let thought = self.estimate_within(position, limits, observer);
            (explanation.win, explanation.estimate) = (thought.win, thought.estimate);
        }
        if let Some((mustplay, estimate)) = explanation
            .mustplay
            .as_ref()
            .zip(explanation.estimate.as_mut())
        {
            // A move that is proved to lose is not the best, whatever its estimate.
            let mut moves = estimate.moves.iter().map(|&(cell, _)| cell);
            let best = moves.find(|&cell| mustplay.cells.contains(cell));
            estimate.best = best.or(mustplay.cells.first()).unwrap_or(estimate.best);
            if estimate.line.first() != Some(&estimate.best) {
                estimate.line = vec![estimate.best];
            }
        }
        explanation
    }

    /// Explains a position by a search alone, without connections and the solver.
    pub fn estimate(
        &mut self,
        position: &Position<W>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Explanation {
        self.estimate_within(position, budget.from_now(), observer)
    }

    fn estimate_within(
        &mut self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Explanation {
        let (win, estimate) = match self.search_for(position, limits, observer) {
            SearchResult::Open(estimate) => (None, Some(estimate)),
            SearchResult::Settled(wins, best) => (Some(by_closed_tree(position, wins, best)), None),
            SearchResult::Nothing => (None, None),
        };
        Explanation {
            size: position.size(),
            to_move: position.to_move(),
            win,
            mustplay: None,
            estimate,
        }
    }

    /// The winner, if connections or the solver prove the win within the budget.
    pub fn prove(
        &mut self,
        position: &Position<W>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Win> {
        self.prove_within(position, budget.from_now(), observer)
    }

    fn prove_within(
        &mut self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Option<Win> {
        let seen = by_connections(position, &limits.half().end(observer)).win;
        seen.or_else(|| self.prove_by_solver(position, limits, observer))
    }

    /// As [`Explainer::prove`] for the position after a move, with what is known before it: a win
    /// that is proved there, and connections, which may not be found again once they are intruded
    /// on. Panics if the move is illegal.
    pub fn prove_after(
        &mut self,
        position: &Position<W>,
        cell: Cell,
        known: Option<&Win>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Win> {
        let mut after = *position;
        after.play(cell);
        let limits = budget.from_now();
        let seen = by_connections(&after, &limits.half().end(observer)).win;
        let known = known.filter(|win| win.winner == after.to_move());
        seen.or_else(|| self.keep(position, cell, known?, limits.half(), observer))
            .or_else(|| by_kept_connections((position, cell), &limits.half().end(observer)))
            .or_else(|| self.prove_by_solver(&after, limits, observer))
    }

    /// A win that stays one after a move of the loser's: inside the carrier there is an answer, and
    /// nothing else is needed to find it.
    fn keep(
        &mut self,
        position: &Position<W>,
        cell: Cell,
        win: &Win,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Option<Win> {
        let carrier: CellSet<W> = win.carrier.resize();
        if !carrier.contains(cell) {
            // The winner might as well pass.
            let best = nearest_home(&Chains::new(position), win.winner, carrier)?;
            return Some(Win {
                best: Some(best),
                line: vec![best],
                fact: None,
                ..win.clone()
            });
        }
        let mut alone = *position;
        for other in position.empty() - carrier {
            alone.place(!win.winner, other);
        }
        alone.play(cell);
        let found = self.prove_within(&alone, limits, observer)?;
        (found.winner == win.winner).then_some(found)
    }

    /// A move and its reason; `None` if the game is over.
    pub fn hint(
        &mut self,
        position: &Position<W>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<MoveHint> {
        if position.winner().is_some() || position.empty().is_empty() {
            return None;
        }
        let limits = budget.from_now();
        let end = &limits.end(observer);
        let explanation = self.explain_within(position, None, limits, observer);
        let best = match (&explanation.win, &explanation.estimate) {
            (Some(win), _) if win.winner == position.to_move() => win.best,
            (Some(win), _) => self.resistance(position, win.carrier.resize(), end),
            (None, Some(estimate)) => Some(estimate.best),
            (None, None) => None,
        };
        let mustplay = explanation.mustplay.as_ref();
        let mustplay = mustplay.map_or(position.empty(), |mustplay| mustplay.cells.resize());
        let cell = best.or_else(|| self.resistance(position, mustplay, end))?;
        Some(MoveHint { cell, explanation })
    }

    /// Explains a move; an error if it is illegal.
    pub fn explain_move(
        &mut self,
        position: &Position<W>,
        cell: Cell,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<MoveExplanation, IllegalMove> {
        let mut after = *position;
        after.try_play(cell)?;
        let limits = budget.from_now();
        let mustplay = by_connections(position, &limits.half().end(observer)).mustplay;
        let came = Some((position, cell));
        Ok(MoveExplanation {
            cell,
            mover: position.to_move(),
            mustplay: mustplay.filter(|_| position.winner().is_none()),
            after: self.explain_within(&after, came, limits, observer),
        })
    }

    /// A win by the solver; its connection, if the winning move leaves one.
    fn prove_by_solver(
        &mut self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Option<Win> {
        let verdict = self.solver.solve(position, limits, observer);
        let winner = verdict.winner?;
        let fact = fact(position, winner, &verdict);
        if winner != position.to_move() {
            let win = Win::by_cells(position, winner, Proof::Solver, None, verdict.carrier);
            return Some(Win {
                line: self.solver.line(position),
                fact,
                ..win
            });
        }
        let best = verdict.best?;
        let mut after = *position;
        after.play(best);
        let options = OPTIONS.connections;
        let end = limits.end(observer);
        let connections = Connections::watched(&after, winner, options, &end);
        if let Some(win) = Win::by_connection(&connections, !winner) {
            return Some(Win {
                best: Some(best),
                carrier: win.carrier | CellSet::of(best),
                line: vec![best],
                fact,
                ..win
            });
        }
        let below = self.solver.solve(&after, limits, observer);
        let carrier = match below.winner {
            Some(found) if found == winner => below.carrier,
            _ => verdict.carrier,
        };
        let carrier = carrier.with(best);
        let win = Win::by_cells(position, winner, Proof::Solver, Some(best), carrier);
        let mut line = vec![best];
        line.extend(self.solver.line(&after));
        Some(Win { line, fact, ..win })
    }

    /// Searches a position, unless an analysis decides it: the one that explains, or the one that
    /// the network reads.
    fn search_for(
        &mut self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> SearchResult {
        let analyse = |options| Analysis::watched(position, options, &limits.half().end(observer));
        let mut analysis = analyse(OPTIONS);
        if analysis.decided().is_none() {
            analysis = analyse(Recipe::Quick.options());
        }
        if let Some((winner, _)) = analysis.decided() {
            return by_analysis(analysis, winner);
        }
        let search = self.search.get_or_insert_with(|| {
            let options = TreeOptions {
                memory_bytes: MEMORY,
                ..TreeOptions::default()
            };
            TreeSearch::shipped(position.size(), options)
        });
        let limits = Limits {
            search_forced_moves: true,
            ..limits
        };
        search_open(&Arc::new(analysis), search, limits, observer)
    }

    /// A move of a side that loses: the one that a player would make if connections prove the loss;
    /// else, of these cells, the first move of the solver's line, or the one that resists longest
    /// by the distances of both sides.
    fn resistance(&self, position: &Position<W>, cells: CellSet<W>, end: &Until) -> Option<Cell> {
        let mut analysis = Analysis::watched(position, OPTIONS, end);
        if analysis.proved_winner() == Some(!position.to_move()) {
            return analysis.hold_out(end);
        }
        let first = self.solver.line(position).first().copied();
        first
            .filter(|&cell| cells.contains(cell))
            .or_else(|| longest_resistance(position, cells))
            .or_else(|| position.empty().first())
    }
}

/// The win that a closed tree proves, whose carrier is not known.
fn by_closed_tree<const W: usize>(position: &Position<W>, wins: bool, best: Option<Cell>) -> Win {
    let mover = position.to_move();
    let (winner, best) = if wins { (mover, best) } else { (!mover, None) };
    Win::by_cells(position, winner, Proof::Search, best, position.empty())
}

/// The win that an analysis proves, with a move after which it still does.
fn by_analysis<const W: usize>(mut analysis: Analysis<W>, winner: Colour) -> SearchResult {
    let position = *analysis.position();
    if winner != position.to_move() {
        return SearchResult::Settled(false, None);
    }
    let near = analysis.connections(winner).winning_semis().into_iter();
    let near = near.fold(CellSet::EMPTY, |all, semi| all | semi) & position.empty();
    let keeps = |cell: &Cell| {
        analysis.play(*cell);
        let keeps = analysis.decided().is_some_and(|(found, _)| found == winner);
        analysis.undo();
        keeps
    };
    let best = near.iter().chain(position.empty() - near).find(keeps);
    best.map_or(SearchResult::Nothing, |best| {
        SearchResult::Settled(true, Some(best))
    })
}

/// What the connections of both sides show.
fn by_connections<const W: usize>(position: &Position<W>, end: &Until) -> FromConnections {
    if let Some(winner) = position.winner() {
        return FromConnections {
            win: Some(Win::joined(winner)),
            mustplay: None,
        };
    }
    let mover = position.to_move();
    let options = OPTIONS.connections;
    let connections = |colour| Connections::watched(position, colour, options, end);
    let (own, other) = (connections(mover), connections(!mover));
    let win = Win::by_connection(&own, mover).or_else(|| Win::by_connection(&other, mover));
    FromConnections {
        win,
        mustplay: Mustplay::new(&other),
    }
}

/// What connections that were there before a move show after it.
fn by_kept_connections<const W: usize>(
    (position, cell): (&Position<W>, Cell),
    end: &Until,
) -> Option<Win> {
    let mover = position.to_move();
    Colour::ALL.into_iter().find_map(|colour| {
        let options = OPTIONS.connections;
        let mut connections = Connections::watched(position, colour, options, end);
        connections.place(mover, cell);
        Win::by_connection(&connections, !mover)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teach::truth::{Truth, after, open_positions};
    use crate::think::NoObserver;

    const BUDGET: Budget = Budget::nodes(400);

    /// Every position of a small board is proved, and the move to play wins where one does.
    #[test]
    fn hints_win_what_is_won() {
        let mut truth = Truth::default();
        let positions = open_positions(4, 3, 60);
        let mut explainer = Explainer::<1>::new(positions[0].size());
        for position in positions {
            let hint = explainer.hint(&position, BUDGET, &NoObserver);
            let hint = hint.expect("a move");
            let win = hint.explanation.win.expect("a proof");
            let winning = truth.winning(&position);
            assert_eq!(win.winner, truth.winner(&position), "{position:?}");
            assert!(winning.is_empty() || winning.contains(hint.cell));
            assert!(position.empty().contains(hint.cell));
        }
    }

    /// A win stays one after each move of the loser's, inside its carrier and outside.
    #[test]
    fn a_win_is_kept_after_every_answer() {
        let mut truth = Truth::default();
        let positions = open_positions(3, 3, 40);
        let mut explainer = Explainer::<1>::new(positions[0].size());
        let (mut inside, mut outside) = (0, 0);
        for position in positions {
            let win = explainer.prove(&position, BUDGET, &NoObserver);
            let win = win.expect("a proof");
            for cell in position.empty() {
                if win.winner == position.to_move() {
                    continue;
                }
                let is_inside = win.carrier.contains(cell);
                *(if is_inside { &mut inside } else { &mut outside }) += 1;
                let kept = explainer.keep(&position, cell, &win, BUDGET.from_now(), &NoObserver);
                let kept = kept.expect("still a win");
                assert_eq!(kept.winner, win.winner);
                let carrier = kept.carrier.resize();
                let after = after(&position, cell);
                assert!(truth.wins_within(&after, win.winner, carrier));
            }
        }
        assert!(inside > 20 && outside > 10, "{inside} {outside}");
    }

    #[test]
    fn moves_are_explained_by_what_comes_of_them() {
        let mut truth = Truth::default();
        let positions = open_positions(3, 3, 30);
        let mut explainer = Explainer::<1>::new(positions[0].size());
        for position in positions {
            let winning = truth.winning(&position);
            for cell in position.size().all() {
                let explained = explainer.explain_move(&position, cell, BUDGET, &NoObserver);
                assert_eq!(explained.is_ok(), position.empty().contains(cell));
                if let Ok(explained) = explained {
                    assert_eq!(explained.verdict(), Some(winning.contains(cell)));
                    assert_eq!(explained.mover, position.to_move());
                }
            }
        }
    }

    #[test]
    fn there_is_no_hint_after_the_end() {
        let position = crate::position! { 2 x 2: . B / W B };
        let mut explainer = Explainer::<1>::new(position.size());
        assert_eq!(explainer.hint(&position, BUDGET, &NoObserver), None);
    }
}
