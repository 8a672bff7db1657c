//! A page as plain text: Markdown without what reads badly in a terminal. Comments are left out, a
//! link to another page names its topic, and of a table each row is a paragraph.

use super::page::{self, Page};

/// The widest line of running text.
const WIDTH: usize = 100;

/// The page as it is shown.
pub fn text(page: &Page) -> String {
    let mut shown = Vec::new();
    for (index, part) in page.text.split("```").enumerate() {
        if index % 2 == 1 {
            // Fenced code is unchanged.
            shown.push(format!("```{part}```"));
        } else {
            // A picture is a link to its file.
            let part = part.replace("![", "[");
            shown.push(running(&linked(&part, page.path)));
        }
    }
    shown.concat()
}

/// Running text with its tables in columns or as paragraphs, and without comments.
fn running(text: &str) -> String {
    let mut shown: Vec<String> = Vec::new();
    let mut table: Vec<Vec<&str>> = Vec::new();
    for line in text.split('\n') {
        if line.starts_with('|') {
            if !is_rule(line) {
                table.push(cells(line));
            }
            continue;
        }
        shown.extend(tabular(&std::mem::take(&mut table)));
        // Where a comment is left out, one empty line stands, not two.
        let doubled =
            line.is_empty() && shown.len() > 1 && shown.last().is_some_and(String::is_empty);
        if !line.starts_with("<!--") && !doubled {
            shown.push(line.to_owned());
        }
    }
    shown.join("\n")
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<&str> {
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    line.split('|').map(str::trim).collect()
}

/// Whether the line separates the head of a table from its rows.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.bytes().all(|byte| b"|-: ".contains(&byte))
}

/// A table, its head first: in columns if these are not too wide, else a paragraph for each row.
fn tabular(table: &[Vec<&str>]) -> Vec<String> {
    let Some((head, rows)) = table.split_first() else {
        return Vec::new();
    };
    let width = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let aligned = |row: &Vec<&str>| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    let named = head.iter().filter(|name| !name.is_empty()).count();
    if widths.iter().sum::<usize>() + 2 * widths.len() <= WIDTH {
        let head = (named > 0).then(|| aligned(head));
        return head.into_iter().chain(rows.iter().map(aligned)).collect();
    }
    // A head that names the first column alone is a title.
    let title = head.first().filter(|name| named == 1 && !name.is_empty());
    let title = title.map(|name| (*name).to_owned());
    let rows = rows.iter().flat_map(|cells| paragraph(head, cells));
    title.into_iter().chain(rows).collect()
}

/// A row of a table: its first cell, below it the others with their heads.
fn paragraph(head: &[&str], cells: &[&str]) -> Vec<String> {
    let named = |(index, cell): (usize, &&str)| match head.get(index) {
        _ if cell.is_empty() => None,
        Some(name) if !name.is_empty() => Some(format!("{name}: {cell}")),
        _ => Some((*cell).to_owned()),
    };
    let rest: Vec<String> = cells.iter().enumerate().skip(1).filter_map(named).collect();
    let mut lines = vec![cells.first().copied().unwrap_or_default().to_owned()];
    lines.extend(wrapped(&rest.join("; "), "    "));
    lines
}

/// The text in lines of at most [`WIDTH`] letters, each after an indent.
fn wrapped(text: &str, indent: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() && (indent.len() + line.chars().count() + word.chars().count()) >= WIDTH
        {
            lines.push(format!("{indent}{line}"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(format!("{indent}{line}"));
    }
    lines
}

/// The text with links as words: `[text](file)` is the text and the topic of the page in that file,
/// or the file.
fn linked(text: &str, from: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, words, target, after)) = link(rest) {
        shown.push_str(before);
        shown.push_str(words);
        let file = target.split('#').next().unwrap_or_default();
        let path = resolved(from, file);
        if let Some(topic) = page::at(&path).filter(|_| path != from) {
            shown.extend([" (mustplay manual ", topic, ")"]);
        } else if !file.is_empty() && path != from {
            let place = if file.contains("://") { file } else { &path };
            shown.extend([" (", place, ")"]);
        }
        rest = after;
    }
    shown.push_str(rest);
    shown
}

/// The first link of a text: what stands before it, its text, its target, what stands after it.
fn link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let middle = text.find("](")?;
    let open = text[..middle].rfind('[')?;
    let close = middle + text[middle..].find(')')?;
    Some((
        &text[..open],
        &text[open + 1..middle],
        &text[middle + 2..close],
        &text[close + 1..],
    ))
}

/// A path that stands in a file, from the root of the project.
fn resolved(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_name_topics_and_files() {
        let shown = |line| linked(line, "src/knowledge/connect/manual.md");
        assert_eq!(
            shown("see [the protocol](../../gtp/manual.md#sgf) and [that](rules.rs)."),
            "see the protocol (mustplay manual protocol) and that (src/knowledge/connect/rules.rs)."
        );
        assert_eq!(shown("[above](#options), a[b](c"), "above, a[b](c");
        assert_eq!(shown("[it](https://a.b/c)"), "it (https://a.b/c)");
    }

    #[test]
    fn tables_are_columns_or_paragraphs_and_comments_are_left_out() {
        let long = "word ".repeat(20);
        let markdown = format!(
            "# A\n\n<!-- x -->\n\n| a | it | |\n|---|---|---|\n| `k` | 1 | why |\n| l | | |\n\n\
             | b | of | |\n|---|---|---|\n| `k` | 1 | {long}|\n```text\n| v |\n\n\n<!-- y\n```\n"
        );
        let page = Page {
            topic: "a",
            part: "b",
            about: "c",
            path: "d.md",
            text: Box::leak(markdown.into_boxed_str()),
        };
        let folded = wrapped(&format!("of: 1; {long}"), "    ").join("\n");
        assert_eq!(
            text(&page),
            format!(
                "# A\n\na    it\n`k`  1   why\nl\n\n`k`\n{folded}\n```text\n| v |\n\n\n<!-- y\n```\n"
            )
        );
    }

    #[test]
    fn long_rows_are_wrapped() {
        let lines = wrapped(&"word ".repeat(40), "    ");
        assert!(lines.len() == 3 && lines.iter().all(|line| line.chars().count() <= WIDTH));
    }
}
