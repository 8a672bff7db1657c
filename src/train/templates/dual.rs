//! Finds all minimal sets for which a monotone question is answered yes, together with all maximal
//! sets for which it is answered no.
//!
//! The search asks about a set that contains no known minimal set and lies in no known maximal one.
//! A yes is made smaller, cell by cell, until it is minimal; a no is made larger until it is
//! maximal. Either way the next step knows one more set. Sets without a known minimal one are the
//! complements of hitting sets: the search removes, in turn, each cell of a minimal set that is
//! still whole, and keeps the cells that it removed before. When it ends, every set is classified,
//! in whatever order the cells were tried. The work is a few questions for each set of either kind
//! (compare Fredman and Khachiyan 1996).

use super::window::{Cells, Ended};
use crate::hex::Cell;
use std::collections::BTreeMap;

/// The question: the cells of a set that suffice, or `None`.
pub type Question<'a> = dyn FnMut(Cells) -> Result<Option<Cells>, Ended> + 'a;

/// What is known of a question.
pub struct Dual<'a> {
    all: Cells,
    mirror: Option<BTreeMap<Cell, Cell>>,
    question: &'a mut Question<'a>,
    /// The most cells of a minimal set.
    most: usize,
    /// Minimal sets with the answer yes.
    pub minimal: Vec<Cells>,
    /// Maximal sets with the answer no.
    pub maximal: Vec<Cells>,
}

impl<'a> Dual<'a> {
    /// A question about sets of these cells, with its symmetry if it has one.
    pub fn new(
        all: Cells,
        mirror: Option<BTreeMap<Cell, Cell>>,
        question: &'a mut Question<'a>,
    ) -> Self {
        Self {
            all,
            mirror,
            question,
            most: usize::MAX,
            minimal: Vec::new(),
            maximal: Vec::new(),
        }
    }

    /// Limits the size of minimal sets; some larger ones may still be found.
    pub fn of_at_most(self, cells: usize) -> Self {
        Self {
            most: cells,
            ..self
        }
    }

    /// Finds all sets of both kinds.
    pub fn complete(&mut self) -> Result<(), Ended> {
        self.explore(self.all, Cells::EMPTY)
    }

    /// Classifies all sets within `cells` that contain `kept`.
    fn explore(&mut self, cells: Cells, kept: Cells) -> Result<(), Ended> {
        if kept.len() > self.most {
            return Ok(());
        }
        loop {
            if self.maximal.iter().any(|&no| cells.is_subset(no)) {
                return Ok(());
            }
            let whole = self.minimal.iter().filter(|yes| yes.is_subset(cells));
            if let Some(&yes) = whole.min_by_key(|&&yes| (yes - kept).len()) {
                let mut kept = kept;
                for out in yes - kept {
                    self.explore(cells.without(out), kept)?;
                    kept.insert(out);
                }
                return Ok(());
            }
            match (self.question)(cells)? {
                Some(enough) => self.shrink(enough)?,
                None => return self.grow(cells),
            }
        }
    }

    /// Makes a yes minimal.
    fn shrink(&mut self, mut yes: Cells) -> Result<(), Ended> {
        for cell in yes {
            let less = yes.without(cell);
            let is_no = || self.maximal.iter().any(|&no| less.is_subset(no));
            if yes.contains(cell)
                && !is_no()
                && let Some(enough) = (self.question)(less)?
            {
                yes = enough;
            }
        }
        let image = self.image(yes);
        self.minimal.extend([yes].into_iter().chain(image));
        Ok(())
    }

    /// Makes a no maximal. A yes found on the way is kept.
    fn grow(&mut self, mut no: Cells) -> Result<(), Ended> {
        for cell in self.all - no {
            let more = no.with(cell);
            if self.minimal.iter().any(|yes| yes.is_subset(more)) {
                continue;
            }
            match (self.question)(more)? {
                None => no = more,
                Some(enough) => self.shrink(enough)?,
            }
        }
        let image = self.image(no);
        self.maximal.extend([no].into_iter().chain(image));
        Ok(())
    }

    /// The mirror image of a set, if there is a symmetry and the image differs.
    fn image(&self, cells: Cells) -> Option<Cells> {
        let mirror = self.mirror.as_ref()?;
        let image: Cells = cells
            .iter()
            .filter_map(|cell| mirror.get(&cell).copied())
            .collect();
        (image != cells).then_some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with all subsets of ten cells, for random functions.
    #[test]
    fn both_kinds_are_complete() {
        let all: Cells = (0..10).map(Cell::new).collect();
        let subset = |bits: u64| -> Cells {
            let chosen = (0..10).filter(|bit| bits >> bit & 1 == 1);
            chosen.map(Cell::new).collect()
        };
        let mut state = 7_u64;
        let mut chance = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for round in 0..60 {
            let generators: Vec<Cells> = (0..round % 9)
                .map(|_| subset(chance() & chance() & 1023))
                .collect();
            let holds = |cells: Cells| generators.iter().find(|one| one.is_subset(cells)).copied();
            let mut question = |cells| Ok(holds(cells));
            let mut dual = Dual::new(all, None, &mut question);
            dual.complete().expect("nobody ends it");
            let (mut minimal, mut maximal) = (dual.minimal, dual.maximal);
            let yes = |bits: u64| holds(subset(bits)).is_some();
            let near = |bits: u64| (0..10).map(move |bit| bits ^ 1 << bit);
            let smaller = |bits: u64| near(bits).filter(move |&other| other < bits);
            let larger = |bits: u64| near(bits).filter(move |&other| other > bits);
            let mut due: Vec<Cells> = (0..1024)
                .filter(|&bits| yes(bits) && !smaller(bits).any(yes))
                .map(subset)
                .collect();
            let mut refused: Vec<Cells> = (0..1024)
                .filter(|&bits| !yes(bits) && larger(bits).all(yes))
                .map(subset)
                .collect();
            for list in [&mut minimal, &mut maximal, &mut due, &mut refused] {
                list.sort_unstable_by_key(|cells| cells.words());
            }
            assert_eq!((minimal, maximal), (due, refused));
        }
    }
}
