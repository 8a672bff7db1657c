//! Games in the address of the page, and games that cannot be read, in a real browser.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;
use serde_json::json;

/// Rejected texts get a 400, which the browser reports too.
fn no_faults_but_rejections(browser: &mut Browser) {
    browser
        .faults
        .retain(|fault| !fault.contains("status of 400"));
    no_faults(browser);
}

/// Little Golem writes `swap`; the address must have HexWorld's code for it.
#[test]
fn the_address_of_a_game_with_a_swap_can_be_opened() {
    let Some(mut browser) = Browser::start("browser-swap") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser.paste("(;FF[4]EV[hex13.ch]GM[11]SZ[13];B[a11];W[swap];B[g7];W[h3];B[resign])");
    browser.until("location.hash === '#13,a11:sg7h3:rb'");
    browser.value("localStorage.clear(); sessionStorage.clear()");
    browser.open(&format!("{}#13,a11:sg7h3:rb", server.page));
    browser.until("document.querySelectorAll('#board .stone').length === 3");
    assert_eq!(browser.value("location.hash"), "#13,a11:sg7h3:rb");
    no_faults(&mut browser);
}

#[test]
fn an_unreadable_address_keeps_the_game_and_suggests_another() {
    let Some(mut browser) = Browser::start("browser-address") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,a1b2", server.page));
    for (wrong, meant) in [
        ("#33,a1", Some("#32,a1")),
        ("#11,a10a10", Some("#11,a10")),
        ("#9,k10", Some("#11,k10")),
        ("#11a5f6", Some("#11,a5f6")),
        ("#13,a11swapg7:rb", Some("#13,a11:sg7")),
        ("#garbage", None),
    ] {
        browser.value(&format!("location.hash = {}", json!(wrong)));
        let shown = format!("The address {wrong} cannot be read");
        browser.until(&format!(
            "document.querySelector('#notice').textContent.startsWith({})",
            json!(shown)
        ));
        browser.until("location.hash === '#5,a1b2'");
        assert_eq!(
            browser.value("document.querySelectorAll('#board .stone').length"),
            2
        );
        let notice = browser.text("#notice");
        let offer = meant.map(|meant| format!("Did you mean {meant}?"));
        match offer {
            Some(offer) => assert!(notice.contains(&offer), "{notice}"),
            None => assert!(!notice.contains("Did you mean"), "{notice}"),
        }
    }
    browser.press("Dismiss");
    browser.until("document.querySelector('#notice').hidden");
    // As the first address of a visit.
    browser.open(&format!("{}#33,a1", server.page));
    browser.until("document.querySelector('#notice').textContent.includes('Did you mean #32,a1?')");
    browser.press("#32,a1");
    browser.until("location.hash === '#32,a1' && document.querySelector('#notice').hidden");
    no_faults_but_rejections(&mut browser);
}

/// Links of some sites do not contain the game: the page says what to do instead.
#[test]
fn links_without_a_game_are_explained() {
    let Some(mut browser) = Browser::start("browser-sites") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser.press("Review");
    let panel = browser.text(".panel");
    assert!(!panel.contains("PlayHex links"), "{panel}");
    for link in [
        "https://playhex.org/games/0c7d9b5e-53a6-4d0a-9b56-4a0d2d9a8a11",
        "https://www.littlegolem.net/jsp/game/game.jsp?gid=2400000",
    ] {
        browser.paste(link);
        browser.until("document.querySelector('#notice').textContent.includes('Save the game there as SGF') && !document.querySelector('#notice').hidden");
        browser.press("Dismiss");
    }
    no_faults(&mut browser);
}

#[test]
fn all_four_sides_have_coordinates() {
    let Some(mut browser) = Browser::start("browser-coordinates") else {
        return;
    };
    let server = Served::start(&[]);
    for (phone, width, height) in [(false, 1280, 800), (true, 390, 844)] {
        browser.screen(width, height, phone, false);
        browser.open(&format!("{}#13x11,", server.page));
        let texts = "[...document.querySelectorAll('#board .names text')]";
        assert_eq!(browser.value(&format!("{texts}.length")), 48);
        let inside = format!(
            "{texts}.every((one) => {{ const box = one.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; }})"
        );
        assert_eq!(browser.value(&inside), true);
    }
    no_faults(&mut browser);
}
