//! Learning on a GPU, run on the CPU: the programs in `src/train/gpu` agree with the engine.

use crate::support::engine::ROOT;
use crate::support::folder::Folder;
use crate::support::skip::skip;
use mustplay::hex::{BoardSize, Cell, Position};
use mustplay::network::{Evaluator, Quantised, Weights};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

/// Runs Python with a program; `None` if Python lacks the packages that learning on a GPU needs.
fn python(program: &str, arguments: &[&str]) -> Option<Output> {
    let found = Command::new("python3")
        .args(["-c", "import jax, mctx"])
        .output();
    if !found.is_ok_and(|output| output.status.success()) {
        skip("jax");
        return None;
    }
    let output = Command::new("python3")
        .arg("-B")
        .arg(Path::new(ROOT).join(program))
        .args(arguments)
        .env("JAX_PLATFORMS", "cpu")
        .output()
        .expect("Python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Some(output)
}

/// What the engine's activations of 8 bits may change, for win rates and probabilities of moves.
const TOLERANCE: [f64; 2] = [0.03, 0.15];

/// Compares what `learn.py --judge` prints with the engine.
fn agree(network: &Path, games: &[&str]) {
    let mut arguments = vec!["--from", network.to_str().expect("UTF-8"), "--judge"];
    arguments.extend(games);
    let Some(output) = python("src/train/gpu/learn.py", &arguments) else {
        return;
    };
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let weights = Weights::read(&fs::read(network).expect("a network")).expect("a network");
    let mut evaluator = Evaluator::new(Arc::new(Quantised::new(&weights)));
    for (game, line) in games.iter().zip(text.lines()) {
        let (size, moves) = game.split_once(':').expect("a colon");
        let size: BoardSize = size.parse().expect("a size");
        let mut position: Position<{ BoardSize::MOST_WORDS }> = Position::new(size);
        for cell in moves.split_whitespace() {
            position.play(size.read(cell).expect("a cell"));
        }
        let prediction = evaluator.evaluate(&position);
        let said = line.strip_prefix(game).expect("the game");
        let (win, likeliest) = said.split_once("; ").expect("a semicolon");
        let win: f64 = win.trim_start_matches(" win ").parse().expect("a number");
        let difference = (win - prediction.win()).abs();
        assert!(difference < TOLERANCE[0], "{line}: {}", prediction.win());
        for one in likeliest.split(", ") {
            let (name, probability) = one.split_once(' ').expect("a move");
            let cell: Cell = size.read(name).expect("a cell");
            let found = prediction.moves.iter().find(|one| one.0 == cell);
            let found = f64::from(found.expect("an empty cell").1) / f64::from(u16::MAX);
            let difference = (probability.parse::<f64>().expect("a number") - found).abs();
            assert!(difference < TOLERANCE[1], "{line}: {name} {found}");
        }
    }
    assert_eq!(text.lines().count(), games.len());
}

#[test]
fn games_searches_and_labels_follow_their_definitions() {
    if let Some(output) = python("tests/whole/train/gpu.py", &[]) {
        assert_eq!(output.stdout, b"ok\n");
    }
}

#[test]
fn both_programs_judge_alike() {
    let network = Path::new(ROOT).join("positions/learned/network.bin");
    agree(
        &network,
        &["11:", "11:a10 f6 d8", "5:b3 c3", "14:d4 e11 k4 j10"],
    );
}

#[test]
fn a_network_learns() {
    let folder = Folder::new("gpu");
    let [out, log] = ["new.bin", "log.jsonl"].map(|name| folder.file(name));
    let arguments = "--from random:32x1 --games 64 --visits 8 --considered 4 --sizes 3:1 --chunk 12 \
                     --searched 4 --batch 32 --duels 64 --rate 0.01 --rounds 12 --out";
    let mut arguments: Vec<&str> = arguments.split_whitespace().collect();
    arguments.extend([&out, "--log", &log]);
    if python("src/train/gpu/learn.py", &arguments).is_some() {
        let log = fs::read_to_string(&log).expect("a log");
        let last = log.lines().last().expect("a line");
        let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
        let won = last["duel"].as_f64().expect("a number");
        assert!(won > 0.7, "{log}");
        agree(Path::new(&out), &["3:", "3:b2", "3:a1"]);
    }
}
