//! Programs as tests: every C file under `tests/programs` says in its header comment how it is run and what
//! must come out. CONTRIBUTING.md describes the format.

mod support;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::{Finished, available, because, compile, finish, in_parallel, root};

const ALLOWED: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Expect {
    /// The same output and exit status as the compiled program.
    SameAsCc,
    Exit(i32),
    /// A claim of this check fails on this line.
    Fails {
        word: String,
        line: u32,
    },
    /// Of `check`: every claim holds.
    Holds,
}

#[derive(Debug)]
struct Case {
    path: PathBuf,
    /// Further files of the same program, beside it; they are no tests themselves.
    with: Vec<PathBuf>,
    /// Whether all runs are meant (`check`) or one (`run`).
    check: bool,
    options: Vec<String>,
    args: Vec<String>,
    stdin: Vec<u8>,
    expect: Expect,
}

/// Reads the header: the `//` lines at the top.
fn read_case(path: &Path) -> Result<Case, String> {
    let text = String::from_utf8_lossy(&fs::read(path).map_err(|error| error.to_string())?).into_owned();
    let (mut command, mut expect, mut stdin, mut args) = (None, None, None, Vec::new());
    let mut with = Vec::new();
    for line in text.lines().take_while(|line| line.starts_with("//")) {
        let Some((key, value)) = line.trim_start_matches('/').split_once(':') else {
            continue;
        };
        let value = value.trim();
        match key.trim() {
            "because" => command = Some(value.to_owned()),
            "expect" => expect = Some(read_expect(value)?),
            "stdin" => stdin = Some(unescape(value)),
            "with" => {
                with = value
                    .split_whitespace()
                    .map(|name| path.with_file_name(name))
                    .collect()
            }
            "args" => args = value.split_whitespace().map(str::to_owned).collect(),
            _ => {}
        }
    }
    let command = command.ok_or("no `// because:` line")?;
    let mut options = command.split_whitespace().map(str::to_owned);
    let check = match options.next().as_deref() {
        Some("run") => false,
        Some("check") => true,
        _ => return Err(format!("unknown command `{command}`")),
    };
    let beside = path.with_extension("in");
    Ok(Case {
        path: path.to_owned(),
        with,
        check,
        options: options.collect(),
        args,
        stdin: match stdin {
            Some(text) => text,
            None => fs::read(beside).unwrap_or_default(),
        },
        expect: expect.ok_or("no `// expect:` line")?,
    })
}

fn read_expect(text: &str) -> Result<Expect, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bad = || format!("unknown expectation `{text}`");
    match words[..] {
        ["same-as-cc"] => Ok(Expect::SameAsCc),
        ["holds"] => Ok(Expect::Holds),
        ["exit", code] => Ok(Expect::Exit(code.parse().map_err(|_| bad())?)),
        ["fails", word, "at", "line", line] => Ok(Expect::Fails {
            word: word.to_owned(),
            line: line.parse().map_err(|_| bad())?,
        }),
        _ => Err(bad()),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let escaped = if letter == '\\' { letters.next() } else { None };
        match escaped {
            None => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('0') => bytes.push(0),
            Some(other) => bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

fn execute(case: &Case) -> Result<Finished, String> {
    let mut command = because();
    // Relative, as a user at the root would name it.
    let path = case.path.strip_prefix(root()).unwrap_or(&case.path);
    let word = if case.check { "check" } else { "run" };
    command.arg(word).arg(path).args(&case.with).args(&case.options);
    if case.check {
        // No test needs longer; the verdict is then another one.
        command.args(["--json", "--timeout", "50"]);
        return finish(&mut command, &case.stdin, ALLOWED).ok_or_else(|| "takes too long".to_owned());
    }
    if let Expect::Fails { .. } = case.expect {
        command.arg("--json");
    }
    command.arg("--").args(&case.args);
    finish(&mut command, &case.stdin, ALLOWED).ok_or_else(|| "takes too long".to_owned())
}

/// The verdict of `check` is the one that is expected, and a claim of the right kind fails in the right place.
fn check_all_runs(case: &Case) -> Result<(), String> {
    let ours = execute(case)?;
    let told = |text: String| Err(format!("{text}\n{}\n{}", ours.stdout_text(), ours.stderr_text()));
    let expected = match case.expect {
        Expect::Holds => 0,
        Expect::Fails { .. } => 10,
        Expect::Exit(code) => code,
        Expect::SameAsCc => return Err("`check` is not compared with cc".to_owned()),
    };
    if ours.status != expected {
        return told(format!("exit {} instead of {expected}", ours.status));
    }
    let Expect::Fails { word, line } = &case.expect else {
        return Ok(());
    };
    let found: serde_json::Value =
        serde_json::from_slice(&ours.stdout).map_err(|error| format!("{error}\n{}", ours.stdout_text()))?;
    // Where the user sees it: what a library function demands is told where it is called.
    let mut runs = found["counterexamples"].as_array().into_iter().flatten();
    if runs.any(|told| told["run"]["check"] == word.as_str() && told["run"]["location"]["line"] == *line) {
        return Ok(());
    }
    told(format!("no claim of {word} at line {line} fails"))
}

fn check(case: &Case) -> Result<(), String> {
    if case.check {
        return check_all_runs(case);
    }
    let ours = execute(case)?;
    let told = |text: String| Err(format!("{text}\n{}", ours.stderr_text()));
    match &case.expect {
        Expect::Holds => Err("`holds` is for `check`".to_owned()),
        Expect::Exit(code) if ours.status == *code => Ok(()),
        Expect::Exit(code) => told(format!("exit {} instead of {code}", ours.status)),
        Expect::SameAsCc => {
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            let binary = folder.path().join("program");
            let cc_options: Vec<&str> = cc_options(&case.options);
            let files: Vec<PathBuf> = std::iter::once(&case.path).chain(&case.with).cloned().collect();
            compile(&files, &cc_options, &binary)?;
            let native = finish(Command::new(&binary).args(&case.args), &case.stdin, ALLOWED)
                .ok_or("the compiled program takes too long")?;
            if ours.stdout != native.stdout {
                let (ours, native) = (&ours.stdout, &native.stdout);
                let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                return told(format!(
                    "because prints\n{}\ncc prints\n{}",
                    show(ours),
                    show(native)
                ));
            }
            if ours.status != native.status {
                return told(format!("exit {}, but cc's {}", ours.status, native.status));
            }
            Ok(())
        }
        Expect::Fails { word, line } => {
            let found: serde_json::Value = serde_json::from_slice(&ours.stdout)
                .map_err(|error| format!("{error}\n{}\n{}", ours.stdout_text(), ours.stderr_text()))?;
            // What the tool does not support is not the program's error.
            let status = if word == "unsupported" { 6 } else { 10 };
            if ours.status != status || found["ending"] != "failed" {
                let ending = &found["ending"];
                return told(format!(
                    "exit {}, ending {ending}, but a claim should fail",
                    ours.status
                ));
            }
            let (check, at) = (&found["check"], &found["location"]["line"]);
            if check != word.as_str() || at != *line {
                return told(format!("{check} fails at line {at}, not {word} at line {line}"));
            }
            Ok(())
        }
    }
}

/// The options that a C compiler understands too.
fn cc_options(options: &[String]) -> Vec<&str> {
    let shared = ["-I", "-D", "-U", "-std=", "-include"];
    let mut found = Vec::new();
    let mut take_next = false;
    for option in options.iter().map(String::as_str) {
        if take_next || shared.iter().any(|prefix| option.starts_with(prefix)) {
            take_next = !take_next && ["-I", "-D", "-U", "-include"].contains(&option);
            found.push(option);
        }
    }
    found
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("a folder that can be listed").path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "c" || extension == "i")
        {
            found.push(path);
        }
    }
}

#[test]
fn programs_do_what_their_headers_say() {
    let folder = root().join("tests/programs");
    let mut files = Vec::new();
    c_files(&folder, &mut files);
    files.sort();
    let has_cc = available("cc", "programs that must do the same as compiled");
    let only = std::env::var("PROGRAMS").unwrap_or_default();
    let parts: HashSet<PathBuf> = files
        .iter()
        .filter_map(|path| read_case(path).ok())
        .flat_map(|case| case.with)
        .collect();
    files.retain(|path| path.to_string_lossy().contains(&only) && !parts.contains(path));
    let outcomes = in_parallel(&files, 2, |path| {
        let case = read_case(path)?;
        if case.expect == Expect::SameAsCc && !has_cc {
            return Ok(());
        }
        check(&case)
    });
    let mut wrong = Vec::new();
    for (path, outcome) in files.iter().zip(outcomes) {
        let known_failure = path.components().any(|part| part.as_os_str() == "fixme");
        let name = path.strip_prefix(&folder).unwrap_or(path).display();
        match outcome {
            Ok(()) if known_failure => wrong.push(format!("{name}: passes; move it out of fixme")),
            Err(error) if !known_failure => wrong.push(format!("{name}: {error}")),
            _ => {}
        }
    }
    let count = wrong.len();
    assert!(
        wrong.is_empty(),
        "{count} of {} wrong:\n{}",
        files.len(),
        wrong.join("\n\n")
    );
}
