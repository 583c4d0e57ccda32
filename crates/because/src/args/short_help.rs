//! `-h` of every command fits one screen: what people need first, and three examples. `--help` has everything.

use clap::Command as Clap;

use report::exit_help::examples;

/// Options that `-h` of a command shows, those that it has of these.
const SHOWN: [&str; 13] = [
    "tests",
    "run",
    "schedule",
    "save-run",
    "full",
    "json",
    "unwind",
    "timeout",
    "function",
    "seed",
    "input",
    "max-faults",
    "help",
];

/// Those that also have a letter.
const SHOWN_LETTERS: [char; 3] = ['I', 'D', 'h'];

/// The same command line, with a short `-h` for each command.
pub(crate) fn with_short_help(command: Clap) -> Clap {
    command.mut_subcommands(|command| {
        let Some(examples) = examples(command.get_name()) else {
            return command;
        };
        let everything = command.get_after_help().cloned();
        let command = match everything {
            Some(text) => command.after_long_help(text),
            None => command,
        };
        command.after_help(examples).mut_args(|arg| {
            let long = arg.get_long().is_some_and(|long| SHOWN.contains(&long));
            let letter = arg
                .get_short()
                .is_some_and(|letter| SHOWN_LETTERS.contains(&letter));
            match long || letter || arg.is_positional() {
                true => arg,
                false => arg.hide_short_help(true),
            }
        })
    })
}

#[cfg(test)]
mod checks {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_short_help_fits_a_screen_and_has_three_examples() {
        let mut all = with_short_help(crate::args::Cli::command());
        let names: Vec<String> = all
            .get_subcommands()
            .map(|command| command.get_name().to_owned())
            .collect();
        for name in names.iter().filter(|name| *name != crate::args::DEFAULT_COMMAND) {
            let command = all.find_subcommand_mut(name).expect("it is one of them");
            let help = command.render_help().to_string();
            assert!(
                help.lines().count() <= 40,
                "{name}: {} lines\n{help}",
                help.lines().count()
            );
            let example = format!("  because {name} ");
            assert!(help.matches(&example).count() >= 3, "{name}\n{help}");
            let whole = command.render_long_help().to_string();
            assert!(whole.lines().count() > help.lines().count(), "{name}");
        }
    }
}
