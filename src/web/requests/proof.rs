//! Proofs: runs the solver, reads and writes certificates, and steps through them.

use super::{Reply, Request, rounded, with_connections};
use crate::base::instant::Instant;
use crate::base::lock::unpoisoned;
use crate::certificate::{Certificate, JOINT_FORMAT, ProofWalk, WalkPosition};
use crate::hex::Board;
use crate::hex::record::names;
use crate::solver::{self, Fact, NotCertified};
use crate::think::{Found, Limits, Observer, Progress, WorkKind};
use crate::web::call::Call;
use crate::web::page_state::{PageState, solver_options};
use crate::web::refusal::Refusal;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::Duration;

/// The default time in seconds.
const SECONDS: f64 = 60.0;

/// The time between two events.
const EVERY: Duration = Duration::from_millis(250);

/// Reports the progress of a proof.
struct ProofWatch<'a> {
    call: &'a dyn Call,
    board: &'a Board,
    last: Mutex<Instant>,
}

impl Observer for ProofWatch<'_> {
    fn should_stop(&self, work: WorkKind) -> bool {
        self.call.should_stop(work)
    }

    fn progress(&self, progress: &Progress) {
        let mut last = unpoisoned(self.last.lock());
        let Found::Proof { done, open } = &progress.found else {
            return;
        };
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        let size = self.board.size();
        let open: serde_json::Map<String, Value> = open
            .iter()
            .map(|&(cell, share)| (size.name(cell), json!(rounded(share))))
            .collect();
        self.call.send(
            "progress",
            &json!({
                "done": rounded(*done),
                "nodes": progress.nodes,
                "pv": names(size, progress.pv.iter().copied()),
                "open": open,
            }),
        );
    }
}

/// Proves who wins and keeps the proof to step through: `{"game", "seconds"}`.
pub fn solve(request: &Request, state: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let board = request.open_board()?;
    let narrow = with_connections(&board)?;
    let seconds = request.seconds(600.0, SECONDS)?;
    let limits = Limits::from_now(seconds);
    let watch = ProofWatch {
        call,
        board: &board,
        last: Mutex::new(Instant::now()),
    };
    let mut solver = solver::solver(board.size(), solver_options());
    let solved = solver.solve(&board, limits, &watch);
    let nodes = solved.nodes;
    let certificate = match solver.certify(&board, limits, &watch) {
        Ok(certificate) => certificate,
        Err(NotCertified::Undecided) => {
            return Ok(Reply::Json(json!({ "winner": null })));
        }
        Err(NotCertified::Broken(_)) => return Err(Refusal::internal()),
    };
    let walk = ProofWalk::open(certificate, &|| call.is_over());
    let walk = walk.map_err(|_| Refusal::internal())?;
    let walk = walk.ok_or_else(|| call.refusal())?;
    if let (Some(store), Some(winner)) = (call.store(), solved.winner) {
        let work = u32::try_from(nodes).unwrap_or(u32::MAX);
        store.keep_fact(&Fact::of_result(
            &narrow,
            winner,
            solved.carrier.resize(),
            None,
            work,
        ));
    }
    let mut reply = loaded(&walk)?;
    reply["nodes"] = json!(nodes);
    state.proof = Some(walk);
    Ok(Reply::Json(reply))
}

/// Loads a certificate: `{"certificate"}`.
pub fn load(request: &Request, state: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let walk = opened(request, call)?;
    let reply = loaded(&walk)?;
    state.proof = Some(walk);
    Ok(Reply::Json(reply))
}

fn opened(request: &Request, call: &dyn Call) -> Result<ProofWalk, Refusal> {
    let certificate = request.part("certificate");
    let certificate = certificate.ok_or_else(|| Refusal::bad("certificate is missing."))?;
    if certificate.text("format")?.as_deref() == Some(JOINT_FORMAT) {
        return Err(Refusal::bad(
            "This certificate proves several positions; only one with a single position can be \
             stepped through.",
        ));
    }
    let read = request.typed::<Certificate>("certificate");
    let read = read.map_err(|why| Refusal::bad(format!("Not a certificate: {why}.")))?;
    let read = read.ok_or_else(|| Refusal::bad("certificate is missing."))?;
    let walk = ProofWalk::open(read, &|| call.is_over());
    let walk = walk.map_err(|why| Refusal::bad(format!("Not a valid proof: {why}.")))?;
    walk.ok_or_else(|| call.refusal())
}

/// What a proof proves, and its first position.
fn loaded(walk: &ProofWalk) -> Result<Value, Refusal> {
    let checked = walk.checked();
    let size = checked.position.size();
    let mut reply = walked(walk, &[])?;
    reply["winner"] = json!(walk.winner().to_string());
    reply["claims"] = json!(checked.nodes);
    reply["position"] = json!(walk.certificate().position);
    reply["needs"] = json!(names(size, checked.carrier));
    Ok(reply)
}

fn walked(walk: &ProofWalk, tries: &[crate::hex::Cell]) -> Result<Value, Refusal> {
    let at = walk.walk(tries);
    let at: WalkPosition = at.map_err(|why| Refusal::bad(format!("{why}.")))?;
    let size = at.board.size();
    let name = |cell| size.name(cell);
    let steps = at.steps.iter().map(|step| {
        json!({
            "tried": step.tried.map(name),
            "answer": step.answer.map(name),
            "forced": step.forced,
        })
    });
    Ok(json!({
        "steps": steps.collect::<Vec<_>>(),
        "cells": names(size, at.carrier),
        "joined": at.board.winner().is_some(),
    }))
}

/// Steps through the last loaded or found proof, or through this one: `{"moves", "certificate"}`.
pub fn walk(request: &Request, state: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let own = request.get("certificate").is_some();
    let own = own.then(|| opened(request, call)).transpose()?;
    let walk = own.as_ref().or(state.proof.as_ref());
    let walk = walk.ok_or_else(|| Refusal::bad("No proof is loaded."))?;
    let size = walk.checked().position.size();
    let wrong = |_| Refusal::bad("moves is not a list of cells.");
    let moves = request.typed::<Vec<String>>("moves");
    let moves = moves.map_err(wrong)?.unwrap_or_default();
    let cells: Result<Vec<_>, _> = moves.iter().map(|name| size.read(name)).collect();
    let wrong = |_| Refusal::bad("moves is not a list of cells.");
    walked(walk, &cells.map_err(wrong)?).map(Reply::Json)
}

/// The certificate of the last loaded or found proof.
pub fn file(_: &Request, state: &mut PageState, _: &dyn Call) -> Result<Reply, Refusal> {
    let proof = state.proof.as_ref();
    let proof = proof.ok_or_else(|| Refusal::bad("No proof is loaded."))?;
    let text = serde_json::to_string(proof.certificate());
    text.map(Reply::Text).map_err(|_| Refusal::internal())
}
