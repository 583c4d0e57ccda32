//! Missing code, as `because diagnose` tells it: the smallest regions whose replacement repairs every failing run.

mod support;

use std::time::Duration;

use support::{because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

/// Where a region is, and why it is told.
struct Told {
    lines: (u64, u64),
    reason: String,
    covers: usize,
}

fn regions(files: &[(&str, &str)], args: &[&str]) -> Vec<Told> {
    let folder = folder_with(files);
    let mut command = because();
    command
        .current_dir(folder.path())
        .arg("diagnose")
        .args(args)
        .arg("--json");
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    assert_eq!(done.status, 10, "{}", String::from_utf8_lossy(&done.stderr));
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(document["verdict"], "diagnosed");
    let diagnoses = document["diagnoses"].as_array().expect("a list");
    let is_region =
        |diagnosis: &&serde_json::Value| diagnosis["components"][0]["kind"] == "replaceable_region";
    let told = |diagnosis: &serde_json::Value| {
        let location = &diagnosis["components"][0]["location"];
        let line = |name: &str| location[name].as_u64().expect("a line");
        Told {
            lines: (line("line"), line("end_line")),
            reason: diagnosis["reason"].as_str().expect("a reason").to_owned(),
            covers: diagnosis["covers"].as_array().expect("a list").len(),
        }
    };
    // They come before all else where nothing else says more.
    let first = diagnoses.iter().take_while(is_region).map(told);
    first.collect()
}

/// Assertions before and behind the call say what it must do: no expression has a value that makes both hold.
#[test]
fn a_function_that_does_nothing() {
    let text = "#include <assert.h>\nint g;\nvoid clear(void) {\n}\nint main(void) {\n    g = 5;\n    assert(g == 5);\n    clear();\n    assert(g == 0);\n    return 0;\n}\n";
    let found = regions(&[("a.c", text)], &["a.c"]);
    let lines: Vec<(u64, u64)> = found.iter().map(|region| region.lines).collect();
    assert_eq!(lines, [(3, 3), (8, 8)]);
    for region in &found {
        assert!(
            region.reason.contains("writing `g` repairs the run"),
            "{}",
            region.reason
        );
        assert_eq!(region.covers, 1);
    }
}

#[test]
fn a_missing_initialisation() {
    let text = "#include <assert.h>\nstruct box { int low, high; };\nstruct box b;\nvoid reset(void) {\n    b.low = 0;\n}\nint main(void) {\n    b.low = 3;\n    b.high = 7;\n    assert(b.low == 3 && b.high == 7);\n    reset();\n    assert(b.low == 0);\n    assert(b.high == 0);\n    return 0;\n}\n";
    let found = regions(&[("a.c", text)], &["a.c"]);
    assert_eq!(found[0].lines, (5, 5));
    assert!(
        found[0].reason.contains("writing `b.high`"),
        "{}",
        found[0].reason
    );
}

#[test]
fn a_missing_branch() {
    let text = "#include <stdio.h>\nint level;\nchar grade;\nvoid judge(int points) {\n    level = -1;\n    if (points >= 50) {\n        level = points / 10;\n        grade = 'p';\n    }\n}\nint main(void) {\n    int p;\n    while (scanf(\"%d\", &p) == 1) {\n        grade = '?';\n        judge(p);\n        printf(\"%d %c\\n\", level, grade);\n    }\n    return 0;\n}\n";
    let files = [
        ("a.c", text),
        ("t/a.in", "60\n"),
        ("t/a.out", "6 p\n"),
        ("t/b.in", "30\n70\n"),
        ("t/b.out", "0 f\n7 p\n"),
        ("t/c.in", "20\n10\n"),
        ("t/c.out", "0 f\n0 f\n"),
    ];
    let found = regions(&files, &["a.c", "--tests", "t"]);
    assert_eq!(found[0].lines, (6, 9));
    assert_eq!(found[0].covers, 2);
    assert!(
        found[0].reason.contains("writing `grade`, `level`"),
        "{}",
        found[0].reason
    );
}

#[test]
fn a_missing_loop() {
    let text = "#include <stdio.h>\nint main(void) {\n    int a[6], n, i;\n    scanf(\"%d\", &n);\n    for (i = 0; i < n; i++)\n        scanf(\"%d\", &a[i]);\n    for (i = 0; i < n; i++)\n        printf(\"%d \", a[i]);\n    printf(\"\\n\");\n    return 0;\n}\n";
    let files = [
        ("a.c", text),
        ("t/a.in", "3 30 10 20\n"),
        ("t/a.out", "10 20 30 \n"),
        ("t/b.in", "4 47 11 39 22\n"),
        ("t/b.out", "11 22 39 47 \n"),
        ("t/c.in", "2 1 2\n"),
        ("t/c.out", "1 2 \n"),
    ];
    let found = regions(&files, &["a.c", "--tests", "t"]);
    assert_eq!(found[0].lines, (7, 8));
    assert!(
        found[0].reason.contains("writing `a[0]`, `a[1]`"),
        "{}",
        found[0].reason
    );
}

#[test]
fn values_that_are_exchanged_only_inside() {
    let text = "#include <stdio.h>\nvoid swap(int *a, int *b) {\n    int *t = a;\n    a = b;\n    b = t;\n}\nint main(void) {\n    int x, y;\n    scanf(\"%d %d\", &x, &y);\n    if (x > y)\n        swap(&x, &y);\n    printf(\"%d %d\\n\", x, y);\n    return 0;\n}\n";
    let files = [
        ("a.c", text),
        ("t/a.in", "3 1\n"),
        ("t/a.out", "1 3\n"),
        ("t/b.in", "1 2\n"),
        ("t/b.out", "1 2\n"),
        ("t/c.in", "9 4\n"),
        ("t/c.out", "4 9\n"),
    ];
    let found = regions(&files, &["a.c", "--tests", "t"]);
    assert_eq!(found[0].lines, (3, 5));
    assert!(found[0].reason.contains("`*a`, `*b`"), "{}", found[0].reason);
}

/// Nothing is printed at all, so that no text that is printed can be another.
#[test]
fn missing_output() {
    let text = "#include <stdio.h>\nint main(void) {\n    int n, sum = 0;\n    while (scanf(\"%d\", &n) == 1)\n        sum += n;\n    return 0;\n}\n";
    let files = [
        ("a.c", text),
        ("t/a.in", "1 2 3\n"),
        ("t/a.out", "the sum is 6\n"),
        ("t/b.in", "4\n"),
        ("t/b.out", "the sum is 4\n"),
    ];
    let found = regions(&files, &["a.c", "--tests", "t"]);
    assert!(
        found[0]
            .reason
            .contains("printing something there repairs every failing run")
    );
    assert_eq!(found[0].covers, 2);
}
