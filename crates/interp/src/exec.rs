//! The machine's loop.
//!
//! One match over [`Op`]; the registers of the running frame are two slices borrowed for as long as that
//! frame runs. Whatever needs more than them leaves the loop's fast part: a method on the machine, marked
//! cold where it ends the run or invents a value.

use program::{BinaryOp, ClaimId, FunctionId};

use crate::code::{Class, Code, Kind, Op, Reg, SwitchTable};
use crate::float;
use crate::frame::Registers;
use crate::machine::Machine;
use crate::object::{Pointer, Provenance};
use crate::stop::Stop;

/// How the loop ends.
#[derive(Debug)]
pub(crate) enum Ended {
    Stopped(Stop),
    /// A thread has come to an operation that others can notice, and stands before it.
    Parked,
    /// A step of the user's text begins here.
    Before,
    /// A snippet has been evaluated.
    Finished,
}

/// Steps between looks at the interrupt flag.
const PATIENCE: u64 = 1 << 16;

#[inline(always)]
fn i32_of(value: u64) -> i32 {
    value as i32
}

/// An index times the size of an element. What an address cannot hold leads as far away as it can: outside of every
/// object, and not back into this one.
#[inline]
pub(crate) fn distance(index: u64, stride: u64, mask: u64) -> u64 {
    if mask == u64::MAX {
        let product = (index as i64).checked_mul(stride as i64);
        return product.map_or(1 << 63, |product| product as u64);
    }
    let product = i64::from(index as i32).checked_mul(stride as i64);
    let fits = product.and_then(|product| i32::try_from(product).ok());
    fits.map_or(1 << 31, |product| product as u64)
}

#[inline(always)]
fn from_i32(value: i32) -> u64 {
    value as i64 as u64
}

impl<'m> Machine<'m> {
    /// Runs the frame on top of the stack and all it calls.
    ///
    /// This is one long match on purpose. Families of instructions as functions that are always inlined, each tried
    /// where those before it did not apply, took 1.3 to 1.8 times as long (`examples/speed.rs`).
    #[allow(clippy::too_many_lines)]
    pub(crate) fn execute(&mut self, regs: &mut Registers) -> Ended {
        let mask = self.pointer_mask;
        'frames: loop {
            let Some(frame) = self.frames.last() else {
                return Ended::Stopped(self.internal("no frame to run"));
            };
            let code: &'m Code = frame.code;
            let base = frame.base;
            let mut at = frame.at;
            let ops = &code.ops[..];
            let (bits, prov) = regs.window(base, code.registers);
            macro_rules! r {
                ($reg:expr) => {
                    bits[$reg as usize]
                };
            }
            macro_rules! pointer {
                ($reg:expr) => {
                    Pointer {
                        address: bits[$reg as usize],
                        provenance: Provenance(prov[$reg as usize]),
                    }
                };
            }
            macro_rules! put {
                ($reg:expr, $pointer:expr) => {{
                    let pointer: Pointer = $pointer;
                    bits[$reg as usize] = pointer.address;
                    prov[$reg as usize] = pointer.provenance.0;
                }};
            }
            macro_rules! jump {
                ($cond:expr, $to:expr) => {
                    if $cond {
                        at = $to as usize;
                    }
                };
            }
            macro_rules! checked {
                ($d:expr, $result:expr, $bits:expr, $to:expr) => {
                    match $result {
                        Some(value) => r!($d) = $bits(value),
                        None => at = $to as usize,
                    }
                };
            }
            macro_rules! stop {
                ($stop:expr) => {{
                    self.at = at - 1;
                    let stop = $stop;
                    return Ended::Stopped(stop);
                }};
            }
            macro_rules! load {
                ($d:expr, $pointer:expr, $kind:expr) => {{
                    let pointer: Pointer = $pointer;
                    if let Some(value) = self.memory.load(pointer, $kind) {
                        put!($d, value);
                    } else {
                        self.at = at - 1;
                        put!($d, self.missing(code, pointer));
                    }
                }};
            }
            macro_rules! store {
                ($a:expr, $pointer:expr, $kind:expr) => {{
                    let value = pointer!($a);
                    self.memory.store($pointer, $kind, value);
                }};
            }
            macro_rules! element {
                ($pointer:expr, $i:expr, $kind:expr) => {
                    $pointer.offset(distance(r!($i), self.memory.kind_size($kind) as u64, mask))
                };
            }
            macro_rules! float64 {
                ($d:expr, $a:expr, $b:expr, $op:expr, $host:expr) => {{
                    let (a, b) = (r!($a), r!($b));
                    r!($d) = if self.rounding == 0 {
                        let host: fn(f64, f64) -> f64 = $host;
                        host(f64::from_bits(a), f64::from_bits(b)).to_bits()
                    } else {
                        let format = ctype::FloatFormat::Double;
                        float::arithmetic(
                            $op,
                            format,
                            a.into(),
                            b.into(),
                            float::rounding(self.rounding),
                        ) as u64
                    };
                }};
            }
            macro_rules! float32 {
                ($d:expr, $a:expr, $b:expr, $op:expr, $host:expr) => {{
                    let (a, b) = (r!($a), r!($b));
                    r!($d) = if self.rounding == 0 {
                        let host: fn(f32, f32) -> f32 = $host;
                        u64::from(host(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits())
                    } else {
                        let format = ctype::FloatFormat::Single;
                        float::arithmetic(
                            $op,
                            format,
                            a.into(),
                            b.into(),
                            float::rounding(self.rounding),
                        ) as u64
                    };
                }};
            }
            loop {
                let op = ops[at];
                at += 1;
                match op {
                    Op::Const { d, k } => r!(d) = from_i32(k),
                    Op::Pool { d, index } => r!(d) = code.pool[index as usize],
                    Op::Null { d } => put!(d, Pointer::NULL),
                    Op::FunctionPointer { d, function } => put!(
                        d,
                        Pointer {
                            address: self.memory.function_address(FunctionId(function)),
                            provenance: Provenance::NONE,
                        }
                    ),
                    Op::FindObject { d } => prov[d as usize] = self.memory.find(r!(d)).0,
                    Op::Mov { d, a } => r!(d) = r!(a),
                    Op::MovPointer { d, a } => put!(d, pointer!(a)),
                    Op::MovWide { d, a } => {
                        r!(d) = r!(a);
                        bits[d as usize + 1] = bits[a as usize + 1];
                    }
                    Op::StaticPointer { d, slot, offset } => {
                        put!(d, self.memory.static_pointer(slot).offset(offset.into()));
                    }
                    Op::PointerAdd { d, p, i, stride } => {
                        let moved = r!(p).wrapping_add(distance(r!(i), stride.into(), mask)) & mask;
                        prov[d as usize] = prov[p as usize];
                        r!(d) = moved;
                    }
                    Op::PointerAddK { d, p, k } => {
                        let moved = r!(p).wrapping_add(from_i32(k)) & mask;
                        prov[d as usize] = prov[p as usize];
                        r!(d) = moved;
                    }

                    Op::AddI32 { d, a, b } => {
                        r!(d) = from_i32(i32_of(r!(a)).wrapping_add(i32_of(r!(b))));
                    }
                    Op::AddU32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32)),
                    Op::Add64 { d, a, b } => r!(d) = r!(a).wrapping_add(r!(b)),
                    Op::SubI32 { d, a, b } => {
                        r!(d) = from_i32(i32_of(r!(a)).wrapping_sub(i32_of(r!(b))));
                    }
                    Op::SubU32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32)),
                    Op::Sub64 { d, a, b } => r!(d) = r!(a).wrapping_sub(r!(b)),
                    Op::MulI32 { d, a, b } => {
                        r!(d) = from_i32(i32_of(r!(a)).wrapping_mul(i32_of(r!(b))));
                    }
                    Op::MulU32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32)),
                    Op::Mul64 { d, a, b } => r!(d) = r!(a).wrapping_mul(r!(b)),
                    Op::DivI32 { d, a, b } => {
                        let (x, y) = (i32_of(r!(a)), i32_of(r!(b)));
                        r!(d) = from_i32(match y {
                            0 if x < 0 => 1,
                            0 => -1,
                            _ => x.wrapping_div(y),
                        });
                    }
                    Op::DivU32 { d, a, b } => {
                        r!(d) = r!(a).checked_div(r!(b)).unwrap_or(u64::from(u32::MAX));
                    }
                    Op::DivI64 { d, a, b } => {
                        let (x, y) = (r!(a) as i64, r!(b) as i64);
                        r!(d) = match y {
                            0 if x < 0 => 1,
                            0 => -1,
                            _ => x.wrapping_div(y),
                        } as u64;
                    }
                    Op::DivU64 { d, a, b } => r!(d) = r!(a).checked_div(r!(b)).unwrap_or(u64::MAX),
                    Op::RemS { d, a, b } => {
                        let (x, y) = (r!(a) as i64, r!(b) as i64);
                        r!(d) = if y == 0 { x } else { x.wrapping_rem(y) } as u64;
                    }
                    Op::RemU { d, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        r!(d) = if y == 0 { x } else { x % y };
                    }
                    Op::And { d, a, b } => r!(d) = r!(a) & r!(b),
                    Op::Or { d, a, b } => r!(d) = r!(a) | r!(b),
                    Op::Xor { d, a, b } => r!(d) = r!(a) ^ r!(b),
                    Op::ShlI32 { d, a, b } => {
                        let by = r!(b);
                        r!(d) = if by < 32 { from_i32(i32_of(r!(a)) << by) } else { 0 };
                    }
                    Op::ShlU32 { d, a, b } => {
                        let by = r!(b);
                        r!(d) = if by < 32 {
                            u64::from((r!(a) as u32) << by)
                        } else {
                            0
                        };
                    }
                    Op::Shl64 { d, a, b } => {
                        let by = r!(b);
                        r!(d) = if by < 64 { r!(a) << by } else { 0 };
                    }
                    Op::ShrS { d, a, b } => r!(d) = ((r!(a) as i64) >> r!(b).min(63)) as u64,
                    Op::ShrU { d, a, b } => {
                        let by = r!(b);
                        r!(d) = if by < 64 { r!(a) >> by } else { 0 };
                    }
                    Op::LtS { d, a, b } => r!(d) = u64::from((r!(a) as i64) < r!(b) as i64),
                    Op::LeS { d, a, b } => r!(d) = u64::from(r!(a) as i64 <= r!(b) as i64),
                    Op::LtU { d, a, b } => r!(d) = u64::from(r!(a) < r!(b)),
                    Op::LeU { d, a, b } => r!(d) = u64::from(r!(a) <= r!(b)),
                    Op::Eq { d, a, b } => r!(d) = u64::from(r!(a) == r!(b)),
                    Op::Ne { d, a, b } => r!(d) = u64::from(r!(a) != r!(b)),

                    Op::AddI32K { d, a, k } => r!(d) = from_i32(i32_of(r!(a)).wrapping_add(k)),
                    Op::AddU32K { d, a, k } => r!(d) = u64::from((r!(a) as u32).wrapping_add(k as u32)),
                    Op::Add64K { d, a, k } => r!(d) = r!(a).wrapping_add(from_i32(k)),
                    Op::MulI32K { d, a, k } => r!(d) = from_i32(i32_of(r!(a)).wrapping_mul(k)),
                    Op::Mul64K { d, a, k } => r!(d) = r!(a).wrapping_mul(from_i32(k)),
                    Op::AndK { d, a, k } => r!(d) = r!(a) & from_i32(k),
                    Op::OrK { d, a, k } => r!(d) = r!(a) | from_i32(k),
                    Op::XorK { d, a, k } => r!(d) = r!(a) ^ from_i32(k),
                    Op::ShlI32K { d, a, k } => r!(d) = from_i32(i32_of(r!(a)) << (k & 31)),
                    Op::ShlU32K { d, a, k } => r!(d) = u64::from((r!(a) as u32) << (k & 31)),
                    Op::Shl64K { d, a, k } => r!(d) = r!(a) << (k & 63),
                    Op::ShrSK { d, a, k } => r!(d) = ((r!(a) as i64) >> (k & 63)) as u64,
                    Op::ShrUK { d, a, k } => r!(d) = r!(a) >> (k & 63),
                    Op::DivSK { d, a, k } => {
                        r!(d) = (r!(a) as i64).checked_div(k.into()).unwrap_or(0) as u64;
                    }
                    Op::RemSK { d, a, k } => {
                        r!(d) = (r!(a) as i64).checked_rem(k.into()).unwrap_or(0) as u64;
                    }
                    Op::LtSK { d, a, k } => r!(d) = u64::from((r!(a) as i64) < k.into()),
                    Op::GtSK { d, a, k } => r!(d) = u64::from(r!(a) as i64 > k.into()),
                    Op::EqK { d, a, k } => r!(d) = u64::from(r!(a) == from_i32(k)),
                    Op::NeK { d, a, k } => r!(d) = u64::from(r!(a) != from_i32(k)),

                    Op::Narrow { d, a, kind } => r!(d) = narrow(r!(a), kind),
                    Op::SignExtend32 { d, a } => r!(d) = from_i32(r!(a) as i32),
                    Op::ZeroExtend32 { d, a } => r!(d) = u64::from(r!(a) as u32),
                    Op::NegI32 { d, a } => r!(d) = from_i32(i32_of(r!(a)).wrapping_neg()),
                    Op::Neg64 { d, a } => r!(d) = r!(a).wrapping_neg(),
                    Op::BitNot { d, a } => r!(d) = !r!(a),

                    Op::IntToF64 { d, a } => {
                        r!(d) = if self.rounding == 0 {
                            (r!(a) as i64 as f64).to_bits()
                        } else {
                            let value = r!(a) as i64 as i128 as u128;
                            let round = float::rounding(self.rounding);
                            float::from_int(ctype::FloatFormat::Double, value, true, round) as u64
                        };
                    }
                    Op::AddF64 { d, a, b } => float64!(d, a, b, BinaryOp::Add, |x, y| x + y),
                    Op::SubF64 { d, a, b } => float64!(d, a, b, BinaryOp::Sub, |x, y| x - y),
                    Op::MulF64 { d, a, b } => float64!(d, a, b, BinaryOp::Mul, |x, y| x * y),
                    Op::DivF64 { d, a, b } => float64!(d, a, b, BinaryOp::Div, |x, y| x / y),
                    Op::AddF32 { d, a, b } => float32!(d, a, b, BinaryOp::Add, |x, y| x + y),
                    Op::SubF32 { d, a, b } => float32!(d, a, b, BinaryOp::Sub, |x, y| x - y),
                    Op::MulF32 { d, a, b } => float32!(d, a, b, BinaryOp::Mul, |x, y| x * y),
                    Op::DivF32 { d, a, b } => float32!(d, a, b, BinaryOp::Div, |x, y| x / y),
                    Op::LtF64 { d, a, b } => {
                        r!(d) = u64::from(f64::from_bits(r!(a)) < f64::from_bits(r!(b)));
                    }
                    Op::LeF64 { d, a, b } => {
                        r!(d) = u64::from(f64::from_bits(r!(a)) <= f64::from_bits(r!(b)));
                    }
                    Op::EqF64 { d, a, b } => {
                        r!(d) = u64::from(f64::from_bits(r!(a)) == f64::from_bits(r!(b)));
                    }

                    Op::Load { d, p, offset, kind } => load!(d, pointer!(p).offset(from_i32(offset)), kind),
                    Op::LoadAt { d, p, i, kind } => load!(d, element!(pointer!(p), i, kind), kind),
                    Op::LoadStatic {
                        d,
                        slot,
                        offset,
                        kind,
                    } => {
                        load!(d, self.memory.static_pointer(slot).offset(offset.into()), kind);
                    }
                    Op::LoadStaticAt { d, slot, i, kind } => {
                        load!(d, element!(self.memory.static_pointer(slot), i, kind), kind);
                    }
                    Op::Store { a, p, offset, kind } => store!(a, pointer!(p).offset(from_i32(offset)), kind),
                    Op::StoreAt { a, p, i, kind } => store!(a, element!(pointer!(p), i, kind), kind),
                    Op::StoreStatic {
                        a,
                        slot,
                        offset,
                        kind,
                    } => {
                        store!(a, self.memory.static_pointer(slot).offset(offset.into()), kind);
                    }
                    Op::StoreStaticAt { a, slot, i, kind } => {
                        store!(a, element!(self.memory.static_pointer(slot), i, kind), kind);
                    }
                    Op::EnsureInit { d, flag, var } => {
                        if r!(flag) == 0 {
                            self.at = at - 1;
                            self.unwritten(d, flag, program::VarId(var), bits, prov);
                        }
                    }

                    Op::Jump { to } => at = to as usize,
                    Op::JumpBack { to, steps } => {
                        at = to as usize;
                        self.steps += u64::from(steps);
                        if self.steps >= self.next_look
                            && let Some(stop) = self.look(PATIENCE)
                        {
                            self.at = at;
                            return Ended::Stopped(stop);
                        }
                    }
                    Op::JumpZero { a, to } => jump!(r!(a) == 0, to),
                    Op::JumpNonZero { a, to } => jump!(r!(a) != 0, to),
                    Op::JumpLtS { a, b, to } => jump!((r!(a) as i64) < r!(b) as i64, to),
                    Op::JumpLeS { a, b, to } => jump!(r!(a) as i64 <= r!(b) as i64, to),
                    Op::JumpLtU { a, b, to } => jump!(r!(a) < r!(b), to),
                    Op::JumpLeU { a, b, to } => jump!(r!(a) <= r!(b), to),
                    Op::JumpEq { a, b, to } => jump!(r!(a) == r!(b), to),
                    Op::JumpNe { a, b, to } => jump!(r!(a) != r!(b), to),
                    Op::JumpLtSK { a, k, to } => jump!((r!(a) as i64) < k.into(), to),
                    Op::JumpLeSK { a, k, to } => jump!(r!(a) as i64 <= k.into(), to),
                    Op::JumpGtSK { a, k, to } => jump!(r!(a) as i64 > k.into(), to),
                    Op::JumpGeSK { a, k, to } => jump!(r!(a) as i64 >= k.into(), to),
                    Op::JumpLtUK { a, k, to } => jump!(r!(a) < from_i32(k), to),
                    Op::JumpGeUK { a, k, to } => jump!(r!(a) >= from_i32(k), to),
                    Op::JumpEqK { a, k, to } => jump!(r!(a) == from_i32(k), to),
                    Op::JumpNeK { a, k, to } => jump!(r!(a) != from_i32(k), to),
                    Op::JumpAddOverflowI32 { a, b, to } => {
                        jump!(i32_of(r!(a)).checked_add(i32_of(r!(b))).is_none(), to);
                    }
                    Op::JumpSubOverflowI32 { a, b, to } => {
                        jump!(i32_of(r!(a)).checked_sub(i32_of(r!(b))).is_none(), to);
                    }
                    Op::JumpMulOverflowI32 { a, b, to } => {
                        jump!(i32_of(r!(a)).checked_mul(i32_of(r!(b))).is_none(), to);
                    }
                    Op::JumpAddOverflowI32K { a, k, to } => {
                        jump!(i32_of(r!(a)).checked_add(k).is_none(), to);
                    }
                    Op::JumpMulOverflowI32K { a, k, to } => {
                        jump!(i32_of(r!(a)).checked_mul(k).is_none(), to);
                    }
                    Op::JumpAddOverflowI64 { a, b, to } => {
                        jump!((r!(a) as i64).checked_add(r!(b) as i64).is_none(), to);
                    }
                    Op::JumpSubOverflowI64 { a, b, to } => {
                        jump!((r!(a) as i64).checked_sub(r!(b) as i64).is_none(), to);
                    }
                    Op::JumpMulOverflowI64 { a, b, to } => {
                        jump!((r!(a) as i64).checked_mul(r!(b) as i64).is_none(), to);
                    }
                    Op::CheckedAddI32 { d, a, b, to } => {
                        checked!(d, i32_of(r!(a)).checked_add(i32_of(r!(b))), from_i32, to);
                    }
                    Op::CheckedSubI32 { d, a, b, to } => {
                        checked!(d, i32_of(r!(a)).checked_sub(i32_of(r!(b))), from_i32, to);
                    }
                    Op::CheckedMulI32 { d, a, b, to } => {
                        checked!(d, i32_of(r!(a)).checked_mul(i32_of(r!(b))), from_i32, to);
                    }
                    Op::CheckedAddI32K { d, a, k, to } => {
                        checked!(d, i32_of(r!(a)).checked_add(k), from_i32, to);
                    }
                    Op::CheckedMulI32K { d, a, k, to } => {
                        checked!(d, i32_of(r!(a)).checked_mul(k), from_i32, to);
                    }
                    Op::CheckedAddI64 { d, a, b, to } => {
                        checked!(
                            d,
                            (r!(a) as i64).checked_add(r!(b) as i64),
                            i64::cast_unsigned,
                            to
                        );
                    }
                    Op::CheckedSubI64 { d, a, b, to } => {
                        checked!(
                            d,
                            (r!(a) as i64).checked_sub(r!(b) as i64),
                            i64::cast_unsigned,
                            to
                        );
                    }
                    Op::CheckedMulI64 { d, a, b, to } => {
                        checked!(
                            d,
                            (r!(a) as i64).checked_mul(r!(b) as i64),
                            i64::cast_unsigned,
                            to
                        );
                    }
                    Op::JumpUnreadable { p, size, to } => {
                        jump!(self.memory.spot(pointer!(p), size as usize).is_none(), to);
                    }
                    Op::JumpUnwritable { p, size, to } => {
                        jump!(!self.memory.is_writable(pointer!(p), size.into()), to);
                    }

                    Op::Switch { a, table } => {
                        let table = &code.switches[table as usize];
                        let low = r!(a);
                        let high = if table.scalar.is_wide() {
                            bits[a as usize + 1]
                        } else {
                            0
                        };
                        at = choose(table, low, high) as usize;
                    }
                    Op::Call { site } => {
                        self.at = at - 1;
                        self.resume_at(at);
                        match self.call(regs, code, site as usize, base) {
                            Ok(()) => continue 'frames,
                            Err(stop) => return Ended::Stopped(stop),
                        }
                    }
                    Op::GotResult { d } => r!(d) = u64::from(self.result_class != Class::None),
                    Op::TakeResult { d, class } => self.take_result(d, class, bits, prov),
                    Op::Return { a, class } => {
                        self.at = at - 1;
                        self.keep_result(a, class, bits, prov);
                        match self.leave(code, bits, prov) {
                            Ok(()) => continue 'frames,
                            Err(stop) => return Ended::Stopped(stop),
                        }
                    }
                    Op::Slow { index } => {
                        self.at = at - 1;
                        if let Err(stop) = self.slow(&code.slow[index as usize], code, bits, prov) {
                            return Ended::Stopped(stop);
                        }
                    }
                    Op::Fail { claim } => {
                        self.at = at - 1;
                        self.tell_reads(regs, base, code, ClaimId(claim));
                        if self.tells_accesses() {
                            self.tell_failing(regs, base, code, ClaimId(claim));
                        }
                        let reason = self.reason(regs, base, code, ClaimId(claim));
                        return Ended::Stopped(Stop::ClaimFailed {
                            claim: ClaimId(claim),
                            reason,
                        });
                    }
                    Op::Violate { loc } => stop!(Stop::AssumptionViolated(code.locs[loc as usize])),
                    Op::Note { index } => {
                        self.at = at - 1;
                        self.resume_at(at);
                        self.notify(regs, base, code, &code.notes[index as usize]);
                        continue 'frames;
                    }
                    Op::Finish {} => return Ended::Finished,
                    Op::Thread { .. } => {
                        self.at = at - 1;
                        self.resume_at(at - 1);
                        return Ended::Parked;
                    }
                    Op::Step {} => {
                        self.at = at;
                        self.resume_at(at);
                        return Ended::Before;
                    }
                    Op::Went { way } => self.went = Some(way),
                }
            }
        }
    }

    fn resume_at(&mut self, at: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at = at;
        }
    }

    fn keep_result(&mut self, a: Reg, class: Class, bits: &[u64], prov: &[u64]) {
        self.result_class = class;
        let a = a as usize;
        match class {
            Class::None => {}
            Class::Narrow => self.result.0 = bits[a],
            Class::Pointer => {
                self.result.0 = bits[a];
                self.result.2 = Provenance(prov[a]);
            }
            Class::Wide => (self.result.0, self.result.1) = (bits[a], bits[a + 1]),
        }
    }
}

fn narrow(value: u64, kind: Kind) -> u64 {
    match kind {
        Kind::I8 => value as i8 as i64 as u64,
        Kind::U8 => u64::from(value as u8),
        Kind::I16 => value as i16 as i64 as u64,
        Kind::U16 => u64::from(value as u16),
        Kind::I32 => value as i32 as i64 as u64,
        Kind::U32 => u64::from(value as u32),
        Kind::W64 | Kind::Pointer => value,
    }
}

fn choose(table: &SwitchTable, low: u64, high: u64) -> u32 {
    if let Some((first, targets)) = &table.dense {
        // Values below the first wrap to huge indices; a 64-bit unsigned value never wraps into range
        // unless it is in range, because the table is short.
        let index = low.wrapping_sub(*first as u64);
        return targets.get(index as usize).copied().unwrap_or(table.default);
    }
    let value = if table.scalar.is_wide() {
        (u128::from(high) << 64 | u128::from(low)) as i128
    } else if table.scalar.int().1 {
        i128::from(low as i64)
    } else {
        i128::from(low)
    };
    let arm = if table.sorted {
        let index = table.arms.partition_point(|&(from, _, _)| from <= value);
        index.checked_sub(1).map(|index| table.arms[index])
    } else {
        table
            .arms
            .iter()
            .copied()
            .find(|&(from, to, _)| (from..=to).contains(&value))
    };
    match arm {
        Some((from, to, target)) if (from..=to).contains(&value) => target,
        _ => table.default,
    }
}
