//! Changes that may help: proposed by the crate `repair`, sifted by concrete runs.
//!
//! First every single change; where none is enough and tests are the judge, pairs: one that makes some tests right
//! and breaks none, and one that does the rest in the text that the first one makes.

use std::cmp::Reverse;

use explain::diagnose::{Effort, Test};
use frontend::Input;
use interp::{Interpreter, Stop};
use repair::{AtOnce, Behaviour, Change, Disturbance, Edit, Family, Judge, Schema, Work};
use report::{EditReport, Place};
use source::{FileId, LocId, SourceMap};

use super::{Found, MOST_TRIED, World};
use crate::load;

/// Where no change is enough, so many that help are followed by a second one.
const MOST_FIRST: usize = 3;
/// Passing tests that are watched, and the instructions that this may take.
const MOST_SAMPLES: u64 = 6;
const SAMPLED_STEPS: u64 = 300_000;
/// So many changes are looked at more closely.
const MOST_SCORES: usize = 400;
/// So many changes are watched, the least surprising first.
const MOST_WATCHED: usize = 16;
/// Instructions that the search for pairs may take, and that for pairs beside a first change.
const PAIR_WORK: u64 = 150_000_000;
/// The same where an expression alone is a good answer.
const LITTLE_WORK: u64 = 6_000_000;
const THIRD_WORK: u64 = 25_000_000;
/// So many changes that bring tests nearer to what they should print are followed by pairs.
const MOST_NEARER: usize = 5;
/// A run of the original that takes (twenty times) longer does not end.
const FIRST_STEPS: u64 = 500_000;

/// Edits that may help, and the texts they lead to.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) inputs: Vec<Input>,
    pub(crate) edits: Vec<EditReport>,
    pub(crate) kind: Change,
    pub(crate) place: (u32, u32),
    /// Of the failing tests that were tried.
    pub(crate) repaired: usize,
    pub(crate) tried: usize,
    pub(crate) broken: usize,
    /// What is replaced by what, in the text as the user wrote it; nothing if one change is inside another.
    pub(crate) pieces: Option<Vec<Piece>>,
}

/// A piece of a text and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) file: String,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    pub(crate) replacement: String,
    pub(crate) kind: Change,
}

impl Piece {
    /// Where a piece of the changed text was before the change; nothing if the change made it.
    fn before(&self, later: &Piece) -> Option<Piece> {
        let mut later = later.clone();
        let length = self.replacement.len() as u32;
        if self.file == later.file && later.hi > self.lo {
            if later.lo < self.lo + length {
                return None;
            }
            let moved = |at: u32| at - length - self.lo + self.hi;
            (later.lo, later.hi) = (moved(later.lo), moved(later.hi));
        }
        Some(later)
    }
}

impl Candidate {
    /// Whether it makes every test right, as far as has been tried.
    pub(crate) fn is_whole(&self) -> bool {
        self.repaired == self.tried && self.broken == 0
    }
}

/// The tests as they go in the program as it is.
pub(crate) fn starting<'t>(
    world: &World<'_>,
    interpreter: &Interpreter<'_>,
    tests: &'t [Test],
) -> (Judge<'t>, Vec<Behaviour>) {
    let mut judge = Judge {
        tests,
        ignore_space: world.ignore_space,
        steps: FIRST_STEPS,
    };
    let runs: Vec<Behaviour> = tests
        .iter()
        .map(|test| judge.execute(interpreter, None, test, 0))
        .collect();
    judge.steps = runs
        .iter()
        .filter(|run| matches!(run.stop, Stop::Exit(_) | Stop::ClaimFailed { .. }))
        .map(|run| run.steps)
        .max()
        .unwrap_or(0);
    (judge, runs)
}

/// The tests that pass and those that fail.
pub(crate) fn judged_by(judge: &Judge<'_>, runs: &[Behaviour]) -> (Vec<usize>, Vec<usize>) {
    (0..runs.len()).partition(|index| judge.is_right(&judge.tests[*index], &runs[*index]))
}

pub(crate) struct Search<'s> {
    pub(crate) world: &'s World<'s>,
    /// Whether assignments may be added. Only tests can tell one that was missing from one that disables the program.
    pub(crate) inserts: bool,
    pub(crate) judge: &'s Judge<'s>,
    pub(crate) samples: &'s [Test],
}

impl Search<'_> {
    /// Changes that may help, the best first; statements are added only where nothing else is enough. Where none makes every
    /// test right and `some` is wanted, those that make some right.
    pub(crate) fn step(
        &self,
        inputs: &[Input],
        failing: &[usize],
        passing: &[usize],
        some: bool,
        found: &mut Found,
    ) -> Vec<Candidate> {
        let mut partial = Vec::new();
        let families = [
            Family::Changes,
            Family::Insertions,
            Family::Borrowed,
            Family::Conditions,
        ];
        let rounds = families.map(|family| (false, family)).into_iter();
        for (partly, family) in rounds.chain(families.map(|family| (true, family))) {
            let inserting = family != Family::Changes;
            if (inserting && !self.inserts) || (partly && !some) || (self.world.stop)() {
                continue;
            }
            // What breaks nothing is followed before statements are put in.
            if partly && inserting && partial.iter().any(|found: &Candidate| found.broken == 0) {
                continue;
            }
            let candidates = self.sifted(inputs, failing, passing, (partly, family), found);
            if candidates.first().is_some_and(Candidate::is_whole) {
                return candidates;
            }
            partial.extend(candidates);
        }
        partial.sort_by_key(|found: &Candidate| (Reverse(found.repaired), found.broken));
        partial
    }

    /// The program that holds all changes of some texts.
    fn schema(&self, inputs: &[Input], family: Family, at_once: AtOnce) -> Option<(Schema, SourceMap)> {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let outcome = load::parse(inputs, self.world.language);
        let sources = outcome.sources;
        let editable = |file: FileId| {
            let file = sources.file(file);
            !file.embedded && names.contains(&file.name.as_str())
        };
        let lowering = self.world.lowering;
        let schema = Schema::new(outcome.tree?, &sources, lowering, &editable, family, at_once).ok()?;
        Some((schema, sources))
    }

    fn sifted(
        &self,
        inputs: &[Input],
        failing: &[usize],
        passing: &[usize],
        (partly, family): (bool, Family),
        found: &mut Found,
    ) -> Vec<Candidate> {
        let Some((schema, sources)) = self.schema(inputs, family, AtOnce::One) else {
            return Vec::new();
        };
        let sources = &sources;
        if !partly {
            found.tried += schema.positions().count();
        }
        let sifted = self
            .judge
            .sift(&schema, failing, passing, partly, self.world.stop);
        let Some(mut scores) = sifted else {
            let note = "the program does not behave the same with changes in it";
            if !found.notes.iter().any(|known| known == note) {
                found.notes.push(note.to_owned());
            }
            return Vec::new();
        };
        found.stopped |= (self.world.stop)();
        scores.truncate(MOST_SCORES);
        // Runs that are right say what the program was meant to do.
        let passing = match self.samples.is_empty() && !partly {
            true => some_passing(self.judge, passing, scores.len().min(MOST_WATCHED)),
            false => Vec::new(),
        };
        let samples = match passing.is_empty() {
            true => self.samples,
            false => &passing,
        };
        let watched = match self.samples.is_empty() {
            true => &scores[..scores.len().min(MOST_WATCHED)],
            false => &scores,
        };
        let mut disturbances = self.judge.disturbances(&schema, watched, samples);
        disturbances.resize(scores.len(), Disturbance::MOST);
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by_key(|index| {
            let score = scores[*index];
            (
                Reverse(score.repaired),
                score.broken,
                disturbances[*index],
                schema.change(score.position),
                schema.weight(score.position),
                score.position,
            )
        });
        let candidates = order.into_iter().take(MOST_TRIED * 2).map(|index| {
            let score = scores[index];
            Candidate {
                repaired: score.repaired,
                tried: score.tried,
                broken: score.broken,
                ..candidate(inputs, sources, &schema, score.position)
            }
        });
        candidates.collect()
    }

    /// Three changes that make every test right: one that brings the output nearer to what is expected, and a pair that
    /// does the rest.
    pub(crate) fn three(&self, failing: &[usize], passing: &[usize]) -> Vec<Candidate> {
        let mut found = Vec::new();
        for first in self.nearer(failing, passing) {
            if (self.world.stop)() {
                break;
            }
            let Some((open, passing)) = self.open(&first) else {
                continue;
            };
            for mut pair in self.pairs_within(&first.inputs, &open, &passing, THIRD_WORK).0 {
                pair.pieces = both(&first, &pair);
                pair.edits.splice(0..0, first.edits.iter().cloned());
                found.push(pair);
            }
        }
        found
    }

    /// Changes that bring failing tests nearer to what they should print, not all in one line.
    fn nearer(&self, failing: &[usize], passing: &[usize]) -> Vec<Candidate> {
        let inputs = self.world.inputs;
        let Some((schema, sources)) = self.schema(inputs, Family::Either, AtOnce::One) else {
            return Vec::new();
        };
        let mut work = Work(PAIR_WORK);
        let gains = self
            .judge
            .gains(&schema, failing, passing, &mut work, self.world.stop);
        let mut lines = Vec::new();
        let mut found = Vec::new();
        for gain in gains.iter().flatten().take_while(|gain| gain.nearer > 0) {
            let line = sources.resolve(schema.edit(gain.position).span).line;
            if lines.iter().filter(|known| **known == line).count() < 2 {
                lines.push(line);
                found.push(candidate(inputs, &sources, &schema, gain.position));
            }
            if found.len() >= MOST_NEARER {
                break;
            }
        }
        found
    }

    /// The tests that fail with a change, and those that pass.
    fn open(&self, candidate: &Candidate) -> Option<(Vec<usize>, Vec<usize>)> {
        let outcome = load::parse(&candidate.inputs, self.world.language);
        let program = lower::lower(outcome.tree?, &outcome.sources, self.world.lowering).ok()?;
        let interpreter = Interpreter::new(&program, Some(&outcome.sources));
        let tests = self.judge.tests.iter();
        let runs: Vec<Behaviour> = tests
            .map(|test| self.judge.execute(&interpreter, None, test, 0))
            .collect();
        let (passing, failing) = judged_by(self.judge, &runs);
        (!failing.is_empty()).then_some((failing, passing))
    }

    /// Pairs that make every test right, whatever each of the two does alone, and how many were tried.
    pub(crate) fn pairs(
        &self,
        inputs: &[Input],
        failing: &[usize],
        passing: &[usize],
        effort: Effort,
    ) -> (Vec<Candidate>, usize) {
        let work = match effort {
            Effort::Full => PAIR_WORK,
            Effort::Little => LITTLE_WORK,
        };
        self.pairs_within(inputs, failing, passing, work)
    }

    fn pairs_within(
        &self,
        inputs: &[Input],
        failing: &[usize],
        passing: &[usize],
        work: u64,
    ) -> (Vec<Candidate>, usize) {
        let stop = self.world.stop;
        let mut tried = 0;
        for family in [Family::Changes, Family::Either] {
            let Some((schema, sources)) = self.schema(inputs, family, AtOnce::Two) else {
                continue;
            };
            let mut left = Work(work);
            let gains = self.judge.gains(&schema, failing, passing, &mut left, stop);
            let Some(gains) = gains else { continue };
            let mut left = Work(work);
            let (found, count) = self
                .judge
                .pairs(&schema, &gains, failing, passing, &mut left, stop);
            tried += count;
            if !found.is_empty() {
                let pairs = found
                    .iter()
                    .map(|positions| two(inputs, &sources, &schema, *positions));
                return (pairs.collect(), tried);
            }
        }
        (Vec::new(), tried)
    }

    /// Pairs of changes: one that makes some tests right and breaks none, and one that does the rest.
    pub(crate) fn second(&self, first: &[Candidate], found: &mut Found) -> Vec<Candidate> {
        let mut pairs = Vec::new();
        for candidate in first.iter().filter(|first| first.broken == 0).take(MOST_FIRST) {
            if (self.world.stop)() {
                break;
            }
            let Some((open, passing)) = self.open(candidate) else {
                continue;
            };
            for mut second in self.step(&candidate.inputs, &open, &passing, false, found) {
                if second.is_whole() {
                    second.pieces = both(candidate, &second);
                    second.edits.splice(0..0, candidate.edits.iter().cloned());
                    pairs.push(second);
                }
            }
        }
        pairs
    }
}

/// A change by itself; what it does to tests is for others to say.
fn candidate(inputs: &[Input], sources: &SourceMap, schema: &Schema, position: usize) -> Candidate {
    let (kind, edit) = (schema.change(position), schema.edit(position));
    let changed = changed(inputs, sources, edit);
    Candidate {
        edits: vec![told(sources, kind, edit, &changed)],
        inputs: changed,
        kind,
        place: (edit.span.file.0, edit.span.lo),
        pieces: Some(vec![Piece {
            file: sources.file(edit.span.file).name.clone(),
            lo: edit.span.lo,
            hi: edit.span.hi,
            replacement: edit.replacement.clone(),
            kind,
        }]),
        repaired: 1,
        tried: 1,
        broken: 0,
    }
}

/// Two changes in different places of one text, the later place first, so that the other stays where it is.
fn two(inputs: &[Input], sources: &SourceMap, schema: &Schema, mut positions: [usize; 2]) -> Candidate {
    positions.sort_by_key(|position| {
        let span = schema.edit(*position).span;
        (span.file.0, span.lo)
    });
    let [mut earlier, later] = positions.map(|position| candidate(inputs, sources, schema, position));
    earlier.inputs = changed(&later.inputs, sources, schema.edit(positions[0]));
    earlier.edits.extend(later.edits);
    earlier.kind = earlier.kind.max(later.kind);
    if let (Some(pieces), Some(more)) = (&mut earlier.pieces, later.pieces) {
        pieces.extend(more);
    }
    earlier
}

/// Passing tests to watch so many changes with, from all over the list.
pub(crate) fn some_passing(judge: &Judge<'_>, passing: &[usize], changes: usize) -> Vec<Test> {
    let cost = changes as u64 * (judge.steps + 100);
    let most = (SAMPLED_STEPS / cost.max(1)).min(MOST_SAMPLES) as usize;
    let step = passing.len().div_ceil(most.max(1)).max(1);
    let some = passing.iter().step_by(step).take(most);
    some.map(|test| judge.tests[*test].clone()).collect()
}

/// The pieces of two changes, of which the second was made to the text with the first in it.
fn both(first: &Candidate, second: &Candidate) -> Option<Vec<Piece>> {
    let mut pieces = first.pieces.clone()?;
    for piece in second.pieces.as_ref()? {
        let mut piece = piece.clone();
        for earlier in first.pieces.as_ref()?.iter().rev() {
            piece = earlier.before(&piece)?;
        }
        pieces.push(piece);
    }
    Some(pieces)
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
