//! The players that search: one mind a size of board, made by the options of a recipe. Where the
//! first stone may be swapped, what is known of openings comes before searching ([`super::reader`],
//! [`super::opening`]).

use super::opening::{self, ScoresBySide, median_tempo};
use super::reader::Reader;
use super::thinker::Thinker;
use super::{MoveEffort, MoveLimits, MoveReport, MoveRequest, Player, PlayerOptions};
use crate::at_width;
use crate::board::{BoardSize, Cell, Colour, Move};
use crate::game::{Game, TimeLeft};
use crate::think::Score;
use crate::think::Work;
use std::time::Instant;

/// What thinks about boards of one size.
pub(super) trait Mind: Send {
    /// Chooses a move.
    fn choose(&mut self, request: &MoveRequest) -> Move;

    /// Thinks about a position in the opponent's time, until it is told to end or nothing is left
    /// to find out.
    fn ponder(&mut self, request: &MoveRequest);

    /// What it thought last.
    fn report(&self) -> &MoveReport;
}

/// A part of what a turn may spend.
fn share(request: &MoveRequest, parts: u32) -> (Game, MoveLimits) {
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
    let limits = MoveLimits {
        time: request.limits.time / parts,
        nodes: request
            .limits
            .nodes
            .map(|nodes| (nodes / u64::from(parts)).max(1)),
        depth: request.limits.depth,
    };
    (game, limits)
}

/// How a player searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Alpha-beta with connections.
    Linked,
    /// Alpha-beta with stones and distances alone.
    Bare,
    /// Monte Carlo with connections.
    Chance,
}

fn new_mind(size: BoardSize, options: &PlayerOptions, way: Way) -> Box<dyn Mind> {
    at_width!(size, W => Box::new(Thinker::<W>::new(size, options, way)))
}

/// A player that searches.
pub struct Searcher {
    options: PlayerOptions,
    way: Way,
    mind: Option<(BoardSize, Box<dyn Mind>)>,
    /// What it thought about a move that it knew.
    known: Option<MoveReport>,
    /// Its opening book.
    reader: Option<Reader>,
    /// Whether its last search proved that it wins.
    holds: bool,
}

impl Searcher {
    /// A player that sees connections.
    pub fn linked(options: &PlayerOptions) -> Self {
        Self {
            options: options.clone(),
            way: Way::Linked,
            mind: None,
            known: None,
            reader: None,
            holds: false,
        }
    }

    /// A player that sees stones and distances.
    pub fn bare(options: &PlayerOptions) -> Self {
        Self {
            way: Way::Bare,
            ..Self::linked(options)
        }
    }

    /// A player that sees connections and leaves much to chance.
    pub fn chance(options: &PlayerOptions) -> Self {
        Self {
            way: Way::Chance,
            ..Self::linked(options)
        }
    }

    /// The same with an opening book, if its options say so.
    #[must_use]
    pub fn with_book(self) -> Self {
        Self {
            reader: Reader::new(&self.options),
            ..self
        }
    }

    fn mind(&mut self, size: BoardSize) -> &mut Box<dyn Mind> {
        let kept = self.mind.take().filter(|(kept, _)| *kept == size);
        let mind = kept.unwrap_or_else(|| (size, new_mind(size, &self.options, self.way)));
        &mut self.mind.insert(mind).1
    }

    /// What a mind that has seen nothing says of a position with this colour to move, in a part of
    /// a turn's time: one that leaves nothing to chance, as when the estimates of openings were
    /// made.
    fn glance(
        &self,
        request: &MoveRequest,
        board: &Game,
        colour: Colour,
        parts: u32,
    ) -> Option<Score> {
        let (game, limits) = share(request, parts);
        let mut seen = Game::from_board(*board.board());
        seen.clock = game.clock;
        // A small table is soon made.
        let mut options = self.options.clone();
        options.prefer(|rooms| rooms.search.table_bytes = 2 << 20);
        let way = match self.way {
            Way::Chance => Way::Linked,
            way => way,
        };
        let mut mind = new_mind(seen.size(), &options, way);
        let request = MoveRequest {
            game: &seen,
            colour,
            may_swap: false,
            opponent_may_swap: false,
            limits,
            observer: request.observer,
        };
        let _ = mind.choose(&request);
        mind.report().value
    }

    /// The answer to Black's first stone: a swap if it is better for Black.
    fn answer(&mut self, request: &MoveRequest, stone: Cell) -> Move {
        let reader = self.reader.as_ref();
        let by_book = reader.and_then(|reader| reader.is_swapped(request));
        match by_book.or_else(|| opening::is_swapped(request.game.size(), stone)) {
            Some(true) => self.say_nothing(Move::Swap),
            Some(false) => self.play(request),
            None => {
                let [own, other] = [request.colour, !request.colour]
                    .map(|colour| self.glance(request, request.game, colour, 4));
                match own
                    .zip(other)
                    .map(|(own, other)| ScoresBySide { own, other })
                {
                    Some(views) if views.balance(views.tempo().unwrap_or(0)).value() < 0 => {
                        self.say_nothing(Move::Swap)
                    }
                    _ => {
                        let (game, limits) = share(request, 2);
                        self.search(&MoveRequest {
                            game: &game,
                            limits,
                            ..*request
                        })
                    }
                }
            }
        }
    }

    /// A first stone that the opponent may swap; `None` if no stone could be judged.
    fn open(&mut self, request: &MoveRequest) -> Option<Move> {
        let (size, seed) = (request.game.size(), self.options.player.seed);
        let reader = self.reader.as_ref();
        let by_book = reader.and_then(|reader| reader.opening(request, seed));
        if let Some(cell) = by_book.or_else(|| opening::first(size, seed)) {
            return Some(self.say_nothing(Move::Place(cell)));
        }
        let start = Instant::now();
        let cells = opening::likely(size, seed);
        let parts = 2 * cells.len() as u32;
        let mut seen: Vec<(Cell, ScoresBySide)> = Vec::new();
        for cell in cells {
            let late = start.elapsed() > request.limits.time && request.limits.nodes.is_none();
            if !seen.is_empty() && (late || request.observer.should_stop(Work::Limited)) {
                break;
            }
            let mut game = request.game.clone();
            if game.place(request.colour, cell).is_err() || game.outcome().is_some() {
                continue;
            }
            let own = self.glance(request, &game, !request.colour, parts);
            let other = self.glance(request, &game, request.colour, parts);
            if let Some((own, other)) = own.zip(other) {
                seen.push((cell, ScoresBySide { own, other }));
            }
        }
        let tempo = median_tempo(seen.iter().map(|&(_, views)| views));
        let even = |&(_, views): &(Cell, ScoresBySide)| views.balance(tempo).value().abs();
        let (cell, _) = seen.into_iter().min_by_key(even)?;
        Some(self.say_nothing(Move::Place(cell)))
    }

    fn say_nothing(&mut self, mv: Move) -> Move {
        self.known = Some(MoveReport::default());
        mv
    }

    /// Whether the last move of this game was told to win.
    fn is_won(&self, request: &MoveRequest) -> bool {
        let size = request.game.size();
        let mind = self.mind.as_ref().filter(|(kept, _)| *kept == size);
        let value = mind.and_then(|(_, mind)| mind.report().value);
        let moved = !request.game.board().stones(request.colour).is_empty();
        moved && value.is_some_and(Score::is_won)
    }

    /// A move by the book if it knows one, else by search. What is proved to be won is brought home
    /// without a book.
    fn play(&mut self, request: &MoveRequest) -> Move {
        let reader = self.reader.as_ref().filter(|_| !self.holds);
        if let Some((mv, thoughts)) = reader.and_then(|reader| reader.choose(request)) {
            self.known = Some(thoughts);
            return mv;
        }
        self.search(request)
    }

    fn search(&mut self, request: &MoveRequest) -> Move {
        let start = Instant::now();
        let mind = self.mind(request.game.size());
        // To make a table takes time as well.
        let mut limits = request.limits;
        limits.time = limits.time.saturating_sub(start.elapsed());
        mind.choose(&MoveRequest { limits, ..*request })
    }
}

impl Player for Searcher {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let knew = self.known.take().is_some();
        self.holds = !knew && self.is_won(request);
        let stone = request.game.last_stone().filter(|_| request.may_swap);
        if let Some(stone) = stone {
            return self.answer(request, stone);
        }
        let opening = request
            .opponent_may_swap
            .then(|| self.open(request))
            .flatten();
        opening.unwrap_or_else(|| self.play(request))
    }

    fn ponder(&mut self, request: &MoveRequest) {
        self.mind(request.game.size()).ponder(request);
    }

    fn effort(&self) -> MoveEffort {
        let thoughts = self.report();
        thoughts.map_or_else(MoveEffort::default, |thoughts| MoveEffort {
            nodes: thoughts.nodes,
            depth: u64::from(thoughts.depth),
        })
    }

    fn report(&self) -> Option<&MoveReport> {
        let mind = self.mind.as_ref().map(|(_, mind)| mind.report());
        self.known.as_ref().or(mind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::players;
    use crate::think::NoObserver;

    fn request_for<'a>(game: &'a Game, options: &PlayerOptions) -> MoveRequest<'a> {
        MoveRequest {
            game,
            colour: game.to_move(),
            may_swap: false,
            opponent_may_swap: false,
            limits: players::limits(options),
            observer: &NoObserver,
        }
    }

    /// What is thought with a few nodes after the opponent's move, with or without thinking while
    /// it was made.
    fn after_pondering(ponders: bool) -> MoveReport {
        let text = format!("queenbee:select=full,max_nodes=40,max_time=60,ponder={ponders}");
        let options = players::parse(&text).unwrap();
        let mut player = players::make(&options);
        let mut game = Game::new("4".parse().unwrap());
        let play = |game: &mut Game, name: &str| {
            let cell = game.size().read(name).unwrap();
            game.place(game.to_move(), cell).unwrap();
        };
        play(&mut game, "c2");
        play(&mut game, "a1");
        let _ = player.choose(&request_for(&game, &options));
        play(&mut game, "c3");
        if ponders {
            player.ponder(&request_for(&game, &options));
        }
        play(&mut game, "c1");
        let _ = player.choose(&request_for(&game, &options));
        player.report().unwrap().clone()
    }

    #[test]
    fn a_win_is_found_in_the_opponents_time() {
        let (without, with) = (after_pondering(false), after_pondering(true));
        assert!(!without.value.unwrap().is_won(), "{without:?}");
        assert!(with.value.unwrap().is_won(), "{with:?}");
    }

    #[test]
    fn boards_of_which_nothing_is_known_are_judged_by_search() {
        let options = players::parse("mustplay:max_nodes=60,max_time=60,seed=3").unwrap();
        let size: BoardSize = "12".parse().unwrap();
        let answer = |name: &str| {
            let mut game = Game::new(size);
            game.place(Colour::Black, size.read(name).unwrap()).unwrap();
            let mut player = players::make(&options);
            player.choose(&MoveRequest {
                may_swap: true,
                ..request_for(&game, &options)
            })
        };
        assert_eq!(answer("f6"), Move::Swap);
        assert!(matches!(answer("a1"), Move::Place(_)));
        let game = Game::new(size);
        let open = || {
            let mut player = players::make(&options);
            player.choose(&MoveRequest {
                opponent_may_swap: true,
                ..request_for(&game, &options)
            })
        };
        let first = open();
        let likely = opening::likely(size, 3).into_iter().map(Move::Place);
        assert!(likely.into_iter().any(|mv| mv == first));
        assert_eq!(open(), first);
    }

    #[test]
    fn half_a_clock_is_half_the_time() {
        let options = players::parse("mustplay:max_nodes=61,max_time=6").unwrap();
        let mut game = Game::new("5".parse().unwrap());
        let time = std::time::Duration::from_secs(8);
        game.clock
            .set_left(Colour::Black, TimeLeft { time, moves: 0 });
        let (half, limits) = share(&request_for(&game, &options), 2);
        assert_eq!((limits.nodes, limits.time.as_secs()), (Some(30), 3));
        let left = half.clock.left(Colour::White).map(|left| left.time);
        assert_eq!(left, Some(time / 2));
    }
}
