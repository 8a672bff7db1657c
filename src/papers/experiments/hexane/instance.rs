//! Pairs of groups from games, kept in `positions/papers/hexane-instances.jsonl`.

use crate::base::shipped::checked;
use crate::hex::record::PositionRecord;
use crate::hex::{BoardSize, Chains, Colour, End, Graph, Position};
use crate::papers::engines::hexane::{
    ConnectionOutcome, LocalOptions, Shannon, WIDTH, Work, search,
};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The games that the instances come from.
const GAMES: &str = include_str!("../../../../positions/papers/hexane-games.txt");
const INSTANCES: &str = include_str!("../../../../positions/papers/hexane-instances.jsonl");
const SIZE: &str = "10";
/// Instances are taken after every this many moves.
const EVERY: usize = 4;
/// The number of instances of each kind.
const KEPT: usize = 100;

/// The options of the reference search: a larger set and a greater depth than in the experiment.
const TRUTH: LocalOptions = LocalOptions {
    depth: 14,
    largest: 26,
    nodes: 300_000,
    disturbing: true,
    ..LocalOptions::THESIS
};

/// An instance in the form of the file.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct InstanceRecord {
    #[serde(flatten)]
    position: PositionRecord,
    /// The game, from 1, and the number of moves.
    game: usize,
    moves: usize,
    /// The colour of the groups, and each group by one of its stones or as an edge.
    colour: String,
    ends: [String; 2],
    /// Whether the reference search finds a connection.
    holds: bool,
}

/// A pair of groups.
#[derive(Clone)]
pub struct Instance {
    shannon: Shannon,
    ends: [End; 2],
    /// Whether the reference search connects them.
    pub holds: bool,
}

impl Instance {
    /// Searches a connection against a cutter who moves first.
    pub fn search(&self, options: LocalOptions) -> (ConnectionOutcome, Work) {
        search(&self.shannon, self.ends, 0, options, &|| false)
    }

    fn read(record: &InstanceRecord) -> Option<Self> {
        let position = record.position.board().ok()?.resize::<WIDTH>();
        let size = position.size();
        let graph = Graph::new(&Chains::new(&position), record.colour.parse().ok()?);
        let shannon = Shannon::from(&graph);
        let end = |name: &String| {
            let mut owned = shannon.owned().iter();
            owned.find(|end| end.name(size) == *name)
        };
        let [a, b] = &record.ends;
        let ends = [end(a)?, end(b)?];
        Some(Self {
            shannon,
            ends,
            holds: record.holds,
        })
    }
}

/// All instances, positive and negative ones alternately.
pub fn all() -> &'static [Instance] {
    static ALL: LazyLock<Vec<Instance>> = LazyLock::new(|| {
        let read = |line| {
            let record = serde_json::from_str(line).map_err(|why| why.to_string())?;
            Instance::read(&record).ok_or_else(|| format!("no instance: {line}"))
        };
        let all: Result<Vec<_>, String> = INSTANCES.lines().map(read).collect();
        checked("positions/papers/hexane-instances.jsonl", all)
    });
    &ALL
}

/// Takes the instances from the games: every pair of groups that bridges alone do not join, whose
/// first set is small enough for the experiment, and for which the reference search finishes. Of
/// these, as many with a connection as without are kept, evenly spread over all.
pub fn make() -> Vec<InstanceRecord> {
    let size: BoardSize = SIZE.parse().expect("a size");
    let mut kinds = [Vec::new(), Vec::new()];
    let lines = GAMES.lines().filter(|line| !line.starts_with('#'));
    for (game, line) in lines.enumerate() {
        let mut position = Position::<WIDTH>::new(size);
        for (index, name) in line.split_whitespace().enumerate() {
            position.play(size.read(name).expect("a cell"));
            if (index + 1) % EVERY != 0 {
                continue;
            }
            for record in pairs(&position, game + 1, index + 1) {
                kinds[usize::from(record.holds)].push(record);
            }
        }
    }
    let [no, yes] = kinds.map(|all| thinned(&all));
    let both = yes.into_iter().zip(no);
    both.flat_map(|(yes, no)| [yes, no]).collect()
}

fn thinned(all: &[InstanceRecord]) -> Vec<InstanceRecord> {
    let kept = KEPT.min(all.len());
    let chosen = (0..kept).map(|index| all[index * all.len() / kept].clone());
    chosen.collect()
}

/// The candidate pairs of groups of a position.
fn pairs(position: &Position<WIDTH>, game: usize, moves: usize) -> Vec<InstanceRecord> {
    let (size, chains) = (position.size(), Chains::new(position));
    let mut found = Vec::new();
    for colour in Colour::ALL {
        let shannon = Shannon::from(&Graph::new(&chains, colour));
        let owned: Vec<End> = shannon.owned().iter().collect();
        for (index, &to) in owned.iter().enumerate() {
            for &from in &owned[..index] {
                let ends = [from, to];
                let routes = shannon.routes_between(ends);
                let apart = routes.bridged.is_some_and(|far| far > 0);
                if !apart || routes.cells().len() > LocalOptions::THESIS.largest {
                    continue;
                }
                let (outcome, _) = search(&shannon, ends, 0, TRUTH, &|| false);
                let holds = match outcome {
                    ConnectionOutcome::Connected(_) => true,
                    ConnectionOutcome::Unconnected { .. } => false,
                    ConnectionOutcome::TooLarge | ConnectionOutcome::Stopped => continue,
                };
                found.push(InstanceRecord {
                    position: PositionRecord::new(position),
                    game,
                    moves,
                    colour: colour.to_string(),
                    ends: ends.map(|end| end.name(size)),
                    holds,
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// `MUSTPLAY_BLESS=1 cargo test --release instances_of_the_local` takes them from the games
    /// anew.
    #[test]
    fn instances_of_the_local_search_are_those_of_the_games() {
        let text: String = if std::env::var_os("MUSTPLAY_BLESS").is_some() {
            let lines = make().into_iter();
            let text = lines.map(|record| serde_json::json!(record).to_string() + "\n");
            let text = text.collect::<String>();
            let path = Path::new(env!("CARGO_MANIFEST_DIR"));
            let path = path.join("positions/papers/hexane-instances.jsonl");
            std::fs::write(path, &text).unwrap();
            text
        } else {
            INSTANCES.to_owned()
        };
        let records: Vec<InstanceRecord> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(records.len() >= 100);
        let holding = records.iter().filter(|record| record.holds).count();
        assert_eq!(2 * holding, records.len());
        // The reference search finds everything that the experiment finds.
        for record in records.iter().step_by(7) {
            let instance = Instance::read(record).unwrap();
            let options = LocalOptions {
                disturbing: true,
                nodes: 20_000,
                ..LocalOptions::THESIS
            };
            let (outcome, _) = instance.search(options);
            assert!(!matches!(outcome, ConnectionOutcome::Connected(_)) || record.holds);
        }
    }
}
