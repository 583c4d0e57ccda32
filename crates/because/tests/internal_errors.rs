//! No command ends with an internal error: the default command on a sample of the project's programs, and commands on programs
//! where one did.
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

#[test]
fn no_command_ends_with_an_internal_error() {
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
    let sample = files.into_iter().step_by(every.max(1));
    let sample = sample.map(|file| ("", file));
    let mended = MENDED.iter().map(|(command, file)| (*command, root().join(file)));
    let asked: Vec<(&str, PathBuf)> = mended.chain(sample).collect();
    let wrong: Vec<String> = in_parallel(&asked, 2, |(command, file)| internal_error(command, file))
        .into_iter()
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
