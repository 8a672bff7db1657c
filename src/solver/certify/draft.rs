//! A certificate in the making: claims that have been checked as they were added, none of them
//! twice.

use crate::base::lock::unpoisoned;
use crate::certificate::{CertificateClaim, CertificateRules, CertificateStep};
use crate::hex::{Cell, CellSet};
use std::collections::HashMap;
use std::sync::{RwLock, RwLockReadGuard};

/// Claims, each of which follows from those before it. Several threads may add to them.
pub struct Draft<const W: usize> {
    pub rules: CertificateRules<W>,
    kept: RwLock<KeptSteps<W>>,
}

#[derive(Default)]
struct KeptSteps<const W: usize> {
    steps: Vec<CertificateStep<W>>,
    claims: Vec<CertificateClaim<W>>,
    numbers: HashMap<CertificateStep<W>, usize>,
}

impl<const W: usize> Draft<W> {
    pub fn new(rules: CertificateRules<W>) -> Self {
        Self {
            rules,
            kept: RwLock::default(),
        }
    }

    fn kept(&self) -> RwLockReadGuard<'_, KeptSteps<W>> {
        unpoisoned(self.kept.read())
    }

    /// How many claims there are.
    pub fn count(&self) -> usize {
        self.kept().claims.len()
    }

    /// A claim.
    pub fn claim(&self, number: usize) -> CertificateClaim<W> {
        self.kept().claims[number]
    }

    /// The number of the claim that a step makes; `None` if nothing follows from it.
    pub fn add(&self, step: CertificateStep<W>) -> Option<usize> {
        let kept = self.kept();
        if let Some(&number) = kept.numbers.get(&step) {
            return Some(number);
        }
        let stated = self.rules.conclude(&step, &kept.claims).ok()?;
        drop(kept);
        let mut kept = unpoisoned(self.kept.write());
        // Another thread may have added the same.
        if let Some(&number) = kept.numbers.get(&step) {
            return Some(number);
        }
        let number = kept.claims.len();
        kept.numbers.insert(step.clone(), number);
        kept.steps.push(step);
        kept.claims.push(stated);
        Some(number)
    }

    /// A full from claims between the same ends, the first of them rather than the last; `None` if
    /// they all need a cell that is not one of the winner's stones.
    pub fn side_by_side(&self, claims: &[usize], own: CellSet<W>) -> Option<usize> {
        let all = self.rules.geometry.all();
        let meet = |draft: &Self, claims: &[usize]| {
            let cells = claims.iter().map(|&claim| draft.claim(claim).cells);
            cells.fold(all, |common, cells| common & cells)
        };
        let mut children = claims.to_vec();
        for place in (0..children.len()).rev() {
            let mut fewer = children.clone();
            fewer.remove(place);
            if !fewer.is_empty() && meet(self, &fewer).is_subset(own) {
                children = fewer;
            }
        }
        let stones = meet(self, &children);
        if !stones.is_subset(own) {
            return None;
        }
        match children[..] {
            [only] if self.claim(only).full => Some(only),
            _ => self.add(CertificateStep::Or { children, stones }),
        }
    }

    /// A claim without the stones of a pair, which these stones capture: as few of them as are seen
    /// to do.
    pub fn capture(&self, pair: [Cell; 2], child: usize, own: CellSet<W>) -> Option<usize> {
        let geometry = self.rules.geometry;
        let around = pair.map(|cell| geometry.neighbours(cell) & own);
        let near = around[0] | around[1];
        let chains = geometry.reach(near, own);
        let choices = [CellSet::EMPTY, near, chains, own].into_iter();
        choices
            .map(|stones| CertificateStep::Capture {
                pair,
                child,
                stones,
            })
            .find_map(|step| self.add(step))
    }

    /// The steps that some claims rest on, in their order, numbered anew; and the new numbers of
    /// these claims.
    pub fn steps_to(&self, claims: &[usize]) -> (Vec<CertificateStep<W>>, Vec<usize>) {
        let kept = self.kept();
        let mut needed = vec![false; kept.steps.len()];
        for &claim in claims {
            needed[claim] = true;
        }
        for number in (0..kept.steps.len()).rev() {
            if needed[number] {
                for child in children(&kept.steps[number]) {
                    needed[child] = true;
                }
            }
        }
        let mut places = vec![0; kept.steps.len()];
        let mut steps = Vec::new();
        for (number, step) in kept.steps.iter().enumerate() {
            if needed[number] {
                places[number] = steps.len();
                steps.push(moved(step, &places));
            }
        }
        let claims = claims.iter().map(|&claim| places[claim]).collect();
        (steps, claims)
    }
}

fn children<const W: usize>(step: &CertificateStep<W>) -> Vec<usize> {
    match step {
        CertificateStep::Path { .. } => Vec::new(),
        CertificateStep::And(parts) => parts.to_vec(),
        CertificateStep::Move { child, .. } | CertificateStep::Capture { child, .. } => {
            vec![*child]
        }
        CertificateStep::Or { children, .. } => children.clone(),
    }
}

/// A step whose parts are at other places.
fn moved<const W: usize>(step: &CertificateStep<W>, places: &[usize]) -> CertificateStep<W> {
    match step {
        CertificateStep::Path { .. } => step.clone(),
        CertificateStep::And(parts) => CertificateStep::And(parts.map(|part| places[part])),
        &CertificateStep::Move { cell, child } => CertificateStep::Move {
            cell,
            child: places[child],
        },
        CertificateStep::Or { children, stones } => CertificateStep::Or {
            children: children.iter().map(|&child| places[child]).collect(),
            stones: *stones,
        },
        &CertificateStep::Capture {
            pair,
            child,
            stones,
        } => CertificateStep::Capture {
            pair,
            child: places[child],
            stones,
        },
    }
}
