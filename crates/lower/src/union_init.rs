//! Initialisers of unions and of structures with padding: what is zero around the entries.
//!
//! An initialiser gives a value to one member of a union. Bytes of the union outside of that member are not a part of
//! it: C leaves them open, and so they stay as they are in an object that has just come to life. Static storage was
//! zero before. Where an entry fits several members, the largest of them is taken, because the entries do not say which
//! one was named. Likewise the bytes between the members of a structure are open if one of its members is given a value;
//! only where all values are zero, `{0}`, everything is, as compilers do it and programs rely on.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use frontend::tree::{ExprId, ExprKind as T, InitEntry};
use program::{PlaceBase, VarId};
use source::LocId;

use crate::init::{PathStep, Wanted};
use crate::lowerer::Lowerer;

/// An array with more elements becomes zero as a whole.
const MOST_ELEMENTS: u64 = 1024;

/// A part of the object that becomes zero.
struct Zeroed {
    steps: Vec<PathStep>,
    ty: TypeId,
}

/// Where an entry lies, in bits, and what it is.
type Given = (u64, Wanted);

impl Lowerer<'_> {
    /// Makes an automatic object zero where its initialiser says so without a value.
    pub(crate) fn zero_around(&mut self, var: VarId, ty: TypeId, entries: &[InitEntry], loc: LocId) {
        let given: Vec<Given> = entries.iter().map(|entry| self.given(entry)).collect();
        let open = !entries.iter().all(|entry| self.is_zero(entry.value));
        for part in self.zeroed(ty, 0, &given, open) {
            let zero = self.some_value(part.ty, loc);
            let path = self.part_path(part.steps, loc);
            let place = self.new_place(PlaceBase::Var(var), path, part.ty, loc);
            self.assign(place, zero, loc);
        }
    }

    fn is_zero(&self, mut value: ExprId) -> bool {
        while let T::Convert { operand, .. } = self.tree.expr(value).kind {
            value = operand;
        }
        matches!(self.tree.expr(value).kind, T::Int(0))
    }

    fn given(&self, entry: &InitEntry) -> Given {
        let expr = self.tree.expr(entry.value);
        let is_text = matches!(expr.kind, T::String(_)) && !self.program.types.is_pointer(expr.ty);
        let wanted = Wanted {
            leaf: expr.ty,
            is_text,
            bits: entry.bits.map(|(_, width)| width),
        };
        (entry.bits.map_or(entry.offset * 8, |(bit, _)| bit), wanted)
    }

    /// The parts of an object at a bit offset; the object itself if all of it becomes zero. `open` says whether bytes between
    /// members do not.
    fn zeroed(&self, ty: TypeId, base: u64, given: &[Given], open: bool) -> Vec<Zeroed> {
        let whole = || {
            let steps = Vec::new();
            vec![Zeroed { steps, ty }]
        };
        let types = &self.program.types;
        let Some(size) = types.size_of(ty).and_then(|size| size.checked_mul(8)) else {
            return whole();
        };
        let inside = |(at, _): &&Given| *at >= base && *at - base < size;
        let given: Vec<Given> = given.iter().filter(inside).copied().collect();
        let parts: Vec<(PathStep, TypeId, u64)> = match types.get(ty) {
            _ if given.is_empty() => return whole(),
            Type::Record(record) if types.record(*record).kind == RecordKind::Union => {
                match self.initialised_member(ty, base, &given) {
                    Some((index, member)) => {
                        let mut parts = self.zeroed(member, base, &given, open);
                        for part in &mut parts {
                            part.steps.insert(0, PathStep::Field(index));
                        }
                        return parts;
                    }
                    None => return whole(),
                }
            }
            Type::Record(record) => types
                .record(*record)
                .fields
                .iter()
                .enumerate()
                .filter(|(_, field)| is_member(field) && types.size_of(field.ty).is_some_and(|size| size > 0))
                .map(|(index, field)| (PathStep::Field(index as u32), field.ty, base + field.offset * 8))
                .collect(),
            Type::Array {
                elem,
                len: ArrayLen::Fixed(len),
            } if *len <= MOST_ELEMENTS => {
                let size = types.size_of(*elem).unwrap_or(0) * 8;
                (0..*len)
                    .map(|index| (PathStep::Element(index), *elem, base + index * size))
                    .collect()
            }
            _ => return whole(),
        };
        let mut found = Vec::new();
        let mut all = !(open && self.has_gaps(ty));
        for (step, part, at) in parts {
            let inner = if types.is_scalar(part) {
                let steps = Vec::new();
                vec![Zeroed { steps, ty: part }]
            } else {
                self.zeroed(part, at, &given, open)
            };
            all &= matches!(inner.as_slice(), [only] if only.steps.is_empty());
            let has_value = |(start, wanted): &Given| *start == at && wanted.bits.is_none();
            if open && types.is_scalar(part) && given.iter().any(has_value) {
                continue;
            }
            found.extend(inner.into_iter().map(|mut part| {
                part.steps.insert(0, step);
                part
            }));
        }
        // In one piece, if there is nothing between the members or that is zero, too.
        if all { whole() } else { found }
    }

    /// Whether a structure has bits that belong to no member.
    fn has_gaps(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        let Some(record) = types.record_of(ty).map(|record| types.record(record)) else {
            return false;
        };
        let bits = |field: &ctype::Field| match field.bits {
            Some(bits) => (bits.offset, u64::from(bits.width)),
            None => (field.offset * 8, types.size_of(field.ty).unwrap_or(0) * 8),
        };
        let mut end = 0;
        for field in record.fields.iter().filter(|field| is_member(field)) {
            let (start, width) = bits(field);
            if start > end {
                return true;
            }
            end = end.max(start + width);
        }
        types.size_of(ty).is_some_and(|size| end < size * 8)
    }

    /// The member of a union that the entries are for; nothing if it is the whole union, or none.
    fn initialised_member(&self, union: TypeId, base: u64, given: &[Given]) -> Option<(u32, TypeId)> {
        let types = &self.program.types;
        let record = types.record(types.record_of(union)?);
        let fits = |ty: TypeId| {
            given.iter().all(|(at, wanted)| {
                let mut steps = Vec::new();
                self.find_part(ty, at - base, *wanted, &mut steps).is_some()
            })
        };
        let members = record.fields.iter().enumerate();
        let (index, member) = members
            .filter(|(_, field)| field.bits.is_none() && fits(field.ty))
            .max_by_key(|(index, field)| (types.size_of(field.ty), usize::MAX - index))?;
        let whole = types.size_of(member.ty) == types.size_of(union);
        (!whole).then_some((index as u32, member.ty))
    }
}

/// A bit-field without a name is a space between members.
fn is_member(field: &ctype::Field) -> bool {
    field.bits.is_none() || field.name.is_some()
}
