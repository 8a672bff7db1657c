//! The files of the page, which are compiled in.

/// A file of the page.
pub struct Asset {
    /// Its address.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// Its content.
    pub content: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! assets {
    ($($file:literal: $kind:expr,)*) => {
        [$(Asset {
            path: concat!("/", $file),
            kind: $kind,
            content: include_bytes!(concat!("page/", $file)),
        },)*]
    };
}

/// All files, the page itself first.
pub static ASSETS: [Asset; 16] = assets! {
    "index.html": HTML,
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
    "help.js": SCRIPT,
};

/// The placeholder for the page's token.
pub const PAGE_TOKEN: &str = "PAGE-TOKEN";

/// The file at an address.
pub fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "/index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page is loaded at once, also where the line is slow, and asks nobody else for anything.
    #[test]
    fn the_page_is_small_and_asks_for_nothing_from_elsewhere() {
        let all: usize = ASSETS.iter().map(|asset| asset.content.len()).sum();
        assert!(all < 150_000, "{all} bytes");
        for asset in &ASSETS {
            let text = std::str::from_utf8(asset.content).unwrap();
            for (at, _) in text.match_indices("//") {
                let before = &text[..at];
                let link = before.ends_with("http:") || before.ends_with("https:");
                let named = ["www.w3.org/", "hexworld.org/"];
                let known = named.iter().any(|site| text[at + 2..].starts_with(site));
                assert!(!link || known, "{}: {}", asset.path, &text[at..][..20]);
            }
            assert!(!text.contains("innerHTML"), "{}", asset.path);
            assert!(!text.contains(" style=\""), "{}", asset.path);
        }
        let page = std::str::from_utf8(find("/").unwrap().content).unwrap();
        assert_eq!(page.matches(PAGE_TOKEN).count(), 1);
        assert!(!page.contains("<script>") && !page.contains(" onclick"));
    }
}
