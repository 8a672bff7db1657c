//! The results of a match so far. Games come in any order, since several slots play them. The test
//! runs over the complete pairs at the beginning of the schedule, so that its decision does not
//! depend on which game ended first.

use super::engine::Reason;
use super::record::GameRecord;
use super::schedule::{Fixture, Schedule};
use super::spec::EngineSpec;
use super::sprt::{Sprt, SprtDecision};
use super::statistics::PairedScores;
use super::strength::{self, Strengths};
use crate::hex::Colour;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The results of an engine.
#[derive(Clone, Debug, Default)]
pub struct EngineResults {
    /// The name.
    pub name: String,
    /// What it is.
    pub text: String,
    /// Games played.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// The moves of all games won, after their openings.
    winning_moves: usize,
    /// Games lost by a fault.
    pub faults: BTreeMap<Reason, usize>,
    seconds: Vec<f64>,
    nodes: u64,
    depth: u64,
}

impl EngineResults {
    /// Whether it has crashed in every game without a move.
    pub fn is_broken(&self) -> bool {
        let crashes = self.faults.get(&Reason::Crash);
        self.games > 0 && crashes == Some(&self.games) && self.seconds.is_empty()
    }
}

/// Means of an engine's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EnginePace {
    /// How many moves.
    pub moves: usize,
    /// Seconds a move.
    pub mean: f64,
    /// What 99% of the moves stayed within.
    pub most: f64,
    /// Nodes a move, if they are known.
    pub nodes: Option<f64>,
    /// Depth, if it is known.
    pub depth: Option<f64>,
}

impl EngineResults {
    /// After how many moves, both sides' together, it won its games: the mean, from the end of the
    /// opening.
    pub fn won_in(&self) -> Option<f64> {
        (self.wins > 0).then(|| self.winning_moves as f64 / self.wins as f64)
    }

    /// Means over all moves; `None` before the first.
    pub fn pace(&self) -> Option<EnginePace> {
        let moves = self.seconds.len();
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let most = *sorted.get((moves * 99).div_ceil(100).checked_sub(1)?)?;
        let mean = |sum: f64| sum / moves as f64;
        let known = |sum: u64| (sum > 0).then(|| mean(sum as f64));
        Some(EnginePace {
            moves,
            mean: mean(sorted.iter().sum()),
            most,
            nodes: known(self.nodes),
            depth: known(self.depth),
        })
    }
}

/// The state of a test after so many pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairPoint {
    /// How many pairs.
    pub pairs: usize,
    /// The pairs by how many wins they brought the first engine.
    pub counts: [usize; 3],
    /// The log-likelihood ratio, if there is a test.
    pub ratio: Option<f64>,
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The engines, as they were named.
    pub engines: Vec<EngineResults>,
    /// Games played.
    pub games: usize,
    /// Of these, won by Black.
    pub black_wins: usize,
    /// Of these, the same as an earlier one, move by move: engines without chance that meet again
    /// after the same opening. They add no information, and make the error bars too small.
    pub repeated: usize,
    /// The complete pairs of each pairing, by how many wins they brought its first engine.
    pub pairings: Vec<([usize; 2], [usize; 3])>,
    /// How often games ended for each reason.
    pub reasons: BTreeMap<Reason, usize>,
    /// The test, if one was asked for.
    pub sprt: Option<Sprt>,
    /// Its decision, and after how many pairs.
    pub decision: Option<(SprtDecision, usize)>,
    /// Between two engines: the counts after each pair of the schedule.
    pub course: Vec<PairPoint>,
    wins: Vec<Vec<f64>>,
    seen: HashSet<u64>,
    open: HashMap<usize, usize>,
    scores: BTreeMap<usize, usize>,
}

impl Summary {
    /// The summary before the first game.
    pub fn new(specs: &[EngineSpec], schedule: &Schedule, sprt: Option<Sprt>) -> Self {
        let engine = |spec: &EngineSpec| EngineResults {
            name: spec.name.clone(),
            text: spec.text.clone(),
            ..EngineResults::default()
        };
        Self {
            engines: specs.iter().map(engine).collect(),
            games: 0,
            black_wins: 0,
            repeated: 0,
            pairings: schedule.pairings().iter().map(|&p| (p, [0; 3])).collect(),
            reasons: BTreeMap::new(),
            sprt,
            decision: None,
            course: Vec::new(),
            wins: vec![vec![0.0; specs.len()]; specs.len()],
            seen: HashSet::new(),
            open: HashMap::new(),
            scores: BTreeMap::new(),
        }
    }

    /// Whether a record is the game that the schedule has under its number.
    pub fn fits(&self, record: &GameRecord, fixture: &Fixture) -> bool {
        let name = |index: usize| self.engines.get(index).map(|engine| &*engine.name);
        let engines = fixture.colours.map(name);
        engines == [Some(&*record.black_engine), Some(&*record.white_engine)]
            && record.winner().is_some()
            && record.first_asked().is_some()
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord, fixture: &Fixture) {
        let (Some(winner), Some(first)) = (record.winner(), record.first_asked()) else {
            return;
        };
        self.games += 1;
        self.black_wins += usize::from(winner == Colour::Black);
        *self.reasons.entry(record.reason).or_default() += 1;
        let mut hasher = DefaultHasher::new();
        (fixture.colours, &record.start, &record.moves, record.reason).hash(&mut hasher);
        self.repeated += usize::from(!self.seen.insert(hasher.finish()));
        let won = fixture.colours[winner.index()];
        let lost = fixture.colours[(!winner).index()];
        self.wins[won][lost] += 1.0;
        self.engines[won].wins += 1;
        self.engines[won].winning_moves += record.seconds.len();
        if record.reason.is_fault() {
            *self.engines[lost].faults.entry(record.reason).or_default() += 1;
        }
        for engine in fixture.colours {
            self.engines[engine].games += 1;
        }
        let mut colour = first;
        for (index, seconds) in record.seconds.iter().enumerate() {
            let engine = &mut self.engines[fixture.colours[colour.index()]];
            engine.seconds.push(*seconds);
            engine.nodes += record.nodes.get(index).copied().unwrap_or_default();
            engine.depth += record.depth.get(index).copied().unwrap_or_default();
            colour = !colour;
        }
        self.score(fixture, usize::from(won == fixture.pairing[0]));
    }

    fn score(&mut self, fixture: &Fixture, won: usize) {
        let Some(other) = self.open.remove(&fixture.pair) else {
            self.open.insert(fixture.pair, won);
            return;
        };
        let pairing = self.pairings.iter_mut().find(|p| p.0 == fixture.pairing);
        if let Some((_, counts)) = pairing {
            counts[won + other] += 1;
        }
        if self.pairings.len() > 1 {
            return;
        }
        self.scores.insert(fixture.pair, won + other);
        while let Some(wins) = self.scores.remove(&self.course.len()) {
            let mut counts = self.course.last().map_or([0; 3], |point| point.counts);
            counts[wins] += 1;
            let ratio = self
                .sprt
                .map(|sprt| sprt.ratio(&PairedScores::of_pairs(counts)));
            let pairs = self.course.len() + 1;
            self.course.push(PairPoint {
                pairs,
                counts,
                ratio,
            });
            if let (Some(sprt), Some(ratio), None) = (self.sprt, ratio, self.decision) {
                self.decision = sprt.decide(ratio).map(|decision| (decision, pairs));
            }
        }
    }

    /// The log-likelihood ratio with which the test decided, or else the last one.
    pub fn ratio(&self) -> Option<f64> {
        let decided = self
            .decision
            .and_then(|(_, pairs)| self.course.get(pairs - 1));
        decided.or(self.course.last())?.ratio
    }

    /// The strengths of all engines.
    pub fn strengths(&self) -> Strengths {
        strength::fit(&self.wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::spec::make_names_unique;
    use crate::hex::record::PositionRecord;
    use crate::hex::{Board, BoardSize};

    fn record(fixture: &Fixture, specs: &[EngineSpec], winner: Colour) -> GameRecord {
        let name = |colour: Colour| specs[fixture.colours[colour.index()]].name.clone();
        GameRecord {
            game: fixture.game,
            pair: fixture.pair,
            start: PositionRecord::new(&Board::new(BoardSize::square(5).unwrap())),
            moves: Vec::new(),
            opening: 1,
            black_engine: name(Colour::Black),
            white_engine: name(Colour::White),
            winner: winner.to_string(),
            reason: if fixture.game == 0 {
                Reason::Crash
            } else {
                Reason::Joined
            },
            detail: String::new(),
            seconds: (1..=4).map(f64::from).collect(),
            nodes: vec![10, 0, 10, 0],
            depth: Vec::new(),
        }
    }

    fn summary(order: impl Iterator<Item = usize>) -> Summary {
        let mut specs = ["first", "first"].map(|text| EngineSpec::parse(text).unwrap());
        make_names_unique(&mut specs);
        let schedule = Schedule::new(2, false, 7, 80, 3);
        let mut summary = Summary::new(&specs, &schedule, "0,150".parse().ok());
        for game in order {
            let fixture = schedule.fixture(game);
            // The first engine wins every game in two pairs of three, and half of the third.
            let first_wins = game % 6 != 3;
            let winner = if first_wins == (fixture.colours[0] == 0) {
                Colour::Black
            } else {
                Colour::White
            };
            let record = record(&fixture, &specs, winner);
            assert!(summary.fits(&record, &fixture));
            assert!(!summary.fits(&record, &schedule.fixture(game ^ 1)));
            summary.add(&record, &fixture);
        }
        summary
    }

    #[test]
    fn games_in_any_order_add_up_to_the_same() {
        let (forward, backward) = (summary(0..80), summary((0..80).rev()));
        for summary in [&forward, &backward] {
            assert_eq!(summary.pairings, [([0, 1], [0, 13, 27])]);
            assert_eq!(summary.course.len(), 40);
            let (decision, pairs) = summary.decision.unwrap();
            assert_eq!(decision, SprtDecision::Alternative);
            assert!(pairs > 5 && pairs < 40, "{pairs}");
            assert_eq!(summary.engines[1].wins, 13);
            assert_eq!(summary.engines[0].wins, 67);
        }
        assert_eq!(forward.course, backward.course);
        assert_eq!(forward.decision, backward.decision);
    }

    #[test]
    fn moves_faults_and_nodes_belong_to_their_engine() {
        let summary = summary(0..1);
        // White moves first after an opening of one stone; Black is engine 0 and won.
        let [black, white] = [0, 1].map(|engine| summary.engines[engine].pace().unwrap());
        assert_eq!((white.moves, white.mean, white.most), (2, 2.0, 3.0));
        assert_eq!((black.mean, black.most), (3.0, 4.0));
        assert_eq!((white.nodes, black.nodes), (Some(10.0), None));
        assert_eq!(summary.engines[1].faults[&Reason::Crash], 1);
        assert!(summary.engines[0].faults.is_empty());
        // One game is not a pair yet.
        assert_eq!(summary.pairings, [([0, 1], [0, 0, 0])]);
        assert_eq!((summary.black_wins, summary.course.len()), (1, 0));
    }
}
