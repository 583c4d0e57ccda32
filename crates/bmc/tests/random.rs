//! Random C programs with few inputs of few values: the interpreter tries them all, and every claim must get
//! the verdict that this gives.

#[path = "support/generator.rs"]
mod generator;
mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use bmc::Status;
use generator::{VALUES, write_program};
use interp::{BytesInput, Environment, Interpreter, ListedInputs, NoObserver, NoOutput, ZeroInputs};
use program::ClaimId;

fn check_seed(seed: u64) -> Result<(usize, usize), String> {
    let text = write_program(seed);
    let fail = |message: String| Err(format!("seed {seed}: {message}\n{text}"));
    let (program, sources) = match support::program("r.c", text.as_bytes(), &lower::Options::default()) {
        Ok(pair) => pair,
        Err(error) => return fail(error),
    };
    let interpreter = Interpreter::new(&program, Some(&sources));
    let mut failing: BTreeSet<ClaimId> = BTreeSet::new();
    for number in 0..VALUES.pow(3) {
        let values = [("a", number % 4), ("b", number / 4 % 4), ("c", number / 16)];
        let listed = values.map(|(name, value)| (name.to_owned(), u128::from(value)));
        let outcome = interpreter.run(Environment {
            inputs: &mut ListedInputs::new(listed, ZeroInputs),
            stdin: &mut BytesInput::default(),
            output: &mut NoOutput,
            observer: &mut NoObserver,
            limits: interp::Limits {
                steps: 1_000_000,
                ..interp::Limits::default()
            },
            arguments: vec![b"program".to_vec()],
            interrupt: None,
        });
        match outcome.stop {
            interp::Stop::ClaimFailed { claim, .. } => {
                failing.insert(claim);
            }
            interp::Stop::Exit(_) => {}
            other => return fail(format!("{other:?}")),
        }
    }
    let mut undecided = 0;
    let mut claims = 0;
    let usual = bmc::Options::default().widest_choice;
    // The second time with arrays as terms wherever that is possible, the third with loops cut early: what is said
    // to hold for all runs then must do so.
    for (widest_choice, unwind) in [(usual, None), (3, None), (usual, Some(2))] {
        let options = bmc::Options {
            widest_choice,
            unwind,
            ..bmc::Options::default()
        };
        let stop = support::within(Duration::from_secs(10));
        let report = bmc::check(&program, Some(&sources), &options, &stop, &mut |_| {});
        for verdict in &report.claims {
            let expected = failing.contains(&verdict.claim);
            let name = &program.claim(verdict.claim).name;
            match verdict.status {
                Status::Fails if !expected => return fail(format!("{name} fails, and no input shows it")),
                Status::Holds if expected => return fail(format!("{name} holds, and an input violates it")),
                Status::Unknown | Status::HoldsUpToBound if unwind.is_none() => undecided += 1,
                _ => {}
            }
        }
        for found in &report.counterexamples {
            let unmodelled = |input: &bmc::InputValue| input.kind == bmc::InputKind::Unmodelled;
            if let Err(error) = support::replay(&program, &sources, found)
                && !found.run.inputs.iter().any(unmodelled)
            {
                return fail(error);
            }
        }
        claims += report.claims.len();
    }
    Ok((claims, undecided))
}

#[test]
fn every_verdict_is_what_trying_all_inputs_gives() {
    let first: u64 = std::env::var("BMC_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let count: u64 = std::env::var("BMC_COUNT")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(40);
    let (mut claims, mut undecided) = (0, 0);
    let mut failures = Vec::new();
    for seed in first..first + count {
        match check_seed(seed) {
            Ok((all, open)) => {
                claims += all;
                undecided += open;
            }
            Err(error) => failures.push(error),
        }
    }
    println!(
        "{claims} claims, {undecided} undecided, {} failures",
        failures.len()
    );
    assert!(
        failures.is_empty(),
        "{} failures, the first:\n{}",
        failures.len(),
        failures[0]
    );
    assert!(undecided * 2 < claims, "{undecided} of {claims} undecided");
}
