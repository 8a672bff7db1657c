//! What can be laid over a drawing of a board: energies, potentials, mustplay, filled cells,
//! connections.

use super::{Analysis, AnalysisOptions, RankedMove};
use crate::base::parameter::shortened;
use crate::hex::draw::{CellMark, Tint};
use crate::hex::{Board, BoardSize, Cell, CellSet, Colour, Edge, End};
use crate::knowledge::connect::{ConnectOptions, Connections};
use crate::knowledge::inferior::{FillKind, Inferior, InferiorOptions};
use std::str::FromStr;

/// The overlays of a drawn board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// The power of each move worth considering.
    Energy,
    /// Total potentials by two-distances.
    TwoDistance,
    /// The mustplay.
    Mustplay,
    /// Filled cells, and moves that need not be considered.
    Inferior,
    /// The smallest connection between two ends.
    Connection(String, String),
}

impl FromStr for Overlay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text
            .strip_prefix("vc:")
            .and_then(|ends| ends.split_once('-'));
        match (text, ends) {
            ("energy", _) => Ok(Self::Energy),
            ("twod", _) => Ok(Self::TwoDistance),
            ("mustplay", _) => Ok(Self::Mustplay),
            ("inferior", _) => Ok(Self::Inferior),
            (_, Some((from, to))) => Ok(Self::Connection(from.to_owned(), to.to_owned())),
            _ => Err(
                "one of energy, twod, mustplay, inferior, vc:END-END (such as vc:a1-north)"
                    .to_owned(),
            ),
        }
    }
}

impl Overlay {
    /// The marks for a board, analysed with these options; an error if the overlay names an end
    /// that the board does not have.
    pub fn marks(&self, board: &Board, options: AnalysisOptions) -> Result<Vec<CellMark>, String> {
        let analyse = || Analysis::new(board, options);
        Ok(match self {
            Self::Energy => energy(&analyse()),
            Self::TwoDistance => potentials(&analyse()),
            Self::Mustplay => {
                let must = analyse().mustplay().iter();
                must.map(|cell| mark(cell, Tint::Good, 0.6, String::new()))
                    .collect()
            }
            Self::Inferior => inferior(board, options.inferior),
            Self::Connection(from, to) => connection(board, from, to, options.connections)?,
        })
    }
}

type WidestAnalysis = Analysis<{ BoardSize::MOST_WORDS }>;

fn mark(cell: Cell, tint: Tint, strength: f64, text: String) -> CellMark {
    CellMark {
        cell,
        tint,
        strength,
        text,
    }
}

fn energy(analysis: &WidestAnalysis) -> Vec<CellMark> {
    let ranking = analysis.ranking();
    let most = ranking.first().map_or(1.0, |best| best.energy.max(1e-9));
    let one = |ranked: &RankedMove| {
        let share = ranked.energy / most;
        mark(
            ranked.cell,
            Tint::Warm,
            share,
            format!("{:.0}", share * 100.0),
        )
    };
    ranking.iter().map(one).collect()
}

fn potentials(analysis: &WidestAnalysis) -> Vec<CellMark> {
    let two = analysis.two_distance();
    let one = |cell: Cell| {
        let total = two.total(cell)?;
        let badness = f64::from(two.badness(cell)?);
        Some(mark(
            cell,
            Tint::Warm,
            1.0 / (1.0 + badness),
            total.to_string(),
        ))
    };
    analysis.board().empty().iter().filter_map(one).collect()
}

fn inferior(board: &Board, options: InferiorOptions) -> Vec<CellMark> {
    let size = board.size();
    let found = Inferior::new(board, options);
    let mut marks = Vec::new();
    for kind in FillKind::ALL {
        for colour in Colour::ALL {
            let tint = if colour == Colour::Black {
                Tint::Black
            } else {
                Tint::White
            };
            let cells = found.filled(kind, colour).iter();
            marks.extend(cells.map(|cell| mark(cell, tint, 0.7, kind.code(colour).to_owned())));
        }
    }
    let pruned = found.pruned().iter();
    marks.extend(pruned.map(|&(cell, why)| mark(cell, Tint::Dull, 0.6, why.code(size))));
    marks
}

/// Connections of the real board: filled cells would hide which chains are joined.
fn connection(
    board: &Board,
    from: &str,
    to: &str,
    options: ConnectOptions,
) -> Result<Vec<CellMark>, String> {
    let size = board.size();
    let read = |text: &str| match text.parse::<Edge>() {
        Ok(edge) => Ok((End::edge(size, edge), Some(edge.colour()))),
        Err(_) => size
            .read(text)
            .map(|cell| (End::cell(cell), board.at(cell)))
            .map_err(|error| format!("{}: {error}", shortened(text))),
    };
    let ((x, x_colour), (y, y_colour)) = (read(from)?, read(to)?);
    let colour = x_colour.or(y_colour).unwrap_or(board.to_move());
    let connections = Connections::new(board, colour, options);
    let end = |end: End, name: &str| {
        let found = connections.end_of(end);
        found.ok_or(format!("{name} is not an end of {colour}"))
    };
    let (x, y) = (end(x, from)?, end(y, to)?);
    if x == y {
        return Err(format!("{from} and {to} are connected by stones"));
    }
    let smallest = |list: Vec<_>| list.into_iter().min_by_key(CellSet::len);
    let full = smallest(connections.fulls(x, y));
    let found = full.or_else(|| smallest(connections.semis(x, y)));
    let carrier = found.ok_or(format!(
        "no connection of {colour} is known from {from} to {to}"
    ))?;
    let (tint, keys) = match full {
        Some(_) => (Tint::Good, Vec::new()),
        None => (Tint::Cool, connections.keys(x, y, carrier)),
    };
    let text = |cell| {
        if keys.first() == Some(&cell) {
            "key"
        } else {
            ""
        }
    };
    let marks = carrier.iter();
    Ok(marks
        .map(|cell| mark(cell, tint, 0.7, text(cell).to_owned()))
        .collect())
}
