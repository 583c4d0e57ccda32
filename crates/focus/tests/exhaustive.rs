//! Random programs with loops and calls against all their runs, each executed and sliced by code that shares nothing with the
//! encoding. `FOCUS_COUNT` says how many, `EXPLAIN_SEED` where they start.

#[path = "../../trace/tests/support/mod.rs"]
mod support;

use focus::{FocusOptions, Statement, Way, sequence_of, ways};
use support::random::{self, INPUTS};
use support::{Loaded, input, load_with};

fn is_part(part: &[Statement], whole: &[Statement]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|statement| rest.any(|other| other == statement))
}

fn statements(way: &Way) -> Vec<Statement> {
    way.steps.iter().map(|step| step.statement).collect()
}

/// What is wrong with the ways of a program, if something is.
fn compared(text: &str) -> Result<usize, String> {
    let loaded: Loaded = load_with(text, None, false);
    let options = bmc::Options {
        loads: true,
        ..loaded.options.clone()
    };
    let report = bmc::check(
        &loaded.program,
        Some(&loaded.sources),
        &options,
        &loaded.stop,
        &mut |_| {},
    );
    let holding = report
        .claims
        .iter()
        .filter(|claim| claim.status == bmc::Status::Holds);
    let asked = FocusOptions {
        hold: holding.map(|claim| claim.claim).collect(),
        ..FocusOptions::default()
    };
    let mut equation = report.equation;
    let question = trace::Question {
        options: &options,
        ..loaded.question()
    };
    let found = ways(&question, &mut equation, &asked).map_err(|error| error.to_string())?;
    if !found.complete {
        return Err("not complete".to_owned());
    }
    for choice in random::choices() {
        let inputs: Vec<_> = INPUTS
            .iter()
            .zip(choice)
            .map(|(name, value)| input(name, value))
            .collect();
        let run = sequence_of(&question, &equation, &asked, &inputs);
        let Some(assignment) = equation.assignment(&inputs) else {
            return Err(format!("{choice:?}: no assignment"));
        };
        let mut evaluator = logic::Evaluator::with_defaults(&equation.pool, &assignment);
        let mut assumed = |way: &Way| {
            way.assumptions
                .iter()
                .all(|known| evaluator.eval(known.term).ok().and_then(|value| value.as_bool()) == Some(true))
        };
        for (number, way) in found.ways.iter().enumerate().filter(|(_, way)| way.exact) {
            let fails_so = run
                .as_ref()
                .is_some_and(|(_, sequence)| *sequence == statements(way));
            if assumed(way) && !fails_so {
                return Err(format!(
                    "{choice:?} satisfies the assumptions of way {number} and does {run:?}"
                ));
            }
        }
        let Some((_, sequence)) = run else { continue };
        let known = found.ways.iter().any(|way| {
            let part = is_part(&statements(way), &sequence);
            part && (!way.exact || assumed(way))
        });
        if !known {
            return Err(format!(
                "{choice:?} fails in a way that was not found: {sequence:?}"
            ));
        }
    }
    Ok(found.ways.len())
}

#[test]
fn random_programs_fail_in_the_ways_that_all_their_runs_show() {
    let count = std::env::var("FOCUS_COUNT")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(25);
    let (mut ways, mut failing) = (0, 0);
    for seed in random::seeds(count) {
        let text = random::program(seed);
        match compared(&text) {
            Ok(found) => {
                ways += found;
                failing += usize::from(found > 0);
            }
            Err(why) => panic!("seed {seed}: {why}\n{text}"),
        }
    }
    println!("{count} programs, {failing} fail, in {ways} ways");
    assert!(failing > 0);
}
