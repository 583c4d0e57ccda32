//! Where failing runs come by before they are wrong.
//!
//! What a failing run never comes to, or only behind the first wrong letter that it prints, does not repair it. In a
//! program of some hundred lines that is most of the text, so that changes there are not even proposed: the program of
//! all changes is smaller, and there is room in it for the places that matter. A change alone must be met by every
//! failing run, one of several by some of them.
//!
//! Runs tell of instructions; changes are places in the text. So a change is met if the smallest statement around it
//! is, of which anything could have been told: `return 0;` tells nothing, and the `if` around it does.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use frontend::tree::Tree;
use interp::{At, BytesInput, Environment, Interpreter, Limits, NoOutput, Observer, Stop};
use program::{Callee, InstrKind, Program};
use source::{LocId, SourceMap, Span};

use crate::operators::spans::inside;
use crate::validate::oracle::{Oracle, TrialRun};

type Place = (u32, u32);

/// Pieces of text that instructions belong to, by file, with the number of failing runs that come by.
#[derive(Debug, Clone, Default)]
pub(crate) struct Coverage {
    told: BTreeMap<String, BTreeMap<Place, usize>>,
    watched: usize,
    /// Whether every failing run was watched.
    whole: bool,
}

/// The same with whether enough runs come by.
#[derive(Debug, Clone, Default)]
pub struct CoveredText(BTreeMap<String, Vec<(Place, bool)>>);

impl Coverage {
    /// What every failing run comes by.
    #[must_use]
    pub(crate) fn by_all(&self) -> CoveredText {
        self.by(|runs| runs >= self.watched)
    }

    /// What some failing run comes by, if all of them are known.
    #[must_use]
    pub(crate) fn by_some(&self) -> Option<CoveredText> {
        self.whole.then(|| self.by(|runs| runs > 0))
    }

    fn by(&self, enough: impl Fn(usize) -> bool) -> CoveredText {
        let files = self.told.iter().map(|(file, told)| {
            let told = told.iter().map(|(place, runs)| (*place, enough(*runs)));
            (file.clone(), told.collect())
        });
        CoveredText(files.collect())
    }
}

/// Follows a run until it is wrong.
struct Watching<'w> {
    /// By function and position.
    seen: Vec<Vec<bool>>,
    /// What is still to be printed; nothing where anything may be.
    left: Option<&'w [u8]>,
    wrong: Arc<AtomicBool>,
}

impl Observer for Watching<'_> {
    fn came_by(&mut self, at: At) {
        if self.wrong.load(Ordering::Relaxed) {
            return;
        }
        let seen = &mut self.seen[at.function.index()];
        if seen.len() <= at.pc.index() {
            seen.resize(at.pc.index() + 1, false);
        }
        seen[at.pc.index()] = true;
    }

    fn output(&mut self, _at: At, stream: i128, bytes: &[u8]) {
        if let (1, Some(left)) = (stream, self.left) {
            self.left = left.strip_prefix(bytes);
            if self.left.is_none() {
                self.wrong.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl Oracle<'_> {
    /// Where the failing tests come by in a program, the shortest runs first, as far as that is quick.
    pub(crate) fn coverage(
        &self,
        program: &Program,
        sources: &SourceMap,
        failing: &[usize],
        runs: &[TrialRun],
    ) -> Coverage {
        let interpreter = Interpreter::new(program, Some(sources));
        let mut found = Coverage::default();
        let place = |found: &mut Coverage, loc: LocId, count: usize| {
            if loc == LocId::NONE {
                return;
            }
            let span = sources.location(loc).used;
            if span.lo < span.hi {
                let file = &sources.file(span.file).name;
                if !found.told.contains_key(file) {
                    found.told.insert(file.clone(), BTreeMap::new());
                }
                if let Some(told) = found.told.get_mut(file) {
                    *told.entry((span.lo, span.hi)).or_default() += count;
                }
            }
        };
        let functions = || program.functions.iter().filter(|function| !function.embedded);
        for instr in functions().flat_map(|function| &function.body) {
            if is_told(program, &instr.kind) {
                place(&mut found, instr.loc, 0);
            }
        }
        let mut order = failing.to_vec();
        order.sort_by_key(|test| runs[*test].steps);
        let mut room = budgets::suite::MAX_COVERAGE.get();
        for test in &order {
            let Some(left) = room.checked_sub(runs[*test].steps) else {
                break;
            };
            room = left;
            let mut seen: BTreeSet<LocId> = BTreeSet::new();
            let (watching, stop) = self.watched(&interpreter, program, *test);
            for (function, pcs) in program.functions.iter().zip(&watching) {
                let instrs = function.body.iter().zip(pcs).filter(|(_, seen)| **seen);
                seen.extend(instrs.filter(|_| !function.embedded).map(|(instr, _)| instr.loc));
            }
            // What a run ends at was not done.
            if let Stop::ClaimFailed { claim, .. } = stop {
                seen.insert(program.claim(claim).loc);
            }
            // What is counted once for a run may be written in one place and done in several.
            let mut spans: BTreeMap<Span, LocId> = BTreeMap::new();
            for loc in seen.into_iter().filter(|loc| *loc != LocId::NONE) {
                spans.entry(sources.location(loc).used).or_insert(loc);
            }
            for loc in spans.into_values() {
                place(&mut found, loc, 1);
            }
            found.watched += 1;
        }
        found.whole = found.watched == failing.len();
        found
    }

    fn watched(
        &self,
        interpreter: &Interpreter<'_>,
        program: &Program,
        test: usize,
    ) -> (Vec<Vec<bool>>, Stop) {
        let wrong = Arc::new(AtomicBool::new(false));
        let mut watching = Watching {
            seen: program.functions.iter().map(|_| Vec::new()).collect(),
            left: self.expected(test),
            wrong: wrong.clone(),
        };
        let outcome = interpreter.run(Environment {
            inputs: &mut self.inputs(&self.tests[test]),
            stdin: &mut BytesInput::new(self.tests[test].stdin.clone()),
            output: &mut NoOutput,
            observer: &mut watching,
            limits: Limits {
                steps: self.patience(),
                ..Limits::of_trial()
            },
            arguments: self.tests[test].arguments.clone(),
            interrupt: Some(wrong),
        });
        (watching.seen, outcome.stop)
    }
}

/// Whether a run tells that it comes by.
fn is_told(program: &Program, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Assign { .. } | InstrKind::Branch { .. } | InstrKind::Switch { .. } => true,
        InstrKind::Call {
            callee: Callee::Direct(callee),
            ..
        } => !program.function(*callee).body.is_empty(),
        _ => false,
    }
}

/// The statements of a tree, and whether enough runs come by.
#[derive(Debug, Default)]
pub(crate) struct CoveredStatements {
    /// The smallest first.
    known: Vec<(Span, bool)>,
    asked: RefCell<BTreeMap<Span, bool>>,
}

impl CoveredStatements {
    #[must_use]
    pub(crate) fn new(tree: &Tree, sources: &SourceMap, met: &CoveredText) -> CoveredStatements {
        let mut known = Vec::new();
        for stmt in tree.stmts.iter().filter(|stmt| stmt.loc != LocId::NONE) {
            let span = sources.location(stmt.loc).used;
            let Some(told) = met.0.get(&sources.file(span.file).name) else {
                continue;
            };
            let from = told.partition_point(|((lo, _), _)| *lo < span.lo);
            let within = told[from..].iter().take_while(|((lo, _), _)| *lo < span.hi);
            let mut within = within.filter(|((_, hi), _)| *hi <= span.hi).peekable();
            if within.peek().is_some() {
                known.push((span, within.any(|(_, met)| *met)));
            }
        }
        known.sort_by_key(|(span, _)| (span.hi - span.lo, *span));
        CoveredStatements {
            known,
            asked: RefCell::default(),
        }
    }

    /// Whether enough runs may come by a piece of text. They may wherever nothing is known.
    #[must_use]
    pub(crate) fn are_covered(&self, at: Span) -> bool {
        *self.asked.borrow_mut().entry(at).or_insert_with(|| {
            let around = |(span, _): &&(Span, bool)| inside(at, *span) && at.lo < span.hi;
            self.known.iter().find(around).is_none_or(|(_, met)| *met)
        })
    }
}
