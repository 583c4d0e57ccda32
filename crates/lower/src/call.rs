//! Calls.
//!
//! Arguments are evaluated right to left, as GCC does, and then passed in order. A call to a function
//! without a body takes its result as an input.

use ctype::{FunctionType, TypeId};
use frontend::tree;
use program::{
    Callee, CheckKind, ComponentKind, ExprId, ExprKind, FunctionId, InputSite, InputSource, InstrKind,
    Intrinsic, PlaceId, VarId,
};
use source::LocId;

use crate::analysis::called_function;
use crate::lowerer::Lowerer;
use crate::options::MissingBody;

/// Where the result of a call goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dest {
    /// Nobody wants it.
    Nowhere,
    /// A fresh temporary.
    Temporary,
    Variable(VarId),
}

impl Lowerer<'_> {
    /// Lowers a call; the value is only meaningful if `wanted`.
    pub(crate) fn call(
        &mut self,
        id: tree::ExprId,
        callee: tree::ExprId,
        args: &[tree::ExprId],
        loc: LocId,
        wanted: bool,
    ) -> ExprId {
        let ty = self.tree.expr(id).ty;
        let void = self.program.types.is_void(ty);
        let dest = if wanted && !void {
            Dest::Temporary
        } else {
            Dest::Nowhere
        };
        match self.lower_call(ty, callee, args, dest, loc) {
            Some(value) => value,
            None => self.int(0, self.common.int, loc),
        }
    }

    /// Lowers a call whose result goes to a variable of the same type.
    pub(crate) fn call_into(
        &mut self,
        id: tree::ExprId,
        callee: tree::ExprId,
        args: &[tree::ExprId],
        dest: Option<VarId>,
        loc: LocId,
    ) -> bool {
        let Some(var) = dest else { return false };
        let ty = self.tree.expr(id).ty;
        if let Some(value) = self.lower_call(ty, callee, args, Dest::Variable(var), loc) {
            // A primitive that is a plain value: the caller's assignment is still to be made.
            let already = matches!(self.program.expr(value).kind, ExprKind::Load(place)
                if self.program.place(place).base == program::PlaceBase::Var(var));
            if !already {
                let place = self.var_place(var, loc);
                self.assign(place, value, loc);
            }
        }
        true
    }

    fn lower_call(
        &mut self,
        ty: TypeId,
        callee: tree::ExprId,
        args: &[tree::ExprId],
        dest: Dest,
        loc: LocId,
    ) -> Option<ExprId> {
        let direct = called_function(self.tree, callee);
        if let Some(function) = direct
            && let Some(value) = self.primitive(function, args, ty, dest, loc)
        {
            return value;
        }
        let (callee_value, signature) = match direct {
            Some(function) => (None, self.signature(self.tree.function(function).ty)),
            None => {
                let pointer = self.value(callee);
                let pointer = if args.iter().any(|&arg| self.analysis.has_effects(arg)) {
                    self.keep(pointer)
                } else {
                    pointer
                };
                let pointee = self.program.types.pointee(self.type_of(pointer));
                (Some(pointer), pointee.and_then(|pointee| self.signature(pointee)))
            }
        };
        let values = self.arguments(args);
        let direct = direct.map(|function| {
            let wanted = !matches!(dest, Dest::Nowhere);
            self.settle_output(function, wanted, loc);
            self.check_format(function, args, loc);
            self.check_printed_strings(function, args, &values);
            self.printing_function(function, args, wanted)
        });
        let settled = direct.is_some_and(|(_, settled)| settled);
        let direct = direct.map(|(function, _)| function);
        if let Some(function) = direct
            && self.tree.function(function).body.is_none()
        {
            return self.missing_body(function, ty, dest, loc);
        }
        let (fixed, varargs) = self.pass(values, signature.as_ref(), !settled, loc);
        let callee = match (direct, callee_value) {
            (Some(function), _) => Callee::Direct(FunctionId(function.0)),
            (None, Some(pointer)) => {
                self.check_callable(pointer, loc);
                Callee::Indirect(pointer)
            }
            (None, None) => unreachable!("a call is direct or has a callee value"),
        };
        let args = fixed.into_boxed_slice();
        // A call by implicit declaration believes in `int`, whatever the definition returns; and each file
        // has its own idea of a structure.
        let returned = signature.as_ref().map_or(ty, |signature| signature.ret);
        if returned != ty && dest != Dest::Nowhere {
            return self.call_misdeclared(callee, args, varargs, returned, ty, loc);
        }
        let var = self.dest_variable(dest, ty, loc);
        let place = var.map(|var| self.var_place(var, loc));
        let atomic = direct.is_some_and(|function| self.is_atomic_call(function));
        if atomic {
            self.atomic_section(true, loc);
        }
        self.emit(
            InstrKind::Call {
                dest: place,
                callee,
                args,
                varargs,
            },
            loc,
        );
        if atomic {
            self.atomic_section(false, loc);
        }
        let var = var?;
        self.check_returned(direct, var, loc);
        Some(self.load_var(var, loc))
    }

    fn check_callable(&mut self, pointer: ExprId, loc: LocId) {
        if self.checks(CheckKind::FunctionPointer) {
            let again = self.clone_expr(pointer);
            let cond = self.intrinsic(Intrinsic::Callable, vec![again], self.common.int, loc);
            let text = format!(
                "`{}` points at a function of its type",
                self.short_text(self.loc_of(pointer))
            );
            self.claim(CheckKind::FunctionPointer, cond, text, loc);
        }
    }

    /// A call whose result has another type than the caller thinks.
    fn call_misdeclared(
        &mut self,
        callee: Callee,
        args: Box<[ExprId]>,
        varargs: Option<ExprId>,
        returned: TypeId,
        ty: TypeId,
        loc: LocId,
    ) -> Option<ExprId> {
        let convertible = self.program.types.is_scalar(returned) && self.program.types.is_scalar(ty);
        let name = self.short_text(loc);
        let (size, expected) = (
            self.program.types.size_of(returned),
            self.program.types.size_of(ty),
        );
        let same_size = !self.program.types.is_scalar(returned) && size.is_some() && size == expected;
        if convertible || same_size {
            let temp = self.new_temp(returned, name, loc);
            let dest = Some(self.var_place(temp, loc));
            let call = InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            };
            self.emit(call, loc);
            let value = self.load_var(temp, loc);
            return Some(match convertible {
                true => self.convert(value, ty, loc),
                false => self.reinterpret(value, ty, loc),
            });
        }
        // Nothing useful comes back: the value is indeterminate.
        self.emit(
            InstrKind::Call {
                dest: None,
                callee,
                args,
                varargs,
            },
            loc,
        );
        let temp = self.new_temp(ty, name, loc);
        self.emit(InstrKind::Declare(temp), loc);
        Some(self.load_var(temp, loc))
    }

    fn signature(&self, ty: TypeId) -> Option<FunctionType> {
        self.program.types.function(ty).cloned()
    }

    pub(crate) fn dest_variable(&mut self, dest: Dest, ty: TypeId, loc: LocId) -> Option<VarId> {
        match dest {
            Dest::Nowhere => None,
            Dest::Variable(var) => Some(var),
            Dest::Temporary => {
                let name = self.short_text(loc);
                Some(self.new_temp(ty, name, loc))
            }
        }
    }

    /// Evaluates arguments right to left, unless left to right is asked for.
    pub(crate) fn arguments(&mut self, args: &[tree::ExprId]) -> Vec<ExprId> {
        self.settle_order(args);
        let backwards = !self.options.left_to_right;
        let mut values = Vec::with_capacity(args.len());
        for step in 0..args.len() {
            let index = if backwards { args.len() - 1 - step } else { step };
            let arg = args[index];
            let arg_loc = self.tree.expr(arg).loc;
            let mut value = self.value(arg);
            self.component(ComponentKind::Argument(index as u32), value, arg_loc);
            let later = if backwards {
                &args[..index]
            } else {
                &args[index + 1..]
            };
            let disturbed = later.iter().any(|&other| self.analysis.has_effects(other));
            if disturbed && !self.is_stable(value) {
                value = self.keep(value);
            }
            values.push(value);
        }
        if backwards {
            values.reverse();
        }
        values
    }

    /// Splits evaluated arguments into those for the named parameters and the block of extra ones.
    fn pass(
        &mut self,
        mut values: Vec<ExprId>,
        signature: Option<&FunctionType>,
        classes: bool,
        loc: LocId,
    ) -> (Vec<ExprId>, Option<ExprId>) {
        let Some(signature) = signature else {
            return (values, None);
        };
        if !signature.prototyped && signature.params.is_empty() {
            return (values, None);
        }
        let extra = if values.len() > signature.params.len() {
            values.split_off(signature.params.len())
        } else {
            Vec::new()
        };
        let fixed = values
            .into_iter()
            .zip(&signature.params)
            .map(|(value, &param)| {
                if self.program.types.is_scalar(param) {
                    self.convert(value, param, loc)
                } else {
                    self.reinterpret(value, param, loc)
                }
            })
            .collect();
        let varargs = signature
            .variadic
            .then(|| self.varargs_block(extra, classes, loc));
        (fixed, varargs)
    }

    /// The result of a function that no file defines.
    fn missing_body(
        &mut self,
        function: tree::FunctionId,
        ty: TypeId,
        dest: Dest,
        loc: LocId,
    ) -> Option<ExprId> {
        let name = self.tree.function(function).name.clone();
        // What assembly leaves behind may be anything where all runs are meant, but one run has one value.
        if name.starts_with("__asm__") && !self.options.random_input {
            self.reach_unsupported("inline assembly", loc);
        }
        if self.options.missing_body == MissingBody::Fail {
            let never = self.int(0, self.common.int, loc);
            self.claim(CheckKind::MissingBody, never, format!("`{name}` has a body"), loc);
        } else {
            // What is assumed of it is told; a claim that fails says it all.
            self.note_missing(FunctionId(function.0), loc);
        }
        let var = self.dest_variable(dest, ty, loc)?;
        if !self.program.types.is_scalar(ty) {
            // Its scalars become inputs when they are read.
            self.emit(InstrKind::Declare(var), loc);
            return Some(self.load_var(var, loc));
        }
        let place = self.var_place(var, loc);
        self.input(place, name, InputSource::External, loc);
        Some(self.load_var(var, loc))
    }

    pub(crate) fn input(&mut self, place: PlaceId, name: String, source: InputSource, loc: LocId) {
        let input = self.next_input_id();
        let ty = self.program.place(place).ty;
        self.program.inputs.push(InputSite {
            name,
            source,
            ty,
            loc,
        });
        self.emit(InstrKind::Input { place, input }, loc);
    }

    /// The value of a call is used: the callee must have returned one.
    fn check_returned(&mut self, direct: Option<tree::FunctionId>, var: VarId, loc: LocId) {
        let Some(function) = direct else { return };
        let ty = self.program.variable(var).ty;
        if !self.checks(CheckKind::MissingReturn)
            || !self.analysis.falls_off(function)
            || !self.program.types.is_scalar(ty)
        {
            return;
        }
        let place = self.var_place(var, loc);
        let cond = self.expr(ExprKind::Initialised(place), self.common.int, loc);
        let name = &self.tree.function(function).name;
        let text = format!("`{name}` returns a value, which is used here");
        self.claim(CheckKind::MissingReturn, cond, text, loc);
    }
}
