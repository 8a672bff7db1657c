use super::*;
use crate::search::tree::KeptTree;
use crate::teach::explain::Cut;

fn size() -> BoardSize {
    BoardSize::new(5, 5).expect("in range")
}

fn cell(name: &str) -> Cell {
    size().read(name).expect("a cell")
}

fn cells(names: &str) -> AnyCells {
    names.split(' ').map(cell).collect()
}

fn edge(edge: Edge) -> End {
    End::edge(size(), edge)
}

fn link(ends: [End; 2], kind: LinkKind, carrier: &str) -> DirectLink {
    DirectLink {
        ends,
        kind,
        carrier: cells(carrier),
    }
}

fn win(proof: Proof, best: Option<&str>, carrier: &str) -> Win {
    Win {
        proof,
        best: best.map(cell),
        carrier: cells(carrier),
        line: best.into_iter().map(cell).collect(),
        ..Win::joined(Colour::Black)
    }
}

fn estimate(visits: u64) -> Estimate {
    Estimate {
        best: cell("c3"),
        share: 0.3,
        line: vec![cell("c3")],
        moves: Vec::new(),
        visits,
        tree: KeptTree::default(),
    }
}

fn mustplay(names: &str) -> Mustplay {
    Mustplay {
        against: Colour::Black,
        cells: cells(names),
        threat: None,
        cut: None,
    }
}

/// An explanation for White, to move.
fn explanation(
    win: Option<Win>,
    mustplay: Option<Mustplay>,
    estimate: Option<Estimate>,
) -> Explanation {
    Explanation {
        size: size(),
        to_move: Colour::White,
        win,
        mustplay,
        estimate,
    }
}

fn contains(words: &str, parts: &[&str]) {
    for part in parts {
        assert!(words.contains(part), "{part:?} is not in {words:?}");
    }
}

#[test]
fn small_words() {
    assert_eq!(count(1, "cell"), "1 cell");
    assert_eq!(count(2, "cell"), "2 cells");
    assert_eq!(any_of(size(), AnyCells::EMPTY), "");
    assert_eq!(any_of(size(), cells("c3")), "c3");
    assert_eq!(any_of(size(), cells("a1 c3 e5")), "a1, c3 or e5");
    assert_eq!(sides(Colour::White), "left and right");
    assert_eq!(place(size(), edge(Edge::South)), "the bottom");
    assert_eq!(place(size(), cell("b2").into()), "b2");
}

#[test]
fn long_lines_only_begin() {
    let all: Vec<Cell> = size().all().collect();
    let whole = line(size(), &all[..LISTED]);
    assert!(
        whole.ends_with("d2") && !whole.contains("begins"),
        "{whole}"
    );
    let long = line(size(), &all[..=LISTED]);
    assert!(long.ends_with("d2") && long.contains("begins"), "{long}");
}

/// The side's chances in words are in the order of its share, even in the middle, and the same for
/// the other side.
#[test]
fn chances_are_in_order() {
    let words = |percent: i32| {
        let all = chances(f64::from(percent) / 100.0);
        let (words, share) = all.split_once(", ").expect("words and a share");
        assert_eq!(share, format!("{percent}%"));
        words.to_owned()
    };
    let mut steps: Vec<String> = (0..=100).map(words).collect();
    assert!(steps[41] != steps[42] && steps[42] == steps[58] && steps[58] != steps[59]);
    assert!(steps[4] != steps[5] && steps[95] != steps[96]);
    steps.dedup();
    assert_eq!(steps.len(), 7, "{steps:?}");
}

#[test]
fn a_stone_comes_first_in_a_link() {
    let (stone, top) = (End::cell(cell("c2")), edge(Edge::North));
    let touch = DirectLink {
        ends: [top, stone],
        kind: LinkKind::Touch,
        carrier: AnyCells::EMPTY,
    };
    assert_eq!(touch.words(size()), "c2 touches the top");
    let bridge = link([top, stone], LinkKind::Bridge, "c1 d1");
    let words = bridge.words(size());
    assert!(
        words.starts_with("c2 ") && words.ends_with("(c1 or d1)"),
        "{words}"
    );
    let edges = link([edge(Edge::South), top], LinkKind::Other, "c1 c2 c3");
    let words = edges.words(size());
    assert!(words.starts_with("the top and the bottom"), "{words}");
    contains(&words, &["3 cells"]);
}

#[test]
fn a_win_names_its_move_its_length_and_its_proof() {
    let of = |win: Win| win.words(size());
    let joined = of(Win::joined(Colour::Black));
    contains(&joined, &["Black", "top and bottom"]);
    let at_once = of(win(Proof::Connection, Some("c3"), "c3"));
    assert!(
        at_once.starts_with("Black") && at_once.ends_with("by c3."),
        "{at_once}"
    );
    let by_cells = of(win(Proof::Connection, Some("c3"), "c1 d1 c3"));
    contains(&by_cells, &["by c3", "2 moves", "proved", "3 cells"]);
    let mut linked = win(Proof::Connection, None, "c1 d1");
    linked.links = vec![link(
        [edge(Edge::North), cell("c2").into()],
        LinkKind::Bridge,
        "c1 d1",
    )];
    contains(
        &of(linked),
        &[
            "whatever White plays",
            "1 move",
            "proved",
            "c2",
            "(c1 or d1)",
        ],
    );
    let mut searched = win(Proof::Solver, Some("c3"), "b2 c3 d4");
    searched.line = ["c3", "b2", "d4"].map(cell).to_vec();
    contains(&of(searched), &["by c3", "proved by search", "c3 b2 d4"]);
}

#[test]
fn a_mustplay_says_where_and_why() {
    let one = Mustplay {
        cut: Some(Cut {
            stone: cell("c2"),
            from: edge(Edge::North),
        }),
        ..mustplay("c3")
    };
    let words = one.words(size());
    assert!(words.starts_with("White must play c3: "), "{words}");
    assert!(words.ends_with("c2 from the top."), "{words}");
    let some = Mustplay {
        threat: Some((cell("d2"), cells("d2 e1"))),
        ..mustplay("d2 e1")
    };
    let words = some.words(size());
    contains(&words, &["2 cells: e1 d2.", "Black"]);
    assert!(words.ends_with(" d2."), "{words}");
    let many = mustplay("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2");
    let words = many.words(size());
    contains(&words, &["10 cells"]);
    assert!(!words.contains("a1"), "{words}");
    assert_eq!(many.marks().len(), 10);
}

/// Only what is proved is called so.
#[test]
fn estimates_are_not_called_proved() {
    let deep = estimate(100).words(size());
    contains(&deep, &["c3", "30%"]);
    let flat = estimate(99).words(size());
    assert!(flat.contains("c3") && !flat.contains('%'), "{flat}");
    for words in [deep, flat] {
        assert!(!words.contains("proved"), "{words}");
    }
    let both = explanation(None, Some(mustplay("c3")), Some(estimate(100))).words();
    assert!(both.starts_with("White must play c3"), "{both}");
    contains(&both, &["30%"]);
    assert_eq!(explanation(None, None, None).words(), NOTHING);
}

#[test]
fn a_hint_says_whether_its_move_wins_loses_or_is_a_guess() {
    let hint = |explanation: Explanation| {
        let cell = cell("c3");
        MoveHint { cell, explanation }.words()
    };
    let white = |carrier| Win {
        winner: Colour::White,
        ..win(Proof::Connection, Some("c3"), carrier)
    };
    let at_once = hint(explanation(Some(white("c3")), None, None));
    assert!(at_once.starts_with("c3 wins at once"), "{at_once}");
    contains(&at_once, &["left and right"]);
    let by_force = hint(explanation(Some(white("c3 c4 d4")), None, None));
    contains(&by_force, &["c3 wins", "2 moves", "proved"]);
    let lost = hint(explanation(
        Some(win(Proof::Connection, None, "c1 d1")),
        None,
        None,
    ));
    contains(&lost, &["Every move loses", "Black wins", "c3"]);
    let guess = hint(explanation(None, Some(mustplay("c3")), None));
    assert!(
        guess.starts_with("You must play c3") && guess.ends_with("guess."),
        "{guess}"
    );
    let estimated = hint(explanation(None, None, Some(estimate(100))));
    assert!(!estimated.contains("guess"), "{estimated}");
}

#[test]
fn a_move_is_explained_by_the_position_after_it() {
    let after = |after: Explanation| MoveExplanation {
        cell: cell("a1"),
        mover: Colour::White,
        mustplay: Some(mustplay("c3")),
        after,
    };
    let white = |proof, carrier| Win {
        winner: Colour::White,
        ..win(proof, None, carrier)
    };
    let joins = after(explanation(Some(Win::joined(Colour::White)), None, None));
    assert_eq!(joins.verdict(), Some(true));
    contains(&joins.words(), &["a1 wins", "left and right"]);
    // The move itself is one of those that the winner needs.
    let wins = after(explanation(Some(white(Proof::Solver, "c1 d1")), None, None));
    contains(&wins.words(), &["a1 wins", "2 moves", "proved"]);
    let refutation = win(Proof::Solver, Some("c3"), "c3 d3 c4");
    let loses = after(explanation(Some(refutation.clone()), None, None));
    assert_eq!(loses.verdict(), Some(false));
    contains(
        &loses.words(),
        &["a1 loses", "Black wins by c3", "White must play c3"],
    );
    assert_eq!(loses.marks(), refutation.marks());
    let inside = MoveExplanation {
        cell: cell("c3"),
        ..loses
    };
    assert!(!inside.words().contains("must play"), "{}", inside.words());
    // The estimate is for the side to move, the answer's.
    let open = after(explanation(None, None, Some(estimate(100))));
    assert_eq!(open.verdict(), None);
    contains(&open.words(), &["White", "70%", "Black", "c3"]);
    assert!(!open.words().contains("proved"));
    let few = after(explanation(None, None, Some(estimate(99))));
    contains(&few.words(), &["Nothing is proved", "a1"]);
}

#[test]
fn the_move_is_marked_apart_from_its_carrier() {
    let marks = win(Proof::Connection, Some("c3"), "c1 c3 d1").marks();
    let words: Vec<(String, &str)> = marks
        .iter()
        .map(|mark| (size().name(mark.cell), mark.text.as_str()))
        .collect();
    let expected = [("c1", "+"), ("d1", "+"), ("c3", "*")].map(|(a, b)| (a.to_owned(), b));
    assert_eq!(words, expected);
    let hint = MoveHint {
        cell: cell("c1"),
        explanation: explanation(None, Some(mustplay("c1 c3")), None),
    };
    let marks = hint.marks();
    assert_eq!(marks.len(), 2);
    assert!(
        marks
            .iter()
            .any(|mark| mark.cell == cell("c1") && mark.text == "*")
    );
}
