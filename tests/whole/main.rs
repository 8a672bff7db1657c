//! Tests of whole rooms and of the whole program: `laws` of the rooms, `figures` known from
//! outside, the `program` on its command line and over the protocol, README and `manual`, the
//! `project` and its dependencies. What they share is in `support`; kept conversations and files
//! are in the other folders here.
//!
//! Heavy checks read how many cases to try from `MUSTPLAY_CASES`; by default a few, so that all
//! tests together take minutes.

mod figures;
mod laws;
mod manual;
mod program;
mod project;
mod support;
