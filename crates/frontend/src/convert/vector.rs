//! GNU vectors (`__attribute__((vector_size(16)))`): a structure with an array of lanes in it, and operations lane by
//! lane.
//!
//! An operation becomes a statement expression: its operands are held in variables, each lane of the result is computed
//! and stored, and the result is the value. Lanes are not promoted: what does not fit wraps around, and no overflow is
//! claimed of it.

use ctype::{Field, IntKind, Record, RecordKind, Type, TypeId};
use rucc_ast::UnaryOp as RuccUnary;
use rucc_sema::{ExprId, ExprKind as From};
use source::LocId;

use super::Converter;
use crate::tree::{
    self, BinaryOp, DeclPart, ExprKind, InitEntry, Object, ObjectId, StmtKind, Storage, UnaryOp,
};

/// The type of the lanes and their number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lanes {
    pub(super) elem: TypeId,
    pub(super) count: u32,
}

type MakeLane<'a> = dyn FnMut(&mut Converter<'_>, &[tree::ExprId], u32) -> tree::ExprId + 'a;

impl Converter<'_> {
    /// The structure that stands for a vector type.
    pub(super) fn vector_type(&mut self, elem: TypeId, count: u32) -> TypeId {
        if let Some(&known) = self.linker.vector_types.get(&(elem, count)) {
            return known;
        }
        let types = &mut self.linker.tree.types;
        let size = (types.size_of(elem).unwrap_or(1) * u64::from(count)).next_power_of_two();
        let lanes = types.array(elem, count.into());
        let tag = format!("vector of {count} {}", types.display(elem));
        let record = types.add_record(Record {
            kind: RecordKind::Struct,
            tag: Some(tag),
            layout: Some((size, size)),
            fields: vec![Field {
                name: Some("lanes".to_owned()),
                ty: lanes,
                offset: 0,
                bits: None,
            }],
        });
        let ty = types.intern(Type::Record(record));
        self.linker.vector_types.insert((elem, count), ty);
        self.linker.vectors.insert(ty, Lanes { elem, count });
        ty
    }

    pub(super) fn is_vector(&self, ty: rucc_types::TypeId) -> bool {
        rucc_types::is_vector(self.types, ty)
    }

    /// An operation on vectors, if it is one; what has a vector as its value only is like any structure.
    pub(super) fn vector_operation(&mut self, id: ExprId, ty: TypeId, loc: LocId) -> Option<tree::ExprId> {
        let expr = self.tast[id];
        if let From::Subscript { base, index } = expr.kind
            && self.is_vector(self.tast[base].ty)
        {
            let (vector, index) = (self.expr(base), self.expr(index));
            return Some(self.lane_place(vector, index, loc));
        }
        if !self.is_vector(expr.ty) {
            return None;
        }
        let operation = match expr.kind {
            From::Binary { op, lhs, rhs } => {
                let op = super::expr::binary_op(op).ok()?;
                let operands = vec![self.expr(lhs), self.expr(rhs)];
                self.lanes_of_binary(op, operands, ty, loc)
            }
            From::Unary { op, operand } => {
                let op = match op {
                    RuccUnary::Minus => UnaryOp::Neg,
                    RuccUnary::BitNot => UnaryOp::BitNot,
                    RuccUnary::Plus => return Some(self.expr(operand)),
                    RuccUnary::Deref => return None,
                    _ => return Some(self.unsupported("this operation on a vector", ty, loc)),
                };
                let operand = self.expr(operand);
                self.by_lane(vec![operand], ty, loc, &mut |this, lanes, _| {
                    let lane = this.linker.tree.expr(lanes[0]).ty;
                    let wide = this.computing(lane, true);
                    let operand = this.explicit(lanes[0], wide, loc);
                    let value = this.push(ExprKind::Unary { op, operand }, wide, loc);
                    this.explicit(value, lane, loc)
                })
            }
            From::Assign {
                op: Some(op),
                lhs,
                rhs,
                ..
            } => {
                let op = super::expr::binary_op(op).ok()?;
                self.vector_update(op, lhs, rhs, ty, loc)
            }
            From::Convert {
                kind: rucc_sema::Conversion::Broadcast,
                operand,
            } => {
                let operand = self.expr(operand);
                self.broadcast(operand, ty, loc)
            }
            From::Cast(operand) | From::Convert { operand, .. }
                if self.is_vector(self.tast[operand].ty) && !self.is_load(id) =>
            {
                let operand = self.expr(operand);
                self.same_bytes(operand, ty, loc)
            }
            From::ConvertVector { operand } => {
                let operand = self.expr(operand);
                let to = self.linker.vectors.get(&ty)?.elem;
                self.by_lane(vec![operand], ty, loc, &mut |this, lanes, _| {
                    this.explicit(lanes[0], to, loc)
                })
            }
            From::Shuffle { lhs, rhs, mask } => self.shuffled(lhs, rhs, mask, ty, loc),
            From::ShuffleVector { .. } | From::Elementwise { .. } => {
                self.unsupported("a vector operation", ty, loc)
            }
            _ => return None,
        };
        Some(operation)
    }

    /// `place op= value` for a vector.
    fn vector_update(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let start = self.linker.tree.exprs.len();
        let read = self.expr(lhs);
        if self.has_effects(start) {
            return self.unsupported("this assignment to a vector", ty, loc);
        }
        let read = self.push(ExprKind::Load(read), ty, loc);
        let mut operand = self.expr(rhs);
        if !self.is_vector(self.tast[rhs].ty) {
            operand = self.broadcast(operand, ty, loc);
        }
        let value = self.lanes_of_binary(op, vec![read, operand], ty, loc);
        let place = self.expr(lhs);
        self.push(ExprKind::Assign { place, value }, ty, loc)
    }

    /// `__builtin_shuffle`: each lane of the mask says which lane of the vectors, laid end to end, is taken.
    fn shuffled(
        &mut self,
        lhs: ExprId,
        rhs: Option<ExprId>,
        mask: ExprId,
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let Some(&Lanes { elem, count }) = self.linker.vectors.get(&ty) else {
            return self.unsupported("a vector operation", ty, loc);
        };
        if self.body.is_none() {
            return self.unsupported("a vector operation outside a function", ty, loc);
        }
        let mut stmts = Vec::new();
        let operands: Vec<ExprId> = [Some(lhs), rhs].into_iter().flatten().collect();
        let all = operands.len() as u32 * count;
        let held: Vec<ObjectId> = operands
            .into_iter()
            .map(|operand| {
                let operand = self.expr(operand);
                self.held(operand, ty, &mut stmts, loc)
            })
            .collect();
        let mask = self.expr(mask);
        let mask_ty = self.linker.tree.expr(mask).ty;
        if !self.linker.vectors.contains_key(&mask_ty) {
            return self.unsupported("a vector operation", ty, loc);
        }
        let mask = self.held(mask, mask_ty, &mut stmts, loc);
        let result = self.unset(ty, &mut stmts, loc);
        for lane in 0..count {
            let mut picked = None;
            for source in 0..all {
                let object = held[(source / count) as usize];
                let place = self.lane_of(object, ty, source % count, loc);
                let value = self.push(ExprKind::Load(place), elem, loc);
                picked = Some(match picked {
                    None => value,
                    Some(otherwise) => {
                        let cond = self.picks(mask, mask_ty, lane, (source, all), loc);
                        let then = value;
                        let kind = ExprKind::Cond {
                            cond,
                            then,
                            otherwise,
                        };
                        self.push(kind, elem, loc)
                    }
                });
            }
            let value = picked.expect("a vector has a lane");
            self.store_lane(result, ty, lane, value, &mut stmts, loc);
        }
        self.result(result, ty, stmts, loc)
    }

    /// Whether a lane of the mask means this one of all lanes, whose number is a power of two.
    fn picks(
        &mut self,
        mask: ObjectId,
        mask_ty: TypeId,
        lane: u32,
        (source, all): (u32, u32),
        loc: LocId,
    ) -> tree::ExprId {
        let (int, unsigned) = (
            self.linker.tree.types.int(IntKind::Int),
            self.linker.tree.types.int(IntKind::UInt),
        );
        let place = self.lane_of(mask, mask_ty, lane, loc);
        let index_ty = self.linker.tree.expr(place).ty;
        let index = self.push(ExprKind::Load(place), index_ty, loc);
        let lhs = self.explicit(index, unsigned, loc);
        let rhs = self.push(ExprKind::Int(i128::from(all) - 1), unsigned, loc);
        let op = BinaryOp::BitAnd;
        let lhs = self.push(ExprKind::Binary { op, lhs, rhs }, unsigned, loc);
        let rhs = self.push(ExprKind::Int(source.into()), unsigned, loc);
        let op = BinaryOp::Eq;
        self.push(ExprKind::Binary { op, lhs, rhs }, int, loc)
    }

    /// Whether a conversion only reads an object.
    fn is_load(&self, id: ExprId) -> bool {
        let kind = self.tast[id].kind;
        matches!(
            kind,
            From::Convert {
                kind: rucc_sema::Conversion::Lvalue,
                ..
            }
        )
    }

    fn lanes_of_binary(
        &mut self,
        op: BinaryOp,
        operands: Vec<tree::ExprId>,
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        use BinaryOp::{Add, Eq, Ge, Gt, Le, Lt, Mul, Ne, Shl, Sub};
        let compares = matches!(op, Eq | Ne | Lt | Le | Gt | Ge);
        let wraps = matches!(op, Add | Sub | Mul | Shl);
        let Some(&Lanes { elem, .. }) = self.linker.vectors.get(&ty) else {
            return self.unsupported("a vector operation", ty, loc);
        };
        self.by_lane(operands, ty, loc, &mut |this, lanes, _| {
            let lane = this.linker.tree.expr(lanes[0]).ty;
            let wide = this.computing(lane, wraps);
            let lhs = this.explicit(lanes[0], wide, loc);
            let rhs = this.explicit(lanes[1], wide, loc);
            if compares {
                // A mask: all ones where it is true.
                let int = this.linker.tree.types.int(IntKind::Int);
                let operand = this.push(ExprKind::Binary { op, lhs, rhs }, int, loc);
                let op = UnaryOp::Neg;
                let mask = this.push(ExprKind::Unary { op, operand }, int, loc);
                return this.explicit(mask, elem, loc);
            }
            let value = this.push(ExprKind::Binary { op, lhs, rhs }, wide, loc);
            this.explicit(value, elem, loc)
        })
    }

    /// The type to compute with: as wide as a lane at least, without a sign where it may wrap around.
    fn computing(&mut self, lane: TypeId, wraps: bool) -> TypeId {
        let types = &mut self.linker.tree.types;
        match types.integer(lane) {
            Some((bits, signed)) => types.int(match (bits > 32, signed && !wraps) {
                (false, true) => IntKind::Int,
                (false, false) => IntKind::UInt,
                (true, true) => IntKind::LongLong,
                (true, false) => IntKind::ULongLong,
            }),
            None => lane,
        }
    }

    pub(super) fn explicit(&mut self, operand: tree::ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        if self.linker.tree.expr(operand).ty == ty {
            return operand;
        }
        let explicit = true;
        self.push(ExprKind::Convert { operand, explicit }, ty, loc)
    }

    fn broadcast(&mut self, operand: tree::ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        let Some(&Lanes { elem, .. }) = self.linker.vectors.get(&ty) else {
            return self.unsupported("a vector operation", ty, loc);
        };
        let scalar = self.linker.tree.expr(operand).ty;
        let mut stmts = Vec::new();
        let held = self.held(operand, scalar, &mut stmts, loc);
        let result = self.unset(ty, &mut stmts, loc);
        let count = self.linker.vectors[&ty].count;
        for lane in 0..count {
            let place = self.push(ExprKind::Object(held), scalar, loc);
            let value = self.push(ExprKind::Load(place), scalar, loc);
            let value = self.explicit(value, elem, loc);
            self.store_lane(result, ty, lane, value, &mut stmts, loc);
        }
        self.result(result, ty, stmts, loc)
    }

    /// The bytes of one vector as another of the same size.
    fn same_bytes(&mut self, operand: tree::ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        let from = self.linker.tree.expr(operand).ty;
        if from == ty {
            return operand;
        }
        if self.body.is_none() {
            return self.unsupported("a vector operation outside a function", ty, loc);
        }
        let mut stmts = Vec::new();
        let held = self.held(operand, from, &mut stmts, loc);
        let place = self.push(ExprKind::Object(held), from, loc);
        let pointer = self.linker.tree.types.pointer(from);
        let address = self.push(ExprKind::AddressOf(place), pointer, loc);
        let pointer = self.linker.tree.types.pointer(ty);
        let address = self.explicit(address, pointer, loc);
        let place = self.push(ExprKind::Deref(address), ty, loc);
        let value = self.push(ExprKind::Load(place), ty, loc);
        stmts.push(self.push_stmt(StmtKind::Expr(value), loc));
        let block = self.push_stmt(StmtKind::Block(stmts), loc);
        self.push(ExprKind::StmtExpr(block), ty, loc)
    }

    /// A vector whose lanes are made from those of the operands.
    fn by_lane(
        &mut self,
        operands: Vec<tree::ExprId>,
        ty: TypeId,
        loc: LocId,
        make: &mut MakeLane<'_>,
    ) -> tree::ExprId {
        let Some(&Lanes { count, .. }) = self.linker.vectors.get(&ty) else {
            return self.unsupported("a vector operation", ty, loc);
        };
        if self.body.is_none() {
            return self.unsupported("a vector operation outside a function", ty, loc);
        }
        let mut stmts = Vec::new();
        let held: Vec<(ObjectId, TypeId)> = operands
            .into_iter()
            .map(|operand| {
                let own = self.linker.tree.expr(operand).ty;
                (self.held(operand, own, &mut stmts, loc), own)
            })
            .collect();
        if held.iter().any(|(_, own)| !self.linker.vectors.contains_key(own)) {
            return self.unsupported("a vector operation", ty, loc);
        }
        let result = self.unset(ty, &mut stmts, loc);
        for lane in 0..count {
            let lanes: Vec<tree::ExprId> = held
                .iter()
                .map(|&(object, own)| {
                    let place = self.lane_of(object, own, lane, loc);
                    let ty = self.linker.tree.expr(place).ty;
                    self.push(ExprKind::Load(place), ty, loc)
                })
                .collect();
            let value = make(self, &lanes, lane);
            self.store_lane(result, ty, lane, value, &mut stmts, loc);
        }
        self.result(result, ty, stmts, loc)
    }

    pub(super) fn result(
        &mut self,
        object: ObjectId,
        ty: TypeId,
        mut stmts: Vec<tree::StmtId>,
        loc: LocId,
    ) -> tree::ExprId {
        let place = self.push(ExprKind::Object(object), ty, loc);
        let value = self.push(ExprKind::Load(place), ty, loc);
        stmts.push(self.push_stmt(StmtKind::Expr(value), loc));
        let block = self.push_stmt(StmtKind::Block(stmts), loc);
        self.push(ExprKind::StmtExpr(block), ty, loc)
    }

    pub(super) fn store_lane(
        &mut self,
        object: ObjectId,
        ty: TypeId,
        lane: u32,
        value: tree::ExprId,
        stmts: &mut Vec<tree::StmtId>,
        loc: LocId,
    ) {
        let place = self.lane_of(object, ty, lane, loc);
        let lane_ty = self.linker.tree.expr(place).ty;
        let store = self.push(ExprKind::Assign { place, value }, lane_ty, loc);
        stmts.push(self.push_stmt(StmtKind::Expr(store), loc));
    }

    pub(super) fn lane_of(&mut self, object: ObjectId, ty: TypeId, lane: u32, loc: LocId) -> tree::ExprId {
        let vector = self.push(ExprKind::Object(object), ty, loc);
        let int = self.linker.tree.types.int(IntKind::Int);
        let index = self.push(ExprKind::Int(lane.into()), int, loc);
        self.lane_place(vector, index, loc)
    }

    pub(super) fn lane_place(
        &mut self,
        vector: tree::ExprId,
        index: tree::ExprId,
        loc: LocId,
    ) -> tree::ExprId {
        let ty = self.linker.tree.expr(vector).ty;
        let Some(&Lanes { elem, count }) = self.linker.vectors.get(&ty) else {
            return self.unsupported("a lane of this vector", ty, loc);
        };
        let array = self.linker.tree.types.array(elem, count.into());
        let pointer = self.linker.tree.types.pointer(elem);
        let kind = ExprKind::Member {
            base: vector,
            field: 0,
        };
        let lanes = self.push(kind, array, loc);
        let base = self.push(ExprKind::ArrayDecay(lanes), pointer, loc);
        self.push(ExprKind::Subscript { base, index }, elem, loc)
    }

    /// A variable with this value.
    pub(super) fn held(
        &mut self,
        value: tree::ExprId,
        ty: TypeId,
        stmts: &mut Vec<tree::StmtId>,
        loc: LocId,
    ) -> ObjectId {
        let object = self.unset(ty, stmts, loc);
        self.linker.tree.objects[object.index()].init = Some(vec![InitEntry {
            offset: 0,
            bits: None,
            value,
        }]);
        object
    }

    pub(super) fn unset(&mut self, ty: TypeId, stmts: &mut Vec<tree::StmtId>, loc: LocId) -> ObjectId {
        let object = self.linker.new_object(Object {
            function: self.body.as_ref().map(|body| body.id),
            ..Object::new("vector", ty, Storage::Automatic, loc)
        });
        stmts.push(self.push_stmt(StmtKind::Decls(vec![DeclPart::Object(object)]), loc));
        object
    }
}
