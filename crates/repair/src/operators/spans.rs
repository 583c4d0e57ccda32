//! Where constructs are written, and edits there while one translation lasts.

use source::{LocId, SourceMap, Span};

/// A piece of source text and what replaces it. Files have the numbers of one translation: what outlives it is a
/// [`Patch`](crate::Patch).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SpanEdit {
    pub(crate) span: Span,
    pub(crate) replacement: String,
}

/// Where the text of a construct is written: in a macro's definition if it comes from there.
pub(crate) fn written(sources: &SourceMap, loc: LocId) -> Option<Span> {
    if loc == LocId::NONE {
        return None;
    }
    let location = sources.location(loc);
    let span = location
        .spelled
        .as_ref()
        .map_or(location.used, |spelled| spelled.span);
    (span.lo < span.hi).then_some(span)
}

/// The operator between two operands, with the text around it that is neither's.
pub(crate) fn between(sources: &SourceMap, lhs: Span, rhs: Span, operator: &str) -> Option<Span> {
    if lhs.file != rhs.file || lhs.hi > rhs.lo {
        return None;
    }
    token(sources, Span::new(lhs.file, lhs.hi, rhs.lo), operator)
}

/// The only place of a token in a piece of text.
pub(crate) fn token(sources: &SourceMap, within: Span, token: &str) -> Option<Span> {
    let text = sources.text(within);
    let at = text.find(token)?;
    if text[at + token.len()..].contains(token) {
        return None;
    }
    let lo = within.lo + u32::try_from(at).ok()?;
    let hi = lo + u32::try_from(token.len()).ok()?;
    Some(Span::new(within.file, lo, hi))
}

pub(crate) fn inside(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.lo <= inner.lo && inner.hi <= outer.hi
}
