//! The function that starts everything: static storage is initialised, `main` (or the function asked for)
//! is called, and its result ends the run.

use std::collections::HashSet;

use ctype::{FunctionType, Type};
use frontend::tree::{self, ObjectId, Storage};
use program::{
    Builtin, Callee, CheckKind, ExprId, ExprKind, Function, FunctionId, InputSource, InstrKind, Lifetime,
    PlaceId, Projection, Variable,
};
use source::{Diagnostic, LocId};

use crate::build::Body;
use crate::lowerer::Lowerer;
use crate::options::Rounding;

/// The name of that function, which no program can use.
pub(crate) const START: &str = "(start)";

/// To how many objects pointers in the arguments of a function that is started on its own lead; the last ones are
/// null.
const ARGUMENT_OBJECTS: u32 = 64;

impl Lowerer<'_> {
    pub(crate) fn lower_entry(&mut self) {
        let tree = self.tree;
        let name = self.options.function.as_deref().unwrap_or("main");
        let found = tree
            .functions
            .iter()
            .position(|function| function.name == name && function.body.is_some());
        let Some(start) = found.map(|index| tree::FunctionId(index as u32)) else {
            let message = match self.options.function {
                None => "there is no function `main` to start from".to_owned(),
                Some(_) => format!("there is no function `{name}` with a body to start from"),
            };
            let mut diagnostic = Diagnostic::error(LocId::NONE, message);
            if self.options.function.is_none() {
                diagnostic =
                    diagnostic.with_note("name another function to start from with `--function NAME`");
            }
            self.diagnostics.push(diagnostic);
            return;
        };
        let loc = tree.function(start).loc;
        let own = FunctionId(self.program.functions.len() as u32);
        let void = self.program.types.void();
        let ty = self.program.types.intern(Type::Function(FunctionType {
            ret: void,
            params: Vec::new(),
            variadic: false,
            prototyped: true,
        }));
        self.program.functions.push(Function {
            name: START.into(),
            ty,
            params: Vec::new(),
            varargs: None,
            body: Vec::new(),
            loc,
            embedded: false,
        });
        self.program.entry = own;
        self.body = Body::new(own);
        self.vla_lengths.clear();
        self.starting = true;
        self.initialise_statics();
        self.starting = false;
        self.start_rounding(loc);
        self.call_startup(loc);
        self.begin_threads(loc);
        let status = self.call_start(start, loc);
        self.end_run(status, loc);
        let body = std::mem::replace(&mut self.body, Body::new(own));
        let mut body = body.finish();
        // Literals are known only now that everything has been lowered; they exist before all else.
        let literals = self.literal_stores();
        let shift = literals.len() as u32;
        shift_targets(&mut body, shift);
        let mut whole = literals;
        whole.append(&mut body);
        self.program.functions[own.index()].body = whole;
    }

    fn initialise_statics(&mut self) {
        let tree = self.tree;
        for &id in &tree.statics {
            let object = tree.object(id);
            let var = self.variable(id);
            if object.storage == Storage::External {
                continue;
            }
            if self.options.nondet_static && !object.constant && !self.sources.is_embedded(object.loc) {
                self.program.variables[var.index()].external = true;
                continue;
            }
            match &object.init {
                Some(_) => self.initialise(id, var),
                None => self.zero(var, object.loc),
            }
        }
        self.initialise_static_literals();
    }

    /// Static compound literals are nobody's declaration. Those that initialisers use have been met with
    /// them; functions may hold more, and the initialisers of those more of them.
    fn initialise_static_literals(&mut self) {
        let tree = self.tree;
        let named: HashSet<ObjectId> = tree.statics.iter().copied().collect();
        loop {
            let mut met: Vec<ObjectId> = self
                .variables
                .keys()
                .copied()
                .filter(|id| !named.contains(id) && !self.initialised_literals.contains(id))
                .filter(|&id| tree.object(id).name.is_none() && tree.object(id).storage == Storage::Static)
                .collect();
            if met.is_empty() {
                return;
            }
            met.sort_unstable();
            for id in met {
                let var = self.variable(id);
                if self.initialised_literals.insert(id) {
                    self.initialise(id, var);
                }
            }
        }
    }

    fn call_startup(&mut self, loc: LocId) {
        let tree = self.tree;
        let mut constructors: Vec<(u32, u32)> = tree
            .functions
            .iter()
            .enumerate()
            .filter(|(_, function)| function.body.is_some())
            .filter_map(|(index, function)| Some((function.constructor?, index as u32)))
            .collect();
        constructors.sort_unstable();
        for (_, index) in constructors {
            self.call_plain(FunctionId(index), loc);
        }
    }

    fn call_plain(&mut self, function: FunctionId, loc: LocId) {
        let callee = Callee::Direct(function);
        self.emit(
            InstrKind::Call {
                dest: None,
                callee,
                args: Box::default(),
                varargs: None,
            },
            loc,
        );
    }

    /// The direction of rounding that was asked for.
    fn start_rounding(&mut self, loc: LocId) {
        let mode = match self.options.rounding {
            Rounding::Nearest => return,
            Rounding::Down => 1,
            Rounding::Up => 2,
            Rounding::Zero => 3,
        };
        let mode = self.int(mode, self.common.int, loc);
        self.emit(
            InstrKind::Builtin {
                dest: None,
                op: Builtin::SetRounding,
                args: Box::from([mode]),
            },
            loc,
        );
    }

    /// Calls the start function and gives back its result as an exit status.
    fn call_start(&mut self, start: tree::FunctionId, loc: LocId) -> ExprId {
        let tree = self.tree;
        let function = tree.function(start);
        let args = if function.name == "main"
            && self.options.function.as_deref().is_none_or(|name| name == "main")
        {
            self.main_arguments(function, loc)
        } else {
            function
                .params
                .iter()
                .map(|&param| self.unknown_argument(param))
                .collect()
        };
        let ret = self
            .program
            .types
            .function(function.ty)
            .map(|signature| signature.ret);
        let integer = ret.filter(|&ret| self.program.types.is_integer(ret) && function.name == "main");
        let temp = integer.map(|ret| self.new_temp(ret, "exit status", loc));
        let dest = temp.map(|temp| self.var_place(temp, loc));
        let callee = Callee::Direct(FunctionId(start.0));
        let variadic = self.program.function(FunctionId(start.0)).varargs.is_some();
        let varargs = variadic.then(|| self.varargs_block(Vec::new(), true, loc));
        self.emit(
            InstrKind::Call {
                dest,
                callee,
                args: args.into_boxed_slice(),
                varargs,
            },
            loc,
        );
        match temp {
            Some(temp) => {
                let status = self.load_var(temp, loc);
                self.convert(status, self.common.int, loc)
            }
            None => self.int(0, self.common.int, loc),
        }
    }

    /// An argument for a function that is started on its own: a scalar is an input, a pointer is null or points
    /// at one object of its own, whose contents are made in the same way.
    fn unknown_argument(&mut self, param: ObjectId) -> ExprId {
        let tree = self.tree;
        let object = tree.object(param);
        let (ty, loc) = (object.ty, object.loc);
        let name = object.name.clone().unwrap_or_else(|| "argument".into());
        let mut room = ARGUMENT_OBJECTS;
        if self.pointed_object(ty).is_some() {
            return self.unknown_pointer(ty, &name, 0, &mut room, loc);
        }
        let temp = self.new_temp(ty, name.clone(), loc);
        if self.program.types.is_scalar(ty) {
            let place = self.var_place(temp, loc);
            self.input(place, name, InputSource::Parameter, loc);
        } else {
            self.emit(InstrKind::Declare(temp), loc);
            let place = self.var_place(temp, loc);
            self.unknown_pointers(place, &name, 0, &mut room, loc);
        }
        self.load_var(temp, loc)
    }

    /// What a pointer to an object points at: one byte if its type does not say.
    fn pointed_object(&self, ty: ctype::TypeId) -> Option<ctype::TypeId> {
        let types = &self.program.types;
        let to = types.pointee(ty).filter(|&to| types.function(to).is_none())?;
        match types.size_of(to) {
            None | Some(0) => Some(self.common.char),
            Some(_) => Some(to),
        }
    }

    fn unknown_pointer(
        &mut self,
        ty: ctype::TypeId,
        name: &str,
        depth: u32,
        room: &mut u32,
        loc: LocId,
    ) -> ExprId {
        let null = self.int(0, ty, loc);
        let Some(pointee) = self
            .pointed_object(ty)
            .filter(|_| depth < self.options.argument_depth && *room > 0)
        else {
            return null;
        };
        *room -= 1;
        let align = self.program.types.align_of(pointee);
        let var = self.add_variable(Variable {
            addressed: true,
            external: true,
            ..Variable::new(format!("*{name}"), pointee, align, Lifetime::Static, loc)
        });
        let place = self.var_place(var, loc);
        self.unknown_pointers(place, &format!("(*{name})"), depth + 1, room, loc);
        if depth < self.options.certain_depth {
            let place = self.var_place(var, loc);
            let address = self.address_of(place, loc);
            return self.convert(address, ty, loc);
        }
        let missing = format!("{name} is null");
        let temp = self.new_temp(self.common.int, missing.clone(), loc);
        let place = self.var_place(temp, loc);
        self.input(place, missing, InputSource::Object, loc);
        let cond = self.load_var(temp, loc);
        let place = self.var_place(var, loc);
        let address = self.address_of(place, loc);
        let address = self.convert(address, ty, loc);
        self.expr(
            ExprKind::Cond {
                cond,
                then: null,
                otherwise: address,
            },
            ty,
            loc,
        )
    }

    /// The pointers in an object of unknown contents get something to point at.
    fn unknown_pointers(&mut self, place: PlaceId, name: &str, depth: u32, room: &mut u32, loc: LocId) {
        let ty = self.program.place(place).ty;
        if self.pointed_object(ty).is_some() {
            let value = self.unknown_pointer(ty, name, depth, room, loc);
            self.assign(place, value, loc);
            return;
        }
        let types = &self.program.types;
        let parts: Vec<(Projection, ctype::TypeId, String)> = if let Some(record) = types.record_of(ty) {
            let record = types.record(record);
            if record.kind == ctype::RecordKind::Union {
                return;
            }
            let fields = record.fields.iter().enumerate();
            fields
                .filter(|(_, field)| field.bits.is_none())
                .map(|(index, field)| {
                    let part = field.name.as_deref().unwrap_or("");
                    (
                        Projection::Field(index as u32),
                        field.ty,
                        format!("{name}.{part}"),
                    )
                })
                .collect()
        } else {
            return;
        };
        for (step, ty, name) in parts {
            let part = self.clone_place(place);
            let whole = &mut self.program.places[part.index()];
            whole.path = whole.path.iter().copied().chain([step]).collect();
            whole.ty = ty;
            self.unknown_pointers(part, &name, depth, room, loc);
        }
    }

    /// The run ends with a status: through the program's own `exit` if it has one; otherwise what `atexit` registered
    /// runs first.
    fn end_run(&mut self, status: ExprId, loc: LocId) {
        let defined = |name: &str| {
            let found =
                self.tree.functions.iter().position(|function| {
                    function.name == name && function.body.is_some() && !function.is_static
                });
            found.map(|index| FunctionId(index as u32))
        };
        let (exit, handlers) = (defined("exit"), defined("__model_run_exit_handlers"));
        let call = |callee: FunctionId, status: ExprId| InstrKind::Call {
            dest: None,
            callee: Callee::Direct(callee),
            args: Box::from([status]),
            varargs: None,
        };
        match exit {
            Some(exit) if !self.program.function(exit).embedded => {
                self.emit(call(exit, status), loc);
                self.emit(InstrKind::Abort, loc);
            }
            _ => {
                let mut status = status;
                if let Some(handlers) = handlers {
                    let kept = self.keep(status);
                    status = self.clone_expr(kept);
                    self.emit(call(handlers, kept), loc);
                }
                self.halt(status, loc);
            }
        }
    }

    /// Runs destructors and ends the run.
    pub(crate) fn halt(&mut self, status: ExprId, loc: LocId) {
        let status = self.keep(status);
        let mut destructors: Vec<(u32, u32)> = self
            .tree
            .functions
            .iter()
            .enumerate()
            .filter(|(_, function)| function.body.is_some())
            .filter_map(|(index, function)| Some((function.destructor?, index as u32)))
            .collect();
        destructors.sort_unstable();
        for (_, index) in destructors.into_iter().rev() {
            self.call_plain(FunctionId(index), loc);
        }
        self.halt_now(status, loc);
    }

    /// Claims that nothing leaked and ends the run: `_Exit` runs nothing of the program's own.
    pub(crate) fn halt_now(&mut self, status: ExprId, loc: LocId) {
        let is_model = self.program.function(self.body.function).embedded;
        self.check_heap_empty(
            if is_model {
                CheckKind::MemoryCleanup
            } else {
                CheckKind::MemoryLeak
            },
            loc,
        );
        self.emit(InstrKind::Halt(status), loc);
    }

    /// Claims that every heap object has been freed.
    pub(crate) fn check_heap_empty(&mut self, kind: CheckKind, loc: LocId) {
        if self.checks(kind) {
            let cond = self.intrinsic(program::Intrinsic::HeapEmpty, Vec::new(), self.common.int, loc);
            self.claim(kind, cond, "all allocated memory has been freed".into(), loc);
        }
    }

    fn literal_stores(&mut self) -> Vec<program::Instr> {
        let mut literals: Vec<_> = self
            .literals
            .iter()
            .map(|(&string, &var)| (var, string))
            .collect();
        literals.sort_unstable();
        let own = self.body.function;
        self.body = Body::new(own);
        for (var, string) in literals {
            let loc = self.program.variable(var).loc;
            let ty = self.program.variable(var).ty;
            let bytes = self.literal_bytes(string);
            let bytes = self.add_string(bytes);
            let value = self.expr(ExprKind::Bytes(bytes), ty, loc);
            let place = self.var_place(var, loc);
            self.assign(place, value, loc);
        }
        std::mem::replace(&mut self.body, Body::new(own)).finish()
    }
}

fn shift_targets(body: &mut [program::Instr], by: u32) {
    for instr in body {
        instr.kind.for_each_target(|pc| pc.0 += by);
    }
}
