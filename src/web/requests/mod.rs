//! The POST routes, one file for each family.

mod analysis;
mod connection;
mod explain;
mod explore;
mod games;
mod lesson;
mod play;
mod playhex;
mod proof;
mod review;
mod static_analysis;
mod study;
mod tree;

use super::call::Call;
use super::page_state::PageState;
use super::refusal::Refusal;
use crate::base::parameter::shortened;
use crate::hex::Game;
use crate::hex::format::{FormatError, ReadLimits, ReadSettings, read};
use crate::hex::{Board, BoardSize, Cell, Position};
use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The slots of a page: a newer request in a slot ends the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Searches.
    Search,
    /// Explanations, which may run next to a search.
    Explain,
    /// Requests without a search.
    Instant,
}

/// The kinds of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Milliseconds.
    Instant,
    /// A search of limited time, which someone waits for.
    Short,
    /// A search whose answer is a stream.
    Long,
}

/// A path and its handler.
pub struct Route {
    /// The address.
    pub path: &'static str,
    /// The slot of the page in which it runs.
    #[cfg_attr(
        target_arch = "wasm32",
        allow(dead_code, reason = "a module does one thing at a time")
    )]
    pub slot: Slot,
    /// The kind of work.
    #[cfg_attr(
        target_arch = "wasm32",
        allow(dead_code, reason = "a module does one thing at a time")
    )]
    pub lane: Lane,
    /// Whether the answer is a stream of events.
    pub streams: bool,
    /// Its time limit.
    pub limit: Duration,
    /// The maximum size of its body after decompression.
    pub body: usize,
    /// The answer.
    pub run: fn(&Request, &mut PageState, &dyn Call) -> Result<Reply, Refusal>,
}

/// The result of a handler.
pub enum Reply {
    /// JSON.
    Json(Value),
    /// Plain text.
    Text(String),
}

/// The maximum sizes of bodies after decompression: of a game with a question, of a game with all
/// its variations, of a certificate.
const QUESTION: usize = 256 << 10;
const TEXT: usize = 1 << 20;
const CERTIFICATE: usize = 4 << 20;

/// The maximum number of fields of a body.
const FIELDS: usize = 64;

/// The maximum number of nodes of a game with its variations, and of moves.
pub const NODES: usize = 20_000;

/// The maximum number of moves of a game that is analysed move by move.
pub const LONGEST: usize = 1_000;

/// How much a text may hold, so that reading it takes little time and memory.
const LIMITS: ReadLimits = ReadLimits {
    games: 1_000,
    parts: 50_000,
};

/// How the games of requests are read.
pub const READING: ReadSettings = ReadSettings {
    moves: None,
    size: None,
    limits: LIMITS,
};

const fn route(
    path: &'static str,
    slot: Slot,
    seconds: u64,
    run: fn(&Request, &mut PageState, &dyn Call) -> Result<Reply, Refusal>,
) -> Route {
    Route {
        path,
        slot,
        lane: match slot {
            Slot::Instant => Lane::Instant,
            _ => Lane::Short,
        },
        streams: false,
        limit: Duration::from_secs(seconds),
        body: QUESTION,
        run,
    }
}

/// A route of texts of this size, without a search.
const fn text(
    path: &'static str,
    slot: Slot,
    body: usize,
    run: fn(&Request, &mut PageState, &dyn Call) -> Result<Reply, Refusal>,
) -> Route {
    Route {
        lane: Lane::Instant,
        body,
        ..route(path, slot, 10, run)
    }
}

const fn stream(
    path: &'static str,
    slot: Slot,
    seconds: u64,
    run: fn(&Request, &mut PageState, &dyn Call) -> Result<Reply, Refusal>,
) -> Route {
    Route {
        streams: true,
        lane: Lane::Long,
        ..route(path, slot, seconds, run)
    }
}

const fn quick(
    path: &'static str,
    run: fn(&Request, &mut PageState, &dyn Call) -> Result<Reply, Refusal>,
) -> Route {
    Route {
        lane: Lane::Short,
        ..route(path, Slot::Instant, 20, run)
    }
}

/// All of them.
pub static ROUTES: [Route; 25] = [
    text("/api/read", Slot::Instant, TEXT, games::read_text),
    text("/api/write", Slot::Instant, TEXT, games::write),
    quick("/api/position", static_analysis::position),
    stream("/api/analysis", Slot::Search, 600, analysis::analyze),
    route("/api/move", Slot::Search, 90, play::choose),
    route("/api/hint", Slot::Explain, 30, explain::hint),
    route("/api/explain", Slot::Explain, 30, explain::explain),
    route("/api/connection", Slot::Explain, 30, connection::connected),
    stream("/api/review", Slot::Search, 600, review::review),
    stream("/api/solve", Slot::Search, 600, proof::solve),
    text("/api/proof", Slot::Search, CERTIFICATE, proof::load),
    text("/api/proof/walk", Slot::Search, CERTIFICATE, proof::walk),
    text("/api/proof/file", Slot::Search, QUESTION, proof::file),
    route("/api/puzzles", Slot::Instant, 10, study::puzzles),
    route("/api/lesson", Slot::Instant, 10, lesson::steps),
    quick("/api/lesson/move", lesson::judge),
    route("/api/explore", Slot::Instant, 10, explore::explore),
    quick("/api/explore/window", explore::window),
    route("/api/explore/game", Slot::Instant, 10, explore::game),
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

/// The body of a request: a JSON object, whose fields are read when they are used. As JSON values
/// they could take a hundred times the memory of their text.
pub struct Request(BTreeMap<String, Box<RawValue>>);

/// Reads an object of few fields.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Request;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some((name, value)) = map.next_entry()? {
            fields.insert(name, value);
            if fields.len() > FIELDS {
                return Err(Error::custom(format!("more than {FIELDS} fields")));
            }
        }
        Ok(Request(fields))
    }
}

impl Request {
    /// Reads a body. An empty one counts as an empty object.
    pub fn new(body: &[u8]) -> Result<Self, Refusal> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self(BTreeMap::new()));
        }
        let mut json = serde_json::Deserializer::from_slice(body);
        let read = json.deserialize_map(Fields);
        let read = read.and_then(|request| json.end().map(|()| request));
        read.map_err(|why| Refusal::bad(format!("The body is not a JSON object: {why}.")))
    }

    /// An object in it.
    pub fn part(&self, name: &str) -> Option<Self> {
        let mut json = serde_json::Deserializer::from_str(self.get(name)?);
        json.deserialize_map(Fields).ok()
    }

    /// The JSON of a field; `None` if it is missing or null.
    pub fn get(&self, name: &str) -> Option<&str> {
        let value = self.0.get(name).map(|value| value.get());
        value.filter(|&value| value != "null")
    }

    /// A field of this type; `None` if it is missing, `Err` if it is of another type.
    pub fn typed<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, serde_json::Error> {
        self.get(name).map(serde_json::from_str).transpose()
    }

    /// A string, if present.
    pub fn text(&self, name: &str) -> Result<Option<String>, Refusal> {
        let read = self.typed(name);
        read.map_err(|_| Refusal::bad(format!("{name} is not a string.")))
    }

    /// A required string.
    pub fn needed_text(&self, name: &str) -> Result<String, Refusal> {
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
        let wrong = || {
            let (from, to) = (range.start(), range.end());
            Refusal::bad(format!("{name} is not a {kind} from {from} to {to}."))
        };
        let Some(number) = self.typed(name).map_err(|_| wrong())? else {
            return Ok(usual);
        };
        let number = read(&Value::Number(number));
        number
            .filter(|number| range.contains(number))
            .ok_or_else(wrong)
    }

    /// A flag; false by default.
    pub fn flag(&self, name: &str) -> Result<bool, Refusal> {
        let read = self.typed(name);
        let read = read.map_err(|_| Refusal::bad(format!("{name} is neither true nor false.")));
        Ok(read?.unwrap_or(false))
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
        let wrong = || Refusal::bad("game is neither an object nor a string.");
        let game = if game.starts_with('{') {
            read(game.as_bytes(), READING)
        } else {
            let text: String = serde_json::from_str(game).map_err(|_| wrong())?;
            read(text.as_bytes(), READING)
        };
        limited(game.map_err(|why| unreadable(&why))?, NODES)
    }

    /// The game, if it is not too long to be analysed move by move.
    pub fn short_game(&self) -> Result<Game, Refusal> {
        limited(self.game()?, LONGEST)
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
        text.map(|text| size.read(&text).map_err(|_| wrong(&text)))
            .transpose()
    }

    /// The board of `width` and `height`.
    pub fn size(&self) -> Result<BoardSize, Refusal> {
        let width = self.whole("width", 1..=BoardSize::LONGEST as u64, 11)?;
        let height = self.whole("height", 1..=BoardSize::LONGEST as u64, width)?;
        let size = BoardSize::new(width as usize, height as usize);
        size.map_err(|why| Refusal::bad(format!("{why}.")))
    }
}

/// A board with connections; others have none of what is asked for.
pub fn with_connections(
    board: &Board,
) -> Result<Position<{ BoardSize::WORDS_WITH_CONNECTIONS }>, Refusal> {
    let board = board.with_connections();
    board.map_err(|why| Refusal::bad(format!("{why}.")))
}

/// A game of at most so many moves.
pub fn limited(game: Game, most: usize) -> Result<Game, Refusal> {
    let why = || Refusal::bad(format!("The game has more than {most} moves."));
    let fits = game.events().len() <= most;
    fits.then_some(game).ok_or_else(why)
}

/// The refusal of an unreadable game.
pub fn unreadable(why: &FormatError) -> Refusal {
    Refusal::bad(format!("This cannot be read as a game: {why}."))
}

/// Rounds a fraction to four decimal places.
pub fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
