//! Instructions: what changes the state, decides the way, or talks to the outside.

use ctype::TypeId;
use source::LocId;

use crate::{ClaimId, ExprId, FunctionId, InputId, PlaceId, ThreadOp, VarId};

/// A position in a function's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pc(pub u32);

impl Pc {
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instr {
    pub kind: InstrKind,
    pub loc: LocId,
}

/// The C construct behind a branch, for telling the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Construct {
    If,
    While,
    DoWhile,
    For,
    Conditional,
    And,
    Or,
    Switch,
    /// Made by the lowering: no condition of the programmer's.
    Internal,
}

/// One `case`: the values `low..=high` in the type of the switch value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arm {
    pub low: i128,
    pub high: i128,
    pub target: Pc,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Callee {
    Direct(FunctionId),
    /// A function pointer; a claim before the call says that it can be called.
    Indirect(ExprId),
}

/// What storage an allocation takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Allocation {
    Heap,
    /// Heap storage whose bytes are zero from the start (`calloc`), however many they are.
    ZeroedHeap,
    /// `alloca`: gone when the function returns.
    Alloca,
    /// The variable length array behind this pointer variable; gone at [`Builtin::ReleaseVla`].
    Vla(VarId),
}

/// Effects on memory or the outside that are not assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// (size, alignment): a pointer to fresh, uninitialised storage.
    Allocate(Allocation),
    /// (pointer): ends a heap object; null is ignored.
    Free,
    /// (pointer): ends a variable length array.
    ReleaseVla,
    /// (destination, source, size): as `memmove`.
    CopyMemory,
    /// (destination, byte, size): as `memset`.
    SetMemory,
    /// (stream number, format, varargs pointer): prints as `vfprintf`; the value is the count.
    Print,
    /// (buffer, size, format, varargs pointer): as `vsnprintf`.
    FormatInto,
    /// (stream number, byte).
    PutChar,
    /// (): the next byte of standard input, or -1.
    GetChar,
    /// What the next part of an open standard input is; see [`Intrinsic::InputIsOpen`](crate::Intrinsic::InputIsOpen).
    Choose(Choice),
    /// (text, pointer to the end pointer or null): as `strtold`, rounded to the destination's type.
    ParseFloat,
    /// (rounding mode as C's `FE_*` values in the order nearest, down, up, toward zero = 0, 1, 2, 3).
    SetRounding,
    /// (): the rounding mode, numbered as above.
    GetRounding,
    /// (): `argc`.
    ArgumentCount,
    /// (): `argv`, a null-terminated array of strings that lives as long as the run.
    ArgumentVector,
    /// What threads do to each other; only in programs that start them.
    Thread(ThreadOp),
}

/// A part of a standard input that is chosen as it is read. Only the symbolic engine ever does so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// (target, base, width): what a conversion meets: 0 what it wants, 1 something else, 2 the end.
    Outcome,
    /// (character): whether it comes next: 0 yes, 1 no, 2 nothing does.
    Literal,
    /// (): whether the input ends here: 0 no, 2 yes.
    End,
    /// (): the next character that is no white space, or -1 at the end.
    First,
    /// (character that ends it): one more character, or -1 before that one.
    Next,
    /// (target, base, width): the number that a conversion reads, of the destination's type.
    Number,
}

/// Where an input's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InputSource {
    /// `nondet_*()`, `__VERIFIER_nondet_*()`.
    Nondet,
    /// The result of a function without a body.
    External,
    /// The initial value of an `extern` object that no file defines, or of a static with `--nondet-static`.
    Object,
    /// A parameter of the function given with `--function`.
    Parameter,
    /// An argument of `main`.
    Argument,
    /// The clock, the environment and other things the library reads.
    Environment,
}

/// A place in the program where a value enters. The k-th execution of sites of one name during a run takes
/// that name's k-th value, in every engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputSite {
    /// The variable it goes to, else the function it comes from.
    pub name: String,
    pub source: InputSource,
    pub ty: TypeId,
    pub loc: LocId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstrKind {
    /// A local comes to life with an indeterminate value. If it is alive already (a jump back over its
    /// declaration) it stays the same object and only its value becomes indeterminate. A local that is
    /// used by name before any `Declare` (a jump past its declaration into its block) comes to life then.
    Declare(VarId),
    /// A local's life ends: pointers to it dangle. Harmless if it is not alive. All locals of an activation,
    /// its `alloca` storage and its variable length arrays end with the activation.
    Dead(VarId),
    Assign {
        place: PlaceId,
        value: ExprId,
    },
    Input {
        place: PlaceId,
        input: InputId,
    },
    /// Conditions are scalars of any type; not zero means true.
    Assume(ExprId),
    Claim(ClaimId),
    Branch {
        cond: ExprId,
        then: Pc,
        otherwise: Pc,
        construct: Construct,
    },
    Switch {
        value: ExprId,
        arms: Box<[Arm]>,
        default: Pc,
    },
    Jump(Pc),
    /// Arguments are assigned to the parameters in order; an old-style call may pass fewer, and the rest stay
    /// indeterminate. The place `dest` is evaluated after the call. A callee that returns no value leaves
    /// `dest` indeterminate. `varargs` is the address of the first slot of the
    /// extra arguments for a variadic callee.
    Call {
        dest: Option<PlaceId>,
        callee: Callee,
        args: Box<[ExprId]>,
        varargs: Option<ExprId>,
    },
    Return(Option<ExprId>),
    Builtin {
        dest: Option<PlaceId>,
        op: Builtin,
        args: Box<[ExprId]>,
    },
    /// The whole run ends with this exit status.
    Halt(ExprId),
    /// The whole run ends abnormally (`abort`): not an error by itself.
    Abort,
}

impl InstrKind {
    /// The positions that it may jump to.
    pub fn targets(&self) -> impl Iterator<Item = Pc> + '_ {
        let (arms, others): (&[Arm], [Option<Pc>; 2]) = match self {
            InstrKind::Jump(to) => (&[], [Some(*to), None]),
            InstrKind::Branch { then, otherwise, .. } => (&[], [Some(*then), Some(*otherwise)]),
            InstrKind::Switch { arms, default, .. } => (arms, [Some(*default), None]),
            _ => (&[], [None, None]),
        };
        let others = others.into_iter().flatten();
        arms.iter().map(|arm| arm.target).chain(others)
    }

    /// Whether control never just goes on behind it.
    #[must_use]
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            InstrKind::Branch { .. }
                | InstrKind::Switch { .. }
                | InstrKind::Jump(_)
                | InstrKind::Return(_)
                | InstrKind::Halt(_)
                | InstrKind::Abort
        )
    }

    /// Every place that it may jump to, to be changed.
    pub fn for_each_target(&mut self, mut change: impl FnMut(&mut Pc)) {
        match self {
            InstrKind::Jump(pc) => change(pc),
            InstrKind::Branch { then, otherwise, .. } => {
                change(then);
                change(otherwise);
            }
            InstrKind::Switch { arms, default, .. } => {
                arms.iter_mut().for_each(|arm| change(&mut arm.target));
                change(default);
            }
            _ => {}
        }
    }
}
