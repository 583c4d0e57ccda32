//! How `because focus` grows with its input: `cargo bench -p because --bench focus_growth`.
//!
//! Branches that do not matter, against `because check` on the same program; branches that all matter, of which the ten best
//! ways are asked for; procedures that each call the one before twice; recursion over truth values; and the advisory
//! program of the tests. docs/focus.md has the figures of one run. `BECAUSE` is another binary to compare with. No test
//! asserts a time.

mod support;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    println!("{:<34} {:>8} {:>6}  complete", "program", "seconds", "ways");
    for branches in [1_000, 2_000, 4_000, 8_000] {
        let text = irrelevant(branches);
        let name = format!("{branches} branches beside it");
        let check = show(
            folder.path(),
            &format!("check: {name}"),
            &text,
            &["check", "--nondet-static"],
        );
        let focus = show(folder.path(), &name, &text, &["focus", "--nondet-static"]);
        println!("{:<34} {:>8.2}", "  focus over check", focus / check);
    }
    for branches in [16, 32, 64] {
        let text = relevant(branches);
        show(
            folder.path(),
            &format!("{branches} branches that matter"),
            &text,
            &["focus"],
        );
    }
    for calls in [20, 40, 60] {
        let text = doubling(calls);
        show(
            folder.path(),
            &format!("2^{calls} calls"),
            &text,
            &["focus", "--nondet-static"],
        );
    }
    show(
        folder.path(),
        "recursion over truth values",
        RECURSION,
        &["focus"],
    );
    let advisory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/focus/advisory.c");
    let advisory = std::fs::read_to_string(advisory).expect("the program");
    for advice in ["UPWARD_RA", "DOWNWARD_RA"] {
        let condition = format!("advice == {advice}");
        let asked = ["focus", "--nondet-static", "--all", "--error-when", &condition];
        show(folder.path(), &condition, &advisory, &asked);
    }
}

/// A row of the table; gives the seconds.
fn show(folder: &Path, name: &str, text: &str, asked: &[&str]) -> f64 {
    let file = folder.join("a.c");
    std::fs::write(&file, text).expect("the program");
    let binary = std::env::var("BECAUSE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_because").to_owned());
    let watched = support::watch(Command::new(binary).args(asked).arg("--json").arg(&file));
    let ways = watched.document["sequences"].as_array().map_or(0, Vec::len);
    let complete = &watched.document["complete"];
    println!("{name:<34} {:>8.2} {ways:>6}  {complete}", watched.seconds);
    watched.seconds
}

/// Branches whose stores nothing demands.
fn irrelevant(branches: u32) -> String {
    let mut text = "int x, y;\nint main(void) {\n  unsigned t = 0;\n  int bad = 0;\n".to_owned();
    for number in 0..branches {
        let (one, other) = (number % 7 + 1, number % 5);
        let _ = writeln!(text, "  if (y > {number}) t += {one}; else t ^= {other};");
    }
    text.push_str("  if (x == 5) bad = 1;\n  __CPROVER_assert(!bad, \"\");\n  return (int)(t & 1);\n}\n");
    text
}

/// Branches that all decide whether a sum is small.
fn relevant(branches: u32) -> String {
    let mut text = "int main(void) {\n  int s = 0;\n".to_owned();
    for number in 0..branches {
        let _ = writeln!(text, "  int b{number};");
    }
    for number in 0..branches {
        let _ = writeln!(text, "  if (b{number} > {number}) s += {};", number % 3 + 1);
    }
    text.push_str("  __CPROVER_assert(s < 6, \"\");\n}\n");
    text
}

/// Each procedure calls the one before twice.
fn doubling(calls: u32) -> String {
    let mut text = "int g, x;\nvoid f0(void) { g = x; }\n".to_owned();
    for number in 1..=calls {
        let callee = number - 1;
        let _ = writeln!(text, "void f{number}(void) {{ f{callee}(); f{callee}(); }}");
    }
    let _ = writeln!(
        text,
        "int main(void) {{ f{calls}(); __CPROVER_assert(g != 5, \"\"); }}"
    );
    text
}

const RECURSION: &str = "_Bool nondet_bool(void);
_Bool last(_Bool x, _Bool y) {
  if (nondet_bool())
    return x;
  return last(y, x);
}
int main(void) {
  _Bool x, y;
  __CPROVER_assert(!last(x, y), \"\");
}
";
