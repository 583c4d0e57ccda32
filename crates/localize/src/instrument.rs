//! The program with some suspects suspended.
//!
//! As in the paper, suspending is a change of the program and not of an engine: an expression `e` becomes
//! `suspended ? value : e`, where `suspended` is one flag for the suspect, an input of the run, and `value` an input
//! taken each time control comes by (or once, for a constant). So the symbolic side and the interpreter execute
//! the same changed program, and what the one finds the other can repeat from the inputs alone.
//!
//! - Claims about what a suspended expression is *used* for speak about the new value: their copies of the
//!   expression are suspended with it. Claims about what happens *inside* it hold trivially when it is suspended:
//!   that code is gone.
//! - A free pointer is null, the address of some object or function of a fitting type, the old pointer moved by
//!   whole elements, or a heap object; it must be good for an access, or null.
//! - What is printed is suspended by printing to a stream of its own, on which anything may come (`printing`).
//! - For trials with the interpreter the inputs are choices (`choice`), and asked for only while suspended.

use std::collections::{BTreeMap, HashMap};

use ctype::TypeId;
use program::{
    CheckKind, Construct, Expr, ExprId, ExprKind, FunctionId, InputId, InputSite, InputSource, Instr,
    InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, Projection, UnaryOp, VarId, Variable,
};
use source::{LocId, SourceMap};

use super::splice::{Entry, FRAGMENT, Insertion};
use super::suspects::{Suspect, SuspectSite, is_inside};
use super::walk::{Home, below, is_copy};

/// The input that says whether a suspect is suspended.
pub(crate) fn flag_name(suspect: usize) -> String {
    format!("suspend:{suspect}")
}

/// The input that replaces a value.
pub(crate) fn value_name(suspect: usize, site: usize) -> String {
    format!("repair:{suspect}.{site}")
}

/// Variables that hold the value an expression would have had, the one that it takes, and whether they differ.
pub(crate) const HAD: &str = "had:";
pub(crate) const TAKES: &str = "takes:";
pub(crate) const CHANGED: &str = "changed:";
/// Variables that hold a free pointer.
pub(crate) const POINTER: &str = "pointer:";

pub(crate) struct Instrumenter<'a> {
    original: &'a Program,
    sources: &'a SourceMap,
    homes: &'a HashMap<ExprId, Home>,
    pub(crate) program: Program,
    pub(super) edits: BTreeMap<(FunctionId, u32), Insertion>,
    /// What is put in for some of those who come to an instruction.
    pub(super) entries: BTreeMap<(FunctionId, u32), Entry>,
    pub(super) prologue: Vec<Vec<Instr>>,
    constant_repair: bool,
    /// For trials: the variable that says which suspect is suspended.
    pub(super) tried: Option<VarId>,
    /// For trials: by the name of a free pointer, which of its choices can be moved.
    pub(super) choices: BTreeMap<String, Vec<bool>>,
    /// Whether the old values are computed beside the new ones.
    pub(super) witness: bool,
    pub(super) int: TypeId,
    pub(super) bool: TypeId,
    /// Variables that hold the addresses of heap objects.
    pub(super) pool: Option<Vec<VarId>>,
    pub(super) claims: HashMap<FunctionId, Vec<(u32, program::ClaimId)>>,
}

/// Suspends some of the suspects, by their numbers.
pub(crate) fn instrument(
    program: &Program,
    sources: &SourceMap,
    homes: &HashMap<ExprId, Home>,
    suspects: &[Suspect],
    chosen: &[usize],
    constant_repair: bool,
    witness: bool,
) -> Program {
    let mut instrumenter = Instrumenter::new(program, sources, homes, constant_repair);
    instrumenter.witness = witness;
    for &number in chosen {
        instrumenter.suspend(number, &suspects[number]);
    }
    instrumenter.finish()
}

impl<'a> Instrumenter<'a> {
    pub(super) fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        homes: &'a HashMap<ExprId, Home>,
        constant_repair: bool,
    ) -> Instrumenter<'a> {
        let mut copy = program.clone();
        let int = copy.types.int(ctype::IntKind::Int);
        let bool = copy.types.bool();
        let mut claims: HashMap<FunctionId, Vec<(u32, program::ClaimId)>> = HashMap::new();
        for (index, function) in program.functions.iter().enumerate() {
            if function.embedded {
                continue;
            }
            let found = function.body.iter().enumerate();
            let found = found.filter_map(|(pc, instr)| match instr.kind {
                InstrKind::Claim(claim) => Some((pc as u32, claim)),
                _ => None,
            });
            claims.insert(FunctionId(index as u32), found.collect());
        }
        Instrumenter {
            original: program,
            sources,
            homes,
            program: copy,
            edits: BTreeMap::new(),
            entries: BTreeMap::new(),
            prologue: Vec::new(),
            constant_repair,
            tried: None,
            choices: BTreeMap::new(),
            witness: false,
            int,
            bool,
            pool: None,
            claims,
        }
    }
}

impl Instrumenter<'_> {
    pub(super) fn expr(&mut self, kind: ExprKind, ty: TypeId, loc: LocId) -> ExprId {
        self.program.add_expr(kind, ty, loc)
    }

    pub(super) fn number(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.expr(ExprKind::Int(value), ty, LocId::NONE)
    }

    pub(super) fn place(&mut self, base: PlaceBase, path: Vec<Projection>, ty: TypeId) -> PlaceId {
        self.program.add_place(base, path, ty, LocId::NONE)
    }

    pub(super) fn var_place(&mut self, var: VarId) -> PlaceId {
        let ty = self.program.variable(var).ty;
        self.place(PlaceBase::Var(var), Vec::new(), ty)
    }

    pub(super) fn load(&mut self, var: VarId) -> ExprId {
        let ty = self.program.variable(var).ty;
        let place = self.var_place(var);
        self.expr(ExprKind::Load(place), ty, LocId::NONE)
    }

    pub(super) fn variable(&mut self, name: String, ty: TypeId, function: Option<FunctionId>) -> VarId {
        let align = self.program.types.align_of(ty);
        let lifetime = match function {
            Some(_) => Lifetime::Temporary,
            None => Lifetime::Static,
        };
        self.program.add_variable(Variable {
            function,
            ..Variable::new(name, ty, align, lifetime, LocId::NONE)
        })
    }

    pub(super) fn input(&mut self, place: PlaceId, name: String) -> Instr {
        let ty = self.program.place(place).ty;
        self.program.inputs.push(InputSite {
            name,
            source: InputSource::Nondet,
            ty,
            loc: LocId::NONE,
        });
        let input = InputId(self.program.inputs.len() as u32 - 1);
        instr(InstrKind::Input { place, input })
    }

    pub(super) fn convert(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        if self.program.expr(value).ty == ty {
            return value;
        }
        self.expr(ExprKind::Convert(value), ty, LocId::NONE)
    }

    pub(super) fn edit(&mut self, function: FunctionId, pc: u32) -> &mut Insertion {
        self.edits.entry((function, pc)).or_default()
    }

    pub(super) fn suspend(&mut self, number: usize, suspect: &Suspect) {
        let flag = self.variable(flag_name(number), self.bool, None);
        let place = self.var_place(flag);
        let said = match self.tried {
            None => self.input(place, flag_name(number)),
            Some(tried) => {
                let tried = self.load(tried);
                let value = self.is(tried, number as i128);
                let value = self.convert(value, self.bool);
                instr(InstrKind::Assign { place, value })
            }
        };
        self.prologue.push(vec![said]);
        let once = suspect.constant || self.constant_repair;
        let mut shared: Option<VarId> = None;
        for (index, &site) in suspect.sites.iter().enumerate() {
            match site {
                SuspectSite::Expr(expr) => {
                    let home = self.homes[&expr];
                    let ty = self.program.expr(expr).ty;
                    // A condition is true or false; which number says so does not matter.
                    let switch = matches!(
                        self.original.function(home.function).body[home.pc.index()].kind,
                        InstrKind::Switch { .. }
                    );
                    let tested = home.tested && !switch && self.program.types.is_integer(ty);
                    if once && !self.program.types.is_pointer(ty) {
                        let kind = if tested && !suspect.constant {
                            self.bool
                        } else {
                            ty
                        };
                        let var = match shared {
                            Some(var) if self.program.variable(var).ty == kind => var,
                            _ => self.value_before_the_run(number, index, expr, kind, flag),
                        };
                        shared = Some(var);
                        self.suspend_expr(expr, home, suspect, flag, var, Vec::new());
                        continue;
                    }
                    let (var, mut fragment) = if self.program.types.is_pointer(ty) {
                        let old = self.copy_expr(expr);
                        self.free_pointer(number, index, home.function, ty, flag, old)
                    } else {
                        let kind = if tested { self.bool } else { ty };
                        if self.tried.is_some() {
                            let old = self.copy_expr(expr);
                            self.chosen_value(number, index, home.function, kind, flag, old)
                        } else {
                            self.free_value(number, index, home.function, kind)
                        }
                    };
                    if self.witness {
                        let old = self.copy_expr(expr);
                        let function = Some(home.function);
                        self.watch(number, index, function, flag, var, old, &mut fragment);
                    }
                    self.suspend_expr(expr, home, suspect, flag, var, fragment);
                }
                SuspectSite::Call { function, pc } => self.suspend_call(number, index, function, pc, flag),
                SuspectSite::Declare { function, pc, var } => {
                    let place = self.var_place(var);
                    let input = self.input(place, value_name(number, index));
                    let fragment = self.only_if(flag, vec![input]);
                    self.edit(function, pc.0).after.push(fragment);
                }
                SuspectSite::Print { function, pc, piece } => self.suspend_print(function, pc, piece, flag),
                SuspectSite::Stored {
                    function,
                    pc,
                    address,
                } => self.suspend_stored(number, index, function, pc, address, flag),
                SuspectSite::Case { function, pc, arm } => {
                    self.suspend_case(number, index, function, pc, arm, flag)
                }
            }
        }
    }

    /// A variable that gets a free value once, before the run starts.
    fn value_before_the_run(
        &mut self,
        number: usize,
        index: usize,
        expr: ExprId,
        kind: TypeId,
        flag: VarId,
    ) -> VarId {
        let var = self.variable(value_name(number, index), kind, None);
        let place = self.var_place(var);
        let input = self.input(place, value_name(number, index));
        let mut fragment = self.guarded(flag, vec![input]);
        // Only what is written down has a value before the run starts.
        let literal = matches!(
            self.program.expr(expr).kind,
            ExprKind::Int(_) | ExprKind::Float(_)
        );
        if self.witness && literal {
            let old = self.copy_expr(expr);
            self.watch(number, index, None, flag, var, old, &mut fragment);
        }
        self.prologue.push(fragment);
        var
    }

    /// A variable that gets a free value each time control comes by.
    pub(super) fn free_value(
        &mut self,
        number: usize,
        site: usize,
        function: FunctionId,
        ty: TypeId,
    ) -> (VarId, Vec<Instr>) {
        let name = value_name(number, site);
        let var = self.variable(name.clone(), ty, Some(function));
        let place = self.var_place(var);
        let input = self.input(place, name);
        (var, vec![input])
    }

    /// Keeps the old value before the new one is taken, and whether they differ after it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn watch(
        &mut self,
        number: usize,
        site: usize,
        function: Option<FunctionId>,
        flag: VarId,
        taken: VarId,
        old: ExprId,
        fragment: &mut Vec<Instr>,
    ) {
        let ty = self.program.variable(taken).ty;
        let had = self.variable(format!("{}{number}.{site}", HAD), ty, function);
        let changed = self.variable(format!("{}{number}.{site}", CHANGED), self.int, function);
        let old = self.convert(old, ty);
        let place = self.var_place(had);
        fragment.insert(0, instr(InstrKind::Assign { place, value: old }));
        let (lhs, rhs) = (self.load(taken), self.load(had));
        let (lhs, rhs) = if ty == self.bool {
            (self.convert(lhs, self.int), self.convert(rhs, self.int))
        } else {
            (lhs, rhs)
        };
        let kind = ExprKind::Binary {
            op: program::BinaryOp::Ne,
            lhs,
            rhs,
        };
        let differs = self.expr(kind, self.int, LocId::NONE);
        let flag = self.load(flag);
        let kind = ExprKind::And {
            lhs: flag,
            rhs: differs,
        };
        let value = self.expr(kind, self.int, LocId::NONE);
        let place = self.var_place(changed);
        fragment.push(instr(InstrKind::Assign { place, value }));
        // A copy of the same type, so that both are shown alike.
        let takes = self.variable(format!("{}{number}.{site}", TAKES), ty, function);
        let place = self.var_place(takes);
        let value = self.load(taken);
        fragment.push(instr(InstrKind::Assign { place, value }));
    }

    /// In a trial inputs are taken only for what is suspended.
    pub(super) fn guarded(&mut self, flag: VarId, inside: Vec<Instr>) -> Vec<Instr> {
        match self.tried {
            Some(_) => self.only_if(flag, inside),
            None => inside,
        }
    }

    /// Instructions that are executed only if a flag is set.
    pub(super) fn only_if(&mut self, flag: VarId, inside: Vec<Instr>) -> Vec<Instr> {
        let cond = self.load(flag);
        let end = Pc(FRAGMENT + inside.len() as u32 + 1);
        let mut fragment = vec![instr(InstrKind::Branch {
            cond,
            then: Pc(FRAGMENT + 1),
            otherwise: end,
            construct: Construct::Internal,
        })];
        fragment.extend(inside);
        fragment
    }

    /// `flag ? value : expr`, in place of the expression and of its copies in claims.
    fn suspend_expr(
        &mut self,
        expr: ExprId,
        home: Home,
        suspect: &Suspect,
        flag: VarId,
        value: VarId,
        fragment: Vec<Instr>,
    ) {
        let original = self.original;
        let mut first = home.pc.0;
        let location = self.sources.location(suspect.loc);
        let own = self.sources.location(original.expr(expr).loc);
        let span = if suspect.constant { own.used } else { location.used };
        let claims = self.claims.get(&home.function).cloned().unwrap_or_default();
        for (pc, id) in claims {
            let claim = original.claim(id);
            if pc > home.pc.0 || matches!(claim.kind, CheckKind::Assertion | CheckKind::ErrorCall) {
                continue;
            }
            let copies: Vec<ExprId> = below(original, claim.cond)
                .into_iter()
                .filter(|&part| is_copy(original, part, expr))
                .collect();
            if copies.is_empty() {
                // What is checked inside of what is replaced need not hold.
                let at = self.sources.location(claim.loc);
                let written = |loc: &source::Location| loc.spelled.as_ref().map_or(loc.used, |s| s.span);
                let inside = claim.loc != LocId::NONE
                    && is_inside(at.used, span)
                    && (suspect.constant || is_inside(written(at), written(location)));
                if inside && !suspect.constant {
                    let cond = self.program.claim(id).cond;
                    let old = self.detach(cond);
                    let lhs = self.load(flag);
                    let kind = ExprKind::Or { lhs, rhs: old };
                    self.program.exprs[cond.index()].kind = kind;
                }
                continue;
            }
            first = first.min(pc);
            for part in copies {
                self.replace(part, flag, value);
            }
        }
        self.replace(expr, flag, value);
        if !fragment.is_empty() {
            self.edit(home.function, first).before.push(fragment);
        }
    }

    /// Moves what an expression is to a new one, so that it can become something else.
    pub(super) fn detach(&mut self, expr: ExprId) -> ExprId {
        let Expr { kind, ty, loc } = self.program.expr(expr).clone();
        self.expr(kind, ty, loc)
    }

    fn replace(&mut self, expr: ExprId, flag: VarId, value: VarId) {
        let ty = self.program.expr(expr).ty;
        let otherwise = self.detach(expr);
        let cond = self.load(flag);
        let value = self.load(value);
        let then = self.convert(value, ty);
        self.program.exprs[expr.index()].kind = ExprKind::Cond {
            cond,
            then,
            otherwise,
        };
    }

    /// What a call returns into a variable.
    fn suspend_call(&mut self, number: usize, site: usize, function: FunctionId, pc: Pc, flag: VarId) {
        let body = &self.original.function(function).body;
        let InstrKind::Call { dest: Some(dest), .. } = body[pc.index()].kind else {
            return;
        };
        let ty = self.program.place(dest).ty;
        let result = self.variable(format!("result:{number}"), ty, Some(function));
        let (var, mut fragment) = if self.program.types.is_pointer(ty) {
            let old = self.load(result);
            self.free_pointer(number, site, function, ty, flag, old)
        } else if self.tried.is_some() {
            let old = self.load(result);
            self.chosen_value(number, site, function, ty, flag, old)
        } else {
            self.free_value(number, site, function, ty)
        };
        if self.witness {
            let old = self.load(result);
            self.watch(number, site, Some(function), flag, var, old, &mut fragment);
        }
        let cond = self.load(flag);
        let then = self.load(var);
        let otherwise = self.load(result);
        let kind = ExprKind::Cond {
            cond,
            then,
            otherwise,
        };
        let value = self.expr(kind, ty, LocId::NONE);
        let kept = vec![instr(InstrKind::Assign { place: dest, value })];
        let place = self.var_place(result);
        let target = &mut self.program.functions[function.index()].body[pc.index()];
        if let InstrKind::Call { dest, .. } = &mut target.kind {
            *dest = Some(place);
        }
        self.edit(function, pc.0).after.extend([fragment, kept]);
    }

    pub(super) fn after(&mut self, function: FunctionId, pc: u32, fragment: Vec<Instr>) {
        self.edit(function, pc).after.push(fragment);
    }

    /// Whether a number is this one.
    pub(super) fn is(&mut self, lhs: ExprId, number: i128) -> ExprId {
        let rhs = self.number(number, self.program.expr(lhs).ty);
        let kind = ExprKind::Binary {
            op: program::BinaryOp::Eq,
            lhs,
            rhs,
        };
        self.expr(kind, self.int, LocId::NONE)
    }

    pub(super) fn not(&mut self, operand: ExprId) -> ExprId {
        let kind = ExprKind::Unary {
            op: UnaryOp::Not,
            operand,
        };
        self.expr(kind, self.int, LocId::NONE)
    }

    pub(super) fn sources(&self) -> &SourceMap {
        self.sources
    }

    pub(super) fn original(&self) -> &Program {
        self.original
    }
}

pub(super) fn instr(kind: InstrKind) -> Instr {
    Instr {
        kind,
        loc: LocId::NONE,
    }
}
