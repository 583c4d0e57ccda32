//! Failing runs found by executing the program, again and again, with inputs that are likely to make it fail.
//!
//! The symbolic engine decides claims for all inputs, but a program that reads lines, parses them byte by byte and
//! loops over what it found is beyond it long before an error shows. Such errors are often easy to run into: an
//! eleventh number for an array of ten, a name that is not in the table. So where symbolic execution has not decided
//! everything at once, the program is executed some thousand times: with values and texts made of the constants, words,
//! formats and array lengths that stand in it ([`dictionary`]), and with changes of inputs that led somewhere new
//! ([`coverage`]). A run that violates a claim is made small ([`shrink`]) and given back with all its inputs.
//!
//! Nothing here proves anything: a claim that is not violated is as open as before. What is found is real, because it
//! was executed. The search is the same on every machine: it counts steps, not seconds, and its random numbers come
//! from a fixed seed.

mod coverage;
mod dictionary;
mod random;
mod schedules;
mod shrink;
mod test_case;
mod text;

use std::collections::BTreeMap;

use interp::{
    BytesInput, Environment, InputKind, InputValue, Interpreter, Limits, NoObserver, NoOutput, Observer,
    Outcome, Policy, Stop,
};
use program::{CheckKind, ClaimId, Lifetime, Program};
use runs::Run;
use source::SourceMap;

use coverage::Coverage;
use dictionary::Dictionary;
use random::Random;
use schedules::Crossroads;
use test_case::{Supply, TestCase, is_argument};

/// The program to fuzz and the claims to violate.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    /// `argv`, the program's name first.
    pub arguments: &'a [Vec<u8>],
    /// The claims for which a failing run is wanted.
    pub wanted: &'a [ClaimId],
    /// What may be spent, in steps of the interpreter; about 50 nanoseconds each.
    pub budget: u64,
}

/// Looks for runs that violate one of the wanted claims; at most one for each, in the order of the claims.
#[must_use]
pub fn fuzz(target: &Target<'_>, stop: &dyn Fn() -> bool) -> Vec<Run> {
    let mut fuzzer = Fuzzer {
        target,
        interpreter: Interpreter::new(target.program, Some(target.sources)),
        start: budgets::runs::START.get()
            + static_bytes(target.program) / budgets::fuzz::BYTES_PER_INSTRUCTION.get(),
        left: target.budget,
    };
    let found = fuzzer.search(stop);
    fuzzer.left = target.budget / budgets::fuzz::SHRINKING_SHARE.get();
    let mut failing = Vec::new();
    for (claim, case) in found {
        if let Some((inputs, schedule)) = fuzzer.smallest(claim, case, stop) {
            failing.push(Run {
                schedule,
                arguments: target.arguments.to_vec(),
                inputs,
                claim: Some(claim),
            });
        }
    }
    failing
}

fn static_bytes(program: &Program) -> u64 {
    let statics = program
        .variables
        .iter()
        .filter(|variable| variable.lifetime == Lifetime::Static);
    statics
        .map(|variable| {
            let bytes = program.types.size_of(variable.ty).unwrap_or(0);
            if variable.external { bytes / 10 } else { bytes }
        })
        .sum()
}

/// Whether a run says nothing about copies. The interpreter asks anew for each byte that nobody has written, so a copy
/// of an object from outside, read before its original, may differ from it. No compiled program does that.
fn is_certain(inputs: &[InputValue]) -> bool {
    let unwritten = |input: &InputValue| input.kind == InputKind::Uninitialised;
    let outside = |input: &InputValue| input.kind == InputKind::External && !is_argument(&input.name);
    let zero = |input: &InputValue| input.bits == 0 || !unwritten(input) && !outside(input);
    !inputs.iter().any(unwritten) || !inputs.iter().any(outside) || inputs.iter().all(zero)
}

struct Fuzzer<'h> {
    target: &'h Target<'h>,
    interpreter: Interpreter<'h>,
    /// What starting a run costs.
    start: u64,
    left: u64,
}

impl Fuzzer<'_> {
    fn search(&mut self, stop: &dyn Fn() -> bool) -> BTreeMap<ClaimId, TestCase> {
        let dictionary = Dictionary::of(self.target.program, self.target.sources);
        let mut random = Random::new(0x6265_6361_7573_6521);
        let mut coverage = Coverage::new(self.target.program);
        let mut corpus: Vec<TestCase> = Vec::new();
        let mut found: BTreeMap<ClaimId, TestCase> = BTreeMap::new();
        let mut fruitless = 0;
        let threads = self.target.program.starts_threads();
        while self.left > 0
            && fruitless < budgets::fuzz::MAX_FRUITLESS_RUNS.small()
            && found.len() < self.target.wanted.len()
            && !stop()
        {
            let mut next = match corpus.len() {
                0 => TestCase::plain(),
                _ if random.one_in(3) => TestCase::fresh(&dictionary, &mut random),
                // What led somewhere new lately is worth more.
                many => {
                    let at = if random.one_in(2) {
                        many - 1 - random.below(many.min(8))
                    } else {
                        random.below(many)
                    };
                    let other = random.below(many);
                    corpus[at].changed(&corpus[other], &dictionary, &mut random)
                }
            };
            let outcome = self.execute(&mut next, Some((&dictionary, &mut random)), &mut coverage);
            let first = corpus.is_empty();
            if coverage.is_new() || first {
                fruitless = 0;
                if corpus.len() == budgets::fuzz::MAX_CORPUS.count() {
                    corpus.remove(0);
                }
                corpus.push(next.clone());
                if threads && !outcome.schedule.is_empty() {
                    self.try_schedules(&next, &mut found, stop);
                }
            } else {
                fruitless += 1;
            }
            if let Some(claim) = self.violated(&outcome) {
                found.entry(claim).or_insert(next);
            }
            // Without inputs there is only one run.
            if first && outcome.inputs.is_empty() {
                break;
            }
        }
        found
    }

    /// The claim that a run violates, if it is wanted.
    fn violated(&self, outcome: &Outcome) -> Option<ClaimId> {
        let Stop::ClaimFailed { claim, .. } = outcome.stop else {
            return None;
        };
        let kind = self.target.program.claim(claim).kind;
        let wanted = kind != CheckKind::Unsupported && self.target.wanted.contains(&claim);
        (wanted && is_certain(&outcome.inputs)).then_some(claim)
    }

    /// Runs the program. Inputs that the case does not have yet are made up, or plain without a way to do so; it
    /// has all of them afterwards.
    fn execute(
        &mut self,
        case: &mut TestCase,
        invent: Option<(&Dictionary, &mut Random)>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let policy = match case.schedule.is_empty() {
            true => Policy::Eager,
            false => Policy::listed(case.schedule.clone(), false),
        };
        self.execute_scheduled(case, policy, invent, observer).0
    }

    /// The same with another schedule, and where it could have been another one still.
    fn execute_scheduled(
        &mut self,
        case: &mut TestCase,
        policy: Policy,
        invent: Option<(&Dictionary, &mut Random)>,
        observer: &mut dyn Observer,
    ) -> (Outcome, Vec<Crossroads>) {
        let given = case.clone();
        let mut supply = Supply::new(&given, invent, policy);
        let outcome = self.interpreter.run(Environment {
            inputs: &mut supply,
            stdin: &mut BytesInput::new(case.text.clone()),
            output: &mut NoOutput,
            observer,
            limits: Limits {
                steps: budgets::fuzz::MAX_RUN.get(),
                memory: budgets::fuzz::MAX_MEMORY.get(),
                ..Limits::default()
            },
            arguments: self.target.arguments.to_vec(),
            interrupt: None,
        });
        let crossroads = std::mem::take(&mut supply.crossroads);
        case.take(&outcome.inputs);
        case.schedule.clone_from(&outcome.schedule);
        let cost = self.start.saturating_add(outcome.steps);
        self.left = self.left.saturating_sub(cost);
        (outcome, crossroads)
    }

    /// Whether the case still violates the claim; its inputs are those that the run takes.
    fn fails(&mut self, case: &mut TestCase, claim: ClaimId) -> Option<Vec<InputValue>> {
        let outcome = self.execute(case, None, &mut NoObserver);
        (self.violated(&outcome) == Some(claim)).then_some(outcome.inputs)
    }
}
