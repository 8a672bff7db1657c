//! Replays every line that HexGui sent in a recorded session, against a plain model of the board;
//! checks the graphics drawn during a search; and plays whole games with the swap rule.

use crate::support::engine::{Answer, Engine};
use crate::support::viewer::{Viewer, check_live, drawn};
use mustplay::hex::{Board, BoardSize, Colour};
use mustplay::player::FirstStones;
use std::collections::BTreeMap;

/// The expected board: a map from cells to letters, and the history.
#[derive(Default)]
struct Model {
    size: (usize, usize),
    history: Vec<(String, char)>,
}

impl Model {
    fn contains(&self, cell: &str) -> bool {
        let column = cell.as_bytes()[0] - b'a';
        let row: usize = cell[1..].parse().expect("a row");
        usize::from(column) < self.size.0 && (1..=self.size.1).contains(&row)
    }

    fn play(&mut self, cell: &str, letter: char) -> bool {
        let legal = self.contains(cell) && self.history.iter().all(|(other, _)| other != cell);
        if legal {
            self.history.push((cell.to_owned(), letter));
        }
        legal
    }

    /// The stones that a drawing must show.
    fn stones(&self) -> BTreeMap<String, char> {
        self.history.iter().cloned().collect()
    }
}

fn letter(colour: &str) -> char {
    if colour.starts_with('b') { 'B' } else { 'W' }
}

/// Applies one line to the model and checks its answer.
fn check(model: &mut Model, line: &str, answer: &Answer) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["name"] => assert_eq!(answer.text, "mustplay"),
        ["version"] => assert_eq!(answer.text, env!("CARGO_PKG_VERSION")),
        ["boardsize", width, height] => {
            let size: (usize, usize) = (
                width.parse().expect("a size"),
                height.parse().expect("a size"),
            );
            assert_eq!(answer.good, size.0 <= 32 && size.1 <= 32, "{line}");
            if answer.good {
                *model = Model {
                    size,
                    ..Model::default()
                };
            } else {
                assert_eq!(answer.text, "unacceptable size");
            }
        }
        ["clear_board"] => model.history.clear(),
        ["play", colour, cell] => {
            assert_eq!(
                answer.good,
                model.play(cell, letter(colour)),
                "{line}: {}",
                answer.text
            );
        }
        ["genmove", colour] => {
            assert!(
                answer.good && model.play(&answer.text, letter(colour)),
                "{line}: {}",
                answer.text
            );
        }
        ["undo"] => drop(model.history.pop()),
        ["showboard"] => assert_eq!(drawn(&answer.text, model.size), model.stones()),
        ["hexgui-analyze_commands"] => {
            assert!(answer.text.lines().all(|line| line.split('/').count() >= 3));
        }
        ["vc-build" | "param_dfpn" | "param_mohex", ..] => {
            assert!(answer.good, "{line}: {}", answer.text);
        }
        ["dfpn-solve-state" | "gogui-gfx-analyze", _] => {
            let answers = ["black", "white", "empty"];
            assert!(answers.contains(&answer.text.as_str()), "{}", answer.text);
        }
        ["quit"] => assert!(answer.good),
        _ => panic!("unknown line: {line}"),
    }
}

#[test]
fn a_recorded_session_of_hexgui_is_replayed() {
    let mut engine = Engine::start(&["--player", "random", "--seed", "1"]);
    // The test does not wait as long as a user would.
    engine.ask("param_dfpn timelimit 0.3");
    let mut model = Model {
        size: (11, 11),
        ..Model::default()
    };
    let session = include_str!("../files/hexgui-session.txt");
    let (mut asked, mut boards) = (0, 0);
    let mut lines = session.lines().peekable();
    while let Some(line) = lines.next() {
        engine.send(line);
        // HexGui interrupts commands that it waits for.
        while let Some(interrupt) = lines.next_if_eq(&"# interrupt") {
            engine.send(interrupt);
        }
        let (_, answer) = engine.drawn_answer();
        check(&mut model, line, &answer);
        asked += 1;
        boards += usize::from(line == "showboard");
    }
    assert!(asked > 120 && boards > 30, "{asked} {boards}");
    let (rest, code) = engine.end();
    assert_eq!((rest.as_str(), code), ("", Some(0)));
}

/// A search draws its progress in complete blocks, and an interrupt returns the best move so far.
#[test]
fn searches_are_drawn_in_the_format_of_hexgui() {
    let mut engine = Engine::start(&["--size", "9", "--player", "mustplay:max_time=20"]);
    engine.ask("hexgui-analyze_commands");
    engine.ask("play b b7");
    engine.send("genmove w");
    std::thread::sleep(std::time::Duration::from_millis(900));
    let start = std::time::Instant::now();
    engine.send("# interrupt");
    let (blocks, answer) = engine.drawn_answer();
    assert!(answer.good && start.elapsed().as_secs() < 2);
    assert!((1..=5).contains(&blocks.len()), "{blocks:?}");
    let mut board = Board::new("9".parse().expect("a size"));
    board.play(board.size().read("b7").expect("a cell"));
    for block in blocks {
        check_live(&Viewer { board }, &block);
        assert!(block.contains("TEXT White to move, "), "{block}");
    }
    engine.ask("param_game live_gfx off");
    engine.ask("param_player max_time 0.3");
    engine.send("reg_genmove b");
    assert!(engine.drawn_answer().0.is_empty());
}

/// A game with the swap rule between HexGui's user and the engine.
struct SwapGame {
    engine: Engine,
    /// Who suggests the user's moves.
    user: Engine,
    board: Board,
}

impl SwapGame {
    /// A new game in HexGui, with the swap rule on in its menu.
    fn new(size: BoardSize) -> Self {
        let new = |level: &str| {
            let player = format!("mustplay:level={level}");
            let mut engine = Engine::start(&["--player", &player, "--seed", "3"]);
            engine.ask(&format!("boardsize {} {}", size.width(), size.height()));
            engine.ask("clear_board");
            engine
        };
        let [mut engine, user] = ["8", "3"].map(new);
        for line in ["hexgui-analyze_commands", "showboard", "swap-rule on"] {
            engine.ask(line);
        }
        let board = Board::new(size);
        Self {
            engine,
            user,
            board,
        }
    }

    /// The engine shows the stones that HexGui shows.
    fn check(&mut self) {
        let size = self.board.size();
        let shown = drawn(&self.engine.ask("showboard"), (size.width(), size.height()));
        let stones = Colour::ALL.into_iter().flat_map(|colour| {
            let letter = if colour == Colour::Black { 'B' } else { 'W' };
            let cells = self.board.stones(colour).iter();
            cells.map(move |cell| (size.name(cell), letter))
        });
        assert_eq!(shown, stones.collect());
    }

    fn place(&mut self, colour: Colour, name: &str) {
        let cell = self.board.size().read(name).expect("a cell");
        assert!(self.board.empty().contains(cell), "{name} is occupied");
        self.board.set_to_move(colour);
        self.board.play(cell);
        self.user.ask(&format!("play {colour} {name}"));
        self.check();
    }

    /// Takes the only stone over, as HexGui does on its own board.
    fn swap(&mut self, stone: &str) -> String {
        let size = self.board.size();
        let cell = size.read(stone).expect("a cell");
        let (column, row) = (size.column(cell), size.row(cell));
        let reflected = size.name(size.cell(row, column).expect("a square board"));
        self.board = Board::new(size);
        self.user.ask("clear_board");
        reflected
    }

    /// Both sides move, the user first or the engine, until the game is over.
    fn play_on(mut self, user: Colour) {
        while self.board.winner().is_none() {
            let colour = self.board.to_move();
            let answer = if colour == user {
                let mv = self.user.ask(&format!("reg_genmove {colour}"));
                self.engine.ask(&format!("play {colour} {mv}"));
                mv
            } else {
                self.engine.ask(&format!("genmove {colour}"))
            };
            self.place(colour, &answer);
        }
        let winner = self.board.winner();
        assert_eq!(winner, Some(!user), "level 8 lost to level 3");
        let score = if winner == Some(Colour::Black) {
            "B+"
        } else {
            "W+"
        };
        assert_eq!(self.engine.ask("final_score"), score);
        // HexGui asks on, and shows the reason.
        self.engine.send(&format!("genmove {user}"));
        assert!(!self.engine.drawn_answer().1.good);
        self.check();
    }
}

/// The user opens in the middle, and the engine takes the stone over.
#[test]
fn a_whole_game_in_which_the_engine_swaps() {
    for (side, opening) in [("11", "g5"), ("14", "h7")] {
        let mut game = SwapGame::new(side.parse().expect("a size"));
        game.engine.ask(&format!("play black {opening}"));
        game.place(Colour::Black, opening);
        assert_eq!(game.engine.ask("genmove white"), "swap-pieces");
        let taken = game.swap(opening);
        game.place(Colour::White, &taken);
        game.play_on(Colour::Black);
    }
}

/// The engine opens with a fair stone, and the user takes it over: HexGui sends the position anew.
#[test]
fn a_whole_game_in_which_the_user_swaps() {
    for side in ["11", "14"] {
        let size = side.parse().expect("a size");
        let mut game = SwapGame::new(size);
        let opening = game.engine.ask("genmove black");
        let stones = FirstStones::new(size).expect("a board whose first stones are known");
        let rate = stones.win_rate(size.read(&opening).expect("a cell"));
        assert!((0.42..=0.58).contains(&rate), "{opening}: {rate}");
        let taken = game.swap(&opening);
        game.engine.ask("clear_board");
        game.engine.ask(&format!("play white {taken}"));
        game.place(Colour::White, &taken);
        game.play_on(Colour::White);
    }
}
