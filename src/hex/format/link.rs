//! Writing links of HexWorld, see [`hexworld`](super::hexworld).
//!
//! A link has nothing but moves: stones that were set up are written as moves, with a pass wherever
//! the other colour would move. A setup that takes stones away begins anew, and a link to a
//! position before it ends there.

use crate::hex::{Board, BoardSize, Cell, Colour};
use crate::hex::{Event, Game, SwapStyle};
use std::fmt::Write;

/// Where links lead.
const SITE: &str = "https://hexworld.org/board/";

/// The link to a game, at its last position.
pub fn link(game: &Game) -> String {
    link_at(game, None)
}

/// The link to a game, at the position after so many of its events.
pub fn link_at(game: &Game, cursor: Option<usize>) -> String {
    let start = game
        .boards()
        .next()
        .map_or(game.board(), |[before, _]| before);
    let mut line = Line::new(start);
    let last = game.events().len();
    for (number, (event, [before, after])) in game.events().zip(game.boards()).enumerate() {
        if cursor == Some(number) && number < last {
            line.put_cursor();
        }
        match event {
            Event::Place(colour, cell) => line.place(*colour, *cell),
            Event::Swap(_, style) => line.swap(*style),
            Event::Pass(colour) => line.pass(*colour),
            // The cursor cannot stand before a line that begins anew.
            Event::Setup(_) if line.has_cursor && takes_away(before, after) => return line.link(),
            Event::Setup(_) => line.set_up(before, after),
        }
    }
    if let Some(outcome) = game.outcome().filter(|outcome| outcome.by_resignation) {
        line.resign(!outcome.winner);
    }
    line.link()
}

/// Whether stones of the one board are not on the other.
fn takes_away(before: &Board, after: &Board) -> bool {
    let kept = |&colour: &Colour| before.stones(colour).is_subset(after.stones(colour));
    !Colour::ALL.iter().all(kept)
}

/// The moves of a link that is written.
#[derive(Clone, Debug)]
struct Line {
    size: BoardSize,
    /// The colour that a move without a pass before it would have.
    turn: Colour,
    moves: String,
    has_cursor: bool,
}

impl Line {
    /// The moves that lead to this position.
    fn new(board: &Board) -> Self {
        let mut line = Self {
            size: board.size(),
            turn: Colour::Black,
            moves: String::new(),
            has_cursor: false,
        };
        line.add_stones(Colour::ALL.map(|colour| board.stones(colour).iter().collect()));
        line.give_turn(board.to_move());
        line
    }

    /// A stone of either colour.
    fn place(&mut self, colour: Colour, cell: Cell) {
        self.give_turn(colour);
        let _ = write!(self.moves, "{}", self.size.name(cell));
        self.turn = !colour;
    }

    /// A swap. The side that did not swap moves next; where sides are swapped it has changed its
    /// colour.
    fn swap(&mut self, style: SwapStyle) {
        match style {
            SwapStyle::Pieces => {
                self.moves.push_str(":s");
                self.turn = Colour::Black;
            }
            SwapStyle::Sides => self.moves.push_str(":S"),
        }
    }

    /// A pass.
    fn pass(&mut self, colour: Colour) {
        self.give_turn(colour);
        self.moves.push_str(":p");
        self.turn = !colour;
    }

    /// A resignation.
    fn resign(&mut self, colour: Colour) {
        self.moves.push_str(match colour {
            Colour::Black => ":rb",
            Colour::White => ":rw",
        });
    }

    /// What follows is shown as moves that were taken back.
    fn put_cursor(&mut self) {
        if !self.has_cursor {
            self.moves.push(',');
            self.has_cursor = true;
        }
    }

    /// The link.
    fn link(&self) -> String {
        let (width, height) = (self.size.width(), self.size.height());
        let rows = if self.size.is_square() {
            String::new()
        } else {
            format!("x{height}")
        };
        format!("{SITE}#{width}{rows},{}", self.moves)
    }

    fn give_turn(&mut self, colour: Colour) {
        if self.turn != colour {
            self.moves.push_str(":p");
            self.turn = colour;
        }
    }

    fn set_up(&mut self, before: &Board, after: &Board) {
        let added = Colour::ALL.map(|colour| after.stones(colour) - before.stones(colour));
        if takes_away(before, after) {
            *self = Self::new(after);
        } else {
            self.add_stones(added.map(|cells| cells.iter().collect()));
            self.give_turn(after.to_move());
        }
    }

    /// Stones of both colours, by turns as long as there are some of both.
    fn add_stones(&mut self, stones: [Vec<Cell>; 2]) {
        let mut left = stones.map(Vec::into_iter);
        while let Some(colour) = [self.turn, !self.turn]
            .into_iter()
            .find(|colour| left[colour.index()].len() > 0)
        {
            if let Some(cell) = left[colour.index()].next() {
                self.place(colour, cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::format::{ReadSettings, read};

    fn game(text: &str) -> Game {
        read(text.as_bytes(), ReadSettings::default()).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn links_are_read_as_they_were_written() {
        for text in [
            "#11,a5f6d7",
            "#5x4,a1b2",
            "#5,d2:sa1",
            "#5,d2:Sa1",
            "#5,a1:p:pb1",
            "#5,a1b1:rb",
            "#3,",
        ] {
            assert_eq!(link(&game(text)), format!("{SITE}{text}"));
        }
        assert_eq!(
            link_at(&game("#5,a1b1c1"), Some(1)),
            format!("{SITE}#5,a1,b1c1")
        );
        assert_eq!(
            link_at(&game("#5,a1b1c1"), Some(0)),
            format!("{SITE}#5,,a1b1c1")
        );
    }

    #[test]
    fn what_is_set_up_is_written_as_moves() {
        let board: Board = crate::position! { 3 x 3: B B . / . W . / . . . };
        let mut set_up = Game::from_board(board);
        assert_eq!(link(&set_up), format!("{SITE}#3,a1b2b1"));
        set_up.place(Colour::White, Cell::new(5)).unwrap();
        let cells = [(Cell::new(8), Some(Colour::White))];
        set_up.set_up(cells, Colour::White).unwrap();
        let again = game(&link(&set_up));
        assert_eq!(again.board(), set_up.board());
        set_up
            .set_up([(Cell::new(0), None)], Colour::White)
            .unwrap();
        assert_eq!(link(&set_up), format!("{SITE}#3,b1b2:pc2:pc3:p"));
        assert_eq!(game(&link(&set_up)).board(), set_up.board());
        // Seen from before, there is no way to the last position.
        assert_eq!(
            link_at(&set_up, Some(1)),
            format!("{SITE}#3,a1b2b1c2,:pc3:p")
        );
        assert_eq!(link_at(&set_up, Some(3)), link(&set_up));
    }
}
