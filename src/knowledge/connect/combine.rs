//! The OR rules: from semis between two ends to fulls.
//!
//! The rule: semis whose carriers have no cell in common make a full, whose carrier is their union:
//! wherever the opponent plays, one of them is untouched (Anshelevich 2002, §3). `free` are cells
//! that may be common all the same, because an end captures them (see [`super::captured`]); a full
//! that makes use of that needs the captured pairs in its carrier. An empty intersection of none is
//! everything, never empty.

use super::captured::Captured;
use super::options::OrRule;
use super::watch::ClosureWatch;
use crate::hex::CellSet;

/// How many carriers are compared with the others before it is asked whether to stop.
const CARRIERS_AT_ONCE: usize = 256;

/// How many fulls the bounded rule finds before those that contain others are dropped.
const MOST_FOUND: usize = 4096;

/// Carriers to be combined.
pub struct Combiner<'a, const W: usize> {
    /// The semis.
    pub semis: &'a [CellSet<W>],
    /// How many of them, at the end, have not been combined before.
    pub fresh: usize,
    /// The fulls that there are.
    pub fulls: &'a [CellSet<W>],
    /// What the ends capture.
    pub free: &'a Captured<W>,
    /// Every cell.
    pub all: CellSet<W>,
    /// How many more carriers may be examined.
    pub work: &'a mut u64,
    /// How many times the backtracking has been called.
    pub calls: &'a mut u64,
    /// Who may end it early.
    pub watch: &'a ClosureWatch<'a>,
}

impl<const W: usize> Combiner<'_, W> {
    /// Adds to `found` what the rule makes of the semis. None of it is a superset of a full that
    /// there is; some may be supersets of others found. The bounded rule combines so many at most.
    pub fn combine(&mut self, rule: OrRule, limit: usize, found: &mut Vec<CellSet<W>>) {
        match rule {
            OrRule::Bounded => self.bounded(limit, found),
            OrRule::Semis | OrRule::Limited => {
                let old = self.semis.len() - self.fresh;
                let semis: Vec<_> = self
                    .semis
                    .iter()
                    .enumerate()
                    .map(|(n, &semi)| (semi, n >= old))
                    .collect();
                let all =
                    self.backtrack(CellSet::EMPTY, CellSet::EMPTY, &semis, self.fulls.to_vec());
                found.extend(all.into_iter().filter(|full| !self.fulls.contains(full)));
            }
            OrRule::Fast => self.fast(found),
        }
    }

    /// Counts examined carriers; false once nothing is left to do.
    fn spend(&mut self, work: usize) -> bool {
        *self.work = self.work.saturating_sub(work as u64);
        if self.watch.should_stop() {
            *self.work = 0;
        }
        *self.work > 0
    }

    /// The union of a choice of these semis without a common cell: each is taken only if it makes
    /// the intersection smaller (Pawlewicz et al. 2014, Algorithm 3), until what is left is
    /// captured without the blocked cells. `None` if that never is.
    fn greedy_sum(
        &self,
        semis: impl Iterator<Item = CellSet<W>>,
        blocked: CellSet<W>,
    ) -> Option<CellSet<W>> {
        let (mut sum, mut common) = (CellSet::EMPTY, self.all);
        for semi in semis {
            let left = common & semi;
            if left != common {
                sum |= semi;
                common = left;
                if common.is_subset(self.free.all())
                    && let Some(captured) = self.free.cover(common, blocked)
                {
                    return Some(sum | captured);
                }
            }
        }
        None
    }

    /// Algorithm 4. Where there is no full yet, it starts with any (or it would miss a full that
    /// needs every cell of all semis).
    fn fast(&mut self, found: &mut Vec<CellSet<W>>) {
        let meet = |carriers: &[CellSet<W>]| carriers.iter().fold(self.all, |all, &one| all & one);
        // A cell that all fresh semis need was blocked in vain before they came.
        let mut common = meet(self.fulls) - meet(&self.semis[self.semis.len() - self.fresh..]);
        if self.fulls.is_empty() {
            let Some(full) = self.greedy_sum(self.semis.iter().copied(), CellSet::EMPTY) else {
                return;
            };
            found.push(full);
            common = full;
        }
        while let Some(blocked) = common.first() {
            if !self.spend(self.semis.len()) {
                return;
            }
            let useful = |semi: &CellSet<W>| !semi.contains(blocked) && !common.is_subset(*semi);
            match self.greedy_sum(
                self.semis.iter().copied().filter(useful),
                CellSet::of(blocked),
            ) {
                Some(full) => {
                    found.push(full);
                    common &= full;
                }
                None => common.remove(blocked),
            }
        }
    }

    /// Sets of at most `most` semis, one of them fresh. A semi that does not shrink the
    /// intersection is passed over (Pawlewicz et al. 2014, §III).
    fn bounded(&mut self, most: usize, found: &mut Vec<CellSet<W>>) {
        let old = self.semis.len() - self.fresh;
        let mut next_trim = MOST_FOUND;
        for first in old..self.semis.len() {
            let semi = self.semis[first];
            self.extend(first, most.saturating_sub(1), semi, semi, found);
            if found.len() >= next_trim {
                *found = minimal(std::mem::take(found), self.watch);
                next_trim = MOST_FOUND.max(2 * found.len());
            }
        }
    }

    /// Adds semis before `end` to a choice.
    fn extend(
        &mut self,
        end: usize,
        most: usize,
        sum: CellSet<W>,
        common: CellSet<W>,
        found: &mut Vec<CellSet<W>>,
    ) {
        if let Some(captured) = self.free.cover(common, CellSet::EMPTY) {
            found.push(sum | captured);
            return;
        }
        if most == 0 {
            return;
        }
        for next in 0..end {
            let semi = self.semis[next];
            let left = common & semi;
            if left != common {
                if !self.spend(1) {
                    return;
                }
                self.extend(next, most - 1, sum | semi, left, found);
            }
        }
    }

    /// Algorithm 2: every full that avoids the cells blocked so far, none of them twice.
    /// `forbidden` are cells whose blocking has been tried. Semis come with whether they are fresh:
    /// without a fresh one there is nothing new (§V.D.2).
    fn backtrack(
        &mut self,
        blocked: CellSet<W>,
        mut forbidden: CellSet<W>,
        semis: &[(CellSet<W>, bool)],
        mut fulls: Vec<CellSet<W>>,
    ) -> Vec<CellSet<W>> {
        *self.calls += 1;
        if !semis.iter().any(|&(_, fresh)| fresh) || !self.spend(semis.len() + fulls.len()) {
            return fulls;
        }
        let Some(sum) = self.greedy_sum(semis.iter().map(|&(semi, _)| semi), blocked) else {
            return fulls;
        };
        if fulls.is_empty() {
            fulls.push(sum);
        }
        loop {
            let candidates = fulls.iter().map(|&full| full - forbidden);
            let Some(smallest) = candidates.min_by_key(CellSet::len) else {
                return fulls;
            };
            let Some(next) = smallest.first() else {
                return fulls;
            };
            forbidden.insert(next);
            let semis: Vec<_> = semis
                .iter()
                .copied()
                .filter(|(semi, _)| !semi.contains(next))
                .collect();
            let kept = fulls
                .iter()
                .copied()
                .filter(|full| !full.contains(next))
                .collect();
            for full in self.backtrack(blocked.with(next), forbidden, &semis, kept) {
                if !fulls.contains(&full) {
                    fulls.push(full);
                }
            }
            if *self.work == 0 {
                return fulls;
            }
        }
    }
}

/// Those of `carriers` that contain no other; some of them, the smallest first, if it is to end.
pub fn minimal<const W: usize>(
    mut carriers: Vec<CellSet<W>>,
    watch: &ClosureWatch,
) -> Vec<CellSet<W>> {
    carriers.sort_by_key(CellSet::len);
    let mut kept: Vec<CellSet<W>> = Vec::new();
    for (number, carrier) in carriers.into_iter().enumerate() {
        if number % CARRIERS_AT_ONCE == CARRIERS_AT_ONCE - 1 && watch.should_stop() {
            break;
        }
        if !kept.iter().any(|small| small.is_subset(carrier)) {
            kept.push(carrier);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Cell;
    use crate::think::{NoObserver, WorkKind};

    const WATCH: ClosureWatch = ClosureWatch {
        observer: &NoObserver,
        kind: WorkKind::Limited,
    };

    fn set(cells: &str) -> CellSet<1> {
        cells
            .bytes()
            .map(|b| Cell::new(usize::from(b - b'a')))
            .collect()
    }

    fn fulls(rule: OrRule, semis: &[&str], fulls: &[&str], free: &str) -> Vec<String> {
        limited(rule, 4, semis, fulls, free)
    }

    fn limited(
        rule: OrRule,
        limit: usize,
        semis: &[&str],
        fulls: &[&str],
        free: &str,
    ) -> Vec<String> {
        let semis: Vec<_> = semis.iter().map(|s| set(s)).collect();
        let fulls: Vec<_> = fulls.iter().map(|s| set(s)).collect();
        let mut work = u64::MAX;
        let all = set("abcdefghijklmnop");
        let mut found = Vec::new();
        let fresh = semis.len();
        Combiner {
            semis: &semis,
            fresh,
            fulls: &fulls,
            free: &Captured::of_pairs(if free.is_empty() {
                vec![]
            } else {
                vec![set(free)]
            }),
            all,
            work: &mut work,
            calls: &mut 0,
            watch: &WATCH,
        }
        .combine(rule, limit, &mut found);
        let name = |set: CellSet<1>| {
            set.iter()
                .map(|c| char::from(b'a' + c.index() as u8))
                .collect()
        };
        let mut names: Vec<String> = minimal(found, &WATCH).into_iter().map(name).collect();
        names.sort();
        names
    }

    const RULES: [OrRule; 4] = [
        OrRule::Bounded,
        OrRule::Semis,
        OrRule::Limited,
        OrRule::Fast,
    ];

    #[test]
    fn disjoint_semis_make_a_full() {
        for rule in RULES {
            assert_eq!(fulls(rule, &["a", "b"], &[], ""), ["ab"], "{rule:?}");
            assert_eq!(fulls(rule, &["ab", "bc"], &[], ""), [""; 0], "{rule:?}");
            assert_eq!(fulls(rule, &["ab"], &[], ""), [""; 0], "{rule:?}");
            assert_eq!(fulls(rule, &[], &[], ""), [""; 0], "{rule:?}");
            assert_eq!(
                fulls(rule, &["ab", "bc", "ca"], &[], ""),
                ["abc"],
                "{rule:?}"
            );
        }
        assert_eq!(
            limited(OrRule::Bounded, 2, &["ab", "bc", "ca"], &[], ""),
            [""; 0]
        );
    }

    #[test]
    fn the_semis_combiner_finds_all_that_subsets_do() {
        let semis = ["ab", "bc", "cd", "da", "e"];
        assert_eq!(
            fulls(OrRule::Semis, &semis, &[], ""),
            limited(OrRule::Bounded, 5, &semis, &[], "")
        );
        assert_eq!(
            fulls(OrRule::Semis, &semis, &["abcd"], ""),
            ["abe", "ade", "bce", "cde"]
        );
    }

    #[test]
    fn the_fast_rule_empties_the_intersection() {
        assert_eq!(
            fulls(OrRule::Fast, &["ab", "cd", "e"], &["abcd"], ""),
            ["abe", "cde"]
        );
    }

    #[test]
    fn what_an_end_captures_may_be_common() {
        for rule in RULES {
            assert_eq!(fulls(rule, &["ab", "bc"], &[], "bx"), ["abcx"], "{rule:?}");
        }
    }
}
