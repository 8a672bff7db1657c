//! A review as comments and variations in the SGF file of its game, whose content is kept.

use super::report::headline;
use super::verdict::{Review, ReviewedMove, Symbol};
use crate::hex::sgf::{NodeId, Property, SgfTree};
use crate::hex::{Cell, Colour, MoveName};

/// Moves of a variation at most.
const LONGEST: usize = 12;

/// Writes a review into the tree that its game was read from: a comment at each move, `BM` and `DO`
/// at bad ones, and a better line as a variation.
pub fn annotate(tree: &mut SgfTree, review: &Review) {
    let nodes: Vec<NodeId> = tree.main_line().collect();
    let mut places = Vec::new();
    for &id in &nodes {
        let moves = tree.node(id).properties.iter();
        let moves = moves.filter(|property| matches!(property.name(), "B" | "W"));
        let moves = moves.filter(|property| property.text().trim().parse() != Ok(MoveName::Resign));
        places.extend(moves.map(|_| id));
    }
    // Without a swap it is not known whether there might have been one.
    let swap = review.swap.filter(|swap| swap.swapped);
    let head = [
        Some(headline(review)),
        swap.map(|swap| swap.words(review.size)),
    ];
    let head: Vec<String> = head.into_iter().flatten().collect();
    comment(tree, tree.root(), &head.join(" "));
    for (place, (one, id)) in review.moves.iter().zip(places).enumerate() {
        let words = format!("{} {}.", one.title(review.size), one.words(review.size));
        comment(tree, id, &words);
        mark(tree, id, one.symbol);
        better(tree, id, one, review);
        refutation(tree, id, review, place);
    }
}

/// Appends to the comment of a node.
fn comment(tree: &mut SgfTree, id: NodeId, words: &str) {
    let properties = &mut tree.node_mut(id).properties;
    match properties
        .iter_mut()
        .find(|property| property.name() == "C")
    {
        Some(there) => *there = Property::new("C", [format!("{}\n{words}", there.text())]),
        None => properties.push(Property::new("C", [words])),
    }
}

fn mark(tree: &mut SgfTree, id: NodeId, symbol: Option<Symbol>) {
    let (name, value) = match symbol {
        None => return,
        Some(Symbol::Doubtful) => ("DO", ""),
        Some(Symbol::Mistake) => ("BM", "1"),
        Some(Symbol::Blunder) => ("BM", "2"),
    };
    let properties = &mut tree.node_mut(id).properties;
    properties.retain(|property| !["DO", "BM", "TE", "IT"].contains(&property.name()));
    properties.push(Property::new(name, [value]));
}

/// A better line than a bad move.
fn better(tree: &mut SgfTree, id: NodeId, one: &ReviewedMove, review: &Review) {
    let best = one.best.filter(|_| one.symbol.is_some() && !one.is_best());
    let (Some(best), Some(parent)) = (best, tree.node(id).parent()) else {
        return;
    };
    let win = one.before.win.as_ref();
    let estimated = one.before.estimate.as_ref();
    let line = win.map(|win| win.line.clone());
    let line = line.or(estimated.map(|estimate| estimate.line.clone()));
    let line = line.filter(|line| line.first() == Some(&best));
    let words = match (win, one.before.share) {
        (Some(win), _) => win.words(review.size),
        (None, Some(share)) => format!("Better: estimated {:.0}%.", share * 100.0),
        (None, None) => "Better.".to_owned(),
    };
    add(
        tree,
        parent,
        one.colour,
        &line.unwrap_or(vec![best]),
        &words,
        review,
    );
}

/// The refutation of a bad move, if the game or the next variation does not show it.
fn refutation(tree: &mut SgfTree, id: NodeId, review: &Review, place: usize) {
    let one = &review.moves[place];
    let win = one
        .after
        .win
        .as_ref()
        .filter(|win| win.winner != one.colour);
    // After the last move a variation would be taken for the game.
    let (Some(win), Some(next)) = (win, review.moves.get(place + 1)) else {
        return;
    };
    let shown = next.mv.cell() == win.best || next.symbol.is_some() && next.best == win.best;
    if one.symbol.is_some() && !shown && tree.children(id).next().is_some() {
        add(
            tree,
            id,
            !one.colour,
            &win.line,
            &win.words(review.size),
            review,
        );
    }
}

/// Adds a line of play with a comment at its first move.
fn add(
    tree: &mut SgfTree,
    from: NodeId,
    first: Colour,
    line: &[Cell],
    words: &str,
    review: &Review,
) {
    let mut colour = first;
    let mut last = from;
    for (number, &cell) in line.iter().take(LONGEST).enumerate() {
        let mut properties = vec![Property::new(colour.letter(), [review.size.name(cell)])];
        if number == 0 {
            properties.push(Property::new("C", [words]));
        }
        last = tree.add(last, properties);
        colour = !colour;
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Known::{self, Share, Win};
    use super::super::sample::{moved, review};
    use super::*;

    /// The file of a game of three moves, of which this one is reviewed, and a second that is not
    /// marked.
    fn annotated(before: Known, after: Known) -> SgfTree {
        let text = b"(;FF[4]GM[11]SZ[5]C[mine];B[c3]DO[]C[hm];W[d4];B[a1])";
        let mut games = crate::hex::sgf::parse(text).expect("a game").games;
        let first = moved("c3", before, after);
        let second = ReviewedMove {
            colour: Colour::White,
            ..moved("d4", Share(0.5), Share(0.5))
        };
        annotate(&mut games[0], &review(vec![first, second]));
        games.remove(0)
    }

    fn text(tree: &SgfTree, id: NodeId, name: &str) -> Option<String> {
        tree.node(id).get(name).map(Property::text)
    }

    #[test]
    fn comments_are_added_behind_those_that_are_there() {
        let tree = annotated(Win(Colour::Black), Win(Colour::White));
        let line: Vec<NodeId> = tree.main_line().collect();
        assert_eq!(line.len(), 4);
        let head = text(&tree, line[0], "C").expect("a comment");
        assert!(head.starts_with("mine\n5x5, 2 moves"), "{head}");
        let first = text(&tree, line[1], "C").expect("a comment");
        assert!(first.starts_with("hm\n2. c3??"), "{first}");
        assert_eq!(text(&tree, line[3], "C"), None);
    }

    #[test]
    fn marks_replace_those_that_are_there() {
        let of = |before, after| {
            let tree = annotated(before, after);
            let id = tree.main_line().nth(1).expect("a move");
            ["DO", "BM"].map(|name| text(&tree, id, name))
        };
        let [doubtful, bad] = of(Win(Colour::Black), Win(Colour::White));
        assert_eq!((doubtful, bad.as_deref()), (None, Some("2")));
        let [doubtful, bad] = of(Share(0.75), Share(0.5));
        assert_eq!((doubtful, bad.as_deref()), (None, Some("1")));
        assert_eq!(of(Share(0.75), Share(0.4)), [Some(String::new()), None]);
    }

    /// A bad move has the better line beside it and its refutation behind it, another one neither.
    #[test]
    fn lines_are_added_at_bad_moves_only() {
        let tree = annotated(Win(Colour::Black), Win(Colour::White));
        let line: Vec<NodeId> = tree.main_line().collect();
        let others = |id: NodeId| -> Vec<NodeId> { tree.children(id).skip(1).collect() };
        let better = others(line[0]);
        assert_eq!(better.len(), 1);
        assert_eq!(text(&tree, better[0], "B").as_deref(), Some("b2"));
        let refutation = others(line[1]);
        assert_eq!(refutation.len(), 1);
        assert_eq!(text(&tree, refutation[0], "W").as_deref(), Some("b2"));
        let next = tree.children(refutation[0]).next().expect("its line");
        assert_eq!(text(&tree, next, "B").as_deref(), Some("c3"));
        let tree = annotated(Share(0.5), Share(0.5));
        assert!(tree.main_line().all(|id| tree.children(id).count() <= 1));
    }
}
