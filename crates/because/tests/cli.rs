//! The command line as users see it: arguments, exit code, output. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use support::{Finished, because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

/// Runs the tool in a folder with these files.
fn run_with(files: &[(&str, &str)], args: &[&str], stdin: &str) -> Finished {
    let folder = folder_with(files);
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
    assert_eq!(
        (done.status, done.stdout_text().starts_with("because ")),
        (0, true)
    );
}

/// The guide lists the exit codes as the tool prints them.
#[test]
fn the_guide_has_the_exit_codes() {
    let help = run_with(&[], &["run", "--help"], "").stdout_text();
    let guide = fs::read_to_string(support::root().join("docs/run.md")).expect("the guide");
    let codes = help
        .split("Exit status of run")
        .nth(1)
        .expect("exit codes in the help");
    let rows = codes.lines().filter_map(|line| line.trim().split_once("  "));
    let mut count = 0;
    for (code, meaning) in rows {
        let row = format!("| {} | {} |", code.trim(), meaning.trim());
        assert!(guide.contains(&row), "docs/run.md lacks {row}");
        count += 1;
    }
    assert_eq!(count, 7);
}

/// What the README shows is what the tool prints.
#[test]
fn the_readme_is_true() {
    let readme = fs::read_to_string(support::root().join("README.md")).expect("the README");
    let shown = readme.split("\n$ because ").nth(1).expect("an example");
    let (command, output) = shown.split_once('\n').expect("a command and its output");
    let output = output.split("\n```").next().expect("an end");
    let args: Vec<&str> = command.split_whitespace().collect();
    let done = run_in(&support::root(), &args, "");
    assert_eq!(done.stdout_text().trim_end(), output);
    let run_it = format!("cargo run --release -p because -- {command}");
    assert!(readme.contains(&run_it), "the command to try it is another one");
}

#[test]
fn wrong_command_lines() {
    check(
        &[],
        &["run"],
        expect![[r#"
        exit 1
        -- stderr
        error: the following required arguments were not provided:
          <FILE>...

        Usage: because run <FILE>... [-- <ARGS>...]

        For more information, try '--help'.
    "#]],
    );
    check(
        &[("a.c", "")],
        &["run", "a.c", "--bound-check"],
        expect![[r#"
        exit 1
        -- stderr
        error: unexpected argument '--bound-check' found

          tip: a similar argument exists: '--bounds-check'
          tip: to pass '--bound-check' as a value, use '-- --bound-check'

        Usage: because run <FILE>... [-- <ARGS>...]

        For more information, try '--help'.
    "#]],
    );
    check(
        &[("a.c", "")],
        &["run", "a.c", "--input", "x"],
        expect![[r#"
        exit 1
        -- stderr
        error: --input `x` is not of the form NAME=VALUE

        For more information, try '--help'.
    "#]],
    );
    check(
        &[("a.c", "")],
        &["run", "a.c", "-std=c++17"],
        expect![[r#"
        exit 1
        -- stderr
        error: unknown dialect `c++17`: c89, c99, c11, c17, c23 or gnu89 to gnu23

        For more information, try '--help'.
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
        note: searched: , <because>, <builtin>, /usr/local/include, /usr/include/x86_64-linux-gnu, /usr/include
         --> a.c:1:1
          |
        1 | #include "none.h"
          | ^^^^^^^^^^^^^^^^^
    "#]],
    );
    check(
        &[("a.c", "int x;\n")],
        &["run", "a.c"],
        expect![[r#"
            exit 6
            -- stderr
            error: there is no function `main` to start from
             |
             = note: name another function to start from with `--function NAME`
        "#]],
    );
    check(
        &[("a.c", "")],
        &["run", "a.c"],
        expect![[r#"
            exit 6
            -- stderr
            error: there is no function `main` to start from
             |
             = note: name another function to start from with `--function NAME`
        "#]],
    );
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
            error: `f` is defined twice
             --> b.c:1:6
              |
            1 | long f(void) { return 1; }
              |      ^
              |
            note: the other definition
             --> a.c:1:5
              |
            1 | int f(void) { return 1; }
              |     ^
        "#]],
    );
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

/// As `cc -E` writes it: the header is line 3 of the original, and a macro has been expanded.
const PREPROCESSED: &str = "# 0 \"first.c\"
# 0 \"<built-in>\"
# 1 \"first.c\"

# 1 \"first.h\" 1
static int two(void) { return 2; }
# 3 \"first.c\" 2
int main(void) {
    int a[2] = {1, 2};
    return a[two()] + a[3];
}
";

#[test]
fn preprocessed_text_is_where_it_came_from() {
    // Without the original its lines are those of the preprocessed text.
    check(
        &[("first.i", PREPROCESSED)],
        &["run", "first.i"],
        expect![[r#"
            exit 10
            -- stderr
            error: array index out of bounds: index 2 of an array of 2 elements
             --> first.c:5:12
              |
            5 |     return a[two()] + a[3];
              |            ^^^^^^^^
              |
              = note: required: index `two()` is within `a`, which has 2 elements (claim main.array_bounds.1)
        "#]],
    );
    // With it, its own.
    let original = "#define INDEX 3\n#include \"first.h\"\nint main(void) {\n    int a[2] = {1, 2};\n    \
                    return a[two()] + a[INDEX];\n}\n";
    check(
        &[("first.i", PREPROCESSED), ("first.c", original)],
        &["run", "first.i"],
        expect![[r#"
            exit 10
            -- stderr
            error: array index out of bounds: index 2 of an array of 2 elements
             --> first.c:5:12
              |
            5 |     return a[two()] + a[INDEX];
              |            ^^^^^^^^
              |
              = note: required: index `two()` is within `a`, which has 2 elements (claim main.array_bounds.1)
        "#]],
    );
    // Text that only the preprocessor wrote is shown too.
    let macros = original.replace("a[two()] + a[INDEX]", "FIRST(a)");
    check(
        &[("first.i", PREPROCESSED), ("first.c", &macros)],
        &["run", "first.i"],
        expect![[r#"
            exit 10
            -- stderr
            error: array index out of bounds: index 2 of an array of 2 elements
              --> first.c:5:5
               |
             5 |     return FIRST(a);
               |     ^^^^^^^^^^^^^^^^
               |
            note: after preprocessing
              --> first.i:10:12
               |
            10 |     return a[two()] + a[3];
               |            ^^^^^^^^
               = note: required: index `two()` is within `a`, which has 2 elements (claim main.array_bounds.1)
        "#]],
    );
}

const USER: &str = r#"#include <stdio.h>
struct P { int a; unsigned b; };
extern unsigned x;
extern int list[], kind;
extern char *text;
extern struct P p;
unsigned f(unsigned a, void *b);
struct P twice(struct P p);
void show(void);
int main(void) {
    printf("%u %d %s %d %u %d\n", x, list[1], text, p.a, p.b, kind);
    x -= 2, list[2] = -1, p.b = 7, p.a++, kind = 1;
    int k = 5;
    struct P q = twice(p);
    printf("%u %d %u\n", f(-3, &k), q.a, q.b);
    unsigned *to = &x;
    *to += 1;
    show();
    return 0;
}
"#;

const OWNER: &str = r#"#include <stdio.h>
int x = 1;
unsigned list[3] = {1, 2, 3};
unsigned char *text = (unsigned char *)"text";
struct Q { unsigned c; int d; } p = {3, -4};
enum { A, B, C } kind = C;
int f(int a, int *p) { return a + *p; }
struct Q twice(struct Q q) { q.c *= 2; return q; }
void show(void) { printf("%d %u %d %d %d\n", x, list[2], p.c, p.d, kind); }
"#;

/// What a linker joins without a word works, in whichever order the files come.
#[test]
fn declarations_that_only_a_compiler_would_mind() {
    let files = [("user.c", USER), ("owner.c", OWNER)];
    let done = run_with(&files, &["run", "owner.c", "user.c"], "");
    assert_eq!(
        shown(&done),
        shown(&run_with(&files, &["run", "user.c", "owner.c"], ""))
    );
    expect![[r#"
        exit 0
        -- stdout
        1 2 text 3 4294967292 2
        2 8 7
        0 4294967295 4 7 1
    "#]]
    .assert_eq(&shown(&done));
    let files = [
        (
            "a.c",
            "extern unsigned x; extern long y;\nint main(void) { return x + y; }\n",
        ),
        ("b.c", "int x = 1;\nint y = 2;\n"),
    ];
    check(
        &files,
        &["run", "a.c", "b.c", "--warnings"],
        expect![[r#"
        exit 6
        -- stderr
        warning: conflicting types for `x`: `int` here, `unsigned int` elsewhere
         --> b.c:1:5
          |
        1 | int x = 1;
          |     ^
          |
        note: declared otherwise here
         --> a.c:1:17
          |
        1 | extern unsigned x; extern long y;
          |                 ^
        error: conflicting types for `y`: `int` here, `long` elsewhere
         --> b.c:2:5
          |
        2 | int y = 2;
          |     ^
          |
        note: declared otherwise here
         --> a.c:1:32
          |
        1 | extern unsigned x; extern long y;
          |                                ^
    "#]],
    );
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

#[test]
fn the_program_as_the_tool_sees_it() {
    check(
        &[(
            "a.c",
            "int main(void) { int x = 3; while (x > 0) x--; return x; }\n",
        )],
        &["run", "a.c", "--show-program", "--show-components"],
        expect![[r#"
            exit 0
            -- stdout
            int main() { // a.c:1
                   // a.c:1: int main(void) { int x = 3; while (x > 0) x--; return x; }
                 0 declare int x;
                 1 x = 3;
                 2 if (x > 0) goto 3; else goto 6; // while
                 3 claim !overflows(int, x - 1); // [main.signed_overflow.1] `-` in `x--` does not overflow `int`
                 4 x = x - 1;
                 5 goto 2;
                 6 return x;
                 7 dead x;
                 8 return 0;
            }
              component 0 Initialiser { global: false }: 3 // a.c:1
              component 1 Condition: x > 0 // a.c:1
              component 2 AssignedValue: x - 1 // a.c:1
              component 3 ReturnValue: x // a.c:1

            void (start)() { // a.c:1
                   temporary int $1; // exit status
                   temporary int $2; // main
                   // a.c:1: int main(void) { int x = 3; while (x > 0) x--; return x; }
                 0 $1 = main();
                 1 $2 = $1;
                 2 halt $2;
            }
        "#]],
    );
}

#[test]
fn c_text_from_standard_input() {
    let done = run_with(
        &[],
        &["run", "-"],
        "#include <stdio.h>\nint main(void) { return getchar() == EOF ? 7 : 1; }\n",
    );
    assert_eq!(done.status, 7, "{}", shown(&done));
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

#[test]
fn standard_input_is_shown_as_text() {
    let text = "#include <stdio.h>\nint main(void) {\n    char b[4];\n    gets(b);\n    return 0;\n}\n";
    let done = run_with(&[("a.c", text)], &["run", "a.c"], "hello\tworld\n");
    expect![[r#"
        exit 10
        -- stderr
        error: invalid pointer followed: pointer &b[4]: out of bounds: 1 byte at offset 4 of `b` of `main`, which has 4 bytes
         --> a.c:4:5
          |
        4 |     gets(b);
          |     ^^^^^^^
          |
          = note: inside gets
          = note: required: `buf[i]` can be written: it lies inside a live object (claim gets.pointer_dereference.1)
          = note: after reading standard input "hello"
    "#]].assert_eq(&shown(&done));
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
