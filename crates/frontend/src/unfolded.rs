//! Lines of the user's with their macros unfolded, as the compiler reads them.
//!
//! The text is put together from the preprocessor's own tokens, so that it is what was compiled and not what another
//! reading of the definitions would give. Macros of the library keep their names: what `assert` or `NULL` is made of is
//! nobody's question.

use std::collections::BTreeMap;

use rucc_diag::Span as Bytes;
use rucc_lex::{PpTokenKind, TokenFlags};
use rucc_pp::Tok;

use crate::files::{FileProvider, Overlay, is_own};
use crate::request::Request;
use crate::unit::{Preprocessed, Settings};
use crate::written::Written;

/// What the tool's own `assert` is made of.
const ASSERTION: &str = "__because_assert";

/// A line of the user's in which one of their macros is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfoldedLine {
    pub file: String,
    pub line: u32,
    pub text: String,
}

/// All of them, in the order of files and lines. Preprocessed texts have none.
#[must_use]
pub fn unfolded(request: &Request, files: &dyn FileProvider) -> Vec<UnfoldedLine> {
    let overlay = Overlay { files };
    let settings = Settings::new(request);
    let mut lines: BTreeMap<(String, u32), String> = BTreeMap::new();
    for input in request.inputs.iter().filter(|input| !input.is_preprocessed()) {
        let unit = Preprocessed::new(&settings, &overlay, input);
        let system = |name: &str| {
            request
                .system_dirs
                .iter()
                .any(|dir| name.starts_with(dir.as_str()))
        };
        for (place, text) in Lines::of(&unit, &system) {
            // A header that two files read is one text.
            lines.entry(place).or_insert(text);
        }
    }
    lines
        .into_iter()
        .map(|((file, line), text)| UnfoldedLine { file, line, text })
        .collect()
}

/// The tokens of one line, being written down.
#[derive(Default)]
struct Line {
    text: String,
    /// Whether a macro of the user's is used in it.
    unfolds: bool,
    /// The library's macro that was named last, and where it is used.
    named: Option<(String, Bytes)>,
}

struct Lines<'u> {
    unit: &'u Preprocessed,
    written: Written<'u>,
    system: &'u dyn Fn(&str) -> bool,
}

impl<'u> Lines<'u> {
    fn of(
        unit: &'u Preprocessed,
        system: &'u dyn Fn(&str) -> bool,
    ) -> impl Iterator<Item = ((String, u32), String)> + use<'u> {
        let mut reader = Lines {
            unit,
            written: Written::new(&unit.sources),
            system,
        };
        let mut lines: BTreeMap<(String, u32), Line> = BTreeMap::new();
        for token in &unit.tokens {
            if let Some(place) = reader.place(*token) {
                reader.add(lines.entry(place).or_default(), *token);
            }
        }
        let unfold = |(place, line): (_, Line)| line.unfolds.then_some((place, line.text));
        lines.into_iter().filter_map(unfold)
    }

    fn is_library(&self, place: Bytes) -> bool {
        let Some(file) = self.unit.sources.lookup_file(place.lo) else {
            return true;
        };
        let name = self.unit.sources.file(file).name.as_str();
        is_own(name) || (self.system)(name)
    }

    /// File and line in which a token is used, if that is the user's.
    fn place(&self, token: Tok) -> Option<(String, u32)> {
        let used = if token.expansion.is_dummy() {
            token.span
        } else {
            token.expansion
        };
        if used.is_dummy() || self.is_library(used) {
            return None;
        }
        let file = self.unit.sources.file(self.unit.sources.lookup_file(used.lo)?);
        let before = &file.bytes()[..((used.lo - file.start) as usize).min(file.bytes().len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Some((file.name.clone(), line as u32))
    }

    fn add(&mut self, line: &mut Line, token: Tok) {
        let mut text = match token.kind {
            PpTokenKind::Punct(punct) => punct.as_str(),
            _ => token.value.map_or("", |value| self.unit.interner.resolve(value)),
        };
        let define = match token.expansion.is_dummy() {
            true => None,
            false => self.written.define_at(self.written.one_line(token.span)),
        };
        let mut name = None;
        match define {
            Some(define) if self.is_library(token.span) => {
                if text == ASSERTION {
                    text = "assert";
                } else if !define.function_like {
                    let known = (define.name.to_string(), token.expansion);
                    if line.named.as_ref() == Some(&known) {
                        return;
                    }
                    name = Some(known);
                }
            }
            Some(_) => line.unfolds = true,
            None => {}
        }
        let text = name.as_ref().map_or(text, |(name, _)| name).to_owned();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let apart = token.flags.has(TokenFlags::LEADING_SPACE)
            || token.flags.has(TokenFlags::START_OF_LINE)
            || line.text.ends_with(is_word) && text.starts_with(is_word);
        if apart && !line.text.is_empty() {
            line.text.push(' ');
        }
        line.text.push_str(&text);
        line.named = name;
    }
}
