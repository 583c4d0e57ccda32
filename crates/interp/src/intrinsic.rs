//! Pure operations beyond C's operators.

use ctype::TypeId;
use program::Intrinsic;

use crate::code::Operand;
use crate::float::{self, Round, bits};
use crate::frame::Seen;
use crate::machine::Machine;
use crate::object::{Origin, Pointer};
use crate::scalar::{Repr, Scalar};
use crate::slow::get;

impl Machine<'_> {
    pub(crate) fn intrinsic(
        &self,
        op: Intrinsic,
        args: &[Operand],
        result: Scalar,
        function: Option<TypeId>,
        seen: Seen<'_>,
    ) -> u128 {
        let value = |index: usize| args.get(index).map_or(0, |&arg| get(seen.bits, arg));
        let pointer = |index: usize| args.get(index).map_or(Pointer::NULL, |arg| seen.pointer(arg.reg));
        let first = args.first().map_or(Scalar::INT, |arg| arg.scalar);
        match op {
            Intrinsic::Readable => self.memory.is_readable(pointer(0), length(value(1))).into(),
            Intrinsic::Writable => self.memory.is_writable(pointer(0), length(value(1))).into(),
            Intrinsic::Freeable => self.is_freeable(pointer(0)).into(),
            Intrinsic::Callable => self.is_callable(pointer(0), function).into(),
            Intrinsic::SameObject => {
                let (a, b) = (pointer(0), pointer(1));
                (a.provenance == b.provenance).into()
            }
            Intrinsic::ObjectSize => self
                .memory
                .target(pointer(0).provenance)
                .map_or(0, |object| result.canonical(object.size.into())),
            Intrinsic::PointerOffset => {
                let pointer = pointer(0);
                let base = self
                    .memory
                    .remembered(pointer.provenance)
                    .map_or(0, |object| object.base);
                result.canonical(i128::from(pointer.address.wrapping_sub(base) as i64) as u128)
            }
            Intrinsic::PointerObject => {
                let object = self.memory.remembered(pointer(0).provenance);
                result.canonical(object.map_or(0, |object| object.serial).into())
            }
            Intrinsic::IsHeap => self
                .memory
                .remembered(pointer(0).provenance)
                .is_some_and(|object| matches!(object.origin, Origin::Heap(_)))
                .into(),
            Intrinsic::HeapEmpty => self.memory.heap_is_empty().into(),
            Intrinsic::InputIsOpen => 0,
            Intrinsic::IsString => self.is_string(pointer(0)).into(),
            _ => match first.repr {
                Repr::Float(format) => {
                    let args = [value(0), value(1), value(2)];
                    floats(op, format, args, self.round())
                }
                _ => result.canonical(integers(op, value(0), first)),
            },
        }
    }

    pub(crate) fn is_freeable(&self, pointer: Pointer) -> bool {
        pointer.address == 0
            || self.memory.target(pointer.provenance).is_some_and(|object| {
                matches!(object.origin, Origin::Heap(_)) && object.base == pointer.address
            })
    }

    pub(crate) fn is_callable(&self, pointer: Pointer, ty: Option<TypeId>) -> bool {
        let Some(function) = self.memory.function_at(pointer.address) else {
            return false;
        };
        ty.is_none_or(|ty| {
            let own = self.program.function(function).ty;
            own == ty || self.program.types.compatible(own, ty)
        })
    }

    /// The number of bytes before the terminating zero, if all can be read.
    pub(crate) fn string_length(&self, pointer: Pointer) -> Option<usize> {
        let spot = self.memory.spot(pointer, 1)?;
        let object = self.memory.object(spot.slot);
        let rest = &object.bytes[spot.at..];
        let length = rest.iter().position(|&byte| byte == 0)?;
        object.is_init(spot.at, length + 1).then_some(length)
    }

    fn is_string(&self, pointer: Pointer) -> bool {
        let Some(spot) = self.memory.spot(pointer, 1) else {
            return false;
        };
        let object = self.memory.object(spot.slot);
        let size = object.bytes.len();
        (spot.at..size).any(|at| object.bytes[at] == 0 || !object.is_init(at, 1))
    }
}

fn length(value: u128) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

fn integers(op: Intrinsic, value: u128, scalar: Scalar) -> u128 {
    let (width, signed) = scalar.int();
    let bits = crate::scalar::wrap(value, width, false);
    let unused = 128 - width;
    match op {
        Intrinsic::Clz => (bits.leading_zeros() - unused).into(),
        Intrinsic::Ctz => bits.trailing_zeros().min(width).into(),
        Intrinsic::Popcount => bits.count_ones().into(),
        Intrinsic::Parity => (bits.count_ones() % 2).into(),
        Intrinsic::Ffs if bits == 0 => 0,
        Intrinsic::Ffs => (bits.trailing_zeros() + 1).into(),
        Intrinsic::Clrsb => {
            let extended = crate::scalar::wrap(value, width, true);
            let same = if (extended as i128) < 0 {
                extended.leading_ones()
            } else {
                extended.leading_zeros()
            };
            u128::from(same - unused - 1)
        }
        Intrinsic::ByteSwap => bits.swap_bytes() >> unused,
        Intrinsic::Abs if signed => (value as i128).wrapping_abs() as u128,
        _ => value,
    }
}

fn floats(op: Intrinsic, format: ctype::FloatFormat, [x, y, z]: [u128; 3], round: Round) -> u128 {
    use bits::Class;
    let class = bits::unpack(format, x).class;
    match op {
        Intrinsic::IsNan => (class == Class::Nan).into(),
        Intrinsic::IsInf => (class == Class::Infinite).into(),
        Intrinsic::IsFinite => matches!(class, Class::Zero | Class::Finite { .. }).into(),
        Intrinsic::IsNormal => float::is_normal(format, x).into(),
        Intrinsic::IsSubnormal => {
            (matches!(class, Class::Finite { .. }) && !float::is_normal(format, x)).into()
        }
        Intrinsic::SignBit => float::is_negative(format, x).into(),
        Intrinsic::FAbs => float::absolute(format, x),
        Intrinsic::Sqrt => float::square_root(format, x, round),
        Intrinsic::Floor => float::to_integral(format, x, Round::TowardNegative),
        Intrinsic::Ceil => float::to_integral(format, x, Round::TowardPositive),
        Intrinsic::Trunc => float::to_integral(format, x, Round::TowardZero),
        Intrinsic::Round => float::to_integral(format, x, Round::NearestTiesToAway),
        Intrinsic::Rint => float::to_integral(format, x, round),
        Intrinsic::CopySign => float::copy_sign(format, x, y),
        Intrinsic::Fmod => float::fmod(format, x, y),
        Intrinsic::Remainder => float::remainder(format, x, y),
        Intrinsic::Fmin => float::extreme(format, x, y, false),
        Intrinsic::Fmax => float::extreme(format, x, y, true),
        Intrinsic::Fma => float::fused(format, x, y, z, round),
        Intrinsic::Libm(function) => {
            let as_float = |bits| f32::from_bits(bits as u32);
            if format == ctype::FloatFormat::Single
                && let Some(result) = float::libm_of_float(function, as_float(x), as_float(y))
            {
                return u128::from(result.to_bits());
            }
            let to_double = |bits| {
                let bits = float::convert(format, ctype::FloatFormat::Double, bits, round);
                f64::from_bits(bits as u64)
            };
            let result = float::libm(function, to_double(x), to_double(y));
            let bits = u128::from(result.to_bits());
            float::convert(ctype::FloatFormat::Double, format, bits, round)
        }
        _ => x,
    }
}
