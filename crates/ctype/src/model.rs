use crate::{FloatKind, IntKind};

/// How `long double` is represented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LongDouble {
    /// The x87 extended format: 64-bit significand with an explicit leading bit, 10 bytes of value.
    X87,
    /// IEEE binary128.
    Quad,
    /// The same as `double`.
    Double,
}

/// The implementation-defined sizes of C that a program can observe. Always little-endian, two's complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DataModel {
    pub pointer_bytes: u32,
    pub long_bytes: u32,
    pub char_signed: bool,
    pub long_double: LongDouble,
    pub long_double_bytes: u32,
    pub long_double_align: u32,
    /// The alignment of 8-byte integers and `double`, which is 4 inside records on 32-bit x86.
    pub eight_byte_align: u32,
    pub wchar_bytes: u32,
}

impl DataModel {
    /// LP64, as on 64-bit Linux on x86.
    pub const LP64: DataModel = DataModel {
        pointer_bytes: 8,
        long_bytes: 8,
        char_signed: true,
        long_double: LongDouble::X87,
        long_double_bytes: 16,
        long_double_align: 16,
        eight_byte_align: 8,
        wchar_bytes: 4,
    };

    /// ILP32, as on 32-bit Linux on x86.
    pub const ILP32: DataModel = DataModel {
        pointer_bytes: 4,
        long_bytes: 4,
        char_signed: true,
        long_double: LongDouble::X87,
        long_double_bytes: 12,
        long_double_align: 4,
        eight_byte_align: 4,
        wchar_bytes: 4,
    };

    /// LLP64 with the other types of 64-bit Linux.
    pub const LLP64: DataModel = DataModel {
        long_bytes: 4,
        ..DataModel::LP64
    };

    /// 64-bit Windows.
    pub const WIN64: DataModel = DataModel {
        long_double: LongDouble::Double,
        long_double_bytes: 8,
        long_double_align: 8,
        wchar_bytes: 2,
        ..DataModel::LLP64
    };

    /// 32-bit Windows.
    pub const WIN32: DataModel = DataModel {
        pointer_bytes: 4,
        ..DataModel::WIN64
    };

    /// 32-bit Linux on ARM.
    pub const ARM: DataModel = DataModel {
        char_signed: false,
        wchar_bytes: 4,
        ..DataModel::WIN32
    };

    /// 64-bit Linux on ARM.
    pub const ARM64: DataModel = DataModel {
        char_signed: false,
        long_double: LongDouble::Quad,
        ..DataModel::LP64
    };

    /// Whether this is one of Windows, where wide characters have two bytes.
    #[must_use]
    pub fn is_windows(&self) -> bool {
        self.wchar_bytes == 2
    }

    #[must_use]
    pub fn int_bytes(&self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 4,
            IntKind::Long | IntKind::ULong => self.long_bytes,
            IntKind::LongLong | IntKind::ULongLong => 8,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    #[must_use]
    pub fn int_signed(&self, kind: IntKind) -> bool {
        match kind {
            IntKind::Char => self.char_signed,
            IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            IntKind::UChar
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULongLong
            | IntKind::UInt128 => false,
        }
    }

    #[must_use]
    pub fn float_format(&self, kind: FloatKind) -> FloatFormat {
        match kind {
            FloatKind::Float16 => FloatFormat::Half,
            FloatKind::Float => FloatFormat::Single,
            FloatKind::Double => FloatFormat::Double,
            FloatKind::Float128 => FloatFormat::Quad,
            FloatKind::LongDouble => match self.long_double {
                LongDouble::X87 => FloatFormat::X87,
                LongDouble::Quad => FloatFormat::Quad,
                LongDouble::Double => FloatFormat::Double,
            },
        }
    }

    #[must_use]
    pub fn float_bytes(&self, kind: FloatKind) -> u32 {
        match kind {
            FloatKind::Float16 => 2,
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble => self.long_double_bytes,
            FloatKind::Float128 => 16,
        }
    }
}

/// A binary floating-point format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    Half,
    Single,
    Double,
    X87,
    Quad,
}

impl FloatFormat {
    /// How many bits of the storage carry the value (80 for x87, whose storage has padding).
    #[must_use]
    pub fn value_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }
}
