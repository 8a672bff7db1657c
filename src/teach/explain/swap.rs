//! Hints where the swap rule matters: which stone to open with, and whether to take over the first
//! one.

use super::any::AnyExplainer;
use super::explanation::{Explanation, MoveHint};
use super::words::mark;
use crate::hex::draw::{CellMark, Tint};
use crate::hex::{Board, BoardSize, Cell, Game, Move, SwapRight};
use crate::player::{FAIR, FirstStones, tried_openings};
use crate::think::{Budget, Observer, Score, ScoreScale};

/// The value of a first stone by book and table, or by a search.
#[derive(Clone, PartialEq, Debug)]
pub struct StoneValue {
    /// The stone.
    pub stone: Cell,
    /// Its value for its side, where it is not taken over: a proof, or a
    /// [`ScoreScale::Mean`].
    pub value: Score,
}

/// What to do about the swap rule.
#[derive(Clone, PartialEq, Debug)]
pub enum SwapAdvice {
    /// Open with a stone that is neither too strong nor too weak; an example of one that is too
    /// strong.
    Open(StoneValue, Option<StoneValue>),
    /// Take the first stone over.
    Swap(StoneValue),
    /// Leave it.
    Keep(StoneValue),
}

/// What to play in a game, with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct GameHint {
    /// The board before it.
    pub size: BoardSize,
    /// What to do about the swap rule, where that matters.
    pub swap: Option<SwapAdvice>,
    /// The stone to play and its reason; `None` for an opening and for a swap.
    pub stone: Option<MoveHint>,
}

impl StoneValue {
    /// `is proved to win`, `is estimated to win 46%`.
    fn wins(&self) -> String {
        match self.value {
            value if value.is_won() => "is proved to win".to_owned(),
            value if value.is_lost() => "is proved to lose".to_owned(),
            _ => format!("is estimated to win {}", self.percent()),
        }
    }

    fn percent(&self) -> String {
        let rate = self.value.win_rate(ScoreScale::Mean);
        format!("{:.0}%", 100.0 * rate)
    }
}

impl SwapAdvice {
    /// The advice in a sentence.
    pub fn words(&self, size: BoardSize) -> String {
        match self {
            Self::Open(open, strong) => {
                let strong = strong.as_ref().map_or(String::new(), |strong| {
                    let name = size.name(strong.stone);
                    let wins = if strong.value.is_proved() {
                        "proved to win".to_owned()
                    } else {
                        strong.percent()
                    };
                    format!(", such as {name} ({wins}),")
                });
                let even = if open.value.value().abs() <= FAIR {
                    ", which is close to even"
                } else {
                    ""
                };
                format!(
                    "Open at {}: it {}{even}; a stronger stone{strong} would be taken.",
                    size.name(open.stone),
                    open.wins()
                )
            }
            Self::Swap(stone) => {
                let name = size.name(stone.stone);
                format!("Swap, because the stone at {name} {}.", stone.wins())
            }
            Self::Keep(stone) => {
                let name = size.name(stone.stone);
                format!("Do not swap: the stone at {name} {}.", stone.wins())
            }
        }
    }
}

impl GameHint {
    /// The move; `None` if the game is over.
    pub fn mv(&self) -> Option<Move> {
        match (&self.swap, &self.stone) {
            (Some(SwapAdvice::Swap(_)), _) => Some(Move::Swap),
            (Some(SwapAdvice::Open(open, _)), _) => Some(Move::Place(open.stone)),
            (_, stone) => stone.as_ref().map(|hint| Move::Place(hint.cell)),
        }
    }

    /// The move and its reason in a few sentences, where a person is to be advised.
    pub fn words(&self) -> String {
        let swap = self.swap.as_ref().map(|swap| swap.words(self.size));
        let stone = self.stone.as_ref().map(|hint| {
            let cell = self.size.name(hint.cell);
            format!("Try {cell}. {}", hint.words())
        });
        let sentences: Vec<String> = swap.into_iter().chain(stone).collect();
        sentences.join(" ")
    }

    /// What explains the position, if its move was searched for.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.stone.as_ref().map(|hint| &hint.explanation)
    }

    /// The cells to draw, with the move.
    pub fn marks(&self) -> Vec<CellMark> {
        match (&self.swap, &self.stone) {
            (Some(SwapAdvice::Open(open, _)), _) => vec![mark(open.stone, Tint::Good, "*")],
            (_, Some(hint)) => hint.marks(),
            (_, None) => Vec::new(),
        }
    }
}

/// What to play in a game, with this right to swap or to be swapped; `None` if the game is over.
pub fn hint_in(
    explainer: &mut dyn AnyExplainer,
    game: &Game,
    right: SwapRight,
    budget: Budget,
    observer: &dyn Observer,
) -> Option<GameHint> {
    let (board, size) = (game.board(), game.size());
    let alone = |swap| GameHint {
        size,
        swap: Some(swap),
        stone: None,
    };
    match (right, game.last_stone()) {
        (SwapRight::MayBeSwapped, _) => {
            let advice = opening(explainer, board, budget, observer);
            if let Some(advice) = advice {
                return Some(alone(advice));
            }
        }
        (SwapRight::MaySwap, Some(stone)) => {
            let known = FirstStones::new(size).map(|known| known.value(stone));
            if let Some(value) = known.filter(|value| value.value() > 0) {
                return Some(alone(SwapAdvice::Swap(StoneValue { stone, value })));
            }
            let hint = explainer.hint(board, budget, observer)?;
            let value = known.or_else(|| value_of(&hint.explanation));
            let swap = value.map(|value| (StoneValue { stone, value }, value.value() > 0));
            return Some(match swap {
                Some((stone, true)) => alone(SwapAdvice::Swap(stone)),
                swap => GameHint {
                    size,
                    swap: swap.map(|(stone, _)| SwapAdvice::Keep(stone)),
                    stone: Some(hint),
                },
            });
        }
        _ => {}
    }
    let hint = explainer.hint(board, budget, observer)?;
    Some(GameHint {
        size,
        swap: None,
        stone: Some(hint),
    })
}

/// The value of the last stone for its side, by an explanation of the position after it.
fn value_of(explanation: &Explanation) -> Option<Score> {
    let win = explanation.win.as_ref();
    let proved = win.map(|win| {
        if win.winner == explanation.to_move {
            Score::LOST
        } else {
            Score::WON
        }
    });
    let share = || explanation.estimate.as_ref()?.chances();
    proved.or_else(|| share().map(|share| Score::of_win_rate(1.0 - share)))
}

/// The stone to open with: by what is known of first stones, or else the most even of a few by
/// short searches.
fn opening(
    explainer: &mut dyn AnyExplainer,
    board: &Board,
    budget: Budget,
    observer: &dyn Observer,
) -> Option<SwapAdvice> {
    let size = board.size();
    if let Some(known) = FirstStones::new(size) {
        let of = |stone| StoneValue {
            stone,
            value: known.value(stone),
        };
        let strong = known.strongest().filter(|&cell| known.is_swapped(cell));
        let open = *known.openings().first()?;
        return Some(SwapAdvice::Open(of(open), strong.map(of)));
    }
    let tried = tried_openings(size, 0);
    let part = Budget {
        time: budget.time.map(|time| time / tried.len().max(1) as u32),
        ..budget
    };
    let searched = tried.into_iter().filter_map(|stone| {
        let mut after = *board;
        after.try_play(stone).ok()?;
        let explanation = explainer.estimate(&after, part, observer);
        let value = value_of(&explanation)?;
        Some(StoneValue { stone, value })
    });
    let uneven = |one: &StoneValue| (one.value.value() > 0, one.value.value().abs());
    let open = searched.min_by_key(uneven)?;
    Some(SwapAdvice::Open(open, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Colour, SwapStyle};
    use crate::teach::explain::explainer;
    use crate::think::NoObserver;

    fn hint(size: &str, moves: &[&str]) -> GameHint {
        let size: BoardSize = size.parse().unwrap();
        let mut game = Game::new(size);
        for name in moves {
            let cell = size.read(name).unwrap();
            game.place(game.to_move(), cell).unwrap();
        }
        let right = game.swap_right(game.to_move(), Some(SwapStyle::on(size)));
        let mut explainer = explainer(size);
        hint_in(
            explainer.as_mut(),
            &game,
            right,
            Budget::nodes(150),
            &NoObserver,
        )
        .unwrap()
    }

    #[test]
    fn a_first_stone_is_neither_too_strong_nor_too_weak() {
        let open = hint("11", &[]);
        let words = open.words();
        let Some(Move::Place(cell)) = open.mv() else {
            panic!("{words}")
        };
        let name = open.size.name(cell);
        let begins = format!("Open at {name}: it is estimated to win 4");
        assert!(words.starts_with(&begins), "{words}");
        let ends = "%, which is close to even; a stronger stone, such as ";
        assert!(words.contains(ends), "{words}");
        assert!(words.ends_with("%), would be taken."), "{words}");
        assert_eq!(open.marks().len(), 1);
        // It would not be taken by the same advice.
        let answer = hint("11", &[&name]).words();
        assert!(answer.starts_with("Do not swap"), "{answer}");
        let words = hint("5", &[]).words();
        assert!(
            words.contains("it is proved to lose; a stronger"),
            "{words}"
        );
        assert!(words.contains("such as c3 (proved to win),"), "{words}");
    }

    #[test]
    fn a_strong_stone_is_taken_and_a_weak_one_is_not() {
        let strong = hint("11", &["f6"]);
        let words = strong.words();
        let begins = "Swap, because the stone at f6 is estimated to win ";
        assert!(words.starts_with(begins), "{words}");
        assert_eq!(strong.mv(), Some(Move::Swap));
        assert!(strong.explanation().is_none() && strong.marks().is_empty());
        let weak = hint("5", &["a1"]);
        let words = weak.words();
        let begins = "Do not swap: the stone at a1 is proved to lose. Try ";
        assert!(words.starts_with(begins), "{words}");
        assert!(matches!(weak.mv(), Some(Move::Place(_))));
        let words = hint("5", &["c3"]).words();
        assert_eq!(words, "Swap, because the stone at c3 is proved to win.");
    }

    /// Without a table, a proof or a search decides.
    #[test]
    fn boards_of_which_nothing_is_known_are_searched() {
        let words = hint("4x3", &["b2"]).words();
        assert_eq!(words, "Swap, because the stone at b2 is proved to win.");
        let words = hint("3x4", &["a1"]).words();
        assert!(words.starts_with("Do not swap: the stone at a1 is proved to lose. Try "));
        let words = hint("4x3", &[]).words();
        assert!(words.starts_with("Open at "), "{words}");
    }

    #[test]
    fn without_a_right_nothing_is_said_of_swaps() {
        let five: BoardSize = "5".parse().unwrap();
        let mut game = Game::new(five);
        game.place(Colour::Black, Cell::new(12)).unwrap();
        let mut explainer = explainer(five);
        let mut hint = |right| {
            let budget = Budget::nodes(50);
            hint_in(explainer.as_mut(), &game, right, budget, &NoObserver).unwrap()
        };
        assert!(hint(SwapRight::None).words().starts_with("Try "));
        assert!(hint(SwapRight::MaySwap).words().starts_with("Swap, "));
    }
}
