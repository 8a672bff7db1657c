//! What a player is asked to be: its name, and the options of every room that it uses.
//!
//! A name and a level bring presets with them: `hexy` connects as Hexy did. What is set by hand
//! stays, whatever the name. [`PlayerOptions`] holds at any time what the player plays with.

use super::recipe::{BEST_LEVEL, PlayerName};
use crate::base::parameter::{
    Choice, Options, ParameterError, choices, params, set_pairs, shortened,
};
use crate::knowledge::analysis::AnalysisOptions;
use crate::knowledge::connect::ConnectOptions;
use crate::knowledge::evaluate::EvaluationOptions;
use crate::knowledge::inferior::InferiorOptions;
use crate::network::{Input, Quantised};
use crate::papers::engines::hexane::LocalOptions;
use crate::papers::engines::montecarlo::MonteCarloOptions;
use crate::papers::engines::queenbee::{LineSelection, QueenbeeOptions};
use crate::player::book::Book;
use crate::search::alpha_beta::SearchOptions;
use crate::search::tree::PuctOptions;
use std::ops::Deref;
use std::sync::Arc;

choices! {
    /// What `mustplay` takes from the opening book.
    pub enum BookUse {
        /// Nothing.
        Off = "off",
        /// First stones and swaps.
        Swap = "swap",
        /// All moves that the book knows well enough.
        All = "all",
    }
}

params! {
    /// The options of the player itself.
    #[derive(Copy)]
    pub struct GeneralOptions {
        /// Which player moves.
        name: PlayerName = PlayerName::Mustplay;
        /// Seconds that a player may think about a move, if no clock runs; random and first need
        /// none.
        seconds as "max_time": f64 [0.0..=1e6] = 5.0;
        /// Positions that a player may search for a move, 0 for any number.
        max_nodes: u64 [0..=u64::MAX] = 0;
        /// Plies that a player may look ahead, 0 for any number.
        max_depth also "D": u64 [0..=1000] = 0;
        /// Threads that a player may think with; random and first use one.
        threads: usize [1..=256] = 1;
        /// Whether a solver runs in a thread beside the search, whose proof is played at once;
        /// players without connections have none.
        solver: bool = false;
        /// Whether to think in the opponent's time; random and first never do.
        ponder: bool = false;
        /// Whether to resign when a loss is proved; random and first prove nothing.
        resign: bool = false;
        /// How well to play, 10 for as well as possible; only mustplay knows more than one level.
        level: u64 [1..=BEST_LEVEL] = BEST_LEVEL;
        /// What mustplay takes from the opening book at level 10: nothing, first stones and swaps
        /// where they may be swapped, or all moves that it knows well enough.
        book: BookUse = BookUse::Swap;
        /// How many times as much as the player may spend on a move the book must have spent on a
        /// position to know it well enough.
        book_effort: u64 [0..=1_000_000] = 8;
        /// Where the chances of a player start: the same seed gives the same game.
        seed: u64 [0..=u64::MAX] = 0;
    }
}

/// The options that select moves, in the tables of search and of Queenbee.
const WIDTH_SELECTION: &str = "select";
const LINE_SELECTION: &str = "queenbee_select";

/// The options of the player and of every room that it uses.
#[derive(Clone, Debug, Default)]
pub struct RoomOptions {
    /// Its own (`param_player`).
    pub player: GeneralOptions,
    /// Of its search (`param_search`).
    pub search: SearchOptions,
    /// Of its Monte Carlo search (`param_uct`).
    pub montecarlo: MonteCarloOptions,
    /// Of its tree search on the network of policy and value (`param_puct`).
    pub puct: PuctOptions,
    /// Of its local searches (`param_local`).
    pub local: LocalOptions,
    /// Of Queenbee's searches (`param_queenbee`).
    pub queenbee: QueenbeeOptions,
    /// Of its connections (`param_vc`).
    pub connections: ConnectOptions,
    /// Of inferior cells (`param_ice`).
    pub inferior: InferiorOptions,
    /// Of its evaluation (`param_eval`).
    pub evaluation: EvaluationOptions,
}

/// A room whose options a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// The player itself.
    Player,
    /// Its search.
    Search,
    /// Its Monte Carlo search.
    MonteCarlo,
    /// Its tree search on the network of policy and value.
    Puct,
    /// Its local searches.
    Local,
    /// Queenbee's searches.
    Queenbee,
    /// Its connections.
    Connections,
    /// Inferior cells.
    Inferior,
    /// Its evaluation.
    Evaluation,
}

impl Room {
    /// The rooms, in the order in which an option's name is looked for.
    pub const ALL: [Self; 9] = [
        Self::Player,
        Self::Search,
        Self::MonteCarlo,
        Self::Puct,
        Self::Local,
        Self::Queenbee,
        Self::Connections,
        Self::Inferior,
        Self::Evaluation,
    ];
}

impl RoomOptions {
    /// The options of a room.
    pub fn room(&self, room: Room) -> &dyn Options {
        match room {
            Room::Player => &self.player,
            Room::Search => &self.search,
            Room::MonteCarlo => &self.montecarlo,
            Room::Puct => &self.puct,
            Room::Local => &self.local,
            Room::Queenbee => &self.queenbee,
            Room::Connections => &self.connections,
            Room::Inferior => &self.inferior,
            Room::Evaluation => &self.evaluation,
        }
    }

    fn room_mut(&mut self, room: Room) -> &mut dyn Options {
        match room {
            Room::Player => &mut self.player,
            Room::Search => &mut self.search,
            Room::MonteCarlo => &mut self.montecarlo,
            Room::Puct => &mut self.puct,
            Room::Local => &mut self.local,
            Room::Queenbee => &mut self.queenbee,
            Room::Connections => &mut self.connections,
            Room::Inferior => &mut self.inferior,
            Room::Evaluation => &mut self.evaluation,
        }
    }

    /// How positions are analysed.
    pub fn analysis(&self) -> AnalysisOptions {
        AnalysisOptions {
            connections: self.connections,
            inferior: self.inferior,
            evaluation: self.evaluation,
            two_threads: self.player.threads > 1,
        }
    }
}

/// The options of a player: those of its rooms, which are what it plays with, and which of them
/// were set by hand.
#[derive(Clone, Debug)]
pub struct PlayerOptions {
    rooms: RoomOptions,
    /// Where, which and to what, in the order in which they were set.
    by_hand: Vec<(Room, &'static str, String)>,
    /// An opening book of its own, which is read where the board has its size.
    pub book: Option<Arc<Book>>,
    /// A network of policy and value of its own instead of the shipped one.
    pub network: Option<Arc<Quantised>>,
}

/// What the player plays with.
impl Deref for PlayerOptions {
    type Target = RoomOptions;

    fn deref(&self) -> &RoomOptions {
        &self.rooms
    }
}

impl Default for PlayerOptions {
    fn default() -> Self {
        let mut options = Self {
            rooms: RoomOptions::default(),
            by_hand: Vec::new(),
            book: None,
            network: None,
        };
        options.renew();
        options
    }
}

impl PlayerOptions {
    /// A player of this name and level, with nothing else set by hand.
    pub fn of(name: PlayerName, level: u64) -> Self {
        let mut options = Self::default();
        options.set_by_hand(Room::Player, "name", name.word().to_owned());
        options.set_by_hand(Room::Player, "level", level.to_string());
        options.renew();
        options
    }

    /// The network that reads this: the player's own, if it has one, or the shipped one.
    pub fn network(&self, input: Input) -> &Arc<Quantised> {
        let own = self.network.as_ref();
        let own = own.filter(|own| own.shape().input() == input);
        own.unwrap_or_else(|| match input {
            Input::Stones => Quantised::shipped(),
            Input::Looks => Quantised::shipped_looks(),
        })
    }

    /// Sets an option of any room. Nothing changes on an error.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParameterError> {
        let room = Room::ALL
            .into_iter()
            .find(|&room| self.rooms.room(room).knows(key));
        let room = room.ok_or_else(|| ParameterError::Unknown {
            key: shortened(key),
            known: Room::ALL
                .map(|room| self.rooms.room(room).keys())
                .join(", "),
        })?;
        self.set_in(room, key, text)
    }

    /// Sets an option of a room. Nothing changes on an error.
    pub fn set_in(&mut self, room: Room, key: &str, text: &str) -> Result<(), ParameterError> {
        let (room, key) = self.place(room, key, text);
        let key = self.rooms.room_mut(room).set(key, text)?;
        self.set_by_hand(room, key, text.to_owned());
        if (room, key) == (Room::Search, WIDTH_SELECTION) {
            let kept = (Room::Queenbee, LINE_SELECTION);
            self.by_hand.retain(|(of, key, _)| (*of, *key) != kept);
        }
        self.renew();
        Ok(())
    }

    /// The table and the name of an option that search is asked to set: `select` chooses among the
    /// selections of Queenbee too, whose options were in the table of search once.
    fn place<'a>(&self, room: Room, key: &'a str, text: &str) -> (Room, &'a str) {
        if room != Room::Search {
            return (room, key);
        }
        let line = LineSelection::of(text).filter(|&line| line != LineSelection::Off);
        if key == WIDTH_SELECTION && line.is_some() {
            return (Room::Queenbee, LINE_SELECTION);
        }
        let is_moved = !self.rooms.search.knows(key) && self.rooms.queenbee.knows(key);
        (if is_moved { Room::Queenbee } else { room }, key)
    }

    fn set_by_hand(&mut self, room: Room, key: &'static str, text: String) {
        self.by_hand
            .retain(|(of, kept, _)| (*of, *kept) != (room, key));
        self.by_hand.push((room, key, text));
    }

    /// Sets several options from `key=value,key=value`; nothing changes on an error.
    pub fn set_all(&mut self, pairs: &str) -> Result<(), ParameterError> {
        let mut changed = self.clone();
        set_pairs(pairs, |key, text| changed.set(key, text))?;
        *self = changed;
        Ok(())
    }

    /// Starts the chances of the player elsewhere.
    pub fn set_seed(&mut self, seed: u64) {
        self.rooms.player.seed = seed;
        self.set_by_hand(Room::Player, "seed", seed.to_string());
    }

    /// Changes options that were not set by hand, until the player has another name or level.
    pub fn prefer(&mut self, change: impl FnOnce(&mut RoomOptions)) {
        change(&mut self.rooms);
        self.by_hand_again();
    }

    /// The options by name and level, and by hand.
    fn renew(&mut self) {
        self.rooms = RoomOptions::default();
        self.by_hand_again();
        let GeneralOptions { name, level, .. } = self.rooms.player;
        name.preset(level, &mut self.rooms);
        self.by_hand_again();
    }

    fn by_hand_again(&mut self) {
        for (room, key, text) in &self.by_hand {
            let set = self.rooms.room_mut(*room).set(key, text);
            debug_assert!(set.is_ok(), "{set:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::connect::OrRule;
    use crate::papers::engines::queenbee::Budgets;
    use crate::search::alpha_beta::SelectionKind;

    #[test]
    fn a_name_brings_presets_and_what_is_set_stays() {
        let mut options = PlayerOptions::default();
        options.set_all("name=hexy,M=5").unwrap();
        assert_eq!(options.connections.max_carriers, 5);
        assert_eq!(options.connections.or_rule, OrRule::Bounded);
        assert_eq!(options.player.max_depth, 3);
        // The presets leave no trace when another name comes.
        options.set("name", "wolve").unwrap();
        assert_eq!(options.connections.or_rule, OrRule::Fast);
        assert_eq!(options.connections.max_carriers, 5);
    }

    #[test]
    fn the_default_player_plays_with_its_presets() {
        for options in [
            PlayerOptions::default(),
            PlayerOptions::of(PlayerName::Mustplay, 10),
        ] {
            let connections = options.connections;
            assert_eq!(connections.max_fulls, 2);
            assert!(!connections.edge_midpoints && !connections.share_captured);
        }
    }

    #[test]
    fn what_is_preferred_yields_to_what_is_set() {
        let mut options = PlayerOptions::default();
        options.prefer(|rooms| rooms.search.table_bytes = 2 << 20);
        assert_eq!(options.search.table_bytes, 2 << 20);
        options.set("table_size", "3").unwrap();
        options.prefer(|rooms| rooms.search.table_bytes = 2 << 20);
        assert_eq!(options.search.table_bytes, 3 << 20);
    }

    #[test]
    fn one_option_selects_by_width_and_by_line() {
        let mut options = PlayerOptions::default();
        options.set_all("select=SEX,sex_budgets=2").unwrap();
        assert_eq!(options.queenbee.select, LineSelection::Sex);
        assert_eq!(options.queenbee.sex_budgets, Budgets::Two);
        options.set("name", "wolve").unwrap();
        assert_eq!(options.queenbee.select, LineSelection::Sex);
        options.set("select", "full").unwrap();
        assert_eq!(options.queenbee.select, LineSelection::Off);
        assert_eq!(options.search.select, SelectionKind::Full);
        // Names of Queenbee's options that were in the table of search.
        options.set_in(Room::Search, "select", "dynamic").unwrap();
        options.set_in(Room::Search, "prune", "1").unwrap();
        assert_eq!(options.queenbee.select, LineSelection::Dynamic);
        assert!(options.queenbee.prune);
        assert!(options.set("select", "off").is_err());
        assert!(options.set_in(Room::Inferior, "prune", "1").is_err());
    }

    #[test]
    fn names_of_options_belong_to_one_room() {
        let mut options = PlayerOptions::default();
        let mut keys: Vec<&str> = Vec::new();
        for room in Room::ALL {
            let of = options.room(room);
            for option in of.table() {
                keys.push(option.key);
                keys.extend(option.also);
            }
            keys.extend(of.removed());
        }
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        let message = options.set("selct", "beam").unwrap_err().to_string();
        assert!(message.starts_with("unknown option selct: there are name, max_time"));
        let message = options.set("uct_width", "3").unwrap_err().to_string();
        assert_eq!(message, "uct_width was removed");
        assert!(options.set_all("seed=3,beam").is_err());
        assert_eq!(options.player.seed, 0);
    }
}
