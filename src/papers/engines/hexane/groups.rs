//! The group graph (McMahan 2000, §4.4): the connections between a player's groups that local
//! search finds.
//!
//! Its nodes are the chains and edges of one colour. A **link** between two is a forcing path:
//! cells to play, and the carrier of the connection once they are played. Its length is the number
//! of cells to play:
//!
//! - 0: the two are connected, by bridges or by a local search;
//! - 1: one move connects them, by a bridge path or by a local search;
//! - more: the shortest bridge paths, and one of touching stones, with an empty carrier.
//!
//! Longer links do not pass through other groups; such paths are made of several links. There may
//! be many links between two groups.

use super::search::{Stop, Work};
use super::widening::search_from;
use super::{CellSet, EndSet};
use super::{LocalOptions, Shannon};
use crate::hex::End;

/// A forcing path between two groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The groups, by index.
    pub ends: [usize; 2],
    /// The cells to play.
    pub played: CellSet,
    /// The carrier of the connection after that.
    pub carrier: CellSet,
}

impl Link {
    /// The number of cells to play.
    pub fn length(&self) -> usize {
        self.played.len()
    }

    /// All its cells.
    pub fn cells(&self) -> CellSet {
        self.played | self.carrier
    }
}

/// The group graph of one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupGraph {
    groups: Vec<End>,
    goals: [usize; 2],
    links: Vec<Link>,
}

impl GroupGraph {
    /// A graph of these groups and links, with the two groups to join. Asserts that links connect
    /// groups.
    pub fn new(groups: Vec<End>, goals: [usize; 2], links: Vec<Link>) -> Self {
        let mut ends = links.iter().map(|link| link.ends).chain([goals]).flatten();
        assert!(
            ends.all(|end| end < groups.len()),
            "a link without its group"
        );
        Self {
            groups,
            goals,
            links,
        }
    }

    /// The graph of a Shannon game by local search, with the two owned nodes to join, and the
    /// search's cost. Stopped early, it has fewer links.
    pub fn search(
        shannon: &Shannon,
        goals: [End; 2],
        options: LocalOptions,
        stop: &Stop,
    ) -> (Self, Work) {
        let groups: Vec<End> = shannon.owned().iter().collect();
        let place = |goal: End| groups.iter().position(|&group| group == goal);
        let goals = goals.map(|goal| place(goal).expect("a goal is owned"));
        let mut search = PairSearch {
            shannon,
            options,
            stop,
            work: Work::default(),
            links: Vec::new(),
        };
        let ways = |through: EndSet| {
            let of = |&group: &End| shannon.ways(group, through);
            groups.iter().map(of).collect::<Vec<_>>()
        };
        let (direct, any) = (ways(EndSet::EMPTY), ways(shannon.owned()));
        // Goals and near groups first: they matter most if the time runs out.
        let mut pairs = Vec::new();
        for b in 0..groups.len() {
            for a in 0..b {
                let ends = [groups[a], groups[b]];
                let routes = shannon.routes(ends, [&any[a], &any[b]]);
                pairs.push(([a, b], routes));
            }
        }
        pairs.sort_by_key(|(_, routes)| routes.bridged.unwrap_or(usize::MAX));
        for (ends @ [a, b], near) in pairs {
            let pair = [groups[a], groups[b]];
            let straight = shannon.routes(pair, [&direct[a], &direct[b]]);
            let straight_path = direct[a].literal_path(shannon, groups[b]);
            if search.connect(ends, pair, &near) {
                continue;
            }
            search.add_paths(ends, &straight, straight_path);
        }
        let (links, work) = (search.links, search.work);
        (Self::new(groups, goals, links), work)
    }

    /// The groups: chains by their first stones, and edges.
    pub fn groups(&self) -> &[End] {
        &self.groups
    }

    /// The two groups to join, by index.
    pub fn goals(&self) -> [usize; 2] {
        self.goals
    }

    /// All links.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The same graph with only the selected links.
    #[must_use]
    pub fn filtered(&self, mut wanted: impl FnMut(&Link) -> bool) -> Self {
        let links = self.links.iter().filter(|link| wanted(link)).copied();
        Self {
            links: links.collect(),
            groups: self.groups.clone(),
            goals: self.goals,
        }
    }
}

/// The search over all pairs.
struct PairSearch<'a> {
    shannon: &'a Shannon,
    options: LocalOptions,
    stop: &'a Stop<'a>,
    work: Work,
    links: Vec<Link>,
}

impl PairSearch<'_> {
    /// Whether two groups are connected. Adds the link of the connection, or one that needs a move
    /// if only a search finds it.
    fn connect(&mut self, ends: [usize; 2], pair: [End; 2], routes: &super::Routes) -> bool {
        if routes.bridged == Some(0) {
            for path in routes.bridge_paths.iter().take(self.options.bridge_paths) {
                self.add(ends, path.played, path.associated);
            }
            return true;
        }
        let near = routes.bridged.is_some_and(|far| far <= self.options.reach);
        if !near {
            return false;
        }
        for first in [0, 1] {
            // One bridge path gives the same result as the search.
            if first == 1 && routes.bridged == Some(1) {
                continue;
            }
            let left = self.options.all_nodes.saturating_sub(self.work.nodes);
            let options = LocalOptions {
                nodes: self.options.nodes.min(left),
                ..self.options
            };
            let smallest = routes.cells();
            let (outcome, work) =
                search_from(self.shannon, pair, smallest, first, options, self.stop);
            self.work += work;
            if let Some(found) = outcome.connection() {
                self.add(ends, found.played, found.carrier);
                return first == 0;
            }
        }
        false
    }

    /// The paths of two groups that are not connected.
    fn add_paths(&mut self, ends: [usize; 2], routes: &super::Routes, straight: Option<CellSet>) {
        let paths = &routes.bridge_paths;
        // Evenly spread over all, which are in the order of the board.
        let step = paths
            .len()
            .div_ceil(self.options.bridge_paths.max(1))
            .max(1);
        for path in paths.iter().step_by(step) {
            self.add(ends, path.played, path.associated);
        }
        if let Some(cells) = straight {
            self.add(ends, cells, CellSet::EMPTY);
        }
    }

    fn add(&mut self, ends: [usize; 2], played: CellSet, carrier: CellSet) {
        let link = Link {
            ends,
            played,
            carrier,
        };
        if !self.links.contains(&link) {
            self.links.push(link);
        }
    }
}
