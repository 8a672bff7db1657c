//! A game as a library keeps it.

use super::step::{self, Step};
use crate::base::hash;
use crate::hex::{BoardSize, Colour, Game, IllegalPlay};
use std::fmt;

/// The most characters of a name or another text of a game.
const LONGEST_TEXT: usize = 200;

/// A day, a month or a year: `2024-05-17`, `2024-05`, `2024`. Earlier ones are less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GameDate(u32);

impl GameDate {
    /// The first date of a text such as those of SGF: `2024-05-17,18`, also with a time behind it.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-');
        let number = |part: Option<&str>, digits: usize, range: std::ops::RangeInclusive<u32>| {
            let part = part?;
            let end = part.bytes().take_while(u8::is_ascii_digit).count();
            let number = part[..end].parse().ok().filter(|_| end == digits)?;
            range
                .contains(&number)
                .then_some((number, end == part.len()))
        };
        let (year, year_alone) = number(parts.next(), 4, 1..=9999)?;
        let month = number(parts.next(), 2, 1..=12).filter(|_| year_alone);
        let day = month.filter(|month| month.1);
        let day = day.and_then(|_| number(parts.next(), 2, 1..=31));
        let part = |part: Option<(u32, bool)>| part.map_or(0, |part| part.0);
        Some(Self(year * 10_000 + part(month) * 100 + part(day)))
    }

    /// Its year.
    pub fn year(self) -> u32 {
        self.0 / 10_000
    }

    /// Whether it lies in the other's year, month or day, or after it.
    pub fn is_since(self, other: Self) -> bool {
        self >= other
    }

    /// Whether it lies in the other's year, month or day, or before it.
    pub fn is_until(self, other: Self) -> bool {
        let step = match (other.0 % 100, other.0 / 100 % 100) {
            (0, 0) => 10_000,
            (0, _) => 100,
            _ => 1,
        };
        self.0 / step <= other.0 / step
    }
}

impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100);
        write!(f, "{year:04}")?;
        for part in [month, day].into_iter().take_while(|&part| part > 0) {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for GameDate {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let date = Self::read(text).filter(|date| date.to_string() == text);
        date.ok_or("a date is written 2024-05-17, 2024-05 or 2024")
    }
}

/// A game: its moves, and what its file says of it. Empty texts are unknown.
#[derive(Clone, PartialEq, Debug)]
pub struct LibraryGame {
    /// The size of its board.
    pub size: BoardSize,
    /// Its steps; a starting position comes first.
    pub steps: Vec<Step>,
    /// The names of the players who began as Black and as White.
    pub names: [String; 2],
    /// Their ratings.
    pub ratings: [Option<f64>; 2],
    /// The colour that won.
    pub winner: Option<Colour>,
    /// How, as in SGF: `R`, `T`, `F`, or empty.
    pub how: String,
    /// When it was played.
    pub date: Option<GameDate>,
    /// The event, the place, or a name of the game.
    pub event: String,
    /// Where it came from: a file, and its number there.
    pub source: String,
}

/// A text of a file, on one line and not too long.
fn tidy(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").chars().take(LONGEST_TEXT).collect()
}

/// The rating that a text begins with: `1850`, `1850?`, `2014.5`.
fn rating(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let number: f64 = text[..end.unwrap_or(text.len())].parse().ok()?;
    (0.0..1e5).contains(&number).then_some(number)
}

impl LibraryGame {
    /// A game of a file.
    pub fn new(game: &Game, source: String) -> Self {
        let info = |name: &str| game.info(name).map_or_else(String::new, |text| tidy(&text));
        let joined = game.board().winner().map(|winner| (winner, String::new()));
        let resigned = game
            .outcome()
            .map(|outcome| (outcome.winner, "R".to_owned()));
        let result = joined.or_else(|| game.recorded_result()).or(resigned);
        let (winner, how) = result.map_or((None, String::new()), |(winner, how)| {
            (Some(winner), tidy(&how))
        });
        let event = ["EV", "GN", "PC"].map(info);
        Self {
            size: game.size(),
            steps: step::steps(game),
            names: ["PB", "PW"].map(info),
            ratings: ["BR", "WR"].map(|name| rating(&info(name))),
            winner,
            how,
            date: GameDate::read(&info("DT")),
            event: event
                .into_iter()
                .find(|text| !text.is_empty())
                .unwrap_or_default(),
            source,
        }
    }

    /// The game, with what is known of it.
    pub fn game(&self) -> Result<Game, IllegalPlay> {
        let moves = self.steps.iter().position(|step| !step.is_setup());
        let (setup, moves) = self.steps.split_at(moves.unwrap_or(self.steps.len()));
        let mut start = Game::new(self.size);
        step::play(&mut start, setup)?;
        let mut game = Game::from_board(*start.board());
        step::play(&mut game, moves)?;
        for (name, text) in ["PB", "PW"].iter().zip(&self.names) {
            game.add_info(name, text);
        }
        for (name, rating) in ["BR", "WR"].iter().zip(self.ratings) {
            game.add_info(
                name,
                &rating.map_or_else(String::new, |rating| rating.to_string()),
            );
        }
        let date = self.date.map_or_else(String::new, |date| date.to_string());
        game.add_info("DT", &date);
        game.add_info("EV", &self.event);
        if let Some(winner) = self.winner.filter(|_| game.outcome().is_none()) {
            game.add_info("RE", &format!("{}+{}", winner.letter(), self.how));
        }
        Ok(game)
    }

    /// What makes it the same game: board, moves, players and day, and nothing that two sites may
    /// write differently.
    pub fn fingerprint(&self) -> Vec<u8> {
        let [black, white] = self.names.each_ref().map(|name| name.to_lowercase());
        let mut what = format!("{}\n{black}\n{white}\n{:?}\n", self.size, self.date).into_bytes();
        what.extend(step::pack(&self.steps));
        hash::fingerprint(&what).to_be_bytes().to_vec()
    }

    /// Whether there is anything to learn from it: a move.
    pub fn has_moves(&self) -> bool {
        self.steps.iter().any(|step| !step.is_setup())
    }
}
