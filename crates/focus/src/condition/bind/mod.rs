//! The names of a condition, and C's types for what is made of them.
//!
//! A condition is bound anew at each place where it is tested, because an expression occurs once in a program, and
//! because one name may be different variables in different functions. What could not be evaluated (an index outside, a
//! pointer that points nowhere, a divisor that is zero) makes the condition false there, by guards in front of it.

use std::collections::BTreeSet;

use ctype::{ArrayLen, FloatKind, IntKind, Type, TypeId};
use program::{
    BinaryOp, Expr as Node, ExprId, ExprKind, FunctionId, InstrKind, Intrinsic, Lifetime, Pc, Place,
    PlaceBase, PlaceId, Program, Projection, UnaryOp, VarId,
};
use source::{LocId, SourceMap};

use super::syntax::{self, Binary, Expr, Unary};

mod arithmetic;
mod places;

/// Macros within macros, as deep as this.
const MACRO_DEPTH: u32 = 20;

/// Why a condition means nothing here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unbound {
    Unknown(String),
    NoMeaning { part: String, why: &'static str },
}

/// What a name is.
#[derive(Debug, Clone, PartialEq)]
enum Named {
    Variable(VarId),
    Number(i128),
    Macro(Expr),
}

/// Where names are looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'s> {
    pub sources: &'s SourceMap,
    pub function: FunctionId,
    /// Among variables of one name, the one declared last before this.
    pub pc: Pc,
    pub loc: LocId,
}

struct Spot {
    base: PlaceBase,
    path: Vec<Projection>,
    ty: TypeId,
}

enum Bound {
    Place(Spot),
    Value(ExprId),
}

pub(super) struct Binder<'b, 's> {
    program: &'b mut Program,
    scope: Scope<'s>,
    guards: Vec<ExprId>,
    first: usize,
    depth: u32,
}

/// The variables that a condition mentions in a function; nothing for names that are constants.
pub(super) fn variables(
    program: &Program,
    scope: &Scope<'_>,
    expr: &Expr,
) -> Result<BTreeSet<VarId>, Unbound> {
    let mut found = BTreeSet::new();
    let mut pending = vec![expr.clone()];
    let mut seen = BTreeSet::new();
    while let Some(expr) = pending.pop() {
        let mut names = Vec::new();
        expr.names(&mut names);
        for name in names {
            match named(program, scope, name)? {
                Named::Variable(var) => drop(found.insert(var)),
                Named::Macro(inner) if seen.insert(name.to_owned()) => pending.push(inner),
                Named::Number(_) | Named::Macro(_) => {}
            }
        }
    }
    Ok(found)
}

fn named(program: &Program, scope: &Scope<'_>, name: &str) -> Result<Named, Unbound> {
    let known = program.variables.iter().enumerate();
    let mut local: Vec<VarId> = Vec::new();
    let mut global = None;
    for (index, variable) in known {
        if variable.name != name || variable.lifetime == Lifetime::Temporary || variable.library {
            continue;
        }
        match variable.function {
            Some(function) if function == scope.function => local.push(VarId(index as u32)),
            None if variable.lifetime == Lifetime::Static => global = Some(VarId(index as u32)),
            _ => {}
        }
    }
    let body = &program.function(scope.function).body;
    let declared = |var: &VarId| {
        let before = body.iter().take(scope.pc.index() + 1);
        before
            .enumerate()
            .filter(|(_, instr)| instr.kind == InstrKind::Declare(*var))
            .map(|(pc, _)| pc + 1)
            .next_back()
            .unwrap_or(0)
    };
    if let Some(var) = local.into_iter().max_by_key(declared).or(global) {
        return Ok(Named::Variable(var));
    }
    if let Some(value) = program.types.enumerator(name) {
        return Ok(Named::Number(value));
    }
    match (macro_of(scope.sources, name), name) {
        (Some(expr), _) => Ok(Named::Macro(expr)),
        (None, "true") => Ok(Named::Number(1)),
        (None, "false" | "NULL") => Ok(Named::Number(0)),
        _ => Err(Unbound::Unknown(name.to_owned())),
    }
}

/// What an object-like macro of the user's files stands for, if that is a condition.
fn macro_of(sources: &SourceMap, name: &str) -> Option<Expr> {
    for (_, file) in sources.files().filter(|(_, file)| !file.embedded) {
        for line in 1..=file.line_count() as u32 {
            let text = String::from_utf8_lossy(file.line_text(line)).into_owned();
            let Some(rest) = text.trim_start().strip_prefix('#') else {
                continue;
            };
            let rest = rest.trim_start().strip_prefix("define").map(str::trim_start);
            let Some(body) = rest.and_then(|rest| rest.strip_prefix(name)) else {
                continue;
            };
            if !body.starts_with(char::is_whitespace) {
                continue;
            }
            let body = body.split("//").next().unwrap_or_default();
            let body = body.split("/*").next().unwrap_or_default();
            if let Ok(expr) = syntax::parse(body.trim()) {
                return Some(expr);
            }
        }
    }
    None
}

impl<'b, 's> Binder<'b, 's> {
    /// The claim that a condition does not hold, as an expression of the program.
    pub(super) fn denied(program: &'b mut Program, scope: Scope<'s>, expr: &Expr) -> Result<ExprId, Unbound> {
        let first = program.exprs.len();
        let mut binder = Binder {
            program,
            scope,
            guards: Vec::new(),
            first,
            depth: 0,
        };
        let mut whole = binder.value(expr)?;
        let int = binder.int();
        for guard in std::mem::take(&mut binder.guards).into_iter().rev() {
            whole = binder.node(
                ExprKind::And {
                    lhs: guard,
                    rhs: whole,
                },
                int,
            );
        }
        let kind = ExprKind::Unary {
            op: UnaryOp::Not,
            operand: whole,
        };
        Ok(binder.node(kind, int))
    }

    fn int(&mut self) -> TypeId {
        self.program.types.int(IntKind::Int)
    }

    fn node(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        let loc = self.scope.loc;
        self.program.exprs.push(Node { kind, ty, loc });
        ExprId(self.program.exprs.len() as u32 - 1)
    }

    fn ty(&self, expr: ExprId) -> TypeId {
        self.program.expr(expr).ty
    }

    fn wrong<T>(&self, part: &Expr, why: &'static str) -> Result<T, Unbound> {
        Err(Unbound::NoMeaning {
            part: shown(part),
            why,
        })
    }

    fn place(&mut self, spot: Spot) -> PlaceId {
        self.program
            .add_place(spot.base, spot.path, spot.ty, self.scope.loc)
    }

    fn number(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.node(ExprKind::Int(value), ty)
    }

    /// The value of an expression: what a place holds, or the address of an array's first element.
    fn value(&mut self, expr: &Expr) -> Result<ExprId, Unbound> {
        match self.bound(expr)? {
            Bound::Value(value) => Ok(value),
            Bound::Place(mut spot) => {
                if let Some(element) = self.program.types.element(spot.ty) {
                    let index = self.pointer_sized(0);
                    spot.path.push(Projection::Index(index));
                    spot.ty = element;
                    return Ok(self.address(spot));
                }
                if !self.program.types.is_scalar(spot.ty) {
                    return self.wrong(expr, "is a whole record");
                }
                let ty = spot.ty;
                let place = self.place(spot);
                Ok(self.node(ExprKind::Load(place), ty))
            }
        }
    }

    fn pointer_sized(&mut self, value: i128) -> ExprId {
        let ty = self.program.types.pointer_sized(true);
        self.number(value, ty)
    }

    fn address(&mut self, spot: Spot) -> ExprId {
        if let PlaceBase::Var(var) = spot.base {
            self.program.variables[var.index()].addressed = true;
        }
        let ty = self.program.types.pointer(spot.ty);
        let place = self.place(spot);
        self.node(ExprKind::AddressOf(place), ty)
    }

    fn bound(&mut self, expr: &Expr) -> Result<Bound, Unbound> {
        if self.program.exprs.len() - self.first > budgets::focus::MAX_CONDITION_NODES.count() {
            return self.wrong(expr, "makes the condition too large");
        }
        let value = match expr {
            Expr::Number {
                value,
                unsigned,
                long,
            } => {
                let kind = match (unsigned, *long || *value > i128::from(i32::MAX)) {
                    (true, true) => IntKind::ULong,
                    (true, false) => IntKind::UInt,
                    (false, _) if *value > i128::from(i64::MAX) => IntKind::ULong,
                    (false, true) => IntKind::Long,
                    (false, false) => IntKind::Int,
                };
                let ty = self.program.types.int(kind);
                self.number(*value, ty)
            }
            Expr::Real(value) => {
                let ty = self.program.types.float(FloatKind::Double);
                self.node(ExprKind::Float(value.to_bits().into()), ty)
            }
            Expr::Name(name) => match named(self.program, &self.scope, name)? {
                Named::Variable(var) => {
                    let ty = self.program.variable(var).ty;
                    return Ok(Bound::Place(Spot {
                        base: PlaceBase::Var(var),
                        path: Vec::new(),
                        ty,
                    }));
                }
                Named::Number(value) => {
                    let ty = self.int();
                    self.number(value, ty)
                }
                Named::Macro(inner) => {
                    self.depth += 1;
                    if self.depth > MACRO_DEPTH {
                        return self.wrong(expr, "is a macro that stands for itself");
                    }
                    let inner = self.bound(&inner)?;
                    self.depth -= 1;
                    return Ok(inner);
                }
            },
            Expr::Index(base, index) => return self.indexed(base, index).map(Bound::Place),
            Expr::Member(base, name) => return self.member(base, name).map(Bound::Place),
            Expr::Unary(Unary::Deref, inner) => return self.pointed(inner, None).map(Bound::Place),
            Expr::Unary(Unary::AddressOf, inner) => match self.bound(inner)? {
                Bound::Place(spot) if !self.is_bit_field(&spot) => self.address(spot),
                _ => return self.wrong(inner, "has no address"),
            },
            Expr::Unary(op, inner) => self.unary(*op, inner)?,
            Expr::Binary(Binary::Of(op), a, b) => self.binary(*op, a, b)?,
            Expr::Binary(op, a, b) => {
                let (lhs, rhs) = (self.value(a)?, self.value(b)?);
                let int = self.int();
                let kind = match op {
                    Binary::Or => ExprKind::Or { lhs, rhs },
                    _ => ExprKind::And { lhs, rhs },
                };
                self.node(kind, int)
            }
        };
        Ok(Bound::Value(value))
    }
}

/// A part of a condition, for messages.
fn shown(expr: &Expr) -> String {
    match expr {
        Expr::Number { value, .. } => value.to_string(),
        Expr::Real(value) => value.to_string(),
        Expr::Name(name) => name.clone(),
        Expr::Unary(op, inner) => {
            let op = match op {
                Unary::Not => "!",
                Unary::Negated => "-",
                Unary::Complement => "~",
                Unary::Deref => "*",
                Unary::AddressOf => "&",
            };
            format!("{op}{}", shown(inner))
        }
        Expr::Binary(op, a, b) => {
            let op = match op {
                Binary::Or => "||",
                Binary::And => "&&",
                Binary::Of(op) => op.symbol(),
            };
            format!("{} {op} {}", shown(a), shown(b))
        }
        Expr::Index(base, index) => format!("{}[{}]", shown(base), shown(index)),
        Expr::Member(base, name) => format!("{}.{name}", shown(base)),
    }
}
