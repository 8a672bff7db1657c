//! The explorer over HTTP and in a real browser, with a library and without one.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;

#[test]
fn the_explorer_says_which_books_there_are_and_why_estimates_differ() {
    let Some(mut browser) = Browser::start("browser-openings") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#11,", server.page));
    browser.press("Explore");
    browser.until("document.querySelector('.panel').textContent.includes('The book and the map come from different searches')");
    browser.open(&format!("{}#12,", server.page));
    browser.until("document.querySelector('.panel').textContent.includes('There are books for 11 × 11, 13 × 13 and 14 × 14.')");
    no_faults(&mut browser);
}

#[cfg(feature = "sqlite")]
mod with_a_library {
    use super::{Browser, Served, no_faults};
    use crate::support::engine::stdout;
    use crate::support::folder::Folder;
    use crate::support::served::position;
    use serde_json::json;
    use std::fmt::Write as _;
    use std::time::{Duration, Instant};

    /// Games on 7x7 after three first stones, of two players.
    fn games(from: usize, to: usize) -> String {
        let mut text = String::new();
        for number in from..to {
            let first = ["a7", "b4", "g1"][number % 3];
            let second = ["d4", "d4", "c5", "W"][number % 4].replace('W', "swap-pieces");
            let (winner, year) = (["B", "W", "W"][number % 3], 2010 + number % 15);
            let _ = writeln!(
                text,
                "(;SZ[7]PB[Ann]PW[Bob]BR[18{:02}]WR[1700]DT[{year}-{:02}]RE[{winner}+R];B[{first}];W[{second}];B[e4];W[c{}])",
                number % 100,
                number / 60 + 1,
                number % 2 + 2
            );
        }
        text
    }

    fn add(folder: &Folder, from: usize, to: usize) -> String {
        let (sgf, library) = (folder.file("games.sgf"), folder.file("games.db"));
        std::fs::write(&sgf, games(from, to)).expect("written");
        stdout(&["games", "add", &sgf, "--into", &library], b"");
        library
    }

    #[test]
    fn positions_parts_and_games_are_served_and_new_games_appear() {
        let folder = Folder::new("explore-http");
        let library = add(&folder, 0, 60);
        let solved = stdout(&["solve", "--store", &library, "5x5 a1 c3"], b"");
        assert!(solved.contains("white wins"), "{solved}");
        let server = Served::start(&["--store", &library]);
        let explore = |game: &serde_json::Value, filter: serde_json::Value| {
            server.good("/api/explore", &json!({ "game": game, "filter": filter }))
        };
        let found = explore(&position(7, ""), json!({}));
        assert_eq!(
            (&found["all"], &found["score"]["games"]),
            (&json!(60), &json!(60))
        );
        // a7 and g1 are images of each other.
        assert_eq!(found["moves"][0]["games"], 40);
        assert_eq!(found["list"].as_array().map(Vec::len), Some(10));
        let found = explore(
            &position(7, "a7"),
            json!({ "player": "ann", "since": "2015", "as": "black", "rating": 1700 }),
        );
        assert!(
            found["score"]["games"]
                .as_u64()
                .is_some_and(|games| (1..40).contains(&games)),
            "{found}"
        );
        for (filter, why) in [
            (json!({ "player": "Zoe" }), "no game of Zoe"),
            (json!({ "since": "May" }), "since: a date is written"),
            (json!({ "as": "red" }), "as is neither black nor white"),
            (json!({ "rating": "high" }), "rating is not a number"),
            (json!(7), "filter is not an object"),
        ] {
            let body = json!({ "game": "7x7 a7", "filter": filter });
            let refused = server.post("/api/explore", &body);
            assert_eq!(refused.status, 400, "{refused:?}");
            assert!(refused.body.contains(why), "{refused:?}");
        }
        let local = server.good(
            "/api/explore/window",
            &json!({ "game": "7x7 a7", "window": "a7-c5" }),
        );
        assert!(local["times"].as_u64() > Some(0), "{local}");
        let game = server.good("/api/explore/game", &json!({ "id": 3 }));
        assert_eq!(
            (&game["width"], &game["names"]["black"]),
            (&json!(7), &json!("Ann"))
        );
        assert_eq!(
            server
                .post("/api/explore/game", &json!({ "id": 99_999 }))
                .status,
            400
        );
        // The proof of the store counts, for the image of the position, too.
        for (first, reply, winner) in [("a1", "c3", "white"), ("e5", "c3", "white")] {
            let found = explore(&position(5, first), json!({}));
            let moves = found["moves"].as_array().expect("moves");
            let row = moves
                .iter()
                .find(|one| one["move"] == reply)
                .expect("a row");
            assert_eq!(row["winner"], winner);
        }
        // Games that are added while the server runs.
        add(&folder, 60, 90);
        let start = Instant::now();
        while explore(&position(7, ""), json!({}))["all"] != 90 {
            assert!(start.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// What one server finds, others show: in another process, for an image of the position, and
    /// before they have searched. A server that does not keep leaves the store as it is.
    #[test]
    fn analyses_and_proofs_are_kept_for_everyone() {
        let folder = Folder::new("explore-keep");
        let store = folder.file("kept.db");
        let analyse = |server: &Served, moves: &str, seconds: f64| {
            let body = json!({ "game": position(9, moves), "seconds": seconds });
            server.events("/api/analysis", &body)
        };
        let kept = |events: &[(String, serde_json::Value)]| {
            let mut events = events.iter();
            let kept = events.find(|(name, _)| name == "kept");
            kept.map(|(_, kept)| kept.clone())
        };
        let keeping = Served::start(&["--store", &store, "--keep"]);
        let events = analyse(&keeping, "a9 e5", 8.0);
        assert!(kept(&events).is_none());
        let (_, last) = events.last().expect("events");
        keeping.events("/api/solve", &json!({ "game": "5x5 a1 c3", "seconds": 60 }));
        drop(keeping);
        let reading = Served::start(&["--store", &store]);
        // e5 is its own image, a9 is i1's.
        let found = kept(&analyse(&reading, "i1 e5", 3.0)).expect("an analysis");
        assert!(found["nodes"].as_u64() >= Some(500), "{found}");
        let visits = found["nodes"].as_u64().expect("a number");
        assert!(last["nodes"].as_u64() >= Some(visits - 1));
        assert_eq!(found["black"], last["black"]);
        let again = kept(&analyse(&reading, "a9 e5", 0.5)).expect("an analysis");
        assert_eq!(
            (&again["nodes"], &again["pv"]),
            (&found["nodes"], &last["pv"])
        );
        let explored = reading.good("/api/explore", &json!({ "game": position(9, "a9 e5") }));
        assert_eq!(explored["analysis"]["visits"], visits);
        assert_eq!(explored["moves"][0]["move"], last["moves"][0]["move"]);
        assert!(explored.get("all").is_none(), "there are no games");
        let explored = reading.good("/api/explore", &json!({ "game": position(5, "e5") }));
        let moves = explored["moves"].as_array().expect("moves");
        let row = moves.iter().find(|one| one["move"] == "c3").expect("a row");
        assert_eq!(row["winner"], "white");
        let longer = kept(&analyse(&reading, "a9 e5", 0.5)).expect("an analysis");
        assert_eq!(longer["nodes"], visits);
        drop(reading);
        // A search goes on from what was kept, also of an image, and what it adds is kept.
        let keeping = Served::start(&["--store", &store, "--keep"]);
        let events = analyse(&keeping, "i1 e5", 2.0);
        let first = events.iter().find(|(name, _)| name == "progress");
        let (_, first) = first.expect("progress");
        assert!(first["nodes"].as_u64() >= Some(visits), "{first}");
        let (_, last) = events.last().expect("events");
        let searched = last["nodes"].as_u64().expect("a number") - visits;
        let found = kept(&analyse(&keeping, "a9 e5", 0.5)).expect("an analysis");
        let now = found["nodes"].as_u64().expect("a number");
        assert!(
            now > visits && now <= visits + searched + 1,
            "{visits} {searched} {now}"
        );
        // A review takes what is kept for an estimate, and keeps its own.
        let explored = |moves: &str| {
            let body = json!({ "game": position(9, moves) });
            keeping.good("/api/explore", &body)["analysis"].clone()
        };
        let kept = explored("a9 e5");
        assert!(kept["visits"].as_u64() >= Some(now), "{kept}");
        let body = json!({ "game": position(9, "a9 e5"), "seconds": 20 });
        let events = keeping.events("/api/review", &body);
        let (_, reviewed) = events.last().expect("events");
        // The share of the side that has moved, White.
        let share = &reviewed["review"]["reviewed"][1]["after"]["share"];
        let black = 1.0 - share.as_f64().expect("a share");
        assert!(
            (black - kept["black"].as_f64().expect("a share")).abs() < 1e-6,
            "{share} {kept}"
        );
        assert_eq!(explored("a9 e5"), kept);
        assert!(explored("a9")["visits"].as_u64() >= Some(500));
    }

    #[test]
    fn a_store_that_cannot_be_opened_ends_the_server() {
        let folder = Folder::new("explore-missing");
        let output = crate::support::engine::run(
            &["serve", "--port", "0", "--store", &folder.file("none.db")],
            b"",
        );
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("none.db"));
    }

    #[test]
    fn games_can_be_found_filtered_and_opened_on_the_page() {
        let Some(mut browser) = Browser::start("browser-explore") else {
            return;
        };
        let folder = Folder::new("explore-page");
        let library = add(&folder, 0, 120);
        let server = Served::start(&["--store", &library]);
        browser.screen(1280, 800, false, false);
        browser.open(&format!("{}#7,a7", server.page));
        browser.press("Explore");
        browser.until("document.querySelector('.panel').textContent.includes('80 games of 120 came to this position')");
        browser.until("document.querySelectorAll('.explored tbody tr').length > 3");
        browser.until("document.querySelectorAll('.games li').length === 20");
        browser.value("document.querySelector('.filters').open = true; const field = document.querySelector('[name=since]'); field.value = '2020'; field.dispatchEvent(new Event('change'))");
        browser.until("document.querySelector('.panel').textContent.includes(' of 120, filtered, came to this position')");
        browser.press("All games");
        browser
            .until("document.querySelector('.panel').textContent.includes('80 games of 120 came')");
        browser.press("What is played in a part of the board? …");
        browser.click("a7");
        browser.click("c5");
        browser.until("document.querySelector('.about').textContent.includes('looked like this')");
        browser.press("Close");
        browser.value("document.querySelector('.games .pick').click()");
        browser
            .until("location.hash.startsWith('#7,') && document.title.includes('Ann against Bob')");
        no_faults(&mut browser);
    }
}
