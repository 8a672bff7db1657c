//! The moves of a position are those of all games that came to it or to one of its images.

use super::random_library;
use crate::support::sampling::{asked, seeded};
use mustplay::hex::{Board, Colour, Event, Game, Image, MoveName, SwapStyle};
use mustplay::library::{GameFilter, Library};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::BTreeMap;

/// The positions of a game before each event that is a move, with the event, and the last position.
fn positions(game: &Game) -> Vec<(Board, Option<Event>)> {
    let mut all = Vec::new();
    for ([before, _], event) in game.boards().zip(game.events()) {
        if let Some((mover, _)) = event.played() {
            let mut before = *before;
            before.set_to_move(mover);
            all.push((before, Some(event.clone())));
        }
    }
    all.push((*game.board(), None));
    all
}

/// The images in which a position is this one.
fn images(position: &Board, wanted: &Board) -> Vec<Image> {
    let images = Image::of(wanted.size()).iter().copied();
    let same = |&image: &Image| image.position(position) == *wanted;
    if position.size() == wanted.size() {
        images.filter(same).collect()
    } else {
        Vec::new()
    }
}

/// Games, wins of Black and of White, by move; those of the position under an empty name.
type Counts = BTreeMap<String, [usize; 3]>;

fn count(counts: &mut Counts, name: &str, winner: Option<Colour>) {
    let count = counts.entry(name.to_owned()).or_default();
    count[0] += 1;
    if let Some(winner) = winner {
        count[1 + winner.index()] += 1;
    }
}

/// What a plain search of the games counts.
fn plain(games: &[Game], wanted: &Board) -> Counts {
    let mut counts = Counts::new();
    let size = wanted.size();
    for game in games {
        let mut came = false;
        for (position, event) in positions(game) {
            let images = images(&position, wanted);
            let Some(&image) = images.first() else {
                continue;
            };
            let winner = game.outcome().map(|outcome| image.colour(outcome.winner));
            // Who swaps sides goes on as the other colour.
            let winner = match event {
                Some(Event::Swap(_, SwapStyle::Sides)) => winner.map(|winner| !winner),
                _ => winner,
            };
            if !std::mem::replace(&mut came, true) {
                count(&mut counts, "", winner);
            }
            let name = match &event {
                Some(Event::Place(_, cell)) => {
                    let cells = images.iter().map(|image| image.cell(size, *cell));
                    size.name(cells.min().expect("an image"))
                }
                Some(Event::Swap(..)) => MoveName::Swap(SwapStyle::on(size)).to_string(),
                Some(_) => MoveName::Pass.to_string(),
                None => continue,
            };
            count(&mut counts, &name, winner);
        }
    }
    counts
}

fn explored(library: &Library, wanted: &Board) -> Counts {
    let found = library.explore(wanted, &GameFilter::default(), 3);
    let found = found.expect("no player is named");
    let mut counts = Counts::new();
    let numbers = |score: mustplay::library::Score| [score.games, score.won[0], score.won[1]];
    if found.score.games > 0 {
        counts.insert(String::new(), numbers(found.score));
    }
    for one in &found.moves {
        counts.insert(one.name.to_string(), numbers(one.score));
    }
    assert_eq!(found.games.len(), found.score.games.min(3));
    let order: Vec<usize> = found.moves.iter().map(|one| one.score.games).collect();
    assert!(order.is_sorted_by(|one, next| one >= next), "{order:?}");
    counts
}

#[test]
fn moves_are_those_of_all_games() {
    let mut rng = seeded(1);
    for _ in 0..asked().unwrap_or(40) {
        let sizes = [&["2", "3"][..], &["3x2", "2x3"], &["4"]];
        let sizes = sizes.choose(&mut rng).expect("sizes");
        let (games, library) = random_library(&mut rng, sizes, 60);
        for _ in 0..20 {
            let game = games.choose(&mut rng).expect("a game");
            let all = positions(game);
            let (position, _) = all.choose(&mut rng).expect("a position");
            let image = Image::of(position.size()).choose(&mut rng).expect("one");
            let wanted = image.position(position);
            assert_eq!(
                explored(&library, &wanted),
                plain(&games, &wanted),
                "{wanted:?}"
            );
        }
        // A position of no game.
        let mut wanted = Board::new("4x2".parse().expect("a size"));
        assert_eq!(explored(&library, &wanted), Counts::new());
        wanted = Board::new("4".parse().expect("a size"));
        for cell in wanted.size().all().take(rng.random_range(9..14)) {
            wanted.place(Colour::Black, cell);
        }
        assert_eq!(explored(&library, &wanted), plain(&games, &wanted));
    }
}
