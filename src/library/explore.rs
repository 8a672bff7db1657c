//! The moves that were played in a position.

use super::columns::{Occurrence, Wanted};
use super::filter::{GameFilter, NoSuchPlayer, Selected};
use super::game::GameDate;
use super::games::{KeptGame, Library};
use super::score::Score;
use super::step::{Step, StepKind};
use crate::hex::{Board, BoardSize, Colour, Image, MoveName, SwapStyle};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// What is known of a position from games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Explored {
    /// The games that came to it, in the colours of the position.
    pub score: Score,
    /// The moves that were played, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// Some of the games: those with the highest ratings, then the latest.
    pub games: Vec<FoundGame>,
}

/// A move, with the games that went on with it.
#[derive(Clone, PartialEq, Debug)]
pub struct ExploredMove {
    /// The move; symmetric moves of a symmetric position count as one.
    pub name: MoveName,
    /// Its games, in the colours of the position.
    pub score: Score,
}

/// A game that came to a position.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundGame {
    /// Its number in the store.
    pub id: i64,
    /// The names of those who began as Black and as White.
    pub names: [String; 2],
    /// Their ratings.
    pub ratings: [Option<f32>; 2],
    /// The colour that won, in the game.
    pub winner: Option<Colour>,
    /// When it was played.
    pub date: Option<GameDate>,
    /// How many moves of the game lead to the position.
    pub moves: usize,
    /// How it went on, in the position; `None` at its end.
    pub next: Option<MoveName>,
}

impl FoundGame {
    /// What is known of it.
    pub fn json(&self) -> Value {
        json!({
            "id": self.id,
            "black": self.names[0],
            "white": self.names[1],
            "ratings": self.ratings,
            "winner": self.winner.map(|winner| winner.to_string()),
            "date": self.date.map(|date| date.to_string()),
            "moves": self.moves,
            "next": self.next.map(|next| next.to_string()),
        })
    }
}

/// `#12     Ann (1850) - Bob, 2024-05-17, white won, went on f6`
impl fmt::Display for FoundGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: usize| match self.names[side].as_str() {
            "" => "?",
            name => name,
        };
        write!(f, "#{:<7}", self.id)?;
        for side in 0..2 {
            f.write_str(["", " - "][side])?;
            f.write_str(name(side))?;
            if let Some(rating) = self.ratings[side] {
                write!(f, " ({rating})")?;
            }
        }
        if let Some(date) = self.date {
            write!(f, ", {date}")?;
        }
        if let Some(winner) = self.winner {
            write!(f, ", {winner} won")?;
        }
        match self.next {
            Some(next) if self.moves > 0 => write!(f, ", went on {next}"),
            _ => Ok(()),
        }
    }
}

/// From the board of a game to the board of the position.
#[derive(Clone, Copy)]
struct View<'a> {
    size: BoardSize,
    from: Image,
    to: &'a [Image],
}

impl View<'_> {
    fn colour(self, colour: Colour) -> Colour {
        let to = self.to.first().copied().unwrap_or(Image::Same);
        to.colour(self.from.colour(colour))
    }

    /// The move of a step: of those that the symmetries of the position make equal, the first.
    fn name(self, step: Step) -> Option<MoveName> {
        let name = match step.kind {
            StepKind::Place(cell) => {
                let cell = self.from.cell(self.size, cell);
                let cells = self.to.iter().map(|to| to.cell(self.size, cell));
                crate::hex::Move::Place(cells.min()?).name(self.size)
            }
            StepKind::Swap(_) => MoveName::Swap(SwapStyle::on(self.size)),
            StepKind::Pass => MoveName::Pass,
            StepKind::SetUp(_) | StepKind::Clear(_) | StepKind::Turn => return None,
        };
        Some(name)
    }
}

/// An order of moves: cells row by row, then the others.
fn order(name: MoveName) -> (usize, usize) {
    match name {
        MoveName::Cell { column, row } => (row, column),
        MoveName::Swap(_) => (usize::MAX, 0),
        MoveName::Pass | MoveName::Resign => (usize::MAX, 1),
    }
}

impl Library {
    /// The moves that games of the filter played in a position, and at most so many of these games.
    pub fn explore(
        &self,
        board: &Board,
        filter: &GameFilter,
        most: usize,
    ) -> Result<Explored, NoSuchPlayer> {
        let selected = Selected::new(filter, self)?;
        let mut explored = Explored::default();
        let Some(columns) = self.columns(board.size()) else {
            return Ok(explored);
        };
        let wanted = Wanted::new(board);
        let mut moves: BTreeMap<(usize, usize), ExploredMove> = BTreeMap::new();
        let mut found: Vec<(Reverse<Rank>, Occurrence)> = Vec::new();
        let mut last = None;
        for at in columns.find(&wanted) {
            let game = &self.games()[at.game as usize];
            if !selected.has(game) {
                continue;
            }
            let view = View {
                size: board.size(),
                from: at.image,
                to: &wanted.images,
            };
            let next = self.step(game, at.step);
            // Who swaps sides wins as the other colour.
            let sides = next.is_some_and(|next| next.kind == StepKind::Swap(SwapStyle::Sides));
            let winner = game
                .winner
                .map(|winner| if sides { !winner } else { winner });
            let winner = winner.map(|winner| view.colour(winner));
            // A game is at a position twice if its stone was swapped.
            if last != Some(at.game) {
                explored.score.add(winner);
                found.push((Reverse(Rank::of(game)), at));
                last = Some(at.game);
            }
            if let Some(name) = next.and_then(|step| view.name(step)) {
                let new = || ExploredMove {
                    name,
                    score: Score::default(),
                };
                moves
                    .entry(order(name))
                    .or_insert_with(new)
                    .score
                    .add(winner);
            }
        }
        explored.moves = moves.into_values().collect();
        explored.moves.sort_by_key(|one| Reverse(one.score.games));
        explored.games = self.best(found, most, &wanted.images);
        Ok(explored)
    }

    /// The games of a filter, at most so many of them, without moves.
    pub fn list(&self, filter: &GameFilter, most: usize) -> Result<Explored, NoSuchPlayer> {
        let selected = Selected::new(filter, self)?;
        let mut explored = Explored::default();
        let games = self.games().iter().enumerate();
        let mut found: Vec<(Reverse<Rank>, Occurrence)> = Vec::new();
        for (number, game) in games.filter(|(_, game)| selected.has(game)) {
            explored.score.add(game.winner);
            let at = Occurrence {
                game: number as u32,
                step: 0,
                image: Image::Same,
            };
            found.push((Reverse(Rank::of(game)), at));
        }
        explored.games = self.best(found, most, &[Image::Same]);
        Ok(explored)
    }

    /// Those with the highest ranks, in the order of their ranks.
    fn best(
        &self,
        mut found: Vec<(Reverse<Rank>, Occurrence)>,
        most: usize,
        to: &[Image],
    ) -> Vec<FoundGame> {
        if found.len() > most && most > 0 {
            found.select_nth_unstable_by_key(most - 1, |one| one.0);
        }
        found.truncate(most);
        found.sort_by_key(|one| one.0);
        found
            .into_iter()
            .map(|(_, at)| self.found(at, to))
            .collect()
    }

    fn found(&self, at: Occurrence, to: &[Image]) -> FoundGame {
        let game = &self.games()[at.game as usize];
        let steps = self.steps(game);
        let (before, after) = steps.split_at(usize::from(at.step));
        let view = View {
            size: game.size,
            from: at.image,
            to,
        };
        FoundGame {
            id: game.id,
            names: self.players(game).map(str::to_owned),
            ratings: game
                .ratings
                .map(|rating| (!rating.is_nan()).then_some(rating)),
            winner: game.winner,
            date: game.date,
            moves: before.iter().filter(|step| !step.is_setup()).count(),
            next: after.first().and_then(|&step| view.name(step)),
        }
    }
}

/// The rank of a game among others: the lower of its ratings in tenths, its date, its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i64, Option<GameDate>, i64);

impl Rank {
    fn of(game: &KeptGame) -> Self {
        let [black, white] = game.ratings.map(|rating| (10.0 * rating) as i64);
        Self(black.min(white), game.date, game.id)
    }
}
