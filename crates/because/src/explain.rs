//! The command `explain`, and what `because FILE.c` does: find a failing run, say why it fails.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use bmc::{Counterexample, Equation, InputKind, InputValue};
use explain::{Antecedent, DeltaKind, Explanation, NoExplanation, Question};
use program::{ClaimId, Program};
use report::{
    Answer, AssumedReport, ClaimStatus, DeltaKindReport, DeltaReport, DistanceReport, EXPLAIN_SCHEMA,
    ExplainReport, ExplanationReport, InputUse, LineReport, Place, TieReport, check_text, explain_text,
};
use source::{LocId, SourceMap};

use crate::check;
use crate::exit::Exit;
use crate::files;
use crate::load;
use crate::memory;
use crate::options::{Asked, CheckOptions, ExplainOptions};
use crate::run::stopper::Stopper;
use crate::saved;
use crate::scanned;
use crate::suspects;

/// A failing run and the equation it belongs to.
struct Subject {
    equation: Equation,
    failed: Counterexample,
}

pub(crate) fn explain(options: &ExplainOptions) -> Result<Exit> {
    let mut options = options.clone();
    if let Some(name) = &options.assume_file {
        let text = files::read_input(name)?;
        let lines = String::from_utf8_lossy(&text).into_owned();
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let predicate = line.parse().with_context(|| name.clone())?;
            options.method.assume.predicates.push(predicate);
        }
    }
    let options = &options;
    let mut checked = options.check.clone();
    memory::set_ceiling(checked.memory);
    let saved = options.run.as_deref().map(saved::read).transpose()?;
    let restored = saved
        .as_ref()
        .map(|saved| saved::restore(saved).with_context(|| options.run.clone().unwrap_or_default()))
        .transpose()?;
    if let Some(restored) = &restored {
        checked.language = restored.language.clone();
        checked.lowering = restored.lowering.clone();
        checked.bounds.arguments.clone_from(&restored.arguments);
    }
    checked.bounds.record = true;
    // One failure is explained; a loop without an end must not keep it from that.
    checked.bounds.deepens_after_failure = false;
    checked.bounds.stop_on_fail |= !options.whole && saved.is_none();
    let loaded = load::load(&checked.files, &checked.language, &checked.lowering);
    if checked.warnings {
        loaded.show(&loaded.warnings, checked.style)?;
    }
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => return loaded.unusable(errors, checked.json, checked.style),
    };
    let sources = &loaded.sources;
    match check::selected(program, &checked.properties) {
        Ok(claims) => checked.bounds.claims = claims,
        Err(error) => {
            writeln!(io::stderr(), "error: {error}")?;
            return Ok(Exit::Usage);
        }
    }
    let stopper = Stopper::install()?;
    let guard = checked.timeout.map(|time| stopper.after(time));
    let flag = stopper.flag();
    let stop: bmc::Stop = Rc::new(move || flag.load(Ordering::Relaxed));
    let work = Work {
        options,
        checked: &checked,
        program,
        sources,
        stop: &stop,
    };
    let report = match &saved {
        Some(saved) => {
            let now = saved::user_sources(sources, &checked.language);
            for name in saved::changed(saved, &now) {
                writeln!(
                    io::stderr(),
                    "warning: {name} is not as it was when the run was saved"
                )?;
            }
            work.saved(&saved_inputs(saved))
        }
        None => work.found()?,
    };
    drop(guard);
    let exit = report.exit_code;
    let mut out = io::stdout().lock();
    if checked.json {
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else {
        out.write_all(work.text(&report).as_bytes())?;
    }
    Ok(Exit::Program(exit))
}

pub(crate) fn saved_inputs(saved: &report::SavedRun) -> Vec<InputValue> {
    let mut inputs: Vec<InputValue> = Vec::new();
    let input = |name: &str, occurrence: u32, kind: InputKind, bits: u128| InputValue {
        name: name.to_owned(),
        occurrence,
        ty: ctype::TypeId(0),
        kind,
        bits,
        loc: LocId::NONE,
    };
    for saved in &saved.inputs {
        let kind = InputKind::Uninitialised;
        inputs.push(input(&saved.name, saved.occurrence, kind, saved.bits()));
    }
    if let Some(bytes) = &saved.stdin {
        let bytes = bytes.bytes().unwrap_or_default();
        for (index, byte) in bytes.iter().enumerate() {
            inputs.push(input(
                "stdin",
                index as u32 + 1,
                InputKind::Stdin,
                u128::from(*byte),
            ));
        }
        // After the bytes comes the end.
        inputs.push(input(
            "stdin",
            bytes.len() as u32 + 1,
            InputKind::Stdin,
            u128::MAX,
        ));
    }
    inputs
}

struct Work<'w> {
    options: &'w ExplainOptions,
    checked: &'w CheckOptions,
    program: &'w Program,
    sources: &'w SourceMap,
    stop: &'w bmc::Stop,
}

impl Work<'_> {
    /// Looks for a failing run and explains it.
    fn found(&self) -> Result<ExplainReport> {
        let mut found = bmc::check(
            self.program,
            Some(self.sources),
            &self.checked.bounds,
            self.stop,
            &mut |_| {},
        );
        let check = check::tell(self.checked, self.program, self.sources, &found, None);
        let fails = check
            .claims
            .iter()
            .find(|claim| claim.status == ClaimStatus::Fails);
        let claim = fails.and_then(|fails| {
            self.program
                .claims
                .iter()
                .position(|claim| claim.name == fails.name)
        });
        let position = claim.and_then(|claim| {
            let wanted = ClaimId(claim as u32);
            found
                .counterexamples
                .iter()
                .position(|failed| failed.claim == wanted)
        });
        let subject = position.map(|position| Subject {
            failed: found.counterexamples.swap_remove(position),
            equation: found.equation,
        });
        let exit = check.exit_code;
        let mut report = match subject {
            Some(subject) => self.explained(subject),
            None => ExplainReport {
                schema: EXPLAIN_SCHEMA,
                files: self.checked.files.clone(),
                check: None,
                claim: None,
                failing: None,
                answer: Answer::NothingFails,
                suspects: Vec::new(),
                exit_code: exit,
            },
        };
        // What was found out about all claims counts, unless explaining went wrong.
        if report.exit_code == Exit::ClaimFails.code() || report.claim.is_none() {
            report.exit_code = exit;
        }
        if self.options.whole || report.claim.is_none() {
            report.check = Some(check);
        }
        Ok(report)
    }

    /// Explains the run that has these inputs.
    fn saved(&self, inputs: &[InputValue]) -> ExplainReport {
        let options = &self.checked.bounds;
        let (mut equation, mut stopped) =
            bmc::unwind_program(self.program, Some(self.sources), options, self.stop);
        loop {
            if let Some(failed) = equation.failing_run(self.program, inputs) {
                return self.explained(Subject { equation, failed });
            }
            let deeper = match stopped {
                true => None,
                false => bmc::deepen(self.program, Some(self.sources), options, &equation, self.stop),
            };
            match deeper {
                Some(deeper) => (equation, stopped) = deeper,
                None => break,
            }
        }
        ExplainReport {
            schema: EXPLAIN_SCHEMA,
            files: self.checked.files.clone(),
            check: None,
            claim: None,
            failing: None,
            answer: match stopped {
                true => Answer::Unknown {
                    reason: "time ran out before the run was unwound to its end".to_owned(),
                },
                false => Answer::NothingFails,
            },
            suspects: Vec::new(),
            exit_code: match stopped {
                true => Exit::Undetermined.code(),
                false => 0,
            },
        }
    }

    fn explained(&self, subject: Subject) -> ExplainReport {
        let Subject { equation, failed } = subject;
        let claim = check::claim_report(self.program, self.sources, failed.claim, ClaimStatus::Fails);
        let failing = check::replay(self.checked, self.program, self.sources, &failed);
        let mut report = ExplainReport {
            schema: EXPLAIN_SCHEMA,
            files: self.checked.files.clone(),
            check: None,
            claim: Some(claim),
            failing: None,
            answer: Answer::NothingFails,
            suspects: Vec::new(),
            exit_code: Exit::ClaimFails.code(),
        };
        match failing {
            Ok(failing) => report.failing = Some(failing),
            Err(ended) => {
                report.answer = Answer::Unknown {
                    reason: format!("the failing run {ended} when it is executed"),
                };
                report.exit_code = Exit::Undetermined.code();
                return report;
            }
        }
        let question = Question {
            program: self.program,
            sources: Some(self.sources),
            options: &self.checked.bounds,
            stop: self.stop,
        };
        match self.options.asked {
            Asked::Why => {}
            Asked::Interventions => {
                self.interventions(&question, equation, &failed, &mut report);
                return report;
            }
            Asked::AnotherFailure { farthest } => {
                self.another(&question, equation, &failed, farthest, &mut report);
                return report;
            }
        }
        let depends = equation.may_depend_on_addresses();
        let deepest = explain::explain_deeper(&question, equation, &failed, &self.options.method);
        let failed = deepest.failed;
        if let Ok(failing) = check::replay(self.checked, self.program, self.sources, &failed) {
            report.failing = Some(failing);
        }
        report.answer = match deepest.result {
            Ok(explanation) => {
                let told = self.told(&deepest.equation, &explanation, deepest.complete, &failed);
                Answer::Explained(Box::new(told))
            }
            Err(NoExplanation::NothingPasses) => Answer::NothingPasses {
                complete: deepest.complete,
            },
            Err(NoExplanation::Unknown) => Answer::Unknown {
                reason: "time ran out before a passing run was found".to_owned(),
            },
            Err(error @ NoExplanation::NotRepeatable) => Answer::Unknown {
                reason: error.to_string(),
            },
            Err(error @ NoExplanation::Assumption(_)) => {
                report.exit_code = Exit::UnusableInput.code();
                Answer::Unknown {
                    reason: error.to_string(),
                }
            }
            Err(NoExplanation::NoExecution) => Answer::Unknown {
                reason: "time ran out before the failing run was found at the last bound".to_owned(),
            },
            Err(error @ (NoExplanation::Mismatch(_) | NoExplanation::DoesNotPass(_))) => {
                let uncomputed = |input: &InputValue| input.kind == InputKind::Unmodelled;
                if depends || failed.inputs.iter().any(uncomputed) {
                    Answer::Unknown {
                        reason: "the passing run depends on values that are not computed exactly".to_owned(),
                    }
                } else {
                    report.exit_code = Exit::Internal.code();
                    Answer::Unknown {
                        reason: error.to_string(),
                    }
                }
            }
        };
        let lines: &[LineReport] = match &report.answer {
            Answer::Explained(explanation) => &explanation.lines,
            _ => &[],
        };
        if self.options.whole && report.exit_code == Exit::ClaimFails.code() {
            let arguments = &self.checked.bounds.arguments;
            let found = suspects::suspects(self.program, self.sources, &failed, arguments, lines, self.stop);
            if found.is_none() {
                eprintln!("note: no suspects are listed: they were not found in time; try because diagnose");
            }
            report.suspects = found.unwrap_or_default();
        }
        report
    }

    fn told(
        &self,
        equation: &Equation,
        explanation: &Explanation,
        complete: bool,
        failed: &Counterexample,
    ) -> ExplanationReport {
        let deltas = self.deltas(equation, &explanation.deltas);
        let lines = lines(&deltas);
        ExplanationReport {
            failing_inputs: self.inputs(&explanation.failing.inputs),
            passing_inputs: self.inputs(&explanation.passing.inputs),
            passing_stdout: String::from_utf8_lossy(&explanation.passing.ended.stdout).into_owned(),
            distance: distance_report(explanation.distance),
            deltas,
            slices: explanation.slices.clone(),
            slices_complete: explanation.slices_complete,
            ties: explanation
                .ties
                .iter()
                .map(|tie| TieReport {
                    inputs: self.inputs(&tie.inputs),
                    differences: tie.differences,
                    slice: tie.slice,
                })
                .collect(),
            ties_complete: explanation.ties_complete,
            assumed: explanation.assumed.as_ref().map(|assumed| AssumedReport {
                text: self.assumption(&assumed.antecedent, failed),
                avoided_by: self.inputs(&assumed.avoided_by),
            }),
            complete,
            lines,
        }
    }

    fn deltas(&self, equation: &Equation, deltas: &[explain::Delta]) -> Vec<DeltaReport> {
        let place = |loc: LocId| Place::new(self.sources, loc);
        let ssa = bmc::Ssa::new(self.program, equation, Some(self.sources));
        deltas
            .iter()
            .map(|delta| DeltaReport {
                kind: match delta.kind {
                    DeltaKind::Input => DeltaKindReport::Input,
                    DeltaKind::Value => DeltaKindReport::Value,
                    DeltaKind::Guard => DeltaKindReport::Guard,
                },
                name: delta.name.clone(),
                ssa: ssa
                    .name(delta.step)
                    .or(ssa.guard(delta.step))
                    .unwrap_or(&delta.name)
                    .to_owned(),
                function: delta.function.clone(),
                failing: delta.failing.clone(),
                passing: delta.passing.clone(),
                in_failing: delta.in_failing,
                in_passing: delta.in_passing,
                in_slice: delta.in_slice,
                stored_failing: delta.origins.map(|(failing, _)| place(failing)),
                stored_passing: delta.origins.map(|(_, passing)| place(passing)),
                library: delta.library,
                place: place(delta.loc),
            })
            .collect()
    }

    fn interventions(
        &self,
        question: &Question<'_>,
        mut equation: Equation,
        failed: &Counterexample,
        report: &mut ExplainReport,
    ) {
        let found = explain::intervene(question, &mut equation, failed, &self.options.method.metric);
        report.answer = match found {
            Ok(found) => Answer::Interventions {
                distance: distance_report(found.distance),
                changes: self.deltas(&equation, &found.changes),
            },
            Err(error) => self.unanswered(&error, report),
        };
    }

    fn another(
        &self,
        question: &Question<'_>,
        mut equation: Equation,
        failed: &Counterexample,
        farthest: bool,
        report: &mut ExplainReport,
    ) {
        let metric = &self.options.method.metric;
        let found = explain::another_failure(question, &mut equation, failed, metric, farthest);
        report.answer = match found {
            Ok((other, distance)) => match check::replay(self.checked, self.program, self.sources, &other) {
                Ok(told) => Answer::AnotherFailure {
                    distance: distance_report(distance),
                    farthest,
                    inputs: told.run.inputs,
                },
                Err(ended) => {
                    let ended = format!("the other failing run {ended} when it is executed");
                    self.unanswered(&NoExplanation::DoesNotPass(ended), report)
                }
            },
            Err(NoExplanation::NothingPasses) => Answer::Unknown {
                reason: "no other run fails at this claim".to_owned(),
            },
            Err(error) => self.unanswered(&error, report),
        };
    }

    fn unanswered(&self, error: &NoExplanation, report: &mut ExplainReport) -> Answer {
        if matches!(error, NoExplanation::Mismatch(_) | NoExplanation::DoesNotPass(_)) {
            report.exit_code = Exit::Internal.code();
        }
        Answer::Unknown {
            reason: error.to_string(),
        }
    }

    fn assumption(&self, antecedent: &Antecedent, failed: &Counterexample) -> String {
        match antecedent {
            Antecedent::Reached => {
                let claim = self.program.claim(failed.claim);
                format!("the claim at line {} is reached", self.sources.line(claim.loc))
            }
            Antecedent::Operands(operands) => {
                let texts: Vec<String> = operands
                    .iter()
                    .map(|operand| {
                        let text = self.sources.written_text(self.program.expr(*operand).loc);
                        let words: Vec<&str> = text.split_whitespace().collect();
                        match words.is_empty() {
                            true => self.program.expr_text(*operand),
                            false => words.join(" "),
                        }
                    })
                    .collect();
                format!("{} (what the claim presupposes)", texts.join(" && "))
            }
        }
    }

    fn inputs(&self, inputs: &[InputValue]) -> Vec<InputUse> {
        let mut all = scanned::bytes(self.program, self.sources, inputs);
        all.extend(
            inputs
                .iter()
                .filter_map(|input| scanned::shown(self.program, self.sources, input)),
        );
        all
    }

    fn text(&self, report: &ExplainReport) -> String {
        let mut text = String::new();
        if let Some(check) = &report.check {
            if report.claim.is_none() {
                return check_text(check, self.sources, self.checked.style);
            }
            text.push_str(&report::claims_text(&check.claims, true));
            text.push('\n');
        }
        text.push_str(&explain_text(
            report,
            self.sources,
            self.checked.style,
            self.options.shown,
        ));
        if let Some(check) = &report.check {
            let others: Vec<&str> = check
                .counterexamples
                .iter()
                .map(|other| other.claim.as_str())
                .filter(|name| report.claim.as_ref().is_some_and(|claim| claim.name != *name))
                .collect();
            if !others.is_empty() {
                text.push_str(&format!(
                    "\nAlso failing: {} (because explain --property NAME explains another)\n",
                    others.join(", ")
                ));
            }
            for obstacle in &check.obstacles {
                text.push_str(&format!("note: {}\n", obstacle.text));
            }
            text.push_str("\nVERIFICATION FAILED\n");
        }
        text
    }
}

fn distance_report(distance: explain::Distance) -> DistanceReport {
    DistanceReport {
        value: distance.value,
        lower_bound: distance.lower,
        proved: distance.proved(),
    }
}

/// The lines that the differences that matter point at: branches, stores, and where the failing run stored what lies in
/// a variable afterwards.
fn lines(deltas: &[DeltaReport]) -> Vec<LineReport> {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    let sliced = deltas.iter().any(|delta| delta.in_slice);
    for (index, delta) in deltas.iter().enumerate() {
        if (sliced && !delta.in_slice) || delta.kind == DeltaKindReport::Input || delta.library {
            continue;
        }
        // Where an input is only stored there is nothing to look at.
        let input = index.checked_sub(1).map(|before| &deltas[before]);
        if input.is_some_and(|input| {
            input.kind == DeltaKindReport::Input
                && input.place.short() == delta.place.short()
                && (&input.failing, &input.passing) == (&delta.failing, &delta.passing)
        }) {
            continue;
        }
        let place = delta.stored_failing.as_ref().unwrap_or(&delta.place);
        if let Some(location) = &place.location
            && seen.insert((location.file.clone(), location.line))
        {
            lines.push(LineReport {
                file: location.file.clone(),
                line: location.line,
            });
        }
    }
    lines
}
