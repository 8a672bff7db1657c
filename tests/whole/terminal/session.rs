//! `mustplay play`: whole sessions in the files of `sessions/` beside this file, compared letter by
//! letter; saved games that are resumed; and arbitrary input.
//!
//! A file begins with the command line and contains the output; lines after `> ` are typed.
//! `MUSTPLAY_BLESS=1 cargo test --release sessions` rewrites the files after an intended change.

use crate::support::engine::{FOLDER, run, stdout};
use crate::support::folder::Folder;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::Path;

/// The session of a file with today's output.
fn held_today(session: &str) -> String {
    let first = session.lines().next().expect("a command line");
    let arguments = first.strip_prefix("$ mustplay ").expect("a command line");
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let typed = session.lines().filter_map(|line| line.strip_prefix("> "));
    let typed = typed.collect::<Vec<_>>().join("\n") + "\n";
    format!("{first}\n{}", stdout(&arguments, typed.as_bytes()))
}

#[test]
fn sessions_hold() {
    let folder = fs::read_dir(Path::new(FOLDER).join("terminal/sessions")).expect("the folder");
    let mut count = 0;
    for entry in folder {
        let path = entry.expect("an entry").path();
        let kept = fs::read_to_string(&path).expect("a session");
        let today = held_today(&kept);
        if std::env::var_os("MUSTPLAY_BLESS").is_some() {
            fs::write(&path, &today).expect("a session");
        }
        assert!(
            kept == today || std::env::var_os("MUSTPLAY_BLESS").is_some(),
            "{}\n--- kept\n{kept}\n--- today\n{today}",
            path.display()
        );
        count += 1;
    }
    assert!(count >= 4, "only {count} sessions");
}

/// The output of a session that saves nothing.
fn played(arguments: &str, typed: &str) -> String {
    let mut all = vec!["play", "--no-keep"];
    all.extend(arguments.split_whitespace());
    stdout(&all, typed.as_bytes())
}

/// Every cell of a board, one per line.
fn every_cell(side: u8) -> String {
    let cell = |row: u8, column: u8| format!("{}{row}\n", char::from(b'a' + column));
    let cells = (1..=side).flat_map(|row| (0..side).map(move |column| cell(row, column)));
    cells.collect()
}

#[test]
fn games_at_every_level_go_to_their_end() {
    for level in 1..=10 {
        for colour in ["white", "black"] {
            let arguments = format!("--size 4 --level {level} --as {colour} --time 0.1");
            let text = played(&arguments, &every_cell(4));
            let wins = text.contains("mustplay wins: its stones connect")
                || text.contains("You win: your stones connect");
            assert!(wins, "{arguments}\n{text}");
            // Moves after the end are refused with a message.
            assert!(text.contains("The game is over"), "{text}");
            assert!(!text.contains("bug in mustplay"), "{text}");
        }
    }
}

/// Each answer fits a terminal of 80 columns and 24 lines, together with the line that requested it
/// and the next prompt.
#[test]
fn answers_on_a_board_of_eleven_fit_a_terminal() {
    let text = played(
        "--size 11 --level 2",
        "f6\nc3\nshow energy\nshow twod\nshow inferior\nf6\nhelp\nlevel 3\nundo\nresign\n",
    );
    for answer in text.split("\n> ").skip(1) {
        let lines: Vec<&str> = answer.lines().collect();
        assert!(lines.len() < 24, "{answer}");
        for line in lines {
            assert!(line.chars().count() < 80, "{line}");
            assert!(line.is_ascii() && !line.contains('\u{1b}'), "{line}");
        }
    }
}

#[test]
fn swaps_go_both_ways() {
    // Black's centre is worth taking on a small board.
    let text = played("--size 5 --swap --level 3", "c3\n");
    assert!(
        text.contains("mustplay swaps: your stone is now White's, at c3."),
        "{text}"
    );
    // The user is White: the swap reflects the stone or, on a rectangle, exchanges the sides.
    let text = played("--size 5 --swap --level 3 --as white", "swap\nswap\nundo\n");
    assert!(
        text.contains("You swap: the stone is now White's, at"),
        "{text}"
    );
    assert!(text.contains("There is nothing to swap"), "{text}");
    assert_eq!(text.matches("Move 2, your turn. You are White").count(), 2);
    let text = played("--size 4x5 --swap --level 3 --as white", "swap\nundo\n");
    assert!(text.contains("is yours."), "{text}");
    assert!(text.contains("You are Black"), "{text}");
    assert!(text.trim_end().ends_with("against level 3."), "{text}");
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.contains("You are White"))
    );
    let refused = played("--size 5 --level 3 --as white", "swap\n");
    assert!(refused.contains("does not allow a swap"), "{refused}");
    let refused = played("--size 5 --level 3 --swap", "swap\n");
    assert!(refused.contains("only White may take over"), "{refused}");
}

/// A hint says what to do about the swap rule, and only where there is one.
#[test]
fn hints_know_the_swap_rule() {
    let text = played("--size 11 --swap --level 3", "hint\n").replace('\n', " ");
    let advice = text.split("> hint ").nth(1).expect("a hint");
    let (cell, _) = advice
        .strip_prefix("Open at ")
        .and_then(|rest| rest.split_once(": it is estimated to win 4"))
        .expect("an opening");
    assert!(advice.contains("a stronger stone, such as "), "{text}");
    // What the hint opens with is not taken over by a player of any level.
    for level in ["1", "6", "10"] {
        let arguments = format!("--size 11 --swap --level {level} --time 0.1");
        let text = played(&arguments, &format!("{cell}\n"));
        assert!(!text.contains("mustplay swaps"), "{text}");
    }
    let text = played("--size 11 --swap --level 3 --as white", "hint\n").replace('\n', " ");
    assert!(text.contains("> hint Do not swap: the stone at "), "{text}");
    let folder = Folder::new("strong");
    let file = folder.file("strong.sgf");
    fs::write(&file, "(;GM[11]SZ[5]RU[swap]PB[mustplay]PW[human];B[c3])").unwrap();
    let text = played(&format!("--from {file}"), "hint\nswap\n");
    let words = "> hint\nSwap, because the stone at c3 is proved to win. Type 'swap'.\n";
    assert!(text.contains(words) && text.contains("You swap"), "{text}");
    let text = played("--size 5 --level 3", "hint\n");
    assert!(text.contains("> hint\nTry c3. "), "{text}");
}

/// The lesson in its own words: a wrong move is refuted, every step can be done, the game waits.
#[test]
fn the_lesson_is_given_within_a_game() {
    let steps = [
        "a1\nundo\nhnit\nc3\nc3",
        "b3\nb5",
        "b4",
        "d4",
        "show\nshow\nshow\nshow",
        "c3\nswap",
    ];
    let typed = format!("c3\nlesson\n{}\nleave\n", steps.join("\nnext\n"));
    let text = played("--size 5 --level 3", &typed);
    let flat = text.replace('\n', " ");
    for part in [
        "Step 1 of 6: The goal",
        "a1 loses: White answers c3 and wins. Both sides need the same cell. Try again.",
        "That command is for games.",
        "Type 'help' for a list.",
        "Right, c3. Black has connected top and bottom and wins. Type 'next'",
        "This step is done.",
        "Step 2 of 6: The bridge",
        "Right, b3. Connected.",
        "Right, b5. Every bridge has held",
        "Right, b4. Three bridges",
        "Right, d4. Still connected",
        "Right, f6. Connected to the bottom",
        "c3 loses: Black answers ",
        "Right, swap. The stone is White's now, at b4",
        "Back to your game.",
    ] {
        assert!(flat.contains(part), "{part}\n{text}");
    }
    // The marked cells of the template, whose stones stay visible.
    let template = "  3\\ . W B + W \\3\n   4\\ .(W)+ + . \\4\n    5\\ + + + + . \\5\n";
    assert!(text.contains(template), "{text}");
    let before = text.find("   a b c d e\n").expect("a board");
    let (game, after) = (
        text.find("> lesson").expect("a line"),
        text.rfind("Back to"),
    );
    let last = |text: &str| text[text.rfind("   a b c d e\n").expect("a board")..].to_owned();
    let (waiting, back) = (
        last(&text[before..game]),
        last(&text[after.expect("a line")..]),
    );
    assert_eq!(waiting, back);
    let text = played("--size 5 --level 3", "lesson\nback\nhelp\nboard\nagain\n");
    assert!(
        text.contains("Step 1 of 6") && !text.contains("Back to your game"),
        "{text}"
    );
}

/// A connection is forgotten with its board, and `off` is understood.
#[test]
fn a_connection_ends_with_its_board() {
    let typed = "show connections f6 north\nnew 5\nshow connections a1 north\noff\n";
    let text = played("--size 6 --level 1", typed);
    assert!(!text.contains("off the board"), "{text}");
    assert!(!text.contains("Nothing to show: f6"), "{text}");
    let end = text.split("> off\n").nth(1).expect("an answer");
    assert!(end.starts_with("   a b c d e\n"), "{text}");
    assert!(!end.contains("need no cell"), "{text}");
}

#[test]
fn games_are_kept_offered_and_taken_up_again() {
    let folder = Folder::new("kept");
    let games = folder.file("games");
    let session = |arguments: &[&str], typed: &str| {
        let mut all = vec!["play", "--size", "4", "--level", "1", "--games", &games];
        all.extend(arguments);
        stdout(&all, typed.as_bytes())
    };
    let count = || fs::read_dir(&games).map_or(0, Iterator::count);
    // Nothing was played, so nothing is saved.
    let text = session(&[], "resume\nboard\n");
    assert!(text.contains("There is no unfinished game"), "{text}");
    assert_eq!(count(), 0);
    let before = session(&["--level", "2", "--swap"][2..], "a4\nquit\n");
    assert!(before.contains("The game is saved and will be offered next time."));
    assert_eq!(count(), 1);
    // The game is offered; it resumes where it was, in its own file.
    let text = session(&["--as", "white"], "quit\n");
    let offer = "You have an unfinished game (4x4, 2 moves, you are Black, level 1). Type 'resume' to continue.";
    assert!(text.replace('\n', " ").contains(offer), "{text}");
    let text = session(&["--as", "white"], "resume\nundo\nresign\n");
    let board = |text: &str| {
        let end = text.rfind("Move 3").expect("a third move");
        let start = text[..end].rfind("   a b c d\n1").expect("a board");
        text[start..end].to_owned()
    };
    assert_eq!(board(&text), board(&before));
    assert!(text.contains("You are Black") && text.contains("you resigned"));
    assert_eq!(count(), 1);
    // A finished game is not offered.
    let text = session(&[], "resume\n");
    assert!(
        !text.contains("You have an unfinished game")
            && text.contains("There is no unfinished game")
    );
    // Two games of one session go to two files.
    session(&[], "a1\nnew\na2\n");
    assert_eq!(count(), 3);
}

/// Neither newer games nor files that cannot be read hide an unfinished game.
#[test]
fn the_newest_unfinished_game_is_offered() {
    let folder = Folder::new("unfinished");
    let games = folder.file("games");
    let session = |typed: &str| {
        let arguments = ["play", "--size", "4", "--level", "1", "--games", &games];
        stdout(&arguments, typed.as_bytes()).replace('\n', " ")
    };
    let offer = "You have an unfinished game (4x4, 2 moves";
    session("a4\nquit\n");
    session("b1\nresign\n");
    fs::write(folder.file("games/0003.sgf"), "(;FF[4]GM[11]SZ[4];B[a").unwrap();
    let text = session("resume\nresign\nresume\n");
    assert!(text.contains(offer), "{text}");
    assert_eq!(text.matches("0003.sgf (line 1").count(), 1, "{text}");
    assert!(text.contains("There is no unfinished game"), "{text}");
    let text = session("quit\n");
    assert!(!text.contains(offer), "{text}");
    assert!(text.contains("Cannot read the saved game"), "{text}");
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_once_and_play_goes_on() {
    let folder = Folder::new("unwritable");
    let file = folder.file("file");
    fs::write(&file, "no folder").unwrap();
    let arguments = ["play", "--size", "4", "--level", "1", "--games", &file];
    let text = stdout(&arguments, b"a1\nundo\na2\n");
    assert_eq!(
        text.matches("cannot be saved automatically").count(),
        1,
        "{text}"
    );
    assert_eq!(text.matches("\nmustplay plays ").count(), 2, "{text}");
}

#[test]
fn files_are_saved_and_loaded_and_never_overwritten() {
    let folder = Folder::new("saved");
    let (game, other) = (folder.file("a game.sgf"), folder.file("other.sgf"));
    fs::write(&other, "(;GM[1])").unwrap();
    let typed = format!(
        "a4\nsave {game}\nundo\nsave {game}\nb1\nsave {other}\nload {game}\nload {other}\nload none\n"
    );
    let text = played("--size 4 --level 1 --as black --swap", &typed);
    assert_eq!(
        text.matches(&format!("Saved in {game}.")).count(),
        2,
        "{text}"
    );
    assert!(text.contains("exists already"), "{text}");
    let loaded = format!("Loaded {game} (4x4, 0 moves, you are Black, level 1).");
    assert!(text.replace('\n', " ").contains(&loaded), "{text}");
    let text = text.replace('\n', " ");
    assert!(
        text.contains("(line 1, column 3: not a game of Hex"),
        "{text}"
    );
    assert!(text.contains("none (No such file"), "{text}");
    assert_eq!(fs::read_to_string(&other).unwrap(), "(;GM[1])");
    // A game of another program: the user takes the side to move.
    fs::write(&other, "(;GM[11]SZ[4];B[a1];W[b2];B[c3])").unwrap();
    let text = played("--size 7 --level 1", &format!("load {other}\n"));
    assert!(text.contains("Move 4, your turn. You are White"), "{text}");
}

/// Any input gets an answer in words, ends well and causes no output on stderr.
#[test]
fn any_input_is_answered() {
    let words = [
        "a1",
        "b2",
        "z9",
        "undo",
        "swap",
        "show",
        "energy",
        "connections",
        "north",
        "level",
        "3",
        "new",
        "0",
        "4x3",
        "resign",
        "\u{0}",
        "é",
        "save",
        "",
        "resume",
        "board",
        "vc:a1-b",
        "help",
    ];
    let mut chance = StdRng::seed_from_u64(7);
    let mut line = || {
        let count = chance.random_range(0..4);
        let picked: Vec<&str> = (0..count)
            .map(|_| words[chance.random_range(0..words.len())])
            .collect();
        picked.join(" ")
    };
    // Other tests cover saving; here it would leave files behind.
    let lines: Vec<String> = (0..200)
        .map(|_| line())
        .filter(|line| !line.trim_start().starts_with("save"))
        .collect();
    let mut input = lines.join("\n").into_bytes();
    input.extend(b"\n\xff\xfe\x00\n");
    input.extend(vec![b'x'; 200_000]);
    let output = run(
        &["play", "--no-keep", "--size", "4", "--level", "1"],
        &input,
    );
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!text.contains("bug in mustplay"), "{text}");
    for line in &lines {
        let unknown = line
            .split_whitespace()
            .next()
            .is_some_and(|word| word == "é");
        assert!(!unknown || text.contains("'é' is not a move"), "{text}");
    }
}

#[test]
fn wrong_options_are_usage_errors() {
    for (arguments, expected) in [
        (&["--level", "11"][..], "1..=10"),
        (&["--size", "33"], "1 to 32 columns and rows"),
        (&["--as", "green"], "not a colour"),
        (&["--time", "soon"], "seconds per move (0.5/move)"),
        (&["--no-keep", "--games", "x"], "cannot be used with"),
    ] {
        let all: Vec<&str> = ["play"].iter().chain(arguments).copied().collect();
        let output = run(&all, b"");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}
