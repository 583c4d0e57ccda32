//! Random C programs with few inputs of few values: the interpreter tries them all, and every claim must get
//! the verdict that this gives. `cargo xtask torture` does the same for hours, with more oracles.

mod support;

use torture::{Class, Examined, examine, executed, load, standard_settings};

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// One program, its claims decided in three ways.
fn examined(class: Class, seed: u64) -> Result<Examined, String> {
    let tree = class.generate(seed);
    let text = tree.render();
    let fail = |message: String| format!("{} {seed}: {message}\n{text}", class.name());
    let options = lower::Options::default();
    let loaded = load("r.c", text.as_bytes(), &options, &support::Disk).map_err(fail)?;
    let runs = executed(&tree, &loaded);
    let examined = examine(&loaded, &runs, &standard_settings());
    match examined.disagreements.first() {
        Some(found) => Err(fail(found.to_string())),
        None => Ok(examined),
    }
}

/// All of them must be right; gives how many claims there are, and how many are undecided.
fn all_examined(programs: impl Iterator<Item = (Class, u64)>) -> (usize, usize) {
    let (mut claims, mut undecided) = (0, 0);
    let mut failures = Vec::new();
    for (class, seed) in programs {
        match examined(class, seed) {
            Ok(found) => {
                claims += found.claims;
                undecided += found.undecided;
            }
            Err(error) => failures.push(error),
        }
    }
    println!(
        "{claims} claims, {undecided} undecided, {} failures",
        failures.len()
    );
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
    (claims, undecided)
}

#[test]
fn every_verdict_is_what_trying_all_inputs_gives() {
    let first = number("BMC_SEED").unwrap_or(1);
    let count = number("BMC_COUNT").unwrap_or(40);
    let (claims, undecided) = all_examined((first..first + count).map(|seed| (Class::Mixed, seed)));
    assert!(undecided * 2 < claims, "{undecided} of {claims} undecided");
}

/// A few programs of each class, always the same.
#[test]
fn a_sample_of_every_class() {
    let classes = Class::ALL.into_iter().filter(|class| *class != Class::Mixed);
    let (claims, _) = all_examined(classes.flat_map(|class| (1..=SAMPLE).map(move |seed| (class, seed))));
    assert!(claims > 1000, "the programs have only {claims} claims");
}

const SAMPLE: u64 = 3;
