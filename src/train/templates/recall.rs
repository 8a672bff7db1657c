//! How many templates the connections of players report.
//!
//! A template is placed on a board of 11x11, on any side, itself or its mirror image, with stones
//! of both colours around it, up to four in ten cells. It is reported if its stone has a full to
//! the edge: the template, something smaller, or others that make it unnecessary.

use crate::hex::{BoardSize, Colour, Edge, End, Position};
use crate::knowledge::connect::{ConnectOptions, Connections};
use crate::knowledge::template::EdgeTemplate;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Columns and rows of the board.
const SIZE: usize = 11;

/// Counts of placed and reported templates.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Recall {
    /// Placed.
    pub placed: usize,
    /// Reported.
    pub reported: usize,
    /// Reported by the rules alone.
    pub by_rules: usize,
}

impl Recall {
    /// Places a template at random this many times, unless it is wider than the board.
    pub fn of(template: &EdgeTemplate, times: usize, seed: u64) -> Self {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut recall = Self::default();
        for _ in 0..times {
            if let Some([reported, by_rules]) = reported(template, &mut chance) {
                recall.placed += 1;
                recall.reported += usize::from(reported);
                recall.by_rules += usize::from(by_rules);
            }
        }
        recall
    }

    /// The counts as columns of a table.
    pub fn counts(&self) -> String {
        format!(
            "{:>6} {:>8} {:>8}",
            self.placed, self.reported, self.by_rules
        )
    }
}

impl std::ops::AddAssign for Recall {
    fn add_assign(&mut self, other: Self) {
        self.placed += other.placed;
        self.reported += other.reported;
        self.by_rules += other.by_rules;
    }
}

/// Whether a placed template is reported, with known templates and without.
fn reported(template: &EdgeTemplate, chance: &mut StdRng) -> Option<[bool; 2]> {
    let size = BoardSize::square(SIZE).ok()?;
    let turned = if chance.random_bool(0.5) {
        template.mirrored()
    } else {
        template.clone()
    };
    let edge = Edge::ALL[chance.random_range(0..Edge::ALL.len())];
    let places: Vec<_> = (0..SIZE)
        .filter_map(|column| turned.fit::<2>(size, edge, column))
        .collect();
    if places.is_empty() {
        return None;
    }
    let placed = places[chance.random_range(0..places.len())];
    let colour = edge.colour();
    let mut position = Position::<2>::new(size);
    for stone in placed.others.with(placed.stone) {
        position.place(colour, stone);
    }
    let crowd = f64::from(chance.random_range(0..=4)) / 10.0;
    for cell in position.empty() - placed.carrier {
        if chance.random_bool(crowd) {
            position.place(Colour::ALL[usize::from(chance.random_bool(0.5))], cell);
        }
    }
    let known = ConnectOptions::default();
    let rules = ConnectOptions {
        templates: false,
        ..known
    };
    Some([known, rules].map(|options| {
        let connections = Connections::new(&position, colour, options);
        let of = |end| connections.end_of(end);
        let ends = of(placed.stone.into()).zip(of(End::edge(size, edge)));
        ends.is_some_and(|(x, y)| x == y || !connections.fulls(x, y).is_empty())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::template::library;

    #[test]
    fn what_is_shipped_is_reported() {
        let mut all = Recall::default();
        for (number, template) in library().iter().enumerate() {
            all += Recall::of(template, 3, number as u64);
        }
        assert!(all.placed > 2 * library().len(), "{all:?}");
        assert_eq!(all.reported, all.placed, "{all:?}");
        assert!(all.by_rules < all.reported, "{all:?}");
        let [one, again] = [0; 2].map(|seed| Recall::of(&library()[0], 5, seed));
        assert_eq!(one, again);
    }
}
