//! The checks and their options: one table, from which the options, their help and `docs/checks.md` come.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, parser::ValueSource};
use program::CheckKind;

/// A check option. `--NAME` turns its kinds of claims on, `--no-NAME` off.
pub(crate) struct Check {
    /// CBMC's name, where CBMC has one.
    pub(crate) name: &'static str,
    pub(crate) kinds: &'static [CheckKind],
    /// On when nothing is said: as in CBMC 6, and errors that are one by any reading.
    pub(crate) default: bool,
    /// Whether `--no-standard-checks` turns it off, as CBMC does with what it generates itself.
    pub(crate) standard: bool,
    pub(crate) help: &'static str,
}

pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "bounds-check",
        kinds: &[CheckKind::ArrayBounds, CheckKind::VlaSize, CheckKind::BitCount],
        default: true,
        standard: true,
        help: "array indices within bounds, lengths of variable length arrays positive, no zero in `__builtin_clz` and `__builtin_ctz`",
    },
    Check {
        name: "pointer-check",
        kinds: &[CheckKind::PointerDereference, CheckKind::PointerRelation],
        default: true,
        standard: true,
        help: "pointers valid where they are followed: not null, not dangling, inside their object; pointers of one object where they are subtracted or put in order",
    },
    Check {
        name: "function-pointer-check",
        kinds: &[CheckKind::FunctionPointer],
        default: true,
        standard: false,
        help: "pointers that are called point at a function of their type",
    },
    Check {
        name: "pointer-primitive-check",
        kinds: &[CheckKind::AskedPointer],
        default: true,
        standard: true,
        help: "pointers that `__CPROVER_r_ok` and similar are asked about are null or point into a live object",
    },
    Check {
        name: "library-check",
        kinds: &[CheckKind::PointerPrimitive],
        default: true,
        standard: false,
        help: "arguments of library functions as these need them: pointers valid, objects not overlapping",
    },
    Check {
        name: "free-check",
        kinds: &[CheckKind::InvalidFree],
        default: true,
        standard: false,
        help: "free and realloc get null or the start of a live heap object",
    },
    Check {
        name: "div-by-zero-check",
        kinds: &[CheckKind::DivisionByZero],
        default: true,
        standard: true,
        help: "integer divisors not zero",
    },
    Check {
        name: "signed-overflow-check",
        kinds: &[CheckKind::SignedOverflow],
        default: true,
        standard: true,
        help: "signed arithmetic within range",
    },
    Check {
        name: "undefined-shift-check",
        kinds: &[CheckKind::UndefinedShift],
        default: true,
        standard: true,
        help: "shift distances within the width, no negative value shifted left",
    },
    Check {
        name: "missing-return-check",
        kinds: &[CheckKind::MissingReturn],
        default: true,
        standard: true,
        help: "a function whose value is used returns one",
    },
    Check {
        name: "unreachable-check",
        kinds: &[CheckKind::Unreachable],
        default: true,
        standard: true,
        help: "__builtin_unreachable() is not reached",
    },
    Check {
        name: "format-check",
        kinds: &[CheckKind::Format],
        default: true,
        standard: true,
        help: "arguments are what a literal format of printf or scanf takes",
    },
    Check {
        name: "deadlock-check",
        kinds: &[CheckKind::Deadlock],
        default: true,
        standard: true,
        help: "some thread can always go on until all have ended",
    },
    Check {
        name: "data-race-check",
        kinds: &[CheckKind::DataRace],
        default: true,
        standard: true,
        help: "no two threads access an object at once, one of them to write it; without being asked for only where the program does not speak to a verifier",
    },
    Check {
        name: "thread-misuse-check",
        kinds: &[CheckKind::ThreadMisuse],
        default: true,
        standard: true,
        help: "the rules of the libraries for threads are kept: what is released is held, no thread is joined twice",
    },
    Check {
        name: "unsigned-overflow-check",
        kinds: &[CheckKind::UnsignedOverflow],
        default: false,
        standard: false,
        help: "unsigned arithmetic within range",
    },
    Check {
        name: "conversion-check",
        kinds: &[CheckKind::Conversion],
        default: false,
        standard: false,
        help: "conversions keep the value",
    },
    Check {
        name: "pointer-overflow-check",
        kinds: &[CheckKind::PointerOverflow],
        default: false,
        standard: false,
        help: "pointer arithmetic stays inside the object or just past its end",
    },
    Check {
        name: "float-overflow-check",
        kinds: &[CheckKind::FloatOverflow],
        default: false,
        standard: false,
        help: "floating arithmetic does not become infinite",
    },
    Check {
        name: "float-div-by-zero-check",
        kinds: &[CheckKind::FloatDivisionByZero],
        default: false,
        standard: false,
        help: "floating divisors not zero",
    },
    Check {
        name: "enum-range-check",
        kinds: &[CheckKind::EnumRange],
        default: false,
        standard: false,
        help: "values of an enumeration are its enumerators",
    },
    Check {
        name: "sign-compare-check",
        kinds: &[CheckKind::SignCompare],
        default: false,
        standard: false,
        help: "no negative number is compared as unsigned",
    },
    Check {
        name: "nan-check",
        kinds: &[CheckKind::Nan],
        default: false,
        standard: false,
        help: "floating arithmetic does not become NaN",
    },
    Check {
        name: "memory-leak-check",
        kinds: &[CheckKind::MemoryLeak],
        default: false,
        standard: false,
        help: "every heap object has been freed when `main` returns",
    },
    Check {
        name: "memory-cleanup-check",
        kinds: &[CheckKind::MemoryCleanup],
        default: false,
        standard: false,
        help: "every heap object has been freed when `exit`, `_Exit` or `abort` ends the program",
    },
    Check {
        name: "malloc-fail-assert",
        kinds: &[CheckKind::AllocationFailure],
        default: false,
        standard: false,
        help: "no allocation fails, though each may: --malloc-may-fail without null pointers",
    },
    Check {
        name: "uninitialized-check",
        kinds: &[CheckKind::UninitialisedRead],
        default: false,
        standard: false,
        help: "no local variable is read before it is written; without this option such a value is an input",
    },
];

/// An option that turns several kinds of claims off at once.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) off: &'static [CheckKind],
    pub(crate) help: &'static str,
}

pub(crate) const NO_STANDARD_CHECKS: &str = "no-standard-checks";
pub(crate) const NO_STANDARD_HELP: &str =
    "Turn off every check that is on by default, except what library functions and calls demand";

pub(crate) const GROUPS: &[Group] = &[
    Group {
        name: "no-assertions",
        off: &[CheckKind::Assertion, CheckKind::ErrorCall],
        help: "ignore assert, reach_error and similar",
    },
    Group {
        name: "no-built-in-assertions",
        off: &[
            CheckKind::PointerPrimitive,
            CheckKind::InvalidFree,
            CheckKind::FunctionPointer,
        ],
        help: "ignore what the library functions demand of their arguments",
    },
];

/// Kinds of claims that no option controls, with the reason; for the documentation.
#[cfg(test)]
pub(crate) const ALWAYS: &[(CheckKind, &str)] = &[
    (
        CheckKind::Unsupported,
        "something the tool cannot execute is reached",
    ),
    (
        CheckKind::MissingBody,
        "--missing-body fail was given and a function without a body is called",
    ),
    (
        CheckKind::Coverage,
        "--cover was given and a goal is met, which is no error",
    ),
];

/// Which kinds of claims were switched on or off, in the order the settings take effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CheckArgs {
    pub(crate) switches: Vec<(CheckKind, bool)>,
}

impl FromArgMatches for CheckArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<CheckArgs, clap::Error> {
        let given = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
        let mut switches = Vec::new();
        if given(NO_STANDARD_CHECKS) {
            let standard = CHECKS.iter().filter(|check| check.standard);
            switches.extend(standard.flat_map(|check| check.kinds).map(|&kind| (kind, false)));
        }
        for group in GROUPS.iter().filter(|group| given(group.name)) {
            switches.extend(group.off.iter().map(|&kind| (kind, false)));
        }
        // Single checks are the most specific: they win over the groups wherever they stand.
        for check in CHECKS {
            let on = match (given(check.name), given(&format!("no-{}", check.name))) {
                (true, _) => true,
                (_, true) => false,
                (false, false) => continue,
            };
            switches.extend(check.kinds.iter().map(|&kind| (kind, on)));
        }
        Ok(CheckArgs { switches })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = CheckArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for CheckArgs {
    fn augment_args(command: Command) -> Command {
        let mut command = command
            .next_help_heading("Checks (--X and --no-X exist for each; what is shown changes the default)");
        let flag = |name: String, help: String| {
            Arg::new(name.clone())
                .long(name)
                .help(help)
                .action(ArgAction::SetTrue)
        };
        for check in CHECKS {
            let no = format!("no-{}", check.name);
            // Both exist for every check; the help shows the one that changes something.
            let (on_help, off_help) = (
                format!("Check: {}", check.help),
                format!("Do not check: {}", check.help),
            );
            let on = flag(check.name.into(), on_help).overrides_with(no.clone());
            let off = flag(no, off_help).overrides_with(check.name);
            command = command.arg(on.hide(check.default)).arg(off.hide(!check.default));
        }
        command = command.arg(flag(NO_STANDARD_CHECKS.into(), NO_STANDARD_HELP.into()));
        for group in GROUPS {
            let mut help = group.help.to_owned();
            help[..1].make_ascii_uppercase();
            command = command.arg(flag(group.name.into(), help));
        }
        command.next_help_heading(None)
    }

    fn augment_args_for_update(command: Command) -> Command {
        CheckArgs::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
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
}
