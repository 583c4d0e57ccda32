//! Effects on memory and the outside that are not assignments.

use program::{Allocation, Builtin};

use crate::code::{Code, Operand};
use crate::float;
use crate::frame::Seen;
use crate::machine::Machine;
use crate::memory::Exhausted;
use crate::object::{End, Origin, Pointer, Provenance};
use crate::scalar::{Repr, Scalar};
use crate::slow::{get, set};
use crate::stop::Stop;

/// As in the models of the C library: any stream that is no standard stream.
const OTHER_FILE: i128 = 3;

impl<'m> Machine<'m> {
    pub(crate) fn builtin(
        &mut self,
        op: Builtin,
        d: Option<Operand>,
        args: &[Operand],
        _code: &'m Code,
        bits: &mut [u64],
        prov: &mut [u64],
    ) -> Result<(), Stop> {
        let seen = Seen { bits, prov };
        let value = |index: usize| args.get(index).map_or(0, |&arg| get(seen.bits, arg));
        let pointer = |index: usize| args.get(index).map_or(Pointer::NULL, |arg| seen.pointer(arg.reg));
        let mut result = 0;
        let mut result_pointer = Pointer::NULL;
        match op {
            Builtin::Allocate(kind) => {
                result_pointer = self.allocate(kind, value(0), value(1))?;
                result = result_pointer.address.into();
            }
            Builtin::Free => {
                let pointer = pointer(0);
                if self.is_freeable(pointer) {
                    self.whole_access(pointer)?;
                    let loc = self.user_loc();
                    self.memory.kill(pointer.provenance, End::Freed(loc));
                }
            }
            Builtin::ReleaseVla => {
                let provenance = pointer(0).provenance;
                self.memory.kill(provenance, End::Left);
                self.borrowed.retain(|&(_, other)| other != provenance);
            }
            Builtin::CopyMemory => {
                if let Ok(size) = u64::try_from(value(2)) {
                    if self.threads.is_some() {
                        self.access(pointer(1), size, false)?;
                        self.access(pointer(0), size, true)?;
                    }
                    self.copy(pointer(1), pointer(0), size);
                }
            }
            Builtin::SetMemory => {
                let size = usize::try_from(value(2)).ok();
                if let (Some(size), true) = (size, self.threads.is_some()) {
                    self.access(pointer(0), size as u64, true)?;
                }
                self.set_memory(pointer(0), value(1) as u8, size);
            }
            Builtin::Print => {
                let text = self.format(pointer(1), pointer(2))?;
                result = text.len() as u128;
                self.print(value(0) as i128, &text);
            }
            Builtin::FormatInto => {
                let text = self.format(pointer(2), pointer(3))?;
                result = text.len() as u128;
                self.place_text_bytes(pointer(0), value(1), text)?;
            }
            Builtin::PutChar => {
                result = value(1) as u8 as u128;
                self.print(value(0) as i128, &[value(1) as u8]);
            }
            Builtin::GetChar => {
                let ty = self.int_type();
                let byte = ty.map_or(-1, |ty| self.read_byte(ty));
                result = i128::from(byte) as u128;
            }
            // Input is never open here, so nobody asks.
            Builtin::Choose(_) => {}
            Builtin::ParseFloat => result = self.parse_float(d, pointer(0), pointer(1)),
            Builtin::ArgumentCount => result = self.environment.arguments.len() as u128,
            Builtin::ArgumentVector => {
                result_pointer = self.argument_vector()?;
                result = result_pointer.address.into();
            }
            Builtin::Thread(op) => (result, result_pointer) = self.thread_builtin(op, value(0))?,
            Builtin::SetRounding => self.rounding = (value(0) & 3) as u8,
            Builtin::GetRounding => result = self.rounding.into(),
        }
        if let Some(d) = d {
            self.give(d, result, result_pointer, bits, prov);
        }
        Ok(())
    }

    /// Puts a result into its register; a pointer that is not known as one is looked up.
    fn give(&self, d: Operand, result: u128, pointer: Pointer, bits: &mut [u64], prov: &mut [u64]) {
        set(bits, d, d.scalar.canonical(result));
        if d.scalar.is_pointer() {
            prov[d.reg as usize] = if pointer == Pointer::NULL {
                self.memory.find(result as u64).0
            } else {
                pointer.provenance.0
            };
        }
    }

    /// The whole object ends: nobody may be reading it.
    fn whole_access(&mut self, pointer: Pointer) -> Result<(), Stop> {
        let Some(object) = self
            .memory
            .target(pointer.provenance)
            .filter(|_| self.threads.is_some())
        else {
            return Ok(());
        };
        let size = object.bytes.len() as u64;
        self.access(pointer, size, true)
    }

    fn set_memory(&mut self, to: Pointer, byte: u8, size: Option<usize>) {
        let spot = size.and_then(|size| Some((size, self.memory.spot(to, size)?)));
        if let Some((size, spot)) = spot {
            self.memory.fill(spot, size, byte);
            self.charge_bytes(size);
        }
    }

    /// The number at the beginning of a text, in the format of where it goes; `end` takes where it ends.
    fn parse_float(&mut self, d: Option<Operand>, text: Pointer, end: Pointer) -> u128 {
        let format = match d.map(|d| d.scalar.repr) {
            Some(Repr::Float(format)) => format,
            _ => ctype::FloatFormat::Double,
        };
        let read = self.text_at(text);
        let (parsed, length) = float::parse::parse(format, &read, self.round());
        if end.address != 0 {
            let scalar = Scalar {
                repr: Repr::Pointer,
                size: self.memory.word as u32,
            };
            let stop = text.offset(length as u64);
            if let Some(spot) = self.memory.spot(end, self.memory.word) {
                self.memory
                    .write(spot, scalar, stop.address.into(), stop.provenance);
            }
        }
        parsed
    }

    fn allocate(&mut self, kind: Allocation, size: u128, align: u128) -> Result<Pointer, Stop> {
        let loc = self.user_loc();
        let limit = self.environment.limits.memory;
        let Some(size) = u64::try_from(size).ok().filter(|&size| size <= limit) else {
            // More than there is here. Another machine may have it, so this is no null pointer.
            return Err(Stop::OutOfMemory(loc));
        };
        let align = u64::try_from(align).unwrap_or(16).clamp(1, 1 << 20);
        let class = self.memory.class(size, align);
        let origin = match kind {
            Allocation::Heap | Allocation::ZeroedHeap => Origin::Heap(loc),
            Allocation::Alloca => Origin::Alloca(loc),
            Allocation::Vla(var) => Origin::Vla { var, loc },
        };
        let pointer = match self.memory.allocate(class, origin, false) {
            Ok(pointer) => pointer,
            Err(Exhausted) => return Err(Stop::OutOfMemory(loc)),
        };
        if kind == Allocation::ZeroedHeap
            && let Ok(size) = usize::try_from(size)
            && let Some(spot) = self.memory.spot(pointer, size)
        {
            self.memory.fill(spot, size, 0);
        }
        if !matches!(kind, Allocation::Vla(_)) {
            let line = self.line(loc);
            let count = self.allocated.entry(line).or_default();
            *count += 1;
            self.memory.object_mut(pointer.provenance.slot()).nth = *count;
        }
        if !matches!(kind, Allocation::Heap | Allocation::ZeroedHeap) {
            self.borrowed.push((self.frames.len(), pointer.provenance));
        }
        Ok(pointer)
    }

    /// `argv` in memory: an array of pointers to the strings, then null.
    fn argument_vector(&mut self) -> Result<Pointer, Stop> {
        if let Some(pointer) = self.argument_vector {
            return Ok(pointer);
        }
        let loc = self.user_loc();
        let scalar = Scalar {
            repr: Repr::Pointer,
            size: self.memory.word as u32,
        };
        let word = self.memory.word;
        let count = self.environment.arguments.len();
        let make = |memory: &mut crate::memory::Memory, size: usize| {
            let class = memory.class(size as u64, 16);
            memory
                .allocate(class, Origin::Arguments, true)
                .map_err(|_| Stop::OutOfMemory(loc))
        };
        let vector = make(&mut self.memory, (count + 1) * word)?;
        for index in 0..count {
            let mut text = self.environment.arguments[index].clone();
            text.push(0);
            let string = make(&mut self.memory, text.len())?;
            self.memory
                .object_mut(string.provenance.slot())
                .write(0, &text, word);
            if let Some(spot) = self.memory.spot(vector.offset((index * word) as u64), word) {
                self.memory
                    .write(spot, scalar, string.address.into(), string.provenance);
            }
        }
        self.argument_vector = Some(vector);
        Ok(vector)
    }

    pub(crate) fn print(&mut self, stream: i128, bytes: &[u8]) {
        // What goes to a file is gone.
        if stream != OTHER_FILE {
            self.environment.output.write(stream, bytes);
        }
        // Who reads the output may have seen enough: the next look is at once.
        if let Some(flag) = &self.environment.interrupt
            && flag.load(std::sync::atomic::Ordering::Relaxed)
        {
            self.next_look = self.steps;
        }
        let at = self.event_at();
        self.environment.observer.output(at, stream, bytes);
    }

    /// Puts formatted text into a buffer of `size` bytes, cut and terminated.
    fn place_text_bytes(&mut self, buffer: Pointer, size: u128, mut text: Vec<u8>) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        if text.len() as u128 >= size {
            text.truncate((size - 1) as usize);
        }
        text.push(0);
        let Some(spot) = self.memory.spot(buffer, text.len()) else {
            let problem = self.access_problem(buffer, text.len() as u64, true);
            return Err(Stop::BadFormat {
                loc: self.user_loc(),
                text: format!(
                    "the formatted text and its end take {} bytes: {}",
                    text.len(),
                    problem.map_or_else(|| "bad buffer".into(), |problem| problem.to_string())
                ),
            });
        };
        let word = self.memory.word;
        self.memory.object_mut(spot.slot).write(spot.at, &text, word);
        self.memory.note_written(spot, text.len());
        Ok(())
    }

    /// The bytes from a pointer to a zero, or to where nothing can be read any more.
    pub(crate) fn text_at(&self, pointer: Pointer) -> Vec<u8> {
        let Some(spot) = self.memory.spot(pointer, 1) else {
            return Vec::new();
        };
        let object = self.memory.object(spot.slot);
        let rest = &object.bytes[spot.at..];
        let length = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        let written = (0..length)
            .take_while(|&index| object.is_init(spot.at + index, 1))
            .count();
        rest[..written].to_vec()
    }

    fn int_type(&self) -> Option<ctype::TypeId> {
        self.type_of_kind(ctype::IntKind::Int)
    }

    pub(crate) fn char_type(&self) -> Option<ctype::TypeId> {
        self.type_of_kind(ctype::IntKind::Char)
    }

    fn type_of_kind(&self, kind: ctype::IntKind) -> Option<ctype::TypeId> {
        let types = &self.program.types;
        (0..types.len() as u32)
            .map(ctype::TypeId)
            .find(|&id| matches!(types.get(id), ctype::Type::Int(found) if *found == kind))
    }

    /// A scalar read from memory, if it is there and written.
    pub(crate) fn peek(&self, pointer: Pointer, scalar: Scalar) -> Option<(u128, Provenance)> {
        let spot = self.memory.spot(pointer, scalar.size as usize)?;
        self.memory
            .object(spot.slot)
            .is_init(spot.at, scalar.value_bytes())
            .then(|| self.memory.read(spot, scalar))
    }
}
