//! `mustplay guard`, which a match starts: see [`crate::arena::guard`].

use crate::arena::guard;
use std::io;

/// Runs the guard until the match ends.
pub fn run() {
    guard::stand(io::stdin().lock());
}
