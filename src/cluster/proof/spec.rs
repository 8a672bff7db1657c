//! The specification of a project of proofs: the board, the solver's options, and the length of
//! jobs.

use super::super::StoreFault;
use super::{Pace, ProofJobs, Widening};
use crate::base::parameter::Options;
use crate::hex::BoardSize;
use crate::solver::ProveOptions;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// Options of a machine or a command, which are not part of a project.
const LOCAL: [&str; 5] = ["timelimit", "nodelimit", "threads", "hash", "use_guifx"];

/// The specification of a project of proofs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProofSpec {
    /// The board.
    pub size: String,
    /// The solver's options that differ from the default.
    pub options: String,
    /// The least seconds of a job.
    pub seconds: f64,
    /// Positions that end a job; 0 for none.
    pub positions: u64,
}

impl ProofSpec {
    /// The specification for a board, with the options of a solver.
    pub fn new(size: BoardSize, options: &ProveOptions, pace: Pace) -> Self {
        let rows = options.rows().into_iter().zip(ProveOptions::DEFAULT.rows());
        let changed = rows.filter(|(row, usual)| row != usual && !LOCAL.contains(&row.key));
        let pairs = changed.map(|(row, _)| format!("{}={}", row.key, row.value));
        Self {
            size: size.to_string(),
            options: pairs.collect::<Vec<_>>().join(","),
            seconds: pace.seconds,
            positions: pace.positions,
        }
    }

    /// The name of a project of proofs on a board.
    pub fn name(&self) -> String {
        format!("proofs {}", self.size)
    }

    /// Reads the text form.
    pub fn read(text: &str) -> Result<Self, StoreFault> {
        let wrong = |why| StoreFault::Broken(format!("what a project of proofs is: {why}"));
        serde_json::from_str(text).map_err(wrong)
    }

    /// The text form.
    pub fn write(&self) -> String {
        // Texts and numbers can always be written as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The options of a solver, on top of those of a machine.
    pub fn options(&self, machine: ProveOptions) -> Result<ProveOptions, StoreFault> {
        let mut options = machine;
        if !self.options.is_empty() {
            let wrong = |why| StoreFault::Broken(format!("the options of a project: {why}"));
            options.set_all(&self.options).map_err(wrong)?;
        }
        Ok(options.without_limits())
    }

    /// Checks the options that a worker sets: `given` as text, `machine` their values. Those that
    /// are not local must have the values of the project.
    pub fn admits(&self, given: &str, machine: &ProveOptions) -> Result<(), StoreFault> {
        let project = self.options(ProveOptions::DEFAULT)?.rows();
        let rows = machine.rows().into_iter().zip(project);
        for (option, (own, wanted)) in machine.table().iter().zip(rows) {
            let mut names = given.split(',').filter_map(|pair| pair.split_once('='));
            let is_given = names.any(|(name, _)| option.is_called(name.trim()));
            if is_given && own != wanted && !LOCAL.contains(&own.key) {
                return Err(StoreFault::Differs(format!(
                    "{} is in the store with {}={}, but here it is {}. Leave this option out, or \
                     use another store",
                    self.name(),
                    own.key,
                    wanted.value,
                    own.value
                )));
            }
        }
        Ok(())
    }

    /// The board.
    pub fn size(&self) -> Result<BoardSize, StoreFault> {
        let wrong =
            |why: &dyn Display| StoreFault::Broken(format!("the board of a project: {why}"));
        let size: BoardSize = self.size.parse().map_err(|why| wrong(&why))?;
        size.with_connections().map_err(|why| wrong(&why))
    }

    /// The project in the form that jobs need.
    pub fn jobs(&self, project: i64) -> Result<ProofJobs, StoreFault> {
        Ok(ProofJobs {
            project,
            size: self.size()?,
            widening: Widening::of(&self.options(ProveOptions::DEFAULT)?),
            pace: Pace {
                seconds: self.seconds,
                positions: self.positions,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of a store may name any board.
    #[test]
    fn boards_without_connections_are_refused() {
        let spec = |size: &str| ProofSpec {
            size: size.to_owned(),
            options: String::new(),
            seconds: 1.0,
            positions: 0,
        };
        assert_eq!(
            spec("9x7").size().map_err(|_| ()),
            Ok("9x7".parse().unwrap())
        );
        for (size, why) in [("24", "too large for connections"), ("33", "1 to 32")] {
            let refused = spec(size).size().unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }
}
