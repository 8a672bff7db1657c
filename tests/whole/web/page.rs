//! The page of `mustplay serve` in a real browser: a game, links, a review, connections and a
//! proof, on a wide screen and on a phone's, light and dark. Without a browser these tests are
//! skipped.
//!
//! `MUSTPLAY_BLESS=1 cargo test --release --test whole web::page::pictures` retakes the pictures of
//! the manual.

use crate::support::browser::Browser;
use crate::support::engine::ROOT;
#[cfg(feature = "sqlite")]
use crate::support::engine::stdout;
#[cfg(feature = "sqlite")]
use crate::support::folder::Folder;
use crate::support::served::Served;
use serde_json::json;
use std::fs;
use std::path::Path;

/// A game with a blunder at its end.
pub(super) const GAME: &str = "#11,a10d8d9h4g5h5e7f7f6e8h3";

/// No error was reported while the page was open.
pub(super) fn no_faults(browser: &mut Browser) {
    // A request superseded by a newer one is no fault.
    browser
        .faults
        .retain(|fault| !fault.contains("status of 409"));
    assert!(browser.faults.is_empty(), "{:#?}", browser.faults);
}

fn moves(browser: &mut Browser) -> u64 {
    browser
        .value("document.querySelectorAll('.moves .one').length")
        .as_u64()
        .expect("a number")
}

#[test]
fn a_game_is_played_taken_back_kept_and_resumed() {
    let Some(mut browser) = Browser::start("browser-play") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#4,", server.page));
    browser.value("localStorage.clear()");
    browser.open(&format!("{}#4,", server.page));
    browser.until("document.querySelector('#status').textContent.includes('You are Red')");
    browser.until("document.querySelectorAll('.target').length === 16");
    browser.value("document.querySelector('.check input').click()");
    for cell in [
        "b3", "c2", "b2", "c3", "d1", "a4", "c1", "b4", "d2", "a3", "c4", "d3", "a1", "b1", "a2",
        "d4",
    ] {
        let free = format!(
            "[...document.querySelectorAll('#board title')][0].textContent.includes('{cell}')"
        );
        if browser.value(&free) == true {
            continue;
        }
        browser.click(cell);
        browser.until("!document.querySelector('#status').textContent.includes('thinking')");
        if browser.value("document.querySelector('#status').textContent.includes('win')") == true {
            break;
        }
    }
    browser.until("document.querySelector('#status').textContent.includes('wins:') || document.querySelector('#status').textContent.includes('You win')");
    let played = moves(&mut browser);
    assert!(played >= 4, "{played} moves");
    let address = browser.value("location.hash");
    browser.open(&server.page);
    assert_eq!(moves(&mut browser), played, "kept");
    assert_eq!(browser.value("location.hash"), address);
    browser.key("u");
    browser.until(&format!(
        "document.querySelectorAll('.moves .one').length < {played}"
    ));
    browser.key("Home");
    browser.until("document.querySelector('#back').disabled");
    browser.key("ArrowRight");
    browser.until("!document.querySelector('#back').disabled");
    no_faults(&mut browser);
}

#[test]
fn links_of_all_kinds_are_pasted_and_the_back_button_goes_back() {
    let Some(mut browser) = Browser::start("browser-paste") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, true);
    browser.open(&server.page);
    browser.press("Analyse");
    for (text, hash) in [
        ("https://hexworld.org/board/#5,a1b2:pc3", "#5,a1b2:pc3"),
        ("#5,d2:sa1", "#5,d2:sa1"),
        ("https://hexworld.org/board/#5,a1b2,c3d4", "#5,a1b2"),
        ("7x7 a1 b2 c3", "#7,a1b2c3"),
        ("(;GM[11]SZ[5];B[a1];W[b2])", "#5,a1b2"),
        ("{\"boardsize\": 6, \"moves\": \"a1 b2\"}", "#6,a1b2"),
        (
            "{\"width\": 3, \"height\": 2, \"black\": [\"a1\"], \"white\": [], \"to_move\": \"white\"}",
            "#3x2,a1",
        ),
    ] {
        browser.paste(text);
        browser.until(&format!("location.hash === {}", json!(hash)));
    }
    browser.paste("complete nonsense");
    browser.until("document.querySelector('#notice').textContent.includes('cannot be read')");
    // Invalid links get a 400, which the browser reports too.
    browser
        .faults
        .retain(|fault| !fault.contains("status of 400"));
    browser.value("history.back()");
    browser.until("location.hash === '#6,a1b2'");
    browser.until("document.querySelectorAll('#board .stone').length === 2");
    no_faults(&mut browser);
}

#[test]
fn pointing_at_a_group_highlights_its_connections() {
    let Some(mut browser) = Browser::start("browser-links") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,c3", server.page));
    browser.press("Analyse");
    browser.press("Connections");
    browser.until("document.querySelector('.big').textContent.startsWith('Red wins: proved')");
    browser.hover("c3");
    browser.until("document.querySelectorAll('.fill.safe').length > 5");
    browser.until(
        "document.querySelector('.about').textContent.includes('is safely connected to the top')",
    );
    browser.hover("e1");
    browser.press("Explain");
    browser.until(
        "document.querySelector('.explain').textContent.includes('Red wins whatever Blue plays')",
    );
    browser
        .value("document.querySelector('.explain .chip').dispatchEvent(new Event('pointerenter'))");
    browser.until("document.querySelectorAll('.fill.lit').length > 5");
    for (overlay, found) in [
        ("Fill-in", ".about"),
        ("Energy", ".about"),
        ("Inferior", ".about"),
        ("Mustplay", ".about"),
        ("Search", ".line"),
    ] {
        browser.press(overlay);
        browser.until(&format!(
            "document.querySelector('{found}').textContent.length > 3"
        ));
    }
    no_faults(&mut browser);
}

#[test]
fn a_review_and_a_proof_are_walked_through_on_a_phone() {
    let Some(mut browser) = Browser::start("browser-phone") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(390, 844, true, true);
    browser.open(&format!("{}#4,b2c2b3c3b4c4b1", server.page));
    let wide = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(
        browser.value(wide),
        true,
        "the page is wider than the screen"
    );
    browser.press("Review");
    browser.value("document.querySelector('.head select').value = '10'; document.querySelector('.head select').dispatchEvent(new Event('change'))");
    browser.press("Review this game");
    browser.until("[...document.querySelectorAll('button')].some((one) => one.textContent === 'Download review')");
    browser.until("document.querySelectorAll('.graph .hit').length === 7");
    browser.value("document.querySelector('.graph .hit').dispatchEvent(new MouseEvent('click'))");
    browser.until("document.querySelector('.remark').textContent.startsWith('1. b2')");
    browser.open(&format!("{}#4,a1", server.page));
    browser.press("Prove");
    browser.press("Prove who wins here");
    browser.until("document.querySelector('.big.proved').textContent.startsWith('Blue wins')");
    let needed = browser
        .value("document.querySelectorAll('.fill.safe').length")
        .as_u64()
        .expect("a number");
    let cell = browser.value("(() => { const lit = document.querySelector('.fill.safe').getBoundingClientRect(); const x = lit.x + lit.width / 2, y = lit.y + lit.height / 2; return document.elementFromPoint(x, y).dataset.cell; })()");
    browser.touch(cell.as_str().expect("a cell"));
    browser.until("document.querySelectorAll('.steps li').length === 2");
    let left = browser
        .value("document.querySelectorAll('.fill.safe').length")
        .as_u64()
        .expect("a number");
    assert!(left < needed, "{left} of {needed}");
    assert_eq!(
        browser.value(wide),
        true,
        "the page is wider than the screen"
    );
    no_faults(&mut browser);
}

#[test]
fn puzzles_and_first_stones_are_there() {
    let Some(mut browser) = Browser::start("browser-study") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#5,", server.page));
    browser.press("Puzzles");
    browser.until("document.querySelectorAll('.grid button').length > 30");
    browser.press("Show solution");
    browser.until("document.querySelector('.remark.good')");
    // A puzzle whose solution was shown does not count as solved.
    browser.until("[...document.querySelectorAll('.panel .none')].some((one) => one.textContent.startsWith('0 of'))");
    browser.press("Explore");
    browser.until("document.querySelectorAll('.fill.as-black').length + document.querySelectorAll('.fill.as-white').length === 25");
    browser.press("Rules");
    browser.until("document.querySelectorAll('dialog .mini svg').length === 3");
    browser.press("Close");
    browser.press("Settings");
    browser.value("document.querySelectorAll('dialog select')[1].value = 'plain'; document.querySelectorAll('dialog select')[1].dispatchEvent(new Event('change'))");
    browser.until("document.documentElement.dataset.stones === 'plain'");
    no_faults(&mut browser);
}

/// Accessibility: every button, field and picture has a name, and the focus follows the order of
/// the page.
#[test]
fn every_control_has_a_name() {
    let Some(mut browser) = Browser::start("browser-names") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}{GAME}g4", server.page));
    let mut titles = Vec::new();
    for mode in ["Play", "Analyse", "Review", "Prove", "Puzzles", "Explore"] {
        browser.press(mode);
        browser.until("document.querySelector('.panel').childElementCount > 1");
        titles.push(browser.value("document.title").to_string());
        let headings = "[...document.querySelectorAll('h1')].map((one) => one.textContent)";
        let title = browser.value("document.title.replace(' – mustplay', '')");
        assert_eq!(browser.value(headings), json!([title]), "{mode}");
        // Only items are in lists, and no button is an item.
        let misplaced = "document.querySelectorAll('[role=list], button[role=listitem]').length";
        assert_eq!(browser.value(misplaced), 0, "{mode}");
        let nameless = browser.value("[...document.querySelectorAll('button, input, select, textarea, svg[role=img], a')].filter((one) => !((one.textContent || '').trim() || one.getAttribute('aria-label') || one.closest('label')?.textContent.trim() || one.title)).map((one) => one.outerHTML.slice(0, 80))");
        assert_eq!(nameless, json!([]), "{mode}");
        assert_eq!(
            browser.value("document.querySelectorAll('[tabindex]:not([tabindex=\"0\"])').length"),
            0
        );
    }
    let game = titles
        .iter()
        .filter(|title| title.contains("11 × 11, move 12"));
    assert_eq!(game.count(), 5, "{titles:?}");
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), 6, "{titles:?}");
    // The colours have the names that the page shows.
    browser.press("Play");
    let spoken = browser.value("document.querySelector('#board title').textContent");
    let spoken = spoken.as_str().expect("text");
    assert!(
        spoken.starts_with("11 by 11 board: Red a10, Blue d8"),
        "{spoken}"
    );
    no_faults(&mut browser);
}

/// Speed: printed, with generous limits.
#[test]
fn figures_of_the_page() {
    let Some(mut browser) = Browser::start("browser-figures") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}{GAME}", server.page));
    let board = browser
        .value("performance.getEntriesByName('board')[0].startTime")
        .as_f64()
        .expect("ms");
    let bytes = browser.value("performance.getEntriesByType('resource').reduce((sum, one) => sum + one.encodedBodySize, performance.getEntriesByType('navigation')[0].encodedBodySize)");
    let categories = json!({ "traceConfig": { "includedCategories": ["devtools.timeline", "toplevel", "blink.user_timing"] } });
    browser.send("Tracing.start", &categories);
    browser.value("performance.mark('asked')");
    browser.press("Analyse");
    browser.until("performance.getEntriesByName('update').length > 0");
    let first = browser.value("performance.getEntriesByName('update')[0].startTime - performance.getEntriesByName('asked')[0].startTime").as_f64().expect("ms");
    browser.until("performance.getEntriesByName('update').length >= 12 || document.querySelector('.big.proved')");
    browser.end_trace();
    // The time that the page's thread works for each update, including drawing but not other
    // processes.
    let mut marks = browser.trace.iter();
    let mark = marks.rfind(|event| event["name"] == "update");
    let thread = mark.map(|event| (event["pid"].clone(), event["tid"].clone()));
    let tasks = browser.trace.iter().filter(|event| {
        let of = (event["pid"].clone(), event["tid"].clone());
        event["name"] == "ThreadControllerImpl::RunTask" && Some(of) == thread
    });
    let tasks: Vec<f64> = tasks
        .map(|event| event["tdur"].as_f64().unwrap_or_default() / 1000.0)
        .collect();
    let updates: Vec<f64> = serde_json::from_value(
        browser.value("performance.getEntriesByName('update').map((one) => one.duration)"),
    )
    .expect("numbers");
    let mean = updates.iter().sum::<f64>() / updates.len() as f64;
    let most = updates.iter().copied().fold(0.0, f64::max);
    let longest = tasks.iter().copied().fold(0.0, f64::max);
    let whole = tasks.iter().sum::<f64>() / updates.len() as f64;
    println!(
        "first board after {board:.0} ms, {bytes} bytes, first analysis {first:.0} ms after the request; \
         {} updates, {mean:.1} ms each and {most:.1} ms at most; the page's thread works {whole:.1} ms \
         per update, {longest:.1} ms in its longest task",
        updates.len()
    );
    assert!(board < 2000.0 && first < 2000.0 && mean < 2000.0);
    no_faults(&mut browser);
}

/// A first visit over a slow line, printed; a second one loads the page alone.
#[test]
fn files_are_loaded_once() {
    let Some(mut browser) = Browser::start("browser-visits") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(390, 844, true, false);
    browser.send("Network.enable", &json!({}));
    let line = json!({ "offline": false, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000 });
    browser.send("Network.emulateNetworkConditions", &line);
    browser.send("Emulation.setCPUThrottlingRate", &json!({ "rate": 4 }));
    for visit in ["first", "second"] {
        browser.open(&server.page);
        let board = browser.value("performance.getEntriesByName('board')[0].startTime");
        let page = "performance.getEntriesByType('navigation')[0].transferSize";
        let page = browser.value(page).as_u64().expect("bytes");
        let sizes = "performance.getEntriesByType('resource').map((one) => one.transferSize)";
        let sizes: Vec<u64> = serde_json::from_value(browser.value(sizes)).expect("bytes");
        let loaded: Vec<u64> = sizes.iter().copied().filter(|&size| size > 0).collect();
        println!(
            "{visit} visit at 400 kbit/s, 400 ms and a quarter of the processor: board after {:.0} ms, {} bytes \
             in {} requests",
            board.as_f64().expect("ms"),
            page + loaded.iter().sum::<u64>(),
            1 + loaded.len()
        );
        assert!(sizes.len() >= 4, "{sizes:?}");
        let whole = page + loaded.iter().sum::<u64>();
        match visit {
            "first" => assert!(whole < 65_000, "{whole} bytes"),
            _ => assert!(loaded.is_empty(), "only the page is loaded again"),
        }
    }
    no_faults(&mut browser);
}

/// The modes that are loaded after the first board can be asked for before; without them the page goes
/// on playing, and asks for them again.
#[test]
fn modes_are_loaded_when_they_are_needed() {
    let Some(mut browser) = Browser::start("browser-modes") else {
        return;
    };
    let server = Served::start(&[]);
    let current = "document.querySelector('[aria-current=page]').dataset.mode";
    let begun = "performance.getEntriesByName('board').length > 0";
    browser.screen(1280, 800, false, false);
    browser.send("Network.enable", &json!({}));
    let block = |browser: &mut Browser, urls: &[&str]| {
        browser.send("Network.setBlockedURLs", &json!({ "urls": urls }));
    };
    block(&mut browser, &["*later.js*"]);
    browser.send("Page.navigate", &json!({ "url": server.page }));
    browser.until(begun);
    browser.until("document.querySelector('#notice').textContent.startsWith('No answer')");
    browser.press("Analyse");
    browser.until("performance.getEntriesByName('ready').length > 0");
    assert_eq!(browser.value(current), "play");
    block(&mut browser, &[]);
    browser.faults.clear();
    browser.press("Analyse");
    browser.until(&format!("{current} === 'analysis'"));
    // A slow line: the last mode asked for is entered.
    browser.send(
        "Network.setCacheDisabled",
        &json!({ "cacheDisabled": true }),
    );
    let line = json!({ "offline": false, "latency": 700, "downloadThroughput": 50_000, "uploadThroughput": 50_000 });
    browser.value("localStorage.clear(); sessionStorage.clear()");
    browser.send("Network.emulateNetworkConditions", &line);
    browser.send("Page.navigate", &json!({ "url": "about:blank" }));
    browser.send("Page.navigate", &json!({ "url": server.page }));
    browser.until(begun);
    browser.press("Analyse");
    browser.press("Prove");
    assert_eq!(browser.value(current), "play");
    browser.until(&format!("{current} === 'proof'"));
    browser.value("new Promise((done) => setTimeout(done, 300))");
    assert_eq!(browser.value(current), "proof");
    no_faults(&mut browser);
}

/// The pictures of the manual.
#[test]
fn pictures_of_the_manual() {
    let folder = Path::new(ROOT).join("src/web/pictures");
    let names = [
        "play",
        "analysis",
        "connections",
        "explain",
        "review",
        "proof",
        "puzzles",
        "openings",
        "explore",
        "rules",
        "phone",
    ];
    let manual = fs::read_to_string(Path::new(ROOT).join("src/web/manual.md")).expect("the page");
    let mut bytes = 0;
    for name in names {
        let file = folder.join(format!("{name}.webp"));
        assert!(
            manual.contains(&format!("](pictures/{name}.webp)")),
            "{name}"
        );
        bytes += fs::metadata(&file).map_or(0, |file| file.len());
    }
    assert!(bytes < 1 << 20, "{bytes} bytes of pictures");
    if std::env::var_os("MUSTPLAY_BLESS").is_none() {
        return;
    }
    let Some(mut browser) = Browser::start("browser-pictures") else {
        return;
    };
    fs::create_dir_all(&folder).expect("a folder");
    let server = Served::start(&[]);
    let page = |hash: &str| format!("{}{hash}", server.page);
    let take = |browser: &mut Browser, name: &str| {
        // Wait for the final drawing.
        browser.value("new Promise((done) => setTimeout(done, 400))");
        let picture = browser.picture();
        fs::write(folder.join(format!("{name}.webp")), picture).expect("a picture");
    };
    picture_analyses(&mut browser, &page, &take);
    picture_the_rest(&mut browser, &page, &take);
    #[cfg(feature = "sqlite")]
    picture_the_explorer(&mut browser, &take);
    no_faults(&mut browser);
}

type Page<'a> = &'a dyn Fn(&str) -> String;
type Take<'a> = &'a dyn Fn(&mut Browser, &str);

/// A library of games that two players draw from the network's policy.
#[cfg(feature = "sqlite")]
fn picture_the_explorer(browser: &mut Browser, take: Take) {
    let folder = Folder::new("pictures-library");
    let (openings, games) = (folder.file("openings.txt"), folder.file("games.jsonl"));
    let after = ["d8", "e7", "f6", "g5", "h4"].map(|reply| format!("a10 {reply}\n"));
    fs::write(&openings, after.concat()).expect("written");
    let players = ["Ann=mustplay:level=7", "Bob=mustplay:level=7,seed=5"];
    let options = ["--size", "11", "--games", "90", "--seed", "1"];
    let files = ["--openings", &openings, "--out", &games];
    stdout(&[&["match"], &players[..], &options, &files].concat(), b"");
    let library = folder.file("games.db");
    stdout(&["games", "add", &games, "--into", &library], b"");
    let server = Served::start(&["--store", &library]);
    browser.screen(1200, 720, false, false);
    browser.open(&format!("{}#11,a10", server.page));
    browser.press("Explore");
    browser.until("document.querySelectorAll('.games li').length > 10");
    take(browser, "explore");
}

fn picture_analyses(browser: &mut Browser, page: Page, take: Take) {
    browser.screen(1200, 720, false, false);
    browser.open(&page("#11,"));
    take(browser, "play");
    browser.open(&page("#11,a10d8d9h4g5h5e7f7"));
    browser.press("Analyse");
    browser.until("performance.getEntriesByName('update').length > 25");
    take(browser, "analysis");
    browser.screen(1200, 720, false, true);
    browser.press("Connections");
    browser.hover("h4");
    take(browser, "connections");
    browser.screen(1200, 720, false, false);
    browser.open(&page("#5,c3"));
    browser.press("Analyse");
    browser.press("Nothing");
    browser.press("Explain");
    browser.until("document.querySelector('.explain .chip')");
    browser.value(
        "document.querySelectorAll('.explain .chip')[1].dispatchEvent(new Event('pointerenter'))",
    );
    take(browser, "explain");
}

fn picture_the_rest(browser: &mut Browser, page: Page, take: Take) {
    browser.open(&page(GAME));
    browser.press("Review");
    browser.value("document.querySelector('.head select').value = '60'; document.querySelector('.head select').dispatchEvent(new Event('change'))");
    browser.press("Review this game");
    browser.until("[...document.querySelectorAll('button')].some((one) => one.textContent === 'Download review')");
    take(browser, "review");
    browser.open(&page("#5,a2"));
    browser.press("Prove");
    browser.press("Prove who wins here");
    browser.until("document.querySelectorAll('.fill.safe').length > 3");
    browser.click("d2");
    browser.until("document.querySelectorAll('.steps li').length > 1");
    take(browser, "proof");
    browser.press("Puzzles");
    browser.until("document.querySelectorAll('.grid button').length > 30");
    browser.value("document.querySelectorAll('.grid button')[20].click()");
    browser.click("a1");
    browser.until("document.querySelectorAll('.fill.safe').length > 3");
    take(browser, "puzzles");
    browser.open(&page("#11,"));
    browser.press("Explore");
    browser.until("document.querySelectorAll('.fill.as-black').length > 20");
    take(browser, "openings");
    browser.press("Play");
    browser.press("Rules");
    take(browser, "rules");
    browser.press("Close");
    browser.screen(390, 844, true, true);
    browser.open(&page("#11,a10d8d9h4g5h5e7f7"));
    browser.press("Analyse");
    browser.press("Search");
    browser.until("performance.getEntriesByName('update').length > 15");
    take(browser, "phone");
}
