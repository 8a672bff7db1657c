//! The first lesson: its steps, and the judgement of a move.

use super::{Reply, Request};
use crate::hex::Move;
use crate::hex::record::{PositionRecord, names};
use crate::teach::lesson::{Attempt, LESSON, LessonStep, NotJudged};
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::{Value, json};

/// All steps.
pub fn steps(_: &Request, _: &mut PageState, _: &dyn Call) -> Result<Reply, Refusal> {
    let steps: Vec<Value> = LESSON.iter().map(described).collect();
    Ok(Reply::Json(json!({ "steps": steps })))
}

fn described(step: &LessonStep) -> Value {
    let game = step.game();
    json!({
        "title": step.title,
        "text": step.text,
        "task": step.task,
        "position": PositionRecord::new(game.board()),
        "last": step.last().map(|cell| game.size().name(cell)),
        "marked": names(game.size(), step.marked()),
        "swap": step.swap,
    })
}

/// Judges a move, or makes the expected one: `{"step", "moves", "move"}`, where `moves` are those
/// that both sides have made in the step.
pub fn judge(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let number = request.whole("step", 1..=LESSON.len() as u64, 1)?;
    let step = &LESSON[number as usize - 1];
    let unknown = || Refusal::bad("moves is not a list of moves of this step.");
    let made = request.typed::<Vec<String>>("moves");
    let made = made.map_err(|_| unknown())?.unwrap_or_default();
    let made = made.iter().map(|name| step.read(name));
    let made: Vec<Move> = made.collect::<Option<_>>().ok_or_else(unknown)?;
    let mut attempt = Attempt::after(step, &made).map_err(|_| unknown())?;
    let done = || Refusal::bad("This step is done.");
    let mv = match request.text("move")? {
        Some(name) => step.read(&name),
        None => Some(attempt.answer().ok_or_else(done)?),
    };
    let mv = mv.ok_or_else(|| Refusal::bad("move is not a move."))?;
    let verdict = attempt.judge(mv, call).map_err(|why| match why {
        NotJudged::Stopped => Refusal::busy(),
        why => Refusal::bad(format!("{why}.")),
    })?;
    let size = attempt.board().size();
    Ok(Reply::Json(json!({
        "move": mv.name(size).to_string(),
        "right": verdict.right,
        "done": attempt.is_done(),
        "words": verdict.words,
        "reply": verdict.reply.map(|cell| size.name(cell)),
        "cells": names(size, verdict.cells),
    })))
}
