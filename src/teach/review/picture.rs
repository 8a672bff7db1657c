//! A strip of the evaluation over the game, as an SVG picture: the share of games that Black wins,
//! black below and white above, paler where it is only estimated; bad moves as dots.

use super::verdict::{Review, ReviewedMove, Symbol};
use crate::hex::Colour;
use std::fmt::Write;

const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 30.0;
const HEIGHT: f64 = 150.0;
/// Of a move.
const STEP: f64 = 14.0;
/// Of a strip of few moves.
const LEAST: f64 = 340.0;
/// Moves between two numbers below.
const NUMBERED: usize = 5;

/// Draws the strip.
pub fn svg(review: &Review) -> String {
    let moves = &review.moves;
    let inner = (STEP * moves.len() as f64).max(LEAST);
    let step = inner / moves.len().max(1) as f64;
    let (width, height) = (LEFT + inner + RIGHT, TOP + HEIGHT + BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#222222\">\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"18\" font-weight=\"bold\">Share of games that Black wins after each move</text>\n\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{inner:.1}\" height=\"{HEIGHT}\" fill=\"#e4e4e4\"/>\n"
    );
    for (place, one) in moves.iter().enumerate() {
        bar(&mut out, one, LEFT + step * place as f64, step);
    }
    let _ = writeln!(
        out,
        "<line x1=\"{LEFT}\" y1=\"{0:.1}\" x2=\"{1:.1}\" y2=\"{0:.1}\" stroke=\"#888888\" stroke-dasharray=\"2 3\"/>\n\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{inner:.1}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#888888\"/>",
        TOP + HEIGHT / 2.0,
        LEFT + inner,
    );
    for (share, label) in [(1.0, "100%"), (0.5, "50%"), (0.0, "0%")] {
        let y = TOP + HEIGHT * (1.0 - share) + 4.0;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 5.0
        );
    }
    for one in moves {
        let middle = LEFT + step * (one.number as f64 - 0.5);
        dot(&mut out, one, middle);
        if one.number.is_multiple_of(NUMBERED) {
            let _ = writeln!(
                out,
                "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                TOP + HEIGHT + 16.0,
                one.number
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Black's share after a move.
fn for_black(one: &ReviewedMove) -> Option<f64> {
    let share = one.after.share?;
    Some(match one.colour {
        Colour::Black => share,
        Colour::White => 1.0 - share,
    })
}

/// The standing after a move; `None` where it is unknown.
fn bar(out: &mut String, one: &ReviewedMove, x: f64, step: f64) {
    let Some(share) = for_black(one) else {
        return;
    };
    let (black, white) = match one.after.win {
        Some(_) => ("#1c1c1c", "#ffffff"),
        None => ("#6f6f6f", "#f4f4f4"),
    };
    let split = TOP + HEIGHT * (1.0 - share);
    let _ = writeln!(
        out,
        "<rect x=\"{x:.2}\" y=\"{TOP}\" width=\"{step:.2}\" height=\"{:.1}\" fill=\"{white}\"/>\n\
         <rect x=\"{x:.2}\" y=\"{split:.1}\" width=\"{step:.2}\" height=\"{:.1}\" fill=\"{black}\"/>",
        split - TOP,
        TOP + HEIGHT - split
    );
}

/// A bad move.
fn dot(out: &mut String, one: &ReviewedMove, x: f64) {
    let (Some(symbol), Some(share)) = (one.symbol, for_black(one)) else {
        return;
    };
    let paint = match symbol {
        Symbol::Doubtful => "#e0b020",
        Symbol::Mistake => "#e07a20",
        Symbol::Blunder => "#d03020",
    };
    let y = (TOP + HEIGHT * (1.0 - share)).clamp(TOP + 6.0, TOP + HEIGHT - 6.0);
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{paint}\" stroke=\"#ffffff\">\
         <title>{}. {symbol}</title></circle>",
        one.number
    );
}

#[cfg(test)]
mod tests {
    use super::super::sample::Known::{Nothing, Share, Win};
    use super::super::sample::{moved, review};
    use super::*;

    #[test]
    fn the_strip_shows_blacks_share() {
        let mut one = moved("c3", Share(0.9), Share(0.75));
        assert_eq!(for_black(&one), Some(0.25));
        one.colour = Colour::White;
        assert_eq!(for_black(&one), Some(0.75));
        assert_eq!(for_black(&moved("c3", Share(0.9), Nothing)), None);
    }

    #[test]
    fn proofs_are_dark_and_bad_moves_dots() {
        let dots = |picture: &str| picture.matches("<circle").count();
        let proved = svg(&review(vec![moved(
            "c3",
            Win(Colour::Black),
            Win(Colour::White),
        )]));
        assert!(proved.contains("#1c1c1c") && dots(&proved) == 1 && proved.contains("??"));
        let open = svg(&review(vec![moved("b2", Share(0.75), Share(0.25))]));
        assert!(!open.contains("#1c1c1c") && open.contains("#6f6f6f") && dots(&open) == 0);
        let unknown = svg(&review(vec![moved("c3", Nothing, Nothing)]));
        assert!(!unknown.contains("#1c1c1c") && !unknown.contains("#6f6f6f"));
    }
}
