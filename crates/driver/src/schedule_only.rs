//! The nearest schedule with which a failing run passes, its inputs held constant.

use interp::Interpreter;
use program::{FunctionId, Pc};
use report::{
    ClaimStatus, Exit, OtherOrder, Place, SCHEDULE_SCHEMA, ScheduleEvent, ScheduleReport, ScheduleSlice,
    SwappedEvents, one_thread_only,
};
use runs::{Run, Schedule};
use source::LocId;
use variations::{EventName, Nearest, NoVariations, Question};

use crate::session::Session;
use crate::subject::Subject;
use crate::varied::Varied;

impl Session<'_> {
    /// The nearest schedule that passes.
    #[must_use]
    pub fn schedule_only(&self, varied: Varied) -> ScheduleReport {
        self.announce(report::Doing::Varying);
        let mut report = ScheduleReport {
            schema: SCHEDULE_SCHEMA,
            files: self.options.files.clone(),
            claim: None,
            inputs: Vec::new(),
            failing_schedule: Vec::new(),
            order: OtherOrder::default(),
            reason: None,
            check: None,
            exit_code: Exit::ClaimFails.code(),
        };
        let run = match varied {
            Varied::Run(run) => run,
            Varied::Subject(subject) => match *subject {
                Subject::Nothing { check, exit, why } => {
                    report.check = check;
                    report.reason = why.map(|why| why.to_string());
                    report.exit_code = exit.code();
                    return report;
                }
                Subject::Failing { failed, run, .. } | Subject::Executed { failed, run, .. } => {
                    report.inputs = run.run.inputs;
                    Run {
                        claim: Some(failed.claim),
                        arguments: self.options.bounds.arguments.clone(),
                        ..failed.run
                    }
                }
            },
        };
        report.claim = run
            .claim
            .map(|claim| self.claim_report(claim, ClaimStatus::Fails));
        report.failing_schedule = slices(&run.schedule);
        if run.schedule.is_empty() {
            report.reason = Some(one_thread_only().to_owned());
            report.order.proved = true;
            return report;
        }
        match self.other_order(&run) {
            Ok(order) => report.order = order,
            Err(error) => {
                report.reason = Some(crate::variations::not_varied(error).to_string());
                report.exit_code = Exit::Undetermined.code();
            }
        }
        report
    }

    /// What other order of the threads lets a run pass.
    ///
    /// # Errors
    /// When the run does not fail as it is said to.
    pub(crate) fn other_order(&self, run: &Run) -> Result<OtherOrder, NoVariations> {
        let interpreter = Interpreter::new(&self.program, Some(&self.sources));
        let question = Question {
            program: &self.program,
            run,
            arguments: &self.options.bounds.arguments,
            stop: &self.stop,
        };
        Ok(match variations::nearest_schedule(&question, &interpreter)? {
            Nearest::Found(nearest) => {
                let pairs = nearest.swapped.iter().map(|pair| SwappedEvents {
                    first: self.event(&pair.first),
                    second: self.event(&pair.second),
                });
                OtherOrder {
                    distance: Some(nearest.swapped.len()),
                    proved: nearest.proved,
                    passing_schedule: slices(&nearest.schedule),
                    swapped: pairs.collect(),
                }
            }
            Nearest::None { all } => OtherOrder {
                proved: all,
                ..OtherOrder::default()
            },
        })
    }

    fn event(&self, (name, loc): &(EventName, LocId)) -> ScheduleEvent {
        ScheduleEvent {
            thread: name.0.clone(),
            text: self.step_text(*loc),
            place: Place::new(&self.sources, *loc),
        }
    }

    /// Where a step of the user's text is.
    pub(crate) fn step_loc(&self, function: FunctionId, pc: Pc) -> LocId {
        let starts = program::flow::step_starts(&self.program, function);
        let start = starts.iter().find(|start| start.pc == pc);
        start.map_or(self.program.function(function).loc, |start| start.loc)
    }

    /// Its text in one line.
    pub(crate) fn step_text(&self, loc: LocId) -> String {
        if loc == LocId::NONE {
            return String::new();
        }
        let words = self.sources.text(self.sources.location(loc).used);
        let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
        text.trim_end_matches(';').to_owned()
    }
}

fn slices(schedule: &Schedule) -> Vec<ScheduleSlice> {
    let slices = schedule.iter().map(|slice| ScheduleSlice {
        thread: slice.thread.clone(),
        events: slice.events,
    });
    slices.collect()
}
