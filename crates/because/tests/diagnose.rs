//! `because diagnose` as users see it. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use support::{Finished, because, finish, folder_with, seen};

const ALLOWED: Duration = Duration::from_secs(60);

/// The example of docs/diagnose.md.
const SUM: &str = r#"#include <stdio.h>
int main(void) {
    int n, sum = 0;
    while (scanf("%d", &n) == 1)
        sum = sum - n;
    printf("sum %d\n", sum);
    return 0;
}
"#;

fn run(files: &[(&str, &str)], args: &[&str]) -> Finished {
    let folder = folder_with(files);
    let mut command = because();
    command.current_dir(folder.path()).arg("diagnose").args(args);
    finish(&mut command, b"", ALLOWED).expect("ends in time")
}

fn check(files: &[(&str, &str)], args: &[&str], expected: Expect) {
    expected.assert_eq(&seen(&run(files, args)));
}

#[test]
fn help_is_complete() {
    let done = run(&[], &["--help"]);
    assert_eq!(done.status, 0);
    expect_file!["snapshots/diagnose-help.txt"].assert_eq(&String::from_utf8_lossy(&done.stdout));
}

/// Whatever was being looked for when the time ran out, it is said that something was.
#[test]
fn a_search_that_ends_early_says_so() {
    let students = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/diagnose/students");
    let name = "digits_three_faults";
    let mut command = because();
    command.current_dir(&students).args([
        "diagnose",
        &format!("{name}.c"),
        "--tests",
        name,
        "--timeout",
        "1",
    ]);
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("note: stopped before "), "{said}");
}

/// Trials are spread over threads; what is found and said is not.
#[test]
fn the_number_of_threads_makes_no_difference() {
    let students = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/diagnose/students");
    for name in [
        "digits_two_faults",
        "calculator_three_faults",
        "average_int_division",
    ] {
        let said = |threads: &str| {
            let mut command = because();
            command
                .env("RAYON_NUM_THREADS", threads)
                .current_dir(&students)
                .args(["diagnose", &format!("{name}.c"), "--tests", name, "--json"]);
            let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
            assert_eq!(done.status, 10, "{name}");
            String::from_utf8_lossy(&done.stdout).into_owned()
        };
        let alone = said("1");
        assert_eq!(alone, said("2"), "{name}");
        assert_eq!(alone, said("7"), "{name}");
    }
}

#[test]
fn the_example_of_the_guide() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnose.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    assert!(guide.contains(SUM), "the guide shows this program");
    let files = [
        ("sum.c", SUM),
        ("tests/a.in", "1 2 3\n"),
        ("tests/a.out", "sum 6\n"),
        ("tests/b.in", "4\n"),
        ("tests/b.out", "sum 4\n"),
    ];
    let done = run(&files, &["sum.c", "--tests", "tests"]);
    let printed = String::from_utf8_lossy(&done.stdout);
    assert!(guide.contains(&*printed), "the guide shows what is printed");
    check(
        &files,
        &["sum.c", "--tests", "tests"],
        expect![[r#"
            exit 10
            a fails: prints "sum -6\n", expected "sum 6\n"
            b fails: prints "sum -4\n", expected "sum 4\n"

            1. `sum + n` here makes every test right
             --> sum.c:5:15
              |
            5 |         sum = sum - n;
              |               ^^^^^^^
              |
              = note: a: -1 becomes 11
              = note: b: -4 becomes 4

            2. `-sum` here makes every test right
             --> sum.c:6:24
              |
            6 |     printf("sum %d\n", sum);
              |                        ^^^
              |
              = note: a: -6 becomes 6
              = note: b: -4 becomes 4

            3. it would have to be another constant in each run
             --> sum.c:3:18
              |
            3 |     int n, sum = 0;
              |                  ^
              |
              = note: a: 0 becomes 12
              = note: b: 0 becomes 8

            4. other values read there repair every failing run
             --> sum.c:4:24
              |
            4 |     while (scanf("%d", &n) == 1)
              |                        ^^
              |
              = note: a: 3 becomes -9
              = note: b: 4 becomes -4

            note: repairs that need many more rounds of a loop than the failing run were not looked at
            each of 4 changes repairs every failing run; no other expression alone does, as far as loops were followed
        "#]],
    );
}

#[test]
fn a_failing_run_that_check_finds() {
    let text = "#include <assert.h>\nint nondet_int(void);\nint main(void) {\n    int x = nondet_int();\n    int y = x > 3 ? 2 : 1;\n    assert(x != 7 || y == 5);\n    return 0;\n}\n";
    check(
        &[("a.c", text)],
        &["a.c"],
        expect![[r#"
            exit 10
            main.assertion.1 fails: line 6: assertion failed: x != 7 || y == 5

            1. one value changed in a run repairs the run
             --> a.c:5:13
              |
            5 |     int y = x > 3 ? 2 : 1;
              |             ^^^^^^^^^^^^^
              |
              = note: 2 becomes 5
              = note: a part of it would do: `2`

            1 change repairs the failing run; no other expression alone does
        "#]],
    );
}

#[test]
fn nothing_fails() {
    let vectors = "# a comment\n1 => 1\n2 | 2\n3 3\n";
    let text = "#include <stdio.h>\nint main(int argc, char **argv) { puts(argv[1]); return 0; }\n";
    let files = [("a.c", text), ("v.txt", vectors)];
    check(
        &files,
        &["a.c", "--test-vectors", "v.txt"],
        expect![[r#"
        exit 0
        3 tests pass

        nothing fails
    "#]],
    );
}

#[test]
fn the_document() {
    let files = [("sum.c", SUM), ("t/a.in", "4\n"), ("t/a.out", "sum 4\n")];
    let done = run(&files, &["sum.c", "--tests", "t", "--json"]);
    assert_eq!(done.status, 10);
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(document["schema"], "because.diagnose/1");
    assert_eq!(document["failing"][0]["name"], "a");
    let first = &document["diagnoses"][0];
    assert_eq!(first["size"], 1);
    assert_eq!(first["covers"][0], "a");
    assert!(first["components"][0]["location"]["line"].is_u64());
    assert!(first["repairs"][0]["values"][0]["repair"].is_string());
}

#[test]
fn tests_that_are_not_there() {
    let done = run(
        &[("a.c", "int main(void) { return 0; }\n")],
        &["a.c", "--tests", "none"],
    );
    assert_eq!(done.status, 6);
}

fn document(files: &[(&str, &str)], args: &[&str]) -> serde_json::Value {
    let done = run(files, args);
    assert_eq!(done.status, 10, "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).expect("JSON")
}

/// Each diagnosis as its lines.
fn lines(document: &serde_json::Value) -> Vec<Vec<u64>> {
    let diagnoses = document["diagnoses"].as_array().expect("a list");
    let of = |diagnosis: &serde_json::Value| {
        let components = diagnosis["components"].as_array().expect("a list").iter();
        components
            .map(|component| component["location"]["line"].as_u64().expect("a line"))
            .collect()
    };
    diagnoses.iter().map(of).collect()
}

/// Each test exercises one of the faults, so that no expression alone repairs both.
#[test]
fn runs_that_need_different_faults() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n    int n = atoi(argv[1]);\n    if (n > 0)\n        printf(\"%d %d\\n\", n, n + 1);\n    else\n        printf(\"%d %d\\n\", n, n - 1);\n    return 0;\n}\n";
    let vectors = "5 => 5 7\n-5 => -5 -7\n8 => 8 10\n0 => 0 -2\n";
    let files = [("a.c", text), ("v.txt", vectors)];
    let found = document(&files, &["a.c", "--test-vectors", "v.txt", "--json"]);
    assert_eq!(lines(&found)[0], [6, 8]);
    let first = &found["diagnoses"][0];
    assert_eq!(first["size"], 2);
    assert_eq!(first["edit"], "n + 2 and n - 2");
    assert_eq!(first["explains"], serde_json::json!([["5", "8"], ["-5", "0"]]));
    // By hand: both sums; or the condition, so that every run comes to the one sum that is free.
    let all: std::collections::BTreeSet<Vec<u64>> = lines(&found).into_iter().collect();
    let pairs = [[5, 6], [5, 8], [6, 8]].map(|pair| pair.to_vec());
    assert_eq!(all, pairs.into());
    // One fault is not enough.
    let done = run(
        &files,
        &["a.c", "--test-vectors", "v.txt", "--max-faults", "1", "--json"],
    );
    let found: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    // Other code in place of both would be.
    assert_eq!(lines(&found), [[5]]);
    assert_eq!(
        found["diagnoses"][0]["components"][0]["kind"],
        "replaceable_region"
    );
}

/// Two wrong initialisers in one line, of which both results and both inputs are printed.
#[test]
fn a_line_is_one_suspect_if_asked_so() {
    let text = "#include <stdio.h>\nint main(void) {\n    int a, b;\n    if (scanf(\"%d %d\", &a, &b) != 2)\n        return 1;\n    int x = a + 1, y = b + 1;\n    printf(\"%d %d %d\", a, b, x);\n    printf(\" %d\\n\", y);\n    return 0;\n}\n";
    let files = [("a.c", text), ("t/a.in", "1 2\n"), ("t/a.out", "1 2 3 4\n")];
    let asked = |granularity: &str| {
        let args = ["a.c", "--tests", "t", "--granularity", granularity, "--json"];
        lines(&document(&files, &args))
    };
    // By hand: x at 6 or as it is printed at 7, with y at 6 or as it is printed at 8.
    let expressions: std::collections::BTreeSet<Vec<u64>> = asked("expression").into_iter().collect();
    let pairs = [[6, 6], [6, 7], [6, 8], [7, 8]].map(|pair| pair.to_vec());
    assert_eq!(expressions, pairs.into());
    assert_eq!(asked("line"), [[6]]);
}
