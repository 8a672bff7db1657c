//! How a player that searches comes to a move.
//!
//! 1. A stone that ends the game is played.
//! 2. What is held stays held: as long as a look proves that the position is won, a move is played after which a look still
//!    proves it, the one that is nearest home ([`super::hold`]).
//! 3. What is lost at a look is made as long as it can be.
//! 4. Everything else is searched. Proofs found on the way are kept for the next move.

use super::hold::{self, Held};
use super::searcher::Mind;
use super::{Options, Thoughts, Turn};
use crate::analysis::{self, Analysis};
use crate::board::{BoardSize, Cell, Move, Position};
use crate::evaluate::EdgePatterns;
use crate::search::{
    self, Bare, Entry, Keys, Limits, Linked, Numbering, Outcome, Score, Table, allot, carry_over,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many times its time a player may take to find again what it had proved.
const PATIENCE: u32 = 10;

/// A mind for boards of one size.
pub(super) struct Thinker<const W: usize> {
    search: search::Options,
    looks: analysis::Options,
    threads: usize,
    resigns: bool,
    /// Whether it sees connections.
    linked: bool,
    patterns: Option<Arc<EdgePatterns<W>>>,
    table: Table,
    /// What the numbers in the table mean.
    numbering: Option<Numbering<W>>,
    held: Option<Held<W>>,
    /// Whether the last search proved a win.
    had_proof: bool,
    thoughts: Thoughts,
}

impl<const W: usize> Thinker<W> {
    pub fn new(size: BoardSize, options: &Options, bare: bool) -> Self {
        let search = search::Options::read(&options.search);
        let extended = options.evaluation.choice("neighbours") != "touching";
        Self {
            table: Table::new(match search.keys {
                Keys::Off => 0,
                _ => search.table_bytes,
            }),
            search,
            looks: options.analysis(),
            threads: options.player.whole("threads") as usize,
            resigns: options.player.flag("resign"),
            linked: !bare,
            patterns: (bare && extended).then(|| Arc::new(EdgePatterns::new(size))),
            numbering: None,
            held: None,
            had_proof: false,
            thoughts: Thoughts::default(),
        }
    }

    /// How long to think, and from when on no new iteration is begun.
    fn time(turn: &Turn, empty: usize) -> (Duration, Option<Duration>) {
        match turn.game.clock.left(turn.colour) {
            None => (turn.limits.time, None),
            Some(left) => {
                let time = allot(left, empty);
                (time, Some(time / 2))
            }
        }
    }

    /// A search of a position, and whatever is known from the last one that still matters.
    fn search(&mut self, position: &Position<W>, turn: &Turn, time: Duration) -> Outcome {
        let enough = Self::time(turn, position.empty().len()).1;
        let limits = Limits {
            until: Instant::now().checked_add(time),
            enough,
            nodes: turn.limits.nodes,
            depth: turn.limits.depth.map(|depth| depth as u32),
            threads: self.threads,
            endless: false,
        };
        let (options, table) = (&self.search, &self.table);
        if self.linked {
            let analysis = Analysis::new(position, self.looks);
            let field = Linked::new(analysis, options.judge, options.order);
            search::search(&field, options, table, limits, turn.observer)
        } else {
            let field = Bare::new(position, self.patterns.clone()).judged_by(options.judge);
            search::search(&field, options, table, limits, turn.observer)
        }
    }

    /// Keeps of the table what still can come: all of it if that is wanted, else proofs.
    fn carry(&mut self, position: &Position<W>) {
        let all = self.search.keep;
        let useful = self.linked || all;
        match self.numbering.take() {
            Some(old) if useful && self.search.keys == Keys::Combinatorial => {
                carry_over(&self.table, &old, position, |entry: &Entry| {
                    all || entry.is_proof()
                });
            }
            _ => self.table.clear(),
        }
        self.numbering = Some(Numbering::new(position));
    }

    /// A move by search.
    fn find(&mut self, position: &Position<W>, turn: &Turn) -> Option<Cell> {
        self.carry(position);
        let (time, _) = Self::time(turn, position.empty().len());
        let start = Instant::now();
        let mut outcome = self.search(position, turn, time);
        let proved = |outcome: &Outcome| outcome.score.is_some_and(Score::is_won);
        // What was proved is found again, even if that takes longer.
        if self.had_proof && !proved(&outcome) && turn.game.clock.left(turn.colour).is_none() {
            outcome = self.search(position, turn, time * PATIENCE);
        }
        self.had_proof = proved(&outcome);
        let lost = outcome.score.is_some_and(Score::is_lost);
        let best = outcome.best;
        self.thoughts = Thoughts {
            score: outcome.score.map(|score| score.to_string()),
            lost,
            line: outcome.line,
            moves: outcome
                .root
                .iter()
                .filter_map(|root| Some((root.candidate.cell, root.score?.to_string())))
                .collect(),
            nodes: outcome.nodes,
            evaluations: outcome.evaluations,
            depth: outcome.depth,
            time: start.elapsed(),
        };
        best
    }

    /// A move by looks alone, if they decide.
    fn settled(&mut self, position: &Position<W>) -> Option<Cell> {
        let mover = position.to_move();
        if let Some(cell) = hold::ends(position) {
            self.say("won in 1", &[cell], false);
            return Some(cell);
        }
        if !self.linked {
            return None;
        }
        if let Some(held) = self.held.take()
            && let Some((cell, held)) = held.answer(position)
        {
            self.held = Some(held);
            self.say("won", &[cell], false);
            return Some(cell);
        }
        let analysis = Analysis::new(position, self.looks);
        match analysis.decided() {
            Some((winner, _)) if winner == mover => {
                let (cell, held) = Held::new(analysis)?;
                self.held = Some(held);
                self.say("won", &[cell], false);
                Some(cell)
            }
            Some(_) => {
                let cell = hold::longest(position);
                self.say("lost", &cell.map_or(Vec::new(), |cell| vec![cell]), true);
                cell
            }
            None => None,
        }
    }

    fn say(&mut self, score: &str, line: &[Cell], lost: bool) {
        self.thoughts = Thoughts {
            score: Some(score.to_owned()),
            lost,
            line: line.to_vec(),
            moves: line.iter().map(|&cell| (cell, score.to_owned())).collect(),
            ..Thoughts::default()
        };
    }
}

impl<const W: usize> Mind for Thinker<W> {
    fn choose(&mut self, turn: &Turn) -> Move {
        let mut position: Position<W> = turn.game.board().resize();
        position.set_to_move(turn.colour);
        let cell = match self.settled(&position) {
            Some(cell) => Some(cell),
            None => self.find(&position, turn),
        };
        if self.resigns && self.thoughts.lost {
            return Move::Resign;
        }
        // A search that was told to end before it began knows no move.
        let cell = cell.or_else(|| hold::longest(&position));
        cell.map_or(Move::Resign, Move::Place)
    }

    fn thoughts(&self) -> &Thoughts {
        &self.thoughts
    }
}
