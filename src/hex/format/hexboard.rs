//! The drawings of the HexWiki: `<hexboard size="3x3" contents="R a1 B b2"/>`. Red is Black's side
//! there and joins top and bottom; a size is rows, then columns.

use crate::hex::{BoardSize, Cell, Colour};
use crate::hex::{Event, Game, SwapStyle};

/// What a cell of a drawing shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexboardCell {
    /// The cell.
    pub cell: Cell,
    /// Its stone.
    pub stone: Option<Colour>,
    /// The text on it, without blanks.
    pub label: String,
}

/// A drawing of these cells.
pub fn hexboard(size: BoardSize, cells: &[HexboardCell]) -> String {
    let kinds = [
        ("R", Some(Colour::Black)),
        ("B", Some(Colour::White)),
        ("E", None),
    ];
    let mut groups = Vec::new();
    for (name, stone) in kinds {
        let of = cells.iter().filter(|cell| cell.stone == stone);
        let shown = of.filter(|cell| stone.is_some() || !cell.label.is_empty());
        let words: Vec<String> = shown
            .map(|shown| {
                let cell = size.name(shown.cell);
                match shown.label.as_str() {
                    "" => cell,
                    label => format!("{label}:{cell}"),
                }
            })
            .collect();
        if !words.is_empty() {
            groups.push(format!("{name} {}", words.join(" ")));
        }
    }
    format!(
        "<hexboard size=\"{}x{}\"\n  contents=\"{}\"\n/>",
        size.height(),
        size.width(),
        groups.join(" ")
    )
}

/// A drawing of a game's position: with the numbers of its moves, or a mark on the last.
pub fn hexboard_of(game: &Game, numbered: bool) -> String {
    let size = game.size();
    let mut labels = vec![String::new(); size.cells()];
    if numbered {
        let moves = game
            .events()
            .filter(|event| !matches!(event, Event::Setup(_)));
        for (number, event) in moves.enumerate() {
            match event {
                Event::Place(_, cell) => labels[cell.index()] = (number + 1).to_string(),
                // The stone that was swapped keeps its number.
                Event::Swap(_, SwapStyle::Pieces) => {
                    let before = labels.clone();
                    for cell in size.all() {
                        labels[size.reflect(cell).index()].clone_from(&before[cell.index()]);
                    }
                }
                _ => {}
            }
        }
    } else if let Some(last) = game.last_stone() {
        "*".clone_into(&mut labels[last.index()]);
    }
    let cells = size.all().zip(labels).map(|(cell, label)| {
        let stone = game.board().at(cell);
        HexboardCell {
            cell,
            stone,
            // A stone may have been taken off since.
            label: stone.map_or(String::new(), |_| label),
        }
    });
    hexboard(size, &cells.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_and_labels_are_listed_by_kind() {
        let show = |cell, stone, label: &str| HexboardCell {
            cell: Cell::new(cell),
            stone,
            label: label.to_owned(),
        };
        let cells = [
            show(0, Some(Colour::Black), ""),
            show(1, Some(Colour::White), "2"),
            show(3, None, "*"),
            show(4, Some(Colour::Black), "1"),
            show(5, None, ""),
        ];
        assert_eq!(
            hexboard(BoardSize::new(3, 2).unwrap(), &cells),
            "<hexboard size=\"2x3\"\n  contents=\"R a1 1:b2 B 2:b1 E *:a2\"\n/>"
        );
        let link = "#3,b1:sc3a1,b2";
        let game = |moves| {
            let settings = crate::hex::format::ReadSettings {
                moves,
                ..Default::default()
            };
            crate::hex::format::read(link.as_bytes(), settings).unwrap()
        };
        let drawn = hexboard_of(&game(None), false);
        assert!(drawn.contains("\"R c3 B *:a1 a2\""), "{drawn}");
        let drawn = hexboard_of(&game(Some(5)), true);
        assert!(drawn.contains("\"R 5:b2 3:c3 B 4:a1 1:a2\""), "{drawn}");
        assert!(hexboard(BoardSize::USUAL, &[]).contains("\"11x11\"\n  contents=\"\""));
    }
}
