//! A run of the program, executed once more and recorded: what questions about it are answered from.

mod asked;
mod page;
mod told;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use interp::{
    Access, Assignment, At, BytesInput, CapturedOutput, Change, Environment, Extent, Interpreter,
    ListedInputs, Looked, Observer, Outcome, Passed, Policy, Scheduled, Wanted, Watched, ZeroInputs,
};
use program::{ClaimId, Construct, ExprId, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, Program, VarId};
use report::{RunReport, SavedRun, TraceStep};
use runs::InputValue;
use source::LocId;
use timeline::{Recorder, StepId, Timeline};

pub use asked::{Question, QuestionError};

use crate::ending::ExecutedRun;
use crate::options::TraceShown;
use crate::saved::{RestoreError, restore};
use crate::scanned;
use crate::session::Session;
use crate::tracer::Tracer;

/// All that enters a run that was executed before.
#[derive(Debug, Clone, Default)]
pub struct KnownRun {
    /// By their keys.
    pub inputs: Vec<(String, u128)>,
    pub stdin: Vec<u8>,
    /// `argv`, the program's name first.
    pub arguments: Vec<Vec<u8>>,
    pub schedule: runs::Schedule,
    /// Whether it fails at something else than a data race: then races on the way do not end it.
    pub behind_races: bool,
}

impl KnownRun {
    /// The run that a document holds.
    ///
    /// # Errors
    /// When a name in the document means nothing to this version.
    pub fn saved(run: &SavedRun) -> Result<KnownRun, RestoreError> {
        let restored = restore(run)?;
        Ok(KnownRun {
            inputs: restored
                .inputs
                .into_iter()
                .map(|((name, occurrence), bits)| (runs::input_key(&name, occurrence), bits))
                .collect(),
            stdin: restored.stdin,
            arguments: restored.arguments,
            schedule: restored.schedule,
            behind_races: run.fails_behind_races(),
        })
    }

    /// The run that a report is about.
    #[must_use]
    pub fn reported(report: &RunReport, arguments: &[Vec<u8>]) -> KnownRun {
        let mut run = KnownRun::of_inputs(&report.inputs, arguments);
        run.schedule = crate::threads::schedule_from(&report.schedule);
        run.behind_races = matches!(&report.ending, report::Ending::Failed(failure)
            if failure.check != program::CheckKind::DataRace.word());
        run
    }

    /// The same run in another order of its threads.
    #[must_use]
    pub fn in_order(&self, schedule: &[report::ScheduleSlice]) -> KnownRun {
        KnownRun {
            schedule: crate::threads::schedule_from(schedule),
            ..self.clone()
        }
    }

    /// The run that these inputs give.
    #[must_use]
    pub fn of_inputs(inputs: &[report::InputUse], arguments: &[Vec<u8>]) -> KnownRun {
        let (stdin, values): (Vec<_>, Vec<_>) = inputs.iter().partition(|input| input.source == "stdin");
        let bits = |text: &str| u128::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0);
        let values = values
            .into_iter()
            .filter(|input| !scanned::is_view(&input.source));
        KnownRun {
            inputs: values
                .map(|input| (runs::input_key(&input.name, input.occurrence), bits(&input.bits)))
                .collect(),
            // The end of the input is the one value that is no byte.
            stdin: stdin
                .iter()
                .filter_map(|input| input.value.parse().ok())
                .collect(),
            arguments: arguments.to_vec(),
            schedule: runs::Schedule::new(),
            behind_races: false,
        }
    }
}

impl From<&runs::Test> for KnownRun {
    fn from(test: &runs::Test) -> KnownRun {
        KnownRun {
            inputs: test.inputs.clone(),
            stdin: test.stdin.clone(),
            arguments: test.arguments.clone(),
            schedule: runs::Schedule::new(),
            behind_races: false,
        }
    }
}

/// A step of the trace, and the step of the timeline that it is told of.
#[derive(Debug, Clone)]
pub struct Row {
    pub step: StepId,
    pub trace: TraceStep,
}

/// A run that was recorded.
#[derive(Debug)]
pub struct Recorded {
    pub timeline: Timeline,
    /// What happened in the user's text, as a trace tells it.
    pub rows: Vec<Row>,
    pub report: RunReport,
    /// By scalar variable of the user's: assignments to it that were not executed.
    not_stored: HashMap<VarId, Vec<LocId>>,
}

impl Session<'_> {
    /// Executes a run and records it.
    #[must_use]
    pub fn recorded(&self, run: &KnownRun) -> Recorded {
        self.announce(report::Doing::Recording);
        let Session { program, sources, .. } = self;
        let told = RefCell::new(Vec::new());
        let mut sink = |step: TraceStep| told.borrow_mut().push(step);
        let tracer = Tracer::new(program, sources, TraceShown::default(), Some(&mut sink));
        let mut both = Both {
            recorder: Recorder::new(program),
            tracer,
            told: &told,
            rows: Vec::new(),
        };
        let mut output = CapturedOutput::default();
        let mut listed = ListedInputs::new(run.inputs.iter().cloned(), ZeroInputs);
        let outcome = Interpreter::new(program, Some(sources)).run(Environment {
            inputs: &mut Scheduled {
                inputs: &mut listed,
                policy: Policy::listed(run.schedule.clone(), true),
                stops_at_races: !run.behind_races,
            },
            stdin: &mut BytesInput::new(run.stdin.clone()),
            output: &mut output,
            observer: &mut both,
            limits: interp::Limits {
                steps: budgets::timeline::INSTRUCTIONS.get(),
                ..interp::Limits::default()
            },
            arguments: run.arguments.clone(),
            interrupt: None,
        });
        let Both { recorder, rows, .. } = both;
        let timeline = recorder.finish();
        Recorded {
            not_stored: self.not_stored(&timeline),
            timeline,
            rows,
            report: self.run_report(&outcome, &output),
        }
    }

    fn not_stored(&self, timeline: &Timeline) -> HashMap<VarId, Vec<LocId>> {
        let program = &self.program;
        let executed: HashSet<(FunctionId, Pc)> = timeline
            .steps
            .iter()
            .map(|step| (step.at.function, step.at.pc))
            .collect();
        let mut found: HashMap<VarId, Vec<LocId>> = HashMap::new();
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if !is_users(program, id) {
                continue;
            }
            for (pc, instr) in function.body.iter().enumerate() {
                let InstrKind::Assign { place, .. } = &instr.kind else {
                    continue;
                };
                let PlaceBase::Var(var) = program.place(*place).base else {
                    continue;
                };
                let variable = program.variable(var);
                let named = variable.lifetime != Lifetime::Temporary && program.types.is_scalar(variable.ty);
                if named && instr.loc != LocId::NONE && !executed.contains(&(id, Pc(pc as u32))) {
                    found.entry(var).or_default().push(instr.loc);
                }
            }
        }
        found
    }

    fn run_report(&self, outcome: &Outcome, output: &CapturedOutput) -> RunReport {
        let told = ExecutedRun::new(&self.program, &self.sources, outcome);
        let (ending, exit) = told.ending();
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        RunReport {
            files: self.options.files.clone(),
            ending,
            steps: outcome.steps,
            inputs: told.inputs(),
            schedule: crate::threads::schedule_of(outcome),
            missing_functions: told.missing_functions(),
            stdout: Some(text(&output.stdout)),
            stderr: Some(text(&output.stderr)),
            exit_code: exit.code(),
        }
    }
}

/// Records a run and traces it at once.
struct Both<'b> {
    recorder: Recorder<'b>,
    tracer: Tracer<'b>,
    told: &'b RefCell<Vec<TraceStep>>,
    rows: Vec<Row>,
}

impl Both<'_> {
    fn rows(&mut self) {
        let mut told = self.told.borrow_mut();
        if self.recorder.is_full() {
            told.clear();
        }
        let step = self.recorder.current().unwrap_or(StepId(0));
        self.rows.extend(told.drain(..).map(|trace| Row { step, trace }));
    }
}

/// Tells both, the recorder first, so that what the tracer tells belongs to the recorder's current step.
macro_rules! both {
    ($self:ident.$event:ident($($given:expr),*)) => {{
        $self.recorder.$event($($given),*);
        $self.tracer.$event($($given),*);
        $self.rows();
    }};
}

impl Observer for Both<'_> {
    fn watches(&self) -> Watched {
        Watched::Accesses
    }

    fn thread_runs(&mut self, name: &str) {
        both!(self.thread_runs(name));
    }

    fn begins(&mut self, at: At, activation: u64, reads: &[Access]) {
        self.recorder.begins(at, activation, reads);
    }

    fn failing(&mut self, at: At, activation: u64, claim: ClaimId, reads: &[Access]) {
        self.recorder.failing(at, activation, claim, reads);
    }

    fn entered(&mut self, activation: u64, parameters: &[Option<Extent>]) {
        self.recorder.entered(activation, parameters);
    }

    fn changed(&mut self, changes: &[Change]) {
        self.recorder.changed(changes);
    }

    fn wants(&mut self) -> Vec<Wanted> {
        self.recorder.wants()
    }

    fn looked(&mut self, looked: &[Looked]) {
        self.recorder.looked(looked);
    }

    fn assigned(&mut self, at: At, assignment: &Assignment) {
        both!(self.assigned(at, assignment));
    }

    fn branched(&mut self, at: At, construct: Construct, cond: ExprId, taken: bool) {
        both!(self.branched(at, construct, cond, taken));
    }

    fn switched(&mut self, at: At, value: &str, target: Pc) {
        both!(self.switched(at, value, target));
    }

    fn called(&mut self, at: At, callee: FunctionId, arguments: &[Passed]) {
        both!(self.called(at, callee, arguments));
    }

    fn returned(&mut self, at: At, from: FunctionId, value: Option<&Passed>) {
        both!(self.returned(at, from, value));
    }

    fn declared(&mut self, at: At, var: VarId) {
        both!(self.declared(at, var));
    }

    fn died(&mut self, at: At, var: VarId) {
        both!(self.died(at, var));
    }

    fn claim_held(&mut self, at: At, claim: ClaimId) {
        both!(self.claim_held(at, claim));
    }

    fn input(&mut self, at: At, record: &InputValue) {
        both!(self.input(at, record));
    }
}

/// The program's own functions, and not the library's.
fn is_users(program: &Program, function: FunctionId) -> bool {
    !program.function(function).embedded
}
