//! The course of a tuning as an SVG picture: a panel for each parameter, with its value over the
//! iterations and, dashed, the value at the start. A panel shows what the parameter went through and
//! at least two steps, on the scale on which it is tuned.

use super::course::Course;
use super::parameter::TunedParameter;
use super::plan::Tuning;
use crate::arena::picture::escaped;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const PANEL: f64 = 170.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 52.0;
const GAP: f64 = 52.0;
/// The most points of a line: more would not be seen.
const MOST_POINTS: usize = 1000;
/// About how many ticks an axis has.
const TICKS: f64 = 5.0;
const GRID: &str = "stroke=\"#dddddd\"";

/// A panel: its place and its ranges, in coordinates of the parameter.
struct Panel<'a> {
    parameter: &'a TunedParameter,
    top: f64,
    low: f64,
    high: f64,
    iterations: f64,
}

impl<'a> Panel<'a> {
    fn new(parameter: &'a TunedParameter, top: f64, path: &[f64], iterations: usize) -> Self {
        let axis = parameter.coordinate();
        let around = |value: f64| [value - axis.end, value + axis.end];
        let seen = path.iter().copied().chain(around(axis.start));
        let (low, high) = seen.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let margin = (high - low) * 0.06;
        Self {
            parameter,
            top,
            low: low - margin,
            high: high + margin,
            iterations: iterations.max(1) as f64,
        }
    }

    fn x(&self, iteration: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * iteration / self.iterations
    }

    fn y(&self, coordinate: f64) -> f64 {
        self.top + PANEL * (self.high - coordinate) / (self.high - self.low)
    }

    /// The ticks of the values, with their coordinates.
    fn levels(&self) -> Vec<(f64, f64)> {
        let value = |at: f64| {
            if self.parameter.is_logarithmic() {
                libm::exp(at)
            } else {
                at
            }
        };
        let (low, high) = (value(self.low), value(self.high));
        let values = if self.parameter.is_logarithmic() && high > 4.0 * low {
            decades(low, high)
        } else {
            ticks(low, high)
        };
        let placed = values.into_iter();
        placed
            .map(|value| (value, self.parameter.place(value)))
            .collect()
    }

    fn frame(&self, out: &mut String, last: bool) {
        let (right, bottom) = (WIDTH - RIGHT, self.top + PANEL);
        for (value, at) in self.levels() {
            let y = self.y(at);
            let _ = writeln!(
                out,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" {GRID}/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
                LEFT - 6.0,
                y + 4.0,
            );
        }
        for tick in ticks(0.0, self.iterations) {
            let x = self.x(tick);
            let _ = writeln!(
                out,
                "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" {GRID}/>\n\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>",
                self.top,
                bottom + 15.0,
            );
        }
        if last {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">iterations</text>",
                f64::midpoint(LEFT, right),
                bottom + 32.0,
            );
        }
        let scale = if self.parameter.is_logarithmic() {
            " (logarithmic)"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "<rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{}\" height=\"{PANEL}\" fill=\"none\" stroke=\"#888888\"/>\n\
             <text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{}{scale}</text>",
            self.top,
            right - LEFT,
            self.top - 8.0,
            self.parameter.key(),
        );
    }

    fn line(&self, out: &mut String, path: &[f64]) {
        let start = self.y(self.parameter.coordinate().start);
        let right = WIDTH - RIGHT;
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{start:.1}\" x2=\"{right}\" y2=\"{start:.1}\" \
             stroke=\"#b63b3b\" stroke-dasharray=\"4 3\"/>"
        );
        let last = path.len().saturating_sub(1);
        let step = path.len().div_ceil(MOST_POINTS).max(1);
        let shown = path.iter().enumerate();
        let shown = shown.filter(|(index, _)| index % step == 0 || *index == last);
        let points = shown.map(|(index, &at)| {
            let (x, y) = (self.x(index as f64), self.y(at));
            format!("{x:.1},{y:.1}")
        });
        let points: Vec<String> = points.collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#3b6fb6\" stroke-width=\"1.5\"/>",
            points.join(" ")
        );
        if let Some(&end) = path.last() {
            let (x, y) = (self.x(last as f64), self.y(end));
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#3b6fb6\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#3b6fb6\">{}</text>",
                x + 7.0,
                y + 4.0,
                self.parameter.found(end),
            );
        }
    }
}

/// Round numbers within a range: 1, 2 or 5 times a power of ten apart.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / TICKS;
    let digits = libm::floor(libm::log10(rough));
    let power = libm::pow(10.0, digits);
    let apart = [1.0, 2.0, 5.0, 10.0].into_iter();
    let apart = apart.map(|step| step * power).find(|&step| step >= rough);
    let apart = apart.unwrap_or(rough);
    let places = (0..12).find(|&places| f64::from(places) >= -digits);
    let places = places.map_or(0, |places: u8| usize::from(places));
    let mut ticks = Vec::new();
    let mut number = (low / apart).ceil();
    while number * apart <= high * (1.0 + 1e-12) && ticks.len() < 20 {
        // By way of text: 3 * 0.1 is not the number nearest to 0.3.
        let text = format!("{:.places$}", number * apart);
        ticks.push(text.parse::<f64>().unwrap_or_default() + 0.0);
        number += 1.0;
    }
    ticks
}

/// The numbers 1, 2 and 5 times a power of ten within a range above 0.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let (first, last) = (libm::floor(libm::log10(low)), libm::log10(high));
    let powers = (first as i32)..=(last as i32);
    let numbers = powers.flat_map(|power| [1, 2, 5].map(|digit| format!("{digit}e{power}")));
    let numbers = numbers.filter_map(|text| text.parse::<f64>().ok());
    numbers
        .filter(|number| (low..=high).contains(number))
        .collect()
}

/// Draws the course of a tuning.
pub fn svg(tuning: &Tuning, course: &Course) -> String {
    let count = tuning.parameters().len() as f64;
    let height = TOP + count * (PANEL + GAP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\">{} on {}, {} pairs of games per iteration; dashed: the start</text>\n",
        escaped(&tuning.plan.player),
        tuning.plan.rules.size,
        tuning.plan.pairs,
    );
    for (index, parameter) in tuning.parameters().iter().enumerate() {
        let path: Vec<f64> = course.points.iter().map(|point| point[index]).collect();
        let top = TOP + index as f64 * (PANEL + GAP);
        let panel = Panel::new(parameter, top, &path, course.iterations);
        panel.frame(&mut out, index + 1 == tuning.parameters().len());
        panel.line(&mut out, &path);
    }
    let _ = writeln!(out, "</svg>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(ticks(0.0, 500.0), [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
        assert_eq!(ticks(0.13, 0.88), [0.2, 0.4, 0.6, 0.8]);
        assert_eq!(ticks(-1.1, 1.1), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(
            decades(0.03, 25.0),
            [0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0]
        );
    }
}
