//! The commands in the `sh` blocks of README and manual, and the examples of `--help`, run in a
//! folder of their own as a reader would run them. Long-running commands are shortened, see
//! `LIMITS`.

use super::{blocks, pages};
use crate::support::engine::{ROOT, stdout};
use crate::support::folder::Folder;
use mustplay::cli::examples::EXAMPLES;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The lines of all `sh` blocks without comments, with lines joined at a backslash, followed by the
/// examples of `--help`. `cargo run --release --` is replaced by the program.
fn shell_lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (_, text) in pages() {
        for block in blocks(&text, "sh") {
            let block = block.replace("\\\n", " ");
            let block = block.replace("cargo run --release -- ", "mustplay ");
            let commands = block
                .lines()
                .map(|line| line.split("# ").next().unwrap_or_default().trim());
            lines.extend(commands.filter(|line| !line.is_empty()).map(str::to_owned));
        }
    }
    let examples = EXAMPLES.iter().flat_map(|(_, examples)| *examples);
    lines.extend(examples.map(|line| (*line).to_owned()));
    lines
}

/// Shortened commands: the text in the manual, and its replacement. `bench` alone only prints its
/// help here; `.ci/run` runs it in full.
const LIMITS: [(&str, &str); 34] = [
    (
        "--nodes 100 --iterations 20 --jobs 2",
        "--nodes 2 --iterations 2 --pairs 1 --jobs 2",
    ),
    ("--sprt 0,50 --games 100", "--sprt 0,50 --games 2"),
    ("--roots 1000", "--roots 9 --nodes 50 --sizes 5"),
    // It runs until it is interrupted.
    ("mustplay serve", "mustplay serve --help"),
    // It needs modules that tests/wasm/build makes.
    ("mustplay page", "mustplay page --help"),
    ("make --size 7 --count 20", "make --size 5 --count 1"),
    ("--openings all", "--openings all --nodes 20"),
    (
        "--sizes 5-13 --nodes 10000 --prove 2",
        "--sizes 3 --nodes 10 --prove 1",
    ),
    (
        "--time 30 --options hash=1000,",
        "--time 0.02 --options hash=10,",
    ),
    ("--size 7 --opening a1", "--size 7 --opening a1 --nodes 20"),
    (
        "--time 1/move --jobs 2 --sprt",
        "--time 0.01/move --jobs 2 --games 2 --sprt",
    ),
    ("--time 600+1 --swap", "--time 600+1 --games 2 --swap"),
    (
        "--sample 1000 --nodes 400",
        "--sample 2 --count 1 --nodes 2",
    ),
    ("review GAME.sgf --time 120", "review GAME.sgf --time 1"),
    ("review games", "review games --nodes 2"),
    ("--positions 400", "--positions 8 --nodes 10"),
    (
        "--size 11 --out book.jsonl --positions 0 --games games.jsonl",
        "--size 7 --out book.jsonl --positions 0 --nodes 2 --within 2 --games many.jsonl",
    ),
    (
        "categories --games games.jsonl",
        "categories --nodes 60 --drop 0 --deep 2 --proof 0 --games many.jsonl",
    ),
    ("--games games.jsonl", "--games many.jsonl --rounds 1"),
    ("wolve --time 10", "wolve --time 0.01"),
    (
        "--games 2000 --out",
        "--games 300 --sizes 6 --visits 20 --quick 8 --out",
    ),
    (
        "--visits 64 --games 20000",
        "--visits 8 --games 300 --sizes 5",
    ),
    (
        "--out rounds --hours 2",
        "--out rounds --rounds 2 --games 60 --sizes 5 --visits 8 --batch 64",
    ),
    ("--make 1000", "--make 10 --sizes 4 --stones 6"),
    (
        "--opponent twodistance",
        "--sizes 5 --pairs 1 --board 5 --opponent-pairs 1 --opponent twodistance",
    ),
    (
        "--work templates.jsonl",
        "--single 3:2 --above 3:2 --pairs 2:2 --work templates.jsonl",
    ),
    ("--size 7 --games 200", "--size 5 --games 2"),
    ("--out papers.jsonl", "--cheap --out papers.jsonl"),
    ("export.json --game 500", "export.json --game 2"),
    ("make --from GAME.sgf", "make --from reviewed.sgf"),
    ("--aside 1 --stones 5 --cells 13", "--height 2 --stones 3"),
    (
        "on-demand positions/late.json",
        "on-demand positions/game.sgf",
    ),
    ("mustplay bench", "mustplay bench --help"),
    ("bench --kernel portable", "bench --list-kernels"),
];

/// The beginnings of other lines in `sh` blocks, which build and test mustplay or start HexGui.
const OTHERS: [&str; 10] = [
    "cargo ",
    "bash .ci/",
    "MUSTPLAY_CASES=",
    "MUSTPLAY_FAULTS=",
    "MUSTPLAY_SOAK=",
    "MUSTPLAY_BLESS=",
    "HexGui ",
    "rustup ",
    "export ",
    "tests/wasm/",
];

/// A folder with the files that the commands mention.
fn workplace() -> Folder {
    let folder = Folder::new("manual-commands");
    let copy = |from: &str, to: &str| {
        let to = folder.file(to);
        fs::create_dir_all(Path::new(&to).parent().expect("a folder")).expect("a folder");
        fs::copy(Path::new(ROOT).join(from), to).expect("a copy");
    };
    for program in [
        "target/release/mustplay",
        "mustplay-new",
        "mustplay-old",
        "other",
    ] {
        copy(env!("CARGO_BIN_EXE_mustplay"), program);
    }
    for file in ["positions/game.sgf", "GAME.sgf", "games/GAME.sgf"] {
        copy("positions/game.sgf", file);
    }
    copy("tests/whole/files/playhex-export.json", "export.json");
    copy("tests/whole/files/reviewed.sgf", "reviewed.sgf");
    for file in ["puzzles.json", "openings/balanced-11x11.txt"] {
        copy(&format!("positions/{file}"), &format!("positions/{file}"));
    }
    fs::write(folder.file("other.gtp"), "param_player level 1\n").expect("a file");
    // The other machines have found nothing.
    for part in ["part2.jsonl", "part3.jsonl"] {
        fs::write(folder.file(part), "").expect("a file");
    }
    // More games than the shortened match plays.
    let many = folder.file("many.jsonl");
    let players = ["match", "twodistance", "random", "--size", "7"];
    stdout(
        &[&players[..], &["--games", "40", "--out", &many]].concat(),
        b"",
    );
    folder
}

/// A line, shortened if it would take long. Removes the limits it used from `unused`.
fn within_limits(line: &str, unused: &mut Vec<&str>) -> String {
    let mut short = line.to_owned();
    for (written, run) in LIMITS {
        // The bench by itself is a whole line.
        let meant = written != "mustplay bench" || line == written;
        if meant && line.contains(written) {
            short = short.replace(written, run);
            unused.retain(|other| *other != written);
        }
    }
    short
}

/// All command lines succeed, one after another in one folder, as a reader would run them.
#[test]
fn commands_run() {
    let folder = workplace();
    let home = folder.file("");
    let path = format!(
        "{home}target/release:{}",
        std::env::var("PATH").unwrap_or_default()
    );
    let mut unused: Vec<&str> = LIMITS.iter().map(|(written, _)| *written).collect();
    let mut count = 0;
    for line in shell_lines() {
        if OTHERS.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        let ours = ["mustplay ", "target/release/mustplay "];
        assert!(
            ours.iter().any(|start| line.starts_with(start)),
            "unexpected command: {line}"
        );
        let short = within_limits(&line, &mut unused);
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("echo quit | {short}")])
            .current_dir(&home);
        command
            .env("PATH", &path)
            .env("XDG_STATE_HOME", folder.file("state"));
        let start = Instant::now();
        let output = command.output().expect("a shell");
        println!("{:.1} s: {short}", start.elapsed().as_secs_f64());
        assert!(output.status.success(), "{short}\n{output:?}");
        count += 1;
    }
    assert!(count >= 20, "only {count} commands");
    assert!(unused.is_empty(), "not in the manual: {unused:?}");
}
