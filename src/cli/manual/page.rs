//! The pages of the manual.

/// A page of the manual.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The argument of `mustplay manual`.
    pub topic: &'static str,
    /// The part of the contents that lists it, one of [`PARTS`].
    pub part: &'static str,
    /// A few words on the content.
    pub about: &'static str,
    /// Its file, from the root of the project.
    pub path: &'static str,
    /// Markdown.
    pub text: &'static str,
}

const PLAY: &str = "Playing and analysing";
const PROGRAMS: &str = "Programs and matches";
const PROOF: &str = "Proofs and books";
const INSIDE: &str = "How it works, and options";
const PAPERS: &str = "Reproducing the papers";
const PROJECT: &str = "The project";

/// The parts of the contents.
pub const PARTS: [&str; 6] = [PLAY, PROGRAMS, PROOF, INSIDE, PAPERS, PROJECT];

macro_rules! pages {
    ($($part:ident $topic:literal $path:literal $about:literal,)*) => {
        /// All pages, in the order of the contents.
        pub const PAGES: &[Page] = &[$(Page {
            topic: $topic,
            part: $part,
            about: $about,
            path: $path,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)),
        }),*];
    };
}

pages! {
    PLAY "play" "src/terminal/manual.md" "play in the terminal",
    PLAY "serve" "src/web/manual.md" "the board in a browser, and the HTTP interface",
    PLAY "hexgui" "src/gtp/hexgui.md" "the front-end HexGui: overlays, live graphics",
    PLAY "show" "src/hex/manual.md" "draw a position as text or as a picture",
    PLAY "formats" "src/hex/format/manual.md" "formats of games: Little Golem, PlayHex, HexWorld, HexGui",
    PLAY "explain" "src/teach/explain/manual.md" "analyse a position, and explain why a move loses",
    PLAY "review" "src/teach/review/manual.md" "find the mistakes in finished games",
    PLAY "games" "src/library/manual.md" "libraries of games: what was played in a position",
    PLAY "puzzles" "src/teach/puzzle/manual.md" "positions with one winning move",
    PROGRAMS "protocol" "src/gtp/manual.md" "GTP: all commands, SGF",
    PROGRAMS "python" "src/gtp/python/README.md" "the package of Python: games, analysis and proofs from scripts",
    PROGRAMS "match" "src/arena/manual.md" "matches between engines, and openings for them",
    PROGRAMS "tune" "src/arena/tune/manual.md" "tune a player's options by games against itself",
    PROGRAMS "players" "src/player/manual.md" "the players, their strength and their options",
    PROOF "solve" "src/solver/manual.md" "prove who wins",
    PROOF "store" "src/cluster/manual.md" "proofs shared by processes and machines",
    PROOF "certificates" "src/certificate/manual.md" "proofs that anyone can check: format and rules",
    PROOF "book" "src/player/book/manual.md" "opening books: show, grow, check",
    INSIDE "overview" "src/manual.md" "how a move is found, and the modules",
    INSIDE "connections" "src/knowledge/connect/manual.md" "connections and mustplay: param_vc",
    INSIDE "templates" "src/knowledge/template/manual.md" "edge templates: list, draw, find",
    INSIDE "inferior" "src/knowledge/inferior/manual.md" "fill-in and moves not worth considering: param_ice",
    INSIDE "evaluation" "src/knowledge/evaluate/manual.md" "two-distance and resistance: param_eval",
    INSIDE "search" "src/search/alpha_beta/manual.md" "alpha-beta: param_search",
    INSIDE "montecarlo" "src/papers/engines/montecarlo/manual.md" "Monte Carlo tree search: param_uct",
    INSIDE "puct" "src/search/tree/manual.md" "tree search on the networks: param_puct",
    INSIDE "learn" "src/train/manual.md" "networks, patterns and costs of moves, learned from games",
    PAPERS "papers" "src/papers/manual.md" "repeat the experiments; the main differences",
    PAPERS "hexane" "src/papers/hexane.md" "McMahan 2000: local search, and param_local",
    PAPERS "queenbee" "src/papers/queenbee.md" "van Rijswijck 2000: two-distance, selective search, param_queenbee",
    PAPERS "hexy" "src/papers/hexy.md" "Anshelevich 2002: H-search",
    PAPERS "fastvc" "src/papers/fastvc.md" "Pawlewicz et al. 2014: fast connections, the solver",
    PAPERS "today" "src/papers/today.md" "how much each part of the default player gains",
    PROJECT "install" "src/install.md" "install on Linux, macOS and Windows, for Python, in a container",
    PROJECT "changes" "src/changes.md" "user-visible changes by version",
    PROJECT "contributing" "tests/README.md" "tests, the bench, style",
    PROJECT "positions" "positions/README.md" "the files of positions and their sources",
}

/// The page of a topic, in capitals or not.
pub fn named(topic: &str) -> Option<&'static Page> {
    PAGES
        .iter()
        .find(|page| page.topic.eq_ignore_ascii_case(topic))
}

/// The topic of the page in this file.
pub fn at(path: &str) -> Option<&'static str> {
    let page = PAGES.iter().find(|page| page.path == path);
    page.map(|page| page.topic)
}
