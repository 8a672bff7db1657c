//! Hexane in games: it beats random play, keeps its connections, answers in time, and repeats its
//! games with the same seed.

use crate::support::players;
use crate::support::sampling::asked;
use mustplay::hex::SwapRight;
use mustplay::hex::{Bit, BoardSize, Cell, Chains, Colour, End, Graph, Move};
use mustplay::hex::{Game, SwapStyle};
use mustplay::papers::engines::hexane::{Link, LocalOptions, Shannon, Side, search_on};
use mustplay::player::{self, MoveRequest, Player};
use mustplay::think::NoObserver;
use std::time::Duration;

fn player(text: &str) -> Box<dyn Player> {
    player::make(&players::options(text))
}

fn respond(player: &mut dyn Player, game: &Game) -> Cell {
    let request = MoveRequest {
        game,
        colour: game.to_move(),
        swap: SwapRight::None,
        budget: players::options("hexane").budget(),
        observer: &NoObserver,
    };
    match player::choose_move(player, &request) {
        Move::Place(cell) => cell,
        other => panic!("{other:?} while the game goes on"),
    }
}

fn place(game: &mut Game, cell: Cell) {
    let colour = game.to_move();
    game.play(colour, Move::Place(cell), SwapStyle::Pieces)
        .expect("a legal move");
}

/// Plays a game to the end; returns the winner and the moves.
fn play(size: BoardSize, players: [&mut dyn Player; 2]) -> (Colour, Vec<Cell>) {
    let mut game = Game::new(size);
    let mut moves = Vec::new();
    let [black, white] = players;
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome.winner, moves);
        }
        let cell = match game.to_move() {
            Colour::Black => respond(black, &game),
            Colour::White => respond(white, &game),
        };
        place(&mut game, cell);
        moves.push(cell);
    }
}

#[test]
fn it_beats_chance_and_plays_the_same_again() {
    let size = BoardSize::square(7).expect("a size");
    let mut won = 0;
    for seed in 0..20 {
        let game = |seed: u64| {
            let mut hexane = player(&format!("hexane:seed={seed}"));
            let mut random = player(&format!("random:seed={seed}"));
            if seed & 1 == 0 {
                play(size, [hexane.as_mut(), random.as_mut()])
            } else {
                play(size, [random.as_mut(), hexane.as_mut()])
            }
        };
        let (winner, moves) = game(seed);
        won += u32::from((winner == Colour::Black) == (seed & 1 == 0));
        if seed < 2 {
            assert_eq!(game(seed).1, moves);
        }
    }
    assert!(won >= 19, "{won} of 20");
}

/// Once local search finds Hexane's edges connected, the opponent intrudes into the connection
/// wherever it can.
#[test]
fn it_keeps_its_connections() {
    let sizes = ["3", "4x6", "5", "6x5", "7", "9"];
    let games = asked().map_or(3, u64::from);
    let mut held = 0;
    for (seed, size) in (0..games).flat_map(|seed| sizes.map(|size| (seed, size))) {
        let size: BoardSize = size.parse().expect("a size");
        let colour = if seed & 1 == 0 {
            Colour::Black
        } else {
            Colour::White
        };
        let mut hexane = player(&format!("hexane:seed={seed}"));
        let mut random = player(&format!("random:seed={seed}"));
        let mut game = Game::new(size);
        let mut holds = false;
        while game.outcome().is_none() {
            if game.to_move() == colour {
                let cell = respond(hexane.as_mut(), &game);
                place(&mut game, cell);
                continue;
            }
            let chains = Chains::new(game.board());
            let side = Side::new(&chains, colour, LocalOptions::DEFAULT, &|| false);
            let connected = side.paths().length == Some(0);
            let into = side.paths().cells();
            let cell = match into.iter().nth(game.events().len() * 7 % into.len().max(1)) {
                Some(cell) if connected => cell,
                _ => respond(random.as_mut(), &game),
            };
            holds |= connected;
            place(&mut game, cell);
        }
        let winner = game.outcome().expect("over").winner;
        assert!(
            !holds || winner == colour,
            "seed {seed} on {size} lost its connection"
        );
        held += u32::from(holds);
    }
    assert!(held > 10, "{held}");
}

/// The opponent intrudes into a connection on Hexane's path. Unless there is a game to win or to
/// save, Hexane's answer restores the connection.
#[test]
fn it_answers_intrusions_into_its_path() {
    let size = BoardSize::square(9).expect("a size");
    let colour = Colour::Black;
    let mut answered = 0;
    for seed in 0..asked().map_or(10, u64::from) {
        let mut hexane = player(&format!("hexane:seed={seed}"));
        let mut random = player(&format!("random:seed={seed}"));
        let mut game = Game::new(size);
        let mut disturbed: Option<Link> = None;
        let mut holds = false;
        while game.outcome().is_none() {
            let chains = Chains::new(game.board());
            let [own, other] =
                Colour::ALL.map(|of| Side::new(&chains, of, LocalOptions::DEFAULT, &|| false));
            // From then on Hexane plays only to win.
            holds |= own.paths().length.is_some_and(|length| length <= 1);
            let quiet = !holds && other.paths().length.is_none_or(|length| length > 1);
            let groups = own.graph().groups().to_vec();
            let cell = respond(hexane.as_mut(), &game);
            place(&mut game, cell);
            let chains = Chains::new(game.board());
            let shannon = Shannon::from(&Graph::new(&chains, colour));
            if let Some(link) = disturbed.take().filter(|_| quiet) {
                // The link gives its ends as indices; convert them to ends of the board.
                let ends = link
                    .ends
                    .map(|end| chains.lead(End::from_bit(end)).expect("a stone"));
                let cells = link.carrier & game.board().empty();
                let (outcome, _) = search_on(
                    &shannon,
                    ends,
                    cells,
                    0,
                    LocalOptions {
                        depth: 48,
                        largest: 48,
                        ..LocalOptions::PATIENT
                    },
                    &|| false,
                );
                assert!(outcome.connection().is_some(), "seed {seed}: {link:?}");
                answered += 1;
            }
            if game.outcome().is_some() {
                break;
            }
            let path = own.paths().paths.first();
            let links = path
                .into_iter()
                .flat_map(|path| &path.links)
                .map(|&index| own.graph().links()[index]);
            let target = links.filter(|link| link.length() == 0).find_map(|link| {
                let cell = (link.carrier & game.board().empty()).first()?;
                (link.carrier.is_subset(game.board().empty())).then_some((link, cell))
            });
            match target {
                Some((link, cell)) if quiet => {
                    disturbed = Some(Link {
                        ends: link.ends.map(|end| groups[end].index()),
                        ..link
                    });
                    place(&mut game, cell);
                }
                _ => {
                    let cell = respond(random.as_mut(), &game);
                    place(&mut game, cell);
                }
            }
        }
    }
    assert!(answered > 5, "{answered}");
}

#[test]
fn it_answers_within_its_time_whatever_the_position() {
    for (text, stones) in [
        ("11", 30),
        ("19", 90),
        ("11", 0),
        ("1", 0),
        ("1x6", 1),
        ("13x3", 10),
    ] {
        let size: BoardSize = text.parse().expect("a size");
        let mut game = Game::new(size);
        let mut random = player("random:seed=5");
        for _ in 0..stones {
            if game.outcome().is_none() {
                let cell = respond(random.as_mut(), &game);
                place(&mut game, cell);
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let mut hexane = player("hexane");
        let mut budget = players::options("hexane").budget();
        budget.time = Some(Duration::ZERO);
        let request = MoveRequest {
            game: &game,
            colour: game.to_move(),
            swap: SwapRight::None,
            budget,
            observer: &NoObserver,
        };
        let start = std::time::Instant::now();
        let Move::Place(cell) = hexane.choose(&request) else {
            panic!("no move on {text}");
        };
        assert!(game.board().empty().contains(cell));
        assert!(start.elapsed() < Duration::from_secs(2), "{text}");
    }
}

#[test]
fn memory_of_one_game_harms_no_other() {
    let mut hexane = player("hexane");
    let mut random = player("random:seed=3");
    let sizes = ["9", "3", "12x4", "9", "2", "15"];
    for (stones, text) in sizes.into_iter().enumerate() {
        for holds in [false, true] {
            let mut game = Game::new(text.parse().expect("a size"));
            // Once for the side not to move, and again after the end.
            for _ in 0..stones * 4 {
                if !game.board().empty().is_empty() {
                    let by = if holds { &mut hexane } else { &mut random };
                    let request = MoveRequest {
                        game: &game,
                        colour: Colour::White,
                        swap: SwapRight::MaySwap,
                        budget: players::options("hexane").budget(),
                        observer: &NoObserver,
                    };
                    let Move::Place(cell) = by.choose(&request) else {
                        continue;
                    };
                    assert!(game.board().empty().contains(cell), "{text}");
                    game.place(Colour::White, cell).expect("legal");
                }
            }
            if game.board().winner().is_none() {
                let cell = respond(hexane.as_mut(), &game);
                place(&mut game, cell);
            }
        }
    }
}

/// Starting when local search finds White lost: the number of moves that Hexane resists, compared
/// with a random player.
#[test]
fn it_resists_longer_than_random_play_when_lost() {
    let (mut by_hexane, mut by_chance, mut games) = (0, 0, 0);
    for seed in 0..asked().map_or(8, u64::from) {
        let mut hexane = player(&format!("hexane:seed={seed}"));
        let mut other = player(&format!("hexane:seed={}", seed + 1000));
        let mut game = Game::new(BoardSize::square(9).expect("a size"));
        let lost = loop {
            if game.outcome().is_some() {
                break None;
            }
            if game.to_move() == Colour::White {
                let chains = Chains::new(game.board());
                let black = Side::new(&chains, Colour::Black, LocalOptions::DEFAULT, &|| false);
                if black.paths().length == Some(0) {
                    break Some(game);
                }
            }
            let to_move = if game.to_move() == Colour::Black {
                &mut hexane
            } else {
                &mut other
            };
            let cell = respond(to_move.as_mut(), &game);
            place(&mut game, cell);
        };
        let Some(lost) = lost else {
            continue;
        };
        let mut length = |loser: &mut dyn Player| {
            let mut game = lost.clone();
            while game.outcome().is_none() {
                let cell = match game.to_move() {
                    Colour::Black => respond(hexane.as_mut(), &game),
                    Colour::White => respond(loser, &game),
                };
                place(&mut game, cell);
            }
            assert_eq!(game.outcome().expect("over").winner, Colour::Black);
            game.events().len() - lost.events().len()
        };
        by_hexane += length(other.as_mut());
        by_chance += length(player(&format!("random:seed={seed}")).as_mut());
        games += 1;
    }
    assert!(
        games > 3 && by_hexane > by_chance,
        "{games}: {by_hexane} {by_chance}"
    );
}
