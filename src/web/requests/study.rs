//! Puzzles, and maps of first stones: who wins after each.

use super::{Reply, Request, rounded, with_connections};
use crate::base::instant::Instant;
use crate::base::shipped::checked;
use crate::hex::{Board, Cell, Colour};
use crate::player::{KnownOpening, known_openings};
use crate::solver::solver;
use crate::think::Limits;
use crate::web::call::Call;
use crate::web::page_state::{PageState, solver_options};
use crate::web::refusal::Refusal;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The puzzles of the page.
static PUZZLES: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../positions/page-puzzles.json");
    let file = "positions/page-puzzles.json";
    let _ = checked(file, crate::teach::puzzle::read(text));
    checked(file, serde_json::from_str(text))
});

/// All puzzles.
pub fn puzzles(_: &Request, _: &mut PageState, _: &dyn Call) -> Result<Reply, Refusal> {
    Ok(Reply::Json(PUZZLES.clone()))
}

/// The known result or estimate of every first stone: `{"width", "height"}`.
pub fn openings(request: &Request, _: &mut PageState, _: &dyn Call) -> Result<Reply, Refusal> {
    let size = request.size()?;
    let Some(known) = known_openings(size) else {
        return Ok(Reply::Json(json!({ "known": false, "openings": {} })));
    };
    let openings = size.all().zip(known).map(|(cell, known)| {
        let described = match known {
            KnownOpening::Winner(winner) => json!({ "winner": winner.to_string() }),
            // In the unit of scores: from -1 to 1.
            KnownOpening::Estimate(value) if value.is_finite() => {
                json!({ "black": rounded((value / 2.0 + 0.5).clamp(0.0, 1.0)) })
            }
            KnownOpening::Estimate(value) => {
                let winner = if value > 0.0 {
                    Colour::Black
                } else {
                    Colour::White
                };
                json!({ "winner": winner.to_string() })
            }
        };
        (size.name(cell), described)
    });
    let openings: Map<String, Value> = openings.collect();
    Ok(Reply::Json(json!({ "known": true, "openings": openings })))
}

/// Proves who wins after each first stone, the easy ones first: `{"width", "height", "seconds"}`.
pub fn prove_openings(
    request: &Request,
    _: &mut PageState,
    call: &dyn Call,
) -> Result<Reply, Refusal> {
    let size = with_connections(&Board::new(request.size()?))?.size();
    let until = Instant::now().checked_add(request.seconds(600.0, 60.0)?);
    let mut solver = solver(size, solver_options());
    let mut cells: Vec<Cell> = size.all().take(size.cells().div_ceil(2)).collect();
    let middle = size.cells() / 2;
    cells.sort_by_key(|cell| cell.index().abs_diff(middle));
    let mut winners = Map::new();
    for cell in cells {
        let mut board = Board::new(size);
        board.play(cell);
        let limits = Limits::until(until);
        let Some(winner) = solver.solve(&board, limits, call).winner else {
            break;
        };
        let turned = Cell::new(size.cells() - 1 - cell.index());
        for cell in [cell, turned] {
            winners.insert(size.name(cell), json!({ "winner": winner.to_string() }));
        }
        call.send("progress", &json!({ "openings": winners }));
    }
    let complete = winners.len() == size.cells();
    Ok(Reply::Json(
        json!({ "openings": winners, "complete": complete }),
    ))
}
