//! Reviews against exhaustive play: every proved statement about the moves of random games.

use crate::support::engine::FOLDER;
use crate::support::sampling::asked;
use crate::support::small_boards::Oracle;
use mustplay::hex::format::{self, ReadSettings};
use mustplay::hex::{Board, BoardSize, Cell, Colour, Move, Position};
use mustplay::hex::{Event, Game, SwapStyle, sgf};
use mustplay::teach::review::{
    MoveVerdict, Review, ReviewedMove, Reviewer, Symbol, annotate, json, svg, text,
};
use mustplay::think::{Budget, NoObserver, Observer, WorkKind};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;

fn reviewed(game: &Game, nodes: u64) -> Review {
    let budget = Budget::nodes(nodes);
    Reviewer::new(game, budget).finish(&NoObserver)
}

/// A game of random moves and some passes until someone wins; White may swap.
fn random_game(random: &mut StdRng, size: BoardSize) -> Game {
    let mut game = Game::new(size);
    while game.outcome().is_none() {
        let colour = game.to_move();
        if game.events().len() == 1 && random.random_bool(0.5) {
            let style = [SwapStyle::Sides, SwapStyle::Pieces][random.random_range(0..2)];
            let swapped = game.play(colour, Move::Swap, style).is_ok();
            if swapped {
                continue;
            }
        }
        if random.random_bool(0.1) {
            game.pass(colour);
            continue;
        }
        let free: Vec<Cell> = game.board().empty().iter().collect();
        let cell = free[random.random_range(0..free.len())];
        game.place(colour, cell).expect("an empty cell");
    }
    game
}

/// The boards before and after each move; the player of the move is to move before it.
fn boards(game: &Game) -> Vec<[Position<1>; 2]> {
    let events = game.events().zip(game.boards());
    let each = events.map(|(event, [before, after])| {
        let mut before: Position<1> = before.resize();
        if let Event::Place(colour, _) | Event::Swap(colour, _) | Event::Pass(colour) = event {
            before.set_to_move(*colour);
        }
        [before, after.resize()]
    });
    each.collect()
}

type Counts = HashMap<&'static str, usize>;

/// Compares all proved statements about a move with exhaustive play.
fn holds(
    oracle: &mut Oracle,
    [before, after]: &[Position<1>; 2],
    one: &ReviewedMove,
    counts: &mut Counts,
) {
    for (position, standing) in [(before, &one.before), (after, &one.after)] {
        assert!(
            standing
                .share
                .is_none_or(|share| (0.0..=1.0).contains(&share))
        );
        let Some(win) = &standing.win else {
            *counts.entry("open").or_default() += 1;
            continue;
        };
        let winner = oracle.winner(position, position.to_move());
        assert_eq!(win.winner, winner, "{win:?}\n{position:?}");
        assert_eq!(
            standing.share,
            Some(f64::from(u8::from(winner == one.colour)))
        );
        if let Some(best) = win.best {
            assert!(
                oracle.is_winning(position, winner, best),
                "{win:?}\n{position:?}"
            );
        }
        *counts.entry("proved").or_default() += 1;
    }
    let (mover, words) = (one.colour, one.words(before.size()));
    let wins = |oracle: &mut Oracle, cell| oracle.is_winning(before, mover, cell);
    let kept = |oracle: &mut Oracle| oracle.winner(after, after.to_move()) == mover;
    let kind = match one.verdict {
        MoveVerdict::Wins => {
            assert!(kept(oracle), "{words}\n{before:?}");
            assert_eq!(one.symbol, None);
            "wins"
        }
        MoveVerdict::Throws => {
            assert!(!kept(oracle), "{words}\n{before:?}");
            assert!(
                wins(oracle, one.best.expect("a better move")),
                "{words}\n{before:?}"
            );
            assert_eq!(one.symbol, Some(Symbol::Blunder));
            "throws"
        }
        MoveVerdict::Slips => {
            assert!(
                wins(oracle, one.best.expect("a better move")),
                "{words}\n{before:?}"
            );
            "slips"
        }
        MoveVerdict::Loses => {
            assert!(!kept(oracle), "{words}\n{before:?}");
            "loses"
        }
        MoveVerdict::Lost => {
            assert_ne!(oracle.winner(before, mover), mover, "{words}\n{before:?}");
            assert_eq!((one.symbol, one.best), (None, None));
            "lost"
        }
        MoveVerdict::Estimated => "estimated",
        MoveVerdict::Opening => {
            assert_eq!((one.symbol, one.number), (None, 1));
            "opening"
        }
        MoveVerdict::Swap => {
            assert_eq!(one.mv, Move::Swap);
            "swap"
        }
        MoveVerdict::Over => "over",
    };
    *counts.entry(kind).or_default() += 1;
    if one.mv == Move::Pass {
        *counts.entry("pass").or_default() += 1;
    }
    assert!(!words.is_empty() && !words.contains('?'), "{words}");
}

#[test]
fn proved_statements_about_games_are_true() {
    let cases = asked().map_or(60, |cases| cases as usize);
    let mut random = StdRng::seed_from_u64(7);
    let mut counts = Counts::new();
    let sizes = [(3, 3), (4, 4), (3, 4), (4, 3)];
    let mut oracles: HashMap<(usize, usize), Oracle> = HashMap::new();
    for case in 0..cases {
        let (width, height) = sizes[case % sizes.len()];
        let size = BoardSize::new(width, height).expect("in range");
        let game = random_game(&mut random, size);
        let oracle = oracles
            .entry((width, height))
            .or_insert_with(|| Oracle::new(&Position::new(size)));
        // With almost no search some positions stay open.
        let nodes = [1, 300][case / 4 % 2];
        let review = reviewed(&game, nodes);
        assert_eq!(review.moves.len(), game.events().len());
        let boards = boards(&game);
        for (one, boards) in review.moves.iter().zip(&boards) {
            holds(oracle, boards, one, &mut counts);
            // A lost position stays lost after any move.
            let lost = one.verdict == MoveVerdict::Lost && nodes > 1;
            assert!(!lost || one.after.win.is_some(), "{one:?}");
        }
        if let Some((since, winner)) = review.decided {
            for [before, after] in boards.iter().skip(since) {
                for position in [before, after] {
                    assert_eq!(oracle.winner(position, position.to_move()), winner);
                }
            }
            *counts.entry("decided").or_default() += 1;
        }
        if let Some(swap) = review.swap.filter(|swap| swap.proved) {
            let mut open = Position::<1>::new(size);
            open.play(swap.opening);
            let strong = oracle.winner(&open, Colour::White) == Colour::Black;
            assert_eq!(swap.is_right(), Some(strong == swap.swapped));
            *counts.entry("swaps").or_default() += 1;
        }
        reply(&game, &review);
    }
    for kind in [
        "proved", "wins", "throws", "lost", "swap", "pass", "decided", "swaps",
    ] {
        assert!(
            counts.get(kind).is_some_and(|&count| count > 5),
            "{kind}: {counts:?}"
        );
    }
    println!("checked: {counts:?}");
}

/// Every output format of a review is well-formed, and the annotated file contains the same game.
fn reply(game: &Game, review: &Review) {
    let lines = text(review);
    let (links, lines): (Vec<&str>, Vec<&str>) = lines
        .lines()
        .partition(|line| line.starts_with("    https://"));
    assert!(lines.iter().all(|line| line.ends_with('.')), "{lines:?}");
    let marked = review.moves.iter().filter(|one| one.symbol.is_some());
    assert!(
        marked
            .map(|one| one.link.as_str())
            .eq(links.iter().map(|link| link.trim()))
    );
    for (one, [_, after]) in review.moves.iter().zip(game.boards()) {
        let there = format::read(one.link.as_bytes(), ReadSettings::default()).expect("a link");
        assert_eq!(there.board(), after, "{}", one.link);
    }
    let reply = json(review);
    assert_eq!(reply["format"], "mustplay-review/1");
    assert_eq!(
        reply["reviewed"].as_array().map(Vec::len),
        Some(review.moves.len())
    );
    let picture = svg(review);
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    assert_eq!(
        picture.matches("<circle").count(),
        review
            .moves
            .iter()
            .filter(|one| one.symbol.is_some())
            .count()
    );
    let mut file = sgf::from_game(game);
    let tree = file.games.first_mut().expect("a game");
    annotate(tree, review);
    let written = file.to_string();
    let again = sgf::parse(written.as_bytes()).expect("SGF");
    let same = sgf::to_game(&again.games[0], None).expect("a game");
    assert!(same.events().eq(game.events()), "{written}");
    for one in &review.moves {
        assert!(written.contains(&one.title(review.size)), "{written}");
    }
    // Variations are legal games too.
    for id in leaves(&again.games[0]) {
        replay(&again.games[0], id, review.size);
    }
}

fn leaves(tree: &sgf::SgfTree) -> Vec<sgf::NodeId> {
    let mut all = vec![tree.root()];
    let mut at = 0;
    while let Some(&id) = all.get(at) {
        all.extend(tree.children(id));
        at += 1;
    }
    all.retain(|&id| tree.children(id).next().is_none());
    all
}

/// Plays the moves from the root to a node; stops at a swap.
fn replay(tree: &sgf::SgfTree, leaf: sgf::NodeId, size: BoardSize) {
    let path: Vec<_> = std::iter::successors(Some(leaf), |&id| tree.node(id).parent()).collect();
    let mut game = Game::new(size);
    for id in path.into_iter().rev() {
        for (name, colour) in [("B", Colour::Black), ("W", Colour::White)] {
            let Some(property) = tree.node(id).get(name) else {
                continue;
            };
            let text = property.text();
            let style = if text == "swap-sides" {
                SwapStyle::Sides
            } else {
                SwapStyle::Pieces
            };
            if text == "pass" {
                game.pass(colour);
            } else if text.starts_with("swap") {
                game.play(colour, Move::Swap, style).expect("a swap");
            } else {
                let cell = size.read(&text).expect("a cell");
                game.place(colour, cell).expect("a legal move");
            }
        }
    }
}

/// First moves with known winners on 3x3 to 5x5, from independent exhaustive searches.
#[test]
fn swaps_of_known_openings_are_reviewed_correctly() {
    for (size, opening, wins) in [
        ("3", "a1", false),
        ("3", "b2", true),
        ("4", "a1", false),
        ("4", "b3", true),
        ("5", "c3", true),
        ("5", "a2", false),
    ] {
        let size: BoardSize = size.parse().expect("a size");
        for swapped in [false, true] {
            let mut game = Game::new(size);
            game.place(Colour::Black, size.read(opening).expect("a cell"))
                .expect("legal");
            if swapped {
                game.play(Colour::White, Move::Swap, SwapStyle::Pieces)
                    .expect("legal");
            } else {
                let free = game.board().empty().first().expect("a cell");
                game.place(Colour::White, free).expect("legal");
            }
            let review = reviewed(&game, 20_000);
            let swap = review.swap.expect("a verdict");
            assert!(swap.proved && swap.swapped == swapped, "{size} {opening}");
            assert_eq!(swap.is_right(), Some(wins == swapped), "{size} {opening}");
            let does = if wins { "win" } else { "lose" };
            assert!(
                swap.words(size)
                    .ends_with(&format!("{opening} is proved to {does}."))
            );
        }
    }
}

/// An observer that stops all work at once.
struct Impatient;

impl Observer for Impatient {
    fn should_stop(&self, _: WorkKind) -> bool {
        true
    }
}

#[test]
fn reviews_are_reproducible_and_can_be_interrupted() {
    let game = random_game(&mut StdRng::seed_from_u64(3), "5".parse().expect("a size"));
    let once = |game| {
        let mut reply = json(&reviewed(game, 200));
        reply["seconds"] = Value::Null;
        reply
    };
    assert_eq!(once(&game), once(&game));
    let budget = Budget::nodes(200);
    let review = Reviewer::new(&game, budget).finish(&Impatient);
    assert_eq!(review.moves.len(), game.events().len());
    assert!(review.moves.iter().all(|one| one.symbol.is_none()));
    assert!(text(&review).contains("Nothing was evaluated in this time."));
}

#[test]
fn setup_positions_and_moves_out_of_turn_are_reviewed() {
    let bytes = fs::read(format!("{FOLDER}/files/variations.sgf")).expect("a file");
    let file = sgf::parse(&bytes).expect("SGF");
    let game = sgf::to_game(&file.games[0], None).expect("a game");
    read_result(&game, &file);
    let mut game = Game::new("4".parse().expect("a size"));
    for cell in [0, 1, 2] {
        game.place(Colour::White, Cell::new(cell)).expect("legal");
    }
    let removed: [(Cell, Option<Colour>); 1] = [(Cell::new(1), None)];
    game.set_up(removed, Colour::Black).expect("legal");
    game.place(Colour::Black, Cell::new(5)).expect("legal");
    let review = reviewed(&game, 100);
    assert_eq!(review.moves.len(), 4);
    let board: &Board = game.board();
    assert_eq!(review.moves[3].after.win.as_ref().map(|win| win.winner), {
        let position: Position<1> = board.resize();
        Some(Oracle::new(&position).winner(&position, position.to_move()))
    });
}

/// The annotated file keeps the contents of the original.
fn read_result(game: &Game, file: &sgf::Collection) {
    let review = reviewed(game, 50);
    let mut annotated = file.clone();
    annotate(&mut annotated.games[0], &review);
    let (before, after) = (&file.games[0], &annotated.games[0]);
    assert!(after.len() >= before.len());
    let again = sgf::to_game(after, None).expect("a game");
    assert_eq!(again.board(), game.board());
    for id in before.main_line() {
        let comment = before.node(id).get("C").map(sgf::Property::text);
        let now = after.node(id).get("C").map(sgf::Property::text);
        assert!(comment.is_none_or(|comment| now.is_some_and(|now| now.starts_with(&comment))));
    }
}
