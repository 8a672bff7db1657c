//! Matches between players: each meets every other, or the one it is compared with.
//!
//! Each opening is played with both colours; such a pair is one sample.

use super::games::{Tally, pair, rules};
use super::table::TextTable;
use super::{About, Experiment, Finding, Report, Scale, Unit};
use crate::arena::openings::{self, Opening};
use crate::arena::report::signed;
use crate::arena::strength;
use crate::base::interval::WITHIN_95;
use crate::base::shipped::checked;
use crate::hex::BoardSize;
use serde_json::json;

/// A player: its name in the table and on the command line.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// Its name in the table.
    pub name: &'static str,
    /// Its name on the command line.
    pub spec: &'static str,
    /// Its strength in the paper, if the paper gives it.
    pub paper: Option<i32>,
}

/// A player without a figure in the paper.
pub const fn entrant(name: &'static str, spec: &'static str) -> Entrant {
    Entrant {
        name,
        spec,
        paper: None,
    }
}

/// A player with its strength in the paper.
pub const fn rated(name: &'static str, spec: &'static str, elo: i32) -> Entrant {
    Entrant {
        name,
        spec,
        paper: Some(elo),
    }
}

/// The pairings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Field {
    /// Every player meets every other.
    All,
    /// Every player meets the first.
    First,
    /// Every variant meets the player it is a variant of: the nearest one before it without
    /// options.
    Variants,
}

/// Matches between players.
pub struct Tournament {
    /// The description.
    pub about: fn() -> About,
    /// The pairings.
    pub field: Field,
    /// The players.
    pub entrants: &'static [Entrant],
    /// Words that several players' names share; their games against all others are added up.
    pub kinds: &'static [&'static str],
    /// The openings of a board.
    pub openings: fn(BoardSize) -> Vec<Opening>,
    /// The paper's results, printed below the table.
    pub words: &'static str,
}

impl Tournament {
    /// Pairs of players, by index.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.entrants.len();
        match self.field {
            Field::All => {
                let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
                all.collect()
            }
            Field::First => (1..count).map(|other| [other, 0]).collect(),
            Field::Variants => {
                let mut whole = 0;
                let mut pairings = Vec::new();
                for (index, entrant) in self.entrants.iter().enumerate() {
                    if entrant.spec.contains(':') {
                        pairings.push([index, whole]);
                    } else {
                        whole = index;
                    }
                }
                pairings
            }
        }
    }

    fn key(&self, [a, b]: [usize; 2]) -> String {
        format!(
            "{} against {}",
            self.entrants[a].spec, self.entrants[b].spec
        )
    }

    /// The pairs of games of a pairing.
    fn tally(&self, pairing: [usize; 2], findings: &[Finding]) -> Tally {
        let start = format!("{}, ", self.key(pairing));
        let mine = findings
            .iter()
            .filter(|finding| finding.key.starts_with(&start));
        Tally::of(mine.map(|finding| &finding.found))
    }

    /// One line for each pairing.
    fn lines(&self, findings: &[Finding]) -> String {
        let mut table = TextTable::new(&[
            "player",
            "against",
            "won",
            "games",
            "Elo [95%]",
            "ten-game rule",
            "s/move",
            "positions/move",
            "depth",
            "faults",
        ]);
        for pairing in self.pairings() {
            let tally = self.tally(pairing, findings);
            if tally.games() == 0 {
                continue;
            }
            let a_move = |sum: f64| sum / tally.moves.max(1) as f64;
            table.row([
                self.entrants[pairing[0]].name.to_owned(),
                self.entrants[pairing[1]].name.to_owned(),
                tally.wins().to_string(),
                tally.games().to_string(),
                tally.elo(),
                ten_games(&tally).to_owned(),
                format!("{:.4}", a_move(tally.seconds)),
                format!("{:.0}", a_move(tally.nodes as f64)),
                format!("{:.1}", a_move(tally.depth as f64)),
                tally.faults.to_string(),
            ]);
        }
        table.to_string()
    }

    /// The strengths of all players, strongest first.
    fn strengths(&self, findings: &[Finding]) -> String {
        let count = self.entrants.len();
        let mut wins = vec![vec![0.0; count]; count];
        let mut games = vec![0; count];
        for pairing in self.pairings() {
            let tally = self.tally(pairing, findings);
            let [a, b] = pairing;
            wins[a][b] += tally.wins() as f64;
            wins[b][a] += (tally.games() - tally.wins()) as f64;
            games[a] += tally.games();
            games[b] += tally.games();
        }
        let strengths = strength::fit(&wins);
        let mut order: Vec<usize> = (0..count).filter(|&one| games[one] > 0).collect();
        order.sort_by(|&a, &b| strengths.elo[b].total_cmp(&strengths.elo[a]));
        let mut table = TextTable::new(&["player", "won", "games", "Elo", "±95%", "paper"]);
        for one in order {
            let won: f64 = wins[one].iter().sum();
            table.row([
                self.entrants[one].name.to_owned(),
                won.to_string(),
                games[one].to_string(),
                format!("{:+.0}", strengths.elo[one]),
                format!("{:.0}", strengths.error(one)),
                self.entrants[one]
                    .paper
                    .map_or("-".to_owned(), |elo| elo.to_string()),
            ]);
        }
        table.to_string()
    }
}

/// An Elo difference from independent games.
fn difference(won: f64, games: f64) -> String {
    // Half a game for each side keeps it finite.
    let share = |shift: f64| ((won + shift + 0.5) / (games + 1.0)).clamp(1e-6, 1.0 - 1e-6);
    let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    let spread = WITHIN_95 * (games * share(0.0) * (1.0 - share(0.0))).sqrt();
    let [low, mean, high] = [-spread, 0.0, spread].map(|shift| signed(elo(share(shift))));
    format!("{mean} [{low}, {high}]")
}

/// Anshelevich 2002, §6: a player is better if it wins at least eight of ten games.
fn ten_games(tally: &Tally) -> &'static str {
    let (won, all) = (tally.wins() * 10, tally.games() * 8);
    let lost = (tally.games() - tally.wins()) * 10;
    if won >= all {
        "better"
    } else if lost >= all {
        "worse"
    } else {
        "inconclusive"
    }
}

impl Tournament {
    /// The players whose names share a word, in games against all others.
    fn shared(&self, findings: &[Finding]) -> String {
        if self.kinds.is_empty() {
            return String::new();
        }
        let has = |one: usize, kind: &str| {
            let mut words = self.entrants[one].name.split(' ');
            words.any(|word| word == kind)
        };
        let mut table = TextTable::new(&[
            "against those without",
            "won",
            "games",
            "Elo [95%]",
            "paper",
        ]);
        for kind in self.kinds {
            let (mut won, mut games) = (0, 0);
            for pairing in self.pairings() {
                let [first, second] = pairing.map(|one| has(one, kind));
                if first == second {
                    continue;
                }
                let tally = self.tally(pairing, findings);
                games += tally.games();
                won += if first {
                    tally.wins()
                } else {
                    tally.games() - tally.wins()
                };
            }
            let mean = |with: bool| {
                let count = self.entrants.len();
                let mine = (0..count).filter(|&one| has(one, kind) == with);
                let elo: Vec<i32> = mine.filter_map(|one| self.entrants[one].paper).collect();
                f64::from(elo.iter().sum::<i32>()) / elo.len().max(1) as f64
            };
            table.row([
                (*kind).to_owned(),
                won.to_string(),
                games.to_string(),
                difference(won as f64, games as f64),
                signed(mean(true) - mean(false)),
            ]);
        }
        format!("\n{table}")
    }
}

impl Experiment for Tournament {
    fn about(&self) -> About {
        (self.about)()
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let Some(size) = scale.size else {
            return Vec::new();
        };
        let openings = (self.openings)(size);
        let rules = rules(size, scale.nodes, scale.seconds);
        let pairs = scale.games.unwrap_or_default() / 2;
        let limit = json!([scale.nodes, scale.seconds]);
        // The scale's positions limit the number of players.
        let entrants = scale.positions.unwrap_or(self.entrants.len());
        let mut units = Vec::new();
        for (number, pairing) in self.pairings().into_iter().enumerate() {
            if pairing.iter().any(|&one| one >= entrants) {
                continue;
            }
            let players = pairing.map(|one| self.entrants[one].spec);
            for index in 0..pairs.min(openings.len()) {
                // Evenly spread over the openings; in a tournament each pairing takes different
                // ones.
                let shift = if self.field == Field::All { number } else { 0 };
                let opening =
                    openings[(index * openings.len() / pairs + shift) % openings.len()].clone();
                let moves = size.names(opening.moves().iter().copied());
                let key = format!(
                    "{}, {size} after {moves}, limits {limit}",
                    self.key(pairing)
                );
                units.push(Unit::new(key, move || {
                    pair(players, &opening, &rules, index as u64)
                }));
            }
        }
        units
    }

    fn report(&self, _: &Scale, findings: &[Finding]) -> Report {
        let text = match self.field {
            Field::All => format!(
                "{}{}\n{}\n",
                self.strengths(findings),
                self.shared(findings),
                self.words
            ),
            Field::First | Field::Variants => format!("{}\n{}\n", self.lines(findings), self.words),
        };
        Report {
            text,
            picture: None,
        }
    }
}

/// Openings of two stones that are close to even, or of one stone if there are none.
pub fn even(size: BoardSize) -> Vec<Opening> {
    let text = match (size.width(), size.height()) {
        (7, 7) => include_str!("../../../positions/openings/balanced-7x7.txt"),
        (9, 9) => include_str!("../../../positions/openings/balanced-9x9.txt"),
        (11, 11) => include_str!("../../../positions/openings/own-balanced-11x11.txt"),
        (13, 13) => include_str!("../../../positions/openings/balanced-13x13.txt"),
        _ => return openings::one_stone(size),
    };
    checked(
        &format!("the file of openings of {size}"),
        openings::read(size, text),
    )
}

#[cfg(test)]
/// Asserts that every entrant is a player, and that no two are the same.
pub fn assert_that_all_are_players(tournament: &Tournament) {
    let mut specs: Vec<&str> = tournament.entrants.iter().map(|one| one.spec).collect();
    for spec in &specs {
        assert!(crate::player::parse(spec).is_ok(), "{spec}");
    }
    let count = specs.len();
    let most = (tournament.about)().full.positions;
    assert!(most.is_none_or(|most| most == count), "{count} players");
    specs.sort_unstable();
    specs.dedup();
    assert_eq!(specs.len(), count);
    for kind in tournament.kinds {
        let mut words = tournament
            .entrants
            .iter()
            .flat_map(|one| one.name.split(' '));
        assert!(words.any(|word| word == *kind), "{kind}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_lies_in_its_interval() {
        assert_eq!(difference(50.0, 100.0), "+0.0 [-68.3, +68.3]");
        assert!(difference(60.0, 100.0).starts_with("+69.7"));
        assert!(difference(0.0, 4.0).starts_with('-'));
    }

    #[test]
    fn eight_of_ten_games_make_a_difference() {
        let tally = |counts| Tally {
            counts,
            won: [0, counts[1] + 2 * counts[2]],
            ..Tally::default()
        };
        assert_eq!(ten_games(&tally([0, 2, 3])), "better");
        assert_eq!(ten_games(&tally([0, 3, 2])), "inconclusive");
        assert_eq!(ten_games(&tally([4, 0, 1])), "worse");
    }
}
