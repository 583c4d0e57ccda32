//! The text around a place: which `#define` it lies in, how far an invocation goes, what belongs to a word.
//!
//! The preprocessor's record says which macros a token came out of, not where in a definition it was written,
//! and it names an invocation by the macro's name alone. The rest is read off the text here, on the spot.

use crate::guard::{end_of_comment, end_of_quoted};
use std::collections::HashMap;
use std::rc::Rc;

use rucc_diag::{BytePos, SourceMap as Files, Span as Bytes};

/// A `#define` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Define {
    pub(crate) name: Rc<str>,
    /// Whether invocations have arguments.
    pub(crate) function_like: bool,
}

/// The texts of a unit's files.
pub(crate) struct Written<'a> {
    files: &'a Files,
    /// The definitions found so far, by the start of their line.
    defines: HashMap<BytePos, Option<Define>>,
}

impl<'a> Written<'a> {
    pub(crate) fn new(files: &'a Files) -> Written<'a> {
        Written {
            files,
            defines: HashMap::new(),
        }
    }

    /// The `#define` line that a position lies in. The name being defined is not part of the body, but no
    /// token that reaches the parser was written there.
    pub(crate) fn define_at(&mut self, place: Bytes) -> Option<Define> {
        let file = self.files.file(self.files.lookup_file(place.lo)?);
        let text = file.bytes();
        let mut start = ((place.lo - file.start) as usize).min(text.len());
        // Back to the start of the logical line.
        loop {
            while start > 0 && text[start - 1] != b'\n' {
                start -= 1;
            }
            let before = text[..start]
                .strip_suffix(b"\n")
                .map(|rest| rest.strip_suffix(b"\r").unwrap_or(rest));
            match before {
                Some(rest) if rest.ends_with(b"\\") => start = rest.len(),
                _ => break,
            }
        }
        let key = file.start + start as u32;
        if let Some(known) = self.defines.get(&key) {
            return known.clone();
        }
        let define = read_define(text, start);
        self.defines.insert(key, define.clone());
        define
    }

    /// From a macro's name to the end of the arguments after it, if there are some.
    pub(crate) fn with_arguments(&self, name: Bytes) -> Option<Bytes> {
        let file = self.files.file(self.files.lookup_file(name.lo)?);
        let end = closing(file.bytes(), (name.hi - file.start) as usize)?;
        Some(Bytes::new(name.lo, file.start + end as u32))
    }

    /// Stretches a part of a macro's body over the parameter before or after it.
    pub(crate) fn widen(&self, span: Bytes, left: bool, right: bool) -> Bytes {
        let Some(file) = self.files.lookup_file(span.lo) else {
            return span;
        };
        let file = self.files.file(file);
        let text = file.bytes();
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let (mut lo, mut hi) = ((span.lo - file.start) as usize, (span.hi - file.start) as usize);
        if left {
            let mut at = lo;
            while at > 0 && !is_word(text[at - 1]) && text[at - 1] != b'\n' {
                at -= 1;
            }
            if at > 0 && is_word(text[at - 1]) {
                while at > 0 && is_word(text[at - 1]) {
                    at -= 1;
                }
                lo = at;
            }
        }
        if right {
            let mut at = hi;
            while at < text.len() && !is_word(text[at]) && text[at] != b'\n' {
                at += 1;
            }
            if at < text.len() && is_word(text[at]) {
                while at < text.len() && is_word(text[at]) {
                    at += 1;
                }
                hi = at;
            }
        }
        Bytes::new(file.start + lo as u32, file.start + hi as u32)
    }

    /// A pasted token has a span from one of its parts to the other, wherever they are: in the definition
    /// and in an argument, or in two files. What is in one line of it is enough.
    pub(crate) fn one_line(&self, span: Bytes) -> Bytes {
        let Some(file) = self.files.lookup_file(span.lo) else {
            return span;
        };
        let file = self.files.file(file);
        let start = (span.lo - file.start) as usize;
        let end = ((span.hi - file.start) as usize).min(file.bytes().len());
        let text = &file.bytes()[start..end];
        if span.hi <= file.end && !text.contains(&b'\n') {
            return span;
        }
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'$' | b' ');
        let length = text.iter().take_while(|byte| is_part(byte)).count();
        Bytes::new(span.lo, span.lo + length.max(1) as u32)
    }

    /// The preprocessor points at a directive's `#`; its whole line says more.
    pub(crate) fn whole_directive(&self, span: Bytes) -> Bytes {
        let Some(file) = self.files.lookup_file(span.lo) else {
            return span;
        };
        let file = self.files.file(file);
        let start = (span.lo - file.start) as usize;
        let line = file.bytes().get(start..).unwrap_or_default();
        if span.len() > 1 || line.first() != Some(&b'#') {
            return span;
        }
        let end = line.iter().position(|&byte| byte == b'\n').unwrap_or(line.len());
        Bytes::new(span.lo, span.lo + line[..end].trim_ascii_end().len() as u32)
    }

    /// The join of two places if they are of one file and in order; else the first.
    pub(crate) fn join(&self, first: Bytes, last: Bytes) -> Bytes {
        if last.lo >= first.lo && self.files.lookup_file(first.lo) == self.files.lookup_file(last.lo) {
            first.to(last)
        } else {
            first
        }
    }
}

/// Reads `# define NAME`; a parenthesis right after the name makes the macro function-like.
fn read_define(text: &[u8], start: usize) -> Option<Define> {
    let skip_blank = |mut at: usize| {
        while matches!(text.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        at
    };
    let at = skip_blank(start);
    let at = match text.get(at)? {
        b'#' => skip_blank(at + 1),
        _ => return None,
    };
    let rest = text[at..].strip_prefix(b"define")?;
    if !matches!(rest.first(), Some(b' ' | b'\t')) {
        return None;
    }
    let name_start = skip_blank(at + 6);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let length = text[name_start..].iter().take_while(|byte| is_word(byte)).count();
    let name = String::from_utf8_lossy(&text[name_start..name_start + length]);
    Some(Define {
        name: Rc::from(&*name),
        function_like: text.get(name_start + length) == Some(&b'('),
    })
}

/// The end of the parenthesised arguments that start after `from`.
fn closing(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while text
        .get(at)
        .is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'\\')
    {
        at += 1;
    }
    if text.get(at) != Some(&b'(') {
        return None;
    }
    let mut depth = 0;
    while at < text.len() {
        match text[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' | b'\'' => at = end_of_quoted(text, at),
            b'/' if text.get(at + 1) == Some(&b'*') => at = end_of_comment(text, at),
            _ => {}
        }
        at += 1;
    }
    None
}
