//! What a player is asked to be: its name, and the options of every table that it uses.
//!
//! A name and a level bring presets with them: `hexy` connects as Hexy did. What is set explicitly
//! stays, whatever the name. [`PlayerOptions`] holds at any time what the player plays with.

use super::book::Book;
use super::registry::{AnyOptions, BEST_LEVEL, PlayerName};
use super::{OptionTables, Table};
use crate::base::parameter::{Options, Parameter, ParameterError, set_pairs, shortened};
use crate::base::spelling;
use crate::knowledge::analysis::Recipe;
use crate::network::{Input, Quantised};
use crate::think::Budget;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// An option that was set explicitly.
#[derive(Clone, Debug)]
struct SetExplicitly {
    table: Table,
    key: &'static str,
    text: String,
}

/// The options of a player: its tables, and which of their options were set explicitly.
#[derive(Clone, Debug)]
pub struct PlayerOptions {
    tables: OptionTables,
    /// In the order in which they were set.
    explicitly: Vec<SetExplicitly>,
    /// An opening book of its own, which is read where the board has its size.
    pub book: Option<Arc<Book>>,
    /// A network of policy and value of its own instead of the shipped one.
    network: Option<Arc<Quantised>>,
}

/// What the player plays with.
impl Deref for PlayerOptions {
    type Target = OptionTables;

    fn deref(&self) -> &OptionTables {
        &self.tables
    }
}

impl Default for PlayerOptions {
    fn default() -> Self {
        let mut options = Self {
            tables: OptionTables::default(),
            explicitly: Vec::new(),
            book: None,
            network: None,
        };
        options.apply_presets();
        options
    }
}

/// A network that a player cannot ask, as it reads analyses of another recipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the network reads analyses of the recipe {reads}, but {player} makes others")]
pub struct WrongRecipe {
    player: &'static str,
    reads: Recipe,
}

impl PlayerOptions {
    /// Whether an option of this table was set explicitly.
    pub fn is_set(&self, table: Table) -> bool {
        self.explicitly.iter().any(|set| set.table == table)
    }

    /// A player of this name and level, with nothing else set explicitly.
    pub fn of(name: PlayerName, level: u64) -> Self {
        let mut options = Self::default();
        options.tables.player.name = name;
        options.tables.player.level = level;
        options.apply_presets();
        options
    }

    /// What the player may spend on a move, if no clock runs.
    pub fn budget(&self) -> Budget {
        let options = &self.player;
        let some = |most: u64| Some(most).filter(|&most| most > 0);
        Budget {
            time: Some(Duration::from_secs_f64(options.seconds)),
            nodes: some(options.max_nodes),
            depth: some(options.max_depth).map(|depth| depth as u32),
        }
    }

    /// The same for a move that may take so much time; levels below the highest take no more than
    /// their own.
    pub fn budget_within(&self, time: Duration) -> Budget {
        let own = self.budget();
        let is_limited = self.player.level < BEST_LEVEL;
        let most = own.time.filter(|_| is_limited).unwrap_or(time);
        Budget {
            time: Some(most.min(time)),
            ..own
        }
    }

    /// Gives the player a network of its own instead of the shipped one. An error if it reads
    /// analyses of another recipe than the player's.
    pub fn set_network(&mut self, network: Arc<Quantised>) -> Result<(), WrongRecipe> {
        if let Input::Analysis(reads) = network.shape().input()
            && self.analysis().recipe() != Some(reads)
        {
            return Err(WrongRecipe {
                player: self.tables.player.name.player().name,
                reads,
            });
        }
        self.network = Some(network);
        Ok(())
    }

    /// The network that reads stones alone: the player's own, if it has one, or the shipped one.
    pub fn stones_network(&self) -> &Arc<Quantised> {
        let own = self.network.as_ref();
        let own = own.filter(|own| own.shape().input() == Input::Stones);
        own.unwrap_or_else(|| Quantised::shipped())
    }

    /// The network that reads analyses: the player's own, if it has one, or the shipped one.
    pub fn analysis_network(&self) -> &Arc<Quantised> {
        let own = self.network.as_ref();
        let own = own.filter(|own| own.shape().input() != Input::Stones);
        own.unwrap_or_else(|| Quantised::shipped_for_analyses())
    }

    /// The options of a table, if the player uses it.
    pub fn table(&self, table: Table) -> Option<&dyn Options> {
        let used = self.tables.player.name.uses(table);
        self.tables.get(table).filter(|_| used)
    }

    /// The option of this name, of any table that the player uses, and its value as text.
    pub fn get(&self, name: &str) -> Result<(Parameter, String), ParameterError> {
        for table in Table::ALL.into_iter().filter_map(|table| self.table(table)) {
            let mut options = table.table().iter().zip(table.values());
            if let Some((option, value)) = options.find(|(option, _)| option.is_called(name)) {
                return Ok((*option, value.text(option)));
            }
        }
        Err(self.unknown(name))
    }

    /// The keys of all options of the player.
    fn keys(&self) -> impl Iterator<Item = &'static str> {
        let tables = Table::ALL.into_iter().filter_map(|table| self.table(table));
        tables.flat_map(|table| table.table().iter().map(|option| option.key))
    }

    /// The options that only this player has, if they are of this type.
    pub fn own<O: 'static>(&self) -> Option<&O> {
        self.tables.own.as_deref()?.as_any().downcast_ref()
    }

    /// Sets an option of any table that the player uses. Nothing changes on an error.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParameterError> {
        let mut tables = Table::ALL.into_iter();
        let table = tables.find(|&table| self.table(table).is_some_and(|table| table.knows(key)));
        match table {
            Some(table) => self.set_in(table, key, text),
            None => Err(self.unknown(key)),
        }
    }

    /// Sets an option of a table. Nothing changes on an error.
    pub fn set_in(&mut self, table: Table, key: &str, text: &str) -> Result<(), ParameterError> {
        if self.table(table).is_none() {
            return Err(self.unknown(key));
        }
        let Some(options) = self.tables.get_mut(table) else {
            return Err(self.unknown(key));
        };
        let key = options.set(key, text)?;
        self.explicitly
            .retain(|set| (set.table, set.key) != (table, key));
        self.explicitly.push(SetExplicitly {
            table,
            key,
            text: text.to_owned(),
        });
        if table == Table::Player && ["name", "level"].contains(&key) {
            self.apply_presets();
        }
        Ok(())
    }

    /// Sets the megabytes that the player may take for what it remembers of its search, if it
    /// searches.
    pub fn set_memory(&mut self, megabytes: u64) -> Result<(), ParameterError> {
        let keys: Vec<&str> = self.keys().collect();
        for key in keys {
            if key.ends_with("_memory") || key == "table_size" {
                self.set(key, &megabytes.to_string())?;
            }
        }
        Ok(())
    }

    /// The error for an option that the player does not have.
    fn unknown(&self, key: &str) -> ParameterError {
        let mut tables = Table::ALL
            .into_iter()
            .filter_map(|table| self.tables.get(table));
        if tables.any(|table| table.knows(key)) {
            return ParameterError::Unused {
                key: shortened(key),
                player: self.tables.player.name.player().name,
            };
        }
        ParameterError::Unknown {
            key: shortened(key),
            near: spelling::nearest(key, self.keys()),
        }
    }

    /// The same options but for one, of any table that the player uses.
    ///
    /// ```
    /// use mustplay::player::PlayerOptions;
    /// let options = PlayerOptions::default().with("level", 8)?.with("max_time", 0.5)?;
    /// assert_eq!(options.player.threads, 1);
    /// let error = options.with("thread", 4).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown option thread; did you mean threads?");
    /// # Ok::<(), mustplay::base::parameter::ParameterError>(())
    /// ```
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Result<Self, ParameterError> {
        self.set(key, &value.to_string())?;
        Ok(self)
    }

    /// Sets several options from `key=value,key=value`; nothing changes on an error.
    pub fn set_all(&mut self, pairs: &str) -> Result<(), ParameterError> {
        let mut changed = self.clone();
        set_pairs(pairs, |key, text| changed.set(key, text))?;
        *self = changed;
        Ok(())
    }

    /// Sets the random seed.
    pub fn set_seed(&mut self, seed: u64) {
        let set = self.set_in(Table::Player, "seed", &seed.to_string());
        debug_assert!(set.is_ok(), "{set:?}");
    }

    /// Changes options that were not set explicitly, until the player has another name or level.
    pub fn prefer(&mut self, change: impl FnOnce(&mut OptionTables)) {
        change(&mut self.tables);
        self.apply_set_explicitly();
    }

    /// Rebuilds the tables: defaults, presets of name and level, explicit settings.
    fn apply_presets(&mut self) {
        let (name, level) = (self.tables.player.name, self.tables.player.level);
        let player = name.player();
        let own = player.own_command.map(|own| (own.options)());
        let kind =
            |own: &Option<Box<dyn AnyOptions>>| own.as_deref().map(|own| own.as_any().type_id());
        if kind(&own) != kind(&self.tables.own) {
            self.explicitly.retain(|set| set.table != Table::Own);
        }
        self.tables = OptionTables {
            own,
            ..OptionTables::default()
        };
        self.tables.player.name = name;
        self.tables.player.level = level;
        (player.preset)(level, &mut self.tables);
        self.apply_set_explicitly();
    }

    fn apply_set_explicitly(&mut self) {
        for SetExplicitly { table, key, text } in &self.explicitly {
            if let Some(options) = self.tables.get_mut(*table) {
                let set = options.set(key, text);
                debug_assert!(set.is_ok(), "{set:?}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Weights;
    use std::collections::HashSet;

    #[test]
    fn a_name_and_a_level_bring_presets_and_what_is_set_stays() {
        let mut options = PlayerOptions::default();
        options.set_all("level=4,puct_memory=3,M=6").unwrap();
        assert!(options.tree.short_sight > 0.0);
        assert_eq!(options.player.max_nodes, 1);
        // The presets leave no trace when another level comes.
        options.set("level", "8").unwrap();
        assert!(options.tree.short_sight <= 0.0);
        assert!(options.player.max_nodes > 1);
        assert_eq!(options.tree.memory_bytes, 3 << 20);
        assert_eq!(options.connections.max_carriers, 6);
    }

    #[test]
    fn the_default_player_plays_with_its_presets() {
        for options in [
            PlayerOptions::default(),
            PlayerOptions::of(PlayerName::MUSTPLAY, 10),
        ] {
            let Input::Analysis(reads) = options.analysis_network().shape().input() else {
                panic!("the network reads no analyses");
            };
            assert_eq!(options.analysis().recipe(), Some(reads));
        }
    }

    #[test]
    fn a_network_of_another_recipe_is_refused() {
        let mut options = PlayerOptions::default();
        let network = |shape: &str| {
            let weights = Weights::random(shape.parse().unwrap(), 1);
            Arc::new(Quantised::new(&weights))
        };
        let why = options.set_network(network("32x1+thorough")).unwrap_err();
        assert_eq!(
            why.to_string(),
            "the network reads analyses of the recipe thorough, but mustplay makes others"
        );
        assert_eq!(options.analysis_network().shape().channels(), 64);
        for shape in ["32x1", "32x1+quick"] {
            options.set_network(network(shape)).unwrap();
        }
        assert_eq!(options.analysis_network().shape().channels(), 32);
        options.set("max_fulls", "5").unwrap();
        assert!(options.set_network(network("32x1+quick")).is_err());
    }

    #[test]
    fn a_level_takes_no_more_time_than_its_own() {
        let minute = Duration::from_mins(1);
        let best = PlayerOptions::default().budget_within(minute);
        assert_eq!(best.time, Some(minute));
        let weaker = PlayerOptions::of(PlayerName::MUSTPLAY, 9);
        assert!(weaker.budget_within(minute).time < Some(Duration::from_secs(1)));
        let short = Duration::from_millis(10);
        assert_eq!(weaker.budget_within(short).time, Some(short));
    }

    #[test]
    fn what_is_preferred_yields_to_what_is_set() {
        let mut options = PlayerOptions::default();
        options.prefer(|tables| tables.tree.memory_bytes = 2 << 20);
        assert_eq!(options.tree.memory_bytes, 2 << 20);
        options.set("puct_memory", "3").unwrap();
        options.prefer(|tables| tables.tree.memory_bytes = 2 << 20);
        assert_eq!(options.tree.memory_bytes, 3 << 20);
    }

    #[test]
    fn a_player_has_only_the_options_that_it_uses() {
        let mut options = PlayerOptions::default();
        assert!(options.table(Table::Tree).is_some());
        assert!(options.table(Table::Search).is_none() && options.table(Table::Own).is_none());
        let why = |set: Result<(), ParameterError>| set.unwrap_err().to_string();
        let message = why(options.set("beam_width", "3"));
        assert_eq!(
            message,
            "mustplay has no option beam_width; other players have it"
        );
        assert_eq!(
            why(options.set_in(Table::Search, "beam_width", "3")),
            message
        );
        options.set("puct_memory", "3").unwrap();
        options.set("name", "policy").unwrap();
        assert!(options.table(Table::Tree).is_none());
        assert!(options.set("puct_memory", "4").is_err());
        // What the new player does not use waits until it is used again.
        options.set("name", "mustplay").unwrap();
        assert_eq!(options.tree.memory_bytes, 3 << 20);
    }

    #[test]
    fn an_option_that_is_not_there_is_an_error_that_names_the_nearest() {
        let mut options = PlayerOptions::default();
        let message = options.set("max_tim", "1").unwrap_err().to_string();
        assert_eq!(message, "unknown option max_tim; did you mean max_time?");
        let message = options.set("xyzzy", "1").unwrap_err().to_string();
        assert_eq!(message, "unknown option xyzzy");
        let message = options.get("xyzzy").unwrap_err().to_string();
        assert_eq!(message, "unknown option xyzzy");
        options.set("M", "6").unwrap();
        let (option, value) = options.get("M").unwrap();
        assert_eq!((option.key, &*value), ("max_carriers", "6"));
        assert!(options.set_all("seed=3,beam").is_err());
        assert_eq!(options.player.seed, 0);
    }

    #[test]
    fn an_option_has_one_table() {
        let tables = OptionTables::default();
        let mut keys = HashSet::new();
        for table in Table::ALL.into_iter().filter_map(|table| tables.get(table)) {
            for option in table.table() {
                for name in option.also.iter().chain([&option.key]) {
                    assert!(keys.insert(*name), "{name} twice");
                }
            }
        }
    }
}
