//! Interior templates: minimal carriers that join two stones away from all edges.
//!
//! One stone is some rows above the other. **Helpers**, stones of the same colour, are anywhere
//! between. The window is the rows from one stone to the other, inclusive, and some columns to each
//! side. It has no cells above the upper and below the lower stone: there chains connect the two to
//! the edges of the board on which the solver decides, as in the finder of edge templates. Rows run
//! in three directions, so a carrier is found if in one of them it does not extend beyond either
//! end.
//!
//! Within the window and up to a number of cells, the enumeration is complete, by dualization
//! (`dual`). A template that does not need one of its stones belongs to fewer stones and is left
//! out.

use super::dual::Dual;
use super::window::{Cells, Ended, W, enough, laid_out, rules, solver};
use crate::hex::{BoardSize, Cell, Colour, Edge, Position};
use crate::knowledge::connect::Connections;
use crate::knowledge::template::{Point, cell_along, place_along};
use crate::solver::Solver;
use crate::think::Observer;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

/// Columns of the window beside its stones.
const MARGIN: isize = 2;

/// Bytes of the solver's table: windows are small.
const TABLE_BYTES: usize = 4_000_000;

/// A point by column and row; one step up goes to the same column or to the next on the right.
type Place = (isize, isize);

/// Which templates to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InteriorPlan {
    /// The most rows between the ends.
    pub height: usize,
    /// The most columns between them beyond what the rows require.
    pub aside: usize,
    /// The most helpers.
    pub helpers: usize,
    /// The most cells of a carrier.
    pub cells: usize,
}

/// Two ends with their helpers, and the window around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InteriorPattern {
    size: BoardSize,
    ends: [Point; 2],
    helpers: Vec<Point>,
}

/// A connection of two ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct InteriorTemplate {
    ends: BTreeSet<Place>,
    helpers: BTreeSet<Place>,
    carrier: BTreeSet<Place>,
}

/// The templates of many patterns, and whether the rules of connections find each in its carrier.
#[derive(Default)]
pub struct InteriorTemplates {
    found: BTreeMap<InteriorTemplate, bool>,
    patterns: usize,
    solved: u64,
}

/// The result of a pattern.
pub struct InteriorSearched {
    found: Vec<(InteriorTemplate, bool)>,
    solved: u64,
}

impl InteriorPlan {
    /// The patterns: every offset between the ends, with every set of helpers.
    pub fn patterns(&self) -> Vec<InteriorPattern> {
        let heights = 1..=self.height;
        let ends = heights.flat_map(|height| {
            let (up, aside) = (height.cast_signed(), self.aside.cast_signed());
            (-up - aside..=aside).filter_map(move |right| InteriorWindow::between(height, right))
        });
        ends.flat_map(|window| window.patterns(self.helpers))
            .collect()
    }
}

/// The board of a window, and the ends.
struct InteriorWindow {
    size: BoardSize,
    ends: [Point; 2],
}

impl InteriorWindow {
    /// The window of an upper end and a lower one, some columns to its right; `None` if it is too
    /// wide.
    fn between(height: usize, right: isize) -> Option<Self> {
        let (low, high) = (
            right.min(-height.cast_signed()) - MARGIN,
            right.max(0) + MARGIN,
        );
        let size = BoardSize::new((high - low + 1).cast_unsigned(), height + 3).ok()?;
        let size = size.with_connections().ok()?;
        let ends = [(-low, height + 1), (right - low, 1)];
        (size.words() <= W).then_some(Self { size, ends })
    }

    /// Its patterns with at most this many helpers.
    fn patterns(&self, helpers: usize) -> Vec<InteriorPattern> {
        let alone = InteriorPattern {
            size: self.size,
            ends: self.ends,
            helpers: Vec::new(),
        };
        let places: Vec<Point> = alone.points().collect();
        let mut patterns = vec![alone];
        let mut first = 0;
        for _ in 0..helpers {
            let last = patterns.len();
            for with_less in first..last {
                let less = patterns[with_less].clone();
                for &place in places.iter().filter(|&at| less.helpers.last() < Some(at)) {
                    let mut more = less.clone();
                    more.helpers.push(place);
                    patterns.push(more);
                }
            }
            first = last;
        }
        patterns
    }
}

impl InteriorPattern {
    /// The points of the window that are free.
    fn points(&self) -> impl Iterator<Item = Point> {
        let columns = self.size.width().cast_signed();
        let rows = self.ends[1].1..=self.ends[0].1;
        let all = rows.flat_map(move |row| (0..columns).map(move |column| (column, row)));
        all.filter(|point| !self.ends.contains(point) && !self.helpers.contains(point))
    }

    fn cell(&self, (column, row): Point) -> Option<Cell> {
        cell_along(self.size, Edge::South, column, row)
    }

    /// The board on which only these cells are empty, with these helpers. Chains outside the window
    /// connect the ends straight to Black's edges.
    fn position(&self, helpers: &[Point], empty: Cells) -> Position<W> {
        let [upper, lower] = self.ends;
        let above = (upper.1..self.size.height()).map(|row| (upper.0, row));
        let below = (0..=lower.1).map(|row| (lower.0, row));
        let stones = above.chain(below).chain(helpers.iter().copied());
        laid_out(
            self.size,
            stones.filter_map(|point| self.cell(point)),
            empty,
        )
    }

    /// A carrier as a template.
    fn template(&self, carrier: Cells) -> InteriorTemplate {
        let place = |&(column, row): &Point| (column, row.cast_signed());
        let of_cell = |cell: Cell| {
            let (column, row) = place_along(self.size, Edge::South, cell);
            (column.cast_signed(), row.cast_signed())
        };
        InteriorTemplate {
            ends: self.ends.iter().map(place).collect(),
            helpers: self.helpers.iter().map(place).collect(),
            carrier: carrier.iter().map(of_cell).collect(),
        }
    }

    /// Its minimal carriers with at most this many cells that need all of its stones; an error if
    /// the observer stopped the search.
    pub fn search(&self, cells: usize, observer: &dyn Observer) -> Result<InteriorSearched, Ended> {
        let mut searched = InteriorSearched {
            found: Vec::new(),
            solved: 0,
        };
        let joined = self.position(&self.helpers, Cells::EMPTY).winner();
        if joined == Some(Colour::Black) {
            return Ok(searched);
        }
        let solver = solver(self.size, TABLE_BYTES);
        for carrier in self.minimal(&solver, cells, &mut searched.solved, observer)? {
            if self.needs_all(&solver, carrier, &mut searched.solved, observer)? {
                let position = self.position(&self.helpers, carrier);
                let composed = Connections::new(&position, Colour::Black, rules()).has_won();
                let template = self.template(carrier).canonical();
                searched.found.push((template, composed));
            }
        }
        Ok(searched)
    }

    fn minimal(
        &self,
        solver: &Solver<W>,
        cells: usize,
        solved: &mut u64,
        observer: &dyn Observer,
    ) -> Result<Vec<Cells>, Ended> {
        let all = self.points().filter_map(|point| self.cell(point)).collect();
        let mut question = |cells| {
            *solved += 1;
            let position = self.position(&self.helpers, cells);
            enough(solver, &position, cells, observer).map(|(carrier, _)| carrier)
        };
        let mut dual = Dual::new(all, None, &mut question).of_at_most(cells);
        dual.complete()?;
        let mut minimal = dual.minimal;
        minimal.retain(|carrier| carrier.len() <= cells);
        Ok(minimal)
    }

    /// Whether no helper can be left out: without any one of them the carrier does not join the
    /// ends.
    fn needs_all(
        &self,
        solver: &Solver<W>,
        carrier: Cells,
        solved: &mut u64,
        observer: &dyn Observer,
    ) -> Result<bool, Ended> {
        for left_out in 0..self.helpers.len() {
            let mut helpers = self.helpers.clone();
            helpers.remove(left_out);
            *solved += 1;
            let position = self.position(&helpers, carrier);
            if enough(solver, &position, carrier, observer)?.0.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl InteriorTemplate {
    /// The same for all twelve images, wherever they stand.
    fn canonical(&self) -> Self {
        let images = (0..12).map(|number| self.image(number));
        images.min().unwrap_or_else(|| self.clone())
    }

    /// Rotated by this many sixths of a turn, reflected from six on, with lowest column and row 0.
    fn image(&self, number: usize) -> Self {
        let turned = |&(column, row): &Place| {
            // On these axes a sixth of a turn and a reflection are simple.
            let mut at = (column - row, row);
            if number >= 6 {
                at = (at.1, at.0);
            }
            for _ in 0..number % 6 {
                at = (-at.1, at.0 + at.1);
            }
            (at.0 + at.1, at.1)
        };
        let places = || self.ends.iter().chain(&self.helpers).chain(&self.carrier);
        let left = places().map(|at| turned(at).0).min().unwrap_or_default();
        let low = places().map(|at| turned(at).1).min().unwrap_or_default();
        let moved = |places: &BTreeSet<Place>| {
            let moved = places.iter().map(turned);
            moved
                .map(|(column, row)| (column - left, row - low))
                .collect()
        };
        Self {
            ends: moved(&self.ends),
            helpers: moved(&self.helpers),
            carrier: moved(&self.carrier),
        }
    }

    fn stones(&self) -> usize {
        self.ends.len() + self.helpers.len()
    }
}

/// The ends, the helpers, a colon, the carrier.
impl fmt::Display for InteriorTemplate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = |places: &BTreeSet<Place>| {
            let places = places.iter().map(|(column, row)| format!("{column}/{row}"));
            places.collect::<Vec<_>>().join(" ")
        };
        write!(out, "{}", places(&self.ends))?;
        if !self.helpers.is_empty() {
            write!(out, " with {}", places(&self.helpers))?;
        }
        write!(out, ": {}", places(&self.carrier))
    }
}

impl InteriorTemplates {
    /// Adds the result of a pattern.
    pub fn add(&mut self, searched: InteriorSearched) {
        self.found.extend(searched.found);
        self.patterns += 1;
        self.solved += searched.solved;
    }

    /// The number of patterns added.
    pub fn patterns(&self) -> usize {
        self.patterns
    }

    /// Counts by stones and cells, then those that the rules do not compose.
    pub fn table(&self) -> String {
        let mut counts: BTreeMap<[usize; 2], [usize; 2]> = BTreeMap::new();
        for (template, &composed) in &self.found {
            let key = [template.stones(), template.carrier.len()];
            let count = counts.entry(key).or_default();
            count[0] += 1;
            count[1] += usize::from(composed);
        }
        let mut text = String::from("stones cells  all composed\n");
        for ([stones, cells], [all, composed]) in &counts {
            let _ = writeln!(text, "{stones:>6} {cells:>5} {all:>4} {composed:>8}");
        }
        let all = self.found.len();
        let composed = self.found.values().filter(|&&composed| composed).count();
        let _ = writeln!(text, "{:<12} {all:>4} {composed:>8}", "together");
        let (patterns, solved) = (self.patterns, self.solved);
        let _ = writeln!(text, "{patterns} patterns, {solved} sets of cells solved");
        for (template, _) in self.found.iter().filter(|&(_, &composed)| !composed) {
            let _ = writeln!(text, "{template}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::NoObserver;

    fn searched(plan: InteriorPlan) -> InteriorTemplates {
        let mut all = InteriorTemplates::default();
        for pattern in plan.patterns() {
            all.add(
                pattern
                    .search(plan.cells, &NoObserver)
                    .expect("nobody ends it"),
            );
        }
        all
    }

    /// Two stones in the open have only the bridge, as is known.
    #[test]
    fn two_stones_have_the_bridge_alone() {
        let plan = InteriorPlan {
            height: 3,
            aside: 2,
            helpers: 0,
            cells: 12,
        };
        let found = searched(plan).found;
        let bridge = InteriorTemplate {
            ends: [(0, 0), (1, 2)].into(),
            helpers: BTreeSet::new(),
            carrier: [(0, 1), (1, 1)].into(),
        };
        let found: Vec<_> = found.into_iter().collect();
        assert_eq!(found, [(bridge.canonical(), true)]);
    }

    /// A third stone gives more templates, and each image of a template gives the same one.
    #[test]
    fn a_helper_is_needed_and_images_are_one() {
        let plan = InteriorPlan {
            height: 2,
            aside: 2,
            helpers: 1,
            cells: 12,
        };
        let all = searched(plan);
        let stones: Vec<usize> = all.found.keys().map(InteriorTemplate::stones).collect();
        assert_eq!(stones.iter().filter(|&&stones| stones == 2).count(), 1);
        assert!(stones.contains(&3));
        for template in all.found.keys() {
            for number in 0..12 {
                assert_eq!(template.image(number).canonical(), *template);
            }
        }
        assert!(all.table().contains("together"));
    }
}
