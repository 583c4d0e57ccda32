//! Suspects of one statement or line as one.

use std::collections::BTreeMap;

use source::{Location, SourceMap, Span};

use super::suspects::{Granularity, Suspect, SuspectKind};

/// Puts suspects of one statement or line together.
pub(super) fn grouped(
    found: Vec<Suspect>,
    sources: &mut SourceMap,
    granularity: Granularity,
) -> Vec<Suspect> {
    let mut groups: BTreeMap<(Span, bool), Vec<Suspect>> = BTreeMap::new();
    for suspect in found {
        let used = sources.location(suspect.loc).used;
        let file = sources.file(used.file);
        let line = file.line_column(used.lo).line;
        let (low, high) = file.line_span(line).unwrap_or((used.lo, used.hi));
        let (mut low, mut high) = (low, high.max(used.hi));
        if granularity == Granularity::Statement {
            let text = &file.text;
            let ends = |byte: &u8| matches!(byte, b';' | b'{' | b'}');
            low = text[..used.lo as usize]
                .iter()
                .rposition(ends)
                .map_or(low, |at| at as u32 + 1);
            high = text[used.hi as usize..]
                .iter()
                .position(ends)
                .map_or(high, |at| used.hi + at as u32 + 1);
        }
        let text = &file.text;
        while low < high && text[low as usize].is_ascii_whitespace() {
            low += 1;
        }
        while high > low
            && matches!(
                text[high as usize - 1],
                b' ' | b'\n' | b'\t' | b'\r' | b'{' | b'}'
            )
        {
            high -= 1;
        }
        let key = (Span::new(used.file, low, high), suspect.constant);
        groups.entry(key).or_default().push(suspect);
    }
    let mut result = Vec::new();
    for ((span, constant), members) in groups {
        let loc = sources.intern(Location {
            used: span,
            spelled: None,
        });
        let text = sources.text(span);
        result.push(Suspect {
            kind: SuspectKind::Group,
            loc,
            function: members[0].function,
            text: source::in_one_line(&text),
            sites: members.into_iter().flat_map(|member| member.sites).collect(),
            constant,
            argument: None,
        });
    }
    result
}
