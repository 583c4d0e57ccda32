//! What an object held that became one array term before it was written, as inputs of the execution.
//!
//! The formula has one symbol for all of it; the execution asks for each part by name when it reads it. So each byte
//! that the symbol's value has in a run is told under the names that a read of it may ask for: a read of several bytes
//! asks by the first of them. What the execution never asks for does no harm. Where an object had unwritten bytes
//! several times, which of them an execution asks for is a guess; the run is executed before it is shown.

use std::collections::{BTreeMap, HashMap};

use ctype::TypeId;
use logic::{Evaluator, TermId};
use program::Program;
use runs::{InputKind, InputValue};
use source::LocId;

use crate::ObjectId;
use crate::equation::Equation;

/// An object whose unwritten contents are one symbol.
#[derive(Debug, Clone)]
pub(crate) struct Blank {
    pub object: ObjectId,
    /// The name that offsets are put behind; nothing where the object's type says how its parts are called.
    pub name: Option<String>,
    pub contents: TermId,
    /// The size of an element of the array in bytes.
    pub element: u32,
    pub ty: TypeId,
    pub loc: LocId,
}

/// No read of an integer or a floating number is longer.
const LONGEST_READ: u64 = 16;

impl Equation {
    pub(crate) fn contents_of(
        &self,
        program: &Program,
        blank: &Blank,
        evaluator: &mut Evaluator<'_>,
        occurrences: &mut HashMap<String, u32>,
    ) -> Vec<InputValue> {
        let bytes = bytes_of(blank, evaluator);
        let mut starts: Vec<u64> = bytes
            .keys()
            .flat_map(|&at| at.saturating_sub(LONGEST_READ - 1)..=at)
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let input = |start: u64| {
            let byte = |at: u64| bytes.get(&(start + at)).copied().unwrap_or(0);
            let bits = (0..LONGEST_READ).fold(0, |bits, at| bits | u128::from(byte(at)) << (at * 8));
            let name = match &blank.name {
                Some(name) => format!("{name}[{start}]"),
                None => self.name_of(program, None, blank.object, start, None),
            };
            let occurrence = occurrences.entry(name.clone()).or_insert(0);
            *occurrence += 1;
            InputValue {
                name,
                occurrence: *occurrence,
                ty: blank.ty,
                kind: InputKind::Uninitialised,
                bits,
                loc: blank.loc,
            }
        };
        starts.into_iter().map(input).collect()
    }
}

/// The bytes that have a value of their own, by offset.
fn bytes_of(blank: &Blank, evaluator: &mut Evaluator<'_>) -> BTreeMap<u64, u8> {
    let mut bytes = BTreeMap::new();
    let Ok(value) = evaluator.eval(blank.contents) else {
        return bytes;
    };
    let entries = value
        .as_array()
        .map(logic::ArrayValue::entries)
        .unwrap_or_default();
    for (index, value) in entries {
        let start = index
            .to_u64()
            .and_then(|index| index.checked_mul(blank.element.into()));
        let bits = value.as_bits().and_then(logic::Bits::to_u128);
        let (Some(start), Some(bits)) = (start, bits) else {
            continue;
        };
        for at in 0..u64::from(blank.element) {
            let Some(place) = start
                .checked_add(at)
                .filter(|place| *place < u64::MAX - LONGEST_READ)
            else {
                continue;
            };
            bytes.insert(place, (bits >> (at * 8)) as u8);
        }
    }
    bytes
}
