//! Why a diagnosis stands where it does: the data, and the sentence.
//!
//! The engine that localises has the same enums; the command line translates, since a report knows no engine. A document
//! holds the sentence.

use std::fmt;

use serde::{Serialize, Serializer};

/// So many names are told where there are many.
const MAX_NAMES: usize = 4;

/// Why a diagnosis stands where it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub grounds: Grounds,
    /// Whether the closest passing run differs there, too.
    pub closest_differs: bool,
}

/// The failing runs that something repairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Not all of them were looked at.
    LookedAt,
    /// There is one.
    OneRun,
    EveryRun,
}

/// What is done to the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditAction {
    /// This in place of the whole suspect.
    Replace(String),
    /// This in place of a part of it.
    ReplacePart {
        new: String,
        old: String,
    },
    InsertBefore(String),
    LeaveOut,
    /// The same words in another order or place.
    Move,
    /// This, where nothing more is said about the place.
    Write(String),
    /// So many changes at once.
    Together(usize),
}

/// What may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingCode {
    Statement,
    Something,
}

/// Where other code would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionPlace {
    InFunction,
    Behind,
    Before,
    /// Before, between or behind some statements.
    Among,
    OneStatement,
    Statements,
}

/// What is known of smaller regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmallerRegions {
    /// There can be none.
    Impossible,
    NoneRepairs,
    Undecided,
}

/// What is known about other values of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueGrounds {
    /// Another value repairs some failing runs; for the others it is not known.
    RepairsSome {
        repaired: usize,
        failing: usize,
    },
    /// Other text printed there.
    FreeText(Extent),
    /// A constant that breaks passing tests.
    BreakingConstant {
        constant: String,
        breaks: usize,
        repairs: Extent,
    },
    /// Other values read there.
    ReadValues(Extent),
    /// A value that is only printed.
    OnlyPrinted(Extent),
    /// A literal that would have to be another constant in each run.
    NotOneConstant,
    /// Other values, and no one constant is known.
    NoKnownConstant(Extent),
    Constant {
        constant: String,
        repairs: Extent,
    },
    /// Nothing is known about how many values change.
    AnotherValue(Extent),
    /// Of some runs only a repair is known, not the one with the fewest changes.
    OtherValues(Extent),
    /// So many values change in a run, at most.
    ChangedValues {
        most: usize,
        repairs: Extent,
    },
}

/// The evidence for a diagnosis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grounds {
    /// A change makes no failing test right, but brings the output nearer to what is expected, and breaks nothing.
    EditNearer(EditAction),
    /// A change makes some failing tests right and breaks none.
    EditRightsSome {
        action: EditAction,
        repaired: usize,
        failing: usize,
    },
    /// A change makes every test right.
    EditRightsAll {
        action: EditAction,
        missing: Option<MissingCode>,
        /// How many tests there are.
        tests: usize,
    },
    /// Other values.
    Values(ValueGrounds),
    /// Any code in place of a region.
    Region {
        place: RegionPlace,
        /// What the code has to write.
        writes: Vec<String>,
        /// Whether it has to print something.
        prints: bool,
        repairs: Extent,
        smaller: SmallerRegions,
    },
    /// So many of the tests that were watched come by.
    Visited {
        failing: usize,
        of_failing: usize,
        passing: usize,
        of_passing: usize,
    },
    /// So many failing tests end here.
    EndsHere {
        runs: usize,
        failing: usize,
        error: RunError,
    },
}

/// How a run ends that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunError {
    /// An assertion failed: its text, and the values that were compared if that says why.
    Assertion { text: String, values: Option<String> },
    /// The text of a claim that an argument suits a format.
    UnsuitedArgument(String),
    /// The text of a claim that does not hold.
    DoesNotHold(String),
    /// In the words of whoever executed it.
    Stopped(String),
}

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestEnd {
    /// Not within so many steps.
    Endless(u64),
    /// On a line of the user's text, if it is there.
    Error { line: Option<u32>, error: RunError },
}

/// What could not be followed, decided or confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiagnoseNote {
    /// Values that lead to something the engine does not know were only tried.
    OnlyTried(String),
    /// Sets of so many expressions were not looked for.
    SetsTooLarge(usize),
    /// Only some values of these expressions were tried.
    TooMuchDepends(Vec<String>),
    /// A repair that did not prove one when it was executed.
    Unconfirmed { test: String, ended: String },
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.grounds)?;
        match self.closest_differs {
            true => f.write_str("; the closest passing run differs here, too"),
            false => Ok(()),
        }
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Extent::LookedAt => "the failing runs that were looked at",
            Extent::OneRun => "the run",
            Extent::EveryRun => "every failing run",
        })
    }
}

/// The subject of a sentence.
impl fmt::Display for EditAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditAction::Replace(text) => write!(f, "`{text}` here"),
            EditAction::ReplacePart { new, old } => write!(f, "`{new}` instead of `{old}`"),
            EditAction::InsertBefore(text) => write!(f, "`{text}` before this"),
            EditAction::LeaveOut => f.write_str("leaving this out"),
            EditAction::Move => f.write_str("another order or place of these"),
            EditAction::Write(text) => write!(f, "`{text}`"),
            EditAction::Together(count) => write!(f, "these {count} changes together"),
        }
    }
}

impl EditAction {
    /// The ending of a verb whose subject it is.
    fn ending(&self) -> &'static str {
        match self {
            EditAction::Together(_) => "",
            _ => "s",
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Assertion {
                text,
                values: Some(values),
            } => write!(f, "assertion failed: {text}: {values}"),
            RunError::Assertion { text, values: None } => write!(f, "assertion failed: {text}"),
            RunError::UnsuitedArgument(claim) => f.write_str(&unsuited(claim)),
            RunError::DoesNotHold(text) => write!(f, "this does not hold: {text}"),
            RunError::Stopped(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for TestEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestEnd::Endless(steps) => write!(f, "does not end within {steps} steps"),
            TestEnd::Error {
                line: Some(line),
                error,
            } => write!(f, "line {line}: {error}"),
            TestEnd::Error { line: None, error } => error.fmt(f),
        }
    }
}

impl fmt::Display for DiagnoseNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagnoseNote::OnlyTried(what) => write!(f, "values that lead to this were only tried: {what}"),
            DiagnoseNote::SetsTooLarge(size) => write!(
                f,
                "sets of {size} expressions were not looked for: too much depends on all of them at once"
            ),
            DiagnoseNote::TooMuchDepends(texts) => write!(
                f,
                "too much depends on these, so that only some values were tried: {}",
                first_of(texts, MAX_NAMES)
            ),
            DiagnoseNote::Unconfirmed { test, ended } => write!(
                f,
                "left out, since it is no repair: a repair of {test} ended otherwise when it was executed: {ended}"
            ),
        }
    }
}

/// What is wrong where an argument must suit a format, from the text of that claim.
#[must_use]
pub fn unsuited(claim: &str) -> String {
    match claim.rsplit_once(", suits ") {
        Some((argument, format)) => format!("{argument}, does not suit {format}"),
        None => claim.to_owned(),
    }
}

impl fmt::Display for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grounds::EditNearer(action) => {
                let s = action.ending();
                write!(
                    f,
                    "{action} bring{s} the output nearer to what is expected and break{s} nothing; \
                     something else is wrong, too"
                )
            }
            Grounds::EditRightsSome {
                action,
                repaired,
                failing,
            } => {
                let s = action.ending();
                write!(
                    f,
                    "{action} make{s} {repaired} of {failing} failing tests right and break{s} none; \
                     something else is wrong, too"
                )
            }
            Grounds::EditRightsAll {
                action,
                missing,
                tests,
            } => {
                match missing {
                    Some(MissingCode::Statement) => f.write_str("a statement may be missing: ")?,
                    Some(MissingCode::Something) => f.write_str("something may be missing: ")?,
                    None => {}
                }
                let tests = if *tests == 1 { "the test" } else { "every test" };
                write!(f, "{action} make{} {tests} right", action.ending())
            }
            Grounds::Region {
                place,
                writes,
                prints,
                repairs,
                smaller,
            } => region(f, *place, (writes, *prints), *repairs, *smaller),
            Grounds::Visited {
                failing,
                of_failing,
                passing,
                of_passing,
            } => write!(
                f,
                "{failing} of {of_failing} failing and {passing} of {of_passing} passing tests come here; nothing \
                 that was tried here repairs them"
            ),
            Grounds::EndsHere { runs, failing, error } => {
                write!(f, "{runs} of {failing} failing tests end here: {error}")
            }
            Grounds::Values(values) => values.fmt(f),
        }
    }
}

impl fmt::Display for ValueGrounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueGrounds::RepairsSome { repaired, failing } => write!(
                f,
                "another value there repairs {repaired} of {failing} failing runs; for the others it is not known"
            ),
            ValueGrounds::FreeText(all) => write!(f, "other text printed there repairs {all}"),
            ValueGrounds::BreakingConstant {
                constant,
                breaks,
                repairs,
            } => {
                let tests = if *breaks == 1 { "test" } else { "tests" };
                write!(
                    f,
                    "a constant such as {constant} repairs {repairs} but breaks {breaks} passing {tests}"
                )
            }
            ValueGrounds::ReadValues(all) => write!(f, "other values read there repair {all}"),
            ValueGrounds::OnlyPrinted(all) => {
                write!(f, "only printed: what is expected, printed there, repairs {all}")
            }
            ValueGrounds::NotOneConstant => f.write_str("it would have to be another constant in each run"),
            ValueGrounds::NoKnownConstant(all) => {
                write!(
                    f,
                    "other values there repair {all}; no one constant is known that does"
                )
            }
            ValueGrounds::Constant { constant, repairs } => {
                write!(f, "the constant {constant} repairs {repairs}")
            }
            ValueGrounds::AnotherValue(all) => write!(f, "another value there repairs {all}"),
            ValueGrounds::OtherValues(all) => write!(f, "other values there repair {all}"),
            ValueGrounds::ChangedValues { most: 1, repairs } => {
                write!(f, "one value changed in a run repairs {repairs}")
            }
            ValueGrounds::ChangedValues { most, repairs } => {
                write!(f, "{most} values changed in a run repair {repairs}")
            }
        }
    }
}

/// What other code in a region does.
fn region(
    f: &mut fmt::Formatter<'_>,
    place: RegionPlace,
    (writes, prints): (&[String], bool),
    repairs: Extent,
    smaller: SmallerRegions,
) -> fmt::Result {
    f.write_str(match place {
        RegionPlace::InFunction => "code may be missing in this function",
        RegionPlace::Behind => "code may be missing behind this",
        RegionPlace::Before => "code may be missing before this",
        RegionPlace::Among => "code may be missing before, between or behind these statements",
        RegionPlace::OneStatement => "other code in place of this statement would do",
        RegionPlace::Statements => "other code in place of these statements would do",
    })?;
    let names = first_of(writes, MAX_NAMES);
    match (writes.is_empty(), prints) {
        (true, true) => f.write_str(": printing something there")?,
        (true, false) => f.write_str(": going on otherwise")?,
        (false, true) => write!(f, ": printing something and writing {names}")?,
        (false, false) => write!(f, ": writing {names}")?,
    }
    write!(f, " repairs {repairs}")?;
    f.write_str(match smaller {
        SmallerRegions::Impossible => "",
        SmallerRegions::NoneRepairs => "; no smaller region does",
        SmallerRegions::Undecided => "; smaller regions could not be decided",
    })
}

/// The first of some names, and how many more there are.
fn first_of(names: &[String], most: usize) -> String {
    let shown: Vec<String> = names.iter().take(most).map(|name| format!("`{name}`")).collect();
    let shown = shown.join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
