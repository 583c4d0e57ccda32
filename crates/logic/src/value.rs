//! Concrete values of every sort.

use std::fmt;

use crate::array_value::ArrayValue;
use crate::bits::Bits;
use crate::float::Float;
use crate::sort::{ScalarSort, Sort};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Bool(bool),
    BitVec(Bits),
    Float(Float),
    Array(ArrayValue),
}

impl Value {
    /// The value that stands for "nothing known": false, zero, positive zero, or everywhere that.
    #[must_use]
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(Bits::zero(width)),
            Sort::Float(format) => Value::Float(Float::zero(format, false)),
            Sort::Array(array) => {
                let element = Value::default_of(array.element.into());
                Value::Array(ArrayValue::constant(array.index_width, element))
            }
        }
    }

    /// A scalar from its bits, least significant first: a boolean has one, a float its interchange encoding.
    #[must_use]
    pub fn from_bit_fn(sort: ScalarSort, mut bit: impl FnMut(u32) -> bool) -> Value {
        match sort {
            ScalarSort::Bool => Value::Bool(bit(0)),
            ScalarSort::BitVec(width) => Value::BitVec(Bits::from_bit_fn(width, bit)),
            ScalarSort::Float(format) => {
                Value::Float(Float::from_bits(format, Bits::from_bit_fn(format.width(), bit)))
            }
        }
    }

    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::BitVec(bits) => Sort::BitVec(bits.width()),
            Value::Float(float) => Sort::Float(float.format()),
            Value::Array(array) => {
                let element = array
                    .select(&Bits::zero(array.index_width()))
                    .sort()
                    .scalar()
                    .expect("elements are scalars");
                Sort::array(array.index_width(), element)
            }
        }
    }

    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::BitVec(bits) => Some(bits),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_float(&self) -> Option<&Float> {
        match self {
            Value::Float(float) => Some(float),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }
}

/// As in SMT-LIB.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::BitVec(bits) => write!(f, "{bits}"),
            Value::Float(float) => write!(f, "{float}"),
            Value::Array(array) => {
                let entries = array.entries();
                f.write_str(&"(store ".repeat(entries.len()))?;
                match array.default_value() {
                    Some(value) => write!(f, "((as const {}) {value})", self.sort())?,
                    None => write!(f, "(as moved {})", self.sort())?,
                }
                entries
                    .iter()
                    .try_for_each(|(index, value)| write!(f, " {index} {value})"))
            }
        }
    }
}
