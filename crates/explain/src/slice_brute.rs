//! Slices of random programs against their definition, set by set.
//!
//! For each set of differences, smallest first, the execution is repeated with exactly these steps at the passing run's
//! values and all others at the failing run's. Nothing is left to a solver: every condition is a constant then.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use trace::metric::{self, Metric};
use trace::{Question, UNWATCHED};

use super::*;
use crate::lowered::lowered;
use crate::{ExplainOptions, random};
use bmc::StepKind;

/// More differences than this have too many sets.
const MOST: usize = 11;

/// Some steps have the passing run's values, all others the failing run's.
struct Fixed<'d> {
    by_step: BTreeMap<StepId, usize>,
    differences: &'d Differences<'d>,
    kept: &'d [usize],
    /// For each step that is kept: whether its own expression gives that value.
    rules: Vec<(StepId, TermId)>,
}

impl Fixed<'_> {
    fn fix(&mut self, pool: &mut TermPool, step: StepId, index: usize, computed: TermId) -> TermId {
        let (a, b) = (&self.differences.failing[index], &self.differences.passing[index]);
        if !self.kept.contains(&index) {
            return pool.value(&a.first);
        }
        let b = pool.value(&b.first);
        let rule = pool.eq(computed, b);
        self.rules.push((step, rule));
        b
    }
}

impl StepTap for Fixed<'_> {
    fn value(&mut self, pool: &mut TermPool, step: StepId, value: Value) -> Value {
        let Some(&index) = self.by_step.get(&step).filter(|_| step < self.differences.end) else {
            return value;
        };
        match value {
            Value::Bits(term) => Value::Bits(self.fix(pool, step, index, term)),
            Value::Float(term) => Value::Float(self.fix(pool, step, index, term)),
            // These programs store no pointers that differ.
            Value::Pointer { .. } => value,
        }
    }

    fn guard(&mut self, pool: &mut TermPool, step: StepId, taken: TermId) -> TermId {
        match self.by_step.get(&step).filter(|_| step < self.differences.end) {
            Some(&index) => self.fix(pool, step, index, taken),
            None => taken,
        }
    }
}

/// Whether a set of differences is enough.
fn is_enough(
    program: &Program,
    options: &bmc::Options,
    equation: &Equation,
    differences: &Differences<'_>,
    kept: &[usize],
) -> bool {
    let mut tap = Fixed {
        by_step: trace::by_step(differences.steps),
        differences,
        kept,
        rules: Vec::new(),
    };
    let stop: Interrupt = Arc::new(|| false);
    let pool = TermPool::new();
    let mut sliced = bmc::follow(program, None, options, equation, pool, &mut tap, &stop).unwrap();
    let truth = |pool: &TermPool, term: TermId| pool.constant(term).and_then(logic::Value::as_bool);
    for (step, rule) in tap.rules {
        // An input has whatever value it is given.
        if !matches!(equation.step(step).kind, StepKind::Input { .. }) {
            match truth(&sliced.pool, rule) {
                Some(true) => {}
                Some(false) => return false,
                None => panic!("step {step:?} is not fixed"),
            }
        }
    }
    (0..=differences.end.0 as usize).all(|index| {
        let step = &sliced.steps[index];
        let (StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. }) = step.kind else {
            return true;
        };
        let holds = sliced.pool.implies(step.guard, cond);
        truth(&sliced.pool, holds).expect("everything is fixed")
    })
}

/// All subsets of a size.
fn subsets(all: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (all, size) {
        (_, 0) => vec![Vec::new()],
        ([], _) => Vec::new(),
        ([first, rest @ ..], _) => {
            let mut with = subsets(rest, size - 1);
            with.iter_mut().for_each(|set| set.insert(0, *first));
            with.extend(subsets(rest, size));
            with
        }
    }
}

/// The slices of a random program's explanation and the truth; nothing if it has none or too many differences.
fn compare(seed: u64) -> Option<()> {
    let text = random::program(seed);
    let (program, _) = lowered(&text);
    let options = bmc::Options {
        record: true,
        ..bmc::Options::default()
    };
    let stop: Interrupt = Arc::new(|| false);
    let report = bmc::check(&program, None, &options, &stop, &mut |_| {});
    let failed = report
        .counterexamples
        .into_iter()
        .find(|f| f.execution.is_some())?;
    let mut equation = report.equation;
    let question = Question {
        program: &program,
        sources: None,
        options: &options,
        stop: &stop,
        watch: UNWATCHED,
    };
    let explained = crate::explain(&question, &mut equation, &failed, &ExplainOptions::default()).ok()?;
    let execution = failed.execution.as_ref()?;
    let steps = metric::observe(&program, &mut equation, &Metric::default(), execution.end);
    let failing = metric::valuation(&equation, &steps, &execution.assignment);
    let passing = equation.assignment(&explained.passing.inputs)?;
    let passing = metric::valuation(&equation, &steps, &passing);
    let differences = Differences {
        steps: &steps,
        failing: &failing,
        passing: &passing,
        end: execution.end,
    };
    let differing: Vec<usize> = (0..steps.len())
        .filter(|&index| steps[index].weight > 0 && !failing[index].same_value(&passing[index]))
        .collect();
    if differing.len() > MOST {
        return None;
    }
    let found = slices(&program, None, &options, &equation, &differences, 64, &stop)?;
    assert!(found.proved && found.complete, "seed {seed}\n{text}");
    let truth = (0..=differing.len())
        .map(|size| {
            let mut sets = subsets(&differing, size);
            sets.retain(|set| is_enough(&program, &options, &equation, &differences, set));
            sets
        })
        .find(|sets| !sets.is_empty())
        .expect("all differences together are enough");
    assert_eq!(found.slices, truth, "seed {seed}\n{text}");
    Some(())
}

#[test]
fn slices_are_the_smallest_sets_that_are_enough() {
    let given = std::env::var("EXPLAIN_COUNT").ok();
    let count = given.and_then(|text| text.parse().ok()).unwrap_or(100);
    let compared = (1..=count).filter(|seed| compare(*seed).is_some()).count();
    println!("{compared} of {count} programs have slices that were compared");
    assert!(compared > 10);
}
