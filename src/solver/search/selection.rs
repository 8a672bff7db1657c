//! Which move of an open node is searched next, and what its numbers are by those of its moves.

use crate::hex::Cell;
use crate::solver::{INFINITE, ProofNumbers};

/// Where a position lies in the table, and whether it lies there turned.
#[derive(Clone, Copy)]
pub struct TableKey {
    pub hash: u64,
    pub turned: bool,
}

/// A move.
pub struct Child {
    pub cell: Cell,
    pub key: TableKey,
    pub numbers: ProofNumbers,
}

/// The move to search next, and the numbers of its node.
pub struct SelectedChild {
    pub best: usize,
    /// The numbers of the node.
    pub numbers: ProofNumbers,
    /// The part of its disproof number that the other moves add.
    pub beside: u32,
    /// The proof number that the second best would give it.
    pub next: u32,
}

/// The move of which least is left to prove. Beside the hardest to refute each counts for so many,
/// or all add up.
pub fn select(children: &[Child], siblings: u32) -> SelectedChild {
    let (mut best, mut proof, mut next) = (0, INFINITE, INFINITE);
    for (index, child) in children.iter().enumerate() {
        let number = child.numbers.disproof;
        if number < proof {
            next = proof;
            (best, proof) = (index, number);
        } else {
            next = next.min(number);
        }
    }
    let refutations = children.iter().map(|child| child.numbers.proof);
    let (disproof, beside) = if siblings == 0 {
        let all = refutations.fold(0, u32::saturating_add).min(INFINITE - 1);
        (all, all - children[best].numbers.proof)
    } else {
        let beside = siblings.saturating_mul(children.len() as u32 - 1);
        let hardest = refutations.max().unwrap_or(0);
        (hardest.saturating_add(beside).min(INFINITE - 1), beside)
    };
    SelectedChild {
        best,
        numbers: ProofNumbers::new(proof, disproof),
        beside,
        next,
    }
}
