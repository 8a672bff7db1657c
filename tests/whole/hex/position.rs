//! The laws of the board, on random boards of every size, checked by plain code that shares nothing
//! with it.

use crate::support::sampling::{Stones, cases, full_boards, stones};
use mustplay::at_width;
use mustplay::hex::{BoardSize, Cell, Chains, Colour, Edge, End, Graph, Position};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn position<const W: usize>(sample: &Stones) -> Position<W> {
    let mut position = Position::new(sample.size);
    for &(colour, cell) in &sample.stones {
        position.place(colour, cell);
    }
    position
}

/// The neighbours of a point by arithmetic alone. The sample's edges are points too: the four after
/// the last cell.
fn beside(size: BoardSize, point: usize) -> Vec<usize> {
    let (width, height) = (size.width(), size.height());
    (0..width * height + 4)
        .filter(|&other| touch(width, height, point, other))
        .collect()
}

fn touch(width: usize, height: usize, a: usize, b: usize) -> bool {
    let cells = width * height;
    let (cell, other) = (a.min(b), a.max(b));
    if cell >= cells {
        return false;
    }
    let (column, row) = (cell % width, cell / width);
    if other >= cells {
        return [
            row == 0,
            row + 1 == height,
            column == 0,
            column + 1 == width,
        ][other - cells];
    }
    let step = |from: usize, to: usize| to.cast_signed() - from.cast_signed();
    let (right, down) = (step(column, other % width), step(row, other / width));
    [(1, 0), (0, 1), (-1, 1), (1, -1), (-1, 0), (0, -1)].contains(&(right, down))
}

/// The colour of every point, edges included.
fn colours(sample: &Stones) -> Vec<Option<Colour>> {
    let mut colours = vec![None; sample.size.cells()];
    for &(colour, cell) in &sample.stones {
        colours[cell.index()] = Some(colour);
    }
    colours.extend(Edge::ALL.map(|edge| Some(edge.colour())));
    colours
}

/// All points of this point's colour that are connected to it.
fn flood(size: BoardSize, colours: &[Option<Colour>], from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        for other in beside(size, point) {
            if colours[other] == colours[from] && found.insert(other) {
                open.push(other);
            }
        }
    }
    found
}

fn indices<T: mustplay::hex::Bit, const W: usize>(
    set: mustplay::hex::Set<T, W>,
) -> BTreeSet<usize> {
    set.iter().map(mustplay::hex::Bit::bit).collect()
}

/// Checks every chain against a flood fill: members, lead, liberties.
fn chains_are_floods<const W: usize>(
    sample: &Stones,
    chains: &Chains<W>,
) -> Result<(), TestCaseError> {
    let (size, colours) = (sample.size, colours(sample));
    for point in 0..colours.len() {
        let end = mustplay::hex::Bit::from_bit(point);
        let Some(chain) = chains.chain(end) else {
            prop_assert_eq!(colours[point], None);
            continue;
        };
        let members = flood(size, &colours, point);
        let liberties: BTreeSet<usize> = members
            .iter()
            .flat_map(|&m| beside(size, m))
            .filter(|&p| colours[p].is_none())
            .collect();
        let edge = members.range(size.cells()..).next();
        prop_assert_eq!(Some(chain.colour), colours[point]);
        prop_assert_eq!(indices(chain.liberties), liberties);
        prop_assert_eq!(
            chains.lead(end).map(End::index),
            edge.or(members.first()).copied()
        );
        prop_assert_eq!(indices(chain.members), members);
    }
    Ok(())
}

/// After each placed stone all chains are right, and undoing restores each set of chains.
fn chains_hold<const W: usize>(sample: &Stones) -> Result<(), TestCaseError> {
    let mut chains = Chains::<W>::new(&Position::new(sample.size));
    let mut past = Vec::new();
    for &(colour, cell) in &sample.stones {
        past.push(chains.clone());
        chains.place(colour, cell);
    }
    chains_are_floods(sample, &chains)?;
    prop_assert_eq!(&chains, &Chains::new(&position(sample)));
    prop_assert_eq!(chains.winner(), position::<W>(sample).winner());
    for (before, &(_, cell)) in past.iter().zip(&sample.stones).rev() {
        prop_assert_eq!(chains.undo(), Some(cell));
        prop_assert_eq!(&chains, before);
    }
    prop_assert_eq!(chains.undo(), None);
    Ok(())
}

/// The graph of a colour by definition: ends are adjacent if a member of one touches a member of
/// the other; cells are neighbours if they are adjacent or touch a common chain.
fn graph_holds<const W: usize>(sample: &Stones, colour: Colour) -> Result<(), TestCaseError> {
    let (size, colours) = (sample.size, colours(sample));
    let chains = Chains::<W>::new(&position(sample));
    let graph = Graph::new(&chains, colour);
    let kept: Vec<usize> = (0..colours.len())
        .filter(|&p| colours[p].is_none_or(|stone| stone == colour))
        .collect();
    let end_of = |p: usize| {
        chains
            .lead(mustplay::hex::Bit::from_bit(p))
            .map_or(p, End::index)
    };
    let ends: BTreeSet<usize> = kept.iter().map(|&p| end_of(p)).collect();
    prop_assert_eq!(indices(graph.ends()), ends.clone());
    let mut links = BTreeSet::new();
    for &a in &kept {
        links.extend(
            kept.iter()
                .filter(|&&b| touch(size.width(), size.height(), a, b))
                .flat_map(|&b| {
                    let (a, b) = (end_of(a), end_of(b));
                    [(a, b), (b, a)].into_iter().filter(|(a, b)| a != b)
                }),
        );
    }
    for p in 0..colours.len() {
        let end: End = mustplay::hex::Bit::from_bit(p);
        let adjacent: BTreeSet<usize> = links.range((p, 0)..(p + 1, 0)).map(|&(_, b)| b).collect();
        prop_assert_eq!(indices(graph.adjacent(end)), adjacent.clone());
        let Some(cell) = end.as_cell(size).filter(|_| colours[p].is_none()) else {
            continue;
        };
        let across = |through: &dyn Fn(usize) -> bool| -> BTreeSet<usize> {
            let chains = adjacent.iter().filter(|&&q| through(q));
            let far = chains.flat_map(|&q| links.range((q, 0)..(q + 1, 0)).map(|&(_, b)| b));
            adjacent
                .iter()
                .copied()
                .chain(far)
                .filter(|&q| q != p && !through(q))
                .collect()
        };
        let is_stone = |q: usize| colours[q].is_some();
        prop_assert_eq!(
            indices(graph.neighbours(cell)),
            across(&|q| is_stone(q) && q < size.cells())
        );
        prop_assert_eq!(
            indices(graph.neighbours_through_edges(cell)),
            across(&is_stone)
        );
    }
    Ok(())
}

/// Hash and stones are right at every step of playing and undoing a whole game; the hash equals one
/// computed from scratch.
fn play_undo_holds<const W: usize>(sample: &Stones) -> Result<(), TestCaseError> {
    let mut position = Position::<W>::new(sample.size);
    let mut past = Vec::new();
    for &(_, cell) in &sample.stones {
        past.push((position, position.hash()));
        prop_assert!(position.try_play(cell).is_ok());
        prop_assert!(position.try_play(cell).is_err());
        prop_assert_eq!(position.at(cell), Some(!position.to_move()));
        prop_assert_ne!(position.hash(), past[past.len() - 1].1);
    }
    let mut scratch = Position::<W>::new(sample.size);
    for cell in sample.size.all().rev() {
        if let Some(colour) = position.at(cell) {
            scratch.place(colour, cell);
        }
    }
    scratch.set_to_move(position.to_move());
    prop_assert_eq!((scratch, scratch.hash()), (position, position.hash()));
    scratch.set_to_move(!position.to_move());
    prop_assert_ne!(scratch.hash(), position.hash());
    prop_assert_ne!(scratch, position);
    for (&(_, cell), (before, hash)) in sample.stones.iter().zip(past).rev() {
        position.undo(cell);
        prop_assert_eq!((position, position.hash()), (before, hash));
    }
    Ok(())
}

/// Rotation and reflection are their own inverses and preserve winner, legal moves, chains and
/// adjacency.
fn symmetries_hold<const W: usize>(sample: &Stones) -> Result<(), TestCaseError> {
    let position = position::<W>(sample);
    let (size, turned, mirrored) = (sample.size, position.rotated(), position.reflected());
    prop_assert_eq!(turned.rotated(), position);
    prop_assert_eq!(mirrored.reflected(), position);
    prop_assert_eq!(turned.reflected(), mirrored.rotated());
    prop_assert_eq!(turned.winner(), position.winner());
    prop_assert_eq!(mirrored.winner(), position.winner().map(|colour| !colour));
    prop_assert_eq!(mirrored.to_move(), !position.to_move());
    for cell in size.all() {
        let (rotated, reflected) = (size.rotate(cell), size.reflect(cell));
        prop_assert_eq!(turned.check(rotated), position.check(cell));
        prop_assert_eq!(mirrored.check(reflected), position.check(cell));
        let string = position.string_of(cell);
        let image: BTreeSet<Cell> = string.iter().map(|c| size.rotate(c)).collect();
        prop_assert_eq!(
            turned.string_of(rotated).iter().collect::<BTreeSet<_>>(),
            image
        );
        let image: BTreeSet<Cell> = string.iter().map(|c| size.reflect(c)).collect();
        prop_assert_eq!(
            mirrored
                .string_of(reflected)
                .iter()
                .collect::<BTreeSet<_>>(),
            image
        );
        let near = position.geometry().neighbours(cell);
        let image: BTreeSet<Cell> = near.iter().map(|c| size.reflect(c)).collect();
        let there = mirrored.geometry().neighbours(reflected);
        prop_assert_eq!(there.iter().collect::<BTreeSet<_>>(), image);
    }
    Ok(())
}

/// A full board has exactly one winner, found by a flood fill for each colour.
fn one_winner<const W: usize>(sample: &Stones) -> Result<(), TestCaseError> {
    let (size, colours) = (sample.size, colours(sample));
    let joined = |colour: Colour| {
        let [a, b] = colour.edges().map(|edge| size.cells() + edge.index());
        flood(size, &colours, a).contains(&b)
    };
    let winners: Vec<Colour> = Colour::ALL
        .into_iter()
        .filter(|&colour| joined(colour))
        .collect();
    prop_assert_eq!(winners.len(), 1);
    prop_assert_eq!(position::<W>(sample).winner(), Some(winners[0]));
    prop_assert_eq!(
        Chains::<W>::new(&position(sample)).winner(),
        Some(winners[0])
    );
    Ok(())
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn play_and_undo_keep_the_hash(sample in stones(19)) {
        at_width!(sample.size, W => play_undo_holds::<W>(&sample)?);
    }

    #[test]
    fn a_full_board_has_one_winner(sample in full_boards(19)) {
        at_width!(sample.size, W => one_winner::<W>(&sample)?);
    }

    #[test]
    fn symmetry_changes_nothing(sample in stones(19)) {
        at_width!(sample.size, W => symmetries_hold::<W>(&sample)?);
    }

    #[test]
    fn chains_equal_a_flood_fill(sample in stones(9)) {
        at_width!(sample.size, W => chains_hold::<W>(&sample)?);
        chains_hold::<6>(&sample)?;
    }

    #[test]
    fn graphs_equal_their_definition(sample in stones(9)) {
        for colour in Colour::ALL {
            at_width!(sample.size, W => graph_holds::<W>(&sample, colour)?);
        }
    }
}

#[test]
fn empty_boards_of_all_sizes_have_hashes_of_their_own() {
    let sizes =
        (1..=19).flat_map(|w| (1..=19).map(move |h| BoardSize::new(w, h).expect("in range")));
    let hashes: BTreeSet<u64> = sizes.map(|size| Position::<6>::new(size).hash()).collect();
    assert_eq!(hashes.len(), 361);
}

#[test]
fn every_full_board_of_up_to_twelve_cells_has_one_winner() {
    for (width, height) in (1..=12).flat_map(|w| (1..=12).map(move |h| (w, h))) {
        if width * height > 12 {
            continue;
        }
        let size = BoardSize::new(width, height).expect("in range");
        for bits in 0..1_u32 << size.cells() {
            let colour = |cell: Cell| {
                if bits >> cell.index() & 1 == 1 {
                    Colour::White
                } else {
                    Colour::Black
                }
            };
            let sample = Stones {
                size,
                stones: size.all().map(|cell| (colour(cell), cell)).collect(),
            };
            one_winner::<1>(&sample).expect("one winner");
        }
    }
}
