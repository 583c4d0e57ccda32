//! What explaining costs beside finding the failing run, as programs and unwindings grow.
//!
//! `cargo bench -p explain --bench explain_growth` prints a table; words after `--` choose programs by the start of their
//! names, and `phases` says for each what the time went into. Times are CPU times of one run on this machine; the ratio in
//! the last column is what to look at.

#[path = "../tests/kernel/mod.rs"]
mod kernel;
#[path = "../../trace/tests/support/mod.rs"]
mod support;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use explain::ExplainOptions;
use support::load;
use trace::{Phase, Question};

/// A loop that sums an array up to a bound, with a wrong limit at the end.
fn sum(length: u32) -> String {
    format!(
        "int nondet_int(void);
int main(void) {{
    int a[{length}], n = nondet_int(), total = 0;
    __CPROVER_assume(n >= 0 && n <= {length});
    for (int i = 0; i < n; i++) {{
        a[i] = nondet_int();
        __CPROVER_assume(a[i] >= 0 && a[i] < 100);
    }}
    for (int i = 0; i < n; i++)
        if (a[i] != 7)
            total += a[i];
    assert(total <= {});
    return 0;
}}
",
        99 * (length - 1)
    )
}

/// What the time goes into.
#[derive(Default)]
struct Spent {
    all: BTreeMap<Phase, f64>,
    /// What is being done, and since when.
    last: Option<(Phase, f64)>,
}

/// Seconds on the processor, where the system says; else by the clock.
fn seconds(start: Instant) -> f64 {
    let on_processor = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = on_processor.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns as f64 / 1e9)
}

/// The advisory program with one fault, and its claims as assertions.
fn advisory() -> String {
    format!("#define FAULT\n{}", include_str!("../tests/programs/advisory.c"))
}

fn main() {
    let mut words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let phases = words.iter().any(|word| word == "phases");
    words.retain(|word| word != "phases");
    println!(
        "{:<14} {:>6} {:>8} {:>9} {:>9} {:>9} {:>7} {:>6}",
        "program", "lines", "steps", "check s", "explain s", "distance", "slice", "ratio"
    );
    let mut programs: Vec<(String, String)> = Vec::new();
    for services in [5, 10, 20, 40, 80] {
        let (text, _) = kernel::kernel(services, Some(services / 2));
        programs.push((format!("kernel {services}"), text));
    }
    for length in [4, 8, 16, 32] {
        programs.push((format!("sum {length}"), sum(length)));
    }
    programs.push(("advisory".to_owned(), advisory()));
    let begin = Instant::now();
    for (name, text) in programs {
        if !words.is_empty() && !words.iter().any(|word| name.replace(' ', "").starts_with(word)) {
            continue;
        }
        let mut loaded = load(&text);
        loaded.stop = support::within(Duration::from_secs(240));
        loaded.options.stop_on_fail = true;
        loaded.options.deepens_after_failure = false;
        let start = seconds(begin);
        let mut report = loaded.check();
        let checked = seconds(begin) - start;
        let Some(failed) = report.counterexamples.pop() else {
            println!("{name:<14} nothing fails in time");
            continue;
        };
        let start = seconds(begin);
        let spent: Rc<RefCell<Spent>> = Rc::default();
        let watch = {
            let spent = spent.clone();
            move |phase: Option<Phase>| {
                let now = seconds(begin);
                let Spent { all, last } = &mut *spent.borrow_mut();
                if let Some((phase, since)) = last.take() {
                    *all.entry(phase).or_default() += now - since;
                }
                *last = phase.map(|phase| (phase, now));
            }
        };
        let question = Question {
            watch: &|phase| watch(Some(phase)),
            ..loaded.question()
        };
        let steps = report.equation.steps.len();
        let found = explain::explain_deeper(&question, report.equation, &failed, &ExplainOptions::default());
        watch(None);
        let explained = seconds(begin) - start;
        let (distance, slice) = match &found.result {
            Ok(found) => (
                format!(
                    "{}{}",
                    found.distance.value,
                    if found.distance.proved() { "" } else { "?" }
                ),
                found.slices.first().map_or(0, Vec::len),
            ),
            Err(_) => ("-".to_owned(), 0),
        };
        println!(
            "{name:<14} {:>6} {steps:>8} {checked:>9.3} {explained:>9.3} {distance:>9} {slice:>7} {:>6.1}",
            text.lines().count(),
            explained / checked
        );
        if phases {
            for (phase, spent) in &spent.borrow().all {
                println!("    {:<12} {spent:>9.3}", format!("{phase:?}"));
            }
        }
    }
}
