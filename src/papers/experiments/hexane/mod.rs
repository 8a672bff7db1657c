//! McMahan 2000, Fig. 7: what each part of Hexane's local search is worth.
//!
//! The thesis searched 14 instances (pairs of groups in unfinished games) to depth 8 on sets of up
//! to 18 cells, with five configurations, and asked for many more from a program's games (§4.3).
//! [`instance`] has these.

pub mod instance;

use super::table::TextTable;
use super::{About, Experiment, Finding, Report, Scale, Unit};
use crate::papers::engines::hexane::{ConnectionOutcome, LocalOptions};
use instance::Instance;
use serde_json::{Value, json};
use std::time::Instant;

/// The experiment.
pub struct Figure7;

/// The figures of the thesis: configuration, nodes in all, mean of 8 positive and of 6 negative
/// instances; then the times in milliseconds.
const THESIS: [(&str, [u64; 3], [u64; 3]); 5] = [
    (
        "none",
        [2_050_815, 235_596, 27_674],
        [575_354, 66_533, 7_180],
    ),
    (
        "table",
        [1_897_431, 227_875, 12_404],
        [516_314, 62_226, 3_083],
    ),
    (
        "depth-distance",
        [1_683_122, 201_884, 11_340],
        [489_384, 58_828, 3_125],
    ),
    ("ordering", [119_227, 12_871, 2_709], [29_522, 3_281, 545]),
    ("all", [30_601, 3_345, 639], [8_287, 915, 160]),
];

impl Experiment for Figure7 {
    fn about(&self) -> About {
        About {
            name: "hexane-figure-7",
            source: "McMahan 2000, Searching and Planning in the Game of Hex, §4.3, Fig. 7",
            what: "the local search without its parts, with each of them, and with all: positions and time on pairs of groups",
            time: "two minutes",
            full: Scale {
                positions: Some(instance::all().len()),
                nodes: Some(100_000_000),
                ..Scale::NONE
            },
            cheap: Scale {
                positions: Some(8),
                nodes: Some(20_000),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let all = instance::all();
        let wanted = scale.positions.unwrap_or(all.len()).clamp(1, all.len());
        let most = scale.nodes.unwrap_or(u64::MAX);
        // Evenly spread over all games, positive and negative ones alternately.
        let (couples, wanted_couples) = (all.len() / 2, wanted.div_ceil(2));
        let chosen =
            (0..wanted).map(|index| 2 * (index / 2 * couples / wanted_couples) + index % 2);
        let unit = |index: usize| {
            let key = format!("instance {index}, up to {most} positions");
            Unit::new(key, move || Ok(measure(&all[index], most)))
        };
        chosen.map(unit).collect()
    }

    fn report(&self, _: &Scale, findings: &[Finding]) -> Report {
        let found: Vec<&Value> = findings.iter().map(|finding| &finding.found).collect();
        let of_kind = |kind: bool| {
            let found = found
                .iter()
                .filter(move |found| found["holds"] == json!(kind));
            found.copied().collect::<Vec<_>>()
        };
        let [positive, negative] = [true, false].map(of_kind);
        let text = format!(
            "{} instances: {} positive, {} negative; the thesis had 8 and 6\n\n{}\n{}\n{}",
            found.len(),
            positive.len(),
            negative.len(),
            nodes(&positive, &negative),
            times(&positive, &negative),
            connections(&positive, &negative)
        );
        Report {
            text,
            picture: None,
        }
    }
}

/// One instance by each configuration.
fn measure(instance: &Instance, most: u64) -> Value {
    let mut found = json!({ "holds": instance.holds });
    for (name, options) in LocalOptions::EXPERIMENT {
        let options = LocalOptions {
            nodes: most,
            ..options
        };
        let start = Instant::now();
        let (outcome, work) = instance.search(options);
        found[name] = json!({
            "nodes": work.nodes,
            "seconds": start.elapsed().as_secs_f64(),
            "connected": matches!(outcome, ConnectionOutcome::Connected(_)),
            "stopped": matches!(outcome, ConnectionOutcome::Stopped),
        });
    }
    found
}

/// The sum of a number of a configuration over findings.
fn sum(found: &[&Value], name: &str, what: &str) -> f64 {
    let numbers = found.iter().map(|found| found[name][what].as_f64());
    numbers.fold(0.0, |sum, number| sum + number.unwrap_or_default())
}

fn count(found: &[&Value], name: &str, what: &str) -> usize {
    let matching = found
        .iter()
        .filter(|found| found[name][what] == json!(true));
    matching.count()
}

fn mean(found: &[&Value], name: &str, what: &str) -> f64 {
    sum(found, name, what) / found.len().max(1) as f64
}

/// The factor by which a number is smaller than the first.
fn factor(first: f64, now: f64) -> String {
    if now > 0.0 {
        format!("{:.1}", first / now)
    } else {
        "-".to_owned()
    }
}

fn nodes(positive: &[&Value], negative: &[&Value]) -> String {
    let mut table = TextTable::new(&[
        "positions",
        "thesis, all",
        "factor",
        "positive",
        "negative",
        "ours, all",
        "factor",
        "positive",
        "negative",
    ]);
    let all = [positive, negative].concat();
    let first = sum(&all, "none", "nodes");
    for (name, [total, yes, no], _) in THESIS {
        let ours = sum(&all, name, "nodes");
        table.row([
            name.to_owned(),
            total.to_string(),
            factor(THESIS[0].1[0] as f64, total as f64),
            yes.to_string(),
            no.to_string(),
            format!("{ours:.0}"),
            factor(first, ours),
            format!("{:.0}", mean(positive, name, "nodes")),
            format!("{:.0}", mean(negative, name, "nodes")),
        ]);
    }
    table.to_string()
}

fn times(positive: &[&Value], negative: &[&Value]) -> String {
    let mut table = TextTable::new(&[
        "milliseconds",
        "thesis, all",
        "positive",
        "negative",
        "ours, all",
        "positive",
        "negative",
    ]);
    let all = [positive, negative].concat();
    for (name, _, [total, yes, no]) in THESIS {
        table.row([
            name.to_owned(),
            total.to_string(),
            yes.to_string(),
            no.to_string(),
            format!("{:.1}", 1000.0 * sum(&all, name, "seconds")),
            format!("{:.3}", 1000.0 * mean(positive, name, "seconds")),
            format!("{:.3}", 1000.0 * mean(negative, name, "seconds")),
        ]);
    }
    table.to_string()
}

fn connections(positive: &[&Value], negative: &[&Value]) -> String {
    let mut table = TextTable::new(&["connections found", "thesis", "ours", "stopped early"]);
    let all = [positive, negative].concat();
    for (name, _, _) in THESIS {
        table.row([
            name.to_owned(),
            "5 of 8".to_owned(),
            format!(
                "{} of {}",
                count(positive, name, "connected"),
                positive.len()
            ),
            count(&all, name, "stopped").to_string(),
        ]);
    }
    table.to_string()
}
