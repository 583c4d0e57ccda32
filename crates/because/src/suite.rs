//! Tests as users keep them: folders of inputs and outputs, lists of arguments and outputs, saved runs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use driver::{Language, TestVector};
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
    /// The language and the checks of the program under test: those of the saved runs if there are any. It finds the
    /// files that the tests name.
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

/// Pairs `NAME.in` and `NAME.out` of a folder, with optional `NAME.args`, in the order of their names. What has no
/// `NAME.out` is no test, and told.
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
        let at = || format!("{name}.args");
        let call = driver::command_line(&text).with_context(at)?;
        arguments.extend(call.arguments);
        stdin = input_from(call.input_from.as_deref(), folder).with_context(at)?;
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

/// The tests of a list, a line each.
fn vectors(name: &str, folder: &Path) -> Result<Vec<Test>> {
    let text = fs::read(name).with_context(|| format!("--test-vectors {name}"))?;
    let tests = driver::test_vectors(&text).with_context(|| format!("--test-vectors {name}"))?;
    let test = |vector: TestVector| {
        let at = format!("{name}:{}", vector.line);
        let stdin = input_from(vector.call.input_from.as_deref(), folder).context(at)?;
        Ok(vector.test(stdin))
    };
    tests.into_iter().map(test).collect()
}

/// What `< FILE` gives; the file may lie beside the test.
fn input_from(name: Option<&str>, folder: &Path) -> Result<Option<Vec<u8>>> {
    let Some(name) = name else { return Ok(None) };
    let beside = folder.join(name);
    let found = match beside.is_file() && !Path::new(name).exists() {
        true => beside.display().to_string(),
        false => name.to_owned(),
    };
    let text = files::read_input(&found).with_context(|| format!("< {name}"))?;
    Ok(Some(text))
}

/// The test that a saved run is.
fn saved(name: &str, given: &mut Tests) -> Result<Test> {
    let text = fs::read_to_string(name).with_context(|| format!("--run {name}"))?;
    let (test, has_options) = driver::saved_test(name, &text).with_context(|| format!("--run {name}"))?;
    if has_options {
        given.take_options(name)?;
    }
    Ok(test)
}
