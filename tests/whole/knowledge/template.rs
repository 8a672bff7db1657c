//! Templates: each holds by exhaustive play, every one of its cells is needed, and wherever it fits
//! it has the same adjacencies.
//!
//! By default the test proves a sample, chosen by a seed; `MUSTPLAY_CASES=1000` proves all
//! templates.

use crate::support::referee::Claim;
use crate::support::sampling::{asked, seeded};
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Edge, End, Position};
use mustplay::knowledge::template::{EdgeTemplate, PlacedTemplate, cell_along, library, name};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::think::{Limits, NoObserver};
use rand::seq::IndexedRandom;

/// Carriers up to this size are played out without advice.
const EXHAUSTIVE: usize = 12;

/// A template on the smallest board that it fits on, at the south edge, all other cells White's.
struct Alone {
    position: Position<3>,
    placed: PlacedTemplate<3>,
    /// The same with a chain from the stone to the north edge, for the solver.
    hung: Position<3>,
}

impl Alone {
    fn new(template: &EdgeTemplate) -> Self {
        let up = |one: &EdgeTemplate| {
            let mut points = one.carrier.iter();
            points.any(|&(column, row)| row >= one.row && column <= 0)
        };
        // Cells above the stone must lie to its right, so as not to touch the chain.
        let template = if up(template) {
            template.mirrored()
        } else {
            template.clone()
        };
        let columns: Vec<isize> = template.points().map(|(column, _)| column).collect();
        let left = *columns.iter().min().expect("a stone");
        let right = *columns.iter().max().expect("a stone");
        let height = template.widths().len() + 1;
        let size = BoardSize::new(right.abs_diff(left) + 1, height).expect("a board");
        let column = left.unsigned_abs();
        let placed = template
            .fit::<3>(size, Edge::South, column)
            .expect("it fits");
        let mut position = Position::new(size);
        for cell in placed.others.with(placed.stone) {
            position.place(Colour::Black, cell);
        }
        let mut hung = position;
        for row in template.row..height {
            let cell = cell_along(size, Edge::South, -left, row).expect("a cell");
            hung.place(Colour::Black, cell);
        }
        for board in [&mut position, &mut hung] {
            for cell in board.empty() - placed.carrier {
                board.place(Colour::White, cell);
            }
        }
        Self {
            position,
            placed,
            hung,
        }
    }

    /// Whether the stone is connected to the edge within these cells of the carrier, according to
    /// the referee. In large carriers the solver suggests its moves.
    fn holds(&self, carrier: CellSet<3>) -> bool {
        let mut position = self.position;
        for cell in self.placed.carrier - carrier {
            position.place(Colour::White, cell);
        }
        let cells: Vec<Cell> = carrier.iter().collect();
        let south = End::edge(position.size(), Edge::South);
        let stone = End::cell(self.placed.stone);
        let mut claim = Claim::new(&position, Colour::Black, stone, south, &cells);
        if cells.len() <= EXHAUSTIVE {
            return claim.is_full();
        }
        let options = ProveOptions {
            table_bytes: 16_000_000,
            ..ProveOptions::default()
        };
        let solver = Solver::<3>::new(position.size(), options);
        let mut advice = |own: u64, theirs: u64| {
            let mut board = self.hung;
            for (bit, &cell) in cells.iter().enumerate() {
                if own >> bit & 1 == 1 {
                    board.place(Colour::Black, cell);
                } else if theirs >> bit & 1 == 1 {
                    board.place(Colour::White, cell);
                }
            }
            board.set_to_move(Colour::Black);
            let proved = solver.solve(&board, Limits::default(), &NoObserver);
            let best = proved.best.filter(|_| proved.winner == Some(Colour::Black));
            let bit = best.and_then(|best| cells.iter().position(|&cell| cell == best));
            bit.into_iter().collect()
        };
        claim.is_full_as_advised(&mut advice)
    }
}

#[test]
fn shipped_templates_hold_and_are_minimal() {
    let mut chance = seeded(24);
    let count = asked().map_or(12, |cases| cases as usize);
    let all = library();
    let (mut cells, mut spared) = (0, 0);
    for template in all.sample(&mut chance, count) {
        let name = name(template).expect("a name");
        let alone = Alone::new(template);
        assert!(alone.holds(alone.placed.carrier), "{name}");
        cells += template.carrier.len();
        if template.carrier.len() <= EXHAUSTIVE {
            for cell in alone.placed.carrier {
                let less = alone.placed.carrier.without(cell);
                assert!(!alone.holds(less), "{name} holds with a cell less");
            }
            spared += 1;
        }
    }
    println!(
        "{} of {} templates, {cells} cells; {spared} minimal by exhaustive play",
        count.min(all.len()),
        all.len()
    );
}

/// Wherever a template fits, the adjacencies between its cells, the stones and the edge are the
/// same, so a template that holds at one edge holds at all of them.
#[test]
fn templates_are_the_same_wherever_they_fit() {
    for (width, height) in [(13, 13), (19, 9), (8, 15)] {
        let size = BoardSize::new(width, height).expect("a board");
        let geometry = Position::<6>::new(size).geometry();
        for template in library() {
            let mut shapes = Vec::new();
            for turned in [template.clone(), template.mirrored()] {
                let here: Vec<(isize, usize)> = if turned == *template {
                    template.points().collect()
                } else {
                    // In the order of the template's own points.
                    let up = |row: usize| row.cast_signed() + 1 - template.row.cast_signed();
                    let points = template.points();
                    points.map(|(right, row)| (up(row) - right, row)).collect()
                };
                for edge in Edge::ALL {
                    let places = (0..19).filter(|&at| turned.fit::<6>(size, edge, at).is_some());
                    for along in places {
                        let along: usize = along;
                        let at = |&(right, row): &(isize, usize)| {
                            cell_along(size, edge, along.cast_signed() + right, row)
                        };
                        let cells: Vec<Cell> = here.iter().filter_map(at).collect();
                        assert_eq!(cells.len(), here.len());
                        let end = End::edge(size, edge);
                        let touches = |&a: &Cell| {
                            let near = geometry.near(a);
                            let others = cells.iter().map(move |&b| near.contains(b.into()));
                            others.chain([near.contains(end)]).collect::<Vec<bool>>()
                        };
                        shapes.push(cells.iter().map(touches).collect::<Vec<_>>());
                    }
                }
            }
            let name = name(template).expect("a name");
            assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
            assert!(!shapes.is_empty() || width != 13, "{name} fits nowhere");
        }
    }
}
