//! Random positions for testing laws, small ones first so that counter-examples shrink well.

use mustplay::hex::{BoardSize, Cell, Colour, Position};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The number of cases in `MUSTPLAY_CASES`.
pub fn asked() -> Option<u32> {
    let text = std::env::var("MUSTPLAY_CASES").ok()?;
    Some(text.parse().expect("MUSTPLAY_CASES is a number"))
}

/// The number in an environment variable, or another.
pub fn number(variable: &str, otherwise: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Random numbers for a test, the same in each run with the same `MUSTPLAY_SEED`, which is printed.
pub fn seeded(test: u64) -> StdRng {
    let seed = number("MUSTPLAY_SEED", 0);
    println!("MUSTPLAY_SEED={seed}");
    StdRng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(test))
}

/// The number of cases for a property: the requested number, or else `few`.
pub fn cases(few: u32) -> ProptestConfig {
    let cases = asked().unwrap_or(few);
    // The message contains the counter-example; nothing is written to disk.
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Stones in order of placement, on a board of this size.
#[derive(Clone, Debug)]
pub struct Stones {
    pub size: BoardSize,
    pub stones: Vec<(Colour, Cell)>,
}

/// Sizes from 1x1 to `longest` by `longest`, including rectangles.
pub fn sizes(longest: usize) -> impl Strategy<Value = BoardSize> {
    (1..=longest, 1..=longest)
        .prop_map(|(width, height)| BoardSize::new(width, height).expect("in range"))
}

/// Any number of stones of any colours in any order, on boards up to `longest` by `longest`.
pub fn stones(longest: usize) -> impl Strategy<Value = Stones> {
    let picks = |size: BoardSize| {
        let pick = (any::<bool>(), any::<u16>());
        (
            Just(size),
            proptest::collection::vec(pick, 0..=size.cells()),
        )
    };
    sizes(longest)
        .prop_flat_map(picks)
        .prop_map(|(size, picks)| {
            let mut free: Vec<Cell> = size.all().collect();
            let stones = picks.into_iter().map(|(white, pick)| {
                let cell = free.swap_remove(usize::from(pick) % free.len());
                (if white { Colour::White } else { Colour::Black }, cell)
            });
            Stones {
                size,
                stones: stones.collect(),
            }
        })
}

/// The same, with a stone on every cell.
pub fn full_boards(longest: usize) -> impl Strategy<Value = Stones> {
    sizes(longest).prop_flat_map(|size| {
        proptest::collection::vec(any::<bool>(), size.cells()).prop_map(move |white| {
            let colour = |white| if white { Colour::White } else { Colour::Black };
            Stones {
                size,
                stones: white.into_iter().map(colour).zip(size.all()).collect(),
            }
        })
    })
}

/// The position whose cells are the base-three digits of a number.
pub fn numbered(size: BoardSize, mut number: usize) -> Position<1> {
    let mut position = Position::new(size);
    for cell in size.all() {
        match number % 3 {
            1 => position.place(Colour::Black, cell),
            2 => position.place(Colour::White, cell),
            _ => {}
        }
        number /= 3;
    }
    position
}

/// A random position of this size with stones of random colours, and few enough empty cells for
/// exhaustive play.
pub fn random_position(random: &mut StdRng, width: usize, height: usize) -> Position<1> {
    let size = BoardSize::new(width, height).expect("in range");
    let mut position = Position::new(size);
    let empty = random.random_range(2..=11.min(size.cells()));
    let mut free: Vec<Cell> = size.all().collect();
    let bias = random.random_range(0.35..0.65);
    while free.len() > empty {
        let cell = free.swap_remove(random.random_range(0..free.len()));
        let colour = if random.random_bool(bias) {
            Colour::Black
        } else {
            Colour::White
        };
        position.place(colour, cell);
    }
    position
}

/// Sizes suitable for such positions.
pub const SIZES: [(usize, usize); 8] = [
    (4, 4),
    (5, 4),
    (4, 5),
    (5, 5),
    (3, 6),
    (6, 3),
    (6, 5),
    (2, 7),
];
