//! Telling an observer what happens.

use ctype::TypeId;
use program::{FunctionId, InstrKind, PlaceBase, PlaceId, Projection};

use crate::code::{CallSite, Class, Code, Note, Shape};
use crate::frame::{Registers, Seen};
use crate::machine::Machine;
use crate::object::Provenance;
use crate::observe::{Assignment, At, Passed, Target};
use crate::scalar::Scalar;
use crate::slow::get;

impl<'m> Machine<'m> {
    /// What a place holds after a value has been stored to it: a bit-field keeps as many bits as it has.
    fn fitted(&self, place: PlaceId, bits: u128) -> u128 {
        let types = &self.program.types;
        let place = self.program.place(place);
        let mut ty = match place.base {
            PlaceBase::Var(var) => Some(self.program.variable(var).ty),
            PlaceBase::Deref(pointer) => types.pointee(self.program.expr(pointer).ty),
        };
        let mut width = None;
        for projection in &place.path {
            width = None;
            ty = match (projection, ty) {
                (Projection::Field(index), Some(of)) => types.record_of(of).map(|record| {
                    let field = &types.record(record).fields[*index as usize];
                    width = field.bits.map(|bits| bits.width);
                    field.ty
                }),
                (Projection::Index(_), Some(of)) => types.element(of),
                (_, None) => None,
            };
        }
        match (width, types.integer(place.ty)) {
            (Some(width), Some((_, signed))) if (1..128).contains(&width) => {
                let low = bits & ((1 << width) - 1);
                match signed && low >> (width - 1) == 1 {
                    true => low | !((1 << width) - 1),
                    false => low,
                }
            }
            _ => bits,
        }
    }

    /// Where an assignment goes, for an observer of accesses.
    fn target(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        place: PlaceId,
    ) -> Option<Target> {
        if !self.tells_accesses() {
            return None;
        }
        let extent = self.extent_of(registers, base, code, place)?;
        Some(Target {
            extent,
            ty: self.program.place(place).ty,
            part: self.part_name(extent, place),
            bits: self.field_of(place).map(|bits| (bits.offset, bits.width)),
        })
    }

    pub(crate) fn notify(&mut self, registers: &mut Registers, base: usize, code: &'m Code, note: &'m Note) {
        if self.tells_accesses() {
            match note {
                Note::Begin => return self.tell_begin(registers, base, code),
                _ => self.tell_changes(),
            }
        }
        let at = self.event_at();
        match note {
            Note::Begin => {}
            Note::Places => self.tell_places(registers, base, code),
            Note::Assign { place, value } => {
                let ty = self.program.place(*place).ty;
                let (bits, prov) = registers.window(base, code.registers);
                let raw = self.fitted(*place, get(bits, *value));
                let provenance = if value.scalar.is_pointer() {
                    Provenance(prov[value.reg as usize])
                } else {
                    Provenance::NONE
                };
                let assignment = Assignment {
                    place: self.place_text(registers, base, code, *place),
                    value: self.value(raw, provenance, value.scalar),
                    pointee: self.pointee(raw, provenance, value.scalar),
                    text: self.render_scalar(raw, provenance, ty),
                    target: self.target(registers, base, code, *place),
                };
                self.environment.observer.assigned(at, &assignment);
            }
            Note::Stored { place } => {
                let ty = self.program.place(*place).ty;
                let name = self.place_text(registers, base, code, *place);
                let Some(pointer) = self.address(registers, base, code, *place) else {
                    return;
                };
                let (value, text) = self.render_memory(pointer, ty);
                let assignment = Assignment {
                    place: name,
                    value,
                    pointee: None,
                    text,
                    target: self.target(registers, base, code, *place),
                };
                self.environment.observer.assigned(at, &assignment);
            }
            Note::Branch {
                taken,
                construct,
                cond,
                loc,
            } => {
                let at = At {
                    loc: loc.unwrap_or(at.loc),
                    ..at
                };
                self.environment.observer.branched(at, *construct, *cond, *taken);
            }
            Note::Switch { value, expr } => {
                let (bits, _) = registers.window(base, code.registers);
                let raw = get(bits, *value);
                let text = self.render_scalar(raw, Provenance::NONE, self.program.expr(*expr).ty);
                let target = match &self.program.function(at.function).body[at.pc.index()].kind {
                    InstrKind::Switch { arms, default, .. } => {
                        let number = raw as i128;
                        arms.iter()
                            .find(|arm| (arm.low..=arm.high).contains(&number))
                            .map_or(*default, |arm| arm.target)
                    }
                    _ => at.pc,
                };
                self.environment.observer.switched(at, &text, target);
            }
            Note::Lifetime { var, declare: true } => self.environment.observer.declared(at, *var),
            Note::Lifetime { var, declare: false } => self.environment.observer.died(at, *var),
            Note::ClaimHeld(claim) => {
                self.tell_reads(registers, base, code, *claim);
                self.environment.observer.claim_held(at, *claim);
            }
        }
    }

    pub(crate) fn arguments(&self, seen: Seen<'_>, site: &CallSite) -> Vec<Passed> {
        let passed = site
            .args
            .iter()
            .zip(&site.arg_types)
            .map(|(&(reg, shape), &ty)| match shape {
                Shape::Scalar(scalar) => {
                    let raw = get(seen.bits, crate::code::Operand { reg, scalar });
                    self.observed_value(raw, seen.pointer(reg).provenance, scalar, ty)
                }
                Shape::Aggregate(_) => {
                    let (value, text) = self.render_memory(seen.pointer(reg), ty);
                    Passed {
                        value,
                        pointee: None,
                        text,
                    }
                }
            });
        passed.collect()
    }

    pub(crate) fn returned(&self, function: FunctionId) -> Option<Passed> {
        let ty = self
            .program
            .types
            .function(self.program.function(function).ty)?
            .ret;
        let scalar = Scalar::of(&self.program.types, ty)?;
        if self.result_class == Class::None {
            return None;
        }
        let raw = u128::from(self.result.1) << 64 | u128::from(self.result.0);
        let raw = if scalar.is_wide() {
            raw
        } else {
            scalar.canonical(raw)
        };
        Some(self.observed_value(raw, self.result.2, scalar, ty))
    }

    pub(crate) fn observed_value(
        &self,
        bits: u128,
        provenance: Provenance,
        scalar: Scalar,
        ty: TypeId,
    ) -> Passed {
        Passed {
            value: self.value(bits, provenance, scalar),
            pointee: self.pointee(bits, provenance, scalar),
            text: self.render_scalar(bits, provenance, ty),
        }
    }
}
