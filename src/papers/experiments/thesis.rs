//! Van Rijswijck 2000, App. A: proves or refutes the thesis's remarks on its sample games.
//!
//! The games and remarks are in `positions/papers/`. A remark claims the winner of a position: a
//! proof whose certificate the checker accepts confirms or refutes it, or it stays open. Each game
//! is proved from its last position backwards, as far as proofs reach. A move after which the other
//! side wins has thrown the game away.

use super::start::Start;
use super::table::TextTable;
use super::{About, Experiment, Finding, Report, Scale, Unit};
use crate::at_width;
use crate::base::shipped::checked;
use crate::certificate::check;
use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::solver::{ProveOptions, Solver};
use crate::think::{Limits, NoObserver};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Instant;

/// The experiment.
pub struct SampleGames;

/// Words of sets on any board.
const WIDEST: usize = BoardSize::WORDS_WITH_CONNECTIONS;
/// After this many positions in a row that are too hard, earlier ones are not tried.
const PATIENCE: usize = 2;

/// The games, in the order of the thesis.
const GAMES: [(&str, &str); 9] = [
    (
        "queenbee-emanuele",
        include_str!("../../../positions/papers/queenbee-emanuele.sgf"),
    ),
    (
        "loak1-queenbee",
        include_str!("../../../positions/papers/loak1-queenbee.sgf"),
    ),
    (
        "jasonkidd-queenbee",
        include_str!("../../../positions/papers/jasonkidd-queenbee.sgf"),
    ),
    (
        "queenbee-twixter",
        include_str!("../../../positions/papers/queenbee-twixter.sgf"),
    ),
    (
        "killerbee-queenbee-1",
        include_str!("../../../positions/papers/killerbee-queenbee-1.sgf"),
    ),
    (
        "killerbee-queenbee-2",
        include_str!("../../../positions/papers/killerbee-queenbee-2.sgf"),
    ),
    (
        "killerbee-queenbee-3",
        include_str!("../../../positions/papers/killerbee-queenbee-3.sgf"),
    ),
    (
        "queenbee-hexy",
        include_str!("../../../positions/papers/queenbee-hexy.sgf"),
    ),
    (
        "hexy-queenbee",
        include_str!("../../../positions/papers/hexy-queenbee.sgf"),
    ),
];

/// A remark of the thesis.
#[derive(Clone, Deserialize)]
struct Remark {
    game: String,
    /// The number of moves of the game,
    after: usize,
    /// and further moves after them.
    moves: String,
    /// The winner according to the thesis.
    winner: String,
    claim: String,
}

#[derive(Deserialize)]
struct Remarks {
    remarks: Vec<Remark>,
}

fn remarks() -> Vec<Remark> {
    let text = include_str!("../../../positions/papers/queenbee-remarks.json");
    let file: Result<Remarks, _> = serde_json::from_str(text);
    checked("positions/papers/queenbee-remarks.json", file).remarks
}

/// The board and the stones of a game, in order.
fn moves(name: &str) -> Result<(BoardSize, Vec<Cell>), String> {
    let text = GAMES.iter().find(|(game, _)| *game == name);
    let (_, text) = text.ok_or_else(|| format!("no game {name}"))?;
    let start = Start::of_sgf(text)?;
    Ok((start.size, start.moves))
}

fn position(size: BoardSize, cells: &[Cell]) -> Position<WIDEST> {
    let mut position = Position::new(size);
    for &cell in cells {
        position.play(cell);
    }
    position
}

/// The result for a position.
#[derive(Clone, Serialize, Deserialize)]
struct Proved {
    /// The winner; `None` if the position is too hard.
    winner: Option<String>,
    /// A winning move, if the side to move wins.
    best: Option<String>,
    /// Positions that the solver searched.
    nodes: u64,
    /// Claims of the certificate, once the checker has accepted them.
    claims: Option<usize>,
    milliseconds: f64,
}

/// Proves the winner and checks the proof.
fn prove<const W: usize>(position: &Position<W>, limits: Limits) -> Result<Proved, String> {
    let start = Instant::now();
    let size = position.size();
    let solver = Solver::<W>::new(size, options());
    let verdict = solver.solve(position, limits, &NoObserver);
    let milliseconds = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    let mut proved = Proved {
        winner: verdict.winner.map(|winner| winner.to_string()),
        best: None,
        nodes: verdict.nodes,
        claims: None,
        milliseconds,
    };
    if verdict.winner.is_none() {
        return Ok(proved);
    }
    if verdict.winner == Some(position.to_move()) {
        proved.best = verdict.best.map(|cell| size.name(cell));
    }
    // The certificate may need more positions than the proof.
    if let Ok(certificate) = solver.certify(position, limits, &NoObserver) {
        let checked = check(&certificate).map_err(|why| why.to_string())?;
        if Some(checked.winner.to_string()) != proved.winner {
            return Err("the certificate proves something else".to_owned());
        }
        proved.claims = Some(checked.nodes);
    }
    Ok(proved)
}

/// The default solver with a small table, since these are late positions.
fn options() -> ProveOptions {
    ProveOptions {
        table_bytes: 16_000_000,
        ..ProveOptions::default()
    }
}

fn limits(nodes: Option<u64>) -> Limits {
    Limits {
        nodes,
        ..Limits::default()
    }
}

fn check_remark(remark: &Remark, nodes: Option<u64>) -> Result<Value, String> {
    let (size, mut cells) = moves(&remark.game)?;
    cells.truncate(remark.after);
    for name in remark.moves.split_whitespace() {
        cells.push(size.read(name).map_err(|why| why.to_string())?);
    }
    let position = position(size, &cells);
    let proved = at_width!(size, W => prove(&position.resize::<W>(), limits(nodes)))?;
    let mut found = json!(proved);
    found["claim"] = json!(remark.winner);
    Ok(found)
}

/// A game backwards: the winner after each number of moves, from the last as far as proofs reach.
fn review<const W: usize>(size: BoardSize, cells: &[Cell], nodes: Option<u64>) -> Value {
    let solver = Solver::<W>::new(size, options());
    let mut winners: Vec<(usize, Colour)> = Vec::new();
    let mut failed = 0;
    for count in (0..=cells.len()).rev() {
        let position = position(size, &cells[..count]).resize::<W>();
        let verdict = solver.solve(&position, limits(nodes), &NoObserver);
        match verdict.winner {
            Some(winner) => {
                failed = 0;
                winners.push((count, winner));
            }
            None => failed += 1,
        }
        if failed == PATIENCE {
            break;
        }
    }
    winners.reverse();
    let thrown = winners.windows(2).filter_map(|pair| {
        let [(before, winner), (after, other)] = *pair else {
            return None;
        };
        (before + 1 == after && winner != other).then(|| {
            let number = before / 2 + 1;
            let dots = if before % 2 == 1 { " ..." } else { "" };
            format!("{number}{dots} {}", size.name(cells[before]))
        })
    });
    json!({
        "moves": cells.len(),
        "proved_after": winners.first().map(|(count, _)| count),
        "winner_at_the_end": winners.last().map(|(_, winner)| winner.to_string()),
        "thrown_away_by": thrown.collect::<Vec<_>>(),
    })
}

impl Experiment for SampleGames {
    fn about(&self) -> About {
        About {
            name: "queenbee-games",
            source: "van Rijswijck 2000, Computer Hex: Are Bees Better Than Fruitflies?, App. A",
            what: "the sample games: each remark of the thesis proved or refuted, and the games gone through backwards as far as proofs reach",
            time: "twenty minutes",
            full: Scale {
                positions: Some(GAMES.len()),
                nodes: Some(3_000),
                ..Scale::NONE
            },
            cheap: Scale {
                positions: Some(1),
                nodes: Some(100),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let nodes = scale.nodes;
        let most = nodes.unwrap_or_default();
        let remarks = remarks().into_iter().map(|remark| {
            let key = format!(
                "remark {} {} [{}] nodes {most}",
                remark.game, remark.after, remark.moves
            );
            Unit::new(key, move || check_remark(&remark, nodes))
        });
        let games = GAMES.iter().take(scale.positions.unwrap_or_default());
        let games = games.map(|&(name, _)| {
            Unit::new(format!("game {name} nodes {most}"), move || {
                let (size, cells) = moves(name)?;
                Ok(at_width!(size, W => review::<W>(size, &cells, nodes)))
            })
        });
        remarks.chain(games).collect()
    }

    fn report(&self, _: &Scale, findings: &[Finding]) -> Report {
        let mut compared = TextTable::new(&[
            "remark",
            "game",
            "after",
            "moves",
            "thesis",
            "proved",
            "verdict",
            "by",
            "positions",
            "claims",
            "ms",
        ]);
        let remarks = remarks();
        for finding in findings {
            let mine = |remark: &&Remark| {
                let start = format!(
                    "remark {} {} [{}] ",
                    remark.game, remark.after, remark.moves
                );
                finding.key.starts_with(&start)
            };
            let (Some(remark), Ok(proved)) = (
                remarks.iter().find(mine),
                Proved::deserialize(&finding.found),
            ) else {
                continue;
            };
            let verdict = match &proved.winner {
                None => "open",
                Some(winner) if *winner == remark.winner => "confirmed",
                Some(_) => "REFUTED",
            };
            let dash = || "-".to_owned();
            compared.row([
                remark.claim.clone(),
                remark.game.clone(),
                remark.after.to_string(),
                remark.moves.clone(),
                remark.winner.clone(),
                proved.winner.unwrap_or_else(dash),
                verdict.to_owned(),
                proved.best.unwrap_or_else(dash),
                proved.nodes.to_string(),
                proved.claims.map_or_else(dash, |claims| claims.to_string()),
                format!("{:.1}", proved.milliseconds),
            ]);
        }
        let mut games = TextTable::new(&[
            "game",
            "moves",
            "proved from move",
            "winner",
            "thrown away by",
        ]);
        for finding in findings {
            let Some(rest) = finding.key.strip_prefix("game ") else {
                continue;
            };
            let found = &finding.found;
            let after = found["proved_after"].as_u64();
            let thrown = found["thrown_away_by"].as_array().into_iter().flatten();
            let thrown: Vec<&str> = thrown.filter_map(Value::as_str).collect();
            games.row([
                rest.split(' ').next().unwrap_or_default().to_owned(),
                found["moves"].to_string(),
                after.map_or("-".to_owned(), |after| (after + 1).to_string()),
                found["winner_at_the_end"]
                    .as_str()
                    .unwrap_or("-")
                    .to_owned(),
                thrown.join(", "),
            ]);
        }
        Report {
            text: format!("{compared}\n{games}"),
            picture: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_about_positions_of_the_games() {
        let all = remarks();
        assert_eq!(all.len(), 20);
        for remark in all {
            let (size, cells) = moves(&remark.game).unwrap();
            assert!(remark.after <= cells.len(), "{}", remark.game);
            let mut position = position(size, &cells[..remark.after]);
            for name in remark.moves.split_whitespace() {
                position.try_play(size.read(name).unwrap()).unwrap();
            }
            assert!(remark.winner.parse::<Colour>().is_ok());
        }
    }

    /// Two remarks that the thesis stresses are proved and checked; one remark is refuted.
    #[test]
    fn remarks_are_proved_or_refuted() {
        let verdict = |claim: &str| {
            let remark = remarks()
                .into_iter()
                .find(|one| one.claim == claim)
                .unwrap();
            let found = check_remark(&remark, Some(3_000)).unwrap();
            assert!(found["claims"].as_u64().unwrap() > 0);
            found["winner"] == found["claim"]
        };
        assert!(verdict("19 H9 would have won"));
        assert!(verdict("Vertical could have won by 10 G8"));
        assert!(!verdict("19 H6? misses the win"));
    }
}
