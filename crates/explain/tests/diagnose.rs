//! Diagnoses of small programs.

mod support;

use explain::diagnose::Settings;
use support::{claims, find, prints, shown};

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
