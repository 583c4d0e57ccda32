use std::collections::HashMap;
use std::sync::Arc;

use crate::{LocId, Location, Span};

/// A file of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// One source text and the index of its lines.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The name as the user gave it or as an `#include` found it.
    pub name: String,
    /// The bytes as read; C source need not be UTF-8.
    pub text: Arc<[u8]>,
    /// Whether the text belongs to the tool (prelude, library models) rather than to the user.
    pub embedded: bool,
    line_starts: Vec<u32>,
}

impl SourceFile {
    #[must_use]
    pub fn new(name: String, text: Arc<[u8]>, embedded: bool) -> SourceFile {
        let mut line_starts = vec![0];
        line_starts.extend(
            text.iter()
                .enumerate()
                .filter(|&(_, &byte)| byte == b'\n')
                .map(|(at, _)| at as u32 + 1),
        );
        SourceFile {
            name,
            text,
            embedded,
            line_starts,
        }
    }

    /// The line and column (both from 1, columns in bytes) of a byte offset.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        LineColumn {
            line: line as u32,
            column: offset - self.line_starts[line - 1] + 1,
        }
    }

    /// The text of a line (from 1), without its end.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &[u8] {
        let index = line as usize - 1;
        let Some(&start) = self.line_starts.get(index) else {
            return &[];
        };
        let end = self
            .line_starts
            .get(index + 1)
            .map_or(self.text.len(), |&next| next as usize - 1);
        let text = &self.text[start as usize..end.max(start as usize)];
        text.strip_suffix(b"\r").unwrap_or(text)
    }

    #[must_use]
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The byte range of a line (from 1) including its end.
    #[must_use]
    pub fn line_span(&self, line: u32) -> Option<(u32, u32)> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let end = self
            .line_starts
            .get(index + 1)
            .copied()
            .unwrap_or(self.text.len() as u32);
        Some((start, end))
    }
}

/// A line and a column, both counted from 1; columns count bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

/// A span in the terms people and editors use. `end_column` is the column just past the last byte.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub struct ResolvedSpan {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// All files of one analysis and all interned locations in them.
#[derive(Debug, Clone)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    locations: Vec<Location>,
    interned: HashMap<Location, LocId>,
}

impl Default for SourceMap {
    fn default() -> Self {
        Self::new()
    }
}

impl SourceMap {
    #[must_use]
    pub fn new() -> SourceMap {
        let nowhere = Location {
            used: Span::new(FileId(0), 0, 0),
            spelled: None,
        };
        // File 0 is the empty text behind LocId::NONE.
        let none = SourceFile::new("<built-in>".to_owned(), Arc::from(&b""[..]), true);
        SourceMap {
            files: vec![none],
            locations: vec![nowhere],
            interned: HashMap::new(),
        }
    }

    pub fn add_file(&mut self, file: SourceFile) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).expect("fewer than 2^32 files"));
        self.files.push(file);
        id
    }

    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(index, file)| (FileId(index as u32), file))
    }

    pub fn intern(&mut self, location: Location) -> LocId {
        if let Some(&id) = self.interned.get(&location) {
            return id;
        }
        let id = LocId(u32::try_from(self.locations.len()).expect("fewer than 2^32 locations"));
        self.locations.push(location.clone());
        self.interned.insert(location, id);
        id
    }

    #[must_use]
    pub fn location(&self, id: LocId) -> &Location {
        &self.locations[id.index()]
    }

    /// The text of a span, with bytes that are not UTF-8 replaced.
    #[must_use]
    pub fn text(&self, span: Span) -> String {
        let file = self.file(span.file);
        let end = (span.hi as usize).min(file.text.len());
        let start = (span.lo as usize).min(end);
        String::from_utf8_lossy(&file.text[start..end]).into_owned()
    }

    /// What the programmer wrote for this location: the text in the macro's definition if it lies there.
    #[must_use]
    pub fn written_text(&self, id: LocId) -> String {
        let location = self.location(id);
        self.text(
            location
                .spelled
                .as_ref()
                .map_or(location.used, |spelling| spelling.span),
        )
    }

    /// The text to call this location by: as it is used, but for preprocessed text, whose place of use may be
    /// no more than the line it came from.
    #[must_use]
    pub fn used_text(&self, id: LocId) -> String {
        self.text(self.used_span(id))
    }

    /// The first bytes of that text, at most `limit` of them, and whether they are all of it.
    #[must_use]
    pub fn beginning_of(&self, id: LocId, limit: usize) -> (String, bool) {
        let span = self.used_span(id);
        let end = span.lo.saturating_add(u32::try_from(limit).unwrap_or(u32::MAX));
        (
            self.text(Span::new(span.file, span.lo, span.hi.min(end))),
            span.hi <= end,
        )
    }

    fn used_span(&self, id: LocId) -> Span {
        let location = self.location(id);
        let spelled = location
            .spelled
            .as_ref()
            .filter(|spelling| spelling.expansions.is_empty());
        spelled.map_or(location.used, |spelling| spelling.span)
    }

    #[must_use]
    pub fn resolve(&self, span: Span) -> ResolvedSpan {
        let file = self.file(span.file);
        let start = file.line_column(span.lo);
        let end = file.line_column(span.hi.max(span.lo));
        ResolvedSpan {
            file: file.name.clone(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }

    /// The line on which a location is used, or 0 for things that are nowhere.
    #[must_use]
    pub fn line(&self, id: LocId) -> u32 {
        if id == LocId::NONE {
            return 0;
        }
        let span = self.location(id).used;
        self.file(span.file).line_column(span.lo).line
    }

    /// Whether the location lies in text of the tool's own (prelude or library models).
    #[must_use]
    pub fn is_embedded(&self, id: LocId) -> bool {
        self.file(self.location(id).used.file).embedded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_file(text: &str) -> (SourceMap, FileId) {
        let mut map = SourceMap::new();
        let id = map.add_file(SourceFile::new("a.c".into(), Arc::from(text.as_bytes()), false));
        (map, id)
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        let (map, file) = one_file("ab\ncd\r\n\nx");
        let at = |offset| {
            let place = map.file(file).line_column(offset);
            (place.line, place.column)
        };
        assert_eq!(
            [at(0), at(2), at(3), at(7), at(8)],
            [(1, 1), (1, 3), (2, 1), (3, 1), (4, 1)]
        );
        assert_eq!(map.file(file).line_text(2), b"cd");
        assert_eq!(map.file(file).line_text(3), b"");
        assert_eq!(map.file(file).line_text(4), b"x");
        assert_eq!(map.file(file).line_text(5), b"");
    }

    #[test]
    fn equal_locations_are_one() {
        let (mut map, file) = one_file("int x;");
        let location = Location {
            used: Span::new(file, 0, 3),
            spelled: None,
        };
        let first = map.intern(location.clone());
        assert_eq!(map.intern(location), first);
        assert_ne!(first, LocId::NONE);
        assert_eq!(map.written_text(first), "int");
        assert_eq!(map.line(LocId::NONE), 0);
    }

    #[test]
    fn a_span_past_the_end_is_cut() {
        let (map, file) = one_file("abc");
        assert_eq!(map.text(Span::new(file, 1, 99)), "bc");
        assert_eq!(map.text(Span::new(file, 98, 99)), "");
    }
}
