//! What was found, put in order: changes of the text join the expressions they change, diagnoses are ranked, regions take their
//! place among them, and what may be claimed of all of it is said.

use program::Program;
use source::SourceMap;

use super::edits::{Attaching, Places};
use super::executed::Executed;
use super::handed::fold_printed;
use super::inquiry::Answers;
use super::rank::Ranking;
use super::regions::Regions;
use super::suspects::Suspect;
use super::walk::homes;
use super::{Diagnosis, Found, spectrum};

pub(super) struct Concluding<'a> {
    pub program: &'a Program,
    pub sources: &'a mut SourceMap,
    pub executed: Executed,
    pub suspects: Vec<Suspect>,
    /// Files and lines where the closest passing run differs.
    pub differing: &'a [(String, u32)],
}

impl Concluding<'_> {
    pub(super) fn conclude(mut self, answers: Answers) -> Found {
        let mut diagnoses = answers.diagnoses;
        let places = Places::new(self.sources, &answers.given);
        Attaching {
            program: self.program,
            sources: self.sources,
            suspects: &mut self.suspects,
            diagnoses: &mut diagnoses,
            failing: &self.executed.numbers,
        }
        .attach(&answers.given, &places);
        let mut covered: Vec<usize> = match answers.found.partial {
            Some(runs) => runs,
            None => (0..self.executed.failing.len()).collect(),
        };
        covered.sort_unstable();
        let first_weak = self.rank(&mut diagnoses, covered.len());
        self.put_in(&mut diagnoses, &answers.replaceable, first_weak);
        if diagnoses.is_empty() {
            self.locate(&mut diagnoses);
        }
        // Changes of the text that are needed together may be more than were looked for.
        let least = diagnoses.iter().map(|diagnosis| diagnosis.members.len()).min();
        let least = least.unwrap_or(0);
        Found {
            tests: self.executed.results,
            failing: self.executed.numbers,
            diagnoses,
            complete: answers.decided && least <= answers.searched,
            none_smaller: answers.decided && least <= answers.searched + 1,
            avoiding: answers.found.avoiding,
            bounded: answers.bounded,
            stopped: answers.stopped,
            covered,
            notes: answers.notes,
            mismatches: answers.mismatches,
            suspects: self.suspects,
        }
    }

    /// Sorts, and returns where regions stand: before what says no more than the tests do, and before changes that make no test
    /// right or are more than tests fail.
    fn rank(&self, diagnoses: &mut Vec<Diagnosis>, looked_at: usize) -> usize {
        let homes = homes(self.program);
        let ranking = Ranking {
            program: self.program,
            homes: &homes,
            suspects: &self.suspects,
            failing: self.executed.failing.len(),
            looked_at,
            tests: self.executed.results.len(),
            sources: self.sources,
            differing: self.differing,
        };
        ranking.sort(diagnoses);
        fold_printed(&ranking, diagnoses);
        let weak = |diagnosis: &Diagnosis| match &diagnosis.edit {
            // More changes than tests fail fit by chance.
            Some(edit) => edit.partly == Some(0) || changes(diagnosis) > self.executed.failing.len(),
            None => ranking.is_weak(diagnosis),
        };
        diagnoses.iter().position(weak).unwrap_or(diagnoses.len())
    }

    /// Regions whose replacement repairs.
    fn put_in(&mut self, diagnoses: &mut Vec<Diagnosis>, regions: &Regions, first: usize) {
        for (index, region) in regions.found.iter().enumerate() {
            let failing = self.executed.failing.len();
            let (suspect, reason) = region.told(self.program, self.sources, regions, failing);
            self.suspects.push(suspect);
            let diagnosis = Diagnosis {
                reason,
                ..Diagnosis::of(vec![self.suspects.len() - 1])
            };
            diagnoses.insert(first + index, diagnosis);
        }
    }

    /// Where nothing repairs: where failing tests go.
    fn locate(&mut self, diagnoses: &mut Vec<Diagnosis>) {
        let Executed { failing, passing, .. } = &self.executed;
        for region in spectrum::regions(self.program, self.sources, failing, passing) {
            self.suspects.push(region.suspect);
            diagnoses.push(Diagnosis {
                only: Some(Vec::new()),
                reason: region.reason,
                ..Diagnosis::of(vec![self.suspects.len() - 1])
            });
        }
    }
}

/// How many changes of the text it consists of.
fn changes(diagnosis: &Diagnosis) -> usize {
    match diagnosis.changes.iter().max() {
        Some(last) => last + 1,
        None => diagnosis.members.len(),
    }
}
