//! Complex numbers: a structure with an array of two parts in it, and operations part by part.
//!
//! As with vectors, an operation becomes a statement expression whose operands are held in variables. An operand that
//! the language has converted from a real type has no imaginary part at all, as compilers and Annex G of C11 see it:
//! `2 * z` is two products. The quotient by a complex number is what a library function makes of it, with roundings
//! of its own, and so is a product that has to be corrected because both of its parts came out as NaN: these are calls
//! of models.

use ctype::{Field, FloatKind, FunctionType, IntKind, Record, RecordKind, Type, TypeId};
use rucc_ast::UnaryOp as RuccUnary;
use rucc_sema::{Category, Const, Conversion, ExprId, ExprKind as From};
use source::LocId;

use super::Converter;
use super::vector::Lanes;
use crate::link::Declared;
use crate::tree::{self, BinaryOp, BuiltinOp, ExprKind, LogicalOp, ObjectId, StmtId, StmtKind, UnaryOp};

/// An operand that is held in a variable: of a complex type, or of the type of its parts.
#[derive(Clone, Copy)]
struct Held {
    object: ObjectId,
    ty: TypeId,
    real: bool,
}

impl Converter<'_> {
    /// The structure that stands for a complex type.
    pub(super) fn complex_type(&mut self, elem: TypeId) -> TypeId {
        if let Some(&known) = self.linker.complex_types.get(&elem) {
            return known;
        }
        let types = &mut self.linker.tree.types;
        let (size, align) = (types.size_of(elem).unwrap_or(1) * 2, types.align_of(elem));
        let parts = types.array(elem, 2);
        let tag = format!("complex {}", types.display(elem));
        let record = types.add_record(Record {
            kind: RecordKind::Struct,
            tag: Some(tag),
            layout: Some((size, align)),
            fields: vec![Field {
                name: Some("parts".to_owned()),
                ty: parts,
                offset: 0,
                bits: None,
            }],
        });
        let ty = types.intern(Type::Record(record));
        self.linker.complex_types.insert(elem, ty);
        self.linker.vectors.insert(ty, Lanes { elem, count: 2 });
        ty
    }

    pub(super) fn is_complex(&self, id: ExprId) -> bool {
        rucc_types::is_complex(self.types, self.tast[id].ty)
    }

    /// An operation on complex numbers, if it is one; what has one as its value only is like any structure.
    pub(super) fn complex_operation(&mut self, id: ExprId, ty: TypeId, loc: LocId) -> Option<tree::ExprId> {
        let expr = self.tast[id];
        let makes_one = self.is_complex(id);
        match expr.kind {
            From::Const(constant) if makes_one => {
                let elem = self.linker.vectors.get(&ty)?.elem;
                let (real, imag) = match self.tast[constant] {
                    Const::Complex { real, imag } => {
                        (ExprKind::Float(real.to_bits()), ExprKind::Float(imag.to_bits()))
                    }
                    Const::ComplexInt { real, imag } => (ExprKind::Int(real), ExprKind::Int(imag)),
                    _ => return None,
                };
                let parts = [self.push(real, elem, loc), self.push(imag, elem, loc)];
                Some(self.complex_value(parts, ty, Vec::new(), loc))
            }
            From::Complex { real, imag } => {
                let parts = [self.expr(real), self.expr(imag)];
                Some(self.complex_value(parts, ty, Vec::new(), loc))
            }
            From::Unary { op, operand } if self.is_complex(operand) => {
                self.complex_unary(op, operand, ty, loc)
            }
            From::Unary {
                op: RuccUnary::Real,
                operand,
            } => Some(self.expr(operand)),
            From::Unary {
                op: RuccUnary::Imag,
                operand,
            } => {
                let ignored = self.expr(operand);
                let zero = self.zero_of(ty, loc);
                let comma = ExprKind::Comma {
                    lhs: ignored,
                    rhs: zero,
                };
                Some(self.push(comma, ty, loc))
            }
            From::Binary { op, lhs, rhs } if self.is_complex(lhs) && self.is_complex(rhs) => {
                let op = super::expr::binary_op(op).ok()?;
                let mut stmts = Vec::new();
                let held = [
                    self.held_operand(lhs, &mut stmts, loc),
                    self.held_operand(rhs, &mut stmts, loc),
                ];
                Some(match op {
                    BinaryOp::Eq | BinaryOp::Ne => self.compared(op, held, ty, stmts, loc),
                    _ => self.computed(op, held, ty, stmts, loc),
                })
            }
            From::Assign {
                op: Some(op),
                computation,
                lhs,
                rhs,
            } if makes_one || self.is_complex(rhs) => {
                let op = super::expr::binary_op(op).ok()?;
                Some(self.complex_update(id, op, computation, (lhs, rhs), ty, loc))
            }
            From::Convert { kind, operand } => match kind {
                Conversion::Arithmetic if makes_one || self.is_complex(operand) => {
                    let operand = self.expr(operand);
                    Some(self.converted_complex(operand, ty, loc))
                }
                Conversion::Bool if self.is_complex(operand) => Some(self.complex_truth(operand, ty, loc)),
                _ => None,
            },
            From::Cast(operand) if makes_one || self.is_complex(operand) => {
                self.complex_cast(id, operand, ty, loc)
            }
            _ => None,
        }
    }

    /// A cast to a complex type or of a complex number.
    fn complex_cast(&mut self, id: ExprId, operand: ExprId, ty: TypeId, loc: LocId) -> Option<tree::ExprId> {
        let types = &self.linker.tree.types;
        if !self.is_complex(id) {
            if types.is_bool(ty) {
                return Some(self.complex_truth(operand, ty, loc));
            }
            if !types.is_scalar(ty) {
                return None;
            }
        }
        let operand = self.expr(operand);
        Some(self.converted_complex(operand, ty, loc))
    }

    /// `place op= value` where one of them is complex.
    fn complex_update(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        computation: rucc_types::TypeId,
        (lhs, rhs): (ExprId, ExprId),
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let start = self.linker.tree.exprs.len();
        let place = self.expr(lhs);
        if self.has_effects(start) || !self.is_complex(id) {
            return self.unsupported("this assignment to a complex number", ty, loc);
        }
        let computation = self.value_ty(computation, self.tast.expr_span(id));
        let read = self.push(ExprKind::Load(place), ty, loc);
        let mut stmts = Vec::new();
        let read = self.converted_complex(read, computation, loc);
        let object = self.held(read, computation, &mut stmts, loc);
        let left = Held {
            object,
            ty: computation,
            real: false,
        };
        let right = self.held_operand(rhs, &mut stmts, loc);
        let right = self.as_operand(right, computation, &mut stmts, loc);
        let value = self.computed(op, [left, right], computation, stmts, loc);
        let value = self.converted_complex(value, ty, loc);
        let place = self.expr(lhs);
        self.push(ExprKind::Assign { place, value }, ty, loc)
    }

    fn complex_unary(
        &mut self,
        op: RuccUnary,
        operand: ExprId,
        ty: TypeId,
        loc: LocId,
    ) -> Option<tree::ExprId> {
        match op {
            RuccUnary::Plus => return Some(self.expr(operand)),
            RuccUnary::Not => {
                let int = self.linker.tree.types.int(IntKind::Int);
                let truth = self.complex_truth(operand, int, loc);
                let op = UnaryOp::Not;
                return Some(self.push(ExprKind::Unary { op, operand: truth }, ty, loc));
            }
            RuccUnary::Real | RuccUnary::Imag => {
                let lane = u32::from(op == RuccUnary::Imag);
                if self.tast[operand].category == Category::Lvalue {
                    let number = self.expr(operand);
                    return Some(self.part_place(number, lane, loc));
                }
                let mut stmts = Vec::new();
                let value = self.expr(operand);
                let whole = self.linker.tree.expr(value).ty;
                let object = self.held(value, whole, &mut stmts, loc);
                let part = self.component(object, whole, lane, loc);
                return Some(self.scalar_value(part, ty, stmts, loc));
            }
            RuccUnary::Minus | RuccUnary::BitNot => {}
            RuccUnary::PreInc | RuccUnary::PreDec | RuccUnary::PostInc | RuccUnary::PostDec => {
                return Some(self.unsupported("this operation on a complex number", ty, loc));
            }
            RuccUnary::Deref | RuccUnary::AddrOf => return None,
        }
        let mut stmts = Vec::new();
        let value = self.expr(operand);
        let object = self.held(value, ty, &mut stmts, loc);
        let parts = [0, 1].map(|lane| {
            let part = self.component(object, ty, lane, loc);
            // `~` conjugates.
            let negated = op == RuccUnary::Minus || lane == 1;
            if negated { self.negated(part, loc) } else { part }
        });
        Some(self.complex_value(parts, ty, stmts, loc))
    }

    /// `+`, `-`, `*` and `/`, in the complex type that the operands have or would have.
    fn computed(
        &mut self,
        op: BinaryOp,
        [left, right]: [Held; 2],
        ty: TypeId,
        mut stmts: Vec<StmtId>,
        loc: LocId,
    ) -> tree::ExprId {
        let Some(elem) = self.linker.vectors.get(&ty).map(|lanes| lanes.elem) else {
            return self.unsupported("this operation on complex numbers", ty, loc);
        };
        let narrow = self
            .linker
            .tree
            .types
            .integer(elem)
            .is_some_and(|(bits, _)| bits < 32);
        if narrow || !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div) {
            return self.unsupported("this operation on complex numbers", ty, loc);
        }
        if op == BinaryOp::Div && !right.real {
            let value = self.library_operation("__model_complex_quotient", [left, right], ty, loc);
            let object = self.held(value, ty, &mut stmts, loc);
            return self.result(object, ty, stmts, loc);
        }
        let (real, imag) = (0, 1);
        let whole_product = op == BinaryOp::Mul && !left.real && !right.real;
        let parts = if whole_product {
            let product = |this: &mut Self, l, r| this.of_parts(BinaryOp::Mul, (left, l), (right, r), loc);
            let (squares, cross) = (
                [product(self, real, real), product(self, imag, imag)],
                [product(self, real, imag), product(self, imag, real)],
            );
            [
                self.operated(BinaryOp::Sub, squares[0], squares[1], loc),
                self.operated(BinaryOp::Add, cross[0], cross[1], loc),
            ]
        } else {
            let first = self.of_parts(op, (left, real), (right, real), loc);
            let second = match (left.real, right.real, op) {
                (true, _, BinaryOp::Mul) => self.of_parts(op, (left, real), (right, imag), loc),
                (_, true, BinaryOp::Mul | BinaryOp::Div) => {
                    self.of_parts(op, (left, imag), (right, real), loc)
                }
                (_, true, _) => self.component(left.object, left.ty, imag, loc),
                (true, _, BinaryOp::Sub) => {
                    let part = self.component(right.object, right.ty, imag, loc);
                    self.negated(part, loc)
                }
                (true, _, _) => self.component(right.object, right.ty, imag, loc),
                _ => self.of_parts(op, (left, imag), (right, imag), loc),
            };
            [first, second]
        };
        if whole_product && self.linker.tree.types.is_float(elem) {
            let value = self.complex_value(parts, ty, Vec::new(), loc);
            let object = self.held(value, ty, &mut stmts, loc);
            let product = Held {
                object,
                ty,
                real: false,
            };
            self.correct(product, [left, right], &mut stmts, loc);
            return self.result(object, ty, stmts, loc);
        }
        self.complex_value(parts, ty, stmts, loc)
    }

    /// Where both parts of a product are NaN, compilers look again for infinities.
    fn correct(&mut self, product: Held, operands: [Held; 2], stmts: &mut Vec<StmtId>, loc: LocId) {
        let int = self.linker.tree.types.int(IntKind::Int);
        let [lhs, rhs] = [0, 1].map(|lane| {
            let args = Box::from([self.component(product.object, product.ty, lane, loc)]);
            let op = BuiltinOp::IsNan;
            self.push(ExprKind::Builtin { op, args }, int, loc)
        });
        let op = LogicalOp::And;
        let cond = self.push(ExprKind::Logical { op, lhs, rhs }, int, loc);
        let place = self.push(ExprKind::Object(product.object), product.ty, loc);
        let value = self.library_operation("__model_complex_product", operands, product.ty, loc);
        let assign = self.push(ExprKind::Assign { place, value }, product.ty, loc);
        let then = self.push_stmt(StmtKind::Expr(assign), loc);
        stmts.push(self.push_if(cond, then, loc));
    }

    /// A call of the model for this type with the four parts.
    fn library_operation(&mut self, name: &str, operands: [Held; 2], ty: TypeId, loc: LocId) -> tree::ExprId {
        let args: Vec<tree::ExprId> = operands
            .into_iter()
            .flat_map(|held| [(held, 0), (held, 1)])
            .map(|(held, lane)| self.part_or_zero(held, lane, loc))
            .collect();
        let elem = self.linker.tree.expr(args[0]).ty;
        let types = &mut self.linker.tree.types;
        let suffix = match types.get(elem) {
            Type::Float(FloatKind::Float) => "f",
            Type::Float(FloatKind::Double) => "",
            Type::Float(FloatKind::LongDouble) => "l",
            _ => return self.unsupported("this operation on complex numbers of this precision", ty, loc),
        };
        let signature = types.intern(Type::Function(FunctionType {
            ret: ty,
            params: vec![elem; args.len()],
            variadic: false,
            prototyped: true,
        }));
        let function = self.linker.function(Declared {
            name: &format!("{name}{suffix}"),
            ty: signature,
            loc,
            guessed: false,
        });
        let callee = self.push(ExprKind::Function(function), signature, loc);
        let args = args.into_boxed_slice();
        self.push(ExprKind::Call { callee, args }, ty, loc)
    }

    fn part_or_zero(&mut self, held: Held, lane: u32, loc: LocId) -> tree::ExprId {
        match (held.real, lane) {
            (true, 1) => self.zero_of(held.ty, loc),
            _ => self.half_of(held, lane, loc),
        }
    }

    fn compared(
        &mut self,
        op: BinaryOp,
        [left, right]: [Held; 2],
        ty: TypeId,
        stmts: Vec<StmtId>,
        loc: LocId,
    ) -> tree::ExprId {
        let int = self.linker.tree.types.int(IntKind::Int);
        let [lhs, rhs] = [0, 1].map(|lane| {
            let parts = [left, right].map(|held| self.part_or_zero(held, lane, loc));
            let (lhs, rhs) = (parts[0], parts[1]);
            self.push(ExprKind::Binary { op, lhs, rhs }, int, loc)
        });
        let op = if op == BinaryOp::Eq {
            LogicalOp::And
        } else {
            LogicalOp::Or
        };
        let value = self.push(ExprKind::Logical { op, lhs, rhs }, ty, loc);
        self.scalar_value(value, ty, stmts, loc)
    }

    /// Whether a complex number is not zero.
    fn complex_truth(&mut self, operand: ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        let int = self.linker.tree.types.int(IntKind::Int);
        let mut stmts = Vec::new();
        let held = self.held_operand(operand, &mut stmts, loc);
        let elem = self
            .linker
            .vectors
            .get(&held.ty)
            .map_or(held.ty, |lanes| lanes.elem);
        let zero = self.zero_of(elem, loc);
        let object = self.held(zero, elem, &mut stmts, loc);
        let zero = Held {
            object,
            ty: elem,
            real: true,
        };
        let value = self.compared(BinaryOp::Ne, [held, zero], int, stmts, loc);
        self.explicit(value, ty, loc)
    }

    /// A real or complex number as another real or complex type.
    fn converted_complex(&mut self, operand: tree::ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        let from = self.linker.tree.expr(operand).ty;
        if from == ty {
            return operand;
        }
        let is_complex = |this: &Self, ty| this.linker.vectors.contains_key(&ty);
        let mut stmts = Vec::new();
        let object = self.held(operand, from, &mut stmts, loc);
        let real = if is_complex(self, from) {
            self.component(object, from, 0, loc)
        } else {
            let place = self.push(ExprKind::Object(object), from, loc);
            self.push(ExprKind::Load(place), from, loc)
        };
        let Some(elem) = self.linker.vectors.get(&ty).map(|lanes| lanes.elem) else {
            let value = self.explicit(real, ty, loc);
            return self.scalar_value(value, ty, stmts, loc);
        };
        let real = self.explicit(real, elem, loc);
        let imag = if is_complex(self, from) {
            let part = self.component(object, from, 1, loc);
            self.explicit(part, elem, loc)
        } else {
            self.zero_of(elem, loc)
        };
        self.complex_value([real, imag], ty, stmts, loc)
    }

    /// Holds an operand; what the language converted from a real type stays real.
    fn held_operand(&mut self, id: ExprId, stmts: &mut Vec<StmtId>, loc: LocId) -> Held {
        let real = match self.tast[id].kind {
            From::Convert {
                kind: Conversion::Arithmetic,
                operand,
            } if !self.is_complex(operand) => Some(operand),
            _ => None,
        };
        let span = self.tast.expr_span(id);
        let ty = self.value_ty(self.tast[id].ty, span);
        let elem = self.linker.vectors.get(&ty).map_or(ty, |lanes| lanes.elem);
        let (value, ty) = match real {
            Some(operand) => {
                let value = self.expr(operand);
                (self.explicit(value, elem, loc), elem)
            }
            None => (self.expr(id), ty),
        };
        Held {
            object: self.held(value, ty, stmts, loc),
            ty,
            real: !self.linker.vectors.contains_key(&ty),
        }
    }

    /// The same in the type that is computed with.
    fn as_operand(&mut self, held: Held, computation: TypeId, stmts: &mut Vec<StmtId>, loc: LocId) -> Held {
        let elem = self
            .linker
            .vectors
            .get(&computation)
            .map_or(computation, |lanes| lanes.elem);
        let wanted = if held.real { elem } else { computation };
        if held.ty == wanted {
            return held;
        }
        let place = self.push(ExprKind::Object(held.object), held.ty, loc);
        let value = self.push(ExprKind::Load(place), held.ty, loc);
        let value = if held.real {
            self.explicit(value, wanted, loc)
        } else {
            self.converted_complex(value, wanted, loc)
        };
        Held {
            object: self.held(value, wanted, stmts, loc),
            ty: wanted,
            real: held.real,
        }
    }

    fn of_parts(&mut self, op: BinaryOp, left: (Held, u32), right: (Held, u32), loc: LocId) -> tree::ExprId {
        let lhs = self.half_of(left.0, left.1, loc);
        let rhs = self.half_of(right.0, right.1, loc);
        self.operated(op, lhs, rhs, loc)
    }

    fn operated(&mut self, op: BinaryOp, lhs: tree::ExprId, rhs: tree::ExprId, loc: LocId) -> tree::ExprId {
        let ty = self.linker.tree.expr(lhs).ty;
        self.push(ExprKind::Binary { op, lhs, rhs }, ty, loc)
    }

    fn negated(&mut self, operand: tree::ExprId, loc: LocId) -> tree::ExprId {
        let ty = self.linker.tree.expr(operand).ty;
        let op = UnaryOp::Neg;
        self.push(ExprKind::Unary { op, operand }, ty, loc)
    }

    fn half_of(&mut self, held: Held, lane: u32, loc: LocId) -> tree::ExprId {
        if held.real {
            let place = self.push(ExprKind::Object(held.object), held.ty, loc);
            return self.push(ExprKind::Load(place), held.ty, loc);
        }
        self.component(held.object, held.ty, lane, loc)
    }

    fn component(&mut self, object: ObjectId, ty: TypeId, lane: u32, loc: LocId) -> tree::ExprId {
        let place = self.lane_of(object, ty, lane, loc);
        let elem = self.linker.tree.expr(place).ty;
        self.push(ExprKind::Load(place), elem, loc)
    }

    fn part_place(&mut self, number: tree::ExprId, lane: u32, loc: LocId) -> tree::ExprId {
        let int = self.linker.tree.types.int(IntKind::Int);
        let index = self.push(ExprKind::Int(lane.into()), int, loc);
        self.lane_place(number, index, loc)
    }

    fn zero_of(&mut self, ty: TypeId, loc: LocId) -> tree::ExprId {
        let kind = if self.linker.tree.types.is_float(ty) {
            ExprKind::Float(0)
        } else {
            ExprKind::Int(0)
        };
        self.push(kind, ty, loc)
    }

    fn complex_value(
        &mut self,
        parts: [tree::ExprId; 2],
        ty: TypeId,
        mut stmts: Vec<StmtId>,
        loc: LocId,
    ) -> tree::ExprId {
        let result = self.unset(ty, &mut stmts, loc);
        for (lane, part) in parts.into_iter().enumerate() {
            self.store_lane(result, ty, lane as u32, part, &mut stmts, loc);
        }
        self.result(result, ty, stmts, loc)
    }

    fn scalar_value(
        &mut self,
        value: tree::ExprId,
        ty: TypeId,
        mut stmts: Vec<StmtId>,
        loc: LocId,
    ) -> tree::ExprId {
        stmts.push(self.push_stmt(StmtKind::Expr(value), loc));
        let block = self.push_stmt(StmtKind::Block(stmts), loc);
        self.push(ExprKind::StmtExpr(block), ty, loc)
    }
}
