//! The switches of the local search. Sound are all of them: they change what a search costs and,
//! where said so, what it fails to find; a connection that is found is one.

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the switches of an experiment, each on its own"
)]
pub struct LocalOptions {
    /// Remember positions reached by other orders of moves (§4.2.6).
    pub table: bool,
    /// The most positions of one depth that the table has room for, at two bits each; deeper ones
    /// are not remembered.
    pub table_positions: usize,
    /// The most sets that are kept beside the table; a position beyond them has all its cells for
    /// its set.
    pub table_sets: usize,
    /// Give up where more moves are needed than are left (§4.2.5).
    pub depth_distance: bool,
    /// Try the moves in the order of the rules (§4.2.4), not in one of chance.
    pub ordering: bool,
    /// At distance one, let the cutter play only where all threats meet (§4.2.5).
    pub intersection: bool,
    /// Let the cutter play only where it disturbs all connections that hold against the moves tried
    /// so far. The thesis does without.
    pub disturbing: bool,
    /// Search to growing depths, from the least at which a connection can show (§4.2.3).
    pub deepening: bool,
    /// From this ply on the connector plays on shortest bridge paths only (§4.2.5): misses
    /// connections.
    pub shortest_from: Option<usize>,
    /// Plies to look ahead at the most: misses connections.
    pub depth: usize,
    /// Cells to search on at the most: misses connections. At most [`LocalOptions::MOST_CELLS`].
    pub largest: usize,
    /// How often to widen the set (§4.2.1) at the most.
    pub widenings: usize,
    /// Positions to search at the most.
    pub nodes: u64,
}

impl LocalOptions {
    /// The most cells of a set; a few nodes must be left for the chains around it.
    pub const MOST_CELLS: usize = 48;

    /// All that the thesis describes, with its measures.
    pub const THESIS: Self = Self {
        table: true,
        table_positions: 1 << 23,
        table_sets: 1 << 16,
        depth_distance: true,
        ordering: true,
        intersection: true,
        disturbing: false,
        deepening: true,
        shortest_from: None,
        depth: 8,
        largest: 18,
        widenings: 8,
        nodes: u64::MAX,
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

/// All of the thesis, and the cutter confined to what disturbs.
impl Default for LocalOptions {
    fn default() -> Self {
        Self {
            disturbing: true,
            ..Self::THESIS
        }
    }
}
