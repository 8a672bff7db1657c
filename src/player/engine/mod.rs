//! The engine of a player that searches: a search, a solver, and the wins that they have proved.
//!
//! 1. A stone that ends the game is played.
//! 2. A proved win stays proved: as long as connections prove it, a move is played after which they
//!    still do, the one that is nearest to the end ([`SearchRoot::keep_winning`]). Where a new
//!    analysis does not see the win, the one that saw it follows the moves since ([`HeldWin`]).
//! 3. A position that connections prove to be lost is made as long as it can be.
//! 4. Every other position is searched. A proof that the search finds is kept for the next move,
//!    and with it the root that the search began with: the next search walks the tree of the last
//!    one, and finds its proofs in the table. A search for a win that was proved before has half of
//!    the time, and a solver the other half; the one that proved it begins. If neither finds it
//!    again, the solver gets more of the clock. For a search that a solver cannot follow, the search
//!    itself gets more. If the win is not found, the best move of the search is played.
//!
//! A solver may run beside the search: a win that it proves is played at once, and it is asked
//! first at the next move.
//!
//! A stored win is only a hint: it is proved again after each move.

mod among;
mod beside;
mod held_win;
mod think;

pub use think::NoEngine;

use super::searches::{MakeSearch, Search, SearchRoot};
use super::{MoveReport, MoveRequest, PlayerOptions};
use crate::base::instant::Instant;
use crate::hex::{Board, BoardSize, Cell};
use crate::knowledge::evaluate::longest_resistance;
use crate::search::tree::KeptTree;
use crate::solver::{self, AnySolver, ProveOptions};
use crate::think::{Limits, RootMove, Score, SearchOutcome, TimeManager, Until};
use beside::search_beside;
use held_win::HeldWin;
use std::time::Duration;

/// Positions that the solver may search to find a win again that it may have proved itself.
const RECALL_NODES: u64 = 200;

/// A search of less time is made by one thread, without a solver beside: on a busy machine other
/// threads take longer than that to begin and to end.
const SHORT: Duration = Duration::from_millis(100);

/// Searches positions, on boards of any size: what it keeps is of the last size.
/// [`Engine::new`] makes one, [`Engine::think`] searches.
pub struct Engine {
    make: MakeSearch,
    options: PlayerOptions,
    sized: Option<SizedEngine>,
}

/// An engine for boards of one size.
struct SizedEngine {
    size: BoardSize,
    search: Box<dyn Search>,
    threads: usize,
    /// The win after our last move.
    held: Option<HeldWin>,
    /// The solver that runs beside every search, if that is wanted.
    beside: Option<Box<dyn AnySolver>>,
    /// The solver that finds proofs again, if none runs beside.
    prover: Option<Box<dyn AnySolver>>,
    report: MoveReport,
}

impl Engine {
    /// An engine with this search.
    pub(super) fn with_search(make: MakeSearch, options: &PlayerOptions) -> Self {
        Self {
            make,
            options: options.clone(),
            sized: None,
        }
    }

    fn sized(&mut self, size: BoardSize) -> &mut SizedEngine {
        let kept = self.sized.take().filter(|kept| kept.size == size);
        let sized = kept.unwrap_or_else(|| SizedEngine::new(size, self.make, &self.options));
        self.sized.insert(sized)
    }

    /// Gets ready for boards of a size, so that the first move takes no longer than others.
    pub fn prepare(&mut self, size: BoardSize) {
        self.sized(size);
    }

    /// A move for a position in which there is one, within the budget of the request.
    pub fn choose(&mut self, request: &MoveRequest) -> Option<Cell> {
        let start = Instant::now();
        let sized = self.sized(request.game.size());
        // To make a table takes time as well.
        let mut budget = request.budget;
        let spent = start.elapsed();
        budget.time = budget.time.map(|time| time.saturating_sub(spent));
        sized.choose(&MoveRequest { budget, ..*request })
    }

    /// Searches a position until the observer of the request stops it or nothing is left to find;
    /// the budget of the request does not count. The report is of this search.
    pub fn analyze(&mut self, request: &MoveRequest) {
        self.sized(request.game.size()).analyze(request);
    }

    /// Lets the next analysis of a position go on from what a search before found, as
    /// [`Search::restore`].
    pub fn restore(&mut self, board: &Board, tree: &KeptTree) -> u32 {
        self.sized(board.size()).search.restore(board, tree)
    }

    /// What the last search found, as [`Search::kept_tree`].
    pub fn kept_tree(&self, most: usize) -> Option<KeptTree> {
        self.sized.as_ref()?.search.kept_tree(most)
    }

    /// Searches a position in which the opponent is to move, until the observer of the request
    /// stops it or nothing is left to find. What is found may help with the next choice.
    pub fn ponder(&mut self, request: &MoveRequest) {
        self.sized(request.game.size()).ponder(request);
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        if let Some(sized) = &mut self.sized {
            sized.forget();
        }
    }

    /// The report on the last choice or analysis.
    pub fn report(&self) -> Option<&MoveReport> {
        self.sized.as_ref().map(|sized| &sized.report)
    }

    /// The report on the last choice, if it was on a board of this size.
    pub(super) fn report_for(&self, size: BoardSize) -> Option<&MoveReport> {
        let sized = self.sized.as_ref().filter(|sized| sized.size == size);
        sized.map(|sized| &sized.report)
    }
}

/// What the search of a move came to.
#[derive(Default)]
struct Searched {
    outcome: SearchOutcome,
    /// Whether the solver has proved that the side to move loses.
    lost: bool,
    /// A move that the solver has proved to win.
    proved: Option<Cell>,
}

fn new_solver(size: BoardSize) -> Box<dyn AnySolver> {
    solver::solver(size, ProveOptions::default())
}

/// The board of a request, with its colour to move.
fn board_of(request: &MoveRequest) -> Board {
    let mut board = *request.game.board();
    board.set_to_move(request.colour);
    board
}

impl SizedEngine {
    fn new(size: BoardSize, make: MakeSearch, options: &PlayerOptions) -> Self {
        let search = make(size, options);
        let beside = search.suits_solver() && options.player.solver;
        Self {
            size,
            search,
            threads: options.player.threads,
            held: None,
            beside: beside.then(|| new_solver(size)),
            prover: None,
            report: MoveReport::default(),
        }
    }

    /// A move by connections if they decide the game, else by search.
    fn choose(&mut self, request: &MoveRequest) -> Option<Cell> {
        let mut time = request.time();
        let board = &board_of(request);
        let held = self.held.take().and_then(|held| held.follow(board));
        if let Some(cell) = board.winning_stone() {
            self.report = certain("won in 1", Some(cell), Score::LOST.to_parent());
            return Some(cell);
        }
        time.was_won = held.is_some();
        let until = time.whole().until;
        let clock = Until {
            observer: request.observer,
            until,
        };
        let root = self.search.set_root(board, &clock);
        let winner = root.proved_winner();
        if winner == Some(!board.to_move()) {
            let cell = root.hold_out(&clock);
            let cell = cell.or_else(|| longest_resistance(board, board.empty()));
            self.report = certain("lost", cell, Score::LOST);
            return cell;
        }
        if let Some(cell) = root.keep_winning(&clock) {
            let root = Some(root.copied());
            return Some(self.hold(board, root, cell));
        }
        // The root that knows what stood on the board before may see more, and takes longer.
        let by_solver = held.as_ref().is_some_and(HeldWin::is_by_solver);
        let mut held_root = held.and_then(HeldWin::into_root);
        if let Some(root) = &mut held_root
            && let Some(cell) = root.keep_winning(&clock)
        {
            return Some(self.hold(board, held_root, cell));
        }
        // What the solver has proved is in its table; what the search has, in its tree.
        let recall = Limits {
            until: time.half().until,
            nodes: (!by_solver).then_some(RECALL_NODES),
            ..Limits::default()
        };
        if time.was_won
            && (by_solver || self.search.solver().is_some())
            && let Some(cell) = self.prove(board, request, recall)
        {
            return Some(cell);
        }
        time.was_won |= winner.is_some();
        if let Some(root) = held_root {
            // The root that the proof began with knows its connections.
            self.search.restore_root(root);
        }
        self.find(board, request, time)
    }

    /// A move by search, and by the solver if a win is not found again.
    fn find(&mut self, board: &Board, request: &MoveRequest, time: TimeManager) -> Option<Cell> {
        let start = Instant::now();
        let Searched {
            outcome,
            lost,
            proved,
        } = self.search(board, request, time);
        if let Some(cell) = proved {
            return Some(self.hold(board, None, cell));
        }
        let won = outcome.score.is_some_and(Score::is_won);
        if self.search.suits_solver() && time.was_won && !won {
            for until in [time.whole().until, time.extended().until] {
                let limits = Limits::until(until);
                if !limits.is_over(request.observer)
                    && let Some(cell) = self.prove(board, request, limits)
                {
                    return Some(cell);
                }
            }
        }
        self.held = outcome
            .best
            .filter(|_| won)
            .map(|cell| HeldWin::after(board, self.search.root(), cell));
        // A search that was stopped before it began has no move.
        let best = outcome.best;
        let best = best.or_else(|| longest_resistance(board, board.empty()));
        self.report = MoveReport {
            best,
            lost: lost || outcome.score.is_some_and(Score::is_lost),
            time: start.elapsed(),
            ..MoveReport::from(outcome)
        };
        best
    }

    /// Searches the root, once or twice.
    fn search(&mut self, board: &Board, request: &MoveRequest, time: TimeManager) -> Searched {
        let observer = request.observer;
        let (whole, half) = (time.whole(), time.half());
        let tries = match (time.was_won, self.search.suits_solver()) {
            // Where the solver began, it has had the first half.
            (true, true) if !half.is_over(observer) => &[half][..],
            (true, false) => &[whole, time.extended()],
            _ => &[whole],
        };
        let alone = time.budget().time.is_some_and(|time| time < SHORT);
        let mut searched = Searched::default();
        let (mut nodes, mut evaluations) = (0, 0);
        for &limits in tries {
            let limits = Limits {
                threads: if alone { 1 } else { self.threads },
                ..limits
            };
            let search = &mut self.search;
            let found = match self.beside.as_mut().filter(|_| !alone) {
                None => search.search(limits, observer),
                Some(solver) => {
                    let (found, verdict) =
                        search_beside(solver.as_mut(), board, observer, |observer| {
                            search.search(limits, observer)
                        });
                    let winner = verdict.as_ref().and_then(|verdict| verdict.winner);
                    searched.lost = winner == Some(!board.to_move());
                    if winner == Some(board.to_move()) {
                        searched.proved = verdict.and_then(|verdict| verdict.best);
                    }
                    found
                }
            };
            nodes += found.nodes;
            evaluations += found.evaluations;
            let won = found.score.is_some_and(Score::is_won);
            // A search that was stopped early may know less than the one before.
            if won || found.depth >= searched.outcome.depth {
                searched.outcome = found;
            }
            if won || searched.proved.is_some() {
                break;
            }
        }
        searched.outcome.nodes = nodes;
        searched.outcome.evaluations = evaluations;
        searched
    }

    /// Finds a win again by a solver.
    fn prove(&mut self, board: &Board, request: &MoveRequest, limits: Limits) -> Option<Cell> {
        let solver: &mut dyn AnySolver = if let Some(solver) = &mut self.beside {
            solver.as_mut()
        } else if let Some(solver) = self.search.solver() {
            solver
        } else {
            let prover = self.prover.get_or_insert_with(|| new_solver(self.size));
            prover.as_mut()
        };
        let verdict = solver.solve(board, limits, request.observer);
        let wins = verdict.winner == Some(board.to_move());
        let cell = verdict.best.filter(|_| wins)?;
        Some(self.hold(board, None, cell))
    }

    /// Plays a move that is proved to win: by this root, or by the solver.
    fn hold(&mut self, board: &Board, root: Option<Box<dyn SearchRoot>>, cell: Cell) -> Cell {
        self.held = Some(HeldWin::after(board, root, cell));
        self.report = certain("won", Some(cell), Score::WON);
        cell
    }

    fn ponder(&mut self, request: &MoveRequest) {
        let board = board_of(request);
        if board.winner().is_some() || board.empty().is_empty() {
            return;
        }
        let limits = Limits {
            threads: self.threads,
            ..Limits::default()
        };
        self.search.set_root_to_analyse(&board, request.observer);
        self.search.ponder(limits, request.observer);
    }

    fn analyze(&mut self, request: &MoveRequest) {
        let board = board_of(request);
        let winner = self
            .search
            .set_root_to_analyse(&board, request.observer)
            .proved_winner();
        if board.winning_stone().is_some() || winner.is_some() {
            // Nothing is left to search for.
            let _ = self.choose(request);
            return;
        }
        let limits = Limits {
            threads: self.threads,
            search_forced_moves: true,
            ..Limits::default()
        };
        let outcome = self.search.search(limits, request.observer);
        self.report = MoveReport::from(outcome);
    }

    fn forget(&mut self) {
        self.search.forget();
        self.held = None;
        self.beside = self.beside.take().map(|_| new_solver(self.size));
        self.prover = None;
        self.report = MoveReport::default();
    }
}

/// The report on a move that was not searched.
fn certain(words: &str, cell: Option<Cell>, value: Score) -> MoveReport {
    MoveReport {
        best: cell,
        score: Some(words.to_owned()),
        value: Some(value),
        lost: value.is_lost(),
        pv: cell.into_iter().collect(),
        moves: cell
            .map(|cell| RootMove::known(cell, value))
            .into_iter()
            .collect(),
        ..MoveReport::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Game;
    use crate::hex::SwapRight;
    use crate::player::searches::SearchKind;
    use crate::player::{self, Player, SearchingPlayer};
    use crate::search::alpha_beta::{Evaluation, SelectionKind};
    use crate::think::{Budget, NoObserver};

    fn request<'a>(game: &'a Game, options: &PlayerOptions) -> MoveRequest<'a> {
        MoveRequest {
            game,
            colour: game.to_move(),
            swap: SwapRight::None,
            budget: options.budget(),
            observer: &NoObserver,
        }
    }

    fn play(game: &mut Game, name: &str) {
        let cell = game.size().read(name).unwrap();
        game.place(game.to_move(), cell).unwrap();
    }

    /// The report on a move with a few nodes after the opponent's move, with or without pondering
    /// before it.
    fn after_pondering(ponders: bool) -> MoveReport {
        let mut options = PlayerOptions::default();
        options.prefer(|tables| {
            tables.search.evaluate_by = Evaluation::TwoDistance;
            tables.search.select = SelectionKind::Full;
            tables.player.max_nodes = 40;
            tables.player.ponder = ponders;
        });
        let mut player = SearchingPlayer::new(SearchKind::PLAIN_ALPHA_BETA, &options);
        let mut game = Game::new("4".parse().unwrap());
        play(&mut game, "c2");
        play(&mut game, "a1");
        let _ = player.choose(&request(&game, &options));
        play(&mut game, "c3");
        if ponders {
            player.ponder(&request(&game, &options));
        }
        play(&mut game, "c1");
        let _ = player.choose(&request(&game, &options));
        player.report().unwrap().clone()
    }

    #[test]
    fn a_win_is_found_in_the_opponents_time() {
        let (without, with) = (after_pondering(false), after_pondering(true));
        assert!(!without.value.unwrap().is_won(), "{without:?}");
        assert!(with.value.unwrap().is_won(), "{with:?}");
    }

    /// Where neither the solver nor the search finds a win again that the solver has proved, the
    /// player answers within its time, by search.
    #[test]
    fn a_win_that_is_not_found_again_costs_no_more_than_the_move() {
        let options = PlayerOptions::default();
        let mut engine = Engine::with_search(SearchKind::TREE.make, &options);
        let mut game = Game::new("11".parse().unwrap());
        let cell = game.size().read("f6").unwrap();
        // As if it were proved.
        engine.sized(game.size()).held = Some(HeldWin::after(game.board(), None, cell));
        play(&mut game, "f6");
        play(&mut game, "e7");
        let start = Instant::now();
        let request = MoveRequest {
            budget: Budget::time(Duration::from_millis(300)),
            ..request(&game, &options)
        };
        assert!(engine.choose(&request).is_some());
        assert!(start.elapsed() < Duration::from_secs(2));
        let report = engine.report().unwrap();
        assert!(
            report.nodes > 0 && !report.value.unwrap().is_won(),
            "{report:?}"
        );
    }

    /// A player that has forgotten plays like a new one.
    #[test]
    fn nothing_is_left_of_what_is_forgotten() {
        let first_and_last = |kind: SearchKind, limits: &str| {
            let options = player::parse(&format!("mustplay:max_time=60,{limits}")).unwrap();
            let mut player = SearchingPlayer::new(kind, &options);
            let mut game = Game::new("5".parse().unwrap());
            play(&mut game, "b2");
            let reports = [(), ()].map(|()| {
                player.forget();
                let _ = player.choose(&request(&game, &options));
                let mut report = player.report().unwrap().clone();
                report.time = Duration::ZERO;
                report
            });
            let _ = player.choose(&request(&game, &options));
            (reports, player.report().unwrap().nodes)
        };
        for (kind, limits) in [
            (SearchKind::ALPHA_BETA, "max_nodes=30"),
            (SearchKind::PLAIN_ALPHA_BETA, "max_nodes=300"),
            (SearchKind::TREE, "max_nodes=30"),
        ] {
            let ([one, other], _) = first_and_last(kind, limits);
            assert_eq!(one, other, "{limits}");
        }
        // With the table it is not the same.
        let kind = SearchKind::PLAIN_ALPHA_BETA;
        let ([one, _], again) = first_and_last(kind, "max_depth=3,ponder=1");
        assert!(
            again < one.nodes || again == 0,
            "{again} after {}",
            one.nodes
        );
    }
}
