//! `mustplay serve` from the view of its clients: the page, games, searches, proofs, the play site.

use crate::support::served::{Served, position};
use serde_json::{Value, json};

#[test]
fn the_page_and_its_files_come_with_their_headers() {
    let server = Served::start(&[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(
        page.head
            .contains("content-security-policy: default-src 'none'; script-src 'self'")
    );
    assert!(!page.body.contains("PAGE-TOKEN"));
    let files = page.body.split(['"', '\'']).filter(|word| {
        let kinds = [".js", ".css", ".svg"];
        kinds.iter().any(|kind| word.ends_with(kind))
    });
    let mut count = 0;
    for file in files {
        let reply = server.get(&format!("/{file}"));
        assert_eq!(reply.status, 200, "{file}");
        assert!(reply.head.contains("immutable"), "{}", reply.head);
        let accepts = [("Accept-Encoding", "br, gzip")];
        let packed = server.ask(&format!("GET /{file}"), &accepts, b"");
        assert!(
            packed.head.contains("content-encoding: gzip"),
            "{}",
            packed.head
        );
        let length = |head: &str| -> Option<usize> {
            head.split("content-length: ")
                .nth(1)?
                .lines()
                .next()?
                .parse()
                .ok()
        };
        assert!(length(&packed.head) < length(&reply.head), "{file}");
        count += 1;
    }
    assert!(count >= 3, "{count} files");
    let packed = server.ask("GET /", &[("Accept-Encoding", "gzip")], b"");
    assert!(packed.head.contains("content-encoding: gzip"));
    assert!(!page.head.contains("content-encoding") && page.head.contains("no-store"));
    assert_eq!(server.get("/ping").body, "pong");
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/%2e%2e/etc/passwd",
        "/index.html/",
        "//",
        "/page/main.js",
        "/main.js",
        "/files-0000000000000000/first.js",
        "/api",
        "/\u{7f}",
    ] {
        let reply = server.get(path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {reply:?}");
    }
    assert_eq!(server.get("/api/move").status, 405);
    assert_eq!(server.ask("PUT /ping", &[], b"").status, 405);
    assert_eq!(
        server.get(&format!("/ping?{}", "x".repeat(5000))).status,
        414
    );
    assert!(matches!(
        server.get(&"x".repeat(40_000)).status,
        400 | 414 | 431
    ));
}

/// All kinds of games are read and written back.
#[test]
fn games_are_read_and_written() {
    let server = Served::start(&[]);
    let texts = [
        ("#5,a1b2:pc3", "a1 b2 pass c3"),
        ("https://hexworld.org/board/#5,d2:sa1", "d2 swap-pieces a1"),
        ("#5,d2:Sa1", "d2 swap-sides a1"),
        // Little Golem's name of the move.
        ("(;GM[11]SZ[5];B[d2];W[swap];B[a1])", "d2 swap-pieces a1"),
        ("5x5 a1 b2", "a1 b2"),
        ("(;GM[11]SZ[5];B[a1];W[b2];B[resign])", "a1 b2 resign"),
        ("{\"boardsize\": 5, \"moves\": \"a1 b2\"}", "a1 b2"),
    ];
    for (text, moves) in texts {
        let tree = server.good("/api/read", &json!({ "text": text }));
        let nodes = tree["nodes"].as_array().expect("nodes");
        let made: Vec<&str> = nodes[1..]
            .iter()
            .filter_map(|node| node["move"].as_str())
            .collect();
        assert_eq!(made.join(" "), moves, "{text}");
        let sgf = server.post("/api/write", &json!({ "tree": tree, "as": "sgf" }));
        assert_eq!(sgf.status, 200, "{sgf:?}");
        let again = server.good("/api/read", &json!({ "text": sgf.body }));
        assert_eq!(again["nodes"], tree["nodes"], "{}", sgf.body);
    }
    let sgf = "(;GM[11]SZ[5]C[start];B[a1]C[one](;W[b2];B[c3])(;W[b3]C[two];B[c4])(;W[e5]))";
    let tree = server.good("/api/read", &json!({ "text": sgf }));
    let moves: Vec<&Value> = tree["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|node| &node["move"])
        .collect();
    assert_eq!(
        json!(moves),
        json!(["", "a1", "b2", "b3", "e5", "c3", "c4"])
    );
    assert_eq!(tree["nodes"][0]["comment"], "start");
    let written = server
        .post("/api/write", &json!({ "tree": tree, "as": "sgf" }))
        .body;
    let again = server.good("/api/read", &json!({ "text": written }));
    assert_eq!(again["nodes"], tree["nodes"]);
    for (kind, part) in [
        ("svg", "<svg"),
        ("link", "hexworld.org"),
        ("hexboard", "hexboard"),
        ("text", "a b c"),
    ] {
        let game = position(5, "a1 b2");
        let reply = server.post("/api/write", &json!({ "game": game, "as": kind }));
        assert!(
            reply.status == 200 && reply.body.contains(part),
            "{kind}: {reply:?}"
        );
    }
    let wrong = json!({ "tree": { "width": 3, "height": 3, "black": [], "white": [], "to_move": "black",
        "nodes": [{ "parent": null, "move": "" }, { "parent": 0, "move": "z9" }] }, "as": "sgf" });
    assert_eq!(server.post("/api/write", &wrong).status, 400);
}

/// With the swap rule a hint opens with a stone that is not taken over, and says whether to swap;
/// without the rule it is silent about it.
fn swaps_are_advised(server: &Served) {
    let hint = |moves: &str, swap: bool| {
        let game = position(11, moves);
        let asked = json!({ "game": game, "seconds": 0.3, "swap": swap });
        server.good("/api/hint", &asked)
    };
    let begins = |hint: &Value, with: &str| {
        let advice = hint["advice"].as_str().expect("words");
        assert!(advice.starts_with(with), "{hint}");
    };
    let open = hint("", true);
    let stone = open["move"].as_str().expect("a cell");
    begins(&open, &format!("Open at {stone}: "));
    assert_eq!(open["swap"]["do"], "open", "{open}");
    let share = open["swap"]["share"].as_f64().expect("a share");
    assert!((0.42..=0.5).contains(&share), "{open}");
    let keep = hint(stone, true);
    begins(&keep, "Do not swap: ");
    assert!(keep["move"].as_str().is_some_and(|cell| cell.len() < 4));
    let taken = hint("f6", true);
    begins(&taken, "Swap, because ");
    assert_eq!(taken["move"], "swap-pieces", "{taken}");
    for moves in ["", "f6"] {
        let plain = hint(moves, false);
        begins(&plain, "Try ");
        assert!(plain["swap"].is_null(), "{plain}");
    }
}

#[test]
fn engine_requests_are_answered() {
    let server = Served::start(&[]);
    let game = position(5, "c3");
    let analysis = server.good("/api/position", &json!({ "game": game }));
    assert_eq!(analysis["decided"]["winner"], "black");
    let group = analysis["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .find(|one| one["cells"] == json!(["c3"]));
    let links = group.expect("the stone")["links"]
        .as_array()
        .expect("links")
        .len();
    assert_eq!(links, 2, "{analysis}");
    let events = server.events(
        "/api/analysis",
        &json!({ "game": position(5, "a1"), "seconds": 3 }),
    );
    assert_eq!(events[0].0, "network");
    let (last, found) = events.last().expect("events");
    assert_eq!(
        (last.as_str(), &found["proved"]),
        ("done", &json!("white")),
        "{found}"
    );
    let made = server.good(
        "/api/move",
        &json!({ "game": position(5, "a1"), "level": 1 }),
    );
    assert!(
        made["move"].as_str().is_some_and(|cell| cell.len() == 2),
        "{made}"
    );
    let hint = server.good(
        "/api/hint",
        &json!({ "game": position(3, ""), "seconds": 1 }),
    );
    assert!(
        hint["words"]
            .as_str()
            .is_some_and(|words| words.contains("wins by force")),
        "{hint}"
    );
    swaps_are_advised(&server);
    let why = server.good(
        "/api/explain",
        &json!({ "game": position(5, ""), "move": "a1", "seconds": 2 }),
    );
    assert_eq!(why["wins"], false, "{why}");
    let review = server.events(
        "/api/review",
        &json!({ "game": position(4, "b2 c2 b3 c3 b4 c4 b1"), "seconds": 2 }),
    );
    let (name, done) = review.last().expect("events");
    assert_eq!(name, "done");
    assert_eq!(done["review"]["reviewed"].as_array().map(Vec::len), Some(7));
    assert!(
        done["sgf"]
            .as_str()
            .is_some_and(|sgf| sgf.starts_with("(;"))
    );
    let reply = server.post("/api/move", &json!({ "game": position(2, "a1 b1 a2") }));
    assert_eq!(
        (reply.status, reply.body.trim()),
        (400, "The game is over.")
    );
    assert_eq!(
        server
            .good("/api/levels", &json!({}))
            .as_array()
            .map(Vec::len),
        Some(10)
    );
}

/// A win by a chosen move decides the position; that all chosen moves lose does not.
#[test]
fn a_search_can_be_restricted_to_chosen_moves() {
    let server = Served::start(&[]);
    let last = |only: Value| {
        let asked = json!({ "game": position(5, ""), "seconds": 60, "only": only });
        let events = server.events("/api/analysis", &asked);
        let (name, last) = events.last().expect("an event").clone();
        assert_eq!(name, "done");
        last
    };
    let moves = |last: &Value| {
        let moves = last["moves"].as_array().expect("moves");
        let mut names: Vec<String> = moves.iter().map(|one| one["move"].to_string()).collect();
        names.sort();
        names.join(" ")
    };
    let lost = last(json!(["a1", "E5"]));
    assert_eq!(
        (&lost["lost"], &lost["proved"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(lost["only"], json!(["a1", "e5"]));
    assert_eq!(moves(&lost), "\"a1\" \"e5\"");
    let losses = lost["moves"].as_array().expect("moves");
    assert!(losses.iter().all(|one| one["proved"] == "loss"), "{lost}");
    let won = last(json!(["a1", "c3"]));
    assert_eq!(
        (&won["lost"], &won["proved"]),
        (&json!(false), &json!("black"))
    );
    let all = last(Value::Null);
    assert_eq!(
        (&all["lost"], &all["proved"]),
        (&Value::Null, &json!("black"))
    );
    // The stream has begun when a list is refused: an event says so. A taken cell is no choice.
    for only in [
        json!([]),
        json!("a1"),
        json!(["z9"]),
        json!([1]),
        json!(["a1"]),
    ] {
        let asked = json!({ "game": position(5, "a1"), "only": only });
        let events = server.events("/api/analysis", &asked);
        let why = json!({ "why": "only is not a list of empty cells." });
        assert_eq!(events, [("error".to_owned(), why)], "{only}");
    }
}

#[test]
fn proofs_are_made_loaded_and_walked_through() {
    let server = Served::start(&[]);
    let page = server.get("/api/page").json()["page"]
        .as_str()
        .expect("a page")
        .to_owned();
    let headers = [
        ("Content-Type", "application/json"),
        ("X-Mustplay-Page", &*page),
    ];
    let ask = |path: &str, body: Value| {
        let reply = server.ask(
            &format!("POST {path}"),
            &headers,
            body.to_string().as_bytes(),
        );
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.body
    };
    let solved = ask("/api/solve", json!({ "game": position(4, "a1") }));
    assert!(
        solved.contains("event: done") && solved.contains("\"winner\":\"white\""),
        "{solved}"
    );
    let walked: Value =
        serde_json::from_str(&ask("/api/proof/walk", json!({ "moves": [] }))).expect("JSON");
    let first = walked["steps"][0]["answer"]
        .as_str()
        .expect("white begins")
        .to_owned();
    let cell = walked["cells"][0].as_str().expect("a cell");
    let next: Value =
        serde_json::from_str(&ask("/api/proof/walk", json!({ "moves": [cell] }))).expect("JSON");
    assert_eq!(
        next["steps"].as_array().map(Vec::len),
        Some(2),
        "{first} {next}"
    );
    let certificate: Value =
        serde_json::from_str(&ask("/api/proof/file", json!({}))).expect("JSON");
    let reply = server.good("/api/proof", &json!({ "certificate": certificate }));
    assert_eq!(reply["winner"], "white");
    let mut wrong = certificate.clone();
    wrong["winner"] = json!("black");
    let refused = server.post("/api/proof", &json!({ "certificate": wrong }));
    assert!(
        refused.status == 400 && refused.body.contains("Not a valid proof"),
        "{refused:?}"
    );
    let alone = json!({ "certificate": certificate, "moves": [] });
    assert_eq!(
        server.good("/api/proof/walk", &alone)["steps"][0]["answer"],
        first.as_str()
    );
    let unknown = [
        ("Content-Type", "application/json"),
        ("X-Mustplay-Page", "made-up"),
    ];
    assert_eq!(
        server.ask("POST /api/proof/file", &unknown, b"{}").status,
        403
    );
}

#[test]
fn puzzles_books_and_openings_are_served() {
    let server = Served::start(&[]);
    let puzzles = server.good("/api/puzzles", &json!({}));
    assert!(
        puzzles["positions"]
            .as_array()
            .is_some_and(|all| all.len() > 30)
    );
    let explored = server.good("/api/explore", &json!({ "game": position(11, "a1") }));
    let moves = explored["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|one| !one["book"].is_null()), "{explored}");
    let explored = server.good("/api/explore", &json!({ "game": position(6, "") }));
    assert!(explored["book"].is_null(), "{explored}");
    // All first stones are solved there.
    let moves = explored["moves"].as_array().expect("moves");
    assert!(moves.len() == 36 && moves.iter().all(|one| !one["winner"].is_null()));
    let map = server.good("/api/openings", &json!({ "width": 5 }));
    let proved = server.events("/api/openings/prove", &json!({ "width": 5, "seconds": 60 }));
    let (_, proved) = proved.last().expect("events");
    assert_eq!(proved["complete"], true);
    assert_eq!(proved["openings"], map["openings"]);
}

/// The requests that the PlayHex server sends, in its format.
#[test]
fn the_play_site_is_served() {
    let server = Served::start(&[]);
    let game = json!({ "size": 14, "movesHistory": "h12 swap-pieces d11", "currentPlayer": "white", "swapRule": true });
    let reply = server.post(
        "/calculate-move",
        &json!({ "game": game, "ai": { "level": 2 } }),
    );
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(
        reply.head.contains("text/plain") && (2..=3).contains(&reply.body.len()),
        "{reply:?}"
    );
    let wrong = json!({ "game": { "size": 14, "movesHistory": "h12", "currentPlayer": "black" } });
    assert_eq!(server.post("/calculate-move", &wrong).status, 400);
    let swapped = json!({ "game": { "size": 5, "movesHistory": "c3", "currentPlayer": "white", "swapRule": true } });
    assert_eq!(server.post("/calculate-move", &swapped).body, "swap-pieces");
    let game = json!({ "size": 5, "movesHistory": "c3 b2 c2", "seconds": 3 });
    let analysed = server.good("/analyze-game", &game);
    let all = analysed.as_array().expect("a list");
    assert_eq!(all.len(), 3);
    for (index, (one, colour)) in all.iter().zip(["black", "white", "black"]).enumerate() {
        assert_eq!(
            (&one["moveIndex"], &one["color"]),
            (&json!(index), &json!(colour))
        );
        assert_eq!(one["whiteWin"], 0.0, "c3 wins on 5x5: {one}");
        assert!(
            one["bestMoves"]
                .as_array()
                .is_some_and(|best| !best.is_empty() && best.len() <= 5)
        );
    }
    assert_eq!(
        server.good("/analyze-game", &json!({ "size": 5, "movesHistory": "" })),
        json!([])
    );
    let asked = json!({ "color": "black", "size": 11, "black": "d5 k2", "white": "a1" });
    let estimated = server.good("/analyze-position", &asked);
    let policy = estimated["policy"].as_array().expect("rows");
    let sum: f64 = policy
        .iter()
        .flat_map(|row| row.as_array().expect("a row"))
        .filter_map(Value::as_f64)
        .sum();
    assert!(policy.len() == 11 && (sum - 1.0).abs() < 0.01, "{sum}");
    assert_eq!((&policy[4][3], &policy[0][0]), (&json!(0.0), &json!(0.0)));
    let twice = json!({ "color": "black", "size": 5, "black": "a1", "white": "a1" });
    assert_eq!(server.post("/analyze-position", &twice).status, 400);
    assert_eq!(server.get("/status").json()["program"], "mustplay");
}

/// The examples of the manual: an address, and a body on one line.
#[test]
fn the_examples_of_the_manual_are_answered() {
    let manual = include_str!("../../../src/web/manual.md");
    let server = Served::start(&[]);
    let mut count = 0;
    for block in manual.split("```http\n").skip(1) {
        let mut lines = block.lines();
        let first = lines.next().expect("an address");
        let body = lines.next().expect("a body");
        let path = first.strip_prefix("POST ").expect("POST");
        let body = serde_json::from_str(body).expect("JSON");
        let reply = server.post(path, &body);
        assert!(
            reply.status == 200 && !reply.body.contains("event: error"),
            "{block}: {reply:?}"
        );
        count += 1;
    }
    assert!(count >= 7, "{count} examples");
}

/// The manual documents every address.
#[test]
fn every_address_is_in_the_manual() {
    let manual = include_str!("../../../src/web/manual.md");
    for path in mustplay::web::addresses() {
        assert!(
            manual.contains(&format!("`{path}`")) || manual.contains(&format!("POST {path}\n")),
            "{path}"
        );
    }
}
