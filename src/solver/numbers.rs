//! Proof numbers.

/// The number of what is impossible.
pub const INFINITE: u32 = u32::MAX;

/// A proof and a disproof number of the side to move: those of a position, or those at which its
/// search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// How many leaves would have to be proved, as far as is seen, for it to win; 0 if it does.
    pub proof: u32,
    /// The same for it to lose.
    pub disproof: u32,
}

impl ProofNumbers {
    /// Of an unsearched position.
    pub const NEW: Self = Self::new(1, 1);

    /// Thresholds that no open position reaches.
    pub const NEVER: Self = Self::new(INFINITE, INFINITE);

    /// These numbers.
    pub const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    /// Of a side to move that wins, or loses.
    pub const fn decided(wins: bool) -> Self {
        if wins {
            Self::new(0, INFINITE)
        } else {
            Self::new(INFINITE, 0)
        }
    }

    /// Whether the side to move wins, once that is known.
    pub fn wins(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The numbers of the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        Self::new(self.disproof, self.proof)
    }

    /// Whether the side to move is expected to lose: fewer leaves are left for that than for its win.
    pub fn expect_loss(self) -> bool {
        self.disproof < self.proof
    }

    /// The smaller one: the leaves that have to be decided at least.
    pub fn least(self) -> u32 {
        self.proof.min(self.disproof)
    }

    /// Whether one of these has reached its threshold.
    pub fn reach(self, thresholds: Self) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}
