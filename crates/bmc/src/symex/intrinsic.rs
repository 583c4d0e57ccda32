//! Pure operations beyond C's operators: predicates on pointers and floats, and bit tricks.

use logic::TermId;
use program::{ExprId, Intrinsic};

use crate::memory::object::ObjectKind;
use crate::symex::Symex;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::State;
use runs::InputKind;

impl Symex<'_> {
    /// The truth of an operation whose value is 0 or 1; nothing for the others.
    pub(crate) fn predicate(&mut self, state: &mut State, op: Intrinsic, args: &[ExprId]) -> Option<TermId> {
        Some(match op {
            Intrinsic::Readable | Intrinsic::Writable => {
                let pointer = self.eval_target(state, args[0]);
                let signed = self.scalar(args[1]).int().1;
                let size = self.eval_bits(state, args[1]);
                let size = self.resize(size, signed, self.width);
                self.accessible(state, pointer, size, op == Intrinsic::Writable)
            }
            Intrinsic::Freeable => {
                let pointer = self.eval_target(state, args[0]);
                self.freeable(state, pointer)
            }
            Intrinsic::Callable => {
                let ty = self.program.types.pointee(self.program.expr(args[0]).ty);
                let pointer = self.eval_target(state, args[0]);
                let zero = self.pool.bv(self.width, 0);
                let mut any = self.no;
                for case in self.cases(pointer) {
                    let ObjectKind::Function(function) = self.object(case.object).kind else {
                        continue;
                    };
                    let own = self.program.function(function).ty;
                    if ty.is_none_or(|ty| own == ty || self.program.types.compatible(own, ty)) {
                        let at_start = self.pool.eq(case.offset, zero);
                        let good = self.pool.and(case.chosen, at_start);
                        any = self.pool.or(any, good);
                    }
                }
                any
            }
            Intrinsic::SameObject => {
                let (a, b) = (self.eval_target(state, args[0]), self.eval_target(state, args[1]));
                self.same_object(a, b)
            }
            Intrinsic::IsHeap => {
                let pointer = self.eval_target(state, args[0]);
                let mut any = self.no;
                for case in self.cases(pointer) {
                    if let ObjectKind::Heap(_) = self.object(case.object).kind {
                        any = self.pool.or(any, case.chosen);
                    }
                }
                any
            }
            Intrinsic::HeapEmpty => {
                let heap: Vec<TermId> = state
                    .live
                    .iter()
                    .filter(|(object, _)| matches!(self.object(**object).kind, ObjectKind::Heap(_)))
                    .map(|(_, live)| live.alive)
                    .collect();
                let any = self.pool.or_all(&heap);
                self.pool.not(any)
            }
            // A text that was given is read byte by byte.
            Intrinsic::InputIsOpen => self.pool.bool(self.options.fixed.is_none()),
            Intrinsic::IsString => {
                let char = self.program.types.pointee(self.program.expr(args[0]).ty);
                let pointer = self.eval_target(state, args[0]);
                self.is_string(state, pointer, char)
            }
            Intrinsic::IsNan
            | Intrinsic::IsInf
            | Intrinsic::IsFinite
            | Intrinsic::IsNormal
            | Intrinsic::IsSubnormal
            | Intrinsic::SignBit => {
                let Value::Float(x) = self.eval(state, args[0]) else {
                    return None;
                };
                self.classify(op, x)
            }
            _ => return None,
        })
    }

    /// A pointer whose target matters.
    fn eval_target(&mut self, state: &mut State, pointer: ExprId) -> Value {
        let value = self.eval(state, pointer);
        self.note_wild(value);
        self.identified(value)
    }

    /// Whether a byte that is zero, or was never written, follows before the object ends. Of objects that are too large
    /// to look at only the last byte is; if that is no end, the answer is not known.
    fn is_string(&mut self, state: &mut State, pointer: Value, char: Option<ctype::TypeId>) -> TermId {
        let mut any = self.no;
        let one = self.pool.bv(self.width, 1);
        for case in self.cases(pointer) {
            let alive = self.alive(state, case.object);
            if self.truth(alive) == Some(false) {
                continue;
            }
            let size = self.object(case.object).bytes;
            let good = match size {
                Some(bytes)
                    if bytes <= budgets::bmc::MAX_TEXT.get() && !state.arrays.contains_key(&case.object) =>
                {
                    self.ends_within(state, case.object, case.offset, bytes)
                }
                Some(bytes) if bytes > 0 && self.ends_at(state, case.object, bytes - 1) == Some(true) => {
                    self.inside(state, case.object, case.offset, one)
                }
                _ => {
                    let inside = self.inside(state, case.object, case.offset, one);
                    let ends = match char {
                        Some(char) => {
                            let kind = InputKind::Unmodelled;
                            let guess = self.input_value(state, "text ends", kind, char);
                            let guess = self.plain(guess);
                            let zero = self.pool.bv(8, 0);
                            let guess = self.pool.eq(guess, zero);
                            self.pool.not(guess)
                        }
                        None => self.yes,
                    };
                    self.pool.and(inside, ends)
                }
            };
            let chosen = self.pool.and(case.chosen, alive);
            let good = self.pool.and(chosen, good);
            any = self.pool.or(any, good);
        }
        any
    }

    /// Whether the byte at an offset is a zero, or was never written, if that is known.
    fn ends_at(&mut self, state: &State, object: crate::memory::object::ObjectId, at: u64) -> Option<bool> {
        let end = match state.arrays.get(&object) {
            Some(contents) if at >= contents.head => {
                let contents = &contents.clone();
                let offset = self.pool.bv(self.width, at.into());
                let byte = self.array_read(contents, offset, 1);
                let zero = self.pool.bv(8, 0);
                self.pool.eq(byte, zero)
            }
            _ => self.is_end(state, object, at),
        };
        self.truth(end)
    }

    fn is_end(&mut self, state: &State, object: crate::memory::object::ObjectId, at: u64) -> TermId {
        let zero = self.pool.bv(8, 0);
        let (byte, written) = self.read_bytes(state, object, at, 1);
        let is_zero = byte.map_or(self.yes, |byte| self.pool.eq(byte, zero));
        let unwritten = self.pool.not(written);
        self.pool.or(is_zero, unwritten)
    }

    fn ends_within(
        &mut self,
        state: &State,
        object: crate::memory::object::ObjectId,
        offset: TermId,
        bytes: u64,
    ) -> TermId {
        let mut follows = self.no;
        if let Some(from) = self.number(offset) {
            for at in from..bytes {
                let end = self.is_end(state, object, at);
                follows = self.pool.or(follows, end);
                if self.truth(follows) == Some(true) {
                    break;
                }
            }
            return follows;
        }
        // From the end: whether an end follows.
        let mut good = self.no;
        for at in (0..bytes).rev() {
            let end = self.is_end(state, object, at);
            follows = self.pool.or(end, follows);
            let number = self.pool.bv(self.width, at.into());
            let here = self.pool.eq(offset, number);
            good = self.pool.ite(here, follows, good);
        }
        good
    }

    pub(crate) fn intrinsic(
        &mut self,
        state: &mut State,
        op: Intrinsic,
        args: &[ExprId],
        result: Scalar,
    ) -> Value {
        let mut values: Vec<Value> = args.iter().map(|&arg| self.eval(state, arg)).collect();
        if let (Intrinsic::ObjectSize | Intrinsic::PointerOffset | Intrinsic::PointerObject, Some(&pointer)) =
            (op, values.first())
        {
            self.note_wild(pointer);
            values[0] = self.identified(pointer);
        }
        match op {
            Intrinsic::ObjectSize => {
                let mut size = self.pool.bv(self.width, 0);
                for case in self.cases(values[0]) {
                    let alive = self.alive(state, case.object);
                    let chosen = self.pool.and(case.chosen, alive);
                    let own = self.object(case.object).size;
                    size = self.pool.ite(chosen, own, size);
                }
                Value::Bits(self.resize(size, false, result.int().0))
            }
            Intrinsic::PointerOffset => match values[0] {
                Value::Pointer { offset, .. } => {
                    self.address_is_looked_at(offset);
                    Value::Bits(self.resize(offset, true, result.int().0))
                }
                _ => self.zero(result),
            },
            Intrinsic::PointerObject => match values[0] {
                Value::Pointer { object, .. } => Value::Bits(self.resize(object, false, result.int().0)),
                _ => self.zero(result),
            },
            _ => {
                if let Some(Value::Float(x)) = values.first().copied() {
                    let rest: Vec<TermId> = values[1..]
                        .iter()
                        .filter_map(|value| match value {
                            Value::Float(term) => Some(*term),
                            _ => None,
                        })
                        .collect();
                    if let Some(term) = self.float_function(state, op, x, &rest) {
                        return Value::Float(term);
                    }
                    // The library's own mathematics: any value, and the report says so.
                    let ty = self.program.expr(args[0]).ty;
                    let value = self.input_value(state, &format!("{op:?}"), InputKind::Unmodelled, ty);
                    return match (op, value) {
                        (Intrinsic::Libm(function), Value::Float(value)) => {
                            Value::Float(self.libm_in_range(function, x, value))
                        }
                        _ => value,
                    };
                }
                let bits = self.plain(values[0]);
                let bits = self.integer_function(op, bits, self.scalar(args[0]).int().1);
                Value::Bits(self.resize(bits, op == Intrinsic::Abs, result.int().0))
            }
        }
    }

    fn integer_function(&mut self, op: Intrinsic, bits: TermId, signed: bool) -> TermId {
        let width = self.bit_width(bits);
        match op {
            Intrinsic::Clz => self.first_set(bits, (0..width).rev()),
            Intrinsic::Ctz => self.first_set(bits, 0..width),
            Intrinsic::Ffs => {
                let at = self.first_set(bits, 0..width);
                let one = self.pool.bv(32, 1);
                let next = self.pool.bv_add(at, one);
                let zero = self.pool.bv(width, 0);
                let none = self.pool.eq(bits, zero);
                let nothing = self.pool.bv(32, 0);
                self.pool.ite(none, nothing, next)
            }
            Intrinsic::Clrsb => {
                // The bits that differ from their upper neighbour, the sign excepted.
                let one = self.pool.bv(width, 1);
                let shifted = self.pool.bv_ashr(bits, one);
                let differ = self.pool.bv_xor(bits, shifted);
                let leading = self.first_set(differ, (0..width).rev());
                let one = self.pool.bv(32, 1);
                self.pool.bv_sub(leading, one)
            }
            Intrinsic::Popcount | Intrinsic::Parity => {
                let mut count = self.pool.bv(32, 0);
                for position in 0..width {
                    let bit = self.pool.bv_extract(bits, position, position);
                    let bit = self.pool.bv_zero_extend(bit, 32);
                    count = self.pool.bv_add(count, bit);
                }
                if op == Intrinsic::Parity {
                    let one = self.pool.bv(32, 1);
                    count = self.pool.bv_and(count, one);
                }
                count
            }
            Intrinsic::ByteSwap => {
                let mut result = self.pool.bv_extract(bits, 7, 0);
                for byte in 1..width / 8 {
                    let part = self.pool.bv_extract(bits, byte * 8 + 7, byte * 8);
                    result = self.pool.bv_concat(result, part);
                }
                result
            }
            Intrinsic::Abs if signed => {
                let negative = self.pool.bv_bit(bits, width - 1);
                let opposite = self.pool.bv_neg(bits);
                self.pool.ite(negative, opposite, bits)
            }
            _ => bits,
        }
    }

    /// How many positions come before the first set bit, the width if none is set; 32 bits wide.
    fn first_set(&mut self, bits: TermId, order: impl DoubleEndedIterator<Item = u32>) -> TermId {
        let positions: Vec<u32> = order.collect();
        let mut result = self.pool.bv(32, positions.len() as u128);
        for (count, position) in positions.into_iter().enumerate().rev() {
            let set = self.pool.bv_bit(bits, position);
            let here = self.pool.bv(32, count as u128);
            result = self.pool.ite(set, here, result);
        }
        result
    }
}
