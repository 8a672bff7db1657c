//! What can be laid over a drawing of a board: energies, potentials, mustplay, filled cells,
//! connections.

use super::explain::connection_words;
use crate::base::parameter::shortened;
use crate::hex::draw::{CellMark, Tint};
use crate::hex::{Board, BoardSize, Cell, Colour, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions, RankedMove};
use crate::knowledge::inferior::{FillKind, Inferior, InferiorOptions};
use crate::solver::{
    ConnectionQuestion, Joining, NoQuestion, connection, connection_by_rules, short_limits,
};
use crate::think::Observer;
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
    /// Whether two ends are connected, and the cells needed.
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
    /// that the board does not have, or ends that are not connected.
    pub fn marks(
        &self,
        board: &Board,
        options: AnalysisOptions,
        observer: &dyn Observer,
    ) -> Result<Vec<CellMark>, String> {
        let narrow = || board.with_connections().map_err(|why| why.to_string());
        let analyse = || narrow().map(|board| Analysis::new(&board, options));
        Ok(match self {
            Self::Energy => energy(&analyse()?),
            Self::TwoDistance => potentials(&analyse()?),
            Self::Mustplay => {
                let must = analyse()?.mustplay().iter();
                must.map(|cell| mark(cell, Tint::Good, 0.6, String::new()))
                    .collect()
            }
            Self::Inferior => inferior(&narrow()?, options.inferior),
            Self::Connection(from, to) => joining(board, [from, to], observer)?,
        })
    }
}

type WidestAnalysis = Analysis<{ BoardSize::WORDS_WITH_CONNECTIONS }>;

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

fn inferior(
    board: &Position<{ BoardSize::WORDS_WITH_CONNECTIONS }>,
    options: InferiorOptions,
) -> Vec<CellMark> {
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

/// The cells that joining two ends needs.
fn joining(
    board: &Board,
    names: [&str; 2],
    observer: &dyn Observer,
) -> Result<Vec<CellMark>, String> {
    let size = board.size();
    let read = |text: &str| {
        let end = size.read_end(text);
        end.map_err(|error| format!("{}: {error}", shortened(text)))
    };
    let ends = [read(names[0])?, read(names[1])?];
    let colour = ConnectionQuestion::colour(board, ends).unwrap_or(board.to_move());
    let answer = match connection(board, ends, colour, short_limits(), observer) {
        Err(NoQuestion::Over) => connection_by_rules(board, ends, colour, observer),
        answer => answer,
    };
    let answer = answer.map_err(|why| why.to_string())?;
    let (tint, key) = match answer.joining {
        Joining::Connected => (Tint::Good, None),
        Joining::First { joins, .. } => (Tint::Cool, Some(joins)),
        Joining::Apart | Joining::Open => {
            let words = connection_words(size, colour, ends, &answer);
            return Err(words.trim_end_matches('.').to_owned());
        }
    };
    let text = |cell| if key == Some(cell) { "key" } else { "" };
    let marks = answer.carrier.iter();
    Ok(marks
        .map(|cell| mark(cell, tint, 0.7, text(cell).to_owned()))
        .collect())
}
