//! Commands about the opening book.

use crate::players;
use crate::protocol::{Call, Command, Failure, Menu, Session};

pub const COMMANDS: [Command; 1] = [Command {
    name: "book-moves",
    arguments: "",
    help: "The moves that the opening book knows for the side to move, the best first, each with its value; W3 won in 3, L2 lost in 2.",
    run: moves,
    menu: Some(Menu {
        shown_as: "pspairs",
        label: "Moves of the book",
        arguments: "",
    }),
}];

fn moves(session: &mut Session, _: &Call) -> Result<String, Failure> {
    let board = session.game.board();
    let size = board.size();
    let book = players::book(session.options.player.book.as_ref(), board);
    let book = book.ok_or_else(|| Failure(format!("there is no book for {size}")))?;
    if book.value(board).is_none() {
        return Err(Failure::new("the book does not know this position"));
    }
    let choices = book.choices(board);
    let pairs = choices.iter().map(|choice| {
        let value = choice.value.to_string();
        let word = value.replace("won in ", "W").replace("lost in ", "L");
        format!("{} {word}", size.name(choice.cell))
    });
    Ok(pairs.collect::<Vec<_>>().join(" "))
}
