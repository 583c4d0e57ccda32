//! Which predicates are looked at (6.1.1 and 6.1.4).
//!
//! Comparisons of two values that the failing run really had before the claim failed: inputs, what was stored in
//! something with a name, and on request what a variable held where two ways meet. At least one of the two must have
//! another value in the closest passing run. Values of one term are one value with several names. Of the six
//! comparisons of two values three hold in the failing run, and only these can be causes.
//!
//! A variable that got several values has several in the comparisons, too: the third that the failing run stored in
//! `sum` is called `sum#3`.

use std::collections::HashSet;

use bmc::{Equation, Execution, StepId, Value};
use logic::{Assignment, Evaluator, Sort, TermId, TermPool};
use program::Program;
use trace::step_texts::StepTexts;

use super::mined::{constants, mined};
use super::stored::stored;

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    Eq,
    Lt,
    Le,
    Gt,
    Ge,
    Ne,
}

impl Comparison {
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Comparison::Eq => "==",
            Comparison::Lt => "<",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ge => ">=",
            Comparison::Ne => "!=",
        }
    }

    /// Whether this follows from another comparison of the same values.
    #[must_use]
    pub fn follows_from(self, other: Comparison) -> bool {
        matches!(
            (other, self),
            (Comparison::Eq, Comparison::Le | Comparison::Ge)
                | (Comparison::Lt, Comparison::Le | Comparison::Ne)
                | (Comparison::Gt, Comparison::Ge | Comparison::Ne)
        )
    }

    /// The same with its sides changed.
    pub(super) fn mirrored(self) -> Comparison {
        match self {
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
            Comparison::Eq | Comparison::Ne => self,
        }
    }
}

/// Something that has a value in the failing run.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// The steps that have this value, the first first; none for a constant or a part of a condition.
    pub steps: Vec<StepId>,
    /// Where the failing run got it.
    pub stored: Option<StepId>,
    /// Its value, if no step tells it.
    pub shown: Option<String>,
    pub text: String,
    pub value: Value,
    pub kind: Kind,
    pub is_input: bool,
    pub changed: bool,
    /// The later of the steps it is made from.
    pub known_at: Option<StepId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer, signed or not, that promotes to a signed type or does not.
    Integer {
        signed: bool,
        promotes: bool,
    },
    Float,
    Pointer,
}

/// A comparison that holds in the failing run.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub left: usize,
    pub right: usize,
    pub comparison: Comparison,
    /// The condition that it is false.
    pub falsified: TermId,
}

/// What to look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    pub inputs_only: bool,
    /// Also what variables hold where two ways meet.
    pub merged: bool,
    pub constants: bool,
    pub guards: bool,
}

/// A run's values.
pub(super) struct Runs<'r> {
    pub failing: &'r Assignment,
    pub passing: &'r Assignment,
    pub texts: &'r StepTexts,
    pub execution: &'r Execution,
    pub end: StepId,
}

impl Item {
    /// Whether it is a number of the source.
    pub(super) fn is_constant(&self) -> bool {
        self.text.parse::<i128>().is_ok()
    }
}

/// The name of an input without the call that gave it: `n` of `n (scanf at line 6)`.
pub(super) fn short(name: &str) -> &str {
    match name.split_once(" (") {
        Some((short, call)) if call.contains(" at line ") => short,
        _ => name,
    }
}

pub(super) struct Candidates {
    pub items: Vec<Item>,
    pub pairs: Vec<Pair>,
}

pub(super) fn candidates(
    program: &Program,
    equation: &mut Equation,
    runs: &Runs<'_>,
    wanted: Wanted,
) -> Candidates {
    let mut items = stored(program, equation, runs, wanted);
    let variables = items.len();
    if wanted.constants {
        constants(program, equation, &mut items);
    }
    let mut list: Vec<(usize, usize)> = Vec::new();
    for right in 1..items.len() {
        for left in 0..right.min(variables) {
            if items[left].changed || items[right].changed {
                list.push((left, right));
            }
        }
    }
    if wanted.guards {
        mined(program, equation, runs, &mut items, &mut list);
    }
    let mut pairs = Vec::new();
    let mut seen: HashSet<TermId> = HashSet::new();
    for (left, right) in list {
        compare(
            equation,
            runs.failing,
            &items,
            (left, right),
            &mut pairs,
            &mut seen,
        );
    }
    Candidates { items, pairs }
}

fn width(pool: &TermPool, term: TermId) -> u32 {
    match pool.sort(term) {
        Sort::BitVec(width) => width,
        _ => 1,
    }
}

/// Two integers as terms of one width that compare as signed numbers.
fn widened(pool: &mut TermPool, a: (TermId, bool), b: (TermId, bool)) -> (TermId, TermId) {
    let (wide_a, wide_b) = (width(pool, a.0), width(pool, b.0));
    if wide_a == wide_b && a.1 && b.1 {
        return (a.0, b.0);
    }
    let common = wide_a.max(wide_b) + 1;
    let mut extend = |(term, signed): (TermId, bool)| match signed {
        true => pool.bv_sign_extend(term, common),
        false => pool.bv_zero_extend(term, common),
    };
    (extend(a), extend(b))
}

/// The comparisons of two values that hold in the failing run.
fn compare(
    equation: &mut Equation,
    failing: &Assignment,
    items: &[Item],
    (left, right): (usize, usize),
    pairs: &mut Vec<Pair>,
    seen: &mut HashSet<TermId>,
) {
    let (x, y) = (&items[left], &items[right]);
    if x.value == y.value {
        return;
    }
    let pool = &mut equation.pool;
    // Less, more and equal, as terms; pointers have only the last.
    let (less, more, equal) = match (x.value, y.value, x.kind, y.kind) {
        (
            Value::Bits(a),
            Value::Bits(b),
            Kind::Integer {
                signed: s,
                promotes: p,
            },
            Kind::Integer {
                signed: t,
                promotes: q,
            },
        ) if p == q => {
            let (a, b) = widened(pool, (a, s), (b, t));
            (Some(pool.bv_slt(a, b)), Some(pool.bv_slt(b, a)), pool.eq(a, b))
        }
        (Value::Float(a), Value::Float(b), ..) if pool.sort(a) == pool.sort(b) => {
            (Some(pool.fp_lt(a, b)), Some(pool.fp_lt(b, a)), pool.fp_eq(a, b))
        }
        (Value::Pointer { object: a, offset: c }, Value::Pointer { object: b, offset: d }, ..) => {
            let (same, there) = (pool.eq(a, b), pool.eq(c, d));
            (None, None, pool.and(same, there))
        }
        _ => return,
    };
    let mut evaluator = Evaluator::with_defaults(&equation.pool, failing);
    let mut holds = |term: TermId| evaluator.eval(term).ok().and_then(|value| value.as_bool()) == Some(true);
    let (is_equal, is_less, is_more) = (
        holds(equal),
        less.is_some_and(&mut holds),
        more.is_some_and(&mut holds),
    );
    let pool = &mut equation.pool;
    let mut add = |left: usize, right: usize, comparison: Comparison, falsified: TermId| {
        if seen.insert(falsified) {
            pairs.push(Pair {
                left,
                right,
                comparison,
                falsified,
            });
        }
    };
    if is_equal {
        let differ = pool.not(equal);
        add(left, right, Comparison::Eq, differ);
        if let (Some(less), Some(more)) = (less, more) {
            add(left, right, Comparison::Le, more);
            add(left, right, Comparison::Ge, less);
        }
        return;
    }
    let (left, right, strict, opposite) = match (is_less, is_more) {
        (true, _) => (left, right, less, more),
        (_, true) => (right, left, more, less),
        _ => (left, right, None, None),
    };
    if let (Some(strict), Some(opposite)) = (strict, opposite) {
        let falsified = pool.not(strict);
        add(left, right, Comparison::Lt, falsified);
        add(left, right, Comparison::Le, opposite);
    }
    add(left, right, Comparison::Ne, equal);
}
