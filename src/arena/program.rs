//! A GTP program in a match. It is asked for nothing but plain Hex commands: `boardsize`, `clear_board`, `play`,
//! `genmove`; limits of time and nodes are passed on in the ways that it says it knows (`list_commands`).
//!
//! Two threads read what it writes: lines of answers go to the referee through a queue of bounded length, so
//! that a flood fills a pipe and not the memory; of what it complains about, the last line is kept to be quoted
//! if it crashes. Lines outside answers (banners, live graphics) are passed over, up to a limit.

use super::engine::{Answer, Fault, Opponent, Reason, Rules, Trouble};
use super::guard::{self, Guard};
use super::insider::late;
use super::time::{Allowance, TimeRule};
use crate::board::{BoardSize, Cell, Colour, Move, NotACell};
use crate::game::{Event, Game};
use crate::parameter::shortened;
use crate::players::Effort;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What one command may be answered at most, answers and everything else together.
const LONGEST_ANSWER: usize = 1 << 20;
/// A line that is longer arrives in parts.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be looked at.
const QUEUE: usize = 256;
/// How long a program that was asked to quit may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// An answer: what follows `=`, or what follows `?`.
type Reply = Result<String, String>;

/// A program that runs.
pub struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaint: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
    commands: HashSet<String>,
    rules: Rules,
    guard: Option<Arc<Guard>>,
}

impl Program {
    /// Starts a program, gives it the commands of its init file, and tells it the limits of the match.
    pub fn start(
        words: &[String],
        init: &[String],
        rules: Rules,
        guard: Option<Arc<Guard>>,
    ) -> Result<Self, Trouble> {
        let (name, arguments) = words
            .split_first()
            .ok_or_else(|| Trouble::Fatal("no program".to_owned()))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped());
        guard::lead_group(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
        let mut child = command
            .spawn()
            .map_err(|why| Trouble::Fatal(format!("{name}: {why}")))?;
        let stdin = child.stdin.take();
        let (sender, lines) = mpsc::sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || hear(stdout, &sender));
        }
        let complaint = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&complaint);
        let stderr = child.stderr.take();
        let listener = stderr.map(|stderr| thread::spawn(move || keep_last(stderr, &kept)));
        let mut program = Self {
            child,
            stdin,
            lines,
            complaint,
            listener,
            commands: HashSet::new(),
            rules,
            guard,
        };
        if let Some(guard) = &program.guard {
            let told = guard.watch(program.child.id());
            told.map_err(|why| Trouble::Fatal(format!("the guard is gone: {why}")))?;
        }
        program.prepare(init)?;
        Ok(program)
    }

    fn prepare(&mut self, init: &[String]) -> Result<(), Trouble> {
        // What a program cannot do it says by an error, and then it has no commands beyond the plain ones.
        if let Ok(list) = self.request("list_commands")? {
            self.commands = list.lines().map(|line| line.trim().to_owned()).collect();
        }
        for line in init {
            if let Err(why) = self.request(line)? {
                return Err(Trouble::Fatal(format!("its init file: {line}: {why}")));
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
            let mut told = false;
            for command in known {
                let answer = self.request(&format!("{command} max_time {seconds}"))?;
                told |= answer.is_ok();
            }
            if !told && time.subsec_nanos() == 0 && self.knows("time_settings") {
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

    /// Sends a command that is no question for a move.
    fn request(&mut self, command: &str) -> Result<Reply, Fault> {
        let limit = self.rules.patience;
        self.send(command)?;
        self.answer(limit).map_err(|silent| match silent {
            Silent::Late { said } => {
                let (reason, what) = if said {
                    (Reason::Garbage, "no answer but other lines")
                } else {
                    (Reason::Silence, "no answer")
                };
                let seconds = limit.as_secs_f64();
                Fault::new(reason, format!("{command}: {what} for {seconds:.3} s"))
            }
            Silent::Fault(fault) => fault,
        })
    }

    /// Sends a command that must succeed for the game to go on.
    fn order(&mut self, command: &str) -> Result<(), Fault> {
        match self.request(command)? {
            Ok(_) => Ok(()),
            Err(why) => Err(refusal(command, &why)),
        }
    }

    fn send(&mut self, command: &str) -> Result<(), Fault> {
        // What was said unasked is no answer to what is asked now.
        while self.lines.try_recv().is_ok() {}
        let line = format!("{command}\n");
        let sent = self.stdin.as_mut().map(|stdin| {
            stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.flush())
        });
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crash()),
        }
    }

    /// Reads the next answer.
    fn answer(&mut self, limit: Duration) -> Result<Reply, Silent> {
        let until = Instant::now() + limit;
        let mut answer: Option<(bool, String)> = None;
        let mut heard = 0;
        loop {
            let wait = until.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(wait) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Silent::Late { said: heard > 0 }),
                Err(RecvTimeoutError::Disconnected) => return Err(Silent::Fault(self.crash())),
            };
            heard += line.len() + 1;
            if heard > LONGEST_ANSWER {
                let detail = format!("more than {LONGEST_ANSWER} bytes for one command");
                return Err(Silent::Fault(Fault::new(Reason::Garbage, detail)));
            }
            match &mut answer {
                None => answer = opening_of(&line),
                Some((good, text)) if line.trim().is_empty() => {
                    let text = text.trim().to_owned();
                    return Ok(if *good { Ok(text) } else { Err(text) });
                }
                Some((_, text)) => {
                    let _ = write!(text, "\n{line}");
                }
            }
        }
    }

    /// What is known of a program that has closed its pipes: how it ended, and its last words.
    fn crash(&mut self) -> Fault {
        let until = Instant::now() + Duration::from_millis(200);
        let mut end = None;
        let heard = |listener: &Option<JoinHandle<()>>| {
            listener.as_ref().is_none_or(JoinHandle::is_finished)
        };
        while (end.is_none() || !heard(&self.listener)) && Instant::now() < until {
            end = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(1));
        }
        let mut detail = end.map_or("closed its output".to_owned(), |status| status.to_string());
        let said = self.complaint.lock();
        let said = said.unwrap_or_else(PoisonError::into_inner);
        if !said.is_empty() {
            let _ = write!(detail, "; it said: {}", *said);
        }
        Fault::new(Reason::Crash, detail)
    }
}

/// Why there is no answer.
enum Silent {
    Late { said: bool },
    Fault(Fault),
}

/// Whether an answer begins with this line, whether it is a good one, and its text.
fn opening_of(line: &str) -> Option<(bool, String)> {
    let good = line.starts_with('=');
    let text = line.strip_prefix(['=', '?'])?;
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    Some((good, text.trim().to_owned()))
}

fn refusal(command: &str, why: &str) -> Fault {
    Fault::new(Reason::Refusal, format!("{command}: {}", shortened(why)))
}

fn spoken(size: BoardSize, mv: Move) -> String {
    match mv {
        Move::Place(cell) => size.name(cell),
        Move::Swap => "swap-pieces".to_owned(),
        Move::Resign => "resign".to_owned(),
    }
}

/// The move that an answer names.
fn understood(size: BoardSize, text: &str) -> Result<Move, Fault> {
    let word = text.trim().to_ascii_lowercase();
    match word.as_str() {
        "resign" => Ok(Move::Resign),
        "swap-pieces" | "swap" => Ok(Move::Swap),
        _ => match size.read(&word) {
            Ok(cell) => Ok(Move::Place(cell)),
            Err(NotACell::OffBoard) => {
                let detail = format!("{} (off the board)", shortened(&word));
                Err(Fault::new(Reason::Illegal, detail))
            }
            Err(NotACell::Unreadable) => {
                let detail = format!("no move: {:?}", shortened(text));
                Err(Fault::new(Reason::Garbage, detail))
            }
        },
    }
}

/// Passes lines on until the program or the referee is gone.
fn hear(stdout: impl Read, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = stdout
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        if lines.send(line.trim_end().to_owned()).is_err() {
            break;
        }
    }
}

fn keep_last(stderr: impl Read, kept: &Mutex<String>) {
    let mut stderr = BufReader::new(stderr);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = stderr
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = shortened(line.trim());
        if !line.is_empty() {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
    }
}

impl Opponent for Program {
    fn begin(&mut self, game: &Game, _seed: u64) -> Result<(), Fault> {
        let size = game.size();
        if size.is_square() {
            self.order(&format!("boardsize {}", size.width()))?;
        } else {
            self.order(&format!("boardsize {} {}", size.width(), size.height()))?;
        }
        self.order("clear_board")?;
        if let TimeRule::Game { main, .. } = self.rules.time
            && self.knows("time_settings")
        {
            let _ = self.request(&format!("time_settings {} 0 0", main.as_secs().max(1)))?;
        }
        let play = |program: &mut Self, colour: Colour, cell: Cell| {
            program.order(&format!("play {colour} {}", size.name(cell)))
        };
        for event in game.events() {
            match event {
                Event::Place(colour, cell) => play(self, *colour, *cell)?,
                Event::Setup(setup) => {
                    for colour in Colour::ALL {
                        for cell in setup.stones[colour.index()] {
                            play(self, colour, cell)?;
                        }
                    }
                }
                Event::Swap(colour, _) => self.tell(size, *colour, Move::Swap)?,
            }
        }
        Ok(())
    }

    fn tell(&mut self, size: BoardSize, colour: Colour, mv: Move) -> Result<(), Fault> {
        self.order(&format!("play {colour} {}", spoken(size, mv)))
    }

    fn ask(&mut self, game: &Game, _may_swap: bool, time: Allowance) -> Result<Answer, Fault> {
        let colour = game.to_move();
        if let (TimeRule::Game { .. }, Some(left)) = (self.rules.time, time.left)
            && self.knows("time_left")
        {
            let seconds = left.as_secs_f64();
            let _ = self.request(&format!("time_left {colour} {seconds:.1} 0"))?;
        }
        let command = format!("genmove {colour}");
        let wait = self.rules.wait(&time);
        self.send(&command)?;
        let reply = self.answer(wait).map_err(|silent| match silent {
            Silent::Late { said: false } => late(time, wait),
            Silent::Late { said: true } => {
                let detail = format!("lines but no answer for {:.3} s", wait.as_secs_f64());
                Fault::new(Reason::Garbage, detail)
            }
            Silent::Fault(fault) => fault,
        })?;
        match reply {
            Ok(text) => Ok(Answer {
                mv: understood(game.size(), &text)?,
                effort: Effort::default(),
            }),
            Err(why) => Err(refusal(&command, &why)),
        }
    }
}

impl Program {
    /// Asks the program to quit, and waits a while.
    pub fn farewell(&mut self) {
        if self.send("quit").is_ok() {
            self.stdin = None;
            let until = Instant::now() + FAREWELL;
            while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
                // Nobody may listen any more, and a full pipe must not keep it.
                while self.lines.try_recv().is_ok() {}
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// Nothing that it started stays. A group whose leader has not been waited for keeps its number, so the kill
/// and the word to the guard come first.
impl Drop for Program {
    fn drop(&mut self) {
        let group = self.child.id();
        guard::kill_group(group);
        let _ = self.child.kill();
        if let Some(guard) = &self.guard {
            guard.release(group);
        }
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_moves_are_understood() {
        assert_eq!(opening_of("= A1"), Some((true, "A1".to_owned())));
        assert_eq!(opening_of("=7 a1\t"), Some((true, "a1".to_owned())));
        assert_eq!(opening_of("?no"), Some((false, "no".to_owned())));
        assert_eq!(opening_of("gogui-gfx:"), None);
        let size: BoardSize = "5".parse().unwrap();
        assert_eq!(understood(size, " B1 "), Ok(Move::Place(Cell::new(1))));
        assert_eq!(understood(size, "RESIGN"), Ok(Move::Resign));
        assert_eq!(understood(size, "Swap-Pieces"), Ok(Move::Swap));
        let reason = |text: &str| understood(size, text).unwrap_err().reason;
        assert_eq!(reason("a6"), Reason::Illegal);
        assert_eq!(reason("pass"), Reason::Garbage);
        assert_eq!(reason(""), Reason::Garbage);
    }
}
