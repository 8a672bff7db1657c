//! Data that is compiled into the program: weights, books, openings, positions of the papers. It is
//! right, or the program is wrong: a fault in it ends what asks for it, and a test reads every
//! file. Files that a user gives are another matter: their readers return errors.

use std::fmt::Display;

/// What was read from a file of the program; panics if that failed.
pub fn checked<T, E: Display>(file: &str, read: Result<T, E>) -> T {
    read.unwrap_or_else(|why| panic!("the shipped file {file} is damaged: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "the shipped file weights.txt is damaged: line 3")]
    fn damage_shows() {
        checked("weights.txt", Err::<(), _>("line 3"));
    }
}
