//! The antecedent problem (thesis, 5.1.1).
//!
//! A claim that is an implication can be made true by making its antecedent false: "had the alarm not been on, it would
//! not have failed to ring". Such a passing run is near and says nothing. So if the failed claim has the shape of an
//! implication and the passing run merely falsifies what it presupposes, that is assumed and the question asked again.
//!
//! Recognised are
//!
//! - `!a || b` and `!(a && b)`, also with more operands: everything but the last is the antecedent. Only operands that
//!   are written as a negation count: `x < 10 || y < 10` is no implication.
//! - A claim that the passing run does not reach, `if (a) assert(b)` being the simplest case: it is assumed to be
//!   reached.

use bmc::{Equation, StepId, StepKind};
use logic::{Assignment, Evaluator, TermId};
use program::{ExprId, ExprKind, Program, UnaryOp};

/// What a claim presupposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Antecedent {
    /// These parts of the claim hold in the failing run.
    Operands(Vec<ExprId>),
    /// The claim is reached.
    Reached,
}

/// The operands of a claim that are written as negated, all but the last operand: what they negate is the antecedent.
#[must_use]
pub fn operands(program: &Program, claim: ExprId) -> Vec<ExprId> {
    let mut parts = Vec::new();
    collect(program, claim, false, &mut parts);
    // The last one is the consequent, whatever it looks like.
    parts.pop();
    parts
        .into_iter()
        .filter_map(|part| match part {
            Conjunct::Negated(expr) => Some(expr),
            Conjunct::Plain => None,
        })
        .collect()
}

enum Conjunct {
    /// The disjunct is the negation of this expression.
    Negated(ExprId),
    Plain,
}

/// The disjuncts of an expression, or of its negation.
fn collect(program: &Program, expr: ExprId, negated: bool, parts: &mut Vec<Conjunct>) {
    match &program.expr(expr).kind {
        ExprKind::Unary {
            op: UnaryOp::Not,
            operand,
        } => collect(program, *operand, !negated, parts),
        ExprKind::Or { lhs, rhs } if !negated => {
            collect(program, *lhs, negated, parts);
            collect(program, *rhs, negated, parts);
        }
        ExprKind::And { lhs, rhs } if negated => {
            collect(program, *lhs, negated, parts);
            collect(program, *rhs, negated, parts);
        }
        ExprKind::Convert(operand) if is_truth(program, *operand) => {
            collect(program, *operand, negated, parts)
        }
        _ if negated => parts.push(Conjunct::Negated(expr)),
        _ => parts.push(Conjunct::Plain),
    }
}

/// Whether an expression is 0 or 1, so that a conversion of it changes nothing.
fn is_truth(program: &Program, expr: ExprId) -> bool {
    match &program.expr(expr).kind {
        ExprKind::And { .. } | ExprKind::Or { .. } | ExprKind::Unary { op: UnaryOp::Not, .. } => true,
        ExprKind::Binary { op, .. } => op.is_comparison(),
        _ => false,
    }
}

/// Whether the claim at a step is reached in a run.
#[must_use]
pub fn is_reached(equation: &Equation, claim: StepId, run: &Assignment) -> bool {
    holds(equation, equation.step(claim).guard, run)
}

/// Whether a condition holds in a run.
#[must_use]
pub fn holds(equation: &Equation, term: TermId, run: &Assignment) -> bool {
    Evaluator::with_defaults(&equation.pool, run)
        .eval(term)
        .ok()
        .and_then(|value| value.as_bool())
        == Some(true)
}

/// The truth of a claim's operands as terms, in the order of `operands`: each with the step's own reads.
#[must_use]
pub fn operand_terms(equation: &Equation, claim: StepId, wanted: &[ExprId]) -> Vec<TermId> {
    let StepKind::Claim { parts, .. } = &equation.step(claim).kind else {
        return Vec::new();
    };
    wanted
        .iter()
        .filter_map(|wanted| parts.iter().find(|(expr, _)| expr == wanted))
        .map(|(_, term)| *term)
        .collect()
}
