//! `mustplay games stats`: what a library holds.

use super::filter::LibraryArguments;
use crate::cli::answer::answer;
use crate::library::LibraryStatistics;
use anyhow::Result;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The arguments of `mustplay games stats`.
#[derive(clap::Args, Clone, Debug)]
pub struct StatsArguments {
    #[command(flatten)]
    library: LibraryArguments,

    /// List at most this many players
    #[arg(long, default_value_t = 20, value_name = "N")]
    limit: usize,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Shows it.
pub fn run(arguments: &StatsArguments) -> Result<()> {
    let (_, library) = arguments.library.load()?;
    let mut statistics = library.statistics(&arguments.library.filter())?;
    let players = statistics.players.len();
    statistics.players.truncate(arguments.limit);
    answer(&if arguments.json {
        format!("{}\n", as_json(&statistics, players))
    } else {
        text(&statistics, players)
    })
}

fn text(all: &LibraryStatistics, players: usize) -> String {
    let games = all.score.games;
    let [black, white] = all.score.won;
    let mut text = format!(
        "{games} games, {} moves; Black won {black}, White {white}, unknown {}\n",
        all.moves,
        games - black - white
    );
    if let Some([first, last]) = all.dates {
        let _ = writeln!(text, "from {first} to {last}");
    }
    if games > 0 {
        let _ = writeln!(
            text,
            "\n{:<8}{:>9}{:>9}{:>9}",
            "board", "games", "Black", "White"
        );
    }
    for (size, score) in &all.boards {
        let [black, white] = score.won;
        let size = size.to_string();
        let _ = writeln!(text, "{size:<8}{:>9}{black:>9}{white:>9}", score.games);
    }
    if !all.players.is_empty() {
        let width = all.players.iter().map(|one| one.name.chars().count());
        let width = width.max().unwrap_or(0).max(7) + 2;
        let shown = match all.players.len() {
            shown if shown < players => format!(", the first {shown} of {players}"),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "\n{:<width$}{:>7}{:>7}{:>7}{shown}",
            "player", "games", "won", "lost"
        );
        for one in &all.players {
            let _ = writeln!(
                text,
                "{:<width$}{:>7}{:>7}{:>7}",
                one.name, one.games, one.won, one.lost
            );
        }
    }
    text
}

fn as_json(all: &LibraryStatistics, players: usize) -> Value {
    let [black, white] = all.score.won;
    let boards = all.boards.iter().map(|(size, score)| {
        json!({
            "width": size.width(), "height": size.height(), "games": score.games,
            "black": score.won[0], "white": score.won[1],
        })
    });
    let boards: Vec<Value> = boards.collect();
    let listed = all.players.iter().map(
        |one| json!({ "name": one.name, "games": one.games, "won": one.won, "lost": one.lost }),
    );
    let listed: Vec<Value> = listed.collect();
    json!({
        "games": all.score.games,
        "moves": all.moves,
        "black": black,
        "white": white,
        "boards": boards,
        "years": all.years,
        "dates": all.dates.map(|dates| dates.map(|date| date.to_string())),
        "players": players,
        "list": listed,
    })
}
