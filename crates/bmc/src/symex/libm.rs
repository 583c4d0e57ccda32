//! The C library's own mathematics: `sin`, `exp`, `pow`.
//!
//! No formula computes what a library returns to the last bit. Of constants it is computed here, as the interpreter
//! does it, by the host's library at the precision of `float` and `double`; at others, and of functions that the standard
//! library does not offer, only where every library returns the exact value (`exp(0)`, `pow(2, 3)`). Of anything else the
//! result is an input without a model, of which only the range is known. What lies outside becomes a value inside, so that nothing is assumed about the run.

use logic::{Float, FloatFormat, TermId};
use program::LibmFunction;

use crate::symex::Symex;
use crate::symex::state::State;

/// What the host's library returns at the precision of the operands, if the standard library offers the function.
macro_rules! of_the_host {
    ($function:expr, $x:expr, $y:expr) => {
        match $function {
            LibmFunction::Sin => Some($x.sin()),
            LibmFunction::Cos => Some($x.cos()),
            LibmFunction::Tan => Some($x.tan()),
            LibmFunction::Asin => Some($x.asin()),
            LibmFunction::Acos => Some($x.acos()),
            LibmFunction::Atan => Some($x.atan()),
            LibmFunction::Atan2 => Some($x.atan2($y)),
            LibmFunction::Sinh => Some($x.sinh()),
            LibmFunction::Cosh => Some($x.cosh()),
            LibmFunction::Tanh => Some($x.tanh()),
            LibmFunction::Exp => Some($x.exp()),
            LibmFunction::Exp2 => Some($x.exp2()),
            LibmFunction::Expm1 => Some($x.exp_m1()),
            LibmFunction::Log => Some($x.ln()),
            LibmFunction::Log2 => Some($x.log2()),
            LibmFunction::Log10 => Some($x.log10()),
            LibmFunction::Log1p => Some($x.ln_1p()),
            LibmFunction::Pow => Some($x.powf($y)),
            LibmFunction::Hypot => Some($x.hypot($y)),
            // Not the C library's own results: these the standard library computes itself.
            LibmFunction::Cbrt
            | LibmFunction::Asinh
            | LibmFunction::Acosh
            | LibmFunction::Atanh
            | LibmFunction::Erf
            | LibmFunction::Erfc
            | LibmFunction::Tgamma
            | LibmFunction::Lgamma => None,
        }
    };
}

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
        let nearest = self.pool.rounding_mode(logic::RoundingMode::NearestTiesToEven);
        let mut operands = [0.0; 2];
        for (operand, &term) in operands.iter_mut().zip([x].iter().chain(rest)) {
            let double = self.pool.fp_convert(nearest, term, FloatFormat::DOUBLE);
            // What is no `double` is no operand of which an exact value is known.
            if self.pool.fp_convert(nearest, double, format) != term {
                return None;
            }
            *operand = self.pool.constant(double)?.as_float()?.to_f64()?;
        }
        let [x, y] = operands;
        // Rounded in another direction, a library computes something else.
        let result = if let Some(result) = exactly(function, x, y) {
            Float::from_f64(result)
        } else if state.rounding != nearest {
            return None;
        } else if format == FloatFormat::DOUBLE {
            Float::from_f64(of_the_host!(function, x, y)?)
        } else if format == FloatFormat::SINGLE {
            Float::from_f32(of_the_host!(function, x as f32, y as f32)?)
        } else {
            return None;
        };
        let result = self.pool.float(result);
        Some(self.pool.fp_convert(nearest, result, format))
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

/// Results without any rounding, which every library returns at every precision and in every direction.
fn exactly(function: LibmFunction, x: f64, y: f64) -> Option<f64> {
    let whole = |x: f64, most: f64| x == x.trunc() && x.abs() <= most;
    Some(match function {
        LibmFunction::Sin
        | LibmFunction::Tan
        | LibmFunction::Asin
        | LibmFunction::Atan
        | LibmFunction::Sinh
        | LibmFunction::Tanh
        | LibmFunction::Asinh
        | LibmFunction::Atanh
        | LibmFunction::Expm1
        | LibmFunction::Log1p
        | LibmFunction::Cbrt
        | LibmFunction::Erf
            if x == 0.0 =>
        {
            x
        }
        LibmFunction::Cos
        | LibmFunction::Cosh
        | LibmFunction::Exp
        | LibmFunction::Exp2
        | LibmFunction::Erfc
            if x == 0.0 =>
        {
            1.0
        }
        LibmFunction::Log
        | LibmFunction::Log2
        | LibmFunction::Log10
        | LibmFunction::Acos
        | LibmFunction::Acosh
        | LibmFunction::Lgamma
            if x == 1.0 =>
        {
            0.0
        }
        LibmFunction::Exp2 if whole(x, 100.0) => x.exp2(),
        LibmFunction::Tgamma if whole(x, 12.0) && x > 0.0 => (1..x as u32).map(f64::from).product(),
        LibmFunction::Hypot if y == 0.0 && !x.is_nan() => x.abs(),
        LibmFunction::Pow if y == 0.0 || x == 1.0 => 1.0,
        // A product of whole numbers that every format holds: below 2^24.
        LibmFunction::Pow if whole(x, 4096.0) && whole(y, 24.0) && y > 0.0 => {
            let product = x.powi(y as i32);
            if product.abs() >= 16_777_216.0 {
                return None;
            }
            product
        }
        _ => return None,
    })
}
