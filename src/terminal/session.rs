//! A game between the user and the program, and the loop over lines of input.

use super::advisor::Advisor;
use super::archive::Archive;
use super::command::{self, TerminalCommand};
use super::record::SavedGame;
use super::screen::{Screen, TypedLine};
use crate::arena::TimeRule;
use crate::hex::draw::{CellMark, Picture, marked_text};
use crate::hex::{BoardSize, Cell, Colour};
use crate::hex::{Clock, Event, Game, SwapRight, SwapStyle};
use crate::player::{self, Player, PlayerName, PlayerOptions};
use crate::teach::overlay::Overlay;
use std::io::{self, ErrorKind};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

/// The settings at the start.
#[derive(Clone)]
pub struct PlaySettings {
    /// The board.
    pub size: BoardSize,
    /// The program's level, from 1 to 10.
    pub level: u64,
    /// The user's colour.
    pub person: Colour,
    /// Whether the first stone may be swapped.
    pub swap: bool,
    /// The program's time control.
    pub time: TimeRule,
    /// The program's seed.
    pub seed: u64,
    /// The folder where games are saved, if any.
    pub games: Option<PathBuf>,
    /// The game to continue, instead of a new one.
    pub from: Option<SavedGame>,
}

/// Plays until the user leaves. A closed output pipe ends the session without an error.
pub fn play(settings: PlaySettings, screen: &mut Screen) -> io::Result<()> {
    match PlaySession::new(settings, screen).run() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// The state of a session.
pub(super) struct PlaySession<'a> {
    pub screen: &'a mut Screen,
    pub game: Game,
    pub person: Colour,
    pub level: u64,
    pub swap: bool,
    pub time: TimeRule,
    /// The program's clock.
    pub clock: Clock,
    pub seed: u64,
    /// The program's player; `None` while it searches in its thread.
    pub player: Option<Box<dyn Player>>,
    pub advisor: Advisor,
    pub overlay: Option<Overlay>,
    pub archive: Option<Archive>,
    /// Whether the user has changed this game; only then it is saved.
    pub touched: bool,
    /// The file that the game was written to or read from, on request.
    pub file: Option<String>,
    pub leaving: bool,
}

impl<'a> PlaySession<'a> {
    fn new(settings: PlaySettings, screen: &'a mut Screen) -> Self {
        let mut table = Self {
            screen,
            game: Game::new(settings.size),
            person: settings.person,
            level: settings.level,
            swap: settings.swap,
            time: settings.time,
            clock: Clock::default(),
            seed: settings.seed,
            player: None,
            advisor: Advisor::default(),
            overlay: None,
            archive: settings.games.map(Archive::new),
            touched: false,
            file: None,
            leaving: false,
        };
        match settings.from {
            Some(saved) => table.take_up(saved),
            None => table.begin(Game::new(settings.size)),
        }
        table
    }

    /// Starts from a game.
    pub fn begin(&mut self, game: Game) {
        // A connection is one of stones and edges of this board.
        if game.size() != self.game.size() && matches!(self.overlay, Some(Overlay::Connection(..)))
        {
            self.overlay = None;
        }
        self.game = game;
        self.touched = false;
        self.file = None;
        self.player = None;
        self.clock = Clock::default();
        if let TimeRule::Game(control) = self.time {
            self.clock.set(Some(control));
        }
        if let Some(archive) = &mut self.archive {
            archive.begin();
        }
    }

    fn run(mut self) -> io::Result<()> {
        self.print("Type a move such as a1, 'hint', or 'help' for all commands.")?;
        self.offer()?;
        self.answer()?;
        self.draw()?;
        let mut interrupted = false;
        while !self.leaving {
            match self.screen.read()? {
                TypedLine::End => break,
                TypedLine::Interrupt if interrupted => break,
                TypedLine::Interrupt => {
                    interrupted = true;
                    self.print("Press Ctrl-C again, or type 'quit', to leave.")?;
                }
                TypedLine::Text(line) => {
                    interrupted = false;
                    match command::read(&line, self.game.size()) {
                        Ok(None) => {}
                        Ok(Some(request)) => self.carry_out(request)?,
                        Err(why) => self.print(&why)?,
                    }
                }
            }
        }
        self.part()
    }

    fn carry_out(&mut self, request: TerminalCommand) -> io::Result<()> {
        match request {
            TerminalCommand::Place(cell) => self.place(cell),
            TerminalCommand::Swap => self.swap(),
            TerminalCommand::Undo => self.undo(),
            TerminalCommand::Resign => self.resign(),
            TerminalCommand::Hint => self.hint(),
            TerminalCommand::Why(cell) => self.why(cell),
            TerminalCommand::Show(overlay) => {
                self.overlay = overlay;
                self.draw()
            }
            TerminalCommand::Board => self.draw(),
            TerminalCommand::Level(level) => {
                (self.level, self.player) = (level, None);
                self.keep()?;
                self.print(&format!("mustplay now plays at level {level}."))
            }
            TerminalCommand::Save(file) => self.save(&file),
            TerminalCommand::Load(file) => self.load(&file),
            TerminalCommand::Resume => self.resume(),
            TerminalCommand::New(size) => {
                let size = size.unwrap_or(self.game.size());
                self.begin(Game::new(size));
                self.answer()?;
                self.draw()
            }
            TerminalCommand::Lesson => self.lesson(),
            TerminalCommand::Help => self.screen.draw(&command::help()),
            TerminalCommand::Quit => {
                self.leaving = true;
                Ok(())
            }
        }
    }

    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.screen.print(text)
    }

    /// The style of a swap on this board.
    pub fn style(&self) -> SwapStyle {
        SwapStyle::on(self.game.size())
    }

    /// What a swap may do at the next move.
    pub fn swap_right(&self) -> SwapRight {
        let style = self.swap.then_some(self.style());
        self.game.swap_right(self.game.to_move(), style)
    }

    /// The options of the program's player at a level.
    pub fn options(&self, level: u64) -> PlayerOptions {
        let mut options = PlayerOptions::of(PlayerName::MUSTPLAY, level);
        options.set_seed(self.seed);
        let budget = options.budget();
        // A level limited by time is not reproducible anyway, so it uses all cores.
        if budget.nodes.is_none() && budget.depth.is_none() {
            let threads = thread::available_parallelism().map_or(1, NonZero::get);
            options.prefer(|tables| {
                tables.player.threads = threads.saturating_sub(1).max(1);
                tables.player.solver = threads > 1;
            });
        }
        options
    }

    /// The program's player, which keeps its earlier search results.
    pub fn take_player(&mut self) -> Box<dyn Player> {
        let kept = self.player.take();
        kept.unwrap_or_else(|| player::make(&self.options(self.level)))
    }

    /// The game with its sides, as it is saved.
    pub fn saved(&self) -> SavedGame {
        SavedGame {
            game: self.game.clone(),
            sides: Some((self.person, self.level)),
            swap: self.swap,
        }
    }

    /// A cell's name.
    pub fn name(&self, cell: Cell) -> String {
        self.game.size().name(cell)
    }

    /// Draws the board with the current overlay and prints whose turn it is, or who has won.
    pub fn draw(&mut self) -> io::Result<()> {
        let (marks, legend) = self.shown()?;
        self.draw_marked(&marks)?;
        if let Some(legend) = legend {
            self.print(&legend)?;
        }
        let status = self.status();
        self.print(&status)
    }

    /// Draws the board with marks.
    pub fn draw_marked(&mut self, marks: &[CellMark]) -> io::Result<()> {
        let picture = Picture {
            board: self.game.board(),
            last: self.game.last_stone(),
        };
        let drawing = marked_text(&picture, marks, self.screen.paper);
        self.screen.draw(&drawing)
    }

    fn status(&self) -> String {
        let Some(outcome) = self.game.outcome() else {
            let stones = |event: &&Event| !matches!(event, Event::Setup(_));
            let number = self.game.events().filter(stones).count() + 1;
            let turn = if self.game.to_move() == self.person {
                "your turn"
            } else {
                "mustplay's turn"
            };
            return format!(
                "Move {number}, {turn}. You are {} against level {}.",
                self.side(self.person),
                self.level
            );
        };
        let (winner, whose) = if outcome.winner == self.person {
            ("You win", "your stones")
        } else {
            ("mustplay wins", "its stones")
        };
        let how = match outcome.winner {
            _ if outcome.by_resignation && winner.starts_with("You") => {
                "mustplay resigned".to_owned()
            }
            _ if outcome.by_resignation => "you resigned".to_owned(),
            Colour::Black => format!("{whose} connect top and bottom"),
            Colour::White => format!("{whose} connect left and right"),
        };
        format!("{winner}: {how}. Type 'new' to start another game or 'undo' to take back a move.")
    }

    /// A colour with its stones and its edges.
    pub fn side(&self, colour: Colour) -> String {
        let unicode = self.screen.paper.unicode;
        match colour {
            Colour::Black if unicode => "Black (●, top to bottom)".to_owned(),
            Colour::Black => "Black (B, top to bottom)".to_owned(),
            Colour::White if unicode => "White (○, left to right)".to_owned(),
            Colour::White => "White (W, left to right)".to_owned(),
        }
    }
}
