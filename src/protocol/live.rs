//! Progress drawn while a command runs: HexGui's live graphics, blocks on stdout before the answer.
//!
//! ```text
//!     gogui-gfx:
//!     ab
//!     VAR b f6 w f5              the principal variation
//!     LABEL f6 +0.12 f5 -0.03    the moves searched
//!     TEXT depth 4 nodes 1234
//!                                an empty line ends the block
//! ```

use crate::board::BoardSize;
use crate::think::{Observer, Progress, WorkKind};
use std::fmt::Write as _;
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// No more than four blocks a second.
const PAUSE: Duration = Duration::from_millis(250);

/// Draws the progress of a search.
pub struct LiveDrawing<'a, O> {
    watch: &'a dyn Observer,
    /// The output and the time of its last block; `None` if nothing is drawn.
    output: Option<Mutex<(O, Option<Instant>)>>,
    size: BoardSize,
}

impl<'a, O: Write + Send> LiveDrawing<'a, O> {
    /// Asks `watch` whether to stop, and draws to the output if there is one.
    pub fn new(watch: &'a dyn Observer, output: Option<O>, size: BoardSize) -> Self {
        Self {
            watch,
            output: output.map(|output| Mutex::new((output, None))),
            size,
        }
    }
}

/// A block, if there is something to draw.
fn block(progress: &Progress, size: BoardSize) -> Option<String> {
    if progress.pv.is_empty() || progress.moves.is_empty() {
        return None;
    }
    let mut text = String::from("gogui-gfx:\nab\nVAR");
    let mut colour = progress.colour;
    for &cell in &progress.pv {
        let letter = match colour {
            crate::board::Colour::Black => 'B',
            crate::board::Colour::White => 'W',
        };
        let _ = write!(text, " {letter} {}", size.name(cell));
        colour = !colour;
    }
    text.push_str("\nLABEL");
    for (cell, score) in &progress.moves {
        // A label is one word.
        let word = score.replace("won in ", "W").replace("lost in ", "L");
        let _ = write!(text, " {} {word}", size.name(*cell));
    }
    let score = progress.score.as_deref().unwrap_or("unknown");
    let _ = write!(
        text,
        "\nTEXT depth {} nodes {} score {score}\n\n",
        progress.depth, progress.nodes
    );
    Some(text)
}

impl<O: Write + Send> Observer for LiveDrawing<'_, O> {
    fn should_stop(&self, work: WorkKind) -> bool {
        self.watch.should_stop(work)
    }

    fn progress(&self, progress: &Progress) {
        self.watch.progress(progress);
        let Some(Ok(mut output)) = self.output.as_ref().map(Mutex::lock) else {
            return;
        };
        let (out, last) = &mut *output;
        if last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        if let Some(block) = block(progress, self.size) {
            *last = Some(Instant::now());
            // A closed output shows when the answer is written.
            let _ = out.write_all(block.as_bytes()).and_then(|()| out.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Colour};
    use crate::think::NoObserver;

    #[test]
    fn blocks_are_whole_and_rare() {
        let mut output = Vec::new();
        let size: BoardSize = "5".parse().unwrap();
        let mut progress = Progress {
            depth: 2,
            nodes: 30,
            time: Duration::ZERO,
            colour: Colour::White,
            score: Some("+0.250".to_owned()),
            pv: vec![Cell::new(12), Cell::new(0)],
            moves: vec![
                (Cell::new(12), "won in 3".to_owned()),
                (Cell::new(1), "-0.100".to_owned()),
            ],
        };
        {
            let live = LiveDrawing::new(&NoObserver, Some(&mut output), size);
            live.progress(&progress);
            live.progress(&progress);
        }
        let expected = "gogui-gfx:\nab\nVAR W c3 B a1\nLABEL c3 W3 b1 -0.100\n\
                        TEXT depth 2 nodes 30 score +0.250\n\n";
        assert_eq!(String::from_utf8(output).unwrap(), expected);
        progress.pv.clear();
        assert_eq!(block(&progress, size), None);
        let silent: LiveDrawing<Vec<u8>> = LiveDrawing::new(&NoObserver, None, size);
        silent.progress(&progress);
    }
}
