//! Diagnosis: the smallest sets of expressions that, given other values, would have made failing runs right.
//!
//! After A. Griesmayer, S. Staber, R. Bloem, *Automated Fault Localization for C Programs* (ENTCS 174, 2007). The inputs
//! of a failing run are fixed; expressions are *suspended*, so that they may have any value; a diagnosis is a
//! smallest set whose suspension lets every claim hold, or the run print what its test expects. A diagnosis for
//! several failing runs repairs them all.
//!
//! | file | is |
//! |---|---|
//! | `suspects`, `specification`, `named`, `formats`, `labels`, `grouped` | what can be suspended, and how it is shown; what only checks cannot |
//! | `instrument`, `pointer`, `stored`, `printing`, `copy`, `splice` | the program with suspects suspended |
//! | `choice` | the same for trials |
//! | `run`, `executed`, `coverage` | tests, and runs as the interpreter executes them; which instructions they come to before their first wrong output |
//! | `trial` | repairs found and refuted by trying |
//! | `formula` | one run as a formula over the suspects' flags |
//! | `search`, `singles`, `sets`, `enclosing` | the smallest sets for all runs |
//! | `localizer` | the steps of a localisation, one by one |
//! | `describe`, `assemble` | what each set changes; all that was found, put in order |
//! | `detail` | the values a repair changes, few and small |
//! | `witness` | how each run was repaired when that was found |
//! | `constant` | one constant that repairs every run |
//! | `edits`, `words` | changes of the text that make every test right, as evidence; those of words in it |
//! | `rank`, `printed_values` | the order; the reasons for it, as data; what is only printed is told with what computes it |
//! | `replaced`, `regions` | statements in a row replaced by any code: the smallest that repair every run |
//! | `spectrum` | where failing tests go, if nothing repairs them |
//! | `walk` | where expressions are in a program |
//!
//! A repair that only makes the run check less is none, unless there is no other: if an assertion failed, a repaired run
//! must come to as many assertions as the failing run did.

mod assemble;
mod choice;
mod constant;
mod copy;
mod coverage;
mod describe;
mod detail;
mod edits;
mod enclosing;
mod executed;
mod formats;
mod formula;
mod grouped;
mod instrument;
mod labels;
mod localizer;
mod named;
mod pointer;
mod printed_values;
mod printing;
mod rank;
mod regions;
mod replaced;
mod run;
mod search;
mod sets;
mod simplest;
mod singles;
mod specification;
mod spectrum;
mod splice;
mod stored;
mod supply;
mod suspects;
mod trial;
mod walk;
mod witness;
mod words;

use interp::Interpreter;
use program::Program;
use runs::Test;
use source::{LocId, SourceMap};
use suite::ExecutedTest;

pub use constant::CommonConstant;
pub use detail::{RepairedValue, RunRepair};
pub use edits::{ChangedPlace, KnownChange};
pub use localizer::{Localizer, Profile, Unranked};
pub use reasons::{
    EditAction, Extent, Grounds, MissingCode, Note, Reason, RegionPlace, RunError, SmallerRegions, TestEnd,
    Unconfirmed, ValueGrounds,
};
pub use suspects::{Granularity, Suspect, SuspectKind};

use assemble::Assembly;
use executed::Executed;
use search::SuspectSearch;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Settings {
    /// No larger sets are looked for.
    pub max_faults: usize,
    /// A suspect has the same value each time it is evaluated.
    pub constant_repair: bool,
    pub granularity: Granularity,
    pub ignore_space: bool,
    /// No more sets than this are listed.
    pub most_sets: usize,
    /// For so many runs the changes are made few and simple.
    pub most_detailed: usize,
    /// For so many runs the values are told.
    pub most_told: usize,
    /// How much work to do at most, as [`runs::Work`] counts it; nothing for as much as the budgets of each question allow.
    pub effort: Option<u64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_faults: 2,
            constant_repair: false,
            granularity: Granularity::default(),
            ignore_space: false,
            most_sets: 200,
            most_detailed: 4,
            most_told: 5,
            effort: None,
        }
    }
}

/// A set of suspects that repairs every failing run.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// Numbers of suspects.
    pub members: Vec<usize>,
    /// Sets of parts of these expressions that repair every run, too.
    pub narrower: Vec<Vec<usize>>,
    pub repairs: Vec<RunRepair>,
    /// A constant that repairs every run, for a single suspect.
    pub constant: Option<CommonConstant>,
    /// Whether it is proved that there is none.
    pub no_constant: bool,
    /// If it is not known for the other failing runs: those that it repairs.
    pub only: Option<Vec<usize>>,
    /// For more than one member: the runs that each repairs on its own, another value or a change of the text.
    pub covers: Vec<Vec<usize>>,
    /// For changes of the text, by member: the number of the change that it belongs to. Members of one change have one number.
    pub changes: Vec<usize>,
    /// Something that could be written there, with which every test is right, or some that failed and all that passed.
    pub edit: Option<SmallEdit>,
    /// For a missing statement: other places where it would do.
    pub elsewhere: Vec<LocId>,
    /// Suspects that only print the value of this expression: what is expected, printed there, repairs every run, too.
    pub printed: Vec<usize>,
    /// Why it stands where it does.
    pub reason: Reason,
}

impl Diagnosis {
    fn of(members: Vec<usize>) -> Diagnosis {
        Diagnosis {
            members,
            narrower: Vec::new(),
            repairs: Vec::new(),
            constant: None,
            no_constant: false,
            only: None,
            covers: Vec::new(),
            changes: Vec::new(),
            edit: None,
            elsewhere: Vec::new(),
            printed: Vec::new(),
            // Until it is ranked.
            reason: Reason {
                grounds: Grounds::Values(ValueGrounds::AnotherValue(Extent::EveryRun)),
                closest_differs: false,
            },
        }
    }
}

/// Something that could be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmallEdit {
    pub text: String,
    pub action: EditAction,
    /// Its number among the edits that were given: the least surprising has the least.
    pub order: usize,
    /// If some tests still fail with it: how many of those that failed are right.
    pub partly: Option<usize>,
    /// What is changed, if that is more than the diagnosis says: several pieces, or one that is no answer alone.
    pub parts: Vec<ChangedPlace>,
    /// What was made to the text, in any case.
    pub made: Vec<ChangedPlace>,
}

/// How a test went.
#[derive(Debug, Clone)]
pub struct TestResult {
    pub name: String,
    pub passes: bool,
    /// How it ended, if it fails.
    pub ended: TestEnd,
    /// Whether it ended by itself.
    pub exited: bool,
    pub stdout: Vec<u8>,
}

/// What was found.
#[derive(Debug)]
pub struct Localization {
    pub suspects: Vec<Suspect>,
    /// In the order they were given.
    pub tests: Vec<TestResult>,
    /// By number among the tests.
    pub failing: Vec<usize>,
    pub diagnoses: Vec<Diagnosis>,
    /// Whether all smallest sets are listed.
    pub complete: bool,
    /// Whether no smaller set repairs.
    pub none_smaller: bool,
    /// Whether the repairs only keep the run from the assertion that failed.
    pub avoiding: bool,
    /// Repairs that need more rounds of some loop than the failing run (and a few more) were not looked at.
    pub bounded: bool,
    pub stopped: bool,
    /// The failing runs that the diagnoses repair, by number among the failing ones: all, unless the search was stopped.
    pub covered: Vec<usize>,
    /// What could not be followed.
    pub notes: Vec<Note>,
    /// Results of the symbolic side that the interpreter did not confirm.
    pub mismatches: Vec<Unconfirmed>,
}

impl Localization {
    /// Whether what is told are only regions that failing tests come by.
    #[must_use]
    pub fn is_located(&self) -> bool {
        let mut members = self.diagnoses.iter().flat_map(|diagnosis| &diagnosis.members);
        members.any(|id| self.suspects[*id].kind == SuspectKind::Region)
    }
}

/// Tests as they went, and what can be suspected.
#[derive(Debug)]
pub struct Prepared {
    executed: Executed,
    suspects: Vec<Suspect>,
    any_fails: bool,
}

impl Prepared {
    /// Takes the tests as they were executed. Parts of expressions get places of their own in the sources.
    pub fn new(
        program: &Program,
        sources: &mut SourceMap,
        tests: &[Test],
        executed: &[ExecutedTest],
        settings: &Settings,
    ) -> Prepared {
        let executed = Executed::of(program, sources, tests, executed, settings.ignore_space);
        let suspects = suspects::suspects(program, sources, &executed.unwritten(), settings.granularity);
        Prepared {
            any_fails: !executed.failing.is_empty(),
            executed,
            suspects,
        }
    }

    /// Whether there is anything to look for.
    #[must_use]
    pub fn any_fails(&self) -> bool {
        self.any_fails
    }

    /// The search for what repairs the failing tests; those that pass only rank.
    #[must_use]
    pub fn localizer<'a>(
        &'a self,
        program: &'a Program,
        sources: &'a SourceMap,
        settings: &'a Settings,
        stop: &runs::Interrupt,
    ) -> Localizer<'a> {
        let (suspects, failing) = (&self.suspects, &self.executed.failing);
        let search = SuspectSearch::new(program, sources, suspects, failing, settings, stop);
        Localizer::new(search, &self.executed)
    }

    /// Puts all that was found in order.
    #[must_use]
    pub fn assemble(
        self,
        program: &Program,
        sources: &mut SourceMap,
        unranked: Unranked,
        differing: &[(String, u32)],
    ) -> Localization {
        let assembly = Assembly {
            program,
            sources,
            executed: self.executed,
            suspects: self.suspects,
            differing,
        };
        assembly.assemble(unranked)
    }
}

/// Localises what fails from expressions alone. `differing` are files and lines where the closest passing run differs.
pub fn localize(
    program: &Program,
    sources: &mut SourceMap,
    tests: &[Test],
    differing: &[(String, u32)],
    settings: &Settings,
    stop: &runs::Interrupt,
) -> Localization {
    let executed = suite::execute_all(program, sources, tests);
    let prepared = Prepared::new(program, sources, tests, &executed, settings);
    let mut localizer = prepared.localizer(program, sources, settings, stop);
    let mut words = Vec::new();
    if prepared.any_fails() {
        localizer.single_expressions();
        words = localizer.words();
        let symptoms = localizer.only_symptoms();
        let several = !localizer.has_diagnoses() || localizer.failing() > 1;
        if localizer.set_doubtful_aside() && symptoms && several {
            let Profile {
                short, long, telling, ..
            } = localizer.profile();
            // A word that makes every test right is one fault; where sets take long it is enough.
            let one = words.iter().any(KnownChange::is_enough_alone);
            let answered = words.iter().any(KnownChange::is_whole) && (long || (telling && !short));
            if !one && !answered {
                localizer.sets_of_expressions();
            }
        }
    }
    let unranked = localizer.finish(words, differing, false);
    prepared.assemble(program, sources, unranked, differing)
}

/// The regions of so many statements whose replacement repairs a failing run, as the number of the statement list and of the
/// first statement in it; and whether these are all.
#[must_use]
pub fn replaceable(
    program: &Program,
    sources: &SourceMap,
    test: &Test,
    statements: usize,
    stop: &runs::Interrupt,
) -> (Vec<(usize, usize)>, bool) {
    let interpreter = Interpreter::new(program, Some(sources));
    let tests = std::slice::from_ref(test);
    let executed = suite::execute_all(program, sources, tests);
    let runs = run::all(&interpreter, program, tests, &executed, false);
    let settings = Settings::default();
    SuspectSearch::new(program, sources, &[], &runs, &settings, stop).replaceable_of(statements)
}
