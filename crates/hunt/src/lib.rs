//! Failing runs found by executing the program, again and again, with inputs that are likely to make it fail.
//!
//! The symbolic engine decides claims for all inputs, but a program that reads lines, parses them byte by byte and
//! loops over what it found is beyond it long before an error shows. Such errors are often easy to run into: an eleventh
//! number for an array of ten, a name that is not in the table. So where symbolic execution has not decided everything
//! at once, the program is executed some thousand times: with values and texts made of the constants, words, formats and
//! array lengths that stand in it ([`vocabulary`]), and with changes of inputs that led somewhere new ([`ways`]). A run
//! that violates a claim is made small ([`shrink`]) and given back with all its inputs.
//!
//! Nothing here proves anything: a claim that is not violated is as open as before. What is found is real, because it
//! was executed. The search is the same on every machine: it counts steps, not seconds, and its random numbers come
//! from a fixed seed.

mod candidate;
mod chance;
mod shrink;
mod text;
mod vocabulary;
mod ways;

use std::collections::BTreeMap;

use interp::{
    BytesInput, Environment, InputKind, InputRecord, Interpreter, Limits, NoObserver, NoOutput, Observer,
    Outcome, Stop,
};
use program::{CheckKind, ClaimId, Lifetime, Program};
use source::SourceMap;

use candidate::{Candidate, Supply, is_argument};
use chance::Chance;
use vocabulary::Vocabulary;
use ways::Ways;

/// What is hunted.
#[derive(Debug, Clone, Copy)]
pub struct Quarry<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    /// `argv`, the program's name first.
    pub arguments: &'a [Vec<u8>],
    /// The claims for which a failing run is wanted.
    pub wanted: &'a [ClaimId],
    /// What may be spent, in steps of the interpreter; about 50 nanoseconds each.
    pub effort: u64,
}

/// A run that violates a claim, before any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catch {
    pub claim: ClaimId,
    /// All inputs that the run takes, in order; standard input byte by byte.
    pub inputs: Vec<InputRecord>,
}

/// What is usually spent.
pub const USUAL_EFFORT: u64 = 12_000_000;

/// So much less is spent to make the runs small that were found.
const SHRINKING: u64 = 4;

/// What starting a run costs beside its steps, and how many bytes of static storage cost a step. Storage that comes from outside
/// (the arguments of `main`) is not set up before it is looked at, which costs a tenth of that.
const START: u64 = 500;
const BYTES_PER_STEP: u64 = 160;

/// A run that takes longer is given up.
const LONGEST_RUN: u64 = 20_000;

/// The search ends after so many runs that led nowhere new.
const PATIENCE: u32 = 6_000;

/// Inputs of so many runs are kept to be changed.
const MOST_KEPT: usize = 400;

/// Bytes of all objects of a run.
const MEMORY: u64 = 64 << 20;

/// Looks for runs that violate one of the wanted claims; at most one for each, in the order of the claims.
#[must_use]
pub fn hunt(quarry: &Quarry<'_>, stop: &dyn Fn() -> bool) -> Vec<Catch> {
    let mut hunter = Hunter {
        quarry,
        interpreter: Interpreter::new(quarry.program, Some(quarry.sources)),
        start: START + static_bytes(quarry.program) / BYTES_PER_STEP,
        left: quarry.effort,
    };
    let found = hunter.search(stop);
    hunter.left = quarry.effort / SHRINKING;
    let mut caught = Vec::new();
    for (claim, candidate) in found {
        if let Some(inputs) = hunter.smallest(claim, candidate, stop) {
            caught.push(Catch { claim, inputs });
        }
    }
    caught
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

/// Whether a run says nothing about copies. The interpreter asks anew for each byte that nobody has written, so a copy of an
/// object from outside, read before its original, may differ from it. No compiled program does that.
fn is_certain(inputs: &[InputRecord]) -> bool {
    let unwritten = |input: &InputRecord| input.kind == InputKind::Uninitialised;
    let outside = |input: &InputRecord| input.kind == InputKind::External && !is_argument(&input.name);
    let zero = |input: &InputRecord| input.bits == 0 || !unwritten(input) && !outside(input);
    !inputs.iter().any(unwritten) || !inputs.iter().any(outside) || inputs.iter().all(zero)
}

struct Hunter<'h> {
    quarry: &'h Quarry<'h>,
    interpreter: Interpreter<'h>,
    /// What starting a run costs.
    start: u64,
    left: u64,
}

impl Hunter<'_> {
    fn search(&mut self, stop: &dyn Fn() -> bool) -> BTreeMap<ClaimId, Candidate> {
        let vocabulary = Vocabulary::of(self.quarry.program, self.quarry.sources);
        let mut chance = Chance::new(0x6265_6361_7573_6521);
        let mut ways = Ways::new(self.quarry.program);
        let mut kept: Vec<Candidate> = Vec::new();
        let mut found: BTreeMap<ClaimId, Candidate> = BTreeMap::new();
        let mut fruitless = 0;
        while self.left > 0 && fruitless < PATIENCE && found.len() < self.quarry.wanted.len() && !stop() {
            let mut next = match kept.len() {
                0 => Candidate::plain(),
                _ if chance.one_in(3) => Candidate::fresh(&vocabulary, &mut chance),
                // What led somewhere new lately is worth more.
                many => {
                    let at = if chance.one_in(2) {
                        many - 1 - chance.below(many.min(8))
                    } else {
                        chance.below(many)
                    };
                    let other = chance.below(many);
                    kept[at].changed(&kept[other], &vocabulary, &mut chance)
                }
            };
            let outcome = self.execute(&mut next, Some((&vocabulary, &mut chance)), &mut ways);
            let first = kept.is_empty();
            if ways.is_new() || first {
                fruitless = 0;
                if kept.len() == MOST_KEPT {
                    kept.remove(0);
                }
                kept.push(next.clone());
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
        let kind = self.quarry.program.claim(claim).kind;
        let wanted = kind != CheckKind::Unsupported && self.quarry.wanted.contains(&claim);
        (wanted && is_certain(&outcome.inputs)).then_some(claim)
    }

    /// Runs the program. Inputs that the candidate does not have yet are made up, or plain without a way to do so; it
    /// has all of them afterwards.
    fn execute(
        &mut self,
        candidate: &mut Candidate,
        invent: Option<(&Vocabulary, &mut Chance)>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let mut supply = Supply::new(candidate, invent);
        let outcome = self.interpreter.run(Environment {
            inputs: &mut supply,
            stdin: &mut BytesInput::new(candidate.text.clone()),
            output: &mut NoOutput,
            observer,
            limits: Limits {
                steps: LONGEST_RUN,
                memory: MEMORY,
                ..Limits::default()
            },
            arguments: self.quarry.arguments.to_vec(),
            interrupt: None,
        });
        candidate.take(&outcome.inputs);
        let cost = self.start.saturating_add(outcome.steps);
        self.left = self.left.saturating_sub(cost);
        outcome
    }

    /// Whether the candidate still violates the claim; its inputs are those that the run takes.
    fn fails(&mut self, candidate: &mut Candidate, claim: ClaimId) -> Option<Vec<InputRecord>> {
        let outcome = self.execute(candidate, None, &mut NoObserver);
        (self.violated(&outcome) == Some(claim)).then_some(outcome.inputs)
    }
}
