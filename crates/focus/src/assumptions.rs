//! The conditions of a sequence, rewritten over inputs and uninitialised variables, in C.
//!
//! The run is followed once more with expressions instead of values: what a variable holds is what was stored, with
//! all variables in it replaced in the same way. Each expression has its C form and its term.

use std::collections::HashMap;
use std::rc::Rc;

use bmc::{Equation, Execution, FrameId, StepId, StepKind, Value};
use ctype::TypeId;
use logic::{Assignment, Evaluator, TermId};
use program::{BinaryOp, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, Pc, UnaryOp};
use source::LocId;

use crate::search::is_input;
use crate::statics::{Cell, Statics};

/// A constraint over inputs.
#[derive(Debug, Clone)]
pub struct Assumption {
    pub text: String,
    /// The inputs that it mentions.
    pub variables: Vec<String>,
    pub(crate) term: TermId,
    /// The condition that it comes from, and whether that is the claim itself.
    pub condition: (FunctionId, Pc),
    pub of_claim: bool,
    /// Whether it says which atom of the last condition decides.
    pub(crate) splits: bool,
    pub loc: LocId,
}

#[derive(Debug)]
enum Kind {
    Number(i128),
    Input(String),
    Not(Rc<Form>),
    Neg(Rc<Form>),
    Binary(BinaryOp, Rc<Form>, Rc<Form>),
    And(Rc<Form>, Rc<Form>),
    Or(Rc<Form>, Rc<Form>),
    Converted(Rc<Form>),
}

/// An expression over inputs; the term is a bit-vector as wide as the type.
#[derive(Debug)]
struct Form {
    kind: Kind,
    ty: TypeId,
    term: TermId,
}

type Scalar = (Option<FrameId>, Cell);

pub(crate) struct Rewriting<'r, 'p> {
    statics: &'r Statics<'p>,
    equation: &'r mut Equation,
    execution: &'r Execution,
    run: &'r Assignment,
    held: HashMap<Scalar, Option<Rc<Form>>>,
    results: HashMap<(FrameId, Pc), Option<Rc<Form>>>,
    pub constraints: Vec<Assumption>,
    /// That choices are as in the run.
    pub choices: Vec<TermId>,
    /// Whether every condition could be rewritten.
    pub whole: bool,
}

impl<'r, 'p> Rewriting<'r, 'p> {
    pub(crate) fn new(
        statics: &'r Statics<'p>,
        equation: &'r mut Equation,
        execution: &'r Execution,
        run: &'r Assignment,
    ) -> Rewriting<'r, 'p> {
        Rewriting {
            statics,
            equation,
            execution,
            run,
            held: HashMap::new(),
            results: HashMap::new(),
            constraints: Vec::new(),
            choices: Vec::new(),
            whole: true,
        }
    }

    fn function(&self, frame: FrameId) -> FunctionId {
        self.equation.frame(frame).function
    }

    fn integer(&self, ty: TypeId) -> Option<(u32, bool)> {
        self.statics.program.types.integer(ty)
    }

    /// Follows the run to its end and collects the constraints of focus conditions.
    pub(crate) fn follow(&mut self, focus: &[StepId], end: StepId) {
        let decisive = self.decisive(focus, end);
        for index in 0..=end.0 {
            let id = StepId(index);
            if !self.execution.happens[index as usize] {
                continue;
            }
            let step = self.equation.step(id).clone();
            let function = self.function(step.frame);
            if self.statics.program.function(function).embedded {
                continue;
            }
            match &step.kind {
                StepKind::Input { value, ty, name, .. } => {
                    self.entered(step.frame, function, step.pc, *value, *ty, name);
                }
                StepKind::Assign { targets, .. } => self.stored(&step, targets),
                StepKind::Return { expr, .. } => {
                    if let Some(caller) = self.equation.frame(step.frame).caller {
                        let form = expr.and_then(|expr| self.form(step.frame, expr));
                        self.results.insert(caller, form);
                    }
                }
                StepKind::Branch { expr, cond } if focus.binary_search(&id).is_ok() => {
                    if self.statics.is_choice(function, *expr) {
                        continue;
                    }
                    let taken = self.is_true(*cond);
                    self.constrain(&step, *expr, taken, decisive == Some(id), false);
                }
                StepKind::Switch { .. } if focus.binary_search(&id).is_ok() => self.whole = false,
                StepKind::Assume { expr, .. } => self.constrain(&step, *expr, true, false, false),
                StepKind::Claim { claim, .. } if id == end => {
                    let cond = self.statics.program.claim(*claim).cond;
                    self.constrain(&step, cond, false, true, true);
                }
                _ => {}
            }
        }
    }

    /// The condition whose first failing atom tells ways apart, beside the claim: the last one that decides about the end.
    fn decisive(&self, focus: &[StepId], end: StepId) -> Option<StepId> {
        let last = focus.iter().rev().find(|step| {
            **step < end && matches!(self.equation.step(**step).kind, StepKind::Assign { .. })
        })?;
        let (end, last) = (self.equation.step(end), self.equation.step(*last));
        let mut decides = Vec::new();
        for step in [end, last] {
            let parents = self.statics.parents(self.function(step.frame), step.pc);
            decides.extend(parents.into_iter().map(|pc| (step.frame, pc)));
        }
        focus.iter().rev().copied().find(|id| {
            let step = self.equation.step(*id);
            matches!(step.kind, StepKind::Branch { .. }) && decides.contains(&(step.frame, step.pc))
        })
    }

    fn is_true(&self, term: TermId) -> bool {
        let mut evaluator = Evaluator::with_defaults(&self.equation.pool, self.run);
        evaluator.eval(term).ok().and_then(|value| value.as_bool()) == Some(true)
    }

    fn owner(&self, frame: FrameId, cell: Cell) -> Scalar {
        let is_static = self.statics.program.variable(cell.var).lifetime == Lifetime::Static;
        ((!is_static).then_some(frame), cell)
    }

    fn entered(
        &mut self,
        frame: FrameId,
        function: FunctionId,
        pc: Pc,
        value: Value,
        ty: TypeId,
        name: &str,
    ) {
        let Value::Bits(term) = value else { return };
        let kind = self.statics.kind(function, pc);
        if !is_input(kind) {
            return;
        }
        let Some(InstrKind::Input { place, .. }) = kind else {
            return;
        };
        let Some(cell) = self.statics.cell(*place) else {
            return;
        };
        if self.statics.is_temporary(cell.var) {
            // A choice stays what it is in the run; any other input is one that constraints may mention.
            let now = Evaluator::with_defaults(&self.equation.pool, self.run)
                .eval(term)
                .ok();
            if let Some(bits) = now.and_then(|value| value.as_bits().cloned()) {
                let body = &self.statics.program.function(function).body;
                let decides = body.iter().any(|instr| match instr.kind {
                    InstrKind::Branch { cond, .. } => {
                        self.statics.is_choice(function, cond)
                            && self
                                .statics
                                .reads(&[cond])
                                .0
                                .iter()
                                .any(|read| read.var == cell.var)
                    }
                    _ => false,
                });
                if decides {
                    let number = self.equation.pool.bits(bits);
                    let same = self.equation.pool.eq(term, number);
                    self.choices.push(same);
                }
            }
        }
        let form = Form {
            kind: Kind::Input(name.to_owned()),
            ty,
            term,
        };
        let key = self.owner(frame, cell);
        self.held.insert(key, Some(Rc::new(form)));
    }

    fn stored(&mut self, step: &bmc::Step, targets: &[bmc::Target]) {
        if let [of] = *step.reads
            && let StepKind::Call { callee } = self.equation.step(of).kind
            && callee == step.frame
        {
            let call = self.equation.step(of).clone();
            let Some(var) = targets
                .first()
                .and_then(|target| self.equation.variable(target.object))
            else {
                return;
            };
            let params = &self.statics.program.function(self.function(step.frame)).params;
            let position = params.iter().position(|param| *param == var);
            let Some(InstrKind::Call { args, .. }) = self.statics.kind(self.function(call.frame), call.pc)
            else {
                return;
            };
            let arg = position.and_then(|position| args.get(position));
            let form = arg.and_then(|arg| self.form(call.frame, *arg));
            let cell = Cell {
                var,
                offset: 0,
                size: targets[0].size,
            };
            self.held.insert((Some(step.frame), cell), form);
            return;
        }
        let (place, form) = match self.statics.kind(self.function(step.frame), step.pc) {
            Some(InstrKind::Assign { place, value }) => (*place, self.form(step.frame, *value)),
            Some(InstrKind::Call { dest: Some(dest), .. }) => {
                (*dest, self.results.get(&(step.frame, step.pc)).cloned().flatten())
            }
            _ => return,
        };
        if let Some(cell) = self.statics.cell(place) {
            let key = self.owner(step.frame, cell);
            self.held.insert(key, form);
        }
    }

    fn constrain(&mut self, step: &bmc::Step, expr: ExprId, truth: bool, splits: bool, of_claim: bool) {
        let Some(form) = self.form(step.frame, expr) else {
            self.whole = false;
            return;
        };
        let condition = (self.function(step.frame), step.pc);
        let mut atoms = Vec::new();
        self.atoms(&form, truth, splits, false, &mut atoms);
        for (atom, truth, split) in atoms {
            let cond = self.truth(atom.term);
            let term = if truth { cond } else { self.equation.pool.not(cond) };
            let mut variables = Vec::new();
            names(&atom, &mut variables);
            self.constraints.push(Assumption {
                text: text(&atom, truth),
                variables,
                term,
                condition,
                of_claim,
                splits: split,
                loc: step.loc,
            });
        }
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
            (Kind::Not(inner), _) => self.atoms(inner, !truth, splits, split, found),
            (Kind::Converted(inner), _) if is_truth(inner) => self.atoms(inner, truth, splits, split, found),
            (Kind::And(a, b), true) | (Kind::Or(a, b), false) => {
                self.atoms(a, truth, splits, split, found);
                self.atoms(b, truth, splits, split, found);
            }
            (Kind::And(a, b) | Kind::Or(a, b), _) if splits => {
                let first = self.truth(a.term);
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

    fn truth(&mut self, term: TermId) -> TermId {
        let width = self.equation.pool.sort(term).bit_width().unwrap_or(1);
        let zero = self.equation.pool.bv(width, 0);
        self.equation.pool.distinct(term, zero)
    }

    fn flag(&mut self, cond: TermId, ty: TypeId) -> Option<TermId> {
        let (width, _) = self.integer(ty)?;
        let (one, zero) = (self.equation.pool.bv(width, 1), self.equation.pool.bv(width, 0));
        Some(self.equation.pool.ite(cond, one, zero))
    }

    /// What is held where nothing was stored: an input if it was read, else what static storage begins with.
    fn unwritten(&mut self, frame: FrameId, cell: Cell, ty: TypeId) -> Option<Rc<Form>> {
        let variable = self.statics.program.variable(cell.var);
        let name = variable.name.clone();
        for index in 0..self.equation.steps.len() {
            let step = &self.equation.steps[index];
            let StepKind::Input {
                name: of,
                value: Value::Bits(term),
                ..
            } = &step.kind
            else {
                continue;
            };
            let same = *of == name && self.execution.happens.get(index) == Some(&true);
            if same && (variable.lifetime == Lifetime::Static || step.frame == frame) {
                return Some(Rc::new(Form {
                    kind: Kind::Input(name),
                    ty,
                    term: *term,
                }));
            }
        }
        let (width, _) = self.integer(ty)?;
        let is_zero = variable.lifetime == Lifetime::Static && !variable.external;
        let term = self.equation.pool.bv(width, 0);
        is_zero.then(|| {
            Rc::new(Form {
                kind: Kind::Number(0),
                ty,
                term,
            })
        })
    }

    fn form(&mut self, frame: FrameId, expr: ExprId) -> Option<Rc<Form>> {
        let program = self.statics.program;
        let ty = program.expr(expr).ty;
        let (width, _) = self.integer(ty)?;
        let (kind, term) = match &program.expr(expr).kind {
            ExprKind::Int(number) => {
                let bits = logic::Bits::from_i128(width, *number);
                (Kind::Number(*number), self.equation.pool.bits(bits))
            }
            ExprKind::Load(place) => {
                let cell = self.statics.cell(*place)?;
                let key = self.owner(frame, cell);
                if let Some(held) = self.held.get(&key) {
                    return held.clone();
                }
                let form = self.unwritten(frame, cell, ty);
                self.held.insert(key, form.clone());
                return form;
            }
            ExprKind::Unary { op, operand } => {
                let inner = self.form(frame, *operand)?;
                match op {
                    UnaryOp::Not => {
                        let truth = self.truth(inner.term);
                        let not = self.equation.pool.not(truth);
                        (Kind::Not(inner), self.flag(not, ty)?)
                    }
                    UnaryOp::Neg => {
                        let term = self.equation.pool.bv_neg(inner.term);
                        (Kind::Neg(inner), term)
                    }
                    UnaryOp::BitNot => return None,
                }
            }
            ExprKind::Convert(inner) => {
                let inner = self.form(frame, *inner)?;
                let (from, signed) = self.integer(inner.ty)?;
                let term = if program.types.is_bool(ty) {
                    let truth = self.truth(inner.term);
                    self.flag(truth, ty)?
                } else if width < from {
                    self.equation.pool.bv_extract(inner.term, width - 1, 0)
                } else if signed {
                    self.equation.pool.bv_sign_extend(inner.term, width)
                } else {
                    self.equation.pool.bv_zero_extend(inner.term, width)
                };
                (Kind::Converted(inner), term)
            }
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                let (a, b) = (self.form(frame, *lhs)?, self.form(frame, *rhs)?);
                let (x, y) = (self.truth(a.term), self.truth(b.term));
                let is_and = matches!(program.expr(expr).kind, ExprKind::And { .. });
                let both = if is_and {
                    self.equation.pool.and(x, y)
                } else {
                    self.equation.pool.or(x, y)
                };
                let term = self.flag(both, ty)?;
                (if is_and { Kind::And(a, b) } else { Kind::Or(a, b) }, term)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let (a, b) = (self.form(frame, *lhs)?, self.form(frame, *rhs)?);
                let term = self.binary(*op, &a, &b, ty)?;
                (Kind::Binary(*op, a, b), term)
            }
            _ => return None,
        };
        Some(Rc::new(Form { kind, ty, term }))
    }

    fn binary(&mut self, op: BinaryOp, a: &Form, b: &Form, ty: TypeId) -> Option<TermId> {
        let (_, signed) = self.integer(a.ty)?;
        let pool = &mut self.equation.pool;
        let (x, y) = (a.term, b.term);
        let mut less = |x, y| {
            if signed {
                pool.bv_slt(x, y)
            } else {
                pool.bv_ult(x, y)
            }
        };
        let cond = match op {
            BinaryOp::Lt => less(x, y),
            BinaryOp::Gt => less(y, x),
            BinaryOp::Le => {
                let more = less(y, x);
                pool.not(more)
            }
            BinaryOp::Ge => {
                let fewer = less(x, y);
                pool.not(fewer)
            }
            BinaryOp::Eq => pool.eq(x, y),
            BinaryOp::Ne => pool.distinct(x, y),
            BinaryOp::Add => return Some(pool.bv_add(x, y)),
            BinaryOp::Sub => return Some(pool.bv_sub(x, y)),
            BinaryOp::Mul => return Some(pool.bv_mul(x, y)),
            BinaryOp::BitAnd => return Some(pool.bv_and(x, y)),
            BinaryOp::BitOr => return Some(pool.bv_or(x, y)),
            BinaryOp::BitXor => return Some(pool.bv_xor(x, y)),
            _ => return None,
        };
        self.flag(cond, ty)
    }
}

fn is_truth(form: &Form) -> bool {
    match &form.kind {
        Kind::Not(_) | Kind::And(..) | Kind::Or(..) => true,
        Kind::Binary(op, ..) => op.is_comparison(),
        Kind::Converted(inner) => is_truth(inner),
        _ => false,
    }
}

fn names(form: &Form, found: &mut Vec<String>) {
    match &form.kind {
        Kind::Number(_) => {}
        Kind::Input(name) => {
            if !found.contains(name) {
                found.push(name.clone());
            }
        }
        Kind::Not(a) | Kind::Neg(a) | Kind::Converted(a) => names(a, found),
        Kind::Binary(_, a, b) | Kind::And(a, b) | Kind::Or(a, b) => {
            names(a, found);
            names(b, found);
        }
    }
}

/// A condition in C that holds, or that does not.
fn text(form: &Form, truth: bool) -> String {
    match (&form.kind, truth) {
        (Kind::Not(inner), _) => text(inner, !truth),
        (Kind::Converted(inner), _) => text(inner, truth),
        (Kind::Binary(op, a, b), false) if op.is_comparison() => {
            let opposite = match op {
                BinaryOp::Lt => ">=",
                BinaryOp::Gt => "<=",
                BinaryOp::Le => ">",
                BinaryOp::Ge => "<",
                BinaryOp::Eq => "!=",
                _ => "==",
            };
            format!("{} {opposite} {}", operand(a), operand(b))
        }
        (Kind::Binary(op, ..), true) if op.is_comparison() => shown(form),
        (Kind::And(..) | Kind::Or(..), true) => shown(form),
        (Kind::And(..) | Kind::Or(..), false) => format!("!({})", shown(form)),
        (_, true) => format!("{} != 0", operand(form)),
        (_, false) => format!("{} == 0", operand(form)),
    }
}

fn operand(form: &Form) -> String {
    match &form.kind {
        Kind::Binary(..) | Kind::And(..) | Kind::Or(..) => format!("({})", shown(form)),
        Kind::Converted(inner) => operand(inner),
        _ => shown(form),
    }
}

fn shown(form: &Form) -> String {
    match &form.kind {
        Kind::Number(number) => number.to_string(),
        Kind::Input(name) => name.clone(),
        Kind::Not(inner) => format!("!{}", operand(inner)),
        Kind::Neg(inner) => format!("-{}", operand(inner)),
        Kind::Converted(inner) => shown(inner),
        Kind::Binary(op, a, b) => format!("{} {} {}", operand(a), op.symbol(), operand(b)),
        Kind::And(a, b) => format!("{} && {}", text(a, true), text(b, true)),
        Kind::Or(a, b) => format!("{} || {}", text(a, true), text(b, true)),
    }
}
