//! Expressions. Every occurrence gets an id of its own, also where the library shares a node; the two
//! places where sharing has a meaning (`a ?: b` and the lengths of variable length arrays) have a kind of
//! their own. A conversion between types that are the same without qualifiers is dropped, and so is the
//! conversion to `_Bool` of what is only tested against zero.

use ctype::{IntKind, TypeId};
use rucc_ast::{BinaryOp as RuccBinary, UnaryOp as RuccUnary};
use rucc_sema::{Base, Const, Conversion, ExprId, ExprKind as From};
use source::LocId;

use super::{Converter, Entity};
use crate::tree::{self, BinaryOp, BuiltinOp, ExprKind, LogicalOp, Step, StmtKind, UnaryOp};

/// Functions that return not to their caller, or pass their caller's arguments on: taking them for ordinary ones
/// would be wrong. (Where `longjmp` goes is settled when everything is known.)
const EXTRAORDINARY: [&str; 3] = ["vfork", "__builtin_va_arg_pack", "__builtin_va_arg_pack_len"];

impl Converter<'_> {
    pub(super) fn expr(&mut self, id: ExprId) -> tree::ExprId {
        if let Some(&vla) = self.lengths.get(&id) {
            let span = self.tast.expr_span(id);
            let (ty, loc) = (self.value_ty(self.tast[id].ty, span), self.loc(span));
            let vla = self.vla_id(vla);
            return self.push(ExprKind::VlaLength(vla), ty, loc);
        }
        self.expr_itself(id)
    }

    /// An expression that is tested against zero.
    pub(super) fn condition(&mut self, id: ExprId) -> tree::ExprId {
        let id = self.without_bool(id);
        self.expr(id)
    }

    fn without_bool(&self, id: ExprId) -> ExprId {
        match self.tast[id].kind {
            From::Convert {
                kind: Conversion::Bool,
                operand,
            } if !self.is_complex(operand) => operand,
            _ => id,
        }
    }

    /// The expression even where it is the length of an array.
    pub(super) fn expr_itself(&mut self, id: ExprId) -> tree::ExprId {
        let made = self.expr_of_any_kind(id);
        let ty = self.types.canonical(self.tast[id].ty);
        if matches!(self.types.kind(ty), rucc_types::TypeKind::Atomic(_)) {
            self.linker.tree.atomic.insert(made);
        }
        made
    }

    fn expr_of_any_kind(&mut self, id: ExprId) -> tree::ExprId {
        let expr = self.tast[id];
        let span = self.tast.expr_span(id);
        let loc = self.loc(span);
        let ty = self.value_ty(expr.ty, span);
        if self.linker.tree.exprs.len() > self.limit {
            return self.unsupported("an expression that grows without bound", ty, loc);
        }
        if let Some(value) = self.vector_operation(id, ty, loc) {
            return value;
        }
        if let Some(value) = self.complex_operation(id, ty, loc) {
            return value;
        }
        if let Some(value) = self.narrow_operation(id, ty, loc) {
            return value;
        }
        let kind = match expr.kind {
            From::Error => return self.unsupported("an expression with an error", ty, loc),
            From::Const(constant) => return self.constant(self.tast[constant], ty, loc),
            From::Str(string) => ExprKind::String(self.string(string, ty)),
            From::Decl(decl) => match self.entity(decl) {
                Entity::Object(object) => ExprKind::Object(object),
                Entity::Function(function) => ExprKind::Function(function),
            },
            From::Member { base, field } => ExprKind::Member {
                base: self.expr(base),
                field,
            },
            From::Subscript { base, index } => ExprKind::Subscript {
                base: self.expr(base),
                index: self.expr(index),
            },
            From::Call { callee, args } => return self.call(callee, args, ty, loc),
            From::Unary { op, operand } => {
                let value = self.unary(op, operand, ty, loc);
                return self.cut_to_field(expr.ty, value);
            }
            From::Binary { op, lhs, rhs } => return self.binary_operation(id, op, (lhs, rhs), ty, loc),
            From::Assign { .. } => return self.assignment(id, ty, loc),
            From::Cond {
                cond,
                then,
                otherwise,
            } => self.choice(cond, then, otherwise),
            From::Comma { lhs, rhs } => ExprKind::Comma {
                lhs: self.expr(lhs),
                rhs: self.expr(rhs),
            },
            From::Cast(operand) => return self.written_cast(id, operand, ty, loc),
            From::Convert { kind, operand } => {
                let value = self.convert(kind, operand, ty, loc);
                return self.cut_to_field(expr.ty, value);
            }
            From::CompoundLiteral(decl) => match self.entity(decl) {
                Entity::Object(object) => ExprKind::CompoundLiteral(object),
                Entity::Function(_) => {
                    return self.unsupported("a compound literal of function type", ty, loc);
                }
            },
            From::StmtExpr(stmt) => {
                if self.body.is_none() {
                    return self.unsupported("a statement expression outside a function", ty, loc);
                }
                ExprKind::StmtExpr(self.stmt(stmt))
            }
            From::LabelAddr(label) => return self.label_address(label, ty, loc),
            From::VaArg { .. } | From::VaStart { .. } | From::VaEnd { .. } | From::VaCopy { .. } => {
                return self.variadic(expr.kind, ty, loc);
            }
            other => return self.builtin(other, ty, loc),
        };
        self.push(kind, ty, loc)
    }

    fn call(&mut self, callee: ExprId, args: rucc_sema::ExprList, ty: TypeId, loc: LocId) -> tree::ExprId {
        let callee = match self.tast[callee].kind {
            From::Convert {
                kind: Conversion::FunctionDecay,
                operand,
            } if matches!(self.tast[operand].kind, From::Decl(_)) => self.expr(operand),
            _ => self.expr(callee),
        };
        let tast = self.tast;
        let args = tast[args].iter().map(|&arg| self.expr(arg)).collect();
        let kind = match self.undefined(callee) {
            // No model could be written for it: what it allocates is the caller's.
            Some("alloca") => ExprKind::Builtin {
                op: BuiltinOp::Alloca,
                args,
            },
            Some(name) if EXTRAORDINARY.contains(&name) => {
                let what = format!("`{name}`");
                return self.unsupported(what, ty, loc);
            }
            _ => ExprKind::Call { callee, args },
        };
        self.push(kind, ty, loc)
    }

    fn binary_operation(
        &mut self,
        id: ExprId,
        op: RuccBinary,
        (lhs, rhs): (ExprId, ExprId),
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let field = self.tast[id].ty;
        let op = match binary_op(op) {
            Ok(op) => op,
            Err(_) if self.field_width(field).is_some() => {
                return self.unsupported("a logical operation", ty, loc);
            }
            Err(op) => {
                let (lhs, rhs) = (self.condition(lhs), self.condition(rhs));
                return self.push(ExprKind::Logical { op, lhs, rhs }, ty, loc);
            }
        };
        let is_label = |id: ExprId| matches!(self.tast[id].kind, From::LabelAddr(_));
        if is_label(lhs) && is_label(rhs) && op == BinaryOp::Sub {
            return self.unsupported("the distance of two labels", ty, loc);
        }
        if self.field_width(field).is_none()
            && let Some(size) = self.measured_size(id, self.tast.expr_span(id), ty, loc)
        {
            return size;
        }
        let (lhs, rhs) = (self.expr(lhs), self.expr(rhs));
        let value = self.push(ExprKind::Binary { op, lhs, rhs }, ty, loc);
        self.cut_to_field(field, value)
    }

    fn assignment(&mut self, id: ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        let kind = match self.tast[id].kind {
            From::Assign {
                op: None, lhs, rhs, ..
            } => ExprKind::Assign {
                place: self.expr(lhs),
                value: self.expr(rhs),
            },
            From::Assign {
                op: Some(op),
                computation,
                lhs,
                rhs,
            } => match binary_op(op) {
                Ok(op) => ExprKind::AssignOp {
                    op,
                    computation: self.value_ty(computation, self.tast.expr_span(id)),
                    place: self.expr(lhs),
                    value: self.expr(rhs),
                },
                Err(_) => return self.unsupported("a compound assignment", ty, loc),
            },
            _ => return self.unsupported("an assignment", ty, loc),
        };
        self.push(kind, ty, loc)
    }

    /// What a function does with its variable arguments.
    fn variadic(&mut self, from: From, ty: TypeId, loc: LocId) -> tree::ExprId {
        let kind = match from {
            From::VaArg { list } => ExprKind::VaArg {
                list: self.expr(list),
            },
            From::VaStart { list } => ExprKind::VaStart {
                list: self.expr(list),
            },
            From::VaEnd { list } => ExprKind::VaEnd {
                list: self.expr(list),
            },
            From::VaCopy { dst, src } => ExprKind::VaCopy {
                dst: self.expr(dst),
                src: self.expr(src),
            },
            other => return self.builtin(other, ty, loc),
        };
        self.push(kind, ty, loc)
    }

    /// `?:`, also without its middle.
    fn choice(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) -> ExprKind {
        let tested = self.without_bool(cond);
        if self.is_conversion_of(then, tested) {
            ExprKind::Elvis {
                cond: self.expr(tested),
                otherwise: self.expr(otherwise),
            }
        } else {
            ExprKind::Cond {
                cond: self.expr(tested),
                then: self.expr(then),
                otherwise: self.expr(otherwise),
            }
        }
    }

    /// A cast that the user wrote.
    fn written_cast(&mut self, id: ExprId, operand: ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        let span = self.tast.expr_span(id);
        let lengths = self.undeclared_lengths(self.tast[id].ty);
        let operand_ty = self.value_ty(self.tast[operand].ty, span);
        let operand = self.expr(operand);
        let types = &self.linker.tree.types;
        if operand_ty == ty && !types.is_scalar(ty) {
            return operand;
        }
        let cast = ExprKind::Convert {
            operand,
            explicit: true,
        };
        let parts = self.type_name_parts(span.lo + 1, &lengths, loc);
        let cast = self.push(cast, ty, loc);
        if parts.is_empty() {
            return cast;
        }
        // Nothing declares the type: its lengths are evaluated where the cast is.
        let parts = self.push_stmt(StmtKind::Decls(parts), loc);
        let value = self.push_stmt(StmtKind::Expr(cast), loc);
        let block = self.push_stmt(StmtKind::Block(vec![parts, value]), loc);
        self.push(ExprKind::StmtExpr(block), ty, loc)
    }

    /// The name of the function that a call names, if nothing defines it so far.
    fn undefined(&self, callee: tree::ExprId) -> Option<&str> {
        match self.linker.tree.expr(callee).kind {
            ExprKind::Function(function) => {
                let function = self.linker.tree.function(function);
                function.body.is_none().then_some(function.name.as_str())
            }
            _ => None,
        }
    }

    /// Whether `id` is `operand`, perhaps converted by the language.
    fn is_conversion_of(&self, id: ExprId, operand: ExprId) -> bool {
        let mut id = id;
        loop {
            if id == operand {
                return true;
            }
            match self.tast[id].kind {
                From::Convert { operand, .. } => id = operand,
                _ => return false,
            }
        }
    }

    fn convert(&mut self, kind: Conversion, operand: ExprId, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        let kind = match kind {
            Conversion::Lvalue => {
                let place = self.expr(operand);
                // A member of a value (`f().x`) is a value already; the library marks it all the same.
                ExprKind::Load(place)
            }
            Conversion::ArrayDecay => ExprKind::ArrayDecay(self.expr(operand)),
            Conversion::FunctionDecay => {
                // `*f` of a function pointer is the function, which at once becomes the pointer again.
                if let From::Unary {
                    op: RuccUnary::Deref,
                    operand,
                } = self.tast[operand].kind
                {
                    return self.expr(operand);
                }
                ExprKind::FunctionDecay(self.expr(operand))
            }
            Conversion::Arithmetic
            | Conversion::Pointer
            | Conversion::Bool
            | Conversion::NullPointer
            | Conversion::Void => {
                let operand = self.expr(operand);
                if self.linker.tree.expr(operand).ty == ty {
                    return operand;
                }
                ExprKind::Convert {
                    operand,
                    explicit: false,
                }
            }
            Conversion::Broadcast => return self.unsupported("a vector operation", ty, loc),
            Conversion::Hardbool => return self.unsupported("a hardened Boolean", ty, loc),
        };
        self.push(kind, ty, loc)
    }

    fn unary(&mut self, op: RuccUnary, operand: ExprId, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        let kind = match op {
            // The promotion is a node of its own.
            RuccUnary::Plus => return self.expr(operand),
            RuccUnary::Minus => ExprKind::Unary {
                op: UnaryOp::Neg,
                operand: self.expr(operand),
            },
            RuccUnary::BitNot => ExprKind::Unary {
                op: UnaryOp::BitNot,
                operand: self.expr(operand),
            },
            RuccUnary::Not => ExprKind::Unary {
                op: UnaryOp::Not,
                operand: self.condition(operand),
            },
            RuccUnary::Deref => ExprKind::Deref(self.expr(operand)),
            RuccUnary::AddrOf => ExprKind::AddressOf(self.expr(operand)),
            RuccUnary::PreInc => self.step(Step::PreInc, operand),
            RuccUnary::PreDec => self.step(Step::PreDec, operand),
            RuccUnary::PostInc => self.step(Step::PostInc, operand),
            RuccUnary::PostDec => self.step(Step::PostDec, operand),
            RuccUnary::Real | RuccUnary::Imag => return self.unsupported("a complex number", ty, loc),
        };
        self.push(kind, ty, loc)
    }

    fn step(&mut self, step: Step, operand: ExprId) -> ExprKind {
        ExprKind::Step {
            step,
            place: self.expr(operand),
        }
    }

    fn constant(&mut self, constant: Const, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        let kind = match constant {
            Const::Int(value) => ExprKind::Int(value),
            Const::Float(value) => ExprKind::Float(value.to_bits()),
            Const::Complex { .. } | Const::ComplexInt { .. } => {
                return self.unsupported("a complex number", ty, loc);
            }
            Const::Apart { .. } => return self.unsupported("the distance of two labels", ty, loc),
            Const::Address(address) => return self.address(address, ty, loc),
        };
        self.push(kind, ty, loc)
    }

    /// A folded address: the object's first byte, some bytes further on, as the type that it has.
    fn address(&mut self, address: rucc_sema::Address, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        let types = &mut self.linker.tree.types;
        let char_type = types.int(IntKind::Char);
        let bytes = types.pointer(char_type);
        let offset_type = types.pointer_sized(true);
        let base = match address.base {
            Base::Absolute => return self.push(ExprKind::Int(address.offset), ty, loc),
            Base::Label(label) if address.offset == 0 => return self.label_address(label, ty, loc),
            Base::Label(_) => return self.unsupported("an address behind a label", ty, loc),
            Base::Str(string) => {
                let length = self.tast[string].elements.len() as u64 + 1;
                let element = match self.tast[string].encoding {
                    rucc_lex::Encoding::Plain => char_type,
                    _ => return self.unsupported("the address of a wide string literal", ty, loc),
                };
                let array = self.linker.tree.types.array(element, length);
                let string = self.string(string, array);
                let place = self.push(ExprKind::String(string), array, loc);
                self.push(ExprKind::ArrayDecay(place), bytes, loc)
            }
            Base::Decl(decl) => match self.entity(decl) {
                Entity::Object(object) => {
                    let object_type = self.linker.tree.object(object).ty;
                    let place = self.push(ExprKind::Object(object), object_type, loc);
                    let pointer = self.linker.tree.types.pointer(object_type);
                    self.push(ExprKind::AddressOf(place), pointer, loc)
                }
                Entity::Function(function) => {
                    let function_type = self.linker.tree.function(function).ty;
                    let place = self.push(ExprKind::Function(function), function_type, loc);
                    let pointer = self.linker.tree.types.pointer(function_type);
                    self.push(ExprKind::FunctionDecay(place), pointer, loc)
                }
            },
        };
        let mut value = base;
        if address.offset != 0 {
            value = self.cast(value, bytes, loc);
            let rhs = self.push(ExprKind::Int(address.offset), offset_type, loc);
            let kind = ExprKind::Binary {
                op: BinaryOp::Add,
                lhs: value,
                rhs,
            };
            value = self.push(kind, bytes, loc);
        }
        self.cast(value, ty, loc)
    }

    pub(super) fn cast(&mut self, operand: tree::ExprId, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        if self.linker.tree.expr(operand).ty == ty {
            return operand;
        }
        let kind = ExprKind::Convert {
            operand,
            explicit: false,
        };
        self.push(kind, ty, loc)
    }

    /// A literal of a given array type: cut or filled with zeros to its length.
    fn string(&mut self, id: rucc_sema::StrId, ty: ctype::TypeId) -> tree::StringId {
        if let Some(&known) = self.strings.get(&(id, ty)) {
            return known;
        }
        let mut elements = self.tast[id].elements.clone();
        elements.push(0);
        if let ctype::Type::Array {
            len: ctype::ArrayLen::Fixed(length),
            ..
        } = self.linker.tree.types.get(ty)
        {
            // A huge array starts as zero: its string needs no more than its own elements.
            elements.truncate(usize::try_from(*length).unwrap_or(usize::MAX));
        }
        let strings = &mut self.linker.tree.strings;
        strings.push(tree::StringLiteral { ty, elements });
        let string = tree::StringId(strings.len() as u32 - 1);
        self.strings.insert((id, ty), string);
        string
    }
}

/// The operator, or which of the two that do not evaluate their right side it is.
pub(super) fn binary_op(op: RuccBinary) -> Result<BinaryOp, LogicalOp> {
    Ok(match op {
        RuccBinary::Mul => BinaryOp::Mul,
        RuccBinary::Div => BinaryOp::Div,
        RuccBinary::Rem => BinaryOp::Rem,
        RuccBinary::Add => BinaryOp::Add,
        RuccBinary::Sub => BinaryOp::Sub,
        RuccBinary::Shl => BinaryOp::Shl,
        RuccBinary::Shr => BinaryOp::Shr,
        RuccBinary::Lt => BinaryOp::Lt,
        RuccBinary::Gt => BinaryOp::Gt,
        RuccBinary::Le => BinaryOp::Le,
        RuccBinary::Ge => BinaryOp::Ge,
        RuccBinary::Eq => BinaryOp::Eq,
        RuccBinary::Ne => BinaryOp::Ne,
        RuccBinary::BitAnd => BinaryOp::BitAnd,
        RuccBinary::BitXor => BinaryOp::BitXor,
        RuccBinary::BitOr => BinaryOp::BitOr,
        RuccBinary::LogAnd => return Err(LogicalOp::And),
        RuccBinary::LogOr => return Err(LogicalOp::Or),
    })
}
