//! Changes that may help: proposed by the crate `repair`, sifted by concrete runs.
//!
//! First every single change; where none is enough and tests are the judge, sets of changes, which are grown one change
//! after the other.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use frontend::Input;
use interp::{Interpreter, Stop};
use localize::{MIN_TELLING_TESTS, SetBudget};
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use repair::{
    Behaviour, Change, Disturbance, Edit, Family, FromTests, Frontier, Judge, Met, Reached, Rewrite, Schema,
    SetSearch, Signs, Statements, Work,
};
use report::{EditReport, Place};
use runs::Test;
use source::{FileId, LocId, SourceMap};

use super::{Found, MOST_TRIED, World};

/// Passing tests that are watched, and the instructions that this may take.
const MOST_SAMPLES: u64 = 6;
const SAMPLED_STEPS: u64 = 300_000;
/// So many changes are looked at more closely.
const MOST_SCORES: usize = 400;
/// So many changes are watched, the least surprising first.
const MOST_WATCHED: usize = 16;
/// Instructions that the search for pairs may take, that for pairs whose members do nothing alone, and that for larger sets. They
/// seldom find what pairs that share the tests do not, so all of them together may take a few seconds at most.
const PAIR_WORK: u64 = 32_000_000;
const COMBINED_WORK: u64 = 2_500_000;
const LARGER_WORK: u64 = 6_000_000;
/// In a large program, where runs are longer.
const LONG_PAIR_WORK: u64 = 40_000_000;
const LONG_COMBINED_WORK: u64 = 4_000_000;
const LONG_LARGER_WORK: u64 = 10_000_000;
/// The first two where an expression alone is a good answer.
const LITTLE_PAIR_WORK: u64 = 4_000_000;
const LITTLE_COMBINED_WORK: u64 = 1_000_000;
/// Instructions for pairs that share the failing tests between them, before other sets and alone.
const SHARED_WORK: u64 = 16_000_000;
const SHARED_ALONE_WORK: u64 = 20_000_000;
/// What starting a run costs, in instructions.
const STARTING: u64 = 200;
/// Of the words that tests expect so many are looked at.
const MOST_WORDS: usize = 2_000;
/// Of the words and numbers that tests are given so many are looked at.
const MOST_GIVEN: usize = 40_000;
/// Of the letters that tests are given and expect, and of what they expect, so many are looked at.
const MOST_LETTERS: usize = 48;
const MOST_OUTPUT: usize = 3_000;
/// What is tried, in this order, until something is enough.
pub(crate) const FAMILIES: [Family; 4] = [
    Family::Changes,
    Family::Insertions,
    Family::Borrowed,
    Family::Conditions,
];
/// Stacks that runs may need, in bytes.
const STACKS: [u64; 3] = [16 << 10, 256 << 10, 8 << 20];
/// So many tests say which.
const MOST_MEASURED: usize = 64;
/// A run of the original that takes (twenty times) longer does not end; nor does one that takes longer than the least of these
/// and much longer than every run that ends.
const FIRST_STEPS: u64 = 500_000;
const ENDLESS_STEPS: u64 = 500_000;
const MUCH_LONGER: u64 = 100;

/// What changes replace: files, beginnings and ends.
pub(super) type PlaceInText = Vec<(String, u32, u32)>;

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
    pub(crate) disturbance: Disturbance,
    /// What is replaced by what, in the text as the user wrote it.
    pub(crate) pieces: Vec<Piece>,
}

/// A piece of a text and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Piece {
    pub(crate) file: String,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    pub(crate) replacement: String,
    pub(crate) kind: Change,
}

impl Candidate {
    /// What it replaces.
    pub(super) fn place_in_text(&self) -> PlaceInText {
        let pieces = self.pieces.iter();
        pieces
            .map(|piece| (piece.file.clone(), piece.lo, piece.hi))
            .collect()
    }

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
        stack: STACKS[STACKS.len() - 1],
    };
    let mut runs: Vec<Behaviour> = tests
        .par_iter()
        .map(|test| judge.execute_briefly(interpreter, test, ENDLESS_STEPS))
        .collect();
    if longest_ended(&runs).is_none_or(|steps| steps * MUCH_LONGER > ENDLESS_STEPS) {
        let again = runs.par_iter_mut().zip(tests);
        let again = again.filter(|(run, _)| matches!(run.stop, Stop::StepLimit));
        again.for_each(|(run, test)| *run = judge.execute(interpreter, None, test));
    }
    let mut longest: Vec<usize> = (0..tests.len()).collect();
    longest.sort_by_key(|test| Reverse(runs[*test].steps));
    longest.truncate(MOST_MEASURED);
    // The smallest stack with which nothing goes otherwise; changed programs may take twice as much.
    for stack in STACKS {
        judge.stack = stack;
        let same = |(test, run): (&Test, &Behaviour)| {
            // What never ends takes long, and its stack does not matter.
            let endless = matches!(run.stop, Stop::StepLimit);
            endless || {
                let now = judge.execute(interpreter, None, test);
                let ended = |run: &Behaviour| std::mem::discriminant(&run.stop);
                now.stdout == run.stdout && ended(&now) == ended(run)
            }
        };
        // What needs much stack takes long.
        if longest.par_iter().all(|test| same((&tests[*test], &runs[*test]))) {
            break;
        }
    }
    judge.stack *= 2;
    judge.steps = longest_ended(&runs).unwrap_or(0);
    (judge, runs)
}

/// What the longest run takes that comes to its end or to an error.
fn longest_ended(runs: &[Behaviour]) -> Option<u64> {
    let ended = |run: &&Behaviour| matches!(run.stop, Stop::Exit(_) | Stop::ClaimFailed { .. });
    runs.iter().filter(ended).map(|run| run.steps).max()
}

/// The tests that pass and those that fail.
pub(crate) fn judged_by(judge: &Judge<'_>, runs: &[Behaviour]) -> (Vec<usize>, Vec<usize>) {
    (0..runs.len()).partition(|index| judge.is_right(&judge.tests[*index], &runs[*index]))
}

pub(crate) struct Search<'s> {
    pub(crate) world: &'s World<'s>,
    pub(crate) judge: &'s Judge<'s>,
    pub(crate) samples: &'s [Test],
    /// The tests as they go in the program as it is.
    pub(crate) runs: &'s [Behaviour],
    /// Where failing tests come by in the program as it is.
    pub(crate) reached: Option<&'s Reached>,
    /// If that takes more instructions, changes of a family are not tried.
    pub(crate) affordable: Option<u64>,
}

impl Search<'_> {
    /// Changes that may help, the best first; statements are added only where nothing else is enough. Where none makes every
    /// test right, those that make some right.
    pub(crate) fn step(&self, failing: &[usize], passing: &[usize], found: &mut Found) -> Vec<Candidate> {
        let mut partial = Vec::new();
        let rounds = FAMILIES.map(|family| (false, family)).into_iter();
        for (partly, family) in rounds.chain(FAMILIES.map(|family| (true, family))) {
            let inserting = family != Family::Changes;
            if (self.world.stop)() {
                continue;
            }
            // What breaks nothing is followed before statements are put in.
            if partly && inserting && partial.iter().any(|found: &Candidate| found.broken == 0) {
                continue;
            }
            let candidates = self.sifted(self.world.inputs, failing, passing, (partly, family), found);
            if candidates.first().is_some_and(Candidate::is_whole) {
                return candidates;
            }
            partial.extend(candidates);
        }
        partial.sort_by_key(|found: &Candidate| (Reverse(found.repaired), found.broken));
        partial
    }

    /// Changes of some families that make every failing run right, those first that disturb passing runs least.
    pub(crate) fn calmest(
        &self,
        families: &[Family],
        failing: &[usize],
        passing: &[usize],
        found: &mut Found,
    ) -> Vec<Candidate> {
        let mut all = Vec::new();
        for &family in families {
            let candidates = self.sifted(self.world.inputs, failing, passing, (false, family), found);
            all.extend(candidates.into_iter().filter(Candidate::is_whole));
        }
        all.sort_by_key(|candidate| (candidate.disturbance, candidate.kind));
        all
    }

    /// Changes that make every test right, family by family; whether they do is for `accept` to say.
    pub(crate) fn whole<T>(
        &self,
        families: &[Family],
        failing: &[usize],
        passing: &[usize],
        found: &mut Found,
        accept: impl Fn(&[Candidate]) -> Vec<T>,
    ) -> Vec<T> {
        for &family in families {
            if (self.world.stop)() {
                continue;
            }
            let candidates = self.sifted(self.world.inputs, failing, passing, (false, family), found);
            let accepted = accept(&candidates);
            if !accepted.is_empty() {
                return accepted;
            }
        }
        Vec::new()
    }

    /// Changes that have to be made to the text to be tried, the plainest first.
    pub(crate) fn rewritten(&self, signs: &Signs) -> Vec<Candidate> {
        let inputs = self.world.inputs;
        let outcome = self.world.texts.parse(inputs);
        let Some(tree) = outcome.tree else {
            return Vec::new();
        };
        let sources = outcome.sources;
        let editable = |file: FileId| {
            let file = sources.file(file);
            !file.embedded && inputs.iter().any(|input| input.name == file.name)
        };
        let mut made = repair::rewrites(&tree, &sources, &editable, signs);
        // Those first that may be enough alone.
        if let Some(reached) = self.known(inputs) {
            let met = |met: Met| {
                let statements = Statements::new(&tree, &sources, &met);
                move |rewrite: &Rewrite| rewrite.edits.iter().any(|edit| statements.are_met(edit.span))
            };
            if let Some(by_some) = reached.by_some().map(met) {
                made.retain(by_some);
            }
            let by_all = met(reached.by_all());
            made.sort_by_key(|rewrite| !by_all(rewrite));
        }
        let candidates = made.iter().map(|rewrite| {
            let edits: Vec<_> = rewrite.edits.iter().map(|edit| (rewrite.kind, edit)).collect();
            several(inputs, &sources, &edits)
        });
        candidates.collect()
    }

    /// Where failing tests come by in some texts.
    fn known(&self, inputs: &[Input]) -> Option<&Reached> {
        self.reached.filter(|_| std::ptr::eq(inputs, self.world.inputs))
    }

    /// What tests expect to be printed.
    fn expected(&self) -> impl Iterator<Item = &[u8]> {
        let tests = self.judge.tests.iter();
        tests.filter_map(|test| test.expected.as_deref())
    }

    /// Words of letters that tests expect.
    fn expected_words(&self) -> Vec<String> {
        let words = self
            .expected()
            .flat_map(|text| text.split(|byte| !byte.is_ascii_alphabetic()));
        let words = words.filter(|word| word.len() > 1);
        let words = words.map(|word| String::from_utf8_lossy(word).into_owned());
        let all: BTreeSet<String> = words.take(MOST_WORDS).collect();
        all.into_iter().collect()
    }

    /// Letters that tests are given, large and small, and those that they expect.
    fn letters(&self) -> Vec<u8> {
        let tests = self.judge.tests;
        let given = tests.iter().flat_map(|test| test.stdin.iter().copied());
        let given = given.flat_map(|byte| [byte, byte.to_ascii_uppercase(), byte.to_ascii_lowercase()]);
        let all = given
            .take(MOST_GIVEN)
            .chain(self.expected().flatten().copied().take(MOST_GIVEN));
        let mut found = Vec::new();
        for byte in all.filter(|byte| byte.is_ascii_graphic() && !byte.is_ascii_digit()) {
            if !found.contains(&byte) && found.len() < MOST_LETTERS {
                found.push(byte);
            }
        }
        found
    }

    /// What the first tests expect to be printed.
    fn outputs(&self) -> Vec<String> {
        let mut room = MOST_OUTPUT;
        let mut found = Vec::new();
        for output in self.expected() {
            let piece = &output[..output.len().min(room)];
            room -= piece.len();
            if piece.is_ascii() && !piece.is_empty() {
                found.push(String::from_utf8_lossy(piece).into_owned());
            }
        }
        found
    }

    /// Numbers that failing tests are given, and one more: limits that are wrong are there.
    fn given_numbers(&self, failing: &[usize]) -> Vec<i128> {
        let texts = failing.iter().flat_map(|test| {
            let test = &self.judge.tests[*test];
            let arguments = test.arguments.iter().skip(1).map(Vec::as_slice);
            arguments.chain([test.stdin.as_slice()])
        });
        let words = texts.flat_map(|text| text.split(|byte| !byte.is_ascii_digit()));
        let numbers = words.take(MOST_GIVEN).filter_map(|word| {
            let text = std::str::from_utf8(word).ok()?;
            text.parse::<u32>().ok().map(i128::from)
        });
        let all: BTreeSet<i128> = numbers.flat_map(|number| [number, number + 1]).collect();
        all.into_iter().collect()
    }

    /// The program that holds all changes of some texts. Changes that must be enough alone are those where every failing test
    /// comes by.
    fn schema(
        &self,
        inputs: &[Input],
        (family, alone): (Family, bool),
        numbers: Vec<i128>,
    ) -> Option<(Schema, SourceMap)> {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let outcome = self.world.texts.parse(inputs);
        let sources = outcome.sources;
        let editable = |file: FileId| {
            let file = sources.file(file);
            !file.embedded && names.contains(&file.name.as_str())
        };
        let lowering = self.world.lowering;
        let tests = FromTests {
            words: self.expected_words(),
            numbers,
            letters: match family {
                // Beside another change a letter fits few tests by chance.
                Family::Either => Vec::new(),
                _ => self.letters(),
            },
            outputs: self.outputs(),
            met: self.known(inputs).and_then(|reached| match alone {
                true => Some(reached.by_all()),
                false => reached.by_some(),
            }),
        };
        let tree = outcome.tree?;
        let schema = Schema::new(tree, &sources, lowering, &editable, family, &tests);
        let schema = schema.ok()?;
        Some((schema, sources))
    }

    pub(super) fn sifted(
        &self,
        inputs: &[Input],
        failing: &[usize],
        passing: &[usize],
        (partly, family): (bool, Family),
        found: &mut Found,
    ) -> Vec<Candidate> {
        let alone = !partly;
        let Some((schema, sources)) = self.schema(inputs, (family, alone), Vec::new()) else {
            return Vec::new();
        };
        if self
            .affordable
            .is_some_and(|work| work < self.costs(&schema, failing))
        {
            return Vec::new();
        }
        let sources = &sources;
        if !partly {
            found.tried += schema.positions().count();
        }
        let sifted = self
            .judge
            .sift(&schema, failing, passing, partly, self.world.stop);
        let Some(repair::Sifted { mut scores, left }) = sifted else {
            let note = "the program does not behave the same with changes in it";
            if !found.notes.iter().any(|known| known == note) {
                found.notes.push(note.to_owned());
            }
            return Vec::new();
        };
        found.stopped |= (self.world.stop)();
        found.left = found.left.max(left);
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
                disturbance: disturbances[index],
                ..candidate(inputs, sources, of(&schema, score.position))
            }
        });
        candidates.collect()
    }

    /// About how many instructions it takes to try each change on one failing test.
    fn costs(&self, schema: &Schema, failing: &[usize]) -> u64 {
        let steps = failing.iter().map(|test| self.runs[*test].steps).sum::<u64>();
        let usual = steps / failing.len().max(1) as u64;
        schema.positions().count() as u64 * (usual / 2 + STARTING)
    }

    /// Pairs that make every test right, those first that share the failing tests between them if these are wanted, then
    /// whatever each of the two does alone; how many sets were tried; and from where to go on if there is none. If no more
    /// is looked for than pairs that share the tests, and there is none: changes that make some right.
    pub(crate) fn pairs(
        &self,
        inputs: &[Input],
        failing: &[usize],
        passing: &[usize],
        effort: SetBudget,
        shared: bool,
    ) -> (Vec<Candidate>, usize, Option<Grown>) {
        // One constant alone is the solver's to find; beside another fault it has to be tried.
        let numbers = self.given_numbers(failing);
        let family = match failing.len() >= MIN_TELLING_TESTS {
            true => Family::Any,
            false => Family::Either,
        };
        let Some((schema, sources)) = self.schema(inputs, (family, false), numbers) else {
            return (Vec::new(), 0, None);
        };
        let (work, combined) = match effort {
            SetBudget::Full => (PAIR_WORK, COMBINED_WORK),
            SetBudget::Moderate => (LONG_PAIR_WORK, LONG_COMBINED_WORK),
            SetBudget::Little => (LITTLE_PAIR_WORK, LITTLE_COMBINED_WORK),
            SetBudget::Shared => (0, 0),
        };
        let stop = self.world.stop;
        let roomy = self.judge.roomy();
        let search = SetSearch::new(self.judge, &schema, failing, passing, Work(work), stop).or_else(|| {
            let roomy = roomy.as_ref()?;
            SetSearch::new(roomy, &schema, failing, passing, Work(work), stop)
        });
        let Some(mut search) = search else {
            return (Vec::new(), 0, None);
        };
        let (mut found, mut sharing) = (Vec::new(), Vec::new());
        if shared && failing.len() >= MIN_TELLING_TESTS {
            (found, sharing) = search.covering(Work(match effort {
                SetBudget::Shared => SHARED_ALONE_WORK,
                _ => SHARED_WORK,
            }));
        }
        let mut frontier = Frontier::default();
        if found.is_empty() && effort != SetBudget::Shared {
            (found, frontier) = search.pairs(Work(combined));
        }
        let tried = search.tried;
        drop(search);
        let mut pairs: Vec<Candidate> = found
            .iter()
            .map(|set| several(inputs, &sources, &all_of(&schema, set)))
            .collect();
        if pairs.is_empty() && effort == SetBudget::Shared {
            pairs.extend(sharing.iter().map(|partial| Candidate {
                repaired: partial.repaired,
                tried: partial.tried,
                ..several(inputs, &sources, &all_of(&schema, &partial.set))
            }));
        }
        let grown = (pairs.is_empty() && effort != SetBudget::Shared).then_some(Grown {
            schema,
            sources,
            frontier,
            work: match effort {
                SetBudget::Moderate => LONG_LARGER_WORK,
                _ => LARGER_WORK,
            },
        });
        (pairs, tried, grown)
    }

    /// Larger sets that do; where there are none, sets that make some tests right and spoil none.
    pub(crate) fn larger(
        &self,
        grown: Grown,
        failing: &[usize],
        passing: &[usize],
    ) -> (Vec<Candidate>, usize) {
        let inputs = self.world.inputs;
        let Grown {
            schema,
            sources,
            frontier,
            work,
        } = grown;
        let stop = self.world.stop;
        let (roomy, work) = (self.judge.roomy(), Work(work));
        let search = SetSearch::new(self.judge, &schema, failing, passing, work, stop).or_else(|| {
            let roomy = roomy.as_ref()?;
            SetSearch::new(roomy, &schema, failing, passing, work, stop)
        });
        let Some(mut search) = search else {
            return (Vec::new(), 0);
        };
        let (found, partial) = search.larger(frontier);
        let whole = found
            .iter()
            .map(|set| several(inputs, &sources, &all_of(&schema, set)));
        let some = partial.iter().map(|partial| Candidate {
            repaired: partial.repaired,
            tried: partial.tried,
            ..several(inputs, &sources, &all_of(&schema, &partial.set))
        });
        (whole.chain(some).collect(), search.tried)
    }
}

/// Where the search for sets stands.
#[derive(Debug)]
pub(crate) struct Grown {
    schema: Schema,
    sources: SourceMap,
    frontier: Frontier,
    /// Instructions that larger sets may take.
    work: u64,
}

fn of(schema: &Schema, position: usize) -> (Change, &Edit) {
    (schema.change(position), schema.edit(position))
}

fn all_of<'s>(schema: &'s Schema, set: &[usize]) -> Vec<(Change, &'s Edit)> {
    set.iter().map(|position| of(schema, *position)).collect()
}

/// A change by itself; what it does to tests is for others to say.
fn candidate(inputs: &[Input], sources: &SourceMap, (kind, edit): (Change, &Edit)) -> Candidate {
    let changed = changed(inputs, sources, edit);
    Candidate {
        edits: vec![told(sources, kind, edit, &changed)],
        inputs: changed,
        kind,
        place: (edit.span.file.0, edit.span.lo),
        pieces: vec![Piece {
            file: sources.file(edit.span.file).name.clone(),
            lo: edit.span.lo,
            hi: edit.span.hi,
            replacement: edit.replacement.clone(),
            kind,
        }],
        repaired: 1,
        tried: 1,
        broken: 0,
        disturbance: Disturbance::MOST,
    }
}

/// Changes in different places of one text, the last place first, so that the others stay where they are.
fn several(inputs: &[Input], sources: &SourceMap, set: &[(Change, &Edit)]) -> Candidate {
    let mut set = set.to_vec();
    // What is put in stands before what is replaced there.
    set.sort_by_key(|(_, edit)| (edit.span.file.0, edit.span.lo, edit.span.hi));
    let mut all: Vec<Candidate> = set
        .iter()
        .map(|change| candidate(inputs, sources, *change))
        .collect();
    let mut texts = inputs.to_vec();
    for (_, edit) in set.iter().rev() {
        texts = changed(&texts, sources, edit);
    }
    let mut first = all.remove(0);
    for other in all {
        first.edits.extend(other.edits);
        first.kind = first.kind.max(other.kind);
        first.pieces.extend(other.pieces);
    }
    first.inputs = texts;
    first
}

/// Passing tests to watch so many changes with, from all over the list.
pub(crate) fn some_passing(judge: &Judge<'_>, passing: &[usize], changes: usize) -> Vec<Test> {
    let cost = changes as u64 * (judge.steps + 100);
    let most = (SAMPLED_STEPS / cost.max(1)).min(MOST_SAMPLES) as usize;
    let step = passing.len().div_ceil(most.max(1)).max(1);
    let some = passing.iter().step_by(step).take(most);
    some.map(|test| judge.tests[*test].clone()).collect()
}

/// The texts with a change in them.
fn changed(inputs: &[Input], sources: &SourceMap, edit: &Edit) -> Vec<Input> {
    let name = &sources.file(edit.span.file).name;
    let changed = |input: &Input| match input.name == *name {
        true => Input::new(
            input.name.clone(),
            with(&input.text, edit.span.lo, edit.span.hi, &edit.replacement),
        ),
        false => input.clone(),
    };
    inputs.iter().map(changed).collect()
}

/// A text with something in place of a piece of it.
pub(super) fn with(text: &[u8], lo: u32, hi: u32, replacement: &str) -> Vec<u8> {
    let (before, behind) = (&text[..lo as usize], &text[hi as usize..]);
    [before, replacement.as_bytes(), behind].concat()
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
