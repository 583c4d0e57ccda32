use std::collections::HashMap;

use crate::{DataModel, FloatFormat};

crate::id!(
    /// A type in a [`TypeTable`].
    TypeId
);
crate::id!(
    /// A `struct` or `union`.
    RecordId
);
crate::id!(
    /// An `enum`.
    EnumId
);
crate::id!(
    /// The run-time length of a variable length array; the typed tree says which expression it is.
    VlaId
);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    Float16,
    Float,
    Double,
    LongDouble,
    Float128,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrayLen {
    Fixed(u64),
    /// `[]`: a flexible array member, or an array that another declaration completes.
    Unknown,
    Variable(VlaId),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionType {
    pub ret: TypeId,
    pub params: Vec<TypeId>,
    pub variadic: bool,
    /// Whether the parameters are known: `int f()` before C23 says nothing about them.
    pub prototyped: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    Enum(EnumId),
    Pointer(TypeId),
    Array { elem: TypeId, len: ArrayLen },
    Function(FunctionType),
    Record(RecordId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordKind {
    Struct,
    Union,
}

/// The bits of a bit-field: `width` bits from bit `offset`, counted from the start of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitField {
    pub offset: u64,
    pub width: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Absent for anonymous members.
    pub name: Option<String>,
    pub ty: TypeId,
    /// Bytes from the start of the record; for a bit-field the byte of its first bit.
    pub offset: u64,
    pub bits: Option<BitField>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<String>,
    /// Absent while the type is incomplete.
    pub layout: Option<(u64, u64)>,
    pub fields: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumerator {
    pub name: String,
    pub value: i128,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enum {
    pub tag: Option<String>,
    /// The integer type that holds it.
    pub underlying: TypeId,
    pub enumerators: Vec<Enumerator>,
}

/// All types of one analysis.
#[derive(Debug, Clone)]
pub struct TypeTable {
    pub model: DataModel,
    types: Vec<Type>,
    interned: HashMap<Type, TypeId>,
    records: Vec<Record>,
    enums: Vec<Enum>,
}

impl TypeTable {
    #[must_use]
    pub fn new(model: DataModel) -> TypeTable {
        TypeTable {
            model,
            types: Vec::new(),
            interned: HashMap::new(),
            records: Vec::new(),
            enums: Vec::new(),
        }
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.interned.get(&ty) {
            return id;
        }
        let id = TypeId(u32::try_from(self.types.len()).expect("fewer than 2^32 types"));
        self.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    #[must_use]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.types.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    pub fn bool(&mut self) -> TypeId {
        self.intern(Type::Bool)
    }

    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }

    pub fn float(&mut self, kind: FloatKind) -> TypeId {
        self.intern(Type::Float(kind))
    }

    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.intern(Type::Pointer(to))
    }

    pub fn array(&mut self, elem: TypeId, len: u64) -> TypeId {
        self.intern(Type::Array {
            elem,
            len: ArrayLen::Fixed(len),
        })
    }

    /// `size_t`, or with `signed` `ptrdiff_t`: as wide as a pointer.
    pub fn pointer_sized(&mut self, signed: bool) -> TypeId {
        let kind = match (self.model.pointer_bytes == self.model.long_bytes, signed) {
            (true, true) => IntKind::Long,
            (true, false) => IntKind::ULong,
            (false, true) => IntKind::LongLong,
            (false, false) => IntKind::ULongLong,
        };
        self.int(kind)
    }

    pub fn add_record(&mut self, record: Record) -> RecordId {
        self.records.push(record);
        RecordId(self.records.len() as u32 - 1)
    }

    #[must_use]
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.index()]
    }

    /// For a front end that meets a record before its members are known.
    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.index()]
    }

    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        self.records
            .iter()
            .enumerate()
            .map(|(index, record)| (RecordId(index as u32), record))
    }

    pub fn add_enum(&mut self, item: Enum) -> EnumId {
        self.enums.push(item);
        EnumId(self.enums.len() as u32 - 1)
    }

    #[must_use]
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.index()]
    }

    pub fn enum_mut(&mut self, id: EnumId) -> &mut Enum {
        &mut self.enums[id.index()]
    }

    /// The value of the enumerator of this name; of several, the first.
    #[must_use]
    pub fn enumerator(&self, name: &str) -> Option<i128> {
        let all = self.enums.iter().flat_map(|item| &item.enumerators);
        let mut named = all.filter(|item| item.name == name);
        named.next().map(|item| item.value)
    }

    /// The integer kind that represents the type, for `_Bool`-less integers and enumerations.
    #[must_use]
    pub fn int_kind(&self, id: TypeId) -> Option<IntKind> {
        match self.get(id) {
            Type::Int(kind) => Some(*kind),
            Type::Enum(item) => self.int_kind(self.enumeration(*item).underlying),
            _ => None,
        }
    }

    /// The width in bits and the sign of an integer type. `_Bool` is an unsigned integer of width 8 in
    /// memory whose values are 0 and 1.
    #[must_use]
    pub fn integer(&self, id: TypeId) -> Option<(u32, bool)> {
        if let Type::Bool = self.get(id) {
            return Some((8, false));
        }
        if let Type::Enum(item) = self.get(id) {
            // An enumeration may be fixed to `_Bool` in C23.
            return self.integer(self.enumeration(*item).underlying);
        }
        self.int_kind(id)
            .map(|kind| (self.model.int_bytes(kind) * 8, self.model.int_signed(kind)))
    }

    /// Whether a constant lies in the range of an integer or pointer type; true for other types. Constants are kept in an
    /// `i128`, so those of `unsigned __int128` are bit patterns.
    #[must_use]
    pub fn can_hold(&self, id: TypeId, value: i128) -> bool {
        if self.is_bool(id) {
            return (0..=1).contains(&value);
        }
        let shape = match self.get(id) {
            Type::Pointer(_) => Some((self.model.pointer_bytes * 8, false)),
            _ => self.integer(id),
        };
        match shape {
            None | Some((128.., _)) => true,
            Some((127, false)) => value >= 0,
            Some((width, true)) => (-(1 << (width - 1))..1 << (width - 1)).contains(&value),
            Some((width, false)) => (0..1 << width).contains(&value),
        }
    }

    #[must_use]
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Bool | Type::Int(_) | Type::Enum(_))
    }

    #[must_use]
    pub fn is_bool(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Bool => true,
            Type::Enum(item) => self.is_bool(self.enumeration(*item).underlying),
            _ => false,
        }
    }

    #[must_use]
    pub fn float_format(&self, id: TypeId) -> Option<FloatFormat> {
        match self.get(id) {
            Type::Float(kind) => Some(self.model.float_format(*kind)),
            _ => None,
        }
    }

    #[must_use]
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Float(_))
    }

    #[must_use]
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    #[must_use]
    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Void)
    }

    /// The type of the scalar of this size that lies at an offset into a type; nothing inside a bit-field, or if no scalar
    /// begins there. Of a union's members the first that fits counts.
    #[must_use]
    pub fn scalar_at(&self, id: TypeId, offset: u64, size: u64) -> Option<TypeId> {
        match self.get(id) {
            Type::Array { elem, .. } => {
                let step = self.size_of(*elem).filter(|step| *step > 0)?;
                self.scalar_at(*elem, offset % step, size)
            }
            Type::Record(record) => self.record(*record).fields.iter().find_map(|field| {
                let inside = offset.checked_sub(field.offset)?;
                if field.bits.is_some() || self.size_of(field.ty)? <= inside {
                    return None;
                }
                self.scalar_at(field.ty, inside, size)
            }),
            _ => (offset == 0 && self.size_of(id) == Some(size)).then_some(id),
        }
    }

    /// Integers, floats and pointers: what fits one value.
    #[must_use]
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.is_float(id) || self.is_pointer(id)
    }

    #[must_use]
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    #[must_use]
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    #[must_use]
    pub fn record_of(&self, id: TypeId) -> Option<RecordId> {
        match self.get(id) {
            Type::Record(record) => Some(*record),
            _ => None,
        }
    }

    #[must_use]
    pub fn function(&self, id: TypeId) -> Option<&FunctionType> {
        match self.get(id) {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The size in bytes, absent for incomplete types, functions and arrays of run-time length. GNU C gives
    /// `void` and functions the size 1 in pointer arithmetic; that is the lowering's business.
    #[must_use]
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function(_) => None,
            Type::Bool => Some(1),
            Type::Int(kind) => Some(u64::from(self.model.int_bytes(*kind))),
            Type::Float(kind) => Some(u64::from(self.model.float_bytes(*kind))),
            Type::Enum(item) => self.size_of(self.enumeration(*item).underlying),
            Type::Pointer(_) => Some(u64::from(self.model.pointer_bytes)),
            Type::Array {
                elem,
                len: ArrayLen::Fixed(len),
            } => self.size_of(*elem)?.checked_mul(*len),
            Type::Array { .. } => None,
            Type::Record(record) => self.record(*record).layout.map(|(size, _)| size),
        }
    }

    #[must_use]
    pub fn align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Float(FloatKind::LongDouble) => u64::from(self.model.long_double_align),
            Type::Int(_) | Type::Float(_) => match self.size_of(id).unwrap_or(1) {
                8 => u64::from(self.model.eight_byte_align),
                size => size,
            },
            Type::Enum(item) => self.align_of(self.enumeration(*item).underlying),
            Type::Pointer(_) => u64::from(self.model.pointer_bytes),
            Type::Array { elem, .. } => self.align_of(*elem),
            Type::Record(record) => self.record(*record).layout.map_or(1, |(_, align)| align),
        }
    }

    /// Whether the type contains an array of run-time length anywhere but behind a pointer.
    #[must_use]
    pub fn is_variably_sized(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Array {
                len: ArrayLen::Variable(_),
                ..
            } => true,
            Type::Array { elem, .. } => self.is_variably_sized(*elem),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_are_one() {
        let mut types = TypeTable::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let pointer = types.pointer(int);
        assert_eq!(types.pointer(int), pointer);
        assert_ne!(types.array(int, 3), types.array(int, 4));
    }

    #[test]
    fn sizes_follow_the_data_model() {
        for (model, long, pointer, extended) in [(DataModel::LP64, 8, 8, 16), (DataModel::ILP32, 4, 4, 12)] {
            let mut types = TypeTable::new(model);
            let void = types.void();
            let ids = [
                types.int(IntKind::Long),
                types.pointer(void),
                types.float(FloatKind::LongDouble),
                types.int(IntKind::LongLong),
            ];
            assert_eq!(
                ids.map(|id| types.size_of(id).unwrap()),
                [long, pointer, extended, 8]
            );
            assert_eq!(types.size_of(void), None);
        }
    }

    #[test]
    fn an_array_too_large_to_count_has_no_size() {
        let mut types = TypeTable::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let huge = types.array(int, u64::MAX / 2);
        assert_eq!(types.size_of(huge), None);
    }
}
