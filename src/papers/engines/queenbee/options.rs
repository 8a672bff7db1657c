//! The options of Queenbee's searches.

use crate::base::parameter::{Numbers, choices, params};

choices! {
    /// A selection that bounds whole lines, not single moves.
    pub enum LineSelection {
        /// None: moves are selected by width.
        Off = "off",
        /// Moves whose badness, added up along a line, stays below a bound (van Rijswijck 2000,
        /// §8.1).
        Dynamic = "dynamic",
        /// Moves whose cost the budget allows (§6.2).
        Sex = "sex",
    }
}

choices! {
    /// What the cost of a move depends on.
    pub enum CostBasis {
        /// Its badness, and how far the next is behind (formula 6.1).
        Badness = "badness",
        /// Its tension: how much it changes.
        Tension = "tension",
    }
}

choices! {
    /// Which costs the categories of moves have.
    pub enum Weights {
        /// Good moves cost less than a ply.
        Extensions = "extensions",
        /// Bad moves cost more than a ply.
        Reductions = "reductions",
        /// Costs learned from games.
        Learned = "learned",
        /// Those of [`QueenbeeOptions::sex_costs`].
        Given = "given",
    }
}

choices! {
    /// How many budgets of plies there are.
    pub enum Budgets {
        /// Both sides draw on one.
        One = "1",
        /// Each side has its own.
        Two = "2",
    }
}

params! {
    /// The options of Queenbee's selective searches.
    pub struct QueenbeeOptions {
        /// Which moves to search instead of those of `select`: fewer below bad moves, or all that a
        /// budget allows.
        select as "queenbee_select": LineSelection = LineSelection::Off;
        /// What the category of a move depends on.
        sex_cost as "sex_category": CostBasis = CostBasis::Badness;
        /// What moves cost by their category: good ones less than a ply, bad ones more, as was
        /// learned from games, or as `sex_costs` says.
        sex_weights: Weights = Weights::Reductions;
        /// What moves cost if that is given, in plies, from the lowest category: badness -4 or
        /// tension 0; the last number goes on.
        sex_costs: Numbers [0.01..=100.0] = Numbers::of(&[1.0]);
        /// Whether both sides draw on one budget, or each on its own.
        sex_budgets: Budgets = Budgets::One;
        /// By how many plies less a pass is searched, to leave positions alone where even a pass is
        /// too good; 0 for no passes. Only where connections are not seen.
        null_move: u32 [0..=100] = 0;
        /// Whether positions below the root are left alone whose evaluation, before a move, is
        /// better than `static_threshold` for the side to move.
        prune as "static_prune": bool = false;
        /// The evaluation above which `static_prune` leaves a position alone.
        prune_threshold as "static_threshold": i32 [0..=1_000_000] = 0;
        /// By how much badness a move must be ahead of all others to be searched a ply deeper; 0
        /// for never. SEX search has its own extensions.
        singular as "singular_margin": u32 [0..=1000] = 0;
        /// Whether the value of a position is the mean of its own and of that of the position
        /// before it.
        balanced as "mean_of_two_plies": bool = false;
    }
}
