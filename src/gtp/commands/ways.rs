//! The ways between two ends: those that the rules show under the session's options; where they show
//! none, those that the rules show with the options for questions, or one that the solver proves.

use super::connections::{end, named};
use crate::gtp::board_connections::WIDEST;
use crate::gtp::{Call, Failure, Session};
use crate::hex::{Board, BoardSize, Cell, CellSet, Colour, End};
use crate::knowledge::connect::{ConnectOptions, Connections, Defence, Rule};
use crate::player::Table;
use crate::solver::{Joining, connection, short_limits};
use crate::teach::explain::connection_words;
use crate::think::Observer;

/// Whether more may be asked than the rules under the session's options: whoever sets some asks what
/// these show.
pub fn is_more_asked(session: &Session) -> bool {
    !session.options.player.is_set(Table::Connections)
}

/// A connection of two ends.
pub struct Way {
    /// The empty cells that it needs.
    pub carrier: CellSet<WIDEST>,
    /// What shows it.
    pub rule: &'static str,
    /// The move that makes it certain, if it needs one.
    pub key: Option<Cell>,
}

/// The ways between two ends.
pub struct Ways {
    /// The board.
    pub size: BoardSize,
    /// Whose ends they are.
    pub colour: Colour,
    /// The ends.
    pub ends: [End; 2],
    /// The fulls, or the semis.
    pub all: Vec<Way>,
    /// Whether the ends are certainly connected.
    pub connected: bool,
    /// What the solver found, in words.
    pub proved: Option<String>,
}

impl Ways {
    /// The fulls or the semis between the two ends that a command names.
    pub fn find(session: &mut Session, call: &Call, full: bool) -> Result<Self, Failure> {
        let colour = call.colour(0)?;
        let size = session.game.size();
        let ends = [named(size, call, 1)?, named(size, call, 2)?];
        let more = is_more_asked(session);
        let built = session.connections(call.observer)?;
        let board = *built.board();
        let connections = built.of(colour);
        let (x, y) = (end(connections, call, 1)?, end(connections, call, 2)?);
        if ends[0] == ends[1] {
            return Err(Failure::new("both ends are the same"));
        }
        if x == y {
            let names = ends.map(|end| end.name(size)).join(" ");
            return Err(Failure(format!("already connected by stones: {names}")));
        }
        let mut ways = Self {
            size,
            colour,
            ends,
            all: Vec::new(),
            connected: false,
            proved: None,
        };
        ways.add(connections, full);
        if ways.none() && more {
            let options = ConnectOptions::for_questions();
            let richer = Connections::watched(&board, colour, options, call.observer);
            ways.add(&richer, full);
        }
        let is_empty = |end: End| {
            end.as_cell(size)
                .is_some_and(|cell| board.at(cell).is_none())
        };
        if ways.none() && more && !ends.into_iter().all(is_empty) {
            ways.prove(&board.resize(), full, call.observer);
        }
        Ok(ways)
    }

    fn none(&self) -> bool {
        self.all.is_empty() && !self.connected
    }

    /// Adds what the rules show.
    fn add(&mut self, connections: &Connections<WIDEST>, full: bool) {
        let ends = self.ends.map(|end| connections.end_of(end));
        let [Some(x), Some(y)] = ends else {
            return;
        };
        let fulls = connections.fulls(x, y);
        self.connected = !fulls.is_empty();
        if full {
            let rule = |carrier| match connections.rule_of_full(x, y, carrier) {
                Rule::Base => "base",
                Rule::And => "and",
                Rule::Or => "or",
            };
            self.all.extend(fulls.into_iter().map(|carrier| Way {
                carrier,
                rule: rule(carrier),
                key: None,
            }));
            return;
        }
        let semis = connections.semis(x, y).into_iter();
        self.all.extend(semis.map(|carrier| Way {
            carrier,
            rule: "and",
            key: Defence::key(connections, x, y, carrier),
        }));
    }

    /// Asks the solver.
    fn prove(&mut self, board: &Board, full: bool, observer: &dyn Observer) {
        let limits = short_limits();
        // There is no question where the game is over.
        let Ok(answer) = connection(board, self.ends, self.colour, limits, observer) else {
            return;
        };
        let way = |key| Way {
            carrier: answer.carrier.resize(),
            rule: "proved",
            key,
        };
        match answer.joining {
            Joining::Connected if full => self.all.push(way(None)),
            Joining::First { joins, .. } if !full => self.all.push(way(Some(joins))),
            _ => {}
        }
        self.connected = answer.joining == Joining::Connected;
        self.proved = Some(connection_words(self.size, self.colour, self.ends, &answer));
    }
}
