//! Thinking in the opponent's time: after a move of ours has been told, the player looks at the
//! position with the opponent to move until the next line comes in, whatever that is, or the input
//! ends. What it found stays with the player.

use super::session::Session;
use crate::players::{self, MoveRequest};
use crate::think::Observer;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Session {
    /// Thinks, if that is wanted (`param_player ponder`), our move was the last thing that happened
    /// and the game goes on.
    pub fn ponder(&mut self, observer: &dyn Observer) {
        let wanted = self.moved && self.options.player.ponder;
        if !wanted || self.game.outcome().is_some() {
            return;
        }
        self.moved = false;
        let request = MoveRequest {
            game: &self.game,
            colour: self.game.to_move(),
            may_swap: false,
            opponent_may_swap: false,
            limits: players::limits(&self.options),
            observer,
        };
        let player = &mut self.player;
        if catch_unwind(AssertUnwindSafe(|| player.ponder(&request))).is_err() {
            // Nobody asked for anything, so nobody is told; the next move is by a player that is
            // whole.
            self.player = players::make(&self.options);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Settings, serve};
    use super::*;
    use crate::board::{Colour, Move};
    use crate::players::{First, Player};
    use crate::think::Work;
    use std::io::{self, BufReader, Read, Write};
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::time::{Duration, Instant};

    /// What a test hears of, in order.
    #[derive(PartialEq, Eq, Debug)]
    enum News {
        Begun(Colour),
        Ended,
        Answer(String),
    }

    /// Ponders until it is told to end, for a minute at the most.
    struct Thinking(Sender<News>);

    impl Player for Thinking {
        fn choose(&mut self, request: &MoveRequest) -> Move {
            First.choose(request)
        }

        fn ponder(&mut self, request: &MoveRequest) {
            self.0.send(News::Begun(request.colour)).unwrap();
            let start = Instant::now();
            while !request.observer.should_stop(Work::Endless)
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

    struct Answers(Sender<News>);

    impl Write for Answers {
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
        let (news, heard) = mpsc::channel();
        let mut session = Session::new(Settings {
            size: "3".parse().unwrap(),
            player: players::parse("first:ponder=1").unwrap(),
        });
        session.set_player(Box::new(Thinking(news.clone())));
        let server = std::thread::spawn(move || {
            let served = serve(BufReader::new(Lines(input)), Answers(news), &mut session);
            (served, session)
        });
        let next = || heard.recv_timeout(Duration::from_secs(30)).unwrap();
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
        // The end of input ends it; a panic is kept from everybody.
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
        let (news, heard) = mpsc::channel();
        let mut session = Session::new(Settings {
            size: "1".parse().unwrap(),
            player: players::parse("first").unwrap(),
        });
        session.set_player(Box::new(Thinking(news)));
        let ask = |session: &mut Session, line: &str| {
            session.answer_line(line.as_bytes()).unwrap().unwrap();
            session.ponder(&crate::think::NoObserver);
        };
        ask(&mut session, "genmove b");
        session.options.set("ponder", "1").unwrap();
        // Now it is wanted, but the game is over, or nobody has moved.
        ask(&mut session, "undo");
        ask(&mut session, "genmove b");
        drop(session);
        assert!(heard.recv().is_err());
    }
}
