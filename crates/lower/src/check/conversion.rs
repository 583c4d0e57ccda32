//! Conversions that change the value.

use ctype::TypeId;
use program::{CheckKind, ExprId, ExprKind};
use source::LocId;

use crate::fold;
use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn check_conversion(&mut self, value: ExprId, to: TypeId, loc: LocId) {
        self.check_float_conversion(value, to, loc);
        if !self.checks(CheckKind::Conversion)
            || !self.program.types.is_integer(to)
            || self.program.types.is_bool(to)
        {
            return;
        }
        let from = self.type_of(value);
        let types = &self.program.types;
        let narrows = if types.is_float(from) {
            true
        } else {
            match (fold::range(types, from), fold::range(types, to)) {
                (Some((low, high)), Some((to_low, to_high))) => low < to_low || high > to_high,
                // 128-bit unsigned values have no range here: compare widths and signs.
                _ => types.is_integer(from) && types.integer(from) != types.integer(to),
            }
        };
        if !narrows {
            return;
        }
        let operand = self.clone_expr(value);
        let cond = self.expr(ExprKind::Fits { value: operand, to }, self.common.int, loc);
        let display = self.program.types.display(to);
        let text = format!(
            "the value of `{}` fits `{display}`",
            self.short_text(self.loc_of(value))
        );
        self.claim(CheckKind::Conversion, cond, text, loc);
    }
}
