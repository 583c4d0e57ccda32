//! Places: where they are, and how to read and write them.

use program::{PlaceBase, PlaceId, Projection};

use super::{Result, Translator, untranslatable};
use crate::code::{Address, Base, Bits, Home, Kind, MemoryVar, Op, Operand, Reg, Slow};
use crate::exec::distance;
use crate::scalar::{Repr, Scalar};

/// A place with everything computed that has to be computed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Resolved {
    Reg {
        reg: Reg,
        flag: Option<Reg>,
        scalar: Scalar,
    },
    Memory {
        address: Address,
        /// The element at this index from the address, elements being as large as the place.
        index: Option<Reg>,
        bits: Option<Bits>,
    },
}

pub(super) fn kind(scalar: Scalar) -> Option<Kind> {
    Some(match (scalar.repr, scalar.size) {
        (Repr::Pointer, _) => Kind::Pointer,
        (Repr::Bool, _) => Kind::U8,
        (Repr::Int(8, true), _) => Kind::I8,
        (Repr::Int(8, false), _) => Kind::U8,
        (Repr::Int(16, true), _) => Kind::I16,
        (Repr::Int(16, false), _) | (Repr::Float(_), 2) => Kind::U16,
        (Repr::Int(32, true), _) => Kind::I32,
        (Repr::Int(32, false), _) | (Repr::Float(_), 4) => Kind::U32,
        (Repr::Int(64, _), _) | (Repr::Float(_), 8) => Kind::W64,
        _ => return None,
    })
}

/// The instruction that loads from a fixed place of a variable.
fn fixed_load(address: Address, kind: Kind) -> Option<Op> {
    let d = 0;
    Some(match address.base {
        Base::Reg(p) => Op::Load {
            d,
            p,
            offset: i32::try_from(address.offset as i64).ok()?,
            kind,
        },
        Base::Static(slot) => Op::LoadStatic {
            d,
            slot,
            offset: u32::try_from(address.offset).ok()?,
            kind,
        },
    })
}

impl Translator<'_> {
    pub(super) fn resolve(&mut self, id: PlaceId) -> Result<Resolved> {
        let program = self.program;
        let place = program.place(id);
        let Some(mut ty) = program.base_type(place) else {
            return untranslatable("a dereference of what is no pointer");
        };
        let base = match place.base {
            PlaceBase::Var(var) => match self.home(var)? {
                Home::Reg { reg, flag, scalar } => {
                    if !place.path.is_empty() {
                        return untranslatable("a member of a scalar variable");
                    }
                    return Ok(Resolved::Reg { reg, flag, scalar });
                }
                Home::Memory(reg) => {
                    self.revive(var);
                    Base::Reg(reg)
                }
                Home::Static(slot) => Base::Static(slot),
            },
            PlaceBase::Deref(pointer) => Base::Reg(self.expr(pointer, None)?),
        };
        let mut address = Address { base, offset: 0 };
        let mut bits = None;
        let mut index = None;
        for (position, &projection) in place.path.iter().enumerate() {
            match projection {
                Projection::Field(number) => {
                    let Some(field) = program
                        .types
                        .record_of(ty)
                        .and_then(|record| program.types.record(record).fields.get(number as usize))
                    else {
                        return untranslatable("a member that does not exist");
                    };
                    match field.bits {
                        Some(field) => {
                            address.offset = address.offset.wrapping_add(field.offset / 8);
                            bits = Some(Bits {
                                offset: (field.offset % 8) as u32,
                                width: field.width,
                            });
                        }
                        None => address.offset = address.offset.wrapping_add(field.offset),
                    }
                    ty = field.ty;
                }
                Projection::Index(by) => {
                    let Some(element) = program.types.element(ty) else {
                        return untranslatable("an element of what is no array");
                    };
                    let stride = self.size(element)?;
                    ty = element;
                    if let Some(k) = self.constant(by) {
                        let mask = self.pointer_mask();
                        address.offset = address.offset.wrapping_add(distance(k as u64, stride, mask));
                        continue;
                    }
                    let by = self.expr(by, None)?;
                    let last = position + 1 == place.path.len();
                    let direct = last
                        && !self.mode.plain
                        && address.offset == 0
                        && Scalar::of(&program.types, ty)
                            .is_some_and(|scalar| kind(scalar).is_some() && u64::from(scalar.size) == stride);
                    if direct {
                        index = Some(by);
                    } else {
                        let from = self.pointer_base(address.base)?;
                        let moved = self.pointer_add(None, from, by, stride)?;
                        address.base = Base::Reg(moved);
                    }
                }
            }
        }
        Ok(Resolved::Memory { address, index, bits })
    }

    /// Before a use by name of a variable that may not be alive.
    fn revive(&mut self, var: program::VarId) {
        let same = |item: &MemoryVar| item.var == var && item.uncertain;
        if let Some(index) = self.code.memory.iter().position(same) {
            self.slow(Slow::Revive(index as u32));
            self.known.clear();
        }
    }

    pub(super) fn home(&self, var: program::VarId) -> Result<Home> {
        if let Some(&home) = self.homes.get(&var) {
            return Ok(home);
        }
        match self.layout.static_slots.get(var.index()) {
            Some(&slot) if slot != 0 => Ok(Home::Static(slot)),
            _ => untranslatable("a variable of another function"),
        }
    }

    fn pointer_base(&mut self, base: Base) -> Result<Reg> {
        match base {
            Base::Reg(reg) => Ok(reg),
            Base::Static(slot) => self.compute(None, self.pointer_scalar(), |d| Op::StaticPointer {
                d,
                slot,
                offset: 0,
            }),
        }
    }

    fn pointer_scalar(&self) -> Scalar {
        Scalar {
            repr: Repr::Pointer,
            size: self.program.types.model.pointer_bytes,
        }
    }

    /// The bits of an address.
    pub(super) fn pointer_mask(&self) -> u64 {
        match self.program.types.model.pointer_bytes {
            8 => u64::MAX,
            bytes => (1 << (bytes * 8)) - 1,
        }
    }

    pub(super) fn pointer_add(&mut self, want: Option<Reg>, p: Reg, i: Reg, stride: u64) -> Result<Reg> {
        match u32::try_from(stride) {
            Ok(stride) => self.compute(want, self.pointer_scalar(), |d| Op::PointerAdd {
                d,
                p,
                i,
                stride,
            }),
            Err(_) => {
                let d = self.destination(want, self.pointer_scalar())?;
                self.slow(Slow::PointerAdd { d, p, i, stride });
                Ok(d)
            }
        }
    }

    /// The address as a pointer in a register.
    pub(super) fn pointer(&mut self, address: Address, want: Option<Reg>) -> Result<Reg> {
        match (address.base, u32::try_from(address.offset)) {
            (Base::Static(slot), Ok(offset)) => self.compute(want, self.pointer_scalar(), |d| {
                Op::StaticPointer { d, slot, offset }
            }),
            (Base::Static(_), Err(_)) => {
                let p = self.pointer_base(address.base)?;
                let offset = address.offset;
                self.pointer(
                    Address {
                        base: Base::Reg(p),
                        offset,
                    },
                    want,
                )
            }
            (Base::Reg(reg), Ok(0)) if want.is_none() => Ok(reg),
            (Base::Reg(p), _) => match i32::try_from(address.offset as i64) {
                Ok(k) => self.compute(want, self.pointer_scalar(), |d| Op::PointerAddK { d, p, k }),
                Err(_) => {
                    let i = self.registers(1)?;
                    self.load_constant(i, address.offset);
                    self.pointer_add(want, p, i, 1)
                }
            },
        }
    }

    pub(super) fn address_of(&mut self, id: PlaceId, want: Option<Reg>) -> Result<Reg> {
        let address = self.memory_address(id)?;
        self.pointer(address, want)
    }

    /// The address of a place that lives in memory.
    pub(super) fn memory_address(&mut self, id: PlaceId) -> Result<Address> {
        match self.resolve(id)? {
            Resolved::Memory {
                address, index: None, ..
            } => Ok(address),
            Resolved::Memory {
                address,
                index: Some(i),
                ..
            } => {
                let stride = self.size(self.program.place(id).ty)?;
                let from = self.pointer_base(address.base)?;
                let moved = self.pointer_add(None, from, i, stride)?;
                Ok(Address {
                    base: Base::Reg(moved),
                    offset: address.offset,
                })
            }
            Resolved::Reg { .. } => untranslatable("the address of a variable that has none"),
        }
    }

    pub(super) fn load(&mut self, id: PlaceId, want: Option<Reg>) -> Result<Reg> {
        let ty = self.program.place(id).ty;
        match self.resolve(id)? {
            Resolved::Reg { reg, flag, scalar } => {
                if let Some(flag) = flag {
                    let PlaceBase::Var(var) = self.program.place(id).base else {
                        return untranslatable("a register variable behind a pointer");
                    };
                    self.emit(Op::EnsureInit {
                        d: reg,
                        flag,
                        var: var.0,
                    });
                }
                match want {
                    Some(d) => {
                        self.copy_value(d, reg, scalar);
                        Ok(d)
                    }
                    None => Ok(reg),
                }
            }
            Resolved::Memory { address, index, bits } => {
                let scalar = self.scalar(ty)?;
                // A variable's own bytes at a fixed place can always be read; reading them twice gives the
                // same value. Behind a pointer, or at an index, each read may be an input of its own.
                let fixed = bits.is_none()
                    && index.is_none()
                    && matches!(self.program.place(id).base, PlaceBase::Var(_))
                    && self.has_fixed_offset(id);
                if let Some(kind) = kind(scalar)
                    && fixed
                    && !self.mode.plain
                    && let Some(op) = fixed_load(address, kind)
                {
                    let at = self.code.ops.len() as u32;
                    let reg = self.compute(want, scalar, |d| op.into_register(d))?;
                    self.code.load_types.insert(at, ty);
                    return Ok(reg);
                }
                let d = self.destination(want, scalar)?;
                let operand = Operand { reg: d, scalar };
                let at = self.code.ops.len() as u32;
                if let Some(bits) = bits {
                    self.slow(Slow::LoadBits {
                        d: operand,
                        from: address,
                        bits,
                        ty,
                    });
                    return Ok(d);
                }
                if let Some(kind) = kind(scalar)
                    && !self.mode.plain
                {
                    let op = indexed_load(d, address, index, kind);
                    if let Some(op) = op {
                        self.code.load_types.insert(at, ty);
                        self.emit(op);
                        return Ok(d);
                    }
                }
                self.slow(Slow::Load {
                    d: operand,
                    from: address,
                    ty,
                });
                Ok(d)
            }
        }
    }

    /// Whether a place lies at a constant offset inside its variable.
    fn has_fixed_offset(&self, id: PlaceId) -> bool {
        let program = self.program;
        let place = program.place(id);
        let mut ty = program.base_type(place);
        for &projection in &place.path {
            let Some(from) = ty else { return false };
            if let Projection::Index(by) = projection {
                let inside = match (self.constant(by), program.types.get(from)) {
                    (
                        Some(k),
                        ctype::Type::Array {
                            len: ctype::ArrayLen::Fixed(len),
                            ..
                        },
                    ) => k < u128::from(*len),
                    _ => false,
                };
                if !inside {
                    return false;
                }
            }
            ty = program.project(from, projection);
        }
        true
    }

    /// Writes a scalar that is in registers.
    pub(super) fn store(&mut self, to: Resolved, a: Reg, scalar: Scalar) {
        match to {
            Resolved::Reg { reg, flag, scalar } => {
                self.copy_value(reg, a, scalar);
                self.changed(reg, scalar);
                self.mark_written(flag);
            }
            Resolved::Memory { address, index, bits } => {
                self.known.forget_memory();
                let operand = Operand { reg: a, scalar };
                if let Some(bits) = bits {
                    self.slow(Slow::StoreBits {
                        a: operand,
                        to: address,
                        bits,
                    });
                    return;
                }
                if let Some(kind) = kind(scalar)
                    && !self.mode.plain
                {
                    let op = match (address.base, index) {
                        (Base::Reg(p), Some(i)) => Some(Op::StoreAt { a, p, i, kind }),
                        (Base::Static(slot), Some(i)) => Some(Op::StoreStaticAt { a, slot, i, kind }),
                        (Base::Reg(p), None) => i32::try_from(address.offset as i64)
                            .ok()
                            .map(|offset| Op::Store { a, p, offset, kind }),
                        (Base::Static(slot), None) => {
                            u32::try_from(address.offset).ok().map(|offset| Op::StoreStatic {
                                a,
                                slot,
                                offset,
                                kind,
                            })
                        }
                    };
                    if let Some(op) = op {
                        self.emit(op);
                        return;
                    }
                }
                self.slow(Slow::Store {
                    a: operand,
                    to: address,
                });
            }
        }
    }

    pub(super) fn mark_written(&mut self, flag: Option<Reg>) {
        if let Some(d) = flag {
            self.emit(Op::Const { d, k: 1 });
            self.known.forget(d);
        }
    }

    /// A register variable has a new value.
    pub(super) fn changed(&mut self, reg: Reg, scalar: Scalar) {
        self.known.forget(reg);
        if scalar.is_wide() {
            self.known.forget(reg + 1);
        }
    }

    pub(super) fn copy_value(&mut self, d: Reg, a: Reg, scalar: Scalar) {
        if d == a {
            return;
        }
        self.emit(if scalar.is_pointer() {
            Op::MovPointer { d, a }
        } else if scalar.is_wide() {
            Op::MovWide { d, a }
        } else {
            Op::Mov { d, a }
        });
    }
}

/// A load in one operation, if the offset fits it.
fn indexed_load(d: Reg, address: Address, index: Option<Reg>, kind: Kind) -> Option<Op> {
    match (address.base, index) {
        (Base::Reg(p), Some(i)) => Some(Op::LoadAt { d, p, i, kind }),
        (Base::Static(slot), Some(i)) => Some(Op::LoadStaticAt { d, slot, i, kind }),
        (Base::Reg(p), None) => {
            i32::try_from(address.offset as i64)
                .ok()
                .map(|offset| Op::Load { d, p, offset, kind })
        }
        (Base::Static(slot), None) => u32::try_from(address.offset).ok().map(|offset| Op::LoadStatic {
            d,
            slot,
            offset,
            kind,
        }),
    }
}
