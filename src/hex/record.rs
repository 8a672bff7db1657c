//! Positions and lines of moves as the JSON files of this program hold them: the fields `width`,
//! `height`, `black`, `white` and `to_move`, and `moves` where there is a line. A file that names
//! its format is checked by [`check_format`].

use super::{
    Board, BoardSize, Cell, Colour, IllegalMove, NotACell, NotAColour, Position, UnacceptableSize,
};
use serde::{Deserialize, Serialize};

/// A position as it is written, unchecked: [`PositionRecord::board`] checks it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PositionRecord {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// The side to move.
    pub to_move: String,
}

/// Why a record holds no position, or no line of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRecord {
    /// No board has this size.
    #[error(transparent)]
    Size(#[from] UnacceptableSize),
    /// A name that is not the name of a cell.
    #[error("{0:.40}: {1}")]
    Cell(String, NotACell),
    /// A stone where there is one already.
    #[error("{0:.40}: {1}")]
    Stone(String, IllegalMove),
    /// The side to move is neither black nor white.
    #[error("to_move: {0}")]
    Turn(NotAColour),
}

/// A file of another format than the one that is read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not of the format {expected} but of {found:.40}")]
pub struct WrongFormat {
    found: String,
    expected: &'static str,
}

/// Whether a file has the format that its reader expects.
pub fn check_format(found: &str, expected: &'static str) -> Result<(), WrongFormat> {
    if found == expected {
        return Ok(());
    }
    Err(WrongFormat {
        found: found.to_owned(),
        expected,
    })
}

/// The names of cells, in their order.
pub fn names(size: BoardSize, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| size.name(cell)).collect()
}

/// The cell of a name.
pub fn cell(size: BoardSize, name: &str) -> Result<Cell, BadRecord> {
    let wrong = |why| BadRecord::Cell(name.to_owned(), why);
    size.read(name).map_err(wrong)
}

/// Plays the moves of these names, in turn.
pub fn play(board: &mut Board, names: &[impl AsRef<str>]) -> Result<Vec<Cell>, BadRecord> {
    let mut cells = Vec::new();
    for name in names {
        let name = name.as_ref();
        let cell = cell(board.size(), name)?;
        let wrong = |why| BadRecord::Stone(name.to_owned(), why);
        board.try_play(cell).map_err(wrong)?;
        cells.push(cell);
    }
    Ok(cells)
}

impl PositionRecord {
    /// The record of a position.
    pub fn new<const W: usize>(position: &Position<W>) -> Self {
        let size = position.size();
        let [black, white] = Colour::ALL.map(|colour| names(size, position.stones(colour)));
        Self {
            width: size.width(),
            height: size.height(),
            black,
            white,
            to_move: position.to_move().to_string(),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Result<BoardSize, BadRecord> {
        Ok(BoardSize::new(self.width, self.height)?)
    }

    /// The position, if every field of it is right.
    pub fn board(&self) -> Result<Board, BadRecord> {
        let size = self.size()?;
        let mut board = Board::new(size);
        for (colour, names) in Colour::ALL.into_iter().zip([&self.black, &self.white]) {
            for name in names {
                let cell = cell(size, name)?;
                let wrong = |why| BadRecord::Stone(name.clone(), why);
                board.check(cell).map_err(wrong)?;
                board.place(colour, cell);
            }
        }
        board.set_to_move(self.to_move.parse().map_err(BadRecord::Turn)?);
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    const TEXT: &str =
        r#"{"width":3,"height":2,"black":["a1"],"white":["c1","b2"],"to_move":"white"}"#;

    fn read(text: &str) -> PositionRecord {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_position_comes_back_as_it_was_written() {
        let mut board: Board = position! { 3 x 2: B . W / . W . };
        board.set_to_move(Colour::White);
        let record = PositionRecord::new(&board);
        assert_eq!(serde_json::to_string(&record).unwrap(), TEXT);
        assert_eq!(read(TEXT).board(), Ok(board));
        let mut line = board;
        let cells = play(&mut line, &["b1", "C2"]).unwrap();
        assert_eq!(names(board.size(), cells), ["b1", "c2"]);
        assert_eq!(line.to_move(), Colour::White);
    }

    #[test]
    fn errors_say_why_a_record_is_not_a_position() {
        for (good, bad, why) in [
            ("\"width\":3", "\"width\":33", "1 to 32"),
            ("\"a1\"", "\"d1\"", "d1: off the board"),
            ("\"a1\"", "\"first\"", "first: not a cell"),
            ("\"c1\"", "\"a1\"", "a1: occupied"),
            ("\"b2\"", "\"c1\"", "c1: occupied"),
            ("\"white\"}", "\"red\"}", "to_move: not a colour"),
        ] {
            assert!(TEXT.contains(good), "{good}");
            let error = read(&TEXT.replacen(good, bad, 1)).board().unwrap_err();
            assert!(error.to_string().contains(why), "{bad}: {error}");
        }
        let board = read(TEXT).board().unwrap();
        for (names, why) in [
            (["b1", "b1"], "b1: occupied"),
            (["b1", "b3"], "b3: off the board"),
        ] {
            let error = play(&mut board.clone(), &names).unwrap_err();
            assert_eq!(error.to_string(), why);
        }
        let long = cell(board.size(), &"é".repeat(50)).unwrap_err();
        assert!(long.to_string().starts_with(&("é".repeat(40) + ": ")));
    }

    #[test]
    fn another_format_is_named() {
        assert_eq!(check_format("mustplay-x/1", "mustplay-x/1"), Ok(()));
        let error = check_format("mustplay-y/1", "mustplay-x/1").unwrap_err();
        let text = "not of the format mustplay-x/1 but of mustplay-y/1";
        assert_eq!(error.to_string(), text);
    }
}
