//! How long it takes to decide causes: `cargo bench -p explain --bench causes`.
//!
//! For each program: the time to find a failing run, the predicates that were looked at, how many of them are causes, and
//! the time to decide all of them.

#[path = "../../trace/tests/support/mod.rs"]
mod support;

use std::time::Instant;

use causes::CausesOptions;
use support::load_with;

const PROGRAMS: &[(&str, Option<&str>, &str)] = &[
    (
        "sort",
        Some("f"),
        include_str!("../../trace/tests/programs/sort.c"),
    ),
    ("tcas", None, include_str!("../tests/programs/tcas.c")),
    (
        "quantize",
        None,
        include_str!("../../trace/tests/programs/quantize.c"),
    ),
];

fn main() {
    let wanted = support::wanted();
    println!(
        "{:<16} {:<12} {:>8} {:>10} {:>7} {:>9} {:>8}",
        "program", "predicates", "find s", "looked at", "causes", "strongest", "decide s"
    );
    for (name, function, text) in PROGRAMS {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let mut loaded = load_with(text, *function, false);
        loaded.options.stop_on_fail = true;
        let begin = Instant::now();
        let mut report = loaded.check();
        let find = begin.elapsed();
        let Some(failed) = report.counterexamples.first().cloned() else {
            continue;
        };
        for (kind, inputs_only, mine_guards) in [
            ("inputs", true, false),
            ("all", false, false),
            ("with guards", false, true),
        ] {
            let question = loaded.question();
            let options = CausesOptions {
                inputs_only,
                mine_guards,
                ..CausesOptions::default()
            };
            let begin = Instant::now();
            let found = causes::causes(&question, &mut report.equation, &failed, &options).expect("causes");
            let strongest = found.causes.iter().filter(|cause| cause.follows_from.is_none());
            println!(
                "{name:<16} {kind:<12} {:>8.3} {:>10} {:>7} {:>9} {:>8.3}",
                find.as_secs_f64(),
                found.candidates,
                found.causes.len(),
                strongest.count(),
                begin.elapsed().as_secs_f64()
            );
        }
    }
}
