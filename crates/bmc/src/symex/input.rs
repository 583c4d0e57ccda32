//! Values that enter from outside: each is a fresh symbol and a step.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use logic::Sort;
use program::{InputId, PlaceId};

use crate::equation::{StepId, StepKind};
use crate::memory::bitfield::Field;
use crate::memory::place::{Element, Spot};
use crate::memory::pointer::Case;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::State;
use crate::symex::{OBJECT_BITS, Symex};
use runs::InputKind;

impl Symex<'_> {
    /// A fresh value of a scalar type, recorded as an input under the present guard.
    pub(crate) fn input_value(
        &mut self,
        state: &mut State,
        name: &str,
        kind: InputKind,
        ty: TypeId,
    ) -> Value {
        self.input_value_or(state, name, kind, ty, None)
    }

    /// The same, but the value is `indeterminate` if there is one and nothing else decides it.
    pub(crate) fn input_value_or(
        &mut self,
        state: &mut State,
        name: &str,
        kind: InputKind,
        ty: TypeId,
        indeterminate: Option<Value>,
    ) -> Value {
        let value = match self.supplied(state, name, ty) {
            Some(value) => value,
            None => match self.scalar_of(ty) {
                // A repeated run must not depend on luck: what was never written holds zero, as in the interpreter.
                Some(scalar) if kind == InputKind::Uninitialised && self.options.fixed.is_some() => {
                    self.zero(scalar)
                }
                _ => indeterminate.unwrap_or_else(|| self.free_value(name, ty)),
            },
        };
        let value = self.tapped(value);
        let guard = self.guard(state);
        let step = StepKind::Input {
            name: name.to_owned(),
            kind,
            value,
            ty,
        };
        self.step_guarded(guard, step, Box::default());
        value
    }

    pub(crate) fn free_value(&mut self, name: &str, ty: TypeId) -> Value {
        let Some(scalar) = self.scalar_of(ty) else {
            return self.null();
        };
        match scalar.repr {
            Repr::Int(width, _) => Value::Bits(self.fresh(name, Sort::BitVec(width))),
            Repr::Bool => {
                let bit = self.fresh(name, Sort::BitVec(1));
                Value::Bits(self.pool.bv_zero_extend(bit, 8))
            }
            Repr::Float(format) => Value::Float(self.fresh(name, Sort::Float(format))),
            Repr::Pointer => {
                let offset = self.fresh(name, Sort::BitVec(self.width));
                self.wild.insert(offset, ());
                self.has_wild = true;
                Value::Pointer {
                    object: self.pool.bv(OBJECT_BITS, 0),
                    offset,
                }
            }
        }
    }

    pub(crate) fn input_instruction(&mut self, state: &mut State, place: PlaceId, input: InputId) {
        let site = self.program.input(input);
        let kind = InputKind::Site(site.source);
        let spot = self.spot(state, place);
        if self.scalar_of(spot.ty).is_some() {
            let value = self.input_value(state, &site.name, kind, site.ty);
            let step = StepId(self.steps.len() as u32 - 1);
            let value = match self.scalar_of(spot.ty) {
                Some(scalar) => self.view(value, scalar),
                None => value,
            };
            self.reads.push(step);
            self.store(state, &spot, value, None);
            return;
        }
        let Some(size) = self.program.types.size_of(spot.ty) else {
            return;
        };
        let Some(elements) = self.elements(state, &spot, size) else {
            self.too_wide(state);
            return;
        };
        match elements.as_slice() {
            [element] => self.input_into(state, &site.name.clone(), *element, spot.ty, kind, spot.certain),
            _ => {
                self.unsupported(state, "an input into a record or array behind an unclear pointer");
                self.lose(state);
            }
        }
    }

    fn input_into(
        &mut self,
        state: &mut State,
        name: &str,
        element: Element,
        ty: TypeId,
        kind: InputKind,
        certain: bool,
    ) {
        let program = self.program;
        if let Some(scalar) = Scalar::of(&program.types, ty) {
            let value = self.input_value(state, name, kind, ty);
            let step = StepId(self.steps.len() as u32 - 1);
            self.store_element(state, element, scalar, None, value, certain, step);
            return;
        }
        let inside = |offset: u64| Element {
            at: element.at + offset,
            ..element
        };
        match program.types.get(ty) {
            Type::Array {
                elem,
                len: ArrayLen::Fixed(len),
            } => {
                let size = program.types.size_of(*elem).unwrap_or(0);
                for index in 0..(*len).min(budgets::runs::MAX_INPUT_ELEMENTS.get()) {
                    let name = format!("{name}[{index}]");
                    self.input_into(state, &name, inside(index * size), *elem, kind, certain);
                }
            }
            Type::Record(record) => {
                let record = program.types.record(*record);
                // The bytes of a union are given through its largest member.
                let largest = record
                    .fields
                    .iter()
                    .max_by_key(|field| program.types.size_of(field.ty));
                let fields: Vec<_> = match record.kind {
                    RecordKind::Struct => record.fields.iter().collect(),
                    RecordKind::Union => largest.into_iter().collect(),
                };
                for field in fields {
                    let name = match &field.name {
                        Some(member) => format!("{name}.{member}"),
                        None => name.to_owned(),
                    };
                    match field.bits {
                        None => {
                            self.input_into(state, &name, inside(field.offset), field.ty, kind, certain);
                        }
                        Some(bits) => {
                            let value = self.input_value(state, &name, kind, field.ty);
                            let step = StepId(self.steps.len() as u32 - 1);
                            let place = Field {
                                offset: (bits.offset % 8) as u32,
                                width: bits.width,
                            };
                            let when = if certain { self.yes } else { element.chosen };
                            self.store_field(state, inside(bits.offset / 8), place, value, when, step);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// A place at a pointer.
    pub(crate) fn spot_at(&mut self, pointer: Value, ty: TypeId) -> Spot {
        let cases: Vec<Case> = self
            .cases(pointer)
            .into_iter()
            .filter(|case| case.object.0 != 0)
            .collect();
        Spot {
            cases,
            certain: false,
            ty,
            field: None,
        }
    }
}
