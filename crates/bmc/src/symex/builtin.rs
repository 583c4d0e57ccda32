//! Effects on memory and the outside that are not assignments.

use program::{Allocation, Builtin, ExprId, PlaceId};
use source::LocId;

use crate::equation::{StepId, StepKind};
use crate::memory::object::ObjectKind;
use crate::symex::Symex;
use crate::symex::scalar::Value;
use crate::symex::state::{Cell, Fill, Liveness, State};
use runs::InputKind;

/// As in the interpreter: no object on the stack is larger.
const MOST_STACK: u128 = 4 << 30;

impl Symex<'_> {
    pub(crate) fn builtin(&mut self, state: &mut State, dest: Option<PlaceId>, op: Builtin, args: &[ExprId]) {
        let values: Vec<Value> = args.iter().map(|&arg| self.eval(state, arg)).collect();
        let result = match op {
            Builtin::Allocate(kind) => {
                let size = self.size(args[0], values[0]);
                let align = values.get(1).map(|align| self.plain(*align));
                let align = align.and_then(|align| self.number(align)).unwrap_or(1);
                Some(self.allocate(state, kind, size, align))
            }
            Builtin::Free | Builtin::ReleaseVla => {
                self.release(state, values[0], op == Builtin::Free);
                None
            }
            Builtin::CopyMemory | Builtin::SetMemory => {
                let size = self.size(args[2], values[2]);
                match self.number(size) {
                    Some(0) => {}
                    Some(bytes) => {
                        if self.options.loads
                            && op == Builtin::CopyMemory
                            && let Some(char) = self.char
                        {
                            let from = self.spot_at(values[1], char);
                            self.note_copy(state, args[1], &from, bytes);
                        }
                        self.move_known(state, op, &values, size, bytes);
                    }
                    None => self.move_unknown(state, op, &values, size),
                }
                if op == Builtin::CopyMemory {
                    self.note_copied(state, values[0], values[1], size);
                }
                None
            }
            Builtin::Print => {
                self.expect_print(state, args[1], &values);
                self.output_step(state, &values);
                dest.map(|dest| {
                    let ty = self.program.place(dest).ty;
                    self.input_value(state, "printed", InputKind::Unmodelled, ty)
                })
            }
            Builtin::PutChar => {
                self.expect_byte(state, args[1], &values);
                self.output_step(state, &values);
                let byte = self.plain(values[1]);
                let byte = self.resize(byte, false, 8);
                Some(Value::Bits(self.resize(byte, false, 32)))
            }
            Builtin::GetChar | Builtin::Choose(_) if self.several(state) => {
                self.unsupported(state, "reading standard input while there are threads");
                self.lose(state);
                None
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
            Builtin::ParseFloat => {
                let number = self.parse_float(state, dest, args, &values);
                number.or_else(|| self.refuse(state, "reading a floating number from text"))
            }
            Builtin::Thread(op) => self.thread_op(state, dest, op, &values),
            Builtin::FormatInto => self.refuse(state, "formatting text into memory"),
        };
        self.give(state, dest, result);
        self.reads.clear();
    }

    /// A number of bytes, as wide as an address.
    fn size(&mut self, expr: ExprId, value: Value) -> logic::TermId {
        let signed = self.scalar(expr).int().1;
        let size = self.plain(value);
        self.resize(size, signed, self.width)
    }

    fn output_step(&mut self, state: &State, values: &[Value]) {
        let kind = StepKind::Output {
            stream: values[0],
            args: values[1..].into(),
        };
        self.step(state, kind);
    }

    /// Runs that come here are not followed; there is no result.
    fn refuse(&mut self, state: &mut State, what: &str) -> Option<Value> {
        self.unsupported(state, what);
        self.lose(state);
        None
    }

    /// Stores a result where it is wanted.
    fn give(&mut self, state: &mut State, dest: Option<PlaceId>, result: Option<Value>) {
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
        self.begin_object(state, object, fill);
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
            if fitting && self.is_shared(case.object) && self.several(state) {
                let at_start = match only_heap {
                    true => self.pool.eq(case.offset, zero),
                    false => self.yes,
                };
                let ends = self.pool.and(case.chosen, at_start);
                let bytes = self.object(case.object).bytes.unwrap_or(1);
                self.note_access(state, case.object, (0, bytes), true, ends);
                self.end_object(state, case.object, ends);
                continue;
            }
            if let (true, Some(live)) = (fitting, state.live.get(&case.object).copied()) {
                self.end_object(state, case.object, case.chosen);
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
