//! Pointer validity: what is read or written through a pointer must be there.

use ctype::{ArrayLen, Type};
use program::{CheckKind, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Projection};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// Claims that a place behind a pointer may be accessed. Places reached by name are always there; their
    /// indices have claims of their own, but for those of a flexible array member, of which only the object knows how
    /// many elements it has.
    pub(crate) fn check_access(&mut self, place: PlaceId, write: bool, loc: LocId) {
        if !self.checks(CheckKind::PointerDereference) {
            return;
        }
        let pointer = match self.program.place(place).base {
            PlaceBase::Deref(pointer) => Some(pointer),
            // `*(int *)&constant = 1` names what it writes to.
            PlaceBase::Var(var) if write && self.program.variable(var).read_only => None,
            PlaceBase::Var(_) if self.is_in_flexible_member(place) => None,
            PlaceBase::Var(_) => return,
        };
        let Some((address, size)) = self.accessed_bytes(place, loc) else {
            return;
        };
        let size = self.int(i128::from(size), self.common.size, loc);
        let op = if write {
            Intrinsic::Writable
        } else {
            Intrinsic::Readable
        };
        if let Some(pointer) = pointer.filter(|_| self.options.cbmc_claims) {
            let place_loc = self.program.place(place).loc;
            return self.check_pointer_parts(pointer, address, size, op, place_loc, loc);
        }
        let cond = self.intrinsic(op, vec![address, size], self.common.int, loc);
        let verb = if write { "written" } else { "read" };
        let place_text = self.short_text(self.program.place(place).loc);
        let pointer_text = pointer.map(|pointer| self.short_text(self.loc_of(pointer)));
        let text = match pointer_text.filter(|text| *text != place_text) {
            None => format!("`{place_text}` can be {verb}: it lies inside a live object"),
            Some(pointer_text) => format!(
                "`{place_text}` can be {verb}: `{pointer_text}` points at a live object that is large enough"
            ),
        };
        self.claim(CheckKind::PointerDereference, cond, text, loc);
    }

    /// Whether a place is an element of a member without a length, or a part of one.
    fn is_in_flexible_member(&self, place: PlaceId) -> bool {
        let whole = self.program.place(place);
        let Some(mut ty) = self.program.base_type(whole) else {
            return false;
        };
        let mut is_member = false;
        for &step in &whole.path {
            let flexible = matches!(
                self.program.types.get(ty),
                Type::Array {
                    len: ArrayLen::Unknown | ArrayLen::Fixed(0),
                    ..
                }
            );
            if flexible && is_member {
                return true;
            }
            is_member = matches!(step, Projection::Field(_));
            match self.program.project(ty, step) {
                Some(inner) => ty = inner,
                None => return false,
            }
        }
        false
    }

    /// The address of the first byte of a place, and how many bytes it has.
    fn accessed_bytes(&mut self, place: PlaceId, loc: LocId) -> Option<(ExprId, u64)> {
        if let Some(bits) = self.bit_field(place) {
            let first = bits.offset / 8;
            let last = (bits.offset + u64::from(bits.width)).div_ceil(8);
            let record = self.clone_place(place);
            let whole = self.program.place(record).clone();
            let (_, rest) = whole.path.split_last()?;
            let mut ty = self.program.base_type(&whole)?;
            for &step in rest {
                ty = self.program.project(ty, step)?;
            }
            let record = self.new_place(whole.base, rest.to_vec(), ty, loc);
            let base = self.place_address(record, loc);
            let base = self.convert(base, self.common.char_pointer, loc);
            let offset = self.int(i128::from(first), self.common.ptrdiff, loc);
            let kind = ExprKind::PointerAdd {
                pointer: base,
                index: offset,
                stride: 1,
            };
            return Some((self.expr(kind, self.common.char_pointer, loc), last - first));
        }
        let size = self.program.types.size_of(self.program.place(place).ty)?;
        let clone = self.clone_place(place);
        Some((self.place_address(clone, loc), size))
    }

    fn place_address(&mut self, place: PlaceId, loc: LocId) -> ExprId {
        let whole = self.program.place(place);
        if let (PlaceBase::Deref(pointer), true) = (whole.base, whole.path.is_empty()) {
            return pointer;
        }
        self.address_of(place, loc)
    }
}
