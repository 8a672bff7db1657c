//! The AND rule: a full from x to u and one from u to y that share no cell make a full from x to y
//! if u is coloured, else a semi whose key is u. Cells that u captures may be shared.
//!
//! Each comparison of two carriers is a few instructions on whole words: an arm holds the far end
//! as a bit beside the carrier, so one intersection tests C1 ∩ C2, x ∈ C2, y ∈ C1 and x = y at
//! once.

use super::agenda::QueuedFull;
use super::arm::Arm;
use super::known::Known;
use super::options::OrSchedule;
use super::watch::ClosureWatch;
use crate::hex::{CellSet, End, EndSet};

/// How many fulls are gone through, at least, before it is asked whether to stop: never so many
/// under the default limits.
const ARMS_AT_ONCE: usize = 1 << 12;

/// Processes a full: applies the rule to it and all processed ones, at both ends.
pub fn process<const W: usize>(known: &mut Known<W>, full: QueuedFull<W>, watch: &ClosureWatch) {
    let (x, y, cells) = full;
    // It may have given way to a smaller one since, its end may be gone, or it may wait twice.
    let store = known.store();
    let stands = if cells.is_empty() {
        let processed = store.arms(x).iter().any(|arm| arm.far == y);
        store.adjacent(x).contains(y) && !processed
    } else {
        let mut fulls = store.pair(x, y).fulls().iter();
        fulls.any(|held| held.fresh && held.cells == cells)
    };
    if stands {
        at_end(known, x, cells, y, watch);
        at_end(known, y, cells, x, watch);
        known.mark_processed(full);
    }
}

/// Applies the rule to a full from x to u and all processed ones at u.
fn at_end<const W: usize>(
    known: &mut Known<W>,
    x: End,
    cells: CellSet<W>,
    u: End,
    watch: &ClosureWatch,
) {
    if known.options().keep_full_lists {
        known.with_arms(u, |known, arms| {
            apply_watched(known, x, cells, u, arms, watch);
        });
    } else {
        let arms = all_arms(known, u);
        apply_watched(known, x, cells, u, &arms, watch);
    }
}

/// The processed fulls of an end, found by going through all others.
fn all_arms<const W: usize>(known: &Known<W>, u: End) -> Vec<Arm<W>> {
    let store = known.store();
    let mut arms = Vec::new();
    for far in store.ends().without(u) {
        if store.adjacent(u).contains(far) {
            // A neighbour may still wait.
            if store.arms(u).iter().any(|arm| arm.far == far) {
                arms.push(Arm::new(CellSet::EMPTY, far));
            }
            continue;
        }
        arms.extend(processed(known, u, far));
    }
    arms
}

/// The processed fulls of a pair that is not adjacent, as seen from the first end.
fn processed<const W: usize>(
    known: &Known<W>,
    near: End,
    far: End,
) -> impl Iterator<Item = Arm<W>> {
    let fulls = known.store().pair(near, far).fulls().iter();
    let processed = fulls.filter(|held| !held.fresh);
    processed.map(move |held| Arm::new(held.cells, far))
}

/// Applies the rule to a full from x to u and these at u.
pub fn apply<const W: usize>(
    known: &mut Known<W>,
    x: End,
    cells: CellSet<W>,
    u: End,
    arms: &[Arm<W>],
) {
    let options = known.options();
    let (driver, through_edges) = (options.or_schedule, options.edge_midpoints);
    let empty_ends = driver == OrSchedule::Generations && options.join_empty_ends;
    if driver == OrSchedule::Neighbours || known.is_edge(u) && !through_edges {
        return;
    }
    let all_coloured = known.store().coloured();
    let coloured = all_coloured.contains(u);
    let wants_empty = coloured && empty_ends;
    if wants_empty && all_coloured.contains(x) {
        return;
    }
    let board = known.store().all();
    let mine = cells.as_ends().with(x);
    let middle = if coloured {
        CellSet::EMPTY
    } else {
        EndSet::of(u).cells_in(board)
    };
    known.spend(arms.len());
    // Cells that u captures may be shared: most arms are ruled out by this one word by word test.
    let own = mine - known.store().captured(u).all().as_ends();
    let mut useless = known.store().adjacent(x);
    if !coloured {
        useless |= known.store().saturated(x);
    }
    for arm in arms {
        if !own.is_disjoint(arm.reach) || useless.contains(arm.far) {
            continue;
        }
        let common = mine & arm.reach;
        let pairs = if common.is_empty() {
            CellSet::EMPTY
        } else {
            let ends = EndSet::of(x).with(arm.far);
            let Some(pairs) = known.captured_pairs(u, common, ends) else {
                continue;
            };
            pairs
        };
        if wants_empty && all_coloured.contains(arm.far) {
            continue;
        }
        known.count_and();
        let reach = (mine | arm.reach).without(x).without(arm.far);
        let carrier = reach.cells_in(board) | middle | pairs;
        if coloured {
            known.add_full(x, arm.far, carrier);
        } else {
            known.add_semi(x, arm.far, carrier);
        }
    }
}

/// The same, until it is to end.
fn apply_watched<const W: usize>(
    known: &mut Known<W>,
    x: End,
    cells: CellSet<W>,
    u: End,
    arms: &[Arm<W>],
    watch: &ClosureWatch,
) {
    for some in arms.chunks(ARMS_AT_ONCE) {
        apply(known, x, cells, u, some);
        if some.len() == ARMS_AT_ONCE && watch.should_stop() {
            return;
        }
    }
}

/// Applies the rule to all that joins two ends: what the limits refused while they had enough.
pub fn between<const W: usize>(known: &mut Known<W>, x: End, y: End) {
    let store = known.store();
    let (x, y) = if store.arms(x).len() <= store.arms(y).len() {
        (x, y)
    } else {
        (y, x)
    };
    let board = store.all();
    // A copy: a full that is found may take the place of one that is seen from here.
    let arms = store.arms(x).to_vec();
    let mut on = Vec::new();
    for arm in arms.iter().filter(|arm| arm.far != y) {
        let u = arm.far;
        on.clear();
        if known.store().adjacent(u).contains(y) {
            on.push(Arm::new(CellSet::EMPTY, y));
        }
        on.extend(processed(known, u, y));
        if !on.is_empty() {
            apply(known, x, arm.cells(board), u, &on);
        }
    }
}

/// Applies the rule to all fulls at an end with each other, but not to these old ones among
/// themselves. What they make at their other ends is known.
pub fn among<const W: usize>(known: &mut Known<W>, u: End, old: &[Arm<W>]) {
    let board = known.store().all();
    let mut arms = known.store().arms(u).to_vec();
    // The old ones come first.
    arms.sort_by_key(|arm| !old.contains(arm));
    let count = arms.iter().filter(|arm| old.contains(arm)).count();
    for (n, arm) in arms.iter().enumerate().skip(count) {
        apply(known, arm.far, arm.cells(board), u, &arms[..n]);
    }
}

/// Applies the rule to fulls that all had one cell, and so could not be had together before, nor
/// with a full that ended there: that is now the end `lead`.
pub fn among_shrunk<const W: usize>(
    known: &mut Known<W>,
    mut shrunk: Vec<(End, Arm<W>)>,
    lead: End,
) {
    let (board, ends) = (known.store().all(), known.store().ends());
    shrunk.retain(|(u, arm)| ends.contains(*u) && ends.contains(arm.far));
    shrunk.sort_by_key(|(u, _)| *u);
    for group in shrunk.chunk_by(|(u, _), (v, _)| u == v) {
        let u = group[0].0;
        let arms: Vec<Arm<W>> = group.iter().map(|&(_, arm)| arm).collect();
        let here = known.store().arms(u).iter().copied();
        let here: Vec<Arm<W>> = here.filter(|arm| arm.far == lead).collect();
        for (n, arm) in arms.iter().enumerate() {
            let cells = arm.cells(board);
            apply(known, arm.far, cells, u, &arms[..n]);
            apply(known, arm.far, cells, u, &here);
        }
    }
}
