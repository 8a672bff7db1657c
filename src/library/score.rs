//! How games ended.

use crate::base::interval::wilson;
use crate::hex::Colour;
use serde_json::{Value, json};

/// A number of games, and how many of them each colour won; the others have no known winner.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    /// The games.
    pub games: usize,
    /// Those that each colour won.
    pub won: [usize; 2],
}

impl Score {
    /// Counts a game.
    pub fn add(&mut self, winner: Option<Colour>) {
        self.games += 1;
        if let Some(winner) = winner {
            self.won[winner.index()] += 1;
        }
    }

    /// The share of the games with a known winner that a colour won, and the ends of the interval
    /// in which its chance lies with 95%; `None` if no winner is known.
    pub fn share(&self, colour: Colour) -> Option<(f64, [f64; 2])> {
        let known = self.won[0] + self.won[1];
        let won = self.won[colour.index()];
        (known > 0).then(|| (won as f64 / known as f64, wilson(won, known)))
    }

    /// The numbers, the share of a colour and its interval.
    pub fn json(&self, colour: Colour) -> Value {
        let rounded = |share: f64| (1e4 * share).round() / 1e4;
        let share = self.share(colour);
        json!({
            "games": self.games,
            "black": self.won[0],
            "white": self.won[1],
            "share": share.map(|(share, _)| rounded(share)),
            "interval": share.map(|(_, ends)| ends.map(rounded)),
        })
    }

    /// The share and its interval in percent, `48% [44, 53]`; empty if no winner is known.
    pub fn words(&self, colour: Colour) -> String {
        let percent = |share: f64| (100.0 * share).round();
        self.share(colour)
            .map_or_else(String::new, |(share, [low, high])| {
                format!("{}% [{}, {}]", percent(share), percent(low), percent(high))
            })
    }
}
