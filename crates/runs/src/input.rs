//! Inputs: every value that enters a run from outside, by name.
//!
//! An input has a *name* (the variable it goes to, the function it comes from, or for uninitialised data the path of
//! what was read: `x`, `a[3]`, `s.f`) and an *occurrence*: the k-th time that name asks. Both together are its key.

use ctype::TypeId;
use program::InputSource;
use source::LocId;

/// Where an input's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// An input instruction of the program.
    Site(InputSource),
    /// Reading what was never written.
    Uninitialised,
    /// The initial value of an object that no file defines.
    External,
    /// Reading through a bad pointer when no claim forbids it.
    Undefined,
    /// A byte of standard input, or -1 at its end.
    Stdin,
    /// A part of standard input that is no single byte. Only the symbolic engine has such inputs.
    Chosen(Chosen),
    /// A value that the symbolic engine does not compute, such as the length of printed text. The interpreter does
    /// compute it, so a run that depends on it may not replay.
    Unmodelled,
}

/// A part of standard input that was chosen as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chosen {
    /// What the conversion of a number met: 0 what it wanted, 1 something else, 2 the end.
    Outcome { base: u8, width: u32 },
    /// Whether this character came next: 0 yes, 1 no, 2 nothing did.
    Literal(u8),
    /// Whether the input ended: 0 no, 2 yes.
    End,
    /// The first character that was no white space, or -1 at the end.
    First,
    /// One more character, or -1 before the one that ends it; a space stands for all white space.
    Next(u8),
    /// A number of at most so many characters, if that is not 0. The base 0 lets the number say it, 1 stands for
    /// floating numbers.
    Number { base: u8, width: u32 },
}

impl InputKind {
    /// Whether it is part of standard input.
    #[must_use]
    pub fn is_stdin(self) -> bool {
        matches!(self, InputKind::Stdin | InputKind::Chosen(_))
    }

    /// The word for it in documents.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            InputKind::Site(InputSource::Nondet) => "nondet",
            InputKind::Site(InputSource::External) => "external_call",
            InputKind::Site(InputSource::Object) | InputKind::External => "external_object",
            InputKind::Site(InputSource::Parameter) => "parameter",
            InputKind::Site(InputSource::Argument) => "argument",
            InputKind::Site(InputSource::Environment) => "environment",
            InputKind::Uninitialised => "uninitialised",
            InputKind::Undefined => "undefined",
            InputKind::Stdin | InputKind::Chosen(_) => "stdin",
            InputKind::Unmodelled => "unmodelled",
        }
    }
}

/// The key of an input: `x` for the first occurrence, `x#2` for the second.
#[must_use]
pub fn input_key(name: &str, occurrence: u32) -> String {
    match occurrence {
        0 | 1 => name.to_owned(),
        _ => format!("{name}#{occurrence}"),
    }
}

/// A key as [`input_key`] writes it: `x#1` is another way to write `x`.
#[must_use]
pub fn plain_key(key: String) -> String {
    match key.strip_suffix("#1") {
        Some(name) => name.to_owned(),
        None => key,
    }
}

/// An input of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputValue {
    pub name: String,
    /// From 1.
    pub occurrence: u32,
    pub ty: TypeId,
    pub kind: InputKind,
    /// Integers in two's complement extended to 128 bits, floats as their bits, pointers as addresses.
    pub bits: u128,
    pub loc: LocId,
}

impl InputValue {
    #[must_use]
    pub fn key(&self) -> String {
        input_key(&self.name, self.occurrence)
    }
}
