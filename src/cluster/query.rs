//! Queries of a store: its views, as tables.

use super::database::SqlValue;
use super::{StoreFault, Transaction};
use std::fmt::Write as _;

/// A table: a title, the names of its columns, its rows.
#[derive(Clone, PartialEq, Debug)]
pub struct StatusTable {
    /// The title.
    pub title: &'static str,
    /// The columns.
    pub columns: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Vec<SqlValue>>,
}

/// A view, or a part of it, and its columns.
struct View {
    title: &'static str,
    columns: &'static [&'static str],
    rest: &'static str,
}

const VIEWS: [View; 6] = [
    View {
        title: "progress",
        columns: &[
            "name",
            "kind",
            "asked",
            "done",
            "leased",
            "aside",
            "nodes",
            "positions",
        ],
        rest: "ORDER BY name",
    },
    View {
        title: "busy",
        columns: &["worker", "project", "what", "seconds", "seconds_left"],
        rest: "ORDER BY seconds DESC",
    },
    View {
        title: "set_aside",
        columns: &["project", "what", "deaths"],
        rest: "",
    },
    View {
        title: "throughput",
        columns: &[
            "name",
            "program",
            "state",
            "jobs",
            "positions",
            "busy_seconds",
            "seconds",
            "positions_a_second",
        ],
        rest: "ORDER BY id",
    },
    View {
        title: "opening",
        columns: &[
            "project",
            "name",
            "canonical_winner",
            "follows",
            "positions",
            "seconds",
            "proof",
            "disproof",
            "free_leaves",
        ],
        rest: "ORDER BY positions DESC",
    },
    View {
        title: "facts",
        columns: &[
            "width",
            "height",
            "claims",
            "checked",
            "positions",
            "letters",
        ],
        rest: "",
    },
];

/// The names of the views.
pub fn views() -> Vec<&'static str> {
    VIEWS.iter().map(|view| view.title).collect()
}

/// The current contents of a view.
pub fn view(tx: &mut Transaction<'_>, title: &str) -> Result<Option<StatusTable>, StoreFault> {
    let Some(view) = VIEWS.iter().find(|view| view.title == title) else {
        return Ok(None);
    };
    let columns = view.columns.join(", ");
    let select = format!("SELECT {columns} FROM {} {}", view.title, view.rest);
    let rows = tx.query(&select, &[])?;
    Ok(Some(StatusTable {
        title: view.title,
        columns: view.columns.to_vec(),
        rows: rows.into_iter().map(|row| row.0).collect(),
    }))
}

impl StatusTable {
    /// As text with aligned columns.
    pub fn text(&self) -> String {
        let rows: Vec<Vec<String>> = std::iter::once(
            self.columns
                .iter()
                .map(|name| name.replace('_', " "))
                .collect(),
        )
        .chain(
            self.rows
                .iter()
                .map(|row| row.iter().map(ToString::to_string).collect()),
        )
        .collect();
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut text = String::new();
        for row in &rows {
            let cells = row.iter().zip(&widths);
            let cells: Vec<String> = cells
                .map(|(cell, width)| format!("{cell:width$}"))
                .collect();
            let _ = writeln!(text, "{}", cells.join("  ").trim_end());
        }
        text
    }

    /// As JSON: an object for each row.
    pub fn json(&self) -> serde_json::Value {
        let value = |value: &SqlValue| match value {
            SqlValue::Null => serde_json::Value::Null,
            SqlValue::Integer(number) => (*number).into(),
            SqlValue::Real(number) => (*number).into(),
            SqlValue::Text(text) => text.as_str().into(),
            SqlValue::Bytes(bytes) => bytes.len().into(),
        };
        let row = |row: &Vec<SqlValue>| {
            let pairs = self.columns.iter().zip(row);
            let pairs = pairs.map(|(name, one)| ((*name).to_owned(), value(one)));
            serde_json::Value::Object(pairs.collect())
        };
        self.rows.iter().map(row).collect()
    }
}
