//! The search for the smallest sets that repair every failing run.
//!
//! Single faults first (`singles`), then sets of more (`sets`): no larger set is looked for while a smaller one is found.
//!
//! Every repair is executed by the interpreter before it counts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bmc::CutReason;
use interp::{Interpreter, NoObserver};
use program::Program;
use source::SourceMap;

use runs::Meter;

use super::Settings;
use super::choice::{Tryable, tryable};
use super::coverage::{self, Coverage};
use super::enclosing::enclosing;
use super::formula::{FormulaRepair, RunFormula, Unwinding, metered_solver, unwinding};
use super::instrument::{instrument, value_name};
use super::run::TestRun;
use super::singles::Around;
use super::suspects::{Suspect, SuspectKind, SuspectSite};
use super::walk::{Home, homes};
use super::witness::Kept;
use reasons::{Note, Unconfirmed};

pub(crate) struct SuspectSearch<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    pub suspects: &'a [Suspect],
    pub runs: &'a [TestRun],
    pub settings: &'a Settings,
    /// What all of this may take.
    pub meter: Meter,
    /// Says stop when it is used up, too.
    pub stop: runs::Interrupt,
    pub homes: std::collections::HashMap<program::ExprId, Home>,
    pub unwindings: BTreeMap<usize, Unwinding>,
    pub notes: BTreeSet<Note>,
    pub bounded: bool,
    pub stopped: bool,
    /// Suspects that could not be decided for some run.
    pub given_up: BTreeSet<usize>,
    /// Those of them that no run refutes, with the runs that they repair.
    pub doubtful: BTreeMap<usize, Vec<usize>>,
    /// Repairs that the interpreter did not confirm although nothing excuses it.
    pub mismatches: Vec<Unconfirmed>,
    /// Values that repaired a run before, for each suspect.
    pub known: BTreeMap<usize, BTreeSet<u128>>,
    /// Literals for which it is proved that no one constant repairs every run.
    pub no_constant: BTreeSet<usize>,
    /// How sets repair runs, by their members and the run.
    pub kept: BTreeMap<(Vec<usize>, usize), Kept>,
    pub(super) prepared: Option<Rc<Tryable>>,
    /// The runs that members of larger sets repair on their own.
    pub alone: BTreeMap<usize, Vec<usize>>,
    /// Whether a change of the text is known that makes every test right: then other values are looked for only as far as that
    /// is quick.
    pub hurried: bool,
    /// The same in a program of any size: there constants are asked for only as far as that is quick.
    pub answered: bool,
    /// Steps of the longer trials so far, and of all of them.
    pub(super) trial_steps: u64,
    pub(super) all_steps: u64,
    /// How many gates all questions had so far.
    pub(super) gates: usize,
    /// And what the solver did to answer those about single suspects.
    pub(super) propagations: u64,
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
    /// If the search was stopped: the runs that the sets repair.
    pub partial: Option<Vec<usize>>,
}

/// The gates of a question; of one that was given up, about as many as it could have.
fn gates_of(question: Option<&RunFormula>, most_terms: usize) -> usize {
    question.map_or(
        most_terms * budgets::localize::GATES_PER_TERM.count() / 2,
        |question| question.encoder.gate_count(),
    )
}

impl<'a> SuspectSearch<'a> {
    pub(crate) fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        suspects: &'a [Suspect],
        runs: &'a [TestRun],
        settings: &'a Settings,
        stop: &runs::Interrupt,
    ) -> SuspectSearch<'a> {
        let meter = Meter::new(settings.effort, stop);
        SuspectSearch {
            program,
            sources,
            suspects,
            runs,
            settings,
            stop: meter.interrupt(),
            meter,
            homes: homes(program),
            unwindings: BTreeMap::new(),
            notes: BTreeSet::new(),
            bounded: false,
            stopped: false,
            given_up: BTreeSet::new(),
            doubtful: BTreeMap::new(),
            mismatches: Vec::new(),
            known: BTreeMap::new(),
            no_constant: BTreeSet::new(),
            kept: BTreeMap::new(),
            prepared: None,
            alone: BTreeMap::new(),
            hurried: false,
            answered: false,
            trial_steps: 0,
            all_steps: 0,
            gates: 0,
            propagations: 0,
            most_terms: budgets::localize::MAX_SINGLE_TERMS.count(),
            joint_terms: budgets::localize::MAX_JOINT_TERMS.count(),
            around: enclosing(program, suspects, &homes(program)),
        }
    }

    /// The program for trials.
    pub(super) fn prepared(&mut self) -> Rc<Tryable> {
        let constant = self.settings.constant_repair;
        let make = || {
            Rc::new(tryable(
                self.program,
                self.sources,
                &self.homes,
                self.suspects,
                constant,
            ))
        };
        self.prepared.get_or_insert_with(make).clone()
    }

    /// What is found from here on is not the best answer.
    pub(crate) fn be_brief(&mut self) {
        let left = budgets::localize::MAX_GATES_BESIDE_CHANGE.count();
        let spent = budgets::localize::MAX_ALL_GATES.count().saturating_sub(left);
        self.gates = self.gates.max(spent);
    }

    pub(crate) fn unwinding(&mut self, run: usize) -> &Unwinding {
        if !self.unwindings.contains_key(&run) {
            let found = unwinding(self.program, Some(self.sources), &self.runs[run], &self.meter);
            self.unwindings.insert(run, found);
        }
        &self.unwindings[&run]
    }

    /// Whether a run comes by one of the places of a suspect.
    pub(super) fn is_executed(&mut self, run: usize, suspect: usize) -> bool {
        let homes = self.places(suspect);
        let unwinding = self.unwinding(run);
        homes.iter().any(|(function, pc)| {
            pc.0 == u32::MAX || unwinding.visited.contains(&(*function, *pc)) || !unwinding.whole
        })
    }

    /// Where a suspect is, by function and instruction.
    fn places(&self, suspect: usize) -> Vec<(program::FunctionId, program::Pc)> {
        let sites = self.suspects[suspect].sites.iter();
        let places = sites.map(|site| match *site {
            SuspectSite::Expr(expr) => {
                let home = self.homes[&expr];
                (home.function, home.pc)
            }
            SuspectSite::Call { function, pc }
            | SuspectSite::Print { function, pc, .. }
            | SuspectSite::Stored { function, pc, .. }
            | SuspectSite::Case { function, pc, .. } => (function, pc),
            // A declaration is no step of its own.
            SuspectSite::Declare { function, .. } => (function, program::Pc(u32::MAX)),
        });
        places.collect()
    }

    /// Those of some suspects that every failing run of some comes by before it is wrong.
    pub(super) fn passed_by_all(&self, mut suspects: Vec<usize>, order: &[usize]) -> Vec<usize> {
        let interpreter = Interpreter::new(self.program, Some(self.sources));
        for run in coverage::sampled(self.runs, order) {
            if suspects.len() <= budgets::localize::MAX_ASKED_SINGLY.count() || (self.stop)() {
                break;
            }
            let most_steps = self.runs[run].steps + 1;
            let Some(passed) = Coverage::of(self.program, &interpreter, &self.runs[run], most_steps) else {
                continue;
            };
            suspects.retain(|suspect| {
                let places = self.places(*suspect);
                places.iter().any(|(function, pc)| passed.covers(*function, *pc))
            });
        }
        suspects
    }

    /// What the solver may do for the next question about single suspects.
    pub(super) fn propagations_left(&self) -> u64 {
        let part = if self.answered {
            budgets::localize::BESIDE_CHANGE_DIVISOR.get()
        } else {
            1
        };
        let left = (budgets::localize::MAX_ALL_PROPAGATIONS.get() / part).saturating_sub(self.propagations);
        left.min(budgets::localize::MAX_SINGLE_PROPAGATIONS.get() / part)
    }

    /// Whether all that may be asked has been asked: that is less where something better is known.
    pub(super) fn has_asked_enough(&self) -> bool {
        self.propagations_left() == 0
            || (self.hurried && self.gates > budgets::localize::MAX_ALL_GATES.count())
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
        for unwinding in self.unwindings.values() {
            for (name, bound) in &unwinding.bounds {
                let entry = bounds.entry(name.clone()).or_insert(*bound);
                *entry = (*entry).max(*bound);
            }
        }
        bounds
    }

    /// One run with open values for these suspects, unless that is more than `(work, terms)`. Its gates are counted.
    fn formula(
        &mut self,
        program: &Program,
        run: usize,
        bounds: &BTreeMap<String, u32>,
        chosen: &[usize],
        (allowed, most_terms): (u64, usize),
    ) -> Option<RunFormula> {
        let found = RunFormula::on(
            metered_solver(&self.meter),
            program,
            Some(self.sources),
            &self.runs[run],
            bounds,
            chosen,
            allowed,
            most_terms,
            &self.meter,
        );
        self.gates += gates_of(found.as_ref(), most_terms);
        found
    }

    /// The question about a run. The bounds of its loops are those of the runs before it, if that cuts nothing.
    pub(crate) fn question(
        &mut self,
        program: &Program,
        run: usize,
        chosen: &[usize],
        joint: bool,
    ) -> Option<RunFormula> {
        let first = self.unwindings.keys().next().copied().unwrap_or(run);
        let allowed = self.unwinding(first).allowed() * if joint { 1 } else { 3 };
        // A free pointer in a structure of pointers soon means everything: better to notice early.
        // Other values read there repair most runs and explain few: they get no more than that, either.
        let alone = chosen.len() == 1;
        let stored = alone && self.suspects[chosen[0]].kind == SuspectKind::Stored;
        let spent = self.gates > budgets::localize::MAX_ALL_GATES.count()
            && self.most_terms <= budgets::localize::MAX_SINGLE_TERMS.count();
        let most = if spent {
            budgets::localize::MAX_LATE_TERMS.count()
        } else if stored || (alone && self.is_pointer(chosen[0])) {
            budgets::localize::MAX_POINTER_TERMS.count()
        } else if joint {
            self.joint_terms
        } else {
            self.most_terms
        };
        let known = self.unwindings.contains_key(&run) || self.unwindings.is_empty();
        if !known {
            let bounds = self.most_bounds();
            let found = self.formula(program, run, &bounds, chosen, (allowed, most));
            if let Some(question) = found.filter(|question| !question.bounded) {
                self.note_obstacles(&question, joint);
                return Some(question);
            }
        }
        let mut bounds = self.unwinding(run).bounds.clone();
        let mut found: Option<RunFormula> = None;
        // A repaired run may go further than the failing one: bounds grow as long as that is cheap.
        for _ in 0..if stored {
            1
        } else {
            budgets::localize::MAX_BOUND_GROWTHS.small()
        } {
            let next = self.formula(program, run, &bounds, chosen, (allowed, most));
            let Some(question) = next else { break };
            let grew = self.grow_bounds(run, &question, &mut bounds);
            let cheap = question.equation.pool.len() < budgets::localize::MAX_GROWING_TERMS.count()
                && question.encoder.gate_count()
                    < budgets::localize::MAX_GROWING_TERMS.count()
                        * budgets::localize::GATES_PER_TERM.count();
            found = Some(question);
            if !grew || !cheap {
                break;
            }
        }
        if let Some(question) = &found {
            self.note_obstacles(question, joint);
            self.bounded |= question.bounded;
        }
        self.stopped |= (self.stop)();
        found
    }

    /// Lets the bounds grow that cut a question, up to a multiple of what the run needs by itself. False if none could.
    fn grow_bounds(&mut self, run: usize, question: &RunFormula, bounds: &mut BTreeMap<String, u32>) -> bool {
        let mut grew = false;
        for cut in &question.equation.cuts {
            let name = match &cut.reason {
                // What the library does with strange arguments is not worth following.
                CutReason::Loop(item) if self.program.function(item.function).embedded => continue,
                CutReason::Loop(item) => item.name.clone(),
                CutReason::Recursion(function) => {
                    format!("{}.recursion", self.program.function(*function).name)
                }
                CutReason::Depth | CutReason::Unsupported(_) | CutReason::Construct(_) => continue,
            };
            let most = self.unwinding(run).bounds.get(&name).copied().unwrap_or(2)
                * budgets::localize::MAX_BOUND_GROWTH.small();
            let bound = bounds.entry(name).or_insert(2);
            grew |= *bound < most;
            *bound = (*bound * 2).min(most);
        }
        grew
    }

    /// What could not be followed. Of many suspects at once nothing is said: each will be asked for alone.
    fn note_obstacles(&mut self, question: &RunFormula, joint: bool) {
        let obstacles = question.obstacles.iter().filter(|_| !joint);
        let told = obstacles.map(|what| Note::OnlyTried(what.clone()));
        self.notes.extend(told);
    }

    /// Executes a repair; it must be one.
    pub(crate) fn confirm(
        &mut self,
        interpreter: &Interpreter<'_>,
        run: usize,
        answer: &FormulaRepair,
    ) -> bool {
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
                self.mismatches.push(Unconfirmed {
                    test: test.test.name.clone(),
                    ended: outcome.stop.to_string(),
                });
            }
        }
        right
    }

    pub(super) fn remember(&mut self, members: &[usize], answer: &FormulaRepair) {
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
        if values.len() < budgets::localize::MAX_KNOWN_VALUES.count() {
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
                let (sets, complete, partial) = if size == 1 {
                    let (found, partial) = self.single_faults(strict);
                    let sets = found.into_iter().map(|id| vec![id]).collect();
                    (sets, true, partial)
                } else {
                    self.larger(size, strict)
                };
                if !sets.is_empty() || partial.is_some() || self.stopped {
                    return Sets {
                        sets,
                        complete: complete && partial.is_none() && !self.stopped,
                        avoiding,
                        partial,
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
