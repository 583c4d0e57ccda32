//! Input that cannot be used, and input that was made to do harm.

use expect_test::expect;

use crate::{check, run_with, shown};

/// A compiled program, or a command with a letter missing.
#[test]
fn what_is_no_c_text() {
    check(
        &[("a.c", "int a;\nint\0 main(void) { return 0; }\n")],
        &["check", "a.c"],
        expect![[r#"
            exit 6
            -- stderr
            error: a.c is not C text: there is a zero byte in line 2
        "#]],
    );
    check(
        &[("a.c", "int main(void) { return 0; }\n")],
        &["chek", "a.c"],
        expect![[r#"
            exit 6
            -- stderr
            error: there is no file or command `chek`; did you mean `check`?
        "#]],
    );
}

#[test]
fn unusable_input() {
    check(
        &[],
        &["run", "missing.c"],
        expect![[r#"
        exit 6
        -- stderr
        error: cannot open missing.c: No such file or directory (os error 2)
    "#]],
    );
    check(
        &[("a.c", "int main(void) { return 1 +; }\n")],
        &["run", "a.c"],
        expect![[r#"
            exit 6
            -- stderr
            error: expected an expression, found `;`
             --> a.c:1:28
              |
            1 | int main(void) { return 1 +; }
              |                            ^
        "#]],
    );
    check(
        &[("a.c", "#include \"none.h\"\n")],
        &["run", "a.c"],
        expect![[r#"
        exit 6
        -- stderr
        error: `none.h` file not found
         --> a.c:1:1
          |
        1 | #include "none.h"
          | ^^^^^^^^^^^^^^^^^
          |
        note: searched: the folder of the file, /usr/local/include, /usr/include/x86_64-linux-gnu, /usr/include
         --> a.c:1:1
          |
        1 | #include "none.h"
          | ^^^^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn programs_that_cannot_be_linked() {
    for text in ["int x;\n", ""] {
        check(
            &[("a.c", text)],
            &["run", "a.c"],
            expect![[r#"
                exit 6
                -- stderr
                error: there is no function `main` to start from
                 |
                 = note: name another function to start from with `--function NAME`
            "#]],
        );
    }
    check(
        &[
            ("a.c", "int f(void) { return 1; }\n"),
            (
                "b.c",
                "long f(void) { return 1; }\nint main(void) { return 0; }\n",
            ),
        ],
        &["run", "a.c", "b.c"],
        expect![[r#"
            exit 6
            -- stderr
            error: conflicting types for `f`: `long (void)` here, `int (void)` elsewhere
             --> b.c:1:6
              |
            1 | long f(void) { return 1; }
              |      ^
              |
            note: declared otherwise here
             --> a.c:1:5
              |
            1 | int f(void) { return 1; }
              |     ^
        "#]],
    );
}

#[test]
fn errors_as_a_document() {
    check(
        &[("a.c", "int main(void) { return x; }\n")],
        &["run", "--json", "a.c"],
        expect![[r#"
            exit 6
            -- stdout
            {
              "schema": "because.diagnostics/1",
              "diagnostics": [
                {
                  "severity": "error",
                  "message": "'x' undeclared (first use in this function)",
                  "location": {
                    "file": "a.c",
                    "line": 1,
                    "column": 25,
                    "end_line": 1,
                    "end_column": 26
                  },
                  "labels": [],
                  "notes": []
                }
              ],
              "exit_code": 6
            }
        "#]],
    );
}

/// Input that no one would write: a clear error, no crash, no hang.
#[test]
fn hostile_input() {
    let nested = format!(
        "int main(void) {{ return {}1{}; }}\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let long_line = format!("int main(void) {{ return 0 {}; }}\n", "+ 1 ".repeat(260_000));
    let binary: String = (0..2000u32).filter_map(|n| char::from_u32(n % 256)).collect();
    let cycle = "#include \"a.c\"\n";
    let huge = "char a[1000000000000000000]; int main(void) { return a[5]; }\n";
    let huge_local = "int main(void) { char a[1000000000000]; a[0] = 1; return 0; }\n";
    for text in [&nested, &long_line, &binary, cycle, huge, huge_local] {
        let done = run_with(&[("a.c", text)], &["run", "a.c"], "");
        let start: String = text.chars().take(60).collect();
        let stderr: String = done.stderr_text().chars().take(500).collect();
        assert!(
            [5, 6, 10].contains(&done.status),
            "{start}: exit {}\n{stderr}",
            done.status
        );
        assert!(!stderr.is_empty(), "{start}: no message");
    }
}

#[test]
fn a_missing_file_is_a_document_too() {
    let done = run_with(&[], &["run", "--json", "nowhere.c"], "");
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("one document");
    assert_eq!(
        (done.status, &document["schema"]),
        (6, &"because.diagnostics/1".into())
    );
    let message = document["diagnostics"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("nowhere.c"), "{document}");
}

#[test]
fn a_flood_of_errors_is_cut() {
    let done = run_with(&[("a.c", &"int \u{1}x;\n".repeat(500))], &["run", "a.c"], "");
    let text = done.stderr_text();
    assert_eq!(done.status, 6);
    assert!(
        text.lines().count() < 400 && text.contains("more; --json lists them all"),
        "{text}"
    );
}

/// One line of macros is a trillion tokens: the process ends at its ceiling, which follows --memory-limit.
#[test]
fn a_macro_explosion_ends_at_the_memory_limit() {
    let nested = format!("{}int x;{}", "D(".repeat(40), ")".repeat(40));
    let text = format!("#define D(a) a a\n{nested}\nint main(void) {{ return 0; }}\n");
    check(
        &[("a.c", &text)],
        &["run", "a.c", "--memory-limit", "1M"],
        expect![[r#"
            exit 5
            -- stderr
            error: out of memory: because needs more for this program than --memory-limit allows
             = note: does a macro or an initialiser grow without bound?
        "#]],
    );
}

/// Objects cost more than their bytes: many small ones reach the limit too.
#[test]
fn small_objects_count_for_what_they_cost() {
    let hungry = "#include <stdlib.h>\nint main(void) { for (;;) malloc(1); }\n";
    let done = run_with(&[("a.c", hungry)], &["run", "a.c", "--memory-limit", "10M"], "");
    assert_eq!(done.status, 5, "{}", shown(&done));
    assert!(done.stderr_text().contains("a.c:2:27"), "{}", shown(&done));
}

/// Generators write sums, conditions and `else if` without end.
#[test]
fn long_chains() {
    let many = 20_000;
    let joined = |by: &str, part: &dyn Fn(usize) -> String| (0..many).map(part).collect::<Vec<_>>().join(by);
    let sum = joined(" + ", &|i| format!("a * {}", i % 3));
    let all = joined(" && ", &|i| format!("a != {}", i + 2));
    let any = joined(" || ", &|i| format!("a == {}", i + 2));
    let arms = joined("\nelse ", &|i| {
        format!("if (a == {}) {{ return {i} % 7; }}", i + 2)
    });
    let text = format!(
        "int f(int a) {{\n{arms}\nreturn -1; }}\n\
         int main(void) {{\nint a = 1, s = {sum}, c = 0;\nif ({all}) c += 1;\nif ({any}) c += 2;\n\
         return s == 19999 && c == 1 && f({}) == 19999 % 7 && f(1) == -1 ? 0 : 1; }}\n",
        many + 1
    );
    check(
        &[("long.c", &text)],
        &["run", "long.c"],
        expect![[r#"
        exit 0
    "#]],
    );
    let deep = format!(
        "int main(void) {{ return {}0{}; }}\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let done = run_with(&[("deep.c", &deep)], &["run", "deep.c"], "");
    assert_eq!(done.status, 6);
}
