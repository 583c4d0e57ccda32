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

/// Bytes that were copied: unwritten ones are asked for under the names of the copy, too.
#[derive(Debug, Clone)]
pub(crate) struct Copied {
    pub guard: TermId,
    /// Object and offset of both, and the number of bytes.
    pub from: (TermId, TermId),
    pub to: (TermId, TermId),
    pub size: TermId,
    /// What the copy may go to, with the name that offsets are put behind.
    pub targets: Vec<(ObjectId, Option<String>)>,
}

/// The unwritten bytes of one object in a run, by offset.
struct Unwritten {
    object: ObjectId,
    name: Option<String>,
    bytes: BTreeMap<u64, u8>,
}

/// No read of an integer or a floating number is longer.
const LONGEST_READ: u64 = 16;

impl Equation {
    /// The inputs that the contents are, in a run where these steps happen.
    pub(crate) fn contents(
        &self,
        program: &Program,
        happens: &[bool],
        evaluator: &mut Evaluator<'_>,
        occurrences: &mut HashMap<String, u32>,
    ) -> Vec<InputValue> {
        let blanks = self.blanks.iter();
        let blanks: Vec<&Blank> = blanks
            .filter(|(step, _)| happens[step.0 as usize])
            .map(|(_, blank)| blank)
            .collect();
        let Some(first) = blanks.first() else {
            return Vec::new();
        };
        let known = |blank: &&Blank| Unwritten {
            object: blank.object,
            name: blank.name.clone(),
            bytes: bytes_of(blank, evaluator),
        };
        let mut all: Vec<Unwritten> = blanks.iter().map(known).collect();
        for copied in &self.copied {
            all.extend(moved(copied, &all, evaluator));
        }
        let mut inputs = Vec::new();
        for unwritten in &all {
            inputs.extend(self.named(program, unwritten, (first.ty, first.loc), occurrences));
        }
        inputs
    }

    fn named(
        &self,
        program: &Program,
        unwritten: &Unwritten,
        (ty, loc): (TypeId, LocId),
        occurrences: &mut HashMap<String, u32>,
    ) -> Vec<InputValue> {
        let bytes = &unwritten.bytes;
        let mut starts: Vec<u64> = bytes
            .keys()
            .flat_map(|&at| at.saturating_sub(LONGEST_READ - 1)..=at)
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let input = |start: u64| {
            let byte = |at: u64| bytes.get(&(start + at)).copied().unwrap_or(0);
            let bits = (0..LONGEST_READ).fold(0, |bits, at| bits | u128::from(byte(at)) << (at * 8));
            let name = match &unwritten.name {
                Some(name) => format!("{name}[{start}]"),
                None => self.name_of(program, None, unwritten.object, start, None),
            };
            let occurrence = occurrences.entry(name.clone()).or_insert(0);
            *occurrence += 1;
            InputValue {
                name,
                occurrence: *occurrence,
                ty,
                kind: InputKind::Uninitialised,
                bits,
                loc,
            }
        };
        starts.into_iter().map(input).collect()
    }
}

/// What a copy makes of the unwritten bytes that it takes.
fn moved(copied: &Copied, all: &[Unwritten], evaluator: &mut Evaluator<'_>) -> Option<Unwritten> {
    let mut number = |term| evaluator.eval(term).ok()?.as_bits()?.to_u64();
    let (from, start) = (number(copied.from.0)?, number(copied.from.1)?);
    let (to, target) = (number(copied.to.0)?, number(copied.to.1)?);
    let size = number(copied.size)?;
    let happens = evaluator.eval(copied.guard).ok()?.as_bool()?;
    let source = all.iter().rev().find(|known| u64::from(known.object.0) == from)?;
    let (object, name) = copied
        .targets
        .iter()
        .find(|(object, _)| u64::from(object.0) == to)?;
    let taken = source.bytes.range(start..start.checked_add(size)?);
    let bytes: BTreeMap<u64, u8> = taken
        .filter_map(|(&at, &byte)| Some((target.checked_add(at - start)?, byte)))
        .filter(|(at, _)| *at < u64::MAX - LONGEST_READ)
        .collect();
    (happens && !bytes.is_empty()).then(|| Unwritten {
        object: *object,
        name: name.clone(),
        bytes,
    })
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
