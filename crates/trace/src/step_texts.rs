//! Differences in source terms, with the values that the interpreter saw.
//!
//! Both runs are executed by the interpreter from their inputs. Each step of the equation that happens in a run is
//! matched with the event of the execution: the same instruction, for the same time. The event's text is what is shown,
//! and the two must agree (`agreement`); if they do not, the tool is wrong and says so.

use std::collections::{HashMap, HashSet, VecDeque};

use bmc::{Chosen, Equation, Execution, InputKind, InputValue, StepId, StepKind};
use interp::Read;
use logic::Evaluator;
use program::{
    Callee, ClaimId, ExprId, ExprKind, FunctionId, InstrKind, Intrinsic, PlaceBase, Program, Projection,
};
use source::SourceMap;

use crate::agreement::{Agreement, Witnessed};
use crate::metric::StepValue;
use crate::recorder::{Recorder, Seen};
use crate::{Ended, Replay};

/// What the interpreter says about one run: by step that happens, the text of its value.
#[derive(Debug, Clone)]
pub struct StepTexts {
    /// By step: the value in C syntax, if it happens and has one.
    texts: Vec<Option<String>>,
    /// By step: what was written to.
    names: Vec<Option<String>>,
    pub happens: Vec<bool>,
    pub ended: Ended,
    pub inputs: Vec<InputValue>,
    /// Values that were not compared, because the solver does not compute what they follow from.
    pub uncompared: usize,
    /// By step of the claim that was asked about.
    reads: HashMap<StepId, Vec<Read>>,
}

impl StepTexts {
    /// The value of a step in C syntax; nothing if it did not happen.
    #[must_use]
    pub fn text(&self, step: StepId) -> Option<&str> {
        self.texts[step.0 as usize].as_deref()
    }

    /// What a step wrote to.
    #[must_use]
    pub fn name(&self, step: StepId) -> Option<&str> {
        self.names[step.0 as usize].as_deref()
    }

    /// What a claim read there, in the order of evaluation; only of the claim that was asked about.
    #[must_use]
    pub fn reads(&self, step: StepId) -> &[Read] {
        self.reads.get(&step).map_or(&[], Vec::as_slice)
    }

    #[must_use]
    pub fn happened(&self, step: StepId) -> bool {
        self.happens[step.0 as usize]
    }
}

/// A step's value was another one when the run was executed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {} is {expected} for the solver and {found} in the execution", .step.0)]
pub struct Mismatch {
    pub step: StepId,
    pub expected: String,
    pub found: String,
}

/// Executes a run and matches its steps with the events.
///
/// # Errors
/// If the execution did something else than the equation says.
pub fn observe(
    replay: &Replay<'_>,
    equation: &Equation,
    execution: &Execution,
    inputs: Vec<InputValue>,
) -> Result<StepTexts, Mismatch> {
    observe_with_claim(replay, equation, execution, inputs, None)
}

/// The same, and what a claim reads each time it is decided.
///
/// # Errors
/// If the execution did something else than the equation says.
pub fn observe_with_claim(
    replay: &Replay<'_>,
    equation: &Equation,
    execution: &Execution,
    inputs: Vec<InputValue>,
    claim: Option<ClaimId>,
) -> Result<StepTexts, Mismatch> {
    let program = replay.program;
    let mut recorder = Recorder {
        claim,
        ..Recorder::default()
    };
    let ended = replay.run(&inputs, &mut recorder);
    let given_up = ended.given_up();
    let count = equation.steps.len();
    let mut matching = Matching {
        replay,
        equation,
        execution,
        recorder,
        texts: StepTexts {
            texts: vec![None; count],
            names: vec![None; count],
            happens: execution.happens.clone(),
            ended,
            inputs,
            uncompared: 0,
            reads: HashMap::new(),
        },
        agreement: Agreement::new(program, equation, execution, given_up),
        evaluator: Evaluator::with_defaults(&equation.pool, &execution.assignment),
        occurrences: HashMap::new(),
        bound: None,
        copied: None,
    };
    let readers = readers(program);
    for (index, step) in equation.steps.iter().enumerate() {
        if !execution.happens[index] {
            continue;
        }
        let id = StepId(index as u32);
        let function = equation.frame(step.frame).function;
        if readers.contains(&function) && !matches!(step.kind, StepKind::Input { .. }) {
            matching.read_by_library(index, step);
        } else {
            matching.step(id, function, step)?;
        }
    }
    let Matching {
        recorder,
        mut agreement,
        mut texts,
        ..
    } = matching;
    if let Some((function, what)) = recorder.left(program) {
        let what = format!("{what} in {}", program.function(function).name);
        agreement.unforeseen(execution.end, &what)?;
    }
    texts.uncompared = agreement.uncompared;
    Ok(texts)
}

/// Steps and events, while one is matched with the other.
struct Matching<'a> {
    replay: &'a Replay<'a>,
    equation: &'a Equation,
    execution: &'a Execution,
    recorder: Recorder,
    texts: StepTexts,
    agreement: Agreement<'a>,
    evaluator: Evaluator<'a>,
    /// How often each input was read.
    occurrences: HashMap<&'a str, u32>,
    /// The arguments of the last call, by the number of its frame.
    bound: Option<(usize, Vec<Witnessed>)>,
    /// The last record or array that was copied as a whole.
    copied: Option<(StepId, Seen)>,
}

impl<'a> Matching<'a> {
    /// What the library's readers store is told with the values of the equation.
    fn read_by_library(&mut self, index: usize, step: &bmc::Step) {
        if let StepKind::Assign { targets, ty, .. } = &step.kind {
            self.texts.names[index] = target_name(self.replay, self.equation, targets, *ty);
            self.texts.texts[index] = self.plain(index, *ty);
        }
    }

    fn plain(&self, index: usize, ty: ctype::TypeId) -> Option<String> {
        plain_text(self.replay.program, ty, self.execution.values[index])
    }

    fn step(&mut self, id: StepId, function: FunctionId, step: &'a bmc::Step) -> Result<(), Mismatch> {
        let index = id.0 as usize;
        match &step.kind {
            StepKind::Input { name, ty, kind, .. } => self.input(index, name, *ty, *kind),
            StepKind::Call { callee } => {
                let waiting = self.recorder.called.get_mut(&(function, step.pc));
                let waiting = waiting.and_then(VecDeque::pop_front);
                self.bound = waiting.map(|arguments| (callee.0 as usize, arguments));
            }
            StepKind::Assign { targets, ty, .. } if is_parameter(self.equation, step) => {
                self.parameter(id, function, step, targets, *ty)?;
            }
            StepKind::Copy { .. } => {
                let seen = self.recorder.assigned.get_mut(&(function, step.pc));
                self.copied = seen.and_then(VecDeque::pop_front).map(|seen| (id, seen));
            }
            StepKind::Part {
                whole,
                at,
                targets,
                ty,
                ..
            } => self.part(id, function, *whole, *at, (targets.first(), *ty))?,
            StepKind::Assign { ty, .. } => {
                let seen = self.recorder.assigned.get_mut(&(function, step.pc));
                if let Some(seen) = seen.and_then(VecDeque::pop_front) {
                    self.agreement.value(id, *ty, &seen.what)?;
                    self.texts.names[index] = seen.name;
                    self.texts.texts[index] = Some(seen.what.text);
                } else if self.is_own(function, step) {
                    self.agreement.unseen(id)?;
                }
            }
            StepKind::Branch { expr, cond } => {
                let seen = self.recorder.branched.get_mut(&(function, step.pc, Some(*expr)));
                if let Some(taken) = seen.and_then(VecDeque::pop_front).and_then(|seen| seen.taken) {
                    let said = self.evaluator.eval(*cond).ok().and_then(|value| value.as_bool());
                    self.agreement.branch(id, *cond, said, taken)?;
                } else if self.is_own(function, step) {
                    self.agreement.unseen(id)?;
                }
            }
            StepKind::Switch { .. } => {
                let seen = self.recorder.branched.get_mut(&(function, step.pc, None));
                self.texts.texts[index] = seen.and_then(VecDeque::pop_front).map(|seen| seen.text);
                if self.texts.texts[index].is_none() && self.is_own(function, step) {
                    self.agreement.unseen(id)?;
                }
            }
            StepKind::Return { expr, .. } => self.returned(id, function, *expr)?,
            StepKind::Claim { claim, .. } if Some(*claim) == self.recorder.claim => {
                if let Some(reads) = self.recorder.examined.pop_front() {
                    self.texts.reads.insert(id, reads);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// In the user's functions there is an event for each step. The library's models may do things of their own.
    fn is_own(&self, function: FunctionId, step: &bmc::Step) -> bool {
        let written = match &step.kind {
            StepKind::Assign { expr, .. } => expr.is_some(),
            _ => true,
        };
        written && !self.replay.program.function(function).embedded
    }

    fn input(&mut self, index: usize, name: &'a str, ty: ctype::TypeId, kind: InputKind) {
        let occurrence = self.occurrences.entry(name).or_insert(0);
        *occurrence += 1;
        // Parts of standard input have no names there; they make up the text that was read.
        let bits = match kind.is_stdin() {
            true => self.execution.values[index],
            false => self.recorder.inputs.get(&(name.to_owned(), *occurrence)).copied(),
        };
        let text = bits.map(|bits| input_text(self.replay.program, kind, ty, bits));
        self.texts.names[index] = Some(runs::input_key(name, *occurrence));
        self.texts.texts[index] = text.or_else(|| self.plain(index, ty));
    }

    /// Which parameter of a function a step stores in.
    fn position(&self, function: FunctionId, target: Option<&bmc::Target>) -> Option<usize> {
        let var = target.and_then(|target| self.equation.variable(target.object))?;
        let params = &self.replay.program.function(function).params;
        params.iter().position(|param| *param == var)
    }

    /// A parameter gets its value: told with the call.
    fn parameter(
        &mut self,
        id: StepId,
        function: FunctionId,
        step: &bmc::Step,
        targets: &[bmc::Target],
        ty: ctype::TypeId,
    ) -> Result<(), Mismatch> {
        let index = id.0 as usize;
        let seen = match (&self.bound, self.position(function, targets.first())) {
            (Some((frame, arguments)), Some(position)) if *frame == step.frame.0 as usize => {
                arguments.get(position)
            }
            _ => None,
        };
        let var = targets
            .first()
            .and_then(|target| self.equation.variable(target.object));
        let program = self.replay.program;
        self.texts.names[index] = var.map(|var| program.variable(var).name.clone());
        self.texts.texts[index] = match seen {
            Some(seen) => {
                self.agreement.value(id, ty, seen)?;
                Some(seen.text.clone())
            }
            None => self.plain(index, ty),
        };
        Ok(())
    }

    /// A scalar of something that was copied or passed as a whole.
    fn part(
        &mut self,
        id: StepId,
        function: FunctionId,
        whole: StepId,
        at: u64,
        (target, ty): (Option<&bmc::Target>, ctype::TypeId),
    ) -> Result<(), Mismatch> {
        let (index, program) = (id.0 as usize, self.replay.program);
        let copied = self.copied.as_ref();
        let name = target.map(|target| {
            let offset = number(self.equation, target.offset).unwrap_or(0);
            let sources = self.replay.sources;
            let named = self
                .equation
                .name_of(program, sources, target.object, offset, Some(ty));
            match &self.equation.step(whole).kind {
                // Only the interpreter knows which place it is.
                StepKind::Copy { targets, .. } if targets.len() > 1 => {
                    copied.and_then(|(_, seen)| seen.name.clone())
                }
                _ => Some(named),
            }
        });
        self.texts.names[index] = name.flatten();
        let bytes = match &self.equation.step(whole).kind {
            StepKind::Call { .. } => {
                let passed = self.bound.as_ref().map(|(_, arguments)| arguments);
                let position = self.position(function, target);
                position.and_then(|position| passed?.get(position))
            }
            _ => copied
                .filter(|(copy, _)| *copy == whole)
                .map(|(_, seen)| &seen.what),
        };
        if let Some(seen) = bytes.and_then(|whole| part_of(program, &whole.value, at, ty)) {
            self.agreement.value(id, ty, &seen)?;
            self.texts.texts[index] = Some(seen.text);
        }
        Ok(())
    }

    fn returned(&mut self, id: StepId, function: FunctionId, expr: Option<ExprId>) -> Result<(), Mismatch> {
        let (index, program) = (id.0 as usize, self.replay.program);
        let seen = self.recorder.returned.get_mut(&function);
        let seen = seen.and_then(VecDeque::pop_front).flatten();
        let ty = expr.map(|expr| program.expr(expr).ty);
        self.texts.texts[index] = match (seen, ty) {
            (Some(seen), Some(ty)) => {
                self.agreement.value(id, ty, &seen)?;
                Some(seen.text)
            }
            (_, Some(ty)) => self.plain(index, ty),
            _ => None,
        };
        self.texts.names[index] = Some(format!("{}()", program.function(function).name));
        Ok(())
    }
}

fn number(equation: &Equation, term: logic::TermId) -> Option<u64> {
    let value = equation.pool.constant(term)?;
    value.as_bits().and_then(logic::Bits::to_u64)
}

/// A scalar of a record or array that the interpreter saw as a whole.
fn part_of(program: &Program, whole: &interp::Value, at: u64, ty: ctype::TypeId) -> Option<Witnessed> {
    let interp::Value::Bytes {
        bytes,
        written,
        pointers,
    } = whole
    else {
        return None;
    };
    let at = usize::try_from(at).ok()?;
    let size = usize::try_from(program.types.size_of(ty)?).ok()?;
    let end = at.checked_add(size).filter(|_| size <= 16)?;
    if !written.get(at..end)?.iter().all(|written| *written) {
        return None;
    }
    let mut raw = [0; 16];
    raw[..size].copy_from_slice(bytes.get(at..end)?);
    let bits = u128::from_le_bytes(raw);
    if program.types.pointee(ty).is_some() {
        let (_, pointee, text) = pointers.iter().find(|(start, ..)| *start == at)?;
        let provenance = interp::Provenance::NONE;
        let address = bits as u64;
        return Some(Witnessed {
            value: interp::Value::Pointer(interp::Pointer { address, provenance }),
            pointee: *pointee,
            text: text.clone(),
        });
    }
    if program.types.float_format(ty).is_some() {
        return Some(Witnessed {
            value: interp::Value::Float(bits),
            pointee: None,
            text: program.value_text(ty, bits),
        });
    }
    let number = signed(program, ty, bits)?;
    Some(Witnessed {
        value: interp::Value::Int(number),
        pointee: None,
        text: program.value_text(ty, number as u128),
    })
}

/// The library's reading functions, through which an execution need not go as the equation does: the models that ask
/// whether input is open, those that call them, and what all of these call.
fn readers(program: &Program) -> HashSet<FunctionId> {
    let models = || {
        let all = program.functions.iter().enumerate();
        all.filter(|(_, function)| function.embedded)
            .map(|(index, function)| (FunctionId(index as u32), function))
    };
    let asks = |kind: &InstrKind| {
        let InstrKind::Branch { cond, .. } = kind else {
            return false;
        };
        let mut pending = vec![*cond];
        while let Some(expr) = pending.pop() {
            let op = Intrinsic::InputIsOpen;
            if matches!(&program.expr(expr).kind, ExprKind::Intrinsic { op: found, .. } if *found == op) {
                return true;
            }
            program.operands(expr, |operand| pending.push(operand));
        }
        false
    };
    let calls = |function: &program::Function| -> Vec<FunctionId> {
        let callee = |instr: &program::Instr| match instr.kind {
            InstrKind::Call {
                callee: Callee::Direct(callee),
                ..
            } => Some(callee),
            _ => None,
        };
        function.body.iter().filter_map(callee).collect()
    };
    let mut found: HashSet<FunctionId> = models()
        .filter(|(_, function)| function.body.iter().any(|instr| asks(&instr.kind)))
        .map(|(id, _)| id)
        .collect();
    loop {
        let before = found.len();
        for (id, function) in models() {
            if calls(function).iter().any(|callee| found.contains(callee)) {
                found.insert(id);
            }
        }
        if found.len() == before {
            break;
        }
    }
    let mut pending: Vec<FunctionId> = found.iter().copied().collect();
    while let Some(id) = pending.pop() {
        for callee in calls(program.function(id)) {
            if found.insert(callee) {
                pending.push(callee);
            }
        }
    }
    found
}

/// What an assignment writes to, if that does not depend on the run.
fn target_name(
    replay: &Replay<'_>,
    equation: &Equation,
    targets: &[bmc::Target],
    ty: ctype::TypeId,
) -> Option<String> {
    let [target] = targets else { return None };
    let offset = equation.pool.constant(target.offset)?.as_bits()?.to_u64()?;
    Some(equation.name_of(replay.program, replay.sources, target.object, offset, Some(ty)))
}

/// The value of an input in C syntax.
fn input_text(program: &Program, kind: InputKind, ty: ctype::TypeId, bits: u128) -> String {
    match (kind, bits) {
        (InputKind::Chosen(Chosen::Outcome { .. }), 0) => "a number".to_owned(),
        (InputKind::Chosen(Chosen::Outcome { .. }), 1) => "no number".to_owned(),
        (InputKind::Chosen(Chosen::Outcome { .. }), _) => "end of input".to_owned(),
        (InputKind::Stdin | InputKind::Chosen(Chosen::First | Chosen::Next(_)), _) => {
            match u8::try_from(bits & 0xffff_ffff) {
                Ok(byte) => format!("'{}'", std::ascii::escape_default(byte)),
                Err(_) => "end of input".to_owned(),
            }
        }
        _ => {
            let number = signed(program, ty, bits);
            program.value_text(ty, number.map_or(bits, |number| number as u128))
        }
    }
}

/// Whether a step gives a parameter of its own activation its value: it reads the call.
fn is_parameter(equation: &Equation, step: &bmc::Step) -> bool {
    matches!(step.kind, StepKind::Assign { expr: None, .. })
        && step.reads.len() == 1
        && matches!(equation.step(step.reads[0]).kind, StepKind::Call { callee } if callee == step.frame)
}

/// An integer value in C syntax, without the interpreter's help.
fn plain_text(program: &Program, ty: ctype::TypeId, bits: Option<u128>) -> Option<String> {
    let bits = bits?;
    let number = signed(program, ty, bits)?;
    Some(program.value_text(ty, number as u128))
}

/// The number that some bits are in an integer type.
#[must_use]
pub fn signed(program: &Program, ty: ctype::TypeId, bits: u128) -> Option<i128> {
    let (width, is_signed) = program.types.integer(ty)?;
    if width >= 128 {
        return Some(bits as i128);
    }
    let low = bits & ((1 << width) - 1);
    Some(match is_signed && low >> (width - 1) == 1 {
        true => low as i128 - (1i128 << width),
        false => low as i128,
    })
}

/// The step that made what a merge holds in a run.
#[must_use]
pub fn origin(program: &Program, equation: &Equation, execution: &Execution, mut step: StepId) -> StepId {
    for _ in 0..equation.steps.len() {
        let StepKind::Merge { .. } = equation.step(step).kind else {
            break;
        };
        // Of what it reads, the one that happened last is what the run left there. A store through an index or a
        // pointer may have gone elsewhere: then what it stored is not what lies here.
        let value = execution.values[step.0 as usize];
        let is_here = |read: &StepId| match (value, execution.values[read.0 as usize]) {
            (Some(here), Some(stored)) => here == stored || stores_bit_field(program, equation, *read),
            _ => true,
        };
        let happened = equation
            .step(step)
            .reads
            .iter()
            .copied()
            .filter(|read| *read < step && execution.happens[read.0 as usize])
            .filter(is_here)
            .max();
        match happened {
            Some(read) => step = read,
            None => break,
        }
    }
    step
}

/// Whether a step stores some bits only of what lies there.
fn stores_bit_field(program: &Program, equation: &Equation, step: StepId) -> bool {
    let step = equation.step(step);
    let function = program.function(equation.frame(step.frame).function);
    let Some(InstrKind::Assign { place, .. }) = function.body.get(step.pc.index()).map(|instr| &instr.kind)
    else {
        return false;
    };
    let place = program.place(*place);
    let mut ty = match place.base {
        PlaceBase::Var(var) => Some(program.variable(var).ty),
        PlaceBase::Deref(pointer) => program.types.pointee(program.expr(pointer).ty),
    };
    let mut is_bit_field = false;
    for projection in &place.path {
        let record = ty.and_then(|ty| program.types.record_of(ty));
        is_bit_field = match (projection, record) {
            (Projection::Field(index), Some(record)) => {
                let field = program.types.record(record).fields.get(*index as usize);
                field.is_some_and(|field| field.bits.is_some())
            }
            _ => false,
        };
        ty = ty.and_then(|ty| program.project(ty, *projection));
    }
    is_bit_field
}

/// The text of a guard's value.
#[must_use]
pub fn guard_text(value: &StepValue, happened: bool) -> &'static str {
    match (&value.first, happened) {
        (_, false) => "not reached",
        (logic::Value::Bool(true), true) => "taken",
        (logic::Value::Bool(false), true) => "not taken",
        _ => "",
    }
}

/// The text at a place in the source, on one line.
#[must_use]
pub fn source_text(sources: Option<&SourceMap>, loc: source::LocId) -> Option<String> {
    let sources = sources?;
    if loc == source::LocId::NONE {
        return None;
    }
    let text = sources.text(sources.location(loc).used);
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}
