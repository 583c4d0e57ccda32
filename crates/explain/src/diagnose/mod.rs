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
//! | `instrument`, `pointer`, `stored`, `printing`, `copy`, `weave` | the program with suspects suspended |
//! | `choice` | the same for trials |
//! | `run`, `passed` | tests, and runs as the interpreter executes them; where they come by before they are wrong |
//! | `trial` | repairs found and refuted by trying |
//! | `question` | one run as a formula over the suspects' flags |
//! | `search`, `singles`, `sets`, `around` | the smallest sets for all runs |
//! | `detail` | the values a repair changes, few and small |
//! | `witness` | how each run was repaired when that was found |
//! | `constant` | one constant that repairs every run |
//! | `edits`, `words` | changes of the text that make every test right, as evidence; those of words in it |
//! | `rank` | the order, with reasons |
//! | `replaced`, `regions` | statements in a row replaced by any code: the smallest that repair every run |
//! | `spectrum` | where failing tests go, if nothing repairs them |
//! | `walk` | where expressions are in a program |
//!
//! A repair that only makes the run check less is none, unless there is no other: if an assertion failed, a repaired run
//! must come to as many assertions as the failing run did.

mod around;
mod choice;
mod constant;
mod copy;
mod detail;
mod edits;
mod formats;
mod grouped;
mod instrument;
mod labels;
mod named;
mod passed;
mod pointer;
mod printing;
mod question;
mod rank;
mod regions;
mod replaced;
mod run;
mod search;
mod sets;
mod singles;
mod specification;
mod spectrum;
mod stored;
mod suspects;
mod trial;
pub(crate) mod walk;
mod weave;
mod witness;
mod words;

use std::collections::BTreeSet;

use interp::{InputKind, Interpreter};
use program::Program;
use source::{LocId, SourceMap};

pub use constant::CommonConstant;
pub use detail::{RepairedValue, RunRepair};
pub use edits::{Edit, EditPart};
pub use rank::TELLING;
pub use run::Test;
pub use suspects::{Granularity, Suspect, SuspectKind};

use run::Run;
use search::{Search, Sets};

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
    /// Why it stands where it does, in one line.
    pub reason: String,
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
            reason: String::new(),
        }
    }
}

/// Something that could be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmallEdit {
    pub text: String,
    /// The beginning of a sentence that ends with what it makes right.
    pub said: String,
    /// Its number among the edits that were given: the least surprising has the least.
    pub order: usize,
    /// If some tests still fail with it: how many of those that failed are right.
    pub partly: Option<usize>,
    /// What is changed, if that is more than the diagnosis says: several pieces, or one that is no answer alone.
    pub parts: Vec<EditPart>,
}

/// What is known from elsewhere, for the order.
#[derive(Clone, Copy, Default)]
pub struct Hints<'h> {
    /// Changes of the text with which every test is right, the least surprising first.
    pub edits: &'h [Edit],
    /// Looks for changes of other kinds; asked where there are none, unless one constant is enough.
    pub others: Option<&'h dyn Fn() -> Vec<Edit>>,
    /// Looks for sets of such changes; asked where there are none.
    pub pairs: Option<&'h dyn Fn(Effort) -> Vec<Edit>>,
    /// Looks for more such changes at once; asked where there are none and no expression alone is a good answer.
    pub more: Option<&'h dyn Fn() -> Vec<Edit>>,
    /// Files and lines where the closest passing run differs.
    pub differing: &'h [(String, u32)],
}

/// How long to look for sets of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Nothing else is a good answer.
    Full,
    /// Nor is it, but the program is so large that of its sets hardly any can be tried.
    Moderate,
    /// An expression with one other value in each run is.
    Little,
    /// Only pairs that share the failing tests between them, which is quick; if there is none, changes that make some right.
    Shared,
}

impl std::fmt::Debug for Hints<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hints")
            .field("edits", &self.edits)
            .field("differing", &self.differing)
            .finish_non_exhaustive()
    }
}

/// How a test went.
#[derive(Debug, Clone)]
pub struct TestResult {
    pub name: String,
    pub passes: bool,
    /// How it ended, if it fails.
    pub ended: String,
    /// Whether it ended by itself.
    pub exited: bool,
    pub stdout: Vec<u8>,
}

/// What was found.
#[derive(Debug)]
pub struct Found {
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
    pub notes: Vec<String>,
    /// Results of the symbolic side that the interpreter did not confirm.
    pub mismatches: Vec<String>,
}

impl Found {
    /// Whether what is told are only regions that failing tests come by.
    #[must_use]
    pub fn is_located(&self) -> bool {
        let mut members = self.diagnoses.iter().flat_map(|diagnosis| &diagnosis.members);
        members.any(|id| self.suspects[*id].kind == SuspectKind::Region)
    }
}

/// Diagnoses the tests that fail; those that pass only rank.
pub fn diagnose(
    program: &Program,
    sources: &mut SourceMap,
    tests: &[Test],
    hints: Hints<'_>,
    settings: &Settings,
    stop: &bmc::Stop,
) -> Found {
    let (mut failing, mut passing) = (Vec::new(), Vec::new());
    let mut results = Vec::new();
    let mut numbers = Vec::new();
    {
        let interpreter = Interpreter::new(program, Some(sources));
        for (number, run) in run::all(&interpreter, program, tests, settings.ignore_space)
            .into_iter()
            .enumerate()
        {
            let test = &tests[number];
            results.push(TestResult {
                name: test.name.clone(),
                passes: run.passes(),
                ended: run.ended(program, sources),
                exited: matches!(run.stop, interp::Stop::Exit(_)),
                stdout: run.stdout.clone(),
            });
            if run.passes() {
                passing.push(run);
            } else {
                numbers.push(number);
                failing.push(run);
            }
        }
    }
    let unwritten: BTreeSet<String> = failing
        .iter()
        .flat_map(|run| &run.records)
        .filter(|record| record.kind == InputKind::Uninitialised)
        .map(|record| record.name.clone())
        .collect();
    let mut suspects = suspects::suspects(program, sources, &unwritten, settings.granularity);
    let mut search = Search::new(program, sources, &suspects, &failing, settings, stop);
    let mut found = Sets {
        complete: true,
        ..Sets::default()
    };
    let mut diagnoses = Vec::new();
    // Sets of expressions of these sizes were looked for.
    let mut searched = 1;
    let mut given = hints.edits.to_vec();
    if !failing.is_empty() {
        // Where changes that are needed together make three failing tests right and more, whatever value one expression
        // would need says less: it is looked for where that is quick.
        let several = |given: &[Edit]| {
            let mut given = given.iter();
            given.any(|edit| edit.parts.len() > 1 && edit.partly.is_none())
        };
        let steps = failing.iter().map(|run| run.steps).sum::<u64>();
        let (short, long, quick) = (steps <= SHORT, steps > LONG, steps <= QUICK);
        let large = search.suspects.len() > MANY_SUSPECTS;
        let telling = failing.len() >= TELLING;
        // One constant that makes every test right is one fault: there is nothing left to look for.
        let constant = |diagnosis: &Diagnosis| {
            let constant = diagnosis.constant.as_ref();
            // Of one failing run any value that it needs is a constant.
            let mut members = diagnosis.members.iter();
            let literal = members.all(|id| is_literal(program, &suspects[*id]));
            let told = failing.len() > 1 || literal;
            constant.is_some_and(|constant| constant.breaks == 0) && !passing.is_empty() && told
        };
        // One changed value in each run is what a single fault needs.
        let poor = |diagnosis: &Diagnosis| {
            let mut repairs = diagnosis.repairs.iter();
            !constant(diagnosis) && repairs.any(|repair| repair.fewest && repair.changes() > 1)
        };
        // Where that is quick, single expressions come before what may be missing, and before sets.
        let looked = given.is_empty() && quick;
        if looked {
            found = search.smallest(1..=1);
            diagnoses = tell(&mut search, &found, &passing);
        }
        let done = search.stopped || diagnoses.iter().any(constant);
        if let Some(others) = hints.others.filter(|_| given.is_empty() && !done) {
            given = others();
        }
        // In a large program sets come after single expressions, which say something soon.
        let first = telling && long && !large && given.is_empty() && !done;
        if let Some(pairs) = hints.pairs.filter(|_| first) {
            let answered = looked && !diagnoses.iter().all(poor);
            given = pairs(match answered {
                true => Effort::Shared,
                false => Effort::Full,
            });
        }
        let settled = telling && several(&given) && long && !looked;
        search.hurried = large && telling && !given.is_empty();
        search.answered = given.iter().any(|edit| edit.partly.is_none());
        if settled {
            found.complete = false;
        } else if !looked {
            if telling && given.iter().any(|edit| edit.partly.is_none()) {
                search.be_brief();
            }
            found = search.smallest(1..=1);
            diagnoses = tell(&mut search, &found, &passing);
        }
        // A change that is enough alone is one fault, whatever it changes: two are looked for only if there is none, or if
        // all that is said is that other inputs or other text would do.
        let alone = |given: &[Edit]| {
            let mut given = given.iter();
            given.any(|edit| edit.parts.len() == 1 && edit.partly.is_none())
        };
        if !settled && !alone(&given) && settings.granularity == Granularity::Expression && tests.len() > 1 {
            given.extend(words::words(program, sources, &failing, &passing, stop));
        }
        let symptoms = diagnoses.iter().all(|diagnosis| {
            let mut members = diagnosis.members.iter();
            members.all(|id| search.suspects[*id].kind.is_symptom())
        });
        let wanting = symptoms || diagnoses.iter().all(poor);
        let found_constant = diagnoses.iter().any(constant);
        if let Some(pairs) = hints
            .pairs
            .filter(|_| !first && given.is_empty() && !found_constant && !search.stopped)
        {
            given = pairs(match large {
                true if telling => Effort::Shared,
                false if wanting || telling => Effort::Full,
                _ => Effort::Little,
            });
            let nothing = |given: &[Edit]| !given.iter().any(|edit| edit.partly.is_none());
            if large && telling && diagnoses.is_empty() && nothing(&given) {
                let more = pairs(Effort::Moderate);
                given.splice(0..0, more);
            }
        }
        let many = diagnoses.is_empty() || failing.len() > 1;
        let doubtful = doubtful(&mut search, &diagnoses);
        let wanting = wanting && doubtful.is_empty() && !search.stopped;
        if let Some(more) = hints
            .more
            .filter(|_| given.is_empty() && wanting && (telling || !large))
        {
            given = more();
        }
        let typed = given.iter().any(|edit| edit.partly.is_none()) && (long || (telling && !short));
        if symptoms && many && !typed && !alone(&given) && !search.stopped && doubtful.is_empty() {
            let pairs = search.smallest(2..=settings.max_faults);
            searched = settings.max_faults;
            let told = tell(&mut search, &pairs, &passing);
            if diagnoses.is_empty() {
                found = pairs;
            } else {
                found.complete &= pairs.complete;
            }
            let known = diagnoses.len();
            for diagnosis in told {
                let repeats =
                    |known: &Diagnosis| known.members.iter().all(|id| diagnosis.members.contains(id));
                if !diagnoses[..known].iter().any(repeats) {
                    diagnoses.push(diagnosis);
                }
            }
        }
        diagnoses.extend(doubtful);
        // Beside expressions that are enough alone, some pairs that fit are enough.
        if large && !diagnoses.is_empty() && !alone(&given) {
            given.truncate(MOST_PAIRS_BESIDE);
        }
    }
    search.notes.extend(search.doubt_in_words());
    // Where no expression is a good answer, although changes of the text were tried, code may be missing; and where none is any.
    let whole = given.iter().any(|edit| {
        let telling = edit.parts.len() == 1 || failing.len() >= TELLING;
        edit.partly.is_none() && telling
    });
    let tried = hints.others.is_some();
    let weak = {
        let ranking = rank::Ranking {
            program,
            homes: &search.homes,
            suspects: search.suspects,
            failing: failing.len(),
            looked_at: failing.len(),
            tests: tests.len(),
            sources: search.sources,
            differing: hints.differing,
        };
        diagnoses
            .iter()
            .all(|diagnosis| tried && ranking.is_weak(diagnosis))
    };
    let replaceable = match weak && !whole && !failing.is_empty() && !search.stopped {
        true => search.regions(diagnoses.is_empty()),
        false => regions::Regions::default(),
    };
    let Search {
        notes,
        bounded,
        stopped,
        given_up,
        mismatches,
        homes,
        ..
    } = search;
    let places = edits::Places::new(sources, &given);
    edits::Attaching {
        program,
        sources,
        suspects: &mut suspects,
        diagnoses: &mut diagnoses,
        failing: &numbers,
    }
    .attach(&given, &places);
    let mut covered: Vec<usize> = match found.partial {
        Some(runs) => runs,
        None => (0..failing.len()).collect(),
    };
    covered.sort_unstable();
    let ranking = rank::Ranking {
        program,
        homes: &homes,
        suspects: &suspects,
        failing: failing.len(),
        looked_at: covered.len(),
        tests: tests.len(),
        sources,
        differing: hints.differing,
    };
    ranking.sort(&mut diagnoses);
    // Regions stand before what says no more than the tests do, and before changes that make no test right.
    let weak = |diagnosis: &Diagnosis| match &diagnosis.edit {
        Some(edit) => edit.partly == Some(0),
        None => ranking.is_weak(diagnosis),
    };
    let first = diagnoses.iter().position(weak).unwrap_or(diagnoses.len());
    for (index, region) in replaceable.found.iter().enumerate() {
        let (suspect, reason) = region.told(program, sources, &replaceable, failing.len());
        suspects.push(suspect);
        let diagnosis = Diagnosis {
            reason,
            ..Diagnosis::of(vec![suspects.len() - 1])
        };
        diagnoses.insert(first + index, diagnosis);
    }
    if diagnoses.is_empty() {
        for region in spectrum::regions(program, sources, &failing, &passing) {
            suspects.push(region.suspect);
            diagnoses.push(Diagnosis {
                only: Some(Vec::new()),
                reason: region.reason,
                ..Diagnosis::of(vec![suspects.len() - 1])
            });
        }
    }
    let decided = found.complete && !stopped && given_up.is_empty();
    // Changes of the text that are needed together may be more than were looked for.
    let least = diagnoses.iter().map(|diagnosis| diagnosis.members.len()).min();
    let least = least.unwrap_or(0);
    Found {
        tests: results,
        failing: numbers,
        diagnoses,
        complete: decided && least <= searched,
        none_smaller: decided && least <= searched + 1,
        avoiding: found.avoiding,
        bounded,
        stopped,
        covered,
        notes: notes.into_iter().collect(),
        mismatches,
        suspects,
    }
}

/// The regions of so many statements whose replacement repairs a failing run, as the number of the statement list and of the
/// first statement in it; and whether these are all.
#[must_use]
pub fn replaceable(
    program: &Program,
    sources: &SourceMap,
    test: &Test,
    statements: usize,
    stop: &bmc::Stop,
) -> (Vec<(usize, usize)>, bool) {
    let interpreter = Interpreter::new(program, Some(sources));
    let runs = run::all(&interpreter, program, std::slice::from_ref(test), false);
    let settings = Settings::default();
    Search::new(program, sources, &[], &runs, &settings, stop).replaceable_of(statements)
}

/// Failing runs that take more instructions together are long.
const LONG: u64 = 3_000;
/// Where they take no more than this, single expressions are looked for before anything is put in.
const QUICK: u64 = 100_000;
/// Where they take no more than this, everything is looked for.
const SHORT: u64 = 300;
/// In a program with more suspects, so few of the sets of changes can be tried that it is hardly worth it.
const MANY_SUSPECTS: usize = 100;
/// So many sets of changes are told beside expressions in a large program.
const MOST_PAIRS_BESIDE: usize = 5;
/// A question of so many gates is a large one.
const LARGE: usize = 30_000;

/// What each set changes in each run.
fn tell(search: &mut Search<'_>, found: &Sets, passing: &[Run]) -> Vec<Diagnosis> {
    let strict = !found.avoiding;
    let runs = search.runs.len();
    let mut diagnoses = Vec::new();
    let sets = superfluous_removed(search, &found.sets);
    let sets = folded(search, sets);
    if sets.is_empty() {
        return diagnoses;
    }
    let prepared = search.prepared();
    let tried = Interpreter::new(&prepared.program, Some(search.sources));
    // Many diagnoses are skimmed, few are read.
    let detailed = match sets.len() {
        0..=8 => search.settings.most_detailed,
        9..=16 => search.settings.most_detailed.div_ceil(2),
        _ => search.settings.most_detailed.div_ceil(4),
    };
    for (set, narrower) in sets {
        if (search.stop)() {
            // What was found is told, without its values.
            search.stopped = true;
            diagnoses.push(Diagnosis {
                narrower,
                ..Diagnosis::of(set)
            });
            continue;
        }
        let program = search.watched(&set);
        let interpreter = Interpreter::new(&program, Some(search.sources));
        let constant = match set.as_slice() {
            [suspect] => {
                let literal = is_literal(search.program, &search.suspects[*suspect]);
                search.common_constant(*suspect, strict, passing, literal)
            }
            _ => None,
        };
        let mut repairs = Vec::new();
        let mut easy = true;
        for run in 0..runs.min(search.settings.most_told) {
            let mut repair = None;
            if run < detailed && easy {
                let before = search.gates;
                let value = constant.as_ref().map(|constant| constant.value);
                let known = search.known_detail(&program, &interpreter, &set, run, strict, value);
                let told = known.or_else(|| search.detail(&program, &interpreter, &set, run, strict, true));
                repair = told.map(|repair| RunRepair {
                    // One constant everywhere may be more than would have to change.
                    fewest: constant.is_none() || repair.changes() < 2,
                    ..repair
                });
                // What is hard to say well is said well once.
                easy = search.gates - before <= LARGE;
            }
            let found = || search.witnessed((&program, &interpreter), (&prepared, &tried), &set, run);
            repairs.extend(repair.or_else(found));
        }
        let mut covers = Vec::new();
        if set.len() > 1 && runs > 1 {
            covers.extend(set.iter().map(|member| search.alone(*member, strict)));
        }
        let no_constant = matches!(set[..], [suspect] if search.no_constant.contains(&suspect));
        diagnoses.push(Diagnosis {
            narrower,
            repairs,
            constant,
            no_constant,
            covers,
            ..Diagnosis::of(set)
        });
    }
    diagnoses
}

/// So many of those that some runs could not decide about are told.
const MOST_DOUBTFUL: usize = 8;

/// What repairs some runs and was too hard for the others, the most first. What prints or reads anything does that anyway.
fn doubtful(search: &mut Search<'_>, diagnoses: &[Diagnosis]) -> Vec<Diagnosis> {
    let known = |id: usize| {
        let mut told = diagnoses.iter().flat_map(|diagnosis| {
            let parts = diagnosis.narrower.iter().flatten();
            diagnosis.members.iter().chain(parts)
        });
        told.any(|other| *other == id)
    };
    let mut ids: Vec<usize> = search.doubtful.keys().copied().collect();
    ids.retain(|id| !search.suspects[*id].kind.is_symptom() && !known(*id));
    ids.sort_by_key(|id| (std::cmp::Reverse(search.doubtful[id].len()), *id));
    ids.truncate(MOST_DOUBTFUL);
    if ids.is_empty() {
        return Vec::new();
    }
    let sets = superfluous_removed(search, &ids.iter().map(|id| vec![*id]).collect::<Vec<_>>());
    let mut told = Vec::new();
    let prepared = search.prepared();
    let tried = Interpreter::new(&prepared.program, Some(search.sources));
    for (set, narrower) in folded(search, sets) {
        let runs = search.doubtful[&set[0]].clone();
        let program = search.watched(&set);
        let interpreter = Interpreter::new(&program, Some(search.sources));
        let shown = runs.iter().take(search.settings.most_told);
        let watched = (&program, &interpreter);
        let repairs = shown.filter_map(|run| search.witnessed(watched, (&prepared, &tried), &set, *run));
        let repairs = repairs.collect();
        told.push(Diagnosis {
            only: Some(runs),
            narrower,
            repairs,
            ..Diagnosis::of(set)
        });
    }
    told
}

/// A literal is the same in every run.
fn is_literal(program: &Program, suspect: &Suspect) -> bool {
    !suspect.sites.is_empty()
        && suspect.sites.iter().all(|site| match site {
            suspects::Site::Expr(expr) => matches!(
                program.expr(*expr).kind,
                program::ExprKind::Int(_) | program::ExprKind::Float(_)
            ),
            suspects::Site::Case { .. } => true,
            _ => false,
        })
}

/// An expression whose part repairs every run repairs it as well: sets of parts are told with the whole.
fn folded(search: &Search<'_>, sets: Vec<Vec<usize>>) -> Vec<(Vec<usize>, Vec<Vec<usize>>)> {
    let within = |inner: usize, outer: usize| {
        let (inner, outer) = (&search.suspects[inner], &search.suspects[outer]);
        let span = |suspect: &Suspect| search.sources.location(suspect.loc).used;
        let expression =
            |suspect: &Suspect| matches!(suspect.kind, SuspectKind::Expression(_) | SuspectKind::CallResult);
        expression(inner)
            && expression(outer)
            && span(inner) != span(outer)
            && suspects::is_inside(span(inner), span(outer))
    };
    let is_part = |part: &[usize], whole: &[usize]| {
        let mut open = whole.to_vec();
        part != whole
            && part.iter().all(|inner| {
                let place = open
                    .iter()
                    .position(|outer| inner == outer || within(*inner, *outer));
                place.map(|place| open.swap_remove(place)).is_some()
            })
    };
    let mut result: Vec<(Vec<usize>, Vec<Vec<usize>>)> = Vec::new();
    for set in &sets {
        if !sets.iter().any(|whole| is_part(set, whole)) {
            let parts = sets.iter().filter(|part| is_part(part, set)).cloned();
            result.push((set.clone(), parts.collect()));
        }
    }
    result
}

/// A conversion that may print anything repairs whatever its argument repairs: then the argument is told.
fn superfluous_removed(search: &Search<'_>, sets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let is_set = |wanted: &[usize]| sets.iter().any(|set| set == wanted);
    let argument_of = |id: usize| {
        let expr = search.suspects[id].argument?;
        search
            .suspects
            .iter()
            .position(|suspect| suspect.sites.contains(&suspects::Site::Expr(expr)))
    };
    // An enumerator that another one could stand for in one place is not wrong everywhere.
    let used = |id: usize| {
        let suspect = &search.suspects[id];
        let enumerator = suspect.kind == SuspectKind::Constant
            && suspect
                .text
                .starts_with(|first: char| first.is_alphabetic() || first == '_');
        enumerator
            && suspect.sites.iter().any(|site| {
                let same = |other: &Suspect| {
                    other.kind != SuspectKind::Constant && other.sites.as_slice() == [*site]
                };
                let use_of = search.suspects.iter().position(same);
                use_of.is_some_and(|use_of| is_set(&[use_of]))
            })
    };
    // All that a scanf stores, if one of it is enough.
    let one_is_enough = |id: usize| {
        let sites = &search.suspects[id].sites;
        search.suspects[id].kind == SuspectKind::Stored
            && sites.len() > 1
            && sets.iter().any(|set| match set.as_slice() {
                [one] => {
                    *one != id
                        && search.suspects[*one]
                            .sites
                            .iter()
                            .all(|site| sites.contains(site))
                }
                _ => false,
            })
    };
    sets.iter()
        .filter(|set| !(set.len() == 1 && (used(set[0]) || one_is_enough(set[0]))))
        .filter(|set| {
            !set.iter().enumerate().any(|(index, member)| {
                argument_of(*member).is_some_and(|argument| {
                    let mut other = (*set).clone();
                    other[index] = argument;
                    other.sort_unstable();
                    is_set(&other)
                })
            })
        })
        .cloned()
        .collect()
}
