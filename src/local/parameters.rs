//! How Hexane searches its group graph, as a front-end sees it.

use super::groups::GroupOptions;
use super::options::LocalOptions;
use crate::parameter::{Kind, Parameter, Parameters};

/// The options.
pub static PARAMETERS: [Parameter; 14] = [
    Parameter {
        key: "local_table",
        kind: Kind::Flag,
        default: "1",
        help: "Whether positions reached by other orders of moves are remembered.",
    },
    Parameter {
        key: "local_depth_distance",
        kind: Kind::Flag,
        default: "1",
        help: "Whether to give up where more moves are needed than are left.",
    },
    Parameter {
        key: "local_ordering",
        kind: Kind::Flag,
        default: "1",
        help: "Whether moves are tried in the order of the rules, not of chance.",
    },
    Parameter {
        key: "local_intersection",
        kind: Kind::Flag,
        default: "1",
        help: "Whether the cutter, at distance one, plays only where all threats meet.",
    },
    Parameter {
        key: "local_disturbing",
        kind: Kind::Flag,
        default: "1",
        help: "Whether the cutter plays only where it disturbs all connections that hold against the moves tried so far.",
    },
    Parameter {
        key: "local_deepening",
        kind: Kind::Flag,
        default: "1",
        help: "Whether to search to growing depths.",
    },
    Parameter {
        key: "local_shortest_from",
        kind: Kind::Whole(0, 100),
        default: "0",
        help: "From this ply on the connector plays on shortest bridge paths only, 0 for never.",
    },
    Parameter {
        key: "local_depth",
        kind: Kind::Whole(1, 100),
        default: "8",
        help: "Plies that a local search looks ahead.",
    },
    Parameter {
        key: "local_largest",
        kind: Kind::Whole(1, LocalOptions::MOST_CELLS as u64),
        default: "18",
        help: "Cells that a local search is made on.",
    },
    Parameter {
        key: "local_widenings",
        kind: Kind::Whole(0, 100),
        default: "2",
        help: "How often its set of cells is widened.",
    },
    Parameter {
        key: "local_nodes",
        kind: Kind::Whole(1, u64::MAX),
        default: "4000",
        help: "Positions of one local search.",
    },
    Parameter {
        key: "local_reach",
        kind: Kind::Whole(0, 100),
        default: "3",
        help: "Pairs of groups at a greater bridge distance are not searched.",
    },
    Parameter {
        key: "local_paths",
        kind: Kind::Whole(1, 100),
        default: "2",
        help: "Bridge paths that are kept of a pair.",
    },
    Parameter {
        key: "local_all_nodes",
        kind: Kind::Whole(1, u64::MAX),
        default: "200000",
        help: "Positions of all local searches of a group graph.",
    },
];

impl GroupOptions {
    /// The options as they are set.
    pub fn read(set: &Parameters) -> Self {
        let size = |key| set.whole(key) as usize;
        let default = Self::default();
        Self {
            search: LocalOptions {
                table: set.flag("local_table"),
                depth_distance: set.flag("local_depth_distance"),
                ordering: set.flag("local_ordering"),
                intersection: set.flag("local_intersection"),
                disturbing: set.flag("local_disturbing"),
                deepening: set.flag("local_deepening"),
                shortest_from: Some(size("local_shortest_from")).filter(|&ply| ply > 0),
                depth: size("local_depth"),
                largest: size("local_largest"),
                widenings: size("local_widenings"),
                nodes: set.whole("local_nodes"),
                ..default.search
            },
            reach: size("local_reach"),
            bridge_paths: size("local_paths"),
            nodes: set.whole("local_all_nodes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_as_it_was() {
        let mut set = Parameters::new(&PARAMETERS);
        assert_eq!(GroupOptions::read(&set), GroupOptions::default());
        set.set_all("local_table=0,local_shortest_from=3,local_largest=12")
            .unwrap();
        let read = GroupOptions::read(&set);
        assert!(!read.search.table);
        assert_eq!(
            (read.search.shortest_from, read.search.largest),
            (Some(3), 12)
        );
        assert!(set.set("local_largest", "49").is_err());
    }
}
