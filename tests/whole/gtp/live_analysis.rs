//! Analysis that reports while it runs, as Go front-ends request it.

use crate::support::engine::{Engine, answers, stdout};
use mustplay::hex::{Board, BoardSize, Cell};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The report on one move.
#[derive(Debug)]
struct Response {
    cell: Cell,
    visits: u64,
    winrate: f64,
    pv: Vec<Cell>,
}

/// Parses `info move d4 visits 120 winrate 0.55 prior 0.2 order 0 pv d4 e2 info move …`.
fn read(line: &str, size: BoardSize) -> Vec<Response> {
    let cell = |name: &str| size.read(name).expect("a cell");
    let one = |(order, text): (usize, &str)| {
        let (fields, pv) = text.split_once(" pv ").expect("a line of play");
        let words: Vec<&str> = fields.split(' ').collect();
        let field = |name: &str| {
            let at = words.iter().position(|word| *word == name);
            at.map_or_else(|| panic!("no {name}: {text}"), |at| words[at + 1])
        };
        assert_eq!(field("order"), order.to_string(), "{line}");
        Response {
            cell: cell(field("move")),
            visits: field("visits").parse().expect("a number"),
            winrate: field("winrate").parse().expect("a number"),
            pv: pv.split_whitespace().map(cell).collect(),
        }
    };
    let moves = line.strip_prefix("info ").expect("a line of moves");
    moves.split(" info ").enumerate().map(one).collect()
}

/// Starts an analysis, ends it with a line, and returns the reported lines.
fn analysed(engine: &mut Engine, command: &str, time: Duration, end: &str) -> Vec<String> {
    engine.send(&format!("12 {command}"));
    sleep(time);
    let start = Instant::now();
    engine.send(end);
    let answer = engine.answer();
    assert!(answer.good && answer.id == "12", "{command}: {answer:?}");
    assert!(start.elapsed() < Duration::from_secs(2), "{command}");
    answer
        .text
        .lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn an_analysis_is_reported_until_the_next_line() {
    let mut engine = Engine::start(&["--size", "9"]);
    engine.ask("hexgui-analyze_commands");
    engine.ask("play b c7");
    let mut board = Board::new("9".parse().expect("a size"));
    board.play(board.size().read("c7").expect("a cell"));
    let time = Duration::from_secs(2);
    for (command, end, whole) in [
        ("kata-analyze w 10", "", 1.0),
        ("lz-analyze 10", "stop", 10_000.0),
        (
            "kata-analyze interval 5 maxmoves 2 ownership true",
            "# interrupt",
            1.0,
        ),
    ] {
        let lines = analysed(&mut engine, command, time, end);
        // At most one line per twentieth of a second, and several per second.
        assert!(
            (2..=50).contains(&lines.len()),
            "{command}: {}",
            lines.len()
        );
        let mut visits = 0;
        for line in &lines {
            let moves = read(line, board.size());
            assert!(command.contains("lz") || moves.len() <= board.empty().len());
            assert!(!command.contains("maxmoves") || moves.len() <= 2, "{line}");
            for reply in &moves {
                assert!((0.0..=whole).contains(&reply.winrate), "{line}");
                assert_eq!(reply.pv.first(), Some(&reply.cell), "{line}");
                let mut after = board;
                assert!(
                    reply.pv.iter().all(|&cell| after.try_play(cell).is_ok()),
                    "{line}"
                );
            }
            let all = moves.iter().map(|reply| reply.visits).max().unwrap_or(0);
            assert!(all >= visits, "{line}");
            visits = all;
        }
        if end == "stop" {
            assert!(engine.answer().good);
        }
        assert_eq!(engine.ask("name"), "mustplay");
    }
    // No move was played.
    assert!(engine.ask("showboard").contains("white to move, last c7"));
    // The line and the values of the current position come from the analysis.
    assert!(!engine.ask("search-get-pv w").is_empty());
}

#[test]
fn every_player_and_every_position_can_be_analysed() {
    let short = Duration::from_millis(300);
    for player in [
        "mustplay",
        "wolve",
        "queenbee",
        "hexy",
        "twodistance",
        "random",
        "policy",
    ] {
        let mut engine = Engine::start(&["--size", "6", "--player", player]);
        let lines = analysed(&mut engine, "kata-analyze", short, "name");
        assert_eq!(engine.answer().text, "mustplay");
        let reply = lines
            .iter()
            .all(|line| !read(line, "6".parse().expect("a size")).is_empty());
        assert!(reply, "{player}: {lines:?}");
        assert!(
            !lines.is_empty() || ["random", "policy"].contains(&player),
            "{player}"
        );
    }
    let mut engine = Engine::start(&["--size", "5"]);
    engine.ask("play b c3");
    for (command, chance) in [("kata-analyze b", 1.0), ("kata-analyze w", 0.0)] {
        let lines = analysed(&mut engine, command, short, "");
        let moves = read(lines.last().expect("a line"), "5".parse().expect("a size"));
        assert!((moves[0].winrate - chance).abs() < 1e-6, "{lines:?}");
    }
    for wrong in [
        "kata-analyze x",
        "kata-analyze b fast",
        "lz-analyze b 5 avoid",
        "kata-analyze interval",
    ] {
        engine.send(wrong);
        assert!(!engine.answer().good, "{wrong}");
    }
    engine.ask("play-game c1 a1 c2 a2 c3 a3 c4 a4 c5");
    engine.send("kata-analyze w");
    assert_eq!(engine.answer().text, "the game is over");
    // The end of the input ends it too.
    let output = stdout(&["--size", "4"], b"3 lz-analyze b 1\n");
    assert_eq!(answers(&output).expect("one answer").len(), 1);
}

#[test]
fn the_network_outputs_are_printed_for_every_cell() {
    let mut engine = Engine::start(&["--size", "5x4"]);
    for line in ["play b c2", "play w b3"] {
        engine.ask(line);
        let text = engine.ask("kata-raw-nn 0");
        let lines: Vec<&str> = text.lines().collect();
        let number = |line: usize, name: &str| -> f64 {
            let rest = lines[line].strip_prefix(name).expect(name);
            rest.trim().parse().expect("a number")
        };
        let win = number(1, "whiteWin");
        assert!((win + number(2, "whiteLoss") - 1.0).abs() < 1e-5, "{text}");
        assert_eq!(
            (lines[3], lines[8], lines.len()),
            ("policy", "whiteOwnership", 13)
        );
        let grid = |rows: &[&str]| -> Vec<f64> {
            let numbers = rows.iter().flat_map(|row| row.split(' '));
            numbers
                .map(|number| number.parse().expect("a number"))
                .collect()
        };
        let (policy, owners) = (grid(&lines[4..8]), grid(&lines[9..]));
        assert_eq!((policy.len(), owners.len()), (20, 20));
        assert!(policy[7].is_nan(), "c2 has a stone: {text}");
        let sum: f64 = policy.iter().filter(|share| !share.is_nan()).sum();
        assert!((sum - 1.0).abs() < 1e-2, "{text}");
        assert!(owners.iter().all(|owner| owner.abs() <= 1.0));
    }
    engine.send("kata-raw-nn 2");
    assert_eq!(engine.answer().text, "not a symmetry: 2 (0, 1, all)");
}
