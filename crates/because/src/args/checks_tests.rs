use std::fmt::Write;

use clap::Parser;
use expect_test::expect_file;

use super::*;

#[derive(Debug, Parser)]
struct Only {
    #[command(flatten)]
    checks: CheckArgs,
}

fn switches(args: &[&str]) -> Vec<(CheckKind, bool)> {
    let args = std::iter::once("test").chain(args.iter().copied());
    Only::try_parse_from(args).unwrap().checks.switches
}

#[test]
fn every_kind_of_claim_has_one_option_or_a_reason() {
    for kind in CheckKind::ALL {
        let options = CHECKS.iter().filter(|check| check.kinds.contains(kind)).count();
        let always = ALWAYS.iter().filter(|(other, _)| other == kind).count();
        let assertions = usize::from(GROUPS[0].off.contains(kind));
        assert_eq!(options + always + assertions, 1, "{kind:?}");
    }
}

#[test]
fn the_last_of_on_and_off_wins() {
    assert_eq!(
        switches(&["--no-nan-check", "--nan-check"]),
        [(CheckKind::Nan, true)]
    );
    assert_eq!(
        switches(&["--nan-check", "--no-nan-check"]),
        [(CheckKind::Nan, false)]
    );
    assert_eq!(switches(&[]), []);
}

#[test]
fn single_checks_win_over_groups() {
    let given = switches(&["--bounds-check", "--no-standard-checks"]);
    let last = |kind| given.iter().rfind(|(other, _)| *other == kind).map(|pair| pair.1);
    assert_eq!(last(CheckKind::ArrayBounds), Some(true));
    assert_eq!(last(CheckKind::SignedOverflow), Some(false));
    assert_eq!(last(CheckKind::Assertion), None);
}

/// `docs/checks.md` is this table; UPDATE_EXPECT=1 writes it anew.
#[test]
fn the_documentation_is_the_table() {
    let words = |kinds: &[CheckKind]| {
        let words: Vec<String> = kinds.iter().map(|kind| format!("`{}`", kind.word())).collect();
        words.join(", ")
    };
    let mut text = String::from(
        "# Checks\n\n\
         <!-- Written from the table in crates/because/src/args/checks.rs; a test compares. -->\n\n\
         Each error that C leaves undefined, and each assertion, is a *claim*. A claim's name is\n\
         `function.word.number`; the word says which check made it. `--NAME` turns a check on and\n\
         `--no-NAME` off; the last one given wins, and a single check wins over a group. The names are\n\
         CBMC's where CBMC has one, and the defaults are CBMC 6's, with two differences: `malloc` does not\n\
         fail unless `--malloc-may-fail` is given, so that a run behaves like the compiled program, and\n\
         the checks that CBMC does not have are on if they find errors by any reading of C.\n\n\
         | option | default | claims | what must hold |\n|---|---|---|---|\n",
    );
    for check in CHECKS {
        let default = if check.default { "on" } else { "off" };
        let _ = writeln!(
            text,
            "| `--{}` | {default} | {} | {} |",
            check.name,
            words(check.kinds),
            check.help
        );
    }
    text.push_str(
        "\nOptions that turn several off at once:\n\n| option | claims | meaning |\n|---|---|---|\n",
    );
    let standard = CHECKS.iter().filter(|check| check.standard);
    let standard: Vec<CheckKind> = standard.flat_map(|check| check.kinds).copied().collect();
    let _ = writeln!(
        text,
        "| `--{NO_STANDARD_CHECKS}` | {} | {} |",
        words(&standard),
        NO_STANDARD_HELP.replacen('T', "t", 1)
    );
    for group in GROUPS {
        let _ = writeln!(
            text,
            "| `--{}` | {} | {} |",
            group.name,
            words(group.off),
            group.help
        );
    }
    text.push_str("\nAlways on:\n\n| claims | fails when |\n|---|---|\n");
    for (kind, reason) in ALWAYS {
        let _ = writeln!(text, "| `{}` | {reason} |", kind.word());
    }
    expect_file!["../../../../docs/checks.md"].assert_eq(&text);
}
