//! A replay of every line that a HexGui sent in a recorded session, against a plain model of the
//! board.

use crate::support::engine::{Answer, Engine};
use std::collections::BTreeMap;

/// What the board must be: a map from cells to letters, and the history.
#[derive(Default)]
struct Model {
    size: (usize, usize),
    history: Vec<(String, char)>,
}

impl Model {
    fn contains(&self, cell: &str) -> bool {
        let column = cell.as_bytes()[0] - b'a';
        let row: usize = cell[1..].parse().expect("a row");
        usize::from(column) < self.size.0 && (1..=self.size.1).contains(&row)
    }

    fn play(&mut self, cell: &str, letter: char) -> bool {
        let legal = self.contains(cell) && self.history.iter().all(|(other, _)| other != cell);
        if legal {
            self.history.push((cell.to_owned(), letter));
        }
        legal
    }

    /// The stones that a drawing must show.
    fn stones(&self) -> BTreeMap<String, char> {
        self.history.iter().cloned().collect()
    }
}

/// The stones in the answer to `showboard`, found by the row labels alone.
fn drawn(text: &str, size: (usize, usize)) -> BTreeMap<String, char> {
    let mut stones = BTreeMap::new();
    let rows: Vec<&str> = text.lines().filter(|line| line.contains('\\')).collect();
    assert_eq!(rows.len(), size.1, "{text}");
    for (number, row) in rows.into_iter().enumerate() {
        let inner = row.split('\\').nth(1).expect("between the edges");
        let letters: Vec<char> = inner.chars().filter(|c| "BW.".contains(*c)).collect();
        assert_eq!(letters.len(), size.0, "{row}");
        for (column, letter) in letters
            .into_iter()
            .enumerate()
            .filter(|&(_, letter)| letter != '.')
        {
            let column = char::from(b'a' + column as u8);
            stones.insert(format!("{column}{}", number + 1), letter);
        }
    }
    stones
}

fn letter(colour: &str) -> char {
    if colour.starts_with('b') { 'B' } else { 'W' }
}

/// Carries one line over to the model and checks its answer.
fn check(model: &mut Model, line: &str, answer: &Answer) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["name"] => assert_eq!(answer.text, "mustplay"),
        ["version"] => assert_eq!(answer.text, env!("CARGO_PKG_VERSION")),
        ["boardsize", width, height] => {
            let size: (usize, usize) = (
                width.parse().expect("a size"),
                height.parse().expect("a size"),
            );
            assert_eq!(answer.good, size.0 <= 19 && size.1 <= 19, "{line}");
            if answer.good {
                *model = Model {
                    size,
                    ..Model::default()
                };
            } else {
                assert_eq!(answer.text, "unacceptable size");
            }
        }
        ["clear_board"] => model.history.clear(),
        ["play", colour, cell] => {
            assert_eq!(
                answer.good,
                model.play(cell, letter(colour)),
                "{line}: {}",
                answer.text
            );
        }
        ["genmove", colour] => {
            assert!(
                answer.good && model.play(&answer.text, letter(colour)),
                "{line}: {}",
                answer.text
            );
        }
        ["undo"] => drop(model.history.pop()),
        ["showboard"] => assert_eq!(drawn(&answer.text, model.size), model.stones()),
        ["hexgui-analyze_commands"] => {
            assert!(answer.text.lines().all(|line| line.split('/').count() >= 3));
        }
        // The second is asked for only where the solver fails.
        ["param_mohex" | "gogui-gfx-analyze", ..] => assert!(!answer.good),
        ["vc-build" | "param_dfpn", ..] => assert!(answer.good, "{line}: {}", answer.text),
        ["dfpn-solve-state", _] => {
            let answers = ["black", "white", "empty"];
            assert!(answers.contains(&answer.text.as_str()), "{}", answer.text);
        }
        ["quit"] => assert!(answer.good),
        _ => panic!("a line that the test does not know: {line}"),
    }
}

#[test]
fn a_recorded_session_of_hexgui_goes_without_a_hitch() {
    let mut engine = Engine::start(&["--player", "random", "--seed", "1"]);
    // A user would wait longer.
    engine.ask("param_dfpn timelimit 0.3");
    let mut model = Model {
        size: (11, 11),
        ..Model::default()
    };
    let session = include_str!("../files/hexgui-session.txt");
    let (mut asked, mut boards) = (0, 0);
    let mut lines = session.lines().peekable();
    while let Some(line) = lines.next() {
        engine.send(line);
        // HexGui interrupts what it waits for.
        while let Some(interrupt) = lines.next_if_eq(&"# interrupt") {
            engine.send(interrupt);
        }
        let (_, answer) = engine.drawn_answer();
        check(&mut model, line, &answer);
        asked += 1;
        boards += usize::from(line == "showboard");
    }
    assert!(asked > 120 && boards > 30, "{asked} {boards}");
    let (rest, code) = engine.end();
    assert_eq!((rest.as_str(), code), ("", Some(0)));
}

/// What HexGui can draw, and how a line of its analyze menu must look.
#[test]
fn every_line_of_the_analyze_menu_is_well_formed_and_can_be_asked() {
    let mut engine = Engine::start(&["--player", "mustplay:max_time=0.3"]);
    engine.ask("param_dfpn timelimit 0.3");
    engine.ask("play b c3");
    let menu = engine.ask("hexgui-analyze_commands");
    assert!(menu.lines().count() >= 8);
    let mut labels = Vec::new();
    for line in menu.lines() {
        let fields: Vec<&str> = line.split('/').collect();
        assert!(
            (3..=5).contains(&fields.len()) && fields.iter().all(|field| !field.is_empty()),
            "{line}"
        );
        let kinds = [
            "string", "plist", "group", "pspairs", "var", "inferior", "vc", "param", "move", "gfx",
        ];
        assert!(kinds.contains(&fields[0]), "{line}");
        labels.push(fields[1].to_owned());
        let call = fields[2]
            .replace("%m", "w")
            .replace("%c", "b")
            .replace("%p", "c3")
            .replace("%P", "c3 north");
        assert!(!call.contains('%'), "{line}");
        engine.send(&call);
        let answer = engine.answer();
        assert!(
            answer.good
                || ["cannot score", "neither side has a winning full"]
                    .contains(&answer.text.as_str()),
            "{line}: {}",
            answer.text
        );
        if answer.good {
            check_kind(fields[0], &answer.text);
        }
    }
    let count = labels.len();
    labels.sort();
    labels.dedup();
    assert_eq!(labels.len(), count, "a label twice");
}

/// What HexGui needs to read of an answer of this type.
fn check_kind(kind: &str, text: &str) {
    let cell = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| ('a'..='k').contains(&c))
            && letters
                .as_str()
                .parse::<usize>()
                .is_ok_and(|row| (1..=11).contains(&row))
    };
    let point = |word: &str| cell(word) || ["north", "south", "west", "east"].contains(&word);
    match kind {
        "group" | "plist" => assert!(text.split_whitespace().all(point), "{text}"),
        "inferior" => {
            // Exactly the codes of protocol.md.
            let code = |word: &str| {
                let named = |kind| {
                    word.strip_prefix(kind)
                        .and_then(|rest| rest.strip_suffix(']'))
                };
                let killer = ["iv[", "ir[", "id["].into_iter().find_map(named);
                ["x", "fdb", "fdw", "fcb", "fcw", "fpb", "fpw"].contains(&word)
                    || killer.is_some_and(|cells| cells.split('-').all(cell))
            };
            let words: Vec<&str> = text.split_whitespace().collect();
            assert!(
                words
                    .chunks(2)
                    .all(|pair| pair.len() == 2 && cell(pair[0]) && code(pair[1])),
                "{text}"
            );
        }
        "vc" => assert!(
            text.lines()
                .all(|line| line.starts_with("black c3 north ") && line.contains(" ] [ ]")),
            "{text}"
        ),
        "move" => assert!(
            cell(text) || text == "swap-pieces" || text == "resign",
            "{text}"
        ),
        "param" => {
            for line in text.lines() {
                let (kind, setting) = line.split_once("] ").expect("a kind");
                let (key, value) = setting.split_once(' ').expect("a value");
                assert!(!key.is_empty());
                match kind {
                    "[bool" => assert!(value == "0" || value == "1", "{line}"),
                    "[string" => {}
                    list => {
                        let words = list.strip_prefix("[list/").expect("a list");
                        assert!(words.split('/').any(|word| word == value), "{line}");
                    }
                }
            }
        }
        _ => {}
    }
}

/// What a search draws while it thinks, part by part; and an interrupt brings the best move so far.
#[test]
fn thoughts_are_drawn_as_hexgui_reads_them() {
    let mut engine = Engine::start(&["--size", "9", "--player", "mustplay:max_time=20"]);
    engine.ask("hexgui-analyze_commands");
    engine.ask("play b b7");
    engine.send("genmove w");
    std::thread::sleep(std::time::Duration::from_millis(900));
    let start = std::time::Instant::now();
    engine.send("# interrupt");
    let (blocks, answer) = engine.drawn_answer();
    assert!(answer.good && start.elapsed().as_secs() < 2);
    assert!((1..=5).contains(&blocks.len()), "{blocks:?}");
    let size: mustplay::board::BoardSize = "9".parse().expect("a size");
    for block in blocks {
        let lines: Vec<&str> = block.trim_end().lines().collect();
        assert_eq!((lines.len(), lines[0], lines[1]), (5, "gogui-gfx:", "ab"));
        let words = |line: &'static str, text: &str| -> Vec<String> {
            let rest = text.strip_prefix(line).expect(line);
            rest.split(' ').skip(1).map(str::to_owned).collect()
        };
        let line = words("VAR", lines[2]);
        assert!(!line.is_empty() && line.len().is_multiple_of(2), "{block}");
        for (number, pair) in line.chunks(2).enumerate() {
            assert_eq!(pair[0], ["W", "B"][number % 2]);
            assert!(size.read(&pair[1]).is_ok());
        }
        let labels = words("LABEL", lines[3]);
        assert!(
            !labels.is_empty() && labels.len().is_multiple_of(2),
            "{block}"
        );
        assert!(labels.chunks(2).all(|pair| size.read(&pair[0]).is_ok()));
        assert!(
            lines[4]
                .strip_prefix("TEXT ")
                .is_some_and(|text| !text.is_empty())
        );
    }
    engine.ask("param_game live_gfx off");
    engine.ask("param_player max_time 0.3");
    engine.send("reg_genmove b");
    assert!(engine.drawn_answer().0.is_empty());
}
