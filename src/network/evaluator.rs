//! Evaluates positions.

use super::kernel::InstructionSet;
use super::quantised::{Activity, Quantised};
use super::{Frame, Input, Prediction, View, write, write_analysis_planes};
use crate::hex::{Cell, CellSet, Position};
use crate::knowledge::analysis::Analysis;
use std::sync::Arc;

/// A network with its working memory, one for each thread.
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

    /// Evaluates a position for the side to move with a network that reads stones alone.
    pub fn evaluate<const W: usize>(&mut self, position: &Position<W>) -> Prediction {
        let view = self.run(position);
        self.prediction(view, position.empty())
    }

    /// Evaluates an analysed position that is not decided, and its moves worth considering, with a
    /// network that reads analyses of this recipe; `None` for any other network.
    pub fn evaluate_analysis<const W: usize>(
        &mut self,
        analysis: &Analysis<W>,
    ) -> Option<Prediction> {
        let recipe = analysis.recipe()?;
        if self.network.shape().input() != Input::Analysis(recipe) {
            return None;
        }
        let view = write_analysis_planes(analysis, &mut self.activity.planes);
        self.network
            .forward(self.set, view.frame(), &mut self.activity);
        Some(self.prediction(view, analysis.consider()))
    }

    /// The prediction for these cells.
    fn prediction<const W: usize>(&mut self, view: View, cells: CellSet<W>) -> Prediction {
        let weights = self.network.weights();
        let policy = &weights.free[weights.layout().heads[0].clone()];
        let frame = view.frame();
        self.logits.clear();
        for cell in cells {
            let place = frame.cells()[view.seen(cell).index()];
            self.logits
                .push((cell, head_output(policy, &self.activity.features, place)));
        }
        Prediction::new(self.win(), &self.logits)
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
            let logit = head_output(owner, &self.activity.features, place) + bias;
            1.0 / (1.0 + libm::expf(-logit))
        };
        position.size().all().map(owned).collect()
    }

    /// Runs the network on these planes and returns the logits of moves to these cells of the view,
    /// and the logit of a win.
    pub fn logits(&mut self, frame: &Frame, planes: &[u8], cells: &[usize]) -> (Vec<f32>, f32) {
        self.activity.planes.clear();
        self.activity.planes.extend(planes);
        self.network.forward(self.set, frame, &mut self.activity);
        let weights = self.network.weights();
        let policy = &weights.free[weights.layout().heads[0].clone()];
        let logit =
            |&cell: &usize| head_output(policy, &self.activity.features, frame.cells()[cell]);
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

/// The output of a head for the features of a place.
fn head_output(head: &[f32], features: &[f32], place: usize) -> f32 {
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
    use crate::network::{Input, Weights, float};

    /// A network with large outputs.
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
    fn rotated_and_reflected_positions_get_the_same_prediction() {
        let network = Arc::new(Quantised::new(&network("32x2")));
        for (seed, text) in ["3", "5x4", "7", "11", "9x13", "19"]
            .into_iter()
            .enumerate()
        {
            let size: BoardSize = text.parse().unwrap();
            let position = filled(size, seed as u64);
            let prediction = InstructionSet::all().into_iter().map(|set| {
                let mut evaluator = Evaluator::with_set(network.clone(), set);
                let prediction = evaluator.evaluate(&position);
                let turned = evaluator.evaluate(&position.rotated());
                let reflected = evaluator.evaluate(&position.reflected());
                assert_eq!(
                    (prediction.value, prediction.value),
                    (turned.value, reflected.value)
                );
                for &(cell, prior) in &prediction.moves {
                    assert!(turned.moves.contains(&(size.rotate(cell), prior)));
                    assert!(reflected.moves.contains(&(size.reflect(cell), prior)));
                }
                prediction
            });
            let prediction: Vec<Prediction> = prediction.collect();
            assert!(prediction.iter().all(|one| *one == prediction[0]), "{size}");
            assert!(
                prediction[0].moves.len() < 2
                    || prediction[0].moves[0].1 > prediction[0].moves[1].1
            );
        }
    }

    #[test]
    fn rotated_analyses_get_the_same_prediction() {
        let network = Arc::new(Quantised::new(&network("32x2+quick")));
        let mut evaluator = Evaluator::new(network);
        let size = BoardSize::new(7, 6).unwrap();
        let mut position = Position::<1>::new(size);
        for name in ["c3", "d4", "e2", "b5", "f3"] {
            position.play(size.read(name).unwrap());
        }
        let other = Analysis::new(&position, Recipe::Thorough.options());
        assert_eq!(evaluator.evaluate_analysis(&other), None);
        let analysis = Analysis::new(&position, Recipe::Quick.options());
        let prediction = evaluator.evaluate_analysis(&analysis).unwrap();
        let cells: Vec<Cell> = prediction.moves.iter().map(|&(cell, _)| cell).collect();
        assert_eq!(cells.len(), analysis.consider().len());
        let mut planes = Vec::new();
        let view = write_analysis_planes(&analysis, &mut planes);
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
        let other = evaluator.prediction(view, turned);
        assert_eq!(prediction.value, other.value);
        for (cell, prior) in prediction.moves {
            assert!(other.moves.contains(&(size.rotate(cell), prior)));
        }
    }

    #[test]
    fn eight_bits_agree_with_floating_point() {
        let mut weights = network("64x3");
        let size = BoardSize::square(9).unwrap();
        let positions: Vec<_> = (0..8).map(|seed| filled(size, seed)).collect();
        weights.ranges.fill(1e-3);
        for position in &positions {
            let mut planes = Vec::new();
            let view = write(position, &mut planes);
            let board = (view.frame(), &planes[..]);
            let (_, record) = float::forward(InstructionSet::best(), &weights, board);
            for (index, range) in weights.ranges.iter_mut().enumerate() {
                *range = record.numbers(index + 1).fold(*range, f32::max);
            }
        }
        let mut evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
        for position in &positions {
            let prediction = evaluator.evaluate(position);
            let mut planes = Vec::new();
            let view = write(position, &mut planes);
            let board = (view.frame(), &planes[..]);
            let (tape, _) = float::forward(InstructionSet::best(), &weights, board);
            let logits = position
                .empty()
                .iter()
                .map(|cell| (cell, tape.heads[0][view.seen(cell).index()]));
            let exact = Prediction::new(tape.value, &logits.collect::<Vec<_>>());
            assert!(
                (prediction.win() - exact.win()).abs() < 0.02,
                "{} {}",
                prediction.win(),
                exact.win()
            );
            for (cell, prior) in prediction.moves {
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
