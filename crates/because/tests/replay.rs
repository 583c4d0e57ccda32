//! Saved runs and `because replay` as users see them. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use support::{Finished, because, finish, seen};

const ALLOWED: Duration = Duration::from_secs(60);

fn tool(folder: &Path, args: &[&str], stdin: &str) -> Finished {
    let mut command = because();
    command.current_dir(folder).args(args);
    finish(&mut command, stdin.as_bytes(), ALLOWED).expect("ends in time")
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("writes");
}

fn replayed(folder: &Path, args: &[&str], expected: Expect) {
    let all: Vec<&str> = ["replay"].iter().chain(args).copied().collect();
    expected.assert_eq(&seen(&tool(folder, &all, "never read")));
}

const PROGRAM: &str = "#include <stdio.h>
int main(void) {
  double d = nondet_double();
  char c = getchar();
  printf(\"read %d\\n\", c);
  if (c == 'x')
    __CPROVER_assert(d * LIMIT != 0.5, \"never half\");
  __CPROVER_assert(c != 'y', \"never y\");
  return 3;
}
";

/// A folder with the program and a saved run in which it fails.
fn with_saved_run() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", PROGRAM);
    let args = [
        "check",
        "a.c",
        "-DLIMIT=1",
        "--save-run",
        "run.json",
        "--no-div-by-zero-check",
    ];
    assert_eq!(tool(folder.path(), &args, "").status, 10);
    folder
}

#[test]
fn help_is_complete() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let done = tool(folder.path(), &["replay", "--help"], "");
    assert_eq!(done.status, 0);
    expect_file!["snapshots/replay-help.txt"].assert_eq(&done.stdout_text());
}

#[test]
fn a_run_that_check_found_is_saved() {
    let folder = with_saved_run();
    let folder = folder.path();
    let text = fs::read_to_string(folder.join("run.json")).expect("it was saved");
    expect![[r#"
        {
          "schema": "because.saved-run/2",
          "claim": {
            "name": "main.assertion.1",
            "check": "assertion",
            "text": "never half",
            "location": {
              "file": "a.c",
              "line": 7,
              "column": 5
            }
          },
          "sources": [
            {
              "name": "a.c",
              "hash": "fnv1a64:9a409e4eb6f86d56"
            }
          ],
          "options": {
            "function": null,
            "checks": [
              "assertion",
              "error_call",
              "array_bounds",
              "pointer_dereference",
              "function_pointer",
              "pointer_primitive",
              "asked_pointer",
              "pointer_relation",
              "signed_overflow",
              "undefined_shift",
              "invalid_free",
              "missing_return",
              "unreachable",
              "vla_size",
              "bit_count",
              "format",
              "unsupported",
              "deadlock",
              "data_race",
              "thread_misuse",
              "missing_body",
              "coverage"
            ],
            "data_model": "LP64",
            "dialect": "gnu17",
            "defines": [
              "LIMIT=1"
            ],
            "undefines": [],
            "include_dirs": [],
            "system_dirs": [],
            "forced_includes": [],
            "host_headers": true,
            "missing_body": "input",
            "malloc_may_fail": false,
            "malloc_never_fails": false,
            "nondet_static": false,
            "error_labels": [],
            "rounding": "nearest",
            "random_input": true,
            "open_arguments": true
          },
          "arguments": [
            "program"
          ],
          "stdin": "x",
          "inputs": [
            {
              "name": "d",
              "occurrence": 1,
              "type": "double",
              "value": "0.5",
              "bits": "0x3fe0000000000000",
              "source": "nondet"
            }
          ]
        }
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_run_that_check_found_is_repeated() {
    let folder = with_saved_run();
    let folder = folder.path();
    replayed(
        folder,
        &["run.json", "a.c"],
        expect![[r#"
        exit 10
        read 120
        error: assertion failed: never half
         --> a.c:7:5
          |
        7 |     __CPROVER_assert(d * LIMIT != 0.5, "never half");
          |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = note: 0.5 != 0.5 is false
          = note: claim main.assertion.1
          = note: with input d = 0.5
          = note: after reading standard input "x"
        replay: claim main.assertion.1 fails again at the same place
    "#]],
    );
    // The same text under another name is the same run.
    write(folder, "b.c", PROGRAM);
    let done = tool(folder, &["replay", "run.json", "b.c", "--json"], "");
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(document["schema"], "because.run/1");
    assert_eq!(document["replay"]["result"], "fails_again");
    assert_eq!(document["exit_code"], 10);
}

#[test]
fn a_run_is_repeated_in_a_changed_program() {
    let folder = with_saved_run();
    let folder = folder.path();
    // Repaired, the run ends, and its own status is nothing that replay is about.
    write(folder, "a.c", &PROGRAM.replace("!= 0.5", "!= 0.7"));
    replayed(
        folder,
        &["run.json", "a.c"],
        expect![[r#"
        exit 0
        read 120
        warning: a.c has changed since the run was saved: this may be another run
        replay: the run ends without failing; in the saved run claim main.assertion.1 failed at a.c:7
    "#]],
    );
    // One line further down.
    write(folder, "a.c", &PROGRAM.replace("#include", "\n#include"));
    replayed(
        folder,
        &["run.json", "a.c"],
        expect![[r#"
            exit 10
            read 120
            error: assertion failed: never half
             --> a.c:8:5
              |
            8 |     __CPROVER_assert(d * LIMIT != 0.5, "never half");
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: 0.5 != 0.5 is false
              = note: claim main.assertion.1
              = note: with input d = 0.5
              = note: after reading standard input "x"
            warning: a.c has changed since the run was saved: this may be another run
            replay: claim main.assertion.1 fails again, at another place than before: it was at a.c:7
        "#]],
    );
    // Another claim fails first.
    write(
        folder,
        "a.c",
        &PROGRAM.replace("d = nondet_double()", "d = 1 / (nondet_double() != 0.5)"),
    );
    let done = tool(folder, &["replay", "run.json", "a.c"], "");
    assert_eq!(done.status, 0, "the check was off: {}", seen(&done));
    write(
        folder,
        "a.c",
        &PROGRAM.replace("if (c == 'x')", "__CPROVER_assert(c < 0, \"new\");"),
    );
    replayed(
        folder,
        &["run.json", "a.c"],
        expect![[r#"
            exit 10
            read 120
            error: assertion failed: new
             --> a.c:6:3
              |
            6 |   __CPROVER_assert(c < 0, "new");
              |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: 120 < 0 is false
              = note: claim main.assertion.1
              = note: with input d = 0.5
              = note: after reading standard input "x"
            warning: a.c has changed since the run was saved: this may be another run
            replay: another error; in the saved run claim main.assertion.1 failed at a.c:7
        "#]],
    );
}

#[test]
fn the_chosen_claim_is_saved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write(folder, "a.c", PROGRAM);
    let args = [
        "check",
        "a.c",
        "-DLIMIT=1",
        "--save-run",
        "run.json",
        "--property",
        "main.assertion.2",
    ];
    assert_eq!(tool(folder, &args, "").status, 10);
    let text = fs::read_to_string(folder.join("run.json")).expect("it was saved");
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["claim"]["name"], "main.assertion.2");
    assert_eq!(document["stdin"], "y");
}

#[test]
fn a_run_without_errors_is_saved_by_run_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write(
        folder,
        "a.c",
        "#include <stdio.h>\nint main(int argc, char **argv) { printf(\"%s %d\\n\", argv[1], getchar()); return argc; }\n",
    );
    let args = ["run", "a.c", "--save-run", "run.json", "--", "first", "second"];
    assert_eq!(tool(folder, &args, "z").status, 3);
    replayed(
        folder,
        &["run.json", "a.c"],
        expect![[r#"
        exit 0
        first 122
        replay: the run ends without failing, as it did
    "#]],
    );
    let done = tool(
        folder,
        &["check", "a.c", "--save-run", "other.json", "--no-standard-checks"],
        "",
    );
    assert!(
        done.stderr_text()
            .contains("no failing run to save in other.json"),
        "{}",
        seen(&done)
    );
    assert!(!folder.join("other.json").exists());
}

#[test]
fn what_is_no_saved_run_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write(folder, "a.c", "int main(void) { int x; return 1 / x; }\n");
    replayed(
        folder,
        &["none.json", "a.c"],
        expect![[r#"
        exit 6
        error: cannot open none.json: No such file or directory (os error 2)
    "#]],
    );
    write(folder, "bad.json", "{\"schema\": ");
    replayed(
        folder,
        &["bad.json", "a.c"],
        expect![[r#"
        exit 6
        error: bad.json: not a saved run: EOF while parsing a value at line 1 column 11
    "#]],
    );
    assert_eq!(
        tool(folder, &["check", "a.c", "--save-run", "run.json"], "").status,
        10
    );
    let text = fs::read_to_string(folder.join("run.json")).expect("it was saved");
    write(folder, "new.json", &text.replace("saved-run/2", "saved-run/9"));
    replayed(
        folder,
        &["new.json", "a.c"],
        expect![[r#"
            exit 6
            error: new.json: not a saved run that this version reads: its schema is `because.saved-run/9`, not `because.saved-run/2`
        "#]],
    );
    write(folder, "odd.json", &text.replace("\"vla_size\"", "\"vibes\""));
    replayed(
        folder,
        &["odd.json", "a.c"],
        expect![[r#"
        exit 6
        error: odd.json: not a saved run: unknown check `vibes`
    "#]],
    );
    let done = tool(folder, &["check", "a.c", "--save-run", "no/such/folder.json"], "");
    // The verdict is what was asked for; where it cannot be saved is a warning.
    assert_eq!(done.status, 10, "{}", seen(&done));
    assert!(seen(&done).contains("the run will not be saved"));
}
