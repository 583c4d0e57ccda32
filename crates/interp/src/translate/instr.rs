//! Instructions.

use program::{
    Arm, Builtin, Callee, CheckKind, Construct, ExprId, ExprKind, InputId, Instr, InstrKind, Pc, PlaceId,
    VarId,
};
use source::LocId;

use super::place::Resolved;
use super::{Result, Tail, Translator, untranslatable};
use crate::code::{
    CallSite, CalleeAt, Class, Home, Note, Op, Operand, Reg, Shape, Slow, SwitchTable, Target,
};
use crate::observe::Watched;
use crate::scalar::Scalar;

/// A dense switch may have this many targets.
const DENSE: i128 = 1024;

/// A jump back counts as the instructions it jumps over, but not more than these: of a long body most may be left out.
const MOST_COUNTED: u32 = 64;

impl Translator<'_> {
    pub(super) fn instr(&mut self, instr: &Instr) -> Result<()> {
        // A check repeats the conditions of the expression it is about; only an assertion is the user's.
        self.telling = self.tells_all()
            && match &instr.kind {
                InstrKind::Claim(claim) => self.program.claim(*claim).kind == CheckKind::Assertion,
                _ => true,
            };
        if self.mode.watched == Watched::Places {
            self.note(Note::Places);
        }
        if !matches!(instr.kind, InstrKind::Assign { .. } | InstrKind::Input { .. }) {
            self.begin();
        }
        match &instr.kind {
            InstrKind::Declare(var) => self.lifetime(*var, true)?,
            InstrKind::Dead(var) => self.lifetime(*var, false)?,
            InstrKind::Assign { place, value } => self.assign(*place, *value)?,
            InstrKind::Input { place, input } => self.input(*place, *input)?,
            InstrKind::Assume(cond) => {
                let label = self.tail(Tail::Violate(instr.loc));
                self.jump_if(*cond, false, label)?;
            }
            InstrKind::Claim(claim) => {
                let label = self.tail(Tail::Fail(*claim));
                let cond = self.program.claim(*claim).cond;
                self.jump_if(cond, false, label)?;
                if self.tells_all() {
                    self.note(Note::ClaimHeld(*claim));
                }
            }
            InstrKind::Branch {
                cond,
                then,
                otherwise,
                construct,
            } => self.branch(*cond, (*then, *otherwise), *construct)?,
            InstrKind::Switch { value, arms, default } => self.switch(*value, arms, *default)?,
            InstrKind::Jump(to) => self.jump_to(*to),
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => self.call(*dest, *callee, args, *varargs, instr.loc)?,
            InstrKind::Return(value) => self.return_value(*value)?,
            InstrKind::Builtin { dest, op, args } => self.builtin(*dest, *op, args)?,
            InstrKind::Halt(status) => {
                let operand = self.operand(*status)?;
                self.slow(Slow::Halt(operand));
            }
            InstrKind::Abort => self.slow(Slow::Abort),
        }
        Ok(())
    }

    /// A variable begins, or ends.
    fn lifetime(&mut self, var: VarId, declare: bool) -> Result<()> {
        match self.homes.get(&var).copied() {
            Some(Home::Reg { flag, .. }) => {
                if let (Some(d), true) = (flag, declare) {
                    self.emit(Op::Const { d, k: 0 });
                    self.known.forget(d);
                }
                if self.tells_all() {
                    self.note(Note::Lifetime { var, declare });
                }
            }
            Some(Home::Memory(_)) => {
                let index = self.code.memory.iter().position(|item| item.var == var);
                let Some(index) = index else {
                    return untranslatable("a variable without a home");
                };
                self.slow(if declare {
                    Slow::Declare(index as u32)
                } else {
                    Slow::Dead(index as u32)
                });
                self.known.forget(self.code.memory[index].reg);
                if self.tells_all() {
                    self.note(Note::Lifetime { var, declare });
                }
            }
            Some(Home::Static(_)) | None => {}
        }
        Ok(())
    }

    fn input(&mut self, place: PlaceId, input: InputId) -> Result<()> {
        self.told_access(place, true)?;
        self.begin();
        let ty = self.program.place(place).ty;
        match Scalar::of(&self.program.types, ty) {
            Some(scalar) => {
                let reg = self.destination(None, scalar)?;
                self.slow(Slow::Input {
                    d: Operand { reg, scalar },
                    input,
                });
                self.store_noted(place, reg, scalar)?;
            }
            None => {
                let to = self.memory_address(place)?;
                self.slow(Slow::InputInto { to, input, ty });
                self.noted_store(place);
            }
        }
        Ok(())
    }

    fn branch(&mut self, cond: ExprId, (then, otherwise): (Pc, Pc), construct: Construct) -> Result<()> {
        if self.tells_ways() {
            let no = self.label();
            self.jump_if(cond, false, no)?;
            for (taken, to) in [(true, then), (false, otherwise)] {
                if !taken {
                    self.bind(no);
                }
                if self.stops_at_steps() {
                    self.went(u32::from(taken), construct);
                    self.jump_always(to);
                    continue;
                }
                self.note(Note::Branch {
                    taken,
                    construct,
                    cond,
                    loc: None,
                });
                self.jump_always(to);
            }
        } else if then.0 == self.pc.0 + 1 {
            let label = self.jump_target(otherwise);
            self.jump_if(cond, false, label)?;
        } else {
            let label = self.jump_target(then);
            self.jump_if(cond, true, label)?;
            self.jump_to(otherwise);
        }
        Ok(())
    }

    fn tells_all(&self) -> bool {
        self.mode.watched.is_all()
    }

    /// Tells that an instruction begins: after another thread could have run, before anything is read.
    fn begin(&mut self) {
        if self.mode.watched == Watched::Accesses {
            self.note(Note::Begin);
        }
    }

    /// Whether a stepper executes this code.
    fn stops_at_steps(&self) -> bool {
        self.mode.watched == Watched::Steps
    }

    fn went(&mut self, way: u32, construct: Construct) {
        let own = !self.program.function(self.code.function).embedded;
        if own && construct != Construct::Internal {
            self.emit(Op::Went { way });
        }
    }

    fn tells_ways(&self) -> bool {
        self.mode.watched != Watched::Nothing
    }

    /// Where a conditional jump to an instruction goes: back only through a step count.
    fn jump_target(&mut self, to: Pc) -> Target {
        if to.0 <= self.pc.0 {
            self.tail(Tail::Back(to))
        } else {
            to.0
        }
    }

    fn jump_to(&mut self, to: Pc) {
        if to.0 != self.pc.0 + 1 {
            self.jump_always(to);
        }
    }

    fn jump_always(&mut self, to: Pc) {
        if to.0 <= self.pc.0 {
            let steps = (self.pc.0 - to.0 + 1).min(MOST_COUNTED);
            self.emit(Op::JumpBack { to: to.0, steps });
        } else {
            self.emit(Op::Jump { to: to.0 });
        }
    }

    /// Tells of an access that other threads can see, before it is made.
    fn told_access(&mut self, place: PlaceId, write: bool) -> Result<()> {
        if !self.layout.threads || !self.program.is_visible(self.program.place(place)) {
            return Ok(());
        }
        let at = self.memory_address(place)?;
        let size = self.size(self.program.place(place).ty)?;
        self.slow(Slow::Access { at, size, write });
        Ok(())
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) -> Result<()> {
        if let ExprKind::Load(from) = self.program.expr(value).kind {
            self.told_access(from, false)?;
        }
        self.told_access(place, true)?;
        self.begin();
        let ty = self.program.place(place).ty;
        let Some(scalar) = Scalar::of(&self.program.types, ty) else {
            return self.assign_aggregate(place, value);
        };
        if !self.tells_all()
            && let Resolved::Reg { reg, flag, .. } = self.resolve(place)?
        {
            self.expr(value, Some(reg))?;
            self.changed(reg, scalar);
            self.mark_written(flag);
            return Ok(());
        }
        let reg = self.expr(value, None)?;
        self.store_noted(place, reg, scalar)
    }

    /// Stores a scalar, telling the observer first: the place may depend on what is overwritten.
    fn store_noted(&mut self, place: PlaceId, reg: Reg, scalar: Scalar) -> Result<()> {
        let to = self.resolve(place)?;
        if self.tells_all() {
            self.note(Note::Assign {
                place,
                value: Operand { reg, scalar },
            });
        }
        self.store(to, reg, scalar);
        Ok(())
    }

    fn noted_store(&mut self, place: PlaceId) {
        if self.tells_all() {
            self.note(Note::Stored { place });
        }
    }

    fn assign_aggregate(&mut self, place: PlaceId, value: ExprId) -> Result<()> {
        let size = self.size(self.program.place(place).ty)?;
        let to = self.memory_address(place)?;
        match &self.program.expr(value).kind {
            ExprKind::Load(from) => {
                let from = self.memory_address(*from)?;
                self.slow(Slow::Copy { from, to, size });
            }
            ExprKind::Zero => self.slow(Slow::Zero { to, size }),
            ExprKind::Bytes(string) => self.slow(Slow::Bytes {
                to,
                string: *string,
                size,
            }),
            _ => return untranslatable("a computed record or array value"),
        }
        self.noted_store(place);
        Ok(())
    }

    fn switch(&mut self, value: ExprId, arms: &[Arm], default: Pc) -> Result<()> {
        let operand = self.operand(value)?;
        if self.tells_ways() && !self.stops_at_steps() {
            self.note(Note::Switch {
                value: operand,
                expr: value,
            });
        }
        let mut list = Vec::with_capacity(arms.len());
        for arm in arms {
            list.push((arm.low, arm.high, self.jump_target(arm.target)));
        }
        let default = self.jump_target(default);
        list.retain(|(low, high, _)| low <= high);
        list.sort_by_key(|&(low, _, _)| low);
        let sorted = list.windows(2).all(|pair| pair[0].1 < pair[1].0);
        let mut dense = None;
        if let (Some(first), Some(last), true) = (list.first(), list.last(), sorted)
            && last.1.checked_sub(first.0).is_some_and(|span| span < DENSE)
            && !operand.scalar.is_wide()
            && let Ok(low) = i64::try_from(first.0)
        {
            let mut targets = vec![default; (last.1 - first.0 + 1) as usize];
            for &(from, to, target) in &list {
                targets[(from - first.0) as usize..=(to - first.0) as usize].fill(target);
            }
            dense = Some((low, targets));
        }
        let table = self.code.switches.len() as u32;
        self.code.switches.push(SwitchTable {
            scalar: operand.scalar,
            arms: list,
            sorted,
            dense,
            default,
        });
        self.emit(Op::Switch {
            a: operand.reg,
            table,
        });
        Ok(())
    }

    fn call(
        &mut self,
        dest: Option<PlaceId>,
        callee: Callee,
        args: &[ExprId],
        varargs: Option<ExprId>,
        loc: LocId,
    ) -> Result<()> {
        let perhaps = self.layout.may_give_nothing(callee);
        let callee = match callee {
            Callee::Direct(function) => CalleeAt::Direct(function),
            Callee::Indirect(pointer) => CalleeAt::Indirect(self.expr(pointer, None)?),
        };
        let mut passed = Vec::with_capacity(args.len());
        let mut arg_types = Vec::with_capacity(args.len());
        for &arg in args {
            let ty = self.program.expr(arg).ty;
            let shape = self.shape(ty)?;
            let reg = match shape {
                Shape::Scalar(_) => self.expr(arg, None)?,
                Shape::Aggregate(_) => match &self.program.expr(arg).kind {
                    ExprKind::Load(place) => self.address_of(*place, None)?,
                    _ => return untranslatable("a computed record or array value"),
                },
            };
            passed.push((reg, shape));
            arg_types.push(ty);
        }
        let varargs = varargs.map(|varargs| self.expr(varargs, None)).transpose()?;
        let site = self.code.calls.len() as u32;
        self.code.calls.push(CallSite {
            callee,
            args: passed.into(),
            arg_types: arg_types.into(),
            varargs,
            loc,
            pc: self.pc,
        });
        self.emit(Op::Call { site });
        self.known.forget_memory();
        let Some(dest) = dest else {
            return Ok(());
        };
        let ty = self.program.place(dest).ty;
        let Some(scalar) = Scalar::of(&self.program.types, ty) else {
            let size = self.size(ty)?;
            let to = self.memory_address(dest)?;
            self.slow(Slow::PlaceResult { to, size });
            self.noted_store(dest);
            return Ok(());
        };
        let d = self.destination(None, scalar)?;
        let class = Class::of(scalar);
        if !perhaps {
            self.emit(Op::TakeResult { d, class });
            return self.store_noted(dest, d, scalar);
        }
        // A callee that returns no value leaves the place indeterminate.
        let (none, end) = (self.label(), self.label());
        let got = self.registers(1)?;
        self.emit(Op::GotResult { d: got });
        self.emit(Op::JumpZero { a: got, to: none });
        self.emit(Op::TakeResult { d, class });
        self.store_noted(dest, d, scalar)?;
        self.emit(Op::Jump { to: end });
        self.bind(none);
        match self.resolve(dest)? {
            Resolved::Reg { flag: Some(d), .. } => self.emit(Op::Const { d, k: 0 }),
            // Without a flag nobody ever reads it.
            Resolved::Reg { flag: None, .. } => {}
            Resolved::Memory { .. } => {
                let to = self.memory_address(dest)?;
                let size = self.size(ty)?;
                self.slow(Slow::Forget { to, size });
            }
        }
        self.bind(end);
        self.known.clear();
        Ok(())
    }

    fn return_value(&mut self, value: Option<ExprId>) -> Result<()> {
        let Some(value) = value else {
            self.emit(Op::Return {
                a: 0,
                class: Class::None,
            });
            return Ok(());
        };
        match self.shape(self.program.expr(value).ty)? {
            Shape::Scalar(scalar) => {
                let a = self.expr(value, None)?;
                self.emit(Op::Return {
                    a,
                    class: Class::of(scalar),
                });
            }
            Shape::Aggregate(size) => {
                let ExprKind::Load(place) = &self.program.expr(value).kind else {
                    return untranslatable("a computed record or array value");
                };
                let from = self.memory_address(*place)?;
                self.slow(Slow::KeepResult { from, size });
                self.emit(Op::Return {
                    a: 0,
                    class: Class::None,
                });
            }
        }
        Ok(())
    }

    fn builtin(&mut self, dest: Option<PlaceId>, op: Builtin, args: &[ExprId]) -> Result<()> {
        let mut operands = Vec::with_capacity(args.len());
        for &arg in args {
            operands.push(self.operand(arg)?);
        }
        let wanted = match op {
            Builtin::Allocate(_) | Builtin::PutChar | Builtin::ParseFloat | Builtin::Print => {
                if matches!(op, Builtin::Print) { 3 } else { 2 }
            }
            Builtin::Free | Builtin::ReleaseVla | Builtin::SetRounding => 1,
            Builtin::CopyMemory | Builtin::SetMemory => 3,
            Builtin::FormatInto => 4,
            Builtin::Thread(op) => op.signature().0.len(),
            Builtin::Choose(_)
            | Builtin::GetChar
            | Builtin::GetRounding
            | Builtin::ArgumentCount
            | Builtin::ArgumentVector => 0,
        };
        if operands.len() < wanted {
            return untranslatable("a primitive with too few operands");
        }
        let result = match dest {
            Some(dest) => {
                let scalar = self.scalar(self.program.place(dest).ty)?;
                let reg = self.destination(None, scalar)?;
                Some((dest, Operand { reg, scalar }))
            }
            None => None,
        };
        self.slow(Slow::Builtin {
            op,
            d: result.map(|(_, operand)| operand),
            args: operands.into(),
        });
        if let Builtin::Thread(op) = op
            && op.is_point()
            && let Some(last) = self.code.ops.last_mut()
            && let Op::Slow { index } = *last
        {
            *last = Op::Thread { index };
        }
        match result {
            Some((dest, operand)) => self.store_noted(dest, operand.reg, operand.scalar),
            None => Ok(()),
        }
    }
}
