//! Random programs with few inputs: trying all runs gives the truth about distances.
//!
//! `EXPLAIN_SEED` and `EXPLAIN_COUNT` choose which programs; a few are tried each time.

mod explaining;
#[path = "../../trace/tests/support/mod.rs"]
mod support;

use std::time::Duration;

use bmc::{InputKind, InputValue};
use explain::{ExplainOptions, NoExplanation, difference, distance};
use explaining::Explaining;
use interp::NoObserver;
use logic::Assignment;
use source::LocId;
use support::{Loaded, load};
use torture::Class;
use trace::{Metric, Replay};

fn inputs(number: u64) -> Vec<InputValue> {
    let values = [("a", number % 4), ("b", number / 4 % 4), ("c", number / 16)];
    values
        .iter()
        .map(|(name, value)| InputValue {
            name: (*name).to_owned(),
            occurrence: 1,
            ty: ctype::TypeId(0),
            kind: InputKind::Uninitialised,
            bits: u128::from(*value),
            loc: LocId::NONE,
        })
        .collect()
}

struct Counts {
    explained: u32,
    nothing_passes: u32,
    sliced: u32,
    skipped: u32,
    /// With several passing runs at the least distance.
    tied: u32,
}

/// What trying all runs has told.
struct Truth<'t> {
    program: &'t program::Program,
    /// The values, whether it passes, whether it fails.
    runs: &'t [(Assignment, bool, bool)],
    first: usize,
    end: bmc::StepId,
    nearest: u64,
}

impl Truth<'_> {
    fn between(&self, equation: &mut bmc::Equation, a: usize, b: usize) -> u64 {
        let pair = (&self.runs[a].0, &self.runs[b].0);
        distance(self.program, equation, &Metric::default(), self.end, pair)
    }

    /// Whether the ties are all passing runs that are as near, and whether theorem 1 holds.
    fn agrees(
        &self,
        equation: &mut bmc::Equation,
        found: &explain::Explanation,
        most: usize,
        stop: &runs::Interrupt,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let Truth {
            runs, first, nearest, ..
        } = *self;
        // All passing runs that are as near, as far as they differ in other steps.
        let mut sets = Vec::new();
        for other in (0..runs.len()).filter(|&other| runs[other].1) {
            if self.between(equation, first, other) == nearest {
                let pair = (&runs[first].0, &runs[other].0);
                sets.push(difference(self.program, equation, self.end, pair));
            }
        }
        sets.sort();
        sets.dedup();
        if found.ties_complete && found.ties.len() != sets.len() {
            let (ties, truth) = (found.ties.len(), sets.len());
            return Err(format!(
                "{ties} passing runs are as near, and {truth} is the truth"
            ));
        }
        if !found.ties_complete && sets.len() < most && !stop() {
            return Err(format!("not all of {} ties were found", sets.len()));
        }
        counts.tied += u32::from(sets.len() > 1);
        // Theorem 1: a failing run that has all of these differences is farther away.
        let passing = equation
            .assignment(&found.passing.inputs)
            .expect("the inputs suit");
        let pair = (&runs[first].0, &passing);
        let set = difference(self.program, equation, self.end, pair);
        for other in (0..runs.len()).filter(|&other| !runs[other].1) {
            let unlike = difference(self.program, equation, self.end, (&passing, &runs[other].0));
            let agrees = set.iter().all(|step| !unlike.contains(step));
            if agrees && self.between(equation, first, other) <= nearest {
                return Err(format!("run {other} has the differences, is as near, and fails"));
            }
        }
        Ok(())
    }
}

/// Every run, whether it passes, and whether it fails.
fn all_runs(equation: &bmc::Equation, replay: &Replay<'_>) -> Vec<(Assignment, bool, bool)> {
    let run = |number| {
        let inputs = inputs(number);
        let ended = replay.run(&inputs, &mut NoObserver);
        let assignment = equation.assignment(&inputs).expect("the inputs suit");
        (assignment, ended.passed(), ended.failed().is_some())
    };
    (0..4_u64.pow(3)).map(run).collect()
}

/// Whether distances are those of a metric: some triples with the failing run.
fn is_metric(
    mut distance: impl FnMut(usize, usize) -> u64,
    first: usize,
    runs: &[(Assignment, bool, bool)],
) -> Result<(), String> {
    for other in (0..runs.len()).step_by(7) {
        let there = distance(first, other);
        if there != distance(other, first) || (there == 0) != (runs[first].0 == runs[other].0) {
            return Err(format!("the distance of {first} and {other} is no metric"));
        }
        let third = (other * 5 + 3) % runs.len();
        if there > distance(first, third) + distance(third, other) {
            return Err(format!("{third} is a detour from {first} to {other}"));
        }
    }
    Ok(())
}

fn try_seed(seed: u64, counts: &mut Counts) -> Result<(), String> {
    let text = Class::Mixed.generate(seed).render();
    let mut loaded: Loaded = load(&text);
    loaded.stop = support::within(Duration::from_secs(10));
    let fail = |message: String| Err(format!("seed {seed}: {message}\n{text}"));
    let mut report = loaded.check();
    let unmodelled = |input: &InputValue| input.kind == InputKind::Unmodelled;
    let exact = report.complete
        && !report.depends_on_addresses
        && !report
            .counterexamples
            .iter()
            .any(|found| found.run.inputs.iter().any(unmodelled));
    if !exact {
        counts.skipped += 1;
        return Ok(());
    }
    let equation = &mut report.equation;
    let replay = Replay {
        program: &loaded.program,
        sources: Some(&loaded.sources),
        arguments: vec![b"program".to_vec()],
    };
    let runs = all_runs(equation, &replay);
    let Some(first) = runs.iter().position(|run| run.2) else {
        counts.skipped += 1;
        return Ok(());
    };
    let failed = equation
        .failing_run(&loaded.program, &inputs(first as u64))
        .expect("it fails");
    let end = failed
        .execution
        .as_ref()
        .map(|run| run.end)
        .expect("there is a run");
    let metric = Metric::default();
    let options = ExplainOptions {
        antecedent: false,
        ..ExplainOptions::default()
    };
    let between = |equation: &mut bmc::Equation, a: usize, b: usize| {
        distance(&loaded.program, equation, &metric, end, (&runs[a].0, &runs[b].0))
    };
    let nearest = (0..runs.len())
        .filter(|&other| runs[other].1)
        .map(|other| between(equation, first, other))
        .min();
    let distance = |a: usize, b: usize| between(equation, a, b);
    if let Err(message) = is_metric(distance, first, &runs) {
        return fail(message);
    }
    match (loaded.explain(equation, &failed, &options), nearest) {
        (Err(NoExplanation::NothingPasses), None) => counts.nothing_passes += 1,
        (Ok(found), Some(nearest)) => {
            if !found.distance.proved() && (loaded.stop)() {
                counts.skipped += 1;
                return Ok(());
            }
            if !found.distance.proved() || found.distance.value != nearest {
                return fail(format!(
                    "distance {:?}, and {nearest} is the truth",
                    found.distance
                ));
            }
            counts.explained += 1;
            counts.sliced += u32::from(!found.slices.is_empty());
            if let Some(slice) = found.slices.first()
                && (slice.is_empty() || slice.len() as u64 > nearest)
            {
                return fail(format!("a slice of {} in {nearest} differences", slice.len()));
            }
            let truth = Truth {
                program: &loaded.program,
                runs: &runs,
                first,
                end,
                nearest,
            };
            if let Err(message) = truth.agrees(equation, &found, options.ties, &loaded.stop, counts) {
                return fail(message);
            }
        }
        (Err(NoExplanation::Unknown), _) => counts.skipped += 1,
        (found, nearest) => return fail(format!("{:?}, and the truth is {nearest:?}", found.map(|_| ()))),
    }
    Ok(())
}

#[test]
fn distances_are_least() {
    let number = |name: &str, otherwise: u64| {
        let given = std::env::var(name).ok();
        given.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (first, count) = (number("EXPLAIN_SEED", 1), number("EXPLAIN_COUNT", 40));
    let mut counts = Counts {
        explained: 0,
        nothing_passes: 0,
        sliced: 0,
        skipped: 0,
        tied: 0,
    };
    let failures: Vec<String> = (first..first + count)
        .filter_map(|seed| try_seed(seed, &mut counts).err())
        .collect();
    println!(
        "{} explained ({} sliced, {} with ties), {} where nothing passes, {} skipped, {} wrong",
        counts.explained,
        counts.sliced,
        counts.tied,
        counts.nothing_passes,
        counts.skipped,
        failures.len()
    );
    assert!(
        failures.is_empty(),
        "{} failures, the first:\n{}",
        failures.len(),
        failures[0]
    );
    assert!(counts.explained > 0);
}
