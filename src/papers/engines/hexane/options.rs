//! The switches of the local search. Sound are all of them: they change what a search costs and,
//! where said so, what it fails to find; a connection that is found is one.

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
        /// The most positions of one depth that the table has room for, at two bits each; deeper
        /// ones are not remembered.
        table_positions: usize = 1 << 18;
        /// The most sets that are kept beside the table; a position beyond them has all its cells
        /// for its set.
        table_sets: usize = 1 << 16;
    }
}

impl LocalOptions {
    /// The most cells of a set; a few nodes must be left for the chains around it.
    pub const MOST_CELLS: usize = 48;

    /// All of the thesis, and the cutter confined to what disturbs: the options of one search that
    /// is given time.
    pub const PATIENT: Self = Self {
        table_positions: 1 << 23,
        widenings: 8,
        nodes: u64::MAX,
        ..Self::DEFAULT
    };

    /// All that the thesis describes, with its measures.
    pub const THESIS: Self = Self {
        disturbing: false,
        ..Self::PATIENT
    };

    /// Nothing but the search itself, to the same depth on the same sets.
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
