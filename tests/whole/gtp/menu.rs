//! Every menu entry in typical positions, compared with a model of how `HexGui` displays answers.
//! The display must belong to the position.

use crate::support::engine::{Engine, ROOT};
use crate::support::viewer::{Screen, Seen, Viewer, check_live, drawn};
use mustplay::hex::draw::{CellMark, Tint};
use mustplay::hex::{Board, BoardSize, Cell, Colour};
use std::fs;

/// Typical positions: the size, the commands sent, and the side to move in the viewer, which the
/// user may have toggled.
const POSITIONS: [(&str, &str, Colour); 12] = [
    ("11", "", Colour::Black),
    (
        "9",
        "play b b4 play w e5 play b f4 play w d6 play b c7",
        Colour::White,
    ),
    // The same with the side toggled.
    (
        "9",
        "play b b4 play w e5 play b f4 play w d6 play b c7",
        Colour::Black,
    ),
    // Won and lost by connections.
    ("7", "play b d4", Colour::White),
    ("7", "play b a1 play w d4", Colour::Black),
    // The game is over.
    ("3", "play-game b1 a1 b2 a2 b3", Colour::White),
    // A swap by the engine and one by the user: the viewer sends the position again.
    ("5", "play b b2 play w swap-pieces", Colour::Black),
    ("6", "clear_board play w c3", Colour::Black),
    ("5", "play b c2 play w b3 play b resign", Colour::White),
    ("14", "play b d11 play w k4 play b g7", Colour::White),
    ("9x7", "play b e4 play w d4", Colour::Black),
    // Setup: White first, unequal numbers of stones.
    (
        "8",
        "play w b2 play w c5 play w f6 play b d4",
        Colour::Black,
    ),
];

/// An engine with small limits, a board, and a viewer of that board.
pub(super) fn viewed(size: &str, sent: &str, to_move: Colour) -> (Engine, Viewer) {
    let mut engine = Engine::start(&["--size", size, "--player", "mustplay:max_nodes=40"]);
    engine.ask("hexgui-analyze_commands");
    engine.ask("param_game allow_swap 1");
    engine.ask("param_dfpn nodelimit 60");
    let sent = sent.replace(" play ", "\nplay ");
    for line in sent.lines() {
        engine.ask(line);
    }
    // The viewer has the stones and the side to move that it was set to show.
    let size: BoardSize = size.parse().expect("a size");
    let drawing = engine.ask("showboard");
    let mut board = Board::new(size);
    for (name, letter) in drawn(&drawing, (size.width(), size.height())) {
        let colour = match letter {
            'B' => Colour::Black,
            _ => Colour::White,
        };
        board.place(colour, size.read(&name).expect("a cell"));
    }
    board.set_to_move(to_move);
    (engine, Viewer { board })
}

/// The cells that a user clicks: a stone of a colour, or else an empty cell; and another cell.
fn clicked(board: &Board, colour: Colour) -> [Cell; 2] {
    let stones = board.stones(colour);
    let one = stones.first().or(board.empty().first());
    let one = one.unwrap_or(Cell::new(0));
    let others = board.empty().without(one);
    [one, others.iter().nth(others.len() / 2).unwrap_or(one)]
}

/// Each menu entry in each position: the drawing shows the whole answer, on cells of the board, for
/// the side to move in the viewer.
#[test]
fn hexgui_shows_whole_answers() {
    let mut counts = [0; 6];
    for (size, sent, to_move) in POSITIONS {
        let (mut engine, viewer) = viewed(size, sent, to_move);
        let menu = engine.ask("hexgui-analyze_commands");
        for line in menu.lines() {
            let [kind, label, entry] = line.split('/').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            let mut chosen = Colour::ALL.to_vec();
            chosen.truncate(if entry.contains("%c") { 2 } else { 1 });
            for colour in chosen {
                let owner = if entry.contains("white") {
                    Colour::White
                } else {
                    colour
                };
                let cells = clicked(&viewer.board, owner);
                let command = viewer.command(entry, colour, cells);
                assert!(!command.contains('%'), "{line}");
                engine.send(&command);
                let (blocks, answer) = engine.drawn_answer();
                let place = format!("{label}: {command} on {size} after {sent:?}");
                let draws = !["string", "param"].contains(&kind);
                check_blocks(&viewer, &blocks, draws, &place);
                // The viewer shows no errors.
                assert!(answer.good, "{place}: {}", answer.text);
                assert!(!answer.text.contains("internal"), "{place}");
                let seen = viewer.shows(kind, &answer.text);
                counts[check_seen(&viewer, label, &answer.text, &seen, &place)] += 1;
                let mut screen = earlier(&viewer);
                screen.show(&viewer, kind, &blocks, &answer);
                if draws {
                    assert!(
                        screen.marks.iter().all(|mark| mark.text != "old"),
                        "{place}"
                    );
                    assert!(screen.status.ends_with(|end| end != ' '), "{place}");
                    assert_ne!(screen.status, "old", "{place}");
                }
            }
        }
    }
    // Status, windows, marks, lines, dialogs; and answers that are not displayed.
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// A screen with the picture and the text of an earlier command.
fn earlier(viewer: &Viewer) -> Screen {
    let cell = viewer.board.size().cells() / 2;
    Screen {
        marks: vec![CellMark {
            cell: Cell::new(cell),
            tint: Tint::Warm,
            strength: 0.6,
            text: "old".to_owned(),
        }],
        status: "old".to_owned(),
        ..Screen::default()
    }
}

/// Blocks of progress are of the position, and the last one has a legend, or the reason why nothing
/// is drawn: always if the answer draws, or if it is a text that draws as well.
fn check_blocks(viewer: &Viewer, blocks: &[String], draws: bool, place: &str) {
    assert!(!draws || !blocks.is_empty(), "{place}: no legend");
    let Some((last, progress)) = blocks.split_last() else {
        return;
    };
    for block in progress {
        check_live(viewer, block);
    }
    let (marks, status) = viewer.drawn_block(last);
    assert!(!marks.is_empty() && status.len() > 10, "{place}: {last}");
    assert!(
        !status.contains("internal") && !status.contains('{'),
        "{place}: {last}"
    );
}

/// Checks how an answer is displayed; returns the kind of display.
fn check_seen(viewer: &Viewer, label: &str, answer: &str, seen: &Seen, place: &str) -> usize {
    let board = &viewer.board;
    match seen {
        Seen::Status(text) => {
            assert_eq!(text, answer.trim(), "{place}: cut");
            0
        }
        Seen::Window(text) => {
            assert!(
                text.lines().all(|line| line.len() <= 110),
                "{place}: {text}"
            );
            1
        }
        Seen::Marks(marks) => {
            for mark in marks {
                let whole = answer.contains(&mark.text.replace('\n', "@"));
                assert!(
                    whole && mark.text.lines().all(|line| line.len() <= 4),
                    "{place}: {mark:?}"
                );
            }
            // The viewer cuts no label.
            let words: Vec<&str> = answer.split_whitespace().collect();
            let texts = marks.iter().filter(|mark| !mark.text.is_empty());
            for (mark, pair) in texts.zip(words.chunks(2)) {
                assert_eq!(mark.text.replace('\n', "@"), pair[1], "{place}: cut");
            }
            let moves = [
                "Suggest a move",
                "Move values",
                "Move scores",
                "Winning moves",
                "Who wins",
            ];
            if moves.contains(&label) {
                let empty = |mark: &CellMark| board.empty().contains(mark.cell);
                assert!(marks.iter().all(empty), "{place}: {answer}");
            }
            2
        }
        Seen::Line(line) => {
            assert_eq!(line[0].0, board.to_move(), "{place}");
            3
        }
        Seen::Dialog(options) => {
            assert!(*options > 1, "{place}");
            4
        }
        Seen::Nothing => 5,
    }
}

/// Suggest a move leaves the board unchanged. The line and the scores shown are those of the
/// current position, or none.
#[test]
fn lines_and_scores_belong_to_the_current_position() {
    let player = "wolve:max_depth=3,max_time=60";
    let mut engine = Engine::start(&["--size", "6", "--player", player]);
    let shown = |engine: &mut Engine, line: &str| {
        engine.send(line);
        let answer = engine.answer();
        answer.good.then_some(answer.text)
    };
    assert_eq!(shown(&mut engine, "search-get-pv b"), None);
    engine.ask("play b a3");
    let before = engine.ask("showboard");
    let suggested = engine.ask("reg_genmove w points");
    assert_eq!(engine.ask("showboard"), before);
    let line = engine.ask("search-get-pv w");
    assert!(line.starts_with(&suggested), "{line}");
    assert!(engine.ask("search-scores w labels").starts_with(&suggested));
    // There is nothing for the other side.
    assert_eq!(shown(&mut engine, "search-get-pv b"), None);
    assert_eq!(shown(&mut engine, "search-scores b labels"), None);
    // After the move is played, the rest of the line remains.
    assert_eq!(engine.ask("genmove w"), suggested);
    let rest = shown(&mut engine, "search-get-pv b").unwrap_or_default();
    assert!(!rest.split(' ').any(|cell| cell == suggested), "{rest}");
    assert!(line.contains(&rest));
    assert_eq!(shown(&mut engine, "search-scores b labels"), None);
    // A script may still query the scores from before the move.
    assert!(engine.ask("search-scores").starts_with(&suggested));
    engine.ask("undo");
    assert_eq!(engine.ask("search-get-pv w"), line);
    engine.ask("play w f6");
    for command in ["search-get-pv b", "search-scores b labels", "search-scores"] {
        let scores = shown(&mut engine, command);
        // The player may have searched f6 too.
        assert!(scores.is_none() || command == "search-scores", "{command}");
    }
    engine.ask("clear_board");
    for command in [
        "search-get-pv",
        "search-get-pv w",
        "search-scores",
        "search-scores b labels",
    ] {
        assert_eq!(shown(&mut engine, command), None, "{command}");
    }
}

/// The line of a solver's proof goes to the end of the game, stone by stone.
#[test]
fn the_line_of_a_proof_goes_to_the_end_of_the_game() {
    for (size, stone) in [("7", "d4"), ("6", "a1"), ("6x7", "c4")] {
        let mut engine = Engine::start(&["--size", size]);
        engine.ask(&format!("play b {stone}"));
        let mut board = Board::new(size.parse().expect("a size"));
        board.play(board.size().read(stone).expect("a cell"));
        engine.send("dfpn-get-pv w");
        assert!(!engine.answer().good, "no proof yet");
        let printed = engine.ask("dfpn-solve-state w words");
        let winner = printed.split([',', ' ']).next().unwrap_or_default();
        let winner: Colour = winner.parse().expect("a colour");
        let line = engine.ask("dfpn-get-pv w");
        for name in line.split(' ') {
            assert_eq!(board.winner(), None, "{line}");
            let cell = board.size().read(name).expect("a cell");
            board.try_play(cell).expect("a legal line");
        }
        assert_eq!(board.winner(), Some(winner), "{line}");
    }
    let mut engine = Engine::start(&["--size", "11"]);
    engine.ask("param_dfpn nodelimit 1");
    assert!(
        engine
            .ask("dfpn-solve-state b words")
            .starts_with("unknown")
    );
    assert_eq!(engine.ask("dfpn-solve-state b"), "empty");
}

/// The pictures on the manual's page about `HexGui`: the file, the position, the command sent
/// before, and the menu entry. `MUSTPLAY_BLESS=1` rewrites them.
#[test]
fn pictures_of_the_manual_are_as_the_viewer_draws_them() {
    let middle = "play b g3 play w d6 play b c7 play w f4 play b e4";
    let centre = "play b d4";
    for (name, size, sent, before, label) in [
        (
            "values",
            "9",
            "play b c7 play w f4 play b g6",
            "param_player max_nodes 600",
            "Move values",
        ),
        (
            "mustplay",
            "7",
            "play-game d4 e2 c4 b6 f3",
            "echo",
            "Mustplay",
        ),
        ("full", "9", middle, "echo", "Certain connections to bottom"),
        ("proof", "7", centre, "param_dfpn nodelimit 0", "Proof line"),
    ] {
        let (mut engine, viewer) = viewed(size, sent, Colour::White);
        engine.ask("param_player max_time 600");
        engine.ask(before);
        let menu = engine.ask("hexgui-analyze_commands");
        let entry = menu
            .lines()
            .find(|line| line.contains(&format!("/{label}/")));
        let fields: Vec<&str> = entry.expect("an entry").split('/').collect();
        if name == "proof" {
            assert!(engine.ask("dfpn-solve-state w words").starts_with("black"));
        }
        let [_, other] = clicked(&viewer.board, Colour::Black);
        // The last of Black's stones is the lowest.
        let stone = viewer.board.stones(Colour::Black).iter().last();
        let cells = [stone.expect("a stone"), other];
        let command = viewer.command(fields[2], Colour::Black, cells);
        let seen = viewer.shows(fields[0], &engine.ask(&command));
        let picture = viewer.picture(&seen);
        let kept = format!("{ROOT}/positions/overlays/{name}.svg");
        if std::env::var_os("MUSTPLAY_BLESS").is_some() {
            fs::write(&kept, &picture).expect("the picture");
        }
        let same = fs::read_to_string(&kept).expect("the picture") == picture;
        assert!(same, "positions/overlays/{name}.svg differs");
    }
}
