//! `because explain` and `because FILE.c` as users see them. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use serde_json::Value;
use support::{because, document_of, finish, run_on, seen};

const ALLOWED: Duration = Duration::from_secs(60);

fn check(text: &str, args: &[&str], expected: Expect) {
    expected.assert_eq(&seen(&run_on(text, args)));
}

#[test]
fn help_is_complete() {
    let done = run_on("", &["explain", "--help"]);
    assert_eq!(done.status, 0);
    expect_file!["snapshots/explain-help.txt"].assert_eq(&String::from_utf8_lossy(&done.stdout));
}

/// The values of one name belong together, and the one other claim that fails has a line.
#[test]
fn lists_of_inputs_and_one_more_failing_claim() {
    let text = "#include <assert.h>
int digit(void), nondet_int(void);
int main(void) {
    int amount = nondet_int();
    int first = digit(), second = digit();
    assert(amount != 7 || first != 1 || second != 2);
    assert(amount != 6);
    return 0;
}
";
    let answer = String::from_utf8_lossy(&run_on(text, &["a.c"]).stdout).into_owned();
    assert!(answer.starts_with("a.c:6: assertion failed"), "{answer}");
    assert!(
        answer.contains("fails with   amount = 7; digit = 1, 2\n"),
        "{answer}"
    );
    assert!(answer.contains("\na.c:7 fails, too. More: --full\n"), "{answer}");
}

/// What a command refuses is not in its help.
#[test]
fn help_lists_nothing_that_is_refused() {
    let help = |args: &[&str]| String::from_utf8_lossy(&run_on("", args).stdout).into_owned();
    for args in [&["a.c", "--help"][..], &["explain", "--help"]] {
        let text = help(args);
        assert!(text.contains("\nExit status:\n"), "{text}");
        assert!(text.contains("--full"), "{text}");
        for option in [
            "quiet",
            "native",
            "show-properties",
            "show-loops",
            "dimacs",
            "cbmc-output",
        ] {
            let option = format!("--{option}");
            assert!(
                !text.contains(&format!("{option}\n")),
                "{args:?} {option}\n{text}"
            );
            let refused = run_on("int main(void) { return 0; }", &["explain", "a.c", &option]);
            assert_eq!(refused.status, 1, "{option}");
        }
    }
}

const MINMAX: &str = include_str!("../../../examples/minmax.c");

#[test]
fn without_a_command() {
    check(
        MINMAX,
        &["a.c"],
        expect![[r#"
            exit 10
            a.c:22: assertion failed: least <= most    (0 <= -1 is false)
              22 |     assert(least <= most);
                 |     ^^^^^^^^^^^^^^^^^^^^^
            fails with   first = 0; second = -1; third = 0
            passes with  first = 0; second = -1; third = -1
            look at      a.c:19  most = second;
                           passes if `second` is 0 instead of -1; another value here makes each of the 2 failing
                           runs that were tried pass
                         a.c:18  if (least > second)
                           passes if `least > second` is false instead of true; another value here makes each of
                           the 2 failing runs that were tried pass
                         a.c:20  if (least > third)  the passing run differs here
            try          a.c:19  most = third;  proved for all inputs
            or           a.c:18  if (least > most)  proved for all inputs
            or           a.c:16  insert `second = third;` before this line  proved for all inputs
            More: --full
        "#]],
    );
}

#[test]
fn options_may_come_first() {
    let done = run_on(MINMAX, &["--unwind", "3", "a.c"]);
    assert_eq!(done.status, 10);
}

#[test]
fn as_the_thesis_prints_it() {
    check(
        MINMAX,
        &["explain", "--ssa", "--all-deltas", "a.c"],
        expect![[r#"
            exit 10
            error: assertion failed: least <= most
              --> a.c:22:5
               |
            22 |     assert(least <= most);
               |     ^^^^^^^^^^^^^^^^^^^^^
               |
               = note: 0 <= -1 is false
               = note: claim main.assertion.1

            input   failing  passing
            first         0        0
            second       -1        0  <-- changed
            third         0        0

            The closest passing run differs in 6 steps (no passing run is nearer). What matters:
            Value changed: second#0 from -1 to 0
                           file a.c line 10 function main
            Value changed: second#0 from -1 to 0
                           file a.c line 10 function main
            Value changed: most#1 from -1 to 0
                           file a.c line 15 function main
            Guard changed: least > second (\guard#3) was TRUE
                           file a.c line 18 function main
            Value changed: most#5 from -1 to 0
                           file a.c line 19 function main
            Value changed: most#6 from -1 to 0
                           file a.c line 20 function main

            1 other passing run is equally near (--show-ties lists them)

            Look at a.c:18, a.c:19
        "#]],
    );
}

#[test]
fn all_slices_and_ties() {
    let text = "int main() {
    int input1, input2;
    int x = 1, y = 1, z = 1;
    if (input1 > 0) { x += 5; y += 6; z += 4; }
    if (input2 > 0) { x += 6; y += 5; z += 4; }
    assert(x < 10 || y < 10);
}
";
    check(
        text,
        &["explain", "--all-slices", "--show-ties", "a.c"],
        expect![[r#"
            exit 10
            error: assertion failed: x < 10 || y < 10
             --> a.c:6:5
              |
            6 |     assert(x < 10 || y < 10);
              |     ^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: 12 < 10 is false
              = note: claim main.assertion.1

            input                   failing  passing
            input1 (never written)        1        1
            input2 (never written)        1        0  <-- changed

            The closest passing run differs in 5 steps (no passing run is nearer). What matters:

              a.c:5 in main: input input2: 1, in the passing run 0
                5 |     if (input2 > 0) { x += 6; y += 5; z += 4; }

              a.c:5 in main: branch on `input2 > 0`: taken, in the passing run not taken
                5 |     if (input2 > 0) { x += 6; y += 5; z += 4; }

              a.c:6 in main: x: 12 (stored at line 5), in the passing run 6 (stored at line 4)
                4 |     if (input1 > 0) { x += 5; y += 6; z += 4; }
                5 |     if (input2 > 0) { x += 6; y += 5; z += 4; }

              a.c:6 in main: the claim (x < 10 || y < 10) fails with x = 12, y = 12; it holds in the passing run with x = 6, y = 7
                6 |     assert(x < 10 || y < 10);

            minimal sets of differences that matter:
              1. input2 (line 5), input2 > 0 (line 5), x (line 6)
              2. input2 (line 5), input2 > 0 (line 5), y (line 6)

            passing runs at this distance:
              1. (input2: 1 -> 0): 3 of 5 differences matter, shown above

            Look at a.c:5
        "#]],
    );
}

#[test]
fn an_avoided_claim() {
    let text = "int nondet_int(void);
int main(void) {
    int on = nondet_int();
    int level = nondet_int();
    int alarm = 0;
    if (level > 100)
        alarm = 1;
    if (on)
        assert(!(level >= 100) || alarm);
    return 0;
}
";
    check(
        text,
        &["explain", "a.c"],
        expect![[r#"
            exit 10
            error: assertion failed: !(level >= 100) || alarm
             --> a.c:9:9
              |
            9 |         assert(!(level >= 100) || alarm);
              |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: claim main.assertion.1

            The nearest passing run only avoids the claim (level: 100 -> 99); so this is assumed: level >= 100 (what the claim presupposes)

            input  failing  passing
            on           1        1
            level      100      101  <-- changed

            The closest passing run differs in 4 steps (no other such run is nearer). What matters:

              a.c:4 in main: input level: 100, in the passing run 101
                4 |     int level = nondet_int();

              a.c:6 in main: branch on `level > 100`: not taken, in the passing run taken
                6 |     if (level > 100)

              a.c:8 in main: alarm: 0 (stored at line 5), in the passing run 1 (stored at line 7)
                5 |     int alarm = 0;
                7 |         alarm = 1;

              a.c:9 in main: the claim (!(level >= 100) || alarm) fails with level = 100, alarm = 0; it holds in the passing run with level = 101, alarm = 1
                9 |         assert(!(level >= 100) || alarm);

            Look at a.c:6, a.c:5
        "#]],
    );
}

#[test]
fn memory_errors_have_reasons_too() {
    let text = "#include <stdlib.h>
struct node { int value; struct node *next; };
int nondet_int(void);
int main(void) {
    struct node *head = NULL;
    int n = nondet_int();
    __CPROVER_assume(n >= 0 && n <= 3);
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    int first = head->value;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return first;
}
";
    check(
        text,
        &["explain", "a.c"],
        expect![[r#"
            exit 10
            error: null pointer followed: `head` is NULL
              --> a.c:14:17
               |
            14 |     int first = head->value;
               |                 ^^^^^^^^^^^
               |
               = note: required: `head->value` can be read: `head` points at a live object that is large enough (claim main.pointer_dereference.3)

            input  failing  passing
            n            0        1  <-- changed

            The closest passing run differs in 5 steps (no passing run is nearer). What matters:

              a.c:6 in main: input n: 0, in the passing run 1
                6 |     int n = nondet_int();

              a.c:8 in main: branch on `i < n`: not taken, in the passing run taken
                8 |     for (int i = 0; i < n; i++) {

              a.c:8 in main: head: NULL (stored at line 5), in the passing run pointer to the object allocated at line 9 (stored at line 12)
                 5 |     struct node *head = NULL;
                12 |         head = node;

              a.c:14 in main: the claim (`head->value` can be read: `head` points at a live object that is large enough) fails with head = NULL; it holds in the passing run with head = pointer to the object allocated at line 9
                14 |     int first = head->value;

            Look at a.c:8, a.c:5
        "#]],
    );
}

#[test]
fn nothing_passes() {
    check(
        "int main(void) { int x; assert(x != x); return 0; }\n",
        &["explain", "a.c"],
        expect![[r#"
            exit 10
            error: assertion failed: x != x
             --> a.c:1:25
              |
            1 | int main(void) { int x; assert(x != x); return 0; }
              |                         ^^^^^^^^^^^^^^
              |
              = note: 0 != 0 is false
              = note: claim main.assertion.1
              = note: with input x = 0, which was never written

            No run of the program passes: the failure does not depend on the inputs.
            `because diagnose` says which expressions could be changed.
        "#]],
    );
}

#[test]
fn nothing_fails() {
    check(
        "int main(void) { int x; assert(x == x); return 0; }\n",
        &["a.c"],
        expect![[r#"
            exit 0
            Nothing fails: the only claim holds for all inputs. More: --full
        "#]],
    );
}

#[test]
fn a_saved_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), MINMAX).expect("writes");
    let inside = |args: &[&str]| {
        let mut command = because();
        command.current_dir(folder.path()).args(args);
        finish(&mut command, b"", ALLOWED).expect("ends in time")
    };
    let inputs = ["--input", "first=1", "--input", "second=0", "--input", "third=1"];
    let mut args = vec!["run", "a.c", "--save-run", "r.json"];
    args.extend(inputs);
    assert_eq!(inside(&args).status, 10);
    let done = inside(&["explain", "--json", "--run", "r.json", "a.c"]);
    assert_eq!(done.status, 10);
    let document: Value = serde_json::from_slice(&done.stdout).expect("a JSON document");
    let answer = &document;
    assert_eq!(document["schema"], "because.explain/1");
    assert_eq!(answer["result"], "explained");
    assert_eq!(answer["distance"]["proved"], true);
    let inputs = answer["passing_inputs"].as_array().expect("inputs");
    let values: Vec<&str> = inputs
        .iter()
        .filter_map(|input| input["value"].as_str())
        .collect();
    assert_eq!(values, ["1", "1", "1"]);
    // A run that does not fail has nothing to explain.
    assert_eq!(inside(&["run", "a.c", "--save-run", "good.json"]).status, 0);
    let done = inside(&["explain", "--run", "good.json", "a.c"]);
    assert_eq!(done.status, 0);
}

#[test]
fn every_difference_is_complete_in_json() {
    let document = document_of(MINMAX, &["explain", "--json", "a.c"]);
    let deltas = document["deltas"].as_array().expect("differences");
    assert_eq!(
        deltas.len() as u64,
        document["distance"]["value"].as_u64().expect("a number")
    );
    for delta in deltas {
        for member in [
            "kind", "name", "ssa", "location", "failing", "passing", "in_slice",
        ] {
            assert!(!delta[member].is_null(), "{member} is missing in {delta}");
        }
        assert_ne!(delta["failing"], delta["passing"]);
    }
    let lines: Vec<u64> = document["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| line["line"].as_u64())
        .collect();
    assert_eq!(lines, [18, 19]);
}

#[test]
fn other_questions() {
    let document = document_of(MINMAX, &["explain", "--json", "--interventions", "a.c"]);
    assert_eq!(document["result"], "interventions");
    assert_eq!(document["distance"]["value"], 1);
    let document = document_of(MINMAX, &["explain", "--json", "--find-error", "a.c"]);
    assert_eq!(document["result"], "another_failure");
    let near = document["distance"]["value"].as_u64();
    let document = document_of(
        MINMAX,
        &["explain", "--json", "--find-error", "--maximize", "a.c"],
    );
    assert!(document["distance"]["value"].as_u64() > near);
    let document = document_of(MINMAX, &["explain", "--json", "--one-step", "a.c"]);
    assert_eq!(document["result"], "explained");
    assert_eq!(document["slices"][0].as_array().map(Vec::len), Some(4));
}

#[test]
fn assumptions() {
    let passing = |args: &[&str]| -> Vec<String> {
        let mut all = vec!["explain", "--json", "a.c"];
        all.extend(args);
        let document = document_of(MINMAX, &all);
        let inputs = document["passing_inputs"].as_array().expect("inputs");
        inputs
            .iter()
            .filter_map(|input| input["value"].as_str())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(passing(&[]), ["0", "0", "0"]);
    assert_eq!(passing(&["--assume", "second == -1 @ 22"])[1], "-1");
    assert_eq!(
        passing(&["--assume", "second == -1 @ a.c:22", "--assume-not"]),
        ["0", "0", "0"]
    );
    let either = [
        "--assume",
        "first == 7 @ 22",
        "--assume",
        "third == 7 @ 22",
        "--assume-or",
    ];
    assert!(passing(&either).contains(&"7".to_owned()));
    for (assumption, status) in [
        ("second == -1", 1),
        ("none == -1 @ 22", 6),
        ("first == 1 @ 99", 6),
    ] {
        let args = ["explain", "--assume", assumption, "a.c"];
        assert_eq!(run_on(MINMAX, &args).status, status, "{assumption}");
    }
}

#[test]
fn wrong_options() {
    for (options, status) in [
        (["--inputs-only", "--inputs-guards-only"], 1),
        (["--input-weight", "0"], 1),
        (["--run", "none.json"], 6),
        (["--property", "none"], 1),
    ] {
        let args = ["explain", options[0], options[1], "a.c"];
        assert_eq!(run_on(MINMAX, &args).status, status, "{options:?}");
    }
    assert_eq!(run_on("int main( {", &["a.c"]).status, 6);
    assert_eq!(run_on(MINMAX, &["explain"]).status, 1);
}

#[test]
fn objects_of_one_line_have_different_names() {
    let text = "#include <stdlib.h>
struct node { int key; struct node *next; };
int nondet_int(void);
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->key = i;
        n->next = head;
        head = n;
    }
    struct node *p = head;
    if (nondet_int() == 3)
        p = p->next;
    __CPROVER_assert(p->key == 1, \"the last comes first\");
    free(head->next);
    free(head);
    return 0;
}
";
    let document = document_of(text, &["explain", "--json", "a.c"]);
    let deltas = document["deltas"].as_array().expect("deltas");
    let p = deltas
        .iter()
        .find(|delta| delta["name"] == "p")
        .expect("p differs");
    assert_eq!(p["failing"], "&malloc@7");
    assert_eq!(p["passing"], "&malloc@7#2");
    assert_eq!(document["uncompared"], 0);
}

#[test]
fn an_input_alone_still_says_where_to_look() {
    let text = "int nondet_int(void);
int main(void) {
    int n = nondet_int();
    double d;
    __CPROVER_assume(d > 1.0 && d < 2.0);
    __CPROVER_assert(d * d > d, \"square\");
    __CPROVER_assert(n < 9, \"small\");
    return 0;
}
";
    check(
        text,
        &["explain", "a.c"],
        expect![[r#"
            exit 10
            error: assertion failed: small
             --> a.c:7:5
              |
            7 |     __CPROVER_assert(n < 9, "small");
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: 9 < 9 is false
              = note: claim main.assertion.2

            input              failing  passing
            n                        9        8  <-- changed
            d (never written)      1.5      1.5

            The closest passing run differs in 2 steps (no passing run is nearer). What matters:

              a.c:3 in main: input n: 9, in the passing run 8
                3 |     int n = nondet_int();

              a.c:7 in main: the claim (small) fails with n = 9; it holds in the passing run with n = 8
                7 |     __CPROVER_assert(n < 9, "small");

            Look at a.c:3, a.c:7
        "#]],
    );
}

#[test]
fn copied_records_count_by_field_and_loops_are_told_once() {
    let text = "struct pair { int low, high; };
int nondet_int(void);
static struct pair next(struct pair p) {
    p.low++;
    return p;
}
int main(void) {
    struct pair p = {0, 7};
    p.low = nondet_int();
    __CPROVER_assume(p.low >= 0 && p.low < 9);
    for (int i = 0; i < 3; i++)
        p = next(p);
    __CPROVER_assert(p.low < p.high, \"in order\");
    return 0;
}
";
    check(
        text,
        &["explain", "a.c"],
        expect![[r#"
            exit 10
            error: assertion failed: in order
              --> a.c:13:5
               |
            13 |     __CPROVER_assert(p.low < p.high, "in order");
               |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = note: 7 < 7 is false
               = note: claim main.assertion.1

            input       failing  passing
            nondet_int        4        3  <-- changed

            The closest passing run differs in 11 steps (no passing run is nearer). What matters:

              a.c:9 in main: input nondet_int: 4, in the passing run 3
                9 |     p.low = nondet_int();

              a.c:12 in next: p.low: 4, in the passing run 3; then 5, in the passing run 4; then 6, in the passing run 5  (3 times)
                12 |         p = next(p);

              a.c:4 in next: p.low: 5, in the passing run 4; then 6, in the passing run 5; then 7, in the passing run 6  (3 times)
                4 |     p.low++;

              a.c:12 in main: p.low: 5, in the passing run 4; then 6, in the passing run 5; then 7, in the passing run 6  (3 times)
                12 |         p = next(p);

              a.c:13 in main: the claim (in order) fails with p.low = 7, p.high = 7; it holds in the passing run with p.low = 6, p.high = 7
                13 |     __CPROVER_assert(p.low < p.high, "in order");

            Look at a.c:12, a.c:4
        "#]],
    );
}
