//! What the table of a solver knows of positions.

use super::numbers::{INFINITE, ProofNumbers};
use super::result::{ProofResult, result_of};
use super::search::ProofNode;
use super::solve::Solver;
use crate::hex::{Cell, Image, Position};
use crate::think::{Limits, Observer};

/// Plies that a progress estimate descends below the moves of a position.
const ESTIMATE_PLIES: u32 = 1;

impl<const W: usize> Solver<W> {
    /// What both sides do, as far as the table knows: the winner its winning moves, the loser what
    /// held out longest.
    pub fn line(&self, position: &Position<W>) -> Vec<Cell> {
        let mut position = *position;
        let mut line = Vec::new();
        while position.winner().is_none() {
            let Some(cell) = self.expected(&position) else {
                break;
            };
            position.play(cell);
            line.push(cell);
        }
        line
    }

    /// The proof and the disproof number of each move of which something is known, for the side to
    /// move before the move.
    pub fn proof_numbers(&self, position: &Position<W>) -> Vec<(Cell, ProofNumbers)> {
        let known = position.empty().iter().filter_map(|cell| {
            let mut after = *position;
            after.play(cell);
            let node = self.probe(&after)?;
            Some((cell, node.numbers.turned()))
        });
        known.collect()
    }

    /// The share of the work that is done below each move of a position that is open.
    pub(super) fn shares(&self, position: &Position<W>, node: &ProofNode<W>) -> Vec<(Cell, f64)> {
        let share = |cell| (cell, self.share_after(position, cell, ESTIMATE_PLIES));
        node.moves().into_iter().map(share).collect()
    }

    /// An estimate, as if all moves of a position took the same: those that are ruled out are done,
    /// and of the others what is done below them, so many plies on.
    fn share_after(&self, position: &Position<W>, cell: Cell, plies: u32) -> f64 {
        let mut after = *position;
        after.play(cell);
        let Some(node) = self.probe(&after) else {
            return 0.0;
        };
        if node.wins().is_some() {
            return 1.0;
        }
        let all = after.empty().len().max(1) as f64;
        let open = node.open.iter();
        let below = open.map(|cell| match plies {
            0 => 0.0,
            _ => self.share_after(&after, cell, plies - 1),
        });
        (all - node.open.len() as f64 + below.sum::<f64>()) / all
    }

    fn expected(&self, position: &Position<W>) -> Option<Cell> {
        let node = self.probe(position)?;
        match node.wins() {
            Some(true) => node.best().filter(|&cell| position.empty().contains(cell)),
            wins => {
                let after = |cell: Cell| {
                    let mut after = *position;
                    after.play(cell);
                    self.probe(&after).map(|node| (node, cell))
                };
                let known = position.empty().iter().filter_map(after);
                let hardest = |(node, cell): &(ProofNode<W>, Cell)| {
                    let order = if wins.is_some() {
                        0
                    } else {
                        INFINITE - node.numbers.disproof
                    };
                    (order, node.work, std::cmp::Reverse(cell.index()))
                };
                known.max_by_key(hardest).map(|(_, cell)| cell)
            }
        }
    }

    /// Takes in what another knows of a position.
    pub(super) fn merge(&self, position: &Position<W>, node: ProofNode<W>) {
        let rotated = position.rotated();
        let (one, other) = (position.hash(), rotated.hash());
        let node = match self.probe(position) {
            Some(mut known) if known.work >= node.work => {
                known.merge(&node);
                known
            }
            Some(known) => {
                let mut node = node;
                node.merge(&known);
                node
            }
            None => node,
        };
        let node = if other < one {
            node.rotated(position)
        } else {
            node
        };
        self.table.store(one.min(other), node);
    }

    /// What decides a position, if the table knows that of it or of one of its images.
    pub(super) fn decided(&self, position: &Position<W>) -> Option<ProofNode<W>> {
        let is_decided = |node: &ProofNode<W>| node.wins().is_some();
        let size = self.size();
        self.probe(position).filter(is_decided).or_else(|| {
            let images = Image::of(size).iter();
            // The table takes turned positions for the same.
            images.skip(2).take(1).find_map(|&image| {
                let node = self.probe(&image.position(position)).filter(is_decided)?;
                Some(node.image(image, size))
            })
        })
    }

    /// The same as a result, with a winning move. None is searched, unless that move is not known.
    pub(super) fn known(
        &self,
        position: &Position<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Option<ProofResult<W>> {
        let node = self.decided(position)?;
        let mut result = result_of(position, &node);
        self.find_move(position, &mut result, limits, observer);
        Some(result)
    }

    pub(super) fn probe(&self, position: &Position<W>) -> Option<ProofNode<W>> {
        let rotated = position.rotated();
        let (one, other) = (position.hash(), rotated.hash());
        let node = self.table.probe(one.min(other))?;
        Some(if other < one {
            node.rotated(position)
        } else {
            node
        })
    }
}
