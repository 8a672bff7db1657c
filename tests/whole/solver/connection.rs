//! Answers about two ends, against exhaustive play: whether they are connected, and that the cells
//! named are enough.

use crate::support::sampling::{asked, seeded};
use mustplay::certificate::check_text;
use mustplay::hex::record::PositionRecord;
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Edge, End, Position};
use mustplay::solver::{ConnectionQuestion, Joining, NoCertificate, connection};
use mustplay::think::{Limits, NoObserver};
use rand::RngExt;
use rand::seq::IteratorRandom;
use serde::Deserialize;
use std::collections::HashMap;

/// The game of joining two ends, played out.
struct JoiningGame {
    colour: Colour,
    ends: [End; 2],
    known: HashMap<(CellSet<1>, CellSet<1>, bool), bool>,
}

impl JoiningGame {
    fn new(colour: Colour, ends: [End; 2]) -> Self {
        Self {
            colour,
            ends,
            known: HashMap::new(),
        }
    }

    /// Whether these stones join the ends.
    fn joined(&self, position: &Position<1>, stones: CellSet<1>) -> bool {
        let (size, geometry) = (position.size(), position.geometry());
        let [from, to] = self.ends;
        let (mut reached, mut fresh) = (vec![from], vec![from]);
        while let Some(end) = fresh.pop() {
            if end == to {
                return true;
            }
            let near: Vec<End> = match end.as_edge(size) {
                Some(edge) => geometry.border(edge).iter().map(End::from).collect(),
                None => geometry.near(end.as_cell(size).unwrap()).iter().collect(),
            };
            for next in near {
                let own = match (next.as_cell(size), next.as_edge(size)) {
                    (Some(cell), _) => stones.contains(cell),
                    (None, edge) => edge.unwrap().colour() == self.colour,
                };
                if own && !reached.contains(&next) {
                    reached.push(next);
                    fresh.push(next);
                }
            }
        }
        false
    }

    /// Whether the colour joins them.
    fn holds(&mut self, position: &Position<1>) -> bool {
        let own = position.stones(self.colour);
        if self.joined(position, own) {
            return true;
        }
        if !self.joined(position, own | position.empty()) {
            return false;
        }
        let joiner = position.to_move() == self.colour;
        let key = (own, position.stones(!self.colour), joiner);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut after = position.empty().iter().map(|cell| {
            let mut after = *position;
            after.play(cell);
            after
        });
        let result = if joiner {
            after.any(|after| self.holds(&after))
        } else {
            after.all(|after| self.holds(&after))
        };
        self.known.insert(key, result);
        result
    }
}

fn with_mover(position: &Position<1>, mover: Colour) -> Position<1> {
    let mut position = *position;
    position.set_to_move(mover);
    position
}

/// All empty cells outside a carrier given to a colour.
fn outside(position: &Position<1>, carrier: CellSet<1>, colour: Colour) -> Position<1> {
    let mut filled = *position;
    for cell in position.empty() - carrier {
        filled.place(colour, cell);
    }
    filled
}

/// Checks an answer; its kind.
fn check(position: &Position<1>, colour: Colour, ends: [End; 2]) -> usize {
    let Ok(question) = ConnectionQuestion::new(position, colour, ends) else {
        return 3;
    };
    let answer = question.answer(Limits::nodes(100_000), &NoObserver);
    let size = position.size();
    let mut start = *position;
    for cell in ends.iter().filter_map(|end| end.as_cell(size)) {
        if start.empty().contains(cell) {
            start.place(colour, cell);
        }
    }
    let mut joining = JoiningGame::new(colour, ends);
    let second = joining.holds(&with_mover(&start, !colour));
    let first = joining.holds(&with_mover(&start, colour));
    let names = ends.map(|end| end.name(size));
    let told = format!("{start:?}\n{colour} {names:?}: {answer:?}");
    let mut played = |board: &Position<1>, cell: Cell, mover: Colour| {
        let mut board = with_mover(board, mover);
        board.play(cell);
        joining.holds(&board)
    };
    let within = answer.within.unwrap_or(start.empty());
    let inside = outside(&start, within, !colour);
    match answer.joining {
        Joining::Connected => {
            assert!(second, "{told}");
            let filled = outside(&start, answer.carrier, !colour);
            assert!(joining.holds(&with_mover(&filled, !colour)), "{told}");
            0
        }
        Joining::First { joins, cuts } => {
            assert!(first, "{told}");
            assert!(answer.carrier.contains(joins), "{told}");
            let filled = outside(&start, answer.carrier, !colour);
            assert!(played(&filled, joins, colour), "{told}");
            if let Some(cuts) = cuts {
                assert!(!played(&inside, cuts, !colour), "{told}");
            }
            1
        }
        Joining::Apart => {
            let filled = outside(&inside, answer.carrier, colour);
            assert!(!joining.holds(&with_mover(&filled, colour)), "{told}");
            assert!(answer.within.is_some() || !first, "{told}");
            2
        }
        Joining::Open => 3,
    }
}

/// The cells and edges that may be ends of a colour.
fn ends_of(position: &Position<1>, colour: Colour) -> Vec<End> {
    let cells = position.geometry().all() - position.stones(!colour);
    let edges = colour
        .edges()
        .map(|edge: Edge| End::edge(position.size(), edge));
    cells.iter().map(End::from).chain(edges).collect()
}

#[test]
fn answers_are_right() {
    let mut random = seeded(63);
    let mut kinds = [0; 4];
    let sizes = [(3, 3), (4, 4), (5, 4), (4, 5), (5, 5), (6, 5), (7, 4)];
    for _ in 0..asked().unwrap_or(3_000) {
        let (width, height) = sizes[random.random_range(0..sizes.len())];
        let size = BoardSize::new(width, height).expect("in range");
        let mut position = Position::<1>::new(size);
        let empty = random.random_range(4..13.min(size.cells()));
        let share = random.random_range(0.25..0.6);
        for cell in size.all().sample(&mut random, size.cells() - empty) {
            let black = random.random_bool(share);
            position.place(if black { Colour::Black } else { Colour::White }, cell);
        }
        let colour = Colour::ALL[random.random_range(0..2)];
        let ends = ends_of(&position, colour);
        let two = ends.into_iter().sample(&mut random, 2);
        if let &[one, other] = two.as_slice() {
            kinds[check(&position, colour, [one, other])] += 1;
        }
    }
    println!("connected, by moving first, apart, open: {kinds:?}");
    assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
}

fn kind(joining: Joining) -> &'static str {
    match joining {
        Joining::Connected => "connected",
        Joining::First { .. } => "first",
        Joining::Apart => "apart",
        Joining::Open => "open",
    }
}

/// A position and what is proved of two ends.
#[derive(Deserialize)]
struct Known {
    id: String,
    ends: [String; 2],
    joining: String,
    #[serde(flatten)]
    position: PositionRecord,
}

/// Answers with checked certificates are found again with few positions.
#[test]
fn known_answers_are_found() {
    let text = include_str!("../../../positions/connections.json");
    let all: Vec<Known> = serde_json::from_str(text).expect("positions");
    let mut open = 0;
    for one in &all {
        let board = one.position.board().expect("a position");
        let size = board.size();
        let ends = one.ends.each_ref().map(|name| match name.parse::<Edge>() {
            Ok(edge) => End::edge(size, edge),
            Err(_) => size.read(name).expect("a cell").into(),
        });
        let limits = Limits::nodes(1000);
        let answer = connection(&board, ends, Colour::Black, limits, &NoObserver);
        let found = kind(answer.expect("a question").joining);
        assert!(
            found == one.joining || found == "open",
            "{}: {found}",
            one.id
        );
        open += usize::from(found == "open");
    }
    println!("{open} of {} open", all.len());
    assert!(20 * open < all.len(), "{open} of {} open", all.len());
}

/// Answers about larger boards have certificates.
#[test]
fn answers_have_certificates() {
    let size: BoardSize = "11".parse().expect("a size");
    let cell = |name: &str| size.read(name).expect("a cell");
    let south = End::edge(size, Edge::South);
    let limits = || Limits::nodes(5000);
    let cases = [
        ("f8", "", "connected", 1),
        ("f7", "f10", "first", 2),
        ("f7", "f10 e9 f8", "apart", 1),
    ];
    for (black, white, expected, proofs) in cases {
        let mut position = Position::<2>::new(size);
        position.place(Colour::Black, cell(black));
        for name in white.split_whitespace() {
            position.place(Colour::White, cell(name));
        }
        let ends = [cell(black).into(), south];
        let question = ConnectionQuestion::new(&position, Colour::Black, ends);
        let question = question.expect("a question");
        let (answer, certificate) = question
            .certify(limits, &NoObserver)
            .expect("a certificate");
        assert_eq!(kind(answer.joining), expected, "{black} {white}");
        let text = serde_json::to_vec(&certificate).expect("JSON");
        let proved = check_text(text.as_slice(), 100).expect("a proof");
        assert_eq!(proved.len(), proofs, "{black} {white}");
    }
}

/// What is joined only over the edge beside the ends, where the games have none of it, gets no
/// certificate of less.
#[test]
fn no_certificate_says_less_than_the_rules() {
    let size: BoardSize = "11".parse().expect("a size");
    let cell = |name: &str| size.read(name).expect("a cell");
    let mut position = Position::<2>::new(size);
    for name in ["f9", "k9"] {
        position.place(Colour::Black, cell(name));
    }
    for name in ["d7", "f7", "g9", "h6", "j6"] {
        position.place(Colour::White, cell(name));
    }
    let ends = ["f9", "k9"].map(|name| End::from(cell(name)));
    let question = ConnectionQuestion::new(&position, Colour::Black, ends).expect("a question");
    let limits = || Limits::nodes(1000);
    let answer = question.answer(limits(), &NoObserver);
    assert_eq!(answer.joining, Joining::Connected);
    let certified = question.certify(limits, &NoObserver);
    assert_eq!(certified.err(), Some(NoCertificate::Rules));
}
