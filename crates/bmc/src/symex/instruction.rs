//! What one instruction does to the state of the runs that come to it.
//!
//! Most go on behind it with a changed state. Where control parts, each way waits for its turn in the activation
//! ([`exec`](super::exec)); a call leaves the activation until its callee is done.

use program::{Arm, ExprId, ExprKind, InstrKind, Lifetime, Pc, PlaceId, VarId};

use crate::equation::StepKind;
use crate::symex::Symex;
use crate::symex::exec::Activation;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Fill, Liveness, State};

/// Where a state is after an instruction.
pub(super) enum After {
    /// Behind it.
    Next(State),
    /// Elsewhere in the same activation.
    At(State, u32),
    /// Nowhere: it waits, was handed on, or its runs end.
    Gone,
}

impl Symex<'_> {
    pub(super) fn instruction(
        &mut self,
        stack: &mut Vec<Activation>,
        mut state: State,
        pc: u32,
        kind: &InstrKind,
    ) -> After {
        let Some(top) = stack.last_mut() else {
            return After::Gone;
        };
        let goes_to = |next: Option<(State, u32)>| match next {
            Some((state, pc)) => After::At(state, pc),
            None => After::Gone,
        };
        match kind {
            InstrKind::Declare(_)
            | InstrKind::Dead(_)
            | InstrKind::Assign { .. }
            | InstrKind::Input { .. }
            | InstrKind::Assume(_)
            | InstrKind::Claim(_)
            | InstrKind::Builtin { .. } => match self.straight(&mut state, kind) {
                true => After::Next(state),
                false => After::Gone,
            },
            InstrKind::Branch {
                cond,
                then,
                otherwise,
                ..
            } => goes_to(self.branch(top, state, pc, *cond, (*then, *otherwise))),
            InstrKind::Switch { value, arms, default } => {
                self.switch(top, state, pc, *value, (arms, *default));
                After::Gone
            }
            InstrKind::Jump(to) => {
                self.note_exits(top, pc, Some(*to), state.path.last());
                goes_to(self.jump(top, pc, *to, state))
            }
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => {
                self.call(stack, state, *dest, *callee, args, *varargs);
                After::Gone
            }
            InstrKind::Return(value) => {
                self.note_exits(top, pc, None, state.path.last());
                let result = top.result;
                self.return_value(&mut state, result, *value);
                top.returned.push(state);
                After::Gone
            }
            InstrKind::Halt(status) => {
                self.halt(&mut state);
                self.end_run(&state, *status);
                After::Gone
            }
            InstrKind::Abort => {
                self.halt(&mut state);
                After::Gone
            }
        }
    }

    /// An instruction that changes the state and nothing else. Whether some run goes on behind it.
    fn straight(&mut self, state: &mut State, kind: &InstrKind) -> bool {
        match kind {
            InstrKind::Declare(var) => {
                self.declare(state, *var);
                if self.program.variable(*var).lifetime != Lifetime::Temporary {
                    self.step(state, StepKind::Declare { var: *var });
                }
            }
            InstrKind::Dead(var) => self.end_variable(state, *var),
            InstrKind::Assign { place, value } => self.assign(state, *place, *value),
            InstrKind::Input { place, input } => self.input_instruction(state, *place, *input),
            InstrKind::Assume(expr) => {
                let cond = self.eval_cond(state, *expr);
                self.step(state, StepKind::Assume { expr: *expr, cond });
                if self.truth(cond) == Some(false) {
                    return false;
                }
                self.learn(&mut state.facts, cond, true);
            }
            InstrKind::Claim(claim) => return self.judge(state, *claim),
            InstrKind::Builtin { dest, op, args } => self.builtin(state, *dest, *op, args),
            // These are not straight.
            InstrKind::Branch { .. }
            | InstrKind::Switch { .. }
            | InstrKind::Jump(_)
            | InstrKind::Call { .. }
            | InstrKind::Return(_)
            | InstrKind::Halt(_)
            | InstrKind::Abort => {}
        }
        true
    }

    /// A claim is judged. Whether some run goes on behind it.
    fn judge(&mut self, state: &mut State, claim: program::ClaimId) -> bool {
        let expr = self.program.claim(claim).cond;
        let compound = matches!(
            self.program.expr(expr).kind,
            ExprKind::Or { .. } | ExprKind::And { .. } | ExprKind::Unary { .. } | ExprKind::Convert(_)
        );
        self.parts = compound.then(Vec::new);
        self.judging = true;
        let cond = self.eval_cond(state, expr);
        self.judging = false;
        let parts = self.parts.take().unwrap_or_default().into();
        self.step(state, StepKind::Claim { claim, cond, parts });
        if self.truth(cond) == Some(false) {
            return false;
        }
        self.learn(&mut state.facts, cond, true);
        true
    }

    /// Goes on where it is known which way a branch goes; else both ways wait.
    fn branch(
        &mut self,
        activation: &mut Activation,
        mut state: State,
        pc: u32,
        cond: ExprId,
        (then, otherwise): (Pc, Pc),
    ) -> Option<(State, u32)> {
        self.constant_part = false;
        let term = self.eval_cond(&mut state, cond);
        let may_end = std::mem::take(&mut self.constant_part);
        let term = self.tapped_guard(state.path.all(), term);
        let kind = StepKind::Branch {
            expr: cond,
            cond: term,
        };
        self.step(&state, kind);
        if let Some(way) = self.known(&state.path, term) {
            let (to, other) = if way { (then, otherwise) } else { (otherwise, then) };
            if !matches!(self.program.expr(cond).kind, ExprKind::Int(_)) {
                self.note_test(activation, pc, other);
            }
            return self.jump(activation, pc, to, state);
        }
        let settled = self.settled(&state.facts, term);
        self.note_exits(activation, pc, Some(then), term);
        self.note_exits(activation, pc, Some(otherwise), term);
        if may_end {
            self.note_part(activation, pc, (then, otherwise));
        }
        if settled != Some(false) {
            let here = self.on_condition(state.clone(), term, true);
            self.wait(activation, pc, then, here);
        }
        if settled != Some(true) {
            let here = self.on_condition(state, term, false);
            self.wait(activation, pc, otherwise, here);
        }
        None
    }

    /// Every arm of a switch that can be taken waits.
    fn switch(
        &mut self,
        activation: &mut Activation,
        mut state: State,
        pc: u32,
        value: ExprId,
        (arms, default): (&[Arm], Pc),
    ) {
        let scalar = self.scalar(value);
        let bits = self.eval_bits(&mut state, value);
        let mut conds: Vec<_> = arms
            .iter()
            .map(|arm| self.in_arm(bits, arm.low, arm.high, scalar))
            .collect();
        let mut arm = self.pool.bv(32, arms.len() as u128);
        for (index, cond) in conds.iter().enumerate().rev() {
            let number = self.pool.bv(32, index as u128);
            arm = self.pool.ite(*cond, number, arm);
        }
        if let Some(tapped) = self.tapped_arm(state.path.all(), arm) {
            for (index, cond) in conds.iter_mut().enumerate() {
                let number = self.pool.bv(32, index as u128);
                *cond = self.pool.eq(tapped, number);
            }
            arm = tapped;
        }
        let kind = StepKind::Switch {
            expr: value,
            value: Value::Bits(bits),
            arm,
        };
        self.step(&state, kind);
        for to in arms.iter().map(|arm| arm.target).chain([default]) {
            self.note_exits(activation, pc, Some(to), arm);
        }
        let mut rest = state;
        for (arm, cond) in arms.iter().zip(conds) {
            match self.known(&rest.path, cond) {
                Some(true) => return self.wait(activation, pc, arm.target, rest),
                Some(false) => {}
                None => {
                    let settled = self.settled(&rest.facts, cond);
                    if settled != Some(false) {
                        let here = self.on_condition(rest.clone(), cond, true);
                        self.wait(activation, pc, arm.target, here);
                    }
                    if settled == Some(true) {
                        return;
                    }
                    rest = self.on_condition(rest, cond, false);
                }
            }
        }
        self.wait(activation, pc, default, rest);
    }

    /// The runs of a state in which a condition holds, or does not.
    fn on_condition(&mut self, mut state: State, cond: logic::TermId, truth: bool) -> State {
        let met = if truth { cond } else { self.pool.not(cond) };
        state.path = state.path.and(&mut self.pool, met);
        self.learn(&mut state.facts, cond, truth);
        state
    }

    fn in_arm(&mut self, bits: logic::TermId, low: i128, high: i128, scalar: Scalar) -> logic::TermId {
        let (width, signed) = scalar.int();
        let first = self.pool.bits(logic::Bits::from_i128(width, low));
        if low == high {
            return self.pool.eq(bits, first);
        }
        let last = self.pool.bits(logic::Bits::from_i128(width, high));
        let (above, below) = if signed {
            (self.pool.bv_sle(first, bits), self.pool.bv_sle(bits, last))
        } else {
            (self.pool.bv_ule(first, bits), self.pool.bv_ule(bits, last))
        };
        self.pool.and(above, below)
    }

    fn declare(&mut self, state: &mut State, var: VarId) {
        let key = (self.at.frame, var);
        if let Some(&object) = state.locals.get(&key) {
            let dead = self.several(state)
                || state
                    .live
                    .get(&object)
                    .is_none_or(|live| self.truth(live.alive) == Some(false));
            if dead && self.program.variable(var).addressed {
                // A new object: pointers to the last one stay bad.
                let object = self.new_local(var);
                self.revive(state, var, object);
                return;
            } else {
                state.remove_cells(object);
                let live = Liveness {
                    alive: self.yes,
                    fill: Fill::Unwritten,
                };
                state.live.insert(object, live);
                return;
            }
        }
        self.variable_object(state, var);
    }

    fn end_variable(&mut self, state: &mut State, var: VarId) {
        let variable = self.program.variable(var);
        if variable.lifetime == Lifetime::Static {
            return;
        }
        if let Some(&object) = state.locals.get(&(self.at.frame, var)) {
            self.end_object(state, object, self.yes);
            state.remove_cells(object);
            state.live.remove(&object);
        }
    }

    pub(crate) fn assign(&mut self, state: &mut State, place: PlaceId, value: program::ExprId) {
        let ty = self.program.place(place).ty;
        if self.scalar_of(ty).is_some() {
            let term = self.eval(state, value);
            let spot = self.spot(state, place);
            self.store(state, &spot, term, Some(value));
            return;
        }
        if self.program.types.size_of(ty).is_none() {
            return;
        }
        let Some(chunk) = self.eval_chunk(state, value) else {
            self.unsupported(state, "an assignment of a record or array of this shape");
            self.lose(state);
            return;
        };
        let spot = self.spot(state, place);
        self.store_chunk(state, &spot, &chunk, Some(value));
    }
}
