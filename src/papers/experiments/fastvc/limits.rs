//! Pawlewicz et al. 2014, §VI: connections without a limit, under the acceptance heuristic
//! (limited), and by the fast semis-combiner (fast): their number, their time, and their use: cells
//! joined to the bottom (Fig. 6), the opponent's mustplay (Fig. 7).

use super::{OPEN, SOURCE, cut_short, figure_5, sides};
use crate::hex::Colour;
use crate::knowledge::connect::{ConnectOptions, Connections, OrRule};
use crate::papers::experiments::start::Start;
use crate::papers::experiments::table::TextTable;
use crate::papers::experiments::{About, Experiment, Finding, Report, Scale, Unit};
use serde_json::{Value, json};
use std::time::Instant;

/// The experiment.
pub struct LimitCounts;

/// The three, and the classic rule for comparison.
const RULES: [(&str, OrRule); 4] = [
    ("bounded 4", OrRule::Bounded),
    ("unlimited", OrRule::Semis),
    ("limited", OrRule::Limited),
    ("fast", OrRule::Fast),
];

/// The prefix of the keys of its units.
const FIGURE_5: &str = "figure-5";

fn measure(start: &Start, colour: Colour, or_rule: OrRule, budget: u64) -> Value {
    let position = start.position::<2>();
    let options = ConnectOptions {
        or_rule,
        max_comparisons: budget,
        ..OPEN
    };
    let clock = Instant::now();
    let connections = Connections::new(&position, colour, options);
    let seconds = clock.elapsed().as_secs_f64();
    let [pairs, _, fulls, semis] = connections.counts();
    let [_, last] = connections.edges();
    let joined = connections.joined_to(last, true).iter();
    let joined = joined
        .filter(|end| end.index() < start.size.cells())
        .count();
    json!({
        "pairs": pairs,
        "fulls": fulls,
        "semis": semis,
        "joined_to_last_edge": joined,
        "winning_semis": connections.winning_semis().len(),
        "wins": connections.has_won(),
        "mustplay": connections.mustplay().len(),
        "empty": position.empty().len(),
        "complete": connections.is_complete(),
        "seconds": (seconds * 1e6).round() / 1e6,
    })
}

impl Experiment for LimitCounts {
    fn about(&self) -> About {
        About {
            name: "fastvc-limits",
            source: "Pawlewicz et al. 2014, Stronger Virtual Connections in Hex, §VI, Figs. 5 to 7",
            what: "how many connections each OR rule finds on the positions of Table II, how long that takes, and what they prove",
            time: "some minutes",
            full: Scale {
                positions: Some(7),
                nodes: Some(2_000_000_000),
                ..Scale::NONE
            },
            cheap: Scale {
                positions: Some(1),
                nodes: Some(1_000_000),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let budget = scale.nodes.unwrap_or_default();
        let mut units = Vec::new();
        for (start, colour) in sides(scale) {
            for (name, rule) in RULES {
                let start = start.clone();
                let key = format!("{} {colour} {name} comparisons {budget}", start.name);
                units.push(Unit::new(key, move || {
                    Ok(measure(&start, colour, rule, budget))
                }));
            }
        }
        // The line needs two builds after each of its moves.
        if scale.positions > Some(1) {
            for (name, rule) in RULES {
                let key = format!("{FIGURE_5} {name} comparisons {budget}");
                units.push(Unit::new(key, move || figure_5::seen(rule, budget)));
            }
        }
        units
    }

    fn report(&self, _: &Scale, findings: &[Finding]) -> Report {
        let (line, positions): (Vec<&Finding>, Vec<&Finding>) = findings
            .iter()
            .partition(|finding| finding.key.starts_with(FIGURE_5));
        Report {
            text: format!(
                "{SOURCE}, §VI\n\n{}\n* ended early, after so many comparisons of carriers: {} of {}\n\n{}\nThe paper, on its Fig. 4 \
                 (Black, not in the text): unlimited 696901 fulls, 4550587 semis, 8 minutes.\n\n{}\nFig. 5 is game-3 with White to move; the \
                 paper: with the acceptance heuristic White's connection is not found.\n",
                each(&positions),
                cut_short(findings),
                positions.len(),
                summed(&positions),
                along(&line)
            ),
            picture: None,
        }
    }
}

/// The findings of each position.
fn each(findings: &[&Finding]) -> TextTable {
    let mut table = TextTable::new(&[
        "position",
        "pairs",
        "fulls",
        "semis",
        "ms",
        "to last edge",
        "winning semis",
        "opponent's mustplay",
    ]);
    for finding in findings {
        let found = &finding.found;
        let name = finding.key.split(" comparisons").next().unwrap_or_default();
        let early = if found["complete"] == json!(true) {
            ""
        } else {
            " *"
        };
        let milliseconds = 1e3 * found["seconds"].as_f64().unwrap_or_default();
        let mustplay = if found["wins"] == json!(true) {
            "(won)".to_owned()
        } else {
            format!("{} of {}", found["mustplay"], found["empty"])
        };
        table.row([
            format!("{name}{early}"),
            found["pairs"].to_string(),
            found["fulls"].to_string(),
            found["semis"].to_string(),
            format!("{milliseconds:.1}"),
            found["joined_to_last_edge"].to_string(),
            found["winning_semis"].to_string(),
            mustplay,
        ]);
    }
    table
}

/// The sums over all positions that every rule finished.
fn summed(findings: &[&Finding]) -> TextTable {
    let mut sums = TextTable::new(&[
        "all that are complete under each rule",
        "fulls",
        "semis",
        "ms",
        "pairs",
    ]);
    let whole = whole(findings);
    for (name, _) in RULES {
        let mine = |finding: &&&Finding| {
            whole
                .iter()
                .any(|start| finding.key.starts_with(&format!("{start} {name} ")))
        };
        let sum = |what: &str| {
            let mine = findings.iter().filter(mine);
            mine.filter_map(|finding| finding.found[what].as_f64())
                .sum::<f64>()
        };
        sums.row([
            name.to_owned(),
            format!("{}", sum("fulls")),
            format!("{}", sum("semis")),
            format!("{:.1}", 1e3 * sum("seconds")),
            format!("{}", sum("pairs")),
        ]);
    }
    sums
}

/// How many moves of the line of Fig. 5 are needed.
fn along(findings: &[&Finding]) -> TextTable {
    let mut table = TextTable::new(&[
        "Fig. 5: moves of its line of 25 until White's connection is seen",
        "by the rules alone",
        "with fill-in, captured sets, edge templates",
    ]);
    for finding in findings {
        let name = finding.key.split(" comparisons").next().unwrap_or_default();
        table.row([
            name.trim_start_matches(FIGURE_5).trim().to_owned(),
            figure_5::from(&finding.found, "alone"),
            figure_5::from(&finding.found, "helped"),
        ]);
    }
    table
}

/// The positions and colours that every rule finished.
fn whole(findings: &[&Finding]) -> Vec<String> {
    let mut starts: Vec<String> = Vec::new();
    for finding in findings {
        let words: Vec<&str> = finding.key.split(' ').take(2).collect();
        let start = words.join(" ");
        if !starts.contains(&start) {
            starts.push(start);
        }
    }
    starts.retain(|start| {
        let mut mine = findings
            .iter()
            .filter(|finding| finding.key.starts_with(&format!("{start} ")));
        mine.all(|finding| finding.found["complete"] == json!(true))
    });
    starts
}
