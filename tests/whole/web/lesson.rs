//! The first lesson: over HTTP, and in a real browser.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;
use serde_json::{Value, json};

const STATUS: &str = "document.querySelector('#status').textContent";
const STONES: &str = "document.querySelectorAll('#board .stone').length";

/// Every step can be done by the moves that the server shows, and a wrong move has a reply.
#[test]
fn steps_are_judged_by_the_server() {
    let server = Served::start(&[]);
    let reply = server.good("/api/lesson", &json!({}));
    let steps = reply["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 6);
    for (number, step) in (1..).zip(steps) {
        assert!(step["text"].is_string() && step["position"]["width"].is_number());
        let mut moves: Vec<Value> = Vec::new();
        loop {
            let asked = json!({ "step": number, "moves": moves });
            let answer = server.good("/api/lesson/move", &asked);
            assert_eq!(answer["right"], true, "{answer}");
            moves.push(answer["move"].clone());
            if answer["done"] == true {
                break;
            }
            moves.push(answer["reply"].clone());
        }
        let over = json!({ "step": number, "moves": moves, "move": "a1" });
        assert_eq!(server.post("/api/lesson/move", &over).status, 400);
    }
    let wrong = json!({ "step": 1, "moves": [], "move": "a1" });
    let answer = server.good("/api/lesson/move", &wrong);
    assert!(answer["right"] == false && answer["done"] == false);
    assert_eq!(answer["reply"], "c3", "{answer}");
    for bad in [
        json!({ "step": 7 }),
        json!({ "step": 1, "move": "d1" }),
        json!({ "step": 1, "move": "resign" }),
        json!({ "step": 1, "move": "swap" }),
        json!({ "step": 1, "moves": ["z9"] }),
        json!({ "step": 1, "moves": [3] }),
    ] {
        assert_eq!(server.post("/api/lesson/move", &bad).status, 400, "{bad}");
    }
}

/// A visitor finds the lesson, is refuted, tries again, and goes on after a reload.
#[test]
fn the_lesson_is_found_and_goes_on_after_a_reload() {
    let Some(mut browser) = Browser::start("browser-lesson") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,a1b2", server.page));
    assert!(browser.text(".panel").contains("New to Hex?"));
    browser.press("First lesson");
    browser.until(&format!("{STATUS}.includes('which cell connects')"));
    browser.until("document.title.startsWith('First lesson: 1 of 6')");
    browser.click("a1");
    browser.until("document.querySelector('.remark.bad').textContent.includes('Blue answers c3')");
    browser.until("document.querySelectorAll('#board .ghost').length === 2");
    browser.press("Try again");
    browser.until("!document.querySelector('#board .ghost')");
    browser.click("c3");
    browser.until(&format!("{STATUS} === 'Step 1 is done.'"));
    browser.press("Next ›");
    browser.click("b3");
    browser.until("document.querySelector('.remark.good').textContent.includes('Another bridge')");
    browser.until(&format!("{STONES} === 9"));
    // The moves of the lesson are not those of the visitor's game.
    browser.key("ArrowLeft");
    browser.key("ArrowRight");
    assert_eq!(browser.value("location.hash"), "#5,a1b2");
    browser.open(&format!("{}#5,a1b2", server.page));
    browser.until(&format!("{STONES} === 9"));
    browser.until("document.querySelectorAll('.panel .done').length === 1");
    browser.click("b5");
    browser.until(&format!("{STATUS} === 'Step 2 is done.'"));
    browser.value("document.querySelectorAll('.panel .chips button')[5].click()");
    browser.until("!document.querySelector('#swap').hidden");
    browser.click("c3");
    browser.until("document.querySelector('.remark.bad').textContent.startsWith('c3 loses')");
    browser.key("s");
    browser.until(&format!("{STATUS} === 'Step 6 is done.'"));
    browser.until("document.querySelectorAll('#board .fill.as-black').length === 13");
    browser.press("Play a game");
    browser.until(&format!("{STONES} === 2"));
    assert!(!browser.text(".panel").contains("New to Hex?"));
    // It is still there for those who ask for the rules.
    browser.press("Rules");
    browser.value("[...document.querySelectorAll('#dialog button')].find((one) => one.textContent === 'First lesson').click()");
    browser.until("document.querySelector('.panel.lesson .chips')");
    // A pasted game ends it.
    browser.paste("#5,c3d4a1b1");
    browser.until("location.hash === '#5,c3d4a1b1' && document.querySelector('[data-mode=play]').getAttribute('aria-current') === 'page'");
    browser.until(&format!("{STONES} === 4"));
    no_faults(&mut browser);
}

/// It can be done with the keyboard alone and on a phone.
#[test]
fn the_lesson_is_done_on_a_phone_and_by_keyboard() {
    let Some(mut browser) = Browser::start("browser-lesson-phone") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(390, 844, true, true);
    browser.open(&server.page);
    browser.press("First lesson");
    browser.until(&format!("{STATUS}.includes('which cell connects')"));
    assert_eq!(
        browser.value("document.documentElement.scrollWidth <= innerWidth"),
        true
    );
    browser.touch("c3");
    browser.until(&format!("{STATUS} === 'Step 1 is done.'"));
    browser.screen(1280, 800, false, false);
    browser.press("Next ›");
    browser.value("document.querySelector('#board svg').focus()");
    // The cursor begins at the last stone or in the middle.
    browser.until("document.querySelector('#spoken').textContent.startsWith('c3, Blue')");
    browser.key("ArrowLeft");
    browser.key("Enter");
    browser.until("document.querySelector('#spoken').textContent.startsWith('Connected.')");
    browser.press("Show me");
    browser.until(&format!("{STATUS} === 'Step 2 is done.'"));
    browser.press("Repeat");
    browser.until(&format!("{STONES} === 7"));
    browser.press("Leave the lesson");
    browser.until(&format!("{STONES} === 0"));
    no_faults(&mut browser);
}
