//! The search for the smallest sets that repair every failing run.
//!
//! Single faults first (`singles`), then sets of more (`sets`): no larger set is looked for while a smaller one is found.
//!
//! Every repair is executed by the interpreter before it counts.

use std::collections::{BTreeMap, BTreeSet};

use bmc::CutReason;
use interp::{Interpreter, NoObserver};
use program::Program;
use source::SourceMap;

use super::Settings;
use super::around::around;
use super::instrument::{instrument, value_name};
use super::question::{Answer, Course, Question, course};
use super::run::Run;
use super::singles::Around;
use super::suspects::{Site, Suspect};
use super::walk::{Home, homes};

pub(crate) struct Search<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    pub suspects: &'a [Suspect],
    pub runs: &'a [Run],
    pub settings: &'a Settings,
    pub stop: bmc::Stop,
    pub homes: std::collections::HashMap<program::ExprId, Home>,
    pub courses: BTreeMap<usize, Course>,
    pub notes: BTreeSet<String>,
    pub bounded: bool,
    pub stopped: bool,
    /// Whether some suspect could not be decided.
    pub given_up: bool,
    /// Repairs that the interpreter did not confirm although nothing excuses it.
    pub mismatches: Vec<String>,
    /// Values that repaired a run before, for each suspect.
    pub known: BTreeMap<usize, BTreeSet<u128>>,
    /// How large a question may become.
    pub(super) most_terms: usize,
    pub(super) joint_terms: usize,
    pub(super) around: Around,
}

/// What is known after a search.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    pub sets: Vec<Vec<usize>>,
    /// Whether all sets of their size are there.
    pub complete: bool,
    /// Whether the repairs only keep the run from the assertion that failed.
    pub avoiding: bool,
}

/// How often bounds grow for one question, how far, and while it has so few terms.
const MOST_GROWTHS: u32 = 4;
const MOST_GROWTH: u32 = 8;
const CHEAP: usize = 2_000;
/// Terms for single faults.
pub(super) const SINGLE_TERMS: usize = 8_000;
/// Terms for several suspects at once: if it takes more, they are asked for one by one.
const JOINT_TERMS: usize = 3_000;
/// Terms for one free pointer.
const POINTER_TERMS: usize = 4_000;
/// Values that are kept for trying.
const MOST_KNOWN: usize = 6;

impl<'a> Search<'a> {
    pub(crate) fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        suspects: &'a [Suspect],
        runs: &'a [Run],
        settings: &'a Settings,
        stop: &bmc::Stop,
    ) -> Search<'a> {
        Search {
            program,
            sources,
            suspects,
            runs,
            settings,
            stop: stop.clone(),
            homes: homes(program),
            courses: BTreeMap::new(),
            notes: BTreeSet::new(),
            bounded: false,
            stopped: false,
            given_up: false,
            mismatches: Vec::new(),
            known: BTreeMap::new(),
            most_terms: SINGLE_TERMS,
            joint_terms: JOINT_TERMS,
            around: around(program, suspects, &homes(program)),
        }
    }

    pub(crate) fn course(&mut self, run: usize) -> &Course {
        if !self.courses.contains_key(&run) {
            let found = course(self.program, Some(self.sources), &self.runs[run], &self.stop);
            self.courses.insert(run, found);
        }
        &self.courses[&run]
    }

    /// Whether a run comes by one of the places of a suspect.
    pub(super) fn is_executed(&mut self, run: usize, suspect: usize) -> bool {
        let homes: Vec<_> = self.suspects[suspect]
            .sites
            .iter()
            .map(|site| match *site {
                Site::Expr(expr) => {
                    let home = self.homes[&expr];
                    (home.function, home.pc)
                }
                Site::Call { function, pc }
                | Site::Print { function, pc, .. }
                | Site::Stored { function, pc, .. }
                | Site::Case { function, pc, .. } => (function, pc),
                // A declaration is no step of its own.
                Site::Declare { function, .. } => (function, program::Pc(u32::MAX)),
            })
            .collect();
        let course = self.course(run);
        homes.iter().any(|(function, pc)| {
            pc.0 == u32::MAX || course.visited.contains(&(*function, *pc)) || !course.whole
        })
    }

    pub(crate) fn changed(&self, chosen: &[usize]) -> Program {
        instrument(
            self.program,
            self.sources,
            &self.homes,
            self.suspects,
            chosen,
            self.settings.constant_repair,
            false,
        )
    }

    /// The largest bounds of the runs that are known.
    pub(crate) fn most_bounds(&self) -> BTreeMap<String, u32> {
        let mut bounds: BTreeMap<String, u32> = BTreeMap::new();
        for course in self.courses.values() {
            for (name, bound) in &course.bounds {
                let entry = bounds.entry(name.clone()).or_insert(*bound);
                *entry = (*entry).max(*bound);
            }
        }
        bounds
    }

    /// The question about a run. The bounds of its loops are those of the runs before it, if that cuts nothing.
    pub(crate) fn question(
        &mut self,
        program: &Program,
        run: usize,
        chosen: &[usize],
        joint: bool,
    ) -> Option<Question> {
        let first = self.courses.keys().next().copied().unwrap_or(run);
        let patience = self.course(first).patience() * if joint { 1 } else { 3 };
        // A free pointer in a structure of pointers soon means everything: better to notice early.
        let pointer = chosen.len() == 1 && self.is_pointer(chosen[0]);
        let most = if pointer {
            POINTER_TERMS
        } else if joint {
            self.joint_terms
        } else {
            self.most_terms
        };
        let known = self.courses.contains_key(&run) || self.courses.is_empty();
        if !known {
            let bounds = self.most_bounds();
            let sources = Some(self.sources);
            let run = &self.runs[run];
            let found = Question::new(program, sources, run, &bounds, chosen, patience, most, &self.stop);
            if let Some(question) = found.filter(|question| !question.bounded) {
                self.notes.extend(question.obstacles.iter().cloned());
                return Some(question);
            }
        }
        let mut bounds = self.course(run).bounds.clone();
        let mut found: Option<Question> = None;
        // A repaired run may go further than the failing one: bounds grow as long as that is cheap.
        for _ in 0..MOST_GROWTHS {
            let sources = Some(self.sources);
            let next = Question::new(
                program,
                sources,
                &self.runs[run],
                &bounds,
                chosen,
                patience,
                most,
                &self.stop,
            );
            let Some(question) = next else { break };
            let mut grew = false;
            for cut in &question.equation.cuts {
                let name = match &cut.reason {
                    // What the library does with strange arguments is not worth following.
                    CutReason::Loop(item) if self.program.function(item.function).embedded => continue,
                    CutReason::Loop(item) => item.name.clone(),
                    CutReason::Recursion(function) => {
                        format!("{}.recursion", self.program.function(*function).name)
                    }
                    CutReason::Depth => continue,
                    CutReason::Unsupported(_) | CutReason::Construct(_) => continue,
                };
                let most = self.course(run).bounds.get(&name).copied().unwrap_or(2) * MOST_GROWTH;
                let bound = bounds.entry(name).or_insert(2);
                grew |= *bound < most;
                *bound = (*bound * 2).min(most);
            }
            let cheap = question.equation.pool.len() < CHEAP;
            found = Some(question);
            if !grew || !cheap {
                break;
            }
        }
        if let Some(question) = &found {
            self.notes.extend(question.obstacles.iter().cloned());
            self.bounded |= question.bounded;
        }
        self.stopped |= (self.stop)();
        found
    }

    /// Executes a repair; it must be one.
    pub(crate) fn confirm(&mut self, interpreter: &Interpreter<'_>, run: usize, answer: &Answer) -> bool {
        let test = &self.runs[run];
        let (outcome, stdout) = test.repeat(interpreter, &answer.inputs, &answer.texts, &mut NoObserver);
        let right = test.is_right(&outcome.stop, &stdout);
        if !right {
            let unmodelled = answer
                .inputs
                .iter()
                .any(|input| input.kind == bmc::InputKind::Unmodelled && input.name != "printed");
            // Text with bytes that nobody has written is the execution's to judge.
            let unwritten = matches!(outcome.stop, interp::Stop::BadFormat { .. });
            if !unmodelled && !unwritten {
                self.mismatches.push(format!(
                    "a repair of {} ended otherwise when it was executed: {}",
                    test.test.name, outcome.stop
                ));
            }
        }
        right
    }

    pub(super) fn remember(&mut self, members: &[usize], answer: &Answer) {
        for member in members {
            let prefix = value_name(*member, 0);
            let prefix = prefix.trim_end_matches('0');
            for input in &answer.inputs {
                if input.name.starts_with(prefix) {
                    self.learn(*member, Some(input.bits));
                }
            }
        }
    }

    /// Keeps a value that repaired a run.
    pub(super) fn learn(&mut self, suspect: usize, value: Option<u128>) {
        let values = self.known.entry(suspect).or_default();
        if values.len() < MOST_KNOWN {
            values.extend(value);
        }
    }

    /// The smallest sets of these sizes, or nothing.
    pub(crate) fn smallest(&mut self, sizes: std::ops::RangeInclusive<usize>) -> Sets {
        let asserted = self.runs.iter().any(|run| run.assertions > 0);
        let modes: &[bool] = if asserted { &[true, false] } else { &[false] };
        for size in sizes {
            for &strict in modes {
                let avoiding = asserted && !strict;
                if size == 1 {
                    let Some(found) = self.single_faults(strict) else {
                        return Sets::default();
                    };
                    if !found.is_empty() {
                        return Sets {
                            sets: found.into_iter().map(|id| vec![id]).collect(),
                            complete: true,
                            avoiding,
                        };
                    }
                    continue;
                }
                let Some((sets, complete)) = self.larger(size, strict) else {
                    return Sets::default();
                };
                if !sets.is_empty() {
                    return Sets {
                        sets,
                        complete,
                        avoiding,
                    };
                }
            }
        }
        Sets {
            complete: true,
            ..Sets::default()
        }
    }
}
