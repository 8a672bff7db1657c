//! The limits of `mustplay serve`: each request ends within its time and memory, and leaves others
//! theirs.

use crate::support::served::{Served, packed, position, read_response};
use serde_json::{Value, json};
use std::fs;
#[cfg(target_os = "linux")]
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A file of SGF on 19x19 with this after its root.
fn sgf(body: &str) -> Value {
    json!({ "text": format!("(;GM[11]SZ[19]{body})") })
}

/// A chain of passes as a tree.
fn passes(count: usize) -> Value {
    let first = [json!({ "parent": null })];
    let others = (0..count).map(|parent| json!({ "parent": parent }));
    let nodes: Vec<Value> = first.into_iter().chain(others).collect();
    json!({ "as": "sgf", "tree": { "width": 5, "height": 5, "black": [], "white": [],
        "to_move": "black", "nodes": nodes } })
}

#[test]
fn texts_beyond_a_limit_are_refused_with_the_limit() {
    let server = Served::start(&[]);
    let line = |count: usize| json!({ "text": format!("19x19 {}", "pass ".repeat(count)) });
    let link = json!({ "text": format!("#19,{}", ":p".repeat(50_001)) });
    let json = format!("{{\"width\":5,\"black\":[{}0]}}", "0,".repeat(50_001));
    let listed = format!("{{\"positions\":[{}{{}}]}}", "{},".repeat(1_000));
    for (path, body, limit) in [
        (
            "/api/read",
            sgf(&";AB[a1:s19]".repeat(150)),
            "50000 nodes, properties",
        ),
        (
            "/api/read",
            sgf(&";B[pass];W[pass]".repeat(20_000)),
            "50000 nodes, properties",
        ),
        (
            "/api/read",
            json!({ "text": "(;SZ[5])".repeat(100_000) }),
            "1000 games",
        ),
        (
            "/api/read",
            json!({ "text": "{\"boardsize\":5}".repeat(1_001) }),
            "1000 games",
        ),
        ("/api/read", json!({ "text": listed }), "1000 positions"),
        ("/api/read", json!({ "text": json }), "50000 values"),
        ("/api/read", line(50_001), "50000 moves"),
        ("/api/read", line(20_001), "20000 moves"),
        ("/api/read", link, "50000 moves"),
        ("/api/read", sgf(&";B[]W[]".repeat(10_001)), "20000 moves"),
        ("/api/read", sgf(&"(;B[a1])".repeat(20_001)), "20000 nodes"),
        ("/api/write", passes(20_000), "20000 nodes"),
        (
            "/api/position",
            json!({ "game": "19x19".to_owned() + &" pass".repeat(20_001) }),
            "20000 moves",
        ),
        (
            "/analyze-game",
            json!({ "size": 5, "movesHistory": "pass ".repeat(1_001) }),
            "1000 moves",
        ),
    ] {
        let reply = server.post_packed(path, &body);
        let names = reply.body.contains(&format!("more than {limit}"));
        assert!(reply.status == 400 && names, "{path}: {limit}: {reply:?}");
    }
    let many = json!({ "game": line(1_001)["text"] });
    let events = server.events("/api/review", &many);
    assert_eq!(events[0].1["why"], "The game has more than 1000 moves.");
    let spaces = |count: usize| json!({ "game": " ".repeat(count) });
    for (path, most) in [
        ("/api/move", 256 << 10),
        ("/api/write", 1 << 20),
        ("/api/proof", 4 << 20),
    ] {
        assert_eq!(
            server.post_packed(path, &spaces(most - 100)).status,
            400,
            "{path}"
        );
        assert_eq!(
            server.post_packed(path, &spaces(most)).status,
            413,
            "{path}"
        );
    }
    let fields: Vec<String> = (0..100).map(|number| format!("\"{number}\":0,")).collect();
    let fields = fields.concat();
    let kind = [("Content-Type", "application/json")];
    let reply = server.ask(
        "POST /api/read",
        &kind,
        format!("{{{fields}\"x\":0}}").as_bytes(),
    );
    assert!(reply.body.contains("more than 64 fields"), "{reply:?}");
}

/// What the limits let in takes little time.
#[test]
fn the_largest_texts_are_read_and_written() {
    let server = Served::start(&[]);
    let start = Instant::now();
    for (body, nodes) in [
        (";B[pass];W[pass]".repeat(9_999), 19_999),
        (
            format!(";B[a1]{}", "(;W[swap])(;W[b2])".repeat(6_000)),
            12_002,
        ),
        (format!(";B[a1]{}", ";C[abcdefghij]".repeat(24_000)), 2),
        (";AB[a1:s19];AE[a1:s19]".repeat(24), 1),
    ] {
        let reply = server.post_packed("/api/read", &sgf(&body));
        assert_eq!(reply.status, 200, "{:.300}", reply.body);
        let read = reply.json();
        assert_eq!(read["nodes"].as_array().map(Vec::len), Some(nodes));
    }
    assert_eq!(
        server.post_packed("/api/write", &passes(19_999)).status,
        200
    );
    let time = start.elapsed();
    assert!(time < Duration::from_secs(20), "{time:?}");
}

/// The rest of a request whose body is this one, compressed.
fn hostile(path: &str, body: &Value) -> Vec<u8> {
    let body = packed(body.to_string().as_bytes());
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), &body].concat()
}

/// Asks for other things until the threads have their answers; the longest time for one.
fn meanwhile(server: &Served, attack: &[thread::JoinHandle<u16>]) -> Duration {
    let mut longest = Duration::ZERO;
    let mut rounds = 0;
    while rounds < 3 || attack.iter().any(|one| !one.is_finished()) {
        for path in ["/api/levels", "/api/puzzles"] {
            let start = Instant::now();
            server.good(path, &json!({}));
            longest = longest.max(start.elapsed());
        }
        rounds += 1;
        thread::sleep(Duration::from_millis(20));
    }
    longest
}

#[test]
fn a_hundred_hostile_texts_leave_the_server_small_and_quick() {
    let mut server = Served::start(&[]);
    let fields = format!(
        "{{\"width\":5,\"black\":[{}0]}}",
        "{\"\":0},".repeat(130_000)
    );
    let fields: Value = serde_json::from_str(&fields).expect("JSON");
    for (path, body) in [
        ("/api/read", sgf(&";B[pass];W[pass]".repeat(200_000))),
        ("/api/read", sgf(&";B[pass];W[pass]".repeat(30_000))),
        ("/api/read", sgf(&";B[pass];W[pass]".repeat(9_990))),
        ("/api/read", json!({ "text": "(;SZ[5])".repeat(490_000) })),
        ("/api/write", json!({ "as": "sgf", "game": fields })),
        ("/api/write", passes(19_900)),
    ] {
        let request = hostile(path, &body);
        assert!(request.len() < 70_000);
        let attack: Vec<_> = (0..100)
            .map(|_| {
                let mut stream = server.connect();
                stream.write_all(&request).expect("the server reads");
                thread::spawn(move || read_response(&mut stream).status)
            })
            .collect();
        let longest = meanwhile(&server, &attack);
        for one in attack {
            let status = one.join().expect("an answer");
            assert!(matches!(status, 200 | 400 | 413 | 503), "{status}");
        }
        let memory = server.memory();
        println!(
            "{path}, {} bytes: {longest:?}, {memory:?} MB",
            request.len()
        );
        assert!(longest < Duration::from_secs(2), "{longest:?}");
        assert!(memory.is_none_or(|memory| memory < 500), "{memory:?} MB");
    }
    let request = hostile("/api/read", &sgf(&";B[pass];W[pass]".repeat(9_990)));
    let streams: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&request).expect("the server reads");
            stream
        })
        .collect();
    let time = server.terminate();
    assert!(time < Duration::from_secs(2), "{time:?}");
    drop(streams);
}

/// Reads a part of a stream; panics if it has ended.
fn goes_on(stream: &mut TcpStream, until: &str) {
    let (mut text, mut part) = (String::new(), vec![0; 1 << 16]);
    while !text.contains(until) {
        let read = match stream.read(&mut part) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.expect("the stream goes on"),
        };
        assert!(read > 0, "the stream has ended: {text:.300}");
        text += &String::from_utf8_lossy(&part[..read]);
    }
}

#[test]
fn idle_connections_never_end_a_live_stream() {
    let server = Served::start(&[]);
    let game = json!({ "game": position(11, "d4"), "every": 0.05 });
    let mut stream = server.begin("/api/analysis", "", &game);
    goes_on(&mut stream, "event: progress");
    let idle: Vec<TcpStream> = (0..450)
        .filter_map(|_| TcpStream::connect(("127.0.0.1", server.port)).ok())
        .collect();
    assert!(idle.len() > 400);
    assert_eq!(server.get("/ping").body, "pong");
    for _ in 0..5 {
        goes_on(&mut stream, "event: progress");
    }
}

/// Analyses take no more memory than they may, all go on, and moves are answered meanwhile.
#[test]
fn many_analyses_share_the_memory_and_leave_a_place_for_moves() {
    let mut server = Served::start(&["--searches", "2", "--memory", "640"]);
    let game = json!({ "game": position(19, "d4"), "every": 0.05 });
    let mut streams: Vec<TcpStream> = (0..12)
        .map(|_| server.begin("/api/analysis", "", &game))
        .collect();
    let mut most = 0;
    let small = json!({ "game": position(3, ""), "level": 1 });
    thread::scope(|scope| {
        let all = streams.iter_mut().map(|stream| {
            scope.spawn(|| {
                goes_on(stream, "event: progress");
            })
        });
        let all: Vec<_> = all.collect();
        while all.iter().any(|one| !one.is_finished()) {
            let start = Instant::now();
            assert_eq!(server.post("/api/move", &small).status, 200);
            assert!(
                start.elapsed() < Duration::from_secs(5),
                "{:?}",
                start.elapsed()
            );
            most = most.max(server.memory().unwrap_or(0));
            thread::sleep(Duration::from_millis(50));
        }
    });
    println!("12 analyses of 19x19 take {most} MB");
    // Five shares of 128 MB, and what the server itself takes.
    assert!(most < 800, "{most} MB");
    let time = server.terminate();
    assert!(time < Duration::from_secs(2), "{time:?}");
}

/// A page gives the memory of its player to another, and can still be used.
#[test]
fn idle_pages_give_their_memory_to_others() {
    let server = Served::start(&["--searches", "1", "--memory", "256"]);
    let pages: Vec<String> = (0..3).map(|_| server.open_page()).collect();
    for page in pages.iter().chain(&pages) {
        let headers = [
            ("Content-Type", "application/json"),
            ("X-Mustplay-Page", page),
        ];
        let body = json!({ "game": position(5, "a1"), "seconds": 0.1 }).to_string();
        let start = Instant::now();
        for path in ["/api/move", "/api/explain", "/api/analysis"] {
            let reply = server.ask(&format!("POST {path}"), &headers, body.as_bytes());
            assert_eq!(reply.status, 200, "{path}: {reply:?}");
        }
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{:?}",
            start.elapsed()
        );
    }
}

/// A review takes no longer than it may.
#[test]
fn a_review_keeps_to_its_time() {
    let server = Served::start(&[]);
    let moves = "d4 q4 q16 d16 k10 j12 g7 m13 p10 c10 j4";
    for seconds in [0.01, 1.0] {
        let start = Instant::now();
        let asked = json!({ "game": position(19, moves), "seconds": seconds });
        let events = server.events("/api/review", &asked);
        let time = start.elapsed().as_secs_f64();
        assert!(time < seconds + 2.0, "{time} s");
        let (name, done) = events.last().expect("an event");
        let moves = done["review"]["reviewed"].as_array().map(Vec::len);
        assert_eq!((name.as_str(), moves), ("done", Some(11)));
    }
}

/// Only a tab of its own makes a page: frames, in whatever number, end no page.
#[test]
fn frames_make_no_page() {
    let server = Served::start(&[]);
    let page = server.open_page();
    let load = |site: &str, dest: &str| {
        let headers = [
            ("Sec-Fetch-Site", site),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", dest),
        ];
        server.ask("GET /", &headers, b"").status
    };
    for _ in 0..260 {
        assert_eq!(load("cross-site", "iframe"), 403);
    }
    assert_eq!(load("same-site", "frame"), 403);
    assert_eq!(load("same-origin", "iframe"), 403);
    assert_eq!(load("cross-site", "document"), 200);
    assert_eq!(load("none", "document"), 200);
    let headers = [
        ("Content-Type", "application/json"),
        ("X-Mustplay-Page", &*page),
    ];
    assert_eq!(server.ask("POST /api/levels", &headers, b"{}").status, 200);
}

fn serve(arguments: &[&str], stdout: Stdio) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mustplay"));
    command.args(["serve", "--port", "0"]).args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::piped());
    command
}

#[test]
fn a_public_server_prints_its_addresses_and_a_warning() {
    let arguments = ["--bind", "0.0.0.0", "--token", "secret123"];
    let mut server = serve(&arguments, Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = [0; 1];
    let mut stdout = server.stdout.take().expect("piped");
    stdout.read_exact(&mut first).expect("an address");
    let mut warning = [0; 40];
    let mut stderr = server.stderr.take().expect("piped");
    stderr.read_exact(&mut warning).expect("a warning");
    let warning = String::from_utf8_lossy(&warning);
    assert!(
        warning.starts_with("mustplay: warning: this is plain HTTP"),
        "{warning}"
    );
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    let mut text = String::from_utf8_lossy(&first).into_owned();
    stdout.read_to_string(&mut text).expect("the rest");
    let mut lines = text.lines();
    let here = lines.next().expect("a line");
    assert!(
        here.starts_with("Serving the board at http://127.0.0.1:"),
        "{text}"
    );
    // Without a route to other machines there are none to print.
    let routes = fs::read_to_string("/proc/net/route").unwrap_or_default();
    let is_default = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.get(1) == Some(&"00000000") && fields.get(7) == Some(&"00000000")
    };
    let is_reachable = routes.lines().any(is_default);
    let others: Vec<&str> = lines.collect();
    assert!(!(is_reachable && others.is_empty()), "{text}");
    for line in others {
        let other = line
            .strip_prefix("From other machines: http://")
            .expect("an address");
        assert!(
            other.ends_with("/t/secret123/") && !other.starts_with("127."),
            "{text}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_address_ends_the_server() {
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .expect("a device");
    let mut server = serve(&[], full.into()).spawn().expect("it starts");
    let status = server.wait().expect("it ends at once");
    let mut why = String::new();
    let stderr = server.stderr.as_mut().expect("piped");
    stderr.read_to_string(&mut why).expect("a reason");
    assert_eq!(status.code(), Some(1), "{why}");
    assert!(why.contains("cannot write the answer"), "{why}");
}
