//! Which thread runs when.

/// So many events of one thread in a row. An event is one access that other threads can see, or one operation on
/// threads, with all that follows up to the next one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slice {
    /// `main`, or the way to it: `2` is the second thread that `main` starts, `2.1` the first that this one starts.
    pub thread: String,
    pub events: u64,
}

/// A whole schedule; empty for a run of one thread.
pub type Schedule = Vec<Slice>;

/// Adds one event.
pub fn extend(schedule: &mut Schedule, thread: &str) {
    match schedule.last_mut() {
        Some(last) if last.thread == thread => last.events += 1,
        _ => schedule.push(Slice {
            thread: thread.to_owned(),
            events: 1,
        }),
    }
}
