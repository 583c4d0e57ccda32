//! Types: qualifiers, typedef names and atomicity go, layouts are taken over as the library computed them.

use ctype::{
    ArrayLen, BitField, Enum, Enumerator, Field, FloatKind, FunctionType, IntKind, Record, RecordKind, Type,
};
use rucc_base::hash::Map;
use rucc_diag::Span;
use rucc_sema::DeclKind;
use rucc_types::TypeKind;

use super::Converter;
use crate::tree;

/// A type nested more deeply than this is refused: whoever compares or spells it recurses.
const MAX_TYPE_DEPTH: usize = 512;

/// Why a type has no counterpart.
type Refused = String;

/// What becomes of the lengths of variable length arrays. In the type of a function they mean nothing: nobody
/// evaluates them there, and the parameters of a definition have types of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lengths {
    Kept,
    Dropped,
}

impl Converter<'_> {
    fn known_types(&mut self, lengths: Lengths) -> &mut Map<rucc_types::TypeId, ctype::TypeId> {
        match lengths {
            Lengths::Kept => &mut self.type_map,
            Lengths::Dropped => &mut self.signature_map,
        }
    }

    /// The type, or an error at the span and `int` in its place.
    pub(super) fn ty(&mut self, id: rucc_types::TypeId, span: Span) -> ctype::TypeId {
        if let Some(&known) = self.type_map.get(&id) {
            return known;
        }
        match self.try_type(id, 0, Lengths::Kept) {
            Ok(ty) => ty,
            Err(refused) => {
                let loc = self.loc(span);
                self.error(loc, format!("{refused} is not supported"));
                let int = self.linker.tree.types.int(IntKind::Int);
                // Said once per type: every use of it would say the same.
                self.type_map.insert(id, int);
                int
            }
        }
    }

    fn try_type(
        &mut self,
        id: rucc_types::TypeId,
        depth: usize,
        lengths: Lengths,
    ) -> Result<ctype::TypeId, Refused> {
        if let Some(&known) = self.known_types(lengths).get(&id) {
            return Ok(known);
        }
        if depth > MAX_TYPE_DEPTH {
            return Err(format!("a type nested more deeply than {MAX_TYPE_DEPTH} levels"));
        }
        let made = match self.types.kind(self.types.canonical(id)) {
            TypeKind::Void => Type::Void,
            TypeKind::Bool => Type::Bool,
            TypeKind::Int(kind) => Type::Int(int_kind(kind)),
            TypeKind::Float(kind) => Type::Float(float_kind(kind)?),
            TypeKind::Complex(part) => {
                let elem = self.try_type(part, depth + 1, lengths)?;
                let ty = self.complex_type(elem);
                self.known_types(lengths).insert(id, ty);
                return Ok(ty);
            }
            TypeKind::BitInt { signed, width } => Type::Int(super::narrow::container(signed, width)),
            TypeKind::Vector { elem, len } => {
                let elem = self.try_type(elem, depth + 1, lengths)?;
                let ty = self.vector_type(elem, len);
                self.known_types(lengths).insert(id, ty);
                return Ok(ty);
            }
            TypeKind::Atomic(inner) => {
                let ty = self.try_type(inner, depth + 1, lengths)?;
                self.known_types(lengths).insert(id, ty);
                return Ok(ty);
            }
            TypeKind::Typedef { underlying, .. } => {
                let ty = self.try_type(underlying, depth + 1, lengths)?;
                self.known_types(lengths).insert(id, ty);
                return Ok(ty);
            }
            TypeKind::Pointer(to) => Type::Pointer(self.try_type(to, depth + 1, lengths)?),
            TypeKind::Array { elem, len } => {
                let elem = self.try_type(elem, depth + 1, lengths)?;
                let len = match len {
                    rucc_types::ArrayLen::Fixed(len) => ArrayLen::Fixed(len),
                    rucc_types::ArrayLen::Unknown | rucc_types::ArrayLen::Star => ArrayLen::Unknown,
                    rucc_types::ArrayLen::Variable(_) if lengths == Lengths::Dropped => ArrayLen::Unknown,
                    rucc_types::ArrayLen::Variable(vla) => ArrayLen::Variable(self.vla(vla)),
                };
                Type::Array { elem, len }
            }
            TypeKind::Function(function) => {
                let types = self.types;
                let signature = types.signature(function);
                let ret = self.try_type(signature.ret, depth + 1, Lengths::Dropped)?;
                let params = signature
                    .params
                    .iter()
                    .map(|&param| self.try_type(param, depth + 1, Lengths::Dropped))
                    .collect::<Result<_, _>>()?;
                Type::Function(FunctionType {
                    ret,
                    params,
                    variadic: signature.variadic,
                    prototyped: signature.prototyped,
                })
            }
            TypeKind::Record(record) => Type::Record(self.record(record, depth)?),
            TypeKind::Enum(item) => match self.enumerated_width(item) {
                Some((signed, width)) => Type::Int(super::narrow::container(signed, width)),
                None => Type::Enum(self.enumeration(item, depth)?),
            },
        };
        let ty = self.linker.tree.types.intern(made);
        self.known_types(lengths).insert(id, ty);
        Ok(ty)
    }

    fn record(&mut self, id: rucc_types::RecordId, depth: usize) -> Result<ctype::RecordId, Refused> {
        if let Some(&known) = self.records.get(&id) {
            return Ok(known);
        }
        let types = self.types;
        let info = types.record_info(id);
        if info.variable.is_some() {
            return Err("a structure whose size is computed at run time".to_owned());
        }
        if info.reverse {
            return Err("a structure with reversed byte order".to_owned());
        }
        let record = self.linker.tree.types.add_record(Record {
            kind: match info.kind {
                rucc_types::RecordKind::Struct => RecordKind::Struct,
                rucc_types::RecordKind::Union => RecordKind::Union,
            },
            tag: info.tag.map(|tag| self.names.resolve(tag).to_owned()),
            layout: info.layout.map(|layout| (layout.size, layout.align)),
            fields: Vec::new(),
        });
        // Known before its members are: they may point back to it.
        self.records.insert(id, record);
        let mut fields = Vec::with_capacity(info.fields.len());
        for field in &info.fields {
            fields.push(Field {
                name: field.name.map(|name| self.names.resolve(name).to_owned()),
                ty: self.try_type(field.ty, depth + 1, Lengths::Kept)?,
                offset: field.offset,
                bits: field.bits.map(|width| BitField {
                    offset: field.offset * 8 + u64::from(field.bit),
                    width,
                }),
            });
        }
        self.linker.tree.types.record_mut(record).fields = fields;
        Ok(record)
    }

    fn enumeration(&mut self, id: rucc_types::EnumId, depth: usize) -> Result<ctype::EnumId, Refused> {
        if let Some(&known) = self.enums.get(&id) {
            return Ok(known);
        }
        let types = self.types;
        let info = types.enum_info(id);
        if info.hardbool.is_some() {
            return Err("a hardened Boolean".to_owned());
        }
        let underlying = match info.underlying {
            Some(ty) => self.try_type(ty, depth + 1, Lengths::Kept)?,
            None => self.linker.tree.types.int(IntKind::Int),
        };
        let enumerators = info
            .enumerators
            .iter()
            .map(|item| Enumerator {
                name: self.names.resolve(item.name).to_owned(),
                value: item.value,
            })
            .collect();
        let item = self.linker.tree.types.add_enum(Enum {
            tag: info.tag.map(|tag| self.names.resolve(tag).to_owned()),
            underlying,
            enumerators,
        });
        self.enums.insert(id, item);
        Ok(item)
    }

    /// The length of a variable length array. Its expression is converted with its first mention.
    fn vla(&mut self, id: rucc_types::VlaId) -> ctype::VlaId {
        if let Some(&known) = self.vlas.get(&id) {
            return known;
        }
        let vla = ctype::VlaId(self.linker.tree.vlas.len() as u32);
        self.vlas.insert(id, vla);
        // The place is taken before the expression is converted: it may mention other lengths.
        self.linker.tree.vlas.push(tree::ExprId(0));
        let length = self.tast.vla_size(id);
        let expr = self.expr_itself(length);
        self.linker.tree.vlas[vla.index()] = expr;
        vla
    }

    /// Finds the lengths that declarations evaluate, before anything reads them. A length belongs to the first
    /// name whose type mentions it: whatever mentions it later has the type from there.
    pub(super) fn collect_lengths(&mut self) {
        let mut seen = rucc_base::hash::Set::default();
        for index in 0..self.tast.counts().decls {
            let id = rucc_sema::DeclId::from_usize(index);
            let decl = &self.tast[id];
            if decl.kind == DeclKind::Function {
                continue;
            }
            self.lengths_of(decl.ty, &mut seen);
            if decl.name.is_some() {
                for vla in self.all_lengths(decl.ty) {
                    self.owners.entry(vla).or_insert(id);
                }
            }
        }
    }

    /// The lengths that a declaration evaluates, from the outside in.
    pub(super) fn own_lengths(&mut self, id: rucc_sema::DeclId) -> Vec<tree::DeclPart> {
        let mut found = self.all_lengths(self.tast[id].ty);
        found.retain(|vla| self.owners.get(vla) == Some(&id));
        found
            .into_iter()
            .map(|vla| tree::DeclPart::Length(self.vla(vla)))
            .collect()
    }

    fn lengths_of(&mut self, id: rucc_types::TypeId, seen: &mut rucc_base::hash::Set<rucc_types::TypeId>) {
        let mut id = id;
        while seen.insert(id) {
            match self.types.kind(self.types.canonical(id)) {
                TypeKind::Pointer(to) => id = to,
                TypeKind::Array { elem, len } => {
                    if let rucc_types::ArrayLen::Variable(vla) = len {
                        self.declared.insert(vla);
                        self.lengths.insert(self.tast.vla_size(vla), vla);
                    }
                    id = elem;
                }
                TypeKind::Typedef { underlying, .. } => id = underlying,
                _ => return,
            }
        }
    }

    /// The lengths in a type that no declaration evaluates.
    pub(super) fn undeclared_lengths(&mut self, id: rucc_types::TypeId) -> Vec<ctype::VlaId> {
        let mut found = self.all_lengths(id);
        found.retain(|vla| !self.declared.contains(vla));
        found.into_iter().map(|vla| self.vla(vla)).collect()
    }

    /// The lengths in a type, from the outside in.
    pub(super) fn all_lengths(&self, id: rucc_types::TypeId) -> Vec<rucc_types::VlaId> {
        let mut found = Vec::new();
        let mut id = id;
        loop {
            match self.types.kind(self.types.canonical(id)) {
                TypeKind::Pointer(to) => id = to,
                TypeKind::Array { elem, len } => {
                    if let rucc_types::ArrayLen::Variable(vla) = len {
                        found.push(vla);
                    }
                    id = elem;
                }
                TypeKind::Typedef { underlying, .. } => id = underlying,
                _ => return found,
            }
        }
    }

    pub(super) fn vla_id(&mut self, id: rucc_types::VlaId) -> ctype::VlaId {
        self.vla(id)
    }
}

fn int_kind(kind: rucc_types::IntKind) -> IntKind {
    use rucc_types::IntKind as From;
    match kind {
        From::Char => IntKind::Char,
        From::SChar => IntKind::SChar,
        From::UChar => IntKind::UChar,
        From::Short => IntKind::Short,
        From::UShort => IntKind::UShort,
        From::Int => IntKind::Int,
        From::UInt => IntKind::UInt,
        From::Long => IntKind::Long,
        From::ULong => IntKind::ULong,
        From::LongLong => IntKind::LongLong,
        From::ULongLong => IntKind::ULongLong,
        From::Int128 => IntKind::Int128,
        From::UInt128 => IntKind::UInt128,
    }
}

fn float_kind(kind: rucc_types::FloatKind) -> Result<FloatKind, Refused> {
    use rucc_types::FloatKind as From;
    Ok(match kind {
        From::Float16 => FloatKind::Float16,
        From::Float | From::Float32 => FloatKind::Float,
        From::Double | From::Float32x | From::Float64 => FloatKind::Double,
        From::LongDouble | From::Float64x => FloatKind::LongDouble,
        From::Float128 => FloatKind::Float128,
        From::Decimal32 | From::Decimal64 | From::Decimal128 => {
            return Err("a decimal floating type".to_owned());
        }
    })
}
