//! Memory: all objects of a run.
//!
//! Addresses are handed out upwards from a fixed start with at least [`GAP`] bytes between objects, so
//! one-past-the-end of one object is never the start of another, and slots stand in order of address. The
//! slot of a dead object is used again, address and all, only for an object of the same size and alignment
//! and only after [`QUARANTINE`] others of that kind have died since. A pointer to the dead object stays
//! recognisable even then, because the slot's generation has moved on; only what the object was is forgotten.
//!
//! Functions have addresses in a range of their own below all objects.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use program::FunctionId;

use crate::access::Logged;
use crate::code::Kind;
use crate::object::{Chunk, End, Object, Origin, Pointer, Provenance, Storage};
use crate::scalar::Scalar;

const GAP: u64 = 32;
const QUARANTINE: usize = 256;
/// Dead objects up to this size keep their storage for the next object of the kind.
const KEEP: u64 = 256;

/// Even a small run makes so many objects.
const FIRST_OBJECTS: usize = 128;

const FUNCTIONS_BASE: u64 = 0x0040_0000;
/// How far everything is moved where that is asked: so that hardly a byte of an address is what it was, nor zero.
const MOVED_BY: u64 = 0x0135_7910;
const FUNCTION_STRIDE: u64 = 16;

/// A memory that is used for the next run keeps the storage of so many objects of no more bytes than [`KEEP`].
const MOST_SPARE: usize = 256;

/// Stamps are only compared, so it does not matter which runs take which.
static NEXT_STAMP: AtomicU64 = AtomicU64::new(1);

/// Objects of one size and alignment.
#[derive(Debug, Default)]
struct Class {
    size: u64,
    align: u64,
    dead: VecDeque<u32>,
}

impl Clone for Class {
    fn clone(&self) -> Class {
        Class {
            dead: self.dead.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Class) {
        (self.size, self.align) = (source.size, source.align);
        self.dead.clone_from(&source.dead);
    }
}

/// The memory limit, or the address space, is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted;

#[derive(Debug)]
pub(crate) struct Memory {
    objects: Vec<Object>,
    /// Storage of objects that are no more.
    spare: Vec<Storage>,
    classes: Vec<Class>,
    /// Shared with the memories that this one was copied from and to, until there is a new kind.
    class_of: Arc<HashMap<(u64, u64), u32>>,
    next: u64,
    top: u64,
    functions: u64,
    /// The size of a pointer.
    pub word: usize,
    live_bytes: u64,
    limit: u64,
    heap_objects: u64,
    serial: u64,
    /// What happened since it was last told, for an observer of accesses.
    pub log: Option<Vec<Logged>>,
}

impl Clone for Memory {
    fn clone(&self) -> Memory {
        Memory {
            objects: self.objects.clone(),
            spare: Vec::new(),
            classes: self.classes.clone(),
            class_of: self.class_of.clone(),
            log: None,
            ..*self
        }
    }

    /// Keeps what storage it can: thousands of short runs of one program need the same again and again.
    fn clone_from(&mut self, source: &Memory) {
        let more = self.objects.len().min(source.objects.len())..;
        let room = MOST_SPARE.saturating_sub(self.spare.len());
        let small = self.objects.drain(more).filter(|object| object.size <= KEEP);
        self.spare
            .extend(small.take(room).map(|mut object| object.take_storage()));
        let mut objects = std::mem::take(&mut self.objects);
        let (known, new) = source.objects.split_at(objects.len());
        for (object, source) in objects.iter_mut().zip(known) {
            object.clone_from(source);
        }
        objects.reserve(new.len());
        for source in new {
            let storage = self.spare.pop().unwrap_or_default();
            let mut object = Object::new(source.base, source.size, source.class).with_storage(storage);
            object.clone_from(source);
            objects.push(object);
        }
        let (spare, mut classes) = (std::mem::take(&mut self.spare), std::mem::take(&mut self.classes));
        classes.clone_from(&source.classes);
        *self = Memory {
            objects,
            spare,
            classes,
            class_of: source.class_of.clone(),
            log: None,
            ..*source
        };
    }
}

/// Where in the objects a good pointer points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub slot: usize,
    pub at: usize,
}

impl Memory {
    /// `classes` are the kinds of objects that variables need, numbered from 1. With `moved` every object lies elsewhere.
    pub(crate) fn new(pointer_bytes: u32, functions: usize, classes: &[(u64, u64)], moved: bool) -> Memory {
        let functions = functions as u64;
        let (base, top) = if pointer_bytes == 4 {
            (0x1000_0000, 0xffff_0000)
        } else {
            (0x5500_0000_0000, 0x7f00_0000_0000)
        };
        let base = if moved { base + MOVED_BY } else { base };
        // Slot 0 belongs to no object, so that provenance 0 never matches.
        let nothing = Object::new(0, 0, 0);
        let mut memory = Memory {
            objects: vec![nothing],
            spare: Vec::new(),
            classes: vec![Class::default()],
            class_of: Arc::default(),
            next: (FUNCTIONS_BASE + functions * FUNCTION_STRIDE + 0x1000).max(base),
            top,
            functions,
            word: pointer_bytes as usize,
            live_bytes: 0,
            limit: u64::MAX,
            heap_objects: 0,
            serial: 0,
            log: None,
        };
        for &(size, align) in classes {
            memory.class(size, align);
        }
        memory
    }

    /// Room for so many bytes in all objects; no if there are more already.
    pub(crate) fn limit_to(&mut self, limit: u64) -> bool {
        self.limit = limit;
        self.objects.reserve(FIRST_OBJECTS);
        self.live_bytes <= limit
    }

    /// Makes all bytes of an object known, as far as they are not: they are zero.
    pub(crate) fn initialise(&mut self, slot: usize) {
        let object = &mut self.objects[slot];
        let (origin, serial, read_only) = (object.origin, object.serial, object.read_only);
        object.generation = object.generation.wrapping_sub(1);
        object.start(origin, serial, true);
        object.read_only = read_only;
    }

    /// From here on copies are made of it: what such a copy has not changed need not be copied again.
    pub(crate) fn stamp(&mut self) {
        for object in &mut self.objects {
            object.stamp(NEXT_STAMP.fetch_add(1, Ordering::Relaxed));
        }
    }

    /// The number of the kind of objects with this size and alignment.
    pub(crate) fn class(&mut self, size: u64, align: u64) -> u32 {
        let align = align.max(1).next_power_of_two().min(1 << 20);
        let next = self.classes.len() as u32;
        if let Some(class) = self.class_of.get(&(size, align)) {
            return *class;
        }
        Arc::make_mut(&mut self.class_of).insert((size, align), next);
        self.classes.push(Class {
            size,
            align,
            dead: VecDeque::new(),
        });
        next
    }

    pub(crate) fn allocate(
        &mut self,
        class: u32,
        origin: Origin,
        initialised: bool,
    ) -> Result<Pointer, Exhausted> {
        let kind = &mut self.classes[class as usize];
        let (size, align) = (kind.size, kind.align);
        if size > self.limit - self.live_bytes.min(self.limit) {
            return Err(Exhausted);
        }
        let slot = if kind.dead.len() > QUARANTINE {
            kind.dead.pop_front()
        } else {
            None
        };
        let slot = match slot {
            Some(slot) => slot,
            None => self.fresh_slot(size, align, class)?,
        };
        self.serial += 1;
        let object = &mut self.objects[slot as usize];
        object.start(origin, self.serial, initialised);
        self.live_bytes += size;
        if matches!(origin, Origin::Heap(_)) {
            self.heap_objects += 1;
        }
        let provenance = Provenance::new(slot, object.generation);
        let address = object.base;
        self.note(|| Logged::Begun(provenance.0));
        Ok(Pointer { address, provenance })
    }

    #[inline]
    fn note(&mut self, logged: impl FnOnce() -> Logged) {
        if let Some(log) = &mut self.log {
            log.push(logged());
        }
    }

    fn note_bytes(&mut self, spot: Spot, size: usize, logged: fn(u64, u64, u64) -> Logged) {
        if self.log.is_some() {
            let object = self.provenance_of(spot.slot).0;
            self.note(|| logged(object, spot.at as u64, size as u64));
        }
    }

    fn provenance_of(&self, slot: usize) -> Provenance {
        Provenance::new(slot as u32, self.objects[slot].generation)
    }

    /// From here on all that happens is logged, as if the objects that there are had just begun.
    pub(crate) fn begin_log(&mut self) {
        let alive = (1..self.objects.len()).filter(|&slot| self.objects[slot].is_alive());
        self.log = Some(
            alive
                .map(|slot| Logged::Begun(self.provenance_of(slot).0))
                .collect(),
        );
    }

    /// Bytes were written that no method here was asked to write.
    pub(crate) fn note_written(&mut self, spot: Spot, size: usize) {
        self.note_bytes(spot, size, Logged::Written);
    }

    /// What was just written was not there when it was read.
    pub(crate) fn note_invented(&mut self, spot: Spot, size: usize) {
        if let Some(log) = &mut self.log {
            log.pop();
        }
        self.note_bytes(spot, size, Logged::Invented);
    }

    fn fresh_slot(&mut self, size: u64, align: u64, class: u32) -> Result<u32, Exhausted> {
        let align = align.max(16);
        let base = self.next.next_multiple_of(align);
        let end = base.checked_add(size).ok_or(Exhausted)?;
        if end > self.top || self.objects.len() >= u32::MAX as usize {
            return Err(Exhausted);
        }
        self.next = end + GAP;
        // The record stays for good, and the list of records takes twice their size while it grows.
        self.live_bytes += 2 * size_of::<Object>() as u64;
        let storage = self.spare.pop().unwrap_or_default();
        let object = Object::new(base, size, class).with_storage(storage);
        self.objects.push(object);
        Ok(self.objects.len() as u32 - 1)
    }

    /// Ends an object that is alive.
    pub(crate) fn kill(&mut self, provenance: Provenance, end: End) {
        let Some(object) = self.objects.get_mut(provenance.slot()) else {
            return;
        };
        if object.generation != provenance.generation() {
            return;
        }
        if matches!(object.origin, Origin::Heap(_)) {
            self.heap_objects -= 1;
        }
        object.finish(end, KEEP);
        let (size, class) = (object.size, object.class);
        self.note(|| Logged::Ended(provenance.0));
        self.live_bytes -= size;
        self.classes[class as usize]
            .dead
            .push_back(provenance.slot() as u32);
    }

    /// Gives an object contents from outside.
    pub(crate) fn fill_from(&mut self, slot: usize, bytes: &[u8]) {
        let word = self.word;
        let object = &mut self.objects[slot];
        let size = bytes.len().min(object.size as usize);
        object.write(0, &bytes[..size], word);
    }

    /// How many objects have been made.
    pub(crate) fn allocations(&self) -> u64 {
        self.serial
    }

    /// How many objects there are, and how many bytes of those that are alive.
    pub(crate) fn extent(&self) -> (usize, u64) {
        (self.objects.len(), self.live_bytes)
    }

    pub(crate) fn heap_is_empty(&self) -> bool {
        self.heap_objects == 0
    }

    pub(crate) fn heap_leaks(&self) -> impl Iterator<Item = &Object> {
        self.objects
            .iter()
            .filter(|object| object.is_alive() && matches!(object.origin, Origin::Heap(_)))
    }

    /// The live object a pointer was made from.
    #[inline]
    pub(crate) fn target(&self, provenance: Provenance) -> Option<&Object> {
        let object = self.objects.get(provenance.slot())?;
        (object.generation == provenance.generation()).then_some(object)
    }

    /// The object a pointer was made from, alive or not, if it is still remembered.
    pub(crate) fn remembered(&self, provenance: Provenance) -> Option<&Object> {
        let object = self.objects.get(provenance.slot())?;
        let generation = provenance.generation();
        let same = object.generation == generation || object.generation == generation.wrapping_add(1);
        (provenance != Provenance::NONE && same).then_some(object)
    }

    /// Where `size` bytes at a pointer lie, if the object is alive and they are inside it.
    #[inline(always)]
    pub(crate) fn spot(&self, pointer: Pointer, size: usize) -> Option<Spot> {
        let slot = pointer.provenance.slot();
        let object = self.objects.get(slot)?;
        if object.generation != pointer.provenance.generation() {
            return None;
        }
        let at = pointer.address.wrapping_sub(object.base) as usize;
        let length = object.bytes.len();
        (at <= length && length - at >= size).then_some(Spot { slot, at })
    }

    #[inline(always)]
    pub(crate) fn object(&self, slot: usize) -> &Object {
        &self.objects[slot]
    }

    #[inline(always)]
    pub(crate) fn object_mut(&mut self, slot: usize) -> &mut Object {
        &mut self.objects[slot]
    }

    pub(crate) fn is_readable(&self, pointer: Pointer, size: u64) -> bool {
        usize::try_from(size).is_ok_and(|size| self.spot(pointer, size).is_some())
    }

    pub(crate) fn is_writable(&self, pointer: Pointer, size: u64) -> bool {
        usize::try_from(size)
            .ok()
            .and_then(|size| self.spot(pointer, size))
            .is_some_and(|spot| !self.objects[spot.slot].read_only)
    }

    /// The object that holds an address or ends just before it; if that object is dead, it is still named.
    pub(crate) fn find(&self, address: u64) -> Provenance {
        if address < self.objects.get(1).map_or(u64::MAX, |first| first.base) || address >= self.next {
            return Provenance::NONE;
        }
        let slot = self.objects.partition_point(|object| object.base <= address) - 1;
        let object = &self.objects[slot];
        if address - object.base > object.size {
            return Provenance::NONE;
        }
        Provenance::new(slot as u32, object.generation & !1)
    }

    pub(crate) fn function_address(&self, function: FunctionId) -> u64 {
        FUNCTIONS_BASE + u64::from(function.0) * FUNCTION_STRIDE
    }

    pub(crate) fn function_at(&self, address: u64) -> Option<FunctionId> {
        let distance = address.checked_sub(FUNCTIONS_BASE)?;
        let index = distance / FUNCTION_STRIDE;
        (distance % FUNCTION_STRIDE == 0 && index < self.functions).then_some(FunctionId(index as u32))
    }

    /// Reads a scalar's bits and, for pointers, provenance. The bytes must lie inside and be written.
    #[inline]
    pub(crate) fn read(&self, spot: Spot, scalar: Scalar) -> (u128, Provenance) {
        let object = &self.objects[spot.slot];
        let size = scalar.value_bytes();
        let mut raw = [0u8; 16];
        raw[..size].copy_from_slice(&object.bytes[spot.at..spot.at + size]);
        let bits = scalar.canonical(u128::from_le_bytes(raw));
        if scalar.is_pointer() {
            (bits, self.stored_provenance(spot, bits as u64))
        } else {
            (bits, Provenance::NONE)
        }
    }

    /// The provenance of a pointer read from memory: what was stored with it, else what its address says.
    #[inline]
    pub(crate) fn stored_provenance(&self, spot: Spot, address: u64) -> Provenance {
        match self.objects[spot.slot].pointer_at(spot.at, self.word) {
            Some(provenance) => provenance,
            None => self.find(address),
        }
    }

    pub(crate) fn write(&mut self, spot: Spot, scalar: Scalar, bits: u128, provenance: Provenance) {
        let raw = if scalar.value_bytes() < scalar.size as usize {
            // The padding of an x87 number.
            bits & ((1 << (scalar.value_bytes() * 8)) - 1)
        } else {
            bits
        };
        let word = self.word;
        let object = &mut self.objects[spot.slot];
        object.write(
            spot.at,
            &raw.to_le_bytes()[..(scalar.size as usize).min(16)],
            word,
        );
        if scalar.is_pointer() {
            object.set_pointer(spot.at, word, provenance);
        }
        self.note_bytes(spot, scalar.size as usize, Logged::Written);
    }

    pub(crate) fn extract(&self, spot: Spot, size: usize) -> Chunk {
        let mut chunk = self.objects[spot.slot].extract(spot.at, size, self.word);
        if self.log.is_some() {
            chunk.from = Some((self.provenance_of(spot.slot).0, spot.at as u64));
        }
        chunk
    }

    pub(crate) fn insert(&mut self, spot: Spot, chunk: &Chunk) {
        let word = self.word;
        self.objects[spot.slot].insert(spot.at, chunk, word);
        if let Some(from) = chunk.from {
            let object = self.provenance_of(spot.slot).0;
            self.note(|| Logged::Copied(from, object, spot.at as u64, chunk.bytes.len() as u64));
        }
    }

    pub(crate) fn fill(&mut self, spot: Spot, size: usize, byte: u8) {
        self.note_bytes(spot, size, Logged::Written);
        let word = self.word;
        self.objects[spot.slot].fill(spot.at, size, byte, word);
    }

    /// Makes bytes indeterminate.
    pub(crate) fn forget(&mut self, spot: Spot, size: usize) {
        self.note_bytes(spot, size, Logged::Forgotten);
        let word = self.word;
        let object = &mut self.objects[spot.slot];
        object.forget_pointers(spot.at, size, word);
        object.clear_init(spot.at, size);
    }

    /// A static object: its slot is taken first and never dies.
    #[inline(always)]
    pub(crate) fn static_pointer(&self, slot: u32) -> Pointer {
        Pointer {
            address: self.objects[slot as usize].base,
            provenance: Provenance::new(slot, 2),
        }
    }

    #[inline(always)]
    pub(crate) fn kind_size(&self, kind: Kind) -> usize {
        match kind {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 => 4,
            Kind::W64 => 8,
            Kind::Pointer => self.word,
        }
    }

    /// The written bytes behind a pointer, with the object they lie in.
    #[inline(always)]
    fn written<const N: usize>(&self, pointer: Pointer) -> Option<[u8; N]> {
        let object = self.objects.get(pointer.provenance.slot())?;
        if object.generation != pointer.provenance.generation() {
            return None;
        }
        let at = pointer.address.wrapping_sub(object.base) as usize;
        let bytes = object.bytes.get(at..)?.first_chunk::<N>()?;
        object.is_init(at, N).then_some(*bytes)
    }

    /// Reads a value of at most eight bytes; nothing if the pointer is bad or a byte was never written.
    #[inline(always)]
    pub(crate) fn load(&self, pointer: Pointer, kind: Kind) -> Option<Pointer> {
        let plain = |address: u64| Pointer {
            address,
            provenance: Provenance::NONE,
        };
        Some(match kind {
            Kind::I32 => plain(i32::from_le_bytes(self.written(pointer)?) as i64 as u64),
            Kind::W64 => plain(u64::from_le_bytes(self.written(pointer)?)),
            Kind::U32 => plain(u32::from_le_bytes(self.written(pointer)?).into()),
            Kind::I8 => plain(i8::from_le_bytes(self.written(pointer)?) as i64 as u64),
            Kind::U8 => plain(u8::from_le_bytes(self.written(pointer)?).into()),
            Kind::I16 => plain(i16::from_le_bytes(self.written(pointer)?) as i64 as u64),
            Kind::U16 => plain(u16::from_le_bytes(self.written(pointer)?).into()),
            Kind::Pointer => {
                let address = if self.word == 8 {
                    u64::from_le_bytes(self.written(pointer)?)
                } else {
                    u32::from_le_bytes(self.written(pointer)?).into()
                };
                let slot = pointer.provenance.slot();
                let at = pointer.address.wrapping_sub(self.objects[slot].base) as usize;
                Pointer {
                    address,
                    provenance: self.stored_provenance(Spot { slot, at }, address),
                }
            }
        })
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, pointer: Pointer, bytes: [u8; N]) {
        let word = self.word;
        let Some(object) = self.objects.get_mut(pointer.provenance.slot()) else {
            return;
        };
        if object.generation != pointer.provenance.generation() {
            return;
        }
        let at = pointer.address.wrapping_sub(object.base) as usize;
        let Some(target) = object
            .bytes
            .get_mut(at..)
            .and_then(|rest| rest.first_chunk_mut::<N>())
        else {
            return;
        };
        *target = bytes;
        object.change();
        object.set_init(at, N);
        object.forget_pointers(at, N, word);
    }

    /// Writes a value of at most eight bytes; through a bad pointer nothing happens.
    #[inline(always)]
    pub(crate) fn store(&mut self, pointer: Pointer, kind: Kind, value: Pointer) {
        let bits = value.address;
        match kind {
            Kind::I32 | Kind::U32 => self.put(pointer, (bits as u32).to_le_bytes()),
            Kind::W64 => self.put(pointer, bits.to_le_bytes()),
            Kind::I8 | Kind::U8 => self.put(pointer, (bits as u8).to_le_bytes()),
            Kind::I16 | Kind::U16 => self.put(pointer, (bits as u16).to_le_bytes()),
            Kind::Pointer => {
                if self.word == 8 {
                    self.put(pointer, bits.to_le_bytes());
                } else {
                    self.put(pointer, (bits as u32).to_le_bytes());
                }
                if value.provenance != Provenance::NONE
                    && let Some(spot) = self.spot(pointer, self.word)
                {
                    let word = self.word;
                    self.objects[spot.slot].set_pointer(spot.at, word, value.provenance);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use source::LocId;

    use super::*;

    fn memory(pointer_bytes: u32) -> Memory {
        let mut memory = Memory::new(pointer_bytes, 3, &[], false);
        assert!(memory.limit_to(1 << 20));
        memory
    }

    fn heap(memory: &mut Memory, size: u64) -> Pointer {
        let class = memory.class(size, 16);
        memory
            .allocate(class, Origin::Heap(LocId::NONE), false)
            .expect("room")
    }

    #[test]
    fn objects_never_touch() {
        for bytes in [4, 8] {
            let mut memory = memory(bytes);
            let pointers: Vec<Pointer> = (0..20).map(|size| heap(&mut memory, size)).collect();
            for (size, (pointer, next)) in pointers.iter().zip(&pointers[1..]).enumerate() {
                let end = pointer.address + size as u64;
                assert!(end < next.address && pointer.address.is_multiple_of(16));
                assert_eq!(memory.find(end), pointer.provenance);
                assert_eq!(memory.find(end + 1), Provenance::NONE);
                assert!(bytes == 8 || next.address < 1 << 32);
            }
            assert_eq!(memory.find(0), Provenance::NONE);
        }
    }

    #[test]
    fn a_dead_object_is_recognised_even_when_its_place_is_used_again() {
        let mut memory = memory(8);
        let first = heap(&mut memory, 8);
        memory.kill(first.provenance, End::Freed(LocId::NONE));
        assert!(memory.target(first.provenance).is_none() && memory.remembered(first.provenance).is_some());
        assert!(!memory.is_readable(first, 1));
        let mut again = false;
        for _ in 0..2 * QUARANTINE {
            let other = heap(&mut memory, 8);
            again |= other.address == first.address;
            assert_ne!(other.provenance, first.provenance);
            memory.kill(other.provenance, End::Freed(LocId::NONE));
        }
        assert!(again && !memory.is_readable(first, 1) && memory.remembered(first.provenance).is_none());
        assert!(memory.heap_is_empty());
    }

    #[test]
    fn accesses_stay_inside() {
        let mut memory = memory(8);
        let pointer = heap(&mut memory, 8);
        assert!(memory.is_writable(pointer, 8) && !memory.is_writable(pointer, 9));
        assert!(memory.is_readable(pointer.offset(8), 0) && !memory.is_readable(pointer.offset(8), 1));
        assert!(!memory.is_readable(pointer.offset(u64::MAX), 1) && !memory.is_readable(pointer, u64::MAX));
        assert_eq!(memory.load(pointer, Kind::I32), None);
        let value = Pointer {
            address: 0xffff_fffe,
            provenance: Provenance::NONE,
        };
        memory.store(pointer, Kind::I32, value);
        assert_eq!(
            memory.load(pointer, Kind::I32).map(|value| value.address as i64),
            Some(-2)
        );
        assert_eq!(
            memory.load(pointer, Kind::U16).map(|value| value.address),
            Some(0xfffe)
        );
        assert_eq!(memory.load(pointer, Kind::W64), None);
        memory.store(pointer, Kind::Pointer, pointer);
        assert_eq!(memory.load(pointer, Kind::Pointer), Some(pointer));
        memory.store(pointer.offset(5), Kind::U8, Pointer::NULL);
        assert_ne!(
            memory.load(pointer, Kind::Pointer).map(|value| value.provenance),
            Some(pointer.provenance)
        );
    }

    #[test]
    fn functions_have_addresses_of_their_own() {
        let memory = memory(4);
        for index in 0..3 {
            let address = memory.function_address(FunctionId(index));
            assert_eq!(memory.function_at(address), Some(FunctionId(index)));
            assert_eq!(memory.function_at(address + 1), None);
        }
        assert_eq!(memory.function_at(memory.function_address(FunctionId(3))), None);
    }
}
