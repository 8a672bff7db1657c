//! How a proved win is kept.

use super::Analysis;
use crate::base::instant::Instant;
use crate::hex::{Cell, CellSet, Chains, Colour};
use crate::knowledge::evaluate::moves_by_distance;
use crate::think::Until;
use std::time::Duration;

/// The number of moves that are tried beside the first one found: on large boards a try takes a
/// tenth of a second.
const TRIED: usize = 4;

impl<const W: usize> Analysis<W> {
    /// The side whose win is proved here.
    pub fn proved_winner(&self) -> Option<Colour> {
        self.decided().map(|(winner, _)| winner)
    }

    /// A move of the side to move after which its win is proved as it is here; once the time is up,
    /// the best one found, or one that needs no try: any keeps a full, and a key makes one.
    ///
    /// Of the moves after which the win is still proved, among those that leave the fewest cells to
    /// fill until the edges are joined if the opponent passes, the one after which the game is
    /// soonest over if the opponent resists, and then the one with the smallest carrier.
    pub fn keep_winning(&mut self, end: &Until) -> Option<Cell> {
        self.keep(end, Self::length_if_resisted)
    }

    /// The same, without playing out what follows.
    pub(super) fn keep_at_once(&mut self, end: &Until) -> Option<Cell> {
        self.keep(end, |_, _| 0)
    }

    /// The end of trying moves, so that all work ends in time: the last one of them may take twice
    /// as long as the slowest move so far.
    pub(super) fn end_of_trying<'a>(&self, end: &Until<'a>) -> Until<'a> {
        let now = Instant::now();
        let sooner = |until: Instant| until.checked_sub(2 * self.slowest_move).unwrap_or(now);
        Until {
            until: end.until.map(sooner),
            ..*end
        }
    }

    /// The time that a move may take to follow: that of the slowest so far.
    pub fn slowest_move(&self) -> Duration {
        self.slowest_move
    }

    /// The first moves of semis by which the side to move wins, as far as they are known.
    pub(super) fn winning_keys(&self) -> CellSet<W> {
        let connections = self.connections(self.position().to_move());
        let [a, b] = connections.edges();
        let semis = connections.winning_semis().into_iter();
        semis
            .flat_map(|semi| connections.keys(a, b, semi))
            .collect()
    }

    /// A move after which a win is still proved, the best one by the length of what follows.
    fn keep(&mut self, end: &Until, length: fn(&mut Self, &Until) -> u32) -> Option<Cell> {
        let position = *self.position();
        let winner = position.to_move();
        if self.proved_winner() != Some(winner) {
            return None;
        }
        let end = &self.end_of_trying(end);
        let connections = self.connections(winner);
        let (fulls, semis) = (connections.winning_fulls(), connections.winning_semis());
        // Without a full a move has to make one of a semi: elsewhere there is nothing to find.
        let all = |some: &[CellSet<W>]| some.iter().fold(CellSet::EMPTY, |all, &one| all | one);
        let only =
            Some(all(&semis)).filter(|_| fulls.is_empty() && self.board().winner().is_none());
        let mut keys = None;
        let carriers = if fulls.is_empty() { semis } else { fulls };
        let smallest = carriers.into_iter().min_by_key(CellSet::len);
        let smallest = self.real_carrier(winner, smallest.unwrap_or(CellSet::EMPTY));
        let chains = Chains::new(&position);
        // A stone in a cell of the other side's fill is of no use, and takes a new analysis.
        let empty = position.empty() - self.filled(!winner);
        let mut cells = moves_by_distance(&chains, winner, winner, empty);
        cells.retain(|&(_, cell)| only.is_none_or(|only| only.contains(cell)));
        cells.sort_by_key(|&(distance, cell)| (distance, !smallest.contains(cell)));
        // The distance, the moves that follow, the cells still needed, the move.
        let mut best: Option<(u32, u32, usize, Cell)> = None;
        let mut left = TRIED;
        for (distance, cell) in cells {
            let late = end.is_over();
            if best.is_some_and(|(least, ..)| distance > least || left == 0 || late) {
                break;
            }
            if late {
                let keys: CellSet<W> = *keys.get_or_insert_with(|| self.winning_keys());
                if only.is_none() || keys.contains(cell) {
                    return Some(cell);
                }
                if !keys.is_empty() {
                    continue;
                }
            }
            left -= usize::from(best.is_some());
            self.play(cell);
            if self.proved_winner() == Some(winner) {
                let fulls = self.connections(winner).winning_fulls();
                let needed = fulls.iter().map(CellSet::len).min().unwrap_or_default();
                let found = (distance, length(self, end), needed, cell);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
            self.undo();
        }
        best.map(|(.., cell)| cell)
    }
}
