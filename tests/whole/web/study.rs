//! Openings in a real browser.

use super::page::no_faults;
use crate::support::browser::Browser;
use crate::support::served::Served;

#[test]
fn the_openings_say_which_books_there_are_and_why_estimates_differ() {
    let Some(mut browser) = Browser::start("browser-openings") else {
        return;
    };
    let server = Served::start(&[]);
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}#11,", server.page));
    browser.press("Openings");
    browser.until("document.querySelector('.panel').textContent.includes('The book and the map come from different searches')");
    browser.open(&format!("{}#12,", server.page));
    browser.until("document.querySelector('.panel').textContent.includes('There are books for 11 × 11, 13 × 13 and 14 × 14.')");
    no_faults(&mut browser);
}
