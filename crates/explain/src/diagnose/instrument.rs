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
//! - What is printed is suspended by printing to a stream of its own, on which anything may come.
//!
//! Loops keep their names: nothing that is inserted jumps back.

use std::collections::{BTreeMap, HashMap};

use ctype::TypeId;
use program::{
    Builtin, CheckKind, Construct, Expr, ExprId, ExprKind, FunctionId, InputId, InputSite, InputSource,
    Instr, InstrKind, Lifetime, Pc, Place, PlaceBase, PlaceId, Program, Projection, StringId, UnaryOp, VarId,
    Variable,
};
use source::{LocId, SourceMap};

use super::formats::pieces;
use super::suspects::{Site, Suspect, is_inside};
use super::walk::{Home, below, is_copy, literal_of, literals};

/// The input that says whether a suspect is suspended.
pub(crate) fn flag_name(suspect: usize) -> String {
    format!("suspend:{suspect}")
}

/// The input that replaces a value.
pub(crate) fn value_name(suspect: usize, site: usize) -> String {
    format!("repair:{suspect}.{site}")
}

/// Variables that hold the value an expression would have had, and whether it was changed.
pub(crate) const HAD: &str = "had:";
pub(crate) const CHANGED: &str = "changed:";
/// Variables that hold a free pointer.
pub(crate) const POINTER: &str = "pointer:";

/// Targets inside a fragment count from here.
pub(super) const FRAGMENT: u32 = 1 << 30;

/// What is put around an instruction.
#[derive(Default)]
pub(super) struct Edit {
    pub(super) before: Vec<Vec<Instr>>,
    instead: Option<Vec<Instr>>,
    pub(super) after: Vec<Vec<Instr>>,
}

pub(crate) struct Instrumenter<'a> {
    original: &'a Program,
    sources: &'a SourceMap,
    homes: &'a HashMap<ExprId, Home>,
    pub(crate) program: Program,
    edits: BTreeMap<(FunctionId, u32), Edit>,
    pub(super) prologue: Vec<Instr>,
    constant_repair: bool,
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
    let mut instrumenter = Instrumenter::new(program, sources, homes, constant_repair, witness);
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
        witness: bool,
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
            prologue: Vec::new(),
            constant_repair,
            witness,
            int,
            bool,
            pool: None,
            claims,
        }
    }
}

impl Instrumenter<'_> {
    pub(super) fn expr(&mut self, kind: ExprKind, ty: TypeId, loc: LocId) -> ExprId {
        self.program.exprs.push(Expr { kind, ty, loc });
        ExprId(self.program.exprs.len() as u32 - 1)
    }

    pub(super) fn number(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.expr(ExprKind::Int(value), ty, LocId::NONE)
    }

    pub(super) fn place(&mut self, base: PlaceBase, path: Vec<Projection>, ty: TypeId) -> PlaceId {
        self.program.places.push(Place {
            base,
            path: path.into_boxed_slice(),
            ty,
            loc: LocId::NONE,
        });
        PlaceId(self.program.places.len() as u32 - 1)
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
        self.program.variables.push(Variable {
            name,
            ty,
            lifetime: match function {
                Some(_) => Lifetime::Temporary,
                None => Lifetime::Static,
            },
            function,
            addressed: false,
            read_only: false,
            align,
            extent: 0,
            external: false,
            loc: LocId::NONE,
        });
        VarId(self.program.variables.len() as u32 - 1)
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

    pub(super) fn edit(&mut self, function: FunctionId, pc: u32) -> &mut Edit {
        self.edits.entry((function, pc)).or_default()
    }

    fn suspend(&mut self, number: usize, suspect: &Suspect) {
        let flag = self.variable(flag_name(number), self.bool, None);
        let place = self.var_place(flag);
        let input = self.input(place, flag_name(number));
        self.prologue.push(input);
        let once = suspect.constant || self.constant_repair;
        let mut shared: Option<VarId> = None;
        for (index, &site) in suspect.sites.iter().enumerate() {
            match site {
                Site::Expr(expr) => {
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
                            _ => {
                                let var = self.variable(value_name(number, index), kind, None);
                                let place = self.var_place(var);
                                let input = self.input(place, value_name(number, index));
                                self.prologue.push(input);
                                shared = Some(var);
                                var
                            }
                        };
                        self.suspend_expr(expr, home, suspect, flag, var, Vec::new());
                        continue;
                    }
                    let (var, mut fragment) = if self.program.types.is_pointer(ty) {
                        let old = Some(expr);
                        self.free_pointer(number, index, home.function, ty, flag, old)
                    } else {
                        let kind = if tested { self.bool } else { ty };
                        self.free_value(number, index, home.function, kind)
                    };
                    if self.witness {
                        let old = self.copy_expr(expr);
                        self.watch(number, index, home.function, flag, var, old, &mut fragment);
                    }
                    self.suspend_expr(expr, home, suspect, flag, var, fragment);
                }
                Site::Call { function, pc } => self.suspend_call(number, index, function, pc, flag),
                Site::Declare { function, pc, var } => {
                    let place = self.var_place(var);
                    let input = self.input(place, value_name(number, index));
                    let fragment = self.only_if(flag, vec![input]);
                    self.edit(function, pc.0).after.push(fragment);
                }
                Site::Print { function, pc, piece } => self.suspend_print(function, pc, piece, flag),
                Site::Stored {
                    function,
                    pc,
                    address,
                } => self.suspend_stored(number, index, function, pc, address, flag),
                Site::Case { function, pc, arm } => self.suspend_case(number, index, function, pc, arm, flag),
            }
        }
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
        function: FunctionId,
        flag: VarId,
        value: VarId,
        old: ExprId,
        fragment: &mut Vec<Instr>,
    ) {
        let ty = self.program.variable(value).ty;
        let had = self.variable(format!("{}{number}.{site}", HAD), ty, Some(function));
        let changed = self.variable(format!("{}{number}.{site}", CHANGED), self.int, Some(function));
        let old = self.convert(old, ty);
        let place = self.var_place(had);
        fragment.insert(0, instr(InstrKind::Assign { place, value: old }));
        let (lhs, rhs) = (self.load(value), self.load(had));
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
            self.free_pointer(number, site, function, ty, flag, None)
        } else {
            self.free_value(number, site, function, ty)
        };
        if self.witness {
            let old = self.load(result);
            self.watch(number, site, function, flag, var, old, &mut fragment);
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
        fragment.push(instr(InstrKind::Assign { place: dest, value }));
        let place = self.var_place(result);
        let target = &mut self.program.functions[function.index()].body[pc.index()];
        if let InstrKind::Call { dest, .. } = &mut target.kind {
            *dest = Some(place);
        }
        self.edit(function, pc.0).after.push(fragment);
    }

    /// A text in static storage.
    fn text(&mut self, text: &[u8]) -> VarId {
        let mut bytes = text.to_vec();
        bytes.push(0);
        let char = self.program.types.int(ctype::IntKind::Char);
        let ty = self.program.types.array(char, bytes.len() as u64);
        let var = self.variable(String::from_utf8_lossy(text).into_owned(), ty, None);
        self.program.variables[var.index()].addressed = true;
        self.program.strings.push(bytes.into_boxed_slice());
        let string = StringId(self.program.strings.len() as u32 - 1);
        let value = self.expr(ExprKind::Bytes(string), ty, LocId::NONE);
        let place = self.var_place(var);
        self.prologue.push(instr(InstrKind::Assign { place, value }));
        var
    }

    fn text_pointer(&mut self, var: VarId) -> ExprId {
        let char = self.program.types.int(ctype::IntKind::Char);
        let pointer = self.program.types.pointer(char);
        let long = self.program.types.pointer_sized(true);
        let zero = self.number(0, long);
        let place = self.place(PlaceBase::Var(var), vec![Projection::Index(zero)], char);
        self.expr(ExprKind::AddressOf(place), pointer, LocId::NONE)
    }

    fn print(&mut self, stream: i128, text: VarId, arguments: ExprId) -> Instr {
        let stream = self.number(stream, self.int);
        let text = self.text_pointer(text);
        instr(InstrKind::Builtin {
            dest: None,
            op: Builtin::Print,
            args: Box::new([stream, text, arguments]),
        })
    }

    fn no_arguments(&mut self) -> ExprId {
        let char = self.program.types.int(ctype::IntKind::Char);
        let pointer = self.program.types.pointer(char);
        self.number(0, pointer)
    }

    /// What is printed: the whole call, or a piece of its format.
    fn suspend_print(&mut self, function: FunctionId, pc: Pc, piece: Option<u32>, flag: VarId) {
        let anything = self.text(b"?");
        let none = self.no_arguments();
        let free = self.print(bmc::SUSPENDED_STREAM, anything, none);
        let Some(piece) = piece else {
            let cond = self.load(flag);
            let old = self.program.function(function).body[pc.index()].clone();
            let branch = InstrKind::Branch {
                cond,
                then: Pc(FRAGMENT + 1),
                otherwise: Pc(FRAGMENT + 3),
                construct: Construct::Internal,
            };
            let jump = InstrKind::Jump(Pc(FRAGMENT + 4));
            self.edit(function, pc.0).instead = Some(vec![instr(branch), free, instr(jump), old]);
            return;
        };
        let old = self.original.function(function).body[pc.index()].clone();
        let InstrKind::Call { args, varargs, .. } = &old.kind else {
            return;
        };
        let texts = literals(self.original);
        let Some(format) = literal_of(self.original, &texts, args[0]) else {
            return;
        };
        let all = pieces(format);
        if self.edit(function, pc.0).instead.is_none() {
            let mut fragments = Vec::new();
            let mut offset = 0;
            for part in &all {
                let text = &format[part.start..part.end];
                let text_var = self.text(text);
                let mut arguments = match varargs {
                    Some(varargs) => self.copy_expr(*varargs),
                    None => self.no_arguments(),
                };
                if offset > 0 {
                    let ty = self.program.expr(arguments).ty;
                    let long = self.program.types.pointer_sized(true);
                    let index = self.number(offset, long);
                    let kind = ExprKind::PointerAdd {
                        pointer: arguments,
                        index,
                        stride: 1,
                    };
                    arguments = self.expr(kind, ty, LocId::NONE);
                }
                if part.conversion {
                    offset += 8 * (1 + text.iter().filter(|&&byte| byte == b'*').count() as i128);
                    if text.ends_with(b"f") && text.contains(&b'L') {
                        offset += 8;
                    }
                }
                // Four places for each piece, of which the first three wait to be used.
                let skip = |at: u32| instr(InstrKind::Jump(Pc(FRAGMENT + at)));
                let base = fragments.len() as u32;
                let print = self.print(1, text_var, arguments);
                fragments.extend([skip(base + 1), skip(base + 2), skip(base + 3)]);
                fragments.push(Instr {
                    loc: old.loc,
                    ..print
                });
            }
            self.edit(function, pc.0).instead = Some(fragments);
        }
        let base = piece * 4;
        let cond = self.load(flag);
        if let Some(fragments) = &mut self.edit(function, pc.0).instead {
            let at = base as usize;
            fragments[at] = instr(InstrKind::Branch {
                cond,
                then: Pc(FRAGMENT + base + 1),
                otherwise: Pc(FRAGMENT + base + 3),
                construct: Construct::Internal,
            });
            fragments[at + 1] = free;
            fragments[at + 2] = instr(InstrKind::Jump(Pc(FRAGMENT + base + 4)));
        }
    }

    pub(super) fn after(&mut self, function: FunctionId, pc: u32, fragment: Vec<Instr>) {
        self.edit(function, pc).after.push(fragment);
    }

    /// Puts the edits into the bodies.
    pub(super) fn finish(mut self) -> Program {
        let entry = self.program.entry;
        let prologue = std::mem::take(&mut self.prologue);
        self.edit(entry, 0).before.insert(0, prologue);
        let mut by_function: BTreeMap<FunctionId, BTreeMap<u32, Edit>> = BTreeMap::new();
        for ((function, pc), edit) in std::mem::take(&mut self.edits) {
            by_function.entry(function).or_default().insert(pc, edit);
        }
        for (function, mut edits) in by_function {
            let old = std::mem::take(&mut self.program.functions[function.index()].body);
            let mut starts = Vec::with_capacity(old.len() + 1);
            let mut body: Vec<(Instr, u32, bool)> = Vec::new();
            let put = |body: &mut Vec<(Instr, u32, bool)>, fragment: Vec<Instr>| {
                let base = body.len() as u32;
                body.extend(fragment.into_iter().map(|instr| (instr, base, true)));
            };
            for (index, instr) in old.into_iter().enumerate() {
                starts.push(body.len() as u32);
                let edit = edits.remove(&(index as u32)).unwrap_or_default();
                for fragment in edit.before {
                    put(&mut body, fragment);
                }
                match edit.instead {
                    Some(fragment) => put(&mut body, fragment),
                    None => body.push((instr, 0, false)),
                }
                for fragment in edit.after {
                    put(&mut body, fragment);
                }
            }
            starts.push(body.len() as u32);
            let resolve = |pc: &mut Pc, base: u32| {
                *pc = match pc.0.checked_sub(FRAGMENT) {
                    Some(inside) => Pc(base + inside),
                    None => Pc(starts[pc.index()]),
                };
            };
            for (instr, base, _) in &mut body {
                match &mut instr.kind {
                    InstrKind::Jump(to) => resolve(to, *base),
                    InstrKind::Branch { then, otherwise, .. } => {
                        resolve(then, *base);
                        resolve(otherwise, *base);
                    }
                    InstrKind::Switch { arms, default, .. } => {
                        arms.iter_mut().for_each(|arm| resolve(&mut arm.target, *base));
                        resolve(default, *base);
                    }
                    _ => {}
                }
            }
            let body = body.into_iter().map(|(instr, _, _)| instr).collect();
            self.program.functions[function.index()].body = body;
        }
        self.program.components.clear();
        self.program
    }

    /// A copy of an expression as the program had it.
    pub(super) fn copy_expr(&mut self, id: ExprId) -> ExprId {
        let Expr { mut kind, ty, loc } = self.original.expr(id).clone();
        match &mut kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::Zero
            | ExprKind::Bytes(_) => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Initialised(place) => {
                *place = self.copy_place(*place);
            }
            ExprKind::Unary { operand, .. }
            | ExprKind::Convert(operand)
            | ExprKind::Fits { value: operand, .. } => *operand = self.copy_expr(*operand),
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::PointerAdd {
                pointer: lhs,
                index: rhs,
                ..
            }
            | ExprKind::PointerDiff { lhs, rhs, .. }
            | ExprKind::And { lhs, rhs }
            | ExprKind::Or { lhs, rhs }
            | ExprKind::Overflows { lhs, rhs, .. }
            | ExprKind::Wrapped { lhs, rhs, .. } => {
                *lhs = self.copy_expr(*lhs);
                *rhs = self.copy_expr(*rhs);
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                *cond = self.copy_expr(*cond);
                *then = self.copy_expr(*then);
                *otherwise = self.copy_expr(*otherwise);
            }
            ExprKind::Intrinsic { args, .. } => {
                for arg in args {
                    *arg = self.copy_expr(*arg);
                }
            }
        }
        self.expr(kind, ty, loc)
    }

    pub(super) fn copy_place(&mut self, id: PlaceId) -> PlaceId {
        let Place {
            mut base,
            mut path,
            ty,
            loc,
        } = self.original.place(id).clone();
        if let PlaceBase::Deref(pointer) = &mut base {
            *pointer = self.copy_expr(*pointer);
        }
        for step in &mut path {
            if let Projection::Index(index) = step {
                *index = self.copy_expr(*index);
            }
        }
        self.program.places.push(Place { base, path, ty, loc });
        PlaceId(self.program.places.len() as u32 - 1)
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
