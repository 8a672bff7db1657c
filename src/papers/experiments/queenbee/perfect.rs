//! The length of the perfect game after each opening (§4.6): the number of moves after it until the
//! winner's stones connect its edges except for two-bridges. It is odd if White wins, who moves
//! next, and even if Black wins.

use super::length::{Lengths, MOST_CELLS};
use crate::hex::{BoardSize, Colour, Position};
use crate::papers::experiments::table::TextTable;
use crate::papers::experiments::{About, Experiment, Finding, Report, Scale, Unit};
use crate::solver::{ProveOptions, solver};
use crate::think::{Limits, NoObserver};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The experiment.
pub struct PerfectGames;

/// The lengths that the text of the thesis gives, on 6x6.
const THESIS: [(&str, Colour, u32); 2] = [("c3", Colour::Black, 16), ("a2", Colour::White, 19)];

/// The winner of a position and the number of moves it takes.
fn measure(position: &Position<1>, seconds: f64) -> Result<Value, String> {
    let size = position.size();
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let mut solver = solver(size, ProveOptions::default());
    let limits = Limits::until(Some(until));
    let verdict = solver.solve(&position.resize(), limits, &NoObserver);
    let Some(winner) = verdict.winner else {
        return Ok(json!({ "winner": null }));
    };
    let first = position.to_move() == winner;
    let moves = |stones: u8| u32::from(2 * stones) - u32::from(first && stones > 0);
    let found = Lengths::new(size, winner, Some(until)).stones(position, winner);
    Ok(match found {
        Ok(stones) => json!({ "winner": winner.to_string(), "moves": moves(stones) }),
        Err(stones) => json!({ "winner": winner.to_string(), "more than": moves(stones) }),
    })
}

impl Experiment for PerfectGames {
    fn about(&self) -> About {
        About {
            name: "queenbee-perfect-games",
            source: "van Rijswijck 2000, §4.6, Fig. 4.13",
            what: "the length of the perfect game after each opening",
            time: "a minute on 5x5; on 6x6 as long as --seconds lets each opening take",
            full: Scale {
                size: BoardSize::square(6).ok(),
                seconds: Some(3600.0),
                ..Scale::NONE
            },
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                seconds: Some(60.0),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let size = scale.size.expect("a board");
        let seconds = scale.seconds.unwrap_or(60.0);
        let cells = size
            .all()
            .filter(|&cell| cell.index() <= size.rotate(cell).index());
        cells
            .map(|cell| {
                let key = format!("{} on {size}, {seconds} seconds", size.name(cell));
                Unit::new(key, move || {
                    if size.cells() > MOST_CELLS {
                        return Err(format!("{size} has more than {MOST_CELLS} cells"));
                    }
                    let mut position = Position::<1>::new(size);
                    position.play(cell);
                    let mut found = measure(&position, seconds)?;
                    found["opening"] = json!(size.name(cell));
                    Ok(found)
                })
            })
            .collect()
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let size = scale.size.expect("a board");
        let word = |found: &Value| {
            let letter = match found["winner"].as_str() {
                Some("black") => "B",
                Some(_) => "W",
                None => return "?".to_owned(),
            };
            match (found["moves"].as_u64(), found["more than"].as_u64()) {
                (Some(moves), _) => format!("{letter}{moves}"),
                (None, Some(moves)) => format!("{letter}>{moves}"),
                (None, None) => letter.to_owned(),
            }
        };
        let of = |name: &str| {
            let mut all = findings.iter();
            let found = all.find(|finding| finding.found["opening"] == json!(name));
            found.map_or("-".to_owned(), |finding| word(&finding.found))
        };
        let mut text = format!(
            "{size}: who wins after Black's opening, and in how many moves after it (>: in more)\n\n"
        );
        for row in 0..size.height() {
            text.push_str(&"  ".repeat(row));
            for column in 0..size.width() {
                let cell = size.cell(column, row).expect("a cell");
                let names = [cell, size.rotate(cell)].map(|cell| size.name(cell));
                let known = names.iter().map(|name| of(name)).find(|word| word != "-");
                let _ = write!(text, "{:<5}", known.as_deref().unwrap_or("-"));
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        if size == BoardSize::square(6).expect("a size") {
            let mut table = TextTable::new(&["opening", "thesis", "ours"]);
            for (name, winner, moves) in THESIS {
                let letter = winner.letter();
                table.row([name.to_owned(), format!("{letter}{moves}"), of(name)]);
            }
            let _ = write!(text, "\n{table}");
        }
        Report {
            text,
            picture: None,
        }
    }
}
