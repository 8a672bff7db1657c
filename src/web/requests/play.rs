//! Moves of the program in a game.

use super::{Reply, Request};
use crate::base::instant::Instant;
use crate::hex::{BoardSize, Game, Move, MoveName, SwapStyle, TimeLeft};
use crate::player::{BEST_LEVEL, MoveReport, MoveRequest, choose_move};
use crate::web::call::Call;
use crate::web::page_state::{PageState, options};
use crate::web::refusal::Refusal;
use serde_json::json;
use std::time::Duration;

/// The default time for a move in seconds.
const SECONDS: f64 = 5.0;

/// Descriptions of the levels.
const LEVELS: [&str; 10] = [
    "first steps: looks at the shortest ways, and overlooks some of the opponent's",
    "beginner: looks at the shortest ways",
    "learner: often looks at the shortest ways",
    "casual: about half of the moves are a good player's",
    "club player: most of the moves are a good player's",
    "strong club player: seldom looks at the shortest ways alone",
    "strong: moves that look good at once",
    "very strong: looks at 16 positions",
    "very strong: looks at 300 positions",
    "full strength, with all the time it gets",
];

/// Chooses a move: `{"game", "level", "seconds", "left", "swap", "seed"}`.
pub fn choose(request: &Request, state: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let game = request.game()?;
    request.open_board()?;
    let level = request.whole("level", 1..=BEST_LEVEL, 4)?;
    let seconds = request.seconds(60.0, SECONDS)?;
    let seed = request.whole("seed", 0..=u64::MAX, 0)?;
    let left = request.number("left", 0.0..=1e6, 0.0)?;
    let swap = request.flag("swap")?;
    let asked = PlayRequest {
        level,
        seed,
        seconds,
        left: (left > 0.0).then(|| Duration::from_secs_f64(left)),
        swap,
    };
    let start = Instant::now();
    let mv = asked.choose(game, state, call)?;
    let report = state.player(level, seed).report().cloned();
    let board = request.open_board()?;
    let size = board.size();
    let share = report.as_ref().and_then(MoveReport::win_rate);
    let share = share.map(super::rounded);
    let proved = report
        .as_ref()
        .and_then(|report| report.value)
        .filter(|value| value.is_proved())
        .map(|value| if value.is_won() { "win" } else { "loss" });
    let pv = report.map_or_else(Vec::new, |report| report.pv);
    Ok(Reply::Json(json!({
        "move": written(size, mv),
        "colour": board.to_move().to_string(),
        "share": share,
        "proved": proved,
        "pv": crate::hex::record::names(size, pv),
        "seconds": super::rounded(start.elapsed().as_secs_f64()),
    })))
}

/// Lists the levels.
pub fn levels(_: &Request, _: &mut PageState, _: &dyn Call) -> Result<Reply, Refusal> {
    Ok(Reply::Json(json!(LEVELS)))
}

/// A request for a move.
pub struct PlayRequest {
    /// Its level.
    pub level: u64,
    /// Its seed.
    pub seed: u64,
    /// The time for the move.
    pub seconds: Duration,
    /// The time left on its clock, if one runs.
    pub left: Option<Duration>,
    /// Whether the first stone may be swapped.
    pub swap: bool,
}

/// A move as text.
pub fn written(size: BoardSize, mv: Move) -> String {
    let name = match mv {
        Move::Swap => MoveName::Swap(SwapStyle::on(size)),
        mv => mv.name(size),
    };
    name.to_string()
}

impl PlayRequest {
    /// The move.
    pub fn choose(
        &self,
        mut game: Game,
        state: &mut PageState,
        call: &dyn Call,
    ) -> Result<Move, Refusal> {
        let colour = game.to_move();
        let style = SwapStyle::on(game.size());
        if let Some(time) = self.left {
            game.clock.set_left(colour, TimeLeft { time, moves: 0 });
        }
        let asked = MoveRequest {
            game: &game,
            colour,
            swap: game.swap_right(colour, self.swap.then_some(style)),
            budget: options(self.level, self.seed).budget_within(self.seconds),
            observer: call,
        };
        let mv = choose_move(state.player(self.level, self.seed), &asked);
        let mut after = game.clone();
        after
            .play(colour, mv, style)
            .map_err(|_| Refusal::internal())?;
        Ok(mv)
    }
}
