//! Weights of moves, learned from games ([`super::learn()`]), as text: a line for each feature,
//! `KIND NUMBER WEIGHT`, the number in hexadecimal; `#` begins a comment. The kinds are those of
//! [`KINDS`], whose weights are multiplied, and `play`, the patterns of neighbours in playouts,
//! which are used alone. A feature without a line weighs 1.

use super::{Features, KINDS, NEAR, fold};
use crate::base::shipped::checked;
use crate::papers::engines::montecarlo::playout::PlayoutPolicy;
use std::collections::HashMap;
use std::sync::LazyLock;
use thiserror::Error;

/// The kind of the weights in playouts, as files name it.
pub(super) const PLAYOUT_KIND: &str = "play";

/// Learned weights.
#[derive(Clone, Debug, Default)]
pub struct PatternWeights {
    playout: HashMap<u32, f32>,
    kinds: [HashMap<u32, f32>; KINDS.len()],
}

/// A line that is not a weight.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {0} is not a weight")]
pub struct BadWeight(usize);

impl PatternWeights {
    /// The weights shipped with the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<PatternWeights> = LazyLock::new(|| {
            let text = include_str!("../../../../../positions/learned/patterns.txt");
            checked("positions/learned/patterns.txt", PatternWeights::read(text))
        });
        &SHIPPED
    }

    /// Reads weights.
    pub fn read(text: &str) -> Result<Self, BadWeight> {
        let mut all = Self::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            if line.trim().is_empty() {
                continue;
            }
            all.take(line).ok_or(BadWeight(number + 1))?;
        }
        Ok(all)
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_whitespace();
        let (kind, number, weight) = (words.next()?, words.next()?, words.next()?);
        let number = u32::from_str_radix(number, 16).ok()?;
        let weight = weight.parse::<f32>().ok()?;
        if words.next().is_some() || !(weight.is_finite() && weight > 0.0) {
            return None;
        }
        let weights = if kind == PLAYOUT_KIND {
            &mut self.playout
        } else {
            let place = KINDS.iter().position(|&name| name == kind)?;
            &mut self.kinds[place]
        };
        weights.insert(number, weight);
        Some(())
    }

    /// The number of weights.
    pub fn len(&self) -> usize {
        let kinds = self.kinds.iter().map(HashMap::len);
        self.playout.len() + kinds.sum::<usize>()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The weight of a move with these features.
    pub fn weight(&self, features: &Features) -> f32 {
        let pairs = self.kinds.iter().zip(features);
        let weights = pairs.map(|(kind, feature)| kind.get(feature).copied().unwrap_or(1.0));
        weights.product()
    }

    /// The policy of playouts.
    pub fn policy(&self) -> PlayoutPolicy {
        PlayoutPolicy::new(|mover, code| {
            let folded = fold(code & NEAR, mover);
            f64::from(self.playout.get(&folded).copied().unwrap_or(1.0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_and_multiply() {
        let weights =
            PatternWeights::read("# none\nnear a 2 # two\nline 3 0.25\n\nplay 0 5\n").unwrap();
        assert_eq!(weights.len(), 3);
        assert!((weights.weight(&[10, 7, 0, 0, 3]) - 0.5).abs() < 1e-6);
        assert!((weights.weight(&[11, 7, 0, 0, 4]) - 1.0).abs() < 1e-6);
        for wrong in [
            "near a",
            "near x 1",
            "far a 1",
            "near a 0",
            "near a 1 2",
            "near a NaN",
        ] {
            let text = format!("play 0 1\n{wrong}");
            assert_eq!(
                PatternWeights::read(&text).unwrap_err(),
                BadWeight(2),
                "{wrong}"
            );
        }
    }

    #[test]
    fn shipped_weights_are_read() {
        assert!(PatternWeights::shipped().len() > 500);
    }
}
