//! Progress drawn while a command runs: HexGui's live graphics, blocks on stdout before the answer.
//!
//! ```text
//!     gogui-gfx:
//!     ab
//!     VAR B f6 W f5              the principal variation
//!     LABEL f6 59% f5 47%        the moves searched, in per cent of winning
//!     TEXT White to move, wins 59%: f6; depth 4, 1234 positions; cells: White's win rates
//!                                an empty line ends the block
//! ```
//!
//! A label shows four characters, and the text, which goes to the status bar, 110. A last block
//! sets the status bar for the answer, whose cells replace those of the block.

use super::client::{Client, Drawing};
use super::{Failure, Session, label, reply};
use crate::base::lock::unpoisoned;
use crate::hex::{BoardSize, Cell};
use crate::think::{Found, Observer, Progress, RootMove, ScoreScale, WorkKind};
use std::fmt::Write as _;
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// At most four blocks a second.
const PAUSE: Duration = Duration::from_millis(250);

/// Draws the progress of a search and writes the parts of an open answer.
pub struct LiveDrawing<'a, O> {
    client: &'a dyn Client,
    /// The number of the request.
    id: Option<&'a str>,
    output: Mutex<Output<O>>,
    /// Whether progress is drawn.
    draws: bool,
    /// Whether the client has a status bar.
    has_status: bool,
    size: BoardSize,
}

/// The output while a command runs.
struct Output<O> {
    out: O,
    /// The time of the last block.
    last: Option<Instant>,
    /// Whether the answer has begun.
    has_begun: bool,
    /// Whether the last block remains on the board.
    has_concluded: bool,
    /// The text for the status bar that the command has set.
    caption: Option<String>,
}

impl<'a, O: Write + Send> LiveDrawing<'a, O> {
    /// The observer of a request; it draws if the session enables that.
    pub fn new(client: &'a dyn Client, id: Option<&'a str>, out: O, session: &Session) -> Self {
        Self {
            client,
            id,
            output: Mutex::new(Output {
                out,
                last: None,
                has_begun: false,
                has_concluded: false,
                caption: None,
            }),
            draws: session.draws(),
            has_status: session.has_status_bar(),
            size: session.game.size(),
        }
    }

    /// The text for the status bar that the command has set.
    pub fn caption_set(&self) -> Option<String> {
        unpoisoned(self.output.lock()).caption.take()
    }

    /// Whether the command has drawn what remains on the board.
    pub fn has_concluded(&self) -> bool {
        unpoisoned(self.output.lock()).has_concluded
    }

    /// What is left to write of an answer.
    pub fn rest_of_answer(self, answer: &Result<String, Failure>) -> String {
        let has_begun = unpoisoned(self.output.into_inner()).has_begun;
        if has_begun {
            "\n".to_owned()
        } else {
            reply::format(self.id, answer)
        }
    }
}

/// The least share of a refutation that is worth a label: most moves have none for long.
const LEAST_SHARE: f64 = 0.005;

/// A block, if there is something to draw.
fn block(progress: &Progress, size: BoardSize) -> Option<String> {
    let best = *progress.pv.first()?;
    let labels = labels(&progress.found, best);
    if labels.is_empty() {
        return None;
    }
    let drawing = Drawing {
        colour: progress.colour,
        line: progress.pv.clone(),
        labels,
        status: status(progress, &size.name(best)),
    };
    Some(written(&drawing, size))
}

/// The block of a drawing.
fn written(drawing: &Drawing, size: BoardSize) -> String {
    let mut text = String::from("gogui-gfx:\nab\nVAR");
    let mut colour = drawing.colour;
    for &cell in &drawing.line {
        let _ = write!(text, " {} {}", colour.letter(), size.name(cell));
        colour = !colour;
    }
    text.push_str("\nLABEL");
    for (cell, word) in &drawing.labels {
        let _ = write!(text, " {} {word}", size.name(*cell));
    }
    let shown = drawing.status.chars().filter(|letter| !letter.is_control());
    let status: String = shown.take(label::STATUS_WIDTH).collect();
    let _ = write!(text, "\nTEXT {status}\n\n");
    text
}

/// The labels of cells, at most four characters each.
fn labels(found: &Found, best: Cell) -> Vec<(Cell, String)> {
    let scored = |moves: &[RootMove], scale| {
        let scored = moves.iter();
        scored
            .filter_map(|one| Some((one.cell, label::score(one.score?, scale))))
            .collect()
    };
    match found {
        Found::Search(moves, scale) => scored(moves, *scale),
        Found::Book(moves) => scored(moves, ScoreScale::Mean),
        Found::Proof { open, .. } => {
            let shown = |&&(cell, share): &&(Cell, f64)| share >= LEAST_SHARE || cell == best;
            let shares = open.iter().filter(shown);
            shares
                .map(|&(cell, share)| (cell, format!("{:.0}%", share * 100.0)))
                .collect()
        }
    }
}

/// The text of the status bar, at most 110 characters.
fn status(progress: &Progress, best: &str) -> String {
    let side = progress.colour.title();
    let positions = label::count(progress.nodes);
    let chances = |scale| match progress.score {
        None => format!("{side} to move: {best}"),
        Some(score) if score.is_proved() => format!("{side} to move, {score}: {best}"),
        Some(score) => {
            let percent = label::percent(score.win_rate(scale));
            format!("{side} to move, wins {percent}: {best}")
        }
    };
    match progress.found {
        // Results without a search have no depth.
        Found::Search(_, scale) if progress.nodes == 0 => {
            format!("{}; cells: {side}'s win rates", chances(scale))
        }
        Found::Search(_, scale) => format!(
            "{}; depth {}, {positions} positions; cells: {side}'s win rates",
            chances(scale),
            progress.depth.max(1)
        ),
        Found::Book(_) => format!(
            "{}; from the opening book; cells: {side}'s win rates",
            chances(ScoreScale::Mean)
        ),
        Found::Proof { done, .. } => format!(
            "Solving, about {:.0}% done, {positions} positions, now {best}; cells: refuted \
             replies to a move",
            done * 100.0
        ),
    }
}

impl<O: Write + Send> Observer for LiveDrawing<'_, O> {
    fn should_stop(&self, work: WorkKind) -> bool {
        self.client.should_stop(work)
    }

    fn progress(&self, progress: &Progress) {
        self.client.progress(progress);
        if !self.draws {
            return;
        }
        let Ok(mut output) = self.output.lock() else {
            return;
        };
        if output.rests() {
            return;
        }
        if let Some(block) = block(progress, self.size) {
            output.write_block(&block);
        }
    }
}

impl<O: Write + Send> Client for LiveDrawing<'_, O> {
    fn has_sent_more(&self) -> bool {
        self.client.has_sent_more()
    }

    fn has_ended(&self) -> bool {
        self.client.has_ended()
    }

    fn write_lines(&self, lines: &str) {
        let Ok(mut output) = self.output.lock() else {
            return;
        };
        if !output.has_begun {
            output.has_begun = true;
            output.write(&reply::start(self.id));
        }
        if !lines.is_empty() {
            output.write(&format!("{lines}\n"));
        }
    }

    fn draw(&self, drawing: &Drawing) {
        if let Ok(mut output) = self.output.lock()
            && self.draws
            && !output.rests()
        {
            output.write_block(&written(drawing, self.size));
        }
    }

    fn conclude(&self, drawing: &Drawing) {
        if let Ok(mut output) = self.output.lock()
            && self.has_status
        {
            output.has_concluded = true;
            output.write_block(&written(drawing, self.size));
        }
    }

    fn caption(&self, text: &str) {
        unpoisoned(self.output.lock()).caption = Some(text.to_owned());
    }
}

impl<O: Write> Output<O> {
    /// Whether it is too early for another block.
    fn rests(&self) -> bool {
        self.last.is_some_and(|last| last.elapsed() < PAUSE)
    }

    fn write_block(&mut self, block: &str) {
        self.last = Some(Instant::now());
        self.write(block);
    }

    /// Writes at once. A closed output shows when the answer ends.
    fn write(&mut self, text: &str) {
        let _ = self
            .out
            .write_all(text.as_bytes())
            .and_then(|()| self.out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::SessionSettings;
    use crate::hex::Colour;
    use crate::think::Score;

    struct NoClient;

    impl Observer for NoClient {
        fn should_stop(&self, _: WorkKind) -> bool {
            false
        }
    }

    impl Client for NoClient {
        fn has_sent_more(&self) -> bool {
            false
        }

        fn has_ended(&self) -> bool {
            false
        }

        fn write_lines(&self, _: &str) {}
    }

    fn session(live_gfx: &str) -> Session {
        let mut session = Session::new(SessionSettings {
            size: size(),
            player: crate::player::parse("first").unwrap(),
        });
        let line = format!("param_game live_gfx {live_gfx}");
        session.answer_line(line.as_bytes()).unwrap().unwrap();
        session
    }

    fn progress(score: Score, found: Found) -> Progress {
        Progress {
            depth: 2,
            nodes: 30_000,
            time: Duration::ZERO,
            colour: Colour::White,
            score: Some(score),
            pv: vec![Cell::new(12), Cell::new(0)],
            found,
        }
    }

    fn size() -> BoardSize {
        "5".parse().unwrap()
    }

    #[test]
    fn blocks_are_whole_and_rare() {
        let mut output = Vec::new();
        let moves = vec![
            RootMove::known(Cell::new(12), Score::LOST.to_parent()),
            RootMove::known(Cell::new(1), Score::estimate(-100)),
        ];
        let found = Found::Search(moves, ScoreScale::Mean);
        let mut progress = progress(Score::estimate(240), found);
        {
            let live = LiveDrawing::new(&NoClient, Some("3"), &mut output, &session("on"));
            live.progress(&progress);
            live.progress(&progress);
            assert_eq!(live.rest_of_answer(&Ok("c3".to_owned())), "=3 c3\n\n");
        }
        let expected = "gogui-gfx:\nab\nVAR W c3 B a1\nLABEL c3 W1 b1 45%\n\
                        TEXT White to move, wins 62%: c3; depth 2, 30k positions; cells: White's win rates\n\n";
        assert_eq!(String::from_utf8(output).unwrap(), expected);
        progress.pv.clear();
        assert_eq!(block(&progress, size()), None);
        let mut silent = Vec::new();
        {
            let client = LiveDrawing::new(&NoClient, None, &mut silent, &session("off"));
            client.progress(&progress);
        }
        assert_eq!(silent, b"");
    }

    #[test]
    fn an_answer_in_parts_is_one_answer() {
        let mut output = Vec::new();
        let rest = {
            let client = LiveDrawing::new(&NoClient, Some("7"), &mut output, &session("off"));
            for part in ["", "one", "two"] {
                client.write_lines(part);
            }
            client.rest_of_answer(&Ok(String::new()))
        };
        output.extend(rest.as_bytes());
        assert_eq!(String::from_utf8(output).unwrap(), "=7 \none\ntwo\n\n");
    }

    #[test]
    fn a_proof_labels_what_has_begun_and_the_best_move() {
        let open = vec![
            (Cell::new(3), 0.0),
            (Cell::new(4), 0.124),
            (Cell::new(12), 0.0),
        ];
        let found = Found::Proof { done: 0.5, open };
        let block = block(&progress(Score::WON, found), size()).unwrap();
        assert!(block.contains("\nLABEL e1 12% c3 0%\n"), "{block}");
        assert!(block.contains("Solving, about 50% done"), "{block}");
    }

    #[test]
    fn a_book_says_so_and_the_status_bar_shows_all() {
        let moves = vec![RootMove::known(Cell::new(12), Score::estimate(40))];
        let book = progress(Score::estimate(40), Found::Book(moves.clone()));
        let text = status(&book, "c3");
        assert!(text.starts_with("White to move, wins 52%: c3; from the opening book"));
        let mut long = progress(Score::LOST, Found::Search(moves, ScoreScale::Mean));
        (long.depth, long.nodes) = (361, u64::MAX);
        let proof = Found::Proof {
            done: 1.0,
            open: Vec::new(),
        };
        for found in [long.found.clone(), proof] {
            long.found = found;
            assert!(status(&long, "s19").len() <= label::STATUS_WIDTH);
        }
        assert!(status(&book, "c3").is_ascii());
        let mut known = progress(Score::WON, Found::Search(Vec::new(), ScoreScale::Mean));
        (known.depth, known.nodes) = (0, 0);
        let text = status(&known, "c3");
        assert_eq!(
            text,
            "White to move, won in 0: c3; cells: White's win rates"
        );
    }
}
