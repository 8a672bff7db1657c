//! `mustplay page`: the page as files, whose engine runs in the browser. It needs modules that
//! `tests/wasm/build` has made, and a program that has them (`--features browser`).

use super::page::{GAME, no_faults};
use crate::support::browser::Browser;
use crate::support::engine::{ROOT, run};
use crate::support::file_server::FileServer;
use crate::support::folder::Folder;
use crate::support::sampling::number;
use crate::support::served::Served;
use crate::support::skip::skip;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// The page in a folder, and a browser; neither without modules or without a browser.
fn page(name: &str) -> Option<(Folder, Browser)> {
    if !cfg!(feature = "browser") {
        skip("wasm32");
        return None;
    }
    let browser = Browser::start(&format!("browser-{name}"))?;
    let folder = Folder::new(&format!("page-{name}"));
    let written = run(&["page", "--out", &folder.file("page")], b"");
    assert!(written.status.success(), "{written:?}");
    Some((folder, browser))
}

fn root(folder: &Folder) -> PathBuf {
    PathBuf::from(folder.file("page"))
}

/// The folder of all files but the first.
fn files(root: &Path) -> PathBuf {
    let mut found = fs::read_dir(root).expect("a folder");
    let found = found.find_map(|one| Some(one.ok()?.path()).filter(|path| path.is_dir()));
    found.expect("a folder of files")
}

fn status(browser: &mut Browser) -> String {
    browser.text("#status")
}

/// Plays on 4x4 until the game is over.
fn play(browser: &mut Browser) {
    browser.until("document.querySelector('#status').textContent.includes('You are Red')");
    for cell in [
        "b3", "c2", "b2", "c3", "d1", "a4", "c1", "b4", "d2", "a3", "c4", "d3", "a1", "b1", "a2",
        "d4",
    ] {
        browser.until("!document.querySelector('#status').textContent.includes('thinking')");
        if browser.value("/win/.test(document.querySelector('#status').textContent)") == true {
            break;
        }
        let free =
            format!("!document.querySelector('#board title').textContent.includes('{cell}')");
        if browser.value(&free) == true {
            browser.touch(cell);
        }
    }
    browser.until("/wins:|You win/.test(document.querySelector('#status').textContent)");
}

/// A whole game on a phone, after its first visit with no server any more.
#[test]
fn a_game_is_played_on_a_phone_without_a_network() {
    let Some((folder, mut browser)) = page("offline") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    browser.screen(390, 844, true, false);
    browser.send("Emulation.setCPUThrottlingRate", &json!({ "rate": 4 }));
    let start = Instant::now();
    browser.open(&server.page);
    let first = start.elapsed();
    assert_eq!(browser.text("#engine"), "this device");
    // A move of the program, as soon as it can be.
    browser.until("document.querySelector('#status').textContent.includes('You are')");
    browser.touch("f6");
    browser.until("document.querySelectorAll('.moves .one').length === 2");
    println!(
        "first board after {first:.1?}, first move of the engine after {:.1?}",
        start.elapsed()
    );
    browser.until("navigator.serviceWorker.controller");
    browser.until("caches.keys().then((names) => caches.open(names[0])).then((keep) => keep.keys()).then((all) => { window.kept = all.length; }) && window.kept >= 11");
    let page = server.page.clone();
    drop(server);
    browser.faults.clear();
    browser.open(&format!("{page}#4,"));
    play(&mut browser);
    let played = status(&mut browser);
    let address = browser.value("location.hash");
    browser.open(&page);
    assert_eq!(status(&mut browser), played, "the game is kept");
    assert_eq!(browser.value("location.hash"), address);
    // A browser reports what it could not load, and goes on with what it has.
    browser
        .faults
        .retain(|fault| !fault.contains("ERR_CONNECTION"));
    no_faults(&mut browser);
}

/// Analysis, review, proofs, certificates, connections and explanations, without a server.
#[test]
fn all_modes_work_on_the_device() {
    let Some((folder, mut browser)) = page("modes") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    browser.screen(1280, 800, false, false);
    browser.open(&format!("{}{GAME}", server.page));
    browser.press("Analyse");
    browser.until("document.querySelector('.panel').textContent.includes('Blue wins: proved')");
    browser.press("Prove");
    browser.press("Prove who wins here");
    browser.until("document.querySelector('.panel').textContent.includes('Blue wins')");
    // Nobody wins in these sixty moves, row by row.
    let cells = (0..60_u8).map(|index| {
        let column = char::from(b'a' + index % 11);
        format!("{column}{}", index / 11 + 1)
    });
    let game: String = cells.collect();
    browser.open(&format!("{}#11,{game}", server.page));
    browser.press("Review");
    browser.press("Review this game");
    browser.until("document.querySelector('.panel').textContent.includes('Reviewing')");
    browser.until("!document.querySelector('.panel').textContent.includes('Reviewing')");
    let panel = browser.text(".panel");
    assert!(!panel.contains("The review ended at"), "{panel}");
    // Connections beside an analysis.
    browser.open(&format!("{}#5,c3", server.page));
    browser.press("Analyse");
    browser.press("Connections");
    browser.hover("c3");
    browser.until("document.querySelectorAll('.fill.safe').length > 5");
    browser.hover("e1");
    browser.press("Explain");
    browser.until(
        "document.querySelector('.explain').textContent.includes('Red wins whatever Blue plays')",
    );
    // A certificate of the program itself, and one that is damaged.
    let file = folder.file("proof.json");
    let made = run(
        &[
            "solve",
            "--size",
            "5",
            "--opening",
            "c3",
            "--certificate",
            &file,
        ],
        b"",
    );
    assert!(made.status.success(), "{made:?}");
    let text = fs::read_to_string(&file).expect("a certificate");
    browser.press("Prove");
    let load = |browser: &mut Browser, text: &str| {
        let text = json!(text);
        browser.value(&format!("(() => {{ const data = new DataTransfer(); data.setData('text', {text}); document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true }})); }})()"));
    };
    load(&mut browser, &text);
    browser.until("document.querySelector('.panel').textContent.includes('Red wins')");
    load(&mut browser, &text.replace("black", "white"));
    browser.until("/Not a (valid proof|certificate)/.test(document.body.textContent)");
    browser.press("Puzzles");
    browser.until("document.querySelector('#heading').textContent.startsWith('Puzzles')");
    browser.press("Explore");
    browser.press("To the first stone");
    browser.until("document.querySelectorAll('#board .fill').length > 20");
    no_faults(&mut browser);
}

/// A search ends when its answer is no longer wanted or is wanted at once; requests that take little
/// time do not wait for it.
#[test]
fn searches_are_interrupted() {
    let Some((folder, mut browser)) = page("interrupts") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    browser.open(&server.page);
    let ask = "const { device } = await import(document.querySelector('script[type=module]').src); \
               const body = (seconds) => JSON.stringify({ game: '11,f6', level: 10, seconds }); \
               const start = performance.now(); const past = () => performance.now() - start;";
    // Warm.
    let value = |browser: &mut Browser, text: &str| {
        browser.value(&format!("(async () => {{ {ask} {text} }})()"))
    };
    value(&mut browser, "await device.ask('api/move', body(0.1));");
    let now = value(
        &mut browser,
        "const move = device.ask('api/move', body(60)); \
         await new Promise((done) => setTimeout(done, 500)); \
         const levels = await (await device.ask('api/levels', '{}')).json(); \
         const between = past(); await device.ask('api/move/now', '{}'); \
         const answer = await (await move).json(); \
         return { levels: levels.length, move: answer.move, between, past: past() };",
    );
    assert_eq!(now["levels"], 10);
    assert!(now["move"].is_string(), "{now}");
    assert!(
        now["past"].as_f64().is_some_and(|past| past < 4000.0),
        "{now}"
    );
    let replaced = value(
        &mut browser,
        "const first = device.ask('api/move', body(60)); \
         await new Promise((done) => setTimeout(done, 300)); \
         const second = await device.ask('api/move', body(0.2)); \
         const { status } = await first; return { status, ok: second.ok, past: past() };",
    );
    assert_eq!(replaced["status"], 409, "{replaced}");
    assert_eq!(replaced["ok"], true, "{replaced}");
    // A stream that is replaced ends with what was found, as that of a server does.
    let stream = value(
        &mut browser,
        "const answer = await device.ask('api/analysis', JSON.stringify({ game: '#11,f6' })); \
         const text = answer.text(); \
         await new Promise((done) => setTimeout(done, 500)); \
         const next = await device.ask('api/move', body(0.2)); \
         return { last: (await text).trim().split('\\n\\n').pop().slice(0, 11), ok: next.ok };",
    );
    assert_eq!(stream["last"], "event: done", "{stream}");
    assert_eq!(stream["ok"], true, "{stream}");
    let aborted = value(
        &mut browser,
        "const end = new AbortController(); \
         const answer = device.ask('api/analysis', JSON.stringify({ game: '11,f6' }), end.signal); \
         const reader = (await answer).body.getReader(); await reader.read(); end.abort(); \
         const error = await reader.read().catch((error) => error.name); \
         const next = await device.ask('api/move', body(0.2)); \
         return { error, ok: next.ok, past: past() };",
    );
    assert_eq!(aborted["error"], "AbortError", "{aborted}");
    assert_eq!(aborted["ok"], true, "{aborted}");
    no_faults(&mut browser);
}

/// A worker that fails, or that does not stop when it is told to, is replaced by another.
#[test]
fn workers_are_replaced() {
    let Some((folder, mut browser)) = page("workers") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    browser.open(&server.page);
    let found = browser.value(
        "(async () => { \
         const { device } = await import(document.querySelector('script[type=module]').src); \
         const ask = (seconds, signal) => device.ask('api/move', JSON.stringify({ game: '#11,f6', level: 10, seconds }), signal); \
         await ask(0.1); \
         const lost = ask(60); const before = device.search.worker; \
         await new Promise((done) => setTimeout(done, 200)); \
         before.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })); \
         const answer = await lost; const words = await answer.text(); \
         const next = await ask(0.1); \
         const { flag } = device.host; \
         device.host.flag = () => ({ ...flag(), raise: () => {} }); \
         const end = new AbortController(); const stubborn = ask(60, end.signal).catch((error) => error.name); \
         await new Promise((done) => setTimeout(done, 200)); end.abort(); const name = await stubborn; \
         device.host.flag = flag; const start = performance.now(); \
         const again = await ask(0.1); \
         return { status: answer.status, words, next: next.ok, name, again: again.ok, after: performance.now() - start }; })()",
    );
    assert_eq!(found["status"], 500, "{found}");
    assert_eq!(found["words"], "The engine has failed: out of memory.");
    assert_eq!(found["next"], true, "{found}");
    assert_eq!(found["name"], "AbortError", "{found}");
    assert_eq!(found["again"], true, "{found}");
    assert!(found["after"].as_f64() < Some(20_000.0), "{found}");
    no_faults(&mut browser);
}

/// A server with an engine for browsers lets its visitors choose; the game stays.
#[test]
fn engines_are_switched_within_a_game() {
    if !cfg!(feature = "browser") {
        return skip("wasm32");
    }
    let Some(mut browser) = Browser::start("browser-engines") else {
        return;
    };
    let server = Served::start(&[]);
    browser.open(&format!("{}#4,", server.page));
    let played = |count: usize| {
        format!(
            "document.querySelectorAll('.moves .one').length >= {count} && !document.querySelector('#status').textContent.includes('thinking')"
        )
    };
    assert_eq!(browser.text("#engine"), "server");
    browser.click("a1");
    browser.until(&played(2));
    for (count, (name, engine)) in [("device", "this device"), ("server", "server")]
        .into_iter()
        .enumerate()
    {
        browser.value("document.querySelector('#engine').click()");
        browser.choose("Engine", name);
        browser.press("Close");
        assert_eq!(browser.text("#engine"), engine);
        browser.until(&played(2 + 2 * count));
        browser.press("Play for me");
        browser.until(&played(4 + 2 * count));
        let loaded = "performance.getEntriesByType('resource').some((one) => one.name.includes('worker.js'))";
        browser.until(loaded);
    }
    no_faults(&mut browser);
}

/// What a server refuses, the module refuses in the same words.
#[test]
fn requests_are_refused_as_by_a_server() {
    let Some((folder, mut browser)) = page("refusals") else {
        return;
    };
    let files = FileServer::start(&root(&folder));
    let server = Served::start(&[]);
    browser.open(&files.page);
    let kind = [("Content-Type", "application/json")];
    let mut same = |path: &str, body: &str| {
        let expected = server.ask(&format!("POST {path}"), &kind, body.as_bytes());
        let (path, body) = (json!(&path[1..]), json!(body));
        let found: Value = browser.value(&format!(
            "import(document.querySelector('script[type=module]').src).then(async ({{ device }}) => {{ \
             const answer = await device.ask({path}, {body}); return [answer.status, await answer.text()]; }})"
        ));
        // Boards of the engine in the browser end at 19.
        let words = expected.body.trim_end().replace("1 to 32", "1 to 19");
        assert_eq!(found, json!([expected.status, words]), "{path} {body}");
        assert_ne!(expected.status, 200, "{path} {body}");
    };
    for path in mustplay::web::addresses().filter(|&path| path != "/api/move/now") {
        for body in ["{", "[]", "nonsense", "[{}]"] {
            same(path, body);
        }
    }
    for (path, body) in [
        ("/api/nothing", "{}"),
        ("/api/move", "{}"),
        ("/api/move", "{\"game\": 3}"),
        ("/api/move", "{\"game\": \"#99,a1\"}"),
        ("/api/move", "{\"game\": \"#5,a1a1\"}"),
        ("/api/move", "{\"game\": \"#5,a1\", \"level\": 11}"),
        ("/api/hint", "{\"game\": \"#5,a1\", \"seconds\": 1e9}"),
        ("/api/explain", "{\"game\": \"#2,a1b1a2\"}"),
        ("/api/position", "{\"game\": \"(;\"}"),
        ("/api/read", "{\"text\": \"#5,a1\", \"number\": 0}"),
        ("/api/write", "{\"game\": \"#5,a1\", \"as\": \"gif\"}"),
        ("/api/proof", "{\"certificate\": {}}"),
        ("/api/proof/walk", "{\"moves\": []}"),
        ("/api/lesson/move", "{\"step\": 99}"),
        ("/api/explore", "{\"game\": []}"),
        ("/calculate-move", "{\"game\": {\"size\": 40}}"),
        ("/analyze-position", "{\"size\": 5, \"color\": \"green\"}"),
    ] {
        same(path, body);
    }
}

/// A file that is cut short or is another is reported, and so is one that is missing.
#[test]
fn damaged_files_are_reported() {
    let Some((folder, mut browser)) = page("damaged") else {
        return;
    };
    let root = root(&folder);
    let inner = files(&root);
    let server = FileServer::start(&root);
    let modules: Vec<PathBuf> = ["relaxed", "simd128", "plain"]
        .map(|name| inner.join(format!("engine-{name}.gz")))
        .into();
    let whole: Vec<Vec<u8>> = modules
        .iter()
        .map(|path| fs::read(path).expect("a module"))
        .collect();
    let network = inner.join("network-stones.gz");
    let stones = fs::read(&network).expect("a network");
    let foreign = b"\0asm\x01\0\0\0".to_vec();
    let mut ask = |words: &str| {
        let browser = &mut browser;
        browser.send("Network.enable", &json!({}));
        browser.send(
            "Network.setCacheDisabled",
            &json!({ "cacheDisabled": true }),
        );
        browser.value("navigator.serviceWorker && navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister()))).then(() => caches.keys()).then((names) => Promise.all(names.map((name) => caches.delete(name))))");
        browser.open(&server.page);
        let found = browser.value("import(document.querySelector('script[type=module]').src).then(async ({ device }) => { const answer = await device.ask('api/move', JSON.stringify({ game: '5,a1', level: 1 })); return answer.text(); })");
        let found = found.as_str().expect("a text").to_owned();
        assert!(found.contains(words), "{found}");
    };
    ask("\"move\"");
    for (path, content) in modules.iter().zip(&whole) {
        fs::write(path, &content[..content.len() / 2]).expect("a file");
    }
    ask("The engine could not be loaded");
    for path in &modules {
        fs::write(path, &foreign).expect("a file");
    }
    ask("this is not the engine of mustplay");
    for path in &modules {
        fs::remove_file(path).expect("a file");
    }
    ask("404");
    for (path, content) in modules.iter().zip(&whole) {
        fs::write(path, content).expect("a file");
    }
    fs::write(&network, &stones[..stones.len() - 100]).expect("a file");
    ask("The engine could not be loaded");
    fs::write(&network, b"something else").expect("a file");
    ask("not a mustplay network");
    fs::write(&network, &stones).expect("a file");
    ask("\"move\"");
}

/// Two tabs have an engine each: one analyses while a game is played in the other.
#[test]
fn two_tabs_play_at_once() {
    let Some((folder, mut browser)) = page("tabs") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    browser.open(&format!("{}#11,a10f6", server.page));
    browser.press("Analyse");
    let tries =
        "Number(document.querySelector('.panel').textContent.match(/([\\d.]+)k? tries/)[1])";
    browser.until(&format!("{tries} > 0"));
    let first = browser.open_tab();
    browser.screen(390, 844, true, false);
    browser.open(&server.page);
    browser.press("Play");
    browser.open(&format!("{}#4,", server.page));
    play(&mut browser);
    let second = browser.turn_to(first);
    browser.until(&format!("{tries} > 0"));
    assert!(browser.value("location.hash") == "#11,a10f6");
    browser.press("Explain");
    browser.until("document.querySelector('.explain').textContent.includes('stimated')");
    browser.turn_to(second);
    browser.until("/wins:|You win/.test(document.querySelector('#status').textContent)");
    no_faults(&mut browser);
}

/// The visits a second of each module in this browser, printed.
#[test]
fn figures() {
    let Some((folder, mut browser)) = page("figures") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    browser.open(&server.page);
    let found = browser.value(
        "(async () => { \
         const base = new URL('.', document.querySelector('script[type=module]').src); \
         const { Engine } = await import(new URL('engine.js', base)); \
         const { uncompressed } = await import(new URL('first.js', base)); \
         const load = async (name) => uncompressed(await (await fetch(new URL(name, base))).arrayBuffer()); \
         const networks = [await load('network-stones.gz'), await load('network-analyses.gz')]; \
         const found = {}; \
         for (const [name, nodes] of [['relaxed', 1000], ['simd128', 1000], ['plain', 100]]) { \
           const engine = new Engine(await WebAssembly.compile(await load(`engine-${name}.gz`)), networks); \
           const { kernels } = engine.ask({ do: 'kernels' }); \
           engine.ask({ do: 'visits', size: '11', nodes: nodes / 10 }); \
           const { visits, seconds } = engine.ask({ do: 'visits', size: '11', nodes }); \
           found[name] = [kernels.pop(), Math.round(visits / seconds)]; \
         } return found; })()",
    );
    println!("the fastest kernel of each module, and visits a second on 11x11: {found}");
    assert_eq!(found["plain"][0], "portable");
    assert_eq!(found["simd128"][0], "simd128");
    assert!(
        found["relaxed"][1].as_u64() > found["plain"][1].as_u64(),
        "{found}"
    );
    no_faults(&mut browser);
}

/// The memory of the page does not grow while it analyses, position by position: for ten seconds, or
/// as many as `MUSTPLAY_SOAK` sets.
#[test]
fn memory_stays_bounded() {
    let Some((folder, mut browser)) = page("memory") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    let until = Instant::now() + Duration::from_secs(number("MUSTPLAY_SOAK", 10));
    browser.open(&format!("{}#11,a10f6d4g8c7e9", server.page));
    browser.press("Analyse");
    let mut all: Vec<u64> = Vec::new();
    while Instant::now() < until {
        for key in ["ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight"] {
            browser.key(key);
            thread::sleep(Duration::from_secs(1));
        }
        all.extend(browser.memory());
    }
    println!("megabytes: {all:?}");
    assert!(all.iter().all(|&megabytes| megabytes < 700), "{all:?}");
    no_faults(&mut browser);
}

/// A browser without SIMD takes the plain module.
#[test]
fn a_browser_without_simd_plays() {
    let Some((folder, mut browser)) = page("plain") else {
        return;
    };
    let server = FileServer::start(&root(&folder));
    browser.send("Page.enable", &json!({}));
    let without = json!({ "source": "WebAssembly.validate = (bytes) => !new Uint8Array(bytes).includes(253);" });
    browser.send("Page.addScriptToEvaluateOnNewDocument", &without);
    browser.open(&server.page);
    browser.open(&format!("{}#4,", server.page));
    browser.screen(390, 844, true, false);
    play(&mut browser);
    let loaded = browser.value("performance.getEntriesByType('resource').map((one) => one.name).filter((name) => name.includes('engine-')).map((name) => name.replace(/.*engine-/, ''))");
    assert_eq!(loaded, json!(["plain.gz"]));
    no_faults(&mut browser);
}

/// A folder that has something in it is left alone.
#[test]
fn a_folder_in_use_and_missing_modules_are_refused() {
    let folder = Folder::new("page-refused");
    fs::write(folder.file("notes"), "mine").expect("a file");
    let no_modules = folder.file("none");
    let refused = run(
        &["page", "--out", &folder.file(""), "--modules", &no_modules],
        b"",
    );
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("relaxed.wasm"), "{said}");
    if cfg!(feature = "browser") {
        let refused = run(&["page", "--out", &folder.file("")], b"");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("is not empty; name a new folder"), "{said}");
    } else {
        let refused = run(&["page", "--out", &folder.file("new")], b"");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("without the engine for browsers"), "{said}");
    }
    let left: Vec<_> = fs::read_dir(folder.file("")).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// The package of npm in node, as a program uses it.
#[test]
fn the_package_runs_in_node() {
    if !cfg!(feature = "browser") {
        return skip("wasm32");
    }
    let folder = Folder::new("package");
    let written = run(
        &["page", "--package", "--out", &folder.file("package")],
        b"",
    );
    assert!(written.status.success(), "{written:?}");
    let script = Path::new(ROOT).join("tests/wasm/package.mjs");
    let node = Command::new("node")
        .arg(script)
        .arg(folder.file("package"))
        .output();
    let Ok(done) = node else {
        return skip("node");
    };
    assert!(done.status.success(), "{done:?}");
    let found: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    println!("{found}");
    assert_eq!(found["proof"]["winner"], "black");
    let certificate = found["proof"]["certificate"].as_str().expect("a text");
    assert!(
        certificate.contains("mustplay-certificate"),
        "{certificate}"
    );
    let explained = found["explained"].as_str().expect("words");
    assert!(explained.contains("Black wins"), "{explained}");
    assert!(found["analysis"]["reports"].as_u64() > Some(1), "{found}");
    assert_eq!(found["stopped"], true);
    assert_eq!(found["aborted"], "AbortError");
    assert_eq!(found["quick"], true);
    assert!(
        found["refused"]
            .as_str()
            .expect("words")
            .contains("cannot be read"),
        "{found}"
    );
    assert_eq!(found["playhex"]["rows"], 11);
    assert_eq!(found["lobby"], "swap-pieces", "the centre of 5x5 wins");
    assert_eq!(found["failures"], json!([200, 500, 200]));
    for file in fs::read_dir(folder.file("package")).expect("a folder") {
        let name = file
            .expect("a file")
            .file_name()
            .into_string()
            .expect("UTF-8");
        let about = fs::read_to_string(folder.file("package/package.json")).expect("a file");
        assert!(
            name == "package.json" || about.contains(&format!("\"{name}\"")),
            "{name}"
        );
    }
}

/// The page that the manual shows.
#[test]
fn the_page_of_the_manual_runs() {
    if !cfg!(feature = "browser") {
        return skip("wasm32");
    }
    let Some(mut browser) = Browser::start("browser-package") else {
        return;
    };
    let manual = include_str!("../../../src/web/manual.md");
    let (_, shown) = manual.split_once("```html\n").expect("a page");
    let (shown, _) = shown.split_once("```").expect("its end");
    let folder = Folder::new("package-page");
    let written = run(
        &["page", "--package", "--out", &folder.file("package")],
        b"",
    );
    assert!(written.status.success(), "{written:?}");
    let page = format!("<!DOCTYPE html><link rel=\"icon\" href=\"data:,\"><body></body>{shown}");
    fs::write(folder.file("index.html"), page).expect("a file");
    let server = FileServer::start(Path::new(&folder.file("")));
    browser.send("Page.navigate", &json!({ "url": server.page }));
    browser.until("/White plays [a-k]\\d+\\. .*[Ee]stimated/.test(document.body.textContent)");
    browser.until("/^Black \\d+%: [a-k]\\d+/.test(document.title)");
    no_faults(&mut browser);
}
