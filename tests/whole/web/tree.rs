//! Variations, comments and marks in a real browser.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;
use serde_json::json;

const GAME: &str = "(;GM[11]SZ[11]C[start];B[a10]C[one](;W[b2];B[c3];W[d4];B[e5])\
                    (;W[f3]C[Solid reply\nin two lines];B[c4])(;W[e5];B[g7]))";

/// The first cells of the variations that are listed, and their names.
fn listed(browser: &mut Browser) -> (String, String) {
    let join = |browser: &mut Browser, what: &str| {
        let all = format!("[...document.querySelectorAll('.branches {what}')]");
        let text = browser.value(&format!(
            "{all}.map((one) => one.value || one.textContent).join(', ')"
        ));
        text.as_str().expect("text").to_owned()
    };
    (join(browser, ".pick"), join(browser, "input"))
}

fn click_on(browser: &mut Browser, selector: &str) {
    browser.value(&format!(
        "document.querySelector({}).click()",
        json!(selector)
    ));
}

/// In every mode that shows the game the variations of a position are listed with their moves and
/// names, and can be chosen.
#[test]
fn variations_are_listed_in_every_mode() {
    let Some(mut browser) = Browser::start("browser-variations") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser.paste(GAME);
    browser.until("location.hash === '#11,a10b2c3d4e5'");
    browser.key("Home");
    browser.key("ArrowRight");
    for mode in ["Play", "Analyse", "Review", "Prove", "Explore"] {
        browser.press(mode);
        browser.until("document.querySelectorAll('.branches li').length === 3");
        let (moves, names) = listed(&mut browser);
        assert_eq!(moves, "b2 c3 d4 e5, f3 c4, e5 g7", "{mode}");
        assert_eq!(names, ", Solid reply, ", "{mode}");
        browser.key("2");
        browser.until("location.hash === '#11,a10f3'");
        let comment = browser.value("document.querySelector('.record textarea').value");
        assert_eq!(comment, "Solid reply\nin two lines", "{mode}");
        browser.key("ArrowLeft");
        browser.until("location.hash === '#11,a10'");
    }
    no_faults(&mut browser);
}

#[test]
fn variations_are_promoted_named_and_deleted() {
    let Some(mut browser) = Browser::start("browser-branches") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser.press("Review");
    browser.paste(GAME);
    browser.until("location.hash === '#11,a10b2c3d4e5'");
    browser.key("Home");
    browser.key("1");
    browser.until("document.querySelectorAll('.branches li').length === 3");
    // By click: the last one becomes the second one. The focus stays on its button.
    browser.value("document.querySelector('.branches li:nth-child(3) [data-act$=up]').focus()");
    click_on(&mut browser, ".branches li:nth-child(3) [data-act$=up]");
    browser.until("document.querySelectorAll('.branches .pick')[1].textContent === 'e5 g7'");
    browser.until("document.activeElement.getAttribute('aria-label') === 'Promote e5'");
    // By key.
    browser.value("document.activeElement.blur()");
    browser.key("2");
    browser.until("location.hash === '#11,a10e5'");
    browser.key("p");
    browser.key("ArrowLeft");
    browser.until("document.querySelector('.branches .pick').textContent === 'e5 g7'");
    // A name is the first line of a comment.
    browser.value("(() => { const name = document.querySelector('.branches li:nth-child(3) input'); name.value = 'Far away'; name.dispatchEvent(new Event('input')); })()");
    browser.key("3");
    browser.until("document.querySelector('.record textarea').value === 'Far away\\nin two lines'");
    // It survives a reload.
    browser.open(&server.page);
    browser.until("document.querySelector('.record textarea').value === 'Far away\\nin two lines'");
    // More than one move is deleted after a question.
    browser.key("Delete");
    browser.until("document.querySelector('#dialog').open");
    browser.press("Cancel");
    assert_eq!(browser.value("location.hash"), "#11,a10f3");
    browser.key("Delete");
    browser.until("document.querySelector('#dialog').open");
    browser.press("Delete");
    browser.until("location.hash === '#11,a10'");
    let (moves, _) = listed(&mut browser);
    assert_eq!(moves, "e5 g7, b2 c3 d4 e5");
    click_on(&mut browser, ".branches li:nth-child(1) .pick");
    browser.until("location.hash === '#11,a10e5'");
    click_on(&mut browser, ".branches [data-act$=delete]");
    browser.until("!document.querySelector('.branches')");
    no_faults(&mut browser);
}

/// Marks of a file are drawn at their positions, told in words, and written again with comments and
/// variations.
#[test]
fn marks_of_a_file_are_shown_and_written_again() {
    let Some(mut browser) = Browser::start("browser-marks") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser.press("Review");
    browser.paste("(;GM[11]SZ[11]EV[A cup]C[start]TR[a1];B[a10]C[one]SQ[ab:bb]LB[ck:K][c5:7](;W[b2]MA[b2]CR[f6])(;W[f3]C[or]TR[f3]))");
    browser.until("location.hash === '#11,a10b2'");
    browser.until("document.querySelectorAll('#board .sign').length === 2");
    let legend = browser.text(".legend");
    assert_eq!(legend, "Marks on the board: ○ circle: f6; ✕ cross: b2.");
    let alternative = "document.querySelector('#board svg').getAttribute('aria-description')";
    assert_eq!(
        browser.value(alternative),
        "Marks: ○ circle: f6; ✕ cross: b2"
    );
    browser.key("ArrowLeft");
    browser.until("document.querySelectorAll('#board polygon.sign').length === 2");
    let legend = browser.text(".legend");
    assert_eq!(
        legend,
        "Marks on the board: □ square: a2, b2; “K”: c11; “7”: c5."
    );
    let labels =
        "[...document.querySelectorAll('#board text.sign')].map((one) => one.textContent).join()";
    assert_eq!(browser.value(labels), "K,7");
    // The keyboard's cursor says them.
    browser.value("document.querySelector('#board svg').focus()");
    browser.until("document.querySelector('#spoken').textContent === 'a10, Red'");
    // Up on the screen, where rows are shifted, and then along the row.
    for (key, times) in [("ArrowUp", 8), ("ArrowLeft", 4)] {
        for _ in 0..times {
            browser.key(key);
        }
    }
    browser.until(
        "document.querySelector('#spoken').textContent === 'a2, empty, marked with a square'",
    );
    browser.value("document.activeElement.blur()");
    browser.press("Analyse");
    browser.until("document.querySelectorAll('#board .sign').length === 4");
    // Also after a reload, and in the file that is saved.
    browser.open(&server.page);
    browser.until("document.querySelectorAll('#board .sign').length === 4");
    browser.value("(() => { const made = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return made.call(URL, blob); }; })()");
    browser.press("Open / save");
    browser.press("SGF");
    browser.until("window.saved");
    let saved = browser.value("window.saved");
    let saved = saved.as_str().expect("text").replace('\n', "");
    for part in [
        "C[start]",
        "EV[A cup]",
        "TR[a1]",
        ";B[a10]C[one]LB[c11:K][c5:7]SQ[a2:b2]",
        "(;W[b2]CR[f6]MA[b2])",
        "(;W[f3]C[or]TR[f3])",
    ] {
        assert!(saved.contains(part), "{part} in {saved}");
    }
    no_faults(&mut browser);
}

/// Positions are marked as won, which backs up, also where another line leads to one of them; and
/// the whole tree opens from a link.
#[test]
fn a_tree_of_won_lost_and_open_positions_is_shared_by_a_link() {
    let Some(mut browser) = Browser::start("browser-standing") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&server.page);
    browser
        .paste("(;GM[11]SZ[5](;B[a1];W[c3](;B[b2];W[d4])(;B[d4]C[try this]))(;B[b2];W[c3];B[a1]))");
    browser.until("location.hash === '#5,a1c3b2d4'");
    browser.press("Analyse");
    let chosen = "document.querySelector('.standing select')";
    browser.until(&format!("{chosen} && {chosen}.value === ''"));
    let words = "document.querySelector('.standing [role=status]').textContent";
    let signs = "[...document.querySelectorAll('.moves .won')].map((one) => one.title).join()";
    let mark = |browser: &mut Browser, colour: &str| {
        browser.value(&format!(
            "{chosen}.value = '{colour}'; {chosen}.dispatchEvent(new Event('change'))"
        ));
    };
    let says = |browser: &mut Browser, hash: &str, said: &str| {
        browser.until(&format!("location.hash === '{hash}'"));
        browser.until(&format!("{words} === '{said}'"));
    };
    mark(&mut browser, "white");
    says(&mut browser, "#5,a1c3b2d4", "Marked: Blue wins.");
    // Before d4, and where the other line comes to the same position.
    assert_eq!(browser.value(signs), "Blue wins,Blue wins,Blue wins");
    browser.key("ArrowLeft");
    let follows = "Blue wins with d4, after which the position is marked as won or is over.";
    says(&mut browser, "#5,a1c3b2", follows);
    browser.key("ArrowLeft");
    says(&mut browser, "#5,a1c3", "Open: 1 open end below.");
    browser.key("2");
    says(&mut browser, "#5,a1c3d4", "Open.");
    mark(&mut browser, "white");
    browser.key("ArrowLeft");
    says(
        &mut browser,
        "#5,a1c3",
        "Open: all moves of this tree lose, others may not.",
    );
    browser.key("2");
    mark(&mut browser, "black");
    says(&mut browser, "#5,a1c3d4", "Marked: Red wins.");
    browser.key("ArrowLeft");
    browser.until(&format!("{words}.startsWith('Red wins with d4')"));
    browser.press("Open / save");
    browser.press("Link with variations");
    let field = "document.querySelector('[aria-label=\"Link with all variations\"]')";
    browser.until(&format!("{field}.value && !{field}.hidden"));
    let link = browser.value(&format!("{field}.value"));
    let link = link.as_str().expect("a link").to_owned();
    assert!(link.contains("/#tree=") && link.len() < 400, "{link}");
    browser.value("localStorage.clear(); sessionStorage.clear()");
    browser.open(&link);
    browser.until("document.querySelector('.panel.analysis .standing')");
    assert_eq!(
        browser.value(signs),
        "Blue wins,Red wins,Blue wins,Red wins,Blue wins"
    );
    browser.key("ArrowRight");
    says(
        &mut browser,
        "#5,a1",
        "Open: all moves of this tree lose, others may not.",
    );
    no_faults(&mut browser);
}
