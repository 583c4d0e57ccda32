//! Jumps between functions: `longjmp` back to where `setjmp` was called.
//!
//! A Program has no such jumps, and no engine needs them: the model of `longjmp` says where it wants to go and returns
//! (`models/setjmp.c`), and here every call that may come back in this way gets a branch behind it. Who called
//! `setjmp` compares the activation that is wanted with its own and goes on behind that call with the value; everybody
//! else returns at once.
//!
//! Objects with automatic storage keep their last values, which is what C promises of those that are `volatile` and
//! what compilers do with all of them when they do not optimise. What the blocks in between declared lives on until the
//! function ends.

use ctype::TypeId;
use program::{
    BinaryOp, Callee, CheckKind, Claim, ClaimId, Construct, Expr, ExprId, ExprKind, FunctionId, Instr,
    InstrKind, Pc, Place, PlaceBase, PlaceId, Program, VarId,
};
use source::LocId;

use crate::options::Checks;

const SETTERS: [&str; 3] = ["setjmp", "_setjmp", "__sigsetjmp"];
const JUMPERS: [&str; 3] = ["longjmp", "_longjmp", "siglongjmp"];

/// The model that writes down where `setjmp` was called.
pub(crate) const MARKER: &str = "__model_mark";

/// Makes the jumps of the models happen; nothing is changed in a program that has none.
pub(crate) fn add_jumps(program: &mut Program, int: TypeId, checks: Checks) {
    let reach = reaching(program);
    if !reach.iter().any(|&reaches| reaches) {
        return;
    }
    let variable = |name: &str| {
        let found = program
            .variables
            .iter()
            .position(|variable| variable.name == name);
        found.map(|index| VarId(index as u32))
    };
    let marker = program
        .functions
        .iter()
        .position(|function| function.name == MARKER);
    let (Some(jumping), Some(value), Some(frame), Some(site), Some(marker)) = (
        variable("__model_jumping"),
        variable("__model_jump_value"),
        variable("__model_jump_frame"),
        variable("__model_jump_site"),
        marker,
    ) else {
        return;
    };
    let mut jumps = Jumps {
        program,
        int,
        checks,
        jumping,
        value,
        frame,
        site,
        marker: FunctionId(marker as u32),
    };
    for (index, reaches) in reach.iter().enumerate() {
        if *reaches {
            jumps.rewrite(FunctionId(index as u32), &reach);
        }
    }
}

/// Which functions a jump may pass through: those that call `longjmp`, and those that call one of these.
fn reaching(program: &Program) -> Vec<bool> {
    let jumps = |function: FunctionId| is_model(program, function, &JUMPERS);
    let mut reach = vec![false; program.functions.len()];
    let addressed: Vec<FunctionId> = program.addressed_functions().collect();
    loop {
        let behind_pointers = addressed
            .iter()
            .any(|&function| reach[function.index()] || jumps(function));
        let passes = |instr: &Instr| match instr.kind {
            InstrKind::Call {
                callee: Callee::Direct(callee),
                ..
            } => reach[callee.index()] || jumps(callee),
            InstrKind::Call { .. } => behind_pointers,
            _ => false,
        };
        let more: Vec<usize> = (0..reach.len())
            .filter(|&index| !reach[index] && !jumps(FunctionId(index as u32)))
            .filter(|&index| program.functions[index].body.iter().any(passes))
            .collect();
        if more.is_empty() {
            return reach;
        }
        more.into_iter().for_each(|index| reach[index] = true);
    }
}

fn is_model(program: &Program, function: FunctionId, names: &[&str]) -> bool {
    let function = program.function(function);
    function.embedded && names.contains(&function.name.as_str())
}

/// A call of `setjmp`: where its result goes and what follows it.
struct Site {
    dest: Option<PlaceId>,
    resume: Pc,
}

struct Jumps<'a> {
    program: &'a mut Program,
    int: TypeId,
    checks: Checks,
    jumping: VarId,
    value: VarId,
    frame: VarId,
    site: VarId,
    marker: FunctionId,
}

impl Jumps<'_> {
    fn rewrite(&mut self, function: FunctionId, reach: &[bool]) {
        let old = std::mem::take(&mut self.program.functions[function.index()].body);
        let loc = self.program.function(function).loc;
        let sets = |program: &Program, instr: &Instr| {
            matches!(instr.kind, InstrKind::Call { callee: Callee::Direct(callee), .. }
                if is_model(program, callee, &SETTERS))
        };
        let own_frame = old
            .iter()
            .any(|instr| sets(self.program, instr))
            .then(|| self.frame_variable(function, loc));
        let mut body: Vec<Instr> = Vec::with_capacity(old.len() * 2);
        let mut moved: Vec<Pc> = Vec::with_capacity(old.len());
        let mut kept: Vec<usize> = Vec::with_capacity(old.len());
        let mut checks: Vec<usize> = Vec::new();
        let mut sites: Vec<Site> = Vec::new();
        if let Some(own) = own_frame {
            let zero = self.number(0, self.program.variable(own).ty, loc);
            self.assign(&mut body, own, zero, loc);
        }
        for instr in old {
            moved.push(Pc(body.len() as u32));
            let loc = instr.loc;
            match (instr.kind, own_frame) {
                (
                    InstrKind::Call {
                        dest,
                        callee: Callee::Direct(callee),
                        args,
                        ..
                    },
                    Some(own),
                ) if is_model(self.program, callee, &SETTERS) => {
                    let site = self.set_here(&mut body, own, &args, sites.len(), dest, loc);
                    sites.push(site);
                }
                (kind, _) => {
                    let passes = match &kind {
                        InstrKind::Call {
                            callee: Callee::Direct(callee),
                            ..
                        } => reach[callee.index()] || is_model(self.program, *callee, &JUMPERS),
                        InstrKind::Call { .. } => true,
                        _ => false,
                    };
                    kept.push(body.len());
                    body.push(Instr { kind, loc });
                    if passes {
                        checks.push(body.len());
                        let cond = self.load(self.jumping, loc);
                        let next = Pc(body.len() as u32 + 1);
                        // Where it goes is known when the whole body is there.
                        self.branch(&mut body, cond, next, next, loc);
                    }
                }
            }
        }
        for index in kept {
            body[index].kind.for_each_target(|pc| *pc = moved[pc.index()]);
        }
        let handler = Pc(body.len() as u32);
        for index in checks {
            if let InstrKind::Branch { then, .. } = &mut body[index].kind {
                *then = handler;
            }
        }
        if function == self.program.entry {
            self.nobody_waits(&mut body, function, loc);
        } else {
            self.handle(&mut body, own_frame, &sites, loc);
        }
        self.program.functions[function.index()].body = body;
    }

    /// What a call that sets a place to jump to becomes: the place is marked, and the result is 0 the first time.
    fn set_here(
        &mut self,
        body: &mut Vec<Instr>,
        own: VarId,
        args: &[ExprId],
        number: usize,
        dest: Option<PlaceId>,
        loc: LocId,
    ) -> Site {
        let again = dest.map(|dest| self.program.place(dest).clone());
        self.mark(body, own, args, number, loc);
        if let Some(dest) = dest {
            let ty = self.program.place(dest).ty;
            let value = self.number(0, ty, loc);
            let kind = InstrKind::Assign { place: dest, value };
            body.push(Instr { kind, loc });
        }
        let dest = again.map(|place| self.place(place));
        let resume = Pc(body.len() as u32);
        Site { dest, resume }
    }

    /// The number of the activation, or 0 until it calls `setjmp`.
    fn frame_variable(&mut self, function: FunctionId, loc: LocId) -> VarId {
        let ty = self.program.variable(self.frame).ty;
        self.program.add_temporary("(activation)", ty, function, loc)
    }

    /// Writes into the buffer who waits and where.
    fn mark(&mut self, body: &mut Vec<Instr>, own: VarId, args: &[ExprId], site: usize, loc: LocId) {
        let Some(&buffer) = args.first() else { return };
        let ty = self.program.variable(own).ty;
        let (frame, site) = (self.load(own, loc), self.number(site as i128, ty, loc));
        let dest = Some(self.var_place(own, loc));
        body.push(Instr {
            kind: InstrKind::Call {
                dest,
                callee: Callee::Direct(self.marker),
                args: Box::from([buffer, frame, site]),
                varargs: None,
            },
            loc,
        });
    }

    /// A jump has come to this activation: it goes on behind one of its calls of `setjmp`, or returns.
    fn handle(&mut self, body: &mut Vec<Instr>, own_frame: Option<VarId>, sites: &[Site], loc: LocId) {
        let mut leaving: Vec<usize> = Vec::new();
        if let Some(own) = own_frame {
            let (wanted, own) = (self.load(self.frame, loc), self.load(own, loc));
            leaving.push(body.len());
            let here = self.equal(wanted, own, loc);
            let next = Pc(body.len() as u32 + 1);
            self.branch(body, here, next, next, loc);
        }
        for (number, site) in sites.iter().enumerate() {
            let test = body.len();
            let wanted = self.load(self.site, loc);
            let number = self.number(number as i128, self.program.variable(self.site).ty, loc);
            let this = self.equal(wanted, number, loc);
            let next = Pc(body.len() as u32 + 1);
            self.branch(body, this, next, next, loc);
            let zero = self.number(0, self.int, loc);
            self.assign(body, self.jumping, zero, loc);
            if let Some(place) = site.dest {
                let value = self.load(self.value, loc);
                let ty = self.program.place(place).ty;
                let value = if ty == self.program.expr(value).ty {
                    value
                } else {
                    self.expr(ExprKind::Convert(value), ty, loc)
                };
                body.push(Instr {
                    kind: InstrKind::Assign { place, value },
                    loc,
                });
            }
            body.push(Instr {
                kind: InstrKind::Jump(site.resume),
                loc,
            });
            let after = Pc(body.len() as u32);
            if let InstrKind::Branch { otherwise, .. } = &mut body[test].kind {
                *otherwise = after;
            }
        }
        let end = Pc(body.len() as u32);
        for index in leaving {
            if let InstrKind::Branch { otherwise, .. } = &mut body[index].kind {
                *otherwise = end;
            }
        }
        body.push(Instr {
            kind: InstrKind::Return(None),
            loc,
        });
    }

    /// A jump has come through the whole program: the function that called `setjmp` had returned.
    fn nobody_waits(&mut self, body: &mut Vec<Instr>, function: FunctionId, loc: LocId) {
        let kind = if self.checks.has(CheckKind::PointerPrimitive) {
            CheckKind::PointerPrimitive
        } else {
            CheckKind::Unsupported
        };
        let cond = self.number(0, self.int, loc);
        let alike = |claim: &&Claim| claim.function == function && claim.kind == kind;
        let number = self.program.claims.iter().filter(alike).count() + 1;
        let name = format!(
            "{}.{}.{number}",
            self.program.function(function).name,
            kind.word()
        );
        self.program.claims.push(Claim {
            kind,
            cond,
            text: "`longjmp` goes back to a function that has not returned".to_owned(),
            violation: None,
            function,
            name,
            loc,
        });
        let claim = ClaimId(self.program.claims.len() as u32 - 1);
        body.push(Instr {
            kind: InstrKind::Claim(claim),
            loc,
        });
        body.push(Instr {
            kind: InstrKind::Abort,
            loc,
        });
    }

    fn expr(&mut self, kind: ExprKind, ty: TypeId, loc: LocId) -> ExprId {
        self.program.exprs.push(Expr { kind, ty, loc });
        ExprId(self.program.exprs.len() as u32 - 1)
    }

    fn number(&mut self, value: i128, ty: TypeId, loc: LocId) -> ExprId {
        self.expr(ExprKind::Int(value), ty, loc)
    }

    fn equal(&mut self, lhs: ExprId, rhs: ExprId, loc: LocId) -> ExprId {
        let op = BinaryOp::Eq;
        self.expr(ExprKind::Binary { op, lhs, rhs }, self.int, loc)
    }

    fn place(&mut self, place: Place) -> PlaceId {
        self.program.places.push(place);
        PlaceId(self.program.places.len() as u32 - 1)
    }

    fn var_place(&mut self, var: VarId, loc: LocId) -> PlaceId {
        let ty = self.program.variable(var).ty;
        self.place(Place {
            base: PlaceBase::Var(var),
            path: Box::from([]),
            ty,
            loc,
        })
    }

    fn load(&mut self, var: VarId, loc: LocId) -> ExprId {
        let ty = self.program.variable(var).ty;
        let place = self.var_place(var, loc);
        self.expr(ExprKind::Load(place), ty, loc)
    }

    fn assign(&mut self, body: &mut Vec<Instr>, var: VarId, value: ExprId, loc: LocId) {
        let place = self.var_place(var, loc);
        body.push(Instr {
            kind: InstrKind::Assign { place, value },
            loc,
        });
    }

    fn branch(&mut self, body: &mut Vec<Instr>, cond: ExprId, then: Pc, otherwise: Pc, loc: LocId) {
        let construct = Construct::Internal;
        body.push(Instr {
            kind: InstrKind::Branch {
                cond,
                then,
                otherwise,
                construct,
            },
            loc,
        });
    }
}
