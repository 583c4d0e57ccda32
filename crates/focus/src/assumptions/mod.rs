//! The conditions of a sequence, rewritten over inputs and uninitialised variables, in C.
//!
//! The run is followed once more with expressions instead of values: what a variable holds is what was stored, with
//! all variables in it replaced in the same way. Where an access goes through a pointer or an index, the run says which
//! bytes it means; if that depends on an input, this becomes a constraint, too, which tells pairs of one sequence
//! apart. Nothing here has to be complete: the search proves what comes of it, both ways, and says if it could not.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use bmc::{Equation, Execution, FrameId, Step, StepId, StepKind, Target, Value};
use ctype::TypeId;
use logic::{Assignment, Evaluator, TermId};
use program::{ClaimId, FunctionId, InstrKind, Pc, StringId};
use source::LocId;

use crate::backward::storage;
use crate::demand::{Bits, Storage};
use crate::form::{Form, Kind};
use crate::inputs::{Inputs, shown};
use crate::pair::Condition;
use crate::statics::Statics;

mod build;
mod constrain;
mod held;
mod wrong;

/// Where a constraint comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A condition of the sequence, or an assumption of the program.
    Condition,
    /// A claim before the end, which must hold for the run to come there.
    EarlierClaim,
    /// The claim that fails.
    Claim,
}

/// A constraint over inputs.
#[derive(Debug, Clone)]
pub struct Assumption {
    pub text: String,
    /// The inputs that it mentions.
    pub variables: Vec<String>,
    pub term: TermId,
    /// The condition that it comes from.
    pub condition: (FunctionId, Pc),
    pub origin: Origin,
    /// Whether it tells pairs of one sequence apart.
    pub(crate) splits: bool,
    /// Whether it says where something lies.
    pub(crate) places: bool,
    pub loc: LocId,
}

/// What is followed.
pub(crate) struct Followed<'f> {
    /// The steps of the sequence, and all branches that something demanded depends on.
    pub focus: &'f [StepId],
    pub conditions: &'f BTreeSet<StepId>,
    pub end: StepId,
    /// Claims that hold in every run.
    pub hold: &'f BTreeSet<ClaimId>,
}

/// An instruction of an activation.
type At = (FrameId, Pc);

/// What is known of a value: nothing, if it is no expression over inputs.
type Known = Option<Rc<Form>>;

pub(crate) struct Rewriting<'r, 'p> {
    statics: &'r Statics<'p>,
    equation: &'r mut Equation,
    inputs: &'r mut Inputs,
    execution: &'r Execution,
    run: &'r Assignment,
    held: BTreeMap<(Storage<FrameId>, Bits), Option<Rc<Form>>>,
    /// Storage that was set to zero, or to a string, as a whole, and has not been stored to since.
    filled: Vec<(Storage<FrameId>, Bits, Option<StringId>)>,
    results: HashMap<(FrameId, Pc), Option<Rc<Form>>>,
    /// Of calls that give a record: what its parts are, counted from its start.
    records: HashMap<At, Vec<(Bits, Known)>>,
    occurrences: HashMap<String, u32>,
    /// The input that an instruction took last.
    taken: Option<(At, Known)>,
    /// The step that is followed, for constraints that addresses ask for.
    at: StepId,
    pub constraints: Vec<Assumption>,
    /// That choices are as in the run.
    pub choices: Vec<TermId>,
    /// Those of the sequence, in order.
    pub conditions: Vec<Condition>,
    /// What makes the condition wrong that decides about the end.
    pub wrong: Vec<(String, String)>,
}

impl<'r, 'p> Rewriting<'r, 'p> {
    pub(crate) fn new(
        statics: &'r Statics<'p>,
        equation: &'r mut Equation,
        inputs: &'r mut Inputs,
        execution: &'r Execution,
        run: &'r Assignment,
    ) -> Rewriting<'r, 'p> {
        Rewriting {
            statics,
            equation,
            inputs,
            execution,
            run,
            held: BTreeMap::new(),
            filled: Vec::new(),
            results: HashMap::new(),
            records: HashMap::new(),
            occurrences: HashMap::new(),
            taken: None,
            at: StepId(0),
            constraints: Vec::new(),
            choices: Vec::new(),
            conditions: Vec::new(),
            wrong: Vec::new(),
        }
    }

    fn function(&self, frame: FrameId) -> FunctionId {
        self.equation.frame(frame).function
    }

    /// Follows the run to its end and collects the constraints of focus conditions.
    pub(crate) fn follow(&mut self, followed: &Followed<'_>) {
        let decisive = self.decisive(followed.focus, followed.end);
        for index in 0..=followed.end.0 {
            let id = StepId(index);
            if !self.execution.happens[index as usize] {
                continue;
            }
            self.at = id;
            let step = self.equation.step(id).clone();
            let counts = followed.focus.binary_search(&id).is_ok();
            let matters = counts || followed.conditions.contains(&id);
            match &step.kind {
                StepKind::Branch { expr, cond } if matters => {
                    if !self.statics.is_choice(self.function(step.frame), *expr) {
                        let taken = self.is_true(*cond);
                        let splits = decisive == Some(id) || !counts;
                        let first = self.constraints.len();
                        // The condition that sets the flag which the claim is about is the claim itself.
                        let origin = match decisive == Some(id) {
                            true => Origin::Claim,
                            false => Origin::Condition,
                        };
                        let open = self.constrain(&step, *expr, taken, origin, splits);
                        if decisive == Some(id) {
                            self.note_wrong(step.frame, *expr, !taken);
                        }
                        self.conditional(followed, id, first, open, decisive);
                    }
                }
                StepKind::Switch { expr, arm, .. } if matters => {
                    let arm = self.number(*arm).unwrap_or(0);
                    let first = self.constraints.len();
                    let open = self.switched(&step, *expr, arm as usize);
                    self.conditional(followed, id, first, open, decisive);
                }
                StepKind::Assume { expr, .. } => {
                    self.constrain(&step, *expr, true, Origin::Condition, false);
                }
                StepKind::Claim { claim, .. } if id == followed.end => {
                    let cond = self.statics.program.claim(*claim).cond;
                    self.constrain(&step, cond, false, Origin::Claim, true);
                    if decisive.is_none() {
                        self.note_wrong(step.frame, cond, true);
                    }
                }
                StepKind::Claim { claim, cond, .. } => {
                    let known = self.equation.pool.constant(*cond).is_some() || followed.hold.contains(claim);
                    if !known {
                        let cond = self.statics.program.claim(*claim).cond;
                        self.constrain(&step, cond, true, Origin::EarlierClaim, false);
                    }
                }
                _ => {
                    if counts {
                        self.place_fixed(&step);
                    }
                    self.effect(id, &step);
                }
            }
        }
    }

    /// A store that matters hits what it hits: where that depends on inputs, they are assumed to be so.
    fn place_fixed(&mut self, step: &Step) {
        let kind = self.statics.kind(self.function(step.frame), step.pc);
        if let (StepKind::Assign { .. } | StepKind::Copy { .. }, Some(InstrKind::Assign { place, .. })) =
            (&step.kind, kind)
            && self.statics.named(*place).is_none()
        {
            // What it depends on is assumed there; where it cannot be told, the proof fails.
            let _ = self.address(step.frame, *place);
        }
    }

    /// What a step does to what storage holds.
    fn effect(&mut self, id: StepId, step: &Step) {
        match &step.kind {
            StepKind::Input { value, ty, name, .. } => self.entered(id, step, *value, *ty, name),
            StepKind::Assign { targets, ty, .. } => {
                if let Some(target) = self.chosen(targets) {
                    self.stored(id, step, target, *ty);
                }
            }
            StepKind::Copy { targets, .. } => {
                if let Some(target) = self.chosen(targets) {
                    self.copied(step, target);
                }
            }
            StepKind::Effect { targets } => {
                if let Some(target) = self.chosen(targets) {
                    self.moved(step, target);
                }
            }
            StepKind::Call { callee } => self.passed(step, *callee),
            StepKind::Return { expr, .. } => {
                if let (Some(caller), Some(expr)) = (self.equation.frame(step.frame).caller, *expr) {
                    self.returned(step.frame, caller, expr);
                }
            }
            StepKind::Declare { var } => {
                let of = Storage::Local(step.frame, *var);
                self.held.retain(|(storage, _), _| *storage != of);
                self.filled.retain(|(storage, ..)| *storage != of);
            }
            _ => {}
        }
    }

    fn is_true(&self, term: TermId) -> bool {
        let mut evaluator = Evaluator::with_defaults(&self.equation.pool, self.run);
        evaluator.eval(term).ok().and_then(|value| value.as_bool()) == Some(true)
    }

    /// The number that a term is in the run.
    fn number(&self, term: TermId) -> Option<u64> {
        let mut evaluator = Evaluator::with_defaults(&self.equation.pool, self.run);
        evaluator.eval(term).ok()?.as_bits()?.to_u64()
    }

    /// Where a step stores in the run.
    fn chosen(&self, targets: &[Target]) -> Option<(Storage<FrameId>, u64, u64)> {
        let target = targets.iter().find(|target| self.is_true(target.chosen))?;
        let storage = storage(self.equation, target.object)?;
        Some((storage, self.number(target.offset)?, target.size))
    }

    fn entered(&mut self, id: StepId, step: &Step, value: Value, ty: TypeId, name: &str) {
        let occurrence = self.occurrences.entry(name.to_owned()).or_insert(0);
        *occurrence += 1;
        let occurrence = *occurrence;
        let term = self.inputs.term(self.equation, name, occurrence);
        let form = term.map(|term| {
            Rc::new(Form {
                kind: Kind::Input(shown(name, occurrence)),
                ty,
                term,
            })
        });
        self.taken = Some(((step.frame, step.pc), form.clone()));
        if let Some(&(object, offset)) = self.equation.unwritten.get(&id) {
            let size = self.statics.program.types.size_of(ty).unwrap_or(0);
            if let Some(storage) = storage(self.equation, object) {
                let bits = Bits {
                    from: offset * 8,
                    count: size * 8,
                };
                self.hold(storage, bits, form);
            }
            return;
        }
        let function = self.function(step.frame);
        let Some(InstrKind::Input { place, .. }) = self.statics.kind(function, step.pc) else {
            return;
        };
        let Some((var, bits)) = self.statics.named(*place) else {
            return;
        };
        if self.statics.is_temporary(var) && self.decides(function, var) {
            // A choice stays what it is in the run; any other input is one that constraints may mention.
            if let Value::Bits(term) = value {
                let now = Evaluator::with_defaults(&self.equation.pool, self.run)
                    .eval(term)
                    .ok();
                if let Some(bits) = now.and_then(|value| value.as_bits().cloned()) {
                    let number = self.equation.pool.bits(bits);
                    let same = self.equation.pool.eq(term, number);
                    self.choices.push(same);
                }
            }
        }
        let storage = self.statics.storage(step.frame, var);
        self.hold(storage, bits, form);
    }

    /// Whether a temporary is what a choice is made by.
    fn decides(&self, function: FunctionId, var: program::VarId) -> bool {
        let body = &self.statics.program.function(function).body;
        body.iter().any(|instr| match instr.kind {
            InstrKind::Branch { cond, .. } => {
                self.statics.is_choice(function, cond)
                    && self
                        .statics
                        .reads(&[cond])
                        .named
                        .iter()
                        .any(|(read, _)| *read == var)
            }
            _ => false,
        })
    }
}
