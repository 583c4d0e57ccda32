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
        let text = self.worded(
            |this| {
                let display = this.program.types.display(to);
                let shown = this.short_text(this.loc_of(value));
                format!("the value of `{shown}` fits `{display}`")
            },
            |this| {
                let sign = |ty| this.program.types.integer(ty).map(|(_, signed)| signed);
                let what = match (sign(from), sign(to)) {
                    (None, Some(true)) => "float to signed integer",
                    (None, _) => "float to unsigned integer",
                    (Some(true), Some(true)) => "signed",
                    (Some(true), _) => "signed to unsigned",
                    (Some(false), Some(true)) => "unsigned to signed",
                    (Some(false), _) => "unsigned",
                };
                let (ty, shown) = (this.cbmc_type(to), this.cbmc_operand(value));
                format!("arithmetic overflow on {what} type conversion in ({ty}){shown}")
            },
        );
        self.claim(CheckKind::Conversion, cond, text, loc);
    }
}
