//! Judges positions.

use super::kernel::InstructionSet;
use super::quantised::{Activity, Quantised};
use super::{Frame, Input, Judgement, View, write, write_looks};
use crate::hex::{Cell, CellSet, Position};
use crate::knowledge::analysis::Analysis;
use std::sync::Arc;

/// A network with the room that it works in: one for each thread.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Quantised>,
    set: InstructionSet,
    activity: Activity,
    logits: Vec<(Cell, f32)>,
}

impl Evaluator {
    /// An evaluator with the fastest instructions of this machine.
    pub fn new(network: Arc<Quantised>) -> Self {
        Self::with_set(network, InstructionSet::best())
    }

    /// An evaluator with these instructions.
    pub fn with_set(network: Arc<Quantised>, set: InstructionSet) -> Self {
        Self {
            network,
            set,
            activity: Activity::default(),
            logits: Vec::new(),
        }
    }

    /// The instructions that it runs with.
    pub fn instructions(&self) -> InstructionSet {
        self.set
    }

    /// The network.
    pub fn network(&self) -> &Quantised {
        &self.network
    }

    /// Judges a position for the side to move by a network that reads stones alone.
    pub fn judge<const W: usize>(&mut self, position: &Position<W>) -> Judgement {
        let view = self.run(position);
        self.said(view, position.empty())
    }

    /// Judges an analysed position, which is not decided, and its moves worth considering by a
    /// network that reads analyses of this recipe; `None` from any other network.
    pub fn judge_look<const W: usize>(&mut self, analysis: &Analysis<W>) -> Option<Judgement> {
        let recipe = analysis.recipe()?;
        if self.network.shape().input() != Input::Analysis(recipe) {
            return None;
        }
        let view = write_looks(analysis, &mut self.activity.planes);
        self.network
            .forward(self.set, view.frame(), &mut self.activity);
        Some(self.said(view, analysis.consider()))
    }

    /// What the network says of these cells.
    fn said<const W: usize>(&mut self, view: View, cells: CellSet<W>) -> Judgement {
        let weights = self.network.weights();
        let policy = &weights.free[weights.layout().heads[0].clone()];
        let frame = view.frame();
        self.logits.clear();
        for cell in cells {
            let place = frame.cells()[view.seen(cell).index()];
            self.logits
                .push((cell, said(policy, &self.activity.features, place)));
        }
        Judgement::new(self.win(), &self.logits)
    }

    /// The probability that the side to move owns each cell in the end: that the cell is in
    /// its winning chain.
    pub fn owners<const W: usize>(&mut self, position: &Position<W>) -> Vec<f32> {
        let view = self.run(position);
        let weights = self.network.weights();
        let owner = &weights.free[weights.layout().heads[3].clone()];
        let bias = weights.free[weights.layout().owner_bias.start];
        let owned = |cell| {
            let place = view.frame().cells()[view.seen(cell).index()];
            let logit = said(owner, &self.activity.features, place) + bias;
            1.0 / (1.0 + libm::expf(-logit))
        };
        position.size().all().map(owned).collect()
    }

    /// What the network says of planes that were written before: the logits of moves to these
    /// cells of the view, and that of a win.
    pub fn logits(&mut self, frame: &Frame, planes: &[u8], cells: &[usize]) -> (Vec<f32>, f32) {
        self.activity.planes.clear();
        self.activity.planes.extend(planes);
        self.network.forward(self.set, frame, &mut self.activity);
        let weights = self.network.weights();
        let policy = &weights.free[weights.layout().heads[0].clone()];
        let logit = |&cell: &usize| said(policy, &self.activity.features, frame.cells()[cell]);
        (cells.iter().map(logit).collect(), self.win())
    }

    fn run<const W: usize>(&mut self, position: &Position<W>) -> View {
        let view = write(position, &mut self.activity.planes);
        self.network
            .forward(self.set, view.frame(), &mut self.activity);
        view
    }

    /// The logit of a win.
    fn win(&self) -> f32 {
        let weights = self.network.weights();
        let (layout, free) = (weights.layout(), &weights.free);
        let mut hidden = free[layout.hidden_bias.clone()].to_vec();
        let rows = free[layout.hidden.clone()].chunks(hidden.len());
        for (&number, row) in self.activity.summary.iter().zip(rows) {
            for (sum, weight) in hidden.iter_mut().zip(row) {
                *sum += number * weight;
            }
        }
        let last = hidden.iter().zip(&free[layout.value.clone()]);
        let sum: f32 = last.map(|(number, weight)| number.max(0.0) * weight).sum();
        sum + free[layout.value_bias.start]
    }
}

/// What a head says of the features of a place.
fn said(head: &[f32], features: &[f32], place: usize) -> f32 {
    let half = head.len();
    let (first, second) = features[place * 2 * half..][..2 * half].split_at(half);
    let pairs = first.iter().zip(second);
    let mut sums = [0.0_f32; 8];
    for (index, ((one, twin), weight)) in pairs.zip(head).enumerate() {
        sums[index % 8] += (one.max(0.0) + twin.max(0.0)) * weight;
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix64;
    use crate::hex::{BoardSize, Colour};
    use crate::knowledge::analysis::Recipe;
    use crate::network::{Full, Input, Weights, float};

    /// A network whose heads say much.
    pub fn network(shape: &str) -> Weights {
        let mut weights = Weights::random(shape.parse().unwrap(), 3);
        let mut random = SplitMix64::new(8);
        let layout = weights.layout().clone();
        let pools = layout
            .convolutions
            .iter()
            .filter_map(|one| one.pool.clone());
        let biases = layout.convolutions.iter().map(|one| one.bias.clone());
        for range in pools.chain(biases).chain([layout.hidden_bias.clone()]) {
            for weight in &mut weights.free[range] {
                *weight = (0.1 * random.normal()) as f32;
            }
        }
        weights
    }

    fn filled(size: BoardSize, seed: u64) -> Position<6> {
        let mut random = SplitMix64::new(seed);
        let mut position = Position::new(size);
        for cell in size.all() {
            match random.below(4) {
                0 => position.place(Colour::Black, cell),
                1 => position.place(Colour::White, cell),
                _ => {}
            }
        }
        position
    }

    #[test]
    fn turned_and_reflected_positions_are_judged_alike() {
        let network = Arc::new(Quantised::new(&network("32x2")));
        for (seed, text) in ["3", "5x4", "7", "11", "9x13", "19"]
            .into_iter()
            .enumerate()
        {
            let size: BoardSize = text.parse().unwrap();
            let position = filled(size, seed as u64);
            let said = InstructionSet::all().into_iter().map(|set| {
                let mut evaluator = Evaluator::with_set(network.clone(), set);
                let said = evaluator.judge(&position);
                let turned = evaluator.judge(&position.rotated());
                let reflected = evaluator.judge(&position.reflected());
                assert_eq!((said.value, said.value), (turned.value, reflected.value));
                for &(cell, prior) in &said.moves {
                    assert!(turned.moves.contains(&(size.rotate(cell), prior)));
                    assert!(reflected.moves.contains(&(size.reflect(cell), prior)));
                }
                said
            });
            let said: Vec<Judgement> = said.collect();
            assert!(said.iter().all(|one| *one == said[0]), "{size}");
            assert!(said[0].moves.len() < 2 || said[0].moves[0].1 > said[0].moves[1].1);
        }
    }

    #[test]
    fn looks_and_looks_turned_are_judged_alike() {
        let network = Arc::new(Quantised::new(&network("32x2+quick")));
        let mut evaluator = Evaluator::new(network);
        let size = BoardSize::new(7, 6).unwrap();
        let mut position = Position::<1>::new(size);
        for name in ["c3", "d4", "e2", "b5", "f3"] {
            position.play(size.read(name).unwrap());
        }
        let other = Analysis::new(&position, Recipe::Thorough.options());
        assert_eq!(evaluator.judge_look(&other), None);
        let analysis = Analysis::new(&position, Recipe::Quick.options());
        let said = evaluator.judge_look(&analysis).unwrap();
        let cells: Vec<Cell> = said.moves.iter().map(|&(cell, _)| cell).collect();
        assert_eq!(cells.len(), analysis.consider().len());
        let mut planes = Vec::new();
        let view = write_looks(&analysis, &mut planes);
        let input = Input::Analysis(Recipe::Quick);
        let mut turned = planes.clone();
        let places = planes.chunks(input.planes()).rev();
        for (place, turned) in places.zip(turned.chunks_mut(input.planes())) {
            for (plane, &number) in place.iter().enumerate() {
                turned[input.twin(plane)] = number;
            }
        }
        assert_ne!(planes, turned);
        evaluator.activity.planes = turned;
        let (set, network) = (evaluator.set, Arc::clone(&evaluator.network));
        network.forward(set, view.frame(), &mut evaluator.activity);
        let consider = analysis.consider().iter();
        let turned: CellSet<1> = consider.map(|cell| size.rotate(cell)).collect();
        let other = evaluator.said(view, turned);
        assert_eq!(said.value, other.value);
        for (cell, prior) in said.moves {
            assert!(other.moves.contains(&(size.rotate(cell), prior)));
        }
    }

    #[test]
    fn eight_bits_say_what_floating_point_says() {
        let mut weights = network("64x3");
        let full = Full::new(&weights);
        let size = BoardSize::square(9).unwrap();
        let positions: Vec<_> = (0..8).map(|seed| filled(size, seed)).collect();
        weights.ranges.fill(1e-3);
        for position in &positions {
            let mut planes = Vec::new();
            let view = write(position, &mut planes);
            let tape = float::forward(
                InstructionSet::best(),
                &weights,
                &full,
                (view.frame(), &planes),
            );
            for (range, numbers) in weights.ranges.iter_mut().zip(&tape.inputs[1..]) {
                *range = numbers.iter().fold(*range, |a, &b| a.max(b));
            }
        }
        let mut evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
        for position in &positions {
            let said = evaluator.judge(position);
            let mut planes = Vec::new();
            let view = write(position, &mut planes);
            let tape = float::forward(
                InstructionSet::best(),
                &weights,
                &full,
                (view.frame(), &planes),
            );
            let logits = position
                .empty()
                .iter()
                .map(|cell| (cell, tape.heads[0][view.seen(cell).index()]));
            let exact = Judgement::new(tape.value, &logits.collect::<Vec<_>>());
            assert!(
                (said.win() - exact.win()).abs() < 0.02,
                "{} {}",
                said.win(),
                exact.win()
            );
            for (cell, prior) in said.moves {
                let (_, other) = exact.moves.iter().find(|one| one.0 == cell).unwrap();
                let [one, other] = [prior, *other].map(f64::from);
                assert!((one - other).abs() < 0.1 * other + 20.0, "{one} {other}");
            }
            let owners = evaluator.owners(position);
            let seen = tape.heads[3][view.seen(Cell::new(7)).index()];
            assert!((owners[7] - 1.0 / (1.0 + (-seen).exp())).abs() < 0.05);
        }
    }
}
