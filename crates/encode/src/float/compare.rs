//! Comparisons on the interchange encoding: magnitudes compare as unsigned numbers.

use logic::FloatFormat;

use super::{nan, unpack};
use crate::circuit::{self, Word};
use crate::gates::{Edge, Gates};

pub(crate) fn equal(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Edge {
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    let same = circuit::compare::equal(gates, a, b);
    let zeros = gates.and(x.is_zero, y.is_zero);
    let equal = gates.or(same, zeros);
    // Equal bits are NaN on both sides or on none.
    gates.and(equal, !x.is_nan)
}

/// The order of the encodings, with the negative zero below the positive one; meaningless for NaN.
fn encoding_less(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let top = a.len() - 1;
    let magnitude_less = circuit::compare::unsigned_less(gates, &a[..top], &b[..top]);
    let magnitude_greater = circuit::compare::unsigned_less(gates, &b[..top], &a[..top]);
    let both_negative = gates.and(a[top], b[top]);
    let same_sign = gates.mux(both_negative, magnitude_greater, magnitude_less);
    let signs_differ = gates.xor(a[top], b[top]);
    gates.mux(signs_differ, a[top], same_sign)
}

pub(crate) fn less(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Edge {
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    let less = encoding_less(gates, a, b);
    let zeros = gates.and(x.is_zero, y.is_zero);
    gates.and_all(&[less, !zeros, !x.is_nan, !y.is_nan])
}

pub(crate) fn less_or_equal(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Edge {
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    let greater = encoding_less(gates, b, a);
    let zeros = gates.and(x.is_zero, y.is_zero);
    let ordered = gates.or(!greater, zeros);
    gates.and_all(&[ordered, !x.is_nan, !y.is_nan])
}

pub(crate) fn min(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Word {
    let less = encoding_less(gates, a, b);
    choose(gates, format, less, a, b)
}

pub(crate) fn max(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Word {
    let less = encoding_less(gates, a, b);
    choose(gates, format, !less, a, b)
}

/// The first or the second; the other one if that is NaN.
fn choose(gates: &mut Gates, format: FloatFormat, first: Edge, a: &[Edge], b: &[Edge]) -> Word {
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    let first = gates.or(first, y.is_nan);
    let first = gates.and(first, !x.is_nan);
    let chosen = circuit::mux(gates, first, a, b);
    let both_nan = gates.and(x.is_nan, y.is_nan);
    circuit::mux(gates, both_nan, &nan(format), &chosen)
}
