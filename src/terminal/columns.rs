//! Lines that are overwritten repeatedly and must not exceed the width of the terminal.

use std::io;
use terminal_size::terminal_size_of;

/// The columns of the terminal by its settings, or else by `COLUMNS`.
pub fn columns() -> usize {
    known_columns().unwrap_or(USUAL)
}

/// The same; `None` if neither names them.
pub fn known_columns() -> Option<usize> {
    let sizes = [
        terminal_size_of(io::stderr()),
        terminal_size_of(io::stdout()),
    ];
    let mut columns = sizes.into_iter().flatten().map(|(columns, _)| columns.0);
    if let Some(columns) = columns.find(|&columns| columns > 0) {
        return Some(usize::from(columns).max(LEAST));
    }
    let value = std::env::var("COLUMNS").ok();
    let columns: Option<usize> = value.and_then(|value| value.parse().ok());
    columns.map(|columns| columns.max(LEAST))
}

/// The columns if the terminal reports none, and the fewest accepted.
const USUAL: usize = 80;
const LEAST: usize = 8;

/// Cuts a line to this many columns: a longer one could not be erased. The last column stays free
/// because some terminals wrap there.
pub fn cut(line: &str, columns: usize) -> &str {
    let end = line.char_indices().nth(columns.max(2) - 1);
    end.map_or(line, |(end, _)| &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_to_the_terminal() {
        assert_eq!(cut("123456", 7), "123456");
        assert_eq!(cut("123456", 6), "12345");
        assert_eq!(cut("äöüäöü", 4), "äöü");
        assert_eq!(cut("12", 0), "1");
    }
}
