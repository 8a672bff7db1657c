//! Inferior cells against exhaustive play: fill-in preserves the winner whoever is to move, and
//! pruning keeps a winning move. Each rule alone and all rules together, in every small position
//! and in random larger ones.

use crate::support::sampling::{SIZES, asked, numbered, random_position, seeded};
use crate::support::small_boards::Oracle;
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Position};
use mustplay::knowledge::analysis::{Analysis, Recipe};
use mustplay::knowledge::inferior::{FillKind, Inferior, InferiorOptions, PruneReason};
use rand::RngExt;

/// Each rule alone, and all rules together.
fn rules() -> [(&'static str, InferiorOptions); 7] {
    let none = InferiorOptions::NONE;
    [
        (
            "dead",
            InferiorOptions {
                fill_dead: true,
                ..none
            },
        ),
        (
            "captured",
            InferiorOptions {
                fill_captured: true,
                ..none
            },
        ),
        (
            "regions",
            InferiorOptions {
                fill_regions: true,
                ..none
            },
        ),
        (
            "vulnerable",
            InferiorOptions {
                prune_vulnerable: true,
                ..none
            },
        ),
        (
            "reversible",
            InferiorOptions {
                prune_reversible: true,
                ..none
            },
        ),
        (
            "dominated",
            InferiorOptions {
                prune_dominated: true,
                ..none
            },
        ),
        ("all", InferiorOptions::default()),
    ]
}

/// The number of times each rule fired.
#[derive(Default, Debug)]
struct Count {
    positions: usize,
    dead: usize,
    captured: usize,
    vulnerable: usize,
    reversible: usize,
    dominated: usize,
    decided: usize,
}

impl Count {
    fn add(&mut self, found: &Inferior<1>) {
        self.positions += 1;
        for colour in Colour::ALL {
            self.dead += found.filled(FillKind::Dead, colour).len();
            self.captured += found.filled(FillKind::Captured, colour).len();
        }
        for (_, why) in found.pruned() {
            match why {
                PruneReason::Vulnerable(_) => self.vulnerable += 1,
                PruneReason::Reversible(_) => self.reversible += 1,
                PruneReason::Dominated(_) => self.dominated += 1,
            }
        }
        self.decided += usize::from(found.winner().is_some());
    }

    /// Whether the rule of this name fired, or each rule.
    fn has(&self, rule: &str) -> bool {
        let fired = [
            ("dead", self.dead),
            ("regions", self.dead),
            ("captured", self.captured),
            ("vulnerable", self.vulnerable),
            ("reversible", self.reversible),
            ("dominated", self.dominated),
        ];
        fired
            .into_iter()
            .all(|(name, count)| (name != rule && rule != "all") || count > 0)
    }
}

/// Filled cells are empty on the given board and occupied on the returned one.
fn is_consistent(position: &Position<1>, found: &Inferior<1>) {
    let mut filled = *position;
    for colour in Colour::ALL {
        for kind in FillKind::ALL {
            for cell in found.filled(kind, colour) {
                filled.place(colour, cell);
                assert_eq!(found.fill_of(cell), Some((kind, colour)));
            }
        }
    }
    assert_eq!(&filled, found.board());
    assert_eq!(filled.winner(), found.winner());
    let mut left = filled.empty();
    for &(cell, why) in found.pruned() {
        assert!(left.contains(cell) && filled.empty().contains(why.cell()) && why.cell() != cell);
        left.remove(cell);
    }
    if found.winner().is_none() {
        assert_eq!(left, found.consider());
    } else {
        assert!(found.consider().is_empty() && found.pruned().is_empty());
    }
}

/// Checks the claim of each pruned move by play.
fn claims_hold(oracle: &mut Oracle, found: &Inferior<1>) {
    let (board, mover) = (found.board(), found.board().to_move());
    for &(cell, why) in found.pruned() {
        let holds = match why {
            PruneReason::Dominated(by) => {
                oracle.is_winning(board, mover, by) || !oracle.is_winning(board, mover, cell)
            }
            PruneReason::Vulnerable(by) | PruneReason::Reversible(by) => {
                let [with, without] = [mover, !mover].map(|colour| {
                    let mut after = *board;
                    after.place(colour, cell);
                    after.place(!mover, by);
                    Colour::ALL.map(|next| oracle.winner(&after, next))
                });
                with == without
            }
        };
        assert!(holds, "{why:?} of {cell:?}\n{board:?}");
    }
}

/// Checks fill-in and pruning of a position against exhaustive play, for both sides to move.
fn holds(oracle: &mut Oracle, position: &Position<1>, options: InferiorOptions, count: &mut Count) {
    let truth = Colour::ALL.map(|mover| oracle.winner(position, mover));
    for mover in Colour::ALL {
        let mut position = *position;
        position.set_to_move(mover);
        let found = Inferior::new(&position, options);
        count.add(&found);
        is_consistent(&position, &found);
        let filled = Colour::ALL.map(|mover| oracle.winner(found.board(), mover));
        assert_eq!(truth, filled, "{position:?}\nfilled\n{:?}", found.board());
        if let Some(winner) = found.winner() {
            assert_eq!(truth, [winner; 2], "{position:?}");
            continue;
        }
        claims_hold(oracle, &found);
        let winning: Vec<Cell> = found
            .board()
            .empty()
            .iter()
            .filter(|&cell| oracle.is_winning(found.board(), mover, cell))
            .collect();
        assert_eq!(winning.is_empty(), truth[mover.index()] != mover);
        assert!(
            winning.is_empty() || winning.iter().any(|&cell| found.consider().contains(cell)),
            "{:?}\n{:?}",
            found.board(),
            found.pruned()
        );
        // The same among the winning moves and some others.
        let some = |cell: &Cell| (cell.index() + position.empty().len()).is_multiple_of(3);
        let others = found.board().empty().iter().filter(some);
        let moves: CellSet<1> = winning.iter().copied().chain(others).collect();
        let pruned = found.pruning(options, moves).moves;
        assert!(pruned.iter().all(|&(cell, _)| moves.contains(cell)));
        let left = pruned
            .iter()
            .fold(moves, |left, &(cell, _)| left.without(cell));
        assert!(
            winning.is_empty() || winning.iter().any(|&cell| left.contains(cell)),
            "{:?}\n{pruned:?} of {moves:?}",
            found.board()
        );
        for cell in winning {
            assert!(
                oracle.is_winning(&position, mover, cell),
                "{position:?} {cell:?}"
            );
        }
    }
}

/// Checks each rule against every `step`th colouring of a board.
fn all_positions(width: usize, height: usize, step: usize) {
    let size = BoardSize::new(width, height).expect("in range");
    let mut oracle = Oracle::new(&Position::new(size));
    for (name, options) in rules() {
        let mut count = Count::default();
        for number in (0..3_usize.pow(size.cells() as u32)).step_by(step) {
            holds(&mut oracle, &numbered(size, number), options, &mut count);
        }
        println!("{size} {name}: {count:?}");
        assert!(count.has(name), "{name}: {count:?}");
    }
}

#[test]
fn every_position_of_3x3_holds() {
    all_positions(3, 3, 1);
}

#[test]
fn positions_of_3x4_and_4x3_hold() {
    // Not a multiple of three, so that every cell takes every colour.
    let step = if asked().is_some_and(|cases| cases >= 100_000) {
        1
    } else {
        97
    };
    all_positions(3, 4, step);
    all_positions(4, 3, step);
}

#[test]
fn random_positions_hold() {
    let cases = asked().map_or(3_000, |cases| 2 * cases as usize);
    for (name, options) in rules() {
        let mut random = seeded(11);
        let mut count = Count::default();
        while count.positions < 2 * cases {
            let (width, height) = SIZES[random.random_range(0..SIZES.len())];
            let position = random_position(&mut random, width, height);
            // Most random boards are already won and test nothing.
            if position.winner().is_none() {
                holds(&mut Oracle::new(&position), &position, options, &mut count);
            }
        }
        println!("random {name}: {count:?}");
        assert!(count.has(name), "{name}: {count:?}");
    }
}

/// Adding more stones to a filled board preserves the winner too.
#[test]
fn more_stones_keep_the_winner() {
    let cases = asked().map_or(3_000, |cases| 2 * cases as usize);
    for (name, options) in rules() {
        let mut random = seeded(12);
        let mut filled = 0;
        for _ in 0..cases {
            let (width, height) = SIZES[random.random_range(0..SIZES.len())];
            let start = random_position(&mut random, width, height);
            if start.winner().is_some() {
                continue;
            }
            let mut oracle = Oracle::new(&start);
            let mut found = Inferior::new(&start, options);
            let mut position = *found.board();
            while found.winner().is_none() && !position.empty().is_empty() {
                let empty: Vec<Cell> = position.empty().iter().collect();
                let cell = empty[random.random_range(0..empty.len())];
                let colour = Colour::ALL[random.random_range(0..2)];
                position.place(colour, cell);
                position.set_to_move(!colour);
                let truth = Colour::ALL.map(|mover| oracle.winner(&position, mover));
                found.follow(&[(colour, cell)], !colour, options);
                is_consistent(&position, &found);
                filled += position.empty().len() - found.board().empty().len();
                position = *found.board();
                let now = Colour::ALL.map(|mover| oracle.winner(&position, mover));
                assert_eq!(truth, now, "{start:?}\nfilled\n{position:?}");
            }
        }
        println!("followed {name}: {filled} cells filled");
        let fills = options.fill_dead || options.fill_captured || options.fill_regions;
        assert_eq!(fills, filled > 0, "{name}");
    }
}

/// Regions held by connections are filled too, which preserves the winner.
#[test]
fn regions_that_are_held_keep_the_winner() {
    let cases = asked().map_or(4_000, |cases| 2 * cases as usize);
    let mut random = seeded(13);
    let (mut tried, mut held) = (0, 0);
    while tried < cases {
        let (width, height) = SIZES[random.random_range(0..SIZES.len())];
        let position = random_position(&mut random, width, height);
        let simple = Inferior::new(&position, InferiorOptions::default());
        if simple.winner().is_some() {
            continue;
        }
        tried += 1;
        let filled = Analysis::new(&position, Recipe::Thorough.options());
        if filled.board() == simple.board() {
            continue;
        }
        held += 1;
        let mut oracle = Oracle::new(&position);
        for mover in Colour::ALL {
            let winners = [&position, filled.board()].map(|board| oracle.winner(board, mover));
            assert_eq!(winners[0], winners[1], "{position:?}\n{:?}", filled.board());
        }
    }
    println!("regions held in {held} of {tried} positions");
    assert!(held > 0);
}

#[test]
fn width_changes_nothing() {
    let mut random = seeded(12);
    for _ in 0..200 {
        let position = random_position(&mut random, 5, 5);
        let narrow = Inferior::new(&position, InferiorOptions::default());
        let wide = Inferior::new(&position.resize::<6>(), InferiorOptions::default());
        assert_eq!(narrow.board().resize::<6>(), *wide.board());
        assert_eq!(narrow.pruned(), wide.pruned());
        assert_eq!(narrow.consider().resize::<6>(), wide.consider());
    }
}
