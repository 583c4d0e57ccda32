//! Bit-fields: reading and writing some bits of some bytes.
//!
//! A field is put into its bytes one by one, because each has its own state of being written. What lies beside the
//! field in a byte that was never written stays unknown.

use ctype::TypeId;
use logic::{Sort, TermId};

use crate::equation::{StepId, StepKind};
use crate::memory::place::Element;
use crate::symex::Symex;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Cell, State};
use runs::InputKind;

/// The bits of a bit-field: `width` from bit `offset` of the first byte.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    pub offset: u32,
    pub width: u32,
}

impl Field {
    pub(crate) fn bytes(self) -> u32 {
        (self.offset + self.width).div_ceil(8)
    }
}

/// Which bytes of a field a value is put into.
#[derive(Debug, Clone, Copy)]
enum Bytes {
    All,
    Unwritten,
}

impl Symex<'_> {
    pub(super) fn cut_to_field(&mut self, value: Value, field: Field, scalar: Scalar) -> Value {
        let (width, signed) = scalar.int();
        let bits = self.plain(value);
        let bits = self.resize(bits, signed, field.width);
        Value::Bits(self.resize(bits, signed, width))
    }

    pub(super) fn load_field(
        &mut self,
        state: &mut State,
        element: Element,
        scalar: Scalar,
        field: Field,
        ty: TypeId,
    ) -> Value {
        let (width, signed) = scalar.int();
        let Element { object, at, chosen } = element;
        let (bits, written) = self.read_bytes(state, object, at, field.bytes());
        let stored = bits.map(|bits| {
            let bits = self
                .pool
                .bv_extract(bits, field.offset + field.width - 1, field.offset);
            Value::Bits(self.resize(bits, signed, width))
        });
        if let (Some(value), Some(true)) = (stored, self.truth(written)) {
            return value;
        }
        let unwritten = self.pool.not(written);
        let missing = self.pool.and(chosen, unwritten);
        let lazy = self.lazy;
        self.lazy = self.pool.and(lazy, missing);
        let name = self.field_name(object, at, field);
        let kind = self.missing_kind(object);
        let input = self.input_value(state, &name, kind, ty);
        let input = self.cut_to_field(input, field, scalar);
        let when = self.lazy;
        let step = StepId(self.steps.len() as u32 - 1);
        self.put_field(state, element, field, input, when, Bytes::Unwritten, step);
        self.lazy = lazy;
        let Some(stored) = stored else { return input };
        // Bytes of the field that were written keep what they hold.
        let reads = std::mem::take(&mut self.reads);
        let (bits, _) = self.read_bytes(state, object, at, field.bytes());
        self.reads = reads;
        let Some(bits) = bits else { return stored };
        let bits = self
            .pool
            .bv_extract(bits, field.offset + field.width - 1, field.offset);
        let now = Value::Bits(self.resize(bits, signed, width));
        self.select(written, stored, now)
    }

    /// Puts the bits of a field into its bytes; neighbours that were never written can be anything.
    pub(crate) fn store_field(
        &mut self,
        state: &mut State,
        element: Element,
        field: Field,
        value: Value,
        when: TermId,
        step: StepId,
    ) {
        self.put_field(state, element, field, value, when, Bytes::All, step);
    }

    #[allow(clippy::too_many_arguments)]
    fn put_field(
        &mut self,
        state: &mut State,
        element: Element,
        field: Field,
        value: Value,
        when: TermId,
        bytes: Bytes,
        step: StepId,
    ) {
        let Element { object, at, .. } = element;
        let size = field.bytes();
        // Byte by byte, because each has its own state of being written.
        let value = self.plain(value);
        let value = self.resize(value, false, field.width);
        for index in 0..size {
            let (old, written) = self.read_bytes(state, object, at + u64::from(index), 1);
            // Bits of the field in this byte: from `first` to `end`, counted in the field.
            let start = index * 8;
            let low = start.max(field.offset);
            let high = (start + 8).min(field.offset + field.width);
            let zero = self.pool.bv(8, 0);
            let beside = match high - low < 8 && self.truth(written) != Some(true) {
                true => self.unwritten_beside(element, index, field, written),
                false => zero,
            };
            let around = match old {
                Some(old) => self.pool.ite(written, old, beside),
                None => beside,
            };
            let mut parts = Vec::new();
            if low > start {
                parts.push(self.pool.bv_extract(around, low - start - 1, 0));
            }
            parts.push(
                self.pool
                    .bv_extract(value, high - field.offset - 1, low - field.offset),
            );
            if high < start + 8 {
                parts.push(self.pool.bv_extract(around, 7, high - start));
            }
            let mut byte = parts[0];
            for part in &parts[1..] {
                byte = self.pool.bv_concat(*part, byte);
            }
            let kept = old.unwrap_or(zero);
            let when = match bytes {
                Bytes::All => when,
                Bytes::Unwritten => {
                    let unwritten = self.pool.not(written);
                    self.pool.and(when, unwritten)
                }
            };
            let byte = self.pool.ite(when, byte, kept);
            let now = self.pool.or(written, when);
            self.write_at(
                state,
                object,
                at + u64::from(index),
                Cell {
                    value: Value::Bits(byte),
                    size: 1,
                    written: now,
                    step,
                },
            );
        }
    }

    /// What lies beside a field in a byte that was never written: anything. An execution has zeros there and cannot be
    /// told otherwise.
    fn unwritten_beside(&mut self, element: Element, index: u32, field: Field, written: TermId) -> TermId {
        let Some(ty) = self.char else {
            return self.pool.bv(8, 0);
        };
        if self.options.fixed.is_some() {
            return self.pool.bv(8, 0);
        }
        let Element { object, at, chosen } = element;
        let beside = self.fresh("beside", Sort::BitVec(8));
        let name = format!("bits beside {}", self.field_name(object, at, field));
        let name = if index == 0 {
            name
        } else {
            format!("{name}, byte {index}")
        };
        let kind = StepKind::Input {
            name,
            kind: InputKind::Unmodelled,
            value: Value::Bits(beside),
            ty,
        };
        let unwritten = self.pool.not(written);
        let guard = self.pool.and_all(&[self.reached, self.lazy, chosen, unwritten]);
        self.step_guarded(guard, kind, Box::default());
        beside
    }

    /// What a bit-field holds after a value has been stored to it.
    pub(super) fn fitted(&mut self, value: Value, field: Field, scalar: Scalar) -> Value {
        let (width, signed) = scalar.int();
        match value {
            Value::Bits(term) if field.width < width && self.pool.sort(term) == Sort::BitVec(width) => {
                let low = self.pool.bv_extract(term, field.width - 1, 0);
                Value::Bits(self.resize(low, signed, width))
            }
            _ => value,
        }
    }
}
