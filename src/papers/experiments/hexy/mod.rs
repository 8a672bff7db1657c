//! Anshelevich 2002: what H-search finds, and how much work it takes.
//!
//! - [`Figures`]: which OR rule finds which of the figures that the text of the paper gives;
//! - [`Growth`]: App. C, how often the rules are applied to growing chains of bridges and trees.
//!   The paper shows that it is at most a power of the number of cells N.

pub mod figures;

use super::table::TextTable;
use super::{About, Experiment, Finding, Report, Scale, Unit};
use crate::hex::Colour;
use crate::knowledge::connect::{ConnectOptions, Connections, OrRule, OrSchedule};
use figures::Figure;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Instant;

const SOURCE: &str = "Anshelevich 2002, A hierarchical approach to computer Hex";

/// The rules of the paper alone, without limits.
pub const PLAIN: ConnectOptions = ConnectOptions {
    or_schedule: OrSchedule::Queue,
    or_rule: OrRule::Semis,
    max_fulls: 0,
    max_carriers: 0,
    edge_midpoints: false,
    templates: false,
    share_captured: false,
    max_comparisons: 0,
    ..ConnectOptions::DEFAULT
};

/// The rules to compare.
fn rules() -> [(&'static str, ConnectOptions); 8] {
    // Hexy's driver: semis are combined as they come.
    let bounded = |or_limit| ConnectOptions {
        or_schedule: OrSchedule::Generations,
        or_rule: OrRule::Bounded,
        or_limit,
        ..PLAIN
    };
    let with = |or_rule| ConnectOptions { or_rule, ..PLAIN };
    [
        ("bounded 2", bounded(2)),
        ("bounded 3", bounded(3)),
        ("bounded 4", bounded(4)),
        ("bounded 5", bounded(5)),
        (
            "bounded 4, empty ends",
            ConnectOptions {
                join_empty_ends: true,
                ..bounded(4)
            },
        ),
        ("semis", PLAIN),
        ("limited", with(OrRule::Limited)),
        ("fast", with(OrRule::Fast)),
    ]
}

/// Builds Black's connections of a figure.
fn build(figure: &Figure, options: ConnectOptions) -> Value {
    let start = Instant::now();
    let connections = Connections::new(&figure.position, Colour::Black, options);
    let milliseconds = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    let [_, _, fulls, semis] = connections.counts();
    json!({
        "cells": figure.cells(),
        "joined": figure.is_joined(&connections),
        "ands": connections.rule_counts().ands,
        "ors": connections.rule_counts().ors,
        "fulls": fulls,
        "semis": semis,
        "milliseconds": milliseconds,
    })
}

/// Which rule finds which figure.
pub struct Figures;

impl Experiment for Figures {
    fn about(&self) -> About {
        About {
            name: "hexy-figures",
            source: "Anshelevich 2002, A hierarchical approach to computer Hex, Figs. 2, 4 and C.1",
            what: "the figures whose cells the text gives: which OR rule finds them, and what a stone on each costs",
            time: "seconds",
            full: Scale::NONE,
            cheap: Scale::NONE,
            picture: false,
        }
    }

    fn units(&self, _: &Scale) -> Vec<Unit> {
        let mut units = Vec::new();
        for (name, options) in rules() {
            let all = figures::all();
            units.extend((0..all.len()).map(|index| {
                let key = format!("{name}: {}, {}", all[index].name, all[index].place);
                Unit::new(key, move || Ok(build(&figures::all()[index], options)))
            }));
        }
        units
    }

    fn report(&self, _: &Scale, findings: &[Finding]) -> Report {
        let figures = figures::all();
        let mut head = vec!["rule"];
        head.extend(figures.iter().map(|figure| &*figure.name));
        head.push("share");
        let mut table = TextTable::new(&head);
        for (name, _) in rules() {
            let mine = findings.iter().filter(|finding| {
                let rule = finding.key.split(": ").next();
                rule == Some(name)
            });
            let marks: Vec<bool> = mine
                .map(|finding| finding.found["joined"] == json!(true))
                .collect();
            let found = marks.iter().filter(|&&joined| joined).count();
            let mut row = vec![name.to_owned()];
            row.extend(
                marks
                    .iter()
                    .map(|&joined| if joined { "yes" } else { "no" }.to_owned()),
            );
            row.push(format!("{found} of {}", marks.len()));
            table.row(row);
        }
        let text = format!("{table}\nThe paper (§4): H-search finds all of Figs. 2 and 4.\n");
        Report {
            text,
            picture: None,
        }
    }
}

/// App. C.
pub struct Growth;

/// The largest figures of each kind.
fn grown(scale: &Scale) -> Vec<(&'static str, usize)> {
    let most = scale.positions.unwrap_or_default();
    let chains = (1..=most.min(figures::LONGEST_CHAIN)).map(|n| ("chain", n));
    // A tree of n levels is as deep as a chain of n bridges.
    let trees = (1..=most.min(figures::HIGHEST_TREE)).map(|n| ("tree", n));
    chains.chain(trees).collect()
}

/// The power of N with which numbers grow: the slope of a least-squares line through the second
/// half of their logarithms.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let half = &points[points.len() / 2..];
    let logs: Vec<(f64, f64)> = half.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
    let common: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (logs.len() > 1 && spread > 0.0).then(|| common / spread)
}

impl Experiment for Growth {
    fn about(&self) -> About {
        About {
            name: "hexy-growth",
            source: "Anshelevich 2002, A hierarchical approach to computer Hex, App. C",
            what: "how often the rules are applied to chains of bridges and to binary trees, by the number of empty cells",
            time: "a minute",
            full: Scale {
                positions: Some(figures::LONGEST_CHAIN),
                ..Scale::NONE
            },
            cheap: Scale {
                positions: Some(3),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let mut units = Vec::new();
        for (kind, n) in grown(scale) {
            for (name, options) in rules() {
                units.push(Unit::new(format!("{kind} of {n}: {name}"), move || {
                    let figure = match kind {
                        "chain" => figures::chain(n),
                        _ => figures::tree(n),
                    };
                    let figure = figure.ok_or("no board holds it")?;
                    // The empty ends of App. A make the number of semis of a pair explode with
                    // trees.
                    let options = ConnectOptions {
                        max_comparisons: MOST_COMPARISONS,
                        ..options
                    };
                    Ok(build(&figure, options))
                }));
            }
        }
        units
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let mut text = format!("{SOURCE}: the rules applied, T, for N empty cells\n\n");
        let names: Vec<&str> = rules().iter().map(|(name, _)| *name).collect();
        for kind in ["chain", "tree"] {
            let mut head = vec!["figure", "N"];
            head.extend(&names);
            let mut table = TextTable::new(&head);
            let mut points: Vec<Vec<(f64, f64)>> = vec![Vec::new(); names.len()];
            for (_, n) in grown(scale).into_iter().filter(|one| one.0 == kind) {
                let mut row = vec![format!("{kind} of {n}"), String::new()];
                for (name, points) in names.iter().zip(&mut points) {
                    let key = format!("{kind} of {n}: {name}");
                    let Some(finding) = findings.iter().find(|finding| finding.key == key) else {
                        row.push("-".to_owned());
                        continue;
                    };
                    let number = |what: &str| finding.found[what].as_f64().unwrap_or_default();
                    let applied = number("ands") + number("ors");
                    let missed = if finding.found["joined"] == json!(true) {
                        ""
                    } else {
                        " (no)"
                    };
                    row[1] = format!("{}", number("cells"));
                    row.push(format!("{applied}{missed}"));
                    points.push((number("cells"), applied));
                }
                table.row(row);
            }
            let mut last = vec!["exponent".to_owned(), String::new()];
            last.extend(points.iter().map(|points| {
                exponent(points).map_or("-".to_owned(), |slope| format!("{slope:.2}"))
            }));
            table.row(last);
            let _ = writeln!(text, "{table}");
        }
        text.push_str(
            "The paper: at most a power of N, for chains by its estimates N^4, for trees N. (no): the ends are not joined.\n",
        );
        Report {
            text,
            picture: None,
        }
    }
}

/// Comparisons of carriers after which a build gives up.
const MOST_COMPARISONS: u64 = 300_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_known_by_its_points() {
        let points: Vec<(f64, f64)> = (1..9)
            .map(f64::from)
            .map(|n| (n, 3.0 * n.powi(4)))
            .collect();
        assert!((exponent(&points).unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(exponent(&points[..1]), None);
    }
}
