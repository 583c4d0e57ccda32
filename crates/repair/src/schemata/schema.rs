//! One program that holds all changes.
//!
//! Where the tree could be changed, the original and its alternatives stand side by side and a number decides, which
//! enters as an element of an array that nobody defines. 0 is the program as it was written. There is a number for each
//! place, so that any set of changes is one run, too, and so that a run tells which places it comes to. Of two changes
//! one inside the other, the outer one is made.

use std::collections::{BTreeMap, BTreeSet};

use ctype::{EnumId, Type};
use frontend::tree::Tree;
use program::{FunctionId, Program};
use source::{Diagnostic, FileId, SourceMap};

use crate::harness::{Harness, extent};
use crate::operators::context::Context;
use crate::operators::spans::SpanEdit;
use crate::operators::{ChangeKind, Family, TestIngredients};
use crate::patch::{Patch, TextEdit};
use crate::schemata::installer::Installer;
use crate::schemata::odd::odd;
use crate::validate::oracle::{Called, Counted};

/// Why there is no such program.
#[derive(Debug)]
pub enum SchemaError {
    /// There is nothing to change.
    Empty,
    /// The lowering refused it.
    Lowering(Vec<Diagnostic>),
}

/// A program with a switch, and what each position of it means.
#[derive(Debug)]
pub struct Schema {
    pub program: Program,
    /// Where everything in it is written: what lies in memory is named by its line.
    pub(crate) sources: SourceMap,
    changes: Vec<(ChangeKind, SpanEdit)>,
    /// The names of the operators that made them.
    operators: Vec<&'static str>,
    /// The numbers that each change needs; and how many numbers there are.
    sites: Vec<Vec<u32>>,
    numbers: usize,
    /// Whether a constant becomes one that is often meant, and how far it is from the old one.
    likely: Vec<bool>,
    distances: Vec<u128>,
    /// Whether an assignment is put in beside one of the same value.
    beside: Vec<bool>,
    /// How unlikely anybody is to have meant that, see [`odd`](crate::schemata::odd).
    odd: Vec<u8>,
    harness: Harness,
}

/// The enumeration of each enumerator, of those that the program uses.
fn enumerators(tree: &Tree) -> BTreeMap<String, EnumId> {
    let types = &tree.types;
    let members = types.records().flat_map(|(_, record)| &record.fields);
    let used = (tree.exprs.iter().map(|expr| expr.ty))
        .chain(tree.objects.iter().map(|object| object.ty))
        .chain(members.map(|field| field.ty));
    let enums: BTreeSet<EnumId> = used
        .filter_map(|ty| match types.get(ty) {
            Type::Enum(id) => Some(*id),
            _ => None,
        })
        .collect();
    let named = enums.into_iter().flat_map(|id| {
        let all = types.enumeration(id).enumerators.iter();
        all.map(move |item| (item.name.clone(), id))
    });
    named.collect()
}

impl Schema {
    /// Makes the program of all changes to files that are `editable`. Only changes of the `family`; texts and constants may
    /// become what the `tests` say.
    ///
    /// # Errors
    /// When nothing can be changed or the result cannot be lowered.
    pub fn new(
        mut tree: Tree,
        sources: &SourceMap,
        lowering: &lower::Options,
        editable: &dyn Fn(FileId) -> bool,
        family: Family,
        tests: &TestIngredients,
    ) -> Result<Schema, SchemaError> {
        let enumerators = enumerators(&tree);
        let mut context = Context::new(&mut tree, sources, editable, tests);
        context.generate(family);
        let mutants = std::mem::take(&mut context.mutants);
        if mutants.is_empty() {
            return Err(SchemaError::Empty);
        }
        let mut installer = Installer::new(&mut tree, mutants.len());
        installer.install(&mutants);
        let (sites, numbers) = (installer.sites, installer.numbers as usize);
        let likely = mutants
            .iter()
            .map(|mutant| is_likely(sources, &mutant.edit))
            .collect();
        let distances = mutants
            .iter()
            .map(|mutant| constants(sources, &mutant.edit).map_or(0, |(old, new)| old.abs_diff(new)))
            .collect();
        let beside = mutants
            .iter()
            .map(|mutant| is_beside(sources, &mutant.edit))
            .collect();
        let odd = mutants
            .iter()
            .map(|mutant| {
                let (old, new) = (sources.text(mutant.edit.span), mutant.edit.replacement.trim());
                let strange = enumerators.get(&old) != enumerators.get(new);
                odd(mutant.kind, &old, new).max(u8::from(strange && mutant.kind == ChangeKind::Variable))
            })
            .collect();
        let lowering = lower::Options {
            largest_lazy: budgets::repair::MAX_LAZY_ALTERNATIVES.count(),
            ..lowering.clone()
        };
        let program = lower::lower(tree, sources, &lowering).map_err(SchemaError::Lowering)?;
        Ok(Schema {
            harness: Harness::new(&program, sources),
            program,
            sources: sources.clone(),
            operators: mutants.iter().map(|mutant| mutant.operator).collect(),
            changes: mutants
                .into_iter()
                .map(|mutant| (mutant.kind, mutant.edit))
                .collect(),
            sites,
            numbers,
            likely,
            distances,
            beside,
            odd,
        })
    }

    /// The program as one in which assertions are counted.
    pub(crate) fn counted(&self) -> Counted<'_> {
        Counted {
            program: &self.program,
            harness: &self.harness,
        }
    }

    /// Whether a function that now always returns the same was changed: its text, or what is written outside of functions and
    /// used there. What the harness sees may be the same in a right program.
    pub(crate) fn flattens(&self, position: usize, called: &Called) -> bool {
        let span = self.edit(position).span;
        let file = &self.sources.file(span.file).name;
        let functions = (0..self.program.functions.len()).map(|index| FunctionId(index as u32));
        let own = functions.filter(|id| !self.program.function(*id).embedded);
        let around: Vec<FunctionId> = own
            .filter(|id| {
                let extent = extent(&self.program, &self.sources, *id);
                extent.is_some_and(|(name, lo, hi)| name == *file && (lo..=hi).contains(&span.lo))
            })
            .collect();
        match around.is_empty() {
            true => !called.seen,
            false => around
                .iter()
                .any(|id| self.program.function(*id).name == called.name),
        }
    }

    /// How unlikely anybody is to have meant a change: 0 for the usual ones.
    pub(crate) fn odd(&self, position: usize) -> u8 {
        self.odd[position - 1]
    }

    /// The numbers that a change needs.
    pub(crate) fn sites(&self, position: usize) -> &[u32] {
        &self.sites[position - 1]
    }

    /// Whether a change makes a constant one more or less, zero or one.
    pub(crate) fn is_likely_constant(&self, position: usize) -> bool {
        self.likely[position - 1]
    }

    /// How far a new constant is from the old one. Of those that repair the same tests the nearest breaks the fewest others.
    pub(crate) fn distance(&self, position: usize) -> u128 {
        self.distances[position - 1]
    }

    /// The constant that a change puts in, if it is one of many.
    pub(crate) fn far_constant(&self, position: usize) -> Option<i128> {
        let (change, edit) = &self.changes[position - 1];
        let far = *change == ChangeKind::Constant && !self.is_likely_constant(position);
        far.then(|| edit.replacement.trim().parse().ok())?
    }

    /// How many numbers there are.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    /// Whether two changes can be made together: in different places of the text, and neither inside the other.
    pub(crate) fn are_apart(&self, first: usize, second: usize) -> bool {
        let [one, other] = [first, second].map(|position| self.edit(position).span);
        let overlap = one.file == other.file
            && one.lo < other.hi.max(other.lo + 1)
            && other.lo < one.hi.max(one.lo + 1);
        let shared = || {
            self.sites(first)
                .iter()
                .any(|site| self.sites(second).contains(site))
        };
        !overlap && !shared()
    }

    /// The positions of the switch, from 1.
    #[must_use]
    pub fn positions(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.changes.len()
    }

    #[must_use]
    pub fn change(&self, position: usize) -> ChangeKind {
        self.changes[position - 1].0
    }

    /// How much is put in, in words and signs: of two statements that may be missing, the shorter one is more likely. Leaving
    /// is more than doing something.
    #[must_use]
    pub fn weight(&self, position: usize) -> usize {
        let (change, edit) = &self.changes[position - 1];
        match change {
            ChangeKind::Inserted | ChangeKind::Condition => {
                let text = edit.replacement.trim();
                let leaves = ["break", "continue", "return"]
                    .iter()
                    .any(|word| text.starts_with(word));
                // Of the same length, a plain assignment of a constant is likelier than another one.
                let plain = text.contains(" = 0") || text.contains(" = 1") || text.contains(" = '");
                let likely = usize::from(plain) + usize::from(self.beside[position - 1]);
                2 * tokens(text) + if leaves { 6 } else { 0 } - likely
            }
            _ => 0,
        }
    }

    /// A change as a patch of the text.
    #[must_use]
    pub fn patch(&self, position: usize) -> Patch {
        let (kind, edit) = &self.changes[position - 1];
        Patch {
            kind: *kind,
            operator: self.operators[position - 1],
            edits: vec![TextEdit::new(&self.sources, edit.span, &edit.replacement)],
        }
    }

    pub(crate) fn edit(&self, position: usize) -> &SpanEdit {
        &self.changes[position - 1].1
    }
}

/// The old and the new constant.
fn constants(sources: &SourceMap, edit: &SpanEdit) -> Option<(i128, i128)> {
    let old = sources.text(edit.span).trim().parse().ok()?;
    let new = edit.replacement.trim().parse().ok()?;
    Some((old, new))
}

fn is_likely(sources: &SourceMap, edit: &SpanEdit) -> bool {
    constants(sources, edit).is_some_and(|(old, new)| old.abs_diff(new) <= 1 || matches!(new, 0 | 1))
}

/// Whether an assignment would stand before or behind one of the same value: what is cleared is cleared together.
fn is_beside(sources: &SourceMap, edit: &SpanEdit) -> bool {
    let Some((_, value)) = edit.replacement.trim().split_once(" = ") else {
        return false;
    };
    let text = &sources.file(edit.span.file).text;
    let (Some(before), Some(behind)) = (
        text.get(..edit.span.lo as usize),
        text.get(edit.span.hi as usize..),
    ) else {
        return false;
    };
    let wanted = format!("= {value}");
    let behind = behind.split_inclusive(|byte| *byte == b';').next();
    let same = |text: &[u8]| text.trim_ascii_end().ends_with(wanted.as_bytes());
    same(before) || behind.is_some_and(same)
}

/// Words and signs of a text; `++` is one sign.
fn tokens(text: &str) -> usize {
    let kind = |letter: char| match letter {
        _ if letter.is_ascii_alphanumeric() || letter == '_' => 0,
        _ if letter.is_whitespace() => 1,
        '(' | ')' | '[' | ']' | '{' | '}' | ';' | ',' | '.' => 2,
        _ => 3,
    };
    let letters: Vec<char> = text.chars().collect();
    let starts = letters.iter().enumerate().filter(|(index, letter)| {
        let before = index.checked_sub(1).map(|before| kind(letters[before]));
        match kind(**letter) {
            1 => false,
            2 => true,
            own => before != Some(own),
        }
    });
    starts.count()
}

#[cfg(test)]
mod checks {
    use super::tokens;

    #[test]
    fn words_and_signs() {
        assert_eq!(tokens("used++;"), 3);
        assert_eq!(tokens("used = table[i].count;"), 9);
        assert_eq!(tokens(""), 0);
    }
}
