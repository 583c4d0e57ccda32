//! Calls: arguments, function pointers, return values, and the end of an activation.

use std::rc::Rc;

use ctype::TypeId;
use program::{Callee, ExprId, FunctionId, Pc, PlaceId, VarId};

use crate::equation::{CutReason, FrameId, StepId, StepKind};
use crate::memory::cells::Chunk;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::exec::{Activation, Waiting};
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Cell, Fill, Liveness, State};
use crate::symex::{At, Symex};

/// An argument on its way to its parameter.
#[derive(Debug, Clone)]
enum Argument {
    Scalar(Value, Scalar),
    Chunk(Chunk),
    Nothing,
}

impl Symex<'_> {
    pub(crate) fn call(
        &mut self,
        stack: &mut Vec<Activation>,
        mut state: State,
        dest: Option<PlaceId>,
        callee: Callee,
        args: &[ExprId],
        varargs: Option<ExprId>,
    ) {
        let Some(top) = stack.len().checked_sub(1) else {
            return;
        };
        let pointer = match callee {
            Callee::Direct(_) => None,
            Callee::Indirect(pointer) => {
                let value = self.eval(&mut state, pointer);
                if self.pointers_unchecked {
                    self.note_wild(value);
                }
                Some(value)
            }
        };
        let arguments: Vec<Argument> = args.iter().map(|&arg| self.argument(&mut state, arg)).collect();
        let extra = varargs.map(|varargs| self.argument(&mut state, varargs));
        let reads: Box<[StepId]> = std::mem::take(&mut self.reads).into();
        let mut targets: Vec<(FunctionId, State)> = Vec::new();
        match callee {
            Callee::Direct(function) => targets.push((function, state)),
            Callee::Indirect(_) => {
                let mut rest = state;
                for case in pointer.map(|pointer| self.cases(pointer)).unwrap_or_default() {
                    let ObjectKind::Function(function) = self.object(case.object).kind else {
                        continue;
                    };
                    match self.known(&rest.path, case.chosen) {
                        Some(false) => {}
                        Some(true) => {
                            targets.push((function, rest.clone()));
                            break;
                        }
                        None => {
                            let mut here = rest.clone();
                            here.path = here.path.and(&mut self.pool, case.chosen);
                            targets.push((function, here));
                            let not = self.pool.not(case.chosen);
                            rest.path = rest.path.and(&mut self.pool, not);
                        }
                    }
                }
                // What is left points at no function: a claim before the call has said so, or the run ends.
            }
        }
        let result = self.result_object();
        let mut ready = Vec::new();
        for (function, state) in targets {
            if let Some(state) = self.pass(state, function, &arguments) {
                ready.push((function, state));
            }
        }
        ready.reverse();
        stack[top].waiting = Some(Waiting {
            pc: self.at.pc,
            dest,
            result,
            arguments: Rc::new(Arguments {
                given: arguments,
                extra,
                reads,
            }),
            remaining: ready,
            returned: Vec::new(),
        });
        self.next_call(stack);
    }

    /// The first activation of a thread, with its arguments.
    pub(crate) fn activate_with(
        &mut self,
        function: FunctionId,
        result: ObjectId,
        state: State,
        values: &[Value],
    ) -> Activation {
        let mut activation = self.activate(&[], function, None, result, state);
        let params = &self.program.function(function).params;
        let scalars: Vec<Option<Scalar>> = params
            .iter()
            .map(|&param| self.scalar_of(self.program.variable(param).ty))
            .collect();
        let given = values.iter().zip(scalars);
        let arguments = Arguments {
            given: given
                .filter_map(|(&value, scalar)| Some(Argument::Scalar(value, scalar?)))
                .collect(),
            extra: None,
            reads: Box::default(),
        };
        let guard = activation.path.all();
        let callee = activation.frame;
        self.at.frame = callee;
        let step = self.step_guarded(guard, StepKind::Call { callee }, Box::default());
        self.bind(&mut activation, &arguments, step);
        activation
    }

    /// Checks a call before it is made; nothing if it cannot be.
    fn pass(&mut self, state: State, function: FunctionId, arguments: &[Argument]) -> Option<State> {
        let callee = self.program.function(function);
        if callee.body.is_empty() {
            self.unsupported(&state, format!("`{}` has no body", callee.name));
            return None;
        }
        if arguments.len() > callee.params.len() {
            self.unsupported(
                &state,
                format!("`{}` is called with too many arguments", callee.name),
            );
            return None;
        }
        for (argument, &param) in arguments.iter().zip(&callee.params) {
            if !self.suits(argument, param) {
                self.unsupported(
                    &state,
                    format!("`{}` is called with an argument of another type", callee.name),
                );
                return None;
            }
        }
        Some(state)
    }

    fn suits(&self, argument: &Argument, param: VarId) -> bool {
        let ty = self.program.variable(param).ty;
        match (argument, self.scalar_of(ty)) {
            (Argument::Scalar(_, scalar), Some(wanted)) => {
                let is_float = |scalar: &Scalar| matches!(scalar.repr, crate::symex::scalar::Repr::Float(_));
                scalar.size == wanted.size && is_float(scalar) == is_float(&wanted)
            }
            (Argument::Chunk(chunk), None) => self.program.types.size_of(ty) == Some(chunk.size),
            (Argument::Nothing, _) => true,
            _ => false,
        }
    }

    fn argument(&mut self, state: &mut State, expr: ExprId) -> Argument {
        let ty = self.program.expr(expr).ty;
        match self.scalar_of(ty) {
            Some(scalar) => Argument::Scalar(self.eval(state, expr), scalar),
            None => self
                .eval_chunk(state, expr)
                .map_or(Argument::Nothing, Argument::Chunk),
        }
    }

    /// Starts the next function that the topmost activation's call may mean, or goes on after the call.
    fn next_call(&mut self, stack: &mut Vec<Activation>) {
        let Some(top) = stack.len().checked_sub(1) else {
            return;
        };
        let Some(waiting) = &mut stack[top].waiting else {
            return;
        };
        let Some((function, mut state)) = waiting.remaining.pop() else {
            self.after_call(&mut stack[top]);
            return;
        };
        let (pc, result, arguments) = (waiting.pc, waiting.result, waiting.arguments.clone());
        let caller = (stack[top].frame, pc);
        // Recursion is bounded like a loop.
        let below = stack.iter().rev().find(|other| other.function == function);
        if let Some(below) = below {
            let what = (function, None);
            let over = match self.bounds.fixed(what) {
                Some(bound) => {
                    let active = stack.iter().filter(|other| other.function == function).count();
                    active as u32 >= bound
                }
                None => {
                    let counted =
                        below.recursion + u32::from(!self.decide(|| below.path.is_same(&state.path)));
                    counted >= self.bounds.growing(what)
                }
            };
            let bottomless = self.bounds.fixed(what).is_none()
                && stack.len() as u32 >= self.options.deepest.min(budgets::bmc::MAX_CALL_DEPTH.small());
            if over || bottomless {
                let yes = self.yes;
                let endless = below.sight.is_endless();
                self.cut(&state, yes, CutReason::Recursion(function));
                self.note_cut(what, endless);
                if bottomless {
                    self.bottomless.insert(function);
                }
                self.next_call(stack);
                return;
            }
        }
        let live = Liveness {
            alive: self.yes,
            fill: Fill::Unwritten,
        };
        state.live.insert(result, live);
        let frame = FrameId(self.frames.len() as u32);
        let mut activation = self.activate(stack, function, Some(caller), result, state);
        let guard = activation.path.all();
        let step = self.step_guarded(guard, StepKind::Call { callee: frame }, arguments.reads.clone());
        self.bind(&mut activation, &arguments, step);
        stack.push(activation);
    }

    /// Gives the parameters their values, in the new activation.
    fn bind(&mut self, activation: &mut Activation, arguments: &Arguments, step: StepId) {
        let Some(mut states) = activation.pending.remove(&0) else {
            return;
        };
        let back = self.at;
        self.at = At {
            frame: activation.frame,
            ..self.at
        };
        let cuts = self.cuts.len();
        let function = self.program.function(activation.function);
        for (state, _) in &mut states {
            let extra = function.varargs.map(|var| (var, arguments.extra.clone()));
            let params = function.params.iter().copied();
            let given = params.zip(arguments.given.iter().cloned().map(Some)).chain(extra);
            for (param, argument) in given {
                let object = self.variable_object(state, param);
                let ty = self.program.variable(param).ty;
                self.pass_argument(state, object, ty, argument, step);
            }
            // Old-style parameters that got no argument exist all the same.
            for &param in &function.params {
                self.variable_object(state, param);
            }
        }
        // The position is the call's, but what would go on is the callee.
        for cut in &mut self.cuts[cuts..] {
            cut.pc = Pc(0);
        }
        self.at = back;
        activation.pending.insert(0, states);
    }

    /// Gives a parameter its value.
    fn pass_argument(
        &mut self,
        state: &mut State,
        object: ObjectId,
        ty: TypeId,
        argument: Option<Argument>,
        step: StepId,
    ) {
        match (argument, self.scalar_of(ty)) {
            (Some(Argument::Scalar(value, _)), Some(wanted)) => {
                let value = self.view(value, wanted);
                let value = self.tapped(value);
                let zero = self.pool.bv(self.width, 0);
                let target = crate::Target {
                    object,
                    offset: zero,
                    chosen: self.yes,
                    size: wanted.size.into(),
                };
                let kind = StepKind::Assign {
                    targets: Box::new([target]),
                    value,
                    ty,
                    expr: None,
                };
                let own = self.step_guarded(state.path.all(), kind, Box::new([step]));
                self.write_at(
                    state,
                    object,
                    0,
                    Cell {
                        value,
                        size: wanted.size,
                        written: self.yes,
                        step: own,
                    },
                );
            }
            (Some(Argument::Chunk(chunk)), None) => {
                let element = crate::memory::place::Element {
                    object,
                    at: 0,
                    chosen: self.yes,
                };
                let guard = state.path.all();
                let parts = self.part_steps(guard, &[element], &chunk, ty, step);
                let chunk = parts.as_ref().unwrap_or(&chunk);
                self.write_chunk(state, object, 0, chunk, Some(ty), step);
            }
            (None, Some(wanted)) => {
                // A variadic function called without extra arguments.
                let zero = self.zero(wanted);
                self.write_at(
                    state,
                    object,
                    0,
                    Cell {
                        value: zero,
                        size: wanted.size,
                        written: self.yes,
                        step,
                    },
                );
            }
            _ => {}
        }
    }

    pub(crate) fn return_value(&mut self, state: &mut State, result: ObjectId, value: Option<ExprId>) {
        let Some(expr) = value else {
            self.step(
                state,
                StepKind::Return {
                    expr: None,
                    value: None,
                },
            );
            return;
        };
        let ty = self.program.expr(expr).ty;
        if let Some(scalar) = self.scalar_of(ty) {
            let value = self.eval(state, expr);
            let value = self.tapped(value);
            let kind = StepKind::Return {
                expr: Some(expr),
                value: Some(value),
            };
            let step = self.step(state, kind);
            self.write_at(
                state,
                result,
                0,
                Cell {
                    value,
                    size: scalar.size,
                    written: self.yes,
                    step,
                },
            );
        } else if let Some(chunk) = self.eval_chunk(state, expr) {
            let kind = StepKind::Return {
                expr: Some(expr),
                value: None,
            };
            let step = self.step(state, kind);
            self.write_chunk(state, result, 0, &chunk, Some(ty), step);
        }
    }

    /// An activation is over: its variables end, and its caller goes on.
    pub(crate) fn finish(&mut self, stack: &mut Vec<Activation>, done: Activation) {
        let Some(top) = stack.len().checked_sub(1) else {
            return;
        };
        let frame = done.frame;
        if let Some(waiting) = &stack[top].waiting {
            let body = &self.program.function(stack[top].function).body;
            self.at = At {
                frame: stack[top].frame,
                pc: waiting.pc,
                loc: body[waiting.pc.index()].loc,
            };
        }
        self.reached = self.yes;
        let mut returned = done.returned;
        for state in &mut returned {
            self.end_frame(state, frame);
        }
        if let Some(state) = self.merge_all(returned)
            && let Some(waiting) = &mut stack[top].waiting
        {
            waiting.returned.push(state);
        }
        self.next_call(stack);
    }

    fn end_frame(&mut self, state: &mut State, frame: FrameId) {
        let range = (frame, VarId(0))..=(frame, VarId(u32::MAX));
        let own: Vec<_> = state
            .locals
            .range(range)
            .map(|(key, object)| (*key, *object))
            .collect();
        for (key, object) in own {
            self.end_object(state, object, self.yes);
            state.remove_cells(object);
            state.live.remove(&object);
            state.locals.remove(&key);
        }
        // Storage that ends with the activation, from the latest objects back.
        let borrowed: Vec<ObjectId> = self
            .borrowed
            .get(&frame)
            .map(|objects| objects.to_vec())
            .unwrap_or_default();
        for object in borrowed {
            self.end_object(state, object, self.yes);
            state.remove_cells(object);
            state.live.remove(&object);
        }
    }

    fn after_call(&mut self, activation: &mut Activation) {
        let Some(waiting) = activation.waiting.take() else {
            return;
        };
        let body = &self.program.function(activation.function).body;
        self.at = At {
            frame: activation.frame,
            pc: waiting.pc,
            loc: body[waiting.pc.index()].loc,
        };
        self.lazy = self.yes;
        let Some(mut state) = self.merge_all(waiting.returned) else {
            return;
        };
        self.take_result(&mut state, waiting.dest, waiting.result);
        state.remove_cells(waiting.result);
        state.live.remove(&waiting.result);
        let next = waiting.pc.0 + 1;
        activation.pending.entry(next).or_default().push((state, false));
    }

    fn take_result(&mut self, state: &mut State, dest: Option<PlaceId>, result: ObjectId) {
        let Some(dest) = dest else { return };
        self.reads.clear();
        let spot = self.spot(state, dest);
        let Some(scalar) = self.scalar_of(spot.ty) else {
            let size = self.program.types.size_of(spot.ty).unwrap_or(0);
            let chunk = self.read_chunk(state, result, 0, size);
            self.store_chunk(state, &spot, &chunk, None);
            return;
        };
        let found = self.read_at(state, result, 0, scalar);
        let value = found.value.unwrap_or_else(|| self.zero(scalar));
        self.store(state, &spot, value, None);
        if self.truth(found.written) != Some(true) {
            // In runs where nothing was returned, the destination is indeterminate.
            if let (Some(elements), None) = (self.elements(state, &spot, scalar.size.into()), spot.field) {
                for element in elements {
                    if let Some(cell) = state.cells.get(&(element.object, element.at)).copied() {
                        let good = self.pool.implies(element.chosen, found.written);
                        let written = self.pool.and(cell.written, good);
                        let cell = Cell { written, ..cell };
                        state.cells.insert((element.object, element.at), cell);
                    }
                }
            }
        }
    }
}

/// The arguments of the call being made.
#[derive(Debug, Clone)]
pub(crate) struct Arguments {
    given: Vec<Argument>,
    extra: Option<Argument>,
    reads: Box<[StepId]>,
}
