//! What a page weighs: `cargo bench -p because --bench page`.
//!
//! A program of 3,000 lines, two runs of 10,000 and of 100,000 steps each. The table has the size of the file, what
//! making it adds to the processor time of the command, the time until the answer is painted and until the runs can be
//! stepped through, the time of a step (from the key to the laid-out page, every 95th of a hundred is faster) and the
//! size of the script's heap after a collection. Words after `--` choose the numbers of steps. No test asserts a time.

#[path = "../tests/browser/browser.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod browser;

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use browser::Browser;
use serde_json::json;

/// Functions of the program, and lines of each.
const FUNCTIONS: usize = 150;
/// Steps of a round through all of them, nearly.
const STEPS: usize = 1_600;

fn main() {
    let chosen: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let chosen = if chosen.is_empty() {
        vec![10_000, 100_000]
    } else {
        chosen
    };
    let Some(name) = browser::name() else { return };
    println!("   steps  lines       file  answer   ready  step p95  heap    page adds");
    for steps in chosen {
        let folder = tempfile::tempdir().expect("a folder");
        let text = program(steps);
        std::fs::write(folder.path().join("work.c"), &text).expect("can be written");
        let without = seconds(folder.path(), &[]);
        let with = seconds(folder.path(), &["--html", "page.html"]);
        let page = folder.path().join("page.html");
        let size = std::fs::metadata(&page).expect("the page").len();
        let mut browser = Browser::start(name);
        let measured = measured(&mut browser, &page);
        println!(
            "{:>8} {:>6} {:>7.2} MB {:>5.0}ms {:>5.0}ms {:>7.1}ms {:>4.0}MB {:>8.2} s",
            measured.steps,
            text.lines().count(),
            size as f64 / 1e6,
            measured.answer,
            measured.ready,
            measured.step,
            measured.heap / 1e6,
            with - without,
        );
    }
}

/// Processor time of a command that ends with a failing run.
fn seconds(folder: &Path, more: &[&str]) -> f64 {
    let times = folder.join("times");
    let started = Instant::now();
    let status = Command::new("sh")
        .args([
            "-c",
            "\"$@\" > /dev/null 2> errors; code=$?; times > times; exit $code",
            "sh",
        ])
        .arg(env!("CARGO_BIN_EXE_because"))
        .args(["explain", "work.c", "--unwind", "1"])
        .args(more)
        .current_dir(folder)
        .status()
        .expect("runs");
    let errors = std::fs::read_to_string(folder.join("errors")).unwrap_or_default();
    assert_eq!(status.code(), Some(10), "{errors}");
    // Of the children: the second line, user and system.
    let text = std::fs::read_to_string(times).unwrap_or_default();
    let used = text.lines().nth(1).map(|line| {
        let part = |word: &str| {
            let (minutes, rest) = word.split_once('m')?;
            Some(minutes.parse::<f64>().ok()? * 60.0 + rest.trim_end_matches('s').parse::<f64>().ok()?)
        };
        line.split_whitespace().filter_map(part).sum::<f64>()
    });
    used.unwrap_or_else(|| started.elapsed().as_secs_f64())
}

struct Measured {
    steps: i64,
    answer: f64,
    ready: f64,
    step: f64,
    heap: f64,
}

fn measured(browser: &mut Browser, page: &Path) -> Measured {
    browser.go(&format!("file://{}", page.display()));
    let number = |browser: &mut Browser, text: &str| browser.eval(text).as_f64().unwrap_or(f64::NAN);
    let answer = number(
        browser,
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
    );
    let ready = number(
        browser,
        "performance.timing.domComplete - performance.timing.navigationStart",
    );
    let steps = browser.number("+document.querySelector('[type=range]').max + 1");
    // Keys in all places of the run: steps, differences, calls, rounds, with the layout that follows.
    browser.eval(
        "window.took = []; for (let k = 0; k < 400; k++) { if (k % 10 === 0) { const s = document.querySelector('[type=range]'); s.value = String(Math.floor((k * 7919) % +s.max)); s.dispatchEvent(new Event('input')); } const key = 'jkjJojurkK'[k % 10]; const began = performance.now(); document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); document.querySelector('.panes').getBoundingClientRect(); window.took.push(performance.now() - began); }",
    );
    let step = number(
        browser,
        "window.took.sort((a, b) => a - b)[Math.floor(window.took.length * 0.95)]",
    );
    browser.call("HeapProfiler.enable", json!({}));
    browser.call("HeapProfiler.collectGarbage", json!({}));
    let heap = browser.call("Runtime.getHeapUsage", json!({}));
    Measured {
        steps,
        answer,
        ready,
        step,
        heap: heap["usedSize"].as_f64().unwrap_or(f64::NAN),
    }
}

/// Accounts, and what is done with them.
fn program(steps: usize) -> String {
    let mut text = String::from(
        "#include <assert.h>\n\nint nondet_int(void);\n\nstruct account {\n    int number;\n    int balance;\n    unsigned flags;\n    int history[4];\n};\n\nstatic struct account accounts[20];\nstatic unsigned clock_now;\n\n",
    );
    for index in 0..FUNCTIONS {
        let _ = write!(
            text,
            "/* Books an amount on an account: kind {index}. */\nstatic int book_{index}(int which, int amount) {{\n    struct account *account = &accounts[which % 20];\n    int fee = amount / {fee} + {index};\n    if (fee > 40)\n        fee = 40;\n    if (account->flags & {flag}u) {{\n        account->flags &= ~{flag}u;\n        fee = 0;\n    }} else {{\n        account->flags |= {flag}u;\n    }}\n    account->balance += amount - fee;\n    account->history[clock_now % 4] = amount;\n    clock_now++;\n    if (account->balance < -100000)\n        return -1;\n    return fee;\n}}\n\n",
            fee = index % 7 + 3,
            flag = 1 << (index % 5),
        );
    }
    text.push_str("int main(void) {\n    int seed = nondet_int();\n    if (seed < 1 || seed > 50)\n        return 0;\n    int fees = 0;\n");
    let _ = writeln!(
        text,
        "    for (int round = 0; round < {}; round++) {{",
        steps.div_ceil(STEPS)
    );
    for index in 0..FUNCTIONS {
        let amount = if index % 10 == 0 {
            "seed".to_owned()
        } else {
            (index * 13 % 200).to_string()
        };
        let _ = writeln!(text, "        fees += book_{index}(round + {index}, {amount});");
    }
    text.push_str("    }\n    assert(fees % 3 != seed % 3 || seed < 20);\n    return 0;\n}\n");
    text
}
