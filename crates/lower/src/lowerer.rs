//! The state of a lowering and its outermost loop.

use std::collections::{HashMap, HashSet};

use ctype::{IntKind, TypeId, TypeTable, VlaId};
use frontend::tree::{self, ObjectId, Storage, Tree};
use program::{
    Callee, ClaimId, ExprKind, Function, FunctionId, InputId, InstrKind, Lifetime, MissingFunction, Program,
    Settled, SettledKind, StringId, VarId, Variable,
};
use source::{Diagnostic, LocId, SourceMap};

use crate::analysis::Analysis;
use crate::build::Body;
use crate::options::Options;
use crate::order::Order;
use crate::skipped::Skipped;

/// The library's functions that write to a stream and say whether they could.
const WRITERS: [&str; 11] = [
    "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc", "fputc", "fwrite",
    "fflush",
];

/// Types that lowering needs all the time.
pub(crate) struct Common {
    pub(crate) int: TypeId,
    pub(crate) char: TypeId,
    pub(crate) char_pointer: TypeId,
    pub(crate) void_pointer: TypeId,
    /// `size_t` and `ptrdiff_t`.
    pub(crate) size: TypeId,
    pub(crate) ptrdiff: TypeId,
}

impl Common {
    fn new(types: &mut TypeTable) -> Common {
        let char = types.int(IntKind::Char);
        let void = types.void();
        Common {
            int: types.int(IntKind::Int),
            char,
            char_pointer: types.pointer(char),
            void_pointer: types.pointer(void),
            size: types.pointer_sized(false),
            ptrdiff: types.pointer_sized(true),
        }
    }
}

pub(crate) struct Lowerer<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) sources: &'a SourceMap,
    pub(crate) options: &'a Options,
    pub(crate) program: Program,
    pub(crate) common: Common,
    pub(crate) analysis: Analysis,
    /// Made where it is first asked for.
    order: Option<Order>,
    /// The function being lowered.
    pub(crate) body: Body,
    /// Variables by the tree's objects; a variable length array maps to the pointer to its storage.
    pub(crate) variables: HashMap<ObjectId, VarId>,
    pub(crate) literals: HashMap<tree::StringId, VarId>,
    /// The same by what stands in them, where equal ones are one object.
    pub(crate) equal_literals: HashMap<(Vec<u32>, TypeId), VarId>,
    /// Whether the program starts threads: every access that another one can see is an instruction of its own.
    pub(crate) threads: bool,
    /// Whether objects with static storage are being initialised.
    pub(crate) starting: bool,
    /// The static compound literals that have their values.
    pub(crate) initialised_literals: HashSet<ObjectId>,
    /// The variables that hold the lengths of variable length array types of the current function.
    pub(crate) vla_lengths: HashMap<VlaId, VarId>,
    /// Above zero nothing is checked: what is lowered is computed once more for ourselves.
    pub(crate) unchecked: u32,
    /// For each quantifier around what is being lowered, what all values must have, and the variable that says so.
    pub(crate) noted: Vec<Vec<(crate::quantifier::Noted, VarId)>>,
    /// Their variables and the values they have just now.
    pub(crate) quantified: Vec<(ObjectId, i128)>,
    /// Where the text turns checks on and off.
    pub(crate) pragmas: crate::check::Pragmas,
    /// The predicates of quantifiers for which one value that is an input stands for all.
    pub(crate) chosen: std::collections::HashSet<tree::ExprId>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Counted by name: static functions of two files may share one.
    claim_numbers: HashMap<(String, &'static str), u32>,
}

impl<'a> Lowerer<'a> {
    pub(crate) fn run(
        mut tree: Tree,
        sources: &'a SourceMap,
        options: &'a Options,
    ) -> Result<Program, Vec<Diagnostic>> {
        let empty = TypeTable::new(tree.types.model);
        let mut types = std::mem::replace(&mut tree.types, empty);
        let common = Common::new(&mut types);
        let threads = frontend::starts_threads(&tree);
        let analysis = Analysis::of(&tree, &types, threads);
        let mut lowerer = Lowerer {
            tree: &tree,
            sources,
            options,
            program: Program {
                types,
                exprs: Vec::new(),
                places: Vec::new(),
                variables: Vec::new(),
                functions: Vec::new(),
                claims: Vec::new(),
                components: Vec::new(),
                inputs: Vec::new(),
                strings: Vec::new(),
                missing: Vec::new(),
                settled: Vec::new(),
                lists: Vec::new(),
                entry: FunctionId(0),
            },
            common,
            analysis,
            order: None,
            body: Body::new(FunctionId(0)),
            variables: HashMap::new(),
            literals: HashMap::new(),
            equal_literals: HashMap::new(),
            threads,
            starting: false,
            initialised_literals: HashSet::new(),
            vla_lengths: HashMap::new(),
            unchecked: 0,
            noted: Vec::new(),
            pragmas: crate::check::Pragmas::new(sources),
            quantified: Vec::new(),
            chosen: std::collections::HashSet::new(),
            diagnostics: Vec::new(),
            claim_numbers: HashMap::new(),
        };
        lowerer.declare_functions();
        for (index, function) in tree.functions.iter().enumerate() {
            if function.body.is_some() && !sources.is_embedded(function.loc) {
                lowerer.lower_function(tree::FunctionId(index as u32));
            }
        }
        lowerer.lower_models();
        lowerer.lower_entry();
        if threads {
            crate::threads::split(&mut lowerer.program);
        }
        crate::jumps::add_jumps(&mut lowerer.program, lowerer.common.int, options.checks);
        if lowerer.diagnostics.is_empty() {
            Ok(lowerer.program)
        } else {
            Err(lowerer.diagnostics)
        }
    }

    /// Tree functions and Program functions share their numbers; the entry function comes last.
    fn declare_functions(&mut self) {
        for function in &self.tree.functions {
            self.program.functions.push(Function {
                name: function.name.clone(),
                ty: function.ty,
                params: Vec::new(),
                varargs: None,
                body: Vec::new(),
                loc: function.loc,
                embedded: self.sources.is_embedded(function.loc),
            });
        }
    }

    /// The library's functions that the program refers to. A model has others beside them; nobody comes there, and a claim in
    /// them would say nothing about the program.
    fn lower_models(&mut self) {
        let mut wanted = vec![false; self.tree.functions.len()];
        let mut pending = self.first_models();
        let (mut exprs, mut functions) = (0, vec![true; self.program.functions.len()]);
        loop {
            for expr in &self.program.exprs[exprs..] {
                if let ExprKind::FunctionAddress(function) = expr.kind {
                    pending.push(function.index());
                }
            }
            exprs = self.program.exprs.len();
            for (new, function) in functions.iter_mut().zip(&self.program.functions) {
                if std::mem::take(new) {
                    let called = function.body.iter().filter_map(|instr| match instr.kind {
                        InstrKind::Call {
                            callee: Callee::Direct(callee),
                            ..
                        } => Some(callee.index()),
                        _ => None,
                    });
                    pending.extend(called);
                }
            }
            pending.sort_unstable();
            for index in std::mem::take(&mut pending) {
                let id = tree::FunctionId(index as u32);
                let Some(function) = self.tree.functions.get(index) else {
                    continue;
                };
                let model = function.body.is_some() && self.sources.is_embedded(function.loc);
                if model && !std::mem::replace(&mut wanted[index], true) {
                    self.lower_function(id);
                    functions[index] = true;
                }
            }
            if !functions.contains(&true) {
                return;
            }
        }
    }

    /// What is called before `main` and after it, and what static objects point at.
    fn first_models(&self) -> Vec<usize> {
        let tree = self.tree;
        let start = self.options.function.as_deref().unwrap_or("main");
        let names = ["exit", "__model_run_exit_handlers", crate::jumps::MARKER, start];
        let first = |function: &tree::Function| {
            names.contains(&function.name.as_str())
                || function.constructor.is_some()
                || function.destructor.is_some()
        };
        let functions = tree.functions.iter().enumerate();
        let mut found: Vec<usize> = functions
            .filter(|(_, function)| first(function))
            .map(|(index, _)| index)
            .collect();
        let lasts = |object: &&tree::Object| matches!(object.storage, Storage::Static | Storage::Thread);
        let statics = tree.objects.iter().filter(lasts);
        let values = statics.flat_map(|object| object.init.iter().flatten());
        let mut open: Vec<tree::ExprId> = values.map(|entry| entry.value).collect();
        while let Some(expr) = open.pop() {
            match &tree.expr(expr).kind {
                tree::ExprKind::Function(function) => found.push(function.index()),
                kind => kind.operands(|operand| open.push(operand)),
            }
        }
        found
    }

    fn lower_function(&mut self, id: tree::FunctionId) {
        let tree = self.tree;
        let function = tree.function(id);
        let own = FunctionId(id.0);
        self.body = Body::new(own);
        self.vla_lengths.clear();
        let signature = self.program.types.function(function.ty).cloned();
        let passed = signature.as_ref().map_or(&[][..], |signature| &signature.params);
        for (index, &param) in function.params.iter().enumerate() {
            let var = self.parameter(param, passed.get(index).copied());
            self.program.functions[own.index()].params.push(var);
        }
        if signature.as_ref().is_some_and(|signature| signature.variadic) {
            let hidden = self.add_variable(Variable {
                function: Some(own),
                ..Variable::new(
                    "...",
                    self.common.char_pointer,
                    8,
                    Lifetime::Parameter,
                    function.loc,
                )
            });
            self.program.functions[own.index()].varargs = Some(hidden);
        }
        if let Some(body) = function.body {
            self.body.skipped = Skipped::of(self.tree, body);
            self.prepare_labels(id, body);
            self.statement(body);
        }
        self.finish_function(function);
        let body = std::mem::replace(&mut self.body, Body::new(own));
        self.program.functions[own.index()].body = body.finish();
    }

    /// The variable that a call sets for a parameter. An old-style definition receives the promoted type:
    /// `f(c) char c;` gets an `int` and converts it on entry.
    fn parameter(&mut self, param: ObjectId, passed: Option<TypeId>) -> VarId {
        let own = self.variable(param);
        let (ty, loc) = (self.program.variable(own).ty, self.tree.object(param).loc);
        let types = &self.program.types;
        let narrowed = passed.filter(|&passed| {
            passed != ty && types.is_scalar(passed) && types.is_scalar(ty) && !types.is_pointer(ty)
        });
        let Some(passed) = narrowed else { return own };
        let name = self.program.variable(own).name.clone();
        let hidden = self.new_temp(passed, name, loc);
        self.program.variables[hidden.index()].lifetime = Lifetime::Parameter;
        self.program.variables[own.index()].lifetime = Lifetime::Automatic;
        self.emit(program::InstrKind::Declare(own), loc);
        let value = self.load_var(hidden, loc);
        let value = self.convert(value, ty, loc);
        let place = self.var_place(own, loc);
        self.assign(place, value, loc);
        hidden
    }

    /// Falling off the end: `main` returns 0, others return nothing, which is an error only if the caller
    /// uses the value.
    fn finish_function(&mut self, function: &tree::Function) {
        let loc = function.end_loc;
        let value = if function.name == "main" && !self.returns_void(function.ty) {
            let ret = self
                .program
                .types
                .function(function.ty)
                .map(|signature| signature.ret);
            ret.map(|ty| self.int(0, ty, loc))
        } else {
            None
        };
        self.emit(program::InstrKind::Return(value), loc);
    }

    pub(crate) fn returns_void(&self, ty: TypeId) -> bool {
        self.program
            .types
            .function(ty)
            .is_none_or(|signature| self.program.types.is_void(signature.ret))
    }

    pub(crate) fn add_variable(&mut self, variable: Variable) -> VarId {
        self.program.add_variable(variable)
    }

    pub(crate) fn add_string(&mut self, bytes: Vec<u8>) -> StringId {
        self.program.strings.push(bytes.into_boxed_slice());
        StringId(self.program.strings.len() as u32 - 1)
    }

    /// The variable of a declared object. A variable length array is behind a pointer variable.
    pub(crate) fn variable(&mut self, id: ObjectId) -> VarId {
        if let Some(&var) = self.variables.get(&id) {
            return var;
        }
        let tree = self.tree;
        let object = tree.object(id);
        let (lifetime, external) = match object.storage {
            Storage::Static | Storage::Thread => (Lifetime::Static, false),
            Storage::External => (Lifetime::Static, true),
            Storage::Automatic => (Lifetime::Automatic, false),
            Storage::Parameter => (Lifetime::Parameter, false),
        };
        let function = match lifetime {
            // A parameter named in another parameter's array length is met before its function is.
            Lifetime::Automatic | Lifetime::Parameter | Lifetime::Temporary => Some(self.body.function),
            Lifetime::Static => object.function.map(|function| FunctionId(function.0)),
        };
        let variably_sized = self.program.types.is_variably_sized(object.ty);
        let ty = if variably_sized {
            let elem = self
                .program
                .types
                .element(object.ty)
                .expect("only arrays are variably sized");
            self.program.types.pointer(elem)
        } else {
            object.ty
        };
        let var = self.add_variable(Variable {
            name: object.name.clone().unwrap_or_else(|| "(literal)".into()),
            ty,
            lifetime,
            function,
            addressed: !variably_sized && self.analysis.is_addressed(id),
            read_only: object.constant && !variably_sized,
            align: object.align.unwrap_or(1).max(self.program.types.align_of(ty)),
            extent: object.extent,
            external,
            library: self.sources.is_embedded(object.loc),
            thread_local: object.storage == Storage::Thread,
            loc: object.loc,
        });
        self.variables.insert(id, var);
        var
    }

    /// The next unused number for claims of a function and class.
    pub(crate) fn next_claim_number(&mut self, function: FunctionId, word: &'static str) -> u32 {
        let name = self.program.function(function).name.clone();
        let number = self.claim_numbers.entry((name, word)).or_insert(0);
        *number += 1;
        *number
    }

    pub(crate) fn unsupported_at(&mut self, loc: LocId, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(loc, message));
    }

    pub(crate) fn next_claim_id(&self) -> ClaimId {
        ClaimId(self.program.claims.len() as u32)
    }

    pub(crate) fn next_input_id(&self) -> InputId {
        InputId(self.program.inputs.len() as u32)
    }

    /// Notes that something was settled here, once for each function.
    pub(crate) fn settle(&mut self, what: SettledKind, loc: LocId) {
        let function = self.body.function;
        let settled = &mut self.program.settled;
        if !settled
            .iter()
            .any(|known| known.what == what && known.function == function)
        {
            settled.push(Settled { what, function, loc });
        }
    }

    /// Notes that what this function writes is written, if the program looks at what it says.
    pub(crate) fn settle_output(&mut self, function: tree::FunctionId, wanted: bool, loc: LocId) {
        let callee = self.tree.function(function);
        let writes = WRITERS.contains(&callee.name.as_str()) && self.sources.is_embedded(callee.loc);
        if wanted && writes && !self.program.function(self.body.function).embedded {
            self.settle(SettledKind::OutputSucceeds, loc);
        }
    }

    /// Notes that these arguments are evaluated in one order, if the program can tell in which.
    pub(crate) fn settle_order(&mut self, args: &[tree::ExprId]) {
        let effects = args.iter().any(|&arg| self.analysis.has_effects(arg));
        if args.len() < 2 || !effects || self.program.function(self.body.function).embedded {
            return;
        }
        let (tree, addressed, sources) = (self.tree, self.analysis.addressed(), self.sources);
        let is_model = |id| sources.is_embedded(tree.function(id).loc);
        let types = &self.program.types;
        let order = self
            .order
            .get_or_insert_with(|| Order::of(tree, types, addressed, is_model));
        if order.matters(tree, addressed, args) {
            let loc = self.tree.expr(args[0]).loc;
            self.settle(SettledKind::OrderOfArguments, loc);
        }
    }

    pub(crate) fn note_missing(&mut self, function: FunctionId, loc: LocId) {
        if !self
            .program
            .missing
            .iter()
            .any(|missing| missing.function == function)
        {
            self.program.missing.push(MissingFunction { function, loc });
        }
    }
}
