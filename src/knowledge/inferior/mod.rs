//! Inferior cells: empty cells whose colour is settled or does not matter, and moves that need not
//! be considered (Hayward and van Rijswijck 2006; Henderson 2010).
//!
//! - A **dead** cell's colour matters to neither side: no path that a side needs leads through it.
//! - A **captured** cell is as good as its side's: it is one of two, and whichever of them the
//!   opponent takes, the side takes the other, and the intruder is dead.
//! - A move is **vulnerable**, **reversible** or **dominated** where another is known to do as
//!   well.
//!
//! ```text
//!     .   B   .   .       Black has captured the cells marked: White on either of them is answered
//!       *   *   .   .     on the other, and then touches two cells that touch each other.
//!     ─────────────────
//!        south
//! ```
//!
//! Dead and captured cells are filled until no cell changes. The filled board has the same winner
//! as the given board, *with either side to move*, so the cells found for both sides may be
//! combined. Then moves of the side to move are pruned on the filled board: some winning move is
//! left, if there is one. Where the filled board is won already, no move is left to consider: the
//! winner may play anywhere on the real board and still wins, though not in the fewest moves.
//!
//! - [`Inferior`]: the inferior cells of one position;
//! - [`InferiorOptions`]: which rules are used;
//! - [`FillKind`]: why a cell is filled; [`PruneReason`]: why a move is pruned;
//! - [`held_regions`]: parts of the board that are a side's, by its connections;
//! - [`cut_regions`]: parts of the board that are games of their own.
//!
//! There is no search and no list of patterns: inferior cells follow from the neighbours of cells
//! in the graphs of both colours.

mod cut;
mod fill;
mod options;
mod paths;
mod prune;
mod reduced;
mod region;

pub use cut::{CutRegion, CutShape, cut_regions};
pub use fill::FillKind;
pub use options::InferiorOptions;
pub use prune::{PruneReason, Pruned};
pub use region::held_regions;

use crate::hex::{Cell, CellSet, Colour, Position};
use fill::{Fill, FillRules};

/// The inferior cells of a position.
#[derive(Clone, Debug)]
pub struct Inferior<const W: usize> {
    board: Position<W>,
    /// The board on which filling goes on; `None` if nothing is done.
    fill: Option<Box<Fill<W>>>,
    filled: [[CellSet<W>; 2]; 2],
    winner: Option<Colour>,
    pruned: Pruned<W>,
    consider: CellSet<W>,
}

impl<const W: usize> Inferior<W> {
    /// Fills a position for both sides and prunes moves of the side to move.
    pub fn new(position: &Position<W>, options: InferiorOptions) -> Self {
        let mut found = Self {
            board: *position,
            fill: options.enabled.then(|| Box::new(Fill::new(position))),
            filled: [[CellSet::EMPTY; 2]; 2],
            winner: position.winner(),
            pruned: Pruned::default(),
            consider: CellSet::EMPTY,
        };
        found.refill(options);
        found.pruned = found.pruning(options, position.empty());
        found.consider = found.left();
        found
    }

    /// Adds these stones to the filled board, with this side to move; only cells that they change
    /// are examined. [`Self::filled`] then holds the newly filled cells only, and no move is pruned
    /// yet.
    pub fn follow(&mut self, stones: &[(Colour, Cell)], to_move: Colour, options: InferiorOptions) {
        self.board.set_to_move(to_move);
        for &(colour, cell) in stones {
            self.board.place(colour, cell);
            if let Some(fill) = &mut self.fill {
                fill.place(colour, cell);
            }
        }
        if self.fill.is_none() {
            self.winner = self.board.winner();
        }
        self.refill(options);
    }

    /// Fills all cells that can be filled.
    fn refill(&mut self, options: InferiorOptions) {
        self.filled = [[CellSet::EMPTY; 2]; 2];
        if let Some(fill) = &mut self.fill {
            fill.forget_filled();
            fill.run(FillRules {
                dead: options.fill_dead,
                captured: [options.fill_captured; 2],
                paths: true,
                regions: options.fill_regions,
                dead_as: None,
            });
            self.filled =
                FillKind::ALL.map(|kind| Colour::ALL.map(|colour| fill.filled(kind, colour)));
            self.winner = fill.winner();
        }
        for colour in Colour::ALL {
            for cell in self.filled_with(colour) {
                self.board.place(colour, cell);
            }
        }
        self.pruned = Pruned::default();
        self.consider = self.left();
    }

    /// The moves that the side to move need not consider, of `moves`, which hold all winning moves:
    /// the fewer they are, the quicker.
    pub fn pruning(&self, options: InferiorOptions, moves: CellSet<W>) -> Pruned<W> {
        match &self.fill {
            Some(fill) if self.winner.is_none() => {
                prune::pruned(fill, self.board.to_move(), moves, options)
            }
            _ => Pruned::default(),
        }
    }

    fn left(&self) -> CellSet<W> {
        if self.winner.is_some() {
            return CellSet::EMPTY;
        }
        let pruned = self.pruned.moves.iter();
        pruned.fold(self.board.empty(), |left, &(cell, _)| left.without(cell))
    }

    /// The position with the filled cells coloured; the same side is to move.
    pub fn board(&self) -> &Position<W> {
        &self.board
    }

    /// The cells that were filled for this reason with this colour.
    pub fn filled(&self, kind: FillKind, colour: Colour) -> CellSet<W> {
        self.filled[kind as usize][colour.index()]
    }

    /// The cells that were filled with this colour.
    pub fn filled_with(&self, colour: Colour) -> CellSet<W> {
        FillKind::ALL
            .into_iter()
            .fold(CellSet::EMPTY, |all, kind| all | self.filled(kind, colour))
    }

    /// Why and with which colour a cell was filled, if it was.
    pub fn fill_of(&self, cell: Cell) -> Option<(FillKind, Colour)> {
        let all = FillKind::ALL
            .into_iter()
            .flat_map(|kind| Colour::ALL.map(|colour| (kind, colour)));
        all.into_iter()
            .find(|&(kind, colour)| self.filled(kind, colour).contains(cell))
    }

    /// The side that has joined its edges on the filled board: it wins with either side to move.
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The empty cells of the filled board where the side to move need not play, and why.
    pub fn pruned(&self) -> &[(Cell, PruneReason)] {
        &self.pruned.moves
    }

    /// The moves that are left: one of them wins, if any move does. None is left once there is a
    /// [winner](Self::winner); if none is left without a winner, the side to move loses.
    pub fn consider(&self) -> CellSet<W> {
        self.consider
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    fn names(found: &Inferior<1>, kind: FillKind, colour: Colour) -> String {
        found.board.size().names(found.filled(kind, colour))
    }

    fn codes(found: &Inferior<1>) -> String {
        let size = found.board.size();
        let code =
            |&(cell, why): &(Cell, PruneReason)| format!("{} {}", size.name(cell), why.code(size));
        found
            .pruned()
            .iter()
            .map(code)
            .collect::<Vec<_>>()
            .join(", ")
    }

    #[test]
    fn a_stone_on_the_second_row_captures_what_lies_below() {
        let position: Position<1> = position! { 7 x 4:
            . . . W . . .
             . . . . . . .
              . . . B . . .
               . . . . . . .
        };
        let found = Inferior::new(&position, InferiorOptions::default());
        assert_eq!(names(&found, FillKind::Captured, Colour::Black), "c4 d4");
        assert_eq!(names(&found, FillKind::Captured, Colour::White), "");
        assert_eq!(names(&found, FillKind::Dead, Colour::Black), "");
        assert_eq!(names(&found, FillKind::Dead, Colour::White), "");
        assert_eq!(found.winner(), None);
        let c4 = position.size().read("c4").unwrap();
        let (kind, colour) = found.fill_of(c4).unwrap();
        assert_eq!(kind.code(colour), "fcb");
        assert_eq!(found.board().at(c4), Some(Colour::Black));
    }

    #[test]
    fn a_cell_among_stones_is_dead() {
        let position: Position<1> = position! { 5 x 5:
            . . . . .
             . . B . .
              . B . W .
               . . W . .
                . . . . .
        };
        let options = InferiorOptions {
            fill_dead: true,
            ..InferiorOptions::NONE
        };
        let found = Inferior::new(&position, options);
        let dead = Colour::ALL.map(|colour| names(&found, FillKind::Dead, colour));
        assert_eq!(dead.concat(), "c3");
    }

    #[test]
    fn what_no_path_can_enter_and_leave_is_dead() {
        let position: Position<1> = position! { 6 x 6:
            . . . . . .
             . . W . . .
              . . . . B .
               W . . B . .
                . B B . . .
                 . . . W . .
        };
        let found = Inferior::new(&position, InferiorOptions::default());
        let dead = Colour::ALL.map(|colour| names(&found, FillKind::Dead, colour));
        assert_eq!(dead.concat(), "f3 e4 f4 a5 d5 e5 f5 c6 e6 f6");
        assert_eq!(names(&found, FillKind::Captured, Colour::Black), "a6 b6");
    }

    #[test]
    fn moves_on_an_empty_board_are_pruned() {
        let position: Position<1> = position! { 4 x 4:
            . . . . / . . . . / . . . . / . . . .
        };
        let found = Inferior::new(&position, InferiorOptions::default());
        let expected = "a1 iv[a2], d4 iv[d3], b1 ir[b2], c4 ir[c3], c1 id[c2], d1 id[c2], a2 id[c2], \
                     b2 id[c2], c3 id[b3], d3 id[b3], a4 id[b3], b4 id[b3]";
        assert_eq!(codes(&found), expected);
        assert_eq!(position.size().names(found.consider()), "c2 d2 a3 b3");
    }

    #[test]
    fn a_filled_board_may_be_won_before_the_real_one() {
        let position: Position<1> = position! { 4 x 3:
            . . . .
             . B . .
              . . . .
        };
        let found = Inferior::new(&position, InferiorOptions::default());
        assert_eq!(
            (position.winner(), found.winner()),
            (None, Some(Colour::Black))
        );
        assert!(found.consider().is_empty() && found.pruned().is_empty());
        let off = InferiorOptions {
            enabled: false,
            ..InferiorOptions::default()
        };
        let found = Inferior::new(&position, off);
        assert_eq!((found.winner(), found.consider().len()), (None, 11));
    }

    #[test]
    fn a_full_board_and_a_single_cell_are_no_exceptions() {
        let full: Position<1> = position! { 2 x 2: B W / W B };
        let found = Inferior::new(&full, InferiorOptions::default());
        assert_eq!(found.winner(), full.winner());
        let single: Position<1> = position! { 1 x 1: . };
        let found = Inferior::new(&single, InferiorOptions::default());
        assert_eq!((found.winner(), found.consider().len()), (None, 1));
    }
}
