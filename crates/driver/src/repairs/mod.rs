//! Looks for small changes and makes sure of them.
//!
//! The crate `repair` sifts thousands of changes by concrete runs of one program. The few that are left are made to the
//! *text*, which is translated anew and executed on every test. Where claims are the judge, the changed program is
//! checked for all inputs; a run that violates a claim there is one more test for the changes that follow.
//!
//! A change that lets every claim hold may do so by avoiding what is checked. Runs of the original program that pass
//! say what it was meant to do: a change that disturbs them comes later.

pub(crate) mod candidates;
pub(crate) mod evidence;
mod pieces;
mod rewriting;

use std::collections::BTreeSet;

use bmc::Status;
use frontend::Input;
use interp::{Interpreter, Stop};
use localize::SetBudget;
use program::{CheckKind, Program};
use repair::{Behaviour, Change, Disturbance, Family, Judge, samples};
use report::{Assurance, ChangeReport};
use runs::Test;
use source::SourceMap;

use crate::load::ChangedTexts;
use candidates::{Candidate, Search, judged_by, some_passing, starting};

/// So many changes are made to the text and tried.
pub(crate) const MOST_TRIED: usize = 32;
/// So many that hold for all inputs are enough.
const MOST_PROVED: usize = 5;
/// A loop that goes on longer is not followed to its end.
const DEEPEST: u32 = 32;
/// Samples take no more steps than this.
const SAMPLE_STEPS: u64 = 100_000;

/// What a change is tried on.
pub(crate) struct World<'w> {
    pub(crate) inputs: &'w [Input],
    pub(crate) texts: &'w ChangedTexts<'w>,
    pub(crate) lowering: &'w lower::Options,
    pub(crate) sources: &'w SourceMap,
    pub(crate) program: &'w Program,
    pub(crate) ignore_space: bool,
    pub(crate) stop: &'w runs::Interrupt,
}

/// Who says what is right.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Judged<'j> {
    /// The tests alone.
    Tests,
    /// The claims, for all inputs within these bounds; so many changed programs are checked.
    Claims { bounds: &'j bmc::Options, most: usize },
}

/// A test that fails.
#[derive(Debug, Clone)]
pub(crate) struct Failed {
    pub(crate) test: usize,
    pub(crate) ended: String,
    /// Whether it ended by itself.
    pub(crate) exited: bool,
    pub(crate) printed: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) failing: Vec<Failed>,
    pub(crate) tried: usize,
    /// How many changes of one family were not tried, since others are likelier.
    pub(crate) left: usize,
    pub(crate) changes: Vec<ChangeReport>,
    pub(crate) stopped: bool,
    pub(crate) notes: Vec<String>,
}

/// What is to be said of changes that were not tried.
pub(crate) fn untried(left: usize) -> Option<String> {
    let why = "they are where more passing tests come by, or less likely";
    (left > 0).then(|| format!("{left} changes of the text were not tried: {why}"))
}

/// Looks for changes that make the failing tests right.
pub(crate) fn find(world: &World<'_>, tests: &[Test], judged: Judged<'_>) -> Found {
    let interpreter = Interpreter::new(world.program, Some(world.sources));
    let (judge, runs) = starting(world, &interpreter, tests);
    let (passing, failing) = judged_by(&judge, &runs);
    let mut found = Found {
        failing: failing
            .iter()
            .map(|test| Failed {
                test: *test,
                ended: match &runs[*test].stop {
                    interp::Stop::StepLimit => {
                        // The step that was one too many is counted.
                        format!(
                            "does not end within {} steps",
                            runs[*test].steps.saturating_sub(1)
                        )
                    }
                    stop => stop.to_string(),
                },
                exited: matches!(runs[*test].stop, Stop::Exit(_)),
                printed: runs[*test].stdout.clone(),
            })
            .collect(),
        ..Found::default()
    };
    if failing.is_empty() {
        return found;
    }
    let base: Vec<&Test> = failing.iter().map(|test| &tests[*test]).collect();
    let samples = match judged {
        Judged::Claims { .. } => samples(&interpreter, &base, SAMPLE_STEPS),
        Judged::Tests => some_passing(&judge, &passing, MOST_TRIED / 2),
    };
    let search = Search {
        world,
        judge: &judge,
        samples: &samples,
        runs: &runs,
        reached: None,
        affordable: None,
    };
    let mut candidates = match judged {
        Judged::Claims { .. } => {
            let families = match failing.iter().all(|test| is_stated(world.program, &runs[*test])) {
                true => &STATED[..],
                false => &GUARDED[..],
            };
            search.calmest(families, &failing, &passing, &mut found)
        }
        Judged::Tests => search.step(&failing, &passing, &mut found),
    };
    if matches!(judged, Judged::Tests) && !candidates.iter().any(Candidate::is_whole) {
        let (mut more, tried, grown) = search.pairs(world.inputs, &failing, &passing, SetBudget::Full, true);
        found.tried += tried;
        if let Some(grown) = grown {
            let (larger, tried) = search.larger(grown, &failing, &passing);
            found.tried += tried;
            more = larger;
        }
        candidates.splice(0..0, more);
    }
    let mut trial = Trial {
        world,
        judge: &judge,
        failing: &failing,
        passing: &passing,
        judged,
        samples: samples
            .iter()
            .map(|test| {
                let run = judge.execute(&interpreter, Some(world.program), test);
                (test.clone(), run)
            })
            .collect(),
        counterexamples: Vec::new(),
        reached: failing
            .iter()
            .map(|test| {
                let run = judge.execute(&interpreter, Some(world.program), &tests[*test]);
                run.assertions
            })
            .sum(),
        unwritten: runs.iter().map(|run| run.unwritten.clone()).collect(),
    };
    found.changes = trial.confirmed(&candidates, &mut found.stopped);
    found
}

/// What is tried where an assertion fails. Whatever its condition says, there are many conditions under which it holds, and they
/// would crowd out what should be written. Statements are not put in: only tests can tell one that was missing from one that
/// disables the program.
const STATED: [Family; 1] = [Family::Changes];
/// What is tried for errors of memory and arithmetic: to guard just the failing runs is a likely answer.
const GUARDED: [Family; 2] = [Family::Changes, Family::Conditions];

/// Whether a run ends at what the user has stated.
fn is_stated(program: &Program, run: &Behaviour) -> bool {
    let Stop::ClaimFailed { claim, .. } = run.stop else {
        return false;
    };
    matches!(
        program.claim(claim).kind,
        CheckKind::Assertion | CheckKind::ErrorCall
    )
}

/// What makes a change better than another, the most important first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    assurance: u8,
    /// Whether passing tests become wrong.
    spoils: bool,
    edits: usize,
    breaks: usize,
    disturbance: Disturbance,
    avoids: bool,
    kind: Change,
    place: (u32, u32),
}

struct Trial<'t> {
    world: &'t World<'t>,
    judge: &'t Judge<'t>,
    failing: &'t [usize],
    passing: &'t [usize],
    judged: Judged<'t>,
    samples: Vec<(Test, Behaviour)>,
    /// Runs that violated a claim in programs changed otherwise.
    counterexamples: Vec<Test>,
    /// Assertions that the failing runs came to.
    reached: u32,
    /// What each test read before it was written.
    unwritten: Vec<BTreeSet<String>>,
}

impl Trial<'_> {
    /// The candidates that help, the best first.
    fn confirmed(&mut self, candidates: &[Candidate], stopped: &mut bool) -> Vec<ChangeReport> {
        let mut made: Vec<(Rank, ChangeReport)> = Vec::new();
        let mut checked = 0;
        let mut tried = 0;
        // Of the statements that may be missing in one place, which many can stand for, the first is told.
        let mut inserted = BTreeSet::new();
        for candidate in candidates {
            let first = candidate.edits.split_last().map(|(_, before)| {
                let lines = before.iter().map(|edit| edit.after.clone());
                lines.collect::<Vec<_>>()
            });
            let place = (first, candidate.place, candidate.broken);
            if candidate.kind == Change::Inserted && inserted.contains(&place) {
                continue;
            }
            tried += 1;
            if tried > MOST_TRIED {
                break;
            }
            if (self.world.stop)() {
                *stopped = true;
                break;
            }
            if matches!(self.judged, Judged::Claims { most, .. } if checked >= most) {
                break;
            }
            let Some((rank, change)) = self.confirm(candidate, &mut checked) else {
                continue;
            };
            if candidate.kind == Change::Inserted {
                inserted.insert(place);
            }
            made.push((rank, change));
            let proved = |(_, change): &&(Rank, ChangeReport)| change.assurance == Assurance::Proved;
            if made.iter().filter(proved).count() >= MOST_PROVED {
                break;
            }
        }
        made.sort_by(|a, b| a.0.cmp(&b.0));
        // What is wrong for most runs that were right is no answer beside what leaves them alone; nor is a change that
        // some tests need beside one that all of them accept.
        let calm = |(_, change): &(Rank, ChangeReport)| !change.disturbs_most();
        if matches!(self.judged, Judged::Claims { .. }) && made.iter().any(calm) {
            made.retain(calm);
        }
        let kind = |rank: &Rank| (rank.assurance, rank.spoils, rank.edits);
        let best = made.first().map(|(rank, _)| kind(rank));
        made.into_iter()
            .filter(|(rank, _)| best == Some(kind(rank)))
            .map(|(_, change)| change)
            .collect()
    }

    /// Translates the changed text and sees what becomes of it; nothing if it does not help.
    fn confirm(&mut self, candidate: &Candidate, checked: &mut usize) -> Option<(Rank, ChangeReport)> {
        let loaded = self.world.texts.parse(&candidate.inputs);
        if loaded.diagnostics.iter().any(source::Diagnostic::is_error) {
            return None;
        }
        let program = lower::lower(loaded.tree?, &loaded.sources, self.world.lowering).ok()?;
        let interpreter = Interpreter::new(&program, Some(&loaded.sources));
        let run = |test: &Test| self.judge.execute(&interpreter, Some(&program), test);
        let tests = self.judge.tests;
        // A run that is right by chance, because of what happened to lie in memory, is not.
        let right = |test: &&usize| {
            let now = run(&tests[**test]);
            self.judge.is_right(&tests[**test], &now) && now.unwritten.is_subset(&self.unwritten[**test])
        };
        let repairs = self.failing.iter().filter(right).count();
        let breaks = self.passing.len() - self.passing.iter().filter(right).count();
        let mut known = self.counterexamples.iter();
        if repairs == 0 || !known.all(|test| self.judge.is_right(test, &run(test))) {
            return None;
        }
        let assurance = match self.judged {
            Judged::Tests if repairs == self.failing.len() => Assurance::Tests,
            Judged::Tests => Assurance::SomeTests,
            Judged::Claims { .. } if repairs < self.failing.len() => return None,
            Judged::Claims { bounds, .. } => {
                *checked += 1;
                match self.check(&program, &loaded.sources, bounds) {
                    Ok(assurance) => assurance,
                    Err(test) => {
                        self.counterexamples.extend(test.map(|test| *test));
                        return None;
                    }
                }
            }
        };
        let after: Vec<Behaviour> = self.samples.iter().map(|(test, _)| run(test)).collect();
        let pairs = || self.samples.iter().map(|(_, before)| before).zip(&after);
        // Who checks less than before makes nothing right.
        let less = pairs()
            .filter(|(before, after)| after.assertions < before.assertions)
            .count();
        let asserting = pairs().filter(|(before, _)| before.assertions > 0).count();
        if matches!(self.judged, Judged::Claims { .. }) && less * 2 > asserting {
            return None;
        }
        let disturbance = Behaviour::disturbance(pairs().map(|(before, after)| (before, after.clone())));
        let reached: u32 = self
            .failing
            .iter()
            .map(|test| run(&tests[*test]).assertions)
            .sum();
        let rank = Rank {
            assurance: match assurance {
                Assurance::Proved => 0,
                Assurance::UpToBound | Assurance::Tests => 1,
                Assurance::SomeTests => 2,
            },
            spoils: breaks > 0,
            edits: candidate.edits.len(),
            breaks,
            disturbance,
            avoids: reached < self.reached,
            kind: candidate.kind,
            place: candidate.place,
        };
        let change = ChangeReport {
            edits: candidate.edits.clone(),
            assurance,
            repairs,
            breaks,
            disturbs: disturbance.outside,
            sampled: after.len(),
        };
        Some((rank, change))
    }

    /// Whether every claim holds; otherwise a run that violates one, if there is one.
    fn check(
        &self,
        program: &Program,
        sources: &SourceMap,
        bounds: &bmc::Options,
    ) -> Result<Assurance, Option<Box<Test>>> {
        let mut bounds = bounds.clone();
        bounds.stop_on_fail = true;
        bounds.claims = None;
        bounds.record = false;
        // A change can make a loop that never ends.
        bounds.deepest = bounds.deepest.min(DEEPEST);
        let found = bmc::check(program, Some(sources), &bounds, self.world.stop, &mut |_| {});
        if let Some(run) = found.counterexamples.first() {
            return Err(Some(Box::new(Test::of_run(program, &run.run))));
        }
        // What is not supported hides what comes after it.
        let hidden = found.stopped || found.exhausted || !found.unsupported.is_empty();
        let known = |status: Status| matches!(status, Status::Holds | Status::HoldsUpToBound);
        if hidden || found.depends_on_addresses || !found.claims.iter().all(|claim| known(claim.status)) {
            return Err(None);
        }
        Ok(match found.complete {
            true => Assurance::Proved,
            false => Assurance::UpToBound,
        })
    }
}
