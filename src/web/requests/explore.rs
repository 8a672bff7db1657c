//! What is known of a position: the games of the store, its kept analysis, the opening book, the
//! network's first estimate and proofs, move by move; and the games themselves.

use super::analysis::{evaluate, for_black};
use super::tree::tree;
use super::{Reply, Request, rounded};
use crate::hex::record::names;
use crate::hex::{Board, Cell, Colour, Move, MoveName};
use crate::library::{ExploredMove, FoundGame, GameFilter, KeptAnalysis, PageStore, Window};
use crate::network::WHOLE;
use crate::player::{KnownOpening, book as book_of, known_openings};
use crate::think::ScoreScale;
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The most games in an answer.
const GAMES: u64 = 100;

/// The least share of the policy of a move that is listed for it alone.
const POLICY: f64 = 0.01;

/// Explores a position: `{"game", "filter", "limit"}`.
pub fn explore(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let game = request.game()?;
    let board = *game.board();
    let filter = filter(request)?;
    let limit = request.whole("limit", 0..=GAMES, 10)? as usize;
    let is_over = game.outcome().is_some() || board.empty().is_empty();
    let mut moves = MoveTable::new(&board);
    let mut reply = Map::new();
    let mover = board.to_move();
    reply.insert("to_move".to_owned(), json!(mover.to_string()));
    if let Some(library) = call.store().filter(|store| store.games() > 0) {
        let found = library.explore(&board, &filter, limit);
        let found = found.map_err(|why| Refusal::bad(format!("There is {why}.")))?;
        for one in &found.moves {
            moves.add_games(one, mover);
        }
        let list = found.games.iter().map(FoundGame::json);
        reply.insert("all".to_owned(), json!(library.games()));
        reply.insert("score".to_owned(), found.score.json(mover));
        reply.insert("list".to_owned(), json!(list.collect::<Vec<_>>()));
    }
    if !is_over {
        reply.insert("book".to_owned(), moves.add_book(&board));
        reply.insert("network".to_owned(), moves.add_policy(&board));
        if let Some(analysis) = call.store().and_then(|store| store.analysis(&board)) {
            reply.insert("analysis".to_owned(), moves.add_analysis(&board, &analysis));
        }
        moves.add_proofs(&board, call.store());
    }
    reply.insert("moves".to_owned(), moves.sorted());
    Ok(Reply::Json(Value::Object(reply)))
}

/// What was played in a part of the board: `{"game", "window", "filter"}`.
pub fn window(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let board = *request.game()?.board();
    let text = request.needed_text("window")?;
    let window = Window::read(&text, board.size());
    let window = window.map_err(|why| Refusal::bad(format!("window: {why}.")))?;
    let filter = filter(request)?;
    let local = library(call)?.local(&board, &window, &filter);
    let local = local.map_err(|why| Refusal::bad(format!("There is {why}.")))?;
    let moves = local.moves.iter().map(|one| {
        let mut object = one.score.json(one.colour);
        object["colour"] = json!(one.colour.to_string());
        object["move"] = json!(board.size().name(one.cell));
        object
    });
    let moves: Vec<Value> = moves.collect();
    Ok(Reply::Json(json!({
        "times": local.score.games,
        "left": local.left,
        "moves": moves,
    })))
}

/// A game of the library: `{"id"}`.
pub fn game(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let id = request.whole("id", 1..=i64::MAX as u64, 0)?;
    let found = library(call)?.game(id.cast_signed());
    let found = found.map_err(|why| Refusal::bad(format!("The library cannot be read: {why}.")))?;
    let found = found.ok_or_else(|| Refusal::bad(format!("The library has no game {id}.")))?;
    let game = found.game();
    let game = game.map_err(|why| Refusal::bad(format!("Game {id} cannot be played: {why}.")))?;
    let mut reply = tree(&game, call)?;
    reply["source"] = json!(found.source);
    Ok(Reply::Json(reply))
}

fn library(call: &dyn Call) -> Result<&dyn PageStore, Refusal> {
    let why = "There is no library of games here: start the server with --store.";
    call.store().ok_or_else(|| Refusal::bad(why))
}

/// The filter of a request; its texts may be empty.
fn filter(request: &Request) -> Result<GameFilter, Refusal> {
    let Some(part) = request.part("filter") else {
        if request.get("filter").is_some() {
            return Err(Refusal::bad("filter is not an object."));
        }
        return Ok(GameFilter::default());
    };
    let text = |name: &str| {
        let text = part.text(name)?;
        Ok::<_, Refusal>(text.filter(|text| !text.trim().is_empty()))
    };
    let date = |name: &str| {
        let read = text(name)?.map(|text| text.trim().parse());
        read.transpose()
            .map_err(|why| Refusal::bad(format!("{name}: {why}.")))
    };
    let as_colour = text("as")?.map(|text| text.parse::<Colour>());
    let as_colour = as_colour.transpose();
    let rating = part.number("rating", 0.0..=1e5, 0.0)?;
    Ok(GameFilter {
        player: text("player")?,
        as_colour: as_colour.map_err(|_| Refusal::bad("as is neither black nor white."))?,
        opponent: text("opponent")?,
        since: date("since")?,
        until: date("until")?,
        rating: Some(rating).filter(|&rating| rating > 0.0),
    })
}

/// The moves of a position, with what is known of each.
struct MoveTable {
    board: Board,
    rows: BTreeMap<String, Map<String, Value>>,
}

impl MoveTable {
    fn new(board: &Board) -> Self {
        Self {
            board: *board,
            rows: BTreeMap::new(),
        }
    }

    fn row(&mut self, name: MoveName) -> &mut Map<String, Value> {
        let name = name.to_string();
        let new = || Map::from_iter([("move".to_owned(), json!(name))]);
        self.rows.entry(name.clone()).or_insert_with(new)
    }

    fn cell(&mut self, cell: Cell) -> &mut Map<String, Value> {
        let size = self.board.size();
        self.row(Move::Place(cell).name(size))
    }

    fn add_games(&mut self, one: &ExploredMove, mover: Colour) {
        if let Value::Object(score) = one.score.json(mover) {
            self.row(one.name).extend(score);
        }
    }

    /// Adds the book's moves; returns what it says of the position.
    fn add_book(&mut self, board: &Board) -> Value {
        let Some(book) = book_of(None, board) else {
            return Value::Null;
        };
        let share = |value: crate::think::Score| rounded(value.win_rate(ScoreScale::Mean));
        for choice in book.choices(board) {
            let entry = json!({
                "share": share(choice.value),
                "in_book": choice.in_book,
                "effort": choice.effort,
            });
            self.cell(choice.cell).insert("book".to_owned(), entry);
        }
        let known = book.value(board);
        json!({
            "share": known.map(|(value, _)| share(value)),
            "effort": known.map(|(_, effort)| effort),
            "line": names(board.size(), book.best_line(board)),
        })
    }

    /// Adds the network's policy; returns what it says of the position.
    fn add_policy(&mut self, board: &Board) -> Value {
        let prediction = evaluate(board);
        for &(cell, prior) in &prediction.moves {
            let share = rounded(f64::from(prior) / f64::from(WHOLE));
            let name = Move::Place(cell).name(board.size()).to_string();
            if share >= POLICY || self.rows.contains_key(&name) {
                self.cell(cell).insert("policy".to_owned(), json!(share));
            }
        }
        json!({ "black": rounded(for_black(board.to_move(), prediction.win())) })
    }

    /// Adds the moves of a kept analysis; returns what it says of the position.
    fn add_analysis(&mut self, board: &Board, analysis: &KeptAnalysis) -> Value {
        for one in &analysis.moves {
            let entry = json!({ "share": rounded(one.share), "visits": one.visits });
            self.cell(one.cell).insert("analysis".to_owned(), entry);
        }
        json!({
            "black": rounded(for_black(board.to_move(), analysis.share)),
            "visits": analysis.tree.visits,
            "program": analysis.program,
            "line": names(board.size(), analysis.pv.iter().copied()),
        })
    }

    /// Adds who wins after a move where that is proved: by the facts of the store, or in the tables of
    /// first stones.
    fn add_proofs(&mut self, board: &Board, library: Option<&dyn PageStore>) {
        let cells: Vec<Cell> = board.empty().iter().collect();
        let mut winners: Vec<Option<Colour>> = vec![None; cells.len()];
        let is_empty = board.empty().len() == board.size().cells();
        if is_empty && let Some(known) = known_openings(board.size()) {
            for (winner, opening) in winners.iter_mut().zip(known) {
                if let KnownOpening::Winner(colour) = opening {
                    *winner = Some(colour);
                }
            }
        }
        if let Some(library) = library {
            let after = cells.iter().map(|&cell| {
                let mut after = *board;
                after.play(cell);
                after
            });
            let after: Vec<Board> = after.collect();
            for (winner, found) in winners.iter_mut().zip(library.winners(&after)) {
                *winner = winner.or(found);
            }
        }
        for (cell, winner) in cells.into_iter().zip(winners) {
            if let Some(winner) = winner {
                let winner = winner.to_string();
                self.cell(cell).insert("winner".to_owned(), json!(winner));
            }
        }
    }

    /// The rows: most games first, then what was analysed longest, what the book has searched longest,
    /// and by policy.
    fn sorted(self) -> Value {
        let number = |row: &Map<String, Value>, name: &str| {
            row.get(name).and_then(Value::as_f64).unwrap_or(0.0)
        };
        let within = |row: &Map<String, Value>, name: &str, part: &str| {
            let found = row.get(name);
            found.map_or(0.0, |found| found[part].as_f64().unwrap_or(0.0))
        };
        let mut rows: Vec<Map<String, Value>> = self.rows.into_values().collect();
        rows.sort_by(|one, other| {
            let order = |row| {
                [
                    number(row, "games"),
                    within(row, "analysis", "visits"),
                    within(row, "book", "effort"),
                    number(row, "policy"),
                ]
            };
            order(other)
                .partial_cmp(&order(one))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        json!(rows)
    }
}
