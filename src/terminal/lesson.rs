//! The first lesson, within a game: a step after the other, each with a position and a task.

use super::advisor::Refuted;
use super::command::{self, TerminalCommand};
use super::screen::TypedLine;
use super::session::PlaySession;
use crate::hex::draw::{CellMark, Picture, Tint, marked_text};
use crate::hex::{Cell, Move};
use crate::teach::lesson::{Attempt, LESSON, NotJudged, Verdict};
use crate::think::NoObserver;
use std::io;

/// The commands.
const HELP: &str = "d4              play there
swap            take over the first stone, in the last step
show            show the move that wins
next, back      go to the next or the previous step
again           start the step again
board           draw the board again
leave           go back to your game ('quit' too)";

/// Their names, which are suggested for others.
const NAMES: [&str; 9] = [
    "swap", "show", "next", "back", "again", "board", "help", "leave", "quit",
];

/// The lesson: a step of it.
struct Lesson<'a, 'b> {
    session: &'a mut PlaySession<'b>,
    /// The step, counted from 0.
    number: usize,
    attempt: Attempt,
}

impl PlaySession<'_> {
    /// Gives the lesson, then returns to the game.
    pub fn lesson(&mut self) -> io::Result<()> {
        let mut lesson = Lesson {
            session: self,
            number: 0,
            attempt: Attempt::new(&LESSON[0]),
        };
        lesson.run()?;
        if self.leaving {
            return Ok(());
        }
        self.print("Back to your game.")?;
        self.draw()
    }
}

impl Lesson<'_, '_> {
    fn run(&mut self) -> io::Result<()> {
        self.print("A first lesson. Type a move, 'next', 'leave', or 'help' for all commands.")?;
        self.begin(0)?;
        let mut interrupted = false;
        loop {
            match self.session.screen.read()? {
                TypedLine::End => {
                    self.session.leaving = true;
                    return Ok(());
                }
                TypedLine::Interrupt if interrupted => return Ok(()),
                TypedLine::Interrupt => {
                    interrupted = true;
                    self.print("Press Ctrl-C again, or type 'leave', to leave the lesson.")?;
                }
                TypedLine::Text(line) => {
                    interrupted = false;
                    if !self.carry_out(&line)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Carries out a line; false if the lesson ends.
    fn carry_out(&mut self, line: &str) -> io::Result<bool> {
        match line.trim().to_lowercase().as_str() {
            "leave" => return Ok(false),
            "next" if self.number + 1 == LESSON.len() => {
                self.print("That was the last step. Now play a game: good luck!")?;
                return Ok(false);
            }
            "next" => self.begin(self.number + 1)?,
            "back" if self.number == 0 => self.print("This is the first step.")?,
            "back" => self.begin(self.number - 1)?,
            "again" => self.begin(self.number)?,
            "show" => match self.attempt.answer() {
                Some(mv) => self.attempt(mv)?,
                None => self.done()?,
            },
            _ => match command::read_among(line, self.attempt.board().size(), &NAMES) {
                Ok(None) => {}
                Ok(Some(TerminalCommand::Place(cell))) => self.attempt(Move::Place(cell))?,
                Ok(Some(TerminalCommand::Swap)) => self.attempt(Move::Swap)?,
                Ok(Some(TerminalCommand::Board)) => self.draw(&[])?,
                Ok(Some(TerminalCommand::Help)) => self.session.screen.draw(HELP)?,
                Ok(Some(TerminalCommand::Quit)) => return Ok(false),
                Ok(Some(_)) => self.print(
                    "That command is for games. In the lesson, type a move, 'show', 'next', \
                     'back', 'again', 'board' or 'leave'.",
                )?,
                Err(why) => self.print(&why)?,
            },
        }
        Ok(true)
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.session.print(text)
    }

    /// Shows a step.
    fn begin(&mut self, number: usize) -> io::Result<()> {
        let step = &LESSON[number];
        self.number = number;
        self.attempt = Attempt::new(step);
        self.print(&format!(
            "Step {} of {}: {}",
            number + 1,
            LESSON.len(),
            step.title
        ))?;
        self.print(step.text)?;
        let marked: Vec<Cell> = step.marked().collect();
        self.draw(&marked)?;
        self.print(step.task)
    }

    /// Draws the position, with marks on those of these cells that are empty.
    fn draw(&mut self, cells: &[Cell]) -> io::Result<()> {
        let board = self.attempt.board();
        let empty = board.empty();
        let shown = cells.iter().filter(|&&cell| empty.contains(cell));
        let marks: Vec<CellMark> = shown.map(|&cell| mark(cell)).collect();
        let picture = Picture {
            board,
            last: self.attempt.last(),
        };
        let drawing = marked_text(&picture, &marks, self.session.screen.paper);
        self.session.screen.draw(&drawing)?;
        if marks.is_empty() {
            return Ok(());
        }
        self.print("The marked cells: +")
    }

    fn done(&mut self) -> io::Result<()> {
        self.print("This step is done. Type 'next' to go on or 'again' to repeat it.")
    }

    /// Judges a move and shows its consequence.
    fn attempt(&mut self, mv: Move) -> io::Result<()> {
        let board = *self.attempt.board();
        match self.attempt.judge(mv, &NoObserver) {
            Ok(verdict) if verdict.right => self.go_on(mv, &verdict),
            Ok(verdict) => {
                if let (Move::Place(cell), Some(reply)) = (mv, verdict.reply) {
                    Refuted {
                        cell,
                        board,
                        winner: Some(!board.to_move()),
                        marks: verdict.cells.iter().map(mark).collect(),
                        line: &[reply],
                    }
                    .draw(self.session.screen)?;
                }
                self.print(&format!("{} Try again.", verdict.words))
            }
            Err(NotJudged::Done) => self.done(),
            Err(_) => {
                let words = match mv {
                    Move::Swap => "There is nothing to swap in this step.".to_owned(),
                    mv => format!("{} is taken; choose an empty cell.", mv.name(board.size())),
                };
                self.print(&words)
            }
        }
    }

    /// After a right move: the position with the reply, and what it shows.
    fn go_on(&mut self, mv: Move, verdict: &Verdict) -> io::Result<()> {
        let cells: Vec<Cell> = verdict.cells.iter().collect();
        self.draw(&cells)?;
        let name = match mv {
            Move::Swap => "Right, swap.".to_owned(),
            mv => format!("Right, {}.", mv.name(self.attempt.board().size())),
        };
        self.print(&format!("{name} {}", verdict.words))?;
        if !self.attempt.is_done() {
            return self.print("Your move.");
        }
        if self.number + 1 == LESSON.len() {
            self.print("That was the last step: type 'leave' to play, or 'back'.")
        } else {
            self.print("Type 'next' for the next step.")
        }
    }
}

fn mark(cell: Cell) -> CellMark {
    CellMark {
        cell,
        tint: Tint::Good,
        strength: 0.3,
        text: "+".to_owned(),
    }
}
