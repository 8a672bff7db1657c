//! The results of all patterns together: the templates to keep, and their counts.

use super::recall::Recall;
use super::search::{FoundTemplate, SearchedPattern};
use crate::knowledge::template::{EdgeTemplate, FORMAT, numeral};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The templates of all patterns.
pub struct Gathered {
    found: BTreeSet<FoundTemplate>,
    kept: BTreeSet<EdgeTemplate>,
    patterns: usize,
    solved: u64,
    nodes: u64,
}

impl Gathered {
    /// Combines results. Templates are kept that the rules do not compose and no other one makes
    /// unnecessary.
    pub fn new<'a>(searched: impl Iterator<Item = &'a SearchedPattern>) -> Self {
        let mut gathered = Self {
            found: BTreeSet::new(),
            kept: BTreeSet::new(),
            patterns: 0,
            solved: 0,
            nodes: 0,
        };
        for one in searched {
            gathered.found.extend(one.found());
            gathered.patterns += 1;
            gathered.solved += one.solved;
            gathered.nodes += one.nodes;
        }
        let left = gathered.found.iter().filter(|one| !one.composed);
        let left = left
            .map(|one| &one.template)
            .filter(|one| !gathered.is_served(one));
        gathered.kept = left.cloned().collect();
        gathered
    }

    /// Whether another template makes this one unnecessary.
    fn is_served(&self, one: &EdgeTemplate) -> bool {
        let others = self.found.iter().map(|other| &other.template);
        others
            .filter(|&other| other != one)
            .flat_map(|other| [other.clone(), other.mirrored()])
            .any(|other| one.is_served_by(&other))
    }

    /// The file of those that are kept.
    pub fn file(&self) -> String {
        let mut text = format!(
            "# {FORMAT}: edge templates that no rule composes, by `mustplay learn templates`.\n\
             # ROW and the other stones: the carrier; COLUMN/ROW from the stone and from the edge.\n"
        );
        for one in &self.kept {
            let _ = writeln!(text, "{one}");
        }
        text
    }

    /// How many of them connections report, with each template placed this often.
    pub fn recall(&self, times: usize) -> String {
        let mut counts: BTreeMap<(usize, bool), Recall> = BTreeMap::new();
        for (number, one) in self.found.iter().enumerate() {
            let key = (one.template.row, self.kept.contains(&one.template));
            *counts.entry(key).or_default() += Recall::of(&one.template, times, number as u64);
        }
        let mut text = String::from("row          placed reported by rules\n");
        let mut all = Recall::default();
        for (&(row, kept), recall) in &counts {
            let kind = if kept { "kept" } else { "others" };
            let _ = writeln!(text, "{:<5}{kind:<6} {}", numeral(row), recall.counts());
            all += *recall;
        }
        let _ = writeln!(text, "together    {}", all.counts());
        text
    }

    /// Counts by row, stones and the width of the widest row.
    pub fn table(&self) -> String {
        let mut counts: BTreeMap<[usize; 3], [usize; 3]> = BTreeMap::new();
        for one in &self.found {
            let template = &one.template;
            let width = template.widths().into_iter().max().unwrap_or_default();
            let key = [template.row, template.others.len() + 1, width];
            let count = counts.entry(key).or_default();
            count[0] += 1;
            count[1] += usize::from(one.composed);
            count[2] += usize::from(self.kept.contains(template));
        }
        let mut text = String::from("row stones width  all composed kept\n");
        for ([row, stones, width], [all, composed, kept]) in &counts {
            let row = numeral(*row);
            let _ = writeln!(
                text,
                "{row:<3} {stones:>6} {width:>5} {all:>4} {composed:>8} {kept:>4}"
            );
        }
        let sum = |place: usize| counts.values().map(|count| count[place]).sum::<usize>();
        let (all, composed, kept) = (sum(0), sum(1), sum(2));
        let _ = writeln!(text, "{:<16} {all:>4} {composed:>8} {kept:>4}", "together");
        let _ = writeln!(
            text,
            "{} patterns, {} sets of cells solved, {} nodes",
            self.patterns, self.solved, self.nodes
        );
        text
    }
}
