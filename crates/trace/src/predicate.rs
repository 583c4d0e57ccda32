//! Predicates that a user writes: `x + 1 < y @ 12`.
//!
//! A predicate is a C expression over variables, numbers and characters, with comparisons, `&&`, `||`, `!`, `+`, `-`,
//! `*` and parentheses, and the line at which it is meant: each name is what that variable holds when the failing run
//! comes to this line for the last time. Integers are computed without overflow, and what has a floating-point number
//! in it as
//! `double`. How it is written is in `syntax`; here it gets its meaning.

use std::fmt;
use std::str::FromStr;

use bmc::{Equation, ObjectKind, StepId, StepKind, Target, Value};
use ctype::TypeId;
use logic::{Float, FloatFormat, RoundingMode, Sort, TermId, TermPool};
use program::Program;
use source::SourceMap;

use crate::step_texts::StepTexts;
use syntax::{Binary, Expr};

mod syntax;

/// A predicate at a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    pub text: String,
    pub line: u32,
}

/// What is wrong with a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PredicateError(pub String);

impl fmt::Display for PredicateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PredicateError {}

impl FromStr for Predicate {
    type Err = PredicateError;

    fn from_str(text: &str) -> Result<Predicate, PredicateError> {
        let wrong = || PredicateError(format!("`{text}` is not of the form EXPR @ LINE"));
        let (expr, line) = text.rsplit_once('@').ok_or_else(wrong)?;
        // `file.c:12` is line 12: names of files only help the reader.
        let line = line.trim();
        let line = line.rsplit_once(':').map_or(line, |(_, line)| line);
        let line = line.parse().map_err(|_| wrong())?;
        let text = expr.trim().to_owned();
        syntax::parse(&text)?;
        Ok(Predicate { text, line })
    }
}

/// Where predicates are meant.
#[derive(Debug)]
pub struct Scope<'s> {
    pub program: &'s Program,
    pub sources: Option<&'s SourceMap>,
    pub texts: &'s StepTexts,
    pub end: StepId,
}

/// A predicate as a term, and the last step that it reads.
///
/// # Errors
/// If the failing run is never at the line, or a name holds nothing there.
pub fn resolve(
    scope: &Scope<'_>,
    equation: &mut Equation,
    predicate: &Predicate,
) -> Result<(TermId, Option<StepId>), PredicateError> {
    let at = scope.reached(equation, predicate.line)?;
    let mut meaning = Meaning {
        scope,
        equation,
        at,
        latest: None,
    };
    let value = meaning.of(&syntax::parse(&predicate.text)?)?;
    let truth = value.truth(&mut meaning.equation.pool);
    Ok((truth, meaning.latest))
}

impl Scope<'_> {
    fn line(&self, equation: &Equation, step: StepId) -> u32 {
        let loc = equation.user_loc(self.program, step);
        self.sources.map_or(0, |sources| sources.line(loc))
    }

    /// The first step of the last time that the failing run is at a line.
    fn reached(&self, equation: &Equation, line: u32) -> Result<StepId, PredicateError> {
        let on_line = |index: &u32| {
            let step = StepId(*index);
            self.texts.happened(step) && self.line(equation, step) == line
        };
        let last = (0..=self.end.0)
            .rev()
            .find(on_line)
            .ok_or_else(|| PredicateError(format!("the failing run does nothing at line {line}")))?;
        let mut first = last;
        for index in (0..last).rev() {
            if !self.texts.happened(StepId(index)) {
                continue;
            }
            if !on_line(&index) {
                break;
            }
            first = index;
        }
        Ok(StepId(first))
    }

    /// The type that the variable has which is stored in; a library function may store with another.
    fn declared(&self, equation: &Equation, targets: &[Target], ty: TypeId) -> TypeId {
        let of = |target: &Target| {
            let variable = equation.variable(target.object)?;
            let offset = equation.pool.constant(target.offset)?.as_bits()?.to_u64()?;
            let types = &self.program.types;
            types.scalar_at(self.program.variable(variable).ty, offset, target.size)
        };
        targets.iter().find_map(of).unwrap_or(ty)
    }

    /// What a name holds there.
    fn variable(&self, equation: &Equation, at: StepId, name: &str) -> Option<(Value, bool, StepId)> {
        let frame = equation.step(at).frame;
        let visible = |object: bmc::ObjectId| match equation.object_kind(object) {
            ObjectKind::Static(_) => true,
            ObjectKind::Local { frame: of, .. } => of == frame,
            _ => false,
        };
        let signed = |ty| self.program.types.integer(ty).is_some_and(|(_, signed)| signed);
        for index in (0..at.0).rev() {
            let id = StepId(index);
            if !self.texts.happened(id) {
                continue;
            }
            let step = equation.step(id);
            let found = match &step.kind {
                StepKind::Assign {
                    targets, value, ty, ..
                } => targets
                    .iter()
                    .any(|target| visible(target.object))
                    .then_some(())
                    .and(self.texts.name(id))
                    .filter(|stored| *stored == name)
                    .map(|_| (*value, signed(self.declared(equation, targets, *ty)))),
                StepKind::Input { value, ty, .. } => {
                    (self.texts.name(id) == Some(name)).then_some((*value, signed(*ty)))
                }
                StepKind::Merge { object, value, .. } if visible(*object) => {
                    let var = equation.variable(*object).map(|var| self.program.variable(var));
                    var.filter(|var| var.name == name && self.program.types.is_scalar(var.ty))
                        .map(|var| (*value, signed(var.ty)))
                }
                _ => None,
            };
            if let Some((value, signed)) = found {
                return Some((value, signed, id));
            }
        }
        None
    }
}

/// Wide enough for sums and products of 64-bit numbers in a predicate.
const WIDE: u32 = 144;

#[derive(Debug, Clone, Copy)]
enum Typed {
    Number(TermId),
    /// A `double`.
    Real(TermId),
    Truth(TermId),
}

impl Typed {
    fn truth(self, pool: &mut TermPool) -> TermId {
        match self {
            Typed::Truth(term) => term,
            Typed::Number(term) => {
                let zero = pool.bv(WIDE, 0);
                pool.distinct(term, zero)
            }
            Typed::Real(term) => {
                let zero = pool.float(Float::from_f64(0.0));
                let is_zero = pool.fp_eq(term, zero);
                pool.not(is_zero)
            }
        }
    }

    /// As an integer; nothing if it is none.
    fn number(self, pool: &mut TermPool) -> Option<TermId> {
        match self {
            Typed::Number(term) => Some(term),
            Typed::Truth(term) => {
                let bit = pool.bool_to_bv(term);
                Some(pool.bv_zero_extend(bit, WIDE))
            }
            Typed::Real(_) => None,
        }
    }

    fn real(self, pool: &mut TermPool) -> TermId {
        match (self, self.number(pool)) {
            (Typed::Real(term), _) => term,
            (_, number) => {
                let number = number.unwrap_or_else(|| pool.bv(WIDE, 0));
                let mode = pool.rounding_mode(RoundingMode::NearestTiesToEven);
                pool.fp_from_signed(mode, number, FloatFormat::DOUBLE)
            }
        }
    }
}

/// What a predicate means in the failing run.
struct Meaning<'p, 's> {
    scope: &'p Scope<'s>,
    equation: &'p mut Equation,
    at: StepId,
    /// The last step that it reads.
    latest: Option<StepId>,
}

impl Meaning<'_, '_> {
    fn of(&mut self, expr: &Expr) -> Result<Typed, PredicateError> {
        Ok(match expr {
            Expr::Number(number) => {
                let bits = logic::Bits::from_i128(WIDE, *number);
                Typed::Number(self.equation.pool.bits(bits))
            }
            Expr::Real(number) => Typed::Real(self.equation.pool.float(Float::from_f64(*number))),
            Expr::Name(name) => self.name(name)?,
            Expr::Not(inner) => {
                let inner = self.of(inner)?.truth(&mut self.equation.pool);
                Typed::Truth(self.equation.pool.not(inner))
            }
            Expr::Negated(inner) => {
                let inner = self.of(inner)?;
                let pool = &mut self.equation.pool;
                match inner.number(pool) {
                    Some(number) => Typed::Number(pool.bv_neg(number)),
                    None => {
                        let real = inner.real(pool);
                        Typed::Real(pool.fp_neg(real))
                    }
                }
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.of(left)?, self.of(right)?);
                apply(&mut self.equation.pool, *op, left, right)
            }
        })
    }

    fn name(&mut self, name: &str) -> Result<Typed, PredicateError> {
        let line = self.scope.line(self.equation, self.at);
        let found = self.scope.variable(self.equation, self.at, name);
        let (value, signed, step) = found.ok_or_else(|| {
            PredicateError(format!(
                "no variable `{name}` has a value at line {line} of the failing run"
            ))
        })?;
        self.latest = self.latest.max(Some(step));
        let pool = &mut self.equation.pool;
        let term = match value {
            Value::Bits(term) => term,
            Value::Float(term) => return real_of(pool, term, name),
            Value::Pointer { .. } => return Err(PredicateError(format!("`{name}` is not a number"))),
        };
        let term = match pool.sort(term) {
            Sort::Bool => pool.bool_to_bv(term),
            _ => term,
        };
        Ok(Typed::Number(match signed {
            true => pool.bv_sign_extend(term, WIDE),
            false => pool.bv_zero_extend(term, WIDE),
        }))
    }
}

/// What a floating-point variable holds, as a `double`.
fn real_of(pool: &mut TermPool, term: TermId, name: &str) -> Result<Typed, PredicateError> {
    match pool.sort(term) {
        Sort::Float(FloatFormat::DOUBLE) => Ok(Typed::Real(term)),
        Sort::Float(format) if format.significand_bits() < FloatFormat::DOUBLE.significand_bits() => {
            let mode = pool.rounding_mode(RoundingMode::NearestTiesToEven);
            Ok(Typed::Real(pool.fp_convert(mode, term, FloatFormat::DOUBLE)))
        }
        _ => Err(PredicateError(format!("`{name}` does not fit into a `double`"))),
    }
}

fn apply(pool: &mut TermPool, op: Binary, left: Typed, right: Typed) -> Typed {
    if let Binary::Or | Binary::And = op {
        let (a, b) = (left.truth(pool), right.truth(pool));
        return Typed::Truth(match op {
            Binary::Or => pool.or(a, b),
            _ => pool.and(a, b),
        });
    }
    let (Some(a), Some(b)) = (left.number(pool), right.number(pool)) else {
        let (a, b) = (left.real(pool), right.real(pool));
        return real(pool, op, a, b);
    };
    match op {
        Binary::Equal => Typed::Truth(pool.eq(a, b)),
        Binary::Unequal => Typed::Truth(pool.distinct(a, b)),
        Binary::Less => Typed::Truth(pool.bv_slt(a, b)),
        Binary::LessOrEqual => Typed::Truth(pool.bv_sle(a, b)),
        Binary::Greater => Typed::Truth(pool.bv_slt(b, a)),
        Binary::GreaterOrEqual => Typed::Truth(pool.bv_sle(b, a)),
        Binary::Plus => Typed::Number(pool.bv_add(a, b)),
        Binary::Minus => Typed::Number(pool.bv_sub(a, b)),
        Binary::Times | Binary::Or | Binary::And => Typed::Number(pool.bv_mul(a, b)),
    }
}

fn real(pool: &mut TermPool, op: Binary, a: TermId, b: TermId) -> Typed {
    let mode = pool.rounding_mode(RoundingMode::NearestTiesToEven);
    match op {
        Binary::Equal => Typed::Truth(pool.fp_eq(a, b)),
        Binary::Unequal => {
            let equal = pool.fp_eq(a, b);
            Typed::Truth(pool.not(equal))
        }
        Binary::Less => Typed::Truth(pool.fp_lt(a, b)),
        Binary::LessOrEqual => Typed::Truth(pool.fp_le(a, b)),
        Binary::Greater => Typed::Truth(pool.fp_lt(b, a)),
        Binary::GreaterOrEqual => Typed::Truth(pool.fp_le(b, a)),
        Binary::Plus => Typed::Real(pool.fp_add(mode, a, b)),
        Binary::Minus => Typed::Real(pool.fp_sub(mode, a, b)),
        Binary::Times | Binary::Or | Binary::And => Typed::Real(pool.fp_mul(mode, a, b)),
    }
}
