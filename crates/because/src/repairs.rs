//! Looks for small changes and makes sure of them.
//!
//! The crate `repair` sifts thousands of changes by concrete runs of one program. The few that are left are made to the
//! *text*, which is translated anew and executed on every test. Where claims are the judge, the changed program is
//! checked for all inputs; a run that violates a claim there is one more test for the changes that follow.
//!
//! A change that lets every claim hold may do so by avoiding what is checked. Runs of the original program that pass
//! say what it was meant to do: a change that disturbs them comes later.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use bmc::Status;
use explain::diagnose::Test;
use frontend::Input;
use interp::{Interpreter, Stop};
use program::Program;
use repair::{Behaviour, Change, Disturbance, Edit, Family, Judge, Schema, samples};
use report::{Assurance, ChangeReport, EditReport, Place};
use source::{FileId, LocId, SourceMap};

use crate::load;
use crate::options::Language;
use crate::suspects::test_of;

/// So many changes are made to the text and tried.
const MOST_TRIED: usize = 32;
/// So many that hold for all inputs are enough.
const MOST_PROVED: usize = 5;
/// A loop that goes on longer is not followed to its end.
const DEEPEST: u32 = 32;
/// Where no change is enough, so many that help are followed by a second one.
const MOST_FIRST: usize = 3;
/// A run of the original that takes (twenty times) longer does not end.
const FIRST_STEPS: u64 = 500_000;
/// Samples take no more steps than this.
const SAMPLE_STEPS: u64 = 100_000;

/// What a change is tried on.
pub(crate) struct World<'w> {
    pub(crate) inputs: &'w [Input],
    pub(crate) language: &'w Language,
    pub(crate) lowering: &'w lower::Options,
    pub(crate) sources: &'w SourceMap,
    pub(crate) program: &'w Program,
    pub(crate) ignore_space: bool,
    pub(crate) stop: &'w bmc::Stop,
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
    pub(crate) printed: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) failing: Vec<Failed>,
    pub(crate) tried: usize,
    pub(crate) changes: Vec<ChangeReport>,
    pub(crate) stopped: bool,
    pub(crate) notes: Vec<String>,
}

/// Edits that may help, and the texts they lead to.
#[derive(Debug, Clone)]
struct Candidate {
    inputs: Vec<Input>,
    edits: Vec<EditReport>,
    kind: Change,
    place: (u32, u32),
    repaired: usize,
    broken: usize,
}

/// Looks for changes that make the failing tests right.
pub(crate) fn find(world: &World<'_>, tests: &[Test], judged: Judged<'_>) -> Found {
    let interpreter = Interpreter::new(world.program, Some(world.sources));
    let mut judge = Judge {
        tests,
        ignore_space: world.ignore_space,
        steps: FIRST_STEPS,
    };
    let runs: Vec<Behaviour> = tests
        .iter()
        .map(|test| judge.execute(&interpreter, None, test, 0))
        .collect();
    judge.steps = runs
        .iter()
        .filter(|run| matches!(run.stop, Stop::Exit(_) | Stop::ClaimFailed { .. }))
        .map(|run| run.steps)
        .max()
        .unwrap_or(0);
    let (passing, failing) = judged_by(&judge, &runs);
    let mut found = Found {
        failing: failing
            .iter()
            .map(|test| Failed {
                test: *test,
                ended: runs[*test].stop.to_string(),
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
        Judged::Tests => Vec::new(),
    };
    let search = Search {
        world,
        inserts: matches!(judged, Judged::Tests),
        judge: &judge,
        samples: &samples,
    };
    let mut candidates = search.step(world.inputs, &failing, &passing, &mut found);
    let whole = |candidate: &Candidate| candidate.repaired == failing.len() && candidate.broken == 0;
    if matches!(judged, Judged::Tests) && !candidates.iter().any(whole) {
        let second = search.second(&candidates, &failing, &mut found);
        candidates.splice(0..0, second);
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
                let run = judge.execute(&interpreter, Some(world.program), test, 0);
                (test.clone(), run)
            })
            .collect(),
        counterexamples: Vec::new(),
        reached: failing
            .iter()
            .map(|test| {
                let run = judge.execute(&interpreter, Some(world.program), &tests[*test], 0);
                run.assertions
            })
            .sum(),
        unwritten: runs.iter().map(|run| run.unwritten.clone()).collect(),
    };
    found.changes = trial.confirmed(&candidates, &mut found.stopped);
    found
}

/// The tests that pass and those that fail.
fn judged_by(judge: &Judge<'_>, runs: &[Behaviour]) -> (Vec<usize>, Vec<usize>) {
    (0..runs.len()).partition(|index| judge.is_right(&judge.tests[*index], &runs[*index]))
}

struct Search<'s> {
    world: &'s World<'s>,
    /// Whether assignments may be added. Only tests can tell one that was missing from one that disables the program.
    inserts: bool,
    judge: &'s Judge<'s>,
    samples: &'s [Test],
}

impl Search<'_> {
    /// Changes that may help, the best first; assignments are added only where nothing else is enough.
    fn step(
        &self,
        inputs: &[Input],
        failing: &[usize],
        passing: &[usize],
        found: &mut Found,
    ) -> Vec<Candidate> {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let mut partial = Vec::new();
        for family in [Family::Changes, Family::Insertions, Family::Conditions] {
            if family != Family::Changes && !self.inserts {
                break;
            }
            let outcome = load::parse(inputs, self.world.language);
            let sources = &outcome.sources;
            let editable = |file: FileId| {
                let file = sources.file(file);
                !file.embedded && names.contains(&file.name.as_str())
            };
            let Some(tree) = outcome.tree else { break };
            let Ok(schema) = Schema::new(tree, sources, self.world.lowering, &editable, family) else {
                continue;
            };
            found.tried += schema.positions().count();
            let Some(mut scores) = self.judge.sift(&schema, failing, passing, self.world.stop) else {
                let note = "the program does not behave the same with changes in it";
                found.notes.push(note.to_owned());
                break;
            };
            found.stopped |= (self.world.stop)();
            scores.truncate(400);
            let disturbances = self.judge.disturbances(&schema, &scores, self.samples);
            let mut order: Vec<usize> = (0..scores.len()).collect();
            order.sort_by_key(|index| {
                let score = scores[*index];
                (
                    score.broken,
                    disturbances[*index],
                    schema.change(score.position),
                    score.position,
                )
            });
            let candidates = order.into_iter().take(MOST_TRIED * 2).map(|index| {
                let (score, edit) = (scores[index], schema.edit(scores[index].position));
                let kind = schema.change(score.position);
                let changed = changed(inputs, sources, edit);
                Candidate {
                    edits: vec![told(sources, kind, edit, &changed)],
                    inputs: changed,
                    kind,
                    place: (edit.span.file.0, edit.span.lo),
                    repaired: score.repaired,
                    broken: score.broken,
                }
            });
            let candidates: Vec<Candidate> = candidates.collect();
            let whole = |found: &Candidate| found.repaired == failing.len() && found.broken == 0;
            if candidates.first().is_some_and(whole) {
                return candidates;
            }
            partial.extend(candidates);
        }
        partial.sort_by_key(|found: &Candidate| (Reverse(found.repaired), found.broken));
        let best = partial.first().map(|found| found.repaired);
        partial.retain(|found| Some(found.repaired) == best);
        partial
    }

    /// Pairs of changes: one that makes some tests right and breaks none, and one that does the rest.
    fn second(&self, first: &[Candidate], failing: &[usize], found: &mut Found) -> Vec<Candidate> {
        let mut pairs = Vec::new();
        for candidate in first.iter().filter(|first| first.broken == 0).take(MOST_FIRST) {
            let outcome = load::parse(&candidate.inputs, self.world.language);
            let lowered = outcome
                .tree
                .and_then(|tree| lower::lower(tree, &outcome.sources, self.world.lowering).ok());
            let Some(program) = lowered else { continue };
            let interpreter = Interpreter::new(&program, Some(&outcome.sources));
            let tests = self.judge.tests.iter();
            let runs: Vec<Behaviour> = tests
                .map(|test| self.judge.execute(&interpreter, None, test, 0))
                .collect();
            let (passing, open) = judged_by(self.judge, &runs);
            if open.is_empty() {
                continue;
            }
            for mut second in self.step(&candidate.inputs, &open, &passing, found) {
                if second.repaired == open.len() && second.broken == 0 {
                    second.edits.splice(0..0, candidate.edits.iter().cloned());
                    second.repaired = failing.len();
                    pairs.push(second);
                }
            }
        }
        pairs
    }
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
        // A change that some tests reject is no answer beside one that all of them accept.
        let kind = |rank: &Rank| (rank.assurance, rank.spoils, rank.edits);
        let best = made.first().map(|(rank, _)| kind(rank));
        made.into_iter()
            .filter(|(rank, _)| best == Some(kind(rank)))
            .map(|(_, change)| change)
            .collect()
    }

    /// Translates the changed text and sees what becomes of it; nothing if it does not help.
    fn confirm(&mut self, candidate: &Candidate, checked: &mut usize) -> Option<(Rank, ChangeReport)> {
        let loaded = load::parse(&candidate.inputs, self.world.language);
        if loaded.diagnostics.iter().any(source::Diagnostic::is_error) {
            return None;
        }
        let program = lower::lower(loaded.tree?, &loaded.sources, self.world.lowering).ok()?;
        let interpreter = Interpreter::new(&program, Some(&loaded.sources));
        let run = |test: &Test| self.judge.execute(&interpreter, Some(&program), test, 0);
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
        let pairs = self.samples.iter().map(|(test, before)| (before, run(test)));
        let disturbance = Behaviour::disturbance(pairs);
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
            return Err(Some(Box::new(test_of(program, run, &bounds.arguments))));
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

/// The texts with a change in them.
fn changed(inputs: &[Input], sources: &SourceMap, edit: &Edit) -> Vec<Input> {
    let name = &sources.file(edit.span.file).name;
    let changed = |input: &Input| match input.name == *name {
        true => Input::new(input.name.clone(), applied(&input.text, edit)),
        false => input.clone(),
    };
    inputs.iter().map(changed).collect()
}

fn applied(text: &[u8], edit: &Edit) -> Vec<u8> {
    let (lo, hi) = (edit.span.lo as usize, edit.span.hi as usize);
    let mut changed = text[..lo].to_vec();
    changed.extend_from_slice(edit.replacement.as_bytes());
    changed.extend_from_slice(&text[hi..]);
    changed
}

/// The lines that an edit changes, before and after.
fn told(sources: &SourceMap, kind: Change, edit: &Edit, changed: &[Input]) -> EditReport {
    let file = sources.file(edit.span.file);
    let first = file.line_column(edit.span.lo).line;
    let last = file.line_column(edit.span.hi.max(edit.span.lo + 1) - 1).line;
    let text = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
    let before: Vec<String> = (first..=last).map(|line| text(file.line_text(line))).collect();
    let new = changed.iter().find(|input| input.name == file.name);
    let after = new.map_or_else(Vec::new, |input| {
        let new = source::SourceFile::new(file.name.clone(), input.text.clone(), false);
        let last = new.line_column(edit.span.lo + edit.replacement.len() as u32).line;
        (first..=last).map(|line| text(new.line_text(line))).collect()
    });
    EditReport {
        kind: kind.word().to_owned(),
        place: Place {
            loc: LocId::NONE,
            location: Some(sources.resolve(edit.span)),
            spelled: None,
            macros: Vec::new(),
        },
        replacement: edit.replacement.clone(),
        before,
        after,
    }
}
