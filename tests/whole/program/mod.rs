//! The program as a whole: the command line, all board sizes, passes, and misbehaving clients.

mod command_line;
mod hostile;
mod limits;
mod passes;
mod robustness;
mod sizes;
mod soak;
