//! Every interaction of the page on twelve kinds of programs (`tests/page`).
//!
//! What is expected follows from what the page says, not from its script: which function and line a step is in, that
//! going back leads to where one came from, that what is not executed has a reason. Each interaction must have had
//! something to do on the programs that are said to have it, so that none is tried on nothing.

use std::collections::BTreeMap;

use serde_json::json;

use super::browser::{self, Browser};
use super::{page, support};

/// What a program has that an interaction needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Has {
    Steps,
    /// Two runs with differences.
    Two,
    /// More steps that are alike than are shown.
    Fold,
    /// A call of a function of the program's own.
    Call,
    Loop,
    /// A line that was not executed.
    Dim,
    /// Allocated objects as boxes.
    Boxes,
    /// Allocated objects as a table.
    Table,
    /// A change that helps.
    Change,
    Macro,
    Files,
    Threads,
}

struct Case {
    files: &'static [&'static str],
    args: &'static [&'static str],
    status: i32,
    has: &'static [Has],
}

use Has::{Boxes, Call, Change, Dim, Files, Fold, Loop, Macro, Steps, Table, Threads, Two};

const CASES: [Case; 13] = [
    Case {
        files: &["list.c"],
        args: &["list.c"],
        status: 10,
        has: &[Steps, Two, Call, Loop, Boxes],
    },
    Case {
        files: &["recursion.c"],
        args: &["recursion.c"],
        status: 10,
        has: &[Steps, Two, Call, Dim, Change],
    },
    Case {
        files: &["rounds.c"],
        args: &["rounds.c"],
        status: 10,
        has: &[Steps, Two, Fold, Loop],
    },
    Case {
        files: &["stack_main.c", "stack.c", "stack.h"],
        args: &["stack_main.c", "stack.c"],
        status: 10,
        has: &[Steps, Two, Call, Loop, Files, Change],
    },
    Case {
        files: &["preprocessed.i"],
        args: &["preprocessed.i"],
        status: 10,
        has: &[Steps, Two, Call],
    },
    Case {
        files: &["never.c"],
        args: &["never.c"],
        status: 10,
        has: &[Steps, Call, Loop],
    },
    Case {
        files: &["holds.c"],
        args: &["holds.c"],
        status: 0,
        has: &[],
    },
    Case {
        files: &["crash.c"],
        args: &["crash.c"],
        status: 10,
        has: &[Steps, Two, Call, Loop],
    },
    Case {
        files: &["graph.c"],
        args: &["run", "graph.c"],
        status: 10,
        has: &[Steps, Loop, Table, Dim],
    },
    Case {
        files: &["macros.c"],
        args: &["macros.c"],
        status: 10,
        has: &[Steps, Call, Macro],
    },
    Case {
        files: &["threads.c"],
        args: &["threads.c"],
        status: 10,
        has: &[Steps, Threads],
    },
    Case {
        files: &["words.c"],
        args: &["words.c"],
        status: 10,
        has: &[Steps, Two, Loop, Change],
    },
    Case {
        files: &["crash.c"],
        args: &["check", "crash.c"],
        status: 10,
        has: &[Steps, Call, Loop],
    },
];

/// What the page says of the current step.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Said {
    step: i64,
    line: i64,
    function: String,
    text: String,
}

fn said(browser: &mut Browser) -> Said {
    let text = browser.text(".sentence");
    let number = |after: &str| -> i64 {
        let rest = text.split_once(after).map_or("", |(_, rest)| rest);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(-1)
    };
    let place = text.split_once(": ").map_or("", |(place, _)| place);
    Said {
        step: browser.step(),
        line: number(", line "),
        function: place
            .split_once(" in ")
            .map_or(String::new(), |(_, name)| name.to_owned()),
        text: text
            .split_once(": ")
            .map_or(String::new(), |(_, rest)| rest.to_owned()),
    }
}

/// One page in the browser, and which interactions had something to do.
struct Driven<'b> {
    browser: &'b mut Browser,
    last: i64,
    name: &'static str,
    done: Vec<Has>,
    links: usize,
}

impl Driven<'_> {
    fn press(&mut self, key: &str) -> Said {
        self.browser.press(key);
        said(self.browser)
    }

    fn to(&mut self, step: i64) -> Said {
        // Small steps reach the address a little later; another address is always gone to.
        self.links += 1;
        let link = self.links;
        self.browser
            .eval(&format!("location.hash = '#s={step}&run=0&link={link}'"));
        self.browser.wait(&format!(
            "document.getElementById('explorer').dataset.step === '{step}'"
        ));
        said(self.browser)
    }

    fn click(&mut self, selector: &str) {
        let done = self
            .browser
            .eval(&format!("document.querySelector({selector:?}).click() ?? true"));
        assert_eq!(done, true, "{}: {selector}", self.name);
    }

    /// Steps from the first one on, as many as a test looks at.
    fn walk(&mut self, most: i64) -> Vec<Said> {
        let mut all = vec![self.to(0)];
        while (all.len() as i64) < most.min(self.last + 1) {
            all.push(self.press("j"));
        }
        all
    }

    /// The current step and its line are where the lists are looked at.
    fn in_sight(&mut self) {
        let seen = self.browser.eval(
            "['.row.now', '.src.now'].every((row) => { const node = document.querySelector(row); if (!node) return false; const own = node.getBoundingClientRect(), list = node.closest('.list').getBoundingClientRect(); return own.top >= list.top - 1 && own.bottom <= list.bottom + 1; })",
        );
        assert_eq!(seen, true, "{}: {:?}", self.name, said(self.browser));
    }

    fn stepping(&mut self) {
        self.in_sight();
        let walked = self.walk(120);
        for (index, said) in walked.iter().enumerate() {
            assert_eq!(said.step, index as i64, "{}", self.name);
            assert!(said.line > 0 && !said.text.is_empty(), "{}: {said:?}", self.name);
        }
        self.in_sight();
        // Backwards the same, in the other order.
        for said in walked.iter().rev().skip(1) {
            assert_eq!(self.press("k"), *said, "{}", self.name);
        }
        let last = self.press("G");
        assert_eq!(last.step, self.last, "{}", self.name);
        self.in_sight();
        assert_eq!(self.press("j"), last, "{}", self.name);
        assert_eq!(self.press("g"), walked[0], "{}", self.name);
        self.browser.eval(
            "{ const s = document.querySelector('[type=range]'); s.value = '2'; s.dispatchEvent(new Event('input')); }",
        );
        assert_eq!(said(self.browser), walked[2], "{}", self.name);
        self.done.push(Steps);
        self.calls(&walked);
        self.rounds(&walked);
        self.search(&walked);
    }

    fn calls(&mut self, walked: &[Said]) {
        let mut calls = walked.windows(2).filter(|pair| {
            let [call, next] = pair else { return false };
            call.text.starts_with("call ") && call.function != next.function
        });
        let Some([call, inside]) = calls.next() else {
            return;
        };
        self.to(call.step);
        let behind = self.press("o");
        assert!(behind.step > inside.step, "{}: {behind:?}", self.name);
        // The run may end in the call.
        let returned = behind.function == call.function;
        assert!(returned || behind.step == self.last, "{}: {behind:?}", self.name);
        if returned {
            assert_eq!(self.press("O"), *call, "{}", self.name);
            self.to(inside.step);
            assert_eq!(self.press("u").function, call.function, "{}", self.name);
        }
        self.to(inside.step);
        assert_eq!(self.press("U"), *call, "{}", self.name);
        self.done.push(Call);
    }

    fn rounds(&mut self, walked: &[Said]) {
        for from in walked {
            self.to(from.step);
            let next = self.press("r");
            if next.step == from.step {
                continue;
            }
            assert!(next.step > from.step, "{}", self.name);
            let before = self.press("R");
            assert!(before.step < next.step, "{}: {before:?} {next:?}", self.name);
            assert_eq!(self.press("r"), next, "{}", self.name);
            self.done.push(Loop);
            return;
        }
    }

    fn search(&mut self, walked: &[Said]) {
        let wanted = walked.last().map_or("", |said| {
            let mut runs = said.text.split(" │ ");
            runs.find(|text| *text != "not reached").unwrap_or("")
        });
        let wanted = wanted.trim_end_matches(" – differs").to_owned();
        self.to(0);
        self.press("/");
        assert_eq!(self.browser.eval("document.activeElement.type"), "search");
        self.browser
            .eval(&format!("document.activeElement.value = {}", json!(wanted)));
        let first = self.press("Enter");
        assert!(first.text.contains(&wanted), "{}: {wanted}: {first:?}", self.name);
        self.browser.press("Escape");
        assert_eq!(
            self.browser.eval("document.activeElement.getAttribute('role')"),
            "listbox"
        );
        let next = self.press("n");
        assert!(next.text.contains(&wanted), "{}: {wanted}: {next:?}", self.name);
        assert_eq!(self.press("N").step, first.step, "{}", self.name);
        self.press("?");
        assert_eq!(
            self.browser.eval("!!document.querySelector('dialog[open]')"),
            true
        );
        self.browser.press("Escape");
        assert_eq!(
            self.browser.eval("!!document.querySelector('dialog[open]')"),
            false
        );
    }

    fn differences(&mut self) {
        self.to(0);
        let mut seen: Vec<Said> = Vec::new();
        loop {
            let now = self.press("J");
            if seen.last().is_some_and(|last| last.step >= now.step) || now.step == 0 || seen.len() > 40 {
                break;
            }
            assert!(now.text.ends_with("– differs"), "{}: {now:?}", self.name);
            assert_eq!(
                self.browser
                    .eval("document.querySelector('.row.now').classList.contains('diff')"),
                true
            );
            seen.push(now);
        }
        if seen.is_empty() {
            return;
        }
        self.to(seen[seen.len() - 1].step);
        for said in seen.iter().rev().skip(1) {
            assert_eq!(self.press("K"), *said, "{}", self.name);
        }
        assert_eq!(
            self.browser
                .eval("document.querySelectorAll('.slider rect').length > 0"),
            true
        );
        // The other run is where the next question is asked.
        self.press("x");
        self.browser.wait("location.hash.includes('run=1')");
        self.press("x");
        self.browser.wait("location.hash.includes('run=0')");
        self.done.push(Two);
        let folds = |browser: &mut Browser| browser.number("document.querySelectorAll('.row.fold').length");
        self.to(0);
        if folds(self.browser) > 0 {
            let rows = "document.querySelectorAll('.row:not(.fold)').length";
            let before = self.browser.number(rows);
            self.click(".row.fold");
            assert!(self.browser.number(rows) > before, "{}", self.name);
            self.done.push(Fold);
        }
    }

    fn why(&mut self) {
        // At the failure.
        let last = self.browser.number("+document.querySelector('[type=range]').max");
        self.browser.eval("location.hash = '#L0.1'");
        self.to(last);
        let failing = self.browser.number(
            "[...document.querySelectorAll('.row')].map((row) => +row.id.replace('row-', '')).reduce((a, b) => b >= 0 ? b : a, 0)",
        );
        self.to(failing.min(last));
        self.press("Enter");
        self.browser.wait("location.hash.includes('why=')");
        let says = self.browser.text(".why");
        assert!(
            says.contains("Where it came from") || says.contains("It comes from nothing"),
            "{}: {says}",
            self.name
        );
        let address = self.browser.eval("location.href");
        self.press("Escape");
        self.browser.wait("!location.hash.includes('why=')");
        self.browser.eval("history.back()");
        self.browser.wait("location.hash.includes('why=')");
        // A link in a mail.
        self.browser.leave();
        self.browser.go(address.as_str().unwrap_or(""));
        assert_eq!(self.browser.text(".why"), says, "{}", self.name);
        // A link of the chain leads to its step, and Back from there.
        if self
            .browser
            .number("document.querySelectorAll('.why li button').length")
            > 0
        {
            let step = self.browser.step();
            let links = self
                .browser
                .number("document.querySelectorAll('.why ol button').length");
            self.browser
                .eval("[...document.querySelectorAll('.why ol button')].pop().click()");
            if links > 1 {
                assert!(self.browser.step() <= step, "{}", self.name);
            }
        }
        // Values of the state, of the steps and of the line can be asked about.
        for value in [".side td button.value", ".row.now .val", ".src button.v"] {
            self.press("Escape");
            self.browser.eval("location.hash = '#s=1'");
            self.browser
                .wait("document.getElementById('explorer').dataset.step === '1'");
            if self.browser.eval(&format!("!!document.querySelector({value:?})")) == true {
                self.click(value);
                self.browser.eval("1");
                let asked = self.browser.text(".why");
                assert!(!asked.is_empty(), "{}: {value}", self.name);
            }
        }
        self.press("Escape");
    }

    fn why_not(&mut self) {
        if self.browser.eval("!!document.querySelector('.src.dim')") != true {
            return;
        }
        self.click(".src.dim");
        self.browser.wait("location.hash.includes('why=n')");
        let says = self.browser.text(".why");
        assert!(
            says.contains("not executed") && says.len() > 60,
            "{}: {says}",
            self.name
        );
        self.press("Escape");
        self.done.push(Dim);
    }

    fn state(&mut self) {
        let last = self.last;
        self.to(last);
        let values = |browser: &mut Browser, form: &str| -> String {
            browser.eval(&format!(
                "{{ const s = document.querySelector('select[aria-label=\"Values as\"]'); s.value = '{form}'; s.dispatchEvent(new Event('change')); }}"
            ));
            browser.text("[aria-label=State]")
        };
        let decimal = values(self.browser, "dec");
        assert!(!decimal.is_empty(), "{}", self.name);
        if decimal.contains(|c: char| c.is_ascii_digit()) {
            assert!(
                values(self.browser, "hex").contains("0x"),
                "{}: {decimal}",
                self.name
            );
            assert!(values(self.browser, "bits").contains("00000000"), "{}", self.name);
        }
        assert_eq!(values(self.browser, "dec"), decimal, "{}", self.name);
        if self.browser.eval("!!document.querySelector('svg.heap rect')") == true {
            self.done.push(Boxes);
        } else if decimal.contains("object 80 ") {
            self.done.push(Table);
        }
    }

    fn source(&mut self) {
        // Changes are switched on and off.
        let lines = self.browser.number("document.querySelectorAll('.src').length");
        if self.browser.eval("!!document.querySelector('[data-switch]')") == true {
            self.browser
                .eval("document.getElementById('changes').open = true");
            self.click("[data-switch]");
            assert!(
                self.browser
                    .number("document.querySelectorAll('.src.new, .src.old').length")
                    > 0,
                "{}",
                self.name
            );
            self.click("[data-switch]");
            assert_eq!(
                self.browser
                    .number("document.querySelectorAll('.src.new, .src.old').length"),
                0,
                "{}",
                self.name
            );
            self.browser.eval("Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } })");
            self.click("[data-copy]");
            self.browser
                .wait("window.copied && window.copied.startsWith('--- a/')");
            self.done.push(Change);
        }
        assert!(lines > 0, "{}", self.name);
        if self.browser.eval("!!document.querySelector('.src .unfold')") == true {
            self.click(".src .unfold");
            assert_eq!(
                self.browser
                    .number("document.querySelectorAll('.src.macro').length"),
                1,
                "{}",
                self.name
            );
            self.click(".src .unfold");
            assert_eq!(
                self.browser
                    .number("document.querySelectorAll('.src.macro').length"),
                0,
                "{}",
                self.name
            );
            self.done.push(Macro);
        }
        if self
            .browser
            .eval("!!document.querySelector('select[aria-label=File]')")
            == true
        {
            let first = self.browser.text(".src");
            self.browser.eval("{ const s = document.querySelector('select[aria-label=File]'); s.value = s.value === '0' ? '1' : '0'; s.dispatchEvent(new Event('change')); }");
            assert_ne!(self.browser.text(".src"), first, "{}", self.name);
            self.done.push(Files);
        }
        let threads = self.browser.eval(
            "/\\[[^\\]]*(thread|main)[^\\]]*\\]$/.test(document.querySelector('.row')?.textContent ?? '')",
        );
        if threads == true {
            self.done.push(Threads);
        }
    }
}

#[test]
fn every_interaction_on_every_kind_of_program() {
    let Some(name) = browser::name() else { return };
    let mut browser = Browser::start(name);
    let mut tried: BTreeMap<Has, usize> = BTreeMap::new();
    for case in CASES {
        let folder = support::root().join("tests/page");
        let texts: Vec<String> = case
            .files
            .iter()
            .map(|file| std::fs::read_to_string(folder.join(file)).expect("the program"))
            .collect();
        let files: Vec<(&str, &str)> = case
            .files
            .iter()
            .copied()
            .zip(texts.iter().map(String::as_str))
            .collect();
        let (_folder, path) = page(&files, case.args, case.status);
        browser.go(&format!("file://{}", path.display()));
        let last = browser.eval("+(document.querySelector('[type=range]')?.max ?? -1)");
        let mut driven = Driven {
            browser: &mut browser,
            last: last.as_i64().unwrap_or(-1),
            name: case.files[0],
            done: Vec::new(),
            links: 0,
        };
        if driven.last > 0 {
            driven.stepping();
            driven.differences();
            driven.why();
            driven.why_not();
            driven.state();
        }
        driven.source();
        let done = driven.done;
        for has in case.has {
            assert!(done.contains(has), "{:?}: nothing to do for {has:?}", case.args);
        }
        for has in done {
            *tried.entry(has).or_default() += 1;
        }
        assert!(
            browser.trouble().is_empty(),
            "{:?} {:?}",
            case.args,
            browser.trouble()
        );
    }
    println!("{tried:?}");
}
