//! Regions that are independent games, against exhaustive play. A side that wins a region moving
//! second may count it as its own, whoever is to move. In a region won by whichever side moves
//! first, a winning move is at least as good as any other move there. The winner depends only on
//! the shape of the region. A solver that searches regions alone finds the same winners with less
//! work.

use crate::support::sampling::{asked, seeded};
use crate::support::small_boards::Oracle;
use mustplay::at_width;
use mustplay::hex::record::PositionRecord;
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Position};
use mustplay::knowledge::analysis::{Analysis, Recipe};
use mustplay::knowledge::inferior::{CutShape, cut_regions};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::think::{Limits, NoObserver};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use serde::Deserialize;
use std::collections::HashMap;

/// An undecided position with this many empty cells, and walls among its stones.
fn cut_position<const W: usize>(
    size: BoardSize,
    empty: usize,
    random: &mut StdRng,
) -> Option<Position<W>> {
    let mut position = Position::<W>::new(size);
    let geometry = position.geometry();
    let builder = Colour::ALL[random.random_range(0..2)];
    // A wall from one of the opponent's edges to the other; some of its stones are the opponent's.
    let [start, goal] = (!builder).edges();
    let all: Vec<Cell> = geometry.border(start).iter().collect();
    let mut cell = all[random.random_range(1..all.len() - 1)];
    let mixed = random.random_range(0.0..0.4);
    loop {
        let other = random.random_bool(mixed);
        position.place(if other { !builder } else { builder }, cell);
        if geometry.border(goal).contains(cell) {
            break;
        }
        let next: Vec<Cell> = (geometry.neighbours(cell) & position.empty())
            .iter()
            .collect();
        if next.is_empty() {
            return None;
        }
        cell = next[random.random_range(0..next.len())];
    }
    let mut left: Vec<Cell> = position.empty().iter().collect();
    left.shuffle(random);
    while left.len() > empty {
        let cell = left.pop()?;
        position.place(Colour::ALL[random.random_range(0..2)], cell);
    }
    position.set_to_move(Colour::ALL[random.random_range(0..2)]);
    position.winner().is_none().then_some(position)
}

/// The winner if Black moves first, then the winner if White does.
fn winners(oracle: &mut Oracle, position: &Position<1>) -> [Colour; 2] {
    Colour::ALL.map(|mover| oracle.winner(position, mover))
}

/// Whether a side wins by playing this cell.
fn wins_by(oracle: &mut Oracle, position: &Position<1>, mover: Colour, cell: Cell) -> bool {
    let mut after = *position;
    after.place(mover, cell);
    oracle.winner(&after, !mover) == mover
}

/// Checks a region that the side to move first wins. If any move there wins the game, so does each
/// move that wins the region, and then so would owning the whole region.
fn is_worth_one_cell(
    oracle: &mut Oracle,
    position: &Position<1>,
    alone: &Position<1>,
    region: CellSet<1>,
    mover: Colour,
) {
    let any_wins = region
        .iter()
        .any(|cell| wins_by(oracle, position, mover, cell));
    for best in region {
        if !wins_by(oracle, alone, mover, best) {
            continue;
        }
        let wins = wins_by(oracle, position, mover, best);
        assert_eq!(wins, any_wins, "{position:?} {mover} {best:?}");
        let mut filled = *position;
        for cell in region {
            filled.place(mover, cell);
        }
        let winner = oracle.winner(&filled, !mover);
        assert_eq!(winner == mover, wins, "{position:?} {mover} {best:?}");
    }
}

#[test]
fn a_side_that_holds_a_region_alone_may_fill_it() {
    let size: BoardSize = "5".parse().unwrap();
    let mut random = seeded(31);
    let mut oracle = Oracle::new(&Position::new(size));
    let mut seen: HashMap<CutShape<1>, [Colour; 2]> = HashMap::new();
    let (mut held, mut first, mut again) = (0, 0, 0);
    for _ in 0..asked().unwrap_or(6_000) {
        let empty = random.random_range(6..13);
        let Some(position) = cut_position::<1>(size, empty, &mut random) else {
            continue;
        };
        for region in cut_regions(&position) {
            let Some(alone) = region.alone(&position) else {
                continue;
            };
            assert_eq!(alone.empty(), region.cells);
            for colour in Colour::ALL {
                assert!(position.stones(colour).is_subset(alone.stones(colour)));
            }
            let found = winners(&mut oracle, &alone);
            if let Some(known) = seen.insert(region.shape.clone(), found) {
                assert_eq!(known, found, "{position:?} {:?}", region.cells);
                again += 1;
            }
            let [black_first, white_first] = found;
            if black_first != white_first {
                // The side that moves first wins it; otherwise passing would be the best move.
                assert_eq!(found, [Colour::Black, Colour::White], "{position:?}");
                first += 1;
                for mover in Colour::ALL {
                    is_worth_one_cell(&mut oracle, &position, &alone, region.cells, mover);
                }
                continue;
            }
            held += 1;
            let mut filled = position;
            for cell in region.cells {
                filled.place(black_first, cell);
            }
            let before = winners(&mut oracle, &position);
            let after = winners(&mut oracle, &filled);
            assert_eq!(before, after, "{position:?} {:?}", region.cells);
        }
    }
    println!("{held} held, {first} won by the side that moves first, {again} seen before");
    assert!(
        held > 100 && first > 10 && again > 10,
        "{held} {first} {again}"
    );
}

#[test]
fn regions_that_are_searched_alone_change_no_winner() {
    let size: BoardSize = "9".parse().unwrap();
    let mut random = seeded(5);
    let options = |cut_regions| ProveOptions {
        cut_regions,
        table_bytes: 8 << 20,
        ..ProveOptions::default()
    };
    let limits = Limits::nodes(20_000);
    let (mut decided, mut count) = (0, 0);
    while count < asked().unwrap_or(60) {
        let empty = random.random_range(58..68);
        let Some(position) = cut_position::<2>(size, empty, &mut random) else {
            continue;
        };
        let [one, other] = [false, true].map(|cut_regions| {
            let solver = Solver::new(size, options(cut_regions));
            solver.solve(&position, limits, &NoObserver).winner
        });
        count += 1;
        if let (Some(winner), Some(same)) = (one, other) {
            assert_eq!(winner, same, "{position:?}");
            decided += 1;
        }
    }
    assert!(2 * decided > count, "{decided} of {count}");
}

/// A position and its winner.
#[derive(Deserialize)]
struct CutPosition {
    id: String,
    winner: String,
    #[serde(flatten)]
    position: PositionRecord,
}

/// Positions from games. Searched as a whole, four of the seven take more than 10,000 positions
/// each.
#[test]
fn positions_that_are_cut_are_soon_decided() {
    let text = include_str!("../../../positions/cut.json");
    let positions: Vec<CutPosition> = serde_json::from_str(text).expect("positions");
    let limits = Limits::nodes(600);
    let mut open = 0;
    for one in &positions {
        let board = one.position.board().expect("a position");
        let [whole, parts] = [false, true].map(|cut_regions| {
            let options = ProveOptions {
                cut_regions,
                ..ProveOptions::default()
            };
            at_width!(board.size(), W => {
                let solver = Solver::<W>::new(board.size(), options);
                solver.solve(&board.resize(), limits, &NoObserver).winner
            })
        });
        let winner: Colour = one.winner.parse().expect("a colour");
        assert_eq!(parts, Some(winner), "{}", one.id);
        assert!(whole.is_none_or(|whole| whole == winner), "{}", one.id);
        open += usize::from(whole.is_none());
    }
    assert!(open >= 4, "{open} of {}", positions.len());
}

/// A full of Black's crosses d8 to h10, which stones of both colours surround: White's h9 and i9
/// touch both of them.
#[test]
fn a_region_that_a_full_crosses_is_filled() {
    let text = include_str!("../../../positions/decomposition.json");
    let record: PositionRecord = serde_json::from_str(text).expect("a position");
    let board = record.board().expect("a position");
    let size = board.size();
    let analysis = Analysis::new(&board, Recipe::Quick.options());
    let filled = size.names(analysis.filled(Colour::Black));
    assert!(filled.contains("d8 e8 f8 e9 f9 g9 h9"), "{filled}");
}
