//! The program as a whole: the command line, all sizes of boards, passes, and clients that
//! misbehave.

mod command_line;
mod passes;
mod robustness;
mod sizes;
mod soak;
