//! Quantifiers that need not be written out: one value stands for all.
//!
//! A claim that `P` holds for all values fails in some run exactly if it fails in a run where the value is an input; an
//! assumption that some value has `P` lets just the runs go on in which an input has. Below `!` the two change places,
//! and `&&` and `||` leave it as it is; anywhere else a quantifier is a value like others and has to be computed.

use ctype::{ArrayLen, Type};
use frontend::tree::{self, ExprKind as T, ObjectId, UnaryOp};
use program::{ExprId, InputSource};
use source::LocId;

use crate::lowerer::Lowerer;

/// Of a bound that nothing is known about.
const USUAL_LENGTH: i128 = 64;
/// Longer arrays are not gone through.
const LONGEST: i128 = 1024;

impl Lowerer<'_> {
    /// Notes the quantifiers in a condition that is claimed (or assumed) for which an input may stand.
    pub(crate) fn note_chosen(&mut self, cond: tree::ExprId, claimed: bool) {
        let mut open = vec![(cond, claimed)];
        while let Some((id, universal)) = open.pop() {
            let tree = self.tree;
            match &tree.expr(id).kind {
                T::Convert { operand, .. } => open.push((*operand, universal)),
                T::Unary {
                    op: UnaryOp::Not,
                    operand,
                } => open.push((*operand, !universal)),
                T::Logical { lhs, rhs, .. } => {
                    open.push((*lhs, universal));
                    open.push((*rhs, universal));
                }
                T::StmtExpr(_) | T::Call { .. } => {
                    if let Some((predicate, all)) = self.quantifier_in(id) {
                        if all == universal {
                            self.chosen.insert(predicate);
                        }
                        open.push((predicate, universal));
                    }
                }
                _ => {}
            }
        }
    }

    /// The predicate of a quantifier, with whether it is about all values.
    fn quantifier_in(&self, id: tree::ExprId) -> Option<(tree::ExprId, bool)> {
        let predicate = self.inner_predicate(id)?;
        let mut at = id;
        loop {
            match &self.tree.expr(at).kind {
                T::StmtExpr(block) => {
                    let tree::StmtKind::Block(stmts) = &self.tree.stmt(*block).kind else {
                        return None;
                    };
                    let tree::StmtKind::Expr(value) = self.tree.stmt(*stmts.last()?).kind else {
                        return None;
                    };
                    at = value;
                }
                T::Call { callee, .. } => {
                    let mut callee = &self.tree.expr(*callee).kind;
                    while let T::FunctionDecay(operand) = callee {
                        callee = &self.tree.expr(*operand).kind;
                    }
                    let T::Function(function) = callee else {
                        return None;
                    };
                    let all = self.tree.function(*function).name == "__because_forall";
                    return Some((predicate, all));
                }
                _ => return None,
            }
        }
    }

    /// The predicate of one value that is an input.
    pub(crate) fn chosen_value(&mut self, object: ObjectId, predicate: tree::ExprId, loc: LocId) -> ExprId {
        let var = self.variable(object);
        let name = self.program.variable(var).name.clone();
        let place = self.var_place(var, loc);
        self.input(place, name, InputSource::Nondet, loc);
        let holds = self.truth(predicate);
        self.keep(holds)
    }

    /// The length of the longest array that has the variable in an index.
    pub(crate) fn longest_indexed(&self, predicate: tree::ExprId, variable: ObjectId) -> i128 {
        let mut longest = None;
        self.walk(predicate, &mut |id| {
            if let T::Subscript { base, index } = self.tree.expr(id).kind
                && self.mentions(index, variable)
                && let T::ArrayDecay(array) = self.tree.expr(base).kind
                && let Type::Array {
                    len: ArrayLen::Fixed(length),
                    ..
                } = self.program.types.get(self.tree.expr(array).ty)
            {
                longest = longest.max(Some(i128::from(*length)));
            }
        });
        longest.unwrap_or(USUAL_LENGTH).clamp(1, LONGEST)
    }

    /// Whether a variable occurs in an expression.
    pub(crate) fn mentions(&self, id: tree::ExprId, variable: ObjectId) -> bool {
        let mut found = false;
        self.walk(id, &mut |id| {
            found |= matches!(self.tree.expr(id).kind, T::Object(object) if object == variable);
        });
        found
    }

    /// The parts of an expression that is usual in a predicate.
    fn walk(&self, id: tree::ExprId, visit: &mut dyn FnMut(tree::ExprId)) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            visit(id);
            match &self.tree.expr(id).kind {
                T::Member { base: operand, .. }
                | T::Deref(operand)
                | T::Load(operand)
                | T::ArrayDecay(operand)
                | T::AddressOf(operand)
                | T::Convert { operand, .. }
                | T::Unary { operand, .. } => open.push(*operand),
                T::Subscript {
                    base: lhs,
                    index: rhs,
                }
                | T::Binary { lhs, rhs, .. }
                | T::Logical { lhs, rhs, .. }
                | T::Comma { lhs, rhs } => open.extend([*lhs, *rhs]),
                T::Cond {
                    cond,
                    then,
                    otherwise,
                } => open.extend([*cond, *then, *otherwise]),
                T::Call { args, .. } => open.extend(args.iter().copied()),
                T::StmtExpr(_) => open.extend(self.inner_predicate(id)),
                _ => {}
            }
        }
    }
}
