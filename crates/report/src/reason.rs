//! Why a diagnosis stands where it does: the sentence for the data.
//!
//! The data are of the crate `reasons`, since the engine that finds them knows no report. [`English`] shows them.

use std::fmt;

use reasons::{
    EditAction, Extent, Grounds, MissingCode, Note, Reason, RegionPlace, RunError, SmallerRegions, TestEnd,
    Unconfirmed, ValueGrounds,
};
use serde::Serializer;

/// So many names are told where there are many.
const MAX_NAMES: usize = 4;

/// Something told in English.
#[derive(Debug)]
pub struct English<'a, T>(pub &'a T);

/// What can be told.
pub trait Sentence {
    /// # Errors
    /// Those of the formatter.
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Sentence> fmt::Display for English<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_to(f)
    }
}

/// A document holds the sentence.
pub(crate) fn as_sentence<T: Sentence, S: Serializer>(data: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&English(data))
}

impl Sentence for Reason {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grounds.write_to(f)?;
        match self.closest_differs {
            true => f.write_str("; the closest passing run differs here, too"),
            false => Ok(()),
        }
    }
}

impl Sentence for Extent {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Extent::LookedAt => "the failing runs that were looked at",
            Extent::OneRun => "the run",
            Extent::EveryRun => "every failing run",
        })
    }
}

/// The subject of a sentence.
impl Sentence for EditAction {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// The ending of a verb whose subject it is.
fn ending(action: &EditAction) -> &'static str {
    match action {
        EditAction::Together(_) => "",
        _ => "s",
    }
}

impl Sentence for RunError {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Assertion {
                text,
                values: Some(values),
            } => write!(f, "assertion failed: {text}: {values}"),
            RunError::Assertion { text, values: None } => write!(f, "assertion failed: {text}"),
            RunError::DoesNotHold(text) => write!(f, "this does not hold: {text}"),
            RunError::Violated(text) | RunError::Stopped(text) => f.write_str(text),
        }
    }
}

impl Sentence for TestEnd {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestEnd::Endless(steps) => write!(f, "does not end within {steps} steps"),
            TestEnd::Error {
                line: Some(line),
                error,
            } => write!(f, "line {line}: {}", English(error)),
            TestEnd::Error { line: None, error } => error.write_to(f),
        }
    }
}

impl Sentence for Note {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::OnlyTried(what) => write!(f, "values that lead to this were only tried: {what}"),
            Note::SetsTooLarge(size) => write!(
                f,
                "sets of {size} expressions were not looked for: too much depends on all of them at once"
            ),
            Note::TooMuchDepends(texts) => write!(
                f,
                "too much depends on these, so that only some values were tried: {}",
                first_of(texts, MAX_NAMES)
            ),
        }
    }
}

impl Sentence for Unconfirmed {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unconfirmed { test, ended } = self;
        write!(
            f,
            "left out, since it is no repair: a repair of {test} ended otherwise when it was executed: {ended}"
        )
    }
}

impl Sentence for Grounds {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grounds::EditNearer(action) => {
                let (s, action) = (ending(action), English(action));
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
                let (s, action) = (ending(action), English(action));
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
                write!(f, "{} make{} {tests} right", English(action), ending(action))
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
                write!(
                    f,
                    "{runs} of {failing} failing tests end here: {}",
                    English(error)
                )
            }
            Grounds::Values(values) => values.write_to(f),
        }
    }
}

impl Sentence for ValueGrounds {
    fn write_to(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueGrounds::RepairsSome { repaired, failing } => write!(
                f,
                "another value there repairs {repaired} of {failing} failing runs; for the others it is not known"
            ),
            ValueGrounds::FreeText(all) => write!(f, "other text printed there repairs {}", English(all)),
            ValueGrounds::BreakingConstant {
                constant,
                breaks,
                repairs,
            } => {
                let tests = if *breaks == 1 { "test" } else { "tests" };
                write!(
                    f,
                    "a constant such as {constant} repairs {} but breaks {breaks} passing {tests}",
                    English(repairs)
                )
            }
            ValueGrounds::ReadValues(all) => write!(f, "other values read there repair {}", English(all)),
            ValueGrounds::OnlyPrinted(all) => {
                write!(
                    f,
                    "only printed: what is expected, printed there, repairs {}",
                    English(all)
                )
            }
            ValueGrounds::NotOneConstant => f.write_str("it would have to be another constant in each run"),
            ValueGrounds::NoKnownConstant(all) => {
                write!(
                    f,
                    "other values there repair {}; no one constant is known that does",
                    English(all)
                )
            }
            ValueGrounds::Constant { constant, repairs } => {
                write!(f, "the constant {constant} repairs {}", English(repairs))
            }
            ValueGrounds::AnotherValue(all) => write!(f, "another value there repairs {}", English(all)),
            ValueGrounds::OtherValues(all) => write!(f, "other values there repair {}", English(all)),
            ValueGrounds::ChangedValues { most: 1, repairs } => {
                write!(f, "one value changed in a run repairs {}", English(repairs))
            }
            ValueGrounds::ChangedValues { most, repairs } => {
                write!(f, "{most} values changed in a run repair {}", English(repairs))
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
    write!(f, " repairs {}", English(&repairs))?;
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
