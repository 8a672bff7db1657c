//! What players of other sites are used to, in a real browser: setting up positions, passes,
//! orientations of the board, move numbers and copied links.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;
use serde_json::json;

const STATUS: &str = "document.querySelector('#status').textContent";

/// Waits for this text in the status line.
fn until_status(browser: &mut Browser, text: &str) {
    browser.until(&format!("{STATUS} === {}", json!(text)));
}

/// Waits for this address.
fn until_address(browser: &mut Browser, hash: &str) {
    browser.until(&format!("location.hash === {}", json!(hash)));
}

#[test]
fn a_position_is_set_up_and_survives_a_reload() {
    let Some(mut browser) = Browser::start("browser-setup") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,a1b2", server.page));
    browser.press("Set up");
    browser.click("c3");
    browser.click("c4");
    until_status(
        &mut browser,
        "Position: 3 red and 1 blue stones, Red to move.",
    );
    until_address(&mut browser, "#5,a1b2c3:pc4:p");
    browser.press("Blue stones");
    // A stone of the other colour is replaced, one of the same colour removed.
    for cell in ["c3", "d4", "d4"] {
        browser.click(cell);
    }
    browser.press("Remove");
    browser.click("a1");
    browser.press("Blue");
    until_status(
        &mut browser,
        "Position: 1 red and 2 blue stones, Blue to move.",
    );
    let address = browser.value("location.hash");
    browser.open(&server.page);
    until_status(
        &mut browser,
        "Position: 1 red and 2 blue stones, Blue to move.",
    );
    assert_eq!(browser.value("location.hash"), address);
    browser.key("u");
    until_status(
        &mut browser,
        "Position: 1 red and 2 blue stones, Red to move.",
    );
    for _ in 0..7 {
        browser.key("u");
    }
    // With its moves.
    until_address(&mut browser, "#5,a1b2");
    browser.until("document.querySelector('#undo').disabled");
    browser.press("Cancel");
    browser.until("document.querySelectorAll('.moves .one').length === 2");
    no_faults(&mut browser);
}

#[test]
fn a_position_is_set_up_by_keyboard_and_by_touch() {
    let Some(mut browser) = Browser::start("browser-setup-keys") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,a1b2", server.page));
    browser.press("Set up");
    browser.value("document.querySelector('#board svg').focus()");
    browser.key("ArrowRight");
    browser.key("2");
    assert_eq!(browser.text("#spoken"), "Blue stones");
    browser.key("Enter");
    assert_eq!(browser.text("#spoken"), "d3, Blue");
    browser.key("3");
    browser.key("Enter");
    assert_eq!(browser.text("#spoken"), "d3, empty");
    browser.key("t");
    assert_eq!(browser.text("#spoken"), "Blue to move");
    until_status(
        &mut browser,
        "Position: 1 red and 1 blue stones, Blue to move.",
    );
    browser.screen(390, 844, true, true);
    browser.open(&format!("{}#5,a1b2", server.page));
    browser.press("Set up");
    browser.press("Red stones");
    browser.touch("e1");
    until_status(
        &mut browser,
        "Position: 2 red and 1 blue stones, Red to move.",
    );
    let wide = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(browser.value(wide), true);
    no_faults(&mut browser);
}

#[test]
fn a_position_that_was_set_up_is_played_analysed_and_proved() {
    let Some(mut browser) = Browser::start("browser-set-up") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#4,", server.page));
    browser.press("Set up");
    browser.press("Red stones");
    for cell in ["b1", "b2", "b3"] {
        browser.click(cell);
    }
    browser.press("Analyse it");
    browser.until("document.querySelector('.big').textContent.startsWith('Red wins: proved')");
    browser.press("Set up");
    browser.press("Blue");
    browser.press("Prove it");
    browser.press("Prove who wins here");
    browser.until("document.querySelector('.big.proved').textContent.startsWith('Red wins')");
    browser.press("Set up");
    browser.press("Play from here");
    // Blue's move is mustplay's; it is no answer to a first stone, so no swap.
    browser.until("document.querySelectorAll('#board .stone').length === 4");
    browser.until(&format!("{STATUS}.startsWith('Your turn')"));
    assert_eq!(
        browser.value("document.querySelector('#swap').hidden"),
        true
    );
    assert!(browser.text("h1").contains("You against mustplay"));
    // One stone that was set up cannot be swapped.
    browser.open(&format!("{}#4,", server.page));
    browser.press("Set up");
    browser.click("b2");
    browser.press("Blue");
    browser.press("Analyse it");
    browser.until("document.querySelector('#setup').offsetParent");
    assert_eq!(
        browser.value("document.querySelector('#swap').hidden"),
        true
    );
    no_faults(&mut browser);
}

/// Hex has no pass; an analysis may have one, and so may two people.
#[test]
fn a_pass_lets_the_other_side_move() {
    let Some(mut browser) = Browser::start("browser-pass") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,c3b2", server.page));
    let hidden = "document.querySelector('#pass').hidden";
    assert_eq!(browser.value(hidden), true, "none against mustplay");
    browser.press("Analyse");
    browser.press("Pass");
    until_address(&mut browser, "#5,c3b2:p");
    until_status(&mut browser, "Red passed. Move 4: Blue to move.");
    assert_eq!(browser.text("#spoken"), "Red passed. Move 4: Blue to move.");
    // The server analyses that position.
    browser.until("document.querySelector('.big').textContent.includes('wins: proved')");
    browser.press("Undo");
    until_address(&mut browser, "#5,c3b2");
    browser.press("Play");
    browser.choose("Against", "0");
    browser.press("Pass");
    until_address(&mut browser, "#5,c3b2:p");
    // A pass between a stone and an answer to it leaves nothing to swap.
    browser.open(&format!("{}#5,c3:p:p", server.page));
    until_status(&mut browser, "Red passed. Move 4: Blue to move.");
    assert_eq!(
        browser.value("document.querySelector('#swap').hidden"),
        true
    );
    no_faults(&mut browser);
}
