//! What stays between commands: the game, the options, the player.

use super::command::{Call, Command, Failure};
use super::commands;
use super::line::Request;
use super::links::Links;
use super::options::{GameOptions, LiveGraphics, OptionTable};
use super::proofs::Proofs;
use super::spelling::distance;
use crate::board::{BoardSize, Colour, Move};
use crate::game::{Game, SwapStyle};
use crate::parameter::{Options, ParameterError, shortened};
use crate::players::{self, MoveReport, MoveRequest, Player, PlayerOptions};
use crate::think::{Observer, Work};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Nobody is there to end what never ends by itself, so it ends at once.
struct Unattended;

impl Observer for Unattended {
    fn should_stop(&self, work: Work) -> bool {
        work == Work::Endless
    }
}

/// How a session starts.
pub struct Settings {
    /// The board.
    pub size: BoardSize,
    /// The options of the player.
    pub player: PlayerOptions,
}

/// The state of the engine between commands.
pub struct Session {
    /// The game.
    pub game: Game,
    /// The options of `param_game`.
    pub game_options: GameOptions,
    /// The options of the player, and of every room that it uses.
    pub options: PlayerOptions,
    /// The solver, and what it knows.
    pub proofs: Proofs,
    links: Option<Links>,
    pub(super) player: Box<dyn Player>,
    /// Whether the last command made a move of ours.
    pub(super) moved: bool,
    tables: Vec<&'static [Command]>,
    over: bool,
    /// Whether a HexGui has shown itself.
    drawn: bool,
}

impl Session {
    /// An empty board.
    pub fn new(settings: Settings) -> Self {
        Self {
            game: Game::new(settings.size),
            game_options: GameOptions::default(),
            proofs: Proofs::default(),
            links: None,
            player: players::make(&settings.player),
            moved: false,
            options: settings.player,
            drawn: false,
            tables: commands::TABLES.to_vec(),
            over: false,
        }
    }

    /// Whether `quit` has been asked for.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Ends the session after the present command.
    pub fn end(&mut self) {
        self.over = true;
    }

    /// Adds commands, which hide those of the same name.
    pub fn add_commands(&mut self, table: &'static [Command]) {
        self.tables.insert(0, table);
    }

    /// All commands, sorted by name.
    pub fn commands(&self) -> Vec<&'static Command> {
        let mut all: Vec<&Command> = self.tables.iter().copied().flatten().collect();
        all.sort_by_key(|command| command.name);
        all.dedup_by_key(|command| command.name);
        all
    }

    /// The command of this name.
    pub fn find(&self, name: &str) -> Option<&'static Command> {
        self.tables
            .iter()
            .copied()
            .flatten()
            .find(|command| command.name == name)
    }

    /// Carries out a request.
    pub fn answer(
        &mut self,
        request: &Request,
        observer: &dyn Observer,
    ) -> Result<String, Failure> {
        self.moved = false;
        let words = request
            .words
            .as_ref()
            .map_err(|why| Failure::new(why.to_string()))?;
        let (name, arguments) = words
            .split_first()
            .ok_or_else(|| Failure::new("no command"))?;
        let command = self.find(name).ok_or_else(|| self.unknown(name))?;
        command.check_count(arguments.len())?;
        let call = Call {
            command,
            arguments,
            observer,
        };
        let before = (
            self.game.clone(),
            self.game_options.clone(),
            self.options.clone(),
        );
        catch_unwind(AssertUnwindSafe(|| (command.run)(self, &call))).unwrap_or_else(|panic| {
            (self.game, self.game_options, self.options) = before;
            self.player = players::make(&self.options);
            self.links = None;
            self.proofs.forget();
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

    /// Carries out a line that does not come from the client; `None` if there is nothing in it.
    pub fn answer_line(&mut self, line: &[u8]) -> Option<Result<String, Failure>> {
        match super::line::read(line) {
            super::line::Line::Request(request) => Some(self.answer(&request, &Unattended)),
            _ => None,
        }
    }

    fn unknown(&self, name: &str) -> Failure {
        let near = self
            .commands()
            .into_iter()
            .map(|command| (distance(name, command.name), command.name))
            .min();
        match near {
            Some((steps, near)) if steps <= 2 && name.len() > 3 => Failure(format!(
                "unknown command: {} (did you mean {near}?)",
                shortened(name)
            )),
            _ => Failure(format!("unknown command: {}", shortened(name))),
        }
    }

    /// Starts a new game; the clock starts anew, options stay.
    pub fn start(&mut self, mut game: Game) {
        game.clock = self.game.clock;
        game.clock.restart();
        self.game = game;
    }

    /// The connections of the position on the board.
    pub fn links(&mut self, observer: &dyn Observer) -> &mut Links {
        let (board, options) = (self.game.board(), self.options.connections);
        let kept = self
            .links
            .take()
            .filter(|links| links.are_of(board, options));
        self.links
            .insert(kept.unwrap_or_else(|| Links::new(board, options, observer)))
    }

    /// The same, without stones that are being tried.
    pub fn board_links(&mut self, observer: &dyn Observer) -> &mut Links {
        if self
            .links
            .as_ref()
            .is_some_and(|links| links.board() != self.game.board())
        {
            self.forget_links();
        }
        self.links(observer)
    }

    /// Lets the connections be built anew, without what was being tried.
    pub fn forget_links(&mut self) {
        self.links = None;
    }

    /// What `swap-pieces` means.
    pub fn swap_style(&self) -> SwapStyle {
        self.game_options.swap_style
    }

    /// Whether a swap is among the legal moves of a colour.
    pub fn may_swap(&self, colour: Colour) -> bool {
        self.game_options.allow_swap && self.game.check_swap(colour, self.swap_style()).is_ok()
    }

    /// The options of a table, as they are used.
    pub fn options_of(&self, table: OptionTable) -> &dyn Options {
        match table {
            OptionTable::Game => &self.game_options,
            OptionTable::Solver => &self.proofs.options,
            OptionTable::Room(room) => self.options.room(room),
        }
    }

    /// Sets an option; the player is made anew where that makes another.
    pub fn set_option(
        &mut self,
        table: OptionTable,
        key: &str,
        text: &str,
    ) -> Result<(), ParameterError> {
        match table {
            OptionTable::Game => self.game_options.set(key, text).map(drop),
            OptionTable::Solver => self.proofs.options.set(key, text).map(drop),
            OptionTable::Room(room) => {
                self.options.set_in(room, key, text)?;
                // Limits are told with every turn.
                if !matches!(key, "max_time" | "max_nodes" | "max_depth" | "D") {
                    self.player = players::make(&self.options);
                }
                Ok(())
            }
        }
    }

    /// Whether thoughts are drawn.
    pub fn draws(&self) -> bool {
        if self.proofs.options.draws {
            return true;
        }
        match self.game_options.live_gfx {
            LiveGraphics::On => true,
            LiveGraphics::Off => false,
            LiveGraphics::Auto => self.drawn,
        }
    }

    /// A HexGui has shown itself.
    pub fn expect_drawings(&mut self) {
        self.drawn = true;
    }

    /// What the player thought about its last move, if it thinks.
    pub fn report(&self) -> Option<&MoveReport> {
        self.player.report()
    }

    /// Puts a player in the place of the one that the options name.
    pub fn set_player(&mut self, player: Box<dyn Player>) {
        self.player = player;
    }

    /// The player's move; with `played`, it is played and its time taken off the clock.
    pub fn think(
        &mut self,
        colour: Colour,
        observer: &dyn Observer,
        played: bool,
    ) -> Result<Move, Failure> {
        let request = MoveRequest {
            game: &self.game,
            colour,
            // Offered as swap-pieces, which takes a square board, whatever it then does.
            may_swap: self.may_swap(colour) && self.game.size().is_square(),
            opponent_may_swap: colour == Colour::Black
                && self.game_options.allow_swap
                && self.game.size().is_square()
                && self.game.may_be_swapped_next(self.swap_style()),
            limits: players::limits(&self.options),
            observer,
        };
        let start = Instant::now();
        let mv = players::choose_move(self.player.as_mut(), &request);
        if played {
            self.game.clock.spend(colour, start.elapsed());
            let style = self.swap_style();
            let wrong = |why| Failure(format!("internal error: the player chose {mv:?} ({why})"));
            self.game.play(colour, mv, style).map_err(wrong)?;
            self.moved = true;
        }
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::players::{PlayerName, Room};

    fn session() -> Session {
        Session::new(Settings {
            size: "5".parse().unwrap(),
            player: players::parse("first").unwrap(),
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
                session.game_options.allow_swap = true;
                let _ = session.set_option(OptionTable::Room(Room::Player), "name", "random");
                let _ = session.set_option(OptionTable::Room(Room::Player), "seed", "9");
                panic!("on purpose\n\nindeed")
            },
            menu: None,
        }];
        let mut session = session();
        session.add_commands(&BROKEN);
        ask(&mut session, "play b c3").unwrap();
        let failure = ask(&mut session, "broken").unwrap_err();
        assert_eq!(failure.0, "internal error: on purpose  indeed");
        assert_eq!(session.game.events().len(), 1);
        assert!(!session.game_options.allow_swap);
        assert_eq!(session.options.player.seed, 0);
        assert_eq!(session.options.player.name, PlayerName::First);
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
        session.set_player(Box::new(Slow));
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
        session.set_player(Box::new(Cheat));
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
                assert_eq!((request.limits.nodes, request.may_swap), (Some(9), true));
                assert!(request.observer.should_stop(Work::Limited));
                Move::Swap
            }
        }
        struct Impatient;
        impl Observer for Impatient {
            fn should_stop(&self, _: Work) -> bool {
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
        session.set_player(Box::new(Patient));
        assert_eq!(
            session.think(Colour::White, &Impatient, true),
            Ok(Move::Swap)
        );
        assert_eq!(
            session.game.last_stone(),
            session.game.size().read("b4").ok()
        );
    }
}
