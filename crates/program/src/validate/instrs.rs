//! The operands of instructions.

use ctype::TypeId;

use super::signature::{self, Gives};
use super::{Checker, Fault, Need, Site};
use crate::{
    Allocation, Arm, Builtin, Callee, ExprId, FunctionId, Instr, InstrKind, Lifetime, Pc, PlaceId, VarId,
};

impl Checker<'_> {
    pub(super) fn check_instr(&mut self, function: FunctionId, pc: Pc, instr: &Instr) {
        let program = self.program;
        let site = Site::Instr(function, pc);
        let ty = |id: ExprId| program.expr(id).ty;
        match &instr.kind {
            InstrKind::Declare(var) | InstrKind::Dead(var) => self.check_local(site, function, *var),
            InstrKind::Assign { place, value } => {
                self.need(site, ty(*value), Need::Sized);
                self.same(site, program.place(*place).ty, ty(*value));
            }
            InstrKind::Input { place, input } => {
                let input = program.input(*input).ty;
                self.need(site, input, Need::Sized);
                self.same(site, program.place(*place).ty, input);
            }
            InstrKind::Assume(cond) | InstrKind::Branch { cond, .. } => {
                self.need(site, ty(*cond), Need::Scalar);
            }
            InstrKind::Claim(claim) => self.need(site, ty(program.claim(*claim).cond), Need::Scalar),
            InstrKind::Switch { value, arms, .. } => {
                self.need(site, ty(*value), Need::Integer);
                self.check_arms(site, ty(*value), arms);
            }
            InstrKind::Jump(_) | InstrKind::Return(None) | InstrKind::Abort => {}
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => self.check_call(site, *dest, *callee, args, *varargs),
            InstrKind::Return(Some(value)) => {
                let ret = program
                    .types
                    .function(program.function(function).ty)
                    .map(|ty| ty.ret);
                match ret {
                    Some(ret) if !program.types.is_void(ret) => self.same(site, ret, ty(*value)),
                    _ => self.report(site, Fault::NoResult),
                }
            }
            InstrKind::Builtin { dest, op, args } => {
                let signature = signature::builtin(*op);
                self.check_args(site, signature.takes, args);
                match (signature.gives, dest) {
                    (Gives::Nothing, Some(_)) => self.report(site, Fault::NoResult),
                    (Gives::Some(need), Some(dest)) => self.need(site, program.place(*dest).ty, need),
                    _ => {}
                }
                if let Builtin::Allocate(Allocation::Vla(var)) = *op {
                    self.check_local(site, function, var);
                    self.need(site, program.variable(var).ty, Need::Pointer);
                }
            }
            InstrKind::Halt(status) => self.need(site, ty(*status), Need::Integer),
        }
    }

    fn check_local(&mut self, site: Site, function: FunctionId, var: VarId) {
        let variable = self.program.variable(var);
        match variable.lifetime {
            Lifetime::Automatic | Lifetime::Temporary => {
                if variable.function != Some(function) {
                    self.report(site, Fault::ForeignVariable(var));
                }
            }
            Lifetime::Static | Lifetime::Parameter => {
                let (variable, lifetime) = (var, variable.lifetime);
                self.report(site, Fault::WrongLifetime { variable, lifetime });
            }
        }
    }

    fn check_arms(&mut self, site: Site, ty: TypeId, arms: &[Arm]) {
        let mut sorted: Vec<(i128, i128)> = Vec::with_capacity(arms.len());
        for arm in arms {
            let (low, high) = (arm.low, arm.high);
            if low > high {
                self.report(site, Fault::EmptyArm { low, high });
                continue;
            }
            let types = &self.program.types;
            if !types.can_hold(ty, low) || !types.can_hold(ty, high) {
                self.report(site, Fault::OutOfRange);
            }
            sorted.push((low, high));
        }
        sorted.sort_unstable();
        for pair in sorted.windows(2) {
            if pair[1].0 <= pair[0].1 {
                self.report(site, Fault::OverlappingArms(pair[1].0));
            }
        }
    }

    fn check_call(
        &mut self,
        site: Site,
        dest: Option<PlaceId>,
        callee: Callee,
        args: &[ExprId],
        varargs: Option<ExprId>,
    ) {
        let program = self.program;
        let (ty, declared) = match callee {
            Callee::Direct(id) => {
                if program.function(id).body.is_empty() {
                    self.report(site, Fault::CallWithoutBody(id));
                }
                (program.function(id).ty, Need::Function)
            }
            Callee::Indirect(pointer) => {
                let pointer = program.expr(pointer).ty;
                (
                    program.types.pointee(pointer).unwrap_or(pointer),
                    Need::FunctionPointer,
                )
            }
        };
        let Some(ty) = program.types.function(ty) else {
            return self.need(site, ty, declared);
        };
        match dest {
            Some(_) if program.types.is_void(ty.ret) => self.report(site, Fault::NoResult),
            Some(dest) => self.same(site, program.place(dest).ty, ty.ret),
            None => {}
        }
        if let Some(varargs) = varargs {
            self.need(site, program.expr(varargs).ty, Need::Pointer);
            // A call without a prototype may still reach a variadic function.
            if ty.prototyped && !ty.variadic {
                self.report(site, Fault::UnexpectedVarargs);
            }
        }
        if !ty.prototyped {
            return;
        }
        if ty.params.len() != args.len() {
            let (expected, found) = (ty.params.len(), args.len());
            return self.report(site, Fault::WrongArgumentCount { expected, found });
        }
        for (&expected, &arg) in ty.params.iter().zip(args) {
            self.same(site, expected, program.expr(arg).ty);
        }
    }
}
