//! Certificates: proofs that can be checked without the engine.

mod checker;
mod second_checker;
mod walk;
