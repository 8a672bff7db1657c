//! How far the closure goes: the OR rule, and the limits that keep it small.

use crate::parameter::{Kind, Parameter, Parameters};

/// How semis between two ends are combined into fulls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrRule {
    /// Every set of at most so many semis (Anshelevich 2002, App. A).
    Bounded(usize),
    /// The semis-combiner: all minimal fulls (Pawlewicz et al. 2014, §V).
    Semis,
    /// The semis-combiner; a full is kept where it replaces one or shrinks the intersection
    /// (§VI.A).
    Limited,
    /// Only fulls that shrink the intersection, found one blocked cell at a time (§VI.B).
    Fast,
}

/// The order in which fulls wait for the AND rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// First come, first served: small carriers tend to come first.
    First,
    /// The latest first.
    Last,
}

/// In which order the carriers of a pair stand, and so which of them a new one is compared with
/// first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lists {
    /// As they came.
    Came,
    /// Those first that have refused a new one last (Pawlewicz et al. 2014, §IV.C.7).
    Front,
    /// Small ones first, as programs before FastVC had them (§III).
    Sorted,
}

/// When the OR rule is applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    /// Never, and the AND rule neither: neighbours are all that is known (Anshelevich 2002, §6, M =
    /// 0).
    Neighbours,
    /// When no full waits any more, to all semis of a pair at once (Pawlewicz et al. 2014,
    /// Algorithm 1).
    Queue,
    /// As soon as there is a new semi (Anshelevich 2002, App. A).
    Generations {
        /// Whether a coloured end joins empty ends only, as the appendix has it. Then a chain of n
        /// bridges takes an OR of 2n semis.
        empty_ends: bool,
    },
}

/// The options of a closure.
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectOptions {
    /// When semis are combined.
    pub driver: Driver,
    /// How semis are combined.
    pub or_rule: OrRule,
    /// Fulls kept between two empty ends; 0 for any number.
    pub max_fulls: usize,
    /// Semis kept between two empty ends, eight times as many where an end is coloured; 0 for any
    /// number.
    pub max_semis: usize,
    /// Fulls of at most so many cells are always kept.
    pub small: usize,
    /// Where all fulls that a pair keeps have at least so many cells, it may keep one more.
    pub large: usize,
    /// Whether the AND rule may pass through an edge.
    pub edge_midpoints: bool,
    /// Whether a build starts with the edge fulls that are remembered.
    pub edge_fulls: bool,
    /// Whether carriers may share cells that an end captures.
    pub captured: bool,
    /// Whether to stop as soon as the edges are joined by a full.
    pub stop_at_win: bool,
    /// In which order fulls are taken up.
    pub order: Order,
    /// In which order the carriers of a pair stand.
    pub lists: Lists,
    /// Whether each end keeps the fulls that it has at hand, or all ends are gone through to find
    /// them.
    pub keep_neighbours: bool,
    /// The pairs of carriers that may be compared before the closure stops early; 0 for any number.
    pub budget: u64,
}

impl ConnectOptions {
    /// What is best for play, by measurement.
    pub const DEFAULT: Self = Self {
        driver: Driver::Queue,
        or_rule: OrRule::Fast,
        max_fulls: 1,
        max_semis: 4,
        small: 3,
        large: 10,
        edge_midpoints: true,
        edge_fulls: true,
        captured: true,
        stop_at_win: false,
        order: Order::First,
        lists: Lists::Came,
        keep_neighbours: true,
        budget: 0,
    };
}

impl Default for ConnectOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The options as a front-end sees them.
pub static PARAMETERS: [Parameter; 16] = [
    Parameter {
        key: "or_rule",
        kind: Kind::Choice(&["fast", "limited", "semis", "bounded"]),
        default: "fast",
        help: "How semis are combined into fulls, from quick to thorough; bounded is the classic rule.",
    },
    Parameter {
        key: "or_limit",
        kind: Kind::Whole(2, 32),
        default: "4",
        help: "The most semis that the bounded rule combines.",
    },
    Parameter {
        key: "max_carriers",
        kind: Kind::Whole(0, 1_000_000),
        default: "4",
        help: "Semis kept between two empty ends, eight times as many at stones and edges, 0 for any number.",
    },
    Parameter {
        key: "max_fulls",
        kind: Kind::Whole(0, 1_000_000),
        default: "1",
        help: "Fulls kept between two empty ends, 0 for any number.",
    },
    Parameter {
        key: "small",
        kind: Kind::Whole(0, 361),
        default: "3",
        help: "Fulls of at most so many cells are kept whatever their number.",
    },
    Parameter {
        key: "large",
        kind: Kind::Whole(0, 362),
        default: "10",
        help: "A pair whose fulls have all at least so many cells may keep one more.",
    },
    Parameter {
        key: "edge_midpoints",
        kind: Kind::Flag,
        default: "1",
        help: "Whether two fulls that meet in an edge make one.",
    },
    Parameter {
        key: "edge_fulls",
        kind: Kind::Flag,
        default: "1",
        help: "Whether a build starts with the fulls to an edge that are remembered.",
    },
    Parameter {
        key: "captured",
        kind: Kind::Flag,
        default: "1",
        help: "Whether carriers may share cells that an end captures.",
    },
    Parameter {
        key: "driver",
        kind: Kind::Choice(&["queue", "generations", "none"]),
        default: "queue",
        help: "Whether semis are combined when nothing else is left to do, or as they come; with none, neighbours alone are joined.",
    },
    Parameter {
        key: "empty_ends",
        kind: Kind::Flag,
        default: "0",
        help: "Whether the driver generations lets a coloured end join empty ends only.",
    },
    Parameter {
        key: "order",
        kind: Kind::Choice(&["first", "last"]),
        default: "first",
        help: "Which full is taken up next, the first that came or the last.",
    },
    Parameter {
        key: "lists",
        kind: Kind::Choice(&["came", "front", "sorted"]),
        default: "came",
        help: "With which carriers of its pair a new one is compared first: as they came, those that refused another, or small ones.",
    },
    Parameter {
        key: "keep_neighbours",
        kind: Kind::Flag,
        default: "1",
        help: "Whether each end keeps its fulls at hand, or all ends are gone through to find them.",
    },
    Parameter {
        key: "stop_at_win",
        kind: Kind::Flag,
        default: "0",
        help: "Whether to stop as soon as the edges are joined.",
    },
    Parameter {
        key: "budget",
        kind: Kind::Whole(0, u64::MAX),
        default: "200000000",
        help: "Comparisons of carriers after which the search stops early, 0 for any number.",
    },
];

impl ConnectOptions {
    /// The options as they are set.
    pub fn read(set: &Parameters) -> Self {
        let count = |key: &str| set.whole(key) as usize;
        Self {
            driver: match set.choice("driver") {
                "generations" => Driver::Generations {
                    empty_ends: set.flag("empty_ends"),
                },
                "none" => Driver::Neighbours,
                _ => Driver::Queue,
            },
            or_rule: match set.choice("or_rule") {
                "limited" => OrRule::Limited,
                "semis" => OrRule::Semis,
                "bounded" => OrRule::Bounded(count("or_limit")),
                _ => OrRule::Fast,
            },
            max_fulls: count("max_fulls"),
            max_semis: count("max_carriers"),
            small: count("small"),
            large: count("large"),
            edge_midpoints: set.flag("edge_midpoints"),
            edge_fulls: set.flag("edge_fulls"),
            captured: set.flag("captured"),
            stop_at_win: set.flag("stop_at_win"),
            order: if set.choice("order") == "last" {
                Order::Last
            } else {
                Order::First
            },
            lists: match set.choice("lists") {
                "front" => Lists::Front,
                "sorted" => Lists::Sorted,
                _ => Lists::Came,
            },
            keep_neighbours: set.flag("keep_neighbours"),
            budget: set.whole("budget"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_defaults_are() {
        let read = ConnectOptions::read(&Parameters::new(&PARAMETERS));
        assert_eq!(
            ConnectOptions { budget: 0, ..read },
            ConnectOptions::default()
        );
    }
}
