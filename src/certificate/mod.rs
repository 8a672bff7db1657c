//! Certificates: proofs of who wins a position that anyone can check without the engine.
//!
//! A certificate is a list of claims. Each follows from earlier ones by one of five rules; the last
//! states that the winner connects its edges. This module has the format, the rules, the checker,
//! and a walk through a checked proof. It imports [`crate::hex`] and nothing else: no connections,
//! no fill-in, no search. [`Solver::certify`](crate::solver::Solver::certify)
//! writes certificates by the same rules.
//!
//! ```
//! use mustplay::certificate::check_text;
//! use mustplay::hex::Colour;
//!
//! // Black's stone on b1 reaches the bottom by a2 or b2, so White cannot stop it.
//! let text = r#"{
//!     "format": "mustplay-certificate/2", "width": 2, "height": 2,
//!     "black": ["b1"], "white": [], "to_move": "white", "winner": "black",
//!     "nodes": [
//!         {"path": {"x": "north", "y": "south", "cells": ["b1", "a2"]}},
//!         {"move": {"cell": "a2", "child": 0}},
//!         {"path": {"x": "north", "y": "south", "cells": ["b1", "b2"]}},
//!         {"move": {"cell": "b2", "child": 2}},
//!         {"or": {"children": [1, 3]}}
//!     ]
//! }"#;
//! let megabytes = 100;
//! let proved = check_text(text.as_bytes(), megabytes)?;
//! assert_eq!(proved[0].winner, Colour::Black);
//! assert_eq!(proved[0].position.size().names(proved[0].carrier), "a2 b2");
//!
//! // The claims join Black's edges, so they prove nothing of White.
//! let wrong = text.replace(r#""winner": "black""#, r#""winner": "white""#);
//! assert!(check_text(wrong.as_bytes(), megabytes).is_err());
//! # Ok::<(), mustplay::certificate::NotChecked>(())
//! ```
//!
//! - [`Certificate`]: the proof of one position in the form of a file; [`JointCertificate`]: of
//!   several, which share claims. Both consist of [`CertificateNode`]s;
//! - [`check`]: whether a certificate is right, and what it proves ([`Checked`]);
//! - [`check_text`]: the same from the text of either kind, in bounded memory;
//! - [`ProofWalk`]: a certificate as a game: the winner's answer to every move of the loser.
//!
//! Three types describe a claim. A [`CertificateNode`] is its text, with the names of cells; a
//! `CertificateStep` is the same with cells of the board; a `CertificateClaim` is what the rules
//! conclude from the step.

mod checker;
mod format;
mod header;
mod meter;
mod node;
mod read;
mod rules;
mod walk;

pub use checker::{Checked, NotProved, check};
pub use format::{Certificate, FORMAT, JOINT_FORMAT, JointCertificate, JointPosition};
pub use node::CertificateNode;
pub use read::{NotChecked, check_text};
pub use rules::Unsound;
pub(crate) use rules::{CertificateClaim, CertificateRules, CertificateStep};
pub use walk::{NoWay, ProofWalk, WalkPosition, WalkStep};
