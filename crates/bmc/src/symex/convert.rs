//! One value seen in different ways: as bits, as a float, as a pointer.
//!
//! As an integer, a pointer into an object is the object's address ([`address`](crate::memory::address)) and the offset;
//! without an object it is its address.

use logic::{FloatFormat, Op, TermId};

use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::{OBJECT_BITS, Symex};

impl Symex<'_> {
    /// The bits of a value, as they lie in memory.
    pub(crate) fn plain(&mut self, value: Value) -> TermId {
        match value {
            Value::Bits(bits) => bits,
            Value::Float(float) => {
                let bits = match self.pool.sort(float) {
                    logic::Sort::Float(FloatFormat::X87_EXTENDED) => self.pool.x87_to_memory(float),
                    _ => self.pool.fp_to_bits(float),
                };
                self.with_nan_sign(float, bits)
            }
            Value::Pointer { .. } => match self.identified(value) {
                Value::Pointer { object, offset } => self.encode(object, offset),
                other => self.plain(other),
            },
        }
    }

    /// Terms know one NaN; machines know many, and computed ones are negative as often as not. Where the bits
    /// of a number that may be NaN are looked at, the sign is therefore open.
    fn with_nan_sign(&mut self, float: TermId, bits: TermId) -> TermId {
        let nan = self.pool.fp_is_nan(float);
        if self.truth(nan) == Some(false) {
            return bits;
        }
        let sign = self.nan_sign(float);
        let width = self.bit_width(bits);
        let one = self.pool.bv(width, 1 << (width - 1));
        let negative = self.pool.bv_or(bits, one);
        let open = self.pool.and(nan, sign);
        self.pool.ite(open, negative, bits)
    }

    /// An unknown sign, the same each time for one number.
    pub(crate) fn nan_sign(&mut self, float: TermId) -> TermId {
        if let Some(&sign) = self.nan_signs.get(&float) {
            return sign;
        }
        let bit = self.fresh("sign of NaN", logic::Sort::BitVec(1));
        if let Some(ty) = self.char {
            let kind = crate::StepKind::Input {
                name: "sign of NaN".to_owned(),
                kind: crate::InputKind::Unmodelled,
                value: Value::Bits(self.pool.bv_zero_extend(bit, 8)),
                ty,
            };
            let nan = self.pool.fp_is_nan(float);
            self.step_guarded(nan, kind, Box::default());
        }
        let sign = self.pool.bv_bit(bit, 0);
        self.nan_signs.insert(float, sign);
        sign
    }

    /// The bits of a value as a number of bytes.
    pub(crate) fn plain_bytes(&mut self, value: Value, size: u32) -> TermId {
        let bits = self.plain(value);
        let width = self.bit_width(bits);
        match width.cmp(&(size * 8)) {
            std::cmp::Ordering::Less => self.pool.bv_zero_extend(bits, size * 8),
            std::cmp::Ordering::Equal => bits,
            std::cmp::Ordering::Greater => self.pool.bv_extract(bits, size * 8 - 1, 0),
        }
    }

    pub(crate) fn bit_width(&self, term: TermId) -> u32 {
        self.pool.sort(term).bit_width().unwrap_or(1)
    }

    /// Bits read as a type.
    pub(crate) fn read_as(&mut self, bits: TermId, scalar: Scalar) -> Value {
        match scalar.repr {
            Repr::Int(..) | Repr::Bool => Value::Bits(bits),
            Repr::Pointer => self.decode(bits),
            Repr::Float(format) => {
                let bits = self.without_nan_sign(bits);
                if let Op::FpToBits = self.pool.op(bits) {
                    let inner = self.pool.operands(bits)[0];
                    if self.pool.sort(inner) == logic::Sort::Float(format) {
                        return Value::Float(inner);
                    }
                }
                if format == FloatFormat::X87_EXTENDED {
                    let image = if self.bit_width(bits) > 80 {
                        self.pool.bv_extract(bits, 79, 0)
                    } else {
                        bits
                    };
                    return Value::Float(self.pool.x87_from_memory(image));
                }
                Value::Float(self.pool.fp_from_bits(bits, format))
            }
        }
    }

    /// Read back as a float, the open sign does not matter.
    fn without_nan_sign(&self, bits: TermId) -> TermId {
        if let Op::Ite = self.pool.op(bits) {
            let otherwise = self.pool.operands(bits)[2];
            if let Op::FpToBits = self.pool.op(otherwise)
                && self.nan_signs.contains_key(&self.pool.operands(otherwise)[0])
            {
                return otherwise;
            }
        }
        bits
    }

    /// A stored value read as a type of the same size.
    pub(crate) fn view(&mut self, value: Value, scalar: Scalar) -> Value {
        match (value, scalar.repr) {
            (Value::Bits(_), Repr::Int(..) | Repr::Bool) | (Value::Pointer { .. }, Repr::Pointer) => value,
            (Value::Float(term), Repr::Float(format))
                if self.pool.sort(term) == logic::Sort::Float(format) =>
            {
                value
            }
            _ => {
                let bits = self.plain_bytes(value, scalar.value_bytes());
                self.read_as(bits, scalar)
            }
        }
    }

    fn encode(&mut self, object: TermId, offset: TermId) -> TermId {
        self.address_is_looked_at(offset);
        let base = self.base_address(object);
        let term = self.pool.bv_add(base, offset);
        if self.pool.constant(object).is_none() || self.number(object) != Some(0) {
            self.encoded.insert(term, (object, offset));
            self.has_origin(term, object);
        }
        term
    }

    /// The pointer whose bits these are. Bits that were not made from a pointer are an address without an
    /// object, unless they are a number made from pointers by arithmetic.
    pub(crate) fn decode(&mut self, bits: TermId) -> Value {
        let bits = match self.bit_width(bits).cmp(&self.width) {
            std::cmp::Ordering::Less => self.pool.bv_zero_extend(bits, self.width),
            std::cmp::Ordering::Equal => bits,
            std::cmp::Ordering::Greater => self.pool.bv_extract(bits, self.width - 1, 0),
        };
        let (object, offset) = self.decode_terms(bits, 0);
        Value::Pointer { object, offset }
    }

    fn decode_terms(&mut self, bits: TermId, depth: u32) -> (TermId, TermId) {
        if let Some(&pair) = self.encoded.get(&bits) {
            return pair;
        }
        let nothing = self.pool.bv(OBJECT_BITS, 0);
        if let Some(number) = self.number(bits) {
            let object = number >> self.place_bits();
            let known = object != 0 && object < self.objects.len() as u64;
            let number = self.pool.bv(OBJECT_BITS, object.into());
            // Nobody can compute the place of an object that nobody has asked for.
            if !known || self.origins(bits).is_empty() && !self.has_own_place(number) {
                return (nothing, bits);
            }
            return self.find_objects(bits, &[number]);
        }
        if let Op::Ite = self.pool.op(bits)
            && depth < 64
        {
            let operands = self.pool.operands(bits);
            let (cond, then, otherwise) = (operands[0], operands[1], operands[2]);
            let a = self.decode_terms(then, depth + 1);
            let b = self.decode_terms(otherwise, depth + 1);
            let pair = (self.pool.ite(cond, a.0, b.0), self.pool.ite(cond, a.1, b.1));
            self.encoded.insert(bits, pair);
            self.has_origin(bits, pair.0);
            return pair;
        }
        // Objects whose addresses went into the computation.
        let mut objects = self.origins(bits).to_vec();
        objects.retain(|&object| self.number(object) != Some(0));
        if objects.is_empty() {
            // Any address: it may be that of an object.
            self.has_wild = true;
            return (nothing, bits);
        }
        let found = self.find_objects(bits, &objects);
        self.encoded.insert(bits, found);
        found
    }

    pub(crate) fn zero(&mut self, scalar: Scalar) -> Value {
        match scalar.repr {
            Repr::Int(..) | Repr::Bool => Value::Bits(self.pool.bv(scalar.size * 8, 0)),
            Repr::Float(format) => Value::Float(self.pool.float(logic::Float::zero(format, false))),
            Repr::Pointer => self.null(),
        }
    }

    pub(crate) fn zero_like(&mut self, value: Value, size: u32) -> Value {
        match value {
            Value::Bits(_) => Value::Bits(self.pool.bv(size * 8, 0)),
            Value::Float(term) => match self.pool.sort(term) {
                logic::Sort::Float(format) => {
                    Value::Float(self.pool.float(logic::Float::zero(format, false)))
                }
                _ => Value::Bits(self.pool.bv(size * 8, 0)),
            },
            Value::Pointer { .. } => self.null(),
        }
    }
}
