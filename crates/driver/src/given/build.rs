//! What the commands of a build say about the meaning of C files: where headers are, macros, the dialect, the sizes of
//! types. Everything else is about how a compiler compiles.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// One compilation, as `compile_commands.json` lists them.
#[derive(Debug, Deserialize)]
pub struct CompileCommand {
    #[serde(default)]
    directory: String,
    /// The C file.
    pub file: String,
    /// The words of the command, or the whole of it as a shell reads it.
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// Options with a value, behind them or as the next word: as builds spell them and in the way that means the same here, and
/// whether the value is a path.
const WITH_VALUE: &[(&str, &str, bool)] = &[
    ("-isystem", "-isystem", true),
    ("-iquote", "-I", true),
    ("-idirafter", "-isystem", true),
    ("-include", "-include", true),
    ("-I", "-I", true),
    ("-D", "-D", false),
    ("-U", "-U", false),
];

impl CompileCommand {
    /// Where the C file is.
    pub fn path(&self) -> PathBuf {
        Path::new(&self.directory).join(&self.file)
    }

    /// What decides the meaning of the text, each flag with its value, paths independent of the command's directory. Nothing if
    /// the command is not there.
    pub fn flags(&self) -> Option<Vec<Vec<String>>> {
        let words = match (&self.arguments, &self.command) {
            (Some(words), _) => words.clone(),
            (None, Some(command)) => shell_words(command),
            (None, None) => return None,
        };
        let mut flags = Vec::new();
        let mut words = words.into_iter().skip(1);
        while let Some(word) = words.next() {
            if matches!(word.as_str(), "-nostdinc" | "-ansi" | "-m32" | "-m64") || word.starts_with("-std=") {
                flags.push(vec![word]);
                continue;
            }
            let mut known = WITH_VALUE.iter();
            let Some((written, option, is_path)) = known.find(|(written, ..)| word.starts_with(written))
            else {
                continue;
            };
            let value = match &word[written.len()..] {
                "" => words.next().unwrap_or_default(),
                value => value.to_owned(),
            };
            let value = match is_path {
                true => Path::new(&self.directory)
                    .join(value)
                    .to_string_lossy()
                    .into_owned(),
                false => value,
            };
            flags.push(vec![(*option).to_owned(), value]);
        }
        Some(flags)
    }
}

/// A command as a shell divides it: blanks, quotes, backslashes.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == letter => quote = None,
            (None | Some('"'), '\\') => {
                if let Some(next) = letters.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_divided_as_a_shell_does() {
        let words = shell_words(r#"cc -DNAME=\"a\ b\" -D 'X=1 2' "-Iinc dir" -c  a.c"#);
        assert_eq!(
            words,
            ["cc", r#"-DNAME="a b""#, "-D", "X=1 2", "-Iinc dir", "-c", "a.c"]
        );
    }

    #[test]
    fn only_what_decides_the_meaning_is_taken() {
        let command = CompileCommand {
            directory: "/build".to_owned(),
            file: "../a.c".to_owned(),
            arguments: None,
            command: Some(
                "cc -O2 -Wall -I../inc -DN=3 -D M -isystem sys -std=c99 -o a.o -c ../a.c".to_owned(),
            ),
        };
        let flags: Vec<String> = command
            .flags()
            .expect("flags")
            .iter()
            .map(|flag| flag.join(" "))
            .collect();
        assert_eq!(
            flags,
            [
                "-I /build/../inc",
                "-D N=3",
                "-D M",
                "-isystem /build/sys",
                "-std=c99"
            ]
        );
    }
}
