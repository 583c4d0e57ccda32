//! Names for what the steps of an [`Equation`] store, and the equation written over them.
//!
//! Each step that stores a value has a name `variable#k`, where `k` counts the stores to that variable from 0 in
//! the order of the list; an input that is read before it is written is the first of them. Conditions are
//! `\guard#k`, counted from 1. Two variables of one name are told apart by their function (`f::x`), and the
//! variables of later activations by their number (`x@2`).
//!
//! A right-hand side is the program's expression with each read replaced by the name of the step that stored
//! what is read. Where it is not clear which step that is (behind a pointer or an index that may be one of
//! several) the expression is written as it stands in the program, without a number.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use logic::{Op, TermId};
use program::{
    ClaimId, ExprId, ExprKind, InstrKind, Lifetime, PlaceBase, PlaceId, Program, Projection, VarId,
};
use source::SourceMap;

use crate::equation::{Equation, Step, StepId, StepKind};
use crate::memory::object::{ObjectId, ObjectKind};
use crate::{FrameId, Value};

/// The names of all steps of one equation.
#[derive(Debug)]
pub struct Ssa<'e> {
    program: &'e Program,
    equation: &'e Equation,
    sources: Option<&'e SourceMap>,
    /// By step: what it stores is called so.
    names: Vec<Option<String>>,
    /// By step: the condition it evaluates is called so.
    guards: Vec<Option<String>>,
    /// Conditions that have a name.
    conditions: HashMap<TermId, Vec<(StepId, String)>>,
    /// Conditions whose opposite has a name.
    opposites: HashMap<TermId, Vec<(StepId, String)>>,
    objects: HashMap<ObjectId, String>,
    /// The objects of each variable's name, in the order they were made.
    by_name: HashMap<&'e str, Vec<ObjectId>>,
}

/// One line of the equation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    pub step: StepId,
    /// In C syntax over the names.
    pub text: String,
}

impl<'e> Ssa<'e> {
    #[must_use]
    pub fn new(program: &'e Program, equation: &'e Equation, sources: Option<&'e SourceMap>) -> Ssa<'e> {
        let mut ssa = Ssa {
            program,
            equation,
            sources,
            names: vec![None; equation.steps.len()],
            guards: vec![None; equation.steps.len()],
            conditions: HashMap::new(),
            opposites: HashMap::new(),
            objects: object_names(program, equation, sources),
            by_name: HashMap::new(),
        };
        for object in (0..equation.objects.len() as u32).map(ObjectId) {
            if let Some(var) = equation.variable(object) {
                let name = program.variable(var).name.as_str();
                ssa.by_name.entry(name).or_default().push(object);
            }
        }
        ssa.name_steps();
        ssa
    }

    /// The name of what a step stores: `most#2`.
    #[must_use]
    pub fn name(&self, step: StepId) -> Option<&str> {
        self.names[step.0 as usize].as_deref()
    }

    /// The name of the condition that a step evaluates: `\guard#1`; none if it is always the same.
    #[must_use]
    pub fn guard(&self, step: StepId) -> Option<&str> {
        self.guards[step.0 as usize].as_deref()
    }

    fn name_steps(&mut self) {
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut guards = 0;
        for (index, step) in self.equation.steps.iter().enumerate() {
            if let StepKind::Branch { cond, .. } = step.kind
                && self.equation.pool.constant(cond).is_none()
            {
                guards += 1;
                let name = format!("\\guard#{guards}");
                let id = StepId(index as u32);
                self.conditions.entry(cond).or_default().push((id, name.clone()));
                if self.equation.pool.op(cond) == Op::Not {
                    let opposite = self.equation.pool.operands(cond)[0];
                    self.opposites
                        .entry(opposite)
                        .or_default()
                        .push((id, name.clone()));
                }
                self.guards[index] = Some(name);
            }
            // What an input instruction stores is the input.
            if let (
                StepKind::Assign {
                    expr: None, value, ..
                },
                [read],
            ) = (&step.kind, &step.reads[..])
                && let StepKind::Input { value: input, .. } = &self.equation.step(*read).kind
                && value == input
            {
                self.names[index] = self.names[read.0 as usize].clone();
                continue;
            }
            if let Some(base) = self.base(step) {
                let count = counts.entry(base.clone()).or_default();
                self.names[index] = Some(format!("{base}#{count}"));
                *count += 1;
            }
        }
    }

    /// What a step stores to, without the number.
    fn base(&self, step: &Step) -> Option<String> {
        match &step.kind {
            StepKind::Assign { targets, ty, .. } | StepKind::Part { targets, ty, .. } => match &targets[..] {
                [target] => match self.number(target.offset) {
                    Some(offset) => Some(self.path(target.object, offset, Some(*ty))),
                    None => self.written_place(step),
                },
                [] => None,
                _ => self.written_place(step),
            },
            StepKind::Copy { targets, .. } | StepKind::Effect { targets } => match &targets[..] {
                [target] => {
                    let offset = self.number(target.offset)?;
                    let whole = self.equation.objects[target.object.0 as usize].bytes == Some(target.size);
                    match self.objects.get(&target.object) {
                        Some(name) if whole && offset == 0 => Some(name.clone()),
                        _ => Some(self.path(target.object, offset, None)),
                    }
                }
                _ => self.written_place(step),
            },
            StepKind::Input { name, .. } => {
                // The variable it is read from, if it is one, so that both count together.
                let frame = step.frame;
                let own = |object: &&ObjectId| {
                    let kind = self.equation.object_kind(**object);
                    matches!(kind, ObjectKind::Static(_))
                        || matches!(kind, ObjectKind::Local { frame: of, .. } if of == frame)
                };
                let plain = name.split(['[', '.', '@']).next().unwrap_or(name);
                let known = self.by_name.get(plain).map_or(&[][..], Vec::as_slice);
                let object = known.iter().rev().find(own);
                match object {
                    Some(object) => Some(format!("{}{}", self.objects[object], &name[plain.len()..])),
                    None => Some(name.clone()),
                }
            }
            StepKind::Merge { object, offset, .. } => {
                if let ObjectKind::Result = self.equation.object_kind(*object) {
                    let read = step.reads.first()?;
                    let name = self.names.get(read.0 as usize)?.as_deref()?;
                    return Some(name.rsplit_once('#')?.0.to_owned());
                }
                Some(self.path(*object, *offset, None))
            }
            StepKind::Return { expr: Some(_), .. } => {
                let function = self.program.function(self.equation.frame(step.frame).function);
                Some(format!("{}::return", function.name))
            }
            _ => None,
        }
    }

    /// The place that the instruction of a step writes, as it stands there.
    fn written_place(&self, step: &Step) -> Option<String> {
        let text = self.program.place_text(self.target(step)?);
        Some(if text.starts_with('*') {
            format!("({text})")
        } else {
            text
        })
    }

    fn target(&self, step: &Step) -> Option<PlaceId> {
        let function = self.program.function(self.equation.frame(step.frame).function);
        match function.body.get(step.pc.index())?.kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => Some(place),
            InstrKind::Call { dest, .. } | InstrKind::Builtin { dest, .. } => dest,
            _ => None,
        }
    }

    fn number(&self, term: TermId) -> Option<u64> {
        self.equation.pool.constant(term)?.as_bits()?.to_u64()
    }

    fn path(&self, object: ObjectId, offset: u64, ty: Option<ctype::TypeId>) -> String {
        let mut name = self.objects.get(&object).cloned().unwrap_or_default();
        let types = &self.program.types;
        match self.equation.object_kind(object) {
            ObjectKind::Static(var) | ObjectKind::Local { var, .. } => {
                let declared = self.program.variable(var).ty;
                crate::memory::names::descend(types, &mut name, declared, offset, ty, None);
            }
            ObjectKind::Result => {}
            _ => {
                let _ = write!(name, "[{offset}]");
            }
        }
        name
    }

    /// The object, offset and length of what a step stores, if it is one.
    fn site(&self, step: StepId) -> Option<(ObjectId, u64)> {
        match &self.equation.step(step).kind {
            StepKind::Assign { targets, .. } => match &targets[..] {
                [target] => Some((target.object, self.number(target.offset)?)),
                _ => None,
            },
            StepKind::Merge { object, offset, .. } => Some((*object, *offset)),
            _ => None,
        }
    }

    /// The name of what is read from a place while a step is made.
    fn load(&self, reads: &[StepId], place: PlaceId) -> Option<String> {
        let text = self.program.place_text(place);
        let is_input = |read: &&StepId| match &self.equation.step(**read).kind {
            StepKind::Input { name, .. } => *name == text,
            _ => false,
        };
        let place = self.program.place(place);
        if let PlaceBase::Var(var) = place.base {
            let offset = self.offset(var, &place.path);
            let holds = |read: &&StepId| {
                let site = self.site(**read);
                site.is_some_and(|(object, at)| {
                    self.equation.variable(object) == Some(var) && offset.is_none_or(|offset| offset == at)
                })
            };
            let found: BTreeSet<&str> = reads
                .iter()
                .filter(|read| holds(read) || is_input(read))
                .filter_map(|read| self.name(*read))
                .collect();
            return match (offset, found.len()) {
                (Some(_), 1) => found.first().map(|&name| name.to_owned()),
                // Of several elements it is the index that chooses.
                _ => None,
            };
        }
        // Behind a pointer: whatever else was read, if it is one thing.
        let found: BTreeSet<&str> = reads
            .iter()
            .filter(|read| {
                let var = self
                    .site(**read)
                    .and_then(|(object, _)| self.equation.variable(object));
                let pointer = var.is_some_and(|var| self.is_pointer(var));
                !pointer && (self.site(**read).is_some() || is_input(read))
            })
            .filter_map(|read| self.name(*read))
            .collect();
        let alone = self.program.types.pointee(place.ty).is_none() && reads.len() <= 2;
        found
            .first()
            .filter(|_| found.len() == 1 && alone)
            .map(|&name| name.to_owned())
    }

    fn is_pointer(&self, var: VarId) -> bool {
        self.program
            .types
            .pointee(self.program.variable(var).ty)
            .is_some()
    }

    /// Where in a variable a place lies, if that is always the same.
    fn offset(&self, var: VarId, path: &[Projection]) -> Option<u64> {
        let types = &self.program.types;
        let mut ty = self.program.variable(var).ty;
        let mut offset = 0;
        for &step in path {
            let inner = self.program.project(ty, step)?;
            offset += match step {
                Projection::Field(field) => {
                    let record = types.record_of(ty)?;
                    let field = types.record(record).fields.get(field as usize)?;
                    match field.bits {
                        Some(_) => return None,
                        None => field.offset,
                    }
                }
                Projection::Index(index) => match self.program.expr(index).kind {
                    ExprKind::Int(number) => u64::try_from(number).ok()? * types.size_of(inner)?,
                    _ => return None,
                },
            };
            ty = inner;
        }
        Some(offset)
    }

    /// An expression over the names of what it reads.
    fn expr(&self, expr: ExprId, reads: &[StepId]) -> String {
        if let ExprKind::Int(number) = self.program.expr(expr).kind {
            return self
                .program
                .value_text(self.program.expr(expr).ty, number as u128);
        }
        self.program
            .expr_text_with(expr, &|place| self.load(reads, place))
    }

    /// The same as an operand of `==`.
    fn operand(&self, expr: ExprId, reads: &[StepId]) -> String {
        use program::BinaryOp::{BitAnd, BitOr, BitXor};
        let text = self.expr(expr, reads);
        let loose = match self.program.expr(expr).kind {
            ExprKind::Cond { .. } | ExprKind::And { .. } | ExprKind::Or { .. } => true,
            ExprKind::Binary { op, .. } => op.is_comparison() || matches!(op, BitAnd | BitXor | BitOr),
            _ => false,
        };
        if loose { format!("({text})") } else { text }
    }

    /// A condition over the names of the guards; `budget` is how many more parts may be written.
    fn condition(&self, at: StepId, term: TermId, nested: bool, budget: &mut usize) -> String {
        let pool = &self.equation.pool;
        if let Some(name) = latest(&self.conditions, term, at) {
            return name.to_owned();
        }
        if let Some(name) = latest(&self.opposites, term, at) {
            return format!("!{name}");
        }
        if let Some(value) = pool.constant(term).and_then(logic::Value::as_bool) {
            return if value { "TRUE" } else { "FALSE" }.to_owned();
        }
        if *budget == 0 {
            return "...".to_owned();
        }
        *budget -= 1;
        let op = pool.op(term);
        match op {
            Op::Not => format!("!{}", self.condition(at, pool.operands(term)[0], true, budget)),
            Op::And | Op::Or => {
                // A path is one long conjunction, nested to the left.
                let (mut parts, mut pending) = (Vec::new(), vec![term]);
                while let Some(part) = pending.pop() {
                    if pool.op(part) == op && !self.conditions.contains_key(&part) && parts.len() < MOST_PARTS
                    {
                        pending.extend(pool.operands(part).iter().rev());
                    } else {
                        parts.push(part);
                    }
                }
                let symbol = if op == Op::And { " && " } else { " || " };
                let texts = parts.iter().map(|&part| self.condition(at, part, true, budget));
                let text = texts.collect::<Vec<_>>().join(symbol);
                if nested { format!("({text})") } else { text }
            }
            _ => self.term(term),
        }
    }

    /// A condition that no guard stands for, on one line; what is large is left out, as nobody could read it.
    fn term(&self, root: TermId) -> String {
        enum Piece {
            Term(TermId),
            Text(&'static str),
        }
        let pool = &self.equation.pool;
        let mut text = String::new();
        let mut left = MOST_TERMS;
        let mut pending = vec![Piece::Term(root)];
        while let Some(piece) = pending.pop() {
            let term = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Piece::Term(term) => term,
            };
            if left == 0 {
                text.push_str("...");
                continue;
            }
            left -= 1;
            match pool.op(term) {
                Op::Symbol(symbol) => text.push_str(pool.symbol_name(symbol)),
                Op::Constant(_) => {
                    if let Some(value) = pool.constant(term) {
                        let _ = write!(text, "{value}");
                    }
                }
                op => {
                    let _ = write!(text, "({}", op.name());
                    pending.push(Piece::Text(")"));
                    for operand in pool.operands(term).iter().rev() {
                        pending.push(Piece::Term(*operand));
                        pending.push(Piece::Text(" "));
                    }
                }
            }
        }
        text
    }

    /// What must hold whenever the step happens; nothing for steps that say nothing about values.
    #[must_use]
    pub fn constraint(&self, id: StepId) -> Option<String> {
        let step = self.equation.step(id);
        let reads = &step.reads[..];
        let is = |right: String| self.name(id).map(|name| format!("{name} == {right}"));
        match &step.kind {
            StepKind::Assign {
                expr, value, targets, ..
            } => {
                let right = match expr {
                    Some(expr) => self.operand(*expr, reads),
                    None => self.handed_over(id, step)?,
                };
                if targets.len() > 1 {
                    // It is one of several: which one, the place says.
                    let loads = |place| self.load(reads, place);
                    let place = self.program.place_text_with(self.target(step)?, &loads);
                    return Some(format!("{place} := {right}"));
                }
                let right = match (self.constant(*value), expr) {
                    // Nothing to look at.
                    (Some(number), Some(expr)) if reads.is_empty() => self.number_of(*expr, number),
                    _ => right,
                };
                is(right)
            }
            StepKind::Copy { expr: Some(expr), .. } => {
                let right = self.program.expr_text(*expr);
                Some(format!("{} := {right}", self.name(id)?))
            }
            StepKind::Return { expr: Some(expr), .. } => is(self.operand(*expr, reads)),
            StepKind::Merge { left, .. } => {
                let name =
                    |read: Option<&StepId>| read.and_then(|read| self.name(*read)).unwrap_or("0").to_owned();
                let (mut first, mut second) = (name(reads.first()), name(reads.get(1)));
                let mut left = *left;
                if self.equation.pool.op(left) == Op::Not && !self.conditions.contains_key(&left) {
                    left = self.equation.pool.operands(left)[0];
                    std::mem::swap(&mut first, &mut second);
                }
                let condition = match latest(&self.opposites, left, id) {
                    Some(name) if !self.conditions.contains_key(&left) => {
                        std::mem::swap(&mut first, &mut second);
                        name.to_owned()
                    }
                    _ => self.condition(id, left, true, &mut { MOST_PARTS }),
                };
                is(format!("({condition} ? {first} : {second})"))
            }
            StepKind::Branch { expr, .. } => {
                let name = self.guard(id)?;
                Some(format!("{name} == ({})", self.expr(*expr, reads)))
            }
            StepKind::Assume { expr, .. } => Some(self.under(id, step.guard, &self.expr(*expr, reads))),
            StepKind::Claim { claim, cond, .. } => {
                let text = match self.equation.pool.constant(*cond).and_then(logic::Value::as_bool) {
                    Some(false) if reads.is_empty() => "FALSE".to_owned(),
                    _ => self.expr(self.program.claim(*claim).cond, reads),
                };
                Some(self.under(id, step.guard, &text))
            }
            _ => None,
        }
    }

    fn under(&self, at: StepId, guard: TermId, text: &str) -> String {
        match self.condition(at, guard, false, &mut { MOST_PARTS }).as_str() {
            "TRUE" => text.to_owned(),
            guard => format!("{guard} => {text}"),
        }
    }

    fn constant(&self, value: Value) -> Option<u128> {
        match value {
            Value::Bits(term) => self.equation.pool.constant(term)?.as_bits()?.to_u128(),
            _ => None,
        }
    }

    fn number_of(&self, expr: ExprId, bits: u128) -> String {
        let ty = self.program.expr(expr).ty;
        let signed = match crate::symex::scalar::Scalar::of(&self.program.types, ty).map(|scalar| scalar.repr)
        {
            Some(crate::symex::scalar::Repr::Int(width, true)) if width < 128 => {
                (((bits << (128 - width)) as i128) >> (128 - width)) as u128
            }
            _ => bits,
        };
        self.program.value_text(ty, signed)
    }

    /// What a parameter or the place of a result gets.
    fn handed_over(&self, id: StepId, step: &Step) -> Option<String> {
        let [read] = &step.reads[..] else {
            return None;
        };
        let source = self.equation.step(*read);
        if let StepKind::Call { callee } = source.kind {
            let frame = self.equation.frame(callee);
            let (caller, pc) = frame.caller?;
            let caller = self.program.function(self.equation.frame(caller).function);
            let InstrKind::Call { args, .. } = &caller.body.get(pc.index())?.kind else {
                return None;
            };
            let (object, _) = self.site(id)?;
            let var = self.equation.variable(object)?;
            let params = &self.program.function(frame.function).params;
            let index = params.iter().position(|&param| param == var)?;
            return Some(self.expr(*args.get(index)?, &source.reads));
        }
        let name = self.name(*read)?;
        (self.name(id) != Some(name)).then(|| name.to_owned())
    }

    /// Every constraint, and every instance of the wanted claims that is not simply true.
    #[must_use]
    pub fn constraints(&self, wanted: Option<&[ClaimId]>) -> (Vec<Constraint>, Vec<Constraint>) {
        let (mut constraints, mut claims) = (Vec::new(), Vec::new());
        let looked_at = self.looked_at();
        for (index, step) in self.equation.steps.iter().enumerate() {
            let id = StepId(index as u32);
            let truth = |cond: TermId| self.equation.pool.constant(cond).and_then(logic::Value::as_bool);
            match &step.kind {
                StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. }
                    if truth(*cond) == Some(true) =>
                {
                    continue;
                }
                _ => {}
            }
            if !looked_at[index] {
                continue;
            }
            let Some(text) = self.constraint(id) else {
                continue;
            };
            let is_wanted = match &step.kind {
                StepKind::Claim { claim, .. } => wanted.is_none_or(|wanted| wanted.contains(claim)),
                _ => false,
            };
            let list = if is_wanted { &mut claims } else { &mut constraints };
            list.push(Constraint { step: id, text });
        }
        (constraints, claims)
    }

    /// By step: whether anyone looks at what it stores, or a user might. Temporaries, results and the library's own
    /// variables that nobody reads only lengthen the list.
    fn looked_at(&self) -> Vec<bool> {
        let steps = &self.equation.steps;
        let mut shown = vec![false; steps.len()];
        for (index, step) in steps.iter().enumerate().rev() {
            let object = match &step.kind {
                StepKind::Assign { targets, .. }
                | StepKind::Part { targets, .. }
                | StepKind::Copy { targets, .. } => targets.first().map(|target| target.object),
                StepKind::Merge { object, .. } => Some(*object),
                StepKind::Return { .. } => None,
                _ => {
                    shown[index] = true;
                    None
                }
            };
            let own = object
                .and_then(|object| self.equation.variable(object))
                .is_some_and(|var| {
                    let variable = self.program.variable(var);
                    let embedded = self
                        .sources
                        .is_some_and(|sources| sources.is_embedded(variable.loc));
                    variable.lifetime != Lifetime::Temporary && !embedded
                });
            shown[index] |= own;
            if shown[index] {
                for read in &step.reads {
                    if let Some(read) = shown.get_mut(read.0 as usize) {
                        *read = true;
                    }
                }
            }
        }
        shown
    }

    /// The equation as Groce's thesis prints it: constraints, a line, and the claims that ought to follow.
    #[must_use]
    pub fn text(&self, wanted: Option<&[ClaimId]>) -> String {
        let (constraints, claims) = self.constraints(wanted);
        let mut text = String::new();
        let width = constraints.len().to_string().len() + 3;
        for (index, constraint) in constraints.iter().enumerate() {
            let number = format!("{{-{}}}", constraints.len() - index);
            let _ = writeln!(text, "{number:<width$} {}", constraint.text);
        }
        let _ = writeln!(text, "{}", "-".repeat(LINE));
        for (index, claim) in claims.iter().enumerate() {
            let number = format!("{{{}}}", index + 1);
            let _ = writeln!(text, "{number:<width$} {}", claim.text);
        }
        text
    }

    /// The line of a step in the user's text, 0 if there is none.
    #[must_use]
    pub fn line(&self, step: StepId) -> u32 {
        let loc = self.equation.user_loc(self.program, step);
        self.sources.map_or(0, |sources| sources.line(loc))
    }
}

const LINE: usize = 40;
/// Parts of a term that are written before the rest is left out.
const MOST_TERMS: usize = 24;
/// Parts of a condition that are written before the rest is left out.
const MOST_PARTS: usize = 100;

/// The last name that a condition got before a step.
fn latest(names: &HashMap<TermId, Vec<(StepId, String)>>, term: TermId, at: StepId) -> Option<&str> {
    let known = names.get(&term)?;
    let before = known.partition_point(|(step, _)| *step <= at);
    let (_, name) = known.get(before.saturating_sub(1))?;
    Some(name)
}

/// A name for each object, no two the same unless they are one variable of one activation.
fn object_names(
    program: &Program,
    equation: &Equation,
    sources: Option<&SourceMap>,
) -> HashMap<ObjectId, String> {
    let mut same_name: BTreeMap<&str, BTreeSet<VarId>> = BTreeMap::new();
    let objects = (0..equation.objects.len() as u32).map(ObjectId);
    for object in objects.clone() {
        if let Some(var) = equation.variable(object) {
            same_name
                .entry(&program.variable(var).name)
                .or_default()
                .insert(var);
        }
    }
    let mut activations: HashMap<VarId, Vec<FrameId>> = HashMap::new();
    let mut temporaries: HashMap<VarId, usize> = HashMap::new();
    let mut heap: HashMap<String, u32> = HashMap::new();
    let mut names = HashMap::new();
    for object in objects {
        let kind = equation.object_kind(object);
        let name = match kind {
            ObjectKind::Static(var) | ObjectKind::Local { var, .. } | ObjectKind::Vla { var, .. } => {
                let variable = program.variable(var);
                let mut name = if variable.lifetime == Lifetime::Temporary {
                    let next = temporaries.len() + 1;
                    format!("${}", temporaries.entry(var).or_insert(next))
                } else {
                    let shared = same_name
                        .get(variable.name.as_str())
                        .is_some_and(|vars| vars.len() > 1);
                    match variable.function.filter(|_| shared) {
                        Some(function) => format!("{}::{}", program.function(function).name, variable.name),
                        None => variable.name.clone(),
                    }
                };
                if let ObjectKind::Local { frame, .. } | ObjectKind::Vla { frame, .. } = kind {
                    let frames = activations.entry(var).or_default();
                    let index = frames
                        .iter()
                        .position(|&known| known == frame)
                        .unwrap_or_else(|| {
                            frames.push(frame);
                            frames.len() - 1
                        });
                    if index > 0 {
                        let _ = write!(name, "@{}", index + 1);
                    }
                }
                name
            }
            ObjectKind::Heap(loc) | ObjectKind::Alloca { loc, .. } => {
                let word = if matches!(kind, ObjectKind::Heap(_)) {
                    "malloc"
                } else {
                    "alloca"
                };
                let line = sources.map_or(0, |sources| sources.line(loc));
                let name = format!("{word}@{line}");
                let count = heap.entry(name.clone()).or_default();
                *count += 1;
                if *count == 1 {
                    name
                } else {
                    format!("{name}@{count}")
                }
            }
            ObjectKind::Arguments => "argv".to_owned(),
            ObjectKind::Function(function) => program.function(function).name.clone(),
            ObjectKind::Nothing => "nothing".to_owned(),
            ObjectKind::Result => "result".to_owned(),
        };
        names.insert(object, name);
    }
    names
}
