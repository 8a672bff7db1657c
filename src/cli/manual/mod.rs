//! `mustplay manual [TOPIC]`: the built-in manual.
//!
//! Its pages are Markdown files next to the code they describe, see [`PAGES`]. On a terminal they
//! are shown in a pager, otherwise printed.

mod page;
mod plain;

pub use page::{PAGES, PARTS, Page};

use crate::cli::answer::answer;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap_complete::Shell;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// The arguments of `mustplay manual`.
#[derive(clap::Args, Clone, Debug)]
pub struct ManualArguments {
    /// Page to show; without it, the table of contents
    #[arg(value_name = "TOPIC", value_parser = topics(), hide_possible_values = true, ignore_case = true)]
    pub topic: Option<String>,

    /// Print shell completions: mustplay manual --completions bash >
    /// ~/.local/share/bash-completion/completions/mustplay
    #[arg(long, value_name = "SHELL", conflicts_with = "topic")]
    pub completions: Option<Shell>,

    /// Print a man page with all subcommands
    #[arg(long, conflicts_with_all = ["topic", "completions"])]
    pub man: bool,
}

/// The topics, for usage errors: clap lists them and suggests those that are close.
fn topics() -> PossibleValuesParser {
    PAGES
        .iter()
        .map(|page| PossibleValue::new(page.topic).help(page.about))
        .collect::<Vec<_>>()
        .into()
}

/// The contents: all topics, by part.
fn contents() -> String {
    let mut text = String::from("Type mustplay manual TOPIC to read a page.\n");
    for part in PARTS {
        text.extend(["\n", part, ":\n"]);
        let pages = PAGES.iter().filter(|page| page.part == part);
        text.extend(pages.map(|page| format!("  {:<13} {}\n", page.topic, page.about)));
    }
    text
}

/// The man page of a command, followed by those of its subcommands.
fn man(command: &clap::Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let shown = |below: &&clap::Command| !below.is_hide_set() && below.get_name() != "help";
    for below in command.get_subcommands().filter(shown) {
        // One page has one title.
        let text = String::from_utf8(man(below)?)?;
        let lines = text.lines();
        let kept = lines.filter(|line| !line.starts_with(".TH ") && !line.starts_with(".ie "));
        page.extend(kept.flat_map(|line| [line.as_bytes(), b"\n"].concat()));
    }
    Ok(page)
}

/// Shows a page, or the contents; `program` is the command line of the program.
pub fn run(options: &ManualArguments, program: &mut clap::Command) -> Result<()> {
    if let Some(shell) = options.completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, program, "mustplay", &mut text);
        return answer(&String::from_utf8(text)?);
    }
    if options.man {
        program.build();
        return answer(&String::from_utf8(man(program)?)?);
    }
    let page = options.topic.as_deref().and_then(page::named);
    let text = page.map_or_else(contents, plain::text);
    if io::stdout().is_terminal() && paged(&text) {
        return Ok(());
    }
    answer(&text)
}

/// Shows the text in `$PAGER`, or in less; false if there is none.
fn paged(text: &str) -> bool {
    let asked = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = asked.split_whitespace();
    let Some(program) = words.next() else {
        return false;
    };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Text that fits the screen is shown and stays, as git configures less.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    if let Some(mut stdin) = child.stdin.take() {
        // A reader who leaves the pager before the end closes the pipe.
        let _ = stdin.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
