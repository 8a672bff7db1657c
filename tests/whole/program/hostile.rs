//! Random hostile requests to `mustplay serve`, for thirty seconds, or as many as `MUSTPLAY_SOAK`
//! sets; `MUSTPLAY_SEED` selects others. Every whole request is answered, never by an error of the
//! server but the documented 503; memory and the time for other requests stay bounded; and a signal
//! ends the server in the midst of it. `--nocapture` prints the counts.

use crate::support::sampling::{number, seeded};
use crate::support::served::{Served, end_process, packed, position, read_response};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Clients at a time.
const CLIENTS: u64 = 8;

/// The memory that searches may take, and the most that the server may: the searches, two texts that
/// are read, and the program itself.
const SEARCHES: &str = "512";
const MEMORY: u64 = 900;

const PATHS: [&str; 23] = [
    "/api/read",
    "/api/write",
    "/api/position",
    "/api/analysis",
    "/api/move",
    "/api/move/now",
    "/api/hint",
    "/api/explain",
    "/api/connection",
    "/api/review",
    "/api/solve",
    "/api/proof",
    "/api/proof/walk",
    "/api/proof/file",
    "/api/explore",
    "/api/explore/window",
    "/api/explore/game",
    "/api/openings",
    "/api/openings/prove",
    "/api/lesson/move",
    "/calculate-move",
    "/analyze-game",
    "/analyze-position",
];

/// Fields that routes read.
const FIELDS: [&str; 17] = [
    "game",
    "text",
    "as",
    "tree",
    "move",
    "moves",
    "level",
    "only",
    "ends",
    "number",
    "left",
    "step",
    "seed",
    "width",
    "certificate",
    "movesHistory",
    "ai",
];

/// Parts of games, which are repeated.
const PARTS: [&str; 16] = [
    ";B[pass];W[pass]",
    "(;B[a1];W[b2])",
    ";AB[a1:s19]",
    ";AE[a1:s19]",
    ";PL[B]",
    ";C[x]",
    "C[x]",
    "(;",
    ";W[swap]",
    "(;SZ[5])",
    ";LB[a1:x]",
    ";B[]W[]",
    "\\",
    "]",
    ")",
    ";XY[]",
];

/// How often a part is repeated: seldom so often that the text is too long. What is deep in a value
/// may be there 40 times for each level, and is repeated less often.
fn count(random: &mut StdRng, depth: usize) -> usize {
    let most = *[3, 30, 3_000, 30_000, 300_000].choose(random).expect("one");
    random.random_range(0..most) >> (5 * depth)
}

/// A game, or something like one, of any length.
fn text(random: &mut StdRng, depth: usize) -> String {
    let (count, part) = (count(random, depth), PARTS.choose(random).expect("one"));
    match random.random_range(0..8) {
        0 => format!(
            "#19,{}",
            [":p", "a1", ":s", ","]
                .choose(random)
                .expect("one")
                .repeat(count)
        ),
        1 => ["a1 ", "pass ", "1 ", "swap "]
            .choose(random)
            .expect("one")
            .repeat(count),
        2 => ["{", "[", "{\"moves\":[", "[{},", "{\"positions\":["]
            .choose(random)
            .expect("one")
            .repeat(count),
        3 => format!("{{\"positions\":[{}{{}}]}}", "{},".repeat(count)),
        4 => format!("{{\"width\":5,\"black\":[{}0]}}", "{\"\":0},".repeat(count)),
        _ => {
            let close = if part.starts_with("(;") && part.len() == 2 {
                ")"
            } else {
                ""
            };
            let size = random.random_range(1..21);
            format!(
                "(;GM[11]SZ[{size}]{}{})",
                part.repeat(count),
                close.repeat(count)
            )
        }
    }
}

/// Any JSON value, deep or wide.
fn value(random: &mut StdRng, depth: usize) -> Value {
    match random.random_range(0..if depth < 3 { 9 } else { 6 }) {
        0 => json!(text(random, depth)),
        1 => json!(random.random_range(-3..400)),
        2 => json!(random.random::<f64>() * 1e9),
        3 => Value::Null,
        4 => json!(["a1", "sgf", "link", "z99", ""].choose(random)),
        5 => json!(vec![0; count(random, depth)]),
        6 => json!([value(random, depth + 1), value(random, depth + 1)]),
        7 => json!({ "parent": value(random, depth + 1), "move": value(random, depth + 1) }),
        _ => {
            json!({ "width": 19, "nodes": vec![value(random, depth + 1); random.random_range(0..40)] })
        }
    }
}

/// The body of a request: often a position on any board, with other fields beside it.
fn body(random: &mut StdRng) -> Vec<u8> {
    let mut body = json!({});
    for _ in 0..random.random_range(0..4) {
        body[*FIELDS.choose(random).expect("one")] = value(random, 0);
    }
    if random.random_bool(0.5) {
        let size = *[1, 3, 5, 11, 19].choose(random).expect("one");
        body["game"] = position(
            size,
            ["", "a1", "a1 a1", "pass pass"]
                .choose(random)
                .expect("one"),
        );
    }
    if random.random_bool(0.2) {
        let mut end = || {
            *["north", "a1", "west", "b2", "z9"]
                .choose(random)
                .expect("one")
        };
        body["ends"] = json!([end(), end()]);
    }
    // The requests are to be many: only their own time is short.
    body["seconds"] = json!(0.01);
    body["ai"] = json!({ "seconds": 0.01, "level": 10 });
    let mut bytes = body.to_string().into_bytes();
    match random.random_range(0..12) {
        0 => {
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random();
        }
        1 => bytes.truncate(random.random_range(0..bytes.len())),
        2 => bytes = vec![b'['; count(random, 0)],
        3 => bytes = "{\"game\":".repeat(count(random, 0)).into_bytes(),
        _ => {}
    }
    bytes
}

/// A request, and whether it is whole: then it has to be answered.
fn request(random: &mut StdRng) -> (String, Vec<u8>, bool) {
    let path = *PATHS.choose(random).expect("one");
    let plain = body(random);
    let is_packed = plain.len() > 200_000 || random.random_bool(0.3);
    let body = if is_packed { packed(&plain) } else { plain };
    let host = *["localhost", "[::1]", "evil", "localhost:80@evil", "[::1"]
        .choose(random)
        .expect("one");
    let host = if random.random_bool(0.9) {
        "localhost"
    } else {
        host
    };
    let encoding = if is_packed {
        "Content-Encoding: gzip\r\n"
    } else {
        ""
    };
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n{encoding}"
    );
    let mut bytes = Vec::new();
    let is_whole = match random.random_range(0..12) {
        0 => {
            head = format!("{head}Content-Length: {}\r\n\r\n", body.len() + 9);
            bytes.extend(&body);
            false
        }
        1 => {
            head = format!("{head}Transfer-Encoding: chunked\r\n\r\n");
            for part in body.chunks(random.random_range(1_000..9_000)) {
                bytes.extend(
                    format!("{:x}\r\n", part.len())
                        .bytes()
                        .chain(part.iter().copied()),
                );
                bytes.extend(b"\r\n");
            }
            bytes.extend(b"0\r\n\r\n");
            true
        }
        2 => {
            head = (0..random.random_range(1..200))
                .map(|_| random.random_range(' '..'~'))
                .collect();
            head += "\r\n\r\n";
            false
        }
        3 => {
            head = format!(
                "{head}X: {}\r\n\r\n",
                "x".repeat(random.random_range(0..40_000))
            );
            false
        }
        _ => {
            head = format!("{head}Content-Length: {}\r\n\r\n", body.len());
            bytes.extend(&body);
            true
        }
    };
    (head, bytes, is_whole)
}

/// The numbers of answers by their status, of connections that were left, and of those that ended
/// without an answer that was due.
#[derive(Debug, Default)]
struct Counts {
    good: usize,
    refused: usize,
    busy: usize,
    left: usize,
}

/// Sends requests until the time is up.
fn client(server: &Served, mut random: StdRng, over: &AtomicBool) -> Counts {
    let mut counts = Counts::default();
    while !over.load(Ordering::Relaxed) {
        let (head, body, is_whole) = request(&mut random);
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", server.port)) else {
            assert!(over.load(Ordering::Relaxed), "the server is gone");
            break;
        };
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .expect("a limit");
        // Who sends too much may find that the server has answered and gone.
        let sent = stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(&body));
        if !is_whole || random.random_bool(0.2) {
            let _ = stream.shutdown(
                *[Shutdown::Both, Shutdown::Write]
                    .choose(&mut random)
                    .expect("one"),
            );
            counts.left += 1;
            continue;
        }
        let reply = read_response(&mut stream);
        if over.load(Ordering::Relaxed) {
            break;
        }
        let about = || format!("{head}{:.500}\n{reply:?}", String::from_utf8_lossy(&body));
        match reply.status {
            200 => counts.good += 1,
            503 => counts.busy += 1,
            400..500 => counts.refused += 1,
            0 if sent.is_err() => counts.left += 1,
            _ => panic!("{}", about()),
        }
        assert!(!reply.body.contains("Internal error"), "{}", about());
    }
    counts
}

#[test]
fn hostile_requests_are_answered_and_bounded() {
    let seconds = number("MUSTPLAY_SOAK", 30);
    let mut server = Served::start(&["--searches", "2", "--memory", SEARCHES]);
    let over = AtomicBool::new(false);
    let until = Instant::now() + Duration::from_secs(seconds);
    let (mut slowest, mut most) = (Duration::ZERO, 0);
    // The signal comes while clients wait; the server is borrowed by them until they end.
    let id = server.child.id();
    thread::scope(|scope| {
        let (server, over) = (&server, &over);
        let random = |number| seeded(64 + number);
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| scope.spawn(move || client(server, random(number), over)))
            .collect();
        while Instant::now() < until && clients.iter().all(|one| !one.is_finished()) {
            for path in ["/ping", "/"] {
                let start = Instant::now();
                assert_eq!(server.get(path).status, 200);
                slowest = slowest.max(start.elapsed());
            }
            most = most.max(server.memory().unwrap_or(0));
            thread::sleep(Duration::from_millis(20));
        }
        over.store(true, Ordering::Relaxed);
        end_process(id);
        let all = clients.into_iter().map(|one| one.join().expect("answers"));
        let all = all.fold(Counts::default(), |sum, one| Counts {
            good: sum.good + one.good,
            refused: sum.refused + one.refused,
            busy: sum.busy + one.busy,
            left: sum.left + one.left,
        });
        println!("{all:?}, {most} MB, other requests within {slowest:?}");
        assert!(all.good > 0 && all.refused > 0, "{all:?}");
    });
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    assert!(most < MEMORY, "{most} MB");
    server.expect_end();
}
