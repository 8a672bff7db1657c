//! A node of the tree, and the depth that remains below it.

/// A ply, in the unit in which depth is counted.
pub const PLY: i32 = 100;

/// The depth that remains to be searched below a node, in hundredths of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemainingDepth {
    /// For the side to move at the root and for the other; both are the same unless each side has
    /// a budget of its own.
    pub plies: [i32; 2],
    /// The badness that moves may have; 0 unless the selection bounds the badness of whole lines.
    pub breadth: u32,
}

impl RemainingDepth {
    /// The same depth for both sides.
    pub fn plies(plies: i32) -> Self {
        Self {
            plies: [plies; 2],
            breadth: 0,
        }
    }

    /// The depth after a move that costs this much to both sides.
    #[must_use]
    pub fn less(self, cost: i32) -> Self {
        Self {
            plies: self.plies.map(|plies| (plies - cost).max(0)),
            ..self
        }
    }

    /// Whether a search of this depth includes a search of the other.
    pub fn covers(self, other: Self) -> bool {
        self.plies[0] >= other.plies[0]
            && self.plies[1] >= other.plies[1]
            && self.breadth >= other.breadth
    }

    /// A number by which table entries are replaced: the lowest first.
    pub fn priority(self) -> i64 {
        i64::from(self.plies[0]) + i64::from(self.plies[1]) + i64::from(self.breadth)
    }
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// The depth that remains.
    pub depth: RemainingDepth,
    /// The iteration that the search is in.
    pub iteration: u32,
}

impl Node {
    /// The root.
    pub fn root(depth: RemainingDepth, iteration: u32) -> Self {
        Self {
            ply: 0,
            depth,
            iteration,
        }
    }

    /// A child with this depth.
    #[must_use]
    pub fn child(self, depth: RemainingDepth) -> Self {
        Self {
            ply: self.ply + 1,
            depth,
            ..self
        }
    }
}
