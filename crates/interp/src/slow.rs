//! The operations that need not be fast, on canonical bits of any width.

use program::{BinaryOp, UnaryOp};

use crate::arith;
use crate::code::{Address, Base, Bits, Code, MemoryVar, Operand, Reg, Slow};
use crate::exec::distance;
use crate::float;
use crate::frame::Seen;
use crate::input::InputKind;
use crate::machine::Machine;
use crate::memory::Spot;
use crate::object::{End, Origin, Pointer, Provenance};
use crate::scalar::{Repr, Scalar, wrap};
use crate::stop::Stop;

pub(crate) fn get(bits: &[u64], operand: Operand) -> u128 {
    let low = bits[operand.reg as usize];
    if operand.scalar.is_wide() {
        return u128::from(bits[operand.reg as usize + 1]) << 64 | u128::from(low);
    }
    match operand.scalar.repr {
        Repr::Int(_, true) => i128::from(low as i64) as u128,
        _ => low.into(),
    }
}

pub(crate) fn set(bits: &mut [u64], operand: Operand, value: u128) {
    bits[operand.reg as usize] = value as u64;
    if operand.scalar.is_wide() {
        bits[operand.reg as usize + 1] = (value >> 64) as u64;
    }
}

fn set_pointer(bits: &mut [u64], prov: &mut [u64], reg: Reg, pointer: Pointer) {
    bits[reg as usize] = pointer.address;
    prov[reg as usize] = pointer.provenance.0;
}

impl<'m> Machine<'m> {
    pub(crate) fn round(&self) -> float::Round {
        float::rounding(self.rounding)
    }

    pub(crate) fn slow(
        &mut self,
        slow: &'m Slow,
        code: &'m Code,
        bits: &mut [u64],
        prov: &mut [u64],
    ) -> Result<(), Stop> {
        match slow {
            Slow::Binary { .. }
            | Slow::Unary { .. }
            | Slow::Convert { .. }
            | Slow::Overflows { .. }
            | Slow::Wrapped { .. }
            | Slow::Fits { .. }
            | Slow::Intrinsic { .. }
            | Slow::PointerAdd { .. }
            | Slow::PointerDiff { .. } => self.slow_value(slow, bits, prov),
            Slow::Load { .. }
            | Slow::Store { .. }
            | Slow::LoadBits { .. }
            | Slow::StoreBits { .. }
            | Slow::Initialised { .. } => self.slow_access(slow, bits, prov),
            Slow::Copy { .. }
            | Slow::Zero { .. }
            | Slow::Bytes { .. }
            | Slow::Forget { .. }
            | Slow::KeepResult { .. }
            | Slow::PlaceResult { .. } => self.slow_block(slow, bits, prov),
            Slow::Input { d, input } => {
                let site = self.program.input(*input);
                let ty = site.ty;
                let value = self.consume(&site.name, ty, InputKind::Site(site.source), site.loc);
                // The site's type and the place's may differ in name only.
                let value = d.scalar.canonical(value);
                set(bits, *d, value);
                if d.scalar.is_pointer() {
                    prov[d.reg as usize] = self.memory.find(value as u64).0;
                }
            }
            Slow::InputInto { to, input, ty } => {
                let pointer = self.pointer_of(*to, bits, prov);
                let site = self.program.input(*input);
                let name = site.name.clone();
                self.input_into(&name, pointer, *ty, InputKind::Site(site.source), site.loc);
            }
            Slow::Declare(_) | Slow::Revive(_) | Slow::Dead(_) => {
                self.slow_lifetime(slow, code, bits, prov)?;
            }
            Slow::Builtin { op, d, args } => self.builtin(*op, *d, args, code, bits, prov)?,
            Slow::Halt(status) => {
                let (width, _) = status.scalar.int();
                let value = wrap(get(bits, *status), width, true);
                return Err(Stop::Exit(value as i128));
            }
            Slow::Abort => return Err(Stop::Abort),
            Slow::Access { at, size, write } => {
                let pointer = self.pointer_of(*at, bits, prov);
                self.access(pointer, *size, *write)?;
            }
            Slow::Unsupported(text) => {
                return Err(Stop::Unsupported {
                    loc: self.loc(),
                    text: text.to_string(),
                });
            }
        }
        Ok(())
    }

    /// Operations on registers.
    fn slow_value(&mut self, slow: &'m Slow, bits: &mut [u64], prov: &mut [u64]) {
        match slow {
            Slow::Binary { op, d, a, b } => {
                let value = self.binary(*op, get(bits, *a), get(bits, *b), a.scalar, b.scalar);
                set(bits, *d, value);
            }
            Slow::Unary { op, d, a } => {
                let value = get(bits, *a);
                set(bits, *d, unary(*op, value, a.scalar, d.scalar));
            }
            Slow::Convert { d, a } => {
                let value = self.convert(get(bits, *a), a.scalar, d.scalar);
                set(bits, *d, value);
                if d.scalar.is_pointer() {
                    prov[d.reg as usize] = if a.scalar.is_pointer() {
                        prov[a.reg as usize]
                    } else {
                        self.memory.find(value as u64).0
                    };
                }
            }
            Slow::Overflows { op, d, a, b, at } => {
                let (lhs, rhs) = (get(bits, *a), get(bits, *b));
                let over = arith::overflows(*op, lhs, a.scalar.int(), rhs, b.scalar.int(), range(*at));
                set(bits, *d, over.into());
            }
            Slow::Wrapped { op, d, a, b } => {
                let (lhs, rhs) = (get(bits, *a), get(bits, *b));
                let value = arith::wrapped(*op, lhs, a.scalar.int(), rhs, b.scalar.int(), d.scalar.int());
                set(bits, *d, value);
            }
            Slow::Fits { d, a, to } => {
                let fits = fits(get(bits, *a), a.scalar, *to);
                set(bits, *d, fits.into());
            }
            Slow::Intrinsic {
                op,
                d,
                args,
                function,
            } => {
                let seen = Seen { bits, prov };
                let value = self.intrinsic(*op, args, d.scalar, *function, seen);
                set(bits, *d, value);
            }
            Slow::PointerAdd { d, p, i, stride } => {
                let moved =
                    bits[*p as usize].wrapping_add(distance(bits[*i as usize], *stride, self.pointer_mask));
                prov[*d as usize] = prov[*p as usize];
                bits[*d as usize] = moved & self.pointer_mask;
            }
            Slow::PointerDiff { d, a, b, stride } => {
                let size = self.memory.word as u32 * 8;
                let distance = bits[*a as usize].wrapping_sub(bits[*b as usize]);
                let distance = wrap(distance.into(), size, true) as i128;
                let value = distance / i128::from((*stride).max(1));
                set(bits, *d, d.scalar.canonical(value as u128));
            }
            _ => {}
        }
    }

    /// Reads and writes of one value.
    fn slow_access(&mut self, slow: &'m Slow, bits: &mut [u64], prov: &mut [u64]) {
        match slow {
            Slow::Load { d, from, ty } => {
                let pointer = self.pointer_of(*from, bits, prov);
                let spot = self.memory.spot(pointer, d.scalar.size as usize);
                let (value, provenance) = match spot {
                    Some(spot)
                        if self
                            .memory
                            .object(spot.slot)
                            .is_init(spot.at, d.scalar.value_bytes()) =>
                    {
                        self.memory.read(spot, d.scalar)
                    }
                    _ => self.invent(pointer, *ty),
                };
                set(bits, *d, value);
                if d.scalar.is_pointer() {
                    prov[d.reg as usize] = provenance.0;
                }
            }
            Slow::Store { a, to } => {
                let pointer = self.pointer_of(*to, bits, prov);
                if let Some(spot) = self.memory.spot(pointer, a.scalar.size as usize) {
                    let provenance = Provenance(prov[a.reg as usize]);
                    self.memory.write(spot, a.scalar, get(bits, *a), provenance);
                }
            }
            Slow::LoadBits {
                d,
                from,
                bits: field,
                ty,
            } => {
                let pointer = self.pointer_of(*from, bits, prov);
                let value = self.load_bits(pointer, *field, d.scalar, *ty);
                set(bits, *d, value);
            }
            Slow::StoreBits { a, to, bits: field } => {
                let pointer = self.pointer_of(*to, bits, prov);
                self.store_bits(pointer, *field, get(bits, *a));
            }
            Slow::Initialised {
                d,
                from,
                size,
                bits: field,
            } => {
                let pointer = self.pointer_of(*from, bits, prov);
                let size = match field {
                    Some(field) => field_bytes(*field),
                    None => *size as usize,
                };
                let written = self
                    .memory
                    .spot(pointer, size)
                    .is_some_and(|spot| self.memory.object(spot.slot).is_init(spot.at, size));
                bits[*d as usize] = written.into();
            }
            _ => {}
        }
    }

    /// What moves or overwrites whole records and arrays.
    fn slow_block(&mut self, slow: &'m Slow, bits: &mut [u64], prov: &mut [u64]) {
        match slow {
            Slow::Copy { from, to, size } => {
                let (from, to) = (
                    self.pointer_of(*from, bits, prov),
                    self.pointer_of(*to, bits, prov),
                );
                self.copy(from, to, *size);
            }
            Slow::Zero { to, size } => {
                let pointer = self.pointer_of(*to, bits, prov);
                if let Some(spot) = self.memory.spot(pointer, *size as usize) {
                    self.memory.fill(spot, *size as usize, 0);
                }
            }
            Slow::Bytes { to, string, size } => {
                let pointer = self.pointer_of(*to, bits, prov);
                let text = self.program.string(*string);
                let length = text.len().min(*size as usize);
                if let Some(spot) = self.memory.spot(pointer, *size as usize) {
                    self.memory.fill(spot, *size as usize, 0);
                    let word = self.memory.word;
                    self.memory
                        .object_mut(spot.slot)
                        .write(spot.at, &text[..length], word);
                }
            }
            Slow::Forget { to, size } => {
                let pointer = self.pointer_of(*to, bits, prov);
                if let Some(spot) = self.memory.spot(pointer, *size as usize) {
                    self.memory.forget(spot, *size as usize);
                }
            }
            Slow::KeepResult { from, size } => {
                let pointer = self.pointer_of(*from, bits, prov);
                self.kept = self
                    .memory
                    .spot(pointer, *size as usize)
                    .map(|spot| self.memory.extract(spot, *size as usize));
            }
            Slow::PlaceResult { to, size } => {
                let pointer = self.pointer_of(*to, bits, prov);
                let kept = self.kept.take();
                if let Some(spot) = self.memory.spot(pointer, *size as usize) {
                    match kept.filter(|chunk| chunk.bytes.len() as u64 == *size) {
                        Some(chunk) => self.memory.insert(spot, &chunk),
                        None => self.memory.forget(spot, *size as usize),
                    }
                }
            }
            _ => {}
        }
    }

    /// Variables in memory begin and end.
    fn slow_lifetime(
        &mut self,
        slow: &'m Slow,
        code: &'m Code,
        bits: &mut [u64],
        prov: &mut [u64],
    ) -> Result<(), Stop> {
        match slow {
            Slow::Declare(index) | Slow::Revive(index) => {
                let item = &code.memory[*index as usize];
                let old = Provenance(prov[item.reg as usize]);
                if let Some(object) = self.memory.target(old) {
                    // Alive already: a declaration passed again only loses the value.
                    if let Slow::Declare(_) = slow {
                        let spot = Spot {
                            slot: old.slot(),
                            at: 0,
                        };
                        let size = object.bytes.len();
                        self.memory.forget(spot, size);
                    }
                } else {
                    let pointer = self.declare(item)?;
                    set_pointer(bits, prov, item.reg, pointer);
                }
            }
            Slow::Dead(index) => {
                let reg = code.memory[*index as usize].reg;
                self.memory.kill(Provenance(prov[reg as usize]), End::Left);
                // The stale address stays: a use after this is caught like any dead object's.
            }
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn pointer_of(&self, address: Address, bits: &[u64], prov: &[u64]) -> Pointer {
        let base = match address.base {
            Base::Reg(reg) => Seen { bits, prov }.pointer(reg),
            Base::Static(slot) => self.memory.static_pointer(slot),
        };
        base.offset(address.offset)
    }

    fn declare(&mut self, item: &MemoryVar) -> Result<Pointer, Stop> {
        let activation = self.frames.last().map_or(0, |frame| frame.activation);
        let pointer = self.begin_variable(item, activation);
        pointer.ok_or_else(|| Stop::OutOfMemory(self.loc()))
    }

    /// The object of a variable in an activation, if there is room.
    #[inline]
    pub(crate) fn begin_variable(&mut self, item: &MemoryVar, activation: u64) -> Option<Pointer> {
        let origin = Origin::Variable {
            var: item.var,
            activation,
        };
        let pointer = self.memory.allocate(item.class, origin, false).ok()?;
        self.memory.object_mut(pointer.provenance.slot()).read_only = item.read_only;
        Some(pointer)
    }

    /// A limit on steps is one on time: what touches many bytes at once counts as more than one.
    pub(crate) fn charge_bytes(&mut self, size: usize) {
        self.steps += size as u64 / budgets::runs::BYTES_PER_STEP.get().max(1);
    }

    /// Moves bytes, with what is known about them, between two good pointers.
    pub(crate) fn copy(&mut self, from: Pointer, to: Pointer, size: u64) {
        let size = size as usize;
        if let (Some(from), Some(to)) = (self.memory.spot(from, size), self.memory.spot(to, size)) {
            let chunk = self.memory.extract(from, size);
            self.memory.insert(to, &chunk);
            self.charge_bytes(size);
        }
    }

    fn binary(&self, op: BinaryOp, lhs: u128, rhs: u128, ty: Scalar, rhs_ty: Scalar) -> u128 {
        let Repr::Float(format) = ty.repr else {
            return arith::binary(op, lhs, rhs, ty.int(), rhs_ty.int());
        };
        if op.is_comparison() {
            let holds = match float::compare(format, lhs, rhs) {
                Some(ordering) => arith::holds(op, ordering),
                None => op == BinaryOp::Ne,
            };
            return holds.into();
        }
        float::arithmetic(op, format, lhs, rhs, self.round())
    }

    pub(crate) fn convert(&self, value: u128, from: Scalar, to: Scalar) -> u128 {
        match (from.repr, to.repr) {
            (Repr::Float(format), Repr::Bool) => (!float::is_zero(format, value)).into(),
            (_, Repr::Bool) => (value != 0).into(),
            (Repr::Float(a), Repr::Float(b)) => float::convert(a, b, value, self.round()),
            (_, Repr::Float(format)) => {
                let signed = from.int().1;
                float::from_int(format, value, signed, self.round())
            }
            (Repr::Float(format), _) => {
                let (width, signed) = to.int();
                float::to_int(format, value, width, signed)
            }
            _ => to.canonical(value),
        }
    }

    fn load_bits(&mut self, pointer: Pointer, field: Bits, scalar: Scalar, ty: ctype::TypeId) -> u128 {
        let size = field_bytes(field);
        let spot = self.memory.spot(pointer, size);
        let (_, signed) = scalar.int();
        match spot {
            Some(Spot { slot, at }) => {
                let object = self.memory.object(slot);
                if !object.is_init(at, size) {
                    let value = wrap(self.invent_bits(pointer, ty, field), field.width, signed);
                    self.put_bits(pointer, field, value, |written| !written);
                }
                let object = self.memory.object(slot);
                let mut raw = 0u128;
                // A field of 128 bits may lie in 17 bytes; its parts are put together byte by byte.
                for index in (0..size).rev() {
                    let byte = u128::from(object.bytes[at + index]);
                    let shift = (index * 8) as i32 - field.offset as i32;
                    raw |= if shift >= 0 {
                        byte.checked_shl(shift as u32).unwrap_or(0)
                    } else {
                        byte >> -shift
                    };
                }
                wrap(raw, field.width, signed)
            }
            None => wrap(self.invent(pointer, ty).0, field.width, signed),
        }
    }

    pub(crate) fn store_bits(&mut self, pointer: Pointer, field: Bits, value: u128) {
        self.put_bits(pointer, field, value, |_| true);
    }

    /// Puts the bits of a field into those of its bytes that are `wanted`, by whether they have been written.
    fn put_bits(&mut self, pointer: Pointer, field: Bits, value: u128, wanted: impl Fn(bool) -> bool) {
        let size = field_bytes(field);
        let Some(Spot { slot, at }) = self.memory.spot(pointer, size) else {
            return;
        };
        let word = self.memory.word;
        let object = self.memory.object_mut(slot);
        let value = wrap(value, field.width, false);
        let ones = wrap(u128::MAX, field.width, false);
        for index in 0..size {
            let written = object.is_init(at + index, 1);
            if !wanted(written) {
                continue;
            }
            let shift = (index * 8) as i32 - field.offset as i32;
            let (part, mask) = if shift >= 0 {
                let part = |bits: u128| bits.checked_shr(shift as u32).unwrap_or(0) as u8;
                (part(value), part(ones))
            } else {
                ((value << -shift) as u8, (ones << -shift) as u8)
            };
            // Neighbours that were never written become zero: a field's bits share their bytes' state.
            let old = if written { object.bytes[at + index] } else { 0 };
            object.write(at + index, &[old & !mask | part & mask], word);
        }
        self.memory.note_written(Spot { slot, at }, size);
    }
}

pub(crate) fn field_bytes(field: Bits) -> usize {
    ((field.offset + field.width).div_ceil(8)) as usize
}

/// The range of a type in which a result must lie; `_Bool` holds one bit.
fn range(scalar: Scalar) -> arith::IntType {
    match scalar.repr {
        Repr::Bool => (1, false),
        _ => scalar.int(),
    }
}

fn unary(op: UnaryOp, value: u128, ty: Scalar, result: Scalar) -> u128 {
    match (op, ty.repr) {
        (UnaryOp::Not, Repr::Float(format)) => float::is_zero(format, value).into(),
        (UnaryOp::Not, _) => (value == 0).into(),
        (UnaryOp::Neg, Repr::Float(format)) => float::negate(format, value),
        (UnaryOp::Neg, _) => result.canonical(value.wrapping_neg()),
        (UnaryOp::BitNot, _) => result.canonical(!value),
    }
}

pub(crate) fn fits(value: u128, from: Scalar, to: Scalar) -> bool {
    match (from.repr, to.repr) {
        (Repr::Float(a), Repr::Float(b)) => {
            // Finite stays finite.
            let finite = |format, bits| {
                matches!(
                    float::bits::unpack(format, bits).class,
                    float::bits::Class::Zero | float::bits::Class::Finite { .. }
                )
            };
            let converted = float::convert(a, b, value, float::Round::NearestTiesToEven);
            !finite(a, value) || finite(b, converted)
        }
        (Repr::Float(format), _) => {
            let (width, signed) = range(to);
            float::fits(format, value, width, signed)
        }
        (_, Repr::Float(_)) => true,
        _ => arith::Exact::of(value, from.int()).fits(range(to)),
    }
}
