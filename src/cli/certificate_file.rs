//! Writes certificates.

use super::files;
use crate::base::gzip;
use anyhow::Result;
use std::path::Path;

/// Writes a certificate to a file, compressed if its name ends in `.gz`.
pub fn write(path: &Path, mut bytes: Vec<u8>) -> Result<()> {
    bytes.push(b'\n');
    if path.extension().is_some_and(|kind| kind == "gz") {
        bytes = gzip::compress(&bytes)?;
    }
    files::write(path, bytes)
}
