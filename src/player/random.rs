//! The player without knowledge: every legal move has the same probability.

use super::{MoveRequest, Player};
use crate::hex::Move;
use crate::hex::SwapRight;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// Plays any legal move, a swap among them; the same seed gives the same choices.
#[derive(Debug)]
pub struct Random {
    chance: StdRng,
}

impl Random {
    /// A player whose choices follow from this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            chance: StdRng::seed_from_u64(seed),
        }
    }
}

impl Player for Random {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let mut moves: Vec<Move> = request
            .game
            .board()
            .empty()
            .iter()
            .map(Move::Place)
            .collect();
        if request.swap == SwapRight::MaySwap {
            moves.push(Move::Swap);
        }
        moves
            .choose(&mut self.chance)
            .copied()
            .unwrap_or(Move::Resign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Colour;
    use crate::hex::Game;
    use crate::player;
    use crate::think::NoObserver;

    #[test]
    fn choices_follow_from_the_seed_and_reach_everything() {
        let mut game = Game::new("3".parse().unwrap());
        game.place(Colour::Black, crate::hex::Cell::new(4)).unwrap();
        let budget = player::parse("random").unwrap().budget();
        let request = MoveRequest {
            game: &game,
            colour: Colour::White,
            swap: SwapRight::MaySwap,
            budget,
            observer: &NoObserver,
        };
        let choices = |seed| {
            let mut player = Random::new(seed);
            (0..200)
                .map(|_| player.choose(&request))
                .collect::<Vec<_>>()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
        let all: std::collections::HashSet<Move> = choices(1).into_iter().collect();
        assert!(all.contains(&Move::Swap) && all.len() == 9);
    }
}
