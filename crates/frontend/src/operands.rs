//! What an expression of the typed tree holds directly, in one place: who walks the tree or copies it asks here.

use crate::tree::{ExprId, ExprKind};

/// The match over expressions, for references of both kinds.
macro_rules! of_expression {
    ($kind:expr, $visit:ident, $iter:ident) => {
        match $kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Object(_)
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Function(_)
            | ExprKind::StmtExpr(_)
            | ExprKind::VlaLength(_)
            | ExprKind::Unsupported(_) => {}
            ExprKind::Member { base: operand, .. }
            | ExprKind::Deref(operand)
            | ExprKind::Load(operand)
            | ExprKind::ArrayDecay(operand)
            | ExprKind::FunctionDecay(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::Convert { operand, .. }
            | ExprKind::Unary { operand, .. }
            | ExprKind::Step { place: operand, .. }
            | ExprKind::VaStart { list: operand }
            | ExprKind::VaArg { list: operand }
            | ExprKind::VaEnd { list: operand } => $visit(operand),
            ExprKind::Subscript {
                base: lhs,
                index: rhs,
            }
            | ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::Logical { lhs, rhs, .. }
            | ExprKind::Elvis {
                cond: lhs,
                otherwise: rhs,
            }
            | ExprKind::Comma { lhs, rhs }
            | ExprKind::Assign {
                place: lhs,
                value: rhs,
            }
            | ExprKind::AssignOp {
                place: lhs,
                value: rhs,
                ..
            }
            | ExprKind::VaCopy { dst: lhs, src: rhs } => {
                $visit(lhs);
                $visit(rhs);
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                $visit(cond);
                $visit(then);
                $visit(otherwise);
            }
            ExprKind::Call { callee, args } => {
                $visit(callee);
                args.$iter().for_each($visit);
            }
            ExprKind::Builtin { args, .. } => args.$iter().for_each($visit),
        }
    };
}

impl ExprKind {
    /// The operands that are evaluated with the expression, in the order in which they are written.
    pub fn operands(&self, mut visit: impl FnMut(ExprId)) {
        let mut visit = |id: &ExprId| visit(*id);
        of_expression!(self, visit, iter);
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self, mut visit: impl FnMut(&mut ExprId)) {
        of_expression!(self, visit, iter_mut);
    }
}
