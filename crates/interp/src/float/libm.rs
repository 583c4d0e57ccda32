//! Transcendental functions, from the host's library through the standard library where it offers them, at the precision of
//! `float` and `double`; the rest by their textbook identities.

use program::LibmFunction;

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

pub(crate) fn libm(function: LibmFunction, x: f64, y: f64) -> f64 {
    if let Some(result) = of_the_host!(function, x, y) {
        return result;
    }
    match function {
        LibmFunction::Asinh => x.asinh(),
        LibmFunction::Acosh => x.acosh(),
        LibmFunction::Cbrt => x.cbrt(),
        LibmFunction::Atanh => x.atanh(),
        LibmFunction::Erf => erf(x),
        LibmFunction::Erfc => erfc(x),
        LibmFunction::Tgamma => tgamma(x),
        _ => lgamma(x),
    }
}

pub(crate) fn libm_of_float(function: LibmFunction, x: f32, y: f32) -> Option<f32> {
    of_the_host!(function, x, y)
}

fn erf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() < 3.0 {
        // Alternating-free series: erf x = 2/sqrt(pi) e^(-x^2) sum 2^n x^(2n+1) / (2n+1)!!.
        let mut term = x;
        let mut sum = x;
        let mut n = 0.0;
        while term.abs() > sum.abs() * 1e-17 && n < 200.0 {
            n += 1.0;
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
        }
        return std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum;
    }
    (1.0 - erfc(x.abs())).copysign(x)
}

fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x < 2.0 {
        return 1.0 - erf(x);
    }
    if x > 27.3 {
        return 0.0;
    }
    // The continued fraction, evaluated from its tail.
    let mut tail = 0.0;
    for k in (1..=120).rev() {
        tail = f64::from(k) / 2.0 / (x + tail);
    }
    (-x * x).exp() / ((x + tail) * std::f64::consts::PI.sqrt())
}

/// Lanczos' approximation (g = 7, nine terms) for arguments of at least 1/2.
fn lanczos(x: f64) -> (f64, f64) {
    const TERMS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let sum = TERMS[1..]
        .iter()
        .enumerate()
        .fold(TERMS[0], |sum, (index, term)| {
            sum + term / (x + index as f64 + 1.0)
        });
    (sum, x + 7.5)
}

fn tgamma(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0 / x;
    }
    if x == x.floor() {
        if x < 0.0 {
            return f64::NAN;
        }
        if x <= 23.0 {
            return (2..x as u64).map(|n| n as f64).product();
        }
    }
    if x < 0.5 {
        return std::f64::consts::PI / ((std::f64::consts::PI * x).sin() * tgamma(1.0 - x));
    }
    if x > 171.7 {
        return f64::INFINITY;
    }
    let (sum, t) = lanczos(x);
    (2.0 * std::f64::consts::PI).sqrt() * t.powf((x - 0.5) / 2.0) * (-t).exp() * t.powf((x - 0.5) / 2.0) * sum
}

fn lgamma(x: f64) -> f64 {
    if x.is_infinite() || (x <= 0.0 && x == x.floor()) {
        return f64::INFINITY;
    }
    if x == 1.0 || x == 2.0 {
        return 0.0;
    }
    if x < 0.5 {
        let reflected = (std::f64::consts::PI * x).sin().abs();
        return (std::f64::consts::PI / reflected).ln() - lgamma(1.0 - x);
    }
    let (sum, t) = lanczos(x);
    (2.0 * std::f64::consts::PI).ln() / 2.0 + (x - 0.5) * t.ln() - t + sum.ln()
}
