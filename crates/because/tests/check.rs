//! `because check` as users see it. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use support::{Finished, finish, run_on, seen};

const ALLOWED: Duration = Duration::from_secs(60);

fn run(text: &str, args: &[&str]) -> Finished {
    let all: Vec<&str> = ["check", "a.c"].iter().chain(args).copied().collect();
    run_on(text, &all)
}

fn check(text: &str, args: &[&str], expected: Expect) {
    expected.assert_eq(&seen(&run(text, args)));
}

#[test]
fn help_is_complete() {
    let done = run("", &["--help"]);
    assert_eq!(done.status, 0);
    expect_file!["snapshots/check-help.txt"].assert_eq(&String::from_utf8_lossy(&done.stdout));
}

#[test]
fn what_holds_for_all_inputs() {
    check(
        "#include <assert.h>\nint main(void) { unsigned char x = nondet_uchar(); assert(x * x <= 65025); return 0; }\n",
        &[],
        expect![[r#"
            exit 0
            holds    main.signed_overflow.1  a.c:2  `*` in `x * x` does not overflow `int`
            holds    main.assertion.1        a.c:2  x * x <= 65025

            2 of 2 claims hold

            VERIFICATION SUCCESSFUL
        "#]],
    );
}

#[test]
fn a_failing_run_with_its_inputs_and_trace() {
    check(
        "int main(void) {\n  unsigned char x;\n  __CPROVER_assume(x > 2);\n  int y = 100 / (x - 7);\n  return y;\n}\n",
        &["--trace"],
        expect![[r#"
            exit 10
            holds    main.signed_overflow.1   a.c:4  `-` in `x - 7` does not overflow `int`
            FAILS    main.division_by_zero.1  a.c:4  the divisor `x - 7` is not zero

            1 of 2 claims hold, 1 fails

            error: division by zero
             --> a.c:4:11
              |
            4 |   int y = 100 / (x - 7);
              |           ^^^^^^^^^^^^^
              |
              = note: required: the divisor `x - 7` is not zero (claim main.division_by_zero.1)
              = note: with input x = 7, which was never written

            trace of main.division_by_zero.1:
              a.c:1  call main()
              a.c:3    input x is 7

            VERIFICATION FAILED
        "#]],
    );
}

#[test]
fn a_trace_shows_calls_and_rounds() {
    check(
        "static int sum(const char *s, int n) {\n  int t = 0;\n  do\n    t += s[--n];\n  while (n);\n  return t;\n}\n\
         struct pair { short a; const char *b; } g;\n\
         int main(void) {\n  char c = nondet_char();\n  char b[2];\n  for (int i = 0; i < 2; i++)\n    b[i] = c;\n\
         \x20 g.b = &b[1];\n  g.a = sum(b, 2);\n  __CPROVER_assert(g.a != 'a' * 2, \"a\");\n  return 0;\n}\n",
        &["--trace", "--bits", "--property", "main.assertion.1"],
        expect![[r#"
            exit 10
            FAILS    main.assertion.1  a.c:16  a

            0 of 1 claims hold, 1 fails

            error: assertion failed: a
              --> a.c:16:3
               |
            16 |   __CPROVER_assert(g.a != 'a' * 2, "a");
               |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = note: 194 != 194 is false
               = note: claim main.assertion.1
               = note: with input c = 97 'a'

            trace of main.assertion.1:
              a.c:9   call main()
              a.c:10    c = 97 'a' (input c) (01100001)
              a.c:12    i = 0 (00000000 00000000 00000000 00000000)
              a.c:12    for (i < 2) is true  [main.0 round 1]
              a.c:13    | b[0] = 97 'a' (01100001)
              a.c:12    | i = 1 (00000000 00000000 00000000 00000001)
              a.c:12    for (i < 2) is true  [main.0 round 2]
              a.c:13    | b[1] = 97 'a' (01100001)
              a.c:12    | i = 2 (00000000 00000000 00000000 00000010)
              a.c:12    for (i < 2) is false
              a.c:14    g.b = &b[1]
              a.c:15    call sum(s = &b[0], n = 2)
              a.c:2       t = 0 (00000000 00000000 00000000 00000000)
              a.c:4       | n = 1 (00000000 00000000 00000000 00000001)  [sum.0 round 1]
              a.c:4       | t = 97 (00000000 00000000 00000000 01100001)
              a.c:5       do while (n) is true
              a.c:4       | n = 0 (00000000 00000000 00000000 00000000)  [sum.0 round 2]
              a.c:4       | t = 194 (00000000 00000000 00000000 11000010)
              a.c:5       do while (n) is false
              a.c:15    sum returns 194
              a.c:15    g.a = 194 (00000000 11000010)

            VERIFICATION FAILED
        "#]],
    );
}

#[test]
fn what_is_not_supported_is_no_failure() {
    check(
        "int main(void) {\n  int x = nondet_int();\n  if (x == 7)\n    dlopen(\"x\", 1);\n  __CPROVER_assert(x != 8 || x == 8, \"behind\");\n}\n",
        &[],
        expect![[r#"
            exit 6
            unsupported  main.unsupported.1  a.c:4  `dlopen` is not supported

            0 of 2 claims hold, 1 unsupported construct reached, 1 undecided
              1 undecided: something before it is not supported
              --full lists them

            error: `dlopen` is not supported
             --> a.c:4:5
              |
            4 |     dlopen("x", 1);
              |     ^^^^^^^^^^^^^^
              |
              = note: claim main.unsupported.1
              = note: with input x = 7
            note: `dlopen` is not supported (a.c:4)

            VERIFICATION UNDETERMINED
        "#]],
    );
    // A real failure counts.
    check(
        "int main(void) {\n  int x = nondet_int();\n  __CPROVER_assert(x != 6, \"before\");\n  if (x == 7)\n    dlopen(\"x\", 1);\n}\n",
        &["--quiet"],
        expect![[r#"
            exit 10
            VERIFICATION FAILED
        "#]],
    );
    // Where no run comes there, it does no harm.
    check(
        "int main(void) {\n  int x = nondet_int();\n  if (x < 7 && x > 7)\n    dlopen(\"x\", 1);\n}\n",
        &["--quiet"],
        expect![[r#"
            exit 0
            VERIFICATION SUCCESSFUL
        "#]],
    );
}

#[test]
fn the_effort_ends_with_what_is_known() {
    let text = "int main(void) {\n  unsigned n = nondet_uint(), i = 0;\n  __CPROVER_assert(n + 1 != n, \"before\");\n  while (i < n) i++;\n  __CPROVER_assert(i == n, \"behind\");\n}\n";
    check(
        text,
        &["--effort", "1"],
        expect![[r#"
            exit 5
            holds              main.assertion.1  a.c:3  before
            holds up to bound  main.assertion.2  a.c:5  behind

            1 of 2 claims hold, 1 holds up to the bound
            note: the limit of work was reached before everything was decided; --effort N raises it, --unwind N or --unwindset NAME:N set a bound
            note: the loop main.0 was not followed to its end (bound 1025, no end in sight) (a.c:4)

            VERIFICATION UNDETERMINED
        "#]],
    );
    check(
        text,
        &["--effort", "0"],
        expect![[r#"
        exit 1
        error: invalid value '0' for '--effort <N|unlimited>': a number from 1, or `unlimited`

        For more information, try '--help'.
    "#]],
    );
    // No claim lies behind the loop.
    check(
        "int main(void) {\n  unsigned n = nondet_uint(), i = 0;\n  __CPROVER_assert(n + 1 != n, \"before\");\n  while (i < n) i++;\n}\n",
        &[],
        expect![[r#"
            exit 0
            holds    main.assertion.1  a.c:3  before

            1 of 1 claims hold
            note: the loop main.0 was not followed to its end (bound 5, no end in sight) (a.c:4)

            VERIFICATION SUCCESSFUL
        "#]],
    );
}

#[test]
fn a_loop_without_a_known_bound() {
    let text = "int main(void) {\n  unsigned n = nondet_uint(), i;\n  for (i = 0; i < n; i++)\n    ;\n  __CPROVER_assert(i == n, \"counted\");\n  return 0;\n}\n";
    check(
        text,
        &["--unwind", "3"],
        expect![[r#"
            exit 10
            holds up to bound  main.assertion.1  a.c:5  counted
            FAILS              main.unwind.0     a.c:3  every run leaves the loop main.0 within its bound (3)

            0 of 2 claims hold, 1 holds up to the bound, 1 fails
            note: the loop main.0 was not followed to its end (bound 3, no end in sight) (a.c:3)

            VERIFICATION FAILED
        "#]],
    );
    check(
        text,
        &["--unwind", "3", "--no-unwinding-assertions"],
        expect![[r#"
            exit 0
            holds    main.assertion.1  a.c:5  counted

            1 of 1 claims hold

            VERIFICATION SUCCESSFUL
        "#]],
    );
}

#[test]
fn loops_with_constant_bounds_need_no_option() {
    check(
        "int main(void) {\n  int a[50], s = 0;\n  for (int i = 0; i < 50; i++) a[i] = i;\n  for (int i = 0; i < 50; i++) s += a[i];\n  __CPROVER_assert(s == 1225, \"sum\");\n  return 0;\n}\n",
        &[],
        expect![[r#"
            exit 0
            holds    main.array_bounds.1     a.c:3  index `i` is within `a`, which has 50 elements
            holds    main.signed_overflow.1  a.c:3  `+` in `i++` does not overflow `int`
            holds    main.array_bounds.2     a.c:4  index `i` is within `a`, which has 50 elements
            holds    main.signed_overflow.2  a.c:4  `+` in `s += a[i]` does not overflow `int`
            holds    main.signed_overflow.3  a.c:4  `+` in `i++` does not overflow `int`
            holds    main.assertion.1        a.c:5  sum

            6 of 6 claims hold

            VERIFICATION SUCCESSFUL
        "#]],
    );
}

#[test]
fn claims_and_loops_have_names() {
    let text =
        "int a[3];\nint main(void) {\n  int i = nondet_int();\n  while (i > 0) i--;\n  return a[i];\n}\n";
    check(
        text,
        &["--show-properties"],
        expect![[r#"
            exit 0
            main.signed_overflow.1  a.c:4  `-` in `i--` does not overflow `int`
            main.array_bounds.1     a.c:5  index `i` is within `a`, which has 3 elements
        "#]],
    );
    check(
        text,
        &["--show-loops"],
        expect![[r#"
        exit 0
        main.0  a.c:4
    "#]],
    );
    check(
        text,
        &["--property", "main.nothing.1"],
        expect![[r#"
            exit 1
            error: there is no claim `main.nothing.1`; --show-properties lists them
        "#]],
    );
    check(
        text,
        &["--unwindset", "main.7:3", "--unwind", "2", "--stop-on-fail"],
        expect![[r#"
            exit 10
            FAILS    main.array_bounds.1  a.c:5  index `i` is within `a`, which has 3 elements

            0 of 2 claims hold, 1 fails, 1 undecided
              1 undecided: not looked at after a failing run was found
              --full lists them

            error: array index out of bounds: index -1 of an array of 3 elements
             --> a.c:5:10
              |
            5 |   return a[i];
              |          ^^^^
              |
              = note: required: index `i` is within `a`, which has 3 elements (claim main.array_bounds.1)
              = note: with input i = -1

            VERIFICATION FAILED
            note: --unwindset: there is no loop `main.7`; --show-loops lists them
        "#]],
    );
    check(
        text,
        &["--unwindset", "main.0"],
        expect![[r#"
        exit 1
        error: --unwindset main.0: not of the form NAME:N

        For more information, try '--help'.
    "#]],
    );
}

#[test]
fn one_claim_of_several() {
    check(
        "int main(void) {\n  int x = nondet_int();\n  __CPROVER_assert(x != 1, \"first\");\n  __CPROVER_assert(x != 2, \"second\");\n  return 0;\n}\n",
        &["--property", "main.assertion.2"],
        expect![[r#"
            exit 10
            FAILS    main.assertion.2  a.c:4  second

            0 of 1 claims hold, 1 fails

            error: assertion failed: second
             --> a.c:4:3
              |
            4 |   __CPROVER_assert(x != 2, "second");
              |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: 2 != 2 is false
              = note: claim main.assertion.2
              = note: with input x = 2

            VERIFICATION FAILED
        "#]],
    );
}

#[test]
fn memory_errors_on_the_heap() {
    check(
        "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  *p = nondet_int();\n  if (*p == 42) free(p);\n  *p = 1;\n  free(p);\n  return 0;\n}\n",
        &[],
        expect![[r#"
            exit 10
            holds    main.pointer_dereference.1  a.c:4  `*p` can be written: `p` points at a live object that is large enough
            holds    main.pointer_dereference.2  a.c:5  `*p` can be read: `p` points at a live object that is large enough
            FAILS    main.pointer_dereference.3  a.c:6  `*p` can be written: `p` points at a live object that is large enough

            4 of 5 claims hold, 1 fails

            error: use after free: the object of 4 bytes allocated at line 3 has been freed
             --> a.c:6:3
              |
            6 |   *p = 1;
              |   ^^^^^^
              |
            note: allocated here
             --> a.c:3:12
              |
            3 |   int *p = malloc(4);
              |            ^^^^^^^^^
            note: freed here
             --> a.c:5:17
              |
            5 |   if (*p == 42) free(p);
              |                 ^^^^^^^
              = note: required: `*p` can be written: `p` points at a live object that is large enough (claim main.pointer_dereference.3)
              = note: with input nondet_int = 42

            VERIFICATION FAILED
        "#]],
    );
}

#[test]
fn the_document_is_json() {
    let done = run(
        "int main(void) { int x; __CPROVER_assert(x != 5, \"five\"); }\n",
        &["--json"],
    );
    assert_eq!(done.status, 10);
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(document["schema"], "because.check/1");
    assert_eq!(document["verdict"], "failed");
    assert_eq!(document["claims"][0]["status"], "fails");
    assert_eq!(document["counterexamples"][0]["run"]["inputs"][0]["value"], "5");
    assert_eq!(document["counterexamples"][0]["run"]["location"]["line"], 1);
}

/// Claims just inside and just outside what a byte allows: ranges decide some of them, the solver the others.
#[test]
fn claims_at_the_edge() {
    let claims = [
        ("(int)x <= 255", true),
        ("x < 255", false),
        ("x != 256", true),
        ("x >= 0", true),
        ("x > 0", false),
        ("-x <= 0", true),
        ("-x < 0", false),
        ("x - 300 < 0", true),
        ("x - 255 < 0", false),
        ("x - 1u <= 254u", false),
        ("x + 1u > 0u", true),
        ("(signed char)x <= 127", true),
        ("(signed char)x >= -127", false),
        ("x * x <= 65025", true),
        ("x * x < 65025", false),
        ("(x & 14) != 13", true),
        ("(x & 14) != 12", false),
        ("x % 7 < 7", true),
        ("x % 7 < 6", false),
        ("(x ? 3 : 5) != 4", true),
        ("(int)((unsigned)x << 24) >> 24 >= -128", true),
        ("2147483392 + x > 0", true),
        ("2147483393 + x > 0", false),
    ];
    let mut text = String::from("int main(void) {\n");
    for (claim, _) in claims {
        text.push_str(&format!(
            "  {{ unsigned char x = nondet_uchar(); __CPROVER_assert({claim}, \"c\"); }}\n"
        ));
    }
    text.push_str("  return 0;\n}\n");
    let done = run(&text, &["--json", "--no-undefined-shift-check"]);
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let all = document["claims"].as_array().expect("a list");
    for (line, (claim, holds)) in claims.iter().enumerate() {
        let here = all.iter().filter(|found| found["location"]["line"] == line + 2);
        let fails = here.filter(|found| found["status"] == "fails").count();
        assert_eq!(fails == 0, *holds, "{claim}");
    }
}

#[test]
fn claims_as_cbmc_names_them() {
    let text = "struct s { int n; int a[2]; };\nint g[3];\nint main(void) {\n  int i = nondet_int(), *p = i > 5 ? &i : 0;\n  \
        struct s s, *q = &s;\n  g[i] = i+1;\n  q->a[i] = -i;\n  *p = 1;\n  i += 10 / i;\n  return 1<<i;\n}\n";
    check(
        text,
        &["--cbmc-output", "--no-pointer-check"],
        expect![[r#"
        exit 10

        ** Results:
        a.c function main
        [main.overflow.1] line 6 arithmetic overflow on signed + in i + 1: FAILURE
        [main.array_bounds.1] line 6 array 'g' lower bound in g[(signed long int)i]: FAILURE
        [main.array_bounds.2] line 6 array 'g' upper bound in g[(signed long int)i]: FAILURE
        [main.overflow.2] line 7 arithmetic overflow on signed unary minus in -i: SUCCESS
        [main.array_bounds.3] line 7 array.a dynamic object upper bound in q->a[(signed long int)i]: FAILURE
        [main.division-by-zero.1] line 9 division by zero in 10 / i: FAILURE
        [main.overflow.3] line 9 arithmetic overflow on signed + in i + 10 / i: SUCCESS
        [main.undefined-shift.1] line 10 shift distance is negative in 1 << i: SUCCESS
        [main.undefined-shift.2] line 10 shift distance too large in 1 << i: SUCCESS
        [main.overflow.4] line 10 arithmetic overflow on signed shl in 1 << i: SUCCESS

        ** 5 of 10 failed (1 iterations)
        VERIFICATION FAILED
    "#]],
    );
    check(
        text,
        &["--property", "main.pointer_dereference.7", "--quiet"],
        expect![[r#"
        exit 10
        VERIFICATION FAILED
    "#]],
    );
    check(
        text,
        &["--property", "main.pointer_dereference.8", "--quiet"],
        expect![[r#"
        exit 0
        VERIFICATION SUCCESSFUL
    "#]],
    );
    check(
        text,
        &["--property", "main.overflow.1", "--quiet"],
        expect![[r#"
        exit 10
        VERIFICATION FAILED
    "#]],
    );
}

const GOALS: &str = "int f(int x, int y) {\n  if (x > 3 && y < 5)\n    return 1;\n  return 2;\n}\nint main(void) {\n  \
    int n = nondet_int();\n  __CPROVER_assume(n < 4);\n  while (n > 0)\n    n = n - 2;\n  \
    __CPROVER_assert(n <= 0, \"down\");\n  __CPROVER_cover(n == -1);\n  return f(n, 1);\n}\n";

/// What each criterion says of the goals, one after the other.
fn covered(criteria: &[&str], expected: &Expect) {
    let mut shown = String::new();
    for criterion in criteria {
        let done = run(GOALS, &["--cover", criterion]);
        assert_eq!(done.status, 0, "{criterion}");
        shown.push_str(criterion);
        shown.push_str(&String::from_utf8_lossy(&done.stdout));
    }
    expected.assert_eq(&shown);
}

#[test]
fn goals_of_coverage() {
    covered(
        &["location", "branch", "condition"],
        &expect![[r#"
        location
        ** coverage results:
        [f.coverage.1] file a.c line 2 function f block 1 (lines a.c:f:2): SATISFIED
        [f.coverage.2] file a.c line 3 function f block 2 (lines a.c:f:3): FAILED
        [f.coverage.3] file a.c line 4 function f block 3 (lines a.c:f:4,5): SATISFIED
        [main.coverage.1] file a.c line 7 function main block 1 (lines a.c:main:7,8): SATISFIED
        [main.coverage.2] file a.c line 9 function main block 2 (lines a.c:main:9): SATISFIED
        [main.coverage.3] file a.c line 10 function main block 3 (lines a.c:main:10): SATISFIED
        [main.coverage.4] file a.c line 10 function main block 4 (lines a.c:main:10): SATISFIED
        [main.coverage.5] file a.c line 11 function main block 5 (lines a.c:main:11): SATISFIED
        [main.coverage.6] file a.c line 13 function main block 6 (lines a.c:main:13): SATISFIED
        [main.coverage.7] file a.c line 13 function main block 7 (lines a.c:main:13,14): SATISFIED

        ** 9 of 10 covered (90.0%)
        branch
        ** coverage results:
        [f.coverage.1] file a.c line 2 function f entry point: SATISFIED
        [f.coverage.2] file a.c line 2 function f block 1 branch false: SATISFIED
        [f.coverage.3] file a.c line 2 function f block 1 branch true: FAILED
        [main.coverage.1] file a.c line 7 function main entry point: SATISFIED
        [main.coverage.2] file a.c line 9 function main block 2 branch false: SATISFIED
        [main.coverage.3] file a.c line 9 function main block 2 branch true: SATISFIED

        ** 5 of 6 covered (83.3%)
        condition
        ** coverage results:
        [f.coverage.1] file a.c line 2 function f condition 'x > 3' false: SATISFIED
        [f.coverage.2] file a.c line 2 function f condition 'x > 3' true: FAILED
        [f.coverage.3] file a.c line 2 function f condition 'y < 5' false: FAILED
        [f.coverage.4] file a.c line 2 function f condition 'y < 5' true: SATISFIED
        [main.coverage.1] file a.c line 9 function main condition 'n > 0' false: SATISFIED
        [main.coverage.2] file a.c line 9 function main condition 'n > 0' true: SATISFIED

        ** 4 of 6 covered (66.7%)
    "#]],
    );
}

#[test]
fn goals_of_coverage_by_decisions() {
    covered(
        &["decision", "mcdc"],
        &expect![[r#"
        decision
        ** coverage results:
        [f.coverage.1] file a.c line 2 function f decision 'x > 3 && y < 5' false: SATISFIED
        [f.coverage.2] file a.c line 2 function f decision 'x > 3 && y < 5' true: FAILED
        [main.coverage.1] file a.c line 9 function main decision 'n > 0' false: SATISFIED
        [main.coverage.2] file a.c line 9 function main decision 'n > 0' true: SATISFIED

        ** 3 of 4 covered (75.0%)
        mcdc
        ** coverage results:
        [f.coverage.1] file a.c line 2 function f MC/DC independence condition 'x > 3 && y < 5': FAILED
        [f.coverage.2] file a.c line 2 function f MC/DC independence condition '!(x > 3) && y < 5': SATISFIED
        [f.coverage.3] file a.c line 2 function f MC/DC independence condition 'x > 3 && !(y < 5)': FAILED
        [f.coverage.4] file a.c line 2 function f decision 'x > 3 && y < 5' false: SATISFIED
        [f.coverage.5] file a.c line 2 function f decision 'x > 3 && y < 5' true: FAILED
        [f.coverage.6] file a.c line 2 function f condition 'x > 3' false: SATISFIED
        [f.coverage.7] file a.c line 2 function f condition 'x > 3' true: FAILED
        [f.coverage.8] file a.c line 2 function f condition 'y < 5' false: FAILED
        [f.coverage.9] file a.c line 2 function f condition 'y < 5' true: SATISFIED
        [main.coverage.1] file a.c line 9 function main decision/condition 'n > 0' false: SATISFIED
        [main.coverage.2] file a.c line 9 function main decision/condition 'n > 0' true: SATISFIED

        ** 6 of 11 covered (54.5%)
    "#]],
    );
}

#[test]
fn goals_of_coverage_by_claims() {
    covered(
        &["assertion", "cover", "assume"],
        &expect![[r#"
        assertion
        ** coverage results:
        [main.coverage.1] file a.c line 11 function main assertion down: SATISFIED

        ** 1 of 1 covered (100.0%)
        cover
        ** coverage results:
        [main.coverage.1] file a.c line 12 function main condition 'n == -1': SATISFIED

        ** 1 of 1 covered (100.0%)
        assume
        ** coverage results:
        [main.coverage.1] file a.c line 8 function main assert(false) before assume(n < 4): SATISFIED
        [main.coverage.2] file a.c line 8 function main assert(false) after assume(n < 4): SATISFIED

        ** 2 of 2 covered (100.0%)
    "#]],
    );
}

#[test]
fn nothing_is_covered_behind_a_failed_assertion() {
    // Behind a failed assertion nothing is covered, unless that is asked for.
    let text = "int main(void) {\n  assert(0);\n  __CPROVER_cover(1);\n}\n";
    check(
        text,
        &["--cover", "cover"],
        expect![[r#"
        exit 0

        ** coverage results:
        [main.coverage.1] file a.c line 3 function main condition '1': FAILED

        ** 0 of 1 covered (0.0%)
    "#]],
    );
    check(
        text,
        &["--cover", "cover", "--cover-failed-assertions"],
        expect![[r#"
        exit 0

        ** coverage results:
        [main.coverage.1] file a.c line 3 function main condition '1': SATISFIED

        ** 1 of 1 covered (100.0%)
    "#]],
    );
}

const FOR_CBMC: &str = "#include <assert.h>\nint f(int x) {\n  assert(x != 7);\n  return x;\n}\nint main(void) {\n  int n = nondet_int(), i;\n  \
    for (i = 0; i < n; i++)\n    f(i + 7);\n  __CPROVER_assert(i >= 0, \"counted up\");\n  return 0;\n}\n";

#[test]
fn scripts_written_for_cbmc() {
    let text = FOR_CBMC;
    let ignored = [
        "--unwinding-assertions",
        "--slice-formula",
        "--sat-solver",
        "cadical",
        "--object-bits",
        "10",
    ];
    let mut args = vec!["--cbmc-output", "--unwind", "4", "--trace"];
    args.extend(ignored);
    check(
        text,
        &args,
        expect![[r#"
            exit 10

            ** Results:
            a.c function f
            [f.assertion.1] line 3 assertion x != 7: FAILURE

            a.c function main
            [main.overflow.1] line 9 arithmetic overflow on signed + in i + 7: SUCCESS
            [main.overflow.2] line 8 arithmetic overflow on signed + in i + 1: SUCCESS
            [main.assertion.1] line 10 counted up: SUCCESS

            Trace for f.assertion.1:

            State 2 file a.c function main line 7 thread 0
            ----------------------------------------------------
              n=1 (00000000 00000000 00000000 00000001)

            State 3 file a.c function main line 8 thread 0
            ----------------------------------------------------
              i=0 (00000000 00000000 00000000 00000000)

            State 5 file a.c function main line 9 thread 0
            ----------------------------------------------------
              x=7

            Violated property:
              file a.c function f line 3 thread 0
              assertion x != 7
              x != 7


            ** 1 of 4 failed (1 iterations)
            VERIFICATION FAILED
        "#]],
    );
    check(
        text,
        &[
            "--cbmc-output",
            "--unwind",
            "4",
            "--no-unwinding-assertions",
            "--property",
            "main.assertion.1",
        ],
        expect![[r#"
            exit 0

            ** Results:
            a.c function main
            [main.assertion.1] line 10 counted up: SUCCESS

            ** 0 of 1 failed (1 iterations)
            VERIFICATION SUCCESSFUL
        "#]],
    );
}

#[test]
fn coverage_of_a_script_written_for_cbmc() {
    let text = FOR_CBMC;
    check(
        text,
        &["--cover", "location"],
        expect![[r#"
            exit 0

            ** coverage results:
            [f.coverage.1] file a.c line 3 function f block 1 (lines a.c:f:3): SATISFIED
            [f.coverage.2] file a.c line 4 function f block 2 (lines a.c:f:4,5): FAILED
            [main.coverage.1] file a.c line 7 function main block 1 (lines a.c:main:7,8): SATISFIED
            [main.coverage.2] file a.c line 8 function main block 2 (lines a.c:main:8): SATISFIED
            [main.coverage.3] file a.c line 9 function main block 3 (lines a.c:main:9): SATISFIED
            [main.coverage.4] file a.c line 9 function main block 4 (lines a.c:main:9): SATISFIED
            [main.coverage.5] file a.c line 8 function main block 5 (lines a.c:main:8): FAILED
            [main.coverage.6] file a.c line 8 function main block 6 (lines a.c:main:8): FAILED
            [main.coverage.7] file a.c line 10 function main block 7 (lines a.c:main:10): SATISFIED
            [main.coverage.8] file a.c line 11 function main block 8 (lines a.c:main:11,12): SATISFIED

            ** 7 of 10 covered (70.0%)
        "#]],
    );
}

/// On a terminal one line tells what is going on; elsewhere there is none.
#[test]
fn progress_on_a_terminal() {
    if !support::available("script", "a terminal") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "int main(void) {\n  unsigned n = nondet_uint(), i, s = 0;\n  for (i = 0; i < n; i++) s += i;\n  __CPROVER_assert(i == n, \"counted\");\n}\n";
    fs::write(folder.path().join("a.c"), text).expect("writes");
    let on_terminal = |options: &str| {
        let tool = env!("CARGO_BIN_EXE_because");
        let mut command = std::process::Command::new("script");
        command.current_dir(folder.path()).env("NO_COLOR", "1");
        command.args([
            "-qec",
            &format!("{tool} check a.c --timeout 2 {options}"),
            "/dev/null",
        ]);
        finish(&mut command, b"", ALLOWED)
            .expect("ends in time")
            .stdout_text()
    };
    let shown = on_terminal("");
    assert!(shown.contains("round ") && shown.contains("s  "), "{shown:?}");
    // It is cleared before the result.
    let (_, result) = shown.rsplit_once("\x1b[K").expect("a cleared line");
    assert!(
        !result.contains("round") && result.contains("VERIFICATION"),
        "{result:?}"
    );
    assert_eq!(on_terminal("--quiet").trim_end(), "VERIFICATION UNDETERMINED");
    let piped = run(text, &["--timeout", "2"]);
    assert!(piped.stderr.is_empty(), "{}", piped.stderr_text());
}

#[test]
fn time_runs_out() {
    // Every bound can be exceeded, so the deepening never ends by itself.
    let text = "int main(void) {\n  unsigned n = nondet_uint(), i, s = 0;\n  for (i = 0; i < n; i++) s += i;\n  __CPROVER_assert(i == n, \"counted\");\n  return 0;\n}\n";
    let done = run(text, &["--timeout", "1"]);
    assert_eq!(done.status, 5, "{}", String::from_utf8_lossy(&done.stdout));
    assert!(String::from_utf8_lossy(&done.stdout).ends_with("VERIFICATION UNDETERMINED\n"));
}

/// The inputs of the failing run, as they are shown.
fn inputs(text: &str, args: &[&str]) -> Vec<String> {
    let done = run(text, args);
    assert_eq!(done.status, 10, "{}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let shown = text.lines().filter_map(|line| line.split_once("= note: "));
    shown
        .map(|(_, note)| note)
        .filter_map(|note| {
            note.strip_prefix("with input ")
                .or(note.strip_prefix("after reading "))
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn inputs_of_failing_runs_are_plain() {
    let double = "int main(void) { double d = nondet_double(); __CPROVER_assume(d > 1.0 && d < 2.0);
        __CPROVER_assert(d * d > 3.0, \"\"); return 0; }";
    assert_eq!(inputs(double, &[]), ["d = 1.5"]);
    let mixed = "struct s { int x; unsigned char tag; long long big; double w; };
        int main(void) { struct s v; __CPROVER_assume(v.tag > 3);
        __CPROVER_assert(!(v.x > v.tag && v.big < -v.x && v.w > 2.5), \"\"); return 0; }";
    let plain = ["v.tag = 4", "v.x = 5", "v.big = -6", "v.w = 3.0"]
        .map(|input| format!("{input}, which was never written"));
    assert_eq!(inputs(mixed, &["--no-signed-overflow-check"]), plain);
    let product = "int main(void) { short a = nondet_short(), b = nondet_short(); __CPROVER_assert(a * b != 391, \"\"); }";
    assert_eq!(inputs(product, &[]), ["a = 1", "b = 391"]);
    let text = "#include <string.h>
        int main(void) { char b[8]; for (int i = 0; i < 7; i++) b[i] = nondet_char(); b[7] = 0;
        __CPROVER_assert(strchr(b, '!') == 0 || b[0] == '!', \"\"); return 0; }";
    let letters = inputs(text, &["--property", "main.assertion.1"]);
    assert_eq!(letters[..2], ["nondet_char = 97 'a'", "nondet_char#2 = 33 '!'"]);
    assert!(
        letters[2..].iter().all(|input| input.ends_with(" = 0")),
        "{letters:?}"
    );
    let typed = "#include <stdio.h>
        int main(void) { char line[16]; if (!fgets(line, sizeof line, stdin)) return 0; int digits = 0;
        for (int i = 0; line[i]; i++) if (line[i] >= '0' && line[i] <= '9') digits++;
        __CPROVER_assert(digits < 3, \"\"); return 0; }";
    assert_eq!(inputs(typed, &[]), ["standard input \"000\", then its end"]);
    // A zero byte would be one byte less, but nobody types it.
    let word = "#include <stdio.h>
        int main(void) { char w[8]; int n; if (scanf(\"%7s %d\", w, &n) != 2) return 0;
        if (w[0] == w[1] && n > 40) __CPROVER_assert(n != 57, \"\"); return 0; }";
    assert_eq!(inputs(word, &[])[1..], ["standard input \"00 57\", then its end"]);
}

/// What was found by executing the program is as plain.
#[test]
fn hunted_inputs_are_plain() {
    let root =
        "int main(void) { double x = nondet_double(); __CPROVER_assume(x >= 0 && x < 100); double r = x;
        for (int i = 0; i < 3; i++) if (r > 0) r = (r + x / r) / 2;
        double e = r * r - x; __CPROVER_assert(e < 0.5 && e > -0.5, \"\"); return 0; }";
    let shown = inputs(root, &[]);
    let digits = shown[0].trim_start_matches("x = ").len();
    assert!(shown.len() == 1 && digits <= 4, "{shown:?}");
    let sum = "int main(void) { int a[5], s = 0; for (int i = 0; i < 5; i++) a[i] = nondet_int();
        for (int i = 0; i < 5; i++) { if (a[i] > 1000000 || a[i] < -1000000) return 0; s += a[i]; }
        __CPROVER_assert(s != 7, \"\"); return 0; }";
    let shown = inputs(sum, &[]);
    assert!(
        shown[..4].iter().all(|input| input.ends_with(" = 0")),
        "{shown:?}"
    );
    assert_eq!(shown[4], "nondet_int#5 = 7");
}

#[test]
fn a_claim_in_a_loop_is_shown_failing_early() {
    let words = "int main(void) { int words = 0, in = 0; for (int i = 0; i < 12; i++) { int c = nondet_int();
        if (c == 0) in = 0; else if (!in) { in = 1; words++; } __CPROVER_assert(words < 3, \"\"); } return 0; }";
    let plain = ["c = 1", "c#2 = 0", "c#3 = 1", "c#4 = 0", "c#5 = 1"];
    assert_eq!(inputs(words, &[]), plain);
}
