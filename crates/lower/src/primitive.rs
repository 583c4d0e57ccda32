//! Functions that talk to the tool: verification primitives and what the library models are built on.
//!
//! They are recognised by name when no file gives them a body. Assertion functions of the C library
//! (`__assert_fail`) count even with one, since what matters is that they are reached.

use ctype::TypeId;
use frontend::tree::{self, ExprKind as T};
use program::{
    Allocation, BinaryOp, Builtin, CheckKind, Choice, ExprId, ExprKind, InputSource, InstrKind, Intrinsic,
    LibmFunction, OverflowOp, ThreadOp,
};
use source::LocId;

use crate::call::Dest;
use crate::lowerer::Lowerer;
use crate::primitive_call::PrimitiveCall;

/// What a recognised name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Primitive {
    /// `assert(condition)` and `__CPROVER_assert(condition, "text")`.
    Assert,
    /// `__assert_fail("text", ...)`: reached means failed.
    AssertFailed,
    Assume,
    /// `reach_error()`.
    Error,
    Nondet,
    /// A pure operation on the arguments.
    Pure(Intrinsic),
    /// `__because_check(condition, "text")` in a library model.
    Check(CheckKind),
    Unsupported,
    Halt,
    /// As `Halt`, but without destructors.
    HaltNow,
    Abort,
    /// `__because_raise_abort()`: the handler of SIGABRT, if there may be one.
    RaiseAbort,
    Effect(Builtin),
    /// `__because_print(stream, format, list)`.
    Print,
    /// `__because_format(buffer, size, format, list)`.
    Format,
    /// An input of the environment, named by the first argument.
    EnvironmentInput,
    MallocMayFail,
    /// `__because_malloc_never_fails()`: whether no allocation is to fail.
    MallocNeverFails,
    /// Whether random numbers are inputs.
    RandomInput,
    /// `__because_forall(predicate, variable)`, made from CBMC's quantifiers by the front end.
    Quantifier {
        all: bool,
    },
    /// `__CPROVER_overflow_plus(a, b)`.
    Overflow(OverflowOp),
    /// `__CPROVER_saturating_plus(a, b)`.
    Saturating(BinaryOp),
    /// `__CPROVER_enum_is_in_range(value)`.
    EnumRange,
    /// `__CPROVER_cover(condition)`: a goal where such are asked for.
    Cover,
    /// Evaluates its arguments and does nothing (`__CPROVER_input`).
    Nothing,
    /// From the one to the other no other thread runs.
    AtomicSection {
        begins: bool,
    },
}

fn recognise(name: &str) -> Option<Primitive> {
    if let Some(inner) = name.strip_prefix("__because_") {
        return model_primitive(inner);
    }
    let primitive = match name {
        "assert"
        | "__VERIFIER_assert"
        | "__CPROVER_assert"
        | "__ESBMC_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition" => Primitive::Assert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" | "_assert" => {
            Primitive::AssertFailed
        }
        "__CPROVER_assume" | "__VERIFIER_assume" | "__ESBMC_assume" | "__builtin_assume" => Primitive::Assume,
        "reach_error" | "__VERIFIER_error" => Primitive::Error,
        "__CPROVER_r_ok" => Primitive::Pure(Intrinsic::Readable),
        "__CPROVER_w_ok" | "__CPROVER_rw_ok" => Primitive::Pure(Intrinsic::Writable),
        "__CPROVER_OBJECT_SIZE" => Primitive::Pure(Intrinsic::ObjectSize),
        "__CPROVER_POINTER_OFFSET" => Primitive::Pure(Intrinsic::PointerOffset),
        "__CPROVER_POINTER_OBJECT" => Primitive::Pure(Intrinsic::PointerObject),
        "__CPROVER_same_object" | "__CPROVER_SAME_OBJECT" => Primitive::Pure(Intrinsic::SameObject),
        "__CPROVER_DYNAMIC_OBJECT" => Primitive::Pure(Intrinsic::IsHeap),
        "__CPROVER_isnanf" | "__CPROVER_isnand" | "__CPROVER_isnanld" => Primitive::Pure(Intrinsic::IsNan),
        "__CPROVER_isinff" | "__CPROVER_isinfd" | "__CPROVER_isinfld" => Primitive::Pure(Intrinsic::IsInf),
        "__CPROVER_isfinitef" | "__CPROVER_isfinited" | "__CPROVER_isfiniteld" => {
            Primitive::Pure(Intrinsic::IsFinite)
        }
        "__CPROVER_isnormalf" | "__CPROVER_isnormald" | "__CPROVER_isnormalld" => {
            Primitive::Pure(Intrinsic::IsNormal)
        }
        "__CPROVER_signf" | "__CPROVER_signd" | "__CPROVER_signld" => Primitive::Pure(Intrinsic::SignBit),
        "__CPROVER_fabs" | "__CPROVER_fabsf" | "__CPROVER_fabsl" => Primitive::Pure(Intrinsic::FAbs),
        "__CPROVER_abs" | "__CPROVER_labs" | "__CPROVER_llabs" => Primitive::Pure(Intrinsic::Abs),
        "__CPROVER_fmod" | "__CPROVER_fmodf" | "__CPROVER_fmodl" => Primitive::Pure(Intrinsic::Fmod),
        "__CPROVER_remainder" | "__CPROVER_remainderf" | "__CPROVER_remainderl" => {
            Primitive::Pure(Intrinsic::Remainder)
        }
        "__CPROVER_overflow_plus" => Primitive::Overflow(OverflowOp::Add),
        "__CPROVER_overflow_minus" | "__CPROVER_overflow_unary_minus" => Primitive::Overflow(OverflowOp::Sub),
        "__CPROVER_overflow_mult" => Primitive::Overflow(OverflowOp::Mul),
        "__CPROVER_overflow_shl" => Primitive::Overflow(OverflowOp::Shl),
        "__CPROVER_input"
        | "__CPROVER_output"
        | "__CPROVER_printf"
        | "__CPROVER_fence"
        | "__ESBMC_loop_invariant"
        | "__ESBMC_unroll" => Primitive::Nothing,
        "__CPROVER_atomic_begin" | "__ESBMC_atomic_begin" | "__VERIFIER_atomic_begin" => {
            Primitive::AtomicSection { begins: true }
        }
        "__CPROVER_atomic_end" | "__ESBMC_atomic_end" | "__VERIFIER_atomic_end" => {
            Primitive::AtomicSection { begins: false }
        }
        "__CPROVER_cover" | "__ESBMC_cover" => Primitive::Cover,
        "longjmp" | "siglongjmp" | "_longjmp" | "fork" | "vfork" | "execv" | "execve" | "execvp"
        | "execl" | "execlp" | "dlopen" | "mmap" => Primitive::Unsupported,
        _ if ["nondet_", "__VERIFIER_nondet_", "__CPROVER_nondet_"]
            .iter()
            .any(|prefix| name.starts_with(prefix)) =>
        {
            Primitive::Nondet
        }
        "__CPROVER_saturating_plus" => Primitive::Saturating(BinaryOp::Add),
        "__CPROVER_saturating_minus" => Primitive::Saturating(BinaryOp::Sub),
        "__CPROVER_enum_is_in_range" => Primitive::EnumRange,
        // What a compiler's builtin returns is not just anything.
        _ if name.starts_with("__builtin_") => Primitive::Unsupported,
        // Whatever else speaks to CBMC or ESBMC wants something of them that is not done here.
        _ if name.starts_with("__CPROVER_") || name.starts_with("__ESBMC_") => Primitive::Unsupported,
        _ => return None,
    };
    Some(primitive)
}

fn model_primitive(name: &str) -> Option<Primitive> {
    let primitive = match name {
        "assert" => Primitive::Assert,
        "assume" => Primitive::Assume,
        "check" => Primitive::Check(CheckKind::PointerPrimitive),
        "check_free" => Primitive::Check(CheckKind::InvalidFree),
        "check_thread" => Primitive::Check(CheckKind::ThreadMisuse),
        "check_deadlock" => Primitive::Check(CheckKind::Deadlock),
        "unsupported" => Primitive::Unsupported,
        "halt" => Primitive::Halt,
        "halt_now" => Primitive::HaltNow,
        "abort" => Primitive::Abort,
        "raise_abort" => Primitive::RaiseAbort,
        "allocate" => Primitive::Effect(Builtin::Allocate(Allocation::Heap)),
        "allocate_zeroed" => Primitive::Effect(Builtin::Allocate(Allocation::ZeroedHeap)),
        "free" => Primitive::Effect(Builtin::Free),
        "copy" => Primitive::Effect(Builtin::CopyMemory),
        "set" => Primitive::Effect(Builtin::SetMemory),
        "putchar" => Primitive::Effect(Builtin::PutChar),
        "getchar" => Primitive::Effect(Builtin::GetChar),
        "strtod" | "strtof" | "strtold" => Primitive::Effect(Builtin::ParseFloat),
        "get_rounding" => Primitive::Effect(Builtin::GetRounding),
        "set_rounding" => Primitive::Effect(Builtin::SetRounding),
        "print" => Primitive::Print,
        "format" => Primitive::Format,
        "input_is_open" => Primitive::Pure(Intrinsic::InputIsOpen),
        "choose_outcome" => Primitive::Effect(Builtin::Choose(Choice::Outcome)),
        "choose_literal" => Primitive::Effect(Builtin::Choose(Choice::Literal)),
        "choose_end" => Primitive::Effect(Builtin::Choose(Choice::End)),
        "choose_first" => Primitive::Effect(Builtin::Choose(Choice::First)),
        "choose_next" => Primitive::Effect(Builtin::Choose(Choice::Next)),
        "malloc_may_fail" => Primitive::MallocMayFail,
        "malloc_never_fails" => Primitive::MallocNeverFails,
        "random_input" => Primitive::RandomInput,
        "forall" => Primitive::Quantifier { all: true },
        "exists" => Primitive::Quantifier { all: false },
        "freeable" => Primitive::Pure(Intrinsic::Freeable),
        "readable" => Primitive::Pure(Intrinsic::Readable),
        "writable" => Primitive::Pure(Intrinsic::Writable),
        "is_string" => Primitive::Pure(Intrinsic::IsString),
        "object_size" => Primitive::Pure(Intrinsic::ObjectSize),
        "pointer_offset" => Primitive::Pure(Intrinsic::PointerOffset),
        "pointer_object" => Primitive::Pure(Intrinsic::PointerObject),
        "same_object" => Primitive::Pure(Intrinsic::SameObject),
        _ if ThreadOp::from_word(name).is_some() => {
            return ThreadOp::from_word(name).map(|op| Primitive::Effect(Builtin::Thread(op)));
        }
        _ if name.starts_with("choose_") => Primitive::Effect(Builtin::Choose(Choice::Number)),
        _ if name.starts_with("input_") => Primitive::EnvironmentInput,
        _ => {
            let exact = float_operation(name);
            let shorter = name.strip_suffix(['f', 'l']).and_then(float_operation);
            return exact.or(shorter).map(Primitive::Pure);
        }
    };
    Some(primitive)
}

fn float_operation(name: &str) -> Option<Intrinsic> {
    use Intrinsic::Libm;
    Some(match name {
        "fabs" => Intrinsic::FAbs,
        "sqrt" => Intrinsic::Sqrt,
        "floor" => Intrinsic::Floor,
        "ceil" => Intrinsic::Ceil,
        "trunc" => Intrinsic::Trunc,
        "round" => Intrinsic::Round,
        "rint" => Intrinsic::Rint,
        "copysign" => Intrinsic::CopySign,
        "fmod" => Intrinsic::Fmod,
        "remainder" => Intrinsic::Remainder,
        "fmin" => Intrinsic::Fmin,
        "fmax" => Intrinsic::Fmax,
        "fma" => Intrinsic::Fma,
        "sin" => Libm(LibmFunction::Sin),
        "cos" => Libm(LibmFunction::Cos),
        "tan" => Libm(LibmFunction::Tan),
        "asin" => Libm(LibmFunction::Asin),
        "acos" => Libm(LibmFunction::Acos),
        "atan" => Libm(LibmFunction::Atan),
        "atan2" => Libm(LibmFunction::Atan2),
        "sinh" => Libm(LibmFunction::Sinh),
        "cosh" => Libm(LibmFunction::Cosh),
        "tanh" => Libm(LibmFunction::Tanh),
        "asinh" => Libm(LibmFunction::Asinh),
        "acosh" => Libm(LibmFunction::Acosh),
        "atanh" => Libm(LibmFunction::Atanh),
        "exp" => Libm(LibmFunction::Exp),
        "exp2" => Libm(LibmFunction::Exp2),
        "expm1" => Libm(LibmFunction::Expm1),
        "log" => Libm(LibmFunction::Log),
        "log2" => Libm(LibmFunction::Log2),
        "log10" => Libm(LibmFunction::Log10),
        "log1p" => Libm(LibmFunction::Log1p),
        "pow" => Libm(LibmFunction::Pow),
        "cbrt" => Libm(LibmFunction::Cbrt),
        "hypot" => Libm(LibmFunction::Hypot),
        "erf" => Libm(LibmFunction::Erf),
        "erfc" => Libm(LibmFunction::Erfc),
        "tgamma" => Libm(LibmFunction::Tgamma),
        "lgamma" => Libm(LibmFunction::Lgamma),
        _ => return None,
    })
}

impl Lowerer<'_> {
    /// Lowers a call to a primitive. The outer `None`: it is none. The inner one: it has no value.
    pub(crate) fn primitive(
        &mut self,
        function: tree::FunctionId,
        args: &[tree::ExprId],
        ty: TypeId,
        dest: Dest,
        loc: LocId,
    ) -> Option<Option<ExprId>> {
        let tree = self.tree;
        let function = tree.function(function);
        let primitive = recognise(&function.name)?;
        // SV-COMP's property is that this is never called, whatever its body does.
        let is_reached = primitive == Primitive::AssertFailed
            || (primitive == Primitive::Error && function.params.is_empty());
        if function.body.is_some() && !is_reached {
            return None;
        }
        let call = PrimitiveCall {
            name: &function.name,
            args,
            ty,
            dest,
            loc,
        };
        Some(self.lower_primitive(primitive, &call))
    }

    fn lower_primitive(&mut self, primitive: Primitive, call: &PrimitiveCall<'_>) -> Option<ExprId> {
        let &PrimitiveCall {
            name,
            args,
            ty,
            dest,
            loc,
        } = call;
        match primitive {
            Primitive::Assert => self.assertion(call),
            Primitive::AssertFailed => self.assertion_failed(call),
            Primitive::Assume if self.options.ignore_assumptions && !name.starts_with("__because_") => {
                self.arguments(args);
            }
            Primitive::Assume => self.assumption(call),
            Primitive::Error => self.error_call(call),
            Primitive::Check(kind) => self.library_check(kind, call),
            Primitive::Unsupported => self.unsupported_call(call),
            Primitive::Halt => {
                let status = self.exit_status(call);
                self.halt(status, loc);
            }
            Primitive::HaltNow => {
                let status = self.exit_status(call);
                self.halt_now(status, loc);
            }
            Primitive::Abort => {
                self.check_heap_empty(CheckKind::MemoryCleanup, loc);
                self.emit(InstrKind::Abort, loc);
            }
            Primitive::RaiseAbort => self.raise_abort(loc),
            Primitive::Cover => {
                for &arg in args.iter().take(1) {
                    let value = self.truth(arg);
                    self.cover_condition(value, loc);
                }
            }
            Primitive::Nothing => {
                self.arguments(args);
            }
            Primitive::AtomicSection { begins } => self.atomic_section(begins, loc),
            Primitive::Nondet => {
                self.arguments(args);
                return self.input_call(name.to_owned(), InputSource::Nondet, ty, dest, loc);
            }
            Primitive::EnvironmentInput => return self.environment_input(call),
            Primitive::Pure(op) => {
                let asked = name.starts_with("__CPROVER_");
                return Some(self.pure_primitive(op, args, asked, ty, loc));
            }
            Primitive::Effect(op) => {
                let values = self.arguments(args);
                return self.effect(op, values, ty, dest, loc);
            }
            Primitive::Print => return self.printed(Builtin::Print, call),
            Primitive::Format => return self.printed(Builtin::FormatInto, call),
            Primitive::MallocMayFail => return self.malloc_may_fail(call),
            Primitive::MallocNeverFails => {
                return Some(self.int(i128::from(self.options.malloc_never_fails), ty, loc));
            }
            Primitive::RandomInput => return Some(self.int(i128::from(self.options.random_input), ty, loc)),
            Primitive::Quantifier { all } => return Some(self.quantifier(all, args, loc)),
            Primitive::Overflow(op) => {
                let value = self.overflow_primitive(op, args, loc);
                let value = value.map(|value| self.convert(value, ty, loc));
                return self.supported(value, "with these operands", call);
            }
            Primitive::Saturating(op) => {
                let value = self.saturating(op, args, ty, loc);
                return self.supported(value, "with these operands", call);
            }
            Primitive::EnumRange => {
                let value = self.enum_range(call);
                return self.supported(value, "of this operand", call);
            }
        }
        self.no_value(dest, ty, loc)
    }

    /// Calls the handler of `SIGABRT`, if the program has signals.
    fn raise_abort(&mut self, loc: LocId) {
        let raises = |function: &tree::Function| function.name == "__model_raise_abort";
        if let Some(index) = self.tree.functions.iter().position(raises) {
            let call = InstrKind::Call {
                dest: None,
                callee: program::Callee::Direct(program::FunctionId(index as u32)),
                args: Box::from([]),
                varargs: None,
            };
            self.emit(call, loc);
        }
    }

    /// An argument as it was before a function without a prototype had it promoted.
    pub(crate) fn before_promotion(&self, mut arg: tree::ExprId) -> tree::ExprId {
        while let T::Convert {
            operand,
            explicit: false,
        } = self.tree.expr(arg).kind
            && self.program.types.is_integer(self.tree.expr(operand).ty)
        {
            arg = operand;
        }
        arg
    }

    /// The sum or difference, or the nearest value of the wider operand's type, computed in `wide`.
    fn saturating(
        &mut self,
        op: BinaryOp,
        args: &[tree::ExprId],
        wide: TypeId,
        loc: LocId,
    ) -> Option<ExprId> {
        let [lhs, rhs] = *args else { return None };
        let [lhs, rhs] = [lhs, rhs].map(|arg| self.before_promotion(arg));
        let right = self.value(rhs);
        let right = self.keep(right);
        let left = self.value(lhs);
        let types = &self.program.types;
        let (of_left, of_right) = (self.type_of(left), self.type_of(right));
        let rank = |ty| types.integer(ty).map(|(bits, signed)| (bits, !signed));
        let at = if rank(of_left)? >= rank(of_right)? {
            of_left
        } else {
            of_right
        };
        if types.integer(at)?.0 > 64 {
            return None;
        }
        let (least, most) = crate::fold::range(types, at)?;
        let [lhs, rhs] = [left, right].map(|value| {
            let value = self.convert(value, at, loc);
            self.convert(value, wide, loc)
        });
        let exact = self.expr(ExprKind::Binary { op, lhs, rhs }, wide, loc);
        let mut value = self.keep(exact);
        for (op, bound) in [(BinaryOp::Lt, least), (BinaryOp::Gt, most)] {
            let (tested, limit) = (self.clone_expr(value), self.int(bound, wide, loc));
            let cond = self.compare(op, tested, limit);
            let then = self.int(bound, wide, loc);
            let kind = ExprKind::Cond {
                cond,
                then,
                otherwise: value,
            };
            let limited = self.expr(kind, wide, loc);
            value = self.keep(limited);
        }
        Some(value)
    }

    pub(crate) fn no_value(&mut self, dest: Dest, ty: TypeId, loc: LocId) -> Option<ExprId> {
        (dest != Dest::Nowhere).then(|| self.some_value(ty, loc))
    }

    /// An input that goes where the call's value goes, named after that variable where there is one.
    pub(crate) fn input_call(
        &mut self,
        name: String,
        source: InputSource,
        ty: TypeId,
        dest: Dest,
        loc: LocId,
    ) -> Option<ExprId> {
        if self.program.types.is_void(ty) {
            return None;
        }
        let dest_or_temp = if dest == Dest::Nowhere {
            Dest::Temporary
        } else {
            dest
        };
        let var = self.dest_variable(dest_or_temp, ty, loc)?;
        let name = match dest {
            Dest::Variable(var) => self.program.variable(var).name.clone(),
            _ => name,
        };
        if self.program.types.is_scalar(ty) {
            let place = self.var_place(var, loc);
            self.input(place, name, source, loc);
        } else {
            self.emit(InstrKind::Declare(var), loc);
        }
        Some(self.load_var(var, loc))
    }

    pub(crate) fn effect(
        &mut self,
        op: Builtin,
        values: Vec<ExprId>,
        ty: TypeId,
        dest: Dest,
        loc: LocId,
    ) -> Option<ExprId> {
        let var = self.dest_variable(dest, ty, loc);
        let dest = var.map(|var| self.var_place(var, loc));
        self.emit(
            InstrKind::Builtin {
                dest,
                op,
                args: values.into_boxed_slice(),
            },
            loc,
        );
        var.map(|var| self.load_var(var, loc))
    }

    /// `asked` says that the program itself asks, not a model of the library.
    fn pure_primitive(
        &mut self,
        op: Intrinsic,
        args: &[tree::ExprId],
        asked: bool,
        ty: TypeId,
        loc: LocId,
    ) -> ExprId {
        let mut values = self.arguments(args);
        if let (true, Some(&pointer)) = (asked, values.first()) {
            self.check_asked_pointer(op, pointer, loc);
        }
        let is_number = matches!(
            op,
            Intrinsic::ObjectSize | Intrinsic::PointerOffset | Intrinsic::PointerObject
        );
        if matches!(op, Intrinsic::Readable | Intrinsic::Writable) {
            if values.len() == 1 {
                // One argument: as many bytes as the pointer's type says.
                let pointee = self.program.types.pointee(self.type_of(values[0]));
                let size = pointee
                    .and_then(|pointee| self.program.types.size_of(pointee))
                    .unwrap_or(1);
                values.push(self.int(i128::from(size), self.common.size, loc));
            }
            values[1] = self.convert(values[1], self.common.size, loc);
        }
        let result = match op {
            Intrinsic::PointerOffset => self.common.ptrdiff,
            _ if is_number => self.common.size,
            Intrinsic::Readable
            | Intrinsic::Writable
            | Intrinsic::Freeable
            | Intrinsic::SameObject
            | Intrinsic::IsHeap
            | Intrinsic::IsString
            | Intrinsic::InputIsOpen
            | Intrinsic::IsNan
            | Intrinsic::IsInf
            | Intrinsic::IsFinite
            | Intrinsic::IsNormal
            | Intrinsic::SignBit => self.common.int,
            _ => ty,
        };
        let value = self.intrinsic(op, values, result, loc);
        if self.program.types.is_void(ty) {
            value
        } else {
            self.convert(value, ty, loc)
        }
    }

    /// What CBMC demands of a pointer that it is asked about: null, or into a live object. Its number and its offset
    /// are defined for every pointer.
    fn check_asked_pointer(&mut self, op: Intrinsic, pointer: ExprId, loc: LocId) {
        let demands = matches!(
            op,
            Intrinsic::Readable | Intrinsic::Writable | Intrinsic::ObjectSize | Intrinsic::IsHeap
        );
        if !demands || !self.checks(CheckKind::AskedPointer) {
            return;
        }
        let (operand, ty) = (self.clone_expr(pointer), self.type_of(pointer));
        let null = self.int(0, ty, loc);
        let is_null = self.compare(BinaryOp::Eq, operand, null);
        let operand = self.clone_expr(pointer);
        let none = self.int(0, self.common.size, loc);
        let inside = self.intrinsic(Intrinsic::Readable, vec![operand, none], self.common.int, loc);
        let cond = self.or(is_null, inside);
        let text = format!(
            "`{}` is null or points into a live object",
            self.short_text(self.loc_of(pointer))
        );
        self.claim(CheckKind::AskedPointer, cond, text, loc);
    }

    /// The text of an argument that is a string literal.
    pub(crate) fn literal_argument(&self, mut arg: tree::ExprId) -> Option<String> {
        loop {
            match self.tree.expr(arg).kind {
                T::Convert { operand, .. } | T::ArrayDecay(operand) => arg = operand,
                T::String(string) => {
                    let elements = &self.tree.string(string).elements;
                    let bytes: Vec<u8> = elements
                        .iter()
                        .take_while(|&&element| element != 0)
                        .map(|&element| element as u8)
                        .collect();
                    return Some(String::from_utf8_lossy(&bytes).into_owned());
                }
                _ => return None,
            }
        }
    }
}
