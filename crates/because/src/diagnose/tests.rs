//! Tests as users keep them: folders of inputs and outputs, lists of arguments and outputs, saved runs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use explain::diagnose::Test;

/// All tests that were named on the command line.
pub(crate) fn all(folders: &[String], lists: &[String], runs: &[String]) -> Result<Vec<Test>> {
    let mut given = Vec::new();
    for name in folders {
        given.extend(folder(name)?);
    }
    for name in lists {
        given.extend(vectors(name)?);
    }
    for name in runs {
        given.push(saved(name)?);
    }
    Ok(given)
}

/// Pairs `NAME.in` and `NAME.out` of a folder, with optional `NAME.args`, in the order of their names.
fn folder(folder: &str) -> Result<Vec<Test>> {
    let mut names = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("--tests {folder}"))?;
    for entry in entries {
        let path = entry.with_context(|| format!("--tests {folder}"))?.path();
        if path.extension().is_some_and(|extension| extension == "out")
            && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
        {
            names.push(stem.to_owned());
        }
    }
    names.sort();
    if names.is_empty() {
        bail!("--tests {folder}: no file there ends in .out");
    }
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
    if let Some(text) = read("args")? {
        arguments.extend(words(&String::from_utf8_lossy(&text))?);
    }
    Ok(Test {
        name: name.to_owned(),
        arguments,
        stdin: read("in")?.unwrap_or_default(),
        stdin_ends: true,
        expected: Some(read("out")?.unwrap_or_default()),
        ..Test::default()
    })
}

/// One test a line: the program's arguments, `=>`, `|` or a tab, and what it must print; without a separator the last
/// word is that. A newline at its end is understood; `\c` at the end means that there is none.
fn vectors(name: &str) -> Result<Vec<Test>> {
    let text = fs::read_to_string(name).with_context(|| format!("--test-vectors {name}"))?;
    let mut tests = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = || format!("{name}:{}", index + 1);
        tests.push(vector(line).with_context(at)?);
    }
    if tests.is_empty() {
        bail!("--test-vectors {name}: there is no test in it");
    }
    Ok(tests)
}

fn vector(line: &str) -> Result<Test> {
    let separated = ["=>", "|", "\t"]
        .iter()
        .find_map(|separator| split_outside_quotes(line, separator));
    let (arguments, expected) = match separated {
        Some((arguments, expected)) => (arguments.trim(), expected.trim()),
        None => line
            .rsplit_once(char::is_whitespace)
            .ok_or_else(|| anyhow!("no expected output after the arguments"))?,
    };
    let mut all = vec![b"program".to_vec()];
    all.extend(words(arguments)?);
    Ok(Test {
        name: arguments.trim().to_owned(),
        arguments: all,
        stdin_ends: true,
        expected: Some(unescaped(expected)),
        ..Test::default()
    })
}

/// Splits at the first separator that is not part of a quoted word.
fn split_outside_quotes<'l>(line: &'l str, separator: &str) -> Option<(&'l str, &'l str)> {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            None if line[at..].starts_with(separator) => {
                return Some((&line[..at], &line[at + separator.len()..]));
            }
            None => {}
        }
    }
    None
}

/// Words as a shell splits them: at blanks, except between quotes.
fn words(text: &str) -> Result<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => found.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        bail!("a quote is not closed");
    }
    found.extend(word);
    Ok(found.into_iter().map(String::into_bytes).collect())
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            bytes.extend(letter.to_string().as_bytes());
            continue;
        }
        match letters.next() {
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('c') if letters.peek().is_none() => return bytes,
            Some('\\') | None => bytes.push(b'\\'),
            Some(other) => {
                bytes.push(b'\\');
                bytes.extend(other.to_string().as_bytes());
            }
        }
    }
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    bytes
}

/// A saved run: its inputs, arguments and standard input. Only the members that decide the run are looked at.
fn saved(name: &str) -> Result<Test> {
    let text = fs::read_to_string(name).with_context(|| format!("--run {name}"))?;
    let value: serde_json::Value = serde_json::from_str(&text).with_context(|| format!("--run {name}"))?;
    let schema = value["schema"].as_str().unwrap_or_default();
    if !matches!(schema, "because.saved-run/1" | "because.run/1") {
        bail!("--run {name}: not a saved run but `{schema}`");
    }
    let bytes = |value: &serde_json::Value| match value.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => {
            let digits = value["hex"].as_str().unwrap_or_default();
            let pairs = (0..digits.len() / 2).map(|at| u8::from_str_radix(&digits[at * 2..at * 2 + 2], 16));
            pairs.filter_map(Result::ok).collect()
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
    for input in value["inputs"].as_array().into_iter().flatten() {
        let Some(name) = input["name"].as_str() else {
            continue;
        };
        if input["source"] == "stdin" {
            continue;
        }
        let bits = input["bits"].as_str().unwrap_or("0x0");
        let bits = u128::from_str_radix(bits.trim_start_matches("0x"), 16)
            .with_context(|| format!("the bits of {name}"))?;
        let key = match input["occurrence"].as_u64().unwrap_or(1) {
            1 => name.to_owned(),
            occurrence => format!("{name}#{occurrence}"),
        };
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
    Ok(test)
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn vectors_in_each_form() {
        for line in ["1 'b c' => 7", "1 'b c' | 7", "1 'b c'\t7", "1 'b c' 7"] {
            let test = vector(line).unwrap();
            assert_eq!(test.arguments, [&b"program"[..], b"1", b"b c"], "{line}");
            assert_eq!(test.expected.as_deref(), Some(&b"7\n"[..]), "{line}");
        }
        let test = vector("'a|b=>' \"=>\" => it's | so").unwrap();
        assert_eq!(test.arguments, [&b"program"[..], b"a|b=>", b"=>"]);
        assert_eq!(test.expected.unwrap(), b"it's | so\n");
        assert_eq!(vector("1 => a\\nb\\c").unwrap().expected.unwrap(), b"a\nb");
        assert!(vector("'1 => 2").is_err());
        assert!(vector("alone").is_err());
    }
}
