//! What the network sees of an analysed position: the stones, and what the analysis knows.
//!
//! The first planes are those of the stones. Then come the cells that fill-in colours, the moves
//! worth considering, the power through each cell, and the connections of cells to the edges. The
//! last ones are the same on all cells: the score by resistance, and how much of the board is worth
//! considering.

use super::planes::{STONES, View, write_stones};
use crate::hex::{Colour, End};
use crate::knowledge::analysis::Analysis;

/// The bytes of a place.
pub(super) const PLANES: usize = 16;
/// The number 1 in a plane.
pub(super) const UNIT: u8 = 64;

// The planes by name. Of two that come in pairs the first is that of the side to move.
pub(super) const FILLED: usize = STONES;
pub(super) const CONSIDERED: usize = FILLED + 2;
pub(super) const POWER: usize = CONSIDERED + 1;
/// Connections to the upper and the lower edge, then to those of the opponent.
pub(super) const TIES: usize = POWER + 2;
/// The score by resistance where it is positive, and where it is negative.
pub(super) const SCORE: usize = TIES + 4;
pub(super) const SHARE: usize = SCORE + 2;

/// The plane that is this one where the position is turned by 180°.
pub(super) fn twin(plane: usize) -> usize {
    match plane.checked_sub(TIES) {
        Some(tie @ 0..4) => TIES + (tie ^ 1),
        _ => plane,
    }
}

/// A number as a byte of a plane.
fn small(number: f64) -> u8 {
    #[allow(clippy::cast_sign_loss, reason = "it is clamped from 0 on")]
    let small = (number * f64::from(UNIT)).round().clamp(0.0, 127.0) as u8;
    small
}

/// Writes what the side to move sees of a position that is not decided, for each place of the
/// frame.
pub fn write_analysis_planes<const W: usize>(analysis: &Analysis<W>, planes: &mut Vec<u8>) -> View {
    let position = analysis.position();
    let (size, mover) = (position.size(), position.to_move());
    let view = write_stones(position, PLANES, UNIT, planes);
    let frame = view.frame();
    let resistance = analysis.resistance();
    let (board, consider) = (analysis.board(), analysis.consider());
    let sign = if mover == Colour::Black { 1.0 } else { -1.0 };
    let score = sign * resistance.score();
    let share = consider.len() as f64 / size.cells() as f64;
    let whole = [score, -score, share].map(small);
    for cell in size.all() {
        let place = frame.cells()[view.seen(cell).index()];
        let numbers = &mut planes[place * PLANES..][..PLANES];
        for (side, colour) in [mover, !mover].into_iter().enumerate() {
            if analysis.filled(colour).contains(cell) {
                numbers[FILLED + side] = UNIT;
            }
            if board.at(cell).is_none() {
                numbers[POWER + side] = small(resistance.share(colour, cell).sqrt());
            }
        }
        if consider.contains(cell) {
            numbers[CONSIDERED] = UNIT;
        }
        numbers[SCORE..=SHARE].copy_from_slice(&whole);
    }
    write_ties(analysis, view, planes);
    view
}

/// Connections to the edges: 1 for a full, a half for a semi.
fn write_ties<const W: usize>(analysis: &Analysis<W>, view: View, planes: &mut [u8]) {
    let position = analysis.position();
    let (size, mover) = (position.size(), position.to_move());
    for (side, colour) in [mover, !mover].into_iter().enumerate() {
        let connections = analysis.connections(colour);
        for (number, edge) in colour.edges().into_iter().enumerate() {
            let edge = End::edge(size, edge);
            let [full, semi] = [true, false].map(|full| connections.joined_to(edge, full));
            for cell in size.all() {
                let Some(end) = connections.end_of(cell.into()) else {
                    continue;
                };
                let strength = if end == edge || full.contains(end) {
                    UNIT
                } else if semi.contains(end) {
                    UNIT / 2
                } else {
                    continue;
                };
                let place = view.frame().cells()[view.seen(cell).index()];
                planes[place * PLANES + TIES + 2 * side + number] = strength;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Position;
    use crate::knowledge::analysis::Recipe;

    #[test]
    fn planes_hold_what_the_analysis_found_and_both_sides_see_the_same() {
        let mut position = Position::<2>::new("11".parse().unwrap());
        for name in ["d9", "h4", "b10", "j9", "a3", "k2"] {
            position.play(position.size().read(name).unwrap());
        }
        let (own, other) = (Colour::Black, Colour::White);
        let seen = |position: &Position<2>| {
            let analysis = Analysis::new(position, Recipe::Quick.options());
            assert_eq!(analysis.decided(), None);
            let mut planes = Vec::new();
            let view = write_analysis_planes(&analysis, &mut planes);
            (analysis, view, planes)
        };
        let (analysis, view, planes) = seen(&position);
        let numbers = |cell| {
            let place = view.frame().cells()[view.seen(cell).index()];
            &planes[place * PLANES..][..PLANES]
        };
        let consider = analysis.consider();
        let mut semis = 0;
        for cell in position.size().all() {
            let numbers = numbers(cell);
            let is = |plane: usize| numbers[plane] == UNIT;
            assert_eq!(is(0), position.stones(own).contains(cell));
            assert_eq!(is(1), position.stones(other).contains(cell));
            assert_eq!(is(FILLED), analysis.filled(own).contains(cell));
            assert_eq!(is(CONSIDERED), consider.contains(cell));
            let top = End::edge(position.size(), own.edges()[0]);
            let connections = analysis.connections(own);
            if let Some(end) = connections.end_of(cell.into()).filter(|end| *end != top) {
                assert_eq!(is(TIES), connections.joined_to(top, true).contains(end));
                semis += u32::from(numbers[TIES] == UNIT / 2);
            }
            assert!(numbers[SCORE] == 0 || numbers[SCORE + 1] == 0);
        }
        assert!(semis > 0 && !consider.is_empty());
        let (.., reflected) = seen(&position.reflected());
        assert_eq!(planes.len(), reflected.len());
        // Of two moves that make each other inferior one is left, which need not be the reflected
        // one.
        let mut apart = 0;
        for (index, (one, other)) in planes.iter().zip(&reflected).enumerate() {
            assert!(index % PLANES >= STONES || one == other);
            apart += usize::from(one.abs_diff(*other) > 1);
        }
        assert!(20 * apart < planes.len(), "{apart}");
    }
}
