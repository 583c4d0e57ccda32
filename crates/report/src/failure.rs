//! What went wrong in a run, in words.

use program::CheckKind;

use crate::{Place, Related};

/// What is known of why a claim does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// Nothing but that its condition is false.
    ConditionFalse,
    /// Two values, compared.
    Comparison(String),
    DivisionByZero,
    /// The pointer is null.
    Null,
    /// The storage, described, has been freed.
    Freed(String),
    /// What was seen instead.
    Other(String),
}

/// A failure in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordedFailure {
    pub message: String,
    /// What should have held, where the message does not say it.
    pub expected: Option<String>,
    /// Why it did not, where the message does not say it.
    pub reason: Option<String>,
}

/// A claim that does not hold. With `argument_of`, it is about an argument of that function.
#[must_use]
pub fn claim_failure(kind: CheckKind, text: &str, why: &Why, argument_of: Option<&str>) -> WordedFailure {
    let by_name = argument_of.map(|function| format!("invalid argument of `{function}`"));
    let title = by_name.as_deref().unwrap_or(title(kind));
    let (message, expected, reason) = match (kind, why) {
        // A condition says it best in the user's own words, everything else by its values.
        (CheckKind::Assertion, Why::ConditionFalse) => (format!("{title}: {text}"), None, None),
        (CheckKind::Assertion, _) => (format!("{title}: {text}"), None, Some(why.text().to_owned())),
        (CheckKind::Unsupported, _) => (text.to_owned(), None, None),
        // Being here is the whole error.
        (
            CheckKind::ErrorCall | CheckKind::Unreachable | CheckKind::MissingBody | CheckKind::MissingReturn,
            _,
        )
        | (_, Why::DivisionByZero) => (title.to_owned(), Some(text.to_owned()), None),
        (CheckKind::PointerDereference, Why::Null) if argument_of.is_none() => {
            ("null pointer followed".to_owned(), Some(text.to_owned()), None)
        }
        (CheckKind::InvalidFree, Why::Freed(object)) => (
            format!("double free: {object} has been freed already"),
            Some(text.to_owned()),
            None,
        ),
        (CheckKind::PointerDereference, Why::Freed(object)) if argument_of.is_none() => (
            format!("use after free: {object} has been freed"),
            Some(text.to_owned()),
            None,
        ),
        (CheckKind::Format, Why::ConditionFalse) => (format!("{title}: {text}"), None, None),
        // The text says what ought to be: without a word to say so it would read as what is.
        (_, Why::ConditionFalse) => (format!("{title}: required: {text}"), None, None),
        (_, Why::Comparison(told)) => (format!("{title}: required: {text}"), None, Some(told.clone())),
        (_, Why::Other(_) | Why::Null | Why::Freed(_)) => {
            (format!("{title}: {}", why.text()), Some(text.to_owned()), None)
        }
    };
    WordedFailure {
        message,
        expected,
        reason,
    }
}

impl Why {
    fn text(&self) -> &str {
        match self {
            Why::ConditionFalse => "the condition is false",
            Why::DivisionByZero => "the divisor is 0",
            Why::Null => "null pointer",
            Why::Freed(_) => "storage that has been freed",
            Why::Comparison(told) | Why::Other(told) => told,
        }
    }
}

/// Why a further place matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelatedKind {
    Allocated,
    Freed,
}

impl Related {
    #[must_use]
    pub fn new(kind: RelatedKind, place: Place) -> Related {
        let text = match kind {
            RelatedKind::Allocated => "allocated here",
            RelatedKind::Freed => "freed here",
        };
        Related {
            text: text.to_owned(),
            place,
        }
    }
}

/// What it means for a check to fail.
fn title(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Assertion => "assertion failed",
        CheckKind::ErrorCall => "error function called",
        CheckKind::ArrayBounds => "array index out of bounds",
        CheckKind::PointerDereference => "invalid pointer followed",
        CheckKind::FunctionPointer => "invalid function pointer called",
        CheckKind::PointerPrimitive | CheckKind::AskedPointer | CheckKind::PointerRelation => {
            "invalid pointer operation"
        }
        CheckKind::PointerOverflow => "pointer leaves its object",
        CheckKind::DivisionByZero => "division by zero",
        CheckKind::SignedOverflow => "signed overflow",
        CheckKind::UnsignedOverflow => "unsigned overflow",
        CheckKind::UndefinedShift => "undefined shift",
        CheckKind::Conversion => "conversion changes the value",
        CheckKind::FloatOverflow => "floating-point overflow",
        CheckKind::FloatDivisionByZero => "floating-point division by zero",
        CheckKind::SignCompare => "negative number compared as unsigned",
        CheckKind::EnumRange => "value outside the enumeration",
        CheckKind::Nan => "floating-point result is not a number",
        CheckKind::InvalidFree => "invalid free",
        CheckKind::MemoryLeak | CheckKind::MemoryCleanup => "memory leak",
        CheckKind::AllocationFailure => "allocation failed",
        CheckKind::MissingReturn => "missing return value",
        CheckKind::Unreachable => "unreachable code reached",
        CheckKind::UninitialisedRead => "uninitialised read",
        CheckKind::VlaSize => "bad array length",
        CheckKind::BitCount => "zero bits of zero counted",
        CheckKind::Format => "argument does not fit the format",
        CheckKind::Unsupported => "not supported",
        CheckKind::MissingBody => "function without a body called",
        CheckKind::Coverage => "goal met",
        CheckKind::Deadlock => "deadlock",
        CheckKind::DataRace => "data race",
        CheckKind::ThreadMisuse => "threads misused",
    }
}
