//! The command line as users see it: arguments, exit code, output. `UPDATE_EXPECT=1` accepts new output.

#[path = "../support/mod.rs"]
mod support;

mod bad_input;
mod endings;
mod texts;
mod tracing;

use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::{Expect, expect, expect_file};
use support::{Finished, because, finish, folder_with};

const ALLOWED: Duration = Duration::from_secs(60);

/// Runs the tool in a folder with these files.
fn run_with(files: &[(&str, &str)], args: &[&str], stdin: &str) -> Finished {
    let folder = folder_with(files);
    run_in(folder.path(), args, stdin)
}

fn run_in(folder: &Path, args: &[&str], stdin: &str) -> Finished {
    let mut command = because();
    command.current_dir(folder).args(args);
    finish(&mut command, stdin.as_bytes(), ALLOWED).expect("ends in time")
}

fn shown(done: &Finished) -> String {
    let mut text = format!("exit {}\n", done.status);
    for (name, bytes) in [("stdout", &done.stdout), ("stderr", &done.stderr)] {
        if !bytes.is_empty() {
            text.push_str(&format!("-- {name}\n{}", String::from_utf8_lossy(bytes)));
            if !text.ends_with('\n') {
                text.push('\n');
            }
        }
    }
    text
}

fn check(files: &[(&str, &str)], args: &[&str], expected: Expect) {
    expected.assert_eq(&shown(&run_with(files, args, "")));
}

#[test]
fn help_is_complete() {
    let done = run_with(&[], &["run", "--help"], "");
    assert_eq!(done.status, 0);
    expect_file!["../snapshots/run-help.txt"].assert_eq(&done.stdout_text());
    let done = run_with(&[], &["why", "--help"], "");
    expect_file!["../snapshots/why-help.txt"].assert_eq(&done.stdout_text());
    let done = run_with(&[], &["--version"], "");
    assert_eq!(
        (done.status, done.stdout_text().starts_with("because ")),
        (0, true)
    );
}

/// The guide lists the exit codes as the tool prints them.
#[test]
fn the_guide_has_the_exit_codes() {
    let help = run_with(&[], &["run", "--help"], "").stdout_text();
    let guide = fs::read_to_string(support::root().join("docs/run.md")).expect("the guide");
    let codes = help
        .split("Exit status of run")
        .nth(1)
        .expect("exit codes in the help");
    let rows = codes.lines().filter_map(|line| line.trim().split_once("  "));
    let mut count = 0;
    for (code, meaning) in rows {
        let row = format!("| {} | {} |", code.trim(), meaning.trim());
        assert!(guide.contains(&row), "docs/run.md lacks {row}");
        count += 1;
    }
    assert_eq!(count, 7);
}

/// What the README shows is what the tool prints.
#[test]
fn the_readme_is_true() {
    let readme = fs::read_to_string(support::root().join("README.md")).expect("the README");
    let mut commands = Vec::new();
    for shown in readme.split("\n$ because ").skip(1) {
        let (command, output) = shown.split_once('\n').expect("a command and its output");
        let output = output.split("\n```").next().expect("an end");
        let args: Vec<&str> = command.split_whitespace().collect();
        let done = run_in(&support::root(), &args, "");
        assert_eq!(done.stdout_text().trim_end(), output);
        commands.push(command);
    }
    assert_eq!(commands.len(), 2);
    let command = commands[0];
    let run_it = format!("cargo run --release -p because -- {command}");
    assert!(readme.contains(&run_it), "the command to try it is another one");
}

#[test]
fn wrong_command_lines() {
    check(
        &[],
        &["run"],
        expect![[r#"
        exit 1
        -- stderr
        error: the following required arguments were not provided:
          <FILE>...

        Usage: because run <FILE>... [-- <ARGS>...]

        For more information, try '--help'.
    "#]],
    );
    check(
        &[("a.c", "")],
        &["run", "a.c", "--bound-check"],
        expect![[r#"
        exit 1
        -- stderr
        error: unexpected argument '--bound-check' found

          tip: a similar argument exists: '--bounds-check'
          tip: to pass '--bound-check' as a value, use '-- --bound-check'

        Usage: because run <FILE>... [-- <ARGS>...]

        For more information, try '--help'.
    "#]],
    );
    check(
        &[("a.c", "")],
        &["run", "a.c", "--input", "x"],
        expect![[r#"
        exit 1
        -- stderr
        error: --input `x` is not of the form NAME=VALUE

        For more information, try '--help'.
    "#]],
    );
    check(
        &[("a.c", "")],
        &["run", "a.c", "-std=c++17"],
        expect![[r#"
        exit 1
        -- stderr
        error: unknown dialect `c++17`: c89, c99, c11, c17, c23 or gnu89 to gnu23

        For more information, try '--help'.
    "#]],
    );
}
