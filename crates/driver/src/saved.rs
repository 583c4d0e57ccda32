//! Saved runs: from a run and its options to the document, and back.

use std::path::Path;

use ctype::DataModel;
use frontend::{DataFile, Dialect};
use lower::{Checks, MissingBody, Rounding};
use program::{CheckKind, Program};
use report::{
    Ending, Place, RunReport, SavedBytes, SavedClaim, SavedFile, SavedHarness, SavedInput, SavedLocation,
    SavedOptions, SavedRun, SavedSource,
};
use source::SourceMap;

use crate::load::Host;
use crate::options::{Language, Options};
use crate::scanned;

/// What a saved run says about how it is to be repeated.
#[derive(Debug, Clone)]
pub struct Restored {
    pub language: Language,
    pub lowering: lower::Options,
    /// By name and occurrence, with their bits.
    pub inputs: Vec<((String, u32), u128)>,
    /// There always is one, so that nobody is asked for it.
    pub stdin: Vec<u8>,
    /// `argv`, the program's name first.
    pub arguments: Vec<Vec<u8>>,
    /// Which thread runs when.
    pub schedule: runs::Schedule,
}

/// The document for a run that has been executed.
#[must_use]
pub fn saved_run(
    program: &Program,
    sources: &SourceMap,
    language: &Language,
    lowering: &lower::Options,
    arguments: &[Vec<u8>],
    report: &RunReport,
    host: Host<'_>,
) -> SavedRun {
    let mut run = SavedRun::new(options(language, lowering));
    run.claim = failed_claim(program, report);
    run.sources = user_sources(sources, language, host);
    run.arguments = arguments.iter().map(|bytes| SavedBytes::of(bytes)).collect();
    let (stdin, inputs): (Vec<_>, Vec<_>) = report.inputs.iter().partition(|input| input.source == "stdin");
    if !stdin.is_empty() {
        // The end of the input is the one value that is no byte.
        let bytes: Vec<u8> = stdin
            .iter()
            .filter_map(|input| input.value.parse().ok())
            .collect();
        run.stdin = Some(SavedBytes::of(&bytes));
    }
    run.inputs = inputs
        .into_iter()
        .filter(|input| !scanned::is_view(&input.source))
        .map(|input| SavedInput {
            name: input.name.clone(),
            occurrence: input.occurrence,
            r#type: input.r#type.clone().unwrap_or_default(),
            value: input.value.clone(),
            bits: input.bits.clone(),
            source: input.source.clone(),
        })
        .collect();
    run.schedule.clone_from(&report.schedule);
    run
}

/// What failed in a run.
pub(crate) fn failed_claim(program: &Program, report: &RunReport) -> Option<SavedClaim> {
    let Ending::Failed(failure) = &report.ending else {
        return None;
    };
    let named = |name: &String| program.claims.iter().find(|claim| claim.name == *name);
    let claim = failure.claim.as_ref().and_then(named);
    Some(SavedClaim {
        name: failure.claim.clone(),
        check: failure.check.clone(),
        text: claim.map_or_else(|| failure.message.clone(), |claim| claim.text.clone()),
        location: location(&failure.place),
    })
}

fn location(place: &Place) -> Option<SavedLocation> {
    place.location.as_ref().map(|location| SavedLocation {
        file: location.file.clone(),
        line: location.line,
        column: location.column,
    })
}

/// The files that are neither the tool's nor the host's.
#[must_use]
pub fn user_sources(sources: &SourceMap, language: &Language, host: Host<'_>) -> Vec<SavedSource> {
    let dirs = language.system_dirs.iter().chain(host.system_dirs);
    let dirs: Vec<&Path> = dirs.map(Path::new).collect();
    let own = |name: &str| !dirs.iter().any(|dir| Path::new(name).starts_with(dir));
    sources
        .files()
        // The command line is a text of its own; it is among the options.
        .filter(|(_, file)| !file.embedded && file.name != "<command-line>" && own(&file.name))
        .map(|(_, file)| SavedSource::of(file))
        .collect()
}

fn options(language: &Language, lowering: &lower::Options) -> SavedOptions {
    SavedOptions {
        function: lowering.function.clone(),
        checks: CheckKind::ALL
            .iter()
            .copied()
            .filter(|&kind| lowering.checks.has(kind))
            .map(|kind| kind.word().to_owned())
            .collect(),
        data_model: model_name(language.model),
        dialect: language.dialect.name(),
        defines: language.defines.clone(),
        undefines: language.undefines.clone(),
        include_dirs: language.include_dirs.clone(),
        system_dirs: language.system_dirs.clone(),
        forced_includes: language.forced_includes.clone(),
        host_headers: language.host_headers,
        missing_body: match lowering.missing_body {
            MissingBody::Input => "input".to_owned(),
            MissingBody::Fail => "fail".to_owned(),
        },
        malloc_may_fail: lowering.malloc_may_fail,
        malloc_never_fails: lowering.malloc_never_fails,
        left_to_right: lowering.left_to_right,
        nondet_static: lowering.nondet_static,
        error_labels: lowering.error_labels.clone(),
        rounding: match lowering.rounding {
            Rounding::Nearest => "nearest",
            Rounding::Down => "down",
            Rounding::Up => "up",
            Rounding::Zero => "zero",
        }
        .to_owned(),
        random_input: lowering.random_input,
        open_arguments: lowering.open_arguments,
        harness: SavedHarness {
            ignore_assumptions: lowering.ignore_assumptions,
            assume_assertions: lowering.assume_assertions,
            cbmc_claims: lowering.cbmc_claims,
            no_library: !language.library,
            argument_depth: Some(lowering.argument_depth)
                .filter(|depth| *depth != lower::Options::default().argument_depth),
            certain_depth: lowering.certain_depth,
        },
        data_files: language.data_files.iter().map(saved_file).collect(),
    }
}

fn saved_file(file: &DataFile) -> SavedFile {
    SavedFile {
        name: SavedBytes::of(&file.name),
        content: file.content.as_deref().map(SavedBytes::of),
    }
}

#[must_use]
pub fn data_file(file: &SavedFile) -> DataFile {
    DataFile {
        name: file.name.bytes().unwrap_or_default(),
        content: file.content.as_ref().and_then(SavedBytes::bytes).map(Into::into),
    }
}

/// What is behind a model's name if `char` has no sign.
const UNSIGNED_CHAR: &str = " unsigned char";

const MODELS: [(&str, DataModel); 7] = [
    ("LP64", DataModel::LP64),
    ("ILP32", DataModel::ILP32),
    ("LLP64", DataModel::LLP64),
    ("WIN64", DataModel::WIN64),
    ("WIN32", DataModel::WIN32),
    ("ARM", DataModel::ARM),
    ("ARM64", DataModel::ARM64),
];

fn model_name(model: DataModel) -> String {
    let same = |(_, other): &&(&str, DataModel)| {
        *other
            == DataModel {
                char_signed: other.char_signed,
                ..model
            }
    };
    let name = MODELS.iter().find(same).map_or("", |(name, _)| name);
    format!("{name}{}", if model.char_signed { "" } else { UNSIGNED_CHAR })
}

fn named_model(name: &str) -> Option<DataModel> {
    let signed = name.strip_suffix(UNSIGNED_CHAR);
    let name = signed.unwrap_or(name);
    let (_, model) = MODELS.iter().find(|(known, _)| *known == name)?;
    Some(DataModel {
        char_signed: signed.is_none(),
        ..*model
    })
}

/// A name in the document that means nothing to this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a saved run: unknown {what} `{name}`")]
pub struct RestoreError {
    what: &'static str,
    name: String,
}

impl Options {
    /// These options with what a saved run says about how it was made.
    ///
    /// # Errors
    /// When a name in the document means nothing to this version.
    pub fn restored(mut self, run: &SavedRun) -> Result<Options, RestoreError> {
        let restored = restore(run)?;
        self.language = restored.language;
        self.lowering = restored.lowering;
        self.bounds.arguments = restored.arguments;
        Ok(self)
    }
}

/// How a saved run was made.
///
/// # Errors
/// When a name in the document means nothing to this version.
pub fn restore(run: &SavedRun) -> Result<Restored, RestoreError> {
    let options = &run.options;
    let unknown = |what: &'static str, name: &str| RestoreError {
        what,
        name: name.to_owned(),
    };
    let mut checks = Checks::none();
    for word in &options.checks {
        let kind = CheckKind::ALL.iter().copied().find(|kind| kind.word() == word);
        checks = checks.with(kind.ok_or_else(|| unknown("check", word))?, true);
    }
    let language = Language {
        include_dirs: options.include_dirs.clone(),
        system_dirs: options.system_dirs.clone(),
        host_headers: options.host_headers,
        defines: options.defines.clone(),
        undefines: options.undefines.clone(),
        forced_includes: options.forced_includes.clone(),
        dialect: Dialect::parse(&options.dialect).ok_or_else(|| unknown("dialect", &options.dialect))?,
        model: named_model(&options.data_model).ok_or_else(|| unknown("data model", &options.data_model))?,
        library: !options.harness.no_library,
        data_files: options.data_files.iter().map(data_file).collect(),
        literals_name_files: false,
    };
    let lowering = lower::Options {
        checks,
        function: options.function.clone(),
        missing_body: match options.missing_body.as_str() {
            "input" => MissingBody::Input,
            "fail" => MissingBody::Fail,
            other => return Err(unknown("value of missing_body", other)),
        },
        malloc_may_fail: options.malloc_may_fail,
        malloc_never_fails: options.malloc_never_fails,
        left_to_right: options.left_to_right,
        nondet_static: options.nondet_static,
        error_labels: options.error_labels.clone(),
        rounding: match options.rounding.as_str() {
            "nearest" => Rounding::Nearest,
            "down" => Rounding::Down,
            "up" => Rounding::Up,
            "zero" => Rounding::Zero,
            other => return Err(unknown("rounding", other)),
        },
        random_input: options.random_input,
        open_arguments: options.open_arguments,
        ignore_assumptions: options.harness.ignore_assumptions,
        assume_assertions: options.harness.assume_assertions,
        cbmc_claims: options.harness.cbmc_claims,
        merge_literals: true,
        argument_depth: options
            .harness
            .argument_depth
            .unwrap_or(lower::Options::default().argument_depth),
        certain_depth: options.harness.certain_depth,
        ..lower::Options::default()
    };
    let bytes = |bytes: &SavedBytes| bytes.bytes().unwrap_or_default();
    let values = run.inputs.iter().map(|input| {
        let key = (input.name.clone(), input.occurrence);
        (key, input.bits())
    });
    Ok(Restored {
        schedule: crate::threads::schedule_from(&run.schedule),
        language,
        lowering,
        inputs: values.collect(),
        stdin: run.stdin.as_ref().map(bytes).unwrap_or_default(),
        arguments: run.arguments.iter().map(bytes).collect(),
    })
}

/// The files that are not what they were when the run was saved, by their names now.
#[must_use]
pub fn changed(run: &SavedRun, now: &[SavedSource]) -> Vec<String> {
    let mut names: Vec<String> = now
        .iter()
        .enumerate()
        .filter(|(index, source)| run.sources.get(*index).map(|old| &old.hash) != Some(&source.hash))
        .map(|(_, source)| source.name.clone())
        .collect();
    let gone = run.sources.iter().skip(now.len());
    names.extend(gone.map(|source| source.name.clone()));
    names
}
