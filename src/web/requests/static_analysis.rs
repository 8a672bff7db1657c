//! The analysis of a position without a search: connections of every group, mustplay, fill-in,
//! inferior cells with their reasons, energy and potentials.

use super::{Reply, Request, rounded, with_connections};
use crate::hex::record::names;
use crate::hex::{BoardSize, Cell, CellSet, Colour, End, Position};
use crate::knowledge::analysis::{Analysis, DecisionReason};
use crate::knowledge::connect::{ConnectOptions, Connections};
use crate::knowledge::inferior::{FillKind, Inferior, PruneReason};
use crate::player::PlayerOptions;
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::{Map, Value, json};

/// Sets for any board with connections.
const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// Larger boards take too long for a pointer that rests on a stone.
const MOST_CELLS: usize = 13 * 13;

/// Analyses a position: `{"game"}`.
pub fn position(request: &Request, _: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let game = request.game()?;
    let board = with_connections(game.board())?;
    let options = PlayerOptions::default().analysis();
    let mut reply = Map::new();
    reply.insert("to_move".to_owned(), json!(board.to_move().to_string()));
    reply.insert("groups".to_owned(), groups(&board, call));
    if board.winner().is_none() && !board.empty().is_empty() {
        let analysis = Analysis::<WIDE>::watched(&board, options, call);
        add_analysis(&mut reply, &board, &analysis);
        let inferior = Inferior::<WIDE>::new(&board, options.inferior);
        add_inferior(&mut reply, &board, &inferior);
    }
    if call.is_over() {
        return Err(call.refusal());
    }
    Ok(Reply::Json(Value::Object(reply)))
}

/// Decision, mustplay, circuits and potentials.
fn add_analysis(reply: &mut Map<String, Value>, board: &Position<WIDE>, analysis: &Analysis<WIDE>) {
    let size = board.size();
    let decided = analysis.decided().map(|(winner, reason)| {
        let why = match reason {
            DecisionReason::Joined => "its edges are connected, counting filled-in cells",
            DecisionReason::Full => "its edges are certainly connected",
            DecisionReason::Semi => "it is to move, and one move connects its edges",
            DecisionReason::NothingLeft => "every move of the other side loses",
        };
        json!({ "winner": winner.to_string(), "why": why })
    });
    let must = analysis.mustplay();
    let whole = must == analysis.board().empty();
    reply.insert("decided".to_owned(), json!(decided));
    reply.insert(
        "mustplay".to_owned(),
        json!((!whole).then(|| names(size, must))),
    );
    let ranking = analysis.ranking();
    let most = ranking.first().map_or(1.0, |best| best.energy.max(1e-9));
    let energy = ranking.iter().map(|one| {
        let share = rounded(one.energy / most);
        (size.name(one.cell), json!(share))
    });
    reply.insert("energy".to_owned(), Value::Object(energy.collect()));
    let two = analysis.two_distance();
    let empty = analysis.board().empty().iter();
    let totals = empty.filter_map(|cell| Some((size.name(cell), json!(two.total(cell)?))));
    reply.insert("potentials".to_owned(), Value::Object(totals.collect()));
    let resistance = analysis.resistance();
    let total = |colour| Some(resistance.total(colour)).filter(|total| total.is_finite());
    reply.insert(
        "resistance".to_owned(),
        json!({ "black": total(Colour::Black).map(rounded), "white": total(Colour::White).map(rounded) }),
    );
}

/// Fill-in and moves that need not be considered, each with its reason.
fn add_inferior(reply: &mut Map<String, Value>, board: &Position<WIDE>, inferior: &Inferior<WIDE>) {
    let size = board.size();
    let mut filled = Vec::new();
    for kind in FillKind::ALL {
        for colour in Colour::ALL {
            let why = match kind {
                FillKind::Dead => "dead: its colour does not matter".to_owned(),
                FillKind::Captured => format!(
                    "captured: it can be filled in for {}, who answers every intrusion",
                    colour.title()
                ),
            };
            let found = inferior.filled(kind, colour).iter();
            filled.extend(found.map(
                |cell| json!({ "cell": size.name(cell), "colour": colour.to_string(), "why": why }),
            ));
        }
    }
    reply.insert("filled".to_owned(), json!(filled));
    let pruned = inferior.pruned().iter().map(|&(cell, reason)| {
        let other = size.name(reason.cell());
        let why = match reason {
            PruneReason::Vulnerable(_) => {
                format!("vulnerable: a reply at {other} makes it useless")
            }
            PruneReason::Reversible(_) => {
                format!("reversible: a reply at {other} leaves the opponent no worse off")
            }
            PruneReason::Dominated(_) => format!("dominated: {other} is at least as good"),
        };
        json!({ "cell": size.name(cell), "because": other, "why": why })
    });
    reply.insert("inferior".to_owned(), json!(pruned.collect::<Vec<_>>()));
}

/// Every group and edge with its connections.
fn groups(board: &Position<WIDE>, call: &dyn Call) -> Value {
    let options = if board.size().cells() <= MOST_CELLS {
        ConnectOptions::for_questions()
    } else {
        ConnectOptions::default()
    };
    let mut reply = Vec::new();
    for colour in Colour::ALL {
        let connections = Connections::<WIDE>::watched(board, colour, options, call);
        let leads: Vec<End> = connections.chains().leads(colour).collect();
        for &lead in leads.iter().take_while(|_| !call.is_over()) {
            reply.push(group(&connections, lead, &leads));
        }
    }
    json!(reply)
}

fn group(connections: &Connections<WIDE>, lead: End, leads: &[End]) -> Value {
    let (size, chains) = (connections.size(), connections.chains());
    let stones = |end: End| match chains.chain(end) {
        Some(chain) => chain.members.cells_in(chains.geometry().all()),
        None => CellSet::EMPTY,
    };
    let names = |cells: CellSet<WIDE>| names(size, cells);
    let edges = |end: End| -> Vec<String> {
        let own = connections.edges().into_iter();
        let own = own.filter(|&edge| chains.lead(edge) == Some(end));
        own.map(|edge| edge.name(size)).collect()
    };
    let links: Vec<Value> = leads
        .iter()
        .filter(|&&other| other != lead)
        .filter_map(|&other| {
            let mut link = link(connections, lead, other)?;
            link["to"] = json!(names(stones(other)));
            link["edges"] = json!(edges(other));
            Some(link)
        })
        .collect();
    json!({
        "colour": connections.colour().to_string(),
        "cells": names(stones(lead)),
        "edges": edges(lead),
        "links": links,
    })
}

/// How two groups are connected: by the smallest full, or else by the smallest semi.
fn link(connections: &Connections<WIDE>, x: End, y: End) -> Option<Value> {
    let size = connections.size();
    let names = |cells: CellSet<WIDE>| names(size, cells);
    let smallest = |list: Vec<CellSet<WIDE>>| list.into_iter().min_by_key(CellSet::len);
    if let Some(full) = smallest(connections.fulls(x, y)) {
        let edge = x.as_edge(size).is_some() || y.as_edge(size).is_some();
        let kind = match full.len() {
            0 => "touch",
            2 => "bridge",
            _ if edge => "template",
            _ => "full",
        };
        return Some(json!({ "kind": kind, "cells": names(full) }));
    }
    let semi = smallest(connections.semis(x, y))?;
    let key: Option<Cell> = connections.keys(x, y, semi).first().copied();
    let key = key.map(|key| size.name(key));
    Some(json!({ "kind": "semi", "cells": names(semi), "key": key }))
}
