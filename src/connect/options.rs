//! How far the closure goes: the OR rule, and the limits that keep it small.

/// How semis between two ends are combined into fulls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrRule {
    /// Every set of at most so many semis (Anshelevich 2002, App. A).
    Bounded(usize),
    /// The semis-combiner: all minimal fulls (Pawlewicz et al. 2014, §V).
    Semis,
    /// The semis-combiner; a full is kept where it replaces one or shrinks the intersection (§VI.A).
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

/// The options of a closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How semis are combined.
    pub or_rule: OrRule,
    /// Fulls kept between two ends, unless one is an edge; 0 for any number.
    pub max_fulls: usize,
    /// Semis kept between two ends, unless one is an edge; 0 for any number.
    pub max_semis: usize,
    /// Fulls of at most so many cells are always kept.
    pub small: usize,
    /// Whether the AND rule may pass through an edge.
    pub edge_midpoints: bool,
    /// Whether carriers may share cells that an end captures.
    pub captured: bool,
    /// Whether to stop as soon as the edges are joined by a full.
    pub stop_at_win: bool,
    /// In which order fulls are taken up.
    pub order: Order,
    /// The pairs of carriers that may be compared before the closure stops early; 0 for any number.
    pub budget: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            or_rule: OrRule::Fast,
            max_fulls: 1,
            max_semis: 6,
            small: 6,
            edge_midpoints: true,
            captured: true,
            stop_at_win: false,
            order: Order::First,
            budget: 0,
        }
    }
}
