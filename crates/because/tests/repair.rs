//! `because repair` from the command line.

mod support;

use std::time::Duration;

use expect_test::{Expect, expect};
use support::{because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

/// Writes the files, runs the command, and compares what it prints and its status.
fn check(files: &[(&str, &str)], arguments: &[&str], expected: &Expect) {
    let folder = folder_with(files);
    let mut command = because();
    command.current_dir(folder.path()).args(arguments);
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    let text = format!(
        "{}{}exit {}\n",
        done.stdout_text(),
        done.stderr_text(),
        done.status,
    );
    expected.assert_eq(&text);
}

const WORDS: &str = "#include <stdio.h>
int main(void) {
    int c, inside = 0, words = 0;
    while ((c = getchar()) != EOF) {
        if (c == ' ')
            inside = 0;
        else if (!inside) {
            words++;
        }
    }
    printf(\"%d words\", words);
    return 0;
}
";

#[test]
fn two_changes_where_one_is_not_enough() {
    check(
        &[
            ("words.c", WORDS),
            ("tests/1.in", "a big dog"),
            ("tests/1.out", "3 words\n"),
            ("tests/2.in", "a b"),
            ("tests/2.out", "2 words\n"),
        ],
        &["repair", "words.c", "--tests", "tests"],
        &expect![[r#"
            1 fails: prints "7 words", expected "3 words\n"
            2 fails: prints "2 words", expected "2 words\n"

            1. with these changes every failing run is right
              --> words.c:8
              -             words++;
              +             inside++; words++;
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            2. with these changes every failing run is right
              --> words.c:8
              -             words++;
              +             inside--; words++;
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            3. with these changes every failing run is right
              --> words.c:8
              -             words++;
              +             inside = 1; words++;
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            4. with these changes every failing run is right
              --> words.c:8
              -             words++;
              +             inside = words; words++;
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            5. with these changes every failing run is right
              --> words.c:8
              -             words++;
              +             inside += words; words++;
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            6. with these changes every failing run is right
              --> words.c:8
              -             words++;
              +             inside = c; words++;
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            7. with these changes every failing run is right
              --> words.c:8
              -             words++;
              +             inside += c; words++;
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            8. with these changes every failing run is right
              --> words.c:9
              -         }
              +         inside++; }
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            9. with these changes every failing run is right
              --> words.c:9
              -         }
              +         inside--; }
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            10. with these changes every failing run is right
              --> words.c:9
              -         }
              +         inside = 1; }
              --> words.c:11
              -     printf("%d words", words);
              +     printf("%d words\n", words);

            and 4 more; --json lists them all

            14 of 3634 small changes; each was made to the source, translated and executed
            exit 10
        "#]],
    );
}

const TRIANGLE: &str = "#include <assert.h>
int nondet_int(void);
static int is_triangle(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0) return 0;
    if (a + b <= c || a + c <= b || b + c < a) return 0;
    return 1;
}
int main(void) {
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    if (a > 1000 || b > 1000 || c > 1000) return 0;
    if (is_triangle(a, b, c)) {
        assert(a + b > c);
        assert(b + c > a);
    }
    return 0;
}
";

#[test]
fn a_change_that_is_proved_comes_before_those_that_disturb_more() {
    check(
        &[("triangle.c", TRIANGLE)],
        &["repair", "triangle.c"],
        &expect![[r#"
            main.assertion.2 fails: 2 > 2 is false

            1. with this change every claim holds, for all inputs; the failing run then no longer comes to the claim
              --> triangle.c:5
              -     if (a + b <= c || a + c <= b || b + c < a) return 0;
              +     if (a + b <= c || a + c <= b || b + c <= a) return 0;

            1 of 581 small changes; each was made to the source, translated and executed
            exit 10
        "#]],
    );
}

#[test]
fn nothing_to_repair() {
    check(
        &[("t.c", "int main(void) { int x = 1; return x - 1; }\n")],
        &["repair", "t.c"],
        &expect![[r#"
            nothing fails
            exit 0
        "#]],
    );
}

#[test]
fn a_loop_that_never_ends_is_given_up_and_repaired() {
    let text = "#include <stdio.h>\nint main(void) {\n    int n, i, s = 0;\n    scanf(\"%d\", &n);\n\
        \x20   for (i = 0; i < n; n++) s += i;\n    printf(\"%d\\n\", s);\n    return 0;\n}\n";
    check(
        &[
            ("sum.c", text),
            ("t/1.in", "4"),
            ("t/1.out", "6\n"),
            ("t/2.in", "0"),
            ("t/2.out", "0\n"),
        ],
        &["repair", "sum.c", "--tests", "t"],
        &expect![[r#"
            1 fails: does not end within 500000 steps; until then it prints "", expected "6\n"
            1 test passes

            1. with this change the run is right
              --> sum.c:5
              -     for (i = 0; i < n; n++) s += i;
              +     for (i = 0; i < n; i++) s += i;

            1 of 67 small changes; each was made to the source, translated and executed
            exit 10
        "#]],
    );
}

#[test]
fn as_a_document() {
    check(
        &[
            (
                "t.c",
                "#include <stdio.h>\nint main(void) { int a; scanf(\"%d\", &a); printf(\"%d\\n\", a - 1); return 0; }\n",
            ),
            ("t/1.in", "4"),
            ("t/1.out", "5\n"),
            ("t/2.in", "0"),
            ("t/2.out", "1\n"),
        ],
        &["repair", "t.c", "--tests", "t", "--json"],
        &expect![[r#"
            {
              "schema": "because.repair/1",
              "files": [
                "t.c"
              ],
              "failing": [
                {
                  "name": "1",
                  "ended": "exit with status 0",
                  "printed": "3\n",
                  "expected": "5\n"
                },
                {
                  "name": "2",
                  "ended": "exit with status 0",
                  "printed": "-1\n",
                  "expected": "1\n"
                }
              ],
              "passing": 0,
              "tried": 24,
              "changes": [
                {
                  "edits": [
                    {
                      "kind": "operator",
                      "location": {
                        "file": "t.c",
                        "line": 2,
                        "column": 59,
                        "end_line": 2,
                        "end_column": 60
                      },
                      "replacement": "+",
                      "before": [
                        "int main(void) { int a; scanf(\"%d\", &a); printf(\"%d\\n\", a - 1); return 0; }"
                      ],
                      "after": [
                        "int main(void) { int a; scanf(\"%d\", &a); printf(\"%d\\n\", a + 1); return 0; }"
                      ]
                    }
                  ],
                  "assurance": "tests",
                  "effect": "computes",
                  "repairs": 2,
                  "breaks": 0,
                  "disturbs": 0,
                  "sampled": 0
                },
                {
                  "edits": [
                    {
                      "kind": "constant",
                      "location": {
                        "file": "t.c",
                        "line": 2,
                        "column": 61,
                        "end_line": 2,
                        "end_column": 62
                      },
                      "replacement": "-1",
                      "before": [
                        "int main(void) { int a; scanf(\"%d\", &a); printf(\"%d\\n\", a - 1); return 0; }"
                      ],
                      "after": [
                        "int main(void) { int a; scanf(\"%d\", &a); printf(\"%d\\n\", a - -1); return 0; }"
                      ]
                    }
                  ],
                  "assurance": "tests",
                  "effect": "computes",
                  "repairs": 2,
                  "breaks": 0,
                  "disturbs": 0,
                  "sampled": 0
                }
              ],
              "stopped": false,
              "notes": [],
              "exit_code": 10
            }
            exit 10
        "#]],
    );
}

#[test]
fn a_folder_without_tests_and_a_program_with_errors() {
    check(
        &[("t.c", "int main(void) { return 0; }\n")],
        &["repair", "t.c", "--tests", "none"],
        &expect![[r#"
        error: --tests none: No such file or directory (os error 2)
        exit 6
    "#]],
    );
    check(
        &[("t.c", "int main(void) { return x; }\n")],
        &["repair", "t.c"],
        &expect![[r#"
        error: 'x' undeclared (first use in this function)
         --> t.c:1:25
          |
        1 | int main(void) { return x; }
          |                         ^
        exit 6
    "#]],
    );
}

/// A counter that is never read could be an operand of anything, but not of an input: the recorded value would not be found.
#[test]
fn an_input_keeps_its_name_beside_numbers_that_are_never_read() {
    let text = "int nondet_int(void);
static int calls;
int limit(int v) {
    calls++;
    if (v > 12)
        return 10;
    return v;
}
int main(void) {
    int v = nondet_int();
    __CPROVER_assume(v >= 5 && v <= 20);
    __CPROVER_assert(limit(v) <= 10, \"limited\");
    return 0;
}
";
    let folder = folder_with(&[("a.c", text)]);
    let mut command = because();
    command.current_dir(folder.path()).args(["repair", "a.c"]);
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    let text = done.stdout_text();
    assert!(text.contains("+     if (v > 10)"), "{text}");
    assert!(text.contains("every claim holds, for all inputs"), "{text}");
}
