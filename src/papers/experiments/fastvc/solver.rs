//! Pawlewicz et al. 2014, Table III: the solver with the connections of eight engines, from classic
//! H-search to the fast semis-combiner.
//!
//! The versions of the paper are set by options. The text does not give its limits of lists, so the
//! only limit here is a budget of comparisons a build. Fill-in and pruning are the current ones.

use super::{OPEN, SOURCE, table2};
use crate::hex::BoardSize;
use crate::knowledge::connect::{CarrierOrder, ConnectOptions, OrRule, OrSchedule};
use crate::papers::experiments::solving::{Version, contradictions, means, touched, units, with};
use crate::papers::experiments::start::{Start, openings};
use crate::papers::experiments::table::TextTable;
use crate::papers::experiments::{About, Experiment, Finding, Report, Scale, Unit};
use crate::solver::ProveOptions;
use std::fmt::Write as _;

/// A version in Table III, with its seconds and builds on the openings of 8x8 and on the positions
/// of Table II.
type Published = (&'static str, fn() -> ProveOptions, [u32; 4]);

/// Comparisons of carriers after which a build ends early.
const MOST_COMPARISONS: u64 = 20_000_000;

/// Classic H-search: semis combined as they come, four at most, sorted lists, all ends gone
/// through.
const BASE: ConnectOptions = ConnectOptions {
    or_schedule: OrSchedule::Generations,
    or_rule: OrRule::Bounded,
    or_limit: 4,
    carrier_order: CarrierOrder::Sorted,
    keep_full_lists: false,
    max_comparisons: MOST_COMPARISONS,
    ..OPEN
};

/// The new engine: all improvements.
const NEW: ConnectOptions = ConnectOptions {
    or_schedule: OrSchedule::Queue,
    or_rule: OrRule::Semis,
    carrier_order: CarrierOrder::Front,
    keep_full_lists: true,
    ..BASE
};

/// The versions of Table III.
const PAPER: [Published; 8] = [
    ("base", || with(BASE), [4819, 355_322, 10_834, 203_820]),
    (
        "+ semis-combiner",
        || {
            with(ConnectOptions {
                or_rule: OrRule::Semis,
                ..BASE
            })
        },
        [5442, 294_169, 10_783, 177_722],
    ),
    (
        "+ AND-rule priority",
        || {
            with(ConnectOptions {
                carrier_order: CarrierOrder::Sorted,
                keep_full_lists: false,
                ..NEW
            })
        },
        [5901, 289_586, 12_828, 171_459],
    ),
    (
        "+ stored neighbours",
        || {
            with(ConnectOptions {
                carrier_order: CarrierOrder::Sorted,
                ..NEW
            })
        },
        [4946, 290_862, 10_411, 166_276],
    ),
    (
        "+ move-to-front",
        || with(NEW),
        [3926, 289_366, 7733, 171_593],
    ),
    (
        "unlimited",
        || {
            with(ConnectOptions {
                carrier_order: CarrierOrder::Came,
                ..NEW
            })
        },
        [2015, 183_144, 5099, 140_475],
    ),
    (
        "limited",
        || {
            with(ConnectOptions {
                or_rule: OrRule::Limited,
                carrier_order: CarrierOrder::Came,
                ..NEW
            })
        },
        [2398, 294_490, 4808, 244_548],
    ),
    (
        "fast",
        || {
            with(ConnectOptions {
                or_rule: OrRule::Fast,
                carrier_order: CarrierOrder::Came,
                ..NEW
            })
        },
        [1695, 295_163, 3185, 244_791],
    ),
];

/// Table III.
pub struct Versions;

/// The two sets of the experiment: openings, and the positions of Table II without game 3, which
/// the paper does not use here.
fn sets(scale: &Scale) -> [Vec<Start>; 2] {
    let count = scale.positions.unwrap_or_default();
    let openings = scale.size.map_or(Vec::new(), |size| openings(size, count));
    let games = table2().into_iter().filter(|start| start.name != "game-3");
    [openings, games.take(count.saturating_sub(2)).collect()]
}

fn paper_versions() -> [Version; 8] {
    PAPER.map(|(name, version, _)| (name, version))
}

impl Experiment for Versions {
    fn about(&self) -> About {
        About {
            name: "fastvc-solver",
            source: "Pawlewicz et al. 2014, Stronger Virtual Connections in Hex, Table III",
            what: "the solver with eight ways to find connections, from classic H-search to the fast semis-combiner: time and builds",
            time: "an hour",
            full: Scale {
                size: BoardSize::square(7).ok(),
                positions: Some(8),
                seconds: Some(60.0),
                ..Scale::NONE
            },
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                positions: Some(1),
                seconds: Some(0.1),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let [openings, games] = sets(scale);
        let mut all = units(&openings, &paper_versions(), scale);
        all.extend(units(&games, &paper_versions(), scale));
        all
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let [openings, games] = sets(scale).map(|starts| touched(findings, starts));
        let mut text = format!("{SOURCE}, Table III: geometric means; x: beside base\n\n");
        for (starts, what, at) in [
            (&openings, "openings", 0),
            (&games, "positions of Table II", 2),
        ] {
            if starts.is_empty() {
                continue;
            }
            let table = beside(findings, starts, what, at);
            let wrong = contradictions(findings, starts);
            let _ = write!(text, "{table}{wrong} contradictions\n\n");
        }
        Report {
            text,
            picture: None,
        }
    }
}

/// The paper's figures, from the column `at` on, and ours.
fn beside(findings: &[Finding], starts: &[Start], what: &str, at: usize) -> TextTable {
    let names = PAPER.map(|(name, ..)| name);
    let mut table = TextTable::new(&[
        what,
        "paper s",
        "x",
        "builds",
        "x",
        "ours s",
        "x",
        "builds",
        "x",
        "solved",
        "of which all",
    ]);
    let base = means(findings, starts, &names, names[0]);
    for (name, _, theirs) in PAPER {
        let ours = means(findings, starts, &names, name);
        let ratio = |a: f64, b: f64| format!("{:.2}", a / b);
        let known = |text: String| {
            if ours.common == 0 {
                "-".to_owned()
            } else {
                text
            }
        };
        let theirs = [theirs[at], theirs[at + 1]].map(f64::from);
        let first = [PAPER[0].2[at], PAPER[0].2[at + 1]].map(f64::from);
        table.row([
            name.to_owned(),
            theirs[0].to_string(),
            ratio(theirs[0], first[0]),
            theirs[1].to_string(),
            ratio(theirs[1], first[1]),
            known(format!("{:.3}", ours.seconds)),
            known(ratio(ours.seconds, base.seconds)),
            known(format!("{:.0}", ours.builds)),
            known(ratio(ours.builds, base.builds)),
            format!("{} of {}", ours.solved, starts.len()),
            ours.common.to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::experiments::solving::assert_that_all_agree;

    #[test]
    fn all_versions_agree_where_everything_is_known() {
        assert_that_all_agree(&paper_versions());
    }
}
