//! An execution of the interpreter, event by event, in the order that steps are matched with.

use std::collections::{HashMap, VecDeque};

use bmc::InputValue;
use interp::{At, Observer, Passed, Read};
use program::{ClaimId, Construct, ExprId, FunctionId, InstrKind, Pc, Program};

use crate::agreement::Witnessed;

/// Something seen in an execution.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    /// What was written to, if the source has a name for it.
    pub name: Option<String>,
    pub what: Witnessed,
}

/// A decision seen in an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decided {
    pub taken: Option<bool>,
    pub text: String,
}

/// An execution of the interpreter, event by event.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub assigned: HashMap<(FunctionId, Pc), VecDeque<Seen>>,
    /// By the condition, too: an instruction may decide several.
    pub branched: HashMap<(FunctionId, Pc, Option<ExprId>), VecDeque<Decided>>,
    pub called: HashMap<(FunctionId, Pc), VecDeque<Vec<Witnessed>>>,
    pub returned: HashMap<FunctionId, VecDeque<Option<Witnessed>>>,
    pub inputs: HashMap<(String, u32), u128>,
    /// The claim of which it is recorded what it reads.
    pub claim: Option<ClaimId>,
    /// Once for each time that claim is decided.
    pub examined: VecDeque<Vec<Read>>,
}

impl Recorder {
    /// Something in the user's functions that no step was matched with. Decisions inside an expression are no steps.
    pub(crate) fn left(&self, program: &Program) -> Option<(FunctionId, &'static str)> {
        let assigned = self.assigned.iter().filter(|(_, left)| !left.is_empty());
        let assigned = assigned.map(|((function, pc), _)| (*function, *pc, "an assignment"));
        let is_step = |function: FunctionId, pc: Pc, cond: Option<ExprId>| {
            let instr = program.function(function).body.get(pc.index());
            match instr.map(|instr| &instr.kind) {
                Some(InstrKind::Branch { cond: own, .. }) => cond == Some(*own),
                _ => cond.is_none(),
            }
        };
        let branched = self.branched.iter();
        let branched = branched
            .filter(|((function, pc, cond), left)| !left.is_empty() && is_step(*function, *pc, *cond))
            .map(|((function, pc, _), _)| (*function, *pc, "a branch"));
        assigned
            .chain(branched)
            .filter(|(function, ..)| !program.function(*function).embedded)
            .min()
            .map(|(function, _, what)| (function, what))
    }
}

pub(crate) fn witnessed(passed: &Passed) -> Witnessed {
    Witnessed {
        value: passed.value.clone(),
        pointee: passed.pointee,
        text: passed.text.clone(),
    }
}

impl Observer for Recorder {
    fn assigned(&mut self, at: At, assignment: &interp::Assignment) {
        let seen = Seen {
            name: Some(assignment.place.clone()),
            what: Witnessed {
                value: assignment.value.clone(),
                pointee: assignment.pointee,
                text: assignment.text.clone(),
            },
        };
        self.assigned
            .entry((at.function, at.pc))
            .or_default()
            .push_back(seen);
    }

    fn branched(&mut self, at: At, _construct: Construct, cond: ExprId, taken: bool) {
        let decided = Decided {
            taken: Some(taken),
            text: String::new(),
        };
        self.branched
            .entry((at.function, at.pc, Some(cond)))
            .or_default()
            .push_back(decided);
    }

    fn switched(&mut self, at: At, value: &str, _target: Pc) {
        let decided = Decided {
            taken: None,
            text: value.to_owned(),
        };
        self.branched
            .entry((at.function, at.pc, None))
            .or_default()
            .push_back(decided);
    }

    fn called(&mut self, at: At, _callee: FunctionId, arguments: &[Passed]) {
        self.called
            .entry((at.function, at.pc))
            .or_default()
            .push_back(arguments.iter().map(witnessed).collect());
    }

    fn returned(&mut self, _at: At, from: FunctionId, value: Option<&Passed>) {
        self.returned
            .entry(from)
            .or_default()
            .push_back(value.map(witnessed));
    }

    fn examines(&self, claim: ClaimId) -> bool {
        self.claim == Some(claim)
    }

    fn examined(&mut self, _at: At, _claim: ClaimId, reads: &[Read]) {
        self.examined.push_back(reads.to_vec());
    }

    fn input(&mut self, _at: At, record: &InputValue) {
        self.inputs
            .insert((record.name.clone(), record.occurrence), record.bits);
    }
}
