//! Live analysis: the network's output, then the search, as events, until the client disconnects, a
//! newer search replaces it, or the time is up.

use super::{Reply, Request, rounded};
use crate::base::instant::Instant;
use crate::base::lock::unpoisoned;
use crate::hex::Game;
use crate::hex::{Board, BoardSize, Cell, Colour};
use crate::library::{KeptAnalysis, KeptMove};
use crate::network::{Evaluator, Prediction, Quantised, WHOLE};
use crate::player::{MoveReport, Player, analyze_game, analyze_moves};
use crate::search::tree::KeptTree;
use crate::teach::explain::Estimate;
use crate::think::{Found, Observer, Progress, RootMove, Score, ScoreScale, Until, WorkKind};
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The most moves in an event.
const MOVES: usize = 40;

/// The fewest visits that are kept: fewer are made again in a moment.
const WORTH_KEEPING: u32 = 500;

/// Analyses: `{"game", "seconds", "every", "only"}`.
pub fn analyze(
    request: &Request,
    state: &mut PageState,
    call: &dyn Call,
) -> Result<Reply, Refusal> {
    let game = request.game()?;
    let board = request.open_board()?;
    let seconds = request.seconds(600.0, 600.0)?;
    let every = request.number("every", 0.05..=10.0, 0.2)?;
    let only = chosen(request, &board)?;
    call.announce("network", &network(&board, &evaluate(&board)));
    let mut kept = call.store().and_then(|store| store.analysis(&board));
    kept = kept.filter(|_| only.is_empty());
    if let Some(kept) = &kept {
        call.announce("kept", &kept_json(&board, kept));
    }
    let watch = AnalysisWatch {
        call,
        size: board.size(),
        only: names(board.size(), &only),
        until: Instant::now() + seconds,
        every: Duration::from_secs_f64(every),
        last: Mutex::default(),
        yields: AtomicBool::new(false),
        before: AtomicU64::new(0),
    };
    loop {
        let player = state.player(crate::player::BEST_LEVEL, 0);
        watch.yields.store(false, Ordering::Relaxed);
        if only.is_empty() {
            let before = go_on(player, &board, kept.as_ref());
            watch.before.store(before, Ordering::Relaxed);
            analyze_game(player, &game, board.to_move(), &watch);
        } else if !analyze_moves(player, (&game, board.to_move()), &only, &watch) {
            return Err(Refusal::internal());
        }
        // A search that ended by itself has nothing left to find.
        let yields = watch.yields.load(Ordering::Relaxed);
        let by_itself = !watch.over() && !yields;
        if let (Some(report), true) = (player.report(), only.is_empty()) {
            let found = player.kept_tree(KeptTree::MOST);
            kept = found.and_then(|tree| analysis_of_report(report, tree));
            if let (Some(store), Some(kept)) = (call.store(), &kept) {
                store.keep_analysis(&board, kept);
            }
        }
        let snapshot = player.report().map(|report| {
            let found = (&report.moves[..], report.scale);
            snapshot(
                (&board, &watch.only),
                report.value,
                found,
                &report.pv,
                watch.all(report.nodes),
                report.depth,
            )
        });
        let proved = snapshot
            .as_ref()
            .is_some_and(|snapshot| !snapshot["proved"].is_null());
        watch.send_last(snapshot);
        if by_itself || proved || watch.over() {
            break;
        }
        call.send("waiting", &json!({}));
        call.give_way(state);
    }
    let last = unpoisoned(watch.last.into_inner());
    Ok(Reply::Json(last.snapshot.unwrap_or_else(|| json!({}))))
}

/// Lets the search of a position go on from a kept analysis by the same network. Returns the visits
/// that it goes on from, and so from an earlier search of its own.
fn go_on(player: &mut dyn Player, board: &Board, kept: Option<&KeptAnalysis>) -> u64 {
    let kept = kept.filter(|kept| is_current(kept));
    let nothing = KeptTree::default();
    let known = player.restore(board, kept.map_or(&nothing, |kept| &kept.tree));
    // The first visit is an evaluation.
    known.saturating_sub(1).into()
}

/// Whether the network of this program made an analysis.
pub fn is_current(kept: &KeptAnalysis) -> bool {
    kept.network == Quantised::shipped().identity()
}

/// What a search of a position found, if it is worth keeping. A proof is none of that: its facts are
/// kept by the solver.
fn analysis_of_report(report: &MoveReport, tree: KeptTree) -> Option<KeptAnalysis> {
    let score = report.value.filter(|score| !score.is_proved())?;
    let moves = report.moves.iter().filter_map(|one| {
        Some(KeptMove {
            cell: one.cell,
            share: one.score?.win_rate(report.scale),
            visits: one.visits.into(),
        })
    });
    worth_keeping(KeptAnalysis {
        depth: report.depth,
        share: score.win_rate(report.scale),
        pv: report.pv.clone(),
        moves: moves.take(MOVES).collect(),
        tree,
        program: env!("MUSTPLAY_VERSION").to_owned(),
        network: Quantised::shipped().identity(),
    })
}

/// The estimate of a position, if it is worth keeping.
pub fn analysis_of(estimate: &Estimate) -> Option<KeptAnalysis> {
    let tree = &estimate.tree;
    let first = || tree.nodes.iter().filter(|one| one.above == 0);
    let moves = estimate.moves.iter().filter_map(|&(cell, share)| {
        let node = first().find(|one| one.cell == cell);
        Some(KeptMove {
            cell,
            share: share?,
            visits: node.map_or(0, |node| node.from_above.into()),
        })
    });
    worth_keeping(KeptAnalysis {
        depth: estimate.line.len() as u32,
        share: estimate.share,
        pv: estimate.line.clone(),
        moves: moves.take(MOVES).collect(),
        tree: tree.clone(),
        program: env!("MUSTPLAY_VERSION").to_owned(),
        network: Quantised::shipped().identity(),
    })
}

fn worth_keeping(analysis: KeptAnalysis) -> Option<KeptAnalysis> {
    (analysis.tree.visits >= WORTH_KEEPING).then_some(analysis)
}

/// A kept analysis, as the state of a search, with the program that made it.
fn kept_json(board: &Board, kept: &KeptAnalysis) -> Value {
    let size = board.size();
    let moves = kept.moves.iter().map(|one| {
        json!({
            "move": size.name(one.cell),
            "share": rounded(one.share),
            "proved": null,
            "visits": one.visits,
        })
    });
    json!({
        "black": rounded(for_black(board.to_move(), kept.share)),
        "proved": null,
        "nodes": kept.tree.visits,
        "depth": kept.depth,
        "pv": names(size, &kept.pv),
        "moves": moves.collect::<Vec<_>>(),
        "program": kept.program,
    })
}

/// The output of a network for a position.
pub fn evaluate(board: &Board) -> Prediction {
    Evaluator::new(Arc::clone(Quantised::shipped())).evaluate(board)
}

fn network(board: &Board, prediction: &Prediction) -> Value {
    let size = board.size();
    let moves = prediction.moves.iter().map(|&(cell, prior)| {
        let share = rounded(f64::from(prior) / f64::from(WHOLE));
        (size.name(cell), json!(share))
    });
    let win = prediction.win();
    json!({
        "black": rounded(for_black(board.to_move(), win)),
        "policy": Value::Object(moves.collect::<Map<_, _>>()),
    })
}

/// Converts the win rate of the side to move to Black's.
pub fn for_black(to_move: Colour, share: f64) -> f64 {
    match to_move {
        Colour::Black => share,
        Colour::White => 1.0 - share,
    }
}

/// The empty cells that the search is to be restricted to; none if it is not.
fn chosen(request: &Request, board: &Board) -> Result<Vec<Cell>, Refusal> {
    let wrong = || Refusal::bad("only is not a list of empty cells.");
    let names = request.typed::<Vec<String>>("only");
    let Some(names) = names.map_err(|_| wrong())? else {
        return Ok(Vec::new());
    };
    let cell = |name: &String| {
        let cell = board.size().read(name).ok()?;
        board.empty().contains(cell).then_some(cell)
    };
    let cells: Option<Vec<Cell>> = names.iter().map(cell).collect();
    cells.filter(|cells| !cells.is_empty()).ok_or_else(wrong)
}

/// The state of a search: Black's win rate, the proved winner, the line, the moves. Of a search of
/// chosen moves also these, and whether they all lose; that does not decide the position.
fn snapshot(
    (board, only): (&Board, &[String]),
    score: Option<Score>,
    (moves, scale): (&[RootMove], ScoreScale),
    pv: &[Cell],
    nodes: u64,
    depth: u32,
) -> Value {
    let (size, to_move) = (board.size(), board.to_move());
    let share = score.map(|score| rounded(for_black(to_move, score.win_rate(scale))));
    let is_lost = !only.is_empty() && score.is_some_and(Score::is_lost);
    let proved = score.filter(|score| score.is_proved() && !is_lost);
    let proved = proved.map(|score| {
        let winner = if score.is_won() { to_move } else { !to_move };
        winner.to_string()
    });
    let mut state = json!({
        "black": share,
        "proved": proved,
        "nodes": nodes,
        "depth": depth,
        "pv": names(size, pv),
        "moves": moves.iter().filter_map(|one| move_json(size, one, scale)).take(MOVES).collect::<Vec<_>>(),
    });
    if !only.is_empty() {
        state["only"] = json!(only);
        state["lost"] = json!(is_lost);
    }
    state
}

fn names(size: BoardSize, cells: &[Cell]) -> Vec<String> {
    crate::hex::record::names(size, cells.iter().copied())
}

/// A move with the win rate of its side.
fn move_json(size: BoardSize, one: &RootMove, scale: ScoreScale) -> Option<Value> {
    let score = one.score?;
    let proved = match (score.is_won(), score.is_lost()) {
        (true, _) => Some("win"),
        (_, true) => Some("loss"),
        _ => None,
    };
    Some(json!({
        "move": size.name(one.cell),
        "share": rounded(score.win_rate(scale)),
        "proved": proved,
        "plies": score.distance(),
        "visits": one.visits,
        "prior": one.prior.map(|prior| rounded(prior.into())),
    }))
}

/// The last event.
#[derive(Default)]
struct Last {
    at: Option<Instant>,
    snapshot: Option<Value>,
}

/// Sends the progress of a search.
struct AnalysisWatch<'a> {
    call: &'a dyn Call,
    size: BoardSize,
    /// The moves that the search is restricted to, if it is.
    only: Vec<String>,
    until: Instant,
    every: Duration,
    last: Mutex<Last>,
    /// Whether the search was stopped for others and continues later.
    yields: AtomicBool,
    /// The visits that it goes on from.
    before: AtomicU64,
}

impl AnalysisWatch<'_> {
    fn over(&self) -> bool {
        self.call.is_over() || Instant::now() >= self.until
    }

    /// The nodes of this search with those before it.
    fn all(&self, nodes: u64) -> u64 {
        self.before.load(Ordering::Relaxed) + nodes
    }

    fn now(&self) -> std::sync::MutexGuard<'_, Last> {
        unpoisoned(self.last.lock())
    }

    /// Sends the result of a finished search.
    fn send_last(&self, snapshot: Option<Value>) {
        if let Some(snapshot) = snapshot {
            self.call.announce("progress", &snapshot);
            self.now().snapshot = Some(snapshot);
        }
    }
}

impl Observer for AnalysisWatch<'_> {
    fn should_stop(&self, _: WorkKind) -> bool {
        if self.call.should_give_way() {
            self.yields.store(true, Ordering::Relaxed);
        }
        self.over() || self.yields.load(Ordering::Relaxed)
    }

    fn progress(&self, progress: &Progress) {
        let mut last = self.now();
        if last.at.is_some_and(|at| at.elapsed() < self.every) {
            return;
        }
        last.at = Some(Instant::now());
        let (moves, scale): (&[RootMove], _) = match &progress.found {
            Found::Search(moves, scale) => (moves, *scale),
            Found::Book(moves) => (moves, ScoreScale::Mean),
            Found::Proof { .. } => return,
        };
        let mut board = Board::new(self.size);
        board.set_to_move(progress.colour);
        let snapshot = snapshot(
            (&board, &self.only),
            progress.score,
            (moves, scale),
            &progress.pv,
            self.all(progress.nodes),
            progress.depth,
        );
        self.call.send("progress", &snapshot);
        last.snapshot = Some(snapshot);
    }
}

/// Searches a position of a whole game within a time.
pub fn short(
    state: &mut PageState,
    game: &Game,
    time: Duration,
    call: &dyn Call,
) -> Option<(f64, Vec<RootMove>, ScoreScale)> {
    let brief = Until {
        observer: call,
        until: Some(Instant::now() + time),
    };
    let player = state.player(crate::player::BEST_LEVEL, 0);
    analyze_game(player, game, game.to_move(), &brief);
    let report = player.report()?;
    let share = report.win_rate()?;
    Some((share, report.moves.clone(), report.scale))
}
