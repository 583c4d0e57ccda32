//! Which claims lie behind a cut.
//!
//! A run that is cut goes on somewhere: at the instruction it was cut at, then in the callers of its activation. A
//! claim that no way through the program's instructions leads to from there cannot be touched by what was not
//! followed: if no run within the bound violates it, no run at all does. The walk looks at jumps and calls only,
//! never at conditions, so it finds more than can happen and never less: an indirect call may go to any function
//! whose address the program takes. What is not supported goes on behind it and may call such a function (a thread, a
//! signal); assembly that jumps may go to any place of its function, and `longjmp` to where some `setjmp` returns.

use std::collections::HashSet;

use program::{Builtin, Callee, CheckKind, ClaimId, ExprKind, FunctionId, InstrKind, Pc, Program, ThreadOp};

use crate::equation::{Equation, FrameId};

/// The claims that may be reached behind some cuts.
pub(crate) struct Beyond<'p> {
    program: &'p Program,
    seen: Vec<Vec<bool>>,
    frames: HashSet<FrameId>,
    claims: Vec<bool>,
    /// What an indirect call may go to, once one was met.
    pointed_at: Option<Vec<FunctionId>>,
}

impl<'p> Beyond<'p> {
    pub(crate) fn nothing(program: &'p Program) -> Beyond<'p> {
        Beyond {
            program,
            seen: vec![Vec::new(); program.functions.len()],
            frames: HashSet::new(),
            claims: vec![false; program.claims.len()],
            pointed_at: None,
        }
    }

    pub(crate) fn contains(&self, claim: ClaimId) -> bool {
        self.claims[claim.index()]
    }

    /// Adds what lies behind an instruction of an activation, itself included. Where one thread is not followed,
    /// anything may happen to the others.
    pub(crate) fn add(&mut self, equation: &Equation, frame: FrameId, pc: Pc) {
        if equation.has_threads() {
            self.claims.fill(true);
            return;
        }
        self.walk(equation.frame(frame).function, pc);
        let mut next = equation.frame(frame).caller;
        while let Some((frame, pc)) = next {
            let activation = equation.frame(frame);
            self.walk(activation.function, Pc(pc.0 + 1));
            // Its callers have been walked if it has, for the one call that made it.
            if !self.frames.insert(frame) {
                break;
            }
            next = activation.caller;
        }
    }

    fn walk(&mut self, function: FunctionId, pc: Pc) {
        let program = self.program;
        let mut open = vec![(function, pc)];
        while let Some((function, pc)) = open.pop() {
            let body = &program.function(function).body;
            let Some(instr) = body.get(pc.index()) else {
                continue;
            };
            let seen = &mut self.seen[function.index()];
            seen.resize(body.len(), false);
            if std::mem::replace(&mut seen[pc.index()], true) {
                continue;
            }
            let next = (function, Pc(pc.0 + 1));
            match &instr.kind {
                jump @ (InstrKind::Jump(_) | InstrKind::Branch { .. } | InstrKind::Switch { .. }) => {
                    open.extend(jump.targets().map(|to| (function, to)));
                }
                InstrKind::Call { callee, .. } => {
                    open.push(next);
                    match callee {
                        Callee::Direct(callee) => open.push((*callee, Pc(0))),
                        Callee::Indirect(_) => open.extend(self.pointed_at()),
                    }
                }
                InstrKind::Claim(claim) => {
                    self.claims[claim.index()] = true;
                    open.push(next);
                    if program.claim(*claim).kind == CheckKind::Unsupported {
                        // The run is ended there, but the program would go on.
                        open.push((function, Pc(pc.0 + 2)));
                        open.extend(self.pointed_at());
                        if program.claim(*claim).text.contains("that jumps") {
                            open.extend((0..body.len() as u32).map(|pc| (function, Pc(pc))));
                        }
                        if program.claim(*claim).text.contains("longjmp`") {
                            open.extend(setjmp_returns(program));
                        }
                    }
                }
                InstrKind::Return(_) | InstrKind::Halt(_) | InstrKind::Abort => {}
                InstrKind::Declare(_)
                | InstrKind::Dead(_)
                | InstrKind::Assign { .. }
                | InstrKind::Input { .. }
                | InstrKind::Assume(_) => open.push(next),
                InstrKind::Builtin { op, .. } => {
                    open.push(next);
                    if let Builtin::Thread(op) = op {
                        self.add_threads(*op, &mut open);
                    }
                }
            }
        }
    }

    /// A thread may execute any function whose address is taken; what is claimed of all threads together is open then.
    fn add_threads(&mut self, op: ThreadOp, open: &mut Vec<(FunctionId, Pc)>) {
        if !op.is_point() || matches!(op, ThreadOp::Point | ThreadOp::AtomicBegin(_)) {
            return;
        }
        for (behind, claim) in self.claims.iter_mut().zip(&self.program.claims) {
            *behind |= matches!(claim.kind, CheckKind::Deadlock | CheckKind::DataRace);
        }
        if op.is_start() {
            open.extend(self.pointed_at());
        }
    }

    /// The beginnings of the functions whose address is taken somewhere.
    fn pointed_at(&mut self) -> impl Iterator<Item = (FunctionId, Pc)> + use<'_, 'p> {
        let program = self.program;
        let found = self.pointed_at.get_or_insert_with(|| {
            let taken = |expr: &program::Expr| match expr.kind {
                ExprKind::FunctionAddress(function) => Some(function),
                _ => None,
            };
            let mut found: Vec<FunctionId> = program.exprs.iter().filter_map(taken).collect();
            found.sort_unstable();
            found.dedup();
            found
        });
        found.iter().map(|&function| (function, Pc(0)))
    }
}

/// Where the calls of `setjmp` and its like return to.
fn setjmp_returns(program: &Program) -> Vec<(FunctionId, Pc)> {
    let sets = |function: FunctionId| program.function(function).name.ends_with("setjmp");
    let mut found = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        for (pc, instr) in function.body.iter().enumerate() {
            if let InstrKind::Call {
                callee: Callee::Direct(callee),
                ..
            } = instr.kind
                && sets(callee)
            {
                found.push((FunctionId(index as u32), Pc(pc as u32 + 1)));
            }
        }
    }
    found
}
