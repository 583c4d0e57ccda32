//! What formats do: the text and the conversions of a `printf`, and the variables that a `scanf` stores to.

use program::{Callee, FunctionId, InstrKind, Pc};
use source::{LocId, Location, Span};

use super::suspects::{Collector, SuspectKind, SuspectSite, is_inside};
use super::walk::{literal_of, literals, target_of};

impl Collector<'_> {
    /// What is printed.
    pub(super) fn printed(&mut self) {
        let program = self.program;
        let texts = literals(program);
        for (id, pc, instr) in program.user_instrs() {
            let InstrKind::Call {
                callee: Callee::Direct(callee),
                args,
                dest,
                ..
            } = &instr.kind
            else {
                continue;
            };
            let callee = program.function(*callee);
            let print = |piece| SuspectSite::Print {
                function: id,
                pc,
                piece,
            };
            if !callee.embedded {
                continue;
            }
            match callee.name.as_str() {
                "printf" if dest.is_none() || args.len() == 1 => {
                    let Some(format) = args.first() else { continue };
                    let Some(text) = literal_of(program, &texts, *format) else {
                        self.add(SuspectKind::PrintedText, instr.loc, id, vec![print(None)]);
                        continue;
                    };
                    let format_loc = program.expr(*format).loc;
                    self.format_pieces(id, pc, format_loc, text);
                }
                name if name.ends_with("scanf") => {
                    // Another format is no pointer elsewhere.
                    for number in 0..args.len() as u32 {
                        let arg = args[number as usize];
                        if literal_of(program, &texts, arg).is_some() {
                            self.forget(id, pc, number);
                        }
                    }
                    self.stored(id, pc, instr.loc);
                }
                "puts" | "putchar" | "putchar_unlocked" | "fputs" | "putc" | "fputc" | "fprintf"
                | "fwrite" => {
                    if args
                        .first()
                        .is_some_and(|text| literal_of(program, &texts, *text).is_some())
                    {
                        self.forget(id, pc, 0);
                    }
                    self.add(SuspectKind::PrintedText, instr.loc, id, vec![print(None)]);
                }
                _ => {}
            }
        }
    }

    /// The text and the conversions of a format, piece by piece.
    fn format_pieces(&mut self, id: FunctionId, pc: Pc, format_loc: LocId, text: &[u8]) {
        let pieces = pieces(text);
        let mut conversions = 0;
        // The format is told piece by piece, not as a pointer.
        self.forget(id, pc, 0);
        for (number, piece) in pieces.iter().enumerate() {
            let kind = match piece.conversion {
                true => SuspectKind::PrintedValue,
                false => SuspectKind::PrintedText,
            };
            let loc = self.piece_loc(format_loc, text, piece.start, piece.end);
            let before = self.found.len();
            self.add(
                kind,
                loc,
                id,
                vec![SuspectSite::Print {
                    function: id,
                    pc,
                    piece: Some(number as u32),
                }],
            );
            if piece.conversion {
                conversions += 1;
                let argument = self.argument(id, pc, conversions);
                if let Some(suspect) = self.found.get_mut(before) {
                    suspect.argument = argument;
                }
            }
        }
    }

    /// What a `scanf` stores: each number, and if there are several, all of them.
    fn stored(&mut self, function: FunctionId, pc: Pc, loc: LocId) {
        let mut all = Vec::new();
        for number in 1.. {
            let Some(address) = self.argument(function, pc, number) else {
                break;
            };
            // The arguments of an earlier call are none of this one.
            let own = self.sources.location(self.program.expr(address).loc).used;
            if !is_inside(own, self.sources.location(loc).used) {
                break;
            }
            if target_of(self.program, address).is_none() {
                continue;
            }
            let site = SuspectSite::Stored {
                function,
                pc,
                address,
            };
            all.push(site);
            self.add(
                SuspectKind::Stored,
                self.program.expr(address).loc,
                function,
                vec![site],
            );
        }
        if all.len() > 1 {
            self.add(SuspectKind::Stored, loc, function, all);
        }
    }

    /// The place of some bytes of a string literal; of the whole literal if they cannot be found in it.
    fn piece_loc(&mut self, loc: LocId, text: &[u8], start: usize, end: usize) -> LocId {
        let location = self.sources.location(loc).clone();
        if location.spelled.is_some() {
            return loc;
        }
        let written = self.sources.text(location.used);
        match escaped(written.as_bytes(), text.len()) {
            Some(offsets) => {
                let used = Span::new(
                    location.used.file,
                    location.used.lo + offsets[start] as u32,
                    location.used.lo + offsets[end] as u32,
                );
                self.sources.intern(Location { used, spelled: None })
            }
            None => loc,
        }
    }
}

/// A part of a format: literal text, or one conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FormatPiece {
    pub start: usize,
    pub end: usize,
    pub conversion: bool,
}

pub(crate) fn pieces(format: &[u8]) -> Vec<FormatPiece> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < format.len() {
        if format[at] != b'%' {
            at += 1;
            continue;
        }
        if format.get(at + 1) == Some(&b'%') {
            at += 2;
            continue;
        }
        if at > start {
            found.push(FormatPiece {
                start,
                end: at,
                conversion: false,
            });
        }
        let from = at;
        at += 1;
        while at < format.len() && b"-+ #0'*.123456789hlqjztLZ".contains(&format[at]) {
            at += 1;
        }
        at = (at + 1).min(format.len());
        found.push(FormatPiece {
            start: from,
            end: at,
            conversion: true,
        });
        start = at;
    }
    if at > start {
        found.push(FormatPiece {
            start,
            end: at,
            conversion: false,
        });
    }
    found
}

/// Where each byte of a string literal of `length` bytes is written, and where its end is.
fn escaped(written: &[u8], length: usize) -> Option<Vec<usize>> {
    let mut offsets = Vec::new();
    let mut at = 1;
    if written.first() != Some(&b'"') {
        return None;
    }
    while at < written.len() && written[at] != b'"' {
        offsets.push(at);
        if written[at] != b'\\' {
            at += 1;
            continue;
        }
        match written.get(at + 1)? {
            b'x' | b'u' | b'U' => return None,
            b'0'..=b'7' => {
                let digits = written[at + 1..]
                    .iter()
                    .take(3)
                    .take_while(|byte| (b'0'..=b'7').contains(byte));
                at += 1 + digits.count();
            }
            _ => at += 2,
        }
    }
    offsets.push(at);
    (offsets.len() == length + 1 && at + 1 == written.len()).then_some(offsets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_fall_into_pieces() {
        let text = b"a %d%5.2f%%b\n";
        let found: Vec<(&[u8], bool)> = pieces(text)
            .iter()
            .map(|piece| (&text[piece.start..piece.end], piece.conversion))
            .collect();
        assert_eq!(
            found,
            [
                (&b"a "[..], false),
                (b"%d", true),
                (b"%5.2f", true),
                (b"%%b\n", false)
            ]
        );
    }

    #[test]
    fn escapes_are_counted() {
        assert_eq!(escaped(br#""a\n\061b""#, 4), Some(vec![1, 2, 4, 8, 9]));
        assert_eq!(escaped(br#""a" "b""#, 2), None);
    }
}
