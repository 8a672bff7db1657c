//! A proved win: its winner, its proof, and the cells that it needs.

use super::link::{DirectLink, LinkFinder};
use crate::hex::AnyCells;
use crate::hex::{Cell, CellSet, Chains, Colour, Position};
use crate::knowledge::connect::{Connections, Defence};
use crate::knowledge::evaluate::moves_by_distance;
use crate::knowledge::inferior::{Inferior, InferiorOptions};
use crate::solver::Fact;

/// What proves a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The edges are joined.
    Joined,
    /// A connection of the board as it is.
    Connection,
    /// The solver.
    Solver,
    /// A tree search that decided its root.
    Search,
}

/// A proved win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The winner.
    pub winner: Colour,
    /// What proves it.
    pub proof: Proof,
    /// The winning move, if the winner is to move.
    pub best: Option<Cell>,
    /// The empty cells that are needed, `best` among them.
    pub carrier: AnyCells,
    /// What holds the edges together, from one to the other, once `best` is played; empty if that
    /// is not known in detail.
    pub links: Vec<DirectLink>,
    /// What both sides may play: the winner what wins, the loser what resists. Not the whole game.
    pub line: Vec<Cell>,
    /// What the solver proved, where that took it more than a moment.
    pub fact: Option<Box<Fact>>,
}

impl Win {
    /// The most moves that the winner needs, however the loser plays.
    pub fn most_moves(&self) -> usize {
        let cells = self.carrier.len();
        match self.best {
            Some(_) => cells.div_ceil(2),
            None => cells / 2,
        }
    }

    /// Edges that are joined.
    pub(super) fn joined(winner: Colour) -> Self {
        Self {
            winner,
            proof: Proof::Joined,
            best: None,
            carrier: AnyCells::EMPTY,
            links: Vec::new(),
            line: Vec::new(),
            fact: None,
        }
    }

    /// What a full of these connections proves, or a semi if their side is to move.
    pub(super) fn by_connection<const W: usize>(
        connections: &Connections<W>,
        to_move: Colour,
    ) -> Option<Self> {
        let [a, b] = connections.edges();
        let winner = connections.colour();
        let smallest = |carriers: Vec<CellSet<W>>| carriers.into_iter().min_by_key(CellSet::len);
        let links = LinkFinder::new(connections);
        let win = |best: Option<Cell>, carrier: CellSet<W>, links: Vec<DirectLink>| Self {
            winner,
            proof: Proof::Connection,
            best,
            carrier: carrier.resize(),
            links,
            line: best.into_iter().collect(),
            fact: None,
        };
        if winner != to_move {
            let full = smallest(connections.winning_fulls());
            let full = full.map(|full| win(None, full, links.of_full(a, b, full)));
            return full.or_else(|| Self::by_semis(connections));
        }
        let mut semis = connections.winning_semis();
        semis.sort_by_key(CellSet::len);
        let full = smallest(connections.winning_fulls());
        let semi = semis.first().copied();
        if let Some(full) = full
            && semi.is_none_or(|semi| semi.len() > full.len())
        {
            // A full needs no move; a continuation inside it is given all the same.
            let best = nearest_home(connections.chains(), winner, full)?;
            return Some(win(Some(best), full, links.of_full(a, b, full)));
        }
        let semi = semi?;
        match links.of_semi(a, b, semi) {
            Some((key, links)) => Some(win(Some(key), semi, links)),
            None => {
                Defence::key(connections, a, b, semi).map(|key| win(Some(key), semi, Vec::new()))
            }
        }
    }

    /// Semis without a common cell make a full, even if the store holds none.
    fn by_semis<const W: usize>(connections: &Connections<W>) -> Option<Self> {
        let mut semis = connections.winning_semis();
        semis.sort_by_key(CellSet::len);
        let (mut common, mut carrier) = (connections.chains().empty(), CellSet::EMPTY);
        for semi in semis {
            if !common.is_subset(semi) {
                common &= semi;
                carrier |= semi;
            }
        }
        (common.is_empty() && !carrier.is_empty()).then(|| Self {
            carrier: carrier.resize(),
            proof: Proof::Connection,
            ..Self::joined(connections.colour())
        })
    }

    /// A win of which only the cells are known, without those that make no difference to it.
    pub(super) fn by_cells<const W: usize>(
        position: &Position<W>,
        winner: Colour,
        proof: Proof,
        best: Option<Cell>,
        carrier: CellSet<W>,
    ) -> Self {
        let mut alone = *position;
        for cell in position.empty() - carrier {
            alone.place(!winner, cell);
        }
        let options = InferiorOptions {
            fill_dead: true,
            ..InferiorOptions::NONE
        };
        let useful = Inferior::new(&alone, options).board().empty();
        let needed = carrier & useful;
        Self {
            proof,
            best,
            carrier: best.map_or(needed, |best| needed.with(best)).resize(),
            line: best.into_iter().collect(),
            ..Self::joined(winner)
        }
    }
}

/// The cell of these that brings the edges nearest to each other.
pub(super) fn nearest_home<const W: usize>(
    chains: &Chains<W>,
    colour: Colour,
    cells: CellSet<W>,
) -> Option<Cell> {
    let moves = moves_by_distance(chains, colour, colour, cells);
    moves.first().map(|&(_, cell)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::analysis::Recipe;
    use crate::teach::truth::{Truth, after, open_positions};

    #[test]
    fn two_cells_go_for_each_move_of_the_winner() {
        let win = |best: Option<usize>, cells: usize| Win {
            best: best.map(Cell::new),
            carrier: (0..cells).map(Cell::new).collect(),
            ..Win::joined(Colour::Black)
        };
        assert_eq!(win(None, 0).most_moves(), 0);
        assert_eq!(win(None, 4).most_moves(), 2);
        assert_eq!(win(Some(0), 1).most_moves(), 1);
        assert_eq!(win(Some(0), 5).most_moves(), 3);
    }

    /// A win by a connection is a win, needs no cell beside its carrier, and its move wins.
    #[test]
    fn wins_by_connections_hold() {
        let mut truth = Truth::default();
        let mut found = 0;
        for position in open_positions(4, 3, 100) {
            let mover = position.to_move();
            for colour in Colour::ALL {
                let options = Recipe::Thorough.options().connections;
                let connections = Connections::new(&position, colour, options);
                let Some(win) = Win::by_connection(&connections, mover) else {
                    continue;
                };
                found += 1;
                let carrier = win.carrier.resize();
                assert_eq!(win.winner, colour);
                assert!(
                    truth.wins_within(&position, colour, carrier),
                    "{position:?}"
                );
                assert_eq!(win.best.is_some(), mover == colour);
                if let Some(best) = win.best {
                    assert!(carrier.contains(best));
                    assert_eq!(truth.winner(&after(&position, best)), colour);
                }
            }
        }
        assert!(found >= 90, "{found}");
    }

    /// What is left of a carrier without the cells that make no difference still wins.
    #[test]
    fn useless_cells_are_left_out_of_a_carrier() {
        let mut truth = Truth::default();
        let mut fewer = 0;
        for position in open_positions(3, 3, 100) {
            let winner = truth.winner(&position);
            let moves = truth.winning(&position);
            let best = moves.first();
            let all = position.empty();
            let win = Win::by_cells(&position, winner, Proof::Solver, best, all);
            let carrier = win.carrier.resize();
            assert!(
                truth.wins_within(&position, winner, carrier),
                "{position:?}"
            );
            assert!(best.is_none_or(|best| carrier.contains(best)));
            fewer += usize::from(carrier.len() < all.len());
        }
        assert!(fewer >= 10, "{fewer}");
    }
}
