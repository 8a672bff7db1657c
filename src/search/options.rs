//! How to search.

use super::costs::Costs;
use super::position::{Evaluation, MoveOrder};
use crate::parameter::{Kind, Parameter, Parameters};

/// Which moves are searched, and how deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SelectionKind {
    /// All, equally deep.
    #[default]
    Full,
    /// The best so many (van Rijswijck 2000, §6.1).
    Beam,
    /// Those that are not too bad, fewer further down (§6.1, §7.1).
    Taper,
    /// The same, with fewer below bad moves (§8.1).
    Dynamic,
    /// All whose cost the budget allows (§6.2).
    Sex,
}

/// How bad a move may be at distance d from the root, with h plies left, in iteration D.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Taper {
    /// h / d.
    #[default]
    Hyperbolic,
    /// h / (d + h).
    Fraction,
    /// As a table says for each d.
    Table,
    /// D - d.
    Growing,
}

/// By what a move's cost is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CostBasis {
    /// Its badness, and how far the next is behind (formula 6.1).
    #[default]
    Badness,
    /// Its tension: how much it changes.
    Tension,
}

/// Whose turn it is where positions are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LeafSide {
    /// Whose it happens to be.
    #[default]
    Any,
    /// The turn of the side to move at the root: the opponent had the last word.
    Own,
    /// The opponent's.
    Other,
}

/// How positions are numbered in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableKeys {
    /// Exactly.
    #[default]
    Combinatorial,
    /// By Zobrist keys, which may collide.
    Zobrist,
    /// There is no table.
    Off,
}

/// How to search.
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// What positions are judged by.
    pub judge: Evaluation,
    /// By what moves are put in order.
    pub order: MoveOrder,
    /// Which moves are searched.
    pub select: SelectionKind,
    /// How many at each distance from the root; the last goes on.
    pub beam_width: Vec<f64>,
    /// How bad a move may be.
    pub taper: Taper,
    /// By how much that is multiplied.
    pub taper_scale: f64,
    /// The table, for each distance from the root; the last goes on.
    pub taper_table: Vec<f64>,
    /// By what a move's cost is told.
    pub sex_cost: CostBasis,
    /// What moves cost.
    pub sex_costs: Costs,
    /// Whether each side has a budget of its own.
    pub two_budgets: bool,
    /// Whose turn it is where positions are judged.
    pub leaves: LeafSide,
    /// How positions are numbered.
    pub keys: TableKeys,
    /// Bytes of the table.
    pub table_bytes: usize,
    /// Whether what is known of positions is kept when the root moves on.
    pub keep: bool,
    /// Whether moves after the first are searched with a window of nothing first.
    pub zero_window: bool,
    /// How far around the last score the window is at first; 0 for no window.
    pub aspiration: i32,
    /// Whether moves that refuted elsewhere at the same depth come early.
    pub killers: bool,
    /// Whether moves that were good elsewhere come early among equals.
    pub history: bool,
    /// By how many plies less a pass is searched to see whether even that is too good; 0 for no
    /// passes.
    pub null_move: u32,
    /// Whether positions are left alone that are judged to be better than the threshold for the
    /// side to move.
    pub prune: bool,
    /// That threshold.
    pub prune_threshold: i32,
    /// By how much badness a move must be ahead of all others to be searched a ply deeper; 0 for
    /// never.
    pub singular: u32,
    /// Whether a position's value is the mean of its own and that of the one before.
    pub balanced: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self::read(&Parameters::new(&PARAMETERS))
    }
}

impl SearchOptions {
    /// The options as they are set.
    pub fn read(set: &Parameters) -> Self {
        Self {
            judge: match set.choice("judge") {
                "twod" => Evaluation::TwoDistance,
                "way" => Evaluation::Way,
                _ => Evaluation::Resistance,
            },
            order: match set.choice("move_order") {
                "badness" => MoveOrder::Badness,
                _ => MoveOrder::Energy,
            },
            select: match set.choice("select") {
                "beam" => SelectionKind::Beam,
                "taper" => SelectionKind::Taper,
                "dynamic" => SelectionKind::Dynamic,
                "sex" => SelectionKind::Sex,
                _ => SelectionKind::Full,
            },
            beam_width: set.numbers("beam_width").to_vec(),
            taper: match set.choice("taper") {
                "fraction" => Taper::Fraction,
                "table" => Taper::Table,
                "growing" => Taper::Growing,
                _ => Taper::Hyperbolic,
            },
            taper_scale: set.real("taper_scale"),
            taper_table: set.numbers("taper_table").to_vec(),
            sex_cost: match set.choice("sex_cost") {
                "tension" => CostBasis::Tension,
                _ => CostBasis::Badness,
            },
            sex_costs: match set.choice("sex_weights") {
                "extensions" => Costs::EXTENSIONS,
                "learned" => Costs::learned(),
                "given" => Costs::given(set.numbers("sex_costs")),
                _ => Costs::REDUCTIONS,
            },
            two_budgets: set.choice("sex_budgets") == "2",
            leaves: match set.choice("extend") {
                "own" => LeafSide::Own,
                "other" => LeafSide::Other,
                _ => LeafSide::Any,
            },
            keys: match set.choice("table") {
                "zobrist" => TableKeys::Zobrist,
                "off" => TableKeys::Off,
                _ => TableKeys::Combinatorial,
            },
            table_bytes: (set.whole("table_size") as usize) << 20,
            keep: set.flag("keep_table"),
            zero_window: set.flag("zero_window"),
            aspiration: set.whole("aspiration") as i32,
            killers: set.flag("killers"),
            history: set.flag("history"),
            null_move: set.whole("null_move") as u32,
            prune: set.flag("prune"),
            prune_threshold: set.whole("prune_threshold") as i32,
            singular: set.whole("singular") as u32,
            balanced: set.flag("balanced"),
        }
    }
}

/// The options as a front-end sees them.
pub static PARAMETERS: [Parameter; 24] = [
    Parameter {
        key: "judge",
        kind: Kind::Choice(&["resistance", "twod", "way"]),
        default: "resistance",
        help: "What positions are judged by: the resistance of both circuits, two-distance potentials, or the way that is left to go.",
    },
    Parameter {
        key: "move_order",
        kind: Kind::Choice(&["energy", "badness"]),
        default: "energy",
        help: "By what moves are put in order: energy in the circuits, or badness by two-distances.",
    },
    Parameter {
        key: "select",
        kind: Kind::Choice(&["full", "beam", "taper", "dynamic", "sex"]),
        default: "full",
        help: "Which moves are searched: all, the best few, those not too bad, fewer below bad ones, or all that a budget allows.",
    },
    Parameter {
        key: "beam_width",
        kind: Kind::Numbers(1.0, 361.0),
        default: "20",
        help: "How many moves a beam holds, at the root and at each ply below; the last number goes on.",
    },
    Parameter {
        key: "taper",
        kind: Kind::Choice(&["hyperbolic", "fraction", "table", "growing"]),
        default: "hyperbolic",
        help: "How bad a move may be, d plies from the root with h left: h/d, h/(d+h), as taper_table says, or the iteration less d.",
    },
    Parameter {
        key: "taper_scale",
        kind: Kind::Real(0.0, 100.0),
        default: "1",
        help: "What the badness that is allowed is multiplied with.",
    },
    Parameter {
        key: "taper_table",
        kind: Kind::Numbers(0.0, 1000.0),
        default: "1000/4/2/1/0",
        help: "The badness that is allowed at the root and at each ply below; the last number goes on.",
    },
    Parameter {
        key: "sex_cost",
        kind: Kind::Choice(&["badness", "tension"]),
        default: "badness",
        help: "By what a move's cost is told.",
    },
    Parameter {
        key: "sex_weights",
        kind: Kind::Choice(&["extensions", "reductions", "learned", "given"]),
        default: "reductions",
        help: "What moves cost by their category: good ones less than a ply, bad ones more, as was learned from games, or as sex_costs says.",
    },
    Parameter {
        key: "sex_costs",
        kind: Kind::Numbers(0.01, 100.0),
        default: "1",
        help: "What moves cost if that is given, in plies, from the lowest category: badness -4 or tension 0; the last number goes on.",
    },
    Parameter {
        key: "sex_budgets",
        kind: Kind::Choice(&["1", "2"]),
        default: "1",
        help: "Whether both sides draw on one budget, or each on its own.",
    },
    Parameter {
        key: "extend",
        kind: Kind::Choice(&["none", "own", "other"]),
        default: "none",
        help: "Searches a ply more where needed so that positions are judged with the side to move at the root to move, or the other.",
    },
    Parameter {
        key: "table",
        kind: Kind::Choice(&["combinatorial", "zobrist", "off"]),
        default: "combinatorial",
        help: "How positions are numbered in the transposition table: exactly, by Zobrist keys, or no table.",
    },
    Parameter {
        key: "table_size",
        kind: Kind::Whole(0, 65_536),
        default: "32",
        help: "Megabytes of the transposition table.",
    },
    Parameter {
        key: "keep_table",
        kind: Kind::Flag,
        default: "0",
        help: "Whether the combinatorial table is carried over to the position after the moves played.",
    },
    Parameter {
        key: "zero_window",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves after the first are searched with a window of nothing first (principal variation search).",
    },
    Parameter {
        key: "aspiration",
        kind: Kind::Whole(0, 1_000_000),
        default: "0",
        help: "Half the window around the score of the last iteration, in thousandths; 0 for no window.",
    },
    Parameter {
        key: "killers",
        kind: Kind::Flag,
        default: "0",
        help: "Whether moves that refuted at the same ply are tried early.",
    },
    Parameter {
        key: "history",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves that were good elsewhere come first among moves that look the same.",
    },
    Parameter {
        key: "null_move",
        kind: Kind::Whole(0, 100),
        default: "0",
        help: "By how many plies less a pass is searched, to leave positions alone where even a pass is too good; 0 for no passes. Only where connections are not seen.",
    },
    Parameter {
        key: "prune",
        kind: Kind::Flag,
        default: "0",
        help: "Whether positions below the root are left alone that are judged, before a move, to be better than prune_threshold for the side to move.",
    },
    Parameter {
        key: "prune_threshold",
        kind: Kind::Whole(0, 1_000_000),
        default: "0",
        help: "The value that prune waits for.",
    },
    Parameter {
        key: "singular",
        kind: Kind::Whole(0, 1000),
        default: "0",
        help: "By how much badness a move must be ahead of all others to be searched a ply deeper; 0 for never. SEX search has its own extensions.",
    },
    Parameter {
        key: "balanced",
        kind: Kind::Flag,
        default: "0",
        help: "Whether the value of a position is the mean of its own and of that of the position before it.",
    },
];
