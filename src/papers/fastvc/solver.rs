//! Pawlewicz et al. 2014, Table III: the solver with the connections of eight engines, from classic H-search to the fast
//! semis-combiner; and the same comparison for the solver of today, each of its parts off in turn.
//!
//! The versions of the paper are set by options. Its limits on lists are not known from the text, so here nothing is limited but by a
//! budget of comparisons a build; fill-in and pruning are those of today.

use super::{OPEN, SOURCE, Start, table2};
use crate::at_width;
use crate::board::{BoardSize, Position};
use crate::connect::{self, Driver, Lists, OrRule};
use crate::observer::Nobody;
use crate::papers::table::Table;
use crate::papers::{About, Experiment, Finding, Report, Scale, Unit};
use crate::prove::{Limits, Options, Solver};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A solver by name.
type Version = (&'static str, fn() -> Options);

/// A version of Table III: seconds and builds on the openings of 8x8, and on the positions of Table II.
type Published = (&'static str, fn() -> Options, [u32; 4]);

/// Comparisons of carriers after which a build ends early.
const MOST_COMPARISONS: u64 = 20_000_000;
/// A table that is large enough for all that can be solved here.
const TABLE_BYTES: usize = 64_000_000;

fn with(connections: connect::Options) -> Options {
    let mut options = today();
    options.looks.connections = connections;
    options
}

fn today() -> Options {
    Options {
        table_bytes: TABLE_BYTES,
        ..Options::default()
    }
}

/// Classic H-search: semis combined as they come, four at most, sorted lists, all ends gone through.
const BASE: connect::Options = connect::Options {
    driver: Driver::Generations { empty_ends: false },
    or_rule: OrRule::Bounded(4),
    lists: Lists::Sorted,
    keep_neighbours: false,
    budget: MOST_COMPARISONS,
    ..OPEN
};

/// What the new engine has: all improvements.
const NEW: connect::Options = connect::Options {
    driver: Driver::Queue,
    or_rule: OrRule::Semis,
    lists: Lists::Front,
    keep_neighbours: true,
    ..BASE
};

/// The versions of Table III.
const PAPER: [Published; 8] = [
    ("base", || with(BASE), [4819, 355_322, 10_834, 203_820]),
    (
        "+ semis-combiner",
        || {
            with(connect::Options {
                or_rule: OrRule::Semis,
                ..BASE
            })
        },
        [5442, 294_169, 10_783, 177_722],
    ),
    (
        "+ AND-rule priority",
        || {
            with(connect::Options {
                lists: Lists::Sorted,
                keep_neighbours: false,
                ..NEW
            })
        },
        [5901, 289_586, 12_828, 171_459],
    ),
    (
        "+ stored neighbours",
        || {
            with(connect::Options {
                lists: Lists::Sorted,
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
            with(connect::Options {
                lists: Lists::Came,
                ..NEW
            })
        },
        [2015, 183_144, 5099, 140_475],
    ),
    (
        "limited",
        || {
            with(connect::Options {
                or_rule: OrRule::Limited,
                lists: Lists::Came,
                ..NEW
            })
        },
        [2398, 294_490, 4808, 244_548],
    ),
    (
        "fast",
        || {
            with(connect::Options {
                or_rule: OrRule::Fast,
                lists: Lists::Came,
                ..NEW
            })
        },
        [1695, 295_163, 3185, 244_791],
    ),
];

fn quick(change: impl FnOnce(&mut connect::Options)) -> Options {
    let mut options = today();
    change(&mut options.looks.connections);
    options
}

fn inferior(change: impl FnOnce(&mut crate::inferior::Options)) -> Options {
    let mut options = today();
    change(&mut options.looks.inferior);
    options
}

/// The solver of today, and the same without a part or with another.
const TODAY: [Version; 14] = [
    ("today", today),
    ("OR rule limited", || {
        quick(|one| one.or_rule = OrRule::Limited)
    }),
    ("OR rule bounded 4", || {
        quick(|one| one.or_rule = OrRule::Bounded(4))
    }),
    ("no remembered edge fulls", || {
        quick(|one| one.edge_fulls = false)
    }),
    ("edges as midpoints", || {
        quick(|one| one.edge_midpoints = true)
    }),
    ("connections of play", || with(connect::Options::DEFAULT)),
    ("no fill-in", || {
        inferior(|one| {
            (one.fill_dead, one.fill_captured, one.fill_regions) = (false, false, false);
        })
    }),
    ("no pruning", || {
        inferior(|one| {
            one.prune_vulnerable = false;
            one.prune_reversible = false;
            one.prune_dominated = false;
        })
    }),
    ("no mustplay", || inferior(|one| one.prune_mustplay = false)),
    ("neighbours alone", || {
        quick(|one| {
            (one.driver, one.edge_fulls) = (Driver::Neighbours, false);
        })
    }),
    ("small table", || Options {
        table_bytes: 1_000_000,
        ..today()
    }),
    ("no claims", || Options {
        claims: 0,
        ..today()
    }),
    ("all leaves added up", || Options {
        siblings: 0,
        ..today()
    }),
    ("every move at once", || Options {
        factor: 1000,
        ..today()
    }),
];

fn solve(start: &Start, version: fn() -> Options, seconds: f64, nodes: Option<u64>) -> Value {
    fn on<const W: usize>(start: &Start, options: Options, limits: Limits) -> Value {
        let mut position = Position::<W>::new(start.size);
        for &cell in &start.moves {
            position.play(cell);
        }
        let mut solver = Solver::new(start.size, options);
        let clock = Instant::now();
        let verdict = solver.solve(&position, limits, &Nobody);
        json!({
            "winner": verdict.winner.map(|winner| winner.to_string()),
            "nodes": verdict.nodes,
            "builds": verdict.builds,
            "seconds": clock.elapsed().as_secs_f64(),
        })
    }
    let until = Duration::try_from_secs_f64(seconds).ok();
    let limits = Limits {
        until: until.and_then(|time| Instant::now().checked_add(time)),
        nodes,
    };
    let size = start.size;
    at_width!(size, W => on::<W>(start, version(), limits))
}

/// Openings of a board, turned ones once, evenly from all.
fn openings(size: BoardSize, count: usize) -> Vec<Start> {
    let all: Vec<_> = size
        .all()
        .filter(|&cell| cell.index() <= size.rotate(cell).index())
        .collect();
    let count = count.min(all.len());
    let chosen = (0..count).map(|index| all[index * all.len() / count]);
    chosen
        .map(|cell| Start {
            name: format!("{size} {}", size.name(cell)),
            size,
            moves: vec![cell],
        })
        .collect()
}

/// Every version on every start.
fn units(starts: &[Start], versions: &[Version], scale: &Scale) -> Vec<Unit> {
    let (seconds, nodes) = (scale.seconds.unwrap_or(1e6), scale.nodes);
    let mut units = Vec::new();
    for start in starts {
        for &(name, version) in versions {
            let start = start.clone();
            let key = format!("{}: {name}; seconds {seconds}", start.name);
            units.push(Unit::new(key, move || {
                Ok(solve(&start, version, seconds, nodes))
            }));
        }
    }
    units
}

/// The geometric means of a version over the starts that all versions have solved.
struct Means {
    solved: usize,
    common: usize,
    seconds: f64,
    builds: f64,
}

fn found<'a>(findings: &'a [Finding], start: &Start, name: &str) -> Option<&'a Value> {
    let key = format!("{}: {name}; ", start.name);
    let finding = findings
        .iter()
        .find(|finding| finding.key.starts_with(&key));
    finding.map(|finding| &finding.found)
}

fn means(findings: &[Finding], starts: &[Start], names: &[&str], name: &str) -> Means {
    let solved = |start: &Start, name: &str| {
        found(findings, start, name).is_some_and(|found| found["winner"].is_string())
    };
    let common = starts
        .iter()
        .filter(|start| names.iter().all(|name| solved(start, name)));
    let common: Vec<&Start> = common.collect();
    let mean = |what: &str| {
        let values = common
            .iter()
            .filter_map(|start| found(findings, start, name)?[what].as_f64());
        let logs: f64 = values.map(|value| value.max(1e-6).ln()).sum();
        (logs / common.len().max(1) as f64).exp()
    };
    Means {
        solved: starts.iter().filter(|start| solved(start, name)).count(),
        common: common.len(),
        seconds: mean("seconds"),
        builds: mean("builds"),
    }
}

/// Verdicts that contradict each other: there must be none.
fn contradictions(findings: &[Finding], starts: &[Start]) -> usize {
    let contradicted = |start: &&Start| {
        let key = format!("{}: ", start.name);
        let mine = findings
            .iter()
            .filter(|finding| finding.key.starts_with(&key));
        let mut winners: Vec<&str> = mine
            .filter_map(|finding| finding.found["winner"].as_str())
            .collect();
        winners.sort_unstable();
        winners.dedup();
        winners.len() > 1
    };
    starts.iter().filter(contradicted).count()
}

/// Table III.
pub struct Versions;

/// The two sets of the experiment: openings, and two fewer positions of Table II; not game 3, which the paper does not use here.
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
        let [openings, games] = sets(scale);
        let names = PAPER.map(|(name, ..)| name);
        let mut text = format!("{SOURCE}, Table III: geometric means; x: beside base\n\n");
        for (starts, what, at) in [
            (&openings, "openings", 0),
            (&games, "positions of Table II", 2),
        ] {
            let mut table = Table::new(&[
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
            let wrong = contradictions(findings, starts);
            let _ = write!(text, "{table}{wrong} contradictions\n\n");
        }
        Report {
            text,
            picture: None,
        }
    }
}

/// The solver of today without its parts.
pub struct Today;

impl Experiment for Today {
    fn about(&self) -> About {
        About {
            name: "today-solver",
            source: "the solver of this program, after the ablations of the papers",
            what: "each part of the solver off or exchanged in turn: time and builds on openings",
            time: "half an hour",
            full: Scale {
                size: BoardSize::square(7).ok(),
                positions: Some(8),
                seconds: Some(60.0),
                ..Scale::NONE
            },
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                positions: Some(2),
                seconds: Some(0.2),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let [openings, _] = sets(scale);
        units(&openings, &TODAY, scale)
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let [starts, _] = sets(scale);
        let mut table = Table::new(&[
            "version",
            "s",
            "x",
            "builds",
            "x",
            "solved",
            "of which both",
        ]);
        for (name, _) in TODAY {
            // Beside today's solver, on what both have solved: a version that solves little spoils no other.
            let pair = [TODAY[0].0, name];
            let (base, ours) = (
                means(findings, &starts, &pair, TODAY[0].0),
                means(findings, &starts, &pair, name),
            );
            table.row([
                name.to_owned(),
                format!("{:.3}", ours.seconds),
                format!("{:.2}", ours.seconds / base.seconds),
                format!("{:.0}", ours.builds),
                format!("{:.2}", ours.builds / base.builds),
                format!("{} of {}", ours.solved, starts.len()),
                ours.common.to_string(),
            ]);
        }
        let wrong = contradictions(findings, &starts);
        Report {
            text: format!("Geometric means; x: beside today\n\n{table}{wrong} contradictions\n"),
            picture: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Colour;

    /// Every version proves the same on all openings of 4x4: the centre wins, a corner does not.
    #[test]
    fn all_versions_agree_where_everything_is_known() {
        let size = BoardSize::square(4).unwrap();
        let versions = paper_versions().into_iter().chain(TODAY);
        let starts = openings(size, 8);
        let mut wins = 0;
        for start in &starts {
            let mut winners = versions.clone().map(|(name, version)| {
                let found = solve(start, version, 20.0, None);
                let winner = found["winner"].as_str().map(str::to_owned);
                winner.unwrap_or_else(|| panic!("{name} on {}", start.name))
            });
            let first = winners.next().unwrap();
            wins += usize::from(first == Colour::Black.to_string());
            assert!(winners.all(|winner| winner == first), "{}", start.name);
        }
        // Of the sixteen openings of 4x4, turned ones once.
        assert!(wins > 0 && wins < starts.len(), "{wins}");
    }

    #[test]
    fn means_are_taken_over_what_all_have_solved() {
        let size = BoardSize::square(5).unwrap();
        let starts = openings(size, 3);
        let finding = |start: &Start, name: &str, seconds: f64, winner: Option<&str>| Finding {
            key: format!("{}: {name}; seconds 1", start.name),
            seconds,
            found: json!({"winner": winner, "seconds": seconds, "builds": 10.0 * seconds}),
        };
        let mut findings = Vec::new();
        for (start, seconds) in starts.iter().zip([1.0, 4.0, 100.0]) {
            let hard = seconds > 50.0;
            findings.push(finding(start, "a", seconds, (!hard).then_some("black")));
            findings.push(finding(start, "b", 2.0 * seconds, Some("black")));
        }
        let means = means(&findings, &starts, &["a", "b"], "b");
        assert_eq!((means.solved, means.common), (3, 2));
        assert!((means.seconds - 4.0).abs() < 1e-9 && (means.builds - 40.0).abs() < 1e-9);
        assert_eq!(contradictions(&findings, &starts), 0);
        findings[0].found["winner"] = json!("white");
        assert_eq!(contradictions(&findings, &starts), 1);
    }
}
