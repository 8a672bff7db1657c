//! The games of Hex that a question about two ends becomes, and the answer that follows from their results.

use super::fence::Joined;
use super::{ConnectionAnswer, Joining};
use crate::certificate::JointCertificate;
use crate::hex::{Cell, CellSet, Colour, Position};
use crate::solver::certify::NotCertified;
use crate::solver::options::ProveOptions;
use crate::solver::result::ProofResult;
use crate::solver::solve::Solver;
use crate::think::{Limits, Observer, WorkKind};

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
pub struct Games<'a, const W: usize> {
    colour: Colour,
    solver: Solver<W>,
    boards: [Position<W>; 3],
    /// Whether the ends are apart on the real board if the colour keeps to the cells of a fenced
    /// board on which they are apart: not where the fence took stones away.
    fences_part: bool,
    /// With the opponent to move, and with the colour.
    results: [[Option<ProofResult<W>>; 2]; 3],
    /// Whether the smallest game counts in which the ends are parted, not the widest.
    prefers_small: bool,
    limits: Limits,
    observer: Stops<'a>,
    /// The positions that the games took.
    nodes: [u64; 3],
}

/// Passes on whether to stop, and no progress: the boards of the games are not the user's.
struct Stops<'a>(&'a dyn Observer);

impl Observer for Stops<'_> {
    fn should_stop(&self, work: WorkKind) -> bool {
        self.0.should_stop(work)
    }
}

impl<'a, const W: usize> Games<'a, W> {
    /// The games, before they begin.
    pub fn new(joined: &Joined<W>, limits: Limits, observer: &'a dyn Observer) -> Self {
        let empty = joined.position.empty();
        let options = ProveOptions {
            table_bytes: TABLE,
            ..ProveOptions::default()
        };
        Self {
            colour: joined.colour,
            solver: Solver::new(joined.position.size(), options),
            fences_part: !joined.takes_stones(),
            boards: [
                joined.fenced(joined.near(DETOUR)),
                joined.fenced(empty),
                joined.open(),
            ],
            results: [[None; 2]; 3],
            prefers_small: false,
            limits,
            observer: Stops(observer),
            nodes: [0; 3],
        }
    }

    /// Where the ends are parted in several games, lets the smallest count, whose proof is short.
    pub fn prefer_small(&mut self) {
        self.prefers_small = true;
    }

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

    /// Whether the ends are known to be parted in the game of the widest fence.
    pub fn are_parted(&self, first: bool) -> bool {
        self.joins(Fence::Far, first) == Some(false)
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

    /// Whether the open board has had its share: on the fenced boards the ends are apart, and it
    /// could only show that they are apart everywhere.
    fn is_beyond(&self, fence: Fence, first: bool) -> bool {
        let [near, far, open] = self.nodes;
        fence == Fence::Open
            && self.fences_part
            && self.joins(Fence::Far, first) == Some(false)
            && open >= OPEN_SHARE * (near + far + FIRST_ROUND)
    }

    /// Plays the games, each for a few positions, then more, until the answer is known or the limits
    /// are reached.
    pub fn run(&mut self) {
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
        spent || self.limits.is_over(&self.observer)
    }

    fn solve(&mut self, fence: Fence, first: bool, positions: u64) {
        let board = self.game(fence, first);
        let rest = self.limits.after(self.nodes.iter().sum());
        let limits = Limits {
            nodes: Some(rest.nodes.map_or(positions, |most| most.min(positions))),
            ..rest
        };
        let result = self.solver.solve(&board, limits, &self.observer);
        self.nodes[fence as usize] += result.nodes;
        self.results[fence as usize][usize::from(first)] = Some(result);
    }

    /// A game in which the ends are parted: the widest for an answer, the smallest for a
    /// certificate.
    fn parted(&self, first: bool) -> Option<Fence> {
        let mut fences = [Fence::Open, Fence::Far, Fence::Near];
        if self.prefers_small {
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
    pub fn cut(&self) -> (Option<Cell>, Option<CellSet<W>>) {
        let Some(fence) = self.parted(false) else {
            return (None, None);
        };
        let cuts = self.result(fence, false).and_then(|result| result.best);
        (cuts, self.within(fence))
    }

    fn game(&self, fence: Fence, first: bool) -> Position<W> {
        let mut board = self.boards[fence as usize];
        board.set_to_move(if first { self.colour } else { !self.colour });
        board
    }

    /// A certificate of the games that prove the answer; the positions that it needs besides have
    /// these limits.
    pub fn certify(
        &self,
        limits: impl Fn() -> Limits + Sync,
    ) -> Result<JointCertificate, NotCertified> {
        let boards = self.deciding();
        if boards.is_empty() {
            return Err(NotCertified::Undecided);
        }
        self.solver.certify_all(&boards, limits, &self.observer)
    }

    /// The games that prove the answer.
    fn deciding(&self) -> Vec<Position<W>> {
        if let Some(fence) = self.joined(false) {
            return vec![self.game(fence, false)];
        }
        let joined = self.joined(true).map(|fence| self.game(fence, true));
        let first = joined.is_none();
        let parted = self.parted(first).map(|fence| self.game(fence, first));
        joined.into_iter().chain(parted).collect()
    }

    /// The answer, as far as it is known.
    pub fn answer(&self) -> ConnectionAnswer<W> {
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
