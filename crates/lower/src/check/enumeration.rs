//! Values of enumerated types that are none of their constants.

use ctype::{Type, TypeId};
use program::{BinaryOp, CheckKind, ExprId};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// Claims that a value of this type is one of its constants, if the type is enumerated.
    pub(crate) fn check_enumerator(&mut self, value: ExprId, ty: TypeId, loc: LocId) {
        if !self.checks(CheckKind::EnumRange) {
            return;
        }
        let Some(ranges) = self.enumerated_ranges(ty) else {
            return;
        };
        let within = |value: i128| ranges.iter().any(|&(low, high)| low <= value && value <= high);
        if self.constant(value).is_some_and(within) {
            return;
        }
        let operand = self.clone_expr(value);
        let Some(cond) = self.is_enumerator(operand, ty, loc) else {
            return;
        };
        let display = self.program.types.display(ty);
        let text = format!("`{}` is a constant of `{display}`", self.short_text(loc));
        self.claim(CheckKind::EnumRange, cond, text, loc);
    }

    /// Whether the value is one of the constants of the enumerated type; nothing for other types.
    pub(crate) fn is_enumerator(&mut self, value: ExprId, ty: TypeId, loc: LocId) -> Option<ExprId> {
        let ranges = self.enumerated_ranges(ty)?;
        let at = self.type_of(value);
        let mut any = self.int(0, self.common.int, loc);
        for (low, high) in ranges {
            let mut one_of = |op: BinaryOp, bound: i128| {
                let operand = self.clone_expr(value);
                let bound = self.int(bound, at, loc);
                self.compare(op, operand, bound)
            };
            let inside = if low == high {
                one_of(BinaryOp::Eq, low)
            } else {
                let (above, below) = (one_of(BinaryOp::Ge, low), one_of(BinaryOp::Le, high));
                self.and(above, below)
            };
            any = self.or(any, inside);
        }
        Some(any)
    }

    /// The constants of an enumerated type as ranges without gaps, in order.
    fn enumerated_ranges(&self, ty: TypeId) -> Option<Vec<(i128, i128)>> {
        let Type::Enum(item) = self.program.types.get(ty) else {
            return None;
        };
        let constants = &self.program.types.enumeration(*item).enumerators;
        let mut values: Vec<i128> = constants.iter().map(|constant| constant.value).collect();
        values.sort_unstable();
        values.dedup();
        let mut ranges: Vec<(i128, i128)> = Vec::new();
        for value in values {
            match ranges.last_mut() {
                Some((_, high)) if *high + 1 == value => *high = value,
                _ => ranges.push((value, value)),
            }
        }
        (!ranges.is_empty()).then_some(ranges)
    }
}
