//! Effects on memory and the outside that are not assignments.

use program::{Allocation, Builtin, ExprId, PlaceId, ThreadOp};
use source::LocId;

use crate::equation::{StepId, StepKind};
use crate::memory::array::Contents;
use crate::memory::cells::Chunk;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::memory::place::{Element, Spot};
use crate::symex::Symex;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Cell, Fill, Liveness, State};
use runs::InputKind;

/// As in the interpreter: no object on the stack is larger.
const MOST_STACK: u128 = 4 << 30;

/// A byte on its way to another place.
enum MovedByte {
    Value(Value),
    /// It may never have been written.
    Unwritten(Chunk),
}

impl Symex<'_> {
    pub(crate) fn builtin(&mut self, state: &mut State, dest: Option<PlaceId>, op: Builtin, args: &[ExprId]) {
        let values: Vec<Value> = args.iter().map(|&arg| self.eval(state, arg)).collect();
        let result = match op {
            Builtin::Allocate(kind) => {
                let signed = self.scalar(args[0]).int().1;
                let size = self.plain(values[0]);
                let size = self.resize(size, signed, self.width);
                let align = values.get(1).map(|align| self.plain(*align));
                let align = align.and_then(|align| self.number(align)).unwrap_or(1);
                Some(self.allocate(state, kind, size, align))
            }
            Builtin::Free | Builtin::ReleaseVla => {
                self.release(state, values[0], op == Builtin::Free);
                None
            }
            Builtin::CopyMemory | Builtin::SetMemory => {
                let signed = self.scalar(args[2]).int().1;
                let size = self.plain(values[2]);
                let size = self.resize(size, signed, self.width);
                match self.number(size) {
                    Some(0) => {}
                    Some(size) if op == Builtin::CopyMemory => {
                        self.copy_known(state, values[0], values[1], size);
                    }
                    Some(size) => self.set_known(state, values[0], values[1], size),
                    None => self.move_unknown(state, op, &values, size),
                }
                None
            }
            Builtin::Print => {
                self.expect_print(state, args[1], &values);
                let kind = StepKind::Output {
                    stream: values[0],
                    args: values[1..].into(),
                };
                self.step(state, kind);
                dest.map(|dest| {
                    let ty = self.program.place(dest).ty;
                    self.input_value(state, "printed", InputKind::Unmodelled, ty)
                })
            }
            Builtin::PutChar => {
                self.expect_byte(state, args[1], &values);
                let kind = StepKind::Output {
                    stream: values[0],
                    args: values[1..].into(),
                };
                self.step(state, kind);
                let byte = self.plain(values[1]);
                let byte = self.resize(byte, false, 8);
                Some(Value::Bits(self.resize(byte, false, 32)))
            }
            Builtin::GetChar => Some(self.get_char(state, InputKind::Stdin)),
            Builtin::Choose(choice) => {
                let ty = dest.map(|dest| self.program.place(dest).ty);
                self.choose_part(state, choice, &values, ty)
            }
            Builtin::SetRounding => {
                let mode = self.plain(values[0]);
                let mode = self.pool.bv_extract(mode, 1, 0);
                state.rounding = self.pool.bv_zero_extend(mode, logic::RoundingMode::WIDTH);
                None
            }
            Builtin::GetRounding => Some(Value::Bits(self.resize(state.rounding, false, 32))),
            Builtin::ArgumentCount => {
                let count = self.options.arguments.len() as u128;
                Some(Value::Bits(self.pool.bv(32, count)))
            }
            Builtin::ArgumentVector => Some(self.argument_vector(state)),
            Builtin::ParseFloat => match self.parse_float(state, dest, args, &values) {
                Some(number) => Some(number),
                None => {
                    self.unsupported(state, "reading a floating number from text");
                    self.lose(state);
                    None
                }
            },
            // With one thread nobody else runs here.
            Builtin::Thread(
                ThreadOp::Begin | ThreadOp::Point | ThreadOp::AtomicBegin(_) | ThreadOp::AtomicEnd(_),
            ) => None,
            Builtin::Thread(op) => {
                self.unsupported(
                    state,
                    if op.is_start() {
                        "a thread"
                    } else {
                        "an operation on threads"
                    },
                );
                self.lose(state);
                None
            }
            Builtin::FormatInto => {
                self.unsupported(state, "formatting text into memory");
                self.lose(state);
                None
            }
        };
        if let (Some(dest), Some(value)) = (dest, result) {
            let spot = self.spot(state, dest);
            if let Some(scalar) = self.scalar_of(spot.ty) {
                let value = match value {
                    Value::Bits(bits) => {
                        let bits = self.resize(bits, true, scalar.int().0);
                        self.read_as(bits, scalar)
                    }
                    other => self.view(other, scalar),
                };
                self.store(state, &spot, value, None);
            }
        }
        self.reads.clear();
    }

    /// The place in the user's own text: of the innermost call that is not in a library model.
    fn user_loc(&self) -> LocId {
        self.outermost_model().map_or(self.at.loc, |(_, loc)| loc)
    }

    /// The library function that the user's own text calls here, by its usual name, and the line of the call.
    pub(crate) fn user_call(&self) -> (String, u32) {
        let Some((function, loc)) = self.outermost_model() else {
            return ("input".to_owned(), 0);
        };
        let name = match function {
            Some(function) => self.program.function(function).name.as_str(),
            None => "input",
        };
        let plain = name
            .strip_prefix("__isoc99_")
            .or_else(|| name.strip_prefix("__isoc23_"));
        let line = self.sources.map_or(0, |sources| sources.line(loc));
        (plain.unwrap_or(name).to_owned(), line)
    }

    /// The library model that is called from the user's own text, and where; no function if none is being executed.
    fn outermost_model(&self) -> Option<(Option<program::FunctionId>, LocId)> {
        let mut loc = self.at.loc;
        let mut frame = self.at.frame;
        let mut model = None;
        loop {
            let activation = &self.frames[frame.0 as usize];
            if !self.program.function(activation.function).embedded {
                return Some((model, loc));
            }
            model = Some(activation.function);
            let (caller, pc) = activation.caller?;
            let function = self.frames[caller.0 as usize].function;
            loc = self.program.function(function).body[pc.index()].loc;
            frame = caller;
        }
    }

    fn allocate(&mut self, state: &mut State, kind: Allocation, size: logic::TermId, align: u64) -> Value {
        let loc = self.user_loc();
        let frame = self.at.frame;
        let fill = match kind {
            Allocation::ZeroedHeap => Fill::Zero,
            _ => Fill::Unwritten,
        };
        let kind = match kind {
            Allocation::Heap | Allocation::ZeroedHeap => ObjectKind::Heap(loc),
            Allocation::Alloca => ObjectKind::Alloca { loc, frame },
            Allocation::Vla(var) => ObjectKind::Vla { var, frame },
        };
        let heap = matches!(kind, ObjectKind::Heap(_));
        if !heap {
            // The stack cannot say no: such a run ends here.
            let most = self
                .pool
                .bv(self.width, MOST_STACK.min((1 << (self.width - 1)) - 1));
            let granted = self.pool.bv_ule(size, most);
            let refused = self.pool.not(granted);
            self.cut(
                state,
                refused,
                crate::CutReason::Unsupported("an object on the stack larger than memory".into()),
            );
            state.path = state.path.and(&mut self.pool, granted);
        }
        let object = self.add_sized_object(kind, size, false);
        self.objects[object.0 as usize].align = align;
        self.addresses.begin(object, &state.live);
        if !heap {
            self.borrowed.entry(frame).or_default().push(object);
        }
        if self.too_many_objects() {
            self.stopped = true;
        }
        let alive = self.yes;
        state.live.insert(object, Liveness { alive, fill });
        self.pointer_to(object)
    }

    fn release(&mut self, state: &mut State, pointer: Value, only_heap: bool) {
        let zero = self.pool.bv(self.width, 0);
        let cases = self.cases(pointer);
        self.step(
            state,
            StepKind::Effect {
                targets: Box::default(),
            },
        );
        for case in cases {
            let kind = self.object(case.object).kind;
            let fitting = match kind {
                ObjectKind::Heap(_) => only_heap,
                ObjectKind::Vla { .. } | ObjectKind::Alloca { .. } => !only_heap,
                _ => false,
            };
            if let (true, Some(live)) = (fitting, state.live.get(&case.object).copied()) {
                let at_start = if only_heap {
                    self.pool.eq(case.offset, zero)
                } else {
                    self.yes
                };
                let ends = self.pool.and(case.chosen, at_start);
                let stays = self.pool.not(ends);
                let alive = self.pool.and(live.alive, stays);
                state.live.insert(case.object, Liveness { alive, ..live });
                if self.truth(alive) == Some(false) {
                    state.remove_cells(case.object);
                }
            }
        }
    }

    fn copy_known(&mut self, state: &mut State, to: Value, from: Value, size: u64) {
        let Some(char) = self.char else { return };
        let (to, from) = (self.spot_at(to, char), self.spot_at(from, char));
        let (Some(sources), Some(targets)) =
            (self.elements(state, &from, size), self.elements(state, &to, size))
        else {
            self.too_wide(state);
            return;
        };
        let mut chunk: Option<Chunk> = None;
        for source in sources {
            self.remember_unwritten(state, source.object, source.at, size, None);
            let next = self.read_chunk(state, source.object, source.at, size);
            chunk = Some(match chunk {
                None => next,
                Some(other) => self.select_bytes(source.chosen, &next, &other),
            });
        }
        if let Some(chunk) = chunk {
            self.put_everywhere(state, &targets, &chunk);
        }
    }

    fn put_everywhere(&mut self, state: &mut State, targets: &[Element], chunk: &Chunk) {
        let list = self.targets(targets, chunk.size);
        let step = self.step(state, StepKind::Effect { targets: list });
        for target in targets {
            self.put_chunk(state, *target, chunk, false, None, step);
        }
    }

    fn set_known(&mut self, state: &mut State, to: Value, byte: Value, size: u64) {
        let Some(char) = self.char else { return };
        let to = self.spot_at(to, char);
        let Some(targets) = self.elements(state, &to, size) else {
            self.too_wide(state);
            return;
        };
        let byte = self.plain(byte);
        let byte = self.resize(byte, false, 8);
        let mut chunk = Chunk {
            size,
            zero: true,
            ..Chunk::default()
        };
        if self.number(byte) != Some(0) {
            if size > 1 << 20 {
                self.unsupported(state, "setting very many bytes");
                self.lose(state);
                return;
            }
            let cell = Cell {
                value: Value::Bits(byte),
                size: 1,
                written: self.yes,
                step: StepId(0),
            };
            chunk.cells = (0..size).map(|at| (at, cell)).collect();
        }
        self.put_everywhere(state, &targets, &chunk);
    }

    /// Copies or sets a number of bytes that is not known: byte by byte, as many as there can be.
    fn move_unknown(&mut self, state: &mut State, op: Builtin, values: &[Value], size: logic::TermId) {
        let Some(char) = self.char else { return };
        if self.whole_object(state, op, values, size) {
            return;
        }
        let range = self.range(size);
        // No more than the largest object that may be meant.
        let mut room = self.largest(values[0]);
        if op == Builtin::CopyMemory {
            room = room.min(self.largest(values[1]));
        }
        let mut most = (range.max.max(0) as u128).min(room.into());
        if let Some((_, last)) = self.offset_bounds(state, size) {
            most = most.min(last as u128);
        }
        if most > self.options.widest_choice.into() {
            self.unsupported(state, "copying or setting an unknown number of bytes");
            self.lose(state);
            return;
        }
        let scalar = Scalar::raw(1);
        let byte = |this: &mut Self, index: u64, pointer: Value| {
            let by = this.pool.bv(this.width, index.into());
            let at = this.moved(pointer, by);
            this.spot_at(at, char)
        };
        let mut bytes = Vec::new();
        let outer = self.lazy;
        for index in 0..most as u64 {
            let number = self.pool.bv(self.width, index.into());
            let within = self.pool.bv_ult(number, size);
            self.lazy = self.pool.and(outer, within);
            bytes.push(if op == Builtin::CopyMemory {
                let spot = byte(self, index, values[1]);
                match self.unwritten_byte(state, &spot) {
                    Some(chunk) => MovedByte::Unwritten(chunk),
                    None => MovedByte::Value(self.load(state, &spot)),
                }
            } else {
                let byte = self.plain(values[1]);
                MovedByte::Value(Value::Bits(self.resize(byte, false, 8)))
            });
        }
        self.lazy = outer;
        let step = self.step(
            state,
            StepKind::Effect {
                targets: Box::default(),
            },
        );
        for (index, value) in bytes.into_iter().enumerate() {
            let number = self.pool.bv(self.width, index as u128);
            let within = self.pool.bv_ult(number, size);
            let mut spot = byte(self, index as u64, values[0]);
            let arrays = self.array_cases(state, &mut spot, scalar);
            let found = arrays.and_then(|arrays| Some((arrays, self.elements(state, &spot, 1)?)));
            let Some((mut arrays, elements)) = found else {
                self.too_wide(state);
                return;
            };
            for (_, _, chosen) in &mut arrays {
                *chosen = self.pool.and(*chosen, within);
            }
            let value = match value {
                // An array does not know which of its elements were written.
                MovedByte::Unwritten(_) if !arrays.is_empty() => {
                    let spot = byte(self, index as u64, values[1]);
                    self.lazy = self.pool.and(outer, within);
                    let value = self.load(state, &spot);
                    self.lazy = outer;
                    MovedByte::Value(value)
                }
                value => value,
            };
            for element in elements {
                let chosen = self.pool.and(element.chosen, within);
                let element = Element { chosen, ..element };
                match &value {
                    MovedByte::Value(value) => {
                        self.store_element(state, element, scalar, None, *value, false, step);
                    }
                    MovedByte::Unwritten(chunk) => {
                        self.put_chunk(state, element, chunk, false, None, step);
                    }
                }
            }
            if let MovedByte::Value(value) = value {
                self.store_arrays(state, &arrays, value, scalar);
            }
        }
    }

    /// One byte that is copied, if it may never have been written: then the copy has not been either, and whoever reads
    /// it asks for it.
    fn unwritten_byte(&mut self, state: &mut State, spot: &Spot) -> Option<Chunk> {
        if spot
            .cases
            .iter()
            .any(|case| state.arrays.contains_key(&case.object))
        {
            return None;
        }
        let elements = self.elements(state, spot, 1)?;
        let mut certain = true;
        for element in &elements {
            let found = self.read_at(state, element.object, element.at, Scalar::raw(1));
            certain &= self.truth(found.written) == Some(true);
        }
        if certain {
            return None;
        }
        let mut chunk: Option<Chunk> = None;
        for element in elements {
            self.remember_unwritten(state, element.object, element.at, 1, None);
            let next = self.read_chunk(state, element.object, element.at, 1);
            chunk = Some(match chunk {
                None => next,
                Some(other) => self.select_bytes(element.chosen, &next, &other),
            });
        }
        chunk
    }

    /// The size of the largest object that a pointer may point into.
    fn largest(&mut self, pointer: Value) -> u64 {
        let cases = self.cases(pointer);
        let sizes = cases.iter().map(|case| self.object(case.object).bytes);
        sizes.map(|bytes| bytes.unwrap_or(u64::MAX)).max().unwrap_or(0)
    }

    /// The only object that a pointer may point at the start of, if its size is this one and not known, with the
    /// condition that it is the one.
    fn only_whole(
        &mut self,
        state: &State,
        pointer: Value,
        size: logic::TermId,
    ) -> Option<(ObjectId, logic::TermId)> {
        let mut cases = self.cases(pointer);
        cases.retain(|case| case.object.0 != 0);
        let [case] = cases.as_slice() else { return None };
        let object = self.object(case.object);
        let whole = object.size == size && object.bytes.is_none() && self.number(case.offset) == Some(0);
        (whole && state.live.contains_key(&case.object)).then_some((case.object, case.chosen))
    }

    /// Sets or copies an object of unknown size as a whole. False if it is not that.
    fn whole_object(
        &mut self,
        state: &mut State,
        op: Builtin,
        values: &[Value],
        size: logic::TermId,
    ) -> bool {
        let Some((to, chosen)) = self.only_whole(state, values[0], size) else {
            return false;
        };
        let new = if op == Builtin::CopyMemory {
            let Some((from, _)) = self.only_whole(state, values[1], size) else {
                return false;
            };
            let element = self.suiting_element(size);
            if !state.arrays.contains_key(&from) && !self.make_array(state, from, element) {
                return false;
            }
            let Some(contents) = state.arrays.get(&from).copied() else {
                return false;
            };
            contents
        } else {
            let element = self.suiting_element(size);
            let byte = self.plain(values[1]);
            let byte = self.resize(byte, false, 8);
            let mut bits = byte;
            for _ in 1..element {
                bits = self.pool.bv_concat(byte, bits);
            }
            let data = self.pool.const_array(self.width, bits);
            Contents { element, data }
        };
        let data = if self.truth(chosen) == Some(true) {
            state.remove_cells(to);
            new.data
        } else {
            let fits = state.arrays.get(&to).map(|old| old.element == new.element);
            if fits == Some(false) || (fits.is_none() && !self.make_array(state, to, new.element)) {
                return false;
            }
            let Some(old) = state.arrays.get(&to).copied() else {
                return false;
            };
            self.pool.ite(chosen, new.data, old.data)
        };
        state.arrays.insert(to, Contents { data, ..new });
        let target = crate::Target {
            object: to,
            offset: self.pool.bv(self.width, 0),
            chosen,
            size: 0,
        };
        let targets = Box::new([target]);
        self.step(state, StepKind::Effect { targets });
        true
    }

    fn argument_vector(&mut self, state: &mut State) -> Value {
        let word = u64::from(self.width / 8);
        let live = Liveness {
            alive: self.yes,
            fill: Fill::Zero,
        };
        if let Some(vector) = self.arguments {
            return self.pointer_to(vector);
        }
        let arguments = self.options.arguments.clone();
        let vector = self.add_object(ObjectKind::Arguments, (arguments.len() as u64 + 1) * word, false);
        state.live.insert(vector, live);
        self.arguments = Some(vector);
        for (index, text) in arguments.iter().enumerate() {
            let string = self.add_object(ObjectKind::Arguments, text.len() as u64 + 1, false);
            state.live.insert(string, live);
            for (at, byte) in text.iter().enumerate() {
                let value = Value::Bits(self.pool.bv(8, u128::from(*byte)));
                self.write_at(
                    state,
                    string,
                    at as u64,
                    Cell {
                        value,
                        size: 1,
                        written: self.yes,
                        step: StepId(0),
                    },
                );
            }
            let pointer = self.pointer_to(string);
            let at = index as u64 * word;
            self.write_at(
                state,
                vector,
                at,
                Cell {
                    value: pointer,
                    size: word as u32,
                    written: self.yes,
                    step: StepId(0),
                },
            );
        }
        self.pointer_to(vector)
    }
}
