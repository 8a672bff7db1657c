//! The templates of one pattern.

use super::dual::Dual;
use super::pattern::Pattern;
use super::window::{Cells, Ended, TemplateWindow};
use crate::knowledge::template::EdgeTemplate;
use crate::think::Observer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A minimal template.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FoundTemplate {
    /// The template, one of two mirror images.
    pub template: EdgeTemplate,
    /// Whether the rules of connections find it in its carrier.
    pub composed: bool,
}

/// The result of a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchedPattern {
    /// The pattern.
    pub pattern: Pattern,
    /// Its minimal templates that the rules compose.
    pub composed: Vec<String>,
    /// Those that the rules do not compose.
    pub kept: Vec<String>,
    /// The number of maximal sets of cells that are not carriers.
    pub refuted: usize,
    /// Positions solved.
    pub solved: u64,
    /// Nodes of the solver.
    pub nodes: u64,
}

impl SearchedPattern {
    /// The templates that were found.
    pub fn found(&self) -> Vec<FoundTemplate> {
        let read = |lines: &[String], composed| {
            let templates = lines.iter().filter_map(|line| line.parse().ok());
            let found = templates.map(|template| FoundTemplate { template, composed });
            found.collect::<Vec<_>>()
        };
        [read(&self.composed, true), read(&self.kept, false)].concat()
    }
}

/// All minimal templates of a pattern that need all of its stones; `None` if its window is too wide
/// or the observer stopped the search.
pub fn search(pattern: &Pattern, observer: &dyn Observer) -> Option<SearchedPattern> {
    let mut window = TemplateWindow::new(pattern)?;
    let (minimal, refuted) = if window.is_joined() {
        (Vec::new(), 0)
    } else {
        minimal(&mut window, observer).ok()?
    };
    let mut found = BTreeSet::new();
    for cells in minimal {
        let needs_all =
            pattern.others.is_empty() || window.carrier(cells, false, observer).ok()?.is_none();
        if needs_all {
            found.insert(FoundTemplate {
                template: window.template(cells).canonical(),
                composed: window.is_composed(cells),
            });
        }
    }
    let lines = |composed| {
        let some = found.iter().filter(|one| one.composed == composed);
        some.map(|one| one.template.to_string()).collect()
    };
    Some(SearchedPattern {
        pattern: pattern.clone(),
        composed: lines(true),
        kept: lines(false),
        refuted,
        solved: window.solved,
        nodes: window.nodes,
    })
}

/// The minimal carriers, and the number of maximal sets that are not carriers.
fn minimal(
    window: &mut TemplateWindow,
    observer: &dyn Observer,
) -> Result<(Vec<Cells>, usize), Ended> {
    let (all, mirror) = (window.all(), window.mirror());
    let mut question = |cells| window.carrier(cells, true, observer);
    let mut dual = Dual::new(all, mirror, &mut question);
    dual.complete()?;
    let refuted = dual.maximal.len();
    Ok((dual.minimal, refuted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::NoObserver;

    fn searched(row: usize, others: &[(isize, usize)], reach: usize) -> SearchedPattern {
        let pattern = Pattern {
            row,
            others: others.iter().copied().collect(),
            reach,
            above: false,
        };
        search(&pattern, &NoObserver).expect("a window that fits")
    }

    /// One stone: the bridge, the two templates of the third row, and the two of the fourth.
    #[test]
    fn one_stone_has_the_templates_that_are_known() {
        for (row, cells) in [(2, vec![2]), (3, vec![8, 10]), (4, vec![19, 22])] {
            let found = searched(row, &[], 2).found();
            let mut sizes: Vec<usize> =
                found.iter().map(|one| one.template.carrier.len()).collect();
            sizes.sort_unstable();
            assert_eq!(sizes, cells, "row {row}");
        }
    }

    /// Two searches give the same result, and mirror images the same templates.
    #[test]
    fn a_search_repeats() {
        let one = searched(3, &[(-2, 1)], 2);
        assert_eq!(searched(3, &[(-2, 1)], 2), one);
        // The mirror image of (-2, 1) lies one row below the stone: -1 - -2.
        let turned = searched(3, &[(1, 1)], 2);
        let templates = |searched: &SearchedPattern| -> BTreeSet<FoundTemplate> {
            searched.found().into_iter().collect()
        };
        assert_eq!(templates(&turned), templates(&one));
        assert!(!one.found().is_empty());
    }

    #[test]
    fn what_is_too_wide_or_ended_is_not_searched() {
        let pattern = Pattern {
            row: 4,
            others: BTreeSet::new(),
            reach: 15,
            above: false,
        };
        assert_eq!(search(&pattern, &NoObserver), None);
    }
}
