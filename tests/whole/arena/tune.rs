//! `mustplay tune`: the result, the file, runs that are killed or interrupted, usage.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use crate::support::matches::lines;
#[cfg(unix)]
use crate::support::matches::wait_until;
use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Stdio};

/// A player of short games; its start is as weak as it can be: all moves are a beginner's.
const WEAK: [&str; 6] = [
    "tune",
    "mustplay:puct_memory=8",
    "--param",
    "puct_short_sight=0.95,0,1,0.1",
    "--size",
    "4",
];
const SHORT: [&str; 8] = [
    "--nodes", "1", "--pairs", "4", "--rate", "0.1", "--seed", "3",
];

fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&WEAK[..], &SHORT[..], more].concat()
}

fn printed(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_weak_start_is_improved_and_the_test_accepts_it() {
    let folder = Folder::new("tuned");
    let (file, picture) = (folder.file("tune.jsonl"), folder.file("tune.svg"));
    let length = ["--iterations", "30", "--sprt", "0,100"];
    let kept = ["--out", &file, "--svg", &picture];
    let tune = |more: &[&str]| stdout(&arguments(&[&length[..], more].concat()), b"");
    let text = tune(&[&kept[..], &["--jobs", "3"]].concat());
    assert!(
        text.starts_with("30 of 30 iterations, 240 games\n"),
        "{text}"
    );
    assert!(text.contains("\nPtnml(0-2): "), "{text}");
    let accepted = "The test accepts the values: a gain of 100 Elo over the start is likelier";
    assert!(text.contains(accepted), "{text}");
    let last = &lines(&file)[30];
    assert_eq!(last["iteration"], 30);
    let value = last["values"][0].as_f64().expect("a number");
    assert!(value < 0.7, "{value}");
    // The player that is printed can be used as it is.
    let player = text.lines().find(|line| line.starts_with("mustplay:"));
    let player = player.expect("a player");
    assert!(
        player.starts_with("mustplay:puct_memory=8,puct_short_sight=0."),
        "{player}"
    );
    stdout(
        &["match", player, "random", "--size", "3", "--games", "2"],
        b"",
    );
    // All games are there already, those of the test too.
    let texts = [&file, &file.replace(".jsonl", ".test.jsonl")]
        .map(|file| fs::read_to_string(file).expect("a file"));
    assert!(texts[1].starts_with("{\"format\":\"mustplay-game/1\""));
    assert_eq!(tune(&kept), text);
    let json: Value = serde_json::from_str(&tune(&[&kept[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["format"], "mustplay-tune-result/1");
    assert_eq!(json["tuned"], player);
    assert_eq!(json["parameters"][0]["start"], 0.95);
    assert_eq!(json["parameters"][0]["default"], 0.0);
    assert_eq!(json["test"]["sprt"]["decision"]["elo"], 100.0);
    assert_eq!(fs::read_to_string(&file).unwrap(), texts[0]);
    let picture = fs::read_to_string(picture).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<polyline").count(), 1);
    assert!(picture.contains(">puct_short_sight</text>"), "{picture}");
}

/// A tuning in its own process, to be ended.
struct Running(Child);

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mustplay"));
        command.args(arguments).stdin(Stdio::null());
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Self(child.expect("the program starts"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn a_tuning_that_is_killed_or_interrupted_ends_as_if_it_had_not_been() {
    let folder = Folder::new("tune-killed");
    let (whole, torn) = (folder.file("whole.jsonl"), folder.file("torn.jsonl"));
    let tune = |file: &str, jobs: &'static str| {
        let length = ["--iterations", "60", "--no-test", "--jobs", jobs, "--out"];
        let more: Vec<String> = length.iter().map(|word| (*word).to_owned()).collect();
        let all = arguments(&[]).into_iter().map(str::to_owned).chain(more);
        all.chain([file.to_owned()]).collect::<Vec<String>>()
    };
    let of = |words: &[String]| run(&words.iter().map(String::as_str).collect::<Vec<_>>(), b"");
    let expected = of(&tune(&whole, "2"));
    let expected_text = printed(&expected.stdout);
    assert!(
        expected_text.contains("60 of 60 iterations"),
        "{expected:?}"
    );
    assert!(expected_text.ends_with("Not tested: the values are suggestions.\n"));

    let count = || fs::read_to_string(&torn).map_or(0, |text| text.lines().count());
    let words = tune(&torn, "1");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let running = Running::start(&words);
    wait_until("five iterations", || count() > 5);
    drop(running);
    let kept = fs::read_to_string(&torn).unwrap();
    let kept: String = kept
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .collect();
    assert!(
        kept.lines().count() < 61,
        "the tuning ended before the kill"
    );
    // Write the worst possible remains, whatever the kill left.
    fs::write(&torn, format!("{kept}{{\"iteration\":7,\"res")).unwrap();

    // Ctrl-C ends it with what it has.
    let mut running = Running::start(&words);
    let before = kept.lines().count();
    wait_until("more iterations", || count() > before + 2);
    let interrupt = ["-INT", &running.0.id().to_string()].map(str::to_owned);
    assert!(
        Command::new("kill")
            .args(interrupt)
            .status()
            .unwrap()
            .success()
    );
    let stdout = running.0.stdout.take().expect("piped");
    let stderr = running.0.stderr.take().expect("piped");
    let [output, why] = [
        std::io::read_to_string(stdout).unwrap(),
        std::io::read_to_string(stderr).unwrap(),
    ];
    assert_eq!(running.0.wait().unwrap().code(), Some(1), "{output} {why}");
    assert!(
        why.contains(" of 60 iterations; the same command continues from there"),
        "{why}"
    );
    assert!(
        output.contains(" of 60 iterations, ") && output.contains("puct_short_sight"),
        "{output}"
    );

    assert_eq!(printed(&of(&tune(&torn, "3")).stdout), expected_text);
    let [torn, whole] = [torn, whole].map(|file| fs::read_to_string(file).unwrap());
    assert!(torn.starts_with(&kept));
    assert_eq!(torn, whole);
}

#[test]
fn a_file_is_not_mixed_up_with_another_tuning() {
    let folder = Folder::new("tune-mixed");
    let file = folder.file("tune.jsonl");
    let tune = |more: &[&str]| {
        let length = ["--iterations", "3", "--no-test", "--out", &file];
        let output = run(&arguments(&[&length[..], more].concat()), b"");
        (output.status.code(), printed(&output.stderr))
    };
    assert_eq!(tune(&["--json"]), (Some(0), String::new()));
    let text = fs::read_to_string(&file).unwrap();
    for (more, why) in [
        (&["--rate", "0.2"][..], "rate is 0.1, not 0.2"),
        (&["--seed", "4"], "seed is 3, not 4"),
        (&["--nodes", "2"], "nodes is 1, not 2"),
        (&["--size", "5"], "is 4, not 5"),
        (
            &["--param", "puct_exploration=1,0,4"],
            "another tuning: parameters is",
        ),
    ] {
        // The last of two equal options would be an error: leave out the first.
        let given = arguments(&["--iterations", "3", "--no-test", "--out", &file]);
        let mut words = Vec::new();
        let mut given = given.into_iter().peekable();
        while let Some(word) = given.next() {
            if word == more[0] && word != "--param" {
                given.next();
            } else {
                words.push(word);
            }
        }
        words.extend(more);
        let output = run(&words, b"");
        let printed = printed(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{printed}");
        assert!(
            printed.contains(why) && printed.contains("tune.jsonl"),
            "{why}: {printed}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    for (from, to, why) in [
        (
            "\"iteration\":2",
            "\"iteration\":3",
            "line 3: expected iteration 2",
        ),
        (
            "\"results\":[",
            "\"results\":[2,",
            "line 2: expected iteration 1",
        ),
        (
            "\"values\":[0",
            "\"values\":[9",
            "iteration 1 do not follow",
        ),
        ("\"iteration\":1,", "", "line 2: no field 'iteration'"),
        (
            "mustplay-tune/1",
            "mustplay-game/1",
            "is not a file of mustplay tune",
        ),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        fs::write(&file, &changed).unwrap();
        let (code, printed) = tune(&[]);
        assert!(code == Some(1) && printed.contains(why), "{why}: {printed}");
        assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    }
}

#[test]
fn wrong_usage_names_valid_usage() {
    let caution = ["mustplay", "--param", "puct_caution=1,0,4"];
    let with = |more: &[&'static str]| [&caution[..], more].concat();
    for (arguments, expected) in [
        (vec!["mustplay"], "--param"),
        (
            vec!["mustplay", "--param", "puct_cautoin"],
            "did you mean puct_caution?",
        ),
        (
            vec!["mustplay", "--param", "puct_keep_tree"],
            "is not a number",
        ),
        (
            vec!["mustplay", "--param", "puct_caution=1,0,101"],
            "from 0 to 100, not 101",
        ),
        (
            vec!["mustplay", "--param", "puct_caution=1,2"],
            "NAME=START,MIN,MAX",
        ),
        (
            vec!["mustplay", "--param", "puct_caution=5,1,4"],
            "MIN <= START <= MAX",
        ),
        (
            vec!["mustplay", "--param", "beam_width"],
            "mustplay has no option beam_width",
        ),
        (
            vec!["rondam", "--param", "seed=1,0,4"],
            "unknown name 'rondam'",
        ),
        (with(&["--param", "puct_caution"]), "tuned twice"),
        (with(&["--log", "puct_caution"]), "MIN must be above 0"),
        (with(&["--log", "level"]), "not one of the parameters"),
        (with(&["--iterations", "0"]), "a number from 1 to"),
        (with(&["--pairs", "x"]), "a number from 1 to"),
        (with(&["--rate", "0"]), "a number above 0"),
        (with(&["--games", "3"]), "an even number"),
        (with(&["--sprt", "5,0"]), "elo0,elo1,alpha,beta"),
        (with(&["--no-test", "--games", "4"]), "cannot be used with"),
    ] {
        let output = run(&[&["tune"], &arguments[..]].concat(), b"");
        let printed = printed(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {printed}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
    for (more, expected) in [
        (["--openings", "/no/such/file"], "/no/such/file"),
        (["--size", "1"], "no opening"),
        (["--out", "/no/such/folder/x"], "/no/such/folder/x"),
    ] {
        let output = run(&[&["tune"], &with(&more)[..]].concat(), b"");
        let printed = printed(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{more:?}: {printed}");
        assert!(printed.contains(expected), "{more:?}: {printed}");
    }
}
