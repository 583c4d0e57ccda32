//! Faulty programs as students write them, with their tests: the fault must be in the diagnosis.
//!
//! `tests/diagnose/students/NAME.c` says in its first lines which command is given, and at which line the fault is or after
//! which line a statement is missing; two faults are in one diagnosis, or each in one. `NAME/` holds its tests. A run of all
//! takes minutes, so that only the quick ones are always tried. The table of ranks, sizes and times of all is printed by
//! `cargo test --release -p because --test students -- --ignored --nocapture`.

mod support;

use std::fs;
use std::time::{Duration, Instant};

use support::{because, finish, root};

const ALLOWED: Duration = Duration::from_secs(300);
/// Programs that take about half a second each, and one with two faults.
const QUICK: &[&str] = &[
    "average_int_division",
    "bills_missing_rest",
    "braces_missing",
    "call_missing",
    "date_printed",
    "else_of_chain",
    "else_too_many",
    "fibonacci_start",
    "figures_separator",
    "global_initialiser",
    "grade_boundary",
    "grade_thresholds",
    "highest_score",
    "histogram",
    "int_for_long",
    "leap_year",
    "limit_and_output",
    "line_in_loop",
    "loop_backwards",
    "loop_semicolon",
    "median_of_three",
    "missing_break",
    "missing_newline",
    "names_exchanged",
    "output_missing",
    "palindrome",
    "palindrome_flag",
    "password_literal",
    "scan_conversion",
    "scan_format",
    "second_largest",
    "smallest_of_four",
    "sum_until_zero",
    "swapped_scan",
    "syllables",
    "tax_macro",
    "temperature_format",
    "ternary_max",
    "triangle_kind",
    "triangle_two_faults",
    "unary_minus",
    "upper_char",
    "weekday_table",
    "word_count",
    "word_counter",
    "wrong_case",
    "wrong_conversion",
];

fn lines_of(component: &serde_json::Value) -> std::ops::RangeInclusive<u64> {
    let at = &component["location"];
    let number = |name: &str| at[name].as_u64().unwrap_or(0);
    number("line")..=number("end_line")
}

#[test]
fn the_fault_is_found() {
    let names: Vec<String> = QUICK.iter().map(|name| (*name).to_owned()).collect();
    look_at(&names);
}

#[test]
#[ignore = "takes minutes"]
fn the_fault_is_found_in_all() {
    let folder = root().join("tests/diagnose/students");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".c").map(str::to_owned))
        .collect();
    names.sort();
    assert!(names.len() > QUICK.len(), "the programs are there");
    look_at(&names);
}

/// The fault of each must be told, and near the top.
fn look_at(names: &[String]) {
    let folder = root().join("tests/diagnose/students");
    let (mut ranks, mut missed) = (Vec::new(), Vec::new());
    for name in names {
        let text = fs::read_to_string(folder.join(format!("{name}.c"))).expect("reads");
        let said = text.lines().nth(1).expect("a second line");
        let missing = said.contains("missing after");
        let wanted: Vec<u64> = said
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        assert!(!wanted.is_empty(), "{name} says where its fault is");
        // A missing statement belongs between two lines.
        let is_wanted = |line: u64| {
            wanted
                .iter()
                .any(|known| line == *known || (missing && line == known + 1))
        };
        let started = Instant::now();
        let mut command = because();
        command
            .current_dir(&folder)
            .args(["diagnose", &format!("{name}.c"), "--tests", name, "--json"]);
        let done = finish(&mut command, b"", ALLOWED).unwrap_or_else(|| panic!("{name} ends in time"));
        let time = started.elapsed();
        assert_eq!(done.status, 10, "{name}: {}", done.stderr_text());
        let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
        let diagnoses = document["diagnoses"].as_array().expect("a list");
        let names = |diagnosis: &serde_json::Value, is_wanted: &dyn Fn(u64) -> bool| {
            let parts = diagnosis["narrower"].as_array().into_iter().flatten();
            let parts = parts.filter_map(|set| set.as_array()).flatten();
            let own = diagnosis["components"].as_array().into_iter().flatten();
            own.chain(parts)
                .any(|component| lines_of(component).any(is_wanted))
        };
        let rank = diagnoses
            .iter()
            .position(|diagnosis| names(diagnosis, &is_wanted));
        if said.contains("faults") {
            for line in &wanted {
                let found = diagnoses
                    .iter()
                    .any(|diagnosis| names(diagnosis, &|at| at == *line));
                assert!(found, "{name}: line {line} is named");
            }
        }
        println!(
            "{name:24} rank {} of {:3}  {:6.2} s",
            rank.map_or("-".to_owned(), |rank| (rank + 1).to_string()),
            diagnoses.len(),
            time.as_secs_f64()
        );
        match rank {
            Some(rank) => ranks.push(rank + 1),
            None => missed.push(name),
        }
    }
    let mean = ranks.iter().sum::<usize>() as f64 / ranks.len().max(1) as f64;
    println!("{} programs, mean rank {mean:.2}", names.len());
    assert!(missed.is_empty(), "not in the diagnosis: {missed:?}");
    // The order is good enough to read the first few.
    assert!(mean < 2.0, "the mean rank is {mean:.2}");
}
