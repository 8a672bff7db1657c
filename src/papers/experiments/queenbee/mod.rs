//! Van Rijswijck 2000, Computer Hex: Are Bees Better Than Fruitflies?

pub mod branching;
pub mod category;
pub mod learning;
pub mod length;
pub mod matches;
pub mod perfect;
pub mod ways;
