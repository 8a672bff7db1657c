//! The pages of the manual.

/// A page of the manual.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// What `mustplay manual` is asked for.
    pub topic: &'static str,
    /// The part of the contents that lists it, one of [`PARTS`].
    pub part: &'static str,
    /// What it is about, in some words.
    pub about: &'static str,
    /// Its file, from the root of the project.
    pub path: &'static str,
    /// Markdown.
    pub text: &'static str,
}

const PLAY: &str = "Playing and looking";
const PROGRAMS: &str = "For programs, and matches between them";
const PROOF: &str = "Proof and books";
const INSIDE: &str = "How it works, and the options of each part";
const PAPERS: &str = "The papers, again";
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
    PLAY "play" "src/terminal/manual.md" "a game in the terminal",
    PLAY "serve" "src/web/manual.md" "the board in a browser, and the interface over HTTP",
    PLAY "hexgui" "src/protocol/hexgui.md" "with the front-end HexGui: overlays, live graphics",
    PLAY "show" "src/game/manual.md" "drawing a position, in letters or as a picture",
    PLAY "formats" "src/game/format/manual.md" "games of Little Golem, PlayHex, HexWorld, HexGui: read and written",
    PLAY "explain" "src/explain/manual.md" "what the engine sees in a position, and why a move loses",
    PLAY "review" "src/review/manual.md" "judging the moves of finished games",
    PLAY "puzzles" "src/puzzle/manual.md" "positions with one winning move: made and posed",
    PROGRAMS "protocol" "src/protocol/manual.md" "GTP: all commands, SGF",
    PROGRAMS "match" "src/arena/manual.md" "matches between engines, openings for them",
    PROGRAMS "players" "src/players/manual.md" "the players, their strength and their options",
    PROOF "solve" "src/prove/manual.md" "proving who wins",
    PROOF "store" "src/store/manual.md" "proofs shared by processes and machines: a file, or PostgreSQL",
    PROOF "certificates" "src/prove/certificates.md" "proofs that anyone can check: the format, the rules",
    PROOF "book" "src/book/manual.md" "opening books: shown, grown, checked",
    INSIDE "overview" "src/manual.md" "the parts of the engine, from the board up",
    INSIDE "connections" "src/connect/manual.md" "fulls, semis, mustplay: param_vc",
    INSIDE "templates" "src/template/manual.md" "edge templates: listed, drawn, found",
    INSIDE "inferior" "src/inferior/manual.md" "fill-in and moves left out: param_ice",
    INSIDE "evaluation" "src/evaluate/manual.md" "two-distance and resistance: param_eval",
    INSIDE "search" "src/search/manual.md" "alpha-beta: param_search",
    INSIDE "montecarlo" "src/montecarlo/manual.md" "Monte Carlo tree search: param_uct",
    INSIDE "puct" "src/puct/manual.md" "tree search on the network of policy and value: param_puct",
    INSIDE "learn" "src/learn/manual.md" "the network, patterns and costs of moves, learned from games",
    PAPERS "papers" "src/papers/manual.md" "repeating the experiments; what differs most",
    PAPERS "hexane" "src/papers/hexane.md" "McMahan 2000: local search, and param_local",
    PAPERS "queenbee" "src/papers/queenbee.md" "van Rijswijck 2000: two-distance, selective search, param_queenbee",
    PAPERS "hexy" "src/papers/hexy.md" "Anshelevich 2002: H-search",
    PAPERS "fastvc" "src/papers/fastvc.md" "Pawlewicz et al. 2014: fast connections, the solver",
    PAPERS "today" "src/papers/today.md" "what each part of the default player is worth",
    PROJECT "contributing" "tests/README.md" "tests, the bench, style",
    PROJECT "positions" "positions/README.md" "the files of positions, and where they are from",
}

/// The page of a topic.
pub fn named(topic: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.topic == topic)
}

/// The topic of the page in this file.
pub fn at(path: &str) -> Option<&'static str> {
    let page = PAGES.iter().find(|page| page.path == path);
    page.map(|page| page.topic)
}
