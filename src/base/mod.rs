//! What knows nothing of Hex.
//!
//! - [`parameter`]: options, each declared once, from which protocol, command line and help are
//!   made;
//! - [`files`]: files are written whole or not at all;
//! - [`gzip`]: compressed files;
//! - [`hash`], [`random`]: checksums and random numbers that are the same everywhere;
//! - [`instant`]: points in time, also where the host has the clock;
//! - [`interval`]: how certain a share is;
//! - [`jobs`]: independent pieces of work, several at a time;
//! - [`lock`]: locks that outlive a panic;
//! - [`memory`]: how much memory the machine can give;
//! - [`message`]: messages of libraries in plain words;
//! - [`spelling`]: which word was meant;
//! - [`shipped`]: data that is compiled into the program, checked when it is read;
//! - [`xorshift`]: random numbers for playouts.

pub mod files;
pub mod gzip;
pub mod hash;
pub mod instant;
pub mod interval;
pub mod jobs;
pub mod lock;
pub mod memory;
pub mod message;
pub mod parameter;
pub mod random;
pub mod shipped;
pub mod spelling;
pub mod xorshift;
