//! Checks the claims of a store: an empty solver proves each again, and the checker, which uses
//! neither solver nor store, checks the certificate.

use crate::at_width;
use crate::certificate::{Certificate, check};
use crate::hex::{Colour, Position};
use crate::solver::{Fact, NotCertified, ProveOptions, Solver};
use crate::think::{Limits, Observer};

/// Why a claim was not confirmed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotConfirmed {
    /// The other side wins.
    #[error("it is wrong: {0} wins")]
    Wrong(Colour),
    /// It stays open within the limits.
    #[error("it is not decided within the limits")]
    Undecided,
    /// There is a winner, but no certificate.
    #[error("no certificate: {0}")]
    Unproved(String),
}

/// Proves a claim again and returns the certificate.
pub fn confirm(
    fact: &Fact,
    options: ProveOptions,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<Certificate, NotConfirmed> {
    at_width!(fact.size(), W => {
        let solver = Solver::<W>::new(fact.size(), options);
        let model: Position<W> = fact.model().resize();
        certified(&model, fact.winner(), &solver, limits, observer)
    })
}

/// The checked certificate of a winner, written by a solver.
pub fn certified<const W: usize>(
    position: &Position<W>,
    winner: Colour,
    solver: &Solver<W>,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<Certificate, NotConfirmed> {
    if let Some(joined) = position.winner()
        && joined != winner
    {
        return Err(NotConfirmed::Wrong(joined));
    }
    let unproved = |why: &dyn std::fmt::Display| NotConfirmed::Unproved(why.to_string());
    let certificate = match solver.certify(position, limits, observer) {
        Ok(certificate) => certificate,
        Err(NotCertified::Undecided) => return Err(NotConfirmed::Undecided),
        Err(why @ NotCertified::Broken(_)) => return Err(unproved(&why)),
    };
    let checked = check(&certificate).map_err(|why| unproved(&why))?;
    if checked.winner != winner {
        return Err(NotConfirmed::Wrong(checked.winner));
    }
    if checked.position != position.resize() {
        return Err(NotConfirmed::Unproved(
            "it is for another position".to_owned(),
        ));
    }
    Ok(certificate)
}
