//! What each name stands for: presets of options, and how the player is made.

use super::engine::EngineKind;
use super::opening::OpeningPlayer;
use super::options::RoomOptions;
use super::{First, Player, PlayerOptions, Policy, Random};
use crate::base::parameter::{Choice, Numbers, choices};
use crate::knowledge::connect::OrRule;
use crate::knowledge::evaluate::Neighbours;
use crate::papers::engines::hexane::Hexane;
use crate::search::alpha_beta::{Evaluation, SelectionKind, TableKeys};

choices! {
    /// The names of all players, sorted.
    pub enum PlayerName {
        /// Takes the lowest empty cell.
        First = "first",
        /// McMahan 2000.
        Hexane = "hexane",
        /// Anshelevich 2002.
        Hexy = "hexy",
        /// Monte Carlo tree search with playouts.
        Montecarlo = "montecarlo",
        /// The best of all.
        Mustplay = "mustplay",
        /// The likeliest move by one evaluation of a network.
        Policy = "policy",
        /// Tree search on that network.
        Puct = "puct",
        /// Van Rijswijck 2000.
        Queenbee = "queenbee",
        /// Any legal move.
        Random = "random",
        /// Plain alpha-beta on two-distances.
        Twodistance = "twodistance",
        /// Pawlewicz et al. 2014.
        Wolve = "wolve",
    }
}

/// The highest level of `mustplay`.
pub const BEST_LEVEL: u64 = 10;

/// Up to the first level `mustplay` plays by plain alpha-beta, up to the second by alpha-beta with
/// connections, above that by tree search.
const PLAIN_LEVELS: u64 = 5;
const ALPHA_BETA_LEVELS: u64 = 7;

/// The names of all players, sorted.
pub const NAMES: &[&str] = PlayerName::WORDS;

/// Connections that are quick to find, with an alternative for each pair.
fn two_fulls(rooms: &mut RoomOptions) {
    rooms.connections.edge_midpoints = false;
    rooms.connections.share_captured = false;
    rooms.connections.max_fulls = 2;
}

fn beam(rooms: &mut RoomOptions, width: &'static [f64]) {
    rooms.search.select = SelectionKind::Beam;
    rooms.search.beam_width = Numbers::of(width);
}

/// Two-distances, searched deep where moves look good.
fn tapered(rooms: &mut RoomOptions) {
    rooms.search.judge = Evaluation::TwoDistance;
    rooms.evaluation.neighbours = Neighbours::Extended;
    rooms.search.select = SelectionKind::Taper;
}

/// What `mustplay` sees at each level: the distance left to go; two-distances, of the moves and
/// searched; a few connections, of the moves; all of them, searched; then tree search with
/// networks, of a few positions, more, and as many as there is time for.
fn mustplay(level: u64, rooms: &mut RoomOptions) {
    match level {
        1 => rooms.search.judge = Evaluation::StonesToJoin,
        3 => {
            rooms.search.judge = Evaluation::TwoDistance;
            beam(rooms, &[1.0]);
        }
        2 | 4 | 5 => tapered(rooms),
        6 => {
            rooms.connections.or_rule = OrRule::Bounded;
            rooms.connections.or_limit = 3;
            rooms.connections.edge_midpoints = false;
            rooms.connections.share_captured = false;
            beam(rooms, &[10.0]);
        }
        _ => {
            two_fulls(rooms);
            beam(rooms, &[20.0]);
        }
    }
    match level {
        1..=3 | 6 => rooms.player.max_depth = 1,
        4 => rooms.player.max_depth = 3,
        5 => rooms.player.max_depth = 5,
        7 => rooms.player.max_depth = 2,
        8 => rooms.player.max_nodes = 60,
        9 => rooms.player.max_nodes = 400,
        _ => {}
    }
    if level < BEST_LEVEL {
        rooms.puct.proofs = 0.0;
    }
}

fn hexy(rooms: &mut RoomOptions) {
    let connections = &mut rooms.connections;
    connections.or_rule = OrRule::Bounded;
    connections.or_limit = 4;
    connections.max_carriers = 20;
    connections.max_fulls = 20;
    connections.edge_midpoints = false;
    connections.templates = false;
    connections.share_captured = false;
    // A thirtieth of a second: to the end it takes up to six where many stones stand.
    connections.max_comparisons = 1_000_000;
    rooms.inferior.enabled = false;
    rooms.player.max_depth = 3;
    beam(rooms, &[20.0, 12.0, 8.0]);
}

fn twodistance(rooms: &mut RoomOptions) {
    rooms.search.judge = Evaluation::TwoDistance;
    rooms.search.select = SelectionKind::Full;
    rooms.search.zero_window = false;
    rooms.search.history = false;
    rooms.search.keys = TableKeys::Off;
    rooms.player.max_depth = 2;
}

impl PlayerName {
    /// Sets the options that a level of the player comes with.
    pub(super) fn preset(self, level: u64, rooms: &mut RoomOptions) {
        match self {
            Self::First | Self::Hexane | Self::Policy | Self::Random => {}
            Self::Puct => two_fulls(rooms),
            Self::Hexy => hexy(rooms),
            Self::Montecarlo => {
                two_fulls(rooms);
                rooms.montecarlo.network = 0.0;
                rooms.montecarlo.proofs = 0.0;
                rooms.montecarlo.exploration = 0.3;
                rooms.montecarlo.knowledge = 64;
                rooms.montecarlo.rave_bias = 0.0012;
            }
            Self::Mustplay => mustplay(level, rooms),
            Self::Queenbee => tapered(rooms),
            Self::Twodistance => twodistance(rooms),
            Self::Wolve => beam(rooms, &[20.0]),
        }
    }

    /// The engine that searches for the player at a level, if it has one.
    fn engine(self, level: u64) -> Option<EngineKind> {
        match self {
            Self::First | Self::Hexane | Self::Policy | Self::Random => None,
            Self::Hexy | Self::Wolve => Some(EngineKind::AlphaBeta),
            Self::Queenbee | Self::Twodistance => Some(EngineKind::PlainAlphaBeta),
            Self::Montecarlo => Some(EngineKind::MonteCarlo),
            Self::Mustplay if level <= PLAIN_LEVELS => Some(EngineKind::PlainAlphaBeta),
            Self::Mustplay if level <= ALPHA_BETA_LEVELS => Some(EngineKind::AlphaBeta),
            Self::Mustplay | Self::Puct => Some(EngineKind::Puct),
        }
    }

    /// A player of this name.
    pub(super) fn make(self, options: &PlayerOptions) -> Box<dyn Player> {
        let player = &options.player;
        if let Some(kind) = self.engine(player.level) {
            let made = OpeningPlayer::new(kind, options);
            // What is weaker on purpose does not know what the strongest has found out.
            let has_book = self == Self::Mustplay && player.level == BEST_LEVEL;
            return Box::new(if has_book {
                made.with_book(options)
            } else {
                made
            });
        }
        match self {
            Self::Hexane => Box::new(Hexane::with_options(
                player.seed,
                player.resign,
                options.local,
            )),
            Self::Policy => Box::new(Policy::new(options)),
            Self::Random => Box::new(Random::new(player.seed)),
            _ => Box::new(First),
        }
    }

    /// A player of this name without chance: its scores of different positions can be compared.
    pub(super) fn make_estimator(self, options: &PlayerOptions) -> Box<dyn Player> {
        match self.engine(options.player.level) {
            Some(kind) => Box::new(OpeningPlayer::new(kind.estimating(), options)),
            None => self.make(options),
        }
    }

    /// Whether the scores of its estimator know what the right to move is worth.
    pub(super) fn scores_know_the_turn(self, options: &PlayerOptions) -> bool {
        let kind = self.engine(options.player.level);
        kind.is_some_and(EngineKind::knows_the_turn)
    }

    /// What the player is, for a choice among them.
    fn description(self) -> &'static str {
        match self {
            Self::First => "takes the lowest empty cell",
            Self::Hexane => {
                "a beginner that sees connections in a small active region (McMahan 2000)"
            }
            Self::Hexy => {
                "connections by H-search, circuits, a search three plies deep (Anshelevich 2002)"
            }
            Self::Montecarlo => {
                "Monte Carlo tree search on FastVC, inferior cells, mustplay and circuits, with playouts (as in Pawlewicz et al. 2014)"
            }
            Self::Mustplay => {
                "the best of all: tree search by networks, of which one sees FastVC, inferior cells and mustplay, with a solver and an opening book"
            }
            Self::Policy => {
                "the likeliest move by one evaluation of a convolutional network that sees stones alone"
            }
            Self::Puct => "mustplay without its opening book (after Silver et al. 2017)",
            Self::Queenbee => {
                "two-distances alone, searched deep where moves look good (van Rijswijck 2000)"
            }
            Self::Random => "any legal move",
            Self::Twodistance => "plain alpha-beta to a fixed depth on two-distances",
            Self::Wolve => {
                "FastVC, inferior cells, mustplay, circuits, a beam of twenty (Pawlewicz et al. 2014)"
            }
        }
    }
}

/// What each player is, for a choice among them.
pub fn descriptions() -> impl Iterator<Item = (&'static str, &'static str)> {
    let names = NAMES.iter().filter_map(|word| PlayerName::of(word));
    names.map(|name| (name.word(), name.description()))
}
