//! Changes made to the text, translated anew and executed on the tests: only what passes here is shown.
//!
//! The program of all changes only screens. What a user reads is the text, so that the text is what is tried in the
//! end.

use std::collections::BTreeSet;

use frontend::Input;
use interp::Interpreter;
use program::Program;
use rayon::iter::{IntoParallelRefIterator, ParallelExtend, ParallelIterator};
use source::SourceMap;

use crate::FaultyProgram;
use crate::search::candidate::Candidate;
use crate::validate::baseline::Baseline;

/// How many failing tests a changed text must make right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Required {
    All,
    /// One of a few that are asked first.
    Some,
    Any,
}

impl FaultyProgram<'_> {
    /// The program of some texts, unless the compiler refuses them.
    pub(crate) fn translated(&self, texts: &[Input]) -> Option<(Program, SourceMap)> {
        let loaded = self.translator.parse(texts);
        if loaded.diagnostics.iter().any(source::Diagnostic::is_error) {
            return None;
        }
        let program = lower::lower(loaded.tree?, &loaded.sources, self.lowering).ok()?;
        Some((program, loaded.sources))
    }
}

impl Baseline<'_> {
    /// Translates the changed text and runs every test: how many of those that failed are right now. Nothing if one
    /// that passed fails, or if more was promised.
    pub(crate) fn repairs(&self, candidate: &Candidate) -> Option<usize> {
        let required = match candidate.is_whole() {
            true => Required::All,
            false => Required::Any,
        };
        let right = self.right(candidate, required)?;
        let repaired = self.failing.iter().filter(|test| right.contains(test)).count();
        let promised = match candidate.is_whole() {
            true => repaired == self.failing.len(),
            false => repaired > 0 || candidate.repaired == 0,
        };
        promised.then_some(repaired)
    }

    /// The failing tests that are right in a text.
    pub(crate) fn repaired(&self, texts: &[Input]) -> Vec<usize> {
        let Some((program, sources)) = self.subject.translated(texts) else {
            return Vec::new();
        };
        let interpreter = Interpreter::new(&program, Some(&sources));
        let right = |test: &usize| self.is_right(&interpreter, *test);
        self.failing.par_iter().copied().filter(right).collect()
    }

    fn is_right(&self, interpreter: &Interpreter<'_>, test: usize) -> bool {
        let now = self.oracle.execute(interpreter, None, &self.oracle.tests[test]);
        // A run that is right by chance, because of what happened to lie in memory, is not.
        self.oracle.is_right(&self.oracle.tests[test], &now)
            && now.unwritten.is_subset(&self.runs[test].unwritten)
    }

    /// The tests that are right in the changed text. Nothing if one that passed fails, or if too few that failed are
    /// right.
    pub(crate) fn right(&self, candidate: &Candidate, required: Required) -> Option<BTreeSet<usize>> {
        let (program, sources) = self.subject.translated(&candidate.inputs)?;
        let interpreter = Interpreter::new(&program, Some(&sources));
        let right = |test: &usize| self.is_right(&interpreter, *test);
        let mut found = BTreeSet::new();
        // What repairs none of a few failing tests is hardly worth asking about the others.
        let step = self
            .failing
            .len()
            .div_ceil(budgets::repair::MAX_CONFIRMING_TESTS.count())
            .max(1);
        let probed: Vec<usize> = self.failing.iter().copied().step_by(step).collect();
        if required == Required::Some && !probed.iter().any(right) {
            return None;
        }
        let (few, others) = self.failing.split_at(
            self.failing
                .len()
                .min(budgets::repair::MAX_CONFIRMED_SEQUENTIALLY.count()),
        );
        if required == Required::All && !(few.iter().all(right) && others.par_iter().all(right)) {
            return None;
        }
        match required {
            Required::All => found.extend(&self.failing),
            _ => found.par_extend(self.failing.par_iter().copied().filter(right)),
        }
        let passing = self.killing.now();
        let (few, others) = passing.split_at(
            passing
                .len()
                .min(budgets::repair::MAX_CONFIRMED_SEQUENTIALLY.count()),
        );
        let wrong = few.iter().find(|test| !right(test));
        let wrong = wrong.or_else(|| others.par_iter().find_first(|test| !right(test)));
        if let Some(wrong) = wrong {
            self.killing.prefer(*wrong);
            return None;
        }
        found.extend(passing);
        Some(found)
    }
}
