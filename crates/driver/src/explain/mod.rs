//! Why a run fails: the closest passing run, suspects and changes.
//!
//! `because explain` asks one method. `because FILE.c` asks several, each of which names too much alone, and ranks the
//! lines that they name by how many of them agree ([`ranking`]).

mod describe;
mod ranking;
mod suspects;

use bmc::{Counterexample, Equation, InputKind, InputValue};
use explain::NoExplanation;
use report::{Answer, Doing, EXPLAIN_SCHEMA, Exit, ExplainReport, LineReport, NoAnswer, Note, Place};
use runs::Meter;
use trace::Question;

use crate::check::replay;
use crate::session::Session;
use crate::subject::{Subject, why_executed_only};
use crate::timeline::KnownRun;
use describe::{Describing, distance_report};

/// What is asked about the failing run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Why,
    Interventions,
    AnotherFailure { farthest: bool },
}

/// What `explain` is asked.
#[derive(Debug, Clone)]
pub struct ExplainRequest {
    /// Whether suspects and changes are looked for, too.
    pub whole: bool,
    pub method: explain::ExplainOptions,
    pub asked: Asked,
}

/// An explanation, with what else is to be said.
#[derive(Debug)]
pub struct Explained {
    pub report: ExplainReport,
    pub notes: Vec<Note>,
}

impl Session<'_> {
    /// Says why a run fails.
    #[must_use]
    pub fn explain(&self, subject: Subject, request: &ExplainRequest) -> Explained {
        let mut work = Work {
            session: self,
            request,
            notes: Vec::new(),
        };
        let report = work.report(subject);
        Explained {
            report,
            notes: work.notes,
        }
    }
}

struct Work<'w> {
    session: &'w Session<'w>,
    request: &'w ExplainRequest,
    notes: Vec<Note>,
}

impl Work<'_> {
    fn report(&mut self, subject: Subject) -> ExplainReport {
        let mut report = ExplainReport {
            schema: EXPLAIN_SCHEMA,
            files: self.session.options.files.clone(),
            check: None,
            claim: None,
            failing: None,
            origin: None,
            answer: Answer::NothingFails,
            suspects: Vec::new(),
            failing_runs: 0,
            changes: Vec::new(),
            runs: None,
            ranking: Vec::new(),
            exit_code: Exit::ClaimFails.code(),
        };
        match subject {
            Subject::Nothing { check, exit, why } => {
                report.exit_code = exit.code();
                report.check = check.map(|check| *check);
                // A saved run that does not fail leaves nothing to explain.
                if let (Some(why), true) = (why, report.exit_code != 0) {
                    report.answer = Answer::Unknown {
                        reason: why.to_string(),
                    };
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
                report.answer = self.other_order(&failed);
                self.originated(&mut report);
                self.suspect(&failed, &mut report);
                report.check = check.filter(|_| self.request.whole).map(|check| *check);
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
                    report.check = self.request.whole.then_some(*check);
                }
            }
        }
        report
    }

    /// What can be said of a run that is known from its execution alone: whether another order of its threads passes.
    fn other_order(&self, failed: &Counterexample) -> Answer {
        let unknown = || Answer::Unknown {
            reason: why_executed_only(&self.session.program).to_string(),
        };
        if failed.run.schedule.is_empty() {
            return unknown();
        }
        let run = runs::Run {
            claim: Some(failed.claim),
            arguments: self.session.options.bounds.arguments.clone(),
            ..failed.run.clone()
        };
        match self.session.other_order(&run) {
            Ok(order) if order.distance.is_some() || order.proved => Answer::Schedule(Box::new(order)),
            _ => unknown(),
        }
    }

    fn explained(
        &mut self,
        equation: Equation,
        failed: Counterexample,
        shallow: bool,
        report: &mut ExplainReport,
    ) {
        // Beside suspects and changes it may only take its part.
        let limited = self.request.whole && self.session.options.bounds.effort.is_some();
        let effort = limited.then(|| budgets::driver::EXPLAINED_EFFORT.get());
        let meter = effort.map(|effort| Meter::new(Some(effort), &self.session.stop));
        let bounds = bmc::Options {
            deepest: if shallow {
                0
            } else {
                self.session.options.bounds.deepest
            },
            meter: meter.clone(),
            ..self.session.options.bounds.clone()
        };
        let stop = meter.map_or_else(|| self.session.stop.clone(), |meter| meter.interrupt());
        let question = Question {
            options: &bounds,
            stop: &stop,
            ..self.session.question()
        };
        match self.request.asked {
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
        self.session.announce(Doing::Comparing);
        let depends = equation.may_depend_on_addresses();
        let deepest = explain::explain_deeper(&question, equation, &failed, &self.request.method);
        let failed = deepest.failed;
        if let Ok((failing, _)) = replay(self.session, &failed) {
            report.failing = Some(failing);
        }
        report.answer = match deepest.result {
            Ok(explanation) => {
                let describing = Describing {
                    session: self.session,
                    equation: &deepest.equation,
                };
                let told = describing.explanation(&explanation, deepest.complete, &failed);
                Answer::Explained(Box::new(told))
            }
            Err(NoExplanation::NothingPasses) => Answer::NothingPasses {
                complete: deepest.complete,
            },
            Err(NoExplanation::Unknown) => unknown(&NoAnswer::NoPassingRunInTime),
            Err(error @ (NoExplanation::NotRepeatable | NoExplanation::TooLarge)) => Answer::Unknown {
                reason: error.to_string(),
            },
            Err(error @ NoExplanation::Assumption(_)) => {
                report.exit_code = Exit::UnusableInput.code();
                Answer::Unknown {
                    reason: error.to_string(),
                }
            }
            Err(NoExplanation::NoExecution) => unknown(&NoAnswer::NoFailingRunInTime),
            Err(error @ (NoExplanation::Mismatch(_) | NoExplanation::DoesNotPass(_))) => {
                let uncomputed = |input: &InputValue| input.kind == InputKind::Unmodelled;
                if depends || failed.run.inputs.iter().any(uncomputed) {
                    unknown(&NoAnswer::NotComputed)
                } else {
                    report.exit_code = Exit::Internal.code();
                    Answer::Unknown {
                        reason: error.to_string(),
                    }
                }
            }
        };
        self.originated(report);
        self.suspect(&failed, report);
    }

    /// Where what the claim looks at came from: observed in the run, so that it is known of runs of any length that can be
    /// recorded, also of those that are not compared with others.
    fn originated(&self, report: &mut ExplainReport) {
        let Some(failing) = report.failing.as_ref().filter(|_| self.request.whole) else {
            return;
        };
        let known = KnownRun::reported(&failing.run, &self.session.options.bounds.arguments);
        let mut origin = self.session.why_it_fails(&self.session.recorded(&known));
        // What the library claims of its arguments is about its own variables, which say nothing to the user.
        if let Some(asked) = origin.as_mut().and_then(|chain| chain.links.first_mut())
            && self.is_embedded(&asked.place)
        {
            asked.parts.clear();
        }
        report.origin = origin;
    }

    fn is_embedded(&self, place: &Place) -> bool {
        let mut files = self.session.sources.files();
        let name = place.location.as_ref().map(|location| &location.file);
        files.any(|(_, file)| file.embedded && Some(&file.name) == name)
    }

    /// What could be wrong, and what could be written instead.
    fn suspect(&mut self, failed: &Counterexample, report: &mut ExplainReport) {
        let threads = self.session.program.starts_threads();
        if !self.request.whole || threads || report.exit_code == Exit::UnusableInput.code() {
            return;
        }
        let lines: &[LineReport] = match &report.answer {
            Answer::Explained(explanation) => &explanation.lines,
            _ => &[],
        };
        self.session.announce(Doing::Suspecting);
        let several = suspects::failing_runs(self.session, failed);
        let found = suspects::suspects(self.session, &several, lines);
        if found.is_none() {
            self.notes.push(Note::NoSuspectsInTime);
        }
        let found = found.unwrap_or_default();
        report.suspects = found.suspects;
        report.failing_runs = found.runs;
        self.session.announce(Doing::Changing);
        let (changes, note) = self.session.changes(&several);
        report.changes = changes;
        if let Some(Note::Contradiction(_)) = note {
            report.exit_code = Exit::Internal.code();
        }
        self.notes.extend(note);
        let harness = repair::Harness::new(&self.session.program, &self.session.sources);
        let file_of = |line: &LineReport| {
            let mut files = self.session.sources.files();
            files
                .find(|(_, file)| file.name == line.file)
                .map(|(_, file)| file)
        };
        let written = |line: &LineReport| file_of(line).is_some_and(|file| !file.embedded);
        let in_harness = |line: &LineReport| {
            let text = file_of(line).and_then(|file| file.line_span(line.line));
            text.is_some_and(|(lo, hi)| harness.contains(&line.file, lo) || harness.contains(&line.file, hi))
        };
        report.ranking = ranking::ranking(report, &written, &in_harness);
    }

    fn interventions(
        &self,
        question: &Question<'_>,
        mut equation: Equation,
        failed: &Counterexample,
        report: &mut ExplainReport,
    ) {
        let found = explain::intervene(question, &mut equation, failed, &self.request.method.metric);
        report.answer = match found {
            Ok(found) => Answer::Interventions {
                distance: distance_report(found.distance),
                changes: Describing {
                    session: self.session,
                    equation: &equation,
                }
                .deltas(&found.changes),
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
        let metric = &self.request.method.metric;
        let found = explain::another_failure(question, &mut equation, failed, metric, farthest);
        report.answer = match found {
            Ok((other, distance)) => match replay(self.session, &other) {
                Ok((told, _)) => Answer::AnotherFailure {
                    distance: distance_report(distance),
                    farthest,
                    inputs: told.run.inputs,
                },
                Err(ended) => {
                    let ended = NoAnswer::OtherEndsOtherwise(ended.to_string()).to_string();
                    self.unanswered(&NoExplanation::DoesNotPass(ended), report)
                }
            },
            Err(NoExplanation::NothingPasses) => unknown(&NoAnswer::NoOtherFails),
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
}

fn unknown(why: &NoAnswer) -> Answer {
    Answer::Unknown {
        reason: why.to_string(),
    }
}
