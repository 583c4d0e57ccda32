//! `check --ssa`, `--dimacs`, `--depth` and `--certify`: the equation and how far its answers can be trusted.
//! `UPDATE_EXPECT=1` accepts new output.

mod support;

use std::fs;
use std::time::Duration;

use expect_test::{Expect, expect};
use sat::{CadicalSolver, Lit, Solver, Verdict};
use support::{Finished, because, finish};

const ALLOWED: Duration = Duration::from_secs(60);

fn run(text: &str, args: &[&str]) -> Finished {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), text).expect("writes");
    let mut command = because();
    command
        .current_dir(folder.path())
        .args(&args[..1])
        .arg("a.c")
        .args(&args[1..]);
    finish(&mut command, b"", ALLOWED).expect("ends in time")
}

fn check(text: &str, args: &[&str], expected: Expect) {
    let all: Vec<&str> = ["check"].iter().chain(args).copied().collect();
    let done = run(text, &all);
    let mut shown = format!("exit {}\n", done.status);
    for bytes in [&done.stdout, &done.stderr] {
        shown.push_str(&String::from_utf8_lossy(bytes));
    }
    expected.assert_eq(&shown);
}

/// Groce: Error Explanation and Fault Localization with Distance Metrics, 2005, figure 3.1.
const MINMAX: &str = include_str!("../../trace/tests/programs/minmax.c");

#[test]
fn the_equation_of_a_published_example() {
    // Figure 3.2, but for a slip of the pen in {-7}.
    check(
        MINMAX,
        &["--ssa"],
        expect![[r#"
        exit 0
        {-14} least#0 == input1#0
        {-13} most#0 == input1#0
        {-12} \guard#1 == (most#0 < input2#0)
        {-11} most#1 == input2#0
        {-10} most#2 == (\guard#1 ? most#1 : most#0)
        {-9}  \guard#2 == (most#2 < input3#0)
        {-8}  most#3 == input3#0
        {-7}  most#4 == (\guard#2 ? most#3 : most#2)
        {-6}  \guard#3 == (least#0 > input2#0)
        {-5}  most#5 == input2#0
        {-4}  most#6 == (\guard#3 ? most#5 : most#4)
        {-3}  \guard#4 == (least#0 > input3#0)
        {-2}  least#1 == input3#0
        {-1}  least#2 == (\guard#4 ? least#1 : least#0)
        ----------------------------------------
        {1}   least#2 <= most#6
    "#]],
    );
}

#[test]
fn names_of_calls_loops_and_memory() {
    check(
        "int g[2];\nint half(int x) { if (x < 0) return 0; return x / 2; }\nint main(void) {\n  int x = nondet_int(), i = 0;\n  \
         int *p = x > 5 ? &g[0] : &g[1];\n  *p = x;\n  while (i < x) i += half(x) + 1;\n  __CPROVER_assume(i != 3);\n  \
         __CPROVER_assert(i + g[1] != 8, \"eight\");\n  return half(i);\n}\n",
        &["--ssa", "--unwind", "2", "--property", "main.assertion.1"],
        expect![[r#"
            exit 0
            {-26} g#0 := {0}
            {-25} i#0 == 0
            {-24} p#0 == (main::x#0 > 5 ? &g[0] : &g[1])
            {-23} *p#0 := main::x#0
            {-22} \guard#1 == (i#0 < main::x#0)
            {-21} half::x#0 == main::x#0
            {-20} \guard#2 == (half::x#0 < 0)
            {-19} half::return#0 == 0
            {-18} half::return#1 == half::x#0 / 2
            {-17} half::return#2 == (\guard#2 ? half::return#0 : half::return#1)
            {-16} $1#0 == half::return#2
            {-15} i#1 == i#0 + ($1#0 + 1)
            {-14} \guard#3 == (i#1 < main::x#0)
            {-13} half::x@2#0 == main::x#0
            {-12} \guard#4 == (half::x@2#0 < 0)
            {-11} half::return#3 == 0
            {-10} half::return#4 == half::x@2#0 / 2
            {-9}  half::return#5 == (\guard#4 ? half::return#3 : half::return#4)
            {-8}  $1#1 == half::return#5
            {-7}  \guard#1 && \guard#3 => !overflows(int, i#1 + ($1#1 + 1))
            {-6}  i#2 == i#1 + ($1#1 + 1)
            {-5}  i#3 == (\guard#1 ? i#1 : i#0)
            {-4}  !\guard#1 || !\guard#3 => i#3 != 3
            {-3}  !\guard#1 || !\guard#3 => !overflows(int, i#3 + g[1])
            {-2}  half::x@3#0 == i#3
            {-1}  \guard#5 == (half::x@3#0 < 0)
            ----------------------------------------
            {1}   !\guard#1 || !\guard#3 => i#3 + g[1] != 8
            note: the loop main.0 was not followed to its end
        "#]],
    );
}

struct Formula {
    clauses: Vec<Vec<Lit>>,
    /// The variables of each input's bits.
    inputs: Vec<(String, Vec<Lit>)>,
}

fn formula(text: &str, args: &[&str]) -> Formula {
    let all: Vec<&str> = ["check", "--dimacs"].iter().chain(args).copied().collect();
    let done = run(text, &all);
    assert_eq!(done.status, 0, "{}", done.stderr_text());
    let mut formula = Formula {
        clauses: Vec::new(),
        inputs: Vec::new(),
    };
    let mut announced = None;
    let literal = |word: &str| Lit::from_dimacs(word.parse().expect("a number"));
    for line in done.stdout_text().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["c", name, "(int)", ref bits @ ..] => {
                let bits = bits.iter().map(|bit| literal(bit).expect("a literal")).collect();
                formula
                    .inputs
                    .push((name.trim_end_matches("#0").to_owned(), bits));
            }
            ["c", ..] => {}
            ["p", "cnf", variables, clauses] => {
                announced = Some((
                    variables.parse::<usize>().unwrap(),
                    clauses.parse::<usize>().unwrap(),
                ));
            }
            ref numbers => {
                assert_eq!(numbers.last(), Some(&"0"));
                formula
                    .clauses
                    .push(numbers.iter().filter_map(|word| literal(word)).collect());
            }
        }
    }
    let (variables, clauses) = announced.expect("a header");
    assert_eq!(formula.clauses.len(), clauses);
    assert!(
        formula
            .clauses
            .iter()
            .flatten()
            .all(|lit| lit.var().index() < variables)
    );
    formula
}

#[test]
fn the_formula_has_a_model_if_a_claim_fails() {
    let formula = formula(MINMAX, &[]);
    let mut solver = CadicalSolver::new();
    formula
        .clauses
        .iter()
        .for_each(|clause| solver.add_clause(clause));
    assert_eq!(solver.solve(), Verdict::Sat);
    // The model is a failing run.
    let mut args = vec!["run".to_owned()];
    for (name, bits) in &formula.inputs {
        let bits = bits
            .iter()
            .rev()
            .map(|&bit| u32::from(solver.value(bit).is_true()));
        let value = bits.fold(0, |value, bit| value << 1 | bit) as i32;
        args.push(format!("--input={name}={value}"));
    }
    assert_eq!(args.len(), 4, "{args:?}");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    assert_eq!(run(MINMAX, &args).status, 10, "{args:?}");
}

#[test]
fn the_formula_has_no_model_if_all_claims_hold() {
    let right = MINMAX.replace("if (least > input2)\n    most", "if (least > input2)\n    least");
    for (text, args) in [(right.as_str(), &[][..]), ("int main(void) { return 0; }", &[])] {
        let formula = formula(text, args);
        let mut solver = CadicalSolver::new();
        formula
            .clauses
            .iter()
            .for_each(|clause| solver.add_clause(clause));
        assert_eq!(solver.solve(), Verdict::Unsat);
    }
}

#[test]
fn runs_are_no_longer_than_asked_for() {
    let text = "int main(void) {\n  int x = nondet_int();\n  __CPROVER_assert(x != 1, \"early\");\n  \
                int y = x;\n  y++;\n  y--;\n  __CPROVER_assert(x != 2, \"late\");\n  return 0;\n}\n";
    check(
        text,
        &["--depth", "8", "--no-signed-overflow-check"],
        expect![[r#"
            exit 10
            FAILS    main.assertion.1  a.c:3  early

            0 of 2 claims hold, 1 fails, 1 undecided
              1 undecided: a loop was not followed to its end (--unwind N follows loops for N rounds)
              --full lists them

            error: assertion failed: early
             --> a.c:3:3
              |
            3 |   __CPROVER_assert(x != 1, "early");
              |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: 1 != 1 is false
              = note: claim main.assertion.1
              = note: with input x = 1
            note: some runs are longer than --depth allows (a.c:7)

            VERIFICATION FAILED
        "#]],
    );
    check(
        text,
        &[
            "--depth",
            "1000",
            "--no-signed-overflow-check",
            "--property",
            "main.assertion.2",
        ],
        expect![[r#"
            exit 10
            FAILS    main.assertion.2  a.c:7  late

            0 of 1 claims hold, 1 fails

            error: assertion failed: late
             --> a.c:7:3
              |
            7 |   __CPROVER_assert(x != 2, "late");
              |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: 2 != 2 is false
              = note: claim main.assertion.2
              = note: with input x = 2

            VERIFICATION FAILED
        "#]],
    );
}

#[test]
fn proofs_are_checked() {
    let text = "int main(void) {\n  unsigned char x = nondet_uchar(), y = nondet_uchar();\n  \
                __CPROVER_assert(x * y == y * x, \"commutes\");\n  __CPROVER_assert((x ^ y) + 2 * (x & y) == x + y, \"sum\");\n  return 0;\n}\n";
    check(
        text,
        &["--certify", "--no-signed-overflow-check"],
        expect![[r#"
            exit 0
            holds    main.assertion.1  a.c:3  commutes
            holds    main.assertion.2  a.c:4  sum

            2 of 2 claims hold
            certified: 1 proof with 251 lemmas checked independently; 1 claim holds by them
            not certified: 1 claim holds by rewriting, by intervals, or because nothing comes to it

            VERIFICATION SUCCESSFUL
        "#]],
    );
    let done = run(text, &["check", "--certify", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert!(
        document["certificate"]["proofs"].as_u64() >= Some(1),
        "{document}"
    );
    assert!(
        document["certificate"]["lemmas"].as_u64() >= Some(1),
        "{document}"
    );
    let done = run(text, &["check", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert!(document.get("certificate").is_none());
}

/// What one way released and another still has is read where it is alive, so it is never an input afterwards.
#[test]
fn a_list_that_entries_are_dropped_from_stays_small() {
    let text = r#"
#include <stdlib.h>
#include <string.h>
unsigned char nondet_uchar(void);
struct entry { char name[4]; int value; struct entry *next; };
static struct entry *all;
static struct entry *find(const char *name) {
    for (struct entry *e = all; e; e = e->next)
        if (strcmp(e->name, name) == 0)
            return e;
    return 0;
}
static void set(const char *name, int value) {
    struct entry *e = find(name);
    if (!e) {
        e = malloc(sizeof *e);
        strcpy(e->name, name);
        e->next = all;
        all = e;
    }
    e->value = value;
}
static void drop(const char *name) {
    struct entry **p = &all;
    while (*p) {
        if (strcmp((*p)->name, name) == 0) {
            struct entry *gone = *p;
            *p = gone->next;
            free(gone);
            return;
        }
        p = &(*p)->next;
    }
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        char name[3] = {'a' + (nondet_uchar() & 1), 'x', 0};
        switch (nondet_uchar() & 3) {
        case 0: set(name, i); break;
        case 1: drop(name); break;
        case 2: { struct entry *e = find(name); if (e) e->value++; } break;
        }
    }
    int count = 0;
    for (struct entry *e = all; e; e = e->next)
        count++;
    __CPROVER_assert(count <= 2, "two names");
}
"#;
    let done = run(text, &["check", "--unwind", "5", "--dimacs"]);
    let formula = done.stdout_text();
    let head = formula.lines().find_map(|line| line.strip_prefix("p cnf "));
    let variables: u32 = head
        .and_then(|head| head.split(' ').next()?.parse().ok())
        .expect("the head of a formula");
    assert!((1_000..100_000).contains(&variables), "{variables} variables");
}
