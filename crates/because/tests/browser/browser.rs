//! A browser, driven over the DevTools protocol: just enough for these tests.
//!
//! The protocol is spoken over two pipes (`--remote-debugging-pipe`): JSON texts, each ended by a zero byte. That
//! needs no port, no WebSocket and no crate. The browser wants the pipes as descriptors 3 and 4, so a shell puts them
//! there.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const PATIENCE: Duration = Duration::from_secs(30);

/// A page in a browser of its own.
pub(crate) struct Browser {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    next: u64,
    session: Option<String>,
    /// What the browser told of its own accord while an answer was waited for.
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser whose pipe is closed ends by itself, and its helpers with it.
        drop(self.to.take());
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether there is a browser. Without one the tests say so and skip; with `CI=true` they fail.
pub(crate) fn name() -> Option<&'static str> {
    let found = NAMES.into_iter().find(|name| {
        let done = Command::new(name)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        done.is_ok_and(|status| status.success())
    });
    if found.is_none() {
        assert!(
            std::env::var_os("CI").is_none_or(|value| value != "true"),
            "no chromium"
        );
        eprintln!("skipped: no chromium");
    }
    found
}

impl Browser {
    pub(crate) fn open(name: &str, page: &Path) -> Browser {
        let mut browser = Browser::start(name);
        browser.go(&format!("file://{}", page.display()));
        browser
    }

    /// A browser with an empty page.
    pub(crate) fn start(name: &str) -> Browser {
        let profile = tempfile::tempdir().expect("a folder");
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh"])
            .args([
                name,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
            ])
            .args([
                "--no-first-run",
                "--disable-background-networking",
                "--window-size=1400,1000",
            ])
            .arg("--remote-debugging-pipe")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let to = child.stdin.take();
        let told = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, from) = channel();
        // Ends with the browser.
        std::thread::spawn(move || {
            for text in told.split(0).map_while(Result::ok) {
                let value = serde_json::from_slice(&text).expect("JSON");
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        let mut browser = Browser {
            child,
            to,
            from,
            next: 0,
            session: None,
            events: Vec::new(),
            _profile: profile,
        };
        let made = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = browser.call(
            "Target.attachToTarget",
            json!({ "targetId": made["targetId"], "flatten": true }),
        );
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in [
            "Page.enable",
            "Runtime.enable",
            "Network.enable",
            "Log.enable",
            "Audits.enable",
        ] {
            browser.call(domain, json!({}));
        }
        browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        browser.width(1400, 1000);
        browser
    }

    /// Leaves the page, so that the next one is loaded anew whatever its address.
    pub(crate) fn leave(&mut self) {
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.wait("location.href === 'about:blank' && document.readyState === 'complete'");
    }

    /// Loads a page, and waits for its script.
    pub(crate) fn go(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        self.wait("document.readyState === 'complete' && document.getElementById('explorer').dataset.ready === 'yes'");
    }

    /// Loads a page with scripts switched off.
    pub(crate) fn go_without_scripts(&mut self, page: &Path) {
        self.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
        self.call(
            "Page.navigate",
            json!({ "url": format!("file://{}", page.display()) }),
        );
        self.wait("document.readyState === 'complete' && document.getElementById('explorer')");
    }

    pub(crate) fn wait(&mut self, condition: &str) {
        let started = Instant::now();
        while self.eval(&format!("!!({condition})")) != true {
            let in_time = started.elapsed() < PATIENCE;
            assert!(in_time, "waited for {condition}; {:?}", self.trouble());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let to = self.to.as_mut().expect("open");
        to.write_all(format!("{message}\0").as_bytes())
            .expect("the browser listens");
        to.flush().expect("the browser listens");
        loop {
            let answer = self
                .from
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|error| panic!("{method}: {error}"));
            if answer["id"] == self.next {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    /// The value of an expression in the page; what it throws is a value that no test expects.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let given = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", given);
        // A page that is being loaded has no document yet.
        if result.get("exceptionDetails").is_some() {
            return json!({ "error": result["exceptionDetails"]["exception"]["description"] });
        }
        result["result"]["value"].clone()
    }

    pub(crate) fn number(&mut self, expression: &str) -> i64 {
        let value = self.eval(expression);
        value
            .as_i64()
            .unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    pub(crate) fn text(&mut self, selector: &str) -> String {
        let found = self.eval(&format!(
            "document.querySelector({selector:?})?.textContent ?? ''"
        ));
        found.as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        let mut down = json!({ "type": "keyDown", "key": key, "text": text });
        if key == "Enter" {
            down["text"] = "\r".into();
            down["windowsVirtualKeyCode"] = 13.into();
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }

    /// Which step is shown.
    pub(crate) fn step(&mut self) -> i64 {
        self.number("+document.getElementById('explorer').dataset.step")
    }

    /// Errors, violations of the policy, requests and dialogs.
    pub(crate) fn trouble(&mut self) -> Vec<Value> {
        // All that was told before the answer is read with it.
        self.eval("1");
        let bad = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Page.javascriptDialogOpening") => true,
            Some("Audits.issueAdded") => event["params"]["issue"]["code"] == "ContentSecurityPolicyIssue",
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            Some("Network.requestWillBeSent") => {
                let url = event["params"]["request"]["url"].as_str().unwrap_or("");
                !(url.starts_with("file://") && event["params"]["type"] == "Document")
            }
            _ => false,
        };
        self.events.iter().filter(bad).cloned().collect()
    }

    pub(crate) fn dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.call("Emulation.setEmulatedMedia", features);
    }

    pub(crate) fn width(&mut self, width: u32, height: u32) {
        let given = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", given);
    }
}
