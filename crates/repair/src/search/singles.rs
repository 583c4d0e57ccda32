//! Single changes: all of a family in one program, screened by concrete runs, the best first.

use std::cmp::Reverse;

use frontend::Input;
use runs::Test;
use source::FileId;

use crate::operators::text::{Rewrite, rewrites};
use crate::operators::{Family, TestIngredients, TypeHints};
use crate::schemata::Schema;
use crate::search::SearchLog;
use crate::search::candidate::Candidate;
use crate::validate::baseline::Baseline;
use crate::validate::coverage::{Coverage, CoveredStatements, CoveredText};
use crate::validate::oracle::Disturbance;
use crate::validate::screening::Screened;

/// What is tried, in this order, until something is enough.
pub(crate) const FAMILIES: [Family; 4] = [
    Family::Changes,
    Family::Insertions,
    Family::ForeignStatements,
    Family::Conditions,
];

/// Looks for changes in one text of the program.
pub(crate) struct CandidateSearch<'s> {
    pub(crate) baseline: &'s Baseline<'s>,
    /// Passing runs that a change should not disturb; without them some are chosen.
    pub(crate) samples: &'s [Test],
    /// Where failing tests come by in the program as it is.
    pub(crate) coverage: Option<&'s Coverage>,
    /// If that takes more instructions, changes of a family are not tried.
    pub(crate) max_instructions: Option<u64>,
}

/// Which tests a text makes right: those of the program as it is, or of one that was changed.
#[derive(Clone, Copy)]
pub(crate) struct Split<'s> {
    pub(crate) failing: &'s [usize],
    pub(crate) passing: &'s [usize],
}

impl CandidateSearch<'_> {
    fn inputs(&self) -> &[Input] {
        self.baseline.subject.inputs
    }

    /// Changes of some families that make every failing run right, each with how much it disturbs passing runs.
    pub(crate) fn calmest(
        &self,
        families: &[Family],
        tests: Split<'_>,
        log: &mut SearchLog,
    ) -> Vec<Candidate> {
        let mut all = Vec::new();
        for &family in families {
            let candidates = self.screened(self.inputs(), tests, (false, family), log);
            all.extend(candidates.into_iter().filter(Candidate::is_whole));
        }
        all
    }

    /// Changes that have to be made to the text to be tried, the plainest first.
    pub(crate) fn rewritten(&self, hints: &TypeHints) -> Vec<Candidate> {
        let inputs = self.inputs();
        let outcome = self.baseline.subject.translator.parse(inputs);
        let Some(tree) = outcome.tree else {
            return Vec::new();
        };
        let sources = outcome.sources;
        let editable = |file: FileId| {
            let file = sources.file(file);
            !file.embedded && inputs.iter().any(|input| input.name == file.name)
        };
        let mut made = rewrites(&tree, &sources, &editable, hints);
        // Those first that may be enough alone.
        if let Some(coverage) = self.known(inputs) {
            let covered = |text: CoveredText| {
                let statements = CoveredStatements::new(&tree, &sources, &text);
                move |(_, rewrite): &(&str, Rewrite)| {
                    let mut edits = rewrite.edits.iter();
                    edits.any(|edit| statements.are_covered(edit.span))
                }
            };
            if let Some(by_some) = coverage.by_some() {
                made.retain(covered(by_some));
            }
            let by_all = covered(coverage.by_all());
            made.sort_by_key(|rewrite| !by_all(rewrite));
        }
        let candidates = made
            .iter()
            .map(|(operator, rewrite)| Candidate::new(inputs, vec![rewrite.patch(&sources, operator)]));
        candidates.collect()
    }

    /// Where failing tests come by in some texts.
    fn known(&self, inputs: &[Input]) -> Option<&Coverage> {
        self.coverage.filter(|_| std::ptr::eq(inputs, self.inputs()))
    }

    /// The program that holds all changes of some texts. Changes that must be enough alone are those where every failing test
    /// comes by.
    pub(crate) fn schema(
        &self,
        inputs: &[Input],
        (family, alone): (Family, bool),
        numbers: Vec<i128>,
    ) -> Option<Schema> {
        let subject = self.baseline.subject;
        let outcome = subject.translator.parse(inputs);
        let sources = outcome.sources;
        let editable = |file: FileId| {
            let file = sources.file(file);
            !file.embedded && inputs.iter().any(|input| input.name == file.name)
        };
        let oracle = &self.baseline.oracle;
        let tests = TestIngredients {
            words: oracle.expected_words(),
            numbers,
            letters: match family {
                // Beside another change a letter fits few tests by chance.
                Family::ChangesAndInsertions => Vec::new(),
                _ => oracle.letters(),
            },
            outputs: oracle.outputs(),
            covered: self.known(inputs).and_then(|coverage| match alone {
                true => Some(coverage.by_all()),
                false => coverage.by_some(),
            }),
        };
        let tree = outcome.tree?;
        Schema::new(tree, &sources, subject.lowering, &editable, family, &tests).ok()
    }

    /// Single changes of a family: those that make every failing test right, or where `partly`, some.
    pub(crate) fn screened(
        &self,
        inputs: &[Input],
        tests: Split<'_>,
        (partly, family): (bool, Family),
        log: &mut SearchLog,
    ) -> Vec<Candidate> {
        let Some(schema) = self.schema(inputs, (family, !partly), Vec::new()) else {
            return Vec::new();
        };
        if !partly && log.contradiction.is_none() {
            log.contradiction = self.baseline.contradicted_by(&schema);
        }
        let costs = self.costs(&schema, tests.failing);
        if self.max_instructions.is_some_and(|most| most < costs) {
            return Vec::new();
        }
        if !partly {
            log.tried += schema.positions().count();
        }
        let (oracle, stop) = (&self.baseline.oracle, self.baseline.subject.stop);
        let screened = oracle.screen(&schema, tests.failing, tests.passing, partly, stop);
        let Some(Screened { mut scores, left }) = screened else {
            log.unlike_the_original = true;
            return Vec::new();
        };
        log.stopped |= self.baseline.is_stopped();
        log.left = log.left.max(left);
        scores.truncate(budgets::repair::MAX_SCORED_CHANGES.count());
        // Runs that are right say what the program was meant to do.
        let passing = match self.samples.is_empty() && !partly {
            true => oracle.watched_passing(
                tests.passing,
                scores.len().min(budgets::repair::MAX_WATCHED_CHANGES.count()),
            ),
            false => Vec::new(),
        };
        let samples = match passing.is_empty() {
            true => self.samples,
            false => &passing,
        };
        let watched = match self.samples.is_empty() {
            true => &scores[..scores.len().min(budgets::repair::MAX_WATCHED_CHANGES.count())],
            false => &scores,
        };
        let mut disturbances = oracle.disturbances(&schema, watched, samples, tests.failing);
        disturbances.resize(scores.len(), Disturbance::MOST);
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by_key(|index| {
            let score = scores[*index];
            let disturbance = disturbances[*index];
            // Where claims are the oracle, little else tells changes apart.
            let odd = match oracle.observes {
                true => schema.odd(score.position),
                false => 0,
            };
            (
                Reverse(score.repaired),
                score.broken,
                disturbance.flat,
                disturbance.outside,
                odd,
                disturbance.inside,
                schema.change(score.position),
                schema.weight(score.position),
                score.position,
            )
        });
        let candidates = order
            .into_iter()
            .take(budgets::repair::MAX_TRIED_PATCHES.count() * 2)
            .map(|index| {
                let score = scores[index];
                Candidate {
                    repaired: score.repaired,
                    tried: score.tried,
                    broken: score.broken,
                    disturbance: disturbances[index],
                    ..Candidate::of_set(inputs, &schema, &[score.position])
                }
            });
        candidates.collect()
    }

    /// About how many instructions it takes to try each change on one failing test.
    fn costs(&self, schema: &Schema, failing: &[usize]) -> u64 {
        let steps = failing
            .iter()
            .map(|test| self.baseline.runs[*test].steps)
            .sum::<u64>();
        let usual = steps / failing.len().max(1) as u64;
        schema.positions().count() as u64 * (usual / 2 + budgets::runs::START.get())
    }
}
