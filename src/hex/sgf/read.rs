//! From the main line of a [`SgfTree`] to a [`Game`].

use super::{Problem, Property, SgfError, SgfTree, dialect};
use crate::hex::{Board, BoardSize, Cell, Colour, Move, MoveName, NotACell, NotAMove};
use crate::hex::{Event, Game, SwapStyle};
use std::sync::Arc;

/// Properties of the root that a [`Game`] holds in fields of its own.
const OWN: [&str; 10] = ["FF", "GM", "CA", "AP", "SZ", "AB", "AW", "AE", "PL", "RE"];

/// The game of a tree's main line, up to a number of moves (setup is not counted).
///
/// Coordinates may be as HexGui writes them (`c2`) or as SGF writes points (`cb`). The game keeps
/// the tree, translated into one way of writing.
pub fn to_game(tree: &SgfTree, most_moves: Option<usize>) -> Result<Game, SgfError> {
    let size = size(tree.node(tree.root()))?;
    let tree = dialect::translated(tree.clone(), size);
    let root = tree.node(tree.root());
    let mut reader = SgfReader {
        game: Game::new(size),
        left: most_moves,
        stopped: false,
        forfeited: None,
    };
    for (number, id) in tree.main_line().enumerate() {
        let node = tree.node(id);
        let moves = node
            .properties
            .iter()
            .filter(|property| matches!(property.name(), "B" | "W"));
        if number > 0 && reader.left == Some(0) && moves.count() > 0 {
            reader.stopped = true;
            break;
        }
        reader.set_up(&node.properties)?;
        if number == 0 {
            // The setup of the root is the start of the game, not an event.
            reader.game = Game::from_board(start(*reader.game.board(), root));
        }
        if !reader.play(&node.properties)? {
            break;
        }
    }
    let own = |property: &&Property| {
        let result = property.name() == "RE" && !reader.stopped;
        (result || !OWN.contains(&property.name())) && !matches!(property.name(), "B" | "W")
    };
    reader.game.info = root.properties.iter().filter(own).cloned().collect();
    if let Some(loser) = reader.forfeited
        && reader.game.info("RE").is_none()
    {
        reader
            .game
            .add_info("RE", &format!("{}+F", (!loser).letter()));
    }
    reader.game.source = Some(Arc::new(tree));
    Ok(reader.game)
}

/// The position of the root. Without a `PL`, the side with fewer stones moves.
fn start(mut board: Board, root: &super::SgfNode) -> Board {
    let count = |colour| board.stones(colour).len();
    if root.get("PL").is_none() && count(Colour::Black) > count(Colour::White) {
        board.set_to_move(Colour::White);
    }
    board
}

fn size(root: &super::SgfNode) -> Result<BoardSize, SgfError> {
    if let Some(game) = root.get("GM").filter(|game| game.text().trim() != "11") {
        return Err(SgfError {
            place: game.place(),
            problem: Problem::OtherGame(game.text().chars().take(20).collect()),
        });
    }
    let Some(property) = root.get("SZ") else {
        return Ok(BoardSize::USUAL);
    };
    let (text, place) = (property.text(), property.place());
    let size = text.trim().replace(':', "x").parse();
    size.map_err(|_| SgfError {
        place,
        problem: Problem::Size(text.chars().take(20).collect()),
    })
}

struct SgfReader {
    game: Game,
    /// How many moves may still be read.
    left: Option<usize>,
    /// Whether a move was left unread.
    stopped: bool,
    /// Who gave the game up otherwise than by resigning, as some sites write it.
    forfeited: Option<Colour>,
}

impl SgfReader {
    /// Applies the setup properties of a node.
    fn set_up(&mut self, properties: &[Property]) -> Result<(), SgfError> {
        // The last word on each cell: a file may name all of them a thousand times.
        let mut stones: Vec<Option<Option<Colour>>> = Vec::new();
        let mut turn = None;
        for property in properties {
            let colour = match property.name() {
                "AB" => Some(Colour::Black),
                "AW" => Some(Colour::White),
                "AE" => None,
                "PL" => {
                    let text = property.text();
                    let colour = text.trim().parse();
                    turn = Some(colour.map_err(|_| point_error(property, &text, "not a colour"))?);
                    continue;
                }
                _ => continue,
            };
            for text in property.texts() {
                let cells = points(self.game.size(), &text)
                    .map_err(|why| point_error(property, &text, why))?;
                stones.resize(self.game.size().cells(), None);
                for cell in cells {
                    stones[cell.index()] = Some(colour);
                }
            }
        }
        if stones.is_empty() && turn.is_none() {
            return Ok(());
        }
        let place = properties.first().map(Property::place).unwrap_or_default();
        let to_move = turn.unwrap_or(self.game.to_move());
        let stones = self.game.size().all().zip(stones);
        let stones = stones.filter_map(|(cell, colour)| Some((cell, colour?)));
        self.game.set_up(stones, to_move).map_err(|why| SgfError {
            place,
            problem: Problem::Move {
                name: "AB/AW".to_owned(),
                value: String::new(),
                why: why.to_string(),
            },
        })
    }

    /// Makes the moves of a node; false when no more are wanted.
    fn play(&mut self, properties: &[Property]) -> Result<bool, SgfError> {
        for property in properties {
            let colour = match property.name() {
                "B" => Colour::Black,
                "W" => Colour::White,
                _ => continue,
            };
            if self.left == Some(0) {
                self.stopped = true;
                return Ok(false);
            }
            self.left = self.left.map(|left| left - 1);
            let text = property.text();
            if property.texts().count() > 1 {
                return Err(point_error(property, &text, "one move at a time"));
            }
            if text.trim().eq_ignore_ascii_case("forfeit") {
                self.forfeited = Some(colour);
                return Ok(false);
            }
            let (mv, style) = self
                .read_move(text.trim())
                .map_err(|why| point_error(property, &text, why))?;
            self.game.play(colour, mv, style).map_err(|why| SgfError {
                place: property.place(),
                problem: Problem::Move {
                    name: property.name().to_owned(),
                    value: text,
                    why: why.to_string(),
                },
            })?;
        }
        Ok(true)
    }

    fn read_move(&self, text: &str) -> Result<(Move, SwapStyle), &'static str> {
        let size = self.game.size();
        match text.parse::<MoveName>() {
            _ if text.is_empty() => Ok((Move::Pass, SwapStyle::Pieces)),
            Ok(name) => name.on(size).map_err(reason),
            Err(NotAMove) => Ok((Move::Place(point(size, text)?), SwapStyle::Pieces)),
        }
    }
}

fn point_error(property: &Property, value: &str, why: &'static str) -> SgfError {
    let (name, value) = (property.name().to_owned(), value.chars().take(20).collect());
    SgfError {
        place: property.place(),
        problem: Problem::Point { name, value, why },
    }
}

/// The events that the properties of a node are, after a game; `None` if they cannot be read. The
/// game is the same afterwards: its events are not copied, so that writing takes linear time.
pub(super) fn events(before: &mut Game, properties: &[Property]) -> Option<Vec<Event>> {
    let changes =
        |property: &&Property| matches!(property.name(), "B" | "W" | "AB" | "AW" | "AE" | "PL");
    match properties.iter().filter(changes).collect::<Vec<_>>()[..] {
        [] => return Some(Vec::new()),
        // Most nodes are a stone.
        [only] if matches!(only.name(), "B" | "W") => {
            let colour = only.name().parse().ok()?;
            if let Ok(cell) = point(before.size(), only.text().trim()) {
                return Some(vec![Event::Place(colour, cell)]);
            }
        }
        _ => {}
    }
    let known = before.events().len();
    let start = Game::from_board(before.start);
    let mut reader = SgfReader {
        game: std::mem::replace(before, start),
        left: None,
        stopped: false,
        forfeited: None,
    };
    let done = reader.set_up(properties).is_ok() && reader.play(properties).is_ok();
    *before = reader.game;
    let events = before.split_off(known);
    done.then_some(events)
}

/// A cell: `c2`, or `cb` as a point of SGF, where `A` follows `z`.
pub(super) fn point(size: BoardSize, text: &str) -> Result<Cell, &'static str> {
    let cell = match text.as_bytes() {
        &[column, row] if column.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
            let index = |letter: u8| {
                let (first, at) = if letter.is_ascii_lowercase() {
                    (b'a', 0)
                } else {
                    (b'A', 26)
                };
                at + usize::from(letter - first)
            };
            size.cell(index(column), index(row))
                .ok_or(NotACell::OffBoard)
        }
        _ => size.read(text),
    };
    cell.map_err(reason)
}

fn reason(why: NotACell) -> &'static str {
    match why {
        NotACell::Unreadable => "not a cell",
        NotACell::OffBoard => "off the board",
    }
}

/// A cell, or with `a1:c3` all cells of a rectangle.
fn points(size: BoardSize, text: &str) -> Result<Vec<Cell>, &'static str> {
    let text = text.trim();
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (point(size, from)?, point(size, to)?);
    let between = |a: usize, at: usize, b: usize| a.min(b) <= at && at <= a.max(b);
    let inside = |cell: &Cell| {
        between(size.column(from), size.column(*cell), size.column(to))
            && between(size.row(from), size.row(*cell), size.row(to))
    };
    Ok(size.all().filter(inside).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::sgf::{from_game, parse};

    fn read(text: &str) -> Result<Game, SgfError> {
        to_game(&parse(text.as_bytes()).unwrap().games[0], None)
    }

    fn fails(text: &str) -> String {
        read(text).expect_err(text).to_string()
    }

    #[test]
    fn a_forfeit_ends_the_game_and_names_the_winner() {
        let read = |text: &str| read(text).unwrap();
        let game = read("(;GM[11]SZ[5];B[c3];W[b3];B[forfeit];W[a1])");
        assert_eq!((game.events().len(), game.outcome()), (2, None));
        assert_eq!(
            game.recorded_result(),
            Some((Colour::White, "F".to_owned()))
        );
        let recorded = read("(;GM[11]SZ[5]RE[b+Time];B[c3])").recorded_result();
        assert_eq!(recorded, Some((Colour::Black, "Time".to_owned())));
        for nothing in ["?", "Void", "0", "x+R", ""] {
            let game = read(&format!("(;GM[11]SZ[5]RE[{nothing}];B[c3])"));
            assert_eq!(game.recorded_result(), None, "{nothing}");
        }
    }

    #[test]
    fn a_game_with_everything_reads_back() {
        let text = "(;AP[x]FF[4]GM[11]SZ[5]PB[Ann]PW[Bob \\[3\\]]AB[a1]AW[b1][c1]PL[W];W[d2];B[c3]C[good];\
                    AE[a1]AB[e5]PL[B];B[a2];W[resign])";
        let game = read(text).unwrap();
        let file = from_game(&game);
        let again = to_game(&file.games[0], None).unwrap();
        assert_eq!(from_game(&again), file);
        assert_eq!(again.board(), game.board());
        let expected = format!(
            "(;AP[mustplay:{}]FF[4]GM[11]CA[UTF-8]SZ[5]PB[Ann]PW[Bob \\[3\\]]RE[B+R]AB[a1]AW[b1][c1]PL[W]\n\
             ;W[d2];B[c3]C[good];AE[a1]AB[e5]PL[B];B[a2];W[resign])\n",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(file.to_string(), expected);
    }

    #[test]
    fn swaps_mean_what_their_writer_meant() {
        let stones = |game: Game| {
            let names = Colour::ALL.map(|colour| game.size().names(game.board().stones(colour)));
            (names, game.to_move())
        };
        let pieces = ([String::new(), "b3".into()], Colour::Black);
        let sides = (["c2".into(), String::new()], Colour::White);
        for (program, word, meant) in [
            ("HexGui:0.10.GIT", "swap-pieces", &pieces),
            ("HexGui:0.9.4", "swap-pieces", &sides),
            ("HexGui:0.8", "swap-pieces", &sides),
            ("HexGui:1.2", "swap-pieces", &pieces),
            ("HexGui", "swap-pieces", &pieces),
            ("Other:0.9", "swap-pieces", &pieces),
            ("HexGui:0.10", "swap-sides", &sides),
            ("Other", "swap", &pieces),
        ] {
            let text = format!("(;AP[{program}]FF[4]GM[11]SZ[5];B[c2];W[{word}])");
            assert_eq!(stones(read(&text).unwrap()), *meant, "{program} {word}");
        }
    }

    #[test]
    fn coordinates_rectangles_and_sizes() {
        let game = read("(;GM[11]SZ[7:4]AB[a1:b2]AW[gd];B[G1])").unwrap();
        assert_eq!(game.size(), BoardSize::new(7, 4).unwrap());
        assert_eq!(
            game.size().names(game.board().stones(Colour::Black)),
            "a1 b1 g1 a2 b2"
        );
        assert_eq!(game.size().names(game.board().stones(Colour::White)), "g4");
        assert_eq!(game.to_move(), Colour::White);
        let reversed = read("(;SZ[3]AB[c2:b1]AW[c1:a3])").unwrap();
        assert_eq!(reversed.board().empty().len(), 0);
        assert_eq!(read("(;SZ[3]AB[a1])").unwrap().to_move(), Colour::White);
        assert_eq!(read("(;B[k11])").unwrap().size().to_string(), "11x11");
        assert!(from_game(&game).to_string().contains("SZ[7:4]"));
    }

    #[test]
    fn the_last_word_on_a_cell_holds_and_is_written() {
        for (text, stones) in [
            ("AW[a1]AB[a1]", ["a1", ""]),
            ("AB[a1]AW[a1]", ["", "a1"]),
            ("AB[a1]AE[a1]", ["", ""]),
        ] {
            for (before, after) in [("", ""), (";B[b2]", "b2")] {
                let game = read(&format!("(;SZ[3]{before};{text})")).unwrap();
                let again = to_game(&from_game(&game).games[0], None).unwrap();
                assert_eq!(again.board(), game.board());
                let expected = [format!("{} {after}", stones[0]), stones[1].to_owned()];
                let found =
                    Colour::ALL.map(|colour| game.size().names(game.board().stones(colour)));
                assert_eq!(
                    found,
                    expected.map(|names| names.trim().to_owned()),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn only_so_many_moves_are_read_and_setup_is_not_counted() {
        let file = parse(b"(;SZ[5]AB[e5]RE[B+];B[a1]W[a2];AW[c3];B[a4];W[a5])").unwrap();
        let moves = |most| to_game(&file.games[0], Some(most)).unwrap();
        let stones = |most| moves(most).size().cells() - moves(most).board().empty().len();
        assert_eq!([0, 1, 2, 3, 4, 5].map(stones), [1, 2, 4, 5, 6, 6]);
        let half = parse(b"(;SZ[5];B[a1];W[b2]AB[c3])").unwrap();
        assert_eq!(
            to_game(&half.games[0], Some(1))
                .unwrap()
                .board()
                .empty()
                .len(),
            24
        );
        assert!(from_game(&moves(9)).to_string().contains("RE[B+]"));
        assert!(!from_game(&moves(2)).to_string().contains("RE["));
        assert!(from_game(&moves(5)).to_string().contains("RE[B+]"));
        let mut game = moves(9);
        game.undo();
        assert!(!from_game(&game).to_string().contains("RE["));
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(
            fails("(;GM[1])"),
            "line 1, column 3: not a game of Hex: GM[1], Hex is GM[11]"
        );
        assert_eq!(
            fails("(;SZ[33])"),
            "line 1, column 3: unacceptable size SZ[33]: 1 to 32 columns and rows"
        );
        assert_eq!(
            fails("(;SZ[3];\nB[d1])"),
            "line 2, column 1: B[d1]: off the board"
        );
        assert_eq!(
            fails("(;SZ[3];B[a1];W[a1])"),
            "line 1, column 15: W[a1]: illegal move (occupied)"
        );
        assert_eq!(
            fails("(;SZ[3]AB[?])"),
            "line 1, column 8: AB[?]: not a cell"
        );
        let swap =
            "line 1, column 9: B[swap]: illegal move (a swap can only answer Black's first stone)";
        assert_eq!(fails("(;SZ[3];B[swap])"), swap);
    }
}
