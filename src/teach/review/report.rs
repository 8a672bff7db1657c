//! A review in words, and as JSON (`mustplay-review/1`).

use super::verdict::{MoveVerdict, Review, ReviewedMove, Standing, SwapVerdict, Symbol};
use crate::hex::{BoardSize, Cell, Colour, Move};
use serde_json::{Value, json};

/// The name of the JSON format.
pub const FORMAT: &str = "mustplay-review/1";

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// A cell, `swap` or `pass`.
fn played(size: BoardSize, mv: Move) -> String {
    match mv {
        Move::Swap => "swap".to_owned(),
        mv => mv.name(size).to_string(),
    }
}

impl ReviewedMove {
    /// Whether no other move is proved or estimated to be better.
    pub(super) fn is_best(&self) -> bool {
        self.best.is_some() && self.best == self.mv.cell()
    }

    /// The move as it is written: `32. d4??`.
    pub fn title(&self, size: BoardSize) -> String {
        let symbol = self
            .symbol
            .map_or(String::new(), |symbol| symbol.to_string());
        format!("{}. {}{symbol}", self.number, played(size, self.mv))
    }

    /// The remark on it: `throws away a proved win (f6 wins)`.
    pub fn words(&self, size: BoardSize) -> String {
        let cell =
            |cell: Option<Cell>| cell.map_or("another move".to_owned(), |cell| size.name(cell));
        let share = |standing: &Standing| standing.share.map_or(String::new(), percent);
        let (before, after) = (share(&self.before), share(&self.after));
        let best = cell(self.best);
        let answer = self.after.win.as_ref().and_then(|win| win.best);
        let answer = answer.map(|cell| format!(" by {}", size.name(cell)));
        let answer = answer.unwrap_or_default();
        let opponent = (!self.colour).title();
        match self.verdict {
            MoveVerdict::Wins => "wins (proved)".to_owned(),
            MoveVerdict::Throws => {
                format!(
                    "throws away a proved win ({best} wins); {opponent} now wins{answer} (proved)"
                )
            }
            MoveVerdict::Slips if self.is_best() => "wins (proved)".to_owned(),
            MoveVerdict::Slips if self.after.share.is_none() => {
                format!("gives up a proved win ({best} wins); the new result is unknown")
            }
            MoveVerdict::Slips => {
                format!("gives up a proved win ({best} wins); now estimated {after}")
            }
            MoveVerdict::Loses if self.before.share.is_none() => {
                format!("loses (proved): {opponent} wins{answer}")
            }
            MoveVerdict::Loses if self.is_best() => format!(
                "loses (proved): {opponent} wins{answer}; no better move is known, estimated \
                 {before} before"
            ),
            MoveVerdict::Loses => format!(
                "loses (proved): {opponent} wins{answer}; {best} is better, estimated {before}"
            ),
            MoveVerdict::Lost => {
                format!(
                    "changes nothing: {} was already lost (proved)",
                    self.colour.title()
                )
            }
            MoveVerdict::Estimated if self.before.share.is_none() || self.after.share.is_none() => {
                "unknown".to_owned()
            }
            MoveVerdict::Estimated if self.is_best() => format!("best, estimated {after}"),
            MoveVerdict::Estimated if self.loss < 0.005 => {
                format!("as good as {best}, estimated {after}")
            }
            MoveVerdict::Estimated => {
                format!("drops from {before} to {after} (estimated); {best} is better")
            }
            MoveVerdict::Opening => match (&self.after.win, self.after.share) {
                (Some(win), _) if win.winner == self.colour => {
                    "wins without a swap (proved)".to_owned()
                }
                (Some(_), _) => "loses without a swap (proved)".to_owned(),
                (None, Some(_)) => format!("opening move, estimated {after} without a swap"),
                (None, None) => "opening move".to_owned(),
            },
            MoveVerdict::Swap => "takes over the first stone".to_owned(),
            MoveVerdict::Over => "after the end of the game".to_owned(),
        }
    }
}

impl SwapVerdict {
    /// Whether it was right to swap, in a sentence.
    pub fn words(&self, size: BoardSize) -> String {
        let opening = size.name(self.opening);
        let done = if self.swapped {
            "Swapping"
        } else {
            "Not swapping"
        };
        let (Some(share), Some(right)) = (self.share, self.is_right()) else {
            return format!("Nothing is known about the opening {opening}.");
        };
        let right = if right { "was right" } else { "was wrong" };
        if self.proved {
            let does = if share > 0.5 { "win" } else { "lose" };
            format!("{done} {right}: {opening} is proved to {does}.")
        } else {
            format!(
                "{done} {right} (estimated): {opening} wins {} of games.",
                percent(share)
            )
        }
    }
}

/// The marked moves, and a summary of the whole game: a few lines.
pub fn text(review: &Review) -> String {
    let size = review.size;
    let mut lines = vec![headline(review)];
    // Without a swap it is not known whether there might have been one.
    let swap = review.swap.as_ref().filter(|swap| swap.swapped);
    lines.extend(swap.map(|swap| swap.words(size)));
    for one in review.moves.iter().filter(|one| one.symbol.is_some()) {
        lines.push(format!(
            "{} ({}) {}.\n    {}",
            one.title(size),
            one.colour.title(),
            one.words(size),
            one.link
        ));
    }
    if review.moves.iter().all(|one| one.symbol.is_none()) && !review.moves.is_empty() {
        lines.push(match review.not_evaluated() {
            _ if review.is_unknown() => "Nothing was evaluated in this time.".to_owned(),
            (0, _) => "No move is marked as bad.".to_owned(),
            (open, all) => format!(
                "No move is marked as bad; {open} of {all} moves were not evaluated in this time."
            ),
        });
    }
    lines.extend(ending(review));
    for colour in Colour::ALL {
        lines.extend(tally(review, colour));
    }
    lines.join("\n")
}

/// Size, moves, result.
pub(super) fn headline(review: &Review) -> String {
    let moves = review.moves.len();
    let plural = if moves == 1 { "" } else { "s" };
    let result = match (review.resigned, review.winner) {
        (Some(loser), _) => format!("{} resigned", loser.title()),
        (None, Some(winner)) => format!("{} won", winner.title()),
        (None, None) => match &review.recorded {
            Some((winner, how)) => recorded(*winner, how),
            None => "unfinished".to_owned(),
        },
    };
    format!("{}, {moves} move{plural}, {result}.", review.size)
}

/// The result recorded in the game's file.
fn recorded(winner: Colour, how: &str) -> String {
    let how = match how.to_ascii_lowercase().as_str() {
        "f" | "forfeit" => " by forfeit",
        "t" | "time" => " on time",
        "r" | "resign" => " by resignation",
        _ => "",
    };
    format!("{} won{how} (from the file)", winner.title())
}

/// The move from which on the game is decided, and whether a resignation was right.
fn ending(review: &Review) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((since, winner)) = review.decided {
        let winner = winner.title();
        lines.push(match since {
            0 => format!("{winner} is proved to win from the start."),
            since => format!("{winner} is proved to win from move {since} on."),
        });
    }
    if let Some(loser) = review.resigned {
        let last = review.decided.map(|(_, winner)| winner);
        lines.push(match last {
            Some(winner) if winner == loser => {
                format!("{} resigned in a won position (proved).", loser.title())
            }
            Some(_) => format!("{} resigned in a lost position (proved).", loser.title()),
            None => format!(
                "It is not proved that {} had lost when resigning.",
                loser.title()
            ),
        });
    }
    lines
}

/// How many moves of a side are marked, and what its moves lose on average.
fn tally(review: &Review, colour: Colour) -> Option<String> {
    let mean = review.mean_loss(colour)?;
    let symbols = [Symbol::Blunder, Symbol::Mistake, Symbol::Doubtful];
    let counts = symbols.map(|symbol| format!("{} {symbol}", review.count(colour, symbol)));
    Some(format!(
        "{}: {}; average loss per move: {:.1} points.",
        colour.title(),
        counts.join(", "),
        mean * 100.0
    ))
}

/// A review as JSON.
pub fn json(review: &Review) -> Value {
    let size = review.size;
    let names = |colour| {
        let stones = review.start.stones(colour).iter();
        stones.map(|cell| size.name(cell)).collect::<Vec<_>>()
    };
    let moves: Vec<Value> = review
        .moves
        .iter()
        .map(|one| move_json(size, one))
        .collect();
    let side = |colour| {
        json!({
            "blunders": review.count(colour, Symbol::Blunder),
            "mistakes": review.count(colour, Symbol::Mistake),
            "doubtful": review.count(colour, Symbol::Doubtful),
            "mean_loss": review.mean_loss(colour).map(rounded),
        })
    };
    json!({
        "format": FORMAT,
        "width": size.width(),
        "height": size.height(),
        "black": names(Colour::Black),
        "white": names(Colour::White),
        "to_move": review.start.to_move().to_string(),
        "moves": review.moves.iter().map(|one| played(size, one.mv)).collect::<Vec<_>>(),
        "winner": review.winner.map(|winner| winner.to_string()),
        "recorded": review.recorded.as_ref().map(|(winner, how)| json!({
            "winner": winner.to_string(),
            "how": how,
        })),
        "resigned": review.resigned.map(|loser| loser.to_string()),
        "reviewed": moves,
        "swap": review.swap.map(|swap| json!({
            "opening": size.name(swap.opening),
            "swapped": swap.swapped,
            "right": swap.is_right(),
            "proved": swap.proved,
            "share": swap.share.map(rounded),
        })),
        "decided": review.decided.map(|(since, winner)| json!({
            "from_move": since,
            "winner": winner.to_string(),
        })),
        "players": { "black": side(Colour::Black), "white": side(Colour::White) },
        "seconds": rounded(review.time.as_secs_f64()),
    })
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

fn move_json(size: BoardSize, one: &ReviewedMove) -> Value {
    let standing = |standing: &Standing| {
        let win = standing.win.as_ref();
        json!({
            "share": standing.share.map(rounded),
            "proved": win.map(|win| win.winner.to_string()),
            "best": win.map(|win| win.best).or(standing.estimate.as_ref().map(|one| Some(one.best)))
                .flatten().map(|cell| size.name(cell)),
            "most_moves": win.map(crate::teach::explain::Win::most_moves),
        })
    };
    let verdict = match one.verdict {
        MoveVerdict::Wins => "wins",
        MoveVerdict::Throws => "throws",
        MoveVerdict::Slips => "slips",
        MoveVerdict::Loses => "loses",
        MoveVerdict::Lost => "lost",
        MoveVerdict::Estimated => "estimated",
        MoveVerdict::Opening => "opening",
        MoveVerdict::Swap => "swap",
        MoveVerdict::Over => "over",
    };
    json!({
        "number": one.number,
        "colour": one.colour.to_string(),
        "move": played(size, one.mv),
        "before": standing(&one.before),
        "after": standing(&one.after),
        "best": one.best.map(|cell| size.name(cell)),
        "loss": rounded(one.loss),
        "symbol": one.symbol.map(|symbol| symbol.to_string()),
        "verdict": verdict,
        "words": one.words(size),
        "link": one.link,
    })
}

#[cfg(test)]
mod tests;
