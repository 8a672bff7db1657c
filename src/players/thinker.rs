//! How a player that searches comes to a move.
//!
//! 1. A stone that ends the game is played.
//! 2. What is held stays held: as long as a look proves that the position is won, a move is played
//!    after which a look still proves it, the one that is nearest home ([`super::hold`]).
//! 3. What is lost at a look is made as long as it can be.
//! 4. Everything else is searched. Proofs found on the way are kept for the next move, and with
//!    them the look that the search began with. A search for what was proved before has half of the
//!    time; if it does not find it again, a solver has the other half, and then ten times as much.
//!    Without connections there is no solver: the search itself gets more. A solver may work beside
//!    it: what that proves is played at once, and it is asked first at the next move.

use super::beside::beside;
use super::hold::{self, Held};
use super::searcher::{Mind, Way};
use super::{MoveReport, MoveRequest, PlayerOptions};
use crate::analysis::{Analysis, AnalysisOptions};
use crate::board::{BoardSize, Cell, Move, Position};
use crate::evaluate::{EdgePatterns, Neighbours};
use crate::montecarlo;
use crate::papers::engines::queenbee;
use crate::prove::{self, ProveOptions, Solver};
use crate::search::{
    self, ConnectedPosition, LeafSide, Numbering, PlainPosition, SearchOptions, TableEntry,
    TableKeys, TranspositionTable, carry_over,
};
use crate::think::{Observer, Score, SearchLimits, SearchOutcome, time_for_move};
use std::sync::Arc;
use std::time::Instant;

/// How many times its time and its nodes a player may take to find again what it had proved.
const PATIENCE: u32 = 10;

/// And how many nodes it may always take.
const PATIENT_NODES: u64 = 10_000;

/// A mind for boards of one size.
pub(super) struct Thinker<const W: usize> {
    search: SearchOptions,
    looks: AnalysisOptions,
    threads: usize,
    resigns: bool,
    /// Whether it sees connections.
    linked: bool,
    patterns: Option<Arc<EdgePatterns<W>>>,
    table: TranspositionTable,
    /// Searches instead of alpha-beta.
    chance: Option<montecarlo::MonteCarloSearch<W>>,
    /// What the numbers in the table mean.
    numbering: Option<Numbering<W>>,
    /// What is proved to be won.
    held: Option<Held<W>>,
    thoughts: MoveReport,
    /// Works beside the search.
    solver: Option<Solver<W>>,
    /// Finds again what a search by chance has proved and does not find again, if there is no
    /// other.
    prover: Option<Solver<W>>,
    /// Whether what is held was proved by the solver.
    by_solver: bool,
    /// When the turn began.
    begun: Instant,
}

/// How long a search may go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    /// Half of the time, since somebody else has the rest.
    Half,
    Whole,
    /// More than there is, to find again what was proved.
    Patient,
}

impl<const W: usize> Thinker<W> {
    pub fn new(size: BoardSize, options: &PlayerOptions, way: Way) -> Self {
        let mut search = options.search.clone();
        // What is found in the opponent's time is of use only if it is kept.
        search.keep |= options.player.ponder;
        let extended = options.evaluation.neighbours != Neighbours::Touching;
        let (bare, by_chance) = (way == Way::Bare, way == Way::Chance);
        let chance =
            || montecarlo::MonteCarloSearch::new(size, options.montecarlo, options.player.seed);
        Self {
            table: TranspositionTable::new(match search.keys {
                _ if by_chance => 0,
                TableKeys::Off => 0,
                _ => search.table_bytes,
            }),
            chance: by_chance.then(chance),
            search,
            looks: options.analysis(),
            threads: options.player.threads,
            resigns: options.player.resign,
            linked: !bare,
            patterns: (bare && extended).then(|| Arc::new(EdgePatterns::new(size))),
            numbering: None,
            held: None,
            thoughts: MoveReport::default(),
            solver: (!bare && options.player.solver)
                .then(|| Solver::new(size, ProveOptions::default())),
            prover: None,
            by_solver: false,
            begun: Instant::now(),
        }
    }

    /// What a search may spend. With patience it may take its share of what is left of a clock.
    fn limits(
        &self,
        request: &MoveRequest,
        empty: usize,
        held: bool,
        share: Share,
    ) -> SearchLimits {
        let patience = share == Share::Patient;
        let (time, enough) = match request.game.clock.left(request.colour) {
            None if patience => (request.limits.time.saturating_mul(PATIENCE), None),
            None => (request.limits.time, None),
            Some(left) if patience => (left.time / 4, None),
            Some(left) => {
                let time = time_for_move(left, empty);
                (time, Some(time / 2).filter(|_| !held))
            }
        };
        let time = if share == Share::Half { time / 2 } else { time };
        let more = |nodes: u64| nodes.saturating_mul(PATIENCE.into()).max(PATIENT_NODES);
        let (nodes, depth) = (request.limits.nodes, request.limits.depth);
        SearchLimits {
            until: self.begun.checked_add(time),
            enough,
            nodes: if patience { nodes.map(more) } else { nodes },
            depth: depth.filter(|_| !patience).map(|depth| depth as u32),
            threads: self.threads,
            endless: false,
            thorough: held,
        }
    }

    /// A search of a position from a look at it, if there are looks, with whatever is known from
    /// the last one that still matters.
    fn search(
        &self,
        position: &Position<W>,
        look: Option<&Analysis<W>>,
        options: &SearchOptions,
        limits: SearchLimits,
        chance: Option<&mut montecarlo::MonteCarloSearch<W>>,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let table = &self.table;
        if let Some((look, chance)) = look.zip(chance) {
            chance.search(look, limits, observer)
        } else if let Some(look) = look {
            let position = ConnectedPosition::new(look.clone(), options.judge, options.order);
            let selection = queenbee::selection(options);
            search::search(&position, options, &*selection, table, limits, observer)
        } else {
            let patterns = self.patterns.clone();
            let position = PlainPosition::new(position, patterns).evaluated_by(options.judge);
            let selection = queenbee::selection(options);
            search::search(&position, options, &*selection, table, limits, observer)
        }
    }

    /// Keeps of the table what still can come: all of it if that is wanted, else proofs.
    fn carry(&mut self, position: &Position<W>) {
        let all = self.search.keep;
        let useful = self.linked || all;
        match self.numbering.take() {
            Some(old) if useful && self.search.keys == TableKeys::Combinatorial => {
                carry_over(&self.table, &old, position, |entry: &TableEntry| {
                    all || entry.is_proof()
                });
            }
            _ => self.table.clear(),
        }
        self.numbering = Some(Numbering::new(position));
    }

    /// A move by search from a look, if there are looks; `held` if the position was proved to be
    /// won.
    fn find(
        &mut self,
        position: &Position<W>,
        request: &MoveRequest,
        held: bool,
        look: Option<&Analysis<W>>,
    ) -> Option<Cell> {
        self.carry(position);
        let empty = position.empty().len();
        let start = Instant::now();
        let shares = match (held, self.linked) {
            (true, true) => &[Share::Half][..],
            (true, false) => &[Share::Whole, Share::Patient],
            (false, _) => &[Share::Whole],
        };
        let (mut nodes, mut evaluations) = (0, 0);
        let (mut outcome, mut lost) = (SearchOutcome::default(), false);
        let mut solver = self.solver.take();
        let mut chance = self.chance.take();
        for &share in shares {
            let limits = self.limits(request, empty, held, share);
            let mut work = |observer: &dyn Observer| {
                self.search(
                    position,
                    look,
                    &self.search,
                    limits,
                    chance.as_mut(),
                    observer,
                )
            };
            let (found, verdict) = match &mut solver {
                Some(solver) => beside(solver, position, request.observer, work),
                None => (work(request.observer), None),
            };
            if let Some(verdict) = verdict {
                lost = verdict.winner == Some(!position.to_move());
                let cell = verdict.best.filter(|_| verdict.winner.is_some() && !lost);
                if let Some(cell) = cell {
                    (self.solver, self.chance) = (solver, chance);
                    return Some(self.trust(position, cell));
                }
            }
            nodes += found.nodes;
            evaluations += found.evaluations;
            let won = found.score.is_some_and(Score::is_won);
            // One that was told to end may have seen less than the one before.
            if won || found.depth >= outcome.depth {
                outcome = found;
            }
            if won {
                break;
            }
        }
        (self.solver, self.chance) = (solver, chance);
        let won = outcome.score.is_some_and(Score::is_won);
        if held && self.linked && !won {
            for share in [Share::Whole, Share::Patient] {
                if let Some(cell) = self.prove(position, request, share) {
                    return Some(cell);
                }
            }
        }
        let best = outcome.best;
        self.held = best
            .filter(|_| won)
            .map(|cell| Held::new(position, look.cloned(), cell));
        self.thoughts = MoveReport {
            score: outcome.score.map(|score| score.to_string()),
            value: outcome.score,
            lost: lost || outcome.score.is_some_and(Score::is_lost),
            line: outcome.pv,
            moves: outcome
                .moves
                .iter()
                .filter_map(|root| Some((root.cell, root.score?.to_string())))
                .collect(),
            nodes,
            evaluations,
            depth: outcome.depth,
            time: start.elapsed(),
        };
        best
    }

    /// Finds again by a solver what was proved.
    fn prove(
        &mut self,
        position: &Position<W>,
        request: &MoveRequest,
        share: Share,
    ) -> Option<Cell> {
        let limits = self.limits(request, position.empty().len(), true, share);
        let limits = prove::ProofLimits {
            until: limits.until,
            nodes: None,
        };
        let new = || Solver::new(position.size(), ProveOptions::default());
        let solver = match &mut self.solver {
            Some(solver) => solver,
            None => self.prover.get_or_insert_with(new),
        };
        let verdict = solver.solve(position, limits, request.observer);
        let wins = verdict.winner == Some(position.to_move());
        let cell = verdict.best.filter(|_| wins)?;
        Some(self.trust(position, cell))
    }

    /// Plays what the solver has proved to win.
    fn trust(&mut self, position: &Position<W>, cell: Cell) -> Cell {
        self.held = Some(Held::new(position, None, cell));
        self.by_solver = true;
        self.say("won", &[cell], false);
        cell
    }

    /// A move by looks if they decide, else by search.
    fn decide(&mut self, position: &Position<W>, request: &MoveRequest) -> Option<Cell> {
        let held = self.held.take().and_then(|held| held.follow(position));
        if let Some(cell) = hold::ends(position) {
            self.say("won in 1", &[cell], false);
            return Some(cell);
        }
        if !self.linked {
            return self.find(position, request, held.is_some(), None);
        }
        let was_held = held.is_some();
        let by_solver = std::mem::take(&mut self.by_solver) && was_held;
        let empty = position.empty().len();
        let until = self.limits(request, empty, was_held, Share::Whole).until;
        let mut held_look = None;
        if let Some(mut look) = held.and_then(|held| held.look) {
            if let Some(cell) = hold::advance(&mut look, until) {
                return Some(self.bring_home(look, cell));
            }
            held_look = Some(look);
        }
        let mut look = Analysis::new(position, self.looks);
        let winner = look.decided().map(|(winner, _)| winner);
        if winner == Some(!position.to_move()) {
            let cell = hold::longest(position);
            self.say("lost", &cell.map_or(Vec::new(), |cell| vec![cell]), true);
            return cell;
        }
        if let Some(cell) = hold::advance(&mut look, until) {
            return Some(self.bring_home(look, cell));
        }
        if by_solver && let Some(cell) = self.prove(position, request, Share::Whole) {
            return Some(cell);
        }
        // The look that the proof began with knows its connections.
        let look = held_look.unwrap_or(look);
        self.find(position, request, was_held || winner.is_some(), Some(&look))
    }

    /// Plays on in what a look proves.
    fn bring_home(&mut self, look: Analysis<W>, cell: Cell) -> Cell {
        let position = *look.position();
        self.held = Some(Held::new(&position, Some(look), cell));
        self.say("won", &[cell], false);
        cell
    }

    fn say(&mut self, score: &str, line: &[Cell], lost: bool) {
        self.thoughts = MoveReport {
            score: Some(score.to_owned()),
            value: Some(if lost { Score::LOST } else { Score::WON }),
            lost,
            line: line.to_vec(),
            moves: line.iter().map(|&cell| (cell, score.to_owned())).collect(),
            ..MoveReport::default()
        };
    }
}

impl<const W: usize> Mind for Thinker<W> {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        self.begun = Instant::now();
        let mut position: Position<W> = request.game.board().resize();
        position.set_to_move(request.colour);
        let cell = self.decide(&position, request);
        if self.resigns && self.thoughts.lost {
            return Move::Resign;
        }
        // A search that was told to end before it began knows no move.
        let cell = cell.or_else(|| hold::longest(&position));
        cell.map_or(Move::Resign, Move::Place)
    }

    /// The table is what is kept of it: what was found about the positions after our own last move
    /// is there for the answer to the opponent's.
    fn ponder(&mut self, request: &MoveRequest) {
        let mut position: Position<W> = request.game.board().resize();
        position.set_to_move(request.colour);
        if position.winner().is_some() || position.empty().is_empty() {
            return;
        }
        self.carry(&position);
        let limits = SearchLimits {
            threads: self.threads,
            endless: true,
            ..SearchLimits::default()
        };
        // Positions are judged with the same side to move as in our own searches, whose results are
        // compared with these.
        let mut options = self.search.clone();
        options.leaves = match options.leaves {
            LeafSide::Any => LeafSide::Any,
            LeafSide::Own => LeafSide::Other,
            LeafSide::Other => LeafSide::Own,
        };
        let look = self.linked.then(|| Analysis::new(&position, self.looks));
        let mut chance = self.chance.take();
        let _ = self.search(
            &position,
            look.as_ref(),
            &options,
            limits,
            chance.as_mut(),
            request.observer,
        );
        self.chance = chance;
    }

    fn report(&self) -> &MoveReport {
        &self.thoughts
    }
}
