//! From a function of the Program to machine code, once, when it is first called.
//!
//! Temporaries are handed out like a stack. An operand that is a register variable is used where it is; a
//! result goes straight to its variable, because every instruction reads its operands before it writes and
//! only the last instruction of an expression writes the destination. Claims become jumps to failing ends
//! behind the function, so a claim that holds costs its test and nothing else.

mod cond;
mod expr;
mod instr;
mod known;
mod place;

use std::collections::HashMap;
use std::sync::Arc;

use ctype::TypeId;
use program::{
    Callee, ClaimId, ExprId, Function, FunctionId, Instr, InstrKind, Lifetime, Pc, PlaceId, Program, VarId,
};
use source::LocId;

use crate::code::{Code, Home, MemoryVar, Note, Op, Param, Reg, Shape, Slow, Target};
use crate::confine::{Jumps, Sharing};
use crate::flow;
use crate::observe::Watched;
use crate::scalar::Scalar;
use known::Known;

/// What all functions and runs of one program share.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Slot of each static variable; 0 for others.
    pub static_slots: Vec<u32>,
    /// The static variables in the order of their slots.
    pub statics: Vec<VarId>,
    /// Size and alignment of each class of objects that variables need, numbered from 1.
    pub classes: Vec<(u64, u64)>,
    pub class_of: Vec<u32>,
    /// Functions that may return without a value.
    pub silent: Vec<bool>,
    /// Whether the program starts threads.
    pub threads: bool,
}

impl Layout {
    /// Whether a call may return without a value although one is wanted.
    pub(crate) fn may_give_nothing(&self, callee: Callee) -> bool {
        match callee {
            Callee::Direct(function) => self.silent.get(function.index()).copied().unwrap_or(true),
            Callee::Indirect(_) => true,
        }
    }

    pub(crate) fn new(program: &Program) -> Layout {
        let mut classes = Vec::new();
        let mut numbers: HashMap<(u64, u64), u32> = HashMap::new();
        let mut static_slots = Vec::new();
        let mut class_of = Vec::new();
        let mut statics = Vec::new();
        for (index, variable) in program.variables.iter().enumerate() {
            let size = program
                .types
                .size_of(variable.ty)
                .unwrap_or(0)
                .max(variable.extent);
            let align = variable.align.max(1).next_power_of_two().min(1 << 20);
            let class = *numbers.entry((size, align)).or_insert_with(|| {
                classes.push((size, align));
                classes.len() as u32
            });
            class_of.push(class);
            static_slots.push(if variable.lifetime == Lifetime::Static {
                statics.push(VarId(index as u32));
                statics.len() as u32
            } else {
                0
            });
        }
        let returns_nothing = |instr: &Instr| matches!(instr.kind, InstrKind::Return(None));
        let silent = |function: &Function| {
            function.body.iter().any(returns_nothing)
                && flow::reachable(function)
                    .into_iter()
                    .zip(&function.body)
                    .any(|(reached, instr)| reached && returns_nothing(instr))
        };
        Layout {
            threads: program.starts_threads(),
            static_slots,
            statics,
            classes,
            class_of,
            silent: program.functions.iter().map(silent).collect(),
        }
    }
}

/// Something that cannot be translated; it becomes an instruction that says so when it is reached.
#[derive(Debug, Clone)]
pub(crate) struct Untranslatable(pub String);

type Result<T> = std::result::Result<T, Untranslatable>;

fn untranslatable<T>(text: impl Into<String>) -> Result<T> {
    Err(Untranslatable(text.into()))
}

/// How to translate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    /// Which event instructions it has.
    pub watched: Watched,
    /// Without specialised instructions: the reference that tests compare with.
    pub plain: bool,
}

struct Translator<'a> {
    program: &'a Program,
    layout: &'a Layout,
    mode: Mode,
    code: Code,
    homes: Arc<HashMap<VarId, Home>>,
    /// Label to index into the code; labels below the body's length are its positions.
    labels: Vec<Option<u32>>,
    next: usize,
    pc: Pc,
    known: Known,
    /// Whether to tell about the choices inside expressions.
    telling: bool,
    tails: Vec<(Target, Tail, Pc)>,
}

/// Code behind the function's own.
#[derive(Debug, Clone, Copy)]
enum Tail {
    Fail(ClaimId),
    Violate(LocId),
    /// A conditional jump back, through the instruction that counts steps.
    Back(Pc),
}

/// How many temporaries a straight piece of code may keep.
const KEPT: usize = 48;

/// How many registers a value takes.
fn width(scalar: Scalar) -> usize {
    if scalar.is_wide() { 2 } else { 1 }
}

/// Which instructions can be jumped to.
fn jump_targets(function: &Function) -> Vec<bool> {
    let mut targets = vec![false; function.body.len() + 1];
    let mut mark = |to: Pc| {
        if let Some(target) = targets.get_mut(to.index()) {
            *target = true;
        }
    };
    mark(Pc(0));
    function
        .body
        .iter()
        .flat_map(|instr| instr.kind.targets())
        .for_each(mark);
    targets
}

/// Deeper expressions are translated on a thread with a stack made to measure.
const DEEP: usize = 300;
const TOO_DEEP: usize = 200_000;
const STACK_PER_LEVEL: usize = 4096;

pub(crate) fn translate(program: &Program, layout: &Layout, function: FunctionId, mode: Mode) -> Code {
    let facts = flow::analyse(program, layout, program.function(function));
    if facts.depth <= DEEP {
        return Translator::new(program, layout, function, mode).function(&facts);
    }
    if facts.depth > TOO_DEEP {
        let mut translator = Translator::new(program, layout, function, mode);
        translator.unsupported("an expression is nested too deeply");
        return translator.finish();
    }
    let run = || Translator::new(program, layout, function, mode).function(&facts);
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size((1 << 20) + facts.depth * STACK_PER_LEVEL)
            .spawn_scoped(scope, run)
            .ok()
            .and_then(|thread| thread.join().ok())
    })
    .unwrap_or_else(|| {
        let mut translator = Translator::new(program, layout, function, mode);
        translator.unsupported("an expression is nested too deeply");
        translator.finish()
    })
}

/// Code that evaluates one expression in a frame of `code`, leaving it in the register returned.
pub(crate) fn snippet(program: &Program, layout: &Layout, code: &Code, expr: ExprId) -> Option<(Code, Reg)> {
    in_frame(program, layout, code, |translator| {
        translator.expr(expr, None).ok()
    })
}

/// Code that computes the address of a place in memory.
pub(crate) fn address_snippet(
    program: &Program,
    layout: &Layout,
    code: &Code,
    place: PlaceId,
) -> Option<(Code, Reg)> {
    in_frame(program, layout, code, |translator| {
        translator.address_of(place, None).ok()
    })
}

/// Code that is executed in a frame of `code`, beside what is there.
fn in_frame(
    program: &Program,
    layout: &Layout,
    code: &Code,
    translate: impl FnOnce(&mut Translator<'_>) -> Option<Reg>,
) -> Option<(Code, Reg)> {
    let mode = Mode {
        watched: Watched::Nothing,
        plain: true,
    };
    let mut translator = Translator::new(program, layout, code.function, mode);
    translator.homes = Arc::clone(&code.homes);
    translator.next = code.registers;
    translator.code.registers = code.registers;
    let result = translate(&mut translator)?;
    translator.emit(Op::Finish {});
    Some((translator.finish(), result))
}

impl<'a> Translator<'a> {
    fn new(program: &'a Program, layout: &'a Layout, function: FunctionId, mode: Mode) -> Translator<'a> {
        let code = Code {
            function,
            ops: Vec::new(),
            pcs: Vec::new(),
            pool: Vec::new(),
            slow: Vec::new(),
            notes: Vec::new(),
            calls: Vec::new(),
            switches: Vec::new(),
            load_types: HashMap::new(),
            locs: Vec::new(),
            registers: 0,
            cleared: 0,
            params: Vec::new(),
            varargs: None,
            memory: Vec::new(),
            homes: Arc::default(),
            frame_bytes: 64,
        };
        Translator {
            program,
            layout,
            mode,
            code,
            homes: Arc::default(),
            labels: Vec::new(),
            next: 0,
            pc: Pc(0),
            known: Known::new(!mode.plain && mode.watched == Watched::Nothing),
            telling: false,
            tails: Vec::new(),
        }
    }

    fn function(mut self, facts: &flow::Facts) -> Code {
        let function = self.program.function(self.code.function);
        self.labels = vec![None; function.body.len()];
        if self.settle(facts).is_err() {
            self.unsupported("the function has too many variables");
            return self.finish();
        }
        let first_temporary = self.next;
        let targets = jump_targets(function);
        let steps = match self.mode.watched {
            Watched::Steps => program::flow::step_starts(self.program, self.code.function),
            _ => Vec::new(),
        };
        let mut steps = steps.iter().map(|start| start.pc.index()).peekable();
        for (index, instr) in function.body.iter().enumerate() {
            self.pc = Pc(index as u32);
            self.labels[index] = Some(self.code.ops.len() as u32);
            // Within a straight piece of code temporaries are kept, because their values may be used again.
            if targets[index] || !self.known.enabled() || self.next > first_temporary + KEPT {
                self.next = first_temporary;
                self.known.clear();
                if targets[index] {
                    self.known.barrier(self.code.ops.len());
                }
            }
            if steps.next_if_eq(&index).is_some() {
                self.emit(Op::Step {});
            }
            if let Err(Untranslatable(text)) = self.instr(instr) {
                self.unsupported(&text);
            }
        }
        // Running off the end returns nothing.
        self.emit(Op::Return {
            a: 0,
            class: crate::code::Class::None,
        });
        self.finish()
    }

    /// Gives every variable its home.
    fn settle(&mut self, facts: &flow::Facts) -> Result<()> {
        let program = self.program;
        let function = program.function(self.code.function);
        let mut homes = HashMap::new();
        let is_param = |var: &VarId| function.params.contains(var) || function.varargs == Some(*var);
        // Registers that start as zero come first: addresses of variables and flags.
        let mut flags = HashMap::new();
        for &var in &facts.locals {
            if flow::lives_in_register(program, var) {
                if facts.uncertain.contains(&var) {
                    flags.insert(var, self.registers(1)?);
                }
            } else {
                let reg = self.registers(1)?;
                self.code.memory.push(MemoryVar {
                    var,
                    reg,
                    class: self.layout.class_of[var.index()],
                    at_entry: is_param(&var) || !facts.declared.contains(&var),
                    uncertain: facts.uncertain.contains(&var) && facts.declared.contains(&var),
                    read_only: program.variable(var).read_only,
                });
                homes.insert(var, Home::Memory(reg));
            }
        }
        self.code.cleared = self.next;
        let mut temporaries = Vec::new();
        for (&var, &mentioned) in facts.locals.iter().zip(&facts.mentioned) {
            let variable = program.variable(var);
            let size = program.types.size_of(variable.ty).unwrap_or(8);
            if flow::lives_in_register(program, var) {
                let Some(scalar) = Scalar::of(&program.types, variable.ty) else {
                    return untranslatable("a variable without a size");
                };
                let flag = flags.get(&var).copied();
                if flag.is_none() && variable.lifetime == Lifetime::Temporary && !is_param(&var) {
                    temporaries.push((mentioned, var, scalar, size));
                    continue;
                }
                let reg = self.registers(width(scalar))?;
                homes.insert(var, Home::Reg { reg, flag, scalar });
            }
            self.code.frame_bytes += size;
        }
        // Those whose stretches are apart share.
        let jumps = Jumps::of(function);
        for (stretch, ..) in &mut temporaries {
            *stretch = jumps.closed(*stretch);
        }
        temporaries.sort_by_key(|(stretch, var, ..)| (*stretch, *var));
        let mut shared = [Sharing::new(), Sharing::new()];
        for (stretch, var, scalar, size) in temporaries {
            let width = width(scalar);
            let reg = shared[width - 1].register(stretch, || {
                self.code.frame_bytes += size;
                self.registers(width)
            })?;
            let flag = None;
            homes.insert(var, Home::Reg { reg, flag, scalar });
        }
        self.homes = Arc::new(homes);
        self.code.homes = Arc::clone(&self.homes);
        for &var in &function.params {
            let param = self.param(var)?;
            self.code.params.push(param);
        }
        if let Some(var) = function.varargs {
            self.code.varargs = Some(self.param(var)?);
        }
        Ok(())
    }

    fn param(&self, var: VarId) -> Result<Param> {
        let memory = self.code.memory.iter().position(|item| item.var == var);
        Ok(Param {
            home: self.homes[&var],
            shape: self.shape(self.program.variable(var).ty)?,
            memory: memory.map_or(u32::MAX, |index| index as u32),
        })
    }

    fn finish(mut self) -> Code {
        // Tails may add no further tails.
        for (label, tail, pc) in std::mem::take(&mut self.tails) {
            self.pc = pc;
            self.labels[label as usize] = Some(self.code.ops.len() as u32);
            match tail {
                Tail::Fail(claim) => self.emit(Op::Fail { claim: claim.0 }),
                Tail::Violate(loc) => {
                    let index = self.code.locs.len() as u32;
                    self.code.locs.push(loc);
                    self.emit(Op::Violate { loc: index });
                }
                Tail::Back(to) => self.emit(Op::JumpBack { to: to.0, steps: 1 }),
            }
        }
        let end = self.code.ops.len() as u32;
        let labels = &self.labels;
        // A target outside the body cannot occur in a valid program; it runs off the end.
        let resolve = |label: Target| labels.get(label as usize).copied().flatten().unwrap_or(end);
        for op in &mut self.code.ops {
            if let Some(to) = op.target_mut() {
                *to = resolve(*to);
            }
        }
        for table in &mut self.code.switches {
            for (_, _, to) in &mut table.arms {
                *to = resolve(*to);
            }
            table.default = resolve(table.default);
            if let Some((_, targets)) = &mut table.dense {
                for to in targets {
                    *to = resolve(*to);
                }
            }
        }
        self.emit(Op::Return {
            a: 0,
            class: crate::code::Class::None,
        });
        self.code
    }

    fn emit(&mut self, op: Op) {
        if let Some(fused) = self.known.fuse(&self.code.ops, op) {
            if let Some(last) = self.code.ops.last_mut() {
                *last = fused;
            }
            return;
        }
        self.code.ops.push(op);
        self.code.pcs.push(self.pc);
    }

    /// A value made by one instruction without side effects; one that is already there is used again.
    fn compute(&mut self, want: Option<Reg>, scalar: Scalar, make: impl Fn(Reg) -> Op) -> Result<Reg> {
        if want.is_none()
            && let Some(reg) = self.known.find(make(0))
        {
            return Ok(reg);
        }
        let d = self.destination(want, scalar)?;
        self.emit(make(d));
        if want.is_none() {
            self.known.add(make(0), d);
        }
        Ok(d)
    }

    fn slow(&mut self, slow: Slow) {
        if !slow.is_pure() {
            self.known.forget_memory();
        }
        let index = self.code.slow.len() as u32;
        self.code.slow.push(slow);
        self.emit(Op::Slow { index });
    }

    fn note(&mut self, note: Note) {
        let index = self.code.notes.len() as u32;
        self.code.notes.push(note);
        self.emit(Op::Note { index });
    }

    fn unsupported(&mut self, text: &str) {
        self.slow(Slow::Unsupported(text.into()));
    }

    fn label(&mut self) -> Target {
        self.labels.push(None);
        let label = self.labels.len() as u32 - 1;
        self.known.branch(label);
        label
    }

    fn bind(&mut self, label: Target) {
        self.labels[label as usize] = Some(self.code.ops.len() as u32);
        self.known.join(label, self.code.ops.len());
    }

    fn tail(&mut self, tail: Tail) -> Target {
        let label = self.label();
        self.tails.push((label, tail, self.pc));
        label
    }

    /// Fresh registers, in use until `next` is set back.
    fn registers(&mut self, count: usize) -> Result<Reg> {
        let first = self.next;
        self.next += count;
        if self.next > usize::from(Reg::MAX) {
            return untranslatable("an expression or function needs too many registers");
        }
        self.code.registers = self.code.registers.max(self.next);
        Ok(first as Reg)
    }

    fn destination(&mut self, want: Option<Reg>, scalar: Scalar) -> Result<Reg> {
        match want {
            Some(reg) => Ok(reg),
            None => self.registers(width(scalar)),
        }
    }

    fn scalar(&self, ty: TypeId) -> Result<Scalar> {
        match Scalar::of(&self.program.types, ty) {
            Some(scalar) => Ok(scalar),
            None => untranslatable(format!(
                "a value of type `{}` where a scalar is needed",
                self.program.types.display(ty)
            )),
        }
    }

    fn size(&self, ty: TypeId) -> Result<u64> {
        match self.program.types.size_of(ty) {
            Some(size) => Ok(size),
            None => untranslatable(format!(
                "a value of the incomplete type `{}`",
                self.program.types.display(ty)
            )),
        }
    }

    fn shape(&self, ty: TypeId) -> Result<Shape> {
        match Scalar::of(&self.program.types, ty) {
            Some(scalar) => Ok(Shape::Scalar(scalar)),
            None => Ok(Shape::Aggregate(self.size(ty)?)),
        }
    }
}
