//! Whether two ends are connected: proved, refuted, or open.
//!
//! A colour's two ends, cells or edges, are **connected** if they are joined whatever the opponent
//! does, moving first; they are **connected by moving first** if that needs a move; else they are
//! **apart**. The rules of connections ([`crate::knowledge::connect`]) find most that hold and never
//! show that none does. Here the question becomes [`games`] of Hex, on boards that [`fence`] makes,
//! and the solver decides them: every answer but *open* is proved.
//!
//! - [`ConnectionQuestion`]: two ends of a colour in a position;
//! - [`ConnectionAnswer`]: what is proved of them;
//! - [`connection`]: both, for a board of any size.

mod fence;
mod games;

use super::certify::NotCertified;
use crate::at_width;
use crate::certificate::JointCertificate;
use crate::hex::{
    Board, BoardSize, Cell, CellSet, Chain, Chains, Colour, Edge, End, Position, TooLarge,
};
use crate::knowledge::connect::{ConnectOptions, Connections, Defence};
use crate::think::{Limits, Observer};
use fence::Joined;
use games::Games;
use std::time::Duration;

/// Two ends of a colour in a position.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionQuestion<const W: usize> {
    position: Position<W>,
    colour: Colour,
    ends: [Chain<W>; 2],
}

/// Why there is no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoQuestion {
    /// Both ends are the same.
    #[error("both ends are the same")]
    SameEnds,
    /// An end is the opponent's.
    #[error("the ends are of different colours")]
    TwoColours,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Why an answer has no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The games have none.
    #[error(transparent)]
    Games(#[from] NotCertified),
    /// The ends are joined as no game shows.
    #[error(
        "the connection rules join the ends by ways that the games leave out, over their backs or \
         along an edge"
    )]
    Rules,
}

/// What is proved of two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joining {
    /// They are connected, even if the opponent moves first.
    Connected,
    /// They are connected by moving first.
    First {
        /// The move that joins them.
        joins: Cell,
        /// The opponent's move that parts them; none if it is open whether they are connected
        /// without a move.
        cuts: Option<Cell>,
    },
    /// They are not connected even by moving first.
    Apart,
    /// Nothing was proved within the limits.
    Open,
}

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionAnswer<const W: usize> {
    /// What is proved.
    pub joining: Joining,
    /// The empty cells that are needed: to be joined, or to be kept apart.
    pub carrier: CellSet<W>,
    /// The empty cells to which the colour has to keep for its opponent to part the ends; `None` if
    /// it may go anywhere.
    pub within: Option<CellSet<W>>,
}

impl Joining {
    /// How much the colour has: more if it is connected.
    fn rank(self) -> u8 {
        match self {
            Self::Connected => 2,
            Self::First { .. } => 1,
            Self::Apart | Self::Open => 0,
        }
    }
}

impl<const W: usize> ConnectionAnswer<W> {
    const OPEN: Self = Self {
        joining: Joining::Open,
        carrier: CellSet::EMPTY,
        within: None,
    };

    /// The same for sets of another width, which must be wide enough for the board.
    pub fn resize<const V: usize>(self) -> ConnectionAnswer<V> {
        ConnectionAnswer {
            joining: self.joining,
            carrier: self.carrier.resize(),
            within: self.within.map(CellSet::resize),
        }
    }
}

impl<const W: usize> ConnectionQuestion<W> {
    /// The question whether two ends of a colour, each a cell or an edge, are connected. An empty
    /// cell counts as the colour's stone.
    pub fn new(position: &Position<W>, colour: Colour, ends: [End; 2]) -> Result<Self, NoQuestion> {
        if ends[0] == ends[1] {
            return Err(NoQuestion::SameEnds);
        }
        if position.winner().is_some() {
            return Err(NoQuestion::Over);
        }
        Self::of_any(position, colour, ends)
    }

    /// The same where the game may be over: then the rules alone can answer.
    fn of_any(position: &Position<W>, colour: Colour, ends: [End; 2]) -> Result<Self, NoQuestion> {
        let size = position.size().with_connections()?;
        let mut position = *position;
        for end in ends {
            let Some(cell) = end.as_cell(size) else {
                continue;
            };
            if position.at(cell).is_none() {
                position.place(colour, cell);
            }
        }
        let chains = Chains::new(&position);
        let chain = |end: End| chains.chain(end).filter(|chain| chain.colour == colour);
        match ends.map(chain) {
            [Some(&one), Some(&other)] => Ok(Self {
                position,
                colour,
                ends: [one, other],
            }),
            _ => Err(NoQuestion::TwoColours),
        }
    }

    /// The colour of two ends: that of a stone or an edge among them, if there is one.
    pub fn colour(position: &Position<W>, ends: [End; 2]) -> Option<Colour> {
        let size = position.size();
        ends.into_iter().find_map(|end| {
            let stone = end.as_cell(size).and_then(|cell| position.at(cell));
            stone.or(end.as_edge(size).map(Edge::colour))
        })
    }

    /// What the rules of connections find, quickly or else by all that few carriers show: ways over
    /// the backs of both ends and along edges, where fences stand.
    fn by_rules(&self, observer: &dyn Observer) -> ConnectionAnswer<W> {
        let quick = self.by_these_rules(ConnectOptions::default(), observer);
        if quick.joining == Joining::Connected {
            return quick;
        }
        let found = self.by_these_rules(ConnectOptions::for_questions(), observer);
        // Rules that were stopped may know less.
        if found.joining == Joining::Open {
            return quick;
        }
        found
    }

    fn by_these_rules(
        &self,
        options: ConnectOptions,
        observer: &dyn Observer,
    ) -> ConnectionAnswer<W> {
        let connections = Connections::watched(&self.position, self.colour, options, observer);
        let ends = self.ends.map(|chain| chain.members.first());
        let ends = ends.map(|end| end.and_then(|end| connections.end_of(end)));
        let [Some(x), Some(y)] = ends else {
            return ConnectionAnswer::OPEN;
        };
        if x == y {
            return ConnectionAnswer {
                joining: Joining::Connected,
                ..ConnectionAnswer::OPEN
            };
        }
        let smallest = |carriers: Vec<CellSet<W>>| carriers.into_iter().min_by_key(CellSet::len);
        if let Some(carrier) = smallest(connections.fulls(x, y)) {
            return ConnectionAnswer {
                joining: Joining::Connected,
                carrier,
                within: None,
            };
        }
        let semi = smallest(connections.semis(x, y));
        let first = semi.and_then(|carrier| {
            let joins = Defence::key(&connections, x, y, carrier)?;
            Some(ConnectionAnswer {
                joining: Joining::First { joins, cuts: None },
                carrier,
                within: None,
            })
        });
        first.unwrap_or(ConnectionAnswer::OPEN)
    }

    /// The answer, as far as it is found within the limits.
    pub fn answer(&self, limits: Limits, observer: &dyn Observer) -> ConnectionAnswer<W> {
        let ruled = self.by_rules(&limits.half().end(observer));
        if ruled.joining == Joining::Connected {
            return ruled;
        }
        let Some(mut games) = self.games(limits, observer) else {
            return ruled;
        };
        games.run();
        let mut answer = games.answer();
        if let Joining::First { joins, .. } = ruled.joining
            && !matches!(answer.joining, Joining::First { .. } | Joining::Connected)
        {
            // Joined by a way that no fence leaves open.
            let (cuts, within) = games.cut();
            let joining = Joining::First { joins, cuts };
            answer = ConnectionAnswer {
                joining,
                within,
                ..ruled
            };
        }
        let empty = self.position.empty();
        ConnectionAnswer {
            carrier: answer.carrier & empty,
            within: answer.within.map(|cells| cells & empty),
            ..answer
        }
    }

    /// A certificate of the games of Hex that prove the answer, on the boards on which they are
    /// played. The search has these limits, and so has each position that the certificate needs
    /// besides.
    pub fn certify(
        &self,
        limits: impl Fn() -> Limits + Sync,
        observer: &dyn Observer,
    ) -> Result<(ConnectionAnswer<W>, JointCertificate), NoCertificate> {
        let mut games = self.games(limits(), observer);
        let games = games.as_mut().ok_or(NotCertified::Undecided)?;
        games.prefer_small();
        games.run();
        let answer = games.answer();
        let joining = answer.joining;
        if joining != Joining::Connected {
            let ruled = self.by_rules(&limits().end(observer)).joining;
            if ruled.rank() > joining.rank() {
                return Err(if games.are_parted(ruled != Joining::Connected) {
                    NoCertificate::Rules
                } else {
                    NotCertified::Undecided.into()
                });
            }
        }
        Ok((answer, games.certify(limits)?))
    }

    /// The games of Hex; none if a tail has no way to its edge.
    fn games<'a>(&self, limits: Limits, observer: &'a dyn Observer) -> Option<Games<'a, W>> {
        let joined = Joined::new(&self.position, self.colour, self.ends)?;
        Some(Games::new(&joined, limits, observer))
    }
}

/// The limits of a question whose answer someone waits for: 1,000 positions, a third of a second on
/// 11x11, in at most two seconds.
pub fn short_limits() -> Limits {
    Limits {
        nodes: Limits::nodes(1000).nodes,
        ..Limits::from_now(Duration::from_secs(2))
    }
}

/// What the connection rules show of two ends, also where the game is over.
pub fn connection_by_rules(
    board: &Board,
    ends: [End; 2],
    colour: Colour,
    observer: &dyn Observer,
) -> Result<ConnectionAnswer<{ BoardSize::MOST_WORDS }>, NoQuestion> {
    let question = ConnectionQuestion::of_any(board, colour, ends)?;
    Ok(question.by_rules(observer))
}

/// What is proved of two ends, each a cell or an edge, of a colour: of theirs if one has a colour,
/// else of this one.
pub fn connection(
    board: &Board,
    ends: [End; 2],
    colour: Colour,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<ConnectionAnswer<{ BoardSize::MOST_WORDS }>, NoQuestion> {
    let colour = ConnectionQuestion::colour(board, ends).unwrap_or(colour);
    at_width!(board.size(), W => {
        let question = ConnectionQuestion::<W>::new(&board.resize(), colour, ends)?;
        Ok(question.answer(limits, observer).resize())
    })
}
