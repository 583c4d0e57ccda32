//! Claims, one file per class of error.
//!
//! A claim stands before the instruction that would commit the error. Inside a lazily evaluated operand it is
//! weakened by the conditions under which the operand is evaluated at all: in `i < n && a[i]` the bounds of
//! `a` matter only if `i < n`.

mod access;
mod arithmetic;
mod bounds;
mod cbmc;
mod conversion;
mod enumeration;
mod float;
mod format;
mod initialised;
mod pointer_arithmetic;
mod pragma;
mod shift;
mod sign_compare;

use program::{CheckKind, Claim, ExprId, InstrKind};
use source::LocId;

use crate::entry::START;
use crate::lowerer::Lowerer;
use crate::quantifier::Noted;

pub(crate) use pragma::Pragmas;

impl Lowerer<'_> {
    /// Emits a claim if its class is asked for.
    pub(crate) fn claim(&mut self, kind: CheckKind, cond: ExprId, text: String, loc: LocId) {
        self.claim_or_else(kind, cond, text, None, loc);
    }

    /// The same, with words for what is wrong where it does not hold.
    pub(crate) fn claim_or_else(
        &mut self,
        kind: CheckKind,
        cond: ExprId,
        text: String,
        violation: Option<String>,
        loc: LocId,
    ) {
        if !self.checks(kind) || !self.wanted_at(kind, loc) {
            return;
        }
        let mut cond = cond;
        for guard in self.body.guards.clone().into_iter().rev() {
            let clone = self.clone_expr(guard.cond);
            let excuse = if guard.holds { self.not(clone) } else { clone };
            cond = self.or(excuse, cond);
        }
        if !self.noted.is_empty() && kind != CheckKind::Unsupported {
            let place = Noted {
                kind,
                text,
                violation,
                loc,
            };
            return self.note(place, cond);
        }
        if self.cover_check(kind, cond, &text, loc) {
            return;
        }
        if kind == CheckKind::Assertion && self.options.assume_assertions {
            self.emit(InstrKind::Assume(cond), loc);
            return;
        }
        let function = self.body.function;
        let (owner, word) = if self.options.cbmc_claims {
            let owner = match self.program.function(function).name.as_str() {
                START => "__CPROVER__start",
                other => other,
            };
            (owner.to_owned(), kind.cbmc_word())
        } else {
            // Where no threads are started, waiting for nobody is a claim at its place.
            let about_all = self.threads && matches!(kind, CheckKind::Deadlock | CheckKind::DataRace);
            let start = self.options.function.as_deref().unwrap_or("main");
            let owner = match about_all {
                true => start.to_owned(),
                false => self.program.function(function).name.clone(),
            };
            (owner, kind.word())
        };
        let number = self.next_claim_number(function, word);
        let name = format!("{owner}.{word}.{number}");
        let id = self.next_claim_id();
        self.program.claims.push(Claim {
            kind,
            cond,
            text,
            violation,
            function,
            name,
            loc,
        });
        self.emit(InstrKind::Claim(id), loc);
    }
}
