//! Readers of option values that several subcommands share. An error names what is expected.

use crate::base::parameter::Options;
use crate::hex::BoardSize;
use crate::solver::ProveOptions;
use std::time::Duration;

/// Options of the solver: as they were given, and their values.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    pub text: String,
    pub values: ProveOptions,
}

/// The size of a board with connections, such as 11 or 9x7.
pub fn size(text: &str) -> Result<BoardSize, String> {
    let size = text.parse::<BoardSize>().map_err(|why| why.to_string())?;
    size.with_connections().map_err(|why| why.to_string())
}

/// Options of the solver, such as hash=1000,threads=2; none in an empty text.
pub fn solver_options(text: &str) -> Result<SolverOptions, String> {
    let mut values = ProveOptions::default();
    if !text.is_empty() {
        values.set_all(text).map_err(|why| why.to_string())?;
    }
    let text = text.to_owned();
    Ok(SolverOptions { text, values })
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|seconds| (0.0..=1e6).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "seconds from 0 to 1000000".to_owned())
}

/// A time in seconds that is not 0.
pub fn some_seconds(text: &str) -> Result<Duration, String> {
    let time = seconds(text).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| "seconds above 0, up to 1000000".to_owned())
}

/// A fraction from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a fraction from 0 to 1".to_owned())
}

/// The number of parallel jobs.
pub fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok();
    number
        .filter(|jobs| (1..=1024).contains(jobs))
        .ok_or_else(|| "a number from 1 to 1024".to_owned())
}

/// A number of things, at least one.
pub fn count(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok();
    number
        .filter(|&number| number > 0)
        .ok_or_else(|| "a number from 1".to_owned())
}

/// An even number of games.
pub fn games(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok();
    number
        .filter(|&games| games > 0 && games.is_multiple_of(2) && games <= 1 << 32)
        .ok_or_else(|| "an even number: each opening is played with both colours".to_owned())
}
