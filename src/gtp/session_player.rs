//! The player of a session, which answers `genmove` and ponders in the opponent's time: after its
//! move it searches the position with the opponent to move until any line arrives or the input
//! ends, and keeps the results.

use super::command::Failure;
use super::session_options::SessionOptions;
use crate::hex::Game;
use crate::hex::SwapRight;
use crate::hex::{Board, BoardSize, Cell, Colour, Move};
use crate::player::{self, MoveReport, MoveRequest, Player, PlayerOptions};
use crate::think::Observer;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The player of a session.
pub struct SessionPlayer {
    player: Box<dyn Player>,
    /// The position that it searched last, with the side that was to move.
    searched: Option<Board>,
    /// Whether the last command made a move of this player.
    pub made_last_move: bool,
}

impl SessionPlayer {
    /// The player with these options.
    pub fn new(options: &PlayerOptions) -> Self {
        Self {
            player: player::make(options),
            searched: None,
            made_last_move: false,
        }
    }

    /// Rebuilds the player.
    pub fn rebuild(&mut self, options: &PlayerOptions) {
        self.replace(player::make(options));
    }

    /// Puts another player in its place.
    pub fn replace(&mut self, player: Box<dyn Player>) {
        self.player = player;
        self.searched = None;
    }

    /// Lets the player get ready for games on boards of a size.
    pub fn prepare(&mut self, size: BoardSize) {
        self.player.prepare(size);
    }

    /// What the player reports of its last search, if that was of this position.
    pub fn report_on(&self, position: &Board) -> Option<&MoveReport> {
        let same = self.searched.as_ref().is_some_and(|one| one == position);
        self.player.report().filter(|_| same)
    }

    /// What the player reports of its last search, if that was of the position on this board, or of
    /// the one before the last move on it.
    pub fn report_of(&self, board: &Board) -> Option<&MoveReport> {
        let searched = self.searched.as_ref()?;
        let same = searched == board
            || searched.empty().iter().any(|cell| {
                let mut after = *searched;
                after.play(cell);
                after == *board
            });
        self.player.report().filter(|_| same)
    }

    /// The rest of the line that the player expected, if that leads to this position.
    pub fn line_from(&self, position: &Board) -> Option<&[Cell]> {
        let mut reached = self.searched?;
        let line = &self.player.report()?.pv;
        for (played, &cell) in line.iter().enumerate() {
            if reached == *position {
                return line.get(played..);
            }
            reached.try_play(cell).ok()?;
        }
        (reached == *position).then_some(&[])
    }

    /// The player's move for a colour.
    pub fn choose(
        &mut self,
        game: &Game,
        colour: Colour,
        options: &SessionOptions,
        observer: &dyn Observer,
    ) -> Move {
        let request = MoveRequest {
            game,
            colour,
            swap: options.swap_right(game, colour),
            budget: options.player.budget(),
            observer,
        };
        self.searched = None;
        let mv = if request.is_over() {
            Move::Resign
        } else {
            self.player.choose(&request)
        };
        // A move chosen without a search has no report, or an earlier one.
        let over = game.board().winner().is_some();
        let mut board = *game.board();
        board.set_to_move(colour);
        self.searched = (!over && matches!(mv, Move::Place(_))).then_some(board);
        mv
    }

    /// Lets the player search the position with this colour to move until the observer stops it.
    pub fn analyze(&mut self, game: &Game, colour: Colour, observer: &dyn Observer) {
        let mut board = *game.board();
        board.set_to_move(colour);
        self.searched = None;
        player::analyze_game(self.player.as_mut(), game, colour, observer);
        self.searched = Some(board);
    }

    /// Plays the player's move and takes its time off the clock.
    pub fn play(
        &mut self,
        game: &mut Game,
        colour: Colour,
        options: &SessionOptions,
        observer: &dyn Observer,
    ) -> Result<Move, Failure> {
        let start = Instant::now();
        let mv = self.choose(game, colour, options, observer);
        game.clock.spend(colour, start.elapsed());
        let wrong = |why| Failure(format!("internal error: the player chose {mv:?} ({why})"));
        game.play(colour, mv, options.game.swap_style)
            .map_err(wrong)?;
        self.made_last_move = true;
        Ok(mv)
    }

    /// Ponders, if `param_player ponder` is set, the last command made a move of the player, and
    /// the game goes on.
    pub fn ponder(&mut self, game: &Game, options: &SessionOptions, observer: &dyn Observer) {
        let wanted = self.made_last_move && options.player.player.ponder;
        if !wanted || game.outcome().is_some() {
            return;
        }
        self.made_last_move = false;
        let request = MoveRequest {
            game,
            colour: game.to_move(),
            swap: SwapRight::None,
            budget: options.player.budget(),
            observer,
        };
        let player = &mut self.player;
        if catch_unwind(AssertUnwindSafe(|| player.ponder(&request))).is_err() {
            // No command is waiting whose answer could report it. The next move is by a fresh
            // player.
            self.rebuild(&options.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Session, SessionSettings, serve};
    use super::*;
    use crate::player::First;
    use crate::think::WorkKind;
    use std::io::{self, BufReader, Read, Write};
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::time::{Duration, Instant};

    /// The events of a test, in order.
    #[derive(PartialEq, Eq, Debug)]
    enum News {
        Begun(Colour),
        Ended,
        Answer(String),
    }

    /// Ponders until the observer stops it, for a minute at the most.
    struct Thinking(Sender<News>);

    impl Player for Thinking {
        fn choose(&mut self, request: &MoveRequest) -> Move {
            First.choose(request)
        }

        fn ponder(&mut self, request: &MoveRequest) {
            self.0.send(News::Begun(request.colour)).unwrap();
            let start = Instant::now();
            while !request.observer.should_stop(WorkKind::Endless)
                && start.elapsed() < Duration::from_mins(1)
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            self.0.send(News::Ended).unwrap();
            assert!(request.game.events().len() < 3, "on purpose");
        }
    }

    /// Input that comes as it is sent, and ends when the sender is gone.
    struct Lines(Receiver<&'static str>);

    impl Read for Lines {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let text = self.0.recv().unwrap_or_default();
            buffer[..text.len()].copy_from_slice(text.as_bytes());
            Ok(text.len())
        }
    }

    struct AnswerWriter(Sender<News>);

    impl Write for AnswerWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).trim_end().to_owned();
            self.0.send(News::Answer(text)).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answer(text: &str) -> News {
        News::Answer(text.to_owned())
    }

    #[test]
    fn it_ponders_after_a_move_of_its_own_until_a_line_comes_in() {
        let (lines, input) = mpsc::channel();
        let (news, received) = mpsc::channel();
        let mut session = Session::new(SessionSettings {
            size: "3".parse().unwrap(),
            player: player::parse("first:ponder=1").unwrap(),
        });
        session.player.replace(Box::new(Thinking(news.clone())));
        let server = std::thread::spawn(move || {
            let served = serve(
                BufReader::new(Lines(input)),
                AnswerWriter(news),
                &mut session,
            );
            (served, session)
        });
        let next = || received.recv_timeout(Duration::from_secs(30)).unwrap();
        lines.send("genmove b\n").unwrap();
        assert_eq!(next(), answer("= a1"));
        assert_eq!(next(), News::Begun(Colour::White));
        // Any line ends it, and it does not begin again after other commands.
        lines.send("\n# interrupt\n").unwrap();
        assert_eq!(next(), News::Ended);
        lines.send("reg_genmove w\nplay w c3\necho a\n").unwrap();
        assert_eq!(next(), answer("= b1"));
        assert_eq!(next(), answer("="));
        assert_eq!(next(), answer("= a"));
        lines.send("echo b\n").unwrap();
        assert_eq!(next(), answer("= b"));
        // Commands that wait leave no time for it.
        lines.send("undo\ngenmove w\necho c\n").unwrap();
        assert_eq!(next(), answer("="));
        assert_eq!(next(), answer("= b1"));
        let mut then = next();
        if then == News::Begun(Colour::Black) {
            // It may begin, if the reader is slow.
            assert_eq!(next(), News::Ended);
            then = next();
        }
        assert_eq!(then, answer("= c"));
        // The end of input ends it; a panic does not show.
        lines.send("genmove b\n").unwrap();
        assert_eq!(next(), answer("= c1"));
        assert_eq!(next(), News::Begun(Colour::White));
        drop(lines);
        assert_eq!(next(), News::Ended);
        let (served, mut session) = server.join().unwrap();
        served.unwrap();
        assert_eq!(session.answer_line(b"genmove w").unwrap().unwrap(), "a2");
    }

    #[test]
    fn it_ponders_only_if_that_is_wanted_and_the_game_goes_on() {
        let (news, received) = mpsc::channel();
        let mut session = Session::new(SessionSettings {
            size: "1".parse().unwrap(),
            player: player::parse("first").unwrap(),
        });
        session.player.replace(Box::new(Thinking(news)));
        let ask = |session: &mut Session, line: &str| {
            session.answer_line(line.as_bytes()).unwrap().unwrap();
            session.ponder(&crate::think::NoObserver);
        };
        ask(&mut session, "genmove b");
        session.options.player.set("ponder", "1").unwrap();
        // Now it is wanted, but the game is over, or the last command made no move.
        ask(&mut session, "undo");
        ask(&mut session, "genmove b");
        drop(session);
        assert!(received.recv().is_err());
    }
}
