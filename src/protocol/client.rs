//! The client of a running command: it may stop the command, and it may read parts of an answer that
//! stays open.

use crate::think::Observer;

/// The client, as a command sees it. A front-end that draws follows the progress of a search through
/// [`Observer::progress`].
pub trait Client: Observer {
    /// Whether any line has come in behind the request, or the input has ended.
    fn has_sent_more(&self) -> bool;

    /// Writes some lines of the answer, which stays open until the command returns; its text is then
    /// left out. Where the answer is not written as it comes, nothing happens.
    fn write_lines(&self, lines: &str);
}
