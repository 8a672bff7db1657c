//! A GTP program in a match. It needs only the plain Hex commands `boardsize`, `clear_board`,
//! `play` and `genmove`; limits of time and nodes are set by those commands of `list_commands` that
//! serve.

use super::engine::{EngineError, EngineMove, Fault, MatchEngine, MatchRules, Reason};
use super::guard::Guard;
use super::player::late;
use super::process::{GtpResponse, NoReply, Process};
use super::time::{TimeRule, Timer};
use crate::base::parameter::shortened;
use crate::hex::{BoardSize, Colour, Move, MoveName, NotAMove};
use crate::hex::{Event, Game, SwapStyle, TimeLeft};
use crate::player::MoveEffort;
use std::collections::HashSet;
use std::sync::Arc;

/// A running program.
pub struct ProgramEngine {
    process: Process,
    commands: HashSet<String>,
    rules: MatchRules,
}

impl ProgramEngine {
    /// Starts a program, sends it the commands of its init file and the limits of the match.
    pub fn start(
        words: &[String],
        init: &[String],
        rules: MatchRules,
        guard: Option<Arc<Guard>>,
    ) -> Result<Self, EngineError> {
        let mut program = Self {
            process: Process::start(words, guard).map_err(EngineError::Fatal)?,
            commands: HashSet::new(),
            rules,
        };
        program.prepare(init)?;
        Ok(program)
    }

    fn prepare(&mut self, init: &[String]) -> Result<(), EngineError> {
        // A program without list_commands is taken to have the plain commands only.
        if let Ok(list) = self.request("list_commands")? {
            self.commands = list.lines().map(|line| line.trim().to_owned()).collect();
        }
        for line in init {
            if let Err(why) = self.request(line)? {
                return Err(EngineError::Fatal(format!("its init file: {line}: {why}")));
            }
        }
        if self.rules.swap && self.knows("param_game") {
            let _ = self.request("param_game allow_swap 1")?;
        }
        if let TimeRule::Move(time) = self.rules.time {
            let seconds = time.as_secs_f64();
            let known = ["param_player", "param_mohex", "param_wolve"]
                .into_iter()
                .filter(|command| self.knows(command))
                .collect::<Vec<_>>();
            let mut accepted = false;
            for command in known {
                let answer = self.request(&format!("{command} max_time {seconds}"))?;
                accepted |= answer.is_ok();
            }
            if !accepted && time.subsec_nanos() == 0 && self.knows("time_settings") {
                let _ = self.request(&format!("time_settings 0 {} 1", time.as_secs()))?;
            }
        }
        if let Some(nodes) = self.rules.nodes
            && self.knows("param_player")
        {
            let _ = self.request(&format!("param_player max_nodes {nodes}"))?;
        }
        Ok(())
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sends a command other than a request for a move.
    fn request(&mut self, command: &str) -> Result<GtpResponse, Fault> {
        let limit = self.rules.patience;
        self.process.send(command)?;
        self.process.answer(limit).map_err(|silent| match silent {
            NoReply::Late { answered } => {
                let (reason, what) = if answered {
                    (Reason::Garbage, "no answer, only other lines")
                } else {
                    (Reason::Silence, "no answer")
                };
                let seconds = limit.as_secs_f64();
                Fault::new(reason, format!("{command}: {what} for {seconds:.3} s"))
            }
            NoReply::Fault(fault) => fault,
        })
    }

    /// Asks the program to quit, and waits a while.
    pub fn farewell(&mut self) {
        self.process.farewell();
    }

    /// Sends a command that must succeed for the game to go on.
    fn order(&mut self, command: &str) -> Result<(), Fault> {
        match self.request(command)? {
            Ok(_) => Ok(()),
            Err(why) => Err(refusal(command, &why)),
        }
    }
}

fn refusal(command: &str, why: &str) -> Fault {
    Fault::new(Reason::Refusal, format!("{command}: {}", shortened(why)))
}

/// The move that a response names.
fn understood(size: BoardSize, text: &str) -> Result<Move, Fault> {
    match text.trim().parse::<MoveName>() {
        Ok(MoveName::Pass | MoveName::Swap(SwapStyle::Sides)) | Err(NotAMove) => {
            let detail = format!("no move: {:?}", shortened(text));
            Err(Fault::new(Reason::Garbage, detail))
        }
        Ok(name) => name.on(size).map(|(mv, _)| mv).map_err(|why| {
            let detail = format!("{} ({why})", shortened(&name.to_string()));
            Fault::new(Reason::Illegal, detail)
        }),
    }
}

impl MatchEngine for ProgramEngine {
    fn begin(&mut self, game: &Game, _seed: u64) -> Result<(), Fault> {
        let size = game.size();
        let (width, height) = (size.width(), size.height());
        // Some take two numbers for a square, some one; for a rectangle there is no choice.
        if !size.is_square() || self.request(&format!("boardsize {width}"))?.is_err() {
            self.order(&format!("boardsize {width} {height}"))?;
        }
        self.order("clear_board")?;
        if let TimeRule::Game(control) = self.rules.time
            && self.knows("time_settings")
        {
            let (main, period) = (control.main.as_secs(), control.period.as_secs_f64());
            // With neither, there would be no limit.
            let main = if period > 0.0 { main } else { main.max(1) };
            let moves = control.moves;
            let _ = self.request(&format!("time_settings {main} {period} {moves}"))?;
        }
        for event in game.events() {
            if let Some((colour, mv)) = event.played() {
                self.opponent_played(size, colour, mv)?;
            }
            if let Event::Setup(setup) = event {
                for colour in Colour::ALL {
                    for cell in setup.stones[colour.index()] {
                        self.opponent_played(size, colour, Move::Place(cell))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn opponent_played(&mut self, size: BoardSize, colour: Colour, mv: Move) -> Result<(), Fault> {
        self.order(&format!("play {colour} {}", mv.name(size)))
    }

    fn request_move(
        &mut self,
        game: &Game,
        _may_swap: bool,
        timer: &Timer,
    ) -> Result<EngineMove, Fault> {
        let colour = game.to_move();
        if let Some(TimeLeft { time, moves }) = timer.clock().left(colour)
            && self.knows("time_left")
        {
            // Rounded down: nobody may believe that there is more.
            let hundredths = time.as_millis() / 10;
            let seconds = hundredths as f64 / 100.0;
            let _ = self.request(&format!("time_left {colour} {seconds} {moves}"))?;
        }
        let command = format!("genmove {colour}");
        let most = timer.most(colour);
        let wait = self.rules.wait(most);
        self.process.send(&command)?;
        let reply = self.process.answer(wait).map_err(|silent| match silent {
            NoReply::Late { answered: false } => late(most, wait),
            NoReply::Late { answered: true } => {
                let detail = format!("lines but no answer for {:.3} s", wait.as_secs_f64());
                Fault::new(Reason::Garbage, detail)
            }
            NoReply::Fault(fault) => fault,
        })?;
        match reply {
            Ok(text) => Ok(EngineMove {
                mv: understood(game.size(), &text)?,
                effort: MoveEffort::default(),
            }),
            Err(why) => Err(refusal(&command, &why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_understood() {
        let size: BoardSize = "5".parse().unwrap();
        let b1 = Move::Place(size.cell(1, 0).unwrap());
        assert_eq!(understood(size, " B1 "), Ok(b1));
        assert_eq!(understood(size, "RESIGN"), Ok(Move::Resign));
        assert_eq!(understood(size, "Swap-Pieces"), Ok(Move::Swap));
        let reason = |text: &str| understood(size, text).unwrap_err().reason;
        assert_eq!(reason("a6"), Reason::Illegal);
        assert_eq!(reason("pass"), Reason::Garbage);
        assert_eq!(reason(""), Reason::Garbage);
    }
}
