//! The players that the program has by itself; those of the papers are in
//! [`crate::papers`].

use super::registry::{BEST_LEVEL, NamedPlayer, PlayerKind};
use super::searches::SearchKind;
use super::{First, OptionTables, Policy, Random};
use crate::knowledge::analysis::Recipe;

/// The strongest player.
pub const MUSTPLAY: NamedPlayer = NamedPlayer {
    name: "mustplay",
    description: "the strongest: tree search with two networks (one reads connections, inferior \
        cells and mustplay), a solver and an opening book",
    preset: levels,
    kind: PlayerKind::Searching {
        search: SearchKind::TREE,
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
            search: SearchKind::TREE,
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

/// The maximum time of a move below the highest level, which slow machines and large boards take.
const MOST_SECONDS: f64 = 0.5;

/// Play without search: of the moves such a share is chosen by the shortest ways, of these such a
/// share overlooks the opponent's, and the others are drawn by the network.
fn unsearched(tables: &mut OptionTables, short_sight: f64, oversight: f64) {
    tables.tree.short_sight = short_sight;
    tables.tree.oversight = oversight;
    tables.tree.temperature = 1.0;
    tables.player.max_nodes = 1;
}

/// The options of `mustplay` at each level: first those without search, which look at the shortest
/// ways less and less, the last not at all; then searches of a few positions, of more, and of as many
/// as there is time for.
fn levels(level: u64, tables: &mut OptionTables) {
    tables.analyse_by(Recipe::Quick);
    match level {
        1 => unsearched(tables, 1.0, 0.2),
        2 => unsearched(tables, 0.95, 0.0),
        3 => unsearched(tables, 0.7, 0.0),
        4 => unsearched(tables, 0.48, 0.0),
        5 => unsearched(tables, 0.28, 0.0),
        6 => unsearched(tables, 0.12, 0.0),
        7 => {
            unsearched(tables, 0.0, 0.0);
            tables.tree.temperature = 0.4;
        }
        8 => tables.player.max_nodes = 16,
        9 => tables.player.max_nodes = 300,
        _ => {}
    }
    if level < BEST_LEVEL {
        tables.tree.proofs = 0.0;
        tables.player.seconds = MOST_SECONDS;
    }
}
