//! Assignments: to another place, with another operator, by another step.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind, Step};

use crate::operators::binary::sign;
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::spans::token;
use crate::operators::{ChangeKind, Role};
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// `==` or `+=` for `=`, or another variable that is assigned to.
pub(crate) struct OtherAssignment;

impl TreeOperator for OtherAssignment {
    fn entry(&self) -> OperatorEntry {
        let what = "`==` or `+=` for `=`, or another variable that is assigned to";
        OperatorEntry::new("other_assignment", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Assign { place, value } = at.expr.kind {
            context.assignments(at.id, at.expr.ty, place, value, at.role);
        }
    }
}

/// `=` or `-=` for `+=`, or another variable that is assigned to.
pub(crate) struct OtherCompoundAssignment;

impl TreeOperator for OtherCompoundAssignment {
    fn entry(&self) -> OperatorEntry {
        let what = "`=` or `-=` for `+=`, or another variable that is assigned to";
        OperatorEntry::new("other_compound_assignment", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::AssignOp { op, place, value, .. } = at.expr.kind {
            context.compound(at.id, &at.expr.kind, op, place, value);
        }
    }
}

/// `--` for `++`, or another variable that is counted.
pub(crate) struct OtherStep;

impl TreeOperator for OtherStep {
    fn entry(&self) -> OperatorEntry {
        let what = "`--` for `++`, or another variable that is counted";
        OperatorEntry::new("other_step", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Step { step, place } = at.expr.kind {
            context.steps(at.id, at.expr.ty, step, place);
        }
    }
}

impl Context<'_> {
    pub(crate) fn assignments(&mut self, id: ExprId, ty: TypeId, place: ExprId, value: ExprId, role: Role) {
        let equals = self.operator_span(place, value, "=");
        // `if (a = b)` was meant to be `==`.
        if role == Role::Condition
            && self.tree.types.is_scalar(ty)
            && let (Some(at), Some(from), Some(rhs)) =
                (equals, copy(self.tree, place), copy(self.tree, value))
        {
            let lhs = self.push(ExprKind::Load(from), ty);
            let kind = ExprKind::Binary {
                op: BinaryOp::Eq,
                lhs,
                rhs,
            };
            self.instead(ChangeKind::Operator, id, at, "==", kind);
        }
        if role == Role::Discarded
            && (self.tree.types.is_integer(ty) || self.tree.types.is_float(ty))
            && let Some(at) = equals
        {
            for op in [BinaryOp::Add, BinaryOp::Sub] {
                if let (Some(place), Some(value)) = (copy(self.tree, place), copy(self.tree, value)) {
                    let kind = ExprKind::AssignOp {
                        op,
                        computation: ty,
                        place,
                        value,
                    };
                    self.instead(ChangeKind::Compound, id, at, format!("{}=", sign(op)), kind);
                }
            }
        }
        self.other_targets(
            id,
            ty,
            place,
            |place, value| ExprKind::Assign { place, value },
            value,
        );
    }

    /// Another variable is assigned to.
    fn other_targets(
        &mut self,
        id: ExprId,
        ty: TypeId,
        place: ExprId,
        assign: impl Fn(ExprId, ExprId) -> ExprKind,
        value: ExprId,
    ) {
        let ExprKind::Object(object) = self.expr_of(place).kind else {
            return;
        };
        let Some(name) = self.name_span(place, object) else {
            return;
        };
        let place_ty = self.expr_of(place).ty;
        for (other, text) in self.alike(place_ty, Some(object), name) {
            let Some(value) = copy(self.tree, value) else {
                return;
            };
            let target = self.push(ExprKind::Object(other), place_ty);
            debug_assert_eq!(ty, place_ty, "an assignment has the type of its target");
            self.instead(ChangeKind::Variable, id, name, text, assign(target, value));
        }
    }

    pub(crate) fn compound(
        &mut self,
        id: ExprId,
        kind: &ExprKind,
        op: BinaryOp,
        place: ExprId,
        value: ExprId,
    ) {
        let ExprKind::AssignOp { computation, .. } = *kind else {
            return;
        };
        let own = format!("{}=", sign(op));
        if let Some(at) = self.operator_span(place, value, &own) {
            let pointer = self.tree.types.is_pointer(computation);
            let others: &[BinaryOp] = match pointer {
                true => &[BinaryOp::Add, BinaryOp::Sub],
                false => &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div],
            };
            for other in others.iter().copied().filter(|other| *other != op) {
                if let (Some(place), Some(value)) = (copy(self.tree, place), copy(self.tree, value)) {
                    let kind = ExprKind::AssignOp {
                        op: other,
                        computation,
                        place,
                        value,
                    };
                    self.instead(ChangeKind::Operator, id, at, format!("{}=", sign(other)), kind);
                }
            }
            let ty = self.expr_of(id).ty;
            if self.expr_of(value).ty == ty
                && let (Some(place), Some(value)) = (copy(self.tree, place), copy(self.tree, value))
            {
                self.instead(
                    ChangeKind::Operator,
                    id,
                    at,
                    "=",
                    ExprKind::Assign { place, value },
                );
            }
        }
        let ty = self.expr_of(id).ty;
        let assign = |place, value| ExprKind::AssignOp {
            op,
            computation,
            place,
            value,
        };
        self.other_targets(id, ty, place, assign, value);
    }

    pub(crate) fn steps(&mut self, id: ExprId, ty: TypeId, step: Step, place: ExprId) {
        let (own, other, text) = match step {
            Step::PreInc => ("++", Step::PreDec, "--"),
            Step::PreDec => ("--", Step::PreInc, "++"),
            Step::PostInc => ("++", Step::PostDec, "--"),
            Step::PostDec => ("--", Step::PostInc, "++"),
        };
        if let Some(span) = self.span(self.expr_of(id).loc)
            && let Some(at) = token(self.sources, span, own)
            && let Some(place) = copy(self.tree, place)
        {
            let kind = ExprKind::Step { step: other, place };
            self.instead(ChangeKind::Operator, id, at, text, kind);
        }
        if let ExprKind::Object(object) = self.expr_of(place).kind
            && let Some(name) = self.name_span(place, object)
        {
            for (other, text) in self.alike(ty, Some(object), name) {
                let place = self.push(ExprKind::Object(other), ty);
                self.instead(
                    ChangeKind::Variable,
                    id,
                    name,
                    text,
                    ExprKind::Step { step, place },
                );
            }
        }
    }
}
