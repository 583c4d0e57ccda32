//! What went wrong in a run, in words.

use std::borrow::Cow;

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
    /// The pointer, as the user wrote it, is null.
    Null {
        pointer: Option<String>,
    },
    /// The pointer points at nothing; its value, where it is a small number.
    Wild {
        pointer: Option<String>,
        value: Option<u64>,
    },
    /// The variable, described, is one whose block or function has been left.
    Ended(String),
    /// Bytes outside of the object are accessed.
    OutOfBounds {
        access: AccessKind,
        bytes: u64,
        /// Where they begin, from the beginning of the object.
        offset: i64,
        object: String,
        size: u64,
    },
    /// The storage, described, has been freed.
    Freed(String),
    /// What was seen instead.
    Other(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessKind {
    Read,
    Write,
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

/// The text of a claim says what ought to be: without a word to say so it would read as what is.
fn demanded(text: &str) -> String {
    for (is, must) in [(" is not ", " must not be "), (" is ", " must be ")] {
        if text.contains(is) {
            return text.replacen(is, must, 1);
        }
    }
    format!("this must hold: {text}")
}

/// What ought to be of an operation; the opposite is what happens.
const KEPT: &str = " does not overflow ";

/// A claim that does not hold. With `argument_of`, it is about an argument of that function.
#[must_use]
pub fn claim_failure(kind: CheckKind, text: &str, why: &Why, argument_of: Option<&str>) -> WordedFailure {
    let by_name = argument_of.map(|function| format!("invalid argument of `{function}`"));
    let title = by_name.as_deref().unwrap_or(title(kind));
    let (message, expected, reason) = match (kind, why) {
        // A condition says it best in the user's own words, everything else by its values.
        (CheckKind::Assertion, Why::ConditionFalse) => (format!("{title}: {text}"), None, None),
        (CheckKind::Assertion, _) => (format!("{title}: {text}"), None, Some(why.text().into_owned())),
        (CheckKind::Unsupported, _) => (text.to_owned(), None, None),
        // Being here is the whole error.
        (
            CheckKind::ErrorCall | CheckKind::Unreachable | CheckKind::MissingBody | CheckKind::MissingReturn,
            _,
        )
        | (_, Why::DivisionByZero) => (title.to_owned(), Some(text.to_owned()), None),
        (CheckKind::PointerDereference, why) if argument_of.is_none() && why.pointer_message().is_some() => {
            let message = why.pointer_message().unwrap_or_default();
            (message, Some(text.to_owned()), None)
        }
        (CheckKind::InvalidFree, Why::Freed(object)) => (
            format!("double free: {object} has been freed already"),
            Some(text.to_owned()),
            None,
        ),
        (CheckKind::Format, Why::ConditionFalse) => (format!("{title}: {text}"), None, None),
        // Which class it has is a number of the models.
        (CheckKind::Format, Why::Comparison(_)) => (title.to_owned(), Some(text.to_owned()), None),
        (_, Why::ConditionFalse | Why::Comparison(_)) if text.contains(KEPT) => (
            format!("{title}: {}", text.replace(KEPT, " overflows ")),
            None,
            None,
        ),
        (_, Why::ConditionFalse) => (format!("{title}: {}", demanded(text)), None, None),
        (_, Why::Comparison(told)) => (format!("{title}: {}", demanded(text)), None, Some(told.clone())),
        (
            _,
            Why::Other(_)
            | Why::Null { .. }
            | Why::Wild { .. }
            | Why::Freed(_)
            | Why::Ended(_)
            | Why::OutOfBounds { .. },
        ) => (format!("{title}: {}", why.text()), Some(text.to_owned()), None),
    };
    WordedFailure {
        message,
        expected,
        reason,
    }
}

impl Why {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Why::ConditionFalse => "the condition is false".into(),
            Why::DivisionByZero => "the divisor is 0".into(),
            Why::Null { .. } => "null pointer".into(),
            Why::Wild { .. } => "it points at no object".into(),
            Why::Freed(object) => format!("{object} has been freed").into(),
            Why::Ended(object) => format!("{object} no longer exists").into(),
            Why::OutOfBounds {
                access,
                bytes,
                offset,
                object,
                size,
            } => {
                let verb = match access {
                    AccessKind::Read => "reads",
                    AccessKind::Write => "writes",
                };
                let (place, has) = (outside(*bytes, *offset, *size), counted(*size));
                let text = format!("{verb} {} {place} {object}", counted(*bytes));
                // Of an object that the program allocates its name says it.
                match object.contains(&format!("object of {has}")) {
                    true => text.into(),
                    false => format!("{text}, which has {has}").into(),
                }
            }
            Why::Comparison(told) | Why::Other(told) => told.into(),
        }
    }

    /// The whole sentence about a pointer that is followed and should not be.
    fn pointer_message(&self) -> Option<String> {
        let named = |pointer: &Option<String>| pointer.as_ref().map(|pointer| format!("`{pointer}`"));
        match self {
            Why::Null { pointer } => Some(match named(pointer) {
                Some(pointer) => format!("null pointer followed: {pointer} is NULL"),
                None => "null pointer followed".to_owned(),
            }),
            Why::Wild { pointer, value } => {
                let pointer = named(pointer).unwrap_or_else(|| "it".to_owned());
                let is = value.map_or_else(String::new, |value| format!("is {value:#x} and "));
                Some(format!(
                    "invalid pointer followed: {pointer} {is}points at no object"
                ))
            }
            Why::Freed(_) => Some(format!("use after free: {}", self.text())),
            Why::Ended(_) => Some(format!("dangling pointer followed: {}", self.text())),
            Why::OutOfBounds { access, .. } => {
                let title = match access {
                    AccessKind::Read => "read out of bounds",
                    AccessKind::Write => "write out of bounds",
                };
                Some(format!("{title}: {}", self.text()))
            }
            Why::ConditionFalse | Why::Comparison(_) | Why::DivisionByZero | Why::Other(_) => None,
        }
    }
}

fn counted(bytes: u64) -> String {
    if bytes == 1 {
        "1 byte".to_owned()
    } else {
        format!("{bytes} bytes")
    }
}

/// Where bytes lie that are not all inside an object.
fn outside(bytes: u64, offset: i64, size: u64) -> String {
    match u64::try_from(offset) {
        Err(_) if offset.unsigned_abs() == bytes => "just before".to_owned(),
        Err(_) => format!("at {} before", counted(offset.unsigned_abs())),
        Ok(offset) if offset == size => "just past the end of".to_owned(),
        Ok(offset) if offset > size => format!("at {} past the end of", counted(offset - size)),
        Ok(offset) => format!("at offset {offset} of"),
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
