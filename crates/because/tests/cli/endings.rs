//! How a run ends: limits, signals, a reader that leaves.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use expect_test::expect;

use crate::support::because;
use crate::{check, run_with, shown};

#[test]
fn limits_stop_a_run() {
    let endless = "int main(void) { for (;;) ; }\n";
    let hungry = "#include <stdlib.h>\nint main(void) { for (;;) malloc(1000000); }\n";
    let deep = "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n";
    check(
        &[("a.c", endless)],
        &["run", "a.c", "--max-steps", "1000"],
        expect![[r#"
            exit 5
            -- stderr
            warning: the step limit (--max-steps) was reached after 1000 steps
             --> a.c:1:18
              |
            1 | int main(void) { for (;;) ; }
              |                  ^^^^^^^^^^
        "#]],
    );
    check(
        &[("a.c", hungry)],
        &["run", "a.c", "--memory-limit", "10M"],
        expect![[r#"
            exit 5
            -- stderr
            warning: the memory limit (--memory-limit) was reached after 43 steps
             --> a.c:2:27
              |
            2 | int main(void) { for (;;) malloc(1000000); }
              |                           ^^^^^^^^^^^^^^^
        "#]],
    );
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
    check(
        &[("a.c", program)],
        &["run", "a.c"],
        expect![[r#"
        exit 44
    "#]],
    );
    check(
        &[("a.c", program)],
        &["run", "a.c", "--", "1"],
        expect![[r#"
            exit 134
            -- stderr
            warning: the program aborted
             --> a.c:3:78
              |
            3 | int main(int argc, char **argv) { __CPROVER_assume(argc < 3); if (argc == 2) abort(); exit(300); }
              |                                                                              ^^^^^^^
        "#]],
    );
    check(
        &[("a.c", program)],
        &["run", "a.c", "--", "1", "2"],
        expect![[r#"
            exit 5
            -- stderr
            warning: an assumption does not hold: the run ends here
             --> a.c:3:35
              |
            3 | int main(int argc, char **argv) { __CPROVER_assume(argc < 3); if (argc == 2) abort(); exit(300); }
              |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: the inputs are not ones the program is meant for; try others with --input or --seed
        "#]],
    );
}

#[test]
fn inputs_that_nobody_asks_for_are_named() {
    check(
        &[
            ("a.c", "int main(void) { return 0; }\n"),
            ("in.txt", "# values\nx = 1\n"),
        ],
        &["run", "a.c", "--input", "y#2=3", "--inputs", "in.txt"],
        expect![[r#"
            exit 0
            -- stderr
            note: the program asked for no input x
            note: the program asked for no input y#2
        "#]],
    );
}

/// A program's endless output, cut by a reader that has seen enough.
#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "#include <stdio.h>\nint main(void) { for (;;) puts(\"y\"); }\n";
    fs::write(folder.path().join("yes.c"), text).expect("writes");
    let mut child = because()
        .current_dir(folder.path())
        .args(["run", "yes.c"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut first = [0; 2];
    child
        .stdout
        .take()
        .expect("piped")
        .read_exact(&mut first)
        .expect("output");
    let done = child.wait_with_output().expect("ends");
    assert_eq!((first, done.status.code()), (*b"y\n", Some(141)));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

#[test]
fn ctrl_c_says_how_far_it_came() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), "int main(void) { for (;;) ; }\n").expect("writes");
    let child = because()
        .current_dir(folder.path())
        .args(["run", "a.c", "--timeout", "30"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    // Nothing tells from outside when the handler is in place; the start takes some milliseconds.
    std::thread::sleep(Duration::from_secs(2));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill exists").success());
    let done = child.wait_with_output().expect("ends");
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("interrupted after"), "{stderr}");
}
