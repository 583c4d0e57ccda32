//! Addresses of objects as numbers.
//!
//! C says little about where objects lie: an address is a multiple of the object's alignment, and objects that live at
//! the same time do not overlap. So the address of an object whose number somebody asks for is a fresh symbol, and
//! whatever holds for every value of it holds for every layout of memory. A run that a claim fails in has some layout;
//! the interpreter has its own, and if the run ends otherwise there, the claim is undetermined: the symbol is an input
//! of the kind [`InputKind::Unmodelled`], as everything is that an execution cannot be told.
//!
//! That objects do not overlap is no assumption but part of the number: a symbol that does not fit, because it is too
//! small, not aligned or among the bytes of another object, is replaced by a place of the object's own, far above all
//! others. An object that was dead when this one came to life may lie at the same place.
//!
//! Pairs of objects are compared, but only among the first `bmc.max_placed_objects` objects; later ones may seem to
//! overlap others, so that less is proved, and nothing that is false. Where a run is repeated from its inputs, all
//! objects have the place of their own, so that everything stays a number.

use imbl::OrdMap;
use logic::{Sort, TermId};

use crate::equation::StepKind;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::scalar::Value;
use crate::symex::state::Liveness;
use crate::symex::{OBJECT_BITS, Symex};
use runs::InputKind;

/// No object lies lower.
const LOWEST: u128 = 4096;

/// Addresses that have been asked for.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    /// In the order in which they were asked for.
    placed: Vec<(ObjectId, TermId)>,
    known: std::collections::HashMap<ObjectId, TermId>,
    /// What was alive when an object came to life.
    born: std::collections::HashMap<ObjectId, OrdMap<ObjectId, Liveness>>,
}

impl Addresses {
    /// An object comes to life.
    pub(crate) fn begin(&mut self, object: ObjectId, others: &OrdMap<ObjectId, Liveness>) {
        self.born.entry(object).or_insert_with(|| others.clone());
    }
}

impl Symex<'_> {
    /// How many bits count bytes from an object's own place.
    pub(crate) fn place_bits(&self) -> u32 {
        if self.width == 64 { 40 } else { 20 }
    }

    /// The address of the first byte of an object, which is one of those that a pointer may point at.
    pub(crate) fn base_address(&mut self, object: TermId) -> TermId {
        let numbers = self.object_numbers(object);
        let mut base: Option<TermId> = None;
        for number in numbers.iter() {
            let this = self.first_byte(*number);
            base = Some(match base {
                None => this,
                Some(other) => {
                    let is = self.pool.eq(object, *number);
                    self.pool.ite(is, this, other)
                }
            });
        }
        base.unwrap_or_else(|| self.pool.bv(self.width, 0))
    }

    fn first_byte(&mut self, number: TermId) -> TermId {
        let id = self
            .pool
            .constant(number)
            .and_then(|value| value.as_bits()?.to_u64());
        let object = ObjectId(id.unwrap_or(0) as u32);
        if object.0 == 0 {
            return self.pool.bv(self.width, 0);
        }
        if let Some(&known) = self.addresses.known.get(&object) {
            return known;
        }
        let own = u128::from(object.0) << self.place_bits();
        let own = self.pool.bv(self.width, own);
        let open = self.options.fixed.is_none();
        let base = if open { self.open_address(object, own) } else { own };
        self.addresses.known.insert(object, base);
        if open && self.addresses.placed.len() < budgets::bmc::MAX_PLACED_OBJECTS.count() {
            self.addresses.placed.push((object, base));
        }
        self.encoded_parts.insert(base, number);
        self.has_origin(base, number);
        base
    }

    /// A symbol where it is a good address, else the place of its own.
    fn open_address(&mut self, object: ObjectId, own: TermId) -> TermId {
        let (bits, width) = (self.place_bits(), self.width);
        let aligned = self.alignment_of(object).clamp(1, 4096).ilog2();
        let symbol = self.fresh("address", Sort::BitVec(bits - aligned));
        self.mark_open(object, symbol);
        // Of an address that is taken apart into bytes, only this is left.
        let number = self.pool.bv(OBJECT_BITS, object.0.into());
        self.encoded_parts.insert(symbol, number);
        self.has_origin(symbol, number);
        let upper = self.pool.bv_zero_extend(symbol, width - aligned);
        let low = self.pool.bv(aligned.max(1), 0);
        let joined = |this: &mut Self, upper: TermId| match aligned {
            0 => upper,
            _ => this.pool.bv_concat(upper, low),
        };
        let wanted = joined(self, upper);
        let lowest = self.pool.bv(width, LOWEST);
        let most = self.pool.bv(width, 1 << (bits - 1));
        let size = self.object(object).size;
        let conditions = [
            self.pool.bv_ule(lowest, wanted),
            self.pool.bv_ule(wanted, most),
            self.pool.bv_ult(size, most),
        ];
        let mut good = self.pool.and_all(&conditions);
        let compared = match self.addresses.placed.len() < budgets::bmc::MAX_PLACED_OBJECTS.count() {
            true => self.addresses.placed.clone(),
            false => Vec::new(),
        };
        for (other, base) in compared {
            if !self.lived_together(object, other) {
                continue;
            }
            let other_size = self.object(other).size;
            let (end, other_end) = (self.pool.bv_add(wanted, size), self.pool.bv_add(base, other_size));
            let (below, above) = (self.pool.bv_ule(end, base), self.pool.bv_ule(other_end, wanted));
            let apart = self.pool.or(below, above);
            good = self.pool.and(good, apart);
        }
        let own_upper = self.pool.bv_extract(own, width - 1, aligned);
        let upper = self.pool.ite(good, upper, own_upper);
        joined(self, upper)
    }

    /// Whether one of two objects was, or may have been, alive when the other came to life.
    fn lived_together(&self, a: ObjectId, b: ObjectId) -> bool {
        let (first, second) = (a.min(b), a.max(b));
        let Some(others) = self.addresses.born.get(&second) else {
            return true;
        };
        match self.object(first).kind {
            ObjectKind::Static(_) | ObjectKind::Function(_) | ObjectKind::Arguments => true,
            _ => others.get(&first).is_some_and(|live| {
                self.pool.constant(live.alive).and_then(logic::Value::as_bool) != Some(false)
            }),
        }
    }

    /// Whether the place of its own is where an object lies.
    pub(crate) fn has_own_place(&self, number: TermId) -> bool {
        let id = self
            .pool
            .constant(number)
            .and_then(|value| value.as_bits()?.to_u64());
        let known = self.addresses.known.get(&ObjectId(id.unwrap_or(0) as u32));
        known.is_some_and(|base| self.pool.constant(*base).is_some())
    }

    fn alignment_of(&self, object: ObjectId) -> u64 {
        let object = self.object(object);
        match object.kind {
            ObjectKind::Static(var) | ObjectKind::Local { var, .. } => self.program.variable(var).align,
            _ => object.align,
        }
    }

    /// A run in which the address matters cannot be told to the interpreter.
    fn mark_open(&mut self, object: ObjectId, symbol: TermId) {
        let Some(ty) = self.char else { return };
        let name = format!("address of {}", self.path_name(object, 0, None));
        let kind = StepKind::Input {
            name,
            kind: InputKind::Unmodelled,
            value: Value::Bits(self.pool.bv_extract(symbol, 7, 0)),
            ty,
        };
        let guard = self.pool.and(self.reached, self.lazy);
        self.step_guarded(guard, kind, Box::default());
    }

    /// The pointers that a number computed from addresses may be.
    pub(crate) fn find_objects(&mut self, bits: TermId, objects: &[TermId]) -> (TermId, TermId) {
        let nothing = self.pool.bv(OBJECT_BITS, 0);
        let (mut object, mut offset) = (nothing, bits);
        let mut cases = Vec::new();
        for number in objects {
            let base = self.first_byte(*number);
            let distance = self.pool.bv_sub(bits, base);
            let id = self
                .pool
                .constant(*number)
                .and_then(|value| value.as_bits()?.to_u64());
            let size = self.object(ObjectId(id.unwrap_or(0) as u32)).size;
            cases.push((*number, distance, size));
        }
        // Behind the last byte of one object another one may begin: that one is meant.
        for &(number, distance, size) in &cases {
            let behind = self.pool.eq(distance, size);
            object = self.pool.ite(behind, number, object);
            offset = self.pool.ite(behind, distance, offset);
        }
        for (number, distance, size) in cases {
            let inside = self.pool.bv_ult(distance, size);
            object = self.pool.ite(inside, number, object);
            offset = self.pool.ite(inside, distance, offset);
        }
        (object, offset)
    }
}
