//! The help about exit codes: one table for `--help` and the documentation.

use std::fmt::Write;

use crate::Exit;

/// The codes with their meaning, in order.
const CODES: &[(Exit, &str)] = &[
    (Exit::Usage, "the command line is wrong"),
    (
        Exit::Undetermined,
        "the run was stopped: a limit was reached, an assumption did not hold, or Ctrl-C",
    ),
    (
        Exit::UnusableInput,
        "the input cannot be used: missing file, syntax or type error, unsupported construct",
    ),
    (Exit::ClaimFails, "a claim fails: the program has an error"),
    (Exit::Internal, "internal error of the tool"),
    (Exit::Aborted, "the program called abort"),
    (Exit::BrokenPipe, "nobody reads the output any more"),
];

/// For the end of `because --help`: how to begin, and what the exit status means.
#[must_use]
pub fn overview() -> String {
    "Examples:
  because list.c                        why does an assertion in list.c fail, or why does it crash?
  because list.c main.c -Iinclude       the same for a program of two files
  because diagnose sort.c --tests dir   which lines are wrong? tests: dir/NAME.in, NAME.out

Exit status (of run: the program's own, if it ends by itself):
    0  nothing fails
    1  the command line is wrong
    5  undecided: a limit was reached, or Ctrl-C
    6  the input cannot be used: missing file, syntax or type error, unsupported construct
   10  something fails
   70  internal error of the tool

`because FILE.c --help` has the options of the first form; most used: --full, --html FILE, --json.
`because COMMAND --help` has the options of a command."
        .to_owned()
}

/// For the end of `-h` of a command: how to use it, and where the rest is.
#[must_use]
pub fn examples(command: &str) -> Option<String> {
    let (_, lines) = EXAMPLES.iter().find(|(name, _)| *name == command)?;
    let mut text = String::from("Examples:\n");
    for line in *lines {
        let _ = writeln!(text, "  because {command} {line}");
    }
    let _ = write!(
        text,
        "\nAll options and the exit status: because {command} --help"
    );
    Some(text)
}

/// By command.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "run",
        &[
            "list.c                     execute it, and stop at the first error",
            "list.c -- -v input.txt     the same with arguments of the program",
            "list.c --save-run r.json   keep the run, for the other commands",
        ],
    ),
    (
        "check",
        &[
            "list.c                 which claims hold for all inputs, and which fail?",
            "list.c --unwind 8      follow loops for 8 rounds, and no further",
            "list.c --full          list every claim",
        ],
    ),
    (
        "explain",
        &[
            "list.c                 find a failing run and the closest passing run",
            "list.c --run r.json    the same for a saved run",
            "list.c --same-way      compare it with a run that takes the same branches longest",
        ],
    ),
    (
        "causes",
        &[
            "list.c                 on which relations between variables does the error depend?",
            "list.c --run r.json    the same for a saved run",
            "list.c --json          the answer as a document",
        ],
    ),
    (
        "focus",
        &[
            "list.c                 every way to fail, with the inputs for which it happens",
            "list.c --unwind 8      follow loops for 8 rounds, and no further",
            "list.c --json          the answer as a document",
        ],
    ),
    (
        "variations",
        &[
            "lock.c                 what all failing runs share, and no passing run has",
            "lock.c --all-runs      the same for every run within the bound",
            "lock.c --near r.json   look for failures near a run that need not fail",
        ],
    ),
    (
        "minimize",
        &[
            "list.c                      the shortest failing run, with the smallest values",
            "list.c --run r.json         begin with a saved run",
            "list.c --save-run small.json  keep what was found",
        ],
    ),
    (
        "why",
        &[
            "list.c                          where what fails in list.c came from",
            "list.c 'f->v @ list.c:23'       where the value of `f->v` in line 23 came from",
            "list.c 'i @ 12#2' --run r.json  the same for the second time that line 12 runs",
        ],
    ),
    (
        "diagnose",
        &[
            "sort.c --tests dir      which lines are wrong, given dir/NAME.in and dir/NAME.out?",
            "sort.c                  the same for one failing run, which is looked for",
            "sort.c --run r.json     the same for a saved run",
        ],
    ),
    (
        "repair",
        &[
            "sort.c --tests dir      small changes with which the tests in dir are right",
            "sort.c                  small changes with which no claim fails",
            "sort.c --run r.json     small changes with which a saved run is right",
        ],
    ),
    (
        "replay",
        &[
            "r.json                  repeat a saved run: does it still fail?",
            "r.json --trace          the same, step by step",
            "r.json --json           the answer as a document",
        ],
    ),
];

/// For the end of `run --help`.
#[must_use]
pub fn help() -> String {
    let mut text = String::from("Exit status of run: the program's own if it ends by itself, else\n");
    for (exit, meaning) in CODES {
        let _ = writeln!(text, "  {:>3}  {meaning}", exit.code());
    }
    text.push_str("A program's own status can be one of these; --json tells them apart.");
    text
}

/// For the end of `replay --help`.
#[must_use]
pub fn replay_help() -> String {
    "Exit status of replay:
    0  the run ends without failing
    1  the command line is wrong
    5  the run was stopped: a limit was reached, an assumption did not hold, or Ctrl-C
    6  the input cannot be used: the saved run is unreadable, of another version, or a C file is not usable
   10  the claim fails again, or another one does
   70  internal error of the tool"
        .to_owned()
}

/// For the end of `why --help`.
#[must_use]
pub fn why_help() -> String {
    "Examples:
  because why list.c                          where what fails in list.c came from
  because why list.c 'f->v @ list.c:23'       where the value of `f->v` in line 23 came from
  because why list.c 'i @ 12#2' --run r.json  the same for the second time that line 12 runs, in a saved run

Exit status of why:
    0  the question has an answer
    1  the command line is wrong
    5  no failing run was found
    6  the input cannot be used, or the question does not fit the program
   70  internal error of the tool"
        .to_owned()
}

/// For the end of `diagnose --help`.
#[must_use]
pub fn diagnose_help() -> String {
    "Exit status of diagnose:
    0  nothing fails
    1  the command line is wrong
    5  undetermined: the time ran out, or something could not be followed
    6  the input cannot be used: missing file, syntax or type error
   10  a run fails
   70  internal error of the tool"
        .to_owned()
}

/// For the end of `repair --help`.
#[must_use]
pub fn repair_help() -> String {
    "Exit status of repair:
    0  nothing fails
    1  the command line is wrong
    5  undetermined: no failing run was found in time
    6  the input cannot be used: missing file, syntax or type error
   10  a run fails
   70  internal error of the tool"
        .to_owned()
}

/// For the end of `--help` of `check` and of the commands that begin as it does.
#[must_use]
pub fn check_help() -> String {
    "Exit status:
    0  every claim holds in all runs, and no run leaves a bound that was asked for
    1  the command line is wrong
    5  undetermined: a bound, the effort or the time ran out, or Ctrl-C
    6  the input cannot be used: missing file, syntax or type error; or only constructs that are not
       supported keep it from being decided
   10  a claim fails
   70  internal error of the tool"
        .to_owned()
}
