//! Popular board sizes: 12x12 and 14x14 behave like 11x11 and 13x13, and larger boards work too.

use crate::support::engine::{FOLDER, answers, stdout};

/// The sizes used on web sites.
const SIDES: [usize; 8] = [10, 11, 12, 13, 14, 15, 17, 19];

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
