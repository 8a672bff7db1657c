//! How a proved loss is made as hard to win as possible.

use super::Analysis;
use crate::board::{Cell, CellSet};
use crate::evaluate::moves_that_resist;
use std::cmp::Reverse;
use std::time::Instant;

/// The number of moves that are tried: on large boards a try takes a tenth of a second.
const TRIED: usize = 6;

impl<const W: usize> Analysis<W> {
    /// A move of the side to move, whose loss is proved here, after which the win is hardest to
    /// find; once the time is up, the best one found.
    ///
    /// Moves are tried that interfere with every win that is seen, or at least with one, those first
    /// that make the way of the winner long and our own short. Best is a move after which no win is
    /// seen at all; else one after which few moves win at a look; else the one that was tried first.
    pub fn hold_out(&mut self, until: Option<Instant>) -> Option<Cell> {
        let position = *self.position();
        let winner = !position.to_move();
        let needed: Vec<CellSet<W>> = self
            .connections(winner)
            .winning_fulls()
            .into_iter()
            .map(|full| self.real_carrier(winner, full))
            .collect();
        let all = |start: CellSet<W>, fold: fn(CellSet<W>, CellSet<W>) -> CellSet<W>| {
            needed.iter().fold(start, |all, &one| fold(all, one)) & position.empty()
        };
        let common = all(position.empty(), |all, one| all & one);
        let any = all(CellSet::EMPTY, |all, one| all | one);
        let cells = [common, any, position.empty()];
        let cells = cells.into_iter().find(|cells| !cells.is_empty())?;
        let mut best = None;
        for cell in moves_that_resist(&position, cells).into_iter().take(TRIED) {
            let late = until.is_some_and(|until| Instant::now() >= until);
            if late && best.is_some() {
                break;
            }
            self.play(cell);
            let merit = (self.proved_winner().is_none(), Reverse(self.answers_seen()));
            self.undo();
            if best.is_none_or(|(most, _)| merit > most) {
                best = Some((merit, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// How many moves of the side to move are seen to win.
    fn answers_seen(&self) -> usize {
        let connections = self.connections(self.position().to_move());
        if connections.has_won() || self.board().winner().is_some() {
            // Any move wins.
            return self.position().empty().len();
        }
        let [a, b] = connections.edges();
        let semis = connections.winning_semis();
        let keys = semis
            .into_iter()
            .flat_map(|semi| connections.keys(a, b, semi));
        keys.collect::<CellSet<W>>().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::AnalysisOptions;
    use crate::board::Position;

    fn after(size: &str, names: &str) -> Analysis<1> {
        let size = size.parse().unwrap();
        let mut position = Position::<1>::new(size);
        for name in names.split(' ') {
            position.play(size.read(name).unwrap());
        }
        Analysis::new(&position, AnalysisOptions::default())
    }

    /// Of all moves, none hides the win or leaves fewer answers that are seen.
    #[test]
    fn no_other_move_leaves_fewer_answers_that_are_seen() {
        for names in ["c3", "c3 c4 b5", "d2 b4 c3"] {
            let mut analysis = after("5", names);
            let winner = !analysis.position().to_move();
            if analysis.proved_winner() != Some(winner) {
                continue;
            }
            let mut answers = |cell| {
                analysis.play(cell);
                let seen = match analysis.proved_winner() {
                    None => 0,
                    Some(_) => analysis.answers_seen(),
                };
                analysis.undo();
                seen
            };
            let empty = after("5", names).position().empty();
            let fewest = empty.iter().map(&mut answers).min().unwrap();
            let chosen = analysis_choice(names);
            assert!(answers(chosen) <= fewest.max(2), "{names}: {fewest}");
        }
    }

    fn analysis_choice(names: &str) -> Cell {
        after("5", names).hold_out(None).unwrap()
    }

    /// A stone in the corner would be given away.
    #[test]
    fn a_stone_is_not_given_away() {
        let mut analysis = after("5", "c3");
        let cell = analysis.hold_out(None).unwrap();
        let fulls = analysis
            .connections(crate::board::Colour::Black)
            .winning_fulls();
        let carriers = fulls
            .into_iter()
            .map(|full| analysis.real_carrier(crate::board::Colour::Black, full));
        assert!(
            carriers
                .fold(CellSet::EMPTY, |all, one| all | one)
                .contains(cell)
        );
        assert_ne!(analysis.position().size().name(cell), "a1");
    }
}
