//! Reviews a game, with progress as events.

use super::analysis::{analysis_of, is_current};
use super::{Reply, Request};
use crate::base::instant::Instant;
use crate::hex::sgf::from_game;
use crate::library::KeptAnalysis;
use crate::search::tree::KeptTree;
use crate::teach::explain::Estimate;
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

/// A kept analysis as an estimate, if the same network made it: those of a review are compared.
fn estimate_of(kept: &KeptAnalysis) -> Option<Estimate> {
    let best = kept.moves.first().filter(|_| is_current(kept))?;
    Some(Estimate {
        best: best.cell,
        share: kept.share,
        line: kept.pv.clone(),
        moves: kept
            .moves
            .iter()
            .map(|one| (one.cell, Some(one.share)))
            .collect(),
        visits: kept.tree.visits.into(),
        tree: KeptTree::default(),
    })
}

/// Reviews: `{"game", "seconds"}`. What is known of its positions in a store is used, and what it
/// finds is kept there. The last event also has the game with comments as SGF and the
/// graph as SVG.
pub fn review(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let game = request.short_game()?;
    if game.events().len() == 0 {
        return Err(Refusal::bad("There is no move to review."));
    }
    let budget = Budget::time(request.seconds(300.0, SECONDS)?);
    let mut reviewer = Reviewer::new(&game, budget);
    if let Some(store) = call.store() {
        reviewer.know(|board| estimate_of(&store.analysis(board)?));
    }
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
    if let Some(store) = call.store() {
        let (facts, estimates) = reviewer.found();
        facts.for_each(|fact| store.keep_fact(fact));
        for (board, estimate) in estimates {
            if let Some(analysis) = analysis_of(estimate) {
                store.keep_analysis(board, &analysis);
            }
        }
    }
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
