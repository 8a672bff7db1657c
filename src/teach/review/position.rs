//! The positions of a game that is reviewed, and the moves between them.

use crate::hex::{Board, Colour, Game, Move};
use crate::teach::explain::{Estimate, Win};

/// A position of the game, with its proof or estimate.
#[derive(Clone, Debug)]
pub(super) struct ReviewedPosition {
    pub board: Board,
    /// The proved win.
    pub win: Option<Win>,
    /// The estimate, where there is no proof.
    pub estimate: Option<Estimate>,
    /// An estimate from before the review, which takes the place of a search.
    pub known: Option<Estimate>,
}

/// A move of the game, between two of its positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub colour: Colour,
    /// A stone, a swap or a pass.
    pub mv: Move,
    /// Its place among the events of the game.
    pub event: usize,
    /// The position before it, by its number.
    pub before: usize,
    /// The position after it, by its number.
    pub after: usize,
}

/// The positions of a game, and the moves between them.
pub(super) fn positions_of(game: &Game) -> (Vec<ReviewedPosition>, Vec<Ply>) {
    let open = |board: Board| ReviewedPosition {
        board,
        win: None,
        estimate: None,
        known: None,
    };
    let boards = game.boards();
    let mut positions: Vec<ReviewedPosition> = Vec::new();
    let mut plies = Vec::new();
    for (place, (event, [before, after])) in game.events().zip(boards).enumerate() {
        let Some((colour, mv)) = event.played() else {
            continue;
        };
        let mut before = *before;
        before.set_to_move(colour);
        if positions.last().is_none_or(|last| last.board != before) {
            positions.push(open(before));
        }
        positions.push(open(*after));
        plies.push(Ply {
            colour,
            mv,
            event: place,
            before: positions.len() - 2,
            after: positions.len() - 1,
        });
    }
    if positions.is_empty() {
        positions.push(open(*game.board()));
    }
    (positions, plies)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, size};
    use super::*;
    use crate::hex::SwapStyle;

    #[test]
    fn each_move_leads_from_one_position_to_the_next() {
        let mut game = Game::new(size());
        for (colour, mv) in [
            (Colour::Black, Move::Place(cell("c3"))),
            (Colour::White, Move::Swap),
            (Colour::Black, Move::Pass),
            (Colour::White, Move::Place(cell("d2"))),
        ] {
            game.play(colour, mv, SwapStyle::Pieces).expect("legal");
        }
        let (positions, plies) = positions_of(&game);
        assert_eq!((positions.len(), plies.len()), (5, 4));
        for (number, ply) in plies.iter().enumerate() {
            assert_eq!((ply.before, ply.after), (number, number + 1));
            assert_eq!(positions[ply.before].board.to_move(), ply.colour);
        }
        assert_eq!(plies[1].mv, Move::Swap);
        assert_eq!(&positions[4].board, game.board());
        assert_eq!(positions[2].board.stones(Colour::White).len(), 1);
    }

    #[test]
    fn a_move_out_of_turn_has_a_position_of_its_own() {
        let mut game = Game::new(size());
        game.place(Colour::Black, cell("c3")).expect("legal");
        game.place(Colour::Black, cell("d2")).expect("legal");
        let (positions, plies) = positions_of(&game);
        assert_eq!(positions.len(), 4);
        assert_eq!((plies[1].before, plies[1].after), (2, 3));
        let movers = [0, 1, 2].map(|number: usize| positions[number].board.to_move());
        assert_eq!(movers, [Colour::Black, Colour::White, Colour::Black]);
    }

    #[test]
    fn a_game_without_moves_has_its_start() {
        let (positions, plies) = positions_of(&Game::new(size()));
        assert_eq!((positions.len(), plies.len()), (1, 0));
    }
}
