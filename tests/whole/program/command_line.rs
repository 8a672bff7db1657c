//! The command line: options, files, exit codes.

use crate::support::engine::{FOLDER, answers, run, stdout};
use crate::support::folder::Folder;
use std::fs;

/// Exit code and stderr of a run that must print nothing on stdout.
fn fails(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments, b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    (
        output.status.code(),
        String::from_utf8(output.stderr).expect("UTF-8"),
    )
}

#[test]
fn help_and_version_are_printed() {
    let help = stdout(&["--help"], b"");
    for word in [
        "--size",
        "--player",
        "--seed",
        "--config",
        "--version",
        "show",
        "match",
        "GTP",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(stdout(&["show", "--help"], b"").contains("--svg"));
    assert_eq!(
        stdout(&["--version"], b""),
        format!("mustplay {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn wrong_options_are_usage_errors_that_name_valid_ones() {
    for (arguments, expected) in [
        (&["--size", "33"][..], "1 to 32 columns and rows"),
        (&["--size", "axb"], "1 to 32 columns and rows"),
        (
            &["--player", "rondam"],
            "choose from first, hexane, hexy, montecarlo, mustplay",
        ),
        (
            &["--player", "random:seed=x"],
            "seed takes a whole number from 0, not x",
        ),
        (&["--seed", "x"], "invalid"),
        (&["--hash", "0"], "1..=65536"),
        (&["--sise", "5"], "--size"),
        (&["shwo"], "show"),
        (&["show"], "GAME"),
    ] {
        let (code, complaint) = fails(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}

#[test]
fn memory_options_are_applied() {
    for (player, command, option) in [
        ("mustplay", "param_puct", "puct_memory"),
        ("montecarlo", "param_uct", "uct_memory"),
        ("wolve:table_size=4", "param_search", "table_size"),
    ] {
        let asked = stdout(&["--hash", "8", "--player", player], command.as_bytes());
        assert!(
            asked.contains(&format!("{option} 8\n")),
            "{player}: {asked}"
        );
    }
}

#[test]
fn how_far_players_see_is_a_table() {
    let quick = "queenbee:max_depth=1,select=beam";
    let table = stdout(&["bench", "--players", "random", quick, "--time", "1"], b"");
    let table = table.replace(char::is_whitespace, " ");
    assert!(table.contains("late ms") && table.contains("empty") && table.contains("game-6"));
    let (code, printed) = fails(&["bench", "--players", "rondam"]);
    assert!(code == Some(1) && printed.contains("'rondam'"), "{printed}");
    let (code, printed) = fails(&["bench", "--time", "1"]);
    assert!(
        code == Some(2) && printed.contains("--players"),
        "{printed}"
    );
}

#[test]
fn kernels_are_listed_and_one_that_is_missing_is_refused() {
    let kernels = stdout(&["bench", "--list-kernels"], b"");
    let names: Vec<&str> = kernels.lines().collect();
    let all = [
        "portable", "avx2", "avxvnni", "avx512", "amx", "neon", "dotprod",
    ];
    let (here, missing): (Vec<&str>, Vec<&str>) =
        all.into_iter().partition(|name| names.contains(name));
    assert_eq!(names, here);
    assert_eq!(names[0], "portable");
    for name in ["none", "AVX2"].into_iter().chain(missing) {
        let (code, message) = fails(&["bench", "--kernel", name]);
        let expected = format!("no kernel {name}; choose from {}", names.join(", "));
        assert!(code == Some(2) && message.contains(&expected), "{message}");
    }
    for other in [
        &["--list-kernels", "--verbose"][..],
        &["--kernel", "portable", "--players", "first"],
    ] {
        let (code, message) = fails(&[&["bench"][..], other].concat());
        assert!(
            code == Some(2) && message.contains("cannot be used"),
            "{message}"
        );
    }
}

#[test]
fn size_player_and_seed_are_applied() {
    let board = stdout(
        &["--size", "3x2", "--player", "first"],
        b"genmove b\nshowboard\n",
    );
    assert!(
        board.starts_with("= a1\n\n= \n   a b c\n1\\(B). . \\1\n"),
        "{board}"
    );
    let moves = |arguments: &[&str]| stdout(arguments, b"genmove b\ngenmove w\ngenmove b\n");
    let five = moves(&["--player", "random:seed=5"]);
    assert_eq!(moves(&["--seed", "5", "--player", "random"]), five);
    assert_eq!(moves(&["--seed", "5", "--player", "random:seed=6"]), five);
    assert_ne!(moves(&["--seed", "6", "--player", "random"]), five);
}

#[test]
fn a_config_file_is_carried_out_first_and_unseen() {
    let folder = Folder::new("config");
    let config = folder.file("start.gtp");
    fs::write(
        &config,
        "# a start\r\nboardsize 5\n\nplay b c3\nparam_player name first\nshowboard\n",
    )
    .unwrap();
    let output = stdout(&["--config", &config], b"genmove w\nplay b c3\n");
    assert_eq!(output, "= a1\n\n? illegal move: black c3 (occupied)\n\n");
    fs::write(&config, "play b a1\nquit\nplay b a1\n").unwrap();
    assert_eq!(stdout(&["--config", &config], b"name\n"), "");
    // An unlimited command could not be interrupted here.
    fs::write(&config, "\u{feff}sleep\nboardsize 5\n").unwrap();
    assert_eq!(stdout(&["--config", &config], b"name\n"), "= mustplay\n\n");
    // Settings for other engines that mean nothing here.
    let settings = "param_mohex bias_term 0.1\nparam_player_board use_decompositions 1\n\
        param_mohex_policy pattern_heuristic 1\nparam_dfpn tt_bits 20\nboardsize 4\n";
    fs::write(&config, settings).unwrap();
    let output = run(
        &["--config", &config, "--logfile-name", "log"],
        b"param_dfpn\nall_legal_moves\n",
    );
    let answered = String::from_utf8_lossy(&output.stdout);
    assert!(
        answered.contains("hash 32\n") && answered.contains(" d4 "),
        "{answered}"
    );
    let warned = String::from_utf8_lossy(&output.stderr);
    assert_eq!(warned.matches("warning: ").count(), 4, "{warned}");
    assert!(
        warned.contains("line 1: unsupported key bias_term"),
        "{warned}"
    );
    fs::write(&config, "boardsize 5\nplay b z9\n").unwrap();
    let (code, complaint) = fails(&["--config", &config]);
    assert_eq!(code, Some(1));
    assert!(
        complaint.ends_with("start.gtp, line 2: illegal move: black z9 (off the board)\n"),
        "{complaint}"
    );
    let (code, complaint) = fails(&["--config", &folder.file("none")]);
    assert!(
        code == Some(1) && complaint.contains("cannot read"),
        "{complaint}"
    );
}

#[test]
fn a_game_goes_through_files_and_comes_back() {
    let folder = Folder::new("files");
    let path = folder.file("my game.sgf");
    let script = format!(
        "boardsize 5\nplay b c3\nplay w d2\nprintsgf \"{path}\"\nboardsize 7\nloadsgf \"{path}\" 1\nall_legal_moves\n"
    );
    let all = answers(&stdout(&[], script.as_bytes())).expect("well-formed");
    assert!(all.iter().all(|answer| answer.good), "{all:?}");
    assert_eq!(all[6].text.split(' ').count(), 25);
    let written = fs::read_to_string(&path).expect("a file");
    assert!(
        written.contains("SZ[5]") && written.contains(";B[c3];W[d2]"),
        "{written}"
    );

    let drawing = stdout(&["show", &path], b"");
    assert!(drawing.contains(" 2\\ . . .(W). \\2\n"), "{drawing}");
    assert!(!drawing.contains('\u{1b}'));
    assert!(stdout(&["show", &path, "--moves", "1"], b"").contains("(B)"));
    let beyond = run(&["show", &path, "--moves", "99"], b"");
    assert!(beyond.status.success());
    assert_eq!(String::from_utf8_lossy(&beyond.stdout), drawing);
    let note = "mustplay: the game has 2 moves, not 99: this is its last position\n";
    assert_eq!(String::from_utf8_lossy(&beyond.stderr), note);
    assert!(run(&["show", &path, "--moves", "2"], b"").stderr.is_empty());
    assert!(stdout(&["show", &path, "--colour", "always"], b"").contains('\u{1b}'));
    let picture = folder.file("board.svg");
    assert_eq!(stdout(&["show", &path, "--svg", &picture], b""), "");
    let picture = fs::read_to_string(picture).expect("a picture");
    assert_eq!(
        (
            picture.matches("<polygon").count(),
            picture.matches("r=\"13.5\"").count()
        ),
        (25, 2)
    );

    for (overlay, wanted) in [
        ("energy", ">100</text>"),
        ("twod", "#d8502c"),
        ("mustplay", "#3f9b4f"),
        ("inferior", "#808080"),
        ("vc:c3-south", "#3f9b4f"),
        ("vc:c3-north", ">key</text>"),
        ("vc:a1-c3", "fill-opacity"),
    ] {
        let file = folder.file("overlay.svg");
        let arguments = ["show", &path, "--svg", &file, "--overlay", overlay];
        assert_eq!(stdout(&arguments, b""), "", "{overlay}");
        let picture = fs::read_to_string(&file).expect("a picture");
        assert!(picture.contains(wanted), "{overlay}: {picture}");
    }
    for (overlay, message) in [
        ("all", "one of energy"),
        ("vc:c3-west", "of different colours"),
        ("vc:z9-north", "z9"),
        ("vc:d2-north", "of different colours"),
    ] {
        let file = folder.file("none.svg");
        let output = run(&["show", &path, "--svg", &file, "--overlay", overlay], b"");
        assert!(!output.status.success());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(message), "{overlay}: {error}");
    }

    let words = stdout(&["analyze", &path], b"");
    assert!(words.starts_with("black to move\n"), "{words}");
    let line = stdout(&["analyze", &path, "--json", "--moves", "1"], b"");
    let json: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(line.trim_end().lines().count(), 1);
    assert_eq!(json["format"], "mustplay-analysis/1");
    assert_eq!(
        (&json["black"][0], &json["to_move"]),
        (&"c3".into(), &"white".into())
    );
    assert_eq!(json["decided"]["winner"], "black");
}

#[cfg(unix)]
#[test]
fn only_plain_files_are_read_and_written() {
    for line in [
        "loadsgf /dev/zero",
        "loadsgf /dev/null",
        "printsgf /dev/stdout",
    ] {
        let all = answers(&stdout(&[], format!("{line}\n").as_bytes())).expect("well-formed");
        assert!(
            !all[0].good && all[0].text.contains("not a plain file"),
            "{line}: {}",
            all[0].text
        );
    }
}

#[test]
fn files_that_cannot_be_read_are_refused_with_a_reason() {
    let folder = Folder::new("bad");
    let path = folder.file("bad.sgf");
    fs::write(&path, "(;GM[11]SZ[5];B[c3]\n;W[c3])").unwrap();
    let (code, complaint) = fails(&["show", &path]);
    assert_eq!(code, Some(1));
    assert!(
        complaint.contains("line 2, column 2: W[c3]: illegal move (occupied)"),
        "{complaint}"
    );
    let (code, complaint) = fails(&["show", &folder.file("none.sgf")]);
    assert!(
        code == Some(1) && complaint.contains("cannot read"),
        "{complaint}"
    );
    let script = format!(
        "boardsize 5\nplay b c3\nloadsgf {path}\nloadsgf {FOLDER}\nprintsgf {FOLDER}\nplay w c3\n"
    );
    let all = answers(&stdout(&[], script.as_bytes())).expect("well-formed");
    let good: Vec<bool> = all.iter().map(|answer| answer.good).collect();
    // The failing file leaves the board unchanged.
    assert_eq!(good, [true, true, false, false, false, false]);
    assert_eq!(all[5].text, "illegal move: white c3 (occupied)");
}

#[test]
fn completions_and_a_man_page_are_printed() {
    for shell in ["bash", "fish", "zsh"] {
        let script = stdout(&["manual", "--completions", shell], b"");
        assert!(
            script.contains("mustplay") && script.contains("max-memory"),
            "{shell}"
        );
    }
    let page = stdout(&["manual", "--man"], b"");
    assert_eq!(
        page.lines().filter(|line| line.starts_with(".TH ")).count(),
        1
    );
    assert!(page.contains("verify") && page.contains("max\\-memory"));
}

/// A request for more memory than any of our machines has is refused; nothing ends or changes.
#[test]
fn more_memory_than_the_machine_has_is_refused() {
    let script = b"param_dfpn hash 1000000\nparam_dfpn hash 8\necho on\n";
    let reply = answers(&stdout(&[], script)).expect("well-formed");
    let [huge, small, on] = &reply[..] else {
        panic!("{reply:?}");
    };
    assert!(
        !huge.good && huge.text.contains("MB is more than"),
        "{huge:?}"
    );
    assert!(small.good && on.good);
    let ended = run(
        &[
            "solve",
            "--size",
            "3",
            "--opening",
            "a1",
            "--options",
            "hash=1000000",
        ],
        b"",
    );
    assert_eq!(ended.status.code(), Some(2));
}

/// Messages of libraries are put into words that do not need a programmer.
#[test]
fn errors_are_in_plain_words() {
    let folder = Folder::new("plain-words");
    let broken = folder.file("broken.json");
    fs::write(&broken, "{\"format\": ").expect("a file");
    for (arguments, expected) in [
        (&["show", "x", "--moves", "x"][..], "not a whole number"),
        (
            &["match", "first", "random", "--nodes", "x"],
            "not a whole number",
        ),
        (
            &["show", "/no/such/file.sgf"],
            "No such file or directory\n",
        ),
        (
            &["puzzle", "play", "/no/such/file"],
            "No such file or directory\n",
        ),
        (&["puzzle", "play", &broken], "(line 1, column 11)"),
        (
            &["match", "first", "mustplay:clack=1"],
            "unknown option clack",
        ),
    ] {
        let output = run(arguments, b"");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
        for library in [
            "invalid digit",
            "os error",
            "at line",
            "EOF",
            "expected one of `",
        ] {
            assert!(!printed.contains(library), "{arguments:?}: {printed}");
        }
        assert!(printed.len() < 400, "{arguments:?}: {printed}");
    }
}
