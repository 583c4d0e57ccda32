//! Who decides during a step: which thread takes it, and what its inputs are.
//!
//! A step may take several inputs, and how many is known only when it is executed. So the values of a step are chosen like
//! the figures of a counter: the step is executed with the first value everywhere, then again with the last figure that
//! can be turned on turned on, until none can.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use interp::{ByteSource, Decision, InputRequest, InputSupply, Observer, Policy, Touched, Turn, Watched};
use runs::{InputKind, InputValue};

use crate::domain::Domains;

/// How inputs and threads are decided.
#[derive(Debug)]
pub(crate) enum Mode {
    /// As a run has them: by name, zero if they are not listed.
    Listed {
        values: HashMap<String, u128>,
        policy: Policy,
    },
    /// By the counter.
    Counted,
    /// These values, one after the other.
    Forced(Vec<u128>),
}

/// An input that a step asked for.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub input: InputValue,
    /// The figure, and how many there are.
    pub index: usize,
    pub options: usize,
    pub complete: bool,
    /// The input has at most 16 values.
    pub small: bool,
}

#[derive(Debug)]
pub(crate) struct Choices {
    pub mode: Mode,
    pub domains: Domains,
    /// Whose turn it is if it has to be decided; with a policy, whose it was.
    pub thread: usize,
    pub figures: Vec<usize>,
    pub asked: Vec<Asked>,
    /// What was forced does not fit.
    pub broken: bool,
}

impl Choices {
    pub(crate) fn new(domains: Domains) -> Choices {
        Choices {
            mode: Mode::Counted,
            domains,
            thread: 0,
            figures: Vec::new(),
            asked: Vec::new(),
            broken: false,
        }
    }

    /// Before a step.
    pub(crate) fn begin(&mut self, thread: usize) {
        self.thread = thread;
        self.asked.clear();
        self.broken = false;
    }

    /// Turns the counter on; no if all was tried.
    pub(crate) fn advance(&mut self) -> bool {
        let turned = self
            .asked
            .iter()
            .rposition(|asked| asked.index + 1 < asked.options);
        let Some(at) = turned else {
            return false;
        };
        self.figures = self.asked[..at].iter().map(|asked| asked.index).collect();
        self.figures.push(self.asked[at].index + 1);
        true
    }

    fn value(&mut self, request: &InputRequest<'_>) -> u128 {
        let nth = self.asked.len();
        let domain = self.domains.of(request);
        let (bits, index, options) = match &mut self.mode {
            Mode::Listed { values, .. } => {
                let value = values.get(&request.key()).copied();
                (value.unwrap_or(0), 0, 0)
            }
            Mode::Counted => {
                let index = self.figures.get(nth).copied().unwrap_or(0);
                let value = domain.values.get(index).copied();
                (value.unwrap_or(0), index, domain.values.len())
            }
            Mode::Forced(values) => {
                self.broken |= nth >= values.len();
                (values.get(nth).copied().unwrap_or(0), 0, 0)
            }
        };
        self.asked.push(Asked {
            input: InputValue {
                name: request.name.to_owned(),
                occurrence: request.occurrence,
                ty: request.ty,
                kind: request.kind,
                bits,
                loc: request.loc,
            },
            index,
            options,
            complete: domain.complete,
            small: domain.small,
        });
        bits
    }
}

/// The supply that hands decisions on.
#[derive(Debug)]
pub(crate) struct Chooser<'c>(pub &'c RefCell<Choices>);

impl InputSupply for Chooser<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.0.borrow_mut().value(request)
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        let mut choices = self.0.borrow_mut();
        let thread = choices.thread;
        match &mut choices.mode {
            Mode::Listed { policy, .. } => policy.decide(turn),
            _ => Decision::Thread(thread),
        }
    }

    fn stepped(&mut self, thread: usize, _touched: &[Touched]) {
        self.0.borrow_mut().thread = thread;
    }

    /// They are kept by the step.
    fn records(&self, _kind: InputKind) -> bool {
        false
    }
}

/// Standard input: always the text of the original run.
#[derive(Debug)]
pub(crate) struct Text<'c> {
    pub bytes: Vec<u8>,
    pub at: &'c Cell<usize>,
}

impl ByteSource for Text<'_> {
    fn next_byte(&mut self) -> Option<u8> {
        let at = self.at.get();
        self.at.set(at + 1);
        self.bytes.get(at).copied()
    }
}

/// Watches nothing; the run stops where steps begin.
#[derive(Debug)]
pub(crate) struct AtSteps;

impl Observer for AtSteps {
    fn watches(&self) -> Watched {
        Watched::Steps
    }
}
