//! `printf`: directives, their arguments, and their text, byte for byte as the GNU C library in the C
//! locale.
//!
//! The extra arguments of a call lie one after the other in slots ([`program::varargs`]).

mod number;
mod one;

use ctype::FloatFormat;
use program::varargs::{ARGUMENT_OFFSET, slot_size};

use crate::machine::Machine;
use crate::object::{Pointer, Provenance};
use crate::scalar::{Repr, Scalar};
use crate::stop::Stop;
pub use one::{Printed, format_directive};

use number::{float, integer, number, pad, sign_text};

/// More would be no honest width or precision.
const WIDEST: i64 = 1 << 24;

#[derive(Debug, Clone, Copy, Default)]
struct Flags {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    LongDouble,
    Size,
}

#[derive(Debug, Clone, Copy)]
struct Directive {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    length: Length,
    conversion: u8,
}

/// The arguments, read one by one.
struct Arguments {
    next: Pointer,
    count: u32,
}

impl Machine<'_> {
    pub(crate) fn format(&mut self, format: Pointer, varargs: Pointer) -> Result<Vec<u8>, Stop> {
        let Some(length) = self.string_length(format) else {
            let problem = match self.access_problem(format, 1, false) {
                Some(problem) => problem.to_string(),
                None => "it is not terminated".into(),
            };
            return Err(self.bad_format(format!("the format is no string: {problem}")));
        };
        let text = self.text_at(format);
        debug_assert_eq!(text.len(), length);
        let mut arguments = Arguments {
            next: varargs,
            count: 0,
        };
        let mut out = Vec::new();
        let mut rest = &text[..];
        while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
            out.extend_from_slice(&rest[..at]);
            let spec = &rest[at + 1..];
            let (directive, used) = self.directive(spec, &mut arguments)?;
            self.convert_one(directive, &mut arguments, &mut out)?;
            rest = &spec[used..];
        }
        out.extend_from_slice(rest);
        Ok(out)
    }

    fn bad_format(&self, text: String) -> Stop {
        Stop::BadFormat {
            loc: self.user_loc(),
            text,
        }
    }

    fn argument(
        &mut self,
        arguments: &mut Arguments,
        repr: Repr,
        size: u32,
    ) -> Result<(u128, Provenance), Stop> {
        arguments.count += 1;
        let scalar = Scalar { repr, size };
        let number = arguments.count;
        let here = arguments.next.offset(ARGUMENT_OFFSET);
        let Some(value) = self.peek(here, scalar) else {
            let missing = self.memory.spot(here, 1).is_none();
            return Err(self.bad_format(if missing {
                format!("the format needs argument {number}, which is not there")
            } else {
                format!("argument {number} is smaller than the {size} bytes the format reads")
            }));
        };
        arguments.next = arguments.next.offset(slot_size(size.into()));
        Ok(value)
    }

    fn star(&mut self, arguments: &mut Arguments) -> Result<i64, Stop> {
        let (bits, _) = self.argument(arguments, Repr::Int(32, true), 4)?;
        Ok((bits as i64).clamp(-WIDEST, WIDEST))
    }

    /// Everything between `%` and the conversion letter; the letter included.
    fn directive(&mut self, spec: &[u8], arguments: &mut Arguments) -> Result<(Directive, usize), Stop> {
        let mut at = 0;
        let mut flags = Flags::default();
        while let Some(byte) = spec.get(at) {
            match byte {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                // Grouping and alternative digits change nothing in the C locale.
                b'\'' | b'I' => {}
                _ => break,
            }
            at += 1;
        }
        let number = |at: &mut usize| {
            let mut value = 0i64;
            while let Some(digit) = spec.get(*at).filter(|byte| byte.is_ascii_digit()) {
                value = (value * 10 + i64::from(digit - b'0')).min(WIDEST);
                *at += 1;
            }
            value
        };
        let digits = spec[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 && spec.get(at + digits) == Some(&b'$') {
            return Err(Stop::Unsupported {
                loc: self.user_loc(),
                text: "a format that numbers its arguments (`%1$d`)".into(),
            });
        }
        let mut width = if spec.get(at) == Some(&b'*') {
            at += 1;
            self.star(arguments)?
        } else {
            number(&mut at)
        };
        if width < 0 {
            flags.left = true;
            width = -width;
        }
        let mut precision = None;
        if spec.get(at) == Some(&b'.') {
            at += 1;
            let value = if spec.get(at) == Some(&b'*') {
                at += 1;
                self.star(arguments)?
            } else {
                number(&mut at)
            };
            precision = usize::try_from(value).ok();
        }
        let (length, letters) = match (spec.get(at), spec.get(at + 1)) {
            (Some(b'h'), Some(b'h')) => (Length::Char, 2),
            (Some(b'h'), _) => (Length::Short, 1),
            (Some(b'l'), Some(b'l')) => (Length::LongLong, 2),
            (Some(b'l'), _) => (Length::Long, 1),
            (Some(b'q' | b'j'), _) => (Length::LongLong, 1),
            (Some(b'L'), _) => (Length::LongDouble, 1),
            (Some(b'z' | b't' | b'Z'), _) => (Length::Size, 1),
            _ => (Length::None, 0),
        };
        at += letters;
        let Some(&conversion) = spec.get(at) else {
            return Err(self.bad_format("the format ends within a directive".into()));
        };
        let directive = Directive {
            flags,
            width: width as usize,
            precision,
            length,
            conversion,
        };
        Ok((directive, at + 1))
    }

    /// The size in bytes of an integer argument with a length modifier.
    fn integer_bytes(&self, length: Length) -> u32 {
        let model = self.program.types.model;
        match length {
            Length::None | Length::Char | Length::Short => 4,
            Length::Long => model.long_bytes,
            Length::LongLong | Length::LongDouble => 8,
            Length::Size => model.pointer_bytes,
        }
    }

    fn convert_one(
        &mut self,
        directive: Directive,
        arguments: &mut Arguments,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        match directive.conversion {
            b'%' => out.push(b'%'),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                let signed = matches!(directive.conversion, b'd' | b'i');
                let size = self.integer_bytes(directive.length);
                let (mut bits, _) = self.argument(arguments, Repr::Int(size * 8, signed), size)?;
                let width = match directive.length {
                    Length::Char => 8,
                    Length::Short => 16,
                    _ => size * 8,
                };
                bits = crate::scalar::wrap(bits, width, signed);
                integer(directive, bits, signed, out);
            }
            b'c' => {
                let (bits, _) = self.argument(arguments, Repr::Int(32, true), 4)?;
                pad(directive, &[bits as u8], out);
            }
            b's' | b'S' => {
                let size = self.program.types.model.pointer_bytes;
                let (bits, provenance) = self.argument(arguments, Repr::Pointer, size)?;
                let pointer = Pointer {
                    address: bits as u64,
                    provenance,
                };
                let wide = directive.conversion == b'S' || directive.length == Length::Long;
                let text = self.string_argument(pointer, directive.precision, wide, arguments.count)?;
                pad(directive, &text, out);
            }
            b'p' => {
                let size = self.program.types.model.pointer_bytes;
                let (bits, _) = self.argument(arguments, Repr::Pointer, size)?;
                if bits == 0 {
                    pad(directive, b"(nil)", out);
                } else {
                    let mut directive = directive;
                    directive.flags.alternate = true;
                    directive.conversion = b'x';
                    // The sign flags work on pointers in the GNU library.
                    let sign = sign_text(directive.flags, false);
                    number(directive, sign, b"0x", format!("{bits:x}").as_bytes(), out);
                }
            }
            b'n' => self.count_written(directive, arguments, out.len())?,
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let model = self.program.types.model;
                let (format, size) = if directive.length == Length::LongDouble {
                    (
                        model.float_format(ctype::FloatKind::LongDouble),
                        model.long_double_bytes,
                    )
                } else {
                    (FloatFormat::Double, 8)
                };
                let (bits, _) = self.argument(arguments, Repr::Float(format), size)?;
                float(directive, format, bits, self.round(), out);
            }
            other => {
                let text = format!("the format has the unknown directive `%{}`", char::from(other));
                return Err(self.bad_format(text));
            }
        }
        Ok(())
    }

    /// `%n`: how much has been written.
    fn count_written(
        &mut self,
        directive: Directive,
        arguments: &mut Arguments,
        written: usize,
    ) -> Result<(), Stop> {
        let pointer_size = self.program.types.model.pointer_bytes;
        let (bits, provenance) = self.argument(arguments, Repr::Pointer, pointer_size)?;
        let pointer = Pointer {
            address: bits as u64,
            provenance,
        };
        let size = match directive.length {
            Length::Char => 1,
            Length::Short => 2,
            length => self.integer_bytes(length),
        };
        let scalar = Scalar {
            repr: Repr::Int(size * 8, true),
            size,
        };
        let Some(spot) = self.memory.spot(pointer, size as usize) else {
            return Err(self.bad_format("`%n` writes through a bad pointer".into()));
        };
        self.memory.write(spot, scalar, written as u128, Provenance::NONE);
        Ok(())
    }

    /// The bytes of a string argument, at most `precision` of them.
    fn string_argument(
        &mut self,
        pointer: Pointer,
        precision: Option<usize>,
        wide: bool,
        number: u32,
    ) -> Result<Vec<u8>, Stop> {
        if pointer.address == 0 {
            let null = b"(null)";
            return Ok(match precision {
                Some(precision) if precision < null.len() => Vec::new(),
                _ => null.to_vec(),
            });
        }
        let limit = precision.unwrap_or(usize::MAX);
        let step = if wide { 4 } else { 1 };
        let mut text = Vec::new();
        while text.len() < limit {
            let at = pointer.offset((text.len() * step) as u64);
            let scalar = Scalar {
                repr: Repr::Int(step as u32 * 8, false),
                size: step as u32,
            };
            match self.peek(at, scalar) {
                Some((0, _)) => break,
                Some((unit, _)) => text.push(unit as u8),
                None => {
                    let problem = match (self.access_problem(at, step as u64, false), self.char_type()) {
                        (Some(problem), _) => problem.to_string(),
                        // What was never written is an input wherever it is read.
                        (None, Some(char_type)) if !wide => match self.invent(at, char_type).0 {
                            0 => break,
                            unit => {
                                text.push(unit as u8);
                                continue;
                            }
                        },
                        _ => "it has bytes that were never written".into(),
                    };
                    return Err(self.bad_format(format!("argument {number} is no string: {problem}")));
                }
            }
        }
        Ok(text)
    }
}
