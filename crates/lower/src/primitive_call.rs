//! What calls of verification primitives become: claims, assumptions, inputs, and the end of the run.
//!
//! `primitive` knows the names. Here is one function for each kind of call that is more than one operation.

use ctype::TypeId;
use frontend::tree;
use program::{Builtin, CheckKind, ComponentKind, ExprId, InputSource, InstrKind, SettledKind};
use source::LocId;

use crate::call::Dest;
use crate::lowerer::Lowerer;

/// A call of a primitive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PrimitiveCall<'c> {
    pub name: &'c str,
    pub args: &'c [tree::ExprId],
    pub ty: TypeId,
    pub dest: Dest,
    pub loc: LocId,
}

impl Lowerer<'_> {
    pub(crate) fn assertion(&mut self, call: &PrimitiveCall<'_>) {
        let Some((&cond, rest)) = call.args.split_first() else {
            return;
        };
        let text = rest.first().and_then(|&arg| self.literal_argument(arg));
        self.note_chosen(cond, true);
        let value = self.truth(cond);
        let cond_loc = self.tree.expr(cond).loc;
        self.component(ComponentKind::Condition, value, cond_loc);
        let text = text.unwrap_or_else(|| self.short_text(cond_loc));
        self.claim(CheckKind::Assertion, value, text, call.loc);
    }

    /// Reached means failed.
    pub(crate) fn assertion_failed(&mut self, call: &PrimitiveCall<'_>) {
        let text = call.args.iter().find_map(|&arg| self.literal_argument(arg));
        let never = self.int(0, self.common.int, call.loc);
        self.claim(
            CheckKind::Assertion,
            never,
            text.unwrap_or_else(|| "assertion".into()),
            call.loc,
        );
        self.emit(InstrKind::Abort, call.loc);
    }

    pub(crate) fn assumption(&mut self, call: &PrimitiveCall<'_>) {
        if let Some(&cond) = call.args.first() {
            self.note_chosen(cond, false);
            let value = self.truth(cond);
            self.cover_assumption(value, "before", call.loc);
            self.emit(InstrKind::Assume(value), call.loc);
            self.cover_assumption(value, "after", call.loc);
        }
    }

    pub(crate) fn error_call(&mut self, call: &PrimitiveCall<'_>) {
        self.arguments(call.args);
        let never = self.int(0, self.common.int, call.loc);
        self.claim(
            CheckKind::ErrorCall,
            never,
            format!("`{}` is never called", call.name),
            call.loc,
        );
        self.emit(InstrKind::Abort, call.loc);
    }

    /// What a model requires of its caller.
    pub(crate) fn library_check(&mut self, kind: CheckKind, call: &PrimitiveCall<'_>) {
        let text = call.args.get(1).and_then(|&arg| self.literal_argument(arg));
        if let Some(&cond) = call.args.first() {
            let value = self.truth(cond);
            self.claim(
                kind,
                value,
                text.unwrap_or_else(|| "library precondition".into()),
                call.loc,
            );
        }
    }

    pub(crate) fn unsupported_call(&mut self, call: &PrimitiveCall<'_>) {
        // A model says what it stands for; what a program passes is no call.name.
        let named = call.args.first().filter(|_| call.name.starts_with("__because_"));
        let what = named.and_then(|&arg| self.literal_argument(arg));
        let what = what.unwrap_or_else(|| call.name.to_owned());
        self.reach_unsupported(&format!("`{what}`"), call.loc);
    }

    pub(crate) fn exit_status(&mut self, call: &PrimitiveCall<'_>) -> ExprId {
        let values = self.arguments(call.args);
        match values.first() {
            Some(&value) => self.convert(value, self.common.int, call.loc),
            None => self.int(0, self.common.int, call.loc),
        }
    }

    pub(crate) fn environment_input(&mut self, call: &PrimitiveCall<'_>) -> Option<ExprId> {
        let named = call.args.first().and_then(|&arg| self.literal_argument(arg));
        let named = named.unwrap_or_else(|| call.name.to_owned());
        let var = self.dest_variable(call.dest, call.ty, call.loc)?;
        let place = self.var_place(var, call.loc);
        self.input(place, named, InputSource::Environment, call.loc);
        Some(self.load_var(var, call.loc))
    }

    /// The last argument is the list of what is printed.
    pub(crate) fn printed(&mut self, op: Builtin, call: &PrimitiveCall<'_>) -> Option<ExprId> {
        let Some((&list, fixed)) = call.args.split_last() else {
            return self.no_value(call.dest, call.ty, call.loc);
        };
        let mut values = self.arguments(fixed);
        values.push(self.slots_of(list, call.loc));
        self.effect(op, values, call.ty, call.dest, call.loc)
    }

    pub(crate) fn malloc_may_fail(&mut self, call: &PrimitiveCall<'_>) -> Option<ExprId> {
        if !self.options.malloc_may_fail {
            self.settle(SettledKind::AllocationSucceeds, call.loc);
            return Some(self.int(0, call.ty, call.loc));
        }
        let source = InputSource::Environment;
        let fails = self.input_call("malloc_fails".into(), source, call.ty, call.dest, call.loc);
        if let (Some(fails), true) = (fails, self.checks(CheckKind::AllocationFailure)) {
            let operand = self.clone_expr(fails);
            let cond = self.not(operand);
            let text = "the allocation does not fail".into();
            self.claim(CheckKind::AllocationFailure, cond, text, call.loc);
        }
        fails
    }

    pub(crate) fn enum_range(&mut self, call: &PrimitiveCall<'_>) -> Option<ExprId> {
        let value = call.args.first().map(|&arg| {
            let arg = self.before_promotion(arg);
            self.value(arg)
        });
        let cond = value.and_then(|value| self.is_enumerator(value, call.loc))?;
        Some(self.convert(cond, call.ty, call.loc))
    }

    /// The value of a call, or a claim that the call is not reached.
    pub(crate) fn supported(
        &mut self,
        value: Option<ExprId>,
        why: &str,
        call: &PrimitiveCall<'_>,
    ) -> Option<ExprId> {
        if value.is_some() {
            return value;
        }
        self.reach_unsupported(&format!("`{}` {why}", call.name), call.loc);
        self.no_value(call.dest, call.ty, call.loc)
    }
}
