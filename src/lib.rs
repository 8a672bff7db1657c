//! `mustplay`, a Hex engine. First the words that it uses, then its rooms.
//!
//! # Words
//!
//! On the left the word of the papers and of other engines, on the right what it means here and
//! where it stands in the code.
//!
//! | word | here |
//! |---|---|
//! | chain, group, block | stones of a colour that touch one another: [`board::Chain`] |
//! | end | what a connection joins: an empty cell, a chain or an edge, [`board::End`] |
//! | virtual connection, VC, 0-connection | *full*: joins two ends even if the opponent moves first, [`connect::Connections`] |
//! | semi connection, SC, VSC, 1-connection | *semi*: joins them if its owner moves first, the first move is its *key* |
//! | carrier | the empty cells that a connection or a proof needs: [`connect::Carrier`] |
//! | key | the first move of a semi |
//! | edge template | a minimal full from a stone to an edge that is kept: [`template::EdgeTemplate`] |
//! | H-search, AND rule, OR rule | fulls in a row make a full or a semi; semis without a common cell make a full: [`connect::Connections`] |
//! | semis-combiner, FastVC | ways to apply the OR rule: [`connect::OrRule`] |
//! | must-play region | *mustplay*: what all carriers of the opponent's winning semis have in common; a move outside loses |
//! | fill-in | empty cells that may be coloured without changing who wins: [`inferior::FillKind`] |
//! | dead cell | a cell whose colour matters to neither side: [`inferior::FillKind`] |
//! | captured cells | cells that are as good as their owner's: each intrusion has a reply that kills it |
//! | vulnerable, reversible, dominated | why a move need not be considered: [`inferior::PruneReason`] |
//! | two-distance | one more than the second lowest two-distance among a cell's neighbours: [`evaluate::TwoDistance`] |
//! | potential, attack mobility | the sum of a cell's two-distances to both edges; how many cells have the lowest: [`evaluate::Potentials`] |
//! | resistance | of the circuit between a side's edges: [`evaluate::Resistance`] |
//! | energy | a cell's share of the power in that circuit |
//! | static analysis of a node | *analysis* of a position: fill-in, connections, mustplay, evaluation, [`analysis::Analysis`] |
//! | worker | one thread of a search: [`search::PvsWorker`], `prove::search::ProofWorker`, `montecarlo::worker::Worker` |
//! | principal variation, PV | the line that both sides are expected to play |
//! | cut-off, window, bound | of alpha-beta: [`search::Window`], [`search::Bound`] |
//! | combinatorial transposition table | a table with exact numbers of positions as keys: [`search::Numbering`] |
//! | node, child, root, visit | of the tree of [`montecarlo`], as in every Monte Carlo tree search |
//! | playout, rollout, simulation | a game played to its end by chance: [`montecarlo::Playout`] |
//! | prior | the probability of a move before it is searched, from the network or the circuits |
//! | leaf evaluation | what analysis and network make of a new node, worth so many playouts |
//! | backup | adding a leaf's value to all nodes on the way to the root |
//! | AMAF, RAVE | statistics of a move wherever it was played later: option `uct_rave_bias` |
//! | proof number, disproof number | how much is left to prove a win or a loss: [`prove::Solver`] |
//! | claim | a proved result with the stones and the carrier that it needs, for use in other positions |
//! | certificate | a proof that can be checked without the engine: [`prove::Certificate`] |
//! | swap, pie rule | White may take over Black's first stone: [`game::SwapStyle`] |
//!
//! # Rooms
//!
//! Each knows only those before it:
//!
//! - `shipped`: data that is compiled into the program, checked when it is read.
//! - `jobs`: independent pieces of work, several at a time.
//! - `files`: files are written whole or not at all.
//! - `memory`: what the machine has to give.
//! - [`board`]: geometry, cells, sets, position, chains and the group-condensed graph.
//! - [`parameter`]: options, each declared once, from which protocol, command line and help are
//!   made.
//! - [`game`]: a game as people keep it: moves, setup, swap, pass, clock; SGF and the formats of
//!   sites, read by their content; drawing as text and SVG.
//! - [`think`]: what all engines share: score, limits, outcome, observer, time for a move.
//! - [`template`]: templates: connections that no rule composes, kept; they are found in `learn`.
//! - [`connect`]: connections: AND rule, OR rules, the closure loop, a stone more and back, playing
//!   a full out.
//! - [`inferior`]: dead, captured, dominated, reversible cells; fill-in.
//! - [`evaluate`]: distance, two-distance and potentials, circuits with their resistance and
//!   energy.
//! - [`analysis`]: what is known of one position without search: fill-in, connections of both,
//!   mustplay, evaluation.
//! - [`search`]: iterative deepening, alpha-beta, selectivity, transposition tables.
//! - [`network`]: a convolutional network that judges a position and its moves, from stones alone
//!   or from an analysis.
//! - [`puct`]: tree search with that of stones alone, and analyses where they pay.
//! - [`selfplay`]: games that the network plays with itself, and the file that keeps them.
//! - [`training`]: gradient descent on these games.
//! - [`montecarlo`]: Monte Carlo tree search with an analysis and the network's judgement of it at
//!   every expanded node, and playouts.
//! - [`book`]: opening books that learn: values from below, growth, books that are shipped.
//! - [`prove`]: depth-first proof-number search, with carriers.
//! - `learn`: weights of moves, from games; templates, by proof.
//! - [`papers::engines`]: what plays as programs of the sources did and no player of today does:
//!   Hexane's local searches, Queenbee's selections. The rest of [`papers`] stands further up.
//! - [`players`]: named players, each a recipe over the rooms above; the trait is open.
//! - [`explain`]: why a side wins or a move loses, and what must be defended: as data, and in
//!   words.
//! - [`review`]: judging a finished game: what each move lost, proved where it can be.
//! - [`puzzle`]: positions with one winning move: made, proved, kept.
//! - [`arena`]: matches between engines: openings, referee, clocks, statistics.
//! - [`store`]: jobs and facts that processes and machines share: in a file, or on a PostgreSQL
//!   server.
//! - [`papers`]: the experiments of the sources, as units of work whose findings make tables.
//! - [`protocol`]: GTP: reading, the command table, one file per family of commands.
//! - [`web`]: the board in a browser, and the interface that it uses.
//! - [`terminal`]: interactive play, and puzzles.
//! - [`cli`]: one file per subcommand: files in and out, exit codes.
//!
//! Everything before [`arena`] neither prints nor reads: it reports through values and the
//! observer.

pub mod analysis;
pub mod arena;
pub mod board;
pub mod book;
pub mod connect;
pub mod evaluate;
pub mod explain;
pub mod game;
pub mod inferior;
pub mod parameter;
pub mod players;
pub mod protocol;
pub mod prove;
pub mod puzzle;
pub mod review;
pub mod store;
pub mod template;
pub mod terminal;
pub mod think;
pub mod web;

// Public for the program, tests and benches alone.
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod montecarlo;
#[doc(hidden)]
pub mod network;
#[doc(hidden)]
pub mod papers;
#[doc(hidden)]
pub mod puct;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod selfplay;
#[doc(hidden)]
pub mod training;

mod files;
mod jobs;
mod learn;
mod memory;
mod shipped;
