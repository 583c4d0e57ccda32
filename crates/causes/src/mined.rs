//! Predicates that the source suggests (6.1.4): constants that the program compares with, and the comparisons that
//! decide its branches. A comparison is generalised to every operator, since the one that is written may be the wrong
//! one.

use std::collections::{BTreeSet, HashMap};

use bmc::{Equation, StepId, StepKind, Value};
use logic::{Evaluator, Op, TermId, TermPool};
use program::{BinaryOp, ExprId, ExprKind, InstrKind, Program};

use super::candidates::{Item, Kind, Runs};

/// The constants that the user's functions compare with.
pub(super) fn constants(program: &Program, equation: &mut Equation, items: &mut Vec<Item>) {
    let mut numbers: BTreeSet<i128> = BTreeSet::new();
    let own = program.functions.iter().filter(|function| !function.embedded);
    for instr in own.flat_map(|function| &function.body) {
        if let InstrKind::Switch { arms, .. } = &instr.kind {
            numbers.extend(arms.iter().flat_map(|arm| [arm.low, arm.high]));
        }
        let mut open: Vec<ExprId> = Vec::new();
        program.instr_operands(&instr.kind, |expr, _| open.push(expr));
        while let Some(expr) = open.pop() {
            program.operands(expr, |operand| open.push(operand));
            let ExprKind::Binary { op, lhs, rhs } = &program.expr(expr).kind else {
                continue;
            };
            for side in [lhs, rhs].into_iter().filter(|_| op.is_comparison()) {
                if let ExprKind::Int(number) = program.expr(stripped(program, *side)).kind {
                    numbers.insert(number);
                }
            }
        }
    }
    for number in numbers {
        let term = equation.pool.bits(logic::Bits::from_i128(65, number));
        items.push(Item {
            steps: Vec::new(),
            stored: None,
            shown: None,
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
    let mut failing = Evaluator::with_defaults(&equation.pool, runs.failing);
    for (index, step) in equation.steps.iter().enumerate() {
        let id = StepId(index as u32);
        let library = program.function(equation.frame(step.frame).function).embedded;
        if id >= runs.end || !runs.texts.happened(id) || library {
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
        let mut number = |term: TermId| {
            let value = failing.eval(term).ok()?;
            let bits = value.as_bits()?;
            match signed {
                true => bits.to_i128().map(|number| number.to_string()),
                false => bits.to_u128().map(|number| number.to_string()),
            }
        };
        let mut add = |term: TermId, text: &str| {
            // A constant needs no value beside it.
            let shown = number(term).filter(|number| number != text);
            *known.entry((term, text.to_owned())).or_insert_with(|| {
                items.push(Item {
                    steps: vec![id],
                    stored: Some(id),
                    shown,
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

/// The two sides of a comparison, and its sign, read off its term: `x > y` may have become `y < x` or `!(x <= y)`.
/// Nothing where rewriting went further, and for equalities, whose sides have no order.
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
