//! `mustplay page`: the page as files, with its engine in the browser.

use super::answer::answer;
use crate::web::{Site, write_site};
use anyhow::Result;
use std::path::PathBuf;

/// The arguments of `mustplay page`.
#[derive(clap::Args, Clone, Debug)]
pub struct PageArguments {
    /// Folder to write, new or empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Write a package of npm instead, for other pages and for programs of node
    #[arg(long)]
    pub package: bool,

    /// Folder with modules that tests/wasm/build has made [default: those of this program]
    #[arg(long, value_name = "DIR")]
    pub modules: Option<PathBuf>,
}

/// Writes the page, and lists its files.
pub fn run(options: &PageArguments) -> Result<()> {
    let site = if options.package {
        Site::Package
    } else {
        Site::Page
    };
    let written = write_site(site, &options.out, options.modules.as_deref())?;
    answer(&written.to_string())
}
