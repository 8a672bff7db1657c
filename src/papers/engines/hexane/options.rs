//! The options of the local search. All of them are sound: they change the cost of a search and,
//! where noted, what it misses, but never give a false connection.

use crate::base::parameter::params;

params! {
    /// How Hexane searches between groups, and which pairs of them.
    #[derive(Copy, Eq)]
    pub struct LocalOptions {
        /// Whether positions reached by other orders of moves are remembered (§4.2.6).
        table as "local_table": bool = true;
        /// Whether to give up where more moves are needed than are left (§4.2.5).
        depth_distance as "local_depth_distance": bool = true;
        /// Whether moves are tried in the order of the rules, not of chance (§4.2.4).
        ordering as "local_ordering": bool = true;
        /// Whether the cutter, at distance one, plays only where all threats meet (§4.2.5).
        intersection as "local_intersection": bool = true;
        /// Whether the cutter plays only where it disturbs all connections that hold against the
        /// moves tried so far. The thesis does without.
        disturbing as "local_disturbing": bool = true;
        /// Whether to search to growing depths, from the least at which a connection can show
        /// (§4.2.3).
        deepening as "local_deepening": bool = true;
        /// From this ply on the connector plays on shortest bridge paths only, 0 for never
        /// (§4.2.5).
        shortest_from as "local_shortest_from": usize [0..=100] = 0;
        /// Maximum depth of a local search in plies.
        depth as "local_depth": usize [1..=100] = 8;
        /// Cells that a local search is made on.
        largest as "local_max_cells":
            usize [1..=LocalOptions::MOST_CELLS as u64] = 18;
        /// How often its set of cells is widened.
        widenings as "local_widenings": usize [0..=100] = 2;
        /// Positions of one local search.
        nodes as "local_nodes": u64 [1..=u64::MAX] = 4000;
        /// Pairs of groups at a greater bridge distance are not searched.
        reach as "local_reach": usize [0..=100] = 3;
        /// Bridge paths that are kept of a pair.
        bridge_paths as "local_paths": usize [1..=100] = 2;
        /// Positions of all local searches of a group graph.
        all_nodes as "local_all_nodes": u64 [1..=u64::MAX] = 200_000;
    }
    with {
        /// The most positions of one depth in the table, at two bits each; larger depths are not
        /// remembered.
        table_positions: usize = 1 << 18;
        /// The most associated sets that are stored; beyond them a position has all its cells as
        /// its set.
        table_sets: usize = 1 << 16;
    }
}

impl LocalOptions {
    /// The most cells of a set, which leaves some nodes for the chains around it.
    pub const MOST_CELLS: usize = 48;

    /// Everything in the thesis, with the cutter restricted to disturbing moves: the options of a
    /// single search with enough time.
    pub const PATIENT: Self = Self {
        table_positions: 1 << 23,
        widenings: 8,
        nodes: u64::MAX,
        ..Self::DEFAULT
    };

    /// Everything that the thesis describes, with its limits.
    pub const THESIS: Self = Self {
        disturbing: false,
        ..Self::PATIENT
    };

    /// The search alone, to the same depth on the same sets.
    pub const PLAIN: Self = Self {
        table: false,
        depth_distance: false,
        ordering: false,
        intersection: false,
        deepening: false,
        ..Self::THESIS
    };

    /// The five configurations of the thesis's experiment (§4.3, Fig. 7): one fixed depth, and what
    /// is switched on.
    pub const EXPERIMENT: [(&str, Self); 5] = [
        ("none", Self::PLAIN),
        (
            "table",
            Self {
                table: true,
                ..Self::PLAIN
            },
        ),
        (
            "depth-distance",
            Self {
                depth_distance: true,
                ..Self::PLAIN
            },
        ),
        (
            "ordering",
            Self {
                ordering: true,
                ..Self::PLAIN
            },
        ),
        (
            "all",
            Self {
                deepening: false,
                ..Self::THESIS
            },
        ),
    ];
}
