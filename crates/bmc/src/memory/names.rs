//! Names for what lies in memory, the same as the interpreter gives: they name inputs.

use ctype::{ArrayLen, RecordKind, Type, TypeId, TypeTable};
use program::Program;
use source::{LocId, SourceMap};

use crate::equation::Equation;
use crate::memory::bitfield::Field;
use crate::memory::object::{Object, ObjectId, ObjectKind};
use crate::symex::Symex;

/// What names are made from.
struct Namer<'a> {
    program: &'a Program,
    sources: Option<&'a SourceMap>,
    objects: &'a [Object],
}

impl Symex<'_> {
    fn namer(&self) -> Namer<'_> {
        Namer {
            program: self.program,
            sources: self.sources,
            objects: &self.objects,
        }
    }

    /// Some bytes of an object; `ty` is the type they are used with.
    pub(crate) fn path_name(&self, object: ObjectId, offset: u64, ty: Option<TypeId>) -> String {
        self.namer().path_name(object, offset, ty)
    }

    pub(crate) fn field_name(&self, object: ObjectId, offset: u64, field: Field) -> String {
        self.namer().field_name(object, offset, field)
    }
}

impl Equation {
    /// Some bytes of an object in source terms; `ty` is the type they are used with.
    #[must_use]
    pub fn name_of(
        &self,
        program: &Program,
        sources: Option<&SourceMap>,
        object: ObjectId,
        offset: u64,
        ty: Option<TypeId>,
    ) -> String {
        let objects = &self.objects;
        Namer {
            program,
            sources,
            objects,
        }
        .path_name(object, offset, ty)
    }
}

impl Namer<'_> {
    fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    fn line(&self, loc: LocId) -> u32 {
        self.sources.map_or(0, |sources| sources.line(loc))
    }

    fn object_name(&self, object: ObjectId) -> String {
        match self.object(object).kind {
            ObjectKind::Static(var) | ObjectKind::Local { var, .. } | ObjectKind::Vla { var, .. } => {
                self.program.variable(var).name.clone()
            }
            ObjectKind::Heap(loc) => format!("malloc@{}", self.line(loc)),
            ObjectKind::Alloca { loc, .. } => format!("alloca@{}", self.line(loc)),
            ObjectKind::Arguments => "argv".to_owned(),
            ObjectKind::Function(function) => self.program.function(function).name.clone(),
            ObjectKind::Nothing => "nothing".to_owned(),
            ObjectKind::Result => "result".to_owned(),
        }
    }

    fn path_name(&self, object: ObjectId, offset: u64, ty: Option<TypeId>) -> String {
        let mut name = self.object_name(object);
        match self.object(object).kind {
            ObjectKind::Static(var) | ObjectKind::Local { var, .. } => {
                let declared = self.program.variable(var).ty;
                descend(&self.program.types, &mut name, declared, offset, ty, None);
            }
            ObjectKind::Vla { var, .. } => {
                let element = self.program.types.pointee(self.program.variable(var).ty);
                let size = element.and_then(|element| self.program.types.size_of(element));
                match (element, size) {
                    (Some(element), Some(size)) if size > 0 => {
                        name.push_str(&format!("[{}]", offset / size));
                        descend(&self.program.types, &mut name, element, offset % size, ty, None);
                    }
                    _ => name.push_str(&format!("[{offset}]")),
                }
            }
            _ => name.push_str(&format!("[{offset}]")),
        }
        name
    }

    fn field_name(&self, object: ObjectId, offset: u64, field: Field) -> String {
        let mut name = self.object_name(object);
        if let ObjectKind::Static(var) | ObjectKind::Local { var, .. } = self.object(object).kind {
            descend(
                &self.program.types,
                &mut name,
                self.program.variable(var).ty,
                offset,
                None,
                Some(field),
            );
        }
        name
    }
}

/// Appends the way from a type to the scalar (or the type wanted) at an offset into it.
pub(crate) fn descend(
    types: &TypeTable,
    name: &mut String,
    mut ty: TypeId,
    mut offset: u64,
    want: Option<TypeId>,
    wanted_bits: Option<Field>,
) {
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
                    return;
                }
                offset %= size;
                ty = *elem;
            }
            Type::Record(record) => {
                let record = types.record(*record);
                let holds = |field: &&ctype::Field| {
                    let size = types.size_of(field.ty).unwrap_or(u64::MAX - field.offset);
                    match (field.bits, wanted_bits) {
                        (Some(bits), Some(wanted)) => {
                            bits.offset == offset * 8 + u64::from(wanted.offset) && bits.width == wanted.width
                        }
                        (Some(bits), None) => {
                            let end = (bits.offset + u64::from(bits.width)).div_ceil(8);
                            (bits.offset / 8..end).contains(&offset)
                        }
                        (None, _) => (field.offset..field.offset + size).contains(&offset),
                    }
                };
                let exact = |field: &&ctype::Field| want == Some(field.ty) && field.offset == offset;
                let field = match record.kind {
                    RecordKind::Union => record.fields.iter().find(exact),
                    RecordKind::Struct => None,
                };
                let Some(field) = field.or_else(|| record.fields.iter().find(holds)) else {
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
