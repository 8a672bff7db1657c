//! Plays one game. Our own board decides what is legal and who has won; what an engine believes
//! does not count. The first fault, resignation or joined pair of edges settles the game.

use super::engine::{EngineError, Fault, MatchEngine, MatchRules, Reason};
use super::guard::Guard;
use super::openings::Opening;
use super::player::PlayerEngine;
use super::program::ProgramEngine;
use super::spec::{EngineSource, EngineSpec};
use super::time::Timer;
use crate::hex::{Colour, Move};
use crate::hex::{Game, SwapStyle};
use crate::player::MoveEffort;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An engine of a match, which is started when it is first needed.
pub struct EngineSlot {
    spec: EngineSpec,
    init: Vec<String>,
    rules: MatchRules,
    guard: Option<Arc<Guard>>,
    engine: Option<RunningEngine>,
}

enum RunningEngine {
    Player(PlayerEngine),
    Program(Box<ProgramEngine>),
}

impl EngineSlot {
    /// The slot of this engine; `init` are the commands that a program starts with.
    pub fn new(
        spec: EngineSpec,
        init: Vec<String>,
        rules: MatchRules,
        guard: Option<Arc<Guard>>,
    ) -> Self {
        Self {
            spec,
            init,
            rules,
            guard,
            engine: None,
        }
    }

    /// The engine, started if it does not run.
    pub fn engine(&mut self) -> Result<&mut dyn MatchEngine, EngineError> {
        let running = match self.engine.take() {
            Some(running) => running,
            None => match &self.spec.kind {
                EngineSource::Player(options) => {
                    RunningEngine::Player(PlayerEngine::new(options, self.rules))
                }
                EngineSource::Program { words, .. } => {
                    let guard = self.guard.clone();
                    let program = ProgramEngine::start(words, &self.init, self.rules, guard)?;
                    RunningEngine::Program(Box::new(program))
                }
            },
        };
        Ok(match self.engine.insert(running) {
            RunningEngine::Player(player) => player,
            RunningEngine::Program(program) => program.as_mut(),
        })
    }

    /// Removes an engine that has failed; the next game gets a new one.
    pub fn clear(&mut self) {
        self.engine = None;
    }

    /// Ends the engine after the match: a program is asked to quit.
    pub fn quit(&mut self) {
        if let Some(RunningEngine::Program(program)) = &mut self.engine {
            program.farewell();
        }
        self.engine = None;
    }
}

/// What a move of an engine cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveCost {
    /// The time.
    pub time: Duration,
    /// Nodes and depth, if they are known.
    pub effort: MoveEffort,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The game.
    pub game: Game,
    /// Who won.
    pub winner: Colour,
    /// Why.
    pub reason: Reason,
    /// Details of a fault; empty without one.
    pub detail: String,
    /// What the moves of the engines cost, in order, without those of the opening.
    pub costs: Vec<MoveCost>,
}

/// How a game ends: by a win, a resignation or a fault.
struct GameEnd {
    reason: Reason,
    detail: String,
}

impl GameEnd {
    /// An end that is no fault.
    fn regular(reason: Reason) -> Self {
        Self {
            reason,
            detail: String::new(),
        }
    }
}

impl From<Fault> for GameEnd {
    fn from(fault: Fault) -> Self {
        Self {
            reason: fault.reason,
            detail: fault.detail,
        }
    }
}

/// The result of a game; nothing that comes later changes it.
struct Verdict {
    winner: Colour,
    reason: Reason,
    detail: String,
}

/// Plays a game from an opening; the first engine has Black. An error ends the match.
pub fn play(
    slots: &mut [&mut EngineSlot; 2],
    seeds: [u64; 2],
    opening: &Opening,
    rules: &MatchRules,
) -> Result<FinishedGame, String> {
    let played = watched(slots, seeds, opening, rules, &|| false)?;
    played.ok_or_else(|| "a game without a winner".to_owned())
}

/// The same; before each move it is asked whether to stop, and then there is no finished game.
pub fn watched(
    slots: &mut [&mut EngineSlot; 2],
    seeds: [u64; 2],
    opening: &Opening,
    rules: &MatchRules,
    stop: &dyn Fn() -> bool,
) -> Result<Option<FinishedGame>, String> {
    let mut game = GameInPlay {
        game: opening.game(rules.size),
        timer: Timer::new(rules.time),
        costs: Vec::new(),
        verdict: None,
        rules,
    };
    for (colour, seed) in Colour::ALL.into_iter().zip(seeds) {
        let slot = &mut *slots[colour.index()];
        let begun = match slot.engine() {
            Ok(engine) => engine.begin(&game.game, seed).map_err(EngineError::from),
            Err(error) => Err(error),
        };
        match begun {
            Ok(()) => {}
            Err(EngineError::Fault(fault)) => {
                slot.clear();
                game.settle(!colour, fault.into());
                break;
            }
            Err(EngineError::Fatal(why)) => return Err(why),
        }
    }
    if game.verdict.is_none() {
        game.run(slots, stop)?;
    }
    let costs = game.costs;
    Ok(game.verdict.map(|verdict| FinishedGame {
        game: game.game,
        winner: verdict.winner,
        reason: verdict.reason,
        detail: verdict.detail,
        costs,
    }))
}

struct GameInPlay<'a> {
    game: Game,
    timer: Timer,
    costs: Vec<MoveCost>,
    verdict: Option<Verdict>,
    rules: &'a MatchRules,
}

impl GameInPlay<'_> {
    /// Moves in turn until the game is over, or is to be stopped.
    fn run(
        &mut self,
        slots: &mut [&mut EngineSlot; 2],
        stop: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        while !self.game.board().empty().is_empty() && !stop() {
            let colour = self.game.to_move();
            let fault = match self.turn(colour, slots) {
                Ok(true) => continue,
                Ok(false) => return Ok(()),
                Err((guilty, EngineError::Fault(fault))) => (guilty, fault),
                Err((_, EngineError::Fatal(why))) => return Err(why),
            };
            slots[fault.0.index()].clear();
            self.settle(!fault.0, fault.1.into());
            return Ok(());
        }
        Ok(())
    }

    /// Makes one move and sends it to the opponent; false at the end of the game. An error comes
    /// with the colour at fault.
    fn turn(
        &mut self,
        colour: Colour,
        slots: &mut [&mut EngineSlot; 2],
    ) -> Result<bool, (Colour, EngineError)> {
        let swap = self.game.check_swap(colour, SwapStyle::Pieces).is_ok();
        let engine = slots[colour.index()]
            .engine()
            .map_err(|error| (colour, error))?;
        let start = Instant::now();
        let answer = engine.request_move(&self.game, self.rules.swap && swap, &self.timer);
        let taken = start.elapsed();
        let answer = answer.map_err(|fault| (colour, fault.into()))?;
        self.timer.spend(colour, taken);
        self.make_move(colour, answer.mv)
            .map_err(|fault| (colour, fault.into()))?;
        self.costs.push(MoveCost {
            time: taken,
            effort: answer.effort,
        });
        if answer.mv == Move::Resign {
            // With play_on, a resignation after the win only ends the game.
            self.settle(!colour, GameEnd::regular(Reason::Resignation));
            return Ok(false);
        }
        if self.game.board().winner() == Some(colour) && self.verdict.is_none() {
            self.settle(colour, GameEnd::regular(Reason::Joined));
        }
        if self.verdict.is_some() && !self.rules.play_on {
            return Ok(false);
        }
        let passed_on = slots[(!colour).index()].engine().and_then(|engine| {
            let size = self.game.size();
            engine
                .opponent_played(size, colour, answer.mv)
                .map_err(EngineError::from)
        });
        passed_on.map_err(|error| (!colour, error))?;
        Ok(true)
    }

    /// Makes the move if the rules allow it.
    fn make_move(&mut self, colour: Colour, mv: Move) -> Result<(), Fault> {
        let name = match mv {
            Move::Place(cell) if !self.game.size().has(cell) => "a cell".to_owned(),
            mv => mv.name(self.game.size()).to_string(),
        };
        let illegal = |why: String| Fault::new(Reason::Illegal, format!("{name} ({why})"));
        if mv == Move::Swap && !self.rules.swap {
            return Err(illegal("this match does not allow a swap".to_owned()));
        }
        let played = match mv {
            // A resignation after the end changes nothing.
            Move::Resign if self.verdict.is_some() => Ok(()),
            _ => self.game.play(colour, mv, SwapStyle::Pieces),
        };
        played.map_err(|why| illegal(why.to_string()))
    }

    /// Sets the result, once: a fault after a win is reported and changes nothing.
    fn settle(&mut self, winner: Colour, end: GameEnd) {
        match &mut self.verdict {
            Some(verdict) if end.reason.is_fault() => {
                verdict.detail = format!("afterwards {}: {}", end.reason, end.detail);
            }
            Some(_) => {}
            None => {
                self.verdict = Some(Verdict {
                    winner,
                    reason: end.reason,
                    detail: end.detail,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::TimeRule;

    fn played(engines: [&str; 2], opening: &str, change: impl Fn(&mut MatchRules)) -> FinishedGame {
        let mut rules = MatchRules {
            size: "3".parse().unwrap(),
            time: TimeRule::Own,
            nodes: None,
            grace: Duration::from_secs(5),
            patience: Duration::from_secs(5),
            swap: false,
            play_on: false,
        };
        change(&mut rules);
        let slot =
            |text: &str| EngineSlot::new(EngineSpec::parse(text).unwrap(), Vec::new(), rules, None);
        let [mut black, mut white] = engines.map(slot);
        let opening = Opening::of_moves(rules.size, opening).unwrap();
        play(&mut [&mut black, &mut white], [1, 2], &opening, &rules).unwrap()
    }

    fn moves(played: &FinishedGame) -> usize {
        played.game.events().len()
    }

    #[test]
    fn a_game_ends_at_the_win_or_plays_on() {
        // a1 b1, c1 a2, b2 c2, a3 joins neither; b3 joins Black's c1 b2.
        let short = played(["first", "first"], "b1 a1", |_| {});
        assert_eq!(short.reason, Reason::Joined);
        assert_eq!(short.costs.len() + 2, moves(&short));
        assert_eq!(short.game.board().winner(), Some(short.winner));
        let long = played(["first", "first"], "b1 a1", |rules| rules.play_on = true);
        assert_eq!((long.winner, long.reason), (short.winner, short.reason));
        assert!(moves(&long) >= moves(&short) && long.detail.is_empty());
    }

    #[test]
    fn games_follow_from_seeds() {
        let list = |played: &FinishedGame| played.game.events().cloned().collect::<Vec<_>>();
        let game = || played(["random", "random"], "", |rules| rules.swap = true);
        assert_eq!(list(&game()), list(&game()));
        let other = played(["random:seed=5", "random"], "", |_| {});
        assert_ne!(list(&game()), list(&other));
    }
}
