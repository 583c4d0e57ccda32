//! A text as words and signs, with what is needed to find declarations and calls in it.

use source::{FileId, SourceMap, Span};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Text,
    Sign,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) lo: usize,
    pub(super) hi: usize,
}

/// The tokens of a file, without comments and directives.
pub(super) struct Lexed<'l> {
    pub(super) file: FileId,
    pub(super) text: &'l [u8],
    pub(super) tokens: Vec<Token>,
}

impl<'l> Lexed<'l> {
    pub(super) fn new(sources: &'l SourceMap, file: FileId) -> Lexed<'l> {
        let text: &[u8] = &sources.file(file).text;
        let tokens = tokens(text);
        Lexed { file, text, tokens }
    }

    pub(super) fn word(&self, index: usize) -> &str {
        let token = self.tokens.get(index);
        token.map_or("", |token| self.slice(token.lo, token.hi))
    }

    pub(super) fn slice(&self, lo: usize, hi: usize) -> &str {
        let bytes = self.text.get(lo..hi).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    pub(super) fn is(&self, index: usize, kind: Kind) -> bool {
        self.tokens.get(index).is_some_and(|token| token.kind == kind)
    }

    pub(super) fn span(&self, lo: usize, hi: usize) -> Span {
        Span::new(self.file, lo as u32, hi as u32)
    }

    /// The bracket that closes the one at an index.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for index in open..self.tokens.len() {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

pub(super) fn tokens(text: &[u8]) -> Vec<Token> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (mut found, mut at, mut starts_line) = (Vec::new(), 0, true);
    while at < text.len() {
        let rest = &text[at..];
        let (kind, length) = match rest[0] {
            b'\n' => {
                starts_line = true;
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'#' if starts_line => {
                at += directive(rest);
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                let end = rest[2..].windows(2).position(|pair| pair == b"*/");
                at += end.map_or(rest.len(), |end| end + 4);
                continue;
            }
            quote @ (b'"' | b'\'') => (Kind::Text, quoted(rest, quote)),
            byte if byte.is_ascii_digit() => {
                let part = |byte: &u8| !(is_letter(*byte) || *byte == b'.');
                (Kind::Number, rest.iter().position(part).unwrap_or(rest.len()))
            }
            byte if is_letter(byte) => {
                let other = |byte: &u8| !is_letter(*byte);
                (Kind::Word, rest.iter().position(other).unwrap_or(rest.len()))
            }
            _ => {
                const LONG: [&[u8]; 12] = [
                    b"->", b"==", b"!=", b"<=", b">=", b"&&", b"||", b"++", b"--", b"+=", b"-=", b"*=",
                ];
                let long = LONG.iter().any(|sign| rest.starts_with(sign));
                (Kind::Sign, if long { 2 } else { 1 })
            }
        };
        starts_line = false;
        found.push(Token {
            kind,
            lo: at,
            hi: at + length,
        });
        at += length;
    }
    found
}

/// How long a directive is, with the lines that continue it.
fn directive(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(end) = text[at..].iter().position(|byte| *byte == b'\n') {
        let continued = text[..at + end].trim_ascii_end().ends_with(b"\\");
        at += end + usize::from(continued);
        if !continued {
            return at;
        }
    }
    text.len()
}

fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != quote && text[at] != b'\n' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn comments_and_directives_are_no_tokens() {
        let text = b"#define A \\\n int\nint x = 'a'; // int\n/* int */ char *s = \"in\\\"t\";";
        let found: Vec<&[u8]> = tokens(text)
            .iter()
            .map(|token| &text[token.lo..token.hi])
            .collect();
        let wanted: [&[u8]; 11] = [
            b"int",
            b"x",
            b"=",
            b"'a'",
            b";",
            b"char",
            b"*",
            b"s",
            b"=",
            b"\"in\\\"t\"",
            b";",
        ];
        assert_eq!(found, wanted);
    }
}
