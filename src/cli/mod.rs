//! What the program does from the command line, one file a subcommand. Files in and out, exit codes:
//! 0 done, 1 a file or claim fails, 2 wrong usage.

pub mod gtp;
pub mod show;
