//! Play in a real browser: hints, swaps, sizes, resigning and "Move now".

use super::page::{GAME, no_faults};
use crate::support::browser::Browser;
use crate::support::served::{Served, position, read_response};
use serde_json::json;
use std::thread;
use std::time::{Duration, Instant};

const STATUS: &str = "document.querySelector('#status').textContent";

/// A hint disappears with its position, also one that has not been found yet.
#[test]
fn a_hint_ends_with_its_position() {
    let Some(mut browser) = Browser::start("browser-hint") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}{GAME}g4", server.page));
    let gone =
        "document.querySelector('#toast').hidden && !document.querySelector('#board .fill.lit')";
    browser.press("Hint");
    browser.until("!document.querySelector('#toast').hidden");
    browser.key("ArrowLeft");
    browser.until(gone);
    // Longer than a hint takes.
    thread::sleep(Duration::from_secs(6));
    assert_eq!(browser.value(gone), true, "{}", browser.text("#toast"));
    for leave in ["Home", "ArrowLeft", "Analyse"] {
        browser.key("End");
        browser.key("ArrowLeft");
        browser.press("Hint");
        browser.until("document.querySelector('#toast').textContent.startsWith('Try ') && document.querySelector('#board .fill.lit')");
        if leave == "Analyse" {
            browser.press(leave);
        } else {
            browser.key(leave);
        }
        browser.until(gone);
    }
    no_faults(&mut browser);
}

/// After a swap of pieces nobody has changed sides, even if the stone stays where it is.
#[test]
fn swaps_are_described_as_what_they_are() {
    let Some(mut browser) = Browser::start("browser-swapped") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    for (hash, words) in [
        (
            "#5,c3:s",
            "Blue swapped: your c3 is now its stone. Your turn.",
        ),
        (
            "#5,d2:s",
            "Blue swapped: your d2 is now its b4, mirrored. Your turn.",
        ),
        (
            "#7x5,d2:S",
            "mustplay swapped sides: you are Blue now. Your turn.",
        ),
    ] {
        browser.open(&format!("{}{hash}", server.page));
        assert_eq!(browser.text("#status"), words, "{hash}");
    }
    // After a swap of sides the program plays Red.
    browser.click("a1");
    browser.until(&format!("{STATUS}.startsWith('Your turn')"));
    browser.until("document.querySelectorAll('#board .stone.black').length === 2");
    no_faults(&mut browser);
}

#[test]
fn a_board_of_any_size_can_be_chosen() {
    let Some(mut browser) = Browser::start("browser-sizes") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    for (size, hash) in [("2", "#2,"), ("12", "#12,"), ("18", "#18,"), ("32", "#32,")] {
        browser.choose("Board", size);
        browser.press("New game");
        browser.until(&format!("location.hash === {}", json!(hash)));
    }
    browser.choose("Board", "other");
    let enter = |browser: &mut Browser, place: usize, value: &str| {
        browser.value(&format!("(() => {{ const field = document.querySelectorAll('.fields input')[{place}]; field.value = '{value}'; field.dispatchEvent(new Event('change')); }})()"));
    };
    enter(&mut browser, 0, "12");
    enter(&mut browser, 1, "4");
    browser.press("New game");
    browser.until("location.hash === '#12x4,'");
    browser.until("document.querySelectorAll('#board .target').length === 48");
    // A size that is out of range is refused.
    enter(&mut browser, 0, "35");
    browser.press("New game");
    assert_eq!(browser.value("location.hash"), "#12x4,");
    browser.press("Explore");
    browser.until(
        "document.querySelector('.panel select').selectedOptions[0].textContent === '12 × 4'",
    );
    no_faults(&mut browser);
}

#[test]
fn resigning_needs_a_second_press() {
    let Some(mut browser) = Browser::start("browser-resign") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(390, 844, true, false);
    browser.open(&format!("{}#5,a1b2", server.page));
    browser.press("Resign");
    browser.until("document.querySelector('#dialog').open");
    browser.press("Cancel");
    assert_eq!(browser.value("location.hash"), "#5,a1b2");
    browser.press("Resign");
    browser.value("document.querySelector('#dialog button').click()");
    browser.until(&format!("{STATUS} === 'mustplay wins: you have resigned.'"));
    no_faults(&mut browser);
}

#[test]
fn a_long_search_can_be_cut_short() {
    let Some(mut browser) = Browser::start("browser-now") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#9,", server.page));
    browser.value("document.querySelector('.check input').click()");
    browser.choose("Against", "10");
    browser.choose("Thinking time", "30");
    browser.click("e5");
    browser.until(&format!("{STATUS}.includes('thinking')"));
    let start = Instant::now();
    browser.press("Move now");
    browser.until(&format!("{STATUS}.startsWith('Your turn')"));
    assert!(
        start.elapsed() < Duration::from_secs(15),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(
        browser.value("document.querySelectorAll('#board .stone').length"),
        2
    );
    no_faults(&mut browser);
}

/// The same over HTTP.
#[test]
fn a_move_is_answered_at_once_when_asked_for() {
    let server = Served::start(&[]);
    let page = server.get("/api/page").json()["page"].clone();
    let page = page.as_str().expect("a page");
    let body = json!({ "game": position(9, "e5"), "level": 10, "seconds": 60 });
    let start = Instant::now();
    let mut asked = server.begin(
        "/api/move",
        &format!("X-Mustplay-Page: {page}\r\nConnection: close\r\n"),
        &body,
    );
    thread::sleep(Duration::from_millis(500));
    let ask = |page| {
        let headers = [
            ("Content-Type", "application/json"),
            ("X-Mustplay-Page", page),
        ];
        server.ask("POST /api/move/now", &headers, b"{}")
    };
    let now = ask(page);
    assert_eq!(now.status, 200, "{now:?}");
    let reply = read_response(&mut asked);
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(reply.json()["move"].is_string(), "{reply:?}");
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(ask("none").status, 403);
    assert_eq!(server.post("/api/move/now", &json!({})).status, 400);
}
