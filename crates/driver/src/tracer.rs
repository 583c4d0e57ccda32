//! The events of a run as steps of a trace.

use std::collections::HashMap;

use interp::{Assignment, At, InputKind, InputValue, Observer, Passed, Value};
use program::{
    Construct, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, VarId,
};
use report::{Argument, Place, Step, TraceStep};
use source::{LocId, SourceMap};

use crate::options::TraceShown;
use crate::rounds::Rounds;

/// Where steps go.
pub type StepSink<'s> = &'s mut dyn FnMut(TraceStep);

/// Turns events into steps in the user's terms.
pub struct Tracer<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    /// Whether to list what happens inside the C library's functions.
    library: bool,
    /// Nothing if nobody asked.
    sink: Option<StepSink<'a>>,
    /// Whether to show values as bits too.
    bits: bool,
    rounds: Rounds,
    /// What the variables of the activations hold that only direct assignments change.
    held: HashMap<(usize, VarId), String>,
    /// An input that an assignment will follow.
    pending: Option<(FunctionId, Pc, InputValue)>,
}

impl std::fmt::Debug for Tracer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tracer")
            .field("rounds", &self.rounds)
            .finish_non_exhaustive()
    }
}

impl<'a> Tracer<'a> {
    pub fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        shown: TraceShown,
        sink: Option<StepSink<'a>>,
    ) -> Self {
        let TraceShown { library, bits } = shown;
        Tracer {
            bits,
            rounds: Rounds::new(program),
            held: HashMap::new(),
            program,
            sources,
            library,
            sink,
            pending: None,
        }
    }

    fn hidden(&self, at: At) -> bool {
        let embedded = self.program.function(at.function).embedded || self.sources.is_embedded(at.loc);
        embedded && at.loc != LocId::NONE && !self.library
    }

    /// Whether a function is one of the models' own, for which C has no name.
    fn internal(&self, callee: FunctionId) -> bool {
        let function = self.program.function(callee);
        function.embedded && function.name.starts_with("__model_") && !self.library
    }

    fn step(&mut self, at: At, step: Step) {
        self.full_step(at, step, None, false);
    }

    fn full_step(&mut self, at: At, step: Step, bits: Option<String>, unchanged: bool) {
        let decides = matches!(step, Step::Branch { .. } | Step::Switch { .. });
        let loops = self.rounds.event(at, decides);
        let step = TraceStep {
            step,
            depth: at.depth,
            loops: loops.iter().map(|(_, round)| round.clone()).collect(),
            r#type: bits.as_ref().and_then(|_| self.type_text(at)),
            bits: bits.filter(|_| self.bits),
            unchanged,
            function: self.program.function(at.function).name.clone(),
            place: Place::new(self.sources, at.loc),
        };
        if let Some(sink) = &mut self.sink {
            sink(step);
        }
    }

    /// The place an instruction writes to.
    fn target(&self, at: At) -> Option<PlaceId> {
        match self.program.function(at.function).body.get(at.pc.index())?.kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => Some(place),
            InstrKind::Call { dest, .. } | InstrKind::Builtin { dest, .. } => dest,
            _ => None,
        }
    }

    /// Whether the user has no name for what is written: a temporary, or the text of a string literal.
    fn nameless(&self, at: At) -> bool {
        self.target(at)
            .is_some_and(|place| match self.program.place(place).base {
                PlaceBase::Var(var) => {
                    let variable = self.program.variable(var);
                    variable.lifetime == Lifetime::Temporary
                        || variable.name.starts_with('"')
                        || variable.name.starts_with("__model_")
                }
                PlaceBase::Deref(_) => false,
            })
    }

    /// The variable that an instruction assigns to, if nothing but such assignments can change it.
    fn register(&self, at: At) -> Option<VarId> {
        let place = self.program.place(self.target(at)?);
        let PlaceBase::Var(var) = place.base else {
            return None;
        };
        let variable = self.program.variable(var);
        let own = variable.function == Some(at.function) && variable.lifetime != Lifetime::Static;
        (own && !variable.addressed && place.path.is_empty()).then_some(var)
    }

    /// Whether an object is only cleared, before the program starts or before its initialiser fills it: nobody
    /// wrote that.
    fn clears(&self, at: At) -> bool {
        let body = &self.program.function(at.function).body;
        if let (true, Some(InstrKind::Assign { value, .. })) = (
            at.function == self.program.entry,
            body.get(at.pc.index()).map(|instr| &instr.kind),
        ) && matches!(self.program.expr(*value).kind, ExprKind::Zero)
        {
            return true;
        }
        let assigned = |pc: usize| match body.get(pc).map(|instr| &instr.kind) {
            Some(InstrKind::Assign { place, value }) => Some((self.program.place(*place), *value)),
            _ => None,
        };
        let (Some((whole, value)), Some((part, _))) = (assigned(at.pc.index()), assigned(at.pc.index() + 1))
        else {
            return false;
        };
        let zero = matches!(self.program.expr(value).kind, ExprKind::Zero);
        zero && whole.base == part.base && whole.path.len() < part.path.len()
    }

    /// A value as bits, the most significant first; a record or array as its bytes in memory order.
    fn bits_of(&self, at: At, value: &Value) -> Option<String> {
        let ty = self.target(at).map(|place| self.program.place(place).ty);
        let width = ty.and_then(|ty| self.width(ty));
        match value {
            Value::Int(number) => Some(bytes(*number as u128, width?)),
            Value::Float(bits) => Some(bytes(*bits, width?)),
            // Where objects lie is the tool's own business.
            Value::Pointer(_) => None,
            Value::Bytes {
                bytes: all, written, ..
            } if all.len() <= 16 => {
                let shown = all.iter().zip(written).map(|(&byte, &written)| match written {
                    true => bytes(byte.into(), 8),
                    false => "????????".to_owned(),
                });
                Some(shown.collect::<Vec<_>>().join(" "))
            }
            Value::Bytes { .. } => None,
        }
    }

    /// The type of what an instruction assigns to.
    fn type_text(&self, at: At) -> Option<String> {
        let place = self.target(at)?;
        Some(self.program.types.display(self.program.place(place).ty))
    }

    /// The bits of a scalar type.
    fn width(&self, ty: ctype::TypeId) -> Option<u32> {
        let width = u32::try_from(self.program.types.size_of(ty)? * 8).ok()?;
        (width <= 128).then_some(width)
    }

    /// What the user wrote there, on one line.
    fn source_text(&self, loc: LocId, otherwise: impl FnOnce() -> String) -> String {
        if loc == LocId::NONE {
            return otherwise();
        }
        one_line(&self.sources.used_text(loc)).unwrap_or_else(otherwise)
    }

    fn condition(&self, expr: ExprId) -> String {
        let loc = self.program.expr(expr).loc;
        self.source_text(loc, || self.program.expr_text(expr))
    }

    /// The value that a `switch` decides by.
    fn switch_value(&self, at: At) -> String {
        match self
            .program
            .function(at.function)
            .body
            .get(at.pc.index())
            .map(|instr| &instr.kind)
        {
            Some(InstrKind::Switch { value, .. }) => self.condition(*value),
            _ => String::new(),
        }
    }
}

/// So many bits in groups of eight.
fn bytes(bits: u128, width: u32) -> String {
    let digits = (0..width)
        .rev()
        .map(|bit| char::from(b'0' + (bits >> bit & 1) as u8));
    let digits: Vec<char> = digits.collect();
    let groups = digits.rchunks(8).rev().map(|group| group.iter().collect());
    groups.collect::<Vec<String>>().join(" ")
}

fn one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

impl Observer for Tracer<'_> {
    fn watches(&self) -> interp::Watched {
        interp::Watched::all_if(self.sink.is_some())
    }

    fn assigned(&mut self, at: At, assignment: &Assignment) {
        let input = match self.pending.take() {
            Some((function, pc, record)) if (function, pc) == (at.function, at.pc) => Some(record),
            _ => None,
        };
        if self.hidden(at) || (input.is_none() && (self.nameless(at) || self.clears(at))) {
            return;
        }
        let target = assignment.place.clone();
        let value = assignment.text.clone();
        let before = self
            .register(at)
            .and_then(|var| self.held.insert((at.depth, var), value.clone()));
        let unchanged = before.as_ref() == Some(&value);
        let step = match input {
            Some(record) => Step::Input {
                name: record.name,
                occurrence: record.occurrence,
                value,
                target: (!self.nameless(at)).then_some(target),
            },
            None => Step::Assignment { target, value },
        };
        let bits = self.bits.then(|| self.bits_of(at, &assignment.value)).flatten();
        self.full_step(at, step, bits, unchanged);
    }

    fn input(&mut self, at: At, record: &InputValue) {
        if let InputKind::Site(_) = record.kind {
            self.pending = Some((at.function, at.pc, record.clone()));
        } else if !self.hidden(at) {
            let value = self.program.value_text(record.ty, record.bits);
            let (name, occurrence, target) = (record.name.clone(), record.occurrence, None);
            let step = Step::Input {
                name,
                occurrence,
                value,
                target,
            };
            let shown = self.bits && !self.program.types.is_pointer(record.ty);
            let bits = self
                .width(record.ty)
                .filter(|_| shown)
                .map(|width| bytes(record.bits, width));
            self.full_step(at, step, bits, false);
        }
    }

    fn branched(&mut self, at: At, construct: Construct, cond: ExprId, taken: bool) {
        if self.hidden(at) {
            return;
        }
        let construct = match construct {
            Construct::If => "if",
            Construct::While => "while",
            Construct::DoWhile => "do while",
            Construct::For => "for",
            Construct::Conditional => "?:",
            Construct::And => "&&",
            Construct::Or => "||",
            Construct::Switch => "switch",
            Construct::Internal => return,
        };
        // An operator inside a macro's definition decides by something in there.
        let loc = self.program.expr(cond).loc;
        let used = |loc| self.sources.location(loc).used;
        let inner = matches!(construct, "?:" | "&&" | "||") && used(at.loc) == used(loc);
        let written = one_line(&self.sources.written_text(loc)).filter(|_| inner);
        let (construct, condition) = (
            construct.to_owned(),
            written.unwrap_or_else(|| self.condition(cond)),
        );
        self.step(
            at,
            Step::Branch {
                construct,
                condition,
                taken,
            },
        );
    }

    fn switched(&mut self, at: At, value: &str, _target: Pc) {
        if !self.hidden(at) {
            let (condition, value) = (self.switch_value(at), value.to_owned());
            self.step(at, Step::Switch { condition, value });
        }
    }

    fn called(&mut self, at: At, callee: FunctionId, arguments: &[Passed]) {
        self.rounds.call(at);
        self.held.retain(|(depth, _), _| *depth <= at.depth);
        if self.hidden(at) || self.internal(callee) {
            return;
        }
        let function = self.program.function(callee);
        let name = |index: usize| match function.params.get(index) {
            Some(&param) => self.program.variable(param).name.clone(),
            None => format!("argument {}", index + 1),
        };
        let arguments = arguments.iter().enumerate().map(|(index, value)| Argument {
            name: name(index),
            value: value.text.clone(),
        });
        let (callee, arguments) = (function.name.clone(), arguments.collect());
        self.step(at, Step::Call { callee, arguments });
    }

    fn declared(&mut self, at: At, var: VarId) {
        self.held.remove(&(at.depth, var));
    }

    fn returned(&mut self, at: At, from: FunctionId, value: Option<&Passed>) {
        if !self.hidden(at) && !self.internal(from) {
            let (from, value) = (
                self.program.function(from).name.clone(),
                value.map(|value| value.text.clone()),
            );
            self.step(at, Step::Return { from, value });
        }
    }
}
