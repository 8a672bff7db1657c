//! `mustplay bench --late`: in how many late positions players keep a proved win. Each position is
//! played by a fresh player without the earlier game.

use crate::base::jobs;
use crate::cli::answer::answer;
use crate::cli::files;
use crate::hex::Game;
use crate::hex::Move;
use crate::hex::SwapRight;
use crate::player::{self, MoveRequest, PlayerOptions};
use crate::teach::puzzle::late::{self, LatePosition};
use crate::think::{Budget, NoObserver, Score};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a player did in one position.
struct Played {
    keeps: bool,
    /// Whether it claims a proved win, and a proved loss.
    claims: [bool; 2],
    time: Duration,
    /// The solver's positions among them.
    solving: Duration,
}

fn play(options: &PlayerOptions, late: &LatePosition, time: Duration) -> Played {
    let mut player = player::make(options);
    let game = Game::from_board(late.board);
    let request = MoveRequest {
        game: &game,
        colour: game.to_move(),
        swap: SwapRight::None,
        budget: Budget {
            time: Some(time),
            ..options.budget()
        },
        observer: &NoObserver,
    };
    let start = Instant::now();
    let played = player.choose(&request);
    let time = start.elapsed();
    let report = player.report();
    let value = report.and_then(|report| report.value);
    Played {
        keeps: matches!(played, Move::Place(cell) if late.wins(cell)),
        claims: [Score::is_won, Score::is_lost].map(|claims| value.is_some_and(claims)),
        time,
        solving: report.map_or(Duration::ZERO, |report| report.solving),
    }
}

/// Prints a row for each player and for each win it throws away.
pub fn run(file: &Path, names: &[String], time: Duration, jobs: usize) -> Result<()> {
    let recipes = names.iter().map(|name| player::parse(name));
    let recipes: Vec<PlayerOptions> = recipes.collect::<Result<_, _>>()?;
    let cannot = || format!("cannot read {}", file.display());
    let positions = late::read(&files::text(file)?).with_context(cannot)?;
    answer(&format!(
        "{:>9} {:>9} {:>6} {:>6} {:>8} {:>6}  player\n",
        "positions", "wins kept", "proved", "wrong", "s/move", "solver"
    ))?;
    for (name, options) in names.iter().zip(&recipes) {
        let play = |late: &LatePosition| play(options, late, time);
        let played: Vec<Played> = jobs::with(jobs, || positions.par_iter().map(play).collect());
        let count = |is: &dyn Fn(&Played) -> bool| played.iter().filter(|one| is(one)).count();
        let wrong = |one: &Played| one.claims[1] || (one.claims[0] && !one.keeps);
        let sum = |time: &dyn Fn(&Played) -> Duration| -> f64 {
            played.iter().map(|one| time(one).as_secs_f64()).sum()
        };
        let times = sum(&|one| one.time);
        let lost: Vec<String> = (1..)
            .zip(&played)
            .filter(|(_, one)| !one.keeps)
            .map(|(number, _)| number.to_string())
            .collect();
        answer(&format!(
            "{:9} {:9} {:6} {:6} {:8.3} {:5.0}%  {name}\n",
            played.len(),
            count(&|one| one.keeps),
            count(&|one| one.claims[0]),
            count(&wrong),
            times / played.len().max(1) as f64,
            100.0 * sum(&|one| one.solving) / times.max(1e-9),
        ))?;
        if !lost.is_empty() {
            answer(&format!("  thrown away: {}\n", lost.join(" ")))?;
        }
    }
    Ok(())
}
