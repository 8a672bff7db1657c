//! A server without connections, for tests that ask thousands of times: what it is asked has been
//! read from a client already.

use super::connections::OpenConnections;
use super::route;
use super::server::{ServerState, runtime};
use super::settings::ServeSettings;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// A server that listens nowhere.
pub struct UnconnectedServer {
    runtime: Runtime,
    shared: Arc<ServerState>,
}

impl UnconnectedServer {
    /// A server with these settings, of which addresses alone say to which hosts it answers.
    pub fn new(settings: ServeSettings) -> io::Result<Self> {
        Ok(Self {
            runtime: runtime()?,
            shared: Arc::new(ServerState::new(settings, None)),
        })
    }

    /// Answers a client that disconnects after so long: the status and the content, if they come in
    /// time.
    pub fn answer(&self, request: Request<Vec<u8>>, patience: Duration) -> Option<(u16, Bytes)> {
        let request = request.map(|body| Full::new(Bytes::from(body)));
        let connections = OpenConnections::default();
        let ticket = connections.admit()?;
        let answer = async {
            let answer = route::answer(request, Arc::clone(&self.shared), &ticket).await;
            let status = answer.status().as_u16();
            let content = answer.into_body().collect().await.ok()?;
            Some((status, content.to_bytes()))
        };
        let limited = async { tokio::time::timeout(patience, answer).await };
        self.runtime.block_on(limited).ok()?
    }
}

/// What still runs ends.
impl Drop for UnconnectedServer {
    fn drop(&mut self) {
        self.shared.workers.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn requests_are_answered_in_time_or_given_up() {
        let settings = ServeSettings {
            addresses: Vec::new(),
            port: 0,
            token: None,
            hosts: Vec::new(),
            searches: 1,
            memory: 0,
        };
        let server = UnconnectedServer::new(settings).unwrap();
        let ask = |method, path, body: &str| {
            let request = Request::builder().method(method).uri(path);
            let request = request.header("host", "localhost");
            let request = request.header("content-type", "application/json");
            let request = request.body(body.as_bytes().to_vec()).unwrap();
            server.answer(request, Duration::from_secs(5))
        };
        let status = |answer: Option<(u16, Bytes)>| answer.map(|(status, _)| status);
        let pong = (200, Bytes::from_static(b"pong"));
        assert_eq!(ask("GET", "/ping", ""), Some(pong));
        assert_eq!(status(ask("GET", "/none", "")), Some(404));
        assert_eq!(status(ask("POST", "/api/read", "{")), Some(400));
        let game = r#"{"game": "3x3 a1", "as": "text"}"#;
        assert_eq!(status(ask("POST", "/api/write", game)), Some(200));
        // Analysis goes on until the client leaves.
        let start = Instant::now();
        let endless = r#"{"game": "11x11 a1", "seconds": 600}"#;
        assert_eq!(ask("POST", "/api/analysis", endless), None);
        drop(server);
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
