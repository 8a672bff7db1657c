//! The players by the network of policy and value alone.

use super::{MoveEffort, MoveReport, MoveRequest, Player, PlayerOptions};
use crate::board::{Board, Cell, Move};
use crate::policy_value::{Evaluator, Quantised};
use crate::puct::{Outcome, PuctOptions, PuctRootMove, PuctSearch};
use crate::think::{RootMove, Score, ScoreScale, WorkKind, time_for_move};
use std::sync::Arc;
use std::time::Instant;

/// Visits between two looks at the clock.
const VISITS: u32 = 16;
/// The most visits of a move.
const MOST_VISITS: u64 = 4_000_000;

/// Plays by the network: the move with the highest prior, or the one that a search visits most.
#[derive(Debug)]
pub struct Puct {
    evaluator: Evaluator,
    searches: bool,
    resigns: bool,
    search: Option<PuctSearch<6>>,
    report: MoveReport,
}

impl Puct {
    /// A player that searches.
    pub fn new(options: &PlayerOptions) -> Self {
        let network = options.network.clone();
        let network = network.unwrap_or_else(|| Arc::clone(Quantised::shipped()));
        Self {
            evaluator: Evaluator::new(network),
            searches: true,
            resigns: options.player.resign,
            search: None,
            report: MoveReport::default(),
        }
    }

    /// A player that takes the likeliest move.
    pub fn policy(options: &PlayerOptions) -> Self {
        Self {
            searches: false,
            ..Self::new(options)
        }
    }

    /// The first stone after which the chances are closest to even.
    fn even(&mut self, board: &Board) -> Option<Cell> {
        let mut unfair = |cell: &Cell| {
            let mut next = *board;
            next.play(*cell);
            self.evaluator.judge(&next).chance.abs_diff(u16::MAX / 2)
        };
        board.empty().iter().min_by_key(|cell| unfair(cell))
    }

    /// Searches as long as the request allows.
    fn grow(&mut self, board: &Board, request: &MoveRequest) -> Option<Cell> {
        let start = Instant::now();
        let time = match request.game.clock.left(request.colour) {
            None => request.limits.time,
            Some(left) => time_for_move(left, board.empty().len()),
        };
        let most = request.limits.nodes.unwrap_or(MOST_VISITS).min(MOST_VISITS);
        let mut search = match self.search.take() {
            Some(mut search) => {
                search.start(board, None);
                search
            }
            None => PuctSearch::new(self.evaluator.clone(), PuctOptions::default(), board),
        };
        let most = most.max(1) as u32;
        while search.outcome() == Outcome::Open
            && search.visits() < most
            && start.elapsed() < time
            && !request.observer.should_stop(WorkKind::Limited)
        {
            search.grow((search.visits() + VISITS).min(most));
        }
        let best = search.best();
        let mut moves = search.root();
        moves.sort_by_key(|one| std::cmp::Reverse((one.cell == best, one.visits)));
        let value = score(search.mean(), search.outcome());
        self.report = MoveReport {
            score: Some(value.to_string()),
            value: Some(value),
            lost: search.outcome() == Outcome::Lost,
            pv: search.pv(),
            moves: moves.iter().map(root_move).collect(),
            scale: ScoreScale::Mean,
            nodes: u64::from(search.visits()),
            evaluations: search.evaluations(),
            time: start.elapsed(),
            ..MoveReport::default()
        };
        self.search = Some(search);
        Some(best)
    }
}

/// A chance as a score.
fn score(mean: f64, outcome: Outcome) -> Score {
    match outcome {
        Outcome::Won => Score::WON,
        Outcome::Lost => Score::LOST,
        Outcome::Open => Score::estimate(((2.0 * mean - 1.0) * 1000.0).round() as i32),
    }
}

fn root_move(one: &PuctRootMove) -> RootMove {
    RootMove {
        cell: one.cell,
        score: Some(score(one.mean, one.outcome)),
        visits: one.visits,
        prior: Some(one.prior as f32),
    }
}

impl Player for Puct {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let mut board = *request.game.board();
        board.set_to_move(request.colour);
        if request.opponent_may_swap && board.empty().len() == board.size().cells() {
            return self.even(&board).map_or(Move::Resign, Move::Place);
        }
        let judgement = self.evaluator.judge(&board);
        if request.may_swap && judgement.chance < u16::MAX / 2 {
            return Move::Swap;
        }
        let best = if self.searches {
            self.grow(&board, request)
        } else {
            let value = score(judgement.win(), Outcome::Open);
            self.report = MoveReport {
                score: Some(value.to_string()),
                value: Some(value),
                evaluations: 1,
                nodes: 1,
                ..MoveReport::default()
            };
            judgement.moves.first().map(|&(cell, _)| cell)
        };
        if self.resigns && self.report.lost {
            return Move::Resign;
        }
        best.map_or(Move::Resign, Move::Place)
    }

    fn effort(&self) -> MoveEffort {
        MoveEffort {
            nodes: self.report.nodes,
            depth: 0,
        }
    }

    fn report(&self) -> Option<&MoveReport> {
        Some(&self.report)
    }
}
