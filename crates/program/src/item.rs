//! The program as a whole: its arenas, variables and functions.

use ctype::{TypeId, TypeTable};
use source::LocId;

use crate::{
    Child, Claim, Component, Expr, ExprKind, InputSite, Instr, InstrKind, Pc, Place, PlaceBase, Projection,
};

ctype::id!(
    /// One occurrence of an expression.
    ExprId
);
ctype::id!(
    /// One occurrence of a place (something that can be read or written).
    PlaceId
);
ctype::id!(VarId);
ctype::id!(FunctionId);
ctype::id!(ClaimId);
ctype::id!(ComponentId);
ctype::id!(
    /// A place in the program where a value enters from outside.
    InputId
);
ctype::id!(
    /// Constant bytes: the contents of a string literal.
    StringId
);

/// When a variable exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lifetime {
    /// The whole run: file-scope objects, static locals, string literals.
    Static,
    /// From its `Declare` to its `Dead` in one activation of its function.
    Automatic,
    /// One activation; set by the call.
    Parameter,
    /// Made by the lowering to hold an intermediate value; never has its address taken by the user.
    Temporary,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// As the programmer wrote it; for temporaries and literals a readable description.
    pub name: String,
    pub ty: TypeId,
    pub lifetime: Lifetime,
    /// The function it belongs to; absent at file scope.
    pub function: Option<FunctionId>,
    /// Whether any instruction takes its address or reads it by bytes, so that it must live in memory.
    pub addressed: bool,
    /// Whether writing to it is an error: string literals and `const` objects.
    pub read_only: bool,
    pub align: u64,
    /// The size in bytes where an initialised flexible array member makes the object larger than its type;
    /// 0 otherwise.
    pub extent: u64,
    /// Defined in none of the given files: its initial value is an input.
    pub external: bool,
    /// A library model's own.
    pub library: bool,
    /// Each thread has its own; reached through [`ThreadOp::Local`](crate::ThreadOp::Local) where there are threads.
    pub thread_local: bool,
    pub loc: LocId,
}

impl Variable {
    /// A variable that no declaration of the user's makes, and whose address nothing takes.
    #[must_use]
    pub fn new(name: impl Into<String>, ty: TypeId, align: u64, lifetime: Lifetime, loc: LocId) -> Variable {
        Variable {
            name: name.into(),
            ty,
            lifetime,
            function: None,
            addressed: false,
            read_only: false,
            align,
            extent: 0,
            external: false,
            library: false,
            thread_local: false,
            loc,
        }
    }
}

/// One statement of a list: its instructions are those from `from` to before `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    pub from: Pc,
    pub to: Pc,
    pub loc: LocId,
}

/// Statements in a row, of a function that the user wrote: a block, or the one statement that a branch or loop has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementList {
    pub function: FunctionId,
    pub statements: Vec<Statement>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub ty: TypeId,
    pub params: Vec<VarId>,
    /// For a variadic function: the hidden parameter that points at the first extra argument's slot.
    pub varargs: Option<VarId>,
    /// Empty for a function without a body; calls to those have become inputs or failing claims.
    pub body: Vec<Instr>,
    pub loc: LocId,
    /// Text of the tool's own (library models): traces may hide it.
    pub embedded: bool,
}

/// A call of `printf` and its like goes to a function with one of these before its name, where the arguments have to be
/// looked at or the result is wanted.
pub const EXAMINED: &str = "__model_examined_";
pub const COUNTED: &str = "__model_counted_";

impl Function {
    /// The name by which the program calls it.
    #[must_use]
    pub fn called(&self) -> &str {
        let plain = |prefix| self.name.strip_prefix(prefix).filter(|_| self.embedded);
        plain(EXAMINED).or_else(|| plain(COUNTED)).unwrap_or(&self.name)
    }
}

/// A called function that no file defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingFunction {
    pub function: FunctionId,
    /// Its first call.
    pub loc: LocId,
}

/// What lowering settled although C leaves it open, or the world does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettledKind {
    /// An allocation succeeds.
    AllocationSucceeds,
    /// Arguments are evaluated in one order, where a program can tell in which.
    OrderOfArguments,
    /// What is written arrives, where the program asks.
    OutputSucceeds,
}

/// Where something was settled first in a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    pub what: SettledKind,
    pub function: FunctionId,
    pub loc: LocId,
}

/// A whole C program, ready to be executed.
#[derive(Debug, Clone)]
pub struct Program {
    pub types: TypeTable,
    pub exprs: Vec<Expr>,
    pub places: Vec<Place>,
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    pub claims: Vec<Claim>,
    pub components: Vec<Component>,
    pub inputs: Vec<InputSite>,
    pub strings: Vec<Box<[u8]>>,
    /// Functions without a body that are called: their results are inputs, which a report must say.
    pub missing: Vec<MissingFunction>,
    /// What a verdict rests on beside the text.
    pub settled: Vec<Settled>,
    /// What the programmer wrote in a row.
    pub lists: Vec<StatementList>,
    /// Initialises static storage, calls `main` (or the function asked for), and ends the run.
    pub entry: FunctionId,
}

impl Program {
    pub fn add_expr(&mut self, kind: ExprKind, ty: TypeId, loc: LocId) -> ExprId {
        self.exprs.push(Expr { kind, ty, loc });
        ExprId(self.exprs.len() as u32 - 1)
    }

    pub fn add_place(&mut self, base: PlaceBase, path: Vec<Projection>, ty: TypeId, loc: LocId) -> PlaceId {
        let path = path.into_boxed_slice();
        self.places.push(Place { base, path, ty, loc });
        PlaceId(self.places.len() as u32 - 1)
    }

    pub fn add_variable(&mut self, variable: Variable) -> VarId {
        self.variables.push(variable);
        VarId(self.variables.len() as u32 - 1)
    }

    /// Adds a variable for an intermediate value of a function.
    pub fn add_temporary(
        &mut self,
        name: impl Into<String>,
        ty: TypeId,
        function: FunctionId,
        loc: LocId,
    ) -> VarId {
        let align = self.types.align_of(ty);
        self.add_variable(Variable {
            function: Some(function),
            ..Variable::new(name, ty, align, Lifetime::Temporary, loc)
        })
    }

    #[must_use]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    #[must_use]
    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.index()]
    }

    #[must_use]
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }

    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    #[must_use]
    pub fn claim(&self, id: ClaimId) -> &Claim {
        &self.claims[id.index()]
    }

    #[must_use]
    pub fn component(&self, id: ComponentId) -> &Component {
        &self.components[id.index()]
    }

    #[must_use]
    pub fn input(&self, id: InputId) -> &InputSite {
        &self.inputs[id.index()]
    }

    #[must_use]
    pub fn string(&self, id: StringId) -> &[u8] {
        &self.strings[id.index()]
    }

    /// The functions whose addresses are taken, once for each time.
    pub fn addressed_functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        self.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddress(function) => Some(function),
            _ => None,
        })
    }

    /// The size of a variable's object in bytes.
    #[must_use]
    pub fn size_of_variable(&self, id: VarId) -> u64 {
        let variable = self.variable(id);
        self.types.size_of(variable.ty).unwrap_or(0).max(variable.extent)
    }

    #[must_use]
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let index = self.functions.iter().position(|function| function.name == name)?;
        Some(FunctionId(index as u32))
    }

    /// Whether a variable is the string of an argument of `main` that is an input. No C name has brackets.
    #[must_use]
    pub fn is_open_argument(&self, variable: &Variable) -> bool {
        variable.external && variable.name.starts_with("argv[")
    }

    /// Whether an input is a part of such a string.
    #[must_use]
    pub fn open_argument(&self, input: &str) -> bool {
        let part_of = |variable: &Variable| {
            self.is_open_argument(variable)
                && input
                    .strip_prefix(&variable.name)
                    .is_some_and(|rest| rest.starts_with('['))
        };
        self.variables.iter().any(part_of)
    }

    /// The type of the object a place's projections start from.
    #[must_use]
    pub fn base_type(&self, place: &Place) -> Option<TypeId> {
        match place.base {
            PlaceBase::Var(var) => Some(self.variable(var).ty),
            PlaceBase::Deref(pointer) => self.types.pointee(self.expr(pointer).ty),
        }
    }

    /// The type after one projection, or nothing if the projection does not fit the type.
    #[must_use]
    pub fn project(&self, ty: TypeId, projection: Projection) -> Option<TypeId> {
        match projection {
            Projection::Field(field) => {
                let record = self.types.record(self.types.record_of(ty)?);
                record.fields.get(field as usize).map(|field| field.ty)
            }
            Projection::Index(_) => self.types.element(ty),
        }
    }

    /// Calls `visit` for each expression directly inside an expression, those of its place included.
    pub fn operands(&self, id: ExprId, mut visit: impl FnMut(ExprId)) {
        self.expr(id).kind.children(|child| match child {
            Child::Expr(expr) => visit(expr),
            Child::Place(place) => self.place_operands(place, &mut visit),
        });
    }

    /// Calls `visit` for the pointer and the indices of a place.
    pub fn place_operands(&self, id: PlaceId, mut visit: impl FnMut(ExprId)) {
        let place = self.place(id);
        if let PlaceBase::Deref(pointer) = place.base {
            visit(pointer);
        }
        for step in &place.path {
            if let Projection::Index(index) = step {
                visit(*index);
            }
        }
    }

    /// Calls `visit` for each expression that an instruction holds itself, with whether it is only tested.
    pub fn instr_operands(&self, kind: &InstrKind, mut visit: impl FnMut(ExprId, bool)) {
        let tested = matches!(kind, InstrKind::Assume(_) | InstrKind::Branch { .. });
        if let InstrKind::Claim(claim) = kind {
            visit(self.claim(*claim).cond, true);
        }
        kind.children(|child| match child {
            Child::Expr(expr) => visit(expr, tested),
            Child::Place(place) => self.place_operands(place, |expr| visit(expr, false)),
        });
    }
}
