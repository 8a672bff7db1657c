//! `mustplay manual`: contents, pages, and unknown topics.

use crate::support::engine::{ROOT, run, stdout};
use mustplay::cli::manual::{PAGES, PARTS};
use std::fs;
use std::path::Path;

#[test]
fn the_contents_list_every_page() {
    let contents = stdout(&["manual"], b"");
    for part in PARTS {
        assert!(contents.contains(&format!("\n{part}:\n")), "{part}");
    }
    for page in PAGES {
        assert!(PARTS.contains(&page.part));
        assert!(contents.contains(&format!("\n  {} ", page.topic)));
        assert!(contents.contains(page.about));
    }
}

#[test]
fn every_page_is_printed_without_markup() {
    for page in PAGES {
        let shown = stdout(&["manual", page.topic], b"");
        let kept = fs::read_to_string(Path::new(ROOT).join(page.path)).expect("a page");
        assert_eq!(kept, page.text, "{}", page.path);
        assert_eq!(shown.lines().next(), kept.lines().next());
        assert!(!shown.contains("<!--") && !shown.contains("|---"));
        assert!(
            !shown.contains("](../") && !shown.contains(".md)"),
            "{shown}"
        );
        // The options are printed, whatever the layout of their table.
        let codes = |text: &str| text.matches('`').count();
        assert_eq!(codes(&shown), codes(&kept), "{}", page.topic);
    }
}

#[test]
fn a_topic_may_be_in_capitals() {
    let page = stdout(&["manual", "play"], b"");
    for topic in ["Play", "PLAY"] {
        assert_eq!(stdout(&["manual", topic], b""), page);
    }
}

#[test]
fn an_unknown_topic_is_a_usage_error_that_suggests() {
    let output = run(&["manual", "mach"], b"");
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    for page in PAGES {
        assert!(printed.contains(page.topic), "{}: {printed}", page.topic);
    }
    assert!(
        printed.contains("similar") && printed.contains("'match'"),
        "{printed}"
    );
}
