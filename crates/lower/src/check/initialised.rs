//! Reads of variables that were never written.

use program::{CheckKind, ExprKind, PlaceId};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn check_initialised(&mut self, place: PlaceId, loc: LocId) {
        if !self.program.types.is_scalar(self.program.place(place).ty) {
            return;
        }
        let clone = self.clone_place(place);
        let cond = self.expr(ExprKind::Initialised(clone), self.common.int, loc);
        let text = format!("`{}` has been given a value", self.short_text(loc));
        self.claim(CheckKind::UninitialisedRead, cond, text, loc);
    }
}
