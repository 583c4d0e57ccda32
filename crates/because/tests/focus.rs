//! `because focus` as users see it: the figures of the paper, other programs, and bad input. `UPDATE_EXPECT=1` accepts new
//! output of the snapshots.

mod support;

use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use serde_json::Value;
use support::{Finished, because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(240);

/// In the folder of the programs.
fn focus(args: &[&str]) -> Finished {
    let mut command = because();
    command
        .current_dir(support::root().join("tests/focus"))
        .arg("focus")
        .args(args);
    finish(&mut command, b"", ALLOWED).expect("ends in time")
}

fn text_of(text: &str, args: &[&str]) -> Finished {
    let folder = folder_with(&[("a.c", text)]);
    let mut command = because();
    command
        .current_dir(folder.path())
        .arg("focus")
        .arg("a.c")
        .args(args);
    finish(&mut command, b"", ALLOWED).expect("ends in time")
}

fn document(done: &Finished) -> Value {
    assert_eq!(done.stderr_text(), "");
    serde_json::from_slice(&done.stdout).expect("a JSON document")
}

fn lines(sequence: &Value, which: Option<&str>) -> String {
    let statements = sequence["statements"].as_array().expect("statements");
    let number = |statement: &Value| statement["location"]["line"].to_string();
    let all: Vec<String> = match which {
        None => statements.iter().map(number).collect(),
        Some(which) => {
            let some = sequence[which].as_array().expect("numbers").iter();
            some.map(|index| number(&statements[index.as_u64().expect("a number") as usize]))
                .collect()
        }
    };
    all.join(" ")
}

/// Each sequence by its lines, and its assumptions.
fn told(report: &Value) -> Vec<String> {
    let sequences = report["sequences"].as_array().expect("sequences").iter();
    let told = sequences.map(|sequence| {
        let assumptions = sequence["assumptions"].as_array().expect("assumptions").iter();
        let texts: Vec<&str> = assumptions
            .map(|known| known["text"].as_str().expect("a text"))
            .collect();
        let proved = if sequence["proved"] == true {
            ""
        } else {
            " (not proved)"
        };
        format!("{} if {}{proved}", lines(sequence, None), texts.join(", "))
    });
    told.collect()
}

fn exact(done: &Finished, expected: &Expect) {
    let mut shown = format!("exit {}\n", done.status);
    shown.push_str(&done.stdout_text());
    shown.push_str(&done.stderr_text());
    expected.assert_eq(&shown);
}

#[test]
fn help_is_complete() {
    let done = focus(&["--help"]);
    assert_eq!(done.status, 0);
    let path = support::root().join("crates/because/tests/snapshots/focus-help.txt");
    expect_file![path].assert_eq(&done.stdout_text());
}

#[test]
fn figure_1_has_two_more_ways_than_the_paper_says() {
    let done = focus(&[
        "locking.c",
        "--error-when",
        "error",
        "--nondet-static",
        "--no-signed-overflow-check",
        "--json",
    ]);
    assert_eq!(done.status, 10);
    let report = document(&done);
    assert_eq!(
        report["complete"], true,
        "the loop has no end, and more rounds give no other way"
    );
    assert_eq!(
        told(&report),
        [
            "4 5 6 11 12 18 20 if gotlock == 1",
            "4 5 6 7 8 14 15 9 11 6 7 8 14 16 if gotlock != 0",
            "4 5 6 7 8 14 15 9 11 12 18 19 6 11 12 18 20 if gotlock == 0",
            "4 5 6 7 8 14 15 9 11 12 18 19 6 7 8 14 15 9 11 6 7 8 14 16 if gotlock == 0",
        ]
    );
}

#[test]
fn figure_2_as_printed() {
    let done = focus(&["minmax.c", "--error-when", "error"]);
    exact(
        &done,
        &expect![[r#"
            exit 10
            3 ways to fail; there is no other
            1  if x > y, x <= z                      6 statements
                 3 | min = x
                 6 | min > y: true
                 6 |   max = y
                 7 | min > z: false
                 8 | !(min <= x && …): true
                 9 |   error = 1
                wrong: max = y, min = x     executed with x = 0, y = -1, z = 0
            2  if x > y, x > z, z > y                7 statements
                 3 | min = x
                 6 | min > y: true
                 6 |   max = y
                 7 | min > z: true
                 7 |   min = z
                 8 | !(min <= x && …): true
                 9 |   error = 1
                wrong: max = y, min = z     executed with x = 0, y = -2, z = -1
            3  if x > y, x > z, z <= y               7 statements
                 3 | min = x
                 6 | min > y: true
                 6 |   max = y
                 7 | min > z: true
                 7 |   min = z
                 8 | !(min <= x && …): true
                 9 |   error = 1
                wrong: max = y     executed with x = 0, y = -1, z = -1
            In common: x > y  -->  minmax.c:6  if (min > y) max = y;
        "#]],
    );
}

#[test]
fn figure_4_has_one_way() {
    let done = focus(&["locking_expanded.c", "--error-when", "error", "--json"]);
    assert_eq!(done.status, 10);
    let report = document(&done);
    assert_eq!(report["complete"], true);
    assert_eq!(told(&report), ["16 18 26 38 40 if new == old"]);
    let done = focus(&[
        "locking_expanded.c",
        "--error-when",
        "error @ getlock",
        "--unwind",
        "4",
        "--json",
    ]);
    assert!(told(&document(&done)).is_empty(), "{}", done.stdout_text());
}

#[test]
fn figure_7_has_the_neighbourhoods_that_the_paper_names() {
    let report = document(&focus(&["sorted_five.c", "--error-when", "error", "--json"]));
    let sequences = report["sequences"].as_array().expect("sequences");
    let nests: Vec<String> = sequences
        .iter()
        .map(|sequence| lines(sequence, Some("nest")))
        .collect();
    assert_eq!(nests, ["13 13 14 15 15", "13 13 14 17 17"]);
    assert_eq!(report["complete"], true);

    // The same mistake in two places.
    let once =
        std::fs::read_to_string(support::root().join("tests/focus/sorted_five.c")).expect("the program");
    let twice = once.replacen("o1=a1,o2=a5;", "o1=a5,o2=a1;", 1);
    let report = document(&text_of(&twice, &["--error-when", "error", "--json"]));
    assert_eq!(report["complete"], true);
    let sequences = report["sequences"].as_array().expect("sequences");
    assert_eq!(sequences.len(), 3);
    let nest = |sequence: &Value| lines(sequence, Some("nest"));
    let (whole, parts): (Vec<&Value>, Vec<&Value>) = sequences
        .iter()
        .partition(|sequence| nest(sequence) == lines(sequence, None));
    let mut parts: Vec<String> = parts.into_iter().map(nest).collect();
    parts.sort();
    assert_eq!(parts, ["13 13 14 15 15", "13 13 14 17 17"]);
    assert_eq!(whole.len(), 1, "F3 is its own neighbourhood");
}

/// Arms of a `switch` that lead to the same statements are one way.
#[test]
fn labels_of_the_same_statements_are_one_outcome() {
    let text = "int main() { int x, y = 0;\nswitch (x) {\ncase 1:\ncase -1: y = 1; break;\ncase 4:\ndefault: y = 0;\n}\n\
                __CPROVER_assert(y != 1, \"\"); }\n";
    let done = text_of(text, &[]);
    let shown = done.stdout_text();
    assert!(shown.contains("1 way to fail; there is no other"), "{shown}");
    assert!(shown.contains("x == 1 || x == -1"), "{shown}");
    assert!(shown.contains("2 | x: case 1, case -1"), "{shown}");
}

/// What an index is that is only stored to beside the sequence is not told.
#[test]
fn stores_beside_the_sequence_assume_nothing() {
    let text =
        "int main() { int k[2] = {0, 0}; unsigned c; int b;\nk[c & 1] += 3;\n__CPROVER_assert(b, \"\"); }\n";
    let report = document(&text_of(text, &["--json"]));
    assert_eq!(told(&report), ["3 if b == 0"]);
}

/// Members of a record that is passed are read where they are changed.
#[test]
fn a_member_of_a_passed_record_is_changed() {
    let text = "struct time { int hour, minute; };\n\
                static struct time add(struct time t, int by) {\n\
                t.minute += by;\nif (t.minute >= 60) {\nt.minute -= 60;\nt.hour++;\n}\nreturn t;\n}\n\
                int main() { struct time at; int by;\n\
                __CPROVER_assume(at.hour >= 0 && at.hour < 24 && at.minute >= 0 && at.minute < 60 && by >= 0 && by < 60);\n\
                at = add(at, by);\n__CPROVER_assert(at.hour != 24, \"\"); }\n";
    let done = text_of(text, &["--json"]);
    assert_eq!(done.status, 10, "{}", done.stdout_text());
    let report = document(&done);
    assert_eq!(lines(&report["sequences"][0], None), "12 3 4 6 8 13");
    assert_eq!(report["sequences"][0]["proved"], true, "{report}");
}

/// `check` can say so up to a bound only.
#[test]
fn recursion_that_never_fails_is_decided_for_every_depth() {
    let text = "_Bool a, b, nondet_bool(void);
void flip(void) { a = !a; if (nondet_bool()) { b = a; flip(); } }
int main(void) { a = 0; b = 0; flip(); __CPROVER_assert(!(a && b), \"both\"); }
";
    let done = text_of(text, &[]);
    exact(
        &done,
        &expect![[r#"
            exit 0
            nothing fails: no claim is violated, for any number of rounds of loops and any depth of recursion
        "#]],
    );
    // It fails when the last flip comes behind the store.
    let wrong = text.replace("!(a && b)", "!(!a && b)");
    let report = document(&text_of(&wrong, &["--json"]));
    assert_eq!(report["complete"], true, "{report}");
    assert!(!told(&report).is_empty());
}

/// Over the inputs that the paper's table is about, few constraints are left.
#[test]
fn the_advisory_program_is_projected() {
    let about = "own,other,up,down,threshold,inhibited";
    let of = |condition: &str| {
        let options = [
            "advisory.c",
            "--error-when",
            condition,
            "--nondet-static",
            "--about",
            about,
            "--all",
            "--json",
        ];
        let report = document(&focus(&options));
        assert_eq!(report["complete"], true, "{report}");
        told(&report)
            .into_iter()
            .map(|told| told.split_once(" if ").expect("if").1.to_owned())
            .collect::<Vec<_>>()
    };
    let ranges = "up >= 0, up < 100000, down >= 0, down < 100000";
    let biased = "(inhibited != 0 ? (up + 100) : up)";
    assert_eq!(
        of("advice == UPWARD_RA"),
        [format!(
            "{ranges}, {biased} > down, own < other, down < threshold"
        )]
    );
    assert_eq!(
        of("advice == DOWNWARD_RA"),
        [format!(
            "{ranges}, {biased} <= down, other < own, up >= threshold"
        )]
    );
}

#[test]
fn records_pointers_and_copies_are_followed() {
    let report = document(&focus(&["records.c", "--json"]));
    let sequences = report["sequences"].as_array().expect("sequences");
    assert_eq!(sequences.len(), 1);
    assert_eq!(
        lines(&sequences[0], None),
        "12 13 14 7 15 8 8 8 15 16 17 18 18 19 20 23 24 9 24"
    );
    let inputs: Vec<String> = sequences[0]["inputs"]
        .as_array()
        .expect("inputs")
        .iter()
        .map(|input| {
            format!(
                "{} = {}",
                input["name"].as_str().expect("a name"),
                input["value"].as_str().expect("a value")
            )
        })
        .collect();
    assert_eq!(inputs, ["i = 2", "x = 10"]);
}

/// Each procedure is called twice by the next one: following every call would take more than 10^18 of them.
#[test]
fn a_procedure_is_analysed_once_however_often_it_is_called() {
    let mut text = "int g, x;\nvoid f0(void) { g = x; }\n".to_owned();
    for number in 1..=60 {
        let callee = number - 1;
        text.push_str(&format!("void f{number}(void) {{ f{callee}(); f{callee}(); }}\n"));
    }
    text.push_str("int main(void) { f60(); __CPROVER_assert(g != 5, \"\"); return 0; }\n");
    let report = document(&text_of(&text, &["--nondet-static", "--json"]));
    assert_eq!(report["complete"], true);
    let told = told(&report);
    assert_eq!(told.len(), 1);
    assert!(told[0].ends_with(" if x == 5"), "{told:?}");
    let procedures = report["procedures"].as_array().expect("procedures");
    assert_eq!(procedures.len(), 62);
    assert!(
        procedures
            .iter()
            .all(|known| known["analysed"] == 1 && known["used"] == 1),
        "{procedures:?}"
    );
}

/// A saved run keeps its inputs; only its own sequence is told.
#[test]
fn the_sequence_of_a_saved_run() {
    let folder = folder_with(&[(
        "a.c",
        "int main() { int x, y = 0, z = 0; if (x > 3) y = x; if (x > 2) z = 1; __CPROVER_assert(y < 10, \"\"); }",
    )]);
    let mut check = because();
    check
        .current_dir(folder.path())
        .args(["check", "a.c", "--save-run", "run.json"]);
    assert_eq!(finish(&mut check, b"", ALLOWED).expect("ends in time").status, 10);
    let mut command = because();
    command
        .current_dir(folder.path())
        .args(["focus", "a.c", "--run", "run.json", "--json"]);
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    assert_eq!(done.status, 10, "{}", done.stderr_text());
    let report = document(&done);
    assert_eq!(told(&report), ["1 1 1 if x > 3, x >= 10"]);
}

#[test]
fn a_condition_that_does_not_fit_is_refused() {
    let status = |condition: &str| {
        let done = focus(&["minmax.c", "--error-when", condition]);
        (done.status, done.stderr_text())
    };
    for malformed in ["error <", "error = 1", "min > (x", "error @ 3 4", ""] {
        assert_eq!(status(malformed).0, 1, "{malformed}");
    }
    assert_eq!(
        status("eror"),
        (
            6,
            "error: `eror`: there is no variable `eror`; did you mean `error`?\n".to_owned()
        )
    );
    assert_eq!(status("error @ man").0, 6);
    assert_eq!(status("error @ 99").0, 6);
    assert_eq!(status("min.a > 1").0, 6);
}

#[test]
fn nothing_fails_is_success() {
    let done = text_of(
        "int main() { int x = 1; if (x > 2) x = 3; return 0; }",
        &["--error-when", "x == 3"],
    );
    assert_eq!(done.status, 0, "{}", done.stdout_text());
}

#[test]
fn levels_and_projection() {
    let done = focus(&["minmax.c", "--error-when", "error", "--level", "nest"]);
    assert!(done.stdout_text().contains("if x > y "), "{}", done.stdout_text());
    let done = focus(&["minmax.c", "--error-when", "error", "--level", "run"]);
    assert!(
        done.stdout_text().contains("4 | max < y: false"),
        "{}",
        done.stdout_text()
    );
    let done = focus(&["minmax.c", "--error-when", "error", "--about", "x,y"]);
    assert!(done.stdout_text().contains("if x > y "), "{}", done.stdout_text());
    let done = focus(&["minmax.c", "--error-when", "error", "--about", "w"]);
    assert_eq!(done.status, 6);
}

/// A sum of inputs that may wrap is solved only where that is right.
#[test]
fn constraints_are_solved_for_inputs() {
    let text = "int main() { unsigned x; int bad = 0; if (x + 3 == 1) bad = 1; return 0; }";
    let report = document(&text_of(text, &["--error-when", "bad", "--json"]));
    assert_eq!(told(&report), ["1 1 if x == 4294967294"]);
}

/// Each block of the guide that starts with `$ because` is what the command prints.
#[test]
fn the_guide_shows_what_is_printed() {
    let guide = std::fs::read_to_string(support::root().join("docs/focus.md")).expect("the guide");
    let blocks: Vec<&str> = guide.split("```\n$ because ").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (command, rest) = block.split_once('\n').expect("a line");
        let (expected, _) = rest.split_once("```").expect("the end of the block");
        let mut because = because();
        because
            .current_dir(support::root())
            .args(command.split_whitespace());
        let done = finish(&mut because, b"", ALLOWED).expect("ends in time");
        assert_eq!(done.stdout_text(), expected);
    }
}
