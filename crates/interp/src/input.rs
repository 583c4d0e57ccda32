//! Inputs: every value that enters a run from outside, by name.
//!
//! An input is asked for by its *name* (the variable it goes to, the function it comes from, or for
//! uninitialised data the source-level path of what was read: `x`, `a[3]`, `s.f`, `malloc@12[8]` for byte 8
//! of the object allocated in line 12) and its *occurrence*: the k-th time that name asks. The record of a
//! run lists them all in order; replaying that list gives the same run.

use std::collections::HashMap;

use ctype::{FloatFormat, TypeId, TypeTable};
pub(crate) use runs::InputKind;
pub(crate) use runs::InputValue;
use runs::{input_key, plain_key};
use source::LocId;

use crate::scalar::{Repr, Scalar};
use crate::threads::{Decision, Touched, Turn};

/// What is asked of an [`InputSupply`].
#[derive(Debug, Clone, Copy)]
pub struct InputRequest<'a> {
    pub name: &'a str,
    /// From 1.
    pub occurrence: u32,
    /// A scalar type.
    pub ty: TypeId,
    pub types: &'a TypeTable,
    pub kind: InputKind,
    pub loc: LocId,
}

impl InputRequest<'_> {
    /// `x` for the first occurrence, `x#2` for the second.
    #[must_use]
    pub fn key(&self) -> String {
        input_key(self.name, self.occurrence)
    }
}

/// Gives inputs their values. The bits are cut to the type, so any number is acceptable.
pub trait InputSupply {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128;

    /// What an object that nobody defines holds from the start, byte by byte, zeros behind. Nothing: each part is asked
    /// for when it is read.
    fn contents(&self, _name: &str) -> Option<&[u8]> {
        None
    }

    /// A number in an object that nobody defines, so many bytes from its beginning, when it is first read. Whoever gives it
    /// here is not asked in the usual way, and no record is made.
    fn number(&mut self, _name: &str, _offset: u64) -> Option<u128> {
        None
    }

    /// Which thread runs next.
    fn schedule(&mut self, _turn: &Turn<'_>) -> Decision {
        Decision::Any
    }

    /// Whether a data race ends the run. Who repeats a run that fails at another claim goes on behind races: memory is
    /// sequentially consistent there, too.
    fn stops_at_races(&self) -> bool {
        true
    }

    /// What the step of a thread touched that others can see.
    fn stepped(&mut self, _thread: usize, _touched: &[Touched]) {}

    /// Whether inputs of a kind are recorded and told. Who runs thousands of short runs does without most records.
    fn records(&self, _kind: InputKind) -> bool {
        true
    }
}

/// Every input is zero (null, 0.0).
#[derive(Debug, Clone, Copy, Default)]
pub struct ZeroInputs;

impl InputSupply for ZeroInputs {
    fn supply(&mut self, _request: &InputRequest<'_>) -> u128 {
        0
    }
}

/// Values by key (`x`, `x#2`), and another supply for the rest.
#[derive(Debug, Clone, Default)]
pub struct ListedInputs<Rest> {
    values: HashMap<String, u128>,
    rest: Rest,
}

impl<Rest: InputSupply> ListedInputs<Rest> {
    pub fn new(values: impl IntoIterator<Item = (String, u128)>, rest: Rest) -> ListedInputs<Rest> {
        let values = values
            .into_iter()
            .map(|(key, bits)| (plain_key(key), bits))
            .collect();
        ListedInputs { values, rest }
    }

    /// What gives the values that are not listed.
    #[must_use]
    pub fn rest(&self) -> &Rest {
        &self.rest
    }

    /// The inputs of an earlier run.
    pub fn replay(records: &[InputValue], rest: Rest) -> ListedInputs<Rest> {
        let values = records
            .iter()
            .filter(|record| record.kind != InputKind::Stdin)
            .map(|record| (record.key(), record.bits));
        ListedInputs::new(values, rest)
    }
}

impl<Rest: InputSupply> InputSupply for ListedInputs<Rest> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        match self.values.get(&request.key()) {
            Some(&bits) => bits,
            None => self.rest.supply(request),
        }
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        self.rest.schedule(turn)
    }
}

/// Random values from a seed, with small and extreme ones more often than chance would have them.
///
/// The generator is SplitMix64, so that a seed means the same run on every machine and in every version.
#[derive(Debug, Clone)]
pub struct RandomInputs {
    numbers: SplitMix64,
}

/// The generator itself.
#[derive(Debug, Clone, Copy)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

impl RandomInputs {
    #[must_use]
    pub fn new(seed: u64) -> RandomInputs {
        RandomInputs {
            numbers: SplitMix64(seed),
        }
    }

    fn next(&mut self) -> u64 {
        self.numbers.next()
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    fn integer(&mut self, width: u32, signed: bool) -> u128 {
        match self.next() % 8 {
            // Small, either sign.
            0..=3 => u128::from(self.next() % 16).wrapping_sub(if signed { 5 } else { 0 }),
            4 => u128::from(self.next() % 256),
            // Next to the ends of the range and to powers of two.
            5 => (1u128 << (width - 1))
                .wrapping_add(u128::from(self.next() % 3))
                .wrapping_sub(1),
            6 => (1u128 << (self.next() % u64::from(width)))
                .wrapping_add(u128::from(self.next() % 3))
                .wrapping_sub(1),
            _ => self.wide(),
        }
    }

    fn float(&mut self, format: FloatFormat) -> u128 {
        use crate::float::{Round, bits, from_int};
        match self.next() % 8 {
            0..=3 => from_int(format, (self.next() % 21) as u128, true, Round::NearestTiesToEven),
            4 => {
                let halves = (self.next() % 41) as i64 - 20;
                let magnitude = u128::from(halves.unsigned_abs());
                bits::round_pack(format, halves < 0, magnitude, -1, false, Round::NearestTiesToEven)
            }
            5 => bits::zero(format, self.next().is_multiple_of(2)),
            6 => bits::infinity(format, self.next().is_multiple_of(2)),
            _ => self.wide(),
        }
    }
}

impl InputSupply for RandomInputs {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        match Scalar::of(request.types, request.ty).map(|scalar| scalar.repr) {
            Some(Repr::Int(width, signed)) => self.integer(width, signed),
            Some(Repr::Bool) => u128::from(self.next() & 1),
            Some(Repr::Float(format)) => self.float(format),
            // A random address is never a good one.
            Some(Repr::Pointer) | None => 0,
        }
    }
}

/// Standard input.
pub trait ByteSource {
    /// The next byte, or nothing at the end.
    fn next_byte(&mut self) -> Option<u8>;
}

/// Standard input from bytes in memory.
#[derive(Debug, Clone, Default)]
pub struct BytesInput {
    bytes: Vec<u8>,
    at: usize,
}

impl BytesInput {
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> BytesInput {
        BytesInput { bytes, at: 0 }
    }

    /// Of which so many have been read.
    #[must_use]
    pub fn from(bytes: Vec<u8>, at: usize) -> BytesInput {
        BytesInput { bytes, at }
    }

    /// How many bytes have been asked for.
    #[must_use]
    pub fn read(&self) -> usize {
        self.at
    }

    /// What an earlier run read.
    #[must_use]
    pub fn replay(records: &[InputValue]) -> BytesInput {
        let bytes = records
            .iter()
            .filter(|record| record.kind == InputKind::Stdin)
            .filter_map(|record| u8::try_from(record.bits).ok());
        BytesInput::new(bytes.collect())
    }
}

impl ByteSource for BytesInput {
    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte
    }
}
