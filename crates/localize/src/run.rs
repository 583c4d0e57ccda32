//! Runs: tests as they are given, failing runs as they were executed, and runs of a changed program.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use bmc::{Fixed, InputValue, Piece};
use interp::{
    BytesInput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits, ListedInputs,
    Observer, Output, Printed, Reason, Stop, ZeroInputs, format_directive,
};
use program::{CheckKind, ClaimId, Program};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use runs::{ExpectedOutput, Test};
use source::{LocId, SourceMap};
use suite::ExecutedTest;

use super::instrument::{flag_name, value_name};
use reasons::{RunError, TestEnd};

/// A test as it was executed.
#[derive(Debug, Clone)]
pub(crate) struct TestRun {
    pub test: Test,
    pub expected: Option<Arc<ExpectedOutput>>,
    pub records: Vec<InputValue>,
    pub stop: Stop,
    pub stdout: Vec<u8>,
    pub steps: u64,
    /// If it does not end: the steps after which it was given up.
    pub endless: Option<u64>,
    /// If it fails at an assertion: how many it came to, that one included.
    pub assertions: u32,
}

/// Keeps standard output, and puts texts in for what is printed to the suspended stream.
#[derive(Debug, Default)]
pub(crate) struct Substituted {
    pub stdout: Vec<u8>,
    pub texts: VecDeque<Vec<u8>>,
}

impl Output for Substituted {
    fn write(&mut self, stream: i128, bytes: &[u8]) {
        match stream {
            1 => self.stdout.extend_from_slice(bytes),
            bmc::SUSPENDED_STREAM => {
                if let Some(text) = self.texts.pop_front() {
                    self.stdout.extend_from_slice(&text);
                }
            }
            _ => {}
        }
    }
}

/// The interpreter's way to print, for the symbolic side.
pub(crate) fn formatted(directive: &[u8], piece: Piece<'_>) -> Option<Vec<u8>> {
    let argument = match piece {
        Piece::Number(bits) => Printed::Number(bits),
        Piece::Text(text) => Printed::Text(text),
    };
    format_directive(directive, argument)
}

pub(crate) fn execute(
    interpreter: &Interpreter<'_>,
    test: &Test,
    inputs: impl IntoIterator<Item = (String, u128)>,
    stdin: Vec<u8>,
    texts: VecDeque<Vec<u8>>,
    observer: &mut dyn Observer,
    most_steps: u64,
) -> (interp::Outcome, Vec<u8>) {
    let mut output = Substituted {
        stdout: Vec::new(),
        texts,
    };
    let outcome = interpreter.run(Environment {
        inputs: &mut ListedInputs::new(inputs, ZeroInputs),
        stdin: &mut BytesInput::new(stdin),
        output: &mut output,
        observer,
        limits: Limits {
            steps: most_steps,
            ..Limits::default()
        },
        arguments: test.arguments.clone(),
        interrupt: None,
    });
    (outcome, output.stdout)
}

/// The tests as they were executed. A run that does not end is as long as the longest that does, for all that is asked
/// about it.
pub(crate) fn all(
    interpreter: &Interpreter<'_>,
    program: &Program,
    tests: &[Test],
    executed: &[ExecutedTest],
    ignore_space: bool,
) -> Vec<TestRun> {
    let longest = suite::longest(executed);
    let both = tests.par_iter().zip(executed);
    let runs = both.map(|(test, executed)| {
        let mut run = TestRun::of(test, executed, ignore_space).counted(interpreter, program);
        run.endless = executed.endless();
        if run.endless.is_some() {
            run.steps = longest.unwrap_or(budgets::localize::USUAL_RUN.get());
        }
        run
    });
    runs.collect()
}

/// The first run of which something is true. Most questions are answered by one of the first few; the others are asked
/// at once.
pub(crate) fn first_run(runs: &[TestRun], wanted: impl Fn(&TestRun) -> bool + Sync) -> Option<usize> {
    let (few, others) = runs.split_at(runs.len().min(budgets::localize::MAX_SEQUENTIAL_RUNS.count()));
    few.iter().position(&wanted).or_else(|| {
        let found = others.par_iter().position_first(&wanted)?;
        Some(found + few.len())
    })
}

impl TestRun {
    fn of(test: &Test, executed: &ExecutedTest, ignore_space: bool) -> TestRun {
        let expected = test
            .expected
            .as_ref()
            .map(|text| Arc::new(ExpectedOutput::new(text, ignore_space)));
        TestRun {
            test: test.clone(),
            expected,
            records: executed.inputs.clone(),
            stop: executed.stop.clone(),
            stdout: executed.stdout.clone(),
            steps: executed.steps,
            endless: None,
            assertions: 0,
        }
    }

    /// Counts the assertions of a run that fails at one.
    fn counted(mut self, interpreter: &Interpreter<'_>, program: &Program) -> TestRun {
        let is_assertion = |claim: ClaimId| program.claim(claim).kind == CheckKind::Assertion;
        if self.failed_claim().is_some_and(is_assertion) {
            let mut observer = Asserted::new(Some(program));
            let inputs = self.test.inputs.iter().cloned();
            let stdin = self.test.stdin.clone();
            let texts = VecDeque::new();
            execute(
                interpreter,
                &self.test,
                inputs,
                stdin,
                texts,
                &mut observer,
                budgets::suite::MAX_RUN.get(),
            );
            self.assertions = observer.held + 1;
        }
        self
    }

    /// Whether a run that ended so is right.
    pub(crate) fn is_right(&self, stop: &Stop, stdout: &[u8]) -> bool {
        matches!(stop, Stop::Exit(_)) && self.expected.as_ref().is_none_or(|text| text.is_met_by(stdout))
    }

    pub(crate) fn passes(&self) -> bool {
        self.is_right(&self.stop, &self.stdout)
    }

    pub(crate) fn failed_claim(&self) -> Option<ClaimId> {
        match self.stop {
            Stop::ClaimFailed { claim, .. } => Some(claim),
            _ => None,
        }
    }

    /// Where it ends, if that is an error.
    pub(crate) fn ends_at(&self, program: &Program) -> LocId {
        match self.failed_claim() {
            Some(claim) => program.claim(claim).loc,
            None => self.stop.loc(),
        }
    }

    /// How it ended.
    pub(crate) fn ended(&self, program: &Program, sources: &SourceMap) -> TestEnd {
        if let Some(steps) = self.endless {
            return TestEnd::Endless(steps);
        }
        let (loc, error) = (self.ends_at(program), self.error(program));
        let own = loc != LocId::NONE && !sources.is_embedded(loc);
        let line = own.then(|| sources.resolve(sources.location(loc).used).line);
        TestEnd::Error { line, error }
    }

    /// What is wrong where it ends.
    pub(crate) fn error(&self, program: &Program) -> RunError {
        let stated = |claim: ClaimId| program.claim(claim).kind == CheckKind::Assertion;
        match &self.stop {
            Stop::ClaimFailed { claim, reason } if stated(*claim) => {
                let text = program.claim(*claim).text.clone();
                // The values of one comparison say why; of several they would be half of the truth.
                let single = !text.contains("||") && !text.contains("&&");
                let compared = matches!(reason, Reason::Comparison { .. }) && single;
                RunError::Assertion {
                    text,
                    values: compared.then(|| reason.to_string()),
                }
            }
            // The text of the claim says it all.
            Stop::ClaimFailed {
                claim,
                reason: Reason::ConditionFalse,
            } => {
                let claim = program.claim(*claim);
                match (&claim.violation, claim.kind) {
                    (Some(violation), _) => RunError::Violated(violation.clone()),
                    (None, CheckKind::Format) => RunError::Violated(claim.text.clone()),
                    (None, _) => RunError::DoesNotHold(claim.text.clone()),
                }
            }
            _ => RunError::Stopped(self.stop.to_string()),
        }
    }

    /// What enters the run is what entered it.
    pub(crate) fn fixed(&self) -> Fixed {
        let mut values: BTreeMap<String, Vec<u128>> = BTreeMap::new();
        for record in &self.records {
            if record.kind != InputKind::Stdin {
                values.entry(record.name.clone()).or_default().push(record.bits);
            }
        }
        // What was given but not asked for yet is known, too.
        let mut given: Vec<(String, usize, u128)> = self
            .test
            .inputs
            .iter()
            .map(|(key, bits)| match key.rsplit_once('#') {
                Some((name, number)) => (name.to_owned(), number.parse().unwrap_or(1), *bits),
                None => (key.clone(), 1, *bits),
            })
            .collect();
        given.sort();
        for (name, occurrence, bits) in given {
            let known = values.entry(name).or_default();
            if known.len() + 1 == occurrence {
                known.push(bits);
            }
        }
        Fixed {
            values,
            stdin: self.test.stdin.clone(),
            stdin_ends: self.test.stdin_ends,
        }
    }

    /// Repeats the run in a changed program, with the inputs that the symbolic side found.
    pub(crate) fn repeat(
        &self,
        interpreter: &Interpreter<'_>,
        inputs: &[InputValue],
        texts: &[(u64, u64)],
        observer: &mut dyn Observer,
    ) -> (interp::Outcome, Vec<u8>) {
        let listed = inputs
            .iter()
            .filter(|input| input.kind != bmc::InputKind::Stdin)
            .map(|input| (input.key(), input.bits));
        let mut stdin: Vec<u8> = inputs
            .iter()
            .filter(|input| input.kind == bmc::InputKind::Stdin)
            .filter_map(|input| u8::try_from(input.bits).ok())
            .collect();
        if self.test.stdin_ends {
            stdin.clone_from(&self.test.stdin);
        }
        let texts = texts.iter().filter_map(|(from, to)| {
            let expected = self.expected.as_ref()?;
            Some(expected.between(*from, *to))
        });
        let limit = self
            .steps
            .saturating_mul(50)
            .clamp(1_000_000, budgets::suite::MAX_RUN.get());
        execute(
            interpreter,
            &self.test,
            listed,
            stdin,
            texts.collect(),
            observer,
            limit,
        )
    }
}

/// Suspends one suspect and gives it one value throughout; everything else as recorded.
struct OneValue {
    flag: String,
    prefix: String,
    value: u128,
    recorded: ListedInputs<ZeroInputs>,
}

impl InputSupply for OneValue {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.name == self.flag {
            1
        } else if request.name.starts_with(&self.prefix) {
            self.value
        } else {
            self.recorded.supply(request)
        }
    }
}

impl TestRun {
    /// Whether the run is right if a suspect has this value throughout.
    pub(crate) fn repairs_with(&self, interpreter: &Interpreter<'_>, suspect: usize, value: u128) -> bool {
        self.with_value(interpreter, suspect, value, &mut interp::NoObserver)
    }

    /// The same, watched.
    pub(crate) fn with_value(
        &self,
        interpreter: &Interpreter<'_>,
        suspect: usize,
        value: u128,
        observer: &mut dyn Observer,
    ) -> bool {
        let mut inputs = OneValue {
            flag: flag_name(suspect),
            prefix: value_name(suspect, 0).trim_end_matches('0').to_owned(),
            value,
            recorded: ListedInputs::replay(&self.records, ZeroInputs),
        };
        let mut output = Substituted::default();
        let outcome = interpreter.run(Environment {
            inputs: &mut inputs,
            stdin: &mut BytesInput::new(self.test.stdin.clone()),
            output: &mut output,
            observer,
            limits: Limits {
                steps: self
                    .steps
                    .saturating_mul(50)
                    .clamp(100_000, budgets::suite::MAX_RUN.get()),
                ..Limits::of_trial()
            },
            arguments: self.test.arguments.clone(),
            interrupt: None,
        });
        self.is_right(&outcome.stop, &output.stdout)
    }

    /// All inputs that are known, by key.
    pub(crate) fn known_inputs(&self) -> HashMap<String, u128> {
        let recorded = self
            .records
            .iter()
            .filter(|record| record.kind != InputKind::Stdin);
        let recorded = recorded.map(|record| (record.key(), record.bits));
        let given = self
            .test
            .inputs
            .iter()
            .map(|(key, bits)| (runs::plain_key(key.clone()), *bits));
        given.chain(recorded).collect()
    }
}

/// Counts the assertions that hold.
pub(crate) struct Asserted<'p> {
    /// Absent if nobody wants to know.
    program: Option<&'p Program>,
    pub held: u32,
}

impl<'p> Asserted<'p> {
    pub(crate) fn new(program: Option<&'p Program>) -> Asserted<'p> {
        Asserted { program, held: 0 }
    }
}

impl Observer for Asserted<'_> {
    fn watches(&self) -> interp::Watched {
        interp::Watched::all_if(self.program.is_some())
    }

    fn claim_held(&mut self, _at: interp::At, claim: ClaimId) {
        let kind = self.program.map(|program| program.claim(claim).kind);
        self.held += u32::from(kind == Some(CheckKind::Assertion));
    }
}
