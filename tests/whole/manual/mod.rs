//! README and manual against the program: the output they show is current, their option tables are
//! complete, their commands run, and their links have targets.

#[cfg(unix)]
mod commands;
mod reading;
mod shown;
mod tables;
mod text;

use crate::support::engine::ROOT;
use mustplay::cli::manual::PAGES;
use std::fs;
use std::path::Path;

/// The file and the text of each page, README first.
fn pages() -> Vec<(&'static str, String)> {
    let read = |path: &'static str| {
        let text = fs::read_to_string(Path::new(ROOT).join(path));
        (path, text.unwrap_or_else(|why| panic!("{path}: {why}")))
    };
    let paths = PAGES.iter().map(|page| page.path);
    std::iter::once("README.md")
        .chain(paths)
        .map(read)
        .collect()
}

/// README and manual as one text.
pub fn whole() -> String {
    pages().into_iter().map(|(_, text)| text).collect()
}

/// The contents of a page's code blocks of this kind.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let open = format!("```{kind}\n");
    text.split(open.as_str())
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect()
}

/// Whether to rewrite pages and pictures instead of comparing them.
fn blessing() -> bool {
    std::env::var_os("MUSTPLAY_BLESS").is_some()
}

/// Checks that a page has this text between the comments of this name; `MUSTPLAY_BLESS=1` writes it
/// there.
pub fn generated(path: &str, name: &str, text: &str) {
    let path = Path::new(ROOT).join(path);
    let mut page = fs::read_to_string(&path).expect("a page");
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let start = page.find(&open).expect("a start comment") + open.len();
    let length = page[start..].find(&close).expect("an end comment");
    let text = format!("\n{text}\n");
    if blessing() {
        page.replace_range(start..start + length, &text);
        fs::write(path, &page).expect("a page");
    } else {
        assert_eq!(&page[start..start + length], text, "{name}");
    }
}
