//! Compilers spell some long options with one dash; clap does not.

use std::ffi::OsString;

/// The compiler's spelling and ours. `=` stands for a value in the same argument.
const SPELLINGS: &[(&str, &str)] = &[
    ("-std=", "--std="),
    ("-include", "--include"),
    ("-isystem", "--isystem"),
    ("-nostdinc", "--nostdinc"),
    ("-ansi", "--std=c89"),
    ("-m32", "--32"),
    ("-m64", "--64"),
];

/// Beginnings of options that say how a compiler compiles, which does not matter here.
const IGNORED: &[&str] = &["-O", "-W", "-f", "-l", "-L", "-march=", "-mtune="];
/// The same, whole.
const IGNORED_WHOLE: &[&str] = &[
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-ggdb",
    "-ggdb3",
    "-c",
    "-pthread",
    "-pipe",
    "-pedantic",
    "-pedantic-errors",
    "-s",
    "-static",
    "-shared",
    "-MD",
    "-MMD",
    "-MP",
    "-w",
];
/// The same, with a value behind them.
const IGNORED_WITH_VALUE: &[&str] = &["-o", "-MF", "-MT", "-MQ"];

/// Leaves out what only a compiler needs, up to the program's own arguments after `--`.
pub(crate) fn without_compiler_options(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg == "--" {
            kept.push(arg);
            kept.extend(args);
            break;
        }
        let text = arg.to_str().unwrap_or_default();
        if IGNORED_WITH_VALUE.contains(&text) {
            args.next();
        } else if !IGNORED_WHOLE.contains(&text) && !IGNORED.iter().any(|start| text.starts_with(start)) {
            kept.push(arg);
        }
    }
    kept
}

/// The command whose name is nearly this word.
pub(crate) fn similar_command(word: &str) -> Option<String> {
    let command = <super::Cli as clap::CommandFactory>::command();
    let names = command.get_subcommands().filter(|command| !command.is_hide_set());
    let near = names.map(|command| (distance(word, command.get_name()), command.get_name().to_owned()));
    near.filter(|(distance, _)| *distance <= 2)
        .min()
        .map(|(_, name)| name)
}

/// How many letters must be put in, left out or replaced.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

/// Rewrites the compiler's spellings, up to the program's own arguments after `--`.
pub(crate) fn with_long_spellings(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut program_arguments = false;
    let rewrite = |arg: OsString| {
        program_arguments |= arg == "--";
        let Some(text) = arg.to_str().filter(|_| !program_arguments) else {
            return arg;
        };
        for (theirs, ours) in SPELLINGS {
            if let Some(rest) = text.strip_prefix(theirs)
                && (rest.is_empty() || theirs.ends_with('='))
            {
                return format!("{ours}{rest}").into();
            }
        }
        arg
    };
    args.into_iter().map(rewrite).collect()
}

/// Puts the default command first if none is given: `because FILE.c` and `because --unwind 3 FILE.c`.
pub(crate) fn with_default_command(mut args: Vec<OsString>) -> Vec<OsString> {
    let known = |name: &str| {
        let command = <super::Cli as clap::CommandFactory>::command();
        let found = command
            .get_subcommands()
            .any(|command| command.get_name() == name);
        found || matches!(name, "help" | "-h" | "--help" | "-V" | "--version")
    };
    if let Some(first) = args.get(1)
        && !first.to_str().is_some_and(known)
    {
        args.insert(1, super::DEFAULT_COMMAND.into());
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_a_compiler_needs_is_left_out() {
        let args = [
            "-g", "-O2", "a.c", "-Wall", "-fPIC", "-c", "-o", "a.o", "-lm", "-Iinc", "--", "-g",
        ];
        let kept = without_compiler_options(args.map(OsString::from));
        assert_eq!(kept, ["a.c", "-Iinc", "--", "-g"].map(OsString::from));
    }

    #[test]
    fn a_slip_of_the_finger_is_noticed() {
        assert_eq!(similar_command("chek").as_deref(), Some("check"));
        assert_eq!(similar_command("diagnos").as_deref(), Some("diagnose"));
        assert_eq!(similar_command("strrev"), None);
    }

    #[test]
    fn only_options_before_the_programs_arguments_change() {
        let args = ["-std=c99", "-include", "-includes", "-m32", "--", "-m32"];
        let rewritten = with_long_spellings(args.map(OsString::from));
        let expected = ["--std=c99", "--include", "-includes", "--32", "--", "-m32"];
        assert_eq!(rewritten, expected.map(OsString::from));
    }
}
