//! The experiments of the sources, so that anyone can repeat them with this program and see both
//! figures side by side.
//!
//! An [`Experiment`] is cut into [`Unit`]s: an instance, a pair of games, a position under one
//! setting. A unit has a key that says all that it depends on, so that what was found can be kept
//! and is not done again; what was found, in whatever order, makes the [`Report`]. A [`Scale`] says
//! how much of it is done: the whole experiment, or a cheap part that shows that it still runs.
//!
//! A new experiment is a type with its three functions and a line in [`EXPERIMENTS`].

pub mod engines;
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
use crate::player::registry;
use serde_json::Value;

/// All experiments, by source.
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

/// Adds the players of the papers to those that can be asked for by name.
pub fn register() {
    registry::register(&engines::players::PLAYERS);
}

/// The experiment of this name.
pub fn named(name: &str) -> Option<&'static dyn Experiment> {
    let mut all = EXPERIMENTS.iter();
    all.find(|experiment| experiment.about().name == name)
        .copied()
}

/// What is told of an experiment before it runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// Author, year, and where in the paper.
    pub source: &'static str,
    /// What it repeats, in a sentence.
    pub what: &'static str,
    /// How long the whole of it takes, roughly.
    pub time: &'static str,
    /// The scale of the whole; what is `None` here it does not take.
    pub full: Scale,
    /// The scale of the part that runs in some seconds; what is `None` is as in the whole.
    pub cheap: Scale,
    /// Whether its report has a picture.
    pub picture: bool,
}

/// How much of an experiment is done. Each experiment takes those that mean something to it.
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
    /// Nothing said.
    pub const NONE: Self = Self {
        size: None,
        games: None,
        positions: None,
        nodes: None,
        seconds: None,
    };

    /// This scale, and the other where this one says nothing.
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

    /// The options that are set, by their names on the command line.
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

/// A piece of an experiment that is done in one go.
pub struct Unit {
    /// What it is, with all that its result depends on: what is kept under the same key is not done
    /// again.
    pub key: String,
    /// How to do it.
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

/// What a unit has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The key of the unit.
    pub key: String,
    /// The time it took.
    pub seconds: f64,
    /// What was found, as the unit says it.
    pub found: Value,
}

/// What an experiment has to say in the end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// A table, with the figures of the paper where its text gives them.
    pub text: String,
    /// A picture as SVG, if there is one.
    pub picture: Option<String>,
}

/// Something that a paper reports, to be done again.
pub trait Experiment: Sync {
    /// What there is to know before.
    fn about(&self) -> About;

    /// All that is to be done at this scale: one that says all that the full scale of [`About`]
    /// says.
    fn units(&self, scale: &Scale) -> Vec<Unit>;

    /// What the findings amount to. They come in the order of the units; some may be missing.
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
