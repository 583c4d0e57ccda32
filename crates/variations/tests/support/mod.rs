//! C text to variations, for tests.
#![allow(dead_code, unreachable_pub)]

#[path = "../../../interp/tests/common/mod.rs"]
pub mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::{Compiled, compile};
use interp::{
    BytesInput, Environment, Interpreter, Limits, ListedInputs, NoObserver, NoOutput, Policy, RandomInputs,
    Scheduled, Stop, ZeroInputs,
};
use program::CheckKind;
use runs::{InputKind, InputValue, Run};
use variations::{Choice, Keep, NoVariations, Options, Question, Transition, Variations, variations};

pub struct Loaded {
    pub compiled: Compiled,
}

pub fn load(text: &str) -> Loaded {
    let checks = [CheckKind::Assertion, CheckKind::Deadlock];
    let checks = checks
        .iter()
        .fold(lower::Checks::none(), |checks, &kind| checks.with(kind, true));
    load_with(text, checks)
}

pub fn load_with(text: &str, checks: lower::Checks) -> Loaded {
    let options = lower::Options {
        checks,
        ..lower::Options::default()
    };
    Loaded {
        compiled: compile(text, &options),
    }
}

impl Loaded {
    /// The run with these inputs: a name gets its values one after the other.
    pub fn run(&self, inputs: &[(&str, &[i64])]) -> Run {
        let mut listed = Vec::new();
        for (name, values) in inputs {
            for (index, &value) in values.iter().enumerate() {
                listed.push(InputValue {
                    name: (*name).to_owned(),
                    occurrence: index as u32 + 1,
                    ty: ctype::TypeId(0),
                    kind: InputKind::Uninitialised,
                    bits: i128::from(value) as u128,
                    loc: source::LocId::NONE,
                });
            }
        }
        self.executed(listed, Policy::Eager)
    }

    pub fn executed(&self, inputs: Vec<InputValue>, policy: Policy) -> Run {
        let interpreter = Interpreter::new(&self.compiled.program, Some(&self.compiled.sources));
        let mut listed = ListedInputs::replay(&inputs, ZeroInputs);
        let outcome = interpreter.run(Environment {
            inputs: &mut Scheduled {
                inputs: &mut listed,
                policy,
                stops_at_races: true,
            },
            stdin: &mut BytesInput::default(),
            output: &mut NoOutput,
            observer: &mut NoObserver,
            limits: Limits::default(),
            arguments: Vec::new(),
            interrupt: None,
        });
        Run {
            arguments: Vec::new(),
            inputs: outcome.inputs,
            schedule: outcome.schedule,
            claim: match outcome.stop {
                Stop::ClaimFailed { claim, .. } => Some(claim),
                _ => None,
            },
        }
    }

    /// The first failing run of a claim that is in the text, with random inputs and schedules.
    pub fn failing(&self, claim: &str) -> Run {
        self.failing_where(|name| name.contains(claim))
    }

    pub fn failing_where(&self, wanted: impl Fn(&str) -> bool) -> Run {
        let interpreter = Interpreter::new(&self.compiled.program, Some(&self.compiled.sources));
        for seed in 0..20_000 {
            let mut inputs = RandomInputs::new(seed);
            let outcome = interpreter.run(Environment {
                inputs: &mut Scheduled {
                    inputs: &mut inputs,
                    policy: Policy::Random(seed),
                    stops_at_races: true,
                },
                stdin: &mut BytesInput::default(),
                output: &mut NoOutput,
                observer: &mut NoObserver,
                limits: Limits {
                    steps: 100_000,
                    ..Limits::default()
                },
                arguments: Vec::new(),
                interrupt: None,
            });
            if let Stop::ClaimFailed { claim, .. } = outcome.stop
                && wanted(&self.compiled.program.claim(claim).name)
            {
                return Run {
                    arguments: Vec::new(),
                    inputs: outcome.inputs,
                    schedule: outcome.schedule,
                    claim: Some(claim),
                };
            }
        }
        panic!("no run fails");
    }

    pub fn vary(&self, run: &Run, options: &Options) -> Result<Variations, NoVariations> {
        let interpreter = Interpreter::new(&self.compiled.program, Some(&self.compiled.sources));
        let never: runs::Interrupt = Arc::new(|| false);
        let question = Question {
            program: &self.compiled.program,
            run,
            arguments: &run.arguments,
            stop: &never,
        };
        variations(&question, &interpreter, options, Keep::Shown)
    }

    pub fn line(&self, transition: &Transition) -> u32 {
        let starts = program::flow::step_starts(&self.compiled.program, transition.place.function);
        let start = starts.iter().find(|start| start.pc == transition.place.pc);
        start.map_or(0, |start| self.compiled.sources.line(start.loc))
    }

    pub fn told(&self, transition: &Transition) -> String {
        let line = self.line(transition);
        match &transition.choice {
            Some(Choice::Way(1)) => format!("{line}T"),
            Some(Choice::Way(_)) => format!("{line}F"),
            Some(Choice::Values(values)) => format!("{line}{values:?}"),
            None => line.to_string(),
        }
    }

    pub fn set(&self, set: &BTreeSet<Transition>) -> String {
        let mut told: Vec<(u32, String)> = set
            .iter()
            .map(|transition| (self.line(transition), self.told(transition)))
            .collect();
        told.sort();
        told.dedup();
        let told: Vec<String> = told.into_iter().map(|(_, told)| told).collect();
        told.join(" ")
    }

    pub fn way(&self, way: &[Transition]) -> String {
        let told: Vec<String> = way.iter().map(|transition| self.told(transition)).collect();
        told.join(" ")
    }
}
