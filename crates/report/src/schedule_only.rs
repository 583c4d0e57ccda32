//! The nearest schedule that passes, as data and for people.

use std::fmt::Write;

use serde::Serialize;

use crate::variations_text::failed_claim;
use crate::{CheckReport, ClaimReport, InputUse, Place, ScheduleSlice, schedule_text, thread_name};

/// The name and version of the JSON document.
pub const SCHEDULE_SCHEMA: &str = "because.schedule/1";

/// An event of one of the threads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScheduleEvent {
    pub thread: String,
    /// The statement, as it is written.
    pub text: String,
    #[serde(flatten)]
    pub place: Place,
}

/// Two events that touch the same thing, in the order of the failing run; in the passing run it is the other one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SwappedEvents {
    pub first: ScheduleEvent,
    pub second: ScheduleEvent,
}

#[derive(Debug, Clone, Serialize)]
pub struct ScheduleReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimReport>,
    pub inputs: Vec<InputUse>,
    pub failing_schedule: Vec<ScheduleSlice>,
    /// Absent if no schedule that passes was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<usize>,
    /// Whether all schedules were executed: no passing one is nearer, or there is none.
    pub proved: bool,
    pub passing_schedule: Vec<ScheduleSlice>,
    pub swapped: Vec<SwappedEvents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was found out about the claims, if none fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Box<CheckReport>>,
    pub exit_code: u8,
}

/// That there is nothing to reorder.
#[must_use]
pub fn one_thread_only() -> &'static str {
    "the failing run has one thread only: no other schedule exists"
}

#[must_use]
pub fn schedule_only_text(report: &ScheduleReport) -> String {
    let mut text = String::new();
    let at = |place: &Place| {
        let location = place.location.as_ref();
        location.map_or_else(String::new, |at| format!("{}:{}", at.file, at.line))
    };
    if let Some(claim) = &report.claim {
        text.push_str(&failed_claim("FAILS  ", claim, &claim.place));
    }
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "{reason}");
        return text;
    }
    let Some(distance) = report.distance else {
        text.push_str(match report.proved {
            true => "with these inputs it fails whatever the schedule\n",
            false => "no schedule with which it passes was found; there are more than were tried\n",
        });
        return text;
    };
    let pairs = if distance == 1 { "pair" } else { "pairs" };
    let least = if report.proved {
        ", and no fewer"
    } else {
        "; fewer may do"
    };
    let _ = writeln!(
        text,
        "with the same inputs it passes if {distance} {pairs} of events have the other order{least}:"
    );
    for pair in &report.swapped {
        let told = |event: &ScheduleEvent| {
            format!(
                "{} {}  {}",
                thread_name(&event.thread),
                at(&event.place),
                event.text
            )
        };
        let _ = writeln!(text, "  failing:  {}", told(&pair.first));
        let _ = writeln!(text, "   before:  {}", told(&pair.second));
    }
    let _ = writeln!(
        text,
        "failing schedule: {}",
        schedule_text(&report.failing_schedule)
    );
    let _ = writeln!(
        text,
        "passing schedule: {}",
        schedule_text(&report.passing_schedule)
    );
    text
}
