//! The analysis of one position for the side to move, kept up to date along a line of play.
//!
//! First cells are filled in ([`crate::knowledge::inferior`]), then both colours' connections are
//! built on the filled board. Regions that these connections hold are filled too, until no cell
//! changes. The moves worth considering, the decision with its reason, and both evaluations are
//! computed from these on request.
//!
//! Along a line the filled board stays: a filled cell is settled whatever is played elsewhere. A
//! stone and the cells that can be filled after it are added to the connections at once. A move
//! into a cell that is filled with the mover's colour changes nothing; a move into a cell that is
//! filled with the opponent's colour starts a new analysis.
//!
//! A connection of the filled board depends on the filled cells of its colour: on the real board
//! they belong to its carrier ([`Analysis::real_carrier`]).

mod cursor;
mod cursor_pool;
mod decision;
mod hold_out;
mod keep;
mod recipe;
mod report;

pub use cursor::AnalysisCursor;
pub use cursor_pool::CursorPool;
pub use decision::{Decision, DecisionReason};
pub use recipe::{Recipe, UnknownRecipe};
pub use report::{report, words};

use crate::base::instant::Instant;
use crate::hex::{Cell, CellSet, Chains, Colour, Position};
use crate::knowledge::connect::{ConnectOptions, Connections};
use crate::knowledge::evaluate::{
    EvaluationOptions, LinkRule, Neighbourhood, Neighbours, Potentials, Resistance, TwoDistance,
};
use crate::knowledge::inferior::{self, Inferior, InferiorOptions, PruneReason, Pruned};
use crate::think::{NoObserver, Observer};
use std::sync::OnceLock;
use std::time::Duration;

/// A move that lets much be filled takes up to so many times as long to follow as all connections
/// take to build.
const SLOW_MOVE: u32 = 4;

/// The options of an analysis: those of a [`Recipe`], or what a player made of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnalysisOptions {
    /// Options of connections.
    pub connections: ConnectOptions,
    /// Options of inferior cells.
    pub inferior: InferiorOptions,
    /// Options of distances and circuits.
    pub evaluation: EvaluationOptions,
    /// Whether both colours' connections may be built at once, on two threads.
    pub two_threads: bool,
}

/// A move worth considering.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedMove {
    /// Where.
    pub cell: Cell,
    /// Its share of the power in both circuits: the more, the more depends on the cell.
    pub energy: f64,
    /// Its badness by two-distances; `None` if it is infinite.
    pub badness: Option<u32>,
}

/// What one move changed.
#[derive(Clone)]
enum MoveUndo<const W: usize> {
    Step(SavedStep<W>),
    Anew(Box<Analysis<W>>),
}

/// The state before a move.
#[derive(Clone)]
struct SavedStep<const W: usize> {
    position: Position<W>,
    inferior: Inferior<W>,
    filled: [CellSet<W>; 2],
    pruned: OnceLock<Pruned<W>>,
    /// How many times stones were added to the connections.
    rounds: usize,
}

/// The analysis of a position.
///
/// ```
/// use mustplay::hex::{Board, Colour};
/// use mustplay::knowledge::analysis::{Analysis, DecisionReason, Recipe};
///
/// let board: Board = mustplay::position! { 5 x 5:
///     . . . . .
///      . . B . .
///       . W . . .
///        . B . . .
///         . . . . .
/// };
/// let size = board.size();
/// let mut analysis = Analysis::new(&board, Recipe::Quick.options());
///
/// // Black threatens to connect its edges; only c3 stops that.
/// assert_eq!(size.names(analysis.mustplay()), "c3");
/// assert_eq!(analysis.connections(Colour::Black).winning_semis().len(), 1);
/// // There White wins.
/// let decided = analysis.decided();
/// assert_eq!(decided, Some((Colour::White, DecisionReason::Semi)));
/// // These cells are as good as White's, whoever moves.
/// assert_eq!(size.names(analysis.filled(Colour::White)), "a3 a4");
///
/// // The analysis follows moves and takes them back.
/// analysis.play(size.read("c3")?);
/// assert_eq!(analysis.decided().map(|(winner, _)| winner), Some(Colour::White));
/// assert!(analysis.undo());
/// # Ok::<(), mustplay::hex::NotACell>(())
/// ```
#[derive(Clone)]
pub struct Analysis<const W: usize> {
    position: Position<W>,
    options: AnalysisOptions,
    /// Of the filled board, with all that was filled on the way.
    inferior: Inferior<W>,
    filled: [CellSet<W>; 2],
    /// The moves that need not be considered, computed on the first request.
    pruned: OnceLock<Pruned<W>>,
    connections: [Connections<W>; 2],
    past: Vec<MoveUndo<W>>,
    /// The time that a move may take to follow: that of the slowest so far.
    slowest_move: Duration,
}

impl<const W: usize> Analysis<W> {
    /// Analyses a position.
    pub fn new(position: &Position<W>, options: AnalysisOptions) -> Self {
        Self::watched(position, options, &NoObserver)
    }

    /// The same, with an observer that may stop it early: connections found by then hold.
    pub fn watched(
        position: &Position<W>,
        options: AnalysisOptions,
        observer: &dyn Observer,
    ) -> Self {
        Self::with(position, options, |board| {
            let build = |colour| Connections::watched(board, colour, options.connections, observer);
            if !options.two_threads {
                return Colour::ALL.map(build);
            }
            std::thread::scope(|scope| {
                let white = scope.spawn(|| build(Colour::White));
                let black = build(Colour::Black);
                let white = white.join().unwrap_or_else(|_| build(Colour::White));
                [black, white]
            })
        })
    }

    /// The bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let past = self.past.capacity() * size_of::<MoveUndo<W>>();
        let connections = self.connections.iter().map(Connections::bytes);
        past + connections.sum::<usize>()
    }

    /// Whether an observer has stopped it.
    pub fn is_cut(&self) -> bool {
        self.connections.iter().any(Connections::is_cut)
    }

    fn with(
        position: &Position<W>,
        options: AnalysisOptions,
        build: impl FnOnce(&Position<W>) -> [Connections<W>; 2],
    ) -> Self {
        let begun = Instant::now();
        let inferior = Inferior::new(position, options.inferior.without_pruning());
        let mut analysis = Self {
            position: *position,
            options,
            filled: Colour::ALL.map(|colour| inferior.filled_with(colour)),
            pruned: OnceLock::new(),
            connections: build(inferior.board()),
            inferior,
            past: Vec::new(),
            slowest_move: Duration::ZERO,
        };
        if analysis.fill_held() > 0 {
            for connections in &mut analysis.connections {
                connections.forget_past();
            }
        }
        analysis.slowest_move = SLOW_MOVE * begun.elapsed();
        analysis
    }

    /// Follows a move of the side to move. Panics if the cell is not empty.
    pub fn play(&mut self, cell: Cell) {
        let begun = Instant::now();
        self.play_untimed(cell);
        self.slowest_move = self.slowest_move.max(begun.elapsed());
    }

    fn play_untimed(&mut self, cell: Cell) {
        let mover = self.position.to_move();
        let mut position = self.position;
        position.play(cell);
        if self.filled[(!mover).index()].contains(cell) {
            let before = std::mem::replace(self, Self::new(&position, self.options));
            self.past.push(MoveUndo::Anew(Box::new(before)));
            return;
        }
        let mut stones = Vec::new();
        if self.board().empty().contains(cell) {
            stones.push((mover, cell));
        }
        let before = SavedStep {
            position: std::mem::replace(&mut self.position, position),
            inferior: self.inferior.clone(),
            filled: self.filled,
            pruned: std::mem::take(&mut self.pruned),
            rounds: 0,
        };
        self.filled[mover.index()].remove(cell);
        self.place(stones);
        let rounds = 1 + self.fill_held();
        self.past
            .push(MoveUndo::Step(SavedStep { rounds, ..before }));
    }

    /// Adds these stones, and all cells that can be filled after them.
    fn place(&mut self, mut stones: Vec<(Colour, Cell)>) {
        let (to_move, options) = (self.position.to_move(), self.options.inferior);
        self.inferior
            .follow(&stones, to_move, options.without_pruning());
        for colour in Colour::ALL {
            let new = self.inferior.filled_with(colour);
            self.filled[colour.index()] |= new;
            stones.extend(new.iter().map(|cell| (colour, cell)));
        }
        for connections in &mut self.connections {
            connections.place_all(&stones);
        }
    }

    /// Fills regions that a side holds until there are none, and returns how many times stones were
    /// added to the connections.
    fn fill_held(&mut self) -> usize {
        let mut rounds = 0;
        if !(self.options.inferior.enabled && self.options.inferior.fill_regions) {
            return rounds;
        }
        while self.inferior.winner().is_none() {
            let held = Colour::ALL
                .map(|colour| (colour, inferior::held_regions(self.connections(colour))))
                .into_iter()
                .find(|(_, held)| !held.is_empty());
            let Some((colour, held)) = held else {
                break;
            };
            self.filled[colour.index()] |= held;
            self.place(held.iter().map(|cell| (colour, cell)).collect());
            rounds += 1;
        }
        rounds
    }

    /// Fills a region that is known to be a side's, as if that had been seen when the last move was
    /// followed.
    pub fn fill(&mut self, colour: Colour, region: CellSet<W>) {
        self.filled[colour.index()] |= region;
        self.place(region.iter().map(|cell| (colour, cell)).collect());
        let rounds = 1 + self.fill_held();
        self.pruned = OnceLock::new();
        if let Some(MoveUndo::Step(step)) = self.past.last_mut() {
            step.rounds += rounds;
        }
    }

    /// Takes the last move back; false if none was followed.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            None => return false,
            Some(MoveUndo::Anew(before)) => *self = *before,
            Some(MoveUndo::Step(before)) => {
                (self.position, self.inferior) = (before.position, before.inferior);
                (self.filled, self.pruned) = (before.filled, before.pruned);
                for _ in 0..before.rounds {
                    for connections in &mut self.connections {
                        connections.undo();
                    }
                }
            }
        }
        true
    }

    /// Drops the undo data of all moves that were followed: they can no longer be taken back.
    pub fn forget_past(&mut self) {
        self.past.clear();
        for connections in &mut self.connections {
            connections.forget_past();
        }
    }

    /// Its recipe, if it is of one.
    pub fn recipe(&self) -> Option<Recipe> {
        self.options.recipe()
    }

    /// The position.
    pub fn position(&self) -> &Position<W> {
        &self.position
    }

    /// The position with all filled cells coloured.
    pub fn board(&self) -> &Position<W> {
        self.inferior.board()
    }

    /// The cells that are filled with a colour.
    pub fn filled(&self, colour: Colour) -> CellSet<W> {
        self.filled[colour.index()]
    }

    /// The moves of [mustplay](Self::mustplay) that need not be considered, and why.
    pub fn pruned(&self) -> &[(Cell, PruneReason)] {
        &self.pruning().moves
    }

    /// The cells that the opponent needs on the filled board to answer the pruned moves, besides
    /// what it needs against those that are left.
    pub fn support(&self) -> CellSet<W> {
        self.pruning().support
    }

    fn pruning(&self) -> &Pruned<W> {
        let (inferior, options) = (&self.inferior, self.options.inferior);
        let prune = || inferior.pruning(options, self.left());
        self.pruned.get_or_init(prune)
    }

    /// The connections of a colour on the filled board.
    pub fn connections(&self, colour: Colour) -> &Connections<W> {
        let [black, white] = &self.connections;
        match colour {
            Colour::Black => black,
            Colour::White => white,
        }
    }

    fn chains(&self) -> &Chains<W> {
        self.connections(Colour::Black).chains()
    }

    /// The carrier on the real board of a connection that has this one on the filled board.
    pub fn real_carrier(&self, colour: Colour, carrier: CellSet<W>) -> CellSet<W> {
        carrier | self.filled(colour)
    }

    /// The mustplay of the side to move: elsewhere, on the filled board, it leaves a winning semi
    /// of the opponent untouched.
    pub fn mustplay(&self) -> CellSet<W> {
        self.connections(!self.position.to_move()).mustplay()
    }

    /// The moves of the filled board that are left before inferior ones are pruned: the mustplay,
    /// or every empty cell if the options do not want it.
    pub fn left(&self) -> CellSet<W> {
        let empty = self.board().empty();
        if self.options.inferior.prune_mustplay {
            empty & self.mustplay()
        } else {
            empty
        }
    }

    /// The moves worth considering: if any move wins, one of these does, unless the position is
    /// decided otherwise.
    pub fn consider(&self) -> CellSet<W> {
        let left = self.left();
        let pruned = self.pruned().iter();
        pruned.fold(left, |left, &(cell, _)| left.without(cell))
    }

    /// The two-distance evaluation of the filled board.
    pub fn two_distance(&self) -> TwoDistance<W> {
        let cells = self.position.size().cells();
        let potentials = |colour| {
            let connections = self.connections(colour);
            let neighbourhood = match self.options.evaluation.neighbours {
                Neighbours::Touching => Neighbourhood::new(self.chains(), colour),
                Neighbours::Extended => Neighbourhood::extended(connections),
                Neighbours::Fulls => Neighbourhood::of_fulls(connections),
            };
            Potentials::new(&neighbourhood, cells)
        };
        TwoDistance::new(Colour::ALL.map(potentials))
    }

    /// Both circuits of the filled board.
    pub fn resistance(&self) -> Resistance {
        let options = self.options.evaluation;
        let [black, white] = &self.connections;
        let both = (options.links != LinkRule::None).then_some([black, white]);
        Resistance::new(self.chains(), both, options)
    }

    /// The moves worth considering, the best first: by energy, then badness, then place.
    pub fn ranking(&self) -> Vec<RankedMove> {
        let (resistance, two) = (self.resistance(), self.two_distance());
        let mut moves: Vec<RankedMove> = self
            .consider()
            .iter()
            .map(|cell| RankedMove {
                cell,
                energy: resistance.power(cell),
                badness: two.badness(cell),
            })
            .collect();
        let key = |ranked: &RankedMove| (ranked.badness.unwrap_or(u32::MAX), ranked.cell.index());
        moves.sort_by(|a, b| b.energy.total_cmp(&a.energy).then(key(a).cmp(&key(b))));
        moves
    }
}
