//! Scalar types as the symbolic side sees them, and scalar values as terms.

use ctype::{Type, TypeId, TypeTable};
use logic::{FloatFormat, TermId};

/// How a scalar's bits are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repr {
    /// Width in bits, and sign.
    Int(u32, bool),
    /// A `_Bool`: 8 bits, 0 or 1.
    Bool,
    Float(FloatFormat),
    Pointer,
}

/// A scalar type with its size in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub repr: Repr,
    pub size: u32,
}

impl Scalar {
    pub(crate) fn of(types: &TypeTable, ty: TypeId) -> Option<Scalar> {
        let size = u32::try_from(types.size_of(ty)?).ok()?;
        let repr = match types.get(ty) {
            Type::Pointer(_) => Repr::Pointer,
            Type::Float(_) => Repr::Float(match types.float_format(ty)? {
                ctype::FloatFormat::Half => FloatFormat::HALF,
                ctype::FloatFormat::Single => FloatFormat::SINGLE,
                ctype::FloatFormat::Double => FloatFormat::DOUBLE,
                ctype::FloatFormat::X87 => FloatFormat::X87_EXTENDED,
                ctype::FloatFormat::Quad => FloatFormat::QUAD,
            }),
            _ if types.is_bool(ty) => Repr::Bool,
            _ => {
                let (width, signed) = types.integer(ty)?;
                Repr::Int(width, signed)
            }
        };
        Some(Scalar { repr, size })
    }

    /// Plain unsigned bits of a size.
    pub(crate) fn raw(size: u32) -> Scalar {
        Scalar {
            repr: Repr::Int(size * 8, false),
            size,
        }
    }

    /// Width and sign as an integer; pointers and `_Bool` count as unsigned.
    pub(crate) fn int(self) -> (u32, bool) {
        match self.repr {
            Repr::Int(width, signed) => (width, signed),
            Repr::Bool | Repr::Pointer | Repr::Float(_) => (self.size * 8, false),
        }
    }

    /// How many bytes of the storage carry the value: 10 for x87, all otherwise.
    pub(crate) fn value_bytes(self) -> u32 {
        match self.repr {
            Repr::Float(FloatFormat::X87_EXTENDED) => 10,
            _ => self.size,
        }
    }
}

/// A scalar value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// A bit-vector: integers, as wide as their type.
    Bits(TermId),
    Float(TermId),
    /// The object's number (0: none) and the offset into it, as wide as an address. Without an object the
    /// offset is the address itself, so null is 0 and 0.
    Pointer {
        object: TermId,
        offset: TermId,
    },
}
