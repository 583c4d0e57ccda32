//! Variable arguments.
//!
//! The caller lays the extra arguments out in a block of slots ([`program::varargs`]) and passes the block's address as
//! a hidden parameter. The first byte of a slot says the argument's [`Class`]. A `va_list` holds a pointer to the next
//! slot, so everything about it is ordinary memory: copies, passing it on, and the checks that `va_arg` reads no
//! further than what was passed, and a number of the class that was passed: `va_arg(ap, int)` where a `double` is, as
//! in `printf(format, 3.5)` with a format that says `%d`. (Only the caller knows what it passed. Classes beside the
//! slots, in an object of their own, would have to be found from a pointer that may have been copied anywhere.)

use ctype::{Field, FloatFormat, IntKind, Record, RecordKind, Type, TypeId};
use frontend::tree;
use program::varargs::{ARGUMENT_OFFSET, slot_size};
use program::{BinaryOp, CheckKind, ExprId, ExprKind, InstrKind, PlaceBase, PlaceId, Projection, VarId};
use source::LocId;

use crate::lowerer::Lowerer;

/// Where in the target's `va_list` structure the pointer is kept: `overflow_arg_area` on x86-64.
const SLOT_POINTER_FIELD: u32 = 2;

/// What kind of argument was passed. C lets `va_arg` read another type only where both are integers, or pointers, that
/// differ in sign or in what they point at; programs read pointers as integers of their size as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Other,
    Integer,
    Pointer,
    Double,
    LongDouble,
}

impl Lowerer<'_> {
    /// The address of a fresh block that holds these arguments. Where all of them have been compared with the format
    /// already, nobody asks for their classes.
    pub(crate) fn varargs_block(&mut self, extra: Vec<ExprId>, classes: bool, loc: LocId) -> ExprId {
        let mut fields = Vec::with_capacity(2 * extra.len());
        let mut offset = 0;
        let unsigned_char = self.program.types.intern(Type::Int(IntKind::UChar));
        for &value in &extra {
            let ty = self.type_of(value);
            for (ty, offset) in [(unsigned_char, offset), (ty, offset + ARGUMENT_OFFSET)] {
                fields.push(Field {
                    name: None,
                    ty,
                    offset,
                    bits: None,
                });
            }
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
            if classes {
                let class = self.class_of(value_ty) as i128;
                let class = self.int(class, unsigned_char, value_loc);
                let path = vec![Projection::Field(2 * index as u32)];
                let place = self.new_place(PlaceBase::Var(block), path, unsigned_char, value_loc);
                self.assign(place, class, value_loc);
            }
            let path = vec![Projection::Field(2 * index as u32 + 1)];
            let place = self.new_place(PlaceBase::Var(block), path, value_ty, value_loc);
            self.assign(place, value, value_loc);
        }
        let place = self.var_place(block, loc);
        let address = self.address_of(place, loc);
        self.convert(address, self.common.char_pointer, loc)
    }

    fn class_of(&self, ty: TypeId) -> Class {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Float(kind) if types.model.float_format(*kind) == FloatFormat::Double => Class::Double,
            Type::Float(_) => Class::LongDouble,
            _ if types.is_integer(ty) => Class::Integer,
            _ if types.is_pointer(ty) => Class::Pointer,
            _ => Class::Other,
        }
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
        let here = self.argument_in(current, loc);
        let typed = self.program.types.pointer(ty);
        let typed = self.convert(here, typed, loc);
        let argument = self.new_place(PlaceBase::Deref(typed), Vec::new(), ty, loc);
        // First that there is an argument, then what it is, then that all of it was passed.
        self.check_access(argument, false, loc);
        self.check_argument_class(current, ty, loc);
        self.check_argument_size(argument, loc);
        if self.checks(CheckKind::UninitialisedRead) {
            self.check_initialised(argument, loc);
        }
        let value = self.load(argument, loc);
        self.keep(value)
    }

    /// The address of the argument in a slot.
    fn argument_in(&mut self, slot: VarId, loc: LocId) -> ExprId {
        let slot = self.load_var(slot, loc);
        let slot = self.convert(slot, self.common.char_pointer, loc);
        let by = self.int(i128::from(ARGUMENT_OFFSET), self.common.ptrdiff, loc);
        let kind = ExprKind::PointerAdd {
            pointer: slot,
            index: by,
            stride: 1,
        };
        self.expr(kind, self.common.char_pointer, loc)
    }

    /// What is read is of the class of what was passed. Between integers and pointers a program may choose, as long as
    /// they have one size; a format that wants a smaller integer has none in a pointer.
    fn check_argument_class(&mut self, slot: VarId, ty: TypeId, loc: LocId) {
        let embedded = self.program.function(self.body.function).embedded;
        if !self.checks(CheckKind::Format) || !self.program.types.is_scalar(ty) {
            return;
        }
        let unsigned_char = self.program.types.intern(Type::Int(IntKind::UChar));
        let typed = self.program.types.pointer(unsigned_char);
        let pointer = self.load_var(slot, loc);
        let pointer = self.convert(pointer, typed, loc);
        let place = self.new_place(PlaceBase::Deref(pointer), Vec::new(), unsigned_char, loc);
        let given = self.load(place, loc);
        let given = self.convert(given, self.common.int, loc);
        let class = self.class_of(ty);
        let as_large = self.program.types.size_of(ty) == self.program.types.size_of(self.common.void_pointer);
        let (op, wanted) = match class {
            Class::Integer if embedded && !as_large => (BinaryOp::Eq, Class::Integer),
            Class::Integer | Class::Pointer => (BinaryOp::Le, Class::Pointer),
            Class::Double | Class::LongDouble => (BinaryOp::Eq, class),
            Class::Other => return,
        };
        let wanted = self.int(wanted as i128, self.common.int, loc);
        let cond = self.compare(op, given, wanted);
        let display = self.program.types.display(ty).to_string();
        let (text, violation) = match embedded {
            true => (
                "the argument is of the class that the format reads".to_owned(),
                "the argument is of another class than the format reads".to_owned(),
            ),
            false => (
                format!("the argument that is read as `{display}` has that class"),
                format!("the argument that is read as `{display}` is of another class"),
            ),
        };
        self.claim_or_else(CheckKind::Format, cond, text, Some(violation), loc);
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
