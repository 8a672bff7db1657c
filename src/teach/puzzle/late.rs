//! Late positions: no analysis decides them, some moves win, others that the network prefers lose,
//! and which is which is proved. They measure how well a player plays the end of a game
//! ([`LatePosition::wins`]).
//!
//! A game is gone through from its last undecided position backwards until the solver cannot settle
//! one. The earliest of the positions that are [`Wanted`] are taken, a few of each game and some
//! moves apart.

use super::Unknown;
use crate::at_width;
use crate::hex::AnyCells;
use crate::hex::record::{self, PositionRecord, WrongFormat, check_format, names};
use crate::hex::{Board, Cell, CellSet, Position};
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::network::{Evaluator, Quantised};
use crate::solver::{ProofResult, ProveOptions, Solver};
use crate::think::{Limits, Observer, WorkKind};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// The name of the format.
pub const FORMAT: &str = "mustplay-late/1";

/// Of so many moves that the network likes most, so many have to lose.
const LIKED: usize = 5;
const LOSING: usize = 2;

/// The most positions of one game, and so many moves are between two of them at least.
const OF_A_GAME: usize = 3;
const APART: usize = 4;

/// At most this part of all moves may win.
const WINNING_PART: usize = 3;

/// The memory of the solver for each cell of the board.
const MEMORY: usize = 128 << 10;

/// Which late positions are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many.
    pub count: usize,
    /// For each of them the solver may search so many positions.
    pub nodes: u64,
    /// At least so many cells are empty.
    pub empty: usize,
    /// At most so many moves win, and at most a part of all moves.
    pub winning: usize,
}

impl Wanted {
    /// Late positions, with so many positions of the solver for each.
    pub fn new(count: usize, nodes: u64) -> Self {
        Self {
            count,
            nodes,
            empty: 0,
            winning: usize::MAX,
        }
    }
}

/// A late position.
#[derive(Clone, Debug)]
pub struct LatePosition {
    /// The position; the side to move wins.
    pub board: Board,
    /// All moves that win.
    pub winning: AnyCells,
    /// Of the moves that the network likes most, those that lose.
    pub tempting: Vec<Cell>,
    /// Positions that the solver searched to settle all moves.
    pub effort: u64,
}

impl LatePosition {
    /// Whether a move keeps the win.
    pub fn wins(&self, cell: Cell) -> bool {
        self.winning.contains(cell)
    }
}

/// Finds late positions in games, each of which is a list of its positions. `found` is called with
/// each new one.
pub fn find(
    games: impl Iterator<Item = Vec<Board>>,
    wanted: Wanted,
    observer: &dyn Observer,
    mut found: impl FnMut(&LatePosition),
) {
    let mut known = HashSet::new();
    for positions in games {
        if known.len() >= wanted.count || observer.should_stop(WorkKind::Limited) {
            break;
        }
        let Some(last) = positions.last() else {
            continue;
        };
        let late =
            at_width!(last.size(), W => Examiner::<W>::new(last, wanted, observer).all(&positions));
        for late in late {
            if known.len() < wanted.count && known.insert(late.board.hash()) {
                found(&late);
            }
        }
    }
}

/// The late position that this is, if it is one; an error if the solver could not settle it within
/// so many positions.
pub fn examine(
    board: &Board,
    nodes: u64,
    observer: &dyn Observer,
) -> Result<Option<LatePosition>, Unknown> {
    at_width!(board.size(), W => {
        let mut examiner = Examiner::<W>::new(board, Wanted::new(1, nodes), observer);
        examiner.begin();
        examiner.examine(&board.resize())
    })
}

/// Settles positions of one game.
struct Examiner<'a, const W: usize> {
    solver: Solver<W>,
    evaluator: Evaluator,
    wanted: Wanted,
    /// The numbers of positions that are left for the position examined, and that were spent on it.
    left: u64,
    spent: u64,
    observer: &'a dyn Observer,
}

impl<'a, const W: usize> Examiner<'a, W> {
    fn new(board: &Board, wanted: Wanted, observer: &'a dyn Observer) -> Self {
        let options = ProveOptions {
            table_bytes: MEMORY * board.size().cells(),
            ..ProveOptions::default()
        };
        Self {
            solver: Solver::new(board.size(), options),
            evaluator: Evaluator::new(Arc::clone(Quantised::shipped_for_analyses())),
            wanted,
            left: 0,
            spent: 0,
            observer,
        }
    }

    /// Begins with another position.
    fn begin(&mut self) {
        (self.left, self.spent) = (self.wanted.nodes, 0);
    }

    /// The late positions of a game, the earliest first.
    fn all(&mut self, positions: &[Board]) -> Vec<LatePosition> {
        let mut late = Vec::new();
        for (number, board) in positions.iter().enumerate().rev() {
            if board.empty().len() < self.wanted.empty {
                continue;
            }
            self.begin();
            match self.examine(&board.resize()) {
                Err(Unknown) => break,
                Ok(None) => {}
                Ok(Some(found)) => late.push((number, found)),
            }
        }
        let mut taken: Vec<(usize, LatePosition)> = Vec::new();
        for (number, found) in late.into_iter().rev() {
            let is_apart = taken.last().is_none_or(|(last, _)| number >= last + APART);
            if is_apart && taken.len() < OF_A_GAME {
                taken.push((number, found));
            }
        }
        taken.into_iter().map(|(_, found)| found).collect()
    }

    /// The late position that this is, if it is one; an error if the solver could not settle it.
    fn examine(&mut self, position: &Position<W>) -> Result<Option<LatePosition>, Unknown> {
        if position.winner().is_some() {
            return Ok(None);
        }
        if Analysis::new(position, Recipe::Thorough.options())
            .decided()
            .is_some()
        {
            return Ok(None);
        }
        // The network reads another analysis, which may decide a position that the first leaves
        // open.
        let analysis = Analysis::new(position, Recipe::Quick.options());
        if analysis.decided().is_some() {
            return Ok(None);
        }
        if self.solve(position)?.winner != Some(position.to_move()) {
            return Ok(None);
        }
        let prediction = self.evaluator.evaluate_analysis(&analysis);
        let liked = prediction.iter().flat_map(|prediction| &prediction.moves);
        let order: Vec<Cell> = liked.map(|&(cell, _)| cell).collect();
        let most = (position.empty().len() / WINNING_PART).min(self.wanted.winning);
        let Some(winning) = self.winning(position, &order, most)? else {
            return Ok(None);
        };
        let liked = order.iter().take(LIKED).copied();
        let tempting: Vec<Cell> = liked.filter(|&cell| !winning.contains(cell)).collect();
        if tempting.len() < LOSING {
            return Ok(None);
        }
        Ok(Some(LatePosition {
            board: position.resize(),
            winning: winning.resize(),
            tempting,
            effort: self.spent,
        }))
    }

    /// The moves that win, if they are no more than so many; those that come first in an order are
    /// tried first.
    fn winning(
        &mut self,
        position: &Position<W>,
        order: &[Cell],
        most: usize,
    ) -> Result<Option<CellSet<W>>, Unknown> {
        let mover = position.to_move();
        let mut left = position.empty();
        let rest: Vec<Cell> = left.iter().collect();
        let mut winning = CellSet::EMPTY;
        for &cell in order.iter().chain(&rest) {
            if !left.contains(cell) {
                continue;
            }
            left.remove(cell);
            let mut after = *position;
            after.play(cell);
            let verdict = self.solve(&after)?;
            if verdict.winner != Some(mover) {
                // Every move outside the carrier of the opponent's win loses as well.
                left &= verdict.carrier;
                continue;
            }
            winning.insert(cell);
            if winning.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(winning))
    }

    fn solve(&mut self, position: &Position<W>) -> Result<ProofResult<W>, Unknown> {
        let limits = Limits::nodes(self.left.max(1));
        let verdict = self.solver.solve(position, limits, self.observer);
        self.left = self.left.saturating_sub(verdict.nodes);
        self.spent += verdict.nodes;
        verdict.winner.map(|_| verdict).ok_or(Unknown)
    }
}

#[derive(Deserialize)]
struct LateFile {
    format: String,
    positions: Vec<LateRecord>,
}

#[derive(Serialize, Deserialize)]
struct LateRecord {
    #[serde(flatten)]
    position: PositionRecord,
    winner: String,
    winning_moves: Vec<String>,
    losing_moves: Vec<String>,
    effort: u64,
}

/// Why a file of late positions is not read.
#[derive(Debug, thiserror::Error)]
pub enum BadLateFile {
    /// Not JSON of this form.
    #[error("not a file of late positions: {0}")]
    Json(#[from] serde_json::Error),
    /// Another format.
    #[error(transparent)]
    Format(#[from] WrongFormat),
    /// A position that is none.
    #[error("position {number}: {problem}")]
    Position {
        /// Its number, from 1.
        number: usize,
        /// The fault.
        problem: String,
    },
}

/// The file of these positions, one a line.
pub fn write(positions: &[LatePosition]) -> Result<String, serde_json::Error> {
    let mut text = format!("{{\"format\": \"{FORMAT}\", \"positions\": [");
    for (number, late) in positions.iter().enumerate() {
        let size = late.board.size();
        let line = serde_json::to_string(&LateRecord {
            position: PositionRecord::new(&late.board),
            winner: late.board.to_move().to_string(),
            winning_moves: names(size, late.winning),
            losing_moves: names(size, late.tempting.iter().copied()),
            effort: late.effort,
        })?;
        let _ = write!(text, "{}\n{line}", if number == 0 { "" } else { "," });
    }
    text.push_str("\n]}\n");
    Ok(text)
}

/// The late positions of a file: every move is legal. That they win or lose is not proved again.
pub fn read(text: &str) -> Result<Vec<LatePosition>, BadLateFile> {
    let file: LateFile = serde_json::from_str(text)?;
    check_format(&file.format, FORMAT)?;
    let late = |(index, record): (usize, &LateRecord)| {
        position(record).map_err(|problem| BadLateFile::Position {
            number: index + 1,
            problem,
        })
    };
    file.positions.iter().enumerate().map(late).collect()
}

fn position(record: &LateRecord) -> Result<LatePosition, String> {
    let words = |error: record::BadRecord| error.to_string();
    let board = record.position.board().map_err(words)?;
    if record.winner != board.to_move().to_string() {
        return Err("the side to move does not win".to_owned());
    }
    let cells = |names: &[String]| {
        let cells = names.iter().map(|name| {
            let cell = record::cell(board.size(), name).map_err(words)?;
            let is_empty = board.empty().contains(cell);
            is_empty
                .then_some(cell)
                .ok_or(format!("{name} is not empty"))
        });
        cells.collect::<Result<Vec<Cell>, String>>()
    };
    let winning: AnyCells = cells(&record.winning_moves)?.into_iter().collect();
    let tempting = cells(&record.losing_moves)?;
    if winning.is_empty() || tempting.iter().any(|&cell| winning.contains(cell)) {
        return Err("there must be both winning and losing moves".to_owned());
    }
    Ok(LatePosition {
        board,
        winning,
        tempting,
        effort: record.effort,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{BoardSize, Colour};
    use crate::teach::truth::open_positions;
    use crate::think::NoObserver;

    /// On a small board an analysis decides every position.
    #[test]
    fn what_is_decided_at_sight_is_not_late() {
        for position in open_positions(3, 3, 20) {
            let found = examine(&position.resize(), 1000, &NoObserver);
            assert!(found.expect("settled").is_none(), "{position:?}");
        }
    }

    fn late() -> LatePosition {
        let size = BoardSize::new(4, 4).expect("in range");
        let cell = |name: &str| size.read(name).expect("a cell");
        let mut board = Board::new(size);
        board.place(Colour::Black, cell("a1"));
        board.set_to_move(Colour::White);
        LatePosition {
            board,
            winning: ["b2", "c3"].map(cell).into_iter().collect(),
            tempting: ["d4", "a2"].map(cell).to_vec(),
            effort: 7,
        }
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let written = write(&[late(), late()]).expect("JSON");
        let read = read(&written).expect("a file");
        assert_eq!(read.len(), 2);
        assert_eq!(read[1].board, late().board);
        assert_eq!((read[1].winning, read[1].effort), (late().winning, 7));
        assert_eq!(read[1].tempting, late().tempting);
        assert!(read[1].wins(Cell::new(5)) && !read[1].wins(Cell::new(15)));
        assert_eq!(write(&read).expect("JSON"), written);
    }

    #[test]
    fn what_measures_nothing_is_refused() {
        let text = write(&[late()]).expect("JSON");
        for (from, to, why) in [
            ("late/1", "late/2", "late/1"),
            (r#""winner":"white""#, r#""winner":"black""#, "position 1: "),
            (r#"["b2","c3"]"#, "[]", "position 1: "),
            (r#"["d4","a2"]"#, r#"["d4","b2"]"#, "position 1: "),
            (r#"["d4","a2"]"#, r#"["a1"]"#, "a1 is not empty"),
            (r#""effort""#, r#""work""#, "late positions"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let error = read(&changed).expect_err("refused").to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
