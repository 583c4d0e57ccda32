//! What runs with several threads came to, in the user's terms.

use interp::{Blocked, Outcome, RaceAccess, Reason};
use report::{BlockedThread, Deadlock, HeldBy, Place, Race, RacingAccess, ScheduleSlice};
use source::{LocId, SourceMap};

/// Who ran when.
#[must_use]
pub fn schedule_of(outcome: &Outcome) -> Vec<ScheduleSlice> {
    let slices = outcome.schedule.iter().map(|slice| ScheduleSlice {
        thread: slice.thread.clone(),
        events: slice.events,
    });
    slices.collect()
}

/// The same as the interpreter takes it.
#[must_use]
pub fn schedule_from(slices: &[ScheduleSlice]) -> runs::Schedule {
    let slices = slices.iter().map(|slice| runs::Slice {
        thread: slice.thread.clone(),
        events: slice.events,
    });
    slices.collect()
}

/// Where a failure is that is about several threads.
pub(crate) fn place_of(reason: &Reason) -> Option<LocId> {
    match reason {
        // Whoever waits for a thread to end waits for what that one waits for.
        Reason::Deadlock(threads) => {
            let waits = |thread: &&Blocked| thread.what != "thread";
            let shown = threads.iter().find(waits).or(threads.first());
            shown.map(|thread| thread.loc).filter(|loc| *loc != LocId::NONE)
        }
        Reason::Race { second, .. } => Some(second.loc),
        _ => None,
    }
}

pub(crate) fn deadlock(reason: &Reason, sources: &SourceMap) -> Option<Deadlock> {
    let Reason::Deadlock(threads) = reason else {
        return None;
    };
    let blocked = |thread: &Blocked| BlockedThread {
        thread: thread.thread.clone(),
        function: thread.function.clone(),
        kind: thread.what.to_owned(),
        waits_for: thread.waits_for.clone(),
        held_by: thread
            .held_by
            .iter()
            .map(|held| HeldBy {
                thread: held.thread.clone(),
                since: Place::new(sources, held.since),
            })
            .collect(),
        place: Place::new(sources, thread.loc),
        started: Place::new(sources, thread.started),
    };
    Some(Deadlock {
        threads: threads.iter().map(blocked).collect(),
    })
}

pub(crate) fn race(reason: &Reason, sources: &SourceMap) -> Option<Race> {
    let Reason::Race {
        first,
        second,
        object,
    } = reason
    else {
        return None;
    };
    let access = |access: &RaceAccess| RacingAccess {
        thread: access.thread.clone(),
        access: if access.write { "write" } else { "read" }.to_owned(),
        place: Place::new(sources, access.loc),
    };
    Some(Race {
        first: access(first),
        second: access(second),
        object: object.clone(),
    })
}
