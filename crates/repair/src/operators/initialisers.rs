//! Initialisers: neighbours in the wrong order, the wrong function in a table of functions.
//!
//! Who fills in a table by hand exchanges two entries more often than he invents one. Each entry is chosen by itself,
//! so that an exchange is one change in two places.

use ctype::TypeId;
use frontend::tree::{ExprId, ExprKind, FunctionId, InitEntry};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange, judges};
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Role, Target, TreeOperator};

/// Another function where one is a value.
pub(crate) struct OtherFunctionValue;

impl TreeOperator for OtherFunctionValue {
    fn entry(&self) -> OperatorEntry {
        let what = "another function where one is a value";
        OperatorEntry::new("other_function_value", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (ExprKind::FunctionDecay(function), Role::Value, Some(span)) =
            (&at.expr.kind, at.role, at.span)
        {
            context.other_functions(at.id, *function, at.expr.ty, span);
        }
    }
}

/// Two neighbours in a list of initial values, each in the place of the other.
pub(crate) struct ExchangedNeighbours;

impl TreeOperator for ExchangedNeighbours {
    fn entry(&self) -> OperatorEntry {
        let what = "two neighbours in a list of initial values, each in the place of the other";
        OperatorEntry::new("exchanged_neighbours", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Initialiser(entries) = *target {
            context.neighbours(entries);
        }
    }
}

impl Context<'_> {
    /// Neighbours of one type in a list of initial values, exchanged.
    pub(crate) fn neighbours(&mut self, entries: &[InitEntry]) {
        for pair in entries
            .windows(2)
            .take(budgets::repair::MAX_EXCHANGED_ELEMENTS.count())
        {
            let [one, two] = [pair[0].value, pair[1].value];
            let [first, second] = [one, two].map(|value| self.span(self.tree.expr(value).loc));
            let (Some(first), Some(second)) = (first, second) else {
                continue;
            };
            let apart = first.file == second.file && first.hi <= second.lo;
            if !apart || self.tree.expr(one).ty != self.tree.expr(two).ty {
                continue;
            }
            let between = self.sources.text(Span::new(first.file, first.hi, second.lo));
            // Neighbours in one row: nothing else stands between them.
            if between.trim() != "," {
                continue;
            }
            let text = format!(
                "{}{between}{}",
                self.sources.text(second),
                self.sources.text(first)
            );
            let both = Span::new(first.file, first.lo, second.hi);
            for (site, other) in [(one, two), (two, one)] {
                if let Some(instead) = copy(self.tree, other) {
                    self.add(
                        ChangeKind::Swapped,
                        both,
                        text.clone(),
                        TreeChange::Expr { site, instead },
                    );
                }
            }
        }
    }

    /// Another function of the type where one is a value.
    pub(crate) fn other_functions(&mut self, id: ExprId, function: ExprId, ty: TypeId, span: Span) {
        let ExprKind::Function(own) = self.tree.expr(function).kind else {
            return;
        };
        let signature = self.tree.expr(function).ty;
        let others = (0u32..).map(FunctionId).zip(&self.tree.functions);
        let others: Vec<(FunctionId, String)> = others
            .filter(|(other, function)| {
                *other != own
                    && function.ty == signature
                    && function.body.is_some()
                    && self.span(function.loc).is_some()
                    && !judges(&function.name)
            })
            .map(|(other, function)| (other, function.name.clone()))
            .collect();
        for (other, name) in others {
            let callee = self.push(ExprKind::Function(other), signature);
            debug_assert_eq!(self.tree.expr(id).ty, ty, "it is a pointer to the same");
            self.instead(
                ChangeKind::Variable,
                id,
                span,
                name,
                ExprKind::FunctionDecay(callee),
            );
        }
    }
}
