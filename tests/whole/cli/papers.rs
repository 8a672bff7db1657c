//! `mustplay papers`: the list, a cheap part of each experiment, and resuming an interrupted run.

use crate::support::engine::{run, stdout};
use crate::support::folder::Folder;
use mustplay::papers::experiments::EXPERIMENTS;
use std::fs;

#[test]
fn all_experiments_are_listed_and_in_the_manual() {
    let list = stdout(&["papers"], b"");
    assert_eq!(list, stdout(&["papers", "list"], b""));
    for experiment in EXPERIMENTS {
        let about = experiment.about();
        assert!(list.contains(&format!("{}\n    {}\n", about.name, about.source)));
        let reply = crate::manual::whole().contains(&format!("mustplay papers {}", about.name));
        assert!(reply, "{} is not in the manual", about.name);
    }
}

#[test]
fn tables_of_the_manual_are_printed() {
    let all = stdout(&["papers", "tables"], b"");
    let one = stdout(&["papers", "tables", "--only", "hexy-growth"], b"");
    assert!(one.starts_with("hexy-growth\n\n| figure | N |"), "{one}");
    assert!(all.contains(&one) && all.len() > one.len());
}

/// The command runs, every column of its tables is filled, and stored results are not recomputed.
#[test]
fn a_cheap_part_of_each_experiment_runs_and_is_not_run_again() {
    let folder = Folder::new("papers");
    let out = folder.file("all.jsonl");
    let mut lines = 0;
    for experiment in EXPERIMENTS {
        let about = experiment.about();
        let svg = folder.file(&format!("{}.svg", about.name));
        let mut arguments = vec!["papers", about.name, "--cheap", "--out", &out];
        if about.picture {
            arguments.extend(["--svg", &svg]);
        }
        let first = stdout(&arguments, b"");
        assert!(first.starts_with(about.source), "{first}");
        let units = experiment.units(&about.cheap.or(about.full)).len();
        let kept = fs::read_to_string(&out).expect("lines");
        assert_eq!(kept.lines().count(), lines + units, "{}", about.name);
        lines += units;
        // The file stores times too, so the output is exactly the same.
        assert_eq!(stdout(&arguments, b""), first);
        assert_eq!(fs::read_to_string(&out).expect("lines"), kept);
        if about.picture {
            let picture = fs::read_to_string(&svg).expect("a picture");
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
            assert!(picture.matches("<polyline").count() > 3);
        }
    }
}

#[test]
fn an_interrupted_run_is_resumed() {
    let folder = Folder::new("papers-resume");
    let out = folder.file("run.jsonl");
    let arguments = [
        "papers",
        "queenbee-perfect-games",
        "--size",
        "3",
        "--out",
        &out,
    ];
    let whole = stdout(&arguments, b"");
    let map: Vec<&str> = whole.lines().skip(5).take(3).map(str::trim).collect();
    assert!(
        map.iter().all(|row| row.split_whitespace().count() == 3),
        "{whole}"
    );
    let kept = fs::read_to_string(&out).expect("lines");
    let ends: Vec<usize> = kept.match_indices('\n').map(|(at, _)| at + 1).collect();
    fs::write(&out, &kept[..ends[1] + 9]).expect("written");
    let one = stdout(
        &[
            "papers",
            "queenbee-perfect-games",
            "--size",
            "3",
            "--only",
            "b2",
            "--json",
        ],
        b"",
    );
    assert!(
        one.lines().count() == 1 && one.contains("\"winner\":\"black\""),
        "{one}"
    );
    let two = [&arguments[..4], &["--only", "b2", "--only", "a1", "--json"]].concat();
    assert_eq!(stdout(&two, b"").lines().count(), 2);
    stdout(&arguments, b"");
    let again = fs::read_to_string(&out).expect("lines");
    assert_eq!(again[..ends[1]], kept[..ends[1]]);
    assert_eq!(again.lines().count(), kept.lines().count());
}

#[test]
fn wrong_usage_is_refused_with_a_reason() {
    for (arguments, code, expected) in [
        (
            &["papers", "fig"][..],
            2,
            "unknown experiment fig; mustplay papers lists all",
        ),
        (
            &["papers", "hexane-figure-7", "--games", "2"],
            2,
            "hexane-figure-7 takes no --games",
        ),
        (
            &["papers", "hexane-figure-7", "--svg", "x"],
            2,
            "takes no --svg",
        ),
        (
            &["papers", "hexane-figure-7", "--only", "nothing"],
            1,
            "no task has such a key",
        ),
        (
            &["papers", "queenbee-table-7.2", "--games", "3"],
            2,
            "even number",
        ),
        (
            &["papers", "queenbee-perfect-games", "--size", "9"],
            1,
            "more than 60 cells",
        ),
    ] {
        let output = run(arguments, b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {printed}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
    let folder = Folder::new("papers-wrong");
    let out = folder.file("other.jsonl");
    fs::write(&out, "{\"format\":\"other/1\"}\n").expect("written");
    let output = run(
        &["papers", "hexane-figure-7", "--cheap", "--out", &out],
        b"",
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        fs::read_to_string(&out).expect("a file"),
        "{\"format\":\"other/1\"}\n"
    );
}
