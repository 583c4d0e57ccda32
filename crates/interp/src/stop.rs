//! How a run ends, and why.

use std::fmt;

use program::{ClaimId, OverflowOp};
use source::LocId;

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The program ended by itself; the status is what it asked for, before the system cuts it to a byte.
    Exit(i128),
    Abort,
    ClaimFailed {
        claim: ClaimId,
        reason: Reason,
    },
    /// The run is none of those the program is about.
    AssumptionViolated(LocId),
    /// A format string, its arguments or the string it reads are wrong.
    BadFormat {
        loc: LocId,
        text: String,
    },
    /// A call whose arguments do not fit the function, through a type that says nothing about them.
    BadCall {
        loc: LocId,
        text: String,
    },
    Unsupported {
        loc: LocId,
        text: String,
    },
    StackOverflow {
        loc: LocId,
        depth: usize,
    },
    OutOfMemory(LocId),
    StepLimit,
    Interrupted,
    /// The schedule wants a thread to run that cannot.
    BadSchedule {
        loc: LocId,
        thread: String,
        event: u64,
    },
    /// The program breaks a rule that a valid Program keeps.
    Internal {
        loc: LocId,
        text: String,
    },
}

impl Stop {
    /// The place in the source that the end belongs to, if it has one of its own.
    #[must_use]
    pub fn loc(&self) -> LocId {
        match self {
            Stop::AssumptionViolated(loc)
            | Stop::OutOfMemory(loc)
            | Stop::BadFormat { loc, .. }
            | Stop::BadCall { loc, .. }
            | Stop::Unsupported { loc, .. }
            | Stop::StackOverflow { loc, .. }
            | Stop::BadSchedule { loc, .. }
            | Stop::Internal { loc, .. } => *loc,
            Stop::Exit(_) | Stop::Abort | Stop::ClaimFailed { .. } | Stop::StepLimit | Stop::Interrupted => {
                LocId::NONE
            }
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Exit(status) => write!(f, "exit with status {status}"),
            Stop::Abort => f.write_str("aborted"),
            Stop::ClaimFailed { reason, .. } => write!(f, "{reason}"),
            Stop::AssumptionViolated(_) => f.write_str("an assumption does not hold"),
            Stop::BadFormat { text, .. } | Stop::BadCall { text, .. } | Stop::Unsupported { text, .. } => {
                f.write_str(text)
            }
            Stop::StackOverflow { depth, .. } => {
                let calls = if *depth == 1 { "call" } else { "calls" };
                write!(f, "stack overflow: {depth} {calls} deep")
            }
            Stop::OutOfMemory(_) => f.write_str("the memory limit is reached"),
            Stop::StepLimit => f.write_str("the step limit is reached"),
            Stop::Interrupted => f.write_str("interrupted"),
            Stop::BadSchedule { thread, event, .. } if thread.is_empty() => {
                write!(
                    f,
                    "the schedule does not fit: at event {event} it wants a thread that has not been started"
                )
            }
            Stop::BadSchedule { thread, event, .. } => {
                write!(
                    f,
                    "the schedule does not fit: at event {event} it wants thread {thread}, which cannot run"
                )
            }
            Stop::Internal { text, .. } => write!(f, "internal error: {text}"),
        }
    }
}

/// Why a claim failed, as the state at that moment shows it. Values are in C syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The condition is false and its text says it all.
    ConditionFalse,
    /// A comparison is false.
    Comparison {
        lhs: String,
        op: &'static str,
        rhs: String,
    },
    Pointer {
        pointer: String,
        problem: PointerProblem,
    },
    Bounds {
        index: String,
        length: String,
    },
    Overflow {
        op: OverflowOp,
        lhs: String,
        rhs: String,
        ty: String,
    },
    DivisionByZero,
    Shift {
        distance: String,
        width: u32,
    },
    /// A negative value is shifted left.
    ShiftOfNegative {
        value: String,
    },
    Conversion {
        value: String,
        ty: String,
    },
    Uninitialised {
        place: String,
    },
    Leak {
        objects: Vec<String>,
        /// How many there are beyond those.
        more: usize,
    },
    NotANumber,
    /// Nobody can move.
    Deadlock(Vec<Blocked>),
    /// Two accesses of which neither happens before the other.
    Race {
        first: RaceAccess,
        second: RaceAccess,
        object: String,
    },
}

/// A thread that cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked {
    pub thread: String,
    /// What it was started with.
    pub function: Option<String>,
    pub started: LocId,
    /// What kind of thing it waits for, and its name.
    pub what: &'static str,
    pub waits_for: String,
    pub held_by: Vec<Holding>,
    pub loc: LocId,
}

/// A thread that holds what another one wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    pub thread: String,
    pub since: LocId,
}

/// One of two accesses that race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceAccess {
    pub thread: String,
    pub write: bool,
    pub loc: LocId,
}

/// What is wrong with a pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PointerProblem {
    /// A null pointer, or so close behind one that it was made from one, or from a small number.
    Null {
        address: u64,
    },
    /// Pointing nowhere.
    Wild,
    Freed {
        object: String,
        allocated: LocId,
        freed: LocId,
    },
    /// A variable whose block or function has been left.
    Dead {
        object: String,
    },
    /// An object that ended so long ago that it is forgotten.
    Forgotten,
    OutOfBounds {
        object: String,
        size: u64,
        offset: i64,
        access: u64,
    },
    ReadOnly {
        object: String,
    },
    /// For `free`: not the start of a heap object.
    NotHeap {
        object: String,
    },
    NotStart {
        object: String,
        offset: i64,
    },
    NotAFunction,
    WrongFunctionType {
        function: String,
        ty: String,
    },
    /// The two pointers are not into one object.
    DifferentObjects {
        other: String,
    },
    Unterminated {
        object: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::ConditionFalse => f.write_str("the condition is false"),
            Reason::Comparison { lhs, op, rhs } => write!(f, "{lhs} {op} {rhs} is false"),
            Reason::Pointer { pointer, problem } => write!(f, "pointer {pointer}: {problem}"),
            Reason::Bounds { index, length } => {
                let elements = if length == "1" { "element" } else { "elements" };
                write!(f, "index {index} of an array of {length} {elements}")
            }
            Reason::Overflow { op, lhs, rhs, ty } => {
                let symbol = match op {
                    OverflowOp::Add => "+",
                    OverflowOp::Sub => "-",
                    OverflowOp::Mul => "*",
                    OverflowOp::Shl => "<<",
                };
                if *op == OverflowOp::Sub && lhs == "0" {
                    return write!(f, "-({rhs}) overflows {ty}");
                }
                write!(f, "{lhs} {symbol} {rhs} overflows {ty}")
            }
            Reason::DivisionByZero => f.write_str("the divisor is 0"),
            Reason::Shift { distance, width } => {
                write!(
                    f,
                    "the distance {distance} is not between 0 and {}",
                    width.saturating_sub(1)
                )
            }
            Reason::ShiftOfNegative { value } => write!(f, "the value shifted left, {value}, is negative"),
            Reason::Conversion { value, ty } => write!(f, "{value} does not fit {ty}"),
            Reason::Uninitialised { place } => write!(f, "{place} has not been written"),
            Reason::Leak { objects, more } => {
                f.write_str("never freed: ")?;
                // A loop allocates many of the same kind.
                for (index, group) in objects.chunk_by(|a, b| a == b).enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", group[0])?;
                    if group.len() > 1 {
                        write!(f, " ({} times)", group.len())?;
                    }
                }
                match more {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            Reason::NotANumber => f.write_str("the value is not a number"),
            Reason::Deadlock(threads) => write!(f, "{} threads wait for each other", threads.len()),
            Reason::Race {
                first,
                second,
                object,
            } => write!(
                f,
                "thread {} and thread {} access {object} at once",
                first.thread, second.thread
            ),
        }
    }
}

impl fmt::Display for PointerProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PointerProblem::Null { .. } => f.write_str("null pointer"),
            PointerProblem::Wild => f.write_str("points at no object (uninitialised or wild)"),
            PointerProblem::Freed { object, .. } => write!(f, "{object} has been freed"),
            PointerProblem::Dead { object } => write!(f, "{object} no longer exists"),
            PointerProblem::Forgotten => f.write_str("points at an object that no longer exists"),
            PointerProblem::OutOfBounds {
                object,
                size,
                offset,
                access,
            } => {
                let bytes = |count: u64| if count == 1 { "byte" } else { "bytes" };
                write!(
                    f,
                    "out of bounds: {access} {} at offset {offset} of {object}, which has {size} {}",
                    bytes(*access),
                    bytes(*size)
                )
            }
            PointerProblem::ReadOnly { object } => write!(f, "{object} is read-only"),
            PointerProblem::NotHeap { object } => write!(f, "{object} was not allocated by malloc"),
            PointerProblem::NotStart { object, offset } => {
                write!(f, "offset {offset} of {object} is not its start")
            }
            PointerProblem::NotAFunction => f.write_str("points at no function"),
            PointerProblem::WrongFunctionType { function, ty } => {
                write!(f, "{function} cannot be called as {ty}")
            }
            PointerProblem::DifferentObjects { other } => {
                write!(f, "not into the same object as {other}")
            }
            PointerProblem::Unterminated { object } => {
                write!(f, "{object} holds no terminated string there")
            }
        }
    }
}
