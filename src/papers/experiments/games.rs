//! Games between our players, in pairs: each opening with both colours.

use crate::arena::openings::Opening;
use crate::arena::record::moves;
use crate::arena::referee::{self, EngineSlot};
use crate::arena::report::signed;
use crate::arena::statistics::PairedScores;
use crate::arena::{EngineSpec, MatchRules, TimeRule};
use crate::hex::{BoardSize, Colour};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;

/// Rules without a swap, with a limit of positions or seconds for each move, or with the players'
/// own limits.
pub fn rules(size: BoardSize, nodes: Option<u64>, seconds: Option<f64>) -> MatchRules {
    MatchRules {
        size,
        time: seconds.map_or(TimeRule::Own, |seconds| {
            TimeRule::Move(Duration::from_secs_f64(seconds))
        }),
        nodes,
        grace: Duration::from_millis(500),
        patience: Duration::from_mins(1),
        swap: false,
        play_on: false,
    }
}

/// Two games from one opening: the first player has Black in the first of them.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Pair {
    /// Whether the first player won, with Black and with White.
    pub won: [bool; 2],
    /// Moves made by the first and the second player, without those of the opening.
    pub moves: [u64; 2],
    /// Positions searched by the first and the second.
    pub nodes: [u64; 2],
    /// Search depth, summed over the moves of each.
    pub depth: [u64; 2],
    /// Seconds taken by each.
    pub seconds: [f64; 2],
    /// The games, as moves.
    pub games: [String; 2],
    /// The fault, if there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

/// Plays a pair. Players are written `NAME[:key=value,…]`.
pub fn pair(
    players: [&str; 2],
    opening: &Opening,
    rules: &MatchRules,
    seed: u64,
) -> Result<Value, String> {
    let mut pair = Pair {
        won: [false; 2],
        moves: [0; 2],
        nodes: [0; 2],
        depth: [0; 2],
        seconds: [0.0; 2],
        games: [String::new(), String::new()],
        faults: Vec::new(),
    };
    let mut seats = Vec::new();
    for player in players {
        let spec = EngineSpec::parse(player).map_err(|why| format!("{player}: {why}"))?;
        seats.push(EngineSlot::new(spec, Vec::new(), *rules, None));
    }
    let [first, second] = &mut seats[..] else {
        return Err("two players make a pair".to_owned());
    };
    for (index, first_colour) in Colour::ALL.into_iter().enumerate() {
        let mut table = match first_colour {
            Colour::Black => [&mut *first, &mut *second],
            Colour::White => [&mut *second, &mut *first],
        };
        let seeds = [2 * seed, 2 * seed + 1];
        let played = referee::play(&mut table, seeds, opening, rules)?;
        pair.won[index] = played.winner == first_colour;
        if played.reason.is_fault() {
            pair.faults
                .push(format!("{}: {}", played.reason, played.detail));
        }
        let mut colour = opening.board().to_move();
        for thought in &played.costs {
            let player = usize::from(colour != first_colour);
            pair.moves[player] += 1;
            pair.nodes[player] += thought.effort.nodes;
            pair.depth[player] += thought.effort.depth;
            pair.seconds[player] += thought.time.as_secs_f64();
            colour = !colour;
        }
        pair.games[index] = moves(&played.game).join(" ");
    }
    Ok(json!(pair))
}

/// The sum of pairs, from the first player's side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Pairs by number of wins.
    pub counts: [usize; 3],
    /// Games won with Black, and with White.
    pub won: [usize; 2],
    /// Moves, nodes, depth and seconds of the first player.
    pub moves: u64,
    /// Positions that the first player searched.
    pub nodes: u64,
    /// Search depth, summed over its moves.
    pub depth: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Games that ended by a fault.
    pub faults: usize,
}

impl Tally {
    /// The sum of these pairs; anything else is skipped.
    pub fn of<'a>(found: impl IntoIterator<Item = &'a Value>) -> Self {
        let mut tally = Self::default();
        let pairs = found.into_iter();
        for pair in pairs.filter_map(|value| Pair::deserialize(value).ok()) {
            tally.counts[pair.won.iter().filter(|&&won| won).count()] += 1;
            for (sum, won) in tally.won.iter_mut().zip(pair.won) {
                *sum += usize::from(won);
            }
            tally.moves += pair.moves[0];
            tally.nodes += pair.nodes[0];
            tally.depth += pair.depth[0];
            tally.seconds += pair.seconds[0];
            tally.faults += pair.faults.len();
        }
        tally
    }

    /// Games played.
    pub fn games(&self) -> usize {
        2 * self.counts.iter().sum::<usize>()
    }

    /// Games won.
    pub fn wins(&self) -> usize {
        self.won.iter().sum()
    }

    /// The share of games won, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.wins() as f64 / self.games().max(1) as f64
    }

    /// The Elo difference with the ends of its 95% interval, from the pairs.
    pub fn elo(&self) -> String {
        let difference = PairedScores::of_pairs(self.counts).difference();
        let [low, high] = difference.interval.map(signed);
        format!("{} [{low}, {high}]", signed(difference.elo))
    }
}
