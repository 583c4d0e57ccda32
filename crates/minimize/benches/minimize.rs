//! How long it takes to make failing runs small: `cargo bench -p explain --bench minimize`.
//!
//! For each program: the time to find a failing run, and the time, length and sum of its greedy and its optimal
//! minimisation. A name as argument measures that program only. Times are of the processor, where Linux tells them.

#[path = "../../trace/tests/support/mod.rs"]
mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use minimize::MinimizeOptions;
use support::load_with;
use trace::Question;

const PROGRAMS: &[(&str, Option<&str>, &str)] = &[
    (
        "sort",
        Some("f"),
        include_str!("../../trace/tests/programs/sort.c"),
    ),
    (
        "quantize",
        None,
        include_str!("../../trace/tests/programs/quantize.c"),
    ),
    (
        "adpcm_coder",
        None,
        include_str!("../tests/programs/adpcm_coder.c"),
    ),
    (
        "adpcm_decoder",
        None,
        include_str!("../tests/programs/adpcm_decoder.c"),
    ),
    ("g721_step", None, include_str!("../tests/programs/g721_step.c")),
    ("gsm_filter", None, include_str!("../tests/programs/gsm_filter.c")),
];

/// Nobody waits longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time that this thread has used, or that has passed since `begin` where it is not told.
fn used(begin: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

fn main() {
    let wanted = support::wanted();
    println!(
        "{:<16} {:>8} {:>7} {:>12} | {:>8} {:>7} {:>12} | {:>8} {:>7} {:>12} {:>7}",
        "program",
        "find s",
        "length",
        "sum",
        "greedy s",
        "length",
        "sum",
        "optim. s",
        "length",
        "sum",
        "ratio"
    );
    for (name, function, text) in PROGRAMS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            measure(name, *function, text);
        }
    }
}

fn measure(name: &str, function: Option<&str>, text: &str) {
    let mut loaded = load_with(text, function, false);
    loaded.options.stop_on_fail = true;
    let begin = Instant::now();
    let before = used(begin);
    let mut report = loaded.check();
    let find = used(begin) - before;
    let Some(failed) = report.counterexamples.first().cloned() else {
        println!("{name:<16} does not fail");
        return;
    };
    let mut minimize = |greedy: bool| {
        let before = used(begin);
        let start = Instant::now();
        let stop: runs::Interrupt = Arc::new(move || start.elapsed() > PATIENCE);
        let question = Question {
            stop: &stop,
            ..loaded.question()
        };
        let options = MinimizeOptions {
            greedy,
            effort: Some(budgets::minimize::DEFAULT_EFFORT.get()),
            ..MinimizeOptions::default()
        };
        let found = minimize::minimize(&question, &mut report.equation, &failed, &options).expect("a run");
        (used(begin) - before, found)
    };
    let (greedy_time, greedy) = minimize(true);
    let (optimal_time, optimal) = minimize(false);
    let mark = |measure: &minimize::Measure| match measure.proved() {
        true => format!("{}", measure.value),
        false => format!("{}..{}", measure.lower, measure.value),
    };
    println!(
        "{name:<16} {:>8.3} {:>7} {:>12} | {:>8.3} {:>7} {:>12} | {:>8.3} {:>7} {:>12} {:>7.1}",
        find.as_secs_f64(),
        optimal.length.before,
        optimal.sum.before,
        greedy_time.as_secs_f64(),
        greedy.length.value,
        greedy.sum.value,
        optimal_time.as_secs_f64(),
        mark(&optimal.length),
        mark(&optimal.sum),
        optimal_time.as_secs_f64() / find.as_secs_f64()
    );
}
