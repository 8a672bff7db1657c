//! What a player is told to be: its name, and the options of every room that it uses.
//!
//! A name brings defaults of its own with it: `hexy` connects as Hexy did. What is set by hand
//! stays, whatever the name.

use super::recipe::{NAMES, recipe};
use crate::analysis::AnalysisOptions;
use crate::book::Book;
use crate::connect::{self, ConnectOptions};
use crate::evaluate::{self, EvaluationOptions};
use crate::inferior::{self, InferiorOptions};
use crate::local;
use crate::montecarlo;
use crate::parameter::{Kind, Parameter, ParameterError, Parameters, shortened};
use crate::policy_value::Quantised;
use crate::search;
use std::sync::Arc;

/// The options of the player itself.
pub static PARAMETERS: [Parameter; 12] = [
    Parameter {
        key: "name",
        kind: Kind::Choice(NAMES),
        default: "mustplay",
        help: "Which player moves.",
    },
    Parameter {
        key: "max_time",
        kind: Kind::Real(0.0, 1e6),
        default: "5",
        help: "Seconds that a player may think about a move, if no clock runs; random and first need none.",
    },
    Parameter {
        key: "max_nodes",
        kind: Kind::Whole(0, u64::MAX),
        default: "0",
        help: "Positions that a player may search for a move, 0 for any number.",
    },
    Parameter {
        key: "max_depth",
        kind: Kind::Whole(0, 1000),
        default: "0",
        help: "Plies that a player may look ahead, 0 for any number.",
    },
    Parameter {
        key: "threads",
        kind: Kind::Whole(1, 256),
        default: "1",
        help: "Threads that a player may think with; random and first use one.",
    },
    Parameter {
        key: "solver",
        kind: Kind::Flag,
        default: "0",
        help: "Whether a solver runs in a thread beside the search, whose proof is played at once; players without connections have none.",
    },
    Parameter {
        key: "ponder",
        kind: Kind::Flag,
        default: "0",
        help: "Whether to think in the opponent's time; random and first never do.",
    },
    Parameter {
        key: "resign",
        kind: Kind::Flag,
        default: "0",
        help: "Whether to resign when a loss is proved; random and first prove nothing.",
    },
    Parameter {
        key: "level",
        kind: Kind::Whole(1, 10),
        default: "10",
        help: "How well to play, 10 for as well as possible; only mustplay knows more than one level.",
    },
    Parameter {
        key: "book",
        kind: Kind::Choice(&["off", "swap", "all"]),
        default: "swap",
        help: "What mustplay takes from the opening book at level 10: nothing, first stones and swaps where they may be swapped, or all moves that it knows well enough.",
    },
    Parameter {
        key: "book_effort",
        kind: Kind::Whole(0, 1_000_000),
        default: "8",
        help: "How many times as much as the player may spend on a move the book must have spent on a position to know it well enough.",
    },
    Parameter {
        key: "seed",
        kind: Kind::Whole(0, u64::MAX),
        default: "0",
        help: "Where the chances of a player start: the same seed gives the same game.",
    },
];

/// Short names of options, as the papers have them.
const ALIASES: [(&str, &str); 3] = [("M", "max_carriers"), ("K", "or_limit"), ("D", "max_depth")];

/// The options of a player.
#[derive(Clone, Debug)]
pub struct PlayerOptions {
    /// Its own (`param_player`).
    pub player: Parameters,
    /// Of its search (`param_search`).
    pub search: Parameters,
    /// Of its Monte Carlo search (`param_uct`).
    pub montecarlo: Parameters,
    /// Of its local searches (`param_local`).
    pub local: Parameters,
    /// Of its connections (`param_vc`).
    pub connections: Parameters,
    /// Of inferior cells (`param_ice`).
    pub inferior: Parameters,
    /// Of its evaluation (`param_eval`).
    pub evaluation: Parameters,
    /// An opening book of its own, which is read where the board has its size.
    pub book: Option<Arc<Book>>,
    /// A network of policy and value of its own instead of the shipped one.
    pub network: Option<Arc<Quantised>>,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        Self {
            player: Parameters::new(&PARAMETERS),
            search: Parameters::new(&search::PARAMETERS),
            montecarlo: Parameters::new(&montecarlo::PARAMETERS),
            local: Parameters::new(&local::PARAMETERS),
            connections: Parameters::new(&connect::PARAMETERS),
            inferior: Parameters::new(&inferior::PARAMETERS),
            evaluation: Parameters::new(&evaluate::PARAMETERS),
            book: None,
            network: None,
        }
    }
}

impl PlayerOptions {
    /// The tables, in the order in which an option's name is looked for.
    fn tables(&mut self) -> [&mut Parameters; 7] {
        [
            &mut self.player,
            &mut self.search,
            &mut self.montecarlo,
            &mut self.local,
            &mut self.connections,
            &mut self.inferior,
            &mut self.evaluation,
        ]
    }

    /// The table that has an option of this name, by its whole name.
    fn table(&mut self, key: &str) -> Result<&mut Parameters, ParameterError> {
        let known = self.tables().map(|table| {
            let keys: Vec<_> = table.table().iter().map(|option| option.key).collect();
            keys.join(", ")
        });
        let mut tables = self.tables().into_iter();
        tables
            .find(|table| table.has(key))
            .ok_or_else(|| ParameterError::Unknown {
                key: shortened(key),
                known: known.join(", "),
            })
    }

    /// Sets an option of any room. Nothing changes on an error.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParameterError> {
        let alias = ALIASES.iter().find(|(short, _)| *short == key);
        let key = alias.map_or(key, |&(_, long)| long);
        self.table(key)?.set(key, text)
    }

    /// Sets several options from `key=value,key=value`; nothing changes on an error.
    pub fn set_all(&mut self, pairs: &str) -> Result<(), ParameterError> {
        let mut changed = self.clone();
        for pair in pairs.split(',') {
            let (key, text) = pair
                .split_once('=')
                .ok_or_else(|| ParameterError::NoPair(shortened(pair)))?;
            changed.set(key.trim(), text.trim())?;
        }
        *self = changed;
        Ok(())
    }

    /// The options with which a player of this name and level plays: what was not set by hand is as
    /// its recipe says.
    #[must_use]
    pub fn effective(&self) -> Self {
        let mut options = self.clone();
        let presets = recipe(self.player.choice("name")).presets(self.player.whole("level"));
        for (key, text) in presets {
            let table = options.table(key);
            let set = table.and_then(|table| table.set_default(key, text));
            set.unwrap_or_else(|why| panic!("a recipe: {why}"));
        }
        options
    }

    /// How this player looks at positions.
    pub fn analysis(&self) -> AnalysisOptions {
        AnalysisOptions {
            connections: ConnectOptions::read(&self.connections),
            inferior: InferiorOptions::read(&self.inferior),
            evaluation: EvaluationOptions::read(&self.evaluation),
            two_threads: self.player.whole("threads") > 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_brings_defaults_and_what_is_set_stays() {
        let mut options = PlayerOptions::default();
        options.set_all("name=hexy,M=5").unwrap();
        let effective = options.effective();
        assert_eq!(effective.connections.whole("max_carriers"), 5);
        assert_eq!(effective.connections.choice("or_rule"), "bounded");
        assert_eq!(effective.player.whole("max_depth"), 3);
        // The recipe leaves no trace when another name comes.
        options.set("name", "wolve").unwrap();
        assert_eq!(options.effective().connections.choice("or_rule"), "fast");
    }

    #[test]
    fn names_of_options_belong_to_one_room() {
        let mut options = PlayerOptions::default();
        let mut keys: Vec<&str> = Vec::new();
        for table in options.tables() {
            keys.extend(table.table().iter().map(|option| option.key));
        }
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        let message = options.set("selct", "beam").unwrap_err().to_string();
        assert!(message.starts_with("unknown option selct: there are name, max_time"));
        assert!(options.set_all("seed=3,beam").is_err());
        assert_eq!(options.player.whole("seed"), 0);
    }
}
