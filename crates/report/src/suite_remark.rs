//! What is to be said about a test suite, in words.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SuiteRemark {
    /// It comes to something that cannot be executed.
    LeftOut {
        test: String,
        place: Option<(String, u32)>,
        reason: String,
    },
    /// All of them are left out, for these reasons.
    NothingExecutable(Vec<String>),
    /// The program starts threads here.
    Threads(String, u32),
    CarriageReturns,
    LastLineEnds,
    /// A variable is read before anything is written to it, and this value lies there.
    Unwritten {
        name: String,
        value: u8,
    },
    /// A test ends in an error that a compiled program may survive.
    Survivable {
        test: String,
        line: Option<u32>,
        error: String,
    },
    ChangesStopped,
    NoFailingRun,
    /// A test was given up after so many steps.
    Endless(u64),
    /// So many changes of the text were not tried.
    Untried(usize),
    /// The program of all changes does something else although none is switched on.
    UnlikeTheOriginal,
    /// The same, and nothing explains it.
    Contradiction(String),
}

/// So many reasons are named where nothing can be executed.
const MAX_REASONS: usize = 3;

impl fmt::Display for SuiteRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteRemark::LeftOut { test, place, reason } => {
                write!(f, "{test} is left out: ")?;
                if let Some((file, line)) = place {
                    write!(f, "{file}:{line}: ")?;
                }
                write!(f, "{reason}")
            }
            SuiteRemark::NothingExecutable(reasons) => {
                let shown = reasons.len().min(MAX_REASONS);
                let more = match reasons.len() - shown {
                    0 => String::new(),
                    more => format!("; and {more} more"),
                };
                let named = reasons[..shown].join("; ");
                write!(f, "none of the tests can be executed; {named}{more}")
            }
            SuiteRemark::Threads(file, line) => write!(
                f,
                "{file}:{line}: this starts a thread; changes of programs with threads are not supported"
            ),
            SuiteRemark::CarriageReturns => {
                write!(
                    f,
                    "the carriage returns at the ends of expected lines are not compared"
                )
            }
            SuiteRemark::LastLineEnds => {
                write!(
                    f,
                    "no expected output ends its last line; that end is not compared"
                )
            }
            SuiteRemark::Unwritten { name, value } => write!(
                f,
                "`{name}` is read before anything is written to it; {value} was there in these runs"
            ),
            SuiteRemark::Survivable { test, line, error } => {
                let line = line.map_or(String::new(), |line| format!("line {line}: "));
                write!(
                    f,
                    "{test} fails, too, but is not counted, since a compiled program may go on: {line}{error}"
                )
            }
            SuiteRemark::ChangesStopped => {
                write!(f, "stopped before all changes of the text were tried")
            }
            SuiteRemark::NoFailingRun => {
                write!(f, "no failing run was found, and not all runs were looked at")
            }
            SuiteRemark::Endless(steps) => write!(f, "does not end within {steps} steps"),
            SuiteRemark::Untried(left) => write!(
                f,
                "{left} changes of the text were not tried: they are where more passing tests come by, or less likely"
            ),
            SuiteRemark::Contradiction(what) => write!(f, "internal error: {what}"),
            SuiteRemark::UnlikeTheOriginal => {
                write!(f, "the program does not behave the same with changes in it")
            }
        }
    }
}
