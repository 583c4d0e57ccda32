//! What was found, put in order: changes of the text join the expressions they change, diagnoses are ranked, regions
//! take their place among them, and what may be claimed of all of it is said.

use program::Program;
use source::SourceMap;

use super::edits::{Attaching, EditPlaces};
use super::executed::Executed;
use super::localizer::Unranked;
use super::printed_values::fold_printed;
use super::rank::Ranking;
use super::regions::Regions;
use super::suspects::Suspect;
use super::walk::homes;
use super::{Diagnosis, Localization, spectrum};
use reasons::Reason;

pub(super) struct Assembly<'a> {
    pub program: &'a Program,
    pub sources: &'a mut SourceMap,
    pub executed: Executed,
    pub suspects: Vec<Suspect>,
    /// Files and lines where the closest passing run differs.
    pub differing: &'a [(String, u32)],
}

impl Assembly<'_> {
    pub(super) fn assemble(mut self, unranked: Unranked) -> Localization {
        let mut diagnoses = unranked.diagnoses;
        let places = EditPlaces::new(self.sources, &unranked.given);
        Attaching {
            program: self.program,
            sources: self.sources,
            suspects: &mut self.suspects,
            diagnoses: &mut diagnoses,
            failing: &self.executed.numbers,
        }
        .attach(&unranked.given, &places);
        let mut covered: Vec<usize> = match unranked.found.partial {
            Some(runs) => runs,
            None => (0..self.executed.failing.len()).collect(),
        };
        covered.sort_unstable();
        let first_weak = self.rank(&mut diagnoses, covered.len());
        self.put_in(&mut diagnoses, &unranked.replaceable, first_weak);
        if diagnoses.is_empty() {
            self.locate(&mut diagnoses);
        }
        // Changes of the text that are needed together may be more than were looked for.
        let least = diagnoses.iter().map(|diagnosis| diagnosis.members.len()).min();
        let least = least.unwrap_or(0);
        Localization {
            tests: self.executed.results,
            failing: self.executed.numbers,
            diagnoses,
            complete: unranked.decided && least <= unranked.searched,
            none_smaller: unranked.decided && least <= unranked.searched + 1,
            avoiding: unranked.found.avoiding,
            bounded: unranked.bounded,
            stopped: unranked.stopped,
            covered,
            notes: unranked.notes,
            mismatches: unranked.mismatches,
            suspects: self.suspects,
        }
    }

    /// Sorts, and returns where regions stand: before what says no more than the tests do, and before changes that make
    /// no test right or are more than tests fail.
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
            let (suspect, grounds) = region.described(self.program, self.sources, regions, failing);
            self.suspects.push(suspect);
            let diagnosis = Diagnosis {
                reason: Reason {
                    grounds,
                    closest_differs: false,
                },
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
                reason: Reason {
                    grounds: region.grounds,
                    closest_differs: false,
                },
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
