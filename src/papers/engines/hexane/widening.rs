//! Iterative widening (McMahan 2000, §4.2.1): the search for a connection starts on the cells of
//! shortest paths, then adds their neighbours, and so on until the set is too large.
//!
//! A connection found on a set holds on the whole graph. One that is not found may exist on a wider
//! set or at a greater depth.

use super::CellSet;
use super::search::{Found, Search, Stop, Work};
use super::small::Small;
use super::{LocalOptions, Shannon};
use crate::hex::End;

/// A connection of two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connection {
    /// The connector's first moves, as many as were allowed.
    pub played: CellSet,
    /// The associated set: after these moves it joins the ends by moves on these cells alone, with
    /// the cutter to move.
    pub carrier: CellSet,
    /// The plies that the search needed.
    pub depth: usize,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectionOutcome {
    /// There is a connection.
    Connected(Connection),
    /// There is none on these cells within this many plies. There is none at all on them if the
    /// plies are as many as the cells and the connector was not restricted.
    Unconnected {
        /// The widest set searched.
        cells: CellSet,
        /// To this depth.
        depth: usize,
    },
    /// Even the smallest set has more cells than may be searched.
    TooLarge,
    /// The search was stopped or reached its limit of positions.
    Stopped,
}

impl ConnectionOutcome {
    /// The connection, if there is one.
    pub fn connection(self) -> Option<Connection> {
        match self {
            Self::Connected(connection) => Some(connection),
            _ => None,
        }
    }
}

/// Searches on this set alone whether the ends are connected after `first` moves of the connector
/// in a row, with the cutter to move.
pub fn search_on(
    shannon: &Shannon,
    ends: [End; 2],
    cells: CellSet,
    first: usize,
    options: LocalOptions,
    stop: &Stop,
) -> (ConnectionOutcome, Work) {
    let most = options.largest.min(LocalOptions::MOST_CELLS);
    let graph = (cells.len() <= most)
        .then(|| Small::new(shannon, ends, cells))
        .flatten();
    let Some(graph) = graph else {
        return (ConnectionOutcome::TooLarge, Work::default());
    };
    let (found, work) = Search::new(&graph, first, options, stop).run();
    let outcome = match found {
        Found::Connected {
            played,
            needed,
            depth,
        } => ConnectionOutcome::Connected(Connection {
            played: graph.cells(played),
            carrier: graph.cells(needed),
            depth,
        }),
        Found::Unconnected(depth) => ConnectionOutcome::Unconnected { cells, depth },
        Found::Stopped => ConnectionOutcome::Stopped,
    };
    (outcome, work)
}

/// Searches on ever wider sets, starting with this one.
pub fn search_from(
    shannon: &Shannon,
    ends: [End; 2],
    smallest: CellSet,
    first: usize,
    options: LocalOptions,
    stop: &Stop,
) -> (ConnectionOutcome, Work) {
    let (mut cells, mut all) = (smallest, Work::default());
    let mut last = ConnectionOutcome::TooLarge;
    for _ in 0..=options.widenings {
        let options = LocalOptions {
            nodes: options.nodes - all.nodes,
            ..options
        };
        let (outcome, work) = search_on(shannon, ends, cells, first, options, stop);
        all += work;
        match outcome {
            ConnectionOutcome::TooLarge => break,
            ConnectionOutcome::Unconnected { .. } => last = outcome,
            ConnectionOutcome::Connected(_) | ConnectionOutcome::Stopped => return (outcome, all),
        }
        let wider = shannon.widened(cells);
        if wider == cells {
            break;
        }
        cells = wider;
    }
    (last, all)
}

/// Searches on ever wider sets, starting with the cells of all shortest paths.
pub fn search(
    shannon: &Shannon,
    ends: [End; 2],
    first: usize,
    options: LocalOptions,
    stop: &Stop,
) -> (ConnectionOutcome, Work) {
    let smallest = shannon.routes_between(ends).cells();
    search_from(shannon, ends, smallest, first, options, stop)
}

#[cfg(test)]
mod tests {
    use super::super::{Chains, Graph, Position};
    use super::*;
    use crate::hex::{Bit, Colour};
    use crate::position;

    fn outcome(
        position: &Position,
        from: &str,
        first: usize,
        options: LocalOptions,
    ) -> ConnectionOutcome {
        let chains = Chains::new(position);
        let graph = Graph::new(&chains, Colour::Black);
        let end = End::cell(position.size().read(from).unwrap());
        let ends = [end, graph.edges()[1]];
        search(&Shannon::from(&graph), ends, first, options, &|| false).0
    }

    #[test]
    fn a_stone_on_the_third_row_is_connected_by_its_template() {
        let position: Position = position! { 6 x 4:
            . . . . . .
             . . . B . .
              . . . . . .
               . . . . . .
        };
        let size = position.size();
        let found = outcome(&position, "d2", 0, LocalOptions::PATIENT)
            .connection()
            .unwrap();
        assert_eq!(size.names(found.carrier), "c2 b3 c3 d3 a4 b4 c4 d4");
        let none = outcome(
            &position,
            "d2",
            0,
            LocalOptions {
                largest: 4,
                ..LocalOptions::PATIENT
            },
        );
        assert_eq!(none, ConnectionOutcome::TooLarge);
        let shallow = outcome(
            &position,
            "d2",
            0,
            LocalOptions {
                depth: 1,
                ..LocalOptions::PATIENT
            },
        );
        assert!(matches!(
            shallow,
            ConnectionOutcome::Unconnected { depth: 1, .. }
        ));
    }

    #[test]
    fn first_moves_are_distinguished_from_what_is_needed_after_them() {
        let position: Position = position! { 4 x 4:
            . . W .
             . . B W
              . W . .
               . . . .
        };
        let one = outcome(&position, "c2", 1, LocalOptions::PATIENT)
            .connection()
            .unwrap();
        assert_eq!(position.size().names(one.played), "c3");
        assert!(
            outcome(&position, "c2", 0, LocalOptions::PATIENT)
                .connection()
                .is_none()
        );
    }

    #[test]
    fn ends_that_are_one_need_nothing() {
        let shannon: Shannon = Shannon::new(1, 2, [(0, 1), (1, 2)]);
        let [a, b] = [1, 2].map(End::from_bit);
        for ends in [[a, a], [a, b]] {
            let (outcome, _) = search(&shannon, ends, 0, LocalOptions::PATIENT, &|| false);
            assert_eq!(outcome.connection().unwrap().carrier, CellSet::EMPTY);
        }
        let apart: Shannon = Shannon::new(1, 2, [(0, 1)]);
        let (outcome, _) = search(&apart, [a, b], 1, LocalOptions::PATIENT, &|| false);
        assert_eq!(outcome.connection(), None);
    }
}
