//! The command line as users see it: arguments, exit code, output. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use support::{Finished, because, finish};

const ALLOWED: Duration = Duration::from_secs(60);

/// Runs the tool in a folder with these files.
fn run_with(files: &[(&str, &str)], args: &[&str], stdin: &str) -> Finished {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("writes");
    }
    run_in(folder.path(), args, stdin)
}

fn run_in(folder: &Path, args: &[&str], stdin: &str) -> Finished {
    let mut command = because();
    command.current_dir(folder).args(args);
    finish(&mut command, stdin.as_bytes(), ALLOWED).expect("ends in time")
}

fn shown(done: &Finished) -> String {
    let mut text = format!("exit {}\n", done.status);
    for (name, bytes) in [("stdout", &done.stdout), ("stderr", &done.stderr)] {
        if !bytes.is_empty() {
            text.push_str(&format!("-- {name}\n{}", String::from_utf8_lossy(bytes)));
            if !text.ends_with('\n') {
                text.push('\n');
            }
        }
    }
    text
}

fn check(files: &[(&str, &str)], args: &[&str], expected: Expect) {
    expected.assert_eq(&shown(&run_with(files, args, "")));
}

#[test]
fn help_is_complete() {
    let done = run_with(&[], &["run", "--help"], "");
    assert_eq!(done.status, 0);
    expect_file!["snapshots/run-help.txt"].assert_eq(&done.stdout_text());
    let done = run_with(&[], &["--version"], "");
    assert_eq!((done.status, done.stdout_text().starts_with("because ")), (0, true));
}

/// The guide lists the exit codes as the tool prints them.
#[test]
fn the_guide_has_the_exit_codes() {
    let help = run_with(&[], &["run", "--help"], "").stdout_text();
    let guide = fs::read_to_string(support::root().join("docs/run.md")).expect("the guide");
    let codes = help.split("Exit status of run").nth(1).expect("exit codes in the help");
    let rows = codes.lines().filter_map(|line| line.trim().split_once("  "));
    let mut count = 0;
    for (code, meaning) in rows {
        let row = format!("| {} | {} |", code.trim(), meaning.trim());
        assert!(guide.contains(&row), "docs/run.md lacks {row}");
        count += 1;
    }
    assert_eq!(count, 7);
}

#[test]
fn wrong_command_lines() {
    check(&[], &["run"], expect![""]);
    check(&[("a.c", "")], &["run", "a.c", "--bound-check"], expect![""]);
    check(&[("a.c", "")], &["run", "a.c", "--input", "x"], expect![""]);
    check(&[("a.c", "")], &["run", "a.c", "-std=c++17"], expect![""]);
}

#[test]
fn unusable_input() {
    check(&[], &["run", "missing.c"], expect![""]);
    check(&[("a.c", "int main(void) { return 1 +; }\n")], &["run", "a.c"], expect![""]);
    check(&[("a.c", "#include \"none.h\"\n")], &["run", "a.c"], expect![""]);
    check(&[("a.c", "int x;\n")], &["run", "a.c"], expect![""]);
    check(&[("a.c", "")], &["run", "a.c"], expect![""]);
    check(
        &[("a.c", "int f(void) { return 1; }\n"), ("b.c", "long f(void) { return 1; }\nint main(void) { return 0; }\n")],
        &["run", "a.c", "b.c"],
        expect![""],
    );
    check(
        &[("a.c", "int main(void) { return x; }\n")],
        &["run", "--json", "a.c"],
        expect![""],
    );
}

/// Input that no one would write: a clear error, no crash, no hang.
#[test]
fn hostile_input() {
    let nested = format!("int main(void) {{ return {}1{}; }}\n", "(".repeat(100_000), ")".repeat(100_000));
    let long_line = format!("int main(void) {{ return 0 {}; }}\n", "+ 1 ".repeat(260_000));
    let binary: String = (0..2000u32).filter_map(|n| char::from_u32(n % 256)).collect();
    let cycle = "#include \"a.c\"\n";
    let huge = "char a[1000000000000000000]; int main(void) { return a[5]; }\n";
    let huge_local = "int main(void) { char a[1000000000000]; a[0] = 1; return 0; }\n";
    for text in [&nested, &long_line, &binary, cycle, huge, huge_local] {
        let done = run_with(&[("a.c", text)], &["run", "a.c"], "");
        let start: String = text.chars().take(60).collect();
        let stderr: String = done.stderr_text().chars().take(500).collect();
        assert!([5, 6, 10].contains(&done.status), "{start}: exit {}\n{stderr}", done.status);
        assert!(!stderr.is_empty(), "{start}: no message");
    }
}

const SQUARE: &str = "\
#include <assert.h>
#define SQUARE(x) ((x) * (x))
#define CHECK(c) assert((c) && \"checked\")

static int twice(int n) {
    CHECK(SQUARE(n) < 100);
    return n + n;
}

int nondet_int(void);

int main(void) {
    int x = nondet_int();
    return twice(x);
}
";

#[test]
fn a_failing_claim_with_macros() {
    check(&[("square.c", SQUARE)], &["run", "square.c", "--input", "x=12"], expect![""]);
    check(&[("square.c", SQUARE)], &["run", "square.c", "--input", "x=65536"], expect![""]);
    check(&[("square.c", SQUARE)], &["run", "square.c", "--input", "x=3"], expect![""]);
}

const LOOP: &str = "\
#include <stdio.h>
struct pair { int a; char b; };
int total;
int main(int argc, char **argv) {
    struct pair p = { 1, 'x' };
    for (int i = 0; i < 2; i++)
        total += i * p.a;
    switch (argc) {
    case 2: printf(\"%s\\n\", argv[1]); break;
    default: puts(\"none\");
    }
    int *q = &total;
    *q = *q ? 5 : 6;
    return *q;
}
";

#[test]
fn traces() {
    check(&[("loop.c", LOOP)], &["run", "loop.c", "--trace", "--", "word"], expect![""]);
    check(&[("loop.c", LOOP)], &["run", "loop.c", "--trace", "--json"], expect![""]);
}

#[test]
fn json_of_a_failure_names_places_in_macros() {
    check(&[("square.c", SQUARE)], &["run", "square.c", "--json", "--input", "x=12"], expect![""]);
}

#[test]
fn a_run_is_replayed_from_its_json() {
    let program = "\
#include <stdio.h>
int nondet_int(void); double nondet_double(void); int unknown(int);
int main(void) {
    int x = nondet_int(), y = nondet_int(), u; double d = nondet_double();
    printf(\"%d %d %d %g %d %d\\n\", x, y, u, d, unknown(1), getchar());
    return 0;
}
";
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), program).expect("writes");
    let first = run_in(folder.path(), &["run", "a.c", "--seed", "7", "--json"], "z");
    fs::write(folder.path().join("run.json"), &first.stdout).expect("writes");
    let again = run_in(folder.path(), &["run", "a.c", "--inputs", "run.json", "--json"], "other");
    let (first, again) = (first.stdout_text(), again.stdout_text());
    assert!(first.contains("\"stdout\""), "{first}");
    expect![""].assert_eq(&again);
    assert_eq!(first, again);
}

#[test]
fn limits_stop_a_run() {
    let endless = "int main(void) { for (;;) ; }\n";
    let hungry = "#include <stdlib.h>\nint main(void) { for (;;) malloc(1000000); }\n";
    let deep = "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n";
    check(&[("a.c", endless)], &["run", "a.c", "--max-steps", "1000"], expect![""]);
    check(&[("a.c", hungry)], &["run", "a.c", "--memory-limit", "10M"], expect![""]);
    let done = run_with(&[("a.c", endless)], &["run", "a.c", "--timeout", "0.2"], "");
    assert_eq!(done.status, 5, "{}", shown(&done));
    assert!(done.stderr_text().contains("--timeout"), "{}", shown(&done));
    let done = run_with(&[("a.c", deep)], &["run", "a.c"], "");
    assert_eq!(done.status, 10, "{}", shown(&done));
}

#[test]
fn other_endings() {
    let program = "\
#include <stdlib.h>
void __CPROVER_assume(_Bool);
int main(int argc, char **argv) { __CPROVER_assume(argc < 3); if (argc == 2) abort(); exit(300); }
";
    check(&[("a.c", program)], &["run", "a.c"], expect![""]);
    check(&[("a.c", program)], &["run", "a.c", "--", "1"], expect![""]);
    check(&[("a.c", program)], &["run", "a.c", "--", "1", "2"], expect![""]);
}

#[test]
fn inputs_that_nobody_asks_for_are_named() {
    check(
        &[("a.c", "int main(void) { return 0; }\n"), ("in.txt", "# values\nx = 1\n")],
        &["run", "a.c", "--input", "y#2=3", "--inputs", "in.txt"],
        expect![""],
    );
}

#[test]
fn the_program_as_the_tool_sees_it() {
    check(
        &[("a.c", "int main(void) { int x = 3; while (x > 0) x--; return x; }\n")],
        &["run", "a.c", "--show-program", "--show-components"],
        expect![""],
    );
}

#[test]
fn c_text_from_standard_input() {
    let done = run_with(&[], &["run", "-"], "#include <stdio.h>\nint main(void) { return getchar() == EOF ? 7 : 1; }\n");
    assert_eq!(done.status, 7, "{}", shown(&done));
}
