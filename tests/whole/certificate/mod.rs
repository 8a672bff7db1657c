//! Proofs that are checked without the engine.

mod checker;
mod second_checker;
mod walk;
