//! An analysis that moves along lines of play from the base: what a line has in common with the
//! last one stays as it is.

use super::Analysis;
use crate::hex::Cell;

/// An analysis somewhere in the tree.
pub struct AnalysisCursor<const W: usize> {
    analysis: Analysis<W>,
    /// The moves from the base to it.
    line: Vec<Cell>,
}

impl<const W: usize> AnalysisCursor<W> {
    /// A cursor at the base.
    pub fn new(base: Analysis<W>) -> Self {
        Self {
            analysis: base,
            line: Vec::new(),
        }
    }

    /// How many moves it has in common with a line.
    fn common(&self, line: &[Cell]) -> usize {
        let pairs = self.line.iter().zip(line);
        pairs.take_while(|(a, b)| a == b).count()
    }

    /// The cost to go to the end of a line. To undo a move takes less time than to play one, but
    /// counts the same: a cursor far out is needed there.
    pub fn cost(&self, line: &[Cell]) -> usize {
        line.len() + self.line.len() - 2 * self.common(line)
    }

    /// The bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.analysis.bytes()
    }

    /// Goes to the end of a line; the analysis there.
    pub fn go_to(&mut self, line: &[Cell]) -> &Analysis<W> {
        let common = self.common(line);
        while self.line.len() > common {
            self.analysis.undo();
            self.line.pop();
        }
        for &cell in &line[common..] {
            self.analysis.play(cell);
            self.line.push(cell);
        }
        &self.analysis
    }
}
