//! Steps through proofs. Whatever the loser plays, every answer lies within the winner's carrier,
//! the carrier never grows, and at the end the winner's edges are joined.

use crate::support::sampling::{SIZES, asked, random_position, seeded};
use mustplay::at_width;
use mustplay::base::parameter::Options;
use mustplay::certificate::{Certificate, NoWay, ProofWalk};
use mustplay::hex::{Board, BoardSize, Cell, Colour, Position};
use mustplay::solver::{ProveOptions, Solver};
use mustplay::think::{Limits, NoObserver};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

fn options() -> ProveOptions {
    let mut set = ProveOptions::default();
    set.set("hash", "1").expect("an option");
    set
}

fn certificate<const W: usize>(position: &Position<W>) -> Certificate {
    let solver = Solver::new(position.size(), options());
    solver
        .certify(position, Limits::default(), &NoObserver)
        .expect("a proof")
}

fn opened(proof: Certificate) -> ProofWalk {
    let walk = ProofWalk::open(proof, &|| false).expect("a valid proof");
    walk.expect("it was not stopped")
}

/// Plays the loser's moves to the end, mostly inside the carrier, sometimes outside.
fn walk_through(walk: &ProofWalk, random: &mut StdRng) -> usize {
    let winner = walk.winner();
    let mut tries: Vec<Cell> = Vec::new();
    let mut needed = walk.checked().carrier;
    loop {
        let at = walk.walk(&tries).expect("legal moves");
        assert!(at.carrier.is_subset(needed), "the carrier grows: {tries:?}");
        assert!(at.carrier.is_subset(at.board.empty()));
        for step in &at.steps {
            let answer = step.answer.filter(|_| step.forced);
            assert!(answer.is_none_or(|cell| walk.checked().carrier.contains(cell)));
        }
        if at.board.winner().is_some() {
            assert_eq!(at.board.winner(), Some(winner), "{tries:?}");
            assert_eq!(
                walk.walk(&[&tries[..], &[Cell::new(0)]].concat()).err(),
                Some(NoWay::Over)
            );
            return tries.len();
        }
        assert!(
            !at.carrier.is_empty(),
            "the carrier is empty, but the edges are not joined: {tries:?}"
        );
        needed = at.carrier;
        let inside: Vec<Cell> = at.carrier.iter().collect();
        let empty: Vec<Cell> = at.board.empty().iter().collect();
        let from = if random.random_bool(0.8) {
            &inside
        } else {
            &empty
        };
        tries.push(*from.choose(random).expect("a cell"));
    }
}

#[test]
fn every_walk_through_a_random_proof_ends_with_joined_edges() {
    let cases = asked().map_or(300, |cases| cases as usize);
    let mut random = seeded(71);
    let (mut moves, mut captures) = (0, 0);
    for case in 0..cases {
        let (width, height) = SIZES[case % SIZES.len()];
        let position: Position<1> = random_position(&mut random, width, height);
        let proof = certificate(&position);
        captures += usize::from(
            serde_json::to_string(&proof)
                .expect("JSON")
                .contains("capture"),
        );
        let walk = opened(proof);
        for _ in 0..6 {
            moves += walk_through(&walk, &mut random);
        }
    }
    assert!(
        moves > cases && captures > cases / 10,
        "{moves} moves, {captures} with captures"
    );
}

#[test]
fn openings_are_walked_through() {
    let mut random = seeded(72);
    for (size, opening) in [
        ("5", "c3"),
        ("5", "a1"),
        ("6", "c4"),
        ("6", "a2"),
        ("5x4", "b2"),
    ] {
        let size: BoardSize = size.parse().expect("a size");
        let mut board = Board::new(size);
        board.play(size.read(opening).expect("a cell"));
        let proof = at_width!(size, W => certificate::<W>(&board.resize()));
        let walk = opened(proof);
        for _ in 0..40 {
            walk_through(&walk, &mut random);
        }
    }
}

/// All lines of resistance on small boards.
#[test]
fn every_line_of_resistance_is_answered() {
    fn all(walk: &ProofWalk, tries: &mut Vec<Cell>, ends: &mut usize) {
        let at = walk.walk(tries).expect("legal moves");
        if let Some(winner) = at.board.winner() {
            assert_eq!(winner, walk.winner());
            *ends += 1;
            return;
        }
        for cell in at.board.empty() {
            tries.push(cell);
            all(walk, tries, ends);
            tries.pop();
        }
    }
    let mut ends = 0;
    for size in ["3", "3x2", "2x4"] {
        let position: Position<1> = Position::new(size.parse().expect("a size"));
        let walk = opened(certificate(&position));
        all(&walk, &mut Vec::new(), &mut ends);
    }
    assert!(ends > 50, "{ends}");
}

#[test]
fn illegal_moves_are_refused() {
    let position: Position<1> = Position::new("3".parse().expect("a size"));
    let walk = opened(certificate(&position));
    assert_eq!(walk.winner(), Colour::Black);
    let at = walk.walk(&[]).expect("legal moves");
    let taken = at.steps[0].answer.expect("a first move");
    assert!(matches!(walk.walk(&[taken]), Err(NoWay::Illegal(_))));
}

#[test]
fn a_check_that_is_stopped_opens_nothing() {
    let position: Position<1> = random_position(&mut seeded(72), 3, 3);
    let stopped = ProofWalk::open(certificate(&position), &|| true);
    assert!(matches!(stopped, Ok(None)));
}
