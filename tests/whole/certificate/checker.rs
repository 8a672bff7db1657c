//! Certificates: every written certificate is accepted and true, and no change to one ever proves
//! anything false.

use crate::manual::generated;
use crate::support::engine::{ROOT, run, stdout};
use crate::support::folder::Folder;
use crate::support::sampling::{SIZES, asked, random_position, seeded};
use crate::support::small_boards::Oracle;
use mustplay::base::parameter::Options;
use mustplay::certificate::{
    Certificate, CertificateNode, Checked, JointCertificate, NotProved, Unsound, check, check_text,
};
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Position};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::think::{Limits, NoObserver};
use rand::RngExt;
use rand::rngs::StdRng;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

pub(super) fn options(pairs: &str) -> ProveOptions {
    let mut set = ProveOptions::default();
    set.set("hash", "1").expect("an option");
    set.set_all(pairs).expect("options");
    set
}

/// A certificate, written, read back and checked.
pub(super) fn certified<const W: usize>(
    position: &Position<W>,
    solver: &mut Solver<W>,
) -> (Certificate, Checked) {
    let certificate = solver
        .certify(position, Limits::default(), &NoObserver)
        .unwrap_or_else(|why| panic!("{why}\n{position:?}"));
    let text = serde_json::to_string(&certificate).expect("JSON");
    let read: Certificate = serde_json::from_str(&text).expect("a certificate");
    assert_eq!(read, certificate);
    let checked = check(&read).unwrap_or_else(|why| panic!("{why}\n{position:?}\n{text}"));
    assert_eq!(checked.position.resize::<W>(), *position);
    (read, checked)
}

pub(super) fn random_positions(
    sizes: &[(usize, usize)],
    cases: usize,
    mut each: impl FnMut(&Position<1>, &mut Solver<1>, &mut Oracle, &mut StdRng),
) {
    for &(width, height) in sizes {
        let size = BoardSize::new(width, height).expect("in range");
        let mut random = seeded(34);
        let mut oracle = Oracle::new(&Position::new(size));
        let mut solver = Solver::new(size, options("hash=1"));
        for _ in 0..cases / sizes.len() {
            let mut position = random_position(&mut random, width, height);
            if random.random_bool(0.5) {
                position.set_to_move(!position.to_move());
            }
            each(&position, &mut solver, &mut oracle, &mut random);
        }
    }
}

#[test]
fn certificates_of_random_positions_are_true() {
    let cases = asked().map_or(800, |cases| cases as usize);
    random_positions(&SIZES, cases, |position, solver, oracle, _| {
        let (_, checked) = certified(position, solver);
        let mover = position.to_move();
        assert_eq!(
            checked.winner,
            oracle.winner(position, mover),
            "{position:?}"
        );
        let carrier: CellSet<1> = checked.carrier.resize();
        let mut alone = *position;
        for cell in position.empty() - carrier {
            alone.place(!checked.winner, cell);
        }
        assert_eq!(oracle.winner(&alone, mover), checked.winner, "{position:?}");
    });
}

/// The writer follows the proof that the solver found, with searches of a few positions: a move that
/// the solver left out as inferior must be answered too, for which a3 takes 60.
#[test]
fn the_writer_reuses_the_proof_of_the_solver() {
    let size: BoardSize = "6".parse().expect("a size");
    let few = Limits::nodes(100);
    let mut hard = 0;
    for cell in size.all() {
        let mut position = Position::<1>::new(size);
        position.play(cell);
        let mut solver = Solver::new(size, ProveOptions::default());
        let result = solver.solve(&position, Limits::default(), &NoObserver);
        hard += usize::from(result.nodes > 100);
        let certificate = solver.certify(&position, few, &NoObserver);
        let certificate = certificate.unwrap_or_else(|why| panic!("{}: {why}", size.name(cell)));
        assert!(check(&certificate).is_ok());
        assert!(certified(&position, &mut solver).1.winner == result.winner.expect("solved"));
    }
    assert!(hard > 5, "{hard}");
}

/// A certificate of several positions, written and checked.
pub(super) fn certified_together(
    positions: &[Position<1>],
    solver: &Solver<1>,
) -> (JointCertificate, Vec<Checked>) {
    let limits = Limits::default;
    let certificate = solver
        .certify_all(positions, limits, &NoObserver)
        .unwrap_or_else(|why| panic!("{why}\n{positions:?}"));
    let text = serde_json::to_string(&certificate).expect("JSON");
    let checked = check_text(text.as_bytes(), 100)
        .unwrap_or_else(|why| panic!("{why}\n{positions:?}\n{text}"));
    let proved = checked.iter().map(|one| one.position.resize::<1>());
    assert_eq!(proved.collect::<Vec<_>>(), positions);
    (certificate, checked)
}

/// Random positions of each size, with one solver for all of them.
pub(super) fn random_groups(
    solved_with: &str,
    sizes: &[(usize, usize)],
    cases: usize,
    mut each: impl FnMut(&[Position<1>], &Solver<1>, &mut StdRng),
) {
    for &(width, height) in sizes {
        let size = BoardSize::new(width, height).expect("in range");
        let mut random = seeded(41);
        for _ in 0..cases / sizes.len() {
            let positions: Vec<Position<1>> = (0..random.random_range(1..6))
                .map(|_| random_position(&mut random, width, height))
                .collect();
            each(
                &positions,
                &Solver::new(size, options(solved_with)),
                &mut random,
            );
        }
    }
}

#[test]
fn positions_that_share_claims_have_one_certificate_which_is_true() {
    let cases = asked().map_or(300, |cases| cases as usize / 2);
    let sizes = [(3, 3), (4, 3), (3, 4), (4, 4)];
    let mut oracles = HashMap::new();
    let (mut together, mut apart) = (0, 0);
    random_groups("threads=1", &sizes, cases, |positions, solver, _| {
        let (certificate, checked) = certified_together(positions, solver);
        for one in &checked {
            is_true(&mut oracles, one, &format!("{certificate:?}"));
        }
        together += certificate.black_nodes.len() + certificate.white_nodes.len();
        for position in positions {
            let single = solver.certify(position, Limits::default(), &NoObserver);
            apart += single.expect("a certificate").nodes.len();
        }
    });
    assert!(together < apart, "{together} {apart}");
}

#[test]
fn several_threads_write_one_certificate_which_is_true() {
    let cases = asked().map_or(100, |cases| cases as usize / 2);
    let mut oracles = HashMap::new();
    random_groups(
        "threads=3",
        &[(4, 3), (3, 4), (4, 4)],
        cases,
        |positions, solver, _| {
            let (certificate, checked) = certified_together(positions, solver);
            for one in &checked {
                is_true(&mut oracles, one, &format!("{certificate:?}"));
            }
        },
    );
}

/// All openings of a board, including those won by White.
#[test]
fn all_openings_have_one_certificate() {
    for (side, threads) in [("4", 1), ("5", 1), ("4x3", 4), ("6", 1), ("6", 2), ("6", 4)] {
        let size: BoardSize = side.parse().expect("a size");
        let after = |cell| {
            let mut position = Position::<1>::new(size);
            position.play(cell);
            position
        };
        let positions: Vec<Position<1>> = size.all().map(after).collect();
        let solver = Solver::new(size, options(&format!("hash=100,threads={threads}")));
        let winners: Vec<_> = positions
            .iter()
            .map(|one| solver.solve(one, Limits::default(), &NoObserver).winner)
            .collect();
        let (certificate, checked) = certified_together(&positions, &solver);
        assert_eq!(
            checked
                .iter()
                .map(|one| Some(one.winner))
                .collect::<Vec<_>>(),
            winners
        );
        let lists = [&certificate.black_nodes, &certificate.white_nodes];
        for (colour, nodes) in Colour::ALL.into_iter().zip(lists) {
            assert_eq!(nodes.is_empty(), !winners.contains(&Some(colour)), "{side}");
        }
    }
}

#[test]
fn openings_have_certificates() {
    let names = "3:b2 4: 4:a1 4:b2 4:c3 5: 5:a1 5:b1 5:c3 5:a3 5:e2 6:a1 6:a3 6:b1 6:c4 6:d3 6:e1 7:a1 7:d4";
    // The largest boards take most of the time.
    let names = if asked().is_some() {
        names
    } else {
        names.trim_end_matches(" 7:a1 7:d4")
    };
    let mut rows = String::new();
    for name in names.split(' ') {
        let (side, opening) = name.split_once(':').expect("a board and an opening");
        let size: BoardSize = side.parse().expect("a size");
        let mut position = Position::<1>::new(size);
        for cell in opening.split_terminator('-') {
            position.play(size.read(cell).expect("a cell"));
        }
        let mut solver = Solver::new(size, ProveOptions::default());
        let verdict = solver.solve(&position, Limits::default(), &NoObserver);
        let start = Instant::now();
        let (certificate, checked) = certified(&position, &mut solver);
        let written = start.elapsed();
        let start = Instant::now();
        assert!(check(&certificate).is_ok());
        let checking = start.elapsed();
        assert_eq!(verdict.winner, Some(checked.winner), "{name}");
        println!(
            "{name}: {} wins, {} positions, {} claims, {} bytes, written in {written:?}, checked in {checking:?}",
            checked.winner,
            verdict.nodes,
            checked.nodes,
            serde_json::to_string(&certificate).expect("JSON").len()
        );
        if !opening.is_empty() && size.width() < 7 {
            let row = (size, opening, checked.winner, checked.nodes);
            writeln!(rows, "| {} {} | {} | {} |", row.0, row.1, row.2, row.3).expect("a string");
        }
    }
    let table = format!("| opening | winner | claims |\n|---|---|---|\n{rows}");
    generated("src/certificate/manual.md", "claims", &table);
}

#[derive(serde::Deserialize)]
struct Puzzle {
    id: String,
    width: usize,
    height: usize,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    winner: String,
    reference_seconds: f64,
}

#[test]
fn small_puzzles_have_certificates() {
    let text = include_str!("../../../positions/puzzles.json");
    let puzzles: Vec<Puzzle> = serde_json::from_str(text).expect("puzzles");
    let longest = if asked().is_some() { 7 } else { 6 };
    let easy = puzzles.iter().filter(|puzzle| {
        puzzle.reference_seconds <= 0.0 && puzzle.width.max(puzzle.height) <= longest
    });
    let mut tried = 0;
    for puzzle in easy {
        let size = BoardSize::new(puzzle.width, puzzle.height).expect("in range");
        let mut position = Position::<1>::new(size);
        let both = [&puzzle.black, &puzzle.white];
        for (colour, cells) in Colour::ALL.into_iter().zip(both) {
            for cell in cells {
                position.place(colour, size.read(cell).expect("a cell"));
            }
        }
        position.set_to_move(puzzle.to_move.parse().expect("a colour"));
        let mut solver = Solver::new(size, options("hash=10"));
        let (_, checked) = certified(&position, &mut solver);
        assert_eq!(checked.winner.to_string(), puzzle.winner, "{}", puzzle.id);
        tried += 1;
    }
    assert!(tried >= 5, "{tried}");
}

/// Checks the claim of an accepted file.
pub(super) fn is_true(oracles: &mut HashMap<BoardSize, Oracle>, checked: &Checked, what: &str) {
    let position: Position<1> = checked.position.resize();
    if position.size().cells() > 16 {
        // A changed size can make the board too large for exhaustive play; such files are skipped.
        return;
    }
    let oracle = oracles
        .entry(position.size())
        .or_insert_with(|| Oracle::new(&Position::new(position.size())));
    let winner = oracle.winner(&position, position.to_move());
    assert_eq!(checked.winner, winner, "{position:?}\n{what}");
}

/// Changes a number, name or kind somewhere in a certificate.
pub(super) fn change(certificate: &mut Certificate, random: &mut StdRng, size: BoardSize) {
    let count = certificate.nodes.len();
    let name = size.name(Cell::new(random.random_range(0..size.cells())));
    let end = match random.random_range(0..6) {
        0 => "north".to_owned(),
        1 => "south".to_owned(),
        2 => "west".to_owned(),
        3 => "east".to_owned(),
        _ => name.clone(),
    };
    let number = random.random_range(0..=count);
    let place = random.random_range(0..count);
    let colour = if number % 2 == 0 { "black" } else { "white" };
    match random.random_range(0..12) {
        0 => colour.clone_into(&mut certificate.winner),
        1 => colour.clone_into(&mut certificate.position.to_move),
        2 => certificate.position.black.push(name),
        3 => certificate.position.white.push(name),
        4 => drop(certificate.position.black.pop()),
        5 => drop(certificate.position.white.pop()),
        6 => certificate.nodes.truncate(place + 1),
        7 => certificate.nodes.push(certificate.nodes[place].clone()),
        _ => match &mut certificate.nodes[place] {
            CertificateNode::Path { x, y, cells } => match number % 4 {
                0 => *x = end,
                1 => *y = end,
                2 => cells.push(name),
                _ => drop(cells.pop()),
            },
            CertificateNode::And { a, b } => *(if place % 2 == 0 { a } else { b }) = number,
            CertificateNode::Move { cell, child } => {
                if number % 2 == 0 {
                    *cell = name;
                } else {
                    *child = number;
                }
            }
            CertificateNode::Or { children, stones } => match number % 4 {
                0 => children.push(number),
                1 => stones.push(name),
                _ => drop(children.pop()),
            },
            CertificateNode::Capture {
                cells,
                child,
                stones,
            } => match number % 4 {
                0 => cells[place % 2] = name,
                1 => *child = number,
                2 => stones.push(name),
                _ => drop(stones.pop()),
            },
        },
    }
}

/// Changes, removes or duplicates some bytes of a text.
pub(super) fn scramble(text: &str, random: &mut StdRng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(1..4) {
        let place = random.random_range(0..bytes.len());
        match random.random_range(0..4) {
            0 => bytes[place] = random.random_range(0..=255),
            1 => bytes[place] = b"0123456789abcd{}[],\""[random.random_range(0..20)],
            2 => drop(bytes.remove(place)),
            _ => bytes.insert(place, bytes[place]),
        }
    }
    bytes
}

#[test]
fn changed_certificates_prove_nothing_false() {
    let cases = asked().map_or(300, |cases| cases as usize / 10);
    let sizes = [(2, 2), (3, 2), (3, 3), (4, 3), (3, 4), (4, 4)];
    let mut oracles = HashMap::new();
    let [mut tried, mut read, mut accepted] = [0; 3];
    random_positions(&sizes, cases, |position, solver, _, random| {
        let (certificate, _) = certified(position, solver);
        let text = serde_json::to_string(&certificate).expect("JSON");
        for _ in 0..100 {
            let bytes = scramble(&text, random);
            tried += 1;
            let Ok(changed) = serde_json::from_slice::<Certificate>(&bytes) else {
                continue;
            };
            read += 1;
            if let Ok(checked) = check(&changed) {
                accepted += usize::from(changed != certificate);
                is_true(&mut oracles, &checked, &String::from_utf8_lossy(&bytes));
            }
        }
        for _ in 0..200 {
            let mut changed = certificate.clone();
            for _ in 0..random.random_range(1..4) {
                change(&mut changed, random, position.size());
            }
            tried += 1;
            read += 1;
            if let Ok(checked) = check(&changed) {
                accepted += usize::from(changed != certificate);
                is_true(&mut oracles, &checked, &format!("{changed:?}"));
            }
        }
    });
    println!("{tried} changed, {read} read, {accepted} accepted");
    assert!(accepted > 0);
}

/// Two stones of the winner are removed and declared captured. If that is accepted, it is true.
#[test]
fn accepted_captures_are_true() {
    let cases = asked().map_or(3_000, |cases| 3 * cases as usize);
    let sizes = [(3, 3), (4, 3), (3, 4), (4, 4)];
    let mut oracles = HashMap::new();
    let [mut written, mut tried, mut accepted] = [0; 3];
    random_positions(&sizes, cases, |position, solver, _, _| {
        let (certificate, _) = certified(position, solver);
        let capture = |node: &&CertificateNode| matches!(node, CertificateNode::Capture { .. });
        written += certificate.nodes.iter().filter(capture).count();
        let is_black = certificate.winner == "black";
        let own = if is_black {
            &certificate.position.black
        } else {
            &certificate.position.white
        };
        let pairs = own.iter().enumerate();
        for (x, y) in pairs.flat_map(|(place, x)| own[..place].iter().map(move |y| (x, y))) {
            let mut changed = certificate.clone();
            let left: Vec<String> = own
                .iter()
                .filter(|&name| name != x && name != y)
                .cloned()
                .collect();
            changed.nodes.push(CertificateNode::Capture {
                cells: [x.clone(), y.clone()],
                child: certificate.nodes.len() - 1,
                stones: left.clone(),
            });
            let stones = if is_black {
                &mut changed.position.black
            } else {
                &mut changed.position.white
            };
            *stones = left;
            tried += 1;
            if let Ok(checked) = check(&changed) {
                accepted += 1;
                is_true(&mut oracles, &checked, &format!("{changed:?}"));
            }
        }
    });
    println!("{written} captures written, {tried} tried, {accepted} accepted");
    assert!(written > 0 && accepted > 0);
}

/// The example on the manual's page about certificates.
const EXAMPLE: &str = include_str!("../../certificates/2x2.json");

#[test]
fn invalid_steps_are_refused() {
    let check = |from: &str, to: &str| {
        let text = EXAMPLE.replacen(from, to, 1);
        assert!(from.is_empty() || text != EXAMPLE, "{from}");
        check(&serde_json::from_str(&text).expect("a certificate"))
    };
    let checked = check("", "").expect("proved");
    assert_eq!((checked.winner, checked.nodes), (Colour::Black, 5));
    let names = checked.position.size().names(checked.carrier);
    assert_eq!(names, "a2 b2");
    let node = |node, reason| Err(NotProved::Node { node, reason });
    for (from, to, expected) in [
        ("certificate/2", "certificate/3", Err(NotProved::Format)),
        ("[1, 3]", "[1, 5]", node(4, Unsound::NotEarlier(5))),
        ("[1, 3]", "[1]", node(4, Unsound::InCommon)),
        ("[1, 3]", "[]", node(4, Unsound::NoParts)),
        ("[1, 3]", "[1, 4]", node(4, Unsound::NotEarlier(4))),
        (
            "[1, 3]",
            "[1, 18446744073709551615]",
            node(4, Unsound::NotEarlier(usize::MAX)),
        ),
        ("\"child\": 2", "\"child\": 1", node(3, Unsound::NotFull(1))),
        ("\"b1\", \"a2\"", "\"a2\"", node(0, Unsound::NotJoined)),
        ("\"south\"", "\"north\"", node(0, Unsound::SameEnds)),
        ("\"south\"", "\"west\"", node(0, Unsound::ForeignEdge)),
        ("\"south\"", "\"a1\"", node(0, Unsound::EndMissing)),
        (
            "{\"or\": {\"children\": [1, 3]}}",
            "{\"and\": {\"a\": 0, \"b\": 2}}",
            node(4, Unsound::NoMiddle),
        ),
        (
            ",\n  {\"or\": {\"children\": [1, 3]}}",
            "",
            Err(NotProved::NotToMove),
        ),
        ("[\"b1\"]", "[]", Err(NotProved::StonesMissing)),
        (
            "\"white\": []",
            "\"white\": [\"a2\"]",
            Err(NotProved::CellsTaken),
        ),
    ] {
        assert_eq!(check(from, to), expected, "{from} {to}");
    }
    assert!(check("certificate/2", "certificate/1").is_ok());
    for (from, to) in [
        ("\"width\": 2", "\"width\": 0"),
        ("\"width\": 2", "\"width\": 4000000000"),
        ("\"white\": []", "\"white\": [\"b1\"]"),
        ("\"white\": []", "\"white\": [\"z99999999999999\"]"),
        ("\"white\": []", "\"white\": [\"\"]"),
        ("\"winner\": \"black\"", "\"winner\": \"north\""),
    ] {
        assert!(check(from, to).is_err(), "{from} {to}");
    }
}

#[test]
fn the_command_line_checks_files() {
    let folder = Folder::new("certificates");
    let file = folder.file("proof.json");
    fs::write(&file, EXAMPLE).expect("a file");
    let words = stdout(&["verify", &file], b"");
    assert!(
        words.starts_with("proved: black wins, 5 claims, checked in "),
        "{words}"
    );
    assert!(words.contains("1\\ . B \\1") && words.contains("\nWhite to move.\n"));
    for (from, to, message) in [
        ("[1, 3]", "[1]", "claim 4: all of its parts need a cell"),
        ("\"or\"", "\"xor\"", "not a certificate"),
        ("\"width\": 2", "\"width\": -2", "not a certificate"),
        ("\"width\": 2", "\"width\": 1e99", "not a certificate"),
        ("\"winner\"", "\"owner\"", "not a certificate"),
        ("\"height\"", "\"length\"", "not a certificate"),
        ("\"height\"", "\"name\": 1, \"height\"", "not a certificate"),
    ] {
        fs::write(&file, EXAMPLE.replacen(from, to, 1)).expect("a file");
        let output = run(&["verify", &file], b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert_eq!(error.matches(message).count(), 1, "{error}");
    }
    let packed = folder.file("proof.json.gz");
    let asked = [
        "solve",
        "--size",
        "5",
        "--opening",
        "e2",
        "--certificate",
        &packed,
    ];
    assert!(stdout(&asked, b"").contains("black wins"));
    let words = stdout(&["verify", &packed], b"");
    assert!(words.starts_with("proved: black wins, "), "{words}");
    let bytes = fs::read(&packed).expect("a file");
    assert!(bytes.len() < 6000, "{}", bytes.len());
    fs::write(&packed, &bytes[..bytes.len() / 2]).expect("a file");
    let refused = |bytes: &[u8], more: &[&str], why: &str| {
        fs::write(&packed, bytes).expect("a file");
        let output = run(&[&["verify", &packed], more].concat(), b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(1) && error.contains(why),
            "{error}"
        );
    };
    refused(&bytes[..bytes.len() / 2], &[], "cannot read it");
    refused(&[&bytes[..], b"rubbish"].concat(), &[], "cannot read it");
    refused(
        &[&bytes[..], &bytes[..]].concat(),
        &[],
        "text after the end of the JSON",
    );
    let long = EXAMPLE.replacen("[\"b1\"", &format!("[{}\"b1\"", "\"\",".repeat(99_999)), 1);
    refused(
        long.as_bytes(),
        &["--max-memory", "1"],
        "more than the 1 MB allowed",
    );
}

#[test]
fn the_command_line_proves_openings_together() {
    let folder = Folder::new("certificates-together");
    let file = folder.file("all.json.gz");
    let out = folder.file("all.jsonl");
    let solve = [
        "solve",
        "--size",
        "4",
        "--openings",
        "all",
        "--certificate",
        &file,
    ];
    let first = stdout(&[&solve[..], &["--out", &out]].concat(), b"");
    assert!(first.contains("8 of 8 solved"), "{first}");
    let words = stdout(&["verify", &file], b"");
    assert!(words.starts_with("proved: 8 positions of 4x4, "), "{words}");
    assert!(
        words.contains("black a1, no white stone, white to move: white wins\n"),
        "{words}"
    );
    assert!(
        words.contains("black d1, no white stone, white to move: black wins\n"),
        "{words}"
    );
    let lines = stdout(&["verify", &file, "--json"], b"");
    assert_eq!(lines.lines().count(), 8);
    for line in lines.lines() {
        let json: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(json["format"], "mustplay-verified/1");
    }
    let one = stdout(&["verify", &file, "d1", "--board", "4"], b"");
    assert!(one.starts_with("proved: black wins, "), "{one}");
    let refused = |arguments: &[&str], why: &str| {
        let output = run(arguments, b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(why), "{error}");
    };
    let game = ["verify", &file, "d1 a1", "--board", "4"];
    refused(&game, "proves 8 positions, but not that of");
    // The certificate proves positions that were solved before, and does not write them again.
    fs::remove_file(&file).expect("a file to remove");
    let solutions = fs::read(&out).expect("solutions");
    let again = stdout(&[&solve[..], &["--out", &out]].concat(), b"");
    assert!(again.contains("8 of 8 solved"), "{again}");
    assert_eq!(fs::read(&out).expect("solutions"), solutions);
    assert!(stdout(&["verify", &file], b"").contains("8 positions"));
    let apart = [&solve[..], &["--apart"]].concat();
    refused(&apart, "cannot be used with");
    let mut none = [&solve[..], &["--nodes", "1"]].concat();
    none[2] = "7";
    refused(&none, "no position is decided");
    let puzzles = format!("{ROOT}/positions/puzzles.json");
    refused(
        &["solve", &puzzles, "--certificate", &file],
        "differ in size",
    );
}

#[test]
fn a_certificate_is_shown_and_compared_with_a_game() {
    let folder = Folder::new("certificates-games");
    let file = folder.file("proof.json");
    fs::write(&file, EXAMPLE).expect("a file");
    let line = stdout(&["verify", &file, "--json"], b"");
    let json: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(json["format"], "mustplay-verified/1");
    assert_eq!(
        (&json["winner"], &json["claims"]),
        (&"black".into(), &5.into())
    );
    assert_eq!(json["carrier"], serde_json::json!(["a2", "b2"]));
    let game = |moves: &str, more: &[&str]| {
        let arguments = [&["verify", &file, moves, "--board", "2"], more].concat();
        let output = run(&arguments, b"");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    assert_eq!(game("b1", &[]).0, Some(0));
    assert_eq!(game("b1 a2", &["--moves", "1"]).0, Some(0));
    for (moves, why) in [
        ("b1 a2", "they differ on a2"),
        ("a2", "they differ on b1 a2"),
    ] {
        let (code, reply) = game(moves, &[]);
        assert!(code == Some(1) && reply.contains(why), "{reply}");
    }
    let (code, reply) = game("b1", &["--board", "3"]);
    assert!(code == Some(2), "{reply}");
}

#[test]
fn the_older_format_has_no_captures() {
    let text = EXAMPLE
        .replacen("certificate/2", "certificate/1", 1)
        .replacen(
            "\n  {\"or\": {\"children\": [1, 3]}}",
            "\n  {\"capture\": {\"cells\": [\"a2\", \"b2\"], \"child\": 0}}",
            1,
        );
    let newer = text.replacen("certificate/1", "certificate/2", 1);
    assert_eq!(check_text(newer.as_bytes(), 1).expect("proved")[0].nodes, 5);
    let why = check_text(text.as_bytes(), 1).expect_err("no captures");
    assert!(
        why.to_string().contains("claim 4: the first version"),
        "{why}"
    );
}
