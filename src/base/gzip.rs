//! Writes gzip files.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// A gzip file that holds these bytes.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
