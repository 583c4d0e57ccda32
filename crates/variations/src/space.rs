//! What can happen from a state on: one step after the other, in the interpreter.

use std::cell::{Cell, RefCell};

use interp::{SavedState, Seen, StepPlace, Stepped, Stepper, Stop};
use program::ClaimId;
use source::LocId;

use crate::choices::{Asked, Choices, Mode};
use crate::trie::Step;

/// An error, as far as it is the same in two runs: the place and the action are compared beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wrong {
    Claim(ClaimId),
    /// A format and its arguments do not agree.
    Format(LocId),
    /// A call with the wrong arguments.
    Call(LocId),
    StackOverflow,
}

/// Why the exploration knows less than everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    /// Inputs with too many values to try all of them.
    Inputs,
    /// Too many states.
    States,
    /// Too many runs.
    Runs,
    /// A step that does not end.
    LongStep,
    /// Something that is not supported.
    Unsupported(LocId),
    /// The memory of a run is used up.
    Memory,
    /// The user, or the time.
    Interrupted,
    /// Standard input is not varied.
    Stdin,
    /// Inputs before the first statement are not varied.
    Beginning,
    /// Too many pairs of runs.
    Pairs,
}

/// What a step came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    On,
    /// The program has ended without an error.
    Normal,
    Wrong(Wrong, Box<Stop>),
    /// An assumption does not hold: there is no such run.
    Infeasible,
    Unknown(Gap),
}

/// A step that was taken.
#[derive(Debug)]
pub(crate) struct Taken {
    pub step: Step,
    pub asked: Vec<Asked>,
    pub end: End,
}

/// A state to come back to.
#[derive(Debug)]
pub(crate) struct Mark<'m> {
    state: SavedState<'m>,
    stdin: usize,
}

pub(crate) struct Space<'m> {
    pub stepper: Stepper<'m>,
    pub choices: &'m RefCell<Choices>,
    pub stdin: &'m Cell<usize>,
    /// Storage of marks that are not needed any more.
    spare: Vec<Mark<'m>>,
}

impl<'m> Space<'m> {
    pub(crate) fn new(
        stepper: Stepper<'m>,
        choices: &'m RefCell<Choices>,
        stdin: &'m Cell<usize>,
    ) -> Space<'m> {
        Space {
            stepper,
            choices,
            stdin,
            spare: Vec::new(),
        }
    }

    /// The threads that can move, in the order in which they are tried.
    pub(crate) fn threads(&self) -> Vec<usize> {
        let (mut ready, spurious) = self.stepper.able();
        ready.extend(spurious);
        ready
    }

    pub(crate) fn place(&self, thread: usize) -> StepPlace {
        self.stepper.place(thread)
    }

    pub(crate) fn seen(&self, thread: usize) -> Vec<Seen> {
        self.stepper.seen(thread)
    }

    pub(crate) fn mark(&mut self) -> Mark<'m> {
        match self.spare.pop() {
            Some(mut mark) => {
                self.stepper.save_into(&mut mark.state);
                mark.stdin = self.stdin.get();
                mark
            }
            None => Mark {
                state: self.stepper.save(),
                stdin: self.stdin.get(),
            },
        }
    }

    pub(crate) fn back_to(&mut self, mark: &Mark<'m>) {
        self.stepper.restore(&mark.state);
        self.stdin.set(mark.stdin);
    }

    pub(crate) fn forget(&mut self, mark: Mark<'m>) {
        if self.spare.len() < 1000 {
            self.spare.push(mark);
        }
    }

    pub(crate) fn fingerprint(&mut self) -> u128 {
        let number = self.stepper.fingerprint();
        number ^ (self.stdin.get() as u128).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    /// A step of this thread, with the values of a counter's figures.
    pub(crate) fn counted(&mut self, thread: usize, figures: &[usize]) -> Taken {
        {
            let mut choices = self.choices.borrow_mut();
            choices.mode = Mode::Counted;
            choices.figures.clear();
            choices.figures.extend_from_slice(figures);
        }
        self.take(thread, self.place(thread))
    }

    /// The same step again; nothing if it cannot be taken here, or takes other inputs.
    pub(crate) fn forced(&mut self, step: &Step) -> Option<Taken> {
        let thread = step.thread;
        let (ready, spurious) = self.stepper.able();
        if !ready.contains(&thread) && !spurious.contains(&thread) {
            return None;
        }
        self.choices.borrow_mut().mode = Mode::Forced(step.values.clone());
        let taken = self.take(thread, self.place(thread));
        let fits = !self.choices.borrow().broken && taken.asked.len() == step.values.len();
        fits.then_some(taken)
    }

    /// A step as a run has it; its thread is decided by the run's schedule.
    pub(crate) fn listed(&mut self) -> Taken {
        let threads = self.threads();
        let places: Vec<(usize, StepPlace)> = threads
            .iter()
            .map(|&thread| (thread, self.place(thread)))
            .collect();
        let mut taken = self.take(threads.first().copied().unwrap_or(0), self.place(0));
        let thread = self.choices.borrow().thread;
        taken.step.thread = thread;
        if let Some((_, place)) = places.iter().find(|(other, _)| *other == thread) {
            taken.step.place = *place;
        }
        taken
    }

    fn take(&mut self, thread: usize, place: StepPlace) -> Taken {
        self.choices.borrow_mut().begin(thread);
        let stepped = self.stepper.step(budgets::variations::MAX_STEP.get());
        let way = self.stepper.went();
        let choices = self.choices.borrow();
        let asked = choices.asked.clone();
        let end = match stepped {
            Stepped::On => End::On,
            Stepped::Over(stop) => end_of(stop),
        };
        let step = Step {
            thread,
            place,
            way: way.filter(|_| !asked.is_empty()),
            values: asked.iter().map(|asked| asked.input.bits).collect(),
            small: !asked.is_empty() && asked.iter().all(|asked| asked.small),
        };
        Taken { step, asked, end }
    }
}

pub(crate) fn end_of(stop: Stop) -> End {
    match stop {
        Stop::Exit(_) | Stop::Abort => End::Normal,
        Stop::ClaimFailed { claim, .. } => End::Wrong(Wrong::Claim(claim), Box::new(stop)),
        Stop::BadFormat { loc, .. } => End::Wrong(Wrong::Format(loc), Box::new(stop)),
        Stop::BadCall { loc, .. } => End::Wrong(Wrong::Call(loc), Box::new(stop)),
        Stop::StackOverflow { .. } => End::Wrong(Wrong::StackOverflow, Box::new(stop)),
        Stop::AssumptionViolated(_) => End::Infeasible,
        Stop::Unsupported { loc, .. } | Stop::Internal { loc, .. } | Stop::BadSchedule { loc, .. } => {
            End::Unknown(Gap::Unsupported(loc))
        }
        Stop::OutOfMemory(_) => End::Unknown(Gap::Memory),
        Stop::StepLimit => End::Unknown(Gap::LongStep),
        Stop::Interrupted => End::Unknown(Gap::Interrupted),
    }
}
