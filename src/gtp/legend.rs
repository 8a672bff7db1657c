//! What the status bar of `HexGui` says about an answer: what the cells on the board mean, or why
//! there are none. `HexGui` shows neither errors nor a text of its own with cells, so that without
//! this the picture or the text of an earlier command would stay.

use super::client::{Client, Drawing};
use super::line::GtpRequest;
use super::live::LiveDrawing;
use super::menu;
use super::{Failure, Session};
use crate::hex::{Cell, Colour, Edge};
use std::io::Write;

/// A command that draws, with the meaning of its cells, and the text if there are none; that is
/// empty where an answer always has cells, or is an error.
type Legend = (&'static str, &'static str, &'static str);

/// The legends. `{side}` is the colour of the request, `{from}` and `{to}` are its ends.
const LEGENDS: [Legend; 31] = [
    (
        "reg_genmove",
        "Green: the move that the player would make for {side}.",
        "",
    ),
    (
        "search-values",
        "Cells: {side}'s win rates; W3 is won in 3 moves, L2 lost in 2.",
        "",
    ),
    (
        "search-get-pv",
        "The line that the player's last search expects, {side} first.",
        "",
    ),
    (
        "search-scores",
        "Cells: {side}'s win rates by the last search; W3 is won in 3 moves, L2 lost in 2.",
        "",
    ),
    (
        "library-moves",
        "Cells: how many games of the library went on there.",
        "No game of the library went on from here.",
    ),
    (
        "book-moves",
        "Cells: {side}'s win rates by the opening book; W3 is won in 3 moves, L2 lost in 2.",
        "The opening book has no move for {side} here.",
    ),
    (
        "explain-cells",
        "Green: the cells that a proved win needs, or where {side} must play, as Explain says.",
        "The explanation mentions no cells.",
    ),
    (
        "dfpn-solve-state",
        "W: a winning move of {side} (proved).",
        "No winning move of {side} is known.",
    ),
    (
        "dfpn-solver-find-winning",
        "Green: moves that win for {side} (proved).",
        "No move is proved to win for {side}.",
    ),
    (
        "dfpn-get-pv",
        "The best line that the solver has found, {side} first.",
        "",
    ),
    (
        "dfpn-get-bounds",
        "W wins, L loses for {side}; else what is left to prove a win, and below it a loss.",
        "",
    ),
    (
        "connection",
        "Green: the cells that are needed.",
        "No cells are needed.",
    ),
    ("dfpn-clear-tt", "", "The solver's results are cleared."),
    (
        "vc-build",
        "Grey: moves outside {side}'s mustplay, which lose. Stones: cells whose colour is settled.",
        "{side} has no winning threat to answer, and no cell is settled.",
    ),
    (
        "compute-inferior",
        "Stones: settled cells. Arrows: moves that {side} can leave out, each with the cell that is \
         the reason.",
        "No cell is settled, and {side} can leave out no move.",
    ),
    (
        "compute-fillin",
        "Stones: cells that can be filled in without changing the winner (dead or captured).",
        "No cell can be filled in.",
    ),
    (
        "vc-between-cells-full",
        "{side}'s certain connections from {from} to {to}: click one for its carrier.",
        "{side} has no certain connection from {from} to {to}.",
    ),
    (
        "vc-between-cells-semi",
        "{side}'s connections from {from} to {to} if {side} moves first: click one for its carrier.",
        "{side} has no connection from {from} to {to} even if {side} moves first.",
    ),
    (
        "vc-connected-to-full",
        "Green: certainly connected to {from} for {side}.",
        "Nothing is certainly connected to {from} for {side}.",
    ),
    (
        "vc-connected-to-semi",
        "Green: connected to {from} if {side} moves first.",
        "Nothing is connected to {from} for {side} by moving first.",
    ),
    (
        "vc-templates",
        "Names of the edge templates that connect {side}'s stones to an edge.",
        "No edge template connects a stone of {side} to an edge.",
    ),
    (
        "vc-intersection-full",
        "Green: cells that all of {side}'s certain connections from {from} to {to} need.",
        "{side}'s certain connections from {from} to {to} have no cell in common.",
    ),
    (
        "vc-intersection-semi",
        "Green: cells that all connections from {from} to {to} need if {side} moves first.",
        "The connections from {from} to {to} if {side} moves first have no cell in common.",
    ),
    (
        "vc-union-full",
        "Green: cells that any of {side}'s certain connections from {from} to {to} needs.",
        "{side}'s certain connection from {from} to {to} needs no empty cell.",
    ),
    (
        "vc-union-semi",
        "Green: cells that any connection from {from} to {to} needs if {side} moves first.",
        "{side} has no connection from {from} to {to} by moving first.",
    ),
    (
        "vc-maintenance-responses",
        "Green: the moves that keep the win after an intrusion at {from}.",
        "An intrusion at {from} needs no answer: another winning connection avoids it.",
    ),
    (
        "eval-resist-cells",
        "Cells: share of the power in {side}'s circuit, in percent of the highest.",
        "No cell has a share of the power in {side}'s circuit.",
    ),
    (
        "eval-twod",
        "Cells: {side}'s potentials (two-distances to both edges); the lowest are best, -1 is \
         infinite.",
        FULL,
    ),
    (
        "eval-distance",
        "Cells: the sum of the distances to {side}'s two edges; -1 is infinite.",
        FULL,
    ),
    (
        "eval-bridges",
        "Cells: stones that {side} needs to connect the cell to {from} by bridges; -1 is infinite.",
        FULL,
    ),
    ("group-get", "Green: the chain of {from}.", ""),
];

const FULL: &str = "The board is full.";

/// Sends the text of the status bar for an answer to a command of the menu, if the client has one.
/// A failure becomes a success without cells, which clears the picture of an earlier command.
pub fn add<O: Write + Send>(
    session: &Session,
    request: &GtpRequest,
    answer: Result<String, Failure>,
    live: &LiveDrawing<'_, O>,
) -> Result<String, Failure> {
    let words = request.words.as_deref().unwrap_or_default();
    let entry = menu::entry_of(words).filter(|_| session.has_status_bar());
    let Some(entry) = entry else {
        return answer;
    };
    let about = Subject::new(session, words);
    match answer {
        Ok(text) => {
            if entry.draws() && !live.has_concluded() {
                let set = live.caption_set();
                let status = set.or_else(|| about.legend(text.trim().is_empty()));
                if let Some(status) = status {
                    live.conclude(&about.drawing("*", &status));
                }
            }
            Ok(text)
        }
        Err(Failure(reason)) if entry.draws() => {
            live.conclude(&about.drawing("?", &format!("Nothing to show: {reason}")));
            Ok(String::new())
        }
        Err(Failure(reason)) if entry.shown_as == "string" => {
            live.conclude(&about.drawing("?", &reason));
            Ok(reason)
        }
        failed => failed,
    }
}

/// What a command is about.
struct Subject<'a> {
    command: &'a str,
    colour: Colour,
    ends: Vec<&'a str>,
    /// The cell that a block marks. An answer with cells clears it.
    anchor: Cell,
}

impl<'a> Subject<'a> {
    fn new(session: &Session, words: &'a [String]) -> Self {
        let size = session.game.size();
        let (command, arguments) = words
            .split_first()
            .map_or(("", words), |(name, rest)| (name.as_str(), rest));
        let colour = arguments.first().and_then(|word| word.parse().ok());
        let is_end = |word: &&str| size.read(word).is_ok() || word.parse::<Edge>().is_ok();
        let ends: Vec<&str> = arguments
            .iter()
            .map(String::as_str)
            .filter(is_end)
            .collect();
        let clicked = ends.iter().find_map(|word| size.read(word).ok());
        let board = session.game.board();
        let anchor = clicked
            .or(session.game.last_stone())
            .or(board.empty().first());
        Self {
            command,
            colour: colour.unwrap_or(board.to_move()),
            ends,
            anchor: anchor.unwrap_or(Cell::new(0)),
        }
    }

    /// The legend of the command, for cells or for none.
    fn legend(&self, is_empty: bool) -> Option<String> {
        let mut legends = LEGENDS.iter();
        let &(_, cells, none) = legends.find(|(name, ..)| *name == self.command)?;
        let text = if is_empty && !none.is_empty() {
            none
        } else {
            cells
        };
        let end = |number: usize| {
            self.ends
                .get(number)
                .map_or("?".to_owned(), |word| place(word))
        };
        let text = text.replace("{side}", self.colour.title());
        Some(text.replace("{from}", &end(0)).replace("{to}", &end(1)))
    }

    fn drawing(&self, label: &str, status: &str) -> Drawing {
        Drawing::of_cell(self.colour, self.anchor, label, status)
    }
}

/// An end in a sentence.
pub fn place(end: &str) -> String {
    match end.parse() {
        Ok(Edge::North) => "the top".to_owned(),
        Ok(Edge::South) => "the bottom".to_owned(),
        Ok(Edge::West) => "the left".to_owned(),
        Ok(Edge::East) => "the right".to_owned(),
        Err(_) => end.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::SessionSettings;
    use super::super::label::STATUS_WIDTH;
    use super::super::menu::MENU;
    use super::*;

    #[test]
    fn every_drawing_of_the_menu_has_a_legend_that_fits() {
        let session = Session::new(SessionSettings {
            size: "19".parse().unwrap(),
            player: crate::player::parse("first").unwrap(),
        });
        for entry in MENU.iter().filter(|entry| entry.draws()) {
            let line = entry.command.replace("%P", "s19 south");
            let line = line
                .replace("%p", "s19")
                .replace("%m", "w")
                .replace("%c", "white");
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let about = Subject::new(&session, &words);
            for is_empty in [false, true] {
                let text = about.legend(is_empty).unwrap_or_else(|| panic!("{line}"));
                assert!(text.len() <= STATUS_WIDTH && text.is_ascii(), "{text}");
                assert!(!text.contains('{') && !text.contains('?'), "{text}");
                // Some answers are always empty.
                let unused = text.is_empty() && !is_empty;
                assert!(unused || text.ends_with('.'), "{line}: {text}");
            }
        }
    }
}
