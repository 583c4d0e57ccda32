//! Sorts: what kind of value a term stands for.
//!
//! Sorts are small `Copy` values, compared directly. Arrays have bit-vector indices and scalar elements: the
//! one use of nested arrays, matrices, is served by a wider index, and in exchange a sort never needs an
//! arena of its own. Float formats are open (any number of exponent and significand bits), because the
//! circuits and the evaluator are generic anyway and tiny formats can be tested exhaustively.

use std::fmt;

/// A binary floating-point format, in the convention of SMT-LIB: the significand counts its leading bit,
/// which is never stored, so that a value has `exponent + significand` bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatFormat {
    exponent_bits: u16,
    significand_bits: u16,
}

impl FloatFormat {
    /// IEEE binary16.
    pub const HALF: FloatFormat = FloatFormat::new(5, 11);
    /// IEEE binary32.
    pub const SINGLE: FloatFormat = FloatFormat::new(8, 24);
    /// IEEE binary64.
    pub const DOUBLE: FloatFormat = FloatFormat::new(11, 53);
    /// The values of the x87 80-bit format. Its memory image stores the leading bit too: see
    /// [`crate::TermPool::x87_from_memory`].
    pub const X87_EXTENDED: FloatFormat = FloatFormat::new(15, 64);
    /// IEEE binary128.
    pub const QUAD: FloatFormat = FloatFormat::new(15, 113);

    /// # Panics
    /// If there are not at least two exponent bits and two significand bits, or more than 30 exponent bits.
    #[must_use]
    pub const fn new(exponent_bits: u16, significand_bits: u16) -> FloatFormat {
        assert!(exponent_bits >= 2 && exponent_bits <= 30 && significand_bits >= 2);
        FloatFormat {
            exponent_bits,
            significand_bits,
        }
    }

    #[must_use]
    pub const fn exponent_bits(self) -> u32 {
        self.exponent_bits as u32
    }

    /// The precision, with the leading bit.
    #[must_use]
    pub const fn significand_bits(self) -> u32 {
        self.significand_bits as u32
    }

    /// The stored bits of the significand, without the leading one.
    #[must_use]
    pub const fn fraction_bits(self) -> u32 {
        self.significand_bits as u32 - 1
    }

    /// The bits of the interchange encoding: sign, exponent, fraction.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.exponent_bits as u32 + self.significand_bits as u32
    }

    #[must_use]
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent of the smallest normal number.
    #[must_use]
    pub const fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// The exponent of the largest finite number.
    #[must_use]
    pub const fn max_exponent(self) -> i64 {
        self.bias()
    }
}

/// The sorts an array element can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ScalarSort {
    Bool,
    BitVec(u32),
    Float(FloatFormat),
}

/// Total maps from all bit-vectors of one width to elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArraySort {
    pub index_width: u32,
    pub element: ScalarSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    Bool,
    /// At least one bit wide.
    BitVec(u32),
    Float(FloatFormat),
    Array(ArraySort),
}

impl Sort {
    #[must_use]
    pub const fn array(index_width: u32, element: ScalarSort) -> Sort {
        Sort::Array(ArraySort { index_width, element })
    }

    #[must_use]
    pub const fn is_array(self) -> bool {
        matches!(self, Sort::Array(_))
    }

    /// The width of a bit-vector sort.
    #[must_use]
    pub const fn bit_width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }

    /// How many bits represent one value: 1 for a boolean, the interchange width for a float.
    #[must_use]
    pub fn scalar(self) -> Option<ScalarSort> {
        match self {
            Sort::Bool => Some(ScalarSort::Bool),
            Sort::BitVec(width) => Some(ScalarSort::BitVec(width)),
            Sort::Float(format) => Some(ScalarSort::Float(format)),
            Sort::Array(_) => None,
        }
    }
}

impl ScalarSort {
    /// How many bits represent one value: 1 for a boolean, the interchange width for a float.
    #[must_use]
    pub const fn bit_count(self) -> u32 {
        match self {
            ScalarSort::Bool => 1,
            ScalarSort::BitVec(width) => width,
            ScalarSort::Float(format) => format.width(),
        }
    }
}

impl From<ScalarSort> for Sort {
    fn from(scalar: ScalarSort) -> Sort {
        match scalar {
            ScalarSort::Bool => Sort::Bool,
            ScalarSort::BitVec(width) => Sort::BitVec(width),
            ScalarSort::Float(format) => Sort::Float(format),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(format) => {
                write!(
                    f,
                    "(_ FloatingPoint {} {})",
                    format.exponent_bits, format.significand_bits
                )
            }
            Sort::Array(array) => {
                write!(
                    f,
                    "(Array (_ BitVec {}) {})",
                    array.index_width,
                    Sort::from(array.element)
                )
            }
        }
    }
}
