//! Writes the claim of a position into a certificate.
//!
//! The solver gives the winner and its carrier; all other cells count as the loser's from then on.
//! If the winner's connections join its edges inside the carrier, they are derived
//! ([`super::derive`]), with the pairs that it captures filled ([`super::capture`]). Else play goes
//! on as the solver has searched it, since what its table knows has not to be proved again:
//!
//! - where the winner is to move, its move is followed;
//! - where the loser is to move, there must be a semi for each of its moves. A semi rules out all
//!   moves that it does not need, so that only moves that all semis need are left. The first are
//!   those of the connections; then come the answers that the solver knows and the threats that it
//!   had from its claims, those first that leave fewest moves;
//! - where the solver had its decision from a claim, the proof of that is written for the position
//!   in which the claim was found. There only claims that are older count, so that none rests on
//!   itself.
//!
//! A claim needs no position, so it serves wherever its stones stand and its cells are free; if it
//! lacks one stone it is a semi, by playing there.

use super::capture::CapturedFill;
use super::derive::{Derivation, shortest};
use super::draft::Draft;
use super::{CertificateDrafts, ColourDraft, NotCertified};
use crate::certificate::CertificateStep;
use crate::hex::{Cell, CellSet, Colour, Position};
use crate::solver::claims::KeptClaim;
use crate::solver::options::CERTIFIED;
use crate::solver::{ProofResult, Solver};
use crate::think::{Limits, Observer};

/// One of the threads that write.
pub struct ClaimWriter<'a, const W: usize> {
    pub drafts: &'a CertificateDrafts<'a, W>,
    pub limits: Limits,
    pub winner: Colour,
    /// The solver's claims with lower numbers count.
    pub before: u64,
    /// Whether there are other writers.
    pub helped: bool,
}

/// What may answer moves of the loser's.
enum Answer<const W: usize> {
    /// A claim of the solver's.
    Threat(KeptClaim<W>),
    /// What it knows of the position after one of them.
    Reply(Cell),
}

impl<const W: usize> Answer<W> {
    /// The position whose claim it comes from.
    fn position(&self, answered: &Position<W>) -> Position<W> {
        match self {
            Self::Threat(kept) => kept.found_in(answered.size()),
            &Self::Reply(cell) => {
                let mut after = *answered;
                after.play(cell);
                after
            }
        }
    }
}

impl<'a, const W: usize> ClaimWriter<'a, W> {
    fn solver(&self) -> &'a Solver<W> {
        self.drafts.solver
    }

    fn observer(&self) -> &'a dyn Observer {
        self.drafts.observer
    }

    fn own(&self) -> &'a ColourDraft<W> {
        &self.drafts.of[self.winner.index()]
    }

    fn draft(&self) -> &'a Draft<W> {
        &self.own().draft
    }

    /// A claim that the winner wins a position.
    pub fn claim(&mut self, position: &Position<W>) -> Result<usize, NotCertified> {
        if let Some(&why) = self.drafts.failed.get() {
            return Err(why);
        }
        let key = self.own().key(position);
        if let Some(claim) = *self.own().known().entry(key).or_insert(None) {
            return Ok(claim);
        }
        let claim = self.new_claim(position)?;
        let stated = self.draft().claim(claim);
        let (own, other, moves) = key;
        if !stated.fits(own, other) || !(stated.full || moves) {
            return Err(NotCertified::Broken("a claim does not fit its position"));
        }
        self.own().known().insert(key, Some(claim));
        let all = self.drafts.of.iter();
        let claims = all.map(|one| one.draft.count()).sum();
        self.observer().certified(claims);
        Ok(claim)
    }

    /// Whether the winner is to move.
    fn moves(&self, position: &Position<W>) -> bool {
        position.to_move() == self.winner
    }

    fn new_claim(&mut self, position: &Position<W>) -> Result<usize, NotCertified> {
        let edges = self.draft().rules.edges();
        let own = position.stones(self.winner);
        if let Some(cells) = shortest(&self.draft().rules, own, edges) {
            let path = CertificateStep::Path { ends: edges, cells };
            return self
                .draft()
                .add(path)
                .ok_or(NotCertified::Broken("stones that do not join"));
        }
        if !self.knows(position, position.geometry().all()) {
            if let Some(claim) = self.by_claims(position)? {
                return Ok(claim);
            }
            // What is quick to find needs no search.
            if let Joined::Claim(claim) = self.join(position)? {
                return Ok(claim);
            }
        }
        let known = self.solver().known(position, self.limits, self.observer());
        let result =
            known.unwrap_or_else(|| self.solver().solve(position, self.limits, self.observer()));
        let winner = result.winner.ok_or(NotCertified::Undecided)?;
        if winner != self.winner {
            return Err(NotCertified::Broken("the winner loses"));
        }
        let moves = self.moves(position);
        let searched = self
            .solver()
            .decided(position)
            .is_some_and(|node| node.work > 1);
        if moves && searched && result.best.is_some() {
            // Connections have not won it, and a move has.
            return self.by_move(position, &result);
        }
        let mut alone = *position;
        for cell in position.empty() - result.carrier {
            alone.place(!winner, cell);
        }
        match self.join(&alone)? {
            Joined::Claim(claim) => Ok(claim),
            Joined::Semis(..) if moves => self.by_move(position, &result),
            Joined::Semis(captured, semis) => {
                self.for_all_moves(position, result.carrier, &captured, semis)
            }
        }
    }

    /// Whether the solver knows that the winner wins a position by these cells.
    fn knows(&self, position: &Position<W>, inside: CellSet<W>) -> bool {
        let node = self.solver().decided(position);
        node.is_some_and(|node| {
            node.wins() == Some(self.moves(position)) && node.cover.is_subset(inside)
        })
    }

    /// The winner's connections on a board.
    fn join(&mut self, board: &Position<W>) -> Result<Joined<W>, NotCertified> {
        let captured = CapturedFill::new(&self.draft().rules, board);
        let moves = self.moves(board);
        let mut derivation = Derivation::new(self.draft(), &captured.board, self.winner, CERTIFIED);
        let mut joined = derivation.winning_full();
        if joined.is_none() && moves {
            joined = derivation.winning_semi();
        }
        let Some(joined) = joined else {
            let semis = if moves {
                Vec::new()
            } else {
                derivation.winning_semis()
            };
            return Ok(Joined::Semis(captured, semis));
        };
        let released = captured.release(self.draft(), joined);
        let released = released.ok_or(NotCertified::Broken("a pair that is not captured"))?;
        Ok(Joined::Claim(released))
    }

    /// A claim of a position that one of the solver's claims decides.
    fn by_claims(&mut self, position: &Position<W>) -> Result<Option<usize>, NotCertified> {
        let known = self
            .solver()
            .read_claims()
            .probe_before(position, self.before);
        match known {
            Err(kept) => self.by_claim(position, &kept, self.moves(position)),
            Ok(_) => Ok(None),
        }
    }

    /// A claim that holds in a position, a semi if `semi`, from the proof of one of the solver's,
    /// if that can be found and fits.
    fn by_claim(
        &mut self,
        position: &Position<W>,
        kept: &KeptClaim<W>,
        semi: bool,
    ) -> Result<Option<usize>, NotCertified> {
        let there = kept.found_in(position.size());
        if kept.claim.winner != self.winner || !self.knows(&there, position.geometry().all()) {
            return Ok(None);
        }
        let before = std::mem::replace(&mut self.before, kept.number);
        let claim = self.claim(&there);
        self.before = before;
        let claim = claim?;
        let stated = self.draft().claim(claim);
        let (own, other) = (position.stones(self.winner), position.stones(!self.winner));
        let missing = stated.stones - own;
        if !stated.cells.is_disjoint(other) || !(stated.full || semi) {
            return Ok(None);
        }
        let mut cells = missing.iter();
        Ok(match (cells.next(), cells.next()) {
            (None, _) => Some(claim),
            (Some(cell), None) if semi && stated.full && position.empty().contains(cell) => self
                .draft()
                .add(CertificateStep::Move { cell, child: claim }),
            _ => None,
        })
    }

    /// Why there is no winning move in a position that is won, on which so many positions were
    /// spent: the limits may have ended the search for it.
    fn no_move(&self, nodes: u64) -> NotCertified {
        let spent = self.limits.nodes.is_some_and(|most| nodes >= most);
        if spent || self.limits.is_over(self.observer()) {
            NotCertified::Undecided
        } else {
            NotCertified::Broken("no winning move")
        }
    }

    /// The position after a move, where the winner wins by these cells: if the solver does not know
    /// that, with all others the loser's, as it may find other cells else.
    fn after(&self, position: &Position<W>, cell: Cell, inside: CellSet<W>) -> Position<W> {
        let mut after = *position;
        after.play(cell);
        if !self.knows(&after, inside) {
            for cell in after.empty() - inside {
                after.place(!self.winner, cell);
            }
        }
        after
    }

    /// A semi by the winning move of a result.
    fn by_move(
        &mut self,
        position: &Position<W>,
        result: &ProofResult<W>,
    ) -> Result<usize, NotCertified> {
        let cell = result.best.ok_or_else(|| self.no_move(result.nodes))?;
        let child = self.claim(&self.after(position, cell, result.carrier))?;
        // A move that its claim does without was not needed.
        if !self.draft().claim(child).stones.contains(cell) {
            return Ok(child);
        }
        let step = CertificateStep::Move { cell, child };
        self.draft()
            .add(step)
            .ok_or(NotCertified::Broken("a move without a full"))
    }

    /// A full from semis, with which the loser's moves are answered.
    fn for_all_moves(
        &mut self,
        position: &Position<W>,
        inside: CellSet<W>,
        captured: &CapturedFill<W>,
        semis: Vec<usize>,
    ) -> Result<usize, NotCertified> {
        let full = self.full_of(position, inside, captured.cells(), &semis)?;
        if let Some(claim) = captured.release(self.draft(), full) {
            return Ok(claim);
        }
        // What joins the semis needs cells that break a pair: then each semi must do without, and
        // so must the full.
        let released = semis.into_iter();
        let released: Vec<usize> = released
            .filter_map(|semi| captured.release(self.draft(), semi))
            .collect();
        self.full_of(position, inside, CellSet::EMPTY, &released)
    }

    /// The same where these cells count as the winner's.
    fn full_of(
        &mut self,
        position: &Position<W>,
        inside: CellSet<W>,
        held: CellSet<W>,
        semis: &[usize],
    ) -> Result<usize, NotCertified> {
        let mut common = position.empty() - held;
        let mut chosen = Vec::new();
        for &semi in semis {
            self.choose(semi, &mut common, &mut chosen);
        }
        let mut answers = if common.is_empty() {
            Vec::new()
        } else {
            self.answers(position, common, inside)
        };
        while let Some(first) = (common & inside).first().or(common.first()) {
            let next = self.next_answer(position, &answers, common);
            let answer = next.map(|place| answers.swap_remove(place).1);
            let reply = match answer {
                Some(Answer::Threat(kept)) => {
                    if let Some(semi) = self.by_claim(position, &kept, true)? {
                        self.choose(semi, &mut common, &mut chosen);
                    }
                    continue;
                }
                Some(Answer::Reply(cell)) => cell,
                None => first,
            };
            let all = position.geometry().all();
            let cells = if inside.contains(reply) { inside } else { all };
            let semi = self.claim(&self.after(position, reply, cells))?;
            self.choose(semi, &mut common, &mut chosen);
        }
        self.draft()
            .side_by_side(&chosen, position.stones(self.winner) | held)
            .ok_or(NotCertified::Broken("a move without an answer"))
    }

    /// The answer to be written next: of those that will be needed for these moves, first those
    /// that leave fewest, the first that no other thread is busy with, or the first.
    fn next_answer(
        &self,
        position: &Position<W>,
        answers: &[(CellSet<W>, Answer<W>)],
        moves: CellSet<W>,
    ) -> Option<usize> {
        let (mut left, mut first) = (moves, None);
        while !left.is_empty() {
            let leaves = |&place: &usize| {
                let cells = answers[place].0;
                ((cells & left).len(), cells.len())
            };
            let best = (0..answers.len()).min_by_key(leaves);
            let Some(best) = best.filter(|best| leaves(best).0 < left.len()) else {
                break;
            };
            first = first.or(Some(best));
            let (cells, answer) = &answers[best];
            if !self.helped || !self.own().is_begun(&answer.position(position)) {
                return Some(best);
            }
            left &= *cells;
        }
        first
    }

    /// Chooses a semi if it answers one of the moves that are left.
    fn choose(&self, semi: usize, moves: &mut CellSet<W>, chosen: &mut Vec<usize>) {
        let cells = self.draft().claim(semi).cells;
        if !moves.is_subset(cells) {
            *moves &= cells;
            chosen.push(semi);
        }
    }

    /// What the solver knows against these moves of the loser's, with the cells that it needs: none
    /// but these.
    fn answers(
        &self,
        position: &Position<W>,
        moves: CellSet<W>,
        inside: CellSet<W>,
    ) -> Vec<(CellSet<W>, Answer<W>)> {
        let replies = moves.iter().filter_map(|cell| {
            let mut after = *position;
            after.play(cell);
            let node = self.solver().decided(&after)?;
            let wins = node.wins() == Some(true) && node.cover.is_subset(inside);
            wins.then_some((node.cover, Answer::Reply(cell)))
        });
        let mut answers: Vec<_> = replies.collect();
        let threats = self
            .solver()
            .read_claims()
            .probe_before(position, self.before);
        let threats = match threats {
            Ok(threats) => threats,
            Err(kept) => vec![(kept.claim.carrier, kept)],
        };
        let threats = threats
            .into_iter()
            .filter(|(cells, kept)| kept.claim.winner == self.winner && cells.is_subset(inside));
        answers.extend(threats.map(|(cells, kept)| (cells, Answer::Threat(kept))));
        answers
    }
}

/// The connections on a board.
enum Joined<const W: usize> {
    /// A claim that the edges are joined.
    Claim(usize),
    /// They are not, if the loser moves; the semis that join them, on the board with captured cells
    /// filled.
    Semis(CapturedFill<W>, Vec<usize>),
}
