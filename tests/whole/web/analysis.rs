//! Live analysis in a real browser: what it says is true of the position that is shown.

use super::page::{GAME, no_faults};
use crate::support::browser::Browser;
use crate::support::served::Served;
use serde_json::{Value, json};

const UPDATES: &str = "performance.getEntriesByName('update').length";

/// In a lost position every move loses, whatever the search estimated for it.
#[test]
fn the_moves_of_a_lost_position_lose() {
    let Some(mut browser) = Browser::start("browser-lost") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#7,d4", server.page));
    browser.press("Analyse");
    browser.until("document.querySelector('.big').textContent.startsWith('Red wins: proved') && document.querySelectorAll('.line b').length > 1");
    let scores = browser.value(
        "[...document.querySelectorAll('.line b')].every((one) => one.textContent === 'loses')",
    );
    assert_eq!(scores, true, "{}", browser.text(".lines"));
    browser.until("document.querySelectorAll('#board .fill.loss').length > 1");
    let marks =
        browser.value("[...document.querySelectorAll('#board .texts text')].every((one) => one.textContent === '✕')");
    assert_eq!(marks, true);
    no_faults(&mut browser);
}

/// The win rate of a move that was tried once or twice says nothing.
#[test]
fn moves_with_few_visits_are_left_out() {
    let Some(mut browser) = Browser::start("browser-few") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}{GAME}g4", server.page));
    browser.press("Analyse");
    for update in 1..12 {
        browser.until(&format!(
            "{UPDATES} >= {update} || document.querySelector('.big.proved')"
        ));
        let visits = browser.value("[...document.querySelectorAll('.line')].slice(2).filter((one) => one.querySelector('.estimated')).map((one) => Number(one.querySelector('.visits').textContent.replaceAll(',', '')))");
        let visits: Vec<u64> = serde_json::from_value(visits).expect("numbers");
        assert!(visits.iter().all(|&visits| visits >= 5), "{visits:?}");
    }
    no_faults(&mut browser);
}

#[test]
fn a_hidden_tab_stops_analysing_after_a_minute() {
    let Some(mut browser) = Browser::start("browser-hidden") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#11,f6", server.page));
    browser.press("Analyse");
    browser.until(&format!("{UPDATES} > 2"));
    // Timers run a hundred times as fast, but not those that are longer than a minute.
    browser.value("(() => { const timer = window.setTimeout; window.setTimeout = (run, time) => timer(run, time > 60000 ? time : time / 100); window.away = true; Object.defineProperty(document, 'hidden', { get: () => window.away }); document.dispatchEvent(new Event('visibilitychange')); })()");
    let searches = server.get("/status").json()["searches"].as_u64();
    server.wait_for_free(searches.expect("a number"));
    browser.until("document.querySelector('.ends').textContent.includes('paused')");
    let before = browser.value(UPDATES);
    browser.value("window.away = false; document.dispatchEvent(new Event('visibilitychange'))");
    browser.until(&format!("{UPDATES} > {before} + 2"));
    no_faults(&mut browser);
}

/// What a tap on a stone tells stands on the screen, although the panel is below the board.
#[test]
fn a_tapped_group_is_described_on_the_screen_of_a_phone() {
    let Some(mut browser) = Browser::start("browser-tapped") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(390, 844, true, false);
    browser.open(&format!("{}{GAME}g4", server.page));
    browser.press("Analyse");
    browser.press("Connections");
    browser.value("scrollTo(0, 0)");
    browser.until("performance.getEntriesByName('update').length > 0");
    // Until the connections have been found, a tap finds none.
    for _ in 0..100 {
        browser.touch("f7");
        if browser.value("Boolean(document.querySelector('.about.pointed'))") == true {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let about = browser.text(".about");
    assert!(about.starts_with("The Blue group of f7"), "{about}");
    let inside = "(() => { const box = document.querySelector('.about').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()";
    assert_eq!(browser.value(inside), true);
    browser.press("Close");
    browser.until("!document.querySelector('.about.pointed')");
    no_faults(&mut browser);
}

/// Without a server the page says so, in its own words, and can try again.
#[test]
fn a_server_that_has_gone_is_reported() {
    let Some(mut browser) = Browser::start("browser-offline") else {
        return;
    };
    let mut server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#7,a1", server.page));
    browser.press("Analyse");
    browser.until(&format!("{UPDATES} > 0"));
    server.child.kill().expect("it runs");
    server.child.wait().expect("it ends");
    browser.click("d4");
    browser.until(
        "document.querySelector('.verdict').textContent.startsWith('No answer from mustplay')",
    );
    let bars = browser.value("document.querySelectorAll('.bar').length");
    assert_eq!(bars, 0, "no win rate is known");
    let again = browser
        .value("[...document.querySelectorAll('.verdict button')].map((one) => one.textContent)");
    assert_eq!(again, json!(["Try again"]));
    browser.press("Play");
    browser.press("New game");
    browser.click("a1");
    browser.until(
        "document.querySelector('#status').textContent.startsWith('mustplay has not answered')",
    );
    browser.until(
        "document.querySelector('#toast').textContent.startsWith('No answer from mustplay')",
    );
    for (mode, part) in [("Explore", ".panel"), ("Puzzles", ".panel")] {
        browser.press(mode);
        browser.until(&format!(
            "document.querySelector('{part}').textContent.includes('No answer from mustplay')"
        ));
    }
    let said: Value = browser.value("document.body.innerText.includes('Failed to fetch')");
    assert_eq!(said, false);
}

/// A search of chosen moves says that it is one: their loss is no loss of the position, a win by
/// one of them is a win.
#[test]
fn a_search_of_chosen_moves_says_so() {
    let Some(mut browser) = Browser::start("browser-chosen") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#6,", server.page));
    browser.press("Analyse");
    browser.press("Search only some moves …");
    // By click, and by the keyboard on the board.
    browser.click("a1");
    browser.click("c3");
    browser.click("c3");
    browser.value("document.querySelector('#board svg').focus()");
    // To the lower edge of the board, and along it to its end.
    for key in ["ArrowDown", "ArrowRight"] {
        for _ in 0..6 {
            browser.key(key);
        }
    }
    browser.key("Enter");
    browser.until("document.querySelector('.only').textContent.startsWith('Chosen: a1, f6.')");
    assert_eq!(browser.value("location.hash"), "#6,", "no move was played");
    browser.value("document.activeElement.blur()");
    browser.press("Search only these");
    browser.until("document.querySelector('.big').textContent === 'All chosen moves lose: proved. Another move may still win.'");
    let only = browser.text(".only");
    assert!(
        only.starts_with("Restricted search: only a1, f6. This says nothing about other moves."),
        "{only}"
    );
    let lines =
        "[...document.querySelectorAll('.line .pick')].map((one) => one.textContent).sort().join()";
    assert_eq!(browser.value(lines), "a1,f6");
    assert_eq!(
        browser.value("document.querySelectorAll('.bar').length"),
        0,
        "it is no win rate of the position"
    );
    browser.press("Change");
    browser.click("c4");
    browser.press("Search only these");
    browser.until("document.querySelector('.big').textContent.startsWith('Red wins: proved')");
    browser.press("Search all moves");
    browser.until("document.querySelector('.big').textContent.startsWith('Red wins: proved')");
    let only = browser.text(".only");
    assert_eq!(only, "Search only some moves …");
    // The choice belongs to its position.
    browser.press("Search only some moves …");
    browser.click("a1");
    browser.press("Search only these");
    browser.until("document.querySelector('.only').textContent.startsWith('Restricted search')");
    browser.click("b2");
    browser.until("document.querySelector('.only').textContent === 'Search only some moves …'");
    no_faults(&mut browser);
}

/// The network's first estimate as a heat map: with a legend, in words, and also without a search.
#[test]
fn the_policy_has_a_legend() {
    let Some(mut browser) = Browser::start("browser-policy") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}{GAME}", server.page));
    browser.press("Analyse");
    browser.value("document.querySelector('.check input').click()");
    browser.press("Policy");
    browser.until("document.querySelectorAll('.scale .swatch').length === 3");
    let scale = browser.text(".scale");
    let shares: Vec<f64> = scale
        .trim_start_matches("Shades: ")
        .split('%')
        .filter_map(|share| share.trim().parse().ok())
        .collect();
    assert_eq!(shares.len(), 3, "{scale}");
    assert!(shares[0] > shares[1] && shares[1] > shares[2], "{scale}");
    let about = browser.text(".about");
    assert!(
        about.contains(" moves ") && about.contains(" together."),
        "{about}"
    );
    // The best move is the darkest, and has its percentage on the board.
    let best = "Math.max(...[...document.querySelectorAll('#board .texts text')].map((one) => Number(one.textContent)))";
    let best = browser.value(best).as_f64().expect("a number");
    assert!((best - shares[0]).abs() <= 1.0, "{best} and {scale}");
    browser.hover("a1");
    browser
        .until("/^a1: .*% before any search/.test(document.querySelector('.about').textContent)");
    no_faults(&mut browser);
}

/// Whether two ends are connected is asked by choosing them on the board, and edges beside it.
#[test]
fn two_chosen_ends_are_proved_connected_or_apart() {
    let Some(mut browser) = Browser::start("browser-ends") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,c3c2", server.page));
    browser.press("Analyse");
    let question = "Are two ends connected? …";
    let offered = format!("document.querySelector('.panel').textContent.includes('{question}')");
    assert_eq!(browser.value(&offered), false, "with the connections only");
    browser.press("Connections");
    browser.press(question);
    browser.click("c3");
    browser.press("the bottom");
    browser.until(
        "document.querySelector('.panel').textContent.includes('Connected: Blue cannot part')",
    );
    browser.until("document.querySelectorAll('#board .fill.safe').length > 3");
    browser.press("Two others …");
    browser.click("c2");
    browser.press("the right");
    browser.until("document.querySelector('.panel').textContent.includes('(proved)') || document.querySelector('.panel').textContent.includes('Not decided')");
    browser.press("Close");
    browser.until(&offered);
    // The ends belong to a position.
    browser.press(question);
    browser.click("c3");
    browser.key("ArrowLeft");
    browser.until(&offered);
    browser.press("Search");
    assert_eq!(browser.value(&offered), false);
    no_faults(&mut browser);
}
