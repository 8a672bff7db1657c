//! Reads games of every supported format; writes them as SGF with variations, a picture, a link, a
//! hexboard or text.

use super::tree::{SentTree, sgf_of, tree};
use super::{Reply, Request, unreadable};
use crate::hex::draw::{Picture, svg, text};
use crate::hex::format::{GameReader, ReadSettings, hexboard_of, link};
use crate::hex::record::names;
use crate::hex::sgf::from_game;
use crate::hex::{Board, Event, Game};
use crate::web::answer::Refusal;
use crate::web::page_state::PageState;
use crate::web::running_request::RunningRequest;
use serde_json::json;

/// Reads a game: `{"text", "number"}`. A link is read to its end; `moves` is the place of its
/// cursor, if that is before the end.
pub fn read_text(
    request: &Request,
    _: &mut PageState,
    _: &RunningRequest,
) -> Result<Reply, Refusal> {
    let text = request.needed_text("text")?;
    let number = request.whole("number", 1..=1_000_000, 1)? as usize;
    let read = |settings| {
        let reader = GameReader::new(text.as_bytes(), settings).map_err(|why| unreadable(&why))?;
        reader.game(number).map_err(|why| unreadable(&why))
    };
    let settings = ReadSettings::default();
    let whole = ReadSettings {
        moves: Some(usize::MAX),
        ..settings
    };
    let (game, to_cursor): (Game, Game) = (read(whole)?, read(settings)?);
    let again = GameReader::new(text.as_bytes(), settings);
    let games = again.map_or(1, |reader| reader.take(10_000).count().max(1));
    let mut reply = tree(&game);
    reply["games"] = json!(games);
    let (cursor, end) = (moves(&to_cursor), moves(&game));
    reply["moves"] = json!((cursor < end).then_some(cursor));
    Ok(Reply::Json(reply))
}

/// The number of moves of a game, including its resignation, since stones were last set up.
fn moves(game: &Game) -> usize {
    let events = game.events().rev();
    let since = events.take_while(|event| !matches!(event, Event::Setup(_)));
    let resigned = game.outcome().is_some_and(|outcome| outcome.by_resignation);
    since.count() + usize::from(resigned)
}

/// Writes a game, `{"game", "as"}`, or a tree as SGF: `{"tree", "as": "sgf"}`.
pub fn write(request: &Request, _: &mut PageState, _: &RunningRequest) -> Result<Reply, Refusal> {
    let kind = request.needed_text("as")?;
    if let Some(sent) = request.get("tree") {
        if kind != "sgf" {
            return Err(Refusal::bad("A tree can only be written as sgf."));
        }
        let wrong = |why| Refusal::bad(format!("tree: {why}."));
        let sent: SentTree = serde_json::from_value(sent.clone()).map_err(wrong)?;
        return Ok(Reply::Text(sgf_of(&sent)?));
    }
    let game = request.game()?;
    let picture = Picture {
        board: game.board(),
        last: game.last_stone(),
    };
    Ok(Reply::Text(match kind {
        "sgf" => from_game(&game).to_string(),
        "svg" => svg(&picture, &[]),
        "link" => link(&game),
        "hexboard" => hexboard_of(&game, true),
        "text" => text(&picture, false),
        _ => {
            return Err(Refusal::bad(
                "as must be one of sgf, svg, link, hexboard and text.",
            ));
        }
    }))
}

/// The names of cells.
pub fn cells(board: &Board, cells: impl IntoIterator<Item = crate::hex::Cell>) -> Vec<String> {
    names(board.size(), cells)
}
