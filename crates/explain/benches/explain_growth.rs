//! What explaining costs beside finding the failing run, as programs and unwindings grow.
//!
//! `cargo bench -p explain --bench explain_growth` prints a table. Times are of one run on this machine; the ratio in
//! the last column is what to look at.

#[path = "../tests/support/kernel.rs"]
mod kernel;
#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use explain::ExplainOptions;
use support::load;

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

fn main() {
    println!(
        "{:<14} {:>6} {:>8} {:>9} {:>9} {:>9} {:>7} {:>6}",
        "program", "lines", "steps", "check s", "explain s", "distance", "slice", "ratio"
    );
    let mut programs: Vec<(String, String)> = Vec::new();
    for services in [5, 10, 20, 40] {
        let (text, _) = kernel::kernel(services, Some(services / 2));
        programs.push((format!("kernel {services}"), text));
    }
    for length in [4, 8, 16, 32] {
        programs.push((format!("sum {length}"), sum(length)));
    }
    for (name, text) in programs {
        let mut loaded = load(&text);
        loaded.stop = support::within(Duration::from_secs(60));
        loaded.options.stop_on_fail = true;
        let start = Instant::now();
        let mut report = loaded.check();
        let checked = start.elapsed().as_secs_f64();
        let Some(failed) = report.counterexamples.pop() else {
            println!("{name:<14} nothing fails in time");
            continue;
        };
        let start = Instant::now();
        let found = loaded.explain(&mut report.equation, &failed, &ExplainOptions::default());
        let explained = start.elapsed().as_secs_f64();
        let (distance, slice) = match &found {
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
            "{name:<14} {:>6} {:>8} {checked:>9.3} {explained:>9.3} {distance:>9} {slice:>7} {:>6.1}",
            text.lines().count(),
            report.equation.steps.len(),
            explained / checked
        );
    }
}
