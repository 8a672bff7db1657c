//! What a library holds.

use super::filter::{GameFilter, NoSuchPlayer, Selected};
use super::game::GameDate;
use super::games::Library;
use super::score::Score;
use crate::hex::BoardSize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Numbers of games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct LibraryStatistics {
    /// All of them, by the colours at the end.
    pub score: Score,
    /// Their moves.
    pub moves: usize,
    /// By the size of the board, most games first.
    pub boards: Vec<(BoardSize, Score)>,
    /// By year.
    pub years: BTreeMap<u32, usize>,
    /// The first and the last known date.
    pub dates: Option<[GameDate; 2]>,
    /// The players, those with the most games first.
    pub players: Vec<PlayerScore>,
}

/// The games of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerScore {
    /// The name.
    pub name: String,
    /// The games.
    pub games: usize,
    /// Those won, and those lost; the others have no known winner.
    pub won: usize,
    /// Those lost.
    pub lost: usize,
}

impl Library {
    /// The numbers of the games of a filter.
    pub fn statistics(&self, filter: &GameFilter) -> Result<LibraryStatistics, NoSuchPlayer> {
        let selected = Selected::new(filter, self)?;
        let mut all = LibraryStatistics::default();
        let mut boards: HashMap<BoardSize, Score> = HashMap::new();
        let mut players: HashMap<u32, PlayerScore> = HashMap::new();
        for game in self.games().iter().filter(|game| selected.has(game)) {
            all.score.add(game.winner);
            let steps = self.steps(game);
            all.moves += steps.iter().filter(|step| !step.is_setup()).count();
            boards.entry(game.size).or_default().add(game.winner);
            if let Some(date) = game.date {
                *all.years.entry(date.year()).or_default() += 1;
                let [first, last] = all.dates.unwrap_or([date; 2]);
                all.dates = Some([first.min(date), last.max(date)]);
            }
            let winning = game.winning_player();
            let names = self.players(game);
            for (side, &player) in game.players.iter().enumerate() {
                let new = || PlayerScore {
                    name: names[side].to_owned(),
                    games: 0,
                    won: 0,
                    lost: 0,
                };
                let player = players.entry(player).or_insert_with(new);
                player.games += 1;
                match winning {
                    Some(winner) if winner == side => player.won += 1,
                    Some(_) => player.lost += 1,
                    None => {}
                }
            }
        }
        all.boards = boards.into_iter().collect();
        let shape = |size: BoardSize| (size.width(), size.height());
        all.boards
            .sort_by_key(|&(size, score)| (Reverse(score.games), shape(size)));
        all.players = players
            .into_values()
            .filter(|one| !one.name.is_empty())
            .collect();
        all.players
            .sort_by(|one, other| (other.games, &one.name).cmp(&(one.games, &other.name)));
        Ok(all)
    }
}
