//! The three numbers of `mustplay bench`: a fixed amount of search on the positions of
//! `positions/bench.json`. They change only when behaviour changes.
//!
//! 1. **The tree search** of the default player, with both networks, analyses below the root and
//!    the solver within the tree. Its nodes are limited, so that their number would never change:
//!    this number is a checksum of what each search found, including the visits of all root moves.
//!    Each search continues for two moves of its line, keeping the tree.
//! 2. **Alpha-beta**: the nodes of iterations to a fixed depth, with connections as `wolve`, by
//!    the quick recipe, and without as `queenbee`.
//! 3. **The solver**: the positions that it searches until the winner is known. The limit is there
//!    to end a search that has gone wrong.
//!
//! All searches run on one thread and none reads the clock, so the numbers repeat. They are the
//! same on every machine and by every kernel, because networks are integers at play.

use super::{BEST_LEVEL, OptionTables, PlayerName, PlayerOptions};
use crate::at_width;
use crate::base::hash::checksum;
use crate::base::instant::Instant;
use crate::base::parameter::Numbers;
use crate::hex::record::PositionRecord;
use crate::hex::{BoardSize, Position};
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::knowledge::evaluate::EdgePatterns;
use crate::network::Evaluator;
use crate::network::kernel::InstructionSet;
use crate::search::alpha_beta::{
    self, ConnectedPosition, Evaluation, PlainPosition, SearchOptions, SearchPosition,
    SelectionKind, TranspositionTable, WidthSelection,
};
use crate::search::tree::TreeSearch;
use crate::solver::{ProveOptions, Solver};
use crate::think::{Limits, NoObserver, Score, SearchOutcome};
use serde::Deserialize;
use std::fmt;
use std::sync::Arc;

/// The file of positions.
#[derive(Deserialize)]
struct BenchFile {
    positions: Vec<BenchPosition>,
}

/// A position and the limits of its searches; a search without a limit skips it.
#[derive(Deserialize)]
struct BenchPosition {
    id: String,
    #[serde(flatten)]
    position: PositionRecord,
    /// Nodes of each tree search: visits, and positions of its solver.
    tree_nodes: Option<u64>,
    /// Iterations of alpha-beta with connections; without connections there is one more.
    depth: Option<u32>,
    /// Positions of the solver.
    solver_nodes: Option<u64>,
}

/// The results of a tree search that reveal a change of behaviour.
struct TreeResult {
    outcome: SearchOutcome,
    /// Analyses below the root.
    analyses: u64,
    /// Positions that the solver within the tree searched.
    solved: u64,
}

impl TreeResult {
    /// Appends its part of the checksum's input.
    fn write(&self, bytes: &mut Vec<u8>) {
        let outcome = &self.outcome;
        let mut add = |number: u64| bytes.extend(number.to_le_bytes());
        for count in [
            outcome.nodes,
            outcome.evaluations,
            self.analyses,
            self.solved,
        ] {
            add(count);
        }
        // The line begins with the best move.
        add(outcome.pv.len() as u64);
        for cell in &outcome.pv {
            add(cell.index() as u64);
        }
        let scores = outcome.moves.iter().map(|one| one.score);
        for score in scores.chain([outcome.score]) {
            add(i64::from(score.map_or(i32::MIN, Score::value)).cast_unsigned());
        }
        for one in &outcome.moves {
            add(one.cell.index() as u64);
            add(one.visits.into());
        }
    }
}

/// The totals of all searches.
#[derive(Default)]
pub struct Signature {
    /// The input of the checksum of tree searches.
    tree: Vec<u8>,
    alpha_beta: u64,
    solver: u64,
    evaluations: u64,
    analyses: u64,
    /// Seconds of tree search, alpha-beta and solver.
    seconds: [f64; 3],
}

/// The three numbers.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tree = checksum(&self.tree) as u32;
        write!(f, "{tree} {} {}", self.alpha_beta, self.solver)
    }
}

impl Signature {
    /// Searches all positions with this kernel for networks; `report` gets the lines of each
    /// position, one for each search.
    pub fn compute(kernel: InstructionSet, mut report: impl FnMut(&str)) -> Self {
        let mut signature = Self::default();
        for entry in positions() {
            let board = entry.position.board().expect("a position of the file");
            let size = board.size();
            let lines = at_width!(size, W => signature.add(&entry, &board.resize::<W>(), kernel));
            report(&lines);
        }
        signature
    }

    /// The time of the run, as a line.
    pub fn effort(&self) -> String {
        let [tree, alpha_beta, solver] = self.seconds;
        format!(
            "tree search {tree:.1} s ({} evaluations, {} analyses), alpha-beta {alpha_beta:.1} s, \
             solver {solver:.1} s",
            self.evaluations, self.analyses
        )
    }

    /// Adds the searches of a position; returns a line for each.
    fn add<const W: usize>(
        &mut self,
        entry: &BenchPosition,
        position: &Position<W>,
        kernel: InstructionSet,
    ) -> String {
        let size = position.size();
        let mut lines = String::new();
        if let Some(nodes) = entry.tree_nodes {
            let start = Instant::now();
            let searches = tree_searches(position, &tree_player(), nodes, kernel);
            self.seconds[0] += start.elapsed().as_secs_f64();
            for one in searches {
                one.write(&mut self.tree);
                self.evaluations += one.outcome.evaluations;
                self.analyses += one.analyses;
                let more = format!(
                    ", evaluations {}, analyses {}, solver {}, line {}",
                    one.outcome.evaluations,
                    one.analyses,
                    one.solved,
                    size.names(one.outcome.pv.iter().copied()),
                );
                lines += &line(&entry.id, "tree", size, &one.outcome, &more);
            }
        }
        if let Some(depth) = entry.depth {
            let start = Instant::now();
            // The WebAssembly module has alpha-beta for this alone, so in one width.
            #[cfg(target_arch = "wasm32")]
            let position = &position.resize::<{ BoardSize::MOST_WORDS }>();
            let both = [connected(position, depth), plain(position, depth + 1)];
            self.seconds[1] += start.elapsed().as_secs_f64();
            for (name, outcome) in ["connected", "plain"].into_iter().zip(both) {
                self.alpha_beta += outcome.nodes;
                lines += &line(&entry.id, name, size, &outcome, "");
            }
        }
        if let Some(nodes) = entry.solver_nodes {
            let start = Instant::now();
            let solver = Solver::new(size, ProveOptions::default());
            let limits = Limits::nodes(nodes);
            let result = solver.solve(position, limits, &NoObserver);
            self.seconds[2] += start.elapsed().as_secs_f64();
            self.solver += result.nodes;
            let winner = result
                .winner
                .map_or("unsolved".to_owned(), |one| one.to_string());
            let best = result.best.map_or("-".to_owned(), |cell| size.name(cell));
            let (id, nodes) = (&entry.id, result.nodes);
            let line = format!("{id:20} solver    {best:4} {winner:10} nodes {nodes:6}\n");
            lines += &line;
        }
        lines
    }
}

/// A line for a search.
fn line(id: &str, name: &str, size: BoardSize, outcome: &SearchOutcome, more: &str) -> String {
    let best = outcome.best.map_or("-".to_owned(), |cell| size.name(cell));
    // A position that its analysis decides has a move and no score.
    let score = outcome
        .score
        .map_or("analysis".to_owned(), |score| score.to_string());
    format!(
        "{id:20} {name:9} {best:4} {score:10} nodes {:6}{more}\n",
        outcome.nodes
    )
}

/// The positions of the bench.
fn positions() -> Vec<BenchPosition> {
    let text = include_str!("../../positions/bench.json");
    let file: BenchFile = serde_json::from_str(text).expect("a file of positions");
    file.positions
}

/// The default player, which searches by tree.
fn tree_player() -> PlayerOptions {
    PlayerOptions::of(PlayerName::MUSTPLAY, BEST_LEVEL)
}

/// Searches a position by tree, then the one two moves later on the line found, keeping the tree as
/// in a game.
fn tree_searches<const W: usize>(
    position: &Position<W>,
    player: &PlayerOptions,
    nodes: u64,
    kernel: InstructionSet,
) -> Vec<TreeResult> {
    let networks = [player.stones_network(), player.analysis_network()].map(Arc::clone);
    let evaluators = networks.map(|network| Evaluator::with_set(network, kernel));
    let mut search = TreeSearch::with_evaluators(position.size(), player.tree, evaluators);
    let limits = Limits::nodes(nodes);
    let mut position = *position;
    let mut searches = Vec::new();
    for _ in 0..2 {
        let analysis = Arc::new(Analysis::new(&position, player.analysis()));
        if analysis.decision().is_some() {
            break;
        }
        let before = search.work();
        let outcome = search.run(&analysis, limits, &NoObserver);
        let after = search.work();
        let line = outcome.pv.clone();
        searches.push(TreeResult {
            outcome,
            analyses: after.analyses - before.analyses,
            solved: after.proof_positions - before.proof_positions,
        });
        let &[own, reply, ..] = line.as_slice() else {
            break;
        };
        position.play(own);
        position.play(reply);
        if position.winner().is_some() {
            break;
        }
    }
    searches
}

/// The options of alpha-beta with connections, those of `wolve`.
pub(crate) fn connected_options() -> OptionTables {
    let mut tables = OptionTables::default();
    tables.analyse_by(Recipe::Quick);
    tables.search.select = SelectionKind::Beam;
    tables.search.beam_width = Numbers::of(&[20.0]);
    tables
}

/// The options of alpha-beta without connections, those of `queenbee`.
pub(crate) fn plain_options() -> OptionTables {
    let mut tables = OptionTables::default();
    tables.search.evaluate_by = Evaluation::TwoDistance;
    tables.search.select = SelectionKind::Taper;
    tables
}

/// Alpha-beta with connections.
fn connected<const W: usize>(position: &Position<W>, depth: u32) -> SearchOutcome {
    let tables = connected_options();
    let options = &tables.search;
    let analysis = Analysis::new(position, tables.analysis());
    let position = ConnectedPosition::new(analysis, options.evaluate_by, options.order);
    alpha_beta(position, options, depth)
}

/// Alpha-beta without connections.
fn plain<const W: usize>(position: &Position<W>, depth: u32) -> SearchOutcome {
    let options = &plain_options().search;
    let patterns = Some(Arc::new(EdgePatterns::new(position.size())));
    let position = PlainPosition::new(position, patterns).evaluated_by(options.evaluate_by);
    alpha_beta(position, options, depth)
}

fn alpha_beta<P: SearchPosition<W>, const W: usize>(
    position: P,
    options: &SearchOptions,
    depth: u32,
) -> SearchOutcome {
    let table = TranspositionTable::new(options.table_bytes);
    let selection = WidthSelection::new(options);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    alpha_beta::search(position, options, &selection, &table, limits, &NoObserver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Board;

    fn checksum_of(searches: &[TreeResult]) -> u64 {
        let mut bytes = Vec::new();
        for one in searches {
            one.write(&mut bytes);
        }
        checksum(&bytes)
    }

    /// Searches of a small position of the bench by a player with these options.
    fn searches(options: &str, kernel: InstructionSet) -> Vec<TreeResult> {
        let all = positions();
        let entry = all.iter().find(|entry| entry.id == "p22-7x7").unwrap();
        let position: Position<1> = entry.position.board().unwrap().resize();
        let mut player = tree_player();
        if !options.is_empty() {
            player.set_all(options).unwrap();
        }
        tree_searches(&position, &player, 150, kernel)
    }

    #[test]
    fn positions_are_open_and_each_search_has_many() {
        let all = positions();
        for entry in &all {
            let board: Board = entry.position.board().unwrap();
            assert!(board.winner().is_none(), "{}", entry.id);
            let limits = [
                entry.tree_nodes,
                entry.depth.map(u64::from),
                entry.solver_nodes,
            ];
            let limits: Vec<u64> = limits.into_iter().flatten().collect();
            assert!(!limits.is_empty() && !limits.contains(&0), "{}", entry.id);
        }
        let count = |is: fn(&BenchPosition) -> bool| all.iter().filter(|one| is(one)).count();
        assert!(count(|one| one.tree_nodes.is_some()) >= 10);
        assert!(count(|one| one.depth.is_some()) >= 40);
        assert!(count(|one| one.solver_nodes.is_some()) >= 15);
    }

    #[test]
    fn the_checksum_repeats_by_every_kernel_and_changes_with_the_search() {
        let best = searches("", InstructionSet::best());
        let analyses: u64 = best.iter().map(|one| one.analyses).sum();
        let solved: u64 = best.iter().map(|one| one.solved).sum();
        assert!(best.len() == 2 && analyses > 0 && solved > 0);
        let sum = checksum_of(&best);
        assert_eq!(sum, checksum_of(&searches("", InstructionSet::best())));
        let portable = "portable".parse().unwrap();
        assert_eq!(sum, checksum_of(&searches("", portable)));
        for options in [
            "puct_exploration=0.72",
            "puct_analysis_weight=31",
            "puct_proofs=0.9",
            "fill_dead=0",
        ] {
            let other = checksum_of(&searches(options, InstructionSet::best()));
            assert_ne!(sum, other, "{options}");
        }
    }

    #[test]
    fn the_checksum_changes_with_a_single_visit() {
        let mut one = searches("", InstructionSet::best());
        let before = checksum_of(&one);
        let moves = &mut one[0].outcome.moves;
        moves[0].visits -= 1;
        moves[1].visits += 1;
        assert_ne!(before, checksum_of(&one));
    }
}
