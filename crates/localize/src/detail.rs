//! What a diagnosis says about each run: which values it had and which it takes.
//!
//! A repair may give any value each time its expression is evaluated; a reader wants to see few and simple changes. So
//! the old values are computed beside the new ones, the number of evaluations where they differ is minimised, and
//! then each changed number is made small, bit by bit from the top. The run that comes of it is executed by
//! the interpreter, and what it says is what is reported.

use std::collections::{BTreeMap, BTreeSet};

use interp::{Assignment, At, InputKind, InputValue, Interpreter, Observer};
use program::Program;

use super::formula::FormulaRepair;
use super::instrument::{HAD, TAKES, instrument};
use super::run::Asserted;
use super::search::SuspectSearch;
use super::simplest::few_and_small;
use super::suspects::{SuspectKind, SuspectSite};

/// One evaluation of a suspect in the repaired run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairedValue {
    pub suspect: usize,
    /// In C syntax; absent where there was none.
    pub had: Option<String>,
    pub takes: String,
    pub changed: bool,
}

/// How a diagnosis repairs a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunRepair {
    pub run: usize,
    pub values: Vec<RepairedValue>,
    /// Whether as few values as possible were changed; otherwise it is just the repair that was found.
    pub fewest: bool,
}

impl RunRepair {
    #[must_use]
    pub fn changes(&self) -> usize {
        self.values.iter().filter(|value| value.changed).count()
    }
}

/// By name of the input: the value that an expression had and the one that it takes, as they are shown.
pub(super) type Seen = (String, Option<String>, String);

/// Watches old and new values in a program that computes both.
pub(super) struct Watch<'a> {
    program: &'a Program,
    /// Absent if the old value is an error: then any value would do for it, and none is its own.
    had: BTreeMap<String, Option<String>>,
    undefined: bool,
    /// Values that are true or false.
    truths: BTreeSet<String>,
    pub(super) values: Vec<Seen>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(program: &'a Program) -> Watch<'a> {
        Watch {
            program,
            had: BTreeMap::new(),
            undefined: false,
            truths: BTreeSet::new(),
            values: Vec::new(),
        }
    }
}

/// 0 and 1 as truth values.
pub(super) fn truth(text: &str) -> String {
    if text == "0" { "false" } else { "true" }.to_owned()
}

pub(super) fn display(program: &Program, record: &InputValue) -> String {
    let types = &program.types;
    if types.is_bool(record.ty) {
        return if record.bits != 0 { "true" } else { "false" }.to_owned();
    }
    match types.float_format(record.ty) {
        Some(ctype::FloatFormat::Double) => format!("{:?}", f64::from_bits(record.bits as u64)),
        Some(ctype::FloatFormat::Single) => format!("{:?}", f32::from_bits(record.bits as u32)),
        Some(_) => format!("{:#x}", record.bits),
        None => (record.bits as i128).to_string(),
    }
}

impl Observer for Watch<'_> {
    fn assigned(&mut self, _at: At, assignment: &Assignment) {
        let undefined = std::mem::take(&mut self.undefined);
        if let Some(name) = assignment.place.strip_prefix(HAD) {
            let had = (!undefined).then(|| assignment.text.clone());
            self.had.insert(name.to_owned(), had);
        } else if let Some(name) = assignment.place.strip_prefix(TAKES) {
            let (mut had, mut takes) = (self.had.remove(name).flatten(), assignment.text.clone());
            if self.truths.contains(name) {
                (had, takes) = (had.as_deref().map(truth), truth(&takes));
            }
            self.values.push((name.to_owned(), had, takes));
        }
    }

    fn input(&mut self, _at: At, record: &InputValue) {
        self.undefined |= record.kind == InputKind::Undefined;
        if let Some(name) = record.name.strip_prefix("repair:")
            && !name.contains(':')
        {
            if self.program.types.is_bool(record.ty) {
                self.truths.insert(name.to_owned());
            }
            // Where there is an old value, both are told when the new one has been taken.
            if !self.had.contains_key(name) {
                let takes = display(self.program, record);
                self.values.push((name.to_owned(), None, takes));
            }
        }
    }
}

impl SuspectSearch<'_> {
    /// A program in which a set is suspended and the old values are watched.
    pub(crate) fn watched(&self, set: &[usize]) -> Program {
        instrument(
            self.program,
            self.sources,
            &self.homes,
            self.suspects,
            set,
            self.settings.constant_repair,
            true,
        )
    }

    /// How a set repairs a run; nothing if it does not.
    pub(crate) fn detail(
        &mut self,
        program: &Program,
        interpreter: &Interpreter<'_>,
        set: &[usize],
        run: usize,
        strict: bool,
        simple: bool,
    ) -> Option<RunRepair> {
        let mut question = self.question(program, run, set, false)?;
        let model = question.repairs(strict, set)??;
        let model = if simple {
            few_and_small(program, &mut question, set, strict, model)
        } else {
            model
        };
        let mut answer = question.answer(program, &model);
        if simple {
            self.round_floats(program, interpreter, run, &mut answer);
        }
        self.executed(program, interpreter, set, run, &answer)
    }

    /// What an answer changes in a run; nothing if the run is not right with it.
    pub(super) fn executed(
        &self,
        program: &Program,
        interpreter: &Interpreter<'_>,
        set: &[usize],
        run: usize,
        answer: &FormulaRepair,
    ) -> Option<RunRepair> {
        let mut watch = Watch::new(program);
        let test = &self.runs[run];
        let (outcome, stdout) = test.repeat(interpreter, &answer.inputs, &answer.texts, &mut watch);
        if !test.is_right(&outcome.stop, &stdout) {
            // Computing old values may have asked for inputs that the run without them did not.
            return None;
        }
        let texts = answer.texts.iter().filter_map(|(from, to)| {
            let expected = test.expected.as_ref()?;
            Some(expected.between(*from, *to))
        });
        Some(self.described(set, run, watch.values, texts.collect()))
    }

    /// What was watched and printed, as it is told.
    pub(super) fn described(
        &self,
        set: &[usize],
        run: usize,
        values: Vec<Seen>,
        texts: Vec<Vec<u8>>,
    ) -> RunRepair {
        let mut repair = self.seen(run, values);
        let printing = set.iter().copied().find(|id| {
            matches!(
                self.suspects[*id].kind,
                SuspectKind::PrintedText | SuspectKind::PrintedValue
            ) || self.suspects[*id]
                .sites
                .iter()
                .any(|site| matches!(site, SuspectSite::Print { .. }))
        });
        if let Some(suspect) = printing {
            repair.values.extend(texts.iter().map(|text| RepairedValue {
                suspect,
                had: None,
                takes: format!("prints {:?}", String::from_utf8_lossy(text)),
                changed: true,
            }));
        }
        repair
    }

    /// What was watched, as it is told.
    fn seen(&self, run: usize, values: Vec<Seen>) -> RunRepair {
        let mut repair = RunRepair {
            run,
            ..RunRepair::default()
        };
        for (name, had, takes) in values {
            let Some(suspect) = name.split('.').next().and_then(|id| id.parse::<usize>().ok()) else {
                continue;
            };
            let had = had.or_else(|| self.constant_text(suspect));
            repair.values.push(RepairedValue {
                suspect,
                changed: had.as_deref() != Some(takes.as_str()),
                had,
                takes,
            });
        }
        repair
    }

    /// The constant for all runs, which is what is told of the suspect; or else a value that is known to have repaired
    /// a run, if it repairs this one with a single change: fewer there are none.
    pub(crate) fn known_detail(
        &self,
        program: &Program,
        interpreter: &Interpreter<'_>,
        set: &[usize],
        run: usize,
        strict: bool,
        constant: Option<u128>,
    ) -> Option<RunRepair> {
        let [suspect] = *set else { return None };
        let test = &self.runs[run];
        // Counting assertions needs a run of its own.
        let counts = strict && test.assertions > 0;
        let reached = |value: &u128| {
            let mut asserted = Asserted::new(Some(self.program));
            test.with_value(interpreter, suspect, *value, &mut asserted);
            asserted.held >= test.assertions
        };
        let constant = constant.filter(|value| !counts || reached(value));
        let known = self.known.get(&suspect).filter(|_| !counts);
        let repair = |value: &u128| {
            let mut watch = Watch::new(program);
            let right = test.with_value(interpreter, suspect, *value, &mut watch);
            right.then(|| self.seen(run, watch.values))
        };
        let told = constant.as_ref().and_then(repair);
        told.or_else(|| {
            let mut repairs = known.into_iter().flatten().filter_map(repair);
            repairs.find(|repair| repair.changes() == 1)
        })
    }

    /// Takes floats with few digits where they repair the run as well.
    fn round_floats(
        &self,
        program: &Program,
        interpreter: &Interpreter<'_>,
        run: usize,
        answer: &mut FormulaRepair,
    ) {
        let test = &self.runs[run];
        let types: BTreeMap<&str, ctype::TypeId> = program
            .inputs
            .iter()
            .map(|site| (site.name.as_str(), site.ty))
            .collect();
        let mut tried = 0;
        for index in 0..answer.inputs.len() {
            let input = &answer.inputs[index];
            let format = types
                .get(input.name.as_str())
                .filter(|_| input.name.starts_with("repair:"))
                .and_then(|ty| program.types.float_format(*ty));
            let (old, digits) = match format {
                Some(ctype::FloatFormat::Double) => (f64::from_bits(input.bits as u64), 0..9),
                Some(ctype::FloatFormat::Single) => (f64::from(f32::from_bits(input.bits as u32)), 0..6),
                _ => continue,
            };
            if !old.is_finite() || old.abs() > 1e12 || tried >= budgets::localize::MAX_ROUNDED_VALUES.count()
            {
                continue;
            }
            tried += 1;
            let before = answer.inputs[index].bits;
            for count in digits {
                let Ok(rounded) = format!("{old:.count$}").parse::<f64>() else {
                    continue;
                };
                let rounded = if rounded == 0.0 { 0.0 } else { rounded };
                answer.inputs[index].bits = match format {
                    Some(ctype::FloatFormat::Single) => u128::from((rounded as f32).to_bits()),
                    _ => u128::from(rounded.to_bits()),
                };
                let (outcome, stdout) = test.repeat(
                    interpreter,
                    &answer.inputs,
                    &answer.texts,
                    &mut interp::NoObserver,
                );
                if test.is_right(&outcome.stop, &stdout) {
                    break;
                }
                answer.inputs[index].bits = before;
            }
        }
    }

    /// The value of a suspect that is a constant of the program.
    pub(crate) fn constant_text(&self, suspect: usize) -> Option<String> {
        match *self.suspects[suspect].sites.first()? {
            SuspectSite::Expr(expr) => match self.program.expr(expr).kind {
                program::ExprKind::Int(number) => Some(number.to_string()),
                _ => None,
            },
            SuspectSite::Case { function, pc, arm } => {
                match &self.program.function(function).body[pc.index()].kind {
                    program::InstrKind::Switch { arms, .. } => Some(arms[arm as usize].low.to_string()),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
