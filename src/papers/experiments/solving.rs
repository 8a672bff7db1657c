//! Compares versions of the solver: their cost on the same positions.

use super::start::Start;
use super::{Finding, Scale, Unit};
use crate::at_width;
use crate::knowledge::analysis::AnalysisOptions;
use crate::knowledge::connect::ConnectOptions;
use crate::solver::{ProveOptions, Solver};
use crate::think::{Limits, NoObserver};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A solver by name.
pub type Version = (&'static str, fn() -> ProveOptions);

/// A table that is large enough for every position solved here.
const TABLE_BYTES: usize = 64_000_000;

/// The solver as it is by default.
pub fn today() -> ProveOptions {
    ProveOptions {
        table_bytes: TABLE_BYTES,
        ..ProveOptions::default()
    }
}

/// The same with other connections.
pub fn with(connections: ConnectOptions) -> ProveOptions {
    analysing(AnalysisOptions {
        connections,
        ..today().analysis()
    })
}

/// The same with another analysis of positions.
pub fn analysing(analysis: AnalysisOptions) -> ProveOptions {
    ProveOptions {
        analysis: Some(analysis),
        ..today()
    }
}

fn solve(start: &Start, version: fn() -> ProveOptions, seconds: f64) -> Value {
    fn on<const W: usize>(start: &Start, options: ProveOptions, limits: Limits) -> Value {
        let position = start.position::<W>();
        let solver = Solver::new(start.size, options);
        let clock = Instant::now();
        let verdict = solver.solve(&position, limits, &NoObserver);
        json!({
            "winner": verdict.winner.map(|winner| winner.to_string()),
            "nodes": verdict.nodes,
            "builds": verdict.builds,
            "seconds": clock.elapsed().as_secs_f64(),
        })
    }
    let time = Duration::try_from_secs_f64(seconds).ok();
    let limits = time.map_or(Limits::default(), Limits::from_now);
    let size = start.size;
    at_width!(size, W => on::<W>(start, version(), limits))
}

/// One unit for every version and start.
pub fn units(starts: &[Start], versions: &[Version], scale: &Scale) -> Vec<Unit> {
    let seconds = scale.seconds.unwrap_or(1e6);
    let mut units = Vec::new();
    for start in starts {
        for &(name, version) in versions {
            let start = start.clone();
            let key = format!("{}: {name}; seconds {seconds}", start.name);
            units.push(Unit::new(key, move || Ok(solve(&start, version, seconds))));
        }
    }
    units
}

/// The geometric means of a version over the starts that all versions have solved.
pub struct Means {
    /// The number of starts that this version has solved,
    pub solved: usize,
    /// and the number that all versions have solved.
    pub common: usize,
    /// The mean of the seconds over those.
    pub seconds: f64,
    /// The mean of the builds of connections.
    pub builds: f64,
}

fn found<'a>(findings: &'a [Finding], start: &Start, name: &str) -> Option<&'a Value> {
    let key = format!("{}: {name}; ", start.name);
    let finding = findings
        .iter()
        .find(|finding| finding.key.starts_with(&key));
    finding.map(|finding| &finding.found)
}

/// The cost of a version over the starts that all of `names` have solved.
pub fn means(findings: &[Finding], starts: &[Start], names: &[&str], name: &str) -> Means {
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

/// Contradicting verdicts; there must be none.
pub fn contradictions(findings: &[Finding], starts: &[Start]) -> usize {
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

/// The starts with a finding; a partial run reports only these.
pub fn touched(findings: &[Finding], starts: Vec<Start>) -> Vec<Start> {
    let found = |start: &Start| {
        let key = format!("{}: ", start.name);
        findings.iter().any(|one| one.key.starts_with(&key))
    };
    starts.into_iter().filter(found).collect()
}

#[cfg(test)]
/// Asserts that all versions prove the same on openings of 4x4, of which some are won and some
/// lost.
pub fn assert_that_all_agree(versions: &[Version]) {
    use super::start::openings;
    use crate::hex::{BoardSize, Colour};
    let starts = openings(BoardSize::square(4).unwrap(), 8);
    let mut wins = 0;
    for start in &starts {
        let mut winners = versions.iter().map(|&(name, version)| {
            let found = solve(start, version, 20.0);
            let winner = found["winner"].as_str().map(str::to_owned);
            winner.unwrap_or_else(|| panic!("{name} on {}", start.name))
        });
        let first = winners.next().unwrap();
        wins += usize::from(first == Colour::Black.to_string());
        assert!(winners.all(|winner| winner == first), "{}", start.name);
    }
    // The sixteen openings of 4x4, rotated ones once.
    assert!(wins > 0 && wins < starts.len(), "{wins}");
}

#[cfg(test)]
mod tests {
    use super::super::start::openings;
    use super::*;
    use crate::hex::BoardSize;

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
