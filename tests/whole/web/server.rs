//! Clients that `mustplay serve` refuses, and attempts to block it for others.

use crate::support::sampling::{asked, seeded};
use crate::support::served::{Served, packed, position, read_response};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn other_sites_and_other_kinds_of_bodies_are_refused() {
    let server = Served::start(&[]);
    let asked = |headers: &[(&str, &str)]| server.ask("GET /ping", headers, b"").status;
    assert_eq!(asked(&[("Host", "evil.example")]), 403);
    assert_eq!(asked(&[("Host", "[::1]:1")]), 200);
    assert_eq!(asked(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(asked(&[("Origin", "http://localhost")]), 200);
    assert_eq!(asked(&[("Sec-Fetch-Site", "cross-site")]), 403);
    let post =
        |kind: &str, body: &[u8]| server.ask("POST /api/read", &[("Content-Type", kind)], body);
    assert_eq!(post("text/plain", b"{}").status, 415);
    let json = "application/json";
    for body in [
        &b"{"[..],
        b"[]",
        b"\"x\"",
        b"\xff\xfe",
        b"{\"text\": 7}",
        b"{}",
    ] {
        let reply = post(json, body);
        assert_eq!(reply.status, 400, "{reply:?}");
        assert!(
            reply.body.trim().ends_with('.') && reply.body.len() > 10,
            "{reply:?}"
        );
    }
    let deep = "{\"text\":".repeat(5000);
    assert_eq!(post(json, deep.as_bytes()).status, 400);
    let large = vec![b' '; (256 << 10) + 1];
    assert_eq!(post(json, &large).status, 413);
    let fits = vec![b' '; 256 << 10];
    assert_eq!(post(json, &fits).status, 400);
}

#[test]
fn long_bodies_may_be_compressed() {
    let server = Served::start(&[]);
    let post = |encoding: &str, body: &[u8]| {
        let headers = [
            ("Content-Type", "application/json"),
            ("Content-Encoding", encoding),
        ];
        server.ask("POST /api/read", &headers, body)
    };
    let plain = format!("{}{{\"text\": \"a1 b2\"}}", " ".repeat(300 << 10));
    assert_eq!(post("identity", plain.as_bytes()).status, 413);
    let file = packed(plain.as_bytes());
    let answer = post("gzip", &file);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(post("gzip", &file[..file.len() - 9]).status, 400);
    assert_eq!(post("gzip", &plain.as_bytes()[300 << 10..]).status, 400);
    assert_eq!(post("gzip", &[&*file, &file].concat()).status, 400);
    assert_eq!(post("br", &file).status, 415);
    let bomb = packed(&vec![b' '; 20 << 20]);
    assert!(bomb.len() < 256 << 10, "{}", bomb.len());
    assert_eq!(post("gzip", &bomb).status, 413);
}

#[test]
fn other_addresses_need_a_token() {
    let server = Served::start(&["--bind", "127.0.0.1", "--token", "secret123"]);
    assert!(server.page.ends_with("/t/secret123/"));
    assert_eq!(server.get("/").status, 401);
    assert_eq!(server.get("/ping?token=secret12").status, 401);
    assert_eq!(server.get("/ping?token=secret123").body, "pong");
    let page = server.get("/t/secret123/");
    let script = page
        .body
        .split('"')
        .find(|word| word.ends_with("/first.js"));
    let script = script.expect("the page has a script");
    assert_eq!(server.get(&format!("/t/secret123/{script}")).status, 200);
    assert_eq!(server.get(&format!("/{script}")).status, 401);
    let led = server.get("/?token=secret123");
    assert!(
        led.status == 303 && led.head.contains("location: /t/secret123/"),
        "{led:?}"
    );
    // Other parameters stay, and nothing but the token gets into the path.
    for (path, to) in [
        ("/?token=secret123&x=1", Some("/t/secret123/?x=1")),
        ("/?x=1&token=secret123", Some("/t/secret123/?x=1")),
        ("/t/secret123/?token=secret123", Some("/t/secret123/")),
        ("/t/secret123/?token=//evil", None),
    ] {
        let reply = server.get(path);
        let mut head = reply.head.lines();
        let location = head.find_map(|line| line.strip_prefix("location: "));
        assert_eq!(location, to, "{path}: {reply:?}");
        assert_eq!(reply.status, if to.is_some() { 303 } else { 200 }, "{path}");
    }
    let body = json!({ "color": "black", "size": 3 });
    assert_eq!(server.post("/analyze-position", &body).status, 401);
    server.good("/t/secret123/analyze-position", &body);
}

/// A disconnecting client ends its search, and a newer search of a page ends the one before it.
#[test]
fn searches_end_with_their_clients() {
    let server = Served::start(&["--searches", "2"]);
    let game = json!({ "game": position(11, "d4") });
    for _ in 0..3 {
        let mut stream = server.begin("/api/analysis", "", &game);
        let mut begun = [0; 64];
        stream.read_exact(&mut begun).expect("a stream");
        assert_eq!(server.get("/status").json()["free"], 1);
        drop(stream);
        let time = server.wait_for_free(2);
        println!("the search ended {} ms after its client", time.as_millis());
        assert!(time < Duration::from_secs(2), "{time:?}");
    }
    let header = format!("X-Mustplay-Page: {}\r\n", server.open_page());
    let mut first = server.begin("/api/analysis", &header, &game);
    let mut begun = [0; 64];
    first.read_exact(&mut begun).expect("a stream");
    let mut second = server.begin("/api/analysis", &header, &game);
    second.read_exact(&mut begun).expect("a second stream");
    assert_eq!(server.get("/status").json()["free"], 1);
    let mut rest = vec![0; 1 << 16];
    // The first stream receives its final event.
    let mut text = String::new();
    while !text.contains("event: done") {
        let read = first.read(&mut rest).expect("the rest");
        assert!(read > 0, "{text}");
        text += &String::from_utf8_lossy(&rest[..read]);
    }
    drop(second);
    server.wait_for_free(2);
}

/// A search of any kind ends when its client has gone.
#[test]
fn other_work_ends_with_its_clients() {
    let server = Served::start(&["--searches", "2"]);
    let game = position(14, "d4 g8");
    for (path, asked) in [
        ("/api/explain", json!({ "game": game, "seconds": 20 })),
        ("/api/hint", json!({ "game": game, "seconds": 20 })),
        (
            "/api/move",
            json!({ "game": game, "seconds": 60, "level": 10 }),
        ),
        ("/api/review", json!({ "game": game, "seconds": 300 })),
        ("/api/solve", json!({ "game": game, "seconds": 600 })),
    ] {
        let stream = server.begin(path, "", &asked);
        server.wait_for_free(1);
        thread::sleep(Duration::from_millis(200));
        assert_eq!(server.get("/status").json()["free"], 1, "{path} is over");
        drop(stream);
        let time = server.wait_for_free(2);
        println!("{path} ended {} ms after its client", time.as_millis());
        assert!(time < Duration::from_secs(2), "{path}: {time:?}");
    }
}

/// Lost positions on narrow boards have very many connections.
#[test]
fn hints_and_explanations_keep_to_their_time() {
    let server = Served::start(&[]);
    for game in [
        "7x19 c19 e17 d14 c7 b9 d11",
        "5x19 c19 d17 b9 c7",
        "19x19",
        "32x32 p16 aa3",
    ] {
        for path in ["/api/explain", "/api/hint"] {
            let start = Instant::now();
            let reply = server.post(path, &json!({ "game": game, "seconds": 0.05 }));
            let time = start.elapsed();
            assert_eq!(reply.status, 200, "{path} {game}: {reply:?}");
            assert!(time < Duration::from_secs(2), "{path} {game}: {time:?}");
        }
    }
}

/// On large boards the network answers; what needs connections is refused.
#[test]
fn large_boards_are_played_without_connections() {
    let server = Served::start(&[]);
    let ask = |path: &str, more: Value| {
        let mut asked = json!({ "game": "24x24 c3 x22 l12", "seconds": 0.1 });
        let fields = asked.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        server.post(path, &asked)
    };
    for path in ["/api/move", "/api/analysis", "/api/hint", "/api/explain"] {
        let reply = ask(path, json!({ "level": 3 }));
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
    }
    for (path, more) in [
        ("/api/position", json!({})),
        ("/api/solve", json!({})),
        ("/api/connection", json!({ "ends": ["c3", "north"] })),
        ("/api/openings/prove", json!({ "width": 20, "height": 20 })),
    ] {
        // A stream has begun before it is refused.
        let why = ask(path, more).body;
        assert!(
            why.contains("too large for connections and proofs"),
            "{path}: {why}"
        );
    }
}

/// A proxy may go by the length of a request that also says it comes in pieces, and take the rest for
/// a request of its own. So nothing is read after one in pieces.
#[test]
fn nothing_follows_a_request_in_pieces() {
    let server = Served::start(&[]);
    for lengths in [
        "Transfer-Encoding: chunked\r\nContent-Length: 12\r\n",
        "Content-Length: 12\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\n",
    ] {
        let mut stream = server.connect();
        let sent = format!(
            "POST /api/levels HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{lengths}\r\n\
             2\r\n{{}}\r\n0\r\n\r\nGET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n"
        );
        stream.write_all(sent.as_bytes()).expect("the server reads");
        let mut received = String::new();
        stream
            .read_to_string(&mut received)
            .expect("the server ends the connection");
        assert!(received.contains("connection: close"), "{received}");
        assert_eq!(received.matches("HTTP/1.1 ").count(), 1, "{received}");
        assert!(!received.contains("pong"), "{received}");
    }
}

/// Streams beyond the queue get a 503, queued ones are served in turn, unlimited searches yield, and
/// a move has a place of its own.
#[test]
fn beyond_the_queue_requests_are_refused() {
    let server = Served::start(&["--searches", "1"]);
    let game = json!({ "game": position(11, "d4") });
    let endless = server.begin("/api/analysis", "", &game);
    while server.get("/status").json()["free"] != 0 {}
    let one = json!({ "game": position(3, ""), "level": 1 });
    let start = Instant::now();
    assert_eq!(server.post("/api/move", &one).status, 200);
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    let streams: Vec<TcpStream> = (0..40)
        .map(|_| server.begin("/api/analysis", "", &game))
        .collect();
    while server.get("/status").json()["waiting"].as_u64() < Some(32) {
        thread::sleep(Duration::from_millis(5));
    }
    let reply = server.post("/api/analysis", &game);
    assert!(
        reply.status == 503 && reply.head.contains("retry-after"),
        "{reply:?}"
    );
    assert_eq!(server.post("/api/move", &one).status, 200);
    drop((streams, endless));
    server.wait_for_free(1);
    assert_eq!(server.post("/api/move", &one).status, 200);
}

/// Idle and slow connections do not block others.
#[test]
fn a_thousand_idle_and_slow_connections_block_nobody() {
    let server = Served::start(&[]);
    let mut idle = Vec::new();
    for number in 0..1000 {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", server.port)) else {
            break;
        };
        // Some send nothing, some an incomplete head, some announce a body that never arrives.
        let printed: &[u8] = match number % 3 {
            0 => b"",
            1 => b"GET / HTTP/1.1\r\nHost: local",
            _ => b"POST /api/move HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
        };
        let _ = stream.write_all(printed);
        idle.push(stream);
    }
    assert!(idle.len() > 500, "only {} connections", idle.len());
    for stream in &mut idle {
        let _ = stream.write_all(b" ");
    }
    let start = Instant::now();
    assert_eq!(server.get("/").status, 200);
    let move_ = json!({ "game": position(3, ""), "level": 1 });
    assert_eq!(server.post("/api/move", &move_).status, 200);
    println!(
        "answered after {} ms with {} idle connections",
        start.elapsed().as_millis(),
        idle.len()
    );
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "{:?}",
        start.elapsed()
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_cleanly() {
    let mut server = Served::start(&[]);
    let stream = server.begin("/api/analysis", "", &json!({ "game": position(11, "d4") }));
    while server.get("/status").json()["free"] == 4 {}
    let time = server.terminate();
    assert!(time < Duration::from_secs(2), "{time:?}");
    drop(stream);
}

const PATHS: [&str; 24] = [
    "/api/read",
    "/api/write",
    "/api/position",
    "/api/analysis",
    "/api/move",
    "/api/hint",
    "/api/explain",
    "/api/review",
    "/api/solve",
    "/api/proof",
    "/api/proof/walk",
    "/api/proof/file",
    "/api/puzzles",
    "/api/explore",
    "/api/explore/window",
    "/api/explore/game",
    "/api/openings",
    "/api/openings/prove",
    "/api/levels",
    "/calculate-move",
    "/analyze-game",
    "/analyze-position",
    "/nothing",
    "/t/x/ping",
];
const WORDS: [&str; 24] = [
    "a1",
    "b2",
    "c3",
    "swap-pieces",
    "resign",
    "pass",
    "z99",
    "",
    "#3,a1b2",
    "(;SZ[3];B[a1])",
    "black",
    "white",
    "sgf",
    "svg",
    "{",
    "\u{0}",
    "é",
    "3x3 a1",
    "#99,",
    "north",
    "-1",
    "null",
    "link",
    "(;SZ[3",
];
const FIELDS: [&str; 20] = [
    "game",
    "text",
    "as",
    "tree",
    "move",
    "moves",
    "level",
    "seconds",
    "seed",
    "size",
    "width",
    "height",
    "movesHistory",
    "color",
    "black",
    "white",
    "certificate",
    "nodes",
    "ai",
    "number",
];

fn value(random: &mut StdRng, depth: usize) -> Value {
    match random.random_range(0..if depth < 3 { 9 } else { 6 }) {
        0 => json!(WORDS.choose(random)),
        1 => json!(random.random_range(-3..12)),
        2 => json!(random.random::<f64>() / 50.0),
        3 => json!(random.random_bool(0.5)),
        4 => Value::Null,
        5 => json!(u64::MAX),
        6 => json!([value(random, depth + 1), value(random, depth + 1)]),
        7 => position(
            random.random_range(1..4),
            ["", "a1", "a1 b1", "b2 a2"].choose(random).expect("some"),
        ),
        _ => object(random, depth + 1),
    }
}
fn object(random: &mut StdRng, depth: usize) -> Value {
    let count = random.random_range(0..5);
    let fields = (0..count).map(|_| {
        let name = FIELDS.choose(random).expect("some");
        ((*name).to_owned(), value(random, depth))
    });
    Value::Object(fields.collect())
}

/// An arbitrary request, often almost valid.
fn random_request(random: &mut StdRng) -> (String, String) {
    let path = (*PATHS.choose(random).expect("some")).to_owned();
    let mut body = object(random, 0);
    // Keep the work small: the contents are random, not the duration.
    body["seconds"] = json!(0.01);
    body["ai"] = json!({ "seconds": 0.01, "level": random.random_range(0..11) });
    if random.random_bool(0.7) {
        let size = random.random_range(1..4);
        body["game"] = position(
            size,
            ["", "a1", "a1 b1", "b2 a2", "a1 swap-pieces"]
                .choose(random)
                .expect("some"),
        );
    }
    let mut text = body.to_string();
    if random.random_bool(0.1) {
        let mut bytes = text.clone().into_bytes();
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
        let changed = String::from_utf8_lossy(&bytes).into_owned();
        if changed.matches("\"seconds\":0.01").count() == 2 {
            text = changed;
        }
    }
    (path, text)
}

#[test]
fn ten_thousand_random_requests_are_answered() {
    let server = Served::start(&[]);
    let count = asked().map_or(10_000, |cases| (cases as usize).max(10_000));
    let threads = 4;
    let start = Instant::now();
    let each = |thread: u64| {
        let mut random = seeded(300 + thread);
        let mut statuses = [0; 6];
        for _ in 0..count / threads {
            let (path, body) = random_request(&mut random);
            let mut stream = server.connect();
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            let whole = [head.as_bytes(), body.as_bytes()].concat();
            stream.write_all(&whole).expect("the server reads");
            let reply = read_response(&mut stream);
            assert!(
                matches!(reply.status, 200 | 400 | 404 | 503 | 504),
                "{path} {body}: {reply:?}"
            );
            assert!(
                !reply.body.contains("bug in mustplay") && !reply.body.contains("Internal error"),
                "{path} {body}: {reply:?}"
            );
            statuses[usize::from(reply.status / 100)] += 1;
        }
        statuses
    };
    let all: Vec<[usize; 6]> = thread::scope(|scope| {
        let each = &each;
        let handles: Vec<_> = (0..threads as u64)
            .map(|thread| scope.spawn(move || each(thread)))
            .collect();
        handles
            .into_iter()
            .map(|one| one.join().expect("answers"))
            .collect()
    });
    let of = |kind: usize| all.iter().map(|one| one[kind]).sum::<usize>();
    println!(
        "{} good, {} bad requests in {:.1} s",
        of(2),
        of(4),
        start.elapsed().as_secs_f64()
    );
    assert!(
        of(2) > count / 10 && of(4) > count / 10,
        "{} good, {} bad",
        of(2),
        of(4)
    );
    assert_eq!(server.get("/ping").body, "pong");
}
