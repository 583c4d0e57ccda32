//! Flags of a build: what a `compile_commands.json` says about the C files that are analysed.
//!
//! Only what decides the meaning of a text is taken: where headers are, macros, the dialect, the sizes of types. Paths there are
//! relative to the directory of their command. What the user types decides where both say something.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use driver::CompileCommand;

use crate::args::with_long_spellings;
use crate::files;

const OPTION: &str = "--compile-commands";

/// The words of the command line with those of the build behind them, if it names one.
pub(crate) fn with_flags_of_build(words: Vec<OsString>) -> Result<Vec<OsString>> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let Some(database) = database(&words[..end])? else {
        return Ok(words);
    };
    let text = files::read_input(&database).with_context(|| format!("{OPTION} {database}"))?;
    let entries: Vec<CompileCommand> = serde_json::from_slice(&text).with_context(|| {
        format!("{database} is no list of compile commands, as CMake, Meson and Bear write them")
    })?;
    let own: Vec<String> = words[..end]
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let sources: Vec<&String> = own.iter().filter(|word| is_source(word)).collect();
    if sources.is_empty() {
        bail!("{OPTION} says how a C file is compiled: name the C file, too");
    }
    let mut flags: Vec<Vec<String>> = Vec::new();
    let mut from: Option<&String> = None;
    for source in sources {
        let entry = entry_of(&entries, source, &database)?;
        let found = flags_of(entry, &database)?;
        if let Some(first) = from
            && decisive(&flags) != decisive(&found)
        {
            bail!(
                "{database} compiles {first} and {source} with different macros or dialects: analyse them one at a time, \
                 or give -D and --std instead of {OPTION}"
            );
        }
        from = Some(source);
        flags.extend(
            found
                .into_iter()
                .filter(|flag| !flags.contains(flag))
                .collect::<Vec<_>>(),
        );
    }
    flags.retain(|flag| !is_said(flag, &own));
    let mut all = words[..end].to_vec();
    all.extend(flags.into_iter().flatten().map(OsString::from));
    all.extend(words[end..].iter().cloned());
    Ok(all)
}

/// The file that the option names.
fn database(words: &[OsString]) -> Result<Option<String>> {
    let mut found = None;
    for (index, word) in words.iter().enumerate() {
        let Some(text) = word.to_str() else { continue };
        let value = match text.strip_prefix(OPTION) {
            Some("") => words.get(index + 1).and_then(|next| next.to_str()),
            Some(rest) => rest.strip_prefix('='),
            None => continue,
        };
        // Without a value clap says so.
        found = value.map(str::to_owned).or(found);
    }
    // People name the directory of the build.
    Ok(found.map(|name| match Path::new(&name).is_dir() {
        true => format!("{}/compile_commands.json", name.trim_end_matches('/')),
        false => name,
    }))
}

fn is_source(word: &str) -> bool {
    !word.starts_with('-') && (word.ends_with(".c") || word.ends_with(".i"))
}

fn entry_of<'e>(entries: &'e [CompileCommand], source: &str, database: &str) -> Result<&'e CompileCommand> {
    let wanted = resolved(Path::new(source));
    let path = |entry: &CompileCommand| resolved(&entry.path());
    if let Some(entry) = entries.iter().find(|entry| path(entry) == wanted) {
        return Ok(entry);
    }
    let name = wanted.file_name();
    let alike = entries.iter().filter(|entry| path(entry).file_name() == name);
    let alike: Vec<&str> = alike.map(|entry| entry.file.as_str()).take(3).collect();
    match alike.is_empty() {
        true => bail!("{database} has no command for {source}"),
        false => bail!(
            "{database} has no command for {source}, but for {}, which is another file",
            alike.join(", ")
        ),
    }
}

/// A path by which two names of one file are equal.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What decides the meaning of a text in one command, each flag with its value, spelled as here.
fn flags_of(entry: &CompileCommand, database: &str) -> Result<Vec<Vec<String>>> {
    let Some(flags) = entry.flags() else {
        bail!(
            "{database} has neither `arguments` nor `command` for {}",
            entry.file
        );
    };
    let spelled = |flag: Vec<String>| {
        let words = with_long_spellings(flag.into_iter().map(OsString::from)).into_iter();
        words.map(|word| word.to_string_lossy().into_owned()).collect()
    };
    Ok(flags.into_iter().map(spelled).collect())
}

/// The flags that cannot differ from file to file in one analysis.
fn decisive(flags: &[Vec<String>]) -> Vec<&Vec<String>> {
    let mut decisive: Vec<&Vec<String>> = flags
        .iter()
        .filter(|flag| !matches!(flag[0].as_str(), "-I" | "--isystem"))
        .collect();
    decisive.sort();
    decisive.dedup();
    decisive
}

/// Whether the user has typed the same option, or one about the same macro.
fn is_said(flag: &[String], own: &[String]) -> bool {
    let name = |text: &str| text.split('=').next().unwrap_or_default().to_owned();
    match flag {
        [option, value] if matches!(option.as_str(), "-D" | "-U") => {
            let about = |(index, word): (usize, &String)| {
                let rest = word.strip_prefix("-D").or_else(|| word.strip_prefix("-U"));
                match rest {
                    Some("") => own.get(index + 1).is_some_and(|next| name(next) == name(value)),
                    Some(rest) => name(rest) == name(value),
                    None => false,
                }
            };
            own.iter().enumerate().any(about)
        }
        [option] if option.starts_with("--std") => own.iter().any(|word| word.starts_with("--std")),
        [option] if matches!(option.as_str(), "--32" | "--64") => {
            own.iter().any(|word| matches!(word.as_str(), "--32" | "--64"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_types_decides() {
        let own = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
        let define = own(&["-D", "N=3"]);
        assert!(is_said(&define, &own(&["a.c", "-DN=4"])));
        assert!(is_said(&define, &own(&["a.c", "-U", "N"])));
        assert!(!is_said(&define, &own(&["a.c", "-DNN=4"])));
        assert!(is_said(&own(&["--std=c99"]), &own(&["--std=c11"])));
    }
}
