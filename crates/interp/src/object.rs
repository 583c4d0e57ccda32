//! One object: its bytes, which of them have been written, and where the pointers stored in it point.

use program::VarId;
use source::LocId;

/// More zeros than these are not written but asked for.
const PAGE: usize = 4096;

/// Which object a pointer may be used for: the object's slot and the generation of that slot. Zero: none.
///
/// A slot's generation is even while its object is alive and odd after, so a pointer is good for access
/// exactly if generations agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Provenance(pub(crate) u64);

impl Provenance {
    pub const NONE: Provenance = Provenance(0);

    /// The object's number, as events name it.
    #[must_use]
    pub fn object(self) -> u64 {
        self.0
    }

    pub(crate) fn new(slot: u32, generation: u32) -> Provenance {
        Provenance(u64::from(generation) << 32 | u64::from(slot))
    }

    pub(crate) fn slot(self) -> usize {
        self.0 as u32 as usize
    }

    pub(crate) fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// A pointer value: an address and the object it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pointer {
    pub address: u64,
    pub provenance: Provenance,
}

impl Pointer {
    pub const NULL: Pointer = Pointer {
        address: 0,
        provenance: Provenance::NONE,
    };

    pub(crate) fn offset(self, bytes: u64) -> Pointer {
        Pointer {
            address: self.address.wrapping_add(bytes),
            ..self
        }
    }
}

/// What an object is, for messages and names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A variable, in the n-th activation of its function (0 for static ones).
    Variable {
        var: VarId,
        activation: u64,
    },
    /// Allocated on the heap here, in the user's terms.
    Heap(LocId),
    Alloca(LocId),
    /// `argv` or one of its strings.
    Arguments,
    /// The elements of a variable length array.
    Vla {
        var: VarId,
        loc: LocId,
    },
}

/// How an object ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Freed(LocId),
    /// Its block or function was left.
    Left,
}

#[derive(Debug)]
pub(crate) struct Object {
    pub base: u64,
    pub generation: u32,
    /// All bytes have been written: the bitmap need not be looked at.
    pub all_init: bool,
    pub read_only: bool,
    /// Never written since it was made of zeros.
    pub pristine: bool,
    /// Two objects with one stamp hold the same; 0 since the last change.
    stamp: u64,
    /// Bytes of the object; emptied when a large object dies.
    pub bytes: Vec<u8>,
    /// One bit for each byte; empty while `all_init`.
    init: Vec<u64>,
    /// The provenance of the pointer stored in each pointer-sized word; empty while there is none.
    words: Vec<u64>,
    pub size: u64,
    pub origin: Origin,
    pub end: Option<End>,
    pub class: u32,
    /// Different for each object of a run.
    pub serial: u64,
    /// Of the objects allocated in the same line of the program, the how-manieth; 0 for all others.
    pub nth: u32,
}

impl Clone for Object {
    fn clone(&self) -> Object {
        let mut object = Object::new(self.base, self.size, self.class);
        object.clone_from(self);
        object
    }

    /// What is dead needs no storage: it gets some when its place is used again.
    fn clone_from(&mut self, source: &Object) {
        let mut storage = self.take_storage();
        if source.is_alive() && source.stamp != 0 && source.stamp == self.stamp {
            // It was copied from there before, and nothing was written to it since.
        } else if source.is_alive() {
            if source.pristine && source.bytes.len() > PAGE {
                // The host has zeros at hand, and most of a large object is never looked at.
                storage.bytes = vec![0; source.bytes.len()];
            } else {
                storage.bytes.clone_from(&source.bytes);
            }
            storage.init.clone_from(&source.init);
            storage.words.clone_from(&source.words);
        } else {
            storage.clear();
        }
        let Storage { bytes, init, words } = storage;
        *self = Object {
            bytes,
            init,
            words,
            ..*source
        };
    }
}

/// What an object takes on the host's heap: kept for another one, of this run or of the next.
#[derive(Debug, Default)]
pub(crate) struct Storage {
    bytes: Vec<u8>,
    init: Vec<u64>,
    words: Vec<u64>,
}

impl Storage {
    fn clear(&mut self) {
        self.bytes.clear();
        self.init.clear();
        self.words.clear();
    }
}

impl Object {
    pub(crate) fn new(base: u64, size: u64, class: u32) -> Object {
        Object {
            base,
            generation: 1,
            all_init: true,
            read_only: false,
            pristine: true,
            stamp: 0,
            bytes: Vec::new(),
            init: Vec::new(),
            words: Vec::new(),
            size,
            origin: Origin::Heap(LocId::NONE),
            end: None,
            class,
            serial: 0,
            nth: 0,
        }
    }

    /// The same with storage that another object had.
    pub(crate) fn with_storage(self, mut storage: Storage) -> Object {
        storage.clear();
        let Storage { bytes, init, words } = storage;
        Object {
            bytes,
            init,
            words,
            ..self
        }
    }

    pub(crate) fn take_storage(&mut self) -> Storage {
        Storage {
            bytes: std::mem::take(&mut self.bytes),
            init: std::mem::take(&mut self.init),
            words: std::mem::take(&mut self.words),
        }
    }

    /// Gives it the stamp of what it holds, unless it has one.
    pub(crate) fn stamp(&mut self, stamp: u64) {
        if self.stamp == 0 {
            self.stamp = stamp;
        }
    }

    /// Something is written to it.
    #[inline(always)]
    pub(crate) fn change(&mut self) {
        self.pristine = false;
        self.stamp = 0;
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.generation & 1 == 0
    }

    /// Brings the slot to life with fresh storage.
    pub(crate) fn start(&mut self, origin: Origin, serial: u64, initialised: bool) {
        self.generation = self.generation.wrapping_add(1);
        self.origin = origin;
        self.serial = serial;
        self.nth = 0;
        self.end = None;
        self.read_only = false;
        self.stamp = 0;
        self.words.clear();
        if self.bytes.len() as u64 != self.size {
            let size = self.size as usize;
            if self.bytes.capacity() >= size && size <= PAGE {
                self.bytes.clear();
                self.bytes.resize(size, 0);
            } else {
                // The host has zeros at hand.
                self.bytes = vec![0; size];
            }
            self.pristine = true;
        } else if initialised && !self.pristine {
            self.bytes.fill(0);
            self.pristine = true;
        }
        self.all_init = initialised || self.size == 0;
        self.init.clear();
        if !self.all_init {
            self.init.resize(self.bytes.len().div_ceil(64), 0);
        }
    }

    /// Ends the object; storage of more than `keep` bytes is given back.
    pub(crate) fn finish(&mut self, end: End, keep: u64) {
        self.generation = self.generation.wrapping_add(1);
        self.end = Some(end);
        self.stamp = 0;
        if self.size > keep {
            self.bytes = Vec::new();
            self.init = Vec::new();
            self.words = Vec::new();
        }
    }

    /// Whether `size` bytes from `at`, which lie inside, have all been written.
    #[inline]
    pub(crate) fn is_init(&self, at: usize, size: usize) -> bool {
        if self.all_init {
            return true;
        }
        let (word, bit) = (at / 64, at % 64);
        if size <= 64 - bit {
            let mask = ones(size) << bit;
            return self.init[word] & mask == mask;
        }
        (at..at + size).all(|byte| self.init[byte / 64] >> (byte % 64) & 1 != 0)
    }

    #[inline]
    pub(crate) fn set_init(&mut self, at: usize, size: usize) {
        if self.all_init {
            return;
        }
        let (word, bit) = (at / 64, at % 64);
        if size <= 64 - bit {
            self.init[word] |= ones(size) << bit;
            return;
        }
        self.set_init_range(at, size);
    }

    fn set_init_range(&mut self, at: usize, size: usize) {
        if size == self.bytes.len() {
            self.all_init = true;
            self.init.clear();
            return;
        }
        for_words(at, size, |word, mask| self.init[word] |= mask);
    }

    /// Says of at most 64 bytes which of them have been written.
    fn put_init(&mut self, at: usize, written: u64, size: usize) {
        let written = written & ones(size);
        let mut from = 0;
        for_words(at, size, |word, mask| {
            let bits = (written >> from) << mask.trailing_zeros();
            self.init[word] = self.init[word] & !mask | bits & mask;
            from += mask.count_ones();
        });
    }

    fn spell_out_init(&mut self) {
        if self.all_init {
            self.all_init = false;
            self.init.clear();
            self.init.resize(self.bytes.len().div_ceil(64), u64::MAX);
        }
    }

    pub(crate) fn clear_init(&mut self, at: usize, size: usize) {
        if size == 0 {
            return;
        }
        self.stamp = 0;
        self.spell_out_init();
        for_words(at, size, |word, mask| self.init[word] &= !mask);
    }

    /// Forgets the provenance of every pointer that these bytes are part of.
    #[inline]
    pub(crate) fn forget_pointers(&mut self, at: usize, size: usize, word: usize) {
        if !self.words.is_empty() && size != 0 {
            let last = (at + size - 1) / word;
            for entry in &mut self.words[at / word..=last] {
                *entry = 0;
            }
        }
    }

    /// Whether it may hold pointers.
    pub(crate) fn has_pointers(&self) -> bool {
        !self.words.is_empty()
    }

    /// The provenance of the pointer stored at `at`, if it was stored there as a pointer.
    #[inline]
    pub(crate) fn pointer_at(&self, at: usize, word: usize) -> Option<Provenance> {
        if !at.is_multiple_of(word) {
            return None;
        }
        match self.words.get(at / word) {
            None | Some(0) => None,
            Some(&entry) => Some(Provenance(entry)),
        }
    }

    pub(crate) fn set_pointer(&mut self, at: usize, word: usize, provenance: Provenance) {
        self.forget_pointers(at, word, word);
        if provenance == Provenance::NONE || !at.is_multiple_of(word) {
            return;
        }
        self.stamp = 0;
        if self.words.is_empty() {
            self.words.resize(self.bytes.len().div_ceil(word), 0);
        }
        if let Some(entry) = self.words.get_mut(at / word) {
            *entry = provenance.0;
        }
    }

    /// Writes plain bytes that hold no pointers.
    pub(crate) fn write(&mut self, at: usize, bytes: &[u8], word: usize) {
        self.forget_pointers(at, bytes.len(), word);
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        self.change();
        self.set_init(at, bytes.len());
    }

    pub(crate) fn fill(&mut self, at: usize, size: usize, byte: u8, word: usize) {
        self.forget_pointers(at, size, word);
        if !(self.pristine && byte == 0) {
            self.bytes[at..at + size].fill(byte);
            self.pristine = false;
        }
        self.stamp = 0;
        if size != 0 {
            self.set_init(at, size);
        }
    }

    /// Which of the 64 bytes from `at` have been written; of those behind the object anything.
    fn init_bits(&self, at: usize) -> u64 {
        let (word, bit) = (at / 64, at % 64);
        let low = self.init[word] >> bit;
        match self.init.get(word + 1) {
            Some(next) if bit != 0 => low | next << (64 - bit),
            _ => low,
        }
    }

    /// Copies out bytes with everything that is known about them.
    pub(crate) fn extract(&self, at: usize, size: usize, word: usize) -> Chunk {
        let written = if self.all_init {
            None
        } else {
            Some(
                (0..size)
                    .step_by(64)
                    .map(|from| self.init_bits(at + from))
                    .collect(),
            )
        };
        let mut pointers = Vec::new();
        if !self.words.is_empty() {
            let first = at.div_ceil(word);
            let last = ((at + size) / word).min(self.words.len());
            for index in first..last {
                if self.words[index] != 0 {
                    pointers.push((index * word - at, Provenance(self.words[index])));
                }
            }
        }
        Chunk {
            bytes: self.bytes[at..at + size].to_vec(),
            written,
            pointers,
            from: None,
        }
    }

    /// Puts a chunk down; bytes that were not written stay unwritten here.
    pub(crate) fn insert(&mut self, at: usize, chunk: &Chunk, word: usize) {
        let size = chunk.bytes.len();
        self.forget_pointers(at, size, word);
        self.bytes[at..at + size].copy_from_slice(&chunk.bytes);
        self.change();
        match &chunk.written {
            None => self.set_init(at, size),
            Some(written) => {
                self.spell_out_init();
                for (from, &bits) in (0..size).step_by(64).zip(written) {
                    self.put_init(at + from, bits, (size - from).min(64));
                }
            }
        }
        for &(offset, provenance) in &chunk.pointers {
            self.set_pointer(at + offset, word, provenance);
        }
    }
}

/// Bytes on their way from one object to another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Chunk {
    pub bytes: Vec<u8>,
    /// Which are written, a bit for each; absent if all are.
    pub written: Option<Vec<u64>>,
    pub pointers: Vec<(usize, Provenance)>,
    /// The object and the offset that they come from, while changes are logged.
    pub from: Option<(u64, u64)>,
}

impl Chunk {
    pub(crate) fn is_written(&self, at: usize) -> bool {
        self.written
            .as_ref()
            .is_none_or(|bits| bits[at / 64] >> (at % 64) & 1 != 0)
    }
}

#[inline]
fn ones(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Calls `each(word, mask)` for the words of a bitmap that a range of bits touches.
fn for_words(at: usize, size: usize, mut each: impl FnMut(usize, u64)) {
    let mut from = at;
    while from < at + size {
        let bit = from % 64;
        let count = (64 - bit).min(at + size - from);
        each(from / 64, ones(count) << bit);
        from += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: usize = 8;

    fn fresh(size: u64, initialised: bool) -> Object {
        let mut object = Object::new(0x1000, size, 1);
        object.start(Origin::Heap(LocId::NONE), 1, initialised);
        object
    }

    #[test]
    fn each_byte_knows_whether_it_was_written() {
        let mut object = fresh(200, false);
        object.write(60, &[1; 10], WORD);
        assert!(object.is_init(60, 10) && object.is_init(64, 4));
        assert!(!object.is_init(59, 2) && !object.is_init(69, 2) && !object.is_init(0, 200));
        object.clear_init(65, 1);
        assert!(!object.is_init(60, 10) && object.is_init(60, 5) && object.is_init(66, 4));
        object.fill(0, 200, 0, WORD);
        assert!(object.is_init(0, 200) && object.all_init);
        object.clear_init(199, 1);
        assert!(object.is_init(0, 199) && !object.is_init(199, 1));
    }

    #[test]
    fn a_copy_keeps_what_is_known() {
        let mut from = fresh(32, false);
        let target = Provenance::new(7, 2);
        from.write(8, &[9; 8], WORD);
        from.set_pointer(8, WORD, target);
        let mut to = fresh(64, true);
        to.insert(16, &from.extract(0, 24, WORD), WORD);
        assert_eq!(to.pointer_at(24, WORD), Some(target));
        assert!(to.is_init(24, 8) && !to.is_init(16, 8) && !to.is_init(32, 8) && to.is_init(40, 24));
        // Off the words' grid the pointer's bytes arrive, its provenance does not.
        let mut odd = fresh(64, true);
        odd.insert(1, &from.extract(0, 24, WORD), WORD);
        assert_eq!((odd.pointer_at(8, WORD), odd.pointer_at(9, WORD)), (None, None));
        assert_eq!(odd.bytes[9..17], [9; 8]);
    }

    #[test]
    fn a_copy_keeps_which_bytes_were_written_wherever_it_is_put() {
        for (from_at, to_at, size) in [(0, 0, 200), (3, 61, 130), (63, 1, 64), (64, 128, 65), (7, 190, 1)] {
            let mut from = fresh(300, false);
            for at in (0..300).filter(|at| at * at % 7 < 3) {
                from.write(at, &[at as u8], WORD);
            }
            for initialised in [false, true] {
                let mut to = fresh(400, initialised);
                to.insert(to_at, &from.extract(from_at, size, WORD), WORD);
                for at in 0..400 {
                    let copied = at >= to_at && at < to_at + size;
                    let wanted = match copied {
                        true => from.is_init(at - to_at + from_at, 1),
                        false => initialised,
                    };
                    assert_eq!(to.is_init(at, 1), wanted, "{from_at} {to_at} {size}: {at}");
                    if copied && wanted {
                        assert_eq!(to.bytes[at], from.bytes[at - to_at + from_at]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_copy_that_was_changed_is_made_anew() {
        let changes: [fn(&mut Object); 6] = [
            |object| object.write(1, &[7], WORD),
            |object| object.fill(0, 32, 0, WORD),
            |object| object.clear_init(4, 4),
            |object| object.set_pointer(8, WORD, Provenance::new(9, 2)),
            |object| object.start(Origin::Heap(LocId::NONE), 1, true),
            |object| object.finish(End::Left, 0),
        ];
        let mut source = fresh(32, true);
        source.write(0, &[5; 32], WORD);
        source.stamp(1);
        let mut copy = source.clone();
        for change in changes {
            change(&mut copy);
            copy.clone_from(&source);
            assert!(copy.is_alive() && copy.is_init(0, 32) && copy.bytes == [5; 32]);
            assert_eq!(copy.pointer_at(8, WORD), None);
            copy.clone_from(&source);
            assert_eq!(copy.bytes, [5; 32]);
        }
    }

    #[test]
    fn overwriting_a_part_loses_the_pointer() {
        for at in 8..16 {
            let mut object = fresh(24, true);
            object.set_pointer(8, WORD, Provenance::new(3, 2));
            object.set_pointer(16, WORD, Provenance::new(4, 2));
            object.write(at, &[0], WORD);
            assert_eq!(object.pointer_at(8, WORD), None);
            assert_eq!(object.pointer_at(16, WORD), Some(Provenance::new(4, 2)));
        }
    }

    #[test]
    fn the_last_bytes_of_an_odd_size_are_no_pointer() {
        let mut object = fresh(12, true);
        object.set_pointer(0, WORD, Provenance::new(3, 2));
        object.write(8, &[1; 4], WORD);
        assert_eq!(object.pointer_at(0, WORD), Some(Provenance::new(3, 2)));
    }
}
