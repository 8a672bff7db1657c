//! The board in a real browser, by keyboard.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;
use serde_json::json;

#[test]
fn the_board_is_used_by_keyboard_and_spoken() {
    let Some(mut browser) = Browser::start("browser-keyboard") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,a1b2", server.page));
    browser.value("document.querySelector('#board svg').focus()");
    for (key, spoken) in [
        ("ArrowUp", "b1, empty"),
        ("ArrowLeft", "a1, Red"),
        ("ArrowLeft", "a1, Red"),
        ("ArrowDown", "a2, empty"),
        ("ArrowRight", "b2, Blue"),
        ("ArrowDown", "b3, empty"),
    ] {
        browser.key(key);
        assert_eq!(browser.text("#spoken"), spoken, "{key}");
    }
    browser.key("Enter");
    browser.until("location.hash.startsWith('#5,a1b2b3')");
    browser.until("document.querySelector('#spoken').textContent.startsWith('Blue plays ')");
    // Elsewhere the arrow keys go through the game; a click on the board leaves that so.
    browser.value("document.activeElement.blur()");
    browser.until("!document.querySelector('#board .cursor')");
    browser.click("b3");
    browser.key("Home");
    browser.key("ArrowRight");
    browser.until("location.hash === '#5,a1'");
    no_faults(&mut browser);
}

/// On a phone held sideways no button is cut off, and the whole board is on the screen.
#[test]
fn the_board_fits_a_phone_held_sideways() {
    let Some(mut browser) = Browser::start("browser-sideways") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(844, 390, true, false);
    browser.open(&format!("{}#11,a1", server.page));
    let cut = browser.value("[...document.querySelectorAll('[data-mode]')].filter((one) => one.getBoundingClientRect().right > document.querySelector('.tools').getBoundingClientRect().left).map((one) => one.textContent)");
    assert_eq!(cut, json!([]));
    let board = browser.value("(() => { const box = document.querySelector('#board svg').getBoundingClientRect(); return [box.top, box.bottom, box.height]; })()");
    let [top, bottom, height]: [f64; 3] = serde_json::from_value(board).expect("numbers");
    assert!(
        top >= 0.0 && bottom <= 390.0 && height > 280.0,
        "{top} {bottom}"
    );
    no_faults(&mut browser);
}
