//! How much a limit on badness reduces the tree: Figs. 7.1 to 7.4.
//!
//! Positions are searched ply by ply, with all moves up to a badness and with all moves. The
//! logarithm of the positions of an iteration, relative to that of full width, gives the root by
//! which the branching factor shrinks. The thesis found the fifth root for badness 0 on 11x11
//! (§7.2).

use crate::arena::openings::one_stone;
use crate::base::lock::unpoisoned;
use crate::hex::BoardSize;
use crate::hex::Game;
use crate::hex::SwapRight;
use crate::papers::experiments::table::TextTable;
use crate::papers::experiments::{About, Experiment, Finding, Report, Scale, Unit};
use crate::player::{self, MoveRequest};
use crate::think::{Budget, Observer, Progress, WorkKind};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::Duration;

/// The figures of one board: the positions searched, and the same relative to full width.
pub struct Branching {
    name: &'static str,
    source: &'static str,
    side: usize,
}

/// Figs. 7.1 and 7.3.
pub static SEVEN: Branching = Branching {
    name: "queenbee-figures-7.1-7.3",
    source: "van Rijswijck 2000, §7.2, Figs. 7.1 and 7.3",
    side: 7,
};

/// Figs. 7.2 and 7.4.
pub static ELEVEN: Branching = Branching {
    name: "queenbee-figures-7.2-7.4",
    source: "van Rijswijck 2000, §7.2, Figs. 7.2 and 7.4",
    side: 11,
};

/// The limits; the last is none.
const LIMITS: [Option<u32>; 7] = [Some(0), Some(1), Some(2), Some(3), Some(4), Some(6), None];

fn label(limit: Option<u32>) -> String {
    limit.map_or("all".to_owned(), |limit| limit.to_string())
}

/// Records the positions of each iteration.
#[derive(Default)]
struct Iterations(Mutex<Vec<u64>>);

impl Observer for Iterations {
    fn should_stop(&self, _: WorkKind) -> bool {
        false
    }

    fn progress(&self, progress: &Progress) {
        let mut sums = unpoisoned(self.0.lock());
        sums.push(progress.nodes);
    }
}

/// The positions of each iteration that finishes within the limit.
fn iterations(game: &Game, limit: Option<u32>, most: u64) -> Result<Vec<u64>, String> {
    let selection = match limit {
        Some(limit) => format!("select=taper,taper=table,taper_table={limit}"),
        None => "select=full".to_owned(),
    };
    let options = player::parse(&format!("queenbee:{selection}")).map_err(|why| why.to_string())?;
    let watched = Iterations::default();
    let request = MoveRequest {
        game,
        colour: game.to_move(),
        swap: SwapRight::None,
        budget: Budget {
            time: Some(Duration::from_hours(10)),
            ..Budget::nodes(most)
        },
        observer: &watched,
    };
    player::make(&options).choose(&request);
    let sums = unpoisoned(watched.0.into_inner());
    let mut last = 0;
    let each = sums.into_iter().map(|sum| {
        let own = sum - last;
        last = sum;
        own
    });
    Ok(each.collect())
}

/// Positions to search: the empty board, and after first stones from all over the board.
fn openings(size: BoardSize, count: usize) -> Vec<Option<String>> {
    let stones = one_stone(size);
    let wanted = (count - 1).min(stones.len());
    let name = |index: usize| {
        let cell = stones[index * stones.len() / wanted]
            .moves()
            .first()
            .copied();
        cell.map(|cell| size.name(cell))
    };
    std::iter::once(None).chain((0..wanted).map(name)).collect()
}

/// The mean logarithms of the positions at each depth, over all positions that reached it.
fn logarithms(findings: &[Finding], limit: Option<u32>) -> Vec<f64> {
    let ours = findings
        .iter()
        .filter(|finding| finding.found["limit"] == json!(limit));
    let lists: Vec<Vec<f64>> = ours
        .map(|finding| {
            let nodes = finding.found["nodes"].as_array();
            let nodes = nodes.into_iter().flatten().filter_map(Value::as_f64);
            nodes.map(|nodes| nodes.max(1.0).log10()).collect()
        })
        .collect();
    // A mean over fewer positions would bend the line.
    let depth = lists.iter().map(Vec::len).min().unwrap_or(0);
    let mean = |ply: usize| lists.iter().map(|list| list[ply]).sum::<f64>() / lists.len() as f64;
    (0..depth).map(mean).collect()
}

impl Experiment for Branching {
    fn about(&self) -> About {
        About {
            name: self.name,
            source: self.source,
            what: "positions searched by depth where only moves up to a badness are searched, and relative to full width",
            time: "ten minutes",
            full: Scale {
                size: BoardSize::square(self.side).ok(),
                positions: Some(5),
                nodes: Some(1_000_000),
                ..Scale::NONE
            },
            cheap: Scale {
                positions: Some(1),
                nodes: Some(1_000),
                ..Scale::NONE
            },
            picture: true,
        }
    }

    fn units(&self, scale: &Scale) -> Vec<Unit> {
        let size = scale.size.expect("a board");
        let most = scale.nodes.unwrap_or(u64::MAX);
        let mut units = Vec::new();
        for opening in openings(size, scale.positions.unwrap_or(1)) {
            for limit in LIMITS {
                let opening = opening.clone();
                let after = opening.as_deref().unwrap_or("nothing");
                let key = format!(
                    "{size} after {after}, badness {}, {most} positions",
                    label(limit)
                );
                units.push(Unit::new(key, move || {
                    let mut game = Game::new(size);
                    if let Some(name) = &opening {
                        let cell = size.read(name).map_err(|why| why.to_string())?;
                        let colour = game.to_move();
                        game.place(colour, cell).map_err(|why| why.to_string())?;
                    }
                    let nodes = iterations(&game, limit, most)?;
                    Ok(json!({ "limit": limit, "nodes": nodes }))
                }));
            }
        }
        units
    }

    fn report(&self, scale: &Scale, findings: &[Finding]) -> Report {
        let lines: Vec<(String, Vec<f64>)> = LIMITS
            .into_iter()
            .map(|limit| (label(limit), logarithms(findings, limit)))
            .collect();
        let full = logarithms(findings, None);
        let relative: Vec<(String, Vec<f64>)> = lines
            .iter()
            .map(|(name, line)| {
                let both = line.iter().zip(&full);
                (name.clone(), both.map(|(line, full)| line / full).collect())
            })
            .collect();
        let deepest = lines.iter().map(|(_, line)| line.len()).max().unwrap_or(0);
        let plies: Vec<String> = (1..=deepest).map(|ply| ply.to_string()).collect();
        let head = |first| {
            let mut head = vec![first];
            head.extend(plies.iter().map(String::as_str));
            TextTable::new(&head)
        };
        let mut nodes = head("positions, badness up to");
        for (name, line) in &lines {
            let line = line
                .iter()
                .map(|value| format!("{:.0}", 10_f64.powf(*value)));
            nodes.row(std::iter::once(name.clone()).chain(line));
        }
        let mut shares = head("logarithm, full width 1");
        for (name, line) in &relative {
            let line = line.iter().map(|value| format!("{value:.2}"));
            shares.row(std::iter::once(name.clone()).chain(line));
        }
        let text = format!(
            "{}, {} positions; plies from left to right\n\n{nodes}\n{shares}\n{}",
            scale.size.expect("a board"),
            scale.positions.unwrap_or(1),
            root(&lines, &full)
        );
        Report {
            text,
            picture: Some(picture(&lines, &relative)),
        }
    }
}

/// The growth of a line from ply to ply, by least squares, without the first ply, which only
/// evaluates the moves.
fn slope(line: &[f64]) -> Option<f64> {
    let points: Vec<(f64, f64)> = (1..line.len()).map(|ply| (ply as f64, line[ply])).collect();
    let count = points.len() as f64;
    if points.len() < 2 {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    let variance: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    Some(covariance / variance)
}

/// The root by which the branching factors are smaller than that of full width.
fn root(lines: &[(String, Vec<f64>)], full: &[f64]) -> String {
    let mut table = TextTable::new(&["badness up to", "branching factor", "root of full width's"]);
    for (name, line) in lines {
        let own = slope(line);
        let root = own.zip(slope(full)).map(|(own, full)| full / own);
        let say = |value: Option<f64>, digits| {
            value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
        };
        table.row([
            name.clone(),
            say(own.map(|own| 10_f64.powf(own)), 2),
            say(root, 1),
        ]);
    }
    format!("{table}\nthe thesis: badness 0 on 11x11 is about the 5th root of full width\n")
}

const PANEL: [f64; 2] = [420.0, 300.0];
const COLOURS: [&str; 7] = ["#c33", "#d83", "#aa2", "#383", "#28a", "#44c", "#111"];

/// Both figures side by side.
fn picture(lines: &[(String, Vec<f64>)], relative: &[(String, Vec<f64>)]) -> String {
    let [width, height] = PANEL;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        2.0 * width,
        height + 40.0
    );
    panel(&mut svg, 0.0, "positions (powers of ten) by ply", lines);
    panel(
        &mut svg,
        width,
        "logarithm relative to full width by ply",
        relative,
    );
    svg.push_str("</svg>\n");
    svg
}

/// A figure: a line for each limit, with its name at its end.
fn panel(svg: &mut String, left: f64, title: &str, lines: &[(String, Vec<f64>)]) {
    let [width, height] = PANEL;
    let deepest = lines.iter().map(|(_, line)| line.len()).max().unwrap_or(1);
    let highest = lines
        .iter()
        .flat_map(|(_, line)| line)
        .fold(1.0_f64, |most, &y| most.max(y));
    let x = |ply: usize| left + 40.0 + (width - 80.0) * ply as f64 / deepest.max(2) as f64;
    let y = |value: f64| 20.0 + height - (height - 20.0) * value / highest;
    let _ = writeln!(svg, "<text x=\"{}\" y=\"16\">{title}</text>", left + 40.0);
    let _ = writeln!(
        svg,
        "<path d=\"M{0},20V{1}H{2}\" fill=\"none\" stroke=\"#888\"/>",
        left + 40.0,
        height + 20.0,
        left + width - 30.0
    );
    for ply in 1..=deepest {
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{}\" text-anchor=\"middle\">{ply}</text>",
            x(ply),
            height + 36.0
        );
    }
    for part in 0..=4 {
        let value = highest * f64::from(part) / 4.0;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.0}\" text-anchor=\"end\">{value:.1}</text>",
            left + 36.0,
            y(value) + 4.0
        );
    }
    for ((name, line), colour) in lines.iter().zip(COLOURS) {
        let points = line.iter().enumerate();
        let points: Vec<String> = points
            .map(|(index, &value)| format!("{:.1},{:.1}", x(index + 1), y(value)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
        if let Some(&last) = line.last() {
            let _ = writeln!(
                svg,
                "<text x=\"{:.0}\" y=\"{:.0}\" fill=\"{colour}\">{name}</text>",
                x(line.len()) + 4.0,
                y(last) + 4.0
            );
        }
    }
}
