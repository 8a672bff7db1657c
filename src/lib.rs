//! `mustplay`, a Hex engine. The rooms, each of which knows only those before it:
//!
//! - [`shipped`]: data that is compiled into the program, checked when it is read.
//! - [`jobs`]: independent pieces of work, several at a time.
//! - [`board`]: geometry, cells, sets, position, chains and the group-condensed graph.
//! - [`parameter`]: options, each declared once, from which protocol, command line and help are
//!   made.
//! - [`game`]: a game as people keep it: moves, setup, swap, clock, SGF; drawing as text and SVG.
//! - [`think`]: what all engines share: score, limits, outcome, observer, time for a move.
//! - [`connect`]: connections: AND rule, OR rules, the closure loop, a stone more and back, playing
//!   a full out.
//! - [`inferior`]: dead, captured, dominated, reversible cells; fill-in.
//! - [`evaluate`]: distance, two-distance and potentials, circuits with their resistance and
//!   energy.
//! - [`analysis`]: one look at one position: fill-in, connections of both, mustplay, evaluation.
//! - [`search`]: iterative deepening, alpha-beta, selectivity, transposition tables.
//! - [`policy_value`]: a convolutional network for policy and value, from stones alone.
//! - [`puct`]: tree search on that network alone.
//! - [`selfplay`]: games that it plays with itself, to learn from them.
//! - [`training`]: learning from these.
//! - [`network`]: a small neural network that judges a position and its moves from one look.
//! - [`montecarlo`]: Monte Carlo tree search on looks, with playouts.
//! - [`book`]: opening books that learn: values from below, growth, books that are shipped.
//! - [`prove`]: depth-first proof-number search, with carriers.
//! - [`learn`]: weights of moves and of networks, from games.
//! - [`papers::engines`]: what plays as programs of the sources did and no player of today does:
//!   Hexane's local searches, Queenbee's selections. The rest of [`papers`] stands further up.
//! - [`players`]: named players, each a recipe over the rooms above; the trait is open.
//! - [`explain`]: why a side wins or a move loses, and what must be defended: as data, and in
//!   words.
//! - [`review`]: judging a finished game: what each move lost, proved where it can be.
//! - [`puzzle`]: positions with one winning move: made, proved, kept.
//! - [`arena`]: matches between engines: openings, referee, clocks, statistics.
//! - [`papers`]: the experiments of the sources, as units of work whose findings make tables.
//! - [`protocol`]: GTP: reading, the command table, one file per family of commands.
//! - [`terminal`]: interactive play, and puzzles.
//! - [`cli`]: one file per subcommand: files in and out, exit codes.
//!
//! Everything before [`arena`] neither prints nor reads: it reports through values and the
//! observer.

pub mod analysis;
pub mod arena;
pub mod board;
pub mod book;
pub mod cli;
pub mod connect;
pub mod evaluate;
pub mod explain;
pub mod game;
pub mod inferior;
pub mod jobs;
pub mod learn;
pub mod montecarlo;
pub mod network;
pub mod papers;
pub mod parameter;
pub mod players;
pub mod policy_value;
pub mod protocol;
pub mod prove;
pub mod puct;
pub mod puzzle;
pub mod review;
pub mod search;
pub mod selfplay;
pub mod shipped;
pub mod terminal;
pub mod think;
pub mod training;
