//! A soak test. For thirty seconds, or as many as `MUSTPLAY_SOAK` sets, mustplay gets hostile
//! requests, options at the ends of their ranges, mutated files of every format, matches against
//! misbehaving engines, and kills while it writes. It must not panic, hang, lose written data or
//! report anything false. `MUSTPLAY_SEED` selects other cases. `--nocapture` prints the counts.

use crate::support::engine::{FOLDER, ROOT, answers, stdout};
use crate::support::folder::Folder;
use crate::support::sampling::{number, seeded};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A run that exceeds this time hangs.
const PATIENCE: Duration = Duration::from_secs(90);

/// A finished run.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs the program until it ends, or kills it after a time.
fn run(arguments: &[&str], input: &[u8], kill: Option<Duration>) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mustplay"))
        .args(arguments)
        .current_dir(FOLDER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let mut pipes: [Box<dyn Read + Send>; 2] = [
        Box::new(child.stdout.take().expect("piped")),
        Box::new(child.stderr.take().expect("piped")),
    ];
    let given = String::from_utf8_lossy(input).into_owned();
    let input = input.to_vec();
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let [stdout, stderr] = pipes.each_mut().map(|pipe| {
        let mut pipe = std::mem::replace(pipe, Box::new(std::io::empty()));
        thread::spawn(move || {
            let mut text = Vec::new();
            let _ = pipe.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        })
    });
    let start = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status.code();
        }
        if kill.is_some_and(|kill| start.elapsed() >= kill) {
            child.kill().expect("a child");
            child.wait().expect("a child");
            break None;
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("a child");
            panic!("{arguments:?} hangs\n{given}");
        }
        thread::sleep(Duration::from_millis(2));
    };
    writer.join().expect("the writer ends");
    Ended {
        code,
        stdout: stdout.join().expect("the reader ends"),
        stderr: stderr.join().expect("the reader ends"),
    }
}

/// Checks for output that no run may contain, whatever its input.
fn check(what: &str, ended: &Ended) {
    let reply = &ended.stderr;
    let bad = [
        "panicked",
        "memory allocation",
        "overflow",
        "internal error",
    ];
    let sane = ended.code.is_some_and(|code| (0..=2).contains(&code));
    let quiet = bad
        .iter()
        .all(|bad| !reply.contains(bad) && !ended.stdout.contains(bad));
    assert!(
        sane && quiet,
        "{what}: {:?}\n{reply}\n{}",
        ended.code,
        ended.stdout
    );
}

/// An option as listed by the program: its command, its name, its type and range.
type Listed = (String, String, String);

/// The options and the commands of the protocol.
fn protocol() -> (Vec<Listed>, Vec<String>) {
    let commands = stdout(&[], b"list_commands\n");
    let commands = answers(&commands).expect("well-formed").remove(0).text;
    let commands: Vec<String> = commands.lines().map(str::to_owned).collect();
    let lists = commands.iter().filter(|name| name.starts_with("param_"));
    let mut options = Vec::new();
    for list in lists {
        let output = stdout(&[], format!("{list}\nhelp {list}\n").as_bytes());
        let mut both = answers(&output).expect("well-formed");
        let (help, listed) = (both.remove(1).text, both.remove(0).text);
        for line in listed.lines() {
            let mut words = line.split(' ');
            let kind = words.next().unwrap_or_default().to_owned();
            let key = words.next().unwrap_or_default().to_owned();
            let range = help
                .lines()
                .find(|line| line.starts_with(&format!("{key} ")))
                .unwrap_or_default();
            options.push((list.clone(), key, format!("{kind} {range}")));
        }
    }
    (options, commands)
}

/// A value for an option: one of its words, an end of its range, or an invalid value.
fn value((_, _, takes): &Listed, random: &mut StdRng) -> String {
    let words: Vec<&str> = takes
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-')
        .filter(|word| !word.is_empty())
        .collect();
    let other = [
        "0",
        "1",
        "2",
        "8",
        "65536",
        "-1",
        "1e300",
        "x",
        "",
        "999999999999999999999",
    ];
    if random.random_bool(0.7) {
        words.choose(random).unwrap_or(&"0").to_string()
    } else {
        other.choose(random).unwrap_or(&"0").to_string()
    }
}

/// Requests that a client may send, few of them sensible.
fn hostile(options: &[Listed], commands: &[String], random: &mut StdRng) -> String {
    let mut script = format!("boardsize {}\n", random.random_range(1..=6));
    for _ in 0..random.random_range(10..40) {
        // Only their own limits may let commands take long.
        script.push_str("param_player max_time 0.05\nparam_player max_nodes 20\n");
        script.push_str("param_player ponder 0\nparam_dfpn nodelimit 20\n");
        let line = match random.random_range(0..10) {
            0..3 => {
                let option = options.choose(random).expect("an option");
                format!("{} {} {}", option.0, option.1, value(option, random))
            }
            3..6 => {
                let name = commands.choose(random).expect("a command");
                let words = [
                    "b",
                    "white",
                    "a1",
                    "c3",
                    "north",
                    "z99",
                    "-1",
                    "1e9",
                    "swap-pieces",
                ];
                let count = random.random_range(0..4);
                let words: Vec<&str> = (0..count)
                    .map(|_| *words.choose(random).expect("a word"))
                    .collect();
                match name.as_str() {
                    // These end the conversation, wait, or write where they should not.
                    "quit" | "sleep" | "printsgf" | "loadsgf" => "name".to_owned(),
                    name => format!("{name} {}", words.join(" ")),
                }
            }
            6 => {
                let bytes = (0..random.random_range(1..30)).map(|_| random.random_range(32..127));
                bytes.map(|byte: u8| char::from(byte)).collect()
            }
            7 => format!(
                "boardsize {} {}",
                random.random_range(0..8),
                random.random_range(0..8)
            ),
            8 => format!(
                "play {} {}",
                ["b", "w"][random.random_range(0..2)],
                ["a1", "b2", "c1"][random.random_range(0..3)]
            ),
            _ => "genmove b".to_owned(),
        };
        script.push_str(&line);
        script.push('\n');
    }
    script
}

/// Some bytes changed, deleted or doubled, or a piece moved elsewhere.
fn mutated(bytes: &[u8], random: &mut StdRng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..6) {
        if bytes.is_empty() {
            break;
        }
        let place = random.random_range(0..bytes.len());
        match random.random_range(0..6) {
            0 => bytes[place] = random.random_range(0..=255),
            1 => bytes[place] = b"0123456789abcd{}[]();,\"\\-"[random.random_range(0..25)],
            2 => drop(bytes.remove(place)),
            3 => bytes.truncate(place),
            4 => bytes.insert(place, bytes[place]),
            _ => {
                let end = (place + random.random_range(1..40)).min(bytes.len());
                let piece = bytes[place..end].to_vec();
                let at = random.random_range(0..=bytes.len());
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

/// Files to start from.
fn files() -> Vec<(String, Vec<u8>)> {
    let folders = ["tests/whole/files", "tests/certificates"];
    let mut files = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(Path::new(ROOT).join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            let end = path
                .extension()
                .map(|end| end.to_string_lossy().into_owned());
            if path.is_file() {
                let bytes = fs::read(&path).expect("a file");
                files.push((end.unwrap_or_default(), bytes));
            }
        }
    }
    files.sort();
    files
}

/// Commands that read files.
const READERS: [&[&str]; 9] = [
    &["show"],
    &["show", "--list"],
    &["show", "--link"],
    &["verify", "--max-memory", "50"],
    &["solve", "--nodes", "20"],
    &["book", "check"],
    &["merge"],
    &["puzzle", "play", "--plain"],
    &["review", "--nodes", "2"],
];

/// A match with a misbehaving engine counts each game and names the faults.
fn misbehaving(folder: &Folder, random: &mut StdRng) {
    let modes = [
        "cheat", "beyond", "swap", "crash", "garbage", "refuse", "upper", "play",
    ];
    let mode = modes.choose(random).expect("a mode");
    let other = format!(
        "other=cmd:sh arena/fake.sh {mode} {}",
        random.random_range(1..4)
    );
    let out = folder.file(&format!("match-{}.jsonl", random.random::<u32>()));
    let arguments = [
        "match", "random", &other, "--size", "3", "--games", "4", "--out", &out,
    ];
    let ended = run(&arguments, b"", None);
    check(&format!("{arguments:?}"), &ended);
    let lines = fs::read_to_string(&out).expect("the games").lines().count();
    // An engine that crashes before its first move in every game makes the match fail.
    let passes = ended.code == Some(0) || (ended.code == Some(1) && *mode == "crash");
    assert!(passes && lines == 5, "{mode}: {}", ended.stderr);
}

/// A match that is killed and resumed has each game once, as in an uninterrupted match.
fn killed(folder: &Folder, random: &mut StdRng) {
    let out = folder.file(&format!("killed-{}.jsonl", random.random::<u32>()));
    let arguments = [
        "match", "random", "first", "--size", "6", "--games", "200", "--out", &out,
    ];
    let wait = Duration::from_millis(random.random_range(5..200));
    run(&arguments, b"", Some(wait));
    let resumed = [&arguments[..], &["--resume"]].concat();
    let ended = run(&resumed, b"", None);
    check("resumed", &ended);
    let text = fs::read_to_string(&out).expect("the games");
    let mut games: Vec<i64> = Vec::new();
    for line in text.lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(line).expect("a whole line");
        games.push(game["game"].as_i64().expect("a number"));
    }
    games.sort_unstable();
    assert_eq!(games, (0..200).collect::<Vec<_>>());
}

/// A file is intact at any time while its writer is killed again and again.
fn rewritten(folder: &Folder, random: &mut StdRng) {
    let svg = folder.file("kept.svg");
    let arguments = ["show", "files/hexworld.txt", "--svg", &svg];
    let wait = Duration::from_millis(random.random_range(1..30));
    run(&arguments, b"", Some(wait));
    if let Ok(text) = fs::read_to_string(&svg) {
        assert!(
            text.starts_with("<svg") && text.trim_end().ends_with("</svg>"),
            "{text}"
        );
    }
}

/// The number of runs of each kind.
#[derive(Debug, Default)]
struct Counts {
    conversations: usize,
    answers: usize,
    files: usize,
    matches: usize,
    kills: usize,
}

#[test]
fn a_soak() {
    let seconds = number("MUSTPLAY_SOAK", 30);
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut random = seeded(29);
    let folder = Folder::new("soak");
    let (options, commands) = protocol();
    let files = files();
    assert!(options.len() > 50 && commands.len() > 50 && files.len() > 10);
    let mut counts = Counts::default();
    while Instant::now() < until {
        match random.random_range(0..20) {
            0..6 => {
                let script = hostile(&options, &commands, &mut random);
                let ended = run(&[], script.as_bytes(), None);
                check(&script, &ended);
                let reply: String = ended.stdout;
                // Blocks of live graphics may stand between answers.
                let blocks = reply
                    .split("\n\n")
                    .filter(|block| !block.starts_with("gogui-gfx:"));
                let reply = blocks.collect::<Vec<_>>().join("\n\n");
                let answers = answers(&reply).unwrap_or_else(|why| panic!("{why}\n{script}"));
                counts.conversations += 1;
                counts.answers += answers.len();
            }
            6..17 => {
                let (end, bytes) = files.choose(&mut random).expect("a file");
                let file = folder.file(&format!("mutant.{end}"));
                fs::write(&file, mutated(bytes, &mut random)).expect("a file");
                let reader = READERS.choose(&mut random).expect("a reader");
                let arguments = [reader, &[file.as_str()][..]].concat();
                let ended = run(&arguments, b"", None);
                let text = String::from_utf8_lossy(&fs::read(&file).expect("a file")).into_owned();
                check(&format!("{arguments:?}\n{text}"), &ended);
                counts.files += 1;
            }
            17 => {
                misbehaving(&folder, &mut random);
                counts.matches += 1;
            }
            18 => {
                killed(&folder, &mut random);
                counts.kills += 1;
            }
            _ => {
                rewritten(&folder, &mut random);
                counts.kills += 1;
            }
        }
    }
    println!("{counts:?}");
}
