//! Robustness against clients: floods of commands, nonsense, interrupts, disconnects.

use crate::support::engine::{Engine, answers, run, stdout};
#[cfg(unix)]
use crate::support::folder::Folder;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A generous limit for any answer, far above measured times, for busy machines.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn ten_thousand_piped_commands_are_answered_in_order() {
    let line = |n: usize| match n % 4 {
        0 => format!("{n} clear_board\n"),
        1 => format!("{n} play b a{}\n", n % 11 + 1),
        2 => format!("{n} genmove w\n"),
        _ => format!("{n} echo {n}\n"),
    };
    let input: String = (0..10_000).map(line).collect();
    let output = stdout(&["--player", "random"], input.as_bytes());
    let answers = answers(&output).expect("well-formed");
    assert_eq!(answers.len(), 10_000);
    for (n, answer) in answers.iter().enumerate() {
        assert_eq!((answer.good, answer.id.parse()), (true, Ok(n)));
        assert!(n % 4 != 3 || answer.text == n.to_string());
    }
}

/// The answers to these bytes, followed by a line whose command must succeed.
fn after(input: &[u8]) -> Vec<(bool, String)> {
    let input = [input, b"\n77 echo still here\n"].concat();
    let mut answers = answers(&stdout(&[], &input)).expect("well-formed");
    let last = answers.pop().expect("an answer");
    assert_eq!(
        (last.good, last.id.as_str(), last.text.as_str()),
        (true, "77", "still here")
    );
    answers
        .into_iter()
        .map(|answer| (answer.good, answer.text))
        .collect()
}

#[test]
fn lines_of_megabytes_are_one_request() {
    let million = "x".repeat(1 << 20);
    let one = after(million.as_bytes());
    assert_eq!(
        one,
        [(false, format!("unknown command: {}...", "x".repeat(40)))]
    );
    let many = after(format!("play {}", "b a1 ".repeat(300_000)).as_bytes());
    assert_eq!(
        many,
        [(
            false,
            "too many arguments (usage: play COLOUR MOVE)".to_owned()
        )]
    );
    let moves = after(format!("play-game {}", "a1 b2 ".repeat(300_000)).as_bytes());
    assert_eq!(
        moves,
        [(false, "illegal move: black a1 (occupied)".to_owned())]
    );
    let digits = after(format!("{} name", "7".repeat(1 << 20)).as_bytes());
    assert_eq!(digits.len(), 1);
    let endless = after(&vec![b'y'; 17 << 20]);
    assert_eq!(
        endless,
        [(false, "the line has more than 16777216 bytes".to_owned())]
    );
    let comment = after(format!("name # {million}").as_bytes());
    assert_eq!(comment, [(true, "mustplay".to_owned())]);
}

#[test]
fn binary_input_is_answered_or_ignored() {
    assert_eq!(after(b"\0\0\0"), []);
    assert_eq!(after(b"na\0me"), [(true, "mustplay".to_owned())]);
    assert_eq!(after(b"\xFF\xFE\x80"), [(false, "not UTF-8".to_owned())]);
    assert_eq!(after(b"play b \xC3\x28"), [(false, "not UTF-8".to_owned())]);
    assert_eq!(
        after("play b ä1".as_bytes()),
        [(false, "illegal move: black ä1 (not a move)".to_owned())]
    );
    assert_eq!(
        after(b"name\r\n\r\nname\r"),
        vec![(true, "mustplay".to_owned()); 2]
    );
    assert_eq!(after(b"\tname\t#\xFF"), [(true, "mustplay".to_owned())]);
    assert_eq!(
        after(b"play b \"a1"),
        [(false, "unclosed quote".to_owned())]
    );
    assert_eq!(after(b"5"), [(false, "no command".to_owned())]);
    assert_eq!(after(b"\"\""), [(false, "unknown command: ".to_owned())]);
}

#[test]
fn the_end_of_input_in_the_middle_of_a_line_ends_the_line() {
    assert_eq!(stdout(&[], b"name"), "= mustplay\n\n");
    assert_eq!(
        stdout(&[], b"name\nversio"),
        "= mustplay\n\n? unknown command: versio (did you mean version?)\n\n"
    );
    assert_eq!(stdout(&[], b""), "");
    assert_eq!(stdout(&[], b"# only a comment"), "");
}

#[test]
fn quit_waits_its_turn_and_ends_everything() {
    assert_eq!(stdout(&[], b"echo a\n3 quit\necho b\n"), "= a\n\n=3 \n\n");
    let mut engine = Engine::start(&[]);
    engine.ask("name");
    let start = Instant::now();
    engine.send("quit");
    assert_eq!(engine.end(), ("= \n\n".to_owned(), Some(0)));
    assert!(start.elapsed() < SOON);
}

/// A client that floods the program has to wait: `yes "genmove b" | mustplay` takes no more and more
/// memory.
#[test]
fn requests_that_wait_take_little_memory() {
    /// Far more than the queue and the pipe hold.
    const FLOOD: usize = 100 << 20;
    let mut child = Command::new(env!("CARGO_BIN_EXE_mustplay"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let written = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&written);
    let writer = std::thread::spawn(move || {
        let lines = "name\n".repeat(1000);
        let mut sent = stdin.write_all(b"sleep\n");
        while sent.is_ok() && counter.load(Ordering::Relaxed) < FLOOD {
            sent = stdin.write_all(lines.as_bytes());
            counter.fetch_add(lines.len(), Ordering::Relaxed);
        }
    });
    // Until the program has not read on for a while.
    let (start, mut before) = (Instant::now(), 0);
    loop {
        std::thread::sleep(Duration::from_millis(500));
        let now = written.load(Ordering::Relaxed);
        if now == before && now > 0 {
            break;
        }
        before = now;
        assert!(start.elapsed() < Duration::from_mins(1), "it reads on");
    }
    println!("a client may write {before} bytes of short commands ahead");
    let bounded = before < 4 << 20;
    child.kill().expect("a child");
    child.wait().expect("a child");
    writer.join().expect("the writer ends");
    assert!(bounded, "{before} bytes");
}

#[test]
fn an_invalid_quit_is_an_ordinary_error() {
    assert_eq!(
        after(b"quit now"),
        [(false, "too many arguments (usage: quit)".to_owned())]
    );
}

#[test]
fn errors_repeat_no_megabytes() {
    let million = "9".repeat(1 << 20);
    for line in [
        format!("param_game {million} 1"),
        format!("param_player seed x{million}"),
        format!("play b {million}"),
        format!("play {million} a1"),
        format!("group-get a{million}"),
        format!("time_left b {million}x"),
        format!("loadsgf {million}"),
        format!("known_command {million}"),
    ] {
        let answers = after(line.as_bytes());
        assert!(
            answers.len() == 1 && answers[0].1.len() < 200,
            "{} {}",
            &line[..20],
            answers[0].1.len()
        );
    }
}

#[test]
fn an_interrupt_ends_a_running_command_with_its_answer() {
    let mut engine = Engine::start(&[]);
    for command in ["sleep 20", "sleep"] {
        engine.send(command);
        // The interrupt applies to the command, whether it has started or is still queued.
        std::thread::sleep(Duration::from_millis(if command == "sleep" {
            0
        } else {
            100
        }));
        let start = Instant::now();
        engine.send("# interrupt");
        assert_eq!(engine.answer().text, "");
        let waited = start.elapsed();
        println!("{command}: answered {waited:?} after the interrupt");
        assert!(waited < SOON);
    }
    // It does not affect later commands, and gets no answer itself.
    let start = Instant::now();
    engine.ask("sleep 0.2");
    assert!(start.elapsed() >= Duration::from_millis(200));
    engine.send("# interrupt");
    assert_eq!(engine.ask("echo next"), "next");
    // A queued quit does not keep it from the running command.
    let start = Instant::now();
    engine.send("sleep 20\nquit\n# interrupt");
    assert_eq!(engine.end(), ("= \n\n= \n\n".to_owned(), Some(0)));
    assert!(start.elapsed() < SOON);
}

#[test]
fn an_interrupt_ends_a_build_that_explodes() {
    let mut engine = Engine::start(&["--size", "19"]);
    for line in [
        "or_rule semis",
        "max_carriers 0",
        "max_fulls 0",
        "edge_midpoints 1",
        "share_captured 1",
        "max_comparisons 0",
    ] {
        engine.ask(&format!("param_vc {line}"));
    }
    engine.send("vc-build b");
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    engine.send("# interrupt");
    assert!(engine.answer().good);
    println!(
        "vc-build: answered {:?} after the interrupt",
        start.elapsed()
    );
    assert!(start.elapsed() < SOON);
    assert!(engine.ask("vc-set-stats b").contains("complete no"));
}

#[test]
fn processor_time_grows_with_work() {
    let output = stdout(
        &[],
        format!("cputime\n{}cputime\n", "help\n".repeat(500)).as_bytes(),
    );
    let answers = answers(&output).expect("well-formed");
    let seconds = |text: &str| text.parse::<f64>().expect("seconds");
    assert!(seconds(&answers[501].text) > seconds(&answers[0].text));
}

#[test]
fn the_end_of_input_ends_unlimited_commands_and_waits_for_others() {
    let start = Instant::now();
    assert_eq!(stdout(&[], b"sleep\necho a\nquit\n"), "= \n\n= a\n\n= \n\n");
    assert_eq!(stdout(&[], b"sleep\n"), "= \n\n");
    assert!(start.elapsed() < SOON);
    let start = Instant::now();
    assert_eq!(stdout(&[], b"sleep 0.3\necho a\n"), "= \n\n= a\n\n");
    assert!(start.elapsed() >= Duration::from_millis(300));
}

/// A script gets the result of a proof without a limit, although `quit` and the end of the input
/// come while it runs.
#[test]
fn a_script_is_answered_in_full() {
    let script = "boardsize 6 6\nplay b a6\ndfpn-solve-state w\n";
    let winning = "boardsize 4 3\nplay b a1\nplay w b2\ndfpn-solver-find-winning b\n";
    for end in ["", "quit\n"] {
        for (script, last) in [(script, "black"), (winning, "c2")] {
            let output = stdout(&[], format!("{script}{end}").as_bytes());
            let answers = answers(&output).expect("well-formed");
            assert_eq!(answers[script.lines().count() - 1].text, last);
        }
    }
}

/// Wrong arguments are named before connections are built, although these here take very long.
#[test]
fn wrong_arguments_are_named_before_the_work() {
    let mut engine = Engine::start(&[]);
    engine.ask("boardsize 19 19");
    for option in ["max_carriers", "max_fulls"] {
        engine.ask(&format!("param_vc {option} 1000000"));
    }
    engine.ask("param_vc max_comparisons 4294967295");
    engine.ask("play b k10");
    for wrong in ["w x", "w a20", "w k10", "w a1 a1", "w"] {
        let start = Instant::now();
        engine.send(&format!("vc-build-incremental {wrong}"));
        assert!(!engine.answer().good, "{wrong}");
        assert!(start.elapsed() < SOON, "{wrong}: {:?}", start.elapsed());
    }
}

/// The stderr of the program under a limit of the shell's, `None` if it ended well.
#[cfg(unix)]
fn under_limit(limit: &str, arguments: &[&str]) -> Option<String> {
    let script = format!("ulimit -S {limit}; exec \"$@\"");
    let output = Command::new("bash")
        .args(["-c", &script, "bash", env!("CARGO_BIN_EXE_mustplay")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then_some(errors)
}

/// A file that may not grow is an error, as a full disk is: by default a signal would end the
/// program in the middle of its work.
#[cfg(unix)]
#[test]
fn a_limit_of_file_sizes_is_an_error() {
    let folder = Folder::new("file-sizes");
    let out = folder.file("games");
    let play = ["match", "first", "random", "--size", "3", "--out", &out];
    let why = under_limit("-f 1", &play).expect("it fails");
    assert!(why.starts_with("mustplay: ") && why.contains(&out), "{why}");
}

/// Too little memory to begin with is no panic.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_to_begin_is_no_panic() {
    for megabytes in 15..60 {
        let why = under_limit(&format!("-v {megabytes}000"), &[]).unwrap_or_default();
        assert!(!why.contains("panicked"), "{megabytes} MB: {why}");
    }
}

/// A file of games has to be a file.
#[cfg(unix)]
#[test]
fn a_device_holds_no_games() {
    for device in ["/dev/zero", "/dev/null"] {
        let play = ["match", "first", "random", "--size", "3", "--out", device];
        let output = run(&play, b"");
        let why = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{why}");
        assert!(why.contains("not a plain file"), "{why}");
    }
}

/// Nobody waits for a proof once both ends are closed.
#[cfg(unix)]
#[test]
fn a_proof_ends_with_its_client() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mustplay"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin
        .write_all(b"solve-state b\n")
        .expect("the program reads");
    std::thread::sleep(Duration::from_millis(300));
    drop(stdin);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a child").is_none(), "it goes on");
    drop(child.stdout.take());
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(30), "it goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("solve-state: ended after {:?}", start.elapsed());
    assert!(start.elapsed() < SOON);
}

/// Where the process has a limit of memory, an option that exceeds it is refused with what is left.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_process_may_not_have_is_refused() {
    let script = "ulimit -v 900000; exec \"$0\"";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_mustplay")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("piped");
    stdin
        .write_all(b"param_dfpn hash 4000\nparam_dfpn hash 10\n")
        .expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = answers(&output).expect("well-formed");
    let [refused, taken] = &answers[..] else {
        panic!("{output}");
    };
    let words: Vec<&str> = refused.text.split(' ').collect();
    let free = words
        .iter()
        .find_map(|word| word.parse::<u32>().ok().filter(|&mb| mb != 4000));
    assert!(!refused.good && taken.good, "{output}");
    assert!(free.is_some_and(|free| free < 900), "{output}");
}

/// A file without an end is not read for ever.
#[cfg(unix)]
#[test]
fn an_endless_file_is_refused() {
    let output = run(&["show", "/dev/zero"], b"");
    let why = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(why, "mustplay: cannot read /dev/zero: larger than 64 MB\n");
    let output = run(
        &["play", "--no-keep", "--size", "4"],
        b"load /dev/zero\nquit\n",
    );
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(
        shown.contains("Cannot read /dev/zero (larger than 64 MB)"),
        "{shown}"
    );
}

#[test]
fn a_closed_stdout_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mustplay"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"name\nname\n").expect("the program reads");
    // The input stays open: the program must not wait for its end.
    let code = child.wait().expect("the program ends").code();
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut complaint)
        .expect("UTF-8");
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    drop(stdin);
}

#[test]
fn all_answers_arrive_even_if_read_late() {
    let input = "help\n".repeat(2_000);
    let output = run(&[], input.as_bytes());
    assert_eq!(
        answers(&String::from_utf8(output.stdout).expect("UTF-8"))
            .expect("well-formed")
            .len(),
        2_000
    );
}
