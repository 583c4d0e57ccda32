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
    fn only_options_before_the_programs_arguments_change() {
        let args = ["-std=c99", "-include", "-includes", "-m32", "--", "-m32"];
        let rewritten = with_long_spellings(args.map(OsString::from));
        let expected = ["--std=c99", "--include", "-includes", "--32", "--", "-m32"];
        assert_eq!(rewritten, expected.map(OsString::from));
    }
}
