//! The players that the program has by itself; those of the papers are in
//! [`crate::papers`].

use super::presets::{beam, tapered};
use super::registry::{BEST_LEVEL, NamedPlayer, PlayerKind};
use super::searches::SearchKind;
use super::{First, OptionTables, Policy, Random};
use crate::knowledge::analysis::Recipe;
use crate::knowledge::connect::OrRule;
use crate::search::alpha_beta::Evaluation;

/// The strongest player.
pub const MUSTPLAY: NamedPlayer = NamedPlayer {
    name: "mustplay",
    description: "the strongest: tree search with two networks (one reads connections, inferior \
        cells and mustplay), a solver and an opening book",
    preset: levels,
    kind: PlayerKind::Searching {
        search: search_at,
        has_book: true,
    },
    own_command: None,
};

/// These players.
pub static PLAYERS: [&NamedPlayer; 5] = [
    &MUSTPLAY,
    &NamedPlayer {
        name: "puct",
        description: "mustplay without its opening book (after Silver et al. 2017)",
        preset: |_, tables| tables.analyse_by(Recipe::Quick),
        kind: PlayerKind::Searching {
            search: |_| SearchKind::TREE,
            has_book: false,
        },
        own_command: None,
    },
    &NamedPlayer {
        name: "policy",
        description: "the most probable move of a convolutional network that reads stones alone, \
            without search",
        preset: |_, _| {},
        kind: PlayerKind::Other(|options| Box::new(Policy::new(options))),
        own_command: None,
    },
    &NamedPlayer {
        name: "random",
        description: "any legal move",
        preset: |_, _| {},
        kind: PlayerKind::Other(|options| Box::new(Random::new(options.player.seed))),
        own_command: None,
    },
    &NamedPlayer {
        name: "first",
        description: "takes the lowest empty cell",
        preset: |_, _| {},
        kind: PlayerKind::Other(|_| Box::new(First)),
        own_command: None,
    },
];

/// Up to the first level `mustplay` plays by plain alpha-beta, up to the second by alpha-beta with
/// connections, above that by tree search.
const PLAIN_LEVELS: u64 = 5;
const ALPHA_BETA_LEVELS: u64 = 7;

fn search_at(level: u64) -> SearchKind {
    if level <= PLAIN_LEVELS {
        SearchKind::PLAIN_ALPHA_BETA
    } else if level <= ALPHA_BETA_LEVELS {
        SearchKind::ALPHA_BETA
    } else {
        SearchKind::TREE
    }
}

/// The options of `mustplay` at each level: the distance left to go; two-distances, of the moves
/// and searched; a few connections, of the moves; all of them, searched; then tree search with
/// networks, of a few positions, more, and as many as there is time for.
fn levels(level: u64, tables: &mut OptionTables) {
    match level {
        1 => tables.search.evaluate_by = Evaluation::StonesToJoin,
        3 => {
            tables.search.evaluate_by = Evaluation::TwoDistance;
            beam(tables, &[1.0]);
        }
        2 | 4 | 5 => tapered(tables),
        6 => {
            tables.connections.or_rule = OrRule::Bounded;
            tables.connections.or_limit = 3;
            tables.connections.edge_midpoints = false;
            tables.connections.share_captured = false;
            beam(tables, &[10.0]);
        }
        _ => {
            tables.analyse_by(Recipe::Quick);
            beam(tables, &[20.0]);
        }
    }
    match level {
        1..=3 | 6 => tables.player.max_depth = 1,
        4 => tables.player.max_depth = 3,
        5 => tables.player.max_depth = 5,
        7 => tables.player.max_depth = 2,
        8 => tables.player.max_nodes = 60,
        9 => tables.player.max_nodes = 400,
        _ => {}
    }
    if level < BEST_LEVEL {
        tables.tree.proofs = 0.0;
    }
}
