//! Reads games of every supported format; writes them as SGF with variations, a picture, a link, a
//! hexboard or text.

use super::{Reply, Request, unreadable};
use crate::hex::draw::{Picture, svg, text};
use crate::hex::format::{GameReader, ReadSettings, hexboard_of, link};
use crate::hex::record::{PositionRecord, names};
use crate::hex::sgf::{NodeId, Property, SgfTree, from_game};
use crate::hex::{Board, Colour, Event, Game, MoveName, SwapStyle};
use crate::web::answer::Refusal;
use crate::web::page_state::PageState;
use crate::web::running_request::RunningRequest;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The maximum number of nodes of a tree.
const NODES: usize = 20_000;

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

/// A game with its variations and comments: nodes, each with the number of its parent.
pub fn tree(game: &Game) -> Value {
    // Stones set up during the game start it anew: earlier moves are left out.
    let setup = game
        .events()
        .rposition(|event| matches!(event, Event::Setup(_)));
    let start = match setup {
        Some(at) => game.boards().nth(at).map(|[_, after]| *after),
        None => game.boards().next().map(|[before, _]| *before),
    };
    let start = start.unwrap_or(*game.board());
    let file = from_game(game);
    let source = file
        .games
        .first()
        .filter(|_| setup.is_none_or(|at| at == 0));
    let nodes = match source {
        Some(source) => from_source(source, start),
        None => main_line(game, setup.map_or(0, |at| at + 1), start),
    };
    let record = PositionRecord::new(&start);
    let outcome = game.outcome();
    json!({
        "width": record.width,
        "height": record.height,
        "black": record.black,
        "white": record.white,
        "to_move": record.to_move,
        "nodes": nodes,
        "names": { "black": game.info("PB"), "white": game.info("PW") },
        "winner": outcome.map(|outcome| outcome.winner.to_string()),
        "link": link(game),
    })
}

/// A node as the page keeps it.
fn node(parent: Option<usize>, mv: &str, comment: Option<String>) -> Value {
    match comment.filter(|text| !text.is_empty()) {
        Some(comment) => json!({ "parent": parent, "move": mv, "comment": comment }),
        None => json!({ "parent": parent, "move": mv }),
    }
}

/// The nodes of a tree in SGF; the first one is the start. Nodes with illegal moves are left out,
/// with everything below them.
fn from_source(source: &SgfTree, start: Board) -> Vec<Value> {
    let comment = |id: NodeId| source.node(id).get("C").map(Property::text);
    let mut nodes = vec![node(None, "", comment(source.root()))];
    let mut open: Vec<(NodeId, usize, Board)> = vec![(source.root(), 0, start)];
    while let Some((id, at, board)) = open.pop() {
        let children: Vec<NodeId> = source.children(id).collect();
        let mut ahead = Vec::new();
        for child in children {
            let moved = source.node(child).properties.iter();
            let mut moved = moved.filter(|property| matches!(property.name(), "B" | "W"));
            let (first, more) = (moved.next(), moved.next());
            let (Some(property), None) = (first, more) else {
                // A comment without a move belongs to the position before it.
                if first.is_none() {
                    ahead.push((child, at, board));
                }
                continue;
            };
            let Ok(colour) = property.name().parse::<Colour>() else {
                continue;
            };
            let text = property.text().trim().to_ascii_lowercase();
            let mut after = board;
            if after.to_move() != colour || nodes.len() >= NODES {
                continue;
            }
            let Some(name) = step(&mut after, &text) else {
                continue;
            };
            nodes.push(node(Some(at), &name.to_string(), comment(child)));
            ahead.push((child, nodes.len() - 1, after));
        }
        open.extend(ahead.into_iter().rev());
    }
    nodes
}

/// Plays a move given as text, and returns its name; `None` if it is illegal.
fn step(board: &mut Board, text: &str) -> Option<MoveName> {
    let first = board.size().cells() - board.empty().len() == 1;
    let may_swap = first && board.to_move() == Colour::White;
    let name = if text.is_empty() {
        MoveName::Pass
    } else {
        text.parse().ok()?
    };
    let legal = match name {
        MoveName::Cell { column, row } => {
            let cell = board.size().cell(column, row);
            cell.is_some_and(|cell| board.try_play(cell).is_ok())
        }
        MoveName::Swap(SwapStyle::Pieces) if may_swap && board.size().is_square() => {
            *board = board.reflected();
            true
        }
        MoveName::Swap(SwapStyle::Sides) => may_swap,
        MoveName::Pass => {
            board.set_to_move(!board.to_move());
            true
        }
        MoveName::Resign => true,
        MoveName::Swap(SwapStyle::Pieces) => false,
    };
    legal.then_some(name)
}

/// The nodes of a game without variations, from this event on.
fn main_line(game: &Game, from: usize, start: Board) -> Vec<Value> {
    let mut nodes = vec![node(None, "", None)];
    let mut turn = start.to_move();
    let size = game.size();
    let push = |nodes: &mut Vec<Value>, mv: MoveName| {
        let parent = nodes.len() - 1;
        nodes.push(node(Some(parent), &mv.to_string(), None));
    };
    for (event, [_, after]) in game.events().zip(game.boards()).skip(from) {
        if matches!(event, Event::Place(colour, _) if *colour != turn) {
            push(&mut nodes, MoveName::Pass);
        }
        if let Some((_, name)) = event.named(size) {
            push(&mut nodes, name);
        }
        turn = after.to_move();
    }
    if game.outcome().is_some_and(|outcome| outcome.by_resignation) {
        push(&mut nodes, MoveName::Resign);
    }
    nodes
}

/// A tree as the page sends it.
#[derive(Deserialize)]
struct SentTree {
    #[serde(flatten)]
    position: PositionRecord,
    nodes: Vec<SentNode>,
    #[serde(default)]
    names: HashMap<String, Option<String>>,
}

#[derive(Deserialize)]
struct SentNode {
    parent: Option<usize>,
    #[serde(rename = "move", default)]
    mv: String,
    #[serde(default)]
    comment: Option<String>,
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

/// The file of a tree.
fn sgf_of(sent: &SentTree) -> Result<String, Refusal> {
    let start = sent
        .position
        .board()
        .map_err(|why| Refusal::bad(format!("{why}.")))?;
    if sent.nodes.len() > NODES {
        return Err(Refusal::bad(format!(
            "The tree has more than {NODES} nodes."
        )));
    }
    let mut file = from_game(&Game::from_board(start));
    let tree = file.games.first_mut().ok_or_else(Refusal::internal)?;
    let root = tree.root();
    for (name, side) in [("PB", "black"), ("PW", "white")] {
        if let Some(Some(player)) = sent.names.get(side) {
            let name = Property::new(name, [player]);
            tree.node_mut(root).properties.push(name);
        }
    }
    let comment = |node: &SentNode| {
        let text = node.comment.as_deref().filter(|text| !text.is_empty());
        text.map(|text| Property::new("C", [text]))
    };
    let mut placed: Vec<(NodeId, Board)> = Vec::new();
    for (number, node) in sent.nodes.iter().enumerate() {
        let wrong = |why: &str| Refusal::bad(format!("Node {number} of the tree {why}."));
        let Some(parent) = node.parent else {
            if number > 0 {
                return Err(wrong("has no parent"));
            }
            let comment = comment(node);
            tree.node_mut(root).properties.extend(comment);
            placed.push((root, start));
            continue;
        };
        let &(above, before) = placed
            .get(parent)
            .ok_or_else(|| wrong("has no parent before it"))?;
        let mut after = before;
        if step(&mut after, &node.mv).is_none() {
            return Err(wrong("has an illegal move"));
        }
        let colour = before.to_move();
        let mut properties = vec![Property::new(colour.letter(), [&node.mv])];
        properties.extend(comment(node));
        placed.push((tree.add(above, properties), after));
    }
    Ok(file.to_string())
}

/// The names of cells.
pub fn cells(board: &Board, cells: impl IntoIterator<Item = crate::hex::Cell>) -> Vec<String> {
    names(board.size(), cells)
}
