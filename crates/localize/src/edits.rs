//! Edits as evidence.
//!
//! A diagnosis says where another value would do; it does not say that a programmer could write something there that
//! gives it. What could be written is found elsewhere (the crate `repair` changes the source text, which nothing here
//! can), and handed in: changes with which every test is right, those that passed included. That is how passing tests
//! speak about expressions and not only about constants.
//!
//! Here each change finds the diagnosis it is evidence for: the smallest expression around it that is one. A change
//! that is no change of a value (another variable assigned to, a statement put in or left out, arguments exchanged) is
//! a diagnosis of its own; two changes that are needed together are one of two.

use std::collections::{BTreeMap, BTreeSet};

use program::{FunctionId, Program};
use source::{LocId, Location, SourceMap, Span};

use super::suspects::{Suspect, SuspectKind, is_inside};
use super::{Diagnosis, EditAction, SmallEdit};

/// Changes of the text with which every test is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownChange {
    /// One change, or those that are needed together.
    pub parts: Vec<ChangedPlace>,
    /// If some tests still fail with them: how many of those that failed are right. None that passed fails.
    pub partly: Option<usize>,
    /// For changes that are needed together, by their number: the tests that failed and are right with each of them
    /// alone.
    pub explains: Vec<Vec<usize>>,
}

impl KnownChange {
    /// Whether every test is right with it.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.partly.is_none()
    }

    /// Whether it is one change, and enough. Then there is one fault, whatever it changes.
    #[must_use]
    pub fn is_enough_alone(&self) -> bool {
        self.parts.len() == 1 && self.is_whole()
    }
}

/// A piece of the text and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPlace {
    /// Empty where something is put in.
    pub span: Span,
    pub replacement: String,
    /// Whether a whole statement is put in, or left out.
    pub statement: bool,
    /// The number of the change that it belongs to: another type and the conversions that print it are one.
    pub change: usize,
}

/// Makes suspects of pieces of text that are none yet.
pub(super) struct EditPlaces {
    /// For each part of each edit.
    locs: Vec<Vec<LocId>>,
}

impl EditPlaces {
    pub(super) fn new(sources: &mut SourceMap, edits: &[KnownChange]) -> EditPlaces {
        let mut place = |part: &ChangedPlace| {
            let used = match part.span.lo < part.span.hi {
                true => part.span,
                false => rest_of_line(sources, part.span),
            };
            sources.intern(Location { used, spelled: None })
        };
        let locs = edits
            .iter()
            .map(|edit| edit.parts.iter().map(&mut place).collect());
        EditPlaces { locs: locs.collect() }
    }
}

/// What stands behind a place in its line.
fn rest_of_line(sources: &SourceMap, at: Span) -> Span {
    let text = &sources.file(at.file).text;
    let rest = text.get(at.lo as usize..).unwrap_or_default();
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Span::new(at.file, at.lo, at.lo + line.trim_ascii_end().len() as u32)
}

/// Whether a text has the same letters as another one, in another order.
fn is_moved(old: &str, new: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        letters.sort_unstable();
        letters
    };
    old.len() > 1 && old != new && letters(old) == letters(new)
}

/// The function whose text a place is in: the last that starts before it.
pub(super) fn function_at(program: &Program, sources: &SourceMap, span: Span) -> FunctionId {
    let starts = program
        .functions
        .iter()
        .enumerate()
        .filter_map(|(index, function)| {
            let own = !function.embedded && function.loc != LocId::NONE;
            let at = own.then(|| sources.location(function.loc).used)?;
            (at.file == span.file && at.lo <= span.lo).then_some((at.lo, index))
        });
    starts
        .max()
        .map_or(program.entry, |(_, index)| FunctionId(index as u32))
}

/// Puts edits to the diagnoses they belong to; what is left are diagnoses of their own.
pub(super) struct Attaching<'a> {
    pub(super) program: &'a Program,
    pub(super) sources: &'a SourceMap,
    pub(super) suspects: &'a mut Vec<Suspect>,
    pub(super) diagnoses: &'a mut Vec<Diagnosis>,
    /// The tests that fail, by number.
    pub(super) failing: &'a [usize],
}

impl Attaching<'_> {
    pub(super) fn attach(&mut self, edits: &[KnownChange], places: &EditPlaces) {
        for (order, (edit, locs)) in edits.iter().zip(&places.locs).enumerate() {
            match (edit.parts.as_slice(), locs.as_slice()) {
                ([part], [loc]) if edit.partly.is_none() => self.one(part, *loc, order),
                _ => self.several(edit, locs, order),
            }
        }
    }

    /// Where a suspect is written, and if it is wanted where the macro that it comes from is defined.
    fn spans(&self, suspect: &Suspect, defined: bool) -> impl Iterator<Item = Span> + use<> {
        let location = self.sources.location(suspect.loc);
        let spelled = location.spelled.as_ref().map(|spelled| spelled.span);
        let spelled = spelled.filter(|_| defined);
        [Some(location.used), spelled].into_iter().flatten()
    }

    /// The smallest of some suspects that is around a piece of text, and the text it would become. What is written in a
    /// macro's definition is told there, and not where the macro is used: that may be in many places.
    fn around(&self, part: &ChangedPlace, among: impl Iterator<Item = usize>) -> Option<(usize, String)> {
        if part.statement || part.span.lo >= part.span.hi {
            return None;
        }
        let mut best: Option<(u32, usize, Span)> = None;
        for id in among {
            let suspect = &self.suspects[id];
            let valued = !matches!(
                suspect.kind,
                SuspectKind::Missing | SuspectKind::Changed | SuspectKind::Stored | SuspectKind::Declaration
            );
            let defined = suspect.kind == SuspectKind::Constant;
            for span in self.spans(suspect, defined) {
                let size = span.hi - span.lo;
                if valued && is_inside(part.span, span) && best.is_none_or(|(least, ..)| size < least) {
                    best = Some((size, id, span));
                }
            }
        }
        let (_, id, span) = best?;
        let text = self.sources.text(span);
        let (from, to) = (part.span.lo - span.lo, part.span.hi - span.lo);
        let (start, end) = (text.get(..from as usize)?, text.get(to as usize..)?);
        Some((id, format!("{start}{}{end}", part.replacement)))
    }

    fn one(&mut self, part: &ChangedPlace, loc: LocId, order: usize) {
        let told = self.diagnoses.iter().flat_map(|diagnosis| {
            let parts = diagnosis.narrower.iter();
            parts.chain([&diagnosis.members])
        });
        let singles: Vec<usize> = told
            .filter_map(|set| match set.as_slice() {
                [one] => Some(*one),
                _ => None,
            })
            .collect();
        let mut around = self.around(part, singles.into_iter());
        if around.is_none() {
            // The search gave it up; the tests have not.
            around = self.around(part, 0..self.suspects.len());
        }
        if let Some((id, text)) = around {
            let whole = |diagnosis: &Diagnosis| diagnosis.members == [id];
            let is_part = |diagnosis: &Diagnosis| diagnosis.narrower.contains(&vec![id]);
            let at = self.diagnoses.iter().position(whole);
            let at = at.or_else(|| self.diagnoses.iter().position(is_part));
            let at = at.unwrap_or_else(|| {
                self.diagnoses.push(Diagnosis::of(vec![id]));
                self.diagnoses.len() - 1
            });
            let action = match self.diagnoses[at].members == [id] {
                true => EditAction::Replace(text.clone()),
                false => EditAction::ReplacePart {
                    new: text.clone(),
                    old: self.suspects[id].text.clone(),
                },
            };
            self.diagnoses[at].edit.get_or_insert(SmallEdit {
                text,
                action,
                order,
                partly: None,
                parts: Vec::new(),
                made: vec![part.clone()],
            });
            return;
        }
        let (suspect, edit) = self.new_suspect(part, loc, order);
        let same = self.diagnoses.iter_mut().find(|diagnosis| {
            let [id] = diagnosis.members[..] else { return false };
            let known = &self.suspects[id];
            known.kind == SuspectKind::Missing
                && suspect.kind == SuspectKind::Missing
                && known.function == suspect.function
                && known.text == suspect.text
        });
        if let Some(diagnosis) = same {
            if !diagnosis.elsewhere.contains(&loc) {
                diagnosis.elsewhere.push(loc);
            }
            return;
        }
        let missing = self
            .suspects
            .iter()
            .filter(|suspect| suspect.kind == SuspectKind::Missing);
        if suspect.kind == SuspectKind::Missing
            && missing.count() >= budgets::localize::MAX_MISSING_STATEMENTS.count()
        {
            return;
        }
        self.suspects.push(suspect);
        self.diagnoses.push(Diagnosis {
            edit: Some(edit),
            ..Diagnosis::of(vec![self.suspects.len() - 1])
        });
    }

    /// A piece of text that is no suspect, and what is said of it.
    fn new_suspect(&self, part: &ChangedPlace, loc: LocId, order: usize) -> (Suspect, SmallEdit) {
        // The same words, and other ones between them, are statements that were moved.
        let moves = is_moved(&self.sources.text(part.span), &part.replacement);
        let new = source::in_one_line(&part.replacement);
        let (kind, text, action) = if part.span.lo >= part.span.hi {
            (
                SuspectKind::Missing,
                new.clone(),
                EditAction::InsertBefore(new.clone()),
            )
        } else {
            let old = self.sources.text(part.span);
            let action = match part.statement {
                true if matches!(new.as_str(), "" | ";") => EditAction::LeaveOut,
                true if moves => EditAction::Move,
                _ => EditAction::Replace(new.clone()),
            };
            (SuspectKind::Changed, old, action)
        };
        let suspect = Suspect {
            kind,
            loc,
            function: function_at(self.program, self.sources, part.span),
            text,
            sites: Vec::new(),
            constant: false,
            argument: None,
        };
        (
            suspect,
            SmallEdit {
                text: new,
                action,
                order,
                partly: None,
                parts: match moves {
                    true => vec![part.clone()],
                    false => Vec::new(),
                },
                made: vec![part.clone()],
            },
        )
    }

    /// Changes that are needed together, or make some tests right.
    fn several(&mut self, edit: &KnownChange, locs: &[LocId], order: usize) {
        let (parts, partly) = (&edit.parts, edit.partly);
        let mut changes: Vec<(usize, String)> = Vec::new();
        let mut covers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut changed_by: BTreeMap<usize, usize> = BTreeMap::new();
        for (part, loc) in parts.iter().zip(locs) {
            // Two changes of one expression are told apart.
            let of_another = |id: &usize| changed_by.get(id).is_some_and(|other| *other != part.change);
            let around = self.around(part, 0..self.suspects.len());
            let (id, text) = match around.filter(|(id, _)| !of_another(id)) {
                Some(found) => found,
                None => {
                    let (suspect, edit) = self.new_suspect(part, *loc, order);
                    self.suspects.push(suspect);
                    (self.suspects.len() - 1, edit.text)
                }
            };
            let text = match part.statement && !part.replacement.is_empty() {
                true => part.replacement.trim().to_owned(),
                false => text,
            };
            changes.push((id, text));
            let alone = edit.explains.get(part.change).into_iter().flatten();
            let runs = alone.filter_map(|test| self.failing.iter().position(|other| other == test));
            let known = covers.entry(id).or_default();
            known.extend(runs);
            known.sort_unstable();
            known.dedup();
            changed_by.entry(id).or_insert(part.change);
        }
        // In the order in which the members are listed.
        changes.sort_by_key(|(id, _)| *id);
        let (mut members, texts): (Vec<usize>, Vec<String>) = changes.into_iter().unzip();
        let different: BTreeSet<usize> = parts.iter().map(|part| part.change).collect();
        let action = match (parts.len(), different.len()) {
            (1, _) => EditAction::Write(texts.concat()),
            (count, 1) | (_, count) => EditAction::Together(count),
        };
        let explained = !edit.explains.is_empty();
        let edit = SmallEdit {
            text: texts.join(" and ").replace('`', ""),
            action,
            order,
            partly,
            parts: parts.to_vec(),
            made: parts.to_vec(),
        };
        members.dedup();
        let known = self
            .diagnoses
            .iter()
            .position(|diagnosis| diagnosis.members == members && partly.is_none());
        let covers = match explained && members.len() > 1 {
            true => members.iter().map(|id| covers[id].clone()).collect(),
            false => Vec::new(),
        };
        let changes = members.iter().map(|id| changed_by[id]).collect();
        match known {
            Some(at) => {
                self.diagnoses[at].edit.get_or_insert(edit);
            }
            None => self.diagnoses.push(Diagnosis {
                edit: Some(edit),
                covers,
                changes,
                ..Diagnosis::of(members)
            }),
        }
    }
}
