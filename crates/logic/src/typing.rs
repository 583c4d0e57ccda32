//! Which operands an operator takes and what sort its result has.
//!
//! Every term goes through here when it is made, so that the rewrites, the evaluator and the circuits may
//! rely on well-sorted terms.

use crate::float::RoundingMode;
use crate::op::Op;
use crate::sort::{ArraySort, FloatFormat, Sort};

/// An operator applied to operands that it does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SortError {
    #[error("`{}` takes {} operands, not {found}", .op.name(), .op.arity())]
    Arity { op: Op, found: usize },
    #[error("`{}` does not take a {found} as operand {position}", .op.name())]
    Operand { op: Op, position: usize, found: Sort },
    #[error("`{}` does not fit an operand of {width} bits", .op.name())]
    Width { op: Op, width: u32 },
}

struct Checker<'a> {
    op: Op,
    sorts: &'a [Sort],
}

impl Checker<'_> {
    /// The result of an operation of floating point.
    fn float_sort(&self) -> Result<Sort, SortError> {
        match self.op {
            op if op.rounds_floats() => {
                self.rounding_mode()?;
                self.same_floats(1)
            }
            Op::FpRem | Op::FpFmod | Op::FpNeg | Op::FpAbs | Op::FpMin | Op::FpMax => self.same_floats(0),
            Op::FpEq
            | Op::FpLt
            | Op::FpLe
            | Op::FpIsNan
            | Op::FpIsInfinite
            | Op::FpIsZero
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsNegative => self.same_floats(0).map(|_| Sort::Bool),
            Op::FpConvert { format } => {
                self.rounding_mode()?;
                self.format(1).map(|_| Sort::Float(format))
            }
            Op::FpFromSigned { format } | Op::FpFromUnsigned { format } => {
                self.rounding_mode()?;
                self.width(1).map(|_| Sort::Float(format))
            }
            Op::FpToSigned | Op::FpToUnsigned => {
                self.rounding_mode()?;
                self.format(1)?;
                self.width(2).map(Sort::BitVec)
            }
            Op::FpFromBits { format } => {
                let width = self.width(0)?;
                self.fits(width == format.width(), width)?;
                Ok(Sort::Float(format))
            }
            Op::FpToBits => self.format(0).map(|format| Sort::BitVec(format.width())),
            op => Err(SortError::Arity {
                op,
                found: self.sorts.len(),
            }),
        }
    }

    /// The result of an operation on arrays.
    fn array_sort(&self) -> Result<Sort, SortError> {
        match self.op {
            Op::Select => {
                let array = self.array(0)?;
                self.expect(1, Sort::BitVec(array.index_width))?;
                Ok(array.element.into())
            }
            Op::Store => {
                let array = self.array(0)?;
                self.expect(1, Sort::BitVec(array.index_width))?;
                self.expect(2, array.element.into())?;
                Ok(Sort::Array(array))
            }
            Op::Slide => {
                let array = self.array(0)?;
                self.expect(1, Sort::BitVec(array.index_width))?;
                Ok(Sort::Array(array))
            }
            Op::Splice => {
                let array = self.array(0)?;
                self.expect(1, Sort::BitVec(array.index_width))?;
                self.expect(2, Sort::BitVec(array.index_width))?;
                self.expect(3, Sort::Array(array))?;
                Ok(Sort::Array(array))
            }
            Op::ConstArray { index_width } => match self.sorts[0].scalar() {
                Some(element) => Ok(Sort::array(index_width, element)),
                None => self.wrong(0),
            },
            op => Err(SortError::Arity {
                op,
                found: self.sorts.len(),
            }),
        }
    }

    fn wrong<T>(&self, position: usize) -> Result<T, SortError> {
        Err(SortError::Operand {
            op: self.op,
            position,
            found: self.sorts[position],
        })
    }

    fn expect(&self, position: usize, sort: Sort) -> Result<(), SortError> {
        if self.sorts[position] == sort {
            Ok(())
        } else {
            self.wrong(position)
        }
    }

    fn width(&self, position: usize) -> Result<u32, SortError> {
        self.sorts[position]
            .bit_width()
            .map_or_else(|| self.wrong(position), Ok)
    }

    fn format(&self, position: usize) -> Result<FloatFormat, SortError> {
        match self.sorts[position] {
            Sort::Float(format) => Ok(format),
            _ => self.wrong(position),
        }
    }

    fn array(&self, position: usize) -> Result<ArraySort, SortError> {
        match self.sorts[position] {
            Sort::Array(array) => Ok(array),
            _ => self.wrong(position),
        }
    }

    fn rounding_mode(&self) -> Result<(), SortError> {
        self.expect(0, Sort::BitVec(RoundingMode::WIDTH))
    }

    /// All operands from a position on have the sort of the first of them.
    fn same_from(&self, first: usize) -> Result<Sort, SortError> {
        for position in first + 1..self.sorts.len() {
            self.expect(position, self.sorts[first])?;
        }
        Ok(self.sorts[first])
    }

    fn same_bit_vectors(&self) -> Result<Sort, SortError> {
        self.width(0)?;
        self.same_from(0)
    }

    /// Floats of one format after `first` other operands.
    fn same_floats(&self, first: usize) -> Result<Sort, SortError> {
        self.format(first)?;
        self.same_from(first)
    }

    fn fits(&self, fits: bool, width: u32) -> Result<(), SortError> {
        if fits {
            Ok(())
        } else {
            Err(SortError::Width { op: self.op, width })
        }
    }
}

/// The sort of the result. Constants and symbols have no operands to tell it from: their pool does.
pub(crate) fn result_sort(op: Op, sorts: &[Sort]) -> Result<Sort, SortError> {
    if sorts.len() != op.arity() || sorts.is_empty() {
        return Err(SortError::Arity {
            op,
            found: sorts.len(),
        });
    }
    let check = Checker { op, sorts };
    match op {
        Op::Constant(_) | Op::Symbol(_) => Err(SortError::Arity { op, found: 0 }),
        Op::Not | Op::And | Op::Or | Op::Xor => {
            check.expect(0, Sort::Bool)?;
            check.same_from(0)
        }
        Op::Ite => {
            check.expect(0, Sort::Bool)?;
            check.same_from(1)
        }
        Op::Eq => check.same_from(0).map(|_| Sort::Bool),
        Op::BvNot
        | Op::BvNeg
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvAdd
        | Op::BvSub
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvShl
        | Op::BvLshr
        | Op::BvAshr => check.same_bit_vectors(),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => check.same_bit_vectors().map(|_| Sort::Bool),
        op if op.is_overflow() => check.same_bit_vectors().map(|_| Sort::Bool),
        Op::BvConcat => Ok(Sort::BitVec(check.width(0)? + check.width(1)?)),
        Op::BvExtract { high, low } => {
            let width = check.width(0)?;
            check.fits(low <= high && high < width, width)?;
            Ok(Sort::BitVec(high - low + 1))
        }
        Op::BvZeroExtend { width } | Op::BvSignExtend { width } => {
            let narrow = check.width(0)?;
            check.fits(width >= narrow, narrow)?;
            Ok(Sort::BitVec(width))
        }
        Op::Select | Op::Store | Op::Slide | Op::Splice | Op::ConstArray { .. } => check.array_sort(),
        _ => check.float_sort(),
    }
}
