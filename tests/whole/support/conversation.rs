//! Written conversations with the program: `$ mustplay …` starts it, `> …` is a line of input, and
//! all other lines are output.

use crate::support::engine;

/// The arguments and the lines of input of a conversation, without its answers.
pub fn questions(transcript: &str) -> (Vec<&str>, Vec<&str>) {
    let start = transcript
        .lines()
        .find_map(|line| line.strip_prefix("$ mustplay"));
    let input = transcript
        .lines()
        .filter_map(|line| line.strip_prefix("> "));
    (
        start.unwrap_or_default().split_whitespace().collect(),
        input.collect(),
    )
}

/// Whether a line of input gets an answer.
fn is_answered(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim().starts_with('#')
}

/// The conversation with today's answers.
pub fn held_today(transcript: &str) -> String {
    let (arguments, input) = questions(transcript);
    let output = engine::stdout(&arguments, format!("{}\n", input.join("\n")).as_bytes());
    engine::answers(&output).unwrap_or_else(|fault| panic!("{fault}"));
    let mut blocks = output.split_inclusive("\n\n");
    let head = transcript.split("\n> ").next().unwrap_or_default();
    let mut today = vec![head.trim_end_matches('\n').to_owned(), "\n".to_owned()];
    for line in input {
        today.push(format!("> {line}\n"));
        if is_answered(line) {
            today.push(blocks.next().unwrap_or("(no answer)\n").to_owned());
        }
    }
    today.extend(blocks.map(str::to_owned));
    today
        .concat()
        .replace(env!("CARGO_PKG_VERSION"), "{VERSION}")
}
