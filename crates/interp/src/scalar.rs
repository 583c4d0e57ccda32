//! Scalar types as the machine sees them, and scalar values as plain bits.
//!
//! Every scalar value travels as a `u128` of *canonical bits*: integers are sign- or zero-extended from
//! their width by their type, floats are the bits of their format, pointers are addresses (their provenance
//! travels beside them). Canonical bits make comparison and widening conversions free and are what the
//! 64-bit registers of the machine hold for all types but the 16-byte ones.

use ctype::{FloatFormat, Type, TypeId, TypeTable};

/// How a scalar's bits are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repr {
    /// Width in bits up to 128, and sign.
    Int(u32, bool),
    /// A `_Bool`: 8 bits of storage; conversion to it means `!= 0`.
    Bool,
    Float(FloatFormat),
    Pointer,
}

/// A scalar type with its size in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub repr: Repr,
    /// In bytes; for x87 with its padding.
    pub size: u32,
}

impl Scalar {
    pub(crate) const INT: Scalar = Scalar {
        repr: Repr::Int(32, true),
        size: 4,
    };

    pub(crate) fn of(types: &TypeTable, ty: TypeId) -> Option<Scalar> {
        let size = u32::try_from(types.size_of(ty)?).ok()?;
        let repr = match types.get(ty) {
            Type::Pointer(_) => Repr::Pointer,
            Type::Float(_) => Repr::Float(types.float_format(ty)?),
            _ if types.is_bool(ty) => Repr::Bool,
            _ => {
                let (width, signed) = types.integer(ty)?;
                Repr::Int(width, signed)
            }
        };
        Some(Scalar { repr, size })
    }

    /// Whether the value needs two registers.
    pub(crate) fn is_wide(self) -> bool {
        match self.repr {
            Repr::Int(width, _) => width > 64,
            Repr::Float(format) => format.value_bits() > 64,
            Repr::Bool | Repr::Pointer => false,
        }
    }

    /// How many bytes of the storage carry the value: 10 for x87, all otherwise.
    pub(crate) fn value_bytes(self) -> usize {
        match self.repr {
            Repr::Float(format) => format.value_bits() as usize / 8,
            _ => self.size as usize,
        }
    }

    /// Width and sign as an integer; pointers count as unsigned.
    pub(crate) fn int(self) -> (u32, bool) {
        match self.repr {
            Repr::Int(width, signed) => (width, signed),
            Repr::Bool => (8, false),
            Repr::Pointer => (self.size * 8, false),
            Repr::Float(format) => (format.value_bits(), false),
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self.repr, Repr::Float(_))
    }

    pub(crate) fn is_pointer(self) -> bool {
        self.repr == Repr::Pointer
    }

    /// Canonical bits from the low bits of `raw`.
    pub(crate) fn canonical(self, raw: u128) -> u128 {
        let (width, signed) = self.int();
        wrap(raw, width, signed)
    }
}

/// Keeps the low `width` bits, extended by `signed`.
#[inline]
pub(crate) fn wrap(raw: u128, width: u32, signed: bool) -> u128 {
    if width >= 128 || width == 0 {
        return raw;
    }
    let shift = 128 - width;
    if signed {
        (((raw << shift) as i128) >> shift) as u128
    } else {
        (raw << shift) >> shift
    }
}
