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
