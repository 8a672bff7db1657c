//! Proofs on many workers, simulated: discrete events, with the code that schedules jobs and sets
//! their budgets, on trees whose leaves take as long as those of boards do.
//!
//! A position takes a time that is drawn with it. Of a position that is won one move wins, and takes a
//! share of its time; of one that is lost some moves have to be refuted, and the refutations of these
//! exclude the others. Numbers tell the times with an error, and who wins with a chance to be wrong, so
//! that speculation costs what it does. A worker that goes on with a leaf of its own keeps what it
//! knows; what another did is worth half to it, by the facts.

use crate::support::job_tree::JobTree;
use mustplay::board::{BoardSize, Cell, CellSet, Colour};
use mustplay::prove::{Image, ProveOptions};
use mustplay::store::proof::{
    Budget, NodeId, NodeState, Numbers, Pace, RootView, Supply, WidePosition, Widening, is_split,
    mark, select,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeSet, HashMap};

/// What is hidden in a node.
#[derive(Clone, Copy)]
struct Secret {
    winner: Colour,
    /// Seconds that one worker takes for it.
    seconds: f64,
    /// Seconds that were spent on it, and who spent the last.
    spent: f64,
    last: usize,
}

struct Simulation {
    tree: JobTree,
    secrets: HashMap<NodeId, Secret>,
    roots: Vec<NodeId>,
    widening: Widening,
    random: StdRng,
    /// Milliseconds at which a job ends, who does it, at which leaf, and how long it took.
    events: BTreeSet<(u64, usize, NodeId, u64)>,
    busy: f64,
    leased: u64,
}

const PACE: Pace = Pace {
    seconds: 10.0,
    positions: 0,
};

impl Simulation {
    fn new(roots: &[f64], seed: u64) -> Self {
        let mut simulation = Self {
            tree: JobTree::default(),
            secrets: HashMap::new(),
            roots: Vec::new(),
            widening: Widening::of(&ProveOptions::DEFAULT),
            random: StdRng::seed_from_u64(seed),
            events: BTreeSet::new(),
            busy: 0.0,
            leased: 0,
        };
        for &seconds in roots {
            let size: BoardSize = "19".parse().expect("a size");
            let winner = Colour::ALL[usize::from(simulation.random.random_bool(0.5))];
            let id = simulation.add(WidePosition::new(size), winner, seconds);
            simulation.roots.push(id);
        }
        simulation
    }

    /// A number around a value, at most so many times too small or too large.
    fn near(&mut self, value: f64, times: f64) -> f64 {
        value * times.powf(self.random.random_range(-1.0..1.0))
    }

    fn add(&mut self, position: WidePosition, winner: Colour, seconds: f64) -> NodeId {
        let wins = winner == position.to_move();
        let small = self.near(seconds.sqrt(), 1.5);
        let large = self.near(8.0 * seconds.sqrt(), 2.0);
        let wrong = self.random.random_bool(0.1);
        let [proof, disproof] = if wins == wrong {
            [large, small]
        } else {
            [small, large]
        };
        let number = |value: f64| u32::try_from(whole(value / 1000.0)).unwrap_or(u32::MAX / 4);
        let numbers = Numbers {
            proof: number(proof),
            disproof: number(disproof),
        };
        let id = self.tree.add(position, numbers);
        let secret = Secret {
            winner,
            seconds,
            spent: 0.0,
            last: usize::MAX,
        };
        self.secrets.insert(id, secret);
        id
    }

    /// Splits a leaf: into moves whose necessary part takes as long together as it does.
    fn split(&mut self, id: NodeId) {
        let node = self.tree.at(id).clone();
        let secret = self.secrets[&id];
        let mover = node.position.to_move();
        let count = self.random.random_range(8..20);
        let cells: Vec<Cell> = node.position.empty().iter().take(count).collect();
        let left = (secret.seconds - secret.spent).max(1.0);
        let needed = if secret.winner == mover {
            1
        } else {
            self.random.random_range(2..6)
        };
        let mut shares: Vec<f64> = (0..needed).map(|_| self.near(1.0, 3.0)).collect();
        let sum: f64 = shares.iter().sum();
        for share in &mut shares {
            *share *= left / sum;
        }
        // The best move looks best mostly: others stand before it at times.
        let ahead = self.random.random_range(0..4) / 2 * usize::from(needed == 1);
        for (place, &cell) in cells.iter().enumerate() {
            let necessary = place >= ahead && place < ahead + needed;
            let (winner, seconds) = if necessary {
                (secret.winner, shares[place - ahead])
            } else if secret.winner == mover {
                (!mover, self.near(left, 3.0))
            } else {
                (!mover, self.near(left / 3.0, 3.0))
            };
            let mut after = node.position;
            after.play(cell);
            let child = self.add(after, winner, seconds);
            // The winner after another move needs what is necessary, and half of the others.
            let others = cells.iter().enumerate().filter(|&(other, _)| {
                let necessary = other >= ahead && other < ahead + needed;
                other != place && (necessary || self.random.random_bool(0.5))
            });
            let carrier = others.map(|(_, &cell)| cell).collect();
            self.tree.carriers.insert(child, carrier);
            self.tree.link(id, cell, Image::Same, child);
        }
        self.tree.open(id, CellSet::EMPTY, self.widening);
    }

    fn supply(&self, workers: usize) -> Supply {
        let free = self
            .roots
            .iter()
            .map(|&id| u64::from(self.tree.at(id).free));
        Supply {
            free: free.sum(),
            leased: self.leased,
            workers: workers as u64,
        }
    }

    /// Gives a worker a leaf, if there is one.
    fn lease(&mut self, worker: usize, workers: usize, now: u64) -> bool {
        let view = |&node: &NodeId| RootView {
            node,
            free: self.tree.at(node).free,
            spent: self.tree.at(node).positions,
        };
        let views: Vec<RootView> = self.roots.iter().map(view).collect();
        let Ok(path) = select(&mut self.tree, &views, self.widening);
        let Some(path) = path else {
            return false;
        };
        let leaf = path[path.len() - 1];
        let supply = self.supply(workers);
        // A position is searched a millisecond, so that budgets of positions are times.
        let budget = Budget::of(PACE, self.tree.at(leaf), path.len() == 1, supply);
        let most = budget.seconds.min(budget.positions as f64 / 1000.0);
        let secret = self.secrets[&leaf];
        let known = if secret.last == worker {
            secret.spent
        } else {
            secret.spent / 2.0
        };
        let took = most.min((secret.seconds - known).max(0.1));
        mark(self.tree.at_mut(leaf), true);
        self.tree.update(leaf, self.widening);
        self.tree.at_mut(path[0]).positions += whole(took);
        self.leased += 1;
        self.busy += took;
        self.events
            .insert((now + whole(took), worker, leaf, whole(took)));
        true
    }

    /// The end of a job.
    fn end(&mut self, worker: usize, leaf: NodeId, took: u64, workers: usize) {
        self.leased -= 1;
        let seconds = took as f64 / 1000.0;
        if self.tree.at(leaf).state != NodeState::Leaf {
            return;
        }
        let mut secret = self.secrets[&leaf];
        let known = if secret.last == worker {
            secret.spent
        } else {
            secret.spent / 2.0
        };
        (secret.spent, secret.last) = (known + seconds, worker);
        self.secrets.insert(leaf, secret);
        self.tree.at_mut(leaf).seconds += seconds;
        if secret.spent >= secret.seconds - 0.01 {
            let carrier = self.tree.carriers.get(&leaf).copied().unwrap_or_default();
            self.tree.at_mut(leaf).decide(secret.winner, carrier, None);
        } else if is_split(
            PACE,
            self.tree.at(leaf).seconds,
            seconds,
            took,
            self.supply(workers),
        ) {
            self.split(leaf);
        } else {
            mark(self.tree.at_mut(leaf), false);
        }
        self.tree.update(leaf, self.widening);
    }

    fn is_over(&self) -> bool {
        self.roots
            .iter()
            .all(|&id| self.tree.at(id).winner().is_some())
    }

    /// Works until all is decided: seconds that it takes, and seconds that workers are busy.
    fn run(mut self, workers: usize) -> (f64, f64) {
        let mut idle: Vec<usize> = (0..workers).collect();
        let mut now = 0;
        while !self.is_over() {
            while let Some(worker) = idle.pop() {
                if !self.lease(worker, workers, now) {
                    idle.push(worker);
                    break;
                }
            }
            let (time, worker, leaf, took) = self.events.pop_first().expect("a job");
            now = time;
            self.end(worker, leaf, took, workers);
            idle.push(worker);
        }
        (now as f64 / 1000.0, self.busy)
    }
}

/// Milliseconds, or positions, as a whole number.
#[allow(clippy::cast_sign_loss, reason = "times are not negative")]
fn whole(seconds: f64) -> u64 {
    (seconds * 1000.0).ceil() as u64
}

/// Speed-ups for openings that take so long: one hard one, or many.
fn speed_ups(roots: &[f64], counts: &[usize], seeds: u64) -> Vec<f64> {
    let mut found = Vec::new();
    let mut alone = 0.0;
    println!("workers  seconds  speed-up  work done  idle");
    for &workers in counts {
        let (mut seconds, mut busy) = (0.0, 0.0);
        for seed in 0..seeds {
            let (took, spent) = Simulation::new(roots, seed).run(workers);
            seconds += took / seeds as f64;
            busy += spent / seeds as f64;
        }
        if found.is_empty() {
            alone = seconds;
        }
        let idle = 1.0 - busy / seconds / workers as f64;
        println!(
            "{workers:7}  {seconds:7.0}  {:8.1}  {:8.2}x  {:3.0}%",
            alone / seconds,
            busy / alone,
            100.0 * idle
        );
        found.push(alone / seconds);
    }
    found
}

#[test]
fn many_workers_are_many_times_as_fast() {
    let whole = std::env::var_os("MUSTPLAY_SIMULATION").is_some();
    let counts: &[usize] = if whole {
        &[1, 4, 16, 64, 256, 1024]
    } else {
        &[1, 4, 16]
    };
    let seeds = if whole { 20 } else { 4 };
    println!("one opening of 40,000 s");
    let one = speed_ups(&[40_000.0], counts, seeds);
    assert!(one[1] > 2.0 && one[2] > 5.0, "{one:?}");
    println!("41 openings of 30 to 100,000 s");
    let times: Vec<f64> = (0..41).map(|place| 30.0 * 1.225_f64.powi(place)).collect();
    let many = speed_ups(&times, counts, seeds);
    assert!(many[1] > 2.5 && many[2] > 8.0, "{many:?}");
}
