//! Whether good moves are in low categories: Table 7.5, with exact knowledge of positions on 6x6.
//!
//! A move is good if it keeps the win (§7.4). The solver tells all good moves of the empty board, of the positions after each
//! opening, and of positions after two stones; positions whose side to move is lost have none. (The table's optimal
//! moves, those that win soonest or lose latest, take the lengths of all games below and are left out.)

use crate::arena::openings::one_stone;
use crate::at_width;
use crate::board::{BoardSize, Cell, Position};
use crate::evaluate::EdgePatterns;
use crate::observer::Nobody;
use crate::papers::table::Table;
use crate::papers::{About, Experiment, Finding, Report, Scale, Unit};
use crate::prove::{self, Solver};
use crate::search::{Bare, Field, category};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The experiment.
pub struct GoodMoves;

/// The thesis: the lowest category with a good move, in 27 winning positions.
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

/// Moves of the positions: none, each opening, and as many pairs of stones as are wanted, from all over the board.
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
        let mut solver = Solver::<W>::new(size, prove::Options::default());
        let (good, nodes) = solver.winning_moves(&position, false, prove::Limits::default(), &Nobody);
        let field = Bare::new(&position, Some(Arc::new(EdgePatterns::new(size))));
        let moves = field.moves();
        let ranks = (0..moves.len()).filter(|&rank| moves[rank].badness < u32::MAX);
        let told: Vec<Value> = ranks
            .map(|rank| json!([category(&moves, rank), good.contains(&moves[rank].cell)]))
            .collect();
        json!({ "moves": told, "nodes": nodes })
    })
}

/// Each finding's moves: category, and whether it is good.
fn told(finding: &Finding) -> Vec<(i64, bool)> {
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
            time: "some minutes",
            full: Scale {
                size: BoardSize::square(6).ok(),
                positions: Some(120),
                ..Scale::NONE
            },
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                positions: Some(6),
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
        positions.into_iter().map(unit).collect()
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let mut lowest = BTreeMap::<i64, u64>::new();
        let mut moves = BTreeMap::<i64, [u64; 2]>::new();
        let mut winning = 0;
        for finding in findings {
            let told = told(finding);
            let Some(least) = told
                .iter()
                .filter(|(_, good)| *good)
                .map(|&(category, _)| category)
                .min()
            else {
                continue;
            };
            winning += 1;
            *lowest.entry(least).or_default() += 1;
            for (category, good) in told {
                let counts = moves.entry(category.clamp(-5, 9)).or_default();
                counts[usize::from(good)] += 1;
            }
        }
        let mut table = Table::new(&[
            "category",
            "thesis: lowest good",
            "ours",
            "share",
            "moves",
            "of them good",
        ]);
        let thesis = |category| THESIS.iter().find(|(one, _)| *one == category);
        let all: Vec<i64> = (-5..=9)
            .filter(|category| thesis(*category).is_some() || moves.contains_key(category))
            .collect();
        for category in all {
            // What is beyond the last goes with it.
            let within = |one: i64| {
                one == category || (category == 9 && one > 9) || (category == -5 && one < -5)
            };
            let count: u64 = lowest
                .iter()
                .filter(|(one, _)| within(**one))
                .map(|(_, count)| count)
                .sum();
            let [bad, good] = moves.get(&category).copied().unwrap_or_default();
            table.row([
                match category {
                    9 => "9 and more".to_owned(),
                    _ => category.to_string(),
                },
                thesis(category).map_or("-".to_owned(), |(_, count)| count.to_string()),
                count.to_string(),
                format!("{:.0}%", 100.0 * count as f64 / f64::from(winning.max(1))),
                (bad + good).to_string(),
                format!("{:.0}%", 100.0 * good as f64 / (bad + good).max(1) as f64),
            ]);
        }
        let text = format!(
            "{}: {} positions, {winning} won for the side to move; the thesis: 6x6, 27 won\n\n{table}",
            scale.size.expect("a board"),
            findings.len()
        );
        Report {
            text,
            picture: None,
        }
    }
}
