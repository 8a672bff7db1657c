//! The files of the page, which are compiled in: the page itself, its style, and its script in two
//! files, what the first board needs and the rest.
//!
//! The page names its other files by an address that changes with their content, so a browser keeps
//! them: a second visit requests the page alone.

use super::answer::{self, Answer};
use super::bundle::{Module, join};
use crate::base::gzip::compress;
use crate::base::hash::checksum;
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, HeaderMap, HeaderValue, VARY,
};
use std::sync::LazyLock;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! modules {
    ($($file:literal,)*) => {
        [$(($file, include_str!(concat!("page/", $file))),)*]
    };
}

/// The page itself.
const PAGE: &str = include_str!("page/index.html");

/// The modules that draw the first board and play, each after those that it imports.
pub const FIRST: [Module; 10] = modules! {
    "game.js",
    "server.js",
    "dom.js",
    "board.js",
    "signs.js",
    "help.js",
    "tree.js",
    "share.js",
    "play.js",
    "main.js",
};

/// The others.
pub const LATER: [Module; 7] = modules! {
    "analysis.js",
    "review.js",
    "proof.js",
    "study.js",
    "lesson.js",
    "setup.js",
    "later.js",
};

/// A file of the page.
struct Asset {
    name: &'static str,
    /// Its content type.
    kind: &'static str,
    content: String,
    /// Its content, compressed by gzip, or nothing if that has failed.
    packed: Vec<u8>,
}

impl Asset {
    fn new(name: &'static str, kind: &'static str, content: String) -> Self {
        let packed = compress(content.as_bytes()).unwrap_or_default();
        Self {
            name,
            kind,
            content,
            packed,
        }
    }
}

/// All files but the page.
static ASSETS: LazyLock<[Asset; 4]> = LazyLock::new(|| {
    let style = concat!(
        include_str!("page/style.css"),
        include_str!("page/panels.css")
    );
    [
        Asset::new("style.css", CSS, style.to_owned()),
        Asset::new(
            "icon.svg",
            PICTURE,
            include_str!("page/icon.svg").to_owned(),
        ),
        Asset::new("first.js", SCRIPT, join(&FIRST, "")),
        Asset::new("later.js", SCRIPT, join(&LATER, "first.js")),
    ]
});

/// The placeholders for the page's token, and for the folder of its files.
const PAGE_TOKEN: &str = "PAGE-TOKEN";
const FOLDER: &str = "FILES";

/// The folder of the files.
static FILES: LazyLock<String> = LazyLock::new(|| {
    let sums = ASSETS
        .iter()
        .map(|asset| checksum(asset.content.as_bytes()));
    let sums: Vec<u8> = sums.flat_map(u64::to_le_bytes).collect();
    format!("files-{:016x}", checksum(&sums))
});

/// Whether an address is that of the page.
pub fn is_page(path: &str) -> bool {
    ["/", "/index.html"].contains(&path)
}

/// The page, with the token by which its requests are known.
pub fn page(token: &str, headers: &HeaderMap) -> Answer {
    let text = PAGE.replace(PAGE_TOKEN, token).replace(FOLDER, &FILES);
    packed_or_plain(&Asset::new("index.html", HTML, text), headers)
}

/// The file at an address.
pub fn file(path: &str, headers: &HeaderMap) -> Option<Answer> {
    let (folder, name) = path.strip_prefix('/')?.split_once('/')?;
    if folder != *FILES {
        return None;
    }
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let mut answer = packed_or_plain(asset, headers);
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(CACHE_CONTROL, forever);
    Some(answer)
}

/// Compressed content for a client that reads it, unless compression has failed.
fn packed_or_plain(asset: &Asset, headers: &HeaderMap) -> Answer {
    let reads = headers.get_all(ACCEPT_ENCODING).iter().any(reads_gzip);
    let packs = reads && !asset.packed.is_empty();
    let content = if packs {
        &asset.packed
    } else {
        asset.content.as_bytes()
    };
    let mut answer = answer::whole(asset.kind, content.to_vec());
    let headers = answer.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packs {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer
}

/// Whether a client that accepts these encodings reads gzip.
fn reads_gzip(accepted: &HeaderValue) -> bool {
    let accepted = accepted.to_str().unwrap_or_default();
    accepted.split(',').any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, "q=1"));
        let refused = quality.trim().strip_prefix("q=").map(str::parse) == Some(Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page is loaded at once, also where the line is slow, and asks nobody else for anything.
    #[test]
    fn the_page_is_small_and_asks_for_nothing_from_elsewhere() {
        let all: usize = ASSETS.iter().map(|asset| asset.content.len()).sum();
        assert!(all + PAGE.len() < 220_000, "{all} bytes");
        let packed: usize = ASSETS.iter().map(|asset| asset.packed.len()).sum();
        assert!(packed < 60_000, "{packed} bytes, compressed");
        let contents = ASSETS.iter().map(|asset| (asset.name, &*asset.content));
        for (name, text) in contents.chain([("index.html", PAGE)]) {
            for (at, _) in text.match_indices("//") {
                let before = &text[..at];
                let link = before.ends_with("http:") || before.ends_with("https:");
                let named = ["www.w3.org/", "hexworld.org/"];
                let known = named.iter().any(|site| text[at + 2..].starts_with(site));
                assert!(!link || known, "{name}: {}", &text[at..][..20]);
            }
            assert!(!text.contains("innerHTML"), "{name}");
            assert!(!text.contains(" style=\""), "{name}");
        }
        assert_eq!(PAGE.matches(PAGE_TOKEN).count(), 1);
        assert!(!PAGE.contains("<script>") && !PAGE.contains(" onclick"));
        // The page itself names what it needs at once, so that nothing else waits for the line.
        for (name, is_named) in [("style.css", true), ("first.js", true), ("later.js", false)] {
            assert_eq!(
                PAGE.contains(&format!("\"{FOLDER}/{name}\"")),
                is_named,
                "{name}"
            );
        }
    }

    #[test]
    fn compression_is_for_those_who_accept_it() {
        let cases = [
            ("gzip, deflate, br", true),
            ("br;q=1.0, GZIP;q=0.8", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("deflate", false),
            ("", false),
        ];
        for (accepted, expected) in cases {
            let accepted = HeaderValue::from_static(accepted);
            assert_eq!(reads_gzip(&accepted), expected, "{accepted:?}");
        }
    }
}
