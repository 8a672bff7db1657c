//! Texts for cells and lines of a front-end: `HexGui` shows four characters of a line on a cell,
//! and 110 of its status bar.

use crate::think::{RootMove, Score, ScoreScale};

/// The characters that the status bar shows.
pub const STATUS_WIDTH: usize = 110;

/// A count in four characters at most: `9999`, `12k`, `3M`.
pub fn count(number: u64) -> String {
    if number < 10_000 {
        return number.to_string();
    }
    let units = [(1_000, 'k'), (1_000_000, 'M'), (1_000_000_000, 'G')];
    let fits = units.into_iter().find(|(unit, _)| number / unit < 1000);
    match fits {
        Some((unit, letter)) => format!("{}{letter}", number / unit),
        None => ">1T".to_owned(),
    }
}

/// A win rate in percent; 0 and 100 are reserved for proofs.
pub fn percent(win_rate: f64) -> String {
    format!("{:.0}%", (win_rate * 100.0).clamp(1.0, 99.0))
}

/// A score as the win rate of its side in percent, or a proof: `W3` won in 3, `L2` lost in 2.
pub fn score(score: Score, scale: ScoreScale) -> String {
    let letter = if score.is_won() { "W" } else { "L" };
    match score.distance() {
        Some(0) => letter.to_owned(),
        Some(distance) => format!("{letter}{distance}"),
        None => percent(score.win_rate(scale)),
    }
}

/// The score of a move over its visits, if they are counted: `59%@3k`.
pub fn searched(one: &RootMove, scale: ScoreScale) -> Option<String> {
    let label = score(one.score?, scale);
    Some(match one.visits {
        0 => label,
        visits => format!("{label}@{}", count(visits.into())),
    })
}

/// A score for scripts: `+0.307`, or a proof as on a cell.
pub fn exact(value: Score) -> String {
    if value.is_proved() {
        score(value, ScoreScale::default())
    } else {
        value.to_string()
    }
}

/// Splits sentences into lines: one line if the status bar shows all, otherwise a line for each
/// sentence, and for each part of a sentence that is too wide.
pub fn paragraphs(text: &str) -> String {
    if text.chars().count() <= STATUS_WIDTH {
        return text.to_owned();
    }
    let sentences = parts(text, &["."]).into_iter();
    let lines = sentences.flat_map(|sentence| {
        if sentence.chars().count() <= PAGE_WIDTH {
            return vec![sentence];
        }
        let parts = parts(&sentence, &[";", "):"]);
        parts.iter().flat_map(|part| wrapped(part)).collect()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The widest line of a text in a window.
const PAGE_WIDTH: usize = 90;

/// Splits a text after words that end with one of these.
fn parts(text: &str, signs: &[&str]) -> Vec<String> {
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for word in text.split(' ') {
        if let Some(part) = parts.last_mut() {
            part.push(word);
        }
        if signs.iter().any(|sign| word.ends_with(sign)) {
            parts.push(Vec::new());
        }
    }
    let full = parts.into_iter().filter(|part| !part.is_empty());
    full.map(|part| part.join(" ")).collect()
}

/// Wraps a text to the width of a window.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < PAGE_WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Cell;

    /// The characters that a line on a cell shows.
    const LABEL_WIDTH: usize = 4;

    #[test]
    fn counts_fit_on_a_cell() {
        let cases = [
            (0, "0"),
            (9999, "9999"),
            (10_000, "10k"),
            (999_999, "999k"),
            (1_000_000, "1M"),
            (u64::from(u32::MAX), "4G"),
            (u64::MAX, ">1T"),
        ];
        for (number, text) in cases {
            assert_eq!(count(number), text);
            assert!(text.len() <= LABEL_WIDTH);
        }
    }

    #[test]
    fn scores_fit_on_a_cell_and_only_proofs_are_certain() {
        for value in [-2_000_000, -400, -1, 0, 307, 999, 1000, 2_000_000] {
            for scale in [ScoreScale::LogOdds, ScoreScale::Mean] {
                let label = score(Score::estimate(value), scale);
                assert!(label.len() <= 3 && label != "0%", "{label}");
            }
        }
        let mean = |value| score(Score::estimate(value), ScoreScale::Mean);
        assert_eq!((mean(307), mean(-1000)), ("65%".into(), "1%".into()));
        let far = (0..361).fold(Score::WON, |score, _| score.to_parent());
        assert_eq!(score(far, ScoreScale::Mean), "L361");
        assert_eq!(score(Score::WON, ScoreScale::Mean), "W");
        let mut one = RootMove::known(Cell::new(0), Score::estimate(180));
        assert_eq!(searched(&one, ScoreScale::Mean).as_deref(), Some("59%"));
        one.visits = 3_210;
        let label = searched(&one, ScoreScale::Mean);
        assert_eq!(label.as_deref(), Some("59%@3210"));
    }

    #[test]
    fn long_texts_get_lines_and_short_ones_stay() {
        let short = "c3 wins at once: it connects top and bottom.";
        assert_eq!(paragraphs(short), short);
        let long = format!(
            "{short} {short} It is so; a long sentence {}.",
            "on ".repeat(40)
        );
        let text = paragraphs(&long);
        assert!(text.lines().count() >= 4, "{text}");
        assert!(text.contains("\nIt is so;"), "{text}");
        assert!(text.lines().all(|line| line.len() <= PAGE_WIDTH));
        assert_eq!(text.replace('\n', " "), long);
    }
}
