//! Small programs and what must be said about them.

mod support;

use bmc::{CutReason, Options, Report};
use program::Program;

fn check(text: &str, options: &Options) -> (Program, Report) {
    let text = format!("int nondet_int(void);\n{text}");
    let (program, sources) = support::program("t.c", text.as_bytes(), &lower::Options::default()).unwrap();
    let report = support::check(&program, &sources, options);
    for found in report.counterexamples.iter().chain(&report.unsupported) {
        support::replay(&program, &sources, found).unwrap();
    }
    (program, report)
}

/// The status of each claim in the user's own functions, as one word: H, B (up to the bound), F, S (unsupported) or U
/// each, in order.
fn statuses(text: &str, options: &Options) -> String {
    let (program, report) = check(text, options);
    let own = |claim: &&bmc::ClaimVerdict| !program.function(program.claim(claim.claim).function).embedded;
    report.claims.iter().filter(own).map(support::letter).collect()
}

fn unwound(unwind: u32) -> Options {
    Options {
        unwind: Some(unwind),
        ..Options::default()
    }
}

#[test]
fn verdicts() {
    for (text, expected) in [
        (
            "int main(void) { int x = nondet_int(); __CPROVER_assert(x * x != 49, \"\"); }",
            "FF",
        ),
        (
            "int main(void) { unsigned x = nondet_int(); __CPROVER_assume(x < 10); __CPROVER_assert(x != 10, \"\"); }",
            "H",
        ),
        // A claim is judged under the assumptions before it only.
        (
            "int main(void) { int x = nondet_int(); __CPROVER_assert(x != 3, \"\"); __CPROVER_assume(x != 3); }",
            "F",
        ),
        // A run ends at its first violated claim.
        (
            "int main(void) { int x = nondet_int(); __CPROVER_assert(x != 3, \"\"); __CPROVER_assert(x != 3, \"\"); }",
            "FH",
        ),
        // What is not reached holds.
        ("int main(void) { if (0) __CPROVER_assert(0, \"\"); }", "H"),
        // Uninitialised variables have any value, and keep it.
        (
            "int main(void) { int x; int y = x; __CPROVER_assert(x == y, \"\"); __CPROVER_assert(x, \"\"); }",
            "HF",
        ),
        // Recursion with a bound of its own.
        (
            "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
             int main(void) { int n = nondet_int(); __CPROVER_assume(n >= 0 && n < 9);
             __CPROVER_assert(f(n) == n, \"\"); }",
            "HHH",
        ),
        // Function pointers are split over what they may point at.
        (
            "int f(int x) { return x & 1; } int g(int x) { return x & 3; }
             int main(void) { int x = nondet_int(); int (*p)(int) = x > 0 ? f : g;
             __CPROVER_assert(p(x) < 2, \"\"); __CPROVER_assert(p(7) <= 3, \"\"); }",
            "HFHH",
        ),
        // A pointer into one of two objects, and the rest of memory stays as it is.
        (
            "int main(void) { int a = 1, b = 2; int *p = nondet_int() ? &a : &b; *p = 7;
             __CPROVER_assert(a + b == 9 || a + b == 8, \"\"); }",
            "HHHH",
        ),
        // Dangling, in the next round of the loop.
        (
            "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) *p = 3; p = &x; } }",
            "FH",
        ),
        // Bytes of a float.
        (
            "int main(void) { union { float f; unsigned u; } v; v.f = -0.0f;
             __CPROVER_assert(v.u == 0x80000000u, \"\"); __CPROVER_assert(v.f == 0, \"\"); }",
            "HH",
        ),
        (
            "float nondet_float(void); int main(void) { float x = nondet_float();
             __CPROVER_assert(x + 1.0f > x, \"\"); __CPROVER_assert(x == x || x != x, \"\"); }",
            "FH",
        ),
        // Standard input, which has ended for good once it has.
        (
            "int getchar(void); int main(void) { int a = getchar(), b = getchar();
             __CPROVER_assert(a != -1 || b == -1, \"\"); __CPROVER_assert(b != 'x', \"\"); }",
            "HF",
        ),
    ] {
        assert_eq!(statuses(text, &Options::default()), expected, "{text}");
    }
}

const LOOP: &str = "int main(void) { unsigned n = nondet_int(); __CPROVER_assume(n <= 20); unsigned s = 0;
    for (unsigned i = 0; i < n; i++) s += 2; __CPROVER_assert(s == 2 * n, \"\"); __CPROVER_assert(s < 38, \"\"); }";

#[test]
fn bounds_grow_until_nothing_is_cut() {
    let (_, report) = check(LOOP, &Options::default());
    assert!(report.complete && report.statistics.rounds > 1);
    assert_eq!(statuses(LOOP, &Options::default()), "HF");
}

/// All ways through the body of a loop are followed as often as the bound allows, whichever of them jumps back first.
#[test]
fn a_jump_back_from_the_middle_waits_for_the_rest_of_the_round() {
    let looped = |body: &str| {
        let text = format!(
            "int main(void) {{ int odd = 0, all = 0, x; {body} __CPROVER_assert(odd != 1 || all != 2, \"\"); }}"
        );
        // The claim comes last, after those about overflow.
        statuses(&text, &unwound(4)).pop()
    };
    for body in [
        "while ((x = nondet_int()) > 0) { all++; if (x == 7) continue; odd++; }",
        "while ((x = nondet_int()) > 0) { all++; if (x != 7) { odd++; continue; } }",
        "while ((x = nondet_int()) > 0) { all++; if (x == 7) continue; if (x == 9) continue; odd++; }",
        "top: x = nondet_int(); if (x > 0) { all++; if (x == 7) goto top; odd++; goto top; }",
        "while ((x = nondet_int()) > 0) { for (int i = 0; i < 2; i++) { if (x == i) continue; } all++; if (x == 7) continue; odd++; }",
        "while ((x = nondet_int()) > 0) { int y; while ((y = nondet_int()) == 3) { if (x == 5) continue; x--; } all++; if (x == 7) continue; odd++; }",
    ] {
        assert_eq!(looped(body), Some('F'), "{body}");
    }
}

#[test]
fn a_given_bound_stays() {
    let (_, report) = check(LOOP, &unwound(5));
    assert!(!report.complete);
    assert!(matches!(&report.obstacles[0].reason, CutReason::Loop(item) if item.name == "main.0"));
    assert_eq!(statuses(LOOP, &unwound(5)), "BB");
    assert_eq!(statuses(LOOP, &unwound(21)), "HF");
    let silent = Options {
        unwinding_claims: false,
        ..unwound(5)
    };
    assert_eq!(statuses(LOOP, &silent), "HH");
    let set = Options {
        unwindset: [("main.0".to_owned(), 21)].into(),
        ..unwound(1)
    };
    assert_eq!(statuses(LOOP, &set), "HF");
}

#[test]
fn a_cut_touches_only_what_lies_behind_it() {
    for (text, expected) in [
        // Before the loop, in it, behind it; and in a function that is called behind it.
        (
            "void f(int x) { __CPROVER_assert(x != 1, \"\"); }
             int main(void) { unsigned n = nondet_int(); __CPROVER_assert(n + 1 != n, \"\");
             for (unsigned i = 0; i < n; i++) __CPROVER_assert(i < n, \"\");
             __CPROVER_assert(n == n, \"\"); f(2); }",
            "BHBB",
        ),
        // The loop is in a function that is called twice: behind the first call lies the assertion between them.
        (
            "void f(unsigned n) { while (n) n--; }
             int main(void) { unsigned n = nondet_int(); __CPROVER_assert(n + 1 != n, \"\"); f(n);
             __CPROVER_assert(n == n, \"\"); f(n); }",
            "HB",
        ),
        // No run comes to it within the bound.
        (
            "int main(void) { unsigned i = 0; while (i < 10) i++; __CPROVER_assert(i == 10, \"\"); }",
            "U",
        ),
        // A function that is called through a pointer behind the loop.
        (
            "void f(void) { __CPROVER_assert(1 + nondet_int() % 2 != 3, \"\"); }
             int main(void) { void (*p)(void) = f; p(); unsigned n = nondet_int(); while (n) n--; p(); }",
            "BBHB",
        ),
        // The loop does not come back to the claim before it in the loop around it.
        (
            "int main(void) { unsigned n = nondet_int(); for (int k = 0; k < 2; k++) {
             __CPROVER_assert(n + 1 != n, \"\"); if (k == 1) { while (n) n--; return 0; } } }",
            "HH",
        ),
    ] {
        let found = statuses(text, &unwound(3));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn what_is_not_supported_is_no_failure_and_hides_what_is_behind_it() {
    let text =
        "int main(void) { int x = nondet_int(); if (x == 7) { __asm__ volatile (\"cpuid\" : \"=a\"(x));
        __CPROVER_assert(x != 7, \"\"); } __CPROVER_assert(x == 7, \"\"); return 0; }";
    let (_, report) = check(text, &Options::default());
    assert!(!report.complete);
    assert!(matches!(report.obstacles[0].reason, CutReason::Construct(_)));
    assert_eq!(report.unsupported[0].run.inputs[0].bits, 7);
    assert!(statuses(text, &Options::default()).contains("SUF"));
    // Where no run comes there, nothing is lost.
    let text = text.replace("x == 7)", "x == 7 && x == 8)");
    assert_eq!(
        statuses(&text, &Options::default()).matches(['S', 'U']).count(),
        0
    );
}

#[test]
fn the_effort_ends_deepening_with_what_is_known() {
    let text = "int main(void) { unsigned n = nondet_int(), s = 0; __CPROVER_assert(n + 1 != n, \"\");
        for (unsigned i = 0; i < n; i++) s += 2; __CPROVER_assert(s % 2 == 0, \"\"); }";
    let options = Options {
        effort: Some(50_000),
        ..Options::default()
    };
    let (_, report) = check(text, &options);
    assert!(report.exhausted && !report.stopped && !report.complete);
    assert!(matches!(&report.obstacles[0].reason, CutReason::Loop(item) if item.name == "main.0"));
    assert!(report.obstacles[0].bound.is_some_and(|bound| bound >= 8));
    assert_eq!(statuses(text, &options), "HB");
    // The first round is not finished: the loop is named all the same.
    let text = "int main(void) { unsigned s = 0; for (unsigned i = 0; i < 100000; i++) s += 2;
        __CPROVER_assert(s == 200000, \"\"); }";
    let (_, report) = check(text, &options);
    assert!(report.exhausted);
    assert!(matches!(&report.obstacles[0].reason, CutReason::Loop(item) if item.name == "main.0"));
}

#[test]
fn what_assumptions_exclude_is_not_followed() {
    let text = "static unsigned depth(unsigned n) { if (n == 0) return 0; return 1 + depth(n - 1); }
        int main(void) { unsigned n = nondet_uint(); int m = nondet_int(); __CPROVER_assume(n <= 20 && m >= -3 && m < 30);
        int s = 0; for (long i = m; i > -5; i--) s++; __CPROVER_assert(s <= 34 && s > 1, \"\");
        __CPROVER_assert(depth(n) <= 20, \"\"); __CPROVER_assert(depth(n) != 20, \"\"); }";
    let (_, report) = check(text, &Options::default());
    assert!(report.complete && report.equation.cuts.is_empty());
    assert_eq!(statuses(text, &Options::default()).trim_start_matches('H'), "F");
    // Numbers that wrap around, in both ways of reading them.
    let text = "int main(void) { unsigned x = nondet_uint(); __CPROVER_assume(x + 10 < 5);
        if (x > 4294967290u) __CPROVER_assert(0, \"\"); if ((int)x < -9) __CPROVER_assert(0, \"\");
        if ((int)x >= -5) __CPROVER_assert(0, \"\"); if (x == 4294967286u) __CPROVER_assert(0, \"\");
        if (x != 4294967290u && x != 4294967289u && x != 4294967288u) __CPROVER_assert(0, \"\"); }";
    assert_eq!(statuses(text, &Options::default()), "HFHHF");
}

#[test]
fn loops_without_an_end_take_less_effort() {
    let options = Options {
        effort: Some(400_000),
        endless_effort: Some(50_000),
        ..Options::default()
    };
    let loops = [
        "while (x > 0) { x--; y--; }",
        "while (1) { int in = nondet_int(); if (in == y) y++; __CPROVER_assert(y != 7, \"\"); if (y == 7) y = x; }",
        "while (nondet_int() > 3) { if (nondet_bool()) break; if (y == 3) return 0; y += x & 1; }",
        "for (int i = 0; nondet_bool(); i++) { y ^= i; } ",
    ];
    for (number, text) in loops.into_iter().enumerate() {
        let text = format!(
            "int main(void) {{ int x = nondet_int(), y = x; {text} __CPROVER_assert(y != 123456 || x, \"\"); }}"
        );
        let (_, report) = check(&text, &options);
        assert_eq!(
            report.obstacles.iter().any(|obstacle| obstacle.endless),
            number != 2,
            "{text}"
        );
    }
    // An end that is known, or that is no matter of counting an input.
    for text in [
        "for (int i = 0; i < (x & 15); i++) y++;",
        "while (x) { x = (unsigned)x >> 1; }",
    ] {
        let text = format!(
            "int main(void) {{ int x = nondet_int(), y = x; {text} __CPROVER_assert(y < y + 1 || x, \"\"); }}"
        );
        let (_, report) = check(&text, &options);
        assert!(report.complete, "{text}");
    }
}

#[test]
fn constant_loops_need_no_bound() {
    let text = "int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += i % 3; __CPROVER_assert(s == 999, \"\"); }";
    let (_, report) = check(text, &Options::default());
    assert!(report.complete);
    assert_eq!(report.statistics.rounds, 1);
}

#[test]
fn one_claim_can_be_asked_for() {
    let (program, _) = check(LOOP, &Options::default());
    let claim = program
        .claims
        .iter()
        .position(|claim| claim.name == "main.assertion.2")
        .unwrap();
    let options = Options {
        claims: Some(vec![program::ClaimId(claim as u32)]),
        ..Options::default()
    };
    assert_eq!(statuses(LOOP, &options), "F");
}

#[test]
fn every_step_is_kept() {
    let text = "int main(void) { int x = 1; x = 1; x = 1; int y = x; if (y) x = 2; else x = 3; return x; }";
    let (_, report) = check(text, &Options::default());
    let assigned = |step: &&bmc::Step| matches!(step.kind, bmc::StepKind::Assign { expr: Some(_), .. });
    // Five assignments of the user's, the exit status, and those that set up static storage.
    assert!(report.equation.steps.iter().filter(assigned).count() >= 5);
}

#[test]
fn stopping_leaves_claims_undecided() {
    let (program, sources) = support::program(
        "t.c",
        b"int nondet_int(void); int main(void) { int i = 0; for (;;) i ^= nondet_int(); }",
        &lower::Options::default(),
    )
    .unwrap();
    let stop: runs::Interrupt = std::sync::Arc::new(|| true);
    let report = bmc::check(&program, Some(&sources), &Options::default(), &stop, &mut |_| {});
    assert!(report.stopped && !report.complete);
}
