//! Finds the best move of a position. Arguments: board size, seconds to think, moves so far.
//!
//! ```sh
//! cargo run --release --example best_move -- 5 1 c2 b3 b4
//! ```

use mustplay::hex::Game;
use mustplay::player::{Engine, PlayerOptions};
use mustplay::think::{Budget, NoObserver, Score};
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("best_move: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let [size, seconds, moves @ ..] = arguments else {
        return Err("usage: best_move SIZE SECONDS MOVE...".into());
    };
    let mut game = Game::new(size.parse()?);
    for name in moves {
        let wrong = |why: &dyn Error| format!("{name}: {why}");
        let cell = game.size().read(name).map_err(|why| wrong(&why))?;
        game.place(game.to_move(), cell)
            .map_err(|why| wrong(&why))?;
    }
    let budget = Budget::time(Duration::try_from_secs_f64(seconds.parse()?)?);
    let mut engine = Engine::new(&PlayerOptions::default())?;
    let report = engine.think(&game, budget, &NoObserver);
    let best = report.best.ok_or("the game is over")?;
    let rate = report.win_rate().ok_or("there was no time to think")?;
    let is_proved = report.value.is_some_and(Score::is_proved);
    Ok(format!(
        "{} wins {:.0}%, {}\nexpected: {}\n{} positions\n",
        game.size().name(best),
        100.0 * rate,
        if is_proved { "proved" } else { "estimated" },
        game.size().names(report.pv.iter().copied()),
        report.nodes
    ))
}

#[test]
fn white_must_play_c3() {
    let arguments = ["5", "1", "c2", "b3", "b4"].map(str::to_owned);
    let text = run(&arguments).expect("a move");
    assert!(text.starts_with("c3 wins 100%, proved\n"), "{text}");
}
