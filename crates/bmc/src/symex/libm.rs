//! The C library's own mathematics: `sin`, `exp`, `pow`.
//!
//! No formula computes what a library returns to the last bit. Of constants it is computed here, as the interpreter
//! does it, at `double` precision by the host's library; of anything else the result is an input without a model, of
//! which only the range is known. What lies outside becomes a value inside, so that nothing is assumed about the run.

use logic::{Float, FloatFormat, TermId};
use program::LibmFunction;

use crate::symex::Symex;
use crate::symex::state::State;

impl Symex<'_> {
    /// The result for constant operands.
    pub(crate) fn libm_of_constants(
        &mut self,
        state: &State,
        function: LibmFunction,
        x: TermId,
        rest: &[TermId],
    ) -> Option<TermId> {
        let format = self.format(x);
        // At another precision, or rounded in another direction, a library computes something else.
        let nearest = self.pool.rounding_mode(logic::RoundingMode::NearestTiesToEven);
        if format != FloatFormat::DOUBLE || state.rounding != nearest {
            return None;
        }
        let mut operands = [0.0; 2];
        for (operand, &term) in operands.iter_mut().zip([x].iter().chain(rest)) {
            let double = self.pool.fp_convert(state.rounding, term, FloatFormat::DOUBLE);
            *operand = self.pool.constant(double)?.as_float()?.to_f64()?;
        }
        let result = Float::from_f64(computed(function, operands)?);
        let result = self.pool.float(result);
        Some(self.pool.fp_convert(state.rounding, result, format))
    }

    /// A value that the function can have, for an operand that is not known.
    pub(crate) fn libm_in_range(&mut self, function: LibmFunction, x: TermId, value: TermId) -> TermId {
        let format = self.format(x);
        let Some((least, most)) = range(function) else {
            return value;
        };
        let rounding = self.pool.rounding_mode(logic::RoundingMode::NearestTiesToEven);
        let number = |this: &mut Self, number: f64| {
            let term = this.pool.float(Float::from_f64(number));
            this.pool.fp_convert(rounding, term, format)
        };
        let (low, high) = (number(self, least), number(self, most));
        let (above, below) = (self.pool.fp_le(low, value), self.pool.fp_le(value, high));
        let inside = self.pool.and(above, below);
        let result = self.pool.ite(inside, value, high);
        let nan = self.pool.fp_is_nan(x);
        let undefined = match function {
            LibmFunction::Sin | LibmFunction::Cos => {
                let infinite = self.pool.fp_is_infinite(x);
                self.pool.or(nan, infinite)
            }
            _ => nan,
        };
        let none = self.pool.float(Float::nan(format));
        self.pool.ite(undefined, none, result)
    }
}

/// The least and the largest value of functions that are defined for every number.
fn range(function: LibmFunction) -> Option<(f64, f64)> {
    Some(match function {
        LibmFunction::Sin | LibmFunction::Cos | LibmFunction::Tanh => (-1.0, 1.0),
        LibmFunction::Exp | LibmFunction::Exp2 => (0.0, f64::INFINITY),
        LibmFunction::Cosh => (1.0, f64::INFINITY),
        _ => return None,
    })
}

/// Only what the standard library offers, and so the interpreter asks it for, too.
fn computed(function: LibmFunction, [x, y]: [f64; 2]) -> Option<f64> {
    Some(match function {
        LibmFunction::Sin => x.sin(),
        LibmFunction::Cos => x.cos(),
        LibmFunction::Tan => x.tan(),
        LibmFunction::Asin => x.asin(),
        LibmFunction::Acos => x.acos(),
        LibmFunction::Atan => x.atan(),
        LibmFunction::Atan2 => x.atan2(y),
        LibmFunction::Sinh => x.sinh(),
        LibmFunction::Cosh => x.cosh(),
        LibmFunction::Tanh => x.tanh(),
        LibmFunction::Exp => x.exp(),
        LibmFunction::Exp2 => x.exp2(),
        LibmFunction::Expm1 => x.exp_m1(),
        LibmFunction::Log => x.ln(),
        LibmFunction::Log2 => x.log2(),
        LibmFunction::Log10 => x.log10(),
        LibmFunction::Log1p => x.ln_1p(),
        LibmFunction::Pow => x.powf(y),
        LibmFunction::Cbrt => x.cbrt(),
        LibmFunction::Hypot => x.hypot(y),
        // Not the C library's own results.
        LibmFunction::Asinh
        | LibmFunction::Acosh
        | LibmFunction::Atanh
        | LibmFunction::Erf
        | LibmFunction::Erfc
        | LibmFunction::Tgamma
        | LibmFunction::Lgamma => return None,
    })
}
