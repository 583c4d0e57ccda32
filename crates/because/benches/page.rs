//! What a page weighs: `cargo bench -p because --bench page`.
//!
//! A program of 3,000 lines, two runs of 10,000 and of 100,000 steps each. The table has the size of the file, the time
//! that writing takes (both runs are aligned and told, and the page is put together) and that of recording the runs
//! before, the time until the answer is painted and until the runs can be stepped through, the time of a step (from the key to the
//! laid-out and painted page, in processor time; 95 of a hundred are faster) and the size of the script's heap after a collection. Words after `--` choose
//! the numbers of steps. No test asserts a time.

#[path = "../tests/browser/browser.rs"]
mod browser;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use browser::Browser;
use driver::{Host, KnownRun, Options, Recorded, Session};
use frontend::{Input, MemoryFiles};
use report::{HtmlPage, HtmlSubject, html_page};
use serde_json::json;

/// Functions of the program.
const FUNCTIONS: usize = 150;
/// Steps of a round through all of them, nearly.
const STEPS: usize = 1_600;
/// A seed that fails, and one that passes.
const SEEDS: [u128; 2] = [20, 5];

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
    println!("   steps  lines       file  recording  writing  answer   ready  step p95  heap");
    for steps in chosen {
        let folder = tempfile::tempdir().expect("a folder");
        let page = folder.path().join("page.html");
        let text = program(steps);
        let (recording, writing) = written(&text, &page);
        let size = std::fs::metadata(&page).expect("the page").len();
        let mut browser = Browser::start(name);
        let measured = measured(&mut browser, &page);
        println!(
            "{:>8} {:>6} {:>7.2} MB {recording:>8.2} s {writing:>6.2} s {:>5.0}ms {:>5.0}ms {:>7.1}ms {:>4.0}MB",
            measured.steps,
            text.lines().count(),
            size as f64 / 1e6,
            measured.answer,
            measured.ready,
            measured.step,
            measured.heap / 1e6,
        );
    }
}

/// Writes a page about two runs; seconds of the processor for recording them and for the page.
fn written(text: &str, page: &Path) -> (f64, f64) {
    let files = MemoryFiles::default();
    let host = Host {
        files: &files,
        system_dirs: &[],
    };
    let inputs = vec![Input::new("work.c", text)];
    let session = Session::new(inputs, Options::default(), host, Arc::new(|| false)).expect("a C program");
    let started = processor_seconds();
    let [failing, passing]: [Recorded; 2] = SEEDS.map(|seed| {
        session.recorded(&KnownRun {
            inputs: vec![("seed".to_owned(), seed)],
            ..KnownRun::default()
        })
    });
    let recording = processor_seconds() - started;
    assert!(
        matches!(failing.report.ending, report::Ending::Failed(_)),
        "{:?}",
        failing.report.ending
    );
    let started = processor_seconds();
    let runs = session.page_runs(&failing, Some(&passing));
    let made = html_page(&HtmlPage {
        subject: HtmlSubject::Run(&failing.report, None),
        sources: &session.sources,
        files: vec!["work.c".to_owned()],
        command: vec!["because".to_owned(), "work.c".to_owned()],
        runs: Some(&runs),
        unfolded: Vec::new(),
    });
    std::fs::write(page, made).expect("can be written");
    (recording, processor_seconds() - started)
}

/// Of this thread, so that what else the machine does makes no difference.
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map_or(f64::NAN, |nanoseconds| nanoseconds / 1e9)
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
    let step = stepped(browser);
    browser.call("HeapProfiler.enable", json!({}));
    browser.call("HeapProfiler.collectGarbage", json!({}));
    let heap = browser.call("Runtime.getHeapUsage", json!({}));
    Measured {
        steps,
        answer,
        ready,
        step,
        // What lies in typed arrays is beside the heap.
        heap: ["usedSize", "backingStorageSize"]
            .iter()
            .filter_map(|part| heap[*part].as_f64())
            .sum(),
    }
}

/// Keys in all places of the run: steps, differences, calls, rounds. The browser says how much processor time each task of
/// its main thread took, which is the same whatever else the machine does: the script with the layout that follows, and
/// the painting. The sum of the slowest of each kind that 95 of a hundred do not exceed, in milliseconds.
fn stepped(browser: &mut Browser) -> f64 {
    let config = json!({ "includedCategories": ["devtools.timeline"], "excludedCategories": ["*"] });
    browser.call("Tracing.start", json!({ "traceConfig": config }));
    for k in 0..200 {
        browser.eval(&format!(
            "{{ const k = {k}; if (k % 10 === 0) {{ const s = document.querySelector('[type=range]'); s.value = String(Math.floor((k * 7919) % +s.max)); s.dispatchEvent(new Event('input')); }} document.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'jkjJojurkK'[k % 10], bubbles: true }})); document.querySelector('.panes').getBoundingClientRect(); 0 }}"
        ));
    }
    browser.call("Tracing.end", json!({}));
    browser.wait("true");
    let events = browser.told("Tracing.tracingComplete", "Tracing.dataCollected");
    let of = |name: &str| {
        let all = events
            .iter()
            .flat_map(|event| event["params"]["value"].as_array().into_iter().flatten());
        let mut took: Vec<f64> = all
            .filter(|event| event["name"] == name)
            .filter_map(|event| event["tdur"].as_f64())
            .collect();
        took.sort_by(f64::total_cmp);
        took.get(took.len() * 95 / 100).copied().unwrap_or(f64::NAN) / 1000.0
    };
    of("EventDispatch") + of("UpdateLayoutTree") + of("Layout") + of("PrePaint") + of("Paint")
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
    text.push_str("    }\n    assert(seed < 20 || fees == 0);\n    return 0;\n}\n");
    text
}
