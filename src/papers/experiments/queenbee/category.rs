//! Whether good moves are in low categories: Table 7.5, with exact knowledge of positions on 6x6.
//!
//! A move is good if it keeps the win (§7.4). The solver gives all good moves of the empty board,
//! of the positions after each opening, and of positions after two stones; lost positions have
//! none. A move is optimal if it wins as soon or loses as late as possible. Optimal moves need the
//! lengths of perfect games, and so small boards or much time.

use super::length::{Lengths, MOST_CELLS};
use crate::arena::openings::one_stone;
use crate::at_width;
use crate::hex::{BoardSize, Cell, Position};
use crate::knowledge::evaluate::EdgePatterns;
use crate::papers::engines::queenbee::category;
use crate::papers::experiments::table::TextTable;
use crate::papers::experiments::{About, Experiment, Finding, Report, Scale, Unit};
use crate::search::alpha_beta::{PlainPosition, SearchPosition};
use crate::solver::{self, ProveOptions, Solver};
use crate::think::{Limits, NoObserver};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The experiment.
pub struct GoodMoves;

/// The prefix of the keys of units that measure lengths.
const LENGTHS: &str = "lengths: ";
/// The first and the last category with a row of its own.
const FIRST: i64 = -5;
const LAST: i64 = 9;

/// The thesis's table: the lowest category with a good move, in 27 winning positions.
const THESIS: [(i64, u64); 8] = [
    (-5, 0),
    (-2, 1),
    (-1, 1),
    (0, 12),
    (1, 7),
    (2, 2),
    (3, 3),
    (5, 1),
];

/// The same for moves that win as soon as possible, in those positions, and for moves that lose as
/// late as possible, in 34 losing ones.
const OPTIMAL: [[(i64, u64); 8]; 2] = [
    [
        (-5, 0),
        (-2, 1),
        (-1, 1),
        (0, 9),
        (1, 6),
        (2, 2),
        (3, 7),
        (5, 1),
    ],
    [
        (-5, 3),
        (-2, 3),
        (-1, 5),
        (0, 21),
        (1, 1),
        (2, 0),
        (3, 0),
        (5, 1),
    ],
];

/// The moves to each position: none, each opening, and a number of pairs of stones from all over
/// the board.
fn positions(size: BoardSize, count: usize) -> Vec<Vec<Cell>> {
    let mut all = vec![Vec::new()];
    let openings: Vec<Cell> = one_stone(size)
        .iter()
        .filter_map(|opening| opening.moves().first().copied())
        .collect();
    all.extend(openings.iter().map(|&cell| vec![cell]));
    let second = openings.iter().flat_map(|&first| {
        let others = size.all().filter(move |&cell| cell != first);
        others.map(move |cell| vec![first, cell])
    });
    let second: Vec<Vec<Cell>> = second.collect();
    let wanted = count.saturating_sub(all.len()).min(second.len());
    all.extend((0..wanted).map(|index| second[index * second.len() / wanted].clone()));
    all.truncate(count);
    all
}

/// The categories of all moves, with whether each is good.
fn measure(size: BoardSize, moves: &[Cell]) -> Value {
    at_width!(size, W => {
        let mut position = Position::<W>::new(size);
        for &cell in moves {
            position.play(cell);
        }
        let solver = Solver::<W>::new(size, ProveOptions::default());
        let (good, nodes) = solver.winning_moves(&position, false, Limits::default(), &NoObserver);
        let field = PlainPosition::new(&position, Some(Arc::new(EdgePatterns::new(size))));
        let moves = field.moves();
        let ranks = (0..moves.len()).filter(|&rank| moves[rank].badness < u32::MAX);
        let rated: Vec<Value> = ranks
            .map(|rank| json!([category(&moves, rank), good.contains(&moves[rank].cell)]))
            .collect();
        json!({ "moves": rated, "nodes": nodes })
    })
}

/// The categories of all moves, with whether each is optimal; empty if the time does not suffice.
fn measure_lengths(size: BoardSize, moves: &[Cell], seconds: f64) -> Value {
    let mut position = Position::<1>::new(size);
    for &cell in moves {
        position.play(cell);
    }
    let until = Duration::try_from_secs_f64(seconds).ok();
    let until = until.and_then(|time| Instant::now().checked_add(time));
    let limits = Limits::until(until);
    let mut solver = solver::solver(size, ProveOptions::default());
    let verdict = solver.solve(&position.resize(), limits, &NoObserver);
    let Some(winner) = verdict.winner else {
        return json!({});
    };
    let wins = winner == position.to_move();
    let mut lengths = Lengths::new(size, winner, until);
    let Ok(stones) = lengths.stones(&position, winner) else {
        return json!({ "wins": wins });
    };
    if stones == 0 {
        return json!({ "wins": wins, "stones": 0 });
    }
    let field = PlainPosition::new(&position, Some(Arc::new(EdgePatterns::new(size))));
    let moves = field.moves();
    let mut rated = Vec::new();
    for (rank, one) in moves.iter().enumerate() {
        let mut after = position;
        after.play(one.cell);
        let Some(sooner) = lengths.suffice(&after, winner, stones - 1) else {
            return json!({ "wins": wins, "stones": stones });
        };
        if one.badness < u32::MAX {
            // The winner keeps to the length, the loser keeps the winner from being faster.
            rated.push(json!([category(&moves, rank), sooner == wins]));
        }
    }
    json!({ "wins": wins, "stones": stones, "moves": rated })
}

/// Each finding's moves: category, and whether it is good, or optimal.
fn rated(finding: &Finding) -> Vec<(i64, bool)> {
    let moves = finding.found["moves"].as_array().into_iter().flatten();
    moves
        .filter_map(|pair| Some((pair[0].as_i64()?, pair[1].as_bool()?)))
        .collect()
}

impl Experiment for GoodMoves {
    fn about(&self) -> About {
        About {
            name: "queenbee-table-7.5",
            source: "van Rijswijck 2000, §7.4, Table 7.5 and Fig. 7.5",
            what: "the lowest category of badness that holds a winning move, and how many moves of each category win",
            time: "some minutes; with --seconds also optimal moves, in up to so many for each position",
            full: Scale {
                size: BoardSize::square(6).ok(),
                positions: Some(120),
                // Lengths are measured only on request.
                seconds: Some(0.0),
                ..Scale::NONE
            },
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                positions: Some(6),
                seconds: Some(60.0),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let size = scale.size.expect("a board");
        let unit = |moves: Vec<Cell>| {
            let names: Vec<String> = moves.iter().map(|&cell| size.name(cell)).collect();
            let key = format!("{size} after {}", names.join(" "));
            Unit::new(key, move || Ok(measure(size, &moves)))
        };
        let positions = positions(size, scale.positions.unwrap_or(1));
        let mut units: Vec<Unit> = positions.iter().cloned().map(unit).collect();
        let asked = |seconds: &f64| *seconds > 0.0 && size.cells() <= MOST_CELLS;
        if let Some(seconds) = scale.seconds.filter(asked) {
            units.extend(positions.into_iter().map(|moves| {
                let names = size.names(moves.iter().copied());
                let key = format!("{LENGTHS}{size} after {names}, {seconds} seconds");
                Unit::new(key, move || Ok(measure_lengths(size, &moves, seconds)))
            }));
        }
        units
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let (lengths, good): (Vec<&Finding>, Vec<&Finding>) = findings
            .iter()
            .partition(|finding| finding.key.starts_with(LENGTHS));
        let (winning, table) = good_moves(&good);
        let size = scale.size.expect("a board");
        let mut text = format!(
            "{size}: {} positions, {winning} won for the side to move; the thesis: 6x6, 27 won\n\n{table}",
            good.len()
        );
        for (wins, thesis) in [true, false].into_iter().zip(&OPTIMAL) {
            let of_kind = lengths
                .iter()
                .filter(|finding| finding.found["wins"] == json!(wins));
            let of_kind: Vec<&Finding> = of_kind.copied().collect();
            if of_kind.is_empty() {
                continue;
            }
            let (known, table) = optimal_moves(&of_kind, thesis);
            let (kind, theirs) = if wins { ("won", 27) } else { ("lost", 34) };
            let _ = write!(
                text,
                "\n{kind} positions whose length is known: {known} of {}; the thesis: {theirs}\n\n{table}",
                of_kind.len()
            );
        }
        Report {
            text,
            picture: None,
        }
    }
}

/// The lowest category that a finding has a good or optimal move in.
fn lowest(finding: &Finding) -> Option<i64> {
    let rated = rated(finding).into_iter();
    let good = rated.filter(|(_, good)| *good);
    good.map(|(category, _)| category).min()
}

/// Whether a category belongs to a row; the last row includes all higher ones.
fn within(row: i64, category: i64) -> bool {
    row == category || (row == LAST && category > LAST) || (row == FIRST && category < FIRST)
}

fn name(row: i64) -> String {
    match row {
        LAST => format!("{row} and more"),
        _ => row.to_string(),
    }
}

/// The number of positions with a good move, and their distribution over categories.
fn good_moves(findings: &[&Finding]) -> (usize, TextTable) {
    let least: Vec<i64> = findings.iter().filter_map(|one| lowest(one)).collect();
    let winning = findings.iter().filter(|one| lowest(one).is_some());
    let moves: Vec<(i64, bool)> = winning.flat_map(|one| rated(one)).collect();
    let mut table = TextTable::new(&[
        "category",
        "thesis: lowest good",
        "ours",
        "share",
        "moves",
        "of them good",
    ]);
    for row in FIRST..=LAST {
        let thesis = THESIS.iter().find(|(category, _)| *category == row);
        let here = moves.iter().filter(|(category, _)| within(row, *category));
        let here: Vec<bool> = here.map(|(_, good)| *good).collect();
        if thesis.is_none() && here.is_empty() {
            continue;
        }
        let count = least.iter().filter(|&&one| within(row, one)).count();
        let good = here.iter().filter(|&&good| good).count();
        let share =
            |part: usize, all: usize| format!("{:.0}%", 100.0 * part as f64 / all.max(1) as f64);
        table.row([
            name(row),
            thesis.map_or("-".to_owned(), |(_, count)| count.to_string()),
            count.to_string(),
            share(count, least.len()),
            here.len().to_string(),
            share(good, here.len()),
        ]);
    }
    (least.len(), table)
}

/// The number of positions with known optimal moves, and their distribution over categories.
fn optimal_moves(findings: &[&Finding], thesis: &[(i64, u64)]) -> (usize, TextTable) {
    let least: Vec<i64> = findings.iter().filter_map(|one| lowest(one)).collect();
    let mut table = TextTable::new(&["category", "thesis: lowest optimal", "ours", "share"]);
    for row in FIRST..=LAST {
        let thesis = thesis.iter().find(|(category, _)| *category == row);
        let count = least.iter().filter(|&&one| within(row, one)).count();
        if thesis.is_none() && count == 0 {
            continue;
        }
        let share = 100.0 * count as f64 / least.len().max(1) as f64;
        table.row([
            name(row),
            thesis.map_or("-".to_owned(), |(_, count)| count.to_string()),
            count.to_string(),
            format!("{share:.0}%"),
        ]);
    }
    (least.len(), table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every unfinished position has an optimal move, and if the side to move wins, that move is
    /// good.
    #[test]
    fn optimal_moves_are_good_moves() {
        let size = BoardSize::square(3).unwrap();
        let mut sides = [0, 0];
        for moves in positions(size, 20) {
            let good = measure(size, &moves);
            let optimal = measure_lengths(size, &moves, 60.0);
            let wins = optimal["wins"].as_bool().unwrap();
            sides[usize::from(wins)] += 1;
            if optimal["stones"] == json!(0) {
                continue;
            }
            let marks = |found: &Value| -> Vec<bool> {
                let moves = found["moves"].as_array().unwrap().iter();
                moves.map(|one| one[1].as_bool().unwrap()).collect()
            };
            let (good, optimal) = (marks(&good), marks(&optimal));
            assert_eq!(good.len(), optimal.len());
            assert_eq!(good.contains(&true), wins);
            assert!(
                !wins
                    || good
                        .iter()
                        .zip(&optimal)
                        .all(|(good, optimal)| *good || !optimal)
            );
        }
        assert!(sides.iter().all(|&count| count > 2), "{sides:?}");
    }
}
