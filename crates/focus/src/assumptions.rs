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
use program::{
    Builtin, ClaimId, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Projection,
    StringId,
};
use source::LocId;

use crate::backward::storage;
use crate::demand::{Bits, Storage};
use crate::form::{Form, Kind, text};
use crate::inputs::{Inputs, shown};
use crate::pair::Condition;
use crate::statics::Statics;

mod build;
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
    /// Whether every condition could be rewritten.
    pub whole: bool,
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
            whole: true,
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
            && self.address(step.frame, *place).is_none()
        {
            self.whole = false;
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

    fn hold(&mut self, storage: Storage<FrameId>, bits: Bits, form: Option<Rc<Form>>) {
        self.drop_held(storage, bits);
        self.held.insert((storage, bits), form);
    }

    fn drop_held(&mut self, storage: Storage<FrameId>, bits: Bits) {
        let least = Bits { from: 0, count: 0 };
        let most = Bits {
            from: bits.end(),
            count: 0,
        };
        let hit: Vec<_> = self
            .held
            .range((storage, least)..(storage, most))
            .filter(|((_, known), _)| known.common(bits).is_some())
            .map(|(key, _)| *key)
            .collect();
        for key in hit {
            self.held.remove(&key);
            // What is only partly overwritten is not known any more.
            for rest in key.1.without(bits) {
                self.held.insert((storage, rest), None);
            }
        }
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

    fn passed(&mut self, step: &Step, callee: FrameId) {
        let program = self.statics.program;
        let Some(InstrKind::Call { args, .. }) = self.statics.kind(self.function(step.frame), step.pc) else {
            return;
        };
        let params = &program.function(self.function(callee)).params;
        for (param, arg) in params.iter().zip(args) {
            let storage = Storage::Local(callee, *param);
            let size = program.size_of_variable(*param);
            let bits = Bits {
                from: 0,
                count: size * 8,
            };
            match program.types.is_scalar(program.variable(*param).ty) {
                true => {
                    let form = self.form(step.frame, *arg);
                    self.hold(storage, bits, form);
                }
                false => self.copy_expr(step.frame, *arg, storage, bits),
            }
        }
    }

    fn stored(&mut self, id: StepId, step: &Step, target: (Storage<FrameId>, u64, u64), ty: TypeId) {
        let (storage_of, offset, size) = target;
        let function = self.function(step.frame);
        let parameter = matches!(*step.reads, [of] if matches!(self.equation.step(of).kind, StepKind::Call { callee } if callee == step.frame));
        let mut bits = Bits {
            from: offset * 8,
            count: size * 8,
        };
        let (place, form) = match self.statics.kind(function, step.pc) {
            // Its form was put there when the call was made.
            _ if parameter && !self.statics.program.types.is_pointer(ty) => return,
            _ if parameter => (None, None),
            Some(InstrKind::Assign { place, value }) => (Some(*place), self.form(step.frame, *value)),
            Some(InstrKind::Call { dest: Some(dest), .. }) => (
                Some(*dest),
                self.results.get(&(step.frame, step.pc)).cloned().flatten(),
            ),
            Some(InstrKind::Builtin { dest: Some(dest), .. } | InstrKind::Input { place: dest, .. }) => {
                let taken = self.taken.as_ref().filter(|(at, _)| *at == (step.frame, step.pc));
                (Some(*dest), taken.and_then(|(_, form)| form.clone()))
            }
            _ => (None, None),
        };
        if let Some(field) = place.and_then(|place| self.statics.field(place)) {
            bits = Bits {
                from: offset * 8 + field.from,
                ..field
            };
        }
        // Where a pointer points, the run itself says.
        let form = match self.statics.program.types.is_pointer(ty) {
            true => self.execution.values[id.0 as usize].and_then(|bits| self.pointer(bits, ty)),
            false => form,
        };
        self.hold(storage_of, bits, form);
    }

    fn pointer(&mut self, bits: u128, ty: TypeId) -> Option<Rc<Form>> {
        let (object, offset) = ((bits >> 64) as u32, bits as u64);
        let points = match object {
            0 if offset == 0 => None,
            0 => return None,
            _ => Some((
                storage(self.equation, bmc::ObjectId(object))?,
                i128::from(offset as i64),
            )),
        };
        Some(self.pointer_form(points, ty))
    }

    fn copied(&mut self, step: &Step, (to, offset, size): (Storage<FrameId>, u64, u64)) {
        let bits = Bits {
            from: offset * 8,
            count: size * 8,
        };
        match self.statics.kind(self.function(step.frame), step.pc) {
            Some(InstrKind::Assign { value, .. }) => self.copy_expr(step.frame, *value, to, bits),
            _ => {
                self.drop_held(to, bits);
                let parts = self
                    .records
                    .get(&(step.frame, step.pc))
                    .cloned()
                    .unwrap_or_default();
                for (part, form) in parts {
                    let from = part.from + bits.from;
                    self.hold(to, Bits { from, ..part }, form);
                }
            }
        }
    }

    fn returned(&mut self, frame: FrameId, caller: (FrameId, Pc), expr: ExprId) {
        let program = self.statics.program;
        let ty = program.expr(expr).ty;
        if program.types.is_scalar(ty) {
            let form = self.form(frame, expr);
            self.results.insert(caller, form);
            return;
        }
        let mut parts = Vec::new();
        if let ExprKind::Load(place) = program.expr(expr).kind
            && let Some((storage, from)) = self.address(frame, place)
        {
            let count = program.types.size_of(ty).unwrap_or(0) * 8;
            let whole = Bits { from, count };
            for ((of, known), form) in &self.held {
                if *of == storage && known.common(whole) == Some(*known) {
                    let from = known.from - from;
                    parts.push((Bits { from, ..*known }, form.clone()));
                }
            }
        }
        self.records.insert(caller, parts);
    }

    /// Storage takes the value of a record or array expression.
    fn copy_expr(&mut self, frame: FrameId, from: ExprId, to: Storage<FrameId>, bits: Bits) {
        let source = match self.statics.program.expr(from).kind {
            ExprKind::Load(place) => self.address(frame, place),
            ExprKind::Zero | ExprKind::Bytes(_) => {
                self.drop_held(to, bits);
                let string = match self.statics.program.expr(from).kind {
                    ExprKind::Bytes(string) => Some(string),
                    _ => None,
                };
                self.filled.push((to, bits, string));
                return;
            }
            _ => None,
        };
        self.copy_bits(source, to, bits);
    }

    fn copy_bits(&mut self, source: Option<(Storage<FrameId>, u64)>, to: Storage<FrameId>, bits: Bits) {
        let mut forms = Vec::new();
        let mut fills = Vec::new();
        if let Some((from, start)) = source {
            let there = Bits {
                from: start,
                count: bits.count,
            };
            for ((of, known), form) in &self.held {
                if *of == from && known.common(there) == Some(*known) {
                    let at = Bits {
                        from: known.from - start + bits.from,
                        ..*known
                    };
                    forms.push((at, form.clone()));
                }
            }
            for (of, known, string) in &self.filled {
                if *of == from && string.is_none() && known.common(there) == Some(there) {
                    fills.push((to, bits, None));
                }
            }
        }
        self.drop_held(to, bits);
        self.filled.extend(fills);
        for (at, form) in forms {
            self.hold(to, at, form);
        }
    }

    /// A builtin copies or sets bytes.
    fn moved(&mut self, step: &Step, (to, offset, size): (Storage<FrameId>, u64, u64)) {
        let bits = Bits {
            from: offset * 8,
            count: size * 8,
        };
        let Some(InstrKind::Builtin { op, args, .. }) = self.statics.kind(self.function(step.frame), step.pc)
        else {
            return;
        };
        match op {
            Builtin::CopyMemory => {
                let from = self.form(step.frame, args[1]).and_then(|form| match form.kind {
                    Kind::Pointer(Some((storage, offset))) => {
                        Some((storage, u64::try_from(offset).ok()? * 8))
                    }
                    _ => None,
                });
                self.copy_bits(from, to, bits);
            }
            Builtin::SetMemory => {
                self.drop_held(to, bits);
                let byte = self.form(step.frame, args[1]);
                if matches!(byte.map(|form| self.number(form.term)), Some(Some(0))) {
                    self.filled.push((to, bits, None));
                }
            }
            _ => self.drop_held(to, bits),
        }
    }

    /// Where a place lies in the run, in bits.
    fn address(&mut self, frame: FrameId, id: PlaceId) -> Option<(Storage<FrameId>, u64)> {
        let program = self.statics.program;
        let place = program.place(id);
        let (storage, mut at, mut ty) = match place.base {
            PlaceBase::Var(var) => (self.statics.storage(frame, var), 0i128, program.variable(var).ty),
            PlaceBase::Deref(pointer) => {
                let form = self.form(frame, pointer)?;
                let Kind::Pointer(Some((storage, offset))) = form.kind else {
                    return None;
                };
                (
                    storage,
                    offset * 8,
                    program.types.pointee(program.expr(pointer).ty)?,
                )
            }
        };
        for step in &place.path {
            match *step {
                Projection::Field(index) => {
                    let record = program.types.record(program.types.record_of(ty)?);
                    let field = &record.fields[index as usize];
                    at += i128::from(field.bits.map_or(field.offset * 8, |bits| bits.offset));
                }
                Projection::Index(index) => {
                    let size = program.types.size_of(program.types.element(ty)?)?;
                    at += self.fixed(frame, index)? * i128::from(size) * 8;
                }
            }
            ty = program.project(ty, *step)?;
        }
        Some((storage, u64::try_from(at).ok()?))
    }

    /// The value of an index in the run; where it depends on inputs, it is assumed to be that.
    fn fixed(&mut self, frame: FrameId, index: ExprId) -> Option<i128> {
        let form = self.form(frame, index)?;
        let (width, signed) = self.statics.program.types.integer(form.ty)?;
        let bits = self.number(form.term)?;
        let value = match signed && width <= 64 && bits >> (width - 1) & 1 == 1 {
            true => i128::from(bits) - (1i128 << width),
            false => i128::from(bits),
        };
        if form.is_open() {
            let number = self.number_form(value, form.ty)?;
            let equal = self.compared(program::BinaryOp::Eq, form, number)?;
            self.assume(&equal, true, Origin::Condition, true);
        }
        Some(value)
    }

    /// Notes a condition of the sequence, which the constraints from `first` on are about.
    fn conditional(
        &mut self,
        followed: &Followed<'_>,
        id: StepId,
        first: usize,
        known: bool,
        decisive: Option<StepId>,
    ) {
        let Ok(position) = followed.focus.binary_search(&id) else {
            return;
        };
        let terms: Vec<TermId> = self.constraints[first..].iter().map(|known| known.term).collect();
        let term = known.then(|| self.equation.pool.and_all(&terms));
        self.conditions.push(Condition {
            position,
            term,
            decisive: decisive == Some(id),
        });
    }

    /// Whether the outcome of a switch could be rewritten.
    fn switched(&mut self, step: &Step, expr: ExprId, arm: usize) -> bool {
        let kind = self.statics.kind(self.function(step.frame), step.pc);
        let (Some(InstrKind::Switch { arms, .. }), Some(form)) = (kind, self.form(step.frame, expr)) else {
            self.whole = false;
            return false;
        };
        // The arm that was taken, or none of them.
        let taken: Vec<(i128, i128, bool)> = match arms.get(arm) {
            Some(arm) => vec![(arm.low, arm.high, true)],
            None => arms.iter().map(|arm| (arm.low, arm.high, false)).collect(),
        };
        for (low, high, inside) in taken {
            let Some(condition) = self.between(&form, low, high) else {
                self.whole = false;
                return false;
            };
            let mut atoms = Vec::new();
            self.atoms(&condition, inside, false, false, &mut atoms);
            for (atom, truth, split) in atoms {
                self.assume(&atom, truth, Origin::Condition, split);
            }
        }
        true
    }

    /// Whether a condition could be rewritten.
    fn constrain(&mut self, step: &Step, expr: ExprId, truth: bool, origin: Origin, splits: bool) -> bool {
        let Some(form) = self.form(step.frame, expr) else {
            self.whole = false;
            return false;
        };
        let mut atoms = Vec::new();
        self.atoms(&form, truth, splits, false, &mut atoms);
        // An operator's branch decides as a whole between pairs.
        let whole = splits && origin == Origin::Condition && atoms.len() == 1;
        for (atom, truth, split) in atoms {
            self.assume(&atom, truth, origin, split || whole);
        }
        true
    }

    fn assume(&mut self, atom: &Rc<Form>, truth: bool, origin: Origin, splits: bool) {
        let cond = self.truth(atom);
        let term = if truth { cond } else { self.equation.pool.not(cond) };
        let step = self.equation.step(self.at);
        let (condition, loc) = ((self.function(step.frame), step.pc), step.loc);
        let mut variables = Vec::new();
        atom.inputs(&mut variables);
        self.constraints.push(Assumption {
            text: text(atom, truth),
            variables,
            term,
            condition,
            origin,
            splits,
            loc,
        });
    }

    /// A condition as constraints that hold together; where it splits, the first atom that decides it.
    fn atoms(
        &mut self,
        form: &Rc<Form>,
        truth: bool,
        splits: bool,
        split: bool,
        found: &mut Vec<(Rc<Form>, bool, bool)>,
    ) {
        match (&form.kind, truth) {
            (Kind::Unary(program::UnaryOp::Not, inner), _) => self.atoms(inner, !truth, splits, split, found),
            (Kind::Converted(inner, _), _) if inner.is_truth() => {
                self.atoms(inner, truth, splits, split, found)
            }
            (Kind::And(a, b), true) | (Kind::Or(a, b), false) => {
                self.atoms(a, truth, splits, split, found);
                self.atoms(b, truth, splits, split, found);
            }
            (Kind::And(a, b) | Kind::Or(a, b), _) if splits => {
                let first = self.truth(a);
                if self.is_true(first) == truth {
                    self.atoms(a, truth, splits, true, found);
                } else {
                    self.atoms(a, !truth, splits, true, found);
                    self.atoms(b, truth, splits, true, found);
                }
            }
            _ => found.push((form.clone(), truth, split)),
        }
    }

    /// What storage holds; where nothing was stored, what it began with.
    fn read(&mut self, storage: Storage<FrameId>, bits: Bits, ty: TypeId) -> Option<Rc<Form>> {
        if let Some(held) = self.held.get(&(storage, bits)) {
            return held.clone();
        }
        let least = Bits { from: 0, count: 0 };
        let most = Bits {
            from: bits.end(),
            count: 0,
        };
        let mut near = self.held.range((storage, least)..(storage, most));
        if near.any(|((_, known), _)| known.common(bits).is_some()) {
            return None;
        }
        let filled = self
            .filled
            .iter()
            .rev()
            .find(|(of, known, _)| *of == storage && known.common(bits).is_some());
        let is_zero = |var: program::VarId| {
            let variable = self.statics.program.variable(var);
            variable.lifetime == Lifetime::Static && !variable.external
        };
        match filled {
            Some((_, known, Some(string))) => {
                let bytes = self.statics.program.string(*string);
                let at = usize::try_from((bits.from - known.from) / 8).ok()?;
                let byte = bytes.get(at).copied().unwrap_or(0);
                (bits.count == 8)
                    .then(|| self.number_form(i128::from(byte as i8), ty))
                    .flatten()
            }
            Some((_, known, None)) if known.common(bits) == Some(bits) => self.zero_form(ty),
            Some(_) => None,
            None if storage.variable().is_some_and(is_zero) => self.zero_form(ty),
            None => None,
        }
    }
}
