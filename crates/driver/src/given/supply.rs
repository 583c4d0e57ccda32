//! The values of the program's inputs: those given, then zero or random ones.

use std::collections::BTreeSet;
use std::fmt;

use ctype::{FloatFormat, TypeId, TypeTable};
use interp::{Decision, InputRequest, InputSupply, Policy, RandomInputs, Turn, ZeroInputs};
use rustc_apfloat::ieee::{Double, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

use super::inputs::{GivenInputs, GivenValue};

pub struct Supply {
    given: GivenInputs,
    unused: BTreeSet<(String, u32)>,
    rest: Box<dyn InputSupply>,
    policy: Policy,
    stops_at_races: bool,
}

impl Supply {
    #[must_use]
    pub fn new(given: GivenInputs, seed: Option<u64>, policy: Policy) -> Supply {
        Supply {
            policy,
            stops_at_races: true,
            unused: given.values.keys().cloned().collect(),
            given,
            rest: match seed {
                Some(seed) => Box::new(RandomInputs::new(seed)),
                None => Box::new(ZeroInputs),
            },
        }
    }

    /// Data races do not end the run.
    #[must_use]
    pub fn behind_races(mut self) -> Supply {
        self.stops_at_races = false;
        self
    }

    /// Values that were given and that the program never asked for.
    pub fn unused(&self) -> impl Iterator<Item = String> {
        self.unused
            .iter()
            .map(|(name, occurrence)| runs::input_key(name, *occurrence))
    }
}

impl fmt::Debug for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Supply")
            .field("given", &self.given)
            .finish_non_exhaustive()
    }
}

impl InputSupply for Supply {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        let key = (request.name.to_owned(), request.occurrence);
        match self.given.values.get(&key) {
            Some(&value) => {
                self.unused.remove(&key);
                bits(value, request.ty, request.types)
            }
            None => self.rest.supply(request),
        }
    }

    fn stops_at_races(&self) -> bool {
        self.stops_at_races
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        self.policy.decide(turn)
    }
}

/// The value in the representation of its type.
fn bits(value: GivenValue, ty: TypeId, types: &TypeTable) -> u128 {
    let format = types.float_format(ty);
    match (value, format) {
        (GivenValue::Bits(bits), _) => bits,
        (GivenValue::Integer(value), None) => value as u128,
        (GivenValue::Float(value), None) => value as i128 as u128,
        (GivenValue::Integer(value), Some(format)) => float_bits(value as f64, format),
        (GivenValue::Float(value), Some(format)) => float_bits(value, format),
    }
}

fn float_bits(value: f64, format: FloatFormat) -> u128 {
    let exact = Double::from_bits(u128::from(value.to_bits()));
    let inexact = &mut false;
    match format {
        FloatFormat::Half => {
            let half: Half = exact.convert(inexact).value;
            half.to_bits()
        }
        FloatFormat::Single => u128::from((value as f32).to_bits()),
        FloatFormat::Double => u128::from(value.to_bits()),
        FloatFormat::X87 => {
            let extended: X87DoubleExtended = exact.convert(inexact).value;
            extended.to_bits()
        }
        FloatFormat::Quad => {
            let quad: Quad = exact.convert(inexact).value;
            quad.to_bits()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctype::{DataModel, FloatKind, IntKind};

    #[test]
    fn values_take_the_type_that_is_asked_for() {
        let mut types = TypeTable::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let float = types.float(FloatKind::Float);
        let long_double = types.float(FloatKind::LongDouble);
        assert_eq!(bits(GivenValue::Integer(-1), int, &types), u128::MAX);
        assert_eq!(bits(GivenValue::Float(-2.9), int, &types), -2i128 as u128);
        assert_eq!(bits(GivenValue::Integer(1), float, &types), 0x3f80_0000);
        assert_eq!(
            bits(GivenValue::Float(1.5), long_double, &types),
            0x3fff_c000_0000_0000_0000
        );
        assert_eq!(bits(GivenValue::Bits(7), float, &types), 7);
    }
}
