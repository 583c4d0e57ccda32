//! Programs with loops that have no end and with recursion: whether the ways that were found are all.

#[path = "../../trace/tests/support/mod.rs"]
mod support;

use focus::{FocusOptions, Ways, ways};
use support::load_with;

/// The ways within so many rounds.
fn ways_within(text: &str, rounds: u32) -> Ways {
    let loaded = load_with(text, None, false);
    let bounds = bmc::Options {
        loads: true,
        unwind: Some(rounds),
        ..loaded.options.clone()
    };
    let (mut equation, stopped) =
        bmc::unwind_program(&loaded.program, Some(&loaded.sources), &bounds, &loaded.stop);
    assert!(!stopped);
    let question = trace::Question {
        options: &bounds,
        ..loaded.question()
    };
    let found = ways(&question, &mut equation, &FocusOptions::default());
    found.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// How many ways there are for any number of rounds; nothing if that is not known.
fn all_ways(text: &str, rounds: u32) -> Option<usize> {
    let found = ways_within(text, rounds);
    assert!(found.complete);
    found.every_depth.then_some(found.ways.len())
}

#[test]
fn a_loop_over_few_values_is_decided_for_every_number_of_rounds() {
    let text = "_Bool nondet_bool(void);
int main() {
  _Bool a = 0, b = 0;
  while (nondet_bool()) {
    if (nondet_bool()) a = !b;
    else b = a;
    __CPROVER_assert(!(a && b), \"\");
  }
}
";
    // `b` is what it was at the start, or what an earlier round made it.
    assert_eq!(all_ways(text, 8), Some(2));
}

#[test]
fn what_counts_without_an_end_is_not_decided() {
    let text = "int nondet_int(void);
int main() {
  unsigned c = 0, d;
  while (nondet_int()) {
    c++;
    if (c == d)
      __CPROVER_assert(0, \"\");
  }
}
";
    assert_eq!(all_ways(text, 4), None);
}

#[test]
fn a_failure_behind_the_bound_is_not_denied() {
    let text = "int nondet_int(void);
int main() {
  int c = 0, d;
  __CPROVER_assert(d != 5, \"\");
  while (nondet_int()) {
    if (c < 7) c++;
    __CPROVER_assert(c != 7, \"\");
  }
}
";
    assert_eq!(all_ways(text, 3), None);
    assert_eq!(all_ways(text, 9), Some(2));
}

#[test]
fn inputs_of_each_round_are_ways_of_their_own() {
    let text = "int nondet_int(void);
int main() {
  while (1) {
    int x = nondet_int();
    if (x == 3)
      __CPROVER_assert(0, \"\");
  }
}
";
    assert_eq!(all_ways(text, 3), None);
}

#[test]
fn recursion_over_truth_values_is_decided_for_every_depth() {
    let text = "_Bool nondet_bool(void);
_Bool odd;
void down(void) {
  odd = !odd;
  if (nondet_bool())
    down();
  else
    __CPROVER_assert(!odd, \"\");
}
int main() { odd = 1; down(); }
";
    assert_eq!(all_ways(text, 6), Some(1));
    let text = "_Bool nondet_bool(void);
_Bool last(_Bool x, _Bool y) {
  if (nondet_bool())
    return x;
  return last(y, x);
}
int main() {
  _Bool x, y;
  __CPROVER_assert(!last(x, y), \"\");
}
";
    assert_eq!(all_ways(text, 7), Some(2));
}

#[test]
fn a_loop_of_a_procedure_is_decided_by_itself() {
    let text = "_Bool nondet_bool(void);
int state;
void turn(void) {
  while (nondet_bool()) {
    if (state == 0) state = 1;
    else if (state == 1) state = 0;
  }
}
int main() {
  state = 0;
  turn();
  __CPROVER_assert(state != 1, \"\");
}
";
    assert!(all_ways(text, 8).is_some());
}

/// Longer runs have no other ways if it was said so.
#[test]
fn twice_the_bound_gives_the_same_ways() {
    let count: u64 = std::env::var("FOCUS_COUNT")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(12);
    let start: u64 = std::env::var("FOCUS_SEED")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    let mut decided = 0;
    for seed in start..start + count {
        let text = random(seed);
        let found = ways_within(&text, 4);
        if !found.complete || !found.every_depth {
            continue;
        }
        decided += 1;
        let longer = ways_within(&text, 7);
        assert!(longer.complete);
        let told = |ways: &Ways| -> Vec<String> {
            let one = |way: &focus::Way| {
                let statements: Vec<focus::Statement> = way.steps.iter().map(|step| step.statement).collect();
                let texts: Vec<&str> = way.assumptions.iter().map(|known| known.text.as_str()).collect();
                format!("{statements:?} if {texts:?}")
            };
            let mut all: Vec<String> = ways.ways.iter().map(one).collect();
            all.sort();
            all
        };
        assert_eq!(told(&found), told(&longer), "seed {seed}\n{text}");
    }
    assert!(decided * 8 >= count, "{decided} of {count} are decided");
}

/// A loop without an end, or a recursion, over a few small variables.
fn random(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995;
    let mut next = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let names = ["a", "b", "c"];
    let name = |next: &mut dyn FnMut(u64) -> u64| names[next(3) as usize];
    let statement = |next: &mut dyn FnMut(u64) -> u64| {
        let (to, one, two) = (name(next), name(next), name(next));
        match next(5) {
            0 => format!("{to} = !{one};"),
            1 => format!("{to} = {one} && {two};"),
            2 => format!("{to} = {};", next(2)),
            3 => format!("{to} = {one} != {two};"),
            _ => format!("{to} = {one};"),
        }
    };
    let mut body = String::new();
    for _ in 0..2 + next(2) {
        let (one, other) = (statement(&mut next), statement(&mut next));
        body.push_str(&match next(4) {
            0 => format!("    if (nondet_bool()) {{ {one} }}\n"),
            1 => format!("    if (a) {{ {one} }} else {{ {other} }}\n"),
            2 => format!("    if (nondet_bool()) {{ {one} }} else {{ {other} }}\n"),
            _ => format!("    {one}\n"),
        });
    }
    let claim = ["!(a && b)", "!c", "a || !b", "!(b && c)"][next(4) as usize];
    let starts = match next(3) {
        0 => "a = 0; b = 0; c = 0;",
        1 => "a = 0; b = 1;",
        _ => "c = 0;",
    };
    let inside = next(2) == 0;
    let claim = format!("__CPROVER_assert({claim}, \"\");");
    let (within, behind) = if inside {
        (claim.as_str(), "")
    } else {
        ("", claim.as_str())
    };
    let heads = "_Bool nondet_bool(void);\n";
    match next(3) {
        0 => format!(
            "{heads}_Bool a, b, c;\nvoid f(void) {{\n{body}    if (nondet_bool()) f();\n    {within}\n}}\nint main() {{\n  _Bool x; a = x; b = x; c = x;\n  {starts}\n  f();\n  {behind}\n}}\n"
        ),
        _ => format!(
            "{heads}int main() {{\n  _Bool a, b, c;\n  {starts}\n  while (nondet_bool()) {{\n{body}    {within}\n  }}\n  {behind}\n}}\n"
        ),
    }
}
