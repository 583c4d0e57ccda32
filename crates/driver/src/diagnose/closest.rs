//! Where the closest passing run differs: the evidence of `because explain` for the order of a diagnosis.
//!
//! Asked only for a failing run that `check` found, since the closest passing run may have other inputs: tests fix
//! theirs.

use bmc::{Counterexample, Equation};
use explain::ExplainOptions;
use program::Program;
use runs::Meter;
use source::SourceMap;
use trace::{DeltaKind, Question};

/// Files and lines of the differences that matter; nothing if they were not found in time.
pub(crate) fn differing(
    program: &Program,
    sources: &SourceMap,
    options: &bmc::Options,
    mut equation: Equation,
    failed: &Counterexample,
    stop: &runs::Interrupt,
) -> Vec<(String, u32)> {
    let meter = Meter::new(Some(budgets::driver::CLOSEST_EFFORT.get()), stop);
    let (options, stop) = (
        bmc::Options {
            meter: Some(meter.clone()),
            ..options.clone()
        },
        meter.interrupt(),
    );
    let question = Question {
        program,
        sources: Some(sources),
        options: &options,
        stop: &stop,
        watch: trace::UNWATCHED,
    };
    let explained = explain::explain(&question, &mut equation, failed, &ExplainOptions::default());
    let Ok(explanation) = explained else {
        return Vec::new();
    };
    let sliced = explanation.deltas.iter().any(|delta| delta.in_slice);
    let mut lines: Vec<(String, u32)> = Vec::new();
    for delta in &explanation.deltas {
        if (sliced && !delta.in_slice) || delta.kind == DeltaKind::Input || delta.library {
            continue;
        }
        let loc = delta.origins.map_or(delta.loc, |(failing, _)| failing);
        let location = sources.location(loc);
        let at = sources.resolve(location.used);
        let line = (at.file, at.line);
        if loc != source::LocId::NONE && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}
