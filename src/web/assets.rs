//! The files of the page, which are compiled in.
//!
//! The page names its other files by an address that changes with their content, so a browser keeps
//! them: a second visit requests the page alone.

use super::answer::{self, Answer};
use crate::base::gzip::compress;
use crate::base::hash::checksum;
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, HeaderMap, HeaderValue, VARY,
};
use std::sync::LazyLock;

/// A file of the page.
struct Asset {
    /// Its name.
    name: &'static str,
    /// Its content type.
    kind: &'static str,
    /// Its content.
    content: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! assets {
    ($($file:literal: $kind:expr,)*) => {
        [$(Asset {
            name: $file,
            kind: $kind,
            content: include_bytes!(concat!("page/", $file)),
        },)*]
    };
}

/// The page itself.
static PAGE: Asset = Asset {
    name: "index.html",
    kind: HTML,
    content: include_bytes!("page/index.html"),
};

/// All other files.
static ASSETS: [Asset; 19] = assets! {
    "style.css": CSS,
    "panels.css": CSS,
    "icon.svg": PICTURE,
    "main.js": SCRIPT,
    "board.js": SCRIPT,
    "dom.js": SCRIPT,
    "game.js": SCRIPT,
    "server.js": SCRIPT,
    "play.js": SCRIPT,
    "analysis.js": SCRIPT,
    "review.js": SCRIPT,
    "proof.js": SCRIPT,
    "study.js": SCRIPT,
    "tree.js": SCRIPT,
    "signs.js": SCRIPT,
    "share.js": SCRIPT,
    "help.js": SCRIPT,
    "lesson.js": SCRIPT,
    "setup.js": SCRIPT,
};

/// The placeholders for the page's token, and for the folder of its files.
const PAGE_TOKEN: &str = "PAGE-TOKEN";
const FOLDER: &str = "FILES";

/// The folder of the files.
static FILES: LazyLock<String> = LazyLock::new(|| {
    let sums = ASSETS.iter().map(|asset| checksum(asset.content));
    let sums: Vec<u8> = sums.flat_map(u64::to_le_bytes).collect();
    format!("files-{:016x}", checksum(&sums))
});

/// Whether an address is that of the page.
pub fn is_page(path: &str) -> bool {
    ["/", "/index.html"].contains(&path)
}

/// The page, with the token by which its requests are known.
pub fn page(token: &str, headers: &HeaderMap) -> Answer {
    let text = String::from_utf8_lossy(PAGE.content)
        .replace(PAGE_TOKEN, token)
        .replace(FOLDER, &FILES);
    let packed = compress(text.as_bytes()).unwrap_or_default();
    packed_or_plain(PAGE.kind, (&packed, text.as_bytes()), headers)
}

/// The file at an address.
pub fn file(path: &str, headers: &HeaderMap) -> Option<Answer> {
    static PACKED: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let packed = ASSETS.iter().map(|asset| compress(asset.content));
        packed.map(Result::unwrap_or_default).collect()
    });
    let (folder, name) = path.strip_prefix('/')?.split_once('/')?;
    if folder != *FILES {
        return None;
    }
    let index = ASSETS.iter().position(|asset| asset.name == name)?;
    let asset = &ASSETS[index];
    let mut answer = packed_or_plain(asset.kind, (&PACKED[index], asset.content), headers);
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(CACHE_CONTROL, forever);
    Some(answer)
}

/// Compressed content for a client that reads it, unless compression has failed.
fn packed_or_plain(
    kind: &'static str,
    (packed, plain): (&[u8], &[u8]),
    headers: &HeaderMap,
) -> Answer {
    let reads = headers.get_all(ACCEPT_ENCODING).iter().any(reads_gzip);
    let packs = reads && !packed.is_empty();
    let content = if packs { packed } else { plain };
    let mut answer = answer::whole(kind, content.to_vec());
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
        assert!(all + PAGE.content.len() < 220_000, "{all} bytes");
        let packed = ASSETS
            .iter()
            .map(|asset| compress(asset.content).unwrap().len());
        let packed: usize = packed.sum();
        assert!(packed < 70_000, "{packed} bytes, compressed");
        for asset in ASSETS.iter().chain([&PAGE]) {
            let text = std::str::from_utf8(asset.content).unwrap();
            for (at, _) in text.match_indices("//") {
                let before = &text[..at];
                let link = before.ends_with("http:") || before.ends_with("https:");
                let named = ["www.w3.org/", "hexworld.org/"];
                let known = named.iter().any(|site| text[at + 2..].starts_with(site));
                assert!(!link || known, "{}: {}", asset.name, &text[at..][..20]);
            }
            assert!(!text.contains("innerHTML"), "{}", asset.name);
            assert!(!text.contains(" style=\""), "{}", asset.name);
        }
        let page = std::str::from_utf8(PAGE.content).unwrap();
        assert_eq!(page.matches(PAGE_TOKEN).count(), 1);
        assert!(!page.contains("<script>") && !page.contains(" onclick"));
        // One request after another would wait for the line each time.
        for asset in &ASSETS {
            let address = format!("\"{FOLDER}/{}\"", asset.name);
            assert!(page.contains(&address), "{}", asset.name);
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
