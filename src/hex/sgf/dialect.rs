//! One way of writing for the files of all programs: that of HexGui 0.10, with `c2` for a cell.
//!
//! - Little Golem writes cells as pairs of letters, and gives W the first move and the edges at top
//!   and bottom: whatever belongs to a colour there is the other colour's here.
//! - In files of HexGui 0.9 and before, `swap-pieces` means that the players change sides.

use super::read::point;
use super::{Property, SgfTree};
use crate::hex::BoardSize;

/// Properties that belong to a colour, in pairs.
const PAIRS: [(&str, &str); 8] = [
    ("B", "W"),
    ("AB", "AW"),
    ("PB", "PW"),
    ("BR", "WR"),
    ("BT", "WT"),
    ("BL", "WL"),
    ("OB", "OW"),
    ("GB", "GW"),
];

/// Properties whose values name cells, or two of them: moves, setup and marks.
const CELLS: [&str; 16] = [
    "B", "W", "AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "VW", "AR", "LN",
];

/// The property whose values name a cell and its label.
const LABELS: &str = "LB";

/// The tree in the one way of writing. What cannot be understood stays as it is.
pub(super) fn translated(mut tree: SgfTree, size: BoardSize) -> SgfTree {
    let exchanged = is_little_golem(&tree);
    let sides = is_old_hexgui(&tree);
    let all: Vec<_> = tree.ids().collect();
    for id in all {
        for property in &mut tree.node_mut(id).properties {
            if exchanged {
                exchange(property);
            }
            let name = property.name();
            if sides && matches!(name, "B" | "W") {
                if property.text().trim().eq_ignore_ascii_case("swap-pieces") {
                    *property = property.with_text("swap-sides");
                }
            } else if CELLS.contains(&name) || name == LABELS {
                spell(property, size);
            }
        }
    }
    without_moves_in_root(tree)
}

/// The tree with the moves of its root in a node of their own: the root is where a game starts.
fn without_moves_in_root(tree: SgfTree) -> SgfTree {
    let root = tree.node(tree.root()).properties.iter().cloned();
    let (moves, others): (Vec<_>, Vec<_>) =
        root.partition(|property| matches!(property.name(), "B" | "W"));
    if moves.is_empty() {
        return tree;
    }
    let mut split = SgfTree::new(others);
    let first = split.add(split.root(), moves);
    for child in tree.children(tree.root()) {
        split.graft(first, &tree, child);
    }
    split
}

/// Whether Little Golem wrote the file: it names Little Golem, or White has the first move and
/// nothing else explains that.
fn is_little_golem(tree: &SgfTree) -> bool {
    let root = tree.node(tree.root());
    let Some(first) = first_move(tree) else {
        return false;
    };
    let is_declared = root
        .get("SO")
        .is_some_and(|source| source.text().to_ascii_lowercase().contains("littlegolem"));
    let pair = |text: &str| {
        let text = text.trim();
        text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let unsigned = root.get("AP").is_none() && root.get("GM").is_none();
    first.name() == "W" && (is_declared || unsigned && pair(&first.text()))
}

/// The first move, if nothing is set up before it.
fn first_move(tree: &SgfTree) -> Option<&Property> {
    let mut properties = tree
        .main_line()
        .flat_map(|id| &tree.node(id).properties)
        .filter(|property| matches!(property.name(), "B" | "W" | "AB" | "AW" | "AE" | "PL"));
    properties
        .next()
        .filter(|property| matches!(property.name(), "B" | "W"))
}

/// Whether the file was written by HexGui 0.9 or before.
fn is_old_hexgui(tree: &SgfTree) -> bool {
    let program = tree.node(tree.root()).get("AP");
    let program = program.map(Property::text).unwrap_or_default();
    let Some(version) = program.strip_prefix("HexGui:") else {
        return false;
    };
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .map_while(|digits| digits.parse::<u32>().ok());
    numbers.next() == Some(0) && numbers.next().is_some_and(|minor| minor < 10)
}

/// The property as the other colour's.
fn exchange(property: &mut Property) {
    let name = property.name();
    let other = PAIRS.iter().find_map(|&(black, white)| match name {
        _ if name == black => Some(white),
        _ if name == white => Some(black),
        _ => None,
    });
    if let Some(other) = other {
        *property = property.renamed(other);
    } else if matches!(name, "RE" | "PL") {
        let text = property.text();
        let rest = text.get(1..).unwrap_or_default();
        match text.get(..1) {
            Some("B" | "b") => *property = property.with_text(&format!("W{rest}")),
            Some("W" | "w") => *property = property.with_text(&format!("B{rest}")),
            _ => {}
        }
    }
}

/// Pairs of letters as `c2`.
fn spell(property: &mut Property, size: BoardSize) {
    let cell = |text: &str| {
        let text = text.trim();
        let cell = point(size, text).ok()?;
        let plain = size.name(cell);
        (plain != text).then_some(plain)
    };
    let labels = property.name() == LABELS;
    let value = |text: &str| {
        let Some((from, to)) = text.split_once(':') else {
            return cell(text);
        };
        let spelled = [cell(from), cell(to).filter(|_| !labels)];
        let is_new = spelled.iter().any(Option::is_some);
        let [first, second] = spelled;
        let first = first.unwrap_or_else(|| from.to_owned());
        let second = second.unwrap_or_else(|| to.to_owned());
        is_new.then(|| format!("{first}:{second}"))
    };
    let texts: Vec<String> = property.texts().collect();
    let spelled: Vec<Option<String>> = texts.iter().map(|text| value(text)).collect();
    if spelled.iter().any(Option::is_some) {
        let texts = texts.into_iter().zip(spelled);
        let texts = texts.map(|(text, spelled)| spelled.unwrap_or(text));
        *property = property.with_texts(texts);
    }
}

#[cfg(test)]
mod tests {
    use crate::hex::Game;
    use crate::hex::sgf::{SgfTree, from_game, parse, to_game};
    use crate::hex::{Cell, Colour};

    fn tree(text: &str) -> SgfTree {
        parse(text.as_bytes()).unwrap().games.remove(0)
    }

    fn read(text: &str) -> Game {
        to_game(&tree(text), None).unwrap()
    }

    const GOLEM: &str = "(;FF[4]EV[hex.mc.2010.1]PB[Second]PW[First]SZ[13]RE[W+R]\
                         SO[http://www.littlegolem.com];W[ba];B[swap];W[gc];B[gh];W[resign])";

    #[test]
    fn at_little_golem_white_moves_first_and_joins_top_and_bottom() {
        let game = read(GOLEM);
        let stones = Colour::ALL.map(|colour| game.size().names(game.board().stones(colour)));
        // b1 is reflected to a2.
        assert_eq!(stones, ["g3", "a2 g8"]);
        let outcome = game.outcome().unwrap();
        assert_eq!(
            (outcome.winner, outcome.by_resignation),
            (Colour::White, true)
        );
        let text = from_game(&game).to_string();
        assert!(text.contains("PW[Second]PB[First]"), "{text}");
        assert!(
            text.contains(";B[b1];W[swap];B[g3];W[g8];B[resign]"),
            "{text}"
        );
        assert!(text.contains("RE[W+R]"), "{text}");
        let again = read(&text);
        assert_eq!(again.board(), game.board());
        assert_eq!(from_game(&again).to_string(), text);
    }

    #[test]
    fn a_result_that_moves_do_not_decide_changes_its_colour_too() {
        let game = read("(;SO[littlegolem]SZ[5]RE[W+T];W[aa];B[bb])");
        assert_eq!(game.outcome(), None);
        assert!(from_game(&game).to_string().contains("RE[B+T]"));
    }

    #[test]
    fn who_joins_what_decides_the_game() {
        // The first column of W joins top and bottom there.
        let moves = ";W[aa];B[ba];W[ab];B[bb];W[ac]";
        let golem = read(&format!("(;SO[littlegolem.net]SZ[3]{moves})"));
        assert_eq!(golem.outcome().unwrap().winner, Colour::Black);
        // Without the source it is seen by the first mover and the letters.
        assert_eq!(read(&format!("(;SZ[3]{moves})")).board(), golem.board());
        let elsewhere = read(&format!("(;AP[Other]SZ[3]{moves})"));
        assert_eq!(elsewhere.outcome(), None);
        assert_eq!(elsewhere.board().at(Cell::new(0)), Some(Colour::White));
        let set_up = read("(;SO[littlegolem.net]SZ[3]AB[ab];W[aa])");
        assert_eq!(set_up.board().at(Cell::new(0)), Some(Colour::White));
        let hsgf = read("(;SO[http://www.littlegolem.net]SZ[3];W[a1];B[b1])");
        assert_eq!(hsgf.board().at(Cell::new(0)), Some(Colour::Black));
        let black_first = read("(;SO[http://www.littlegolem.net]SZ[3];B[a1];W[b1])");
        assert_eq!(black_first.board(), hsgf.board());
    }

    /// Marks name cells as moves do; a label is a text, whatever it looks like.
    #[test]
    fn marks_are_spelled_like_moves() {
        let text = "(;GM[11]SZ[5]TR[ab][c3]SQ[aa:bc];B[cc]LB[ab:cd][E1:a]MA[e1:dd];W[a1]CR[??])";
        let text = from_game(&read(text)).to_string();
        let expected = "TR[a2][c3]SQ[a1:b3]\n;B[c3]LB[a2:cd][e1:a]MA[e1:d4];W[a1]CR[??])\n";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn variations_are_translated_too() {
        let game = read("(;SO[littlegolem.net]SZ[5];W[aa](;B[bb]BL[30])(;B[cc]C[or so]))");
        let text = from_game(&game).to_string();
        assert!(
            text.ends_with(";B[a1]\n(;W[b2]WL[30])\n(;W[c3]C[or so]))\n"),
            "{text}"
        );
    }
}
