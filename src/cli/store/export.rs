//! Exports facts, solutions and certificates from a store, and imports facts.

use super::access::StoreArguments;
use super::status::proofs;
use crate::at_width;
use crate::base::gzip;
use crate::certificate::Certificate;
use crate::cli::answer::answer;
use crate::cli::interrupt::{Interrupt, Watch};
use crate::cli::solve::store::known_solution;
use crate::cli::{claim_file, files};
use crate::cluster::check::{NotConfirmed, certified};
use crate::cluster::facts::{self, FactBook, StoredFact};
use crate::cluster::proof::{Root, WidePosition};
use crate::cluster::{Store, StoreFault};
use crate::hex::{BoardSize, Colour};
use crate::solver::{Fact, JobSolver, ProveOptions};
use crate::think::Limits;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::PathBuf;

/// The arguments of `mustplay store export`.
#[derive(clap::Args, Clone, Debug)]
pub struct ExportArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Replace this file by all facts, one line of JSON each, as solve --claims reads them
    #[arg(long, value_name = "FILE.jsonl", required_unless_present_any = ["solutions", "certificates"])]
    claims: Option<PathBuf>,

    /// Replace this file by all solutions, one line of JSON each, as solve --out writes them
    #[arg(long, value_name = "FILE.jsonl")]
    solutions: Option<PathBuf>,

    /// Write a compressed certificate of each solved position to this folder
    #[arg(long, value_name = "FOLDER")]
    certificates: Option<PathBuf>,
}

/// The arguments of `mustplay store import`.
#[derive(clap::Args, Clone, Debug)]
pub struct ImportArguments {
    /// File of facts
    #[arg(value_name = "FILE.jsonl")]
    file: PathBuf,

    #[command(flatten)]
    store: StoreArguments,
}

/// The facts of a board.
fn facts_of(store: &mut Store, size: BoardSize) -> Result<Vec<StoredFact>, StoreFault> {
    store.read(|tx| FactBook::default().pull(tx, size))
}

/// Writes the requested files.
pub fn export(arguments: &ExportArguments) -> Result<()> {
    let mut store = arguments.store.read()?;
    if let Some(path) = &arguments.claims {
        let all = store.read(facts::all)?;
        let lines = all.iter().map(|claim| serde_json::to_string(&claim.record));
        let lines = lines.collect::<serde_json::Result<Vec<String>>>()?;
        files::write(path, lines.join("\n") + "\n")?;
        answer(&format!("{}: {} facts\n", path.display(), all.len()))?;
    }
    let proofs = proofs(&mut store)?;
    if let Some(path) = &arguments.solutions {
        let mut text = String::new();
        for root in proofs.iter().flat_map(|(_, roots)| roots) {
            let solution = known_solution(root);
            text.push_str(&serde_json::to_string(&solution)?);
            text.push('\n');
        }
        files::write(path, text)?;
    }
    if let Some(folder) = &arguments.certificates {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for (size, roots) in &proofs {
            let facts = facts_of(&mut store, *size)?;
            certificates(*size, &Answered::all(roots), &facts, |one, certificate| {
                let certificate = certificate.with_context(|| one.name.clone())?;
                let name = format!("{}.json.gz", one.name.replace([' ', '/'], "-"));
                let bytes = gzip::compress(&serde_json::to_vec(&certificate)?)?;
                files::write(&folder.join(&name), bytes)?;
                answer(&format!("{name}: {} claims\n", certificate.nodes.len()))
            })?;
        }
    }
    Ok(())
}

/// A position with its winner according to the store.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: WidePosition,
    /// The winner.
    pub winner: Colour,
}

impl Answered {
    /// All solved positions.
    pub fn all(roots: &[Root]) -> Vec<Self> {
        let solved = roots.iter().filter_map(|root| {
            Some(Self {
                name: root.name.clone(),
                position: root.position,
                winner: root.winner?,
            })
        });
        solved.collect()
    }
}

/// Certificates of positions of a board, starting from facts of the store. Each is checked and
/// passed to `keep`.
pub fn certificates(
    size: BoardSize,
    solved: &[Answered],
    facts: &[StoredFact],
    mut keep: impl FnMut(&Answered, Result<Certificate, NotConfirmed>) -> Result<()>,
) -> Result<()> {
    let interrupt = Interrupt::listen();
    let watch = Watch {
        interrupt,
        until: None,
        show: &|_| {},
    };
    at_width!(size, W => {
        let solver = JobSolver::<W>::new(size, ProveOptions::default());
        for stored in facts {
            solver.believe(&stored.fact);
        }
        let solver = solver.into_solver();
        for one in solved {
            let position = one.position.resize::<W>();
            let made = certified(&position, one.winner, &solver, Limits::default(), &watch);
            if interrupt.is_pressed() {
                bail!("stopped before everything was certified");
            }
            keep(one, made)?;
        }
        Ok(())
    })
}

/// Reads facts into a store, which is created if necessary.
pub fn import(arguments: &ImportArguments) -> Result<()> {
    let path = &arguments.file;
    let records = claim_file::read(&files::text(path)?)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let mut found = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let fact = Fact::read(record);
        found.push(fact.with_context(|| format!("claim {} of the file", number + 1))?);
    }
    let mut store = arguments.store.open(true)?;
    store.write(|tx| facts::keep(tx, &found, None))?;
    answer(&format!("{} facts\n", found.len()))
}
