//! Claims: results that hold in many positions.
//!
//! A win with a carrier stays one wherever the stones that it needs stand and its cells are free.
//! One noun, at five places:
//!
//! - `Claim`: the winner, the side to move, the stones and the cells that it needs: what the search
//!   compares with positions;
//! - `KeptClaim`: a claim in the solver's memory (`Claims`, `ClaimBank`), with the position in which
//!   it was found, where its proof is found again;
//! - [`Fact`]: a claim that travels between solvers, whatever the width of their boards, with the
//!   work that it took;
//! - [`ClaimRecord`]: the text of a fact in a file or a [`ClaimStore`];
//! - `Answers`: the claims of positions that were asked for, from which others follow ([`Origin`]).
//!
//! The claims of a [certificate](crate::certificate) are another noun: statements about two ends.

mod answers;
mod bank;
mod claim;
mod fact;
mod kept;
mod record;

pub use answers::{Answers, Origin, claims_of};
pub use claim::{Claim, Consequence, KeptClaim};
pub use fact::Fact;
pub use kept::Claims;
pub use record::{BadClaim, CLAIM_FORMAT, ClaimRecord, ClaimStore};
