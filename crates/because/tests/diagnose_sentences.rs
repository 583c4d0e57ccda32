//! What `because diagnose` promises, sentence by sentence, on programs that are small but not trivial.

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use support::{Finished, because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

fn run(files: &[(&str, &str)], args: &[&str]) -> Finished {
    let folder = folder_with(files);
    let mut command = because();
    command.current_dir(folder.path()).arg("diagnose").args(args);
    finish(&mut command, b"", ALLOWED).expect("ends in time")
}

fn document(files: &[(&str, &str)], args: &[&str]) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    let done = run(files, &args);
    serde_json::from_slice(&done.stdout).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A quotient that is no whole number, which is another type with what prints it, and a wrong operator elsewhere.
const QUOTIENT: &str = r#"#include <stdio.h>
int main(void) {
    int kind, a, b;
    int q;
    if (scanf("%d %d %d", &kind, &a, &b) != 3)
        return 1;
    if (kind == 1) {
        q = a / b;
        printf("q %d\n", q);
    } else {
        printf("s %d\n", a - b);
    }
    return 0;
}
"#;

const QUOTIENTS: &[(&str, &str)] = &[
    ("a.c", QUOTIENT),
    ("t/a.in", "1 7 2\n"),
    ("t/a.out", "q 3.50\n"),
    ("t/b.in", "1 1 4\n"),
    ("t/b.out", "q 0.25\n"),
    ("t/c.in", "2 3 4\n"),
    ("t/c.out", "s 7\n"),
    ("t/d.in", "2 5 5\n"),
    ("t/d.out", "s 10\n"),
    ("t/e.in", "1 6 2\n"),
    ("t/e.out", "q 3.00\n"),
    ("t/f.in", "2 9 0\n"),
    ("t/f.out", "s 9\n"),
];

#[test]
fn each_change_says_which_tests_it_makes_right_also_where_text_is_rewritten() {
    let found = document(QUOTIENTS, &["a.c", "--tests", "t"]);
    let first = &found["diagnoses"][0];
    let changes = list(&first["changes"]);
    assert!(changes.len() > 1, "{first}");
    // The pieces of one change explain the same tests.
    let explains = list(&first["explains"]);
    assert_eq!(explains.len(), list(&first["components"]).len());
    for change in changes {
        let numbers = list(change)
            .iter()
            .map(|number| number.as_u64().expect("a number"));
        let tests: Vec<&Value> = numbers.map(|number| &explains[number as usize]).collect();
        assert!(tests.windows(2).all(|pair| pair[0] == pair[1]), "{first}");
    }
    // The sum is a fault of its own, and so are the quotients.
    assert!(explains.contains(&json!(["c", "d"])), "{first}");
    assert!(explains.contains(&json!(["e"])), "{first}");
    // Sets of this size were not all looked for.
    assert_eq!(found["complete"], false);
    let done = run(QUOTIENTS, &["a.c", "--tests", "t"]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains("alone makes c, d right"), "{text}");
    assert!(!text.contains("no smaller set"), "{text}");
}

/// Seven runs fail, more than are shown to people.
#[test]
fn every_failing_test_has_its_values_in_json() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n    int n = atoi(argv[1]);\n    int m = n * n;\n    printf(\"%d %d\\n\", n, m);\n    return 0;\n}\n";
    let vectors: String = (2..9)
        .map(|n| format!("{n} => {n} {}\n", 7 * n * n - 3))
        .collect();
    let files = [("a.c", text), ("v.txt", vectors.as_str())];
    let found = document(&files, &["a.c", "--test-vectors", "v.txt"]);
    let of = |expression: &str| {
        let mut all = list(&found["diagnoses"]).iter();
        let found = all.find(|diagnosis| diagnosis["components"][0]["expression"] == expression);
        found.unwrap_or_else(|| panic!("{expression}"))
    };
    let product = of("n * n");
    let values: Vec<(String, Value, Value)> = list(&product["repairs"])
        .iter()
        .map(|repair| {
            let value = &repair["values"][0];
            let test = repair["test"].as_str().expect("a name").to_owned();
            (test, value["original"].clone(), value["repair"].clone())
        })
        .collect();
    let expected: Vec<(String, Value, Value)> = (2..9)
        .map(|n: i32| {
            let (had, takes) = ((n * n).to_string(), (7 * n * n - 3).to_string());
            (n.to_string(), json!(had), json!(takes))
        })
        .collect();
    assert_eq!(values, expected);
}

/// Three characters are taken, and one of them must be another one.
#[test]
fn old_and_new_characters_are_shown_alike() {
    let text = "#include <stdio.h>\nint main(void) {\n    char word[8];\n    int i;\n    if (scanf(\"%7s\", word) != 1)\n        return 1;\n    for (i = 0; word[i]; i++) {\n        char c = word[i];\n        putchar(c);\n    }\n    return 0;\n}\n";
    let files = [("a.c", text), ("t/a.in", "fob\n"), ("t/a.out", "foo")];
    let found = document(&files, &["a.c", "--tests", "t"]);
    let mut all = list(&found["diagnoses"]).iter();
    let taken = all.find(|diagnosis| diagnosis["components"][0]["location"]["line"] == 8);
    let values = list(&taken.expect("what `c` is set to")["repairs"][0]["values"]);
    let shown: Vec<(&Value, &Value, &Value)> = values
        .iter()
        .map(|value| (&value["original"], &value["repair"], &value["changed"]))
        .collect();
    let (f, o, b) = (json!("102 'f'"), json!("111 'o'"), json!("98 'b'"));
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(shown, [(&f, &f, &no), (&o, &o, &no), (&b, &o, &yes)]);
}

/// Two runs that need different faults; an enumerator is one constant for all runs.
#[test]
fn a_constant_in_a_set_changes_only_where_it_must() {
    let text = "#include <assert.h>\nchar nondet_char(void);\nunsigned char nondet_uchar(void);\nenum level { LOW = 1, MID = 5, HIGH = 9 };\nchar upper(char c) { if (c >= 'b' && c <= 'z') return c - 32; return c; }\nint main(void) {\n    char c = nondet_char();\n    unsigned char k = nondet_uchar();\n    enum level l = k > 10 ? HIGH : k > 5 ? LOW : LOW;\n    char d = upper(c);\n    if (c >= 'a' && c <= 'z') assert(d >= 'A' && d <= 'Z');\n    if (k > 5 && k <= 10) assert(l == MID);\n    return 0;\n}\n";
    let saved = |c: u8, k: u8| {
        let input = |name: &str, bits: u8| json!({"name": name, "bits": format!("{bits:#x}")});
        let run = json!({"schema": "because.saved-run/1", "inputs": [input("c", c), input("k", k)]});
        run.to_string()
    };
    let (first, second) = (saved(b'a', 0), saved(b'A', 7));
    let files = [
        ("a.c", text),
        ("1.json", first.as_str()),
        ("2.json", second.as_str()),
    ];
    let found = document(&files, &["a.c", "--run", "1.json", "--run", "2.json"]);
    let mut all = list(&found["diagnoses"]).iter();
    let named = |component: &Value| component["expression"] == "LOW = 1";
    let pair = all.find(|diagnosis| list(&diagnosis["components"]).iter().any(named));
    let pair = pair.expect("a pair with the enumerator");
    assert_eq!(pair["size"], 2);
    assert_eq!(pair["explains"], json!([["2.json"], ["1.json"]]));
    let of = |run: usize| {
        let values = list(&pair["repairs"][run]["values"]);
        let own = values
            .iter()
            .find(|value| value["component"] == 0)
            .expect("a value");
        (own["original"].clone(), own["repair"].clone())
    };
    assert_eq!(of(0), (json!("1"), json!("1")));
    assert_eq!(of(1), (json!("1"), json!("5")));
    // With 5 it is one constant: nobody may say that it must be another one in each run.
    let reason = pair["reason"].as_str().expect("a reason");
    assert!(!reason.contains("another constant in each run"), "{reason}");
}

/// A macro in another file that is used in two places, and one in the same file.
#[test]
fn a_wrong_word_behind_a_macro_is_told_at_its_definition() {
    let header = "#define WORD \"totl\"\n";
    let text = "#include <stdio.h>\n#include \"m.h\"\nint main(void) {\n    int n;\n    while (scanf(\"%d\", &n) == 1) {\n        if (n < 0)\n            printf(\"%s: minus %d\\n\", WORD, -n);\n        else\n            printf(\"%s: %d\\n\", WORD, n);\n    }\n    return 0;\n}\n";
    let tests = [
        ("t/a.in", "3\n-4\n"),
        ("t/a.out", "total: 3\ntotal: minus 4\n"),
        ("t/b.in", "5\n"),
        ("t/b.out", "total: 5\n"),
    ];
    let whole = text.replace("#include \"m.h\"\n", header);
    for (file, line, content) in [("m.h", 1, text), ("a.c", 2, &whole)] {
        let files = [&tests[..], &[("a.c", content), ("m.h", header)]].concat();
        let found = document(&files, &["a.c", "--tests", "t"]);
        let first = &found["diagnoses"][0];
        assert_eq!(first["edit"], "\"total\"", "{first}");
        let location = &first["components"][0]["location"];
        assert_eq!(
            (&location["file"], &location["line"]),
            (&json!(file), &json!(line))
        );
    }
}

/// The last line is not printed at all, so nothing is known about how it would end.
#[test]
fn a_line_that_is_missing_is_compared_as_it_is() {
    let text = "#include <stdio.h>\nint main(void) {\n    int c, n = 0;\n    while ((c = getchar()) != EOF) {\n        if (c == 'z')\n            n++;\n        putchar(c);\n    }\n    if (n > 1)\n        printf(\"z%d\", n);\n    return 0;\n}\n";
    let files = [("a.c", text), ("t/a.in", "a z\n"), ("t/a.out", "a z\nz1")];
    let found = document(&files, &["a.c", "--tests", "t"]);
    assert_eq!(found["failing"][0]["expected"], "a z\nz1");
    let mut all = list(&found["diagnoses"]).iter();
    let condition = |diagnosis: &&Value| diagnosis["components"][0]["expression"] == "n > 1";
    assert!(all.any(|diagnosis| condition(&diagnosis)), "{found}");
}

#[test]
fn inputs_without_an_output_are_told() {
    let text = "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", getchar()); return 0; }\n";
    let files = [
        ("a.c", text),
        ("t/a.in", "A"),
        ("t/a.out", "65\n"),
        ("t/b.in", "B"),
    ];
    let found = document(&files, &["a.c", "--tests", "t"]);
    assert_eq!(found["verdict"], "nothing_fails");
    assert_eq!(found["notes"], json!(["b is no test: there is no b.out in t"]));
}

/// `diff -w` takes every blank that `isspace` knows.
#[test]
fn a_vertical_tab_is_a_blank() {
    let text = "#include <stdio.h>\nint main(void) { printf(\"a\\v\\f\\rb\\n \\v\\n\"); return 0; }\n";
    let files = [("a.c", text), ("t/a.out", "ab\n")];
    assert_eq!(run(&files, &["a.c", "--tests", "t"]).status, 10);
    assert_eq!(run(&files, &["a.c", "--tests", "t", "--ignore-space"]).status, 0);
}

#[test]
fn no_fault_at_all_is_no_bound() {
    let text = "int main(void) { return 0; }\n";
    assert_eq!(run(&[("a.c", text)], &["a.c", "--max-faults", "0"]).status, 1);
}

/// In a single run every value is a constant, which says nothing about an expression.
#[test]
fn one_run_makes_no_constant_of_an_expression() {
    let text = "#include <assert.h>\nint nondet_int(void);\nint main(void) {\n    int x = nondet_int();\n    int y = x > 3 ? x + 1 : x;\n    assert(x != 7 || y == 9);\n    return 0;\n}\n";
    let found = document(&[("a.c", text)], &["a.c"]);
    let all = list(&found["diagnoses"]);
    assert!(!all.is_empty());
    for diagnosis in all {
        let expression = diagnosis["components"][0]["expression"].as_str().expect("a text");
        let literal = expression.parse::<i64>().is_ok();
        assert_eq!(diagnosis["constant"].is_null(), !literal, "{diagnosis}");
    }
}

/// The table has one function twice, and nothing takes the address of the other one.
#[test]
fn a_free_function_pointer_may_be_every_function_that_fits() {
    let text = "#include <assert.h>\nint nondet_int(void);\nstatic int twice(int n) { return 2 * n; }\nstatic int next(int n) { return n + 1; }\nstatic int (*table[2])(int) = { twice, twice };\nint main(void) {\n    int n = nondet_int();\n    if (n < 2 || n > 9)\n        return 0;\n    assert(table[0](n) == 2 * n);\n    assert(table[1](n) == n + 1);\n    assert(next(n) == n + 1);\n    return 0;\n}\n";
    let found = document(&[("a.c", text)], &["a.c"]);
    let mut all = list(&found["diagnoses"]).iter();
    let table = all.find(|diagnosis| diagnosis["components"][0]["location"]["line"] == 5);
    let value = &table.expect("the table")["repairs"][0]["values"][0];
    assert_eq!(
        (&value["original"], &value["repair"]),
        (&json!("twice"), &json!("next"))
    );
}

/// The sum reads behind the array where it should not be reached: it has no value there, but another one would do.
#[test]
fn what_had_no_value_may_take_one() {
    let text = "#include <stdio.h>\nint main(void) {\n    int v[4] = { 1, 2, 3, 4 }, s = 0, i;\n    for (i = 0; i <= 4; i++)\n        s += v[i];\n    printf(\"%d\\n\", s);\n    return 0;\n}\n";
    let found = document(&[("a.c", text), ("t/a.out", "10\n")], &["a.c", "--tests", "t"]);
    let mut all = list(&found["diagnoses"]).iter();
    let sum = all.find(|diagnosis| diagnosis["components"][0]["location"]["line"] == 5);
    let values = list(&sum.expect("the sum")["repairs"][0]["values"]);
    let last = values.last().expect("a value");
    assert_eq!(
        last,
        &json!({"component": 0, "original": null, "repair": "10", "changed": true})
    );
}

/// The constant that is named is the one that is shown.
#[test]
fn a_constant_is_shown_as_it_is_named() {
    let text = "#include <assert.h>\nunsigned nondet_uint(void);\nstatic unsigned next(void) {\n    static unsigned seed = 7;\n    seed = seed * 3u + 1u;\n    return seed % 10u;\n}\nint main(void) {\n    unsigned n = nondet_uint(), total = 0;\n    if (n > 3u)\n        return 0;\n    for (unsigned i = 0; i < n; i++)\n        total += next();\n    assert(n != 3u || total == 15u);\n    return 0;\n}\n";
    let found = document(&[("a.c", text)], &["a.c"]);
    let constants = list(&found["diagnoses"])
        .iter()
        .filter(|one| !one["constant"].is_null());
    let constants: Vec<&Value> = constants.collect();
    assert!(!constants.is_empty());
    for diagnosis in constants {
        let value = &diagnosis["repairs"][0]["values"][0]["repair"];
        assert_eq!(value, &diagnosis["constant"], "{diagnosis}");
    }
}

/// A fee that is computed in one function and printed in another, twice.
const FEE: &str = r#"#include <stdio.h>
static int fee(int weight, int zone) {
    int base = weight * 7 % 13;
    int result = base * base + zone * zone;
    return result;
}
int main(void) {
    int weight, zone;
    if (scanf("%d %d", &weight, &zone) != 2)
        return 1;
    printf("%d\n", fee(weight, zone));
    return 0;
}
"#;

fn with_fee_tests(text: &str) -> [(&str, &str); 7] {
    [
        ("a.c", text),
        ("t/a.in", "2 1\n"),
        ("t/a.out", "900\n"),
        ("t/b.in", "3 5\n"),
        ("t/b.out", "17\n"),
        ("t/c.in", "4 4\n"),
        ("t/c.out", "331\n"),
    ]
}

#[test]
fn what_is_only_printed_is_told_with_what_computes_it() {
    let files = with_fee_tests(FEE);
    let found = document(&files, &["a.c", "--tests", "t", "--all"]);
    let at = |component: &Value| {
        (
            component["location"]["line"].clone(),
            component["expression"].clone(),
        )
    };
    let diagnoses = list(&found["diagnoses"]);
    let returned = diagnoses
        .iter()
        .find(|diagnosis| at(&diagnosis["components"][0]) == (json!(5), json!("result")))
        .unwrap_or_else(|| panic!("{found}"));
    let printed: Vec<_> = list(&returned["printed"]).iter().map(at).collect();
    assert_eq!(printed, [(json!(11), json!("fee(weight, zone)"))], "{found}");
    let alone = |diagnosis: &Value| at(&diagnosis["components"][0]).0 == json!(11);
    assert!(!diagnoses.iter().any(alone), "{found}");
    let shown = run(&files, &["a.c", "--tests", "t", "--all"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(
        shown.contains("line 11 only prints it: `fee(weight, zone)`"),
        "{shown}"
    );
}

#[test]
fn what_is_printed_is_told_for_itself_if_it_may_be_another() {
    // Two ways to return: what is printed hands on neither of them in every run.
    let two = FEE.replace(
        "    return result;",
        "    if (zone > 4)\n        return result - 1;\n    return result;",
    );
    let files = with_fee_tests(&two);
    let found = document(&files, &["a.c", "--tests", "t", "--all"]);
    let printed = |diagnosis: &Value| diagnosis["components"][0]["location"]["line"] == json!(13);
    assert!(list(&found["diagnoses"]).iter().any(printed), "{found}");
}
