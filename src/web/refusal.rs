//! Why a request is refused: a status, as HTTP has them, and a sentence.

use crate::base::message::plain;

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: u16,
    /// The reason, as a sentence.
    pub why: String,
}

impl Refusal {
    /// A request that cannot be understood.
    pub fn bad(why: impl Into<String>) -> Self {
        Self::new(400_u16, why)
    }

    /// A refusal with another status.
    pub fn new(status: impl Into<u16>, why: impl Into<String>) -> Self {
        let (status, why) = (status.into(), plain(&why.into()));
        Self { status, why }
    }

    /// An unknown address.
    pub fn not_found() -> Self {
        Self::new(404_u16, "Not found.")
    }

    /// A newer request of the page has ended this one.
    pub fn replaced() -> Self {
        Self::new(409_u16, "Replaced by a newer request of this page.")
    }

    /// A body whose content has more than `most` bytes.
    pub fn too_large(most: usize) -> Self {
        let size = match most >> 20 {
            0 => format!("{} KB", most >> 10),
            megabytes => format!("{megabytes} MB"),
        };
        let why = format!("The body holds more than {size} for this address.");
        Self::new(413_u16, why)
    }

    /// An internal error.
    pub fn internal() -> Self {
        Self::new(500_u16, "Internal error; other requests still work.")
    }

    /// The engine is busy.
    pub fn busy() -> Self {
        let why = "The server is busy with other requests; try again in a moment.";
        Self::new(503_u16, why)
    }

    /// The time limit of the address.
    pub fn too_late() -> Self {
        Self::new(504_u16, "Time limit reached.")
    }
}
