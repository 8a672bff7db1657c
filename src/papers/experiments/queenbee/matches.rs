//! Matches of move selections: Tables 7.2, 7.4 and 7.7, and the rejected ideas (§6.5).
//!
//! Every opening of one stone, rotated ones once, is played with both colours. It is won, drawn
//! (one game each) or lost. All Queenbees evaluate positions after their own move ("aggressive",
//! which the thesis found better, §6.5), and there is no swap.

use crate::arena::openings::one_stone;
use crate::hex::BoardSize;
use crate::papers::experiments::games::{self, Tally};
use crate::papers::experiments::table::TextTable;
use crate::papers::experiments::{About, Experiment, Finding, Report, Scale, Unit};

/// One row of a table: its name, the options of Queenbee, and the openings won, drawn and lost in
/// the thesis.
type MatchRow = (&'static str, &'static str, Option<[usize; 3]>);

/// A table of matches against one opponent.
pub struct Matches {
    name: &'static str,
    source: &'static str,
    what: &'static str,
    /// The opponent, without its limits.
    opponent: &'static str,
    rows: &'static [MatchRow],
}

/// Table 7.2. The opponent was Hexy at its lowest level.
pub static SELECTION: Matches = Matches {
    name: "queenbee-table-7.2",
    source: "van Rijswijck 2000, Computer Hex: Are Bees Better Than Fruitflies?, §7.1, Table 7.2",
    what: "full width, beams and tapering, each against the same player of another kind",
    opponent: "hexy:max_depth=1",
    rows: &[
        ("full width", "select=full", Some([3, 14, 8])),
        ("beam of 10", "select=beam,beam_width=10", Some([3, 19, 3])),
        ("beam of 5", "select=beam,beam_width=5", Some([10, 12, 3])),
        (
            "tapering",
            "select=taper,taper=hyperbolic",
            Some([5, 19, 1]),
        ),
    ],
};

/// Tables 7.3 and 7.4.
pub static BADNESS: Matches = Matches {
    name: "queenbee-table-7.4",
    source: "van Rijswijck 2000, §7.3, Tables 7.3 and 7.4",
    what: "SEX search with costs by badness against full width",
    opponent: FULL,
    rows: &[
        (
            "extensions, two budgets",
            "queenbee_select=sex,sex_category=badness,sex_weights=extensions,sex_budgets=2",
            Some([4, 15, 6]),
        ),
        (
            "extensions",
            "queenbee_select=sex,sex_category=badness,sex_weights=extensions",
            Some([3, 22, 0]),
        ),
        (
            "reductions",
            "queenbee_select=sex,sex_category=badness,sex_weights=reductions",
            Some([7, 16, 2]),
        ),
    ],
};

/// Tables 7.6 and 7.7.
pub static TENSION: Matches = Matches {
    name: "queenbee-table-7.7",
    source: "van Rijswijck 2000, §7.5, Tables 7.6 and 7.7",
    what: "SEX search with costs by tension against full width",
    opponent: FULL,
    rows: &[
        (
            "extensions",
            "queenbee_select=sex,sex_category=tension,sex_weights=extensions",
            Some([1, 20, 4]),
        ),
        (
            "reductions",
            "queenbee_select=sex,sex_category=tension,sex_weights=reductions",
            Some([2, 20, 3]),
        ),
    ],
};

/// §6.5, without figures in the thesis.
pub static REJECTED: Matches = Matches {
    name: "queenbee-rejected",
    source: "van Rijswijck 2000, §6.5",
    what: "null moves, pruning above a threshold, singular extensions and balanced evaluation, each against full width without",
    opponent: FULL,
    rows: &[
        ("null moves", "select=full,null_move=2", None),
        ("pruning", "select=full,static_prune=1", None),
        ("singular extensions", "select=full,singular_margin=1", None),
        (
            "balanced evaluation",
            "select=full,mean_of_two_plies=1",
            None,
        ),
    ],
};

const FULL: &str = "queenbee:select=full,leaf_turn=other";

impl Matches {
    /// The openings of a scale: all, or as many as its number of games needs, evenly spread over
    /// all.
    fn openings(scale: &Scale) -> (BoardSize, Vec<String>) {
        let size = scale.size.expect("a board");
        let all = one_stone(size);
        let wanted = scale.games.map_or(all.len(), |games| games / 2);
        let wanted = wanted.clamp(1, all.len());
        let name = |index: usize| {
            let opening = &all[index * all.len() / wanted];
            let cell = opening.moves().first().copied();
            cell.map(|cell| size.name(cell)).unwrap_or_default()
        };
        (size, (0..wanted).map(name).collect())
    }
}

impl Experiment for Matches {
    fn about(&self) -> About {
        let full = Scale {
            size: BoardSize::square(7).ok(),
            games: Some(50),
            nodes: Some(100_000),
            ..Scale::NONE
        };
        About {
            name: self.name,
            source: self.source,
            what: self.what,
            time: "some hours for each row; with --nodes 1000 some minutes",
            full,
            cheap: Scale {
                size: BoardSize::square(4).ok(),
                games: Some(2),
                nodes: Some(50),
                ..Scale::NONE
            },
            picture: false,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let (size, openings) = Self::openings(scale);
        let nodes = scale.nodes.unwrap_or(u64::MAX);
        let limits = format!("max_nodes={nodes},max_time=36000");
        let opponent = format!("{},{limits}", self.opponent);
        let mut units = Vec::new();
        for (label, options, _) in self.rows {
            for name in &openings {
                let player = format!("queenbee:{options},leaf_turn=other,{limits}");
                let players = [player, opponent.clone()];
                let name = name.clone();
                let key = format!(
                    "{label}: {} against {opponent}, {name} on {size}",
                    players[0]
                );
                units.push(Unit::new(key, move || {
                    let all = one_stone(size);
                    let cell = size.read(&name).map_err(|why| why.to_string())?;
                    let opening = all.iter().find(|opening| opening.moves() == [cell]);
                    let opening = opening.ok_or("no such opening")?;
                    let rules = games::rules(size, None, None);
                    games::pair([&players[0], &players[1]], opening, &rules, 0)
                }));
            }
        }
        units
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let mut table = TextTable::new(&[
            "openings",
            "thesis: won",
            "drawn",
            "lost",
            "games",
            "ours: won",
            "drawn",
            "lost",
            "games",
            "Elo [95%]",
            "depth",
        ]);
        for (label, _, thesis) in self.rows {
            let start = format!("{label}: ");
            let of_row = findings
                .iter()
                .filter(|finding| finding.key.starts_with(&start));
            let tally = Tally::of(of_row.map(|finding| &finding.found));
            let [lost, drawn, won] = tally.counts;
            let mut cells = vec![(*label).to_owned()];
            match thesis {
                Some(counts @ [won, drawn, lost]) => {
                    cells.extend(counts.map(|count| count.to_string()));
                    let games = 100.0 * (*won as f64 + *drawn as f64 / 2.0);
                    cells.push(format!("{:.0}%", games / (won + drawn + lost) as f64));
                }
                None => cells.extend(["-"; 4].map(str::to_owned)),
            }
            cells.extend([won, drawn, lost].map(|count| count.to_string()));
            cells.push(format!("{:.0}%", tally.percent()));
            cells.push(tally.elo());
            cells.push(format!(
                "{:.1}",
                tally.depth as f64 / tally.moves.max(1) as f64
            ));
            table.row(cells);
        }
        let text = format!(
            "against {} on {}, {} positions a move, {} openings with both colours; the thesis: 7x7, 100,000, 25\n\n{}",
            self.opponent,
            scale.size.expect("a board"),
            scale.nodes.unwrap_or_default(),
            Self::openings(scale).1.len(),
            table
        );
        Report {
            text,
            picture: None,
        }
    }
}
