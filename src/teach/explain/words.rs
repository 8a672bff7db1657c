//! Explanations as sentences, and as marks on a drawn board.
//!
//! Every sentence states whether it is proved or estimated, and only what the data contain. Edges
//! are called top, bottom, left and right, as they lie on the screen.

use super::estimate::Estimate;
use super::explanation::{Explanation, MoveExplanation, MoveHint};
use super::link::{DirectLink, LinkKind};
use super::mustplay::Mustplay;
use super::win::{Proof, Win};
use crate::hex::AnyCells;
use crate::hex::draw::{CellMark, Tint};
use crate::hex::{BoardSize, Cell, Colour, Edge, End};
use crate::knowledge::template;

/// Cells and moves that are listed at most; the board shows the others.
const LISTED: usize = 9;

fn side(edge: Edge) -> &'static str {
    match edge {
        Edge::North => "top",
        Edge::South => "bottom",
        Edge::West => "left",
        Edge::East => "right",
    }
}

/// `top and bottom`.
fn sides(colour: Colour) -> String {
    let [a, b] = colour.edges().map(side);
    format!("{a} and {b}")
}

pub(super) fn place(size: BoardSize, end: End) -> String {
    match end.as_edge(size) {
        Some(edge) => format!("the {}", side(edge)),
        None => end.name(size),
    }
}

/// `1 cell`, `2 cells`.
pub(super) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// `a1, b2 or c3`.
fn any_of(size: BoardSize, cells: AnyCells) -> String {
    let names: Vec<String> = cells.iter().map(|cell| size.name(cell)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A line of play, or how a long one begins.
fn line(size: BoardSize, cells: &[Cell]) -> String {
    let begins = if cells.len() > LISTED { " begins" } else { "" };
    let shown = cells.iter().take(LISTED).copied();
    format!("One line{begins}: {}", size.names(shown))
}

/// A share of games won in words, for its side.
fn chances(share: f64) -> String {
    let words = match (share * 100.0).round() {
        ..5.0 => "almost lost",
        ..25.0 => "far behind",
        ..42.0 => "behind",
        ..=58.0 => "even",
        ..=75.0 => "ahead",
        ..=95.0 => "far ahead",
        _ => "almost won",
    };
    format!("{words}, {:.0}%", share * 100.0)
}

impl DirectLink {
    /// How its ends are joined: `c3 reaches the top by a bridge (c2 or d1)`.
    pub fn words(&self, size: BoardSize) -> String {
        let [mut a, mut b] = self.ends;
        // A stone comes first, and of two edges the one that is read first.
        if a.as_edge(size).is_some() && (b.as_edge(size).is_none() || b < a) {
            std::mem::swap(&mut a, &mut b);
        }
        let how = match self.kind {
            LinkKind::Touch => String::new(),
            LinkKind::Bridge => format!(" by a bridge ({})", any_of(size, self.carrier)),
            LinkKind::Template(template) => format!(
                " by edge template {} ({} wide)",
                template::name(template).unwrap_or_default(),
                count(
                    template.widths().into_iter().max().unwrap_or_default(),
                    "cell"
                )
            ),
            LinkKind::Other => format!(" within {}", count(self.carrier.len(), "cell")),
        };
        let (one, other) = (place(size, a), place(size, b));
        match self.kind {
            _ if a.as_edge(size).is_some() => format!("{one} and {other} are connected{how}"),
            LinkKind::Touch => format!("{one} touches {other}"),
            LinkKind::Bridge | LinkKind::Template(_) | LinkKind::Other => {
                format!("{one} reaches {other}{how}")
            }
        }
    }
}

impl Win {
    /// The proof and the number of moves: `, in 4 moves at most: c3 touches the top; …`, including
    /// so many that are played.
    fn reasons(&self, size: BoardSize, played: usize) -> String {
        let moves = match self.most_moves() + played {
            1 => "in 1 move".to_owned(),
            moves => format!("in at most {moves} moves"),
        };
        let links: Vec<String> = self.links.iter().map(|link| link.words(size)).collect();
        let how = match self.proof {
            Proof::Solver | Proof::Search if self.line.len() > 1 => {
                format!(" (proved by search). {}", line(size, &self.line))
            }
            Proof::Solver | Proof::Search => " (proved by search)".to_owned(),
            Proof::Joined | Proof::Connection if links.is_empty() => {
                format!(
                    " (proved by a connection of {})",
                    count(self.carrier.len(), "cell")
                )
            }
            Proof::Joined | Proof::Connection => {
                format!(" (proved by a connection): {}", links.join("; "))
            }
        };
        format!(", {moves}{how}.")
    }

    /// The winner and the reason, in a sentence or two.
    pub fn words(&self, size: BoardSize) -> String {
        let winner = self.winner.title();
        match self.best {
            _ if self.proof == Proof::Joined => {
                format!("{winner} has connected {}.", sides(self.winner))
            }
            Some(best) if self.carrier.len() == 1 => {
                format!("{winner} wins at once by {}.", size.name(best))
            }
            Some(best) => format!(
                "{winner} wins by {}{}",
                size.name(best),
                self.reasons(size, 0)
            ),
            None => format!(
                "{winner} wins whatever {} plays{}",
                (!self.winner).title(),
                self.reasons(size, 0)
            ),
        }
    }

    /// The carrier, with the winning move in it, to be drawn.
    pub fn marks(&self) -> Vec<CellMark> {
        let mark = |cell| {
            let best = self.best == Some(cell);
            mark(cell, Tint::Good, if best { "*" } else { "+" })
        };
        self.carrier.iter().map(mark).collect()
    }
}

pub(super) fn mark(cell: Cell, tint: Tint, text: &str) -> CellMark {
    CellMark {
        cell,
        tint,
        strength: if text == "*" { 0.7 } else { 0.35 },
        text: text.to_owned(),
    }
}

impl Mustplay {
    /// Where this side must play, and the reason: `You must play c3: no other move cuts b5 from the
    /// top.`
    fn sentence(&self, size: BoardSize, who: &str) -> String {
        let rest = match (self.cut, self.threat) {
            (Some(cut), _) => format!(
                "other move cuts {} from {}.",
                size.name(cut.stone),
                place(size, cut.from)
            ),
            (None, Some((key, _))) => format!(
                "other move stops all of {}'s threats, for example {}.",
                self.against.title(),
                size.name(key)
            ),
            (None, None) => format!(
                "other move stops all of {}'s threats.",
                self.against.title()
            ),
        };
        match self.cells.len() {
            1 => format!("{who} must play {}: no {rest}", any_of(size, self.cells)),
            cells @ 2..=LISTED => {
                let names = size.names(self.cells);
                format!("{who} must play one of these {cells} cells: {names}. No {rest}")
            }
            cells => format!("{who} must play one of {cells} cells; no {rest}"),
        }
    }

    /// Where the side to move must play, and the reason.
    pub fn words(&self, size: BoardSize) -> String {
        self.sentence(size, (!self.against).title())
    }

    /// The cells, to be drawn.
    pub fn marks(&self) -> Vec<CellMark> {
        let cells = self.cells.iter();
        cells.map(|cell| mark(cell, Tint::Cool, "!")).collect()
    }
}

impl Estimate {
    /// The estimate in a sentence: `Estimated: c3 is best so far; even, 51%.`
    pub fn words(&self, size: BoardSize) -> String {
        let best = size.name(self.best);
        match self.chances() {
            Some(share) => format!("Estimated: {best} is best so far; {}.", chances(share)),
            None => format!("Estimated without a search: {best} is best."),
        }
    }
}

/// The sentence for an explanation without proof and estimate, for lack of time.
const NOTHING: &str = "Nothing is proved, and there was no time for an estimate.";

impl Explanation {
    /// The winner and the reason, or the mustplay and the estimate. Never empty.
    pub fn words(&self) -> String {
        if let Some(win) = &self.win {
            return win.words(self.size);
        }
        let mustplay = self
            .mustplay
            .as_ref()
            .map(|mustplay| mustplay.words(self.size));
        self.with_estimate(mustplay)
    }

    fn with_estimate(&self, mustplay: Option<String>) -> String {
        let estimated = self.estimate.as_ref();
        let estimated = estimated.map(|estimate| estimate.words(self.size));
        let sentences: Vec<String> = mustplay.into_iter().chain(estimated).collect();
        if sentences.is_empty() {
            NOTHING.to_owned()
        } else {
            sentences.join(" ")
        }
    }

    /// The cells to draw: the carrier of a win, else the mustplay.
    pub fn marks(&self) -> Vec<CellMark> {
        match (&self.win, &self.mustplay) {
            (Some(win), _) => win.marks(),
            (None, Some(mustplay)) => mustplay.marks(),
            (None, None) => Vec::new(),
        }
    }
}

impl MoveHint {
    /// The reason for the move, in a sentence or two.
    pub fn words(&self) -> String {
        let Explanation {
            size, to_move, win, ..
        } = &self.explanation;
        let cell = size.name(self.cell);
        match win {
            Some(win) if win.winner == *to_move && win.carrier.len() == 1 => {
                format!("{cell} wins at once: it connects {}.", sides(*to_move))
            }
            Some(win) if win.winner == *to_move => {
                format!("{cell} wins by force{}", win.reasons(*size, 0))
            }
            Some(win) => format!(
                "Every move loses: {} wins by force{} {cell} may resist longest.",
                win.winner.title(),
                win.reasons(*size, 0)
            ),
            None => {
                let mustplay = self.explanation.mustplay.as_ref();
                let mustplay = mustplay.map(|mustplay| mustplay.sentence(*size, "You"));
                let words = self.explanation.with_estimate(mustplay);
                match self.explanation.estimate {
                    Some(_) => words,
                    None => format!("{words} {cell} is a guess."),
                }
            }
        }
    }

    /// The cells to draw, with the move.
    pub fn marks(&self) -> Vec<CellMark> {
        let mut marks = self.explanation.marks();
        marks.retain(|mark| mark.cell != self.cell);
        marks.push(mark(self.cell, Tint::Good, "*"));
        marks
    }
}

impl MoveExplanation {
    /// Whether it is proved that the move wins, or that it loses.
    pub fn verdict(&self) -> Option<bool> {
        let win = self.after.win.as_ref();
        win.map(|win| win.winner == self.mover)
    }

    /// The result of the move, in a sentence or two.
    pub fn words(&self) -> String {
        let size = self.after.size;
        let (cell, mover) = (size.name(self.cell), self.mover.title());
        match (&self.after.win, &self.after.estimate) {
            (Some(win), _) if win.proof == Proof::Joined && win.winner == self.mover => {
                format!("{cell} wins: it connects {}.", sides(self.mover))
            }
            (Some(win), _) if win.proof == Proof::Joined => {
                format!("The game is over: {}", win.words(size))
            }
            (Some(win), _) if win.winner == self.mover => {
                format!("{cell} wins{}", win.reasons(size, 1))
            }
            (Some(win), _) => {
                let refuted = format!("{cell} loses: {}", win.words(size));
                let outside = self.mustplay.as_ref();
                let outside = outside.filter(|mustplay| !mustplay.cells.contains(self.cell));
                let outside = outside.map(|mustplay| format!(" {}", mustplay.words(size)));
                refuted + &outside.unwrap_or_default()
            }
            (None, Some(estimate)) if estimate.chances().is_none() => {
                format!("Nothing is proved about {cell}, and there was no time for an estimate.")
            }
            (None, Some(estimate)) => format!(
                "Estimated: after {cell} {mover} is {}; the expected reply of {} is {}.",
                chances(1.0 - estimate.share),
                (!self.mover).title(),
                size.name(estimate.best)
            ),
            (None, None) => NOTHING.to_owned(),
        }
    }

    /// The cells to draw: the carrier of the winner, with the answer in it.
    pub fn marks(&self) -> Vec<CellMark> {
        self.after.marks()
    }
}

#[cfg(test)]
mod tests;
