//! A localisation as the document that is reported.
//!
//! `localize` speaks of suspects, runs and locations by number. Here they get their names, texts and places. The order
//! is kept: nothing is ranked here.

use std::collections::BTreeSet;

use localize::{Diagnosis, Localization, RepairedValue};
use report::{
    DIAGNOSE_SCHEMA, DiagnoseReport, DiagnoseVerdict, DiagnosedComponent, DiagnosisReport, Exit, FailingTest,
    Place, Replacement, TestRepair, ValueChange,
};
use runs::Test;
use source::SourceMap;

use super::lines;
use crate::session::Session;

/// A localisation, and what its numbers are resolved with.
struct Telling<'t> {
    session: &'t Session<'t>,
    sources: &'t SourceMap,
    given: &'t [Test],
    found: &'t Localization,
}

pub(super) fn report(
    session: &Session<'_>,
    sources: &SourceMap,
    given: &[Test],
    found: &Localization,
) -> DiagnoseReport {
    let telling = Telling {
        session,
        sources,
        given,
        found,
    };
    let failing: Vec<FailingTest> = found
        .failing
        .iter()
        .map(|number| telling.failing(*number))
        .collect();
    let covers: Vec<String> = found.covered.iter().map(|run| telling.name(*run)).collect();
    let ranked = found.diagnoses.iter().enumerate();
    let diagnoses: Vec<DiagnosisReport> = ranked
        .map(|(index, diagnosis)| telling.diagnosis(index + 1, diagnosis, &covers))
        .collect();
    let (verdict, exit) = verdict(found, &failing, &diagnoses);
    DiagnoseReport {
        schema: DIAGNOSE_SCHEMA,
        files: session.options.files.clone(),
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
        notes: notes(found),
        exit_code: exit.code(),
    }
}

impl Telling<'_> {
    /// The name of a failing run.
    fn name(&self, run: usize) -> String {
        self.found.tests[self.found.failing[run]].name.clone()
    }

    fn components(&self, members: &[usize]) -> Vec<DiagnosedComponent> {
        let all = members.iter().map(|id| {
            let suspect = &self.found.suspects[*id];
            DiagnosedComponent {
                kind: suspect.kind.suspected(),
                expression: suspect.text.clone(),
                function: self.session.program.function(suspect.function).name.clone(),
                place: Place::new(self.sources, suspect.loc),
            }
        });
        all.collect()
    }

    fn failing(&self, number: usize) -> FailingTest {
        let test = &self.found.tests[number];
        let expected = self.given.get(number).and_then(|test| test.expected.as_ref());
        FailingTest {
            name: test.name.clone(),
            ended: report::English(&test.ended).to_string(),
            exited: test.exited,
            printed: expected.map(|_| String::from_utf8_lossy(&test.stdout).into_owned()),
            expected: expected.map(|text| String::from_utf8_lossy(text).into_owned()),
        }
    }

    /// `covers` are the runs that a diagnosis covers if nothing else is known of it.
    fn diagnosis(&self, rank: usize, diagnosis: &Diagnosis, covers: &[String]) -> DiagnosisReport {
        let names = |runs: &[usize]| -> Vec<String> { runs.iter().map(|run| self.name(*run)).collect() };
        let places = diagnosis.elsewhere.iter();
        let edit = diagnosis.edit.as_ref();
        DiagnosisReport {
            rank,
            size: diagnosis.members.len(),
            reason: diagnosis.reason.clone(),
            components: self.components(&diagnosis.members),
            narrower: diagnosis
                .narrower
                .iter()
                .map(|set| self.components(set))
                .collect(),
            constant: diagnosis.constant.as_ref().map(|constant| constant.text.clone()),
            constant_breaks: diagnosis.constant.as_ref().map(|constant| constant.breaks),
            edit: edit.map(|edit| edit.text.clone()),
            repaired: edit.and_then(|edit| edit.partly),
            lines: edit
                .map(|edit| lines::changed(self.sources, &edit.parts))
                .unwrap_or_default(),
            replacements: self.replacements(diagnosis),
            elsewhere: places.map(|loc| Place::new(self.sources, *loc)).collect(),
            printed: self.components(&diagnosis.printed),
            covers: match &diagnosis.only {
                Some(runs) if edit.is_none() => names(runs),
                _ if edit.is_some_and(|edit| edit.partly.is_some()) => Vec::new(),
                _ => covers.to_vec(),
            },
            explains: diagnosis.covers.iter().map(|runs| names(runs)).collect(),
            changes: changes(&diagnosis.changes),
            repairs: self.repairs(diagnosis),
        }
    }

    /// The edits of the text that make up a change.
    fn replacements(&self, diagnosis: &Diagnosis) -> Vec<Replacement> {
        let parts = diagnosis.edit.iter().flat_map(|edit| &edit.made);
        let replaced = parts.map(|part| Replacement {
            location: self.sources.resolve(part.span),
            text: part.replacement.clone(),
        });
        replaced.collect()
    }

    /// For each failing run the values with which it passes.
    fn repairs(&self, diagnosis: &Diagnosis) -> Vec<TestRepair> {
        let change = |value: &RepairedValue| {
            Some(ValueChange {
                component: diagnosis.members.iter().position(|id| *id == value.suspect)?,
                original: value.had.clone(),
                repair: value.takes.clone(),
                changed: value.changed,
            })
        };
        let repairs = diagnosis.repairs.iter().map(|repair| TestRepair {
            test: self.name(repair.run),
            values: repair.values.iter().filter_map(change).collect(),
        });
        repairs.collect()
    }
}

/// The notes in the order of their texts, then what was not confirmed: it is not told, but everything else is.
fn notes(found: &Localization) -> Vec<String> {
    let notes: BTreeSet<String> = found
        .notes
        .iter()
        .map(|note| report::English(note).to_string())
        .collect();
    let unconfirmed = found.mismatches.iter();
    let unconfirmed = unconfirmed.map(|repair| report::English(repair).to_string());
    notes.into_iter().chain(unconfirmed).collect()
}

fn verdict(
    found: &Localization,
    failing: &[FailingTest],
    diagnoses: &[DiagnosisReport],
) -> (DiagnoseVerdict, Exit) {
    if !found.mismatches.is_empty() && diagnoses.is_empty() {
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
    }
}

/// Members by the change that they belong to, in the order of the first of each; nothing if each is a change of its
/// own.
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

/// The report where no run fails, or none is known to.
pub(super) fn nothing(session: &Session<'_>, verdict: DiagnoseVerdict) -> DiagnoseReport {
    let exit = match verdict {
        DiagnoseVerdict::NothingFails => Exit::Program(0),
        _ => Exit::Undetermined,
    };
    DiagnoseReport {
        schema: DIAGNOSE_SCHEMA,
        files: session.options.files.clone(),
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
