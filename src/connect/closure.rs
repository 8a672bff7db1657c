//! The FastVC loop (Pawlewicz et al. 2014, Algorithm 1): fulls wait for the AND rule, pairs for the
//! OR rule, and AND goes first.
//!
//! A full is *processed* once it has met all other processed fulls at both of its ends; a pair
//! waits for the OR rule while it has a fresh semi and its semis have no cell in common but what
//! its ends capture. The loop ends when nothing waits, or when the budget is used up; stopping
//! early is sound, all that is known holds.
//!
//! Each comparison of two carriers is a few instructions on whole words: an arm holds the far end
//! as a bit beside the carrier, so one intersection tests C1 ∩ C2, x ∈ C2, y ∈ C1 and x = y at
//! once.

use super::captured::{Captured, Captures};
use super::combine::{Combiner, minimal};
use super::edge::{self, Fitting};
use super::incremental::Frame;
use super::options::{ConnectOptions, Driver, OrRule, Order};
use super::store::{Arm, Store, pair_count, pair_index};
use super::tally::{Combination, RuleCounts};
use crate::board::{BoardSize, Cell, CellSet, Chains, Colour, Edge, End, EndSet, Graph, Position};
use crate::think::{NoObserver, Observer, Work};
use std::collections::VecDeque;
use std::sync::Arc;

/// The connections of one colour in one position.
#[derive(Clone)]
pub struct Connections<const W: usize> {
    pub(super) colour: Colour,
    pub(super) options: ConnectOptions,
    pub(super) chains: Chains<W>,
    pub(super) captures: Captures,
    edge_fulls: Fitting<W>,
    pub(super) store: Store<W>,
    pub(super) ends: EndSet<W>,
    /// The ends that are chains or edges.
    pub(super) coloured: EndSet<W>,
    /// What each end captures, under its index.
    pub(super) captured: Vec<Captured<W>>,
    pub(super) waiting: VecDeque<(End, End, CellSet<W>)>,
    pub(super) due: VecDeque<(End, End)>,
    /// Whether a pair is in `due`, under its index.
    pub(super) is_due: Vec<bool>,
    /// Comparisons that may still be made.
    pub(super) work: u64,
    pub(super) complete: bool,
    tally: RuleCounts,
    pub(super) frames: Vec<Frame<W>>,
    /// Lists used again and again by the OR rule.
    semis: Vec<CellSet<W>>,
    fulls: Vec<CellSet<W>>,
    found: Vec<CellSet<W>>,
    /// Likewise, of arms.
    pub(super) on: Vec<Arm<W>>,
}

impl<const W: usize> Connections<W> {
    /// The connections of `colour` in a position, from scratch.
    pub fn new(position: &Position<W>, colour: Colour, options: ConnectOptions) -> Self {
        Self::watched(position, colour, options, &NoObserver)
    }

    /// The same, with someone who may end it early.
    pub fn watched(
        position: &Position<W>,
        colour: Colour,
        options: ConnectOptions,
        observer: &dyn Observer,
    ) -> Self {
        let mut made = Self::empty(position, colour, options);
        made.build(observer);
        made
    }

    /// The same from scratch; its tally tells of every combination of semis.
    pub fn told(position: &Position<W>, colour: Colour, options: ConnectOptions) -> Self {
        let mut made = Self::empty(position, colour, options);
        made.tally.combinations = Some(Vec::new());
        made.build(&NoObserver);
        made
    }

    fn empty(position: &Position<W>, colour: Colour, options: ConnectOptions) -> Self {
        let size = position.size();
        Self {
            colour,
            options,
            chains: Chains::new(position),
            captures: Captures::new(size, colour),
            edge_fulls: edge::fitting(size, colour),
            store: Store::new(size, position.geometry().all()),
            ends: EndSet::EMPTY,
            coloured: EndSet::EMPTY,
            captured: vec![Captured::default(); size.cells() + Edge::ALL.len()],
            waiting: VecDeque::new(),
            due: VecDeque::new(),
            is_due: vec![false; pair_count(size)],
            work: 0,
            complete: false,
            tally: RuleCounts::default(),
            frames: Vec::new(),
            semis: Vec::new(),
            fulls: Vec::new(),
            found: Vec::new(),
            on: Vec::new(),
        }
    }

    /// Builds the connections of another position, from scratch, in the same memory.
    pub fn rebuild(&mut self, position: &Position<W>) {
        assert_eq!(position.size(), self.size());
        self.chains = Chains::new(position);
        self.store.clear();
        self.frames.clear();
        self.build(&NoObserver);
    }

    fn build(&mut self, observer: &dyn Observer) {
        let graph = Graph::new(&self.chains, self.colour);
        self.ends = graph.ends();
        self.coloured = self.ends - graph.empty().as_ends();
        self.waiting.clear();
        self.forget_due();
        for end in self.ends {
            self.captured[end.index()] = self.captured_by(end);
        }
        for x in self.ends {
            for y in graph.adjacent(x) {
                if x < y {
                    self.add_full(x, y, CellSet::EMPTY);
                }
            }
        }
        if self.options.edge_fulls {
            self.add_edge_fulls();
        }
        self.close(observer);
    }

    /// Takes in the remembered fulls to an edge that the opponent's stones leave whole.
    fn add_edge_fulls(&mut self) {
        let empty = self.chains.empty();
        let board = self.chains.geometry().all();
        let chains = self.chains.leads(self.colour);
        let own = chains.filter_map(|lead| self.chains.chain(lead));
        let own = own.fold(CellSet::EMPTY, |own, chain| {
            own | chain.members.cells_in(board)
        });
        for &(cell, edge, carrier) in &*Arc::clone(&self.edge_fulls) {
            if !carrier.is_subset(empty | own) {
                continue;
            }
            let (x, y) = (
                self.leading(cell.into()),
                self.leading(End::edge(self.size(), edge)),
            );
            if x != y && self.ends.contains(x) {
                self.add_full(x, y, carrier & empty);
            }
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.chains.size()
    }

    /// How often the rules were applied.
    pub fn tally(&self) -> &RuleCounts {
        &self.tally
    }

    /// Whether the closure ended by itself.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// What an end captures, as things are.
    pub(super) fn captured_by(&self, end: End) -> Captured<W> {
        if !self.options.captured {
            return Captured::default();
        }
        let board = self.chains.geometry().all();
        let stones = match self.chains.chain(end) {
            Some(chain) => chain.members.cells_in(board),
            None => EndSet::of(end).cells_in(board),
        };
        self.captures.of(stones, self.chains.empty())
    }

    /// The captured pairs of our stones that hold a cell.
    pub(super) fn captured_pairs_of_stones(&self, cell: Cell) -> Vec<CellSet<W>> {
        let stones = (self.coloured & self.ends)
            .iter()
            .flat_map(|end| self.captured[end.index()].pairs());
        stones.filter(|pair| pair.contains(cell)).collect()
    }

    /// Applies the rules until nothing is left to do.
    pub(super) fn close(&mut self, observer: &dyn Observer) {
        let kind = self.kind();
        self.work = if self.options.budget == 0 {
            u64::MAX
        } else {
            self.options.budget
        };
        self.complete = true;
        loop {
            let stopped = self.work == 0 || observer.should_stop(kind);
            if stopped || self.options.stop_at_win && self.has_won() {
                self.complete = false;
                self.waiting.clear();
                self.forget_due();
                return;
            }
            let next = match self.options.order {
                Order::First => self.waiting.pop_front(),
                Order::Last => self.waiting.pop_back(),
            };
            if let Some((x, y, cells)) = next {
                self.process(x, y, cells);
                if self.options.driver == Driver::Generations {
                    self.combine_all(observer);
                }
            } else if let Some((x, y)) = self.due.pop_front() {
                self.combine(x, y, observer);
            } else {
                return;
            }
        }
    }

    /// Whether the closure has a limit of its own.
    fn kind(&self) -> Work {
        if self.options.budget == 0 {
            Work::Endless
        } else {
            Work::Limited
        }
    }

    /// The OR rule on all pairs that wait for it.
    fn combine_all(&mut self, observer: &dyn Observer) {
        while let Some((x, y)) = self.due.pop_front() {
            self.combine(x, y, observer);
        }
    }

    fn forget_due(&mut self) {
        self.due.clear();
        self.is_due.fill(false);
    }

    /// Whether the edges are joined by a full.
    pub fn has_won(&self) -> bool {
        let [a, b] = self.edges();
        a == b || self.store.adjacent(a).contains(b) || !self.store.pair(a, b).fulls.is_empty()
    }

    /// The two edges of this colour, as ends: the same twice once they are joined.
    pub fn edges(&self) -> [End; 2] {
        self.colour.edges().map(|edge| {
            let end = End::edge(self.size(), edge);
            self.chains.lead(end).unwrap_or(end)
        })
    }

    pub(super) fn is_edge(&self, end: End) -> bool {
        end.index() >= self.size().cells()
    }

    /// The AND rule with a waiting full and all processed ones, at both ends.
    fn process(&mut self, x: End, y: End, cells: CellSet<W>) {
        // It may have given way to a smaller one since, its end may be gone, or it may wait twice.
        let stands = if cells.is_empty() {
            let known = self.store.arms(x).iter().any(|arm| arm.far == y);
            self.store.adjacent(x).contains(y) && !known
        } else {
            self.store
                .pair(x, y)
                .fulls
                .iter()
                .any(|held| held.fresh && held.cells == cells)
        };
        if !stands {
            return;
        }
        self.and(x, cells, y);
        self.and(y, cells, x);
        if cells.is_empty() {
            self.store.add_arms(x, y, cells);
            return;
        }
        let pair = self.store.pair_mut(x, y);
        if let Some(held) = pair.fulls.iter_mut().find(|held| held.cells == cells) {
            held.fresh = false;
            self.store.add_arms(x, y, cells);
        }
    }

    /// The AND rule with a full from x to u and all processed ones at u.
    fn and(&mut self, x: End, cells: CellSet<W>, u: End) {
        if self.options.keep_neighbours {
            let arms = self.store.take_arms(u);
            self.and_with(x, cells, u, &arms);
            self.store.put_arms(u, arms);
        } else {
            let arms = self.arms_looked_up(u);
            self.and_with(x, cells, u, &arms);
        }
    }

    /// The processed fulls of an end, found by going through all others.
    fn arms_looked_up(&self, u: End) -> Vec<Arm<W>> {
        let mut arms = Vec::new();
        for far in self.ends.without(u) {
            if self.store.adjacent(u).contains(far) {
                let reach = EndSet::of(far);
                // A neighbour may still wait.
                if self.store.arms(u).iter().any(|arm| arm.far == far) {
                    arms.push(Arm { reach, far });
                }
                continue;
            }
            let fulls = self.store.pair(u, far).fulls.iter();
            arms.extend(fulls.filter(|held| !held.fresh).map(|held| Arm {
                reach: held.cells.as_ends().with(far),
                far,
            }));
        }
        arms
    }

    /// The AND rule with a full from x to u and these at u.
    pub(super) fn and_with(&mut self, x: End, cells: CellSet<W>, u: End, arms: &[Arm<W>]) {
        if self.options.driver == Driver::Neighbours
            || self.is_edge(u) && !self.options.edge_midpoints
        {
            return;
        }
        let coloured = self.coloured.contains(u);
        let wants_empty =
            coloured && self.options.driver == Driver::Generations && self.options.empty_ends;
        if wants_empty && self.coloured.contains(x) {
            return;
        }
        let mine = cells.as_ends().with(x);
        let board = self.chains.geometry().all();
        let middle = if coloured {
            CellSet::EMPTY
        } else {
            EndSet::of(u).cells_in(board)
        };
        self.work = self.work.saturating_sub(arms.len() as u64);
        // Cells that u captures may be shared: most arms are told from this one word by word test.
        let own = mine - self.captured[u.index()].all().as_ends();
        let mut served = self.store.adjacent(x);
        if !coloured {
            served |= self.store.served(x);
        }
        for arm in arms {
            if !own.is_disjoint(arm.reach) || served.contains(arm.far) {
                continue;
            }
            let common = mine & arm.reach;
            let pairs = if common.is_empty() {
                CellSet::EMPTY
            } else {
                let ends = EndSet::of(x).with(arm.far);
                let Some(pairs) = self.captured_pairs(u, common, ends) else {
                    continue;
                };
                pairs
            };
            if wants_empty && self.coloured.contains(arm.far) {
                continue;
            }
            self.tally.ands += 1;
            let carrier = (mine | arm.reach)
                .without(x)
                .without(arm.far)
                .cells_in(board)
                | middle
                | pairs;
            if coloured {
                self.add_full(x, arm.far, carrier);
            } else {
                self.add_semi(x, arm.far, carrier);
            }
        }
    }

    /// The captured pairs of u that two carriers must take in if they share these cells, on the way
    /// between these ends.
    pub(super) fn captured_pairs(
        &self,
        u: End,
        common: EndSet<W>,
        ends: EndSet<W>,
    ) -> Option<CellSet<W>> {
        let board = self.chains.geometry().all();
        let shared = common.is_disjoint(ends).then(|| common.cells_in(board))?;
        self.captured[u.index()].cover(shared, ends.cells_in(board))
    }

    /// The OR rule on a pair.
    fn combine(&mut self, x: End, y: End, observer: &dyn Observer) {
        let kind = self.kind();
        self.is_due[pair_index(x, y)] = false;
        let free = self.free(x, y);
        let all = self.chains.geometry().all();
        // The last semis that are fresh count as such: old ones among them cost time, nothing else.
        let pair = self.store.pair(x, y);
        self.semis.clear();
        self.semis.extend(
            pair.semis
                .iter()
                .filter(|held| !held.fresh)
                .map(|held| held.cells),
        );
        let old = self.semis.len();
        self.semis.extend(
            pair.semis
                .iter()
                .filter(|held| held.fresh)
                .map(|held| held.cells),
        );
        self.fulls.clear();
        self.fulls.extend(pair.fulls.iter().map(|held| held.cells));
        for held in &mut self.store.pair_mut(x, y).semis {
            held.fresh = false;
        }
        if self.semis.is_empty() || self.store.adjacent(x).contains(y) {
            return;
        }
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let fresh = self.semis.len() - old;
        let rule = self.options.or_rule;
        let mut calls = 0;
        Combiner {
            semis: &self.semis,
            fresh,
            fulls: &self.fulls,
            free: &free,
            all,
            work: &mut self.work,
            calls: &mut calls,
            kind,
            observer,
        }
        .combine(rule, self.options.or_limit, &mut found);
        self.tally.ors += found.len() as u64;
        if rule != OrRule::Fast {
            found = minimal(found);
        }
        for &full in &found {
            self.add_full(x, y, full);
        }
        self.found = found;
        if let Some(combinations) = &mut self.tally.combinations {
            combinations.push(Combination {
                semis: self.semis.len(),
                fulls: self.store.pair(x, y).fulls.len(),
                calls,
            });
        }
    }

    /// What the ends of a pair capture, and its semis may share.
    pub(super) fn free(&self, x: End, y: End) -> Captured<W> {
        let (a, b) = (&self.captured[x.index()], &self.captured[y.index()]);
        if a.all().is_empty() && b.all().is_empty() {
            Captured::default()
        } else {
            a.with(b, EndSet::of(x).with(y))
        }
    }
}
