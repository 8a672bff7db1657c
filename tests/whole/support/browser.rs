//! A headless browser, driven through its developer protocol over a pair of pipes: each message is
//! JSON followed by a zero byte.

use super::folder::Folder;
use super::served::megabytes;
use super::skip::skip;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Names of browser programs.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The longest time that anything on a page may take.
const PATIENCE: Duration = Duration::from_secs(90);

pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    number: u64,
    session: String,
    /// Errors on the page.
    pub faults: Vec<String>,
    /// The events of a trace.
    pub trace: Vec<Value>,
    _profile: Folder,
}

/// The browser of this machine, if one is installed.
fn installed() -> Option<&'static str> {
    let there = |name: &&str| {
        let mut analysis = Command::new("sh");
        analysis.args(["-c", &format!("command -v {name}")]);
        analysis.stdout(Stdio::null()).stderr(Stdio::null());
        analysis.status().is_ok_and(|status| status.success())
    };
    NAMES.into_iter().find(there)
}

impl Browser {
    /// Starts the browser; without one the test is skipped.
    pub fn start(name: &str) -> Option<Self> {
        let Some(program) = installed() else {
            skip("chromium");
            return None;
        };
        let profile = Folder::new(name);
        // The protocol uses the file descriptors 3 and 4.
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args(["-c", script, program])
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.file("")))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh starts");
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        let mut browser = Self {
            child,
            to,
            from,
            number: 0,
            session: String::new(),
            faults: Vec::new(),
            trace: Vec::new(),
            _profile: profile,
        };
        browser.open_tab();
        Some(browser)
    }

    /// Opens another tab and turns to it. Returns the one before, for [`Browser::turn_to`].
    pub fn open_tab(&mut self) -> String {
        let before = std::mem::take(&mut self.session);
        let target = self.send("Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.send("Target.attachToTarget", &attach);
        attached["sessionId"]
            .as_str()
            .expect("a session")
            .clone_into(&mut self.session);
        for domain in ["Page", "Runtime", "Log"] {
            self.send(&format!("{domain}.enable"), &json!({}));
        }
        before
    }

    /// Turns to a tab, and returns the one before.
    pub fn turn_to(&mut self, tab: String) -> String {
        std::mem::replace(&mut self.session, tab)
    }

    /// Sends a command and waits for its answer.
    pub fn send(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.to
            .write_all(message.to_string().as_bytes())
            .expect("the browser reads");
        self.to.write_all(b"\0").expect("the browser reads");
        self.to.flush().expect("the browser reads");
        loop {
            let reply = self.read();
            if reply["id"] == self.number {
                assert!(reply["error"].is_null(), "{method}: {reply}");
                return reply["result"].clone();
            }
        }
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        let read = self.from.read_until(0, &mut bytes).expect("a message");
        assert!(read > 0, "the browser has ended");
        bytes.pop();
        let reply: Value = serde_json::from_slice(&bytes).expect("JSON");
        match reply["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.faults.push(reply["params"].to_string()),
            Some("Log.entryAdded") if reply["params"]["entry"]["level"] == "error" => {
                self.faults.push(reply["params"]["entry"].to_string());
            }
            Some("Tracing.dataCollected") => {
                let events = reply["params"]["value"].as_array();
                self.trace.extend(events.into_iter().flatten().cloned());
            }
            Some("Tracing.tracingComplete") => self.trace.push(json!({ "complete": true })),
            _ => {}
        }
        reply
    }

    /// Sets the screen: its size, whether it is a phone's, and whether it is dark.
    pub fn screen(&mut self, width: u32, height: u32, phone: bool, dark: bool) {
        let scale = if phone { 2 } else { 1 };
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": phone });
        self.send("Emulation.setDeviceMetricsOverride", &metrics);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.send("Emulation.setEmulatedMedia", &media);
        let touch = json!({ "enabled": phone });
        self.send("Emulation.setTouchEmulationEnabled", &touch);
    }

    /// Opens an address and waits for the game there.
    pub fn open(&mut self, address: &str) {
        self.send("Page.navigate", &json!({ "url": "about:blank" }));
        self.send("Page.navigate", &json!({ "url": address }));
        self.until("performance.getEntriesByName('ready').length > 0");
    }

    /// The value of an expression.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let reply = self.send("Runtime.evaluate", &asked);
        assert!(reply["exceptionDetails"].is_null(), "{expression}: {reply}");
        reply["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) {
        let start = Instant::now();
        let safe = format!(
            "(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()"
        );
        while self.value(&safe) != true {
            if start.elapsed() > PATIENCE {
                let shown = self.value("document.body.innerText");
                panic!("not true in time: {expression}\n{:?}\n{shown}", self.faults);
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Presses the button with this text.
    pub fn press(&mut self, text: &str) {
        let text = json!(text);
        self.value(&format!("(() => {{ const found = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === {text} && one.offsetParent); if (!found) throw new Error('no button ' + {text}); found.click(); }})()"));
    }

    /// Chooses a value in the list with this label.
    pub fn choose(&mut self, label: &str, value: &str) {
        let (label, value) = (json!(label), json!(value));
        self.value(&format!("(() => {{ const found = [...document.querySelectorAll('label.field')].find((one) => one.textContent.startsWith({label})).querySelector('select'); found.value = {value}; found.dispatchEvent(new Event('change')); }})()"));
    }

    /// The text of the first element that a selector finds.
    pub fn text(&mut self, selector: &str) -> String {
        let selector = json!(selector);
        let text = self.value(&format!("document.querySelector({selector}).textContent"));
        text.as_str().expect("text").to_owned()
    }

    /// The centre of a cell on the screen.
    fn place(&mut self, cell: &str) -> Value {
        let found = format!(
            "(() => {{ const box = document.querySelector('#board [data-cell={cell}].target').getBoundingClientRect(); return {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }}; }})()"
        );
        self.value(&found)
    }

    fn mouse(&mut self, kind: &str, place: &Value, button: &str) {
        let event = json!({ "type": kind, "x": place["x"], "y": place["y"], "button": button, "clickCount": 1 });
        self.send("Input.dispatchMouseEvent", &event);
    }

    /// Points at a cell.
    pub fn hover(&mut self, cell: &str) {
        let place = self.place(cell);
        self.mouse("mouseMoved", &place, "none");
    }

    /// Clicks on a cell.
    pub fn click(&mut self, cell: &str) {
        let place = self.place(cell);
        for (kind, button) in [
            ("mouseMoved", "none"),
            ("mousePressed", "left"),
            ("mouseReleased", "left"),
        ] {
            self.mouse(kind, &place, button);
        }
    }

    /// Touches a cell.
    pub fn touch(&mut self, cell: &str) {
        let place = self.place(cell);
        let points = json!({ "type": "touchStart", "touchPoints": [place] });
        self.send("Input.dispatchTouchEvent", &points);
        self.send(
            "Input.dispatchTouchEvent",
            &json!({ "type": "touchEnd", "touchPoints": [] }),
        );
    }

    /// Presses a key.
    pub fn key(&mut self, key: &str) {
        let text = if key.len() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "text": if kind == "keyDown" { text } else { "" } });
            self.send("Input.dispatchKeyEvent", &event);
        }
    }

    /// Pastes a text into the page.
    pub fn paste(&mut self, text: &str) {
        let text = json!(text);
        self.value(&format!("(() => {{ const data = new DataTransfer(); data.setData('text', {text}); document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }})); }})()"));
    }

    /// A screenshot as WebP.
    pub fn picture(&mut self) -> Vec<u8> {
        let reply = self.send(
            "Page.captureScreenshot",
            &json!({ "format": "webp", "quality": 82 }),
        );
        decoded(reply["data"].as_str().expect("a picture"))
    }

    /// The megabytes that its largest process takes; none where the system does not report them.
    pub fn memory(&self) -> Option<u64> {
        let mut family = vec![self.child.id().to_string()];
        let mut most = None;
        while let Some(one) = family.pop() {
            let threads = fs::read_dir(format!("/proc/{one}/task")).ok()?;
            for thread in threads.flatten() {
                let children = fs::read_to_string(thread.path().join("children"));
                let children = children.unwrap_or_default();
                family.extend(children.split_whitespace().map(str::to_owned));
            }
            most = most.max(megabytes(&one));
        }
        most
    }

    /// Ends a trace and waits for its events.
    pub fn end_trace(&mut self) {
        self.send("Tracing.end", &json!({}));
        while self
            .trace
            .last()
            .is_none_or(|last| last["complete"] != true)
        {
            self.read();
        }
    }
}

/// Decodes Base64.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let Some(value) = LETTERS.iter().position(|&one| one == letter) else {
            continue;
        };
        held = (held << 6 | value as u32) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    bytes
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
