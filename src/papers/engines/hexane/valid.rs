//! Shortest valid paths through a group graph (McMahan 2000, §4.4, Fig. 8), the active region, and
//! feasible links.
//!
//! A path of links is **valid** if no two of its links need the same cell. It is then a forcing
//! path itself: once the cells of all its links are played, all their connections hold, and none
//! disturbs another. (A cell that one link plays and another needs is no conflict: an own stone
//! breaks nothing.) A valid path of length 0 between the goals is a won game, whoever moves. One of
//! length 1 wins by its move.
//!
//! All shortest ones are enumerated depth first. That is exponential in the groups, so there are
//! limits, and the result shows whether they were reached. Paths can then be missing, but each path
//! found is valid.

use super::CellSet;
use super::Shannon;
use super::groups::{GroupGraph, Link};

/// Links that an enumeration tries, and paths that it keeps.
const STEPS: usize = 50_000;
const PATHS: usize = 200;

/// A valid path between the goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValidPath {
    /// Its links, by index in the graph, from the first goal on.
    pub links: Vec<usize>,
    /// The cells to play; a cell that two links play counts once.
    pub played: CellSet,
    /// The other cells that it needs.
    pub carrier: CellSet,
}

impl ValidPath {
    /// All its cells.
    pub fn cells(&self) -> CellSet {
        self.played | self.carrier
    }
}

/// The shortest valid paths found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValidPaths {
    /// The length of each; `None` if there is no path.
    pub length: Option<usize>,
    /// The paths, in the order in which they were found.
    pub paths: Vec<ValidPath>,
    /// Whether these are all, and no path is shorter.
    pub complete: bool,
}

impl ValidPaths {
    /// The shortest valid paths of a group graph.
    pub fn new(graph: &GroupGraph) -> Self {
        Self::within(graph, STEPS, PATHS)
    }

    /// The same after trying so many links at most, and so many paths at most.
    pub fn within(graph: &GroupGraph, most_steps: usize, most_paths: usize) -> Self {
        let mut beside = vec![Vec::new(); graph.groups().len()];
        for (index, link) in graph.links().iter().enumerate() {
            let [a, b] = link.ends;
            beside[a].push((index, b));
            beside[b].push((index, a));
        }
        let [start, goal] = graph.goals();
        let away = distances(graph, goal);
        // Paths that seem to end soonest come first: knowing a short path early saves work.
        for links in &mut beside {
            links.sort_by_key(|&(index, to)| {
                (
                    away[to].saturating_add(graph.links()[index].length()),
                    graph.links()[index].length(),
                )
            });
        }
        let mut builder = Builder {
            graph,
            beside,
            goal,
            most_steps,
            most_paths,
            steps: 0,
            visited: vec![false; graph.groups().len()],
            shortest: usize::MAX,
            paths: Vec::new(),
            complete: true,
        };
        builder.visited[start] = true;
        let mut path = ValidPath {
            links: Vec::new(),
            played: CellSet::EMPTY,
            carrier: CellSet::EMPTY,
        };
        builder.build(start, &mut path);
        Self {
            length: (!builder.paths.is_empty()).then_some(builder.shortest),
            paths: builder.paths,
            complete: builder.complete,
        }
    }

    /// All cells of all of them.
    pub fn cells(&self) -> CellSet {
        let paths = self.paths.iter();
        paths.fold(CellSet::EMPTY, |all, path| all | path.cells())
    }

    /// The cells to play on one of them.
    pub fn played(&self) -> CellSet {
        let paths = self.paths.iter();
        paths.fold(CellSet::EMPTY, |all, path| all | path.played)
    }

    /// The cells that all of them need. An opponent who moves first must play here to stop paths of
    /// length 1, because a path that loses no cell wins by its move: this is the rule that combines
    /// 1-connections without a common cell.
    pub fn common(&self) -> CellSet {
        let mut paths = self.paths.iter();
        let first = paths.next().map_or(CellSet::EMPTY, ValidPath::cells);
        paths.fold(first, |common, path| common & path.cells())
    }
}

/// The distance of each group from the goal, ignoring conflicts and common cells of links.
fn distances(graph: &GroupGraph, goal: usize) -> Vec<usize> {
    let mut away = vec![usize::MAX; graph.groups().len()];
    away[goal] = 0;
    // By Bellman-Ford, since groups are few.
    loop {
        let mut changed = false;
        for link in graph.links() {
            for [from, to] in [link.ends, [link.ends[1], link.ends[0]]] {
                let through = away[from].saturating_add(link.length());
                if through < away[to] {
                    away[to] = through;
                    changed = true;
                }
            }
        }
        if !changed {
            return away;
        }
    }
}

/// The enumeration of Fig. 8.
struct Builder<'a> {
    graph: &'a GroupGraph,
    /// The links of each group, with their other ends.
    beside: Vec<Vec<(usize, usize)>>,
    goal: usize,
    most_steps: usize,
    most_paths: usize,
    steps: usize,
    visited: Vec<bool>,
    shortest: usize,
    paths: Vec<ValidPath>,
    complete: bool,
}

impl Builder<'_> {
    /// Extends a valid path from its last group.
    fn build(&mut self, at: usize, path: &mut ValidPath) {
        let length = path.played.len();
        if length > self.shortest {
            return;
        }
        if at == self.goal {
            self.keep(path, length);
            return;
        }
        for place in 0..self.beside[at].len() {
            let (index, to) = self.beside[at][place];
            if self.steps >= self.most_steps {
                self.complete = false;
                return;
            }
            self.steps += 1;
            let link: &Link = &self.graph.links()[index];
            if self.visited[to] || !link.carrier.is_disjoint(path.carrier) {
                continue;
            }
            let before = (path.played, path.carrier);
            path.played |= link.played;
            path.carrier |= link.carrier;
            path.links.push(index);
            self.visited[to] = true;
            self.build(to, path);
            self.visited[to] = false;
            path.links.pop();
            (path.played, path.carrier) = before;
        }
    }

    fn keep(&mut self, path: &ValidPath, length: usize) {
        if length < self.shortest {
            self.shortest = length;
            self.paths.clear();
        }
        if self.paths.len() >= self.most_paths {
            self.complete = false;
            return;
        }
        let mut path = path.clone();
        path.carrier -= path.played;
        self.paths.push(path);
    }
}

/// The region R where both sides want to play: the cells of both sides' shortest valid paths.
pub fn active_region(one: &ValidPaths, other: &ValidPaths) -> CellSet {
    one.cells() & other.cells()
}

/// Which links a path may use, given the other side's connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// All links.
    All,
    /// Links that break no connection of the other side: with all their cells taken, its ends could
    /// still be joined in its carrier. The other side would not give up such a connection.
    Uncrossed,
    /// Links that share no cell with such a connection, as in the original Hexane; the thesis finds
    /// that too strict.
    Untouched,
}

impl Feasibility {
    /// The links of a graph that are feasible against a rival. Links of length 0 are kept, because
    /// connected groups stay connected.
    pub fn filter(
        self,
        graph: &GroupGraph,
        rival: &GroupGraph,
        rival_shannon: &Shannon,
    ) -> GroupGraph {
        let standing: Vec<_> = rival.links().iter().filter(|l| l.length() == 0).collect();
        graph.filtered(|link| {
            let lets = |other: &&Link| match self {
                Self::All => true,
                Self::Untouched => link.cells().is_disjoint(other.carrier),
                Self::Uncrossed => {
                    link.cells().is_disjoint(other.carrier) || {
                        let ends = other.ends.map(|end| rival.groups()[end]);
                        rival_shannon.joins(ends, other.carrier - link.cells())
                    }
                }
            };
            link.length() == 0 || standing.iter().all(lets)
        })
    }
}
