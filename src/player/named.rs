//! The players that the program has by itself; those of the papers are in
//! [`crate::papers`].

use super::presets::{beam, tapered};
use super::registry::{BEST_LEVEL, NamedPlayer, PlayerKind};
use super::searches::SearchKind;
use super::{First, OptionTables, Policy, Random};
use crate::knowledge::analysis::Recipe;
use crate::knowledge::connect::OrRule;

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

/// What is played with at a level: from the first of these levels on plain alpha-beta, from the
/// second on alpha-beta with connections, from the third on tree search; below the first, tree
/// search of a beginner.
const PLAIN: u64 = 5;
const CONNECTED: u64 = 6;
const STRONG: u64 = 8;

fn search_at(level: u64) -> SearchKind {
    match level {
        PLAIN..CONNECTED => SearchKind::PLAIN_ALPHA_BETA,
        CONNECTED..STRONG => SearchKind::ALPHA_BETA,
        _ => SearchKind::TREE,
    }
}

/// A beginner: of its moves such a share is chosen by the shortest ways, of these such a share
/// overlooks the opponent's, and the others are drawn by the network.
fn beginner(tables: &mut OptionTables, short_sight: f64, oversight: f64) {
    tables.analyse_by(Recipe::Quick);
    tables.tree.short_sight = short_sight;
    tables.tree.oversight = oversight;
    tables.tree.temperature = 1.0;
    tables.player.max_nodes = 1;
}

/// The options of `mustplay` at each level: first the beginners, who look at the shortest ways less
/// and less; then two-distances, searched; a few connections, of the moves; all of them, searched;
/// then tree search with networks, of a few positions, more, and as many as there is time for.
fn levels(level: u64, tables: &mut OptionTables) {
    match level {
        1 => beginner(tables, 1.0, 0.2),
        2 => beginner(tables, 0.95, 0.0),
        3 => beginner(tables, 0.7, 0.0),
        4 => beginner(tables, 0.48, 0.0),
        5 => {
            tapered(tables);
            tables.player.max_depth = 5;
        }
        6 => {
            tables.connections.or_rule = OrRule::Bounded;
            tables.connections.or_limit = 3;
            tables.connections.edge_midpoints = false;
            tables.connections.share_captured = false;
            beam(tables, &[10.0]);
            tables.player.max_depth = 1;
        }
        _ => {
            tables.analyse_by(Recipe::Quick);
            beam(tables, &[20.0]);
        }
    }
    match level {
        7 => tables.player.max_depth = 2,
        8 => tables.player.max_nodes = 60,
        9 => tables.player.max_nodes = 400,
        _ => {}
    }
    if level < BEST_LEVEL {
        tables.tree.proofs = 0.0;
    }
}
