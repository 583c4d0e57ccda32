//! Copies of parts of the tree: a node is used in one place only, so what stands in two places is copied.

use frontend::tree::{ExprId, ExprKind, Tree};

/// A copy of an expression; nothing if it holds what can be in one place only (declarations, statements).
pub(crate) fn copy(tree: &mut Tree, id: ExprId) -> Option<ExprId> {
    copied(tree, id, budgets::repair::MAX_CHANGED_DEPTH.small())
}

fn copied(tree: &mut Tree, id: ExprId, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    let mut expr = tree.expr(id).clone();
    if matches!(
        expr.kind,
        ExprKind::CompoundLiteral(_)
            | ExprKind::StmtExpr(_)
            | ExprKind::VlaLength(_)
            | ExprKind::VaStart { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::VaEnd { .. }
            | ExprKind::VaCopy { .. }
            | ExprKind::Unsupported(_)
    ) {
        return None;
    }
    let mut whole = true;
    expr.kind.operands_mut(|child| {
        if whole {
            match copied(tree, *child, depth) {
                Some(copy) => *child = copy,
                None => whole = false,
            }
        }
    });
    if !whole {
        return None;
    }
    let made = ExprId(u32::try_from(tree.exprs.len()).ok()?);
    tree.exprs.push(expr);
    Some(made)
}
