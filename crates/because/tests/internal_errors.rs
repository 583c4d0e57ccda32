//! The default command on a sample of the project's programs: no internal error, an answer of one screen, in words of the user's
//! program, the same each time; and commands on programs where one ended with an internal error.
//!
//! The sample is every so many files in the order of their names; `EVERY=1` takes all of them, which is worth a quarter of an hour
//! before a release.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use support::{because, finish, in_parallel, root};

const ALLOWED: Duration = Duration::from_secs(120);
/// What each command may do: enough for an answer about most of the programs.
const EFFORT: &str = "1";
const INTERNAL_ERROR: i32 = 70;

/// Where a command ended with an internal error.
const MENDED: &[(&str, &str)] = &[
    // The nearest passing run was read from a model that did not know all of its inputs.
    ("explain", "tests/localisation/tuned/scheduler.c"),
    ("explain", "tests/programs/harness/no_standard_checks_holds.c"),
    ("explain", "tests/programs/harness/never_fails_holds.c"),
    ("explain", "tests/programs/harness/printed_text_ends_fails.c"),
    // The failing run depends on the bytes of an address, which are others in the program of all changes.
    ("", "tests/programs/memory/byte_of_an_address_fails.c"),
];

/// Lines and columns of the short answer.
const MOST_LINES: usize = 24;
const WIDEST: usize = 100;

/// Names that only the tool itself uses. `# 3` in a text of the user is none, `x#3` is.
const INTERNALS: &[&str] = &[
    "<because>",
    "__model_",
    "__because",
    "malloc@",
    "alloca@",
    "(dead)",
];

/// What somebody who has never seen the tool has stumbled over.
const STUMBLES: &[&str] = &[
    "required: ",
    "all 2 claims",
    "is pointer to",
    "a small change here",
    "another value of `",
];

#[test]
fn the_default_command_answers_in_one_screen() {
    let every: usize = match std::env::var("EVERY") {
        Ok(every) => every.parse().expect("a number"),
        Err(_) => 9,
    };
    let mut files = Vec::new();
    for folder in ["tests/programs", "tests/ranked", "examples"] {
        c_files(&root().join(folder), &mut files);
    }
    files.sort();
    assert!(files.len() > 500, "the programs are there");
    let asked: Vec<PathBuf> = files.into_iter().step_by(every.max(1)).collect();
    let wrong = in_parallel(&asked, 2, |file| complaint(file, &["--effort", EFFORT]));
    assert_none(wrong);
}

/// Every program of the project with nothing but its name, twice. Hours in a debug build; see CONTRIBUTING.md.
#[test]
#[ignore = "takes long; for a release build"]
fn the_default_command_answers_about_every_program() {
    let mut files = Vec::new();
    c_files(&root().join("tests"), &mut files);
    c_files(&root().join("examples"), &mut files);
    files.sort();
    assert_none(in_parallel(&files, 2, |file| {
        complaint(file, &[]).or_else(|| differs(file, &[]))
    }));
}

#[test]
fn answers_are_the_same_each_time() {
    let asked: Vec<PathBuf> = SAME.iter().map(|file| root().join(file)).collect();
    assert_none(in_parallel(&asked, 2, |file| {
        differs(file, &["--effort", EFFORT])
    }));
}

/// Programs of several kinds.
const SAME: &[&str] = &[
    "tests/ranked/list.c",
    "tests/ranked/fsm.c",
    "tests/localisation/held_out3/flood.c",
    "tests/localisation/held_out3/login.c",
];

#[test]
fn no_command_ends_with_an_internal_error() {
    let asked: Vec<(&str, PathBuf)> = MENDED
        .iter()
        .map(|(command, file)| (*command, root().join(file)))
        .collect();
    assert_none(in_parallel(&asked, 2, |(command, file)| {
        internal_error(command, file)
    }));
}

fn assert_none(wrong: Vec<Option<String>>) {
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the answer of the default command.
fn complaint(file: &Path, args: &[&str]) -> Option<String> {
    let name = file.display();
    let Some(done) = finish(because().arg(file).args(args), b"", ALLOWED) else {
        return Some(format!("{name}: takes too long"));
    };
    let text = done.stdout_text();
    if !matches!(done.status, 0 | 5 | 6 | 10) {
        return Some(format!("{name}: exit {}: {}", done.status, done.stderr_text()));
    }
    if text.lines().count() > MOST_LINES {
        return Some(format!("{name}: {} lines\n{text}", text.lines().count()));
    }
    if let Some(line) = text.lines().find(|line| line.chars().count() > WIDEST) {
        return Some(format!("{name}: too wide: {line}"));
    }
    let source = fs::read(file).unwrap_or_default();
    let source = String::from_utf8_lossy(&source);
    let internal = |line: &&str| {
        let named = INTERNALS
            .iter()
            .any(|word| line.contains(word) && !source.contains(word));
        named || numbered(line)
    };
    if let Some(line) = text.lines().find(internal) {
        return Some(format!("{name}: an internal name: {line}"));
    }
    let awkward = |line: &&str| {
        let mut words = STUMBLES.iter();
        words.any(|word| line.contains(word) && !source.contains(word))
    };
    if let Some(line) = text.lines().find(awkward) {
        return Some(format!("{name}: hard to read: {line}"));
    }
    // Where something is not supported it is said what and where.
    let unplaced =
        text.contains("code that is not supported") && !text.contains(".c:") && !text.contains(".h:");
    unplaced.then(|| format!("{name}: names nothing that is not supported: {text}"))
}

/// Whether a line has `x#3` in it, outside of quotes.
fn numbered(line: &str) -> bool {
    let bytes = line.as_bytes();
    let mut marks = line.match_indices('#');
    marks.any(|(at, _)| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let behind = bytes.get(at + 1);
        before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b']')
            && behind.is_some_and(u8::is_ascii_digit)
            && line[..at].matches('"').count().is_multiple_of(2)
    })
}

/// Whether two answers about one program differ.
fn differs(file: &Path, args: &[&str]) -> Option<String> {
    let answer = || finish(because().arg(file).args(args), b"", ALLOWED);
    (answer() != answer()).then(|| format!("{}: another answer the second time", file.display()))
}

/// What a command says of itself, if it ends as it never should.
fn internal_error(command: &str, file: &Path) -> Option<String> {
    let mut words = because();
    if !command.is_empty() {
        words.arg(command);
    }
    words.arg(file).args(["--effort", EFFORT]);
    let told = match finish(&mut words, b"", ALLOWED) {
        Some(finished) if finished.status != INTERNAL_ERROR => return None,
        Some(finished) => finished.stderr_text(),
        None => "takes too long".to_owned(),
    };
    Some(format!("because {command} {}: {told}", file.display()))
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of programs") {
        let path = entry.expect("a folder that can be listed").path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}
