//! Proves the winner of a position, writes the proof to a file, and checks that file without the
//! engine. Arguments: file, board size, moves so far.
//!
//! ```sh
//! cargo run --release --example prove -- proof.json 4 d1
//! ```

use mustplay::certificate::check_text;
use mustplay::hex::Game;
use mustplay::solver::{ProveOptions, solver};
use mustplay::think::{Limits, NoObserver};
use std::error::Error;
use std::fs;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("prove: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let [file, size, moves @ ..] = arguments else {
        return Err("usage: prove FILE SIZE MOVE...".into());
    };
    let mut game = Game::new(size.parse()?);
    for name in moves {
        let wrong = |why: &dyn Error| format!("{name}: {why}");
        let cell = game.size().read(name).map_err(|why| wrong(&why))?;
        game.place(game.to_move(), cell)
            .map_err(|why| wrong(&why))?;
    }
    let mut solver = solver(game.size(), ProveOptions::default());
    let certificate = solver.certify(game.board(), Limits::default(), &NoObserver)?;
    fs::write(file, serde_json::to_string(&certificate)?)?;

    // The checker implements only the rules of the game and of certificates, no search.
    let proved = check_text(&fs::read(file)?[..], 100)?;
    let [proved] = &proved[..] else {
        return Err("the file proves several positions".into());
    };
    Ok(format!("{} wins, {} claims\n", proved.winner, proved.nodes))
}

#[test]
fn black_wins_after_d1() {
    let file = std::env::temp_dir().join(format!("mustplay-prove-{}.json", std::process::id()));
    let arguments = [&file.to_string_lossy(), "4", "d1"].map(str::to_owned);
    let text = run(&arguments).expect("a proof");
    assert!(text.starts_with("black wins"), "{text}");
    fs::remove_file(file).expect("the file");
}
