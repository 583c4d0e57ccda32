//! Localisation step by step.
//!
//! Expressions that need other values are looked for one by one, then in sets; where they say too little, words of
//! printed texts and regions to replace are. Each step may be slow, and each says less where another, or a change of
//! the text that makes every test right, has answered. Which step comes when, and whether at all, is for the caller to
//! say: [`localize`] is the order where nothing else is known.
//!
//! [`localize`]: crate::localize

use super::describe::{describe, doubtful, is_literal};
use super::edits::KnownChange;
use super::executed::Executed;
use super::rank::Ranking;
use super::regions::Regions;
use super::run::TestRun;
use super::search::{Sets, SuspectSearch};
use super::{Diagnosis, Granularity, words};
use reasons::{Note, Unconfirmed};

/// What decides how much is worth looking for.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    /// The failing runs together.
    pub short: bool,
    pub quick: bool,
    pub long: bool,
    /// The program has many suspects.
    pub large: bool,
    /// So many tests fail that what fits them hardly does so by chance.
    pub telling: bool,
}

/// The search for what repairs the failing tests of a suite.
pub struct Localizer<'a> {
    search: SuspectSearch<'a>,
    failing: &'a [TestRun],
    passing: &'a [TestRun],
    tests: usize,
    profile: Profile,
    diagnoses: Vec<Diagnosis>,
    /// Diagnoses that could not be decided for every failing run.
    doubtful: Vec<Diagnosis>,
    found: Sets,
    /// Sets of expressions of these sizes were looked for.
    searched: usize,
}

impl std::fmt::Debug for Localizer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Localizer")
            .field("profile", &self.profile)
            .field("diagnoses", &self.diagnoses)
            .finish_non_exhaustive()
    }
}

/// All that was found, not yet in order.
#[derive(Debug)]
pub struct Unranked {
    pub(super) diagnoses: Vec<Diagnosis>,
    pub(super) given: Vec<KnownChange>,
    pub(super) replaceable: Regions,
    pub(super) found: Sets,
    pub(super) searched: usize,
    /// Whether nothing was left undecided.
    pub(super) decided: bool,
    pub(super) bounded: bool,
    pub(super) stopped: bool,
    pub(super) notes: Vec<Note>,
    pub(super) mismatches: Vec<Unconfirmed>,
}

impl<'a> Localizer<'a> {
    pub(super) fn new(search: SuspectSearch<'a>, executed: &'a Executed) -> Localizer<'a> {
        let steps = executed.failing.iter().map(|run| run.steps).sum::<u64>();
        Localizer {
            profile: Profile {
                short: steps <= budgets::localize::MAX_SHORT_RUNS.get(),
                quick: steps <= budgets::localize::MAX_QUICK_RUNS.get(),
                long: steps > budgets::localize::MAX_MEDIUM_RUNS.get(),
                large: search.suspects.len() > budgets::localize::MAX_SUSPECTS_OF_SMALL.count(),
                telling: executed.failing.len() >= budgets::suite::MIN_TELLING_TESTS.count(),
            },
            search,
            failing: &executed.failing,
            passing: &executed.passing,
            tests: executed.results.len(),
            diagnoses: Vec::new(),
            doubtful: Vec::new(),
            found: Sets {
                complete: true,
                ..Sets::default()
            },
            searched: 1,
        }
    }

    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// How many tests fail.
    #[must_use]
    pub fn failing(&self) -> usize {
        self.failing.len()
    }

    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.search.stopped
    }

    /// Whether anything was found.
    #[must_use]
    pub fn has_diagnoses(&self) -> bool {
        !self.diagnoses.is_empty() || !self.doubtful.is_empty()
    }

    /// Looks for single expressions that need other values.
    pub fn single_expressions(&mut self) {
        self.found = self.search.smallest(1..=1);
        self.diagnoses = describe(&mut self.search, &self.found, self.passing);
    }

    /// Leaves single expressions out: something else says more.
    pub fn skip_expressions(&mut self) {
        self.found.complete = false;
    }

    /// Says which changes of the text are known. Where one makes every test right, whatever value an expression would
    /// need says less, and is looked for only as far as that is quick.
    pub fn heed(&mut self, known: &[KnownChange]) {
        self.search.hurried = self.profile.large && self.profile.telling && !known.is_empty();
        self.search.answered = known.iter().any(KnownChange::is_whole);
    }

    /// The same for what comes next, whatever the size of the program.
    pub fn be_brief(&mut self) {
        self.search.be_brief();
    }

    /// Changes of words in printed texts that make every test right.
    #[must_use]
    pub fn words(&self) -> Vec<KnownChange> {
        let finest = self.search.settings.granularity == Granularity::Expression;
        if !finest || self.tests < 2 {
            return Vec::new();
        }
        let SuspectSearch {
            program,
            sources,
            ref stop,
            ..
        } = self.search;
        words::words(program, sources, self.failing, self.passing, stop)
    }

    /// Sets expressions aside that could not be decided for every failing run; whether there are none, and the search
    /// goes on.
    pub fn set_doubtful_aside(&mut self) -> bool {
        self.doubtful = doubtful(&mut self.search, &self.diagnoses);
        self.doubtful.is_empty() && !self.search.stopped
    }

    /// Sets of expressions that need other values.
    pub fn sets_of_expressions(&mut self) {
        self.searched = self.search.settings.max_faults;
        let pairs = self.search.smallest(2..=self.searched);
        let told = describe(&mut self.search, &pairs, self.passing);
        if self.diagnoses.is_empty() {
            self.found = pairs;
        } else {
            self.found.complete &= pairs.complete;
        }
        let known = self.diagnoses.len();
        for diagnosis in told {
            let repeats = |known: &Diagnosis| known.members.iter().all(|id| diagnosis.members.contains(id));
            if !self.diagnoses[..known].iter().any(repeats) {
                self.diagnoses.push(diagnosis);
            }
        }
    }

    /// All that was found beside these changes of the text. Where changes were tried and none says enough, code may be
    /// missing.
    #[must_use]
    pub fn finish(
        mut self,
        mut given: Vec<KnownChange>,
        differing: &[(String, u32)],
        changes_tried: bool,
    ) -> Unranked {
        self.diagnoses.append(&mut self.doubtful);
        // Beside expressions that are enough alone, some sets that fit are enough.
        let enough = given.iter().any(KnownChange::is_enough_alone);
        if self.profile.large && !self.diagnoses.is_empty() && !enough {
            given.truncate(budgets::localize::MAX_SETS_BESIDE_EXPRESSIONS.count());
        }
        let doubts = self.search.doubts();
        self.search.notes.extend(doubts);
        let replaceable = self.replaceable(&given, differing, changes_tried);
        Unranked {
            decided: self.found.complete && !self.search.stopped && self.search.given_up.is_empty(),
            diagnoses: self.diagnoses,
            given,
            replaceable,
            found: self.found,
            searched: self.searched,
            bounded: self.search.bounded,
            stopped: self.search.stopped,
            notes: self.search.notes.into_iter().collect(),
            mismatches: self.search.mismatches,
        }
    }

    /// Where no expression is a good answer, although changes of the text were tried, code may be missing; and where
    /// none is any.
    fn replaceable(
        &mut self,
        given: &[KnownChange],
        differing: &[(String, u32)],
        changes_tried: bool,
    ) -> Regions {
        let failing = self.failing.len();
        let whole = given.iter().any(|edit| {
            let telling = edit.parts.len() == 1 || failing >= budgets::suite::MIN_TELLING_TESTS.count();
            edit.partly.is_none() && telling
        });
        let ranking = Ranking {
            program: self.search.program,
            homes: &self.search.homes,
            suspects: self.search.suspects,
            failing,
            looked_at: failing,
            tests: self.tests,
            sources: self.search.sources,
            differing,
        };
        let mut diagnoses = self.diagnoses.iter();
        let weak = diagnoses.all(|diagnosis| changes_tried && ranking.is_weak(diagnosis));
        match weak && !whole && failing > 0 && !self.search.stopped {
            true => self.search.regions(self.diagnoses.is_empty()),
            false => Regions::default(),
        }
    }

    /// One constant that makes every test right is one fault: there is nothing left to look for. Of one failing run any
    /// value that it needs is a constant, so there it must be a literal.
    fn is_constant(&self, diagnosis: &Diagnosis) -> bool {
        let constant = diagnosis.constant.as_ref();
        let mut members = diagnosis.members.iter();
        let told = self.failing.len() > 1
            || members.all(|id| is_literal(self.search.program, &self.search.suspects[*id]));
        constant.is_some_and(|constant| constant.breaks == 0) && !self.passing.is_empty() && told
    }

    /// Whether one constant makes every test right.
    #[must_use]
    pub fn has_constant(&self) -> bool {
        self.diagnoses.iter().any(|diagnosis| self.is_constant(diagnosis))
    }

    /// One changed value in each run is what a single fault needs.
    fn is_poor(&self, diagnosis: &Diagnosis) -> bool {
        let mut repairs = diagnosis.repairs.iter();
        !self.is_constant(diagnosis) && repairs.any(|repair| repair.fewest && repair.changes() > 1)
    }

    /// Whether no expression is a good answer.
    #[must_use]
    pub fn is_wanting(&self) -> bool {
        self.diagnoses.iter().all(|diagnosis| self.is_poor(diagnosis))
    }

    /// Whether all that is said is that other inputs or other text would do.
    #[must_use]
    pub fn only_symptoms(&self) -> bool {
        self.diagnoses.iter().all(|diagnosis| {
            let mut members = diagnosis.members.iter();
            members.all(|id| self.search.suspects[*id].kind.is_symptom())
        })
    }
}
