//! What talks to other threads: atomic sections, accesses of `_Atomic` objects, each thread's own objects, and
//! statements that CBMC starts as threads.

use ctype::TypeId;
use frontend::tree;
use program::{
    AtomicKind, Builtin, CheckKind, Construct, ExprId, InstrKind, PlaceBase, PlaceId, ThreadOp, VarId,
};
use source::LocId;

use crate::build::Target;
use crate::lowerer::Lowerer;

/// Functions with a body whose calls are one step (SV-COMP).
const ATOMIC_FUNCTION: &str = "__VERIFIER_atomic_";

impl Lowerer<'_> {
    pub(crate) fn thread_op(&mut self, op: ThreadOp, loc: LocId) {
        let op = Builtin::Thread(op);
        let (dest, args) = (None, Box::from([]));
        self.emit(InstrKind::Builtin { dest, op, args }, loc);
    }

    /// `__CPROVER_atomic_begin()` and its like.
    pub(crate) fn atomic_section(&mut self, begins: bool, loc: LocId) {
        if self.threads {
            self.thread_op(
                if begins {
                    ThreadOp::AtomicBegin(AtomicKind::Section)
                } else {
                    ThreadOp::AtomicEnd(AtomicKind::Section)
                },
                loc,
            );
        }
    }

    /// Whether a call of a function is one step for other threads.
    pub(crate) fn is_atomic_call(&self, function: tree::FunctionId) -> bool {
        let function = self.tree.function(function);
        self.threads && function.body.is_some() && function.name.starts_with(ATOMIC_FUNCTION)
    }

    /// What follows, until [`Lowerer::atomic_end`], is one operation on an atomic object.
    pub(crate) fn atomic_begin(&mut self, loc: LocId) {
        if self.threads {
            self.thread_op(ThreadOp::AtomicBegin(AtomicKind::Operation), loc);
        }
    }

    pub(crate) fn atomic_end(&mut self, loc: LocId) {
        if self.threads {
            self.thread_op(ThreadOp::AtomicEnd(AtomicKind::Operation), loc);
        }
    }

    /// The operands of an atomic operation, evaluated before it begins.
    pub(crate) fn atomic_operands(&mut self, values: Vec<ExprId>, loc: LocId) -> Vec<ExprId> {
        self.atomic_begin(loc);
        values
    }

    /// Whether accesses of a place are atomic, as its type says.
    pub(crate) fn is_atomic(&self, tree_place: tree::ExprId, place: PlaceId) -> bool {
        self.threads
            && !self.starting
            && self.tree.atomic.contains(&tree_place)
            && self.program.is_visible(self.program.place(place))
    }

    /// Whether a value that is read has to be kept: another thread may change the place before it is used.
    pub(crate) fn is_shared(&self, place: PlaceId) -> bool {
        self.threads
            && !self.starting
            && self.quantified.is_empty()
            && self.body.guards.is_empty()
            && self.program.is_visible(self.program.place(place))
    }

    /// A variable of which each thread has its own, as a place behind a pointer.
    pub(crate) fn own_copy(&mut self, var: VarId, ty: TypeId, loc: LocId) -> PlaceBase {
        let pointer = self.program.types.pointer(ty);
        let name = self.program.variable(var).name.clone();
        let temp = self.new_temp(pointer, format!("&{name}"), loc);
        let dest = Some(self.var_place(temp, loc));
        let op = Builtin::Thread(ThreadOp::Local(var));
        let args = Box::from([]);
        self.emit(InstrKind::Builtin { dest, op, args }, loc);
        PlaceBase::Deref(self.load_var(temp, loc))
    }

    /// At a label at which CBMC starts a thread: control goes on behind the statement, and the thread executes it.
    pub(crate) fn begin_async(&mut self, loc: LocId) -> Target {
        let flag = self.new_temp(self.common.int, "started", loc);
        let dest = Some(self.var_place(flag, loc));
        let op = Builtin::Thread(ThreadOp::Fork);
        let args = Box::from([]);
        self.emit(InstrKind::Builtin { dest, op, args }, loc);
        let (behind, statement) = (self.new_target(), self.new_target());
        let cond = self.load_var(flag, loc);
        self.branch(cond, behind, statement, Construct::Internal, loc);
        self.place_target(statement);
        behind
    }

    pub(crate) fn end_async(&mut self, behind: Target, loc: LocId) {
        let result = self.int(0, self.common.void_pointer, loc);
        let op = Builtin::Thread(ThreadOp::Exit);
        let (dest, args) = (None, Box::from([result]));
        self.emit(InstrKind::Builtin { dest, op, args }, loc);
        self.place_target(behind);
    }

    /// Whether the program calls functions of a verifier; such programs often race on purpose.
    fn speaks_to_a_verifier(&self) -> bool {
        const PREFIXES: [&str; 3] = ["__CPROVER_", "__VERIFIER_", "__ESBMC_"];
        let speaks =
            |name: &str| name == "reach_error" || PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        let functions = self.tree.functions.iter();
        let labels = |function: &tree::Function| function.labels.iter().any(|label| speaks(&label.name));
        functions
            .filter(|function| !self.sources.is_embedded(function.loc) || function.body.is_none())
            .any(|function| speaks(&function.name) || labels(function))
    }

    /// Before `main`: the claims that are about all threads together, which no instruction can state.
    pub(crate) fn begin_threads(&mut self, loc: LocId) {
        if !self.threads {
            return;
        }
        self.thread_op(ThreadOp::Begin, loc);
        for (kind, text) in [
            (
                CheckKind::Deadlock,
                "some thread can always go on until all have ended",
            ),
            (
                CheckKind::DataRace,
                "no two threads access the same object at once, one of them to write it",
            ),
        ] {
            if kind == CheckKind::DataRace && !self.options.races_everywhere && self.speaks_to_a_verifier() {
                continue;
            }
            let holds = self.int(1, self.common.int, loc);
            self.claim(kind, holds, text.to_owned(), loc);
        }
    }
}
