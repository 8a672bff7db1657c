//! Proved wins are converted: from the moment a player claims a win, an adversary tries to break
//! it.
//!
//! All openings are random and all limits are in nodes, so a game is the same on every machine.
//! `MUSTPLAY_CASES=1000` plays 1,000 games. In most games the player changes sides when it is
//! proved lost, so that there is a win to hold; in the others it plays on to the end.

use crate::support::players;
use crate::support::sampling::asked;
use crate::support::small_boards::Oracle;
use mustplay::at_width;
use mustplay::hex::SwapRight;
use mustplay::hex::{BoardSize, Cell, CellSet, Colour, Move, Position};
use mustplay::hex::{Game, SwapStyle};
use mustplay::knowledge::analysis::{Analysis, Recipe};
use mustplay::player::{self, MoveRequest, Player};
use mustplay::think::{Budget, NoObserver};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The adversary that tries to break a proof.
#[derive(Clone, Copy, Debug)]
enum Adversary {
    /// Any empty cell.
    Chance,
    /// A cell of the winning connection, or one beside its stones.
    Intruder,
    /// A player with the same analyses but a small search.
    Linked,
}

/// Boards small enough for exhaustive play.
const SMALL: [(usize, u64); 3] = [(3, 5), (4, 10), (4, 30)];

/// Sizes with the player's node limit. Small boards are more frequent, because large ones take
/// longer.
const BOARDS: [(usize, u64); 12] = [
    (5, 50),
    (5, 400),
    (6, 100),
    (6, 300),
    (7, 50),
    (7, 200),
    (8, 100),
    (8, 50),
    (9, 50),
    (9, 100),
    (10, 50),
    (11, 50),
];

fn player(text: &str) -> (Box<dyn Player>, Budget) {
    let options = players::with_small_table(text);
    (player::make(&options), options.budget())
}

/// A game with its player, the adversary, and the player's claims.
struct Match {
    game: Game,
    colour: Colour,
    player: (Box<dyn Player>, Budget),
    rival: (Box<dyn Player>, Budget),
    adversary: Adversary,
    chance: StdRng,
    /// Whether the player takes the other side when it is lost.
    fickle: bool,
    /// Whether the player has claimed a win or a loss.
    won: bool,
    lost: bool,
    claimed: Count,
}

/// Counts of games and claims.
#[derive(Clone, Copy, Default, Debug)]
struct Count {
    games: usize,
    /// Games with a claimed win, and those among them whose first claim came from a search.
    held: usize,
    searched: usize,
    lost: usize,
    /// Moves compared with exhaustive play.
    estimated: usize,
    slowest: Duration,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.held += other.held;
        self.searched += other.searched;
        self.lost += other.lost;
        self.estimated += other.estimated;
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl Match {
    fn new(boards: &[(usize, u64)], number: u64, adversary: Adversary) -> Self {
        let mut chance = StdRng::seed_from_u64(number);
        let (side, nodes) = boards[number as usize / 3 % boards.len()];
        let size = BoardSize::square(side).expect("a size");
        let name = ["mustplay", "wolve"][usize::from(chance.random_bool(0.3))];
        let common = "max_time=3600,max_nodes";
        let mut game = Game::new(size);
        for _ in 0..chance.random_range(0..=side * side / 5) {
            let cells: Vec<Cell> = game.board().empty().iter().collect();
            let cell = *cells.choose(&mut chance).expect("a cell");
            place(&mut game, cell);
        }
        Self {
            game,
            colour: Colour::ALL[usize::from(chance.random_bool(0.5))],
            player: player(&format!("{name}:{common}={nodes}")),
            rival: player(&format!("mustplay:{common}={}", nodes / 4)),
            adversary,
            fickle: !number.is_multiple_of(5),
            chance,
            won: false,
            lost: false,
            claimed: Count::default(),
        }
    }

    /// Plays to the end; an error describes what went wrong.
    fn play(&mut self) -> Result<Count, String> {
        while self.game.outcome().is_none() {
            if self.game.to_move() == self.colour {
                self.turn()?;
                self.evaluate()?;
            } else {
                let cell = self.reply();
                place(&mut self.game, cell);
            }
        }
        let winner = self.game.outcome().expect("over").winner;
        self.claimed.games = 1;
        self.claimed.held = usize::from(self.won);
        self.claimed.lost = usize::from(winner != self.colour);
        if self.won && winner != self.colour {
            return Err("lost a won game".to_owned());
        }
        Ok(self.claimed)
    }

    /// The player's move.
    fn turn(&mut self) -> Result<(), String> {
        let start = Instant::now();
        let cell = choose(&mut self.player, &self.game)?;
        self.claimed.slowest = self.claimed.slowest.max(start.elapsed());
        let report = self.player.0.report().expect("a report");
        let claimed = report.score.clone().unwrap_or_default();
        let won = claimed.starts_with("won");
        if !won && self.won {
            return Err(format!("claimed {claimed:?} after claiming a win"));
        }
        if won && !self.won {
            self.claimed.searched = usize::from(report.nodes > 0);
        }
        (self.won, self.lost) = (self.won || won, report.lost);
        place(&mut self.game, cell);
        if self.lost && self.fickle {
            self.colour = !self.colour;
            std::mem::swap(&mut self.player, &mut self.rival);
            self.lost = false;
            self.fickle = false;
        }
        Ok(())
    }

    /// Compares the claim with exhaustive play where that is quick.
    fn evaluate(&mut self) -> Result<(), String> {
        let board = self.game.board();
        if board.size().cells() > 25 || board.empty().len() > 13 || !(self.won || self.lost) {
            return Ok(());
        }
        let position: Position<1> = board.resize();
        let winner = Oracle::new(&position).winner(&position, board.to_move());
        self.claimed.estimated += 1;
        if self.won != (winner == self.colour) {
            return Err(format!("{winner} wins, contrary to the claim"));
        }
        Ok(())
    }

    /// The adversary's move. Before a claim the adversary plays well, so that the proof is not
    /// trivial.
    fn reply(&mut self) -> Cell {
        let adversary = match self.adversary {
            _ if !self.won => Adversary::Linked,
            known => known,
        };
        let cells = match adversary {
            Adversary::Linked => {
                return choose(&mut self.rival, &self.game).expect("a move");
            }
            Adversary::Intruder => intrusions(&self.game, self.colour, &mut self.chance),
            Adversary::Chance => self.game.board().empty().iter().collect(),
        };
        *cells.choose(&mut self.chance).expect("a cell")
    }
}

fn choose((player, budget): &mut (Box<dyn Player>, Budget), game: &Game) -> Result<Cell, String> {
    let request = MoveRequest {
        game,
        colour: game.to_move(),
        swap: SwapRight::None,
        budget: *budget,
        observer: &NoObserver,
    };
    match player::choose_move(player.as_mut(), &request) {
        Move::Place(cell) => Ok(cell),
        other => Err(format!("{other:?} before the end of the game")),
    }
}

fn place(game: &mut Game, cell: Cell) {
    let colour = game.to_move();
    game.play(colour, Move::Place(cell), SwapStyle::Pieces)
        .expect("a legal move");
}

/// Critical cells: the intersection of all winning connections, the smallest of them, cells beside
/// the stones, or filled-in cells.
fn intrusions(game: &Game, colour: Colour, chance: &mut StdRng) -> Vec<Cell> {
    fn cells<const W: usize>(game: &Game, colour: Colour, chance: &mut StdRng) -> Vec<Cell> {
        let position: Position<W> = game.board().resize();
        let position_analysis = Analysis::new(&position, Recipe::Thorough.options());
        let connections = position_analysis.connections(colour);
        let mut all = connections.winning_fulls();
        all.extend(connections.winning_semis());
        let smallest = all.iter().min_by_key(|carrier| carrier.len()).copied();
        let meet = all.iter().fold(position.empty(), |met, &one| met & one);
        let beside = position.geometry().neighbours_of(position.stones(colour));
        let choices: [CellSet<W>; 4] = [
            meet,
            smallest.unwrap_or(CellSet::EMPTY),
            beside,
            position_analysis.filled(colour),
        ];
        let choice = choices[chance.random_range(0..4)] & position.empty();
        let left = if choice.is_empty() {
            position.empty()
        } else {
            choice
        };
        left.iter().collect()
    }
    at_width!(game.size(), W => cells::<W>(game, colour, chance))
}

/// Games against one adversary: no claimed win is lost.
fn hold(boards: &[(usize, u64)], adversary: Adversary) -> Count {
    let games = asked().map_or(16, |asked| u64::from(asked).div_ceil(3));
    let mut counts: BTreeMap<usize, Count> = BTreeMap::new();
    let mut failures = Vec::new();
    for number in 0..games {
        let number = number * 3 + adversary as u64;
        let mut game = Match::new(boards, number, adversary);
        let side = game.game.size().width();
        match game.play() {
            Ok(count) => counts.entry(side).or_default().add(count),
            Err(why) => {
                let board = game.game.board();
                failures.push(format!("{number} as {}: {why}\n{board:?}", game.colour));
            }
        }
    }
    let mut all = Count::default();
    for (side, count) in &counts {
        println!("{adversary:?} on {side}x{side}: {count:?}");
        all.add(*count);
    }
    println!("{adversary:?}: {all:?}, {} failures", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(all.held > 2, "{all:?}");
    all
}

#[test]
fn claimed_wins_are_held_against_random_moves() {
    hold(&BOARDS, Adversary::Chance);
}

#[test]
fn claimed_wins_are_held_against_intruders() {
    hold(&BOARDS, Adversary::Intruder);
}

#[test]
fn claimed_wins_are_held_against_players() {
    hold(&BOARDS, Adversary::Linked);
}

#[test]
fn claims_about_small_boards_are_true() {
    for adversary in [Adversary::Chance, Adversary::Intruder, Adversary::Linked] {
        let all = hold(&SMALL, adversary);
        assert!(all.estimated > all.games, "{all:?}");
    }
}

/// Plays from a position against every adversary: the side to move claims a win, and wins.
fn finishes(size: &str, moves: &str) {
    let size: BoardSize = size.parse().expect("a size");
    for name in ["mustplay", "wolve", "hexy"] {
        for (number, adversary) in [
            Adversary::Chance,
            Adversary::Intruder,
            Adversary::Intruder,
            Adversary::Linked,
        ]
        .into_iter()
        .enumerate()
        {
            let mut game = Game::new(size);
            for name in moves.split_whitespace() {
                place(&mut game, size.read(name).expect("a cell"));
            }
            let nodes = "max_time=3600,max_nodes=100";
            let mut played = Match {
                colour: game.to_move(),
                game,
                player: player(&format!("{name}:{nodes}")),
                rival: player(&format!("wolve:{nodes}")),
                adversary,
                chance: StdRng::seed_from_u64(number as u64),
                fickle: false,
                won: false,
                lost: false,
                claimed: Count::default(),
            };
            let count = played.play();
            let board = played.game.board();
            let count = count.unwrap_or_else(|why| panic!("{name}: {why}\n{board:?}"));
            assert!(count.held == 1 && count.lost == 0, "{name}: {count:?}");
        }
    }
}

/// White is lost but still has moves; an engine once returned none.
#[test]
fn a_lost_3x3_board_is_played_to_the_end() {
    for name in ["mustplay", "wolve", "hexy"] {
        let size: BoardSize = "3".parse().expect("a size");
        let mut game = Game::new(size);
        place(&mut game, size.read("b2").expect("a cell"));
        let mut players = [0, 1].map(|_| player(&format!("{name}:max_nodes=50")));
        while game.outcome().is_none() {
            let cell = choose(&mut players[game.to_move().index()], &game).expect("a move");
            place(&mut game, cell);
        }
        let winner = game.outcome().map(|outcome| outcome.winner);
        assert_eq!(winner, Some(Colour::Black), "{name}");
    }
}

/// A position that an engine had claimed as won, and lost.
#[test]
fn a_win_that_was_once_lost_is_converted() {
    let moves = "i8 h10 j7 j6 k11 f6 j11 g10 i11 e5 h11 e11 g11 j8 f11 c6 f10 g7 e10 b6 d11 i6 c11 h6 d10 f7 c10 d5 b11 f5 b10 f2 \
                 a11 j2 a10 f4 a9";
    finishes("11", moves);
}
