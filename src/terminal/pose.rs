//! Presents puzzles one after the other: the user finds the only winning move, or sees the
//! refutation of another.

use super::advisor::{Advisor, Explained, Refuted};
use super::command::{self, TerminalCommand};
use super::screen::{Screen, TypedLine};
use crate::hex::draw::{CellMark, Picture, Tint, marked_text};
use crate::hex::{Cell, IllegalMove};
use crate::teach::puzzle::{Puzzle, Refutation};
use std::io::{self, ErrorKind};
use std::time::Duration;

/// The commands.
const HELP: &str = "d4              play the winning move
hint            show a few moves, one of which wins
why MOVE        explain what is wrong with a move
solution        show the winning move and why it wins ('show' too)
next            go to the next puzzle, leaving this one unsolved ('skip' too)
board           draw the board again
quit            exit and show how many you solved";

/// Their names, which are suggested for others.
const NAMES: [&str; 9] = [
    "hint", "why", "solution", "show", "next", "skip", "board", "help", "quit",
];

/// The time of an explanation.
const PATIENCE: Duration = Duration::from_secs(3);

/// Presents puzzles until none are left or the user leaves.
pub fn pose(puzzles: Vec<Puzzle>, screen: &mut Screen) -> io::Result<()> {
    let session = PuzzleSession {
        puzzles,
        screen,
        advisor: Advisor::default(),
        number: 0,
        tried: false,
        score: PuzzleTally::default(),
        interrupted: false,
    };
    match session.run() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// The number of puzzles solved, of those finished.
#[derive(Default)]
struct PuzzleTally {
    seen: usize,
    at_once: usize,
    later: usize,
}

struct PuzzleSession<'a> {
    puzzles: Vec<Puzzle>,
    screen: &'a mut Screen,
    advisor: Advisor,
    /// The current puzzle, counted from 0.
    number: usize,
    /// Whether the user asked for help or made a wrong move.
    tried: bool,
    score: PuzzleTally,
    interrupted: bool,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

impl PuzzleSession<'_> {
    fn run(mut self) -> io::Result<()> {
        self.screen.print(
            "Find the one move that wins. Type 'hint' for help with the puzzle, 'help' for \
                all commands.",
        )?;
        self.begin()?;
        while self.number < self.puzzles.len() {
            let next = match self.screen.read()? {
                TypedLine::End => Next::Leave,
                TypedLine::Interrupt if self.interrupted => Next::Leave,
                TypedLine::Interrupt => {
                    self.interrupted = true;
                    self.screen
                        .print("Press Ctrl-C again, or type 'quit', to leave.")?;
                    Next::Stay
                }
                TypedLine::Text(line) => {
                    self.interrupted = false;
                    self.carry_out(&line)?
                }
            };
            if next == Next::Leave {
                break;
            }
        }
        self.part()
    }

    fn puzzle(&self) -> &Puzzle {
        &self.puzzles[self.number]
    }

    fn name(&self, cell: Cell) -> String {
        self.puzzle().board.size().name(cell)
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.screen.print(text)
    }

    /// Presents the current puzzle, if one is left.
    fn begin(&mut self) -> io::Result<()> {
        self.tried = false;
        if self.number == self.puzzles.len() {
            return self.print("That was the last puzzle.");
        }
        self.draw(&[])?;
        let puzzle = self.puzzle();
        let words = format!(
            "Puzzle {} of {}, difficulty {}. {} to move and win, {}.",
            self.number + 1,
            self.puzzles.len(),
            puzzle.hardness(),
            puzzle.board.to_move().title(),
            match puzzle.board.to_move() {
                crate::hex::Colour::Black => "top to bottom",
                crate::hex::Colour::White => "left to right",
            }
        );
        self.print(&words)
    }

    fn draw(&mut self, marks: &[CellMark]) -> io::Result<()> {
        let picture = Picture {
            board: &self.puzzle().board,
            last: None,
        };
        let drawing = marked_text(&picture, marks, self.screen.paper);
        self.screen.draw(&drawing)
    }

    fn carry_out(&mut self, line: &str) -> io::Result<Next> {
        let size = self.puzzle().board.size();
        match line.trim().to_lowercase().as_str() {
            "solution" | "show" | "show solution" => self.show_solution()?,
            "next" | "skip" => self.go_on()?,
            _ => match command::read_among(line, size, &NAMES) {
                Ok(None) => {}
                Ok(Some(TerminalCommand::Place(cell))) => return self.attempt(cell),
                Ok(Some(TerminalCommand::Why(cell))) => {
                    self.tried = true;
                    return self.check_answer(cell);
                }
                Ok(Some(TerminalCommand::Hint)) => self.hint()?,
                Ok(Some(TerminalCommand::Board)) => self.draw(&[])?,
                Ok(Some(TerminalCommand::Help)) => self.screen.draw(HELP)?,
                Ok(Some(TerminalCommand::Quit)) => return Ok(Next::Leave),
                Ok(Some(_)) => self.print(
                    "That command is for games. For puzzles, type a move, 'hint', 'why MOVE', \
                     'solution', 'next', 'board' or 'quit'.",
                )?,
                Err(why) => self.print(&why)?,
            },
        }
        Ok(Next::Stay)
    }

    fn go_on(&mut self) -> io::Result<()> {
        self.number += 1;
        self.score.seen += 1;
        self.begin()
    }

    /// The user's move: the solution, or one that loses.
    fn attempt(&mut self, cell: Cell) -> io::Result<Next> {
        let puzzle = self.puzzle();
        if cell != puzzle.solution {
            self.tried = self.tried || puzzle.board.check(cell).is_ok();
            return self.check_answer(cell);
        }
        let words = format!(
            "Right: {} is the only winning move; it wins in at most {}.",
            self.name(cell),
            moves(puzzle.moves)
        );
        if self.tried {
            self.score.later += 1;
        } else {
            self.score.at_once += 1;
        }
        self.print(&words)?;
        self.go_on()?;
        Ok(Next::Stay)
    }

    /// Explains what is wrong with a move, from the file or by a search.
    fn check_answer(&mut self, cell: Cell) -> io::Result<Next> {
        let (board, name) = (self.puzzle().board, self.name(cell));
        match board.check(cell) {
            Err(IllegalMove::Occupied | IllegalMove::OffBoard) => {
                let refusal = format!("{name} is taken; choose an empty cell.");
                self.print(&refusal)?;
                return Ok(Next::Stay);
            }
            Ok(()) if cell == self.puzzle().solution => {
                self.print(&format!("Nothing is wrong with {name}."))?;
                return Ok(Next::Stay);
            }
            Ok(()) => {}
        }
        let known = self
            .puzzle()
            .refutations
            .iter()
            .find(|known| known.cell == cell);
        if let Some(known) = known.cloned() {
            self.refute(&known)?;
            return Ok(Next::Stay);
        }
        let question = self.advisor.ask(
            self.screen,
            board.size(),
            PATIENCE,
            move |explainer, budget, observer| {
                explainer.explain_move(&board, cell, budget, observer)
            },
        )?;
        match question {
            Explained::Found(Ok(mut why)) if why.verdict() == Some(false) => {
                // Where the side must play is nearly the solution, and the hint.
                why.mustplay = None;
                Refuted::new(&board, &why).draw(self.screen)?;
                self.print(&why.words())?;
            }
            // The loss was proved when the puzzle was made.
            Explained::Found(_) => self.print(&format!("{name} does not win."))?,
            Explained::Nothing => {}
            Explained::Left => return Ok(Next::Leave),
        }
        Ok(Next::Stay)
    }

    fn refute(&mut self, known: &Refutation) -> io::Result<()> {
        let board = self.puzzle().board;
        let opponent = !board.to_move();
        let mark = |cell| CellMark {
            cell,
            tint: Tint::Good,
            strength: 0.3,
            text: "+".to_owned(),
        };
        Refuted {
            cell: known.cell,
            board,
            winner: Some(opponent),
            marks: known.carrier.iter().map(mark).collect(),
            line: &known.line,
        }
        .draw(self.screen)?;
        let answer = known.line.first().map_or(String::new(), |&cell| {
            format!(
                ": {} answers {} and wins",
                opponent.title(),
                self.name(cell)
            )
        });
        let words = format!("{} loses{answer}.", self.name(known.cell));
        self.print(&words)
    }

    /// Names the solution among other moves, as a hint.
    fn hint(&mut self) -> io::Result<()> {
        self.tried = true;
        let puzzle = self.puzzle();
        let mut cells: Vec<Cell> = puzzle.refutations.iter().map(|known| known.cell).collect();
        cells.push(puzzle.solution);
        cells.sort_by_key(|cell| cell.index());
        let names = puzzle.board.size().names(cells);
        self.print(&format!("One of these wins: {names}."))
    }

    /// Draws the solution with the moves that follow.
    fn show_solution(&mut self) -> io::Result<()> {
        self.tried = true;
        let puzzle = self.puzzle();
        let figures = puzzle.line.iter().take(9).enumerate();
        let marks: Vec<CellMark> = figures
            .map(|(number, &cell)| CellMark {
                cell,
                tint: Tint::Good,
                strength: 1.0,
                text: (number + 1).to_string(),
            })
            .collect();
        let words = format!(
            "{} wins in at most {}; the numbers show one line of play. Type 'next' to go on.",
            self.name(puzzle.solution),
            moves(puzzle.moves)
        );
        self.draw(&marks)?;
        self.print(&words)
    }

    /// The score.
    fn part(&mut self) -> io::Result<()> {
        let PuzzleTally {
            seen,
            at_once,
            later,
        } = self.score;
        // An untried puzzle does not count.
        let seen = seen + usize::from(self.tried);
        let rest = match later {
            0 => String::new(),
            _ => format!(" ({later} more with help or a retry)"),
        };
        self.print(&format!(
            "Solved on the first try: {at_once} of {seen}{rest}."
        ))
    }
}

/// So many moves.
fn moves(count: u32) -> String {
    if count == 1 {
        "1 move".to_owned()
    } else {
        format!("{count} moves")
    }
}
