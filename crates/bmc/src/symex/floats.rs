//! Operations on floats beyond C's operators.

use logic::{FloatFormat, RoundingMode, Sort, TermId};
use program::Intrinsic;

use crate::symex::Symex;
use crate::symex::state::State;

impl Symex<'_> {
    pub(crate) fn classify(&mut self, op: Intrinsic, x: TermId) -> TermId {
        let pool = &mut self.pool;
        match op {
            Intrinsic::IsNan => pool.fp_is_nan(x),
            Intrinsic::IsInf => pool.fp_is_infinite(x),
            Intrinsic::IsFinite => {
                let (nan, infinite) = (pool.fp_is_nan(x), pool.fp_is_infinite(x));
                let either = pool.or(nan, infinite);
                pool.not(either)
            }
            Intrinsic::IsNormal => pool.fp_is_normal(x),
            Intrinsic::IsSubnormal => pool.fp_is_subnormal(x),
            _ => self.sign(x),
        }
    }

    pub(crate) fn format(&self, x: TermId) -> FloatFormat {
        match self.pool.sort(x) {
            Sort::Float(format) => format,
            _ => FloatFormat::DOUBLE,
        }
    }

    /// The sign bit; that of NaN is open.
    fn sign(&mut self, x: TermId) -> TermId {
        let negative = self.pool.fp_is_negative(x);
        let nan = self.pool.fp_is_nan(x);
        if self.truth(nan) == Some(false) {
            return negative;
        }
        let open = self.nan_sign(x);
        let open = self.pool.and(nan, open);
        self.pool.or(negative, open)
    }

    /// Nothing for functions that are not computed exactly.
    pub(crate) fn float_function(
        &mut self,
        state: &State,
        op: Intrinsic,
        x: TermId,
        rest: &[TermId],
    ) -> Option<TermId> {
        let rounded = |mode: RoundingMode, this: &mut Self| {
            let rm = this.pool.rounding_mode(mode);
            this.pool.fp_round_to_integral(rm, x)
        };
        Some(match (op, rest) {
            (Intrinsic::FAbs, _) => self.pool.fp_abs(x),
            (Intrinsic::Sqrt, _) => self.pool.fp_sqrt(state.rounding, x),
            (Intrinsic::Floor, _) => rounded(RoundingMode::TowardNegative, self),
            (Intrinsic::Ceil, _) => rounded(RoundingMode::TowardPositive, self),
            (Intrinsic::Trunc, _) => rounded(RoundingMode::TowardZero, self),
            (Intrinsic::Round, _) => rounded(RoundingMode::NearestTiesToAway, self),
            (Intrinsic::Rint, _) => self.pool.fp_round_to_integral(state.rounding, x),
            (Intrinsic::CopySign, &[y]) => {
                let magnitude = self.pool.fp_abs(x);
                let opposite = self.pool.fp_neg(magnitude);
                let negative = self.sign(y);
                self.pool.ite(negative, opposite, magnitude)
            }
            (Intrinsic::Fmod, &[y]) if self.format(x) == self.format(y) => self.pool.fp_fmod(x, y),
            (Intrinsic::Remainder, &[y]) => self.pool.fp_rem(x, y),
            (Intrinsic::Fmin, &[y]) => self.pool.fp_min(x, y),
            (Intrinsic::Fmax, &[y]) => self.pool.fp_max(x, y),
            (Intrinsic::Libm(function), _) => return self.libm_of_constants(state, function, x, rest),
            (Intrinsic::Fma, &[y, z]) => self.pool.fp_fma(state.rounding, x, y, z),
            _ => return None,
        })
    }
}
