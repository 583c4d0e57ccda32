//! What variables and objects hold after each step.
//!
//! An object has *cells*, the scalars that a person has names for. Those of a variable follow from its type; those of
//! what was allocated from how it is used. A step shifts some of them. A store that a cell does not fit exactly (a byte
//! of a number, another member of a union, a copy of many) makes the recorder look at the cell anew, so that what is
//! shown is always what lies in memory.

use std::collections::{BTreeMap, HashMap};

use ctype::{ArrayLen, RecordKind, Type, TypeId, TypeTable};
use interp::{Cell, Extent, Looked, ObjectKind, Passed, Target, Value, Wanted};
use program::{Program, VarId};

use crate::data::{CellId, ObjectId, StepId, TextId, Timeline};

/// So many scalars of one object that are written as a whole are shown.
const LEAVES: usize = 64;

/// A variable, or an object without a name.
#[derive(Debug, Clone)]
pub struct ObjectRecord {
    /// A variable without an address is none of the machine's objects.
    pub kind: ObjectKind,
    pub name: TextId,
    pub ty: Option<TypeId>,
    pub size: u64,
    pub begun: StepId,
    pub ended: Option<StepId>,
}

/// A scalar in an object.
#[derive(Debug, Clone)]
pub struct CellRecord {
    pub object: ObjectId,
    /// As it is written in C; for what has no name, behind the object.
    pub part: TextId,
    pub ty: TypeId,
    pub offset: u64,
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// With the object that a pointer points into.
    Value(TextId, Option<ObjectId>),
    Unwritten,
}

/// A cell holds something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    pub cell: CellId,
    pub held: Held,
}

/// Where in an object, and which bits of it.
type Position = (u64, Option<(u32, u32)>);

#[derive(Debug)]
struct Known {
    id: ObjectId,
    /// With their sizes.
    cells: BTreeMap<Position, (CellId, u64)>,
}

/// The objects that there are while a run is recorded.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    memory: HashMap<u64, Known>,
    registers: HashMap<(u64, VarId), CellId>,
    of_activation: HashMap<u64, Vec<ObjectId>>,
    wanted: Vec<Wanted>,
}

impl Objects {
    pub(crate) fn wants(&mut self) -> Vec<Wanted> {
        std::mem::take(&mut self.wanted)
    }

    pub(crate) fn begun(
        &mut self,
        timeline: &mut Timeline,
        program: &Program,
        (object, size, name): (u64, u64, &str),
        kind: ObjectKind,
        at: StepId,
    ) {
        let ty = match kind {
            ObjectKind::Variable { var, .. } => Some(program.variable(var).ty),
            ObjectKind::Vla(var) => program.types.pointee(program.variable(var).ty),
            _ => None,
        };
        let id = ObjectId(timeline.objects.len() as u32);
        let name = timeline.intern(name);
        timeline.objects.push(ObjectRecord {
            kind,
            name,
            ty,
            size,
            begun: at,
            ended: None,
        });
        self.memory.insert(
            object,
            Known {
                id,
                cells: BTreeMap::new(),
            },
        );
    }

    pub(crate) fn ended(&mut self, timeline: &mut Timeline, object: u64, at: StepId) {
        if let Some(known) = self.memory.get(&object) {
            timeline.objects[known.id.index()].ended.get_or_insert(at);
        }
    }

    /// The variables of an activation end that are no objects of the machine.
    pub(crate) fn left(&mut self, timeline: &mut Timeline, activation: u64, at: StepId) {
        for id in self.of_activation.remove(&activation).unwrap_or_default() {
            timeline.objects[id.index()].ended.get_or_insert(at);
        }
    }

    /// The cell of a variable without an address; it begins when it is first spoken of.
    pub(crate) fn register(
        &mut self,
        timeline: &mut Timeline,
        program: &Program,
        (activation, var): (u64, VarId),
        at: StepId,
    ) -> CellId {
        if let Some(&known) = self.registers.get(&(activation, var))
            && timeline.objects[timeline.cells[known.index()].object.index()]
                .ended
                .is_none()
        {
            return known;
        }
        let variable = program.variable(var);
        let name = timeline.intern(&variable.name);
        let object = ObjectId(timeline.objects.len() as u32);
        timeline.objects.push(ObjectRecord {
            kind: ObjectKind::Variable { var, activation },
            name,
            ty: Some(variable.ty),
            size: program.types.size_of(variable.ty).unwrap_or(0),
            begun: at,
            ended: None,
        });
        let cell = CellId(timeline.cells.len() as u32);
        timeline.cells.push(CellRecord {
            object,
            part: name,
            ty: variable.ty,
            offset: 0,
        });
        self.registers.insert((activation, var), cell);
        self.of_activation.entry(activation).or_default().push(object);
        cell
    }

    pub(crate) fn register_ends(&mut self, timeline: &mut Timeline, key: (u64, VarId), at: StepId) {
        if let Some(cell) = self.registers.remove(&key) {
            let object = timeline.cells[cell.index()].object;
            timeline.objects[object.index()].ended.get_or_insert(at);
        }
    }

    fn held(&self, timeline: &mut Timeline, passed: &Passed) -> Held {
        let target = match &passed.value {
            Value::Pointer(pointer) => self
                .memory
                .get(&pointer.provenance.object())
                .map(|known| known.id),
            _ => None,
        };
        Held::Value(timeline.intern(&passed.text), target)
    }

    /// A scalar was stored.
    pub(crate) fn stored(
        &mut self,
        timeline: &mut Timeline,
        program: &Program,
        target: &Target,
        passed: &Passed,
        at: StepId,
    ) -> Option<Shift> {
        let held = self.held(timeline, passed);
        let (object, offset) = match target.extent.cell {
            Cell::Register { activation, var } => {
                let cell = self.register(timeline, program, (activation, var), at);
                return Some(Shift { cell, held });
            }
            Cell::Memory { object, offset } => (object, offset),
        };
        let size = target.extent.size;
        let known = self.memory.get(&object)?;
        let position = (offset, target.bits);
        let same = known
            .cells
            .get(&position)
            .filter(|(cell, length)| *length == size && timeline.cells[cell.index()].ty == target.ty);
        let same = same.map(|(cell, _)| *cell);
        let inside_another = same.is_none()
            && known.cells.iter().any(|((start, bits), (_, length))| {
                bits.is_none() && *start <= offset && offset + size <= start + length && size < *length
            });
        let declared = timeline.objects[known.id.index()].ty;
        let fits =
            target.bits.is_some() || declared.is_none_or(|ty| is_leaf(&program.types, ty, offset, target.ty));
        self.look_again(object, offset, size, Some(position));
        if let Some(cell) = same {
            return Some(Shift { cell, held });
        }
        if !fits || inside_another {
            // A part of something that has a name of its own.
            if let Some(ty) = declared {
                self.leaves(timeline, program, (object, ty), (offset, offset + size));
            }
            return None;
        }
        let cell = self.cell(timeline, object, position, size, (target.ty, &target.part))?;
        Some(Shift { cell, held })
    }

    fn cell(
        &mut self,
        timeline: &mut Timeline,
        object: u64,
        position: Position,
        size: u64,
        (ty, part): (TypeId, &str),
    ) -> Option<CellId> {
        let part = timeline.intern(part);
        let known = self.memory.get_mut(&object)?;
        if let Some((cell, length)) = known.cells.get(&position)
            && *length == size
        {
            return Some(*cell);
        }
        let cell = CellId(timeline.cells.len() as u32);
        timeline.cells.push(CellRecord {
            object: known.id,
            part,
            ty,
            offset: position.0,
        });
        known.cells.insert(position, (cell, size));
        Some(cell)
    }

    /// Cells that a store touches are looked at anew.
    fn look_again(&mut self, object: u64, offset: u64, size: u64, but: Option<Position>) {
        let Some(known) = self.memory.get(&object) else {
            return;
        };
        let end = offset.saturating_add(size);
        // Scalars are small: those that begin well before do not reach in.
        let from = (offset.saturating_sub(16), None);
        for (position, (cell, length)) in known.cells.range(from..(end, None)) {
            if position.0 + length > offset && Some(*position) != but {
                self.wanted.push(Wanted {
                    object,
                    offset: position.0,
                    ty: TypeId(u32::MAX),
                    bits: position.1,
                });
                let _ = cell;
            }
        }
    }

    /// The types of cells that are to be looked at.
    pub(crate) fn typed(&self, timeline: &Timeline, wanted: &mut Vec<Wanted>) {
        for wanted in wanted.iter_mut().filter(|wanted| wanted.ty == TypeId(u32::MAX)) {
            let known = self.memory.get(&wanted.object);
            let cell = known.and_then(|known| known.cells.get(&(wanted.offset, wanted.bits)));
            if let Some((cell, _)) = cell {
                wanted.ty = timeline.cells[cell.index()].ty;
            }
        }
        wanted.retain(|wanted| wanted.ty != TypeId(u32::MAX));
        wanted.sort_by_key(|wanted| (wanted.object, wanted.offset, wanted.ty, wanted.bits));
        wanted.dedup();
    }

    /// Many bytes have changed at once; `from` is where copied ones came from.
    pub(crate) fn changed(
        &mut self,
        timeline: &Timeline,
        program: &Program,
        extent: Extent,
        from: Option<(u64, u64)>,
    ) {
        let Cell::Memory { object, offset } = extent.cell else {
            return;
        };
        self.look_again(object, offset, extent.size, None);
        let Some(known) = self.memory.get(&object) else {
            return;
        };
        let end = offset.saturating_add(extent.size);
        if let Some(ty) = timeline.objects[known.id.index()].ty {
            self.leaves(timeline, program, (object, ty), (offset, end));
            return;
        }
        // Nobody has said what lies there; what was copied is what it was.
        let Some(source) = from.and_then(|(source, _)| self.memory.get(&source)) else {
            return;
        };
        let (_, start) = from.unwrap_or_default();
        let copied = source
            .cells
            .range((start, None)..(start.saturating_add(extent.size), None));
        for (position, (cell, _)) in copied.take(LEAVES) {
            self.wanted.push(Wanted {
                object,
                offset: position.0 - start + offset,
                ty: timeline.cells[cell.index()].ty,
                bits: position.1,
            });
        }
    }

    /// The scalars of a variable in a range of bytes.
    fn leaves(
        &mut self,
        timeline: &Timeline,
        program: &Program,
        (object, ty): (u64, TypeId),
        (from, to): (u64, u64),
    ) {
        let types = &program.types;
        let id = self.memory[&object].id;
        let element = types.size_of(ty).unwrap_or(0);
        let size = timeline.objects[id.index()].size;
        let mut stack: Vec<(TypeId, u64)> = vec![(ty, 0)];
        if matches!(timeline.objects[id.index()].kind, ObjectKind::Vla(_)) && element > 0 {
            let count = (size / element).min(LEAVES as u64) as u32;
            stack = (0..count)
                .rev()
                .map(|index| (ty, u64::from(index) * element))
                .collect();
        }
        let mut found = 0;
        while let Some((ty, at)) = stack.pop() {
            let length = types.size_of(ty).unwrap_or(0);
            if found >= LEAVES || at >= to || at + length <= from {
                continue;
            }
            match types.get(ty) {
                Type::Array { elem, len } => {
                    let each = types.size_of(*elem).unwrap_or(0).max(1);
                    let count = match len {
                        ArrayLen::Fixed(count) => *count,
                        _ => 0,
                    };
                    let first = from.saturating_sub(at) / each;
                    let last = count.min((to - at).div_ceil(each)).min(first + LEAVES as u64);
                    stack.extend((first..last).rev().map(|index| (*elem, at + index * each)));
                }
                Type::Record(record) => {
                    let record = types.record(*record);
                    let shown = match record.kind {
                        RecordKind::Struct => record.fields.len(),
                        RecordKind::Union => 1,
                    };
                    for field in record.fields.iter().take(shown).rev() {
                        match field.bits {
                            None => stack.push((field.ty, at + field.offset)),
                            Some(bits) => self.wanted.push(Wanted {
                                object,
                                offset: at + bits.offset / 8,
                                ty: field.ty,
                                bits: Some(((bits.offset % 8) as u32, bits.width)),
                            }),
                        }
                    }
                }
                _ if length > 0 => {
                    found += 1;
                    self.wanted.push(Wanted {
                        object,
                        offset: at,
                        ty,
                        bits: None,
                    });
                }
                _ => {}
            }
        }
    }

    /// What the machine saw there.
    pub(crate) fn looked(
        &mut self,
        timeline: &mut Timeline,
        program: &Program,
        looked: &Looked,
    ) -> Option<Shift> {
        let Wanted {
            object,
            offset,
            ty,
            bits,
        } = looked.wanted;
        let size = match bits {
            Some((start, width)) => u64::from((start + width).div_ceil(8)),
            None => program.types.size_of(ty)?,
        };
        let held = match &looked.value {
            Some(passed) => self.held(timeline, passed),
            None => Held::Unwritten,
        };
        let declared = self
            .memory
            .get(&object)
            .and_then(|known| timeline.objects[known.id.index()].ty);
        let field = declared
            .zip(bits)
            .and_then(|(ty, bits)| bit_field(&program.types, ty, offset, bits));
        let part = match (field, looked.part.rsplit_once('.')) {
            // Several fields share a byte, by which the machine names a part.
            (Some(field), Some((record, _))) => format!("{record}.{field}"),
            _ => looked.part.clone(),
        };
        let cell = self.cell(timeline, object, (offset, bits), size, (ty, &part))?;
        Some(Shift { cell, held })
    }
}

/// What the bit-field is called that lies in these bits from an offset on, in an object of a declared type.
fn bit_field(types: &TypeTable, declared: TypeId, offset: u64, bits: (u32, u32)) -> Option<&str> {
    let size = types.size_of(declared).filter(|size| *size > 0)?;
    // A variable length array is declared by its element.
    let mut stack = vec![(declared, offset % size)];
    while let Some((ty, at)) = stack.pop() {
        match types.get(ty) {
            Type::Array { elem, .. } => stack.push((*elem, at % types.size_of(*elem)?.max(1))),
            Type::Record(record) => {
                for field in &types.record(*record).fields {
                    match field.bits {
                        Some(own) if own.offset == at * 8 + u64::from(bits.0) && own.width == bits.1 => {
                            return field.name.as_deref();
                        }
                        None if at >= field.offset => stack.push((field.ty, at - field.offset)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a scalar of a type lies just there in an object of a declared type.
fn is_leaf(types: &TypeTable, declared: TypeId, offset: u64, ty: TypeId) -> bool {
    let size = types.size_of(ty).unwrap_or(0);
    let within = types
        .size_of(declared)
        .filter(|size| *size > 0)
        .map_or(offset, |size| offset % size);
    let found = types.scalar_at(declared, within, size);
    found.is_some_and(|found| found == ty || types.same_layout(found, ty))
}
