//! A session: the state between commands, and the execution of requests.

use super::board_connections::BoardConnections;
use super::caches::Caches;
use super::client::Client;
use super::command::{Call, Command, Failure};
use super::command_table::CommandTable;
use super::line::{self, GtpRequest, InputLine};
use super::options::{LiveGraphics, OptionTable};
use super::session_options::SessionOptions;
use super::session_player::SessionPlayer;
use crate::base::parameter::ParameterError;
use crate::hex::Game;
use crate::hex::{Board, BoardSize, TooLarge};
use crate::library::PageStore;
use crate::player::PlayerOptions;
use crate::solver::AnySolver;
use crate::think::{Observer, WorkKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The observer of commands from a file, which cannot be interrupted: unlimited work ends at once.
struct Unattended;

impl Client for Unattended {
    fn has_sent_more(&self) -> bool {
        true
    }

    fn has_ended(&self) -> bool {
        true
    }

    fn write_lines(&self, _lines: &str) {}
}

impl Observer for Unattended {
    fn should_stop(&self, work: WorkKind) -> bool {
        work == WorkKind::Endless
    }
}

/// The start of a session.
pub struct SessionSettings {
    /// The size of the board.
    pub size: BoardSize,
    /// The options of the player.
    pub player: PlayerOptions,
}

/// The state of the engine between commands.
pub struct Session {
    /// The game.
    pub game: Game,
    /// All options.
    pub options: SessionOptions,
    /// Results of earlier commands.
    pub caches: Caches,
    /// The player that answers `genmove`.
    pub player: SessionPlayer,
    /// The library of games.
    pub library: Option<Arc<dyn PageStore>>,
    /// The commands.
    pub commands: CommandTable,
    is_over: bool,
    /// Whether the client has requested `HexGui`'s commands.
    is_hexgui: bool,
}

impl Session {
    /// A session with an empty board.
    pub fn new(settings: SessionSettings) -> Self {
        Self {
            game: Game::new(settings.size),
            caches: Caches::default(),
            player: SessionPlayer::new(&settings.player),
            options: SessionOptions::new(settings.player),
            library: None,
            commands: CommandTable::default(),
            is_over: false,
            is_hexgui: false,
        }
    }

    /// Whether `quit` was received.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends the session after the present command.
    pub fn end(&mut self) {
        self.is_over = true;
    }

    /// Executes a request.
    pub fn answer(
        &mut self,
        request: &GtpRequest,
        observer: &dyn Client,
    ) -> Result<String, Failure> {
        self.player.made_last_move = false;
        let words = request
            .words
            .as_ref()
            .map_err(|why| Failure::new(why.to_string()))?;
        let (name, arguments) = words
            .split_first()
            .ok_or_else(|| Failure::new("no command"))?;
        let command = self.commands.find(name);
        let command = command.ok_or_else(|| self.commands.unknown(name))?;
        command.check_count(arguments.len())?;
        let call = Call {
            command,
            arguments,
            observer,
        };
        self.run(command, &call)
    }

    /// Runs a command. If it panics, game and options are unchanged and everything else is rebuilt.
    fn run(&mut self, command: &Command, call: &Call) -> Result<String, Failure> {
        let before = (self.game.clone(), self.options.clone());
        catch_unwind(AssertUnwindSafe(|| (command.run)(self, call))).unwrap_or_else(|panic| {
            (self.game, self.options) = before;
            self.player.rebuild(&self.options.player);
            self.caches.clear();
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message
                .or(panic.downcast_ref::<&str>().copied())
                .unwrap_or("a panic");
            Err(Failure(format!(
                "internal error: {}",
                message.replace('\n', " ")
            )))
        })
    }

    /// Executes a line that does not come from the client; `None` if it is empty.
    pub fn answer_line(&mut self, line: &[u8]) -> Option<Result<String, Failure>> {
        match line::read(line) {
            InputLine::Request(request) => Some(self.answer(&request, &Unattended)),
            _ => None,
        }
    }

    /// Starts a game with a full clock; options stay. The player gets ready before its clock runs.
    pub fn start_game(&mut self, mut game: Game) {
        game.clock = self.game.clock;
        game.clock.restart();
        self.player.prepare(game.size());
        self.game = game;
    }

    /// The connections of the position on the board, with the trial stones.
    pub fn connections(
        &mut self,
        observer: &dyn Observer,
    ) -> Result<&mut BoardConnections, TooLarge> {
        let options = self.options.player.connections;
        self.caches
            .connections(self.game.board(), options, observer)
    }

    /// The position of the connections, with the trial stones; nothing is built.
    pub fn board_of_connections(&self) -> Board {
        let options = self.options.player.connections;
        self.caches.board_of_connections(self.game.board(), options)
    }

    /// The connections of the position on the board, without trial stones.
    pub fn board_connections(
        &mut self,
        observer: &dyn Observer,
    ) -> Result<&mut BoardConnections, TooLarge> {
        self.caches.keep_connections_of(self.game.board());
        self.connections(observer)
    }

    /// The solver for the board, under the current options.
    pub fn solver(&mut self) -> &mut dyn AnySolver {
        let options = self.options.solver.without_limits();
        self.caches.solver(self.game.size(), options)
    }

    /// Sets an option; the player is rebuilt where it must be.
    pub fn set_option(
        &mut self,
        table: OptionTable,
        key: &str,
        text: &str,
    ) -> Result<(), ParameterError> {
        if self.options.set(table, key, text)? {
            self.player.rebuild(&self.options.player);
        }
        Ok(())
    }

    /// Whether progress is drawn.
    pub fn draws(&self) -> bool {
        if self.options.solver.draws {
            return true;
        }
        match self.options.game.live_gfx {
            LiveGraphics::On => true,
            LiveGraphics::Off => false,
            LiveGraphics::Auto => self.is_hexgui,
        }
    }

    /// Whether the client shows a text with the cells of an answer, and no errors.
    pub fn has_status_bar(&self) -> bool {
        self.is_hexgui
    }

    /// Notes that the client is `HexGui`.
    pub fn note_hexgui(&mut self) {
        self.is_hexgui = true;
    }

    /// Lets the player ponder until the observer stops it.
    pub fn ponder(&mut self, observer: &dyn Observer) {
        self.player.ponder(&self.game, &self.options, observer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::SwapRight;
    use crate::hex::{Cell, Colour, Move};
    use crate::player::{self, MoveRequest, Player, Table};

    fn session() -> Session {
        Session::new(SessionSettings {
            size: "5".parse().unwrap(),
            player: player::parse("first").unwrap(),
        })
    }

    fn ask(session: &mut Session, line: &str) -> Result<String, Failure> {
        session.answer_line(line.as_bytes()).unwrap()
    }

    #[test]
    fn a_command_that_was_meant_is_named() {
        let message = ask(&mut session(), "genmoove b").unwrap_err().0;
        assert_eq!(message, "unknown command: genmoove (did you mean genmove?)");
    }

    #[test]
    fn a_command_that_panics_is_an_error_and_loses_nothing() {
        static BROKEN: [Command; 1] = [Command {
            name: "broken",
            arguments: "",
            help: "",
            run: |session, _| {
                let _ = session.game.place(Colour::Black, Cell::new(0));
                session.options.game.allow_swap = true;
                session.options.solver.draws = true;
                let _ = session.set_option(OptionTable::Player(Table::Player), "name", "random");
                let _ = session.set_option(OptionTable::Player(Table::Player), "seed", "9");
                panic!("on purpose\n\nindeed")
            },
        }];
        let mut session = session();
        session.commands.add(&BROKEN);
        ask(&mut session, "play b c3").unwrap();
        let failure = ask(&mut session, "broken").unwrap_err();
        assert_eq!(failure.0, "internal error: on purpose  indeed");
        assert_eq!(session.game.events().len(), 1);
        assert!(!session.options.game.allow_swap && !session.options.solver.draws);
        assert_eq!(session.options.player.player.seed, 0);
        assert_eq!(session.options.player.player.name.player().name, "first");
        assert_eq!(ask(&mut session, "genmove w").unwrap(), "a1");
        assert_eq!(ask(&mut session, "genmove b").unwrap(), "b1");
    }

    #[test]
    fn a_new_seed_starts_the_chances_anew() {
        let mut session = session();
        ask(&mut session, "param_player name random").unwrap();
        let mut game = |line: &str| {
            ask(&mut session, line).unwrap();
            (0..8)
                .map(|_| ask(&mut session, "reg_genmove b").unwrap())
                .collect::<Vec<_>>()
        };
        let first = game("param_player seed 1");
        assert_ne!(game("param_player seed 2"), first);
        assert_eq!(game("param_player seed 1"), first);
    }

    #[test]
    fn thinking_costs_time_and_a_new_game_gives_it_back() {
        struct Slow;
        impl Player for Slow {
            fn choose(&mut self, request: &MoveRequest) -> Move {
                std::thread::sleep(std::time::Duration::from_millis(20));
                Move::Place(request.game.board().empty().first().unwrap())
            }
        }
        let mut session = session();
        session.player.replace(Box::new(Slow));
        ask(&mut session, "time_settings 10 0 0").unwrap();
        ask(&mut session, "reg_genmove w").unwrap();
        assert_eq!(ask(&mut session, "time_left w").unwrap(), "10");
        ask(&mut session, "genmove w").unwrap();
        let left = |session: &Session| {
            session
                .game
                .clock
                .left(Colour::White)
                .unwrap()
                .time
                .as_secs_f64()
        };
        assert!((5.0..=9.98).contains(&left(&session)), "{}", left(&session));
        assert_eq!(ask(&mut session, "time_left b").unwrap(), "10");
        ask(&mut session, "clear_board").unwrap();
        assert_eq!(ask(&mut session, "time_left w").unwrap(), "10");
        ask(&mut session, "time_left b 3 2").unwrap();
        assert_eq!(session.game.clock.left(Colour::Black).unwrap().moves, 2);
        ask(&mut session, "time_settings 10 5 0").unwrap();
        assert_eq!(session.game.clock.left(Colour::Black), None);
    }

    #[test]
    fn a_player_that_breaks_the_rules_is_an_error_and_loses_nothing() {
        struct Cheat;
        impl Player for Cheat {
            fn choose(&mut self, _: &MoveRequest) -> Move {
                Move::Place(Cell::new(0))
            }
        }
        let mut session = session();
        ask(&mut session, "play b a1").unwrap();
        session.player.replace(Box::new(Cheat));
        let failure = ask(&mut session, "genmove w").unwrap_err();
        assert!(
            failure.0.starts_with("internal error: the player chose"),
            "{failure:?}"
        );
        assert_eq!(session.game.events().len(), 1);
    }

    #[test]
    fn a_player_sees_limits_and_observer() {
        struct Patient;
        impl Player for Patient {
            fn choose(&mut self, request: &MoveRequest) -> Move {
                let right = SwapRight::MaySwap;
                assert_eq!((request.budget.nodes, request.swap), (Some(9), right));
                assert!(request.observer.should_stop(WorkKind::Limited));
                Move::Swap
            }
        }
        struct Impatient;
        impl Observer for Impatient {
            fn should_stop(&self, _: WorkKind) -> bool {
                true
            }
        }
        let mut session = session();
        for line in [
            "param_player max_nodes 9",
            "param_game allow_swap 1",
            "play b d2",
        ] {
            ask(&mut session, line).unwrap();
        }
        session.player.replace(Box::new(Patient));
        let Session {
            game,
            options,
            player,
            ..
        } = &mut session;
        let played = player.play(game, Colour::White, options, &Impatient);
        assert_eq!(played, Ok(Move::Swap));
        assert_eq!(
            session.game.last_stone(),
            session.game.size().read("b4").ok()
        );
    }
}
