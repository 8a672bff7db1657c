//! Proofs in a real browser.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;

/// The numbers of the solver have a legend, and disappear when it ends.
#[test]
fn the_numbers_of_the_solver_are_explained_and_cleared() {
    let Some(mut browser) = Browser::start("browser-numbers") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#9,a1", server.page));
    browser.press("Prove");
    browser.press("Prove who wins here");
    let numbers = "document.querySelectorAll('#board .texts text').length";
    let legend = "document.querySelector('.panel').textContent.includes('how much of the refutation of each move is done')";
    browser.until(&format!("{numbers} > 0 && {legend}"));
    // They belong to the position that is being proved.
    browser.key("ArrowLeft");
    browser.until(&format!("{numbers} === 0"));
    browser.key("ArrowRight");
    browser.until(&format!("{numbers} > 0"));
    browser.press("Stop");
    browser.until(&format!("{numbers} === 0 && !{legend}"));
    no_faults(&mut browser);
}
