//! Questions about a run: `EXPR @ FILE:LINE`, and what they mean in it.

use std::str::FromStr;

use program::{Child, ExprId, FunctionId, InstrKind, Pc};
use report::{WHY_SCHEMA, WhyAnswer, WhyNotReport, WhyReport};
use source::LocId;
use timeline::{ReadId, StepId, StepKind, Target, WhyNot, why, why_not};

use super::{Recorded, is_users};
use crate::session::Session;

/// A question about a value at a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub expression: String,
    /// Nothing if there is one file only.
    pub file: Option<String>,
    pub line: u32,
    /// The how-manieth time that the line runs; nothing for the last.
    pub time: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no question: it reads EXPR @ FILE:LINE, such as 'f->v @ list.c:23', with #2 behind it for the second time"
)]
pub struct QuestionError(String);

impl FromStr for Question {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Question, QuestionError> {
        let wrong = || QuestionError(text.to_owned());
        let (expression, place) = text.rsplit_once('@').ok_or_else(wrong)?;
        let (place, time) = match place.rsplit_once('#') {
            Some((place, time)) => (place, Some(time.trim().parse().map_err(|_| wrong())?)),
            None => (place, None),
        };
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) => (Some(file.trim().to_owned()), line),
            None => (None, place),
        };
        let line = line.trim().parse().map_err(|_| wrong())?;
        let expression = one_line(expression);
        if expression.is_empty() || time == Some(0) || line == 0 {
            return Err(wrong());
        }
        Ok(Question {
            expression,
            file,
            line,
            time,
        })
    }
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = self
            .file
            .as_ref()
            .map_or_else(|| "line ".to_owned(), |file| format!("{file}:"));
        write!(f, "{} at {file}{}", self.expression, self.line)
    }
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Session<'_> {
    /// Where a value came from in a recorded run; with a passing run, also where the two part.
    #[must_use]
    pub fn why(&self, run: &Recorded, question: Option<&Question>, passing: Option<&Recorded>) -> WhyReport {
        let answer = match question {
            Some(question) => self.answer(run, question, passing),
            None => match failure(run) {
                Some(step) => self.chain(run, &Target::Step(step), passing),
                None => WhyAnswer::NoSuch {
                    reason:
                        "the run does not fail, so there is nothing to ask about without EXPR @ FILE:LINE"
                            .to_owned(),
                },
            },
        };
        WhyReport {
            schema: WHY_SCHEMA,
            files: self.options.files.clone(),
            question: question.map_or_else(|| "the failure".to_owned(), Question::to_string),
            exit_code: match &answer {
                WhyAnswer::NoSuch { .. } => report::Exit::UnusableInput.code(),
                _ => 0,
            },
            answer,
        }
    }

    /// Where what the failing claim looks at came from; nothing if the run does not fail.
    #[must_use]
    pub fn why_it_fails(&self, run: &Recorded) -> Option<report::WhyChain> {
        let step = failure(run)?;
        Some(self.told_chain(run, &why(&self.program, &run.timeline, Target::Step(step))))
    }

    fn answer(&self, run: &Recorded, question: &Question, passing: Option<&Recorded>) -> WhyAnswer {
        let on_line = self.instructions_on(question);
        if on_line.is_empty() {
            let reason = format!("there is no code at {question}");
            return WhyAnswer::NoSuch { reason };
        }
        let timeline = &run.timeline;
        let executed: Vec<StepId> = timeline
            .step_ids()
            .filter(|id| {
                let at = timeline.step(*id).at;
                on_line.binary_search(&(at.function, at.pc)).is_ok()
            })
            .collect();
        if executed.is_empty() {
            let mut of: Vec<(FunctionId, Vec<Pc>)> = Vec::new();
            for (function, pc) in on_line {
                match of.last_mut().filter(|(known, _)| *known == function) {
                    Some((_, pcs)) => pcs.push(pc),
                    None => of.push((function, vec![pc])),
                }
            }
            let (function, pcs) = &of[0];
            let why = why_not(&self.program, timeline, *function, pcs);
            return WhyAnswer::NotExecuted(self.why_not_report(run, &why));
        }
        match self.target(run, question, &executed) {
            Some(target) => self.chain(run, &target, passing),
            None => WhyAnswer::NoSuch {
                reason: self.no_such(run, question, &executed),
            },
        }
    }

    fn chain(&self, run: &Recorded, target: &Target, passing: Option<&Recorded>) -> WhyAnswer {
        let chain = why(&self.program, &run.timeline, target.clone());
        let parting = passing.and_then(|passing| self.parting(run, passing, &chain));
        WhyAnswer::Chain {
            chain: self.told_chain(run, &chain),
            parting: parting.map(Box::new),
        }
    }

    /// The instructions of a line, sorted.
    fn instructions_on(&self, question: &Question) -> Vec<(FunctionId, Pc)> {
        let program = &self.program;
        let mut found = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if !is_users(program, id) {
                continue;
            }
            for (pc, instr) in function.body.iter().enumerate() {
                let tells = !matches!(
                    instr.kind,
                    InstrKind::Declare(_) | InstrKind::Dead(_) | InstrKind::Jump(_)
                );
                if tells && self.is_on(instr.loc, question) {
                    found.push((id, Pc(pc as u32)));
                }
            }
        }
        found
    }

    fn is_on(&self, loc: LocId, question: &Question) -> bool {
        if loc == LocId::NONE || self.sources.line(loc) != question.line {
            return false;
        }
        let file = self.sources.file(self.sources.location(loc).used.file);
        let wanted = question.file.as_ref();
        !file.embedded && wanted.is_none_or(|wanted| is_file(&file.name, wanted))
    }

    /// What an expression means in the steps of its line, the last one first, or the one that was asked for.
    fn target(&self, run: &Recorded, question: &Question, executed: &[StepId]) -> Option<Target> {
        let found = executed
            .iter()
            .rev()
            .filter_map(|step| self.target_in(run, *step, &question.expression));
        let mut all: Vec<(StepId, Target)> = found.collect();
        // A line that stores what it reads is asked about what it reads, unless only the result has that name.
        all.dedup_by_key(|(step, _)| *step);
        let chosen = match question.time {
            None => all.into_iter().next(),
            Some(time) => all.into_iter().rev().nth(time - 1),
        };
        if let Some((_, target)) = chosen {
            return Some(target);
        }
        // It is not used there, but it has a value there all the same.
        let last = *executed.last()?;
        let timeline = &run.timeline;
        let activation = timeline.step(last).activation;
        (0..=last.0).rev().map(StepId).find_map(|step| {
            let own = timeline.step(step).activation == activation || timeline.step(step).activation <= 1;
            let write = timeline
                .writes_of(step)
                .rev()
                .find(|write| timeline.text(timeline.write(*write).place) == question.expression);
            let write = write.filter(|_| own || !matches!(timeline.step(step).kind, StepKind::Call(_)))?;
            Some(Target::Write(step, write))
        })
    }

    fn target_in(&self, run: &Recorded, step: StepId, expression: &str) -> Option<(StepId, Target)> {
        let timeline = &run.timeline;
        let reads: Vec<ReadId> = timeline.reads_of(step).collect();
        let exact = reads.iter().rev().find(|read| {
            let read = timeline.read(**read);
            timeline.text(read.place) == expression || self.expr_source(read.expr) == expression
        });
        if let Some(read) = exact {
            return Some((step, Target::Reads(step, vec![*read])));
        }
        let at = timeline.step(step).at;
        let instr = &self.program.function(at.function).body.get(at.pc.index())?.kind;
        let arrives = matches!(timeline.step(step).kind, StepKind::Result { .. });
        if let Some(inside) = self.subexpression(instr, expression).filter(|_| !arrives) {
            let within = reads
                .into_iter()
                .filter(|read| inside.contains(&timeline.read(*read).expr));
            return Some((step, Target::Reads(step, within.collect())));
        }
        let write = timeline.writes_of(step).find(|write| {
            let place = timeline.write(*write).place;
            timeline.text(place) == expression || self.written_name(step, *write, run) == expression
        })?;
        Some((step, Target::Write(step, write)))
    }

    /// All that an expression of this text is made of, if an instruction has one.
    fn subexpression(&self, instr: &InstrKind, expression: &str) -> Option<Vec<ExprId>> {
        let mut stack = Vec::new();
        self.program.instr_operands(instr, |expr, _| stack.push(expr));
        instr.children(|child| {
            if let Child::Place(place) = child {
                self.program.place_operands(place, |expr| stack.push(expr));
            }
        });
        while let Some(expr) = stack.pop() {
            let mut inner = Vec::new();
            self.program.operands(expr, |operand| inner.push(operand));
            if self.expr_source(expr) == expression {
                let mut all = vec![expr];
                while let Some(next) = inner.pop() {
                    all.push(next);
                    self.program.operands(next, |operand| inner.push(operand));
                }
                return Some(all);
            }
            stack.extend(inner);
        }
        None
    }

    fn no_such(&self, run: &Recorded, question: &Question, executed: &[StepId]) -> String {
        let timeline = &run.timeline;
        let mut names: Vec<String> = Vec::new();
        for step in executed {
            let reads = timeline
                .reads_of(*step)
                .map(|read| self.expr_source(timeline.read(read).expr));
            let writes = timeline
                .writes_of(*step)
                .map(|write| self.written_name(*step, write, run));
            for name in reads.chain(writes) {
                if !name.is_empty() && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        match names.is_empty() {
            true => format!("{question}: nothing of that name is used there"),
            false => format!(
                "{question}: nothing of that name is used there; the line uses {}",
                names.join(", ")
            ),
        }
    }

    pub(super) fn why_not_report(&self, run: &Recorded, why: &WhyNot) -> WhyNotReport {
        let mut report = WhyNotReport {
            decided: None,
            never_called: Vec::new(),
            ended: false,
        };
        let mut why = Some(why);
        while let Some(next) = why.take() {
            match next {
                WhyNot::Decided(step) => report.decided = self.decision(run, *step),
                WhyNot::Ended => report.ended = true,
                WhyNot::NeverCalled {
                    function, because, ..
                } => {
                    report
                        .never_called
                        .push(self.program.function(*function).called().to_owned());
                    why = because.as_deref();
                }
            }
        }
        report
    }
}

/// The step in which a run fails.
pub(super) fn failure(run: &Recorded) -> Option<StepId> {
    let timeline = &run.timeline;
    let last = timeline.step_ids().next_back()?;
    match timeline.step(last).kind {
        StepKind::Claim { failed: true, .. } => Some(last),
        _ => None,
    }
}

/// Whether a file is meant by a name: all of its path, or its last parts.
fn is_file(file: &str, wanted: &str) -> bool {
    file == wanted || file.strip_suffix(wanted).is_some_and(|rest| rest.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read() {
        let question: Question = "a[i] -> v @ src/list.c:23#2".parse().unwrap();
        assert_eq!(question.expression, "a[i] -> v");
        assert_eq!(
            (question.file.as_deref(), question.line, question.time),
            (Some("src/list.c"), 23, Some(2))
        );
        let short: Question = "x@7".parse().unwrap();
        assert_eq!((short.file, short.line, short.time), (None, 7, None));
        for wrong in ["x", "x @ y", "@ 3", "x @ 0", "x @ 3#0", "x @ f.c:", ""] {
            assert!(wrong.parse::<Question>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_is_named_by_its_last_parts() {
        assert!(is_file("a/b.c", "b.c") && is_file("b.c", "b.c") && !is_file("ab.c", "b.c"));
    }
}
