//! What every player is: it chooses moves.

use crate::hex::SwapRight;
use crate::hex::{Board, BoardSize, Cell, Colour, Move};
use crate::hex::{Clock, Game};
use crate::search::tree::KeptTree;
use crate::think::{Budget, Observer, RootMove, Score, ScoreScale, SearchOutcome, TimeManager};
use std::time::Duration;

/// What a player is asked.
#[derive(Clone, Copy)]
pub struct MoveRequest<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The colour to move for; it need not be its turn.
    pub colour: Colour,
    /// Whether the answer may be a swap, or be swapped.
    pub swap: SwapRight,
    /// What the move may spend; if a clock runs, that decides how long it takes.
    pub budget: Budget,
    /// The observer of the search, which may stop it.
    pub observer: &'a dyn Observer,
}

impl MoveRequest<'_> {
    /// The time for the move, which begins now.
    pub fn time(&self) -> TimeManager {
        let empty = self.game.board().empty().len();
        TimeManager::new(&self.game.clock, self.colour, empty, self.budget)
    }

    /// Whether there is nothing to choose: the board is full, or the opponent has won.
    pub fn is_over(&self) -> bool {
        let board = self.game.board();
        board.empty().is_empty() || board.winner() == Some(!self.colour)
    }
}

/// What a move cost; 0 where that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveEffort {
    /// Positions searched.
    pub nodes: u64,
    /// The depth in plies.
    pub depth: u64,
}

/// What a player found out for its last move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveReport {
    /// The best stone; `None` if the game is over, and for a swap or a first stone that may be
    /// swapped, which are not searched.
    pub best: Option<Cell>,
    /// The score as text.
    pub score: Option<String>,
    /// The score as a number, for the side that was to move.
    pub value: Option<Score>,
    /// Whether the position is proved to be lost.
    pub lost: bool,
    /// The principal variation.
    pub pv: Vec<Cell>,
    /// The moves that were searched, the best first.
    pub moves: Vec<RootMove>,
    /// What their estimates mean.
    pub scale: ScoreScale,
    /// Positions searched.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// The time of a solver within the search, where that is measured.
    pub solving: Duration,
    /// The depth in plies.
    pub depth: u32,
    /// Time spent.
    pub time: Duration,
}

impl MoveReport {
    /// The win rate of the side that was to move, from 0 to 1: of a proof one or the other.
    pub fn win_rate(&self) -> Option<f64> {
        self.value.map(|value| value.win_rate(self.scale))
    }
}

impl From<SearchOutcome> for MoveReport {
    fn from(outcome: SearchOutcome) -> Self {
        let scored = |root: &RootMove| root.score.is_some();
        Self {
            best: outcome.best,
            score: outcome.score.map(|score| score.to_string()),
            value: outcome.score,
            lost: outcome.score.is_some_and(Score::is_lost),
            moves: outcome.moves.into_iter().filter(scored).collect(),
            scale: outcome.scale,
            pv: outcome.pv,
            nodes: outcome.nodes,
            evaluations: outcome.evaluations,
            solving: outcome.solving,
            depth: outcome.depth,
            time: Duration::ZERO,
        }
    }
}

impl From<&MoveReport> for MoveEffort {
    fn from(report: &MoveReport) -> Self {
        Self {
            nodes: report.nodes,
            depth: u64::from(report.depth),
        }
    }
}

/// Chooses moves.
pub trait Player: Send {
    /// Chooses a legal move. There is an empty cell, and the opponent has not won.
    fn choose(&mut self, request: &MoveRequest) -> Move;

    /// Searches a position in which the opponent is to move, until the observer of the request
    /// stops it or nothing is left to find. What is found may help with the next choice.
    fn ponder(&mut self, _request: &MoveRequest) {}

    /// Searches a position until the observer of the request stops it or nothing is left to find;
    /// the budget of the request does not count. The report is of this search.
    fn analyze(&mut self, request: &MoveRequest) {
        let _ = self.choose(request);
    }

    /// The same for these moves of the position alone: in the report a value of a loss, and every
    /// estimate, holds for them only. False if the player cannot do that; then nothing was searched.
    fn analyze_among(&mut self, _request: &MoveRequest, _moves: &[Cell]) -> bool {
        false
    }

    /// Lets the next analysis of a position go on from what a search before found, unless the player
    /// knows more of it already. Returns the visits that it goes on from.
    fn restore(&mut self, _board: &Board, _tree: &KeptTree) -> u32 {
        0
    }

    /// What the last analysis found, in at most so many nodes, if it can go on from that.
    fn kept_tree(&self, _most: usize) -> Option<KeptTree> {
        None
    }

    /// Gets ready for games on boards of a size, so that the first move takes no longer than
    /// others.
    fn prepare(&mut self, _size: BoardSize) {}

    /// Forgets what earlier searches found.
    fn forget(&mut self) {}

    /// The report on the last choice, if the player makes one.
    fn report(&self) -> Option<&MoveReport> {
        None
    }
}

/// The move of a player, also where the game is over: the loser resigns, the winner plays on while
/// cells are empty.
pub fn choose_move(player: &mut dyn Player, request: &MoveRequest) -> Move {
    if request.is_over() {
        Move::Resign
    } else {
        player.choose(request)
    }
}

/// Lets a player search the position of a game with this colour to move, until the observer stops
/// it; no clock runs.
pub fn analyze_game(player: &mut dyn Player, game: &Game, colour: Colour, observer: &dyn Observer) {
    analyze_by(game, colour, observer, |request| player.analyze(request));
}

/// The same for these moves of the position alone, as in [`Player::analyze_among`].
pub fn analyze_moves(
    player: &mut dyn Player,
    (game, colour): (&Game, Colour),
    moves: &[Cell],
    observer: &dyn Observer,
) -> bool {
    analyze_by(game, colour, observer, |request| {
        player.analyze_among(request, moves)
    })
}

/// Analyses a position without a clock.
fn analyze_by<T>(
    game: &Game,
    colour: Colour,
    observer: &dyn Observer,
    analyze: impl FnOnce(&MoveRequest) -> T,
) -> T {
    let mut game = game.clone();
    game.clock = Clock::default();
    analyze(&MoveRequest {
        game: &game,
        colour,
        swap: SwapRight::None,
        budget: Budget::default(),
        observer,
    })
}
