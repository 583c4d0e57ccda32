//! From runs of tokens to places in files, through macros.
//!
//! A node of the tree is a run of tokens. Each token was written somewhere, and if that is inside a
//! `#define`, the macro was invoked somewhere, and so on outwards to a line of the user's file. Written as
//! frames from the outside in, the token `20` of `#define LIMIT 20` used in `if (x < LIMIT)` has the frames
//! *`LIMIT` in the `if`*, *`20` in the `#define`*; a token that is no part of a macro, or was an argument
//! written at the invocation, has just the one frame where it stands.
//!
//! A node lies as deep as its first and its last token agree on: both in the same invocation means that the
//! node is part of that macro's body, and the next frame is looked at. The outermost frame becomes `used`,
//! the one where the descent ends becomes `spelled`.
//!
//! Whether a token was written in a macro's body or passed to it as an argument is read off the text: the
//! body is in a `#define` line, an argument is not (or is in the `#define` line of an outer macro).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rucc_base::hash::Map;
use rucc_diag::{SourceMap as Files, Span as Bytes};
use rucc_lex::Punct;
use rucc_pp::{Preprocessor, Tok};
use source::{Expansion, FileId, LocId, Location, SourceFile, SourceMap, Span, Spelling};

use crate::files::is_own;
use crate::markers::Markers;
use crate::traces::Traces;
use crate::unit::{IMPLICIT, PRELUDE, Unit};
use crate::written::{Define, Written};

/// Nodes with more tokens than this are not searched for body tokens between argument tokens.
const SEARCHED: usize = 256;

/// A list of places with one first token is not longer than this.
const FEW: usize = 16;

/// All places of one request: shared by its units, so that a header is one file however often it is read.
#[derive(Debug, Default, Clone)]
pub(crate) struct Places {
    pub(crate) sources: SourceMap,
    by_name: HashMap<String, Vec<FileId>>,
}

impl Places {
    /// The file with this name and text, added if it is new.
    pub(crate) fn file(&mut self, name: &str, text: &[u8], embedded: bool) -> FileId {
        let known = self.by_name.entry(name.to_owned()).or_default();
        for &id in known.iter() {
            if *self.sources.file(id).text == *text {
                return id;
            }
        }
        let file = SourceFile::new(name.to_owned(), Arc::from(text), embedded);
        let id = self.sources.add_file(file);
        known.push(id);
        id
    }
}

/// Where one token is, from the outermost frame inwards. For all but the last frame the place is a macro's
/// name where it is invoked, and `inside` is the macro whose body the *next* frame lies in.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame {
    place: Bytes,
    inside: Option<Define>,
}

/// The place of a run of tokens that ends with `last`; `next` is one more than the index of another run with
/// the same first token.
#[derive(Debug, Clone, Copy)]
struct Made {
    last: u32,
    loc: LocId,
    next: u32,
}

/// The places of one unit.
pub(crate) struct UnitPlaces<'a> {
    files: &'a Files,
    tokens: &'a [Tok],
    /// The other parenthesis of each one; a token that is none is its own partner.
    partners: Vec<u32>,
    /// Read when the first token out of a macro is asked about.
    traces: Option<Traces>,
    preprocessor: &'a mut Preprocessor,
    interner: &'a rucc_base::Interner,
    /// Our ids of the unit's files, by their index.
    ids: Vec<Option<FileId>>,
    written: Written<'a>,
    /// The places made so far, by the node's first token: a list of the last tokens with it.
    made: Vec<u32>,
    locations: Vec<Made>,
    /// Those that would make a list too long, by first and last token.
    many: Map<(u32, u32), LocId>,
    embedded: bool,
    /// Where calls declared their functions.
    guesses: HashSet<u32>,
    /// The file that the last position was in; most positions are in the same one.
    last: usize,
    /// Of preprocessed text, which is the first file.
    markers: &'a mut Option<Markers>,
}

/// What the library made of a unit.
pub(crate) struct Trees<'a> {
    pub(crate) ast: &'a rucc_ast::Ast,
    pub(crate) tast: &'a rucc_sema::Tast,
    pub(crate) types: &'a rucc_types::Types,
    pub(crate) target: &'a rucc_target::TargetInfo,
}

impl<'a> UnitPlaces<'a> {
    /// Splits the unit, so that its trees stay readable while places are made.
    pub(crate) fn new(unit: &'a mut Unit, embedded: bool) -> (UnitPlaces<'a>, Trees<'a>) {
        let Unit {
            interner,
            sources,
            preprocessor,
            tokens,
            markers,
            ast,
            tast,
            types,
            target,
            late,
            ..
        } = unit;
        let guesses = late
            .iter()
            .filter(|d| d.code == Some(IMPLICIT))
            .map(|d| d.span.lo)
            .collect();
        let places = UnitPlaces {
            files: sources,
            tokens,
            partners: partners(tokens),
            traces: None,
            preprocessor,
            interner,
            ids: vec![None; sources.files().len()],
            written: Written::new(sources),
            made: vec![0; tokens.len()],
            locations: Vec::new(),
            many: Map::default(),
            embedded,
            guesses,
            last: 0,
            markers,
        };
        let trees = Trees {
            ast,
            tast,
            types,
            target,
        };
        (places, trees)
    }

    /// The place of a node from its span in token numbers.
    pub(crate) fn node(&mut self, places: &mut Places, span: Bytes) -> LocId {
        if span.is_dummy() || self.tokens.is_empty() {
            return LocId::NONE;
        }
        let last = self.tokens.len() - 1;
        let first = (span.lo as usize).min(last);
        // An empty span is a point before a token: something is missing there.
        let end = if span.hi > span.lo {
            (span.hi as usize - 1).min(last)
        } else {
            first
        };
        let (first, end) = self.with_parentheses(first, end);
        // Nodes share places far more often than not (every load with its object), and there are millions.
        let mut at = self.made[first];
        let mut passed = 0;
        while let Some(made) = self.locations.get((at as usize).wrapping_sub(1)) {
            if made.last == end as u32 {
                return made.loc;
            }
            at = made.next;
            passed += 1;
            if passed == FEW {
                // All of `a + b + c + …` begin with the same token.
                let key = (first as u32, end as u32);
                if let Some(&loc) = self.many.get(&key) {
                    return loc;
                }
                let loc = self.run(places, first, end);
                self.many.insert(key, loc);
                return loc;
            }
        }
        let loc = self.run(places, first, end);
        self.locations.push(Made {
            last: end as u32,
            loc,
            next: self.made[first],
        });
        self.made[first] = self.locations.len() as u32;
        loc
    }

    /// The library leaves the parentheses around an operand out of its span, so that `(a) + (b)` comes as
    /// `a) + (b`. Each whose partner is inside belongs to the node.
    fn with_parentheses(&self, first: usize, last: usize) -> (usize, usize) {
        let (mut first, mut last) = (first, last);
        loop {
            let before = first.checked_sub(1).map(|at| (at, self.partners[at] as usize));
            let after = self.partners.get(last + 1).map(|&at| at as usize);
            match (before, after) {
                (Some((at, partner)), _) if first < partner && partner <= last => first = at,
                (_, Some(partner)) if first <= partner && partner < last => last += 1,
                _ => return (first, last),
            }
        }
    }

    fn run(&mut self, places: &mut Places, first: usize, last: usize) -> LocId {
        let (a, b) = (self.tokens[first], self.tokens[last]);
        if a.trace.is_none() && b.trace.is_none() {
            let used = self.place_in(places, self.written.join(a.span, b.span));
            return self.intern(places, used, None);
        }
        let (mut left, mut right) = (self.frames(a), self.frames(b));
        if left.len() == 1 && right.len() == 1 && last - first < SEARCHED {
            // Both ends are arguments; the operator between them may be of the body.
            let body = (first..=last).find_map(|at| {
                let frames = self.frames(self.tokens[at]);
                (frames.len() > 1 && self.within(left[0].place, &frames[0])).then_some(frames)
            });
            if let Some(frames) = body
                && self.within(right[0].place, &frames[0])
            {
                return self.around(places, first, last, &frames);
            }
        } else if left.len() == 1 && right.len() > 1 && self.within(left[0].place, &right[0]) {
            let frames = right;
            return self.around(places, first, last, &frames);
        } else if right.len() == 1 && left.len() > 1 && self.within(right[0].place, &left[0]) {
            let frames = left;
            return self.around(places, first, last, &frames);
        }
        let mut depth = 0;
        while depth + 1 < left.len() && depth + 1 < right.len() && left[depth] == right[depth] {
            depth += 1;
        }
        let used = {
            let from = self.invocation(&left[0]);
            let to = self.invocation(&right[0]);
            // A node cannot start or end amid the arguments of a macro that it is not part of.
            let from = self.unless_shared(a, from, to);
            let to = self.unless_shared(b, to, from);
            self.written.join(from, to)
        };
        let used = self.place_in(places, used);
        if depth == 0 {
            return self.intern(places, used, None);
        }
        let from = self.invocation(&left[depth]);
        let to = self.invocation(&right[depth]);
        let span = self.written.join(from, to);
        left.truncate(depth);
        right.clear();
        let spelling = self.spelling(places, span, &left);
        self.intern(places, used, Some(spelling))
    }

    /// The whole invocation that an argument stands in, unless `other` stands in it too.
    fn unless_shared(&self, token: Tok, place: Bytes, other: Bytes) -> Bytes {
        if token.expansion.is_dummy() || token.expansion == place {
            return place;
        }
        match self.written.with_arguments(token.expansion) {
            Some(whole) => {
                let holds = |part: Bytes| whole.lo <= part.lo && part.hi <= whole.hi;
                if holds(place) && !holds(other) {
                    whole
                } else {
                    place
                }
            }
            None => place,
        }
    }

    /// A node of which one end or both are arguments of the invocation that `frames` starts with, and which
    /// has at least one token of the macro's body: its text is the part of the body with the parameters.
    fn around(&mut self, places: &mut Places, first: usize, last: usize, frames: &[Frame]) -> LocId {
        let invocation = &frames[0];
        let mut body: Option<Bytes> = None;
        let limit = last.min(first + 4 * SEARCHED);
        for at in first..=limit {
            let of = self.frames(self.tokens[at]);
            if of.len() > 1 && of[0] == *invocation {
                let place = self.invocation(&of[1]);
                body = Some(body.map_or(place, |so_far| so_far.to(place)));
            }
        }
        let used = self.invocation(invocation);
        let used = self.place_in(places, used);
        let Some(body) = body else {
            return self.intern(places, used, None);
        };
        let starts_with_argument = self.frames(self.tokens[first])[0] != *invocation;
        let ends_with_argument = self.frames(self.tokens[last])[0] != *invocation;
        let body = self.written.widen(body, starts_with_argument, ends_with_argument);
        let spelling = self.spelling(places, body, &frames[..1]);
        self.intern(places, used, Some(spelling))
    }

    /// Whether a place lies inside the parentheses of an invocation.
    fn within(&self, place: Bytes, invocation: &Frame) -> bool {
        let whole = self.invocation(invocation);
        whole.lo <= place.lo && place.hi <= whole.hi
    }

    /// The frames of a token, from the outermost inwards.
    fn frames(&mut self, token: Tok) -> Vec<Frame> {
        let span = self.written.one_line(token.span);
        let mut frames = vec![Frame {
            place: span,
            inside: None,
        }];
        if token.trace.is_none() {
            return frames;
        }
        if self.traces.is_none() {
            self.traces = Some(Traces::read(self.preprocessor));
        }
        let mut chain: Vec<_> = self
            .traces
            .iter()
            .flat_map(|traces| traces.chain(token.trace))
            .collect();
        let mut place = span;
        while let Some(define) = self.written.define_at(place) {
            // Steps of macros that the token only passed through as an argument do not count. Of two
            // invocations of one macro the earlier step wrote the token, the other had it as argument.
            let step = chain
                .iter()
                .rposition(|step| *self.interner.resolve(step.name) == *define.name)
                .map(|at| chain.remove(at));
            let at = match step {
                Some(step) if step.at != place => step.at,
                _ if token.expansion.is_dummy() || token.expansion == place => break,
                _ => token.expansion,
            };
            frames.push(Frame {
                place: at,
                inside: Some(define),
            });
            place = at;
        }
        frames.reverse();
        frames
    }

    /// The whole text of an invocation: with the arguments if the macro takes some.
    fn invocation(&self, frame: &Frame) -> Bytes {
        let place = frame.place;
        if !frame.inside.as_ref().is_some_and(|define| define.function_like) {
            return place;
        }
        self.written.with_arguments(place).unwrap_or(place)
    }

    fn spelling(&mut self, places: &mut Places, span: Bytes, frames: &[Frame]) -> Spelling {
        let expansions = frames
            .iter()
            .rev()
            .map(|frame| {
                let whole = self.invocation(frame);
                Expansion {
                    name: frame
                        .inside
                        .as_ref()
                        .map(|define| define.name.to_string())
                        .unwrap_or_default(),
                    used: self.place_in(places, whole),
                }
            })
            .collect();
        Spelling {
            span: self.place_in(places, span),
            expansions,
        }
    }

    fn intern(&mut self, places: &mut Places, used: Span, spelled: Option<Spelling>) -> LocId {
        if let Some(markers) = self.markers
            && self.ids.first().copied().flatten() == Some(used.file)
            && let Some(origin) = markers.origin(places, used.lo, used.hi)
        {
            let spelled = (!origin.exact).then(|| Spelling {
                span: used,
                expansions: Vec::new(),
            });
            return places.sources.intern(Location {
                used: origin.used,
                spelled: spelled.map(Box::new),
            });
        }
        places.sources.intern(Location {
            used,
            spelled: spelled.map(Box::new),
        })
    }

    /// A place given in the library's file coordinates.
    pub(crate) fn file_place(&mut self, places: &mut Places, span: Bytes) -> LocId {
        if span.is_dummy() {
            return LocId::NONE;
        }
        let span = self.written.whole_directive(span);
        let used = self.place_in(places, span);
        self.intern(places, used, None)
    }

    fn place_in(&mut self, places: &mut Places, span: Bytes) -> Span {
        let files = self.files.files();
        let index = if files.get(self.last).is_some_and(|file| file.contains(span.lo)) {
            self.last
        } else {
            match self.files.lookup_file(span.lo) {
                Some(file) => file.index(),
                None => return Span::new(FileId(0), 0, 0),
            }
        };
        self.last = index;
        let file = &files[index];
        let id = match self.ids[index] {
            Some(id) => id,
            None => {
                let id = places.file(&file.name, file.bytes(), self.embedded || is_own(&file.name));
                self.ids[index] = Some(id);
                id
            }
        };
        let hi = span.hi.clamp(span.lo, file.end);
        Span::new(id, span.lo - file.start, hi - file.start)
    }

    /// Whether a token comes from a header of the host or of the tool.
    pub(crate) fn is_system(&self, span: Bytes) -> bool {
        self.tokens
            .get(span.lo as usize)
            .is_some_and(|token| self.is_system_file(token.report_span()))
    }

    /// The same for a place in the library's file coordinates.
    pub(crate) fn is_system_file(&self, span: Bytes) -> bool {
        match (&self.markers, self.files.files().first()) {
            (Some(markers), Some(main)) if main.contains(span.lo) => markers.is_system(span.lo - main.start),
            _ => self.files.is_system(span.lo),
        }
    }

    /// Whether a token is of the declarations that known names get.
    pub(crate) fn is_prelude(&self, span: Bytes) -> bool {
        self.tokens
            .get(span.lo as usize)
            .and_then(|token| self.files.lookup_file(token.span.lo))
            .is_some_and(|file| self.files.file(file).name == PRELUDE)
    }

    /// Whether a function was declared by nothing but a call at this token.
    pub(crate) fn is_guess(&self, span: Bytes) -> bool {
        self.guesses.contains(&span.lo)
    }

    pub(crate) fn interner(&self) -> &'a rucc_base::Interner {
        self.interner
    }

    /// The last token of a node.
    pub(crate) fn last_token(span: Bytes) -> Bytes {
        Bytes::new(span.hi.saturating_sub(1).max(span.lo), span.hi)
    }
}

fn partners(tokens: &[Tok]) -> Vec<u32> {
    let mut partners: Vec<u32> = (0..tokens.len() as u32).collect();
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.is(Punct::LParen) {
            open.push(index);
        } else if token.is(Punct::RParen)
            && let Some(partner) = open.pop()
        {
            partners[index] = partner as u32;
            partners[partner] = index as u32;
        }
    }
    partners
}
