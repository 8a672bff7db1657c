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

choices! {
    /// How positions are numbered in the table.
    pub enum TableKeys {
        /// Exactly.
        Combinatorial = "combinatorial",
        /// By Zobrist keys, which may collide.
        Zobrist = "zobrist",
        /// There is no table.
        Off = "off",
    }
}

params! {
    /// The options of alpha-beta search.
    pub struct SearchOptions {
        /// What positions are evaluated by: the resistance of both circuits, two-distance
        /// potentials, or the distance that is left to go.
        evaluate_by: Evaluation = Evaluation::Resistance;
        /// By what moves are put in order: energy in the circuits, or badness by two-distances.
        order as "move_order": MoveOrder = MoveOrder::Energy;
        /// Which moves are searched: all, the best few, or those not too bad. Two words more choose
        /// a selection of Queenbee: dynamic and sex, see `queenbee_select`.
        select: SelectionKind = SelectionKind::Full;
        /// How many moves a beam holds, at the root and at each ply below; the last number goes on.
        beam_width: Numbers [1.0..=361.0] = Numbers::of(&[20.0]);
        /// How bad a move may be, d plies from the root with h left: h/d, h/(d+h), the entry of
        /// `taper_table`, or the iteration less d.
        taper: Taper = Taper::Hyperbolic;
        /// The badness that is allowed is multiplied with this.
        taper_scale: f64 [0.0..=100.0] = 1.0;
        /// The badness that is allowed at the root and at each ply below; the last number goes on.
        taper_table: Numbers [0.0..=1000.0] = Numbers::of(&[1000.0, 4.0, 2.0, 1.0, 0.0]);
        /// The side to move where positions are evaluated, at the cost of a ply more where needed:
        /// any, the one to move at the root, or the other.
        leaves as "leaf_turn": LeafSide = LeafSide::Any;
        /// How positions are numbered in the transposition table: exactly, by Zobrist keys, or no
        /// table.
        keys as "table_keys": TableKeys = TableKeys::Combinatorial;
        /// Megabytes of the transposition table and, where connections are searched, of their
        /// analyses; the table has an eighth in any case.
        table_bytes as "table_size": usize [0..=65_536] * 1_048_576 = 32 << 20;
        /// Whether the combinatorial table is carried over to the position after the moves played.
        keep as "keep_table": bool = false;
        /// Whether moves after the first are searched with a window of nothing first (principal
        /// variation search).
        zero_window: bool = true;
        /// Half the window around the score of the last iteration, in thousandths; 0 for no window.
        aspiration: i32 [0..=1_000_000] = 0;
        /// Whether moves that refuted at the same ply are tried early.
        killers: bool = false;
        /// Whether moves that were good elsewhere come first among moves of equal badness.
        history: bool = true;
    }
}
