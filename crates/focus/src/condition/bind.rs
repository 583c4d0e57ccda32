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

    fn is_bit_field(&self, spot: &Spot) -> bool {
        let place = Place {
            base: spot.base,
            path: spot.path.clone().into_boxed_slice(),
            ty: spot.ty,
            loc: self.scope.loc,
        };
        let mut ty = self.program.base_type(&place);
        let mut bits = false;
        for step in &place.path {
            bits = false;
            if let (Projection::Field(index), Some(of)) = (step, ty)
                && let Some(record) = self.program.types.record_of(of)
            {
                bits = self.program.types.record(record).fields[*index as usize]
                    .bits
                    .is_some();
            }
            ty = ty.and_then(|of| self.program.project(of, *step));
        }
        bits
    }

    fn indexed(&mut self, base: &Expr, index: &Expr) -> Result<Spot, Unbound> {
        let Bound::Place(mut spot) = self.bound(base)? else {
            return self.pointed(base, Some(index));
        };
        let Some(element) = self.program.types.element(spot.ty) else {
            return self.pointed(base, Some(index));
        };
        let length = match self.program.types.get(spot.ty) {
            Type::Array {
                len: ArrayLen::Fixed(length),
                ..
            } => *length,
            _ => return self.wrong(base, "is an array of no fixed length"),
        };
        for (op, bound) in [(BinaryOp::Ge, 0), (BinaryOp::Lt, i128::from(length))] {
            let at = self.wide(index)?;
            let bound = self.pointer_sized(bound);
            let guard = self.compared(op, at, bound);
            self.guards.push(guard);
        }
        let at = self.wide(index)?;
        spot.path.push(Projection::Index(at));
        spot.ty = element;
        Ok(spot)
    }

    /// An index, as wide as a pointer.
    fn wide(&mut self, index: &Expr) -> Result<ExprId, Unbound> {
        let at = self.value(index)?;
        if !self.program.types.is_integer(self.ty(at)) {
            return self.wrong(index, "is no integer");
        }
        let ty = self.program.types.pointer_sized(true);
        Ok(self.converted(at, ty))
    }

    fn pointed(&mut self, pointer: &Expr, index: Option<&Expr>) -> Result<Spot, Unbound> {
        let mut pointers = Vec::new();
        for _ in 0..2 {
            let value = self.value(pointer)?;
            let Some(to) = self.program.types.pointee(self.ty(value)) else {
                return self.wrong(pointer, "is no pointer");
            };
            let Some(stride) = self.program.types.size_of(to).filter(|size| *size > 0) else {
                return self.wrong(pointer, "points at nothing that has a size");
            };
            let value = match index {
                Some(index) => {
                    let index = self.wide(index)?;
                    let ty = self.ty(value);
                    let kind = ExprKind::PointerAdd {
                        pointer: value,
                        index,
                        stride,
                    };
                    self.node(kind, ty)
                }
                None => value,
            };
            pointers.push((value, to, stride));
        }
        let (tested, _, size) = pointers[0];
        let unsigned = self.program.types.pointer_sized(false);
        let size = self.number(size.into(), unsigned);
        let int = self.int();
        let kind = ExprKind::Intrinsic {
            op: Intrinsic::Readable,
            args: Box::new([tested, size]),
        };
        let guard = self.node(kind, int);
        self.guards.push(guard);
        let (pointer, ty, _) = pointers[1];
        Ok(Spot {
            base: PlaceBase::Deref(pointer),
            path: Vec::new(),
            ty,
        })
    }

    fn member(&mut self, base: &Expr, name: &str) -> Result<Spot, Unbound> {
        let Bound::Place(mut spot) = self.bound(base)? else {
            return self.wrong(base, "is no record");
        };
        let Some(steps) = self.way_to(spot.ty, name, 0) else {
            return self.wrong(base, "has no such member");
        };
        for step in steps {
            let step = Projection::Field(step);
            spot.ty = self.program.project(spot.ty, step).unwrap_or(spot.ty);
            spot.path.push(step);
        }
        Ok(spot)
    }

    /// The way to a member, through members without names.
    fn way_to(&self, ty: TypeId, name: &str, depth: u32) -> Option<Vec<u32>> {
        let record = self.program.types.record(self.program.types.record_of(ty)?);
        for (index, field) in record.fields.iter().enumerate() {
            match &field.name {
                Some(own) if own == name => return Some(vec![index as u32]),
                None if depth < MACRO_DEPTH => {
                    if let Some(mut rest) = self.way_to(field.ty, name, depth + 1) {
                        rest.insert(0, index as u32);
                        return Some(rest);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn unary(&mut self, op: Unary, inner: &Expr) -> Result<ExprId, Unbound> {
        let operand = self.value(inner)?;
        let int = self.int();
        if op == Unary::Not {
            let kind = ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            };
            return Ok(self.node(kind, int));
        }
        let ty = self.ty(operand);
        let is_integer = self.program.types.is_integer(ty);
        let op = match op {
            Unary::Complement => UnaryOp::BitNot,
            _ => UnaryOp::Neg,
        };
        if !is_integer && (op == UnaryOp::BitNot || !self.program.types.is_float(ty)) {
            return self.wrong(inner, "is no number for that");
        }
        let ty = if is_integer { self.promoted(ty) } else { ty };
        let operand = self.converted(operand, ty);
        Ok(self.node(ExprKind::Unary { op, operand }, ty))
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Result<ExprId, Unbound> {
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let divisor = self.value(b)?;
            let int = self.int();
            if self.program.types.is_integer(self.ty(divisor)) {
                let kind = |op, operand| ExprKind::Unary { op, operand };
                let is_zero = self.node(kind(UnaryOp::Not, divisor), int);
                let guard = self.node(kind(UnaryOp::Not, is_zero), int);
                self.guards.push(guard);
            }
        }
        let (lhs, rhs) = (self.value(a)?, self.value(b)?);
        let types = &self.program.types;
        let (s, t) = (self.ty(lhs), self.ty(rhs));
        if types.is_pointer(s) || types.is_pointer(t) {
            return self.pointers(op, (a, lhs), (b, rhs));
        }
        let integers = types.is_integer(s) && types.is_integer(t);
        let needs_integers = matches!(
            op,
            BinaryOp::Rem
                | BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
                | BinaryOp::Shl
                | BinaryOp::Shr
        );
        if needs_integers && !integers {
            return self.wrong(a, "is no integer for that");
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (x, y) = (self.promoted(s), self.promoted(t));
            let (lhs, rhs) = (self.converted(lhs, x), self.converted(rhs, y));
            return Ok(self.node(ExprKind::Binary { op, lhs, rhs }, x));
        }
        let common = self.common(s, t);
        let (lhs, rhs) = (self.converted(lhs, common), self.converted(rhs, common));
        if op.is_comparison() {
            return Ok(self.compared(op, lhs, rhs));
        }
        Ok(self.node(ExprKind::Binary { op, lhs, rhs }, common))
    }

    fn compared(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let int = self.int();
        self.node(ExprKind::Binary { op, lhs, rhs }, int)
    }

    /// Pointers are compared; null may be written as 0.
    fn pointers(&mut self, op: BinaryOp, a: (&Expr, ExprId), b: (&Expr, ExprId)) -> Result<ExprId, Unbound> {
        if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            return self.wrong(a.0, "is a pointer, which is only compared for equality");
        }
        let types = &self.program.types;
        let pointer = match types.is_pointer(self.ty(a.1)) {
            true => self.ty(a.1),
            false => self.ty(b.1),
        };
        let mut sides = Vec::new();
        for (expr, value) in [a, b] {
            let node = self.program.expr(value);
            sides.push(match node.kind {
                ExprKind::Int(0) => {
                    self.program.exprs[value.index()].ty = pointer;
                    value
                }
                _ if self.program.types.is_pointer(node.ty) => self.converted(value, pointer),
                _ => return self.wrong(expr, "is no pointer"),
            });
        }
        Ok(self.compared(op, sides[0], sides[1]))
    }

    fn converted(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        match self.ty(value) == ty {
            true => value,
            false => self.node(ExprKind::Convert(value), ty),
        }
    }

    fn promoted(&mut self, ty: TypeId) -> TypeId {
        let int = self.int();
        let width = |ty| self.program.types.integer(ty).map_or(0, |(width, _)| width);
        match (self.program.types.is_bool(ty), width(ty) < width(int)) {
            (true, _) | (_, true) => int,
            _ => match self.program.types.int_kind(ty) {
                Some(kind) => self.program.types.int(kind),
                None => ty,
            },
        }
    }

    /// The usual arithmetic conversions.
    fn common(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let float = |program: &Program, ty| match program.types.get(ty) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        };
        match (float(self.program, a), float(self.program, b)) {
            (Some(x), Some(y)) => return if x >= y { a } else { b },
            (Some(_), None) => return a,
            (None, Some(_)) => return b,
            (None, None) => {}
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        let shape = |ty| self.program.types.integer(ty).unwrap_or((32, true));
        let ((x, x_signed), (y, y_signed)) = (shape(a), shape(b));
        // Of equally wide ones the unsigned one, else the one of the higher rank.
        let kind = |ty| self.program.types.int_kind(ty);
        match x.cmp(&y) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if x_signed == y_signed => {
                if kind(a) >= kind(b) {
                    a
                } else {
                    b
                }
            }
            std::cmp::Ordering::Equal => {
                if x_signed {
                    b
                } else {
                    a
                }
            }
        }
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
