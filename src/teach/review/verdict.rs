//! The verdicts on a move and on a swap.

use super::position::{Ply, ReviewedPosition};
use crate::hex::{Board, BoardSize, Cell, Colour, Move};
use crate::teach::explain::{Estimate, Win};
use std::fmt;
use std::time::Duration;

/// The least loss of a mistake of each kind, as a share of games won.
const LOSSES: [(f64, Symbol); 3] = [
    (0.35, Symbol::Blunder),
    (0.18, Symbol::Mistake),
    (0.08, Symbol::Doubtful),
];

/// How a bad move is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symbol {
    /// Worse than another.
    Doubtful,
    /// Bad.
    Mistake,
    /// It turns the game.
    Blunder,
}

/// `?!`, `?`, `??`.
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Doubtful => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        })
    }
}

/// How a side stands in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The proved winner.
    pub win: Option<Win>,
    /// The share of games that the side wins: 0 or 1 where that is proved; `None` if unknown.
    pub share: Option<f64>,
    /// The basis of an estimate that is not proved.
    pub estimate: Option<Estimate>,
}

impl Standing {
    fn new(state: &ReviewedPosition, colour: Colour) -> Self {
        let chances = state.estimate.as_ref().and_then(Estimate::chances);
        let estimated = chances.map(|share| {
            if state.board.to_move() == colour {
                share
            } else {
                1.0 - share
            }
        });
        let proved = state.win.as_ref().map(|win| win.winner == colour);
        Self {
            share: proved.map(|wins| f64::from(u8::from(wins))).or(estimated),
            win: state.win.clone(),
            estimate: state.estimate.clone(),
        }
    }
}

/// The verdict on a move, from the standings before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveVerdict {
    /// It is proved to win.
    Wins,
    /// The mover was proved to win, and is proved to lose.
    Throws,
    /// The mover was proved to win, and that is no longer proved.
    Slips,
    /// The mover is proved to lose; the position before was open.
    Loses,
    /// The mover was proved to lose before.
    Lost,
    /// The positions before and after it are open.
    Estimated,
    /// The first stone: how strong it should be depends on whether it may be swapped, so it is not
    /// marked.
    Opening,
    /// A swap.
    Swap,
    /// The game was over.
    Over,
}

/// A move that was reviewed.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove {
    /// Its number in the game; a swap counts.
    pub number: usize,
    /// The mover.
    pub colour: Colour,
    /// A stone, a swap or a pass.
    pub mv: Move,
    /// How the mover stands before it.
    pub before: Standing,
    /// How the mover stands after it.
    pub after: Standing,
    /// The move that is proved or estimated to be best, this one if none is better.
    pub best: Option<Cell>,
    /// By how much the mover's share falls.
    pub loss: f64,
    /// How it is marked, if it is bad.
    pub symbol: Option<Symbol>,
    /// The verdict.
    pub verdict: MoveVerdict,
    /// A HexWorld link to the game at the position after the move.
    pub link: String,
}

impl ReviewedMove {
    pub(super) fn new(
        number: usize,
        ply: Ply,
        before: &ReviewedPosition,
        after: &ReviewedPosition,
        link: String,
    ) -> Self {
        let mover = ply.colour;
        let over = before.board.winner().is_some();
        let empty = before.board.empty().len() == before.board.size().cells();
        let opens = empty && number == 1 && ply.mv != Move::Pass;
        let [before, after] = [before, after].map(|state| Standing::new(state, mover));
        let wins = |standing: &Standing| standing.win.as_ref().map(|win| win.winner == mover);
        let verdict = match (wins(&before), wins(&after)) {
            _ if over => MoveVerdict::Over,
            _ if ply.mv == Move::Swap => MoveVerdict::Swap,
            _ if opens => MoveVerdict::Opening,
            (_, Some(true)) => MoveVerdict::Wins,
            (Some(true), Some(false)) => MoveVerdict::Throws,
            (Some(true), None) => MoveVerdict::Slips,
            (Some(false), _) => MoveVerdict::Lost,
            (None, Some(false)) => MoveVerdict::Loses,
            (None, None) => MoveVerdict::Estimated,
        };
        let proved = before.win.as_ref().and_then(|win| win.best);
        let estimated = before.estimate.as_ref().map(|estimate| estimate.best);
        let best = match verdict {
            MoveVerdict::Wins => ply.mv.cell(),
            MoveVerdict::Throws | MoveVerdict::Slips => proved,
            MoveVerdict::Loses | MoveVerdict::Estimated => estimated,
            MoveVerdict::Lost | MoveVerdict::Opening | MoveVerdict::Swap | MoveVerdict::Over => {
                None
            }
        };
        let loss = match verdict {
            MoveVerdict::Throws
            | MoveVerdict::Slips
            | MoveVerdict::Loses
            | MoveVerdict::Estimated
                if best.is_none() || best != ply.mv.cell() =>
            {
                let fall = before.share.zip(after.share).map(|(from, to)| from - to);
                fall.map_or(0.0, |fall| fall.max(0.0))
            }
            _ => 0.0,
        };
        let marked = LOSSES.iter().find(|(least, _)| loss >= *least);
        Self {
            number,
            colour: mover,
            mv: ply.mv,
            before,
            after,
            best,
            loss,
            symbol: marked.map(|&(_, symbol)| symbol),
            verdict,
            link,
        }
    }
}

impl ReviewedMove {
    /// Whether there is something to evaluate: not at the first stone, a swap, or where the game is
    /// lost or over.
    fn is_idle(&self) -> bool {
        matches!(
            self.verdict,
            MoveVerdict::Lost | MoveVerdict::Opening | MoveVerdict::Swap | MoveVerdict::Over
        )
    }

    /// Whether it is known what the move loses.
    pub fn is_evaluated(&self) -> bool {
        let known = self.before.share.is_some() && self.after.share.is_some();
        self.verdict == MoveVerdict::Wins || known
    }
}

/// Whether it was right to swap the first stone, or not to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SwapVerdict {
    /// The first stone.
    pub opening: Cell,
    /// Whether it was swapped.
    pub swapped: bool,
    /// The share of games that the first stone's side wins with it.
    pub share: Option<f64>,
    /// Whether that is proved.
    pub proved: bool,
}

impl SwapVerdict {
    /// A verdict from the standing of the position with the first stone, White to move.
    pub(super) fn new(opening: Cell, swapped: bool, state: &ReviewedPosition) -> Self {
        let standing = Standing::new(state, Colour::Black);
        Self {
            opening,
            swapped,
            share: standing.share,
            proved: standing.win.is_some(),
        }
    }

    /// Whether it was right; `None` if the position is neither proved nor estimated.
    pub fn is_right(&self) -> Option<bool> {
        self.share.map(|share| (share > 0.5) == self.swapped)
    }
}

/// A game that was reviewed.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The board.
    pub size: BoardSize,
    /// Where the game starts.
    pub start: Board,
    /// Its moves.
    pub moves: Vec<ReviewedMove>,
    /// The swap, if there is a first stone of Black's that White might swap.
    pub swap: Option<SwapVerdict>,
    /// From after which move on the same side is proved to win each position; 0: from the start.
    pub decided: Option<(usize, Colour)>,
    /// The side that resigned.
    pub resigned: Option<Colour>,
    /// The winner.
    pub winner: Option<Colour>,
    /// The winner by the game's file, and how it was won, where the moves leave that open.
    pub recorded: Option<(Colour, String)>,
    /// How long the review took.
    pub time: Duration,
}

impl Review {
    /// The moves of a side with this symbol.
    pub fn count(&self, colour: Colour, symbol: Symbol) -> usize {
        let of = |one: &&ReviewedMove| one.colour == colour && one.symbol == Some(symbol);
        self.moves.iter().filter(of).count()
    }

    /// Of the moves that could be evaluated, how many were not, and how many there are.
    pub fn not_evaluated(&self) -> (usize, usize) {
        let all = self.moves.iter().filter(|one| !one.is_idle());
        let open = all.clone().filter(|one| !one.is_evaluated());
        (open.count(), all.count())
    }

    /// Whether there was something to evaluate, and no time for it.
    pub fn is_unknown(&self) -> bool {
        let (open, all) = self.not_evaluated();
        all > 0 && open == all && self.moves.iter().all(|one| one.symbol.is_none())
    }

    /// The average loss of a side's moves that were evaluated, without moves in positions already
    /// lost.
    pub fn mean_loss(&self, colour: Colour) -> Option<f64> {
        let counts =
            |one: &&ReviewedMove| one.colour == colour && !one.is_idle() && one.is_evaluated();
        let losses: Vec<f64> = self
            .moves
            .iter()
            .filter(counts)
            .map(|one| one.loss)
            .collect();
        let number = losses.len();
        (number > 0).then(|| losses.into_iter().sum::<f64>() / number as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Known::{Nothing, Share, Win};
    use super::super::sample::{cell, moved, ply, position, review};
    use super::*;
    use Colour::{Black, White};

    #[test]
    fn verdicts_follow_from_what_is_proved_before_and_after() {
        let best = Some(cell("b2"));
        for (before, after, verdict, best, loss) in [
            (
                Win(Black),
                Win(Black),
                MoveVerdict::Wins,
                Some(cell("c3")),
                0.0,
            ),
            (
                Nothing,
                Win(Black),
                MoveVerdict::Wins,
                Some(cell("c3")),
                0.0,
            ),
            (Win(Black), Win(White), MoveVerdict::Throws, best, 1.0),
            (Win(Black), Share(0.25), MoveVerdict::Slips, best, 0.25),
            (Win(Black), Nothing, MoveVerdict::Slips, best, 0.0),
            (Share(0.75), Win(White), MoveVerdict::Loses, best, 0.75),
            (Nothing, Win(White), MoveVerdict::Loses, None, 0.0),
            (Win(White), Win(White), MoveVerdict::Lost, None, 0.0),
            (Win(White), Share(0.5), MoveVerdict::Lost, None, 0.0),
            (Share(0.75), Share(0.5), MoveVerdict::Estimated, best, 0.25),
            (Share(0.5), Share(0.25), MoveVerdict::Estimated, best, 0.0),
            (Share(0.5), Nothing, MoveVerdict::Estimated, best, 0.0),
            (Nothing, Nothing, MoveVerdict::Estimated, None, 0.0),
        ] {
            let one = moved("c3", before, after);
            assert_eq!((one.verdict, one.best, one.loss), (verdict, best, loss));
        }
    }

    /// The estimate after a move is for the side to move, the opponent.
    #[test]
    fn shares_are_the_movers() {
        let one = moved("c3", Share(0.6), Share(0.7));
        assert_eq!(one.before.share, Some(0.6));
        assert!((one.after.share.expect("a share") - 0.3).abs() < 1e-9);
        let one = moved("c3", Win(White), Win(Black));
        assert_eq!((one.before.share, one.after.share), (Some(0.0), Some(1.0)));
        let mut before = position(Black, Share(0.6));
        before.estimate.as_mut().expect("an estimate").visits = 10;
        assert_eq!(Standing::new(&before, Black).share, None);
    }

    #[test]
    fn losses_are_marked_from_their_thresholds_on() {
        for (after, symbol) in [
            (0.17, None),
            (0.19, Some(Symbol::Doubtful)),
            (0.27, Some(Symbol::Doubtful)),
            (0.29, Some(Symbol::Mistake)),
            (0.44, Some(Symbol::Mistake)),
            (0.46, Some(Symbol::Blunder)),
        ] {
            // Before the move Black has 90%, and White has as much as this after it.
            let one = moved("c3", Share(0.9), Share(after));
            assert_eq!(one.symbol, symbol, "{after}");
            // The move that is estimated best is no mistake, however it turns out.
            let best = moved("b2", Share(0.9), Share(after));
            assert_eq!((best.loss, best.symbol), (0.0, None));
        }
        // Except where it is proved that another one won.
        assert_eq!(
            moved("c3", Win(Black), Win(White)).symbol,
            Some(Symbol::Blunder)
        );
    }

    #[test]
    fn first_stones_swaps_and_what_comes_after_the_end_lose_nothing() {
        let [before, after] = [(Black, Share(0.9)), (White, Win(White))];
        let [mut before, after] = [before, after].map(|(colour, known)| position(colour, known));
        let of = |number, mv, before: &ReviewedPosition| {
            let one = ReviewedMove::new(number, ply(mv), before, &after, String::new());
            assert_eq!((one.loss, one.symbol, one.best), (0.0, None, None));
            one.verdict
        };
        assert_eq!(of(2, Move::Swap, &before), MoveVerdict::Swap);
        let stone = Move::Place(cell("c3"));
        before.board = Board::new(before.board.size());
        assert_eq!(of(1, stone, &before), MoveVerdict::Opening);
        for row in ["a1", "a2", "a3", "a4", "a5"] {
            before.board.place(Black, cell(row));
        }
        assert_eq!(of(9, stone, &before), MoveVerdict::Over);
    }

    #[test]
    fn a_swap_is_right_where_the_first_stone_wins() {
        let first = cell("c3");
        for (known, swapped, right, proved) in [
            (Win(Black), true, Some(true), true),
            (Win(Black), false, Some(false), true),
            (Win(White), true, Some(false), true),
            // White is to move: 40% of White's are 60% of the stone's.
            (Share(0.4), true, Some(true), false),
            (Share(0.6), true, Some(false), false),
            (Share(0.6), false, Some(true), false),
            (Nothing, true, None, false),
        ] {
            let swap = SwapVerdict::new(first, swapped, &position(White, known));
            assert_eq!((swap.is_right(), swap.proved), (right, proved));
        }
    }

    #[test]
    fn the_mean_loss_counts_moves_that_could_lose_something() {
        let moves = vec![
            moved("c3", Share(0.75), Share(0.75)),
            moved("b2", Share(0.75), Share(0.25)),
            moved("c3", Win(White), Win(White)),
        ];
        let review = review(moves);
        assert_eq!(review.mean_loss(Black), Some(0.25));
        assert_eq!(review.mean_loss(White), None);
        assert_eq!(review.count(Black, Symbol::Blunder), 1);
        assert_eq!(review.count(White, Symbol::Blunder), 0);
        assert_eq!(review.count(Black, Symbol::Mistake), 0);
    }
}
