//! Plain text tables: the first column is left-aligned, the others right-aligned.

use crate::arena::report::columns;
use std::fmt;

/// A table with a head.
#[derive(Clone, Debug, Default)]
pub struct TextTable(Vec<Vec<String>>);

impl TextTable {
    /// A table with these columns.
    pub fn new(head: &[&str]) -> Self {
        Self(vec![head.iter().map(|&text| text.to_owned()).collect()])
    }

    /// Adds a row; missing cells are dashes.
    pub fn row<T: fmt::Display>(&mut self, cells: impl IntoIterator<Item = T>) {
        let cells = cells.into_iter().map(|cell| cell.to_string());
        self.0.push(cells.collect());
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&columns(&self.0, &[0]))
    }
}
