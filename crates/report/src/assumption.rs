//! What a verdict rests on beyond the C text, in words.

use std::fmt;

/// Something that was taken for granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumption {
    /// `main` gets no more arguments than this.
    Arguments { most: u64 },
    /// `malloc` and its family return no null, for less than half of the address space.
    AllocationSucceeds,
    /// A program can tell the order in which arguments are evaluated, first here.
    OrderOfArguments { left_to_right: bool, place: String },
    /// What a program writes arrives; it looks at what the function that writes returns, first here.
    OutputSucceeds { place: String },
    /// Functions without a body do nothing but return.
    WithoutBody { names: Vec<String> },
    /// Handlers run only for signals that the program raises itself.
    OwnSignalsOnly,
    /// A process that was forked shares nothing but its past.
    SeparateProcesses,
    /// What one thread writes is seen by all others at once, also where accesses race.
    SequentialConsistency,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::SequentialConsistency => write!(
                f,
                "all threads see writes to memory in one order; compilers and processors keep to that only where no data race is"
            ),
            Assumption::AllocationSucceeds => f.write_str(
                "malloc, calloc and realloc succeed, unless asked for more than half the address space \
                 (--malloc-may-fail: they may always fail)",
            ),
            Assumption::OrderOfArguments { left_to_right, place } => {
                let (order, how) = match left_to_right {
                    true => (
                        "left to right",
                        "without --left-to-right it is the other way round",
                    ),
                    false => (
                        "right to left, as by GCC",
                        "--left-to-right looks at the other order",
                    ),
                };
                write!(
                    f,
                    "arguments are evaluated {order}, and this can make a difference ({place}); {how}"
                )
            }
            Assumption::OutputSucceeds { place } => write!(
                f,
                "what is written to a stream arrives: printf and similar functions return no error ({place})"
            ),
            Assumption::WithoutBody { names } => write!(
                f,
                "functions without a body change nothing ({}); with --missing-body fail, calling one is a failure",
                first_few(names)
            ),
            Assumption::OwnSignalsOnly => {
                f.write_str("no signal comes from outside; handlers run for those that the program raises")
            }
            Assumption::SeparateProcesses => f.write_str(
                "behind fork each process is a run of its own; what one learns of another is an input",
            ),
            Assumption::Arguments { most } => write!(
                f,
                "main gets at most {most} arguments, of any text; arguments behind -- are passed to it instead"
            ),
        }
    }
}

/// Three names and how many more there are.
fn first_few(names: &[String]) -> String {
    let shown = names.len().min(3);
    let mut text = names[..shown].join(", ");
    if names.len() > shown {
        text.push_str(&format!(" and {} more", names.len() - shown));
    }
    text
}
