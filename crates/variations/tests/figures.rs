//! The paper's examples, recomputed.

mod support;

use support::load;
use variations::{Fact, Options, RunCount};

/// Figure 4 with the paper's line numbers; calls are one step, as there.
const LOCK: &str = r#"int got_lock = 0; int LOCK = 0; _Bool nondet_bool(void);
#define lock() ((void)__CPROVER_assert(LOCK == 0, "free"), LOCK = 1) /* 2 */
int main(void) { do { if (nondet_bool()) { /* 3 */
      lock();
      got_lock++;
    }
    if (got_lock != 0) {
      (__CPROVER_assert(LOCK == 1, "held"), LOCK = 0);
    }
    got_lock--;
  } while (nondet_bool());
  return 0;
}
"#;

/// The same with functions, as a user writes it.
const LOCK_FUNCTIONS: &str = include_str!("programs/lock_functions.c");

#[test]
fn table_2() {
    let loaded = load(LOCK);
    let run = loaded.run(&[("nondet_bool", &[0, 1, 0])]);
    assert!(run.claim.is_some());
    let found = loaded.vary(&run, &Options::default()).expect("variations");
    assert_eq!((found.negatives.len(), found.positives.len()), (2, 1));
    assert!(found.gaps.is_empty(), "{:?}", found.gaps);
    let sets = &found.sets;
    assert_eq!(loaded.set(&sets.all_negative), "3F 7 8 10 11T");
    assert_eq!(loaded.set(&sets.all_positive), "3T 4 5 7 8");
    assert_eq!(loaded.set(&sets.only_negative()), "3F 10 11T");
    assert_eq!(loaded.set(&sets.only_positive()), "");
    assert_eq!(loaded.set(&sets.cause_negative()), "3F 10 11T");
    assert_eq!(loaded.set(&sets.cause_positive()), "");
    let told: Vec<(usize, String, String)> = found
        .transformations
        .iter()
        .map(|one| (one.size(), loaded.way(&one.positive), loaded.way(&one.negative)))
        .collect();
    assert_eq!(
        told,
        [
            (8, "3T 4 5".to_owned(), "3F 7 10 11T 3F".to_owned()),
            (
                19,
                "3T 4 5".to_owned(),
                "3F 7 10 11T 3T 4 5 7 10 11T 3F 7 8 10 11T 3F".to_owned()
            ),
        ]
    );
    assert!(
        found
            .transformations
            .iter()
            .all(|one| one.kind == variations::Kind::Data)
    );
    // The other assertion fails, too; that is another error.
    assert_eq!(found.others.len(), 1);
}

#[test]
fn the_sets_are_right_from_depth_13_on() {
    let loaded = load(LOCK_FUNCTIONS);
    let run = loaded.run(&[("nondet_int", &[0, 1, 0])]);
    let found = loaded.vary(&run, &Options::default()).expect("variations");
    assert_eq!(loaded.set(&found.sets.cause_negative()), "9F 16 17T");
    assert_eq!(found.stable_since, Some((13, true)));
    assert!(found.gaps.is_empty(), "{:?}", found.gaps);
    let first = &found.transformations[0];
    assert_eq!(first.size(), 10);
    assert_eq!(loaded.way(&first.positive), "9T 10 4 4 11");
    assert_eq!(loaded.way(&first.negative), "9F 13 16 17T 9F");
    for depth in 5..13 {
        let options = Options {
            depth,
            ..Options::default()
        };
        let found = loaded.vary(&run, &options).expect("variations");
        assert_eq!(loaded.set(&found.sets.cause_negative()), "", "{depth}");
    }
}

fn sorting(first: &str) -> String {
    format!(
        r#"unsigned char nondet_uchar(void);
int main(void) {{
  int a = nondet_uchar() % 5; int b = nondet_uchar() % 5;
  int c = nondet_uchar() % 5; int d = nondet_uchar() % 5;
  int temp = 0;
  if (a > b) {{ temp = b; b = a; a = temp; }}
  if (b > c) {{ temp = c; c = b; b = temp; }}
  if (c > d) {{ temp = d; d = c; c = temp; }}
  if (b > c) {{ temp = c; c = b; b = temp; }}
  {first}
  __CPROVER_assert(a <= b && b <= c && c <= d, "sorted");
  return 0;
}}
"#
    )
}

fn over_all_runs(first: &str) -> (variations::Variations, Vec<(String, String)>) {
    let loaded = load(&sorting(first));
    let run = loaded.failing("assert");
    let options = Options {
        all_runs: true,
        ..Options::default()
    };
    let found = loaded.vary(&run, &options).expect("variations");
    let variables = &loaded.compiled.program.variables;
    let name = |operand: &variations::Operand| match operand {
        variations::Operand::Variable(var) => variables[var.index()].name.clone(),
        variations::Operand::Element(..) => String::new(),
    };
    let text = |fact: &Option<Fact>| match fact {
        Some(Fact::AtLeast(x, low)) => format!("{} >= {low}", name(x)),
        Some(Fact::AtMostOther(a, b)) => format!("{} <= {}", name(a), name(b)),
        Some(Fact::Less(a, b)) => format!("{} < {}", name(a), name(b)),
        Some(other) => format!("{other:?}"),
        None => String::new(),
    };
    let at_claim = found
        .invariants
        .iter()
        .filter(|one| one.point.function == found.place.function && one.point.pc == found.place.pc);
    let rows = at_claim
        .map(|one| (text(&one.positive), text(&one.negative)))
        .collect();
    (found, rows)
}

#[test]
fn table_3() {
    let (found, rows) = over_all_runs("");
    let all = found.all_runs.as_ref().expect("all runs");
    assert_eq!(all.negatives, RunCount::Exactly(230));
    assert_eq!(all.positives, RunCount::Exactly(395));
    assert!(found.invariants.iter().all(|one| one.proved));
    let expected = [
        ("a >= 0", "a >= 1"),
        ("a <= b", "b < a"),
        ("a <= c", ""),
        ("b <= d", "b < d"),
        ("temp <= d", "temp < d"),
    ];
    for (positive, negative) in expected {
        let row = (positive.to_owned(), negative.to_owned());
        assert!(rows.contains(&row), "{row:?} in {rows:?}");
    }
}

#[test]
fn figure_5_with_one_more_comparison() {
    let (found, rows) = over_all_runs("if (a > b) { temp = b; b = a; a = temp; }");
    let all = found.all_runs.as_ref().expect("all runs");
    assert_eq!(all.negatives, RunCount::Exactly(70));
    assert_eq!(all.positives, RunCount::Exactly(555));
    assert!(
        rows.contains(&("b <= c".to_owned(), "c < b".to_owned())),
        "{rows:?}"
    );
}
