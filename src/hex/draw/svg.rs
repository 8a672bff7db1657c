//! A board as an SVG picture, for pages and documents.

use super::{CellMark, Picture, Tint};
use crate::hex::{Board, BoardSize, Cell, Colour, Edge, letters};
use std::fmt::Write;

/// The distance from a cell's centre to its corners.
const RADIUS: f64 = 20.0;
/// The distance from a cell's centre to its sides: `RADIUS` times cos 30°.
const APOTHEM: f64 = 17.320_508;
/// The margin around the board, for the coordinates.
const MARGIN: f64 = 30.0;

/// The height of a title above a board.
const TITLE: f64 = 12.0;

/// The distance between two lines of text on a cell.
const LINE_HEIGHT: f64 = 10.0;

const BOARD: &str = "#f4e3c1";
const LINE: &str = "#8a7350";
const TEXT: &str = "#444444";

/// The fill and the outline of a colour.
fn ink(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Black => ("#1c1c1c", "#000000"),
        Colour::White => ("#fdfdfd", "#555555"),
    }
}

/// The centre of a cell.
fn middle(column: usize, row: usize) -> (f64, f64) {
    let (column, row) = (column as f64, row as f64);
    (
        MARGIN + APOTHEM * (2.0 * column + row + 1.0),
        MARGIN + RADIUS * (1.5 * row + 1.0),
    )
}

/// The corner of a cell `sixths` of a turn clockwise from its upper right one.
fn corner((x, y): (f64, f64), sixths: usize) -> (f64, f64) {
    let (right, down) = [
        (1.0, -0.5),
        (1.0, 0.5),
        (0.0, 1.0),
        (-1.0, 0.5),
        (-1.0, -0.5),
        (0.0, -1.0),
    ][sixths % 6];
    (x + right * APOTHEM, y + down * RADIUS)
}

fn middle_of(size: BoardSize, cell: Cell) -> (f64, f64) {
    middle(size.column(cell), size.row(cell))
}

fn points(corners: impl Iterator<Item = (f64, f64)>) -> String {
    corners
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Draws a board, with marks on its cells, as a whole SVG file.
pub fn svg(picture: &Picture, marks: &[CellMark]) -> String {
    let size = picture.board.size();
    let mut out = opening(extent(size), &format!("Hex, {size}"));
    drawing(&mut out, picture, marks);
    out.push_str("</svg>\n");
    out
}

/// Draws boards side by side, so many in a row, each with a title above it, as a whole SVG file.
pub fn svg_sheet(title: &str, drawings: &[TitledDrawing], in_a_row: usize) -> String {
    let extents = drawings.iter().map(|drawing| {
        let (width, height) = extent(drawing.picture.board.size());
        (width, height + TITLE)
    });
    let widest = extents
        .clone()
        .fold(0.0, |most: f64, (width, _)| most.max(width));
    let tall = |row: &[(f64, f64)]| row.iter().fold(0.0, |most: f64, &(_, high)| most.max(high));
    let extents: Vec<(f64, f64)> = extents.collect();
    let in_a_row = in_a_row.max(1);
    let heights: Vec<f64> = extents.chunks(in_a_row).map(tall).collect();
    let width = widest * in_a_row.min(drawings.len()) as f64;
    let mut out = opening((width, heights.iter().sum()), title);
    let mut y = 0.0;
    for (row, height) in drawings.chunks(in_a_row).zip(heights) {
        for (number, drawing) in row.iter().enumerate() {
            let x = widest * number as f64;
            let _ = writeln!(out, "<g transform=\"translate({x:.0} {y:.0})\">");
            title_above(&mut out, drawing);
            let _ = writeln!(out, "<g transform=\"translate(0 {TITLE})\">");
            self::drawing(&mut out, &drawing.picture, &drawing.marks);
            out.push_str("</g>\n</g>\n");
        }
        y += height;
    }
    out.push_str("</svg>\n");
    out
}

/// A board of a sheet.
pub struct TitledDrawing<'a> {
    /// What stands above it.
    pub title: String,
    /// The board.
    pub picture: Picture<'a>,
    /// The marks on its cells.
    pub marks: Vec<CellMark>,
}

fn title_above(out: &mut String, drawing: &TitledDrawing) {
    let title = drawing.title.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        out,
        "<text x=\"6\" y=\"14\" text-anchor=\"start\" font-weight=\"bold\">{title}</text>"
    );
}

/// Width and height of a drawn board.
fn extent(size: BoardSize) -> (f64, f64) {
    let (right, bottom) = middle(size.width() - 1, size.height() - 1);
    (right + APOTHEM + MARGIN, bottom + RADIUS + MARGIN)
}

/// How a file of this width and height begins.
fn opening((width, height): (f64, f64), title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"13\" \
         text-anchor=\"middle\">\n<title>{title}</title>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#ffffff\"/>\n"
    )
}

fn drawing(out: &mut String, picture: &Picture, marks: &[CellMark]) {
    let size = picture.board.size();
    cells(out, size);
    tints(out, size, marks);
    for edge in Edge::ALL {
        border(out, size, edge);
    }
    labels(out, size);
    stones(out, picture.board);
    texts(out, size, marks);
    if let Some(last) = picture.last {
        let (x, y) = middle_of(size, last);
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#d04020\"/>"
        );
    }
}

fn cells(out: &mut String, size: BoardSize) {
    let _ = writeln!(out, "<g fill=\"{BOARD}\" stroke=\"{LINE}\">");
    for cell in size.all() {
        let at = middle_of(size, cell);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\"/>",
            points((0..6).map(|n| corner(at, n)))
        );
    }
    out.push_str("</g>\n");
}

/// The tinted cells.
fn tints(out: &mut String, size: BoardSize, marks: &[CellMark]) {
    for mark in marks {
        let paint = match mark.tint {
            Tint::Good => "#3f9b4f",
            Tint::Cool => "#4f7fc0",
            Tint::Warm => "#d8502c",
            Tint::Dull => "#808080",
            Tint::Black => ink(Colour::Black).0,
            Tint::White => ink(Colour::White).0,
        };
        let at = middle_of(size, mark.cell);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{paint}\" fill-opacity=\"{:.2}\"/>",
            points((0..6).map(|n| corner(at, n))),
            mark.strength.clamp(0.0, 1.0)
        );
    }
}

/// The texts of marks.
fn texts(out: &mut String, size: BoardSize, marks: &[CellMark]) {
    for mark in marks.iter().filter(|mark| !mark.text.is_empty()) {
        let (x, y) = middle_of(size, mark.cell);
        let text = mark.text.replace('&', "&amp;").replace('<', "&lt;");
        let lines: Vec<&str> = text.lines().collect();
        let first = y + 3.5 - LINE_HEIGHT * (lines.len() - 1) as f64 / 2.0;
        let paint = if mark.tint == Tint::Black && mark.strength >= 0.5 {
            "#ffffff"
        } else {
            TEXT
        };
        for (number, line) in lines.into_iter().enumerate() {
            let y = first + LINE_HEIGHT * number as f64;
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"10\" fill=\"{paint}\">{line}</text>"
            );
        }
    }
}

/// The outer sides of an edge's cells as one thick line in the colour of its owner.
fn border(out: &mut String, size: BoardSize, edge: Edge) {
    let (last_column, last_row) = (size.width() - 1, size.height() - 1);
    let (along, corners): (Vec<(usize, usize)>, [usize; 3]) = match edge {
        Edge::North => (
            (0..=last_column).map(|column| (column, 0)).collect(),
            [4, 5, 0],
        ),
        Edge::South => (
            (0..=last_column).map(|column| (column, last_row)).collect(),
            [3, 2, 1],
        ),
        Edge::West => ((0..=last_row).map(|row| (0, row)).collect(), [4, 3, 2]),
        Edge::East => (
            (0..=last_row).map(|row| (last_column, row)).collect(),
            [5, 0, 1],
        ),
    };
    let line = along.into_iter().flat_map(|(column, row)| {
        let at = middle(column, row);
        corners.map(|n| corner(at, n))
    });
    let (fill, rim) = ink(edge.colour());
    let line = points(line);
    for (stroke, width) in [(rim, 6), (fill, 4)] {
        let _ = writeln!(
            out,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
        );
    }
}

fn labels(out: &mut String, size: BoardSize) {
    let _ = writeln!(out, "<g fill=\"{TEXT}\">");
    let mut label = |(x, y): (f64, f64), text: String| {
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{text}</text>", y + 4.5);
    };
    for column in 0..size.width() {
        let text = letters(column);
        let (x, y) = middle(column, 0);
        label((x - APOTHEM / 2.0, y - RADIUS * 1.6), text.clone());
        let (x, y) = middle(column, size.height() - 1);
        label((x + APOTHEM / 2.0, y + RADIUS * 1.6), text);
    }
    for row in 0..size.height() {
        let text = (row + 1).to_string();
        let (x, y) = middle(0, row);
        label((x - APOTHEM * 1.9, y), text.clone());
        let (x, y) = middle(size.width() - 1, row);
        label((x + APOTHEM * 1.9, y), text);
    }
    out.push_str("</g>\n");
}

fn stones(out: &mut String, board: &Board) {
    for colour in Colour::ALL {
        let (fill, rim) = ink(colour);
        let _ = writeln!(out, "<g fill=\"{fill}\" stroke=\"{rim}\">");
        for cell in board.stones(colour) {
            let (x, y) = middle_of(board.size(), cell);
            let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13.5\"/>");
        }
        out.push_str("</g>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_drawn_once_and_inside() {
        let board: Board = crate::position! { 4 x 3: . B . . / W . B . / . . . W };
        let picture = Picture {
            board: &board,
            last: Some(Cell::new(4)),
        };
        let drawing = svg(&picture, &[]);
        let count = |what: &str| drawing.matches(what).count();
        assert_eq!(
            (count("<polygon"), count("r=\"13.5\""), count("r=\"4\"")),
            (12, 4, 1)
        );
        assert_eq!((count("<polyline"), count("<text")), (8, 14));
        assert_eq!((count("<g "), count("</g>"), count("</svg>")), (4, 4, 1));
        let numbers = |name: &str| -> Vec<f64> {
            let pattern = format!(" {name}=\"");
            let parts = drawing.split(pattern.as_str()).skip(1);
            parts
                .map(|part| part.split('"').next().unwrap().parse().unwrap())
                .collect()
        };
        let (width, height) = (numbers("width")[0], numbers("height")[0]);
        assert!(
            numbers("x")
                .iter()
                .chain(&numbers("cx"))
                .all(|x| (0.0..width).contains(x))
        );
        assert!(
            numbers("y")
                .iter()
                .chain(&numbers("cy"))
                .all(|y| (0.0..height).contains(y))
        );
    }

    #[test]
    fn stones_edges_and_labels_are_where_they_belong() {
        let board: Board = crate::position! { 3 x 2: . B . / W . . };
        let size = board.size();
        let picture = Picture {
            board: &board,
            last: None,
        };
        let drawing = svg(&picture, &[]);
        let (black, white) = (ink(Colour::Black).0, ink(Colour::White).0);
        let group = |fill: &str| {
            drawing
                .split(&format!("<g fill=\"{fill}\""))
                .nth(1)
                .unwrap()
                .split("</g>")
                .next()
                .unwrap()
        };
        let at = |name: &str| middle_of(size, size.read(name).unwrap());
        let circle =
            |name: &str| format!("<circle cx=\"{:.1}\" cy=\"{:.1}\"", at(name).0, at(name).1);
        assert!(group(black).contains(&circle("b1")) && !group(black).contains(&circle("a2")));
        assert!(group(white).contains(&circle("a2")) && !group(white).contains(&circle("b1")));
        // The lines of each colour's edges, rim first: north, south, west, east.
        let lines: Vec<&str> = drawing.split("<polyline points=\"").skip(1).collect();
        let first = |line: &str| {
            line.split([' ', ','])
                .next()
                .unwrap()
                .parse::<f64>()
                .unwrap()
        };
        let inked = |line: &str, fill: &str| line.contains(&format!("stroke=\"{fill}\""));
        assert!(
            inked(lines[1], black)
                && inked(lines[3], black)
                && inked(lines[5], white)
                && inked(lines[7], white)
        );
        assert!((first(lines[5]) - (at("a1").0 - APOTHEM)).abs() < 0.1);
        assert!((first(lines[7]) - at("c1").0).abs() < 0.1);
        for (name, text) in [("a1", "1"), ("a2", "2")] {
            let y = format!("y=\"{:.1}\">{text}</text>", at(name).1 + 4.5);
            assert_eq!(drawing.matches(&y).count(), 2, "{text}");
        }
    }

    #[test]
    fn a_text_of_two_lines_stands_around_the_middle_of_its_cell() {
        let board: Board = crate::position! { 2 x 2: . B / W . };
        let picture = Picture {
            board: &board,
            last: None,
        };
        let mark = CellMark {
            cell: Cell::new(0),
            tint: Tint::Warm,
            strength: 0.5,
            text: "59%\n3k".to_owned(),
        };
        let drawing = svg(&picture, &[mark]);
        let y = |text: &str| -> f64 {
            let before = drawing.split(&format!(">{text}</text>")).next().unwrap();
            let y = before.rsplit(" y=\"").next().unwrap();
            y.split('"').next().unwrap().parse().unwrap()
        };
        let middle = middle_of(board.size(), Cell::new(0)).1 + 3.5;
        assert!((y("3k") - y("59%") - LINE_HEIGHT).abs() < 0.2);
        assert!((y("3k") + y("59%") - 2.0 * middle).abs() < 0.2);
    }

    #[test]
    fn neighbours_share_a_side() {
        let size = BoardSize::square(3).unwrap();
        let at = |name: &str| middle_of(size, size.read(name).unwrap());
        for other in ["b1", "c1", "a2", "c2", "a3", "b3"] {
            let ((x, y), (u, v)) = (at("b2"), at(other));
            assert!(
                ((x - u).hypot(y - v) - 2.0 * APOTHEM).abs() < 1e-3,
                "{other}"
            );
        }
    }
}
