//! Patches as the report and the diagnosis speak of them.
//!
//! The crate `repair` finds patches; it knows no report. Here they become what is printed: places, lines before and after,
//! and what is known of each.

use interp::Stop;
use localize::{ChangedPlace, KnownChange};
use repair::{
    ChangeEffect, ChangeKind, Confidence, ConfirmedPatches, FaultyProgram, Patch, Repair, TextEdit,
};
use report::{Assurance, ChangeReport, EditReport, EffectReport, Place, SuiteRemark};
use source::{LocId, SourceMap, Span};

/// How a test ended that fails.
pub(crate) fn ended(stop: &Stop, steps: u64) -> String {
    match stop {
        // The step that was one too many is counted.
        Stop::StepLimit => SuiteRemark::Endless(steps.saturating_sub(1)).to_string(),
        stop => stop.to_string(),
    }
}

/// A repair with the lines that it changes.
pub(crate) fn change_report(subject: &FaultyProgram<'_>, repair: &Repair) -> ChangeReport {
    let edits = repair.patches.iter().flat_map(|patch| {
        let edits = patch.edits.iter();
        edits.map(|edit| edit_report(subject, patch.kind, edit))
    });
    ChangeReport {
        edits: edits.collect(),
        effect: match repair.effect {
            ChangeEffect::Computes => EffectReport::Computes,
            ChangeEffect::Harness => EffectReport::Harness,
            ChangeEffect::AvoidsClaim => EffectReport::AvoidsClaim,
            ChangeEffect::StopsInput => EffectReport::StopsInput,
        },
        violates: repair.violates.as_ref().map(|violated| violated.claim.clone()),
        violates_line: repair.violates.as_ref().and_then(|violated| violated.line),
        assurance: match repair.confidence {
            Confidence::Proved => Assurance::Proved,
            Confidence::UpToBound => Assurance::UpToBound,
            Confidence::Tests => Assurance::Tests,
            Confidence::SomeTests => Assurance::SomeTests,
        },
        repairs: repair.repairs,
        breaks: repair.breaks,
        disturbs: repair.disturbs,
        sampled: repair.sampled,
    }
}

fn edit_report(subject: &FaultyProgram<'_>, kind: ChangeKind, edit: &TextEdit) -> EditReport {
    let lines = edit.changed_lines(subject.inputs);
    EditReport {
        kind: kind.word().to_owned(),
        place: Place {
            loc: LocId::NONE,
            location: span(subject.sources, edit).map(|span| subject.sources.resolve(span)),
            spelled: None,
            macros: Vec::new(),
        },
        replacement: edit.replacement.clone(),
        before: lines.before,
        after: lines.after,
    }
}

fn span(sources: &SourceMap, edit: &TextEdit) -> Option<Span> {
    let (file, _) = sources.files().find(|(_, file)| file.name == edit.file)?;
    Some(Span::new(file, edit.lo, edit.hi))
}

/// Patches as evidence for a diagnosis.
pub(crate) fn evidence(sources: &SourceMap, found: Vec<ConfirmedPatches>) -> Vec<KnownChange> {
    let edits = found.into_iter().filter_map(|set| {
        Some(KnownChange {
            parts: parts(sources, &set.patches)?,
            partly: set.partly,
            explains: set.explains,
        })
    });
    edits.collect()
}

/// All edits of some patches in the order of the text.
fn parts(sources: &SourceMap, patches: &[Patch]) -> Option<Vec<ChangedPlace>> {
    let mut edits: Vec<(usize, &Patch, &TextEdit)> = Vec::new();
    for (number, patch) in patches.iter().enumerate() {
        edits.extend(patch.edits.iter().map(|edit| (number, patch, edit)));
    }
    // What is put in stands before what is replaced there.
    edits.sort_by_key(|(.., edit)| (&edit.file, edit.lo, edit.hi));
    let parts = edits.into_iter().map(|(change, patch, edit)| {
        Some(ChangedPlace {
            span: span(sources, edit)?,
            replacement: edit.replacement.clone(),
            statement: patch.kind.is_statement(),
            change,
        })
    });
    parts.collect()
}
