//! The nearest schedule that passes, as data and for people.

use std::fmt::Write;

use serde::Serialize;

use crate::variations_text::failed_claim;
use crate::{
    CheckReport, ClaimReport, Deadlock, HeldBy, InputUse, Place, ScheduleSlice, schedule_text, thread_name,
};

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

/// What other order of the threads lets a run pass, its inputs unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OtherOrder {
    /// Absent if no schedule that passes was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<usize>,
    /// Whether all schedules were executed: no passing one is nearer, or there is none.
    pub proved: bool,
    pub passing_schedule: Vec<ScheduleSlice>,
    pub swapped: Vec<SwappedEvents>,
}

/// More differences are not told in a sentence.
const TOLD: usize = 3;

impl OtherOrder {
    /// The differences without those that others imply: who comes after an event comes after what its thread has done before,
    /// and before what it does later.
    #[must_use]
    pub fn decisive(&self) -> Vec<&SwappedEvents> {
        let mut kept: Vec<&SwappedEvents> = Vec::new();
        for pair in &self.swapped {
            match kept.last_mut() {
                Some(last) if last.first == pair.first && last.second.thread == pair.second.thread => {
                    *last = pair
                }
                _ => kept.push(pair),
            }
        }
        let mut decisive: Vec<&SwappedEvents> = Vec::new();
        for pair in kept {
            let implied = |other: &&SwappedEvents| {
                other.second == pair.second && other.first.thread == pair.first.thread
            };
            if !decisive.iter().any(implied) {
                decisive.push(pair);
            }
        }
        decisive
    }

    /// `Passes if T2 takes `b` (bank.c:30) after T1 has released it (bank.c:34); the inputs are unchanged`.
    #[must_use]
    pub fn sentence(&self, deadlock: Option<&Deadlock>) -> Option<String> {
        if self.distance.is_none() {
            return self
                .proved
                .then(|| "With these inputs it fails whatever the order of the threads".to_owned());
        }
        let decisive = self.decisive();
        let told: Vec<String> = decisive
            .iter()
            .take(TOLD)
            .map(|pair| pair.told(deadlock))
            .collect();
        let more = decisive.len().saturating_sub(TOLD);
        let more = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        (!told.is_empty()).then(|| {
            let told = told.join(", and ");
            format!("Passes if {told}{more}; the inputs are unchanged")
        })
    }
}

impl SwappedEvents {
    fn told(&self, deadlock: Option<&Deadlock>) -> String {
        let (one, other) = (&self.first, &self.second);
        let (first, second) = (thread_name(&one.thread), thread_name(&other.thread));
        let (here, there) = (one.place.short(), other.place.short());
        match deadlock.and_then(|deadlock| self.lock(deadlock)) {
            Some(lock) => {
                format!("{first} takes `{lock}` ({here}) after {second} has released it ({there})")
            }
            None => format!(
                "`{}` of {first} ({here}) comes after `{}` of {second} ({there})",
                one.text, other.text
            ),
        }
    }

    /// The lock that the first event takes, for which the other thread waits in vain.
    fn lock<'d>(&self, deadlock: &'d Deadlock) -> Option<&'d str> {
        let waits = deadlock.threads.iter().find(|blocked| {
            let since = |held: &HeldBy| {
                held.thread == self.first.thread && held.since.short() == self.first.place.short()
            };
            blocked.thread == self.second.thread && blocked.held_by.iter().any(since)
        });
        waits.map(|blocked| blocked.waits_for.as_str())
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct ScheduleReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimReport>,
    pub inputs: Vec<InputUse>,
    pub failing_schedule: Vec<ScheduleSlice>,
    #[serde(flatten)]
    pub order: OtherOrder,
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
    let Some(distance) = report.order.distance else {
        text.push_str(match report.order.proved {
            true => "with these inputs it fails whatever the schedule\n",
            false => "no schedule with which it passes was found; there are more than were tried\n",
        });
        return text;
    };
    let pairs = if distance == 1 { "pair" } else { "pairs" };
    let least = if report.order.proved {
        ", and no fewer"
    } else {
        "; fewer may do"
    };
    let _ = writeln!(
        text,
        "with the same inputs it passes if {distance} {pairs} of events have the other order{least}:"
    );
    for pair in &report.order.swapped {
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
        schedule_text(&report.order.passing_schedule)
    );
    text
}
