//! `mustplay guard`: not for people. A match starts it, see [`crate::arena::guard`].

use crate::arena::guard;
use std::io;

/// Stands guard until the match is gone.
pub fn run() {
    guard::stand(io::stdin().lock());
}
