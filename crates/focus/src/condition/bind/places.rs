//! What a condition names: elements, members, and what pointers lead to.

use super::*;

impl Binder<'_, '_> {
    pub(super) fn is_bit_field(&self, spot: &Spot) -> bool {
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

    pub(super) fn indexed(&mut self, base: &Expr, index: &Expr) -> Result<Spot, Unbound> {
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
    pub(super) fn wide(&mut self, index: &Expr) -> Result<ExprId, Unbound> {
        let at = self.value(index)?;
        if !self.program.types.is_integer(self.ty(at)) {
            return self.wrong(index, "is no integer");
        }
        let ty = self.program.types.pointer_sized(true);
        Ok(self.converted(at, ty))
    }

    pub(super) fn pointed(&mut self, pointer: &Expr, index: Option<&Expr>) -> Result<Spot, Unbound> {
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

    pub(super) fn member(&mut self, base: &Expr, name: &str) -> Result<Spot, Unbound> {
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
    pub(super) fn way_to(&self, ty: TypeId, name: &str, depth: u32) -> Option<Vec<u32>> {
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
}
