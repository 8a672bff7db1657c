//! The program as a server, and a client that can send arbitrary requests.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A game on a square board in the format of requests.
pub fn position(size: usize, moves: &str) -> Value {
    json!({ "width": size, "height": size, "black": [], "white": [], "to_move": "black", "moves": moves })
}

/// Asks a process to end, by a signal; on Windows, which has none, it is killed.
pub fn end_process(id: u32) {
    let mut command = if cfg!(unix) {
        Command::new("kill")
    } else {
        let mut command = Command::new("taskkill");
        command.args(["/F", "/PID"]);
        command
    };
    let ended = command.arg(id.to_string()).status();
    assert!(ended.expect("it can be asked").success());
}

/// A server that ends with its test.
pub struct Served {
    pub child: Child,
    pub port: u16,
    /// The address of the page.
    pub page: String,
}

/// A response of the server.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }
}

/// The megabytes that a process takes; none where the system does not report them.
pub fn megabytes(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// Bytes in gzip.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

impl Served {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mustplay"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        stdout.read_line(&mut line).expect("a line");
        let page = line
            .split_whitespace()
            .find(|word| word.starts_with("http"));
        let page = page.unwrap_or_else(|| panic!("{line}")).to_owned();
        let port = page.split([':', '/']).nth(4).expect("a port");
        let port = port.parse().expect("a number");
        Self { child, port, page }
    }

    /// Opens a connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        let limit = Some(Duration::from_secs(30));
        stream.set_read_timeout(limit).expect("a limit");
        stream
    }

    /// The response to this head and body.
    pub fn ask(&self, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut stream = self.connect();
        let mut head = format!("{first} HTTP/1.1\r\nConnection: close\r\n");
        if !headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("host"))
        {
            head += "Host: localhost\r\n";
        }
        for (name, value) in headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        if first.starts_with("POST") {
            head.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
        }
        stream.write_all(head.as_bytes()).expect("the server reads");
        let _ = stream
            .write_all(b"\r\n")
            .and_then(|()| stream.write_all(body));
        read_response(&mut stream)
    }

    pub fn get(&self, path: &str) -> Response {
        self.ask(&format!("GET {path}"), &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Response {
        let kind = [("Content-Type", "application/json")];
        self.ask(&format!("POST {path}"), &kind, body.to_string().as_bytes())
    }

    /// The response to a body that is sent compressed.
    pub fn post_packed(&self, path: &str, body: &Value) -> Response {
        let headers = [
            ("Content-Type", "application/json"),
            ("Content-Encoding", "gzip"),
        ];
        let body = packed(body.to_string().as_bytes());
        self.ask(&format!("POST {path}"), &headers, &body)
    }

    /// The memory of the server in megabytes; none where the system does not report it.
    pub fn memory(&self) -> Option<u64> {
        megabytes(&self.child.id().to_string())
    }

    /// The token of a new page.
    pub fn open_page(&self) -> String {
        let page = self.get("/api/page").json();
        page["page"].as_str().expect("a page").to_owned()
    }

    /// Ends the server by a signal, where there are signals; how long that took.
    pub fn terminate(&mut self) -> Duration {
        let start = Instant::now();
        end_process(self.child.id());
        self.expect_end();
        start.elapsed()
    }

    /// Waits until the server has ended, cleanly where it was asked by a signal.
    pub fn expect_end(&mut self) {
        let status = self.child.wait().expect("the server ends");
        assert!(status.code() == Some(0) || !cfg!(unix), "{status}");
    }

    /// The body of a response that must be successful.
    pub fn good(&self, path: &str, body: &Value) -> Value {
        let reply = self.post(path, body);
        assert_eq!(reply.status, 200, "{path} {body}: {reply:?}");
        reply.json()
    }

    /// The events of a stream that must be successful.
    pub fn events(&self, path: &str, body: &Value) -> Vec<(String, Value)> {
        let reply = self.post(path, body);
        assert_eq!(reply.status, 200, "{path} {body}: {reply:?}");
        let event = |text: &str| {
            let (name, data) = text.split_once('\n')?;
            let data = serde_json::from_str(data.strip_prefix("data: ")?).ok()?;
            Some((name.strip_prefix("event: ")?.to_owned(), data))
        };
        let events = reply.body.split("\n\n").filter(|text| !text.is_empty());
        events.map(|text| event(text).expect("an event")).collect()
    }

    /// Starts a stream and leaves it open.
    pub fn begin(&self, path: &str, headers: &str, body: &Value) -> TcpStream {
        let mut stream = self.connect();
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        stream
    }

    /// Waits until this many search slots are free; returns how long that took.
    pub fn wait_for_free(&self, free: u64) -> Duration {
        let start = Instant::now();
        while self.get("/status").json()["free"] != free {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "searches still running"
            );
            std::thread::sleep(Duration::from_millis(2));
        }
        start.elapsed()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a response until the connection ends.
pub fn read_response(stream: &mut TcpStream) -> Response {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => {}
        // The server closes the connection while a rejected body is still arriving.
        Err(why) if why.kind() == ErrorKind::ConnectionReset => {}
        Err(why) => panic!("no answer: {why}"),
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    let chunked = head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked");
    Response {
        status: status.unwrap_or(0),
        head: head.to_owned(),
        body: if chunked {
            unchunked(body)
        } else {
            body.to_owned()
        },
    }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        let Some(chunk) = rest.get(..length).filter(|_| length > 0) else {
            break;
        };
        whole += chunk;
        body = rest.get(length + 2..).unwrap_or_default();
    }
    whole
}
