//! Files by name: an error names the file.

use crate::base::files;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The text of a file.
pub fn text(path: &Path) -> Result<String> {
    files::read_text(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The bytes of a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    files::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file, whole or not at all.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    files::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// An error if a file of this name cannot be written: long work finds that out before it begins.
pub fn check(path: &Path) -> Result<()> {
    files::check(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Creates a folder and its parents.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))
}
