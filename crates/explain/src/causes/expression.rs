//! Predicates that a user writes: `x + 1 < y @ 12`.
//!
//! A predicate is a C expression over variables and integer constants, with comparisons, `&&`, `||`, `!`, `+`, `-`, `*` and
//! parentheses, and the line at which it is meant: each name is what that variable holds when the failing run
//! comes to this line for the last time. Numbers are computed without overflow.

use std::fmt;
use std::str::FromStr;

use bmc::{Equation, ObjectKind, StepId, StepKind, Value};
use logic::{Sort, TermId, TermPool};
use program::Program;
use source::SourceMap;

use crate::story::Told;

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
        tokens(&text)?;
        Ok(Predicate { text, line })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Name(String),
    Number(i128),
    Symbol(&'static str),
}

const SYMBOLS: &[&str] = &[
    "||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "!", "(", ")",
];

fn tokens(text: &str) -> Result<Vec<Token>, PredicateError> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            let length = rest
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(rest.len());
            let digits = &rest[..length];
            let number = match digits.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            let number = number.map_err(|_| PredicateError(format!("`{digits}` is not a number")))?;
            found.push(Token::Number(number));
            length
        } else if first.is_ascii_alphabetic() || first == '_' {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '#');
            let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            found.push(Token::Name(rest[..length].to_owned()));
            length
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
            let symbol = symbol.ok_or_else(|| {
                PredicateError(format!(
                    "`{first}` is not supported: a predicate is made of variables, integers, comparisons, `&&`, \
                     `||`, `!`, `+`, `-`, `*` and parentheses"
                ))
            })?;
            found.push(Token::Symbol(symbol));
            symbol.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// Where predicates are meant.
pub(crate) struct Scope<'s> {
    pub program: &'s Program,
    pub sources: Option<&'s SourceMap>,
    pub told: &'s Told,
    pub end: StepId,
}

/// A predicate as a term, and the last step that it reads.
pub(crate) fn resolve(
    scope: &Scope<'_>,
    equation: &mut Equation,
    predicate: &Predicate,
) -> Result<(TermId, Option<StepId>), PredicateError> {
    let at = scope.reached(equation, predicate.line)?;
    let mut parser = Parser {
        scope,
        equation,
        at,
        tokens: tokens(&predicate.text)?,
        position: 0,
        depth: 0,
        latest: None,
    };
    let value = parser.binary(0)?;
    if parser.position < parser.tokens.len() {
        return Err(PredicateError(format!(
            "`{}` goes on after its end",
            predicate.text
        )));
    }
    let truth = value.truth(&mut parser.equation.pool);
    Ok((truth, parser.latest))
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
            self.told.happened(step) && self.line(equation, step) == line
        };
        let last = (0..=self.end.0)
            .rev()
            .find(on_line)
            .ok_or_else(|| PredicateError(format!("the failing run does nothing at line {line}")))?;
        let mut first = last;
        for index in (0..last).rev() {
            if !self.told.happened(StepId(index)) {
                continue;
            }
            if !on_line(&index) {
                break;
            }
            first = index;
        }
        Ok(StepId(first))
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
            if !self.told.happened(id) {
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
                    .and(self.told.name(id))
                    .filter(|stored| *stored == name)
                    .map(|_| (*value, signed(*ty))),
                StepKind::Input { value, ty, .. } => {
                    (self.told.name(id) == Some(name)).then_some((*value, signed(*ty)))
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
        }
    }

    fn number(self, pool: &mut TermPool) -> TermId {
        match self {
            Typed::Number(term) => term,
            Typed::Truth(term) => {
                let bit = pool.bool_to_bv(term);
                pool.bv_zero_extend(bit, WIDE)
            }
        }
    }
}

struct Parser<'p, 's> {
    scope: &'p Scope<'s>,
    equation: &'p mut Equation,
    at: StepId,
    tokens: Vec<Token>,
    position: usize,
    depth: u32,
    latest: Option<StepId>,
}

/// Operators from the loosest to the tightest.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["+", "-"],
    &["*"],
];

impl Parser<'_, '_> {
    fn take(&mut self, among: &[&'static str]) -> Option<&'static str> {
        let Some(Token::Symbol(symbol)) = self.tokens.get(self.position) else {
            return None;
        };
        let found = among.contains(symbol).then_some(*symbol)?;
        self.position += 1;
        Some(found)
    }

    fn binary(&mut self, level: usize) -> Result<Typed, PredicateError> {
        let Some(symbols) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(symbol) = self.take(symbols) {
            let right = self.binary(level + 1)?;
            left = self.apply(symbol, left, right);
        }
        Ok(left)
    }

    fn apply(&mut self, symbol: &str, left: Typed, right: Typed) -> Typed {
        let pool = &mut self.equation.pool;
        if let "||" | "&&" = symbol {
            let (a, b) = (left.truth(pool), right.truth(pool));
            return Typed::Truth(if symbol == "||" {
                pool.or(a, b)
            } else {
                pool.and(a, b)
            });
        }
        let (a, b) = (left.number(pool), right.number(pool));
        match symbol {
            "==" => Typed::Truth(pool.eq(a, b)),
            "!=" => Typed::Truth(pool.distinct(a, b)),
            "<" => Typed::Truth(pool.bv_slt(a, b)),
            "<=" => Typed::Truth(pool.bv_sle(a, b)),
            ">" => Typed::Truth(pool.bv_slt(b, a)),
            ">=" => Typed::Truth(pool.bv_sle(b, a)),
            "+" => Typed::Number(pool.bv_add(a, b)),
            "-" => Typed::Number(pool.bv_sub(a, b)),
            _ => Typed::Number(pool.bv_mul(a, b)),
        }
    }

    fn unary(&mut self) -> Result<Typed, PredicateError> {
        self.depth += 1;
        if self.depth > 100 {
            return Err(PredicateError("a predicate is nested too deeply".to_owned()));
        }
        let value = match self.take(&["!", "-", "("]) {
            Some("!") => {
                let inner = self.unary()?.truth(&mut self.equation.pool);
                Typed::Truth(self.equation.pool.not(inner))
            }
            Some("-") => {
                let inner = self.unary()?.number(&mut self.equation.pool);
                Typed::Number(self.equation.pool.bv_neg(inner))
            }
            Some(_) => {
                let inner = self.binary(0)?;
                if self.take(&[")"]).is_none() {
                    return Err(PredicateError("a parenthesis is not closed".to_owned()));
                }
                inner
            }
            None => self.atom()?,
        };
        self.depth -= 1;
        Ok(value)
    }

    fn atom(&mut self) -> Result<Typed, PredicateError> {
        let token = self.tokens.get(self.position).cloned();
        self.position += 1;
        match token {
            Some(Token::Number(number)) => {
                let bits = logic::Bits::from_i128(WIDE, number);
                Ok(Typed::Number(self.equation.pool.bits(bits)))
            }
            Some(Token::Name(name)) => self.name(&name),
            Some(Token::Symbol(symbol)) => {
                Err(PredicateError(format!("a value is missing before `{symbol}`")))
            }
            None => Err(PredicateError("a value is missing at the end".to_owned())),
        }
    }

    fn name(&mut self, name: &str) -> Result<Typed, PredicateError> {
        let line = self.scope.line(self.equation, self.at);
        let found = self.scope.variable(self.equation, self.at, name);
        let (value, signed, step) = found.ok_or_else(|| {
            PredicateError(format!(
                "no variable `{name}` has a value at line {line} of the failing run"
            ))
        })?;
        let Value::Bits(term) = value else {
            return Err(PredicateError(format!("`{name}` is not an integer")));
        };
        self.latest = self.latest.max(Some(step));
        let pool = &mut self.equation.pool;
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
