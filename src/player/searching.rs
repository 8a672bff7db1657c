//! A player that searches: an [`Engine`], and what comes before it: first stones that may be
//! swapped, swaps, and moves of an opening book.
//!
//! A swap takes over a position with the opponent to move, so White swaps whatever is better for
//! Black. The best first stone is close to even: a good one is taken over, a bad one is not. Both
//! are decided by the same values, whatever the level and the time of a move:
//!
//! 1. By what is known of first stones on a board size, from opening book and table
//!    ([`FirstStones`]).
//! 2. On other boards, by estimates of searches ([`ScoresBySide`]).

use super::book::Book;
use super::engine::Engine;
use super::opening::{BookReader, FirstStones, book, known};
use super::searches::SearchKind;
use super::{BookUse, MoveReport, MoveRequest, Player, PlayerOptions, ScoresBySide};
use crate::base::instant::Instant;
use crate::hex::SwapRight;
use crate::hex::{Board, BoardSize, Cell, Colour, Move};
use crate::hex::{Game, TimeLeft};
use crate::search::tree::KeptTree;
use crate::think::{Budget, Score, WorkKind};
use std::sync::Arc;

/// The share of a request's budget that each of two searches of a first stone may spend. It is the
/// same for a stone to open with and for one to answer, so that both have the same estimate.
const ESTIMATE_PARTS: u32 = 2 * known::TRIED as u32;

/// The value of an opening for the opponent, by search, that is wanted: not quite even, so that a
/// search of another length would not take it over.
const WANTED: i32 = 50;

/// The shipped book, or the player's own one for its board.
struct OpeningBook {
    own: Option<Arc<Book>>,
}

/// A player that searches, with its openings and swaps.
pub struct SearchingPlayer {
    engine: Engine,
    /// Estimates positions, without chance: as when the estimates of [`known`] were made.
    estimator: Engine,
    /// Whether its estimates account for the side to move.
    accounts_for_turn: bool,
    resigns: bool,
    /// Where moves are taken from.
    book: Option<BookReader>,
    /// Which book counts for first stones and swaps, if one does.
    opens_by: Option<OpeningBook>,
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
        small.prefer(|tables| {
            tables.search.table_bytes = 2 << 20;
            tables.tree.temperature = 0.0;
            tables.tree.short_sight = 0.0;
        });
        Self {
            accounts_for_turn: kind.accounts_for_turn,
            resigns: options.player.resign,
            engine: Engine::with_search(kind.make, options),
            estimator: Engine::with_search(kind.estimator, &small),
            book: None,
            opens_by: None,
            seed: options.player.seed,
            unsearched: None,
            holds_win: false,
        }
    }

    /// The same with an opening book, if the options ask for one: for first stones and swaps, or
    /// for other moves as well.
    #[must_use]
    pub fn with_book(self, options: &PlayerOptions, moves: bool) -> Self {
        Self {
            book: BookReader::new(options).filter(|_| moves),
            opens_by: (options.player.book != BookUse::Off).then(|| OpeningBook {
                own: options.book.clone(),
            }),
            ..self
        }
    }

    /// What is known of the first stones of a game.
    fn first_stones(&self, game: &Game) -> Option<FirstStones> {
        let opens_by = self.opens_by.as_ref();
        let book = opens_by.and_then(|opens_by| book(opens_by.own.as_ref(), game.board()));
        FirstStones::with_book(game.size(), book)
    }

    /// The score of a position with this colour to move, by a new player.
    fn estimate(
        &mut self,
        request: &MoveRequest,
        position: &Game,
        colour: Colour,
    ) -> Option<Score> {
        let (game, budget) = part(request, ESTIMATE_PARTS);
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

    /// The value by search of a position after a first stone, for the side that answers it.
    fn searched(&mut self, request: &MoveRequest, position: &Game) -> Option<Score> {
        let mover = position.to_move();
        let own = self.estimate(request, position, mover)?;
        let other = if self.accounts_for_turn {
            None
        } else {
            Some(self.estimate(request, position, !mover)?)
        };
        let scores = ScoresBySide { own, other };
        Some(scores.balance(scores.tempo().unwrap_or(0)))
    }

    /// The answer to Black's first stone: a swap if the stone is better for Black.
    fn answer(&mut self, request: &MoveRequest, stone: Cell) -> Move {
        if let Some(known) = self.first_stones(request.game) {
            if known.is_swapped(stone) {
                return self.unsearched(Move::Swap);
            }
            return self.play(request);
        }
        let value = self.searched(request, request.game);
        if value.is_some_and(|value| value.value() < 0) {
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
        let cell = match self.first_stones(request.game) {
            Some(known) => known.opening(self.seed),
            None => self.most_even(request),
        }?;
        Some(self.unsearched(Move::Place(cell)))
    }

    /// Of some first stones, the one that is closest to even of those that would not be taken over.
    fn most_even(&mut self, request: &MoveRequest) -> Option<Cell> {
        let start = Instant::now();
        let mut seen: Vec<(Cell, i32)> = Vec::new();
        for cell in known::tried_openings(request.game.size(), self.seed) {
            let Budget { time, nodes, .. } = request.budget;
            let late = nodes.is_none() && time.is_some_and(|time| start.elapsed() > time);
            if !seen.is_empty() && (late || request.observer.should_stop(WorkKind::Limited)) {
                break;
            }
            let mut game = request.game.clone();
            if game.place(request.colour, cell).is_err() || game.outcome().is_some() {
                continue;
            }
            if let Some(value) = self.searched(request, &game) {
                seen.push((cell, value.value()));
            }
        }
        let uneven = |&(_, value): &(Cell, i32)| (value < 0, value.abs_diff(WANTED));
        seen.into_iter().min_by_key(uneven).map(|(cell, _)| cell)
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

    fn analyze_among(&mut self, request: &MoveRequest, moves: &[Cell]) -> bool {
        (self.unsearched, self.holds_win) = (None, false);
        self.engine.analyze_among(request, moves)
    }

    fn restore(&mut self, board: &Board, tree: &KeptTree) -> u32 {
        self.engine.restore(board, tree)
    }

    fn kept_tree(&self, most: usize) -> Option<KeptTree> {
        self.engine.kept_tree(most)
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
    fn boards_of_which_nothing_is_known_are_evaluated_by_search() {
        let options = player::parse("mustplay:max_nodes=60,max_time=60,seed=3").unwrap();
        let answer = |size: BoardSize, cell: Cell| {
            let mut game = Game::new(size);
            game.place(Colour::Black, cell).unwrap();
            let mut player = player::make(&options);
            player.choose(&MoveRequest {
                swap: SwapRight::MaySwap,
                ..request(&game, &options)
            })
        };
        let sizes: [BoardSize; 2] = ["13x12", "12x13"].map(|size| size.parse().unwrap());
        // Black has the shorter way, then White.
        let [short, long] = sizes;
        assert_eq!(answer(short, short.read("g6").unwrap()), Move::Swap);
        assert!(matches!(answer(long, Cell::new(0)), Move::Place(_)));
        let game = Game::new(long);
        let open = || {
            let mut player = player::make(&options);
            player.choose(&MoveRequest {
                swap: SwapRight::MayBeSwapped,
                ..request(&game, &options)
            })
        };
        let first = open();
        assert_eq!(open(), first);
        let cell = first.cell().unwrap();
        assert!(known::tried_openings(long, 3).contains(&cell));
        // What it opens with it would not take over.
        assert_ne!(answer(long, cell), Move::Swap);
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
