//! Variable arguments.
//!
//! The caller lays the extra arguments out in a block of slots and passes the block's address as a hidden
//! parameter. Each slot starts at a multiple of 8 and is as large as its type rounded up to 8. A `va_list`
//! holds a pointer to the next slot, so everything about it is ordinary memory: copies, passing it on, and
//! the check that `va_arg` reads no further than what was passed.

use ctype::{Field, Record, RecordKind, Type, TypeId};
use frontend::tree;
use program::{CheckKind, ExprId, ExprKind, InstrKind, PlaceBase, PlaceId, Projection};
use source::LocId;

use crate::lowerer::Lowerer;

/// Where in the target's `va_list` structure the pointer is kept: `overflow_arg_area` on x86-64.
const SLOT_POINTER_FIELD: u32 = 2;

fn slot_size(size: u64) -> u64 {
    size.next_multiple_of(8)
}

impl Lowerer<'_> {
    /// The address of a fresh block that holds these arguments.
    pub(crate) fn varargs_block(&mut self, extra: Vec<ExprId>, loc: LocId) -> ExprId {
        let mut fields = Vec::with_capacity(extra.len());
        let mut offset = 0;
        for &value in &extra {
            let ty = self.type_of(value);
            fields.push(Field {
                name: None,
                ty,
                offset,
                bits: None,
            });
            offset += slot_size(self.program.types.size_of(ty).unwrap_or(8));
        }
        let record = self.program.types.add_record(Record {
            kind: RecordKind::Struct,
            tag: Some("extra arguments".into()),
            layout: Some((offset, 8)),
            fields,
        });
        let ty = self.program.types.intern(Type::Record(record));
        let block = self.new_temp(ty, "extra arguments", loc);
        self.emit(InstrKind::Declare(block), loc);
        for (index, value) in extra.into_iter().enumerate() {
            let (value_ty, value_loc) = (self.type_of(value), self.loc_of(value));
            let path = vec![Projection::Field(index as u32)];
            let place = self.new_place(PlaceBase::Var(block), path, value_ty, value_loc);
            self.assign(place, value, value_loc);
        }
        let place = self.var_place(block, loc);
        let address = self.address_of(place, loc);
        self.convert(address, self.common.char_pointer, loc)
    }

    /// The place inside a `va_list` that holds the pointer to the next slot.
    fn slot_pointer(&mut self, list: tree::ExprId, loc: LocId) -> PlaceId {
        // A list that is an array decays when it is named, and one that is a pointer is named by its address;
        // the list itself is the place below.
        let list = match self.tree.expr(list).kind {
            tree::ExprKind::ArrayDecay(inner) | tree::ExprKind::AddressOf(inner) => inner,
            _ => list,
        };
        let ty = self.tree.expr(list).ty;
        match self.program.types.get(ty).clone() {
            Type::Array { elem, .. } => {
                let base = self.place(list);
                let place = self.program.place(base).clone();
                let zero = self.int(0, self.common.int, loc);
                let mut path = place.path.into_vec();
                path.push(Projection::Index(zero));
                self.slot_pointer_in(place.base, path, elem, loc)
            }
            Type::Pointer(to) if self.program.types.record_of(to).is_some() => {
                let pointer = self.value(list);
                self.slot_pointer_in(PlaceBase::Deref(pointer), Vec::new(), to, loc)
            }
            _ => self.place(list),
        }
    }

    fn slot_pointer_in(
        &mut self,
        base: PlaceBase,
        mut path: Vec<Projection>,
        record: TypeId,
        loc: LocId,
    ) -> PlaceId {
        path.push(Projection::Field(SLOT_POINTER_FIELD));
        let ty = self
            .program
            .project(record, Projection::Field(SLOT_POINTER_FIELD))
            .unwrap_or(self.common.void_pointer);
        self.new_place(base, path, ty, loc)
    }

    pub(crate) fn va_start(&mut self, list: tree::ExprId, loc: LocId) -> ExprId {
        let Some(hidden) = self.program.function(self.body.function).varargs else {
            self.unsupported_at(loc, "`va_start` in a function without variable arguments");
            return self.int(0, self.common.int, loc);
        };
        let place = self.slot_pointer(list, loc);
        let ty = self.program.place(place).ty;
        let first = self.load_var(hidden, loc);
        let first = self.convert(first, ty, loc);
        self.store(place, first, loc);
        self.int(0, self.common.int, loc)
    }

    pub(crate) fn va_copy(&mut self, dst: tree::ExprId, src: tree::ExprId, loc: LocId) -> ExprId {
        let source = self.slot_pointer(src, loc);
        let value = self.read(source, loc);
        let place = self.slot_pointer(dst, loc);
        let ty = self.program.place(place).ty;
        let value = self.convert(value, ty, loc);
        self.store(place, value, loc);
        self.int(0, self.common.int, loc)
    }

    pub(crate) fn va_arg(&mut self, list: tree::ExprId, ty: TypeId, loc: LocId) -> ExprId {
        let place = self.slot_pointer(list, loc);
        let again = self.clone_place(place);
        let pointer_ty = self.program.place(place).ty;
        let pointer = self.read(place, loc);
        let current = self.keep_in_temp(pointer);
        let slot = slot_size(self.program.types.size_of(ty).unwrap_or(8));
        let here = self.load_var(current, loc);
        let here = self.convert(here, self.common.char_pointer, loc);
        let step = self.int(i128::from(slot), self.common.ptrdiff, loc);
        let kind = ExprKind::PointerAdd {
            pointer: here,
            index: step,
            stride: 1,
        };
        let next = self.expr(kind, self.common.char_pointer, loc);
        let next = self.convert(next, pointer_ty, loc);
        self.store(again, next, loc);
        let here = self.load_var(current, loc);
        let typed = self.program.types.pointer(ty);
        let typed = self.convert(here, typed, loc);
        let argument = self.new_place(PlaceBase::Deref(typed), Vec::new(), ty, loc);
        self.check_argument_size(argument, loc);
        let value = self.read(argument, loc);
        self.keep(value)
    }

    /// Where a model reads an argument, a format has said what it is. Of a smaller one the slot holds fewer bytes.
    fn check_argument_size(&mut self, argument: PlaceId, loc: LocId) {
        let ty = self.program.place(argument).ty;
        let embedded = self.program.function(self.body.function).embedded;
        let int = self.program.types.size_of(self.common.int);
        let larger = self.program.types.is_scalar(ty) && self.program.types.size_of(ty) > int;
        if !embedded || !larger || !self.checks(CheckKind::PointerPrimitive) {
            return;
        }
        let place = self.clone_place(argument);
        self.check_access(place, false, loc);
        let cond = self.expr(ExprKind::Initialised(place), self.common.int, loc);
        let text = "the argument is as large as what the format reads".to_owned();
        self.claim(CheckKind::PointerPrimitive, cond, text, loc);
    }

    /// The pointer to the next slot of a `va_list` argument that has been evaluated to a pointer or value.
    pub(crate) fn slots_of(&mut self, list: tree::ExprId, loc: LocId) -> ExprId {
        let place = self.slot_pointer(list, loc);
        let value = self.read(place, loc);
        self.convert(value, self.common.char_pointer, loc)
    }
}
