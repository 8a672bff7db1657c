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

/// A game in which moves 3, 4 and 5 throw away a proved win.
const BLUNDERS: &str = "#5,c3c2d4e5a5";

/// Opens that game in a fresh profile, reviews it and shows move 3.
fn review_blunders(browser: &mut Browser, page: &str) {
    browser.screen(1280, 800, false, false);
    browser.open(page);
    browser.value("localStorage.clear(); sessionStorage.clear()");
    browser.open(&format!("{page}{BLUNDERS}"));
    browser.press("Review");
    browser.choose("in", "10");
    browser.press("Review this game");
    browser.until(&format!(
        "{PRESSED} === 'Review this game' && {HITS} === 5 && document.querySelectorAll('.moves .marked').length >= 3"
    ));
    browser.value("document.querySelectorAll('.graph .hit')[2].dispatchEvent(new Event('click'))");
    browser.until("location.hash === '#5,c3c2d4'");
}

const HITS: &str = "document.querySelectorAll('.graph .hit').length";

/// From a bad move on the game can be played again, against a level.
#[test]
fn a_game_goes_on_from_before_a_bad_move() {
    let Some(mut browser) = Browser::start("browser-again") else {
        return;
    };
    let server = Served::start(&[]);
    review_blunders(&mut browser, &server.page);
    browser.choose("as Red against", "1");
    browser.press("Play from here");
    browser.until("location.hash === '#5,c3c2'");
    let status = browser.text("#status");
    assert!(status.starts_with("Your turn: Red"), "{status}");
    browser.click("d2");
    browser.until("document.querySelectorAll('.moves .one').length === 4");
    // The reviewed game is not lost, nor is its review.
    browser.value("document.querySelector('.earlier').open = true");
    browser.value("document.querySelector('.earlier button').click()");
    browser.until(&format!(
        "location.hash === '{BLUNDERS}' || location.hash === '#5,c3c2d4'"
    ));
    browser.press("Review");
    browser.until(&format!("{HITS} === 5"));
    // The other side, too.
    browser.value("document.querySelectorAll('.graph .hit')[3].dispatchEvent(new Event('click'))");
    browser.until("location.hash === '#5,c3c2d4e5'");
    browser.press("Play from here");
    browser.until("location.hash === '#5,c3c2d4'");
    browser.until("document.querySelector('#status').textContent.startsWith('Your turn: Blue')");
    no_faults(&mut browser);
}

/// A review can be sent as a file or as a link; both open as the review.
#[test]
fn a_review_is_shared_by_file_and_by_link() {
    let Some(mut browser) = Browser::start("browser-share") else {
        return;
    };
    let server = Served::start(&[]);
    review_blunders(&mut browser, &server.page);
    // A remark of one's own is part of the file.
    browser.value("(() => { const field = document.querySelector('.record textarea'); field.value = 'Oh] no'; field.dispatchEvent(new Event('input')); })()");
    browser.press("Review this game");
    browser.until(&format!("{PRESSED} === 'Review this game' && {HITS} === 5"));
    browser.press("Link to this review");
    browser.until("document.querySelector('.share input')");
    let link = browser.value("document.querySelector('.share input').value");
    let link = link.as_str().expect("a link").to_owned();
    assert!(link.contains("/#review=") && link.len() < 8000, "{link}");
    browser.value("(() => { const made = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return made.call(URL, blob); }; })()");
    browser.press("Download review");
    browser.until("window.saved");
    let saved = browser.value("window.saved");
    let saved = saved.as_str().expect("text").to_owned();
    assert!(saved.contains("C[Oh\\] no\n3. d4??"), "{saved}");
    for by_link in [false, true] {
        browser.value("localStorage.clear(); sessionStorage.clear()");
        browser.open(if by_link { &link } else { &server.page });
        if !by_link {
            browser.paste(&saved);
        }
        browser.until(&format!("{HITS} === 5 && location.hash === '{BLUNDERS}'"));
        browser
            .value("document.querySelectorAll('.graph .hit')[2].dispatchEvent(new Event('click'))");
        browser.until("document.querySelector('.remark').textContent.startsWith('3. d4??')");
        let comment = browser.value("document.querySelector('.record textarea').value");
        let comment = comment.as_str().expect("text");
        assert!(comment.starts_with("Oh] no\n3. d4??"), "{comment}");
        // It survives a reload here as well.
        browser.open(&server.page);
        browser.until(&format!("{HITS} === 5"));
    }
    // One that is too long for a link says so.
    browser.value("(() => { const kept = JSON.parse(sessionStorage.getItem('mustplay-review')); for (let n = 0; n < 4000; n += 1) kept.sgf += Math.random(); sessionStorage.setItem('mustplay-review', JSON.stringify(kept)); })()");
    browser.open(&server.page);
    browser.press("Link to this review");
    browser.until("document.querySelector('.panel').textContent.includes('too long for a link')");
    browser.open(&format!("{}#review=abc", server.page));
    browser.until("document.querySelector('#notice').textContent.includes('The link is damaged')");
    no_faults(&mut browser);
}
