//! The whole screen of `HexGui` after a choice in its menu, by the model of its viewer: the picture
//! and the text of the status bar belong to that choice, also after errors and empty answers.

use super::menu::viewed;
use crate::support::engine::{Answer, Engine};
use crate::support::viewer::{Screen, Viewer};
use mustplay::hex::{Cell, Colour};
use std::thread::sleep;
use std::time::Duration;

/// `HexGui` with an engine.
struct Front {
    engine: Engine,
    viewer: Viewer,
    screen: Screen,
    menu: String,
}

impl Front {
    fn new(size: &str, sent: &str, to_move: Colour) -> Self {
        let (mut engine, viewer) = viewed(size, sent, to_move);
        let menu = engine.ask("hexgui-analyze_commands");
        Self {
            engine,
            viewer,
            screen: Screen::default(),
            menu,
        }
    }

    fn cell(&self, name: &str) -> Cell {
        self.viewer.board.size().read(name).expect("a cell")
    }

    fn name(&self, cell: Cell) -> String {
        self.viewer.board.size().name(cell)
    }

    /// The type and the command of an entry.
    fn entry(&self, label: &str, colour: Colour, cells: [&str; 2]) -> (String, String) {
        let start = format!("/{label}/");
        let mut lines = self.menu.lines();
        let line = lines.find(|line| line.contains(&start)).expect(label);
        let (kind, entry) = line.split_once(&start).expect("an entry");
        let cells = cells.map(|name| self.cell(name));
        let command = self.viewer.command(entry, colour, cells);
        (kind.to_owned(), command)
    }

    /// Chooses an entry for a colour and clicks cells; returns the blocks and the answer.
    fn choose(&mut self, label: &str, colour: Colour, cells: [&str; 2]) -> (Vec<String>, Answer) {
        let (kind, command) = self.entry(label, colour, cells);
        self.engine.send(&command);
        let (blocks, answer) = self.engine.drawn_answer();
        self.screen.show(&self.viewer, &kind, &blocks, &answer);
        (blocks, answer)
    }

    /// Chooses an entry that needs no click.
    fn press(&mut self, label: &str) -> Answer {
        let colour = self.viewer.board.to_move();
        self.choose(label, colour, ["a1", "a2"]).1
    }
}

/// Black wins by f6, and the solver knows that at once.
const NEARLY_WON: &str = "play b f1 play b f2 play b f3 play b f4 play b f5 play b f7 play b f8 \
    play b f9 play b f10 play b f11";

#[test]
fn winning_moves_begin_with_those_that_are_proved() {
    let mut front = Front::new("11", NEARLY_WON, Colour::Black);
    front.engine.ask("param_dfpn nodelimit 0");
    let proved = front.press("Who wins").text;
    let (name, label) = proved.split_once(' ').expect("a winning move");
    assert_eq!(label, "W");
    // With a stop.
    let (kind, command) = front.entry("Winning moves", Colour::Black, ["a1", "a2"]);
    assert_eq!(kind, "plist");
    front.engine.send(&command);
    sleep(Duration::from_millis(300));
    front.engine.send("# interrupt");
    let (blocks, answer) = front.engine.drawn_answer();
    assert!(
        answer.text.split(' ').any(|cell| cell == name),
        "{answer:?}"
    );
    let first = blocks.first().expect("a drawing at once");
    let (marks, status) = front.viewer.drawn_block(first);
    assert!(marks.iter().any(|mark| mark.text == "W"), "{first}");
    assert!(status.starts_with("Winning moves of Black: "), "{first}");
    // And where there is no time for anything new.
    front.engine.ask("param_dfpn nodelimit 1");
    let known = front.press("Winning moves").text;
    assert!(known.split(' ').any(|cell| cell == name), "{known}");
    let status = &front.screen.status;
    assert!(status.starts_with("Green: "), "{status}");
}

#[test]
fn winning_moves_say_when_there_are_none() {
    let mut front = Front::new("5", "play b c3", Colour::White);
    assert_eq!(front.press("Winning moves").text, "");
    assert_eq!(
        front.screen.status,
        "No move wins: Black wins with White to move (proved)."
    );
    let mut open = Front::new("11", "", Colour::Black);
    open.engine.ask("param_dfpn nodelimit 1");
    assert_eq!(open.press("Winning moves").text, "");
    assert!(
        open.screen
            .status
            .starts_with("No move of Black is proved to win yet, ")
    );
    assert!(open.screen.marks.is_empty());
}

#[test]
fn the_picture_after_who_wins_agrees_with_its_answer() {
    let mut won = Front::new("11", NEARLY_WON, Colour::Black);
    won.press("Energy");
    won.press("Who wins");
    let [mark] = &won.screen.marks[..] else {
        panic!("{:?}", won.screen.marks);
    };
    let says = format!("black, to move, wins by {} ", won.name(mark.cell));
    assert_eq!(mark.text, "W");
    assert!(
        won.screen.status.starts_with(&says),
        "{}",
        won.screen.status
    );
    let mut lost = Front::new("5", "play b c3", Colour::White);
    lost.press("Energy");
    lost.press("Who wins");
    assert!(lost.screen.marks.is_empty());
    assert!(
        lost.screen
            .status
            .starts_with("black wins with white to move")
    );
    let mut open = Front::new("11", "", Colour::Black);
    open.engine.ask("param_dfpn nodelimit 1");
    open.press("Energy");
    open.press("Who wins");
    assert!(open.screen.marks.is_empty());
    assert!(open.screen.status.starts_with("unknown: stopped after "));
}

#[test]
fn an_explanation_marks_its_move() {
    let moves = "play b c3 play w a1 play b a5";
    let mut front = Front::new("5", moves, Colour::White);
    front.press("Energy");
    let text = front.press("Explain").text;
    assert!(text.starts_with("Every move loses"), "{text}");
    let labelled = |screen: &Screen| -> Vec<(Cell, String)> {
        let texts = screen.marks.iter().filter(|mark| !mark.text.is_empty());
        texts.map(|mark| (mark.cell, mark.text.clone())).collect()
    };
    let marked = labelled(&front.screen);
    assert_eq!((marked.len(), marked[0].1.as_str()), (1, "L"));
    assert!(text.contains(&format!("{} may resist longest", front.name(marked[0].0))));
    front.choose("Explain a move", Colour::White, ["b1", "a2"]);
    let b1 = (front.cell("b1"), "L".to_owned());
    assert_eq!(labelled(&front.screen), [b1]);
    // A cell with a stone gets the reason.
    front.choose("Explain a move", Colour::White, ["c3", "a2"]);
    assert_eq!(front.screen.status, "illegal move: white c3 (occupied)");
    assert_eq!(front.screen.text_on(front.cell("c3")), Some("?"));
}

#[test]
fn errors_and_empty_answers_clear_the_picture_and_say_why() {
    let mut front = Front::new("9", "play b c3 play w g7", Colour::Black);
    for (label, cell, why) in [
        ("Book moves", "a1", "Nothing to show: no book for 9x9"),
        (
            "Move scores",
            "a1",
            "Nothing to show: the last search was of another position",
        ),
        (
            "Expected line",
            "a1",
            "Nothing to show: the last search was of another position",
        ),
        (
            "Proof bounds",
            "a1",
            "Nothing to show: the solver has no result for this position",
        ),
        ("Chain of a stone", "a1", "Nothing to show: no stone on a1"),
    ] {
        front.press("Distances");
        assert!(front.screen.marks.len() > 40);
        let (_, answer) = front.choose(label, Colour::Black, [cell, "a2"]);
        assert!(answer.good && answer.text.is_empty(), "{label}: {answer:?}");
        assert!(
            front.screen.marks.is_empty() && front.screen.line.is_empty(),
            "{label}"
        );
        assert_eq!(front.screen.status, why, "{label}");
    }
    let mut empty = Front::new("9", "", Colour::Black);
    empty.press("Distances");
    assert_eq!(empty.press("Edge templates").text, "");
    assert!(empty.screen.marks.is_empty());
    assert_eq!(
        empty.screen.status,
        "No edge template connects a stone of Black to an edge."
    );
    // A list of connections leaves only the clicked cell marked.
    for (label, cell, why) in [
        (
            "Connections to bottom if we move first",
            "g7",
            "not an end of black: g7",
        ),
        (
            "Certain connections to right",
            "c3",
            "not an end of white: c3",
        ),
        (
            "Answers to an intrusion",
            "g7",
            "neither side has a winning full",
        ),
    ] {
        front.press("Distances");
        front.choose(label, Colour::Black, [cell, "a2"]);
        assert!(
            front
                .screen
                .marks
                .iter()
                .all(|mark| mark.cell == front.cell(cell))
        );
        assert_eq!(front.screen.status, format!("Nothing to show: {why}"));
    }
}

#[test]
fn cleared_proofs_are_cleared_on_the_board() {
    let mut front = Front::new("5", "play b a2", Colour::White);
    front.engine.ask("param_dfpn nodelimit 0");
    front.press("Who wins");
    front.press("Winning moves");
    front.press("Proof bounds");
    assert!(!front.screen.marks.is_empty());
    assert!(front.screen.status.starts_with("W wins, L loses for White"));
    front.press("Clear proofs");
    assert!(front.screen.marks.is_empty());
    assert_eq!(front.screen.status, "The solver's results are cleared.");
    assert!(!front.menu.contains("Legal moves"));
    let time = front.press("Processor time").text;
    let seconds = time
        .strip_suffix(" seconds of processor time")
        .expect("a unit");
    assert!(seconds.parse::<f64>().is_ok(), "{time}");
}

#[test]
fn the_status_after_move_values_is_of_the_values_shown() {
    let sent = "play b b4 play w e5 play b f4 play w d6 play b c7";
    let mut front = Front::new("9", sent, Colour::White);
    front.press("Move values");
    let status = front.screen.status.clone();
    let lower = |text: &str| {
        text.lines()
            .nth(1)
            .map_or(0, |count| count.parse().expect("visits"))
    };
    let visits: u64 = front
        .screen
        .marks
        .iter()
        .map(|mark| lower(&mark.text))
        .sum();
    assert!(status.contains(&format!("; {visits} visits; ")), "{status}");
    let (best, rest) = status
        .strip_prefix("White to move, best ")
        .and_then(|rest| rest.split_once(", "))
        .expect("the best move");
    let shown = front.screen.text_on(front.cell(best)).expect("a label");
    let score = shown.lines().next().expect("a score");
    assert!(rest.starts_with(&format!("{score}; ")), "{status} {shown}");
}

#[test]
fn connections_are_named_by_the_stone_that_is_clicked() {
    let mut front = Front::new("9", "play b c3 play b c4 play w g6", Colour::White);
    for stone in ["c3", "c4"] {
        let label = "Certain connections to bottom";
        let (_, answer) = front.choose(label, Colour::Black, [stone, "a1"]);
        let start = format!("black {stone} south full ");
        if answer.text.is_empty() {
            let apart = format!("Not connected: Black cannot join {stone} and the bottom");
            let first = format!("Black joins {stone} and the bottom by ");
            let status = &front.screen.status;
            assert!(
                status.starts_with(&apart) || status.starts_with(&first),
                "{status}"
            );
        } else {
            assert!(
                answer.text.lines().all(|line| line.starts_with(&start)),
                "{answer:?}"
            );
        }
        let (_, top) = front.choose("Certain connections to top", Colour::Black, [stone, "a1"]);
        assert!(
            top.text.starts_with(&format!("black {stone} north full ")),
            "{top:?}"
        );
        let status = &front.screen.status;
        let legend = format!("Black's certain connections from {stone} to the top: ");
        assert!(status.starts_with(&legend), "{status}");
    }
    let none = "Certain connections between two ends";
    let (_, answer) = front.choose(none, Colour::White, ["g6", "a1"]);
    assert_eq!(answer.text, "");
    let parted = "White joins g6 and a1 by d6; Black parts them by c7 (proved).";
    assert_eq!(front.screen.status, parted);
    let needed = "Cells that all certain connections need";
    front.choose(needed, Colour::White, ["g6", "a1"]);
    assert_eq!(front.screen.status, parted);
    let semi = "Connections to top if we move first";
    let (_, answer) = front.choose(semi, Colour::Black, ["c3", "a1"]);
    assert!(answer.text.is_empty() || answer.text.starts_with("black c3 north semi"));
}

#[test]
fn the_menu_switches_the_swap_rule_and_says_so() {
    let mut front = Front::new("11", "", Colour::Black);
    front.engine.ask("swap-rule off");
    front.press("Swap rule on or off");
    assert!(front.screen.status.starts_with("Swap rule on: "));
    front.engine.ask("play b f6");
    assert!(
        front
            .engine
            .ask("all_legal_moves w")
            .ends_with("swap-pieces")
    );
    front.press("Swap rule on or off");
    assert!(front.screen.status.starts_with("Swap rule off: "));
    assert!(!front.engine.ask("all_legal_moves w").contains("swap"));
}

/// `HexGui` would write a resignation into the game at each request.
#[test]
fn no_move_is_made_after_the_end_of_a_game() {
    let game = "play-game b1 a1 b2 a2 b3";
    for colour in ["white", "black"] {
        let mut front = Front::new("3", game, Colour::White);
        front.engine.send(&format!("genmove {colour}"));
        let (blocks, answer) = front.engine.drawn_answer();
        front.screen.show(&front.viewer, "move", &blocks, &answer);
        assert!(!answer.good);
        let over = "the game is over: black has connected top and bottom";
        assert_eq!(
            (answer.text.as_str(), front.screen.status.as_str()),
            (over, over)
        );
        assert_eq!(front.screen.text_on(front.cell("b3")), Some("won"));
        assert!(!front.engine.ask("printsgf").contains("resign"));
    }
    // Scripts are answered as before.
    let mut script = Engine::start(&["--size", "3", "--player", "first"]);
    script.ask(game);
    assert_eq!(script.ask("genmove white"), "resign");
}

/// The resistance after fill-in differs from that of the stones as they stand.
#[test]
fn two_evaluations_say_which_position_they_are_of() {
    let mut front = Front::new("7", "play b c3 play w e3", Colour::Black);
    front.press("Analysis");
    let analysis = front.screen.window.clone();
    assert!(
        analysis.ends_with("after fill-in, unlike Resistance"),
        "{analysis}"
    );
    front.press("Resistance");
    let resistance = &front.screen.window;
    assert!(
        resistance.contains("stones as they stand, without fill-in"),
        "{resistance}"
    );
    assert!(
        resistance.lines().all(|line| line.len() < 50),
        "{resistance}"
    );
    let help = front.engine.ask("help eval-resist");
    assert!(help.contains("analyze evaluates after fill-in"), "{help}");
}
