//! Telling an observer what instructions read and write (see `access`).

use ctype::TypeId;
use program::{CheckKind, ClaimId, ExprId, InstrKind, PlaceBase, PlaceId, Projection};

use crate::access::{Access, Cell, Change, Extent, Logged, Looked, ObjectKind, Wanted};
use crate::code::{Bits, Code, Home};
use crate::frame::Registers;
use crate::machine::Machine;
use crate::object::{Object, Origin, Pointer, Provenance};
use crate::observe::{Passed, Watched};
use crate::reads::Scene;
use crate::scalar::Scalar;
use crate::slow::field_bytes;

impl<'m> Machine<'m> {
    pub(crate) fn tells_accesses(&self) -> bool {
        self.watched == Watched::Accesses
    }

    /// An instruction begins: what it reads, after all that happened to memory before.
    pub(crate) fn tell_begin(&mut self, registers: &mut Registers, base: usize, code: &'m Code) {
        self.tell_changes();
        let at = self.event_at();
        let activation = self.frames.last().map_or(0, |frame| frame.activation);
        let program = self.program;
        let Some(instr) = program.function(at.function).body.get(at.pc.index()) else {
            return;
        };
        let mut scene = Scene::new(registers, base, code);
        let quiet = std::mem::replace(&mut self.quiet, true);
        let told = match &instr.kind {
            // A check repeats what the instruction behind it reads.
            InstrKind::Claim(claim) => program.claim(*claim).kind == CheckKind::Assertion,
            _ => true,
        };
        if told {
            self.instruction_reads(&mut scene, &instr.kind);
        }
        self.quiet = quiet;
        let reads = std::mem::take(&mut scene.accesses);
        self.environment.observer.begins(at, activation, &reads);
    }

    /// The same for a claim that has just failed.
    pub(crate) fn tell_failing(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        claim: ClaimId,
    ) {
        self.tell_changes();
        let at = self.event_at();
        let activation = self.frames.last().map_or(0, |frame| frame.activation);
        let mut scene = Scene::new(registers, base, code);
        let quiet = std::mem::replace(&mut self.quiet, true);
        scene.detailed = true;
        self.collect_reads(&mut scene, self.program.claim(claim).cond, true, false, 0);
        self.quiet = quiet;
        let reads = std::mem::take(&mut scene.accesses);
        self.environment.observer.failing(at, activation, claim, &reads);
    }

    fn instruction_reads(&mut self, scene: &mut Scene<'_, 'm>, kind: &'m InstrKind) {
        scene.detailed = true;
        let program = self.program;
        let mut values = Vec::new();
        let mut target = None;
        match kind {
            InstrKind::Assign { place, value } => {
                values.push(*value);
                target = Some(*place);
            }
            InstrKind::Input { place, .. } => target = Some(*place),
            // The place of a result is found after the call.
            InstrKind::Call { .. } | InstrKind::Builtin { .. } => kind.children(|child| {
                if let program::Child::Expr(expr) = child {
                    values.push(expr);
                }
            }),
            _ => program.instr_operands(kind, |expr, _| values.push(expr)),
        }
        for value in values {
            self.collect_reads(scene, value, true, false, 0);
        }
        if let Some(place) = target {
            let mut inner = Vec::new();
            program.place_operands(place, |operand| inner.push(operand));
            for operand in inner {
                self.collect_reads(scene, operand, true, true, 0);
            }
        }
    }

    /// What reading a place reads.
    pub(crate) fn access_of(
        &mut self,
        scene: &mut Scene<'_, 'm>,
        expr: ExprId,
        place: PlaceId,
        address: bool,
    ) {
        let ty = self.program.expr(expr).ty;
        let extent = self.extent_of(scene.registers, scene.base, scene.code, place);
        let written = self.is_written(scene, place, extent);
        let value = match Scalar::of(&self.program.types, ty) {
            Some(scalar) => match self.evaluate(scene.registers, scene.base, scene.code, expr) {
                Some((bits, provenance)) if written => self.observed_value(bits, provenance, scalar, ty),
                _ => return self.push_unwritten(scene, expr, place, (extent, address)),
            },
            None => match self.address(scene.registers, scene.base, scene.code, place) {
                Some(pointer) => {
                    let (value, text) = self.render_memory(pointer, ty);
                    Passed {
                        value,
                        pointee: None,
                        text,
                    }
                }
                None => return self.push_unwritten(scene, expr, place, (extent, address)),
            },
        };
        let place = self.place_text(scene.registers, scene.base, scene.code, place);
        scene.accesses.push(Access {
            expr,
            place,
            extent,
            ty,
            written,
            address,
            value,
        });
    }

    fn push_unwritten(
        &mut self,
        scene: &mut Scene<'_, 'm>,
        expr: ExprId,
        place: PlaceId,
        (extent, address): (Option<Extent>, bool),
    ) {
        let name = self.place_text(scene.registers, scene.base, scene.code, place);
        scene.accesses.push(Access {
            expr,
            place: name,
            extent,
            ty: self.program.expr(expr).ty,
            written: false,
            address,
            value: Passed::unknown(),
        });
    }

    fn is_written(&self, scene: &Scene<'_, 'm>, place: PlaceId, extent: Option<Extent>) -> bool {
        match extent {
            None => false,
            Some(Extent {
                cell: Cell::Memory { object, offset },
                size,
            }) => {
                let object = self.memory.target(Provenance(object));
                object.is_some_and(|object| object.is_init(offset as usize, size as usize))
            }
            Some(_) => {
                let PlaceBase::Var(var) = self.program.place(place).base else {
                    return true;
                };
                match self.home_of(scene.code, var) {
                    Some(Home::Reg { flag: Some(flag), .. }) => {
                        scene.registers.bits[scene.base + flag as usize] != 0
                    }
                    _ => true,
                }
            }
        }
    }

    /// Where a place lies, if it lies anywhere.
    pub(crate) fn extent_of(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        id: PlaceId,
    ) -> Option<Extent> {
        let place = self.program.place(id);
        let mut size = self.program.types.size_of(place.ty)?;
        if let PlaceBase::Var(var) = place.base
            && let Some(Home::Reg { .. }) = self.home_of(code, var)
        {
            let activation = self.frames.last().map_or(0, |frame| frame.activation);
            let cell = Cell::Register { activation, var };
            return Some(Extent { cell, size });
        }
        if let Some(bits) = self.field_of(id) {
            size = field_bytes(bits) as u64;
        }
        let pointer = self.address(registers, base, code, id)?;
        self.memory_extent(pointer, size)
    }

    pub(crate) fn memory_extent(&self, pointer: Pointer, size: u64) -> Option<Extent> {
        let spot = self.memory.spot(pointer, usize::try_from(size).ok()?)?;
        let cell = Cell::Memory {
            object: pointer.provenance.0,
            offset: spot.at as u64,
        };
        Some(Extent { cell, size })
    }

    /// The bits of a place that is a bit-field, counted from its address.
    pub(crate) fn field_of(&self, id: PlaceId) -> Option<Bits> {
        let types = &self.program.types;
        let place = self.program.place(id);
        let (last, before) = place.path.split_last()?;
        let Projection::Field(index) = *last else {
            return None;
        };
        let mut ty = self.program.base_type(place)?;
        for projection in before {
            ty = self.program.project(ty, *projection)?;
        }
        let record = types.record(types.record_of(ty)?);
        let bits = record.fields.get(index as usize)?.bits?;
        Some(Bits {
            offset: (bits.offset % 8) as u32,
            width: bits.width,
        })
    }

    /// How a part of an object is written; for what has no name, behind the object, in terms of the type it is used
    /// with.
    pub(crate) fn part_name(&self, extent: Extent, id: PlaceId) -> String {
        let program = self.program;
        let (object, offset) = match extent.cell {
            Cell::Register { var, .. } => return program.variable(var).name.clone(),
            Cell::Memory { object, offset } => (self.memory.target(Provenance(object)), offset),
        };
        let place = program.place(id);
        let Some(object) = object else {
            return String::new();
        };
        let within = program
            .base_type(place)
            .filter(|_| matches!(place.base, PlaceBase::Deref(_)));
        self.part_text(object, offset, place.ty, within)
    }

    fn part_text(&self, object: &Object, offset: u64, ty: TypeId, within: Option<TypeId>) -> String {
        match (object.origin, within) {
            (Origin::Variable { .. } | Origin::Vla { .. }, _) => self.path_name(object, offset, Some(ty)),
            (_, Some(within)) => self.element_name(object.size, offset, ty, within),
            (_, None) => self.element_name(object.size, offset, ty, ty),
        }
    }

    pub(crate) fn tell_changes(&mut self) {
        let Some(log) = &mut self.memory.log else {
            return;
        };
        if !log.is_empty() {
            let log = std::mem::take(log);
            let changes: Vec<Change> = log.into_iter().filter_map(|logged| self.change(logged)).collect();
            self.environment.observer.changed(&changes);
        }
        let wanted = self.environment.observer.wants();
        if !wanted.is_empty() {
            let looked: Vec<Looked> = wanted.into_iter().map(|wanted| self.look_at(wanted)).collect();
            self.environment.observer.looked(&looked);
        }
    }

    fn change(&self, logged: Logged) -> Option<Change> {
        Some(match logged {
            Logged::Begun(object) => {
                let known = self.memory.remembered(Provenance(object))?;
                Change::Begun {
                    object,
                    kind: match known.origin {
                        Origin::Variable { var, activation } => ObjectKind::Variable { var, activation },
                        Origin::Vla { var, .. } => ObjectKind::Vla(var),
                        Origin::Heap(loc) => ObjectKind::Heap(loc),
                        Origin::Alloca(loc) => ObjectKind::Alloca(loc),
                        Origin::Arguments => ObjectKind::Arguments,
                    },
                    size: known.size,
                    name: self.object_name(known),
                }
            }
            Logged::Ended(object) => Change::Ended { object },
            Logged::Written(object, offset, size) => Change::Written { object, offset, size },
            Logged::Forgotten(object, offset, size) => Change::Forgotten { object, offset, size },
            Logged::Invented(object, offset, size) => Change::Invented { object, offset, size },
            Logged::Copied(from, object, offset, size) => Change::Copied {
                from,
                object,
                offset,
                size,
            },
        })
    }

    fn look_at(&self, wanted: Wanted) -> Looked {
        let mut looked = Looked {
            wanted,
            part: String::new(),
            value: None,
        };
        let Some(object) = self.memory.target(Provenance(wanted.object)) else {
            return looked;
        };
        looked.part = self.part_text(object, wanted.offset, wanted.ty, None);
        let Some(scalar) = Scalar::of(&self.program.types, wanted.ty) else {
            return looked;
        };
        let pointer = Pointer {
            address: object.base.wrapping_add(wanted.offset),
            provenance: Provenance(wanted.object),
        };
        if let Some((offset, width)) = wanted.bits {
            let bits = Bits { offset, width };
            looked.value = self.look_at_bits(pointer, bits, wanted.ty);
            return looked;
        }
        let seen = self.peek(pointer, scalar);
        looked.value =
            seen.map(|(bits, provenance)| self.observed_value(bits, provenance, scalar, wanted.ty));
        looked
    }

    fn look_at_bits(&self, pointer: Pointer, bits: Bits, ty: TypeId) -> Option<Passed> {
        let size = field_bytes(bits);
        let spot = self.memory.spot(pointer, size)?;
        if !self.memory.object(spot.slot).is_init(spot.at, size) {
            return None;
        }
        let chunk = self.memory.extract(spot, size);
        let field = ctype::BitField {
            offset: bits.offset.into(),
            width: bits.width,
        };
        let mut passed = Passed::unknown();
        passed.text = self.render_bits(&chunk, 0, ty, field);
        Some(passed)
    }
}
