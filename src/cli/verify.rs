//! `mustplay verify FILE`: checks a certificate.

use super::gzip;
use super::{answer::answer, files};
use crate::prove::{Certificate, check};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::time::Instant;

/// The most bytes that a compressed certificate may hold.
const LARGEST: usize = 1 << 30;

/// The arguments of `mustplay verify`.
#[derive(clap::Args, Clone, Debug)]
pub struct VerifyArguments {
    /// The certificate, which may be compressed (.gz)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Checks a certificate.
pub fn run(options: &VerifyArguments) -> Result<()> {
    let name = options.file.display();
    let mut bytes = files::bytes(&options.file)?;
    if gzip::is_gzip(&bytes) {
        let expanded = gzip::expand(&bytes, LARGEST);
        bytes = expanded.with_context(|| format!("cannot read {name}"))?;
    }
    let certificate: Certificate =
        serde_json::from_slice(&bytes).with_context(|| format!("{name} is no certificate"))?;
    let start = Instant::now();
    let checked = check(&certificate).with_context(|| format!("{name} proves nothing"))?;
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    let words = format!(
        "proved: {} wins, {} claims, checked in {milliseconds:.1} ms",
        checked.winner, checked.nodes
    );
    answer(&format!("{words}\n"))
}
