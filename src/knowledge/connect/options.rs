//! How far the closure goes: the OR rule, and the limits that keep it small.

use crate::base::parameter::{choices, params};
use crate::hex::BoardSize;

choices! {
    /// How semis between two ends are combined into fulls.
    pub enum OrRule {
        /// Only fulls that shrink the intersection, found one blocked cell at a time (Pawlewicz et
        /// al. 2014, §VI.B).
        Fast = "fast",
        /// The semis-combiner; a full is kept where it replaces one or shrinks the intersection
        /// (§VI.A).
        Limited = "limited",
        /// The semis-combiner: all minimal fulls (§V).
        Semis = "semis",
        /// Every set of at most [`ConnectOptions::or_limit`] semis (Anshelevich 2002, App. A).
        Bounded = "bounded",
    }
}

choices! {
    /// When the OR rule is applied.
    pub enum OrSchedule {
        /// When no full waits any more, to all semis of a pair at once (Pawlewicz et al. 2014,
        /// Algorithm 1).
        Queue = "queue",
        /// As soon as there is a new semi (Anshelevich 2002, App. A).
        Generations = "generations",
        /// Never, and the AND rule neither: neighbours are all that is known (Anshelevich 2002,
        /// §6, M = 0).
        Neighbours = "none",
    }
}

choices! {
    /// The order of the carriers of a pair: a new one is compared with the first of them first.
    pub enum CarrierOrder {
        /// As they came.
        Came = "came",
        /// Those first that refused another carrier last (Pawlewicz et al. 2014, §IV.C.7).
        Front = "front",
        /// Small ones first, as in programs before FastVC (§III).
        Sorted = "sorted",
    }
}

params! {
    /// The options of a closure. The defaults are those of the thorough recipe; the default player
    /// analyses by the quick one ([`Recipe`](crate::knowledge::analysis::Recipe)).
    #[derive(Copy, Eq)]
    pub struct ConnectOptions {
        /// How semis are combined into fulls, from quick to thorough; bounded is the classic rule.
        or_rule: OrRule = OrRule::Fast;
        /// Maximum number of semis the bounded rule combines.
        or_limit also "K": usize [2..=32] = 4;
        /// Maximum number of semis kept between two empty ends, eight times as many at stones and
        /// edges; 0 for no limit.
        max_carriers also "M": usize [0..=1_000_000] = 4;
        /// Maximum number of fulls kept between two empty ends, 0 for no limit.
        max_fulls: usize [0..=1_000_000] = 1;
        /// Whether two fulls that meet in an edge combine.
        edge_midpoints: bool = true;
        /// Whether to use the edge templates that the rules cannot derive.
        templates: bool = true;
        /// Whether carriers may share cells that an end captures.
        share_captured: bool = true;
        /// When semis are combined: after all fulls are processed, or immediately; with none, only
        /// neighbours are connected.
        or_schedule: OrSchedule = OrSchedule::Queue;
        /// Which carriers of its pair a new one is compared with first: the oldest, the last to
        /// refuse another, or the smallest.
        carrier_order: CarrierOrder = CarrierOrder::Came;
        /// Maximum number of carrier comparisons, 0 for no limit.
        max_comparisons: u64 [0..=u64::MAX] = 200_000_000;
    }
    with {
        /// Whether the schedule generations lets a coloured end join empty ends only.
        join_empty_ends: bool = false;
        /// Whether each end keeps a list of its fulls; otherwise the AND rule goes through all ends
        /// to find them.
        keep_full_lists: bool = true;
    }
}

impl ConnectOptions {
    /// These on a board of this size. One that is too large has neighbours alone: what is kept of
    /// its pairs would take hundreds of megabytes.
    pub(super) fn on(self, size: BoardSize) -> Self {
        if size.has_connections() {
            return self;
        }
        Self {
            or_schedule: OrSchedule::Neighbours,
            templates: false,
            share_captured: false,
            ..self
        }
    }

    /// The options by which a person's question about two ends is answered: they show nearly all
    /// that few carriers show, in a tenth of a second on 11x11.
    pub fn for_questions() -> Self {
        Self {
            or_rule: OrRule::Semis,
            max_carriers: 8,
            max_fulls: 4,
            max_comparisons: 20_000_000,
            ..Self::default()
        }
    }
}
