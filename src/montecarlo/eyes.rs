//! A look at a position for the tree: decided, or the moves that are left with their priors, and how it stands.
//!
//! Looks follow the search from line to line: what a line has in common with the last one stays as it is.

use super::options::Options;
use crate::analysis::Analysis;
use crate::board::{Cell, CellSet, Colour};

/// What is seen at a position.
#[derive(Clone, Debug)]
pub struct Sight<const W: usize> {
    /// Whether the side to move wins, if that is known.
    pub won: Option<bool>,
    /// The chance of Black to win, by resistance.
    pub for_black: f32,
    /// The moves worth considering, those first through which most of the power flows, with their shares of all of it.
    pub moves: Vec<(Cell, f32)>,
    /// The stones of Black and White on the filled board.
    pub view: [CellSet<W>; 2],
}

impl<const W: usize> Sight<W> {
    /// Makes moves likelier by a factor each.
    pub fn weigh(&mut self, factor: impl Fn(Cell) -> f32) {
        for (cell, prior) in &mut self.moves {
            *prior *= factor(*cell);
        }
        let all: f32 = self.moves.iter().map(|&(_, prior)| prior).sum();
        for (_, prior) in &mut self.moves {
            *prior /= all;
        }
        self.moves
            .sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    }
}

/// Looks at positions along lines of play.
pub struct Eyes<const W: usize> {
    look: Analysis<W>,
    played: Vec<Cell>,
}

impl<const W: usize> Eyes<W> {
    /// Eyes that are on the root.
    pub fn new(look: Analysis<W>) -> Self {
        Self {
            look,
            played: Vec::new(),
        }
    }

    /// What is seen at the end of a line.
    pub fn at(&mut self, line: &[Cell], options: &Options) -> Sight<W> {
        let pairs = self.played.iter().zip(line);
        let common = pairs.take_while(|(a, b)| a == b).count();
        while self.played.len() > common {
            self.look.undo();
            self.played.pop();
        }
        for &cell in &line[common..] {
            self.look.play(cell);
            self.played.push(cell);
        }
        seen(&self.look, options)
    }
}

fn seen<const W: usize>(look: &Analysis<W>, options: &Options) -> Sight<W> {
    let mover = look.position().to_move();
    let view = Colour::ALL.map(|colour| look.board().stones(colour));
    let decided = |winner: Colour| Sight {
        won: Some(winner == mover),
        for_black: if winner == Colour::Black { 1.0 } else { 0.0 },
        moves: Vec::new(),
        view,
    };
    if let Some((winner, _)) = look.decided() {
        return decided(winner);
    }
    let resistance = look.resistance();
    let power = |cell| {
        let share = |colour| resistance.energy(colour, cell) * resistance.total(colour);
        let power: f64 = Colour::ALL.map(share).iter().sum();
        if power.is_finite() { power } else { 0.0 }
    };
    // Rounded, so that nothing hangs on the last digits.
    let rounded = |number: f64| (number * 1e6).round() / 1e6;
    let mut moves: Vec<(Cell, f64)> = look
        .consider()
        .iter()
        .map(|cell| (cell, rounded(power(cell))))
        .collect();
    if moves.is_empty() {
        return decided(!mover);
    }
    moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let raise = |power: f64| (0..options.sharpness).fold(1.0, |all, _| all * power) + 1e-9;
    let all: f64 = moves.iter().map(|&(_, power)| raise(power)).sum();
    let turn = match mover {
        Colour::Black => options.turn,
        Colour::White => -options.turn,
    };
    let score = resistance.score().clamp(-100.0, 100.0) + turn;
    Sight {
        won: None,
        for_black: rounded(1.0 / (1.0 + (-options.steepness * score).exp())) as f32,
        moves: moves
            .into_iter()
            .map(|(cell, power)| (cell, (raise(power) / all) as f32))
            .collect(),
        view,
    }
}
