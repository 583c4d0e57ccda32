//! Causes: the examples of the thesis (chapter 6).

#[path = "../../trace/tests/support/mod.rs"]
mod support;

use std::collections::BTreeSet;

use causes::{Causes, CausesOptions, Comparison, Decision};
use support::{Loaded, load_with};

const SORT: &str = include_str!("../../trace/tests/programs/sort.c");
const TCAS: &str = include_str!("programs/tcas.c");

fn causes(loaded: &Loaded, inputs: &[(&str, i128)], options: &CausesOptions) -> Causes {
    let mut report = loaded.check();
    let failed = loaded.failing(&report.equation, inputs);
    let question = loaded.question();
    causes::causes(&question, &mut report.equation, &failed, options).expect("causes")
}

/// The causes that do not follow from others.
fn texts(found: &Causes) -> Vec<String> {
    let strongest = found.causes.iter().filter(|cause| cause.follows_from.is_none());
    let mut texts: Vec<String> = strongest.map(causes::Cause::text).collect();
    texts.sort();
    texts
}

const RUN: &[(&str, i128)] = &[("a", 0), ("b", 0), ("c", -1)];

/// Figure 6.4.
#[test]
fn sort_depends_on_the_order_of_its_inputs() {
    let loaded = load_with(SORT, Some("f"), true);
    let options = CausesOptions {
        inputs_only: true,
        ..CausesOptions::default()
    };
    let found = causes(&loaded, RUN, &options);
    assert_eq!(texts(&found), ["c < a", "c < b"]);
    let closest = CausesOptions {
        closest: true,
        ..options
    };
    // In the closest passing run c is 0.
    let found = causes(&loaded, RUN, &closest);
    let mut all: Vec<String> = found.causes.iter().map(causes::Cause::text).collect();
    all.sort();
    assert_eq!(all, ["c != a", "c != b", "c < a", "c < b"]);
    // What was stored in temp is a or b, so this follows from one of the others.
    let found = causes(&loaded, RUN, &CausesOptions::default());
    let temp = found.causes.iter().find(|cause| cause.text() == "c < temp");
    let stronger = temp
        .and_then(|cause| cause.follows_from)
        .expect("a stronger cause");
    assert_eq!(found.causes[stronger].text(), "c < a");
    assert_eq!(found.causes[stronger].follows_from, None);
}

#[test]
fn predicates_of_the_user_are_checked() {
    let loaded = load_with(SORT, Some("f"), true);
    let check = |texts: &[&str], not: bool, or: bool| {
        let options = CausesOptions {
            check: texts
                .iter()
                .map(|text| text.parse().expect("a predicate"))
                .collect(),
            check_not: not,
            check_or: or,
            ..CausesOptions::default()
        };
        causes(&loaded, RUN, &options).checked.expect("a decision")
    };
    let is_cause = |decision: Decision| matches!(decision, Decision::Cause { .. });
    assert!(is_cause(check(&["c < a @ 5"], false, false)));
    assert!(is_cause(check(&["c >= a @ 5"], true, false)));
    assert!(is_cause(check(&["c < a @ 5", "c < b @ 5"], false, false)));
    assert!(is_cause(check(&["a > 7 @ 5", "c < b @ 5"], false, true)));
    // That a is below 100 makes no difference.
    assert!(!is_cause(check(&["a + 1 < 2 * (50 + 1) @ 5"], false, false)));
    let always = check(&["!(a < b && b < a) @ 5"], false, false);
    assert_eq!(always, Decision::Always);
}

const LIMIT: &str = "int nondet_int(void);
int main(void) {
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assume(x >= 0 && x < 100 && y >= 0 && y < 100);
    int bad = 0;
    if (x + y > 50)
        bad = 1;
    assert(!bad);
}";

/// A sum that is stored nowhere is compared only if the guard is mined.
#[test]
fn guards_are_mined() {
    let loaded = load_with(LIMIT, None, false);
    let run = [("x", 1), ("y", 50)];
    let found = |mine_guards: bool| {
        let options = CausesOptions {
            mine_guards,
            ..CausesOptions::default()
        };
        texts(&causes(&loaded, &run, &options))
    };
    assert!(
        found(true).contains(&"x + y > 50".to_owned()),
        "{:?}",
        found(true)
    );
    assert!(
        !found(false).iter().any(|text| text.contains('+')),
        "{:?}",
        found(false)
    );
}

/// Each value that a variable got has a name of its own, and a part of a condition has its value.
#[test]
fn values_of_one_variable_are_numbered() {
    let text = "int nondet_int(void);
        int main(void) {
            int x = nondet_int();
            __CPROVER_assume(x >= 0 && x < 100);
            int sum = 0;
            sum = sum + x;
            sum = sum + x;
            if (sum > 9) sum = 0;
            assert(sum < 8);
        }";
    let loaded = load_with(text, None, false);
    let options = CausesOptions {
        mine_guards: true,
        ..CausesOptions::default()
    };
    let found = causes(&loaded, &[("x", 4)], &options);
    let operands = || found.causes.iter().flat_map(|cause| [&cause.left, &cause.right]);
    let named: BTreeSet<(&str, &str)> = operands()
        .map(|operand| (operand.name.as_str(), operand.value.as_str()))
        .collect();
    assert!(named.contains(&("sum#3", "8")), "{named:?}");
    let wrong = named
        .iter()
        .any(|(name, value)| *name == "sum#3" && *value != "8");
    assert!(!wrong, "{named:?}");
}

/// Both values come from the input before them: without a change there they are always equal.
#[test]
fn changes_before_the_predicate_can_be_forbidden() {
    let text = "int nondet_int(void);
        int main(void) {
            int x = nondet_int();
            __CPROVER_assume(x >= 0 && x < 100);
            int next = x + 1, twice = 2 * x;
            assert(next != twice);
        }";
    let loaded = load_with(text, None, false);
    let found = |no_prior_changes: bool| {
        let options = CausesOptions {
            no_prior_changes,
            ..CausesOptions::default()
        };
        texts(&causes(&loaded, &[("x", 1)], &options))
    };
    let equal = "next == twice".to_owned();
    assert!(found(false).contains(&equal), "{:?}", found(false));
    assert!(!found(true).contains(&equal), "{:?}", found(true));
}

/// The negation of the opposite is the same effect; an alternative that never comes true adds nothing.
#[test]
fn effects_are_combined() {
    let loaded = load_with(SORT, Some("f"), true);
    let effect = |texts: &[&str], effect_not: bool, effect_or: bool| {
        let options = CausesOptions {
            inputs_only: true,
            effect: texts
                .iter()
                .map(|text| text.parse().expect("a predicate"))
                .collect(),
            effect_not,
            effect_or,
            ..CausesOptions::default()
        };
        self::texts(&causes(&loaded, RUN, &options))
    };
    let one = effect(&["c == 0 @ 20"], false, false);
    assert_eq!(effect(&["c != 0 @ 20"], true, false), one);
    assert_eq!(effect(&["c == 0 @ 20", "c > 0 && c < 0 @ 20"], false, true), one);
    // Among the runs that are as near there is one in which c is 7, and it shows the effect.
    assert!(effect(&["c == 0 @ 20", "c == 7 @ 20"], false, true).is_empty());
}

#[test]
fn an_effect_has_causes_of_its_own() {
    let loaded = load_with(SORT, Some("f"), true);
    let options = CausesOptions {
        inputs_only: true,
        effect: vec!["c == 0 @ 20".parse().expect("a predicate")],
        ..CausesOptions::default()
    };
    let found = causes(&loaded, RUN, &options);
    assert!(found.nearest.is_some());
    // At the assertion c is 0: the larger of c and b, and with c equal to b it would be 0 all the same.
    assert_eq!(texts(&found), ["c <= a", "c <= b"]);
}

#[test]
fn wrong_predicates_are_refused() {
    for text in [
        "x < y",
        "x < y @ z",
        "x ~ y @ 3",
        "x < 08y @ 3",
        "(a < b @ 5",
        "a <= @ 5",
    ] {
        assert!(text.parse::<trace::Predicate>().is_err(), "{text}");
    }
    let loaded = load_with(SORT, Some("f"), true);
    let mut report = loaded.check();
    let failed = loaded.failing(&report.equation, RUN);
    let question = loaded.question();
    let mut refused = |text: &str| {
        let options = CausesOptions {
            check: vec![text.parse().expect("a predicate")],
            ..CausesOptions::default()
        };
        let error = causes::causes(&question, &mut report.equation, &failed, &options);
        error.expect_err(text).to_string()
    };
    assert_eq!(
        refused("z < a @ 5"),
        "no variable `z` has a value at line 5 of the failing run"
    );
    assert_eq!(refused("a < b @ 6"), "the failing run does nothing at line 6");
    assert_eq!(
        refused("a < b @ 5"),
        "the predicate to check does not hold in the failing run, so nothing can depend on it"
    );
}

/// Figure 6.5: the comparison that is wrong is one of these two variables.
#[test]
fn the_advisory_depends_on_the_threshold() {
    let loaded = load_with(TCAS, None, true);
    let run = [
        ("Input_High_Confidence", 1),
        ("Input_Reports_Valid", 0),
        ("Input_Climb_Inhibit", 0),
        ("Input_Alt_Layer_Value", 2),
        ("Input_Cur_Vertical_Sep", 2061),
        ("Input_Own_Tracked_Alt", 25350),
        ("Input_Other_Tracked_Alt", 98557),
        ("Input_Up_Separation", 65089),
        ("Input_Down_Separation", 640),
        ("Input_Own_Tracked_Alt_Rate", -31071),
        ("Input_Other_RAC", 2),
        ("Input_Other_Capability", 2),
    ];
    let found = causes(&loaded, &run, &CausesOptions::default());
    assert_eq!(found.undecided, 0);
    assert_eq!(found.assumed.len(), 1);
    let about: Vec<(Comparison, Vec<&str>)> = found
        .causes
        .iter()
        .filter(|cause| cause.right.name == "Layer_Positive_RA_Alt_Thresh")
        .map(|cause| {
            let also = cause.left.also.iter().map(|(name, _)| name.as_str());
            let names = std::iter::once(cause.left.name.as_str()).chain(also);
            (cause.comparison, names.collect())
        })
        .collect();
    let names = vec!["Input_Down_Separation", "Down_Separation"];
    assert_eq!(about, [(Comparison::Eq, names.clone()), (Comparison::Le, names)]);
}
