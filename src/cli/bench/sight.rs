//! `mustplay bench --players`: the depth that players reach in a given time, on the empty 11x11
//! board and in three positions of Pawlewicz et al. 2014, Table II.

use crate::cli::answer::answer;
use crate::hex::BoardSize;
use crate::hex::Game;
use crate::hex::SwapRight;
use crate::papers::experiments::fastvc::table2;
use crate::player::{self, MoveReport, MoveRequest, PlayerOptions};
use crate::think::{Budget, NoObserver};
use anyhow::Result;
use std::time::{Duration, Instant};

/// The positions of Table II.
const GAMES: [&str; 3] = ["game-3", "game-5", "game-6"];

/// The positions, each with its name.
fn positions() -> Result<Vec<(String, Game)>> {
    let mut positions = vec![("empty".to_owned(), Game::new(BoardSize::square(11)?))];
    for start in table2() {
        if GAMES.contains(&start.name.as_str()) {
            let mut game = Game::new(start.size);
            for cell in start.moves {
                game.place(game.to_move(), cell)?;
            }
            positions.push((start.name, game));
        }
    }
    Ok(positions)
}

/// The report of a player's search, and how far it exceeded its time.
struct TimedReport {
    report: MoveReport,
    late: Duration,
}

fn search(options: &PlayerOptions, game: &Game, time: Duration) -> TimedReport {
    let mut player = player::make(options);
    let request = MoveRequest {
        game,
        colour: game.to_move(),
        swap: SwapRight::None,
        budget: Budget {
            time: Some(time),
            ..options.budget()
        },
        observer: &NoObserver,
    };
    let start = Instant::now();
    let _ = player.choose(&request);
    TimedReport {
        late: start.elapsed().saturating_sub(time),
        report: player.report().cloned().unwrap_or_default(),
    }
}

/// Prints a row for every player in every position.
pub fn run(names: &[String], time: Duration) -> Result<()> {
    let recipes = names.iter().map(|name| player::parse(name));
    let recipes: Vec<PlayerOptions> = recipes.collect::<Result<_, _>>()?;
    answer(&format!(
        "{:12} {:8} {:>5} {:>9} {:>11} {:>11} {:>8}  move and score\n",
        "player", "position", "depth", "nodes", "evaluations", "a second", "late ms"
    ))?;
    let positions = positions()?;
    for (name, options) in names.iter().zip(&recipes) {
        for (place, game) in &positions {
            let TimedReport { report, late } = search(options, game, time);
            let best = report.pv.first().map(|&cell| game.size().name(cell));
            let rate = report.evaluations as f64 / report.time.as_secs_f64().max(1e-9);
            answer(&format!(
                "{name:12} {place:8} {:5} {:9} {:11} {rate:11.0} {:8.1}  {} {}\n",
                report.depth,
                report.nodes,
                report.evaluations,
                late.as_secs_f64() * 1000.0,
                best.as_deref().unwrap_or("-"),
                report.score.as_deref().unwrap_or("no search"),
            ))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_four_and_open() {
        let positions = positions().unwrap();
        assert_eq!(positions.len(), 4);
        for (name, game) in positions {
            assert!(game.board().winner().is_none(), "{name}");
        }
    }

    #[test]
    fn a_search_counts_its_nodes() {
        // No analysis decides it.
        let game = Game::new(BoardSize::square(9).unwrap());
        let options = player::parse("mustplay:max_nodes=20").unwrap();
        let search = search(&options, &game, Duration::from_mins(1));
        assert!(search.report.nodes > 0 && search.late == Duration::ZERO);
    }
}
