//! A resolution advisory module and its mutants: the paper's section 4.1 with a program and tests of our own.
//!
//! `cargo test --release -p localize --test advisory -- --ignored --nocapture` prints the whole table.

#[path = "diagnoses/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use interp::{
    BytesInput, CapturedOutput, Environment, Interpreter, Limits, ListedInputs, NoObserver, ZeroInputs,
};
use localize::{Diagnosis, Settings, localize};
use runs::Test;
use support::{load, never, shown, vector};

/// A mutant: a line number is found by its text.
struct Mutant {
    name: &'static str,
    from: &'static str,
    to: &'static str,
    /// What must be among the diagnoses, as `shown` prints it without the line, if it is one fault.
    faulty: &'static [&'static str],
    faults: usize,
}

const fn one(
    name: &'static str,
    from: &'static str,
    to: &'static str,
    faulty: &'static [&'static str],
) -> Mutant {
    Mutant {
        name,
        from,
        to,
        faulty,
        faults: 1,
    }
}

/// The first ones are those that the papers describe; the rest are our own.
const MUTANTS: &[Mutant] = &[
    one(
        "v1: >= becomes > in the climb",
        "!(down_separation >= needed())",
        "!(down_separation > needed())",
        &["!(down_separation > needed())"],
    ),
    one(
        "v2: another constant for the bias",
        "up_separation + CLIMB_BIAS",
        "up_separation + MIN_SEPARATION",
        &["up_separation + MIN_SEPARATION"],
    ),
    one(
        "v7: 501 for 500",
        "threshold[1] = 500",
        "threshold[1] = 550",
        &["550"],
    ),
    one(
        "v14: a wrong #define",
        "#define FAR_APART 600 ",
        "#define FAR_APART 650 ",
        &["650"],
    ),
    one(
        "v36: a wrong #define of an advisory",
        "#define DOWNWARD 2",
        "#define DOWNWARD 1",
        &["1"],
    ),
    one(
        "and for or",
        "(equipped && intent_unknown) || !equipped",
        "(equipped && intent_unknown) && !equipped",
        &["(equipped && intent_unknown) && !equipped"],
    ),
    one(
        "a missing operand",
        "own_above() && current_separation >= MIN_SEPARATION && up_separation >= needed()",
        "current_separation >= MIN_SEPARATION && up_separation >= needed()",
        &["current_separation >= MIN_SEPARATION && up_separation >= needed()"],
    ),
    one(
        "a wrong index",
        "return threshold[layer]",
        "return threshold[0]",
        &["threshold[0]", "0"],
    ),
    one(
        "the wrong way to compare altitudes",
        "return own_altitude < other_altitude",
        "return own_altitude <= other_altitude",
        &["own_altitude <= other_altitude"],
    ),
    one(
        "other altitude compared with itself",
        "return other_altitude < own_altitude",
        "return other_altitude <= own_altitude",
        &["other_altitude <= own_altitude"],
    ),
    one(
        "the condition of the bias negated",
        "climb_inhibited ? up_separation",
        "!climb_inhibited ? up_separation",
        &["!climb_inhibited"],
    ),
    one(
        "the preference reversed in the climb",
        "prefer_up = biased_climb() > down_separation;\n    if (prefer_up) {\n        result = !own_below()",
        "prefer_up = biased_climb() < down_separation;\n    if (prefer_up) {\n        result = !own_below()",
        &["biased_climb() < down_separation"],
    ),
    one(
        "the preference without its bias",
        "prefer_up = biased_climb() > down_separation;\n    if (prefer_up) {\n        result = own_below()",
        "prefer_up = up_separation > down_separation;\n    if (prefer_up) {\n        result = own_below()",
        &["up_separation > down_separation"],
    ),
    one(
        "a rate that is too small",
        "#define MOST_RATE 600 ",
        "#define MOST_RATE 500 ",
        &["500"],
    ),
    one(
        "a confidence that is not asked",
        "enabled = high_confidence && own_rate",
        "enabled = own_rate",
        &["own_rate <= MOST_RATE && current_separation > FAR_APART"],
    ),
    one(
        "== becomes !=",
        "other_advisory == NO_INTENT",
        "other_advisory != NO_INTENT",
        &["other_advisory != NO_INTENT"],
    ),
    one(
        "equipment reversed",
        "equipped = other_equipment == EQUIPPED",
        "equipped = other_equipment != EQUIPPED",
        &["other_equipment != EQUIPPED"],
    ),
    one(
        "up without asking who is below",
        "up = climb_is_safe() && own_below()",
        "up = climb_is_safe()",
        &["climb_is_safe()", "up = climb_is_safe()"],
    ),
    one(
        "the wrong advisory",
        "else if (up)\n            advisory = UPWARD",
        "else if (up)\n            advisory = DOWNWARD",
        &["DOWNWARD"],
    ),
    one(
        "the condition of the descent",
        "else if (down)",
        "else if (!down)",
        &["!down"],
    ),
    one(
        "a threshold for the wrong layer",
        "threshold[3] = 740",
        "threshold[3] = 640",
        &["640"],
    ),
    one(
        "the wrong argument",
        "up_separation = atoi(argv[8])",
        "up_separation = atoi(argv[9])",
        &["9", "argv[9]", "atoi(argv[9])"],
    ),
    one(
        "a comparison with the wrong separation",
        "!own_above() || (own_above() && up_separation >= needed())",
        "!own_above() || (own_above() && down_separation >= needed())",
        &["down_separation >= needed()"],
    ),
    one(
        "the descent's answer negated",
        "down = descent_is_safe() && own_above()",
        "down = !descent_is_safe() && own_above()",
        &["!descent_is_safe()"],
    ),
    one(
        "a wrong initial advisory",
        "advisory = UNRESOLVED;\n    if (enabled",
        "advisory = UPWARD;\n    if (enabled",
        &["UPWARD"],
    ),
    one(
        "a preference that is too weak",
        "prefer_up = biased_climb() > down_separation;\n    if (prefer_up) {\n        result = !own_below()",
        "prefer_up = biased_climb() > down_separation + 100;\n    if (prefer_up) {\n        result = !own_below()",
        &["biased_climb() > down_separation + 100"],
    ),
    Mutant {
        name: "two faults: both comparisons of altitudes",
        from: "return own_altitude < other_altitude;\n}\n\nstatic int own_above(void) {\n    return other_altitude < own_altitude",
        to: "return own_altitude <= other_altitude;\n}\n\nstatic int own_above(void) {\n    return other_altitude <= own_altitude",
        faulty: &[],
        faults: 2,
    },
    Mutant {
        name: "two faults: two thresholds",
        from: "threshold[1] = 500;\n    threshold[2] = 640",
        to: "threshold[1] = 550;\n    threshold[2] = 600",
        faulty: &[],
        faults: 2,
    },
];

fn pick(random: &mut interp::SplitMix64, from: &[i64]) -> i64 {
    from[random.below(from.len() as u64) as usize]
}

/// Encounters near the limits that the program knows.
fn encounters(count: usize) -> Vec<String> {
    let mut random = interp::SplitMix64(20_260_101);
    let near = [
        0, 299, 300, 399, 400, 450, 499, 500, 520, 550, 600, 601, 640, 641, 700, 739, 740, 800, 1000,
    ];
    (0..count)
        .map(|_| {
            let own = 1000 + random.below(5) as i64 * 100;
            let other = 1000 + random.below(5) as i64 * 100;
            let fields = [
                pick(&mut random, &[300, 600, 601, 630, 700, 900, 1500]),
                i64::from(random.below(8) > 0),
                random.below(2) as i64,
                own,
                pick(&mut random, &[0, 400, 550, 600, 601, 700]),
                other,
                random.below(4) as i64,
                near[random.below(near.len() as u64) as usize],
                near[random.below(near.len() as u64) as usize],
                pick(&mut random, &[0, 0, 1, 2]),
                pick(&mut random, &[1, 2]),
                random.below(2) as i64,
            ];
            fields.map(|field| field.to_string()).join(" ")
        })
        .collect()
}

fn output(interpreter: &Interpreter<'_>, arguments: &[Vec<u8>]) -> String {
    let mut output = CapturedOutput::default();
    interpreter.run(Environment {
        inputs: &mut ListedInputs::new([], ZeroInputs),
        stdin: &mut BytesInput::new(Vec::new()),
        output: &mut output,
        observer: &mut NoObserver,
        limits: Limits::default(),
        arguments: arguments.to_vec(),
        interrupt: None,
    });
    String::from_utf8(output.stdout).unwrap()
}

fn program_text() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/diagnose/advisory.c");
    std::fs::read_to_string(path).unwrap()
}

/// All encounters with what the correct version prints.
fn judged(count: usize) -> Vec<Test> {
    let (program, sources) = load(&program_text());
    let interpreter = Interpreter::new(&program, Some(&sources));
    encounters(count)
        .iter()
        .map(|arguments| {
            let mut test = vector(arguments, "");
            test.expected = Some(output(&interpreter, &test.arguments).into_bytes());
            test
        })
        .collect()
}

struct Row {
    failing: usize,
    sets: usize,
    size: usize,
    has_fault: bool,
    best: String,
    time: Duration,
}

fn diagnosed(mutant: &Mutant, tests: &[Test], max_faults: usize) -> Row {
    let text = program_text();
    assert_eq!(text.matches(mutant.from).count(), 1, "{}", mutant.name);
    let (program, mut sources) = load(&text.replace(mutant.from, mutant.to));
    let settings = Settings {
        max_faults,
        ..Settings::default()
    };
    let start = Instant::now();
    let found = localize(&program, &mut sources, tests, &[], &settings, &never());
    let time = start.elapsed();
    assert_eq!(found.mismatches, [], "{}", mutant.name);
    let all = shown(&found, &sources);
    if std::env::var_os("DIAGNOSES").is_some() {
        for (diagnosis, text) in found.diagnoses.iter().zip(&all) {
            eprintln!("    {text}   [{:?}]", diagnosis.reason.grounds);
        }
        eprintln!("    {:?}", found.notes);
    }
    let is_fault = |id: &usize| mutant.faulty.contains(&found.suspects[*id].text.as_str());
    let named = |diagnosis: &Diagnosis| {
        let parts = diagnosis.narrower.iter().flatten();
        diagnosis.members.iter().chain(parts).any(is_fault)
    };
    Row {
        failing: found.failing.len(),
        sets: all.len(),
        size: found
            .diagnoses
            .first()
            .map_or(0, |diagnosis| diagnosis.members.len()),
        has_fault: found.diagnoses.iter().any(named),
        best: found.diagnoses.first().map_or(String::new(), |diagnosis| {
            format!("{:?}", diagnosis.reason.grounds)
        }),
        time,
    }
}

#[test]
fn a_few_mutants() {
    let tests = judged(150);
    for mutant in MUTANTS.iter().filter(|mutant| {
        ["v2", "v14", "a rate", "the wrong advisory", "== becomes"]
            .iter()
            .any(|name| mutant.name.starts_with(name))
    }) {
        let row = diagnosed(mutant, &tests, 1);
        assert!(row.failing > 0, "{}", mutant.name);
        assert!(row.has_fault, "{}", mutant.name);
    }
}

#[test]
#[ignore = "the whole table, for reading"]
fn all_mutants() {
    let tests = judged(1000);
    let mut sizes = Vec::new();
    println!(
        "{:<45} {:>7} {:>5} {:>5} {:>6} {:>9}  best",
        "mutant", "failing", "size", "sets", "fault", "time"
    );
    let mut missed = Vec::new();
    for mutant in MUTANTS {
        if std::env::args().any(|arg| arg.starts_with('=') && !mutant.name.contains(&arg[1..])) {
            continue;
        }
        let row = diagnosed(mutant, &tests, mutant.faults.max(1));
        println!(
            "{:<45} {:>7} {:>5} {:>5} {:>6} {:>7}ms  {}",
            mutant.name,
            row.failing,
            row.size,
            row.sets,
            if mutant.faults > 1 {
                "-"
            } else if row.has_fault {
                "yes"
            } else {
                "NO"
            },
            row.time.as_millis(),
            row.best
        );
        if row.failing == 0 {
            missed.push(mutant.name);
        } else if mutant.faults == 1 {
            sizes.push(row.sets);
            if !row.has_fault {
                missed.push(mutant.name);
            }
        }
    }
    sizes.sort_unstable();
    println!("median of the single faults: {:?}", sizes.get(sizes.len() / 2));
    assert_eq!(missed, Vec::<&str>::new());
}
