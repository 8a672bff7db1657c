//! The progress of a search as lines of an answer that stays open, as front-ends of `KataGo` and
//! Leela Zero read it:
//!
//! ```text
//!     > kata-analyze b 50
//!     =
//!     info move d4 visits 120 winrate 0.551000 prior 0.213000 order 0 pv d4 e2 info move …
//!     info move d4 visits 261 winrate 0.548000 prior 0.213000 order 0 pv d4 e2 info move …
//! ```
//!
//! It continues until the next line arrives.

use super::client::Client;
use crate::base::lock::unpoisoned;
use crate::hex::{BoardSize, Cell};
use crate::player::MoveReport;
use crate::think::{Found, Observer, Progress, RootMove, ScoreScale, WorkKind};
use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisDialect {
    /// Shares of one.
    Kata,
    /// Ten-thousandths.
    Leela,
}

/// The requested format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisFormat {
    /// How numbers are written.
    pub dialect: AnalysisDialect,
    /// The time between two lines.
    pub interval: Duration,
    /// The most moves in a line.
    pub most_moves: usize,
}

/// Writes the progress of a search to a client.
pub struct AnalysisWriter<'a> {
    client: &'a dyn Client,
    format: AnalysisFormat,
    size: BoardSize,
    /// The time and the text of the last line.
    last: Mutex<(Option<Instant>, String)>,
}

impl<'a> AnalysisWriter<'a> {
    /// A writer that has written nothing yet.
    pub fn new(client: &'a dyn Client, format: AnalysisFormat, size: BoardSize) -> Self {
        Self {
            client,
            format,
            size,
            last: Mutex::default(),
        }
    }

    /// Writes the final result of a search.
    pub fn finish(&self, report: &MoveReport) {
        let line = self
            .format
            .line(self.size, &report.moves, report.scale, &report.pv);
        self.send(line, true);
    }

    /// Writes a line that is new, when it is time for that.
    fn send(&self, line: String, at_once: bool) {
        let mut last = unpoisoned(self.last.lock());
        let early = last
            .0
            .is_some_and(|last| last.elapsed() < self.format.interval);
        if line.is_empty() || line == last.1 || early && !at_once {
            return;
        }
        self.client.write_lines(&line);
        *last = (Some(Instant::now()), line);
    }
}

impl Observer for AnalysisWriter<'_> {
    fn should_stop(&self, _work: WorkKind) -> bool {
        self.client.has_sent_more() || self.client.should_stop(WorkKind::Endless)
    }

    fn progress(&self, progress: &Progress) {
        let (moves, scale) = match &progress.found {
            Found::Search(moves, scale) => (moves, *scale),
            Found::Book(moves) => (moves, ScoreScale::Mean),
            Found::Proof { .. } => return,
        };
        let line = self.format.line(self.size, moves, scale, &progress.pv);
        self.send(line, false);
    }
}

impl AnalysisFormat {
    /// The moves that have a score, the best first. A search that counts no visits has one per
    /// move.
    fn line(self, size: BoardSize, moves: &[RootMove], scale: ScoreScale, pv: &[Cell]) -> String {
        let mut line = String::new();
        let scored = moves.iter().filter_map(|one| Some((one, one.score?)));
        for (order, (one, score)) in scored.take(self.most_moves).enumerate() {
            let space = if order == 0 { "" } else { " " };
            let name = size.name(one.cell);
            let _ = write!(
                line,
                "{space}info move {name} visits {} winrate {}",
                one.visits.max(1),
                self.share(score.win_rate(scale))
            );
            if let Some(prior) = one.prior {
                let _ = write!(line, " prior {}", self.share(prior.into()));
            }
            let best = pv.first() == Some(&one.cell);
            let pv = if best {
                size.names(pv.iter().copied())
            } else {
                name
            };
            let _ = write!(line, " order {order} pv {pv}");
        }
        line
    }

    fn share(self, share: f64) -> String {
        match self.dialect {
            AnalysisDialect::Kata => format!("{share:.6}"),
            AnalysisDialect::Leela => format!("{:.0}", share * 10_000.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Colour;
    use crate::think::Score;

    /// A client that keeps what it reads.
    #[derive(Default)]
    struct Reading(Mutex<Vec<String>>, bool);

    impl Observer for Reading {
        fn should_stop(&self, _: WorkKind) -> bool {
            false
        }
    }

    impl Client for Reading {
        fn has_sent_more(&self) -> bool {
            self.1
        }

        fn has_ended(&self) -> bool {
            false
        }

        fn write_lines(&self, lines: &str) {
            self.0.lock().unwrap().push(lines.to_owned());
        }
    }

    fn moves() -> Vec<RootMove> {
        let mut best = RootMove::known(Cell::new(12), Score::estimate(200));
        (best.visits, best.prior) = (90, Some(0.25));
        let mut unscored = RootMove::known(Cell::new(3), Score::WON);
        unscored.score = None;
        let lost = RootMove::known(Cell::new(0), Score::LOST);
        vec![best, unscored, lost]
    }

    fn format(dialect: AnalysisDialect) -> AnalysisFormat {
        AnalysisFormat {
            dialect,
            interval: Duration::ZERO,
            most_moves: 5,
        }
    }

    #[test]
    fn a_line_lists_all_moves_in_either_dialect() {
        let size: BoardSize = "5".parse().unwrap();
        let pv = [Cell::new(12), Cell::new(1)];
        let line = |format: AnalysisFormat| format.line(size, &moves(), ScoreScale::Mean, &pv);
        assert_eq!(
            line(format(AnalysisDialect::Kata)),
            "info move c3 visits 90 winrate 0.600000 prior 0.250000 order 0 pv c3 b1 \
             info move a1 visits 1 winrate 0.000000 order 1 pv a1"
        );
        let mut short = format(AnalysisDialect::Leela);
        short.most_moves = 1;
        assert_eq!(
            line(short),
            "info move c3 visits 90 winrate 6000 prior 2500 order 0 pv c3 b1"
        );
    }

    #[test]
    fn lines_come_at_their_interval_and_the_last_one_in_any_case() {
        let size: BoardSize = "5".parse().unwrap();
        let client = Reading::default();
        let mut slow = format(AnalysisDialect::Kata);
        slow.interval = Duration::from_hours(1);
        let writer = AnalysisWriter::new(&client, slow, size);
        let mut progress = Progress {
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
            colour: Colour::Black,
            score: None,
            pv: Vec::new(),
            found: Found::Search(moves(), ScoreScale::Mean),
        };
        writer.progress(&progress);
        progress.found = Found::Search(moves()[..1].to_vec(), ScoreScale::Mean);
        writer.progress(&progress);
        assert_eq!(client.0.lock().unwrap().len(), 1);
        let report = MoveReport {
            moves: moves()[..1].to_vec(),
            ..MoveReport::default()
        };
        writer.finish(&report);
        writer.finish(&report);
        assert_eq!(client.0.lock().unwrap().len(), 2);
        assert!(!writer.should_stop(WorkKind::Limited));
        let over = Reading(Mutex::default(), true);
        let writer = AnalysisWriter::new(&over, slow, size);
        assert!(writer.should_stop(WorkKind::Limited));
    }
}
