//! Whether two ends are connected, in a sentence and as data.

use super::words::{count, place};
use crate::hex::record::names;
use crate::hex::{BoardSize, Colour, End};
use crate::solver::{ConnectionAnswer, Joining};
use serde_json::{Value, json};

/// What is proved of two ends of a colour.
pub fn connection_words<const W: usize>(
    size: BoardSize,
    colour: Colour,
    ends: [End; 2],
    answer: &ConnectionAnswer<W>,
) -> String {
    let [one, other] = ends.map(|end| place(size, end));
    let (side, opponent) = (colour.title(), (!colour).title());
    let within = answer.within.map_or(String::new(), |cells| {
        let cells = count(cells.len(), "cell");
        format!(", while {side} keeps to the {cells} searched")
    });
    match answer.joining {
        Joining::Connected => {
            format!("Connected: {opponent} cannot part {one} and {other} (proved).")
        }
        Joining::First { joins, cuts } => {
            let joins = size.name(joins);
            let rest = match cuts {
                Some(cuts) => format!("{opponent} parts them by {}{within}", size.name(cuts)),
                None => "open without a move".to_owned(),
            };
            format!("{side} joins {one} and {other} by {joins}; {rest} (proved).")
        }
        Joining::Apart => format!(
            "Not connected: {side} cannot join {one} and {other} even by moving first{within} \
             (proved)."
        ),
        Joining::Open => format!("Not decided: whether {one} and {other} are connected is open."),
    }
}

/// The same as JSON.
pub fn connection_report<const W: usize>(
    size: BoardSize,
    colour: Colour,
    ends: [End; 2],
    answer: &ConnectionAnswer<W>,
) -> Value {
    let (kind, joins, cuts) = match answer.joining {
        Joining::Connected => ("connected", None, None),
        Joining::First { joins, cuts } => ("first", Some(joins), cuts),
        Joining::Apart => ("apart", None, None),
        Joining::Open => ("open", None, None),
    };
    let [joins, cuts] = [joins, cuts].map(|cell| cell.map(|cell| size.name(cell)));
    json!({
        "format": "mustplay-connection/1",
        "ends": ends.map(|end| end.name(size)),
        "colour": colour.to_string(),
        "joining": kind,
        "joins": joins,
        "cuts": cuts,
        "carrier": names(size, answer.carrier),
        "within": answer.within.map(|cells| names(size, cells)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Board, Edge};
    use crate::position;
    use crate::solver::connection;
    use crate::think::{Limits, NoObserver};

    #[test]
    fn each_answer_has_a_sentence() {
        let board: Board = position! { 5 x 5:
            . . . . .
             . . B . .
              . . . . .
               . W W W .
                . . . . .
        };
        let size = board.size();
        let south = End::edge(size, Edge::South);
        let north = End::edge(size, Edge::North);
        let stone: End = size.read("c2").unwrap().into();
        let words = |ends| {
            let limits = Limits::nodes(1000);
            let answer = connection(&board, ends, Colour::Black, limits, &NoObserver).unwrap();
            connection_words(size, Colour::Black, ends, &answer)
        };
        assert_eq!(
            words([stone, north]),
            "Connected: White cannot part c2 and the top (proved)."
        );
        assert_eq!(
            words([stone, south]),
            "Not connected: Black cannot join c2 and the bottom even by moving first (proved)."
        );
    }
}
