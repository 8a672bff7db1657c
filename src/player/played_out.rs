//! A decided game, played to its end.

use super::searches::SearchRoot;
use crate::at_width;
use crate::hex::{Board, Cell, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::think::Until;

/// How a game may end that connections have decided: the winner keeps its win and comes closer to
/// the end with each move, the loser resists. Empty if connections decide nothing, shorter if it
/// has to end early.
pub fn played_out(board: &Board, options: AnalysisOptions, end: &Until) -> Vec<Cell> {
    at_width!(board.size(), W => play_out::<W>(&board.resize(), options, end))
}

fn play_out<const W: usize>(
    position: &Position<W>,
    options: AnalysisOptions,
    end: &Until,
) -> Vec<Cell> {
    let mut line = Vec::new();
    if position.winner().is_some() {
        return line;
    }
    let mut analysis = Analysis::watched(position, options, end);
    let Some(winner) = analysis.proved_winner() else {
        return line;
    };
    while analysis.position().winner().is_none() && !end.is_over() {
        let position = *analysis.position();
        let cell = if position.to_move() == winner {
            position
                .winning_stone()
                .or_else(|| analysis.keep_winning(end))
        } else {
            analysis.hold_out(end)
        };
        let Some(cell) = cell else {
            break;
        };
        analysis.play_on(cell);
        line.push(cell);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Colour;
    use crate::knowledge::analysis::Recipe;

    #[test]
    fn a_decided_game_is_played_until_its_winner_has_joined_the_edges() {
        for (size, stones, winner) in [
            ("5", &["c3"][..], Colour::Black),
            ("5", &["a1", "c3"], Colour::White),
            ("6x4", &["c2"], Colour::Black),
            ("9x7", &["e4", "d4", "f4"], Colour::Black),
            ("1", &[], Colour::Black),
        ] {
            let mut board = Board::new(size.parse().unwrap());
            for name in stones {
                board.play(board.size().read(name).unwrap());
            }
            let line = played_out(&board, Recipe::Thorough.options(), &Until::NEVER);
            for &cell in &line {
                assert_eq!(board.winner(), None);
                board.try_play(cell).unwrap();
            }
            assert_eq!(board.winner(), Some(winner), "{size} {stones:?} {line:?}");
        }
        let open = Board::new("11".parse().unwrap());
        assert_eq!(
            played_out(&open, Recipe::Thorough.options(), &Until::NEVER),
            []
        );
    }
}
