//! Popular board sizes: 12x12 and 14x14 behave like 11x11 and 13x13, and larger boards work too.

use crate::support::engine::{FOLDER, answers, run, stdout};

/// The sizes used on web sites.
const SIDES: [usize; 11] = [10, 11, 12, 13, 14, 15, 17, 19, 24, 27, 32];

/// Sizes with estimates of every first stone.
const ESTIMATED: [usize; 4] = [9, 10, 11, 13];

#[test]
fn games_are_played_shown_and_linked_on_every_size() {
    for side in SIDES {
        let size = side.to_string();
        let talk = "play b c3\ngenmove w\nundo\nplay w pass\ngenmove b\nprintlink\nshowboard\n";
        let reply = stdout(
            &["--size", &size, "--player", "mustplay:level=1"],
            talk.as_bytes(),
        );
        let answers = answers(&reply).expect("well-formed");
        assert!(answers.iter().all(|answer| answer.good), "{reply}");
        let link = &answers[5].text;
        assert!(
            link.starts_with(&format!("https://hexworld.org/board/#{side},c3:p")),
            "{link}"
        );
        // The drawing can be read back.
        let drawn = &answers[6].text;
        let shown = stdout(&["show", "-"], drawn.as_bytes());
        assert!(drawn.contains(shown.trim_end()), "{shown}");
        assert_eq!(stdout(&["show", link], b""), shown);
    }
}

#[test]
fn levels_are_played_on_twelve_and_fourteen() {
    for size in ["12", "14"] {
        for level in ["1", "6", "9"] {
            let arguments = [
                "play",
                "--no-keep",
                "--size",
                size,
                "--level",
                level,
                "--time",
                "0.2/move",
            ];
            let reply = stdout(&arguments, b"c3\nquit\n");
            assert!(reply.contains("mustplay plays"), "{size} {level}: {reply}");
        }
    }
}

/// First stones that a swap takes and leaves, and the engine's own first stone.
#[test]
fn swaps_are_decided_at_once_where_first_stones_are_estimated() {
    for side in ESTIMATED {
        let middle = format!("{}{}", char::from(b'a' + (side / 2) as u8), side / 2 + 1);
        let talk = format!(
            "param_game allow_swap 1\nparam_player max_nodes 1\nplay b {middle}\ngenmove w\n\
             clear_board\nplay b a1\ngenmove w\n"
        );
        let reply = stdout(&["--size", &side.to_string()], talk.as_bytes());
        let answers = answers(&reply).expect("well-formed");
        assert_eq!(answers[3].text, "swap-pieces", "{side}: {middle}");
        assert_ne!(answers[6].text, "swap-pieces", "{side}: a1");
    }
}

#[test]
fn games_of_twelve_and_fourteen_are_reviewed() {
    for side in [12, 14] {
        let size = side.to_string();
        let reply = stdout(
            &[
                "review",
                "c3 swap-sides g7",
                "--board",
                &size,
                "--nodes",
                "1",
            ],
            b"",
        );
        assert!(reply.contains("3 moves"), "{reply}");
    }
    let path = format!("{FOLDER}/files/playhex.json");
    let reply = stdout(&["review", &path, "--nodes", "1"], b"");
    assert!(reply.contains("14x14, 6 moves, White resigned."), "{reply}");
}

#[test]
fn matches_and_openings_are_made_on_twelve_and_fourteen() {
    for size in ["12", "14"] {
        let reply = stdout(
            &["match", "first", "random", "--size", size, "--games", "2"],
            b"",
        );
        assert!(reply.contains("2 games"), "{reply}");
        let reply = stdout(&["openings", "--size", size, "--moves", "2"], b"");
        assert!(reply.lines().count() > 50, "{reply}");
    }
}

/// Columns beyond z, in every format.
#[test]
fn games_on_the_largest_board_go_from_format_to_format() {
    let moves = "32x32 af32 aa1 z26 ab9";
    let link = stdout(&["show", moves, "--link"], b"");
    assert_eq!(
        link.trim_end(),
        "https://hexworld.org/board/#32,af32aa1z26ab9"
    );
    let drawn = stdout(&["show", link.trim_end()], b"");
    let board = stdout(&["show", "-"], drawn.as_bytes());
    assert_eq!(board.matches(" B").count() + board.matches("(B").count(), 2);
    let sgf = stdout(
        &["--size", "32"],
        b"play b af32\nplay w aa1\nplay b z26\nplay w ab9\nprintsgf\n",
    );
    let answers = answers(&sgf).expect("well-formed");
    let sgf = &answers[4].text;
    assert!(sgf.contains(";B[af32];W[aa1]"), "{sgf}");
    assert_eq!(stdout(&["show", "-", "--link"], sgf.as_bytes()), link);
    // Points of SGF: A follows z.
    let points = "(;FF[4]GM[11]SZ[32];B[FF];W[Aa];B[zz];W[Bi])";
    assert_eq!(stdout(&["show", "-", "--link"], points.as_bytes()), link);
}

/// What needs connections is refused on larger boards, with a reason.
#[test]
fn connections_and_proofs_end_at_361_cells() {
    const WHY: &str = "too large for connections and proofs: they take 361 cells at most";
    let commands = [
        "vc-build b",
        "vc-connected-to-full b c3",
        "vc-between-cells-full b c3 e5",
        "connection c3 north",
        "compute-fillin b",
        "compute-inferior w",
        "analyze",
        "eval-twod b",
        "eval-resist w",
        "dfpn-solve-state b",
        "dfpn-solver-find-winning w",
        "dfpn-get-bounds b",
    ];
    let talk = format!("play b c3\n{}\ngenmove w\n", commands.join("\n"));
    let reply = stdout(
        &["--size", "20x19", "--player", "mustplay:level=1"],
        talk.as_bytes(),
    );
    let answers = answers(&reply).expect("well-formed");
    for (command, answer) in commands.iter().zip(&answers[1..]) {
        assert!(
            !answer.good && answer.text.contains(WHY),
            "{command}: {}",
            answer.text
        );
    }
    assert!(answers[1 + commands.len()].good);
    for arguments in [
        &["solve", "20x20 c3"][..],
        &["solve", "--size", "20"],
        &["puzzle", "make", "--size", "20"],
        &["book", "show", "--size", "20"],
        &["papers", "hexy", "--size", "20"],
        &["analyze", "20x20 c3", "--connection", "c3", "north"],
        &[
            "show",
            "20x20 c3",
            "--svg",
            "unused.svg",
            "--overlay",
            "energy",
        ],
        &[
            "learn",
            "games",
            "--network",
            "random:32x1",
            "--out",
            "unused",
            "--sizes",
            "20",
        ],
    ] {
        let output = run(arguments, b"");
        let why = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(why.contains(WHY), "{arguments:?}: {why}");
    }
}
