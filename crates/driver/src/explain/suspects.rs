//! Suspects: where the two methods agree.
//!
//! The closest passing run alone often avoids a fault by changing an input, and a diagnosis alone names every expression on
//! the way. So `because FILE.c` asks both about the failing run: each expression that with another value would have let it
//! pass is a suspect, and those on lines where the closest passing run differs come first. Only single expressions are
//! looked for; `because diagnose` finds more.
//!
//! One run says little: much could be changed just there. So runs nearby that fail at the same claim in other ways are asked,
//! too, and a suspect must be able to repair each of them. There may be several faults; if no expression repairs all of
//! these runs, the one at hand counts alone.

use bmc::Counterexample;
use interp::Interpreter;
use localize::{Settings, localize};
use program::Program;
use report::{LineReport, Place, SuspectReport};
use runs::Test;
use source::SourceMap;

use crate::session::Session;

#[derive(Debug, Default)]
pub(super) struct Suspects {
    pub(super) suspects: Vec<SuspectReport>,
    /// How many failing runs each of them repairs.
    pub(super) runs: usize,
}

/// The failing run as a test, and others nearby that fail at the same claim in other ways.
pub(super) fn failing_runs(session: &Session<'_>, failed: &Counterexample) -> Vec<Test> {
    let Session { program, sources, .. } = session;
    let test = Test::of_run(program, &failed.run);
    let interpreter = Interpreter::new(program, Some(sources));
    let near = repair::neighbours(
        &interpreter,
        program,
        &[&test],
        Some(failed.claim),
        budgets::driver::NEARBY_RUN.get(),
    );
    let named = |name: String| move |other: Test| Test { name, ..other };
    let others = near
        .failing
        .into_iter()
        .zip(2..)
        .map(|(other, number)| named(format!("{} ({number})", test.name))(other));
    std::iter::once(test.clone()).chain(others).collect()
}

/// The expressions that could be wrong, those where the closest passing run differs first. Nothing if they were not found in
/// time or could not be confirmed.
pub(super) fn suspects(session: &Session<'_>, several: &[Test], lines: &[LineReport]) -> Option<Suspects> {
    let Session {
        program,
        sources,
        stop,
        ..
    } = session;
    if several.len() > 1
        && let Some(found) = repairing(program, sources, several, lines, stop)
        && !found.suspects.is_empty()
    {
        return Some(found);
    }
    repairing(program, sources, several.get(..1)?, lines, stop)
}

/// The expressions that repair each of these runs alone.
fn repairing(
    program: &Program,
    sources: &SourceMap,
    tests: &[Test],
    lines: &[LineReport],
    stop: &runs::Interrupt,
) -> Option<Suspects> {
    // Parts of expressions get places of their own, which nobody else needs.
    let mut sources = sources.clone();
    let settings = Settings {
        max_faults: 1,
        effort: Some(budgets::driver::SUSPECTS_EFFORT.get()),
        ..Settings::default()
    };
    let found = localize(program, &mut sources, tests, &[], &settings, stop);
    if !found.mismatches.is_empty() || found.stopped {
        return None;
    }
    if found.avoiding || found.is_located() {
        return Some(Suspects::default());
    }
    let mut suspects: Vec<SuspectReport> = Vec::new();
    for diagnosis in &found.diagnoses {
        let [member] = diagnosis.members.as_slice() else {
            continue;
        };
        let suspect = &found.suspects[*member];
        let place = Place::new(&sources, suspect.loc);
        let differs = place.location.as_ref().is_some_and(|location| {
            lines
                .iter()
                .any(|line| line.file == location.file && line.line == location.line)
        });
        let changed = diagnosis
            .repairs
            .first()
            .and_then(|repair| repair.values.iter().find(|value| value.changed));
        suspects.push(SuspectReport {
            kind: suspect.kind.suspected(),
            expression: suspect.text.clone(),
            function: program.function(suspect.function).name.clone(),
            original: changed.and_then(|value| value.had.as_deref().map(report::plain)),
            repair: changed.map(|value| report::plain(&value.takes)),
            differs,
            undecided: diagnosis
                .only
                .as_ref()
                .map_or(0, |only| found.failing.len() - only.len()),
            place: Place {
                loc: source::LocId::NONE,
                ..place
            },
        });
    }
    suspects.sort_by_key(|suspect| (suspect.undecided, !suspect.differs));
    Some(Suspects {
        suspects,
        runs: found.failing.len(),
    })
}
