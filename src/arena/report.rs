//! The result of a match in words and as JSON (`mustplay-match/1`).

use super::sprt::SprtDecision;
use super::statistics::PairedScores;
use super::summary::{EngineResults, Summary};
use serde_json::{Value, json};
use std::fmt::Write;

/// How many pairs of games scored 0, ½, 1, 1½ and 2, in the form in which chess engines report it
/// (`Ptnml(0-2)` in fishtest and fastchess). Hex has no draws, and a pair counts once both its games
/// are decided, by a fault if need be: so ½ and 1½ do not occur.
fn pentanomial([none, one, both]: [usize; 3]) -> [usize; 5] {
    [none, 0, one, 0, both]
}

/// The result as a table and some lines.
pub fn words(summary: &Summary) -> String {
    let strengths = summary.strengths();
    let mut rows = vec![
        [
            "engine", "games", "wins", "score", "Elo", "±95%", "won in", "s/move", "99%", "nodes",
            "depth", "faults",
        ]
        .map(str::to_owned),
    ];
    for (index, engine) in summary.engines.iter().enumerate() {
        rows.push(row(engine, strengths.elo[index], strengths.error(index)));
    }
    let mut out = columns(&rows, &[0, 11]);
    for ([a, b], counts) in &summary.pairings {
        let sample = PairedScores::of_pairs(*counts);
        let difference = sample.difference();
        let [a, b] = [a, b].map(|&engine| &summary.engines[engine].name);
        let _ = writeln!(
            out,
            "\n{a} against {b}: {} pairs, {} won 2:0, {} shared, {} lost 0:2\n\
             Elo difference {} [{}, {}], likelihood of superiority {:.1}%\n\
             Ptnml(0-2): {}",
            counts.iter().sum::<usize>(),
            counts[2],
            counts[1],
            counts[0],
            signed(difference.elo),
            signed(difference.interval[0]),
            signed(difference.interval[1]),
            100.0 * sample.superiority(),
            pentanomial(*counts)
                .map(|count| count.to_string())
                .join(", "),
        );
    }
    if let (Some(sprt), Some(ratio)) = (summary.sprt, summary.ratio()) {
        let [lower, upper] = sprt.bounds();
        let verdict = match summary.decision {
            None => "undecided".to_owned(),
            Some((SprtDecision::Null, pairs)) => {
                format!(
                    "a difference of {} rather than {} after {pairs} pairs",
                    sprt.elo0, sprt.elo1
                )
            }
            Some((SprtDecision::Alternative, pairs)) => {
                format!(
                    "a difference of {} rather than {} after {pairs} pairs",
                    sprt.elo1, sprt.elo0
                )
            }
        };
        let _ = writeln!(
            out,
            "SPRT {sprt}: ratio {ratio:.2} ({lower:.2}, {upper:.2}), {verdict}"
        );
    }
    let ends: Vec<String> = summary
        .reasons
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    let repeated = match summary.repeated {
        0 => String::new(),
        count => format!("; {count} repeated another game exactly and add no information"),
    };
    let _ = writeln!(
        out,
        "\nBlack won {} of {} games; {}{repeated}",
        summary.black_wins,
        summary.games,
        ends.join(", ")
    );
    out
}

fn row(engine: &EngineResults, elo: f64, error: f64) -> [String; 12] {
    let none = || "-".to_owned();
    let pace = engine.pace();
    let some = |value: Option<f64>| value.map_or_else(none, |value| format!("{value:.1}"));
    let seconds = |value: Option<f64>| value.map_or_else(none, |value| format!("{value:.6}"));
    let faults: Vec<String> = engine
        .faults
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    [
        engine.name.clone(),
        engine.games.to_string(),
        engine.wins.to_string(),
        format!(
            "{:.1}%",
            100.0 * engine.wins as f64 / engine.games.max(1) as f64
        ),
        // Who has won or lost everything may be any stronger or weaker.
        signed(match engine.wins {
            0 => f64::NEG_INFINITY,
            wins if wins == engine.games => f64::INFINITY,
            _ => elo,
        }),
        if (1..engine.games).contains(&engine.wins) {
            format!("{error:.0}")
        } else {
            none()
        },
        some(engine.won_in()),
        seconds(pace.map(|pace| pace.mean)),
        seconds(pace.map(|pace| pace.most)),
        some(pace.and_then(|pace| pace.nodes)),
        some(pace.and_then(|pace| pace.depth)),
        if faults.is_empty() {
            none()
        } else {
            faults.join(", ")
        },
    ]
}

/// Columns as wide as they need; some stand to the left, the others to the right.
pub fn columns<R: AsRef<[String]>>(rows: &[R], left: &[usize]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        for (column, text) in row.as_ref().iter().enumerate() {
            if column == widths.len() {
                widths.push(0);
            }
            widths[column] = widths[column].max(text.chars().count());
        }
    }
    let mut out = String::new();
    for row in rows {
        let cells = row.as_ref().iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (text, &width))| {
            if left.contains(&column) {
                format!("{text:<width$}")
            } else {
                format!("{text:>width$}")
            }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// An Elo difference with its sign.
pub fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+inf" } else { "-inf" }.to_owned();
    }
    format!("{elo:+.1}")
}

fn finite(number: f64) -> Value {
    if number.is_finite() {
        json!(number)
    } else {
        Value::Null
    }
}

/// The result as JSON; what is infinite or unknown is null.
pub fn report(summary: &Summary) -> Value {
    let strengths = summary.strengths();
    let engine = |(index, engine): (usize, &EngineResults)| {
        let pace = engine.pace();
        json!({
            "name": engine.name,
            "engine": engine.text,
            "games": engine.games,
            "wins": engine.wins,
            "elo": strengths.elo[index],
            "elo_error": strengths.error(index),
            "won_in": engine.won_in(),
            "moves": pace.map(|pace| pace.moves),
            "seconds_mean": pace.map(|pace| pace.mean),
            "seconds_99": pace.map(|pace| pace.most),
            "nodes_mean": pace.and_then(|pace| pace.nodes),
            "depth_mean": pace.and_then(|pace| pace.depth),
            "faults": engine.faults,
        })
    };
    let pairing = |([a, b], counts): &([usize; 2], [usize; 3])| {
        let sample = PairedScores::of_pairs(*counts);
        let difference = sample.difference();
        json!({
            "engines": [summary.engines[*a].name, summary.engines[*b].name],
            "pairs": counts,
            "pentanomial": pentanomial(*counts),
            "elo": finite(difference.elo),
            "elo_low": finite(difference.interval[0]),
            "elo_high": finite(difference.interval[1]),
            "superiority": sample.superiority(),
        })
    };
    let sprt = summary.sprt.map(|sprt| {
        let [lower, upper] = sprt.bounds();
        let decision = summary.decision.map(|(decision, pairs)| {
            let elo = match decision {
                SprtDecision::Null => sprt.elo0,
                SprtDecision::Alternative => sprt.elo1,
            };
            json!({ "elo": elo, "pairs": pairs })
        });
        json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "lower": lower,
            "upper": upper,
            "ratio": summary.ratio(),
            "decision": decision,
        })
    });
    json!({
        "format": "mustplay-match/1",
        "games": summary.games,
        "black_wins": summary.black_wins,
        "repeated": summary.repeated,
        "engines": summary.engines.iter().enumerate().map(engine).collect::<Vec<_>>(),
        "pairings": summary.pairings.iter().map(pairing).collect::<Vec<_>>(),
        "sprt": sprt,
        "reasons": summary.reasons,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{EngineSpec, Schedule};

    #[test]
    fn pairs_are_reported_by_their_scores() {
        let specs = ["first", "random", "c=first"].map(|text| EngineSpec::parse(text).unwrap());
        let schedule = Schedule::new(3, false, 4, 8, 0);
        let mut summary = Summary::new(&specs, &schedule, None);
        let counts = [[12, 60, 28], [0, 0, 3], [0, 0, 0]];
        for (pairing, counts) in summary.pairings.iter_mut().zip(counts) {
            pairing.1 = counts;
        }
        let text = words(&summary);
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("Ptnml")).collect();
        let expected = ["12, 0, 60, 0, 28", "0, 0, 0, 0, 3", "0, 0, 0, 0, 0"];
        assert_eq!(
            lines,
            expected.map(|counts| format!("Ptnml(0-2): {counts}"))
        );
        let json = report(&summary);
        let pairing = |index: usize| &json["pairings"][index];
        assert_eq!(pairing(0)["pentanomial"], json!([12, 0, 60, 0, 28]));
        assert_eq!(pairing(0)["pairs"], json!([12, 60, 28]));
        assert_eq!(pairing(1)["engines"], json!(["first", "c"]));
        assert_eq!(pairing(1)["pentanomial"], json!([0, 0, 0, 0, 3]));
    }
}
