//! A search of chosen moves.

use super::{Engine, board_of};
use crate::hex::Cell;
use crate::player::{MoveReport, MoveRequest};
use crate::think::Limits;

impl Engine {
    /// Searches these moves of a position alone, until the observer of the request stops it or
    /// nothing is left to find. In the report a value of a loss, and every estimate, holds for these
    /// moves only. False if the search of the engine cannot do that.
    pub fn analyze_among(&mut self, request: &MoveRequest, moves: &[Cell]) -> bool {
        let sized = self.sized(request.game.size());
        let board = board_of(request);
        sized.search.set_root_to_analyse(&board, request.observer);
        let limits = Limits {
            threads: sized.threads,
            search_forced_moves: true,
            ..Limits::default()
        };
        let found = sized.search.search_among(moves, limits, request.observer);
        let Some(outcome) = found else {
            return false;
        };
        sized.report = MoveReport {
            // Another move may save the position.
            lost: false,
            ..MoveReport::from(outcome)
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Game, SwapRight};
    use crate::player::searches::SearchKind;
    use crate::player::{self, PlayerOptions};
    use crate::think::{Budget, NoObserver, Score};

    /// The value of a search among these moves on an empty board of 4x4, which Black wins.
    fn value(engine: &mut Engine, names: &str) -> Option<Score> {
        let game = Game::new("4".parse().unwrap());
        let request = MoveRequest {
            game: &game,
            colour: game.to_move(),
            swap: SwapRight::None,
            budget: Budget::default(),
            observer: &NoObserver,
        };
        let names = names.split_whitespace();
        let moves: Vec<Cell> = names.map(|name| game.size().read(name).unwrap()).collect();
        assert!(engine.analyze_among(&request, &moves));
        let report = engine.report().unwrap();
        assert!(!report.lost, "other moves win");
        assert!(report.moves.iter().all(|one| moves.contains(&one.cell)));
        report.value
    }

    #[test]
    fn chosen_moves_are_searched_alone() {
        let mut engine = Engine::new(&player::parse("mustplay").unwrap()).unwrap();
        let lost = value(&mut engine, "a1 d4");
        assert!(lost.is_some_and(Score::is_lost), "{lost:?}");
        let won = value(&mut engine, "a1 b3");
        assert!(won.is_some_and(Score::is_won), "{won:?}");
        assert_eq!(value(&mut engine, ""), None);
    }

    /// A search of all moves leaves an evaluation without those that its analysis rules out.
    #[test]
    fn chosen_moves_that_an_analysis_rules_out_are_searched() {
        let mut engine = Engine::new(&player::parse("mustplay").unwrap()).unwrap();
        let game = Game::new("6".parse().unwrap());
        let request = MoveRequest {
            game: &game,
            colour: game.to_move(),
            swap: SwapRight::None,
            budget: Budget::default(),
            observer: &NoObserver,
        };
        engine.analyze(&request);
        let moves = ["a1", "f6"].map(|name| game.size().read(name).unwrap());
        assert!(engine.analyze_among(&request, &moves));
        let report = engine.report().unwrap();
        assert!(report.value.is_some_and(Score::is_lost));
        let mut searched: Vec<Cell> = report.moves.iter().map(|one| one.cell).collect();
        searched.sort();
        assert_eq!(searched, moves);
    }

    #[test]
    fn other_searches_cannot_be_restricted() {
        let search = SearchKind::PLAIN_ALPHA_BETA.make;
        let mut engine = Engine::with_search(search, &PlayerOptions::default());
        let game = Game::new("4".parse().unwrap());
        let request = MoveRequest {
            game: &game,
            colour: game.to_move(),
            swap: SwapRight::None,
            budget: Budget::default(),
            observer: &NoObserver,
        };
        assert!(!engine.analyze_among(&request, &[Cell::new(0)]));
    }
}
