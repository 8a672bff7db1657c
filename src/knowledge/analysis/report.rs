//! An analysis as JSON (`mustplay-analysis/1`), for scripts and for storage.

use super::{Analysis, DecisionReason, RankedMove};
use crate::hex::{Cell, CellSet, Colour};
use crate::knowledge::evaluate::TwoDistanceVerdict;
use serde_json::{Map, Value, json};

/// The whole analysis. Infinite numbers are null. Parts that were not requested before are computed
/// here, which takes time.
pub fn report<const W: usize>(analysis: &Analysis<W>) -> Value {
    let position = analysis.position();
    let size = position.size();
    let names = |cells: CellSet<W>| cells.iter().map(|cell| size.name(cell)).collect::<Vec<_>>();
    let both = |of: &dyn Fn(Colour) -> Value| {
        let sides = Colour::ALL.map(|colour| (colour.to_string(), of(colour)));
        Value::Object(sides.into_iter().collect::<Map<_, _>>())
    };
    let finite = |number: f64| {
        if number.is_finite() {
            json!(number)
        } else {
            Value::Null
        }
    };
    let connections = |colour| {
        let connections = analysis.connections(colour);
        let [with_full, joined, fulls, semis] = connections.counts();
        json!({
            "pairs_with_full": with_full,
            "pairs_joined": joined,
            "fulls": fulls,
            "semis": semis,
            "complete": connections.is_complete(),
            "wins_moving_second": connections.has_won(),
            "winning_semis": connections.winning_semis().len(),
        })
    };
    let two = analysis.two_distance();
    let potentials = |colour| {
        let of = two.of(colour);
        json!({ "potential": of.board(), "mobility": of.mobility() })
    };
    let value = match two.verdict(position.to_move()) {
        TwoDistanceVerdict::Won(winner) => json!({ "winner": winner.to_string() }),
        TwoDistanceVerdict::Value(value) => json!({ "value": value }),
    };
    let resistance = analysis.resistance();
    let decided = analysis.decided().map(|(winner, reason)| {
        let reason = match reason {
            DecisionReason::Joined => "joined",
            DecisionReason::Full => "full",
            DecisionReason::Semi => "semi",
            DecisionReason::NothingLeft => "nothing_left",
        };
        json!({ "winner": winner.to_string(), "reason": reason })
    });
    json!({
        "format": "mustplay-analysis/1",
        "width": size.width(),
        "height": size.height(),
        "black": names(position.stones(Colour::Black)),
        "white": names(position.stones(Colour::White)),
        "to_move": position.to_move().to_string(),
        "fill_in": both(&|colour| json!(names(analysis.filled(colour)))),
        "connections": both(&connections),
        "mustplay": names(analysis.mustplay()),
        "pruned": pruned(analysis),
        "decided": decided,
        "two_distance": { "black": potentials(Colour::Black), "white": potentials(Colour::White), "verdict": value },
        "resistance": {
            "black": finite(resistance.total(Colour::Black)),
            "white": finite(resistance.total(Colour::White)),
            "score": finite(resistance.score()),
        },
        "moves": ranking(analysis),
    })
}

fn pruned<const W: usize>(analysis: &Analysis<W>) -> Vec<Value> {
    let size = analysis.position().size();
    let pruned = analysis.pruned().iter();
    pruned
        .map(|&(cell, why)| json!({ "move": size.name(cell), "why": why.code(size) }))
        .collect()
}

fn ranking<const W: usize>(analysis: &Analysis<W>) -> Vec<Value> {
    let size = analysis.position().size();
    let one = |ranked: RankedMove| {
        json!({
            "move": size.name(ranked.cell),
            "energy": ranked.energy,
            "badness": ranked.badness,
        })
    };
    analysis.ranking().into_iter().map(one).collect()
}

/// The same in words, for people.
pub fn words<const W: usize>(analysis: &Analysis<W>) -> String {
    let size = analysis.position().size();
    let to_move = analysis.position().to_move();
    let mut lines = vec![format!("{to_move} to move")];
    lines.push(match analysis.decided() {
        None => "not decided by connections alone".to_owned(),
        Some((winner, reason)) => {
            let why = match reason {
                DecisionReason::Joined => "its edges are connected, counting filled-in cells",
                DecisionReason::Full => "a full connects its edges",
                DecisionReason::Semi => "it is to move, and a semi connects its edges",
                DecisionReason::NothingLeft => "every move of the other side loses",
            };
            format!("{winner} wins: {why}")
        }
    });
    for colour in Colour::ALL {
        let filled = analysis.filled(colour);
        if !filled.is_empty() {
            lines.push(format!(
                "can be filled in as {colour}'s: {}",
                size.names(filled)
            ));
        }
    }
    let must = analysis.mustplay();
    if must != analysis.board().empty() && !must.is_empty() {
        lines.push(format!("must play in: {}", size.names(must)));
    }
    let resistance = analysis.resistance();
    let two = analysis.two_distance();
    let side = |colour| {
        let potential = two
            .of(colour)
            .board()
            .map_or("infinite".to_owned(), |p| p.to_string());
        format!(
            "{colour} resistance {:.3}, potential {potential}",
            resistance.total(colour)
        )
    };
    lines.extend(Colour::ALL.map(side));
    let best: Vec<Cell> = analysis
        .ranking()
        .into_iter()
        .map(|ranked| ranked.cell)
        .take(10)
        .collect();
    if !best.is_empty() {
        let names: Vec<String> = best.into_iter().map(|cell| size.name(cell)).collect();
        lines.push(format!("candidate moves, best first: {}", names.join(" ")));
    }
    lines.join("\n")
}
