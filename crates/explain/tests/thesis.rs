//! The examples of the thesis, recomputed.

mod explaining;
#[path = "../../trace/tests/support/mod.rs"]
mod support;

use expect_test::expect;
use explain::ExplainOptions;
use explaining::Explaining;
use support::load;

/// Its first line is `#include <assert.h>`.
const MINMAX: &str = include_str!("../../trace/tests/programs/minmax.c");

/// Figures 3.8 and 4.6: distance 5, and a slice of 3 that names the guard before the faulty line.
#[test]
fn minmax() {
    let (_, text) = MINMAX.split_once('\n').expect("lines");
    let loaded = load(text);
    let mut report = loaded.check();
    let failed = loaded.failing(&report.equation, &[("input1", 1), ("input2", 0), ("input3", 1)]);
    let explanation = loaded
        .explain(&mut report.equation, &failed, &ExplainOptions::default())
        .unwrap();
    expect![[r#"
        distance 5
        * input input2: 0 -> 1 (line 5)
          value most: 0 -> 1 (line 6)
        * guard least > input2: taken -> not taken (line 9)
          value most: 0 -> 1 (line 10)
        * value most: 0 -> 1 (line 11)
    "#]]
    .assert_eq(&loaded.text(&explanation));
    assert_eq!(explanation.ties.len(), 2);
    assert!(explanation.ties_complete);
}

const SLICE: &str = "int main() {
    int input1, input2;
    int x = 1, y = 1, z = 1;
    if (input1 > 0) {
        x += 5;
        y += 6;
        z += 4;
    }
    if (input2 > 0) {
        x += 6;
        y += 5;
        z += 4;
    }
    assert((x < 10) || (y < 10));
}
";

/// Figures 4.2 and 4.5: one input, one guard, and one of x and y.
#[test]
fn slice() {
    let loaded = load(SLICE);
    let mut report = loaded.check();
    let failed = loaded.failing(&report.equation, &[("input1", 1), ("input2", 1)]);
    let explanation = loaded
        .explain(&mut report.equation, &failed, &ExplainOptions::default())
        .unwrap();
    expect![[r#"
        distance 5
        * input input2: 1 -> 0 (line 9)
        * guard input2 > 0: taken -> not taken (line 9)
        * value x: 12 -> 6 (line 14)
          value y: 12 -> 7 (line 14)
          value z: 9 -> 5 (line 14)
    "#]]
    .assert_eq(&loaded.text(&explanation));
    assert_eq!(explanation.slices.len(), 2);
    assert!(explanation.slices_complete);
}
