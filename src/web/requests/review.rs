//! Reviews a game, with progress as events.

use super::{Reply, Request};
use crate::base::instant::Instant;
use crate::hex::sgf::from_game;
use crate::teach::review::{Reviewer, annotate, json, svg};
use crate::think::Budget;
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::json;
use std::time::Duration;

/// The default time in seconds.
const SECONDS: f64 = 20.0;

/// The time between two events.
const EVERY: Duration = Duration::from_millis(400);

/// Reviews: `{"game", "seconds"}`. The last event also has the game with comments as SGF and the
/// graph as SVG.
pub fn review(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let game = request.short_game()?;
    if game.events().len() == 0 {
        return Err(Refusal::bad("There is no move to review."));
    }
    let budget = Budget::time(request.seconds(300.0, SECONDS)?);
    let mut reviewer = Reviewer::new(&game, budget);
    let mut last = Instant::now();
    while reviewer.step(call) {
        if last.elapsed() >= EVERY {
            last = Instant::now();
            let done = reviewer.done() as f64 / reviewer.steps().max(1) as f64;
            let so_far = json(&reviewer.review());
            call.send("progress", &json!({ "done": done, "review": so_far }));
        }
    }
    // A newer request of the page may have ended it early.
    let done = if call.is_over() {
        reviewer.done() as f64 / reviewer.steps().max(1) as f64
    } else {
        1.0
    };
    let review = reviewer.review();
    let mut file = from_game(&game);
    for tree in &mut file.games {
        annotate(tree, &review);
    }
    Ok(Reply::Json(json!({
        "done": done,
        "review": json(&review),
        "text": crate::teach::review::text(&review),
        "sgf": file.to_string(),
        "svg": svg(&review),
    })))
}
