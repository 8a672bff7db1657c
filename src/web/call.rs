//! What a handler knows of the request that it answers, whatever carries it.

use super::page_state::PageState;
use super::refusal::Refusal;
use crate::library::PageStore;
use crate::think::Observer;
use serde_json::Value;

/// A running request: whether to go on, and where events go.
pub trait Call: Observer {
    /// Whether its answer is no longer wanted, or its time is up.
    fn is_over(&self) -> bool;

    /// Why it ended without an answer.
    fn refusal(&self) -> Refusal;

    /// Sends an event that may be left out if the client does not keep up.
    fn send(&self, name: &str, value: &Value);

    /// Sends an event that has to arrive, unless the client has stopped reading.
    fn announce(&self, name: &str, value: &Value);

    /// Whether unlimited work has used its share while others wait.
    fn should_give_way(&self) -> bool {
        false
    }

    /// The store of the server, if it has one.
    fn store(&self) -> Option<&dyn PageStore> {
        None
    }

    /// Lets others work, and returns when it is this request's turn again.
    fn give_way(&self, _state: &mut PageState) {}
}

/// One event as it is sent.
pub fn event(name: &str, value: &Value) -> String {
    format!("event: {name}\ndata: {value}\n\n")
}
