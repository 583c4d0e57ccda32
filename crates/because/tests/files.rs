//! Programs that open files, as users see them run, saved, tested and diagnosed. `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::time::Duration;

use expect_test::{Expect, expect};
use support::{because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

/// Adds up the numbers of a file: the one that an argument names, else `numbers.txt`.
const SUM: &str = r#"#include <stdio.h>
int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(argv[1], "r") : fopen("numbers.txt", "r");
    int n, sum = 0;
    if (f == NULL) {
        printf("no file\n");
        return 1;
    }
    while (fscanf(f, "%d", &n) == 1)
        sum = sum - n;
    if (!feof(f))
        printf("stopped at %c, byte %ld\n", fgetc(f), ftell(f));
    rewind(f);
    printf("%c: sum %d\n", fgetc(f), sum);
    return fclose(f);
}
"#;

/// A name that no option, argument or literal of the program is.
const MADE_UP: &str = r#"#include <stdio.h>
int main(int argc, char **argv) {
    char name[20];
    sprintf(name, "%d.txt", argc);
    FILE *report = fopen("report", "w");
    fprintf(report, "%s\n", name);
    fclose(report);
    FILE *f = fopen(name, "r");
    if (f != NULL)
        putchar(fgetc(f));
    printf("%d\n", argc);
    return 0;
}
"#;

fn check(files: &[(&str, &str)], calls: &[&[&str]], expected: Expect) {
    let folder = folder_with(files);
    let mut shown = String::new();
    for args in calls {
        let mut command = because();
        command.current_dir(folder.path()).args(*args);
        let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
        shown.push_str(&format!("exit {}\n", done.status));
        for bytes in [&done.stdout, &done.stderr] {
            shown.push_str(&String::from_utf8_lossy(bytes));
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn files_of_arguments_and_literals_are_read() {
    check(
        &[
            ("sum.c", SUM),
            ("numbers.txt", "1 2\n3\n"),
            ("other", "40 -3 x"),
            ("empty", ""),
        ],
        &[
            &["run", "sum.c"],
            &["run", "sum.c", "--", "other"],
            &["run", "sum.c", "--", "missing"],
            &["run", "sum.c", "--file", "missing=other", "--", "missing"],
            &["run", "sum.c", "--file", "missing", "--", "missing"],
            &["run", "sum.c", "--", "empty"],
        ],
        expect![[r#"
            exit 0
            1: sum -6
            exit 0
            stopped at x, byte 6
            4: sum -37
            exit 1
            no file
            exit 0
            stopped at x, byte 6
            4: sum -37
            exit 1
            error: --file missing: there is no such file

            For more information, try '--help'.
            exit 0
            �: sum 0
        "#]],
    );
}

#[test]
fn a_file_that_nobody_gave_is_not_taken_for_missing() {
    check(
        &[("up.c", MADE_UP), ("1.txt", "a")],
        &[&["run", "up.c"], &["run", "up.c", "--file", "1.txt"]],
        expect![[r#"
            exit 6
            error: `fopen of a file that --file does not give` is not supported
             --> up.c:8:11
              |
            8 |     FILE *f = fopen(name, "r");
              |           ^
              |
              = note: inside fopen
              = note: claim refuse.unsupported.1
            exit 0
            a1
        "#]],
    );
}

#[test]
fn what_a_run_has_written_is_not_read_back() {
    let text = r#"#include <stdio.h>
int main(void) {
    FILE *f = fopen("numbers.txt", "w");
    fprintf(f, "7\n");
    fclose(f);
    f = fopen("numbers.txt", "r");
    printf("%d\n", fgetc(f));
    return 0;
}
"#;
    check(
        &[("back.c", text)],
        &[&["run", "back.c"]],
        expect![[r#"
            exit 6
            error: `reading a file that the run has written` is not supported
             --> back.c:6:5
              |
            6 |     f = fopen("numbers.txt", "r");
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: inside fopen
              = note: claim refuse.unsupported.2
        "#]],
    );
}

#[test]
fn a_saved_run_has_its_files_with_it() {
    check(
        &[("sum.c", SUM), ("numbers.txt", "1 2\n3\n")],
        &[
            &["run", "sum.c", "--save-run", "run.json"],
            &["run", "sum.c", "--file", "numbers.txt=run.json"],
            &["replay", "run.json", "sum.c"],
        ],
        expect![[r#"
            exit 0
            1: sum -6
            exit 0
            stopped at {, byte 0
            {: sum 0
            exit 0
            1: sum -6
            replay: the run ends without failing, as it did
        "#]],
    );
}

#[test]
fn tests_name_files_and_redirect_input() {
    check(
        &[
            ("sum.c", SUM),
            ("tests/a", "1 2\n3\n"),
            ("tests/a.args", "a"),
            ("tests/a.out", "1: sum 6\n"),
            ("tests/b", "5"),
            ("tests/b.args", "b"),
            ("tests/b.out", "5: sum 5\n"),
            ("tests/c.args", "nothing"),
            ("tests/c.out", "no file\n"),
        ],
        &[&["diagnose", "sum.c", "--tests", "tests"]],
        expect![[r#"
            exit 10
            a fails: prints "1: sum -6\n", expected "1: sum 6\n"
            b fails: prints "5: sum -5\n", expected "5: sum 5\n"
            1 test passes

            1. `sum + n` here makes every test right
              --> sum.c:10:15
               |
            10 |         sum = sum - n;
               |               ^^^^^^^
               |
               = note: a: -1 becomes 11
               = note: b: -5 becomes 5

            2. `-sum` here makes every test right
              --> sum.c:14:38
               |
            14 |     printf("%c: sum %d\n", fgetc(f), sum);
               |                                      ^^^
               |
               = note: a: -6 becomes 6
               = note: b: -5 becomes 5

            3. it would have to be another constant in each run
             --> sum.c:4:18
              |
            4 |     int n, sum = 0;
              |                  ^
              |
              = note: a: 0 becomes 12
              = note: b: 0 becomes 10

            4. other values read there repair every failing run
             --> sum.c:9:28
              |
            9 |     while (fscanf(f, "%d", &n) == 1)
              |                            ^^
              |
              = note: a: 3 becomes -9
              = note: b: 5 becomes -5

            note: repairs that need many more rounds of a loop than the failing run were not looked at
            note: too much depends on these, so that only some values were tried: `1`, `fscanf(f, "%d", &n)`
            each of 4 changes repairs every failing run; there may be others
        "#]],
    );
    let reads = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int n, sum = argc;
    while (scanf("%d", &n) == 1)
        sum = sum + n;
    printf("%d\n", sum);
    return 0;
}
"#;
    check(
        &[
            ("sum.c", reads),
            ("suite/in/a", "1 2\n3\n"),
            ("suite/in/b", "4"),
            ("suite/vectors", "x < in/a => 6\n<in/b => 4\n'<' => 0\n"),
            ("suite/wrong", "x < in/c => 6\n"),
        ],
        &[
            &["diagnose", "sum.c", "--test-vectors", "suite/vectors"],
            &["diagnose", "sum.c", "--test-vectors", "suite/wrong"],
        ],
        expect![[r#"
            exit 10
            x < in/a fails: prints "8\n", expected "6\n"
            <in/b fails: prints "5\n", expected "4\n"
            '<' fails: prints "2\n", expected "0\n"

            1. the constant 0 repairs every failing run
             --> sum.c:3:18
              |
            3 |     int n, sum = argc;
              |                  ^^^^
              |
              = note: x < in/a: 2 becomes 0
              = note: <in/b: 1 becomes 0
              = note: '<': 2 becomes 0

            2. a statement may be missing: `sum = 0;` before this makes every test right
             --> sum.c:4:5
              |
            4 |     while (scanf("%d", &n) == 1)
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            3. only printed: what is expected, printed there, repairs every failing run
             --> sum.c:6:20
              |
            6 |     printf("%d\n", sum);
              |                    ^^^
              |
              = note: x < in/a: 8 becomes 6
              = note: <in/b: 5 becomes 4
              = note: '<': 2 becomes 0

            note: repairs that need many more rounds of a loop than the failing run were not looked at
            each of 3 changes repairs every failing run; no other expression alone does, as far as loops were followed
            exit 6
            error: suite/wrong:1: < in/c: cannot open in/c: No such file or directory (os error 2)
        "#]],
    );
}

#[test]
fn tests_that_cannot_be_executed_are_left_out() {
    check(
        &[
            ("up.c", MADE_UP),
            ("1.txt", "a"),
            ("few", "=> b1\nx => 2\n"),
            ("one", "x y => 2\n"),
        ],
        &[
            &["diagnose", "up.c", "--file", "1.txt", "--test-vectors", "few"],
            &["diagnose", "up.c", "--test-vectors", "one"],
            &["repair", "up.c", "--test-vectors", "one"],
        ],
        expect![[r#"
            exit 10
            line 1 fails: prints "a1\n", expected "b1\n"

            1. only printed: what is expected, printed there, repairs the run
              --> up.c:10:17
               |
            10 |         putchar(fgetc(f));
               |                 ^^^^^^^^
               |
               = note: 97 becomes 98

            2. other text printed there repairs the run
              --> up.c:10:9
               |
            10 |         putchar(fgetc(f));
               |         ^^^^^^^^^^^^^^^^^
               |
               = note: prints "b"

            note: repairs that need many more rounds of a loop than the failing run were not looked at
            note: x is left out: up.c:8: `fopen of a file that --file does not give` is not supported
            note: too much depends on these, so that only some values were tried: `"%d.txt"`, `"report"`, `"w"`, `argc` and 1 more
            note: values that lead to this were only tried: output to a stream that is not known
            each of 2 changes repairs the failing run; there may be others
            exit 6
            error: none of the tests can be executed; x y is left out: up.c:8: `fopen of a file that --file does not give` is not supported
            exit 6
            error: none of the tests can be executed; x y is left out: up.c:8: `fopen of a file that --file does not give` is not supported
        "#]],
    );
}

#[test]
fn a_file_that_is_too_long_for_an_array_is_hunted() {
    let text = r#"#include <ctype.h>
#include <stdio.h>
int main(void) {
    char number[40];
    FILE *f = fopen("numbers.txt", "r");
    if (f == NULL)
        return 1;
    int c = getc(f);
    while (c != EOF) {
        int n = 0;
        for (; isalnum(c); c = getc(f))
            number[n++] = c;
        number[n] = '\0';
        puts(number);
        c = getc(f);
    }
    return 0;
}
"#;
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("long.c"), text).expect("writes");
    let mut command = because();
    command.current_dir(folder.path()).args(["check", "long.c"]);
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    let shown = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status, 10, "{shown}");
    assert!(shown.contains("index 40 of an array of 40 elements"), "{shown}");
    assert!(shown.contains("after reading from files \""), "{shown}");
}
