//! What the rules were applied to, counted: for experiments on how connections grow.

/// One combination of the semis of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combination {
    /// The semis that went in.
    pub semis: usize,
    /// The fulls that there were in the end, old and new.
    pub fulls: usize,
    /// How many times the semis-combiner called itself (Pawlewicz et al. 2014, Algorithm 2).
    pub calls: u64,
}

/// How often the rules were applied since the first build.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleCounts {
    /// Pairs of fulls that the AND rule joined, whether anything came of it or not.
    pub ands: u64,
    /// Sets of semis that the OR rule joined.
    pub ors: u64,
    /// Every combination of semis; `None` unless they are asked for.
    pub combinations: Option<Vec<Combination>>,
}
