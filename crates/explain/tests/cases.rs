//! The case studies of the thesis' chapter 5, on programs of our own.

mod explaining;
#[path = "kernel/mod.rs"]
mod kernel;
#[path = "../../trace/tests/support/mod.rs"]
mod support;

use explain::{ExplainOptions, NoExplanation};
use explaining::Explaining;
use support::load;
use trace::{Antecedent, DeltaKind};

const ADVISORY: &str = include_str!("programs/advisory.c");

/// Section 5.1.1: the nearest run only avoids the claim; with its antecedent assumed, the first difference that is not an
/// input is on the faulty line.
#[test]
fn advisory() {
    let loaded = load(&format!("#define FAULT\n{ADVISORY}"));
    let faulty = ADVISORY
        .lines()
        .position(|line| line.contains("separation_below > threshold()"));
    let mut report = loaded.check();
    let failed = loaded.failing(
        &report.equation,
        &[
            ("vertical_separation", 2061),
            ("high_confidence", 1),
            ("own_altitude", 25350),
            ("other_altitude", 98557),
            ("altitude_layer", 2),
            ("separation_above", 615),
            ("separation_below", 640),
            ("other_complement", 2),
            ("other_capability", 2),
            ("climb_inhibited", 1),
        ],
    );
    let avoided = ExplainOptions {
        antecedent: false,
        ..ExplainOptions::default()
    };
    let first = loaded.explain(&mut report.equation, &failed, &avoided).unwrap();
    let explanation = loaded
        .explain(&mut report.equation, &failed, &ExplainOptions::default())
        .unwrap();
    assert!(first.distance.value < explanation.distance.value);
    assert!(explanation.distance.proved());
    let assumed = explanation.assumed.as_ref().expect("the antecedent is assumed");
    assert!(matches!(&assumed.antecedent, Antecedent::Operands(operands) if operands.len() == 1));
    let computed = explanation
        .deltas
        .iter()
        .filter(|delta| delta.in_slice && delta.kind != DeltaKind::Input)
        .find(|delta| delta.name != "separation_below")
        .expect("something is computed");
    // One line was put in front.
    assert_eq!(
        Some(loaded.line(computed.loc) as usize),
        faulty.map(|line| line + 2)
    );
    assert_eq!(computed.name, "result");
}

/// The correct version has nothing to explain.
#[test]
fn advisory_holds() {
    let report = load(ADVISORY).check();
    assert!(report.complete && report.counterexamples.is_empty());
}

/// Section 5.1.2: the branch that lacks a `return`, in 3,000 lines.
#[test]
fn missing_return() {
    let (text, line) = kernel::kernel(78, Some(41));
    assert!(
        (2_900..3_300).contains(&text.lines().count()),
        "{} lines",
        text.lines().count()
    );
    let loaded = load(&text);
    let mut report = loaded.check();
    let failed = report.counterexamples.swap_remove(0);
    let explanation = loaded
        .explain(&mut report.equation, &failed, &ExplainOptions::default())
        .unwrap();
    assert!(explanation.distance.proved());
    let text = loaded.text(&explanation);
    let guard = explanation
        .deltas
        .iter()
        .find(|delta| delta.in_slice && delta.kind == DeltaKind::Guard && loaded.line(delta.loc) == line);
    assert!(guard.is_some(), "line {line} is not in\n{text}");
}

/// Nothing passes if the failure does not depend on the inputs.
#[test]
fn nothing_passes() {
    let loaded = load("int main() { int x; x = x & 1; assert(x > 1); return 0; }");
    let mut report = loaded.check();
    let failed = report.counterexamples.swap_remove(0);
    let result = loaded.explain(&mut report.equation, &failed, &ExplainOptions::default());
    assert_eq!(result.err(), Some(NoExplanation::NothingPasses));
}

fn explained(loaded: &support::Loaded) -> (explain::Explanation, String) {
    let mut report = loaded.check();
    let failed = report.counterexamples.swap_remove(0);
    let explanation = loaded
        .explain(&mut report.equation, &failed, &ExplainOptions::default())
        .unwrap();
    let text = loaded.text(&explanation);
    (explanation, text)
}

/// A store into an array that is too large for a choice among all of its elements differs by its place.
#[test]
fn a_store_elsewhere() {
    let loaded = load(
        "int nondet_int(void);
static int a[100000];
int main(void) {
    int i = nondet_int();
    __CPROVER_assume(i >= 0 && i < 100000);
    a[i] = 5;
    assert(a[7] == 0);
    return 0;
}
",
    );
    let (explanation, text) = explained(&loaded);
    assert!(explanation.distance.proved());
    assert_eq!(explanation.distance.value, 3, "{text}");
    assert!(
        text.contains("value a[i]: 5 in a[7] -> 5 in a[8] (line 6)"),
        "{text}"
    );
}

/// A bit-field is told with the bits it keeps; where ways meet, bit-fields that share their bytes are told together.
#[test]
fn bit_fields() {
    let loaded = load(
        "struct flags { unsigned ready : 1; unsigned level : 3; int delta : 4; };
int nondet_int(void);
int main(void) {
    struct flags f = {0, 0, 0};
    int n = nondet_int();
    __CPROVER_assume(n >= 0 && n < 10);
    f.level = n;
    if (n > 3)
        f.ready = 1;
    assert(!f.ready || f.level >= 4);
    return 0;
}
",
    );
    let (_, text) = explained(&loaded);
    assert!(text.contains("value f.level: 0 -> 7 (line 7)"), "{text}");
    assert!(text.contains("value bit-fields of f: 0x1 -> 0xf"), "{text}");
}
