//! `mustplay play`.

mod session;
