//! What `because diagnose` says must be true of the text and of the runs, also where something could not be followed.

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use support::{Finished, because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

fn run(files: &[(&str, &str)], args: &[&str]) -> Finished {
    let folder = folder_with(files);
    let mut command = because();
    command.current_dir(folder.path()).args(args);
    finish(&mut command, b"", ALLOWED).expect("ends in time")
}

fn text(files: &[(&str, &str)], args: &[&str]) -> String {
    String::from_utf8_lossy(&run(files, args).stdout).into_owned()
}

fn document(files: &[(&str, &str)], args: &[&str]) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    serde_json::from_slice(&run(files, &args).stdout).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Blanks in a text are part of it.
#[test]
fn blanks_in_quotes_are_shown() {
    let program = "#include <stdio.h>\nint main(void) {\n    int n;\n    if (scanf(\"%d\", &n) != 1)\n        return 1;\n    printf(\"day %d%s\\n\", n, n > 31 ? \"  (no)\" : \"\");\n    return 0;\n}\n";
    let files = [
        ("a.c", program),
        ("t/a.in", "3\n"),
        ("t/a.out", "day 3\n"),
        ("t/b.in", "32\n"),
        ("t/b.out", "day 32 (no)\n"),
        ("t/c.in", "40\n"),
        ("t/c.out", "day 40 (no)\n"),
    ];
    let found = text(&files, &["diagnose", "a.c", "--tests", "t"]);
    assert!(
        found.contains("`\" (no)\"` instead of `\"  (no)\"` makes every test right"),
        "{found}"
    );
}

const TABLE: &str = r#"#include <stdio.h>
#include <ctype.h>
int main(void) {
    char word[20];
    int digits = 0;
    while (scanf("%19s", word) == 1)
        if (isdigit((unsigned char)word[1]))
            digits++;
    printf("%d\n", digits);
    return 0;
}
"#;

/// Whoever reads the document can make the change without reading the sentence.
#[test]
fn a_change_has_its_place_and_text() {
    let files = [
        ("a.c", TABLE),
        ("t/a.in", "1 2a x\n"),
        ("t/a.out", "2\n"),
        ("t/b.in", "x y1\n"),
        ("t/b.out", "0\n"),
        ("t/c.in", "7\n"),
        ("t/c.out", "1\n"),
    ];
    let found = document(&files, &["diagnose", "a.c", "--tests", "t"]);
    let first = &found["diagnoses"][0];
    let replacements = list(&first["replacements"]);
    let location = &replacements[0]["location"];
    assert_eq!(replacements.len(), 1, "{first}");
    assert_eq!(replacements[0]["text"], json!("0"));
    let at = |name: &str| location[name].as_u64().unwrap() as usize;
    let line = TABLE.lines().nth(at("line") - 1).unwrap();
    assert_eq!(&line[at("column") - 1..at("end_column") - 1], "1", "{first}");
}

/// A number chooses a text that is read as a fraction: that is not followed, so other values of it were only tried.
#[test]
fn what_could_not_be_followed_is_no_proof() {
    let rates: Vec<String> = (0..60).map(|i| format!("\"{}.25\"", i * 37 % 101 + 1)).collect();
    let program = format!(
        "#include <stdio.h>\n#include <stdlib.h>\nstatic const char *rate[60] = {{ {} }};\nint main(void) {{\n    int n, k;\n    if (scanf(\"%d\", &n) != 1)\n        return 1;\n    k = n * 3 + 4;\n    double r = atof(rate[k]);\n    printf(\"%.2f\\n\", r * 2);\n    return 0;\n}}\n",
        rates.join(", ")
    );
    // With 41 and 45 in `k` both are right.
    let files = [
        ("a.c", program.as_str()),
        ("t/a.in", "1\n"),
        ("t/a.out", "6.50\n"),
        ("t/b.in", "2\n"),
        ("t/b.out", "100.50\n"),
    ];
    let found = document(&files, &["diagnose", "a.c", "--tests", "t"]);
    let listed = |wanted: &str| {
        let mut all = list(&found["diagnoses"]).iter();
        all.any(|diagnosis| diagnosis["components"][0]["expression"] == wanted)
    };
    assert!(listed("n * 3 + 4") || found["complete"] == false, "{found}");
    // What the call returns is nothing of the kind.
    assert!(listed("r = atof(rate[k])") || listed("r"), "{found}");
    let said = text(&files, &["diagnose", "a.c", "--tests", "t"]);
    assert!(!said.contains("no other expression alone does"), "{said}");
}

/// Where loops were only followed for some rounds, nothing is said of what would take more.
#[test]
fn nothing_is_claimed_beyond_the_rounds_that_were_followed() {
    let program = "#include <stdio.h>\nint main(void) {\n    int n, s = 0;\n    if (scanf(\"%d\", &n) != 1)\n        return 1;\n    for (int i = 0; i < n - 1; i++)\n        s += 3;\n    printf(\"%d\\n\", s);\n    return 0;\n}\n";
    let files = [
        ("a.c", program),
        ("t/a.in", "3\n"),
        ("t/a.out", "2996\n"),
        ("t/b.in", "4\n"),
        ("t/b.out", "2999\n"),
    ];
    let found = document(&files, &["diagnose", "a.c", "--tests", "t"]);
    let said = text(&files, &["diagnose", "a.c", "--tests", "t"]);
    let last = said.lines().last().unwrap_or_default();
    if found["bounded"] == true && last.contains("alone does") {
        assert!(last.ends_with("as far as loops were followed"), "{said}");
    }
}

const LIMITED: &str = "#include <assert.h>\n#ifndef LIMIT\n#define LIMIT 10\n#endif\nint nondet_int(void);\nint twice(int v) {\n    int r = v % 100;\n    assert(v != 7 || r == 14);\n    return r;\n}\nint main(void) {\n    int x = nondet_int();\n    if (x > 0 && x < 100)\n        assert(x < LIMIT * 20);\n    return 0;\n}\n";

/// A saved run is repeated with the options that it was made with.
#[test]
fn a_saved_run_brings_its_options() {
    for (options, command, wanted) in [
        (vec!["-DLIMIT=1"], "diagnose", "main.assertion.1"),
        (vec!["--function", "twice"], "diagnose", "twice.assertion.1"),
        (vec!["-DLIMIT=1"], "repair", "main.assertion.1"),
    ] {
        let folder = folder_with(&[("a.c", LIMITED)]);
        let go = |args: &[&str]| {
            let mut tool = because();
            tool.current_dir(folder.path()).args(args);
            finish(&mut tool, b"", ALLOWED).expect("ends in time")
        };
        let args: Vec<&str> = ["check", "a.c", "--save-run", "r.json"]
            .into_iter()
            .chain(options.iter().copied())
            .collect();
        assert_eq!(go(&args).status, 10);
        let saved = std::fs::read_to_string(folder.path().join("r.json")).unwrap();
        assert!(saved.contains(wanted), "{saved}");
        let done = go(&[command, "a.c", "--run", "r.json"]);
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert_eq!(done.status, 10, "{said}");
        assert!(said.starts_with("r.json fails: "), "{said}");
    }
}

/// Runs of two programs are no runs of one.
#[test]
fn saved_runs_with_different_options_are_refused() {
    let folder = folder_with(&[("a.c", LIMITED)]);
    let go = |args: &[&str]| {
        let mut tool = because();
        tool.current_dir(folder.path()).args(args);
        finish(&mut tool, b"", ALLOWED).expect("ends in time")
    };
    go(&["check", "a.c", "-DLIMIT=1", "--save-run", "1.json"]);
    go(&["check", "a.c", "-DLIMIT=2", "--save-run", "2.json"]);
    let done = go(&["diagnose", "a.c", "--run", "1.json", "--run", "2.json"]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status, 6, "{said}");
    assert!(
        said.contains("2.json: saved with other options than 1.json"),
        "{said}"
    );
}

/// A document of another kind is no run in which nothing fails.
#[test]
fn what_is_no_saved_run_is_refused() {
    for text in ["{\"schema\": \"because.run/1\"}", "{\"inputs\": []}", "[]", "7"] {
        let done = run(
            &[("a.c", LIMITED), ("r.json", text)],
            &["diagnose", "a.c", "--run", "r.json"],
        );
        assert_eq!(done.status, 6, "{text}");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(said.contains("r.json: not a saved run"), "{said}");
    }
    // What is no hexadecimal number is no reason to fall over.
    let odd = "{\"schema\": \"because.saved-run/1\", \"stdin\": {\"hex\": \"\u{e9}1\"}, \"inputs\": []}";
    let done = run(
        &[("a.c", LIMITED), ("r.json", odd)],
        &["diagnose", "a.c", "--run", "r.json"],
    );
    assert_eq!(done.status, 0);
}

/// What a run read is what it reads again, also where its report is given instead of a saved run.
#[test]
fn standard_input_of_a_report_is_read() {
    let program = "#include <stdio.h>\n#include <assert.h>\nint main(void) {\n    int n;\n    if (scanf(\"%d\", &n) == 1)\n        assert(n + 1 != 8);\n    return 0;\n}\n";
    let folder = folder_with(&[("a.c", program)]);
    let mut tool = because();
    tool.current_dir(folder.path()).args(["run", "a.c", "--json"]);
    let report = finish(&mut tool, b"7\n", ALLOWED).expect("ends in time").stdout;
    std::fs::write(folder.path().join("r.json"), report).unwrap();
    let mut tool = because();
    tool.current_dir(folder.path())
        .args(["diagnose", "a.c", "--run", "r.json"]);
    let done = finish(&mut tool, b"", ALLOWED).expect("ends in time");
    assert_eq!(done.status, 10);
}

/// The variable that was meant has another type than the one that is printed.
#[test]
fn a_conversion_may_suit_another_variable() {
    let program = "#include <stdio.h>\nint main(void) {\n    long best = 0, v;\n    int no = 0;\n    while (scanf(\"%ld\", &v) == 1) {\n        no++;\n        if (v > best)\n            best = v;\n    }\n    printf(\"best %ld in %d\\n\", no, no);\n    return 0;\n}\n";
    let files = [
        ("a.c", program),
        ("t/a.in", "5 7\n"),
        ("t/a.out", "best 7 in 2\n"),
        ("t/b.in", "16 3 9\n"),
        ("t/b.out", "best 16 in 3\n"),
    ];
    let said = text(&files, &["diagnose", "a.c", "--tests", "t"]);
    assert!(
        said.contains("line 10: `no`, of type `int`, does not suit `%ld` of `printf`"),
        "{said}"
    );
    assert!(said.contains("1. `best` here makes every test right"), "{said}");
}

/// A long run is not said to be endless.
#[test]
fn a_run_that_is_given_up_says_when() {
    let files = [
        (
            "a.c",
            "#include <stdio.h>\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    while (n != 10)\n        n += 2;\n    printf(\"%d\\n\", n);\n    return 0;\n}\n",
        ),
        ("t/a.in", "4\n"),
        ("t/a.out", "10\n"),
        ("t/b.in", "5\n"),
        ("t/b.out", "10\n"),
    ];
    let said = text(&files, &["diagnose", "a.c", "--tests", "t"]);
    assert!(
        said.contains("b fails: does not end within 500000 steps"),
        "{said}"
    );
}

/// A statement is no expression with a value.
#[test]
fn code_that_could_be_replaced_is_not_called_an_expression() {
    let program = "#include <stdio.h>\nint main(void) {\n    long v;\n    if (scanf(\"%d\", &v) == 1)\n        printf(\"%ld\\n\", v);\n    return 0;\n}\n";
    let said = text(&[("a.c", program)], &["a.c"]);
    assert!(
        said.contains("`&v`, of type `long *`, does not suit `%d` of `scanf`"),
        "{said}"
    );
    let expressions = said.split("One of these expressions").nth(1).unwrap_or_default();
    assert!(!expressions.contains("`if ("), "{said}");
}

/// An index may choose a pointer that no free pointer would be.
#[test]
fn an_index_in_a_pointer_is_looked_at_by_itself() {
    let names: Vec<String> = (b'a'..=b't')
        .map(|letter| format!("\"{0}{0}\"", letter as char))
        .collect();
    let program = format!(
        "#include <stdio.h>\nstatic const char *name[20] = {{ {} }};\nstatic const char *pick(const char *s) {{ return s; }}\nint main(void) {{\n    int n;\n    if (scanf(\"%d\", &n) != 1)\n        return 1;\n    printf(\"%c\\n\", pick(name[n])[0]);\n    return 0;\n}}\n",
        names.join(", ")
    );
    let files = [
        ("a.c", program.as_str()),
        ("t/a.in", "1\n"),
        ("t/a.out", "r\n"),
        ("t/b.in", "2\n"),
        ("t/b.out", "l\n"),
    ];
    let found = document(&files, &["diagnose", "a.c", "--tests", "t"]);
    let mut all = list(&found["diagnoses"]).iter();
    let index = all.any(|diagnosis| {
        let component = &diagnosis["components"][0];
        let narrower = list(&diagnosis["narrower"]).iter().flat_map(list);
        let mut all = std::iter::once(component).chain(narrower);
        all.any(|component| component["kind"] == "array_index" && component["expression"] == "n")
    });
    assert!(index || found["complete"] == false, "{found}");
}

/// The index that is out of bounds is looked at, though the run ends just before it is used.
#[test]
fn what_an_error_is_about_is_looked_at() {
    for store in ["t[y] = 1", "y = t[y]"] {
        let program = format!(
            "int nondet_int(void);\nint main(void) {{\n    int y = nondet_int();\n    int t[4] = {{0}};\n    if (y < 0 || y > 4)\n        return 0;\n    {store};\n    return 0;\n}}\n"
        );
        let found = document(&[("a.c", program.as_str())], &["diagnose", "a.c"]);
        let mut all = list(&found["diagnoses"]).iter();
        let index = all.any(|diagnosis| {
            let component = &diagnosis["components"][0];
            let narrower = list(&diagnosis["narrower"]).iter().flat_map(list);
            let mut all = std::iter::once(component).chain(narrower);
            all.any(|component| component["kind"] == "array_index" && component["expression"] == "y")
        });
        assert!(index, "{found}");
    }
}

/// A fault in a macro with parameters is told in its definition, however it is used.
#[test]
fn a_wrong_word_in_a_macro_is_told_in_its_definition() {
    let right = "#include <stdio.h>\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define CLAMP(x) \\\n    MAX(10, \\\n        MIN(50, (x)))\nint main(void) {\n    int a, b;\n    if (scanf(\"%d%d\", &a, &b) != 2)\n        return 1;\n    printf(\"%d %d\\n\", CLAMP(a), CLAMP(b) + 1);\n    return 0;\n}\n";
    let tests = [
        ("t/a.in", "5 7\n"),
        ("t/a.out", "10 11\n"),
        ("t/b.in", "90 20\n"),
        ("t/b.out", "50 21\n"),
        ("t/c.in", "30 60\n"),
        ("t/c.out", "30 51\n"),
    ];
    for (old, new, line) in [
        ("((a) > (b)", "((a) < (b)", 3),
        ("> (b) ? (a)", "> (b) ? (b)", 3),
        ("        MIN(50", "        MAX(50", 6),
    ] {
        let wrong = right.replacen(old, new, 1);
        let mut files = vec![("a.c", wrong.as_str())];
        files.extend(tests);
        let found = document(&files, &["diagnose", "a.c", "--tests", "t"]);
        let mut all = list(&found["diagnoses"]).iter();
        let told = all.any(|diagnosis| {
            let whole = diagnosis["repaired"].is_null();
            let mut places = list(&diagnosis["replacements"]).iter();
            whole && places.any(|piece| piece["location"]["line"] == line)
        });
        assert!(told, "{new}: {found:#}");
    }
}
