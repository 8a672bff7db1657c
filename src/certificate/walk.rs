//! Steps through a certificate: the loser tries moves, and the winner answers by the proof.
//!
//! What the winner still holds is a tree of claims, opened only where the loser intrudes:
//!
//! - an **and** holds both parts, which share no cell: the answer is in the part where the loser
//!   moved;
//! - an **or** has a part that does not need the cell of the loser's move: the move of that part is
//!   the answer, and the winner then holds what follows it;
//! - each cell of a **captured** pair answers the other; until then the winner plays as if both
//!   were its stones;
//! - a **path** needs nothing.
//!
//! So the carrier never grows, each answer lies in the carrier, and when the carrier is empty, the
//! winner has joined its edges.

use super::checker::{Checked, NotProved, check_keeping};
use super::format::Certificate;
use super::rules::{CertificateClaim, CertificateStep};
use crate::hex::{BoardSize, Cell, CellSet, Colour, IllegalMove, Position};

/// Wide enough for every board with certificates.
const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// The greatest depth of nested claims; real proofs stay far below.
const DEEPEST: usize = 2000;

type Cells = CellSet<WIDE>;

/// What the winner holds.
#[derive(Clone, Debug)]
enum Held {
    /// Nothing is left to do.
    Nothing,
    /// A full claim.
    Claim(usize),
    /// Two parts without a common cell.
    Both(Box<Held>, Box<Held>),
    /// A part for which both cells of a pair count as the winner's.
    Pair([Cell; 2], Box<Held>),
}

/// A checked proof to step through.
pub struct ProofWalk {
    certificate: Certificate,
    checked: Checked,
    steps: Vec<CertificateStep<WIDE>>,
    claims: Vec<CertificateClaim<WIDE>>,
}

/// A move of the loser and the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkStep {
    /// The move; `None` if the winner begins.
    pub tried: Option<Cell>,
    /// The answer; `None` once the edges are joined.
    pub answer: Option<Cell>,
    /// Whether it has to be answered; otherwise the winner can move anywhere.
    pub forced: bool,
}

/// The state of a walk.
#[derive(Clone, Debug)]
pub struct WalkPosition {
    /// The position, with the loser to move.
    pub board: Position<WIDE>,
    /// The steps so far.
    pub steps: Vec<WalkStep>,
    /// The empty cells that the winner still needs.
    pub carrier: Cells,
}

/// Why a walk cannot continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoWay {
    /// The loser cannot move there.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The edges are joined.
    #[error("the winner has joined its edges")]
    Over,
    /// Claims are nested too deeply.
    #[error("the proof is too deep to step through")]
    TooDeep,
}

impl ProofWalk {
    /// Checks a certificate; `None` if `should_stop` says so before the end.
    pub fn open(
        certificate: Certificate,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, NotProved> {
        let kept = check_keeping(&certificate, should_stop)?;
        Ok(kept.map(|(checked, steps, claims)| Self {
            certificate,
            checked,
            steps,
            claims,
        }))
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// What it proves.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// The position after these moves of the loser and the answers to them.
    pub fn walk(&self, tries: &[Cell]) -> Result<WalkPosition, NoWay> {
        let winner = self.checked.winner;
        let mut at = WalkPosition {
            board: self.checked.position,
            steps: Vec::new(),
            carrier: self.checked.carrier,
        };
        let mut held = Held::Claim(self.claims.len().saturating_sub(1));
        if at.board.to_move() == winner && at.board.winner().is_none() {
            held = self.act(held, None, &mut at)?;
        }
        for &cell in tries {
            if at.board.winner().is_some() {
                return Err(NoWay::Over);
            }
            at.board.set_to_move(!winner);
            at.board.try_play(cell)?;
            held = self.act(held, Some(cell), &mut at)?;
        }
        at.board.set_to_move(!winner);
        at.carrier = self.needs(&held, at.board.stones(winner));
        Ok(at)
    }

    /// The winner's answer.
    fn act(&self, held: Held, tried: Option<Cell>, at: &mut WalkPosition) -> Result<Held, NoWay> {
        let winner = self.checked.winner;
        let own = at.board.stones(winner);
        let (mut held, mut answer) = match tried {
            Some(cell) => self.reply(held, cell, own, 0)?,
            None => self.advance(held, own, 0)?,
        };
        let forced = answer.is_some();
        if !forced && at.board.winner().is_none() {
            (held, answer) = self.advance(held, own, 0)?;
        }
        if let Some(cell) = answer {
            at.board.set_to_move(winner);
            at.board.try_play(cell)?;
        }
        at.steps.push(WalkStep {
            tried,
            answer,
            forced,
        });
        Ok(held)
    }

    /// The needed cells, if the winner has these stones.
    fn needs(&self, held: &Held, own: Cells) -> Cells {
        match held {
            Held::Nothing => CellSet::EMPTY,
            Held::Claim(number) => self.claims[*number].cells - own,
            Held::Both(one, other) => self.needs(one, own) | self.needs(other, own),
            Held::Pair(pair, inner) => {
                let both: Cells = pair.iter().copied().collect();
                // One of them answers the other, and then it is among the winner's stones.
                let open = both.is_disjoint(own);
                let pair = if open { both } else { CellSet::EMPTY };
                self.needs(inner, own | both) | pair
            }
        }
    }

    /// What the winner holds after a move of the loser, and the answer if one is needed.
    fn reply(
        &self,
        held: Held,
        cell: Cell,
        own: Cells,
        depth: usize,
    ) -> Result<(Held, Option<Cell>), NoWay> {
        if depth > DEEPEST {
            return Err(NoWay::TooDeep);
        }
        if !self.needs(&held, own).contains(cell) {
            return Ok((held, None));
        }
        Ok(match held {
            Held::Nothing => (held, None),
            Held::Both(one, other) if self.needs(&one, own).contains(cell) => {
                let (one, answer) = self.reply(*one, cell, own, depth + 1)?;
                (Held::Both(one.into(), other), answer)
            }
            Held::Both(one, other) => {
                let (other, answer) = self.reply(*other, cell, own, depth + 1)?;
                (Held::Both(one, other.into()), answer)
            }
            Held::Pair([a, b], inner) if a == cell || b == cell => {
                let answer = if a == cell { b } else { a };
                (Held::Pair([a, b], inner), Some(answer))
            }
            Held::Pair(pair, inner) => {
                let own = own | pair.into_iter().collect();
                let (inner, answer) = self.reply(*inner, cell, own, depth + 1)?;
                (Held::Pair(pair, inner.into()), answer)
            }
            Held::Claim(number) => match &self.steps[number] {
                CertificateStep::Or { children, .. } => {
                    let spared = |&&child: &&usize| !self.given(child, own).contains(cell);
                    let spared = children.iter().filter(spared);
                    match spared.min_by_key(|&&child| self.given(child, own).len()) {
                        Some(&child) => self.make(child, own, depth + 1)?,
                        None => (held, None),
                    }
                }
                _ => self.reply(self.opened(number), cell, own, depth + 1)?,
            },
        })
    }

    /// A free move of the winner: one that leaves it with less to do.
    fn advance(&self, held: Held, own: Cells, depth: usize) -> Result<(Held, Option<Cell>), NoWay> {
        if depth > DEEPEST {
            return Err(NoWay::TooDeep);
        }
        if self.needs(&held, own).is_empty() {
            return Ok((held, None));
        }
        Ok(match held {
            Held::Nothing => (held, None),
            Held::Both(one, other) => match self.advance(*one, own, depth + 1)? {
                (one, None) => {
                    let (other, answer) = self.advance(*other, own, depth + 1)?;
                    (Held::Both(one.into(), other.into()), answer)
                }
                (one, answer) => (Held::Both(one.into(), other), answer),
            },
            Held::Pair(pair, inner) => {
                let both: Cells = pair.into_iter().collect();
                let (inner, answer) = self.advance(*inner, own | both, depth + 1)?;
                let open = both.is_disjoint(own);
                let answer = answer.or(open.then_some(pair[0]));
                (Held::Pair(pair, inner.into()), answer)
            }
            Held::Claim(number) => match &self.steps[number] {
                CertificateStep::Or { children, .. } => {
                    let least = children.iter();
                    match least.min_by_key(|&&child| self.given(child, own).len()) {
                        Some(&child) => match self.make(child, own, depth + 1)? {
                            (held, None) => self.advance(held, own, depth + 1)?,
                            made => made,
                        },
                        None => (held, None),
                    }
                }
                CertificateStep::Move { .. } => self.make(number, own, depth + 1)?,
                CertificateStep::Capture { .. } if !self.claims[number].full => {
                    self.make(number, own, depth + 1)?
                }
                _ => self.advance(self.opened(number), own, depth + 1)?,
            },
        })
    }

    /// The cells that a claim needs, if the winner has these stones.
    fn given(&self, claim: usize, own: Cells) -> Cells {
        self.claims[claim].cells - own
    }

    /// The parts of a claim that involves no choice.
    fn opened(&self, claim: usize) -> Held {
        match self.steps[claim] {
            CertificateStep::And([a, b]) => {
                Held::Both(Held::Claim(a).into(), Held::Claim(b).into())
            }
            CertificateStep::Capture { pair, child, .. } => {
                Held::Pair(pair, Held::Claim(child).into())
            }
            _ => Held::Nothing,
        }
    }

    /// Makes the move of a semi. A full needs none, and neither does a semi whose move has been
    /// made.
    fn make(&self, claim: usize, own: Cells, depth: usize) -> Result<(Held, Option<Cell>), NoWay> {
        if depth > DEEPEST {
            return Err(NoWay::TooDeep);
        }
        Ok(match self.steps[claim] {
            CertificateStep::Move { cell, child } => {
                (Held::Claim(child), (!own.contains(cell)).then_some(cell))
            }
            CertificateStep::Capture { pair, child, .. } if !self.claims[claim].full => {
                let own = own | pair.into_iter().collect();
                let (inner, answer) = self.make(child, own, depth + 1)?;
                (Held::Pair(pair, inner.into()), answer)
            }
            _ => (Held::Claim(claim), None),
        })
    }

    /// The winner.
    pub fn winner(&self) -> Colour {
        self.checked.winner
    }
}
