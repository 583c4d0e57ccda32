//! Copies of parts of the tree: a node is used in one place only, so what stands in two places is copied.

use frontend::tree::{ExprId, ExprKind, Tree};

/// A copy of an expression; nothing if it holds what can be in one place only (declarations, statements).
pub(crate) fn copy(tree: &mut Tree, id: ExprId) -> Option<ExprId> {
    copied(tree, id, budgets::repair::MAX_CHANGED_DEPTH.small())
}

fn copied(tree: &mut Tree, id: ExprId, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    let mut expr = tree.expr(id).clone();
    let mut again = |child: &mut ExprId| -> Option<()> {
        *child = copied(tree, *child, depth)?;
        Some(())
    };
    match &mut expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Object(_)
        | ExprKind::String(_)
        | ExprKind::Function(_) => {}
        ExprKind::Member { base: operand, .. }
        | ExprKind::Deref(operand)
        | ExprKind::Load(operand)
        | ExprKind::ArrayDecay(operand)
        | ExprKind::FunctionDecay(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Convert { operand, .. }
        | ExprKind::Unary { operand, .. }
        | ExprKind::Step { place: operand, .. } => again(operand)?,
        ExprKind::Subscript {
            base: lhs,
            index: rhs,
        }
        | ExprKind::Binary { lhs, rhs, .. }
        | ExprKind::Logical { lhs, rhs, .. }
        | ExprKind::Comma { lhs, rhs }
        | ExprKind::Elvis {
            cond: lhs,
            otherwise: rhs,
        }
        | ExprKind::Assign {
            place: lhs,
            value: rhs,
        }
        | ExprKind::AssignOp {
            place: lhs,
            value: rhs,
            ..
        } => {
            again(lhs)?;
            again(rhs)?;
        }
        ExprKind::Cond {
            cond,
            then,
            otherwise,
        } => {
            again(cond)?;
            again(then)?;
            again(otherwise)?;
        }
        ExprKind::Call { callee, args } => {
            again(callee)?;
            for arg in args {
                again(arg)?;
            }
        }
        ExprKind::Builtin { args, .. } => {
            for arg in args {
                again(arg)?;
            }
        }
        ExprKind::CompoundLiteral(_)
        | ExprKind::StmtExpr(_)
        | ExprKind::VlaLength(_)
        | ExprKind::VaStart { .. }
        | ExprKind::VaArg { .. }
        | ExprKind::VaEnd { .. }
        | ExprKind::VaCopy { .. }
        | ExprKind::Unsupported(_) => return None,
    }
    let made = ExprId(u32::try_from(tree.exprs.len()).ok()?);
    tree.exprs.push(expr);
    Some(made)
}
