//! A server of files, as plain as one can be.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Serves a folder until it is dropped.
pub struct FileServer {
    /// The address of the folder.
    pub page: String,
    address: String,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FileServer {
    pub fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let over = Arc::new(AtomicBool::new(false));
        let (folder, ends) = (folder.to_owned(), Arc::clone(&over));
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if ends.load(Ordering::Relaxed) {
                    return;
                }
                let (stream, folder) = (stream.expect("a connection"), folder.clone());
                thread::spawn(move || serve(&stream, &folder));
            }
        });
        Self {
            page: format!("http://{address}/"),
            address,
            over,
            thread: Some(thread),
        }
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(&self.address));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers one request; a browser may break off.
fn serve(mut stream: &TcpStream, folder: &Path) {
    let mut lines = BufReader::new(stream).lines();
    let Some(Ok(first)) = lines.next() else {
        return;
    };
    for line in lines {
        if line.is_ok_and(|line| line.is_empty()) {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or("/");
    let path = path.split('?').next().unwrap_or("/");
    let (status, kind, content) = found(folder, path);
    let length = content.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(&content));
}

fn found(folder: &Path, path: &str) -> (&'static str, &'static str, Vec<u8>) {
    let mut file: PathBuf = folder.join(path.trim_start_matches('/'));
    if file.is_dir() {
        file.push("index.html");
    }
    let kind = match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    match fs::read(&file) {
        Ok(content) => ("200 OK", kind, content),
        Err(_) => (
            "404 Not Found",
            "text/plain",
            b"There is no such file.".to_vec(),
        ),
    }
}
