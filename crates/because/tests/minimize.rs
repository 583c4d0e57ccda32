//! `because minimize` and `because causes` as users see them. `UPDATE_EXPECT=1` accepts new output, but for the guides'.

mod support;

use std::fs;
use std::time::{Duration, Instant};

use expect_test::{Expect, expect, expect_file};
use serde_json::Value;
use support::{because, document_of, finish, run_on, seen};

const ALLOWED: Duration = Duration::from_secs(60);
const SORT: &str = include_str!("../../../examples/sort.c");

fn check(text: &str, args: &[&str], expected: Expect) {
    expected.assert_eq(&seen(&run_on(text, args)));
}

#[test]
fn help_is_complete() {
    for command in ["minimize", "causes"] {
        let done = run_on("", &[command, "--help"]);
        assert_eq!(done.status, 0);
        let name = format!("snapshots/{command}-help.txt");
        let path = support::root().join("crates/because/tests").join(name);
        expect_file![path].assert_eq(&String::from_utf8_lossy(&done.stdout));
    }
}

/// Each block of a guide that starts with `$ because` is what the command prints.
#[test]
fn guides_show_what_is_printed() {
    for guide in ["docs/minimize.md", "docs/causes.md"] {
        let text = fs::read_to_string(support::root().join(guide)).expect("the guide");
        let mut tried = 0;
        for block in text.split("```\n$ because ").skip(1) {
            let (command, rest) = block.split_once('\n').expect("a line");
            let (expected, _) = rest.split_once("```").expect("the end of the block");
            let mut because = because();
            because.current_dir(support::root()).args(shell_words(command));
            let done = finish(&mut because, b"", ALLOWED).expect("ends in time");
            let shown = String::from_utf8_lossy(&done.stdout).into_owned();
            assert_eq!(shown.trim(), expected.trim(), "{guide}: because {command}");
            tried += 1;
        }
        assert!(tried > 0, "{guide} shows nothing");
    }
}

/// Words, some of them in single quotes.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn minimize_shows_the_run_and_how_small_it_is() {
    check(
        SORT,
        &["minimize", "--function", "sort", "a.c"],
        expect![[r#"
        exit 10
        error: assertion failed: (a <= b) && (b <= c)
          --> a.c:22:5
           |
        22 |     assert((a <= b) && (b <= c));
           |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
           |
           = note: 0 <= -1 is false
           = note: claim sort.assertion.1
           = note: with input a = 0
           = note: with input b = 0
           = note: with input c = -1

        length: 7 states, proved to be the least
        sum of values: 2, proved to be the least among those
    "#]],
    );
}

#[test]
fn minimize_orders_and_methods() {
    for args in [
        &["--order", "values,length"][..],
        &["--greedy"],
        &["--optimal"],
        &["--input-values-only"],
    ] {
        let mut all = vec!["minimize", "--function", "sort", "a.c", "--json"];
        all.extend(args);
        let found = document_of(SORT, &all);
        assert_eq!(found["schema"], "because.minimize/1");
        assert_eq!(found["length"]["value"], 7, "{args:?}");
        assert_eq!(found["run"]["run"]["ending"], "failed");
        assert_eq!(found["exit_code"], 10);
    }
}

/// What one has to type are letters, also where a character is stored as a number.
#[test]
fn characters_are_printable() {
    let text = r#"#include <stdio.h>
#include <assert.h>
int main(void)
{
    int c, words = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        if (c == ' ' || c == '\n') {
            inside = 0;
            continue;
        }
        if (!inside) words++;
        inside = 1;
    }
    assert(words != 2);
}
"#;
    let done = run_on(text, &["minimize", "a.c"]);
    let shown = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(shown.contains(r#"standard input "a a""#), "{shown}");
}

#[test]
fn minimize_when_nothing_fails() {
    let done = run_on("int main(void) { return 0; }", &["minimize", "a.c"]);
    assert_eq!(done.status, 0);
    let done = run_on("int main(void) { return 0 }", &["minimize", "a.c"]);
    assert_eq!(done.status, 6);
}

/// A run that is saved, minimised, saved again and replayed.
#[test]
fn saved_runs_are_minimised() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), SORT).expect("writes");
    let go = |args: &[&str]| {
        let mut command = because();
        command.current_dir(folder.path()).args(args);
        finish(&mut command, b"", ALLOWED).expect("ends in time")
    };
    let inputs = [
        "--input",
        "a=-8193",
        "--input",
        "b=-402",
        "--input",
        "c=-2080380800",
    ];
    let mut saving = vec!["run", "--function", "sort", "a.c", "--save-run", "r.json"];
    saving.extend(inputs);
    assert_eq!(go(&saving).status, 10);
    let small = go(&[
        "minimize",
        "--run",
        "r.json",
        "a.c",
        "--save-run",
        "s.json",
        "--json",
    ]);
    assert_eq!(small.status, 10);
    let found: Value = serde_json::from_slice(&small.stdout).expect("a JSON document");
    // |-8193| + |-402| + |-2080380800| and again for what is stored: the paper's 4.161e9.
    assert_eq!(found["sum"]["before"], 4_160_770_999_u64);
    assert_eq!(found["sum"]["value"], 2);
    assert_eq!(found["sum"]["proved"], true);
    assert_eq!(go(&["replay", "s.json", "a.c"]).status, 10);
    let causes = go(&["causes", "--run", "s.json", "a.c", "--inputs", "--json"]);
    let found: Value = serde_json::from_slice(&causes.stdout).expect("a JSON document");
    assert_eq!(found["schema"], "because.causes/1");
    let strongest = |cause: &&Value| cause["follows_from"].is_null();
    let causes = found["causes"].as_array().expect("a list");
    let texts: Vec<&str> = causes
        .iter()
        .filter(strongest)
        .filter_map(|cause| cause["text"].as_str())
        .collect();
    assert_eq!(texts, ["c < a", "c < b"]);
}

#[test]
fn causes_are_shown_with_their_places() {
    check(
        SORT,
        &["causes", "--function", "sort", "--inputs", "a.c"],
        expect![[r#"
            exit 10
            error: assertion failed: (a <= b) && (b <= c)
              --> a.c:22:5
               |
            22 |     assert((a <= b) && (b <= c));
               |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = note: 0 <= -1 is false
               = note: claim sort.assertion.1
               = note: with input a = 0
               = note: with input b = 0
               = note: with input c = -1

            the error depends on:
              c < a  c = -1 (also b) at line 4, a = 0 at line 4; also as != and <=
              c < b  c = -1 (also b) at line 4, b = 0 at line 4; also as != and <=
        "#]],
    );
}

/// Relations of an array's elements are told by the names of these, not by that of the function that gave them.
#[test]
fn causes_have_the_names_of_what_inputs_are_stored_in() {
    let text = "int nondet_int(void);
int main(void)
{
    int a[3], best = 0;
    for (int i = 0; i < 3; i++)
        a[i] = nondet_int();
    if (a[1] > a[best])
        best = 1;
    __CPROVER_assert(a[best] >= a[2], \"best\");
}
";
    let found = document_of(text, &["causes", "--inputs", "--json", "a.c"]);
    let causes = found["causes"].as_array().expect("a list");
    let texts: Vec<&str> = causes.iter().filter_map(|cause| cause["text"].as_str()).collect();
    assert!(texts.contains(&"a[0] < a[2]"), "{texts:?}");
}

/// `b < a` at the end implies `c < a` at the beginning, which is what a user can do something about.
#[test]
fn relations_between_inputs_are_not_listed_under_others() {
    let found = document_of(
        SORT,
        &["causes", "--function", "sort", "--mine-guards", "--json", "a.c"],
    );
    let causes = found["causes"].as_array().expect("a list");
    let strongest: Vec<&str> = causes
        .iter()
        .filter(|cause| cause["follows_from"].is_null())
        .filter_map(|cause| cause["text"].as_str())
        .collect();
    assert!(
        strongest.contains(&"c < a") && strongest.contains(&"c < b"),
        "{strongest:?}"
    );
    assert!(strongest.contains(&"b < a"), "{strongest:?}");
}

#[test]
fn wrong_predicates_are_told_once() {
    for (predicate, message) in [
        (
            "zz < a @ 6",
            "error: no variable `zz` has a value at line 6 of the failing run\n",
        ),
        ("c < a @ 600", "error: the failing run does nothing at line 600\n"),
        (
            "c > a @ 6",
            "error: the predicate to check does not hold in the failing run, so nothing can depend on it\n",
        ),
    ] {
        let done = run_on(
            SORT,
            &["causes", "--function", "sort", "a.c", "--check-cause", predicate],
        );
        assert_eq!(String::from_utf8_lossy(&done.stderr), message);
        assert_eq!(done.status, 6);
    }
}

/// There is one value, and nothing to compare it with but what the source compares it with.
#[test]
fn causes_may_be_found_in_guards() {
    let text = "int nondet_int(void);
int main(void)
{
    int x = nondet_int(), bad = 0;
    if (x > 9)
        bad = 1;
    __CPROVER_assert(!bad, \"small\");
}
";
    let shown = |args: &[&str]| {
        let done = run_on(text, args);
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let usual = shown(&["causes", "a.c"]);
    assert!(
        usual.ends_with("note: --mine-guards and --constants look at more\n"),
        "{usual}"
    );
    let mined = shown(&["causes", "--mine-guards", "a.c"]);
    assert!(mined.contains("\n  x > 9  x = 10 at line 5;"), "{mined}");
}

#[test]
fn causes_of_the_users() {
    let args = ["causes", "--function", "sort", "a.c", "--check-cause"];
    let with = |more: &[&'static str]| [&args[..], more].concat();
    let found = document_of(SORT, &with(&["c < a @ 6", "--json"]));
    assert_eq!(found["checked"]["verdict"], "cause");
    let done = run_on(SORT, &with(&["c <"]));
    assert_eq!(done.status, 1);
    let done = run_on(SORT, &with(&["z < a @ 6"]));
    assert_eq!(done.status, 6);
}

/// `scanf` stores through pointers of its own types; a predicate means the variable as it is declared.
#[test]
fn causes_in_what_was_read() {
    let text = "#include <assert.h>
#include <stdio.h>
struct pair { unsigned char mark; int low, high; };
int main(void)
{
    struct pair p[2];
    if (scanf(\"%d %d\", &p[1].low, &p[1].high) != 2 || p[1].low > 0)
        return 1;
    assert(p[1].low <= p[1].high);
    return 0;
}
";
    for (predicate, verdict) in [
        ("p[1].high < p[1].low @ 9", "cause"),
        ("p[1].high < 0 @ 9", "cause"),
    ] {
        let found = document_of(text, &["causes", "a.c", "--check-cause", predicate, "--json"]);
        assert_eq!(found["checked"]["verdict"], verdict, "{predicate}");
    }
}

/// What is stored in an object without a name is told as the input that it was.
#[test]
fn causes_on_the_heap() {
    let text = "#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void)
{
    int *cell = malloc(sizeof *cell);
    *cell = nondet_int();
    int limit = nondet_int();
    assert(*cell >= limit);
    return 0;
}
";
    let done = run_on(text, &["causes", "a.c"]);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(text.contains("\n  nondet_int < limit "), "{text}");
}

/// A program whose smallest failing run, and whose causes, take for ever to prove.
const HARD: &str = "int main(void) {
    unsigned h = 2166136261u;
    int odd = 0;
    for (int i = 0; i < 24; i++) {
        h = (h ^ nondet_uint()) * 16777619u;
        h ^= h >> 13;
        if (h & 1) { odd++; h *= 31; }
    }
    __CPROVER_assert(odd < 12, \"\");
    return 0;
}
";

/// Whatever time there is, the run that fails is shown, and what is known about smaller ones.
#[test]
fn time_that_runs_out_leaves_what_is_known() {
    // Little time, but as much as finding the failing run takes on this machine.
    let start = Instant::now();
    let done = run_on(HARD, &["check", "a.c"]);
    assert_eq!(done.status, 10);
    let little = format!("{:.2}", (3 * start.elapsed()).as_secs_f64().max(0.3));
    for time in [little.as_str(), "2"] {
        for order in ["length,values", "values,length"] {
            let args = [
                "minimize",
                "--optimal",
                "--order",
                order,
                "--timeout",
                time,
                "a.c",
            ];
            let done = run_on(HARD, &args);
            let text = String::from_utf8_lossy(&done.stdout).into_owned();
            assert_eq!(done.status, 10, "{text}");
            assert!(text.contains("claim main.assertion.1"), "{text}");
            let known = |what: &str| {
                text.lines()
                    .any(|line| line.starts_with(what) && line.contains("at least"))
            };
            assert!(
                known("length: ") || known("sum of values: "),
                "{time} {order}: {text}"
            );
        }
        let done = run_on(HARD, &["causes", "--decide-all", "--timeout", time, "a.c"]);
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert_eq!(done.status, 10, "{text}");
        assert!(
            text.contains("claim main.assertion.1") && text.contains("time ran out"),
            "{text}"
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_is_known() {
    for args in [["minimize", "--optimal"], ["causes", "--decide-all"]] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("a.c"), HARD).expect("writes");
        let mut command = because();
        command.current_dir(folder.path()).args(args).arg("a.c");
        command.stdout(std::process::Stdio::piped());
        let child = command.spawn().expect("starts");
        std::thread::sleep(Duration::from_secs(2));
        let interrupt = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(interrupt.is_ok_and(|status| status.success()));
        let asked = std::time::Instant::now();
        let done = child.wait_with_output().expect("ends");
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(asked.elapsed() < Duration::from_secs(20), "{args:?}");
        assert_eq!(done.status.code(), Some(10), "{text}");
        assert!(text.contains("claim main.assertion.1"), "{text}");
        assert!(
            text.contains("at least") || text.contains("time ran out"),
            "{text}"
        );
    }
}

/// Constants stand on the right, and what `scanf` gave has the name of its variable.
#[test]
fn causes_read_as_one_would_write_them() {
    let text = "#include <stdio.h>
int main(void) {
    int n, k;
    if (scanf(\"%d %d\", &n, &k) != 2) return 0;
    if (n < 0 || n > 10 || k < 0 || k > 10) return 0;
    if (n > k) n = k;
    __CPROVER_assert(n < 5, \"\");
    return 0;
}
";
    let done = run_on(text, &["causes", "--constants", "--no-hunt", "a.c"]);
    let shown = String::from_utf8_lossy(&done.stdout).into_owned();
    let (_, causes) = shown.split_once("the error depends on:\n").expect("causes");
    for line in causes.lines().filter(|line| line.starts_with("  ")) {
        let name = line.trim_start().chars().next();
        assert!(name.is_some_and(char::is_alphabetic), "{shown}");
        assert!(!line.contains("scanf"), "{shown}");
    }
    assert!(causes.contains(" > 0") || causes.contains(" >= "), "{shown}");
}
