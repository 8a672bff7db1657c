//! A visit: down the graph, and what it finds back up.

use super::graph::Look;
use super::look::{Lookout, Seen};
use super::node::{NONE, Outcome, PuctEdge, PuctNode};
use super::search::PuctSearch;
use super::selection::{Ahead, Choice};
use crate::hex::{Cell, Position};
use crate::network::Judgement;

/// A visit on its way down.
pub(super) struct Descent<const W: usize> {
    /// The position that it has come to.
    pub position: Position<W>,
    /// The nodes on the way, and the index of the move from each.
    path: Vec<(u32, usize)>,
    /// The moves on the way.
    pub line: Vec<Cell>,
    /// The last node.
    at: u32,
    /// Whether the position lies one move beyond that node.
    is_beyond: bool,
}

impl<const W: usize> Descent<W> {
    /// The index of the last move.
    fn line_end(&self) -> usize {
        self.path.last().map_or(0, |&(_, index)| index)
    }
}

/// Where a visit has stopped.
pub(super) enum Step {
    /// At its end.
    Done,
    /// Where an analysis is due.
    Look,
    /// Where a judgement is missing.
    Judge,
}

/// Whether the side that has just moved has won.
pub(super) fn is_over<const W: usize>(position: &Position<W>) -> bool {
    let mover = !position.to_move();
    position.geometry().joins(position.stones(mover), mover)
}

impl<const W: usize> PuctSearch<W> {
    /// One visit.
    pub(super) fn visit(&mut self) {
        let mut descent = self.descend();
        loop {
            match self.step(&mut descent) {
                Step::Done => return self.back_up(&descent),
                Step::Look => {
                    let seen = self.lookout.as_mut().map(|out| out.look(&descent.line));
                    self.see_at(&descent, seen);
                }
                Step::Judge => {
                    let judgement = self.evaluator.judge(&descent.position);
                    self.know(&descent.position, judgement);
                }
            }
        }
    }

    /// The begin of a visit.
    pub(super) fn descend(&self) -> Descent<W> {
        Descent {
            position: self.root,
            path: Vec::new(),
            line: Vec::new(),
            at: 0,
            is_beyond: false,
        }
    }

    /// Goes on with a visit: down to a new node, to a decided one, or to one that was visited more
    /// often by other ways than from here. It stops where an analysis or a judgement is needed.
    pub(super) fn step(&mut self, descent: &mut Descent<W>) -> Step {
        while !descent.is_beyond {
            let at = descent.at;
            if self.graph.node(at).outcome != Outcome::Open {
                return Step::Done;
            }
            if self.is_look_due(at) {
                return Step::Look;
            }
            let index = match self.select(at, &Ahead::default()) {
                Choice::Visit(index) => index,
                Choice::Decided(outcome, distance) => {
                    self.graph.node_mut(at).decide(outcome, distance);
                    return Step::Done;
                }
            };
            let cell = self.graph.moves(self.graph.node(at))[index].0;
            descent.position.play(cell);
            descent.path.push((at, index));
            descent.line.push(cell);
            let edges = &mut self.graph.node_mut(at).edges;
            edges.resize((index + 1).max(edges.len()), PuctEdge::NEW);
            let edge = edges[index];
            if edge.child == NONE {
                descent.is_beyond = true;
            } else {
                descent.at = edge.child;
                if self.graph.node(edge.child).visits > edge.visits {
                    return Step::Done;
                }
            }
        }
        match self.reach(&descent.position) {
            None => Step::Judge,
            Some(child) => {
                self.graph.node_mut(descent.at).edges[descent.line_end()].child = child;
                Step::Done
            }
        }
    }

    /// The node of a position, new if there is none; `None` if it lacks a judgement.
    fn reach(&mut self, position: &Position<W>) -> Option<u32> {
        if let Some(node) = self.graph.find(position) {
            return Some(node);
        }
        if is_over(position) {
            let mut node = PuctNode::new(NONE, 0.0);
            node.decide(Outcome::Lost, 0);
            return Some(self.graph.insert(position, node));
        }
        let judgement = self.graph.judged(position)?;
        self.work.evaluations += 1;
        Some(self.add(position, judgement))
    }

    /// Keeps the judgement of a position.
    pub(super) fn know(&mut self, position: &Position<W>, judgement: Judgement) {
        self.graph.judge(position, || judgement);
    }

    /// What is seen at the end of a visit's line so far.
    pub(super) fn see_at(&mut self, descent: &Descent<W>, seen: Option<Seen<W>>) {
        if let Some(seen) = seen {
            self.work.looks += 1;
            let carrier = match seen {
                Seen::Decided(_, carrier) => carrier,
                Seen::Moves(..) => None,
            };
            self.see(descent.at, seen);
            if carrier.is_some() {
                let path: Vec<u32> = descent.path.iter().map(|&(node, _)| node).collect();
                self.conclude_above(&path, &descent.line, descent.at, carrier);
            }
        }
    }

    /// Ends a visit: what was found goes up its path.
    pub(super) fn back_up(&mut self, descent: &Descent<W>) {
        self.work.visits += 1;
        self.work.depth = self.work.depth.max(descent.line.len() as u32);
        for &(node, index) in descent.path.iter().rev() {
            self.graph.node_mut(node).edges[index].visits += 1;
            self.graph.renew(node);
            self.conclude(node, index);
        }
        self.note_due(&descent.path, &descent.line);
    }

    /// Whether a node is to be analysed now.
    fn is_look_due(&self, at: u32) -> bool {
        let node = self.graph.node(at);
        node.look == NONE
            && node.visits >= self.options.look_visits
            && self.lookout.as_ref().is_some_and(Lookout::has_time)
    }

    /// Adds what an analysis says of a node.
    pub(super) fn see(&mut self, at: u32, seen: Seen<W>) {
        match seen {
            Seen::Decided(won, _) => {
                let outcome = if won { Outcome::Won } else { Outcome::Lost };
                self.graph.node_mut(at).decide(outcome, 0);
            }
            Seen::Moves(moves, judged) => {
                let mut weight = 1.0;
                if let Some(judged) = judged {
                    self.graph.judge_anew(at, judged);
                    weight = self.options.look_weight;
                }
                let judgement = self.graph.node(at).judgement;
                let look = Look::new(&self.graph.judgements[judgement as usize], moves, weight);
                let next = self.graph.looks.len() as u32;
                self.graph.looks.push(look);
                self.graph.node_mut(at).look = next;
                self.graph.renew(at);
            }
        }
    }

    /// Decides a node if its move at this index does.
    fn conclude(&mut self, at: u32, index: usize) {
        let node = self.graph.node(at);
        let child = self.graph.node(node.edges[index].child);
        if node.outcome == Outcome::Open
            && child.outcome != Outcome::Open
            && let Some((outcome, distance)) = self.graph.conclusion(node)
        {
            self.graph.node_mut(at).decide(outcome, distance);
        }
    }
}
