//! Differences in source terms, with the values that the interpreter saw.
//!
//! Both runs are executed by the interpreter from their inputs. Each step of the equation that happens in a run is matched
//! with the event of the execution: the same instruction, for the same time. The event's text is what is shown, and
//! where both have a number the two must agree; if they do not, the tool is wrong and says so.

use std::collections::{HashMap, HashSet, VecDeque};

use bmc::{Chosen, Equation, Execution, InputKind, InputValue, StepId, StepKind};
use interp::{At, InputRecord, Observer};
use logic::Evaluator;
use program::{Callee, Construct, ExprId, ExprKind, FunctionId, InstrKind, Intrinsic, Pc, Program};
use source::SourceMap;

use crate::metric::StepValue;
use crate::{Ended, Replay};

/// Something seen in an execution.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    /// What was written to, if the source has a name for it.
    name: Option<String>,
    text: String,
    number: Option<i128>,
}

/// An execution of the interpreter, event by event.
#[derive(Debug, Default)]
struct Recorder {
    assigned: HashMap<(FunctionId, Pc), VecDeque<Seen>>,
    /// By the condition, too: an instruction may decide several.
    branched: HashMap<(FunctionId, Pc, Option<ExprId>), VecDeque<Seen>>,
    called: HashMap<(FunctionId, Pc), VecDeque<Vec<String>>>,
    returned: HashMap<FunctionId, VecDeque<String>>,
    inputs: HashMap<(String, u32), u128>,
}

impl Observer for Recorder {
    fn assigned(&mut self, at: At, assignment: &interp::Assignment) {
        let number = match assignment.value {
            interp::Value::Int(number) => Some(number),
            _ => None,
        };
        let seen = Seen {
            name: Some(assignment.place.clone()),
            text: assignment.text.clone(),
            number,
        };
        self.assigned
            .entry((at.function, at.pc))
            .or_default()
            .push_back(seen);
    }

    fn branched(&mut self, at: At, _construct: Construct, cond: ExprId, taken: bool) {
        let seen = Seen {
            name: None,
            text: String::new(),
            number: Some(taken.into()),
        };
        self.branched
            .entry((at.function, at.pc, Some(cond)))
            .or_default()
            .push_back(seen);
    }

    fn switched(&mut self, at: At, value: &str, _target: Pc) {
        let seen = Seen {
            name: None,
            text: value.to_owned(),
            number: None,
        };
        self.branched
            .entry((at.function, at.pc, None))
            .or_default()
            .push_back(seen);
    }

    fn called(&mut self, at: At, _callee: FunctionId, arguments: &[String]) {
        self.called
            .entry((at.function, at.pc))
            .or_default()
            .push_back(arguments.to_vec());
    }

    fn returned(&mut self, _at: At, from: FunctionId, value: Option<&str>) {
        let value = value.unwrap_or_default().to_owned();
        self.returned.entry(from).or_default().push_back(value);
    }

    fn input(&mut self, _at: At, record: &InputRecord) {
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
pub(crate) fn tell(
    replay: &Replay<'_>,
    equation: &Equation,
    execution: &Execution,
    inputs: Vec<InputValue>,
) -> Result<Told, Mismatch> {
    let program = replay.program;
    let mut recorder = Recorder::default();
    let ended = replay.run(&inputs, &mut recorder);
    // Where a value is not computed, the execution is right and the solver guesses.
    let uncomputed = inputs.iter().any(|input| input.kind == InputKind::Unmodelled);
    let count = equation.steps.len();
    let mut told = Told {
        texts: vec![None; count],
        names: vec![None; count],
        happens: execution.happens.clone(),
        ended,
        inputs,
    };
    let mut evaluator = Evaluator::with_defaults(&equation.pool, &execution.assignment);
    let mut occurrences: HashMap<&str, u32> = HashMap::new();
    let mut bound: Option<(usize, Vec<String>)> = None;
    let readers = readers(program);
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
        let seen = match &step.kind {
            StepKind::Input { name, ty, kind, .. } => {
                let occurrence = occurrences.entry(name).or_insert(0);
                *occurrence += 1;
                // Parts of standard input have no names there; they make up the text that was read.
                let bits = match kind.is_stdin() {
                    true => execution.values[index],
                    false => recorder.inputs.get(&(name.clone(), *occurrence)).copied(),
                };
                let text = bits.map(|bits| input_text(program, *kind, *ty, bits));
                told.names[index] = Some(match *occurrence {
                    1 => name.clone(),
                    n => format!("{name}#{n}"),
                });
                told.texts[index] = text.or_else(|| plain_text(program, *ty, execution.values[index]));
                None
            }
            StepKind::Call { callee } => {
                let waiting = recorder
                    .called
                    .get_mut(&(function, step.pc))
                    .and_then(VecDeque::pop_front);
                bound = waiting.map(|arguments| (callee.0 as usize, arguments));
                None
            }
            // A parameter gets its value: told with the call.
            StepKind::Assign { targets, ty, .. } if is_parameter(equation, step) => {
                let var = targets
                    .first()
                    .and_then(|target| equation.variable(target.object));
                let params = &program.function(function).params;
                let position = var.and_then(|var| params.iter().position(|param| *param == var));
                let text = match (&bound, position) {
                    (Some((frame, arguments)), Some(position)) if *frame == step.frame.0 as usize => {
                        arguments.get(position).cloned()
                    }
                    _ => None,
                };
                told.names[index] = var.map(|var| program.variable(var).name.clone());
                told.texts[index] = text.or_else(|| plain_text(program, *ty, execution.values[index]));
                None
            }
            StepKind::Assign { .. } => recorder
                .assigned
                .get_mut(&(function, step.pc))
                .and_then(VecDeque::pop_front),
            StepKind::Branch { expr, .. } => recorder
                .branched
                .get_mut(&(function, step.pc, Some(*expr)))
                .and_then(VecDeque::pop_front),
            StepKind::Switch { .. } => recorder
                .branched
                .get_mut(&(function, step.pc, None))
                .and_then(VecDeque::pop_front),
            StepKind::Return { expr, .. } => {
                let text = recorder.returned.get_mut(&function).and_then(VecDeque::pop_front);
                let ty = expr.map(|expr| program.expr(expr).ty);
                told.texts[index] = text
                    .filter(|text| !text.is_empty())
                    .or_else(|| plain_text(program, ty?, execution.values[index]));
                told.names[index] = Some(format!("{}()", program.function(function).name));
                None
            }
            _ => None,
        };
        if let Some(seen) = seen {
            if let (StepKind::Branch { cond, .. }, Some(number)) = (&step.kind, seen.number)
                && !uncomputed
                && evaluator.eval(*cond).ok().and_then(|value| value.as_bool()) != Some(number != 0)
            {
                return Err(Mismatch {
                    step: id,
                    expected: (number == 0).to_string(),
                    found: (number != 0).to_string(),
                });
            }
            if let (StepKind::Assign { ty, .. }, Some(number), Some(bits)) =
                (&step.kind, seen.number, execution.values[index])
            {
                let expected = signed(program, *ty, bits);
                if !uncomputed && expected.is_some_and(|expected| expected != number) {
                    return Err(Mismatch {
                        step: id,
                        expected: expected.unwrap_or_default().to_string(),
                        found: number.to_string(),
                    });
                }
            }
            told.names[index] = seen.name;
            told.texts[index] = Some(seen.text);
        }
    }
    Ok(told)
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
        _ => {
            let number = signed(program, ty, bits);
            program.value_text(ty, number.map_or(bits, |number| number as u128))
        }
    }
}

/// Whether a step gives a parameter of its own activation its value: it reads the call.
fn is_parameter(equation: &Equation, step: &bmc::Step) -> bool {
    step.reads.len() == 1
        && matches!(equation.step(step.reads[0]).kind, StepKind::Call { callee } if callee == step.frame)
}

/// An integer value in C syntax, without the interpreter's help.
fn plain_text(program: &Program, ty: ctype::TypeId, bits: Option<u128>) -> Option<String> {
    let bits = bits?;
    let number = signed(program, ty, bits)?;
    Some(program.value_text(ty, number as u128))
}

/// The number that some bits are in an integer type.
fn signed(program: &Program, ty: ctype::TypeId, bits: u128) -> Option<i128> {
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
pub(crate) fn origin(equation: &Equation, execution: &Execution, mut step: StepId) -> StepId {
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
pub(crate) fn guard_text(value: &StepValue, happened: bool) -> &'static str {
    match (&value.first, happened) {
        (_, false) => "not reached",
        (logic::Value::Bool(true), true) => "taken",
        (logic::Value::Bool(false), true) => "not taken",
        _ => "",
    }
}

/// The text at a place in the source, on one line.
pub(crate) fn source_text(sources: Option<&SourceMap>, loc: source::LocId) -> Option<String> {
    let sources = sources?;
    if loc == source::LocId::NONE {
        return None;
    }
    let text = sources.text(sources.location(loc).used);
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}
