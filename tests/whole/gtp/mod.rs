//! The Go Text Protocol.

mod hexgui;
mod legend;
mod live_analysis;
mod menu;
mod python;
mod session;
mod transcripts;
