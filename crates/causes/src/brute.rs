//! Causes of random programs against definition 3, word by word, over all runs.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use bmc::{InputKind, InputValue};
use logic::Assignment;
use source::LocId;

use super::candidates::{Runs as RunValues, Wanted, candidates};
use super::search::{CauseSearch, Decision, Runs as Terms, runs};
use super::*;
use crate::lowered::lowered;
use crate::random;

fn inputs(choice: [i128; 3]) -> Vec<InputValue> {
    let named = random::INPUTS.iter().zip(choice);
    named
        .map(|(name, value)| InputValue {
            name: (*name).to_owned(),
            occurrence: 1,
            ty: ctype::TypeId(0),
            kind: InputKind::Uninitialised,
            bits: value as u128,
            loc: LocId::NONE,
        })
        .collect()
}

/// Every run with its distance, and whether it shows the effect.
struct EveryRun<'e> {
    equation: &'e Equation,
    runs: Vec<(Assignment, u64, bool)>,
}

impl EveryRun<'_> {
    fn of<'e>(
        equation: &'e Equation,
        all: &Terms,
        steps: &[metric::Observed],
        failing: &[metric::StepValue],
    ) -> EveryRun<'e> {
        let runs = random::choices()
            .into_iter()
            .map(|choice| equation.assignment(&inputs(choice)).unwrap())
            .filter(|run| holds(equation, all.run, run))
            .map(|run| {
                let there = metric::valuation(equation, steps, &run);
                let distance = metric::distance(steps, failing, &there);
                let fails = holds(equation, all.fails, &run);
                (run, distance, fails)
            })
            .collect();
        EveryRun { equation, runs }
    }

    /// The distance of the nearest run that shows the effect or does not, and meets a condition.
    fn least(&self, fails: bool, condition: impl Fn(&Assignment) -> bool) -> Option<u64> {
        let matching = self
            .runs
            .iter()
            .filter(|(run, _, effect)| *effect == fails && condition(run));
        matching.map(|(_, distance, _)| *distance).min()
    }

    /// Definition 3.
    fn decision(&self, falsified: TermId) -> Decision {
        let without_cause = |run: &Assignment| holds(self.equation, falsified, run);
        match (self.least(false, without_cause), self.least(true, without_cause)) {
            (None, None) => Decision::Always,
            (Some(distance), None) => Decision::Cause { distance },
            (Some(distance), Some(fails)) if distance < fails => Decision::Cause { distance },
            (_, Some(distance)) => Decision::NoCause { distance },
        }
    }
}

/// Decides all candidates of a random program; says how many, and how many of them are causes.
fn compare(seed: u64) -> Option<(usize, usize)> {
    let text = random::program(seed);
    let (program, sources) = lowered(&text);
    let options = bmc::Options::default();
    let stop: runs::Interrupt = Arc::new(|| false);
    let report = bmc::check(&program, Some(&sources), &options, &stop, &mut |_| {});
    let failed = report.counterexamples.first()?.clone();
    let mut equation = report.equation;
    assert!(equation.cuts.is_empty());
    let execution = failed.execution.clone().unwrap();
    let replay = Replay {
        program: &program,
        sources: None,
        arguments: options.arguments.clone(),
    };
    let texts = step_texts::observe(&replay, &equation, &execution, failed.run.inputs.clone()).unwrap();
    let steps = metric::observe(&program, &mut equation, &Metric::default(), execution.end);
    let values = metric::valuation(&equation, &steps, &execution.assignment);
    let all = runs(&mut equation, None);
    let mut search = CauseSearch::new(
        &mut equation,
        all.run,
        all.fails,
        &steps,
        &values,
        &stop,
        &super::effort::CausesBudget::new(None),
    );
    let passing = search.nearest_without().unwrap();
    let super::search::Nearest {
        distance: nearest,
        run: passing,
        ..
    } = passing?;
    let passing = completed(passing, &execution.assignment);
    let found = candidates(
        &program,
        search.equation,
        &RunValues {
            failing: &execution.assignment,
            passing: &passing,
            texts: &texts,
            execution: &execution,
            end: execution.end,
        },
        Wanted {
            inputs_only: false,
            merged: true,
            constants: true,
            guards: true,
        },
    );
    let conditions: Vec<TermId> = found.pairs.iter().map(|pair| pair.falsified).collect();
    // Ranges, or the solver alone.
    search.first_boxes *= seed % 2;
    let decisions = search.decide(&conditions, &execution.assignment, |_| false);
    drop(search);
    let every = EveryRun::of(&equation, &all, &steps, &values);
    assert_eq!(Some(nearest), every.least(false, |_| true));
    for (pair, decision) in found.pairs.iter().zip(&decisions) {
        assert!(!holds(&equation, pair.falsified, &execution.assignment));
        assert_eq!(*decision, every.decision(pair.falsified), "seed {seed}\n{text}");
    }
    let count = |decision: &&Decision| matches!(decision, Decision::Cause { .. });
    Some((decisions.len(), decisions.iter().filter(count).count()))
}

#[test]
fn causes_are_those_of_the_definition() {
    let wanted = std::env::var("EXPLAIN_COUNT").ok();
    let wanted = wanted.and_then(|text| text.parse().ok()).unwrap_or(100);
    let (mut programs, mut candidates, mut causes) = (0, 0, 0);
    for seed in random::seeds(wanted) {
        if let Some((all, found)) = compare(seed) {
            programs += 1;
            candidates += all;
            causes += found;
        }
    }
    assert!(
        programs > 30 && candidates > 1000 && causes > 100,
        "{programs} {candidates} {causes}"
    );
}
