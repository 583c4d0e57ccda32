//! Random programs against all their runs, each executed and sliced by code that shares nothing with the encoding. `FOCUS_COUNT`
//! says how many, `EXPLAIN_SEED` where they start.

#[path = "support/programs.rs"]
mod programs;
#[path = "../../trace/tests/support/mod.rs"]
mod support;

use bmc::InputValue;
use focus::{Executions, FocusOptions, Statement, Way, ways};
use support::random::{self, INPUTS};
use support::{Loaded, input, load_with};

/// How many choices of a run are tried both ways; those after them are 0.
const CHOICES: u32 = 3;
const CHOICE: &str = "nondet_bool";

fn is_part(part: &[Statement], whole: &[Statement]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|statement| rest.any(|other| other == statement))
}

fn statements(way: &Way) -> Vec<Statement> {
    way.steps.iter().map(|step| step.statement).collect()
}

/// What was found, and compared with all runs.
#[derive(Default)]
struct Compared {
    ways: usize,
    exact: usize,
    runs: usize,
    failing: usize,
}

/// All runs: every value of the inputs, with every row of choices.
fn all_runs(choices: bool) -> Vec<Vec<InputValue>> {
    let rows = if choices { 1 << CHOICES } else { 1 };
    let mut all = Vec::new();
    for values in random::choices() {
        for row in 0..rows {
            let mut inputs: Vec<InputValue> = INPUTS
                .iter()
                .zip(values)
                .map(|(name, value)| input(name, value))
                .collect();
            if choices {
                inputs.extend((0..CHOICES).map(|number| InputValue {
                    occurrence: number + 1,
                    ..input(CHOICE, i128::from(row >> number & 1))
                }));
            }
            all.push(inputs);
        }
    }
    all
}

/// What is wrong with the ways of a program, if something is.
fn compared(text: &str, choices: bool) -> Result<Compared, String> {
    let loaded: Loaded = load_with(text, None, false);
    let options = bmc::Options {
        loads: true,
        // Like the command: records have no steps for their members.
        record: false,
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
    let executions = Executions::new(&question, Some(&equation), &asked).expect("the sources are known");
    let exact = found.ways.iter().filter(|way| way.exact).count();
    let mut told = Compared {
        ways: found.ways.len(),
        exact,
        ..Compared::default()
    };
    let mut seen = vec![false; found.ways.len()];
    // Whether some run fails in this way and no other.
    let mut needed = vec![false; found.ways.len()];
    for inputs in all_runs(choices) {
        let shown = || {
            let values: Vec<i128> = inputs.iter().map(|input| input.bits as i128).collect();
            format!("{values:?}")
        };
        let run = executions.sequence(&inputs);
        let Some(assignment) = equation.assignment(&inputs) else {
            return Err(format!("{}: no assignment", shown()));
        };
        let mut evaluator = logic::Evaluator::with_defaults(&equation.pool, &assignment);
        let mut holds =
            |term: logic::TermId| evaluator.eval(term).ok().and_then(|value| value.as_bool()) == Some(true);
        let mut assumed = |way: &Way| way.assumptions.iter().all(|known| holds(known.term));
        let inside: Vec<bool> = found.ways.iter().map(&mut assumed).collect();
        let chosen: Vec<bool> = found
            .ways
            .iter()
            .map(|way| way.choices.iter().all(|choice| holds(*choice)))
            .collect();
        told.runs += 1;
        let mut fit: Vec<usize> = Vec::new();
        for (number, way) in found.ways.iter().enumerate() {
            let same = run
                .as_ref()
                .is_some_and(|(_, sequence)| *sequence == statements(way));
            if way.exact && inside[number] && chosen[number] && !same {
                return Err(format!(
                    "{} satisfies the assumptions of way {number} and does {run:?}",
                    shown()
                ));
            }
            if same && (inside[number] || !way.exact) {
                seen[number] = true;
                fit.push(number);
            }
        }
        let Some((_, sequence)) = run else { continue };
        told.failing += 1;
        let part = |way: &Way| is_part(&statements(way), &sequence);
        let known =
            (found.ways.iter().zip(&inside)).any(|(way, inside)| part(way) && (!way.exact || *inside));
        if let [only] = fit[..] {
            needed[only] = true;
        }
        // Without choices each run has one sequence, so that no other can stand for it.
        if !known || (!choices && fit.is_empty()) {
            return Err(format!(
                "{} fails in a way that was not found: {sequence:?}",
                shown()
            ));
        }
    }
    if let Some(number) = seen.iter().position(|seen| !seen).filter(|_| !choices) {
        return Err(format!("no run fails in way {number}"));
    }
    // Pairs of one sequence may overlap where several indices matter, but none says what the others say.
    let proved = exact == found.ways.len();
    if let Some(number) = needed
        .iter()
        .position(|needed| !needed)
        .filter(|_| !choices && proved)
    {
        return Err(format!("what way {number} says is said by others"));
    }
    Ok(told)
}

fn count(usual: u64) -> u64 {
    std::env::var("FOCUS_COUNT")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

/// Compares so many programs; all that differ are told.
fn compare_all(count: u64, program: fn(u64) -> String, choices: fn(u64) -> bool) {
    let mut all = Compared::default();
    let (mut failing, mut wrong) = (0, 0);
    for seed in random::seeds(count) {
        let text = program(seed);
        match compared(&text, choices(seed)) {
            Ok(found) => {
                failing += usize::from(found.ways > 0);
                all.ways += found.ways;
                all.exact += found.exact;
                all.runs += found.runs;
                all.failing += found.failing;
            }
            Err(why) => {
                wrong += 1;
                println!("seed {seed}: {why}\n{text}");
            }
        }
    }
    println!(
        "{count} programs, {failing} fail, in {} ways, {} of them proved; {} runs, {} fail",
        all.ways, all.exact, all.runs, all.failing
    );
    assert_eq!(wrong, 0, "{wrong} of {count} programs differ");
    assert!(failing > 0);
    assert!(
        all.exact * 5 >= all.ways * 4,
        "{} of {} ways are proved",
        all.exact,
        all.ways
    );
}

#[test]
fn random_programs_fail_in_the_ways_that_all_their_runs_show() {
    compare_all(count(25), random::program, |_| false);
}

#[test]
fn procedures_recursion_pointers_and_choices_like_all_their_runs() {
    compare_all(count(20), programs::program, programs::has_choices);
}
