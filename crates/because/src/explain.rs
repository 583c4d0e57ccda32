//! The command `explain`, and what `because FILE.c` does: find a failing run, say why it fails.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::{Context, Result};
use bmc::{Counterexample, Equation, InputKind, InputValue};
use explain::{Antecedent, DeltaKind, Explanation, NoExplanation, Question};
use repair::{Criterion, FaultyProgram};
use report::{
    Answer, AssumedReport, AtClaimReport, AtClaimValue, ChangeReport, ClaimReport, ClaimStatus,
    DeltaKindReport, DeltaReport, DistanceReport, EXPLAIN_SCHEMA, ExplainReport, ExplanationReport, InputUse,
    LineReport, Place, TieReport, check_text, explain_text,
};
use runs::Test;
use source::LocId;

use crate::check;
use crate::exit::Exit;
use crate::files;
use crate::load::Changed;
use crate::options::{Asked, ExplainOptions};
use crate::repairs;
use crate::scanned;
use crate::subject::{Following, Looking, Session, Subject, TOO_LONG, with_subject};
use crate::suspects;

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
    let looking = if options.whole {
        Looking::All
    } else {
        Looking::First
    };
    with_subject(
        &options.check,
        options.run.as_deref(),
        looking,
        Following::AlsoOthers,
        |session, subject| {
            let work = Work { options, session };
            let report = work.report(subject);
            let exit = report.exit_code;
            let mut out = io::stdout().lock();
            if session.checked.json {
                serde_json::to_writer_pretty(&mut out, &report)?;
                writeln!(out)?;
            } else {
                out.write_all(work.text(&report).as_bytes())?;
            }
            Ok(Exit::Program(exit))
        },
    )
}

/// So many changed programs are checked, each with so much work (about so many microseconds).
const MOST_CHECKED: usize = 8;
const CHANGE_EFFORT: u64 = 1_000_000;

struct Work<'w> {
    options: &'w ExplainOptions,
    session: &'w Session<'w>,
}

impl Work<'_> {
    fn report(&self, subject: Subject) -> ExplainReport {
        let mut report = ExplainReport {
            schema: EXPLAIN_SCHEMA,
            files: self.session.checked.files.clone(),
            check: None,
            claim: None,
            failing: None,
            answer: Answer::NothingFails,
            suspects: Vec::new(),
            failing_runs: 0,
            changes: Vec::new(),
            ranking: Vec::new(),
            exit_code: Exit::ClaimFails.code(),
        };
        match subject {
            Subject::Nothing(check, exit, reason) => {
                report.exit_code = exit.code();
                report.check = check.map(|check| *check);
                // A saved run that does not fail leaves nothing to explain.
                if !reason.is_empty() && report.exit_code != 0 {
                    report.answer = Answer::Unknown { reason };
                }
            }
            Subject::Executed {
                failed,
                claim,
                run,
                check,
            } => {
                report.claim = Some(claim);
                report.failing = Some(run);
                report.answer = Answer::Unknown {
                    reason: TOO_LONG.to_owned(),
                };
                self.suspect(&failed, &mut report);
                report.check = check.filter(|_| self.options.whole).map(|check| *check);
            }
            Subject::Failing {
                equation,
                failed,
                claim,
                run,
                shallow,
                check,
                ..
            } => {
                report.claim = Some(claim);
                report.failing = Some(run);
                self.explained(equation, failed, shallow, &mut report);
                if let Some(check) = check {
                    // What was found out about all claims counts, unless explaining went wrong.
                    if report.exit_code == Exit::ClaimFails.code() {
                        report.exit_code = check.exit_code;
                    }
                    report.check = self.options.whole.then_some(*check);
                }
            }
        }
        report
    }

    fn explained(
        &self,
        equation: Equation,
        failed: Counterexample,
        shallow: bool,
        report: &mut ExplainReport,
    ) {
        let bounds = bmc::Options {
            deepest: if shallow {
                0
            } else {
                self.session.checked.bounds.deepest
            },
            ..self.session.checked.bounds.clone()
        };
        let question = Question {
            options: &bounds,
            ..self.session.question()
        };
        match self.options.asked {
            Asked::Why => {}
            Asked::Interventions => {
                self.interventions(&question, equation, &failed, report);
                return;
            }
            Asked::AnotherFailure { farthest } => {
                self.another(&question, equation, &failed, farthest, report);
                return;
            }
        }
        let depends = equation.may_depend_on_addresses();
        let deepest = explain::explain_deeper(&question, equation, &failed, &self.options.method);
        let failed = deepest.failed;
        if let Ok(failing) = check::replay(
            self.session.checked,
            self.session.program,
            self.session.sources,
            &failed,
        ) {
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
                if depends || failed.run.inputs.iter().any(uncomputed) {
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
        self.suspect(&failed, report);
    }

    /// What could be wrong, and what could be written instead.
    fn suspect(&self, failed: &Counterexample, report: &mut ExplainReport) {
        let lines: &[LineReport] = match &report.answer {
            Answer::Explained(explanation) => &explanation.lines,
            _ => &[],
        };
        if self.options.whole && report.exit_code == Exit::ClaimFails.code() {
            let found = suspects::suspects(
                self.session.program,
                self.session.sources,
                failed,
                lines,
                self.session.stop,
            );
            if found.is_none() {
                eprintln!("note: no suspects are listed: they were not found in time; try because diagnose");
            }
            let found = found.unwrap_or_default();
            report.suspects = found.suspects;
            report.failing_runs = found.runs;
            report.changes = self.changes(failed);
            report.ranking = report::ranking(report);
        }
    }

    /// Small changes of the source with which every claim holds.
    fn changes(&self, failed: &Counterexample) -> Vec<ChangeReport> {
        let session = self.session;
        let texts = Changed::new(&session.checked.language, session.models);
        let subject = FaultyProgram {
            inputs: session.inputs,
            translator: &texts,
            lowering: &session.checked.lowering,
            sources: session.sources,
            program: session.program,
            ignore_space: false,
            stop: session.stop,
        };
        let bounds = bmc::Options {
            effort: Some(CHANGE_EFFORT),
            ..session.checked.bounds.clone()
        };
        let test = Test::of_run(session.program, &failed.run);
        let criterion = Criterion::Claims {
            bounds: &bounds,
            max_checked: MOST_CHECKED,
        };
        let found = repair::repair(&subject, &[test], criterion);
        let told = found.repairs.iter();
        told.map(|repair| repairs::change_report(&subject, repair))
            .collect()
    }

    fn told(
        &self,
        equation: &Equation,
        explanation: &Explanation,
        complete: bool,
        failed: &Counterexample,
    ) -> ExplanationReport {
        let deltas = self.deltas(equation, &explanation.deltas);
        let at_claim = self.at_claim(equation, explanation);
        let mut lines = lines(&deltas);
        if lines.is_empty() {
            lines = claim_lines(&at_claim);
        }
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
            at_claim,
            uncompared: explanation.failing.uncompared + explanation.passing.uncompared,
        }
    }

    fn at_claim(&self, equation: &Equation, explanation: &Explanation) -> AtClaimReport {
        let program = self.session.program;
        let place = |loc: LocId| Place::new(self.session.sources, loc);
        let step = equation.step(explanation.end);
        let function = program.function(equation.frame(step.frame).function);
        // A function of the library fails where the user calls it.
        let caller = equation.user_frame(program, explanation.end);
        let caller = program.function(equation.frame(caller).function);
        let values = explanation.claim_values.iter().map(|value| AtClaimValue {
            name: value.name.clone(),
            failing: value.failing.clone(),
            passing: value.passing.clone(),
            stored: place(value.origins.map_or(value.loc, |(failing, _)| failing)),
            input: value.kind == DeltaKind::Input,
            library: value.library,
        });
        AtClaimReport {
            reached: explanation.claim_reached,
            function: caller.name.clone(),
            // What a function of the library looks at is nothing the user has named.
            values: if function.embedded {
                Vec::new()
            } else {
                values.collect()
            },
            place: place(equation.user_loc(program, explanation.end)),
        }
    }

    fn deltas(&self, equation: &Equation, deltas: &[explain::Delta]) -> Vec<DeltaReport> {
        let place = |loc: LocId| Place::new(self.session.sources, loc);
        let ssa = bmc::Ssa::new(self.session.program, equation, Some(self.session.sources));
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
            Ok((other, distance)) => match check::replay(
                self.session.checked,
                self.session.program,
                self.session.sources,
                &other,
            ) {
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
                let claim = self.session.program.claim(failed.claim);
                format!(
                    "the claim at line {} is reached",
                    self.session.sources.line(claim.loc)
                )
            }
            Antecedent::Operands(operands) => {
                let texts: Vec<String> = operands
                    .iter()
                    .map(|operand| {
                        let text = self
                            .session
                            .sources
                            .written_text(self.session.program.expr(*operand).loc);
                        let words: Vec<&str> = text.split_whitespace().collect();
                        match words.is_empty() {
                            true => self.session.program.expr_text(*operand),
                            false => words.join(" "),
                        }
                    })
                    .collect();
                format!("{} (what the claim presupposes)", texts.join(" && "))
            }
        }
    }

    fn inputs(&self, inputs: &[InputValue]) -> Vec<InputUse> {
        let mut all = scanned::bytes(self.session.program, self.session.sources, inputs);
        all.extend(
            inputs
                .iter()
                .filter_map(|input| scanned::shown(self.session.program, self.session.sources, input)),
        );
        all
    }

    fn text(&self, report: &ExplainReport) -> String {
        let mut text = String::new();
        if let Some(check) = &report.check {
            if report.claim.is_none() {
                return check_text(check, self.session.sources, self.session.checked.style);
            }
            text.push_str(&claims(&check.claims));
            text.push('\n');
        }
        text.push_str(&explain_text(
            report,
            self.session.sources,
            self.session.checked.style,
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

/// The claims that fail, and how many others there are.
fn claims(claims: &[ClaimReport]) -> String {
    let of = |status: ClaimStatus| claims.iter().filter(move |claim| claim.status == status);
    let failing: Vec<ClaimReport> = of(ClaimStatus::Fails).cloned().collect();
    let mut text = report::claims_text(&failing, true);
    let (hold, unknown) = (of(ClaimStatus::Holds).count(), of(ClaimStatus::Unknown).count());
    let bounded = of(ClaimStatus::HoldsUpToBound).count();
    let mut rest = Vec::new();
    if hold > 0 {
        rest.push(format!(
            "{hold} {}",
            if hold == 1 { "claim holds" } else { "claims hold" }
        ));
    }
    if bounded > 0 {
        let verb = if bounded == 1 { "holds" } else { "hold" };
        rest.push(format!("{bounded} {verb} up to the bound"));
    }
    if unknown > 0 {
        rest.push(format!("{unknown} undetermined"));
    }
    if !rest.is_empty() {
        text.push_str(&format!("{} (because check lists them)\n", rest.join(", ")));
    }
    text
}

/// Where to look if only inputs matter: where what the claim looks at was stored, and the claim.
fn claim_lines(at: &AtClaimReport) -> Vec<LineReport> {
    let stored = at.values.iter().filter(|value| !value.input && !value.library);
    let places = stored.map(|value| &value.stored).chain([&at.place]);
    let mut lines: Vec<LineReport> = Vec::new();
    for location in places.filter_map(|place| place.location.as_ref()) {
        let line = LineReport {
            file: location.file.clone(),
            line: location.line,
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
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
