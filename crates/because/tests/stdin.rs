//! Programs that read standard input, for every text at once.
//!
//! Two directions: a failing run that is shown has a text with which the interpreter fails, too (`check` sees to that
//! itself, or ends with an internal error), and whatever some text makes a program do is found.

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use support::{Finished, because, finish};

const ALLOWED: Duration = Duration::from_secs(60);

const HEAD: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\n";

fn run(folder: &Path, args: &[&str], stdin: &[u8]) -> Finished {
    let mut command = because();
    command.current_dir(folder).args(args);
    finish(&mut command, stdin, ALLOWED).expect("ends in time")
}

fn main_of(body: &str) -> String {
    format!("{HEAD}int main(void) {{\n{body}\nreturn 0;\n}}\n")
}

/// The verdict of `check` and the text of the first failing run.
fn checked(body: &str) -> (String, Option<Vec<u8>>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), main_of(body)).expect("writes");
    let done = run(folder.path(), &["check", "--json", "a.c"], b"");
    let document: Value = serde_json::from_slice(&done.stdout).expect("a document");
    let text = document["counterexamples"][0]["run"]["inputs"]
        .as_array()
        .map(|inputs| {
            let bytes = inputs.iter().filter(|input| input["source"] == "stdin");
            bytes
                .filter_map(|input| input["value"].as_str()?.parse::<u8>().ok())
                .collect()
        });
    let obstacles = document["obstacles"].as_array().map_or(0, Vec::len);
    let verdict = document["verdict"].as_str().unwrap_or("none").to_owned();
    assert_eq!(obstacles, 0, "{body}: {document:#}");
    (verdict, text)
}

fn holds(body: &str) {
    let (verdict, text) = checked(body);
    let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(verdict, "successful", "{body}: {text:?}");
}

fn fails_with(body: &str, expected: &str) {
    let (verdict, text) = checked(body);
    assert_eq!(verdict, "failed", "{body}");
    let text = String::from_utf8_lossy(&text.unwrap_or_default()).into_owned();
    assert_eq!(text, expected, "{body}");
}

#[test]
fn numbers_are_values() {
    fails_with(
        r#"int n; if (scanf("%d", &n) != 1) return 1; assert(n != 1234567);"#,
        "1234567",
    );
    fails_with(
        r#"unsigned u, x; long long l; if (scanf("%u %x %lld", &u, &x, &l) != 3) return 1;
           assert(u != 4000000000u || x != 0xbeef || l != -5000000000LL);"#,
        "4000000000 beef -5000000000",
    );
    fails_with(
        r#"double x; if (scanf("%lf", &x) != 1) return 1; assert(x != 0.375);"#,
        "0.375",
    );
    fails_with(
        r#"short s; signed char c; if (scanf("%hd%hhd", &s, &c) != 2) return 1; assert(s != -300 || c != 100);"#,
        "-300 100",
    );
    holds(r#"float x; if (scanf("%f", &x) == 1 && x == x) assert(x <= 3.5e38f || x > 1e39);"#);
    holds(
        r#"int v[3], i, j; for (i = 0; i < 3; i++) if (scanf("%d", &v[i]) != 1) return 1;
           for (i = 0; i < 3; i++) for (j = 0; j < 2; j++)
             if (v[j] > v[j + 1]) { int t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }
           assert(v[0] <= v[1] && v[1] <= v[2]);"#,
    );
}

#[test]
fn a_loop_over_numbers_leaves_its_array() {
    let body = r#"int v[3], n, i; if (scanf("%d", &n) != 1) return 1;
        for (i = 0; i < n; i++) if (scanf("%d", &v[i]) != 1) return 1;"#;
    fails_with(body, "4 0 0 0 0");
}

#[test]
fn the_end_of_input_and_what_is_no_number() {
    fails_with(
        r#"int a, b; int r = scanf("%d%d", &a, &b); assert(r != EOF);"#,
        "",
    );
    fails_with(r#"int n = 5; scanf("%d", &n); assert(n != 5);"#, "5");
    fails_with(r#"int n; int r = scanf("%d", &n); assert(r != 0);"#, "x");
    holds(r#"int a, b; int r = scanf("%d%d", &a, &b); assert(r >= -1 && r <= 2);"#);
    // The end stays.
    holds(
        r#"int a, b; if (scanf("%d", &a) == EOF) { assert(scanf("%d", &b) == EOF); assert(getchar() == EOF); }"#,
    );
    holds(
        r#"int x, sum = 0, k = 0;
           while (k < 3 && scanf("%d", &x) == 1) { if (x < 0 || x > 9) return 1; sum += x; k++; }
           assert(sum <= 27);"#,
    );
}

#[test]
fn what_follows_a_number() {
    holds(r#"int n; if (scanf("%d", &n) == 1) { int c = getchar(); assert(c < '0' || c > '9'); }"#);
    fails_with(
        r#"int n; char c; if (scanf("%d%c", &n, &c) == 2) assert(n != 42 || c != '\n');"#,
        "42\n",
    );
    fails_with(
        r#"int n; char c; if (scanf("%d %c", &n, &c) == 2) assert(n != 7 || c != '7');"#,
        "7 7",
    );
    holds(r#"int n; char c; if (scanf("%d %c", &n, &c) == 2) assert(c != ' ' && c != '\n');"#);
    fails_with(
        r#"int a, b; if (scanf("%d,%d", &a, &b) == 2) assert(a != 3 || b != -4);"#,
        "3,-4",
    );
    // A number that ends the input is known to be the last one only if nothing follows it.
    fails_with(
        r#"int n; if (scanf("%d", &n) == 1 && !feof(stdin)) { int m; assert(scanf("%d", &m) != EOF); }"#,
        "0 ",
    );
}

#[test]
fn words_and_lines() {
    holds(r#"char s[8]; if (scanf("%7s", s) == 1) assert(strlen(s) <= 7);"#);
    fails_with(
        r#"char s[4]; int n; if (scanf("%3s %d", s, &n) == 2) assert(memcmp(s, "abc", 4) != 0 || n != 5);"#,
        "abc5",
    );
    fails_with(
        r#"char s[4]; int n; if (scanf("%3[^\n]%d", s, &n) == 2) assert(memcmp(s, "a b", 4) != 0 || n != 5);"#,
        "a b5",
    );
    // Behind a zero byte the word may go on; what ends it is the line, or white space.
    for (format, end) in [("%7s", ' '), ("%7[^\\n]", '\n')] {
        let (verdict, text) = checked(&format!(
            r#"char s[8]; int n; if (scanf("{format}%d", s, &n) == 2) assert(strcmp(s, "abc") != 0 || n != 5);"#
        ));
        let text = String::from_utf8(text.unwrap_or_default()).expect("a text");
        assert_eq!(verdict, "failed");
        let fits = text.starts_with("abc") && (text.ends_with(&format!("{end}5")) || text.len() == 8);
        assert!(fits, "{format}: {text:?}");
    }
    let (verdict, text) = checked(r#"char s[4]; scanf("%s", s);"#);
    // The fifth character is the first that has no room.
    assert_eq!(
        (verdict.as_str(), text.map(|text| text.len())),
        ("failed", Some(5))
    );
    let (verdict, text) = checked(r#"char s[8]; if (fgets(s, 8, stdin)) assert(atoi(s) != 123);"#);
    let number = String::from_utf8_lossy(&text.unwrap_or_default()).trim().parse();
    assert_eq!((verdict.as_str(), number), ("failed", Ok(123)));
}

/// Ways to read, each with what a program can see of it.
const READS: &[(&str, &[&str])] = &[
    (r#"int a = 77; int r = scanf("%d", &a);"#, &["r", "a"]),
    (
        r#"int a = 77, b = 78; int r = scanf("%d,%d", &a, &b);"#,
        &["r", "a", "b"],
    ),
    (r#"int a = 77; int r = scanf("%*d%1d", &a);"#, &["r", "a"]),
    (r#"int a = 77; int r = scanf("%i", &a);"#, &["r", "a"]),
    (r#"unsigned a = 77; int r = scanf("%x", &a);"#, &["r", "a"]),
    (
        r#"char a[6] = "~"; int r = scanf("%5s", a);"#,
        &["r", "a[0]", "a[1]", "a[2]"],
    ),
    (
        r#"char a[6] = "~"; int r = scanf("%5[^\n]", a);"#,
        &["r", "a[0]", "a[1]"],
    ),
    (
        r#"double a = 0.5; int r = scanf("%lf", &a);"#,
        &["r", "(long)(a * 8)"],
    ),
    (r#"int a = 77; int r = scanf("%d\n", &a);"#, &["r", "a"]),
];

const THEN: &[(&str, &[&str])] = &[
    ("int c = getchar();", &["c"]),
    ("int c = feof(stdin) != 0, d = getchar();", &["c", "d"]),
    (r#"int c = 77; int d = scanf("%d", &c);"#, &["c", "d"]),
    (r#"int c = scanf("a"), d = getchar();"#, &["c", "d"]),
    (r#"char c = '~'; int d = scanf(" %c", &c);"#, &["c", "d"]),
];

const TEXTS: &[&str] = &[
    "", "5", "5\n", "-4 12", "5,6", "5 ,6", "- 3", "--3", "x 1", "007a", "0x1fg", "18 9", "018", "a b\n7",
    "\n\n8 ", "1.5e", "+", "99a",
];

/// Whatever a text does, `check` finds some text that does the same.
#[test]
fn whatever_a_text_does_is_found() {
    let mut number = 0;
    let mut cases = Vec::new();
    for (first, seen_first) in READS {
        for (then, seen_then) in THEN {
            // Each way with a few of the texts, each text with many of the ways.
            for step in 0..2 {
                cases.push((
                    first,
                    seen_first,
                    then,
                    seen_then,
                    TEXTS[(number * 7 + step * 5) % TEXTS.len()],
                ));
            }
            number += 1;
        }
    }
    support::in_parallel(&cases, 2, |(first, seen_first, then, seen_then, text)| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let seen: Vec<&str> = seen_first.iter().chain(seen_then.iter()).copied().collect();
        let list = seen
            .iter()
            .map(|seen| format!("(long){seen}"))
            .collect::<Vec<_>>()
            .join(", ");
        let format = vec!["%ld"; seen.len()].join(" ");
        let printing = main_of(&format!("{first} {then} printf(\"{format}\", {list});"));
        fs::write(folder.path().join("p.c"), printing).expect("writes");
        let done = run(folder.path(), &["run", "p.c"], text.as_bytes());
        let values = String::from_utf8_lossy(&done.stdout).into_owned();
        let same: Vec<String> = seen
            .iter()
            .zip(values.split(' '))
            .map(|(seen, value)| format!("(long){seen} == {value}"))
            .collect();
        assert_eq!(same.len(), seen.len(), "{first} {then} with {text:?}");
        let (verdict, _) = checked(&format!("{first} {then} assert(!({}));", same.join(" && ")));
        assert_eq!(verdict, "failed", "{first} {then} with {text:?} gives {values}");
    });
}

#[test]
fn a_saved_run_has_the_text_and_can_be_explained() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let body = r#"int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; if (a == 3) a = 10 / (b - 4);"#;
    fs::write(folder.path().join("a.c"), main_of(body)).expect("writes");
    let property = ["--property", "main.division_by_zero.1"];
    let saved = ["check", "a.c", "--save-run", "run.json", property[0], property[1]];
    assert_eq!(run(folder.path(), &saved, b"").status, 10);
    let text = fs::read_to_string(folder.path().join("run.json")).expect("was saved");
    let saved: Value = serde_json::from_str(&text).expect("a document");
    assert_eq!(saved["stdin"], "3 4");
    assert_eq!(saved["inputs"].as_array().map(Vec::len), Some(0));
    let replayed = run(folder.path(), &["replay", "run.json", "a.c"], b"");
    assert_eq!(
        replayed.status,
        10,
        "{}",
        String::from_utf8_lossy(&replayed.stdout)
    );
    let explained = run(folder.path(), &["explain", "--run", "run.json", "a.c"], b"");
    let explained = String::from_utf8_lossy(&explained.stdout).into_owned();
    assert!(explained.contains("standard input"), "{explained}");
    assert!(
        explained.contains("input b (scanf at line 6): 4, in the passing run "),
        "{explained}"
    );
}
