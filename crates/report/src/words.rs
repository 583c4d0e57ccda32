//! Short texts of several reports: why there is no answer, what was assumed, what else is to be said.

use std::fmt;

/// Why a failing run is not explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// No failing run was found, and not everything was looked at.
    NothingFound,
    NoPassingRunInTime,
    NoFailingRunInTime,
    NotComputed,
    NoOtherFails,
    /// How the other failing run ended when it was executed.
    OtherEndsOtherwise(String),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::NothingFound => write!(
                f,
                "no failing run was found, and not everything was looked at (`because check` says what is open)"
            ),
            NoAnswer::NoPassingRunInTime => write!(f, "time ran out before a passing run was found"),
            NoAnswer::NoFailingRunInTime => {
                write!(
                    f,
                    "time ran out before the failing run was found at the last bound"
                )
            }
            NoAnswer::NotComputed => {
                write!(
                    f,
                    "the passing run depends on values that are not computed exactly"
                )
            }
            NoAnswer::NoOtherFails => write!(f, "no other run fails at this claim"),
            NoAnswer::OtherEndsOtherwise(ended) => {
                write!(f, "the other failing run {ended} when it is executed")
            }
        }
    }
}

/// What was assumed because the nearest passing run only avoided the claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumed {
    Reached {
        /// Nothing for what the library claims of its arguments.
        line: Option<u32>,
    },
    /// What the claim presupposes.
    Antecedent(Vec<String>),
}

impl fmt::Display for Assumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumed::Reached { line: Some(line) } => write!(f, "the claim at line {line} is reached"),
            Assumed::Reached { line: None } => write!(f, "the call that fails is reached"),
            Assumed::Antecedent(texts) => {
                write!(f, "{} (what the claim presupposes)", texts.join(" && "))
            }
        }
    }
}

/// What no passing run does: every run fails that comes so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unavoidable {
    /// Nothing for what the library claims of its arguments.
    pub line: Option<u32>,
    /// What the claim presupposes, beside that it is reached.
    pub conditions: Vec<String>,
    /// Whether every loop was followed to its end.
    pub complete: bool,
}

impl fmt::Display for Unavoidable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "every run that reaches line {line}")?,
            None => write!(f, "every run that makes this call")?,
        }
        if !self.conditions.is_empty() {
            write!(f, " with {}", self.conditions.join(" and "))?;
        }
        f.write_str(" fails")?;
        if !self.complete {
            f.write_str(", as far as loops were followed")?;
        }
        Ok(())
    }
}

/// The same for `causes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presupposed {
    Reached,
    Conditions(Vec<String>),
}

impl fmt::Display for Presupposed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Presupposed::Reached => write!(f, "the claim is reached"),
            Presupposed::Conditions(texts) => write!(f, "{}", texts.join(" and ")),
        }
    }
}

/// A predicate that the user gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    pub text: String,
    pub line: u32,
}

/// Predicates in one line; nothing if there are none.
#[must_use]
pub fn stated(predicates: &[Stated], negated: bool, any: bool) -> Option<String> {
    let texts = predicates.iter().map(|Stated { text, line }| match negated {
        true => format!("!({text}) at line {line}"),
        false => format!("{text} at line {line}"),
    });
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join(if any { " or " } else { " and " }))
}

/// What is said beside an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    NoSuspectsInTime,
    /// The program of all changes cannot be executed as the original can.
    ChangesNotTried,
    /// It does something else, and nothing explains that.
    Contradiction(String),
    /// A file is not what it was when the run was saved.
    ChangedSource(String),
    /// There is no failing run to save in this file.
    NothingToSave(String),
    /// A bound is given for a loop that the program does not have.
    NoSuchLoop(String),
    /// An option asks for a file that is not written.
    NotWritten(&'static str),
    /// A value was given that the program did not ask for.
    UnusedInput(String),
    /// The run ended before everything was unwound.
    EquationStopped,
    /// Where runs are cut in an equation.
    Cut(crate::Cut),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::NoSuspectsInTime => write!(
                f,
                "note: no suspects are listed: they were not found in time; try because diagnose"
            ),
            Note::ChangesNotTried => write!(
                f,
                "note: no changes are listed: the program that holds them all needs more steps or memory than a run gets"
            ),
            Note::Contradiction(what) => write!(f, "internal error: {what}"),
            Note::ChangedSource(name) => {
                write!(f, "warning: {name} is not as it was when the run was saved")
            }
            Note::NothingToSave(name) => write!(f, "note: there is no failing run to save in {name}"),
            Note::NoSuchLoop(name) => {
                write!(
                    f,
                    "note: --unwindset: there is no loop `{name}`; --show-loops lists them"
                )
            }
            Note::NotWritten(option) => write!(f, "note: --{option}: no such file is written"),
            Note::UnusedInput(name) => write!(f, "note: the program asked for no input {name}"),
            Note::EquationStopped => write!(f, "error: stopped before everything was unwound"),
            Note::Cut(cut) => write!(f, "note: {cut}"),
        }
    }
}
