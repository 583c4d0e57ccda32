//! Diagnoses of small programs.

#[path = "diagnoses/mod.rs"]
mod support;

use localize::{Settings, localize};
use runs::Test;
use support::{claims, find, load, never, prints, shown};

/// The paper's listing 2: `a` must be 6.
#[test]
fn the_papers_example() {
    let text = "\
void main(void) {
    int a, b, c, d;
    if (a) {
        a = 5;
        b = 6;
        c = a + b;
        d = a * b;
        if (a % 2 == 0) {
            int e;
            a = e;
        }
        __CPROVER_assert(c == 12 && d == 36, \"twelve and thirty-six\");
    }
}
";
    let (found, sources) = find(text, &[claims(&[("a", 1)])], &Settings::default());
    assert_eq!(shown(&found, &sources), ["4:5"]);
    assert_eq!(found.diagnoses[0].repairs[0].values[0].takes, "6");
    assert_eq!(found.diagnoses[0].repairs[0].values[0].had.as_deref(), Some("5"));
}

#[test]
fn a_wrong_operator_in_a_loop() {
    let text = "\
#include <stdio.h>
int main(void) {
    int n, sum = 0;
    while (scanf(\"%d\", &n) == 1)
        sum = sum - n;
    printf(\"sum %d\\n\", sum);
    return 0;
}
";
    let tests = [
        prints("1 2 3\n", "sum 6\n"),
        prints("4\n", "sum 4\n"),
        prints("", "sum 0\n"),
    ];
    let (found, sources) = find(text, &tests, &Settings::default());
    assert!(shown(&found, &sources).contains(&"5:sum - n".to_owned()));
}

fn single() -> Settings {
    Settings {
        max_faults: 1,
        ..Settings::default()
    }
}

#[test]
fn a_missing_newline_is_a_fault_of_the_text() {
    let text =
        "#include <stdio.h>\nint main(void) {\n    printf(\"a\");\n    printf(\"b\\n\");\n    return 0;\n}\n";
    let (found, sources) = find(text, &[prints("", "a\nb\n")], &single());
    assert_eq!(shown(&found, &sources), ["3:a", "4:b\\n"]);
    let ignoring = Settings {
        ignore_space: true,
        ..single()
    };
    let (found, _) = find(text, &[prints("", "a b\n")], &ignoring);
    assert!(found.failing.is_empty());
}

#[test]
fn a_wrong_conversion_is_told_if_no_value_would_do() {
    let text = "#include <stdio.h>\nint main(void) {\n    int n;\n    if (scanf(\"%d\", &n) != 1)\n        return 1;\n    printf(\"<%d>\\n\", n * 2);\n    return 0;\n}\n";
    let (found, sources) = find(text, &[prints("127\n", "<fe>\n")], &single());
    assert_eq!(shown(&found, &sources), ["6:%d"]);
    assert_eq!(found.diagnoses[0].repairs[0].values[0].takes, "prints \"fe\"");
}

#[test]
fn swapped_variables_of_scanf_are_one_fault_of_the_call() {
    let text = "#include <stdio.h>\nint main(void) {\n    int a, b;\n    if (scanf(\"%d %d\", &b, &a) != 2)\n        return 1;\n    printf(\"%d\\n%d\\n\", a, b);\n    return 0;\n}\n";
    let call = "4:scanf(\"%d %d\", &b, &a)";
    let (found, sources) = find(text, &[prints("1 2\n", "1\n2\n")], &Settings::default());
    assert_eq!(shown(&found, &sources), [call]);
}

/// Whenever the search is stopped, what it tells repairs the runs that it says it repairs.
#[test]
fn a_search_that_is_stopped_tells_what_it_found() {
    let text = "#include <stdio.h>\nint main(void) {\n    int i, n, sum = 0;\n    scanf(\"%d\", &n);\n    for (i = 1; i < n; i++)\n        sum += i;\n    printf(\"%d\\n\", sum);\n    return 0;\n}\n";
    let tests = [prints("2\n", "3\n"), prints("3\n", "6\n"), prints("4\n", "10\n")];
    let stopped_after = |effort: Option<u64>, tests: &[Test]| {
        let (program, mut sources) = load(text);
        let settings = Settings { effort, ..single() };
        let found = localize(&program, &mut sources, tests, &[], &settings, &never());
        let all = shown(&found, &sources);
        (found, all)
    };
    let whole: Vec<(Vec<usize>, Vec<String>)> = [vec![0], vec![0, 1], vec![0, 1, 2]]
        .into_iter()
        .map(|runs| {
            let some: Vec<Test> = runs.iter().map(|run| tests[*run].clone()).collect();
            let (_, all) = stopped_after(None, &some);
            (runs, all)
        })
        .collect();
    let mut partial = 0;
    for effort in (0..16).map(|power| 20 << power) {
        let (found, all) = stopped_after(Some(effort), &tests);
        if !found.stopped || all.is_empty() {
            continue;
        }
        partial += 1;
        assert!(!found.complete);
        let known = whole.iter().find(|(runs, _)| *runs == found.covered);
        let (_, known) = known.expect("the shortest runs come first");
        for diagnosis in &all {
            assert!(known.contains(diagnosis), "{diagnosis} after {effort}");
        }
    }
    assert!(partial > 2, "{partial}");
}

#[test]
fn a_loop_that_ends_too_early() {
    let text = "#include <stdio.h>\nint main(void) {\n    int i, n, sum = 0;\n    scanf(\"%d\", &n);\n    for (i = 1; i < n; i++)\n        sum += i;\n    printf(\"%d\\n\", sum);\n    return 0;\n}\n";
    let (found, sources) = find(text, &[prints("3\n", "6\n"), prints("4\n", "10\n")], &single());
    let all = shown(&found, &sources);
    assert!(all.contains(&"5:i < n".to_owned()), "{all:?}");
}

#[test]
fn what_is_never_written_is_suspected_at_its_declaration() {
    let text = "#include <stdio.h>\nint main(void) {\n    int start;\n    printf(\"%d\\n\", start + 1);\n    return 0;\n}\n";
    let (found, sources) = find(text, &[prints("", "8\n")], &single());
    let all = shown(&found, &sources);
    assert!(all.contains(&"3:start".to_owned()), "{all:?}");
}

/// What `SORTED` prints as it was meant.
fn sorted(numbers: &[i32]) -> Test {
    let (mut text, mut sum, mut seen) = (String::new(), 0, 0);
    for n in numbers {
        if *n > 10 {
            text += "large\n";
            continue;
        }
        sum += n * 2;
        seen += 1;
        let kind = [1, 2, 3][(n % 3) as usize];
        text += &format!("kind {kind}\n");
    }
    let read: Vec<String> = numbers.iter().map(i32::to_string).collect();
    prints(&read.join(" "), &format!("{text}{sum} of {seen}\n"))
}

const SORTED: &str = "\
#include <stdio.h>
static int limit = 10;
static int twice(int n) { return n * 2; }
static int kind(int n) {
    switch (n % 3) {
    case 0: return 1;
    case 1: return 2;
    }
    return 3;
}
int main(void) {
    int n, sum = 0, seen = 0;
    while (scanf(\"%d\", &n) == 1) {
        if (n > limit) { printf(\"large\\n\"); continue; }
        sum += twice(n);
        seen++;
        printf(\"kind %d\\n\", kind(n));
    }
    printf(\"%d of %d\\n\", sum, seen);
    return 0;
}
";

/// Whatever instruction a fault is in, that no failing run comes by there before it is wrong is never said of it.
#[test]
fn a_fault_is_before_the_first_wrong_letter_of_every_failing_run() {
    let tests = [&[1, 10, 3][..], &[10, 12, 2], &[12, 1], &[5, 11, 10, 4], &[7]].map(sorted);
    for (right, wrong, told) in [
        ("limit = 10", "limit = 12", "2:12"),
        ("return n * 2", "return n * 3", "3:n * 3"),
        ("switch (n % 3)", "switch (n % 2)", "5:n % 2"),
        ("return 3;", "return 4;", "9:4"),
        ("n > limit", "n >= limit", "14:n >= limit"),
        ("twice(n)", "twice(n + 1)", "15:sum += twice(n + 1)"),
        ("sum = 0", "sum = 1", "12:1"),
    ] {
        let text = SORTED.replace(right, wrong);
        let (found, sources) = find(&text, &tests, &single());
        assert!(found.failing.len() > 1, "{wrong}");
        // What is part of another expression that repairs is told with it.
        let parts = found
            .diagnoses
            .iter()
            .flat_map(|one| one.narrower.iter().chain([&one.members]));
        let parts = parts.filter(|set| set.len() == 1).map(|set| {
            let suspect = &found.suspects[set[0]];
            format!("{}:{}", sources.line(suspect.loc), suspect.text)
        });
        let parts: Vec<String> = parts.collect();
        assert!(parts.iter().any(|line| line == told), "{wrong}: {parts:?}");
    }
}
