//! A change of the source text: the one type that everything that searches, validates or shows changes agrees on.
//!
//! A [`Patch`] is what a programmer would call one change, made by one mutation operator. It may have several edits:
//! another type of a variable and the conversions that print it belong together. Places are offsets in the text as the
//! user wrote it, and files are named, since every translation numbers its files anew. A change that was found in a
//! text which was patched before is brought back to the original text ([`rebased`]), so that sets of patches never
//! depend on their order.

use frontend::Input;
use source::{SourceFile, SourceMap, Span};

use crate::operators::ChangeKind;

/// A piece of a text and what replaces it; empty where something is inserted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextEdit {
    pub file: String,
    pub lo: u32,
    pub hi: u32,
    pub replacement: String,
}

/// One change of the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Patch {
    /// What is done.
    pub kind: ChangeKind,
    /// The name of the mutation operator that made it.
    pub operator: &'static str,
    /// In the order of the text.
    pub edits: Vec<TextEdit>,
}

/// Lines of a text before and after an edit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangedLines {
    pub before: Vec<String>,
    pub after: Vec<String>,
}

impl TextEdit {
    pub(crate) fn new(sources: &SourceMap, span: Span, replacement: &str) -> TextEdit {
        TextEdit {
            file: sources.file(span.file).name.clone(),
            lo: span.lo,
            hi: span.hi,
            replacement: replacement.to_owned(),
        }
    }

    /// The order of edits in the texts; what is inserted stands before what is replaced there. Several that are
    /// inserted at one place stay in the order they are in.
    pub(crate) fn place(&self) -> (&str, u32, u32) {
        (&self.file, self.lo, self.hi)
    }

    /// The lines that the edit changes, if it is made alone.
    #[must_use]
    pub fn changed_lines(&self, inputs: &[Input]) -> ChangedLines {
        let Some(input) = inputs.iter().find(|input| input.name == self.file) else {
            return ChangedLines {
                before: Vec::new(),
                after: Vec::new(),
            };
        };
        let lines = |file: &SourceFile, first: u32, last: u32| -> Vec<String> {
            let text = |line| String::from_utf8_lossy(file.line_text(line)).into_owned();
            (first..=last).map(text).collect()
        };
        let old = SourceFile::new(self.file.clone(), input.text.clone(), false);
        let new = SourceFile::new(self.file.clone(), self.applied(&input.text).into(), false);
        let first = old.line_column(self.lo).line;
        let last = old.line_column(self.hi.max(self.lo + 1) - 1).line;
        let new_last = new.line_column(self.lo + self.replacement.len() as u32).line;
        ChangedLines {
            before: lines(&old, first, last),
            after: lines(&new, first, new_last),
        }
    }

    fn applied(&self, text: &[u8]) -> Vec<u8> {
        let (before, behind) = (&text[..self.lo as usize], &text[self.hi as usize..]);
        [before, self.replacement.as_bytes(), behind].concat()
    }
}

/// Where patches of one kind of place replace text: files, beginnings and ends.
pub(crate) type PatchedPlaces = Vec<(String, u32, u32)>;

pub(crate) fn places(patches: &[Patch]) -> PatchedPlaces {
    let edits = patches.iter().flat_map(|patch| &patch.edits);
    edits.map(|edit| (edit.file.clone(), edit.lo, edit.hi)).collect()
}

/// The texts with all patches made.
pub(crate) fn apply(inputs: &[Input], patches: &[Patch]) -> Vec<Input> {
    let mut edits: Vec<&TextEdit> = patches.iter().flat_map(|patch| &patch.edits).collect();
    edits.sort_by_key(|edit| edit.place());
    let changed = |input: &Input| {
        // From the end, so that places stay what they are.
        let own = edits.iter().rev().filter(|edit| edit.file == input.name);
        let text = own.fold(input.text.to_vec(), |text, edit| edit.applied(&text));
        Input::new(input.name.clone(), text)
    };
    inputs.iter().map(changed).collect()
}

/// Patches, and others of the text that they lead to, as patches of the text before both. Nothing if one of the others
/// lies inside what the first replace.
pub(crate) fn rebased(first: &[Patch], others: &[Patch]) -> Option<Vec<Patch>> {
    let made: Vec<&TextEdit> = first.iter().flat_map(|patch| &patch.edits).collect();
    let mut all = first.to_vec();
    for patch in others {
        let (mut edits, mut next) = (Vec::new(), None);
        for edit in &patch.edits {
            let (edit, behind) = before(&made, edit)?;
            edits.push(edit);
            next = next.or(behind);
        }
        // Of what is inserted at one place, what stands first is listed first.
        let at = next.and_then(|next| all.iter().position(|patch| patch.edits.contains(next)));
        let patch = Patch { edits, ..*patch };
        all.insert(at.unwrap_or(all.len()), patch);
    }
    Some(all)
}

/// Where an edit of the changed text stands in the text before, and the edit that starts just behind it, if there is
/// one; nothing if it is inside an edit.
fn before<'m>(made: &[&'m TextEdit], edit: &TextEdit) -> Option<(TextEdit, Option<&'m TextEdit>)> {
    let own = made.iter().copied().filter(|known| known.file == edit.file);
    let mut own: Vec<&TextEdit> = own.collect();
    own.sort_by_key(|known| known.place());
    let (mut longer, mut behind) = (0i64, None);
    for known in own {
        let new = known.replacement.len() as i64;
        let lo = i64::from(known.lo) + longer;
        if i64::from(edit.hi) <= lo {
            behind = (i64::from(edit.hi) == lo).then_some(known);
            break;
        }
        if i64::from(edit.lo) < lo + new {
            return None;
        }
        longer += new - i64::from(known.hi - known.lo);
    }
    let moved = |at: u32| u32::try_from(i64::from(at) - longer).ok();
    let edit = TextEdit {
        lo: moved(edit.lo)?,
        hi: moved(edit.hi)?,
        ..edit.clone()
    };
    Some((edit, behind))
}

#[cfg(test)]
mod checks {
    use super::*;

    fn edit(lo: u32, hi: u32, replacement: &str) -> TextEdit {
        TextEdit {
            file: "a.c".to_owned(),
            lo,
            hi,
            replacement: replacement.to_owned(),
        }
    }

    fn patch(edits: &[TextEdit]) -> Patch {
        Patch {
            kind: ChangeKind::Type,
            operator: "other_type",
            edits: edits.to_vec(),
        }
    }

    #[test]
    fn edits_go_back_to_the_text_before() {
        // `int` becomes `double` at 10, and `%d` becomes `%.2f` at 50.
        let first = patch(&[edit(50, 52, "%.2f"), edit(10, 13, "double")]);
        let moved = |lo, hi| {
            let all = rebased(std::slice::from_ref(&first), &[patch(&[edit(lo, hi, "x")])])?;
            all.last().map(|patch| (patch.edits[0].lo, patch.edits[0].hi))
        };
        assert_eq!(moved(2, 5), Some((2, 5)));
        assert_eq!(moved(30, 31), Some((27, 28)));
        assert_eq!(moved(60, 61), Some((55, 56)));
        assert_eq!(moved(12, 14), None);
    }

    #[test]
    fn what_is_inserted_at_one_place_keeps_its_order() {
        let text = "{ total += n; }";
        let inputs = [Input::new("a.c".to_owned(), text.as_bytes())];
        let first = [patch(&[edit(2, 2, "best = n; ")])];
        let both = |lo| {
            let all = rebased(&first, &[patch(&[edit(lo, lo, "if (n) ")])]).unwrap();
            String::from_utf8(apply(&inputs, &all)[0].text.to_vec()).unwrap()
        };
        assert_eq!(both(2), "{ if (n) best = n; total += n; }");
        assert_eq!(both(12), "{ best = n; if (n) total += n; }");
    }

    #[test]
    fn what_is_inserted_stands_before_what_is_replaced() {
        let inputs = [Input::new("a.c".to_owned(), &b"x = 1;"[..])];
        let all = [patch(&[edit(0, 1, "y")]), patch(&[edit(0, 0, "if (x) ")])];
        assert_eq!(&apply(&inputs, &all)[0].text[..], b"if (x) y = 1;");
    }

    #[test]
    fn lines_before_and_after() {
        let inputs = [Input::new("a.c".to_owned(), &b"a;\nb;\nc;\n"[..])];
        let lines = edit(3, 5, "x;\ny;").changed_lines(&inputs);
        assert_eq!(
            (lines.before, lines.after),
            (vec!["b;".to_owned()], vec!["x;".to_owned(), "y;".to_owned()])
        );
    }
}
