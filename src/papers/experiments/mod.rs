//! The experiments of the papers. Anyone can repeat them with this program and compare the figures.
//!
//! An [`Experiment`] consists of [`Unit`]s: an instance, a pair of games, a position under one
//! setting. The key of a unit names everything that its result depends on, so results can be kept
//! and need not be computed again. The results, in any order, make the [`Report`]. A [`Scale`] sets
//! the size of a run: the whole experiment, or a cheap part that shows that it still works.
//!
//! To add an experiment, implement the three functions and add a line to [`EXPERIMENTS`].

pub mod fastvc;
pub mod games;
pub mod hexane;
pub mod hexy;
pub mod kept;
pub mod players;
pub mod queenbee;
pub mod solving;
pub mod start;
pub mod table;
pub mod thesis;
pub mod today;
pub mod tournament;

use crate::hex::BoardSize;
use serde_json::Value;

/// All experiments, by paper.
pub static EXPERIMENTS: &[&dyn Experiment] = &[
    &hexane::Figure7,
    &thesis::SampleGames,
    &hexy::Growth,
    &hexy::Figures,
    &players::HEXY_DEPTH,
    &fastvc::calls::Calls,
    &fastvc::limits::LimitCounts,
    &fastvc::solver::Versions,
    &players::FASTVC_PLAYERS,
    &players::TWO_DISTANCE,
    &today::PLAYERS,
    &today::Solvers,
    &queenbee::matches::SELECTION,
    &queenbee::matches::BADNESS,
    &queenbee::matches::TENSION,
    &queenbee::branching::SEVEN,
    &queenbee::branching::ELEVEN,
    &queenbee::category::GoodMoves,
    &queenbee::perfect::PerfectGames,
    &queenbee::matches::REJECTED,
];

/// The experiment of this name.
pub fn named(name: &str) -> Option<&'static dyn Experiment> {
    let mut all = EXPERIMENTS.iter();
    all.find(|experiment| experiment.about().name == name)
        .copied()
}

/// The description of an experiment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// Author, year, and where in the paper.
    pub source: &'static str,
    /// What it repeats, in one sentence.
    pub what: &'static str,
    /// The approximate time of the whole experiment.
    pub time: &'static str,
    /// The scale of the whole experiment; it does not accept the options that are `None` here.
    pub full: Scale,
    /// The scale of a part that takes a few seconds; `None` is as in the whole.
    pub cheap: Scale,
    /// Whether its report has a picture.
    pub picture: bool,
}

/// The size of a run. Each experiment uses some of these.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// The board.
    pub size: Option<BoardSize>,
    /// Games of each pairing, two from an opening.
    pub games: Option<usize>,
    /// Positions, or instances.
    pub positions: Option<usize>,
    /// Positions searched: for a move, or for an instance.
    pub nodes: Option<u64>,
    /// Seconds: for a move, or for an instance.
    pub seconds: Option<f64>,
}

impl Scale {
    /// A scale that sets nothing.
    pub const NONE: Self = Self {
        size: None,
        games: None,
        positions: None,
        nodes: None,
        seconds: None,
    };

    /// This scale, with the other one's values where this one sets none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            size: self.size.or(other.size),
            games: self.games.or(other.games),
            positions: self.positions.or(other.positions),
            nodes: self.nodes.or(other.nodes),
            seconds: self.seconds.or(other.seconds),
        }
    }

    /// The values that are set, by the names of the command-line options.
    pub fn option_names(&self) -> Vec<&'static str> {
        [
            ("size", self.size.is_some()),
            ("games", self.games.is_some()),
            ("positions", self.positions.is_some()),
            ("nodes", self.nodes.is_some()),
            ("seconds", self.seconds.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, is_given)| is_given.then_some(name))
        .collect()
    }
}

/// Does a unit's work.
pub type UnitWork = Box<dyn Fn() -> Result<Value, String> + Send + Sync>;

/// A piece of an experiment.
pub struct Unit {
    /// Everything that the result depends on. A result kept under the same key is not computed
    /// again.
    pub key: String,
    /// The work.
    pub work: UnitWork,
}

impl Unit {
    /// A unit.
    pub fn new(
        key: impl Into<String>,
        work: impl Fn() -> Result<Value, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            key: key.into(),
            work: Box::new(work),
        }
    }
}

/// The result of a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The key of the unit.
    pub key: String,
    /// The time it took.
    pub seconds: f64,
    /// The result, in the form of the unit.
    pub found: Value,
}

/// The result of an experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// A table, with the figures of the paper where its text gives them.
    pub text: String,
    /// A picture as SVG, if there is one.
    pub picture: Option<String>,
}

/// An experiment of a paper.
pub trait Experiment: Sync {
    /// Its description.
    fn about(&self) -> About;

    /// The units of a run at this scale, which sets everything that the full scale of [`About`]
    /// sets.
    fn units(&self, scale: &Scale) -> Vec<Unit>;

    /// The report on these findings, which are in the order of the units; some may be missing.
    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn experiment_names_differ_and_cheap_runs_are_part_of_the_whole() {
        let mut names = HashSet::new();
        for experiment in EXPERIMENTS {
            let about = experiment.about();
            assert!(names.insert(about.name), "{}", about.name);
            assert_eq!(named(about.name).unwrap().about(), about);
            let (full, cheap) = (about.full.option_names(), about.cheap.option_names());
            assert!(cheap.iter().all(|name| full.contains(name)), "{about:?}");
            for scale in [about.full, about.cheap.or(about.full)] {
                let units = experiment.units(&scale);
                let keys: HashSet<&str> = units.iter().map(|unit| &*unit.key).collect();
                assert_eq!(keys.len(), units.len(), "{}", about.name);
                assert!(!units.is_empty(), "{}", about.name);
            }
        }
    }
}
