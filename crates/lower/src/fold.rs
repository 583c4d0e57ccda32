//! Arithmetic on integer constants that C's own rules settle: nothing else is ever evaluated here.

use ctype::{TypeId, TypeTable};
use program::{ExprId, ExprKind};

use crate::lowerer::Lowerer;

/// The value of `value` after conversion to an integer type.
pub(crate) fn wrap(types: &TypeTable, value: i128, ty: TypeId) -> Option<i128> {
    if types.is_bool(ty) {
        return Some(i128::from(value != 0));
    }
    let (bits, signed) = types.integer(ty)?;
    if bits >= 128 {
        return Some(value);
    }
    let shift = 128 - bits;
    Some(if signed {
        (value << shift) >> shift
    } else {
        (((value as u128) << shift) >> shift) as i128
    })
}

/// The smallest and largest value of an integer type; 128-bit unsigned values are not comparable as `i128`.
pub(crate) fn range(types: &TypeTable, ty: TypeId) -> Option<(i128, i128)> {
    if types.is_bool(ty) {
        return Some((0, 1));
    }
    match types.integer(ty)? {
        (128, true) => Some((i128::MIN, i128::MAX)),
        (bits, true) if bits < 128 => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        (bits, false) if bits < 128 => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

impl Lowerer<'_> {
    pub(crate) fn constant(&self, expr: ExprId) -> Option<i128> {
        match self.program.expr(expr).kind {
            ExprKind::Int(value) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctype::{DataModel, IntKind};

    #[test]
    fn wrapping_follows_width_and_sign() {
        let mut types = TypeTable::new(DataModel::LP64);
        let (schar, uchar, bool) = (types.int(IntKind::SChar), types.int(IntKind::UChar), types.bool());
        assert_eq!(wrap(&types, 200, schar), Some(-56));
        assert_eq!(wrap(&types, -1, uchar), Some(255));
        assert_eq!(wrap(&types, 256, bool), Some(1));
        assert_eq!(range(&types, schar), Some((-128, 127)));
        assert_eq!(range(&types, uchar), Some((0, 255)));
    }
}
