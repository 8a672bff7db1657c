//! A file of claims, one per line: the results of one run of `mustplay solve`, with which the next
//! starts.

use super::ledger::Ledger;
use crate::hex::BoardSize;
use crate::solver::{ClaimRecord, ClaimStore};
use anyhow::{Context, Result};
use std::io;
use std::path::Path;

/// A file of claims, locked against other writers.
pub struct ClaimFile {
    known: Vec<ClaimRecord>,
    ledger: Ledger,
}

impl ClaimFile {
    /// Opens the file, or creates it.
    pub fn open(path: &Path) -> Result<Self> {
        let (known, ledger) = Ledger::open(path, read)?;
        Ok(Self { known, ledger })
    }
}

/// The claims of a file.
pub fn read(text: &str) -> Result<Vec<ClaimRecord>> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let claim = |(number, line)| {
        let claim = serde_json::from_str(line);
        claim.with_context(|| format!("line {} is not a claim", number + 1))
    };
    lines.map(claim).collect()
}

impl ClaimStore for ClaimFile {
    fn known(&mut self, size: BoardSize) -> io::Result<Vec<ClaimRecord>> {
        let (width, height) = (size.width(), size.height());
        let known = self.known.iter();
        Ok(known
            .filter(|claim| (claim.width, claim.height) == (width, height))
            .cloned()
            .collect())
    }

    fn keep(&mut self, claims: &[ClaimRecord]) -> io::Result<()> {
        let lines = claims.iter().map(serde_json::to_string);
        let lines = lines.collect::<serde_json::Result<Vec<String>>>()?;
        if lines.is_empty() {
            return Ok(());
        }
        self.ledger.add(&lines.join("\n")).map_err(io::Error::other)
    }
}
