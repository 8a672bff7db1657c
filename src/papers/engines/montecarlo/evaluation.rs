//! The evaluation of a leaf, from its analysis: a winner, or the moves worth considering with their
//! priors, and a value.
//!
//! Value and priors are the network's. The circuits of both colours make them where
//! [`MonteCarloOptions::network`] is 0, and a mixture does in between.

use super::options::MonteCarloOptions;
use crate::hex::{Cell, CellSet, Colour};
use crate::knowledge::analysis::Analysis;
use crate::network::{Evaluator, Judgement, WHOLE};

/// The stones of Black and White after fill-in.
pub type FilledBoard<const W: usize> = [CellSet<W>; 2];

/// What an analysis says of a leaf.
#[derive(Clone, Debug)]
pub struct LeafEvaluation<const W: usize> {
    /// Whether the side to move wins, if that is known.
    pub won: Option<bool>,
    /// The cells that the winner needs, whatever happens elsewhere, if that is known.
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
    pub fn new(
        analysis: &Analysis<W>,
        options: &MonteCarloOptions,
        evaluator: &mut Evaluator,
    ) -> Self {
        if let Some(decision) = analysis.decision() {
            return Self::decided(analysis, decision.winner, Some(decision.carrier));
        }
        let moves = analysis.consider();
        if moves.is_empty() {
            return Self::decided(analysis, !analysis.position().to_move(), None);
        }
        if options.network == 0.0 {
            return Self::by_circuits(analysis, options);
        }
        let Some(judgement) = evaluator.judge_look(analysis) else {
            return Self::by_circuits(analysis, options);
        };
        let mover = analysis.position().to_move();
        if options.network >= 1.0 {
            let moves = judgement.moves.iter();
            return Self {
                won: None,
                carrier: None,
                for_black: Self::value(&judgement, mover),
                moves: moves
                    .map(|&(cell, prior)| (cell, fraction(prior)))
                    .collect(),
                filled_board: filled_board(analysis),
            };
        }
        let mut evaluation = Self::by_circuits(analysis, options);
        evaluation.mix_network_in(&judgement, mover, options.network);
        evaluation
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

    /// The value by the resistance of the circuits, the priors by the power through the cells.
    fn by_circuits(analysis: &Analysis<W>, options: &MonteCarloOptions) -> Self {
        let resistance = analysis.resistance();
        let mut moves: Vec<(Cell, f64)> = analysis
            .consider()
            .iter()
            .map(|cell| (cell, resistance.power(cell)))
            .collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let raise = |power: f64| (0..options.prior_power).fold(1.0, |all, _| all * power) + 1e-9;
        let sum: f64 = moves.iter().map(|&(_, power)| raise(power)).sum();
        let tempo = match analysis.position().to_move() {
            Colour::Black => options.tempo,
            Colour::White => -options.tempo,
        };
        let score = resistance.score().clamp(-100.0, 100.0) + tempo;
        Self {
            won: None,
            carrier: None,
            for_black: rounded(1.0 / (1.0 + (-options.steepness * score).exp())) as f32,
            moves: moves
                .into_iter()
                .map(|(cell, power)| (cell, (raise(power) / sum) as f32))
                .collect(),
            filled_board: filled_board(analysis),
        }
    }

    /// Lets the network make this share of the value and the priors.
    fn mix_network_in(&mut self, judgement: &Judgement, mover: Colour, share: f32) {
        let other = Self::value(judgement, mover);
        self.for_black += share * (other - self.for_black);
        for (cell, prior) in &mut self.moves {
            let other = judgement.moves.iter().find(|(known, _)| known == cell);
            let other = other.map_or(0.0, |&(_, prior)| fraction(prior));
            *prior += share * (other - *prior);
        }
        self.scale_priors(|_| 1.0);
    }

    /// The probability that Black wins, by the network.
    fn value(judgement: &Judgement, mover: Colour) -> f32 {
        match mover {
            Colour::Black => fraction(judgement.chance),
            Colour::White => 1.0 - fraction(judgement.chance),
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

/// A number of the network as a fraction of one.
fn fraction(number: u16) -> f32 {
    f32::from(number) / f32::from(WHOLE)
}

/// A number without its last digits, which may differ between machines.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
