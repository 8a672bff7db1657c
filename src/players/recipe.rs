//! What each name stands for.

use super::searcher::Searcher;
use super::{First, Hexane, Player, PlayerOptions, Puct, Random};
use crate::local::GroupOptions;

/// PlayerOptions and their texts.
type Presets = &'static [(&'static str, &'static str)];

/// How a player is made.
pub(super) struct Recipe {
    name: &'static str,
    help: &'static str,
    presets: Presets,
    make: fn(&PlayerOptions) -> Box<dyn Player>,
}

/// Up to this level `mustplay` sees stones and distances alone, and up to the other it leaves
/// nothing to chance.
const BARE_LEVELS: u64 = 5;
const LINKED_LEVELS: u64 = 8;

/// What `mustplay` sees at each level: the way left to go; two-distances, at a look and searched; a
/// few connections, at a look; all of them, searched; then Monte Carlo with the network on top,
/// with some looks and as many as there is time for.
const LEVELS: [Presets; 10] = [
    &[("judge", "way"), ("max_depth", "1")],
    &[
        ("judge", "twod"),
        ("neighbours", "extended"),
        ("select", "taper"),
        ("max_depth", "1"),
    ],
    &[
        ("judge", "twod"),
        ("select", "beam"),
        ("beam_width", "1"),
        ("max_depth", "1"),
    ],
    &[
        ("judge", "twod"),
        ("neighbours", "extended"),
        ("select", "taper"),
        ("max_depth", "3"),
    ],
    &[
        ("judge", "twod"),
        ("neighbours", "extended"),
        ("select", "taper"),
        ("max_depth", "5"),
    ],
    &[
        ("or_rule", "bounded"),
        ("or_limit", "3"),
        ("edge_midpoints", "0"),
        ("captured", "0"),
        ("select", "beam"),
        ("beam_width", "10"),
        ("max_depth", "1"),
    ],
    &[
        ("edge_midpoints", "0"),
        ("captured", "0"),
        ("max_fulls", "2"),
        ("select", "beam"),
        ("beam_width", "20"),
        ("max_depth", "2"),
    ],
    &[
        ("edge_midpoints", "0"),
        ("captured", "0"),
        ("max_fulls", "2"),
        ("select", "beam"),
        ("beam_width", "20"),
        ("max_depth", "4"),
    ],
    &[
        ("edge_midpoints", "0"),
        ("captured", "0"),
        ("max_fulls", "2"),
        ("select", "beam"),
        ("beam_width", "20"),
        ("max_nodes", "240"),
    ],
    &[
        ("edge_midpoints", "0"),
        ("captured", "0"),
        ("max_fulls", "2"),
        ("select", "beam"),
        ("beam_width", "20"),
    ],
];

const RECIPES: [Recipe; 11] = [
    Recipe {
        name: "first",
        help: "takes the lowest empty cell",
        presets: &[],
        make: |_| Box::new(First),
    },
    Recipe {
        name: "hexane",
        help: "a beginner that sees connections in a small active region (McMahan 2000)",
        presets: &[],
        make: |options| {
            let player = &options.player;
            let local = GroupOptions::read(&options.local);
            let (seed, resigns) = (player.whole("seed"), player.flag("resign"));
            Box::new(Hexane::with_options(seed, resigns, local))
        },
    },
    Recipe {
        name: "hexy",
        help: "connections by H-search, circuits, a search three plies deep (Anshelevich 2002)",
        presets: &[
            ("or_rule", "bounded"),
            ("or_limit", "4"),
            ("max_carriers", "20"),
            ("max_fulls", "20"),
            ("edge_midpoints", "0"),
            ("edge_fulls", "0"),
            ("captured", "0"),
            // A thirtieth of a second: to the end it takes up to six where many stones stand.
            ("budget", "1000000"),
            ("enabled", "0"),
            ("max_depth", "3"),
            ("select", "beam"),
            ("beam_width", "20/12/8"),
        ],
        make: |options| Box::new(Searcher::linked(options)),
    },
    Recipe {
        name: "montecarlo",
        help: "Monte Carlo tree search on FastVC, inferior cells, mustplay and circuits, with playouts (as in Pawlewicz et al. 2014)",
        presets: &[
            ("uct_network", "0"),
            ("uct_knowledge", "64"),
            ("uct_rave", "0.0012"),
            ("edge_midpoints", "0"),
            ("captured", "0"),
            ("max_fulls", "2"),
        ],
        make: |options| Box::new(Searcher::chance(options)),
    },
    Recipe {
        name: "mustplay",
        help: "the best of all: tree search by a network that sees FastVC, inferior cells, mustplay and circuits",
        presets: LEVELS[9],
        make: |options| {
            let level = options.player.whole("level");
            let searcher = if level <= BARE_LEVELS {
                Searcher::bare(options)
            } else if level <= LINKED_LEVELS {
                Searcher::linked(options)
            } else {
                Searcher::chance(options)
            };
            // What is weaker on purpose does not know what the strongest has found out.
            let best = level == LEVELS.len() as u64;
            Box::new(if best { searcher.with_book() } else { searcher })
        },
    },
    Recipe {
        name: "policy",
        help: "the likeliest move by one judgement of a convolutional network that sees stones alone",
        presets: &[],
        make: |options| Box::new(Puct::policy(options)),
    },
    Recipe {
        name: "puct",
        help: "tree search on that network alone (as in Silver et al. 2017)",
        presets: &[],
        make: |options| Box::new(Puct::new(options)),
    },
    Recipe {
        name: "queenbee",
        help: "two-distances alone, searched deep where moves look good (van Rijswijck 2000)",
        presets: &[
            ("judge", "twod"),
            ("neighbours", "extended"),
            ("select", "taper"),
        ],
        make: |options| Box::new(Searcher::bare(options)),
    },
    Recipe {
        name: "random",
        help: "any legal move",
        presets: &[],
        make: |options| Box::new(Random::new(options.player.whole("seed"))),
    },
    Recipe {
        name: "twodistance",
        help: "plain alpha-beta to a fixed depth on two-distances",
        presets: &[
            ("judge", "twod"),
            ("select", "full"),
            ("zero_window", "0"),
            ("history", "0"),
            ("table", "off"),
            ("max_depth", "2"),
        ],
        make: |options| Box::new(Searcher::bare(options)),
    },
    Recipe {
        name: "wolve",
        help: "FastVC, inferior cells, mustplay, circuits, a beam of twenty (Pawlewicz et al. 2014)",
        presets: &[("select", "beam"), ("beam_width", "20")],
        make: |options| Box::new(Searcher::linked(options)),
    },
];

const fn names() -> [&'static str; RECIPES.len()] {
    let mut names = [""; RECIPES.len()];
    let mut index = 0;
    while index < RECIPES.len() {
        names[index] = RECIPES[index].name;
        index += 1;
    }
    names
}

/// The names of all players, sorted.
pub const NAMES: &[&str] = &names();

/// The recipe of this name. Panics if there is none.
pub(super) fn recipe(name: &str) -> &'static Recipe {
    static ALL: [Recipe; 11] = RECIPES;
    let recipe = ALL.iter().find(|recipe| recipe.name == name);
    recipe.unwrap_or_else(|| panic!("no player {name}"))
}

impl Recipe {
    /// The options that a level of it comes with.
    pub fn presets(&self, level: u64) -> Presets {
        let weaker = LEVELS.get(usize::try_from(level).unwrap_or(10) - 1);
        match (self.name, weaker) {
            ("mustplay", Some(presets)) => presets,
            _ => self.presets,
        }
    }

    /// The same player, but one that leaves nothing to chance: its scores are estimates of
    /// positions.
    pub fn make_judge(&self, options: &PlayerOptions) -> Box<dyn Player> {
        match self.name {
            "montecarlo" => Box::new(Searcher::linked(options)),
            "mustplay" if options.player.whole("level") > LINKED_LEVELS => {
                Box::new(Searcher::linked(options))
            }
            _ => self.make(options),
        }
    }

    /// A player after it, with options that are [effective](PlayerOptions::effective).
    pub fn make(&self, options: &PlayerOptions) -> Box<dyn Player> {
        (self.make)(options)
    }
}

/// What each player is, for those who choose one.
pub fn descriptions() -> impl Iterator<Item = (&'static str, &'static str)> {
    RECIPES.iter().map(|recipe| (recipe.name, recipe.help))
}
