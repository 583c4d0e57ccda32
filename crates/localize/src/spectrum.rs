//! Where the failing tests go and the passing ones do not: what is told if nothing is found that repairs.
//!
//! Code that is missing, or wrong in several ways at once, has no expression whose value repairs it. What is left is
//! the spectrum of the tests: statements in a row that the same tests execute are a region, the smallest that the tests
//! can tell from others, and regions are ordered by the coefficient of Ochiai, f / sqrt(F (f + p)), where f of the F
//! failing and p passing tests come there. (R. Abreu, P. Zoeteweij, A. van Gemund, *An Evaluation of Similarity
//! Coefficients for Software Fault Localization*, PRDC 2006.) It is no proof of anything, and the report says so.
//!
//! Lines where a failing run ends in an error are told first, and without passing tests only they are.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use interp::{At, Interpreter, Observer};
use program::{FunctionId, Program};
use source::{LocId, SourceMap, Span};

use super::edits::function_at;
use super::run::{TestRun, execute};
use super::suspects::{Suspect, SuspectKind};
use reasons::{Grounds, RunError};

/// Statements in a row that the same tests execute.
#[derive(Debug)]
pub(super) struct Region {
    pub suspect: Suspect,
    pub grounds: Grounds,
}

/// Collects where a run comes by.
struct Visited<'p> {
    program: &'p Program,
    places: BTreeSet<(FunctionId, LocId)>,
}

impl Observer for Visited<'_> {
    fn came_by(&mut self, at: At) {
        if at.loc != LocId::NONE && !self.program.function(at.function).embedded {
            self.places.insert((at.function, at.loc));
        }
    }
}

/// One line of a function: what is written there, and the tests that come there.
#[derive(Default)]
struct Line {
    lo: u32,
    hi: u32,
    failing: BTreeSet<usize>,
    passing: BTreeSet<usize>,
}

/// With its function, file and number.
type Placed = ((FunctionId, u32, u32), Line);

/// The regions that failing tests execute and passing ones seldom, the most suspicious first; of equals the smaller.
pub(super) fn regions(
    program: &Program,
    sources: &mut SourceMap,
    failing: &[TestRun],
    passing: &[TestRun],
) -> Vec<Region> {
    let mut found = ends(program, sources, failing);
    if failing.is_empty() || passing.is_empty() {
        return found;
    }
    let (some_failing, some_passing) = (
        spread(failing, budgets::localize::MAX_SPECTRUM_FAILING.count()),
        spread(passing, budgets::localize::MAX_SPECTRUM_PASSING.count()),
    );
    let lines: Vec<Placed> = executed_lines(program, sources, &some_failing, &some_passing);
    let same = |a: &Placed, b: &Placed| {
        (a.0.0, a.0.1) == (b.0.0, b.0.1) && a.1.failing == b.1.failing && a.1.passing == b.1.passing
    };
    let mut groups: Vec<&[Placed]> = lines
        .chunk_by(same)
        .filter(|group| !group[0].1.failing.is_empty())
        .collect();
    groups.sort_by_key(|group| {
        let (f, p) = (group[0].1.failing.len(), group[0].1.passing.len());
        (Reverse(f * f * 1_000_000 / (f + p)), group.len(), group[0].0)
    });
    groups.truncate(
        budgets::localize::MAX_SPECTRUM_REGIONS
            .count()
            .saturating_sub(found.len()),
    );
    for group in groups {
        let (function, file, _) = group[0].0;
        let line = &group[0].1;
        let file = source::FileId(file);
        let last = group
            .iter()
            .map(|(_, line)| first_line_end(sources, file, line.lo, line.hi));
        let span = Span::new(file, line.lo, last.max().unwrap_or(line.hi));
        let text = sources.text(span);
        let suspect = Suspect::of_span(SuspectKind::Region, function, span, text, sources);
        let grounds = Grounds::Visited {
            failing: line.failing.len(),
            of_failing: some_failing.len(),
            passing: line.passing.len(),
            of_passing: some_passing.len(),
        };
        found.push(Region { suspect, grounds });
    }
    found
}

/// The lines of the user's text that tests execute, and which.
fn executed_lines(
    program: &Program,
    sources: &SourceMap,
    some_failing: &[&TestRun],
    some_passing: &[&TestRun],
) -> Vec<Placed> {
    let mut lines: BTreeMap<(FunctionId, u32, u32), Line> = BTreeMap::new();
    let interpreter = Interpreter::new(program, Some(sources));
    let fails = some_failing.iter().map(|run| (*run, true));
    for (test, (run, fails)) in fails
        .chain(some_passing.iter().map(|run| (*run, false)))
        .enumerate()
    {
        // Who stops a search wants to hear what is known, so this is done to the end: it takes as long as the tests do.
        for (function, loc) in visited(program, &interpreter, run) {
            let span = sources.location(loc).used;
            // What is initialised before `main`, and what the library does, is nobody's statement.
            let start = program.function(function).loc;
            let own = start != LocId::NONE && {
                let start = sources.location(start).used;
                start.file == span.file && start.lo <= span.lo
            };
            if !own || sources.is_embedded(loc) {
                continue;
            }
            let first = sources.file(span.file).line_column(span.lo).line;
            let line = lines
                .entry((function, span.file.0, first))
                .or_insert_with(|| Line {
                    lo: span.lo,
                    ..Line::default()
                });
            line.lo = line.lo.min(span.lo);
            // A statement may go on over lines that have others in them.
            let end = sources.file(span.file).text.len() as u32;
            line.hi = line.hi.max(span.hi.min(end));
            match fails {
                true => line.failing.insert(test),
                false => line.passing.insert(test),
            };
        }
    }
    lines.into_iter().collect()
}

/// The places of the user's text where runs that should print something end in an error, those first where most do.
/// Where claims are the judge, the place of the one that fails says nothing new.
fn ends(program: &Program, sources: &SourceMap, failing: &[TestRun]) -> Vec<Region> {
    let mut places: BTreeMap<LocId, (usize, RunError)> = BTreeMap::new();
    for run in failing.iter().filter(|run| run.expected.is_some()) {
        let loc = run.ends_at(program);
        if loc != LocId::NONE && !sources.is_embedded(loc) {
            let first = || (0, run.error(program));
            places.entry(loc).or_insert_with(first).0 += 1;
        }
    }
    let mut places: Vec<_> = places.into_iter().collect();
    places.sort_by_key(|(loc, (runs, _))| (Reverse(*runs), *loc));
    places.truncate(budgets::localize::MAX_SPECTRUM_REGIONS.count());
    let region = |(loc, (runs, error)): (LocId, (usize, RunError))| {
        let span = sources.location(loc).used;
        Region {
            suspect: Suspect {
                kind: SuspectKind::Region,
                loc,
                function: function_at(program, sources, span),
                text: sources.text(span),
                sites: Vec::new(),
                constant: false,
                argument: None,
            },
            grounds: Grounds::EndsHere {
                runs,
                failing: failing.len(),
                error,
            },
        }
    };
    places.into_iter().map(region).collect()
}

/// What is said about a region ends where its last statement's first line does, or its text.
fn first_line_end(sources: &SourceMap, file: source::FileId, lo: u32, hi: u32) -> u32 {
    let text = &sources.file(file).text;
    let piece = text.get(lo as usize..hi as usize).unwrap_or_default();
    let line = piece.split(|byte| *byte == b'\n').next().unwrap_or_default();
    lo + line.trim_ascii_end().len() as u32
}

fn visited(program: &Program, interpreter: &Interpreter<'_>, run: &TestRun) -> BTreeSet<(FunctionId, LocId)> {
    let mut observer = Visited {
        program,
        places: BTreeSet::new(),
    };
    let inputs = run.known_inputs().into_iter();
    let stdin = run.test.stdin.clone();
    execute(
        interpreter,
        &run.test,
        inputs,
        stdin,
        VecDeque::new(),
        &mut observer,
        budgets::localize::MAX_SPECTRUM_RUN.get(),
    );
    observer.places
}

/// At most so many, from all over the list.
fn spread(runs: &[TestRun], most: usize) -> Vec<&TestRun> {
    let step = runs.len().div_ceil(most).max(1);
    runs.iter().step_by(step).collect()
}
