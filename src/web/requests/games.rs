//! Reads games of every supported format; writes them as SGF with variations, a picture, a link, a
//! hexboard or text.

use super::tree::{SentTree, sgf_of, tree};
use super::{NODES, READING, Reply, Request, limited, unreadable};
use crate::hex::draw::{Picture, svg, text};
use crate::hex::format::{GameReader, ReadSettings, hexboard_of, link};
use crate::hex::sgf::from_game;
use crate::hex::{Event, Game};
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::json;

/// Reads a game: `{"text", "number"}`. A link is read to its end; `moves` is the place of its
/// cursor, if that is before the end.
pub fn read_text(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let text = request.needed_text("text")?;
    let number = request.whole("number", 1..=1_000_000, 1)? as usize;
    let go_on = || {
        (!call.is_over())
            .then_some(())
            .ok_or_else(|| call.refusal())
    };
    let open = |settings| {
        let reader = GameReader::new(text.as_bytes(), settings);
        reader.map_err(|why| unreadable(&why))
    };
    let read = |settings| -> Result<Game, Refusal> {
        let game = open(settings)?.game(number);
        go_on()?;
        limited(game.map_err(|why| unreadable(&why))?, NODES)
    };
    let end = ReadSettings {
        moves: Some(usize::MAX),
        ..READING
    };
    let cursor = moves(&read(READING)?);
    let game = read(end)?;
    let start = ReadSettings {
        moves: Some(0),
        ..READING
    };
    let mut games: usize = 0;
    for _ in open(start)? {
        go_on()?;
        games += 1;
    }
    let mut reply = tree(&game, call)?;
    reply["games"] = json!(games.max(1));
    reply["moves"] = json!((cursor < moves(&game)).then_some(cursor));
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
pub fn write(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let kind = request.needed_text("as")?;
    if request.get("tree").is_some() && kind != "sgf" {
        return Err(Refusal::bad("A tree can only be written as sgf."));
    }
    let wrong = |why| Refusal::bad(format!("tree: {why}."));
    if let Some(sent) = request.typed::<SentTree>("tree").map_err(wrong)? {
        return Ok(Reply::Text(sgf_of(&sent, call)?));
    }
    let game = request.game()?;
    let picture = Picture {
        board: game.board(),
        last: game.last_stone(),
    };
    Ok(Reply::Text(match kind.as_str() {
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
