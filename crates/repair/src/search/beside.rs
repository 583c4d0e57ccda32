//! Small changes beside another one: in the text that it leads to, every operator is tried again.
//!
//! With several faults each has tests that meet it alone, once the others are gone. So where a change makes some tests
//! right and breaks none, the text with it is searched for what makes the rest right.

use crate::operators::{ChangeKind, Family};
use crate::patch::{Patch, apply, rebased};
use crate::search::candidate::Candidate;
use crate::search::patch_search::{PatchSearch, same_texts};
use crate::search::singles::{CandidateSearch, FAMILIES, Split};
use crate::search::{SearchLog, SetDepth};
use crate::validate::confirm::Required;

/// How much is tried beside a change.
#[derive(Clone, Copy)]
struct Extent<'e> {
    families: &'e [Family],
    depth: SetDepth,
    /// So many changes are made one after the other.
    after: usize,
}

impl PatchSearch<'_> {
    /// Small changes beside one that had to be made to the text, with which every test is right: one, or at full depth
    /// two that share the tests which still fail. What is not wanted now may be wanted later.
    pub(crate) fn beside_rewritten(
        &mut self,
        depth: SetDepth,
        wanted: &dyn Fn(ChangeKind) -> bool,
    ) -> Vec<Candidate> {
        let helpful = std::mem::take(&mut self.state.helpful).into_iter();
        let (now, later): (Vec<_>, Vec<_>) = helpful.partition(|(_, rewritten)| wanted(rewritten.kind));
        self.state.helpful = later;
        let extent = Extent {
            families: &[Family::Changes, Family::Insertions],
            depth,
            after: 0,
        };
        for (_, rewritten) in now {
            let found = self.beside(&rewritten, &rewritten.patches, extent);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Small changes of every kind beside those that make some tests right and break none.
    pub(crate) fn beside_partial(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let partial = candidates.iter().filter(|candidate| !candidate.is_whole());
        let helpful = partial.filter(|helpful| helpful.repaired > 0);
        for (index, helpful) in helpful
            .take(budgets::repair::MAX_PARTIAL_CHANGES.count())
            .enumerate()
        {
            let extent = Extent {
                families: &FAMILIES,
                // Beside the best one more than one other change is looked for.
                depth: match index {
                    0 => SetDepth::Full,
                    _ => SetDepth::Little,
                },
                after: budgets::repair::MAX_AFTER_CHANGES.count(),
            };
            let found = self.beside(helpful, &helpful.patches, extent);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Changes in the text that some patches lead to, with which every test is right: one, or at full depth two
    /// that share the tests which still fail. Where there are none, what helps most is made there, too, and so on a few
    /// times. All as patches of the original text.
    fn beside(&self, helpful: &Candidate, patches: &[Patch], extent: Extent<'_>) -> Vec<Candidate> {
        if self.baseline.is_stopped() {
            return Vec::new();
        }
        let Some(right) = self.baseline.right(helpful, Required::Any) else {
            return Vec::new();
        };
        let (passing, failing): (Vec<usize>, Vec<usize>) =
            (0..self.baseline.oracle.tests.len()).partition(|test| right.contains(test));
        let tests = Split {
            failing: &failing,
            passing: &passing,
        };
        let search = CandidateSearch {
            max_instructions: Some(budgets::repair::MAX_BESIDE_TRIALS.get()),
            ..self.candidates()
        };
        let inputs = &helpful.inputs;
        for family in extent.families {
            let mut log = SearchLog::default();
            let candidates = search.screened(inputs, tests, (false, *family), &mut log);
            let found = self.plausible_beside(patches, &candidates);
            if !found.is_empty() {
                return found;
            }
        }
        if extent.depth != SetDepth::Full || failing.len() < 2 {
            return Vec::new();
        }
        let pairs = search.pairs(inputs, tests, SetDepth::Shared, true).candidates;
        let found = self.plausible_beside(patches, &pairs);
        let next = pairs.iter().find(|candidate| !candidate.is_whole());
        match (found.is_empty(), extent.after.checked_sub(1), next) {
            (true, Some(after), Some(next)) => match rebased(patches, &next.patches) {
                Some(patches) => {
                    let both = Candidate {
                        patches: patches.clone(),
                        ..next.clone()
                    };
                    self.beside(&both, &patches, Extent { after, ..extent })
                }
                None => found,
            },
            _ => found,
        }
    }

    /// Those beside some patches that make every test right, together with the patches.
    fn plausible_beside(&self, patches: &[Patch], candidates: &[Candidate]) -> Vec<Candidate> {
        let whole = candidates.iter().filter(|candidate| candidate.is_whole());
        let all = whole
            .take(budgets::repair::MAX_BESIDE_CHANGES.count())
            .filter_map(|beside| {
                self.baseline.right(beside, Required::All)?;
                let patches = rebased(patches, &beside.patches)?;
                let made = apply(self.baseline.subject.inputs, &patches);
                same_texts(&made, &beside.inputs).then(|| Candidate {
                    kind: patches
                        .iter()
                        .map(|patch| patch.kind)
                        .max()
                        .unwrap_or(beside.kind),
                    patches,
                    ..beside.clone()
                })
            });
        all.collect()
    }
}
