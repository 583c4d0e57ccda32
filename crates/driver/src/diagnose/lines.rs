//! The lines that changes of a text touch, as they are and as they would be.

use localize::ChangedPlace;
use report::LineChange;
use source::{SourceFile, SourceMap};

/// Each line that changes once, in the order of the text.
pub(super) fn changed(sources: &SourceMap, parts: &[ChangedPlace]) -> Vec<LineChange> {
    let mut parts: Vec<&ChangedPlace> = parts.iter().collect();
    parts.sort_by_key(|part| (part.span.file.0, part.span.lo, part.span.hi));
    let mut found: Vec<LineChange> = Vec::new();
    let mut rest = parts.as_slice();
    while let Some(first) = rest.first() {
        let file = sources.file(first.span.file);
        let from = file.line_column(first.span.lo).line;
        let mut to = last_line(file, first);
        let mut count = 1;
        while let Some(next) = rest.get(count)
            && next.span.file == first.span.file
            && file.line_column(next.span.lo).line <= to
        {
            to = to.max(last_line(file, next));
            count += 1;
        }
        found.push(lines(file, from, to, &rest[..count]));
        rest = &rest[count..];
    }
    found
}

fn last_line(file: &SourceFile, part: &ChangedPlace) -> u32 {
    let last = part.span.hi.max(part.span.lo + 1) - 1;
    file.line_column(last).line
}

fn lines(file: &SourceFile, from: u32, to: u32, parts: &[&ChangedPlace]) -> LineChange {
    let text = |line: u32| String::from_utf8_lossy(file.line_text(line)).into_owned();
    let before: Vec<String> = (from..=to).map(text).collect();
    // Where the first of the lines starts.
    let first = parts.first().map_or(0, |part| part.span.lo);
    let start = first - (file.line_column(first).column - 1);
    let whole = &file.text[start as usize..];
    let mut ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let end = ends.nth((to - from) as usize).map_or(whole.len(), |(at, _)| at);
    let mut new = Vec::new();
    let mut at = 0;
    for part in parts {
        let (lo, hi) = ((part.span.lo - start) as usize, (part.span.hi - start) as usize);
        let kept = whole.get(at..lo).unwrap_or_default();
        new.extend_from_slice(kept);
        let replacement = part.replacement.as_bytes();
        let indented = kept.iter().all(u8::is_ascii_whitespace);
        if lo == hi && at == 0 && indented && part.statement {
            // A statement in front of a line is a line of its own.
            new.extend_from_slice(replacement.trim_ascii_end());
            new.push(b'\n');
            new.extend_from_slice(kept);
        } else {
            new.extend_from_slice(replacement);
        }
        at = hi;
    }
    new.extend_from_slice(whole.get(at..end).unwrap_or_default());
    let after = String::from_utf8_lossy(&new);
    LineChange {
        file: file.name.clone(),
        line: from,
        before,
        after: after
            .split('\n')
            .map(|line| line.trim_end_matches('\r').to_owned())
            .collect(),
    }
}
