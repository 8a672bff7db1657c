//! The finder of edge templates: all minimal carriers of a pattern inside a window.
//!
//! A **pattern** ([`Pattern`]) is a stone on a row above its edge, with at most one other stone. A
//! **window** (`window`) is a trapezoid of cells below and beside the stone. Every cell outside the
//! set under test belongs to the opponent, so whether a set is a carrier does not depend on cells
//! outside the window. More cells never hurt: the question is monotone, so dualization (`dual`)
//! finds its minimal answers exactly. The solver answers each question.
//!
//! # How far this is complete
//!
//! Within its window the enumeration is complete: it ends only when every set of cells either
//! contains a known template or lies in a set that is proved not to be a carrier. The window is a
//! restriction in two ways:
//!
//! - **sideways**: with a reach of n, carriers on the row of the stone end n columns from it, and
//!   the window widens below it with the mirror image. One stone on the second to the fourth row
//!   has the same templates at every reach from 2 to 6 (16 columns at the edge), and one on the
//!   fifth row at 3 and 4 (13 columns): the carriers end inside the widest window. It is not proved
//!   that no wider ones exist. With cells above, a wider window gives more.
//! - **upwards**: a chain connects the stone to the far edge of the board on which the solver
//!   decides. The window can have cells on the row above the stone on one side only
//!   ([`Pattern::above`]): there, a cell that touches that chain touches the stone as well.
//!   Carriers that go round the stone, or two rows above it, are not searched.
//!
//! Interior templates (`interior`) are found in the same way. `on_demand` measures the alternative
//! to stored templates: a proof in the window of each stone.
//!
//! Templates that the connection rules find in the carrier by themselves are counted and not kept.

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
