//! The command `diagnose`: which expressions, given other values, would have made the failing runs right.
//!
//! The failing runs come from tests, from saved runs, or from `check`, which looks for one.

mod closest;
mod line_ends;
mod lines;
mod reasons;
pub(crate) mod tests;
pub(crate) mod unsupported;
pub(crate) mod unwritten;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Result;
use bmc::Status;
use localize::{Granularity, Hints, Localization, diagnose as find};
use program::Program;
use report::{
    DIAGNOSE_SCHEMA, DiagnoseReport, DiagnoseVerdict, DiagnosedComponent, DiagnosisReport, FailingTest,
    Place, Replacement, TestRepair, ValueChange, diagnose_text,
};
use runs::Test;
use source::SourceMap;

use crate::exit::Exit;
use crate::hunting;
use crate::load::{self, Changed};
use crate::memory;
use crate::options::DiagnoseOptions;
use crate::repairs::World;
use crate::repairs::evidence::Evidence;
use crate::run::stopper::Stopper;

pub(crate) fn diagnose(options: &DiagnoseOptions) -> Result<Exit> {
    memory::set_ceiling(options.memory);
    let tests = tests::all(&options.tests, &options.vectors, &options.runs)?;
    let (language, lowering) = tests.program(&options.language, &options.lowering)?;
    let mut loaded = load::load(&options.files, &language, &lowering);
    if options.warnings {
        loaded.show(&loaded.warnings, options.style)?;
    }
    tests.warn(&loaded.sources, &language)?;
    let (mut given, left_out) = (tests.tests, tests.remarks);
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => return loaded.unusable(errors, options.json, options.style),
    };
    let mut first = unwritten::first_runs(program, &loaded.sources, &given);
    let mut remarks = unsupported::leave_out(program, &loaded.sources, &mut given, &mut first)?;
    let space = options.settings.ignore_space;
    remarks.extend(line_ends::settle(space, &mut given, &first));
    let unwritten = unwritten::expose(program, &loaded.sources, &mut given, &first);
    drop(first);
    let stopper = Stopper::install()?;
    let guard = options.timeout.map(|time| stopper.after(time));
    let flag = stopper.flag();
    let stop: runs::Interrupt = Arc::new(move || flag.load(Ordering::Relaxed));
    let mut report = if given.is_empty() {
        match failing_run(options, program, &loaded.sources, &stop) {
            Ok((test, differing)) => {
                let hints = Hints {
                    differing: &differing,
                    ..Hints::default()
                };
                let found = find(
                    program,
                    &mut loaded.sources,
                    &[test],
                    hints,
                    &options.settings,
                    &stop,
                );
                tell(options, program, &loaded.sources, &[], &found)
            }
            Err(verdict) => nothing(options, verdict),
        }
    } else {
        // With one test nearly everything fits.
        let judged = given.iter().all(|test| test.expected.is_some()) && given.len() > 1;
        // Diagnosis makes places of its own.
        let mut sources = loaded.sources.clone();
        let texts = Changed::new(&language, &loaded.models);
        let world = World {
            inputs: &loaded.inputs,
            texts: &texts,
            lowering: &lowering,
            sources: &loaded.sources,
            program,
            ignore_space: options.settings.ignore_space,
            stop: &stop,
        };
        let wanted = judged && options.settings.granularity == Granularity::Expression;
        let all = given;
        let mut evidence = wanted.then(|| Evidence::new(&world, &all));
        let several = options.settings.max_faults > 1;
        let mut edits = evidence.as_ref().map(Evidence::edits).unwrap_or_default();
        // Errors that a compiled program may survive do not stand in the way of what is really printed wrong.
        let errors = evidence.as_ref().map(Evidence::survivable).unwrap_or_default();
        let counted: Vec<Test>;
        if edits.is_empty() && !errors.is_empty() {
            edits = evidence.as_ref().map(Evidence::others).unwrap_or_default();
        }
        given = if edits.is_empty() && !errors.is_empty() {
            let left = |(number, _): &(usize, &Test)| !errors.contains(number);
            let left = all.iter().enumerate().filter(left);
            counted = left.map(|(_, test)| test.clone()).collect();
            let again = Evidence::new(&world, &counted);
            edits = again.edits();
            remarks.extend(again_told(&all, &errors, evidence.as_ref()));
            evidence = Some(again);
            counted.clone()
        } else {
            all.clone()
        };
        let pairs = |effort| {
            let found = evidence.as_ref().map(|evidence| evidence.pairs(effort));
            found.unwrap_or_default()
        };
        let more = || evidence.as_ref().map(Evidence::more).unwrap_or_default();
        let others = || evidence.as_ref().map(Evidence::others).unwrap_or_default();
        let hints = Hints {
            edits: &edits,
            others: evidence.is_some().then_some(&others),
            pairs: several.then_some(&pairs),
            more: several.then_some(&more),
            ..Hints::default()
        };
        let found = find(program, &mut sources, &given, hints, &options.settings, &stop);
        remarks.extend(evidence.as_ref().and_then(Evidence::untried));
        // What is said of expressions may be all there is to say of them; of changes more could have been found.
        if evidence.is_some() && stop() && !found.stopped {
            remarks.push("stopped before all changes of the text were tried".to_owned());
        }
        loaded.sources = sources;
        tell(options, program, &loaded.sources, &given, &found)
    };
    drop(guard);
    if !report.failing.is_empty() {
        remarks.extend(unwritten::told(&unwritten));
        report.notes.splice(0..0, remarks);
    }
    report.notes.splice(0..0, left_out);
    let exit = report.exit_code;
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else {
        out.write_all(diagnose_text(&report, &loaded.sources, options.style, options.all).as_bytes())?;
    }
    Ok(Exit::Program(exit))
}

/// Members by the change that they belong to, in the order of the first of each; nothing if each is a change of its own.
fn changes(numbers: &[usize]) -> Vec<Vec<usize>> {
    let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
    for (member, number) in numbers.iter().enumerate() {
        match found.iter_mut().find(|(known, _)| known == number) {
            Some((_, members)) => members.push(member),
            None => found.push((*number, vec![member])),
        }
    }
    match found.iter().any(|(_, members)| members.len() > 1) {
        true => found.into_iter().map(|(_, members)| members).collect(),
        false => Vec::new(),
    }
}

/// What is said of tests that end in an error and are not counted.
fn again_told(all: &[Test], errors: &[usize], evidence: Option<&Evidence<'_>>) -> Vec<String> {
    let told = |number: &usize| {
        let error = evidence
            .map(|evidence| evidence.error(*number))
            .unwrap_or_default();
        format!(
            "{} fails, too, but is not counted, since a compiled program may go on: {error}",
            all[*number].name
        )
    };
    errors.iter().map(told).collect()
}

/// A run that `check` finds, with the lines where the closest passing run differs; otherwise what it says.
fn failing_run(
    options: &DiagnoseOptions,
    program: &Program,
    sources: &SourceMap,
    stop: &runs::Interrupt,
) -> Result<(Test, Vec<(String, u32)>), DiagnoseVerdict> {
    let mut bounds = options.bounds.clone();
    bounds.stop_on_fail = true;
    bounds.record = true;
    let found = hunting::check(program, sources, &bounds, true, stop, &mut |_| {});
    let Some(run) = found.counterexamples.first() else {
        let holds = found.complete && found.claims.iter().all(|claim| claim.status == Status::Holds);
        return Err(match holds {
            true => DiagnoseVerdict::NothingFails,
            false => DiagnoseVerdict::Undetermined,
        });
    };
    let test = Test::of_run(program, &run.run);
    let run = run.clone();
    let differing = match run.execution {
        Some(_) => closest::differing(program, sources, &bounds, found.equation, &run, stop),
        // It was found by executing it.
        None => Vec::new(),
    };
    Ok((test, differing))
}

fn nothing(options: &DiagnoseOptions, verdict: DiagnoseVerdict) -> DiagnoseReport {
    let exit = match verdict {
        DiagnoseVerdict::NothingFails => Exit::Program(0),
        _ => Exit::Undetermined,
    };
    DiagnoseReport {
        schema: DIAGNOSE_SCHEMA,
        files: options.files.clone(),
        verdict,
        failing: Vec::new(),
        passing: 0,
        components: 0,
        complete: verdict == DiagnoseVerdict::NothingFails,
        none_smaller: verdict == DiagnoseVerdict::NothingFails,
        avoids_assertion: false,
        bounded: false,
        stopped: false,
        looked_at: 0,
        diagnoses: Vec::new(),
        notes: Vec::new(),
        exit_code: exit.code(),
    }
}

fn tell(
    options: &DiagnoseOptions,
    program: &Program,
    sources: &SourceMap,
    given: &[Test],
    found: &Localization,
) -> DiagnoseReport {
    let name = |run: &usize| found.tests[found.failing[*run]].name.clone();
    let covers: Vec<String> = found.covered.iter().map(name).collect();
    let components = |members: &[usize]| {
        let all = members.iter().map(|id| {
            let suspect = &found.suspects[*id];
            DiagnosedComponent {
                kind: suspect.kind.word().to_owned(),
                expression: suspect.text.clone(),
                function: program.function(suspect.function).name.clone(),
                place: Place::new(sources, suspect.loc),
            }
        });
        all.collect::<Vec<_>>()
    };
    let diagnoses: Vec<DiagnosisReport> = found
        .diagnoses
        .iter()
        .enumerate()
        .map(|(index, diagnosis)| DiagnosisReport {
            rank: index + 1,
            size: diagnosis.members.len(),
            reason: reasons::reason(&diagnosis.reason),
            components: components(&diagnosis.members),
            narrower: diagnosis.narrower.iter().map(|set| components(set)).collect(),
            constant: diagnosis.constant.as_ref().map(|constant| constant.text.clone()),
            constant_breaks: diagnosis.constant.as_ref().map(|constant| constant.breaks),
            edit: diagnosis.edit.as_ref().map(|edit| edit.text.clone()),
            repaired: diagnosis.edit.as_ref().and_then(|edit| edit.partly),
            lines: diagnosis
                .edit
                .as_ref()
                .map(|edit| lines::changed(sources, &edit.parts))
                .unwrap_or_default(),
            replacements: diagnosis
                .edit
                .iter()
                .flat_map(|edit| &edit.made)
                .map(|part| Replacement {
                    location: sources.resolve(part.span),
                    text: part.replacement.clone(),
                })
                .collect(),
            elsewhere: diagnosis
                .elsewhere
                .iter()
                .map(|loc| Place::new(sources, *loc))
                .collect(),
            printed: components(&diagnosis.printed),
            covers: match &diagnosis.only {
                Some(runs) if diagnosis.edit.is_none() => runs.iter().map(name).collect(),
                _ if diagnosis.edit.as_ref().is_some_and(|edit| edit.partly.is_some()) => Vec::new(),
                _ => covers.clone(),
            },
            explains: diagnosis
                .covers
                .iter()
                .map(|runs| runs.iter().map(name).collect())
                .collect(),
            changes: changes(&diagnosis.changes),
            repairs: diagnosis
                .repairs
                .iter()
                .map(|repair| TestRepair {
                    test: name(&repair.run),
                    values: repair
                        .values
                        .iter()
                        .filter_map(|value| {
                            Some(ValueChange {
                                component: diagnosis.members.iter().position(|id| *id == value.suspect)?,
                                original: value.had.clone(),
                                repair: value.takes.clone(),
                                changed: value.changed,
                            })
                        })
                        .collect(),
                })
                .collect(),
        })
        .collect();
    let failing: Vec<FailingTest> = found
        .failing
        .iter()
        .map(|number| {
            let test = &found.tests[*number];
            let expected = given.get(*number).and_then(|test| test.expected.as_ref());
            FailingTest {
                name: test.name.clone(),
                ended: reasons::ended(&test.ended).to_string(),
                exited: test.exited,
                printed: expected.map(|_| String::from_utf8_lossy(&test.stdout).into_owned()),
                expected: expected.map(|text| String::from_utf8_lossy(text).into_owned()),
            }
        })
        .collect();
    // In the order of their texts.
    let notes: BTreeSet<String> = found
        .notes
        .iter()
        .map(|note| reasons::note(note).to_string())
        .collect();
    let mut notes: Vec<String> = notes.into_iter().collect();
    // What was not confirmed is not told, but everything else is.
    notes.extend(
        found
            .mismatches
            .iter()
            .map(|repair| reasons::unconfirmed(repair).to_string()),
    );
    let unconfirmed = !found.mismatches.is_empty() && diagnoses.is_empty();
    let (verdict, exit) = if unconfirmed {
        (DiagnoseVerdict::Undetermined, Exit::Internal)
    } else if failing.is_empty() {
        (DiagnoseVerdict::NothingFails, Exit::Program(0))
    } else if found.is_located() {
        (DiagnoseVerdict::Located, Exit::ClaimFails)
    } else if !diagnoses.is_empty() {
        (DiagnoseVerdict::Diagnosed, Exit::ClaimFails)
    } else if found.stopped || !found.complete {
        (DiagnoseVerdict::Undetermined, Exit::Undetermined)
    } else {
        (DiagnoseVerdict::NoDiagnosis, Exit::ClaimFails)
    };
    DiagnoseReport {
        schema: DIAGNOSE_SCHEMA,
        files: options.files.clone(),
        verdict,
        passing: found.tests.len() - failing.len(),
        failing,
        components: found.suspects.len(),
        complete: found.complete && found.mismatches.is_empty(),
        none_smaller: found.none_smaller && found.mismatches.is_empty(),
        avoids_assertion: found.avoiding,
        bounded: found.bounded,
        stopped: found.stopped,
        looked_at: found.covered.len(),
        diagnoses,
        notes,
        exit_code: exit.code(),
    }
}
