//! What a reader does on a page: forms of numbers, search, the slider, changes, links into the page, long runs.

use super::browser::{self, Browser};
use super::{MAX, page};

const VALUES: &str = "#include <assert.h>\nstruct flags { unsigned low : 3; int high : 5; };\nunion both { float f; unsigned u; };\n\
    int main(void) {\n    struct flags s = { 5, -2 };\n    union both b;\n    b.f = 1.0f;\n    short h = -2;\n    char c = 'A';\n    double d = 0.1;\n    \
    assert(s.low == 5 && b.f > 2 && h < 0 && c && d > 0);\n    return 0;\n}\n";

/// What the state says of a variable.
fn held(browser: &mut Browser, name: &str) -> String {
    let found = browser.eval(&format!(
        "[...document.querySelectorAll('.side tbody tr')].find((row) => row.cells[0].textContent.replace('\u{25b8} ', '') === '{name}')?.cells[1].textContent ?? ''"
    ));
    found.as_str().unwrap_or("").to_owned()
}

fn choose(browser: &mut Browser, form: &str) {
    browser.eval(&format!(
        "{{ const s = document.querySelector('select[aria-label=\"Values as\"]'); s.value = '{form}'; s.dispatchEvent(new Event('change')); }}"
    ));
}

#[test]
fn numbers_in_all_forms() {
    let Some(name) = browser::name() else { return };
    let (_folder, path) = page(&[("v.c", VALUES)], &["run", "v.c"], 10);
    let mut browser = Browser::open(name, &path);
    let seen = ["s.low", "s.high", "h", "c", "d", "b.f"].map(|name| held(&mut browser, name));
    assert_eq!(seen, ["5", "-2", "-2", "65 'A'", "0.1", "1.0"]);
    for (form, short, character) in [
        ("hex", "0xfffe", "0x41"),
        ("bits", "11111111 11111110", "01000001"),
        ("char", "-2", "'A'"),
        ("dec", "-2", "65 'A'"),
    ] {
        choose(&mut browser, form);
        assert_eq!(held(&mut browser, "h"), short, "{form}");
        assert_eq!(held(&mut browser, "c"), character, "{form}");
        assert_eq!(held(&mut browser, "d"), "0.1", "{form}");
    }
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}

#[test]
fn search_slider_and_rounds() {
    let Some(name) = browser::name() else { return };
    let (_folder, path) = page(&[("max.c", MAX)], &["max.c"], 10);
    let mut browser = Browser::open(name, &path);
    browser.press("/");
    assert_eq!(browser.eval("document.activeElement.type"), "search");
    browser.eval("document.activeElement.value = 'w ='");
    browser.press("Enter");
    assert!(
        browser.text(".sentence").contains("w = "),
        "{}",
        browser.text(".sentence")
    );
    browser.eval("document.querySelector('[type=search]').value = 'not to be found'");
    browser.press("Enter");
    assert!(browser.text(".sentence").contains("Nothing found"));
    browser.press("Escape");
    browser.eval("{ const s = document.querySelector('[type=range]'); s.value = '9'; s.dispatchEvent(new Event('input')); }");
    assert_eq!(browser.step(), 9);
    // Steps in a row are one place to come back to; what is far is another.
    browser.wait("location.hash === '#s=9&run=0'");
    browser.press("G");
    browser.wait("!location.hash.startsWith('#s=9&')");
    browser.eval("history.back()");
    browser.wait("document.getElementById('explorer').dataset.step === '9'");
    // From round to round.
    browser.eval("location.hash = '#s=0'");
    browser.press("/");
    browser.eval("document.activeElement.value = 'sum = 1'");
    browser.press("Enter");
    browser.press("Escape");
    let first = browser.step();
    browser.press("r");
    assert!(browser.step() > first);
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}

#[test]
fn changes_are_shown_and_copied() {
    let Some(name) = browser::name() else { return };
    let (_folder, path) = page(&[("max.c", MAX)], &["max.c"], 10);
    let mut browser = Browser::open(name, &path);
    let lines = browser.number("document.querySelectorAll('.src').length");
    browser.eval("document.getElementById('changes').open = true");
    browser.eval("document.querySelector('[data-switch]').click()");
    assert!(browser.number("document.querySelectorAll('.src.new').length") >= 1);
    assert!(browser.number("document.querySelectorAll('.src.old').length") >= 1);
    assert_eq!(
        browser.eval("document.querySelector('[data-switch]').getAttribute('aria-pressed')"),
        "true"
    );
    browser.eval("document.querySelector('[data-switch]').click()");
    assert_eq!(browser.number("document.querySelectorAll('.src').length"), lines);
    browser.eval("Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } })");
    browser.eval("document.querySelector('[data-copy]').click()");
    browser.wait("document.querySelector('[data-copy]').textContent === 'Copied'");
    let copied = browser.eval("window.copied").as_str().unwrap_or("").to_owned();
    assert!(copied.starts_with("--- a/max.c\n+++ b/max.c\n@@ -"), "{copied}");
    // Where the browser has no clipboard for the page, the text is there to be taken.
    browser.eval("Object.defineProperty(navigator, 'clipboard', { value: undefined }); 1");
    browser.eval("document.querySelector('[data-copy]').click()");
    assert_eq!(browser.eval("document.activeElement.value"), copied);
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}

#[test]
fn where_the_runs_part_and_links_into_the_page() {
    let Some(name) = browser::name() else { return };
    let (_folder, path) = page(&[("max.c", MAX)], &["max.c"], 10);
    let mut browser = Browser::open(name, &path);
    browser.press("Enter");
    let why = browser.text(".why");
    assert!(
        why.contains("Where the runs part") && why.contains("a is 5"),
        "{why}"
    );
    // A line of the answer.
    browser.eval("document.querySelector('#answer a.place').click()");
    browser.wait("document.querySelector('.src.now')");
    // Nonsense in an address is no error.
    for wrong in [
        "#s=999999&run=7&why=l99999999",
        "#why=r99999",
        "#why=n9.9",
        "#L99.99",
        "#s=x&why=<b>",
        "#%00",
    ] {
        browser.eval(&format!("location.hash = '{wrong}'"));
        browser.press("j");
    }
    browser.press("x");
    browser.press("Enter");
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}

#[test]
fn of_a_long_run_the_end_is_kept() {
    let Some(name) = browser::name() else { return };
    let rounds = "#include <assert.h>\nint main(void) {\n    int s = 0;\n    for (int i = 0; i < 10000; i++)\n        s += i & 1;\n    assert(s == 0);\n    return 0;\n}\n";
    let long = [
        "run",
        "r.c",
        "--set",
        "timeline.rows=300",
        "--set",
        "timeline.last_rows=200",
    ];
    let (_folder, path) = page(&[("r.c", rounds)], &long, 10);
    let mut browser = Browser::open(name, &path);
    let says = browser.text("main");
    assert!(
        says.contains("is long") && says.contains("steps are left out"),
        "{says}"
    );
    assert!(
        browser.text(".sentence").contains("of 201"),
        "{}",
        browser.text(".sentence")
    );
    // Where a value came from is known all the same: each round's value comes from the one before.
    browser.press("Enter");
    assert!(
        browser.text(".why").contains("s = 5000 with s = 4999"),
        "{}",
        browser.text(".why")
    );
    assert_eq!(held(&mut browser, "s"), "5000");
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}

/// What a long condition gives is what differs between two runs: it must not be cut off with the text before it.
#[test]
fn values_and_the_failing_line_are_never_hidden() {
    let Some(name) = browser::name() else { return };
    let seats = "#include <assert.h>\nint nondet_int(void);\nint main(void) {\n    int first_of_the_seats = nondet_int(), second_of_the_seats = 7, found = 0;\n    \
        if (first_of_the_seats > second_of_the_seats - 4 && first_of_the_seats < second_of_the_seats + 4)\n        found = 1;\n    \
        assert(found == 0 || first_of_the_seats - second_of_the_seats + second_of_the_seats == 1000);\n    return 0;\n}\n";
    let (_folder, path) = page(&[("seats.c", seats)], &["seats.c"], 10);
    let mut browser = Browser::open(name, &path);
    for width in [1400, 1100, 700] {
        browser.width(width, 1000);
        // Each value lies in its column as a whole.
        let cut = browser.eval(
            "[...document.querySelectorAll('.row.diff .result')].filter((node) => { const own = node.getBoundingClientRect(), cell = node.parentElement.getBoundingClientRect(); return node.textContent.length < 12 && (own.right > cell.right + 1 || node.scrollWidth > node.clientWidth + 1); }).map((node) => node.textContent)",
        );
        assert_eq!(cut, serde_json::json!([]), "width {width}");
    }
    browser.width(1400, 1000);
    let branches = browser.eval(
        "[...document.querySelectorAll('.row.diff')].map((row) => [...row.querySelectorAll('.result')].map((node) => node.textContent).join(' ')).filter((text) => /^: \\w+ : \\w+$/.test(text))",
    );
    let branches = branches.as_array().cloned().unwrap_or_default();
    assert!(
        branches
            .iter()
            .any(|told| told == ": true : false" || told == ": false : true"),
        "{branches:?}"
    );
    // The values of the current step do not lie on its line.
    let covered = browser.eval(
        "(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.src.fail .t')); const text = range.getBoundingClientRect(), said = document.querySelector('.src button.v').getBoundingClientRect(); return said.width === 0 || said.top < text.bottom - 2 && said.left < text.right; })()",
    );
    assert_eq!(covered, false);
    let legend = browser.text(".legend");
    assert!(legend.contains("differs from the passing run"), "{legend}");
    assert!(browser.trouble().is_empty(), "{:?}", browser.trouble());
}
