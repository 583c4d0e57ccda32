//! Tests as users keep them: folders of inputs and outputs, lists of arguments and outputs, saved runs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use driver::Language;
use frontend::DataFile;
use report::{Note, SavedOptions, SavedRun};
use runs::Test;
use source::SourceMap;

use crate::data;
use crate::files;

/// All tests that were named on the command line.
#[derive(Debug, Default)]
pub(crate) struct Tests {
    pub(crate) tests: Vec<Test>,
    /// What was left out.
    pub(crate) remarks: Vec<String>,
    /// Where the tests lie: files that their arguments name may be there.
    folders: Vec<PathBuf>,
    /// The files that saved runs have with them.
    files: Vec<DataFile>,
    /// Saved runs that say how they were made, by their names.
    saved: Vec<(String, SavedRun)>,
}

impl Tests {
    /// The language and the checks of the program under test: those of the saved runs if there are any. It finds the files that
    /// the tests name.
    pub(crate) fn program(
        &self,
        language: &Language,
        lowering: &lower::Options,
    ) -> Result<(Language, lower::Options)> {
        if self.tests.is_empty() {
            return Ok((language.clone(), lowering.clone()));
        }
        let (mut language, mut lowering) = (language.clone(), lowering.clone());
        if let Some((name, run)) = self.saved.first() {
            let restored = driver::restore(run).with_context(|| format!("--run {name}"))?;
            language = Language {
                data_files: language.data_files,
                ..restored.language
            };
            lowering = lower::Options {
                merge_literals: lowering.merge_literals,
                open_arguments: lowering.open_arguments,
                ..restored.lowering
            };
        }
        language.data_files.extend(self.files.iter().cloned());
        let arguments = self.tests.iter().flat_map(|test| test.arguments.iter().skip(1));
        let language = data::with_arguments(&language, arguments, &self.folders);
        Ok((language, lowering))
    }

    /// Reads how a saved run was made. One program is diagnosed, so all of them must have been made of it.
    fn take_options(&mut self, name: &str) -> Result<()> {
        let run = files::read_saved_run(name)?;
        // Arguments and files are what the runs may differ in.
        let decisive = |run: &SavedRun| SavedOptions {
            data_files: Vec::new(),
            open_arguments: false,
            ..run.options.clone()
        };
        if let Some((first, known)) = self.saved.first()
            && decisive(known) != decisive(&run)
        {
            bail!("--run {name}: saved with other options than {first}");
        }
        self.files
            .extend(run.options.data_files.iter().map(driver::data_file));
        self.saved.push((name.to_owned(), run));
        Ok(())
    }

    /// Says which files are not what they were when a run was saved.
    pub(crate) fn warn(&self, sources: &SourceMap, language: &Language) -> Result<()> {
        let now = driver::user_sources(sources, language, files::host());
        let mut known = BTreeSet::new();
        for (_, run) in &self.saved {
            for name in driver::changed(run, &now) {
                if known.insert(name.clone()) {
                    let mut out = std::io::stderr();
                    writeln!(out, "{}", Note::ChangedSource(name))?;
                }
            }
        }
        Ok(())
    }
}

pub(crate) fn all(folders: &[String], lists: &[String], runs: &[String]) -> Result<Tests> {
    let mut given = Tests::default();
    for name in folders {
        given.tests.extend(folder(name, &mut given.remarks)?);
        given.folders.push(PathBuf::from(name));
    }
    for name in lists {
        let beside = Path::new(name).parent().unwrap_or(Path::new("")).to_owned();
        given.tests.extend(vectors(name, &beside)?);
        given.folders.push(beside);
    }
    for name in runs {
        let test = saved(name, &mut given)?;
        given.tests.push(test);
    }
    Ok(given)
}

/// Pairs `NAME.in` and `NAME.out` of a folder, with optional `NAME.args`, in the order of their names. What has no `NAME.out` is
/// no test, and told.
fn folder(folder: &str, remarks: &mut Vec<String>) -> Result<Vec<Test>> {
    let mut names = Vec::new();
    let mut inputs = BTreeSet::new();
    let entries = fs::read_dir(folder).with_context(|| format!("--tests {folder}"))?;
    for entry in entries {
        let path = entry.with_context(|| format!("--tests {folder}"))?.path();
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            remarks.push(format!("{name} in {folder} is no test: its name is not UTF-8"));
            continue;
        };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("out") => names.push(stem.to_owned()),
            Some("in" | "args") => {
                inputs.insert(stem.to_owned());
            }
            _ => {}
        }
    }
    names.sort();
    if names.is_empty() {
        bail!("--tests {folder}: no file there ends in .out");
    }
    let without = inputs.into_iter().filter(|name| !names.contains(name));
    remarks.extend(without.map(|name| format!("{name} is no test: there is no {name}.out in {folder}")));
    names.iter().map(|name| one(Path::new(folder), name)).collect()
}

fn one(folder: &Path, name: &str) -> Result<Test> {
    let read = |extension: &str| {
        let path = folder.join(format!("{name}.{extension}"));
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| path.display().to_string()),
        }
    };
    let mut arguments = vec![b"program".to_vec()];
    let mut stdin = None;
    if let Some(text) = read("args")? {
        let line = command_line(&text, folder).with_context(|| format!("{name}.args"))?;
        arguments.extend(line.arguments);
        stdin = line.stdin;
    }
    Ok(Test {
        name: name.to_owned(),
        arguments,
        stdin: read("in")?.or(stdin).unwrap_or_default(),
        stdin_ends: true,
        expected: Some(read("out")?.unwrap_or_default()),
        ..Test::default()
    })
}

/// One test a line: the program's arguments, `=>`, `|` or a tab, and what it must print; without a separator the last
/// word is that. A newline at its end is understood; `\c` at the end means that there is none.
fn vectors(name: &str, folder: &Path) -> Result<Vec<Test>> {
    let text = fs::read(name).with_context(|| format!("--test-vectors {name}"))?;
    let mut tests = Vec::new();
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let at = || format!("{name}:{}", index + 1);
        let mut test = vector(line, folder).with_context(at)?;
        if test.name.is_empty() {
            test.name = format!("line {}", index + 1);
        }
        tests.push(test);
    }
    if tests.is_empty() {
        bail!("--test-vectors {name}: there is no test in it");
    }
    Ok(tests)
}

fn vector(line: &[u8], folder: &Path) -> Result<Test> {
    // The first separator counts: what stands behind it may look like one. Blanks before an arrow may be tabs.
    let arrow = split_outside_quotes(line, b"=>");
    let bar = split_outside_quotes(line, b"|");
    let tab = split_outside_quotes(line, b"\t").filter(|_| arrow.is_none());
    let first = [arrow, bar, tab].into_iter().flatten();
    let (arguments, expected) = match first.min_by_key(|(before, _)| before.len()) {
        Some((arguments, expected)) => (arguments.trim_ascii(), expected.trim_ascii()),
        None => {
            let blank = line.iter().rposition(u8::is_ascii_whitespace);
            let blank = blank.ok_or_else(|| anyhow!("no expected output after the arguments"))?;
            (&line[..blank], &line[blank + 1..])
        }
    };
    let mut all = vec![b"program".to_vec()];
    let line = command_line(arguments, folder)?;
    all.extend(line.arguments);
    Ok(Test {
        name: String::from_utf8_lossy(arguments.trim_ascii()).into_owned(),
        arguments: all,
        stdin: line.stdin.unwrap_or_default(),
        stdin_ends: true,
        expected: Some(unescaped(expected)),
        ..Test::default()
    })
}

/// Splits at the first separator that is not part of a quoted word.
fn split_outside_quotes<'l>(line: &'l [u8], separator: &[u8]) -> Option<(&'l [u8], &'l [u8])> {
    let mut quote = None;
    for (at, &letter) in line.iter().enumerate() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if matches!(letter, b'"' | b'\'') => quote = Some(letter),
            None if line[at..].starts_with(separator) => {
                return Some((&line[..at], &line[at + separator.len()..]));
            }
            None => {}
        }
    }
    None
}

/// A program's call.
struct CommandLine {
    arguments: Vec<Vec<u8>>,
    /// What `< FILE` gives.
    stdin: Option<Vec<u8>>,
}

fn command_line(text: &[u8], folder: &Path) -> Result<CommandLine> {
    let mut stdin = None;
    let mut arguments = Vec::new();
    let mut words = words(text)?.into_iter();
    while let Some(word) = words.next() {
        match word {
            Word::Plain(word) => arguments.push(word),
            Word::InputFrom => {
                let Some(Word::Plain(name)) = words.next() else {
                    bail!("no file is named after `<`");
                };
                let name = String::from_utf8_lossy(&name).into_owned();
                let beside = folder.join(&name);
                let found = match beside.is_file() && !Path::new(&name).exists() {
                    true => beside.display().to_string(),
                    false => name.clone(),
                };
                stdin = Some(files::read_input(&found).with_context(|| format!("< {name}"))?);
            }
        }
    }
    Ok(CommandLine { arguments, stdin })
}

enum Word {
    Plain(Vec<u8>),
    /// `<` outside of quotes, where a word begins.
    InputFrom,
}

/// Words as a shell splits them: at blanks, except between quotes.
fn words(text: &[u8]) -> Result<Vec<Word>> {
    let mut found = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    for &letter in text {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, b'"' | b'\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_ascii_whitespace() => found.extend(word.take().map(Word::Plain)),
            (None, b'<') if word.is_none() => found.push(Word::InputFrom),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        bail!("a quote is not closed");
    }
    found.extend(word.map(Word::Plain));
    Ok(found)
}

fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.iter().copied().peekable();
    while let Some(letter) = letters.next() {
        if letter != b'\\' {
            bytes.push(letter);
            continue;
        }
        match letters.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'c') if letters.peek().is_none() => return bytes,
            Some(b'\\') | None => bytes.push(b'\\'),
            Some(other) => bytes.extend([b'\\', other]),
        }
    }
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    bytes
}

/// A saved run: its inputs, arguments and standard input. Only the members that decide the run are looked at.
fn saved(name: &str, given: &mut Tests) -> Result<Test> {
    let text = fs::read_to_string(name).with_context(|| format!("--run {name}"))?;
    let value: serde_json::Value = serde_json::from_str(&text).with_context(|| format!("--run {name}"))?;
    let schema = value["schema"].as_str().unwrap_or_default();
    let known = matches!(
        schema,
        "because.saved-run/1" | "because.saved-run/2" | "because.run/1"
    );
    let Some(inputs) = value["inputs"].as_array().filter(|_| known) else {
        bail!("--run {name}: not a saved run (`--save-run` of check and run makes one)");
    };
    let bytes = |value: &serde_json::Value| match value.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => {
            let digits = value["hex"].as_str().unwrap_or_default().as_bytes();
            let pairs = digits
                .chunks_exact(2)
                .filter_map(|pair| std::str::from_utf8(pair).ok());
            pairs
                .filter_map(|pair| u8::from_str_radix(pair, 16).ok())
                .collect()
        }
    };
    let mut test = Test {
        name: name.to_owned(),
        arguments: value["arguments"]
            .as_array()
            .map_or(vec![b"program".to_vec()], |all| all.iter().map(bytes).collect()),
        stdin: bytes(&value["stdin"]),
        stdin_ends: true,
        ..Test::default()
    };
    for input in inputs {
        let Some(name) = input["name"].as_str() else {
            continue;
        };
        if input["source"] == "stdin" {
            // The end of the input is the one value that is no byte.
            let byte = input["value"].as_str().and_then(|value| value.parse().ok());
            test.stdin.extend::<Option<u8>>(byte);
            continue;
        }
        let bits = input["bits"].as_str().unwrap_or("0x0");
        let bits = u128::from_str_radix(bits.trim_start_matches("0x"), 16)
            .with_context(|| format!("the bits of {name}"))?;
        let occurrence = input["occurrence"].as_u64().unwrap_or(1);
        let key = runs::input_key(name, occurrence as u32);
        test.inputs.push((key, bits));
    }
    if value["options"]["open_arguments"] == true {
        // With the arguments that the inputs say; here they are given.
        let named = test.inputs.iter().map(|(name, bits)| (name.as_str(), *bits));
        test.arguments.truncate(1);
        test.arguments
            .extend(report::argument_words(named).unwrap_or_default());
        test.inputs
            .retain(|(name, _)| name != "argc" && !name.starts_with("argv["));
    }
    if value.get("options").is_some() {
        given.take_options(name)?;
    }
    Ok(test)
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn vectors_in_each_form() {
        for line in ["1 'b c' => 7", "1 'b c' | 7", "1 'b c'\t7", "1 'b c' 7"] {
            let test = vector(line.as_bytes(), Path::new("")).unwrap();
            assert_eq!(test.arguments, [&b"program"[..], b"1", b"b c"], "{line}");
            assert_eq!(test.expected.as_deref(), Some(&b"7\n"[..]), "{line}");
        }
        let test = vector(b"'a|b=>' \"=>\" => it's | so", Path::new("")).unwrap();
        assert_eq!(test.arguments, [&b"program"[..], b"a|b=>", b"=>"]);
        assert_eq!(test.expected.unwrap(), b"it's | so\n");
        assert_eq!(
            vector(b"1 => a\\nb\\c", Path::new("")).unwrap().expected.unwrap(),
            b"a\nb"
        );
        assert!(vector(b"'1 => 2", Path::new("")).is_err());
        assert!(vector(b"alone", Path::new("")).is_err());
    }

    #[test]
    fn what_stands_behind_a_separator_is_text() {
        let given = |line: &[u8]| {
            let test = vector(line, Path::new("")).unwrap();
            let words = test.arguments[1..].join(&b'/');
            (words, test.expected.unwrap())
        };
        assert_eq!(given(b"x z\ta|b"), (b"x/z".to_vec(), b"a|b\n".to_vec()));
        assert_eq!(given(b"x | a => b"), (b"x".to_vec(), b"a => b\n".to_vec()));
        assert_eq!(given(b"x\ty => a"), (b"x/y".to_vec(), b"a\n".to_vec()));
        // Bytes that are no text stay what they are.
        assert_eq!(
            given(b"\xff\xa0b => \xff+"),
            (b"\xff\xa0b".to_vec(), b"\xff+\n".to_vec())
        );
    }
}
