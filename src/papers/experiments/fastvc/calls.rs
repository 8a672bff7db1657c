//! Pawlewicz et al. 2014, §V.C: how often the semis-combiner calls itself. The paper fitted, to the
//! 1500 combinations with most calls in the position of its Fig. 4, max(20 V^(5/4), 2 S) for V
//! fulls in the end and S semis. The text does not give that position, so this experiment uses the
//! combinations of Table II's positions.

use super::{OPEN, SOURCE, cut_short, sides};
use crate::hex::Colour;
use crate::knowledge::connect::{Combination, ConnectOptions, Connections};
use crate::papers::experiments::start::Start;
use crate::papers::experiments::table::TextTable;
use crate::papers::experiments::{About, Experiment, Finding, Report, Scale, Unit};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The experiment.
pub struct Calls;

/// How many combinations, those with the most calls, are kept of a position.
const KEPT: usize = 300;
/// Combinations with fewer calls show little of the growth.
const FEWEST: u64 = 50;

/// The paper's formula.
fn paper(fulls: f64, semis: f64) -> f64 {
    (20.0 * fulls.powf(1.25)).max(2.0 * semis)
}

fn measure(start: &Start, colour: Colour, budget: u64) -> Value {
    let options = ConnectOptions {
        max_comparisons: budget,
        ..OPEN
    };
    let connections = Connections::with_combinations(&start.position::<2>(), colour, options);
    let mut all: Vec<Combination> = connections
        .rule_counts()
        .combinations
        .clone()
        .unwrap_or_default();
    let count = all.len();
    all.sort_by_key(|one| std::cmp::Reverse((one.calls, one.semis, one.fulls)));
    all.truncate(KEPT);
    let points = all
        .iter()
        .map(|one| json!([one.semis, one.fulls, one.calls]));
    json!({
        "combinations": count,
        "complete": connections.is_complete(),
        "points": points.collect::<Vec<_>>(),
    })
}

/// Semis, fulls and calls of each combination.
fn points(findings: &[Finding]) -> Vec<[f64; 3]> {
    let points = findings
        .iter()
        .filter_map(|finding| finding.found["points"].as_array());
    let numbers = |point: &Value| {
        let number = |at: usize| point.get(at).and_then(Value::as_f64);
        Some([number(0)?, number(1)?, number(2)?])
    };
    let mut points: Vec<[f64; 3]> = points.flatten().filter_map(numbers).collect();
    points.retain(|point| point[2] >= FEWEST as f64 && point[1] > 0.0);
    points
}

/// The best c and e of c V^e for the calls, by least squares of logarithms, with the share of their
/// variance that it explains.
fn fit(points: &[[f64; 3]], by: usize) -> Option<[f64; 3]> {
    let logs: Vec<[f64; 2]> = points
        .iter()
        .map(|point| [point[by].ln(), point[2].ln()])
        .collect();
    let count = logs.len() as f64;
    let mean = |at: usize| logs.iter().map(|log| log[at]).sum::<f64>() / count;
    let (x, y) = (mean(0), mean(1));
    let sum = |of: &dyn Fn(&[f64; 2]) -> f64| logs.iter().map(of).sum::<f64>();
    let (xx, yy) = (
        sum(&|log| (log[0] - x).powi(2)),
        sum(&|log| (log[1] - y).powi(2)),
    );
    let xy = sum(&|log| (log[0] - x) * (log[1] - y));
    let fits = logs.len() > 2 && xx > 0.0 && yy > 0.0;
    fits.then(|| [(y - xy / xx * x).exp(), xy / xx, xy * xy / (xx * yy)])
}

impl Experiment for Calls {
    fn about(&self) -> About {
        About {
            name: "fastvc-calls",
            source: "Pawlewicz et al. 2014, Stronger Virtual Connections in Hex, §V.C",
            what: "how often the semis-combiner calls itself, by the numbers of fulls and semis of a pair, on positions of Table II",
            time: "some minutes",
            full: Scale {
                positions: Some(7),
                nodes: Some(400_000_000),
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
        let sides = sides(scale).into_iter();
        sides
            .map(|(start, colour)| {
                let key = format!("{} {colour} comparisons {budget}", start.name);
                Unit::new(key, move || Ok(measure(&start, colour, budget)))
            })
            .collect()
    }

    fn report(&self, _: &Scale, findings: &[Finding]) -> Report {
        let points = points(findings);
        let sum = |what: &str| {
            findings
                .iter()
                .filter_map(|one| one.found[what].as_u64())
                .sum::<u64>()
        };
        let factors: Vec<f64> = points
            .iter()
            .map(|&[semis, fulls, calls]| calls / paper(fulls, semis))
            .collect();
        let above = |factor: f64| factors.iter().filter(|&&one| one > factor).count();
        let share =
            |count: usize, all: usize| format!("{:.1}%", 100.0 * count as f64 / all.max(1) as f64);
        let mut table = TextTable::new(&["calls beside max(20 V^1.25, 2 S)", "paper", "ours"]);
        table.row([
            "combinations in all".to_owned(),
            "2780".to_owned(),
            sum("combinations").to_string(),
        ]);
        table.row([
            "compared".to_owned(),
            "1500".to_owned(),
            points.len().to_string(),
        ]);
        let most = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
        table.row([
            "largest factor".to_owned(),
            "2.98".to_owned(),
            format!("{:.2}", most(&factors)),
        ]);
        for (factor, theirs) in [(2.0, 8), (1.5, 53), (1.0, 294)] {
            table.row([
                format!("above {factor}"),
                share(theirs, 1500),
                share(above(factor), factors.len()),
            ]);
        }
        let mut text = format!(
            "{SOURCE}, §V.C: calls of the semis-combiner, V fulls in the end, S semis\n\n{table}\n"
        );
        for (by, name) in [(1, 'V'), (0, 'S')] {
            if let Some([factor, power, explained]) = fit(&points, by) {
                let _ = writeln!(
                    text,
                    "The best power of {name} alone: {factor:.2} {name}^{power:.2} explains {:.0}% of the spread of logarithms.",
                    100.0 * explained
                );
            }
        }
        let _ = writeln!(
            text,
            "{} of {} builds ended early, after so many comparisons of carriers.",
            cut_short(findings),
            findings.len()
        );
        Report {
            text,
            picture: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_found_again() {
        let points: Vec<[f64; 3]> = (1..40)
            .map(f64::from)
            .map(|n| [2.0 * n, n, 7.0 * n.powf(1.25)])
            .collect();
        let [factor, power, explained] = fit(&points, 1).unwrap();
        assert!(
            (factor - 7.0).abs() < 1e-6 && (power - 1.25).abs() < 1e-9 && explained > 0.999_999
        );
        assert_eq!(fit(&points[..2], 1), None);
        assert!((paper(16.0, 0.0) - 640.0).abs() < 1e-9 && (paper(0.0, 8.0) - 16.0).abs() < 1e-9);
    }
}
