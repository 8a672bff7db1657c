//! Positions solved together: the winners against exhaustive play, whatever is shared; every stored
//! claim and its images against exhaustive play; and claims that are one cell too wide.

use crate::support::sampling::{SIZES, asked, random_position, seeded};
use crate::support::small_boards::Oracle;
use mustplay::base::parameter::Options;
use mustplay::certificate::check;
use mustplay::hex::{BoardSize, CellSet, Colour, Image, Position};
use mustplay::solver::{
    ClaimRecord, ClaimStore, NoSeries, ProveOptions, Series, SeriesResult, SeriesTask,
};
use mustplay::think::{Budget, Limits, NoObserver};
use std::io;
use std::sync::{Arc, Mutex};

/// A store in memory.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<ClaimRecord>>>);

impl Shelf {
    fn of(claims: Vec<ClaimRecord>) -> Self {
        Self(Arc::new(Mutex::new(claims)))
    }

    fn claims(&self) -> Vec<ClaimRecord> {
        self.0.lock().expect("claims").clone()
    }
}

impl ClaimStore for Shelf {
    fn known(&mut self, _size: BoardSize) -> io::Result<Vec<ClaimRecord>> {
        Ok(self.claims())
    }

    fn keep(&mut self, claims: &[ClaimRecord]) -> io::Result<()> {
        self.0.lock().expect("claims").extend_from_slice(claims);
        Ok(())
    }
}

fn options(pairs: &str) -> ProveOptions {
    let mut set = ProveOptions::default();
    set.set_all(&format!("hash=4,{pairs}")).expect("options");
    set
}

fn openings(size: BoardSize) -> Vec<SeriesTask<1>> {
    let task = |cell| {
        let mut position = Position::new(size);
        position.play(cell);
        let name = size.name(cell);
        SeriesTask { name, position }
    };
    size.all().map(task).collect()
}

fn series(size: BoardSize, pairs: &str, tasks: Vec<SeriesTask<1>>, shelf: &Shelf) -> Series<1> {
    let store: Box<dyn ClaimStore> = Box::new(shelf.clone());
    Series::new(size, options(pairs), tasks, Some(store)).expect("a series")
}

/// Solves a series to its end on this many threads.
fn solved(series: &Series<1>, threads: usize) -> Vec<SeriesResult<1>> {
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(one) = series
            .next(Budget::default(), &NoObserver)
            .expect("no store fails")
        {
            found.lock().expect("results").push(one);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    found.into_inner().expect("results")
}

/// The winner by exhaustive play on the board where the claim's winner has the claim's stones, the
/// claim's cells are empty, and the opponent has all other cells.
fn estimated(oracle: &mut Oracle, size: BoardSize, claim: &RawClaim) -> Colour {
    let mut position = Position::new(size);
    for cell in size.all() {
        if claim.stones.contains(cell) {
            position.place(claim.winner, cell);
        } else if !claim.cells.contains(cell) {
            position.place(!claim.winner, cell);
        }
    }
    oracle.winner(&position, claim.to_move)
}

/// The contents of a record.
#[derive(Clone, Copy)]
struct RawClaim {
    winner: Colour,
    to_move: Colour,
    stones: CellSet<1>,
    cells: CellSet<1>,
}

fn read(size: BoardSize, record: &ClaimRecord) -> RawClaim {
    let set = |names: &[String]| -> CellSet<1> {
        names
            .iter()
            .map(|name| size.read(name).expect("a cell"))
            .collect()
    };
    RawClaim {
        winner: record.winner.parse().expect("a colour"),
        to_move: record.to_move.parse().expect("a colour"),
        stones: set(&record.stones),
        cells: set(&record.cells),
    }
}

/// Each switch in turn.
const SETS: [&str; 6] = [
    "epsilon=0.25",
    "claims=0",
    "fill_in=0,prune_inferior=0",
    "claims=40",
    "threads=2",
    "connections=thorough",
];

#[test]
fn openings_together_have_the_winners_of_exhaustive_play() {
    for (width, height) in [(2, 2), (3, 3), (4, 3), (3, 4), (4, 4)] {
        let size = BoardSize::new(width, height).expect("in range");
        let mut oracle = Oracle::new(&Position::new(size));
        for (place, pairs) in SETS.into_iter().enumerate() {
            let threads = 1 + place % 3;
            let series = Series::new(size, options(pairs), openings(size), None)
                .expect("a series")
                .with_threads(threads);
            let found = solved(&series, threads);
            assert_eq!(found.len(), size.cells(), "{size} {pairs}");
            for one in found {
                holds(&mut oracle, &series, &one, pairs);
            }
        }
    }
}

/// Compares a result with exhaustive play.
fn holds(oracle: &mut Oracle, series: &Series<1>, found: &SeriesResult<1>, what: &str) {
    let SeriesTask { name, position } = &series.tasks()[found.task];
    let mover = position.to_move();
    let winner = oracle.winner(position, mover);
    let origin = &found.origin;
    assert_eq!(
        found.result.winner,
        Some(winner),
        "{what} {name} {origin:?}"
    );
    let mut alone = *position;
    for cell in position.empty() - found.result.carrier {
        alone.place(!winner, cell);
    }
    assert_eq!(
        oracle.winner(&alone, mover),
        winner,
        "{what} {name} {origin:?}"
    );
    if winner == mover && position.winner().is_none() {
        let best = found.result.best.expect("a winning move");
        assert!(
            oracle.is_winning(position, mover, best),
            "{what} {name} {origin:?}"
        );
    }
}

#[test]
fn lists_of_positions_are_solved_together() {
    let cases = asked().map_or(300, |cases| cases as usize);
    for (width, height) in SIZES {
        let size = BoardSize::new(width, height).expect("in range");
        let mut random = seeded(33);
        let mut oracle = Oracle::new(&Position::new(size));
        let task = |number: usize| SeriesTask {
            name: number.to_string(),
            position: random_position(&mut random, width, height),
        };
        let tasks: Vec<SeriesTask<1>> = (0..cases / SIZES.len()).map(task).collect();
        for pairs in ["epsilon=0.25", "claims=0"] {
            let shelf = Shelf::default();
            let series = series(size, pairs, tasks.clone(), &shelf).with_threads(2);
            for one in solved(&series, 2) {
                holds(&mut oracle, &series, &one, pairs);
            }
        }
    }
}

/// On 5x5 only the claims that exhaustive play checks quickly.
#[test]
fn stored_claims_and_their_images_hold() {
    let mut tried = 0;
    for (width, height) in [(3, 3), (4, 3), (3, 4), (4, 4), (5, 5)] {
        let size = BoardSize::new(width, height).expect("in range");
        let shelf = Shelf::default();
        // Without fill-in and mustplay there is more to search and more to store.
        let bare = "fill_in=0,prune_inferior=0,mustplay=0";
        solved(&series(size, bare, openings(size), &shelf), 1);
        let mut oracle = Oracle::new(&Position::new(size));
        for record in shelf.claims() {
            let claim = read(size, &record);
            if claim.cells.len() > 16 {
                continue;
            }
            for &image in Image::of(size) {
                let image = RawClaim {
                    winner: image.colour(claim.winner),
                    to_move: image.colour(claim.to_move),
                    stones: image.cells(size, claim.stones),
                    cells: image.cells(size, claim.cells),
                };
                assert_eq!(
                    estimated(&mut oracle, size, &image),
                    image.winner,
                    "{record:?}"
                );
                tried += 1;
            }
        }
    }
    println!("{tried} claims");
    assert!(tried > 50, "{tried}");
}

/// A claim that leaves out a needed cell, so that it applies one cell too widely, is false by
/// exhaustive play. Whatever a solver derives from it, no certificate based on it is accepted.
#[test]
fn claims_one_cell_too_wide_are_caught() {
    let size: BoardSize = "4".parse().expect("a size");
    let shelf = Shelf::default();
    solved(&series(size, "epsilon=0.25", openings(size), &shelf), 1);
    let mut oracle = Oracle::new(&Position::new(size));
    let (mut caught, mut misled, mut refused) = (0, 0, 0);
    for record in shelf.claims() {
        for left_out in 0..record.cells.len() {
            let mut wide = record.clone();
            wide.cells.remove(left_out);
            let claim = read(size, &wide);
            if estimated(&mut oracle, size, &claim) == claim.winner {
                // The cell was not needed.
                continue;
            }
            caught += 1;
            let store: Box<dyn ClaimStore> = Box::new(Shelf::of(vec![wide]));
            let series = Series::new(size, options("epsilon=0.25"), openings(size), Some(store));
            let series = match series {
                Ok(series) => series,
                Err(NoSeries::Claim(1, _)) => continue,
                Err(why) => panic!("{why}"),
            };
            let found = solved(&series, 1);
            let tasks = series.tasks().to_vec();
            let solver = series.into_solver();
            for one in found {
                let position = &tasks[one.task].position;
                let winner = oracle.winner(position, position.to_move());
                if one.result.winner == Some(winner) {
                    continue;
                }
                misled += 1;
                let limits = Limits::default();
                match solver.certify(position, limits, &NoObserver) {
                    Ok(lie) => {
                        let printed = check(&lie);
                        assert!(printed.is_err() || lie.winner == winner.to_string());
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(
        caught > 20 && misled > 0 && refused > 0,
        "{caught} {misled} {refused}"
    );
}

#[test]
fn a_series_continues_from_stored_claims() {
    let size: BoardSize = "6".parse().expect("a size");
    let all = openings(size);
    let shelf = Shelf::default();
    let first = series(size, "epsilon=0.25", all.clone(), &shelf);
    let before = solved(&first, 1);
    assert!(before.iter().any(|one| one.origin.is_some()));
    assert!(before.iter().any(|one| one.origin.is_none()));
    let nodes =
        |found: &[SeriesResult<1>]| -> u64 { found.iter().map(|one| one.result.nodes).sum() };
    // All results of searches are known, and results that followed from others still do.
    let again = solved(&series(size, "epsilon=0.25", all.clone(), &shelf), 1);
    assert_eq!((again.len(), nodes(&again)), (all.len(), 0));
    assert!(again.iter().all(|one| one.origin.is_some()));
    // One half of the series makes the other half easier.
    let (one, other): (Vec<_>, Vec<_>) = all
        .into_iter()
        .enumerate()
        .partition(|(number, _)| number % 2 == 0);
    let [one, other] = [one, other].map(|half| half.into_iter().map(|(_, task)| task).collect());
    let shelf = Shelf::default();
    solved(&series(size, "epsilon=0.25", one, &shelf), 1);
    let cold = solved(
        &series(size, "epsilon=0.25", Vec::clone(&other), &Shelf::default()),
        1,
    );
    let warm = solved(&series(size, "epsilon=0.25", other, &shelf), 1);
    assert_eq!(cold.len(), warm.len());
    assert!(
        2 * nodes(&warm) < nodes(&cold),
        "{} {}",
        nodes(&warm),
        nodes(&cold)
    );
    for one in &warm {
        let same = |other: &&SeriesResult<1>| other.task == one.task;
        let cold = cold.iter().find(same).expect("the same position");
        assert_eq!(cold.result.winner, one.result.winner);
    }
}

/// Threads without a position of their own join the searches of the others.
#[test]
fn a_few_positions_are_solved_by_more_threads() {
    let size: BoardSize = "6".parse().expect("a size");
    let all = openings(size);
    for few in [1, 2] {
        let some: Vec<SeriesTask<1>> = all.iter().take(few).cloned().collect();
        let winners = |threads: usize| {
            let series =
                Series::new(size, options("epsilon=0.25"), some.clone(), None).expect("a series");
            let mut found = solved(&series.with_threads(threads), threads);
            found.sort_by_key(|one| one.task);
            let winners = found.iter().map(|one| one.result.winner);
            winners.collect::<Vec<Option<Colour>>>()
        };
        let alone = winners(1);
        assert!(alone.len() == few && alone.iter().all(Option::is_some));
        for threads in [2, 4] {
            assert_eq!(winners(threads), alone);
        }
    }
}

#[test]
fn each_opening_of_a_series_has_its_certificate() {
    let size: BoardSize = "5".parse().expect("a size");
    // With space for few claims, most are evicted and needed again.
    for pairs in ["epsilon=0.25", "claims=40"] {
        let series = Series::new(size, options(pairs), openings(size), None)
            .expect("a series")
            .with_certificate();
        let found = solved(&series, 1);
        let tasks = series.tasks().to_vec();
        let solver = series.into_solver();
        for one in found {
            let position = &tasks[one.task].position;
            let limits = Limits::default();
            let certificate = solver
                .certify(position, limits, &NoObserver)
                .expect("a certificate");
            let checked = check(&certificate).expect("proved");
            assert_eq!(Some(checked.winner), one.result.winner);
            assert_eq!(checked.position, position.resize());
        }
    }
}

#[test]
fn limits_leave_positions_open() {
    let size: BoardSize = "7".parse().expect("a size");
    let series =
        Series::new(size, options("epsilon=0.25"), openings(size), None).expect("a series");
    let budget = Budget::nodes(20);
    let mut open = 0;
    let mut count = 0;
    while let Some(found) = series.next(budget, &NoObserver).expect("no store") {
        count += 1;
        open += usize::from(found.result.winner.is_none());
        assert!(found.result.nodes <= 25, "{}", found.result.nodes);
    }
    assert_eq!(count, 49);
    assert!(open > 20, "{open}");
}
