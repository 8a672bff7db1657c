//! The POST routes, one file for each family.

mod analysis;
mod explain;
mod games;
mod lesson;
mod play;
mod playhex;
mod proof;
mod review;
mod static_analysis;
mod study;
mod tree;

use super::answer::{self, Answer, Refusal};
use super::page_state::PageState;
use super::pages::Slot;
use super::running_request::RunningRequest;
use crate::base::parameter::shortened;
use crate::hex::Game;
use crate::hex::format::{FormatError, ReadSettings, read};
use crate::hex::{Board, BoardSize, Cell};
use hyper::body::Bytes;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A path and its handler.
pub struct Route {
    /// The address.
    pub path: &'static str,
    /// The slot of the page in which it runs.
    pub slot: Slot,
    /// Whether it counts as a search although its slot is for requests that do not.
    pub works: bool,
    /// Whether the answer is a stream of events.
    pub streams: bool,
    /// Its time limit.
    pub limit: Duration,
    /// The answer.
    pub run: fn(&Request, &mut PageState, &RunningRequest) -> Result<Reply, Refusal>,
}

/// The result of a handler.
pub enum Reply {
    /// JSON.
    Json(Value),
    /// Plain text.
    Text(String),
}

impl Reply {
    /// As an answer.
    pub fn answer(self) -> Answer {
        match self {
            Self::Json(value) => answer::json(&value),
            Self::Text(text) => answer::text(text),
        }
    }
}

const fn route(
    path: &'static str,
    slot: Slot,
    seconds: u64,
    run: fn(&Request, &mut PageState, &RunningRequest) -> Result<Reply, Refusal>,
) -> Route {
    Route {
        path,
        slot,
        works: !matches!(slot, Slot::Instant),
        streams: false,
        limit: Duration::from_secs(seconds),
        run,
    }
}

const fn stream(
    path: &'static str,
    slot: Slot,
    seconds: u64,
    run: fn(&Request, &mut PageState, &RunningRequest) -> Result<Reply, Refusal>,
) -> Route {
    Route {
        streams: true,
        ..route(path, slot, seconds, run)
    }
}

const fn quick(
    path: &'static str,
    run: fn(&Request, &mut PageState, &RunningRequest) -> Result<Reply, Refusal>,
) -> Route {
    Route {
        works: true,
        ..route(path, Slot::Instant, 20, run)
    }
}

/// All of them.
pub static ROUTES: [Route; 22] = [
    route("/api/read", Slot::Instant, 10, games::read_text),
    route("/api/write", Slot::Instant, 10, games::write),
    quick("/api/position", static_analysis::position),
    stream("/api/analysis", Slot::Search, 600, analysis::analyze),
    route("/api/move", Slot::Search, 90, play::choose),
    route("/api/hint", Slot::Explain, 30, explain::hint),
    route("/api/explain", Slot::Explain, 30, explain::explain),
    stream("/api/review", Slot::Search, 600, review::review),
    stream("/api/solve", Slot::Search, 600, proof::solve),
    route("/api/proof", Slot::Search, 30, proof::load),
    route("/api/proof/walk", Slot::Search, 10, proof::walk),
    route("/api/proof/file", Slot::Search, 10, proof::file),
    route("/api/puzzles", Slot::Instant, 10, study::puzzles),
    route("/api/lesson", Slot::Instant, 10, lesson::steps),
    quick("/api/lesson/move", lesson::judge),
    route("/api/book", Slot::Instant, 10, study::book),
    route("/api/openings", Slot::Instant, 10, study::openings),
    stream(
        "/api/openings/prove",
        Slot::Search,
        600,
        study::prove_openings,
    ),
    route("/api/levels", Slot::Instant, 10, play::levels),
    route("/calculate-move", Slot::Search, 90, playhex::calculate_move),
    route("/analyze-game", Slot::Search, 300, playhex::analyze_game),
    quick("/analyze-position", playhex::analyze_position),
];

/// The address that ends the page's running search with its best answer so far. It has no handler,
/// because it does not run in a slot.
pub const MOVE_NOW: &str = "/api/move/now";

/// The paths of the POST routes.
pub fn addresses() -> impl Iterator<Item = &'static str> {
    ROUTES.iter().map(|route| route.path).chain([MOVE_NOW])
}

/// The route of a path.
pub fn find(path: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.path == path)
}

/// The body of a request: a JSON object.
pub struct Request(Map<String, Value>);

impl Request {
    /// Reads a body. An empty one counts as an empty object.
    pub fn new(body: &Bytes) -> Result<Self, Refusal> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self(Map::new()));
        }
        let read = serde_json::from_slice(body);
        read.map(Self)
            .map_err(|why| Refusal::bad(format!("The body is not a JSON object: {why}.")))
    }

    /// An object in it.
    pub fn part(&self, name: &str) -> Option<Self> {
        let part = self.0.get(name)?.as_object()?;
        Some(Self(part.clone()))
    }

    /// A value.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A string, if present.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        let text = |value: &'_ Value| value.as_str().map(str::len).is_some();
        match self.get(name) {
            None => Ok(None),
            Some(value) if text(value) => Ok(value.as_str()),
            Some(_) => Err(Refusal::bad(format!("{name} is not a string."))),
        }
    }

    /// A required string.
    pub fn needed_text(&self, name: &str) -> Result<&str, Refusal> {
        let missing = || Refusal::bad(format!("{name} is missing."));
        self.text(name)?.ok_or_else(missing)
    }

    /// A number in a range, or this default.
    pub fn number(
        &self,
        name: &str,
        range: RangeInclusive<f64>,
        usual: f64,
    ) -> Result<f64, Refusal> {
        self.ranged((name, "number"), Value::as_f64, range, usual)
    }

    /// A whole number in a range, or this default.
    pub fn whole(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
        usual: u64,
    ) -> Result<u64, Refusal> {
        self.ranged((name, "whole number"), Value::as_u64, range, usual)
    }

    fn ranged<T: PartialOrd + Display>(
        &self,
        (name, kind): (&str, &str),
        read: fn(&Value) -> Option<T>,
        range: RangeInclusive<T>,
        usual: T,
    ) -> Result<T, Refusal> {
        let Some(value) = self.get(name) else {
            return Ok(usual);
        };
        let number = read(value).filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (from, to) = (range.start(), range.end());
            Refusal::bad(format!("{name} is not a {kind} from {from} to {to}."))
        })
    }

    /// A flag; false by default.
    pub fn flag(&self, name: &str) -> Result<bool, Refusal> {
        let wrong = || Refusal::bad(format!("{name} is neither true nor false."));
        let value = self.get(name).map(Value::as_bool);
        value.map_or(Ok(false), |flag| flag.ok_or_else(wrong))
    }

    /// Seconds.
    pub fn seconds(&self, most: f64, usual: f64) -> Result<Duration, Refusal> {
        let seconds = self.number("seconds", 0.01..=most, usual)?;
        Ok(Duration::from_secs_f64(seconds))
    }

    /// The game: an object with a position and moves, or a string in any supported format.
    pub fn game(&self) -> Result<Game, Refusal> {
        let game = self.get("game");
        let game = game.ok_or_else(|| Refusal::bad("game is missing."))?;
        let text = match game {
            Value::String(text) => text.clone(),
            Value::Object(_) => game.to_string(),
            _ => return Err(Refusal::bad("game is neither an object nor a string.")),
        };
        read(text.as_bytes(), ReadSettings::default()).map_err(|why| unreadable(&why))
    }

    /// The position of a game that is not over.
    pub fn open_board(&self) -> Result<Board, Refusal> {
        let game = self.game()?;
        let board = *game.board();
        if game.outcome().is_some() || board.empty().is_empty() {
            return Err(Refusal::bad("The game is over."));
        }
        Ok(board)
    }

    /// A cell of this board.
    pub fn cell(&self, name: &str, size: BoardSize) -> Result<Option<Cell>, Refusal> {
        let wrong = |text: &str| Refusal::bad(format!("{} is not a cell.", shortened(text)));
        let text = self.text(name)?;
        text.map(|text| size.read(text).map_err(|_| wrong(text)))
            .transpose()
    }

    /// The board of `width` and `height`.
    pub fn size(&self) -> Result<BoardSize, Refusal> {
        let width = self.whole("width", 1..=19, 11)?;
        let height = self.whole("height", 1..=19, width)?;
        let size = BoardSize::new(width as usize, height as usize);
        size.map_err(|why| Refusal::bad(format!("{why}.")))
    }
}

/// The refusal of an unreadable game.
pub fn unreadable(why: &FormatError) -> Refusal {
    Refusal::bad(format!("This cannot be read as a game: {why}."))
}

/// Rounds a fraction to four decimal places.
pub fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
