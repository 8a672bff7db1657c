//! The interface of PlayHex's server to an engine host: moves for its bots, and analyses of games
//! and positions. Red is Black here, blue is White; moves are written as there (`swap-pieces`).

use super::analysis::{evaluate, for_black, short};
use super::play::{PlayRequest, written};
use super::{LONGEST, NODES, READING, Reply, Request, limited, rounded, unreadable};
use crate::hex::format::{ReadSettings, read};
use crate::hex::{Board, BoardSize, Colour};
use crate::hex::{Event, Game};
use crate::network::WHOLE;
use crate::player::BEST_LEVEL;
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::{Value, json};
use std::time::Duration;

/// Seconds for a move, and for a whole game.
const MOVE_SECONDS: f64 = 5.0;
const GAME_SECONDS: f64 = 60.0;

/// The most time for one position of a game.
const POSITION_TIME: Duration = Duration::from_secs(1);

/// The number of best moves reported.
const BEST: usize = 5;

/// The size, as one number.
fn size_of(request: &Request) -> Result<BoardSize, Refusal> {
    if request.get("size").is_none() {
        return Err(Refusal::bad("size is missing."));
    }
    let side = request.whole("size", 1..=BoardSize::LONGEST as u64, 11)? as usize;
    BoardSize::square(side).map_err(|why| Refusal::bad(format!("size: {why}.")))
}

/// The game after these moves.
fn game_of(request: &Request) -> Result<Game, Refusal> {
    let size = size_of(request)?;
    let moves = request.text("movesHistory")?.unwrap_or_default();
    if moves.trim().is_empty() {
        return Ok(Game::new(size));
    }
    let settings = ReadSettings {
        size: Some(size),
        ..READING
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c.is_whitespace();
    if !moves.chars().all(plain) {
        return Err(Refusal::bad("movesHistory must hold only moves."));
    }
    let game = read(moves.as_bytes(), settings).map_err(|why| unreadable(&why))?;
    limited(game, NODES)
}

/// Reads a colour.
fn colour(text: &str) -> Result<Colour, Refusal> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "red" | "b" => Ok(Colour::Black),
        "white" | "blue" | "w" => Ok(Colour::White),
        _ => Err(Refusal::bad("A colour must be black or white.")),
    }
}

/// `POST /calculate-move`: the move, as text.
pub fn calculate_move(
    request: &Request,
    state: &mut PageState,
    call: &dyn Call,
) -> Result<Reply, Refusal> {
    let asked = request.part("game");
    let asked = asked.ok_or_else(|| Refusal::bad("game is missing."))?;
    let game = game_of(&asked)?;
    if let Some(turn) = asked.text("currentPlayer")?
        && colour(&turn)? != game.to_move()
    {
        return Err(Refusal::bad("currentPlayer is not the side to move."));
    }
    if game.outcome().is_some() || game.board().empty().is_empty() {
        return Err(Refusal::bad("The game is over."));
    }
    let empty = || Request::new(b"");
    let ai = request.part("ai").map_or_else(empty, Ok)?;
    let asked = PlayRequest {
        level: ai.whole("level", 1..=BEST_LEVEL, BEST_LEVEL)?,
        seed: ai.whole("seed", 0..=u64::MAX, 0)?,
        seconds: ai.seconds(60.0, MOVE_SECONDS)?,
        left: None,
        swap: asked.flag("swapRule")?,
    };
    let size = game.size();
    let mv = asked.choose(game, state, call)?;
    Ok(Reply::Text(written(size, mv)))
}

/// `POST /analyze-game`: every position of a game.
pub fn analyze_game(
    request: &Request,
    state: &mut PageState,
    call: &dyn Call,
) -> Result<Reply, Refusal> {
    let game = limited(game_of(request)?, LONGEST)?;
    let count = game.events().len();
    if count == 0 {
        return Ok(Reply::Json(json!([])));
    }
    let whole = request.seconds(240.0, GAME_SECONDS)?;
    let each = POSITION_TIME.min(whole / count as u32);
    let size = game.size();
    let mut reply: Vec<Value> = Vec::new();
    let played: Vec<(Event, Board, Board)> = game
        .events()
        .zip(game.boards())
        .map(|(event, [before, after])| (event.clone(), *before, *after))
        .collect();
    for (index, (event, before, after)) in played.iter().enumerate() {
        if call.is_over() {
            return Err(call.refusal());
        }
        let Some((mover, mv)) = event.played() else {
            continue;
        };
        let best = best_moves(before, each, state, call);
        let (white, share) = standing(after, mover, each, state, call);
        reply.push(json!({
            "moveIndex": index,
            "color": mover.to_string(),
            "move": { "move": written(size, mv), "value": rounded(share) },
            "bestMoves": best,
            "whiteWin": rounded(white),
        }));
    }
    Ok(Reply::Json(json!(reply)))
}

/// The best moves of a position with their win rates.
fn best_moves(
    before: &Board,
    each: Duration,
    state: &mut PageState,
    call: &dyn Call,
) -> Vec<Value> {
    if before.winner().is_some() {
        return Vec::new();
    }
    let game = Game::from_board(*before);
    let found = short(state, &game, each / 2, call);
    let size = before.size();
    found.map_or_else(Vec::new, |(_, moves, scale)| {
        let reply = moves.iter().filter_map(|one| {
            let share = rounded(one.score?.win_rate(scale));
            Some(json!({ "move": size.name(one.cell), "value": share }))
        });
        reply.take(BEST).collect()
    })
}

/// White's win rate in a position, and that of the side that has moved.
fn standing(
    after: &Board,
    mover: Colour,
    each: Duration,
    state: &mut PageState,
    call: &dyn Call,
) -> (f64, f64) {
    let black = if let Some(winner) = after.winner() {
        f64::from(u8::from(winner == Colour::Black))
    } else {
        let game = Game::from_board(*after);
        let share = short(state, &game, each / 2, call).map(|(share, ..)| share);
        let share = share.unwrap_or_else(|| evaluate(after).win());
        for_black(after.to_move(), share)
    };
    let share = if mover == Colour::Black {
        black
    } else {
        1.0 - black
    };
    (1.0 - black, share)
}

/// `POST /analyze-position`: White's win rate and the network's policy, row by row.
pub fn analyze_position(
    request: &Request,
    _: &mut PageState,
    _: &dyn Call,
) -> Result<Reply, Refusal> {
    let size = size_of(request)?;
    let to_move = colour(&request.needed_text("color")?)?;
    let mut board = Board::new(size);
    for (stone, name) in [(Colour::Black, "black"), (Colour::White, "white")] {
        for cell in request.text(name)?.unwrap_or_default().split_whitespace() {
            let wrong = |why: String| Refusal::bad(format!("{name}: {why}."));
            let cell = size.read(cell).map_err(|why| wrong(why.to_string()))?;
            board.check(cell).map_err(|why| wrong(why.to_string()))?;
            board.place(stone, cell);
        }
    }
    board.set_to_move(to_move);
    let width = size.width();
    let mut policy = vec![vec![0.0; width]; size.height()];
    let white = if let Some(winner) = board.winner() {
        f64::from(u8::from(winner == Colour::White))
    } else {
        let prediction = evaluate(&board);
        for &(cell, prior) in &prediction.moves {
            let share = rounded(f64::from(prior) / f64::from(WHOLE));
            policy[size.row(cell)][size.column(cell)] = share;
        }
        1.0 - for_black(to_move, prediction.win())
    };
    Ok(Reply::Json(
        json!({ "whiteWin": rounded(white), "policy": policy }),
    ))
}
