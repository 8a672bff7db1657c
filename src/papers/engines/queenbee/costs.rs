//! The costs of moves in SEX search, by category: the tables of van Rijswijck 2000, learned costs
//! ([`crate::papers::experiments::queenbee`]), or others.
//!
//! As text there is a line for each category, `KIND CATEGORY COST`, the cost in plies; `#` begins a
//! comment. The kinds are `badness`, with categories from -4 to 8 (formula 6.1), and `tension`,
//! with categories from 0 to 8. Categories beyond these have the cost of the last.

use super::options::{QueenbeeOptions, Weights};
use crate::base::shipped::checked;
use crate::search::alpha_beta::PLY;
use std::fmt::Write as _;
use std::sync::LazyLock;
use thiserror::Error;

/// The first category of badness.
const FIRST: i64 = -4;

/// The number of categories of badness.
const BADNESS: usize = 13;

/// The number of categories of tension.
const TENSION: usize = 9;

/// The least and the largest cost, in hundredths of a ply. Without the least, a search might not
/// end.
const BOUNDS: (i32, i32) = (1, 10_000);

/// The kinds of categories, each with its first category and their number.
const KINDS: [(&str, i64, usize); 2] = [("badness", FIRST, BADNESS), ("tension", 0, TENSION)];

/// Costs in hundredths of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// By badness, category -4 first.
    pub badness: [i32; BADNESS],
    /// By tension, category 0 first.
    pub tension: [i32; TENSION],
}

/// Why a text is not a table of costs.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CostsError {
    /// A line is invalid.
    #[error("line {0} is not a cost")]
    Line(usize),
    /// A category has two costs.
    #[error("line {0} repeats a cost")]
    Again(usize),
    /// A category has none.
    #[error("no cost of {0} {1}")]
    Missing(&'static str, i64),
}

impl Costs {
    /// Good moves cost less than a ply (Tables 7.3 and 7.6).
    pub const EXTENSIONS: Self = Self {
        badness: [50, 50, 50, 50, 50, 100, 100, 100, 100, 100, 100, 100, 100],
        tension: [100, 100, 70, 50, 40, 30, 20, 10, 10],
    };

    /// Bad moves cost more than a ply (Tables 7.3 and 7.6).
    pub const REDUCTIONS: Self = Self {
        badness: [
            100, 100, 100, 100, 100, 200, 300, 400, 500, 600, 700, 800, 900,
        ],
        tension: [300, 250, 200, 150, 100, 100, 100, 100, 100],
    };

    /// The learned costs shipped with the program.
    pub fn learned() -> Self {
        static SHIPPED: LazyLock<Costs> = LazyLock::new(|| {
            let text = include_str!("../../../../positions/learned/categories.txt");
            checked("positions/learned/categories.txt", Costs::read(text))
        });
        *SHIPPED
    }

    /// Costs in plies for the categories of either kind, lowest first; the last applies to all
    /// further ones.
    pub fn given(plies: &[f64]) -> Self {
        let cost = |place: usize| {
            let plies = plies.get(place).or(plies.last()).copied();
            hundredths(plies.unwrap_or(1.0))
        };
        Self {
            badness: std::array::from_fn(cost),
            tension: std::array::from_fn(cost),
        }
    }

    /// The costs selected by these options.
    pub fn of(options: &QueenbeeOptions) -> Self {
        match options.sex_weights {
            Weights::Extensions => Self::EXTENSIONS,
            Weights::Reductions => Self::REDUCTIONS,
            Weights::Learned => Self::learned(),
            Weights::Given => Self::given(&options.sex_costs),
        }
    }

    /// Reads costs.
    pub fn read(text: &str) -> Result<Self, CostsError> {
        let mut found = KINDS.map(|(_, _, count)| vec![None; count]);
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            if line.trim().is_empty() {
                continue;
            }
            let (kind, place, cost) = entry(line).ok_or(CostsError::Line(number + 1))?;
            if found[kind][place].replace(cost).is_some() {
                return Err(CostsError::Again(number + 1));
            }
        }
        let cost = |kind: usize, place: usize| {
            let (name, first, _) = KINDS[kind];
            let category = (first..).nth(place).unwrap_or(first);
            found[kind][place].ok_or(CostsError::Missing(name, category))
        };
        let mut costs = Self::REDUCTIONS;
        for (place, one) in costs.badness.iter_mut().enumerate() {
            *one = cost(0, place)?;
        }
        for (place, one) in costs.tension.iter_mut().enumerate() {
            *one = cost(1, place)?;
        }
        Ok(costs)
    }

    /// The costs as text, with a comment for each.
    pub fn text(&self, remark: impl Fn(&str, usize) -> String) -> String {
        let mut text = String::new();
        let costs = [&self.badness[..], &self.tension];
        for ((kind, first, _), costs) in KINDS.iter().zip(costs) {
            for (place, (category, &cost)) in (*first..).zip(costs).enumerate() {
                let plies = f64::from(cost) / f64::from(PLY);
                let remark = remark(kind, place);
                let _ = writeln!(text, "{kind} {category} {plies:.2} # {remark}");
            }
        }
        text
    }

    /// The index of a category of badness.
    pub fn by_badness(category: i64) -> usize {
        let place = usize::try_from(category.max(FIRST) - FIRST);
        place.unwrap_or_default().min(BADNESS - 1)
    }

    /// The index of a tension; the last if it is infinite.
    pub fn by_tension(tension: Option<u32>) -> usize {
        let place = tension.map_or(TENSION, |tension| tension as usize);
        place.min(TENSION - 1)
    }
}

/// A cost in plies as hundredths.
pub fn hundredths(plies: f64) -> i32 {
    let (least, most) = BOUNDS;
    ((plies * f64::from(PLY)).round() as i32).clamp(least, most)
}

/// A line's kind, category (both as indices) and cost.
fn entry(line: &str) -> Option<(usize, usize, i32)> {
    let mut words = line.split_whitespace();
    let (name, category, plies) = (words.next()?, words.next()?, words.next()?);
    let kind = KINDS.iter().position(|&(kind, _, _)| kind == name)?;
    let (_, first, count) = KINDS[kind];
    let place = usize::try_from(category.parse::<i64>().ok()?.checked_sub(first)?).ok()?;
    let plies = plies.parse::<f64>().ok()?;
    let is_cost = (0.01..=100.0).contains(&plies) && place < count && words.next().is_none();
    is_cost.then(|| (kind, place, hundredths(plies)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_written_and_read() {
        for costs in [Costs::EXTENSIONS, Costs::REDUCTIONS, Costs::learned()] {
            let text = format!("# costs\n\n{}", costs.text(|_, _| "as given".to_owned()));
            assert_eq!(Costs::read(&text), Ok(costs), "{text}");
        }
    }

    #[test]
    fn errors_say_why_a_file_has_no_costs() {
        let text = Costs::REDUCTIONS.text(|_, _| String::new());
        for wrong in [
            "badness",
            "badness 1",
            "badness 1 x",
            "badness 1 0",
            "badness 1 NaN",
            "badness 1 101",
            "badness 9 1",
            "badness -5 1",
            "tension -1 1",
            "tension 9 1",
            "badness 1 1 1",
            "gain 1 1",
            "badness 9223372036854775807 1",
        ] {
            assert_eq!(
                Costs::read(&format!("{wrong}\n{text}")),
                Err(CostsError::Line(1)),
                "{wrong}"
            );
        }
        let again = format!("{text}tension 3 1");
        assert_eq!(Costs::read(&again), Err(CostsError::Again(23)));
        let missing = text.replace("badness -2", "# badness -2");
        assert_eq!(
            Costs::read(&missing),
            Err(CostsError::Missing("badness", -2))
        );
        let why = Costs::read("").unwrap_err().to_string();
        assert_eq!(why, "no cost of badness -4");
    }

    #[test]
    fn what_is_shipped_can_be_read() {
        let text = include_str!("../../../../positions/learned/categories.txt");
        let costs = Costs::read(text).unwrap();
        assert_ne!(costs, Costs::REDUCTIONS);
    }

    #[test]
    fn what_is_beyond_the_categories_goes_with_the_last() {
        let badness = [i64::MIN, -5, -4, 0, 8, 9, u32::MAX.into()].map(Costs::by_badness);
        assert_eq!(badness, [0, 0, 0, 4, 12, 12, 12]);
        let tension = [Some(0), Some(8), Some(12), None].map(Costs::by_tension);
        assert_eq!(tension, [0, 8, 8, 8]);
        let given = Costs::given(&[0.5, 2.25]);
        assert_eq!((given.badness[0], given.badness[12]), (50, 225));
        assert_eq!((given.tension[1], given.tension[8]), (225, 225));
    }
}
