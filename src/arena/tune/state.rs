//! The file of a tuning, `mustplay-tune/1`: a header with the player, the parameters and the rules,
//! then a line for each iteration. The results are what counts: the values follow from them, and a
//! file in which they do not is refused.

use super::plan::Tuning;
use crate::arena::ArenaError;
use crate::arena::line_file::{LineFile, LineKind};
use crate::arena::openings;
use crate::arena::record::difference;
use crate::base::hash::checksum;
use crate::hex::record::check_format;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The format of the file.
const FORMAT: &str = "mustplay-tune/1";

/// The first line: what must be the same when a tuning goes on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct TuningHeader {
    format: String,
    player: String,
    parameters: Vec<ParameterHeader>,
    iterations: usize,
    pairs: usize,
    rate: f64,
    width: usize,
    height: usize,
    time: String,
    nodes: Option<u64>,
    seed: u64,
    openings: usize,
    openings_hash: String,
}

/// A parameter as the header has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct ParameterHeader {
    name: String,
    start: f64,
    min: f64,
    max: f64,
    step: f64,
    log: bool,
}

/// A finished iteration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct IterationRecord {
    /// Its number, from 1.
    pub iteration: usize,
    /// Of each pair of games, the wins of θ + c δ less those of θ - c δ.
    pub results: Vec<i32>,
    /// How many games were lost by a fault.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub faults: usize,
    /// The values after it, in the order of the parameters, as they would be played.
    pub values: Vec<f64>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl TuningHeader {
    fn new(tuning: &Tuning) -> Self {
        let plan = &tuning.plan;
        let text = openings::write(&plan.openings);
        let parameter = |one: &super::TunedParameter| {
            let [min, max] = one.range();
            ParameterHeader {
                name: one.key().to_owned(),
                start: one.start(),
                min,
                max,
                step: one.step(),
                log: one.is_logarithmic(),
            }
        };
        Self {
            format: FORMAT.to_owned(),
            player: plan.player.clone(),
            parameters: tuning.parameters().iter().map(parameter).collect(),
            iterations: plan.iterations,
            pairs: plan.pairs,
            rate: plan.rate,
            width: plan.rules.size.width(),
            height: plan.rules.size.height(),
            time: plan.rules.time.to_string(),
            nodes: plan.rules.nodes,
            seed: plan.seed,
            openings: plan.openings.len(),
            openings_hash: format!("{:016x}", checksum(text.as_bytes())),
        }
    }
}

/// Opens the file of a tuning, or begins it; the iterations that are there.
pub fn open(path: &Path, tuning: &Tuning) -> Result<(LineFile, Vec<IterationRecord>), ArenaError> {
    let kind = LineKind {
        format: FORMAT,
        other: "is not a file of mustplay tune",
        busy: "another tuning is writing to this file",
        filled: None,
    };
    let header = TuningHeader::new(tuning);
    LineFile::open(path, &kind, &header, |text| read(path, text, &header))
}

/// The iterations in the text of a file.
fn read(
    path: &Path,
    text: &[u8],
    header: &TuningHeader,
) -> Result<Vec<IterationRecord>, ArenaError> {
    let mut iterations = Vec::new();
    let lines = text.split(|&byte| byte == b'\n');
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
        let wrong = |why: String| ArenaError::file(path, format!("line {}: {why}", number + 1));
        if number == 0 {
            let found: TuningHeader =
                serde_json::from_slice(line).map_err(|why| wrong(why.to_string()))?;
            check_format(&found.format, FORMAT).map_err(|why| wrong(why.to_string()))?;
            if let Some((name, there, here)) = difference(&found, header) {
                return Err(wrong(format!(
                    "another tuning: {name} is {there}, not {here}"
                )));
            }
            continue;
        }
        let iteration: IterationRecord =
            serde_json::from_slice(line).map_err(|why| wrong(why.to_string()))?;
        let known = |&result: &i32| [-2, 0, 2].contains(&result);
        let sound = iteration.results.len() == header.pairs && iteration.results.iter().all(known);
        if iteration.iteration != number || number > header.iterations || !sound {
            return Err(wrong(format!("expected iteration {number}")));
        }
        iterations.push(iteration);
    }
    Ok(iterations)
}
