//! A repair: all stages of the search, and what is shown in which order.
//!
//! Where tests say what is right, every stage that a diagnosis has is gone through until one gives plausible patches. Where
//! claims are the oracle, a changed program is checked for all inputs; a run that violates a claim there is one more test for
//! the changes that follow. A change that lets every claim hold may do so by avoiding what is checked. Runs of the original
//! program that pass say what it was meant to do: a change that disturbs them comes later.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use bmc::Status;
use interp::{Interpreter, PointerProblem, Reason, Stop};
use program::{CheckKind, ClaimId, Program};
use runs::Test;
use source::SourceMap;
use suite::ExecutedTest;

use crate::FaultyProgram;
use crate::harness::{Harness, extent};
use crate::operators::{ChangeKind, Family};
use crate::patch::{ChangedLines, Patch, TextEdit};
use crate::search::candidate::Candidate;
use crate::search::patch_search::{PatchSearch, SearchState};
use crate::search::singles::{CandidateSearch, FAMILIES};
use crate::search::{SearchLog, SetDepth};
use crate::validate::baseline::Baseline;
use crate::validate::neighbours::samples;
use crate::validate::oracle::{Counted, TrialRun};

/// What is tried where an assertion fails. Whatever its condition says, there are many conditions under which it holds, and they
/// would crowd out what should be written. Statements that leave a function or a loop are not put in: only tests can tell one
/// that was missing from one that disables the program.
const STATED: [Family; 3] = [Family::Changes, Family::Terms, Family::Insertions];
/// What is tried for errors of memory and arithmetic: to guard just the failing runs is a likely answer.
const GUARDED: [Family; 3] = [Family::Checks, Family::Changes, Family::Conditions];

/// What says whether a changed program is right.
#[derive(Debug, Clone, Copy)]
pub enum Criterion<'c> {
    /// The tests alone.
    Tests,
    /// The claims, for all inputs within these bounds; at most so many changed programs are checked.
    Claims {
        bounds: &'c bmc::Options,
        max_checked: usize,
    },
}

/// A test that fails.
#[derive(Debug, Clone)]
pub struct Failure {
    pub test: usize,
    pub stop: Stop,
    /// Instructions until then.
    pub steps: u64,
    pub printed: Vec<u8>,
}

/// How sure it is that a repair is right, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Every claim holds for all inputs.
    Proved,
    /// No claim is violated as far as loops were followed.
    UpToBound,
    /// Every test is right.
    Tests,
    /// Some failing tests are right.
    SomeTests,
}

/// What becomes of the failing runs, the most likely repair first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeEffect {
    /// They come to the claim with other values.
    Computes,
    /// The harness is changed, so that something else is asked.
    Harness,
    /// They do not come to the claim any more.
    AvoidsClaim,
    /// They read less.
    StopsInput,
}

/// A claim that fails in a changed program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violated {
    pub claim: String,
    /// Nothing for what the library claims of its arguments.
    pub line: Option<u32>,
}

fn violated(program: &Program, sources: &SourceMap, claim: ClaimId) -> Violated {
    let claim = program.claim(claim);
    Violated {
        claim: claim.name.clone(),
        line: (!sources.is_embedded(claim.loc)).then(|| sources.line(claim.loc)),
    }
}

/// Patches that repair failing runs together.
#[derive(Debug, Clone)]
pub struct Repair {
    pub patches: Vec<Patch>,
    pub effect: ChangeEffect,
    /// The claim that fails with them, of those that make the failing runs right and others wrong.
    pub violates: Option<Violated>,
    pub confidence: Confidence,
    /// Failing tests that they make right, and passing tests that they make wrong.
    pub repairs: usize,
    pub breaks: usize,
    /// Passing runs nearby that end, print or are checked in another way with them, and how many were tried for that.
    pub disturbs: usize,
    pub sampled: usize,
}

/// What a search for repairs found.
#[derive(Debug, Default)]
pub struct RepairOutcome {
    pub failing: Vec<Failure>,
    /// How many changes were tried.
    pub tried: usize,
    /// How many changes of one family were not tried, since others are likelier.
    pub left: usize,
    /// The best first.
    pub repairs: Vec<Repair>,
    pub stopped: bool,
    /// Whether a program of changes did not behave as the original with none of them, so that these were not tried.
    pub unlike_the_original: bool,
    /// What it did instead, if nothing explains that: an internal error.
    pub contradiction: Option<String>,
}

/// Looks for patches that make the failing tests right.
#[must_use]
pub fn repair(
    subject: &FaultyProgram<'_>,
    tests: &[Test],
    executed: &[ExecutedTest],
    criterion: Criterion<'_>,
) -> RepairOutcome {
    let mut baseline = Baseline::new(subject, tests, executed);
    baseline.oracle.observes = matches!(criterion, Criterion::Claims { .. });
    let failing = baseline.failing.iter().map(|test| Failure {
        test: *test,
        stop: baseline.runs[*test].stop.clone(),
        steps: baseline.runs[*test].steps,
        printed: baseline.runs[*test].stdout.clone(),
    });
    let mut outcome = RepairOutcome {
        failing: failing.collect(),
        ..RepairOutcome::default()
    };
    if baseline.failing.is_empty() {
        return outcome;
    }
    let interpreter = Interpreter::new(subject.program, Some(subject.sources));
    let base: Vec<&Test> = baseline.failing.iter().map(|test| &tests[*test]).collect();
    let samples = match criterion {
        Criterion::Claims { .. } => samples(
            &interpreter,
            subject.program,
            &base,
            budgets::repair::MAX_SAMPLE_RUN.get(),
        ),
        Criterion::Tests => baseline
            .oracle
            .watched_passing(&baseline.passing, budgets::repair::MAX_TRIED_PATCHES.count() / 2),
    };
    let mut log = SearchLog::default();
    let mut search = PatchSearch {
        coverage: match criterion {
            Criterion::Tests => Some(baseline.coverage()),
            Criterion::Claims { .. } => None,
        },
        baseline,
        state: SearchState::default(),
    };
    let candidates = match criterion {
        Criterion::Tests => search.all_stages(&samples, &mut log),
        Criterion::Claims { .. } => search.for_claims(&samples, &mut log),
    };
    let mut ranking = Ranking::new(&search.baseline, &interpreter, criterion, &samples);
    outcome.repairs = ranking.confirmed(&candidates, &mut log.stopped);
    outcome.tried = log.tried;
    outcome.left = log.left;
    outcome.stopped = log.stopped;
    outcome.unlike_the_original = log.unlike_the_original;
    outcome.contradiction = log.contradiction;
    outcome
}

impl PatchSearch<'_> {
    fn watching<'s>(&'s self, samples: &'s [Test]) -> CandidateSearch<'s> {
        CandidateSearch {
            samples,
            ..self.candidates()
        }
    }

    fn for_claims(&mut self, samples: &[Test], log: &mut SearchLog) -> Vec<Candidate> {
        let baseline = &self.baseline;
        let stated = |test: &usize| is_stated(baseline.subject.program, &baseline.runs[*test]);
        let families = match baseline.failing.iter().all(stated) {
            true => &STATED[..],
            false => &GUARDED[..],
        };
        let crash = Crash::of(baseline);
        let subject = baseline.subject;
        let harness = Harness::new(subject.program, subject.sources);
        let mut all = self.watching(samples).calmest(families, self.split(), log);
        // What is put into the harness changes the question.
        let kept = |candidate: &Candidate| !candidate.disables() && !candidate.alters(&harness);
        all.retain(|candidate| candidate.kind != ChangeKind::Inserted || kept(candidate));
        // Each of these takes a translation, so that they are not tried in what takes long to translate.
        let size: usize = self
            .baseline
            .subject
            .inputs
            .iter()
            .map(|input| input.text.len())
            .sum();
        if size <= budgets::repair::MAX_REWRITTEN_FOR_CLAIMS.count() {
            let rewritten = self.plausible_rewrites(&|kind| kind != ChangeKind::Type && !kind.is_statement());
            log.tried += rewritten.len();
            let watched = rewritten
                .into_iter()
                .map(|candidate| self.watched(candidate, samples, &harness));
            all.extend(watched);
        }
        all.sort_by_key(|candidate| {
            let alters = candidate.alters(&harness) && !crash.is_guard(candidate);
            (
                alters,
                crash.class(candidate),
                candidate.disturbance.flat,
                candidate.disturbance.outside,
                candidate.odd,
                candidate.disturbance.inside,
                candidate.kind,
                candidate.weight,
            )
        });
        all
    }

    /// How much a change of the text disturbs runs that were right.
    fn watched(&self, candidate: Candidate, samples: &[Test], harness: &Harness) -> Candidate {
        let (oracle, subject) = (&self.baseline.oracle, self.baseline.subject);
        let Some((program, sources)) = subject.translated(&candidate.inputs) else {
            return candidate;
        };
        let original = Interpreter::new(subject.program, Some(subject.sources));
        let changed = Interpreter::new(&program, Some(&sources));
        let changed_harness = Harness::new(&program, &sources);
        let counted = |program, harness| Some(Counted { program, harness });
        let before: Vec<TrialRun> = samples
            .iter()
            .map(|test| oracle.execute(&original, counted(subject.program, harness), test))
            .collect();
        let after = samples
            .iter()
            .map(|test| oracle.execute(&changed, counted(&program, &changed_harness), test));
        Candidate {
            disturbance: TrialRun::disturbance(before.iter().zip(after)),
            ..candidate
        }
    }

    /// Single changes and rewrites; where none makes every test right, sets of them before those that make some right.
    fn all_stages(&mut self, samples: &[Test], log: &mut SearchLog) -> Vec<Candidate> {
        let singles = self.single_stages(samples, log);
        if singles.iter().any(Candidate::is_whole) {
            return singles;
        }
        let mut sets = self.beside_rewritten(SetDepth::Full, &|_| true);
        if sets.is_empty() {
            sets = self.set_stages(&singles, log);
        }
        sets.extend(singles);
        sets
    }

    /// Pairs; what stands beside a single change that makes some tests right, since a fault may keep runs from another one,
    /// which shows in the text where the first is gone; larger sets, and what stands beside them.
    fn set_stages(&self, singles: &[Candidate], log: &mut SearchLog) -> Vec<Candidate> {
        let search = self.candidates();
        let inputs = self.baseline.subject.inputs;
        let pairs = search.pairs(inputs, self.split(), SetDepth::Full, true);
        log.tried += pairs.tried;
        if pairs.candidates.iter().any(Candidate::is_whole) {
            return pairs.candidates;
        }
        let harmless = singles.iter().filter(|candidate| candidate.broken == 0);
        let harmless: Vec<Candidate> = harmless.cloned().collect();
        let beside = self.beside_partial(&harmless);
        if !beside.is_empty() {
            return beside;
        }
        let Some(grown) = pairs.grown else {
            return pairs.candidates;
        };
        let (larger, tried) = search.larger(grown, self.split());
        log.tried += tried;
        let beside = match larger.iter().any(Candidate::is_whole) {
            true => Vec::new(),
            false => self.beside_partial(&larger),
        };
        match beside.is_empty() {
            true => larger,
            false => beside,
        }
    }

    /// Changes that may help, the best first; statements are added only where nothing else is enough. Where none makes every
    /// test right, those that make some right.
    fn single_stages(&mut self, samples: &[Test], log: &mut SearchLog) -> Vec<Candidate> {
        let mut partial: Vec<Candidate> = Vec::new();
        let rounds = FAMILIES.map(|family| (false, family)).into_iter();
        for (partly, family) in rounds.chain(FAMILIES.map(|family| (true, family))) {
            let inserting = family != Family::Changes;
            if self.baseline.is_stopped() {
                continue;
            }
            // What breaks nothing is followed before statements are put in.
            if partly && inserting && partial.iter().any(|found| found.broken == 0) {
                continue;
            }
            let search = self.watching(samples);
            let inputs = self.baseline.subject.inputs;
            let candidates = search.screened(inputs, self.split(), (partly, family), log);
            if candidates.first().is_some_and(Candidate::is_whole) {
                return candidates;
            }
            partial.extend(candidates);
            if (partly, family) == (false, Family::Changes) {
                let rewritten = self.plausible_rewrites(&|_| true);
                if !rewritten.is_empty() {
                    return rewritten;
                }
            }
        }
        partial.sort_by_key(|found| (Reverse(found.repaired), found.broken));
        partial
    }
}

/// The error at which a run crashes: which changes a person would make there.
struct Crash {
    /// A null pointer is followed, or something lies outside.
    kind: Option<Crashed>,
    /// The text of the function where it happens.
    function: Option<(String, u32, u32)>,
    /// Where it happens: the number of the file, and of the line in it.
    line: (usize, usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Crashed {
    Null,
    Other,
}

impl Crash {
    fn of(baseline: &Baseline<'_>) -> Crash {
        let subject = baseline.subject;
        let first = baseline.failing.first().map(|test| &baseline.runs[*test].stop);
        let Some(Stop::ClaimFailed { claim, reason }) = first else {
            return Crash {
                kind: None,
                function: None,
                line: (0, 0),
            };
        };
        let claim = subject.program.claim(*claim);
        let kind = match (claim.kind, reason) {
            (CheckKind::Assertion | CheckKind::ErrorCall, _) => None,
            (
                _,
                Reason::Pointer {
                    problem: PointerProblem::Null { .. },
                    ..
                },
            ) => Some(Crashed::Null),
            _ => Some(Crashed::Other),
        };
        let at = subject.sources.location(claim.loc).used;
        let name = &subject.sources.file(at.file).name;
        let file = subject.inputs.iter().position(|input| input.name == *name);
        let line = (subject.sources.line(claim.loc) as usize).saturating_sub(1);
        Crash {
            kind,
            line: (file.unwrap_or(usize::MAX), line),
            function: extent(subject.program, subject.sources, claim.function),
        }
    }

    /// Whether a change guards what crashes, in the function where it does.
    fn is_guard(&self, candidate: &Candidate) -> bool {
        let here = |edit: &TextEdit| {
            let mut function = self.function.iter();
            function.any(|(file, lo, hi)| *file == edit.file && (*lo..=*hi).contains(&edit.lo))
        };
        self.kind.is_some()
            && candidate.kind == ChangeKind::Condition
            && candidate.patches.iter().flat_map(|patch| &patch.edits).all(here)
    }

    /// How far a change is from what a person would make of a crash. A check just before the place comes first where a null
    /// pointer is followed, since whoever calls something that may return one must ask. Another number, an opposite condition or
    /// a statement left out hardly ever does more than to avoid the place; nor does a condition elsewhere.
    fn class(&self, candidate: &Candidate) -> u8 {
        let avoids = matches!(
            candidate.kind,
            ChangeKind::Constant | ChangeKind::Negated | ChangeKind::Dropped | ChangeKind::Deleted
        );
        match self.kind {
            None => 0,
            Some(_) if avoids => 3,
            Some(_) if self.is_guard(candidate) && candidate.first_line() == self.line => 0,
            Some(_) if candidate.kind == ChangeKind::Condition => 2,
            Some(Crashed::Null) => 1,
            Some(Crashed::Other) => 0,
        }
    }
}

/// Whether a run ends at what the user has stated.
fn is_stated(program: &Program, run: &TrialRun) -> bool {
    let Stop::ClaimFailed { claim, .. } = run.stop else {
        return false;
    };
    matches!(
        program.claim(claim).kind,
        CheckKind::Assertion | CheckKind::ErrorCall
    )
}

/// What makes a repair better than another, the most important first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Only where claims are the oracle.
    violates: bool,
    effect: ChangeEffect,
    /// See [`Crash::class`].
    class: u8,
    /// Whether what is changed decides nothing any more.
    flat: bool,
    confidence: u8,
    /// Whether it is a statement that nobody has written and that is not proved: some fit whatever is wrong.
    guessed: bool,
    /// Whether passing tests become wrong.
    spoils: bool,
    patches: usize,
    breaks: usize,
    /// Passing runs that it disturbs outside, and those that it disturbs inside.
    outside: usize,
    odd: u8,
    inside: usize,
    kind: ChangeKind,
    /// Only where claims are the oracle.
    weight: usize,
    place: (usize, u32),
}

/// What checking a changed program gives.
enum Checked {
    Holds(Confidence),
    Fails(Box<Test>, ClaimId),
    Unknown,
}

/// Makes candidates to the text, and sees which help and how well.
struct Ranking<'t> {
    baseline: &'t Baseline<'t>,
    criterion: Criterion<'t>,
    samples: Vec<(Test, TrialRun)>,
    /// Runs that violated a claim in programs changed otherwise.
    counterexamples: Vec<Test>,
    /// How often the failing runs, by test, came to the claim that they fail, and how much they read.
    reached: Vec<(u32, usize)>,
    harness: Harness,
    crash: Crash,
    /// How many changed programs were checked, and how many of these could be neither proved nor refuted.
    checked: usize,
    unproved: usize,
}

impl<'t> Ranking<'t> {
    fn new(
        baseline: &'t Baseline<'t>,
        interpreter: &Interpreter<'_>,
        criterion: Criterion<'t>,
        samples: &[Test],
    ) -> Ranking<'t> {
        let program = baseline.subject.program;
        let oracle = &baseline.oracle;
        let harness = Harness::new(program, baseline.subject.sources);
        let counting = Counted {
            program,
            harness: &harness,
        };
        let counted = |test: &Test| oracle.execute(interpreter, Some(counting), test);
        let failing = baseline.failing.iter().map(|test| &oracle.tests[*test]);
        let reached = |test: &Test| {
            let run = counted(test);
            (run.assertions, run.read)
        };
        let reached = failing.map(reached).collect();
        let samples = samples.iter().map(|test| (test.clone(), counted(test))).collect();
        Ranking {
            baseline,
            criterion,
            samples,
            counterexamples: Vec::new(),
            reached,
            harness,
            crash: Crash::of(baseline),
            checked: 0,
            unproved: 0,
        }
    }

    /// The candidates that help, the best first.
    fn confirmed(&mut self, candidates: &[Candidate], stopped: &mut bool) -> Vec<Repair> {
        let mut made: Vec<(Rank, Repair)> = Vec::new();
        let mut tried = 0;
        // Of the statements that may be missing in one place, which many can stand for, the first is told.
        let mut inserted = BTreeSet::new();
        let claims = matches!(self.criterion, Criterion::Claims { .. });
        // Without tests little tells changes of one line apart: the first that holds is told.
        let mut changed = BTreeSet::new();
        for candidate in candidates {
            let line = candidate.first_line();
            if claims && changed.contains(&line) {
                continue;
            }
            let place = (self.first_lines(candidate), candidate.place, candidate.broken);
            let inserts = candidate.kind == ChangeKind::Inserted;
            if inserts && inserted.contains(&place) {
                continue;
            }
            // They would crowd out what is wrong in what is written.
            if inserts && claims && inserted.len() >= budgets::repair::MAX_INSERTED_FOR_CLAIMS.count() {
                continue;
            }
            tried += 1;
            if tried > budgets::repair::MAX_TRIED_PATCHES.count() {
                break;
            }
            if self.baseline.is_stopped() {
                *stopped = true;
                break;
            }
            if matches!(self.criterion, Criterion::Claims { max_checked, .. } if self.checked >= max_checked)
            {
                break;
            }
            let Some(repair) = self.confirm(candidate) else {
                continue;
            };
            if inserts {
                inserted.insert(place);
            }
            // Beside a statement that is put in, what is written there may be wrong.
            if repair.1.violates.is_none() && !inserts {
                changed.insert(line);
            }
            made.push(repair);
            let holds = |(_, repair): &&(Rank, Repair)| match repair.confidence {
                Confidence::Proved => true,
                Confidence::Tests => claims && self.unproved >= budgets::repair::MAX_UNPROVED.count(),
                _ => false,
            };
            if made.iter().filter(holds).count() >= budgets::repair::MAX_PROVED.count() {
                break;
            }
        }
        self.best(made)
    }

    /// What all but the last change of a candidate make of their lines.
    fn first_lines(&self, candidate: &Candidate) -> Option<Vec<Vec<String>>> {
        let edits: Vec<_> = candidate.patches.iter().flat_map(|patch| &patch.edits).collect();
        let (_, first) = edits.split_last()?;
        let lines = first.iter().map(|edit| {
            let ChangedLines { after, .. } = edit.changed_lines(self.baseline.subject.inputs);
            after
        });
        Some(lines.collect())
    }

    fn best(&self, mut made: Vec<(Rank, Repair)>) -> Vec<Repair> {
        made.sort_by(|a, b| a.0.cmp(&b.0));
        // What is wrong for most runs that were right comes after what leaves them alone; and beside a change that all tests
        // accept one that only some need is no answer.
        let calm = |(_, repair): &(Rank, Repair)| repair.disturbs * 2 <= repair.sampled;
        if matches!(self.criterion, Criterion::Claims { .. }) {
            // A fault that most runs show, without failing, can only be repaired by disturbing them.
            made.sort_by_key(|repair| {
                let Rank {
                    violates,
                    effect,
                    class,
                    flat,
                    ..
                } = repair.0;
                (violates, effect, class, flat, !calm(repair))
            });
            return self.by_claims(made);
        }
        let kind = |rank: &Rank| (rank.confidence, rank.spoils, rank.patches);
        let best = made.first().map(|(rank, _)| kind(rank));
        made.into_iter()
            .filter(|(rank, _)| best == Some(kind(rank)))
            .map(|(_, repair)| repair)
            .collect()
    }

    /// What holds for all inputs, up to a bound, or in all runs that were tried; then a few with which another claim fails.
    fn by_claims(&self, made: Vec<(Rank, Repair)>) -> Vec<Repair> {
        let holds = |repair: &Repair| repair.violates.is_none();
        let repairs = || made.iter().map(|(_, repair)| repair);
        // Changes of one line are one entry: its best.
        let mut lines = BTreeSet::new();
        let first =
            |(rank, repair): &&(Rank, Repair)| holds(repair) && lines.insert(self.line_of(rank.place));
        let kept: Vec<&Repair> = made.iter().filter(first).map(|(_, repair)| repair).collect();
        let others = repairs().filter(|repair| !holds(repair) && repair.effect == ChangeEffect::Computes);
        let most = budgets::repair::MAX_VIOLATING.count();
        kept.into_iter().chain(others.take(most)).cloned().collect()
    }

    /// The file, and the line in it, of a place.
    fn line_of(&self, (file, at): (usize, u32)) -> (usize, usize) {
        let text = self
            .baseline
            .subject
            .inputs
            .get(file)
            .map_or(&[][..], |input| &input.text[..]);
        let before = &text[..(at as usize).min(text.len())];
        (file, before.iter().filter(|byte| **byte == b'\n').count())
    }

    /// Translates the changed text and sees what becomes of it; nothing if it does not help.
    fn confirm(&mut self, candidate: &Candidate) -> Option<(Rank, Repair)> {
        let baseline = self.baseline;
        let (program, sources) = baseline.subject.translated(&candidate.inputs)?;
        let interpreter = Interpreter::new(&program, Some(&sources));
        let (oracle, tests) = (&baseline.oracle, baseline.oracle.tests);
        let harness = Harness::new(&program, &sources);
        let counting = Counted {
            program: &program,
            harness: &harness,
        };
        let run = |test: &Test| oracle.execute(&interpreter, Some(counting), test);
        // A run that is right by chance, because of what happened to lie in memory, is not.
        let right = |test: &&usize| {
            let now = run(&tests[**test]);
            oracle.is_right(&tests[**test], &now) && now.unwritten.is_subset(&baseline.runs[**test].unwritten)
        };
        let (failing, passing) = (&baseline.failing, &baseline.passing);
        let repairs = failing.iter().filter(right).count();
        let breaks = passing.len() - passing.iter().filter(right).count();
        let mut known = self.counterexamples.iter();
        if repairs == 0 || !known.all(|test| oracle.is_right(test, &run(test))) {
            return None;
        }
        let after: Vec<TrialRun> = self.samples.iter().map(|(test, _)| run(test)).collect();
        let pairs = || self.samples.iter().map(|(_, before)| before).zip(&after);
        // Who checks less than before makes nothing right.
        let less = pairs()
            .filter(|(before, after)| after.assertions < before.assertions)
            .count();
        let asserting = pairs().filter(|(before, _)| before.assertions > 0).count();
        if matches!(self.criterion, Criterion::Claims { .. }) && less * 2 > asserting {
            return None;
        }
        let disturbance = TrialRun::disturbance(pairs().map(|(before, after)| (before, after.clone())));
        let fails = after.iter().find_map(|after| match after.stop {
            Stop::ClaimFailed { claim, .. } => Some(violated(&program, &sources, claim)),
            _ => None,
        });
        let (confidence, violates) = match self.criterion {
            Criterion::Tests if repairs == failing.len() => (Confidence::Tests, None),
            Criterion::Tests => (Confidence::SomeTests, None),
            Criterion::Claims { .. } if repairs < failing.len() => return None,
            Criterion::Claims { bounds, .. } => match fails {
                Some(fails) => (Confidence::SomeTests, Some(fails)),
                None => self.judged(&program, &sources, bounds)?,
            },
        };
        // Some condition tells the failing runs from the passing ones by chance: without a proof it says nothing.
        let claims = matches!(self.criterion, Criterion::Claims { .. });
        let chance = candidate.kind == ChangeKind::Condition && !candidate.is_crash_guard();
        if claims && chance && confidence == Confidence::Tests {
            return None;
        }
        let effect = match self.criterion {
            Criterion::Tests => ChangeEffect::Computes,
            Criterion::Claims { .. } => self.effect(candidate, failing.iter().map(|test| run(&tests[*test]))),
        };
        let (odd, weight) = match self.criterion {
            Criterion::Tests => (0, 0),
            Criterion::Claims { .. } => (candidate.odd, candidate.weight),
        };
        let rank = Rank {
            violates: violates.is_some(),
            effect,
            class: self.crash.class(candidate),
            flat: candidate.disturbance.flat,
            guessed: claims && candidate.kind == ChangeKind::Inserted && confidence == Confidence::Tests,
            confidence: match confidence {
                Confidence::Proved => 0,
                Confidence::UpToBound => 1,
                Confidence::Tests => 2,
                Confidence::SomeTests => 3,
            },
            spoils: breaks > 0,
            patches: candidate.patches.len(),
            breaks,
            outside: disturbance.outside,
            odd,
            inside: disturbance.inside,
            kind: candidate.kind,
            weight,
            place: candidate.place,
        };
        let repair = Repair {
            patches: candidate.patches.clone(),
            effect,
            violates,
            confidence,
            repairs,
            breaks,
            disturbs: disturbance.outside,
            sampled: after.len(),
        };
        Some((rank, repair))
    }

    /// What is known of a changed program that lets the failing runs pass; nothing if it fails at the same claim in another run.
    fn judged(
        &mut self,
        program: &Program,
        sources: &SourceMap,
        bounds: &bmc::Options,
    ) -> Option<(Confidence, Option<Violated>)> {
        // Where proving ran out of effort a few times it will do so again: what the runs say is left.
        if self.unproved >= budgets::repair::MAX_UNPROVED.count() {
            return Some((Confidence::Tests, None));
        }
        self.checked += 1;
        let checked = match self.check(program, sources, bounds) {
            // A run that does not fail when it is executed says nothing.
            Checked::Fails(test, _) if !self.fails_executed(program, sources, &test) => Checked::Unknown,
            checked => checked,
        };
        match checked {
            Checked::Holds(confidence) => Some((confidence, None)),
            Checked::Unknown => {
                self.unproved += 1;
                Some((Confidence::Tests, None))
            }
            Checked::Fails(test, claim) => {
                // That this claim fails in another run is no repair; that another one fails may be half of one.
                let tests = self.baseline.oracle.tests;
                let other = !tests.iter().any(|failed| failed.name == test.name);
                self.counterexamples.push(*test);
                other.then(|| (Confidence::SomeTests, Some(violated(program, sources, claim))))
            }
        }
    }

    fn fails_executed(&self, program: &Program, sources: &SourceMap, test: &Test) -> bool {
        let interpreter = Interpreter::new(program, Some(sources));
        let went = self.baseline.oracle.execute(&interpreter, None, test);
        matches!(went.stop, Stop::ClaimFailed { .. })
    }

    /// What becomes of failing runs that went so with a change.
    fn effect(&self, candidate: &Candidate, runs: impl Iterator<Item = TrialRun>) -> ChangeEffect {
        let (mut avoids, mut reads_less) = (false, false);
        for (now, (asserted, read)) in runs.zip(&self.reached) {
            avoids |= now.assertions < *asserted;
            reads_less |= now.read < *read;
        }
        if reads_less {
            ChangeEffect::StopsInput
        } else if avoids {
            ChangeEffect::AvoidsClaim
        } else if candidate.alters(&self.harness) && !self.crash.is_guard(candidate) {
            ChangeEffect::Harness
        } else {
            ChangeEffect::Computes
        }
    }

    /// Whether every claim holds; otherwise a run that violates one, if there is one.
    fn check(&self, program: &Program, sources: &SourceMap, bounds: &bmc::Options) -> Checked {
        let mut bounds = bounds.clone();
        bounds.stop_on_fail = true;
        bounds.claims = None;
        bounds.record = false;
        // A change can make a loop that never ends.
        bounds.deepest = bounds.deepest.min(budgets::repair::MAX_UNWINDING.small());
        let stop = self.baseline.subject.stop;
        let found = bmc::check(program, Some(sources), &bounds, stop, &mut |_| {});
        if let Some(run) = found.counterexamples.first() {
            return Checked::Fails(Box::new(Test::of_run(program, &run.run)), run.claim);
        }
        // What is not supported hides what comes after it.
        let hidden = found.stopped || found.exhausted || !found.unsupported.is_empty();
        let known = |status: Status| matches!(status, Status::Holds | Status::HoldsUpToBound);
        if hidden || found.depends_on_addresses || !found.claims.iter().all(|claim| known(claim.status)) {
            return Checked::Unknown;
        }
        Checked::Holds(match found.complete {
            true => Confidence::Proved,
            false => Confidence::UpToBound,
        })
    }
}
