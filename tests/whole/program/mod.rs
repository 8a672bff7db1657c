//! The program as a whole: transcripts, sessions, subcommands, files, and clients that misbehave.

mod browsing;
mod command_line;
mod formats;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod full_disk;
mod hexgui;
mod learning;
mod live_analysis;
mod match_files;
mod matches;
mod overlays;
mod papers;
mod playing;
mod review;
mod robustness;
mod serving;
mod serving_safely;
mod sizes;
mod soak;
mod solving;
// Both kinds of stores, and signals.
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod stores;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod stores_faults;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
mod stores_refused;
#[cfg(all(unix, feature = "sqlite", feature = "tls"))]
mod stores_tls;
mod transcripts;
