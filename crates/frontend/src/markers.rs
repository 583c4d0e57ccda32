//! Line markers in preprocessed text: which file and line each of its lines came from.
//!
//! `# 12 "foo.c" 3` says that the next line is line 12 of `foo.c`. A place in preprocessed text is reported
//! there. If that file can be read, its text is shown; otherwise a text is put together from the lines that
//! the preprocessed file has of it, so that numbers and names are right all the same.
//!
//! Macros have been expanded, so a line need not be the one in the file. What is found in the file's line,
//! once and as it stands, is taken to be that; otherwise the whole line is the place, and the preprocessed text
//! is where it is spelled.

use std::collections::HashMap;
use std::sync::Arc;

use source::{FileId, Span};

use crate::places::Places;

/// Texts put together from preprocessed lines may take this much in all.
const MOST_REBUILT: usize = 64 << 20;
/// More files than this in one preprocessed text are nobody's headers.
const MOST_NAMES: usize = 10_000;

/// From `start` on, lines are those of a file, beginning with number `line`.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    start: u32,
    line: u32,
    name: usize,
    /// A header of the host's.
    system: bool,
}

/// What stands behind a name.
#[derive(Debug, Clone, Copy)]
enum Original {
    Unknown,
    Absent,
    File(FileId),
}

/// The markers of one preprocessed text.
#[derive(Debug)]
pub(crate) struct Markers {
    text: Arc<[u8]>,
    line_starts: Vec<u32>,
    stretches: Vec<Stretch>,
    names: Vec<String>,
    originals: Vec<Original>,
    /// The files that could be read.
    texts: HashMap<String, Arc<[u8]>>,
    rebuilt: usize,
}

/// Where a place of preprocessed text was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) used: Span,
    /// Whether the text there is the same.
    pub(crate) exact: bool,
}

impl Markers {
    /// Reads the markers of a text; `read` gives the contents of files that exist.
    pub(crate) fn new(text: &Arc<[u8]>, read: impl Fn(&str) -> Option<Arc<[u8]>>) -> Option<Markers> {
        let mut line_starts = vec![0];
        line_starts.extend(
            (1u32..)
                .zip(text.iter())
                .filter(|&(_, &byte)| byte == b'\n')
                .map(|(at, _)| at),
        );
        let mut markers = Markers {
            text: Arc::clone(text),
            line_starts,
            stretches: Vec::new(),
            names: Vec::new(),
            originals: Vec::new(),
            texts: HashMap::new(),
            rebuilt: 0,
        };
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut current = None;
        for index in 0..markers.line_starts.len() {
            let Some(Marker { line, name, system }) = read_marker(markers.line(index)) else {
                continue;
            };
            if let Some(name) = name {
                if known.len() >= MOST_NAMES {
                    return None;
                }
                let number = *known.entry(name.clone()).or_insert(markers.names.len());
                if number == markers.names.len() {
                    if !name.starts_with('<')
                        && let Some(text) = read(&name)
                    {
                        markers.texts.insert(name.clone(), text);
                    }
                    markers.names.push(name);
                    markers.originals.push(Original::Unknown);
                }
                current = Some(number);
            }
            if let (Some(name), Some(&start)) = (current, markers.line_starts.get(index + 1)) {
                markers.stretches.push(Stretch {
                    start,
                    line,
                    name,
                    system,
                });
            }
        }
        (!markers.stretches.is_empty()).then_some(markers)
    }

    /// The text of a line, counted from 0, without its end.
    fn line(&self, index: usize) -> &[u8] {
        let start = self.line_starts[index] as usize;
        let end = match self.line_starts.get(index + 1) {
            Some(&next) => next as usize - 1,
            None => self.text.len(),
        };
        let line = &self.text[start..end.max(start)];
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    fn index_of(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }

    /// The stretch of a position and the number of its line in the original file.
    fn stretch_at(&self, offset: u32) -> Option<(Stretch, u32)> {
        let at = self.stretches.partition_point(|stretch| stretch.start <= offset);
        let stretch = self.stretches[at.checked_sub(1)?];
        let lines = self.index_of(offset) - self.index_of(stretch.start);
        let line = stretch.line.checked_add(u32::try_from(lines).ok()?)?;
        Some((stretch, line))
    }

    /// Whether a position is in a header of the host's.
    pub(crate) fn is_system(&self, offset: u32) -> bool {
        self.stretch_at(offset).is_some_and(|(stretch, _)| stretch.system)
    }

    /// Where a range of the preprocessed text was written, if a marker says so.
    pub(crate) fn origin(&mut self, places: &mut Places, lo: u32, hi: u32) -> Option<Origin> {
        let (stretch, line) = self.stretch_at(lo)?;
        let file = self.original(places, stretch.name)?;
        let original = places.sources.file(file);
        let (start, end) = original.line_span(line)?;
        let shown = original.line_text(line);
        let here = self.line(self.index_of(lo));
        // A directive of the preprocessed text, such as a marker that is wrong, is nowhere else.
        if here.trim_ascii_start().starts_with(b"#") {
            return None;
        }
        let column = lo - self.line_starts[self.index_of(lo)];
        // Over several lines: to the same place in the last one.
        let last = self.stretch_at(hi.saturating_sub(1).max(lo));
        let behind = match last {
            Some((other, number)) if other.name == stretch.name && number > line => {
                let hi_column = hi - self.line_starts[self.index_of(hi.saturating_sub(1))];
                let other = self.line(self.index_of(hi.saturating_sub(1)));
                original
                    .line_span(number)
                    .filter(|_| original.line_text(number) == other)
                    .map(|(start, _)| start + hi_column)
            }
            _ => Some(start + (hi - lo) + column).filter(|&behind| behind <= end),
        };
        if let Some(behind) = behind
            && shown == here
        {
            return Some(Origin {
                used: Span::new(file, start + column, behind),
                exact: true,
            });
        }
        let text = self.text.get(lo as usize..hi as usize)?;
        if let Some(found) = find_word(shown, text) {
            let from = start + found as u32;
            return Some(Origin {
                used: Span::new(file, from, from + text.len() as u32),
                exact: true,
            });
        }
        let indent = shown.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let length = shown.trim_ascii().len();
        let from = start + indent.min(shown.len()) as u32;
        Some(Origin {
            used: Span::new(file, from, from + length as u32),
            exact: false,
        })
    }

    fn original(&mut self, places: &mut Places, name: usize) -> Option<FileId> {
        if let Original::Unknown = self.originals[name] {
            let text = match self.texts.get(&self.names[name]) {
                Some(text) => Some(Arc::clone(text)),
                None => self.rebuild(name),
            };
            self.originals[name] = match text {
                Some(text) => Original::File(places.file(&self.names[name], &text, false)),
                None => Original::Absent,
            };
        }
        match self.originals[name] {
            Original::File(file) => Some(file),
            Original::Unknown | Original::Absent => None,
        }
    }

    /// The text of a file as far as the preprocessed text has it.
    fn rebuild(&mut self, name: usize) -> Option<Arc<[u8]>> {
        let mut lines: Vec<(u32, usize)> = Vec::new();
        for (number, stretch) in self.stretches.iter().enumerate() {
            if stretch.name != name {
                continue;
            }
            let end = match self.stretches.get(number + 1) {
                // The marker's own line is in between.
                Some(next) => self.index_of(next.start) - 1,
                None => self.line_starts.len(),
            };
            for (count, index) in (self.index_of(stretch.start)..end).enumerate() {
                let line = stretch.line.checked_add(u32::try_from(count).ok()?)?;
                if line > 0 && !self.line(index).is_empty() {
                    lines.push((line, index));
                }
            }
        }
        lines.sort_by_key(|&(line, index)| (line, index));
        lines.dedup_by_key(|&mut (line, _)| line);
        let last = lines.last().map_or(0, |&(line, _)| line as usize);
        let size = last
            + lines
                .iter()
                .map(|&(_, index)| self.line(index).len())
                .sum::<usize>();
        if self.rebuilt + size > MOST_REBUILT {
            return None;
        }
        self.rebuilt += size;
        let mut text = Vec::with_capacity(size);
        let mut at = 1;
        for (line, index) in lines {
            text.resize(text.len() + (line.max(at) - at) as usize, b'\n');
            at = line.max(at);
            text.extend_from_slice(self.line(index));
        }
        text.push(b'\n');
        Some(Arc::from(text))
    }
}

/// Where a piece of text stands in a line, if it stands there once and not as part of longer words.
fn find_word(line: &[u8], text: &[u8]) -> Option<usize> {
    if text.is_empty() || text.len() > line.len() {
        return None;
    }
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut found = None;
    for at in 0..=line.len() - text.len() {
        if !line[at..].starts_with(text) {
            continue;
        }
        let joined_before = at > 0 && is_word(line.get(at - 1)) && is_word(text.first());
        let joined_after = is_word(line.get(at + text.len())) && is_word(text.last());
        if joined_before || joined_after {
            continue;
        }
        if found.is_some() {
            return None;
        }
        found = Some(at);
    }
    found
}

/// The number of the next line and what else a marker says.
#[derive(Debug, PartialEq, Eq)]
struct Marker {
    line: u32,
    name: Option<String>,
    system: bool,
}

/// `# 12 "name" 1 3` or `#line 12 "name"`.
fn read_marker(line: &[u8]) -> Option<Marker> {
    let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    let rest = rest[digits..].trim_ascii_start();
    let Some(quoted) = rest.strip_prefix(b"\"") else {
        return rest.is_empty().then_some(Marker {
            line: number,
            name: None,
            system: false,
        });
    };
    let mut name = Vec::new();
    let mut bytes = quoted.iter().copied().peekable();
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => {
                let mut octal: Option<u32> = None;
                for _ in 0..3 {
                    let Some(digit) = bytes.next_if(|byte| (b'0'..=b'7').contains(byte)) else {
                        break;
                    };
                    octal = Some(octal.unwrap_or(0) * 8 + u32::from(digit - b'0'));
                }
                name.push(match octal {
                    Some(code) => code as u8,
                    None => bytes.next()?,
                });
            }
            byte => name.push(byte),
        }
    }
    let flags: Vec<u8> = bytes.collect();
    Some(Marker {
        line: number,
        name: Some(String::from_utf8_lossy(&name).into_owned()),
        system: flags.split(|byte| *byte == b' ').any(|flag| flag == b"3"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_read_as_compilers_write_them() {
        let read = |line: &str| read_marker(line.as_bytes()).map(|m| (m.line, m.name, m.system));
        assert_eq!(read("# 12 \"foo.c\" 3 4"), Some((12, Some("foo.c".into()), true)));
        assert_eq!(read("#line 7 \"a b.h\""), Some((7, Some("a b.h".into()), false)));
        assert_eq!(read("# 3"), Some((3, None, false)));
        assert_eq!(
            read(r#"# 1 "a\\b\"c\303\244.c""#),
            Some((1, Some("a\\b\"cä.c".into()), false))
        );
        for other in [
            "#pragma once",
            "# define X",
            "int x;",
            "# 99999999999 \"a\"",
            "# 1 \"a",
        ] {
            assert_eq!(read_marker(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn a_word_is_found_only_where_it_is_one() {
        assert_eq!(find_word(b"  x = xx + 1;", b"x"), Some(2));
        assert_eq!(find_word(b"  x = x + 1;", b"x"), None);
        assert_eq!(find_word(b"f(a)", b"(a)"), Some(1));
    }

    fn origin(text: &str, what: &str, files: &[(&str, &str)]) -> Option<(String, u32, u32, String, bool)> {
        let text: Arc<[u8]> = Arc::from(text.as_bytes());
        let read = |name: &str| {
            let found = files.iter().find(|(other, _)| *other == name);
            found.map(|(_, text)| Arc::from(text.as_bytes()))
        };
        let mut markers = Markers::new(&text, read)?;
        let mut places = Places::default();
        let lo = String::from_utf8_lossy(&text).find(what)? as u32;
        let origin = markers.origin(&mut places, lo, lo + what.len() as u32)?;
        let place = places.sources.resolve(origin.used);
        let shown = places.sources.text(origin.used);
        Some((place.file, place.line, place.column, shown, origin.exact))
    }

    #[test]
    fn places_are_in_the_original() {
        let text = "# 1 \"m.c\"\n# 1 \"m.h\" 1\nint h;\n# 3 \"m.c\" 2\nint a = 10;\n  return a / 10;\n";
        let at = |what| origin(text, what, &[]);
        assert_eq!(at("h;"), Some(("m.h".into(), 1, 5, "h;".into(), true)));
        assert_eq!(at("a / 10"), Some(("m.c".into(), 4, 10, "a / 10".into(), true)));
        let files = [("m.c", "#define N 10\n\nint a = N;\n  return a / N;\n")];
        let at = |what| origin(text, what, &files);
        assert_eq!(
            at("a / 10"),
            Some(("m.c".into(), 4, 3, "return a / N;".into(), false))
        );
        assert_eq!(at("a = "), Some(("m.c".into(), 3, 5, "a = ".into(), true)));
        assert_eq!(at("# 3"), None);
        // A file that has changed since has no such line.
        assert_eq!(origin(text, "a / 10", &[("m.c", "x")]), None);
    }

    #[test]
    fn endless_numbers_make_no_endless_texts() {
        let text = "# 4294967295 \"m.c\"\nint a;\nint b;\n";
        assert_eq!(origin(text, "a;", &[]), None);
        assert_eq!(origin(text, "b;", &[]), None);
    }
}
