//! Moves that the side to move need not consider, on a filled board.
//!
//! X is to move, Y its opponent. **Vulnerable**: after X at v, Y has a reply that makes the stone
//! dead. **Reversible**: after X at v, Y has a reply that captures cells, and with these the stone
//! is dead. Either way X's stone may as well be Y's: X is to move again on a board that differs
//! only by more stones of Y's, and a move that wins there wins at once as well. That holds for any
//! number of such moves together, whichever stones make them dead: if v wins, so does X after v and
//! the reply; then some other move w wins on the board with more of Y's stones, and therefore on
//! this board. If w is vulnerable or reversible too, it still is where Y has more stones (or Y has
//! the reply there already, and w is a wasted stone), and the argument repeats with w. The number
//! of Y's stones grows at each step, and X cannot have won by them alone: some winning move is
//! neither. No cycle has to be broken.
//!
//! **Dominated**: a stone of X's at a makes b dead or captures it. Then a is worth a and b
//! together, so a wins if b does. Here cycles matter: b is pruned only where a stays, or is pruned
//! later because of another move that stays. Vulnerable and reversible moves are pruned first and
//! dominate no move: the winning move of the argument above is not one of them, and if it is
//! dominated, a move that stays wins too.
//!
//! ```text
//!     .   a   .   .        Black's a captures b and c, so it is worth as much as either and both.
//!       b   c   .   .
//!     ─────────────────
//!        south
//! ```
//!
//! Where all winning moves are known to be in a set, only moves of that set are examined: any other
//! loses, and every move that it dominates loses too.
//!
//! The cells that a stone kills and captures are found by filling the board with the stone on it,
//! near the stone only.

use super::InferiorOptions;
use super::fill::{Fill, FillKind, FillRules};
use super::reduced::ReducedGraph;
use crate::hex::{BoardSize, Cell, CellSet, Colour};

/// Why a move need not be considered, and the cell that makes it so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PruneReason {
    /// The opponent's reply on this cell makes the stone dead.
    Vulnerable(Cell),
    /// The opponent's reply on this cell, with the cells that it captures, makes the stone dead.
    Reversible(Cell),
    /// This move is at least as good.
    Dominated(Cell),
}

impl PruneReason {
    /// The cell that makes the move inferior.
    pub fn cell(self) -> Cell {
        match self {
            Self::Vulnerable(cell) | Self::Reversible(cell) | Self::Dominated(cell) => cell,
        }
    }

    /// The protocol's name of it: `iv[c3]`, `ir[c3]`, `id[c3]`.
    pub fn code(self, size: BoardSize) -> String {
        let kind = match self {
            Self::Vulnerable(_) => "iv",
            Self::Reversible(_) => "ir",
            Self::Dominated(_) => "id",
        };
        format!("{kind}[{}]", size.name(self.cell()))
    }
}

/// Moves that need not be considered.
#[derive(Clone, Debug, Default)]
pub struct Pruned<const W: usize> {
    /// The moves and the reasons.
    pub moves: Vec<(Cell, PruneReason)>,
    /// The cells of the opponent's replies to vulnerable and reversible moves, and the cells that
    /// these replies capture.
    pub support: CellSet<W>,
}

/// The moves of `mover` on a filled board that need not be considered, of a set that holds all
/// winning moves.
pub(super) fn pruned<const W: usize>(
    fill: &Fill<W>,
    mover: Colour,
    moves: CellSet<W>,
    options: InferiorOptions,
) -> Pruned<W> {
    let mut pruning = Pruning {
        fill,
        scratch: fill.scratch(),
        mover,
        moves,
        left: fill.empty() & moves,
        pruned: Pruned::default(),
    };
    if options.prune_vulnerable {
        pruning.drop_vulnerable();
    }
    if options.prune_reversible {
        pruning.drop_reversible();
    }
    if options.prune_dominated {
        pruning.drop_dominated();
    }
    pruning.pruned
}

struct Pruning<'a, const W: usize> {
    fill: &'a Fill<W>,
    scratch: Fill<W>,
    mover: Colour,
    /// The moves in question, and those of them that are not pruned yet.
    moves: CellSet<W>,
    left: CellSet<W>,
    pruned: Pruned<W>,
}

impl<const W: usize> Pruning<'_, W> {
    fn drop(&mut self, cell: Cell, why: PruneReason) {
        self.left.remove(cell);
        self.pruned.moves.push((cell, why));
    }

    fn drop_vulnerable(&mut self) {
        for cell in self.left {
            if let Some(killer) = self.fill.killers(!self.mover, cell).first() {
                self.drop(cell, PruneReason::Vulnerable(killer));
                self.pruned.support.insert(killer);
            }
        }
    }

    fn drop_reversible(&mut self) {
        let graph = self.fill.graph(self.mover);
        // The gain of each reply by itself: with the stone there the gain is mostly no more.
        let gains: Vec<(Cell, CellSet<W>)> = self
            .around()
            .iter()
            .map(|reply| (reply, self.gained(!self.mover, None, reply)))
            .collect();
        for cell in self.left {
            let near = graph.near(cell);
            let is_dead = |gain: CellSet<W>, reply| {
                !near.is_disjoint(gain.as_ends())
                    && graph.is_clique(near - gain.with(reply).as_ends())
            };
            let answer = gains.iter().find_map(|&(reply, gain)| {
                if reply == cell || !is_dead(gain, reply) {
                    return None;
                }
                let gain = self.gained(!self.mover, Some(cell), reply);
                is_dead(gain, reply).then_some((reply, gain))
            });
            if let Some((reply, gain)) = answer {
                self.drop(cell, PruneReason::Reversible(reply));
                self.pruned.support |= gain.with(reply);
            }
        }
    }

    fn drop_dominated(&mut self) {
        let pruned = self.moves - self.left;
        let mut moves: Vec<(Cell, CellSet<W>)> = (self.around() - pruned)
            .iter()
            .map(|cell| (cell, self.gained(self.mover, None, cell)))
            .collect();
        // Moves that dominate many come first; the sort keeps the order of cells otherwise.
        moves.sort_by_key(|(_, gain)| std::cmp::Reverse(gain.len()));
        for (cell, gain) in moves {
            if self.left.contains(cell) || !self.moves.contains(cell) {
                for other in gain & self.left {
                    self.drop(other, PruneReason::Dominated(cell));
                }
            }
        }
    }

    /// The cells that are left and those beside them, in either graph: stones further away rarely
    /// matter to them.
    fn around(&self) -> CellSet<W> {
        let empty = self.fill.empty();
        let graphs = Colour::ALL.map(|colour| self.fill.graph(colour));
        self.left.iter().fold(self.left, |all, cell| {
            let beside = |graph: &ReducedGraph<W>| graph.touched_by_cut(cell).cells_in(empty);
            all | beside(graphs[0]) | beside(graphs[1])
        })
    }

    /// The cells that a stone of `colour` on `cell` kills or captures, after the opponent's on
    /// `before`: all empty cells if it wins.
    fn gained(&mut self, colour: Colour, before: Option<Cell>, cell: Cell) -> CellSet<W> {
        self.scratch.restore(self.fill);
        if let Some(before) = before {
            self.scratch.try_stone(!colour, before);
        }
        self.scratch.try_stone(colour, cell);
        self.scratch.run(FillRules {
            dead: true,
            captured: Colour::ALL.map(|other| other == colour),
            paths: false,
            regions: false,
            dead_as: Some(colour),
        });
        if self.scratch.graph(colour).is_won() {
            return self.fill.empty().without(cell);
        }
        let gained = |set: &Fill<W>| {
            set.filled(FillKind::Dead, colour) | set.filled(FillKind::Captured, colour)
        };
        gained(&self.scratch) - gained(self.fill)
    }
}
