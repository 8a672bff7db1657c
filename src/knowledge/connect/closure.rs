//! The FastVC loop (Pawlewicz et al. 2014, Algorithm 1): fulls wait for the AND rule, pairs for the
//! OR rule, and AND goes first.
//!
//! A full is *processed* once it has met all other processed fulls at both of its ends; a pair
//! waits for the OR rule while it has a fresh semi and its semis have no cell in common but what
//! its ends capture. The loop ends when nothing waits, or when the budget is used up; stopping
//! early is sound, all that is known holds.

use super::and;
use super::known::Known;
use super::options::OrSchedule;
use super::or::Or;
use super::watch::ClosureWatch;
use crate::think::{Observer, WorkKind};

/// Applies the rules until nothing is left to do. False if the observer has ended it.
pub fn close<const W: usize>(
    known: &mut Known<W>,
    or: &mut Or<W>,
    observer: &dyn Observer,
) -> bool {
    let options = *known.options();
    let kind = if options.max_comparisons == 0 {
        WorkKind::Endless
    } else {
        WorkKind::Limited
    };
    let watch = ClosureWatch { observer, kind };
    known.begin_closure();
    known.set_complete(true);
    loop {
        let stopped = watch.should_stop();
        if stopped || known.budget() == 0 {
            known.drop_agenda();
            known.set_complete(false);
            return !stopped;
        }
        if let Some(full) = known.next_full() {
            and::process(known, full, &watch);
            if options.or_schedule == OrSchedule::Generations {
                while let Some(pair) = known.next_pair() {
                    or.apply(known, pair, &watch);
                }
            }
        } else if let Some(pair) = known.next_pair() {
            or.apply(known, pair, &watch);
        } else {
            return true;
        }
    }
}
