//! `mustplay learn categories`: the costs of SEX search from games.

use super::{fit_line, gathered, played};
use crate::arena::record::GameRecord;
use crate::at_width;
use crate::cli::{answer::answer, files};
use crate::hex::BoardSize;
use crate::knowledge::analysis::Recipe;
use crate::papers::engines::queenbee::Costs;
use crate::papers::experiments::queenbee::learning::{Learned, Tests, Trial, learn, trials};
use anyhow::Result;
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct CategoriesArguments {
    /// Games written by `mustplay match --out`, on boards of any size
    #[arg(long, value_name = "FILE.jsonl", required = true, num_args = 1..)]
    games: Vec<PathBuf>,

    /// Output file for the costs
    #[arg(long, value_name = "FILE.txt")]
    out: PathBuf,

    /// Nodes per Queenbee search that looks for a drop in value
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: u64,

    /// Smallest drop in value to use, in steps to an edge
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    drop: f64,

    /// Nodes per search with connections that finds the right move
    #[arg(long, value_name = "N", default_value_t = 100)]
    deep: u64,

    /// Solver nodes to prove whether the move wins; 0 for no proof
    #[arg(long, value_name = "N", default_value_t = 100)]
    proof: u64,

    /// Rounds of fitting the strengths
    #[arg(long, value_name = "N", default_value_t = 100)]
    rounds: usize,

    /// Occurrences a category needs to get its own cost
    #[arg(long, value_name = "N", default_value_t = 20)]
    least: usize,
}

/// Learns the costs.
pub(super) fn run(options: &CategoriesArguments) -> Result<()> {
    let take = |record: &GameRecord, size| at_width!(size, W => taken::<W>(record, size, options));
    let (sets, games) = gathered(&options.games, take)?;
    let [learned, held] = &sets;
    let kinds = [0, 1].map(|kind| learn([learned, held], kind, [options.rounds, options.least]));
    let mut text = format!(
        "# Costs of moves in SEX search, by `mustplay learn categories`: {} positions of {games} \
         games, and {} held out.\n",
        learned.len(),
        held.len()
    );
    for (name, found) in ["badness", "tension"].iter().zip(&kinds) {
        let line = fit_line(name, &found.fit);
        answer(&format!("{line}\n"))?;
        let _ = writeln!(text, "# {line}");
        let plies = found.costs.iter().map(|&cost| f64::from(cost) / 100.0);
        let plies: Vec<String> = plies.map(|plies| plies.to_string()).collect();
        let set = format!("sex_category={name},sex_weights=given,sex_costs=");
        answer(&format!("{set}{}\n", plies.join("/")))?;
    }
    text.push_str(&written(&kinds));
    files::write(&options.out, text)
}

/// The costs as text, with the counts behind them.
fn written([badness, tension]: &[Learned; 2]) -> String {
    let mut costs = Costs::REDUCTIONS;
    costs.badness.copy_from_slice(&badness.costs);
    costs.tension.copy_from_slice(&tension.costs);
    costs.text(|kind, place| {
        let found = if kind == "badness" { badness } else { tension };
        let (strength, [there, right]) = found.strengths[place];
        format!("strength {strength:.4}, {right} right of {there}")
    })
}

/// The samples of a game.
fn taken<const W: usize>(
    record: &GameRecord,
    size: BoardSize,
    options: &CategoriesArguments,
) -> Result<Vec<Trial>> {
    let (start, cells) = played::<W>(record, size)?;
    let tests = Tests {
        nodes: options.nodes,
        drop: options.drop,
        deep: options.deep,
        proof: options.proof,
        analysis_options: Recipe::Quick.options(),
    };
    Ok(trials(&cells, start, record.opening, tests))
}
