//! Why a claim failed: its condition looked at again, in the state at that moment.
//!
//! Parts of the condition are evaluated by the same machine that runs the program, on code made for that
//! part alone, in the frame that is still there. Nothing is consumed or written meanwhile.

use program::{
    BinaryOp, CheckKind, ClaimId, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Projection, UnaryOp,
};

use crate::code::{Code, Home};
use crate::exec::Ended;
use crate::frame::Registers;
use crate::machine::{Frame, Machine};
use crate::object::{End, Origin, Pointer, Provenance};
use crate::scalar::Scalar;
use crate::stop::{PointerProblem, Reason};

/// A failing condition may be deep; the reason is near its top.
const DEPTH: usize = 100;

/// How many objects that were not freed are described; the others are counted.
const LEAKS: usize = 100;

/// Where a condition is looked at.
struct Scene<'r, 'm> {
    registers: &'r mut Registers,
    base: usize,
    code: &'m Code,
    claim: ClaimId,
}

impl<'m> Machine<'m> {
    #[cold]
    pub(crate) fn reason(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        claim: ClaimId,
    ) -> Reason {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let cond = self.program.claim(claim).cond;
        let mut scene = Scene {
            registers,
            base,
            code,
            claim,
        };
        let reason = self.explain(&mut scene, cond, false, 0);
        self.quiet = quiet;
        reason.unwrap_or(Reason::ConditionFalse)
    }

    /// The value of an expression in the running frame.
    pub(crate) fn evaluate(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        expr: ExprId,
    ) -> Option<(u128, Provenance)> {
        let scalar = Scalar::of(&self.program.types, self.program.expr(expr).ty)?;
        let (snippet, reg) = self.interpreter.snippet(code, expr, self.watched)?;
        self.run_snippet(registers, base, snippet)?;
        let reg = base + *reg as usize;
        let mut bits = u128::from(registers.bits[reg]);
        if scalar.is_wide() {
            bits |= u128::from(registers.bits[reg + 1]) << 64;
        } else {
            bits = scalar.canonical(bits);
        }
        Some((bits, Provenance(registers.prov[reg])))
    }

    /// The address of a place in the running frame; nothing for a place in a register.
    pub(crate) fn address(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        place: PlaceId,
    ) -> Option<Pointer> {
        let (snippet, reg) = self.interpreter.address(code, place, self.watched)?;
        self.run_snippet(registers, base, snippet)?;
        let reg = base + *reg as usize;
        Some(Pointer {
            address: registers.bits[reg],
            provenance: Provenance(registers.prov[reg]),
        })
    }

    fn run_snippet(&mut self, registers: &mut Registers, base: usize, snippet: &'m Code) -> Option<()> {
        let depth = self.frames.len();
        let at = self.at;
        let quiet = std::mem::replace(&mut self.quiet, true);
        let activation = self.frames.last().map_or(0, |frame| frame.activation);
        self.frames.push(Frame {
            code: snippet,
            at: 0,
            base,
            activation,
        });
        let ended = self.execute(registers);
        self.frames.truncate(depth);
        self.at = at;
        self.quiet = quiet;
        matches!(ended, Ended::Finished).then_some(())
    }

    fn value_in(&mut self, scene: &mut Scene<'_, 'm>, expr: ExprId) -> Option<(u128, Provenance)> {
        self.evaluate(scene.registers, scene.base, scene.code, expr)
    }

    fn text_in(&mut self, scene: &mut Scene<'_, 'm>, expr: ExprId) -> String {
        let ty = self.program.expr(expr).ty;
        match self.value_in(scene, expr) {
            Some((bits, provenance)) => self.render_scalar(bits, provenance, ty),
            None => "?".into(),
        }
    }

    fn truth_in(&mut self, scene: &mut Scene<'_, 'm>, expr: ExprId) -> bool {
        self.value_in(scene, expr).is_some_and(|(bits, _)| bits != 0)
    }

    /// Why the truth of an expression is `truth`; nothing if there is nothing to say beyond that.
    fn explain(
        &mut self,
        scene: &mut Scene<'_, 'm>,
        expr: ExprId,
        truth: bool,
        depth: usize,
    ) -> Option<Reason> {
        if depth > DEPTH {
            return None;
        }
        let program = self.program;
        match &program.expr(expr).kind {
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.explain(scene, *operand, !truth, depth + 1),
            ExprKind::Convert(operand) => self.explain(scene, *operand, truth, depth + 1),
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                let deciding = matches!(program.expr(expr).kind, ExprKind::Or { .. });
                // The operand that decided, or for the undecided outcome both are to blame.
                if deciding == truth {
                    let first = self.truth_in(scene, *lhs) == truth;
                    let chosen = if first { *lhs } else { *rhs };
                    return self.explain(scene, chosen, truth, depth + 1);
                }
                let left = self.explain(scene, *lhs, truth, depth + 1);
                let right = self.explain(scene, *rhs, truth, depth + 1);
                // What is evaluated under a condition only is checked as "not that condition, or the check": the
                // condition is no part of what failed.
                let inserted = program.claim(scene.claim).kind != CheckKind::Assertion;
                match right {
                    Some(right @ Reason::Pointer { .. }) => Some(right),
                    right if inserted && deciding => right.or(left),
                    right => left.or(right),
                }
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                let chosen = if self.truth_in(scene, *cond) {
                    *then
                } else {
                    *otherwise
                };
                self.explain(scene, chosen, truth, depth + 1)
            }
            ExprKind::Binary { op, lhs, rhs } if op.is_comparison() => {
                self.explain_comparison(scene, *op, *lhs, *rhs, truth)
            }
            ExprKind::Overflows { op, lhs, rhs, at } if truth => Some(Reason::Overflow {
                op: *op,
                lhs: self.text_in(scene, *lhs),
                rhs: self.text_in(scene, *rhs),
                ty: program.types.display(*at),
            }),
            ExprKind::Fits { value, to } if !truth => Some(Reason::Conversion {
                value: self.text_in(scene, *value),
                ty: program.types.display(*to),
            }),
            ExprKind::Initialised(place) if !truth => {
                let place = self.place_text(scene.registers, scene.base, scene.code, *place);
                Some(Reason::Uninitialised { place })
            }
            ExprKind::Intrinsic { op, args } => self.explain_intrinsic(scene, *op, args, truth),
            _ => None,
        }
    }

    fn explain_comparison(
        &mut self,
        scene: &mut Scene<'_, 'm>,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        truth: bool,
    ) -> Option<Reason> {
        use BinaryOp::{Ge, Gt, Le, Lt, Ne};
        let kind = self.program.claim(scene.claim).kind;
        let (left, right) = (self.text_in(scene, lhs), self.text_in(scene, rhs));
        match (kind, op) {
            (CheckKind::DivisionByZero | CheckKind::FloatDivisionByZero, _) => Some(Reason::DivisionByZero),
            (CheckKind::Nan, Ne) => Some(Reason::NotANumber),
            (CheckKind::ArrayBounds, Ge | Lt | Le | Gt) => {
                let length = match op {
                    Lt | Le => right,
                    _ => self.upper_bound(scene)?,
                };
                Some(Reason::Bounds { index: left, length })
            }
            (CheckKind::UndefinedShift, Ge | Lt | Le | Gt) => {
                let claim = self.program.claim(scene.claim);
                // The claim about the distance has an upper bound, the one about the shifted value has none.
                let Some(bound) = self.find_bound(claim.cond, 0) else {
                    return Some(Reason::ShiftOfNegative { value: left });
                };
                let width = self.value_in(scene, bound)?.0 as u32;
                Some(Reason::Shift {
                    distance: left,
                    width,
                })
            }
            _ if !truth => Some(Reason::Comparison {
                lhs: left,
                op: op.symbol(),
                rhs: right,
            }),
            _ => None,
        }
    }

    /// The length that an index is compared with somewhere in the claim.
    fn upper_bound(&mut self, scene: &mut Scene<'_, 'm>) -> Option<String> {
        let cond = self.program.claim(scene.claim).cond;
        let bound = self.find_bound(cond, 0)?;
        Some(self.text_in(scene, bound))
    }

    fn find_bound(&self, expr: ExprId, depth: usize) -> Option<ExprId> {
        if depth > DEPTH {
            return None;
        }
        match &self.program.expr(expr).kind {
            ExprKind::Binary {
                op: BinaryOp::Lt,
                rhs,
                ..
            } => Some(*rhs),
            ExprKind::And { lhs, rhs } => self
                .find_bound(*lhs, depth + 1)
                .or_else(|| self.find_bound(*rhs, depth + 1)),
            // The left operand is the condition under which the right one is evaluated.
            ExprKind::Or { rhs, .. } => self.find_bound(*rhs, depth + 1),
            ExprKind::Unary { operand, .. } | ExprKind::Convert(operand) => {
                self.find_bound(*operand, depth + 1)
            }
            _ => None,
        }
    }

    fn explain_intrinsic(
        &mut self,
        scene: &mut Scene<'_, 'm>,
        op: Intrinsic,
        args: &[ExprId],
        truth: bool,
    ) -> Option<Reason> {
        if truth {
            return (op == Intrinsic::IsNan).then_some(Reason::NotANumber);
        }
        if op == Intrinsic::HeapEmpty {
            let mut leaks = self.memory.heap_leaks();
            let described = leaks.by_ref().take(LEAKS).map(|object| self.describe(object));
            let objects = described.collect();
            let more = leaks.count();
            return Some(Reason::Leak { objects, more });
        }
        let first = *args.first()?;
        let ty = self.program.expr(first).ty;
        let (bits, provenance) = self.value_in(scene, first)?;
        let pointer = Pointer {
            address: bits as u64,
            provenance,
        };
        let second = match args.get(1) {
            Some(&arg) => self.value_in(scene, arg),
            None => None,
        };
        let size = second.map_or(1, |(bits, _)| u64::try_from(bits).unwrap_or(u64::MAX));
        let problem = match op {
            Intrinsic::Readable => self.access_problem(pointer, size, false)?,
            Intrinsic::Writable => self.access_problem(pointer, size, true)?,
            Intrinsic::Freeable => self.free_problem(pointer)?,
            Intrinsic::Callable => self.call_problem(pointer, ty),
            Intrinsic::SameObject => PointerProblem::DifferentObjects {
                other: self.text_in(scene, *args.get(1)?),
            },
            Intrinsic::IsString => match self.access_problem(pointer, 1, false) {
                Some(problem) => problem,
                None => PointerProblem::Unterminated {
                    object: self.describe(self.memory.remembered(provenance)?),
                },
            },
            _ => return None,
        };
        Some(Reason::Pointer {
            pointer: self.render_pointer(pointer, ty),
            problem,
        })
    }

    /// What is wrong with a pointer to nothing alive; nothing if its object is alive.
    fn dead_problem(&self, pointer: Pointer) -> Option<PointerProblem> {
        if pointer.address == 0 {
            return Some(PointerProblem::Null { address: 0 });
        }
        if self.memory.target(pointer.provenance).is_some() {
            return None;
        }
        if pointer.provenance == Provenance::NONE {
            // Small numbers come from a null pointer and an offset.
            return Some(if pointer.address < 4096 {
                PointerProblem::Null {
                    address: pointer.address,
                }
            } else {
                PointerProblem::Wild
            });
        }
        let Some(object) = self.memory.remembered(pointer.provenance) else {
            return Some(PointerProblem::Forgotten);
        };
        let name = self.describe(object);
        Some(match (object.end, object.origin) {
            (Some(End::Freed(freed)), Origin::Heap(allocated)) => PointerProblem::Freed {
                object: name,
                allocated,
                freed,
            },
            _ => PointerProblem::Dead { object: name },
        })
    }

    pub(crate) fn access_problem(
        &self,
        pointer: Pointer,
        access: u64,
        write: bool,
    ) -> Option<PointerProblem> {
        if let Some(problem) = self.dead_problem(pointer) {
            return Some(problem);
        }
        let object = self.memory.target(pointer.provenance)?;
        if !self.memory.is_readable(pointer, access) {
            return Some(PointerProblem::OutOfBounds {
                object: self.describe(object),
                size: object.size,
                offset: pointer.address.wrapping_sub(object.base) as i64,
                access,
            });
        }
        (write && object.read_only).then(|| PointerProblem::ReadOnly {
            object: self.describe(object),
        })
    }

    fn free_problem(&self, pointer: Pointer) -> Option<PointerProblem> {
        if let Some(problem) = self.dead_problem(pointer) {
            return Some(problem);
        }
        let object = self.memory.target(pointer.provenance)?;
        let name = self.describe(object);
        if !matches!(object.origin, Origin::Heap(_)) {
            return Some(PointerProblem::NotHeap { object: name });
        }
        let offset = pointer.address.wrapping_sub(object.base) as i64;
        Some(PointerProblem::NotStart { object: name, offset })
    }

    fn call_problem(&self, pointer: Pointer, ty: ctype::TypeId) -> PointerProblem {
        if pointer.address == 0 {
            return PointerProblem::Null { address: 0 };
        }
        match self.memory.function_at(pointer.address) {
            Some(function) => PointerProblem::WrongFunctionType {
                function: format!("`{}`", self.program.function(function).name),
                ty: format!("`{}`", self.program.types.display(ty)),
            },
            None => PointerProblem::NotAFunction,
        }
    }

    /// A place as the programmer would write it, with the values of its indices: `a[3].next`. Behind a
    /// pointer it is the object that is named, where it is known.
    pub(crate) fn place_text(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        id: PlaceId,
    ) -> String {
        let program = self.program;
        let place = program.place(id);
        let PlaceBase::Var(var) = place.base else {
            let Some(pointer) = self.address(registers, base, code, id) else {
                return "*?".into();
            };
            let Some(object) = self.memory.target(pointer.provenance) else {
                return format!("*({})", self.render_pointer(pointer, place.ty));
            };
            let offset = pointer.address.wrapping_sub(object.base);
            return self.path_name(object, offset, Some(place.ty));
        };
        let mut name = program.variable(var).name.clone();
        if !place.path.is_empty()
            && !matches!(self.home_of(code, var), Some(Home::Memory(_) | Home::Static(_)))
        {
            return name;
        }
        let mut ty = program.variable(var).ty;
        for &projection in &place.path {
            match projection {
                Projection::Field(number) => {
                    let field = program
                        .types
                        .record_of(ty)
                        .and_then(|record| program.types.record(record).fields.get(number as usize));
                    if let Some(member) = field.and_then(|field| field.name.as_ref()) {
                        name.push_str(&format!(".{member}"));
                    }
                }
                Projection::Index(index) => {
                    let index_ty = program.expr(index).ty;
                    let text = match self.evaluate(registers, base, code, index) {
                        Some((bits, _)) => {
                            let signed = program.types.integer(index_ty).is_some_and(|(_, signed)| signed);
                            if signed {
                                (bits as i128).to_string()
                            } else {
                                bits.to_string()
                            }
                        }
                        None => "?".into(),
                    };
                    name.push_str(&format!("[{text}]"));
                }
            }
            let Some(next) = program.project(ty, projection) else {
                break;
            };
            ty = next;
        }
        name
    }
}
