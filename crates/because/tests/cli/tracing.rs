//! What is told of a run: a failing claim, each step, the same as a document.

use std::fs;

use expect_test::expect;

use crate::{check, run_in};

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
    check(
        &[("square.c", SQUARE)],
        &["run", "square.c", "--input", "x=12"],
        expect![[r#"
            exit 10
            -- stderr
            error: assertion failed: CHECK(SQUARE(n) < 100)
             --> square.c:6:5
              |
            6 |     CHECK(SQUARE(n) < 100);
              |     ^^^^^^^^^^^^^^^^^^^^^^
              |
            note: in expansion of macro CHECK
             --> square.c:3:18
              |
            3 | #define CHECK(c) assert((c) && "checked")
              |                  ^^^^^^^^^^^^^^^^^^^^^^^^
              = note: 144 < 100 is false
              = note: claim twice.assertion.1
              = note: called from main at square.c:14
              = note: with input x = 12
        "#]],
    );
    check(
        &[("square.c", SQUARE)],
        &["run", "square.c", "--input", "x=65536"],
        expect![[r#"
            exit 10
            -- stderr
            error: signed overflow: 65536 * 65536 overflows int
             --> square.c:6:11
              |
            6 |     CHECK(SQUARE(n) < 100);
              |           ^^^^^^^^^
              |
            note: in expansion of macro SQUARE
             --> square.c:2:20
              |
            2 | #define SQUARE(x) ((x) * (x))
              |                    ^^^^^^^^^
              = note: required: `*` in `SQUARE(n)` does not overflow `int` (claim twice.signed_overflow.1)
              = note: called from main at square.c:14
              = note: with input x = 65536
        "#]],
    );
    check(
        &[("square.c", SQUARE)],
        &["run", "square.c", "--input", "x=3"],
        expect![[r#"
            exit 6
        "#]],
    );
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

const CHOICE: &str = "#define MAX(a, b) ((a) > (b) ? (a) : (b))
int main(void) {
    int a = 3, b[2] = {0, 1};
    int m = MAX(a, b[0]);
    while (m > 0 && a)
        m = a == 3 || b[m] ? 0 : 1;
    b[a ? 1 : 0] = 7 / a;
    return 0;
}
";

/// `&&`, `||` and `?:` inside expressions are branches like any other; checks that repeat them are not.
#[test]
fn traces_choices_inside_expressions() {
    check(
        &[("choice.c", CHOICE)],
        &["run", "choice.c", "--trace"],
        expect![[r#"
            exit 0
            -- stderr
            choice.c:2: (start): call main()
            choice.c:3: main: a = 3
            choice.c:3: main: b[0] = 0
            choice.c:3: main: b[1] = 1
            choice.c:4: main: ?: ((a) > (b)) is true
            choice.c:4: main: m = 3
            choice.c:5: main: && (m > 0) is true
            choice.c:5: main: while (m > 0 && a) is true
            choice.c:6: main: || (a == 3) is true
            choice.c:6: main: ?: (a == 3 || b[m]) is true
            choice.c:6: main: m = 0
            choice.c:5: main: && (m > 0) is false
            choice.c:5: main: while (m > 0 && a) is false
            choice.c:7: main: ?: (a) is true
            choice.c:7: main: b[1] = 2
            choice.c:2: (start): main returns 0
        "#]],
    );
    check(
        &[(
            "choice.c",
            "int main(void) {\n    int a = 1;\n    return a ? 0 : 1;\n}\n",
        )],
        &["run", "choice.c", "--trace", "--json"],
        expect![[r#"
            exit 0
            -- stdout
            {"schema":"because.run/1",
            "trace":[
            {"step":"call","callee":"main","arguments":[],"function":"(start)","depth":1,"location":{"file":"choice.c","line":1,"column":5,"end_line":1,"end_column":9}},
            {"step":"assignment","target":"a","value":"1","function":"main","depth":2,"location":{"file":"choice.c","line":2,"column":9,"end_line":2,"end_column":10}},
            {"step":"branch","construct":"?:","condition":"a","taken":true,"function":"main","depth":2,"location":{"file":"choice.c","line":3,"column":12,"end_line":3,"end_column":21}},
            {"step":"return","from":"main","value":"0","function":"(start)","depth":1,"location":{"file":"choice.c","line":1,"column":5,"end_line":1,"end_column":9}}
            ],
              "files": [
                "choice.c"
              ],
              "ending": "exited",
              "status": 0,
              "steps": 1,
              "inputs": [],
              "missing_functions": [],
              "stdout": "",
              "stderr": "",
              "exit_code": 0
            }
        "#]],
    );
}

#[test]
fn traces() {
    check(
        &[("loop.c", LOOP)],
        &["run", "loop.c", "--trace", "--", "word"],
        expect![[r#"
            exit 5
            -- stdout
            word
            -- stderr
            loop.c:3: (start): total = 0
            loop.c:4: (start): call main(argc = 2, argv = &argv[0])
            loop.c:5: main: p.a = 1
            loop.c:5: main: p.b = 120 'x'
            loop.c:6: main: i = 0
            loop.c:6: main: for (i < 2) is true
            loop.c:7: main: total = 0
            loop.c:6: main: i = 1
            loop.c:6: main: for (i < 2) is true
            loop.c:7: main: total = 1
            loop.c:6: main: i = 2
            loop.c:6: main: for (i < 2) is false
            loop.c:8: main: switch (argc) is 2
            loop.c:9: main: call printf(format = "%s\n")
            loop.c:9: main: printf returns 5
            loop.c:12: main: q = &total
            loop.c:13: main: ?: (*q) is true
            loop.c:13: main: total = 5
            loop.c:4: (start): main returns 5
        "#]],
    );
    check(
        &[("loop.c", LOOP)],
        &["run", "loop.c", "--trace", "--json"],
        expect![[r#"
            exit 5
            -- stdout
            {"schema":"because.run/1",
            "trace":[
            {"step":"assignment","target":"total","value":"0","function":"(start)","depth":1,"location":{"file":"loop.c","line":3,"column":5,"end_line":3,"end_column":10}},
            {"step":"call","callee":"main","arguments":[{"name":"argc","value":"1"},{"name":"argv","value":"&argv[0]"}],"function":"(start)","depth":1,"location":{"file":"loop.c","line":4,"column":5,"end_line":4,"end_column":9}},
            {"step":"assignment","target":"p.a","value":"1","function":"main","depth":2,"location":{"file":"loop.c","line":5,"column":23,"end_line":5,"end_column":24}},
            {"step":"assignment","target":"p.b","value":"120 'x'","function":"main","depth":2,"location":{"file":"loop.c","line":5,"column":26,"end_line":5,"end_column":29}},
            {"step":"assignment","target":"i","value":"0","function":"main","depth":2,"location":{"file":"loop.c","line":6,"column":14,"end_line":6,"end_column":15}},
            {"step":"branch","construct":"for","condition":"i < 2","taken":true,"function":"main","depth":2,"loops":[{"loop":"main.0","round":1}],"location":{"file":"loop.c","line":6,"column":21,"end_line":6,"end_column":26}},
            {"step":"assignment","target":"total","value":"0","function":"main","depth":2,"loops":[{"loop":"main.0","round":1}],"location":{"file":"loop.c","line":7,"column":9,"end_line":7,"end_column":25}},
            {"step":"assignment","target":"i","value":"1","function":"main","depth":2,"loops":[{"loop":"main.0","round":1}],"location":{"file":"loop.c","line":6,"column":28,"end_line":6,"end_column":31}},
            {"step":"branch","construct":"for","condition":"i < 2","taken":true,"function":"main","depth":2,"loops":[{"loop":"main.0","round":2}],"location":{"file":"loop.c","line":6,"column":21,"end_line":6,"end_column":26}},
            {"step":"assignment","target":"total","value":"1","function":"main","depth":2,"loops":[{"loop":"main.0","round":2}],"location":{"file":"loop.c","line":7,"column":9,"end_line":7,"end_column":25}},
            {"step":"assignment","target":"i","value":"2","function":"main","depth":2,"loops":[{"loop":"main.0","round":2}],"location":{"file":"loop.c","line":6,"column":28,"end_line":6,"end_column":31}},
            {"step":"branch","construct":"for","condition":"i < 2","taken":false,"function":"main","depth":2,"loops":[{"loop":"main.0","round":3}],"location":{"file":"loop.c","line":6,"column":21,"end_line":6,"end_column":26}},
            {"step":"switch","condition":"argc","value":"1","function":"main","depth":2,"location":{"file":"loop.c","line":8,"column":13,"end_line":8,"end_column":17}},
            {"step":"call","callee":"puts","arguments":[{"name":"s","value":"\"none\""}],"function":"main","depth":2,"location":{"file":"loop.c","line":10,"column":14,"end_line":10,"end_column":26}},
            {"step":"return","from":"puts","value":"5","function":"main","depth":2,"location":{"file":"loop.c","line":10,"column":14,"end_line":10,"end_column":26}},
            {"step":"assignment","target":"q","value":"&total","function":"main","depth":2,"location":{"file":"loop.c","line":12,"column":10,"end_line":12,"end_column":11}},
            {"step":"branch","construct":"?:","condition":"*q","taken":true,"function":"main","depth":2,"location":{"file":"loop.c","line":13,"column":10,"end_line":13,"end_column":20}},
            {"step":"assignment","target":"total","value":"5","function":"main","depth":2,"location":{"file":"loop.c","line":13,"column":5,"end_line":13,"end_column":20}},
            {"step":"return","from":"main","value":"5","function":"(start)","depth":1,"location":{"file":"loop.c","line":4,"column":5,"end_line":4,"end_column":9}}
            ],
              "files": [
                "loop.c"
              ],
              "ending": "exited",
              "status": 5,
              "steps": 44,
              "inputs": [],
              "missing_functions": [],
              "stdout": "none\n",
              "stderr": "",
              "exit_code": 5
            }
        "#]],
    );
}

#[test]
fn json_of_a_failure_names_places_in_macros() {
    check(
        &[("square.c", SQUARE)],
        &["run", "square.c", "--json", "--input", "x=12"],
        expect![[r#"
            exit 10
            -- stdout
            {"schema":"because.run/1",
              "files": [
                "square.c"
              ],
              "ending": "failed",
              "check": "assertion",
              "message": "assertion failed: CHECK(SQUARE(n) < 100)",
              "claim": "twice.assertion.1",
              "reason": "144 < 100 is false",
              "location": {
                "file": "square.c",
                "line": 6,
                "column": 5,
                "end_line": 6,
                "end_column": 27
              },
              "stack": [
                {
                  "function": "twice",
                  "location": {
                    "file": "square.c",
                    "line": 6,
                    "column": 5,
                    "end_line": 6,
                    "end_column": 27
                  }
                },
                {
                  "function": "main",
                  "location": {
                    "file": "square.c",
                    "line": 14,
                    "column": 12,
                    "end_line": 14,
                    "end_column": 20
                  }
                }
              ],
              "steps": 2,
              "inputs": [
                {
                  "name": "x",
                  "occurrence": 1,
                  "value": "12",
                  "bits": "0xc",
                  "source": "nondet",
                  "type": "int",
                  "location": {
                    "file": "square.c",
                    "line": 13,
                    "column": 9,
                    "end_line": 13,
                    "end_column": 10
                  }
                }
              ],
              "missing_functions": [],
              "stdout": "",
              "stderr": "",
              "exit_code": 10
            }
        "#]],
    );
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
    let again = run_in(
        folder.path(),
        &["run", "a.c", "--inputs", "run.json", "--json"],
        "other",
    );
    let (first, again) = (first.stdout_text(), again.stdout_text());
    assert!(first.contains("\"stdout\""), "{first}");
    expect![[r#"
        {"schema":"because.run/1",
          "files": [
            "a.c"
          ],
          "ending": "exited",
          "status": 0,
          "steps": 5,
          "inputs": [
            {
              "name": "x",
              "occurrence": 1,
              "value": "-1162794494",
              "bits": "0xffffffffffffffffffffffffbab12a02",
              "source": "nondet",
              "type": "int",
              "location": {
                "file": "a.c",
                "line": 4,
                "column": 9,
                "end_line": 4,
                "end_column": 10
              }
            },
            {
              "name": "y",
              "occurrence": 1,
              "value": "5",
              "bits": "0x5",
              "source": "nondet",
              "type": "int",
              "location": {
                "file": "a.c",
                "line": 4,
                "column": 27,
                "end_line": 4,
                "end_column": 28
              }
            },
            {
              "name": "d",
              "occurrence": 1,
              "value": "19.0",
              "bits": "0x4033000000000000",
              "source": "nondet",
              "type": "double",
              "location": {
                "file": "a.c",
                "line": 4,
                "column": 55,
                "end_line": 4,
                "end_column": 56
              }
            },
            {
              "name": "stdin",
              "occurrence": 1,
              "value": "122",
              "bits": "0x7a",
              "source": "stdin",
              "type": "int",
              "location": null
            },
            {
              "name": "unknown",
              "occurrence": 1,
              "value": "3",
              "bits": "0x3",
              "source": "external_call",
              "type": "int",
              "location": {
                "file": "a.c",
                "line": 5,
                "column": 47,
                "end_line": 5,
                "end_column": 57
              }
            },
            {
              "name": "u",
              "occurrence": 1,
              "value": "7",
              "bits": "0x7",
              "source": "uninitialised",
              "type": "int",
              "location": {
                "file": "a.c",
                "line": 5,
                "column": 41,
                "end_line": 5,
                "end_column": 42
              }
            }
          ],
          "missing_functions": [
            {
              "name": "unknown",
              "location": {
                "file": "a.c",
                "line": 5,
                "column": 47,
                "end_line": 5,
                "end_column": 57
              }
            }
          ],
          "stdout": "-1162794494 5 7 19 3 122\n",
          "stderr": "",
          "exit_code": 0
        }
    "#]]
    .assert_eq(&again);
    assert_eq!(first, again);
}
