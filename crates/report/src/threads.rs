//! Threads in findings: who waits for whom, which accesses race, who ran when.

use serde::{Deserialize, Serialize};

use crate::{Place, Related};

/// So many events of a thread in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleSlice {
    pub thread: String,
    pub events: u64,
}

/// A thread that holds what another one waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeldBy {
    pub thread: String,
    #[serde(flatten)]
    pub since: Place,
}

/// A thread that waits for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BlockedThread {
    pub thread: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// `lock`, `condition`, `thread` and so on.
    pub kind: String,
    pub waits_for: String,
    pub held_by: Vec<HeldBy>,
    #[serde(flatten)]
    pub place: Place,
    #[serde(skip)]
    pub started: Place,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Deadlock {
    pub threads: Vec<BlockedThread>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RacingAccess {
    pub thread: String,
    /// `read` or `write`.
    pub access: String,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Race {
    pub first: RacingAccess,
    pub second: RacingAccess,
    pub object: String,
}

/// `T1` for the thread `1`; the first one is `main`.
#[must_use]
pub fn thread_name(thread: &str) -> String {
    match thread {
        "main" => thread.to_owned(),
        _ => format!("T{thread}"),
    }
}

fn line(place: &Place) -> Option<String> {
    let location = place.location.as_ref()?;
    Some(format!("{}:{}", location.file, location.line))
}

impl Deadlock {
    /// What each thread waits for, at its place.
    #[must_use]
    pub fn sentences(&self) -> Vec<Related> {
        let sentence = |blocked: &BlockedThread| {
            let mut text = thread_name(&blocked.thread);
            if let (Some(function), Some(started)) = (&blocked.function, line(&blocked.started)) {
                text.push_str(&format!(" ({function}, started {started})"));
            }
            let object = match blocked.kind.as_str() {
                "thread" => format!("{} to end", thread_name(&blocked.waits_for)),
                "condition" => format!("condition `{}`", blocked.waits_for),
                _ => format!("`{}`", blocked.waits_for),
            };
            text.push_str(&format!(" waits for {object}"));
            for held in &blocked.held_by {
                let since = line(&held.since).map_or_else(String::new, |line| format!(" since {line}"));
                let who = match held.thread == blocked.thread {
                    true => "itself".to_owned(),
                    false => thread_name(&held.thread),
                };
                text.push_str(&format!(", held by {who}{since}"));
            }
            Related {
                text,
                place: blocked.place.clone(),
            }
        };
        self.threads.iter().map(sentence).collect()
    }
}

impl Race {
    /// Both accesses, at their places.
    #[must_use]
    pub fn sentences(&self) -> Vec<Related> {
        let sentence = |access: &RacingAccess, order: &str| Related {
            text: format!(
                "{} {}s `{}`{order}",
                thread_name(&access.thread),
                access.access,
                self.object
            ),
            place: access.place.clone(),
        };
        vec![
            sentence(&self.first, ""),
            sentence(&self.second, ", and nothing puts the two in order"),
        ]
    }
}

/// `main 3, then T1 2, then T2 4`: a schedule in a line, cut if it is long.
#[must_use]
pub fn schedule_text(schedule: &[ScheduleSlice]) -> String {
    const MOST: usize = 16;
    let slice = |slice: &ScheduleSlice| {
        let events = if slice.events == 1 { "event" } else { "events" };
        format!("{} {} {events}", thread_name(&slice.thread), slice.events)
    };
    let mut parts: Vec<String> = schedule.iter().take(MOST).map(slice).collect();
    if schedule.len() > MOST {
        parts.push(format!("{} more turns", schedule.len() - MOST));
    }
    parts.join(", then ")
}
