//! The settings of the server: where it listens and whom it answers.

use rand::TryRng;
use rand::rngs::SysRng;
use std::fmt::Write as _;
use std::io;
use std::net::IpAddr;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServeSettings {
    /// The addresses to listen on; those after the first may fail.
    pub addresses: Vec<IpAddr>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The token that every request must carry.
    pub token: Option<String>,
    /// Accepted host names besides `localhost` and addresses.
    pub hosts: Vec<String>,
    /// The number of parallel searches.
    pub searches: usize,
    /// The megabytes for all searches together.
    pub memory: usize,
}

/// A token that cannot be guessed.
pub fn fresh_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    let filled = SysRng.try_fill_bytes(&mut bytes);
    filled
        .map_err(|why| io::Error::other(format!("the system provides no random numbers: {why}")))?;
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}
