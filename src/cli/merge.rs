//! `mustplay merge FILE…`: merges the files of several runs of `mustplay solve`.

use super::solution::{self, Solution};
use super::{answer::answer, files};
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;

/// The arguments of `mustplay merge`.
#[derive(clap::Args, Clone, Debug)]
pub struct MergeArguments {
    /// Files written by `mustplay solve --out`
    #[arg(value_name = "FILE.jsonl", required = true)]
    pub files: Vec<PathBuf>,

    /// Print a map with the winner of each opening instead of the lines
    #[arg(long)]
    pub map: bool,

    /// Print the map as a HexWiki hexboard
    #[arg(long, requires = "map")]
    pub hexboard: bool,

    /// Draw the map to this file
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}

/// Merges the files.
pub fn run(options: &MergeArguments) -> Result<()> {
    let mut merged: Vec<Solution> = Vec::new();
    for path in &options.files {
        let name = path.display();
        let text = files::text(path)?;
        for found in solution::read(&text).with_context(|| format!("cannot read {name}"))? {
            add(&mut merged, found)?;
        }
    }
    let mut sizes = merged.iter().map(|one| one.position.size());
    let size = sizes.next().transpose()?;
    ensure!(
        !(options.map || options.svg.is_some()) || sizes.all(|other| other.ok() == size),
        "a map is of one board, but these solutions are of boards of different sizes"
    );
    if let (Some(path), Some(size)) = (&options.svg, size) {
        files::write(path, solution::picture(size, &merged))?;
    }
    let text = match size {
        Some(size) if options.hexboard => solution::wiki_map(size, &merged),
        Some(size) if options.map => solution::map(size, &merged),
        _ => merged.iter().map(|one| line(one) + "\n").collect(),
    };
    answer(&text)
}

/// A solution as a line of JSON.
pub fn line(solution: &Solution) -> String {
    serde_json::json!(solution).to_string()
}

/// Adds a solution; of two of the same position, the one that says more stays.
fn add(merged: &mut Vec<Solution>, found: Solution) -> Result<()> {
    let Some(known) = merged.iter_mut().find(|known| known.is_of(&found)) else {
        merged.push(found);
        return Ok(());
    };
    match (&known.winner, &found.winner) {
        (Some(one), Some(other)) if one != other => {
            bail!(
                "contradictory results for {}: won by {one} and by {other}",
                known.id
            )
        }
        _ if says(&found) > says(known) => *known = found,
        _ => {}
    }
    Ok(())
}

/// How much a solution says: who wins, in how many moves, or in how many at least.
fn says(solution: &Solution) -> (bool, bool, Option<usize>) {
    let is_exact = solution.shortest.is_some();
    (solution.winner.is_some(), is_exact, solution.at_least)
}
