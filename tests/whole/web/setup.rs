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

/// The direction from the last cell to a1 on the screen, in degrees.
const A1: &str = "(() => { const at = (name) => { const box = document.querySelector(`#board [data-cell=${name}].target`).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }; const [from, to] = [at('g7'), at('a1')]; return Math.round(Math.atan2(to[1] - from[1], to[0] - from[0]) * 180 / Math.PI) + 0; })()";

/// The centre of the keyboard's cursor on the screen.
fn cursor(browser: &mut Browser) -> [f64; 2] {
    let place = "(() => { const box = document.querySelector('#board .cursor').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()";
    serde_json::from_value(browser.value(place)).expect("a place")
}

/// The number after `r` in a link of HexWorld is the hour at which a1 is on a clock.
#[test]
fn the_board_has_all_orientations_of_hexworld() {
    let Some(mut browser) = Browser::start("browser-turned") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser.press("Review");
    for hour in 1..=12 {
        browser.paste(&format!("https://hexworld.org/board/#7r{hour}n,a1g1,b2"));
        let turned = if hour == 10 {
            String::new()
        } else {
            format!("r{hour}")
        };
        until_address(&mut browser, &format!("#7{turned}n,a1g1"));
        let degrees = browser.value(A1).as_i64().expect("a number");
        assert_eq!((degrees + 360) % 360, (hour * 30 + 270) % 360, "r{hour}");
        let inside = "[...document.querySelectorAll('#board .names text')].every((one) => { const box = one.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; })";
        assert_eq!(browser.value(inside), true, "r{hour}");
        // From the centre every arrow leads to a cell.
        browser.click("d4");
        until_address(&mut browser, &format!("#7{turned}n,a1g1d4"));
        browser.value("document.querySelector('#board svg').focus()");
        for (key, x, y) in [
            ("ArrowUp", 0.0, -1.0),
            ("ArrowRight", 1.0, 0.0),
            ("ArrowDown", 0.0, 1.0),
            ("ArrowLeft", -1.0, 0.0),
        ] {
            let before = cursor(&mut browser);
            browser.key(key);
            let after = cursor(&mut browser);
            let [dx, dy] = [after[0] - before[0], after[1] - before[1]];
            // At most half way between two arrows, since there are six directions.
            let along = (dx * x + dy * y) / dx.hypot(dy);
            assert!(along > 0.8, "r{hour}: {key} leads to {dx}, {dy}");
        }
        browser.value("document.activeElement.blur()");
    }
    no_faults(&mut browser);
}

#[test]
fn the_orientation_is_chosen_in_settings_and_in_the_address() {
    let Some(mut browser) = Browser::start("browser-orientation") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#7,a1b2", server.page));
    browser.press("Settings");
    browser.choose("Orientation", "4");
    browser.press("Close");
    until_address(&mut browser, "#7r4,a1b2");
    assert_eq!(browser.value(A1), 30);
    // The address turns the board of its game, until the settings do.
    browser.value("location.hash = '#7r9,a1b2'");
    browser.until(&format!("Math.abs({A1}) === 180"));
    browser.open(&server.page);
    until_address(&mut browser, "#7r9,a1b2");
    browser.press("Settings");
    browser.choose("Orientation", "auto");
    browser.press("Close");
    until_address(&mut browser, "#7,a1b2");
    // Going back in the history goes through the game and leaves the board as it is.
    browser.press("Analyse");
    browser.click("c3");
    browser.press("Settings");
    browser.choose("Orientation", "12");
    browser.press("Close");
    until_address(&mut browser, "#7r12,a1b2c3");
    browser.value("history.back()");
    until_address(&mut browser, "#7r12,a1b2");
    // Edges have the names of the places where they are.
    browser.open(&format!("{}#5r9,c3", server.page));
    browser.press("Connections");
    browser.until("document.querySelector('.big').textContent.startsWith('Red wins: proved')");
    browser.hover("c3");
    browser.until("document.querySelector('.about').textContent.includes('is safely connected to the upper left edge')");
    no_faults(&mut browser);
}

/// The contrast of a number to its stone, the lowest of all.
const CONTRAST: &str = "Math.min(...[...document.querySelectorAll('#board .stone text')].map((one) => { const light = (colour) => { const [r, g, b] = colour.match(/\\d+/g).map((n) => n / 255).map((n) => (n <= 0.03928 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05; }; const [a, b] = [one, one.parentNode.firstChild].map((shape) => light(getComputedStyle(shape).fill)); return Math.max(a, b) / Math.min(a, b); }))";

#[test]
fn stones_have_the_numbers_of_their_moves() {
    let Some(mut browser) = Browser::start("browser-numbers") else {
        return;
    };
    let server = Served::start(&[]);
    let numbers = "[...document.querySelectorAll('#board .stone text')].map((one) => one.textContent).sort().join(' ')";
    for dark in [false, true] {
        browser.screen(1280, 800, false, dark);
        // A swap moves the first stone, whose number is that of the swap.
        browser.open(&format!("{}#5n,d2:sa1b2", server.page));
        for stones in ["colours", "plain"] {
            browser.press("Settings");
            browser.choose("Stones", stones);
            browser.press("Close");
            assert_eq!(browser.value(numbers), "2 3 4");
            let contrast = browser.value(CONTRAST).as_f64().expect("a number");
            assert!(contrast > 4.5, "{contrast}, {stones}, dark: {dark}");
        }
    }
    browser.press("Settings");
    browser.choose("Move numbers", "last");
    browser.press("Close");
    assert_eq!(browser.value(numbers), "4");
    until_address(&mut browser, "#5,d2:sa1b2");
    // The list in the dialog loses the focus a moment after it was closed.
    browser.until("document.activeElement === document.body");
    browser.key("ArrowLeft");
    browser.until(&format!("{numbers} === '3'"));
    browser.press("Settings");
    browser.choose("Move numbers", "all");
    browser.press("Close");
    until_address(&mut browser, "#5n,d2:sa1");
    browser.value("document.querySelector('#board svg').focus()");
    assert_eq!(browser.text("#spoken"), "a1, Black, move 3");
    browser.press("Settings");
    browser.choose("Move numbers", "off");
    browser.press("Close");
    assert_eq!(browser.value(numbers), "");
    no_faults(&mut browser);
}

#[test]
fn the_link_of_a_game_is_copied() {
    let Some(mut browser) = Browser::start("browser-copy") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5r9,a1b2c3:rw", server.page));
    browser.key("Home");
    browser.key("ArrowRight");
    let link = "https://hexworld.org/board/#5r9,a1,b2c3:rw";
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    browser.press("Copy link");
    browser.until(&format!("window.copied === {}", json!(link)));
    browser.until("document.querySelector('#spoken').textContent === 'Link copied.'");
    browser.until("document.querySelector('#toast').textContent.startsWith('Link copied: ')");
    // The page reads it, with its cursor.
    browser.open(&format!("{}#3,", server.page));
    browser.paste(link);
    until_address(&mut browser, "#5r9,a1");
    browser.key("End");
    until_address(&mut browser, "#5r9,a1b2c3:rw");
    // Where the clipboard is refused there is another way, and at last a marked text.
    browser.value("navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); document.execCommand = () => { window.copied = document.activeElement.value; return true; }");
    browser.press("Copy link");
    let whole = "https://hexworld.org/board/#5r9,a1b2c3:rw";
    browser.until(&format!("window.copied === {}", json!(whole)));
    browser.until("document.querySelectorAll('textarea.unseen').length === 0");
    browser.value("document.execCommand = () => false");
    browser.press("Copy link");
    browser.until("document.querySelector('#dialog').open");
    browser.until(&format!(
        "document.activeElement.value === {} && getSelection().toString() === document.activeElement.value",
        json!(whole)
    ));
    browser.press("Close");
    no_faults(&mut browser);
}

/// The narrowest boards can be chosen, drawn and played on; Enter in a field begins the game.
#[test]
fn rectangles_are_entered_and_played() {
    let Some(mut browser) = Browser::start("browser-rectangles") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser.choose("Board", "other");
    for (width, height, cell) in [(2, 19, "b9"), (19, 2, "j1"), (2, 2, "a2")] {
        for (place, value) in [(0, width), (1, height)] {
            browser.value(&format!("(() => {{ const field = document.querySelectorAll('.fields input')[{place}]; field.value = {value}; field.focus(); }})()"));
        }
        browser.key("Enter");
        browser.until(&format!(
            "document.querySelectorAll('#board .target').length === {}",
            width * height
        ));
        browser.click(cell);
        // mustplay answers, by a stone or by a swap.
        browser.until("document.querySelectorAll('.moves .one').length === 2");
        browser.until(&format!("!{STATUS}.includes('thinking')"));
    }
    no_faults(&mut browser);
}
