//! One number for a state.
//!
//! Everything that decides how a run goes on is fed into two lanes of 64 bits. Objects are numbered in the order in
//! which they are met: static ones first, then those that the threads' frames hold, then what pointers lead to. So two
//! states in which the same objects were made in another order, or at other addresses, have one number. Counters that
//! only ever grow (the clocks by which races are found, the times of signals) are replaced by their ranks: only their
//! order matters.
//!
//! What does not count: names of inputs that are still to come, what died and is pointed at by nobody, bytes that were
//! never written, registers that nobody reads (`held`). A program that makes numbers out of addresses could tell more;
//! for such a program addresses are part of the state.

use program::{ExprKind, Program};

use crate::frame::Registers;
use crate::held::HeldPlace;
use crate::machine::{Frame, Machine};
use crate::object::{Origin, Provenance};

/// Two lanes, each mixed by a multiplication whose halves are folded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lanes(u64, u64);

fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Lanes {
    pub(crate) fn new() -> Lanes {
        Lanes(0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344)
    }

    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        self.0 = folded(self.0 ^ word, 0x9e37_79b9_7f4a_7c15).wrapping_add(0xa409_3822_299f_31d0);
        self.1 = folded(self.1 ^ word.rotate_left(32), 0xd6e8_feb8_6659_fd93).wrapping_add(self.0);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in words.by_ref() {
            self.add(word.try_into().map_or(0, u64::from_le_bytes));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(last));
        }
    }

    pub(crate) fn number(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }
}

/// Room for the work, used again and again.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// By slot: in which round an object was met, and its number.
    met: Vec<(u64, u32)>,
    round: u64,
    /// Slots of objects in the order of their numbers.
    queue: Vec<usize>,
    /// Objects that are no more, and whose pointers are still there.
    dead: Vec<Provenance>,
    addresses_matter: Option<bool>,
}

impl Scratch {
    fn begin(&mut self, objects: usize, program: &Program) {
        self.round += 1;
        self.queue.clear();
        self.dead.clear();
        if self.met.len() < objects {
            self.met.resize(objects, (0, 0));
        }
        self.addresses_matter
            .get_or_insert_with(|| makes_numbers_of_addresses(program));
    }
}

/// Whether the user's own text turns pointers into numbers, or asks which of two comes first.
fn makes_numbers_of_addresses(program: &Program) -> bool {
    let pointer = |ty| matches!(program.types.get(ty), ctype::Type::Pointer(_));
    program.exprs.iter().any(|expr| match expr.kind {
        ExprKind::Convert(operand) => {
            let from = program.expr(operand).ty;
            pointer(from) && !pointer(expr.ty) && !program.types.is_bool(expr.ty)
        }
        _ => false,
    })
}

pub(crate) struct Walk<'w, 'm> {
    pub(crate) machine: &'w Machine<'m>,
    pub(crate) lanes: Lanes,
    scratch: &'w mut Scratch,
    statics: usize,
}

impl Walk<'_, '_> {
    pub(crate) fn add(&mut self, word: u64) {
        self.lanes.add(word);
    }

    /// The number of the object that a pointer is for.
    pub(crate) fn object(&mut self, provenance: Provenance) -> u64 {
        let memory = &self.machine.memory;
        if memory.target(provenance).is_none() {
            let known = self.scratch.dead.iter().position(|dead| *dead == provenance);
            let index = known.unwrap_or_else(|| {
                self.scratch.dead.push(provenance);
                self.scratch.dead.len() - 1
            });
            return 1 << 40 | index as u64;
        }
        let slot = provenance.slot();
        if slot <= self.statics {
            return slot as u64;
        }
        let (round, number) = self.scratch.met[slot];
        if round == self.scratch.round {
            return number.into();
        }
        let number = (self.statics + 1 + self.scratch.queue.len()) as u32;
        self.scratch.met[slot] = (self.scratch.round, number);
        self.scratch.queue.push(slot);
        number.into()
    }

    pub(crate) fn is_static(&self, provenance: Provenance) -> bool {
        provenance != Provenance::NONE && provenance.slot() <= self.statics
    }

    pub(crate) fn pointer(&mut self, address: u64, provenance: Provenance) {
        if provenance == Provenance::NONE || self.scratch.addresses_matter == Some(true) {
            self.add(address);
        }
        if provenance != Provenance::NONE {
            let base = self.machine.memory.remembered(provenance);
            let base = base.map_or(0, |object| object.base);
            let number = self.object(provenance);
            self.add(number);
            self.add(address.wrapping_sub(base));
        }
    }

    fn contents(&mut self, slot: usize) {
        let memory = &self.machine.memory;
        let word = memory.word;
        let object = memory.object(slot);
        self.add(object.size);
        if object.read_only {
            return;
        }
        if !object.all_init {
            // Bytes that nobody wrote hold anything.
            let size = object.bytes.len();
            for from in (0..size).step_by(8) {
                let to = (from + 8).min(size);
                let mut mask = 0u64;
                let mut value = 0u64;
                for at in from..to {
                    if object.is_init(at, 1) {
                        mask |= 1 << (at - from);
                        value |= u64::from(object.bytes[at]) << (8 * (at - from));
                    }
                }
                self.add(mask);
                match object.pointer_at(from, word) {
                    Some(provenance) if mask == 0xff => self.pointer(value, provenance),
                    _ => self.add(value),
                }
            }
            return;
        }
        if object.pristine && object.bytes.len() > 64 {
            self.add(u64::MAX);
            return;
        }
        if !object.has_pointers() {
            let machine = self.machine;
            self.lanes.bytes(&machine.memory.object(slot).bytes);
            return;
        }
        let machine = self.machine;
        let object = machine.memory.object(slot);
        for (index, chunk) in object.bytes.chunks(word).enumerate() {
            let mut raw = [0; 8];
            raw[..chunk.len()].copy_from_slice(chunk);
            let value = u64::from_le_bytes(raw);
            match object.pointer_at(index * word, word) {
                Some(provenance) => self.pointer(value, provenance),
                None => self.add(value),
            }
        }
    }

    pub(crate) fn frames(&mut self, frames: &[Frame<'_>], registers: &Registers) {
        let machine = self.machine;
        self.add(frames.len() as u64);
        let top = frames.len().wrapping_sub(1);
        for (index, frame) in frames.iter().enumerate() {
            self.add(u64::from(frame.code.function.0) << 32 | frame.at as u64);
            let in_call = index != top;
            let at = if in_call {
                frame.at.saturating_sub(1)
            } else {
                frame.at
            };
            let pc = frame.code.pcs.get(at).copied().unwrap_or(program::Pc(0));
            let Some(held) = machine.interpreter.held(frame.code.function) else {
                continue;
            };
            for item in held.at(pc, in_call, &frame.code.homes) {
                self.held(item.place, frame.base, registers);
            }
        }
    }

    fn held(&mut self, place: HeldPlace, base: usize, registers: &Registers) {
        let value = |reg: u16| {
            let at = base + reg as usize;
            let bits = registers.bits.get(at).copied().unwrap_or(0);
            (bits, Provenance(registers.prov.get(at).copied().unwrap_or(0)))
        };
        match place {
            HeldPlace::Register { reg, flag, scalar } => {
                if let Some(flag) = flag {
                    let written = value(flag).0;
                    self.add(written);
                    if written == 0 {
                        return;
                    }
                }
                let (bits, provenance) = value(reg);
                if scalar.is_pointer() {
                    self.pointer(bits, provenance);
                } else {
                    self.add(bits);
                }
                if scalar.is_wide() {
                    self.add(value(reg + 1).0);
                }
            }
            HeldPlace::Memory(reg) => {
                let (bits, provenance) = value(reg);
                let alive = bits != 0 && self.machine.memory.target(provenance).is_some();
                let number = if alive { self.object(provenance) } else { 0 };
                self.add(number);
            }
        }
    }

    pub(crate) fn borrowed(&mut self, borrowed: &[(usize, Provenance)]) {
        for &(depth, provenance) in borrowed {
            self.add(depth as u64);
            let number = self.object(provenance);
            self.add(number);
        }
    }

    /// What lies in all objects that can be reached, in the order of their numbers.
    fn objects(&mut self) {
        for slot in 1..=self.statics {
            self.contents(slot);
        }
        let mut next = 0;
        while next < self.scratch.queue.len() {
            let slot = self.scratch.queue[next];
            next += 1;
            self.contents(slot);
        }
    }

    /// What nobody can reach any more is told apart by its size only.
    fn lost(&mut self) {
        let memory = &self.machine.memory;
        let (objects, _) = memory.extent();
        let (mut count, mut bytes) = (0, 0);
        for slot in self.statics + 1..objects {
            let object = memory.object(slot);
            let met = self.scratch.met[slot].0 == self.scratch.round;
            if object.is_alive() && !met && matches!(object.origin, Origin::Heap(_)) {
                count += 1;
                bytes += object.size;
            }
        }
        self.add(count);
        self.add(bytes);
    }
}

pub(crate) fn of(machine: &Machine<'_>, registers: &Registers, between: bool, scratch: &mut Scratch) -> u128 {
    let (objects, _) = machine.memory.extent();
    scratch.begin(objects, machine.program);
    let mut walk = Walk {
        statics: machine.interpreter.layout.statics.len(),
        machine,
        lanes: Lanes::new(),
        scratch,
    };
    walk.add(u64::from(machine.rounding) << 1 | u64::from(between));
    match &machine.threads {
        None => {
            walk.frames(&machine.frames, registers);
            walk.borrowed(&machine.borrowed);
        }
        Some(threads) => threads.enter_fingerprint(&mut walk, registers, between),
    }
    walk.objects();
    if let Some(threads) = &machine.threads {
        threads.enter_shared(&mut walk);
    }
    walk.lost();
    walk.lanes.number()
}
