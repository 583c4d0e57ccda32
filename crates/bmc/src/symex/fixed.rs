//! Inputs whose values are given.
//!
//! A run is repeated symbolically with something in it set free. Everything else that enters it must be what it
//! was: the k-th value that a name asks for is the k-th value recorded for that name. How often a name has asked is
//! part of the state, as a term, because the ways that meet may have asked differently often. While that term is a
//! constant, so is the input, and nothing symbolic comes of it. What nobody recorded, because the run goes where
//! the recorded one did not, stays free.

use std::collections::BTreeMap;
use std::rc::Rc;

use ctype::TypeId;
use logic::{Bits, TermId};

use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::State;
use crate::symex::{OBJECT_BITS, Symex};

/// The inputs of a recorded run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fixed {
    /// By name, in the order of their occurrence: integers in two's complement, floats as their bits.
    pub values: BTreeMap<String, Vec<u128>>,
    pub stdin: Vec<u8>,
    /// Whether standard input ends after these bytes; otherwise what follows is free.
    pub stdin_ends: bool,
}

impl Symex<'_> {
    /// How often a name has asked before, and that it asks now.
    fn turn(&mut self, state: &mut State, name: &str) -> TermId {
        let zero = self.pool.bv(32, 0);
        let before = state.turns.get(name).copied().unwrap_or(zero);
        let one = self.pool.bv(32, 1);
        let next = self.pool.bv_add(before, one);
        let after = self.pool.ite(self.lazy, next, before);
        state.turns.insert(Rc::from(name), after);
        before
    }

    /// The value recorded for an input, if there may be one.
    pub(crate) fn supplied(&mut self, state: &mut State, name: &str, ty: TypeId) -> Option<Value> {
        let fixed = self.options.fixed.clone()?;
        let values = fixed.values.get(name)?;
        let scalar = self.scalar_of(ty)?;
        let turn = self.turn(state, name);
        if let Some(index) = self.number(turn) {
            let bits = *values.get(index as usize)?;
            return Some(self.constant_value(bits, scalar));
        }
        let mut value = self.free_value(name, ty);
        for (index, bits) in values.iter().enumerate() {
            let now = self.pool.bv(32, index as u128);
            let now = self.pool.eq(turn, now);
            let known = self.constant_value(*bits, scalar);
            value = self.select(now, known, value);
        }
        Some(value)
    }

    fn constant_value(&mut self, bits: u128, scalar: Scalar) -> Value {
        match scalar.repr {
            Repr::Int(width, _) => Value::Bits(self.pool.bits(Bits::from_i128(width, bits as i128))),
            Repr::Bool => Value::Bits(self.pool.bv(8, u128::from(bits != 0))),
            Repr::Float(_) => {
                let width = scalar.value_bytes() * 8;
                let bits = self.pool.bits(Bits::from_i128(width, bits as i128));
                self.read_as(bits, scalar)
            }
            Repr::Pointer => Value::Pointer {
                object: self.pool.bv(OBJECT_BITS, 0),
                offset: self.pool.bits(Bits::from_i128(self.width, bits as i128)),
            },
        }
    }

    /// The next byte of a recorded standard input, or -1; `free` where it is not recorded.
    pub(crate) fn supplied_byte(&mut self, state: &mut State, free: TermId) -> Option<TermId> {
        let fixed = self.options.fixed.clone()?;
        let turn = self.turn(state, "stdin");
        let minus = self.pool.bv(32, u128::from(u32::MAX));
        let beyond = if fixed.stdin_ends { minus } else { free };
        if let Some(index) = self.number(turn) {
            return Some(match fixed.stdin.get(index as usize) {
                Some(byte) => self.pool.bv(32, u128::from(*byte)),
                None => beyond,
            });
        }
        let mut value = beyond;
        for (index, byte) in fixed.stdin.iter().enumerate() {
            let now = self.pool.bv(32, index as u128);
            let now = self.pool.eq(turn, now);
            let byte = self.pool.bv(32, u128::from(*byte));
            value = self.pool.ite(now, byte, value);
        }
        Some(value)
    }
}
