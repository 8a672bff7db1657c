//! The Go Text Protocol.

mod hexgui;
mod legend;
mod live_analysis;
mod menu;
mod session;
mod transcripts;
