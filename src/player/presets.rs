//! Options that several players come with.

use super::OptionTables;
use crate::base::parameter::Numbers;
use crate::knowledge::evaluate::Neighbours;
use crate::search::alpha_beta::{Evaluation, SelectionKind};

/// The best so many moves at each ply; the last number goes on.
pub fn beam(tables: &mut OptionTables, width: &'static [f64]) {
    tables.search.select = SelectionKind::Beam;
    tables.search.beam_width = Numbers::of(width);
}

/// Two-distances, with deeper search of good moves.
pub fn tapered(tables: &mut OptionTables) {
    tables.search.evaluate_by = Evaluation::TwoDistance;
    tables.evaluation.neighbours = Neighbours::Extended;
    tables.search.select = SelectionKind::Taper;
}
