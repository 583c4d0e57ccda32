//! The chain of macro expansions behind each token.
//!
//! The preprocessor records which macros every token came out of, and where each of them was invoked, but
//! the pinned version gives no way to read that table: only its `Debug` text. That text is a stream of four
//! numbers per step and the version is pinned exactly, so it is read from there, once per unit and only when
//! some construct needs more than the two ends of a chain. A table that cannot be read is an empty table:
//! locations then name the innermost and the outermost macro only.

use std::fmt::{self, Write};

use rucc_base::Symbol;
use rucc_diag::Span;
use rucc_pp::{Preprocessor, TraceId};

/// One macro on the way from the user's text to a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) name: Symbol,
    /// The macro's name where it was invoked.
    pub(crate) at: Span,
    outer: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Traces {
    steps: Vec<Step>,
}

impl Traces {
    pub(crate) fn read(preprocessor: &mut Preprocessor) -> Traces {
        // The macro table is printed first and is large; nothing needs it any more.
        drop(std::mem::take(preprocessor.macros_mut()));
        let mut reader = Reader::default();
        // The reader stops the printing with an error once it has what it wants.
        let _ = write!(reader, "{preprocessor:?}");
        let complete = reader.state == State::Done && reader.numbers.len() % 4 == 0;
        if !complete {
            return Traces::default();
        }
        let steps = reader
            .numbers
            .chunks_exact(4)
            .map(|step| Step {
                name: Symbol::from_raw(step[0]),
                at: Span {
                    lo: step[1],
                    hi: step[2],
                },
                outer: step[3],
            })
            .collect();
        Traces { steps }
    }

    /// The steps of a token, from the innermost macro outwards.
    pub(crate) fn chain(&self, trace: TraceId) -> impl Iterator<Item = Step> + '_ {
        let mut at = trace.raw();
        std::iter::from_fn(move || {
            let step = *self.steps.get((at as usize).checked_sub(1)?)?;
            // Steps only ever point at earlier ones.
            at = if step.outer < at { step.outer } else { 0 };
            Some(step)
        })
    }
}

#[derive(Debug, Default, PartialEq, Eq, Clone, Copy)]
enum State {
    #[default]
    Before,
    Inside,
    Done,
}

/// Picks the numbers of `traces: Traces { steps: [Step { macro_name: …(1), at: Span { lo: 2, hi: 3 }, outer:
/// TraceId(4) }, …] }` out of the printed text as it comes.
#[derive(Debug, Default)]
struct Reader {
    state: State,
    matched: usize,
    numbers: Vec<u32>,
    number: Option<u32>,
}

const OPENING: &[u8] = b"traces: Traces { steps: [";

impl fmt::Write for Reader {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            match self.state {
                State::Before => {
                    self.matched = if byte == OPENING[self.matched] {
                        self.matched + 1
                    } else {
                        usize::from(byte == OPENING[0])
                    };
                    if self.matched == OPENING.len() {
                        self.state = State::Inside;
                    }
                }
                State::Inside => {
                    if byte.is_ascii_digit() {
                        let digit = u32::from(byte - b'0');
                        let value = self.number.unwrap_or(0);
                        self.number = Some(value.wrapping_mul(10).wrapping_add(digit));
                        continue;
                    }
                    self.numbers.extend(self.number.take());
                    if byte == b']' {
                        self.state = State::Done;
                    }
                }
                State::Done => return Err(fmt::Error),
            }
        }
        Ok(())
    }
}
