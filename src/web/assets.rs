//! The files of the page, which are compiled in: the page itself, its style, and its script in two
//! files, what the first board needs and the rest.
//!
//! The page names its other files by an address that changes with their content, so a browser keeps
//! them: a second visit requests the page alone.
//!
//! A page that has its engine in the browser also has two scripts for that, the engine as a module
//! of WebAssembly, and its networks.

use super::bundle::{Module, join};
use super::modules::Modules;
use crate::base::gzip::compress;
use crate::base::hash::checksum;
use std::sync::LazyLock;

pub const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! modules {
    ($($file:literal,)*) => {
        [$(($file, include_str!(concat!("page/", $file))),)*]
    };
}

/// What the page may do: load scripts, styles and a module of WebAssembly from its server and send
/// requests to it. A blob is how it interrupts its own worker.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                          worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                          connect-src 'self' blob:; manifest-src 'self'; base-uri 'none'; \
                          form-action 'none'";

/// The page itself.
const PAGE: &str = include_str!("page/index.html");

/// The modules that draw the first board and play, each after those that it imports.
pub const FIRST: [Module; 12] = modules! {
    "game.js",
    "dom.js",
    "device.js",
    "server.js",
    "board.js",
    "signs.js",
    "share.js",
    "help.js",
    "standing.js",
    "tree.js",
    "play.js",
    "main.js",
};

/// The others.
pub const LATER: [Module; 9] = modules! {
    "ends.js",
    "analysis.js",
    "review.js",
    "proof.js",
    "puzzles.js",
    "explore.js",
    "lesson.js",
    "setup.js",
    "later.js",
};

/// The scripts of the engine in the browser, which are not joined: one of them runs in a worker.
const ENGINE: [Module; 2] = modules! {
    "engine.js",
    "worker.js",
};

/// A file of the page.
pub struct Asset {
    /// Its name.
    pub name: String,
    /// Its content type.
    pub kind: &'static str,
    /// Its content.
    pub content: Vec<u8>,
    /// Its content, compressed by gzip; empty if it is compressed itself, or if that has failed.
    pub packed: Vec<u8>,
}

impl Asset {
    /// A file that is sent compressed.
    pub fn new(name: impl Into<String>, kind: &'static str, content: impl Into<Vec<u8>>) -> Self {
        let content = content.into();
        Self {
            name: name.into(),
            kind,
            packed: compress(&content).unwrap_or_default(),
            content,
        }
    }
}

/// The files of the page.
pub struct Files {
    /// The folder that they are in: its name changes with their content.
    pub folder: String,
    /// All but the page itself.
    pub assets: Vec<Asset>,
    /// The engines that the page may ask.
    engines: &'static str,
}

impl Files {
    /// The files of the page of a server: with an engine in the browser, too, if one is compiled in.
    fn of_server() -> Self {
        match Modules::compiled_in() {
            Ok(modules) => Self::new("server device", modules.assets()),
            Err(_) => Self::new("server", Vec::new()),
        }
    }

    /// The files of a page that asks these engines, `server`, `device` or both, with the files that
    /// an engine in the browser needs.
    pub fn new(engines: &'static str, mut engine: Vec<Asset>) -> Self {
        let style = concat!(
            include_str!("page/style.css"),
            include_str!("page/panels.css")
        );
        let mut assets = vec![
            Asset::new("style.css", CSS, style),
            Asset::new("icon.svg", PICTURE, include_str!("page/icon.svg")),
            Asset::new("first.js", SCRIPT, join(&FIRST, "")),
            Asset::new("later.js", SCRIPT, join(&LATER, "first.js")),
        ];
        if !engine.is_empty() {
            assets.extend(ENGINE.map(|(name, text)| Asset::new(name, SCRIPT, text)));
            assets.append(&mut engine);
        }
        let sums = assets.iter().map(|asset| checksum(&asset.content));
        let sums: Vec<u8> = sums.flat_map(u64::to_le_bytes).collect();
        Self {
            folder: format!("files-{:016x}", checksum(&sums)),
            assets,
            engines,
        }
    }

    /// Those that are compiled in.
    pub fn compiled_in() -> &'static Self {
        static FILES: LazyLock<Files> = LazyLock::new(Files::of_server);
        &FILES
    }

    /// The page itself, with the token by which its requests are known.
    pub fn page(&self, token: &str) -> String {
        PAGE.replace(PAGE_TOKEN, token)
            .replace(ENGINES, self.engines)
            .replace(FOLDER, &self.folder)
    }
}

/// The placeholders for the page's token, for its engines and for the folder of its files.
const PAGE_TOKEN: &str = "PAGE-TOKEN";
const ENGINES: &str = "ENGINES";
const FOLDER: &str = "FILES";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::requests::{ROUTES, Slot};
    use std::collections::HashSet;

    /// The page is loaded at once, also where the line is slow, and asks nobody else for anything.
    #[test]
    fn the_page_is_small_and_asks_for_nothing_from_elsewhere() {
        let assets = Files::new("server", Vec::new()).assets;
        let all: usize = assets.iter().map(|asset| asset.content.len()).sum();
        assert!(all + PAGE.len() < 220_000, "{all} bytes");
        let packed: usize = assets.iter().map(|asset| asset.packed.len()).sum();
        assert!(packed < 60_000, "{packed} bytes, compressed");
        let scripts = ENGINE.iter().copied();
        let contents = assets.iter().map(|asset| {
            let text = std::str::from_utf8(&asset.content).expect("a text");
            (asset.name.as_str(), text)
        });
        for (name, text) in contents.chain(scripts).chain([("index.html", PAGE)]) {
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

    /// With its engine, too: one of the modules, and the networks.
    #[cfg(feature = "browser")]
    #[test]
    fn an_engine_for_the_browser_is_small() {
        let assets = &Files::compiled_in().assets;
        let sent = |asset: &Asset| match asset.packed.len() {
            0 => asset.content.len(),
            packed => packed,
        };
        let all: usize = assets.iter().map(sent).sum();
        let modules = assets
            .iter()
            .filter(|asset| Modules::is_module(&asset.name));
        let modules: Vec<usize> = modules.map(sent).collect();
        assert_eq!(modules.len(), 3);
        let largest = modules.iter().max().expect("some");
        let loaded = all - modules.iter().sum::<usize>() + largest;
        assert!(loaded < 2_000_000, "{loaded} bytes, compressed");
    }

    /// The script of the engine in the browser knows which requests are searches.
    #[test]
    fn the_page_knows_the_slots_of_requests() {
        let script = include_str!("page/device.js");
        for (name, slot) in [("SEARCHES", Slot::Search), ("EXPLANATIONS", Slot::Explain)] {
            let line = script
                .lines()
                .find_map(|line| line.strip_prefix(&format!("const {name} = ")));
            let line = line
                .expect("a list")
                .trim_end_matches(';')
                .replace('\'', "\"");
            let listed: HashSet<String> = serde_json::from_str(&line).expect("names");
            let routes = ROUTES.iter().filter(|route| route.slot == slot);
            let names = routes.map(|route| {
                let name = route.path.trim_start_matches('/');
                name.strip_prefix("api/").unwrap_or(name).to_owned()
            });
            assert_eq!(listed, names.collect());
        }
    }
}
