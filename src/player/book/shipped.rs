//! The books that are shipped with the program.

use super::{Book, read};
use crate::base::shipped::checked;
use crate::hex::BoardSize;
use std::sync::LazyLock;

/// A book that is read at its first use.
type LazyBook = LazyLock<Book>;

static ELEVEN: LazyBook = LazyLock::new(|| {
    let text = include_str!("../../../positions/book/book-11x11.jsonl");
    checked("positions/book/book-11x11.jsonl", read(text))
});
static THIRTEEN: LazyBook = LazyLock::new(|| {
    let text = include_str!("../../../positions/book/book-13x13.jsonl");
    checked("positions/book/book-13x13.jsonl", read(text))
});
static FOURTEEN: LazyBook = LazyLock::new(|| {
    let text = include_str!("../../../positions/book/book-14x14.jsonl");
    checked("positions/book/book-14x14.jsonl", read(text))
});

/// The shipped book of boards of this size.
pub fn shipped(size: BoardSize) -> Option<&'static Book> {
    let side = Some(size.width()).filter(|_| size.is_square());
    match side {
        Some(11) => Some(&ELEVEN),
        Some(13) => Some(&THIRTEEN),
        Some(14) => Some(&FOURTEEN),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_books_hold_and_know_every_first_move() {
        for (name, text, side) in [
            (
                "11x11",
                include_str!("../../../positions/book/book-11x11.jsonl"),
                11,
            ),
            (
                "13x13",
                include_str!("../../../positions/book/book-13x13.jsonl"),
                13,
            ),
            (
                "14x14",
                include_str!("../../../positions/book/book-14x14.jsonl"),
                14,
            ),
        ] {
            let book = read(text).unwrap_or_else(|why| panic!("{name}: {why}"));
            let size = BoardSize::square(side).unwrap();
            assert_eq!(book.size(), size);
            assert!(text.len() < 1 << 20, "{name}: {} bytes", text.len());
            for cell in size.all() {
                let mut board = crate::hex::Board::new(size);
                board.play(cell);
                let (value, effort) = book.value(&board).expect("a position");
                assert!(!value.is_proved() && effort > 500, "{}", size.name(cell));
            }
            assert!(shipped(size).is_some());
        }
        assert!(shipped("11x13".parse().unwrap()).is_none());
    }
}
