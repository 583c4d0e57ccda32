//! Names for what lies in memory, and values for what was never written.
//!
//! A byte of an object is named by the way a programmer would reach it: `x`, `a[3]`, `s.f`. Heap storage has
//! no declared type, so it is named by where it was allocated and the byte offset: `malloc@12[8]`; the second object
//! allocated in that line is `malloc@12#2`. (An input that enters where nothing was written is named without that
//! number, because the symbolic side cannot tell it for all runs at once; its own occurrences are counted.) Part of a
//! scalar, reached through a pointer to something smaller, is `x@1`: one byte into `x`.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use program::VarId;
use source::LocId;

use crate::code::{Bits, Code, Home, Reg};
use crate::input::InputKind;
use crate::machine::Machine;
use crate::memory::Spot;
use crate::object::{Object, Origin, Pointer, Provenance};
use crate::scalar::Scalar;

impl Machine<'_> {
    pub(crate) fn line(&self, loc: LocId) -> u32 {
        self.interpreter.sources.map_or(0, |sources| sources.line(loc))
    }

    /// The whole object: `x`, `malloc@12`, `malloc@12#2`.
    pub(crate) fn object_name(&self, object: &Object) -> String {
        let mut name = self.common_name(object);
        if object.nth > 1 {
            name.push_str(&format!("#{}", object.nth));
        }
        name
    }

    /// The same for all objects that are allocated in one line.
    fn common_name(&self, object: &Object) -> String {
        match object.origin {
            Origin::Variable { var, .. } | Origin::Vla { var, .. } => self.program.variable(var).name.clone(),
            Origin::Heap(loc) => format!("malloc@{}", self.line(loc)),
            Origin::Alloca(loc) => format!("alloca@{}", self.line(loc)),
            Origin::Arguments => "argv".to_owned(),
        }
    }

    /// The same with what it is, for messages: `variable \`x\` of \`f\``.
    pub(crate) fn describe(&self, object: &Object) -> String {
        match object.origin {
            Origin::Variable { var, .. } => {
                let variable = self.program.variable(var);
                match variable.function {
                    Some(function) => {
                        format!(
                            "`{}` of `{}`",
                            variable.name,
                            self.program.function(function).name
                        )
                    }
                    None => format!("`{}`", variable.name),
                }
            }
            Origin::Vla { var, .. } => format!("the array `{}`", self.program.variable(var).name),
            Origin::Heap(loc) => match self.line(loc) {
                0 => format!("the allocated object of {}", counted(object.size)),
                line => format!("the object of {} allocated at line {line}", counted(object.size)),
            },
            Origin::Arguments => "the program's arguments".to_owned(),
            Origin::Alloca(loc) => format!("the object of `alloca` at line {}", self.line(loc)),
        }
    }

    /// Some bytes of an object; `ty` is the type they are used with.
    pub(crate) fn path_name(&self, object: &Object, offset: u64, ty: Option<TypeId>) -> String {
        self.path_from(self.object_name(object), object, offset, ty)
    }

    fn path_from(&self, mut name: String, object: &Object, offset: u64, ty: Option<TypeId>) -> String {
        match object.origin {
            Origin::Variable { var, .. } => {
                let declared = self.program.variable(var).ty;
                self.descend(&mut name, declared, offset, ty, None);
            }
            Origin::Vla { var, .. } => {
                let element = self.program.types.pointee(self.program.variable(var).ty);
                let size = element.and_then(|element| self.program.types.size_of(element));
                match (element, size) {
                    (Some(element), Some(size)) if size > 0 => {
                        name.push_str(&format!("[{}]", offset / size));
                        self.descend(&mut name, element, offset % size, ty, None);
                    }
                    _ => name.push_str(&format!("[{offset}]")),
                }
            }
            Origin::Heap(_) | Origin::Alloca(_) | Origin::Arguments => name.push_str(&format!("[{offset}]")),
        }
        name
    }

    /// A part of an object that has no name, behind it: elements of the type that it is used with.
    pub(crate) fn element_name(&self, size: u64, offset: u64, ty: TypeId, within: TypeId) -> String {
        let element = self.program.types.size_of(within).filter(|&element| element > 0);
        let mut name = String::new();
        match element {
            Some(element) if size >= 2 * element => {
                name.push_str(&format!("[{}]", offset / element));
                self.descend(&mut name, within, offset % element, Some(ty), None);
            }
            Some(element) => self.descend(&mut name, within, offset % element, Some(ty), None),
            None => name.push_str(&format!("[{offset}]")),
        }
        name
    }

    /// Appends the way from a type to the scalar (or the type wanted) at an offset into it.
    fn descend(
        &self,
        name: &mut String,
        mut ty: TypeId,
        mut offset: u64,
        want: Option<TypeId>,
        field_bits: Option<Bits>,
    ) {
        let types = &self.program.types;
        loop {
            if offset == 0 && want == Some(ty) {
                return;
            }
            match types.get(ty) {
                Type::Array { elem, len } => {
                    let Some(size) = types.size_of(*elem).filter(|&size| size > 0) else {
                        break;
                    };
                    let index = offset / size;
                    name.push_str(&format!("[{index}]"));
                    if matches!(len, ArrayLen::Fixed(len) if index >= *len) && offset.is_multiple_of(size) {
                        // One past the end has no inside.
                        return;
                    }
                    offset %= size;
                    ty = *elem;
                }
                Type::Record(record) => {
                    let record = types.record(*record);
                    let fits = |field: &&ctype::Field| {
                        let size = types.size_of(field.ty).unwrap_or(u64::MAX - field.offset);
                        match (field.bits, field_bits) {
                            (Some(bits), Some(wanted)) => {
                                bits.offset == offset * 8 + u64::from(wanted.offset)
                                    && bits.width == wanted.width
                            }
                            (Some(bits), None) => (bits.offset / 8
                                ..(bits.offset + u64::from(bits.width)).div_ceil(8))
                                .contains(&offset),
                            (None, _) => (field.offset..field.offset + size).contains(&offset),
                        }
                    };
                    let exact = |field: &&ctype::Field| want == Some(field.ty) && field.offset == offset;
                    let field = match record.kind {
                        RecordKind::Union => record.fields.iter().find(exact),
                        RecordKind::Struct => None,
                    };
                    let Some(field) = field.or_else(|| record.fields.iter().find(fits)) else {
                        break;
                    };
                    if let Some(member) = &field.name {
                        name.push_str(&format!(".{member}"));
                    }
                    if field.bits.is_some() {
                        return;
                    }
                    offset -= field.offset;
                    ty = field.ty;
                }
                _ => break,
            }
        }
        if offset != 0 {
            name.push_str(&format!("@{offset}"));
        }
    }

    /// The value for a load that found nothing: an input, written back if there is a place for it.
    pub(crate) fn invent(&mut self, pointer: Pointer, ty: TypeId) -> (u128, Provenance) {
        let Some(scalar) = Scalar::of(&self.program.types, ty) else {
            return (0, Provenance::NONE);
        };
        let spot = self.memory.spot(pointer, scalar.size as usize);
        let (name, kind) = match spot {
            Some(spot) => {
                let object = self.memory.object(spot.slot);
                let external = match object.origin {
                    Origin::Variable { var, .. } => Some(self.program.variable(var)),
                    _ => None,
                };
                let external = external.filter(|variable| variable.external);
                if let Some(variable) = external
                    && !self.quiet
                    && !scalar.is_pointer()
                    && let Some(bits) = self.environment.inputs.number(&variable.name, spot.at as u64)
                {
                    let bits = self.with_written_bytes(spot, scalar, bits);
                    self.memory.write(spot, scalar, bits, Provenance::NONE);
                    self.memory.note_invented(spot, scalar.size as usize);
                    return (bits, Provenance::NONE);
                }
                let kind = match external {
                    Some(_) => InputKind::External,
                    None => InputKind::Uninitialised,
                };
                let name = self.common_name(object);
                (self.path_from(name, object, spot.at as u64, Some(ty)), kind)
            }
            None => ("undefined".to_owned(), InputKind::Undefined),
        };
        let bits = self.consume(&name, ty, kind, self.loc());
        let provenance = if scalar.is_pointer() {
            self.memory.find(bits as u64)
        } else {
            Provenance::NONE
        };
        let bits = match spot {
            Some(spot) if !scalar.is_pointer() => self.with_written_bytes(spot, scalar, bits),
            _ => bits,
        };
        if let (Some(spot), false) = (spot, self.quiet) {
            self.memory.write(spot, scalar, bits, provenance);
            self.memory.note_invented(spot, scalar.size as usize);
        }
        (bits, provenance)
    }

    /// An input for a value of which some bytes were never written: the others keep what was written to them.
    fn with_written_bytes(&self, spot: Spot, scalar: Scalar, input: u128) -> u128 {
        let object = self.memory.object(spot.slot);
        let mut raw = input.to_le_bytes();
        for (index, byte) in raw.iter_mut().enumerate().take(scalar.value_bytes()) {
            if object.is_init(spot.at + index, 1) {
                *byte = object.bytes[spot.at + index];
            }
        }
        scalar.canonical(u128::from_le_bytes(raw))
    }

    /// The value of a bit-field that was never written.
    pub(crate) fn invent_bits(&mut self, pointer: Pointer, ty: TypeId, bits: Bits) -> u128 {
        let mut name = "undefined".to_owned();
        let mut kind = InputKind::Undefined;
        if let Some(spot) = self.memory.spot(pointer, crate::slow::field_bytes(bits)) {
            let object = self.memory.object(spot.slot);
            name = self.common_name(object);
            kind = InputKind::Uninitialised;
            if let Origin::Variable { var, .. } = object.origin {
                let variable = self.program.variable(var);
                self.descend(&mut name, variable.ty, spot.at as u64, None, Some(bits));
                if variable.external {
                    kind = InputKind::External;
                }
            }
        }
        self.consume(&name, ty, kind, self.loc())
    }

    /// The value for a specialised load that found nothing.
    #[cold]
    pub(crate) fn missing(&mut self, code: &Code, pointer: Pointer) -> Pointer {
        let Some(&ty) = code.load_types.get(&(self.at as u32)) else {
            return Pointer::NULL;
        };
        let (bits, provenance) = self.invent(pointer, ty);
        Pointer {
            address: bits as u64,
            provenance,
        }
    }

    /// Gives a register variable that was never written an input for its value.
    #[cold]
    pub(crate) fn unwritten(&mut self, d: Reg, flag: Reg, var: VarId, bits: &mut [u64], prov: &mut [u64]) {
        let variable = self.program.variable(var);
        let value = self.consume(&variable.name, variable.ty, InputKind::Uninitialised, self.loc());
        if self.quiet {
            return;
        }
        let d = d as usize;
        bits[d] = value as u64;
        if let Some(scalar) = Scalar::of(&self.program.types, variable.ty) {
            if scalar.is_wide() {
                bits[d + 1] = (value >> 64) as u64;
            }
            if scalar.is_pointer() {
                prov[d] = self.memory.find(value as u64).0;
            }
        }
        bits[flag as usize] = 1;
    }

    /// One input for each scalar of an object of any type.
    pub(crate) fn input_into(
        &mut self,
        name: &str,
        pointer: Pointer,
        ty: TypeId,
        kind: InputKind,
        loc: LocId,
    ) {
        let program = self.program;
        if let Some(scalar) = Scalar::of(&program.types, ty) {
            let bits = self.consume(name, ty, kind, loc);
            let provenance = self.memory.find(bits as u64);
            if let Some(spot) = self.memory.spot(pointer, scalar.size as usize) {
                self.memory.write(spot, scalar, bits, provenance);
            }
            return;
        }
        match program.types.get(ty) {
            Type::Array {
                elem,
                len: ArrayLen::Fixed(len),
            } => {
                let size = program.types.size_of(*elem).unwrap_or(0);
                for index in 0..(*len).min(budgets::runs::MAX_INPUT_ELEMENTS.get()) {
                    let name = format!("{name}[{index}]");
                    let at = pointer.offset(index * size);
                    self.input_into(&name, at, *elem, kind, loc);
                }
            }
            Type::Record(record) => {
                let record = program.types.record(*record);
                // The bytes of a union are given through its largest member.
                let largest = record
                    .fields
                    .iter()
                    .max_by_key(|field| program.types.size_of(field.ty));
                let fields: Vec<_> = match record.kind {
                    RecordKind::Struct => record.fields.iter().collect(),
                    RecordKind::Union => largest.into_iter().collect(),
                };
                for field in fields {
                    let name = match &field.name {
                        Some(member) => format!("{name}.{member}"),
                        None => name.to_owned(),
                    };
                    match field.bits {
                        None => self.input_into(&name, pointer.offset(field.offset), field.ty, kind, loc),
                        Some(bits) => {
                            let value = self.consume(&name, field.ty, kind, loc);
                            let at = pointer.offset(bits.offset / 8);
                            let field = Bits {
                                offset: (bits.offset % 8) as u32,
                                width: bits.width,
                            };
                            self.store_bits(at, field, value);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The home of a variable in the running frame.
    pub(crate) fn home_of(&self, code: &Code, var: VarId) -> Option<Home> {
        code.homes.get(&var).copied().or_else(|| {
            let slot = *self.interpreter.layout.static_slots.get(var.index())?;
            (slot != 0).then_some(Home::Static(slot))
        })
    }
}

fn counted(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        _ => format!("{bytes} bytes"),
    }
}
