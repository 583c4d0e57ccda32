//! The page of `--html` in a real browser.
//!
//! Driven over the DevTools protocol by `browser`. The accessibility checks are our own and small: names of what can
//! be operated, one first heading, labelled regions, contrast of all text computed in both themes, and that nothing
//! is wider than the window.

#[path = "../support/mod.rs"]
mod support;

mod browser;
mod interactions;
mod programs;

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use browser::Browser;
use support::{because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(120);

const MAX: &str = "int nondet_int(void);\n#include <assert.h>\nstatic int twice(int v) {\n    int w = v + v;\n    return w;\n}\n\
    int main(void) {\n    int a = nondet_int();\n    int sum = 0;\n    if (a < 0 || a > 5)\n        return 0;\n    for (int i = 0; i < 40; i++)\n        \
    sum = sum + 1;\n    int b = twice(a);\n    if (b == 100)\n        b = 0;\n    assert(b < 10);\n    return sum;\n}\n";

/// A page, made in a folder of its own.
fn page(files: &[(&str, &str)], args: &[&str], status: i32) -> (tempfile::TempDir, PathBuf) {
    let folder = folder_with(files);
    let mut command = because();
    command
        .current_dir(folder.path())
        // What stands behind `--` is the program's.
        .args(&args[..1])
        .args(["--html", "page.html"])
        .args(&args[1..]);
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    assert_eq!(
        done.status,
        status,
        "{}{}",
        done.stdout_text(),
        done.stderr_text()
    );
    let page = folder.path().join("page.html");
    (folder, page)
}

fn list() -> String {
    std::fs::read_to_string(support::root().join("tests/why/list.c")).expect("the program")
}

#[test]
fn two_runs_are_stepped_through() {
    let Some(name) = browser::name() else { return };
    let (_folder, path) = page(&[("max.c", MAX)], &["max.c"], 10);
    let mut browser = Browser::open(name, &path);
    assert!(browser.text("h1").contains("assertion failed: b < 10"));
    // It begins where the failing run fails.
    assert!(
        browser.text(".sentence").contains("fails: b < 10 │ holds"),
        "{}",
        browser.text(".sentence")
    );
    let last = browser.step();
    browser.press("k");
    assert_eq!(browser.step(), last - 1);
    browser.press("j");
    assert_eq!(browser.step(), last);
    browser.press("g");
    assert_eq!(browser.step(), 0);
    // What differs: the input, and what follows from it.
    browser.press("J");
    assert!(
        browser.text(".sentence").contains("a ="),
        "{}",
        browser.text(".sentence")
    );
    let input = browser.step();
    browser.press("J");
    assert!(browser.step() > input);
    browser.press("K");
    assert_eq!(browser.step(), input);
    // Forty rounds that are alike are one row.
    let fold = browser.text(".row.fold");
    assert!(fold.contains("alike") && fold.contains("rounds"), "{fold}");
    let rows = browser
        .eval("document.querySelectorAll('.row').length")
        .as_i64()
        .unwrap_or(0);
    assert!(rows > 5 && rows < 60, "{rows}");
    // The address leads back.
    browser.eval("history.back()");
    browser.wait(&format!(
        "document.getElementById('explorer').dataset.step !== '{input}'"
    ));
    let address = format!("file://{}#s=1&run=0", path.display());
    browser.call("Page.navigate", serde_json::json!({ "url": address }));
    browser.wait("document.getElementById('explorer').dataset.step === '1'");
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}

#[test]
fn values_lead_to_where_they_came_from() {
    let Some(name) = browser::name() else { return };
    let (_folder, path) = page(&[("list.c", &list())], &["run", "list.c"], 10);
    let mut browser = Browser::open(name, &path);
    assert!(
        browser.text("h1").contains("null pointer"),
        "{}",
        browser.text("h1")
    );
    browser.press("Enter");
    browser.wait("document.querySelectorAll('.why ol li').length > 4");
    let chain = browser.text(".why ol");
    for link in [
        "returned by find",
        "find returns l = NULL",
        "copied from l->next",
        "l = NULL, a constant",
    ] {
        assert!(chain.contains(link), "{link}: {chain}");
    }
    assert!(
        browser
            .eval("location.hash")
            .as_str()
            .unwrap_or_default()
            .contains("why=")
    );
    // Three allocated objects, as boxes.
    assert_eq!(
        browser.eval("document.querySelectorAll('svg.heap rect').length"),
        3
    );
    assert_eq!(
        browser.eval("document.querySelectorAll('svg.heap > path').length"),
        2
    );
    browser.press("Escape");
    browser.wait("!location.hash.includes('why')");
    // Over a call, out of a function.
    browser.press("g");
    let first = browser.step();
    browser.press("o");
    assert!(browser.step() > first);
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}

#[test]
fn a_line_that_was_not_executed_says_why() {
    let Some(name) = browser::name() else { return };
    let (_folder, path) = page(&[("max.c", MAX)], &["max.c"], 10);
    let mut browser = Browser::open(name, &path);
    browser.eval("location.hash = '#n'; [...document.querySelectorAll('.src')].find((row) => row.textContent.includes('b = 0;')).click()");
    browser.wait("document.querySelector('.why').textContent.includes('not executed')");
    let says = browser.text(".why");
    assert!(says.contains("b == 100") && says.contains("false"), "{says}");
    let dim =
        browser.eval("[...document.querySelectorAll('.src.dim .t')].map((node) => node.textContent.trim())");
    assert_eq!(dim, serde_json::json!(["return 0;", "b = 0;", "return sum;"]));
}

#[test]
fn what_users_write_is_only_text() {
    let Some(name) = browser::name() else { return };
    let hostile = "#include <stdio.h>\n#include <assert.h>\n/* </script><script>alert(1)</script> <img src=x onerror=alert(2)> \u{202e}\u{2028} */\n\
        int main(void) {\n    const char *s = \"</script><script>alert(3)</script><!--\";\n    printf(\"%s\\n<svg onload=alert(4)>\\x1b[2J\", s);\n    assert(s[0] == 'x');\n    return 0;\n}\n";
    let file = "<img src=x onerror=alert(5)>&\".c";
    let argument = "</script><img src=x onerror=alert(6)>\u{202e}";
    for args in [vec![file], vec!["run", file], vec!["run", file, "--", argument]] {
        let (_folder, path) = page(&[(file, hostile)], &args, 10);
        let text = std::fs::read_to_string(&path).expect("the page");
        assert!(!text.contains('\u{202e}') && !text.contains('\u{2028}') && !text.contains('\u{1b}'));
        let mut browser = Browser::open(name, &path);
        browser.press("g");
        browser.press("G");
        browser.press("Enter");
        browser.eval("document.querySelectorAll('details').forEach((node) => { node.open = true; })");
        assert_eq!(browser.eval("document.images.length"), 0);
        assert_eq!(browser.eval("document.scripts.length"), 2);
        assert!(browser.text("body").contains("<img src=x onerror=alert(5)>"));
        assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
        // The policy itself: a script that gets in all the same is not run.
        browser.eval("window.got = 0; const s = document.createElement('script'); s.textContent = 'window.got = 1'; document.body.append(s)");
        assert_eq!(browser.eval("window.got"), 0);
    }
}

#[test]
fn other_programs_and_commands() {
    let Some(name) = browser::name() else { return };
    let recursion = "#include <assert.h>\nint f(int n) {\n    return n == 0 ? 0 : 1 + f(n - 1);\n}\nint main(void) {\n    assert(f(20) == 21);\n    return 0;\n}\n";
    let rounds = "#include <assert.h>\nint main(void) {\n    int s = 0;\n    for (int i = 0; i < 10000; i++)\n        s += i & 1;\n    assert(s == 0);\n    return 0;\n}\n";
    let one = "#include <assert.h>\nint half(int);\nint nondet_int(void);\nint main(void) {\n    int x = nondet_int();\n    assert(half(x) != 3);\n    return 0;\n}\n";
    let two = "int half(int x) {\n    return x / 2;\n}\n";
    let holds = "#include <assert.h>\nint nondet_int(void);\nint main(void) {\n    int x = nondet_int();\n    assert(x == x);\n    return 0;\n}\n";
    let never =
        "#include <assert.h>\nint main(void) {\n    int x = 3;\n    assert(x == 4);\n    return 0;\n}\n";
    type Case<'c> = (&'c [(&'c str, &'c str)], &'c [&'c str], i32, &'c str);
    let threads = "#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *f(void *p) {\n    x = 1;\n    return p;\n}\n\
        int main(void) {\n    pthread_t t;\n    pthread_create(&t, 0, f, 0);\n    pthread_join(t, 0);\n    assert(x == 2);\n    return 0;\n}\n";
    let macros = "#include <assert.h>\n#define TWICE(v) ((v) + (v))\n#define CHECK(v, w) assert(TWICE(v) == (w))\nint main(void) {\n    int x = 3;\n    CHECK(x, 7);\n    return 0;\n}\n";
    let crash = "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(8);\n    if (!p)\n        return 0;\n    free(p);\n    return *p;\n}\n";
    let unwritten = "int f(int n) {\n    int v;\n    if (n > 5)\n        v = 1;\n    return v;\n}\nint main(void) {\n    int a[2] = { 1 };\n    return a[f(3)];\n}\n";
    let cases: [Case<'_>; 12] = [
        (&[("r.c", recursion)], &["run", "r.c"], 10, "assertion failed"),
        (&[("r.c", rounds)], &["run", "r.c"], 10, "assertion failed"),
        (
            &[("a.c", one), ("b.c", two)],
            &["a.c", "b.c"],
            10,
            "assertion failed",
        ),
        (&[("h.c", holds)], &["h.c"], 0, "Every claim holds"),
        (&[("h.c", holds)], &["check", "h.c"], 0, "Every claim holds"),
        (
            &[(
                "n.i",
                "void abort(void);\nint main(void) { int x = 3; if (x == 3) __builtin_unreachable(); return 0; }\n",
            )],
            &["run", "n.i"],
            10,
            "unreachable",
        ),
        (&[("n.c", never)], &["explain", "n.c"], 10, "assertion failed"),
        (&[("h.c", holds)], &["run", "h.c"], 0, "ends with status 0"),
        (&[("t.c", threads)], &["run", "t.c"], 10, "assertion failed"),
        (&[("m.c", macros)], &["run", "m.c"], 10, "assertion failed"),
        (&[("f.c", crash)], &["run", "f.c"], 10, "freed"),
        (
            &[("u.c", unwritten)],
            &["run", "--uninitialized-check", "u.c"],
            10,
            "",
        ),
    ];
    for (files, args, status, title) in cases {
        let (_folder, path) = page(files, args, status);
        let mut browser = Browser::open(name, &path);
        let heading = browser.text("h1");
        assert!(heading.contains(title), "{args:?}: {heading}");
        // All lines of the file that fails are there.
        let lines = files[0].1.lines().count() as i64;
        let shown = browser.number("document.querySelectorAll('.src:not(.said)').length");
        assert_eq!(shown, lines, "{args:?}");
        assert!(
            browser
                .eval("document.querySelectorAll('.row').length")
                .as_i64()
                .unwrap_or(0)
                < 100,
            "{args:?}"
        );
        for key in [
            "g", "j", "J", "o", "u", "r", "K", "k", "G", "Enter", "x", "Escape",
        ] {
            browser.press(key);
        }
        assert!(browser.trouble().is_empty(), "{args:?} {:?}", browser.trouble());
    }
}

/// Contrast of all text, names of what can be operated, headings, and width.
const ACCESSIBLE: &str = r#"(() => {
  const wrong = [];
  const colour = (text) => { const found = text.match(/[\d.]+/g).map(Number); return found.length < 4 ? [...found, 1] : found; };
  const bright = ([r, g, b]) => { const part = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b); };
  const ground = (node) => { for (let at = node; at; at = at.parentElement) { const own = colour(getComputedStyle(at).backgroundColor); if (own[3] > 0.99) return own; } return colour(getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 'rgb(255,255,255)' : 'rgb(255,255,255)'); };
  document.querySelectorAll('details').forEach((node) => { node.open = true; });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement, text = walker.currentNode.textContent.trim();
    if (!text || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.tagName) || !node.checkVisibility() || node.closest('dialog:not([open])')) continue;
    const style = getComputedStyle(node), svg = node.namespaceURI.includes('svg');
    const ink = colour(svg ? style.fill : style.color);
    const box = svg ? getComputedStyle(node.parentElement.querySelector('rect') || node).fill : null;
    const under = box ? colour(box) : ground(node);
    const a = bright(ink), b = bright(under), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) wrong.push('contrast ' + ratio.toFixed(2) + ': ' + text.slice(0, 40) + ' .' + (node.className.baseVal ?? node.className));
  }
  for (const node of document.querySelectorAll('button, a, input, select, [role=listbox], [tabindex="0"]')) {
    const name = (node.getAttribute('aria-label') || node.textContent || '').trim();
    if (!name) wrong.push('no name: ' + node.outerHTML.slice(0, 80));
  }
  if (document.querySelectorAll('h1').length !== 1) wrong.push('headings');
  if (!document.documentElement.lang || !document.querySelector('main') || !document.querySelector('header')) wrong.push('landmarks');
  if (document.querySelector('[role=status]')?.getAttribute('aria-live') !== 'polite') wrong.push('live region');
  const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
  if (new Set(ids).size !== ids.length) wrong.push('an id twice: ' + ids.find((id, at) => ids.indexOf(id) !== at));
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push('wider than the window: ' + document.documentElement.scrollWidth + ' > ' + innerWidth);
  return [...new Set(wrong)];
})()"#;

#[test]
fn it_can_be_read_and_operated_by_all() {
    let Some(name) = browser::name() else { return };
    let list = list();
    for (files, args) in [
        (&[("max.c", MAX)], vec!["max.c"]),
        (&[("list.c", list.as_str())], vec!["list.c"]),
    ] {
        let (_folder, path) = page(files, &args, 10);
        let mut browser = Browser::open(name, &path);
        for dark in [false, true] {
            browser.dark(dark);
            for (width, height) in [(1400, 1000), (700, 900), (320, 700)] {
                browser.width(width, height);
                let wrong = browser.eval(ACCESSIBLE);
                assert_eq!(wrong, serde_json::json!([]), "dark {dark}, width {width}");
            }
        }
        // By keyboard alone: the focus can be seen.
        browser.width(1400, 1000);
        browser.call(
            "Input.dispatchKeyEvent",
            serde_json::json!({ "type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9 }),
        );
        let outline = browser.eval("getComputedStyle(document.activeElement).outlineStyle");
        assert_ne!(outline, "none");
    }
}

#[test]
fn the_answer_is_there_without_scripts() {
    let (folder, path) = page(&[("max.c", MAX)], &["max.c"], 10);
    let text = std::fs::read_to_string(&path).expect("the page");
    let answer = &text[..text.find("<main").expect("the run")];
    for part in ["assertion failed: b &lt; 10", "a = 5", "Look at", "Try"] {
        assert!(answer.contains(part), "{part}");
    }
    if let Some(name) = browser::name() {
        let mut browser = Browser::start(name);
        browser.go_without_scripts(&path);
        let answer = browser.eval("document.getElementById('answer').innerText");
        for part in ["assertion failed: b < 10", "a = 5", "Look at", "Try"] {
            assert!(
                answer.as_str().is_some_and(|answer| answer.contains(part)),
                "{part}: {answer}"
            );
        }
        assert_eq!(
            browser.eval("document.getElementById('explorer').dataset.ready ?? 'no'"),
            "no"
        );
        assert!(browser.text("main").contains("Scripts are off"));
    }
    assert!(text.contains("default-src 'none'; script-src 'sha256-"));
    // The same input, the same bytes.
    let (_other, again) = page(&[("max.c", MAX)], &["max.c"], 10);
    assert_eq!(text, std::fs::read_to_string(again).expect("the page"));
    assert!(!text.contains(folder.path().to_str().expect("a name")));
}

#[test]
fn where_nothing_can_be_written_is_said_first() {
    let folder = folder_with(&[("max.c", MAX), ("bad.c", "int main(void) {"), ("old.html", "old")]);
    let run = |args: &[&str]| {
        let mut command = because();
        command.current_dir(folder.path()).args(args);
        finish(&mut command, b"", ALLOWED).expect("ends in time")
    };
    let done = run(&["max.c", "--html", "none/page.html"]);
    assert_eq!((done.status, done.stdout_text().as_str()), (6, ""));
    assert!(
        done.stderr_text().contains("cannot write none/page.html"),
        "{}",
        done.stderr_text()
    );
    assert_eq!(run(&["max.c", "--html", "."]).status, 6);
    assert_eq!(run(&["bad.c", "--html", "old.html"]).status, 6);
    assert_eq!(
        std::fs::read_to_string(folder.path().join("old.html")).expect("there"),
        "old"
    );
    // Not where a command makes no page.
    for args in [
        &["causes", "max.c"][..],
        &["variations", "max.c"],
        &["explain", "max.c", "--schedule-only"],
    ] {
        let done = run(&[args, &["--html", "page.html"]].concat());
        assert_eq!((done.status, done.stdout_text().as_str()), (1, ""), "{args:?}");
        assert!(done.stderr_text().contains("html"), "{}", done.stderr_text());
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 3);
}

#[test]
fn what_is_known_when_it_is_interrupted_is_on_the_page() {
    let endless = "int main(void) {\n    unsigned n = 0;\n    for (;;)\n        n++;\n}\n";
    let folder = folder_with(&[("e.c", endless), ("page.html", "old")]);
    let mut child = because()
        .current_dir(folder.path())
        .args(["run", "e.c", "--html", "page.html"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    std::thread::sleep(Duration::from_secs(2));
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.expect("kill").success());
    let status = child.wait().expect("ends");
    assert!(!status.success());
    let text = std::fs::read_to_string(folder.path().join("page.html")).expect("the page");
    assert!(
        text.contains("<h1>The run was stopped</h1>"),
        "{}",
        &text[..text.len().min(3000)]
    );
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
}
