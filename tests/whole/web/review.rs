//! Reviews in a real browser.

use super::page::{GAME, no_faults};
use crate::support::browser::Browser;
use crate::support::served::Served;

const PRESSED: &str = "document.querySelector('.head button').textContent";

/// A review goes on while another page is open; one that another search has ended can be started
/// again.
#[test]
fn a_review_survives_a_look_at_another_page() {
    let Some(mut browser) = Browser::start("browser-review") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}{GAME}g4", server.page));
    browser.press("Review");
    browser.choose("in", "10");
    browser.press("Review this game");
    // While nothing is judged there are not "0 blunders".
    browser
        .until("document.querySelector('.panel').textContent.includes('Red: no move judged yet')");
    let panel = browser.text(".panel");
    assert!(!panel.contains("0 blunders"), "{panel}");
    browser.press("Play");
    browser.press("Review");
    assert_eq!(browser.value(PRESSED), "Reviewing …");
    browser.until(&format!("{PRESSED} === 'Review this game'"));
    browser.until("document.querySelectorAll('.graph .hit').length === 12");
    let panel = browser.text(".panel");
    assert!(!panel.contains("The review ended at"), "{panel}");
    browser.choose("in", "180");
    browser.press("Review this game");
    browser.until("document.querySelector('.graph')");
    browser.press("Analyse");
    browser.until("performance.getEntriesByName('update').length > 2");
    browser.press("Review");
    browser.until(&format!("{PRESSED} === 'Review this game'"));
    let panel = browser.text(".panel");
    assert!(panel.contains("The review ended at"), "{panel}");
    browser.press("Review this game");
    assert_eq!(browser.value(PRESSED), "Reviewing …");
    // The review of a game disappears with it.
    browser.paste("#5,a1b2");
    browser.until(&format!("{PRESSED} === 'Review this game'"));
    browser.until("!document.querySelector('.graph')");
    no_faults(&mut browser);
}

#[test]
fn a_finished_review_survives_a_reload() {
    let Some(mut browser) = Browser::start("browser-kept") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#4,b2c2b3c3b4c4b1", server.page));
    browser.press("Review");
    browser.choose("in", "10");
    browser.press("Review this game");
    browser.until(&format!("{PRESSED} === 'Review this game'"));
    let graph = "document.querySelectorAll('.graph .hit').length";
    browser.open(&server.page);
    browser.until(&format!("{graph} === 7"));
    // Another game has none.
    browser.paste("#4,b2c2b3");
    browser.until(&format!("{graph} === 0"));
    browser.paste("#4,b2c2b3c3b4c4b1");
    browser.until(&format!("{graph} === 7"));
    no_faults(&mut browser);
}
