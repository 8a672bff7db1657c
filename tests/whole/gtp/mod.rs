//! The Go Text Protocol.

mod hexgui;
mod live_analysis;
mod menu;
mod session;
mod status_bar;
mod transcripts;
