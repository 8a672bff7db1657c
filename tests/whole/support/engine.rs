//! The program under test: run to its end on given input, or driven line by line. Answers are
//! checked by a reader that shares nothing with the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// The folder of the tests' files.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/whole");

/// The root of the project.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn command(arguments: &[&str], folder: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mustplay"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR");
    command
}

/// Runs the program on this input until it ends.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    run_in(FOLDER, arguments, input)
}

fn run_in(folder: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // A program may end without reading all of its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// Stdout of a run that must succeed without output on stderr.
pub fn stdout(arguments: &[&str], input: &[u8]) -> String {
    stdout_in(FOLDER, arguments, input)
}

/// The same for a run in this folder.
pub fn stdout_in(folder: &str, arguments: &[&str], input: &[u8]) -> String {
    let output = run_in(folder, arguments, input);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub good: bool,
    pub id: String,
    pub text: String,
}

/// Splits output into answers; fails unless it is a sequence of well-formed ones: `=` or `?`, an
/// id, a space, lines that are not empty and have no control characters, one empty line.
pub fn answers(output: &str) -> Result<Vec<Answer>, String> {
    if output.is_empty() {
        return Ok(Vec::new());
    }
    let body = output
        .strip_suffix("\n\n")
        .ok_or("the last answer does not end with an empty line")?;
    let answer = |block: &str| {
        let fault = |what: &str| Err(format!("{what}: {block:?}"));
        let mut rest = block.chars();
        let good = match rest.next() {
            Some('=') => true,
            Some('?') => false,
            _ => return fault("neither = nor ?"),
        };
        let (id, text) = rest
            .as_str()
            .split_once(' ')
            .ok_or(format!("no space: {block:?}"))?;
        if !id.bytes().all(|b| b.is_ascii_digit()) {
            return fault("an id that is no number");
        }
        if text.lines().skip(1).any(str::is_empty) || text.ends_with('\n') {
            return fault("an empty line inside");
        }
        if text
            .chars()
            .any(|c| c.is_control() && c != '\n' && c != '\t')
        {
            return fault("a control character");
        }
        if !good && (text.contains('\n') || text.trim().is_empty()) {
            return fault("an error must be one line with text");
        }
        Ok(Answer {
            good,
            id: id.to_owned(),
            text: text.to_owned(),
        })
    };
    body.split("\n\n").map(answer).collect()
}

/// The running program, driven line by line.
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments, FOLDER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        Self {
            child,
            stdin,
            stdout,
        }
    }

    /// Writes a line.
    pub fn send(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("the program reads");
        self.stdin.flush().expect("the program reads");
    }

    /// Reads one answer; skips the drawings before it.
    pub fn answer(&mut self) -> Answer {
        self.drawn_answer().1
    }

    /// Reads one answer, and the blocks of live graphics before it.
    pub fn drawn_answer(&mut self) -> (Vec<String>, Answer) {
        let mut blocks = Vec::new();
        loop {
            let mut text = String::new();
            while !text.ends_with("\n\n") {
                let read = self.stdout.read_line(&mut text).expect("UTF-8");
                assert!(read > 0, "the program ended inside an answer: {text:?}");
            }
            if !text.starts_with("gogui-gfx:") {
                return (blocks, answers(&text).expect("well-formed").remove(0));
            }
            blocks.push(text);
        }
    }

    /// Writes a line and reads its answer, which must be a success.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        let answer = self.answer();
        assert!(answer.good, "{line}: {}", answer.text);
        answer.text
    }

    /// Waits for the program to end; returns its remaining output and its exit code.
    pub fn end(mut self) -> (String, Option<i32>) {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("UTF-8");
        let code = self.child.wait().expect("the program ends").code();
        (rest, code)
    }
}

/// A failing test leaves no process behind.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
