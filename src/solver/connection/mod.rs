//! Whether two ends are connected: proved, refuted, or open.
//!
//! A colour's two ends, cells or edges, are **connected** if they are joined whatever the opponent
//! does, moving first; they are **connected by moving first** if that needs a move; else they are
//! **apart**. The rules of connections ([`crate::knowledge::connect`]) find most that hold and never
//! show that none does. Here the question is turned into games of Hex ([`fence`]), which the solver
//! decides, so every answer but *open* is proved.
//!
//! - [`ConnectionQuestion`]: two ends of a colour in a position;
//! - [`ConnectionAnswer`]: what is proved of them;
//! - [`connection`]: both, for a board of any size.

mod fence;

use super::certify::NotCertified;
use super::options::ProveOptions;
use super::result::ProofResult;
use super::solve::Solver;
use crate::at_width;
use crate::certificate::JointCertificate;
use crate::hex::{Board, BoardSize, Cell, CellSet, Chain, Chains, Colour, Edge, End, Position};
use crate::knowledge::analysis::Recipe;
use crate::knowledge::connect::{ConnectOptions, Connections, Defence, OrRule};
use crate::think::{Limits, Observer};
use fence::Joined;

/// The cells of the near fence: those on ways that take at most so many stones more than the
/// shortest.
const DETOUR: u32 = 3;

/// The positions that each game gets in the first round, and how many times as many in the next.
const FIRST_ROUND: u64 = 50;
const GROWTH: u64 = 3;

/// The positions of the open board for each of the fenced ones, once these are decided.
const OPEN_SHARE: u64 = 4;

/// The bytes of the solver's table.
const TABLE: usize = 32_000_000;

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

/// A board on which the question is a game of Hex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fence {
    /// Fenced to the cells near the shortest ways.
    Near,
    /// Fenced as little as can be.
    Far,
    /// Open.
    Open,
}

/// The games of a question, and what is known of them.
struct Games<'a, const W: usize> {
    colour: Colour,
    solver: Solver<W>,
    boards: [Position<W>; 3],
    /// Whether the ends are apart on the real board if the colour keeps to the cells of a fenced
    /// board on which they are apart: not where the fence took stones away.
    fences_part: bool,
    /// With the opponent to move, and with the colour.
    results: [[Option<ProofResult<W>>; 2]; 3],
    certifies: bool,
    limits: Limits,
    observer: &'a dyn Observer,
    /// The positions that the games took.
    nodes: [u64; 3],
}

impl<const W: usize> ConnectionQuestion<W> {
    /// The question whether two ends of a colour, each a cell or an edge, are connected. An empty
    /// cell counts as the colour's stone.
    pub fn new(position: &Position<W>, colour: Colour, ends: [End; 2]) -> Result<Self, NoQuestion> {
        let size = position.size();
        if ends[0] == ends[1] {
            return Err(NoQuestion::SameEnds);
        }
        if position.winner().is_some() {
            return Err(NoQuestion::Over);
        }
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
        let quick = Recipe::Thorough.options().connections;
        let rich = ConnectOptions {
            or_rule: OrRule::Semis,
            max_carriers: 8,
            max_fulls: 4,
            max_comparisons: 20_000_000,
            ..quick
        };
        let quick = self.by_these_rules(quick, observer);
        if quick.joining == Joining::Connected {
            return quick;
        }
        self.by_these_rules(rich, observer)
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
            let key = connections.keys(x, y, carrier).first().copied();
            let joins = key.or_else(|| Defence::key(&connections, x, y, carrier))?;
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
        let ruled = self.by_rules(observer);
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

    /// A certificate of the games of Hex that prove an answer, on the boards on which they are
    /// played; the answer itself is that of these games. The search has these limits, and so has
    /// each position that the certificate needs besides.
    pub fn certify(
        &self,
        limits: impl Fn() -> Limits + Sync,
        observer: &dyn Observer,
    ) -> Result<(ConnectionAnswer<W>, JointCertificate), NotCertified> {
        let mut games = self.games(limits(), observer);
        let games = games.as_mut().ok_or(NotCertified::Undecided)?;
        games.certifies = true;
        games.run();
        let boards = games.deciding();
        if boards.is_empty() {
            return Err(NotCertified::Undecided);
        }
        let certificate = games.solver.certify_all(&boards, limits, observer)?;
        Ok((games.answer(), certificate))
    }

    /// The games of Hex, where there is room for them.
    fn games<'a>(&self, limits: Limits, observer: &'a dyn Observer) -> Option<Games<'a, W>> {
        let joined = Joined::new(&self.position, self.colour, self.ends)?;
        let empty = self.position.empty();
        let least = joined.far.iter().min().copied().unwrap_or_default();
        let near = |cell: &Cell| joined.far[cell.index()] <= least + DETOUR;
        let near: CellSet<W> = empty.iter().filter(near).collect();
        let options = ProveOptions {
            table_bytes: TABLE,
            ..ProveOptions::default()
        };
        Some(Games {
            colour: self.colour,
            solver: Solver::new(self.position.size(), options),
            fences_part: !joined.takes_stones(),
            boards: [joined.fenced(near), joined.fenced(empty), joined.open()],
            results: [[None; 2]; 3],
            certifies: false,
            limits,
            observer,
            nodes: [0; 3],
        })
    }
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

impl<const W: usize> Games<'_, W> {
    /// Whether the colour is known to join the ends in a game, moving first or second.
    fn joins(&self, fence: Fence, first: bool) -> Option<bool> {
        let result = self.results[fence as usize][usize::from(first)]?;
        Some(result.winner? == self.colour)
    }

    /// Whether the ends are known to be joined, moving first or second.
    fn are_joined(&self, first: bool) -> bool {
        [Fence::Near, Fence::Far]
            .into_iter()
            .any(|fence| self.joins(fence, first) == Some(true))
    }

    /// Whether a game is of no interest any more.
    fn is_moot(&self, fence: Fence, first: bool) -> bool {
        self.joins(fence, first).is_some()
            || self.are_joined(first)
            || match (fence, first) {
                // Where the far fence is not enough, the near one is not either.
                (Fence::Near, _) => self.joins(Fence::Far, first) == Some(false),
                (Fence::Far, _) => self.joins(Fence::Open, first) == Some(false),
                (Fence::Open, false) => self.joins(Fence::Open, true) == Some(false),
                (Fence::Open, true) => false,
            }
    }

    /// Whether what is open about the whole board has had its share: the fenced boards have told
    /// that the ends are apart where they were looked at.
    fn is_beyond(&self, fence: Fence, first: bool) -> bool {
        let [near, far, open] = self.nodes;
        fence == Fence::Open
            && self.fences_part
            && self.joins(Fence::Far, first) == Some(false)
            && open >= OPEN_SHARE * (near + far + FIRST_ROUND)
    }

    fn run(&mut self) {
        let mut positions = FIRST_ROUND;
        loop {
            let mut open = false;
            for first in [false, true] {
                for fence in [Fence::Near, Fence::Far, Fence::Open] {
                    if self.are_joined(false) {
                        return;
                    }
                    if self.is_moot(fence, first) || self.is_beyond(fence, first) {
                        continue;
                    }
                    if self.is_over() {
                        return;
                    }
                    self.solve(fence, first, positions);
                    open |= self.joins(fence, first).is_none();
                }
            }
            if !open {
                return;
            }
            positions = positions.saturating_mul(GROWTH);
        }
    }

    fn is_over(&self) -> bool {
        let spent = self.nodes.iter().sum::<u64>();
        let spent = self.limits.nodes.is_some_and(|most| spent >= most);
        spent || self.limits.is_over(self.observer)
    }

    fn solve(&mut self, fence: Fence, first: bool, positions: u64) {
        let mut board = self.boards[fence as usize];
        board.set_to_move(if first { self.colour } else { !self.colour });
        let rest = self.limits.after(self.nodes.iter().sum());
        let limits = Limits {
            nodes: Some(rest.nodes.map_or(positions, |most| most.min(positions))),
            ..rest
        };
        let result = self.solver.solve(&board, limits, self.observer);
        self.nodes[fence as usize] += result.nodes;
        self.results[fence as usize][usize::from(first)] = Some(result);
    }

    /// A game in which the ends are parted: the widest for an answer, the smallest for a
    /// certificate.
    fn parted(&self, first: bool) -> Option<Fence> {
        let mut fences = [Fence::Open, Fence::Far, Fence::Near];
        if self.certifies {
            fences.reverse();
        }
        let fences = fences.into_iter();
        let mut parted = fences.filter(|&fence| {
            let counts = self.fences_part || fence == Fence::Open;
            counts && self.joins(fence, first) == Some(false)
        });
        parted.next()
    }

    /// A game in which the ends are joined.
    fn joined(&self, first: bool) -> Option<Fence> {
        let fences = [Fence::Near, Fence::Far].into_iter();
        let mut joined = fences.filter(|&fence| self.joins(fence, first) == Some(true));
        joined.next()
    }

    fn result(&self, fence: Fence, first: bool) -> Option<ProofResult<W>> {
        self.results[fence as usize][usize::from(first)]
    }

    /// The cells to which the colour has to keep to be parted in a game.
    fn within(&self, fence: Fence) -> Option<CellSet<W>> {
        (fence != Fence::Open).then(|| self.boards[fence as usize].empty())
    }

    /// The move by which the opponent parts the ends, and the cells to which the colour has to keep
    /// for that.
    fn cut(&self) -> (Option<Cell>, Option<CellSet<W>>) {
        let Some(fence) = self.parted(false) else {
            return (None, None);
        };
        let cuts = self.result(fence, false).and_then(|result| result.best);
        (cuts, self.within(fence))
    }

    /// The games that prove the answer.
    fn deciding(&self) -> Vec<Position<W>> {
        let game = |fence: Fence, first: bool| {
            let mut board = self.boards[fence as usize];
            board.set_to_move(if first { self.colour } else { !self.colour });
            board
        };
        if let Some(fence) = self.joined(false) {
            return vec![game(fence, false)];
        }
        let parted = |first| Some(game(self.parted(first)?, first));
        let joined = self.joined(true).map(|fence| game(fence, true));
        let others = parted(joined.is_none());
        joined.into_iter().chain(others).collect()
    }

    fn answer(&self) -> ConnectionAnswer<W> {
        let answer = |joining, carrier, within| ConnectionAnswer {
            joining,
            carrier,
            within,
        };
        let joined = |first: bool| self.result(self.joined(first)?, first);
        if let Some(result) = joined(false) {
            return answer(Joining::Connected, result.carrier, None);
        }
        if let Some(result) = joined(true)
            && let Some(joins) = result.best
        {
            let (cuts, within) = self.cut();
            return answer(Joining::First { joins, cuts }, result.carrier, within);
        }
        let parted = self.parted(true);
        match parted.and_then(|fence| Some((fence, self.result(fence, true)?))) {
            Some((fence, result)) => answer(Joining::Apart, result.carrier, self.within(fence)),
            None => ConnectionAnswer::OPEN,
        }
    }
}
