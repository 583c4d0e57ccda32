//! `because variations` and `because explain --schedule-only` as users see them. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use serde_json::Value;
use support::{Finished, because, finish};

const ALLOWED: Duration = Duration::from_secs(120);

fn run_in(folder: &Path, text: &str, args: &[&str]) -> Finished {
    fs::write(folder.join("a.c"), text).expect("writes");
    let mut command = because();
    command.current_dir(folder).args(args);
    finish(&mut command, b"", ALLOWED).expect("ends in time")
}

fn run(text: &str, args: &[&str]) -> Finished {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), text, args)
}

fn shown(done: &Finished) -> String {
    let mut shown = format!("exit {}\n", done.status);
    for bytes in [&done.stdout, &done.stderr] {
        shown.push_str(&String::from_utf8_lossy(bytes));
    }
    shown
}

fn check(text: &str, args: &[&str], expected: Expect) {
    expected.assert_eq(&shown(&run(text, args)));
}

fn json(text: &str, args: &[&str]) -> Value {
    let done = run(text, args);
    serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{}", shown(&done)))
}

const LOCK: &str = include_str!("../../variations/tests/programs/lock_functions.c");

const COUNTER: &str = include_str!("../../variations/tests/programs/counter.c");

#[test]
fn help_is_complete() {
    let done = run("", &["variations", "--help"]);
    assert_eq!(done.status, 0);
    expect_file!["snapshots/variations-help.txt"].assert_eq(&String::from_utf8_lossy(&done.stdout));
}

#[test]
fn a_lock_that_is_given_back_without_being_held() {
    check(
        LOCK,
        &["variations", "a.c", "--property", "unlock.assertion.1"],
        expect![[r#"
            exit 10
            FAILS  unlock.assertion.1  a.c:5  held
            2 failing runs and 1 passing run reach this place within 30 steps of it

            In every failing run and in no passing one:
              a.c:9   `nondet_int()`: not taken
              a.c:16  got_lock--
              a.c:17  `nondet_int()`: taken
            Before a.c:5, in the runs that were executed:
              failing: -                        passing: LOCK == 1
            Smallest change that makes a passing run fail (10 steps):
              instead of  9 taken, 10, 4, 4, 11, 13
              do          9 not taken, 13, 16, 17 taken, 9 not taken, 13
            Another change that makes a passing run fail (25 steps):
              instead of  9 taken, 10, 4, 4, 11, 13
              do          9 not taken, 13, 16, 17 taken, 9 taken, 10, 4, 4, 11, 13, 16, 17 taken, 9 not taken, 13, 14, 5, 5, 16, 17 taken, 9 not taken, 13
            Kind: data (only inputs differ)
            Other errors near it:
              lock.assertion.1  a.c:4  free  (1 failing run)
        "#]],
    );
}

#[test]
fn for_all_runs_of_the_program() {
    let args = [
        "variations",
        "a.c",
        "--property",
        "unlock.assertion.1",
        "--all-runs",
        "--json",
    ];
    let report = json(LOCK, &args);
    assert_eq!(report["schema"], "because.variations/1");
    assert_eq!(report["scope"], "all");
    assert_eq!(
        (&report["complete"], &report["invariants"][0]["proved"]),
        (&true.into(), &Value::Null)
    );
    // The error can follow every run (the paper says so), and rounds can be repeated.
    let counts = &report["counts"];
    assert_eq!(
        (&counts["all_positives"], &counts["all_negatives"]),
        (&"0".into(), &Value::Null)
    );
}

#[test]
fn a_race_on_a_counter_is_about_the_schedule() {
    let args = ["variations", "a.c", "--no-data-race-check", "--json"];
    let report = json(COUNTER, &args);
    assert_eq!(report["classification"], "concurrency");
    assert_eq!(report["complete"], true);
}

#[test]
fn the_nearest_schedule_that_passes() {
    let args = [
        "explain",
        "a.c",
        "--no-data-race-check",
        "--schedule-only",
        "--json",
    ];
    let report = json(COUNTER, &args);
    assert_eq!(
        (report["distance"].as_u64(), report["proved"].as_bool()),
        (Some(1), Some(true)),
        "{report}"
    );
    assert_eq!(report["swapped"][0]["first"]["location"]["line"], 3);
    let alone = json(LOCK, &["explain", "a.c", "--schedule-only", "--json"]);
    assert!(
        alone["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("one thread")),
        "{alone}"
    );
}

#[test]
fn runs_are_saved_and_repeated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let args = [
        "variations",
        "a.c",
        "--property",
        "unlock.assertion.1",
        "--save-runs",
        "runs",
        "--dtrace",
        "values",
    ];
    assert_eq!(run_in(folder, LOCK, &args).status, 10);
    let mut names: Vec<String> = fs::read_dir(folder.join("runs"))
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "failing-0001.json",
            "failing-0002.json",
            "other-0001.json",
            "passing-0001.json"
        ]
    );
    for (name, status) in [("failing-0002.json", 10), ("other-0001.json", 10)] {
        let done = run_in(folder, LOCK, &["replay", &format!("runs/{name}"), "a.c"]);
        assert_eq!(done.status, status, "{}", shown(&done));
    }
    for name in ["values.decls", "values.failing.dtrace", "values.passing.dtrace"] {
        assert!(
            fs::read_to_string(folder.join(name))
                .expect("a file")
                .contains("LOCK"),
            "{name}"
        );
    }
    // Around a run that passes all errors are found; other sources are refused.
    let near = ["variations", "a.c", "--near", "runs/passing-0001.json"];
    let done = run_in(folder, LOCK, &near);
    assert_eq!(done.status, 10, "{}", shown(&done));
    assert!(shown(&done).contains("unlock.assertion.1"), "{}", shown(&done));
    let other = LOCK.replace("got_lock--", "got_lock -= 1");
    let done = run_in(folder, &other, &near);
    assert_eq!(done.status, 6, "{}", shown(&done));
}

#[test]
fn what_cannot_be_asked() {
    check(
        LOCK,
        &["variations", "a.c", "--at", "a.c:3"],
        expect![[r#"
        exit 6
        error: --at: there is no code in line 3
    "#]],
    );
    check(
        LOCK,
        &["variations", "a.c", "--at", "here"],
        expect![[r#"
        exit 1
        error: --at here: not of the form FILE:LINE

        For more information, try '--help'.
    "#]],
    );
    check(
        "int main(void) { return 0; }",
        &["variations", "a.c"],
        expect![[r#"
            exit 0
            there is nothing to check: no claim, and no operation that can go wrong

            VERIFICATION SUCCESSFUL
        "#]],
    );
    // Nothing passes there.
    check(
        "int main(void) { int x = 1; __CPROVER_assert(x == 2, \"two\"); return 0; }",
        &["variations", "a.c"],
        expect![[r#"
            exit 10
            FAILS  main.assertion.1  a.c:1  two
            1 failing run and 0 passing runs reach this place within 30 steps of it
            no passing run was found that stays one: there is nothing to compare with
        "#]],
    );
}
