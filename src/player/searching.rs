//! A player that searches: an [`Engine`], and what comes before it: first stones that may be
//! swapped, swaps, and moves of an opening book.
//!
//! A swap takes over a position with the opponent to move, so White swaps whatever is better for
//! Black. The best first stone is close to even: a good one is taken over, a bad one is not. In
//! this order:
//!
//! 1. The opening book, where it knows the position well enough ([`BookReader`]).
//! 2. The known openings of a board size ([`known`]).
//! 3. For boards of other sizes, estimates by searches ([`ScoresBySide`]).

use super::engine::Engine;
use super::opening::{BookReader, known};
use super::searches::SearchKind;
use super::{MoveReport, MoveRequest, Player, PlayerOptions, ScoresBySide, median_tempo};
use crate::hex::SwapRight;
use crate::hex::{BoardSize, Cell, Colour, Move};
use crate::hex::{Game, TimeLeft};
use crate::think::{Budget, Score, WorkKind};
use std::time::Instant;

/// The share of a request's budget that each of two estimates of a first stone may spend; the
/// search of the answer, if it is not swapped, has the other half.
const ESTIMATE_PARTS: u32 = 4;

/// A player that searches, with its openings and swaps.
pub struct SearchingPlayer {
    engine: Engine,
    /// Estimates positions, without chance: as when the estimates of [`known`] were made.
    estimator: Engine,
    /// Whether its estimates account for the side to move.
    accounts_for_turn: bool,
    resigns: bool,
    book: Option<BookReader>,
    seed: u64,
    /// The report on the last move, if that was not searched.
    unsearched: Option<MoveReport>,
    /// Whether the last search proved that its side wins.
    holds_win: bool,
}

impl SearchingPlayer {
    /// A player with this search.
    pub fn new(kind: SearchKind, options: &PlayerOptions) -> Self {
        // A small table is soon made.
        let mut small = options.clone();
        small.prefer(|tables| tables.search.table_bytes = 2 << 20);
        Self {
            accounts_for_turn: kind.accounts_for_turn,
            resigns: options.player.resign,
            engine: Engine::with_search(kind.make, options),
            estimator: Engine::with_search(kind.estimator, &small),
            book: None,
            seed: options.player.seed,
            unsearched: None,
            holds_win: false,
        }
    }

    /// The same with an opening book, if the options ask for one.
    #[must_use]
    pub fn with_book(self, options: &PlayerOptions) -> Self {
        Self {
            book: BookReader::new(options),
            ..self
        }
    }

    /// The score of a position with this colour to move, by a new player, within one of so many
    /// parts of a request's budget.
    fn estimate(
        &mut self,
        request: &MoveRequest,
        position: &Game,
        colour: Colour,
        parts: u32,
    ) -> Option<Score> {
        let (game, budget) = part(request, parts);
        let mut alone = Game::from_board(*position.board());
        alone.clock = game.clock;
        self.estimator.forget();
        let _ = self.estimator.choose(&MoveRequest {
            game: &alone,
            colour,
            swap: SwapRight::None,
            budget,
            observer: request.observer,
        });
        self.estimator.report()?.value
    }

    fn scores(
        &mut self,
        request: &MoveRequest,
        position: &Game,
        mover: Colour,
        parts: u32,
    ) -> Option<ScoresBySide> {
        let own = self.estimate(request, position, mover, parts)?;
        let other = if self.accounts_for_turn {
            None
        } else {
            Some(self.estimate(request, position, !mover, parts)?)
        };
        Some(ScoresBySide { own, other })
    }

    /// The answer to Black's first stone: a swap if the stone is better for Black.
    fn answer(&mut self, request: &MoveRequest, stone: Cell) -> Move {
        let book = self.book.as_ref();
        let by_book = book.and_then(|book| book.is_swapped(request));
        match by_book.or_else(|| known::is_swapped(request.game.size(), stone)) {
            Some(true) => return self.unsearched(Move::Swap),
            Some(false) => return self.play(request),
            None => {}
        }
        let scores = self.scores(request, request.game, request.colour, ESTIMATE_PARTS);
        let balance = scores.map(|scores| scores.balance(scores.tempo().unwrap_or(0)));
        if balance.is_some_and(|balance| balance.value() < 0) {
            return self.unsearched(Move::Swap);
        }
        let (game, budget) = part(request, 2);
        let cell = self.engine.choose(&MoveRequest {
            game: &game,
            budget,
            ..*request
        });
        self.unless_lost(cell)
    }

    /// A first stone that the opponent may swap; `None` if no stone could be evaluated.
    fn first_stone(&mut self, request: &MoveRequest) -> Option<Move> {
        let size = request.game.size();
        let book = self.book.as_ref();
        let by_book = book.and_then(|book| book.first_stone(request, self.seed));
        let cell = by_book
            .or_else(|| known::first_stone(size, self.seed))
            .or_else(|| self.most_even(request))?;
        Some(self.unsearched(Move::Place(cell)))
    }

    /// Of some first stones, the one whose position is closest to even.
    fn most_even(&mut self, request: &MoveRequest) -> Option<Cell> {
        let start = Instant::now();
        let cells = known::candidates(request.game.size(), self.seed);
        let parts = 2 * cells.len() as u32;
        let mut seen: Vec<(Cell, ScoresBySide)> = Vec::new();
        for cell in cells {
            let Budget { time, nodes, .. } = request.budget;
            let late = nodes.is_none() && time.is_some_and(|time| start.elapsed() > time);
            if !seen.is_empty() && (late || request.observer.should_stop(WorkKind::Limited)) {
                break;
            }
            let mut game = request.game.clone();
            if game.place(request.colour, cell).is_err() || game.outcome().is_some() {
                continue;
            }
            if let Some(scores) = self.scores(request, &game, !request.colour, parts) {
                seen.push((cell, scores));
            }
        }
        let tempo = median_tempo(seen.iter().map(|&(_, scores)| scores));
        let even = |&(_, scores): &(Cell, ScoresBySide)| scores.balance(tempo).value().abs();
        seen.into_iter().min_by_key(even).map(|(cell, _)| cell)
    }

    fn unsearched(&mut self, mv: Move) -> Move {
        self.unsearched = Some(MoveReport::default());
        mv
    }

    /// Whether the last move of this game was searched and proved to win.
    fn has_won(&self, request: &MoveRequest) -> bool {
        let report = self.engine.report_for(request.game.size());
        let value = report.and_then(|report| report.value);
        let moved = !request.game.board().stones(request.colour).is_empty();
        moved && value.is_some_and(Score::is_won)
    }

    /// A move by the book if it knows one, else by search. A proved win is kept without a book.
    fn play(&mut self, request: &MoveRequest) -> Move {
        let book = self.book.as_ref().filter(|_| !self.holds_win);
        if let Some((mv, report)) = book.and_then(|book| book.choose(request)) {
            self.unsearched = Some(report);
            return mv;
        }
        let cell = self.engine.choose(request);
        self.unless_lost(cell)
    }

    /// A move to this cell, found by search; or the game is given up, where the loss is proved and
    /// that is wanted.
    fn unless_lost(&self, cell: Option<Cell>) -> Move {
        let lost = self.engine.report().is_some_and(|report| report.lost);
        let cell = cell.filter(|_| !(self.resigns && lost));
        cell.map_or(Move::Resign, Move::Place)
    }
}

/// A game with a part of the time that is left, and a part of the budget.
fn part(request: &MoveRequest, parts: u32) -> (Game, Budget) {
    let mut game = request.game.clone();
    if let Some(left) = game.clock.left(request.colour) {
        let part = TimeLeft {
            time: left.time / parts,
            ..left
        };
        for colour in Colour::ALL {
            game.clock.set_left(colour, part);
        }
    }
    let Budget { time, nodes, depth } = request.budget;
    let budget = Budget {
        time: time.map(|time| time / parts),
        nodes: nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
        depth,
    };
    (game, budget)
}

impl Player for SearchingPlayer {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let was_searched = self.unsearched.take().is_none();
        self.holds_win = was_searched && self.has_won(request);
        let stone = request
            .game
            .last_stone()
            .filter(|_| request.swap == SwapRight::MaySwap);
        if let Some(stone) = stone {
            return self.answer(request, stone);
        }
        let is_first = request.swap == SwapRight::MayBeSwapped;
        let first = is_first.then(|| self.first_stone(request)).flatten();
        first.unwrap_or_else(|| self.play(request))
    }

    fn ponder(&mut self, request: &MoveRequest) {
        self.engine.ponder(request);
    }

    fn analyze(&mut self, request: &MoveRequest) {
        (self.unsearched, self.holds_win) = (None, false);
        self.engine.analyze(request);
    }

    fn prepare(&mut self, size: BoardSize) {
        self.engine.prepare(size);
    }

    fn forget(&mut self) {
        self.engine.forget();
        self.estimator.forget();
        (self.unsearched, self.holds_win) = (None, false);
    }

    fn report(&self) -> Option<&MoveReport> {
        self.unsearched.as_ref().or_else(|| self.engine.report())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::BoardSize;
    use crate::player;
    use crate::think::NoObserver;
    use std::time::Duration;

    fn request<'a>(game: &'a Game, options: &PlayerOptions) -> MoveRequest<'a> {
        MoveRequest {
            game,
            colour: game.to_move(),
            swap: SwapRight::None,
            budget: options.budget(),
            observer: &NoObserver,
        }
    }

    #[test]
    fn boards_without_a_book_are_evaluated_by_search() {
        let options = player::parse("mustplay:max_nodes=60,max_time=60,seed=3").unwrap();
        let size: BoardSize = "16".parse().unwrap();
        let answer = |name: &str| {
            let mut game = Game::new(size);
            game.place(Colour::Black, size.read(name).unwrap()).unwrap();
            let mut player = player::make(&options);
            player.choose(&MoveRequest {
                swap: SwapRight::MaySwap,
                ..request(&game, &options)
            })
        };
        assert_eq!(answer("h8"), Move::Swap);
        assert!(matches!(answer("a1"), Move::Place(_)));
        let game = Game::new(size);
        let open = || {
            let mut player = player::make(&options);
            player.choose(&MoveRequest {
                swap: SwapRight::MayBeSwapped,
                ..request(&game, &options)
            })
        };
        let first = open();
        let candidates = known::candidates(size, 3).into_iter().map(Move::Place);
        assert!(candidates.into_iter().any(|mv| mv == first));
        assert_eq!(open(), first);
    }

    #[test]
    fn half_a_clock_is_half_the_time() {
        let options = player::parse("mustplay:max_nodes=61,max_time=6").unwrap();
        let mut game = Game::new("5".parse().unwrap());
        let time = Duration::from_secs(8);
        game.clock
            .set_left(Colour::Black, TimeLeft { time, moves: 0 });
        let (half, budget) = part(&request(&game, &options), 2);
        assert_eq!(
            (budget.nodes, budget.time),
            (Some(30), Some(Duration::from_secs(3)))
        );
        let left = half.clock.left(Colour::White).map(|left| left.time);
        assert_eq!(left, Some(time / 2));
    }
}
