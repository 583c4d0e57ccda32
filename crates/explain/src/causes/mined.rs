//! Predicates that the source suggests (6.1.4): constants that the program compares with, and the comparisons that decide
//! its branches. A comparison is generalised to every operator, since the one that is written may be the wrong one.

use std::collections::{BTreeMap, HashMap};

use bmc::{Equation, StepId, StepKind, Value};
use logic::{Op, TermId, TermPool};
use program::{BinaryOp, ExprId, ExprKind, Program};

use super::candidates::{Item, Kind, Runs};

/// The constants that the program compares with.
pub(super) fn constants(program: &Program, equation: &mut Equation, items: &mut Vec<Item>) {
    let mut numbers: BTreeMap<i128, ()> = BTreeMap::new();
    for expr in &program.exprs {
        let ExprKind::Binary { op, lhs, rhs } = &expr.kind else {
            continue;
        };
        if !op.is_comparison() {
            continue;
        }
        for side in [lhs, rhs] {
            if let ExprKind::Int(number) = program.expr(stripped(program, *side)).kind {
                numbers.insert(number, ());
            }
        }
    }
    for (number, ()) in numbers {
        let term = equation.pool.bits(logic::Bits::from_i128(65, number));
        items.push(Item {
            steps: Vec::new(),
            stored: None,
            text: number.to_string(),
            value: Value::Bits(term),
            kind: Kind::Integer {
                signed: true,
                promotes: true,
            },
            is_input: false,
            changed: false,
            known_at: None,
        });
    }
}

fn stripped(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert(inner) = program.expr(expr).kind {
        expr = inner;
    }
    expr
}

/// Both sides of the comparisons that decided the failing run's branches.
pub(super) fn mined(
    program: &Program,
    equation: &Equation,
    runs: &Runs<'_>,
    items: &mut Vec<Item>,
    list: &mut Vec<(usize, usize)>,
) {
    let mut known: HashMap<(TermId, String), usize> = HashMap::new();
    for (index, step) in equation.steps.iter().enumerate() {
        let id = StepId(index as u32);
        if id >= runs.end || !runs.told.happened(id) {
            continue;
        }
        let StepKind::Branch { expr, cond } = step.kind else {
            continue;
        };
        let ExprKind::Binary { op, lhs, rhs } = program.expr(stripped(program, expr)).kind else {
            continue;
        };
        let Some((a, b, signed)) = sides(&equation.pool, op, cond) else {
            continue;
        };
        let texts = [lhs, rhs].map(|side| program.expr_text(stripped(program, side)));
        let mut add = |term: TermId, text: &str| {
            *known.entry((term, text.to_owned())).or_insert_with(|| {
                items.push(Item {
                    steps: vec![id],
                    stored: Some(id),
                    text: text.to_owned(),
                    value: Value::Bits(term),
                    kind: Kind::Integer {
                        signed,
                        promotes: signed,
                    },
                    is_input: false,
                    changed: true,
                    known_at: Some(id),
                });
                items.len() - 1
            })
        };
        let pair = (add(a, &texts[0]), add(b, &texts[1]));
        list.push(pair);
    }
}

/// The two sides of a comparison, and its sign, read off its term: `x > y` may have become `y < x` or `!(x <= y)`. Nothing
/// where rewriting went further, and for equalities, whose sides have no order.
fn sides(pool: &TermPool, op: BinaryOp, cond: TermId) -> Option<(TermId, TermId, bool)> {
    let negated = pool.op(cond) == Op::Not;
    let plain = if negated { pool.operands(cond)[0] } else { cond };
    let (strict, signed) = match pool.op(plain) {
        Op::BvSlt => (true, true),
        Op::BvSle => (false, true),
        Op::BvUlt => (true, false),
        Op::BvUle => (false, false),
        _ => return None,
    };
    let (turned, is_strict) = match op {
        BinaryOp::Lt => (false, true),
        BinaryOp::Le => (false, false),
        BinaryOp::Gt => (true, true),
        BinaryOp::Ge => (true, false),
        _ => return None,
    };
    if (strict != negated) != is_strict {
        return None;
    }
    let [a, b] = *pool.operands(plain) else {
        return None;
    };
    Some(if turned != negated {
        (b, a, signed)
    } else {
        (a, b, signed)
    })
}
