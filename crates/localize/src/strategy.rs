//! What is looked for, and in which order.
//!
//! A diagnosis has several sources: expressions that need other values (the solver and trials), changes of the text that make
//! every test right (found elsewhere, asked for through `Hints`), sets of these, words, and regions to replace. Each may be
//! slow, and each says less where another has answered. So they are asked one after the other, and what is known decides
//! whether the next one is asked at all and how much it may take: [`Strategy::run_stages`] is that order.
//!
//! The thresholds are about work, not about programs: what is cheap is always looked for.

use super::describe::{describe, doubtful, is_literal};
use super::edits::Edit;
use super::executed::Executed;
use super::rank::{MIN_TELLING_TESTS, Ranking};
use super::reason::{Note, Unconfirmed};
use super::regions::Regions;
use super::run::TestRun;
use super::search::{Sets, SuspectSearch};
use super::{Diagnosis, Granularity, Hints, SetBudget, words};

/// Failing runs that take more instructions together are long.
const MAX_MEDIUM_STEPS: u64 = 3_000;
/// Where they take no more than this, single expressions are looked for before anything is put in.
const MAX_QUICK_STEPS: u64 = 100_000;
/// Where they take no more than this, everything is looked for.
const MAX_SHORT_STEPS: u64 = 300;
/// In a program with more suspects, so few of the sets of changes can be tried that it is hardly worth it.
const MAX_SUSPECTS_OF_SMALL: usize = 100;
/// So many sets of changes are told beside expressions in a large program.
const MAX_SETS_BESIDE: usize = 5;

/// What decides how much is worth looking for.
#[derive(Debug, Clone, Copy)]
struct Profile {
    /// The failing runs together.
    short: bool,
    quick: bool,
    long: bool,
    /// The program has many suspects.
    large: bool,
    /// So many tests fail that what fits them hardly does so by chance.
    telling: bool,
}

pub(super) struct Strategy<'a> {
    search: SuspectSearch<'a>,
    hints: Hints<'a>,
    failing: &'a [TestRun],
    passing: &'a [TestRun],
    tests: usize,
    profile: Profile,
    /// Changes of the text that are known so far.
    given: Vec<Edit>,
    diagnoses: Vec<Diagnosis>,
    found: Sets,
    /// Sets of expressions of these sizes were looked for.
    searched: usize,
}

/// All that was found, not yet in order.
pub(super) struct Unranked {
    pub diagnoses: Vec<Diagnosis>,
    pub given: Vec<Edit>,
    pub replaceable: Regions,
    pub found: Sets,
    pub searched: usize,
    /// Whether nothing was left undecided.
    pub decided: bool,
    pub bounded: bool,
    pub stopped: bool,
    pub notes: Vec<Note>,
    pub mismatches: Vec<Unconfirmed>,
}

/// A change that is enough alone is one fault, whatever it changes.
fn one_is_enough(given: &[Edit]) -> bool {
    let mut given = given.iter();
    given.any(|edit| edit.parts.len() == 1 && edit.partly.is_none())
}

/// Whether something is known that makes every test right.
fn is_answered(given: &[Edit]) -> bool {
    given.iter().any(|edit| edit.partly.is_none())
}

impl<'a> Strategy<'a> {
    pub(super) fn new(search: SuspectSearch<'a>, executed: &'a Executed, hints: Hints<'a>) -> Strategy<'a> {
        let steps = executed.failing.iter().map(|run| run.steps).sum::<u64>();
        Strategy {
            profile: Profile {
                short: steps <= MAX_SHORT_STEPS,
                quick: steps <= MAX_QUICK_STEPS,
                long: steps > MAX_MEDIUM_STEPS,
                large: search.suspects.len() > MAX_SUSPECTS_OF_SMALL,
                telling: executed.failing.len() >= MIN_TELLING_TESTS,
            },
            search,
            failing: &executed.failing,
            passing: &executed.passing,
            tests: executed.results.len(),
            given: hints.edits.to_vec(),
            hints,
            diagnoses: Vec::new(),
            found: Sets {
                complete: true,
                ..Sets::default()
            },
            searched: 1,
        }
    }

    pub(super) fn unranked(mut self) -> Unranked {
        if !self.failing.is_empty() {
            self.run_stages();
        }
        let doubts = self.search.doubts();
        self.search.notes.extend(doubts);
        let replaceable = self.replaceable();
        Unranked {
            decided: self.found.complete && !self.search.stopped && self.search.given_up.is_empty(),
            diagnoses: self.diagnoses,
            given: self.given,
            replaceable,
            found: self.found,
            searched: self.searched,
            bounded: self.search.bounded,
            stopped: self.search.stopped,
            notes: self.search.notes.into_iter().collect(),
            mismatches: self.search.mismatches,
        }
    }

    fn run_stages(&mut self) {
        // Where that is quick, single expressions come before what may be missing, and before sets.
        let looked = self.given.is_empty() && self.profile.quick;
        if looked {
            self.single_expressions();
        }
        let done = self.search.stopped || self.has_constant();
        if let Some(others) = self.hints.others.filter(|_| self.given.is_empty() && !done) {
            self.given = others();
        }
        // In a large program sets come after single expressions, which say something soon.
        let early = self.profile.telling
            && self.profile.long
            && !self.profile.large
            && self.given.is_empty()
            && !done;
        if early {
            self.sets_before_expressions(looked);
        }
        let settled = self.expressions_beside_changes(looked);
        if !settled {
            self.words();
        }
        // Two faults are looked for only if no change is enough, or if all that is said is that other inputs or other text
        // would do.
        let symptoms = self.only_symptoms();
        let wanting = symptoms || self.diagnoses.iter().all(|diagnosis| self.is_poor(diagnosis));
        if !early {
            self.sets_behind_expressions(wanting);
        }
        let many = self.diagnoses.is_empty() || self.failing.len() > 1;
        let doubtful = doubtful(&mut self.search, &self.diagnoses);
        let clear = doubtful.is_empty() && !self.search.stopped;
        if wanting && clear {
            self.more_changes();
        }
        if symptoms && many && clear {
            self.sets_of_expressions();
        }
        self.diagnoses.extend(doubtful);
        // Beside expressions that are enough alone, some pairs that fit are enough.
        if self.profile.large && !self.diagnoses.is_empty() && !one_is_enough(&self.given) {
            self.given.truncate(MAX_SETS_BESIDE);
        }
    }

    fn single_expressions(&mut self) {
        self.found = self.search.smallest(1..=1);
        self.diagnoses = describe(&mut self.search, &self.found, self.passing);
    }

    /// Sets of changes, where they say more than whatever value one expression would need.
    fn sets_before_expressions(&mut self, looked: bool) {
        let Some(sets) = self.hints.pairs else { return };
        let answered = looked && !self.diagnoses.iter().all(|diagnosis| self.is_poor(diagnosis));
        self.given = sets(match answered {
            true => SetBudget::Shared,
            false => SetBudget::Full,
        });
    }

    /// Single expressions with what is known of the text. Where changes that are needed together make three failing tests right
    /// and more, whatever value one expression would need says less: then it is looked for only where that is quick, and
    /// otherwise the matter is settled.
    fn expressions_beside_changes(&mut self, looked: bool) -> bool {
        let Profile {
            telling, long, large, ..
        } = self.profile;
        let several = {
            let mut given = self.given.iter();
            given.any(|edit| edit.parts.len() > 1 && edit.partly.is_none())
        };
        let settled = telling && several && long && !looked;
        self.search.hurried = large && telling && !self.given.is_empty();
        self.search.answered = is_answered(&self.given);
        if settled {
            self.found.complete = false;
        } else if !looked {
            if telling && is_answered(&self.given) {
                self.search.be_brief();
            }
            self.single_expressions();
        }
        settled
    }

    fn words(&mut self) {
        let finest = self.search.settings.granularity == Granularity::Expression;
        if finest && self.tests > 1 && !one_is_enough(&self.given) {
            let SuspectSearch {
                program,
                sources,
                ref stop,
                ..
            } = self.search;
            let words = words::words(program, sources, self.failing, self.passing, stop);
            self.given.extend(words);
        }
    }

    fn sets_behind_expressions(&mut self, wanting: bool) {
        let asked = self.given.is_empty() && !self.has_constant() && !self.search.stopped;
        let Some(sets) = self.hints.pairs.filter(|_| asked) else {
            return;
        };
        let Profile { large, telling, .. } = self.profile;
        self.given = sets(match large {
            true if telling => SetBudget::Shared,
            false if wanting || telling => SetBudget::Full,
            _ => SetBudget::Little,
        });
        if large && telling && self.diagnoses.is_empty() && !is_answered(&self.given) {
            let more = sets(SetBudget::Moderate);
            self.given.splice(0..0, more);
        }
    }

    fn more_changes(&mut self) {
        let Profile { large, telling, .. } = self.profile;
        let asked = self.given.is_empty() && (telling || !large);
        if let Some(more) = self.hints.more.filter(|_| asked) {
            self.given = more();
        }
    }

    /// Sets of expressions that need other values.
    fn sets_of_expressions(&mut self) {
        let Profile {
            long, short, telling, ..
        } = self.profile;
        let typed = is_answered(&self.given) && (long || (telling && !short));
        if typed || one_is_enough(&self.given) {
            return;
        }
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

    /// Where no expression is a good answer, although changes of the text were tried, code may be missing; and where none is any.
    fn replaceable(&mut self) -> Regions {
        let failing = self.failing.len();
        let whole = self.given.iter().any(|edit| {
            let telling = edit.parts.len() == 1 || failing >= MIN_TELLING_TESTS;
            edit.partly.is_none() && telling
        });
        let tried = self.hints.others.is_some();
        let ranking = Ranking {
            program: self.search.program,
            homes: &self.search.homes,
            suspects: self.search.suspects,
            failing,
            looked_at: failing,
            tests: self.tests,
            sources: self.search.sources,
            differing: self.hints.differing,
        };
        let mut diagnoses = self.diagnoses.iter();
        let weak = diagnoses.all(|diagnosis| tried && ranking.is_weak(diagnosis));
        match weak && !whole && failing > 0 && !self.search.stopped {
            true => self.search.regions(self.diagnoses.is_empty()),
            false => Regions::default(),
        }
    }

    /// One constant that makes every test right is one fault: there is nothing left to look for. Of one failing run any value that
    /// it needs is a constant, so there it must be a literal.
    fn is_constant(&self, diagnosis: &Diagnosis) -> bool {
        let constant = diagnosis.constant.as_ref();
        let mut members = diagnosis.members.iter();
        let told = self.failing.len() > 1
            || members.all(|id| is_literal(self.search.program, &self.search.suspects[*id]));
        constant.is_some_and(|constant| constant.breaks == 0) && !self.passing.is_empty() && told
    }

    fn has_constant(&self) -> bool {
        self.diagnoses.iter().any(|diagnosis| self.is_constant(diagnosis))
    }

    /// One changed value in each run is what a single fault needs.
    fn is_poor(&self, diagnosis: &Diagnosis) -> bool {
        let mut repairs = diagnosis.repairs.iter();
        !self.is_constant(diagnosis) && repairs.any(|repair| repair.fewest && repair.changes() > 1)
    }

    fn only_symptoms(&self) -> bool {
        self.diagnoses.iter().all(|diagnosis| {
            let mut members = diagnosis.members.iter();
            members.all(|id| self.search.suspects[*id].kind.is_symptom())
        })
    }
}
