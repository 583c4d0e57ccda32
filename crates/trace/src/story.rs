//! Differences in source terms, with the values that the interpreter saw.
//!
//! Both runs are executed by the interpreter from their inputs. Each step of the equation that happens in a run is matched
//! with the event of the execution: the same instruction, for the same time. The event's text is what is shown, and
//! the two must agree (`agreement`); if they do not, the tool is wrong and says so.

use std::collections::{HashMap, HashSet, VecDeque};

use bmc::{Chosen, Equation, Execution, InputKind, InputValue, StepId, StepKind};
use interp::{At, Observer, Passed};
use logic::Evaluator;
use program::{Callee, Construct, ExprId, ExprKind, FunctionId, InstrKind, Intrinsic, Pc, Program};
use source::SourceMap;

use crate::agreement::{Agreement, Witnessed};
use crate::metric::StepValue;
use crate::{Ended, Replay};

/// Something seen in an execution.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    /// What was written to, if the source has a name for it.
    name: Option<String>,
    what: Witnessed,
}

/// A decision seen in an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decided {
    taken: Option<bool>,
    text: String,
}

/// An execution of the interpreter, event by event.
#[derive(Debug, Default)]
struct Recorder {
    assigned: HashMap<(FunctionId, Pc), VecDeque<Seen>>,
    /// By the condition, too: an instruction may decide several.
    branched: HashMap<(FunctionId, Pc, Option<ExprId>), VecDeque<Decided>>,
    called: HashMap<(FunctionId, Pc), VecDeque<Vec<Witnessed>>>,
    returned: HashMap<FunctionId, VecDeque<Option<Witnessed>>>,
    inputs: HashMap<(String, u32), u128>,
}

impl Recorder {
    /// Something in the user's functions that no step was matched with. Decisions inside an expression are no steps.
    fn left(&self, program: &Program) -> Option<(FunctionId, &'static str)> {
        let assigned = self.assigned.iter().filter(|(_, left)| !left.is_empty());
        let assigned = assigned.map(|((function, pc), _)| (*function, *pc, "an assignment"));
        let is_step = |function: FunctionId, pc: Pc, cond: Option<ExprId>| {
            let instr = program.function(function).body.get(pc.index());
            match instr.map(|instr| &instr.kind) {
                Some(InstrKind::Branch { cond: own, .. }) => cond == Some(*own),
                _ => cond.is_none(),
            }
        };
        let branched = self.branched.iter();
        let branched = branched
            .filter(|((function, pc, cond), left)| !left.is_empty() && is_step(*function, *pc, *cond))
            .map(|((function, pc, _), _)| (*function, *pc, "a branch"));
        assigned
            .chain(branched)
            .filter(|(function, ..)| !program.function(*function).embedded)
            .min()
            .map(|(function, _, what)| (function, what))
    }
}

fn witnessed(passed: &Passed) -> Witnessed {
    Witnessed {
        value: passed.value.clone(),
        pointee: passed.pointee,
        text: passed.text.clone(),
    }
}

impl Observer for Recorder {
    fn assigned(&mut self, at: At, assignment: &interp::Assignment) {
        let seen = Seen {
            name: Some(assignment.place.clone()),
            what: Witnessed {
                value: assignment.value.clone(),
                pointee: assignment.pointee,
                text: assignment.text.clone(),
            },
        };
        self.assigned
            .entry((at.function, at.pc))
            .or_default()
            .push_back(seen);
    }

    fn branched(&mut self, at: At, _construct: Construct, cond: ExprId, taken: bool) {
        let decided = Decided {
            taken: Some(taken),
            text: String::new(),
        };
        self.branched
            .entry((at.function, at.pc, Some(cond)))
            .or_default()
            .push_back(decided);
    }

    fn switched(&mut self, at: At, value: &str, _target: Pc) {
        let decided = Decided {
            taken: None,
            text: value.to_owned(),
        };
        self.branched
            .entry((at.function, at.pc, None))
            .or_default()
            .push_back(decided);
    }

    fn called(&mut self, at: At, _callee: FunctionId, arguments: &[Passed]) {
        self.called
            .entry((at.function, at.pc))
            .or_default()
            .push_back(arguments.iter().map(witnessed).collect());
    }

    fn returned(&mut self, _at: At, from: FunctionId, value: Option<&Passed>) {
        self.returned
            .entry(from)
            .or_default()
            .push_back(value.map(witnessed));
    }

    fn input(&mut self, _at: At, record: &InputValue) {
        self.inputs
            .insert((record.name.clone(), record.occurrence), record.bits);
    }
}

/// What the interpreter says about one run: by step that happens, the text of its value.
#[derive(Debug, Clone)]
pub struct Told {
    /// By step: the value in C syntax, if it happens and has one.
    texts: Vec<Option<String>>,
    /// By step: what was written to.
    names: Vec<Option<String>>,
    pub happens: Vec<bool>,
    pub ended: Ended,
    pub inputs: Vec<InputValue>,
    /// Values that were not compared, because the solver does not compute what they follow from.
    pub uncompared: usize,
}

impl Told {
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
pub fn tell(
    replay: &Replay<'_>,
    equation: &Equation,
    execution: &Execution,
    inputs: Vec<InputValue>,
) -> Result<Told, Mismatch> {
    let program = replay.program;
    let mut recorder = Recorder::default();
    let ended = replay.run(&inputs, &mut recorder);
    let count = equation.steps.len();
    let mut told = Told {
        texts: vec![None; count],
        names: vec![None; count],
        happens: execution.happens.clone(),
        ended,
        inputs,
        uncompared: 0,
    };
    let mut agreement = Agreement::new(program, equation, execution);
    let mut evaluator = Evaluator::with_defaults(&equation.pool, &execution.assignment);
    let mut occurrences: HashMap<&str, u32> = HashMap::new();
    let mut bound: Option<(usize, Vec<Witnessed>)> = None;
    let mut copied: Option<(StepId, Seen)> = None;
    let readers = readers(program);
    // In the user's functions there is an event for each step. The library's models may do things of their own.
    let is_own = |function: FunctionId, step: &bmc::Step| {
        let written = match &step.kind {
            StepKind::Assign { expr, .. } => expr.is_some(),
            _ => true,
        };
        written && !program.function(function).embedded
    };
    for (index, step) in equation.steps.iter().enumerate() {
        if !execution.happens[index] {
            continue;
        }
        let id = StepId(index as u32);
        let function = equation.frame(step.frame).function;
        if readers.contains(&function) && !matches!(step.kind, StepKind::Input { .. }) {
            if let StepKind::Assign { targets, ty, .. } = &step.kind {
                told.names[index] = target_name(replay, equation, targets, *ty);
                told.texts[index] = plain_text(program, *ty, execution.values[index]);
            }
            continue;
        }
        match &step.kind {
            StepKind::Input { name, ty, kind, .. } => {
                let occurrence = occurrences.entry(name).or_insert(0);
                *occurrence += 1;
                // Parts of standard input have no names there; they make up the text that was read.
                let bits = match kind.is_stdin() {
                    true => execution.values[index],
                    false => recorder.inputs.get(&(name.clone(), *occurrence)).copied(),
                };
                let text = bits.map(|bits| input_text(program, *kind, *ty, bits));
                told.names[index] = Some(runs::input_key(name, *occurrence));
                told.texts[index] = text.or_else(|| plain_text(program, *ty, execution.values[index]));
            }
            StepKind::Call { callee } => {
                let waiting = recorder
                    .called
                    .get_mut(&(function, step.pc))
                    .and_then(VecDeque::pop_front);
                bound = waiting.map(|arguments| (callee.0 as usize, arguments));
            }
            // A parameter gets its value: told with the call.
            StepKind::Assign { targets, ty, .. } if is_parameter(equation, step) => {
                let var = targets
                    .first()
                    .and_then(|target| equation.variable(target.object));
                let params = &program.function(function).params;
                let position = var.and_then(|var| params.iter().position(|param| *param == var));
                let seen = match (&bound, position) {
                    (Some((frame, arguments)), Some(position)) if *frame == step.frame.0 as usize => {
                        arguments.get(position)
                    }
                    _ => None,
                };
                told.names[index] = var.map(|var| program.variable(var).name.clone());
                told.texts[index] = match seen {
                    Some(seen) => {
                        agreement.value(id, *ty, seen)?;
                        Some(seen.text.clone())
                    }
                    None => plain_text(program, *ty, execution.values[index]),
                };
            }
            StepKind::Copy { .. } => {
                let seen = recorder.assigned.get_mut(&(function, step.pc));
                copied = seen.and_then(VecDeque::pop_front).map(|seen| (id, seen));
            }
            StepKind::Part {
                whole,
                at,
                targets,
                ty,
                ..
            } => {
                let target = targets.first();
                let name = target.map(|target| {
                    let offset = number(equation, target.offset).unwrap_or(0);
                    let named = equation.name_of(program, replay.sources, target.object, offset, Some(*ty));
                    match &equation.step(*whole).kind {
                        // Only the interpreter knows which place it is.
                        StepKind::Copy { targets, .. } if targets.len() > 1 => {
                            copied.as_ref().and_then(|(_, seen)| seen.name.clone())
                        }
                        _ => Some(named),
                    }
                });
                told.names[index] = name.flatten();
                let bytes = match &equation.step(*whole).kind {
                    StepKind::Call { .. } => {
                        let var = target.and_then(|target| equation.variable(target.object));
                        let params = &program.function(function).params;
                        let position = var.and_then(|var| params.iter().position(|param| *param == var));
                        let passed = bound.as_ref().map(|(_, arguments)| arguments);
                        position.and_then(|position| passed?.get(position))
                    }
                    _ => copied
                        .as_ref()
                        .filter(|(copy, _)| copy == whole)
                        .map(|(_, seen)| &seen.what),
                };
                if let Some(seen) = bytes.and_then(|whole| part_of(program, &whole.value, *at, *ty)) {
                    agreement.value(id, *ty, &seen)?;
                    told.texts[index] = Some(seen.text);
                }
            }
            StepKind::Assign { ty, .. } => {
                let seen = recorder.assigned.get_mut(&(function, step.pc));
                if let Some(seen) = seen.and_then(VecDeque::pop_front) {
                    agreement.value(id, *ty, &seen.what)?;
                    told.names[index] = seen.name;
                    told.texts[index] = Some(seen.what.text);
                } else if is_own(function, step) {
                    agreement.unseen(id)?;
                }
            }
            StepKind::Branch { expr, cond } => {
                let seen = recorder.branched.get_mut(&(function, step.pc, Some(*expr)));
                if let Some(taken) = seen.and_then(VecDeque::pop_front).and_then(|seen| seen.taken) {
                    let said = evaluator.eval(*cond).ok().and_then(|value| value.as_bool());
                    agreement.branch(id, *cond, said, taken)?;
                } else if is_own(function, step) {
                    agreement.unseen(id)?;
                }
            }
            StepKind::Switch { .. } => {
                let seen = recorder.branched.get_mut(&(function, step.pc, None));
                told.texts[index] = seen.and_then(VecDeque::pop_front).map(|seen| seen.text);
                if told.texts[index].is_none() && is_own(function, step) {
                    agreement.unseen(id)?;
                }
            }
            StepKind::Return { expr, .. } => {
                let seen = recorder.returned.get_mut(&function).and_then(VecDeque::pop_front);
                let ty = expr.map(|expr| program.expr(expr).ty);
                told.texts[index] = match (seen.flatten(), ty) {
                    (Some(seen), Some(ty)) => {
                        agreement.value(id, ty, &seen)?;
                        Some(seen.text)
                    }
                    (_, Some(ty)) => plain_text(program, ty, execution.values[index]),
                    _ => None,
                };
                told.names[index] = Some(format!("{}()", program.function(function).name));
            }
            _ => {}
        }
    }
    if let Some((function, what)) = recorder.left(program) {
        let what = format!("{what} in {}", program.function(function).name);
        agreement.unforeseen(execution.end, &what)?;
    }
    told.uncompared = agreement.uncompared;
    Ok(told)
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
pub fn origin(equation: &Equation, execution: &Execution, mut step: StepId) -> StepId {
    for _ in 0..equation.steps.len() {
        let StepKind::Merge { .. } = equation.step(step).kind else {
            break;
        };
        // Of what it reads, the one that happened last is what the run left there.
        let happened = equation
            .step(step)
            .reads
            .iter()
            .copied()
            .filter(|read| *read < step && execution.happens[read.0 as usize])
            .max();
        match happened {
            Some(read) => step = read,
            None => break,
        }
    }
    step
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
