//! The course of a match between two engines as an SVG picture: the Elo difference with its 95%
//! band and, under a test, the log-likelihood ratio between its bounds, over the pairs played.

use super::statistics::PairedScores;
use super::summary::{PairPoint, Summary};
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const PANEL: f64 = 220.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const GAP: f64 = 50.0;
/// The most points of a line: more are thinned out, for they would not be seen.
const MOST_POINTS: usize = 1000;
/// Beyond this a difference is drawn at the margin.
const FAR: f64 = 800.0;

/// A panel: its place, its range of values, and the number of pairs.
struct Panel {
    top: f64,
    low: f64,
    high: f64,
    pairs: f64,
}

impl Panel {
    /// A panel that shows all these values and 0.
    fn new(top: f64, pairs: usize, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let margin = ((high - low) * 0.08).max(0.5);
        Self {
            top,
            low: low - margin,
            high: high + margin,
            pairs: pairs as f64,
        }
    }

    fn x(&self, pairs: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * pairs as f64 / self.pairs.max(1.0)
    }

    fn y(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        self.top + PANEL * (self.high - value) / (self.high - self.low)
    }

    /// Points for `<polyline>` and `<polygon>`.
    fn points(&self, line: impl Iterator<Item = (usize, f64)>) -> String {
        let point = |(pairs, value)| format!("{:.1},{:.1}", self.x(pairs), self.y(value));
        line.map(point).collect::<Vec<_>>().join(" ")
    }

    /// A level line with its value.
    fn level(&self, out: &mut String, value: f64, label: &str, style: &str) {
        let (y, right) = (self.y(value), WIDTH - RIGHT);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" {style}/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 6.0,
            y + 4.0,
        );
    }

    fn frame(&self, out: &mut String, title: &str) {
        let _ = writeln!(
            out,
            "<rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{}\" height=\"{PANEL}\" fill=\"none\" stroke=\"#888888\"/>\n\
             <text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{title}</text>",
            self.top,
            WIDTH - LEFT - RIGHT,
            self.top - 8.0,
        );
    }
}

/// Text with the special characters of XML escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Draws the course of a match of two engines; `None` for more, which have no single course.
pub fn svg(summary: &Summary) -> Option<String> {
    let [first, second] = &summary.engines[..] else {
        return None;
    };
    let step = summary.course.len().div_ceil(MOST_POINTS).max(1);
    let last = summary.course.len();
    let course: Vec<&PairPoint> = summary
        .course
        .iter()
        .filter(|point| point.pairs % step == 0 || point.pairs == last)
        .collect();
    let height = TOP + (PANEL + GAP) * if summary.sprt.is_some() { 2.0 } else { 1.0 };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let title = format!(
        "Elo of {} over {}, with 95% error, after {last} pairs",
        escaped(&first.name),
        escaped(&second.name)
    );
    elo_panel(&mut out, &course, last, &title);
    ratio_panel(&mut out, summary, &course);
    let _ = writeln!(out, "</svg>");
    Some(out)
}

fn elo_panel(out: &mut String, course: &[&PairPoint], last: usize, title: &str) {
    let values: Vec<(usize, [f64; 3])> = course
        .iter()
        .map(|point| {
            let difference = PairedScores::of_pairs(point.counts).difference();
            let [low, high] = difference.interval;
            let near = |value: f64| value.clamp(-FAR, FAR);
            (point.pairs, [low, difference.elo, high].map(near))
        })
        .collect();
    // The first few pairs vary most, and would set the scale.
    let shown = values.iter().filter(|(pairs, _)| *pairs * 10 >= last);
    let panel = Panel::new(TOP, last, shown.flat_map(|(_, values)| *values));
    panel.frame(out, title);
    let of = |index: usize| {
        values
            .iter()
            .map(move |(pairs, values)| (*pairs, values[index]))
    };
    let band = of(0).chain(of(2).collect::<Vec<_>>().into_iter().rev());
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" fill=\"#3b6fb6\" fill-opacity=\"0.2\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#3b6fb6\" stroke-width=\"1.5\"/>",
        panel.points(band),
        panel.points(of(1)),
    );
    panel.level(out, 0.0, "0", "stroke=\"#888888\" stroke-dasharray=\"2 3\"");
    if let Some((_, [_, elo, _])) = values.last() {
        let label = format!("{elo:+.0}");
        panel.level(out, *elo, &label, "stroke=\"none\"");
    }
}

fn ratio_panel(out: &mut String, summary: &Summary, course: &[&PairPoint]) {
    let Some(sprt) = summary.sprt else {
        return;
    };
    let bounds = sprt.bounds();
    let values = course
        .iter()
        .filter_map(|point| Some((point.pairs, point.ratio?)));
    let range = values.clone().map(|(_, ratio)| ratio).chain(bounds);
    let panel = Panel::new(TOP + PANEL + GAP, summary.course.len(), range);
    panel.frame(out, &format!("Log-likelihood ratio of SPRT {sprt}"));
    for bound in bounds {
        let label = format!("{bound:.2}");
        panel.level(out, bound, &label, "stroke=\"#b63b3b\"");
    }
    panel.level(out, 0.0, "0", "stroke=\"#888888\" stroke-dasharray=\"2 3\"");
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#2f7d3b\" stroke-width=\"1.5\"/>",
        panel.points(values),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_picture() {
        assert_eq!(escaped("a<b>&\"\n"), "a&lt;b&gt;&amp;&quot; ");
    }

    #[test]
    fn values_outside_stay_inside_the_panel() {
        let panel = Panel::new(10.0, 4, [-1.0, 3.0].into_iter());
        assert!((panel.y(99.0) - 10.0).abs() < 1e-9);
        assert!((panel.y(-99.0) - 10.0 - PANEL).abs() < 1e-9);
        assert!((panel.x(4) - (WIDTH - RIGHT)).abs() < 1e-9);
        assert!(panel.y(0.0) > panel.y(1.0));
    }
}
