//! A game: setup, moves in any order of colours, swap in both styles, resignation, clock, undo;
//! read from and written to SGF ([`super::sgf`]), drawn as text and as SVG ([`super::draw`]).
//!
//! Every entry keeps the board after it, so undo is exact whatever the entry did.

use super::{Clock, sgf};
use crate::base::parameter::choices;
use crate::hex::{Board, BoardSize, Cell, CellSet, Colour, IllegalMove, Move, MoveName};
use std::sync::Arc;

choices! {
    /// The effect of a swap.
    pub enum SwapStyle {
        /// The stone is reflected in the long diagonal and changes colour; the opponent moves next.
        Pieces = "pieces",
        /// The players change sides: the stone stays, and the colour that swapped moves next.
        Sides = "sides",
    }
}

impl SwapStyle {
    /// The style of a game on boards of this size: only a square one can be reflected.
    pub fn on(size: BoardSize) -> Self {
        if size.is_square() {
            Self::Pieces
        } else {
            Self::Sides
        }
    }
}

/// What a swap may do at a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SwapRight {
    /// Nothing.
    None,
    /// The move may be a swap.
    MaySwap,
    /// The opponent may answer the move by a swap.
    MayBeSwapped,
}

/// One step of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A stone.
    Place(Colour, Cell),
    /// A swap by this colour.
    Swap(Colour, SwapStyle),
    /// A turn given away by this colour.
    Pass(Colour),
    /// Stones added or removed, as an SGF file may do between moves.
    Setup(Box<Setup>),
}

impl Event {
    /// The move and who made it; `None` for a setup.
    pub fn played(&self) -> Option<(Colour, Move)> {
        match *self {
            Self::Place(colour, cell) => Some((colour, Move::Place(cell))),
            Self::Swap(colour, _) => Some((colour, Move::Swap)),
            Self::Pass(colour) => Some((colour, Move::Pass)),
            Self::Setup(_) => None,
        }
    }

    /// The name of the move, which distinguishes the swap styles, and its player; `None` for a
    /// setup.
    pub fn named(&self, size: BoardSize) -> Option<(Colour, MoveName)> {
        match *self {
            Self::Swap(colour, style) => Some((colour, MoveName::Swap(style))),
            _ => self.played().map(|(colour, mv)| (colour, mv.name(size))),
        }
    }
}

/// The changes of a setup, and the side to move after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Cells that now hold a black and a white stone.
    pub stones: [AnyCells; 2],
    /// Cells that now are empty.
    pub cleared: AnyCells,
    /// The side to move.
    pub to_move: Colour,
}

impl Setup {
    fn touches(&self, cell: Cell) -> bool {
        [self.cleared, self.stones[0], self.stones[1]]
            .iter()
            .any(|cells| cells.contains(cell))
    }
}

/// Cells of a board of any size.
pub type AnyCells = CellSet<{ BoardSize::MOST_WORDS }>;

/// Why a move cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalPlay {
    /// The stone cannot be placed.
    #[error(transparent)]
    Place(#[from] IllegalMove),
    /// A swap answers Black's first stone on an empty board, and nothing else.
    #[error("a swap can only answer Black's first stone")]
    NoSwapNow,
    /// Reflecting a stone needs a square board.
    #[error("pieces can be swapped on a square board only")]
    NotSquare,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The winner.
    pub winner: Colour,
    /// Whether the loser resigned before the edges were joined.
    pub by_resignation: bool,
}

#[derive(Clone, Debug)]
struct GameEntry {
    event: Event,
    after: Board,
    /// The number of moves up to here: setups are not counted.
    moves: usize,
}

/// A game from its start to the current position.
///
/// ```
/// use mustplay::hex::draw::{Picture, text};
/// use mustplay::hex::{Colour, Game};
///
/// let mut game = Game::new("3".parse()?);
/// for name in ["b2", "a1", "b1", "a2", "b3"] {
///     game.place(game.to_move(), game.size().read(name)?)?;
/// }
/// let outcome = game.outcome().expect("a winner");
/// assert_eq!(outcome.winner, Colour::Black);
///
/// let picture = Picture {
///     board: game.board(),
///     last: game.last_stone(),
/// };
/// assert_eq!(
///     text(&picture, false),
///     r"   a b c
/// 1\ W B . \1
///  2\ W B . \2
///   3\ .(B). \3
///       a b c"
/// );
/// assert!(game.undo());
/// assert!(game.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`format::read`](super::format::read) reads a game from SGF, from a link or from a list of moves.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) start: Board,
    /// Shared between copies of a game until one of them is changed.
    entries: Arc<Vec<GameEntry>>,
    pub(super) resigned: Option<Colour>,
    pub(super) info: Vec<sgf::Property>,
    /// The tree that the game was read from, whose comments and variations are written again.
    pub(super) source: Option<Arc<sgf::SgfTree>>,
    /// The clock of both players.
    pub clock: Clock,
}

impl Game {
    /// An empty board with Black to move and no time limit.
    pub fn new(size: BoardSize) -> Self {
        Self::from_board(Board::new(size))
    }

    /// A game that starts from this position.
    pub fn from_board(start: Board) -> Self {
        Self {
            start,
            entries: Arc::default(),
            resigned: None,
            info: Vec::new(),
            source: None,
            clock: Clock::default(),
        }
    }

    /// The value of a property of the whole game, by its name in SGF: `PB`, the name of Black.
    pub fn info(&self, name: &str) -> Option<String> {
        let property = self.info.iter().find(|property| property.name() == name);
        property.map(sgf::Property::text)
    }

    /// The winner that the file of the game names, and how it was won there (`R`, `T`, `F`, or a
    /// word); `None` if it names none.
    pub fn recorded_result(&self) -> Option<(Colour, String)> {
        let result = self.info("RE")?;
        let (winner, how) = result.trim().split_once('+')?;
        Some((winner.parse().ok()?, how.trim().to_owned()))
    }

    /// Adds a property of the whole game, unless its value is empty.
    pub(crate) fn add_info(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.info.push(sgf::Property::new(name, [value]));
        }
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        self.entries
            .last()
            .map_or(&self.start, |entry| &entry.after)
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The side to move.
    pub fn to_move(&self) -> Colour {
        self.board().to_move()
    }

    /// The events of the game, in order.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> + ExactSizeIterator {
        self.entries.iter().map(|entry| &entry.event)
    }

    /// The number of moves: setups are not counted.
    fn moves(&self) -> usize {
        self.entries.last().map_or(0, |last| last.moves)
    }

    /// The first event that is not a setup.
    fn first_move(&self) -> Option<&Event> {
        let first = self.entries.partition_point(|entry| entry.moves == 0);
        self.entries.get(first).map(|entry| &entry.event)
    }

    /// The positions before and after each of [`Game::events`].
    pub fn boards(&self) -> impl Iterator<Item = [&Board; 2]> {
        let after = self.entries.iter().map(|entry| &entry.after);
        let before = std::iter::once(&self.start).chain(after.clone());
        before.zip(after).map(|(before, after)| [before, after])
    }

    /// The current cell of the last stone: a swap may have moved it.
    pub fn last_stone(&self) -> Option<Cell> {
        let cell = |event: &Event| {
            if let Event::Place(_, cell) = event {
                Some(*cell)
            } else {
                None
            }
        };
        let (at, placed) = self
            .events()
            .enumerate()
            .rev()
            .find_map(|(at, event)| Some((at, cell(event)?)))?;
        let mut now = placed;
        for event in self.events().skip(at + 1) {
            match event {
                Event::Swap(_, SwapStyle::Pieces) => now = self.size().reflect(now),
                Event::Setup(setup) if setup.touches(now) => return None,
                _ => {}
            }
        }
        Some(now)
    }

    /// The winner, by joined edges or by resignation.
    pub fn outcome(&self) -> Option<GameResult> {
        let joined = self.board().winner().map(|winner| GameResult {
            winner,
            by_resignation: false,
        });
        joined.or(self.resigned.map(|loser| GameResult {
            winner: !loser,
            by_resignation: true,
        }))
    }

    /// Whether `colour` may take over the opponent's stone now: one black stone was played, nothing
    /// else is on the board, and White is asked. Pieces can be swapped on a square board only.
    pub fn check_swap(&self, colour: Colour, style: SwapStyle) -> Result<(), IllegalPlay> {
        let first = self.moves() == 1
            && matches!(self.first_move(), Some(Event::Place(Colour::Black, _)))
            && self.board().empty().len() + 1 == self.size().cells();
        if !first || colour == Colour::Black {
            Err(IllegalPlay::NoSwapNow)
        } else if style == SwapStyle::Pieces && !self.size().is_square() {
            Err(IllegalPlay::NotSquare)
        } else {
            Ok(())
        }
    }

    /// Whether the next move is one that a swap may answer: Black's first stone on an empty board.
    fn may_be_swapped_next(&self, style: SwapStyle) -> bool {
        self.moves() == 0
            && self.board().empty().len() == self.size().cells()
            && self.to_move() == Colour::Black
            && (style == SwapStyle::Sides || self.size().is_square())
    }

    /// What a swap may do at the next move, if this colour makes it and swaps have this style;
    /// without a style there is no swap rule.
    pub fn swap_right(&self, colour: Colour, style: Option<SwapStyle>) -> SwapRight {
        let Some(style) = style else {
            return SwapRight::None;
        };
        if self.check_swap(colour, style).is_ok() {
            SwapRight::MaySwap
        } else if colour == Colour::Black && self.may_be_swapped_next(style) {
            SwapRight::MayBeSwapped
        } else {
            SwapRight::None
        }
    }

    /// Makes a move for a colour, which need not be the side to move. An illegal move changes
    /// nothing. A game may go on after a win or a resignation.
    pub fn play(&mut self, colour: Colour, mv: Move, style: SwapStyle) -> Result<(), IllegalPlay> {
        match mv {
            Move::Place(cell) => self.place(colour, cell)?,
            Move::Swap => self.swap(colour, style)?,
            Move::Pass => self.pass(colour),
            Move::Resign => self.resigned = Some(colour),
        }
        Ok(())
    }

    /// Places a stone of any colour.
    pub fn place(&mut self, colour: Colour, cell: Cell) -> Result<(), IllegalMove> {
        let mut after = *self.board();
        after.set_to_move(colour);
        after.try_play(cell)?;
        self.push(Event::Place(colour, cell), &after);
        Ok(())
    }

    /// Gives a turn away: the other colour moves next, whoever was to move.
    pub fn pass(&mut self, colour: Colour) {
        let mut after = *self.board();
        after.set_to_move(!colour);
        self.push(Event::Pass(colour), &after);
    }

    fn swap(&mut self, colour: Colour, style: SwapStyle) -> Result<(), IllegalPlay> {
        self.check_swap(colour, style)?;
        let after = match style {
            // Reflecting the board exchanges the colours too.
            SwapStyle::Pieces => self.board().reflected(),
            SwapStyle::Sides => *self.board(),
        };
        self.push(Event::Swap(colour, style), &after);
        Ok(())
    }

    /// Sets stones and the side to move; where a cell is named twice, the last one counts.
    pub fn set_up(
        &mut self,
        stones: impl IntoIterator<Item = (Cell, Option<Colour>)>,
        to_move: Colour,
    ) -> Result<(), IllegalMove> {
        let before = *self.board();
        let mut after = before;
        for (cell, colour) in stones {
            after.clear(cell);
            after.check(cell)?;
            if let Some(colour) = colour {
                after.place(colour, cell);
            }
        }
        after.set_to_move(to_move);
        let setup = Setup {
            stones: Colour::ALL.map(|colour| after.stones(colour) - before.stones(colour)),
            cleared: after.empty() - before.empty(),
            to_move,
        };
        self.push(Event::Setup(Box::new(setup)), &after);
        Ok(())
    }

    pub(super) fn push(&mut self, event: Event, after: &Board) {
        let moves = self.moves() + usize::from(!matches!(event, Event::Setup(_)));
        Arc::make_mut(&mut self.entries).push(GameEntry {
            event,
            after: *after,
            moves,
        });
        self.resigned = None;
        self.forget_result();
    }

    /// Takes back the last move, with any setup after it and a resignation. Returns false if there
    /// is no move to take back.
    pub fn undo(&mut self) -> bool {
        self.resigned = None;
        let Some(last) = self
            .events()
            .rposition(|event| !matches!(event, Event::Setup(_)))
        else {
            return false;
        };
        Arc::make_mut(&mut self.entries).truncate(last);
        self.forget_result();
        true
    }

    /// Drops the events after the first so many, and returns them.
    pub(super) fn split_off(&mut self, events: usize) -> Vec<Event> {
        self.resigned = None;
        let dropped = Arc::make_mut(&mut self.entries).split_off(events);
        dropped.into_iter().map(|entry| entry.event).collect()
    }

    /// Takes back a resignation. Returns false if there is none.
    pub fn withdraw_resignation(&mut self) -> bool {
        let resigned = self.resigned.take().is_some();
        if resigned {
            self.forget_result();
        }
        resigned
    }

    /// Drops the result that was read from a file: the game has changed.
    fn forget_result(&mut self) {
        self.info.retain(|property| property.name() != "RE");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(size: &str, moves: &str) -> Game {
        let mut game = Game::new(size.parse().unwrap());
        for name in moves.split_whitespace() {
            let mv = if name == "swap" {
                Move::Swap
            } else {
                Move::Place(game.size().read(name).unwrap())
            };
            game.play(game.to_move(), mv, SwapStyle::Pieces).unwrap();
        }
        game
    }

    fn stones(game: &Game) -> [String; 2] {
        Colour::ALL.map(|colour| game.size().names(game.board().stones(colour)))
    }

    #[test]
    fn a_swap_of_pieces_reflects_the_stone() {
        let mut game = game("5", "d2 swap");
        assert_eq!(
            (stones(&game), game.to_move()),
            ([String::new(), "b4".into()], Colour::Black)
        );
        assert_eq!(game.last_stone(), game.size().read("b4").ok());
        assert!(game.undo());
        assert_eq!(
            (stones(&game), game.to_move()),
            (["d2".into(), String::new()], Colour::White)
        );
        assert_eq!(game.last_stone(), game.size().read("d2").ok());
    }

    #[test]
    fn a_swap_of_sides_leaves_the_stone_and_the_turn() {
        let mut game = game("4x6", "d2");
        game.play(Colour::White, Move::Swap, SwapStyle::Sides)
            .unwrap();
        assert_eq!(
            (stones(&game), game.to_move()),
            (["d2".into(), String::new()], Colour::White)
        );
        assert_eq!(
            game.check_swap(Colour::White, SwapStyle::Sides),
            Err(IllegalPlay::NoSwapNow)
        );
    }

    #[test]
    fn a_swap_answers_one_black_stone_only() {
        let refused = |game: &Game, colour| game.check_swap(colour, SwapStyle::Pieces).unwrap_err();
        assert_eq!(
            refused(&game("5", ""), Colour::White),
            IllegalPlay::NoSwapNow
        );
        assert_eq!(
            refused(&game("5", "a1"), Colour::Black),
            IllegalPlay::NoSwapNow
        );
        assert_eq!(
            refused(&game("5", "a1 b1"), Colour::White),
            IllegalPlay::NoSwapNow
        );
        assert_eq!(
            refused(&game("5", "a1 swap"), Colour::White),
            IllegalPlay::NoSwapNow
        );
        assert_eq!(
            refused(&game("4x5", "a1"), Colour::White),
            IllegalPlay::NotSquare
        );
        let mut white_first = Game::new(BoardSize::square(5).unwrap());
        white_first.place(Colour::White, Cell::new(3)).unwrap();
        assert_eq!(refused(&white_first, Colour::White), IllegalPlay::NoSwapNow);
        let mut handicap = Game::from_board(crate::position! { 2 x 2: B . / . . });
        handicap.place(Colour::Black, Cell::new(3)).unwrap();
        assert_eq!(refused(&handicap, Colour::White), IllegalPlay::NoSwapNow);
        // Setting the side to move is not a move.
        let mut given = Game::new(BoardSize::square(5).unwrap());
        given.set_up([], Colour::Black).unwrap();
        let right = |game: &Game, colour| game.swap_right(colour, Some(SwapStyle::Pieces));
        assert_eq!(right(&given, Colour::Black), SwapRight::MayBeSwapped);
        assert_eq!(given.swap_right(Colour::Black, None), SwapRight::None);
        for other in [&white_first, &handicap, &game("5", "a1"), &game("4x5", "")] {
            assert_eq!(right(other, Colour::Black), SwapRight::None);
        }
        given.place(Colour::Black, Cell::new(3)).unwrap();
        assert_eq!(given.check_swap(Colour::White, SwapStyle::Pieces), Ok(()));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = game("3", "a1 b2");
        let before = *game.board();
        assert_eq!(
            game.place(Colour::Black, Cell::new(0)),
            Err(IllegalMove::Occupied)
        );
        assert_eq!(
            game.place(Colour::Black, Cell::new(9)),
            Err(IllegalMove::OffBoard)
        );
        assert_eq!((*game.board(), game.events().len()), (before, 2));
    }

    #[test]
    fn resigning_ends_a_game_until_it_goes_on() {
        let mut game = game("3", "a1");
        game.play(Colour::White, Move::Resign, SwapStyle::Pieces)
            .unwrap();
        assert_eq!(
            game.outcome(),
            Some(GameResult {
                winner: Colour::Black,
                by_resignation: true
            })
        );
        assert_eq!(game.events().len(), 1);
        let mut other = game.clone();
        assert!(other.withdraw_resignation() && !other.withdraw_resignation());
        assert_eq!((other.outcome(), other.events().len()), (None, 1));
        game.place(Colour::White, Cell::new(1)).unwrap();
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn undo_takes_a_move_with_the_setup_behind_it() {
        let mut game = game("3", "a1");
        let (b1, c1) = (Cell::new(1), Cell::new(2));
        game.set_up(
            vec![(b1, Some(Colour::White)), (Cell::new(0), None)],
            Colour::Black,
        )
        .unwrap();
        assert_eq!(stones(&game), ["", "b1"]);
        game.place(Colour::Black, c1).unwrap();
        assert!(game.undo());
        assert_eq!(stones(&game), ["", "b1"]);
        let twice = [
            (Cell::new(4), Some(Colour::White)),
            (Cell::new(4), Some(Colour::Black)),
        ];
        game.set_up(twice, Colour::Black).unwrap();
        assert_eq!(stones(&game), ["b2", "b1"]);
        assert!(game.undo());
        assert_eq!(stones(&game), ["", ""]);
        assert!(!game.undo());
        assert_eq!(
            game.set_up([(Cell::new(9), None)], Colour::Black),
            Err(IllegalMove::OffBoard)
        );
    }

    #[test]
    fn a_pass_gives_the_turn_away_and_ends_nothing() {
        let mut game = game("3", "a1");
        let stones = |game: &Game| game.board().stones(Colour::Black);
        for _ in 0..2 {
            for colour in [Colour::White, Colour::Black] {
                let before = stones(&game);
                game.play(colour, Move::Pass, SwapStyle::Pieces).unwrap();
                assert_eq!((game.to_move(), stones(&game)), (!colour, before));
            }
        }
        assert_eq!((game.outcome(), game.events().len()), (None, 5));
        assert_eq!(game.last_stone(), Some(Cell::new(0)));
        // A swap answers the first stone at once, and no pass.
        assert_eq!(
            game.check_swap(Colour::White, SwapStyle::Pieces),
            Err(IllegalPlay::NoSwapNow)
        );
        assert!(game.undo());
        assert_eq!(game.to_move(), Colour::Black);
        // Out of turn, too: then the same side moves as before.
        game.pass(Colour::White);
        assert_eq!(game.to_move(), Colour::Black);
    }

    #[test]
    fn a_win_is_seen_and_undone() {
        let mut game = game("2", "a1 b1 a2");
        assert_eq!(
            game.outcome(),
            Some(GameResult {
                winner: Colour::Black,
                by_resignation: false
            })
        );
        game.undo();
        assert_eq!(game.outcome(), None);
    }
}
