//! The content of the lesson.

use crate::hex::{Board, Cell, Game, Move, MoveName, text};

/// A step of the lesson: a position, what it shows, and a task.
#[derive(Debug)]
pub struct LessonStep {
    /// Its title.
    pub title: &'static str,
    /// What there is to know, for both front-ends: of cells that they mark, it says `marked`.
    pub text: &'static str,
    /// What to do.
    pub task: &'static str,
    /// What to remember after a wrong move.
    pub advice: &'static str,
    /// The answers, in turn.
    pub turns: &'static [LessonTurn],
    /// The number of columns and rows.
    width: usize,
    /// The stones, as [`crate::position!`] reads them.
    stones: &'static str,
    /// The opponent's last stone, if the text mentions it.
    last: &'static str,
    /// The cells to mark at the start.
    marked: &'static str,
    /// Whether the first stone may be taken over.
    pub swap: bool,
}

/// An answer that the lesson expects.
#[derive(Debug)]
pub struct LessonTurn {
    /// The move.
    pub answer: &'static str,
    /// The sentences about it. Those of the only turn of a step are true of every winning move.
    pub words: &'static str,
    /// What the other side tries next.
    pub reply: Option<&'static str>,
}

impl LessonStep {
    /// Its position, as a game, so that a first stone can be swapped.
    pub fn game(&self) -> Game {
        let board: Board = text::position(self.width, self.width, self.stones);
        if !self.swap {
            return Game::from_board(board);
        }
        let mut game = Game::new(board.size());
        for cell in game.board().empty() - board.empty() {
            // The board is empty, so this is legal.
            let _ = game.place(game.to_move(), cell);
        }
        game
    }

    /// The move of this name.
    pub fn read(&self, name: &str) -> Option<Move> {
        let name: MoveName = name.parse().ok()?;
        let (mv, _) = name.on(self.game().size()).ok()?;
        Some(mv)
    }

    /// The stone to show as the last one at the start.
    pub fn last(&self) -> Option<Cell> {
        self.read(self.last)?.cell()
    }

    /// The cells that the text speaks of.
    pub fn marked(&self) -> impl Iterator<Item = Cell> {
        let names = self.marked.split_whitespace();
        names.filter_map(|name| self.read(name)?.cell())
    }
}

/// A turn whose reply is the next name, if there is one.
const fn turn(
    answer: &'static str,
    reply: Option<&'static str>,
    words: &'static str,
) -> LessonTurn {
    LessonTurn {
        answer,
        words,
        reply,
    }
}

/// The steps.
pub static LESSON: [LessonStep; 6] = [
    LessonStep {
        title: "The goal",
        text: "Black connects top and bottom, White connects left and right. In turn, each side \
               puts a stone on an empty cell; stones never move. Exactly one side succeeds: to \
               block the other is to connect.",
        task: "Black to move: which cell connects top and bottom?",
        advice: "Both sides need the same cell.",
        turns: &[turn(
            "c3",
            None,
            "Black has connected top and bottom and wins.",
        )],
        width: 5,
        stones: ". . . B .
                  . . . B .
                   W W . W W
                    . . B . .
                     . B . . .",
        last: "e3",
        marked: "",
        swap: false,
    },
    LessonStep {
        title: "The bridge",
        text: "c2 and b4 have two neighbours in common, b3 and c3: they form a bridge. If White \
               takes one of these cells, Black takes the other, so the stones are as good as \
               connected. White has taken c3.",
        task: "Black to move: answer White so that the bridges hold.",
        advice: "Take the other cell of the bridge.",
        turns: &[
            turn(
                "b3",
                Some("a5"),
                "Connected. Another bridge leads from b4 to the bottom, by a5 and b5. White \
                 tries to break it at a5.",
            ),
            turn(
                "b5",
                None,
                "Every bridge has held: Black has connected top and bottom and wins.",
            ),
        ],
        width: 5,
        stones: ". . . B .
                  . . B W .
                   W . W . .
                    . B W . .
                     . . . . .",
        last: "c3",
        marked: "",
        swap: false,
    },
    LessonStep {
        title: "Building with bridges",
        text: "A bridge goes further than a stone next to another and is just as safe. c2 has a \
               bridge to the top already, by c1 and d1. White blocks the way down.",
        task: "Black to move: which cell connects c2 to the bottom?",
        advice: "Look for a cell that is a bridge away from c2, and another from the bottom.",
        turns: &[turn(
            "b4",
            None,
            "Three bridges lead from edge to edge. White cannot break any of them: Black needs \
             only the marked cells.",
        )],
        width: 5,
        stones: ". . . . .
                  . . B . .
                   . . . W .
                    . . W . .
                     . . . . .",
        last: "c4",
        marked: "",
        swap: false,
    },
    LessonStep {
        title: "The edge template",
        text: "A stone on the third row is connected to its edge if it has enough room. To reach \
               the bottom, c3 needs only d3, b4, c4, d4 and a5 to d5, marked at the start, even \
               if White moves first there: an edge template. White has intruded at b4.",
        task: "Black to move: keep c3 connected to the bottom.",
        advice: "Answer inside the template.",
        turns: &[turn(
            "c4",
            None,
            "Still connected: now Black needs only the marked cells.",
        )],
        width: 5,
        stones: ". . . B .
                  . . . B .
                   . W B . W
                    . W . . .
                     . . . . .",
        last: "b4",
        marked: "d3 b4 c4 d4 a5 b5 c5 d5",
        swap: false,
    },
    LessonStep {
        title: "The ladder",
        text: "b5 is on the second row, and White blocks below it. If Black goes on along the \
               row, each stone threatens to reach the bottom and White blocks again: a ladder. It \
               succeeds if it reaches another stone near the edge, a ladder escape, here f5.",
        task: "Black to move: lead the ladder to f5, one cell at a time.",
        advice: "Stay on the second row, next to your last stone.",
        turns: &[
            turn(
                "c5",
                Some("c6"),
                "Black threatens c6, so White blocks there.",
            ),
            turn("d5", Some("d6"), "Once more: White blocks at d6."),
            turn(
                "e5",
                Some("e6"),
                "The ladder has reached f5. Now e6 and f6 both lead to the bottom. White takes \
                 e6.",
            ),
            turn(
                "f6",
                None,
                "Connected to the bottom: Black needs only the bridges of the marked cells. \
                 Without f5 Black would have lost.",
            ),
        ],
        width: 6,
        stones: ". . . . . .
                  . . B . . .
                   . . . . . .
                    . B . W W .
                     . B . . . B
                      W W . . . .",
        last: "b6",
        marked: "",
        swap: false,
    },
    LessonStep {
        title: "The swap",
        text: "The first stone is an advantage. So with the swap rule White may take it over \
               instead of moving: it changes its colour and is mirrored. Then Black moves. Black \
               has opened at d2.",
        task: "You are White now: swap, or play a stone of your own?",
        advice: "The stone at d2 wins, so it is better to have it.",
        turns: &[turn(
            "swap-pieces",
            None,
            "The stone is White's now, at b4, and White wins: it was too strong a first stone. On \
             this board the marked first stones win, so take them over, and leave the others. To \
             open, choose a stone that is nearly even, on 11x11 for example a3.",
        )],
        width: 5,
        stones: ". . . . .
                  . . . B .
                   . . . . .
                    . . . . .
                     . . . . .",
        last: "d2",
        marked: "",
        swap: true,
    },
];
