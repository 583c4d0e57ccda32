//! The same execution again, with other values: decisions on a tape, and taps at the steps.
//!
//! Methods such as Δ-slicing cut the flow of values at a step: what comes after reads a value that the method
//! chooses instead of the one that was computed. Rebuilding the equation term by term would lose what the first
//! execution knew (which branch is dead, what a pointer points at), and executing anew with chosen values would
//! give other steps. So the first execution records on a [`Tape`] every decision it takes because of what a term
//! looks like; the second one ([`follow`](crate::follow)) takes the same decisions from the tape, whatever its terms
//! are, and so makes the very same list of steps. At each step that has a value, a [`StepTap`] may replace it.
//!
//! Decisions are: whether a condition is known, a number known, the range of an offset, the objects of a pointer,
//! which states are merged first and which of their cells. The second execution compares every step it makes with the
//! recorded one; if they differ after all (a pointer that was taken apart into bits, say), it is *derailed* and
//! gives nothing rather than something wrong.

use std::cell::RefCell;

use logic::{Range, TermId, TermPool};

use crate::equation::{Step, StepId, StepKind};
use crate::memory::object::ObjectId;
use crate::memory::pointer::Case;
use crate::symex::Symex;
use crate::symex::scalar::Value;

#[derive(Debug, Clone)]
pub(crate) enum Decision {
    Truth(Option<bool>),
    Number(Option<u64>),
    Range(Range),
    Objects(Box<[u32]>),
    Keys(Box<[(ObjectId, u64)]>),
}

/// The decisions of one execution, in order.
#[derive(Debug, Clone, Default)]
pub struct Tape {
    answers: Vec<Decision>,
}

/// What to go on with instead of a step's value.
pub trait StepTap {
    /// A step that stores, merges, returns or takes in a scalar.
    fn value(&mut self, pool: &mut TermPool, step: StepId, value: Value) -> Value;

    /// A branch: whether it is reached and its condition holds.
    fn guard(&mut self, pool: &mut TermPool, step: StepId, taken: TermId) -> TermId;
}

/// How decisions are taken.
pub(crate) enum Decisions<'a> {
    /// By looking at terms.
    Free,
    /// The same, and remembered.
    Record(RefCell<Tape>),
    /// As they were taken before.
    Follow {
        tape: &'a Tape,
        steps: &'a [Step],
        next: RefCell<usize>,
        tap: &'a mut dyn StepTap,
    },
}

impl Decisions<'_> {
    fn record(&self, answer: Decision) {
        if let Decisions::Record(tape) = self {
            tape.borrow_mut().answers.push(answer);
        }
    }

    /// The next answer of the tape; nothing if decisions are free or the tape is at its end.
    fn recorded(&self) -> Option<&Decision> {
        let Decisions::Follow { tape, next, .. } = self else {
            return None;
        };
        let mut next = next.borrow_mut();
        let answer = tape.answers.get(*next);
        *next += 1;
        answer
    }

    /// Whether steps are made that only explaining needs.
    pub(crate) fn detailed(&self) -> bool {
        !matches!(self, Decisions::Free)
    }

    pub(crate) fn follows(&self) -> bool {
        matches!(self, Decisions::Follow { .. })
    }
}

impl Symex<'_> {
    fn derail(&self) {
        self.derailed.set(true);
    }

    /// Whether decisions inside another one are not decisions of their own.
    fn silent(&self) -> bool {
        self.quiet.get() || matches!(self.decisions, Decisions::Free)
    }

    pub(crate) fn truth(&self, term: TermId) -> Option<bool> {
        let now = || self.pool.constant(term).and_then(logic::Value::as_bool);
        self.decide_truth(now)
    }

    /// A yes-or-no decision, or none.
    fn decide_truth(&self, now: impl FnOnce() -> Option<bool>) -> Option<bool> {
        if self.silent() {
            return now();
        }
        if self.decisions.follows() {
            return match self.decisions.recorded() {
                Some(Decision::Truth(answer)) => *answer,
                _ => {
                    self.derail();
                    now()
                }
            };
        }
        let answer = now();
        self.decisions.record(Decision::Truth(answer));
        answer
    }

    /// Something found out by comparing terms.
    pub(crate) fn decide(&self, now: impl FnOnce() -> bool) -> bool {
        self.decide_truth(|| Some(now())) == Some(true)
    }

    /// What a condition is known to be on a path.
    pub(crate) fn known(&mut self, path: &crate::symex::path::Path, cond: TermId) -> Option<bool> {
        if self.silent() {
            return path.known(&mut self.pool, cond);
        }
        if self.decisions.follows() {
            return self.decide_truth(|| None);
        }
        let answer = path.known(&mut self.pool, cond);
        self.decisions.record(Decision::Truth(answer));
        answer
    }

    /// The value of a constant bit-vector.
    pub(crate) fn number(&self, term: TermId) -> Option<u64> {
        self.decide_number(|| self.pool.constant(term)?.as_bits()?.to_u64())
    }

    pub(crate) fn decide_number(&self, now: impl FnOnce() -> Option<u64>) -> Option<u64> {
        if self.silent() {
            return now();
        }
        if self.decisions.follows() {
            return match self.decisions.recorded() {
                Some(Decision::Number(answer)) => *answer,
                _ => {
                    self.derail();
                    now()
                }
            };
        }
        let answer = now();
        self.decisions.record(Decision::Number(answer));
        answer
    }

    /// Which values an offset can have.
    pub(crate) fn range(&mut self, term: TermId) -> Range {
        if self.silent() {
            return self.find_range(term);
        }
        if self.decisions.follows() {
            if let Some(Decision::Range(range)) = self.decisions.recorded() {
                return *range;
            }
            self.derail();
        }
        let range = self.find_range(term);
        self.decisions.record(Decision::Range(range));
        range
    }

    /// All cases of a pointer, null included as object 0.
    pub(crate) fn cases(&mut self, pointer: Value) -> Vec<Case> {
        if self.silent() {
            return self.find_cases(pointer);
        }
        if self.decisions.follows() {
            if let Some(Decision::Objects(objects)) = self.decisions.recorded() {
                let objects = objects.clone();
                return self.cases_among(pointer, &objects);
            }
            self.derail();
        }
        self.quiet.set(true);
        let cases = self.find_cases(pointer);
        self.quiet.set(false);
        let objects = cases.iter().map(|case| case.object.0).collect();
        self.decisions.record(Decision::Objects(objects));
        cases
    }

    /// The cases of a pointer that may be one of these objects. One that appears again has been dealt with.
    fn cases_among(&mut self, pointer: Value, objects: &[u32]) -> Vec<Case> {
        let Value::Pointer { object, offset } = pointer else {
            self.derail();
            return Vec::new();
        };
        let mut seen = Vec::new();
        let mut cases = Vec::new();
        for &number in objects {
            let known = self.pool.bv(crate::symex::OBJECT_BITS, number.into());
            let chosen = match seen.contains(&number) {
                true => self.no,
                false => self.pool.eq(object, known),
            };
            seen.push(number);
            cases.push(Case {
                object: ObjectId(number),
                offset,
                chosen,
            });
        }
        cases
    }

    /// Which cells of two states are merged.
    pub(crate) fn decide_keys(&self, now: impl FnOnce() -> Vec<(ObjectId, u64)>) -> Vec<(ObjectId, u64)> {
        if self.silent() {
            return now();
        }
        if self.decisions.follows() {
            if let Some(Decision::Keys(keys)) = self.decisions.recorded() {
                return keys.to_vec();
            }
            self.derail();
        }
        let keys = now();
        self.decisions.record(Decision::Keys(keys.clone().into()));
        keys
    }

    /// The value that the next step has for everything after it.
    pub(crate) fn tapped(&mut self, value: Value) -> Value {
        let id = StepId(self.steps.len() as u32);
        match &mut self.decisions {
            Decisions::Follow { tap, .. } => tap.value(&mut self.pool, id, value),
            _ => value,
        }
    }

    /// Whether the branch that is the next step is taken, for everything after it.
    pub(crate) fn tapped_guard(&mut self, path: TermId, cond: TermId) -> TermId {
        let id = StepId(self.steps.len() as u32);
        if !self.decisions.follows() {
            return cond;
        }
        let taken = self.pool.and(path, cond);
        match &mut self.decisions {
            Decisions::Follow { tap, .. } => tap.guard(&mut self.pool, id, taken),
            _ => cond,
        }
    }

    /// The arm of the switch that is the next step, for everything after it; the largest number if it is not reached.
    pub(crate) fn tapped_arm(&mut self, path: TermId, arm: TermId) -> Option<TermId> {
        if !self.decisions.follows() {
            return None;
        }
        let nowhere = self.pool.bv(32, u128::from(u32::MAX));
        let arm = self.pool.ite(path, arm, nowhere);
        match self.tapped(Value::Bits(arm)) {
            Value::Bits(arm) => Some(arm),
            _ => None,
        }
    }

    /// Compares a step with the one that was made before in its place.
    pub(crate) fn check_step(&self, step: &Step) {
        let Decisions::Follow { steps, .. } = &self.decisions else {
            return;
        };
        let same = steps.get(self.steps.len()).is_some_and(|before| {
            before.pc == step.pc
                && before.frame == step.frame
                && before.rounds == step.rounds
                && same_kind(&before.kind, &step.kind)
        });
        if !same {
            self.derail();
        }
    }
}

fn same_kind(a: &StepKind, b: &StepKind) -> bool {
    match (a, b) {
        (
            StepKind::Merge { object, offset, .. },
            StepKind::Merge {
                object: object_b,
                offset: offset_b,
                ..
            },
        ) => (object, offset) == (object_b, offset_b),
        (StepKind::Input { name, .. }, StepKind::Input { name: name_b, .. }) => name == name_b,
        (StepKind::Assign { expr, .. }, StepKind::Assign { expr: expr_b, .. }) => expr == expr_b,
        (StepKind::Claim { claim, .. }, StepKind::Claim { claim: claim_b, .. }) => claim == claim_b,
        (
            StepKind::Part { at, ty, .. },
            StepKind::Part {
                at: at_b, ty: ty_b, ..
            },
        ) => (at, ty) == (at_b, ty_b),
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}
