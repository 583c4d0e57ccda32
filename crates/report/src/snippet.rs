//! Diagnostics and places with the source text they speak of.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use source::{Diagnostic, LocId, Severity, SourceMap, Span};

use crate::{plain, visible};

/// Whether text for people is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    #[default]
    Plain,
    Coloured,
}

/// Shows places of one [`SourceMap`].
#[derive(Debug, Clone, Copy)]
pub struct Snippets<'a> {
    pub sources: &'a SourceMap,
    pub style: Style,
}

/// Lines longer than this are not shown: they are data, not source that someone reads.
const LONGEST_LINE: usize = 4096;
/// How many lines of a construct are shown.
const MOST_LINES: u32 = 8;

impl Snippets<'_> {
    /// A whole diagnostic: its message, the place, the macros it comes out of, further places and notes.
    #[must_use]
    pub fn diagnostic(&self, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let message = plain(&diagnostic.message);
        let labels: Vec<String> = diagnostic.labels.iter().map(|label| plain(&label.text)).collect();
        let notes: Vec<String> = diagnostic.notes.iter().map(|note| plain(note)).collect();
        let mut groups = self.groups(level, &message, diagnostic.loc);
        for (label, text) in diagnostic.labels.iter().zip(&labels) {
            groups.extend(self.groups(Level::NOTE, text, label.loc));
        }
        if let Some(last) = groups.pop() {
            let notes = notes.iter().map(|note| Level::NOTE.message(note.as_str()));
            groups.push(last.elements(notes));
        }
        self.render(&groups)
    }

    fn render(&self, groups: &[Group<'_>]) -> String {
        let renderer = match self.style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        renderer.render(groups)
    }

    fn groups<'m>(&self, level: Level<'m>, message: &'m str, loc: LocId) -> Vec<Group<'m>> {
        let title = Group::with_title(level.primary_title(message));
        if loc == LocId::NONE {
            return vec![title];
        }
        let location = self.sources.location(loc);
        let mut groups = vec![self.show(title, location.used)];
        let Some(spelling) = &location.spelled else {
            return groups;
        };
        if spelling.expansions.is_empty() {
            let title = Group::with_title(Level::NOTE.secondary_title("after preprocessing"));
            groups.push(self.show(title, spelling.span));
        }
        // From the text outwards: the definition that holds it, then each macro that used that one.
        for (index, expansion) in spelling.expansions.iter().enumerate() {
            let span = match index {
                0 => spelling.span,
                _ => spelling.expansions[index - 1].used,
            };
            // The tool's own `assert.h` is none of the user's business.
            if self.sources.file(span.file).embedded {
                continue;
            }
            let text = visible(&format!("in expansion of macro {}", expansion.name));
            let title = Group::with_title(Level::NOTE.secondary_title(text));
            groups.push(self.show(title, span));
        }
        groups
    }

    fn show<'m>(&self, group: Group<'m>, span: Span) -> Group<'m> {
        let file = self.sources.file(span.file);
        let place = self.sources.resolve(span);
        let last = place.end_line.min(place.line + MOST_LINES - 1);
        let bounds = file.line_span(place.line).zip(file.line_span(last));
        let Some(((start, _), (_, end))) = bounds else {
            return group.element(Origin::path(visible(&place.file)));
        };
        let end = end.min(file.text.len() as u32);
        let lines = &file.text[start as usize..end as usize];
        if lines
            .split(|&byte| byte == b'\n')
            .any(|line| line.len() > LONGEST_LINE)
        {
            let origin = Origin::path(visible(&place.file)).line(place.line as usize);
            return group.element(origin.char_column(place.column as usize));
        }
        // Source need not be UTF-8: replace what is not, and keep count of where the span ends up.
        let low = (span.lo.clamp(start, end) - start) as usize;
        let high = (span.hi.clamp(span.lo.clamp(start, end), end) - start) as usize;
        let shown = |bytes: &[u8]| visible(&String::from_utf8_lossy(bytes).replace("\r\n", "\n"));
        let mut text = shown(&lines[..low]);
        let from = text.len();
        text.push_str(&shown(&lines[low..high]));
        let to = text.len();
        text.push_str(&shown(&lines[high..]));
        let snippet = Snippet::source(text)
            .line_start(place.line as usize)
            .path(visible(&place.file))
            .annotation(AnnotationKind::Primary.span(from..to));
        group.element(snippet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use source::{Expansion, Location, SourceFile, Spelling};
    use std::sync::Arc;

    fn render(text: &[u8], make: impl FnOnce(source::FileId) -> Location) -> String {
        let mut sources = SourceMap::new();
        let file = sources.add_file(SourceFile::new("a.c".into(), Arc::from(text), false));
        let loc = sources.intern(make(file));
        let diagnostic = Diagnostic::error(loc, "division by zero").with_note("n is 0");
        let style = Style::Plain;
        let sources = &sources;
        Snippets { sources, style }.diagnostic(&diagnostic)
    }

    #[test]
    fn a_caret_under_the_place() {
        let shown = render(b"int main(void) {\n\tint x = 1 / n;\n}\n", |file| Location {
            used: Span::new(file, 26, 31),
            spelled: None,
        });
        expect![[r#"
            error: division by zero
             --> a.c:2:10
              |
            2 |     int x = 1 / n;
              |             ^^^^^
              |
              = note: n is 0"#]]
        .assert_eq(&shown);
    }

    #[test]
    fn macros_are_unfolded() {
        let text = b"#define DIV(a, b) ((a) / (b))\n#define HALF(n) DIV(n, 0)\nint x = HALF(3);\n";
        let shown = render(text, |file| Location {
            used: Span::new(file, 64, 71),
            spelled: Some(Box::new(Spelling {
                span: Span::new(file, 19, 28),
                expansions: vec![
                    Expansion {
                        name: "DIV".into(),
                        used: Span::new(file, 46, 55),
                    },
                    Expansion {
                        name: "HALF".into(),
                        used: Span::new(file, 64, 71),
                    },
                ],
            })),
        });
        expect![[r#"
            error: division by zero
             --> a.c:3:9
              |
            3 | int x = HALF(3);
              |         ^^^^^^^
              |
            note: in expansion of macro DIV
             --> a.c:1:20
              |
            1 | #define DIV(a, b) ((a) / (b))
              |                    ^^^^^^^^^
            note: in expansion of macro HALF
             --> a.c:2:17
              |
            2 | #define HALF(n) DIV(n, 0)
              |                 ^^^^^^^^^
              = note: n is 0"#]]
        .assert_eq(&shown);
    }

    #[test]
    fn bytes_that_are_not_text_and_endless_lines() {
        let shown = render(b"\xff\xfe\x00 / 0", |file| Location {
            used: Span::new(file, 4, 7),
            spelled: None,
        });
        expect![[r#"
            error: division by zero
             --> a.c:1:5
              |
            1 | ��␀ / 0
              |     ^^^
              |
              = note: n is 0"#]]
        .assert_eq(&shown);
        let long = [b'x'; 100_000];
        let shown = render(&long, |file| Location {
            used: Span::new(file, 5000, 5001),
            spelled: None,
        });
        expect![[r#"
            error: division by zero
            --> a.c:1:5001
             = note: n is 0"#]]
        .assert_eq(&shown);
    }
}
