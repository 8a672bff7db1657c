//! The OR rule on a pair of ends: its semis go into the [`Combiner`], and the fulls that come out
//! are offered to what is known.

use super::combine::{Combiner, minimal};
use super::known::Known;
use super::options::OrRule;
use super::watch::ClosureWatch;
use crate::hex::{CellSet, End};

/// How many fulls are offered before it is asked whether to stop.
const FULLS_AT_ONCE: usize = 256;

/// The rule, with lists that are used again and again.
#[derive(Clone, Default)]
pub struct Or<const W: usize> {
    semis: Vec<CellSet<W>>,
    fulls: Vec<CellSet<W>>,
    found: Vec<CellSet<W>>,
}

impl<const W: usize> Or<W> {
    /// Applies the rule to a pair.
    pub fn apply(&mut self, known: &mut Known<W>, (x, y): (End, End), watch: &ClosureWatch) {
        let free = known.shareable_cells(x, y);
        let pair = known.store().pair(x, y);
        let semis = |fresh| {
            let semis = pair.semis().iter().filter(move |held| held.fresh == fresh);
            semis.map(|held| held.cells)
        };
        self.semis.clear();
        self.semis.extend(semis(false));
        let old = self.semis.len();
        self.semis.extend(semis(true));
        self.fulls.clear();
        self.fulls
            .extend(pair.fulls().iter().map(|held| held.cells));
        known.mark_combined(x, y);
        if self.semis.is_empty() || known.store().adjacent(x).contains(y) {
            return;
        }
        self.found.clear();
        let (rule, limit) = (known.options().or_rule, known.options().or_limit);
        let (mut work, mut calls) = (known.budget(), 0);
        Combiner {
            semis: &self.semis,
            fresh: self.semis.len() - old,
            fulls: &self.fulls,
            free: &free,
            all: known.store().all(),
            work: &mut work,
            calls: &mut calls,
            watch,
        }
        .combine(rule, limit, &mut self.found);
        known.set_budget(work);
        known.count_ors(self.found.len());
        if rule != OrRule::Fast {
            self.found = minimal(std::mem::take(&mut self.found), watch);
        }
        for some in self.found.chunks(FULLS_AT_ONCE) {
            for &full in some {
                known.add_full(x, y, full);
            }
            if some.len() == FULLS_AT_ONCE && watch.should_stop() {
                break;
            }
        }
        known.count_combination(x, y, self.semis.len(), calls);
    }
}
