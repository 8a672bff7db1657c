//! `mustplay`, a Hex engine: an example, the modules in the order of dependence, then the words.
//!
//! ```
//! use mustplay::hex::{Board, Colour, Game};
//! use mustplay::knowledge::analysis::{Analysis, Recipe};
//! use mustplay::player::{Engine, PlayerOptions};
//! use mustplay::solver::{ProveOptions, solver};
//! use mustplay::think::{Budget, Limits, NoObserver};
//!
//! // A position: Black connects top to bottom, White, who is to move, left to right.
//! let board: Board = mustplay::position! { 5 x 5:
//!     . . . . .
//!      . . B . .
//!       . W . . .
//!        . B . . .
//!         . . . . .
//! };
//! let size = board.size();
//!
//! // Its analysis: where White must play.
//! let analysis = Analysis::new(&board, Recipe::Quick.options());
//! assert_eq!(size.names(analysis.mustplay()), "c3");
//!
//! // The move of the strongest player.
//! let mut engine = Engine::new(&PlayerOptions::default())?;
//! let game = Game::from_board(board);
//! let report = engine.think(&game, Budget::nodes(100), &NoObserver);
//! assert_eq!(report.best, Some(size.read("c3")?));
//!
//! // A proof, and its certificate, which `certificate::check` checks without the solver.
//! let mut solver = solver(size, ProveOptions::default());
//! let certificate = solver.certify(&board, Limits::default(), &NoObserver)?;
//! let checked = mustplay::certificate::check(&certificate)?;
//! assert_eq!(checked.winner, Colour::White);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All but the last of these have examples in their documentation; `tests/examples` has programs.
//!
//! | to | begin with |
//! |---|---|
//! | hold, draw and read games | [`hex::Game`], [`hex::draw`], [`hex::format`] |
//! | find a move | [`player::Engine`]; with opening book and swaps: [`player::make`] |
//! | see connections, mustplay and fill-in | [`knowledge::analysis::Analysis`] |
//! | prove who wins | [`solver`] |
//! | check a proof | [`certificate`] |
//! | explain a position or a move | [`teach::explain`] |
//! | review a game | [`teach::review`] |
//! | play a match | [`arena`] |
//!
//! Sets of cells, and all types that hold some, are generic over their width `W`, for speed. A
//! [`hex::Board`] is as wide as the largest board needs, and so is what is made from it. A solver
//! and an explainer are faster when made for a size: [`solver::solver`],
//! [`teach::explain::explainer`]. [`at_width!`] does the same for any type.
//!
//! # Modules
//!
//! Each imports only those above it, which a test checks (`tests/whole/project/imports`).
//!
//! - [`base`]: options, files, memory, jobs: what knows nothing of Hex.
//! - [`hex`]: rules and records: board, position, groups, game, clock, SGF and the formats of
//!   sites, drawing as text and SVG.
//! - [`think`]: what every search, solver and player shares: budget, limits, score, outcome,
//!   observer; and how long a player thinks about a move, the [`think::TimeManager`].
//! - [`certificate`]: proofs that are checked without the engine: format, rules, checker; it
//!   imports [`hex`] alone.
//! - [`knowledge`]: knowledge about a position without search: connections, inferior cells,
//!   evaluation; [`knowledge::analysis`] brings them together, by recipes that have names.
//! - [`network`]: convolutional networks that give a position's value and policy, from stones
//!   alone or from an analysis.
//! - [`solver`]: depth-first proof-number search with carriers; it writes certificates.
//! - [`search`]: [`search::tree`] is the search of the shipped player: PUCT on the networks, with
//!   analyses and the solver where they pay; [`search::alpha_beta`] is principal variation search
//!   with a combinatorial transposition table.
//! - [`player`]: named players: a search, kept proofs, and the opening book in front of it.
//! - [`teach`]: a first lesson, explanations, reviews and puzzles.
//! - [`arena`]: matches between engines: openings, referee, clocks, statistics.
//! - [`train`]: self-play, gradient descent, the finder of templates.
//! - [`cluster`]: jobs and facts that processes and machines share, in a file or on a PostgreSQL
//!   server.
//! - [`library`]: the games of a store: what was played in a position, and how it scored.
//! - [`papers`]: the engines and experiments of the papers.
//! - [`gtp`], [`web`], [`terminal`]: the ways in; `cli`: one file per subcommand. Built as a
//!   WebAssembly module, the crate has neither [`arena`], [`train`], [`cluster`], [`papers`],
//!   [`gtp`], [`terminal`] nor `cli`.
//!
//! Everything before [`arena`] neither prints nor reads: it reports through values and an
//! [`Observer`](think::Observer).
//!
//! # Words
//!
//! On the left the word of the papers and of other engines, on the right what it means here and
//! where it stands in the code.
//!
//! | word | here |
//! |---|---|
//! | chain, group, block | stones of a colour that touch one another: [`hex::Chain`] |
//! | end | what a connection joins: an empty cell, a chain or an edge, [`hex::End`] |
//! | virtual connection, VC, 0-connection | *full*: joins two ends even if the opponent moves first, [`knowledge::connect::Connections`] |
//! | semi connection, SC, VSC, 1-connection | *semi*: joins them if its owner moves first, the first move is its *key* |
//! | carrier | the empty cells that a connection or a proof needs: [`knowledge::connect::Carrier`] |
//! | key | the first move of a semi |
//! | edge template | a minimal full from a stone to an edge that is kept: [`knowledge::template::EdgeTemplate`] |
//! | H-search, AND rule, OR rule | fulls in a row make a full or a semi; semis without a common cell make a full: [`knowledge::connect::Connections`] |
//! | semis-combiner, FastVC | ways to apply the OR rule: [`knowledge::connect::OrRule`] |
//! | must-play region | *mustplay*: what all carriers of the opponent's winning semis have in common; a move outside loses |
//! | fill-in | empty cells that may be coloured without changing who wins: [`knowledge::inferior::FillKind`] |
//! | dead cell | a cell whose colour matters to neither side: [`knowledge::inferior::FillKind`] |
//! | captured cells | cells that are as good as their owner's: each intrusion has a reply that kills it |
//! | vulnerable, reversible, dominated | why a move need not be considered: [`knowledge::inferior::PruneReason`] |
//! | two-distance | one more than the second lowest two-distance among a cell's neighbours: [`knowledge::evaluate::TwoDistance`] |
//! | potential, attack mobility | the sum of a cell's two-distances to both edges; how many cells have the lowest: [`knowledge::evaluate::Potentials`] |
//! | resistance | of the circuit between a side's edges: [`knowledge::evaluate::Resistance`] |
//! | energy | a cell's share of the power in that circuit |
//! | version of a network's features | *recipe*: named options of an analysis, which a network's file repeats, [`knowledge::analysis::Recipe`] |
//! | static analysis of a node | *analysis* of a position: fill-in, connections, mustplay, evaluation, [`knowledge::analysis::Analysis`] |
//! | worker | one thread of a search: [`search::alpha_beta::PvsWorker`], `solver::search::ProofWorker`, `search::tree::worker` |
//! | principal variation, PV | the line that both sides are expected to play |
//! | cut-off, window, bound | of alpha-beta: [`search::alpha_beta::Window`], [`search::alpha_beta::Bound`] |
//! | combinatorial transposition table | a table with exact numbers of positions as keys: [`search::alpha_beta::Numbering`] |
//! | node, child, root, visit | of the tree of [`search::tree`] |
//! | prior | the probability of a move before it is searched, from the network |
//! | leaf evaluation | the value and policy that a network gives for a new node |
//! | backup | adding a leaf's value to all nodes on the way to the root |
//! | proof number, disproof number | how much is left to prove a win or a loss: [`solver::Solver`] |
//! | claim | a proved result with the stones and the carrier that it needs, for use in other positions |
//! | certificate | a proof that can be checked without the engine: [`certificate::Certificate`] |
//! | swap, pie rule | White may take over Black's first stone: [`hex::SwapStyle`] |

#[cfg(not(target_arch = "wasm32"))]
pub mod arena;
pub mod base;
pub mod certificate;
// For `main.rs` and for tests of README and manual.
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub mod cli;
#[cfg(not(target_arch = "wasm32"))]
pub mod cluster;
#[cfg(not(target_arch = "wasm32"))]
pub mod gtp;
pub mod hex;
pub mod knowledge;
pub mod library;
pub mod network;
#[cfg(not(target_arch = "wasm32"))]
pub mod papers;
pub mod player;
pub mod search;
pub mod solver;
pub mod teach;
#[cfg(not(target_arch = "wasm32"))]
pub mod terminal;
pub mod think;
#[cfg(not(target_arch = "wasm32"))]
pub mod train;
pub mod web;

/// The example of the README is tested as those here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
