//! Runs around a failing one: found, executed again, and told in the user's terms.

use std::collections::{BTreeSet, HashMap};

use interp::{
    BytesInput, CapturedOutput, Environment, Interpreter, ListedInputs, NoObserver, Policy, Scheduled,
    StepPlace, Stop, ZeroInputs,
};
use program::{ClaimId, FunctionId, Pc};
use report::{
    ClaimStatus, Exit, InputUse, InvariantReport, NearError, NotVaried, Place, RunReport, SampleCounts,
    SavedRun, StepReport, StepSets, TransformationReport, VARIATIONS_SCHEMA, VariationCounts, VariationGap,
    VariationKind, VariationsReport,
};
use runs::{InputValue, Run};
use variations::{
    Choice, Executable, Gap, Keep, Kind, NoVariations, NodeId, Options, Question, RunCount, Sets, Transition,
    Variations, Wrong,
};

use crate::ending::ExecutedRun;
use crate::session::Session;
use crate::subject::Subject;
use crate::variation_facts::Facts;
use crate::varied::Varied;

/// What is asked.
#[derive(Debug, Clone)]
pub struct VariationsRequest {
    pub options: Options,
    /// Places where values are looked at: a file, if one is named, and a line.
    pub points: Vec<(Option<String>, u32)>,
    /// All runs are made ready to be saved.
    pub save_runs: bool,
    pub dtrace: bool,
}

/// What was found, and what may be written to files.
#[derive(Debug)]
pub struct VariationsFound {
    pub report: VariationsReport,
    /// By name.
    pub runs: Vec<(String, SavedRun)>,
    /// Declarations, and the values of failing and of passing runs, in the format of Daikon.
    pub dtrace: Option<[String; 3]>,
}

/// Why a run has no variations, as it is told.
pub(crate) fn not_varied(error: NoVariations) -> NotVaried {
    match error {
        NoVariations::NoSteps => NotVaried::NoSteps,
        NoVariations::TooLong => NotVaried::TooLong,
        NoVariations::EndsOtherwise(stop) => NotVaried::EndsOtherwise(stop.to_string()),
    }
}

impl Session<'_> {
    /// Runs around a failing one, and how they differ.
    #[must_use]
    pub fn variations(&self, varied: Varied, request: &VariationsRequest) -> VariationsFound {
        self.announce(report::Doing::Varying);
        let mut report = empty(self, request);
        let run = match varied {
            Varied::Run(run) => run,
            Varied::Subject(subject) => match *subject {
                Subject::Nothing { check, exit, why } => {
                    report.check = check;
                    report.reason = why.map(|why| why.to_string());
                    report.exit_code = exit.code();
                    return without_files(report);
                }
                Subject::Failing { failed, .. } | Subject::Executed { failed, .. } => Run {
                    claim: Some(failed.claim),
                    arguments: self.options.bounds.arguments.clone(),
                    ..failed.run
                },
            },
        };
        let mut options = request.options.clone();
        if !request.points.is_empty() {
            options.points = Some(self.points(&request.points));
        }
        let interpreter = Interpreter::new(&self.program, Some(&self.sources));
        let question = Question {
            program: &self.program,
            run: &run,
            arguments: &self.options.bounds.arguments,
            stop: &self.stop,
        };
        let keep = if request.save_runs { Keep::All } else { Keep::Shown };
        let found = match variations::variations(&question, &interpreter, &options, keep) {
            Ok(found) => found,
            Err(error) => {
                report.reason = Some(not_varied(error).to_string());
                report.exit_code = Exit::Undetermined.code();
                return without_files(report);
            }
        };
        let mut telling = Telling {
            session: self,
            interpreter: &interpreter,
            found: &found,
            run: &run,
            executables: found.executables.iter().map(|(node, run)| (*node, run)).collect(),
            runs: HashMap::new(),
        };
        match telling.fill(&mut report) {
            Ok(()) => {}
            Err(how) => {
                report.reason = Some(NotVaried::Mismatch(how).to_string());
                report.exit_code = Exit::Internal.code();
                return without_files(report);
            }
        }
        let runs = if request.save_runs {
            telling.saved()
        } else {
            Vec::new()
        };
        let dtrace = request.dtrace.then(|| Facts::new(self).dtrace(&found.samples));
        VariationsFound { report, runs, dtrace }
    }

    /// The first lines that are asked for and have no code.
    #[must_use]
    pub fn line_without_code(&self, points: &[(Option<String>, u32)]) -> Option<u32> {
        let missing = points
            .iter()
            .find(|point| self.points(std::slice::from_ref(point)).is_empty());
        missing.map(|(_, line)| *line)
    }

    /// The steps that begin in these lines.
    fn points(&self, wanted: &[(Option<String>, u32)]) -> Vec<(FunctionId, Pc)> {
        let mut points = Vec::new();
        for index in 0..self.program.functions.len() {
            let function = FunctionId(index as u32);
            for start in program::flow::step_starts(&self.program, function) {
                let at = Place::new(&self.sources, start.loc).location;
                let Some(at) = at else { continue };
                let asked = wanted.iter().any(|(file, line)| {
                    let same = |file: &String| at.file == *file || at.file.ends_with(&format!("/{file}"));
                    at.line == *line && file.as_ref().is_none_or(same)
                });
                if asked {
                    points.push((function, start.pc));
                }
            }
        }
        points
    }

    /// The claim of a saved run, by its name.
    #[must_use]
    pub fn claim_named(&self, name: &str) -> Option<ClaimId> {
        let index = self.program.claims.iter().position(|claim| claim.name == name)?;
        Some(ClaimId(index as u32))
    }
}

fn without_files(report: VariationsReport) -> VariationsFound {
    VariationsFound {
        report,
        runs: Vec::new(),
        dtrace: None,
    }
}

fn empty(session: &Session<'_>, request: &VariationsRequest) -> VariationsReport {
    VariationsReport {
        schema: VARIATIONS_SCHEMA,
        files: session.options.files.clone(),
        claim: None,
        place: Place::nowhere(),
        depth: request.options.depth,
        stable_since: None,
        complete: false,
        gaps: Vec::new(),
        scope: if request.options.all_runs { "all" } else { "near" },
        near: request.options.near,
        counts: VariationCounts::default(),
        sets: StepSets::default(),
        invariants: Vec::new(),
        transformations: Vec::new(),
        replaced: StepSets::default(),
        classification: None,
        report: Vec::new(),
        errors: Vec::new(),
        reason: None,
        check: None,
        exit_code: 0,
    }
}

/// An execution of a run that was found.
struct Executed {
    report: RunReport,
    stop: Stop,
    inputs: Vec<InputValue>,
}

struct Telling<'t, 's, 'h> {
    session: &'s Session<'h>,
    interpreter: &'t Interpreter<'t>,
    found: &'t Variations,
    run: &'t Run,
    executables: HashMap<NodeId, &'t Executable>,
    runs: HashMap<NodeId, Executed>,
}

impl Telling<'_, '_, '_> {
    /// Executes a run as everybody would: from its inputs and its schedule.
    fn executed(&mut self, node: NodeId) -> Option<&Executed> {
        if !self.runs.contains_key(&node) {
            let executable = *self.executables.get(&node)?;
            let executed = self.execute(executable);
            self.runs.insert(node, executed);
        }
        self.runs.get(&node)
    }

    fn execute(&self, run: &Executable) -> Executed {
        let Session {
            program,
            sources,
            options,
            ..
        } = self.session;
        let mut output = CapturedOutput::default();
        let mut listed = ListedInputs::replay(&run.inputs, ZeroInputs);
        let outcome = self.interpreter.run(Environment {
            inputs: &mut Scheduled {
                inputs: &mut listed,
                policy: Policy::listed(run.schedule.clone(), true),
                stops_at_races: self.run.stops_at_races(program),
            },
            stdin: &mut BytesInput::new(self.run.stdin(program)),
            output: &mut output,
            observer: &mut NoObserver,
            limits: interp::Limits {
                steps: budgets::driver::REPLAYED_RUN.get(),
                ..interp::Limits::default()
            },
            arguments: options.bounds.arguments.clone(),
            interrupt: None,
        });
        let told = ExecutedRun::new(program, sources, &outcome);
        let (ending, exit) = told.ending();
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        let report = RunReport {
            files: options.files.clone(),
            ending,
            steps: outcome.steps,
            inputs: told.inputs(),
            schedule: crate::threads::schedule_of(&outcome),
            missing_functions: told.missing_functions(),
            stdout: Some(text(&output.stdout)),
            stderr: Some(text(&output.stderr)),
            exit_code: exit.code(),
        };
        Executed {
            report,
            stop: outcome.stop,
            inputs: outcome.inputs,
        }
    }

    /// Whether what is shown of a run happens when it is executed: it fails in this way, or has these inputs and goes on.
    fn confirm(&mut self, node: NodeId, wrong: Option<Wrong>) -> Result<(), String> {
        let Some(expected) = self.executables.get(&node).map(|run| run.inputs.clone()) else {
            return Err("it cannot be repeated".to_owned());
        };
        let Some(executed) = self.executed(node) else {
            return Err("it cannot be repeated".to_owned());
        };
        let fits = match (wrong, &executed.stop) {
            (Some(Wrong::Claim(claim)), Stop::ClaimFailed { claim: failed, .. }) => claim == *failed,
            (Some(Wrong::Format(loc)), Stop::BadFormat { loc: failed, .. })
            | (Some(Wrong::Call(loc)), Stop::BadCall { loc: failed, .. }) => loc == *failed,
            (Some(Wrong::StackOverflow), Stop::StackOverflow { .. }) => true,
            (Some(_), _) => false,
            (None, _) => {
                let own = executed.inputs.iter().filter(|input| !input.kind.is_stdin());
                let pairs = own.zip(&expected);
                pairs.clone().count() == expected.len()
                    && pairs
                        .into_iter()
                        .all(|(a, b)| a.key() == b.key() && a.bits == b.bits)
            }
        };
        if fits {
            Ok(())
        } else {
            Err(executed.stop.to_string())
        }
    }

    fn fill(&mut self, report: &mut VariationsReport) -> Result<(), String> {
        let found = self.found;
        let session = self.session;
        report.place = self.place_of(found.place);
        if let Some(wrong) = found.wrong {
            self.confirm(found.original, Some(wrong))?;
            if let Wrong::Claim(claim) = wrong {
                report.claim = Some(session.claim_report(claim, ClaimStatus::Fails));
            }
        }
        let words = found.gaps.iter().map(|gap| gap_of(*gap));
        report.gaps = words.collect();
        report.gaps.dedup();
        report.complete = found.gaps.is_empty();
        report.stable_since = found.stable_since.map(|(depth, _)| depth);
        let count = |count: RunCount| match count {
            RunCount::Exactly(number) => Some(number.to_string()),
            RunCount::Unlimited => None,
        };
        let all = found.all_runs.as_ref();
        report.counts = VariationCounts {
            negatives: found.negatives.len(),
            positives: found.positives.len(),
            others: found.others.iter().map(|other| other.runs).sum(),
            states: found.states,
            transformations: found.all_transformations,
            all_negatives: all.and_then(|all| count(all.negatives)),
            all_positives: all.and_then(|all| count(all.positives)),
        };
        report.sets = self.sets(&found.sets);
        report.replaced = self.sets(&found.replaced);
        report.report = self.set(&found.sets.report());
        let facts = Facts::new(session);
        report.invariants = found
            .invariants
            .iter()
            .map(|one| InvariantReport {
                point: self.point(one.point.function, one.point.pc),
                at_claim: (one.point.function, one.point.pc) == (found.place.function, found.place.pc),
                positive: one.positive.as_ref().map(|fact| facts.text(fact)),
                negative: one.negative.as_ref().map(|fact| facts.text(fact)),
                samples: SampleCounts {
                    positive: one.samples.0,
                    negative: one.samples.1,
                },
                proved: one.proved,
            })
            .collect();
        self.transformations(report)?;
        self.others(report)?;
        let fails = found.wrong.is_some() || !report.errors.is_empty();
        report.exit_code = if fails { Exit::ClaimFails.code() } else { 0 };
        Ok(())
    }

    fn transformations(&mut self, report: &mut VariationsReport) -> Result<(), String> {
        let found = self.found;
        let kinds = &found.kinds;
        report.classification = kinds.first().map(|_| {
            match (kinds.contains(&Kind::Concurrency), kinds.contains(&Kind::Data)) {
                (true, false) => VariationKind::Concurrency,
                (false, true) => VariationKind::Data,
                (false, false) => VariationKind::Both,
                // The smaller change says what it is about.
                (true, true) => {
                    let alone = found.transformations.iter().find(|one| one.kind != Kind::Both);
                    alone.map_or(VariationKind::Both, |one| kind_of(one.kind))
                }
            }
        });
        for one in &found.transformations {
            let (passing, failing) = one.example;
            let shown = self.executables.contains_key(&passing) && self.executables.contains_key(&failing);
            if shown {
                self.confirm(failing, found.wrong)?;
                self.confirm(passing, None)?;
            }
            let inputs = |telling: &mut Self, node: NodeId| -> Vec<InputUse> {
                let taken = telling.executables.get(&node).map_or(0, |run| run.inputs.len());
                let executed = telling.executed(node);
                executed.map_or_else(Vec::new, |run| {
                    run.report.inputs.iter().take(taken).cloned().collect()
                })
            };
            let (failing_inputs, passing_inputs) = match shown {
                true => (inputs(self, failing), inputs(self, passing)),
                false => (Vec::new(), Vec::new()),
            };
            let steps = |steps: &[Transition]| steps.iter().map(|step| self.step(step)).collect();
            report.transformations.push(TransformationReport {
                at: one.at,
                positive: steps(&one.positive),
                negative: steps(&one.negative),
                behind: self.step(&Transition {
                    place: one.behind,
                    thread: None,
                    choice: None,
                }),
                size: one.size(),
                pairs: one.pairs,
                kind: kind_of(one.kind),
                failing_inputs,
                passing_inputs,
            });
        }
        Ok(())
    }

    fn others(&mut self, report: &mut VariationsReport) -> Result<(), String> {
        let found = self.found;
        for other in &found.others {
            self.confirm(other.node, Some(other.wrong))?;
            let place = self.place_of(other.place);
            let (inputs, schedule) = match self.executed(other.node) {
                Some(run) => (run.report.inputs.clone(), run.report.schedule.clone()),
                None => (Vec::new(), Vec::new()),
            };
            let (claim, text, check) = match other.wrong {
                Wrong::Claim(claim) => {
                    let claim = self.session.program.claim(claim);
                    (
                        claim.name.clone(),
                        claim.text.clone(),
                        claim.kind.word().to_owned(),
                    )
                }
                Wrong::Format(_) => ("format".to_owned(), String::new(), "bad_format".to_owned()),
                Wrong::Call(_) => ("call".to_owned(), String::new(), "bad_call".to_owned()),
                Wrong::StackOverflow => ("stack".to_owned(), String::new(), "stack_overflow".to_owned()),
            };
            report.errors.push(NearError {
                claim,
                text,
                check,
                runs: other.runs,
                inputs,
                schedule,
                place,
            });
        }
        report.errors.sort_by_key(|error| {
            let line = error.place.location.as_ref().map_or(0, |at| at.line);
            (line, error.claim.clone())
        });
        Ok(())
    }

    /// All runs as documents, each executed.
    fn saved(&mut self) -> Vec<(String, SavedRun)> {
        let found = self.found;
        let lists: [(&str, Vec<NodeId>); 3] = [
            ("failing", found.negatives.clone()),
            ("passing", found.positives.clone()),
            ("other", found.others.iter().map(|other| other.node).collect()),
        ];
        let mut saved = Vec::new();
        for (word, nodes) in lists {
            for (index, node) in nodes.into_iter().enumerate() {
                let Some(executed) = self.executed(node) else {
                    continue;
                };
                let report = executed.report.clone();
                let options = &self.session.options;
                let run = crate::saved_run(
                    &self.session.program,
                    &self.session.sources,
                    &options.language,
                    &options.lowering,
                    &options.bounds.arguments,
                    &report,
                    self.session.host,
                );
                saved.push((format!("{word}-{:04}.json", index + 1), run));
            }
        }
        saved
    }

    fn sets(&self, sets: &Sets) -> StepSets {
        StepSets {
            trans_negative: self.set(&sets.trans_negative),
            trans_positive: self.set(&sets.trans_positive),
            all_negative: self.set(&sets.all_negative),
            all_positive: self.set(&sets.all_positive),
            only_negative: self.set(&sets.only_negative()),
            only_positive: self.set(&sets.only_positive()),
            cause_negative: self.set(&sets.cause_negative()),
            cause_positive: self.set(&sets.cause_positive()),
        }
    }

    /// In the order of the text; the parts of one statement once.
    fn set(&self, set: &BTreeSet<Transition>) -> Vec<StepReport> {
        let mut steps: Vec<StepReport> = set.iter().map(|step| self.step(step)).collect();
        steps.sort_by(|a, b| {
            let key = |step: &StepReport| {
                let at = step
                    .place
                    .location
                    .as_ref()
                    .map(|at| (at.file.clone(), at.line, at.column));
                (at, step.thread.clone(), step.outcome.clone())
            };
            key(a).cmp(&key(b))
        });
        steps.dedup();
        steps
    }

    fn step(&self, step: &Transition) -> StepReport {
        let program = &self.session.program;
        let loc = self.session.step_loc(step.place.function, step.place.pc);
        let outcome = step.choice.as_ref().map(|choice| match choice {
            Choice::Way(way) => report::way_word(*way == 1).to_owned(),
            Choice::Values(values) => {
                let values = values.iter().map(|bits| (*bits as i128).to_string());
                values.collect::<Vec<_>>().join(", ")
            }
        });
        let names = &self.found.thread_names;
        let thread = step.thread.filter(|_| names.len() > 1);
        StepReport {
            text: self.session.step_text(loc),
            function: program.function(step.place.function).name.clone(),
            outcome,
            thread: thread.map(|thread| names.get(thread).cloned().unwrap_or_else(|| thread.to_string())),
            place: Place::new(&self.session.sources, loc),
        }
    }

    fn point(&self, function: FunctionId, pc: Pc) -> Place {
        Place::new(&self.session.sources, self.session.step_loc(function, pc))
    }

    fn place_of(&self, place: StepPlace) -> Place {
        self.point(place.function, place.pc)
    }
}

fn kind_of(kind: Kind) -> VariationKind {
    match kind {
        Kind::Concurrency => VariationKind::Concurrency,
        Kind::Data => VariationKind::Data,
        Kind::Both => VariationKind::Both,
    }
}

fn gap_of(gap: Gap) -> VariationGap {
    match gap {
        Gap::Inputs => VariationGap::Inputs,
        Gap::States => VariationGap::States,
        Gap::Runs => VariationGap::Runs,
        Gap::LongStep => VariationGap::LongStep,
        Gap::Unsupported(_) => VariationGap::Unsupported,
        Gap::Memory => VariationGap::Memory,
        Gap::Interrupted => VariationGap::Interrupted,
        Gap::Stdin => VariationGap::Stdin,
        Gap::Beginning => VariationGap::Beginning,
        Gap::Pairs => VariationGap::Pairs,
    }
}
