//! Commands about the opening book.

use crate::gtp::{Call, Command, Failure, Session, label};
use crate::player;
use crate::think::ScoreScale;

pub const COMMANDS: [Command; 1] = [Command {
    name: "book-moves",
    arguments: "[COLOUR [labels]]",
    help: "Lists the book moves of COLOUR (default: the side to move) with their values, best \
        first; W3 won in 3, L2 lost in 2; labels are win rates in percent.",
    run: moves,
}];

fn moves(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let mut board = *session.game.board();
    board.set_to_move(call.colour_or(0, board.to_move())?);
    let short = call.asks_for(1, "labels")?;
    let size = board.size();
    let book = player::book(session.options.player.book.as_ref(), &board);
    let book = book.ok_or_else(|| Failure(format!("no book for {size}")))?;
    if book.value(&board).is_none() {
        return Err(Failure::new("this position is not in the book"));
    }
    let choices = book.choices(&board);
    let pairs = choices.iter().map(|choice| {
        let value = if short {
            label::score(choice.value, ScoreScale::Mean)
        } else {
            label::exact(choice.value)
        };
        format!("{} {value}", size.name(choice.cell))
    });
    Ok(pairs.collect::<Vec<_>>().join(" "))
}
