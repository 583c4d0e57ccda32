//! Programs like those of the paper, with what it prints of them.

#[path = "../../trace/tests/support/mod.rs"]
mod support;

use focus::{FocusOptions, NoFocus, Ways, ways};
use support::{Loaded, load_with};

fn ways_of(text: &str) -> (Loaded, Result<Ways, NoFocus>) {
    let loaded = load_with(text, None, false);
    let bounds = bmc::Options {
        loads: true,
        ..loaded.options.clone()
    };
    let report = bmc::check(
        &loaded.program,
        Some(&loaded.sources),
        &bounds,
        &loaded.stop,
        &mut |_| {},
    );
    let hold = report
        .claims
        .iter()
        .filter(|claim| claim.status == bmc::Status::Holds);
    let options = FocusOptions {
        most: Some(40),
        hold: hold.map(|claim| claim.claim).collect(),
        ..FocusOptions::default()
    };
    let mut equation = report.equation;
    let question = trace::Question {
        options: &bounds,
        ..loaded.question()
    };
    let found = ways(&question, &mut equation, &options);
    (loaded, found)
}

/// The lines of each sequence, its assumptions, and whether they are proved.
fn told(text: &str) -> Vec<String> {
    let (loaded, found) = ways_of(text);
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    assert!(found.complete);
    let line = |loc| loaded.sources.line(loc).to_string();
    let way = |way: &focus::Way| {
        let lines: Vec<String> = way.steps.iter().map(|step| line(step.loc)).collect();
        let texts: Vec<&str> = way.assumptions.iter().map(|known| known.text.as_str()).collect();
        format!(
            "{} if {}{}",
            lines.join(" "),
            texts.join(", "),
            if way.exact { "" } else { " (not proved)" }
        )
    };
    found.ways.iter().map(way).collect()
}

#[test]
fn figure_2() {
    let text = "int main() {
  int x, y, z; bool error = false;
  int min = x, max = x;
  if (max < y) max = y;
  if (max < z) max = z;
  if (min > y) max = y;
  if (min > z) min = z;
  if (!(min <= x && min <= y && min <= z && max >= x && max >= y && max >= z))
    error = true;
  __CPROVER_assert(!error, \"\");
}
";
    let mut found = told(text);
    found.sort();
    assert_eq!(
        found,
        [
            "3 6 6 7 7 8 9 10 if x > y, x > z, z <= y",
            "3 6 6 7 7 8 9 10 if x > y, x > z, z > y",
            "3 6 6 7 8 9 10 if x > y, x <= z",
        ]
    );
}

#[test]
fn calls_and_returns_around_focus_statements_count() {
    let text = "int lock;
int taken(int by) {
  if (by > 2)
    return by;
  return 0;
}
int main() {
  int a, b;
  lock = a;
  b = 7;
  lock = taken(lock);
  __CPROVER_assert(lock != 5, \"\");
}
";
    assert_eq!(told(text), ["9 11 3 4 12 if a > 2, a == 5"]);
}

#[test]
fn loops_are_followed_round_by_round() {
    let text = "int main() {
  int n, s = 0, i, t = 0;
  if (n < 0 || n > 2)
    return 0;
  for (i = 0; i < n; i++) {
    s = s + i;
    t = t + 2;
  }
  __CPROVER_assert(s != 1, \"\");
}
";
    let found = told(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("2 3 5 5 6 5 5 6 5 5 9 if "), "{found:?}");
    assert!(!found[0].contains("not proved"), "{found:?}");
}

#[test]
fn elements_are_told_apart_by_their_index() {
    let text = "int main() {
  int a[3] = {1, 2, 3}, i;
  if (i < 0 || i > 2) return 0;
  __CPROVER_assert(a[i] != 2, \"\");
}
";
    assert_eq!(told(text), ["2 3 4 if i == 1"]);
}

#[test]
fn what_lies_behind_pointers_is_followed() {
    let text = "struct node { int key; struct node *next; };
void set(int *p, int v) { *p = v; }
int main() {
  struct node a, b, *at = &a;
  int x;
  a.next = &b;
  set(&a.key, 1);
  set(&b.key, x);
  at = at->next;
  __CPROVER_assert(at->key != 7, \"\");
}
";
    assert_eq!(told(text), ["4 6 8 2 9 10 if x == 7"]);
}
