//! The evaluation of a leaf, from its analysis: a winner, or the moves worth considering with their
//! priors, and a value. Both come from the circuits of the two colours: the value from their
//! resistance, the priors from the power through the cells.

use crate::hex::{Cell, CellSet, Colour};
use crate::knowledge::analysis::Analysis;

/// The steepness of the win rate as a function of the difference in resistance.
const STEEPNESS: f64 = 5.0;

/// The value of being to move, as a difference in resistance.
const TEMPO: f64 = 0.125;

/// The stones of Black and White after fill-in.
pub type FilledBoard<const W: usize> = [CellSet<W>; 2];

/// The evaluation of a leaf.
#[derive(Clone, Debug)]
pub struct LeafEvaluation<const W: usize> {
    /// Whether the side to move wins, if known.
    pub won: Option<bool>,
    /// The cells that the winner needs, whatever happens elsewhere, if known.
    pub carrier: Option<CellSet<W>>,
    /// The probability that Black wins.
    pub for_black: f32,
    /// The moves worth considering, each with its prior, the highest first; none if the winner is
    /// known.
    pub moves: Vec<(Cell, f32)>,
    /// The board after fill-in.
    pub filled_board: FilledBoard<W>,
}

impl<const W: usize> LeafEvaluation<W> {
    /// The evaluation of the analysed position.
    pub fn new(analysis: &Analysis<W>) -> Self {
        if let Some(decision) = analysis.decision() {
            return Self::decided(analysis, decision.winner, Some(decision.carrier));
        }
        if analysis.consider().is_empty() {
            return Self::decided(analysis, !analysis.position().to_move(), None);
        }
        Self::estimated(analysis)
    }

    fn decided(analysis: &Analysis<W>, winner: Colour, carrier: Option<CellSet<W>>) -> Self {
        Self {
            won: Some(winner == analysis.position().to_move()),
            carrier,
            for_black: if winner == Colour::Black { 1.0 } else { 0.0 },
            moves: Vec::new(),
            filled_board: filled_board(analysis),
        }
    }

    fn estimated(analysis: &Analysis<W>) -> Self {
        let resistance = analysis.resistance();
        let mut moves: Vec<(Cell, f64)> = analysis
            .consider()
            .iter()
            .map(|cell| (cell, resistance.power(cell)))
            .collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let prior = |power: f64| power * power + 1e-9;
        let sum: f64 = moves.iter().map(|&(_, power)| prior(power)).sum();
        let tempo = match analysis.position().to_move() {
            Colour::Black => TEMPO,
            Colour::White => -TEMPO,
        };
        let score = resistance.score().clamp(-100.0, 100.0) + tempo;
        Self {
            won: None,
            carrier: None,
            for_black: rounded(1.0 / (1.0 + (-STEEPNESS * score).exp())) as f32,
            moves: moves
                .into_iter()
                .map(|(cell, power)| (cell, (prior(power) / sum) as f32))
                .collect(),
            filled_board: filled_board(analysis),
        }
    }

    /// Multiplies each prior by a factor and makes their sum 1 again.
    pub fn scale_priors(&mut self, factor: impl Fn(Cell) -> f32) {
        for (cell, prior) in &mut self.moves {
            *prior *= factor(*cell);
        }
        let sum: f32 = self.moves.iter().map(|&(_, prior)| prior).sum();
        for (_, prior) in &mut self.moves {
            *prior /= sum;
        }
        self.moves
            .sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    }
}

fn filled_board<const W: usize>(analysis: &Analysis<W>) -> FilledBoard<W> {
    Colour::ALL.map(|colour| analysis.board().stones(colour))
}

/// A number without its last digits, which may differ between machines.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
