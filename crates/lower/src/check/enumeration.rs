//! Values of an enumeration that are none of its enumerators.
//!
//! C allows them; who writes `--enum-range-check` does not.

use ctype::Type;
use program::{BinaryOp, CheckKind, ExprId};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// Claims that a value of an enumeration is one of its enumerators.
    pub(crate) fn check_enumeration(&mut self, value: ExprId, loc: LocId) {
        if !self.checks(CheckKind::EnumRange) {
            return;
        }
        let ty = self.type_of(value);
        let Some(cond) = self.is_enumerator(value, loc) else {
            return;
        };
        let shown = self.short_text(self.loc_of(value));
        let text = self.worded(
            |this| {
                format!(
                    "`{shown}` is an enumerator of `{}`",
                    this.program.types.display(ty)
                )
            },
            |_| format!("enum range check in {shown}"),
        );
        self.claim(CheckKind::EnumRange, cond, text, loc);
    }

    /// Whether a value is an enumerator of its type, if that is an enumeration with values.
    pub(crate) fn is_enumerator(&mut self, value: ExprId, loc: LocId) -> Option<ExprId> {
        let ty = self.type_of(value);
        let Type::Enum(id) = *self.program.types.get(ty) else {
            return None;
        };
        let enumerators = &self.program.types.enumeration(id).enumerators;
        let mut values: Vec<i128> = enumerators.iter().map(|item| item.value).collect();
        values.sort_unstable();
        values.dedup();
        let mut cond = None;
        for run in values.chunk_by(|low, high| *high == low + 1) {
            let bounds = [(BinaryOp::Ge, run[0]), (BinaryOp::Le, run[run.len() - 1])];
            let [low, high] = bounds.map(|(op, bound)| {
                let (operand, bound) = (self.clone_expr(value), self.int(bound, ty, loc));
                self.compare(op, operand, bound)
            });
            let inside = self.and(low, high);
            cond = Some(match cond {
                Some(others) => self.or(others, inside),
                None => inside,
            });
        }
        cond
    }
}
