//! Stones, swaps, undo, and the program's moves.

use super::session::PlaySession;
use super::thinking::{Waited, think};
use crate::arena::TimeRule;
use crate::hex::{Board, Cell, Colour, IllegalMove, Move};
use crate::hex::{Event, Game, IllegalPlay, SwapStyle};
use crate::player::{self, MoveRequest, Player};
use crate::think::Budget;
use std::io;
use std::time::{Duration, Instant};

/// How many free cells the error for an occupied one names.
const NAMED: usize = 6;

/// The level of the player that replaces a failed one.
const SAFE_LEVEL: u64 = 1;

impl PlaySession<'_> {
    /// Whether the user may move; if not, prints what is possible.
    pub fn may_move(&mut self) -> io::Result<bool> {
        let Some(outcome) = self.game.outcome() else {
            return Ok(true);
        };
        let won = if outcome.winner == self.person {
            "you have won"
        } else {
            "mustplay has won"
        };
        self.print(&format!(
            "The game is over, {won}. Type 'new' to start another or 'undo' to take back a move."
        ))?;
        Ok(false)
    }

    /// Plays the user's stone and the reply.
    pub fn place(&mut self, cell: Cell) -> io::Result<()> {
        if !self.may_move()? {
            return Ok(());
        }
        match self.game.place(self.person, cell) {
            Err(IllegalMove::Occupied) => {
                let refusal = self.taken(cell);
                self.print(&refusal)
            }
            Err(IllegalMove::OffBoard) => self.print("That cell is not on this board."),
            Ok(()) => self.moved(),
        }
    }

    /// Continues after an action of the user.
    fn moved(&mut self) -> io::Result<()> {
        self.touched = true;
        self.keep()?;
        self.answer()?;
        if self.leaving { Ok(()) } else { self.draw() }
    }

    /// Prints that a cell is occupied, and which are free.
    pub fn taken(&self, cell: Cell) -> String {
        let board = self.game.board();
        let name = self.name(cell);
        let owner = board.at(cell).map_or("a stone", Colour::title);
        let mut free: Vec<Cell> = board.empty().iter().collect();
        let beside = board.geometry().neighbours(cell);
        free.sort_by_key(|&other| !beside.contains(other));
        free.truncate(NAMED);
        let names = self.game.size().names(free);
        format!("{name} is taken by {owner}; try an empty cell, such as {names}.")
    }

    /// Swaps for the user and plays the reply.
    pub fn swap(&mut self) -> io::Result<()> {
        if !self.swap {
            return self.print(
                "This game does not allow a swap; 'mustplay play --swap' starts one that does.",
            );
        }
        let style = self.style();
        match self.game.check_swap(self.person, style) {
            Ok(()) => {}
            Err(IllegalPlay::NoSwapNow) if self.person == Colour::Black => {
                return self.print(
                    "You have nothing to swap: only White may take over Black's first stone.",
                );
            }
            Err(_) => {
                return self
                    .print("There is nothing to swap: only the first stone can be swapped.");
            }
        }
        // Checked above.
        let _ = self.game.play(self.person, Move::Swap, style);
        let where_now = self
            .game
            .last_stone()
            .map_or(String::new(), |cell| self.name(cell));
        let words = match style {
            SwapStyle::Pieces => {
                format!("You swap: the stone is now White's, at {where_now}.")
            }
            SwapStyle::Sides => {
                self.person = !self.person;
                format!("You swap: you are now Black, and the stone at {where_now} is yours.")
            }
        };
        self.print(&words)?;
        self.moved()
    }

    /// Resigns.
    pub fn resign(&mut self) -> io::Result<()> {
        if !self.may_move()? {
            return Ok(());
        }
        // The side to move may resign.
        let _ = self.game.play(self.person, Move::Resign, self.style());
        self.touched = true;
        self.keep()?;
        self.draw()
    }

    /// Takes back the user's last move and everything after it.
    pub fn undo(&mut self) -> io::Result<()> {
        let (mut game, mut person) = (self.game.clone(), self.person);
        let mut found = game.withdraw_resignation();
        while !found {
            let is_move = |event: &&Event| !matches!(event, Event::Setup(_));
            let last = game.events().rev().find(is_move).cloned();
            if last.is_none() || !game.undo() {
                break;
            }
            found = match last {
                Some(Event::Swap(colour, SwapStyle::Sides)) => {
                    person = !person;
                    colour == person
                }
                Some(
                    Event::Swap(colour, SwapStyle::Pieces)
                    | Event::Place(colour, _)
                    | Event::Pass(colour),
                ) => colour == person,
                _ => false,
            };
        }
        if !found {
            return self.print("There is nothing to take back: you have not moved yet.");
        }
        (self.game, self.person) = (game, person);
        self.keep()?;
        self.draw()
    }

    /// Makes the program's moves while it is its turn.
    pub fn answer(&mut self) -> io::Result<()> {
        while self.game.outcome().is_none() && self.game.to_move() != self.person && !self.leaving {
            let start = Instant::now();
            let player = self.take_player();
            let mut thought = self.ask(player);
            if matches!(thought, Waited::Failed) {
                self.print("Because of a bug in mustplay, another player moves this time.")?;
                thought = self.ask(player::make(&self.options(SAFE_LEVEL)));
            }
            match thought {
                Waited::Done((player, mv)) => {
                    self.player = Some(player);
                    self.spend(start.elapsed());
                    self.announce(mv, start.elapsed())?;
                }
                Waited::Left => self.leaving = true,
                Waited::Failed => {
                    self.print("mustplay cannot move here; 'undo' or 'new' may help.")?;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Asks a player for a move.
    fn ask(&mut self, mut player: Box<dyn Player>) -> Waited<(Box<dyn Player>, Move)> {
        let mut game: Game = self.game.clone();
        let colour = game.to_move();
        let budget = self.budget();
        game.clock = self.clock;
        let swap = self.swap_right();
        think(self.screen, game.size(), move |observer| {
            let request = MoveRequest {
                game: &game,
                colour,
                swap,
                budget,
                observer,
            };
            let mv = player::choose_move(player.as_mut(), &request);
            (player, mv)
        })
    }

    fn budget(&self) -> Budget {
        let options = self.options(self.level);
        match self.time {
            TimeRule::Move(time) => options.budget_within(time),
            _ => options.budget(),
        }
    }

    /// Subtracts the time of a move from the program's clock.
    fn spend(&mut self, time: Duration) {
        // After a swap of sides the program has the other colour, and the same clock.
        for colour in Colour::ALL {
            self.clock.spend(colour, time);
        }
    }

    /// Makes the program's move and reports it.
    fn announce(&mut self, mv: Move, time: Duration) -> io::Result<()> {
        let style = self.style();
        if self.game.play(self.game.to_move(), mv, style).is_err() {
            self.leaving = true;
            return self.print("mustplay chose an illegal move, which is a bug.");
        }
        self.keep()?;
        // With pipes, the output must be reproducible.
        let time = if self.screen.lively {
            format!(" ({:.1} s)", time.as_secs_f64())
        } else {
            String::new()
        };
        let last = self
            .game
            .last_stone()
            .map_or(String::new(), |cell| self.name(cell));
        let words = match (mv, style) {
            (Move::Place(_), _) => format!("mustplay plays {last}{time}."),
            (Move::Pass, _) => format!("mustplay passes{time}."),
            (Move::Resign, _) => "mustplay resigns.".to_owned(),
            (Move::Swap, SwapStyle::Pieces) => {
                format!("mustplay swaps: your stone is now White's, at {last}{time}.")
            }
            (Move::Swap, SwapStyle::Sides) => {
                self.person = !self.person;
                format!(
                    "mustplay swaps: your stone at {last} is now its own, and you are \
                     White{time}."
                )
            }
        };
        self.print(&words)
    }

    /// The current board.
    pub fn board(&self) -> Board {
        *self.game.board()
    }
}
