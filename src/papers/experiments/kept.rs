//! The tables of findings in the manual. Whole runs take up to half an hour, so their tables are
//! kept with the positions of the papers and printed, not computed again.
//!
//! A line of the file is a [`KeptTable`]. A run of an experiment gives [`Finding`](super::Finding)s
//! instead, from which its [`Report`](super::Report) makes such tables.

use crate::base::shipped::checked;
use crate::hex::record::check_format;
use serde::Deserialize;
use std::fmt;

/// The format that every line names.
const FORMAT: &str = "mustplay-findings/1";

/// The file.
const FILE: &str = "positions/papers/findings.jsonl";

/// A table of findings beside the figures of the paper.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct KeptTable {
    format: String,
    /// The page of the manual with the table.
    pub page: String,
    /// The experiments behind it.
    pub experiments: Vec<String>,
    /// The head.
    pub columns: Vec<String>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<String>>,
}

/// All tables, in the order of the manual.
pub fn tables() -> Vec<KeptTable> {
    let text = include_str!("../../../positions/papers/findings.jsonl");
    text.lines().map(|line| checked(FILE, read(line))).collect()
}

fn read(line: &str) -> Result<KeptTable, String> {
    let table: KeptTable = serde_json::from_str(line).map_err(|why| why.to_string())?;
    check_format(&table.format, FORMAT).map_err(|why| why.to_string())?;
    let width = table.columns.len();
    if table.rows.iter().any(|row| row.len() != width) {
        return Err(format!("a row of {} has no {width} cells", table.page));
    }
    Ok(table)
}

impl KeptTable {
    /// Whether an experiment or the page has this text in its name.
    pub fn is_about(&self, text: &str) -> bool {
        let experiments = self.experiments.iter();
        self.page.contains(text) || experiments.clone().any(|name| name.contains(text))
    }
}

/// Markdown.
impl fmt::Display for KeptTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, cells: &[String]| {
            f.write_str("|")?;
            for cell in cells {
                let space = if cell.is_empty() { "" } else { " " };
                write!(f, "{space}{cell} |")?;
            }
            writeln!(f)
        };
        row(f, &self.columns)?;
        writeln!(f, "|{}", "---|".repeat(self.columns.len()))?;
        self.rows.iter().try_for_each(|cells| row(f, cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages with tables of findings, and their numbers of other tables.
    const PAGES: [(&str, &str, usize); 5] = [
        ("hexane", include_str!("../hexane.md"), 1),
        ("queenbee", include_str!("../queenbee.md"), 2),
        ("hexy", include_str!("../hexy.md"), 0),
        ("fastvc", include_str!("../fastvc.md"), 0),
        ("today", include_str!("../today.md"), 0),
    ];

    #[test]
    fn the_manual_has_the_tables_that_are_kept_and_no_others() {
        let all = tables();
        let known = |table: &KeptTable| PAGES.iter().any(|&(page, _, _)| page == table.page);
        assert!(all.iter().all(known));
        for (page, text, others) in PAGES {
            let kept: Vec<_> = all.iter().filter(|table| table.page == page).collect();
            for table in &kept {
                let table = table.to_string();
                assert!(text.contains(&table), "{page} has another table:\n{table}");
            }
            let heads = text.lines().filter(|line| line.starts_with("|---"));
            assert_eq!(heads.count(), kept.len() + others, "{page}");
        }
    }

    #[test]
    fn the_experiments_of_tables_exist() {
        for name in tables().iter().flat_map(|table| &table.experiments) {
            assert!(crate::papers::experiments::named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn rows_have_a_cell_for_every_column() {
        let line = r#"{"format":"mustplay-findings/1","page":"p","experiments":["e"],"columns":["","b"],"rows":[["1",""]]}"#;
        let table = read(line).unwrap();
        assert_eq!(table.to_string(), "| | b |\n|---|---|\n| 1 | |\n");
        assert!(table.is_about("p") && table.is_about("e") && !table.is_about("q"));
        assert!(read(&line.replace(r#"["1",""]"#, r#"["1"]"#)).is_err());
        assert!(read(&line.replace("findings/1", "findings/2")).is_err());
    }
}
