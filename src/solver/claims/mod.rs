//! Claims: results that hold in many positions.
//!
//! A win with a carrier stays one wherever the stones that it needs stand and its cells are free.
//! `Claims` keeps those of a solver, in a `ClaimBank` for each winner; `Answers` keeps those of
//! positions that were asked for, from which others follow ([`Origin`]). The module
//! [`solver`](super) lists the types of a claim.

mod answers;
mod bank;
mod claim;
mod fact;
mod kept;
mod record;
mod winners;

pub use answers::{Answers, Origin, claims_of};
pub use claim::{Claim, Consequence, KeptClaim};
pub use fact::Fact;
pub use kept::Claims;
pub use record::{BadClaim, CLAIM_FORMAT, ClaimRecord, ClaimStore};
pub use winners::KnownWinners;
