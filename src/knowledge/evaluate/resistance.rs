//! The total resistance of a circuit between the two edges, and where its current flows
//! (Anshelevich 2002, §5).
//!
//! One edge is held at potential 1, the other at 0; Kirchhoff's laws give a linear system for the
//! nodes between. It is symmetric and positive definite once the nodes that no edge feeds are left
//! out. Since links are short, a row of its Cholesky factor begins near the diagonal, so only the
//! **envelope** of each row is kept and computed: exact to rounding, in a direct solution that
//! costs a tenth of a dense one on 11x11.
//!
//! All is done in a fixed order without fused operations, so that results are the same on all
//! machines.

use super::circuit::Circuit;
use super::options::EvaluationOptions;
use crate::hex::{Cell, Chains, Colour, End};
use crate::knowledge::connect::Connections;

/// A solved circuit.
#[derive(Clone, Debug)]
pub struct CircuitSolution {
    /// The total resistance: infinite if no path joins the edges, 0 if stones do.
    pub resistance: f64,
    /// The potential of each node, 1 at the first edge, 0 at the second; 0 where no edge feeds it.
    pub potentials: Vec<f64>,
    /// The power that each node's links dissipate together, if there is 1 between the edges.
    pub energy: Vec<f64>,
}

impl CircuitSolution {
    /// Solves a circuit.
    pub fn new(circuit: &Circuit) -> Self {
        let count = circuit.nodes.len();
        let mut solution = Self {
            resistance: 0.0,
            potentials: vec![0.0; count],
            energy: vec![0.0; count],
        };
        if circuit.joined {
            return solution;
        }
        let mut system = Envelope::new(circuit);
        solution.potentials[count - 2] = 1.0;
        system.factor();
        let solved = system.solve();
        solution.potentials[..solved.len()].copy_from_slice(&solved);
        solution.flow(circuit);
        solution
    }

    /// Current and energy, from the potentials.
    fn flow(&mut self, circuit: &Circuit) {
        let source = circuit.nodes.len() - 2;
        let mut current = 0.0;
        for link in &circuit.links {
            let (a, b) = (usize::from(link.a), usize::from(link.b));
            let fall = self.potentials[a] - self.potentials[b];
            let power = fall * fall * link.conductance;
            self.energy[a] += power;
            self.energy[b] += power;
            if a == source || b == source {
                current += fall.abs() * link.conductance;
            }
        }
        // Where the edges are cut off from each other, rounding may leave a trace of a current.
        self.resistance = if current > TRACE {
            1.0 / current
        } else {
            f64::INFINITY
        };
    }
}

/// A current that rounding leaves: a way through all cells of the largest board carries more than
/// a thousandth.
const TRACE: f64 = 1e-9;

/// Both circuits of a position, solved.
#[derive(Clone, Debug)]
pub struct Resistance {
    total: [f64; 2],
    energy: [Vec<f64>; 2],
}

impl Resistance {
    /// The resistance for both colours; with the connections of both, if they are to make links.
    pub fn new<const W: usize>(
        chains: &Chains<W>,
        connections: Option<[&Connections<W>; 2]>,
        options: EvaluationOptions,
    ) -> Self {
        let cells = chains.size().cells();
        let mut total = [0.0; 2];
        let mut energy = [vec![0.0; cells], vec![0.0; cells]];
        for colour in Colour::ALL {
            let own = connections.map(|both| both[colour.index()]);
            let circuit = Circuit::new(chains, colour, own, options);
            let solution = CircuitSolution::new(&circuit);
            total[colour.index()] = solution.resistance;
            for (end, power) in circuit.nodes.iter().zip(solution.energy) {
                if let Some(cell) = end
                    .as_cell(chains.size())
                    .filter(|&cell| chains.lead(End::cell(cell)).is_none())
                {
                    energy[colour.index()][cell.index()] = power;
                }
            }
        }
        Self { total, energy }
    }

    /// The total resistance of a colour's circuit.
    pub fn total(&self, colour: Colour) -> f64 {
        self.total[colour.index()]
    }

    /// ln(R of White / R of Black), E of the paper with its sign turned: the higher, the better for
    /// Black. Infinite if a side has joined its edges, or cannot any more.
    pub fn score(&self) -> f64 {
        let [black, white] = self.total;
        if black == 0.0 || white.is_infinite() {
            f64::INFINITY
        } else if white == 0.0 || black.is_infinite() {
            f64::NEG_INFINITY
        } else {
            (white / black).ln()
        }
    }

    /// The power that the links of an empty cell dissipate in a colour's circuit, with 1 between
    /// its edges.
    pub fn energy(&self, colour: Colour, cell: Cell) -> f64 {
        self.energy[colour.index()][cell.index()]
    }

    /// An empty cell's share of all power in a colour's circuit; 0 if no path joins its edges.
    pub fn share(&self, colour: Colour, cell: Cell) -> f64 {
        // At 1 between the edges all power together is one over the total resistance.
        let share = self.energy(colour, cell) * self.total(colour);
        if share.is_finite() { share } else { 0.0 }
    }

    /// An empty cell's shares of the power in both circuits together: the more, the more depends on
    /// the cell. Rounded, so that no order hangs on the last digits.
    pub fn power(&self, cell: Cell) -> f64 {
        let shares = Colour::ALL.map(|colour| self.share(colour, cell));
        (shares.iter().sum::<f64>() * 1e6).round() / 1e6
    }
}

/// A symmetric matrix of which each row is kept from its first entry to the diagonal.
struct Envelope {
    /// The column in which each row begins.
    first: Vec<usize>,
    /// Where each row begins in `entries`.
    start: Vec<usize>,
    entries: Vec<f64>,
    /// The right-hand side.
    feed: Vec<f64>,
}

impl Envelope {
    /// The system of the nodes between the edges: all but the last two.
    fn new(circuit: &Circuit) -> Self {
        let count = circuit.nodes.len() - 2;
        let mut first: Vec<usize> = (0..count).collect();
        for link in &circuit.links {
            let (low, high) = (link.a.min(link.b).into(), usize::from(link.a.max(link.b)));
            if high < count {
                first[high] = first[high].min(low);
            }
        }
        let mut start = Vec::with_capacity(count);
        let mut length = 0;
        for (row, &first) in first.iter().enumerate() {
            start.push(length);
            length += row + 1 - first;
        }
        let mut made = Self {
            feed: vec![0.0; count],
            first,
            start,
            entries: vec![0.0; length],
        };
        let mut diagonal = vec![0.0; count + 2];
        for link in &circuit.links {
            let (low, high) = (
                usize::from(link.a.min(link.b)),
                usize::from(link.a.max(link.b)),
            );
            diagonal[low] += link.conductance;
            diagonal[high] += link.conductance;
            if high < count {
                *made.at(high, low) -= link.conductance;
            } else if high == count && low < count {
                made.feed[low] += link.conductance;
            }
        }
        for (row, sum) in diagonal.into_iter().take(count).enumerate() {
            *made.at(row, row) = sum;
        }
        made
    }

    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[self.start[row] + column - self.first[row]]
    }

    /// Puts the Cholesky factor in the matrix's place, the diagonal as one over what it is: column
    /// by column, taking from the rows below what the column accounts for. No step waits for the
    /// one before, as sums along a row would.
    fn factor(&mut self) {
        let count = self.first.len();
        let mut column = vec![0.0; count];
        for k in 0..count {
            let pivot = self.at(k, k);
            *pivot = 1.0 / pivot.sqrt();
            let scale = *pivot;
            let mut last = k;
            for (i, entry) in column.iter_mut().enumerate().skip(k + 1) {
                *entry = 0.0;
                if self.first[i] <= k {
                    let own = &mut self.entries[self.start[i] + k - self.first[i]];
                    *own *= scale;
                    *entry = *own;
                    last = i;
                }
            }
            for i in k + 1..=last {
                if self.first[i] <= k {
                    let from = self.start[i] + k - self.first[i];
                    let row = &mut self.entries[from..=from + i - k];
                    let factor = row[0];
                    for (entry, other) in row[1..].iter_mut().zip(&column[k + 1..=i]) {
                        *entry -= factor * other;
                    }
                }
            }
        }
    }

    /// The solution, once factored.
    fn solve(&self) -> Vec<f64> {
        let mut x = self.feed.clone();
        for i in 0..x.len() {
            let row = &self.entries[self.start[i]..];
            let (left, diagonal) = (&row[..i - self.first[i]], row[i - self.first[i]]);
            x[i] = (x[i] - dot(left, &x[self.first[i]..i])) * diagonal;
        }
        for i in (0..x.len()).rev() {
            let row = &self.entries[self.start[i]..];
            x[i] *= row[i - self.first[i]];
            let value = x[i];
            let left = &row[..i - self.first[i]];
            for (x, entry) in x[self.first[i]..i].iter_mut().zip(left) {
                *x -= value * entry;
            }
        }
        x
    }
}

/// The dot product, in eight SIMD lanes.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    let (a_blocks, b_blocks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest = a_blocks.remainder().iter().zip(b_blocks.remainder());
    let tail: f64 = rest.map(|(a, b)| a * b).sum();
    for (a, b) in a_blocks.zip(b_blocks) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum::<f64>() + tail
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Position;
    use crate::position;

    #[test]
    fn a_side_that_is_cut_off_adds_no_power() {
        let cut: Position<1> = position! { 3 x 3:
            . B .
             . B .
              . . .
        };
        let cell = cut.size().read("b3").unwrap();
        let power = |position: &Position<1>| {
            let found = Resistance::new(&Chains::new(position), None, EvaluationOptions::default());
            let shares = Colour::ALL.map(|colour| found.share(colour, cell));
            (shares, found.total(Colour::White), found.power(cell))
        };
        let ([black, white], total, both) = power(&cut);
        assert!(black > 0.0 && white > 0.0 && total.is_finite());
        assert!((black + white - both).abs() < 1e-6);
        let mut joined = cut;
        joined.place(Colour::Black, cut.size().read("a3").unwrap());
        let ([_, white], total, both) = power(&joined);
        assert!(white == 0.0 && total.is_infinite() && both.is_finite());
    }
}
