//! Patches that may help, and the texts that they lead to.

use frontend::Input;

use crate::harness::Harness;
use crate::operators::{ChangeKind, CrashGuard, TreeOperator};
use crate::patch::{Patch, PatchedPlaces, apply, places};
use crate::schemata::Schema;
use crate::validate::oracle::Disturbance;

/// Patches that are made together.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// The texts with all of them made.
    pub(crate) inputs: Vec<Input>,
    /// In the order of the text.
    pub(crate) patches: Vec<Patch>,
    /// The most surprising of them.
    pub(crate) kind: ChangeKind,
    /// The number of the file and the place of the first of them.
    pub(crate) place: (usize, u32),
    /// Of the failing tests that were tried.
    pub(crate) repaired: usize,
    pub(crate) tried: usize,
    pub(crate) broken: usize,
    pub(crate) disturbance: Disturbance,
    /// How unlikely anybody is to have meant it, see [`odd`](crate::schemata::odd).
    pub(crate) odd: u8,
    /// How much is put in, see [`Schema::weight`].
    pub(crate) weight: usize,
}

impl Candidate {
    /// Patches of some texts; what they do to tests is for others to say.
    pub(crate) fn new(inputs: &[Input], mut patches: Vec<Patch>) -> Candidate {
        let place = |patch: &Patch| {
            let first = patch.edits.first();
            first.map(|edit| {
                let file = inputs.iter().position(|input| input.name == edit.file);
                (file.unwrap_or(inputs.len()), edit.lo, edit.hi)
            })
        };
        // What is inserted stands before what is replaced there.
        patches.sort_by_key(place);
        let first = patches.first().and_then(place).unwrap_or_default();
        Candidate {
            inputs: apply(inputs, &patches),
            kind: patches
                .iter()
                .map(|patch| patch.kind)
                .max()
                .unwrap_or(ChangeKind::Operator),
            place: (first.0, first.1),
            patches,
            repaired: 1,
            tried: 1,
            broken: 0,
            disturbance: Disturbance::MOST,
            odd: 0,
            weight: 0,
        }
    }

    /// Some changes of a schema.
    pub(crate) fn of_set(inputs: &[Input], schema: &Schema, set: &[usize]) -> Candidate {
        let patches = set.iter().map(|position| schema.patch(*position));
        Candidate {
            odd: set
                .iter()
                .map(|position| schema.odd(*position))
                .max()
                .unwrap_or(0),
            weight: set.iter().map(|position| schema.weight(*position)).sum(),
            ..Candidate::new(inputs, patches.collect())
        }
    }

    /// Whether it changes the harness.
    pub(crate) fn alters(&self, harness: &Harness) -> bool {
        let mut edits = self.patches.iter().flat_map(|patch| &patch.edits);
        edits.any(|edit| harness.contains(&edit.file, edit.lo))
    }

    /// Whether it only checks what crashes just before it is used.
    pub(crate) fn is_crash_guard(&self) -> bool {
        let operator = CrashGuard.entry().name;
        self.patches.iter().all(|patch| patch.operator == operator)
    }

    /// Whether it puts in a jump, or an alternative that nobody has written: both are likelier to switch something off than to be
    /// what was forgotten.
    pub(crate) fn disables(&self) -> bool {
        let mut edits = self.patches.iter().flat_map(|patch| &patch.edits);
        edits.any(|edit| {
            let mut words = edit.replacement.split(|c: char| !c.is_ascii_alphabetic());
            let first = words.find(|word| !word.is_empty());
            matches!(first, Some("return" | "break" | "continue" | "goto" | "else"))
        })
    }

    /// The file, and the line in it, of the first change.
    pub(crate) fn first_line(&self) -> (usize, usize) {
        let (file, at) = self.place;
        let text = self.inputs.get(file).map_or(&[][..], |input| &input.text[..]);
        let before = &text[..(at as usize).min(text.len())];
        (file, before.iter().filter(|byte| **byte == b'\n').count())
    }

    /// What it replaces.
    pub(crate) fn places(&self) -> PatchedPlaces {
        places(&self.patches)
    }

    /// Whether it makes every test right, as far as has been tried: a plausible patch.
    pub(crate) fn is_whole(&self) -> bool {
        self.repaired == self.tried && self.broken == 0
    }
}
