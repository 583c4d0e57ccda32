//! Calls: of another function, with arguments in another order.

use frontend::tree::{ExprId, ExprKind, FunctionId};

use crate::copy::copy;
use crate::expressions::Parts;
use crate::propose::{Change, Proposer, Role, judges};

/// Other functions are tried for so many callees.
const MOST_CALLEES: usize = 3;

impl Proposer<'_> {
    pub(crate) fn call(&mut self, id: ExprId, callee: ExprId, args: &[ExprId]) -> Parts {
        let function = self.callee(callee);
        let name = function.map(|function| self.tree.function(function).name.clone());
        if name.as_deref().is_some_and(judges) {
            return Vec::new();
        }
        // A call that brings an input stays as it is: its name would be another one.
        let has_body = function.is_some_and(|function| self.tree.function(function).body.is_some());
        if has_body {
            self.swapped_arguments(id, callee, args);
            if let Some(function) = function {
                self.other_callees(id, callee, function, args);
            }
        }
        let parts = args.iter().map(|arg| (*arg, Role::Value));
        parts.collect()
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
                    self.instead(Change::Swapped, id, span, text, kind);
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
        let others: Vec<(FunctionId, String)> = (0u32..)
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
            .take(MOST_CALLEES)
            .collect();
        for (other, text) in others {
            if let Some(ExprKind::Call { callee, args }) = self.copied_call(callee, args) {
                let mut at = callee;
                while let ExprKind::FunctionDecay(inner) = self.expr_of(at).kind {
                    at = inner;
                }
                self.tree.exprs[at.index()].kind = ExprKind::Function(other);
                self.instead(Change::Variable, id, name, text, ExprKind::Call { callee, args });
            }
        }
    }
}
