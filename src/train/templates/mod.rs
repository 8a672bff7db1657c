//! The finder of edge templates: all minimal carriers of a pattern inside a window.
//!
//! A **pattern** ([`Pattern`]) is a stone on a row above its edge, with one other stone or none. A
//! **window** (`window`) is a trapezoid of cells below and beside the stone; every cell that is not
//! in the set under test is the opponent's, so whether a set of cells is a carrier does not depend
//! on what lies outside. More cells never hurt: the question is monotone, and its minimal answers
//! are found exactly, by dualization (`dual`), each question put to the solver.
//!
//! # How far this is complete
//!
//! Inside its window the enumeration leaves nothing out: it ends only when every set of cells
//! either contains a template that was found or lies in a set that was proved to be none. The
//! window is a restriction, in two ways:
//!
//! - **sideways**: with a reach of n, carriers on the row of the stone end n columns from it, and
//!   below it the window widens with the mirror image. One stone on the second to the fourth row
//!   has the same templates at every reach from 2 to 6, which is 16 columns at the edge, and one on
//!   the fifth row at 3 and 4, which is 13: the carriers end inside the widest window. That there
//!   are none wider still is not proved; with cells above, a wider window does bring more.
//! - **upwards**: the stone hangs on a chain of its colour that leads to the far edge of the board
//!   on which the solver judges. Cells on the row above the stone may be in the window on one side
//!   only ([`Pattern::above`]): there, what touches that chain touches the stone as well. Carriers
//!   that go round the stone, or two rows above it, are not looked for.
//!
//! Interior templates (`interior`) are found in the same way. What proofs in the window of each
//! stone would bring, beside the templates that are kept, is measured (`on_demand`).
//!
//! What the engine's rules find inside a carrier by themselves, with no template, is counted and
//! not kept.

mod dual;
mod gather;
mod interior;
mod on_demand;
mod pattern;
mod recall;
mod search;
mod window;

pub use gather::Gathered;
pub use interior::{InteriorPlan, InteriorTemplates};
pub use on_demand::{OnDemand, OnDemandCounts};
pub use pattern::{Pattern, PatternPlan, RowReach};
pub use search::{SearchedPattern, search};
pub use window::Ended;
