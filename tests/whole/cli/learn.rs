//! Learning from games: the results depend only on the games, and mustplay can read them.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use mustplay::network::Weights;
use mustplay::papers::engines::montecarlo::PatternWeights;
use mustplay::papers::engines::queenbee::Costs;
use std::fs;

/// Games of two quick but sensible players, written to a file.
fn played(folder: &Folder, name: &str, games: &str) -> String {
    let file = folder.file(name);
    let quick = ["queenbee:max_depth=1", "twodistance:max_depth=1"];
    let rest = ["--size", "9", "--games", games, "--out", &file];
    stdout(&[&["match"][..], &quick, &rest].concat(), b"");
    file
}

#[test]
fn weights_follow_from_games() {
    let folder = Folder::new("learn");
    let games = played(&folder, "games.jsonl", "80");
    let learn = |name: &str| {
        let out = folder.file(name);
        let printed = stdout(
            &["learn", "patterns", "--games", &games, "--out", &out],
            b"",
        );
        (printed, fs::read_to_string(out).expect("weights"))
    };
    let (printed, weights) = learn("one.txt");
    assert_eq!((printed.clone(), weights.clone()), learn("two.txt"));
    assert!(
        printed.contains("held-out positions the mean log-likelihood is -"),
        "{printed}"
    );
    let known = PatternWeights::read(&weights).expect("weights");
    assert!(known.len() > 50, "{}", known.len());
    let number = |after: &str| -> f64 {
        let line = printed
            .lines()
            .find(|line| line.starts_with("priors"))
            .expect("a line");
        let rest = line.split(after).nth(1).expect("a number").trim_start();
        rest.split_whitespace()
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number")
    };
    assert!(number("log-likelihood is") > number("(") + 1.0, "{printed}");
}

#[test]
fn costs_of_categories_follow_from_games() {
    let folder = Folder::new("learn-categories");
    let games = folder.file("games.jsonl");
    let quick = ["queenbee:max_depth=1", "twodistance:max_depth=1"];
    let rest = ["--size", "6", "--games", "60", "--out", &games];
    stdout(&[&["match"][..], &quick, &rest].concat(), b"");
    let learn = |name: &str| {
        let out = folder.file(name);
        let quick = ["--nodes", "60", "--drop", "0", "--deep", "8"];
        let rest = ["--proof", "20", "--games", &games, "--out", &out];
        let printed = stdout(&[&["learn", "categories"][..], &quick, &rest].concat(), b"");
        (printed, fs::read_to_string(out).expect("costs"))
    };
    let (printed, text) = learn("one.txt");
    assert_eq!((printed.clone(), text.clone()), learn("two.txt"));
    let costs = Costs::read(&text).expect("costs");
    // Moves that look good are right more often than those that look bad, and moves that change
    // much more often than those that change nothing.
    let [best, worst] = [costs.badness[4], costs.badness[12]];
    assert!(2 * best < worst, "{text}");
    assert!(costs.tension[0] > costs.tension[4], "{text}");
    let mut lines = printed.lines();
    for kind in ["badness", "tension"] {
        let fit = lines.next().expect("a fit");
        let start = format!("{kind}: on the moves of ");
        assert!(fit.starts_with(&start), "{printed}");
        let set = lines.next().expect("options");
        let list = set.rsplit_once('=').expect("numbers").1;
        let plies: Vec<f64> = list.split('/').filter_map(|one| one.parse().ok()).collect();
        let given = Costs::given(&plies);
        let same = match kind {
            "badness" => given.badness == costs.badness,
            _ => given.tension == costs.tension,
        };
        assert!(same, "{set}\n{text}");
        // A player accepts the options.
        let player = format!("queenbee:queenbee_select=sex,max_depth=1,{set}");
        stdout(
            &["match", &player, "first", "--size", "3", "--games", "2"],
            b"",
        );
    }
}

/// Self-play of untrained networks, and training on their games, with and without features from
/// analyses.
#[test]
fn networks_learn_from_self_play_and_can_be_played() {
    let folder = Folder::new("learn-network");
    let games = folder.file("games");
    let quick = ["--visits", "24", "--quick", "8", "--sizes", "6:1"];
    let rest = [
        "--network",
        "random:32x1",
        "--games",
        "120",
        "--out",
        &games,
    ];
    stdout(&[&["learn", "games"][..], &quick, &rest].concat(), b"");
    let learn = |from: &str, name: &str| {
        let out = folder.file(name);
        let rest = ["--from", from, "--epochs", "4", "--batch", "32"];
        let task = ["learn", "network", "--data", &games, "--out", &out];
        let printed = stdout(&[&task[..], &rest].concat(), b"");
        (printed, fs::read(&out).expect("weights"))
    };
    for (from, player) in [
        ("random:32x1", "puct:max_nodes=20"),
        ("random:32x1+quick", "mustplay:max_nodes=20"),
    ] {
        let (printed, weights) = learn(from, "one.bin");
        assert_eq!(weights, learn(from, "two.bin").1);
        let network = Weights::read(&weights).expect("a network");
        assert_eq!(format!("random:{}", network.shape()), from);
        let held_out = |line: &str| -> f64 {
            let rest = line.split("held out policy ").nth(1).expect("a number");
            let word = rest.split_whitespace().next();
            word.and_then(|word| word.parse().ok()).expect("a number")
        };
        let steps = printed
            .lines()
            .filter(|line| line.contains("held out policy "));
        let steps: Vec<f64> = steps.map(held_out).collect();
        assert!(steps.len() > 10 && steps[9] < steps[0], "{printed}");
        let (played, floats) = (steps[steps.len() - 1], steps[steps.len() - 2]);
        assert!((played - floats).abs() < 0.05, "{printed}");
        assert!(printed.contains("\nas it plays, in 8 bits: ") && printed.contains("; predicted "));
        assert!(
            printed.contains("% of their fours are not zero\n"),
            "{printed}"
        );
        let file = folder.file("one.bin");
        let moves = |network: &[&str]| {
            let start = [network, &["--size", "7", "--player", player][..]].concat();
            let script = b"param_player book off\nplay b d4\ngenmove w\ngenmove b\nsearch-scores\n";
            stdout(&start, script)
        };
        assert_ne!(moves(&["--network", &file]), moves(&[]), "{player}");
    }
    // These games are played with stones alone as input.
    let analysis_options = ["--network", "random:32x1+quick", "--out", &games];
    let output = run(&[&["learn", "games"][..], &analysis_options].concat(), b"");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        printed.contains("needs a network that reads stones alone"),
        "{printed}"
    );
}

#[test]
fn unusable_training_data_is_refused_with_a_reason() {
    let folder = Folder::new("learn-not");
    let few = played(&folder, "few.jsonl", "2");
    let out = folder.file("out.txt");
    for (games, expected) in [
        (few.as_str(), "too few games"),
        ("/nowhere.jsonl", "cannot read /nowhere.jsonl"),
    ] {
        for task in ["patterns", "categories"] {
            let output = run(&["learn", task, "--games", games, "--out", &out], b"");
            let printed = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.code() == Some(1) && printed.contains(expected),
                "{printed}"
            );
            assert!(!fs::exists(&out).unwrap());
        }
    }
}

/// The finder continues from its file, and shards or a second run give the same result.
#[test]
fn templates_are_found_in_shards_and_after_a_break() {
    let folder = Folder::new("learn-templates");
    let rows = ["--single", "3:3", "--above", "3:2", "--pairs", "2:2,3:2"];
    let learn = |rest: &[&str]| run(&[&["learn", "templates"][..], &rows, rest].concat(), b"");
    let file = |name: &str| folder.file(name);
    let read = |name: &str| fs::read_to_string(file(name)).expect("a file");
    let whole = learn(&[
        "--work",
        &file("whole"),
        "--out",
        &file("whole.txt"),
        "--jobs",
        "2",
    ]);
    assert_eq!(whole.status.code(), Some(0));
    let printed = String::from_utf8_lossy(&whole.stdout).into_owned();
    assert!(
        printed.contains("III      1     5    1        1    0"),
        "{printed}"
    );
    for part in ["1", "2"] {
        let shard = format!("{part}/2");
        let done = learn(&["--work", &file(part), "--shard", &shard]);
        assert_eq!(done.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&done.stdout).contains("have not been searched"));
    }
    // Run the second shard again, cut off after its third pattern.
    let cut: Vec<String> = read("2")
        .lines()
        .take(3)
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(file("2"), cut.concat()).expect("a file");
    let [one, two, none, both] = ["1", "2", "none.txt", "both.txt"].map(file);
    let second = ["--work", &two, "--shard", "2/2"];
    let missing = learn(&[&second[..], &["--out", &none]].concat());
    assert_eq!(missing.status.code(), Some(1));
    assert!(!fs::exists(none).unwrap());
    let merged = learn(&[&second[..], &["--merge", &one, "--out", &both]].concat());
    assert_eq!(String::from_utf8_lossy(&merged.stdout), printed);
    assert_eq!(read("both.txt"), read("whole.txt"));
    fs::write(file("bad"), "{}\n").expect("a file");
    let bad = learn(&["--work", &file("bad")]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("line 1"));
}

/// Patterns of two and three stones in the open, for any number of jobs; and connections missed
/// near edges.
#[test]
fn interior_templates_and_missed_edges_are_counted() {
    let interior = |jobs: &str| {
        let plan = ["--height", "2", "--stones", "3", "--jobs", jobs];
        let done = run(&[&["learn", "interior"][..], &plan].concat(), b"");
        assert_eq!(done.status.code(), Some(0));
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let printed = interior("1");
    assert!(printed.contains("     2     2    1        1"), "{printed}");
    assert_eq!(interior("2"), printed);
    // A stone on the fourth row with a white stone below it, and another that a template connects.
    let board = r#"{"width": 11, "height": 11, "black": ["f8", "b2"], "white": ["e9"], "to_move": "black"}"#;
    let folder = Folder::new("learn-on-demand");
    let file = folder.file("position.json");
    fs::write(&file, board).expect("a file");
    let done = run(&["learn", "on-demand", &file], b"");
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(printed.starts_with("1 positions"), "{printed}");
    assert!(
        printed.contains(" windows are joined all the same ("),
        "{printed}"
    );
    let bad = run(&["learn", "on-demand", &folder.file("none.json")], b"");
    assert_eq!(bad.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("cannot read"));
}
