//! Calls: of another function, with arguments in another order.

use frontend::tree::{ExprId, ExprKind, FunctionId};

use crate::operators::ChangeKind;
use crate::operators::context::{Context, judges};
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// Two arguments, each in the place of the other.
pub(crate) struct ExchangedArguments;

impl TreeOperator for ExchangedArguments {
    fn entry(&self) -> OperatorEntry {
        let what = "two arguments, each in the place of the other";
        OperatorEntry::new("exchanged_arguments", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Call { callee, args } = &at.expr.kind
            && context.changeable_callee(*callee).is_some()
        {
            context.swapped_arguments(at.id, *callee, args);
        }
    }
}

/// Another function that takes the same.
pub(crate) struct OtherCallee;

impl TreeOperator for OtherCallee {
    fn entry(&self) -> OperatorEntry {
        let what = "another function that takes the same";
        OperatorEntry::new("other_callee", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Call { callee, args } = &at.expr.kind
            && let Some(function) = context.changeable_callee(*callee)
        {
            context.other_callees(at.id, *callee, function, args);
        }
    }
}

impl Context<'_> {
    /// The function of a call, if it has a body and does not say how the program is judged. A call that brings an input
    /// stays as it is: its name would be another one.
    fn changeable_callee(&self, callee: ExprId) -> Option<FunctionId> {
        let id = self.callee(callee)?;
        let function = self.tree.function(id);
        (function.body.is_some() && !judges(&function.name)).then_some(id)
    }

    fn swapped_arguments(&mut self, id: ExprId, callee: ExprId, args: &[ExprId]) {
        // A function of the user's says of what type its arguments are.
        let own = self.callee(callee).is_some_and(|function| {
            let loc = self.tree.function(function).loc;
            !self.sources.is_embedded(loc)
        });
        for first in 0..args.len() {
            for second in first + 1..args.len() {
                let types = [first, second].map(|index| self.expr_of(args[index]).ty);
                let alike = types[0] == types[1];
                if !alike && (!own || !types.iter().all(|ty| self.is_number(*ty))) {
                    continue;
                }
                let at = |index: usize| self.span(self.expr_of(args[index]).loc);
                let (Some(one), Some(two)) = (at(first), at(second)) else {
                    continue;
                };
                let Some((span, text)) = self.exchanged(one, two) else {
                    continue;
                };
                let mut order: Vec<ExprId> = args.to_vec();
                order.swap(first, second);
                if !alike {
                    order[first] = self.converted(order[first], types[0]);
                    order[second] = self.converted(order[second], types[1]);
                }
                if let Some(kind) = self.copied_call(callee, &order) {
                    self.instead(ChangeKind::Swapped, id, span, text, kind);
                }
            }
        }
    }

    fn copied_call(&mut self, callee: ExprId, args: &[ExprId]) -> Option<ExprKind> {
        let callee = copy(self.tree, callee)?;
        let args: Option<Vec<ExprId>> = args.iter().map(|arg| copy(self.tree, *arg)).collect();
        Some(ExprKind::Call {
            callee,
            args: args?.into_boxed_slice(),
        })
    }

    /// Another function of the user's that takes the same.
    fn other_callees(&mut self, id: ExprId, callee: ExprId, function: FunctionId, args: &[ExprId]) {
        let own = self.tree.function(function);
        let Some(name) = self.span(self.expr_of(callee).loc) else {
            return;
        };
        if self.sources.text(name) != own.name || self.sources.is_embedded(own.loc) {
            return;
        }
        let ty = own.ty;
        let mut others: Vec<(FunctionId, String)> = (0u32..)
            .map(FunctionId)
            .zip(&self.tree.functions)
            .filter(|(id, other)| {
                *id != function
                    && other.ty == ty
                    && other.body.is_some()
                    && !judges(&other.name)
                    && self.span(other.loc).is_some()
            })
            .map(|(id, other)| (id, other.name.clone()))
            .collect();
        // What does a related thing stands beside it.
        others.sort_by_key(|(id, _)| (id.0.abs_diff(function.0), *id));
        others.truncate(budgets::repair::MAX_CALLEES.count());
        for (other, text) in others {
            if let Some(ExprKind::Call { callee, args }) = self.copied_call(callee, args) {
                let mut at = callee;
                while let ExprKind::FunctionDecay(inner) = self.expr_of(at).kind {
                    at = inner;
                }
                self.tree.exprs[at.index()].kind = ExprKind::Function(other);
                self.instead(
                    ChangeKind::Variable,
                    id,
                    name,
                    text,
                    ExprKind::Call { callee, args },
                );
            }
        }
    }
}
