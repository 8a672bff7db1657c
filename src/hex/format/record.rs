//! Games and positions in JSON: those of PlayHex (`boardsize`, `moves`, the players), and those of
//! this program (`width`, `height`, `black`, `white`, `to_move`, and `moves` where there is a
//! line).

use super::items::Item;
use super::steps::follow;
use super::{FormatError, ReadSettings, moves, quoted, too_many};
use crate::base::message::plain;
use crate::hex::record::PositionRecord;
use crate::hex::sgf::TextPosition;
use crate::hex::{BoardSize, Colour, Move};
use crate::hex::{Game, SwapStyle};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// An object of either kind.
#[derive(Deserialize)]
struct JsonGame {
    // Of this program.
    width: Option<usize>,
    height: Option<usize>,
    black: Option<Value>,
    white: Option<Value>,
    to_move: Option<String>,
    black_engine: Option<String>,
    white_engine: Option<String>,
    /// Keys of the first line of a match record, which describes how the match was played.
    engines: Option<IgnoredAny>,
    winning_moves: Option<IgnoredAny>,
    positions: Option<Vec<JsonGame>>,
    // Of PlayHex.
    boardsize: Option<usize>,
    players: Option<Value>,
    red: Option<Value>,
    blue: Option<Value>,
    outcome: Option<Value>,
    url: Option<String>,
    // When it began, or else when it was made or ended.
    #[serde(rename = "startedAt")]
    started: Option<Value>,
    #[serde(rename = "createdAt")]
    created: Option<Value>,
    #[serde(rename = "endedAt")]
    ended: Option<Value>,
    // Of both.
    moves: Option<MoveNames>,
    winner: Option<Value>,
    resigned: Option<String>,
}

/// Moves as one text, with blanks between them.
struct MoveNames(String);

impl<'de> Deserialize<'de> for MoveNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MovesVisitor)
    }
}

/// Reads moves: a text, or a list of texts or of objects with a text under `move`.
struct MovesVisitor;

impl<'de> Visitor<'de> for MovesVisitor {
    type Value = MoveNames;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves: a text, or a list of texts or of objects with a \"move\"")
    }

    fn visit_str<E>(self, text: &str) -> Result<MoveNames, E> {
        Ok(MoveNames(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<MoveNames, A::Error> {
        let mut text = String::new();
        while let Some(MoveNames(one)) = list.next_element()? {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&one);
        }
        Ok(MoveNames(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MoveNames, A::Error> {
        let mut found = None;
        while let Some(key) = map.next_key::<String>()? {
            if key == "move" {
                found = Some(map.next_value::<String>()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        let found = found.map(MoveNames);
        found.ok_or_else(|| serde::de::Error::missing_field("move"))
    }
}

/// Reads an object: one game, or the positions of a list.
pub(super) fn read(
    item: &Item,
    settings: ReadSettings,
) -> Result<Vec<Result<Game, FormatError>>, FormatError> {
    let at = item.place;
    let read = serde_json::from_slice(item.bytes);
    let game: JsonGame = read.map_err(|error| syntax_error(at, &error))?;
    match game.positions {
        Some(positions) if positions.len() > settings.limits.games => Err(FormatError::Text {
            place: at,
            problem: too_many(settings.limits.games, "positions"),
        }),
        Some(positions) => {
            let position = |one: JsonGame| one.game(settings, true, at);
            Ok(positions.into_iter().map(position).collect())
        }
        None if game.engines.is_some() && game.moves.is_none() => Ok(Vec::new()),
        None => game.game(settings, false, at).map(|game| vec![Ok(game)]),
    }
}

/// An error of the parser, at its place in the file.
fn syntax_error(start: TextPosition, error: &serde_json::Error) -> FormatError {
    let line = (error.line() as u32).max(1);
    let column = if line == 1 { start.column - 1 } else { 0 };
    let text = error.to_string();
    let problem = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(message, _)| message);
    FormatError::Text {
        place: TextPosition {
            line: start.line + line - 1,
            column: column + (error.column() as u32).max(1),
        },
        problem: plain(problem),
    }
}

impl JsonGame {
    /// The game that begins here in the file.
    fn game(
        self,
        settings: ReadSettings,
        in_list: bool,
        place: TextPosition,
    ) -> Result<Game, FormatError> {
        let error = |problem: String| FormatError::Text { place, problem };
        let mut game = match (self.width, self.boardsize) {
            (Some(_), _) => Game::from_board(self.position().map_err(error)?),
            (None, Some(side)) => {
                let size = BoardSize::square(side);
                Game::new(size.map_err(|why| error(format!("boardsize {side}: {why}")))?)
            }
            (None, None) => {
                return Err(error(
                    "expected width, height, black, white and to_move (a position of this \
                     program), or boardsize and moves (a game of PlayHex)"
                        .to_owned(),
                ));
            }
        };
        for (names, engine, side) in [
            (["PB", "BR"], &self.black_engine, (&self.red, 0)),
            (["PW", "WR"], &self.white_engine, (&self.blue, 1)),
        ] {
            let player = self.player(side.0.as_ref(), side.1);
            let name = engine.clone().or_else(|| player.and_then(name_of));
            game.add_info(names[0], &name.unwrap_or_default());
            let rating = player.and_then(rating_of);
            game.add_info(
                names[1],
                &rating.map_or_else(String::new, |one| one.to_string()),
            );
        }
        game.add_info("SO", self.url.as_deref().unwrap_or_default());
        let times = [&self.started, &self.created, &self.ended];
        let time = times.into_iter().flatten().find_map(Value::as_str);
        let day = time.and_then(|time| time.split(['T', ' ']).next());
        game.add_info("DT", day.unwrap_or_default());
        self.play(&mut game, settings, in_list).map_err(error)?;
        Ok(game)
    }

    fn position(&self) -> Result<crate::hex::Board, String> {
        let stones = |field: &Option<Value>, name: &str| {
            let names = field.clone().ok_or_else(|| format!("{name} is missing"))?;
            let list = serde_json::from_value(names);
            list.map_err(|_| format!("{name} is not a list of cells"))
        };
        let record = PositionRecord {
            width: self.width.unwrap_or_default(),
            height: self.height.ok_or("height is missing")?,
            black: stones(&self.black, "black")?,
            white: stones(&self.white, "white")?,
            to_move: self.to_move.clone().ok_or("to_move is missing")?,
        };
        record.board().map_err(|why| why.to_string())
    }

    /// Makes the moves. In a list of positions and in a puzzle they are what follows, and are made
    /// only if so many are asked for.
    fn play(&self, game: &mut Game, settings: ReadSettings, in_list: bool) -> Result<(), String> {
        let Some(MoveNames(text)) = &self.moves else {
            return Ok(());
        };
        let plain = |error: FormatError| match error {
            FormatError::Text { place, problem } => {
                let before: String = text.chars().take(place.column as usize - 1).collect();
                let number = before.split_whitespace().count() + 1;
                format!("move {number}: {problem}")
            }
            other => other.to_string(),
        };
        let steps = moves::steps(text, game.size(), settings.limits.parts).map_err(plain)?;
        let follows = in_list || self.winning_moves.is_some();
        let usual = if follows { 0 } else { steps.len() };
        let most = settings.moves.unwrap_or(usual);
        let wanted = ReadSettings {
            moves: Some(most),
            ..settings
        };
        follow(game, text, &steps, wanted).map_err(plain)?;
        if most >= steps.len() && !follows {
            self.end(game);
        }
        Ok(())
    }

    /// The result, where the moves leave it open.
    fn end(&self, game: &mut Game) {
        let Some(winner) = self.winner().filter(|_| game.outcome().is_none()) else {
            return;
        };
        let outcome = self
            .outcome
            .as_ref()
            .and_then(Value::as_str)
            .unwrap_or_default();
        if outcome.contains("resign") || self.resigned.is_some() {
            // A resignation is always possible.
            let _ = game.play(!winner, Move::Resign, SwapStyle::Pieces);
            return;
        }
        let how = match outcome {
            "time" | "timeout" => "T",
            "forfeit" => "F",
            _ => "",
        };
        game.add_info("RE", &format!("{}+{how}", winner.letter()));
    }

    fn winner(&self) -> Option<Colour> {
        let winner = self.winner.as_ref()?;
        match (winner.as_u64(), winner.as_str()) {
            (Some(0), _) | (_, Some("red" | "black")) => Some(Colour::Black),
            (Some(1), _) | (_, Some("blue" | "white")) => Some(Colour::White),
            _ => None,
        }
    }

    /// A player: in a field of its colour, or in the list of players.
    fn player<'a>(&'a self, side: Option<&'a Value>, number: usize) -> Option<&'a Value> {
        let players = self.players.as_ref();
        let colour = ["red", "blue"][number];
        let listed = players.and_then(|all| all.get(number).or_else(|| all.get(colour)));
        side.or(listed)
    }
}

/// The name of a player.
fn name_of(player: &Value) -> Option<String> {
    let name = ["pseudo", "name", "username"]
        .iter()
        .find_map(|key| player.get(key)?.as_str());
    name.or(player.as_str()).map(str::to_owned)
}

/// The rating of a player: a number, or an object that holds it.
fn rating_of(player: &Value) -> Option<f64> {
    let held = ["rating", "currentRating"]
        .iter()
        .find_map(|key| player.get(key));
    held.and_then(|held| held.as_f64().or_else(|| held.get("rating")?.as_f64()))
}

/// The error for a file that holds no object.
pub(super) fn empty(place: TextPosition) -> FormatError {
    FormatError::Text {
        place,
        problem: format!("expected a game, found {}", quoted("")),
    }
}
