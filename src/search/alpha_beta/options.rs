//! The options of alpha-beta search.

use super::position::{Evaluation, MoveOrder};
use crate::base::parameter::{Numbers, choices, params};

choices! {
    /// Which moves are searched, and how deep.
    pub enum SelectionKind {
        /// All, equally deep.
        Full = "full",
        /// The best so many (van Rijswijck 2000, §6.1).
        Beam = "beam",
        /// Those that are not too bad, fewer further down (§6.1, §7.1).
        Taper = "taper",
    }
}

choices! {
    /// How bad a move may be at distance d from the root, with h plies left, in iteration D.
    pub enum Taper {
        /// h / d.
        Hyperbolic = "hyperbolic",
        /// h / (d + h).
        Fraction = "fraction",
        /// By a table, for each d.
        Table = "table",
        /// D - d.
        Growing = "growing",
    }
}

choices! {
    /// The side to move where positions are evaluated.
    pub enum LeafSide {
        /// Either.
        Any = "any",
        /// The side to move at the root: the opponent had the last word.
        Own = "own",
        /// The opponent.
        Other = "other",
    }
}

params! {
    /// The options of alpha-beta search.
    pub struct SearchOptions {
        /// Evaluation function: the resistance of both circuits, two-distance potentials, or the
        /// distance left to connect.
        evaluate_by: Evaluation = Evaluation::Resistance;
        /// Move ordering: by energy in the circuits, or by badness (two-distances).
        order as "move_order": MoveOrder = MoveOrder::Energy;
        /// Which moves to search: all, the best few, or those that are not too bad.
        select: SelectionKind = SelectionKind::Full;
        /// Beam width at the root and at each ply below; the last number repeats.
        beam_width: Numbers [1.0..=361.0] = Numbers::of(&[20.0]);
        /// Maximum badness of a move, d plies from the root with h left: h/d, h/(d+h), the entry of
        /// `taper_table`, or the iteration minus d.
        taper: Taper = Taper::Hyperbolic;
        /// Maximum badness at the root and at each ply below; the last number repeats.
        taper_table: Numbers [0.0..=1000.0] = Numbers::of(&[1000.0, 4.0, 2.0, 1.0, 0.0]);
        /// Side to move in evaluated positions, searching one ply deeper where needed: any, the one
        /// to move at the root, or the other.
        leaves as "leaf_turn": LeafSide = LeafSide::Any;
        /// Memory in megabytes for the transposition table and, with connections, for analyses; the
        /// table gets at least an eighth. 0 for no table.
        table_bytes as "table_size": usize [0..=65_536] * 1_048_576 = 32 << 20;
        /// Whether to search moves after the first with a null window first (principal variation
        /// search).
        zero_window: bool = true;
        /// Whether to order moves of equal merit by the history heuristic.
        history: bool = true;
    }
}
