//! A run: what is left is solved, shown and kept, and the end has a map and totals.

use super::tasks::SolveTask;
use super::{SolveArguments, series};
use crate::at_width;
use crate::base::jobs;
use crate::base::lock::unpoisoned;
use crate::cli::ledger::Ledger;
use crate::cli::merge::line;
use crate::cli::progress::ProgressLine;
use crate::cli::solution::{self, Solution};
use crate::cli::{answer::answer, files};
use anyhow::{Result, bail, ensure};
use std::sync::Mutex;

/// A run: its solutions, and the file where they are kept.
pub struct SolveRun<'a> {
    pub arguments: &'a SolveArguments,
    pub ledger: Ledger,
    /// How many positions were asked for.
    pub total: usize,
    pub done: Vec<Solution>,
    /// How many of them were solved before.
    pub before: usize,
    /// Why there is no certificate, if one was asked for.
    pub no_certificate: Option<anyhow::Error>,
}

impl SolveRun<'_> {
    /// Solves what is left: together, those of each size, or apart.
    pub fn search(&mut self, left: &[&SolveTask]) -> Result<()> {
        let arguments = self.arguments;
        let progress = ProgressLine::new(left.len(), 0);
        let mut groups: Vec<Vec<&SolveTask>> = Vec::new();
        for &task in left {
            let alike = |group: &&mut Vec<&SolveTask>| {
                !arguments.apart && group[0].position.size() == task.position.size()
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(task),
                None => groups.push(vec![task]),
            }
        }
        let run = Mutex::new((self, 0));
        let keep = |found: Solution| {
            let mut run = unpoisoned(run.lock());
            run.1 += 1;
            let name = found.id.clone();
            run.0.keep(found)?;
            progress.at(run.1, &name);
            Ok(())
        };
        let solve = |_: usize, group: &Vec<&SolveTask>| {
            let size = group[0].position.size();
            let certified =
                at_width!(size, W => series::run::<W>(group, arguments, &progress, &keep))?;
            unpoisoned(run.lock()).0.no_certificate = certified.err();
            Ok(())
        };
        let solved = if arguments.apart {
            jobs::each(&groups, arguments.jobs, solve)
        } else {
            groups.iter().try_for_each(|group| solve(0, group))
        };
        progress.clear();
        solved
    }

    fn keep(&mut self, found: Solution) -> Result<()> {
        // Solved before, and once more for its certificate.
        let before = &self.done[..self.before];
        if before.iter().any(|done| done.is_of(&found)) {
            return Ok(());
        }
        self.ledger.add(&line(&found))?;
        self.show(&found)?;
        self.done.push(found);
        Ok(())
    }

    pub fn show(&self, found: &Solution) -> Result<()> {
        let text = if self.arguments.json {
            line(found)
        } else {
            words(found)
        };
        answer(&format!("{text}\n"))
    }

    /// Writes the map and the totals at the end.
    pub fn end(self) -> Result<()> {
        let done = &self.done;
        if let Some(path) = &self.arguments.svg {
            files::write(path, solution::picture(self.arguments.size, done))?;
        }
        if !self.arguments.json && self.total != 1 {
            let nodes: u64 = done.iter().map(|one| one.nodes).sum();
            // The sum of an empty list is -0.
            let seconds = done.iter().fold(0.0, |sum, one| sum + one.seconds);
            let solved = done.iter().filter(|one| one.winner.is_some()).count();
            let mut text = format!(
                "{solved} of {} solved, {nodes} positions, {seconds:.2} s\n",
                self.total
            );
            if self.arguments.openings.is_some() {
                let size = self.arguments.size;
                text.push_str(&if self.arguments.hexboard {
                    solution::wiki_map(size, done)
                } else {
                    solution::map(size, done) + &solution::origins(size, done)
                });
            }
            answer(&text)?;
        }
        if let Some(wrong) = done.iter().find(|one| one.is_unexpected()) {
            bail!("{}: differs from the expected winner", wrong.id);
        }
        if let Some(why) = self.no_certificate {
            return Err(why);
        }
        ensure!(
            done.len() == self.total,
            "stopped after {} of {} positions; with --out, --claims or --store, the same command \
             continues",
            done.len(),
            self.total
        );
        Ok(())
    }
}

/// A solution as text.
fn words(found: &Solution) -> String {
    let verdict = match &found.winner {
        Some(winner) => format!("{winner} wins"),
        None => "not solved".to_owned(),
    };
    let best = match (&found.best, &found.winner) {
        (Some(best), Some(winner)) if *winner == found.position.to_move => format!(" by {best}"),
        _ => String::new(),
    };
    let length = match (found.shortest, found.at_least) {
        (Some(0), _) => " already".to_owned(),
        (Some(1), _) => " in 1 move".to_owned(),
        (Some(moves), _) => format!(" in {moves} moves: {}", found.line.join(" ")),
        (None, Some(moves)) => format!(" in at least {moves} moves"),
        _ => String::new(),
    };
    let wrong = if found.is_unexpected() {
        ", EXPECTED OTHERWISE"
    } else {
        ""
    };
    let follows = match &found.follows {
        Some(name) => format!(", follows from {name}"),
        None => String::new(),
    };
    format!(
        "{:12} {verdict}{best}{length}{wrong}{follows}, {} positions, {:.3} s",
        found.id, found.nodes, found.seconds
    )
}
