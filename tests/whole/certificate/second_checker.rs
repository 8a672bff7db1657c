//! The Python checker, written from the manual's page about certificates alone, accepts exactly the
//! files that mustplay's checker accepts.

use super::checker::{
    certified, certified_together, change, is_true, options, random_groups, random_positions,
    scramble,
};
use crate::support::engine::ROOT;
use crate::support::sampling::asked;
use crate::support::skip::skip;
use mustplay::certificate::{Certificate, JointCertificate, check, check_text};
use mustplay::hex::{BoardSize, Colour, Position};
use mustplay::solver::Solver;
use rand::RngExt;
use rand::rngs::StdRng;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// Checks files, each given as a list of byte values on a line of stdin; prints one line per file.
const DRIVER: &str = "
import json, sys, check
for line in sys.stdin:
    print(check.why_not(bytes(json.loads(line))) or 'proved')
";

/// The verdict of Python on each file; `None` if Python is not installed.
fn second_opinions(files: &[Vec<u8>]) -> Option<Vec<String>> {
    let started = Command::new("python3")
        .args(["-B", "-c", DRIVER])
        .current_dir(Path::new(ROOT).join("tests/certificates"))
        .env("PYTHONIOENCODING", "ascii:backslashreplace")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = started else {
        skip("python3");
        return None;
    };
    let mut stdin = python.stdin.take().expect("a pipe");
    let mut lines = String::new();
    thread::scope(|scope| {
        scope.spawn(move || {
            for file in files {
                let numbers = serde_json::to_string(file).expect("JSON");
                writeln!(stdin, "{numbers}").expect("Python reads");
            }
        });
        let mut stdout = python.stdout.take().expect("a pipe");
        stdout.read_to_string(&mut lines).expect("its answers");
    });
    assert!(python.wait().expect("Python ends").success());
    let opinions: Vec<String> = lines.lines().map(str::to_owned).collect();
    assert_eq!(opinions.len(), files.len());
    Some(opinions)
}

/// Checks that both checkers, and both of our readers, agree on each file; returns the number
/// proved.
fn all_agree(files: &[Vec<u8>]) -> usize {
    for file in files {
        let streamed = check_text(&file[..], 1000);
        let whole = serde_json::from_slice::<Certificate>(file).ok();
        let whole = whole.and_then(|certificate| check(&certificate).ok());
        let text = String::from_utf8_lossy(file);
        let one = streamed.as_ref().ok().map(|checked| checked[0]);
        assert_eq!(one, whole, "{streamed:?}\n{text}");
    }
    both_agree(files)
}

/// Checks that our checker and the Python checker agree on each file; returns the number proved.
fn both_agree(files: &[Vec<u8>]) -> usize {
    let proved = |file: &Vec<u8>| check_text(&file[..], 1000).is_ok();
    let proved: Vec<bool> = files.iter().map(proved).collect();
    for ((file, &ours), theirs) in files
        .iter()
        .zip(&proved)
        .zip(second_opinions(files).into_iter().flatten())
    {
        let text = String::from_utf8_lossy(file);
        assert_eq!(theirs == "proved", ours, "{theirs}\n{text}");
    }
    proved.into_iter().filter(|&proved| proved).count()
}

fn bytes(certificate: &Certificate) -> Vec<u8> {
    serde_json::to_vec(certificate).expect("JSON")
}

#[test]
fn both_checkers_accept_the_same_changed_files() {
    let cases = asked().map_or(60, |cases| cases as usize / 10);
    let sizes = [(2, 2), (3, 2), (3, 3), (4, 3), (3, 4), (4, 4)];
    let mut files = Vec::new();
    random_positions(&sizes, cases, |position, solver, _, random| {
        let (certificate, _) = certified(position, solver);
        files.push(bytes(&certificate));
        let text = serde_json::to_string(&certificate).expect("JSON");
        for _ in 0..10 {
            files.push(scramble(&text, random));
        }
        for _ in 0..30 {
            let mut changed = certificate.clone();
            for _ in 0..random.random_range(1..4) {
                change(&mut changed, random, position.size());
            }
            files.push(bytes(&changed));
        }
    });
    let proved = all_agree(&files);
    println!("{} files, {proved} proved", files.len());
    assert!(proved > files.len() / 20 && proved < files.len());
}

#[test]
fn both_checkers_accept_proofs_of_openings() {
    let mut files = Vec::new();
    for name in ["3:b2", "4:a1", "5:a1", "5:c3", "6:a1", "6:c4"] {
        let (side, opening) = name.split_once(':').expect("a board and an opening");
        let size: BoardSize = side.parse().expect("a size");
        let mut position = Position::<1>::new(size);
        position.play(size.read(opening).expect("a cell"));
        let mut solver = Solver::new(size, options("hash=10"));
        files.push(bytes(&certified(&position, &mut solver).0));
    }
    assert_eq!(all_agree(&files), files.len());
}

/// Columns after z have two letters.
#[test]
fn both_checkers_accept_a_proof_on_a_wide_board() {
    let size = BoardSize::new(29, 3).expect("a board");
    let mut position = Position::<2>::new(size);
    position.play(size.read("ab2").expect("a cell"));
    let mut solver = Solver::new(size, options("hash=10"));
    let file = bytes(&certified(&position, &mut solver).0);
    let upper = String::from_utf8_lossy(&file).replace("\"ab", "\"Ab");
    assert_ne!(upper.as_bytes(), file);
    let other = upper.replace("\"Ab", "\"bb");
    assert_eq!(
        all_agree(&[file, upper.into_bytes(), other.into_bytes()]),
        2
    );
}

/// With several positions too, an accepted file is true, however it was changed.
#[test]
fn both_checkers_accept_the_same_changed_joint_files() {
    let cases = asked().map_or(40, |cases| cases as usize / 10);
    let sizes = [(2, 2), (3, 3), (4, 3), (3, 4)];
    let mut files = Vec::new();
    let mut oracles = HashMap::new();
    random_groups("threads=2", &sizes, cases, |positions, solver, random| {
        let (certificate, _) = certified_together(positions, solver);
        let text = serde_json::to_string(&certificate).expect("JSON");
        files.push(text.clone().into_bytes());
        for _ in 0..30 {
            files.push(scramble(&text, random));
        }
        for _ in 0..30 {
            let mut changed = certificate.clone();
            change_joint(&mut changed, random);
            files.push(serde_json::to_vec(&changed).expect("JSON"));
        }
    });
    for file in &files {
        for checked in check_text(&file[..], 1000).into_iter().flatten() {
            is_true(&mut oracles, &checked, &String::from_utf8_lossy(file));
        }
    }
    let proved = both_agree(&files);
    println!("{} files, {proved} proved", files.len());
    assert!(proved > files.len() / 20 && proved < files.len());
}

/// Changes a position, number or list in a certificate of several positions.
fn change_joint(certificate: &mut JointCertificate, random: &mut StdRng) {
    let place = random.random_range(0..certificate.positions.len());
    let count = certificate.black_nodes.len() + certificate.white_nodes.len();
    let position = &mut certificate.positions[place];
    let swap = |colour: &mut String| {
        let other = if colour == "black" { "white" } else { "black" };
        other.clone_into(colour);
    };
    match random.random_range(0..8) {
        0 => position.node = random.random_range(0..=count),
        1 => swap(&mut position.winner),
        2 => swap(&mut position.to_move),
        3 => drop(position.black.pop()),
        4 => drop(position.white.pop()),
        5 => position.node = position.node.saturating_sub(1),
        6 => std::mem::swap(&mut certificate.black_nodes, &mut certificate.white_nodes),
        _ => drop(certificate.black_nodes.pop()),
    }
}

/// Both checkers read ambiguous input in the same way.
#[test]
fn both_checkers_read_alike() {
    let example = include_str!("../../certificates/2x2.json");
    let variants = [
        ("", ""),
        ("certificate/2", "certificate/1"),
        ("certificate/2", "certificate/3"),
        ("\"b1\"]", "\"B1\"]"),
        ("[\"b1\"]", "[\"b1\", \"b1\"]"),
        ("\"b1\", \"a2\"", "\"b1\", \"B1\", \"a2\""),
        ("\"a2\"]", "\"a02\"]"),
        ("\"a2\"]", "\"a\u{662}\"]"),
        ("\"north\"", "\"NORTH\""),
        ("\"north\"", "\"n\""),
        ("\"winner\": \"black\"", "\"winner\": \"B\""),
        ("\"to_move\": \"white\"", "\"to_move\": \"W\""),
        ("\"to_move\": \"white\"", "\"to_move\": \"b\""),
        ("\"width\": 2", "\"width\": 32"),
        ("\"width\": 2", "\"width\": 33"),
        ("\"width\": 2", "\"width\": 2.0"),
        ("\"width\": 2", "\"width\": -0"),
        ("\"width\": 2", "\"width\": true"),
        ("\"width\": 2", "\"width\": \"2\""),
        ("\"width\": 2", "\"width\": 2, \"width\": 2"),
        ("\"width\": 2", "\"width\": NaN"),
        ("{\"a\": 0, \"b\": 2}", "[0, 2]"),
        ("{\"cell\": \"a2\", \"child\": 0}", "[\"a2\", 0]"),
        ("{\"children\": [1, 3]}", "{\"children\": [1, 3, 1]}"),
        ("{\"children\": [1, 3]}", "{\"children\": [0, 2]}"),
        (
            "{\"children\": [1, 3]}",
            "{\"children\": [1, 3], \"stones\": null}",
        ),
        (
            "{\"children\": [1, 3]}",
            "{\"children\": [1, 3], \"stones\": []}",
        ),
        ("{\"children\": [1, 3]}", "{\"children\": [1, -1]}"),
        ("{\"children\": [1, 3]}", "{\"children\": [1, 1e0]}"),
        ("{\"or\": {\"children\": [1, 3]}}", "\"or\""),
        ("{\"or\": {\"children\": [1, 3]}}", "{}"),
        (
            "{\"or\": {\"children\": [1, 3]}}",
            "{\"capture\": {\"cells\": [\"a2\", \"b2\"], \"child\": 0}}",
        ),
        (
            "{\"or\": {\"children\": [1, 3]}}",
            "{\"capture\": {\"cells\": [\"a2\", \"a2\"], \"child\": 0}}",
        ),
        (
            "{\"or\": {\"children\": [1, 3]}}",
            "{\"capture\": {\"cells\": [\"a2\"], \"child\": 0}}",
        ),
        ("]}}]}", "]}}]}\u{0}"),
        ("]}}]}", "]}}]}\n\t \r"),
        ("{\"format\"", "\u{feff}{\"format\""),
    ];
    let files: Vec<Vec<u8>> = variants
        .iter()
        .map(|(from, to)| example.replacen(from, to, 1).into_bytes())
        .collect();
    let proved = all_agree(&files);
    assert!((8..25).contains(&proved), "{proved}");
}

/// The same for certificates of several positions.
#[test]
fn both_checkers_read_joint_files_alike() {
    let example = include_str!("../../certificates/openings-2x2.json");
    let variants = [
        ("", ""),
        ("certificate/3", "certificate/2"),
        ("\"width\": 2", "\"winner\": \"black\", \"width\": 2"),
        ("\"width\": 2", "\"nodes\": [], \"width\": 2"),
        ("\"node\": 4}", "\"node\": 4.0}"),
        ("\"node\": 4}", "\"node\": 5}"),
        ("\"node\": 4}", "\"node\": -1}"),
        ("\"node\": 4}", "\"node\": 4, \"name\": \"b1\"}"),
        ("\"node\": 4}", "\"node\": 4, \"node\": 4}"),
        ("\"white_nodes\": [", "\"white_nodes\": null, \"rest\": ["),
        (
            "\"black_nodes\": [",
            "\"black_nodes\": [], \"black_nodes\": [",
        ),
        ("\"to_move\": \"white\"", "\"to_move\": \"W\""),
        (
            "{\"black\": [\"b1\"], \"white\": [], ",
            "{\"black\": [\"b1\"], ",
        ),
        (
            "{\"black\": [\"b1\"], \"white\": [], \"to_move\": \"white\", \"winner\": \"black\", \"node\": 4}",
            "[[\"b1\"], [], \"white\", \"black\", 4]",
        ),
    ];
    let files: Vec<Vec<u8>> = variants
        .iter()
        .map(|(from, to)| {
            let file = example.replacen(from, to, 1);
            assert!(from.is_empty() || file != example, "{from}");
            file.into_bytes()
        })
        .collect();
    assert_eq!(both_agree(&files), 2);
    // Fields may come in any order.
    let whole: serde_json::Value = serde_json::from_str(example).expect("JSON");
    let fields = [
        "black_nodes",
        "positions",
        "white_nodes",
        "height",
        "width",
        "format",
    ];
    let fields = fields.map(|name| format!("\"{name}\": {}", whole[name]));
    let turned = format!("{{{}}}", fields.join(", "));
    assert_eq!(both_agree(&[turned.into_bytes()]), 1);
}

/// Proofs of false claims, each violating one condition of the page.
#[test]
fn both_checkers_refuse_false_proofs() {
    let head = r#"{"format":"mustplay-certificate/2","width":3,"height":1,"black":[],"white":[],"to_move":"black","winner":"white","nodes":["#;
    let row = r#"{"path":{"x":"west","y":"east","cells":["a1","b1","c1"]}}"#;
    let capture = |cells: &str, stones: &str| {
        format!(r#",{{"capture":{{"cells":[{cells}],"child":0,"stones":[{stones}]}}}}]}}"#)
    };
    let nodes = [
        // Black wins on 3x1 with any move; none of these files makes White the winner.
        capture(r#""b1","b1""#, r#""a1","c1""#),
        capture(r#""a1","b1""#, ""),
        capture(r#""a1","b1""#, r#""a1","b1""#),
        r#",{"move":{"cell":"a1","child":0}},{"move":{"cell":"b1","child":0}},{"or":{"children":[1,2]}}]}"#.to_owned(),
        r#",{"path":{"x":"b1","y":"east","cells":["b1","c1"]}},{"path":{"x":"west","y":"b1","cells":["a1","b1"]}},{"and":{"a":0,"b":0}}]}"#.to_owned(),
        r#",{"path":{"x":"north","y":"south","cells":["a1"]}}]}"#.to_owned(),
    ];
    let files: Vec<Vec<u8>> = nodes
        .iter()
        .map(|nodes| format!("{head}{row}{nodes}").into_bytes())
        .collect();
    assert_eq!(all_agree(&files), 0);
}

/// A stone on the sixth row, which no rule connects: both checkers accept the certificate in
/// `positions/`.
#[test]
fn a_stone_on_the_sixth_row_is_connected() {
    let file = Path::new(ROOT).join("positions/sixth-row.json.gz");
    let mut text = String::new();
    let packed = std::fs::File::open(file).expect("a file");
    let read = flate2::read::GzDecoder::new(packed).read_to_string(&mut text);
    read.expect("gzip");
    let checked = check_text(text.as_bytes(), 64).expect("a proof");
    let [one] = &checked[..] else {
        panic!("one position");
    };
    assert_eq!((one.winner, one.carrier.len()), (Colour::Black, 77));
    if let Some(opinions) = second_opinions(&[text.into_bytes()]) {
        assert_eq!(opinions, ["proved"]);
    }
}
