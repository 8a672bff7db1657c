//! The templates that are shipped.
//!
//! `positions/learned/templates.txt` is text, a template a line: the row of its stone, the other
//! stones, a colon, the carrier; points are COLUMN/ROW, columns to the right of the stone, rows up
//! from the edge, which is row 0. A line with `#` is a comment; the first names the format.
//!
//! A template has the numeral of its row and a number: those with fewer stones come first, then
//! those with fewer cells.

use super::edge_template::{EdgeTemplate, NotATemplate, place_along};
use crate::base::shipped::checked;
use crate::hex::{Cell, CellSet, Chains, Edge};
use std::sync::OnceLock;

/// The format of the file.
pub const FORMAT: &str = "mustplay-templates/1";

/// All that are shipped, in the order of their names.
pub fn library() -> &'static [EdgeTemplate] {
    static ALL: OnceLock<Vec<EdgeTemplate>> = OnceLock::new();
    ALL.get_or_init(|| {
        let text = include_str!("../../../positions/learned/templates.txt");
        checked("positions/learned/templates.txt", read(text))
    })
}

/// The templates in the text of a file, in the order of their names.
pub fn read(text: &str) -> Result<Vec<EdgeTemplate>, NotATemplate> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut all: Vec<EdgeTemplate> = lines.map(str::parse).collect::<Result<_, _>>()?;
    all.sort_by_cached_key(|one| {
        let (stones, cells) = (one.others.len(), one.carrier.len());
        (one.row, stones, cells, one.clone())
    });
    Ok(all)
}

/// The name of a template of the library, such as IV-2.
pub fn name(template: &EdgeTemplate) -> Option<String> {
    let of_row = || library().iter().filter(|one| one.row == template.row);
    let place = of_row().position(|one| one == template)?;
    Some(format!("{}-{}", numeral(template.row), place + 1))
}

/// The template of this name.
pub fn named(text: &str) -> Option<&'static EdgeTemplate> {
    let (row, number) = text.split_once('-')?;
    let number: usize = number.parse().ok()?;
    let row = row.to_ascii_uppercase();
    let mut of_row = library().iter().filter(|one| numeral(one.row) == row);
    of_row.nth(number.checked_sub(1)?)
}

/// The template that joins a stone to an edge in exactly these empty cells, if there is one.
pub fn recognised<const W: usize>(
    chains: &Chains<W>,
    stone: Cell,
    edge: Edge,
    carrier: CellSet<W>,
) -> Option<&'static EdgeTemplate> {
    let (size, empty) = (chains.size(), chains.empty());
    let own = chains.stones(edge.colour());
    let (column, row) = place_along(size, edge, stone);
    let mut of_row = library().iter().filter(|one| one.row == row + 1);
    of_row.find(|one| {
        let turned = [(*one).clone(), one.mirrored()];
        let mut placed = turned.iter().filter_map(|one| one.fit(size, edge, column));
        placed.any(|one| one.holds(empty, own) && one.carrier & empty == carrier)
    })
}

/// A row as a Roman numeral.
pub fn numeral(row: usize) -> String {
    let (tens, ones) = (row / 10, row % 10);
    let ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][ones];
    "X".repeat(tens) + ones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_has_its_name() {
        assert!(!library().is_empty());
        for one in library() {
            let name = name(one).expect("a name");
            assert_eq!(named(&name), Some(one));
            assert_eq!(named(&name.to_ascii_lowercase()), Some(one));
            assert_eq!(one.clone().canonical(), *one, "{name} is its mirror image");
            let others = library().iter().filter(|other| *other != one);
            let mut turned = others.flat_map(|other| [other.clone(), other.mirrored()]);
            assert!(!turned.any(|other| one.is_served_by(&other)), "{name}");
        }
        assert_eq!([named("IV"), named("IV-0"), named("I-1")], [None; 3]);
    }

    #[test]
    fn numerals() {
        assert_eq!(
            [1, 4, 9, 14, 19].map(numeral),
            ["I", "IV", "IX", "XIV", "XIX"]
        );
    }
}
