//! Expressions over inputs, as a user would write them, each with its term.
//!
//! The form is C: names of inputs, numbers, operators; conversions are written where leaving them out would mean
//! something else. Comparisons of sums with numbers are solved for the input where that is right in arithmetic with a
//! fixed width: `x + 1 == 1` is `x == 0`, but `x + 1 > 1` is not `x > 0`.

use std::rc::Rc;

use bmc::FrameId;
use ctype::{TypeId, TypeTable};
use logic::{TermId, TermPool};
use program::{BinaryOp, OverflowOp, UnaryOp};

use crate::demand::Storage;

#[derive(Debug)]
pub(crate) enum Kind {
    Number(i128),
    Real(String),
    Input(String),
    /// Where a pointer points in the run that is followed; nothing is null.
    Pointer(Option<(Storage<FrameId>, i128)>),
    Unary(UnaryOp, Rc<Form>),
    Binary(BinaryOp, Rc<Form>, Rc<Form>),
    And(Rc<Form>, Rc<Form>),
    Or(Rc<Form>, Rc<Form>),
    Cond(Rc<Form>, Rc<Form>, Rc<Form>),
    Converted(Rc<Form>, String),
    /// Whether an operation leaves the range of its type.
    Overflows(OverflowOp, Rc<Form>, Rc<Form>),
}

/// An expression over inputs; the term is a bit-vector as wide as the type, or a float.
#[derive(Debug)]
pub(crate) struct Form {
    pub kind: Kind,
    pub ty: TypeId,
    pub term: TermId,
}

impl Form {
    /// Whether an input occurs in it.
    pub(crate) fn is_open(&self) -> bool {
        let mut names = Vec::new();
        self.inputs(&mut names);
        !names.is_empty()
    }

    pub(crate) fn inputs(&self, found: &mut Vec<String>) {
        match &self.kind {
            Kind::Number(_) | Kind::Real(_) | Kind::Pointer(_) => {}
            Kind::Input(name) => {
                if !found.contains(name) {
                    found.push(name.clone());
                }
            }
            Kind::Unary(_, a) | Kind::Converted(a, _) => a.inputs(found),
            Kind::Binary(_, a, b) | Kind::And(a, b) | Kind::Or(a, b) | Kind::Overflows(_, a, b) => {
                a.inputs(found);
                b.inputs(found);
            }
            Kind::Cond(c, a, b) => {
                c.inputs(found);
                a.inputs(found);
                b.inputs(found);
            }
        }
    }

    pub(crate) fn is_truth(&self) -> bool {
        match &self.kind {
            Kind::Unary(UnaryOp::Not, _) | Kind::And(..) | Kind::Or(..) | Kind::Overflows(..) => true,
            Kind::Binary(op, ..) => op.is_comparison(),
            Kind::Converted(inner, _) => inner.is_truth(),
            _ => false,
        }
    }
}

/// Whether a number of one type is always the same number in another.
pub(crate) fn keeps_values(types: &TypeTable, from: TypeId, to: TypeId) -> bool {
    match (types.integer(from), types.integer(to)) {
        _ if types.is_bool(from) => true,
        _ if types.is_bool(to) => false,
        (Some((a, true)), Some((b, true))) | (Some((a, false)), Some((b, false))) => a <= b,
        (Some((a, false)), Some((b, true))) => a < b,
        (Some((_, true)), Some((_, false))) => false,
        _ => types.is_float(from) && types.is_float(to),
    }
}

/// A value in C.
pub(crate) fn value(form: &Form) -> String {
    shown(form)
}

/// A condition in C that holds, or that does not.
pub(crate) fn text(form: &Form, truth: bool) -> String {
    match (&form.kind, truth) {
        (Kind::Unary(UnaryOp::Not, inner), _) => text(inner, !truth),
        (Kind::Converted(inner, _), _) if inner.is_truth() => text(inner, truth),
        (Kind::Binary(op, a, b), _) if op.is_comparison() && (truth || !is_real(a)) => {
            let op = if truth { *op } else { opposite(*op) };
            comparison(op, a, b)
        }
        (Kind::And(..) | Kind::Or(..), true) => shown(form),
        (Kind::Overflows(..), true) => shown(form),
        (Kind::Overflows(op, a, b), false) => format!("{} does not overflow", operation(*op, a, b)),
        (_, false) if form.is_truth() => format!("!({})", shown(form)),
        (_, true) => format!("{} != 0", operand(form)),
        (_, false) => format!("{} == 0", operand(form)),
    }
}

/// Numbers that are none make every comparison false, so that none is the opposite of another.
fn is_real(form: &Form) -> bool {
    match &form.kind {
        Kind::Real(_) => true,
        Kind::Converted(inner, _) | Kind::Unary(_, inner) => is_real(inner),
        Kind::Binary(_, a, b) => is_real(a) || is_real(b),
        _ => false,
    }
}

pub(crate) fn opposite(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    }
}

fn comparison(op: BinaryOp, a: &Form, b: &Form) -> String {
    // A number stands on the right.
    if let (Kind::Number(_), false) = (&a.kind, matches!(b.kind, Kind::Number(_))) {
        let turned = match op {
            BinaryOp::Lt => BinaryOp::Gt,
            BinaryOp::Gt => BinaryOp::Lt,
            BinaryOp::Le => BinaryOp::Ge,
            BinaryOp::Ge => BinaryOp::Le,
            other => other,
        };
        return comparison(turned, b, a);
    }
    let plain = |form: &Form| match &form.kind {
        // Both sides are converted alike, so that a number may stand as it was written.
        Kind::Converted(inner, _) => plain_number(inner),
        _ => plain_number(form),
    };
    let right = plain(b).unwrap_or_else(|| compared(b));
    format!("{} {} {right}", compared(a), op.symbol())
}

/// A number by itself needs no parentheses.
fn plain_number(form: &Form) -> Option<String> {
    match &form.kind {
        Kind::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// What stands beside a comparison needs parentheses only if it binds less tightly.
fn compared(form: &Form) -> String {
    match &form.kind {
        Kind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, ..) => {
            shown(form)
        }
        Kind::Converted(inner, cast) if cast.is_empty() => compared(inner),
        _ => operand(form),
    }
}

fn operand(form: &Form) -> String {
    match &form.kind {
        Kind::Binary(..) | Kind::And(..) | Kind::Or(..) | Kind::Cond(..) | Kind::Overflows(..) => {
            format!("({})", shown(form))
        }
        Kind::Converted(inner, cast) if cast.is_empty() => operand(inner),
        Kind::Number(number) if *number < 0 => format!("({number})"),
        _ => shown(form),
    }
}

/// What stands on the left needs no parentheses where C would put them there itself, and everybody knows.
fn left_operand(op: BinaryOp, form: &Form) -> String {
    let sum = |op| matches!(op, BinaryOp::Add | BinaryOp::Sub);
    match &form.kind {
        Kind::Binary(inner, ..) if sum(op) && (sum(*inner) || *inner == BinaryOp::Mul) => shown(form),
        Kind::Converted(inner, cast) if cast.is_empty() => left_operand(op, inner),
        _ => operand(form),
    }
}

fn operation(op: OverflowOp, a: &Form, b: &Form) -> String {
    let op = match op {
        OverflowOp::Add => "+",
        OverflowOp::Sub => "-",
        OverflowOp::Mul => "*",
        OverflowOp::Shl => "<<",
    };
    format!("{} {op} {}", operand(a), operand(b))
}

fn shown(form: &Form) -> String {
    match &form.kind {
        Kind::Number(number) => number.to_string(),
        Kind::Real(text) => text.clone(),
        Kind::Input(name) => name.clone(),
        Kind::Pointer(None) => "0".to_owned(),
        Kind::Pointer(Some(_)) => "a pointer".to_owned(),
        Kind::Unary(op, inner) => {
            let op = match op {
                UnaryOp::Not => "!",
                UnaryOp::Neg => "-",
                UnaryOp::BitNot => "~",
            };
            format!("{op}{}", operand(inner))
        }
        Kind::Converted(inner, cast) if cast.is_empty() => shown(inner),
        Kind::Converted(inner, cast) => format!("({cast}){}", operand(inner)),
        Kind::Binary(op, a, b) if op.is_comparison() => comparison(*op, a, b),
        Kind::Binary(op, a, b) => format!("{} {} {}", left_operand(*op, a), op.symbol(), operand(b)),
        Kind::And(a, b) => format!("{} && {}", part(a, true), part(b, true)),
        Kind::Or(a, b) => format!("{} || {}", part(a, false), part(b, false)),
        Kind::Cond(c, a, b) => format!("{} ? {} : {}", text(c, true), operand(a), operand(b)),
        Kind::Overflows(op, a, b) => format!("{} overflows", operation(*op, a, b)),
    }
}

/// A part of a conjunction or disjunction.
fn part(form: &Form, of_and: bool) -> String {
    match (&form.kind, of_and) {
        (Kind::Or(..), true) | (Kind::And(..), false) => format!("({})", shown(form)),
        _ => text(form, true),
    }
}

/// Solves `x + c == d` and its like for `x`.
pub(crate) fn solved(
    pool: &mut TermPool,
    types: &TypeTable,
    op: BinaryOp,
    a: Rc<Form>,
    b: Rc<Form>,
) -> (Rc<Form>, Rc<Form>) {
    let (mut a, mut b) = (a, b);
    if matches!(a.kind, Kind::Number(_)) {
        std::mem::swap(&mut a, &mut b);
    }
    if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
        return (a, b);
    }
    // Each turn takes one operation away.
    loop {
        let (Kind::Number(right), Some((width, signed))) = (&b.kind, types.integer(a.ty)) else {
            return (a, b);
        };
        let (inner, number) = match &a.kind {
            Kind::Binary(BinaryOp::Add, x, y) => match (&x.kind, &y.kind) {
                (_, Kind::Number(c)) => (x.clone(), right.wrapping_sub(*c)),
                (Kind::Number(c), _) => (y.clone(), right.wrapping_sub(*c)),
                _ => return (a, b),
            },
            Kind::Binary(BinaryOp::Sub, x, y) => match (&x.kind, &y.kind) {
                (_, Kind::Number(c)) => (x.clone(), right.wrapping_add(*c)),
                (Kind::Number(c), _) => (y.clone(), c.wrapping_sub(*right)),
                _ => return (a, b),
            },
            Kind::Unary(UnaryOp::Neg, x) => (x.clone(), right.wrapping_neg()),
            _ => return (a, b),
        };
        if width >= 128 {
            return (a, b);
        }
        let low = number & ((1i128 << width) - 1);
        let number = if signed && low >> (width - 1) == 1 {
            low - (1i128 << width)
        } else {
            low
        };
        let term = pool.bits(logic::Bits::from_i128(width, number));
        b = Rc::new(Form {
            kind: Kind::Number(number),
            ty: a.ty,
            term,
        });
        a = inner;
    }
}
