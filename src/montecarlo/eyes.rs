//! A look at a position for the tree: decided, or the moves that are left with their priors, and
//! how it stands.
//!
//! Looks follow the search from line to line: what a line has in common with the last one stays as
//! it is.

use super::options::MonteCarloOptions;
use crate::analysis::Analysis;
use crate::board::{Cell, CellSet, Colour};
use crate::network::{Network, Planes};
use std::collections::HashMap;

/// What is seen at a position.
#[derive(Clone, Debug)]
pub struct Sight<const W: usize> {
    /// Whether the side to move wins, if that is known.
    pub won: Option<bool>,
    /// The chance of Black to win, by the network and by resistance.
    pub for_black: f32,
    /// The moves worth considering, with how likely each is to be the best, the likeliest first: by
    /// the network, and by its share of the power.
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

/// How many eyes there are on 11x11 after few looks, and after how many there is one more, up to
/// twice as many. One takes some four megabytes there, and the making of it as long as five moves.
const FEW: usize = 12;
const MORE: usize = 32;

/// The fewest on large boards, where one takes tens of megabytes.
const LEAST: usize = 3;

/// What it costs to take a move back, where a move played costs 1: that is soon done, but who
/// stands far out is needed there.
const BACK: f32 = 1.0;

/// From what cost on there is a new eye, if there may be.
const FAR: f32 = 2.0;

/// A look somewhere in the tree.
pub struct Eye<const W: usize> {
    look: Analysis<W>,
    played: Vec<Cell>,
}

impl<const W: usize> Eye<W> {
    /// One that is on the root.
    pub fn new(look: Analysis<W>) -> Self {
        Self {
            look,
            played: Vec::new(),
        }
    }

    fn common(&self, line: &[Cell]) -> usize {
        let pairs = self.played.iter().zip(line);
        pairs.take_while(|(a, b)| a == b).count()
    }

    /// What it costs to go to the end of a line.
    fn cost(&self, line: &[Cell]) -> f32 {
        let common = self.common(line);
        (line.len() - common) as f32 + BACK * (self.played.len() - common) as f32
    }

    /// What is seen at the end of a line.
    pub fn at(&mut self, line: &[Cell], options: &MonteCarloOptions) -> Sight<W> {
        let common = self.common(line);
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

/// Eyes that wait for somebody who needs them, each where the search was, so that the nearest has
/// few moves to make.
pub struct Eyes<const W: usize> {
    idle: Vec<Eye<W>>,
    /// How many there are, those in use included.
    all: usize,
    few: usize,
    /// How often somebody asked.
    asked: usize,
}

impl<const W: usize> Eyes<W> {
    /// No eyes yet for boards of so many cells.
    pub fn new(cells: usize) -> Self {
        Self {
            idle: Vec::new(),
            all: 0,
            few: (FEW * 121 * 121 / (cells * cells)).clamp(LEAST, FEW),
            asked: 0,
        }
    }

    /// Lets all go.
    pub fn clear(&mut self) {
        self.idle.clear();
        (self.all, self.asked) = (0, 0);
    }

    /// The nearest to the end of a line; `None` if there had better be a new one.
    pub fn take(&mut self, line: &[Cell]) -> Option<Eye<W>> {
        self.asked += 1;
        let costs = self.idle.iter().map(|eye| eye.cost(line)).enumerate();
        let nearest = costs.min_by(|a, b| a.1.total_cmp(&b.1));
        let most = (self.few + self.asked / MORE).min(2 * self.few);
        match nearest {
            Some((place, cost)) if cost < FAR || self.all >= most => {
                Some(self.idle.swap_remove(place))
            }
            _ => {
                self.all += 1;
                None
            }
        }
    }

    /// Takes one back.
    pub fn give(&mut self, eye: Eye<W>) {
        self.idle.push(eye);
    }
}

/// What a look sees.
pub fn seen<const W: usize>(look: &Analysis<W>, options: &MonteCarloOptions) -> Sight<W> {
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
    // Rounded, so that nothing hangs on the last digits.
    let rounded = |number: f64| (number * 1e6).round() / 1e6;
    let mut moves: Vec<(Cell, f64)> = look
        .consider()
        .iter()
        .map(|cell| (cell, resistance.power(cell)))
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
    let mut sight = Sight {
        won: None,
        for_black: rounded(1.0 / (1.0 + (-options.steepness * score).exp())) as f32,
        moves: moves
            .into_iter()
            .map(|(cell, power)| (cell, (raise(power) / all) as f32))
            .collect(),
        view,
    };
    if options.network > 0.0 {
        let thought = Network::shipped().think(&Planes::new(look, &resistance));
        let for_black = match mover {
            Colour::Black => thought.chance,
            Colour::White => 1.0 - thought.chance,
        };
        sight.for_black += options.network * (for_black - sight.for_black);
        let priors: HashMap<Cell, f32> = thought.moves.into_iter().collect();
        for (cell, prior) in &mut sight.moves {
            let other = priors.get(cell).copied().unwrap_or_default();
            *prior += options.network * (other - *prior);
        }
        sight.weigh(|_| 1.0);
    }
    sight
}
